package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/check"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

func checked(t *testing.T, text string) diag.List {
	t.Helper()
	f, ds := syntax.Parse(source.New("x.kdsl", text))
	_, more := check.Link([]check.Input{{File: f, Pack: "x.kdsl"}}, "x.kdsl")
	return append(ds, more...)
}

// line is a line of kinds, each of which extends the one before.
func line(n int) string {
	var b strings.Builder
	b.WriteString("kind k0 { }\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "kind k%d extends k%d { }\n", i, i-1)
	}
	return b.String()
}

// square is a table with n rows and n x n cells.
func square(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "table _t(a: int in 1..%d, b: int in 1..%d): int {\n", n, n)
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "  %d, %d => %d\n", i, i, i)
	}
	b.WriteString("  *, * => 0\n}\n")
	return b.String()
}

// Each limit just below and just above.
func TestLimits(t *testing.T) {
	for _, c := range []struct{ name, below, above, want string }{
		{"ancestors", line(65), line(66), "66:6 bad-nesting: kind k65 has more than 64 ancestors"},
		{"looks", square(203), square(204), "1:7 table-too-large: table _t has too many rows and keys to be checked"},
		{"all looks", renamed(square(128), 16), renamed(square(128), 17), "1171:7 table-too-large: table _t9 has too many rows and keys to be checked"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if ds := checked(t, c.below); len(ds) != 0 {
				t.Errorf("below: %s", said(ds))
			}
			if got := said(checked(t, c.above)); !strings.HasPrefix(got, c.want) {
				t.Errorf("above: got %s, want %s", got, c.want)
			}
		})
	}
}

// renamed repeats a table under other names.
func renamed(text string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Replace(text, "_t(", fmt.Sprintf("_t%d(", i), 1))
	}
	return b.String()
}

func said(ds diag.List) string {
	var all []string
	for _, d := range ds {
		p := d.Span.Pos()
		all = append(all, fmt.Sprintf("%d:%d %s: %s", p.Line, p.Column, d.Code, d.Message))
	}
	return strings.Join(all, "\n")
}

// Rings of kinds are cut once each, wherever one begins to look.
func TestRingsOfKinds(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"kind a extends a { }\n", 1},
		{"kind a extends b { }\nkind b extends a { }\n", 1},
		{"kind a extends b { }\nkind b extends c { }\nkind c extends b { }\n", 1}, // a leads into the ring
		{"kind a extends b { }\nkind b extends a { }\nkind c extends d { }\nkind d extends c { }\nkind e extends a { }\n", 2},
	} {
		n := 0
		for _, d := range checked(t, c.text) {
			if d.Code == "cyclic-definition" {
				n++
			}
		}
		if n != c.want {
			t.Errorf("%q: %d, want %d", c.text, n, c.want)
		}
	}
}

// What was meant by a name is looked for after the first mistakes only, whether they stand in many
// conditions or in one: each look goes through all names.
func TestGuessesAreBounded(t *testing.T) {
	many, one := "enum _side { something }\n", "enum _side { something }\nfunction _f(): int = "
	for i := range 5 * diag.MaxGuesses {
		many += fmt.Sprintf("function _f%d(): int = somethin%d\n", i, i%10)
	}
	one += "somethin0"
	for i := range 2 * diag.MaxGuesses {
		one += fmt.Sprintf(" + somethin%d", i)
	}
	for name, text := range map[string]string{"many": many, "one": one + "\n"} {
		guesses, list := 0, checked(t, text)
		for _, d := range list {
			if d.Mended() {
				guesses++
			}
		}
		if len(list) < 2*diag.MaxGuesses || guesses < diag.MaxGuesses/2 || guesses > diag.MaxGuesses+1 {
			t.Errorf("%s: %d guesses for %d mistakes", name, guesses, len(list))
		}
	}
}
