package laws_test

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// env is where an expression or statement stands.
type env struct {
	*game
	self  int64
	ev    *happening // in whose pipeline the code runs
	loc   vars       // its locals; of the steps of an event, its fields
	temps map[int64]val
	own   bool                 // it is the steps of an event
	did   *came                // of a clause: what came of it
	hook  *ir.Hook             // the clause
	line  []*ir.Hook           // the `instead` clauses whose steps it belongs to
	add   func(p part, v *env) // where contributions go
}

func (e *env) is(x *ir.Expr) bool       { return e.eval(x)[0] == 1 }
func (e *env) num(x *ir.Expr) int64     { return e.eval(x)[0] }
func (e *env) thing(x *ir.Expr) *thing  { return e.known(e.num(x), x.At) }
func (e *env) of(x *ir.Expr, i int) val { return e.eval(x.Args[i]) }
func (e *env) eval(x *ir.Expr) val      { return ops[x.Op](e, x) }

// inner is an env of a function, table, derived field or body.
func (g *game) inner(self int64) *env { return &env{game: g, self: self, temps: map[int64]val{}} }

// called is an env of a function or table with its arguments.
func (e *env) called(x *ir.Expr) *env {
	in := e.inner(ir.None)
	for i := range x.Args {
		in.temps[int64(i)] = e.of(x, i)
	}
	e.burn(x.At)
	return in
}

// card is the card of an instance, or a card itself.
func (e *env) card(x *ir.Expr) *ir.Card {
	if x.Type.Kind == ir.CardOf {
		return e.p.Cards[e.num(x)]
	}
	return e.thing(x).card
}

// record is an event under way.
func (e *env) record(x *ir.Expr) *happening {
	if x == nil {
		return e.ev
	}
	r := e.events[e.num(x)]
	if r == nil {
		fail(x.At, "this event is over")
	}
	return r
}

// ofValue is the value of a card that the program holds.
func ofValue(v ir.Value, t ir.Type) val {
	if t.IsList() {
		return v.L
	}
	return num(v.N)
}

type op = func(e *env, x *ir.Expr) val

// The shapes of operations: of a thing, of two numbers, a comparison, a question.
func ofThing(f func(t *thing) int64) op {
	return func(e *env, x *ir.Expr) val { return num(f(e.thing(x.Args[0]))) }
}
func ofNumbers(f func(a, b int64, at source.Span) int64) op {
	return func(e *env, x *ir.Expr) val { return num(f(e.of(x, 0)[0], e.of(x, 1)[0], x.At)) }
}
func ofBoth(f func(a, b val) bool) op {
	return func(e *env, x *ir.Expr) val { return truth(f(e.of(x, 0), e.of(x, 1))) }
}
func question(f func(e *env, a []*ir.Expr) bool) op {
	return func(e *env, x *ir.Expr) val { return truth(f(e, x.Args)) }
}
func same(a, b val) bool { return slices.Equal(a, b) }

// ops say what each operation of an expression gives.
var ops map[ir.Op]op

