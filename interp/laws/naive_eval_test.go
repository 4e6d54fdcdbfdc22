package laws_test

import (
	"cmp"
	"maps"
	"math"
	"math/big"
	"slices"

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
	line          []*ir.Hook   // the `instead` clauses whose steps it belongs to
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
		ir.CellOf:     func(e *env, x *ir.Expr) val { return e.thing(x.Args[0]).cells.get(slotAt(x)) },
		ir.Temp:       func(e *env, x *ir.Expr) val { return e.temps[x.N] },
		ir.Self:       func(e *env, _ *ir.Expr) val { return num(e.self) },
		ir.This:       func(e *env, _ *ir.Expr) val { return num(e.ev.num) },
		ir.OptionVal:  func(e *env, x *ir.Expr) val { return num(e.options[x.N]) },
		ir.PrintedOf:  func(e *env, x *ir.Expr) val { return ofValue(e.card(x.Args[0]).Values[x.N], x.Type) },
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
			must(t.owner != ir.None, x.At, "nobody owns %s", t.card.Name)
			return num(t.owner)
		},
		ir.CardOfInst:   ofThing(func(t *thing) int64 { return int64(t.card.ID) }),
		ir.BearerOf:     ofThing(func(t *thing) int64 { return either(t.where == onThing, t.bearer, ir.None) }),
		ir.SourceOf:     ofThing(func(t *thing) int64 { return t.source }),
		ir.SelfBearer:   func(e *env, x *ir.Expr) val { return num(e.bearerOf(e.known(e.self, x.At)).num) },
		ir.ScriptPlayer: func(e *env, x *ir.Expr) val { return num(e.players[x.N]) },
		ir.Neg:          func(e *env, x *ir.Expr) val { return num(sub(0, e.arg(x, 0)[0], x.At)) },
		ir.Scale:        func(e *env, x *ir.Expr) val { return num(mul(e.arg(x, 0)[0], ir.Unit, x.At)) },
		ir.Add:          ofNumbers(add), ir.Sub: ofNumbers(sub), ir.Mul: ofNumbers(mul),
		ir.Eq:   ofBoth(same),
		ir.Ne:   ofBoth(func(a, b val) bool { return !same(a, b) }),
		ir.Lt:   ofBoth(func(a, b val) bool { return a[0] < b[0] }),
		ir.Le:   ofBoth(func(a, b val) bool { return a[0] <= b[0] }),
		ir.Gt:   ofBoth(func(a, b val) bool { return a[0] > b[0] }),
		ir.Ge:   ofBoth(func(a, b val) bool { return a[0] >= b[0] }),
		ir.In:   ofBoth(func(a, b val) bool { return slices.Contains(b, a[0]) }),
		ir.And:  question(func(e *env, a []*ir.Expr) bool { return e.is(a[0]) && e.is(a[1]) }),
		ir.Or:   question(func(e *env, a []*ir.Expr) bool { return e.is(a[0]) || e.is(a[1]) }),
		ir.Not:  question(func(e *env, a []*ir.Expr) bool { return !e.is(a[0]) }),
		ir.Has:  question(func(e *env, a []*ir.Expr) bool { return !absent(a[0].Type, e.eval(a[0])) }),
		ir.Cond: func(e *env, x *ir.Expr) val { return e.eval(either(e.is(x.Args[0]), x.Args[1], x.Args[2])) },
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
	for o := ir.Exists; o <= ir.Least; o++ {
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
	hits, values, times := val{}, val{}, val{} // of which it is so, what it is of each, how many these stand for
	for _, m := range groups(e.arg(x, 0), stride) {
		e.burn(x.At)
		for j := range stride {
			in.temps[x.N+int64(j)] = num(m[j])
		}
		v := in.num(x.Args[1])
		values = append(values, v)
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
	return num(best(values, x.Op == ir.Most))
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

// contributions are those of a sort that `while` clauses in play make to an event, or with nil to stats of a thing.
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
		if each := h.Each; each != nil {
			in.temps[int64(each.Temp)] = num(target.num)
			if !g.inPlay(target) || !g.isKind(target.card.Kind, each.Kind) || in.or(each.Where, 1) != 1 {
				continue
			}
		}
		if in.or(h.When, 1) == 1 {
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

// stat folds a stat of an instance; its base, the first layer only. Of a card it is what is printed.
func (e *env) stat(x *ir.Expr) val {
	printed, field := e.card(x.Args[0]).Values[x.N].N, int(x.N)
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
