package eval

import (
	"math"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Clamp keeps a value in the declared range of its field.
func Clamp(x int64, f *ir.Field) int64 {
	if f.Lo != ir.None && x < f.Lo {
		return f.Lo
	}
	if f.Hi != ir.None && x > f.Hi {
		return f.Hi
	}
	return x
}

// FloorDiv divides, rounding down; by 0 it gives the largest number.
func FloorDiv(a, b int64) int64 {
	if b == 0 {
		return math.MaxInt64
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// CeilDiv divides, rounding up; by 0 it gives the largest number.
func CeilDiv(a, b int64) int64 {
	if b == 0 {
		return math.MaxInt64
	}
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return q
}

func abs(x int64) int64 {
	if x < 0 {
		return -x
	}
	return x
}

func tooLarge(v *Env, e *ir.Expr) int64 {
	v.Fail(e.At, "the number is too large")
	return 0
}

func negated(c *Compiled, e *ir.Expr) Int {
	a := c.Int(e.Args[0])
	return func(v *Env) int64 {
		x := a(v)
		if x == ir.None {
			tooLarge(v, e)
		}
		return -x
	}
}

func scaled(c *Compiled, e *ir.Expr) Int {
	a := c.Int(e.Args[0])
	return func(v *Env) int64 {
		x := a(v)
		if x > 1<<50 || x < -1<<50 {
			return tooLarge(v, e)
		}
		return x * ir.Unit
	}
}

// arithmetic is an operation on two numbers that may have no result.
func arithmetic(c *Compiled, e *ir.Expr) Int {
	a, b := c.Int(e.Args[0]), c.scalar(e.Args[1])
	return func(v *Env) int64 {
		x := a(v) // first, for it may fail first
		if z, ok := e.Op.Apply(x, b.of(v)); ok {
			return z
		}
		return tooLarge(v, e)
	}
}

func element(c *Compiled, e *ir.Expr) Int {
	l, a := c.List(e.Args[0]), c.Int(e.Args[1])
	return func(v *Env) int64 {
		list, i := l(v), a(v)
		if i < 0 || i >= int64(len(list)) {
			if len(list) == 0 {
				v.Fail(e.At, "the list is empty: there is nothing at position %d", i)
				return 0
			}
			v.Fail(e.At, "position %d of a list of %d", i, len(list))
			return 0
		}
		return list[i]
	}
}

// add is a sum that is made on the way; it fails at an expression.
func add(v *Env, a, b int64, e *ir.Expr) int64 {
	n, ok := ir.Add.Apply(a, b)
	if !ok {
		tooLarge(v, e)
	}
	return n
}
