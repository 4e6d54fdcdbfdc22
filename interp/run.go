package interp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Run is one game under way: a machine at work on a state. Step plays on until something from outside
// is wanted, Resume gives it; Drive is the loop around the two.
type Run struct {
	executor
	ctx    context.Context // nil: nobody cancels
	left   int64           // fuel that is not in the tank
	err    error
	given  bool       // the script says what comes next
	spoken *ir.Answer // by which it says so
}

// stopUnits is what a throw or an answer costs: somebody outside works for it, and keeps it.
const stopUnits = 50

// tank is how much fuel is burnt between two looks at the clock.
const tank = 4096

// newRun makes a run of a state, which it owns.
func (m *Machine) newRun(s *state.State) *Run {
	r := &Run{}
	r.M, r.S, r.Budget, r.left = m, s, DefaultBudget, DefaultBudget.Steps
	r.V = &eval.Env{C: m.C, S: s, Viewer: -1, Self: -1, Ev: -1, Refuel: r.refuel}
	r.play = r.playOut
	r.V.Comes, r.V.Could = r.comes, r.could
	r.reindex()
	return r
}

// Start makes the run of a script: its players and rules are in play, its first step is next.
func (m *Machine) Start(script int) *Run {
	sc := m.P.Scripts[script]
	s := &state.State{Unwind: -1, Players: int32(len(sc.Players))}
	s.Width, s.Depth = max(0, sc.Width), max(0, sc.Depth) // none: no table is laid
	for _, o := range m.P.Options {
		s.Options = append(s.Options, o.Value)
	}
	r := m.newRun(s)
	for range sc.Players {
		r.add(m.player, state.Inst{Where: state.Aside, Owner: int32(len(s.Insts)), Span: -1, Subject: -1})
	}
	self := int32(-1)
	if sc.Card >= 0 {
		self = r.add(sc.Card, state.Inst{Where: state.Aside, Owner: -1, Span: -1, Subject: -1})
	}
	for i, c := range m.P.Cards {
		if c.Kind == ir.RuleKind {
			r.add(i, state.Inst{Where: state.Aside, Owner: -1, Span: -1, Subject: -1})
		}
	}
	b := m.scripts[script]
	f := s.Push(sc.Frame.Ints, sc.Frame.Lists)
	in := r.frame(f)
	in.Sort, in.Block, in.Self = state.Script, int32(b), self
	for i, p := range sc.Players {
		*s.Int(f, p.Slot) = int64(i)
	}
	s.Dirty = 0
	return r
}

// Within sets what the run may use from now on.
func (r *Run) Within(b Budget) {
	r.Budget = b.Full()
	r.Afresh()
}

// Afresh gives the run all the steps of its budget again.
func (r *Run) Afresh() { r.V.Fuel, r.left = 0, r.Budget.Steps }

// Cancel makes the end of a context the end of the run, at the latest after some thousand steps. The run
// fails with the cause that the context gives. Without a context nobody ends it.
func (r *Run) Cancel(ctx context.Context) { r.ctx = ctx }

// Metered is Cancel for a run that ends, too, when what it tells takes more memory than the journal may: what
// it answers hears entry by entry whether they are still to be kept.
func (r *Run) Metered(ctx context.Context) func(*journal.Entry) bool {
	ctx, stop := context.WithCancelCause(ctx)
	r.Cancel(ctx)
	size := int64(0)
	return func(e *journal.Entry) bool {
		if size > r.Budget.Journal {
			return false
		}
		if size += e.Size(); size > r.Budget.Journal {
			stop(&LimitError{What: "bytes of the journal", Bound: r.Budget.Journal, At: r.Site()})
		}
		return true
	}
}

// Cancelled is why the run was cancelled, nil when it was not. A run that has come to its end meanwhile does
// not know.
func (r *Run) Cancelled() error {
	if r.ctx == nil {
		return nil
	}
	return context.Cause(r.ctx)
}

