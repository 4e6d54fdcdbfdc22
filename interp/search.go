package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// A form is searched field by field, with one search for all who ask: whether there is an answer, which
// one an automatic player takes, what somebody else may choose, and whether an answer will do. What an
// event requires and costs is asked as soon as the fields it speaks of are answered, so that a branch
// that can lead nowhere is left at once.

// search is a search for a complete answer.
type search struct {
	f      int32
	m      *event // whose form it is; nil for a choose statement
	form   *code.Form
	prefer bool // the best candidates come first; else in plain order
	both   bool // an answer has to be permitted in another view, too: full
	full   int32
	named  []*ir.Value // answers that are fixed, by the form's fields; nil: none
	err    error       // why a fixed answer is none
	why    Why         // what refused the answers that were tried; Choice when it was not always the same
	lacks  string      // the last field for which there was nothing to choose
}

// search looks for the first complete answer that is permitted. The answer stands in the slots
// afterwards.
func (r *legal) search(q *search) Verdict {
	q.why, q.lacks = Why{}, ""
	open := r.frame(q.f).Open
	defer func() { r.frame(q.f).Open = open }()
	if r.settled(q, 0) && r.from(q, 0) {
		return fine
	}
	r.frame(q.f).Open = open
	if q.m != nil && r.V.Err == nil {
		if v := r.foremost(q.f, q.m); !v.OK { // not for want of a choice, then
			return v
		}
	}
	if q.why.Kind == journal.NoWhy {
		r.blame(q, Why{Kind: journal.NoAnswer, Label: "no_choice", Event: -1, Via: -1, Hook: -1, Inst: -1, Lacks: q.lacks})
	}
	if q.m != nil && q.why.Event < 0 {
		q.why.Event = q.m.ev.ID
	}
	return no(q.why)
}

// blame notes what refused an answer that was tried: when one and the same thing refuses all of them,
// that is why the form has no answer.
func (r *legal) blame(q *search, why Why) {
	switch {
	case q.why.Kind == journal.NoWhy:
		q.why = why
	case q.why.Kind != why.Kind || q.why.Label != why.Label || q.why.Event != why.Event:
		q.why = Why{Kind: journal.NoAnswer, Label: "no_choice", Event: -1, Via: -1, Hook: -1, Inst: -1}
	}
}

// from goes on with field i of the form.
func (r *legal) from(q *search, i int) bool {
	if i == len(q.form.Fields) {
		return r.complete(q)
	}
	x := q.form.Fields[i]
	open := r.frame(q.f).Open
	if q.m != nil && r.frame(q.f).Given&(1<<q.m.asked[i]) != 0 {
		if !r.given(q.m, i) {
			r.blame(q, r.misfit(q.m, x).Why)
			return false
		}
		return r.settled(q, i+1) && r.from(q, i+1)
	}
	if q.named != nil && q.named[i] != nil {
		c := *q.named[i]
		if err := r.valid(x, c); err != nil {
			if q.err == nil {
				q.err = r.because(x, c, err)
			}
			r.blame(q, Why{Kind: journal.Target, Label: x.F.Field.Name, Event: -1, Via: -1, Hook: -1, Inst: -1})
			return false
		}
		if x.F.Some {
			c = r.inOrder(x, c)
		}
		r.setSlot(x, c)
		r.answers(q, i, open)
		return r.settled(q, i+1) && r.from(q, i+1)
	}
	from, to := r.candidates(x, q.prefer)
	found := false
	if from == to {
		q.lacks = x.F.Field.Name
	}
	for n := from; n < to && !found && r.V.Err == nil; n++ {
		if !r.burn() {
			break
		}
		r.setSlot(x, r.pool[n].Value)
		r.answers(q, i, open)
		found = r.settled(q, i+1) && r.from(q, i+1)
	}
	r.pool = r.pool[:from]
	return found && r.V.Err == nil
}

// answers notes that field i of the form is answered, where so much was open before.
func (r *legal) answers(q *search, i int, open uint64) {
	if q.m != nil {
		r.frame(q.f).Open = open &^ (1 << q.m.asked[i])
	}
}

// settled asks what looks at the form up to its first n fields, and no shorter.
func (r *legal) settled(q *search, n int) bool {
	if q.m == nil {
		return true
	}
	c := &q.m.steps[n]
	r.initial(q.f, c.late)
	for _, i := range c.requires {
		if v := r.required(q.m, i); !v.OK {
			r.blame(q, v.Why)
			return false
		}
	}
	for _, cost := range c.costs {
		if v := r.affordable(cost); !v.OK {
			r.blame(q, v.Why)
			return false
		}
	}
	return true
}

