package laws_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// signal is how steps end: they go on, the rest of the event is skipped, or the span of that number is stopped.
type signal int64

const (
	goOn    signal = 0
	skipped signal = -1
)

// past is what goes on behind an event that steps have left.
func (s signal) past(e *happening) signal { return either(s == skipped || int64(s) == e.num, goOn, s) }

// and joins two: of two spans that are stopped, the outer one counts.
func (s signal) and(o signal) signal { return either(o > 0 && (s <= 0 || o < s), o, s) }

// clause is a clause of a thing.
type clause struct {
	hook *ir.Hook
	self int64
}

// clauses are those of a stage on an event that are in force, in their order. Ignored ones are among them.
func (g *game) clauses(stage ir.Stage, ev int) (out []clause) {
	return g.about(stage, func(h *ir.Hook) bool { return h.Func < 0 && (h.Event == ev || stage == ir.Ignore) })
}

// about are those of a stage that are about something.
func (g *game) about(stage ir.Stage, something func(*ir.Hook) bool) (out []clause) {
	for _, t := range g.things {
		for _, h := range t.card.Hooks {
			if hook := g.p.Hooks[h]; hook.Stage == stage && something(hook) && g.inForce(t) {
				out = append(out, clause{hook, t.num})
			}
		}
	}
	slices.SortStableFunc(out, g.order)
	return out
}

func (g *game) order(a, b clause) int { return slices.Compare(g.rank(a), g.rank(b)) }

// rank is where a clause stands in the order: its band, whose it is (the active player's and nobody's first,
// then by seat), its arrival, its number.
func (g *game) rank(c clause) []int {
	seat, n, active, owner := 0, len(g.players), g.active(), g.bearerOf(g.things[c.self]).owner
	if active != ir.None && owner != ir.None {
		seat = (slices.Index(g.players, owner) - slices.Index(g.players, active) + n) % n
	}
	return []int{int(c.hook.Band), seat, int(c.self), c.hook.ID}
}

// each asks everybody who answers: it goes through the clauses of a stage that were there when it began, each
// once, in their order as it is when its turn comes, until one says that it is enough.
func (g *game) each(stage ir.Stage, ev int, do func(c clause) (enough bool)) {
	fence, at, looked := int64(len(g.things)), []int(nil), map[clause]bool{}
	for {
		rest := keep(g.clauses(stage, ev), func(c clause) bool {
			return c.self < fence && !looked[c] && slices.Compare(g.rank(c), at) > 0
		})
		if len(rest) == 0 {
			return
		}
		at, looked[rest[0]] = g.rank(rest[0]), true
		if do(rest[0]) {
			return
		}
	}
}

// applying goes through those of them that apply to an event.
func (g *game) applying(stage ir.Stage, e *happening, do func(c clause) (enough bool)) {
	g.each(stage, e.ID, func(c clause) bool { return g.applies(c, e) && do(c) })
}

// applies tells whether a clause works on an event now.
func (g *game) applies(c clause, e *happening) bool {
	return g.inForce(g.things[c.self]) && e.heardBy(c) && !g.ignored(c) && g.awake(c) && g.inside(c, e).or(c.hook.When, 1) == 1
}

// awake tells whether there are the bearer and the owner that a clause names; otherwise it sleeps.
func (g *game) awake(c clause) bool { return g.has(g.things[c.self], c.hook.Wants) }

// has tells whether a thing has what is named.
func (g *game) has(t *thing, named ir.Wants) bool {
	return (len(named.On) == 0 || g.liesOn(t, named.On)) && !(named.Owner && g.bearerOf(t).owner == ir.None)
}

