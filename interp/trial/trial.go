// Package trial runs tests: a small position, fixed dice, scripted answers, then what is expected.
// It is a handler of the machine, like all others.
package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// Result is what came of a test.
type Result struct {
	Script  *ir.Script
	Passed  bool
	Message string
	At      source.Span    // of the failure
	Asked   []Asked        // of a test that failed: the questions since its last `when`
	Thrown  []Asked        // and the dice that fell since then
	Uses    []Use          // of what the test gives, in the order in which it was used
	Lacks   *interp.Chance // the throw that it failed at for want of dice; nil: for none
	Journal []*journal.Entry
}

// Asked is a question and who answered what: the script or an automatic player.
type Asked struct {
	At   source.Span // of the clause or event that asks
	Text string
}

// Use is something that a test gives and that was used: an answer, or dice, of which At is the first.
type Use struct {
	At     source.Span
	Answer bool
	Text   string // who was asked for what, or what was thrown
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

// Expecting is a Listener that hears what is expected, and whether it holds.
type Expecting interface {
	Expected(e *ir.ExpectCond, holds bool)
}

// Run runs one test; a law with one seed after the other, up to the first that fails.
func Run(m *interp.Machine, script int, o Options) Result {
	if o.Context == nil {
		o.Context = context.Background()
	}
	seeds := m.P.Scripts[script].Seeds
	if seeds == 0 {
		return new(trial).play(m, script, o)
	}
	out, left := Result{}, o.Budget.Full().AllSteps
	for seed := range seeds {
		t := &trial{dice: dice.New(uint64(seed+1), 0)}
		if out = t.play(m, script, o); !out.Passed {
			out.Message = fmt.Sprintf("seed %d: %s", seed+1, out.Message)
			return out
		}
		if left -= t.run.Used(); left <= 0 {
			out.Passed, out.At = false, out.Script.At
			out.Message = (&interp.LimitError{What: "steps of all seeds together", Bound: o.Budget.Full().AllSteps}).Error()
			return out
		}
	}
	return out
}

// play plays the test once.
func (t *trial) play(m *interp.Machine, script int, o Options) Result {
	t.m, t.o, t.out, t.why = m, o, Result{Script: m.P.Scripts[script]}, map[*journal.Entry]string{}
	for _, s := range t.out.Script.Do.Stmts {
		if e, ok := s.(*ir.ExpectEnds); ok {
			t.bounds = append(t.bounds, e)
		}
	}
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
	t.out.Journal, t.out.Uses = t.all, t.uses()
	if t.out.Passed = t.out.Message == ""; !t.out.Passed {
		t.out.Asked, t.out.Thrown = t.asked(), t.fell()
		t.out.Message += t.waits() + lacking(m.P, t.out.Script)
	}
	return t.out
}

type trial struct {
	interp.Automatic
	m         *interp.Machine
	run       *interp.Run
	o         Options
	dice      *dice.Source // of a law; nil: there are none but those of the test
	all       []*journal.Entry
	since     int                           // entries since the last `when`
	depth     int                           // of the event that it starts
	why       map[*journal.Entry]string     // why that was refused
	meant     map[*journal.Entry]*ir.Answer // of a choice that was refused: what was answered
	over      []*journal.Entry              // events that were done since then, with their fields as they are now
	out       Result
	bounds    []*ir.ExpectEnds // of the test
	questions []*question
	before    int             // questions that were asked before the last `when`
	usedUp    []string        // the clauses that did not ask while answers waited, for their limit was used up
	unlimited []unlimited     // what limits should have bound
	thrown    []interp.Chance // with dice of the test
	used      []Use           // of its answers
	passed    *ir.Answer      // the first that waited while an automatic player answered; nil: none did
}

// unlimited is what has happened so often outside of the span in which its limit counts.
type unlimited struct {
	what, span string
	times      int
}

// unbound counts what happens although it has a limit, for no span lasts in which that counts.
func (t *trial) unbound(what string, limits []*ir.Limit) {
	span := t.run.Unlimited(limits)
	if span == "" {
		return
	}
	i := slices.IndexFunc(t.unlimited, func(l unlimited) bool { return l.what == what && l.span == span })
	if i < 0 {
		i, t.unlimited = len(t.unlimited), append(t.unlimited, unlimited{what, span, 0})
	}
	t.unlimited[i].times++
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
		t.heard(e)
		t.all = append(t.all, e)
	}}
	if t.o.Attach != nil {
		l = t.o.Attach(r, l)
	}
	r.Listen(l)
}

