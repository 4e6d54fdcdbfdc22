package eval

import "github.com/kdsl-lang/kdsl/lang/ir"

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
	f := Plus
	switch e.Op {
	case ir.Sub:
		f = Minus
	case ir.Mul:
		f = Times
	}
	a, b := c.Int(e.Args[0]), c.scalar(e.Args[1])
	return func(v *Env) int64 {
		x := a(v) // first, for it may fail first
		if z, ok := f(x, b.of(v)); ok {
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
			v.Fail(e.At, "position %d of a list of %d", i, len(list))
			return 0
		}
		return list[i]
	}
}

// add is a sum that is made on the way; it fails at an expression.
func add(v *Env, a, b int64, e *ir.Expr) int64 {
	n, ok := Plus(a, b)
	if !ok {
		tooLarge(v, e)
	}
	return n
}
