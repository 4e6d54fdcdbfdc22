package main

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/start"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Bounds of the search for a test that tries a clause.
const (
	mostThrows = 20  // for which one test gives dice
	mostRuns   = 150 // of tests
)

// test begins a test of the clause that CARD.LABEL names: it does what another test does, with the card in play.
func (c *newCommand) test(t *tool, name string) error {
	card, label, _ := strings.Cut(name, ".")
	id := start.Slug(card) + "_" + start.Slug(label) + "_test"
	b, err := c.bed(t, start.Names{ID: id})
	if err != nil {
		return err
	}
	h, err := clauseOf(b.unit.Program, card, label)
	if err != nil {
		return err
	}
	of := b.unit.Program.Cards[h.Card]
	if own := of.At.File.Name; c.in == "" && slices.Contains(b.unit.Local(), own) { // beside the card
		if b.old, err = files.Read(t.disk, own, load.MaxFile+1); err != nil {
			return err
		}
		b.file = own
	}
	a := &rehearsal{bed: b, hook: h, card: of}
	found, err := a.search(t)
	if err != nil {
		return err
	}
	text, err := b.proved(&start.Copy{Tests: []start.Test{found}})
	if err != nil {
		return err
	}
	if err := c.write(t, b.file, b.old, text); err != nil {
		return err
	}
	if a.still {
		t.say("%s does not run in it yet; why, and what to decide, is marked with // change:", name)
		return nil
	}
	t.say("%s runs in it; what to decide is marked with // change:", name)
	return nil
}

// clauseOf finds the clause of a card.
func clauseOf(p *ir.Program, card, label string) (*ir.Hook, error) {
	var known, labels []string
	for _, c := range p.Cards {
		if len(c.Hooks) == 0 {
			continue
		}
		known = append(known, c.Name)
		if c.Name != card {
			continue
		}
		for _, h := range c.Hooks {
			if h := p.Hooks[h]; h.Card == c.ID {
				if h.Label == label || label == "" && len(c.Hooks) == 1 {
					return h, nil
				}
				labels = append(labels, card+"."+h.Label)
			}
		}
		return nil, unknown("clause", card+"."+label, labels, "")
	}
	return nil, unknown("card with clauses", card, known, "")
}

// rehearsal is a search for a test in which a clause runs.
type rehearsal struct {
	bed   *bed
	hook  *ir.Hook
	card  *ir.Card
	ran   int    // how often one was
	next  sketch // what is best of those in which the clause does not run
	still bool   // none is found in which it does
	over  string // the file that is written, as it would be
	lost  error  // what cannot be read: there is no search without it
}

// sketch is a test that passes, and in which the clause does not run yet.
type sketch struct {
	test  start.Test
	heard bool // what the clause hears happens in it
	is    bool
}

// search tries one test after the other. Where the clause runs in none, the next best is a test in which it was looked at and
// did not act, which says why; and then one with the card in play.
func (a *rehearsal) search(t *tool) (start.Test, error) {
	p := a.bed.unit.Program
	given, ok := start.Given(p, a.card)
	if !ok {
		return start.Test{}, end(exitProblems, "nobody can say with which values %s begins: write the test by hand", a.card.Name)
	}
	about := a.about()
	for one := range a.drafts(about) {
		if a.ran >= mostRuns || t.ctx.Err() != nil || a.lost != nil {
			break
		}
		for _, p := range a.places(one, given) {
			if says, ok := a.runs(t.ctx, one, p); ok && a.lost == nil {
				return one.With(p.on, p.card, says), nil
			}
		}
	}
	before := a.ran
	if a.lost != nil {
		return start.Test{}, a.lost
	}
	for one := range a.drafts(about) { // at least with the card in play
		one.Stop()
		for _, p := range a.places(one, given) {
			if !a.next.is && t.ctx.Err() == nil && a.ran < before+mostRuns {
				a.sketch(t.ctx, one, p, nil)
			}
		}
	}
	if a.lost != nil {
		return start.Test{}, a.lost
	}
	if a.still = a.next.is; a.still {
		return a.next.test, nil
	}
	return start.Test{}, end(exitProblems, "no test lets %s.%s run, of those that speak of %s: write one by hand, and ask `kdsl why` why the clause does not", a.card.Name, a.hook.Label, strings.Join(about[:min(2, len(about))], " or "))
}

// drafts are the tests with which it may begin.
func (a *rehearsal) drafts(about []string) iter.Seq[*start.Rehearsal] {
	happens := func(name string) bool {
		return slices.ContainsFunc(a.bed.unit.Program.Events, func(e *ir.Event) bool { return e.Name == name })
	}
	return func(yield func(*start.Rehearsal) bool) {
		for _, from := range a.sources() {
			for _, one := range start.Rehearsals(from.files, about, start.Setups(from.files), a.card.Name, from.copied, happens) {
				if one.Name = a.name(); !yield(one) {
					return
				}
			}
		}
	}
}

