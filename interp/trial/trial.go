package trial

import (
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
	// Suspend is called at every suspension and may put another run in the place of this one, for
	// instance one that was read from JSON.
	Suspend func(*interp.Run) *interp.Run
	// Attach may listen to the run, beside the test itself.
	Attach func(*interp.Run)
}

// Run runs one test.
func Run(m *interp.Machine, script int, o Options) Result {
	t := &trial{m: m, o: o, out: Result{Script: m.P.Scripts[script]}}
	t.run = m.Start(script)
	t.attach()
	t.play()
	t.out.Journal = t.all
	t.out.Passed = t.out.Message == ""
	return t.out
}

type trial struct {
	m         *interp.Machine
	run       *interp.Run
	o         Options
	queue     Queue
	all       []*journal.Entry
	since     int // entries since the last `when`
	out       Result
	questions []string // what was asked, for a report
}

func (t *trial) attach() {
	t.run.Rec = func(e *journal.Entry) {
		if e.Kind == journal.When {
			t.since = len(t.all)
		}
		t.all = append(t.all, e)
	}
	if t.o.Attach != nil {
		t.o.Attach(t.run)
	}
}

func (t *trial) fail(at source.Span, format string, args ...any) {
	t.out.Message, t.out.At = fmt.Sprintf(format, args...), at
}

func (t *trial) play() {
	for t.out.Message == "" {
		if t.o.Suspend != nil {
			t.run.Step()
			t.run = t.o.Suspend(t.run)
			t.attach()
		}
		stop := t.run.Step()
		var err error
		switch stop.Kind {
		case interp.Throw:
			t.throw(&stop.Throw)
			continue
		case interp.Ask:
			t.questions = append(t.questions, t.asked(&stop.Ask))
			var a interp.Result
			if a, err = t.queue.Answer(t.run, &stop.Ask); err == nil {
				err = t.run.Resume(a)
			}
			if err != nil {
				t.fail(t.step(), "%s: %v", t.asked(&stop.Ask), err)
			}
			continue
		case interp.Step:
			if !t.queue.Prepare(t.run, stop.Step) {
				t.expect(stop.Step)
			}
			if t.out.Message == "" {
				err = t.run.Resume(interp.Result{})
			}
		case interp.Done:
			t.leftovers()
			return
		case interp.Fail:
			err = stop.Err
		}
		if err != nil {
			t.failed(err)
		}
	}
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

func (t *trial) asked(q *interp.Question) string {
	switch {
	case q.Event >= 0:
		return t.m.P.Events[q.Event].Name
	case q.Hook >= 0:
		return t.m.HookName(q.Hook)
	}
	return "choose"
}

func (t *trial) throw(c *interp.Chance) {
	counts, ok, err := t.queue.Throw(c)
	switch {
	case err != nil:
		p := c.At.Pos()
		t.fail(t.step(), "%v at %s:%d", err, c.At.File.Name, p.Line)
	case !ok:
		p := c.At.Pos()
		t.fail(t.step(), "the test lacks dice: %d with %d faces are thrown at %s:%d", c.N, c.Faces, c.At.File.Name, p.Line)
	default:
		if err := t.run.Resume(interp.Result{Counts: counts}); err != nil {
			t.fail(c.At, "%v", err)
		}
	}
}

func (t *trial) leftovers() {
	if n := len(t.queue.Dice); n > 0 {
		t.fail(t.out.Script.At, "%d dice are left over: %v", n, t.queue.Dice)
	} else if n := len(t.queue.Answers); n > 0 {
		asked := "nothing was asked"
		if len(t.questions) > 0 {
			asked = "what was asked: " + strings.Join(t.questions, ", ")
		}
		t.fail(t.queue.Answers[0].Stmt.At, "nobody asked for this answer; %s", asked)
	}
}

func (t *trial) expect(s *code.Step) {
	e, ok := s.Stmt.(*ir.Expect)
	if !ok {
		return // a measure says nothing in a test
	}
	v := t.run.Env()
	switch e.Form {
	case ir.ExpectCond:
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
	case ir.ExpectRefused:
		t.refused(e)
	case ir.ExpectEvent, ir.ExpectNoEvent:
		n := t.count(e, s)
		if e.Form == ir.ExpectEvent && n == 0 {
			t.fail(e.At, "expected the event %s, which did not happen", t.m.P.Events[e.Event].Name)
		}
		if e.Form == ir.ExpectNoEvent && n > 0 {
			t.fail(e.At, "expected no event %s, it happened %d times", t.m.P.Events[e.Event].Name, n)
		}
	case ir.ExpectText:
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
}

func (t *trial) refused(e *ir.Expect) {
	why := ""
	for _, x := range t.all[t.since:] {
		if x.Kind == journal.Refused {
			if e.Label == "" || x.Text == e.Label || t.short(x.Text) == e.Label {
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
	if len(t.queue.Answers) > 0 {
		out += fmt.Sprintf("; the answer of line %d was not used", t.queue.Answers[0].Stmt.At.Pos().Line)
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

// short is the label of `card.label`.
func (t *trial) short(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '.' {
			return name[i+1:]
		}
	}
	return name
}

// count counts the events of the last `when` that meet an expectation.
func (t *trial) count(e *ir.Expect, s *code.Step) int {
	n := 0
	ev := t.m.P.Events[e.Event]
	for _, x := range t.all[t.since:] {
		if x.Kind != journal.Done || x.Event != e.Event {
			continue
		}
		if s.Cond == nil || t.run.OnRecord(ev, x, s.Cond) {
			n++
		}
	}
	return n
}
