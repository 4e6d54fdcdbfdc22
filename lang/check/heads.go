package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/internal/cond"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// The head of a clause is a pattern of calls. A clause that hears several events becomes a hook for each,
// and its body is compiled once for each; what the pattern demands becomes the first part of the hook's
// condition.

// heard compiles a clause on events.
func (c *clauses) heard(cl *syntax.Clause, s syntax.Heard, h ir.Hook, pl *place) []*ir.Hook {
	var out []*ir.Hook
	events, said := c.hears(s.Heads, h), len(c.list)
	for _, on := range events {
		one := h
		one.Event, one.Func = on.ids()
		at := pl.inner()
		at.done, at.stage = h.Stage.Late(), h.Stage
		inside := c.inside(at, on)
		one.When = c.anyOf(on, pl, inside)
		if on.ev == c.p.Throw && len(on.heads) == 1 {
			one.For = c.tagsOf(on.heads[0])
		}
		if s.During != nil {
			one.When = both(one.When, c.during(s.During, pl, inside))
		}
		one.Head = one.When
		out = append(out, c.clauseBody(cl, one, inside)...)
	}
	for i := said; i < len(c.list) && len(events) == 1 && events[0].ev != nil; i++ {
		if d := &c.list[i]; d.Code == "undefined-name" && !d.Mended() {
			d.Message += happensIn(c.exprs, events[0].ev, d.Span.Text())
		}
	}
	c.forgive(said, len(events))
	return out
}

// hearing is an event, or a function that is contributed to, with the heads that mean it.
type hearing struct {
	ev     *ir.Event
	figure *ir.Func
	heads  []syntax.Head
}

// ids are the numbers of the event and of the function, -1 for the one that it is not.
func (o hearing) ids() (event, figure int) {
	if o.figure != nil {
		return -1, o.figure.ID
	}
	return o.ev.ID, -1
}

// inside is a place where what a clause hears is known by its names.
func (c *clauses) inside(pl *place, on hearing) *place {
	if on.figure != nil {
		return c.inFigure(pl, on.figure)
	}
	return c.inEvent(pl, on.ev, -1)
}

// hears lists the events and functions that the heads of a clause mean, each once.
func (c *clauses) hears(heads []syntax.Head, h ir.Hook) []hearing {
	var out []hearing
	add := func(ev *ir.Event, figure *ir.Func, head syntax.Head) {
		i := slices.IndexFunc(out, func(o hearing) bool { return o.ev == ev && o.figure == figure })
		if i < 0 {
			out = append(out, hearing{ev, figure, []syntax.Head{head}})
			return
		}
		first, all := &out[i], len(out[i].heads[0].Fields) == 0
		switch {
		case !all && len(head.Fields) > 0:
			first.heads = append(first.heads, head)
		case !head.Every && !first.heads[0].Every:
			c.errorf("duplicate-name", head.At, "%s is spoken of twice, and once is all of it", head.Name.Text).See(first.heads[0].At, "the first time")
		case !all:
			first.heads = []syntax.Head{head}
		}
	}
	for _, head := range heads {
		if id, ok := c.index.funcs.of[head.Name.Text]; ok && !head.Every && h.Stage == ir.While {
			c.bind(head.Name.At, c.p.Funcs[id].At)
			if f := c.p.Funcs[id]; c.contributed(f, head.Name, h) {
				add(nil, f, head)
			}
			continue
		}
		if !head.Every {
			said := len(c.list)
			if ev := c.event(head.Name); ev != nil { // otherwise the body would only repeat it
				add(ev, nil, head)
			} else if len(c.list) > said {
				c.thatHave(&c.list[said], head)
			}
			continue
		}
		tag := c.tag(head.Name)
		for _, ev := range c.p.Events {
			if tag >= 0 && slices.Contains(ev.Tags, tag) {
				add(ev, nil, head)
			}
		}
	}
	return out
}

