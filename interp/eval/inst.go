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

// thing is the instance that a leaf or a closure names, nil when there is none.
type thing struct {
	scalar
	e *ir.Expr
}

func (c *Compiled) thing(e *ir.Expr) thing { return thing{c.scalar(e.Args[0]), e} }

// inst fails when there is no such thing.
func (t *thing) inst(v *Env) *state.Inst {
	if n := t.of(v); uint64(n) < uint64(len(v.S.Insts)) {
		return &v.S.Insts[n]
	}
	v.Fail(t.e.At, "there is no such thing")
	return nil
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
	if o, ok := leafOf(e.Args[0]); ok {
		return func(v *Env) int64 {
			if i := o.of(v); uint64(i) < uint64(len(v.S.Insts)) {
				return Cell(v, int(v.S.Insts[i].Ints)+n)
			}
			v.Fail(e.At, "there is no such thing")
			return 0
		}
	}
	t := c.thing(e)
	return func(v *Env) int64 {
		in := t.inst(v)
		if in == nil {
			return 0
		}
		return Cell(v, int(in.Ints)+n)
	}
}

// asOnCard reads what is printed on an instance.
func (c *Compiled) asOnCard(e *ir.Expr) Int {
	col := c.columns[e.N]
	if o, ok := leafOf(e.Args[0]); ok {
		return func(v *Env) int64 {
			if i := o.of(v); uint64(i) < uint64(len(v.S.Insts)) {
				return col[v.S.Insts[i].Card]
			}
			v.Fail(e.At, "there is no such thing")
			return 0
		}
	}
	t := c.thing(e)
	return func(v *Env) int64 {
		in := t.inst(v)
		if in == nil {
			return 0
		}
		return col[in.Card]
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
	t := c.thing(e)
	if o, ok := leafOf(e.Args[0]); ok {
		return func(v *Env) int64 {
			if n := uint64(o.of(v)); n < uint64(len(v.S.Insts)) && v.S.Insts[n].Owner >= 0 {
				return int64(v.S.Insts[n].Owner)
			}
			return ownerOf(v, &t)
		}
	}
	return func(v *Env) int64 { return ownerOf(v, &t) }
}

func ownerOf(v *Env, t *thing) int64 {
	in := t.inst(v)
	if in == nil {
		return 0
	}
	if in.Owner < 0 {
		v.Fail(t.e.At, "it has no owner")
		return 0
	}
	return int64(in.Owner)
}

func card(c *Compiled, e *ir.Expr) Int {
	t := c.thing(e)
	return func(v *Env) int64 {
		in := t.inst(v)
		if in == nil {
			return 0
		}
		return int64(in.Card)
	}
}

func bearer(c *Compiled, e *ir.Expr) Int {
	a := c.Int(e.Args[0])
	return func(v *Env) int64 {
		i := a(v)
		if v.Inst(i, e.At) == nil {
			return ir.None
		}
		if b := v.Bearer(int32(i)); int64(b) != i {
			return int64(b)
		}
		return ir.None
	}
}

func origin(c *Compiled, e *ir.Expr) Int {
	t := c.thing(e)
	return func(v *Env) int64 {
		in := t.inst(v)
		if in == nil || in.Source < 0 {
			return ir.None
		}
		return int64(in.Source)
	}
}
