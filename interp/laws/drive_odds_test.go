package laws_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/interp/sim"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/interp/trial"
)

// odds answers a question exactly: the distribution of its measure over so many throws one after the
// other, and what is left out. The third is how likely it is that what it starts is refused.
func (p *program) odds(s script, waves int) (_ map[int64]*big.Rat, _, _ *big.Rat, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v", x)
		}
	}()
	a, err := odds.Ask(p.m, s.index, odds.Options{Waves: waves, Least: 4000, States: 5_000})
	if err != nil {
		return nil, nil, nil, err
	}
	out := map[int64]*big.Rat{}
	for _, x := range a.Outcomes {
		out[x.N] = x.P
	}
	return out, a.LeftOut, a.Refused, nil
}

// simulate plays a question n times and counts.
func (p *program) simulate(s script, n int64, seed uint64, workers int) (_ map[int64]int64, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v", x)
		}
	}()
	a, err := sim.Ask(p.m, s.index, sim.Options{N: n, Seed: seed, Workers: workers})
	if err != nil {
		return nil, err
	}
	out := map[int64]int64{}
	for _, x := range a.Outcomes {
		out[x.N] = x.Count
	}
	return out, nil
}

// test runs a script as `kdsl test` does and answers its message, "" when it passes.
func (p *program) test(s script) string {
	r := trial.Run(p.m, s.index, trial.Options{})
	if r.Passed {
		return ""
	}
	return r.Message
}

// undone starts the first action that is offered, takes it back, and answers the state before and
// after: nothing may be left of it. ok is false when the script comes to no action.
func (p *program) undone(s script, seed uint64) (before, after string, ok bool) {
	pl := &player{p: p, m: p.m, h: how{fuel: small, seed: seed}, out: &outcome{}, rng: rand.New(rand.NewPCG(seed, 77)), dice: dice.New(seed, 0)}
	pl.take(p.m.Start(s.index))
	pl.names = newNames(pl.run)
	for range 200 {
		stop := pl.run.Step()
		if stop.Kind == interp.Ask && stop.Ask.Kind == interp.AskAct && len(stop.Ask.Actions) > 0 {
			before = things(pl.run.S)
			if pl.run.Resume(interp.Result{Player: stop.Ask.Players[0], Pick: 0}) != nil {
				return "", "", false
			}
			event := stop.Ask.Actions[0].Event
			k := pl.run.Step().Kind
			under := slices.ContainsFunc(pl.run.S.Frames, func(f state.Frame) bool { return f.Sort == state.Event && int(f.Event) == event })
			if k != interp.Ask || !under || pl.run.Undo() != nil { // the action must still be under way
				return "", "", false
			}
			return before, things(pl.run.S), true
		}
		if pl.on(stop) {
			return "", "", false
		}
	}
	return "", "", false
}

// failed plays a script that fails, and answers the state at the last stop before the action that failed
// and after it. ok is false when nothing fails.
func (p *program) failed(s script, h how) (before, after string, ok bool) {
	depth, pc := 0, int32(0)
	h.quiet = func(r *interp.Run, stop interp.Stop) {
		if stop.Kind == interp.Step && r.S.Top().Sort >= state.Script {
			before, depth, pc = things(r.S), len(r.S.Frames), r.S.Top().PC
		}
	}
	o := p.play(s, h)
	last := o.marks[len(o.marks)-1].s
	if !strings.HasPrefix(o.end, "failed: ") || o.limit || len(last.Frames) != depth || last.Top().PC != pc+1 {
		return "", "", false // the action that failed did not begin at the very next step
	}
	return before, things(last), true
}

// things is what a state holds but for what runs in it.
func things(s *state.State) string {
	c := s.Clone()
	c.Frames, c.Stack, c.ListStack, c.Saved, c.Random, c.Dirty, c.Unwind = nil, nil, nil, nil, false, 0, 0
	return mark{c}.bytes()
}

// shapes are the numbers of int and list cells that the cards of a program have.
func (p *program) shapes() [][2]int {
	var out [][2]int
	for _, c := range p.m.P.Cards {
		if s := [2]int{c.Ints, c.Lists}; !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// once does a deed of the child process, with the bounds that everybody has.
func (p *program) once(d deed) (e ended) {
	s := p.script(d.Script)
	if s.index < 0 {
		panic("there is no script " + d.Script)
	}
	var err error
	switch d.Do {
	case "odds":
		var a *odds.Answer
		if a, err = odds.Ask(p.m, s.index, odds.Options{}); err == nil {
			if len(a.Outcomes) == 0 {
				err = errors.New("no outcome")
				break
			}
			e.Answer = fmt.Sprint(a.Outcomes[0].N)
			if len(a.Outcomes) > 1 {
				e.Answer = "several"
			}
		}
	case "sim":
		var a *sim.Answer
		if a, err = sim.Ask(p.m, s.index, sim.Options{N: 20, Seed: 1, Workers: 1}); err == nil {
			e.Answer = fmt.Sprint(a.Outcomes[0].N)
		}
	case "test":
		r := trial.Run(p.m, s.index, trial.Options{})
		e.Answer = "passed"
		if !r.Passed {
			e.Answer, e.Error, e.Located = "", r.Message, r.At.IsValid()
			e.Limit = strings.Contains(r.Message, "limit")
			return e
		}
	case "play":
		g := play.New(p.m, s.index, 1, func(*journal.Entry) {})
		if err = g.Play(); err == nil {
			e.Answer = "done"
		}
	}
	if err != nil {
		e.Error = err.Error()
		var limit *interp.LimitError
		var where *eval.Error
		if errors.As(err, &limit) {
			e.Limit, e.Located = true, limit.At.IsValid()
		}
		if errors.As(err, &where) {
			e.Located = where.At.IsValid()
		}
	}
	return e
}

// refusalKind says what sort of thing refused the last event that a script started: requirement,
// prohibition, limit, cost or choice; "label" when the machine gives a label alone.
func (p *program) refusalKind(s script) string {
	for _, line := range p.play(s, how{told: true}).story {
		if strings.Contains(line, "refused ") {
			return "label"
		}
	}
	return "nothing"
}