// name is a name for the test that no other has.
func (a *rehearsal) name() string {
	name := a.card.Name + ": " + a.hook.Label
	for n := 2; slices.ContainsFunc(a.bed.unit.Program.Scripts, func(s *ir.Script) bool { return s.Name == name }); n++ {
		name = fmt.Sprintf("%s: %s, again (%d)", a.card.Name, a.hook.Label, n)
	}
	return name
}

// about are the names of what tests speak of in which the clause may run: what it hears, and cards with such a clause.
func (a *rehearsal) about() (out []string) {
	p := a.bed.unit.Program
	out = append(out, a.card.Name)
	for _, h := range p.Hooks {
		if a.same(p, h) && h.Event >= 0 && !slices.Contains(out, p.Events[h.Event].Name) {
			out = append(out, p.Events[h.Event].Name)
		}
	}
	for _, ev := range p.Events {
		if a.thrownIn(ev) {
			out = append(out, ev.Name)
		}
	}
	for _, h := range p.Hooks {
		if h.Card >= 0 && h.Event == a.hook.Event && h.Stat == a.hook.Stat && h.StatKind == a.hook.StatKind && h.Func == a.hook.Func {
			if name := p.Cards[h.Card].Name; !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// thrownIn tells whether an event throws the dice that the clause hears of: those with a tag that it asks for, if it asks for any.
func (a *rehearsal) thrownIn(ev *ir.Event) bool {
	p := a.bed.unit.Program
	if p.Throw == nil || a.hook.Event != p.Throw.ID || ev == p.Throw || ev.Do == nil {
		return false
	}
	var asked []int64
	a.hook.When.Walk(func(e *ir.Expr) bool {
		if e.Tagged() && e.Args[0].Op == ir.Const {
			asked = append(asked, e.Args[0].N)
		}
		return true
	})
	found := false
	ir.Visit(ev.Do, func(x any) bool {
		if t, ok := x.(*ir.Throw); ok && t.Heard != nil {
			found = found || len(asked) == 0 || slices.ContainsFunc(t.Heard.Args, func(g ir.EmitArg) bool {
				return slices.ContainsFunc(asked, func(tag int64) bool { return slices.Contains(g.Value.List, tag) })
			})
		}
		return !found
	})
	return found
}

// same tells whether a clause of a program is the one that is tried: a label may stand for several.
func (a *rehearsal) same(p *ir.Program, h *ir.Hook) bool {
	return h.Card >= 0 && h.Label == a.hook.Label && p.Cards[h.Card].Name == a.card.Name
}

// testSource is where tests to copy stand.
type testSource struct {
	files  []*syntax.File
	copied bool // their setups have to be copied, too
}

// sources are the program itself, the packs of the card and of what its clause hears, and the games that are used.
func (a *rehearsal) sources() []testSource {
	out := []testSource{{a.bed.unit.Own, a.bed.head != ""}}
	packs := []string{a.card.Pack}
	if a.hook.Event >= 0 {
		packs = append(packs, a.bed.unit.Program.Events[a.hook.Event].Pack)
	}
	for _, game := range library.Games() {
		if slices.ContainsFunc(a.bed.unit.Program.Events, func(e *ir.Event) bool { return e.Pack == game }) {
			packs = append(packs, game)
		}
	}
	for i, pack := range packs {
		if of := ofLibrary(pack); of != nil && pack != a.bed.unit.Name && !slices.Contains(packs[:i], pack) {
			out = append(out, testSource{of.Own, true})
		}
	}
	return out
}

// standing is where a card is given beside what a test gives: on one of its things, or, "", by itself. card is "" where the test
// gives it already.
type standing struct{ on, card string }

// of are the things on which the card may lie.
func (s standing) of(one *start.Rehearsal) []string {
	switch {
	case s.on != "":
		return []string{s.on}
	case s.card == "":
		return one.Names
	}
	return nil
}

func (a *rehearsal) places(one *start.Rehearsal, card string) (out []standing) {
	if one.Has {
		out = append(out, standing{})
	}
	if len(a.card.On) == 0 && len(a.bed.unit.Program.Kinds[a.card.Kind].On) == 0 {
		return append(out, standing{"", card})
	}
	for _, name := range one.Names {
		out = append(out, standing{name, card})
	}
	return out
}

// runs tells whether the clause runs in a test, which has the dice that it needs then, and what the test may say in the end.
func (a *rehearsal) runs(ctx context.Context, one *start.Rehearsal, p standing) (says string, ok bool) {
	for i, share := range []int64{2, 2, 1, 100} { // of the faces: one in the middle, the highest, the lowest
		one.Plays = i == 0
		one.Forget()
		for range mostThrows {
			fired, why, r := a.run(ctx, one, p, "")
			switch {
			case r == nil || ctx.Err() != nil:
				return "", false
			case r.Lacks != nil:
				if r.Lacks.N <= 20 && one.Throw(r.At.Start-a.begins(), strings.TrimSpace(strings.Repeat(fmt.Sprintf("%d ", max(1, r.Lacks.Faces/share)), int(r.Lacks.N)))) {
					continue
				}
			case fired:
				for _, says := range a.expected(p.of(one)) {
					if _, _, r := a.run(ctx, one, p, says); r != nil && r.Passed {
						return says, true
					}
				}
			case why != nil && !a.next.heard, !a.next.is:
				a.sketch(ctx, one, p, why)
			}
			break
		}
	}
	return "", false
}

// sketch keeps a test in which the clause does not run, and says why it does not.
func (a *rehearsal) sketch(ctx context.Context, one *start.Rehearsal, p standing, why *string) {
	lacks := "it hears " + a.heard() + ", and nothing here does that: write a step in which it happens"
	if why != nil {
		lacks = cmp.Or(*why, "it was looked at, and did not act")
	}
	for _, says := range a.holds(p.of(one)) {
		says = "  // change: " + a.card.Name + "." + a.hook.Label + " does not act here yet: " + lacks + "\n" + says
		if _, _, r := a.run(ctx, one, p, says); r != nil && r.Passed {
			a.next = sketch{one.With(p.on, p.card, says), why != nil, true}
			return
		}
	}
}

// heard is what the clause is about, with what that is given.
func (a *rehearsal) heard() string {
	p := a.bed.unit.Program
	if a.hook.Event < 0 {
		return "what it is about"
	}
	ev := p.Events[a.hook.Event]
	return ev.Name + "(" + tell.Join(ev.Params(), ", ", func(f *ir.Field) string { return f.Name + ": " + p.TypeName(f.Type) }) + ")"
}

// begins is where the test stands in the text that is tried.
func (a *rehearsal) begins() int { return strings.LastIndex(a.over, "\ntest ") + 1 }

// run runs a test, and tells whether the clause does; why is what kept it when it was looked at, out nil when the test cannot be
// checked.
func (a *rehearsal) run(ctx context.Context, one *start.Rehearsal, p standing, says string) (fired bool, why *string, out *trial.Result) {
	a.ran++
	a.over = a.bed.with((&start.Copy{Tests: []start.Test{one.With(p.on, p.card, says)}}).Raw())
	program, wrong, err := a.bed.program(ctx, a.over)
	if a.lost == nil && ctx.Err() == nil {
		a.lost = err
	}
	if err != nil || program == nil || wrong.HasErrors() {
		return false, nil, nil
	}
	m := interp.New(program)
	r := trial.Run(m, m.Script(ir.TestScript, one.Name), trial.Options{Context: ctx, Budget: interp.Budget{Steps: 1_000_000},
		Attach: func(_ *interp.Run, l interp.Listener) interp.Listener {
			return &watching{l, func(clause int) bool { return a.same(program, program.Hooks[clause]) }, &fired, &why}
		}})
	for _, e := range r.Journal {
		fired = fired || e.Kind == journal.Refused && e.Hook >= 0 && a.same(program, program.Hooks[e.Hook])
	}
	return fired, why, &r
}

// watching notes whether a clause runs.
type watching struct {
	interp.Listener
	clause func(int) bool
	ran    *bool
	why    **string // it did not
}

// Considered hears of each clause.
func (w *watching) Considered(clause int, inst int32, ran bool, why func() interp.Reason) {
	switch {
	case !w.clause(clause):
	case ran:
		*w.ran = true
	case *w.why == nil:
		text := why().Text
		*w.why = &text
	}
	w.Listener.Considered(clause, inst, ran, why)
}

// Folded hears of what counts for a figure.
func (w *watching) Folded(f *ir.Field, base, now int64, all []eval.Contribution) {
	for _, c := range all {
		*w.ran = *w.ran || w.clause(int(c.Hook))
	}
	w.Listener.Folded(f, base, now, all)
}

// expected is what the test may say in the end, for its author to make sharper.
func (a *rehearsal) expected(on []string) (out []string) {
	if a.hook.Stage == ir.Cannot {
		return []string{a.sharper("refused " + a.hook.Label)}
	}
	return a.holds(on)
}

// sharper is something that a test expects, for its author to make sharper.
func (a *rehearsal) sharper(what string) string {
	return "  // change: what is different with " + a.card.Name + ", such as a figure\n  expect " + what + "\n"
}

// holds is what may be true in the end, whether the clause acts or not.
func (a *rehearsal) holds(on []string) (out []string) {
	may := func(format string, args ...any) { out = append(out, a.sharper(fmt.Sprintf(format, args...))) }
	p := a.bed.unit.Program
	for _, h := range p.Hooks {
		if a.same(p, h) && h.Event >= 0 {
			may("event %s", p.Events[h.Event].Name)
		}
	}
	if a.hook.Event >= 0 {
		may("no event %s", p.Events[a.hook.Event].Name)
	}
	for _, name := range on {
		may("%s.bears(%s)", name, a.card.Name)
	}
	return out
}
