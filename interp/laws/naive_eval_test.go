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
	ev    *happening // in whose pipeline the code runs
	loc   *slots
	temps [2 * ir.MaxTemps]val
	view  int64 // the player in whose view lists are read; None: all is seen
	// of the steps of an event itself:
	own bool
	// of a `before` clause or a fold, where contributions go:
	add  func(*contribution)
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

// thing is the instance of an expression. What is gone is found as it last was.
func (e *env) thing(x *ir.Expr) *thing { return e.g.thing(e.num(x), x.At) }

func (g *game) thing(n int64, at source.Span) *thing {
	t := g.things[n]
	if t == nil {
		fail(at, "there is no such thing")
	}
	return t
}

func (e *env) eval(x *ir.Expr) val { return ops[x.Op](e, x) }

// inner is an env of a function, table or derived field, which sees nothing of where it is called but the view.
func (e *env) inner(self int64) *env { return &env{g: e.g, self: self, view: e.view, hook: -1} }

// of is the i-th argument of an expression.
func (e *env) of(x *ir.Expr, i int) val { return e.eval(x.Args[i]) }

type op = func(e *env, x *ir.Expr) val

func number(f func(e *env, x *ir.Expr) int64) op {
	return func(e *env, x *ir.Expr) val { return num(f(e, x)) }
}
func question(f func(e *env, x *ir.Expr) bool) op {
	return func(e *env, x *ir.Expr) val { return truth(f(e, x)) }
}
func arithmetic(f func(a, b int64, at source.Span) int64) op {
	return func(e *env, x *ir.Expr) val { return num(f(e.of(x, 0).N, e.of(x, 1).N, x.At)) }
}
func comparison(f func(a, b val) bool) op {
	return func(e *env, x *ir.Expr) val { return truth(f(e.of(x, 0), e.of(x, 1))) }
}

// ops say what each operation of an expression gives.
var ops map[ir.Op]op

