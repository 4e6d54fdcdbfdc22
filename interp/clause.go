package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// flow takes events through their pipeline: one step a call, told by the frame where it stands.
type flow struct {
	asker
}

// clauses runs the clauses of a step in their order, one a call, and then moves on.
func (r *flow) clauses(f int32, m *event, step state.Step) bool {
	if len(r.X.At(m.ev.ID, step.Stage())) == 0 {
		r.to(f, step+1)
		return false
	}
	r.V.Bind(f)
	entries, list := r.V.Asked(m.ev.ID, step.Stage())
	wanted := r.inTurn(f, m, step, entries)
	r.V.Done(list)
	return wanted
}

// inTurn does so for the clauses that the event may concern. Nearly always that is one, which has no order to keep.
func (r *flow) inTurn(f int32, m *event, step state.Step, entries []eval.Entry) bool {
	stage := step.Stage()
	if m.ev.Ordered && (stage == ir.Before || stage == ir.After) {
		return r.ordered(f, entries, r.V.Active(), step+1)
	}
	for more := len(entries) > 0; more; more = len(entries) > 1 {
		fr := r.frame(f)
		e, key, ok := entries[0], state.Key(0), entries[0].Inst < fr.Fence
		if len(entries) > 1 || fr.Cursor > 0 {
			e, key, ok = r.next(entries, fr.Cursor, fr.Fence, r.V.Active())
		}
		if !ok {
			break
		}
		switch {
		case len(r.S.Rans) > 0 && r.S.HasRan(state.Ran{Frame: f, Hook: e.Hook, Inst: e.Inst}) ||
			stage.Moment() == ir.Instead && r.replaced(f, e) || m.ev == r.M.P.Throw && !r.hears(f, e) || !r.applies(e, f) || !r.free(e):
			r.frame(f).Cursor = key
			if r.V.Err != nil {
				return false
			}
		case stage.May():
			r.askMay(f, m, e)
			return true
		case r.runBriefly(e):
			r.frame(f).Cursor = key
			if r.used(e.Inst) || r.V.Err != nil {
				return false
			}
		default:
			r.frame(f).Cursor = r.M.C.Key(r.S, e, r.V.Active())
			r.run(e, f)
			return false
		}
	}
	r.unasked(m.ev.ID, stage, entries)
	r.to(f, step+1)
	return false
}

// askMay asks whether an optional clause is used on the event at place f.
func (r *flow) askMay(f int32, m *event, e eval.Entry) {
	r.pend = Stop{Kind: Ask, Ask: Question{Kind: AskMay, Event: m.ev.ID, Hook: int(e.Hook), Inst: e.Inst, Players: seat(r.chooser(f, e))}}
}

// ordered lets each owner order those of its clauses that differ, on events that ask for it.
func (r *flow) ordered(f int32, entries []eval.Entry, active int32, next state.Step) bool {
	var open []eval.Entry
	var head state.Key
	for _, e := range entries {
		if r.S.HasRan(state.Ran{Frame: f, Hook: e.Hook, Inst: e.Inst}) || e.Inst >= r.frame(f).Fence || !r.applies(e, f) || !r.free(e) {
			continue
		}
		group := r.M.C.Key(r.S, e, active).Group()
		switch {
		case len(open) == 0 || group < head:
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
		if r.M.C.Key(r.S, a, active) < r.M.C.Key(r.S, b, active) {
			return -1
		}
		return 1
	})
	if slices.ContainsFunc(open, func(e eval.Entry) bool { return e.Hook != open[0].Hook }) {
		r.pend = Stop{Kind: Ask, Ask: Question{Kind: AskOrder, Event: int(r.frame(f).Event), Hook: -1, Order: open,
			Players: []int32{r.chooser(f, open[0])}}}
		return true
	}
	r.runOrdered(f, open[0])
	return false
}

func (r *flow) runOrdered(f int32, e eval.Entry) {
	r.S.Rans = append(r.S.Rans, state.Ran{Frame: f, Hook: e.Hook, Inst: e.Inst})
	r.run(e, f)
}

// stands tells that a clause stands in place of the event at place ev.
func (r *flow) stands(ev int32, e eval.Entry) {
	r.tell(ev, journal.Replaced, Why{Label: r.M.HookName(int(e.Hook)), Event: -1, Via: -1, Hook: e.Hook, Inst: e.Inst})
}

// run pushes a clause's block on the event at place ev and spends its limits.
func (r *flow) run(e eval.Entry, ev int32) {
	if !r.burn() {
		return
	}
	h := &r.M.hooks[e.Hook]
	r.spendHook(e, true, true, 1)
	if h.h.Stage.Moment() == ir.Instead {
		if r.frame(ev).Flags |= state.Replaced; len(h.h.Costs) == 0 {
			r.stands(ev, e)
		}
	}
	r.tellClause(e)
	if h.block < 0 {
		return
	}
	b := r.M.Blocks[h.block]
	if f, ok := r.push(b.Ints, b.Lists); ok {
		in := r.frame(f)
		in.Sort, in.Block, in.Ev, in.Self, in.Hook = state.Clause, int32(h.block), ev, e.Inst, e.Hook
	}
}

// look runs a `becomes` clause whose condition has turned true since it was last looked at, if there is
// one; the frame at place f, which is on top, holds how far the look has come. It is looked again
// until nothing new turns true.
func (r *flow) look(f int32) bool {
	if r.S.Dirty&r.M.watched == 0 && r.frame(f).Flags&state.Fired == 0 { // as mostly
		r.S.Dirty = 0
		return false
	}
	entries := r.X.Becomes(r.M.C)
	reads := func(e eval.Entry) bool { return r.M.P.Hooks[e.Hook].Reads&r.S.Dirty != 0 }
	for slices.ContainsFunc(entries, reads) {
		r.V.Bind(f)
		r.V.BindEvent(-1)
		active := r.V.Active()
		for {
			e, key, ok := r.next(entries, r.frame(f).Cursor, r.frame(f).Fence, active)
			if !ok {
				break
			}
			r.frame(f).Cursor = key
			if !reads(e) {
				continue
			}
			holds := r.V.When(e.Hook, e.Inst)
			if r.setEdge(state.Edge{Hook: e.Hook, Inst: e.Inst}, holds) && holds && !r.V.Ignored(e.Hook, e.Inst, f) && r.free(e) {
				r.frame(f).Flags |= state.Fired
				r.run(e, f)
				return true
			}
		}
		if r.frame(f).Flags&state.Fired == 0 {
			break
		}
		fr := r.frame(f) // what ran may have turned more conditions true
		fr.Flags &^= state.Fired
		fr.Cursor, fr.Fence = 0, int32(len(r.S.Insts))
	}
	r.frame(f).Flags &^= state.Fired
	r.S.Dirty = 0
	return false
}
