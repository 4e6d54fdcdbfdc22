package eval

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
)

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

// List compiles a list, point, path or bag.
func (c *Compiled) List(e *ir.Expr) List {
	n := int(e.N)
	switch e.Op {
	case ir.Const:
		l := e.List
		if e.N == ir.None {
			l = nil
		}
		return func(*Env) []int64 { return l }
	case ir.Local:
		return func(v *Env) []int64 { return v.L[n] }
	case ir.EventField:
		return func(v *Env) []int64 { return v.EL[n] }
	case ir.RecField:
		a := c.Int(e.Args[0])
		return func(v *Env) []int64 {
			f := a(v)
			if f < 0 || f >= int64(len(v.S.Frames)) {
				v.Fail(e.At, "the event is over")
				return nil
			}
			return v.S.ListStack[int(v.S.Frames[f].Lists)+n]
		}
	case ir.Temp:
		return func(v *Env) []int64 { return v.tl[v.base+n] }
	case ir.CellOf:
		a := c.Int(e.Args[0])
		return func(v *Env) []int64 {
			in := v.Inst(a(v), e.At)
			if in == nil {
				return nil
			}
			return v.S.ListCells[int(in.Lists)+n]
		}
	case ir.CarriedBy:
		a, kind := c.Int(e.Args[0]), e.Ref
		return func(v *Env) []int64 {
			var out []int64
			for _, u := range c.P.Cards[a(v)].Carry {
				if c.isKind[kind][u.Card] {
					out = append(out, int64(u.Card))
				}
			}
			return out
		}
	case ir.PrintedOf:
		a := c.Int(e.Args[0])
		if e.Args[0].Type.Kind == ir.CardOf {
			return func(v *Env) []int64 { return c.P.Cards[a(v)].Values[n].L }
		}
		return func(v *Env) []int64 {
			in := v.Inst(a(v), e.At)
			if in == nil {
				return nil
			}
			return c.P.Cards[in.Card].Values[n].L
		}
	case ir.Cond:
		t, a, b := c.branch(e, e.Args[0]), c.List(e.Args[1]), c.List(e.Args[2])
		return func(v *Env) []int64 {
			if t(v) {
				return a(v)
			}
			return b(v)
		}
	case ir.MakeList:
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
	case ir.AllOf:
		kind := e.Ref
		return func(v *Env) []int64 { return v.All(kind) }
	case ir.Filter, ir.Map:
		return c.collected(e)
	case ir.CallFunc:
		return c.callList(e)
	case ir.CallPrim:
		return c.primList(e)
	}
	return func(v *Env) []int64 {
		v.Fail(e.At, "this cannot be computed (operation %d)", e.Op)
		return nil
	}
}
