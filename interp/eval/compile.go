package eval

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Compiled is what is worked out of a program once, before any game.
type Compiled struct {
	P         *ir.Program
	isKind    [][]bool // [kind][card]
	statBase  map[int]int
	slots     int
	funcs     []function
	derived   map[*ir.Field]Int
	bodies    []body // by kind
	stats     []statHook
	bases     []statHook // the same for the first layer alone
	hookConds []hookCond
	during    []giver
	printed   [][]int64    // [card][field], what is printed on the cards
	heard     map[int]bool // slots of the index for which there are clauses at all
	stubbed   bool         // a script may stub functions
	nested    int          // how many functions deep what is being compiled stands in the place of a call
	report    Report
}

type function struct {
	i    Int
	b    Bool
	l    List
	size Int // how long the list is, for those who ask only that
}

// New compiles functions, derived values and continuous modifiers of a program. A report, if not nil,
// hears which ways the program goes.
func New(p *ir.Program, report Report) *Compiled {
	c := &Compiled{P: p, report: report, statBase: map[int]int{}, derived: map[*ir.Field]Int{}}
	c.isKind = make([][]bool, len(p.Kinds))
	for k := range p.Kinds {
		c.isKind[k] = make([]bool, len(p.Cards))
		for i, card := range p.Cards {
			for a := card.Kind; a >= 0; a = p.Kinds[a].Parent {
				if a == k {
					c.isKind[k][i] = true
				}
			}
		}
	}
	c.slots = len(p.Events) * int(ir.Stages)
	for i, k := range p.Kinds {
		if k.Root == i {
			c.statBase[i] = c.slots
			n := 0
			for _, d := range p.Kinds {
				if d.Root == i {
					n = max(n, len(d.Fields))
				}
			}
			c.slots += n
		}
	}
	c.slots += 2
	c.printed, c.heard = make([][]int64, len(p.Cards)), map[int]bool{}
	for i, card := range p.Cards {
		c.printed[i] = make([]int64, len(card.Values))
		for n, v := range card.Values {
			c.printed[i][n] = v.N
		}
	}
	for _, h := range p.Hooks {
		c.heard[c.slotOf(h)] = true
	}
	c.funcs = make([]function, len(p.Funcs))
	for i, f := range p.Funcs {
		c.stubbed = c.stubbed || f.Stubs
		switch {
		case f.Body == nil:
		case f.Result.IsList():
			c.funcs[i] = function{l: c.List(f.Body), size: c.size(f.Body)}
		case f.Result.Kind == ir.Bool:
			c.funcs[i] = function{b: c.Bool(f.Body)}
		default:
			c.funcs[i] = function{i: c.Int(f.Body)}
		}
		c.called(i, f)
	}
	for _, k := range p.Kinds {
		for _, f := range k.Fields {
			if f.Class == ir.Derived && f.Default != nil && c.derived[f] == nil {
				c.derived[f] = c.Int(f.Default)
			}
		}
	}
	c.bodies = make([]body, len(p.Kinds))
	for i, k := range p.Kinds {
		if k.Body != nil {
			c.bodies[i] = c.body(k.Body)
		}
	}
	c.stats, c.bases = make([]statHook, len(p.Hooks)), make([]statHook, len(p.Hooks))
	c.during = make([]giver, len(p.Hooks))
	for i, h := range p.Hooks {
		if h.Stage == ir.While && h.Event >= 0 {
			c.during[i] = c.gives(h, c.contributions(h, h.Do, false))
		}
		if h.Stage == ir.While && h.Stat >= 0 && h.Event < 0 {
			c.stats[i], c.bases[i] = c.statHook(h, false), c.statHook(h, true)
		}
	}
	c.hookConds = make([]hookCond, len(p.Hooks))
	for i, h := range p.Hooks {
		c.hookConds[i].when = c.when(h)
		if h.Of != nil {
			c.hookConds[i].of = c.Int(h.Of)
		}
	}
	return c
}

type hookCond struct {
	when Bool
	of   Int
}