// complete asks of a complete answer what the way to it has not asked: requirements and a first cost
// have been, unless they look at fields as they will be folded.
func (r *legal) complete(q *search) bool {
	if len(r.S.Banned) > 0 && r.banned(q.form) {
		r.blame(q, Why{Kind: journal.Unseen, Label: "hidden", Event: -1, Via: -1, Hook: -1, Inst: -1})
		return false
	}
	if q.m == nil {
		return r.V.Err == nil
	}
	v := fine
	if q.m.looks {
		v = r.permitted(q.f, q.m)
	} else {
		v = r.unhindered(q.f, q.m, 0)
		if v.OK && len(q.m.costs) > 1 { // the first has been asked, but the others live on what it leaves
			v = r.together(q.m.costs)
		}
	}
	if v.OK && q.both {
		viewer := r.V.Viewer
		r.V.Viewer = q.full
		r.initial(q.f, q.m.late)
		v = r.permitted(q.f, q.m)
		r.V.Viewer = viewer
	}
	if !v.OK {
		r.blame(q, v.Why)
	}
	return v.OK && r.V.Err == nil
}

// everybody asks of a form that several players answer, each for himself, whether there is an answer of each. The
// event is judged when all have answered; what looks at no answer is asked before.
func (r *legal) everybody(f int32, m *event) Verdict {
	if v := r.foremost(f, m); !v.OK {
		return v
	}
	out := no(Why{Kind: journal.NoAnswer, Label: "no_choice", Event: m.ev.ID, Via: -1, Hook: -1, Inst: -1})
	players := m.form.By.List(r.V)
	for i, x := range m.form.Fields { // one answer of each
		if r.frame(f).Given&(1<<m.asked[i]) != 0 && len(*r.V.ListSlot(int(x.Slot.N))) != len(players) {
			return r.misfit(m, x)
		}
	}
	for _, p := range players {
		if out = r.search(r.own(f, m, p)); !out.OK {
			out.Why.Event = m.ev.ID
			break
		}
	}
	return out
}

// own is the search for the answer of one of several players, who looks from now on: that he is asked, and what the
// caller gave for him, is known in it.
func (r *legal) own(f int32, m *event, player int64) *search {
	r.V.Viewer = int32(player)
	q := &search{f: f, form: m.form, named: make([]*ir.Value, len(m.form.Fields))}
	at := slices.Index(m.form.By.List(r.V), player)
	for i, x := range m.form.Fields {
		if r.frame(f).Given&(1<<m.asked[i]) != 0 {
			q.named[i] = &ir.Value{N: (*r.V.ListSlot(int(x.Slot.N)))[at]}
		}
	}
	r.V.Temp(ir.OfAsked, player)
	return q
}

// banned tells whether the answer in the slots is one that something hidden forbids.
func (r *legal) banned(form *code.Form) bool {
	return slices.ContainsFunc(r.S.Banned, func(s []state.Value) bool {
		for i, x := range form.Fields {
			if i >= len(s) || !state.EqualValues([]state.Value{state.Value(r.slotValue(x))}, s[i:i+1]) {
				return false
			}
		}
		return true
	})
}

func (r *picker) clearSlots(fields []*code.FormField) {
	for _, x := range fields {
		r.clearSlot(x)
	}
}

// forget takes back what was tried as an answer to a form, and what the event that asks, if one does, has worked out
// from it: nobody finds traces of it in the record.
func (r *asker) forget(f int32, m *event, fields []*code.FormField) {
	r.clearSlots(fields)
	if m == nil {
		return
	}
	open := m.choices &^ r.frame(f).Given
	for i := range m.late {
		n := &m.late[i]
		switch {
		case r.frame(f).Given&(1<<n.field) != 0 || m.reads.masks[n.field]&open == 0:
		case n.value.List != nil:
			*r.V.FieldList(n.slot) = nil
		default:
			*r.V.Field(n.slot) = unanswered(n.f.Type)
		}
	}
}

func (r *picker) clearSlot(x *code.FormField) {
	r.setSlot(x, ir.Value{N: unanswered(x.F.Type)})
}

// slotValue is the answer to a field of a form; where several players answer, that of the one who is asked.
func (r *picker) slotValue(x *code.FormField) ir.Value {
	if x.F.Own >= 0 {
		return ir.Value{N: eval.TempOf(r.V, x.F.Own)}
	}
	if x.Slot.List {
		return ir.Value{L: *r.V.ListSlot(int(x.Slot.N))}
	}
	return ir.Value{N: *r.V.Slot(int(x.Slot.N))}
}

func (r *picker) setSlot(x *code.FormField, c ir.Value) {
	if x.F.Own >= 0 {
		r.V.Temp(x.F.Own, c.N)
	} else if x.Slot.List {
		*r.V.ListSlot(int(x.Slot.N)) = c.L
	} else {
		*r.V.Slot(int(x.Slot.N)) = c.N
	}
}
