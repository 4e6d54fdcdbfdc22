package check

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// declareEvents declares the fields of every event with their slots: parameters, then the fields
// in the order they are written (those of the form where the form stands), then `done`.
func (c *declarer) declareEvents() {
	for i, e := range c.index.events.decls {
		ev := c.p.Events[i]
		seen := map[string]source.Span{doneField: e.at}
		var frame ir.Frame
		add := func(f *ir.Field) {
			f.Slot = take(&frame, f.Name, f.Type)
			ev.Fields = append(ev.Fields, f)
		}
		var params []syntax.Param
		switch d := e.decl.(type) {
		case *syntax.EventDecl:
			params = d.Params
		case *syntax.TableDecl:
			params = d.Params
		}
		for j := range params {
			if f := c.param(&params[j], seen); f != nil {
				add(f)
			}
		}
		for _, m := range e.members {
			c.eventMember(m, seen, add)
		}
		for _, f := range ev.Fields {
			f.Class = ir.Cell
			c.absentByDefault(f)
		}
		done := &ir.Field{Name: doneField, At: e.at, Class: ir.Cell, Type: tBool, Lo: ir.None, Hi: ir.None,
			Default: &ir.Expr{Op: ir.Const, Type: tBool, At: e.at}}
		add(done)
		if n := len(ev.Fields); n > ir.MaxFields {
			c.errorf("invalid-member", e.at, "%s has %d fields, at most %d", ev.Name, n-1, ir.MaxFields-1)
		}
		ev.Done = done.Slot
		ev.Tags = c.tags(e.members)
		c.index.frames = append(c.index.frames, frame)
	}
	c.declareActions()
}

func (c *declarer) eventMember(m syntax.Member, seen map[string]source.Span, add func(*ir.Field)) {
	switch m := m.(type) {
	case *syntax.FieldMember:
		if m.Word != "" {
			c.errorf("invalid-member", m.At, "an event's field is written without %s", m.Word)
		}
		if f := c.field(m, seen); f != nil {
			add(f)
		}
	case *syntax.ChooseMember:
		for j := range m.Fields {
			s := &m.Fields[j]
			c.checkName(s.Name)
			if c.taken(seen, s.Name, "field") {
				continue
			}
			f := &ir.Field{Name: s.Name.Text, At: s.Name.At, Type: c.typeOf(s.Type), Lo: ir.None, Hi: ir.None, Chosen: true}
			if m.Each {
				if f.Type.IsList() || f.Type.Optional {
					c.errorf("wrong-type", s.Type.At, "what each player answers is a single value, got %s", c.p.TypeName(f.Type))
					f.Type = ir.Type{}
				} else if f.Type.Kind != ir.Bad {
					f.Type = ir.ListOf(f.Type)
				}
			}
			c.index.fields[f] = &fieldSyntax{texts: s.Texts, form: s, each: m.Each}
			add(f)
		}
	case *syntax.ValueMember, *syntax.BodyMember, *syntax.ActionMember, *syntax.Clause:
		c.errorf("invalid-member", m.Span(), "this does not belong in an event")
	}
}

// absentByDefault lets a caller leave out what may be absent, and lets bags begin empty.
func (c *declarer) absentByDefault(f *ir.Field) {
	switch {
	case f.Chosen || c.index.fields[f] == nil || c.index.fields[f].def != nil:
	case f.Type.Optional:
		f.Default = absent(f.Type, f.At)
	case f.Type.Kind == ir.BagType && !f.Param:
		f.Default = &ir.Expr{Op: ir.Const, Type: f.Type, At: f.At}
	}
}

// declareActions files the actions with the kinds and cards that offer them.
func (c *declarer) declareActions() {
	for i, ev := range c.p.Events {
		if ev.Word != ir.ActionEvent {
			continue
		}
		kind := -1
		if len(ev.Fields) > 0 && ev.Fields[0].Param && ev.Fields[0].Type.Kind == ir.Inst && !ev.Fields[0].Type.Optional {
			kind = ev.Fields[0].Type.Ref
		}
		if kind < 0 {
			if len(ev.Fields) == 0 || ev.Fields[0].Type.Kind != ir.Bad {
				c.errorf("missing-parameter", ev.At, "an action's first parameter is who does it: write `action %s(who: KIND)`", ev.Name)
			}
			continue
		}
		g, given := c.index.givers[i]
		switch {
		case given && g.card >= 0:
		case given && c.p.Common(g.kind, kind) < 0: // given by a thing to what it lies on
			for _, card := range c.p.Cards {
				if c.p.IsA(card.Kind, g.kind) {
					if ev.Giver < 0 { // one of its cards stands for all: what counts is that somebody gives it
						ev.Giver = card.ID
					}
					card.Actions = append(card.Actions, i)
				}
			}
		default:
			for _, k := range c.p.Kinds {
				if c.p.IsA(k.ID, kind) {
					k.Actions = append(k.Actions, i)
				}
			}
		}
	}
	for _, card := range c.p.Cards {
		slices.Sort(card.Actions)
	}
}