// ignored tells whether something in force switches a clause off.
func (g *game) ignored(c clause) bool {
	t := g.things[c.self]
	if g.first(t) != t { // another one counts for both
		return true
	}
	return slices.ContainsFunc(g.clauses(ir.Ignore, -1), func(i clause) bool {
		h, target, e := i.hook, i.hook.Target, (*happening)(nil)
		byTag := target.Tag >= 0 && (slices.Contains(c.hook.Tags, target.Tag) || slices.Contains(t.card.Tags, target.Tag))
		byCard := target.Of >= 0 && g.isA(t, target.Of) && (target.Label == "" || target.Label == c.hook.Label)
		if n := len(g.stack); n > 0 {
			e = g.stack[n-1]
		}
		if i == c || !byTag && !byCard {
			return false
		}
		if !g.awake(i) || g.first(g.things[i.self]) != g.things[i.self] {
			return false
		}
		in := g.inside(i, e)
		of := in.or(h.Of, t.num)
		return in.or(h.When, 1) == 1 && (of == t.num || of == g.bearerOf(t).num)
	})
}

// around is the innermost event of a sort that is under way around the one that is innermost of all, or with own
// that one itself; an event is under way from its second step on.
func (g *game) around(event int, own bool) int64 {
	for i, e := range slices.Backward(g.stack) {
		if inner := i == len(g.stack)-1; e.ID == event && !g.apart && (inner && own || !inner && e.judged) {
			return e.num
		}
	}
	return ir.None
}

// inside is an env of a clause.
func (g *game) inside(c clause, e *happening) *env {
	in := g.inner(c.self)
	in.ev, in.loc, in.hook, in.acted, in.failed = e, vars{}, c.hook, new(bool), new(bool)
	return in
}

// at is an env of an event's own expressions and steps.
func (g *game) at(e *happening) *env {
	in := g.inner(e.self)
	in.ev, in.loc, in.line = e, e.vars, e.line
	return in
}

// propose makes the record of an event, and computes the fields that read nothing chosen.
func (g *game) propose(ev *ir.Event, given map[int]val, self int64) *happening {
	g.burn(ev.At)
	g.clock++
	e := &happening{Event: ev, vars: vars{}, num: g.clock, self: either(ev.Giver >= 0, self, ir.None), owner: ir.None, given: map[int]bool{}, worked: map[int]bool{}}
	g.stack = append(g.stack, e)
	must(len(g.stack) <= 400, ev.At, "events inside events, more than 400 deep")
	for i, f := range ev.Fields {
		if v, ok := given[i]; ok {
			e.given[i] = true
			e.set(f, held(f, v))
		} else if f.Type.Optional {
			e.set(f, none(f.Type))
		}
	}
	if ev.Giver >= 0 { // who calls it, who does it, or the first that lies on who does it: one of them gives it
		who := g.known(e.of(ev.Fields[0])[0], ev.At)
		from := append([]*thing{who}, keep(g.on(who), func(t *thing) bool { return !t.asleep() })...)
		if self != ir.None {
			from = append([]*thing{g.things[self]}, from...)
		}
		i := slices.IndexFunc(from, func(t *thing) bool { return !t.gone && slices.Contains(t.card.Actions, ev.ID) })
		if e.unoffered = i < 0; e.unoffered {
			return e
		}
		e.self = from[i].num
	}
	g.compute(e)
	return e
}

// fieldsOf are the fields of an event that an expression reads, by index; `this` may read all.
func fieldsOf(ev *ir.Event, x *ir.Expr) (out []int) {
	x.Walk(func(x *ir.Expr) bool {
		for i, f := range ev.Fields {
			if x.Op == ir.This || x.Op == ir.EventField && slotOf(f) == slotAt(x) {
				out = append(out, i)
			}
		}
		return true
	})
	return out
}

// open tells whether an expression reads something that the form still asks for.
func (e *happening) open(all ...*ir.Expr) bool {
	return slices.ContainsFunc(all, func(x *ir.Expr) bool {
		return slices.ContainsFunc(fieldsOf(e.Event, x), func(i int) bool {
			f := e.Fields[i]
			return !e.given[i] && (f.Chosen || f.Default != x && e.open(f.Default))
		})
	})
}

