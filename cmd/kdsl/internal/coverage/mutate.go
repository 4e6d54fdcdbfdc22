package coverage

import (
	"cmp"
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/internal/pool"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// A test that runs a rule need not notice when the rule is wrong. So rules are made wrong on purpose, one
// small thing at a time: a clause never acts, a step is left out, a part of a condition is, a comparison is another, a
// number is one more, a die has one face less, what ends does not, equal things all work. A change that no test notices is a hole in the
// tests, or says that the thing changed does not matter. What advises automatic players is no rule.

// Mutate tries all mutants of the units' own files with the tests of every program that has them. It answers the
// name of a test that fails without any change, if there is one: then nothing could be learnt.
func Mutate(units []*load.Unit) (r *Report, failing string) {
	r = &Report{books: map[*load.Unit]bool{}}
	c := r.collector(units)
	var all []*trials
	for _, u := range units {
		if !u.Diags.HasErrors() && u.Program != nil {
			all = append(all, &trials{u: u, c: c, reach: map[any]map[int]bool{}, proves: map[int]bool{}})
		}
	}
	together(all, (*trials).plain)
	for _, t := range all {
		if t.failing != "" {
			return nil, t.failing
		}
		t.collect()
	}
	together(all, (*trials).own)
	together(all, (*trials).others)
	together(all, (*trials).hollow)
	for _, t := range all {
		for _, s := range t.empty {
			r.Hollow = append(r.Hollow, Hollow{Script: s})
		}
		r.books[t.u] = slices.ContainsFunc(t.tests, func(i int) bool { return t.covers(i) && t.c.owner(t.u.Program.Scripts[i].At) == t.u })
	}
	r.sort().call()
	return r, ""
}

// together does something for all programs at once, the longest first.
func together(all []*trials, do func(*trials)) {
	byLength := slices.Clone(all)
	slices.SortStableFunc(byLength, func(a, b *trials) int { return cmp.Compare(len(b.u.Program.Scripts), len(a.u.Program.Scripts)) })
	pool.Each(byLength, func(_ int, t *trials) { do(t) })
}

// trials are the tests of one program, and the changes of it.
type trials struct {
	u       *load.Unit
	c       *collector
	mutants []*shared
	tests   []int
	failing string               // a test that does
	reach   map[any]map[int]bool // which tests reach a clause, event or function
	most    int                  // entries of the longest journal
	proves  map[int]bool         // those that have noticed something that they reach
	empty   []*ir.Script         // those that cover a rule and notice nothing
}

// shared is a change of one program, and the point that stands for it in all of them. What several kinds, cards or
// programs share is noticed when one of them is.
type shared struct {
	*mutant
	point *Point     // nil in a file of nobody who is asked for
	owner *load.Unit // whose file it is in; nil: nobody's
}

// plain runs the tests of the program as it is, and notes what each reaches.
func (t *trials) plain() {
	trial.Cover(t.u.Program, func(test int, of any, _ bool) {
		if t.reach[of] == nil {
			t.reach[of] = map[int]bool{}
		}
		t.reach[of][test] = true
	}, func(test int, r trial.Result) bool {
		t.tests = append(t.tests, test)
		t.most = max(t.most, len(r.Journal))
		if !r.Passed {
			t.failing = r.Script.Name
		}
		return r.Passed
	})
}

// collect lists the changes.
func (t *trials) collect() {
	for _, m := range mutants(t.u.Program) {
		t.mutants = append(t.mutants, &shared{m, t.c.point(m.Point), t.c.owner(m.At)})
	}
}

// own tries the changes of the program's own files. Of a clause that nobody misses nothing more is tried: nothing in it
// could be noticed.
func (t *trials) own() {
	var clauses []*shared // of one clause there are as many as it hears events
	for _, m := range t.mutants {
		if m.owner != t.u || slices.ContainsFunc(clauses, func(c *shared) bool {
			return m.Kind != "clause" && !c.point.Hit && c.At.File == m.At.File && c.At.Start <= m.At.Start && m.At.End <= c.At.End
		}) {
			continue
		}
		if t.notice(m); m.Kind == "clause" {
			clauses = append(clauses, m)
		}
	}
}

// others tries the changes of what the program uses. The tests that stand there have been tried.
func (t *trials) others() {
	for _, m := range t.mutants {
		if m.point != nil && m.owner != t.u {
			t.notice(m)
		}
	}
}

// notice notes whether a test fails with a change, and one that covers a rule. Those that do and reach the place of the
// change come first.
func (t *trials) notice(m *shared) {
	hit, rule := t.c.noticed(m.point, false, false)
	if rule {
		return
	}
	tests := slices.DeleteFunc(slices.Clone(t.tests), func(i int) bool {
		return hit && !t.covers(i) || m.owner != t.u && t.c.owner(t.u.Program.Scripts[i].At) == m.owner
	})
	if len(tests) == 0 {
		return
	}
	order := func(i int) (n int) {
		if !t.covers(i) {
			n += 2
		}
		if !t.reach[m.within][i] {
			n++
		}
		return n
	}
	slices.SortStableFunc(tests, func(a, b int) int { return cmp.Compare(order(a), order(b)) })
	undo := m.apply()
	defer undo()
	machine := t.machine()
	for _, i := range tests {
		if t.fails(machine, i) {
			t.c.noticed(m.point, true, t.covers(i))
			t.proves[i] = t.proves[i] || t.near(i, m)
			return
		}
	}
}

func (t *trials) covers(test int) bool { return len(t.u.Program.Scripts[test].Covers) > 0 }

// near tells whether a test reaches the place of a change.
func (t *trials) near(test int, m *shared) bool { return m.within == nil || t.reach[m.within][test] }

// hollow lists the tests of the program's own files that cover a rule and notice none of the changes, nor one of what
// cards print.
func (t *trials) hollow() {
	left := map[int]bool{}
	for _, i := range t.tests {
		s := t.u.Program.Scripts[i]
		left[i] = t.c.owner(s.At) == t.u && t.covers(i) && !t.proves[i] && !comparesText(s)
	}
	maps.DeleteFunc(left, func(_ int, empty bool) bool { return !empty })
	for _, m := range slices.Concat(t.mutants, prints(t.u.Program)) {
		var tests []int
		for i := range left {
			if t.near(i, m) {
				tests = append(tests, i)
			}
		}
		if len(tests) == 0 {
			continue
		}
		undo := m.apply()
		machine := t.machine()
		for _, i := range tests {
			if t.fails(machine, i) {
				delete(left, i)
			}
		}
		undo()
	}
	for _, i := range slices.Sorted(maps.Keys(left)) {
		t.empty = append(t.empty, t.u.Program.Scripts[i])
	}
}

// comparesText tells whether a test says what is printed: it notices all else.
func comparesText(s *ir.Script) bool {
	return slices.ContainsFunc(s.Do.Stmts, func(x ir.Stmt) bool { _, ok := x.(*ir.ExpectText); return ok })
}

// machine is one of the program as it is now, without its scripts: most changes are noticed by one of the first that are tried.
func (t *trials) machine() *interp.Machine {
	bare := *t.u.Program
	bare.Scripts = nil
	return interp.New(&bare)
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
	r := trial.Run(m.With(t.u.Program.Scripts[script]), 0, trial.Options{Budget: interp.Budget{Steps: 1_000_000}, Attach: func(run *interp.Run, l interp.Listener) interp.Listener {
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
