package laws_test

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// env is where an expression or statement stands.
type env struct {
	g     *game
	self  int64
	ev    *event // in whose pipeline the code runs
	loc   *slots
	temps [2 * ir.MaxTemps]val
	view  int64 // the player in whose view lists are read; None: all is seen
	// of the steps of an event itself:
	own bool
	// of a `before` clause or a fold, where contributions go:
	add  func(*ir.Contribute)
	hook int // the clause whose steps these are, -1
	// the `instead` clauses whose steps it belongs to:
	line []*ir.Hook
}

func num(n int64) val { return val{N: n} }

func truth(b bool) val {
	if b {
		return num(1)
	}
	return num(0)
}

func list(l []int64) val { return val{L: l} }

func (e *env) is(x *ir.Expr) bool   { return e.eval(x).N == 1 }
func (e *env) num(x *ir.Expr) int64 { return e.eval(x).N }

// thing is the instance of an expression; what is gone cannot be read.
func (e *env) thing(x *ir.Expr) *thing { return e.g.thing(e.num(x), x.At) }

func (g *game) thing(n int64, at source.Span) *thing {
	t := g.things[n]
	if t == nil {
		fail(at, "there is no such thing")
	}
	if t.gone {
		fail(at, "%s is gone", t.card.Name)
	}
	return t
}

func (e *env) eval(x *ir.Expr) val {
	g := e.g
	arg := func(i int) val { return e.eval(x.Args[i]) }
	slot := int(x.N)
	switch x.Op {
	case ir.Const:
		return val{N: x.N, L: x.List}
	case ir.Local:
		return e.loc.get(slot, x.Lists)
	case ir.EventField:
		return e.ev.get(slot, x.Lists)
	case ir.RecField:
		r := g.records[arg(0).N]
		if r == nil {
			fail(x.At, "this event is over")
		}
		return r.get(slot, x.Lists)
	case ir.Temp:
		return e.temps[slot]
	case ir.Self:
		return num(e.self)
	case ir.This:
		return num(e.ev.num)
	case ir.OptionVal:
		return num(g.options[x.N])
	case ir.CellOf:
		return e.thing(x.Args[0]).cells.get(slot, x.Lists)
	case ir.PrintedOf:
		return g.printed(g.cardOf(e, x.Args[0]), slot)
	case ir.CarriedBy:
		var out []int64
		for _, u := range g.p.Cards[arg(0).N].Carry {
			if g.isKind(g.p.Cards[u.Card].Kind, x.Ref) {
				out = append(out, int64(u.Card))
			}
		}
		return list(out)
	case ir.StatOf, ir.BaseOf:
		if x.Args[0].Type.Kind == ir.CardOf {
			return g.printed(g.cardOf(e, x.Args[0]), slot)
		}
		return num(g.stat(e.thing(x.Args[0]), slot, x.Op == ir.BaseOf, e.view))
	case ir.DerivedOf:
		t := e.thing(x.Args[0])
		inner := &env{g: g, self: t.num, view: e.view}
		return inner.eval(g.p.Kinds[t.card.Kind].Fields[slot].Default)
	case ir.OwnerOf:
		t := e.thing(x.Args[0])
		if t.owner == ir.None {
			fail(x.At, "nobody owns %s", t.card.Name)
		}
		return num(t.owner)
	case ir.CardOfInst:
		return num(int64(e.thing(x.Args[0]).card.ID))
	case ir.BearerOf:
		if t := e.thing(x.Args[0]); t.place == onThing {
			return num(t.bearer)
		}
		return num(ir.None)
	case ir.SourceOf:
		return num(e.thing(x.Args[0]).source)
	case ir.SelfBearer:
		return num(g.bearerOf(g.thing(e.self, x.At)).num)
	case ir.ScriptPlayer:
		return num(g.players[x.N])
	case ir.Neg:
		return num(sub(0, arg(0).N, x.At))
	case ir.Add:
		return num(add(arg(0).N, arg(1).N, x.At))
	case ir.Sub:
		return num(sub(arg(0).N, arg(1).N, x.At))
	case ir.Mul:
		return num(mul(arg(0).N, arg(1).N, x.At))
	case ir.Scale:
		return num(mul(arg(0).N, ir.Unit, x.At))
	case ir.Eq:
		return truth(same(arg(0), arg(1)))
	case ir.Ne:
		return truth(!same(arg(0), arg(1)))
	case ir.Lt:
		return truth(arg(0).N < arg(1).N)
	case ir.Le:
		return truth(arg(0).N <= arg(1).N)
	case ir.Gt:
		return truth(arg(0).N > arg(1).N)
	case ir.Ge:
		return truth(arg(0).N >= arg(1).N)
	case ir.And:
		return truth(e.is(x.Args[0]) && e.is(x.Args[1]))
	case ir.Or:
		return truth(e.is(x.Args[0]) || e.is(x.Args[1]))
	case ir.Not:
		return truth(!e.is(x.Args[0]))
	case ir.Cond:
		if e.is(x.Args[0]) {
			return arg(1)
		}
		return arg(2)
	case ir.Has:
		v := arg(0)
		if x.Args[0].Type.IsList() {
			return truth(v.L != nil)
		}
		return truth(v.N != ir.None)
	case ir.In:
		return truth(slices.Contains(arg(1).L, arg(0).N))
	case ir.Index:
		l, i := arg(0).L, arg(1).N
		if i < 0 || i >= int64(len(l)) {
			fail(x.At, "no member %d in a list of %d", i, len(l))
		}
		return num(l[i])
	case ir.MakeList:
		out := []int64{}
		for i := range x.Args {
			out = append(out, arg(i).N)
		}
		return list(out)
	case ir.Exists, ir.ForAll, ir.ExistsOne, ir.Filter, ir.Map, ir.Count, ir.Sum, ir.Most, ir.Least:
		return e.macro(x)
	case ir.AllOf:
		out := []int64{}
		for _, t := range g.all() {
			if g.inPlay(t) && g.isKind(t.card.Kind, x.Ref) && e.seen(t) {
				out = append(out, t.num)
			}
		}
		return list(out)
	case ir.CallFunc:
		g.fuel++
		if v, ok := g.stubs[slot]; ok {
			return v
		}
		inner := &env{g: g, self: ir.None, view: e.view}
		for i := range x.Args {
			inner.temps[i] = arg(i)
		}
		return inner.eval(g.p.Funcs[slot].Body)
	case ir.CallTable:
		g.fuel++
		t := g.p.Tables[slot]
		inner := &env{g: g, self: ir.None, view: e.view}
		for i := range x.Args {
			inner.temps[i] = arg(i)
		}
		for _, r := range t.Rows {
			fits := true
			for i, k := range r.Keys {
				fits = fits && k.Lo <= inner.temps[i].N && inner.temps[i].N <= k.Hi
			}
			if fits && r.Expr != nil {
				return inner.eval(r.Expr)
			} else if fits {
				return r.Value
			}
		}
		fail(x.At, "no row of %s fits", t.Name)
	case ir.CallPrim:
		return prims[x.N](call{e, x})
	}
	fail(x.At, "unknown operation %d", x.Op)
	return val{}
}

