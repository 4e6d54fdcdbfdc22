package interp

import (
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// fold works out the fields that have layers, from the contributions of `before` clauses and of the
// `while` clauses in play. It answers the instances that this uses up.
func (r *Run) fold(f *state.Frame, m *event) (used []int32) {
	if f.Wrote != 0 {
		r.V.Bind(len(r.S.Frames) - 1)
		changed := f.Wrote
		for i := range m.follow {
			n := &m.follow[i]
			if (f.Given|f.Wrote)&(1<<n.field) == 0 && n.from&changed != 0 {
				r.initial(f, []initial{n.initial})
			}
		}
	}
	if len(m.folds) == 0 {
		return nil
	}
	r.V.Bind(len(r.S.Frames) - 1)
	parts := r.contributions(f, m)
	for i := range m.folds {
		d := &m.folds[i]
		x := r.V.EI[d.f.Slot]
		if len(parts) > 0 {
			r.tellParts(f, d, parts)
			x = r.V.Fold(d.f, x, parts, d.field, max(1, len(d.f.Layers)))
		}
		if d.min != nil {
			x = max(x, d.min(r.V))
		}
		if d.max != nil {
			x = min(x, d.max(r.V))
		}
		x = eval.Clamp(x, d.f)
		if r.Folded != nil && f.Step != state.Propose {
			r.Folded(d.f, r.V.EI[d.f.Slot], x, parts)
		}
		r.V.EI[d.f.Slot] = x
	}
	for i := range parts {
		p := &parts[i]
		if p.Inst >= 0 && r.S.Insts[p.Inst].Ending == state.WhenUsed {
			used = append(used, p.Inst)
		}
	}
	return used
}

// contributions lists what contributes to the event's fields, in order.
func (r *Run) contributions(f *state.Frame, m *event) []eval.Contribution {
	entries := r.X.At(m.ev.ID, ir.While)
	if len(entries) == 0 && len(f.Sums) == 0 {
		return nil
	}
	r.parts = r.parts[:0]
	for _, s := range f.Sums {
		r.parts = append(r.parts, eval.Contribution{Field: int(s.Field), Layer: int(s.Layer), Op: int(s.Op), Value: s.Value, Hook: s.Hook, Inst: s.Inst})
	}
	top := int32(len(r.S.Frames) - 1)
	if len(entries) == 1 { // no order to keep
		r.during(entries[0], top, &r.parts)
		return r.parts
	}
	active, cursor, fence := r.V.Active(), f.Cursor, f.Fence
	f.Cursor, f.Fence = state.First, 1<<30
	for {
		e, key, ok := r.first(f, entries, active)
		if !ok {
			break
		}
		f.Cursor = key
		r.during(e, top, &r.parts)
	}
	f.Cursor, f.Fence = cursor, fence
	return r.parts
}

var opNames = [...]string{ir.SetOp: "set", ir.AddOp: "add", ir.MulOp: "multiply", ir.DivUp: "divide", ir.DivDown: "divide", ir.RaiseOp: "raise", ir.CapOp: "cap"}

func (r *Run) tellParts(f *state.Frame, d *fold, parts []eval.Contribution) {
	if r.Rec == nil {
		return
	}
	for _, p := range parts {
		if p.Field != d.field {
			continue
		}
		r.Rec(&journal.Entry{Kind: journal.Sum, Depth: len(r.S.Frames), Event: int(f.Event), Hook: int(p.Hook), Inst: int64(p.Inst),
			Names: []string{d.f.Name}, Ints: []int64{p.Value}, Text: opNames[p.Op], At: r.M.P.Hooks[p.Hook].At, Hidden: r.secret(int64(p.Inst))})
	}
}

// tell records something about an event.
func (r *Run) tell(f *state.Frame, kind journal.Kind, text string) {
	if r.Rec == nil {
		return
	}
	ev := r.M.P.Events[f.Event]
	e := &journal.Entry{Kind: kind, Depth: len(r.S.Frames), Event: int(f.Event), Hook: -1, Inst: -1, Text: text, At: ev.At}
	for _, d := range ev.Fields {
		e.Names = append(e.Names, d.Name)
		x, l := int64(0), []int64(nil)
		if d.Type.IsList() {
			l = r.S.ListStack[int(f.Lists)+d.Slot]
		} else {
			x = r.S.Stack[int(f.Ints)+d.Slot]
		}
		e.Ints, e.Lists = append(e.Ints, x), append(e.Lists, l)
		if d.Type.Kind == ir.Inst && x >= 0 && e.Hidden == nil {
			e.Hidden = r.secret(x)
		}
	}
	r.Rec(e)
}

// secret are the players who may hear of instance n; nil when all may.
func (r *Run) secret(n int64) []int32 {
	all, out := true, []int32{}
	for p := int32(0); p < r.S.Players; p++ {
		if r.V.Visible(n, p) {
			out = append(out, p)
		} else {
			all = false
		}
	}
	if all || n < 0 || n >= int64(len(r.S.Insts)) {
		return nil
	}
	return out
}
