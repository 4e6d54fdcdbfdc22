package laws_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// signal is how steps end: they go on, or what is around them is left.
type signal struct {
	stop int64 // the number of the span that ends, from 1; 0: none
	skip bool  // what the event needs is no longer in play
}

var goOn = signal{}

// past is what goes on behind an event that steps have left.
func (s signal) past(e *happening) signal {
	if s.skip || s.stop == e.num {
		return goOn
	}
	return s
}

// and joins two: of two spans that are stopped, the outer one counts.
func (s signal) and(o signal) signal {
	if o.stop != 0 && (s.stop == 0 || o.stop < s.stop) {
		return o
	}
	return s
}

// notPlain is thrown where something that is only asked would throw dice or ask a player.
type notPlain struct{}

// at is an env of the event's own expressions.
func (g *game) at(e *happening) *env {
	return &env{g: g, self: e.self, ev: e, loc: &e.slots, view: ir.None, hook: -1, line: e.line}
}

// propose makes the record of an event with what the caller gives, and computes the fields that read
// nothing chosen.
func (g *game) propose(ev *ir.Event, given map[int]val, self int64) *happening {
	g.clock++
	e := &happening{num: g.clock, ev: ev, self: self, slots: slots{make([]int64, ev.Frame.Ints), make([][]int64, ev.Frame.Lists)},
		given: make([]bool, len(ev.Fields)), written: make([]bool, len(ev.Fields)), owner: ir.None}
	g.records[e.num] = e
	g.stack = append(g.stack, e)
	if len(g.stack) > 400 {
		fail(ev.At, "events inside events, more than 400 deep")
	}
	for i, f := range ev.Fields {
		if v, ok := given[i]; ok {
			e.given[i] = true
			e.set(f.Slot, f.Type.IsList(), held(f, v))
		} else if f.Type.Optional {
			e.set(f.Slot, f.Type.IsList(), num(ir.None))
		}
	}
	if ev.Giver >= 0 && self == ir.None {
		e.self = g.giver(ev, e.ints[ev.Fields[0].Slot])
	}
	g.compute(e, func(i int) bool { return !g.afterForm(ev, i) })
	return e
}

// giver is what offers an action that a card gives: the first that lies on who does it, or that itself.
func (g *game) giver(ev *ir.Event, who int64) int64 {
	for _, t := range append(g.on(who), g.things[who]) {
		if t != nil && g.awake(t) && slices.Contains(t.card.Actions, ev.ID) {
			return t.num
		}
	}
	return ir.None
}

// afterForm tells whether a field is computed after the form: it reads something chosen.
func (g *game) afterForm(ev *ir.Event, i int) bool {
	return slices.ContainsFunc(g.reads(ev, i), func(j int) bool { return ev.Fields[j].Chosen || g.afterForm(ev, j) })
}

// reads are the fields above it that the expression of a field reads; `this` may read all of them.
func (g *game) reads(ev *ir.Event, i int) (out []int) {
	ev.Fields[i].Default.Walk(func(x *ir.Expr) bool {
		for j, f := range ev.Fields[:i] {
			if x.Op == ir.This || x.Op == ir.EventField && int(x.N) == f.Slot && x.Lists == f.Type.IsList() {
				out = append(out, j)
			}
		}
		return true
	})
	return out
}

// compute works out fields that nobody gave or wrote.
func (g *game) compute(e *happening, which func(i int) bool) {
	for i, f := range e.ev.Fields {
		if f.Default != nil && !f.Chosen && !e.given[i] && !e.written[i] && i != len(e.ev.Fields) && which(i) {
			e.set(f.Slot, f.Type.IsList(), held(f, g.at(e).eval(f.Default)))
		}
	}
}

// wrote works out anew what follows from a field that was written, until the fold.
func (g *game) wrote(e *happening, field int) {
	if e.folded {
		return
	}
	changed := map[int]bool{field: true}
	for i, f := range e.ev.Fields {
		if f.Slot == e.ev.Done && f.Name == "done" || i == field {
			continue
		}
		if slices.ContainsFunc(g.reads(e.ev, i), func(j int) bool { return changed[j] }) {
			g.compute(e, func(k int) bool { return k == i })
			changed[i] = true
		}
	}
}

