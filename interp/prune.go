package interp

import (
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// A form is searched field by field. What an event requires and costs is asked as soon as the fields
// it speaks of are answered, so that a branch that can lead nowhere is left at once.

// check is what can be settled when the form is answered up to a field: fields that follow from the
// answers, requirements, and costs.
type check struct {
	late     []initial
	requires []int
	costs    []*code.CallTo
}

// reach works out how far into the form of an event an expression looks: the index of the last
// field of the form that it reads, -1 when it reads none.
type reach struct {
	ev    *ir.Event
	ints  map[int64]int // by slot
	list  map[int64]int
	masks []uint64 // by field: the fields it is worked out from, directly or not
}

func newReach(ev *ir.Event) *reach {
	r := &reach{ev: ev, ints: map[int64]int{}, list: map[int64]int{}, masks: make([]uint64, len(ev.Fields))}
	for i, x := range ev.Form {
		r.slots(x.Field)[int64(x.Field.Slot)] = i
	}
	return r
}

func (r *reach) slots(f *ir.Field) map[int64]int {
	if f.Type.IsList() {
		return r.list
	}
	return r.ints
}

// field is how far the default of a field looks; the fields before it have been asked.
func (r *reach) field(f *ir.Field) int {
	if f.Chosen {
		return r.slots(f)[int64(f.Slot)]
	}
	n := r.expr(f.Default)
	if n >= 0 {
		r.slots(f)[int64(f.Slot)] = n
	}
	return n
}

func (r *reach) expr(e *ir.Expr) int {
	far := -1
	e.Walk(func(x *ir.Expr) bool {
		switch x.Op {
		case ir.EventField, ir.Local:
			slots := r.ints
			if x.Type.IsList() {
				slots = r.list
			}
			if n, ok := slots[x.N]; ok {
				far = max(far, n)
			}
		case ir.This:
			far = len(r.ev.Form) - 1
		}
		return true
	})
	return far
}

// from is a mask of the fields an expression is worked out from.
func (r *reach) from(e *ir.Expr) uint64 {
	var mask uint64
	e.Walk(func(x *ir.Expr) bool {
		switch x.Op {
		case ir.EventField, ir.Local:
			for i, f := range r.ev.Fields {
				if int64(f.Slot) == x.N && f.Type.IsList() == x.Type.IsList() {
					mask |= 1<<i | r.masks[i]
				}
			}
		case ir.This:
			mask = ^uint64(0)
		}
		return true
	})
	return mask
}

// checks sorts what is asked of an event by how far it looks: the first is what looks at no field. What
// can be waived is asked last, since who waives it may look at any field.
func (r *reach) checks(m *event, waivable map[string]bool) []check {
	out := make([]check, len(r.ev.Form)+1)
	for _, n := range m.late {
		at := &out[r.slots(n.f)[int64(n.f.Slot)]+1]
		at.late = append(at.late, n)
	}
	for i, q := range r.ev.Requires {
		if m.reads(q.Cond) {
			continue // of fields that are not folded yet: asked of a complete answer only
		}
		far := r.expr(q.Cond)
		if waivable[q.Label] {
			far = len(r.ev.Form) - 1
		}
		at := &out[far+1]
		at.requires = append(at.requires, i)
	}
	for i, c := range r.ev.Costs {
		far, folded := -1, false
		for _, a := range c.Args {
			far, folded = max(far, r.expr(a.Value)), folded || m.reads(a.Value)
		}
		if folded {
			continue
		}
		at := &out[far+1]
		at.costs = append(at.costs, m.costs[i])
	}
	return out
}

// searching is a search for a complete answer to a form.
type searching struct {
	fields []*code.FormField
	prefer bool   // the best candidates come first; else in plain order
	m      *event // whose form it is; nil for a choose statement
}

// search looks for the first complete answer that is accepted, field by field. The answer stands in
// the slots afterwards.
func (r *Run) search(q *searching) bool {
	r.refusal = ""
	return r.settled(q, 0, 0) && r.searchFrom(q, 0, 1)
}

// searchFrom goes on with open field i; what looks at the fields of the form before index next has
// been asked.
func (r *Run) searchFrom(q *searching, i, next int) bool {
	if i == len(q.fields) {
		return q.m == nil || r.rest(q.m)
	}
	x := q.fields[i]
	from, to := r.candidates(x, q.prefer)
	found := r.tryAll(q, i, next, from, to)
	r.pool = r.pool[:from]
	return found
}

// rest asks of a complete answer what the way to it has not asked: requirements and single costs have
// been, unless they look at fields as they will be folded.
func (r *Run) rest(m *event) bool {
	f := r.S.Top()
	if m.looks {
		return r.acceptable(f, m)
	}
	why, ok := r.givenFits(f, m)
	if ok {
		why, ok = r.unhindered(m)
	}
	if ok && len(m.costs) > 1 { // one by one they have been asked, but not after each other
		why, ok = r.together(m.costs)
	}
	if !ok {
		r.blame(why)
	}
	return ok
}

// tryAll goes on with each candidate of open field i in turn.
func (r *Run) tryAll(q *searching, i, next, from, to int) bool {
	x, until := q.fields[i], q.until(i)
	for n := from; n < to; n++ {
		r.setSlot(x, r.pool[n].Value)
		if r.settled(q, next, until) && r.searchFrom(q, i+1, until+1) {
			return true
		}
		if r.V.Err != nil {
			return false
		}
		if r.steps++; r.steps > r.Budget.Steps {
			r.V.Err = &LimitError{What: "choices"}
			return false
		}
	}
	return false
}

// until is the index of the last check that can be asked when open field i is answered: the fields
// of the form that stand before the next open one are known.
func (q *searching) until(i int) int {
	if q.m == nil {
		return 0
	}
	if i+1 == len(q.fields) {
		return len(q.m.form.Fields)
	}
	for n, f := range q.m.form.Fields {
		if f == q.fields[i+1] {
			return n
		}
	}
	return 0
}

// settled asks the checks from one index to another.
func (r *Run) settled(q *searching, from, to int) bool {
	if q.m == nil {
		return true
	}
	for n := from; n <= to; n++ {
		c := &q.m.steps[n]
		r.initial(r.S.Top(), c.late)
		for _, i := range c.requires {
			if !q.m.requires[i](r.V) && !r.waived(q.m, q.m.ev.Requires[i].Label) {
				r.blame(q.m.ev.Requires[i].Label)
				return false
			}
		}
		for _, cost := range c.costs {
			if why, ok := r.affordable(cost); !ok {
				r.blame(why)
				return false
			}
		}
	}
	return true
}
