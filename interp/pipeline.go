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

// stages does the steps of the pipeline of the event at place f, which is on top, until it comes to its deed or
// something else comes on top. It answers whether something is wanted.
func (r *flow) stages(f int32) bool {
	m := r.eventAt(f)
	for s := r.S; s.Top() == f && s.Unwind < 0 && r.V.Err == nil; {
		fr := r.frame(f)
		switch step := fr.Step; step {
		case state.Commit:
			return false
		case state.Propose:
			if r.propose(f, m) {
				return true
			}
		case state.Forbid:
			r.forbid(f, m)
		case state.Costs:
			if n := int(fr.Cost); n < len(m.costs) {
				r.V.Bind(f)
				r.call(m.costs[n], -1)
			} else {
				r.to(f, state.Instead)
			}
		case state.Opening:
			r.opens(f, m)
		case state.Fold:
			if len(m.folds) > 0 {
				r.fold(f, m)
				r.usedParts(r.parts)
			}
			r.commit(f, m)
		case state.Edges:
			if s.Dirty == 0 || m.ev == r.M.P.Throw || !r.look(f) { // heard or not, a throw is no moment for them
				r.tell(f, journal.Done, Why{})
				r.to(f, state.After)
			}
		case state.Closing:
			if r.isSpan(f) {
				r.edge(f, true)
			}
			r.to(f, state.Over)
		case state.Over:
			r.over(f, m)
		default:
			if fr.Flags&(state.Replaced|state.Cancelled) != 0 && r.elsewhere(f, step) {
				continue
			}
			if r.clauses(f, m, step) {
				return true
			}
		}
	}
	return false
}

// elsewhere tells whether the event at place f goes elsewhere before the clauses of a step are asked: it was replaced or
// cancelled.
func (r *flow) elsewhere(f int32, step state.Step) bool {
	fr := r.frame(f)
	switch {
	case step <= state.MayInstead && fr.Flags&state.Replaced != 0:
		if fr.Flags&state.Went != 0 { // what became of it is what became of it there
			fr.Flags &^= state.Replaced
		}
		r.to(f, state.Over)
	case step > state.MayInstead && step <= state.MayBefore && fr.Flags&state.Cancelled != 0:
		r.tell(f, journal.Cancelled, Why{})
		r.to(f, state.Closing)
	default:
		return false
	}
	return true
}

// opens begins the span at place f.
func (r *flow) opens(f int32, m *event) {
	if r.isSpan(f) {
		r.V.Bind(f)
		if m.owner != nil {
			r.frame(f).Owner = int32(m.owner(r.V))
		}
		r.edge(f, false)
	}
	r.to(f, state.Before)
}

// propose sets the fields and asks the form.
func (r *flow) propose(f int32, m *event) bool {
	fr := r.frame(f)
	if m.begins&^fr.Given != 0 || m.form != nil { // else nothing is worked out
		r.V.Bind(f)
	}
	if fr.Flags&state.Begun == 0 {
		r.burn()
		if m.ev.Giver >= 0 {
			if v := r.offered(f, m.ev); !v.OK {
				r.refuse(f, v.Why)
				return false
			}
		}
		if m.begins&^fr.Given != 0 {
			r.initial(f, m.early)
		}
		r.frame(f).Flags |= state.Begun
	}
	if m.form != nil && r.frame(f).Flags&state.Asked == 0 && r.open(f, m) {
		v := r.ask(f, m, m.form)
		if r.V.Err != nil || v.OK {
			return r.V.Err == nil
		}
		r.refuse(f, v.Why)
		return false
	}
	if r.frame(f).Given&m.several != 0 && !r.orderly(f, m) {
		r.givenFits(f, m) // what was given is kept in order
	}
	if m.form != nil {
		r.frame(f).Open &^= m.choices
		r.initial(f, m.late)
	}
	if r.V.Err != nil { // it is told with no wrong number
		return false
	}
	r.tell(f, journal.Event, Why{})
	r.to(f, state.Forbid)
	return false
}

// forbid asks whether the event may happen.
func (r *flow) forbid(f int32, m *event) {
	r.V.Bind(f)
	if r.frame(f).Flags&state.Continued != 0 { // what it requires and costs, and how often it may be, is settled
		if v := r.unforbidden(f, m, 0); v.OK {
			r.to(f, state.Instead)
		} else {
			r.refuse(f, v.Why)
		}
		return
	}
	v := r.permitted(f, m)
	if v.OK {
		r.spendAll(m.limits, true)
		r.to(f, state.Costs)
		return
	}
	r.refuse(f, v.Why)
}

// proceed lets the event that the clause at place f replaces go on with some fields changed, from its second
// step on, in a frame of its own.
func (r *flow) proceed(f int32, w *code.Onward, pc int32) {
	at := r.frame(f).Ev
	was := *r.frame(at)
	m := r.eventAt(at)
	r.evaluate(w.Args)
	n, ok := r.event(int(was.Event), pc)
	if !ok {
		return
	}
	r.copyFields(m, at, n)
	fr := r.frame(n)
	r.put(n, w.Args)
	fr.Open, fr.Self, fr.Given, fr.Wrote = 0, was.Self, was.Given, was.Wrote|w.Given
	fr.Flags |= state.Continued | state.Begun | state.Asked | was.Flags&(state.Outer|state.FilledIn)
	for i := range w.Args {
		r.follows(n, w.Args[i].Field)
	}
	r.V.Bind(n)
	r.tell(n, journal.Event, Why{})
	r.to(n, state.Forbid)
}