// refuel takes fuel for the next stretch.
func (r *Run) refuel() error {
	if err := r.Cancelled(); err != nil {
		return err
	}
	if r.left <= 0 {
		return &LimitError{What: "steps", Bound: r.Budget.Steps, At: r.Site()}
	}
	r.V.Fuel += min(tank, r.left)
	r.left -= min(tank, r.left)
	return nil
}

// Used is how much fuel the run has burnt.
func (r *Run) Used() int64 { return r.Budget.Steps - r.left - max(0, r.V.Fuel) }

// Step plays on until something is wanted.
func (r *Run) Step() Stop { return *r.stepOut(0) }

// stepOut plays on until something is wanted, or fewer than so many frames stand: then the stop has no
// kind.
func (r *Run) stepOut(frames int) *Stop {
	for r.pend.Kind == None {
		switch {
		case r.err != nil || r.V.Err != nil:
			r.fail()
		case len(r.S.Frames) == 0:
			r.pend = Stop{Kind: Done}
		case len(r.S.Frames) < frames:
			return &r.pend
		default:
			if r.advance(max(1, frames)) && r.V.Err != nil {
				r.fail()
			}
		}
	}
	return &r.pend
}

// fail rolls back to where the present action began.
func (r *Run) fail() {
	if r.err == nil {
		r.err = r.V.Err
	}
	var limit *LimitError
	if errors.As(r.err, &limit) {
		if !limit.At.IsValid() {
			limit.At = r.Site()
		}
		limit.In = clauseNow(&r.game)
	}
	r.restore()
	r.pend = Stop{Kind: Fail, Err: r.err}
}

// advance runs what stands on top, instructions of code or steps of an event, until something is wanted or fails,
// or fewer than so many frames stand. It answers whether something is wanted (and r.pend says what).
func (r *executor) advance(frames int) bool {
	for s := r.S; len(s.Frames) >= frames && r.V.Err == nil; {
		top := s.Top()
		switch f := r.frame(top); {
		case s.Unwind >= 0 && top > s.Unwind:
			r.unwind(top)
		case s.Unwind >= 0:
			s.Unwind = -1
			if f.Sort == state.Event {
				r.halt(top)
			}
		case f.Sort == state.Event && f.Step != state.Commit:
			if r.stages(top) {
				return true
			}
		default:
			if r.execute(top) {
				return true
			}
		}
	}
	return false
}

// playOut runs what stands on the frame at a place until it is over; false when it waits for somebody
// or fails.
func (r *executor) playOut(top int32) bool {
	pend, best := r.pend, r.best // of the question that is being prepared
	r.pend, r.best = Stop{}, nil
	defer func() { r.pend, r.best = pend, best }()
	return !r.advance(int(top)+2) && r.V.Err == nil
}

// Resume answers the present Stop. A wrong answer changes nothing and says why.
func (r *Run) Resume(a Result) error {
	came, given := 1, r.given
	if given || r.pend.Kind == Step {
		came = 0
	}
	r.given = false
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
			if Unseen(err) { // it is struck from what may be answered
				r.came += came
				if given {
					r.asMeant(a, err)
				}
			}
			return err
		}
		r.V.Fuel -= stopUnits
	case Step:
		r.frame(r.S.Top()).PC++
	default:
		return fmt.Errorf("nothing is asked")
	}
	r.came += came
	r.pend.Kind = None // the rest of it is overwritten by the next
	return nil
}

// Came is how many throws and answers have come from outside, those of the script not counted, up to where the run
// stands: what was taken back is not in it.
func (r *Run) Came() int { return r.came }

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

// Size is about how many bytes a position needs.
func (p *Position) Size() int64 { return p.S.Size() }

// But is a position like that of the run but for where it stands and for its cells: p, or one that has its
// instances and list cells in common with p, where they are equal.
func (r *Run) But(p Position) Position { return Position{r.S.But(p.S), p.x} }

// Here is where the run stands, without a copy: the run must be loaded anew before it goes on.
func (r *Run) Here() Position { return Position{r.S, r.X} }

