package check

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// lowerEvents compiles the steps of every event. The ranges of all fields come first: calls are
// checked against them.
func (c *bodies) lowerEvents() {
	for _, ev := range c.p.Events {
		for _, f := range ev.Fields {
			c.lowerRange(f)
		}
	}
	for i, e := range c.index.events.decls {
		c.of(e, func() { c.lowerEvent(c.p.Events[i], e) })
	}
}

// eventPlace is where an event's own texts stand, before its fields are in scope.
func (c *bodies) eventPlace(ev *ir.Event) *place {
	pl := nowhere()
	if g, ok := c.index.givers[ev.ID]; ok {
		switch {
		case g.card >= 0:
			pl = c.workingPlace(c.p.Cards[g.card].Kind, c.p.Cards[g.card])
		case c.p.Common(g.kind, c.firstKind(ev)) < 0:
			pl = c.workingPlace(g.kind, nil)
		default: // the piece's own action: itself is who does it
			self := eventField(ev.Fields[0])
			pl.kind = g.kind
			pl.bind(nameless("self"), self)
			pl.alone = "this is an action of the thing itself: write " + self.Name + ".bearer, which may be absent"
			pl.bind(nameless("owner"), &ir.Expr{Op: ir.OwnerOf, Type: tPlayer, Args: []*ir.Expr{self}, Name: "owner"})
		}
	}
	pl.mode, pl.frame = eventMode, &ev.Frame
	return pl
}

func (c *bodies) lowerEvent(ev *ir.Event, e *entry) {
	known := c.remembers(e)
	list := e.members
	if (known || c.headless(e.at)) && !slices.ContainsFunc(ev.Fields, func(f *ir.Field) bool { return len(f.Layers) > 0 }) &&
		!slices.ContainsFunc(list, func(m syntax.Member) bool { _, cost := m.(*syntax.CostMember); return cost }) {
		return
	}
	base := c.eventPlace(ev)
	for i, f := range ev.Fields {
		s := c.index.fields[f]
		if s == nil {
			continue
		}
		if (known || c.foreign(f.At)) && len(f.Layers) == 0 {
			continue
		}
		above := c.inEvent(base, ev, i)
		c.quietly(f.At, func() { c.lowerDefault(f, above) })
		if s.form != nil {
			if s.each != nil {
				c.ofEach(s.each, ev.Form, above)
			}
			if ff := c.formField(s.form, f, above, ev); ff != nil {
				ev.Form = append(ev.Form, ff)
				if ff.Where != nil && f.Type == ff.Type { // it was asked of every candidate
					base.know(c.p, said(ff.Where, ff.It, eventField(f)), true)
				}
			}
		}
	}
	all := c.inEvent(base, ev, -1)
	for _, f := range ev.Fields {
		if s := c.index.fields[f]; s != nil {
			c.quietly(f.At, func() { c.lowerFold(f, s, all) })
		}
	}
	var done *place
	if !known {
		over := base.inner()
		over.done = true
		done = c.inEvent(over, ev, -1)
	}
	switch {
	case known:
	case ev.Word == ir.ActionEvent:
		ev.Texts, ev.Rules = c.nameAndRules(list, done)
		known := counted{numbers: map[int64]bool{}, dice: map[int64]bool{}}
		known.written(c.index.events.decls[ev.ID])
		if g, ok := c.index.givers[ev.ID]; ok && g.card >= 0 {
			c.printed(known, c.p.Cards[g.card])
		} else if ok {
			known.unsaid(c.p, g.kind)
		}
		for _, t := range ev.Rules {
			agreement{c.exprs, known}.with(t)
		}
	default:
		ev.Texts = c.memberTexts(list, done)
	}
	after := all.inner()
	if !known {
		after = c.conditions(ev, list, all)
	}
	for _, m := range list {
		if cost, ok := m.(*syntax.CostMember); known || c.foreign(m.Span()) {
			if ok { // that it costs anything is part of its head
				c.quietly(cost.At, func() { c.cost(ev, cost, after) })
			}
			continue
		}
		switch m := m.(type) {
		case *syntax.ChooseMember:
			before := -1 // who chooses is decided before anything is chosen
			if len(m.Fields) > 0 {
				before = ir.FieldNamed(ev.Fields, m.Fields[0].Name.Text)
			}
			c.chooser(ev, m, c.inEvent(base, ev, before))
		case *syntax.OrderedMember:
			ev.Ordered = true
		case *syntax.InnerMember:
			ev.Inner = true
		case *syntax.OwnerMember:
			if ev.Word != ir.SpanEvent {
				c.errorf("invalid-member", m.At, "only a span has an owner")
				continue
			}
			ev.Owner = c.player(m.Value, all)
		case *syntax.PreferMember:
			ev.Prefer = c.score(&m.Value, after)
		case *syntax.NeedsMember:
			c.needs(ev, m)
		case *syntax.LimitMember:
			if l := c.uses(m, all); l != nil {
				ev.Limits = append(ev.Limits, l)
			}
		case *syntax.CostMember:
			c.cost(ev, m, after)
		}
	}
	if known {
		return
	}
	for f := range after.facts {
		done.assume(f)
	}
	c.procedure(ev, e, done)
}

