package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// applies tells whether a clause applies to the event at frame ev, which is bound: its condition
// holds and nothing ignores it.
func (r *Run) applies(e eval.Entry, ev int32) bool {
	if r.V.Ignored(e.Hook, e.Inst, ev) {
		r.considered(e, false, "it is ignored")
		return false
	}
	ok := r.V.When(e.Hook, e.Inst)
	if r.Why != nil {
		r.considered(e, ok, "")
	}
	return ok
}

// first is the clause with the smallest key after the cursor. What arrived after the step began
// waits for the next.
func (r *Run) first(f *state.Frame, entries []eval.Entry, active int32) (eval.Entry, state.Key, bool) {
	var best eval.Entry
	var least state.Key
	found := false
	for _, e := range entries {
		if r.S.Insts[e.Inst].Arrival >= f.Fence {
			continue
		}
		k := r.M.C.Key(r.S, e, active)
		if f.Cursor.Less(k) && (!found || k.Less(least)) {
			best, least, found = e, k, true
		}
	}
	return best, least, found
}

// ordered lets each owner order those of its clauses that differ, on events that ask for it.
func (r *Run) ordered(f *state.Frame, entries []eval.Entry, active int32, next state.Step) bool {
	top := int32(len(r.S.Frames) - 1)
	var open []eval.Entry
	var head state.Key
	for _, e := range entries {
		if ran(f, e) || r.S.Insts[e.Inst].Arrival >= f.Fence || !r.applies(e, top) || !r.free(e) {
			continue
		}
		k := r.M.C.Key(r.S, e, active)
		group := state.Key{Band: k.Band, Rank: k.Rank}
		switch {
		case len(open) == 0 || group.Less(head):
			open, head = append(open[:0], e), group
		case group == head:
			open = append(open, e)
		}
	}
	if len(open) == 0 {
		r.to(f, next)
		return false
	}
	slices.SortFunc(open, func(a, b eval.Entry) int {
		if r.M.C.Key(r.S, a, active).Less(r.M.C.Key(r.S, b, active)) {
			return -1
		}
		return 1
	})
	if slices.ContainsFunc(open, func(e eval.Entry) bool { return e.Hook != open[0].Hook }) {
		r.pend = Stop{Kind: Ask, Ask: Question{Kind: AskOrder, Event: int(f.Event), Hook: -1, Order: open,
			Players: []int32{r.chooser(f, open[0])}}}
		return true
	}
	r.runOrdered(f, open[0], top)
	return false
}

func ran(f *state.Frame, e eval.Entry) bool {
	for i := 0; i < len(f.Ran); i += 2 {
		if f.Ran[i] == e.Hook && f.Ran[i+1] == e.Inst {
			return true
		}
	}
	return false
}

func (r *Run) runOrdered(f *state.Frame, e eval.Entry, top int32) {
	f.Ran = append(slices.Clip(f.Ran), e.Hook, e.Inst)
	r.run(e, top)
}

// chooser is who answers for a clause: the owner of its bearer; for a rule, the owner of the first
// thing the event is about; else the active player.
func (r *Run) chooser(f *state.Frame, e eval.Entry) int32 {
	if o := r.S.Insts[r.V.Bearer(e.Inst)].Owner; o >= 0 {
		return o
	}
	for _, d := range r.M.P.Events[f.Event].Fields {
		if d.Type.Kind == ir.Inst {
			if n := r.S.Stack[int(f.Ints)+d.Slot]; n >= 0 && n < int64(len(r.S.Insts)) && r.S.Insts[n].Owner >= 0 {
				return r.S.Insts[n].Owner
			}
		}
	}
	return max(0, r.V.Active())
}

// free tells whether the limits of a clause allow it.
func (r *Run) free(e eval.Entry) bool {
	h := &r.M.hooks[e.Hook]
	self := r.V.Self
	r.V.Self = e.Inst
	ok := true
	for i := range h.limits {
		ok = ok && !r.exhausted(&h.limits[i])
	}
	r.V.Self = self
	if !ok {
		r.considered(e, false, "its limit is used up")
	}
	for i := 0; ok && i < len(h.costs); i++ {
		r.V.Self = e.Inst
		why := ""
		if why, ok = r.affordable(h.costs[i]); !ok {
			r.considered(e, false, "its cost cannot be paid: "+why)
		}
	}
	return ok
}

// run pushes a clause's block and spends its limits.
func (r *Run) run(e eval.Entry, ev int32) {
	h := &r.M.hooks[e.Hook]
	self := r.V.Self
	r.V.Self = e.Inst
	r.spendAll(h.limits, false)
	r.spendAll(h.limits, true)
	r.V.Self = self
	if r.Rec != nil {
		r.Rec(&journal.Entry{Kind: journal.Clause, Depth: len(r.S.Frames), Event: -1, Hook: int(e.Hook), Inst: int64(e.Inst), At: h.h.At, Hidden: r.secret(int64(e.Inst))})
	}
	if h.block < 0 {
		return
	}
	b := r.M.Blocks[h.block]
	r.S.Push(state.Frame{Sort: state.Clause, Block: int32(h.block), Event: -1, Ev: ev, Self: e.Inst, Hook: e.Hook,
		Call: -1, Owner: -1, Unwind: -1, NInts: int32(b.Ints), NLists: int32(b.Lists)})
}

// edges runs the `becomes` clauses whose conditions have turned true since they were last looked
// at, until nothing new turns true; then the event has happened, and others react.
func (r *Run) edges(f *state.Frame) {
	entries := r.X.Becomes(r.M.C)
	top := int32(len(r.S.Frames) - 1)
	if r.S.Dirty&r.M.watched != 0 && len(entries) > 0 {
		r.V.Bind(int(top))
		r.V.BindEvent(-1)
		active := r.V.Active()
		for {
			e, key, ok := r.first(f, entries, active)
			if !ok {
				break
			}
			f.Cursor = key
			if r.M.P.Hooks[e.Hook].Reads&r.S.Dirty == 0 {
				continue
			}
			at := state.Edge{Hook: e.Hook, Inst: e.Inst}
			i := slices.Index(r.S.Edges, at)
			holds := r.V.When(e.Hook, e.Inst)
			if !holds && i >= 0 {
				r.S.Edges = slices.Delete(slices.Clone(r.S.Edges), i, i+1)
			}
			if holds && i < 0 {
				r.S.Edges = insertEdge(r.S.Edges, at)
				if !r.V.Ignored(e.Hook, e.Inst, -1) && r.free(e) {
					f.Flags |= state.Fired
					r.run(e, top)
					return
				}
			}
		}
	}
	if f.Flags&state.Fired != 0 { // what ran may have turned more conditions true
		f.Flags &^= state.Fired
		r.to(f, state.Edges)
		return
	}
	r.S.Dirty = 0
	r.tell(f, journal.Done, "")
	r.to(f, state.After)
}

func insertEdge(l []state.Edge, e state.Edge) []state.Edge {
	i, _ := slices.BinarySearchFunc(l, e, func(a, b state.Edge) int {
		if a.Hook != b.Hook {
			return int(a.Hook - b.Hook)
		}
		return int(a.Inst - b.Inst)
	})
	return slices.Insert(slices.Clone(l), i, e)
}
