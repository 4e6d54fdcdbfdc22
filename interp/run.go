package interp

import (
	"context"
	"errors"
	"fmt"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Run is one game under way: a machine at work on a state. Step plays on until something from outside
// is wanted, Resume gives it; Drive is the loop around the two.
type Run struct {
	executor
	ctx  context.Context // nil: nobody cancels
	left int64           // fuel that is not in the tank
	err  error
}

// Budget bounds what content may use. Reaching a bound fails the step.
type Budget struct {
	Steps     int64 // units of fuel of a whole run: see eval.Env.Burn
	Depth     int   // events and clauses inside each other
	Instances int   // in play at one time
	Choices   int   // candidates of one field of a form
}

// DefaultBudget is enough for any game at a table.
var DefaultBudget = Budget{Steps: 10_000_000, Depth: 400, Instances: 10_000, Choices: 20_000}

// stopUnits is what a throw or an answer costs: somebody outside works for it, and keeps it.
const stopUnits = 50

// tank is how much fuel is burnt between two looks at the clock.
const tank = 4096

// StopKind says why Step came back.
type StopKind int

// The reasons.
const (
	None StopKind = iota
	Throw
	Ask
	Step // a step of a script that is the handler's business
	Done
	Fail
)

// Stop is what the machine wants next. Step gives the same Stop again until it is resumed.
type Stop struct {
	Kind    StopKind
	Throw   Chance
	Ask     Question
	Step    *code.Step
	Err     error
	Dice    *code.Dice
	Draw    bool
	members []int64
}

// Chance is dice to throw, or a draw: N dice, each of which falls into class i with
// Weights[i] chances in the sum of Weights. The answer counts the dice of each class.
type Chance struct {
	N       int64
	Classes []int64
	Weights []int64
	Faces   int64
	ByFace  []int // the class of each face; nil: face f is class f-1
	At      source.Span
}

// LimitError is the failure of content that used up a budget.
type LimitError = eval.LimitError

// newRun makes a run of a state, which it owns.
func (m *Machine) newRun(s *state.State) *Run {
	r := &Run{}
	r.M, r.S, r.Budget, r.left = m, s, DefaultBudget, DefaultBudget.Steps
	r.V = &eval.Env{C: m.C, S: s, Viewer: -1, Self: -1, Ev: -1, Refuel: r.refuel}
	r.play = r.playOut
	r.reindex()
	return r
}

// Within sets what the run may use from now on.
func (r *Run) Within(b Budget) {
	r.Budget, r.left, r.V.Fuel = b, b.Steps, 0
}

// Cancel makes the end of a context the end of the run, at the latest after some thousand steps. The run
// fails with the cause that the context gives.
func (r *Run) Cancel(ctx context.Context) { r.ctx = ctx }

// refuel takes fuel for the next stretch.
func (r *Run) refuel() error {
	if r.ctx != nil && r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	if r.left <= 0 {
		return &LimitError{What: "steps", Bound: r.Budget.Steps, At: r.here()}
	}
	r.V.Fuel += min(tank, r.left)
	r.left -= min(tank, r.left)
	return nil
}

// Used is how much fuel the run has burnt.
func (r *Run) Used() int64 { return r.Budget.Steps - r.left - max(0, r.V.Fuel) }

// Step plays on until something is wanted.
func (r *Run) Step() Stop {
	for r.pend.Kind == None {
		switch {
		case r.err != nil || r.V.Err != nil:
			r.fail()
		case len(r.S.Frames) == 0:
			r.pend = Stop{Kind: Done}
		default:
			if r.advance() && r.V.Err != nil {
				r.fail()
			}
		}
	}
	return r.pend
}

// fail rolls back to where the present action began.
func (r *Run) fail() {
	if r.err == nil {
		r.err = r.V.Err
	}
	var limit *LimitError
	if errors.As(r.err, &limit) && !limit.At.IsValid() {
		limit.At = r.here()
	}
	r.restore()
	r.pend = Stop{Kind: Fail, Err: r.err}
}

// advance does one thing: instructions of code, or steps of an event. It answers whether something is
// wanted (and r.pend says what).
func (r *executor) advance() bool {
	s := r.S
	top := s.Top()
	f := r.frame(top)
	if s.Unwind >= 0 {
		if top > s.Unwind {
			r.unwind(top)
			return false
		}
		s.Unwind = -1
		if f.Sort == state.Event {
			r.halt(top)
		}
		return false
	}
	for f.Sort == state.Event && f.Step != state.Commit { // step by step while nothing else comes on top
		if r.stage(top) {
			return true
		}
		if s.Top() != top || s.Unwind >= 0 || r.V.Err != nil {
			return false
		}
		f = r.frame(top)
	}
	return r.execute(top)
}

// playOut runs what stands on the frame at a place until it is over; false when it waits for somebody
// or fails.
func (r *executor) playOut(top int32) bool {
	for r.S.Top() > top {
		if r.advance() || r.V.Err != nil {
			r.pend = Stop{}
			return false
		}
	}
	return true
}

// Resume answers the present Stop. A wrong answer changes nothing and says why.
func (r *Run) Resume(a Result) error {
	if r.V.Err != nil { // to think of an answer has failed: the next Step says so
		r.pend = Stop{}
		return nil
	}
	switch r.pend.Kind {
	case Throw:
		if err := r.thrown(a.Counts); err != nil {
			return err
		}
		r.random = true
		r.V.Fuel -= stopUnits
	case Ask:
		if err := r.answered(a); err != nil {
			return err
		}
		r.V.Fuel -= stopUnits
	case Step:
		r.frame(r.S.Top()).PC++
	default:
		return fmt.Errorf("nothing is asked")
	}
	r.pend.Kind = None // the rest of it is overwritten by the next
	return nil
}

// Undo goes back to where the present action began. It is refused after dice or a reveal.
func (r *Run) Undo() error {
	switch {
	case !r.back.Any():
		return fmt.Errorf("no action is under way")
	case r.random:
		return fmt.Errorf("dice were thrown or something was revealed since the action began")
	}
	r.restore()
	r.pend, r.err, r.V.Err = Stop{}, nil, nil
	return nil
}

// Fork copies a run, without whoever listens and without the way back.
func (r *Run) Fork() *Run {
	c := r.M.newRun(r.S.Clone())
	c.Labels, c.ctx = r.Labels, r.ctx
	c.Within(r.Budget)
	return c
}

// Position is a copy of where a run stands. It is small: many may be kept, and one run can go on
// from each in turn.
type Position struct {
	S *state.State
	x *eval.Index
}

// Save copies where the run stands.
func (r *Run) Save() Position { return Position{r.S.Clone(), r.X.Clone()} }

// Copy copies a position.
func (p Position) Copy() Position { return Position{p.S.Clone(), p.x.Clone()} }

// Here is where the run stands, without a copy: the run must be loaded anew before it goes on.
func (r *Run) Here() Position { return Position{r.S, r.X} }

// Visit goes on from a copy of a position at which the run is known to stop, and how; with no Stop it
// finds out. What the run has allocated is used again, so nothing else may hold its state.
func (r *Run) Visit(p Position, stop Stop) {
	r.S.Set(p.S)
	r.X.Set(p.x)
	r.pend, r.err, r.V.Err = stop, nil, nil
	r.back.Drop()
	r.Within(r.Budget)
}

// Reset makes r a copy of another run of the same machine, reusing what r has allocated.
func (r *Run) Reset(o *Run) { r.Visit(o.Here(), Stop{}) }
