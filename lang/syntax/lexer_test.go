package syntax

import (
	"testing"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// said are the texts of the tokens, without the end.
func said(l *lexed) (out []string) {
	for _, t := range l.tokens[:len(l.tokens)-1] {
		out = append(out, t.Value)
	}
	return out
}

// What ends with the text ends there.
func TestEndOfText(t *testing.T) {
	for text, want := range map[string][]string{
		"1": {"1"}, "1.": {"1", "."}, "1.2": {"1.2"}, "1.2.": {"1.2", "."}, "4+": {"4+"}, "a": {"a"}, "a=": {"a", "="}, "a==": {"a", "=="}, ".": {"."}, "..": {".."},
		`3"`: {"3", `"`}, "//": nil, "/": {"/"}, "": nil,
	} {
		if got := said(lex(source.New("x.kdsl", text))); len(got) != len(want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		} else {
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("%q: got %q, want %q", text, got, want)
				}
			}
		}
	}
}

// What begins nothing ends where something begins: each sign does.
func TestIllegalEnds(t *testing.T) {
	for _, c := range single {
		l := lex(source.New("x.kdsl", "a $$"+string(c)))
		if len(l.diags) == 0 || l.diags[0].Span.Start != 2 || l.diags[0].Span.End != 4 {
			t.Errorf("before %q: %v", c, l.diags)
		}
	}
}

// A text that goes on below is one text, wherever its end stands.
func TestTextOfTwoLines(t *testing.T) {
	l := lex(source.New("x.kdsl", "kind k { en \"a\nb\" }\n"))
	if got := said(l); len(l.diags) != 1 || l.diags[0].Code != "bad-string" || len(got) < 5 || got[4] != "\"a\nb\"" {
		t.Errorf("got %q, %v", got, l.diags)
	}
}

// Where a script is not read, what stands behind it stands where it did.
func TestBehindScripts(t *testing.T) {
	file := source.New("x.kdsl", "kind k { }\ntest \"t\" {\n  given a = k // }\n  expect 1 == 1\n}\nkind l {\n  a: int\n}\n")
	places := func(l *lexed) map[int]lexer.Position {
		out := map[int]lexer.Position{}
		for _, t := range l.tokens {
			out[t.Pos.Offset] = t.Pos
		}
		return out
	}
	whole := places(lexTo(Whole, file))
	for _, depth := range []Depth{Heads, Rules} {
		some := lexTo(depth, file)
		if len(some.tokens) >= len(whole) {
			t.Errorf("%d: the script is read", depth)
		}
		for at, is := range places(some) {
			if want, there := whole[at]; there && is != want {
				t.Errorf("%d: %d stands at %v, want %v", depth, at, is, want)
			}
		}
	}
}
