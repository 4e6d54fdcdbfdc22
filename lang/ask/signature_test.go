package ask

import (
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/check"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Within a call stands what may be given there, and which of it is written.
func TestSignatures(t *testing.T) {
	const text = `kind box { cell weight: int = 3 }
enum side { left right }
box crate(X: int in 1..3) { heavy: after drop(what: self, far: 2) { what.weight = share(what, X) } }
event drop(what: box, far: int) { deep: int = 2 layers first; hit: bool = share(what, far) > 1 }
function share(b: box, n: int): int = b.weight + chance(n, 2, 3)
test "it" { given c = crate(2); when drop(what: c, far: share(c, 1)); expect c.number(crate) == 2 }
`
	f, ds := syntax.Parse(source.New("a", text))
	p, more := check.Link([]check.Input{{Pack: "a", File: f}}, "a")
	if len(ds)+len(more) > 0 {
		t.Fatal(ds, more)
	}
	for _, c := range []struct{ behind, want string }{
		{"after drop(", "drop([what: box], far: int, hit: bool)"},
		{"after drop(what: self, f", "drop(what: box, [far: int], hit: bool)"},
		{"after drop(what: self, far: 2", "drop(what: box, [far: int], hit: bool)"},
		{"when drop(far", "drop([what: box], far: int)"},
		{"share(what, ", "share(b: box, [n: int]): int"},
		{"c.number(", "number([card]): int; number([kind]): int"},
		{"chance(n, ", "chance(int, [int], int): int"},
		{"given c = crate(", "crate([X: int in 1..3])"},
		{"given c = crate(2)", ""},
		{"heavy: ", ""},
	} {
		at := strings.Index(text, c.behind) + len(c.behind)
		if c.behind == "when drop(far" {
			at = strings.Index(text, "when drop(") + len("when drop(")
		}
		var got []string
		for _, s := range Signatures(p, f.Source, at) {
			if s.Active >= 0 {
				s.Params[s.Active] = "[" + s.Params[s.Active] + "]"
			}
			got = append(got, s.Label())
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: got %q, want %q", c.behind, s, c.want)
		}
	}
}