// end takes an event from the stack.
func (g *game) end(e *happening) {
	g.stack = g.stack[:len(g.stack)-1]
	delete(g.records, e.num)
}

// call plays an event through its pipeline. The record is as it was at the end.
func (g *game) call(ev *ir.Event, given map[int]val, self int64, line []*ir.Hook, body func(*env) signal) (e *happening, done bool, sig signal) {
	g.fuel++
	e = g.propose(ev, given, self)
	e.body, e.line = body, line
	defer g.end(e)
	tell := func() {
		g.compute(e, func(i int) bool { return g.afterForm(ev, i) })
		g.tellEvent(journal.Event, e, "")
	}
	open := slices.ContainsFunc(ev.Fields, func(f *ir.Field) bool { return f.Chosen && !e.given[slices.Index(ev.Fields, f)] })
	if !open {
		tell()
	}
	label, why := g.ask(e, false, false)
	if label == "" {
		if open {
			tell()
		}
		label, why = g.permitted(e, ir.None)
	}
	refuse := func() {
		g.tellEvent(journal.Refused, e, label)
		g.refused = append(g.refused, label)
		if why != nil {
			g.used(*why)
		}
	}
	if label != "" {
		refuse()
		return e, false, goOn
	}
	e.judged = true
	g.spend(ev.Limits, g.at(e), true)
	g.preview(e, func() {
		for _, c := range ev.Costs {
			r, ok, s := g.emit(c, g.at(e))
			sig = s
			if !ok || sig != goOn {
				label = cmp.Or(r, "cost")
				return
			}
		}
	})
	if sig != goOn {
		return e, false, sig
	}
	if label != "" {
		refuse()
		return e, false, goOn
	}
	for _, c := range g.clauses(ir.Instead, ev.ID) {
		if slices.Contains(e.line, c.hook) || !g.applies(c, e) {
			continue
		}
		if sig, e.replaced = g.run(c, e); e.replaced {
			return e, false, sig
		}
	}
	if ev.Word == ir.SpanEvent {
		g.begin(e)
	}
	for _, stage := range []ir.Stage{ir.Before, ir.MayBefore} {
		if sig = g.stage(stage, e); sig != goOn || e.cancelled {
			break
		}
	}
	if e.cancelled {
		g.tellEvent(journal.Cancelled, e, "")
	}
	if sig != goOn || e.cancelled { // a span that is stopped before its steps does not happen
		if ev.Word == ir.SpanEvent {
			g.finish(e)
		}
		return e, false, sig.past(e)
	}
	g.foldAll(e)
	e.folded = true
	e.ints[ev.Done] = 1
	g.spend(ev.Limits, g.at(e), false)
	sig = g.steps(e).past(e)
	if sig != goOn && ev.Word != ir.SpanEvent {
		return e, true, sig // steps of a span around it were stopped
	}
	g.look()
	g.tellEvent(journal.Done, e, "")
	g.past = append(g.past, past{ev, e.slots.copy()})
	for _, stage := range []ir.Stage{ir.After, ir.MayAfter} {
		if s := g.stage(stage, e); s != goOn {
			sig = sig.and(s).past(e)
			break
		}
	}
	if ev.Word == ir.SpanEvent {
		g.finish(e)
	}
	return e, e.ints[ev.Done] == 1, sig
}

// steps does the event's own steps, or those that a script puts in their place.
func (g *game) steps(e *happening) signal {
	en := g.at(e)
	en.own = true
	if e.body != nil {
		return e.body(en)
	}
	return en.block(e.ev.Do)
}

// needed tells whether all that an event needs is in play.
func (g *game) needed(e *happening) bool {
	for _, i := range e.ev.Needs {
		if n := e.ints[e.ev.Fields[i].Slot]; n != ir.None && !g.inPlay(g.things[n]) {
			return false
		}
	}
	return true
}

// permitted is step 2: the label of what refuses an event, or "". In the view of a player, lists hold
// what that player sees.
func (g *game) permitted(e *happening, view int64) (label string, why *clause) {
	return g.judged(e, view, false)
}

