package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// execute runs instructions of the top frame until another frame is on top, or something is wanted.
func (r *Run) execute(f *state.Frame) bool {
	s, v := r.S, r.V
	top := len(s.Frames) - 1
	v.Bind(top)
	if f.Sort == state.Event && r.lacks(f) {
		return false
	}
	list := r.M.Blocks[f.Block].Code
	for {
		in := &list[f.PC]
		next := f.PC + 1
		switch in.Op {
		case code.End:
			switch f.Sort {
			case state.Event:
				r.to(f, state.Edges)
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
			v.I[in.A] = in.Int(v)
		case code.SetList:
			v.L[in.A] = in.List(v)
		case code.Field:
			r.setField(f, in.With.(*code.Write))
		case code.Cell:
			r.setCell(in.With.(*code.Write), in)
		case code.Call:
			f.PC = next
			r.call(in.With.(*code.CallTo), next-1)
			return false
		case code.Result:
		case code.Paid:
			if f.Flags&state.Refused != 0 {
				next = in.A
			}
		case code.Start:
			v.L[in.A], v.I[in.B] = in.List(v), 0
		case code.Next:
			if !r.next(in.With.(*code.Loop)) {
				next = in.A
			}
		case code.Again:
			if v.I[in.B] >= in.Int(v) {
				next = in.A
			} else {
				v.I[in.B]++
			}
		case code.Throw:
			return r.throw(f, in.With.(*code.Dice), in)
		case code.Draw:
			return r.draw(in)
		case code.Put:
			r.put(in.With.(*code.Bag))
		case code.Choose:
			form := in.With.(*code.Form)
			switch r.ask(AskChoice, -1, int(f.Hook), form.Fields, form.By) {
			case wanted:
				return true
			case decided:
				f.PC = next
				return false
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
		case code.Push:
			r.shove(in.With.(*code.Shove), in)
		case code.Travel:
			next = r.travel(in.With.(*code.Walk), in.A)
		case code.Act:
			return r.act(f, in.With.(*code.Turns), in)
		case code.Sum:
			r.sum(f, in)
		case code.Stop:
			for i := top; i >= 0; i-- {
				if s.Frames[i].Sort == state.Event && s.Frames[i].Event == in.A {
					f.PC = next
					s.Unwind = int32(i)
					return false
				}
			}
			v.Fail(in.At, "no %s is under way", r.M.P.Events[in.A].Name)
		case code.Cancel:
			if f.Sort == state.Clause && f.Ev >= 0 {
				s.Frames[f.Ev].Flags |= state.Cancelled
			}
		case code.Always:
			if in.A == 1 && f.Unwind >= 0 {
				s.Unwind, f.Unwind, f.PC = f.Unwind, -1, next
				return false
			}
			if in.A == 1 && f.Unwind == skipping {
				f.PC = next
				r.skip(f)
				return false
			}
		case code.Note:
			r.note(in)
		case code.Script:
			r.pend = Stop{Kind: Step, Step: in.With.(*code.Step)}
			return true
		default:
			v.Fail(in.At, "unknown instruction %d", in.Op)
		}
		f.PC = next
		if !in.Op.Stays() || v.Err != nil || r.steps > r.Budget.Steps {
			return false
		}
		r.steps++
	}
}

// lacks skips the rest of a procedure when something it needs is no longer in play.
func (r *Run) lacks(f *state.Frame) bool {
	ev := r.M.events[f.Event].ev
	if len(ev.Needs) == 0 || r.M.Blocks[f.Block].InAlways(f.PC) {
		return false
	}
	for _, n := range ev.Needs {
		d := ev.Fields[n]
		x := r.S.Stack[int(f.Ints)+d.Slot]
		if x == ir.None && d.Type.Optional || r.V.InPlay(x) {
			continue
		}
		r.skip(f)
		return true
	}
	return false
}

func (r *Run) setField(f *state.Frame, w *code.Write) {
	v := r.V
	ints, lists := v.EI, v.EL
	frame := v.Ev
	if w.Of != nil {
		n := w.Of(v)
		if n < 0 || n >= int64(len(r.S.Frames)) {
			v.Fail(w.Field.At, "the event is over")
			return
		}
		frame = int32(n)
		fr := &r.S.Frames[n]
		ints = r.S.Stack[fr.Ints : fr.Ints+fr.NInts]
		lists = r.S.ListStack[fr.Lists : fr.Lists+fr.NLists]
	}
	if frame >= 0 {
		r.wrote(&r.S.Frames[frame], w.Field)
	}
	if w.Value.List != nil {
		lists[w.Field.Slot] = w.Value.List(v)
		return
	}
	x := w.Value.Int(v)
	by := x
	switch w.Op {
	case '+':
		x += ints[w.Field.Slot]
	case '-':
		x = ints[w.Field.Slot] - x
	}
	if x != ir.None {
		x = eval.Clamp(x, w.Field)
	}
	ints[w.Field.Slot] = x
	if r.Wrote != nil {
		r.Wrote(frame, w, by, x)
	}
}

// wrote notes that a clause wrote a field before the fold: what is worked out from it will follow.
func (r *Run) wrote(f *state.Frame, d *ir.Field) {
	if f.Sort != state.Event || f.Step > state.MayBefore {
		return
	}
	if i := slices.Index(r.M.P.Events[f.Event].Fields, d); i >= 0 {
		f.Wrote |= 1 << i
	}
}

func (r *Run) setCell(w *code.Write, at *code.Instr) {
	v := r.V
	n := w.Of(v)
	in := v.Inst(n, at.At)
	if in == nil {
		return
	}
	if w.Value.List != nil {
		r.S.ListCells[int(in.Lists)+w.Field.Slot] = w.Value.List(v)
		r.S.Dirty |= w.Mask
		return
	}
	cell := &r.S.Cells[int(in.Ints)+w.Field.Slot]
	old := *cell
	x := w.Value.Int(v)
	switch w.Op {
	case '+':
		x += old
	case '-':
		x = old - x
	}
	if x != ir.None {
		x = eval.Clamp(x, w.Field)
	}
	if v.Err != nil || x == old {
		return
	}
	*cell = x
	r.S.Dirty |= w.Mask
	if r.Rec != nil {
		r.Rec(&journal.Entry{Kind: journal.Change, Depth: len(r.S.Frames), Event: -1, Hook: -1, Inst: n,
			Names: []string{w.Field.Name}, Types: []ir.Type{w.Field.Type}, Ints: []int64{old, x}, At: at.At, Hidden: r.secret(n)})
	}
}

// next moves a loop to its next member, re-checking it as it is used.
func (r *Run) next(l *code.Loop) bool {
	v := r.V
	snap := v.L[l.Snap]
	for int(v.I[l.Pos]) < len(snap) {
		at := int(v.I[l.Pos])
		v.I[l.Pos] += int64(l.Stride)
		if l.Group != nil {
			for i, g := range l.Group {
				v.I[g] = snap[at+i]
			}
			return true
		}
		x := snap[at]
		if l.Inst && !v.InPlay(x) {
			continue
		}
		if l.Var.List { // a point of a path
			v.L[l.Var.N] = slices.Clone(snap[at : at+l.Stride])
		} else {
			v.I[l.Var.N] = x
		}
		if l.Where == nil || l.Where(v) {
			return true
		}
	}
	v.L[l.Snap] = nil
	return false
}

// sum records a contribution to a field of the event, for its fold.
func (r *Run) sum(f *state.Frame, in *code.Instr) {
	p := in.With.(*code.Part).Stmt
	if f.Ev < 0 {
		return
	}
	e := &r.S.Frames[f.Ev]
	c := state.Sum{Field: int32(p.Index), Layer: int32(p.Layer), Op: int32(p.Op), Hook: f.Hook, Inst: f.Self, Value: in.Int(r.V)}
	e.Sums = append(slices.Clip(e.Sums), c)
}

func (r *Run) note(in *code.Instr) {
	if r.Rec == nil {
		return
	}
	e := &journal.Entry{Kind: journal.Note, Depth: len(r.S.Frames), Event: -1, Hook: -1, Inst: int64(r.V.Self), At: in.At}
	switch n := in.With.(type) {
	case *ir.Note:
		e.Text, e.Say = r.Text(n.Texts.En), &n.Texts
	case *ir.Manual:
		e.Kind, e.Text = journal.Manual, n.Text
	}
	r.Rec(e)
}
