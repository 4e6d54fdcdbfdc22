package interp

import (
	"fmt"
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

// throw works out what is thrown; the answer comes through thrown.
func (r *Run) throw(f *state.Frame, d *code.Dice, in *code.Instr) bool {
	v := r.V
	n, faces := d.Count(v), d.Faces(v)
	if v.Err != nil {
		return false
	}
	if faces < 1 || faces > 10_000 || n > 100_000 {
		v.Fail(in.At, "%d dice with %d faces cannot be thrown", n, faces)
		return false
	}
	if n <= 0 {
		v.L[d.Into] = nil
		f.PC++
		return false
	}
	c := Chance{N: n, Faces: faces, At: in.At}
	if d.By == nil {
		c.Classes, c.Weights = faceClasses(faces)
	} else {
		c.ByFace = make([]int, faces)
		of := make([]int64, faces)
		for i := range of {
			v.Temp(0, int64(i+1))
			of[i] = d.By(v)
			if !slices.Contains(c.Classes, of[i]) {
				c.Classes = append(c.Classes, of[i])
			}
		}
		slices.Sort(c.Classes)
		c.Weights = make([]int64, len(c.Classes))
		for i := range of {
			c.ByFace[i], _ = slices.BinarySearch(c.Classes, of[i])
			c.Weights[c.ByFace[i]]++
		}
	}
	r.pend.Kind, r.pend.Throw, r.pend.Dice, r.pend.Draw = Throw, c, d, false
	return true
}

// The classes of plain dice with few faces, made once: a class a face, each as likely.
var fewFaces, fewWeights = upTo(128)

func upTo(faces int64) (classes, weights []int64) {
	classes, weights = make([]int64, faces), make([]int64, faces)
	for i := range classes {
		classes[i], weights[i] = int64(i+1), 1
	}
	return classes, weights
}

func faceClasses(faces int64) (classes, weights []int64) {
	if n := int64(len(fewFaces)); faces > n {
		return upTo(faces)
	}
	return fewFaces[:faces:faces], fewWeights[:faces:faces]
}

// draw works out the members of a draw.
func (r *Run) draw(in *code.Instr) bool {
	l := in.List(r.V)
	if len(l) == 0 {
		r.V.Fail(in.At, "there is nothing to draw from")
		return false
	}
	c := Chance{N: 1, Faces: int64(len(l)), Classes: make([]int64, len(l)), Weights: make([]int64, len(l)), At: in.At}
	for i := range l {
		c.Classes[i], c.Weights[i] = int64(i+1), 1
	}
	r.pend = Stop{Kind: Throw, Throw: c, Draw: true, members: l}
	return true
}

// thrown takes the dice of the present throw, as counts of its classes.
func (r *Run) thrown(counts []int64) error {
	c := &r.pend.Throw
	if len(counts) != len(c.Classes) {
		return fmt.Errorf("got counts of %d classes, want %d", len(counts), len(c.Classes))
	}
	n := int64(0)
	for _, k := range counts {
		if k < 0 {
			return fmt.Errorf("a count is negative")
		}
		n += k
	}
	if n != c.N {
		return fmt.Errorf("got %d dice, want %d", n, c.N)
	}
	f := r.S.Top()
	r.V.Bind(len(r.S.Frames) - 1)
	in := &r.M.Blocks[f.Block].Code[f.PC]
	if r.pend.Draw {
		for i, k := range counts {
			if k > 0 {
				r.V.I[in.A] = r.pend.members[i]
			}
		}
		f.PC++
		return nil
	}
	var out []int64
	switch {
	case r.pend.Dice.By == nil && n == 1 && c.Faces <= int64(len(fewFaces)): // a list that is there already
		i := slices.Index(counts, 1)
		out = fewFaces[i : i+1 : i+1]
	case r.pend.Dice.By == nil:
		out = make([]int64, 0, n)
		for i := len(counts) - 1; i >= 0; i-- {
			for range counts[i] {
				out = append(out, c.Classes[i])
			}
		}
	default:
		for i, k := range counts {
			if k > 0 {
				out = append(out, c.Classes[i], k)
			}
		}
	}
	r.V.L[r.pend.Dice.Into] = out
	if r.Rec != nil {
		e := &journal.Entry{Kind: journal.Throw, Depth: len(r.S.Frames), Event: -1, Hook: int(f.Hook), Inst: int64(f.Self),
			Lists: [][]int64{out}, Ints: []int64{c.N, c.Faces}, At: c.At}
		if d := r.pend.Dice; d.By != nil {
			e.Names, e.Types = []string{"class"}, []ir.Type{d.Stmt.ByType}
		}
		r.Rec(e)
	}
	f.PC++
	return nil
}

// put adds a group to a bag, keeping its rows sorted and equal rows merged.
func (r *Run) put(b *code.Bag) {
	v := r.V
	n := b.Count(v)
	row := make([]int64, 0, len(b.Values)+1)
	for _, f := range b.Values {
		row = append(row, f(v))
	}
	if n <= 0 || v.Err != nil {
		return
	}
	lists, slot := v.EL, b.Slot
	if b.Local != nil {
		lists, slot = v.L, b.Local.N
	} else if b.Of != nil {
		fr := &r.S.Frames[b.Of(v)]
		lists = r.S.ListStack[fr.Lists : fr.Lists+fr.NLists]
	}
	lists[slot] = addGroup(lists[slot], row, n)
}

func addGroup(bag, row []int64, n int64) []int64 {
	w := len(row)
	out := make([]int64, 0, len(bag)+w+1)
	placed := false
	for i := 0; i < len(bag); i += w + 1 {
		g := bag[i : i+w+1]
		if c := slices.Compare(g[:w], row); !placed && c >= 0 {
			placed = true
			if c == 0 {
				out = append(append(out, row...), g[w]+n)
				continue
			}
			out = append(append(out, row...), n)
		}
		out = append(out, g...)
	}
	if !placed {
		out = append(append(out, row...), n)
	}
	return out
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

// act offers actions to a player, once or until those who are asked pass.
func (r *Run) act(f *state.Frame, t *code.Turns, in *code.Instr) bool {
	v, a := r.V, t.Stmt
	who, player := int64(-1), int32(0)
	if t.Who != nil {
		who = t.Who(v)
		if !v.InPlay(who) || !a.Pass && v.I[a.Turn.Slot] > 0 {
			f.PC = in.A
			return false
		}
		player = r.S.Insts[who].Owner
		if player < 0 {
			v.Fail(in.At, "%s has no owner who could act", r.Name(who))
			return false
		}
	} else {
		order := v.L[a.Order.Slot]
		n := int64(len(order))
		if n == 0 || a.Pass && v.I[a.Passes.Slot] >= n || !a.Pass && v.I[a.Turn.Slot] >= n {
			f.PC = in.A
			return false
		}
		player = int32(order[v.I[a.Turn.Slot]%n])
	}
	options := r.actions(a, who, player)
	if len(options) == 0 {
		r.passed(f, a)
		return false
	}
	r.pend = Stop{Kind: Ask, Ask: Question{Kind: AskAct, Event: -1, Hook: -1, Actions: options, Players: []int32{player}}}
	return true
}

func (r *Run) passed(f *state.Frame, a *ir.Act) {
	r.V.I[a.Turn.Slot]++
	r.V.I[a.Passes.Slot]++
	if a.Who != nil {
		f.PC = r.M.Blocks[f.Block].Code[f.PC].A
	}
}

// actions lists what a player may start, now: with one piece, or with any of its own.
func (r *Run) actions(a *ir.Act, who int64, player int32) []Option {
	var out []Option
	add := func(n int64) {
		card := r.M.P.Cards[r.S.Insts[n].Card]
		offer := func(giver int32, events []int) {
			for _, e := range events {
				if (len(a.Events) == 0 || slices.Contains(a.Events, e)) && r.can(e, n, giver) {
					out = append(out, Option{Event: e, Who: n, Giver: giver})
				}
			}
		}
		offer(int32(n), r.M.P.Kinds[card.Kind].Actions)
		for _, g := range r.borneBy(n) {
			offer(int32(g), r.M.P.Cards[r.S.Insts[g].Card].Actions)
		}
		offer(int32(n), card.Actions)
	}
	if who >= 0 {
		add(who)
		return out
	}
	for i := range r.S.Insts {
		if in := &r.S.Insts[i]; in.Where > state.Ghost && in.Owner == player && r.V.InPlay(int64(i)) {
			add(int64(i))
		}
	}
	return out
}

// borneBy lists what lies on n and is awake, by arrival.
func (r *Run) borneBy(n int64) []int64 {
	var out []int64
	for i := range r.S.Insts {
		if in := &r.S.Insts[i]; in.Where == state.OnInst && int64(in.Ref) == n && !in.Dormant() {
			out = append(out, int64(i))
		}
	}
	return out
}

// can tells whether an action could be started and completed. It is pure: its frame is taken back.
func (r *Run) can(event int, who int64, giver int32) bool {
	top := len(r.S.Frames) - 1
	m := &r.M.events[event]
	if d := m.ev.Fields[0]; d.Param && d.Type.Kind == ir.Inst && !r.V.IsKind(who, d.Type.Ref) {
		return false // it is for what the giver lies on
	}
	r.start(event, who, giver)
	f := r.S.Top()
	r.V.Bind(top + 1)
	r.initial(f, m.early)
	f.Flags |= state.Begun
	ok := false
	viewer := r.V.Viewer
	r.V.Viewer = r.S.Insts[who].Owner // what the player cannot see does not show in what is offered
	if open := r.open(f, m); len(open) > 0 {
		r.V.Viewer = r.chooserOf(m.form.By)
		ok = r.search(&searching{fields: open, m: m})
	} else {
		ok = r.acceptable(f, m)
	}
	r.V.Viewer = viewer
	r.S.Frames = r.S.Frames[:top+2]
	r.S.Pop()
	r.V.Bind(top)
	return ok && r.V.Err == nil
}

// start pushes an action with its first parameter.
func (r *Run) start(event int, who int64, giver int32) {
	f := r.push(event, -1)
	f.Self = -1
	if r.M.P.Events[event].Giver >= 0 {
		f.Self = giver
	}
	if d := r.M.P.Events[event].Fields; len(d) > 0 && d[0].Param {
		f.Given = 1
		r.S.Stack[int(f.Ints)+d[0].Slot] = who
	}
}