// compute works out the fields that nobody gave and that read nothing open, each once.
func (g *game) compute(e *happening) {
	for i, f := range e.Fields {
		if f.Default != nil && !f.Chosen && !e.given[i] && !e.worked[i] && !e.open(f.Default) {
			e.set(f, held(f, seeing(g, func() val { return g.at(e).eval(f.Default) })))
			e.worked[i] = true
		}
	}
}

// from tells whether an expression is worked out from a field, by way of others too.
func (e *happening) from(x *ir.Expr, field int) bool {
	return slices.ContainsFunc(fieldsOf(e.Event, x), func(i int) bool {
		return i == field || e.Fields[i].Default != x && e.from(e.Fields[i].Default, field)
	})
}

// lacks tells whether something is worked out from a field that is not known yet.
func (e *happening) lacks(all ...*ir.Expr) bool {
	for i, f := range e.Fields {
		empty := f.Default != nil && (f.Default.Op == ir.Const && f.Default.N == 0 && len(f.Default.List) == 0 || f.Default.Op == ir.MakeList && len(f.Default.Args) == 0)
		if e.given[i] || e.worked[i] || !f.Chosen && (f.Default == nil || empty) {
			continue
		}
		if slices.ContainsFunc(all, func(x *ir.Expr) bool { return e.from(x, i) }) {
			return true
		}
	}
	return false
}

// waits tells whether something is open, or reads what a field with layers comes to while it is open who contributes.
func (g *game) waits(e *happening, all ...*ir.Expr) bool {
	sways := slices.ContainsFunc(g.p.Hooks, func(h *ir.Hook) bool {
		return h.Stage == ir.While && h.Event == e.ID && e.open(gives(h)...)
	}) || slices.ContainsFunc(e.Fields, func(f *ir.Field) bool { return e.open(f.Min, f.Max) })
	return e.open(all...) || sways && slices.ContainsFunc(all, e.folds)
}

// folds tells whether an expression reads what a field with layers comes to.
func (e *happening) folds(x *ir.Expr) (yes bool) {
	x.Walk(func(x *ir.Expr) bool {
		yes = yes || x.Op == ir.Folded && !x.OfFigure() || x.Op == ir.This
		return !yes
	})
	return yes && slices.ContainsFunc(e.Fields, func(f *ir.Field) bool { return len(f.Layers) > 0 })
}

// wrote works out anew what follows from a field that a clause wrote before the fold.
func (g *game) wrote(e *happening, field int) {
	e.filled = e.filled || e.replaced
	if e.folded || field < 0 {
		return
	}
	e.given[field] = true
	g.follow(e, field)
}

// follow works out anew what follows from a field that a clause wrote, or contributed to, before the fold.
func (g *game) follow(e *happening, field int) {
	changed := []int{field}
	for i, f := range e.Fields {
		if !e.given[i] && slices.ContainsFunc(fieldsOf(e.Event, f.Default), func(j int) bool { return slices.Contains(changed, j) }) {
			e.set(f, held(f, g.at(e).eval(f.Default)))
			changed = append(changed, i)
		}
	}
}

// call plays an event through its pipeline. Its record is as it was at the end.
func (g *game) call(ev *ir.Event, given map[int]val, self int64, line []clause, body func(*env) signal) (e *happening, sig signal) {
	e = g.propose(ev, given, self)
	e.line = line
	defer func() { g.stack = g.stack[:len(g.stack)-1] }()
	if sig = g.upToCosts(e); e.label == "" && sig == goOn {
		sig = g.goOn(e, body)
	}
	e.vars[slot{ev.Outcome, false}] = num(e.outcome())
	return e, sig
}

