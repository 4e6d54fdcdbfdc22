package ask

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// What stands where says what it is: the same word is a label, the name of an argument, or a value.
func TestPaint(t *testing.T) {
	const text = `use books // here
enum side { left right }
box crate(X: int in 1..3) {
  en noun "Crate {X}, {self.w}"  fr f "Caisse"
  weight: X + 2
  stays: cannot move(what: bearer) when what.side == left && size(what) > 3
}
test "it \"stays\"" covers KA-MOVE-1 {
  given c = crate(1) at (1, 2")
  dice 2D6
  expect c.weight >= 4+ && X.heavy
  expect size(what ? left : c) > 1
}
`
	f, ds := syntax.Parse(source.New("a", text))
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	known := Known{"box": Type, "crate": Card, "left": Member, "move": Event, "size": Function, "side": Type}
	roles := [RoleCount]string{"", "keyword", "remark", "quoted", "number", "pack", "type", "card", "event", "function", "property", "option", "member", "parameter", "variable", "clause"}
	var got []string
	line := 0
	for _, p := range Paint(f, known) {
		if n := p.At.Pos().Line; n != line {
			got, line = append(got, fmt.Sprintf("%d", n)), n
		}
		is := roles[p.Role]
		if p.Declared {
			is += "!"
		}
		got[len(got)-1] += " " + p.At.Text() + ":" + is
	}
	want := `1 use:keyword books:pack // here:remark
2 enum:keyword side:type! left:member! right:member!
3 box:type crate:card! X:parameter! int:type in:keyword 1:number 3:number
4 en:keyword noun:keyword "Crate {:quoted X:variable }, {:quoted self:variable .w}":quoted fr:keyword f:keyword "Caisse":quoted
5 weight:property X:variable 2:number
6 stays:clause! cannot:keyword move:event what:parameter bearer:keyword when:keyword what:variable side:property left:member size:function what:variable 3:number
8 test:keyword "it \"stays\"":quoted covers:keyword KA-MOVE-1:clause
9 given:keyword c:variable! crate:card 1:number at:keyword 1:number 2:number ":number
10 dice:keyword 2D6:number
11 expect:keyword c:variable weight:property 4:number X:variable heavy:property
12 expect:keyword size:function what:variable left:member c:variable 1:number`
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("got\n%s\nwant\n%s", s, want)
	}
}

// In all content, pieces stand in order, none over another and none over a line's end, and no word is without a role: nor when
// the text is cut anywhere.
func TestPaintLaws(t *testing.T) {
	all := texts(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		whole := all[name]
		for _, text := range []string{whole, whole[:len(whole)/3], whole[:len(whole)/2] + "\"" + whole[len(whole)/2:]} {
			f, ds := syntax.Parse(source.New(name, text))
			end := 0
			letters := func(from, to int) {
				for i := from; i < to; i++ {
					if source.IsLetter(text[i]) && len(ds) == 0 {
						t.Fatalf("%s: %q has no role", name, text[from:to])
					}
				}
			}
			for _, p := range Paint(f, Known{}) {
				if p.At.Start < end || p.At.End <= p.At.Start || strings.Contains(p.At.Text(), "\n") {
					t.Fatalf("%s: %q stands at %d, before %d", name, p.At.Text(), p.At.Start, end)
				}
				letters(end, p.At.Start)
				end = p.At.End
			}
			letters(end, len(text))
		}
	}
}
