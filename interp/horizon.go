package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// A form is searched field by field. What an event requires and costs is asked as soon as the fields
// it speaks of are answered, so that a branch that can lead nowhere is left at once.

// asks is what can be settled when the form is answered up to a field: fields that follow from the
// answers, requirements, and costs.
type asks struct {
	late     []initial
	requires []int
	costs    []*code.CallTo
}

// horizon works out how far into the form of an event an expression looks: the index of the last
// field of the form that it reads, -1 when it reads none.
type horizon struct {
	ev    *ir.Event
	ints  map[int64]int // by slot
	list  map[int64]int
	masks []uint64 // by field: the fields it is worked out from, directly or not
}

func newHorizon(ev *ir.Event) *horizon {
	r := &horizon{ev: ev, ints: map[int64]int{}, list: map[int64]int{}, masks: make([]uint64, len(ev.Fields))}
	for i, x := range ev.Form {
		r.slots(x.Field)[int64(x.Field.Slot)] = i
	}
	return r
}

func (r *horizon) slots(f *ir.Field) map[int64]int {
	if f.Type.IsList() {
		return r.list
	}
	return r.ints
}

// field is how far the default of a field looks; the fields before it have been asked.
func (r *horizon) field(f *ir.Field) int {
	if f.Chosen {
		return r.slots(f)[int64(f.Slot)]
	}
	n := r.expr(f.Default)
	if n >= 0 {
		r.slots(f)[int64(f.Slot)] = n
	}
	return n
}

func (r *horizon) expr(e *ir.Expr) int {
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
func (r *horizon) from(e *ir.Expr) uint64 {
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

// ofClause is a mask of the fields that a `while` clause is worked out from.
func (r *horizon) ofClause(h *ir.Hook) uint64 {
	mask := r.from(h.When)
	var block func(b *ir.Block)
	block = func(b *ir.Block) {
		if b == nil {
			return
		}
		for _, s := range b.Stmts {
			switch s := s.(type) {
			case *ir.ContributeField:
				mask |= r.from(s.Value)
			case *ir.If:
				mask |= r.from(s.Cond)
				block(s.Then)
				block(s.Else)
			default: // a while holds nothing else
			}
		}
	}
	block(h.Do)
	return mask
}

// any tells whether one of some expressions is worked out from one of a set of fields.
func (r *horizon) any(of uint64, all ...*ir.Expr) bool {
	return slices.ContainsFunc(all, func(e *ir.Expr) bool { return r.from(e)&of != 0 })
}

// checks sorts what is asked of an event by how far it looks: the first is what looks at no field. What
// can be waived is asked last, since who waives it may look at any field.
func (r *horizon) checks(m *event, waivable map[string]bool) []asks {
	out := make([]asks, len(r.ev.Form)+1)
	for _, n := range m.late {
		at := r.slots(n.f)[int64(n.f.Slot)] + 1
		out[at].late = append(out[at].late, n)
	}
	for i, q := range r.ev.Requires {
		if m.inside || m.folded(q.Cond) {
			continue // of fields that are not folded yet: asked of a complete answer only
		}
		far := r.expr(q.Cond)
		if waivable[q.Label] {
			far = len(r.ev.Form) - 1
		}
		out[far+1].requires = append(out[far+1].requires, i)
	}
	for i, c := range r.ev.Costs[:min(1, len(r.ev.Costs))] { // the others may live on what the first gives
		far, late := -1, r.ev.Around
		for _, a := range c.Args {
			far, late = max(far, r.expr(a.Value)), late || m.folded(a.Value)
		}
		if !late {
			out[far+1].costs = append(out[far+1].costs, m.costs[i])
		}
	}
	return out
}

// unanswered is what stands in the slot of a field that nobody has answered.
func unanswered(t ir.Type) int64 {
	if t.Optional || t.Kind == ir.Inst {
		return ir.None
	}
	return 0
}