// thatHave adds to what is said of an unknown event which events have the fields that the head names, when these are few. One that
// is called nearly so and has none of them was not meant.
func (c *clauses) thatHave(d *diag.Diagnostic, head syntax.Head) {
	lacks := func(ev *ir.Event) bool {
		return slices.ContainsFunc(head.Fields, func(m syntax.Match) bool { return ir.FieldNamed(ev.Named(), m.Name.Text) < 0 })
	}
	if len(head.Fields) == 0 || d.Message != "there is no event "+head.Name.Text {
		return
	}
	if d.Mended() {
		near, ok := c.index.events.of[d.Mends[0].Edits[0].Text]
		if !ok || !lacks(c.p.Events[near]) {
			return
		}
	}
	var names []string
	for _, ev := range c.p.Events {
		if !lacks(ev) {
			names = append(names, ev.Name)
		}
	}
	if n := len(names); n > 0 && n <= 12 {
		d.Mends = nil
		d.Message += "; what has " + strings.Join(diag.Names(head.Fields, func(m syntax.Match) string { return m.Name.Text }), ", ") + " is " + strings.Join(names, ", ")
	}
}

// contributed tells whether a clause may contribute to a function, and reports why not. What speaks of a card and not
// of things has no bearer whose clauses could: only rules have something to say about it.
func (c *clauses) contributed(f *ir.Func, at syntax.Name, h ir.Hook) bool {
	switch {
	case f.Figure == nil:
		c.errorf("invalid-target", at.At, "%s has no layers: declare it `layers NAME`", f.Name).See(f.At, "%s is declared here", f.Name)
		return false
	case len(f.Params) > 0 && f.Params[0].Type.Kind == ir.CardOf && h.Band == ir.CardBand:
		c.errorf("invalid-target", at.At, "%s is about a card, which is not in play: only a rule contributes to it", f.Name).
			See(f.Params[0].At, "%s is a card", f.Params[0].Name)
		return false
	}
	return true
}

// anyOf is the condition that one of the heads fits the event. What it says of the fields is known in pl.
func (c *clauses) anyOf(on hearing, outer, pl *place) *ir.Expr {
	of := spokenOf(on)
	if len(on.heads) == 1 {
		return c.pattern(on.heads[0], of, outer, pl)
	}
	var all *ir.Expr
	for _, head := range on.heads {
		e := c.pattern(head, of, outer, c.inside(outer, on))
		if all != nil && e != nil {
			e = &ir.Expr{Op: ir.Or, Type: tBool, Args: []*ir.Expr{all, e}, At: all.At.Join(e.At)}
		}
		all = e
	}
	pl.know(c.p, all, true)
	return all
}

// spoken is what a head speaks of: an event or a function, and what it may compare.
type spoken struct {
	name   string
	at     source.Span
	what   string // field or parameter
	fields []*ir.Field
	throw  bool // the event of throws
}

func spokenOf(on hearing) spoken {
	if f := on.figure; f != nil {
		return spoken{f.Name, f.At, "parameter", f.Params, false}
	}
	return spokenIn(on.ev)
}

func spokenIn(ev *ir.Event) spoken {
	return spoken{ev.Name, ev.At, "field", ev.Named(), ev.Name == throwEvent}
}

// partWith is the field of what a head speaks of that has a field of a name itself, with that; "" when none has.
func partWith(c *names, fields []*ir.Field, name string) string {
	for _, f := range fields {
		var has []*ir.Field
		switch {
		case f.Type.Kind == ir.Record && f.Type.Ref >= 0:
			has = c.p.Events[f.Type.Ref].Fields
		case f.Type.Kind == ir.Inst && f.Type.Ref >= 0:
			has = c.p.Kinds[c.p.KindAt(f.Type.Ref)].Fields
		}
		if ir.FieldNamed(has, name) >= 0 {
			return f.Name + "." + name
		}
	}
	return ""
}