// heard keeps what expectations and reports ask about.
func (t *trial) heard(e *journal.Entry) {
	switch e.Kind {
	case journal.When:
		t.since, t.over, t.before = len(t.all), nil, len(t.questions)
		t.depth, t.why, t.meant = e.Depth+1, map[*journal.Entry]string{}, map[*journal.Entry]*ir.Answer{}
	case journal.Refused:
		if e.Depth == t.depth {
			labels := slices.Clone(t.run.Labels)
			t.run.Called(t.out.Script)
			t.why[e] = t.run.Refused(e.Why)
			t.run.Labels = labels
		}
		if at, call := t.run.StepAt(); call != nil && !call.Refusable {
			t.fail(at, "%s; nothing follows that expects it", t.refusal(e))
		}
	case journal.Clause:
		t.unbound(t.m.HookName(e.Hook), t.m.P.Hooks[e.Hook].Limits)
	case journal.Done:
		t.unbound(t.m.P.Events[e.Event].Name, t.m.P.Events[e.Event].Limits)
		done := *e
		done.Ints, done.Lists = slices.Clone(e.Ints), slices.Clone(e.Lists)
		t.over = append(t.over, &done)
		t.tooLong(e.Event)
	case journal.Choice:
		if q := t.unanswered(e); q != nil {
			if q.by != nil {
				t.used = append(t.used, Use{q.by.At, true, "asked " + t.run.Name(int64(e.Player)) + " for " + q.about})
			}
			if q.by != nil && e.Why.Kind != journal.NoWhy {
				t.meant[e] = q.by
			}
			t.answered(q, e)
		}
	}
}

// tooLong ends a test at once that is expected to end within so many spans: it may never come to say so.
func (t *trial) tooLong(span int) {
	for _, e := range t.bounds {
		if e.At.Start > t.step().Start {
			if e.Span == span {
				t.ends(e)
			}
			return
		}
	}
}

func (t *trial) ends(e *ir.ExpectEnds) {
	if n := t.count(e.Span, nil); int64(n) > e.Times {
		t.fail(e.At, "expected an end within %d %s, it was not over then", e.Times, t.m.P.Events[e.Span].Name)
	}
}

// recorder keeps the journal of a test, whose entries name instances by number.
type recorder struct {
	t *trial
	interp.Recorder
}

// Considered notes who would have asked for an answer that waits.
func (r *recorder) Considered(hook int, _ int32, ran bool, why func() interp.Reason) {
	t := r.t
	if ran || len(t.m.P.Hooks[hook].Limits) == 0 || len(t.run.Scripted()) == 0 || why().Text != interp.UsedUp {
		return
	}
	if name := t.m.HookName(hook); !slices.Contains(t.usedUp, name) {
		t.usedUp = append(t.usedUp, name)
	}
}

// Over hears how an event ended.
func (r *recorder) Over(frame int32, ints []int64, lists [][]int64) {
	for _, e := range slices.Backward(r.t.over) {
		if e.Depth == int(frame)+1 {
			e.Ints, e.Lists = ints, lists
			return
		}
	}
}

// Renumbered brings what may still be asked of in line.
func (r *recorder) Renumbered(to []int32) {
	for _, e := range r.t.all[r.t.since:] {
		e.Renumber(r.t.m.P, to)
	}
	for _, e := range r.t.over {
		e.Renumber(r.t.m.P, to)
	}
}