// Bool compiles a condition. A nil expression is true.
func (c *Compiled) Bool(e *ir.Expr) Bool {
	if e == nil {
		return func(*Env) bool { return true }
	}
	switch e.Op {
	case ir.Const:
		k := e.N != 0
		return func(*Env) bool { return k }
	case ir.And:
		if x := e.Args[0]; x.Op == ir.And { // three in a row are one step
			a, b, d := c.Bool(x.Args[0]), c.Bool(x.Args[1]), c.Bool(e.Args[1])
			return func(v *Env) bool { return a(v) && b(v) && d(v) }
		}
		a, b := c.Bool(e.Args[0]), c.Bool(e.Args[1])
		return func(v *Env) bool { return a(v) && b(v) }
	case ir.Or:
		a, b := c.Bool(e.Args[0]), c.Bool(e.Args[1])
		return func(v *Env) bool { return a(v) || b(v) }
	case ir.Not:
		a := c.Bool(e.Args[0])
		return func(v *Env) bool { return !a(v) }
	case ir.Cond:
		t, a, b := c.branch(e, e.Args[0]), c.Bool(e.Args[1]), c.Bool(e.Args[2])
		return func(v *Env) bool {
			if t(v) {
				return a(v)
			}
			return b(v)
		}
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		return c.compare(e)
	case ir.Has:
		if e.Args[0].Type.IsList() {
			a := c.List(e.Args[0])
			return func(v *Env) bool { return len(a(v)) > 0 }
		}
		a := c.Int(e.Args[0])
		return func(v *Env) bool { return a(v) != ir.None }
	case ir.In:
		a := c.Int(e.Args[0])
		if l := e.Args[1]; l.Op == ir.Const {
			list := l.List
			return func(v *Env) bool {
				x := a(v)
				for _, y := range list {
					if x == y {
						return true
					}
				}
				return false
			}
		}
		l := c.List(e.Args[1])
		return func(v *Env) bool {
			x := a(v)
			for _, y := range l(v) {
				if x == y {
					return true
				}
			}
			return false
		}
	case ir.Exists, ir.ForAll, ir.ExistsOne:
		return c.quantifier(e)
	case ir.CallFunc:
		return c.callBool(e)
	case ir.CallPrim:
		return c.primBool(e)
	}
	a := c.Int(e)
	return func(v *Env) bool { return a(v) != 0 }
}

// compare fuses the commonest shapes: a slot or cell against a constant.
func (c *Compiled) compare(e *ir.Expr) Bool {
	x, y := e.Args[0], e.Args[1]
	if x.Type.IsList() {
		a, b := c.List(x), c.List(y)
		want := e.Op == ir.Eq
		return func(v *Env) bool { return slices.Equal(a(v), b(v)) == want }
	}
	if x.Op == ir.EventField && !x.Lists && e.Op == ir.Eq {
		n := int(x.N)
		switch {
		case y.Op == ir.Self:
			return func(v *Env) bool { return v.EI[n] == int64(v.Self) }
		case y.Op == ir.SelfBearer:
			return func(v *Env) bool { return v.EI[n] == int64(v.Bearer(v.Self)) }
		case y.Op == ir.Const:
			k := y.N
			return func(v *Env) bool { return v.EI[n] == k }
		}
	}
	if x.Op == ir.Temp && y.Op == ir.Const && e.Op == ir.Eq {
		n, k := int(x.N), y.N
		return func(v *Env) bool { return v.t[v.base+n] == k }
	}
	a := c.Int(x)
	if y.Op == ir.Const {
		k := y.N
		switch e.Op {
		case ir.Eq:
			return func(v *Env) bool { return a(v) == k }
		case ir.Ne:
			return func(v *Env) bool { return a(v) != k }
		case ir.Lt:
			return func(v *Env) bool { return a(v) < k }
		case ir.Le:
			return func(v *Env) bool { return a(v) <= k }
		case ir.Gt:
			return func(v *Env) bool { return a(v) > k }
		default:
			return func(v *Env) bool { return a(v) >= k }
		}
	}
	b := c.Int(y)
	switch e.Op {
	case ir.Eq:
		return func(v *Env) bool { return a(v) == b(v) }
	case ir.Ne:
		return func(v *Env) bool { return a(v) != b(v) }
	case ir.Lt:
		return func(v *Env) bool { return a(v) < b(v) }
	case ir.Le:
		return func(v *Env) bool { return a(v) <= b(v) }
	case ir.Gt:
		return func(v *Env) bool { return a(v) > b(v) }
	default:
		return func(v *Env) bool { return a(v) >= b(v) }
	}
}