func init() {
	ops = map[ir.Op]op{
		ir.Const:      func(_ *env, x *ir.Expr) val { return ofValue(ir.Value{N: x.N, L: x.List}, x.Type) },
		ir.Local:      func(e *env, x *ir.Expr) val { return e.loc.get(slot{int(x.N), x.Lists}) },
		ir.EventField: func(e *env, x *ir.Expr) val { return e.ev.get(slot{int(x.N), x.Lists}) },
		ir.RecField:   func(e *env, x *ir.Expr) val { return e.record(x.Args[0]).get(slot{int(x.N), x.Lists}) },
		ir.CellOf:     func(e *env, x *ir.Expr) val { return e.thing(x.Args[0]).cells.get(slot{int(x.N), x.Lists}) },
		ir.Temp:       func(e *env, x *ir.Expr) val { return e.temps[x.N] },
		ir.Self:       func(e *env, _ *ir.Expr) val { return num(e.self) },
		ir.This:       func(e *env, _ *ir.Expr) val { return num(e.ev.num) },
		ir.OptionVal:  func(e *env, x *ir.Expr) val { return num(e.options[x.N]) },
		ir.PrintedOf:  func(e *env, x *ir.Expr) val { return ofValue(e.card(x.Args[0]).Values[x.N], x.Type) },
		ir.CarriedBy: func(e *env, x *ir.Expr) val {
			out := val{}
			for _, u := range e.p.Cards[e.num(x.Args[0])].Carry {
				if e.isKind(e.p.Cards[u.Card].Kind, x.Ref) {
					out = append(out, int64(u.Card))
				}
			}
			return out
		},
		ir.StatOf: (*env).stat,
		ir.BaseOf: (*env).stat,
		ir.DerivedOf: func(e *env, x *ir.Expr) val {
			t := e.thing(x.Args[0])
			return e.inner(t.num).eval(e.p.Kinds[t.card.Kind].Fields[x.N].Default)
		},
		ir.OwnerOf: func(e *env, x *ir.Expr) val {
			t := e.thing(x.Args[0])
			if t.owner == ir.None {
				fail(x.At, "nobody owns %s", t.card.Name)
			}
			return num(t.owner)
		},
		ir.CardOfInst: ofThing(func(t *thing) int64 { return int64(t.card.ID) }),
		ir.BearerOf: ofThing(func(t *thing) int64 {
			if t.place == onThing {
				return t.bearer
			}
			return ir.None
		}),
		ir.SourceOf:     ofThing(func(t *thing) int64 { return t.source }),
		ir.SelfBearer:   func(e *env, x *ir.Expr) val { return num(e.bearerOf(e.known(e.self, x.At)).num) },
		ir.ScriptPlayer: func(e *env, x *ir.Expr) val { return num(e.players[x.N]) },
		ir.Neg:          func(e *env, x *ir.Expr) val { return num(sub(0, e.of(x, 0)[0], x.At)) },
		ir.Scale:        func(e *env, x *ir.Expr) val { return num(mul(e.of(x, 0)[0], ir.Unit, x.At)) },
		ir.Add:          ofNumbers(add),
		ir.Sub:          ofNumbers(sub),
		ir.Mul:          ofNumbers(mul),
		ir.Eq:           ofBoth(same),
		ir.Ne:           ofBoth(func(a, b val) bool { return !same(a, b) }),
		ir.Lt:           ofBoth(func(a, b val) bool { return a[0] < b[0] }),
		ir.Le:           ofBoth(func(a, b val) bool { return a[0] <= b[0] }),
		ir.Gt:           ofBoth(func(a, b val) bool { return a[0] > b[0] }),
		ir.Ge:           ofBoth(func(a, b val) bool { return a[0] >= b[0] }),
		ir.In:           ofBoth(func(a, b val) bool { return slices.Contains(b, a[0]) }),
		ir.And:          question(func(e *env, a []*ir.Expr) bool { return e.is(a[0]) && e.is(a[1]) }),
		ir.Or:           question(func(e *env, a []*ir.Expr) bool { return e.is(a[0]) || e.is(a[1]) }),
		ir.Not:          question(func(e *env, a []*ir.Expr) bool { return !e.is(a[0]) }),
		ir.Has:          question(func(e *env, a []*ir.Expr) bool { return !absent(a[0].Type, e.eval(a[0])) }),
		ir.Cond: func(e *env, x *ir.Expr) val {
			if e.is(x.Args[0]) {
				return e.of(x, 1)
			}
			return e.of(x, 2)
		},
		ir.Index: func(e *env, x *ir.Expr) val {
			l, i := e.of(x, 0), e.num(x.Args[1])
			if i < 0 || i >= int64(len(l)) {
				fail(x.At, "no member %d in a list of %d", i, len(l))
			}
			return num(l[i])
		},
		ir.MakeList: func(e *env, x *ir.Expr) val {
			out := val{}
			for i := range x.Args {
				out = append(out, e.of(x, i)...)
			}
			return out
		},
		ir.AllOf: func(e *env, x *ir.Expr) val { return nums(e.inKind(x.Ref)) },
		ir.CallFunc: func(e *env, x *ir.Expr) val {
			in := e.called(x)
			if v, ok := e.stubs[int(x.N)]; ok {
				return v
			}
			return in.eval(e.p.Funcs[x.N].Body)
		},
		ir.CallTable: func(e *env, x *ir.Expr) val {
			in, t := e.called(x), e.p.Tables[x.N]
			for _, r := range t.Rows {
				fits := true
				for i, k := range r.Keys {
					n := in.temps[int64(i)][0]
					fits = fits && k.Lo <= n && n <= k.Hi
				}
				if fits && r.Expr != nil {
					return in.eval(r.Expr)
				} else if fits {
					return ofValue(r.Value, t.Result)
				}
			}
			fail(x.At, "no row of %s fits", t.Name)
			return nil
		},
		ir.CallPrim: func(e *env, x *ir.Expr) val { return prims[x.N](call{e, x}) },
	}
	for o := ir.Exists; o <= ir.Least; o++ {
		ops[o] = (*env).macro
	}
}