// happensIn says of a field that an event has not which events it happens in that have it, or of which more is known; "" where
// it happens in none.
func happensIn(c *exprs, ev *ir.Event, field string) string {
	c.wanting(everyFile)
	in, seen, things := []*ir.Event{ev}, map[*ir.Event]bool{ev: true}, 0
	for _, f := range ev.Named() {
		if f.Type.Kind == ir.Inst {
			things++
		}
	}
	var all, with []string
	for i := 0; i < len(in); i++ {
		for n, e := range c.index.events.decls {
			outer := c.p.Events[n]
			if seen[outer] || !slices.ContainsFunc(e.members, func(m syntax.Member) bool {
				_, steps := m.(*syntax.DoMember)
				return steps && slices.ContainsFunc(c.memory.callsOf(m), func(call call) bool { return call.name == in[i].Name })
			}) {
				continue
			}
			seen[outer] = true
			in = append(in, outer)
			if ir.FieldNamed(outer.Named(), field) >= 0 {
				with = append(with, outer.Name)
			}
			if i == 0 && len(outer.Named()) > 0 {
				all = append(all, outer.Name)
			}
		}
	}
	switch {
	case len(with) > 0:
		return fmt.Sprintf("; it happens in %s, as in during %s(%s: bearer)", list(with), with[0], field)
	case len(all) > 0 && things < 2: // of several it has meant one
		of := func(name string) (names []string) { // what it is about that the event itself is not
			for _, f := range c.p.Events[c.index.events.of[name]].Named() {
				if f.Type.Kind == ir.Inst && ir.FieldNamed(ev.Fields, f.Name) < 0 {
					names = append(names, f.Name)
				}
			}
			return names
		}
		slices.SortStableFunc(all, func(a, b string) int { return len(of(b)) - len(of(a)) })
		if about := of(all[0]); len(about) > 0 {
			told := diag.Names(all, func(name string) string { return strings.TrimSuffix(name+" ("+strings.Join(of(name), ", ")+")", " ()") })
			return fmt.Sprintf("; it happens in %s, as in during %s(%s: bearer)", list(told), all[0], about[0])
		}
	}
	return ""
}

// list is the first few of some names.
func list(names []string) string { return strings.Join(names[:min(len(names), 4)], ", ") }

// theOnly is the one field of which something holds; "" where there is none, or several.
func theOnly(fields []*ir.Field, holds func(*ir.Field) bool) (only string) {
	for _, f := range fields {
		if !holds(f) {
			continue
		}
		if only != "" {
			return ""
		}
		only = f.Name
	}
	return only
}

// ofKind is the one field that is of a kind with a name.
func ofKind(c *names, fields []*ir.Field, kind string) string {
	return theOnly(fields, func(f *ir.Field) bool {
		return f.Type.Kind == ir.Inst && f.Type.Ref >= 0 && c.p.Kinds[c.p.KindAt(f.Type.Ref)].Name == kind
	})
}

// bearing are the parameters that the bearer of a clause may be given as, where it is said of it.
func (c *clauses) bearing(fields []*ir.Field, value string, outer *place) (names []string) {
	bearer := outer.names["bearer"]
	if strings.TrimSpace(value) != "bearer" || bearer == nil || bearer.Type.Kind != ir.Inst {
		return nil
	}
	for _, f := range fields {
		if f.Param && f.Type.Kind == ir.Inst && f.Type.Ref >= 0 && c.p.IsA(bearer.Type.Ref, f.Type.Ref) {
			names = append(names, f.Name)
		}
	}
	return names
}

