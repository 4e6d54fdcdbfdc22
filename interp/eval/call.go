package eval

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// call is how a function is called: its arguments go to the callee's temporaries, above those of the
// caller, which an argument that calls in its turn uses as well.
type call struct {
	e      *ir.Expr
	id     int32
	leaves []argument // what stands somewhere
	others []argument // what is worked out first, in order
	plain  bool       // no argument calls: each may go straight to where it belongs
}

type argument struct {
	at int
	leaf
	i Int
	l List
}

func (c *Compiled) call(e *ir.Expr) *call {
	k := &call{e: e, id: int32(e.N), plain: true}
	for i, a := range e.Args {
		o, ok := leafOf(a)
		switch {
		case ok:
			k.leaves = append(k.leaves, argument{at: i, leaf: o})
			continue
		case a.Type.IsList():
			k.others = append(k.others, argument{at: i, l: c.List(a)})
		default:
			k.others = append(k.others, argument{at: i, i: c.Int(a)})
		}
		k.plain = k.plain && inPlace(a)
	}
	return k
}

// enter fills the callee's temporaries and moves there; false after an error.
func (k *call) enter(v *Env) bool {
	if !v.enter(k.e) {
		return false
	}
	to := v.base + frame
	switch {
	case len(k.others) == 0:
	case len(k.others) == 1 && k.others[0].i != nil:
		x := k.others[0].i(v)
		v.t[to+k.others[0].at] = x
	default:
		k.work(v, to)
	}
	for i := range k.leaves {
		a := &k.leaves[i]
		v.t[to+a.at] = a.of(v)
	}
	v.base = to
	return true
}

// work works several arguments out.
func (k *call) work(v *Env, to int) {
	if k.plain {
		for i := range k.others {
			if a := &k.others[i]; a.l == nil {
				v.t[to+a.at] = a.i(v)
			} else {
				v.tl[to+a.at] = a.l(v)
			}
		}
		return
	}
	var ints [frame]int64
	var lists [frame][]int64
	for i := range k.others {
		if a := &k.others[i]; a.l == nil {
			ints[i] = a.i(v)
		} else {
			lists[i] = a.l(v)
		}
	}
	for i := range k.others {
		if a := &k.others[i]; a.l == nil {
			v.t[to+a.at] = ints[i]
		} else {
			v.tl[to+a.at] = lists[i]
		}
	}
}

// stub is what a script lets the function answer.
func (k *call) stub(v *Env) (int64, bool) {
	for _, s := range v.S.Stubs {
		if s.Func == k.id {
			return s.Value, true
		}
	}
	return 0, false
}

// leave comes back from what was entered above the frame of the temporaries.
func (v *Env) leave() {
	v.base -= frame
	v.depth--
}

// enter guards against values that need themselves.
func (v *Env) enter(e *ir.Expr) bool {
	if v.depth > deepest {
		return tooDeep(v, e)
	}
	v.depth++
	if v.Burn() {
		return true
	}
	v.depth--
	return false
}

func tooDeep(v *Env, e *ir.Expr) bool {
	v.Fail(e.At, "%s", ErrTooDeep)
	return false
}