// seen tells whether the player in whose view the code runs sees a thing.
func (e *env) seen(t *thing) bool { return e.view == ir.None || e.g.sees(t, e.view) }

// cardOf is the card of an instance, or a card itself.
func (g *game) cardOf(e *env, x *ir.Expr) *ir.Card {
	if x.Type.Kind == ir.CardOf {
		return g.p.Cards[e.num(x)]
	}
	return e.thing(x).card
}

func (g *game) printed(c *ir.Card, field int) val {
	if field < len(c.Values) {
		return c.Values[field]
	}
	return num(ir.None)
}

func same(a, b val) bool { return a.N == b.N && slices.Equal(a.L, b.L) }

// macro is a macro over the members of a list, or over the groups of a bag.
func (e *env) macro(x *ir.Expr) val {
	l := e.eval(x.Args[0]).L
	stride, bag := 1, x.Args[0].Type.Kind == ir.BagType
	if bag {
		stride = len(e.g.p.Bags[x.Args[0].Type.Ref].Fields) + 1
	}
	keep := slices.Clone(e.temps[x.N : int(x.N)+stride])
	defer copy(e.temps[x.N:], keep)
	out, n, best, first := []int64{}, int64(0), int64(0), true
	for i := 0; i < len(l); i += stride {
		e.g.fuel++
		for j := range stride {
			e.temps[int(x.N)+j] = num(l[i+j])
		}
		times := int64(1)
		if bag {
			times = l[i+stride-1]
		}
		v := e.num(x.Args[1])
		switch x.Op {
		case ir.Exists:
			if v == 1 {
				return truth(true)
			}
		case ir.ForAll:
			if v != 1 {
				return truth(false)
			}
		case ir.ExistsOne, ir.Count:
			if v == 1 && x.Op == ir.Count {
				n = add(n, times, x.At)
			} else if v == 1 {
				n++
			}
		case ir.Filter:
			if v == 1 {
				out = append(out, l[i:i+stride]...)
			}
		case ir.Map:
			out = append(out, v)
		case ir.Sum:
			n = add(n, v, x.At)
		case ir.Most, ir.Least:
			if first || x.Op == ir.Most && v > best || x.Op == ir.Least && v < best {
				best, first = v, false
			}
		}
	}
	switch x.Op {
	case ir.Exists:
		return truth(false)
	case ir.ForAll:
		return truth(true)
	case ir.ExistsOne:
		return truth(n == 1)
	case ir.Filter, ir.Map:
		return list(out)
	case ir.Most, ir.Least:
		return num(best)
	}
	return num(n)
}

