package desk

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/view"
)

// What is played for a view has little time, in all and for each question; and little is shown.
const (
	testTime     = 2 * time.Second
	chanceTime   = 2 * time.Second
	mostChances  = 3
	mostTests    = 12
	mostOutcomes = 20
)

// player plays what stands in a program. It remembers what came out.
type player struct {
	p       *ir.Program
	tests   *covered                     // a machine for tests, without any: each is made for few
	odds    *interp.Machine              // the same for questions
	results map[*ir.Script]*result       // of tests
	answers map[*ir.Script]*odds.Answer  // of questions; nil: there was no time for one
	freed   map[source.Span]*odds.Answer // of tests whose dice fall as they will, by the place of their measure
}

// result is how a test came out, and what it ran.
type result struct {
	script  *ir.Script
	passed  bool
	message string
	ran     view.Ran
}

func newPlayer(p *ir.Program) *player {
	return &player{p: p, results: map[*ir.Script]*result{}, answers: map[*ir.Script]*odds.Answer{}, freed: map[source.Span]*odds.Answer{}}
}

// bare is the program without any scripts.
func (x *player) bare() *ir.Program {
	p := *x.p
	p.Scripts = nil
	return &p
}

// names tells whether a script names a card.
func names(text, card string) bool {
	return strings.Contains(text, card) && ask.Names(text)[card]
}

// which scripts are read and played: the one under the caret, it and those that name the card, all.
type which int

const (
	itself which = iota
	naming
	all
)

// played tells whether all scripts of a name have been played.
func (x *player) played(name string) bool {
	return !slices.ContainsFunc(x.p.Scripts, func(s *ir.Script) bool {
		_, asked := x.answers[s]
		return s.Name == name && x.results[s] == nil && !asked
	})
}

// run runs the tests that have not been run, of those that are wanted, while there is time. any tells whether there were some; ok is false
// when ctx has ended.
func (x *player) run(ctx context.Context, v *view.View, wanted which) (any, ok bool) {
	var left []*ir.Script
	for _, s := range x.p.Scripts {
		if s.Word == ir.TestScript && x.results[s] == nil && (wanted == all || s.Name == v.Script || wanted == naming && names(s.At.Text(), v.Card)) {
			left = append(left, s)
		}
	}
	if len(left) == 0 {
		return false, ctx.Err() == nil
	}
	short, cancel := context.WithTimeout(ctx, testTime)
	defer cancel()
	if x.tests == nil {
		x.tests = coveredMachine(x.bare())
	}
	m := x.tests
	bare := m.Machine
	m.Machine = bare.With(left...)
	defer func() { m.Machine = bare }()
	for n, s := range left {
		if r := m.play(short, n); r != nil {
			x.results[s] = r
		}
		if short.Err() != nil {
			break
		}
	}
	return true, ctx.Err() == nil
}

// covered is a machine that tells what it runs.
type covered struct {
	*interp.Machine
	now *result
	run *interp.Run
}

func coveredMachine(p *ir.Program) *covered {
	m := new(covered)
	m.Machine = interp.Covered(p, func(n any, _ bool) {
		if h, ok := n.(*ir.Hook); ok {
			m.ran(m.now.ran.Hooks, h.ID)
		}
	})
	return m
}

// ran notes in which step something ran first.
func (m *covered) ran(all map[int]source.Span, id int) {
	if _, known := all[id]; !known {
		all[id], _ = m.run.StepAt()
	}
}

// play runs a test; nil when ctx ends before it.
func (m *covered) play(ctx context.Context, script int) *result {
	m.now = &result{script: m.P.Scripts[script], ran: view.Ran{Hooks: map[int]source.Span{}, Events: map[int]source.Span{}}}
	r := trial.Run(m.Machine, script, trial.Options{Context: ctx, Attach: func(r *interp.Run, l interp.Listener) interp.Listener {
		m.run = r
		return hearer{l, m}
	}})
	if ctx.Err() != nil {
		return nil
	}
	m.now.passed, m.now.message = r.Passed, r.Message
	return m.now
}

