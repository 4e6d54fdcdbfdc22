package cond

import (
	"testing"

	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// FuzzCompile: no text makes the package panic, which nothing would catch; whatever is reported lies in the
// text; what cel-go's checker refuses, lowering refuses too.
func FuzzCompile(f *testing.F) {
	for _, s := range []string{"total > 3 && who.V <= 2.5", "all(piece).exists(m, has(m.foe) && m.foe.hp > 0)", "strict ? [1, 2][0] : -3",
		"who.pool.sum(c, c.count)", "a.b.c(", "\"x", "é + 1", "mid in [low]", "printed(who.V)", "x.items(1)", "other == none ? 1 : other.V",
		"shot.moved", "m.map(m, m, m)", "has()", "all()", ".a", "!-1", "1.2.3", "// c", "[[1]]", "who.gear[0].level", "@has(1)",
		"mid + low", "who.tone - 1", "-who.tone", "strict * 2", "who < other", "strict < true", "!total", "strict && total", "total ? 1 : 2", "[1][strict]", "1 in 2",
		"who.pool.sum(c, c)", "all(piece).exists(m, m)", "all(piece) + [1]", "has(total)"} {
		f.Add(s)
	}
	env, scope := New(board()), inClause()
	f.Fuzz(func(t *testing.T, text string) {
		file := source.New("f.kdsl", text)
		at := source.Span{File: file, Start: 0, End: len(text)}
		for _, want := range []ir.Type{{}, tBool, tLength, opt(tPiece), ir.ListOf(tTone)} {
			x, diags := env.Compile(at, scope, want)
			if x == nil && !diags.HasErrors() {
				t.Fatalf("%q: neither an expression nor an error", text)
			}
			for _, d := range diags {
				if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(text) {
					t.Fatalf("%q: %v outside", text, d.Span)
				}
			}
			if x != nil {
				if _, err := env.Oracle(at, scope, x); err != nil {
					t.Fatalf("%q: %v", text, err)
				}
				_ = expr.String(x) + expr.Key(x)
				x.Walk(func(e *ir.Expr) bool {
					if e.At.Start < 0 || e.At.End > len(text) || e.At.Start > e.At.End || e.Type.Kind == ir.Bad && !isNone(e) {
						t.Fatalf("%q: a node at %v of %v", text, e.At, e.Type)
					}
					return true
				})
			}
		}
	})
}

func BenchmarkCompile(b *testing.B) {
	env, scope := New(board()), inClause()
	const text = "who.tone == mid && who.V > giant.V && all(piece).exists(m, m.hp > 2)"
	at := source.Span{File: source.New("b.kdsl", text), End: len(text)}
	b.ReportAllocs()
	for b.Loop() {
		if _, diags := env.Compile(at, scope, tBool); len(diags) > 0 {
			b.Fatal(describe(diags))
		}
	}
}

func BenchmarkCompileShort(b *testing.B) {
	env, scope := New(board()), inClause()
	const text = "total > who.V"
	at := source.Span{File: source.New("b.kdsl", text), End: len(text)}
	b.ReportAllocs()
	for b.Loop() {
		env.Compile(at, scope, tBool)
	}
}
