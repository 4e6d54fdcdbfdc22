package eval

import (
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// asPrinted tells whether an expression reads what is printed on an instance: because that is what it
// asks, or because no clause contributes to the stat.
func (c *Compiled) asPrinted(e *ir.Expr) bool {
	switch e.Op {
	case ir.PrintedOf:
		return e.Args[0].Type.Kind != ir.CardOf && !e.Type.IsList()
	case ir.StatOf, ir.BaseOf:
		return !c.heard[c.statSlot(e.Ref, int(e.N))]
	}
	return false
}

// printedOfLeaf is the column of which a leaf names the row.
func (c *Compiled) printedOfLeaf(e *ir.Expr) (o leaf, col []int64, ok bool) {
	if !c.asPrinted(e) {
		return o, nil, false
	}
	o, ok = leafOf(e.Args[0])
	return o, c.columns[e.N], ok
}

// ofInst is what f reads of the instance that the first argument names. It fails when there is no such thing.
func ofInst[T any](c *Compiled, e *ir.Expr, f func(*Env, *state.Inst) T) func(*Env) T {
	a := c.scalar(e.Args[0])
	return func(v *Env) (none T) {
		if n := a.of(v); uint64(n) < uint64(len(v.S.Insts)) {
			return f(v, &v.S.Insts[n])
		}
		v.Fail(e.At, "there is no such thing")
		return none
	}
}

func cell(c *Compiled, e *ir.Expr) Int {
	n := int(e.N)
	if e.Args[0].Op == ir.Self {
		return func(v *Env) int64 {
			if v.Self < 0 {
				v.Fail(e.At, "no card stands behind this, so it has no %s", e.Name)
				return 0
			}
			return Cell(v, int(v.S.Insts[v.Self].Ints)+n)
		}
	}
	a := c.scalar(e.Args[0])
	return func(v *Env) int64 {
		if i := a.of(v); uint64(i) < uint64(len(v.S.Insts)) {
			return Cell(v, int(v.S.Insts[i].Ints)+n)
		}
		v.Fail(e.At, "there is no such thing")
		return 0
	}
}

// asOnCard reads what is printed on an instance.
func (c *Compiled) asOnCard(e *ir.Expr) Int {
	a, col := c.scalar(e.Args[0]), c.columns[e.N]
	return func(v *Env) int64 {
		if i := a.of(v); uint64(i) < uint64(len(v.S.Insts)) {
			return col[v.S.Insts[i].Card]
		}
		v.Fail(e.At, "there is no such thing")
		return 0
	}
}

func printed(c *Compiled, e *ir.Expr) Int {
	if e.Args[0].Type.Kind != ir.CardOf {
		return c.asOnCard(e)
	}
	a, col := c.scalar(e.Args[0]), c.columns[e.N]
	return func(v *Env) int64 { return col[a.of(v)] }
}

func stat(c *Compiled, e *ir.Expr) Int {
	kind, n, base := e.Ref, int(e.N), e.Op == ir.BaseOf
	slot := c.statSlot(kind, n)
	if !c.heard[slot] {
		return c.asOnCard(e)
	}
	a, col := c.scalar(e.Args[0]), c.columns[n]
	return func(v *Env) int64 {
		var i int64
		if a.f == nil {
			i = a.leaf.of(v)
		} else {
			i = a.f(v)
		}
		if uint64(i) >= uint64(len(v.S.Insts)) {
			v.Fail(e.At, "there is no such thing")
			return 0
		}
		x := col[v.S.Insts[i].Card]
		if len(v.X.slot(slot)) == 0 {
			return x
		}
		return c.stat(v, i, kind, n, x, base, nil)
	}
}

func derived(c *Compiled, e *ir.Expr) Int {
	a, n := c.scalar(e.Args[0]), int(e.N)
	return func(v *Env) int64 {
		i := a.of(v)
		in := v.Inst(i, e.At)
		if in == nil {
			return 0
		}
		f := c.derived[c.P.Kinds[c.P.Cards[in.Card].Kind].Fields[n]]
		if f == nil {
			v.Fail(e.At, "the value has no definition")
			return 0
		}
		if !v.enter(e) {
			return 0
		}
		self := v.Self
		v.Self, v.base = int32(i), v.base+frame
		x := f(v)
		v.Self = self
		v.leave()
		return x
	}
}

func owner(c *Compiled, e *ir.Expr) Int {
	return ofInst(c, e, func(v *Env, in *state.Inst) int64 {
		if in.Owner < 0 {
			v.Fail(e.At, "it has no owner")
			return 0
		}
		return int64(in.Owner)
	})
}

func card(c *Compiled, e *ir.Expr) Int {
	return ofInst(c, e, func(_ *Env, in *state.Inst) int64 { return int64(in.Card) })
}

func bearer(c *Compiled, e *ir.Expr) Int {
	return ofInst(c, e, func(_ *Env, in *state.Inst) int64 {
		if b, ok := in.Bearer(); ok {
			return int64(b)
		}
		return ir.None
	})
}

func origin(c *Compiled, e *ir.Expr) Int {
	return ofInst(c, e, func(_ *Env, in *state.Inst) int64 { return orNone(in.Source) })
}
