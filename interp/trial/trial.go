// Package trial runs tests: a small position, fixed dice, scripted answers, then what is expected.
// It is a handler of the machine, like all others.
package trial

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// Result is what came of a test.
type Result struct {
	Script  *ir.Script
	Passed  bool
	Message string
	At      source.Span // of the failure
	Journal []*journal.Entry
}

// Options are ways to run tests; the zero value runs them plainly.
type Options struct {
	// Context cancels a test; nil: nothing does.
	Context context.Context
	// Budget bounds it.
	Budget interp.Budget
	// Suspend is called at every suspension and may put another run in the place of this one, for
	// instance one that was read from JSON.
	Suspend func(*interp.Run) *interp.Run
	// Attach answers who else listens to the run, given who does; nil: nobody.
	Attach func(*interp.Run, interp.Listener) interp.Listener
}

// Run runs one test.
func Run(m *interp.Machine, script int, o Options) Result {
	if o.Context == nil {
		o.Context = context.Background()
	}
	t := &trial{m: m, o: o, out: Result{Script: m.P.Scripts[script]}}
	t.use(m.Start(script))
	t.run.Within(o.Budget)
	err := interp.Drive(t.run, t)
	if err == nil {
		err = t.run.Cancelled()
	}
	switch {
	case t.out.Message != "":
	case err != nil:
		t.failed(err)
	default:
		t.leftovers()
	}
	t.out.Journal = t.all
	t.out.Passed = t.out.Message == ""
	return t.out
}

type trial struct {
	interp.Automatic
	m         *interp.Machine
	run       *interp.Run
	o         Options
	all       []*journal.Entry
	since     int // entries since the last `when`
	out       Result
	questions []string // what was asked, for a report
}

// errFailed ends a test whose message is known.
var errFailed = errors.New("the test has failed")

// use makes a run the one that is tested.
func (t *trial) use(r *interp.Run) {
	t.run = r
	keep := r.Metered(t.o.Context)
	var l interp.Listener = &recorder{t: t, Recorder: func(e *journal.Entry) {
		if !keep(e) {
			return
		}
		if e.Kind == journal.When {
			t.since = len(t.all)
		}
		t.all = append(t.all, e)
	}}
	if t.o.Attach != nil {
		l = t.o.Attach(r, l)
	}
	r.Listen(l)
}

// recorder keeps the journal of a test, whose entries name instances by number.
type recorder struct {
	t *trial
	interp.Recorder
}

// Renumbered brings what may still be asked of in line.
func (r *recorder) Renumbered(to []int32) {
	for _, e := range r.t.all[r.t.since:] {
		e.Renumber(r.t.m.P, to)
	}
}

// Stopped notes what is asked, and may let another run go on in the place of this one.
func (t *trial) Stopped(r *interp.Run, stop *interp.Stop) *interp.Run {
	if stop.Kind == interp.Ask {
		t.questions = append(t.questions, r.Asked(&stop.Ask))
	}
	if t.o.Suspend == nil {
		return r
	}
	if o := t.o.Suspend(r); o != r {
		t.use(o)
	}
	return t.run
}

func (t *trial) fail(at source.Span, format string, args ...any) error {
	if t.out.Message == "" {
		t.out.Message, t.out.At = fmt.Sprintf(format, args...), at
	}
	return errFailed
}

// Throw has no dice but those of the test.
func (t *trial) Throw(_ *interp.Run, c *interp.Chance) ([]int64, error) {
	p := c.At.Pos()
	return nil, t.fail(t.step(), "the test lacks dice: %d with %d faces are thrown at %s:%d", c.N, c.Faces, c.At.File.Name, p.Line)
}

// Step checks what is expected.
func (t *trial) Step(r *interp.Run, s *code.Step) error {
	if err := r.Cancelled(); err != nil { // what was told is not all there
		return err
	}
	return t.expect(s)
}

// failed tells of an error of the machine: at its own place when it has one, with the step of the test
// that led there.
func (t *trial) failed(err error) {
	var where *eval.Error
	if errors.As(err, &where) && where.At.IsValid() {
		t.fail(where.At, "%s, in the step of line %d of the test", where.Msg, t.step().Pos().Line)
		return
	}
	t.fail(t.step(), "%v", err)
}

