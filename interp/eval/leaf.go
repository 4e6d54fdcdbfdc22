package eval

import (
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// leaf is a value that stands somewhere, to be had without a call.
type leaf struct {
	in where
	n  int64
}

// where a leaf stands.
type where uint8

const (
	inConst where = iota + 1 // the value is n
	inEvent                  // slot n of the event
	inTemp                   // temporary n
	inFrame                  // slot n of the own frame
	isSelf                   // the instance whose clause this is
)

// of is short enough to be copied to wherever it is called.
func (o leaf) of(v *Env) int64 {
	switch o.in {
	case inEvent:
		return *v.Field(int(o.n))
	case inTemp:
		return v.t[v.base+int(o.n)]
	case inFrame:
		return *v.Slot(int(o.n))
	case isSelf:
		return int64(v.Self)
	}
	return o.n
}

// leafOf is the leaf that an expression is; ok is false when it must be worked out.
func leafOf(e *ir.Expr) (o leaf, ok bool) {
	o.n = e.N
	switch e.Op {
	case ir.Const:
		o.in = inConst
	case ir.EventField:
		o.in = inEvent
	case ir.Temp:
		o.in = inTemp
	case ir.Local:
		o.in = inFrame
	case ir.Self:
		o.in = isSelf
	}
	return o, o.in != 0 && !e.Lists && !e.Type.IsList()
}

// scalar is a leaf, or what f works out.
type scalar struct {
	leaf
	f Int
}

func (c *Compiled) scalar(e *ir.Expr) scalar {
	if o, ok := leafOf(e); ok {
		return scalar{leaf: o}
	}
	return scalar{f: c.Int(e)}
}

func (o *scalar) of(v *Env) int64 {
	if o.f != nil {
		return o.f(v)
	}
	return o.leaf.of(v)
}

func constant(_ *Compiled, e *ir.Expr) Int {
	k := e.N
	return func(*Env) int64 { return k }
}

func local(_ *Compiled, e *ir.Expr) Int {
	n := int(e.N)
	return func(v *Env) int64 { return *v.Slot(n) }
}

func eventField(_ *Compiled, e *ir.Expr) Int {
	n := int(e.N)
	return func(v *Env) int64 { return *v.Field(n) }
}

func temporary(_ *Compiled, e *ir.Expr) Int {
	n := int(e.N)
	return func(v *Env) int64 { return v.t[v.base+n] }
}

// listAt is the list at a number among slots, fields or temporaries.
func listAt(place func(*Env, int) *[]int64) func(*Compiled, *ir.Expr) List {
	return func(_ *Compiled, e *ir.Expr) List {
		n := int(e.N)
		return func(v *Env) []int64 { return *place(v, n) }
	}
}

func self(*Compiled, *ir.Expr) Int { return func(v *Env) int64 { return int64(v.Self) } }

func selfBearer(_ *Compiled, e *ir.Expr) Int { return func(v *Env) int64 { return bearerOf(v, e) } }

func this(*Compiled, *ir.Expr) Int { return func(v *Env) int64 { return int64(v.Ev) } }

func became(c *Compiled, e *ir.Expr) Bool {
	o, outcome := ir.Outcomes[e.N], c.Int(e.Args[0])
	return func(v *Env) bool {
		x := outcome(v)
		return o.From <= x && x <= o.Until
	}
}

// around is the place of the innermost event of a sort that is under way, past its first step. An event that has
// gone on is not around itself.
func around(_ *Compiled, e *ir.Expr) Int {
	event, own := int32(e.Ref), e.N != 0
	return func(v *Env) int64 {
		if v.Ev < 0 {
			return ir.None
		}
		origin := v.S.Origin(v.Ev)
		for n := v.Ev; n >= 0; n-- {
			f := &v.S.Frames[n]
			if f.Sort == state.Event && f.Event == event && (n == v.Ev && own || n < origin && (f.Step > state.Propose || f.Flags&state.Judged != 0)) {
				return int64(n)
			}
		}
		return ir.None
	}
}

func option(_ *Compiled, e *ir.Expr) Int {
	n := int(e.N)
	return func(v *Env) int64 { return v.S.Options[n] }
}

func recordField(c *Compiled, e *ir.Expr) Int {
	a, n := c.scalar(e.Args[0]), int(e.N)
	if a.f == nil {
		o := a.leaf
		return func(v *Env) int64 {
			if f := o.of(v); uint64(f) < uint64(len(v.S.Frames)) {
				return v.S.Stack[int(v.S.Frames[f].Ints)+n]
			}
			return over(v, e)
		}
	}
	return func(v *Env) int64 {
		if f := a.f(v); uint64(f) < uint64(len(v.S.Frames)) {
			return v.S.Stack[int(v.S.Frames[f].Ints)+n]
		}
		return over(v, e)
	}
}

// over fails for a record of an event that is no more.
func over(v *Env, e *ir.Expr) int64 {
	v.Fail(e.At, "the event is over")
	return 0
}
