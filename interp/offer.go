package interp

import (
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// What somebody at the table wants to know of a question, besides what he may answer: what he may not,
// and why. All of it only looks.

// Aside does something that only looks: the fuel that it burns is given back, and what fails in it does
// not fail the run. So the play does not depend on who asks how much.
func (r *Run) Aside(look func()) {
	left, fuel, budget, at := r.left, r.V.Fuel, r.Budget, r.V.Here()
	look()
	r.V.Back(at)
	r.left, r.V.Fuel, r.Budget = left, fuel, budget
	if r.S.Top() >= 0 { // the stack may lie elsewhere now
		r.bind()
	}
}

// InAction tells whether an action is under way.
func (r *Run) InAction() bool { return r.inAction() }

// Offer is an action, and whether it may be started now.
type Offer struct {
	Option
	Verdict Verdict
}

// Acts lists the actions that the present question could be about: those that it offers and those that
// it does not, with the reason. It is empty unless the question is which action to start.
func (r *Run) Acts() []Offer {
	q := &r.pend.Ask
	if r.pend.Kind != Ask || q.Kind != AskAct {
		return nil
	}
	var out []Offer
	r.Aside(func() {
		r.bind()
		t, who := r.instr(r.S.Top()).With.(*code.Turns), int64(-1)
		if t.Who != nil {
			who = t.Who(r.V)
		}
		r.each(t.Stmt, who, q.Players[0], func(o Option) {
			v := r.can(o.Event, o.Who, o.Giver)
			if r.V.Err != nil {
				v.OK, r.V.Err = false, nil
			}
			if v.OK || v.Why.Kind != journal.NotOffered {
				out = append(out, Offer{o, v})
			}
		})
	})
	return out
}

// About is what a reason is given for: an action that is not offered, or answers to the first fields of
// the present form.
type About struct {
	Action  *Option
	Answers []ir.Value
}

// Obstacle is a reason in the words of the rules: what is required, or which card forbids it, and where.
func (g *game) Obstacle(w Why) string {
	said := w.Label
	switch w.Kind {
	case journal.Requirement:
		if w.Via < 0 {
			return g.M.P.Events[w.Event].Name + " requires " + w.Label
		}
		return "its cost " + g.M.P.Events[w.Via].Name + " requires " + w.Label
	case journal.Prohibition:
		h := g.M.P.Hooks[w.Hook]
		by := g.HookName(int(w.Hook))
		if c := g.CardOf(int64(w.Inst)); h.Card < 0 && c >= 0 { // the word is its kind's
			by = g.M.P.Cards[c].Name + " (" + by + ")"
		}
		said = fmt.Sprintf("%s forbids it (%s:%d)", by, h.At.File.Name, h.At.Pos().Line)
	case journal.Limit:
		said = UsedUp
	case journal.NoAnswer:
		said = "there is nothing to choose"
		if w.Lacks != "" {
			said += " for " + w.Lacks
		}
	case journal.Target:
		said = "what was given for " + w.Label + " may not be chosen"
	case journal.Cost:
		return "its cost was not paid"
	}
	if w.Via >= 0 {
		return "its cost " + g.M.P.Events[w.Via].Name + ": " + said
	}
	return said
}

// Sentence is what the author of a requirement says of it, with the values of the case; "" when there
// is no such sentence.
func (r *Run) Sentence(why Why, of About, lang string) string {
	if why.Kind != journal.Requirement || why.Event < 0 {
		return ""
	}
	var t *ir.Template
	for _, q := range r.M.P.Events[why.Event].Requires {
		if q.Label == why.Label {
			if t = text.Of(q.Texts, lang); t == nil {
				t = q.Texts.En
			}
		}
	}
	return r.In(why.Event, t, of, lang)
}

// Heads tells whether a template of the event whose form is asked speaks of nothing but what that was started with, and of that only what
// who is asked sees.
func Heads(r *Run, event int, t *ir.Template) bool {
	q := &r.pend.Ask
	if t == nil || r.pend.Kind != Ask || q.Kind != AskForm || q.Event != event {
		return false
	}
	known := true
	r.Aside(func() {
		r.V.Viewer = q.Players[0]
		r.V.Bind(r.S.Top())
		for _, part := range t.Parts {
			x := part.Expr
			if x == nil {
				continue
			}
			i := slices.IndexFunc(r.M.P.Events[event].Fields, func(f *ir.Field) bool { return f.Param && x.Op == ir.EventField && !x.Lists && int64(f.Slot) == x.N })
			open := slices.ContainsFunc(q.Fields, func(f *code.FormField) bool { return int64(f.F.Field.Slot) == x.N })
			known = known && i >= 0 && !open && (x.Type.Kind != ir.Inst || r.V.Visible(*r.V.Slot(int(x.N)), r.V.Viewer))
		}
	})
	return known
}

// In fills a template of an event with the values of an action that is yet to be started, of the present form, or
// of the event that a clause may be used on; "" when they are not known.
func (r *Run) In(event int, t *ir.Template, of About, lang string) (out string) {
	q := &r.pend.Ask
	if t == nil || r.pend.Kind != Ask {
		return ""
	}
	r.Aside(func() {
		l, top := r.hush(), r.S.Top()
		r.V.Viewer = q.Players[0]
		f, ok := top, true
		switch {
		case of.Action != nil && of.Action.Event == event:
			if f, ok = r.start(event, of.Action.Who, of.Action.Giver); ok {
				r.V.Bind(f)
				r.initial(f, r.M.events[event].early)
				r.frame(f).Flags |= state.Begun
			} else {
				f = top
			}
		case of.Action == nil && q.Event == event && q.Kind == AskMay: // somebody may see less of it than it says
			r.V.Bind(f)
			ok = r.allSeen()
		case of.Action == nil && q.Event == event && q.Kind == AskForm:
			r.V.Bind(f)
			defer r.clearSlots(q.Fields)
			for i, v := range of.Answers {
				r.setSlot(q.Fields[i], v)
			}
		default:
			ok = constant(t)
		}
		if ok {
			out = r.TextIn(t, lang)
		}
		if r.V.Err != nil {
			out = ""
		}
		if f != top {
			r.S.Pop()
		}
		r.unhush(l)
	})
	return out
}

// constant tells whether a template has no parameters.
func constant(t *ir.Template) bool {
	for _, p := range t.Parts {
		if p.Expr != nil {
			return false
		}
	}
	return true
}

// Named tells whether the sentence of an entry names a thing for which something holds.
func Named(r *Run, e *journal.Entry, holds func(inst int64) bool) (yes bool) {
	filled(&r.game, e, "en", func(t *ir.Template) {
		for _, p := range t.Parts {
			switch x := p.Expr; {
			case x == nil || yes:
			case x.Type.Kind == ir.Inst:
				yes = holds(r.M.C.LateInt(x)(r.V)) && r.V.Err == nil
			case x.Type.IsList() && x.Type.Elem == ir.Inst:
				yes = slices.ContainsFunc(r.M.C.LateList(x)(r.V), holds) && r.V.Err == nil
			}
			r.V.Err = nil
		}
	})
	return yes
}
