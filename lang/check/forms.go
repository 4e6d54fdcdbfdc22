package check

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// formField compiles one field of a form. `it`, the candidate, has the type of the field: for a
// selection of several it is the whole selection. ev is nil in a `choose` statement.
func (c *exprs) formField(s *syntax.FormField, f *ir.Field, pl *place, ev *ir.Event) *ir.FormField {
	t := f.Type.Required()
	if known := c.index.fields[f]; known != nil && known.each {
		t = f.Type.Element()
	}
	if t.Kind == ir.Bad {
		return nil
	}
	ff := &ir.FormField{Field: f, Type: t, All: -1}
	ff.Type.Optional = f.Type.Optional
	c.candidates(ff, s, t, pl, ev)
	it := pl.inner()
	ff.It = it.temp("it", t)
	ff.Where = c.condition(s.Where, it)
	it.know(ff.Where, true)
	ff.Prefer = c.score(s.Prefer, it)
	return ff
}

// candidates compiles where the answers come from.
func (c *exprs) candidates(ff *ir.FormField, s *syntax.FormField, t ir.Type, pl *place, ev *ir.Event) {
	f := ff.Field
	switch {
	case s.Within != nil:
		if t.Kind != ir.Point && t.Kind != ir.Path {
			c.errorf("wrong-type", s.Within.At, "only a point or a path lies within a length, %s is %s", f.Name, c.p.TypeName(t))
			return
		}
		ff.Within = c.expr(*s.Within, pl, tLength)
		switch {
		case s.Of != nil:
			ff.Of = c.expr(*s.Of, pl, tAny)
			if e := ff.Of; e != nil && e.Type.Kind != ir.Inst && e.Type.Kind != ir.Point {
				c.errorf("wrong-type", s.Of.At, "got %s, want an instance or a point", c.p.TypeName(e.Type))
			}
		case ev != nil && c.firstKind(ev) >= 0: // the one whose event it is
			ff.Of = eventField(ev.Fields[0])
			ff.Of.At = s.Within.At
		default:
			c.errorf("missing-value", s.At, "say within what of whom: `within LENGTH of X`")
		}
	case t.Kind == ir.Point || t.Kind == ir.Path:
		c.errorf("missing-value", s.At, "say where %s may lie: `within LENGTH of X`", f.Name)
	case t.Kind == ir.List:
		if s.Count == nil {
			c.errorf("missing-value", s.At, "say how many: `%s: list<...> in LIST count N`", f.Name)
			return
		}
		ff.Some = true
		ff.CountLo = c.optionalExpr(s.Count.Lo, pl, tInt)
		ff.CountHi = ff.CountLo
		if s.Count.Hi != nil {
			ff.CountHi = c.optionalExpr(s.Count.Hi, pl, tInt)
		}
		ff.Repeat = c.optionalExpr(s.Repeat, pl, tInt)
		c.members(ff, s, t.Element(), pl)
		switch { // some of them are picked from a list, though none is written
		case ff.All >= 0 && ff.In == nil:
			ff.In = &ir.Expr{Op: ir.AllOf, Type: ir.ListOf(t.Element()), Ref: ff.All, At: s.At}
			ff.All = -1
		case ff.Bool:
			ff.In = &ir.Expr{Op: ir.Const, Type: ir.ListOf(t.Element()), List: []int64{0, 1}, At: s.At}
			ff.Bool = false
		}
	case s.Count != nil || s.Repeat != nil:
		c.errorf("wrong-type", s.At, "only a list is chosen by count, %s is %s", f.Name, c.p.TypeName(t))
	case s.Range != nil:
		if t.Kind != ir.Int && t.Kind != ir.Length && t.Kind != ir.Target {
			c.errorf("wrong-type", s.Range.At, "only a number has a range, %s is %s", f.Name, c.p.TypeName(t))
			return
		}
		ff.Lo, ff.Hi = c.optionalExpr(s.Range.Lo, pl, t), c.optionalExpr(s.Range.Hi, pl, t)
		if s.Range.Lo == nil || s.Range.Hi == nil {
			c.errorf("missing-value", s.Range.At, "a number that is chosen has both ends: `in LO..HI`")
		}
	default:
		c.members(ff, s, t, pl)
	}
}

// members compiles `in LIST`, or takes everything that the type has.
func (c *exprs) members(ff *ir.FormField, s *syntax.FormField, t ir.Type, pl *place) {
	switch {
	case s.In != nil:
		ff.In = c.expr(*s.In, pl, ir.ListOf(t))
	case t.Kind == ir.Inst:
		ff.All = t.Ref
	case t.Kind == ir.Bool:
		ff.Bool = true
	case t.Kind == ir.EnumType:
		ff.In = &ir.Expr{Op: ir.Const, Type: ir.ListOf(t), At: s.At}
		for i := range c.p.Enums[t.Ref].Values {
			ff.In.List = append(ff.In.List, int64(i))
		}
	case t.Kind == ir.CardOf:
		ff.In = &ir.Expr{Op: ir.Const, Type: ir.ListOf(t), At: s.At}
		for _, card := range c.p.Cards {
			if c.p.IsA(card.Kind, t.Ref) {
				ff.In.List = append(ff.In.List, int64(card.ID))
			}
		}
	default:
		c.errorf("missing-value", s.At, "say out of what %s is chosen: `in LIST` or `in LO..HI`", ff.Field.Name)
	}
}