// VisitAt visits what is like a position but for where it stands, and for its cells.
func (r *Run) VisitAt(p Position, at state.Stand, cells []int64) {
	r.S.SetBut(p.S, at, cells)
	come(r, p, Stop{})
}

// Visit goes on from a copy of a position at which the run is known to stop, and how; with no Stop it
// finds out. What the run has allocated is used again, so nothing else may hold its state.
func (r *Run) Visit(p Position, stop Stop) {
	r.S.Set(p.S)
	come(r, p, stop)
}

// come lets a run whose state is that of a position go on from there.
func come(r *Run, p Position, stop Stop) {
	r.X.Set(p.x)
	r.pend, r.err, r.V.Err = stop, nil, nil
	r.back.Drop()
	r.Afresh()
}

// Moment is where a run stood, to go back to again and again.
type Moment struct {
	back state.Back
	x    eval.Index
	stop Stop
}

// Keep makes m the present moment. There is no way back to the beginning of an action from then on.
func (r *Run) Keep(m *Moment) {
	r.back.Drop()
	r.S.Keep(&m.back)
	m.x.Set(r.X)
	m.stop = r.pend
}

// Watch makes m the present moment, of which the run knows what is changed since, without a way back.
func (r *Run) Watch(m *Moment) {
	r.back.Drop()
	r.S.Watch(&m.back)
}

// Return goes back to a moment that was kept, and answers whether it can: not when an action has begun since, or the
// numbers of instances were closed up.
func (r *Run) Return(m *Moment) bool {
	if !m.back.Any() || !r.S.ToMoment(&m.back) {
		return false
	}
	r.S.Return(&m.back)
	r.X.Set(&m.x)
	r.pend, r.err, r.V.Err = m.stop, nil, nil
	r.back.Drop()
	return true
}

// Since appends to cells which int cells were written since a moment, and tells whether list cells, and whether
// instances, were changed. It does not know where there would be no way back either: then ok is false.
func (r *Run) Since(m *Moment, cells []int32) (all []int32, lists, insts, ok bool) {
	if !r.S.ToMoment(&m.back) {
		return cells, true, true, false
	}
	all, lists, insts = r.S.Since(&m.back, cells)
	return all, lists, insts, true
}

// Reset makes r a copy of another run of the same machine, reusing what r has allocated.
func (r *Run) Reset(o *Run) { r.Visit(o.Here(), Stop{}) }

// saved is a run as it is written: the state, where the action under way began, and what is counted
// beside the state.
type saved struct {
	State  *state.State
	Back   *state.State `json:",omitempty"`
	Random bool         `json:",omitempty"` // dice were thrown or something was revealed since then
	Used   int64        // fuel
}

// MarshalJSON writes a run at its present stop, to be read by Machine.Load in another process of the same program.
func (r *Run) MarshalJSON() ([]byte, error) {
	out := saved{State: r.S, Random: r.random, Used: r.Used()}
	if r.back.Any() {
		out.Back = r.S.At(&r.back)
	}
	return json.Marshal(out)
}

// Load reads a run of this machine's program. The next Step comes to the stop at which it was written. What
// MarshalJSON wrote is believed; a game that comes from elsewhere is to be played again from its answers.
func (m *Machine) Load(b []byte) (*Run, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	in := saved{}
	if err := d.Decode(&in); err != nil {
		return nil, fmt.Errorf("this is no saved game: %w", err)
	}
	if in.State == nil {
		return nil, fmt.Errorf("this is no saved game: it has no state")
	}
	r := m.Resume(in.State)
	if in.Back != nil {
		r.S.KeepOf(&r.back, in.Back)
		r.began = len(in.Back.Frames)
	}
	r.random = in.Random
	r.left -= in.Used
	return r, nil
}

// Resume makes a run of a state, which it owns; there is no way back from it.
func (m *Machine) Resume(s *state.State) *Run { return m.newRun(s) }
