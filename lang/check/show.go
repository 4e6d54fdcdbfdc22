package check

import (
	"strconv"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// show writes a scalar as an author does.
func (c *names) show(n int64, t ir.Type) string {
	if t.Optional && n == ir.None {
		return "-"
	}
	switch t.Kind {
	case ir.Bool:
		return strconv.FormatBool(n != 0)
	case ir.Length:
		return ir.LengthText(n)
	case ir.Dice:
		return value.FormatDice(n)
	case ir.Target:
		return value.FormatTarget(n)
	case ir.EnumType:
		if v := c.p.Enums[t.Ref].Values; n >= 0 && n < int64(len(v)) {
			return v[n].Name
		}
	case ir.CardOf:
		if n >= 0 && n < int64(len(c.p.Cards)) {
			return c.p.Cards[n].Name
		}
	}
	return strconv.FormatInt(n, 10)
}

// showRange writes `1..5`.
func (c *names) showRange(f *ir.Field) string {
	s := ".."
	if f.Lo != ir.None {
		s = c.show(f.Lo, scalar(f.Type)) + s
	}
	if f.Hi != ir.None {
		s += c.show(f.Hi, scalar(f.Type))
	}
	return s
}

// inRange reports a value, or a member of a list, outside the range of its field.
func (c *names) inRange(v ir.Value, f *ir.Field, at source.Span) bool {
	list := v.L
	if !f.Type.IsList() {
		if f.Type.Optional && v.N == ir.None {
			return true
		}
		list = []int64{v.N}
	}
	for _, n := range list {
		if f.Lo != ir.None && n < f.Lo || f.Hi != ir.None && n > f.Hi {
			c.errorf("out-of-range", at, "%s is %s, want %s", f.Name, c.show(n, scalar(f.Type)), c.showRange(f)).
				See(f.At, "%s is declared here", f.Name)
			return false
		}
	}
	return true
}
