package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// call pushes an event with its arguments, which are read in the frame that is bound. pc is the
// counter of the call, for the record to come back to.
func (r *Run) call(c *code.CallTo, pc int32) {
	m := &r.M.events[c.Event]
	given := uint64(0)
	for i := range c.Args {
		a := &c.Args[i]
		if a.Value.List != nil {
			r.lists[i] = a.Value.List(r.V)
		} else {
			r.ints[i] = a.Value.Int(r.V)
		}
		given |= 1 << a.Field
	}
	if pc >= 0 && r.S.Top().Sort >= state.Script && !r.inAction() {
		r.begin()
		if r.S.Saved != nil {
			r.S.Saved.Top().PC = pc // the call itself is yet to come
		}
	}
	if r.Rec != nil && pc >= 0 && r.S.Top().Sort >= state.Script {
		r.Rec(&journal.Entry{Kind: journal.When, Depth: len(r.S.Frames), Event: c.Event, Hook: -1, Inst: -1})
	}
	f := r.push(c.Event, pc)
	f.Given = given
	if c.Inner >= 0 {
		f.Flags |= state.Outer
	}
	for i := range c.Args {
		a := &c.Args[i]
		if a.Value.List != nil {
			r.S.ListStack[int(f.Lists)+a.Slot], r.lists[i] = r.lists[i], nil
		} else {
			r.S.Stack[int(f.Ints)+a.Slot] = r.ints[i]
		}
	}
	if m.ev.Giver >= 0 && len(m.ev.Fields) > 0 && given&1 != 0 {
		f.Self = r.giver(c.Event, r.S.Stack[int(f.Ints)+m.ev.Fields[0].Slot], f.Self)
	}
}

// giver is the instance whose card gives an action that is called by name: the caller's own, the first
// parameter itself, or the first thing that lies on it.
func (r *Run) giver(event int, who int64, caller int32) int32 {
	gives := func(n int64) bool {
		return n >= 0 && n < int64(len(r.S.Insts)) && r.S.Insts[n].Where > state.Ghost &&
			slices.Contains(r.M.P.Cards[r.S.Insts[n].Card].Actions, event)
	}
	if gives(int64(caller)) {
		return caller
	}
	if gives(who) {
		return int32(who)
	}
	for _, n := range r.borneBy(who) {
		if gives(n) {
			return int32(n)
		}
	}
	return caller
}

// push puts an event's frame on the stack, with nothing in its fields yet. What an `instead` clause
// calls, and what that calls in turn, is of the lineage of the event that was replaced.
func (r *Run) push(event int, pc int32) *state.Frame {
	s := r.S
	m := &r.M.events[event]
	var line []int32
	self := int32(-1)
	if n := len(s.Frames); n > 0 {
		p := &s.Frames[n-1]
		if e := p.Ev; e >= 0 && s.Frames[e].Sort == state.Event {
			if p.Sort == state.Event || s.Frames[e].Flags&state.Replaced != 0 {
				line = s.Frames[e].Line
			}
		}
		if m.ev.Giver >= 0 {
			self = p.Self
		}
	}
	f := s.Room(int32(m.ints), int32(m.lists))
	f.Event, f.Ev, f.Self, f.Hook, f.Block = int32(event), int32(len(s.Frames)-1), self, -1, -1
	f.Call, f.Owner, f.Unwind, f.Cursor, f.Line = pc, -1, -1, state.First, line
	return f
}

// to moves an event to a step of its pipeline, past those that come to nothing.
func (r *Run) to(f *state.Frame, step state.Step) {
	f.Step, f.Cursor, f.Fence = r.M.events[f.Event].then[step], state.First, r.S.Live
	if f.Ran != nil {
		f.Ran = nil
	}
}

