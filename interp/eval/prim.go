package eval

import (
	"maps"

	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// primitives is every primitive by its number.
var primitives = func() map[int]primitive {
	all := maps.Clone(plainPrimitives)
	maps.Copy(all, listPrimitives)
	maps.Copy(all, spacePrimitives)
	return all
}()

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
		v.Fuel -= int64(len(a.l[i])) / 8
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
	return worked("number", func(p primitive) func(*Env, *args) int64 { return p.i })(c, e)
}

func primBool(c *Compiled, e *ir.Expr) Bool {
	switch e.N { // what conditions ask most goes without a record of arguments
	case ir.PBears:
		return bears(c, e)
	case ir.PInPlay:
		who := c.scalar(e.Args[0])
		return func(v *Env) bool { return inPlay(v.S, who.of(v)) }
	}
	return worked("condition", func(p primitive) func(*Env, *args) bool { return p.b })(c, e)
}

// worked is a primitive of one sort, with a record of its arguments.
func worked[T any](sort string, of func(primitive) func(*Env, *args) T) func(*Compiled, *ir.Expr) func(*Env) T {
	return func(c *Compiled, e *ir.Expr) func(*Env) T {
		f := of(primitives[int(e.N)])
		if f == nil {
			return func(v *Env) (none T) { v.Fail(e.At, "this is no %s", sort); return none }
		}
		x := c.arguments(e)
		return func(v *Env) T {
			y := f(v, x.of(v))
			v.argn--
			return y
		}
	}
}

// bears is the commonest question: of a slot, and of a card that is known. Who sees all needs no call.
func bears(c *Compiled, e *ir.Expr) Bool {
	o, ok := leafOf(e.Args[0])
	who, card := c.scalar(e.Args[0]), c.scalar(e.Args[1])
	long := func(v *Env) bool { return lies(v, who.of(v), card.of(v)) }
	if !ok || e.Args[1].Op != ir.Const {
		return long
	}
	k := int32(e.Args[1].N)
	return func(v *Env) bool {
		if v.Viewer >= 0 {
			return long(v)
		}
		return bearsCard(v.S.Insts, o.of(v), k)
	}
}

// bearsCard tells whether an instance of a card lies on n, awake.
func bearsCard(all []state.Inst, n int64, card int32) bool {
	if uint64(n) >= uint64(len(all)) {
		return false
	}
	i := all[n].First
	for i != 0 && (all[i].Card != card || all[i].Dormant()) {
		i = all[i].Next
	}
	return i != 0
}
