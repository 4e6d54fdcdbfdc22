package check

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// contribution is `add E to F layer L` or one of its siblings.
type contribution struct {
	word   string
	op     ir.ContributeOp
	at     source.Span
	target syntax.Slice
	value  syntax.Slice
	layer  *syntax.Name
}

// contribute compiles a contribution to a field of the event, or to a stat.
func (c *coder) contribute(s contribution, pl *place) ir.Stmt {
	if pl.mode != foldMode && (pl.mode != hookMode || pl.stage != ir.Before && pl.stage != ir.MayBefore) {
		c.errorf("invalid-statement", s.at, "%s contributes: that is possible only in while and before", s.word)
		return nil
	}
	target := c.expr(s.target, pl, tAny)
	if target == nil {
		return nil
	}
	to := c.folded(target, s.target, pl)
	if to == nil {
		return nil
	}
	want := target.Type
	op := s.op
	switch {
	case op == ir.MulOp || op == ir.DivUp || op == ir.DivDown:
		want = tInt
	case want.Kind == ir.Dice || want.Kind == ir.Target:
		if op == ir.AddOp { // D6 plus 1 is D6+1
			want = tInt
		}
	}
	value := c.expr(s.value, pl, want)
	if value == nil {
		return nil
	}
	layer := len(to.field.Layers) - 1
	if s.layer != nil {
		if layer = slices.Index(to.field.Layers, s.layer.Text); layer < 0 {
			c.unknown("undefined-layer", s.layer.At, "%s has no layer %s", to.field.Name, s.layer.Text).
				See(to.field.At, "%s is declared here", to.field.Name).Suggest(diag.Nearest(s.layer.Text, to.field.Layers))
			return nil
		}
	}
	base := ir.At(s.at)
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
func (c *coder) folded(target *ir.Expr, text syntax.Slice, pl *place) *foldTarget {
	switch target.Op {
	case ir.EventField:
		i := fieldAt(pl.event, target)
		if i < 0 {
			break
		}
		f := pl.event.Fields[i]
		if len(f.Layers) == 0 {
			c.unknown("undefined-layer", text.At, "%s of %s has no layers, nothing can be added to it", f.Name, pl.event.Name).
				See(f.At, "%s is declared here", f.Name)
			return nil
		}
		return &foldTarget{field: f, index: i}
	case ir.StatOf:
		if pl.event != nil {
			c.errorf("invalid-target", text.At, "a clause about %s contributes to its fields: to change the stat, write a `while` with a condition", pl.event.Name)
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
	c.errorf("invalid-target", text.At, "got %s, want a stat or a field with layers", text.Text)
	return nil
}