// upToCosts are the first three steps of an event.
func (g *game) upToCosts(e *happening) signal {
	ev := e.Event
	if e.unoffered {
		g.refuse(e, "not_offered", nil)
		return goOn
	}
	asks := e.asks()
	label, by := g.ask(e)
	if !asks || label == "" {
		g.compute(e)
		g.tellEvent("event", e)
	}
	if label == "" {
		label, by = g.permitted(e, false)
	}
	if label != "" {
		g.refuse(e, label, by)
		return goOn
	}
	e.judged = true
	g.spend(ev.Limits, g.at(e), true, 1)
	for _, c := range ev.Costs {
		if r, sig := g.call(g.p.Events[c.Event], g.at(e).args(c.Args), e.self, e.line, nil); sig != goOn {
			return sig
		} else if !r.happened() {
			g.refuse(e, "cost", nil)
			return goOn
		}
	}
	return goOn
}

// proceed lets an event go on with changes, from step 2, in which nothing but prohibitions is asked again.
func (g *game) proceed(e *happening, changes map[int]val, line []clause) (sig signal) {
	before, parts := e.line, e.parts
	e.replaced, e.line = false, line
	for i, v := range changes {
		e.set(e.Fields[i], held(e.Fields[i], v))
		e.given[i] = true
	}
	for i := range e.Fields {
		if _, ok := changes[i]; ok {
			g.wrote(e, i)
		}
	}
	g.tellEvent("event", e)
	if label, by := g.forbidden(e, false); label != "" {
		g.refuse(e, label, by)
	} else {
		sig = g.goOn(e, e.body)
	}
	e.vars[slot{e.Outcome, false}], e.line, e.parts = num(e.outcome()), before, parts
	return sig
}

// goOn is an event from step 4 on, with steps of a script in place of its own.
func (g *game) goOn(e *happening, body func(*env) signal) (sig signal) {
	ev, before := e.Event, e.replacements
	e.body = body
	replaced := func() bool { return e.replacements > before }
	for _, stage := range []ir.Stage{ir.Instead, ir.MayInstead} {
		g.applying(stage, e, func(c clause) bool {
			if !replaced() && !slices.ContainsFunc(e.line, func(l clause) bool { return l.hook.At == c.hook.At && l.self == c.self }) {
				sig = g.run(c, e)
			}
			return replaced()
		})
	}
	if replaced() {
		return sig
	}
	g.begin(e)
	sig = g.stages(e, ir.Before, ir.MayBefore)
	if e.cancelled {
		g.tellEvent("cancelled", e)
	}
	if sig != goOn || e.cancelled { // a span that is stopped before its steps does not happen
		g.finish(e)
		return sig.past(e)
	}
	for _, p := range g.fold(e) {
		g.used(p.by)
	}
	e.folded = true
	g.spend(ev.Limits, g.at(e), false, 1)
	e.vars[slot{ev.Outcome, false}] = num(ir.Done)
	in := g.at(e)
	if in.own = true; body == nil {
		body = func(in *env) signal { return in.block(ev.Do) }
	}
	if sig = body(in).past(e); sig != goOn && ev.Word != ir.SpanEvent { // steps of a span around it were stopped
		return sig
	}
	if ev != g.p.Throw {
		g.look()
	}
	g.tellEvent("done", e)
	g.past = append(g.past, e) // as it will have ended
	g.inTime(e)
	if s := g.stages(e, ir.After, ir.MayAfter); s != goOn {
		sig = sig.and(s).past(e)
	}
	g.finish(e)
	return sig
}

// outcome is what the record of an event says became of it.
func (e *happening) outcome() int64 {
	switch {
	case e.done():
		return ir.Done
	case e.replaced:
		return either[int64](e.filled, ir.FilledIn, ir.Replaced)
	}
	return either[int64](e.label != "", ir.Refused, 0)
}

// done tells whether an event was done, and happened whether something came of it: something was done in its place.
func (e *happening) done() bool     { return e.get(slot{e.Outcome, false})[0] == ir.Done }
func (e *happening) happened() bool { return e.replaced || e.done() }