// stage does one step of an event's pipeline. It answers whether something is wanted.
func (r *Run) stage(f *state.Frame) bool {
	m := &r.M.events[f.Event]
	switch f.Step {
	case state.Propose:
		return r.propose(f, m)
	case state.Forbid:
		r.V.Bind(len(r.S.Frames) - 1)
		if why, ok := r.permitted(f, m); !ok {
			r.refuse(f, why)
			r.forbade(f)
			return false
		}
		r.spendAll(m.limits, true)
		r.to(f, state.Costs)
	case state.Costs:
		if int(f.Cost) < len(m.costs) {
			r.V.Bind(len(r.S.Frames) - 1)
			cost := m.costs[f.Cost]
			r.folded(f, m, func() { r.call(cost, -1) })
			return false
		}
		r.to(f, state.Instead)
	case state.Instead:
		if f.Flags&state.Replaced != 0 {
			r.to(f, state.Over)
			return false
		}
		return r.clauses(f, ir.Instead, state.Opening)
	case state.Opening:
		if m.ev.Word == ir.SpanEvent {
			r.V.Bind(len(r.S.Frames) - 1)
			if m.owner != nil {
				f.Owner = int32(m.owner(r.V))
			}
			r.edge(f, false)
		}
		r.to(f, state.Before)
	case state.Before:
		if r.cancelled(f) {
			return false
		}
		return r.clauses(f, ir.Before, state.MayBefore)
	case state.MayBefore:
		if r.cancelled(f) {
			return false
		}
		return r.clauses(f, ir.MayBefore, state.Fold)
	case state.Fold:
		for _, n := range r.fold(f, m) {
			r.used(n)
		}
		r.commit(f, m)
	case state.Edges:
		r.edges(f)
	case state.After:
		return r.clauses(f, ir.After, state.MayAfter)
	case state.MayAfter:
		return r.clauses(f, ir.MayAfter, state.Closing)
	case state.Closing:
		if m.ev.Word == ir.SpanEvent {
			r.edge(f, true)
		}
		r.to(f, state.Over)
	case state.Over:
		r.over(f, m)
	}
	return false
}

func (r *Run) refuse(f *state.Frame, why string) {
	f.Flags |= state.Refused
	r.tell(f, journal.Refused, why)
	r.to(f, state.Over)
}

// forbade uses up what lasted until it forbade something.
func (r *Run) forbade(f *state.Frame) {
	top := int32(len(r.S.Frames) - 1)
	for _, e := range r.X.At(int(f.Event), ir.Cannot) {
		if r.S.Insts[e.Inst].Ending == state.WhenUsed && r.applies(e, top) {
			r.used(e.Inst)
			return
		}
	}
}

func (r *Run) cancelled(f *state.Frame) bool {
	if f.Flags&state.Cancelled == 0 {
		return false
	}
	r.tell(f, journal.Cancelled, "")
	r.to(f, state.Closing)
	return true
}

// propose sets the fields and asks the form.
func (r *Run) propose(f *state.Frame, m *event) bool {
	r.V.Bind(len(r.S.Frames) - 1)
	if f.Flags&state.Begun == 0 {
		r.initial(f, m.early)
		f.Flags |= state.Begun
	}
	if m.form != nil && f.Flags&state.Asked == 0 {
		if open := r.open(f, m); len(open) > 0 {
			r.refusal = ""
			switch r.ask(AskForm, int(f.Event), -1, open, m.form.By) {
			case wanted:
				return true
			case noAnswer:
				r.refuse(f, r.unasked(f, m))
				return false
			}
			f.Flags |= state.Asked
		}
	}
	r.initial(f, m.late)
	r.tell(f, journal.Event, "")
	if f.Flags&state.Asked != 0 && m.form.By.List == nil && r.M.plain && r.Why == nil {
		r.spendAll(m.limits, true) // the answer was taken because all this is permitted
		r.to(f, state.Costs)
		return false
	}
	r.to(f, state.Forbid)
	return false
}

// unasked says why no answer to a form would do: what refused every answer that was tried, or that
// there is nothing to choose.
func (r *Run) unasked(f *state.Frame, m *event) string {
	for i := range m.limits {
		if r.exhausted(&m.limits[i]) {
			return "limit"
		}
	}
	if r.refusal != "" {
		return r.refusal
	}
	return "no_choice"
}

// open are the fields of the form that nobody has given.
func (r *Run) open(f *state.Frame, m *event) []*code.FormField {
	if m.form == nil {
		return nil
	}
	switch f.Given & m.choices {
	case 0:
		return m.form.Fields
	case m.choices:
		return nil
	}
	var out []*code.FormField
	for i, x := range m.form.Fields {
		if f.Given&(1<<m.asked[i]) == 0 {
			out = append(out, x)
		}
	}
	return out
}

