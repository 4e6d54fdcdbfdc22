package odds

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// asking is the work on a question.
type asking struct {
	o      Options
	out    *Answer
	at     *ir.Script
	run    *interp.Run // goes from node to node
	moment interp.Moment
	keys   keys
	ways   ways
	next   *wave    // that is being come to
	by     *big.Int // its denominator is that of the wave before, so many times
	mass   mass     // of what is followed
	sums   map[int64]*Outcome
	rates  map[spot]*rate
	steps  int64 // of all runs so far
	memory int64 // bytes of the nodes that wait
	spare  []*node
}

// errThrow and errMeasured are why a run that is followed stops.
var errThrow, errMeasured = errors.New("dice are thrown"), errors.New("it is measured")

// follow plays on from where the run stands to the next throw, or to the measure, or to where the
// event around it has ended: there, where frames of the rules are over, equal positions can meet.
func (a *asking) follow(m mass, was parts, frames int) error {
	a.mass = m
	a.run.Within(a.run.Budget)
	for {
		err := interp.DriveOut(a.run, a, frames)
		switch {
		case err == errMeasured:
			return a.burnt()
		case err == errThrow:
			a.run.Compact() // equal situations are then equal states
			stop := a.run.Step()
			if stop.Kind != interp.Throw {
				return stop.Err
			}
			if _, err := a.add(&a.next.throws, m, a.parts(was), &stop); err != nil {
				return err
			}
			return a.burnt()
		case err != nil:
			return err
		case len(a.run.S.Frames) == 0:
			return fmt.Errorf("the question %q measures nothing", a.out.Name)
		}
		frames = len(a.run.S.Frames)
		top := &a.run.S.Frames[frames-1]
		rate := a.rate(spot{top.Block, top.PC, int32(frames)})
		if rate.idle() {
			continue
		}
		a.run.Compact()
		isNew, err := a.add(a.between(frames), m, a.parts(was), nil)
		if err != nil {
			return err
		}
		rate.see(isNew)
		return a.burnt()
	}
}

// parts are the numbers of the big tables now, given what they were where the run was kept.
func (a *asking) parts(was parts) parts {
	cells, insts := true, true
	if a.run.ToMoment(&a.moment) {
		cells, insts = a.run.Since(&a.moment)
	}
	return a.keys.parts(a.run.S, was, cells, insts)
}

// burnt counts the steps of the run that was followed.
func (a *asking) burnt() error {
	if a.steps += a.run.Used(); a.steps > a.o.Steps {
		return a.limit("steps", a.o.Steps)
	}
	return nil
}

// spot is a place where an event has ended, and rate what merging there brings.
type spot struct{ block, pc, frames int32 }

type rate struct{ came, stayed int }

func (a *asking) rate(s spot) *rate {
	r := a.rates[s]
	if r == nil {
		r = &rate{}
		a.rates[s] = r
	}
	return r
}

func (r *rate) see(isNew bool) {
	r.came++
	if isNew {
		r.stayed++
	}
}

// idle tells whether so few positions meet that looking for them costs more than playing on.
func (r *rate) idle() bool { return r.came >= 256 && 3*r.stayed > r.came }

// Throw stops the run: all results are followed.
func (a *asking) Throw(*interp.Run, *interp.Chance) ([]int64, error) { return nil, errThrow }

// Answer is that of an automatic player.
func (a *asking) Answer(r *interp.Run, _ *interp.Question) (interp.Result, error) {
	return r.Decide(), nil
}

// Step adds what is measured.
func (a *asking) Step(r *interp.Run, s *code.Step) error {
	m, ok := s.Stmt.(*ir.Measure)
	if !ok {
		return nil
	}
	value := s.Value.Int(r.Env())
	if err := r.V.Err; err != nil {
		return err
	}
	if a.sums[value] == nil {
		a.sums[value] = &Outcome{N: value, Value: r.Show(m.Value.Type, value), P: new(big.Rat)}
	}
	w := a.next
	w.measured[value] = w.measured[value].plus(a.mass, w.small)
	if r.StepRefused() {
		w.refused = w.refused.plus(a.mass, w.small)
	}
	return errMeasured
}