func (g *game) refuse(e *happening, label string, by *clause) *happening {
	e.label = label
	g.refused = append(g.refused, label)
	g.tell("refused", g.fields(e, func(f *ir.Field) bool { return f.Param }), "by", label)
	if by != nil {
		g.used(*by)
	}
	return e
}

// permitted is step 2: what refuses an event, in the view of whoever looks. Early, it asks only what reads
// nothing that is open.
func (g *game) permitted(e *happening, early bool) (label string, by *clause) {
	if early && g.late(e) {
		return "", nil
	}
	later := func(xs ...*ir.Expr) bool { return early && g.waits(e, xs...) }
	e.judged = !early
	defer func() { e.judged = false }()
	in := g.at(e)
	for _, r := range e.Requires {
		if label == "" && !later(r.Cond) && !g.required(e, r) {
			label = r.Label
		}
	}
	for _, l := range e.Limits {
		if label == "" && !later(append(l.Keys, l.Times)...) && !in.allowed(l) {
			label = "limit"
		}
	}
	if label == "" {
		label, by = g.forbidden(e, early)
	}
	if label == "" {
		label = in.payable(keep(e.Costs, func(c *ir.Emit) bool { return !later(values(c)...) && !(early && e.Around) }))
	}
	return label, by
}

// late tells whether an event is asked about with its complete answer alone: something may ask whether it is under way.
func (g *game) late(e *happening) bool {
	return e.Around && slices.ContainsFunc(g.p.Events, func(ev *ir.Event) bool { return ev.Asked })
}

// forbidden asks prohibitions.
func (g *game) forbidden(e *happening, early bool) (label string, by *clause) {
	g.each(ir.Cannot, e.ID, func(c clause) bool {
		if !(early && g.waits(e, c.hook.When)) && g.seen(g.things[c.self]) && seeing(g, func() bool { return g.applies(c, e) }) {
			label, by = c.hook.Label, &c
		}
		return label != ""
	})
	return label, by
}

// required tells whether a requirement is met, or waived.
func (g *game) required(e *happening, r *ir.Require) (ok bool) {
	if ok = seeing(g, func() bool { return g.at(e).is(r.Cond) }); !ok {
		g.applying(ir.Waive, e, func(c clause) bool { ok = c.hook.Target.Label == r.Label; return ok })
	}
	return ok
}

// payable tells whether costs could be paid, one after the other: each but the last is paid, and all of it is taken back. A
// cost that would throw dice or ask somebody counts as paid when nothing refuses it before.
func (e *env) payable(costs []*ir.Emit) (label string) {
	if len(costs) == 0 {
		return ""
	}
	g, in := e.game, *e
	g.try(func() {
		for i, c := range costs {
			if e.ev != nil {
				in.ev = g.underWay(e.ev.num)
			}
			if i == len(costs)-1 {
				args := in.args(c.Args)
				goesOn(func() { label = g.judged(g.p.Events[c.Event], args, e.self, e.line) })
				return
			}
			r, was, args := (*happening)(nil), g.world.clone(), in.args(c.Args)
			if !goesOn(func() { r, _ = g.call(g.p.Events[c.Event], args, e.self, e.line, nil) }) {
				g.world = was
			} else if !r.happened() && !r.cancelled { // that it would be cancelled is not foreseen
				label = cmp.Or(r.label, "cost")
				return
			}
		}
	})
	return label
}

// judged is what refuses an event in its first two steps, if it were called.
func (g *game) judged(ev *ir.Event, given map[int]val, self int64, line []clause) (label string) {
	e := g.propose(ev, given, self)
	e.line = line
	defer func() { g.stack = g.stack[:len(g.stack)-1] }()
	if e.unoffered {
		return "not_offered"
	}
	if label, _ = g.ask(e); label == "" {
		g.compute(e)
		label, _ = g.permitted(e, false)
	}
	return label
}