// pattern is the condition that a head fits what it speaks of. What compares with the bearer or the clause's own
// thing stands first: it cannot fail, and the machine finds the clauses by it.
func (c *clauses) pattern(head syntax.Head, of spoken, outer, pl *place) *ir.Expr {
	var mine, others *ir.Expr
	given := map[string]source.Span{}
	for _, m := range head.Fields {
		i := ir.FieldNamed(of.fields, m.Name.Text)
		if i < 0 {
			d := c.unknown("undefined-argument", m.Name.At, "%s has no %s %s", of.name, of.what, m.Name.Text)
			d.See(of.at, "%s is declared here", of.name)
			on, event := c.index.events.of[of.name]
			may := c.bearing(of.fields, m.Value.Text, outer)
			if len(may) == 1 && (!event || happensIn(c.exprs, c.p.Events[on], m.Name.Text) == "") {
				d.Suggest(may[0])
				continue
			}
			if part := partWith(c.names, of.fields, m.Name.Text); part != "" {
				d.Message += "; " + part + " is asked behind when"
				continue
			}
			if only := ofKind(c.names, of.fields, m.Name.Text); only != "" {
				d.Suggest(only)
				continue
			}
			c.meant(d, m.Name.Text, printedFields(c.names)(of.fields))
			if event && !d.Mended() {
				given := isGiven(c.p.Events[on])
				if len(may) > 1 {
					if d.Message += "; the bearer can be its " + strings.Join(may, ", "); strings.HasSuffix(given, " "+strings.Join(may, ", ")) {
						given = ""
					}
				}
				d.Message += given + happensIn(c.exprs, c.p.Events[on], m.Name.Text)
			}
			continue
		}
		f := of.fields[i]
		c.bind(m.Name.At, f.At)
		if of.throw && f.Name == forField {
			if tag := c.tag(syntax.Name{Node: m.Value.Node, Text: strings.TrimSpace(m.Value.Text)}, c.tagsOfThrows()...); tag >= 0 && !c.givenTwice(given, f.Name, m.At) {
				others = both(others, c.isFor(tag, f, m.At))
			}
			continue
		}
		if c.givenTwice(given, f.Name, m.At) || f.Type.Kind == ir.Bad {
			continue
		}
		if f.Type.IsList() || len(f.Layers) > 0 {
			what := "is a list"
			if len(f.Layers) > 0 {
				what = "has layers, it is known only later"
			}
			c.errorf("invalid-pattern", m.Name.At, "%s %s: ask about it in `when`", f.Name, what).See(f.At, "%s is declared here", f.Name)
			continue
		}
		e := c.match(m, f, outer, pl)
		switch {
		case e == nil:
		case e.Op == ir.Eq && (e.Args[1].Op == ir.SelfBearer || e.Args[1].Op == ir.Self):
			mine = both(mine, e)
		default:
			others = both(others, e)
		}
	}
	all := both(mine, others)
	pl.know(c.p, all, true)
	return all
}

// during is the condition that an event is under way around that of the clause; `as` names its record.
func (c *clauses) during(s *syntax.During, outer, pl *place) *ir.Expr {
	fields, all := c.around(s.Head, outer, 0, s.At)
	if fields == nil {
		if s.As != nil {
			pl.forget(*s.As)
		}
		return nil
	}
	pl.know(c.p, all, true)
	if s.As == nil {
		return all
	}
	c.checkName(*s.As)
	ev := fields.event
	pl.bind(*s.As, record(ev, 0))
	for _, f := range ev.Fields { // of the types that the head says
		pl.names[s.As.Text+"."+f.Name] = fields.names[f.Name]
	}
	return all
}

// within is the condition that a clause works in an event or in anything that it contains. The names of its
// fields are known then.
func (c *clauses) within(head syntax.Head, outer *place) (*place, *ir.Expr) {
	fields, all := c.around(head, outer, 1, head.At)
	if fields != nil {
		fields.event = nil
	}
	return fields, all
}

// around is the condition that an event is under way and fits a head, and a place where its fields are known.
func (c *clauses) around(head syntax.Head, outer *place, own int64, at source.Span) (*place, *ir.Expr) {
	if head.Every {
		c.errorf("invalid-pattern", head.At, "a clause acts during one event: name it")
		return nil, nil
	}
	ev := c.event(head.Name)
	if ev == nil {
		return nil, nil
	}
	ev.Around, c.unkept = true, true
	fields := outer.inner()
	fields.event = ev
	for _, f := range ev.Fields {
		fields.cover(f.Name, fields.names[f.Name])
		fields.bind(nameOf(f), &ir.Expr{Op: ir.RecField, Type: f.Type, N: int64(f.Slot), Name: f.Name, Lists: f.Type.IsList(), Args: []*ir.Expr{record(ev, own)}})
	}
	there := record(ev, own)
	there.Type.Optional = true
	there.At = head.Name.At
	is := &ir.Expr{Op: ir.Has, Type: tBool, Args: []*ir.Expr{there}, At: at}
	return fields, both(is, c.pattern(head, spokenIn(ev), outer, fields))
}

// record is an event that is under way around another, or is that one.
func record(ev *ir.Event, own int64) *ir.Expr {
	return &ir.Expr{Op: ir.Around, Type: ir.Type{Kind: ir.Record, Ref: ev.ID}, Ref: ev.ID, N: own, Name: "during(" + ev.Name + ")"}
}

