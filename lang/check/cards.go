package check

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// lowerCards compiles what the cards print, bring and remember.
func (c *bodies) lowerCards() {
	for _, card := range c.p.Cards {
		for _, f := range card.Params {
			c.lowerRange(f)
		}
	}
	for i, card := range c.p.Cards {
		list := c.index.cards.decls[i].members
		pl := c.selfPlace(card.Kind, card)
		for _, f := range card.Own[len(card.Params):] {
			c.lowerRange(f)
			f.Default = nil
			c.lowerDefault(f, pl)
			if s := c.index.fields[f]; s.def == nil && (f.Type.Optional || f.Type.IsList()) {
				f.Default = absent(f.Type, f.At)
			}
		}
		c.cardTexts(card, list, pl)
		c.cardValues(card, list)
	}
}

// cardTexts: the first text of each language is the name, what follows are sentences of the card.
func (c *bodies) cardTexts(card *ir.Card, list []syntax.Member, pl *place) {
	card.Texts = ir.Texts{}
	to := &card.Texts
	for _, m := range list {
		m, ok := m.(*syntax.TextMember)
		if !ok {
			continue
		}
		if to.En != nil && m.Text.Lang.Text == "en" || to.Fr != nil && m.Text.Lang.Text == "fr" {
			card.Rules = append(card.Rules, ir.Texts{})
			to = &card.Rules[len(card.Rules)-1]
		}
		if to != &card.Texts {
			c.writtenOut(m.Text.Str)
		}
		c.addText(to, m.Text, pl)
	}
}

func (c *bodies) cardValues(card *ir.Card, list []syntax.Member) {
	kind := c.p.Kinds[card.Kind]
	card.Values = make([]ir.Value, len(kind.Fields))
	given := map[string]source.Span{}
	for _, m := range list {
		m, ok := m.(*syntax.ValueMember)
		if !ok || c.taken(given, m.Name, "field") {
			continue
		}
		i := ir.FieldNamed(kind.Fields, m.Name.Text)
		if i < 0 {
			c.undefinedField(m.Name, kind)
			continue
		}
		f := kind.Fields[i]
		switch f.Class {
		case ir.Printed, ir.Stat:
			if v, ok := c.constant(m.Value, f.Type); ok && c.inRange(v, f, m.Value.At) {
				card.Values[i] = v
			}
		case ir.Carried:
			if f.Type.Kind == ir.Inst {
				card.Carry = append(card.Carry, c.carried(m.Value, f.Type.Ref)...)
			}
		case ir.Cell:
			c.errorf("invalid-member", m.Name.At, "%s is memory of the instance, not printed on the card", f.Name).See(f.At, "%s is declared here", f.Name)
		case ir.Derived:
			c.errorf("invalid-member", m.Name.At, "%s is computed, not printed on the card", f.Name).See(f.At, "%s is declared here", f.Name)
		}
	}
	for i, f := range kind.Fields {
		if _, ok := given[f.Name]; ok || f.Class != ir.Printed && f.Class != ir.Stat {
			continue
		}
		s := c.index.fields[f]
		switch {
		case f.Default != nil:
			card.Values[i] = ir.Value{N: f.Default.N, L: f.Default.List}
		case s.def == nil && f.Type.Kind != ir.Bad && card.At.IsValid():
			c.errorf("missing-field", card.At, "%s does not say its %s", card.Name, f.Name).See(f.At, "%s is declared here", f.Name)
		}
	}
}