// values are what a call gives, and args what they are worth.
func values(s *ir.Emit) []*ir.Expr {
	return mapped(s.Args, func(a ir.EmitArg) *ir.Expr { return a.Value })
}

func (e *env) args(all []ir.EmitArg) map[int]val {
	given := map[int]val{}
	for _, a := range all {
		given[a.Field] = e.eval(a.Value)
	}
	return given
}

// comes is what a field with layers comes to, and what contributes to it: what `before` clauses did, and what `while`
// clauses do that read nothing that is not known yet.
func (g *game) comes(e *happening, f *ir.Field) (int64, []part) {
	ofField := func(p part) bool { return p.field == f.Name }
	parts := append(keep(e.parts, ofField), g.contributions(e, nil, ofField)...)
	sorted := slices.Clone(parts)
	slices.SortStableFunc(sorted, func(a, b part) int { return g.order(a.by, b.by) })
	v, in := held(f, num(fold(f, e.of(f)[0], sorted)))[0], g.at(e)
	if !e.lacks(f.Min, f.Max) {
		v = max(v, in.or(f.Min, v))
		v = min(v, in.or(f.Max, v))
	}
	return held(f, num(v))[0], parts
}

// kept is what the caller of an event reads that was not done: what it came to, like everybody.
func (g *game) kept(e *happening) {
	is := map[*ir.Field]int64{}
	for _, f := range keep(e.Fields, func(f *ir.Field) bool { return len(f.Layers) > 0 && !e.done() && (e.replaced || e.cancelled) }) {
		is[f], _ = g.comes(e, f)
	}
	for f, v := range is {
		e.set(f, num(v))
	}
}

// fold settles the fields with layers.
func (g *game) fold(e *happening) (used []part) {
	is := map[*ir.Field]int64{}
	for _, f := range keep(e.Fields, func(f *ir.Field) bool { return len(f.Layers) > 0 }) {
		v, parts := g.comes(e, f)
		for _, p := range parts {
			op := [...]string{"", "set", "add", "multiply", "divide", "divide", "raise", "cap"}[p.op]
			g.tell("sum", e.Name, g.told(p.by), f.Name, op, p.v)
		}
		is[f] = v
		used = append(used, parts...)
	}
	for f, v := range is {
		e.set(f, num(v))
	}
	return used
}

// stages runs the clauses of two stages, forced and optional ones. On an event whose clauses are ordered by
// players, an automatic one takes them as they come, but is asked where different ones stand at the same place.
func (g *game) stages(e *happening, forced, may ir.Stage) (sig signal) {
	over := func() bool { return sig != goOn || e.cancelled }
	one := func(c clause) bool { sig = g.run(c, e); return over() }
	fence, ran := int64(len(g.things)), map[clause]bool{}
	for e.Ordered && !over() {
		open := keep(g.clauses(forced, e.ID), func(c clause) bool {
			return c.self < fence && !ran[c] && g.applies(c, e) && g.inside(c, e).free()
		})
		if len(open) == 0 {
			break
		}
		c := open[0]
		if slices.ContainsFunc(open, func(o clause) bool { return slices.Equal(g.rank(o)[:2], g.rank(c)[:2]) && o.hook != c.hook }) {
			g.want()
			g.tell("choice by player", g.decider(c, e), c.hook.Label)
		}
		ran[c] = true
		one(c)
	}
	if !e.Ordered {
		g.applying(forced, e, one)
	}
	if !over() {
		g.applying(may, e, one)
	}
	return sig
}

// free tells whether the limits and costs of a clause allow it.
func (e *env) free() bool {
	return !slices.ContainsFunc(e.hook.Limits, func(l *ir.Limit) bool { return !e.allowed(l) }) && e.payable(e.hook.Costs) == ""
}

