package interp

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/state"
)

// Handler gives a run what it wants from outside. What a script gives it takes first, so a handler hears
// only of the rest.
type Handler interface {
	// Throw throws dice: how many fell into each class.
	Throw(*Run, *Chance) ([]int64, error)
	// Answer answers a question. [Run.Decide] is what an automatic player answers.
	Answer(*Run, *Question) (Result, error)
	// Step does a step of a script: what is expected or measured.
	Step(*Run, *code.Step) error
}

// Watcher is a Handler that sees every stop before it is dealt with, those too that a script deals with.
// It answers with which run to go on: this one, or another that stands at the same stop.
type Watcher interface {
	Stopped(*Run, *Stop) *Run
}

// Drive plays a run to its end. It comes back with the first error of the handler, of the machine, or of
// an answer that is refused; after an error of the handler the run stands where it stood.
func Drive(r *Run, h Handler) error { return DriveOut(r, h, 0) }

// DriveOut is Drive until fewer than so many frames stand.
func DriveOut(r *Run, h Handler, frames int) error {
	var watch stall
	w, _ := h.(Watcher)
	for {
		stop := r.stepOut(frames)
		if stop.Kind == None {
			return nil
		}
		if w != nil {
			was := *stop
			r = w.Stopped(r, &was)
			stop = r.stepOut(frames) // the same again, unless the run has changed
		}
		switch stop.Kind {
		case Throw:
			a, ok, err := r.Given()
			if err == nil && !ok {
				a.Counts, err = h.Throw(r, &r.pend.Throw)
			}
			if err == nil {
				err = r.Resume(a)
			}
			if err != nil {
				return err
			}
			watch.reset()
		case Ask:
			if err := watch.see(r); err != nil {
				return err
			}
			about := r.M.Asked(&r.pend.Ask)
			a, ok, err := r.Given()
			if err == nil && !ok {
				if a, err = h.Answer(r, &r.pend.Ask); err != nil {
					return err
				}
			}
			if err == nil {
				err = r.Resume(a)
			}
			if err != nil {
				if Unseen(err) { // asked again, without it
					continue
				}
				return fmt.Errorf("%s: %w", about, err)
			}
		case Step:
			err := h.Step(r, stop.Step)
			if err == nil {
				err = r.Resume(Result{})
			}
			if err != nil {
				return err
			}
		case Done:
			return nil
		default:
			return stop.Err
		}
	}
}

// stall notices a game that goes round in circles: nothing was thrown, and a question comes in a state
// in which it came before. The state that is compared with is renewed after 1, 2, 4, 8 ... questions, so
// that a circle of any length is found.
type stall struct {
	at         *state.State
	seen, next int
	asked      []string
}

func (w *stall) reset() { w.at, w.seen, w.next, w.asked = nil, 0, 0, nil }

func (w *stall) see(r *Run) error {
	w.seen++
	if w.seen < 64 { // most questions are followed by dice soon
		return nil
	}
	if w.at != nil && w.at.Equal(r.S) {
		at, _ := r.StepAt()
		return &StallError{Asked: w.asked, LimitError: LimitError{What: "rounds in which nothing changes", Bound: 1, At: at}}
	}
	if w.next--; w.next <= 0 {
		w.at, w.next, w.asked = r.S.Clone(), w.seen, nil
	}
	if len(w.asked) < 8 {
		w.asked = append(w.asked, r.M.Asked(&r.pend.Ask))
	}
	return nil
}

// StallError is a game that goes round in circles: the same questions in the same state, over and over.
type StallError struct {
	LimitError
	Asked []string // what was asked in one round, the first few
}

// Unwrap is the bound that was reached.
func (e *StallError) Unwrap() error { return &e.LimitError }

func (e *StallError) Error() string {
	s := "the game goes round in circles: the same is asked and answered over and over, and nothing changes"
	if e.At.IsValid() {
		s = fmt.Sprintf("%s:%d: %s", e.At.File.Name, e.At.Pos().Line, s)
	}
	if len(e.Asked) > 0 {
		s += "; asked: " + strings.Join(e.Asked, ", ")
	}
	return s
}

// Unseen tells whether an answer was refused for something that the player does not see: then it is asked again,
// without it.
func Unseen(err error) bool {
	var refused *Refusal
	return errors.As(err, &refused) && refused.Again
}

// Automatic is a handler that answers as automatic players do, and leaves the steps of scripts alone.
// Dice throws.
type Automatic struct {
	Dice func(*Run, *Chance) ([]int64, error)
}

// Throw asks Dice.
func (h Automatic) Throw(r *Run, c *Chance) ([]int64, error) { return h.Dice(r, c) }

// Answer is what an automatic player answers. It is good until it is given.
func (h Automatic) Answer(r *Run, _ *Question) (Result, error) { return r.decide(), nil }

// Step does nothing.
func (h Automatic) Step(*Run, *code.Step) error { return nil }