// judged is step 2; early, it asks only what reads nothing that is still open.
func (g *game) judged(e *happening, view int64, early bool) (label string, why *clause) {
	was := g.trying
	g.trying = true
	defer func() { g.trying = was }()
	later := func(xs ...*ir.Expr) bool {
		return early && slices.ContainsFunc(xs, func(x *ir.Expr) bool { return g.readsOpen(e, x) })
	}
	g.preview(e, func() {
		en := g.at(e)
		en.view = view
		for _, r := range e.ev.Requires {
			if !later(r.Cond) && !en.is(r.Cond) && !g.waived(e, r.Label) {
				label = r.Label
				return
			}
		}
		for _, l := range e.ev.Limits {
			if !later(append(l.Keys, l.Times)...) && !g.allowed(l, en) {
				label = "limit"
				return
			}
		}
		for _, c := range g.clauses(ir.Cannot, e.ev.ID) {
			if !later(c.hook.When) && g.applies(c, e) {
				label, why = c.hook.Label, &c
				return
			}
		}
		costs := slices.DeleteFunc(slices.Clone(e.ev.Costs), func(c *ir.Emit) bool {
			return slices.ContainsFunc(c.Args, func(a ir.EmitArg) bool { return later(a.Value) })
		})
		label = g.payable(costs, en)
	})
	return label, why
}

// readsOpen tells whether an expression reads something that the form still asks for.
func (g *game) readsOpen(e *happening, x *ir.Expr) (found bool) {
	x.Walk(func(x *ir.Expr) bool {
		found = found || x.Op == ir.This || x.Op == ir.EventField && slices.ContainsFunc(e.ev.Fields, func(f *ir.Field) bool {
			i := slices.Index(e.ev.Fields, f)
			return f.Slot == int(x.N) && f.Type.IsList() == x.Lists && !e.given[i] && (f.Chosen || !f.Param && g.readsOpen(e, f.Default))
		})
		return !found
	})
	return found
}

// preview does something with the fields that have layers as `while` clauses in play make them.
func (g *game) preview(e *happening, do func()) {
	keep := e.slots.copy()
	was := g.trying
	g.trying = true
	e.sums = nil
	g.foldAll(e)
	g.trying = was
	folded := e.slots.copy()
	do()
	for i, n := range keep.ints { // what was written meanwhile stays
		if e.ints[i] == folded.ints[i] {
			e.ints[i] = n
		}
	}
	for i, l := range keep.lists {
		if slices.Equal(e.lists[i], folded.lists[i]) {
			e.lists[i] = l
		}
	}
}

func (g *game) waived(e *happening, label string) bool {
	return slices.ContainsFunc(g.clauses(ir.Waive, e.ev.ID), func(c clause) bool {
		return c.hook.Target.Label == label && g.applies(c, e)
	})
}

// payable tells whether costs could be paid, one after the other: each is tried, and all of it is taken
// back. A cost that would throw dice or ask somebody counts as payable when nothing refuses it before.
func (g *game) payable(costs []*ir.Emit, en *env) (label string) {
	if len(costs) == 0 {
		return ""
	}
	defer g.save()()
	g.trying = true
	for _, c := range costs {
		back := g.save()
		func() {
			defer func() {
				if r := recover(); r == (notPlain{}) {
					back()
					g.trying = true
				} else if r != nil {
					panic(r)
				}
			}()
			r, ok, _ := g.emit(c, en)
			if !ok {
				label = cmp.Or(r, "cost")
			}
		}()
		if label != "" {
			return label
		}
	}
	return ""
}

// emit makes a cost happen; ok tells whether it happened or was replaced.
func (g *game) emit(s *ir.Emit, en *env) (label string, ok bool, sig signal) {
	refused := len(g.refused)
	e, done, sig := g.call(g.p.Events[s.Event], en.args(s), ir.None, en.line, nil)
	if len(g.refused) > refused {
		label = g.refused[len(g.refused)-1]
	}
	return label, done || e.replaced, sig
}

// args evaluates what a call gives.
func (e *env) args(s *ir.Emit) map[int]val {
	given := map[int]val{}
	for _, a := range s.Args {
		given[a.Field] = e.eval(a.Value)
	}
	return given
}

