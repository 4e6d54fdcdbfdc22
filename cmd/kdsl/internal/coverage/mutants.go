package coverage

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// mutant is one change of a program.
type mutant struct {
	Point
	apply  func() (undo func())
	within any // the clause, event or function that it belongs to; nil: none
}

var flipped = map[ir.Op]ir.Op{ir.Lt: ir.Le, ir.Le: ir.Lt, ir.Gt: ir.Ge, ir.Ge: ir.Gt, ir.Eq: ir.Ne, ir.Ne: ir.Eq}

// mutants lists what may be changed in a program, clauses first.
func mutants(p *ir.Program) []*mutant {
	var out []*mutant
	var within any
	names := &interp.Machine{P: p}
	add := func(kind, was, is string, at source.Span, apply func() func()) {
		out = append(out, &mutant{Point{Kind: kind, Name: was, Side: is, At: at}, apply, within})
	}
	for i, h := range p.Hooks {
		within = h
		add("clause", names.HookName(i), "", h.At, func() func() {
			was := h.When
			h.When = &ir.Expr{Op: ir.Const, Type: ir.Type{Kind: ir.Bool}, At: h.At}
			return func() { h.When = was }
		})
	}
	within = nil
	for _, at := range ones(p) {
		add("one", brief(at), "", at, func() func() { return withoutOne(p, at) })
	}
	printed := map[*ir.Expr]bool{} // what the checker has put on the cards long since
	for _, k := range p.Kinds {
		for _, f := range k.Fields {
			if f.Class == ir.Printed || f.Class == ir.Stat {
				f.Default.Walk(func(e *ir.Expr) bool { printed[e] = true; return true })
			}
		}
	}
	for ref := range len(p.Kinds) + len(p.Cards) { // and constants, which stand where they are named
		for _, l := range p.ConstantsAt(ref) {
			printed[l.Value] = true
		}
	}
	number := func(t ir.Type, n *int64, by int64, at source.Span) {
		switch t.Kind {
		case ir.Length:
			by *= ir.Unit
		case ir.Int, ir.Target:
		default:
			return
		}
		if *n == ir.None {
			return
		}
		show := (&interp.Run{}).Show
		add("number", show(t, *n), show(t, *n+by), at, func() func() {
			*n += by
			return func() { *n -= by }
		})
	}
	advice, faces := advices(p), map[*ir.Expr]int64{}
	Walk(p, func(n any) {
		switch n := n.(type) {
		case *ir.Hook, *ir.Event, *ir.Func, *ir.Table, *ir.Kind, *ir.Card:
			within = n
		}
		if advice[within] {
			return
		}
		switch n := n.(type) {
		case ir.Dicing:
			_, f := n.Dice()
			faces[f] = -2
		case *ir.Block:
			for i, s := range n.Stmts {
				switch s.(type) {
				case *ir.Let, *ir.Note, *ir.Manual, *ir.If, ir.Dicing: // others need what they give, or they are made wrong in parts
				default:
					add("step", brief(s.Site()), "", s.Site(), func() func() {
						was := n.Stmts
						n.Stmts = slices.Delete(slices.Clone(was), i, i+1)
						return func() { n.Stmts = was }
					})
				}
			}
		case *ir.Duration:
			if n.Ending != ir.Permanent {
				add("ending", brief(n.At), ir.Endings[ir.Permanent], n.At, func() func() {
					was := n.Ending
					n.Ending = ir.Permanent
					return func() { n.Ending = was }
				})
			}
		case *ir.Expr:
			if printed[n] {
				return
			}
			if to, ok := flipped[n.Op]; ok {
				add("comparison", brief(n.At), ir.Ops[to].Name, n.At, func() func() {
					was := n.Op
					n.Op = to
					return func() { n.Op = was }
				})
			} else if n.Op == ir.Const {
				number(n.Type, &n.N, 1+faces[n], n.At)
			} else if n.Op == ir.And || n.Op == ir.Or {
				for i, a := range n.Args {
					if _, ok := flipped[a.Op]; ok || a.Op == ir.And || a.Op == ir.Or {
						continue
					}
					whole := &ir.Expr{Op: ir.Const, Type: a.Type, At: a.At}
					if n.Op == ir.And {
						whole.N = 1
					}
					h, _ := within.(*ir.Hook)
					add("part", brief(a.At), "", a.At, func() func() {
						n.Args[i] = whole
						if h == nil {
							return func() { n.Args[i] = a }
						}
						tags := h.For // by which clauses on throws are found before their conditions are asked
						h.For = nil
						return func() { n.Args[i], h.For = a, tags }
					})
				}
			}
		}
	})
	for _, t := range p.Tables {
		for i := range t.Rows {
			if r := &t.Rows[i]; r.Expr == nil {
				within = r
				number(t.Result, &r.Value.N, 1, r.At)
			}
		}
	}
	return out
}