// Stopped notes what is asked, and may let another run go on in the place of this one.
func (t *trial) Stopped(r *interp.Run, stop *interp.Stop) *interp.Run {
	if stop.Kind == interp.Ask {
		q := &question{about: r.M.Asked(&stop.Ask), left: slices.Clone(stop.Ask.Players)}
		if n := len(t.questions); n > 0 && t.questions[n-1].said == nil { // whoever is still asked has not answered the last
			before := t.questions[n-1]
			before.left = slices.DeleteFunc(before.left, func(p int32) bool { return slices.Contains(q.left, p) })
		}
		switch a := &stop.Ask; {
		case a.Hook >= 0:
			q.at = t.m.P.Hooks[a.Hook].At
		case a.Event >= 0:
			q.at = t.m.P.Events[a.Event].At
		}
		for _, f := range stop.Ask.Fields {
			q.asks = append(q.asks, f.F.Field.Name)
		}
		for _, o := range stop.Ask.Actions {
			if name := t.m.P.Events[o.Event].Name; !slices.Contains(q.asks, name) {
				q.asks = append(q.asks, name)
			}
		}
		q.by = r.Upcoming()
		t.questions = append(t.questions, q)
	}
	if stop.Kind == interp.Throw && int64(len(r.S.Dice)) >= stop.Throw.N {
		t.thrown = append(t.thrown, stop.Throw)
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

// Answer is what an automatic player answers, where the test says nothing.
func (t *trial) Answer(r *interp.Run, q *interp.Question) (interp.Result, error) {
	t.questions[len(t.questions)-1].by = nil
	if t.passed == nil {
		t.passed = r.Upcoming()
	}
	if t.out.Message != "" {
		return interp.Result{}, errFailed
	}
	return t.Automatic.Answer(r, q)
}

// Throw has no dice but those of the test, or of its seed.
func (t *trial) Throw(_ *interp.Run, c *interp.Chance) ([]int64, error) {
	switch {
	case t.out.Message != "":
		return nil, errFailed
	case t.dice != nil:
		return t.dice.Counts(c.N, c.Faces, len(c.Classes), c.ByFace), nil
	}
	p := c.At.Pos()
	t.out.Lacks = c
	if c.N == 1 {
		return nil, t.fail(t.step(), "the test lacks a die: a d%d is thrown at %s:%d", c.Faces, c.At.File.Name, p.Line)
	}
	return nil, t.fail(t.step(), "the test lacks dice: %d d%d are thrown at %s:%d", c.N, c.Faces, c.At.File.Name, p.Line)
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
	if n := len(t.questions); n > 0 {
		q := t.questions[n-1]
		if q.by != nil && q.said == nil && strings.HasPrefix(err.Error(), q.about+": ") { // the answer is wrong
			t.fail(q.by.At, "%v", err)
			return
		}
	}
	var where *eval.Error
	if errors.As(err, &where) && where.At.IsValid() {
		t.fail(where.At, "%s, in the step of line %d of the test", where.Msg, t.step().Pos().Line)
		return
	}
	t.fail(t.step(), "%v", err)
}

func (t *trial) leftovers() {
	if len(t.run.S.Dice) > 0 {
		t.fail(t.out.Script.At, "dice are left over: %v", t.run.S.Dice)
	} else if given := t.run.Scripted(); len(given) > 0 {
		t.before = 0
		var all []string
		for _, q := range t.questions {
			all = append(all, interp.Questioned(q.about, q.asks))
		}
		asked := interp.WasAsked(all)
		if len(t.usedUp) > 0 {
			asked += "; the limit was used up of " + strings.Join(t.usedUp, ", ")
		}
		t.fail(given[0].At, "nobody asked for this answer; %s%s", asked, t.limitsOf(given[0]))
	}
}

// waits says that an answer waits for a question that does not come, and others with it; "" where that is not so, or is what
// is wrong anyway.
func (t *trial) waits() string {
	if t.passed == nil || t.out.At == t.passed.At || t.run == nil || !slices.Contains(t.run.Scripted(), t.passed) {
		return ""
	}
	return fmt.Sprintf("; nobody has asked for the answer of line %d, and those behind it wait", t.passed.At.Pos().Line)
}

// limitsOf says what limits an action that happened, and that is to be chosen again.
func (t *trial) limitsOf(a *ir.Answer) string {
	if a.Event < 0 || len(t.m.P.Events[a.Event].Limits) == 0 {
		return ""
	}
	times := 0
	for _, e := range t.all {
		if e.Kind == journal.Done && e.Event == a.Event {
			times++
		}
	}
	if times == 0 {
		return ""
	}
	ev := t.m.P.Events[a.Event]
	return fmt.Sprintf("; of %s, which says `%s`, there were %d already", ev.Name, ev.Limits[0].At.Text(), times)
}

// fell are the last throws since the last `when`: how the dice fell, and whose they are.
func (t *trial) fell() (out []Asked) {
	for _, e := range t.all[min(t.since, len(t.all)):] {
		faces := func(i int) string { return strings.Trim(fmt.Sprint(e.Lists[i]), "[]") }
		switch {
		case len(e.Types) > 0: // classes of faces
		case e.Kind == journal.Throw && e.Of >= 0:
			out = append(out, Asked{e.At, fmt.Sprintf("thrown for %s: %s", t.run.Name(e.Of), faces(0))})
		case e.Kind == journal.Throw:
			out = append(out, Asked{e.At, fmt.Sprintf("thrown: %s", faces(0))})
		case e.Kind == journal.Dice:
			out = append(out, Asked{e.At, fmt.Sprintf("changed by %s: %s -> %s", t.m.HookName(e.Hook), faces(0), faces(1))})
		}
	}
	return out[max(0, len(out)-interp.MostAsked):]
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
		if l, ok := t.run.Heard().(Expecting); ok && v.Err == nil {
			l.Expected(e, holds)
		}
		if v.Err != nil {
			t.failed(v.Err)
			v.Err = nil
		} else if !holds {
			t.run.Called(t.out.Script)
			why := t.run.Explain(e.Cond)
			whole := source.OneLine(e.Cond.At.Text())
			if rest, all := strings.CutPrefix(why, whole+" does not hold"); all && (rest == "" || rest[0] == ',') {
				why = strings.TrimPrefix(rest, ", ")
			}
			if why == "" {
				t.fail(e.At, "expected %s%s", whole, t.background())
			} else {
				t.fail(e.At, "expected %s, %s%s", whole, why, t.background())
			}
		}
	case *ir.ExpectRefused:
		t.refused(e)
	case *ir.ExpectEvent:
		switch n := t.count(e.Event, s.Cond); {
		case n == e.Times || n > 0 && e.Times < 0:
		case e.Times == 0:
			t.fail(e.At, "expected no event %s", t.happened(e, n))
		default:
			t.fail(e.At, "expected the event %s", t.happened(e, n))
		}
	case *ir.ExpectEnds:
		t.ends(e)
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
		if x.Why.Kind != journal.NoWhy && (x.Kind == journal.Refused || x.Kind == journal.Choice) {
			if e.Label == "" || x.Why.Is(e.Label) || t.meant[x] != nil && slices.ContainsFunc(t.meant[x].Args, func(v ir.NamedValue) bool { return v.Name == e.Label }) {
				return
			}
			why = cmp.Or(t.why[x], x.Text)
		}
	}
	switch {
	case why != "":
		t.fail(e.At, "expected a refusal for %s, it was refused for %s", e.Label, why)
	default:
		t.fail(e.At, "expected a refusal, nothing was refused%s", t.tooOften())
	}
}

// background says what else went on that may explain a failed expectation: the event that the test
// started was refused, or an answer was not used.
func (t *trial) background() string {
	out := ""
	for _, x := range t.all[t.since:] {
		if x.Kind == journal.Refused && x.Depth == t.depth {
			out += "; " + t.refusal(x)
		}
	}
	out += t.tooOften()
	if given := t.run.Scripted(); len(given) > 0 && given[0] != t.passed { // else that is told in the end
		out += fmt.Sprintf("; the answer of line %d was not used", given[0].At.Pos().Line)
	}
	return out
}

// tooOften says what happened more than once because its limit does not bind where it happened.
func (t *trial) tooOften() (out string) {
	for _, l := range t.unlimited {
		if l.times > 1 {
			out += fmt.Sprintf("; the limit of %s counts within %s, and outside of one it does not bind: begin one with `during`", l.what, l.span)
		}
	}
	return out
}

func (t *trial) refusal(e *journal.Entry) string {
	return fmt.Sprintf("%s was refused: %s", t.m.P.Events[e.Event].Name, cmp.Or(t.why[e], e.Text))
}

// step is the place of the step of the test that runs.
func (t *trial) step() source.Span {
	if len(t.run.S.Frames) == 0 {
		return t.out.Script.At
	}
	at, _ := t.run.StepAt()
	return at
}
