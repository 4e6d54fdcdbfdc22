package check

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// bodies compiles the bodies of everything that is declared.
type bodies struct {
	*coder
	grids []*grid // the tables whose keys are known
}

// lowerRange compiles the range of a field, which every user of the field relies on.
func (c *bodies) lowerRange(f *ir.Field) {
	s := c.index.fields[f]
	if s == nil || s.rng == nil {
		return
	}
	t := scalar(f.Type).Required()
	switch t.Kind {
	case ir.Int, ir.Length, ir.Target, ir.EnumType:
	case ir.Bad:
		return
	default:
		c.errorf("invalid-type", s.rng.At, "a %s has no range", c.p.TypeName(t))
		return
	}
	end := func(s *syntax.Slice) int64 {
		if s == nil || s.Text == "" {
			return ir.None
		}
		if v, ok := c.constant(*s, t); ok {
			return v.N
		}
		return ir.None
	}
	f.Lo, f.Hi = end(s.rng.Lo), end(s.rng.Hi)
	if f.Lo != ir.None && f.Hi != ir.None && f.Lo > f.Hi {
		c.errorf("invalid-range", s.rng.At, "the range of %s is empty", f.Name)
		f.Lo, f.Hi = ir.None, ir.None
	}
}

// lowerDefault compiles `= EXPR` of a field, and checks it against the range when it is constant.
func (c *bodies) lowerDefault(f *ir.Field, pl *place) {
	s := c.index.fields[f]
	if s == nil {
		return
	}
	if s.def != nil {
		f.Default = c.initial(*s.def, f, pl)
	}
	f.Texts = c.texts(s.texts, pl)
}

// initial compiles the first value of a field.
func (c *bodies) initial(s syntax.Slice, f *ir.Field, pl *place) *ir.Expr {
	if s.Text == "-" && f.Type.Optional {
		return absent(f.Type, s.At)
	}
	e := c.expr(s, pl, f.Type)
	if e == nil {
		return nil
	}
	if v, ok := fold(e); ok {
		c.inRange(v, f, s.At)
	}
	return e
}