// run runs a clause that applies: within its limits, asked about, paid for.
func (g *game) run(c clause, e *happening) (sig signal) {
	in, h := g.inside(c, e), c.hook
	if !in.free() {
		return goOn
	}
	yes := !slices.Contains([]ir.Stage{ir.MayInstead, ir.MayBefore, ir.MayAfter}, h.Stage) || g.may(c, e)
	if g.spend(h.Limits, in, true, 1); !yes {
		return goOn
	}
	g.spend(h.Limits, in, false, 1)
	instead := h.Stage == ir.Instead || h.Stage == ir.MayInstead
	if instead {
		in.line = append(slices.Clone(e.line), c)
		e.replaced, e.replacements = true, e.replacements+1
		if len(h.Costs) == 0 {
			g.tellEvent("replaced", e)
		}
	}
	g.tell("clause", g.told(c))
	g.burn(h.At)
	in.add = func(p part) {
		p.v, p.by = in.num(p.value), c
		e.parts = append(e.parts, p)
	}
	paid := true
	for i := 0; i < len(h.Costs) && paid && sig == goOn; i++ {
		var r *happening
		r, sig = g.call(g.p.Events[h.Costs[i].Event], in.args(h.Costs[i].Args), in.self, in.line, nil)
		in.came(r)
		paid = r.happened()
	}
	switch {
	case instead && !paid: // it stands in place of nothing
		e.replaced, e.filled, e.replacements = false, false, e.replacements-1
	case instead && len(h.Costs) > 0 && sig == goOn:
		g.tellEvent("replaced", e)
	}
	if sig == goOn && paid {
		sig = in.block(h.Do)
	}
	if sig == goOn && *in.failed && !*in.acted { // nothing came of it: it is given back
		g.spend(h.Limits, in, false, -1)
	}
	if paid {
		g.used(c)
	}
	return sig
}

// may asks whether an optional clause is used.
func (g *game) may(c clause, e *happening) (yes bool) {
	who := g.decider(c, e)
	g.want()
	if a := g.take(who, func(a *answer) bool { return a.s.Word == "yes" || a.s.Word == "no" }); a.s != nil {
		yes = a.s.Word == "yes"
	} else {
		g.seenBy(who, func() { yes = seeing(g, func() int64 { return g.inside(c, e).or(c.hook.Prefer, 1) }) > 0 })
	}
	g.tell("choice by player", who, either(yes, "yes", "no"))
	return yes
}

// decider is who decides about a clause: the owner of its bearer; of a rule the owner of the first thing that the
// event is about, or the active player.
func (g *game) decider(c clause, e *happening) int64 {
	if o := g.bearerOf(g.things[c.self]).owner; o != ir.None {
		return o
	}
	for _, f := range e.Fields {
		if n := e.of(f); f.Type.Kind == ir.Inst && n[0] >= 0 && g.things[n[0]].owner != ir.None {
			return g.things[n[0]].owner
		}
	}
	return max(0, g.active())
}

// used ends what lasts until it is used.
func (g *game) used(c clause) {
	if t := g.things[c.self]; t.lasts.ending == ir.UntilUsed {
		g.destroy(t)
	}
}

// look is step 8: `becomes` clauses whose condition has turned true act, until no more do.
func (g *game) look() {
	for acted := true; acted; {
		acted = false
		g.each(ir.Becomes, -1, func(c clause) bool {
			in, t := g.inside(c, nil), g.things[c.self]
			now, was := g.awake(c) && g.alone(func() bool { return in.is(c.hook.When) }), t.held[c.hook.ID]
			if t.held[c.hook.ID] = now; now && !was && !g.ignored(c) && in.free() {
				g.run(c, nil)
				acted = true
			}
			return false
		})
	}
}

// alone asks something as if no event were under way.
func (g *game) alone(ask func() bool) bool {
	g.apart = true
	defer func() { g.apart = false }()
	return ask()
}