func (r *Run) initial(f *state.Frame, all []initial) {
	for i := range all {
		n := &all[i]
		switch {
		case f.Given&(1<<n.field) != 0:
		case n.value.List != nil:
			r.V.EL[n.slot] = n.value.List(r.V)
		case n.value.Int != nil:
			r.V.EI[n.slot] = n.value.Int(r.V)
		}
	}
}

// clauses runs the clauses of a stage in their order, one a call, and then moves on.
func (r *Run) clauses(f *state.Frame, stage ir.Stage, next state.Step) bool {
	entries := r.X.At(int(f.Event), stage)
	if len(entries) == 0 {
		r.to(f, next)
		return false
	}
	top := int32(len(r.S.Frames) - 1)
	r.V.Bind(int(top))
	active := r.V.Active()
	if r.M.P.Events[f.Event].Ordered && (stage == ir.Before || stage == ir.After) {
		return r.ordered(f, entries, active, next)
	}
	for {
		e, key, ok := r.first(f, entries, active)
		if !ok {
			r.to(f, next)
			return false
		}
		if stage == ir.Instead && slices.Contains(f.Line, e.Hook) || !r.applies(e, top) || !r.free(e) {
			f.Cursor = key
			continue
		}
		if stage == ir.MayBefore || stage == ir.MayAfter {
			r.pend = Stop{Kind: Ask, Ask: Question{Kind: AskMay, Event: int(f.Event), Hook: int(e.Hook), Inst: e.Inst,
				Players: seat(r.chooser(f, e))}}
			return true
		}
		f.Cursor = key
		if stage == ir.Instead {
			f.Flags |= state.Replaced
			f.Line = append(slices.Clip(f.Line), e.Hook)
			r.tell(f, journal.Replaced, r.M.HookName(int(e.Hook)))
		}
		r.run(e, top)
		return false
	}
}

// commit begins the event's own steps.
func (r *Run) commit(f *state.Frame, m *event) {
	top := len(r.S.Frames) - 1
	r.V.Bind(top)
	r.spendAll(m.limits, false)
	f.Flags |= state.Done
	r.S.Stack[int(f.Ints)+m.ev.Done] = 1
	switch {
	case f.Flags&state.Outer != 0:
		p := &r.S.Frames[top-1]
		inner := r.M.Blocks[p.Block].Code[f.Call].With.(*code.CallTo).Inner
		in := state.Frame{Sort: state.Inner, Block: int32(inner), Event: -1, Ev: p.Ev, Self: p.Self, Hook: -1, Call: -1, Owner: -1, Unwind: -1,
			Ints: p.Ints, NInts: p.NInts, Lists: p.Lists, NLists: p.NLists}
		r.to(f, state.Edges)
		r.S.Frames = append(r.S.Frames, in)
	case m.block < 0:
		r.to(f, state.Edges)
	default:
		f.Step, f.Block, f.PC = state.Commit, int32(m.block), 0
	}
}

// over gives the record back to the caller and takes the frame away.
func (r *Run) over(f *state.Frame, m *event) {
	s := r.S
	top := len(s.Frames) - 1
	pc, flags := f.Call, f.Flags
	if top > 0 && pc >= 0 {
		p := &s.Frames[top-1]
		to, _ := r.M.Blocks[p.Block].Code[pc].With.(*code.CallTo)
		if to != nil && to.Cost && flags&(state.Done|state.Replaced) == 0 {
			p.Flags |= state.Refused
		}
		if to != nil && to.Result != nil {
			for i, d := range m.slots {
				if d.List {
					s.ListStack[p.Lists+to.Result[i].N] = s.ListStack[f.Lists+d.N]
				} else {
					s.Stack[p.Ints+to.Result[i].N] = s.Stack[f.Ints+d.N]
				}
			}
		}
	}
	r.pop()
	if top > 0 {
		if p := s.Top(); p.Sort >= state.Script && flags&(state.Done|state.Replaced|state.Cancelled) == 0 {
			p.Flags |= state.Refused // a step of the script did not happen
		}
		if p := s.Top(); p.Sort == state.Event && p.Step == state.Costs && pc < 0 {
			p.Cost++
			if flags&(state.Done|state.Replaced) == 0 { // what was replaced was paid in another way
				r.refuse(p, "cost")
			}
		}
	}
}