// hearer listens to a test, and hears which clauses ran and which events were done.
type hearer struct {
	interp.Listener
	m *covered
}

// Told hears the journal.
func (h hearer) Told(e *journal.Entry) {
	switch e.Kind {
	case journal.Clause:
		h.m.ran(h.m.now.ran.Hooks, e.Hook)
	case journal.Done:
		h.m.ran(h.m.now.ran.Events, e.Event)
	}
	h.Listener.Told(e)
}

// ran are the tests that run the clause that a view is about, those that fail first, then those that name the card alone.
func (x *player) ran(v *view.View) []view.Test {
	out := []view.Test{}
	for _, r := range x.all() {
		_, runs := v.Step(r.ran)
		if !runs && r.script.Name != v.Script && !names(r.script.At.Text(), v.Card) {
			continue
		}
		first, _, _ := strings.Cut(r.message, "\n")
		out = append(out, view.Test{Name: r.script.Name, Place: view.PlaceOf(r.script.At), Passed: r.passed, Message: first, Runs: runs})
	}
	slices.SortStableFunc(out, func(a, b view.Test) int { return rank(a, v) - rank(b, v) })
	return out[:min(len(out), mostTests)]
}

// all are the results in the order of the program.
func (x *player) all() (out []*result) {
	for _, s := range x.p.Scripts {
		if r := x.results[s]; r != nil {
			out = append(out, r)
		}
	}
	return out
}

func rank(t view.Test, v *view.View) int {
	n := 0
	if t.Name != v.Script {
		n += 4
	}
	if !t.Runs {
		n += 2
	}
	if t.Passed {
		n++
	}
	return n
}

// chances works out what is asked with odds of the card, and, of the tests that run the clause, how likely it is what they
// expect. It tells what it has found whenever it is more than the view has, until tell answers false; and all, at last.
func (x *player) chances(ctx context.Context, v *view.View, tell func([]view.Chances) bool) {
	out, had := []view.Chances{}, len(v.Chances)
	put := func(c view.Chances) bool {
		out = append(out, c)
		return len(out) <= had || tell(out)
	}
	for _, s := range x.p.Scripts {
		if len(out) == mostChances || s.Word != ir.OddsScript || s.Name != v.Script && !names(s.At.Text(), v.Card) {
			continue
		}
		a, known := x.answers[s]
		if !known {
			if a = x.answer(ctx, s); ctx.Err() != nil {
				return
			}
			x.answers[s] = a
		}
		if !put(chancesOf(a, view.Chances{Name: s.Name, Place: view.PlaceOf(s.At)}, nil)) {
			return
		}
	}
	for _, r := range x.all() {
		step, runs := v.Step(r.ran)
		if len(out) == mostChances || !r.passed || !runs {
			continue
		}
		q, ok := free(r.script, step)
		if !ok {
			continue
		}
		a, known := x.freed[q.key]
		if !known {
			if a = x.answer(ctx, q.script); ctx.Err() != nil {
				return
			}
			x.freed[q.key] = a
		}
		if a != nil && len(a.Outcomes) < 2 { // nothing was left to chance
			continue
		}
		if !put(chancesOf(a, view.Chances{Name: r.script.Name, Test: true, What: q.what, Place: view.PlaceOf(r.script.At)}, q.expected)) {
			return
		}
	}
	if len(out) == 0 || len(out) <= had {
		tell(out)
	}
}

// answer is that to a question; nil when there was no time for it, or it cannot be answered.
func (x *player) answer(ctx context.Context, script *ir.Script) *odds.Answer {
	ctx, cancel := context.WithTimeout(ctx, chanceTime)
	defer cancel()
	if x.odds == nil {
		x.odds = interp.New(x.bare())
	}
	a, err := odds.Ask(x.odds.With(script), 0, odds.Options{Context: ctx})
	var unasked *interp.UnaskedError
	if err != nil && !errors.As(err, &unasked) { // what follows the measure of a test may ask for it
		return nil
	}
	return a
}