// Numbers have 64 bits; the smallest is no number. What does not fit is a failure.

func fits(n int64, ok bool, at source.Span) int64 {
	if !ok || n == math.MinInt64 {
		fail(at, "a number is too large")
	}
	return n
}

func add(a, b int64, at source.Span) int64 {
	s := a + b
	return fits(s, (a < 0) != (b < 0) || (s < 0) == (a < 0), at)
}

func sub(a, b int64, at source.Span) int64 {
	s := a - b
	return fits(s, (a < 0) == (b < 0) || (s < 0) == (a < 0), at)
}

func mul(a, b int64, at source.Span) int64 {
	hi, lo := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
	return fits(a*b, hi == 0 && lo <= math.MaxInt64, at)
}

func floorDiv(a, b int64, at source.Span) int64 {
	if b == 0 {
		fail(at, "a division by 0")
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return fits(q, true, at)
}

func ceilDiv(a, b int64, at source.Span) int64 {
	q := floorDiv(a, b, at)
	if q*b != a {
		q++
	}
	return q
}

// hold keeps a value in a range; an absent value is in every range.
func hold(n, lo, hi int64) int64 {
	if n == ir.None {
		return n
	}
	if hi != ir.None {
		n = min(n, hi)
	}
	if lo != ir.None {
		n = max(n, lo)
	}
	return n
}

// held holds a value in the range of a field; of a list, every member.
func held(f *ir.Field, v val) val {
	if f.Type.IsList() {
		l := slices.Clone(v.L)
		if f.Type.Kind == ir.List {
			for i := range l {
				l[i] = hold(l[i], f.Lo, f.Hi)
			}
		}
		return list(l)
	}
	return num(hold(v.N, f.Lo, f.Hi))
}

// stat folds a stat of an instance out of what clauses in play contribute. With base, it stops after
// the first layer.
func (g *game) stat(t *thing, field int, base bool, view int64) int64 {
	f := g.p.Kinds[t.card.Kind].Fields[field]
	var sums []sum
	ofStat := func(x *ir.Contribute) bool { // with base, of its first layer only
		return x.Index == field && !(base && x.Layer > 0) && (g.isKind(t.card.Kind, x.Kind) || g.isKind(x.Kind, t.card.Kind))
	}
	for _, c := range g.clauses(ir.While, -1) {
		if !mentions(c.hook.Do, ofStat) || g.ignored(c) {
			continue
		}
		subjects := []int64{ir.None}
		if c.hook.Each != nil {
			subjects = nil
			for _, x := range g.all() {
				if g.inPlay(x) && g.isKind(x.card.Kind, c.hook.Each.Kind) {
					subjects = append(subjects, x.num)
				}
			}
		}
		for _, s := range subjects {
			e := &env{g: g, self: c.self, view: ir.None}
			if c.hook.Each != nil {
				e.temps[c.hook.Each.Temp] = num(s)
				if s != t.num || c.hook.Each.Where != nil && !e.is(c.hook.Each.Where) {
					continue
				}
			}
			if c.hook.When != nil && !e.is(c.hook.When) {
				continue
			}
			e.add = func(x *ir.Contribute) {
				if ofStat(x) && e.num(x.Inst) == t.num {
					sums = append(sums, sum{x, e.num(x.Value), c.hook, c.self})
				}
			}
			e.contributions(c.hook.Do, func(b *ir.Block) bool { return mentions(b, ofStat) })
		}
	}
	v := fold(f, g.printed(t.card, field).N, sums)
	return hold(v, f.Lo, f.Hi)
}

// contributions runs the steps of a `while` clause: contributions, and conditions around them.
func (e *env) contributions(b *ir.Block, wanted func(*ir.Block) bool) {
	if b == nil || !wanted(b) {
		return
	}
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.Contribute:
			e.add(s)
		case *ir.If:
			if !wanted(s.Then) && !wanted(s.Else) {
				continue
			}
			if e.is(s.Cond) {
				e.contributions(s.Then, wanted)
			} else {
				e.contributions(s.Else, wanted)
			}
		default:
			fail(s.Site(), "a statement that `while` cannot have")
		}
	}
}

