package check

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// What happens in an event follows from the whole program: from what it calls, costs and offers, and from
// the clauses that it meets. A clause that waits for something there that cannot happen is an error, and not
// silence. What happens in a span nobody knows: scripts play in it whatever they like.

// checkDuring reports clauses that can never act, and conditions that ask for what is around where nobody knows.
func (c *vetter) checkDuring() {
	for _, h := range c.p.Hooks {
		if c.foreign(h.At) {
			continue
		}
		around, own := c.arounds(h)
		switch {
		case h.Stage == ir.Becomes, h.Stage == ir.While && h.Stat >= 0:
			walkExprs(h, func(e *ir.Expr) {
				c.consistsOf(e, func(e *ir.Expr) {
					if e.Op == ir.Around {
						c.asksIdly(h, e, "what is around it")
					}
				})
			})
			asked := any(h)
			if h.Stage == ir.Becomes {
				asked = h.When
			}
			walkExprs(asked, func(e *ir.Expr) {
				c.consistsOf(e, func(e *ir.Expr) {
					switch e.Op {
					case ir.Can:
						c.asksIdly(h, e, "what could happen")
					case ir.Ignored:
						c.asksIdly(h, e, "what is ignored")
					}
				})
			})
		case h.Stage == ir.Ignore && (h.Target.Of >= 0 || h.Target.Tag >= 0):
			c.ignoresSome(h, own)
		case h.Event >= 0 && around >= 0 && !c.contains(around)[h.Event]:
			c.lacking("unreachable-clause", h.At, "%s never happens during %s", c.p.Events[h.Event].Name, c.p.Events[around].Name).
				See(c.p.Events[around].At, "%s is declared here", c.p.Events[around].Name)
		}
	}
}

// asksIdly reports a clause that asks for something whatever happens.
func (c *vetter) asksIdly(h *ir.Hook, e *ir.Expr, what string) {
	c.errorf("invalid-expression", h.At, "%s asks %s: `becomes` and what contributes to a stat are looked at whatever happens", c.ownerOf(h), what).
		See(e.At, "it is asked here")
}

// checkNarrow reports what writes to a field through a record, or lets its event go on with another, while a clause
// may take the field for something narrower.
func (c *vetter) checkNarrow() {
	written := func(f *ir.Field, value *ir.Expr, at source.Span, unfinished func(ir.Stage) bool) {
		for _, n := range c.narrow[f] {
			if value.Type.Kind == ir.Inst && unfinished(n.stage) && !c.p.IsA(value.Type.Ref, n.kind) && !(c.foreign(n.at) && c.foreign(at)) {
				c.errorf("wrong-type", at, "a clause takes %s for a %s, and may not have finished: it cannot become anything else here", f.Name, c.p.TypeName(instOf(n.kind))).
					See(n.at, "it is taken for one here")
				return
			}
		}
	}
	look := func(b *ir.Block, event int) {
		walkStmts(b, func(s ir.Stmt) {
			switch s := s.(type) {
			case *ir.SetField:
				if s.Rec != nil {
					written(s.Field, s.Value, s.At, func(ir.Stage) bool { return true })
				}
			case *ir.Proceed: // the clauses of the later steps begin afterwards
				for _, a := range s.Args {
					written(c.p.Events[event].Fields[a.Field], a.Value, s.At, func(s ir.Stage) bool { return s.Moment() == ir.Instead })
				}
			default: // these write no field
			}
		})
	}
	for f, list := range c.narrow {
		if slices.ContainsFunc(list, func(n narrowing) bool { return !c.foreign(n.at) }) {
			c.wanting(func(file *syntax.File) bool { return file.Done.Written[f.Name] })
		}
	}
	for _, ev := range c.p.Events {
		look(ev.Do, ev.ID)
	}
	for _, h := range c.p.Hooks {
		look(h.Do, h.Event)
	}
}

// ignoresSome reports an ignore that finds no clause to switch off, during an event or (-1) at all.
func (c *vetter) ignoresSome(h *ir.Hook, during int) {
	where, some := "", false
	for _, o := range c.p.Hooks {
		if c.targets(h, o) {
			if some = true; during < 0 || o.Event < 0 || o.Event == during || c.contains(during)[o.Event] {
				return
			}
		}
	}
	if !some && h.Target.Label != "" { // that has been said
		return
	}
	if during >= 0 {
		where = " that acts during " + c.p.Events[during].Name
	}
	if h.Target.Of < 0 {
		c.lacking("unreachable-clause", h.At, "no clause bears #%s%[2]s, and no card that has one: there is nothing to ignore; what it is to ignore has `tag %[1]s`", c.p.Tags[h.Target.Tag], where)
		return
	}
	of := c.p.TypeName(instOf(h.Target.Of))
	c.lacking("unreachable-clause", h.At, "%s has no clause%s: there is nothing to ignore%s", of, where, c.withClauses()).
		See(declaredAt(c.names, h.Target.Of), "%s is declared here", of)
}

// withClauses names the cards that have clauses, when there are few.
func (c *vetter) withClauses() string {
	var names []string
	for _, card := range c.p.Cards {
		if len(card.Hooks) > 0 {
			names = append(names, card.Name)
		}
	}
	return listed("; clauses have ", names)
}

