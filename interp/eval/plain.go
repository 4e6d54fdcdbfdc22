package eval

import "github.com/kdsl-lang/kdsl/lang/ir"

// plain is one of the commonest conditions, which speak of nothing but slots of the event: several in a row are
// one step, which looks up once where everything stands.
type plain struct {
	sort        plainSort
	card        int32 // that lies on what slot n names
	n, m        int
	k           int64   // what slot n holds
	left, right []int64 // by card: what is printed on what slot n names is more than on what slot m names
}

type plainSort uint32

const (
	plainIs plainSort = iota
	plainMore
	plainBears
)

// plainOf is the plain condition that an expression is; ok is false when it is none.
func plainOf(c *Compiled, e *ir.Expr) (p plain, ok bool) {
	if len(e.Args) != 2 {
		return p, false
	}
	x, y := e.Args[0], e.Args[1]
	switch {
	case e.Op == ir.Eq:
		l, left := leafOf(x)
		p = plain{sort: plainIs, n: int(l.n), k: y.N}
		return p, left && l.in == inEvent && y.Op == ir.Const && !y.Type.IsList()
	case e.Op == ir.Gt || e.Op == ir.Lt:
		if e.Op == ir.Lt {
			x, y = y, x
		}
		l, left, ok := c.printedOfLeaf(x)
		r, right, also := c.printedOfLeaf(y)
		p = plain{sort: plainMore, n: int(l.n), m: int(r.n), left: left, right: right}
		return p, ok && also && l.in == inEvent && r.in == inEvent
	case e.Op == ir.CallPrim && e.N == ir.PBears:
		l, left := leafOf(x)
		p = plain{sort: plainBears, n: int(l.n), card: int32(y.N)}
		return p, left && l.in == inEvent && y.Op == ir.Const
	}
	return p, false
}

// plainly holds when all conditions of a chain do, of which the first ones are plain; nil when these are too few for
// that to be quicker. What names no thing goes the long way, and fails there.
func plainly(c *Compiled, l []*ir.Expr) Bool {
	var first []plain
	for _, e := range l {
		p, ok := plainOf(c, e)
		if !ok {
			break
		}
		first = append(first, p)
	}
	if len(first) < 2 {
		return nil
	}
	long, rest := all(c.each(l)), Bool(nil)
	if len(first) < len(l) {
		rest = all(c.each(l[len(first):]))
	}
	return func(v *Env) bool {
		if v.Viewer >= 0 { // who does not see all
			return long(v)
		}
		stack, at, insts := v.S.Stack, v.event.ints, v.S.Insts
		for i := range first {
			p := &first[i]
			x := stack[at+p.n]
			if p.sort == plainIs {
				if x != p.k {
					return false
				}
				continue
			}
			if uint64(x) >= uint64(len(insts)) {
				return long(v)
			}
			if p.sort == plainMore {
				y := stack[at+p.m]
				if uint64(y) >= uint64(len(insts)) {
					return long(v)
				}
				if p.left[insts[x].Card] <= p.right[insts[y].Card] {
					return false
				}
				continue
			}
			n := insts[x].First
			for n != 0 && (insts[n].Card != p.card || insts[n].Dormant()) {
				n = insts[n].Next
			}
			if n == 0 {
				return false
			}
		}
		return rest == nil || rest(v)
	}
}