// applies tells whether a clause works on an event now.
func (g *game) applies(c clause, e *happening) bool {
	t := g.things[c.self]
	if !g.inForce(t) || g.ignored(c) {
		return false
	}
	return c.hook.When == nil || g.inside(c, e).is(c.hook.When)
}

// inside is an env of the expressions of a clause.
func (g *game) inside(c clause, e *happening) *env {
	loc := newSlots(c.hook.Frame)
	return &env{g: g, self: c.self, ev: e, loc: &loc, view: ir.None, hook: c.hook.ID}
}

// stage runs the clauses of a stage that were there when it began: after each the next one in their order,
// as it is then. None is looked at twice.
func (g *game) stage(stage ir.Stage, e *happening) signal {
	fence, at, seen := int64(len(g.things)), [4]int{-1}, map[clause]bool{}
	if e.ev.Ordered && (stage == ir.Before || stage == ir.After) {
		return g.ordered(stage, e)
	}
	for {
		rest := keep(g.clauses(stage, e.ev.ID), func(c clause) bool {
			p := g.standing(c)
			return c.self < fence && !seen[c] && slices.Compare(p[:], at[:]) > 0
		})
		if len(rest) == 0 {
			return goOn
		}
		c := rest[0]
		at, seen[c] = g.standing(c), true
		if g.applies(c, e) {
			if sig, _ := g.run(c, e); sig != goOn || e.cancelled {
				return sig
			}
		}
	}
}

// ordered runs clauses that players order: one after the other of those that apply. An automatic player takes
// them as they come, but is asked where different ones stand at the same place of the order.
func (g *game) ordered(stage ir.Stage, e *happening) signal {
	fence, ran := int64(len(g.things)), map[clause]bool{}
	for {
		open := keep(g.clauses(stage, e.ev.ID), func(c clause) bool {
			return c.self < fence && !ran[c] && g.applies(c, e) && g.free(c, e)
		})
		if len(open) == 0 {
			return goOn
		}
		c := open[0]
		ran[c] = true
		if slices.ContainsFunc(open, func(o clause) bool {
			a, b := g.standing(o), g.standing(c)
			return a[0] == b[0] && a[1] == b[1] && o.hook != c.hook
		}) {
			g.tell(journal.Entry{Kind: journal.Choice, Event: -1, Hook: -1, Inst: -1, Player: int32(g.asked(c, e)),
				Text: g.whose(c) + "." + c.hook.Label})
		}
		if sig, _ := g.run(c, e); sig != goOn || e.cancelled {
			return sig
		}
	}
}

// free tells whether the limits and costs of a clause allow it.
func (g *game) free(c clause, e *happening) bool {
	en := g.inside(c, e)
	return g.within(c, en) && g.payable(c.hook.Costs, en) == ""
}

// whose is the name of the card or kind that a clause stands in.
func (g *game) whose(c clause) string {
	if c.hook.Card < 0 {
		return g.p.Kinds[c.hook.Kind].Name
	}
	return g.things[c.self].card.Name
}

// run runs a clause that applies: asked about, paid for, within its limits; ran tells whether its steps
// were done.
func (g *game) run(c clause, e *happening) (sig signal, ran bool) {
	en := g.inside(c, e)
	if !g.free(c, e) {
		return goOn, false
	}
	g.spend(c.hook.Limits, en, true)
	if c.hook.Stage == ir.MayBefore || c.hook.Stage == ir.MayAfter {
		if !g.may(c, e) {
			return goOn, false
		}
	}
	if c.hook.Stage == ir.Instead {
		g.tellEvent(journal.Replaced, e, "")
	}
	g.fuel++
	g.spend(c.hook.Limits, en, false)
	g.tell(journal.Entry{Kind: journal.Clause, Event: -1, Hook: c.hook.ID, Inst: c.self, At: c.hook.At})
	for _, cost := range c.hook.Costs {
		if _, ok, sig := g.emit(cost, en); !ok || sig != goOn {
			return sig, false
		}
	}
	if c.hook.Stage == ir.Instead {
		en.line = append(slices.Clone(e.line), c.hook)
	}
	en.add = func(x *contribution) {
		e.sums = append(e.sums, sum{x, en.num(x.value), c.hook, c.self})
	}
	sig = en.block(c.hook.Do)
	g.used(c)
	return sig, true
}

