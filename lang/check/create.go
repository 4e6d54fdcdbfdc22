package check

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// apply compiles `apply CARD to X DURATION`.
func (c *coder) apply(s *syntax.ApplyStmt, pl *place) ir.Stmt {
	out := &ir.Create{Base: ir.At(s.Span()), Apply: true, Card: -1}
	card := c.createdCard(s.Card, pl, out)
	out.To = c.expr(s.To, pl, tInst)
	out.From = c.optionalExpr(s.From, pl, tInst)
	if card != nil {
		c.appliedTo(card, out.To, pl)
	}
	if s.Duration == nil {
		c.errorf("missing-duration", s.Span(), "say how long it lasts: permanent, while source, until used, for N SPAN, until end of SPAN ...")
	} else {
		out.Duration = c.duration(s.Duration, pl)
	}
	return c.created(out, card, s.For, s.Place, s.As, pl)
}

// create compiles `create CARD`.
func (c *coder) create(s *syntax.CreateStmt, pl *place) ir.Stmt {
	out := &ir.Create{Base: ir.At(s.Span()), Card: -1}
	card := c.createdCard(s.Card, pl, out)
	return c.created(out, card, s.For, s.Place, s.As, pl)
}

// created compiles what apply and create end with.
func (c *coder) created(out *ir.Create, card *ir.Card, whose *syntax.Slice, at syntax.Place, as *syntax.Name, pl *place) ir.Stmt {
	out.For = c.optionalExpr(whose, pl, tPlayer)
	if at != nil {
		out.Place = c.place(at, pl)
	}
	if on, ok := out.Place.(*ir.OnInstance); ok && card != nil {
		c.appliedTo(card, on.Inst, pl)
	}
	if as != nil {
		c.checkName(*as)
		t := tInst
		if card != nil {
			t = instOf(card.Kind)
		} else if out.CardExpr != nil {
			t = instOf(out.CardExpr.Type.Ref)
		}
		v := pl.local(as.Text, t)
		out.As = &v
	}
	if out.Card < 0 && out.CardExpr == nil {
		return nil
	}
	return out
}

// createdCard resolves the card of a create: by its name, or computed.
func (c *coder) createdCard(call syntax.Call, pl *place, out *ir.Create) *ir.Card {
	if e := pl.names[call.Name.Text]; e != nil || c.isCardOption(call.Name.Text) {
		if len(call.Args) > 0 {
			c.unknown("undefined-argument", call.At, "%s is computed: its parameters are not known here", call.Name.Text)
			return nil
		}
		out.CardExpr = c.expr(syntax.Slice{Node: call.Name.Node, Text: call.Name.Text}, pl, ir.Type{Kind: ir.CardOf, Ref: -1})
		return nil
	}
	card := c.cardNamed(call.Name, -1)
	if card == nil {
		return nil
	}
	out.Card = card.ID
	out.Args = c.cardArgs(card, call, pl)
	return card
}

// givenStmt puts an instance into play before anything happens.
func (c *coder) givenStmt(s *syntax.GivenStmt, pl *place) ir.Stmt {
	c.checkName(s.Name)
	out := &ir.Create{Base: ir.At(s.Node.At), Given: true, Card: -1}
	card := c.cardNamed(s.Card.Name, -1)
	if s.For != nil {
		out.For = c.expr(*s.For, pl, tPlayer)
	}
	if s.At != nil {
		out.Place = c.place(s.At, pl)
	}
	if card == nil {
		pl.forget(s.Name)
		return nil
	}
	out.Card = card.ID
	out.Args = c.cardArgs(card, s.Card, pl)
	if on, ok := out.Place.(*ir.OnInstance); ok {
		c.appliedTo(card, on.Inst, pl)
	}
	v := pl.local(s.Name.Text, instOf(card.Kind))
	out.As = &v
	given := map[string]source.Span{}
	for _, a := range s.Cells {
		if a.Name == nil {
			c.errorf("missing-name", a.At, "name the cell: `CELL: ...`")
			continue
		}
		if c.taken(given, *a.Name, "cell") {
			continue
		}
		f := c.cellNamed(card, *a.Name)
		if f == nil {
			continue
		}
		if e := c.argument(a.Value, f, pl); e != nil {
			out.Cells = append(out.Cells, ir.CellInit{Field: f, Value: e})
		}
	}
	return out
}
