package claim

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Mentions are the clauses and actions of others that ask for a card: what they say is said of it, too.
func Mentions(p *ir.Program, c *ir.Card) []*Clause {
	var out []*Clause
	named := func(e *ir.Expr) bool { return asks(e, c) }
	for _, h := range p.Hooks {
		if h.Card != c.ID && (asks(h.When, c) || asksIn(h.Do, named)) {
			var of *ir.Card
			if h.Card >= 0 {
				of = p.Cards[h.Card]
			}
			out = add(p, out, of, h)
		}
	}
	for _, ev := range p.Events {
		if ev.Giver == c.ID || slices.Contains(c.Actions, ev.ID) {
			continue
		}
		if slices.ContainsFunc(ev.Requires, func(r *ir.Require) bool { return asks(r.Cond, c) }) {
			out = append(out, action(p, nil, ev))
		}
	}
	return out
}

// Named tells whether anything that is played names a card, or one of it: whatever is declared, but cards as such and scripts.
func Named(p *ir.Program, c *ir.Card) bool {
	found, all := false, p.CardRef(c.ID)
	look := func(e *ir.Expr) {
		e.Walk(func(x *ir.Expr) bool {
			found = found || isCard(x, c) ||
				x.Type.Kind == ir.Inst && x.Type.Ref == all || x.Op == ir.CallPrim && x.Ref == all
			return !found
		})
	}
	for _, part := range []any{p.Kinds, p.Events, p.Bags, p.Zones, p.Funcs, p.Tables, p.Options, p.Hooks} {
		ir.Visit(part, func(x any) bool {
			switch x := x.(type) {
			case *ir.Field:
				look(x.Default)
			case *ir.Expr:
				look(x)
				return false
			}
			return !found
		})
	}
	return found
}

// isCard tells whether an expression is a card, as it is named.
func isCard(x *ir.Expr, c *ir.Card) bool {
	return x.Op == ir.Const && x.Type.Kind == ir.CardOf && x.N == int64(c.ID)
}

// asks tells whether an expression names a card.
func asks(e *ir.Expr, c *ir.Card) bool {
	found := false
	e.Walk(func(x *ir.Expr) bool {
		found = found || isCard(x, c)
		return !found
	})
	return found
}

// asked are the cards that a clause, an action or an event asks for.
func asked(p *ir.Program) map[int]bool {
	out := map[int]bool{}
	note := func(e *ir.Expr) bool {
		e.Walk(func(x *ir.Expr) bool {
			if x.Op == ir.Const && x.Type.Kind == ir.CardOf {
				out[int(x.N)] = true
			}
			return true
		})
		return false
	}
	for _, h := range p.Hooks {
		note(h.When)
		asksIn(h.Do, note)
	}
	for _, ev := range p.Events {
		for _, r := range ev.Requires {
			note(r.Cond)
		}
	}
	return out
}

// asksIn tells whether a condition of a statement, at the outermost level, asks for something.
func asksIn(b *ir.Block, ask func(*ir.Expr) bool) bool {
	if b == nil {
		return false
	}
	return slices.ContainsFunc(b.Stmts, func(s ir.Stmt) bool {
		i, ok := s.(*ir.If)
		return ok && (ask(i.Cond) || asksIn(i.Then, ask) || asksIn(i.Else, ask))
	})
}
