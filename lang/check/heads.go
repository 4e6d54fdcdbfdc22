package check

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// clauses compiles the clauses of cards and kinds.
type clauses struct{ *coder }

// whileEvent tells whether `while X` speaks of an event.
func (c *clauses) whileEvent(head *syntax.WhileHead) *ir.Event {
	if head.Cond == nil {
		return nil
	}
	if i, ok := c.index.events.of[strings.TrimSpace(head.Cond.Text)]; ok {
		return c.p.Events[i]
	}
	return nil
}

func (c *clauses) eachStat(s *syntax.EachHead, pl *place) (*place, *ir.EachStat) {
	pl = pl.inner()
	t := c.typeOf(s.Type)
	if !c.mustBeKind(t, s.Type.At) {
		t = ir.Type{}
	}
	c.checkName(s.Name)
	e := &ir.EachStat{Kind: t.Ref, Temp: pl.temp(s.Name.Text, t)}
	e.Where = c.condition(s.Where, pl)
	pl.know(e.Where, true)
	return pl, e
}

// ignored resolves what an ignore names: a tag, a card, or a clause of a card.
func (c *clauses) ignored(s *syntax.IgnoreHead, t *ir.HookTarget) {
	if s.Tag {
		if i := c.tag(s.What); i >= 0 {
			t.Tag = i
		}
		return
	}
	card := c.cardNamed(s.What, -1)
	if card == nil {
		return
	}
	t.Card = card.ID
	if s.Part == nil {
		return
	}
	t.Label = s.Part.Text
	labels := c.labels(card)
	if !slices.Contains(labels, t.Label) {
		c.lacking("undefined-label", s.Part.At, "%s has no clause %s", card.Name, t.Label).
			See(card.At, "%s is declared here", card.Name).Suggest(diag.Nearest(t.Label, labels))
	}
}

// waived resolves the requirement that a waive names.
func (c *clauses) waived(s *syntax.WaiveHead, ev *ir.Event, t *ir.HookTarget) {
	t.Label = s.What.Text
	var labels []string
	for _, m := range c.index.events.decls[ev.ID].members {
		if r, ok := m.(*syntax.RequireMember); ok {
			labels = append(labels, r.Label.Text)
		}
	}
	if !slices.Contains(labels, t.Label) {
		c.lacking("undefined-label", s.What.At, "%s has no requirement %s", ev.Name, t.Label).
			See(ev.At, "%s is declared here", ev.Name).Suggest(diag.Nearest(t.Label, labels))
	}
}

// reads is the mask of what a condition depends on. What depends on places, or on everything in
// play, depends on everything.
func (c *clauses) reads(e *ir.Expr) uint64 {
	mask := uint64(0)
	seen := map[*ir.Expr]bool{}
	var visit func(e *ir.Expr)
	visit = func(e *ir.Expr) {
		if e == nil || seen[e] {
			return
		}
		seen[e] = true
		e.Walk(func(e *ir.Expr) bool {
			switch e.Op {
			case ir.CellOf, ir.PrintedOf:
				mask |= ir.MaskOf(c.fieldName(e))
			case ir.DerivedOf:
				mask |= ir.MaskOf(c.fieldName(e))
				if f := c.kindFieldOf(e); f != nil {
					visit(f.Default)
				}
			case ir.CallFunc:
				visit(c.p.Funcs[e.N].Body)
			case ir.CallTable:
				for _, r := range c.p.Tables[e.N].Rows {
					visit(r.Expr)
				}
			case ir.StatOf, ir.BaseOf: // what contributes to it may depend on anything
				mask = ^uint64(0)
			default:
				if e.Reads().Any(ir.ReadsTable) {
					mask = ^uint64(0)
				}
			}
			return true
		})
	}
	visit(e)
	return mask
}
