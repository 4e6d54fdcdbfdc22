package interp

import (
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// call pushes an event with its arguments. pc is the counter of the call, for the record to come back
// to.
func (r *flow) call(c *code.CallTo, pc int32) {
	if top := r.S.Top(); pc >= 0 && r.frame(top).Sort >= state.Script {
		if !r.inAction() {
			at := r.frame(top).PC
			r.frame(top).PC = pc // the call itself is yet to come
			r.begin()
			r.frame(top).PC = at
		}
		r.tellWhen(c.Event)
	}
	r.enter(c, pc)
}

// stage does one step of the pipeline of the event at place f, which is on top. It answers whether
// something is wanted.
func (r *flow) stage(f int32) bool {
	m := r.eventAt(f)
	switch r.frame(f).Step {
	case state.Propose:
		return r.propose(f, m)
	case state.Forbid:
		r.forbid(f, m)
	case state.Costs:
		if n := int(r.frame(f).Cost); n < len(m.costs) {
			var was [ir.MaxFields]int64
			r.V.Bind(f)
			r.preview(f, m, &was)
			r.call(m.costs[n], -1)
			r.unview(f, m, &was)
			return false
		}
		r.to(f, state.Instead)
	case state.Instead:
		if r.frame(f).Flags&state.Replaced != 0 {
			r.to(f, state.Over)
			return false
		}
		return r.clauses(f, ir.Instead, state.Opening)
	case state.Opening:
		if r.isSpan(f) {
			r.V.Bind(f)
			if m.owner != nil {
				r.frame(f).Owner = int32(m.owner(r.V))
			}
			r.edge(f, false)
		}
		r.to(f, state.Before)
	case state.Before, state.MayBefore:
		switch step := r.frame(f).Step; {
		case r.cancelled(f):
		case step == state.Before:
			return r.clauses(f, ir.Before, state.MayBefore)
		default:
			return r.clauses(f, ir.MayBefore, state.Fold)
		}
	case state.Fold:
		r.fold(f, m)
		r.usedParts(r.parts)
		r.commit(f, m)
	case state.Edges:
		if !r.look(f) {
			r.tell(f, journal.Done, Why{})
			r.to(f, state.After)
		}
	case state.After:
		return r.clauses(f, ir.After, state.MayAfter)
	case state.MayAfter:
		return r.clauses(f, ir.MayAfter, state.Closing)
	case state.Closing:
		if r.isSpan(f) {
			r.edge(f, true)
		}
		r.to(f, state.Over)
	case state.Over:
		r.over(f, m)
	}
	return false
}

// propose sets the fields and asks the form.
func (r *flow) propose(f int32, m *event) bool {
	r.V.Bind(f)
	if r.frame(f).Flags&state.Begun == 0 {
		r.burn()
		r.initial(f, m.early)
		r.frame(f).Flags |= state.Begun
	}
	if r.frame(f).Flags&state.Asked == 0 && r.open(f, m) {
		v := fine
		if m.form.By.List != nil { // each answers for himself, so nothing else would ask before
			v = r.foremost(f, m)
		}
		if v.OK {
			v = r.ask(f, m, m.form)
		}
		if r.V.Err != nil || v.OK {
			return r.V.Err == nil
		}
		r.refuse(f, v.Why)
		return false
	}
	if r.frame(f).Given&m.several != 0 {
		r.givenFits(f, m) // what was given is kept in order
	}
	r.initial(f, m.late)
	r.tell(f, journal.Event, Why{})
	r.to(f, state.Forbid)
	return false
}

// forbid asks whether the event may happen.
func (r *flow) forbid(f int32, m *event) {
	r.V.Bind(f)
	v := r.permitted(f, m)
	if v.OK {
		r.spendAll(m.limits, true)
		r.to(f, state.Costs)
		return
	}
	r.refuse(f, v.Why)
}

func (r *flow) refuse(f int32, why Why) {
	r.frame(f).Flags |= state.Refused
	r.S.Banned = nil
	r.tell(f, journal.Refused, why)
	r.to(f, state.Over)
	if why.Kind == journal.Prohibition && why.Via < 0 {
		r.used(why.Inst)
	}
}

func (r *flow) cancelled(f int32) bool {
	if r.frame(f).Flags&state.Cancelled == 0 {
		return false
	}
	r.tell(f, journal.Cancelled, Why{})
	r.to(f, state.Closing)
	return true
}

// commit begins the event's own steps.
func (r *flow) commit(f int32, m *event) {
	r.V.Bind(f)
	r.spendAll(m.limits, false)
	fr := r.frame(f)
	fr.Flags |= state.Done
	*r.S.Int(f, m.ev.Done) = 1
	switch {
	case fr.Flags&state.Outer != 0:
		p := r.frame(f - 1)
		inner := r.M.Blocks[p.Block].Code[fr.Call].With.(*code.CallTo).Inner
		self := p.Self
		r.to(f, state.Edges)
		in := r.frame(r.S.Share(f - 1))
		in.Sort, in.Block, in.Ev, in.Self = state.Inner, int32(inner), f, self
	case m.block < 0:
		r.to(f, state.Edges)
	default:
		fr.Step, fr.Block, fr.PC = state.Commit, int32(m.block), 0
	}
}

// happened are the flags of an event of which something came.
const happened = state.Done | state.Replaced

// over gives the record back to the caller and takes the frame away.
func (r *flow) over(f int32, m *event) {
	pc, flags := r.frame(f).Call, r.frame(f).Flags
	if f > 0 && pc >= 0 {
		p := r.frame(f - 1)
		to := r.M.Blocks[p.Block].Code[pc].With.(*code.CallTo)
		if to.Cost && flags&happened == 0 {
			p.Flags |= state.Refused
		}
		if d := to.Dice; d != nil && d.Into.List {
			*r.S.List(f-1, int(d.Into.N)) = *r.S.List(f, ir.ThrowOut)
		} else if d != nil {
			*r.S.Int(f-1, int(d.Into.N)) = *r.S.Int(f, ir.ThrowOne)
		}
		for i, d := range m.slots {
			switch {
			case to.Result == nil:
			case d.List:
				*r.S.List(f-1, int(to.Result[i].N)) = *r.S.List(f, int(d.N))
			default:
				*r.S.Int(f-1, int(to.Result[i].N)) = *r.S.Int(f, int(d.N))
			}
		}
	}
	r.pop()
	if f == 0 {
		return
	}
	p := r.frame(f - 1)
	switch {
	case p.Sort >= state.Script && flags&(happened|state.Cancelled) == 0:
		p.Flags |= state.Refused // a step of the script did not happen
	case p.Sort == state.Clause && flags&(happened|state.Cancelled) != 0:
		p.Flags |= state.Acted
	case p.Sort == state.Clause:
		p.Flags |= state.Failed
	case p.Sort == state.Event && p.Step == state.Costs && pc < 0:
		p.Cost++
		if flags&happened == 0 { // what was replaced was paid in another way
			r.refuse(f-1, Why{Kind: journal.Cost, Label: "cost", Event: m.ev.ID, Via: m.ev.ID, Hook: -1, Inst: -1})
		}
	}
}

// pop removes the top frame; an unwinding that waited for it goes on.
func (r *flow) pop() {
	f := *r.frame(r.S.Top())
	if f.Unwind >= 0 {
		r.S.Unwind = f.Unwind
	}
	r.S.Pop()
	r.ended()
	if f.Sort == state.Clause {
		r.used(f.Self)
	}
}

// halt ends the deed of the span at place f that is stopped: what must always run does, then the span
// closes.
func (r *flow) halt(f int32) {
	switch step := r.frame(f).Step; {
	case step == state.Commit:
		r.skip(f)
	case step > state.Instead && step < state.Commit:
		r.to(f, state.Closing)
	}
}

// skip leaves out the rest of an event's steps, but for what always runs.
func (r *flow) skip(f int32) {
	fr := r.frame(f)
	if pc, end, ok := r.M.Blocks[fr.Block].NextAlways(fr.PC); ok {
		fr.PC, fr.Rest, fr.Unwind = pc, end, skipping
		return
	}
	fr.Unwind, fr.Rest = -1, 0
	r.to(f, state.Edges)
}

// skipping, as the Unwind of a frame, says that only what always runs is left of its steps.
const skipping = -2

// unwind takes the top frame off because something below it stops; spans close in order, and what
// must always run does.
func (r *flow) unwind(f int32) {
	s, fr := r.S, r.frame(f)
	if fr.Unwind >= 0 { // an unwinding that waits here goes as far as the farther of the two
		s.Unwind = min(s.Unwind, fr.Unwind)
	}
	if fr.Block >= 0 && (fr.Sort != state.Event || fr.Step == state.Commit) {
		if pc, end, ok := r.M.Blocks[fr.Block].NextAlways(fr.PC); ok {
			fr.PC, fr.Rest, fr.Unwind = pc, end, s.Unwind
			s.Unwind = -1
			return
		}
	}
	if fr.Sort == state.Event && fr.Step > state.Instead && fr.Step < state.Closing && r.isSpan(f) {
		step := fr.Step
		fr.Unwind, s.Unwind = s.Unwind, -1
		switch {
		case step < state.Commit: // it never came to its deed
			r.to(f, state.Closing)
		case step == state.Commit:
			r.to(f, state.Edges)
		}
		return
	}
	fr.Unwind = s.Unwind
	r.pop()
}
