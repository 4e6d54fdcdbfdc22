package check

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// answer compiles the answer to a form to come. Which form is not known: every name must be a field
// of some form, and its value must fit one of the fields of that name.
func (c *coder) answer(s *syntax.AnswerStmt, pl *place) ir.Stmt {
	out := &ir.Answer{Base: ir.At(s.At), Word: s.Word, Event: -1}
	switch s.Word {
	case "", "pass", "yes", "no":
	default:
		i, ok := c.index.events.of[s.Word]
		if !ok || c.p.Events[i].Word != ir.ActionEvent {
			c.unknown("undefined-action", s.At, "there is no action %s", s.Word).See(s.At, "an answer is pass, yes, no, an action, or `field: value`")
			return nil
		}
		out.Event = i
	}
	for _, a := range s.Args {
		if a.Name == nil {
			c.errorf("missing-name", a.At, "name the field: `answer FIELD: ...`")
			continue
		}
		types := c.chosenTypes()[a.Name.Text]
		if len(types) == 0 {
			c.lacking("undefined-field", a.Name.At, "no form asks for %s", a.Name.Text).
				Suggest(diag.Nearest(a.Name.Text, keys(c.chosenTypes())))
			continue
		}
		if e := c.oneOf(a.Value, pl, types...); e != nil {
			out.Args = append(out.Args, ir.NamedValue{Name: a.Name.Text, Value: e})
		}
	}
	return out
}

// chosenTypes are the types of what forms ask for, by name.
func (c *coder) chosenTypes() map[string][]ir.Type {
	if c.index.chosen != nil {
		return c.index.chosen
	}
	all := map[string][]ir.Type{}
	add := func(name string, t ir.Type) {
		if t.Kind != ir.Bad && !slices.Contains(all[name], t) {
			all[name] = append(all[name], t)
		}
	}
	for _, ev := range c.p.Events {
		for _, f := range ev.Fields {
			switch known := c.index.fields[f]; {
			case f.Chosen && known != nil && known.each:
				add(f.Name, f.Type.Element())
			case f.Chosen:
				add(f.Name, f.Type)
			}
		}
		walkStmts(ev.Do, func(s ir.Stmt) { addChosen(s, add) })
	}
	for _, h := range c.p.Hooks {
		walkStmts(h.Do, func(s ir.Stmt) { addChosen(s, add) })
	}
	c.index.chosen = all
	return all
}

func addChosen(s ir.Stmt, add func(string, ir.Type)) {
	if s, ok := s.(*ir.Choose); ok {
		for _, f := range s.Form {
			add(f.Field.Name, f.Field.Type)
		}
	}
}

func (c *coder) expectRefused(s *syntax.ExpectRefusedStmt) ir.Stmt {
	c.expects = true
	out := &ir.ExpectRefused{Base: ir.At(s.At)}
	if s.Label != nil {
		out.Label = s.Label.Text
		if labels := c.refusals(); !slices.Contains(labels, out.Label) {
			c.lacking("undefined-label", s.Label.At, "nothing refuses with the label %s", out.Label).
				Suggest(diag.Nearest(out.Label, labels))
		}
	}
	return out
}

func (c *coder) expectEvent(s *syntax.ExpectEventStmt, pl *place) ir.Stmt {
	c.expects = true
	ev := c.event(s.Event)
	if ev == nil {
		return nil
	}
	where := c.condition(s.Where, c.inEvent(pl, ev, -1))
	if s.No {
		return &ir.ExpectNoEvent{Base: ir.At(s.At), Event: ev.ID, Where: where}
	}
	return &ir.ExpectEvent{Base: ir.At(s.At), Event: ev.ID, Where: where}
}

// refusals are the labels that `expect refused` may name, sorted: requirements, cannots, fields of
// forms, and what the machine refuses for by itself.
func (c *coder) refusals() []string {
	labels := []string{"limit", "no_choice"}
	for _, ev := range c.p.Events {
		for _, r := range ev.Requires {
			labels = append(labels, r.Label)
		}
		for _, f := range ev.Form { // a given value that is no legal answer
			labels = append(labels, f.Field.Name)
		}
		if len(ev.Costs) > 0 {
			labels = append(labels, "cost")
		}
	}
	for _, h := range c.p.Hooks {
		if h.Stage == ir.Cannot {
			labels = append(labels, h.Label)
		}
	}
	slices.Sort(labels)
	return slices.Compact(labels)
}

func (c *coder) expectText(s *syntax.ExpectTextStmt) ir.Stmt {
	c.expects = true
	card := c.cardNamed(s.Card, -1)
	if card == nil {
		return nil
	}
	out := &ir.ExpectText{Base: ir.At(s.At), Card: card.ID, Hook: -1, Lang: s.Text.Lang.Text, Text: s.Text.Str.Text}
	if s.Part == nil {
		return out
	}
	for _, h := range card.Hooks {
		if c.p.Hooks[h].Label == s.Part.Text {
			out.Hook = h
			return out
		}
	}
	c.lacking("undefined-label", s.Part.At, "%s has no clause %s", card.Name, s.Part.Text).
		See(card.At, "%s is declared here", card.Name).Suggest(diag.Nearest(s.Part.Text, c.labels(card)))
	return nil
}
