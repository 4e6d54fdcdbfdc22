package check

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// cardNamed finds a card of a kind (-1: any), or reports that there is none.
func (c *names) cardNamed(n syntax.Name, kind int) *ir.Card {
	i := c.number(&c.index.cards, "card", n)
	if i < 0 {
		return nil
	}
	card := c.p.Cards[i]
	if kind >= 0 && !c.p.IsA(card.Kind, kind) {
		c.errorf("wrong-type", n.At, "%s is a %s, want a %s", n.Text, c.p.Kinds[card.Kind].Name, c.p.Kinds[kind].Name).
			See(card.At, "%s is declared here", n.Text)
		return nil
	}
	return card
}

func (c *names) isCardOption(name string) bool {
	i, ok := c.index.options.of[name]
	return ok && c.p.Options[i].Type.Kind == ir.CardOf
}

func (c *names) undefinedField(n syntax.Name, kind *ir.Kind) {
	var names []string
	for _, f := range kind.Fields {
		if f.Class == ir.Printed || f.Class == ir.Stat || f.Class == ir.Carried {
			names = append(names, f.Name)
		}
	}
	d := c.lacking("undefined-field", n.At, "kind %s has no field %s", kind.Name, n.Text)
	if kind.At.IsValid() {
		d.See(kind.At, "%s is declared here", kind.Name)
	}
	d.Suggest(diag.Nearest(n.Text, names))
}

// cellNamed finds a cell of a card's instances, its own or its kind's.
func (c *names) cellNamed(card *ir.Card, n syntax.Name) *ir.Field {
	var names []string
	for _, list := range [][]*ir.Field{card.Own, c.p.Kinds[card.Kind].Fields} {
		for _, f := range list {
			if f.Class != ir.Cell {
				continue
			}
			if f.Name == n.Text {
				return f
			}
			names = append(names, f.Name)
		}
	}
	c.lacking("undefined-field", n.At, "%s has no cell %s", card.Name, n.Text).
		See(card.At, "%s is declared here", card.Name).Suggest(diag.Nearest(n.Text, names))
	return nil
}

// event resolves the name of an event; nil when there is none.
func (c *names) event(n syntax.Name) *ir.Event {
	i, ok := c.index.events.of[n.Text]
	if ok {
		return c.p.Events[i]
	}
	c.used.scan(n.Text)
	if e := c.decls.events.entries[n.Text]; e != nil {
		c.unknown("undefined-event", n.At, "%s is a %s, it gives a value and does nothing", n.Text, e.word).See(e.at, "%s is declared here", n.Text)
	} else {
		c.undeclared(&c.index.events, "event", n)
	}
	return nil
}

func (c *names) isSpan(name string) bool {
	i, ok := c.index.events.of[name]
	return name == "game" || ok && c.p.Events[i].Word == ir.SpanEvent
}

// span resolves the name of a span; -1 when it is none.
func (c *names) span(n syntax.Name) int {
	i, ok := c.index.events.of[n.Text]
	if ok && c.p.Events[i].Word == ir.SpanEvent {
		return i
	}
	if ok {
		c.unknown("undefined-span", n.At, "%s is no span, it does not last", n.Text).See(c.p.Events[i].At, "%s is declared here", n.Text)
		return -1
	}
	names := []string{}
	for _, ev := range c.p.Events {
		if ev.Word == ir.SpanEvent {
			names = append(names, ev.Name)
		}
	}
	c.unknown("undefined-span", n.At, "there is no span %s", n.Text).Suggest(diag.Nearest(n.Text, names))
	return -1
}

// firstKind is the kind of an event's first parameter; -1 when it is none.
func (c *names) firstKind(ev *ir.Event) int {
	if len(ev.Fields) > 0 && ev.Fields[0].Type.Kind == ir.Inst {
		return ev.Fields[0].Type.Ref
	}
	return -1
}

func (c *names) tag(n syntax.Name) int {
	i, ok := c.index.tags[n.Text]
	c.used.tags.add(int64(i))
	if !ok {
		c.lacking("undefined-tag", n.At, "nothing has the tag %s", n.Text).Suggest(c.near(n.Text, func() []string { return c.p.Tags }))
		return -1
	}
	return i
}

func (c *names) tags(list []syntax.Member) []int {
	var tags []int
	for _, m := range list {
		if t, ok := m.(*syntax.TagMember); ok {
			tags = append(tags, c.tagNumbers(t.Names)...)
		}
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

func (c *names) tagNumbers(names []syntax.Name) []int {
	var tags []int
	for _, n := range names {
		tags = append(tags, c.index.tags[n.Text])
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

// labels are the labels of a card's own clauses and those of its kind.
func (c *names) labels(card *ir.Card) []string {
	list := slices.Clone(c.index.cards.decls[card.ID].members)
	for k := card.Kind; k >= 0; k = c.p.Kinds[k].Parent {
		list = append(list, c.index.kinds.decls[k].members...)
	}
	var labels []string
	for _, m := range list {
		if cl, ok := m.(*syntax.Clause); ok && cl.Label != nil {
			labels = append(labels, cl.Label.Text)
		}
	}
	return labels
}

// kindFieldOf is the field of a kind that PrintedOf, StatOf, BaseOf or DerivedOf reads.
func (c *names) kindFieldOf(e *ir.Expr) *ir.Field {
	k := e.Ref
	if len(e.Args) > 0 && e.Args[0].Type.Kind == ir.Inst && e.Args[0].Type.Ref >= 0 {
		k = e.Args[0].Type.Ref
	}
	if k < 0 || k >= len(c.p.Kinds) || e.N < 0 || e.N >= int64(len(c.p.Kinds[k].Fields)) {
		return nil
	}
	return c.p.Kinds[k].Fields[e.N]
}

// fieldName is the name of the field that an expression reads.
func (c *names) fieldName(e *ir.Expr) string {
	if e.Op == ir.CellOf {
		return e.Name
	}
	if f := c.kindFieldOf(e); f != nil {
		return f.Name
	}
	return e.Name
}