// match is the condition that a field is what the pattern says.
func (c *clauses) match(m syntax.Match, f *ir.Field, outer, pl *place) *ir.Expr {
	field := *pl.names[f.Name]
	field.At = m.Name.At
	name := strings.TrimSpace(m.Value.Text)
	if f.Type.Kind == ir.Inst && outer.given(&c.sight, name, m.At) == nil {
		if kind, ok := c.index.kinds.of[name]; ok {
			c.bind(m.Value.At, c.index.kinds.decls[kind].at)
			return c.instance(m, f, &field, kind, pl)
		}
		if card, ok := c.index.cards.of[name]; ok {
			c.bind(m.Value.At, c.index.cards.decls[card].at)
			return c.instance(m, f, &field, c.p.CardRef(card), pl)
		}
	}
	if e := notation(name, m.Value.At, f.Type); e != nil {
		return &ir.Expr{Op: ir.Eq, Type: tBool, Args: []*ir.Expr{&field, e}, At: m.At}
	}
	e, diags := c.env.Equals(&field, m.Value.At, &cond.Scope{Names: outer.names, Under: outer.under, Records: c.records(outer), Facts: outer.facts, Temps: pl.temps, Hint: outer.hint,
		Terse: len(c.list) > diag.MaxGuesses})
	if pl.names[name] != nil && outer.names[name] == nil && diags.HasErrors() {
		c.errorf("invalid-pattern", m.Value.At, "a head compares with what is known beside its event: write `when %s == %s`", f.Name, name)
		return nil
	}
	c.adopt(outer.caused(diags))
	if e == nil || e.Op != ir.Eq {
		c.used.scan(name)
		return nil
	}
	c.record(e, pl)
	if v, ok := fold(e.Args[1]); ok && !c.inRange(v, f, m.Value.At) {
		return nil
	}
	e.At = m.At
	return e
}

// instance is the condition that a field is of a kind, or of a card of it; in the body it has that type.
func (c *clauses) instance(m syntax.Match, f *ir.Field, field *ir.Expr, kind int, pl *place) *ir.Expr {
	if k := field.Type.Ref; k >= 0 && !c.p.IsA(kind, k) && !c.p.IsA(k, kind) {
		c.errorf("wrong-type", m.Value.At, "%s is %s, never %s", field.Name, c.p.TypeName(field.Type), m.Value.Text)
		return nil
	}
	var e *ir.Expr
	if card := c.p.CardAt(kind); card != nil {
		is := &ir.Expr{Op: ir.Const, Type: ir.Type{Kind: ir.CardOf, Ref: card.Kind}, N: int64(card.ID), Name: m.Value.Text, At: m.Value.At}
		e = &ir.Expr{Op: ir.CallPrim, N: ir.PIs, Type: tBool, Args: []*ir.Expr{field, is}, At: m.At}
	} else {
		of := ir.Type{Kind: ir.CardOf, Ref: kind}
		all := &ir.Expr{Op: ir.Const, Type: ir.ListOf(of), Name: m.Value.Text, At: m.Value.At}
		for _, one := range c.p.Cards {
			if c.p.IsA(one.Kind, kind) {
				all.List = append(all.List, int64(one.ID))
			}
		}
		e = &ir.Expr{Op: ir.In, Type: tBool, At: m.At,
			Args: []*ir.Expr{{Op: ir.CardOfInst, Type: of, Args: []*ir.Expr{field}, At: m.Name.At}, all}}
	}
	if field.Type.Optional {
		e = both(&ir.Expr{Op: ir.Has, Type: tBool, Args: []*ir.Expr{field}, At: m.At}, e)
	}
	if c.p.IsA(kind, field.Type.Ref) {
		if c.narrow == nil {
			c.narrow = map[*ir.Field][]narrowing{}
		}
		c.narrow[f] = append(c.narrow[f], narrowing{kind, m.At, pl.stage})
		narrow := *pl.names[field.Name]
		narrow.Type.Ref = kind
		pl.names[field.Name] = &narrow
	}
	return e
}
