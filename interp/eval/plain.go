package eval

import "github.com/kdsl-lang/kdsl/lang/ir"

// plainOf is the plain condition that an expression is; ok is false when it is none.
func plainOf(c *Compiled, e *ir.Expr) (p plain, ok bool) {
	if len(e.Args) != 2 {
		return p, false
	}
	x, y := e.Args[0], e.Args[1]
	switch {
	case e.Op == ir.Eq && y.Op == ir.Const:
		l, left := leafOf(x)
		p = plain{sort: plainIs, n: uint32(l.n), k: y.N}
		return p, left && l.in == inEvent && !y.Type.IsList()
	case e.Op == ir.Eq && y.Op == ir.Self:
		l, left := leafOf(x)
		return plain{sort: plainOwn, n: uint32(l.n)}, left && l.in == inEvent
	case x.Op == ir.CellOf && y.Op == ir.Const && e.Op >= ir.Eq && e.Op <= ir.Ge:
		l, left := leafOf(x.Args[0])
		p = plain{sort: plainCell, n: uint32(l.n), m: uint32(x.N), k: y.N, r: relationOf(e.Op)}
		return p, left && l.in == inEvent && !x.Type.IsList() && Owning(c.P, x.Ref) < 0
	case e.Op == ir.Gt || e.Op == ir.Lt:
		if e.Op == ir.Lt {
			x, y = y, x
		}
		l, left, ok := c.printedOfLeaf(x)
		r, right, also := c.printedOfLeaf(y)
		if !ok || !also || l.in != inEvent || r.in != inEvent {
			return p, false
		}
		p = plain{sort: plainMore, n: uint32(l.n), m: uint32(r.n), both: make([][2]int64, len(left))}
		for i := range left {
			p.both[i] = [2]int64{left[i], right[i]}
		}
		return p, true
	case e.Op == ir.CallPrim && e.N == ir.PBears:
		l, left := leafOf(x)
		p = plain{sort: plainBears, n: uint32(l.n), card: int32(y.N)}
		return p, left && l.in == inEvent && y.Op == ir.Const
	}
	return p, false
}

// plains are the plain conditions with which a chain begins.
func plains(c *Compiled, l []*ir.Expr) (all []plain) {
	for _, e := range l {
		p, ok := plainOf(c, e)
		if !ok {
			break
		}
		all = append(all, p)
	}
	return all
}

// plainly holds when all conditions of a chain do, of which the first ones are plain; nil when these are too few for
// that to be quicker. What names no thing goes the long way, and fails there.
func plainly(c *Compiled, l []*ir.Expr) Bool {
	first := plains(c, l)
	if len(first) < 2 {
		return nil
	}
	long, rest := all(c.each(l)), Bool(nil)
	if len(first) < len(l) {
		rest = all(c.each(l[len(first):]))
	}
	return func(v *Env) bool {
		switch hold(v, first, v.Self) {
		case no:
			return false
		case yes:
			return rest == nil || rest(v)
		}
		return long(v)
	}
}

// plainWhen is the condition of a clause that always works, when it is nothing but plain: nil otherwise.
func plainWhen(c *Compiled, h *ir.Hook) []plain {
	if h.When == nil || c.report != nil || h.Wants.Any() {
		return nil
	}
	l := operands(ir.And, h.When)
	if p := plains(c, l); len(p) == len(l) {
		return p
	}
	return nil
}