// firstLook remembers what holds already when a thing comes into play.
func (g *game) firstLook(t *thing) {
	for _, h := range t.card.Hooks {
		g.firstLookAt(clause{g.p.Hooks[h], t.num})
	}
}

// wakes does so when a thing is awake again, for all that lies on it, too.
func (g *game) wakes(t *thing) {
	g.firstLook(t)
	for _, x := range g.on(t) {
		g.wakes(x)
	}
}

func (g *game) firstLookAt(c clause) {
	if t := g.things[c.self]; c.hook.Stage == ir.Becomes && g.inForce(t) {
		t.held[c.hook.ID] = g.awake(c) && g.alone(func() bool { return g.inside(c, nil).is(c.hook.When) })
	}
}

// sleepers are the clauses of things that sleep now: what holds as they wake is not new.
func (g *game) sleepers(things []*thing) (wake func()) {
	var all []clause
	for _, t := range things {
		all = append(all, keep(mapped(t.card.Hooks, func(h int) clause { return clause{g.p.Hooks[h], t.num} }), func(c clause) bool { return !g.awake(c) })...)
	}
	return func() {
		for _, c := range all {
			g.firstLookAt(c)
		}
	}
}

// limit is what a limit counts under now: its keys, and the innermost span of its sort.
func (e *env) limit(l *ir.Limit) (key string, s *spent) {
	s = &spent{span: -1}
	if in := e.spanOf(l.Span); in != nil {
		s.span = in.num
	}
	key = fmt.Sprint(l.ID, " ", s.span)
	for _, x := range l.Keys {
		v := e.eval(x)
		if key += fmt.Sprint(" ", v); x.Type.Kind == ir.Inst {
			s.about = append(s.about, v[0])
		}
	}
	return key, cmp.Or(e.limits[key], s)
}

func (e *env) allowed(l *ir.Limit) bool {
	_, s := e.limit(l)
	if l.Span >= 0 && s.span < 0 { // outside its span it does not bind
		return true
	}
	return s.times < e.num(l.Times)
}

// spend counts uses of those limits that tries spend, or of those that the deed spends.
func (g *game) spend(ls []*ir.Limit, e *env, tries bool, uses int64) {
	for _, l := range keep(ls, func(l *ir.Limit) bool { return l.Tries == tries }) {
		key, s := e.limit(l)
		if l.Span >= 0 && s.span < 0 {
			continue
		}
		s.times += uses
		g.limits[key] = s
	}
}

// begin is the start of a span.
func (g *game) begin(e *happening) {
	if e.Word != ir.SpanEvent {
		return
	}
	e.owner = g.at(e).or(e.Owner, ir.None)
	g.clock++
	e.begun = g.clock
	g.edge(e, false)
}

// finish is the end of an event: of a span under way, its limits are fresh then.
func (g *game) finish(e *happening) {
	if e.begun > 0 {
		g.edge(e, true)
		maps.DeleteFunc(g.limits, func(_ string, s *spent) bool { return s.span == e.num })
		e.begun = 0
	}
}

// edge is the start or end of a span: what lasted until then leaves, and what slept until then wakes.
func (g *game) edge(e *happening, end bool) {
	about := []int64{ir.None, e.owner} // X, or owned by the player X
	if f := e.Fields[0]; f.Param && f.Type.Kind == ir.Inst {
		about = append(about, e.of(f)[0])
	}
	for _, t := range g.all(func(t *thing) bool {
		l := &t.lasts
		switch {
		case !l.ending.Spans() || l.span != e.ID || !slices.Contains(about, l.of):
		case l.wakes && !end && l.during == 0:
			l.during = e.num
			g.wakes(t)
		case l.wakes:
			return end && l.during == e.num
		case l.atEnd == end && !(l.onlyLater && e.begun < l.since):
			l.left--
			return l.left <= 0
		}
		return false
	}) {
		g.destroy(t)
	}
}