func (c *bodies) cost(ev *ir.Event, m *syntax.CostMember, pl *place) {
	if emit := c.emit(m.Call, pl, m.At); emit != nil {
		ev.Costs = append(ev.Costs, emit)
	}
}

// lowerFold compiles how a field is folded.
func (c *bodies) lowerFold(f *ir.Field, s *fieldSyntax, pl *place) {
	f.Min, f.Max = c.optionalExpr(s.min, pl, f.Type), c.optionalExpr(s.max, pl, f.Type)
	if (s.min != nil || s.max != nil) && len(f.Layers) == 0 {
		c.errorf("invalid-member", f.At, "min and max end a fold, but %s has no layers", f.Name)
	}
	if len(f.Layers) > 0 && !numeric(f.Type) && f.Type.Kind != ir.Bad {
		c.errorf("invalid-type", f.At, "only numbers can be added to, %s is %s", f.Name, c.p.TypeName(f.Type))
	}
}

// conditions compiles the requirements; what they establish is known afterwards.
func (c *bodies) conditions(ev *ir.Event, list []syntax.Member, all *place) *place {
	after := all.inner()
	labels := map[string]source.Span{}
	for m := range syntax.Of[*syntax.RequireMember](list) {
		c.quietly(m.At, func() {
			if c.taken(labels, m.Label, "requirement") || c.headless(m.At) {
				return
			}
			e := c.expr(m.Cond, after, tBool)
			ev.Requires = append(ev.Requires, &ir.Require{Label: m.Label.Text, Cond: e, Texts: c.texts(m.Texts, all)})
			after.know(c.p, e, true)
		})
	}
	return after
}

// procedure compiles what the event does; several `do` (of extensions) follow each other.
func (c *bodies) procedure(ev *ir.Event, e *entry, pl *place) {
	if t, ok := e.decl.(*syntax.TableDecl); ok {
		if !c.headless(e.at) {
			c.quietly(e.at, func() { ev.Do = c.rowsProcedure(ev, t, pl) })
		}
		return
	}
	pl.steps = map[string]source.Span{}
	for r := range syntax.Of[*syntax.RequireMember](e.members) { // one label names one part
		pl.steps[r.Label.Text] = r.Label.At
	}
	for m := range syntax.Of[*syntax.DoMember](e.members) {
		if c.headless(m.At) {
			continue
		}
		var b *ir.Block
		c.quietly(m.At, func() {
			in := pl.inner()
			in.steps = pl.steps
			b = c.stmts(m.Body, in)
		})
		if ev.Do == nil {
			ev.Do = b
		} else {
			ev.Do.Stmts = append(ev.Do.Stmts, b.Stmts...)
		}
	}
}

// ofEach makes known in a form that several players answer who is asked, and what he has answered above.
func (c *bodies) ofEach(who *syntax.Name, above []*ir.FormField, pl *place) {
	if len(above) == 0 {
		c.checkName(*who)
	}
	pl.temps = ir.OfAsked
	pl.temp(*who, tPlayer)
	for _, ff := range above {
		pl.temp(nameOf(ff.Field), ff.Type)
	}
}

func (c *bodies) chooser(ev *ir.Event, m *syntax.ChooseMember, pl *place) {
	if m.By.Text == "" {
		c.errorf("missing-value", m.At, "say who answers: `choose by PLAYER { ... }`")
		return
	}
	by := c.players(m.By, pl)
	if ev.Chooser != nil && by != nil && ev.Chooser.At.Text() != by.At.Text() {
		c.errorf("conflicting-form", m.By.At, "the form of %s is answered by someone else already", ev.Name).See(ev.Chooser.At, "here")
		return
	}
	if by != nil && (m.Each != nil) != (by.Type.Kind == ir.List) {
		if m.Each != nil {
			c.errorf("wrong-type", m.By.At, "got %s, want a list of players", c.p.TypeName(by.Type))
		} else {
			c.errorf("wrong-type", m.By.At, "several players answer: write `choose by each p in %s`", strings.TrimSpace(m.By.Text))
		}
		by = nil
	}
	ev.Chooser = by
}

func (c *bodies) needs(ev *ir.Event, m *syntax.NeedsMember) {
	for _, n := range m.Names {
		i := ir.FieldNamed(ev.Fields, n.Text)
		if i < 0 {
			c.lacking("undefined-field", n.At, "%s has no field %s", ev.Name, n.Text).Suggest(diag.Nearest(n.Text, ir.FieldNames(ev.Fields)))
			continue
		}
		c.bind(n.At, ev.Fields[i].At)
		if t := ev.Fields[i].Type; t.Kind != ir.Inst && t.Kind != ir.Bad {
			c.errorf("wrong-type", n.At, "what is needed is in play or not, but %s is %s", n.Text, c.p.TypeName(t))
			continue
		}
		ev.Needs = append(ev.Needs, i)
	}
}

// said is a condition on a candidate, as it is said of the field whose answer it is.
func said(e *ir.Expr, it int, field *ir.Expr) *ir.Expr {
	if e.Op == ir.Temp && e.N == int64(it) {
		return field
	}
	of := *e
	of.Args = make([]*ir.Expr, len(e.Args))
	for i, a := range e.Args {
		of.Args[i] = said(a, it, field)
	}
	return &of
}
