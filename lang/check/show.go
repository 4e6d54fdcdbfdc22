package check

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// show writes a scalar as an author does.
func (c *checker) show(n int64, t ir.Type) string {
	if t.Optional && n == ir.None {
		return "-"
	}
	switch t.Kind {
	case ir.Bool:
		return strconv.FormatBool(n != 0)
	case ir.Length:
		s := fmt.Sprintf("%d.%03d", n/ir.Unit, n%ir.Unit)
		return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
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
func (c *checker) showRange(f *ir.Field) string {
	s := ".."
	if f.Lo != ir.None {
		s = c.show(f.Lo, scalar(f.Type)) + s
	}
	if f.Hi != ir.None {
		s += c.show(f.Hi, scalar(f.Type))
	}
	return s
}

// count writes `1 parameter`, `2 parameters`, `no parameters`.
func count(n int, what string) string {
	switch n {
	case 0:
		return "no " + what + "s"
	case 1:
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
