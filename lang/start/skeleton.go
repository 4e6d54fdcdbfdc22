package start

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// How many things a skeleton is tried on, and how deep things lie on one another.
const (
	mostBearers = 8
	mostBelow   = 3
)

// Skeletons are tests that put a copy of a card in play and expect a figure of it, each on another thing: what is to happen
// then is for the author of the card to say.
func (x *Copy) Skeletons(p *ir.Program, c *ir.Card, n Names) (out []Test) {
	name := n.En + ": in play"
	for _, lines := range inPlay(p, c, n.ID, "the_copy", mostBearers, mostBelow) {
		out = append(out, Test{Name: name, text: fmt.Sprintf("test %q {\n  %s\n  // change: what happens, as in when %s, and what is true then\n  expect %s\n}\n",
			name, strings.Join(lines, "\n  "), cmp.Or(x.does, "EVENT(who: ...)"), figure(p, c))})
	}
	return out
}

// inPlay are the lines that put a card in play under a name, with what it is given and what it lies on: at most so many ways.
func inPlay(p *ir.Program, c *ir.Card, id, name string, most, deep int) [][]string {
	var before, values []string
	for _, f := range c.Params {
		value := valueOf(p, f)
		if f.Type.Kind == ir.Inst && f.Type.Ref >= 0 {
			things := anyOf(p, []int{f.Type.Ref}, name+"_"+f.Name, 1, deep-1)
			if len(things) == 0 {
				return nil
			}
			before, value = append(before, things[0]...), name+"_"+f.Name
		}
		if value == "" {
			return nil
		}
		values = append(values, value)
	}
	line := "given " + name + " = " + id + strings.TrimPrefix(called(c, values), c.Name) + " for red"
	on := c.On
	if len(on) == 0 {
		on = p.Kinds[c.Kind].On
	}
	if len(on) == 0 || p.IsOne(c.Kind, on) { // it may lie on one of its own sort, and need not
		return [][]string{append(before, line)}
	}
	var out [][]string
	for _, below := range anyOf(p, on, name+"_on", most, deep-1) {
		out = append(out, slices.Concat(before, below, []string{line + " on " + name + "_on"}))
	}
	return out
}

// anyOf are the lines that put something of one of some kinds in play under a name, at most so many ways: what serves tests
// comes last.
func anyOf(p *ir.Program, kinds []int, name string, most, deep int) (out [][]string) {
	if deep < 0 {
		return nil
	}
	for _, inner := range []bool{false, true} {
		for _, c := range p.Cards {
			if len(out) < most && c.Kind != ir.RuleKind && c.Inner == inner && p.IsOne(c.Kind, kinds) {
				out = append(out, inPlay(p, c, c.Name, name, 1, deep)...)
			}
		}
	}
	return out
}

// figure is what is true of a card in play: a number that is printed on it, or that it is there.
func figure(p *ir.Program, c *ir.Card) string {
	for _, i := range c.Said {
		if f := p.Kinds[c.Kind].Fields[i]; f.Class == ir.Printed && f.Type == (ir.Type{Kind: ir.Int}) && c.Values[i].N != ir.None {
			return fmt.Sprintf("the_copy.%s == %d", f.Name, c.Values[i].N)
		}
	}
	return "in_play(the_copy)"
}
