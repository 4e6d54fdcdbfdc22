package interp

import (
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Run is one game under way: a state, and what is derived from it.
type Run struct {
	M        *Machine
	S        *state.State
	X        *eval.Index
	V        *eval.Env
	Budget   Budget
	Bare     bool                                                        // no way back is kept: for samples and odds, which never fail softly
	Auto     bool                                                        // automatic players answer forms and choices: nobody is asked. What is recorded is asked all the same
	Rec      journal.Recorder                                            // nil: nothing is recorded
	Labels   []string                                                    // names of instances for the journal, by index
	Why      func(h int, inst int32, ran bool, why func() Reason)        // hears every clause that was considered; nil mostly
	Wrote    func(frame int32, w *code.Write, by, is int64)              // hears what is written to the fields of events
	Folded   func(f *ir.Field, was, is int64, parts []eval.Contribution) // hears how the fields of the event on top are folded
	steps    int
	ghosts   bool
	err      error
	pend     Stop
	parts    []eval.Contribution // of the fold at hand
	pool     []candidate         // of the fields that are being searched, one field after the other
	best     []ir.Value          // what the present form is answered by default: already found to be allowed
	ints     [ir.MaxFields]int64 // arguments of the call at hand
	lists    [ir.MaxFields][]int64
	given    map[string]ir.Value // answers fixed by name, while a form is completed
	givenErr error
	refusal  string // what refused the answers that were tried to a form
}

// Budget bounds what content may use. Reaching a bound fails the step.
type Budget struct {
	Steps     int // instructions and stages in one run of Step
	Depth     int // frames
	Instances int
	Choices   int // candidates of one form
}

// DefaultBudget is enough for any game at a table.
var DefaultBudget = Budget{Steps: 2_000_000, Depth: 400, Instances: 10_000, Choices: 20_000}

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
type LimitError struct {
	What string
	At   source.Span // what ran
}

func (e *LimitError) Error() string {
	if !e.At.IsValid() {
		return "the limit of " + e.What + " is reached"
	}
	return fmt.Sprintf("%s:%d: the limit of %s is reached", e.At.File.Name, e.At.Pos().Line, e.What)
}

// Step plays on until something is wanted.
func (r *Run) Step() Stop {
	if r.pend.Kind != None {
		return r.pend
	}
	r.steps = 0
	for {
		if r.err != nil {
			return r.fail()
		}
		if len(r.S.Frames) == 0 {
			r.pend = Stop{Kind: Done}
			return r.pend
		}
		if r.steps++; r.steps > r.Budget.Steps {
			r.err = &LimitError{What: fmt.Sprintf("%d steps", r.Budget.Steps), At: r.here()}
			return r.fail()
		}
		if len(r.S.Frames) > r.Budget.Depth {
			r.err = &LimitError{What: fmt.Sprintf("%d nested events", r.Budget.Depth), At: r.here()}
			return r.fail()
		}
		r.reserve()
		if r.advance() {
			if r.err == nil && r.V.Err != nil {
				r.err = r.V.Err
			}
			if r.err != nil {
				return r.fail()
			}
			if r.ghosts {
				r.sweep()
			}
			return r.pend
		}
		if r.V.Err != nil {
			r.err = r.V.Err
		}
	}
}

// reserve makes sure that frames which are pushed and taken back while something is asked of the rules
// (may this happen, can that be paid) do not move those that are held by pointer.
func (r *Run) reserve() { r.S.Frames = slices.Grow(r.S.Frames, 16) }

// fail rolls back to where the present action began.
func (r *Run) fail() Stop {
	r.pend = Stop{Kind: Fail, Err: r.err}
	r.restore()
	return r.pend
}

// restore goes back to where the present action began, if one is under way.
func (r *Run) restore() {
	if saved := r.S.Saved; saved != nil {
		r.S.Set(saved)
		r.X = r.M.C.NewIndex(r.S)
		r.V.X = r.X
	}
}

// here is the place of what runs.
func (r *Run) here() source.Span {
	for i := len(r.S.Frames) - 1; i >= 0; i-- {
		f := &r.S.Frames[i]
		if f.Block < 0 {
			continue
		}
		if b := r.M.Blocks[f.Block].Code; int(f.PC) < len(b) && b[f.PC].At.IsValid() {
			return b[f.PC].At
		}
	}
	return source.Span{}
}

// advance does one thing: an instruction, or a stage of an event. It answers whether something is
// wanted (and r.pend says what).
func (r *Run) advance() bool {
	s := r.S
	top := len(s.Frames) - 1
	f := &s.Frames[top]
	if s.Unwind >= 0 {
		if int32(top) > s.Unwind {
			r.unwind(f)
			return false
		}
		s.Unwind = -1
		if f.Sort == state.Event {
			r.halt(f)
		}
		return false
	}
	if f.Sort == state.Event && f.Step != state.Commit {
		for { // step by step while nothing else comes on top
			if r.stage(f) {
				return true
			}
			if len(s.Frames)-1 != top || s.Unwind >= 0 || r.V.Err != nil || r.err != nil {
				return false
			}
			r.steps++
			if f.Step == state.Commit {
				break
			}
		}
	}
	return r.execute(f)
}

// unwind takes the top frame off because something below it stops; spans close in order, and what
// must always run does.
func (r *Run) unwind(f *state.Frame) {
	s := r.S
	if f.Unwind >= 0 { // an unwinding that waits here goes as far as the farther of the two
		s.Unwind = min(s.Unwind, f.Unwind)
	}
	if f.Block >= 0 && (f.Sort != state.Event || f.Step == state.Commit) {
		if pc := r.M.Blocks[f.Block].NextAlways(f.PC); pc >= 0 {
			f.PC, f.Unwind = pc, s.Unwind
			s.Unwind = -1
			return
		}
	}
	if f.Sort == state.Event && r.isSpan(f) && f.Step > state.Instead && f.Step < state.Closing {
		f.Unwind, s.Unwind = s.Unwind, -1
		switch {
		case f.Step < state.Commit: // it never came to its deed
			r.to(f, state.Closing)
		case f.Step == state.Commit:
			r.to(f, state.Edges)
		}
		return
	}
	f.Unwind = s.Unwind
	r.pop()
}

// halt ends the deed of the span that is stopped: what must always run does, then the span closes.
func (r *Run) halt(f *state.Frame) {
	switch {
	case f.Step == state.Commit:
		r.skip(f)
	case f.Step > state.Instead && f.Step < state.Commit:
		r.to(f, state.Closing)
	}
}

// skip leaves out the rest of an event's steps, but for what always runs.
func (r *Run) skip(f *state.Frame) {
	if pc := r.M.Blocks[f.Block].NextAlways(f.PC); pc >= 0 {
		f.PC, f.Unwind = pc, skipping
		return
	}
	f.Unwind = -1
	r.to(f, state.Edges)
}

// skipping, as the Unwind of a frame, says that only what always runs is left of its steps.
const skipping = -2

// pop removes the top frame; an unwinding that waited for it goes on.
func (r *Run) pop() {
	f := r.S.Top()
	if f.Unwind >= 0 {
		r.S.Unwind = f.Unwind
	}
	used := int32(-1)
	if f.Sort == state.Clause {
		used = f.Self
	}
	r.S.Pop()
	r.used(used)
}

// used takes instance n away when it lasted until its first use.
func (r *Run) used(n int32) {
	if n >= 0 && r.S.Insts[n].Ending == state.WhenUsed {
		r.destroy(n)
	}
}

func (r *Run) isSpan(f *state.Frame) bool { return r.M.P.Events[f.Event].Word == ir.SpanEvent }

// Result is an answer to a Stop.
type Result struct {
	Counts []int64    // of a Throw: how many dice fell into each class
	Player int32      // who answers an Ask
	Values []ir.Value // of a form, parallel to Question.Fields
	Yes    bool       // of an optional clause
	Pick   int        // of a choice among actions or clauses; -1 passes
}

// Resume answers the present Stop. A wrong answer changes nothing and says why.
func (r *Run) Resume(a Result) error {
	r.reserve()
	switch r.pend.Kind {
	case Throw:
		if err := r.thrown(a.Counts); err != nil {
			return err
		}
		r.S.Random = !r.Bare
	case Ask:
		if err := r.answered(a); err != nil {
			return err
		}
	case Step:
		r.S.Top().PC++
	default:
		return fmt.Errorf("nothing is asked")
	}
	r.pend.Kind = None // the rest of it is overwritten by the next
	if r.V.Err != nil && r.err == nil {
		r.err = r.V.Err
	}
	return nil
}

// Fork copies a run. The copy records nothing.
func (r *Run) Fork() *Run {
	c := &Run{M: r.M, Budget: r.Budget, Labels: r.Labels, Bare: r.Bare}
	c.V = &eval.Env{C: r.M.C, Viewer: -1, Self: -1, Ev: -1}
	c.Load(r.Save())
	return c
}

// Position is a copy of where a run stands. It is small: many may be kept, and one run can go on
// from each in turn.
type Position struct {
	S      *state.State
	x      *eval.Index
	ghosts bool
}

// Save copies where the run stands.
func (r *Run) Save() Position { return Position{r.S.Clone(), r.X.Clone(), r.ghosts} }

// Copy copies a position.
func (p Position) Copy() Position { return Position{p.S.Clone(), p.x.Clone(), p.ghosts} }

// Here is where the run stands, without a copy: the run must be loaded anew before it goes on.
func (r *Run) Here() Position { return Position{r.S, r.X, r.ghosts} }

// Load goes on from a position, which belongs to the run from then on.
func (r *Run) Load(p Position) {
	r.S, r.X, r.ghosts = p.S, p.x.Clone(), p.ghosts
	r.V.S, r.V.X, r.V.Err = r.S, r.X, nil
	r.pend, r.err = Stop{}, nil
}

// Visit goes on from a copy of a position at which the run is known to stop, and how; with no Stop it
// finds out. What the run has allocated is used again, so nothing else may hold its state.
func (r *Run) Visit(p Position, stop Stop) {
	r.S.Set(p.S)
	r.X.Set(p.x)
	r.ghosts, r.pend = p.ghosts, stop
	r.err, r.V.Err = nil, nil
}

// Undo goes back to where the present action began. It is refused after dice or a reveal.
func (r *Run) Undo() error {
	switch {
	case r.S.Saved == nil:
		return fmt.Errorf("no action is under way")
	case r.S.Random:
		return fmt.Errorf("dice were thrown or something was revealed since the action began")
	}
	r.restore()
	r.pend, r.err, r.V.Err = Stop{}, nil, nil
	return nil
}

// inAction tells whether an action is under way: what is started inside it belongs to it.
func (r *Run) inAction() bool {
	for i := range r.S.Frames {
		if f := &r.S.Frames[i]; f.Sort == state.Event && r.M.P.Events[f.Event].Word == ir.ActionEvent {
			return true
		}
	}
	return false
}

// begin marks the start of an action: what fails from here on goes back to here. Runs that only
// sample or count do without.
func (r *Run) begin() {
	r.S.Saved, r.S.Random = nil, false
	if !r.Bare {
		r.S.Saved = r.S.Clone()
	}
}

// Reset makes r a copy of another run of the same machine, reusing what r has allocated.
func (r *Run) Reset(o *Run) {
	r.S.Set(o.S)
	r.X.Set(o.X)
	r.ghosts, r.V.Err = o.ghosts, nil
	r.pend, r.err = Stop{}, nil
}