// Int compiles a scalar; a condition gives 0 or 1.
func (c *Compiled) Int(e *ir.Expr) Int {
	if e.Type.Kind == ir.Bool {
		switch e.Op {
		case ir.Local, ir.EventField, ir.RecField, ir.Temp, ir.CellOf, ir.PrintedOf, ir.DerivedOf, ir.OptionVal, ir.Index, ir.CallTable, ir.StatOf, ir.BaseOf:
		default:
			b := c.Bool(e)
			return func(v *Env) int64 {
				if b(v) {
					return 1
				}
				return 0
			}
		}
	}
	n := int(e.N)
	switch e.Op {
	case ir.Const:
		k := e.N
		return func(*Env) int64 { return k }
	case ir.Local:
		return func(v *Env) int64 { return v.I[n] }
	case ir.EventField:
		return func(v *Env) int64 { return v.EI[n] }
	case ir.RecField:
		a := c.Int(e.Args[0])
		return func(v *Env) int64 {
			f := a(v)
			if f < 0 || f >= int64(len(v.S.Frames)) {
				v.Fail(e.At, "the event is over")
				return 0
			}
			return v.S.Stack[int(v.S.Frames[f].Ints)+n]
		}
	case ir.Temp:
		return func(v *Env) int64 { return v.t[v.base+n] }
	case ir.Self:
		return func(v *Env) int64 { return int64(v.Self) }
	case ir.SelfBearer:
		return func(v *Env) int64 { return int64(v.Bearer(v.Self)) }
	case ir.This:
		return func(v *Env) int64 { return int64(v.Ev) }
	case ir.OptionVal:
		return func(v *Env) int64 { return v.S.Options[n] }
	case ir.ScriptPlayer:
		return func(*Env) int64 { return int64(n) }
	case ir.CellOf, ir.PrintedOf, ir.StatOf, ir.BaseOf, ir.DerivedOf, ir.OwnerOf, ir.CardOfInst, ir.BearerOf, ir.SourceOf:
		return c.ofInst(e)
	case ir.Neg:
		a := c.Int(e.Args[0])
		return func(v *Env) int64 {
			x := a(v)
			if x == ir.None {
				v.Fail(e.At, "the number is too large")
			}
			return -x
		}
	case ir.Add, ir.Sub, ir.Mul, ir.Scale:
		return c.arithmetic(e)
	case ir.Cond:
		t, a, b := c.branch(e, e.Args[0]), c.Int(e.Args[1]), c.Int(e.Args[2])
		return func(v *Env) int64 {
			if t(v) {
				return a(v)
			}
			return b(v)
		}
	case ir.Index:
		l, a := c.List(e.Args[0]), c.Int(e.Args[1])
		return func(v *Env) int64 {
			list, i := l(v), a(v)
			if i < 0 || i >= int64(len(list)) {
				v.Fail(e.At, "position %d of a list of %d", i, len(list))
				return 0
			}
			return list[i]
		}
	case ir.Count, ir.Sum, ir.Most, ir.Least:
		return c.measure(e)
	case ir.CallFunc:
		return c.callInt(e)
	case ir.CallTable:
		return c.table(e)
	case ir.CallPrim:
		return c.primInt(e)
	}
	return func(v *Env) int64 {
		v.Fail(e.At, "this cannot be computed (operation %d)", e.Op)
		return 0
	}
}

func (c *Compiled) arithmetic(e *ir.Expr) Int {
	a := c.Int(e.Args[0])
	overflow := func(v *Env) int64 {
		v.Fail(e.At, "the number is too large")
		return 0
	}
	switch e.Op {
	case ir.Scale:
		return func(v *Env) int64 {
			x := a(v)
			if x > 1<<50 || x < -1<<50 {
				return overflow(v)
			}
			return x * ir.Unit
		}
	case ir.Add:
		if y := e.Args[1]; y.Op == ir.Const && y.N < 1<<40 && y.N > -1<<40 {
			k := y.N
			return func(v *Env) int64 {
				if z, ok := Plus(a(v), k); ok {
					return z
				}
				return overflow(v)
			}
		}
		b := c.Int(e.Args[1])
		return func(v *Env) int64 {
			if z, ok := Plus(a(v), b(v)); ok {
				return z
			}
			return overflow(v)
		}
	case ir.Sub:
		b := c.Int(e.Args[1])
		return func(v *Env) int64 {
			if z, ok := Minus(a(v), b(v)); ok {
				return z
			}
			return overflow(v)
		}
	}
	b := c.Int(e.Args[1])
	return func(v *Env) int64 {
		if z, ok := Times(a(v), b(v)); ok {
			return z
		}
		return overflow(v)
	}
}

func abs(x int64) int64 {
	if x < 0 {
		return -x
	}
	return x
}
