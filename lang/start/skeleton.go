package start

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// How many bearers a skeleton is tried with, and how deep things lie on one another.
const (
	mostBearers = 8
	mostBelow   = 3
)

// Skeletons are tests that put a copy of a card in play and expect a figure of it, each with another thing below it: what is to
// happen then is for the author of the card to say.
func (x *Copy) Skeletons(p *ir.Program, c *ir.Card, n Names) (out []Test) {
	given, ok := Given(p, c)
	if !ok {
		return nil
	}
	given = n.ID + strings.TrimPrefix(given, c.Name)
	below := [][]string{nil}
	if on := bearing(p, c); len(on) > 0 {
		below = laid(p, on, "below", mostBearers, mostBelow)
	}
	name := n.En + ": in play"
	for _, lines := range below {
		var b strings.Builder
		fmt.Fprintf(&b, "test %q {\n", name)
		for _, line := range lines {
			b.WriteString("  " + line + "\n")
		}
		b.WriteString("  given tried = " + given + " for red")
		if len(lines) > 0 {
			b.WriteString(" on below")
		}
		b.WriteString("\n  // change: what happens, as in when " + cmp.Or(x.does, "EVENT(who: ...)") + ", and what is true then\n  expect " + figure(p, c) + "\n}\n")
		out = append(out, Test{Name: name, text: b.String()})
	}
	return out
}

// bearing are the kinds of what a card lies on.
func bearing(p *ir.Program, c *ir.Card) []int {
	if len(c.On) > 0 {
		return c.On
	}
	return p.Kinds[c.Kind].On
}

// laid are the lines that put something of one of some kinds in play under a name, with what it lies on itself: at most so
// many ways.
func laid(p *ir.Program, kinds []int, name string, most, deep int) (out [][]string) {
	for _, c := range p.Cards {
		if len(out) == most {
			break
		}
		if c.Kind == ir.RuleKind || c.Inner || !p.IsOne(c.Kind, kinds) {
			continue
		}
		given, ok := Given(p, c)
		if !ok {
			continue
		}
		line := "given " + name + " = " + given + " for red"
		on := bearing(p, c)
		switch {
		case len(on) == 0 || slices.Contains(on, c.Kind): // it may lie on one of its own sort, and need not
			out = append(out, []string{line})
		case deep > 0:
			for _, lines := range laid(p, on, name+"_that", 1, deep-1) {
				out = append(out, append(lines, line+" on "+name+"_that"))
			}
		}
	}
	return out
}

// figure is what is true of a card in play: a number that is printed on it, or that it is there.
func figure(p *ir.Program, c *ir.Card) string {
	for _, i := range c.Said {
		if f := p.Kinds[c.Kind].Fields[i]; f.Class == ir.Printed && f.Type == (ir.Type{Kind: ir.Int}) && c.Values[i].N != ir.None {
			return fmt.Sprintf("tried.%s == %d", f.Name, c.Values[i].N)
		}
	}
	return "in_play(tried)"
}
