package laws_test

import (
	"cmp"
	"maps"
	"math"
	"math/big"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/internal/space"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// env is where an expression or statement stands.
type env struct {
	*game
	self          int64
	ev            *happening // in whose pipeline the code runs
	loc           vars       // its locals; of the steps of an event, its fields
	temps         map[int64]val
	own           bool         // it is the steps of an event
	hook          *ir.Hook     // the clause whose steps these are
	acted, failed *bool        // what came of it
	line          []clause     // the `instead` clauses whose steps it belongs to
	add           func(p part) // where its contributions go
}

// inner is an env of a function, table, derived field or body.
func (g *game) inner(self int64) *env { return &env{game: g, self: self, temps: map[int64]val{}} }

func (e *env) eval(x *ir.Expr) val       { return ops[x.Op](e, x) }
func (e *env) arg(x *ir.Expr, i int) val { return e.eval(x.Args[i]) }
func (e *env) is(x *ir.Expr) bool        { return e.eval(x)[0] == 1 }
func (e *env) num(x *ir.Expr) int64      { return e.eval(x)[0] }
func (e *env) thing(x *ir.Expr) *thing   { return e.known(e.num(x), x.At) }

// or is what an expression gives, or something else where there is none.
func (e *env) or(x *ir.Expr, n int64) int64 {
	if x == nil {
		return n
	}
	return e.num(x)
}

// called is an env of a function or table with its arguments.
func (e *env) called(x *ir.Expr) *env {
	in := e.inner(ir.None)
	for i := range x.Args {
		in.temps[int64(i)] = e.arg(x, i)
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

// mustBe fails when a thing is not of the kind or card that it was known to be of.
func (e *env) mustBe(t *thing, ref int, at source.Span) {
	must(e.isA(t, ref), at, "%s is something else", t.card.Name)
}

// record is an event under way: that of the clause, or another.
func (e *env) record(x *ir.Expr) *happening {
	if x == nil {
		return e.ev
	}
	r := e.underWay(e.num(x))
	must(r != nil, x.At, "this event is over")
	return r
}

// underWay is an event of the present world, nil when it is over.
func (g *game) underWay(n int64) *happening {
	for _, e := range g.stack {
		if e.num == n {
			return e
		}
	}
	return nil
}

// ofValue is a value that the program holds.
func ofValue(v ir.Value, t ir.Type) val { return either(t.IsList(), v.L, val{v.N}) }

type op = func(e *env, x *ir.Expr) val

// The shapes of operations: of a thing, of two numbers, of two values, a question.
func ofThing(f func(t *thing) int64) op {
	return func(e *env, x *ir.Expr) val { return num(f(e.thing(x.Args[0]))) }
}
func ofNumbers(f func(a, b int64, at source.Span) int64) op {
	return func(e *env, x *ir.Expr) val { return num(f(e.arg(x, 0)[0], e.arg(x, 1)[0], x.At)) }
}
func ofBoth(f func(a, b val) bool) op {
	return func(e *env, x *ir.Expr) val { return truth(f(e.arg(x, 0), e.arg(x, 1))) }
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
		ir.Local:      func(e *env, x *ir.Expr) val { return e.loc.get(slotAt(x)) },
		ir.EventField: func(e *env, x *ir.Expr) val { return e.ev.get(slotAt(x)) },
		ir.RecField:   func(e *env, x *ir.Expr) val { return e.record(x.Args[0]).get(slotAt(x)) },
		ir.Folded: func(e *env, x *ir.Expr) val {
			if x.OfFigure() {
				return e.figure(x)
			}
			in := *e
			if f := x.Args[0]; f.Op == ir.RecField {
				in.ev = e.record(f.Args[0])
			}
			if in.ev.done() {
				return in.ev.get(slotAt(x.Args[0]))
			}
			v, _ := e.comes(in.ev, in.ev.Fields[x.N])
			return num(v)
		},
		ir.CellOf: func(e *env, x *ir.Expr) val {
			t := e.thing(x.Args[0])
			if x.Ref >= len(e.p.Kinds) { // only that card has it
				e.mustBe(t, x.Ref, x.At)
			}
			return t.cells.get(slotAt(x))
		},
		ir.Temp:   func(e *env, x *ir.Expr) val { return e.temps[x.N] },
		ir.Self:   func(e *env, _ *ir.Expr) val { return num(e.self) },
		ir.This:   func(e *env, _ *ir.Expr) val { return num(e.ev.num) },
		ir.Around: func(e *env, x *ir.Expr) val { return num(e.around(x.Ref, x.N == 1)) },
		ir.Can: func(e *env, x *ir.Expr) val {
			given := map[int]val{}
			for i, n := range x.List {
				given[int(n)] = e.arg(x, i)
			}
			e.burn(x.At)
			return truth(e.could(e.p.Events[x.Ref], given, e.self, func(*happening) {}))
		},
		ir.Ignored: func(e *env, x *ir.Expr) val {
			t, some, all := e.thing(x.Args[0]), false, true
			e.burn(x.At)
			for _, y := range append([]*thing{t}, e.on(t)...) {
				for _, h := range y.card.Hooks {
					c := clause{e.p.Hooks[h], y.num}
					named := e.isA(y, x.Ref) && (x.Label() == "" || x.Label() == c.hook.Label)
					if named && e.inForce(y) && e.seen(y) && e.first(y) == y && e.awake(c) {
						some, all = true, all && e.ignored(c)
					}
				}
			}
			return truth(some && all)
		},
		ir.OptionVal: func(e *env, x *ir.Expr) val { return num(e.options[x.N]) },
		ir.PrintedOf: (*env).printed,
		ir.CarriedBy: func(e *env, x *ir.Expr) val {
			all := mapped(e.card(x.Args[0]).Carry, func(u ir.CardUse) int64 { return int64(u.Card) })
			return keep(all, func(n int64) bool { return e.isKind(e.p.Cards[n].Kind, x.Ref) })
		},
		ir.StatOf: (*env).stat, ir.BaseOf: (*env).stat,
		ir.DerivedOf: func(e *env, x *ir.Expr) val {
			t := e.thing(x.Args[0])
			return e.inner(t.num).eval(e.p.Kinds[t.card.Kind].Fields[x.N].Default)
		},
		ir.OwnerOf: func(e *env, x *ir.Expr) val {
			t := e.thing(x.Args[0])
			must(t.owner != ir.None || x.Type.Optional, x.At, "nobody owns %s", t.card.Name)
			return num(t.owner)
		},
		ir.CardOfInst: ofThing(func(t *thing) int64 { return int64(t.card.ID) }),
		ir.BearerOf: func(e *env, x *ir.Expr) val {
			t := e.thing(x.Args[0])
			return num(either(e.liesOn(t, []int{x.Type.Ref}), t.bearer, ir.None))
		},
		ir.Narrowed: func(e *env, x *ir.Expr) val {
			v := e.arg(x, 0)
			if v[0] != ir.None {
				e.mustBe(e.known(v[0], x.At), x.Ref, x.At)
			}
			return v
		},
		ir.SourceOf: ofThing(func(t *thing) int64 { return t.source }),
		ir.SelfBearer: func(e *env, x *ir.Expr) val {
			t := e.known(e.self, x.At)
			must(e.liesOn(t, []int{x.Ref}), x.At, "%s lies on nothing", t.card.Name)
			return num(t.bearer)
		},
		ir.SelfOwner: func(e *env, x *ir.Expr) val {
			t := e.bearerOf(e.known(e.self, x.At))
			must(t.owner != ir.None, x.At, "nobody owns %s", t.card.Name)
			return num(t.owner)
		},
		ir.ScriptPlayer: func(e *env, x *ir.Expr) val { return num(e.players[x.N]) },
		ir.Neg:          func(e *env, x *ir.Expr) val { return num(sub(0, e.arg(x, 0)[0], x.At)) },
		ir.Scale:        func(e *env, x *ir.Expr) val { return num(mul(e.arg(x, 0)[0], ir.Unit, x.At)) },
		ir.Add:          ofNumbers(add), ir.Sub: ofNumbers(sub), ir.Mul: ofNumbers(mul),
		ir.Eq:  ofBoth(same),
		ir.Ne:  ofBoth(func(a, b val) bool { return !same(a, b) }),
		ir.Lt:  ofBoth(func(a, b val) bool { return a[0] < b[0] }),
		ir.Le:  ofBoth(func(a, b val) bool { return a[0] <= b[0] }),
		ir.Gt:  ofBoth(func(a, b val) bool { return a[0] > b[0] }),
		ir.Ge:  ofBoth(func(a, b val) bool { return a[0] >= b[0] }),
		ir.In:  ofBoth(func(a, b val) bool { return slices.Contains(b, a[0]) }),
		ir.And: question(func(e *env, a []*ir.Expr) bool { return e.is(a[0]) && e.is(a[1]) }),
		ir.Or:  question(func(e *env, a []*ir.Expr) bool { return e.is(a[0]) || e.is(a[1]) }),
		ir.Not: question(func(e *env, a []*ir.Expr) bool { return !e.is(a[0]) }),
		ir.Became: func(e *env, x *ir.Expr) val {
			o, was := ir.Outcomes[x.N], e.num(x.Args[0])
			return truth(o.From <= was && was <= o.Until)
		},
		ir.Has:  question(func(e *env, a []*ir.Expr) bool { return !absent(a[0].Type, e.eval(a[0])) }),
		ir.Cond: func(e *env, x *ir.Expr) val { return e.eval(either(e.is(x.Args[0]), x.Args[1], x.Args[2])) },
		ir.Stood: func(e *env, x *ir.Expr) val {
			t, p := e.thing(x.Args[0]), toPoint(e.arg(x, 1))
			must(t.where == onTable, x.At, "it does not stand on the table")
			was := t.at
			defer func() { t.at = was }()
			t.at = p
			return e.eval(x.Args[2])
		},
		ir.Index: func(e *env, x *ir.Expr) val {
			l, i := e.arg(x, 0), e.num(x.Args[1])
			must(i >= 0 && i < int64(len(l)), x.At, "no member %d in a list of %d", i, len(l))
			return num(l[i])
		},
		ir.MakeList: func(e *env, x *ir.Expr) val { return mapped(x.Args, e.num) },
		ir.AllOf:    func(e *env, x *ir.Expr) val { return nums(e.inKind(x.Ref)) },
		ir.CallFunc: func(e *env, x *ir.Expr) val {
			in := e.called(x)
			if v, ok := e.stubs[int(x.N)]; ok {
				return v
			}
			return in.eval(e.p.Funcs[x.N].Body)
		},
		ir.CallTable: func(e *env, x *ir.Expr) val {
			in, t := e.called(x), e.p.Tables[x.N]
			i := slices.IndexFunc(t.Rows, func(r ir.Row) bool {
				fits := true
				for i, k := range r.Keys {
					n := in.temps[int64(i)][0]
					fits = fits && k.Lo <= n && n <= k.Hi
				}
				return fits
			})
			must(i >= 0, x.At, "no row of %s fits", t.Name)
			if r := t.Rows[i]; r.Expr != nil {
				return in.eval(r.Expr)
			}
			return ofValue(t.Rows[i].Value, t.Result)
		},
		ir.CallPrim: func(e *env, x *ir.Expr) val { return prims[x.N](call{e, x}) },
	}
	for o := ir.Exists; o <= ir.Best; o++ {
		ops[o] = (*env).macro
	}
}

// macro is a macro over the members of a list, or over the groups of a bag, each of which stands for many.
func (e *env) macro(x *ir.Expr) val {
	stride, bag := 1, x.Args[0].Type.Kind == ir.BagType
	if bag {
		stride = len(e.p.Bags[x.Args[0].Type.Ref].Fields) + 1
	}
	in := *e
	in.temps = maps.Clone(e.temps)
	hits, values, times, members := val{}, val{}, val{}, []val(nil) // of which it is so, what it is of each, how many these stand for
	for _, m := range groups(e.arg(x, 0), stride) {
		e.burn(x.At)
		for j := range stride {
			in.temps[x.N+int64(j)] = num(m[j])
		}
		v := in.num(x.Args[1])
		values, members = append(values, v), append(members, m)
		if v == 1 {
			hits, times = append(hits, m...), append(times, either(bag, m[stride-1], 1))
		}
		if x.Op == ir.Exists && v == 1 || x.Op == ir.ForAll && v != 1 { // the rest is not asked
			break
		}
	}
	switch x.Op {
	case ir.Exists:
		return truth(len(hits) > 0)
	case ir.ForAll:
		return truth(len(times) == len(values))
	case ir.ExistsOne:
		return truth(len(times) == 1)
	case ir.Filter:
		return hits
	case ir.Map:
		return values
	case ir.Count:
		return num(total(times, x.At))
	case ir.Sum:
		return num(total(values, x.At))
	}
	most := best(values, x.Op != ir.Least)
	if x.Op == ir.Best {
		hits = val{}
		for i, m := range members {
			hits = either(values[i] == most, append(hits, m...), hits)
		}
		return hits
	}
	return num(most)
}

// groups are the rows of a list.
func groups(l val, stride int) (out []val) {
	for ; len(l) >= stride; l = l[stride:] {
		out = append(out, l[:stride])
	}
	return out
}

func total(l val, at source.Span) (n int64) {
	for _, m := range l {
		n = add(n, m, at)
	}
	return n
}

// best is the largest or smallest member, 0 of none.
func best(l val, most bool) int64 {
	if len(l) == 0 {
		return 0
	}
	return either(most, slices.Max(l), slices.Min(l))
}

// Numbers have 64 bits; the smallest is no number. What does not fit is a failure.

func fits(n *big.Int, at source.Span) int64 {
	must(n.IsInt64() && n.Int64() != math.MinInt64, at, "a number is too large")
	return n.Int64()
}

func add(a, b int64, at source.Span) int64 {
	return fits(new(big.Int).Add(big.NewInt(a), big.NewInt(b)), at)
}
func sub(a, b int64, at source.Span) int64 {
	return fits(new(big.Int).Sub(big.NewInt(a), big.NewInt(b)), at)
}
func mul(a, b int64, at source.Span) int64 {
	return fits(new(big.Int).Mul(big.NewInt(a), big.NewInt(b)), at)
}

func ceilDiv(a, b int64, at source.Span) int64 { return sub(0, floorDiv(sub(0, a, at), b, at), at) }
func floorDiv(a, b int64, at source.Span) int64 {
	must(b != 0, at, "a division by 0")
	return fits(big.NewInt(either(a%b != 0 && (a < 0) != (b < 0), a/b-1, a/b)), at)
}

func plusDice(v, k int64, at source.Span) int64 {
	s, ok := value.Add(v, k)
	must(ok, at, "too much is added to dice")
	return s
}

// held holds a value in the range of a field, of a list every member; what is absent is in every range.
func held(f *ir.Field, v val) val {
	out := slices.Clone(v)
	for i, n := range v {
		if n == ir.None || f.Type.IsList() && f.Type.Kind != ir.List {
			continue
		}
		n = either(f.Hi != ir.None, min(n, f.Hi), n)
		out[i] = either(f.Lo != ir.None, max(n, f.Lo), n)
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

// gives are the expressions of a `while` clause on an event.
func gives(h *ir.Hook) []*ir.Expr {
	out := []*ir.Expr{h.When}
	var block func(b *ir.Block)
	block = func(b *ir.Block) {
		for i := 0; b != nil && i < len(b.Stmts); i++ {
			if p, ok := partOf(b.Stmts[i]); ok {
				out = append(out, p.value)
			} else if c, ok := b.Stmts[i].(*ir.If); ok {
				out = append(out, c.Cond)
				block(c.Then)
				block(c.Else)
			}
		}
	}
	block(h.Do)
	return out
}

// contributions are those of a sort that `while` clauses in play make to an event, or with nil to stats of a thing.
func (g *game) contributions(e *happening, target *thing, sort func(part) bool) (out []part) {
	ev := -1
	if e != nil {
		ev = e.ID
	}
	for _, c := range g.clauses(ir.While, ev) {
		in, h := g.inside(c, e), c.hook
		if !mentions(h.Do, sort) || e != nil && e.lacks(gives(h)...) || g.ignored(c) {
			continue
		}
		if each := h.Each; each != nil {
			in.temps[int64(each.Temp)] = num(target.num)
			if !g.inPlay(target) || !g.isA(target, each.Kind) || in.or(each.Where, 1) != 1 {
				continue
			}
		}
		if g.awake(c) && in.or(h.When, 1) == 1 {
			in.add = func(p part) {
				if sort(p) && (p.inst == nil || in.num(p.inst) == target.num) {
					p.v, p.by = in.num(p.value), c
					out = append(out, p)
				}
			}
			in.contribute(h.Do, sort)
		}
	}
	return out
}

// contribute runs contributions of a sort and what is around them.
func (e *env) contribute(b *ir.Block, sort func(part) bool) {
	for _, s := range b.Stmts {
		if i, ok := s.(*ir.If); ok && (mentions(i.Then, sort) || mentions(i.Else, sort)) {
			if b := either(e.is(i.Cond), i.Then, i.Else); b != nil {
				e.contribute(b, sort)
			}
		} else if p, ok := partOf(s); ok {
			e.add(p)
		}
	}
}

// printed is what stands on an instance: what its card prints, or the parameter that fills the field. Of a card alone
// it is what its kind gives.
func (e *env) printed(x *ir.Expr) val {
	card, n := e.card(x.Args[0]), int(x.N)
	if p := card.FilledBy(n); p != nil && x.Args[0].Type.Kind != ir.CardOf {
		return e.thing(x.Args[0]).cells.of(p)
	}
	return ofValue(card.Values[n], e.p.Kinds[card.Kind].Fields[n].Type)
}

// stat folds a stat of an instance; its base, the first layer only. Of a card it is what is printed.
func (e *env) stat(x *ir.Expr) val {
	printed, field := e.printed(x)[0], int(x.N)
	if x.Args[0].Type.Kind == ir.CardOf {
		return num(printed)
	}
	t := e.thing(x.Args[0])
	f := e.p.Kinds[t.card.Kind].Fields[field]
	parts := e.contributions(nil, t, func(p part) bool {
		related := p.kind >= 0 && (e.isKind(t.card.Kind, p.kind) || e.isKind(p.kind, t.card.Kind))
		return related && p.index == field && !(x.Op == ir.BaseOf && p.layer > 0)
	})
	return held(f, num(fold(f, printed, parts)))
}

// figure folds a function with layers: what its expression gives, and what the clauses about it contribute, which see
// its parameters.
func (e *env) figure(x *ir.Expr) val {
	in, f := e.called(x.Args[0]), e.p.Funcs[x.N]
	if v, ok := e.stubs[f.ID]; ok {
		return v
	}
	v, parts := in.num(f.Body), []part(nil)
	for _, c := range e.about(ir.While, func(h *ir.Hook) bool { return h.Func == f.ID }) {
		at := e.inside(c, e.ev)
		at.temps = in.temps
		if e.ignored(c) || !e.awake(c) || at.or(c.hook.When, 1) != 1 {
			continue
		}
		at.add = func(p part) {
			p.v = at.num(p.value)
			parts = append(parts, p)
		}
		at.contribute(c.hook.Do, func(part) bool { return true })
	}
	v = fold(f.Figure, v, parts)
	if f.Figure.Min != nil {
		v = max(v, in.num(f.Figure.Min))
	}
	if f.Figure.Max != nil {
		v = min(v, in.num(f.Figure.Max))
	}
	return num(v)
}

// fold applies contributions, which are in the order of clauses, layer by layer; of several `set` the first.
func fold(f *ir.Field, v int64, parts []part) int64 {
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Or(a.layer-b.layer, int(a.op-b.op)) })
	plus := either(f.Type.Kind == ir.Dice, plusDice, add)
	does := map[ir.ContributeOp]func(a, b int64, at source.Span) int64{
		ir.SetOp: second, ir.AddOp: plus, ir.MulOp: mul, ir.DivUp: ceilDiv, ir.DivDown: floorDiv, ir.RaiseOp: larger, ir.CapOp: smaller}
	for i, p := range parts {
		again := i > 0 && p.op == ir.SetOp && parts[i-1].op == ir.SetOp && parts[i-1].layer == p.layer
		if !again && (v != ir.None || p.op != ir.AddOp) {
			v = does[p.op](v, p.v, p.at)
		}
	}
	return v
}

func smaller(a, b int64, _ source.Span) int64 { return min(a, b) }
func larger(a, b int64, _ source.Span) int64  { return max(a, b) }
func second(_, b int64, _ source.Span) int64  { return b }

// call is a call of a primitive; its methods are its arguments.
type call struct {
	*env
	x *ir.Expr
}

func (c call) v(i int) val                   { return c.arg(c.x, i) }
func (c call) n(i int) int64                 { return c.v(i)[0] }
func (c call) th(i int) *thing               { return c.thing(c.x.Args[i]) }
func (c call) p(i int) space.Point           { return toPoint(c.v(i)) }
func (c call) base(i int) (space.Body, bool) { return c.stands(c.th(i)) }

// on is a base; a failure off the table.
func (c call) on(i int) space.Body {
	b, ok := c.base(i)
	must(ok, c.x.At, "%s has no base on the table", c.th(i).card.Name)
	return b
}

// spot is the centre of a thing on the table, which needs no base.
func (c call) spot(i int) space.Point {
	t := c.th(i)
	must(!t.gone && t.where == onTable, c.x.At, "%s is not on the table", t.card.Name)
	return t.at
}

// laid is the sides of the table, which a script lays.
func (c call) laid() (width, depth int64) {
	must(c.width != ir.None, c.x.At, "no table has been laid")
	return c.width, c.depth
}

// upon is what lies on a thing and fits, in view.
func (c call) upon(fits func(t *thing) bool) val {
	return nums(keep(c.game.on(c.th(0)), func(t *thing) bool { return fits(t) && c.seen(t) }))
}

// borne is what lies on a thing of a card, and is awake.
func (c call) borne() val {
	card := c.n(1)
	return c.upon(func(t *thing) bool { return int64(t.card.ID) == card && !t.asleep() })
}

// borneOf is what lies on a thing of a kind, and is awake.
func (c call) borneOf() val {
	return c.upon(func(t *thing) bool { return c.isA(t, c.x.Ref) && !t.asleep() })
}

// stands is the base of a thing, which is a point when it has no body; ok is false off the table.
func (g *game) stands(t *thing) (space.Body, bool) {
	return g.shape(t), !t.gone && t.where == onTable
}

// body is the base of a thing that takes up room; ok is false off the table and without a body.
func (g *game) body(t *thing) (b space.Body, ok bool) {
	if t.gone || t.where != onTable {
		return b, false
	}
	return g.shape(t), g.p.Kinds[t.card.Kind].Body != nil
}

// shape is how much room a thing takes up, wherever it is.
func (g *game) shape(t *thing) space.Body {
	s, in := g.p.Kinds[t.card.Kind].Body, g.inner(t.num)
	if s == nil {
		return space.Body{At: t.at, Facing: t.facing * 1000}
	}
	side := func(x *ir.Expr) int64 {
		n := max(0, in.or(x, 0))
		must(n <= space.Far, s.Width.At, "nothing is so large")
		return n
	}
	return space.Body{At: t.at, Facing: t.facing * 1000, Rect: s.Rect, Width: side(s.Width), Depth: side(s.Depth), Tall: side(s.Tall)}
}

// standing is a thing that stands on the table, with its base.
type standing struct {
	*thing
	base space.Body
}

// pieces are the things on the table that take up room and are in view, by arrival.
func (g *game) pieces(not ...int64) (out []standing) {
	for _, t := range g.things {
		if b, ok := g.body(t); ok && g.seen(t) && !slices.Contains(not, t.num) {
			out = append(out, standing{t, b})
		}
	}
	return out
}

func solid(l []standing) []standing { return keep(l, func(p standing) bool { return p.base.Tall > 0 }) }

// level tells whether a piece neither ends below the feet of a body nor begins above its head.
func (o standing) level(b space.Body) bool {
	return o.base.At.Z+o.base.Tall > b.At.Z && o.base.At.Z < b.At.Z+max(1, b.Tall)
}

// near are the pieces whose base fits: from a base, the nearest first, else by arrival.
func near(from *space.Body, l []standing, fits func(space.Body) bool) val {
	l = keep(l, func(p standing) bool { return fits(p.base) })
	slices.SortStableFunc(l, func(a, b standing) int {
		if from == nil {
			return 0
		}
		return cmp.Compare(space.Distance(*from, a.base), space.Distance(*from, b.base))
	})
	return mapped(l, func(p standing) int64 { return p.num })
}

// look looks from one base at another: how many lines are free, and what bars the others. Of the solid pieces only
// those of a list stand in the way, if there is one.
func (c call) look() (free int64, barring val) {
	a, s := c.on(0), space.Look(c.on(0), c.on(1))
	barring = near(&a, keep(solid(c.pieces(c.n(0), c.n(1))), func(p standing) bool {
		return len(c.x.Args) < 3 || slices.Contains(c.v(2), p.num)
	}), s.Block)
	return s.Free(), barring
}
func (c call) lines() int64 { free, _ := c.look(); return free }

func (c call) detour() int64 {
	var walls []space.Body
	for _, n := range c.v(2) {
		if b, there := c.stands(c.known(n, c.x.At)); there && n != c.n(1) {
			walls = append(walls, b)
		}
	}
	return space.Detour(c.p(0), c.on(1), walls, max(0, c.n(3)), func(int) bool { return true })
}

func (c call) corridor(width int64) val {
	a, way := c.on(0), space.Between(c.on(0), c.on(1), width)
	return near(&a, c.pieces(c.n(0), c.n(1)), way.Meets)
}

func (c call) ray(through space.Point) val {
	a := c.on(0)
	from, to, ok := space.Beam(a, through, c.n(2))
	return near(&a, c.pieces(c.n(0)), func(b space.Body) bool { return ok && space.InCorridor(from, to, 0, b) })
}

func (c call) direction(to space.Point) int64 {
	d, ok := space.Direction(c.spot(0), to)
	return either(ok, d, c.th(0).facing) // the same place lies ahead
}

// nearest are the members of a list whose bases are nearest to a base.
func (c call) nearest() val {
	to, far := c.on(1), map[int64]int64{}
	l := keep(c.v(0), func(n int64) bool {
		b, ok := c.stands(c.known(n, c.x.At))
		far[n] = space.Distance(b, to)
		return ok
	})
	return keep(l, func(n int64) bool { return !slices.ContainsFunc(l, func(o int64) bool { return far[o] < far[n] }) })
}

// size is how many members a list has; of a bag, the sum of its counts.
func (c call) size() int64 {
	l, t := c.v(0), c.x.Args[0].Type
	if t.Kind != ir.BagType {
		return int64(len(l))
	}
	rows := groups(l, len(c.game.p.Bags[t.Ref].Fields)+1)
	return total(mapped(rows, func(g val) int64 { return g[len(g)-1] }), c.x.At)
}

// chance is how many thousandths, rounded down, it is likely that the best of n dice of f faces reaches need.
func (c call) chance(n, f, need int64) int64 {
	if n <= 0 {
		return 0
	}
	must(f > 0, c.x.At, "a die of %d faces", f)
	power := func(b int64) *big.Int { return new(big.Int).Exp(big.NewInt(b), big.NewInt(n), nil) }
	all, hits := power(f), new(big.Int)
	hits.Mul(hits.Sub(all, power(max(0, min(need-1, f)))), big.NewInt(1000))
	return hits.Div(hits, all).Int64()
}

func (c call) opponent() int64 {
	must(len(c.players) == 2, c.x.At, "an opponent among %d players", len(c.players))
	return c.players[1-slices.Index(c.players, c.n(0))]
}

func toPoint(l val) space.Point {
	must(len(l) >= 3, source.Span{}, "there is no place")
	return space.Point{X: l[0], Y: l[1], Z: l[2]}
}

func ofPoint(p space.Point) val       { return val{p.X, p.Y, p.Z} }
func endOf(l val) space.Point         { return toPoint(l[max(0, len(l)-3):]) }
func disc(p space.Point) space.Body   { return space.Body{At: p} }
func joined(l val, more ...int64) val { return append(slices.Clone(l), more...) }
func turned(d int64) int64            { return (d%360 + 360) % 360 }
func descending(l val) val            { slices.Sort(l); slices.Reverse(l); return l }
func without(l val, n int64) val {
	if i := slices.Index(l, n); i >= 0 {
		return joined(l[:i], l[i+1:]...)
	}
	return l
}

// The shapes of primitives: a number, of one and of two numbers, a question, about one base and two, a place.
type prim = func(call) val

func number(f func(c call) int64) prim { return func(c call) val { return num(f(c)) } }
func ask(f func(c call) bool) prim     { return func(c call) val { return truth(f(c)) } }
func spot(f func(c call) space.Point) prim {
	return func(c call) val { return onMap(ofPoint(f(c)), c.x.At) }
}
func ofOne(f func(a, by int64, at source.Span) int64, by int64) prim {
	return func(c call) val { return num(f(c.n(0), by, c.x.At)) }
}
func ofTwo(f func(a, b int64, at source.Span) int64) prim {
	return func(c call) val { return num(f(c.n(0), c.n(1), c.x.At)) }
}
func ofBases(f func(c call, a, b space.Body) bool) prim {
	return ask(func(c call) bool {
		a, ok := c.base(0)
		b, also := c.base(1)
		return ok && also && f(c, a, b)
	})
}
func ofBase(i int, f func(c call, b space.Body) bool) prim {
	return ask(func(c call) bool { b, ok := c.base(i); return ok && f(c, b) })
}
func ofDice(i int) prim {
	return number(func(c call) int64 { n, f, k := value.Unpack(c.n(0)); return val{n, f, k}[i] })
}
func coordinate(i int) prim { return number(func(c call) int64 { return ofPoint(c.p(0))[i] }) }
func around(from func(c call) space.Body, not func(c call) val) prim {
	return func(c call) val {
		a := from(c)
		return near(nil, c.pieces(not(c)...), func(b space.Body) bool { return space.Within(a, b, c.n(1)) })
	}
}

// prims are the primitives; the table of section 3 says what each gives.
var prims map[int64]prim

func init() {
	prims = map[int64]prim{
		ir.PHalfUp: ofOne(ceilDiv, 2), ir.PHalfDown: ofOne(floorDiv, 2), ir.PHalves: ofOne(ceilDiv, 2), ir.PHalf: ofOne(mul, ir.Unit/2),
		ir.PWholeUp: ofOne(ceilDiv, ir.Unit), ir.PWholeDown: ofOne(floorDiv, ir.Unit), ir.PLength: ofOne(mul, ir.Unit),
		ir.PCeilDiv: ofTwo(ceilDiv), ir.PFloorDiv: ofTwo(floorDiv), ir.PImprove: ofTwo(sub), ir.PWorsen: ofTwo(add), ir.PDiceAdd: ofTwo(plusDice),
		ir.PAtMost: ofTwo(smaller), ir.PAtMostL: ofTwo(smaller), ir.PAtLeast: ofTwo(larger), ir.PAtLeastL: ofTwo(larger),
		ir.PAbs:       number(func(c call) int64 { return max(c.n(0), -c.n(0)) }),
		ir.PMeets:     ask(func(c call) bool { return c.n(0) >= c.n(1) }),
		ir.PDiceCount: ofDice(0), ir.PDiceFaces: ofDice(1), ir.PDicePlus: ofDice(2),
		ir.PChance: number(func(c call) int64 { return c.chance(c.n(0), c.n(1), c.n(2)) }),

		ir.PSize:    number(call.size),
		ir.PHighest: number(func(c call) int64 { return best(c.v(0), true) }),
		ir.PLowest:  number(func(c call) int64 { return best(c.v(0), false) }),
		ir.PTotal:   number(func(c call) int64 { return total(c.v(0), c.x.At) }),
		ir.PPlus:    func(c call) val { return descending(joined(c.v(0), c.n(1))) },
		ir.PWithout: func(c call) val { return without(c.v(0), c.n(1)) },
		ir.PTimes:   number(func(c call) int64 { return int64(len(keep(c.v(0), func(m int64) bool { return m == c.n(1) }))) }),
		ir.PShares: ask(func(c call) bool {
			return slices.ContainsFunc(c.v(0), func(m int64) bool { return slices.Contains(c.v(1), m) })
		}),

		ir.PBears:      ask(func(c call) bool { return len(c.borne()) > 0 }),
		ir.PNumber:     number(func(c call) int64 { return int64(len(c.borne())) }),
		ir.PBorne:      func(c call) val { return append(c.borne(), ir.None)[:1] },
		ir.PBearsKind:  ask(func(c call) bool { return len(c.borneOf()) > 0 }),
		ir.PNumberKind: number(func(c call) int64 { return int64(len(c.borneOf())) }),
		ir.PBorneKind:  func(c call) val { return append(c.borneOf(), ir.None)[:1] },
		ir.PItems:      func(c call) val { return c.upon(func(t *thing) bool { return c.isA(t, c.x.Ref) }) },
		ir.POnly: func(c call) val {
			return keep(c.v(0), func(n int64) bool { return c.isA(c.known(n, c.x.At), c.x.Ref) })
		},
		ir.PIsKind:    ask(func(c call) bool { return c.isA(c.th(0), c.x.Ref) }),
		ir.PIs:        ask(func(c call) bool { return int64(c.th(0).card.ID) == c.n(1) }),
		ir.PIsPlayer:  ask(func(c call) bool { return c.th(0).owner == c.n(1) }),
		ir.PHidden:    ask(func(c call) bool { return c.th(0).hidden }),
		ir.PVisibleTo: ask(func(c call) bool { return c.visible(c.th(0), c.n(1)) }),
		ir.PInPlay:    ask(func(c call) bool { return c.n(0) >= 0 && c.inPlay(c.th(0)) }),
		ir.POnTable:   ask(func(c call) bool { return !c.th(0).gone && c.th(0).where == onTable }),
		ir.PPlayers:   func(c call) val { return c.players },
		ir.PSeats: func(c call) val {
			at := slices.Index(c.players, c.n(0))
			return slices.Concat(c.players[at:], c.players[:at])
		},
		ir.PActive:   number(func(c call) int64 { return c.active() }),
		ir.POpponent: number(call.opponent),

		ir.PX: coordinate(0), ir.PY: coordinate(1), ir.PZ: coordinate(2),
		ir.PPoint:       func(c call) val { return onMap(val{c.n(0), c.n(1), 0}, c.x.At) },
		ir.PPoint3:      func(c call) val { return onMap(val{c.n(0), c.n(1), c.n(2)}, c.x.At) },
		ir.PPosition:    spot(func(c call) space.Point { return c.spot(0) }),
		ir.PTableWidth:  number(func(c call) int64 { w, _ := c.laid(); return w }),
		ir.PTableHeight: number(func(c call) int64 { _, d := c.laid(); return d }),
		ir.PWidth:       number(func(c call) int64 { return c.shape(c.th(0)).Width }),
		ir.PHeight:      number(func(c call) int64 { return c.shape(c.th(0)).Tall }),
		ir.PElevation:   number(func(c call) int64 { return either(c.th(0).where == onTable, c.th(0).at.Z, 0) }),
		ir.PTop: number(func(c call) int64 {
			return either(c.th(0).where == onTable, add(c.th(0).at.Z, c.shape(c.th(0)).Tall, c.x.At), 0)
		}),
		ir.PDistance:     number(func(c call) int64 { return space.Distance(c.on(0), c.on(1)) }),
		ir.PDistanceTo:   number(func(c call) int64 { return space.DistanceToPoint(c.on(0), c.p(1)) }),
		ir.PVerticalGap:  number(func(c call) int64 { _, gap := space.Gap3(c.on(0), c.on(1)); return gap }),
		ir.PEdgeDistance: number(func(c call) int64 { w, d := c.laid(); return space.EdgeDistance(c.on(0), w, d) }),
		ir.PWithin:       ofBases(func(c call, a, b space.Body) bool { return space.Within(a, b, c.n(2)) }),
		ir.PWithinPoint:  ofBase(0, func(c call, a space.Body) bool { return space.Within(disc(c.p(1)), a, c.n(2)) }),
		ir.PInside:       ofBases(func(_ call, a, b space.Body) bool { return space.Inside(a, b) }),
		ir.PInsidePoint:  ofBase(1, func(c call, b space.Body) bool { return space.Inside(disc(c.p(0)), b) }),
		ir.PWhollyInside: ofBases(func(_ call, a, b space.Body) bool { return space.Contains(b, a) }),
		ir.PTouching:     ofBases(func(_ call, a, b space.Body) bool { return space.Contact(a, b) }),
		ir.PNearestTo:    call.nearest,
		ir.PAround:       around(func(c call) space.Body { return disc(c.p(0)) }, func(call) val { return nil }),
		ir.PAroundPiece:  around(func(c call) space.Body { return c.on(0) }, func(c call) val { return c.v(0) }),

		ir.PDetour:       number(call.detour),
		ir.PSees:         ask(func(c call) bool { return c.lines() > 0 }),
		ir.PSeesPast:     ask(func(c call) bool { return c.lines() > 0 }),
		ir.PLines:        number(call.lines),
		ir.PLinesPast:    number(call.lines),
		ir.PBlockers:     func(c call) val { _, barring := c.look(); return barring },
		ir.PCorridor:     func(c call) val { return c.corridor(min(c.on(0).Narrow(), c.on(1).Narrow())) },
		ir.PCorridorWide: func(c call) val { return c.corridor(max(0, c.n(2))) },
		ir.PRay:          func(c call) val { return c.ray(c.spot(1)) },
		ir.PRayTo:        func(c call) val { return c.ray(c.p(1)) },

		ir.PFacing:      number(func(c call) int64 { return c.th(0).facing }),
		ir.PDirection:   number(func(c call) int64 { return c.direction(c.spot(1)) }),
		ir.PDirectionTo: number(func(c call) int64 { return c.direction(c.p(1)) }),
		ir.PAngle:       number(func(c call) int64 { return space.Angle(c.n(0), c.n(1)) }),
		ir.PInArc:       ofBases(func(c call, a, b space.Body) bool { return space.InArc(a, b, c.n(2), c.n(3)) }),
		ir.PPointAt:     spot(func(c call) space.Point { return space.PointAt(c.spot(0), turned(c.n(1))*1000, c.n(2)) }),
		ir.PPointFrom:   spot(func(c call) space.Point { return space.PointAt(c.p(0), turned(c.n(1))*1000, c.n(2)) }),

		ir.PDirect:     func(c call) val { return joined(ofPoint(c.spot(0)), c.v(1)...) },
		ir.PThen:       func(c call) val { return joined(c.v(0), c.v(1)...) },
		ir.PToward:     func(c call) val { return space.Toward(c.on(0), c.on(1), c.n(2)) },
		ir.PEndOf:      spot(func(c call) space.Point { return endOf(c.v(0)) }),
		ir.PPathLength: number(func(c call) int64 { return space.PathLength(c.v(0)) }),
		ir.PPointAlong: spot(func(c call) space.Point { p, _ := space.PointAlong(c.v(0), c.n(1)); return p }),
		ir.PLegs:       func(c call) val { return space.Legs(c.v(0)) },
		ir.PHeadings:   func(c call) val { return space.Headings(c.v(0)) },
		ir.PSharpest:   number(func(c call) int64 { return space.Sharpest(c.v(0)) }),
		ir.PCrosses:    ofBase(1, func(c call, b space.Body) bool { return space.Passes(c.v(0), b, 0) }),
		ir.PPasses:     ofBase(1, func(c call, b space.Body) bool { return space.Passes(c.v(0), b, c.n(2)) }),
		ir.PLengthIn:   number(func(c call) int64 { b, ok := c.base(1); return either(ok, space.LengthIn(c.v(0), b, 0), 0) }),
	}
}