func init() {
	ops = map[ir.Op]op{
		ir.Const:      func(e *env, x *ir.Expr) val { return val{N: x.N, L: x.List} },
		ir.Local:      func(e *env, x *ir.Expr) val { return e.loc.get(int(x.N), x.Lists) },
		ir.EventField: func(e *env, x *ir.Expr) val { return e.ev.get(int(x.N), x.Lists) },
		ir.RecField:   func(e *env, x *ir.Expr) val { return e.record(x.Args[0]).get(int(x.N), x.Lists) },
		ir.Temp:       func(e *env, x *ir.Expr) val { return e.temps[x.N] },
		ir.Self:       number(func(e *env, x *ir.Expr) int64 { return e.self }),
		ir.This:       number(func(e *env, x *ir.Expr) int64 { return e.ev.num }),
		ir.OptionVal:  number(func(e *env, x *ir.Expr) int64 { return e.g.options[x.N] }),
		ir.CellOf:     func(e *env, x *ir.Expr) val { return e.thing(x.Args[0]).cells.get(int(x.N), x.Lists) },
		ir.PrintedOf:  func(e *env, x *ir.Expr) val { return e.card(x.Args[0]).Values[x.N] },
		ir.CarriedBy: func(e *env, x *ir.Expr) val {
			var out []int64
			for _, u := range e.g.p.Cards[e.of(x, 0).N].Carry {
				if e.g.isKind(e.g.p.Cards[u.Card].Kind, x.Ref) {
					out = append(out, int64(u.Card))
				}
			}
			return list(out)
		},
		ir.StatOf: (*env).stat,
		ir.BaseOf: (*env).stat,
		ir.DerivedOf: func(e *env, x *ir.Expr) val {
			t := e.thing(x.Args[0])
			return e.inner(t.num).eval(e.g.p.Kinds[t.card.Kind].Fields[x.N].Default)
		},
		ir.OwnerOf: number(func(e *env, x *ir.Expr) int64 {
			t := e.thing(x.Args[0])
			if t.owner == ir.None {
				fail(x.At, "nobody owns %s", t.card.Name)
			}
			return t.owner
		}),
		ir.CardOfInst: number(func(e *env, x *ir.Expr) int64 { return int64(e.thing(x.Args[0]).card.ID) }),
		ir.BearerOf: number(func(e *env, x *ir.Expr) int64 {
			if t := e.thing(x.Args[0]); t.place == onThing {
				return t.bearer
			}
			return ir.None
		}),
		ir.SourceOf:     number(func(e *env, x *ir.Expr) int64 { return e.thing(x.Args[0]).source }),
		ir.SelfBearer:   number(func(e *env, x *ir.Expr) int64 { return e.g.bearerOf(e.g.thing(e.self, x.At)).num }),
		ir.ScriptPlayer: number(func(e *env, x *ir.Expr) int64 { return e.g.players[x.N] }),
		ir.Neg:          number(func(e *env, x *ir.Expr) int64 { return sub(0, e.of(x, 0).N, x.At) }),
		ir.Scale:        number(func(e *env, x *ir.Expr) int64 { return mul(e.of(x, 0).N, ir.Unit, x.At) }),
		ir.Add:          arithmetic(add),
		ir.Sub:          arithmetic(sub),
		ir.Mul:          arithmetic(mul),
		ir.Eq:           comparison(same),
		ir.Ne:           comparison(func(a, b val) bool { return !same(a, b) }),
		ir.Lt:           comparison(func(a, b val) bool { return a.N < b.N }),
		ir.Le:           comparison(func(a, b val) bool { return a.N <= b.N }),
		ir.Gt:           comparison(func(a, b val) bool { return a.N > b.N }),
		ir.Ge:           comparison(func(a, b val) bool { return a.N >= b.N }),
		ir.In:           comparison(func(a, b val) bool { return slices.Contains(b.L, a.N) }),
		ir.And:          question(func(e *env, x *ir.Expr) bool { return e.is(x.Args[0]) && e.is(x.Args[1]) }),
		ir.Or:           question(func(e *env, x *ir.Expr) bool { return e.is(x.Args[0]) || e.is(x.Args[1]) }),
		ir.Not:          question(func(e *env, x *ir.Expr) bool { return !e.is(x.Args[0]) }),
		ir.Has: question(func(e *env, x *ir.Expr) bool {
			v := e.of(x, 0)
			return v.L != nil || !x.Args[0].Type.IsList() && v.N != ir.None
		}),
		ir.Cond: func(e *env, x *ir.Expr) val {
			if e.is(x.Args[0]) {
				return e.of(x, 1)
			}
			return e.of(x, 2)
		},
		ir.Index: number(func(e *env, x *ir.Expr) int64 {
			l, i := e.of(x, 0).L, e.of(x, 1).N
			if i < 0 || i >= int64(len(l)) {
				fail(x.At, "no member %d in a list of %d", i, len(l))
			}
			return l[i]
		}),
		ir.MakeList: func(e *env, x *ir.Expr) val {
			out := []int64{}
			for i := range x.Args {
				out = append(out, e.of(x, i).N)
			}
			return list(out)
		},
		ir.AllOf: func(e *env, x *ir.Expr) val {
			return list(nums(keep(e.g.inKind(x.Ref), e.seen)))
		},
		ir.CallFunc: func(e *env, x *ir.Expr) val {
			e.g.fuel++
			if v, ok := e.g.stubs[int(x.N)]; ok {
				return v
			}
			return e.with(x).eval(e.g.p.Funcs[x.N].Body)
		},
		ir.CallTable: func(e *env, x *ir.Expr) val {
			e.g.fuel++
			in := e.with(x)
			for _, r := range e.g.p.Tables[x.N].Rows {
				fits := true
				for i, k := range r.Keys {
					fits = fits && k.Lo <= in.temps[i].N && in.temps[i].N <= k.Hi
				}
				if fits && r.Expr != nil {
					return in.eval(r.Expr)
				} else if fits {
					return r.Value
				}
			}
			fail(x.At, "no row of %s fits", e.g.p.Tables[x.N].Name)
			return val{}
		},
		ir.CallPrim: func(e *env, x *ir.Expr) val { return prims[x.N](call{e, x}) },
	}
	for o := ir.Exists; o <= ir.Least; o++ {
		ops[o] = (*env).macro
	}
}

// with is an env of a function or table with its arguments.
func (e *env) with(x *ir.Expr) *env {
	in := e.inner(ir.None)
	for i := range x.Args {
		in.temps[i] = e.of(x, i)
	}
	return in
}

// record is an event under way.
func (e *env) record(x *ir.Expr) *happening {
	r := e.g.records[e.num(x)]
	if r == nil {
		fail(x.At, "this event is over")
	}
	return r
}

// inKind is what is in play of a kind, by arrival.
func (g *game) inKind(kind int) []*thing {
	return keep(g.all(), func(t *thing) bool { return g.inPlay(t) && g.isKind(t.card.Kind, kind) })
}

func nums(l []*thing) []int64 {
	out := []int64{}
	for _, t := range l {
		out = append(out, t.num)
	}
	return out
}

