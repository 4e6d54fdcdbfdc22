package survey

import (
	"cmp"
	"slices"

	"github.com/kdsl-lang/kdsl/interp"
)

// tally counts what happens in games.
type tally struct {
	m          *interp.Machine
	funds      *funds
	games      int64
	asked      int64
	passed     int64
	actions    []Action   // by event
	clauses    []Clause   // by hook
	resources  []Resource // by number in the funds
	endings    map[string]int64
	unfinished map[string]*Breakdown
}

func newTally(m *interp.Machine, p *funds) *tally {
	return &tally{m: m, funds: p, resources: make([]Resource, len(p.names)), actions: make([]Action, len(m.P.Events)), clauses: make([]Clause, len(m.P.Hooks)),
		endings: map[string]int64{}, unfinished: map[string]*Breakdown{}}
}

// add adds what was counted elsewhere. The sum is the same in any order.
func (t *tally) add(o *tally) {
	t.games += o.games
	t.asked += o.asked
	t.passed += o.passed
	for i, x := range o.actions {
		a := &t.actions[i]
		a.Offered += x.Offered
		a.Taken += x.Taken
		a.Left += x.Left
		a.Vain += x.Vain
		a.Null += x.Null
		a.Repeated += x.Repeated
		a.Retried += x.Retried
		a.Better += x.Better
		a.Worse += x.Worse
	}
	for i, x := range o.clauses {
		t.clauses[i].Asked += x.Asked
		t.clauses[i].Used += x.Used
	}
	for i, x := range o.resources {
		t.resources[i].Paid += x.Paid
		t.resources[i].Left += x.Left
		t.resources[i].Idle += x.Idle
	}
	for s, n := range o.endings {
		t.endings[s] += n
	}
	for s, x := range o.unfinished {
		f := t.unfinished[s]
		if f == nil {
			f = &Breakdown{Text: x.Text, Stall: x.Stall, Seed: x.Seed}
			t.unfinished[s] = f
		}
		f.Games += x.Games
		f.Seed = min(f.Seed, x.Seed)
	}
}

// report lists what was counted.
func (t *tally) report() *Report {
	out := &Report{Games: t.games, Asked: t.asked, Passed: t.passed}
	for i, a := range t.actions {
		if a.Offered > 0 {
			a.Name = t.m.P.Events[i].Name
			out.Actions = append(out.Actions, a)
		}
	}
	for i, c := range t.clauses {
		if c.Asked > 0 {
			c.Name = t.m.HookName(i)
			out.Clauses = append(out.Clauses, c)
		}
	}
	for i, r := range t.resources {
		if r.Paid+r.Left > 0 {
			r.Name = t.funds.names[i]
			out.Resources = append(out.Resources, r)
		}
	}
	for s, n := range t.endings {
		out.Endings = append(out.Endings, Ending{s, n})
	}
	for _, f := range t.unfinished {
		out.Unfinished = append(out.Unfinished, *f)
	}
	slices.SortStableFunc(out.Actions, func(a, b Action) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortStableFunc(out.Clauses, func(a, b Clause) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortStableFunc(out.Resources, func(a, b Resource) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(out.Endings, func(a, b Ending) int { return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Text, b.Text)) })
	slices.SortFunc(out.Unfinished, func(a, b Breakdown) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Text, b.Text))
	})
	return out
}