// freed is a test as a question: its dice fall as they will, and what it expects first after a step is measured.
type freed struct {
	script   *ir.Script
	what     string                  // is measured
	expected func(odds.Outcome) bool // tells what the test expects
	key      source.Span             // where the measure stands
}

// free makes a question of a test: the dice that it gives for a step fall as they will, and the first thing that it expects after the
// step is measured. What happened before happened as in the test.
func free(s *ir.Script, step source.Span) (q freed, ok bool) {
	all := s.Do.Stmts
	now := slices.IndexFunc(all, func(x ir.Stmt) bool { return x.Site().Start <= step.Start && step.End <= x.Site().End })
	if s.Seeds > 0 || !step.IsValid() || now < 0 {
		return q, false
	}
	for i, x := range all[now:] {
		e, ok := x.(*ir.ExpectCond)
		if !ok {
			continue
		}
		value := e.Cond
		q.expected = func(o odds.Outcome) bool { return o.N == 1 }
		if comparison(value) {
			op, other := value.Op, value.Args[1].At.Text()
			q.expected = func(o odds.Outcome) bool { return op == ir.Eq && o.Value == other }
			value = value.Args[0]
		}
		q.what, q.key = value.At.Text(), value.At
		script, do := *s, *s.Do
		steps := slices.Concat(undiced(all[:now]), all[now:now+i])
		for len(steps) > 0 && gives(steps[len(steps)-1]) { // it belongs to a step behind the measure
			steps = steps[:len(steps)-1]
		}
		do.Stmts = append(steps, &ir.Measure{Base: ir.At(e.At), Value: value})
		script.Word, script.Do = ir.OddsScript, &do
		q.script = &script
		return q, true
	}
	return q, false
}

// undiced are the steps before one without the dice that stand directly before it, among answers: a test gives each step its own.
func undiced(before []ir.Stmt) []ir.Stmt {
	own := len(before)
	for own > 0 && gives(before[own-1]) {
		own--
	}
	return append(slices.Clone(before[:own]), slices.DeleteFunc(slices.Clone(before[own:]), func(x ir.Stmt) bool {
		_, dice := x.(*ir.GiveDice)
		return dice
	})...)
}

// gives tells whether a step gives something that a later one takes.
func gives(x ir.Stmt) bool {
	_, dice := x.(*ir.GiveDice)
	_, answer := x.(*ir.Answer)
	return dice || answer
}

// comparison tells whether an expression compares a number with something.
func comparison(e *ir.Expr) bool {
	switch e.Op {
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		k := e.Args[0].Type.Kind
		return (k == ir.Int || k == ir.Length) && !e.Args[0].Type.IsList()
	}
	return false
}

// chancesOf writes an answer down; nil: there is none.
func chancesOf(a *odds.Answer, c view.Chances, expected func(odds.Outcome) bool) view.Chances {
	if a == nil {
		c.Late, c.Outcomes = true, []view.Outcome{}
		return c
	}
	if mean, ok := a.Mean(); ok {
		c.Mean = fmt.Sprintf("%.4g", mean)
	}
	c.Outcomes = []view.Outcome{}
	list := slices.Clone(a.Outcomes)
	if len(list) > mostOutcomes { // the likeliest, in their order
		slices.SortStableFunc(list, func(a, b odds.Outcome) int { return b.P.Cmp(a.P) })
		list = list[:mostOutcomes]
		slices.SortStableFunc(list, func(a, b odds.Outcome) int { return int(max(-1, min(1, a.N-b.N))) })
	}
	left := big.NewRat(1, 1)
	for _, o := range list {
		p, _ := o.P.Float64()
		left.Sub(left, o.P)
		exact := o.P.RatString()
		if len(exact) > 24 {
			exact = ""
		}
		c.Outcomes = append(c.Outcomes, view.Outcome{Value: o.Value, P: p, Exact: exact, Percent: percent(p), Tested: expected != nil && expected(o)})
	}
	if rest, _ := left.Float64(); rest > 0.0001 {
		c.LeftOut = percent(rest)
	}
	return c
}

func percent(p float64) string { return fmt.Sprintf("%.1f", 100*p) }
