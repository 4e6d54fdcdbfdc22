package eval

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

func truth(_ *Compiled, e *ir.Expr) Bool {
	k := e.N != 0
	return func(*Env) bool { return k }
}

// operands are the members of a chain of one connective, however it is nested, in the order in which they
// are asked.
func operands(op ir.Op, e *ir.Expr) []*ir.Expr {
	if e.Op != op {
		return []*ir.Expr{e}
	}
	return append(operands(op, e.Args[0]), operands(op, e.Args[1])...)
}

func (c *Compiled) each(l []*ir.Expr) []Bool {
	var out []Bool
	for _, x := range l {
		out = append(out, c.Bool(x))
	}
	return out
}

func and(c *Compiled, e *ir.Expr) Bool {
	l := operands(ir.And, e)
	if f := plainly(c, l); f != nil {
		return f
	}
	return all(c.each(l))
}

// all holds when each does; several in a row are one step.
func all(l []Bool) Bool {
	switch len(l) {
	case 1:
		return l[0]
	case 2:
		a, b := l[0], l[1]
		return func(v *Env) bool { return a(v) && b(v) }
	case 3:
		a, b, d := l[0], l[1], l[2]
		return func(v *Env) bool { return a(v) && b(v) && d(v) }
	}
	a, b, d, rest := l[0], l[1], l[2], all(l[3:])
	return func(v *Env) bool { return a(v) && b(v) && d(v) && rest(v) }
}

func or(c *Compiled, e *ir.Expr) Bool { return some(c.each(operands(ir.Or, e))) }

// some holds when one does.
func some(l []Bool) Bool {
	switch len(l) {
	case 1:
		return l[0]
	case 2:
		a, b := l[0], l[1]
		return func(v *Env) bool { return a(v) || b(v) }
	}
	a, b, rest := l[0], l[1], some(l[2:])
	return func(v *Env) bool { return a(v) || b(v) || rest(v) }
}

func not(c *Compiled, e *ir.Expr) Bool {
	if o, ok := leafOf(e.Args[0]); ok {
		return func(v *Env) bool { return o.of(v) == 0 }
	}
	a := c.Bool(e.Args[0])
	return func(v *Env) bool { return !a(v) }
}

// either is a choice between two values of one sort.
func either[T any](sort func(*Compiled, *ir.Expr) func(*Env) T) func(*Compiled, *ir.Expr) func(*Env) T {
	return func(c *Compiled, e *ir.Expr) func(*Env) T {
		t, a, b := c.branch(e, e.Args[0]), sort(c, e.Args[1]), sort(c, e.Args[2])
		return func(v *Env) T {
			if t(v) {
				return a(v)
			}
			return b(v)
		}
	}
}

// stood is a value as if a piece stood at a point. It does, while the value is worked out.
func stood[T any](sort func(*Compiled, *ir.Expr) func(*Env) T) func(*Compiled, *ir.Expr) func(*Env) T {
	return func(c *Compiled, e *ir.Expr) func(*Env) T {
		who, there, value := c.Int(e.Args[0]), c.List(e.Args[1]), sort(c, e.Args[2])
		return func(v *Env) (out T) {
			n, p := who(v), there(v)
			if v.Err != nil {
				return out
			}
			if _, ok := v.spot(n); !ok || len(p) < 3 {
				v.Fail(e.At, "it does not stand on the table")
				return out
			}
			to := func(x, y, z int64) { v.S.Insts[n].X, v.S.Insts[n].Y, v.S.Insts[n].Z = x, y, z }
			was := v.S.Insts[n]
			to(p[0], p[1], p[2])
			out = value(v)
			to(was.X, was.Y, was.Z)
			return out
		}
	}
}

// matched is a choice of a number. One that asks one leaf for one constant after the other is a step, unless
// somebody wants to hear which way each goes.
func matched(c *Compiled, e *ir.Expr) Int {
	whole := e
	var on leaf
	var keys []int64
	var arms []Int
	for c.report == nil && e.Op == ir.Cond && e.Args[0].Op == ir.Eq && e.Args[0].Args[1].Op == ir.Const {
		x, ok := leafOf(e.Args[0].Args[0])
		if !ok || len(keys) > 0 && x != on {
			break
		}
		on, keys, arms = x, append(keys, e.Args[0].Args[1].N), append(arms, c.Int(e.Args[1]))
		e = e.Args[2]
	}
	if len(keys) < 2 {
		return either((*Compiled).Int)(c, whole)
	}
	rest := c.Int(e)
	return func(v *Env) int64 {
		x := on.of(v)
		for i, k := range keys {
			if x == k {
				return arms[i](v)
			}
		}
		return rest(v)
	}
}

func present(c *Compiled, e *ir.Expr) Bool {
	if e.Args[0].Type.IsList() {
		a := c.List(e.Args[0])
		return func(v *Env) bool { return len(a(v)) > 0 }
	}
	if o, ok := leafOf(e.Args[0]); ok {
		return func(v *Env) bool { return o.of(v) != ir.None }
	}
	a := c.Int(e.Args[0])
	return func(v *Env) bool { return a(v) != ir.None }
}

func member(c *Compiled, e *ir.Expr) Bool {
	a := c.Int(e.Args[0])
	if l := e.Args[1]; l.Op == ir.Const {
		list := l.List
		return func(v *Env) bool { return slices.Contains(list, a(v)) }
	}
	l := c.List(e.Args[1])
	return func(v *Env) bool {
		x, all := a(v), l(v)
		v.Fuel -= int64(len(all)) / 16
		return slices.Contains(all, x)
	}
}

// compare fuses the commonest shapes: what stands in a slot or is printed against the like or a constant.
func compare(c *Compiled, e *ir.Expr) Bool {
	x, y, r := e.Args[0], e.Args[1], relationOf(e.Op)
	if x.Type.IsList() {
		a, b := c.List(x), c.List(y)
		want := e.Op == ir.Eq
		return func(v *Env) bool { return slices.Equal(a(v), b(v)) == want }
	}
	l, left := leafOf(x)
	m, right := leafOf(y)
	switch {
	case left && right:
		return compareLeaves(l, m, r)
	case right:
		return compareTo(c.Int(x), m, r)
	case left && l.in == inEvent && y.Op == ir.SelfBearer && e.Op == ir.Eq:
		return func(v *Env) bool { return *v.Field(int(l.n)) == bearerOf(v, y) }
	case left:
		return compareTo(c.Int(y), l, r.mirrored())
	}
	a, b := c.Int(x), c.Int(y)
	if e.Op == ir.Eq {
		return func(v *Env) bool { return a(v) == b(v) }
	}
	return func(v *Env) bool { return r.holds(a(v), b(v)) }
}

func compareLeaves(l, m leaf, r relation) Bool {
	n, k := l.n, m.n
	switch {
	case r == 2 && l.in == inEvent && m.in == inConst:
		return func(v *Env) bool { return *v.Field(int(n)) == k }
	case r == 2 && l.in == inTemp && m.in == inConst:
		return func(v *Env) bool { return v.t[v.base+int(n)] == k }
	}
	return func(v *Env) bool { return r.holds(l.of(v), m.of(v)) }
}

func compareTo(a Int, m leaf, r relation) Bool {
	if k := m.n; m.in == inConst {
		if r == 2 {
			return func(v *Env) bool { return a(v) == k }
		}
		return func(v *Env) bool { return r.holds(a(v), k) }
	}
	return func(v *Env) bool { return r.holds(a(v), m.of(v)) }
}