// mentions tells whether a block has a contribution of a sort.
func mentions(b *ir.Block, sort func(*ir.Contribute) bool) bool {
	return b != nil && slices.ContainsFunc(b.Stmts, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.Contribute:
			return sort(s)
		case *ir.If:
			return mentions(s.Then, sort) || mentions(s.Else, sort)
		}
		return false
	})
}

// fold applies contributions, which are in the order of clauses, layer by layer.
func fold(f *ir.Field, v int64, sums []sum) int64 {
	for layer := range max(1, len(f.Layers)) {
		for op := ir.SetOp; op <= ir.CapOp; op++ {
			for _, s := range sums {
				if s.c.Op != op || s.c.Layer != layer {
					continue
				}
				v = contribute(f, v, s)
				if op == ir.SetOp {
					break
				}
			}
		}
	}
	return v
}

func contribute(f *ir.Field, v int64, s sum) int64 {
	at := s.c.At
	switch s.c.Op {
	case ir.SetOp:
		return s.v
	case ir.AddOp:
		if v == ir.None {
			return v
		}
		if f.Type.Kind == ir.Dice {
			return plusDice(v, s.v, at)
		}
		return add(v, s.v, at)
	case ir.MulOp:
		return mul(v, s.v, at)
	case ir.DivUp:
		return ceilDiv(v, s.v, at)
	case ir.DivDown:
		return floorDiv(v, s.v, at)
	case ir.RaiseOp:
		return max(v, s.v)
	case ir.CapOp:
		return min(v, s.v)
	}
	fail(at, "unknown contribution")
	return 0
}

// clause is a clause of an instance.
type clause struct {
	hook *ir.Hook
	self int64
}

// clauses are those of a stage on an event that are in play, in their order. Ignored ones are among them.
func (g *game) clauses(stage ir.Stage, ev int) []clause {
	type keyed struct {
		clause
		band, rank int
	}
	var all []keyed
	for _, t := range g.all() {
		for _, h := range t.card.Hooks {
			hook := g.p.Hooks[h]
			if hook.Stage == stage && (hook.Event == ev || stage == ir.Ignore) && g.inForce(t) {
				all = append(all, keyed{clause{hook, t.num}, int(hook.Band), g.rank(t)})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b keyed) int {
		return cmp.Or(a.band-b.band, a.rank-b.rank, cmp.Compare(a.self, b.self), a.hook.ID-b.hook.ID)
	})
	out := []clause{}
	for _, k := range all {
		out = append(out, k.clause)
	}
	return out
}

// rank orders clauses by whose they are: the active player's and nobody's, then by seat.
func (g *game) rank(t *thing) int {
	owner := g.bearerOf(t).owner
	if owner == ir.None || owner == g.active() || g.active() == ir.None {
		return 0
	}
	n := len(g.players)
	return (slices.Index(g.players, owner) - slices.Index(g.players, g.active()) + n) % n
}

// ignored tells whether something in play switches a clause off.
func (g *game) ignored(c clause) bool {
	for _, i := range g.clauses(ir.Ignore, -1) {
		h, t := i.hook, g.things[c.self]
		target := h.Target
		byTag := target.Tag >= 0 && (slices.Contains(c.hook.Tags, target.Tag) || slices.Contains(t.card.Tags, target.Tag))
		byCard := target.Card >= 0 && t.card.ID == target.Card && (target.Label == "" || target.Label == c.hook.Label)
		if !byTag && !byCard || i == c {
			continue
		}
		e := &env{g: g, self: i.self, view: ir.None}
		if h.Event >= 0 {
			if len(g.stack) == 0 || g.stack[len(g.stack)-1].ev.ID != h.Event {
				continue
			}
			e.ev = g.stack[len(g.stack)-1]
		}
		if h.When != nil && !e.is(h.When) {
			continue
		}
		if h.Of != nil {
			if of := e.num(h.Of); of != t.num && (t.place != onThing || t.bearer != of) {
				continue
			}
		}
		if !g.ignored(i) {
			return true
		}
	}
	return false
}
