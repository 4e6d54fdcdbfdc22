package check

import (
	"strings"

	"github.com/kdsl-lang/kdsl/lang/cond"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// exprs compiles expressions, and what consists of them: values, texts, calls, forms.
type exprs struct {
	*bearers
	env      *cond.Env
	compiled map[meaning]*ir.Expr // texts without errors
}

// expr compiles a text as a value of type want (tAny: any). It is nil after an error.
func (c *exprs) expr(s syntax.Slice, pl *place, want ir.Type) *ir.Expr {
	return c.oneOf(s, pl, want)
}

// oneOf compiles a text as the first type that fits; what is wrong is told of the first type.
func (c *exprs) oneOf(s syntax.Slice, pl *place, types ...ir.Type) *ir.Expr {
	var first diag.List
	for i, t := range types {
		e, diags := c.compile(s, pl, t)
		if e != nil {
			c.adopt(diags)
			c.record(e, pl)
			return e
		}
		if i == 0 {
			first = diags
		}
	}
	c.adopt(first)
	c.used.scan(s.Text)
	return nil
}

// compile compiles a text, and tells what is wrong with it.
func (c *exprs) compile(s syntax.Slice, pl *place, want ir.Type) (*ir.Expr, diag.List) {
	text := strings.TrimSpace(s.Text)
	if text == "" {
		return nil, nil // the parser has said so
	}
	if e := notation(text, s.At, want); e != nil {
		return e, nil
	}
	key := pl.meaning(s.At, want)
	if e := c.compiled[key]; e != nil {
		return e, nil
	}
	e, diags := c.env.Compile(s.At, &cond.Scope{Names: pl.names, Facts: pl.facts, Temps: pl.temps, Hint: pl.hint,
		Terse: len(c.list) > diag.MaxGuesses}, want)
	if diags.HasErrors() {
		return nil, diags
	}
	if e != nil && len(diags) == 0 {
		if c.compiled == nil {
			c.compiled = map[meaning]*ir.Expr{}
		}
		c.compiled[key] = e
	}
	return e, diags
}

// notation reads dice and targets, which are no CEL.
func notation(text string, at source.Span, want ir.Type) *ir.Expr {
	parse := value.ParseDice
	switch want.Kind {
	case ir.Dice:
	case ir.Target:
		parse = value.ParseTarget
	default:
		return nil
	}
	if v, ok := parse(text); ok {
		return &ir.Expr{Op: ir.Const, Type: want.Required(), N: v, At: at, Name: text}
	}
	return nil
}

// record notes what an expression uses, and reports names that mean two things.
func (c *exprs) record(e *ir.Expr, pl *place) {
	e.Walk(func(e *ir.Expr) bool {
		c.used.expr(e, pl.frame)
		if e.Op == ir.EventField && pl.clash[e.Name] != "" {
			c.errorf("ambiguous-name", e.At, "%s is a field of %s and a %s of the card: write this.%s for the field, or rename the other",
				e.Name, pl.event.Name, pl.clash[e.Name], e.Name)
		}
		return true
	})
}

// optionalExpr compiles a text that may be missing.
func (c *exprs) optionalExpr(s *syntax.Slice, pl *place, want ir.Type) *ir.Expr {
	if s == nil {
		return nil
	}
	return c.expr(*s, pl, want)
}

// condition compiles a text that may be missing as a condition.
func (c *exprs) condition(s *syntax.Slice, pl *place) *ir.Expr { return c.optionalExpr(s, pl, tBool) }

// player compiles a text as a player, who may be absent.
func (c *exprs) player(s syntax.Slice, pl *place) *ir.Expr {
	t := tPlayer
	t.Optional = true
	return c.expr(s, pl, t)
}

// players compiles a text as a player or a list of players.
func (c *exprs) players(s syntax.Slice, pl *place) *ir.Expr {
	e := c.expr(s, pl, tAny)
	if e == nil {
		return nil
	}
	t := scalar(e.Type)
	if t.Kind != ir.Inst || t.Ref != ir.PlayerKind || e.Type.Optional {
		c.errorf("wrong-type", s.At, "got %s, want a player or a list of players", c.p.TypeName(e.Type))
		return nil
	}
	return e
}

// score compiles a preference: a number, or a condition; nil gives nil.
func (c *exprs) score(s *syntax.Slice, pl *place) *ir.Expr {
	if s == nil {
		return nil
	}
	e := c.expr(*s, pl, tAny)
	if e != nil && e.Type.Kind != ir.Int && e.Type.Kind != ir.Length && e.Type.Kind != ir.Bool && e.Type.Kind != ir.Bad {
		c.errorf("wrong-type", s.At, "a preference is a number, got %s", c.p.TypeName(e.Type))
		return nil
	}
	return e
}

// selfPlace is where the clauses and expressions of kind k stand, or of a card of it.
func (c *exprs) selfPlace(k int, card *ir.Card) *place {
	pl := &place{kind: k, card: card}
	self := &ir.Expr{Op: ir.Self, Type: instOf(k), Ref: k, Name: "self"}
	pl.bind("self", self)
	b := c.bearerKind(k)
	bearer := &ir.Expr{Op: ir.SelfBearer, Type: instOf(b), Ref: b, Name: "bearer"}
	pl.bind("bearer", bearer)
	pl.bind("owner", &ir.Expr{Op: ir.OwnerOf, Type: tPlayer, Args: []*ir.Expr{bearer}, Name: "owner"})
	if card != nil {
		for _, f := range card.Own {
			pl.bind(f.Name, &ir.Expr{Op: ir.CellOf, Type: f.Type, N: int64(f.Slot), Args: []*ir.Expr{self}, Name: f.Name, Lists: f.Type.IsList()})
		}
	}
	return pl
}

// inEvent adds the bare names of an event's fields; only the first n fields, or all with n < 0.
func (c *exprs) inEvent(pl *place, ev *ir.Event, n int) *place {
	pl = pl.inner()
	pl.event = ev
	pl.clash = map[string]string{}
	for i, f := range ev.Fields {
		if i == n {
			break
		}
		if f.Name == doneField && pl.mode != scriptMode {
			continue
		}
		old := pl.names[f.Name]
		pl.bind(f.Name, eventField(f))
		if pl.card != nil && old != nil && old.Op == ir.CellOf {
			pl.clash[f.Name] = "cell"
			for _, p := range pl.card.Params {
				if p.Name == f.Name {
					pl.clash[f.Name] = "parameter"
				}
			}
		}
	}
	pl.bind("this", &ir.Expr{Op: ir.This, Type: ir.Type{Kind: ir.Record, Ref: ev.ID}, Ref: ev.ID, Name: "this"})
	return pl
}