// ones are the places where it is said that of several equal things one works.
func ones(p *ir.Program) []source.Span {
	var out []source.Span
	for _, c := range p.Cards {
		if c.One != nil && !slices.Contains(out, c.One.At) {
			out = append(out, c.One.At)
		}
	}
	return out
}

// withoutOne lets all of several equal things work that do not by what stands somewhere.
func withoutOne(p *ir.Program, at source.Span) (undo func()) {
	was := map[*ir.Card]*ir.One{}
	for _, c := range p.Cards {
		if c.One != nil && c.One.At == at {
			was[c], c.One = c.One, nil
		}
	}
	return func() {
		for c, one := range was {
			c.One = one
		}
	}
}

// prints are the changes of what all cards print of a field, and of what they carry: a test may be about that alone.
func prints(p *ir.Program) (out []*shared) {
	cards := map[*ir.Field][]*ir.Value{}
	for _, c := range p.Cards {
		for i, f := range p.Kinds[c.Kind].Fields {
			if f.Class == ir.Printed || f.Class == ir.Stat {
				cards[f] = append(cards[f], &c.Values[i])
			}
		}
	}
	for _, values := range cards {
		out = append(out, &shared{mutant: &mutant{apply: func() func() {
			for _, v := range values {
				v.N += ir.Unit
				slices.Reverse(v.L)
			}
			return func() {
				for _, v := range values {
					v.N -= ir.Unit
					slices.Reverse(v.L)
				}
			}
		}}})
	}
	return append(out, &shared{mutant: &mutant{apply: func() func() { // and of what they carry
		was := make([][]ir.CardUse, len(p.Cards))
		for i, c := range p.Cards {
			was[i], c.Carry = c.Carry, nil
		}
		return func() {
			for i, c := range p.Cards {
				c.Carry = was[i]
			}
		}
	}}})
}

// advices are the functions, and what contributes to them, that only say what automatic players prefer. A function that
// nobody calls is none: it is for those who use the rules.
func advices(p *ir.Program) map[any]bool {
	calls := map[int][]int{} // functions that a function calls
	var asked, wanted []int  // by the rules; by what is preferred
	within := -1             // the function
	w := walker{seen: map[any]bool{}, visit: func(n any) {
		switch n := n.(type) {
		case *ir.Func:
			within = slices.Index(p.Funcs, n)
		case *ir.Hook:
			within = n.Func
		case *ir.Event, *ir.Table, *ir.Kind, *ir.Card:
			within = -1
		case *ir.Expr:
			if n.Op == ir.CallFunc && within >= 0 {
				calls[within] = append(calls[within], int(n.N))
			} else if n.Op == ir.CallFunc {
				asked = append(asked, int(n.N))
			}
		}
	}, prefer: func(n any) {
		if e, ok := n.(*ir.Expr); ok && e.Op == ir.CallFunc {
			wanted = append(wanted, int(e.N))
		}
	}}
	w.program(p)
	rules, out := reachable(asked, calls), map[any]bool{}
	for f := range reachable(wanted, calls) {
		out[p.Funcs[f]] = !rules[f]
	}
	for _, h := range p.Hooks {
		out[h] = h.Func >= 0 && out[p.Funcs[h.Func]]
	}
	return out
}

// reachable are functions and all that they call.
func reachable(from []int, calls map[int][]int) map[int]bool {
	out := map[int]bool{}
	for len(from) > 0 {
		f := from[0]
		if from = from[1:]; !out[f] {
			out[f] = true
			from = append(slices.Clip(from), calls[f]...)
		}
	}
	return out
}
