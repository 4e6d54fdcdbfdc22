package check

import (
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// lowerEvents compiles the steps of every event. The ranges of all fields come first: calls are
// checked against them.
func (c *checker) lowerEvents() {
	for _, ev := range c.p.Events {
		for _, f := range ev.Fields {
			c.lowerRange(f)
		}
	}
	for i, e := range c.index.eventDecls {
		c.lowerEvent(c.p.Events[i], e)
	}
}

// eventPlace is where an event's own texts stand, before its fields are in scope.
func (c *checker) eventPlace(ev *ir.Event) *place {
	pl := nowhere()
	if g, ok := c.index.givers[ev.ID]; ok {
		switch {
		case g.card >= 0:
			pl = c.selfPlace(c.p.Cards[g.card].Kind, c.p.Cards[g.card])
		case c.common(g.kind, c.firstKind(ev)) < 0:
			pl = c.selfPlace(g.kind, nil)
		default: // the piece's own action: itself is who does it
			self := eventField(ev.Fields[0])
			pl.bind("self", self)
			pl.bind("bearer", self)
			pl.bind("owner", &ir.Expr{Op: ir.OwnerOf, Type: tPlayer, Args: []*ir.Expr{self}, Name: "owner"})
		}
	}
	pl.mode, pl.frame = eventMode, &ev.Frame
	return pl
}

// firstKind is the kind of an event's first parameter; -1 when it is none.
func (c *checker) firstKind(ev *ir.Event) int {
	if len(ev.Fields) > 0 && ev.Fields[0].Type.Kind == ir.Inst {
		return ev.Fields[0].Type.Ref
	}
	return -1
}

func (c *checker) lowerEvent(ev *ir.Event, e *entry) {
	base := c.eventPlace(ev)
	list := members(e.decl)
	for i, f := range ev.Fields {
		s := c.index.fields[f]
		if s == nil {
			continue
		}
		above := c.inEvent(base, ev, i)
		c.lowerDefault(f, above)
		if s.form != nil {
			if ff := c.formField(s.form, f, above, ev); ff != nil {
				ev.Form = append(ev.Form, ff)
			}
		}
	}
	all := c.inEvent(base, ev, -1)
	for _, f := range ev.Fields {
		if s := c.index.fields[f]; s != nil {
			f.Min, f.Max = c.optionalExpr(s.min, all, f.Type), c.optionalExpr(s.max, all, f.Type)
			if (s.min != nil || s.max != nil) && len(f.Layers) == 0 {
				c.errorf("invalid-member", f.At, "min and max end a fold, but %s has no layers", f.Name)
			}
			if len(f.Layers) > 0 && !numeric(f.Type) && f.Type.Kind != ir.Bad {
				c.errorf("invalid-type", f.At, "only numbers can be added to, %s is %s", f.Name, c.p.TypeName(f.Type))
			}
		}
	}
	ev.Texts = c.memberTexts(list, all)
	ev.Chooser, ev.Owner, ev.Prefer, ev.Ordered = nil, nil, nil, false
	after := c.conditions(ev, list, all)
	for _, m := range list {
		switch m := m.(type) {
		case *syntax.ChooseMember:
			c.chooser(ev, m, c.inEvent(base, ev, c.firstChosen(ev, m)))
		case *syntax.OrderedMember:
			ev.Ordered = true
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
			if l := c.limit(m, all); l != nil {
				ev.Limits = append(ev.Limits, l)
			}
		case *syntax.CostMember:
			if emit := c.emit(m.Call, after, m.At); emit != nil {
				ev.Costs = append(ev.Costs, emit)
			}
		}
	}
	c.procedure(ev, e, after)
}

// conditions compiles the requirements; what they establish is known afterwards.
func (c *checker) conditions(ev *ir.Event, list []syntax.Member, all *place) *place {
	after := all.inner()
	labels := map[string]source.Span{}
	for _, m := range list {
		m, ok := m.(*syntax.RequireMember)
		if !ok || c.taken(labels, m.Label, "requirement") {
			continue
		}
		e := c.expr(m.Cond, after, tBool)
		ev.Requires = append(ev.Requires, &ir.Require{Label: m.Label.Text, At: m.At, Cond: e, Texts: c.texts(m.Texts, all)})
		after.know(e, true)
	}
	return after
}

// procedure compiles what the event does; several `do` (of extensions) follow each other.
func (c *checker) procedure(ev *ir.Event, e *entry, pl *place) {
	if t, ok := e.decl.(*syntax.TableDecl); ok {
		ev.Do = c.rowsProcedure(ev, t, pl)
		return
	}
	for _, m := range members(e.decl) {
		m, ok := m.(*syntax.DoMember)
		if !ok {
			continue
		}
		b := c.block(m.Body, pl)
		if ev.Do == nil {
			ev.Do = b
		} else {
			ev.Do.Stmts = append(ev.Do.Stmts, b.Stmts...)
		}
	}
}

// firstChosen is the index of the first field of a form: who chooses is decided before.
func (c *checker) firstChosen(ev *ir.Event, m *syntax.ChooseMember) int {
	if len(m.Fields) > 0 {
		for i, f := range ev.Fields {
			if f.Name == m.Fields[0].Name.Text {
				return i
			}
		}
	}
	return -1
}

func (c *checker) chooser(ev *ir.Event, m *syntax.ChooseMember, pl *place) {
	by := c.players(m.By, pl)
	if ev.Chooser != nil && by != nil && ev.Chooser.At.Text() != by.At.Text() {
		c.errorf("conflicting-form", m.By.At, "the form of %s is answered by someone else already", ev.Name).See(ev.Chooser.At, "here")
		return
	}
	if by != nil && m.Each != (by.Type.Kind == ir.List) {
		if m.Each {
			c.errorf("wrong-type", m.By.At, "got %s, want a list of players", c.p.TypeName(by.Type))
		} else {
			c.errorf("wrong-type", m.By.At, "several players answer: write `choose by each %s`", strings.TrimSpace(m.By.Text))
		}
		by = nil
	}
	ev.Chooser = by
}

func (c *checker) needs(ev *ir.Event, m *syntax.NeedsMember) {
	for _, n := range m.Names {
		i := fieldIndex(ev.Fields, n.Text)
		if i < 0 {
			c.lacking("undefined-field", n.At, "%s has no field %s", ev.Name, n.Text).Suggest(diag.Nearest(n.Text, fieldNames(ev.Fields)))
			continue
		}
		if t := ev.Fields[i].Type; t.Kind != ir.Inst {
			c.errorf("wrong-type", n.At, "what is needed is in play or not, but %s is %s", n.Text, c.p.TypeName(t))
			continue
		}
		ev.Needs = append(ev.Needs, i)
	}
}

func fieldNames(list []*ir.Field) []string {
	var names []string
	for _, f := range list {
		names = append(names, f.Name)
	}
	return names
}

func numeric(t ir.Type) bool {
	switch t.Kind {
	case ir.Int, ir.Length, ir.Dice, ir.Target, ir.Bool, ir.EnumType:
		return true
	}
	return false
}

// player compiles a text as a player, who may be absent.
func (c *checker) player(s syntax.Slice, pl *place) *ir.Expr {
	t := tPlayer
	t.Optional = true
	return c.expr(s, pl, t)
}

// players compiles a text as a player or a list of players.
func (c *checker) players(s syntax.Slice, pl *place) *ir.Expr {
	e := c.expr(s, pl, tAny)
	if e == nil {
		return nil
	}
	t := scalar(e.Type)
	if t.Kind != ir.Inst || t.Ref != ir.PlayerKind || e.Type.Optional {
		c.errorf("wrong-type", s.At, "got %s, want a player or a list of players", c.p.TypeName(e.Type))
		return nil
	}
	return e
}

// limit compiles `limit [tries] N per KEYS per SPAN`.
func (c *checker) limit(m *syntax.LimitMember, pl *place) *ir.Limit {
	l := &ir.Limit{At: m.At, Tries: m.Tries, Span: -1}
	if n, err := strconv.ParseInt(m.Times.Text, 10, 64); err == nil { // once and twice are numbers too
		l.Times = &ir.Expr{Op: ir.Const, Type: tInt, N: n, At: m.Times.At}
	} else {
		l.Times = c.expr(m.Times, pl, tInt)
	}
	keys, span := m.Keys, m.SpanName
	if span != nil && len(keys) == 0 && !c.isSpan(span.Text) { // `per bearer` alone
		keys, span = []syntax.Slice{{Node: span.Node, Text: span.Text}}, nil
	}
	if span == nil && len(keys) > 0 { // `per round` alone: a span where a key should be
		if last := keys[len(keys)-1]; c.isSpan(last.Text) {
			span = &syntax.Name{Node: last.Node, Text: last.Text}
			keys = keys[:len(keys)-1]
		}
	}
	if len(keys) == 0 {
		per := "SPAN"
		if span != nil {
			per = span.Text
		}
		c.errorf("missing-key", m.At, "say whose limit it is: `limit once per bearer per %s`", per)
		return nil
	}
	if span == nil {
		c.errorf("missing-span", m.At, "say how long the limit counts: `per SPAN`, or `per game`")
		return nil
	}
	if span.Text != "game" {
		if l.Span = c.span(*span); l.Span < 0 {
			return nil
		}
	}
	for _, k := range keys {
		e := c.expr(k, pl, tAny)
		if e == nil {
			continue
		}
		if e.Type.IsList() {
			c.errorf("wrong-type", k.At, "a limit counts for one value, got %s", c.p.TypeName(e.Type))
			continue
		}
		l.Keys = append(l.Keys, e)
	}
	if n := len(keys); n > ir.MaxKeys {
		c.errorf("invalid-member", m.At, "a limit counts by at most %d values together, got %d", ir.MaxKeys, n)
		return nil
	}
	return l
}

func (c *checker) isSpan(name string) bool {
	i, ok := c.index.events[name]
	return name == "game" || ok && c.p.Events[i].Word == ir.SpanEvent
}

// span resolves the name of a span; -1 when it is none.
func (c *checker) span(n syntax.Name) int {
	i, ok := c.index.events[n.Text]
	if ok && c.p.Events[i].Word == ir.SpanEvent {
		return i
	}
	if ok {
		c.unknown("undefined-span", n.At, "%s is no span, it does not last", n.Text).See(c.p.Events[i].At, "%s is declared here", n.Text)
		return -1
	}
	names := []string{}
	for _, ev := range c.p.Events {
		if ev.Word == ir.SpanEvent {
			names = append(names, ev.Name)
		}
	}
	c.unknown("undefined-span", n.At, "there is no span %s", n.Text).Suggest(diag.Nearest(n.Text, names))
	return -1
}

// event resolves the name of an event; nil when there is none.
func (c *checker) event(n syntax.Name) *ir.Event {
	i, ok := c.index.events[n.Text]
	if ok {
		return c.p.Events[i]
	}
	c.used.scan(n.Text)
	if e := c.decls.events.entries[n.Text]; e != nil {
		c.unknown("undefined-event", n.At, "%s is a %s, it gives a value and does nothing", n.Text, e.word).See(e.at, "%s is declared here", n.Text)
		return nil
	}
	c.unknown("undefined-event", n.At, "there is no event %s", n.Text).Suggest(c.near(n.Text, func() []string { return keys(c.index.events) }))
	return nil
}