func (t *trial) leftovers() {
	if n := len(t.run.S.Dice); n > 0 {
		t.fail(t.out.Script.At, "%d dice are left over: %v", n, t.run.S.Dice)
	} else if given := t.run.Scripted(); len(given) > 0 {
		asked := "nothing was asked"
		if len(t.questions) > 0 {
			asked = "what was asked: " + strings.Join(t.questions, ", ")
		}
		t.fail(given[0].At, "nobody asked for this answer; %s", asked)
	}
}

func (t *trial) expect(s *code.Step) error {
	expected, ok := s.Stmt.(ir.Expect)
	if !ok {
		return nil // a measure says nothing in a test
	}
	v := t.run.Env()
	switch e := expected.(type) {
	case *ir.ExpectCond:
		holds := s.Cond(v)
		if v.Err != nil {
			t.failed(v.Err)
			v.Err = nil
		} else if !holds {
			why := t.run.Explain(e.Cond)
			if whole := expr.String(e.Cond); why == whole+" does not hold" {
				t.fail(e.At, "expected %s%s", whole, t.background())
			} else {
				t.fail(e.At, "expected %s, %s%s", whole, why, t.background())
			}
		}
	case *ir.ExpectRefused:
		t.refused(e)
	case *ir.ExpectEvent:
		if t.count(e.Event, s) == 0 {
			t.fail(e.At, "expected the event %s, which did not happen", t.m.P.Events[e.Event].Name)
		}
	case *ir.ExpectNoEvent:
		if n := t.count(e.Event, s); n > 0 {
			t.fail(e.At, "expected no event %s, it happened %d times", t.m.P.Events[e.Event].Name, n)
		}
	case *ir.ExpectText:
		got := ""
		if e.Hook >= 0 {
			got = text.Clause(t.m.P, t.m.P.Cards[e.Card], t.m.P.Hooks[e.Hook], e.Lang)
		} else {
			got = text.Card(t.m.P, t.m.P.Cards[e.Card], e.Lang)
		}
		if got != e.Text {
			t.fail(e.At, "expected the text %q, got %q", e.Text, got)
		}
	}
	if t.out.Message != "" {
		return errFailed
	}
	return nil
}

func (t *trial) refused(e *ir.ExpectRefused) {
	why := ""
	for _, x := range t.all[t.since:] {
		if x.Kind == journal.Refused {
			if e.Label == "" || x.Why.Is(e.Label) {
				return
			}
			why = x.Text
		}
	}
	switch {
	case why != "":
		t.fail(e.At, "expected a refusal for %s, it was refused for %s", e.Label, why)
	default:
		t.fail(e.At, "expected a refusal, nothing was refused")
	}
}

// background says what else went on that may explain a failed expectation: the event that the test
// started was refused, or an answer was not used.
func (t *trial) background() string {
	out := ""
	depth := -1
	for _, x := range t.all[t.since:] {
		if x.Kind == journal.When {
			depth = x.Depth + 1
		}
		if x.Kind == journal.Refused && x.Depth == depth {
			why := x.Text
			if why == "no_choice" {
				why = "there was nothing to choose"
			}
			out += fmt.Sprintf("; %s was refused: %s", t.m.P.Events[x.Event].Name, why)
		}
	}
	if given := t.run.Scripted(); len(given) > 0 {
		out += fmt.Sprintf("; the answer of line %d was not used", given[0].At.Pos().Line)
	}
	return out
}

// step is the place of the step of the test that runs.
func (t *trial) step() source.Span {
	if len(t.run.S.Frames) == 0 {
		return t.out.Script.At
	}
	return t.run.StepAt()
}

// count counts the events of the last `when` that meet an expectation.
func (t *trial) count(event int, s *code.Step) int {
	n := 0
	ev := t.m.P.Events[event]
	for _, x := range t.all[t.since:] {
		if x.Kind != journal.Done || x.Event != event {
			continue
		}
		if s.Cond == nil || t.run.OnRecord(ev, x, s.Cond) {
			n++
		}
	}
	return n
}