// absent tells whether a value is none.
func absent(t ir.Type, v val) bool {
	return t.Optional && (len(v) == 0 || !t.IsList() && v[0] == ir.None)
}

// macro is a macro over the members of a list, or over the groups of a bag, each of which stands for many.
func (e *env) macro(x *ir.Expr) val {
	l, stride := e.of(x, 0), 1
	bag := x.Args[0].Type.Kind == ir.BagType
	if bag {
		stride = len(e.p.Bags[x.Args[0].Type.Ref].Fields) + 1
	}
	in := *e
	in.temps = maps.Clone(e.temps)
	hits, values := val{}, val{} // the members of which it is so, and what it is of each
	times := int64(0)
	for ; len(l) > 0; l = l[stride:] {
		e.burn(x.At)
		for j := range stride {
			in.temps[x.N+int64(j)] = num(l[j])
		}
		v := in.num(x.Args[1])
		values = append(values, v)
		if v == 1 && x.Op >= ir.Exists && x.Op <= ir.Count && x.Op != ir.Map {
			hits = append(hits, l[:stride]...)
			if !bag {
				times++
			} else if x.Op == ir.Count {
				times = add(times, l[stride-1], x.At)
			}
		}
		if x.Op == ir.Exists && v == 1 || x.Op == ir.ForAll && v != 1 { // the rest is not asked
			break
		}
	}
	switch x.Op {
	case ir.Exists:
		return truth(len(hits) > 0)
	case ir.ForAll:
		return truth(!slices.ContainsFunc(values, func(v int64) bool { return v != 1 }))
	case ir.ExistsOne:
		return truth(len(hits) == stride)
	case ir.Filter:
		return hits
	case ir.Map:
		return values
	case ir.Count:
		return num(times)
	case ir.Sum:
		return num(total(values, x.At))
	case ir.Most:
		return num(best(values, slices.Max[[]int64]))
	}
	return num(best(values, slices.Min[[]int64]))
}

func total(l val, at source.Span) (n int64) {
	for _, m := range l {
		n = add(n, m, at)
	}
	return n
}

// best is the largest or smallest member, 0 of none.
func best(l val, of func([]int64) int64) int64 {
	if len(l) == 0 {
		return 0
	}
	return of(l)
}

// Numbers have 64 bits; the smallest is no number. What does not fit is a failure.

func fits(n int64, ok bool, at source.Span) int64 {
	if !ok || n == math.MinInt64 {
		fail(at, "a number is too large")
	}
	return n
}