// arounds are the events that must be under way around a clause's, or may be that one; -1 for none.
func (c *vetter) arounds(h *ir.Hook) (around, own int) {
	around, own = -1, -1
	for _, e := range h.When.Conjuncts() {
		switch {
		case e.Op != ir.Has || e.Args[0].Op != ir.Around:
		case e.Args[0].N == 0:
			around = e.Args[0].Ref
		default:
			own = e.Args[0].Ref
		}
	}
	return around, own
}

// checkLimits reports limits that can never bind: of a span, or of an `instead` on it, that count in the span itself. It is
// asked whether it may happen before it lasts, so that they look for another such span around it.
func (c *vetter) checkLimits() {
	check := func(span int, limits []*ir.Limit) {
		for _, l := range limits {
			if ev := c.p.Events[span]; l.Span == span && !c.foreign(l.At) && !c.nests(span) {
				c.lacking("unreachable-limit", l.At, "this limit never binds: it is asked before %s begins, and no other %[1]s is around it", ev.Name).
					See(ev.At, "%s is declared here", ev.Name)
			}
		}
	}
	for _, ev := range c.p.Events {
		check(ev.ID, ev.Limits)
	}
	for _, h := range c.p.Hooks {
		if h.Stage.Moment() == ir.Instead {
			check(h.Event, slices.DeleteFunc(slices.Clone(h.Limits), func(l *ir.Limit) bool {
				return l.At.Start < h.At.Start || l.At.End > h.At.End // of the card: others spend it, too
			}))
		}
	}
}

// nests tells whether a span may happen inside another of its sort, by rules or in a script.
func (c *vetter) nests(span int) bool {
	c.wanting(everyFile)
	found := c.brings(span)[span]
	for _, s := range c.p.Scripts {
		walkStmts(s.Do, func(s ir.Stmt) {
			if d, ok := s.(*ir.During); ok && d.Emit.Event == span {
				walkStmts(d.Body, func(s ir.Stmt) {
					if call, ok := s.(*ir.Emit); ok {
						found = found || call.Event == span || c.brings(call.Event)[span]
					}
				})
			}
		})
	}
	return found
}

// contains are the events that may happen in an event.
func (c *vetter) contains(event int) map[int]bool {
	if c.p.Events[event].Word != ir.SpanEvent {
		return c.brings(event)
	}
	in := map[int]bool{}
	for _, ev := range c.p.Events {
		in[ev.ID] = true
	}
	return in
}

// brings are the events that may happen because of an event and its own steps.
func (c *vetter) brings(event int) map[int]bool {
	if in := c.inside[event]; in != nil {
		return in
	}
	in := map[int]bool{}
	if c.inside == nil {
		c.inside = map[int]map[int]bool{}
	}
	c.inside[event] = in
	c.wanting(everyFile)
	steps, edges := c.steps()
	var open []int
	reach := func(events []int) {
		for _, n := range events {
			if !in[n] {
				in[n] = true
				open = append(open, n)
			}
		}
	}
	reach(edges)
	reach(steps[event])
	for len(open) > 0 {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		reach(steps[n])
	}
	return in
}

// steps are by event what it and the clauses that hear it call, and what `becomes` calls, whatever happens. That can be
// seen in the text: nothing need be compiled for it.
func (c *vetter) steps() (of map[int][]int, edges []int) {
	if c.calls != nil {
		return c.calls, c.edges
	}
	c.calls = map[int][]int{}
	for i, e := range c.index.events.decls {
		if _, ok := e.decl.(*syntax.TableDecl); ok {
			c.calls[i] = c.callsIn(e.decl)
		}
		for _, m := range e.members {
			switch m.(type) {
			case *syntax.DoMember, *syntax.CostMember:
				c.calls[i] = append(c.calls[i], c.callsIn(m)...)
			}
		}
	}
	clauses := map[source.Span]*syntax.Clause{}
	for _, e := range slices.Concat(c.index.cards.decls, c.index.kinds.decls) {
		for cl := range syntax.Of[*syntax.Clause](e.members) {
			clauses[cl.At] = cl
		}
	}
	for _, h := range c.p.Hooks {
		cl := clauses[h.At]
		if cl == nil || cl.Body == nil {
			continue
		}
		if _, becomes := cl.Head.(*syntax.BecomesHead); becomes {
			c.edges = append(c.edges, c.callsIn(cl)...)
		} else if h.Event >= 0 {
			c.calls[h.Event] = append(c.calls[h.Event], c.callsIn(cl)...)
		}
	}
	return c.calls, c.edges
}

// callsIn are the events that a piece of a text calls, the actions that it offers, and throws.
func (c *vetter) callsIn(n syntax.Spanned) (events []int) {
	for _, call := range c.memory.callsOf(n) {
		if call.among == nil {
			if i, ok := c.index.events.of[call.name]; ok {
				events = append(events, i)
			} else if call.name == throwEvent && c.p.Throw != nil {
				events = append(events, c.p.Throw.ID)
			}
			continue
		}
		for _, ev := range c.p.Events {
			if ev.Word == ir.ActionEvent && (len(call.among) == 0 || slices.ContainsFunc(call.among, func(tag string) bool {
				i, ok := c.index.tags[tag]
				return ok && slices.Contains(ev.Tags, i)
			})) {
				events = append(events, ev.ID)
			}
		}
	}
	return events
}
