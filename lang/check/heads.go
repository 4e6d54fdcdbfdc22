package check

import (
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
	for _, on := range c.hears(s.Heads) {
		one := h
		one.Event = on.ev.ID
		at := pl.inner()
		at.done, at.stage = h.Stage == ir.After || h.Stage == ir.MayAfter, h.Stage
		inside := c.inEvent(at, on.ev, -1)
		one.When = c.anyOf(on, pl, inside)
		if s.During != nil {
			one.When = both(one.When, c.during(s.During, pl, inside))
		}
		out = append(out, c.clauseBody(cl, one, inside)...)
	}
	return out
}

// hearing is an event with the heads that mean it.
type hearing struct {
	ev    *ir.Event
	heads []syntax.Head
}

// hears lists the events that heads mean, each once.
func (c *clauses) hears(heads []syntax.Head) []hearing {
	var out []hearing
	add := func(ev *ir.Event, head syntax.Head) {
		i := slices.IndexFunc(out, func(o hearing) bool { return o.ev == ev })
		if i < 0 {
			out = append(out, hearing{ev, []syntax.Head{head}})
			return
		}
		first, all := &out[i], len(out[i].heads[0].Fields) == 0
		switch {
		case !all && len(head.Fields) > 0:
			first.heads = append(first.heads, head)
		case !head.Every && !first.heads[0].Every:
			c.errorf("duplicate-name", head.At, "%s is spoken of twice, and once is all of it", ev.Name).See(first.heads[0].At, "the first time")
		case !all:
			first.heads = []syntax.Head{head}
		}
	}
	for _, head := range heads {
		if !head.Every {
			if ev := c.event(head.Name); ev != nil { // otherwise the body would only repeat it
				add(ev, head)
			}
			continue
		}
		tag := c.tag(head.Name)
		for _, ev := range c.p.Events {
			if tag >= 0 && slices.Contains(ev.Tags, tag) {
				add(ev, head)
			}
		}
	}
	return out
}

// anyOf is the condition that one of the heads fits the event. What it says of the fields is known in pl.
func (c *clauses) anyOf(on hearing, outer, pl *place) *ir.Expr {
	if len(on.heads) == 1 {
		return c.pattern(on.heads[0], on.ev, outer, pl)
	}
	var all *ir.Expr
	for _, head := range on.heads {
		e := c.pattern(head, on.ev, outer, c.inEvent(outer, on.ev, -1))
		if all != nil && e != nil {
			e = &ir.Expr{Op: ir.Or, Type: tBool, Args: []*ir.Expr{all, e}, At: all.At.Join(e.At)}
		}
		all = e
	}
	pl.know(c.p, all, true)
	return all
}

// pattern is the condition that a head fits the event. What compares with the bearer or the clause's own
// thing stands first: it cannot fail, and the machine finds the clauses by it.
func (c *clauses) pattern(head syntax.Head, ev *ir.Event, outer, pl *place) *ir.Expr {
	var mine, others *ir.Expr
	given := map[string]source.Span{}
	fields := ev.Fields[:len(ev.Fields)-1] // but for `done`
	for _, m := range head.Fields {
		i := ir.FieldNamed(fields, m.Name.Text)
		if i < 0 {
			c.unknown("undefined-argument", m.Name.At, "%s has no field %s", ev.Name, m.Name.Text).
				See(ev.At, "%s is declared here", ev.Name).Suggest(diag.Nearest(m.Name.Text, ir.FieldNames(fields)))
			continue
		}
		f := fields[i]
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
	pl.bind(s.As.Text, record(ev, 0))
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
	ev.Around = true
	fields := outer.inner()
	fields.event = ev
	for _, f := range ev.Fields {
		fields.bind(f.Name, &ir.Expr{Op: ir.RecField, Type: f.Type, N: int64(f.Slot), Name: f.Name, Lists: f.Type.IsList(), Args: []*ir.Expr{record(ev, own)}})
	}
	there := record(ev, own)
	there.Type.Optional = true
	there.At = head.Name.At
	is := &ir.Expr{Op: ir.Has, Type: tBool, Args: []*ir.Expr{there}, At: at}
	return fields, both(is, c.pattern(head, ev, outer, fields))
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
	if f.Type.Kind == ir.Inst && outer.names[name] == nil {
		if kind, ok := c.index.kinds.of[name]; ok {
			return c.instance(m, f, &field, kind, pl)
		}
		if card, ok := c.index.cards.of[name]; ok {
			return c.instance(m, f, &field, c.p.CardRef(card), pl)
		}
	}
	if e := notation(name, m.Value.At, f.Type); e != nil {
		return &ir.Expr{Op: ir.Eq, Type: tBool, Args: []*ir.Expr{&field, e}, At: m.At}
	}
	e, diags := c.env.Equals(&field, m.Value.At, &cond.Scope{Names: outer.names, Facts: outer.facts, Temps: outer.temps, Hint: outer.hint,
		Terse: len(c.list) > diag.MaxGuesses})
	if pl.names[name] != nil && outer.names[name] == nil && diags.HasErrors() {
		c.errorf("invalid-pattern", m.Value.At, "a head compares with what is known beside its event: write `when %s == %s`", f.Name, name)
		return nil
	}
	c.adopt(diags)
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
