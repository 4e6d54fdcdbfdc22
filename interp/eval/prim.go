package eval

import (
	"maps"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// primitives is every primitive by its number.
var primitives = func() map[int]primitive {
	all := maps.Clone(plainPrimitives)
	maps.Copy(all, listPrimitives)
	maps.Copy(all, spacePrimitives)
	return all
}()

// Implemented lists the primitives that have an implementation.
func Implemented() map[int]bool {
	out := map[int]bool{}
	for n := range primitives {
		out[n] = true
	}
	return out
}

// arguments are those of a primitive, single values and lists apart.
type arguments struct {
	e     *ir.Expr
	ints  []scalar
	lists []List
}

func (c *Compiled) arguments(e *ir.Expr) *arguments {
	x := &arguments{e: e}
	for _, a := range e.Args {
		if a.Type.IsList() {
			x.lists = append(x.lists, c.List(a))
		} else if a.Type.Kind != ir.TextType {
			x.ints = append(x.ints, c.scalar(a))
		}
	}
	return x
}

// of works the arguments out; whoever is done with them takes one off v.argn.
func (x *arguments) of(v *Env) *args {
	a := v.args(x.e)
	for i := range x.ints {
		a.i[i] = x.ints[i].of(v)
	}
	for i, f := range x.lists {
		a.l[i] = f(v)
	}
	return a
}

func primInt(c *Compiled, e *ir.Expr) Int {
	switch e.N {
	case ir.PSize:
		if e.Args[0].Type.Kind == ir.List {
			return c.size(e.Args[0])
		}
	case ir.PAtMost, ir.PAtMostL:
		a, b := c.scalar(e.Args[0]), c.scalar(e.Args[1])
		return func(v *Env) int64 { return min(a.of(v), b.of(v)) }
	case ir.PAtLeast, ir.PAtLeastL:
		a, b := c.scalar(e.Args[0]), c.scalar(e.Args[1])
		return func(v *Env) int64 { return max(a.of(v), b.of(v)) }
	}
	f := primitives[int(e.N)].i
	if f == nil {
		return func(v *Env) int64 { v.Fail(e.At, "this is no number"); return 0 }
	}
	x := c.arguments(e)
	return func(v *Env) int64 {
		n := f(v, x.of(v))
		v.argn--
		return n
	}
}

func primBool(c *Compiled, e *ir.Expr) Bool {
	switch e.N { // what conditions ask most goes without a record of arguments
	case ir.PBears:
		return bears(c, e)
	case ir.PInPlay:
		who := c.scalar(e.Args[0])
		return func(v *Env) bool { return inPlay(v.S, who.of(v)) }
	}
	f := primitives[int(e.N)].b
	if f == nil {
		return func(v *Env) bool { v.Fail(e.At, "this is no condition"); return false }
	}
	x := c.arguments(e)
	return func(v *Env) bool {
		ok := f(v, x.of(v))
		v.argn--
		return ok
	}
}

func primList(c *Compiled, e *ir.Expr) List {
	f := primitives[int(e.N)].l
	if f == nil {
		return func(v *Env) []int64 { v.Fail(e.At, "this is no list"); return nil }
	}
	x := c.arguments(e)
	return func(v *Env) []int64 {
		l := f(v, x.of(v))
		v.argn--
		return l
	}
}

// bears is the commonest question: of a slot, and of a card that is known.
func bears(c *Compiled, e *ir.Expr) Bool {
	o, ok := leafOf(e.Args[0])
	if k := e.Args[1]; ok && k.Op == ir.Const {
		card := int32(k.N)
		return func(v *Env) bool {
			all := v.S.Insts
			n := uint64(o.of(v))
			if n >= uint64(len(all)) {
				return false
			}
			for i := all[n].First; i != 0; i = all[i].Next {
				if in := &all[i]; in.Card == card && !in.Dormant() && v.Seen(int64(i)) {
					return true
				}
			}
			return false
		}
	}
	who, card := c.scalar(e.Args[0]), c.scalar(e.Args[1])
	return func(v *Env) bool { return lies(v, who.of(v), card.of(v)) }
}
