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

func sum(c *Compiled, e *ir.Expr) Int {
	a := c.Int(e.Args[0])
	if o, ok := leafOf(e.Args[1]); ok {
		return func(v *Env) int64 {
			if z, ok := Plus(a(v), o.of(v)); ok {
				return z
			}
			return tooLarge(v, e)
		}
	}
	b := c.Int(e.Args[1])
	return func(v *Env) int64 {
		if z, ok := Plus(a(v), b(v)); ok {
			return z
		}
		return tooLarge(v, e)
	}
}

func difference(c *Compiled, e *ir.Expr) Int {
	a := c.Int(e.Args[0])
	if o, ok := leafOf(e.Args[1]); ok {
		return func(v *Env) int64 {
			if z, ok := Minus(a(v), o.of(v)); ok {
				return z
			}
			return tooLarge(v, e)
		}
	}
	b := c.Int(e.Args[1])
	return func(v *Env) int64 {
		if z, ok := Minus(a(v), b(v)); ok {
			return z
		}
		return tooLarge(v, e)
	}
}

func product(c *Compiled, e *ir.Expr) Int {
	a, b := c.Int(e.Args[0]), c.Int(e.Args[1])
	return func(v *Env) int64 {
		if z, ok := Times(a(v), b(v)); ok {
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
		v.Fail(e.At, "the number is too large")
	}
	return n
}