func add(a, b int64, at source.Span) int64 {
	return fits(a+b, (a < 0) != (b < 0) || (a+b < 0) == (a < 0), at)
}
func sub(a, b int64, at source.Span) int64 {
	return fits(a-b, (a < 0) == (b < 0) || (a-b < 0) == (a < 0), at)
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

func plusDice(v, k int64, at source.Span) int64 {
	s, ok := value.Add(v, k)
	if !ok {
		fail(at, "too much is added to dice")
	}
	return s
}

// held holds a value in the range of a field, of a list every member; what is absent is in every range.
func held(f *ir.Field, v val) val {
	if f.Type.IsList() && f.Type.Kind != ir.List {
		return v
	}
	out := slices.Clone(v)
	for i, n := range v {
		if n == ir.None {
			continue
		}
		if f.Hi != ir.None {
			out[i] = min(n, f.Hi)
		}
		if f.Lo != ir.None {
			out[i] = max(out[i], f.Lo)
		}
	}
	return out
}

// part is a contribution to a field or stat: the statement, in one form for both, and by which clause.
type part struct {
	op           ir.ContributeOp
	layer, index int
	kind         int    // of a stat; -1
	field        string // of an event
	value, inst  *ir.Expr
	v            int64
	by           clause
	at           source.Span
}

func partOf(s ir.Stmt) (p part, ok bool) {
	switch s := s.(type) {
	case *ir.ContributeField:
		return part{op: s.Op, layer: s.Layer, kind: -1, field: s.Field.Name, value: s.Value, at: s.At}, true
	case *ir.ContributeStat:
		return part{op: s.Op, layer: s.Layer, kind: s.Kind, index: s.Index, value: s.Value, inst: s.Inst, at: s.At}, true
	}
	return p, false
}

// mentions tells whether a block has a contribution of a sort.
func mentions(b *ir.Block, sort func(part) bool) bool {
	return b != nil && slices.ContainsFunc(b.Stmts, func(s ir.Stmt) bool {
		if i, ok := s.(*ir.If); ok {
			return mentions(i.Then, sort) || mentions(i.Else, sort)
		}
		p, ok := partOf(s)
		return ok && sort(p)
	})
}

// contributions are those of a sort that a `while` clause in play makes to an event, or to stats with nil.
func (g *game) contributions(e *happening, target *thing, sort func(part) bool) (out []part) {
	ev := -1
	if e != nil {
		ev = e.ID
	}
	for _, c := range g.clauses(ir.While, ev) {
		in, h := g.inside(c, e), c.hook
		if !mentions(h.Do, sort) || g.ignored(c) {
			continue
		}
		if h.Each != nil {
			in.temps[int64(h.Each.Temp)] = num(target.num)
			if !g.inPlay(target) || !g.isKind(target.card.Kind, h.Each.Kind) || h.Each.Where != nil && !in.is(h.Each.Where) {
				continue
			}
		}
		if h.When != nil && !in.is(h.When) {
			continue
		}
		var block func(b *ir.Block)
		block = func(b *ir.Block) {
			for _, s := range b.Stmts {
				if i, ok := s.(*ir.If); ok && (mentions(i.Then, sort) || mentions(i.Else, sort)) {
					if b := i.Else; in.is(i.Cond) {
						block(i.Then)
					} else if b != nil {
						block(b)
					}
				} else if p, ok := partOf(s); ok && sort(p) && (p.inst == nil || in.num(p.inst) == target.num) {
					p.v, p.by = in.num(p.value), c
					out = append(out, p)
				}
			}
		}
		block(h.Do)
	}
	return out
}

// stat folds a stat of an instance; its base, the first layer only. Of a card it is what is printed.
func (e *env) stat(x *ir.Expr) val {
	field := int(x.N)
	if x.Args[0].Type.Kind == ir.CardOf {
		return num(e.card(x.Args[0]).Values[field].N)
	}
	t := e.thing(x.Args[0])
	f := e.p.Kinds[t.card.Kind].Fields[field]
	parts := e.contributions(nil, t, func(p part) bool {
		related := p.kind >= 0 && (e.isKind(t.card.Kind, p.kind) || e.isKind(p.kind, t.card.Kind))
		return related && p.index == field && !(x.Op == ir.BaseOf && p.layer > 0)
	})
	return held(f, num(fold(f, t.card.Values[field].N, parts)))
}

// fold applies contributions, which are in the order of clauses, layer by layer; of several `set` the first.
func fold(f *ir.Field, v int64, parts []part) int64 {
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Or(a.layer-b.layer, int(a.op-b.op)) })
	for i, p := range parts {
		switch p.op {
		case ir.SetOp:
			if i == 0 || parts[i-1].op != ir.SetOp || parts[i-1].layer != p.layer {
				v = p.v
			}
		case ir.AddOp:
			if v == ir.None {
				continue
			} else if f.Type.Kind == ir.Dice {
				v = plusDice(v, p.v, p.at)
			} else {
				v = add(v, p.v, p.at)
			}
		case ir.MulOp:
			v = mul(v, p.v, p.at)
		case ir.DivUp:
			v = ceilDiv(v, p.v, p.at)
		case ir.DivDown:
			v = floorDiv(v, p.v, p.at)
		case ir.RaiseOp:
			v = max(v, p.v)
		case ir.CapOp:
			v = min(v, p.v)
		}
	}
	return v
}