// may asks whether an optional clause is used.
func (g *game) may(c clause, e *happening) bool {
	who := g.asked(c, e)
	if g.trying {
		panic(notPlain{})
	}
	yes := true
	if a := g.take(func(a *answer) bool { return a.s.Word == "yes" || a.s.Word == "no" }); a != nil {
		yes = a.s.Word == "yes"
	} else if c.hook.Prefer != nil {
		en := g.inside(c, e)
		en.view = who
		yes = en.num(c.hook.Prefer) > 0
	}
	text := "no"
	if yes {
		text = "yes"
	}
	g.tell(journal.Entry{Kind: journal.Choice, Event: -1, Hook: c.hook.ID, Inst: c.self, Text: text, Player: int32(who)})
	return yes
}

// asked is who decides about an optional clause.
func (g *game) asked(c clause, e *happening) int64 {
	if t := g.things[c.self]; t.card.Kind != ir.RuleKind && t.card.Kind != ir.ScenarioKind {
		return g.bearerOf(t).owner
	}
	for _, f := range e.ev.Fields {
		if f.Param && f.Type.Kind == ir.Inst {
			if t := g.things[e.ints[f.Slot]]; t != nil && t.owner != ir.None {
				return t.owner
			}
		}
	}
	return g.active()
}

// used ends what lasts until it is used.
func (g *game) used(c clause) {
	if t := g.things[c.self]; !t.gone && t.lasts != nil && !g.trying {
		if _, once := t.lasts.d.(*ir.UntilUsed); !once {
			return
		}
		g.destroy(t)
	}
}

// foldAll folds the fields with layers, one after the other: what `before` clauses contributed, and what
// `while` clauses do.
func (g *game) foldAll(e *happening) {
	contributed := map[clause]bool{}
	for _, f := range e.ev.Fields {
		if len(f.Layers) == 0 {
			continue
		}
		ofField := func(c *contribution) bool { return c.field != nil && c.field.Name == f.Name }
		var sums []sum
		for _, s := range e.sums {
			if ofField(s.c) {
				sums = append(sums, s)
				g.tellSum(e, s)
			}
		}
		for _, c := range g.clauses(ir.While, e.ev.ID) {
			en := g.inside(c, e)
			if !mentions(c.hook.Do, ofField) || !g.applies(c, e) || !g.within(c, en) {
				continue
			}
			g.fuel++
			en.add = func(x *contribution) {
				if ofField(x) {
					sums = append(sums, sum{x, en.num(x.value), c.hook, c.self})
					contributed[c] = true
					g.tellSum(e, sums[len(sums)-1])
				}
			}
			en.contributions(c.hook.Do, ofField)
		}
		slices.SortStableFunc(sums, func(a, b sum) int { return g.order(clause{a.hook, a.self}, clause{b.hook, b.self}) })
		v := hold(fold(f, e.ints[f.Slot], sums), f.Lo, f.Hi)
		if f.Min != nil {
			v = max(v, g.at(e).num(f.Min))
		}
		if f.Max != nil {
			v = min(v, g.at(e).num(f.Max))
		}
		e.ints[f.Slot] = v
	}
	for _, c := range g.clauses(ir.While, e.ev.ID) {
		if contributed[c] {
			g.spend(c.hook.Limits, g.inside(c, e), false)
			g.used(c)
		}
	}
}

// tellSum records a contribution.
func (g *game) tellSum(e *happening, s sum) {
	g.tell(journal.Entry{Kind: journal.Sum, Event: e.ev.ID, Hook: s.hook.ID, Inst: s.self, Names: []string{s.c.field.Name},
		Ints: []int64{s.v}, Text: [...]string{"", "set", "add", "multiply", "divide", "divide", "raise", "cap"}[s.c.op], At: s.c.At})
}

