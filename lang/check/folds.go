package check

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

var contributions = map[string]ir.ContributeOp{
	"set": ir.SetOp, "add": ir.AddOp, "multiply": ir.MulOp, "raise": ir.RaiseOp, "cap": ir.CapOp,
}

// contribute compiles a contribution to a field of the event, or to a stat.
func (c *checker) contribute(s *syntax.ContributeStmt, pl *place) ir.Stmt {
	if pl.mode != foldMode && (pl.mode != hookMode || pl.stage != ir.Before && pl.stage != ir.MayBefore) {
		c.errorf("invalid-statement", s.At, "%s contributes: that is possible only in while and before", s.Op.Text)
		return nil
	}
	op := contributions[s.Op.Text]
	if s.Op.Text == "divide" {
		op = ir.DivDown
		if s.Round == "up" {
			op = ir.DivUp
		}
	}
	target := c.expr(s.Target, pl, tAny)
	if target == nil {
		return nil
	}
	to := c.folded(target, s, pl)
	if to == nil {
		return nil
	}
	want := target.Type
	switch {
	case op == ir.MulOp || op == ir.DivUp || op == ir.DivDown:
		want = tInt
	case want.Kind == ir.Dice || want.Kind == ir.Target:
		if op == ir.AddOp { // D6 plus 1 is D6+1
			want = tInt
		}
	}
	value := c.expr(s.Value, pl, want)
	if value == nil {
		return nil
	}
	layer := len(to.field.Layers) - 1
	if s.Layer != nil {
		if layer = slices.Index(to.field.Layers, s.Layer.Text); layer < 0 {
			c.unknown("undefined-layer", s.Layer.At, "%s has no layer %s", to.field.Name, s.Layer.Text).
				See(to.field.At, "%s is declared here", to.field.Name).Suggest(diag.Nearest(s.Layer.Text, to.field.Layers))
			return nil
		}
	}
	base := ir.Base{At: s.At}
	if to.inst == nil {
		return &ir.ContributeField{Base: base, Op: op, Value: value, Field: to.field, Index: to.index, Layer: layer}
	}
	return &ir.ContributeStat{Base: base, Op: op, Value: value, Inst: to.inst, Kind: to.kind, Index: to.index, Layer: layer}
}

// foldTarget is what is contributed to: a field of the event, or a stat of an instance.
type foldTarget struct {
	field *ir.Field
	index int
	inst  *ir.Expr // nil for a field
	kind  int
}

// folded finds the field or stat that is contributed to.
func (c *checker) folded(target *ir.Expr, s *syntax.ContributeStmt, pl *place) *foldTarget {
	switch target.Op {
	case ir.EventField:
		i := c.fieldAt(pl.event, target)
		if i < 0 {
			break
		}
		f := pl.event.Fields[i]
		if len(f.Layers) == 0 {
			c.unknown("undefined-layer", s.Target.At, "%s of %s has no layers, nothing can be added to it", f.Name, pl.event.Name).
				See(f.At, "%s is declared here", f.Name)
			return nil
		}
		return &foldTarget{field: f, index: i}
	case ir.StatOf:
		if pl.event != nil {
			c.errorf("invalid-target", s.Target.At, "a clause about %s contributes to its fields: to change the stat, write a `while` with a condition", pl.event.Name)
			return nil
		}
		k := target.Ref
		if t := target.Args[0].Type; t.Kind == ir.Inst && t.Ref >= 0 {
			k = t.Ref
		}
		i := int(target.N)
		k = c.declaring(k, i)
		return &foldTarget{field: c.p.Kinds[k].Fields[i], index: i, inst: target.Args[0], kind: k}
	}
	c.errorf("invalid-target", s.Target.At, "got %s, want a stat or a field with layers", s.Target.Text)
	return nil
}

// fieldAt is the index of the event's field that an expression reads; -1 when it is another's.
func (c *checker) fieldAt(ev *ir.Event, e *ir.Expr) int {
	if ev == nil {
		return -1
	}
	for i, f := range ev.Fields {
		if int64(f.Slot) == e.N && f.Type.IsList() == e.Lists {
			return i
		}
	}
	return -1
}

// stat is the identity of a stat.
type stat struct{ kind, index int }

// splitStats makes a hook for each stat that the body contributes to.
func (c *checker) splitStats(h *ir.Hook) []*ir.Hook {
	var order []stat
	seen := map[stat]bool{}
	walkStmts(h.Do, func(s ir.Stmt) {
		if s, ok := s.(*ir.ContributeStat); ok && !seen[stat{s.Kind, s.Index}] {
			seen[stat{s.Kind, s.Index}] = true
			order = append(order, stat{s.Kind, s.Index})
		}
	})
	var out []*ir.Hook
	for _, st := range order {
		n := *h
		n.StatKind, n.Stat = st.kind, st.index
		n.Do = only(h.Do, st)
		out = append(out, &n)
	}
	return out
}

// only is the block without the contributions to other stats.
func only(b *ir.Block, st stat) *ir.Block {
	if b == nil {
		return nil
	}
	out := &ir.Block{At: b.At}
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.ContributeStat:
			if s.Kind == st.kind && s.Index == st.index {
				out.Stmts = append(out.Stmts, s)
			}
		case *ir.If:
			n := *s
			n.Then, n.Else = only(s.Then, st), only(s.Else, st)
			if len(n.Then.Stmts) > 0 || n.Else != nil && len(n.Else.Stmts) > 0 {
				out.Stmts = append(out.Stmts, &n)
			}
		default:
			out.Stmts = append(out.Stmts, s)
		}
	}
	return out
}

// reads is the mask of what a condition depends on. What depends on places, or on everything in
// play, depends on everything.
func (c *checker) reads(e *ir.Expr) uint64 {
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

// kindFieldOf is the field of a kind that PrintedOf, StatOf, BaseOf or DerivedOf reads.
func (c *checker) kindFieldOf(e *ir.Expr) *ir.Field {
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
func (c *checker) fieldName(e *ir.Expr) string {
	if e.Op == ir.CellOf {
		return e.Name
	}
	if f := c.kindFieldOf(e); f != nil {
		return f.Name
	}
	return e.Name
}