// inPlace tells whether an expression only reads what is there, and so leaves the temporaries above its
// own alone.
func inPlace(e *ir.Expr) bool {
	ok := true
	e.Walk(func(x *ir.Expr) bool {
		switch x.Op {
		case ir.Const, ir.Local, ir.EventField, ir.RecField, ir.Temp, ir.Self, ir.SelfBearer, ir.This, ir.OptionVal,
			ir.CellOf, ir.PrintedOf, ir.OwnerOf, ir.SelfOwner, ir.BearerOf, ir.SourceOf, ir.CardOfInst, ir.Add, ir.Sub, ir.Mul, ir.Neg, ir.MakeList:
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// inlined is the body of a function with its arguments in place of its parameters: a short function of
// what is there anyway, like whether two are foes, then costs no call. It is nil when an argument must be
// worked out first, the body has temporaries of its own, or somebody wants to hear of the call.
func (c *Compiled) inlined(e *ir.Expr) *ir.Expr {
	f := c.P.Funcs[e.N]
	if f.Body == nil || f.Stubs || c.report != nil || c.nested > 3 {
		return nil
	}
	for _, a := range e.Args {
		switch a.Op {
		case ir.Const, ir.Local, ir.EventField, ir.Temp, ir.Self, ir.This:
		default:
			return nil
		}
	}
	nodes, ok := 0, true
	f.Body.Walk(func(x *ir.Expr) bool {
		nodes++
		switch x.Op {
		case ir.Exists, ir.ForAll, ir.ExistsOne, ir.Filter, ir.Map, ir.Count, ir.Sum, ir.Most, ir.Least, ir.Best,
			ir.Local, ir.EventField, ir.Self, ir.This, ir.SelfBearer, ir.SelfOwner:
			ok = false
		case ir.Temp:
			ok = ok && x.N < int64(len(e.Args))
		}
		return ok && nodes <= 60
	})
	if !ok || nodes > 60 {
		return nil
	}
	return replaced(f.Body, e.Args)
}

// replaced copies an expression with temporary n replaced by expression n.
func replaced(e *ir.Expr, by []*ir.Expr) *ir.Expr {
	if e.Op == ir.Temp {
		return by[e.N]
	}
	out := *e
	out.Args = make([]*ir.Expr, len(e.Args))
	for i, a := range e.Args {
		out.Args[i] = replaced(a, by)
	}
	return &out
}

// called is a function called for a value of one sort: sort compiles what stands in the place of a call, of
// finds the body, and stubbed is what a script has said that it answers, nil where none can.
func called[T any](sort func(*Compiled, *ir.Expr) func(*Env) T, of func(*function) *func(*Env) T, stubbed func(int64) T) func(*Compiled, *ir.Expr) func(*Env) T {
	return func(c *Compiled, e *ir.Expr) func(*Env) T {
		if x := c.inlined(e); x != nil && stubbed != nil {
			c.nested++
			defer func() { c.nested-- }()
			f := sort(c, x)
			return func(v *Env) T { v.Fuel--; return f(v) } // charged like any call
		}
		k, body := c.call(e), of(&c.funcs[e.N])
		return func(v *Env) (x T) {
			if len(v.S.Stubs) > 0 && stubbed != nil {
				if n, ok := k.stub(v); ok {
					return stubbed(n)
				}
			}
			if k.enter(v) {
				x = (*body)(v)
				v.leave()
			}
			return x
		}
	}
}

// Given is what a call of an event gives to a field.
type Given struct {
	Field int
	Value ir.Value
}

// can asks whether a call of an event would be permitted. What that works out has temporaries above those here.
func can(c *Compiled, e *ir.Expr) Bool {
	nums, lists := make([]Int, len(e.Args)), make([]List, len(e.Args))
	for i, a := range e.Args {
		if a.Type.IsList() {
			lists[i] = c.List(a)
		} else {
			nums[i] = c.Int(a)
		}
	}
	return func(v *Env) bool {
		given := make([]Given, len(nums))
		for i := range given {
			given[i].Field = int(e.List[i])
			if lists[i] != nil {
				given[i].Value.L = lists[i](v)
			} else {
				given[i].Value.N = nums[i](v)
			}
		}
		if v.Err != nil || !v.enter(e) {
			return false
		}
		v.base += frame
		ok := v.Could(e.Ref, given)
		v.leave()
		return ok
	}
}

// ignored asks whether of the clauses that a thing has, or what lies on it, every one is switched off. What decides that has
// temporaries above those here.
func ignored(c *Compiled, e *ir.Expr) Bool {
	a, label := c.scalar(e.Args[0]), e.Label()
	clauses := make([][]int, len(c.P.Cards))
	for n, card := range c.P.Cards {
		if isOf(c, e.Ref, int32(n)) {
			clauses[n] = slices.DeleteFunc(slices.Clone(card.Hooks), func(h int) bool { return label != "" && c.P.Hooks[h].Label != label })
		}
	}
	return func(v *Env) bool {
		x := a.of(v)
		if uint64(x) >= uint64(len(v.S.Insts)) || !v.enter(e) {
			return false
		}
		v.base += frame
		defer v.leave()
		some, all := false, true
		look := func(n int32) {
			if !v.X.has(n) || !v.Seen(int64(n)) || c.First(v, n) != n {
				return
			}
			for _, h := range clauses[v.S.Insts[n].Card] {
				if !c.Sleeps(v.S, int32(h), n) {
					some, all = true, all && v.Ignored(int32(h), n, v.Ev)
				}
			}
		}
		look(int32(x))
		for i := v.S.Insts[x].First; i != 0; i = v.S.Insts[i].Next {
			look(i)
		}
		return some && all
	}
}

// lookup finds a value in a table; the checker has made sure that every key in the declared range is
// found. The keys stand above the caller's temporaries, where a row that is worked out reads them.
func lookup(c *Compiled, e *ir.Expr) Int {
	t := c.P.Tables[e.N]
	keys := make([]scalar, len(e.Args))
	for i, a := range e.Args {
		keys[i] = c.scalar(a)
	}
	rows := make([]Int, len(t.Rows))
	for i := range t.Rows {
		if x := t.Rows[i].Expr; x != nil {
			rows[i] = c.Int(x)
		}
	}
	return func(v *Env) int64 {
		var room [frame]int64
		key := room[:len(keys)]
		for i := range keys {
			key[i] = keys[i].of(v)
		}
		i := row(t, key)
		if i < 0 {
			v.Fail(e.At, "table %s has no row for %v", t.Name, slices.Clone(key)) // room stays off the heap
			return 0
		}
		r, f := &t.Rows[i], rows[i]
		if c.report != nil {
			c.report(r, true)
		}
		if f == nil {
			return r.Value.N
		}
		if !v.enter(e) {
			return 0
		}
		v.base += frame
		copy(v.t[v.base:], key)
		x := f(v)
		v.leave()
		return x
	}
}

// row is the first row of a table that takes a key, -1 for none.
func row(t *ir.Table, key []int64) int {
rows:
	for i := range t.Rows {
		for j, k := range t.Rows[i].Keys {
			if key[j] < k.Lo || key[j] > k.Hi {
				continue rows
			}
		}
		return i
	}
	return -1
}