// look is step 8: `becomes` clauses whose condition has turned true act, until no more do.
func (g *game) look() {
	for round := 0; ; round++ {
		acted := false
		for _, c := range g.clauses(ir.Becomes, -1) {
			t := g.things[c.self]
			if !g.inForce(t) {
				continue
			}
			now, was := g.inside(c, nil).is(c.hook.When), t.held[c.hook.ID]
			t.held[c.hook.ID] = now
			if now && !was && !g.ignored(c) {
				g.run(c, nil)
				acted = true
			}
		}
		if !acted {
			return
		}
		if round > 10_000 {
			fail(source.Span{}, "`becomes` clauses without end")
		}
	}
}

// firstLook remembers what holds already when a thing comes into play.
func (g *game) firstLook(t *thing) {
	if !g.inForce(t) {
		return
	}
	for _, h := range t.card.Hooks {
		if hook := g.p.Hooks[h]; hook.Stage == ir.Becomes {
			t.held[h] = g.inside(clause{hook, t.num}, nil).is(hook.When)
		}
	}
}

// Limits.

func (g *game) limitKey(l *ir.Limit, en *env) (limitKey, []int64) {
	k := limitKey{limit: l.ID, span: -1}
	if l.Span < 0 {
		k.span = 0
	}
	for _, s := range g.spans {
		if s.ev.ID == l.Span {
			k.span = s.num
		}
	}
	var things []int64
	for _, x := range l.Keys {
		v := en.eval(x)
		k.keys += fmt.Sprint(v.N, v.L, ";")
		if x.Type.Kind == ir.Inst {
			things = append(things, v.N)
		}
	}
	return k, things
}

// within tells whether the limits of a clause allow it.
func (g *game) within(c clause, en *env) bool {
	return !slices.ContainsFunc(c.hook.Limits, func(l *ir.Limit) bool { return !g.allowed(l, en) })
}

func (g *game) allowed(l *ir.Limit, en *env) bool {
	k, _ := g.limitKey(l, en)
	return g.limits[k] < en.num(l.Times)
}

func (g *game) spend(ls []*ir.Limit, en *env, tries bool) {
	for _, l := range ls {
		if l.Tries == tries {
			k, things := g.limitKey(l, en)
			g.limits[k]++
			g.limitOf[k] = things
		}
	}
}

// Spans.

func (g *game) begin(e *happening) {
	g.clock++
	e.began = g.clock
	if e.ev.Owner != nil {
		e.owner = g.at(e).num(e.ev.Owner)
	}
	g.spans = append(g.spans, e)
	for _, t := range g.all() {
		l := t.lasts
		if t.gone || l == nil || !g.about(l, e) {
			continue
		}
		switch l.d.(type) {
		case *ir.UntilStart:
			if l.left--; l.left == 0 {
				g.destroy(t)
			}
		case *ir.FromNext:
			if !l.asleep {
				continue
			}
			if l.left--; l.left == 0 {
				l.asleep, l.during = false, e.num
				g.firstLook(t)
			}
		}
	}
}

func (g *game) finish(e *happening) {
	for _, t := range g.all() {
		l := t.lasts
		if t.gone || l == nil || !g.about(l, e) {
			continue
		}
		over := false
		switch d := l.d.(type) {
		case *ir.ForSpans:
			l.left--
			over = l.left <= 0
		case *ir.UntilEnd:
			if !d.Next || e.began >= l.since {
				l.left--
				over = l.left <= 0
			}
		case *ir.FromNext:
			over = !l.asleep && l.during == e.num
		}
		if over {
			g.destroy(t)
		}
	}
	g.spans = slices.DeleteFunc(g.spans, func(s *happening) bool { return s == e })
	maps.DeleteFunc(g.limits, func(k limitKey, _ int64) bool { return k.span == e.num })
}

// about tells whether a span is what a duration speaks of.
func (g *game) about(l *lasting, e *happening) bool {
	if l.span != e.ev.ID {
		return false
	}
	first := ir.None
	if d := e.ev.Fields; len(d) > 0 && d[0].Param && d[0].Type.Kind == ir.Inst {
		first = e.ints[d[0].Slot]
	}
	return l.of == ir.None || l.of == first || l.of == e.owner
}