// seen tells whether the player in whose view the code runs sees a thing.
func (e *env) seen(t *thing) bool { return e.view == ir.None || e.g.sees(t, e.view) }

// card is the card of an instance, or a card itself.
func (e *env) card(x *ir.Expr) *ir.Card {
	if x.Type.Kind == ir.CardOf {
		return e.g.p.Cards[e.num(x)]
	}
	return e.thing(x).card
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

// stat folds a stat of an instance out of what clauses in play contribute; its base, the first layer only.
// Of a card it is what is printed.
func (e *env) stat(x *ir.Expr) val {
	g, field, base := e.g, int(x.N), x.Op == ir.BaseOf
	if x.Args[0].Type.Kind == ir.CardOf {
		return e.card(x.Args[0]).Values[field]
	}
	t := e.thing(x.Args[0])
	f := g.p.Kinds[t.card.Kind].Fields[field]
	var sums []sum
	ofStat := func(x *contribution) bool {
		return x.inst != nil && x.index == field && !(base && x.layer > 0) && (g.isKind(t.card.Kind, x.kind) || g.isKind(x.kind, t.card.Kind))
	}
	for _, c := range g.clauses(ir.While, -1) {
		h := c.hook
		if !mentions(h.Do, ofStat) || g.ignored(c) || h.Each != nil && !(g.inPlay(t) && g.isKind(t.card.Kind, h.Each.Kind)) {
			continue
		}
		e := (&env{g: g, view: ir.None}).inner(c.self)
		if h.Each != nil {
			e.temps[h.Each.Temp] = num(t.num)
			if h.Each.Where != nil && !e.is(h.Each.Where) {
				continue
			}
		}
		if h.When != nil && !e.is(h.When) {
			continue
		}
		e.add = func(x *contribution) {
			if ofStat(x) && e.num(x.inst) == t.num {
				sums = append(sums, sum{x, e.num(x.value), h, c.self})
			}
		}
		e.contributions(h.Do, ofStat)
	}
	return num(hold(fold(f, t.card.Values[field].N, sums), f.Lo, f.Hi))
}

// contributions runs the steps of a `while` clause: contributions, and conditions around them.
func (e *env) contributions(b *ir.Block, wanted func(*contribution) bool) {
	if !mentions(b, wanted) {
		return
	}
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.ContributeField, *ir.ContributeStat:
			e.add(contributed(s))
		case *ir.If:
			if mentions(s.Then, wanted) || mentions(s.Else, wanted) {
				if e.is(s.Cond) {
					e.contributions(s.Then, wanted)
				} else {
					e.contributions(s.Else, wanted)
				}
			}
		default:
			fail(s.Site(), "a statement that `while` cannot have")
		}
	}
}

// contribution is a contribution to a field or a stat.
type contribution struct {
	ir.Base[ir.Stmt]
	op                 ir.ContributeOp
	value, inst        *ir.Expr
	field              *ir.Field
	kind, index, layer int
}

func contributed(s ir.Stmt) *contribution {
	switch s := s.(type) {
	case *ir.ContributeField:
		return &contribution{s.Base, s.Op, s.Value, nil, s.Field, -1, s.Index, s.Layer}
	case *ir.ContributeStat:
		return &contribution{s.Base, s.Op, s.Value, s.Inst, nil, s.Kind, s.Index, s.Layer}
	}
	return nil
}

// mentions tells whether a block has a contribution of a sort.
func mentions(b *ir.Block, sort func(*contribution) bool) bool {
	return b != nil && slices.ContainsFunc(b.Stmts, func(s ir.Stmt) bool {
		switch s := s.(type) {
		case *ir.ContributeField, *ir.ContributeStat:
			return sort(contributed(s))
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
				if s.c.op != op || s.c.layer != layer {
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
	switch s.c.op {
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
func (g *game) clauses(stage ir.Stage, ev int) (out []clause) {
	for _, t := range g.all() {
		for _, h := range t.card.Hooks {
			if hook := g.p.Hooks[h]; hook.Stage == stage && (hook.Event == ev || stage == ir.Ignore) && g.inForce(t) {
				out = append(out, clause{hook, t.num})
			}
		}
	}
	slices.SortStableFunc(out, g.order)
	return out
}

// order compares two clauses.
func (g *game) order(a, b clause) int {
	return cmp.Or(int(a.hook.Band-b.hook.Band), g.rank(g.things[a.self])-g.rank(g.things[b.self]), cmp.Compare(a.self, b.self), a.hook.ID-b.hook.ID)
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
