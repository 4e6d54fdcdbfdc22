package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// execute runs instructions of the frame at place f, which is on top, until another frame is, or
// something is wanted.
func (r *executor) execute(f int32) bool {
	s, v := r.S, r.V
	fr := r.frame(f)
	sort := fr.Sort
	if sort >= state.Script && r.looked(f) {
		return false
	}
	v.Bind(f)
	if sort == state.Event && len(r.eventAt(f).ev.Needs) > 0 && r.lacks(f) {
		return false
	}
	list := r.M.Blocks[fr.Block].Code
	for {
		if !r.burn() {
			return false
		}
		fr = r.frame(f)
		pc := fr.PC
		in := &list[pc]
		next := pc + 1
		if sort == state.Clause && in.Op.Deed() {
			fr.Flags |= state.Acted
		}
		switch in.Op {
		case code.End:
			switch sort {
			case state.Event:
				r.to(f, state.Edges)
			case state.Clause:
				r.giveBack(f)
				fallthrough
			default:
				r.pop()
			}
			return false
		case code.Jump:
			next = in.A
		case code.Unless:
			if !in.Bool(v) {
				next = in.A
			}
		case code.SetInt:
			r.workedOut(f, pc)
			*v.Slot(int(in.A)) = in.Int(v)
		case code.SetList:
			*v.ListSlot(int(in.A)) = in.List(v)
			v.BurnList(*v.ListSlot(int(in.A)))
		case code.Field:
			r.setField(in.With.(*code.Write))
		case code.Cell:
			r.setCell(in.With.(*code.Write), in)
		case code.Call:
			fr.PC = next
			r.call(in.With.(*code.CallTo), pc)
			return false
		case code.Result:
			if sort >= state.Script {
				r.diceOver(f)
			}
		case code.Paid:
			if fr.Flags&state.Refused != 0 {
				next = in.A
			}
		case code.Stands:
			r.stands(fr.Ev, eval.Entry{Hook: fr.Hook, Inst: fr.Self})
		case code.Start:
			*v.ListSlot(int(in.A)), *v.Slot(int(in.B)) = in.List(v), 0
		case code.Next:
			if !r.next(in.With.(*code.Loop)) {
				next = in.A
			}
		case code.Again:
			if left := v.Slot(int(in.B)); *left <= 0 {
				next = in.A
			} else {
				*left--
			}
		case code.Round:
			v.Fuel-- // to begin another is a step
			if left := v.Slot(int(in.B)); *left > 0 {
				*left--
				next = in.A
			}
		case code.Heard:
			if c := in.With.(*code.CallTo); r.heard(c) {
				r.frame(f).PC = in.A
				r.enter(c, pc)
				return false
			}
		case code.OnDice:
			return r.onDice(f, in.With.(*code.OnDiceTo), in)
		case code.Throw:
			return r.throw(f, in.With.(*code.Dice), in)
		case code.Draw:
			return r.draw(in)
		case code.Put:
			r.put(in.With.(*code.Bag))
		case code.Choose:
			form := in.With.(*code.Form)
			if r.ask(f, nil, form).OK || v.Err != nil {
				return v.Err == nil
			}
			for _, x := range form.Fields { // nothing can be chosen: absent, or nothing
				if !x.F.Type.Optional && !x.Slot.List {
					v.Fail(in.At, "nothing can be chosen for %s; write %s? when that may be", x.F.Field.Name, r.M.P.TypeName(x.F.Type))
				}
				r.clearSlot(x)
			}
		case code.Create:
			r.create(in.With.(*code.Make), in)
		case code.Change:
			r.change(in.With.(*code.Move), in)
		case code.Travel:
			next = r.travel(in.With.(*code.Walk), in)
		case code.Act:
			return r.act(f, in.With.(*code.Turns), in)
		case code.Sum:
			r.sum(f, in)
		case code.Stop:
			if at := r.span(int(in.A)); at >= 0 {
				r.frame(f).PC = next
				s.Unwind = at
				return false
			}
			v.Fail(in.At, "no %s is under way", r.M.P.Events[in.A].Name)
		case code.Cancel:
			if ev := r.frame(f).Ev; sort == state.Clause && ev >= 0 {
				s.Frames[ev].Flags |= state.Cancelled
			}
		case code.Proceed:
			r.frame(f).PC = next
			r.proceed(f, in.With.(*code.Onward), pc)
			return false
		case code.Always:
			fr := r.frame(f)
			if in.A == 1 && fr.Rest == pc && fr.Unwind >= 0 {
				s.Unwind, fr.Unwind, fr.Rest, fr.PC = fr.Unwind, -1, 0, next
				return false
			}
			if in.A == 1 && fr.Rest == pc && fr.Unwind == skipping {
				fr.PC = next
				r.skip(f)
				return false
			}
		case code.Note:
			r.tellNote(in)
		case code.Script:
			if !r.prepare(f, in.With.(*code.Step)) {
				r.pend = Stop{Kind: Step, Step: in.With.(*code.Step)}
				return true
			}
		default:
			v.Fail(in.At, "unknown instruction %d", in.Op)
		}
		if !in.Op.Stays() || v.Err != nil || sort >= state.Script {
			r.frame(f).PC = next
			return false
		}
		fr.PC = next
	}
}

