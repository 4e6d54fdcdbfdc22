package coverage

import (
	"cmp"
	"slices"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// A test that runs a rule need not notice when the rule is wrong. So rules are made wrong on purpose, one
// small thing at a time: a clause never acts, a step is left out, a part of a condition is, a comparison is another, a
// number is one more, a die has one face less, equal things all work. A change that no test notices is a hole in the
// tests, or says that the thing changed does not matter. What advises automatic players is no rule.

// mutant is one change of a program.
type mutant struct {
	Point
	apply  func() (undo func())
	within any // the clause, event or function that it belongs to; nil: none
}

// Mutate tries all mutants of the units' own files with the tests of every program that has them. It answers the
// name of a test that fails without any change, if there is one: then nothing could be learnt.
func Mutate(units []*load.Unit) (r *Report, failing string) {
	r = &Report{}
	c := r.collector(units)
	for _, u := range units {
		if u.Diags.HasErrors() || u.Program == nil {
			continue
		}
		t := &trials{u: u, reach: map[any]map[int]bool{}, proves: map[int]bool{}}
		if failing = t.plain(); failing != "" {
			return nil, failing
		}
		var idle []source.Span // clauses that nobody misses: nothing in them could be noticed
		var all []*mutant
		for _, m := range mutants(u.Program) {
			shared := c.point(m.Point)
			if shared == nil || slices.ContainsFunc(idle, func(s source.Span) bool {
				return m.Kind != "clause" && s.File == m.At.File && s.Start <= m.At.Start && m.At.End <= s.End
			}) {
				continue
			}
			all = append(all, m)
			if shared.Rule { // what several kinds, cards or programs share is noticed when one of them is
				continue
			}
			undo := m.apply()
			t.notice(m.within, shared)
			undo()
			if m.Kind == "clause" && !shared.Hit {
				idle = append(idle, m.At)
			}
		}
		r.Hollow = append(r.Hollow, t.hollow(all)...)
	}
	return r.sort(), ""
}

// trials are the tests of one program.
type trials struct {
	u      *load.Unit
	tests  []int
	reach  map[any]map[int]bool // which tests reach a clause, event or function
	most   int                  // entries of the longest journal
	proves map[int]bool         // those that have noticed something
}

// plain runs the tests of the program as it is, and notes what each reaches.
func (t *trials) plain() (failing string) {
	try(t.u, func(test int, of any, _ bool) {
		if t.reach[of] == nil {
			t.reach[of] = map[int]bool{}
		}
		t.reach[of][test] = true
	}, func(s library.Script, r trial.Result) bool {
		t.tests = append(t.tests, s.Index)
		t.most = max(t.most, len(r.Journal))
		if !r.Passed {
			failing = s.Name
		}
		return r.Passed
	})
	return failing
}

// notice notes whether a test fails now, and one that covers a rule. Those that do and reach the place of the change
// come first.
func (t *trials) notice(within any, p *Point) {
	tests := slices.Clone(t.tests)
	order := func(i int) (n int) {
		if !t.covers(i) {
			n += 2
		}
		if !t.reach[within][i] {
			n++
		}
		return n
	}
	slices.SortStableFunc(tests, func(a, b int) int { return cmp.Compare(order(a), order(b)) })
	m := interp.New(t.u.Program)
	for _, i := range tests {
		if (!p.Hit || t.covers(i)) && t.fails(m, i) {
			p.Hit, p.Rule, t.proves[i] = true, p.Rule || t.covers(i), true
			return
		}
	}
}

func (t *trials) covers(test int) bool { return len(t.u.Program.Scripts[test].Covers) > 0 }

// hollow lists the tests that cover a rule and notice none of the changes.
func (t *trials) hollow(all []*mutant) (out []*ir.Script) {
	for _, i := range t.tests {
		if t.covers(i) && !t.proves[i] && !slices.ContainsFunc(all, func(m *mutant) bool { return t.proved(i, m) }) {
			out = append(out, t.u.Program.Scripts[i])
		}
	}
	return out
}

// proved tells whether a test notices a change of what it reaches.
func (t *trials) proved(test int, m *mutant) bool {
	if m.within != nil && !t.reach[m.within][test] {
		return false
	}
	undo := m.apply()
	defer undo()
	return t.fails(interp.New(t.u.Program), test)
}

// fails runs one test. A change may make a game endless, or break what the checker had made sure of:
// both are noticed.
func (t *trials) fails(m *interp.Machine, script int) (failed bool) {
	defer func() {
		if recover() != nil {
			failed = true
		}
	}()
	left := 10*t.most + 1000
	r := trial.Run(m, script, trial.Options{Budget: interp.Budget{Steps: 1_000_000}, Attach: func(run *interp.Run, l interp.Listener) interp.Listener {
		return metered{l, func() {
			if left--; left < 0 {
				run.Within(interp.Budget{Steps: 1})
			}
		}}
	}})
	return !r.Passed
}

// metered does something before the journal is told to another.
type metered struct {
	interp.Listener
	count func()
}

func (c metered) Told(e *journal.Entry) {
	c.count()
	c.Listener.Told(e)
}

var flipped = map[ir.Op]ir.Op{ir.Lt: ir.Le, ir.Le: ir.Lt, ir.Gt: ir.Ge, ir.Ge: ir.Gt, ir.Eq: ir.Ne, ir.Ne: ir.Eq}

// mutants lists what may be changed in a program, clauses first.
func mutants(p *ir.Program) []*mutant {
	var out []*mutant
	var within any
	add := func(kind, was, is string, at source.Span, apply func() func()) {
		out = append(out, &mutant{Point{Kind: kind, Name: was, Side: is, At: at}, apply, within})
	}
	names := &interp.Machine{P: p}
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
		case *ir.Throw:
			faces[n.Faces] = -2
		case *ir.Block:
			for i, s := range n.Stmts {
				switch s.(type) {
				case *ir.Let, *ir.Note, *ir.Manual, *ir.If, *ir.Throw: // others need what they give, or they are made wrong in parts
				default:
					add("step", brief(s.Site()), "", s.Site(), func() func() {
						was := n.Stmts
						n.Stmts = slices.Delete(slices.Clone(was), i, i+1)
						return func() { n.Stmts = was }
					})
				}
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
					add("part", brief(a.At), "", a.At, func() func() {
						n.Args[i] = whole
						return func() { n.Args[i] = a }
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

// advices are the functions, and what contributes to them, that only say what automatic players prefer.
func advices(p *ir.Program) map[any]bool {
	out := map[any]bool{}
	calls := map[any][]int{} // functions that a function calls
	var asked []int          // by the rules
	var within any
	Walk(p, func(n any) {
		switch n := n.(type) {
		case *ir.Func:
			within = n
		case *ir.Hook:
			if within = n; n.Func >= 0 {
				within = p.Funcs[n.Func]
			}
		case *ir.Event, *ir.Table, *ir.Kind, *ir.Card:
			within = n
		case *ir.Expr:
			if n.Op != ir.CallFunc {
				break
			}
			if _, ok := within.(*ir.Func); ok {
				calls[within] = append(calls[within], int(n.N))
			} else {
				asked = append(asked, int(n.N))
			}
		}
	})
	rules := map[int]bool{}
	for len(asked) > 0 {
		f := asked[0]
		if asked = asked[1:]; !rules[f] {
			rules[f] = true
			asked = append(asked, calls[p.Funcs[f]]...)
		}
	}
	for i, f := range p.Funcs {
		out[f] = !rules[i]
	}
	for _, h := range p.Hooks {
		out[h] = h.Func >= 0 && !rules[h.Func]
	}
	return out
}
