package interp

import (
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Whether an event may happen is asked on a frame that is taken back: requirements, prohibitions, limits
// and costs, without changing anything.

// acceptable tells whether the answers that stand in the frame would be permitted. It is pure.
func (r *Run) acceptable(f *state.Frame, m *event) bool {
	r.initial(f, m.late)
	why, ok := r.permitted(f, m)
	if !ok {
		r.blame(why)
	}
	return ok
}

// blame notes what refused an answer that was tried: when one and the same thing refuses all of them,
// that is why the form has no answer.
func (r *Run) blame(why string) {
	switch r.refusal {
	case "", why:
		r.refusal = why
	default:
		r.refusal = "no_choice"
	}
}

// permitted asks requirements, limits, prohibitions and costs of the frame that is bound. It is
// pure. The text names what stands in the way.
func (r *Run) permitted(f *state.Frame, m *event) (why string, ok bool) {
	r.folded(f, m, func() { why, ok = r.asked(f, m) })
	return why, ok
}

// folded does something while the fields with layers are as they would be after the fold, if what is
// asked of the event before that reads them.
func (r *Run) folded(f *state.Frame, m *event, do func()) {
	if !m.looks {
		do()
		return
	}
	var before [ir.MaxFields]int64
	for i := range m.folds {
		before[i] = r.V.EI[m.folds[i].f.Slot]
	}
	rec, heard := r.Rec, r.Folded
	r.Rec, r.Folded = nil, nil // nothing is settled yet
	r.fold(f, m)
	r.Rec, r.Folded = rec, heard
	top := len(r.S.Frames) - 1
	do()
	for i := range m.folds {
		r.S.Stack[int(r.S.Frames[top].Ints)+m.folds[i].f.Slot] = before[i]
	}
}

// asked asks requirements, limits, prohibitions and costs.
func (r *Run) asked(f *state.Frame, m *event) (string, bool) {
	if why, ok := r.givenFits(f, m); !ok {
		return why, false
	}
	for i, ok := range m.requires {
		if !ok(r.V) && !r.waived(m, m.ev.Requires[i].Label) {
			return m.ev.Requires[i].Label, false
		}
	}
	if why, ok := r.unhindered(m); !ok {
		return why, false
	}
	if len(m.costs) > 1 {
		return r.together(m.costs)
	}
	for _, c := range m.costs {
		if why, ok := r.affordable(c); !ok {
			return why, false
		}
	}
	return "", true
}

// givenFits asks whether what the caller gave to fields of the form is an answer to them.
func (r *Run) givenFits(f *state.Frame, m *event) (string, bool) {
	if m.form != nil && f.Given != 0 {
		for i, x := range m.form.Fields {
			if f.Given&(1<<m.asked[i]) != 0 && r.valid(x, r.slotValue(x)) != nil {
				return x.F.Field.Name, false
			}
		}
	}
	return "", true
}

// unhindered asks limits and prohibitions.
func (r *Run) unhindered(m *event) (string, bool) {
	for i := range m.limits {
		if r.exhausted(&m.limits[i]) {
			return "limit", false
		}
	}
	top := int32(len(r.S.Frames) - 1)
	for _, e := range r.X.At(m.ev.ID, ir.Cannot) {
		if r.applies(e, top) {
			return r.M.HookName(int(e.Hook)), false
		}
	}
	return "", true
}

// together asks whether costs can be paid one after the other, by paying them in a copy.
func (r *Run) together(costs []*code.CallTo) (string, bool) {
	c := r.Fork()
	c.Bare = true
	depth := len(c.S.Frames)
	c.V.Bind(depth - 1)
	for i, cost := range costs {
		if why, ok := c.affordable(cost); !ok {
			return why, false
		}
		if i == len(costs)-1 {
			break
		}
		c.call(cost, -1)
		for len(c.S.Frames) > depth {
			c.reserve()
			if c.advance() { // dice or an answer decide: it may be paid
				return "", true
			}
			if c.V.Err != nil {
				return "", true
			}
		}
		c.V.Bind(depth - 1)
	}
	return "", true
}

// affordable asks whether a cost could be paid, on a frame that is taken back.
func (r *Run) affordable(c *code.CallTo) (string, bool) {
	m := &r.M.events[c.Event]
	rec := r.Rec
	r.Rec = nil // nothing happens here, so nothing is told
	defer func() { r.Rec = rec }()
	r.call(c, -1)
	top := len(r.S.Frames) - 1
	r.V.Bind(top)
	f := r.S.Top()
	r.initial(f, m.early)
	r.initial(f, m.late)
	why, ok := r.permitted(f, m)
	r.S.Pop()
	r.V.Bind(len(r.S.Frames) - 1)
	return why, ok
}

func (r *Run) waived(m *event, label string) bool {
	for _, e := range r.X.At(m.ev.ID, ir.Waive) {
		if r.M.P.Hooks[e.Hook].Target.Label == label && r.V.When(e.Hook, e.Inst) {
			return true
		}
	}
	return false
}