// looked lets `becomes` clauses see what a step of the script at place f has changed. It answers whether
// one of them runs now.
func (r *executor) looked(f int32) bool {
	if r.S.Dirty&r.M.watched == 0 {
		return false
	}
	if fr := r.frame(f); fr.Flags&state.Looks == 0 {
		fr.Flags |= state.Looks
		fr.Cursor, fr.Fence = 0, int32(len(r.S.Insts))
	}
	if r.look(f) {
		return true
	}
	r.frame(f).Flags &^= state.Looks
	return false
}

// giveBack gives back the uses of a clause's limits when nothing came of it: all that it called was
// refused.
func (r *executor) giveBack(f int32) {
	fr := r.frame(f)
	if len(r.M.hooks[fr.Hook].limits) == 0 || fr.Flags&(state.Acted|state.Failed) != state.Failed {
		return
	}
	r.V.Bind(f)
	r.spendHook(eval.Entry{Hook: fr.Hook, Inst: fr.Self}, true, false, -1)
}

// lacks skips the rest of a procedure when something it needs is no longer in play.
func (r *executor) lacks(f int32) bool {
	ev, fr := r.eventAt(f).ev, r.frame(f)
	if len(ev.Needs) == 0 || r.M.Blocks[fr.Block].InAlways(fr.PC) {
		return false
	}
	for _, n := range ev.Needs {
		d := ev.Fields[n]
		x := *r.S.Int(f, d.Slot)
		if x == ir.None && d.Type.Optional || r.V.InPlay(x) {
			continue
		}
		r.skip(f)
		return true
	}
	return false
}

func (r *executor) setField(w *code.Write) {
	v := r.V
	frame := v.Ev
	if w.Of != nil {
		n := w.Of(v)
		if n < 0 || n >= int64(len(r.S.Frames)) {
			v.Fail(w.Field.At, "the event is over")
			return
		}
		frame = int32(n)
		if e := r.frame(frame); e.Sort == state.Event && e.Step < state.Commit && e.Flags&state.Done == 0 && w.Field.Stands() {
			v.Fail(w.At, "%s of %s stands until that is done", w.Field.Name, r.M.P.Events[e.Event].Name)
			return
		}
	}
	if w.Value.List != nil {
		l := w.Value.List(v)
		v.BurnList(l)
		*r.S.List(frame, w.Field.Slot) = l
		r.wrote(frame, w.Field)
		return
	}
	by := w.Value.Int(v)
	slot := r.S.Int(frame, w.Field.Slot)
	x := r.result(w, *slot, by)
	if v.Err != nil {
		return
	}
	*slot = x
	r.wroteField(frame, w, by, x)
	r.wrote(frame, w.Field)
}

