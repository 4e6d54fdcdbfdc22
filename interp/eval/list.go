package eval

import (
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

func constantList(_ *Compiled, e *ir.Expr) List {
	l := e.List
	if e.N == ir.None {
		l = nil
	}
	return func(*Env) []int64 { return l }
}

func recordList(c *Compiled, e *ir.Expr) List {
	a, n := c.scalar(e.Args[0]), int(e.N)
	return func(v *Env) []int64 {
		f := a.of(v)
		if f < 0 || f >= int64(len(v.S.Frames)) {
			over(v, e)
			return nil
		}
		return v.S.ListStack[int(v.S.Frames[f].Lists)+n]
	}
}

func cellList(c *Compiled, e *ir.Expr) List {
	n := int(e.N)
	return ofInst(c, e, func(v *Env, in *state.Inst) []int64 { return v.S.ListCells[int(in.Lists)+n] })
}

func carried(c *Compiled, e *ir.Expr) List {
	a, kind := c.scalar(e.Args[0]), e.Ref
	return func(v *Env) []int64 {
		var out []int64
		for _, u := range c.P.Cards[a.of(v)].Carry {
			if c.isKind[kind][u.Card] {
				out = append(out, int64(u.Card))
			}
		}
		return out
	}
}

func printedList(c *Compiled, e *ir.Expr) List {
	n := int(e.N)
	if e.Args[0].Type.Kind == ir.CardOf {
		a := c.scalar(e.Args[0])
		return func(v *Env) []int64 { return c.P.Cards[a.of(v)].Values[n].L }
	}
	return ofInst(c, e, func(_ *Env, in *state.Inst) []int64 { return c.P.Cards[in.Card].Values[n].L })
}

func literal(c *Compiled, e *ir.Expr) List {
	if l, ok := constants(e.Args); ok { // lists are never changed in place, so one will do
		return func(*Env) []int64 { return l }
	}
	items := make([]Int, len(e.Args))
	for i, a := range e.Args {
		items[i] = c.Int(a)
	}
	return func(v *Env) []int64 {
		out := make([]int64, len(items))
		for i, f := range items {
			out[i] = f(v)
		}
		return out
	}
}

// constants are the values of expressions that are all known beforehand.
func constants(l []*ir.Expr) ([]int64, bool) {
	out := make([]int64, 0, len(l))
	for _, e := range l {
		if e.Op != ir.Const || e.Type.IsList() {
			return nil, false
		}
		out = append(out, e.N)
	}
	return out, true
}

func everything(_ *Compiled, e *ir.Expr) List {
	kind := e.Ref
	return func(v *Env) []int64 { return v.All(kind) }
}