// copyFields copies the fields of an event from one frame of it to another.
func (r *flow) copyFields(m *event, from, to int32) {
	for _, d := range m.slots {
		if d.List {
			*r.S.List(to, int(d.N)) = *r.S.List(from, int(d.N))
		} else {
			*r.S.Int(to, int(d.N)) = *r.S.Int(from, int(d.N))
		}
	}
}

// continued takes the event at place f, which has gone on there, back to the frame in which it was replaced.
func (r *flow) continued(f int32, m *event) {
	at := r.frame(f - 1).Ev
	r.copyFields(m, f, at)
	was := r.frame(at)
	if now := r.frame(f).Flags & (outcomes | state.FilledIn); now&state.Replaced != 0 {
		was.Flags |= now
	} else {
		was.Flags |= now | state.Went
	}
}

func (r *flow) refuse(f int32, why Why) {
	if r.V.Err != nil { // nobody refuses it: what failed is told
		return
	}
	r.frame(f).Flags |= state.Refused
	r.S.Banned = nil
	r.tell(f, journal.Refused, why)
	r.to(f, state.Over)
	if why.Kind == journal.Prohibition && why.Via < 0 {
		r.used(why.Inst)
	}
}

// commit begins the event's own steps.
func (r *flow) commit(f int32, m *event) {
	if len(m.limits) > 0 {
		r.V.Bind(f)
		r.spendAll(m.limits, false)
	}
	fr := r.frame(f)
	fr.Flags |= state.Done
	r.S.Stack[int(fr.Ints)+m.ev.Outcome] = ir.Done
	switch {
	case fr.Flags&state.Outer != 0:
		from := r.S.Origin(f)
		p := r.frame(from - 1)
		inner := r.M.Blocks[p.Block].Code[r.frame(from).Call].With.(*code.CallTo).Inner
		self := p.Self
		r.to(f, state.Edges)
		in := r.frame(r.S.Share(from - 1))
		in.Sort, in.Block, in.Ev, in.Self = state.Inner, int32(inner), f, self
	case m.block < 0:
		r.to(f, state.Edges)
	default:
		fr.Step, fr.Block, fr.PC = state.Commit, int32(m.block), 0
		if r.briefly(m.brief) {
			r.V.Bind(f)
			r.write(m.brief)
			r.to(f, state.Edges)
		}
	}
}

// happened are the flags of an event of which something came, outcomes all that say what became of it.
const (
	happened = state.Done | state.Replaced
	outcomes = happened | state.Refused | state.Cancelled
)

// outcome is what became of an event, by its flags.
func outcome(f state.Flags) int64 {
	switch {
	case f&state.Done != 0:
		return ir.Done
	case f&state.Replaced != 0 && f&state.FilledIn != 0:
		return ir.FilledIn
	case f&state.Replaced != 0:
		return ir.Replaced
	case f&state.Refused != 0:
		return ir.Refused
	}
	return 0
}

// over gives the record back to the caller and takes the frame away.
func (r *flow) over(f int32, m *event) {
	fr := r.frame(f)
	pc, flags := fr.Call, fr.Flags
	r.S.Stack[int(fr.Ints)+m.ev.Outcome] = outcome(flags)
	switch {
	case flags&state.Continued != 0:
		r.continued(f, m)
	case f > 0 && pc >= 0:
		p := r.frame(f - 1)
		to := r.M.Blocks[p.Block].Code[pc].With.(*code.CallTo)
		if p.Sort < state.Script && !to.Cost && to.Dice == nil {
			r.V.Fuel-- // to take over the record is a step
		}
		if to.Result == nil && to.Dice == nil && !to.Cost { // as mostly: nobody reads what it came to
			break
		}
		if flags&state.Done == 0 && flags&(state.Replaced|state.Cancelled) != 0 && to.Result != nil {
			l := r.hush() // its caller reads what it came to, like everybody
			r.fold(f, m)
			r.unhush(l)
		}
		if to.Cost && flags&happened == 0 {
			p.Flags |= state.Refused
		}
		if d := to.Dice; d != nil && d.Into.List {
			*r.S.List(f-1, int(d.Into.N)) = *r.S.List(f, ir.ThrowOut)
		} else if d != nil {
			*r.S.Int(f-1, int(d.Into.N)) = *r.S.Int(f, ir.ThrowOne)
		}
		for i, into := range to.Result {
			if d := m.slots[i]; d.List {
				*r.S.List(f-1, int(into.N)) = *r.S.List(f, int(d.N))
			} else {
				*r.S.Int(f-1, int(into.N)) = *r.S.Int(f, int(d.N))
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
	top := r.S.Top()
	r.tellOver(top)
	f := r.frame(top)
	sort, self, ev, unpaid := f.Sort, f.Self, f.Ev, f.Flags&state.Refused != 0
	instead := sort == state.Clause && r.M.hooks[f.Hook].h.Stage.Moment() == ir.Instead
	if f.Unwind >= 0 {
		r.S.Unwind = f.Unwind
	}
	r.S.Pop()
	r.ended()
	switch {
	case unpaid && instead: // it stands in place of nothing
		r.frame(ev).Flags &^= state.Replaced | state.FilledIn
	case sort == state.Clause && !unpaid:
		r.used(self)
	}
}

// halt ends the deed of the span at place f that is stopped: what must always run does, then the span
// closes.
func (r *flow) halt(f int32) {
	switch step := r.frame(f).Step; {
	case step == state.Commit:
		r.skip(f)
	case step > state.MayInstead && step < state.Commit:
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
	if fr.Sort == state.Event && fr.Step > state.MayInstead && fr.Step < state.Closing && r.isSpan(f) {
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