// wrote notes that a clause wrote a field before the fold: what is worked out from it follows at once.
func (r *executor) wrote(frame int32, d *ir.Field) {
	r.fills(frame)
	f := r.frame(frame)
	if f.Sort != state.Event || f.Step > state.MayBefore || f.Flags&state.Done != 0 {
		return
	}
	if i := slices.Index(r.M.P.Events[f.Event].Fields, d); i >= 0 {
		f.Wrote |= 1 << i
		r.follows(frame, i)
	}
}

// fills notes that a field of the event at a frame was written: one that was replaced is filled in so.
func (r *executor) fills(frame int32) {
	if f := r.frame(frame); f.Flags&state.Replaced != 0 {
		f.Flags |= state.FilledIn
	}
}

func (r *life) setCell(w *code.Write, at *code.Instr) {
	v := r.V
	n := w.Of(v)
	if uint64(n) >= uint64(len(r.S.Insts)) {
		v.Inst(n, at.At)
		return
	}
	in := &r.S.Insts[n]
	if w.Card >= 0 && !eval.Owns(v, in, w.Card, at.At) {
		return
	}
	if w.Value.List != nil {
		l := w.Value.List(v)
		v.BurnList(l)
		r.S.SetList(int(in.Lists)+w.Field.Slot, l)
		r.S.Dirty |= w.Mask
		return
	}
	i := int(in.Ints) + w.Field.Slot
	by, old := w.Value.Int(v), eval.Cell(v, i)
	x := r.result(w, old, by)
	if v.Err != nil {
		return
	}
	r.setCellTo(n, w, old, x)
	if x == old {
		return
	}
	r.S.SetCell(i, x)
	r.S.Dirty |= w.Mask
	r.tellCell(n, w.Field, old, x, at)
}

// result is what a write makes of an old value, held in the range of the field.
func (r *life) result(w *code.Write, old, by int64) int64 {
	x, ok := by, true
	switch w.Op {
	case '+':
		x, ok = ir.Add.Apply(old, by)
	case '-':
		x, ok = ir.Sub.Apply(old, by)
	}
	if !ok {
		r.V.Fail(w.At, "the number is too large")
		return old
	}
	return held(x, w.Field)
}

// next moves a loop to its next member, re-checking it as it is used.
func (r *executor) next(l *code.Loop) bool {
	v := r.V
	snap := *v.ListSlot(int(l.Snap))
	for int(*v.Slot(int(l.Pos))) < len(snap) {
		at := int(*v.Slot(int(l.Pos)))
		*v.Slot(int(l.Pos)) += int64(l.Stride)
		if l.Group != nil {
			for i, g := range l.Group {
				*v.Slot(int(g)) = snap[at+i]
			}
			return true
		}
		x := snap[at]
		if l.Inst && !v.InPlay(x) {
			continue
		}
		if l.Var.List { // a point of a path
			*v.ListSlot(int(l.Var.N)) = slices.Clone(snap[at : at+l.Stride])
		} else {
			*v.Slot(int(l.Var.N)) = x
		}
		if l.Where == nil || l.Where(v) {
			return true
		}
	}
	*v.ListSlot(int(l.Snap)) = nil
	return false
}

// sum records a contribution of the clause at place f to a field of its event, for the fold.
func (r *executor) sum(f int32, in *code.Instr) {
	p, fr := in.With.(*ir.ContributeField), *r.frame(f)
	if fr.Ev < 0 {
		return
	}
	x := in.Int(r.V)
	r.S.Sums = append(r.S.Sums, state.Sum{Frame: fr.Ev, Field: int32(p.Index), Layer: int32(p.Layer), Op: int32(p.Op),
		Hook: fr.Hook, Inst: fr.Self, Value: x})
	r.follows(fr.Ev, p.Index)
}
