package interp

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/space"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// An answer is checked against its form before it changes anything: what is refused leaves the question
// as it was.

// valid tells whether a value is an answer to a field, given the fields before it.
func (r *Run) valid(x *code.FormField, c ir.Value) error {
	v, f := r.V, x.F
	name := f.Field.Name
	if absent(x, c) {
		return nil
	}
	switch {
	case f.Some:
		l, lo, hi, repeat := r.several(x)
		if n := int64(len(c.L)); n < lo || n > hi {
			return fmt.Errorf("%s: got %d, want %d to %d", name, n, lo, hi)
		}
		for i, m := range c.L {
			if i > 0 && m == c.L[i-1] {
				continue
			}
			in, got := int64(0), int64(0)
			for _, k := range l {
				if k == m {
					in++
				}
			}
			for _, k := range c.L {
				if k == m {
					got++
				}
			}
			if in == 0 {
				return fmt.Errorf("%s: %s is not among the choices", name, r.Show(f.Type.Element(), m))
			}
			if got > in*repeat {
				return fmt.Errorf("%s: %s may be taken %d times at most", name, r.Show(f.Type.Element(), m), in*repeat)
			}
		}
		if len(c.L) < 2 {
			break
		}
		slices.SortStableFunc(c.L, func(a, b int64) int { return cmp.Compare(slices.Index(l, a), slices.Index(l, b)) })
	case f.Within != nil:
		if err := r.validReach(x, c); err != nil {
			return err
		}
	case f.In != nil:
		if !slices.Contains(x.In(v), c.N) {
			return fmt.Errorf("%s: %s is not among the choices", name, r.Show(f.Type, c.N))
		}
	case f.Lo != nil:
		if lo, hi := x.Lo(v), x.Hi(v); c.N < lo || c.N > hi {
			return fmt.Errorf("%s: got %s, want %s to %s", name, r.Show(f.Type, c.N), r.Show(f.Type, lo), r.Show(f.Type, hi))
		}
	case f.Bool:
		if c.N != 0 && c.N != 1 {
			return fmt.Errorf("%s: want yes or no", name)
		}
	default:
		if !v.IsKind(c.N, f.All) || !v.InPlay(c.N) || !v.Seen(c.N) {
			return fmt.Errorf("%s: %s is not among the choices", name, r.Show(f.Type, c.N))
		}
	}
	if !r.fits(x, c) {
		return fmt.Errorf("%s: %s does not meet %q", name, r.ShowValue(f.Type, c), f.Where.At.Text())
	}
	return nil
}

func (r *Run) validReach(x *code.FormField, c ir.Value) error {
	name, length := x.F.Field.Name, x.Within(r.V)
	_, body, ok := r.centre(x)
	if !ok {
		return fmt.Errorf("%s: there is nothing to measure from", name)
	}
	if x.F.Type.Kind == ir.Path {
		if len(c.L) < 6 || len(c.L)%3 != 0 || c.L[0] != body.At.X || c.L[1] != body.At.Y {
			return fmt.Errorf("%s: a path starts where the piece stands and has at least one more point", name)
		}
		if n := space.PathLength(c.L); n > length {
			return fmt.Errorf("%s: the path is %s long, want at most %s", name, r.Show(ir.Type{Kind: ir.Length}, n), r.Show(ir.Type{Kind: ir.Length}, length))
		}
		end := body
		end.At = space.Point{X: c.L[len(c.L)-3], Y: c.L[len(c.L)-2], Z: c.L[len(c.L)-1]}
		if r.S.Width > 0 && !space.OnTable(end, r.S.Width, r.S.Depth) {
			return fmt.Errorf("%s: the path ends beyond the edge of the table", name)
		}
		return nil
	}
	if len(c.L) != 3 {
		return fmt.Errorf("%s: want a point", name)
	}
	at := body
	at.Width, at.Depth, at.Rect = 0, 0, false
	if d := space.DistanceToPoint(at, space.Point{X: c.L[0], Y: c.L[1], Z: c.L[2]}); d > length {
		return fmt.Errorf("%s: the point is %s away, want at most %s", name, r.Show(ir.Type{Kind: ir.Length}, d), r.Show(ir.Type{Kind: ir.Length}, length))
	}
	return nil
}

// answered takes an answer to the present question.
func (r *Run) answered(a Result) error {
	q := &r.pend.Ask
	if !slices.Contains(q.Players, a.Player) {
		return fmt.Errorf("player %d is not asked", a.Player)
	}
	top := len(r.S.Frames) - 1
	f := r.S.Top()
	r.V.Bind(top)
	switch q.Kind {
	case AskMay:
		e := eval.Entry{Hook: int32(q.Hook), Inst: q.Inst}
		f.Cursor = r.M.C.Key(r.S, e, r.V.Active())
		r.chose(a.Player, fmt.Sprintf("%s: %s", r.M.HookName(q.Hook), yesNo(a.Yes)))
		if a.Yes {
			r.run(e, int32(top))
		} else {
			self := r.V.Self
			r.V.Self = q.Inst
			r.spendAll(r.M.hooks[q.Hook].limits, true)
			r.V.Self = self
		}
		return nil
	case AskOrder:
		if a.Pick < 0 || a.Pick >= len(q.Order) {
			return fmt.Errorf("got clause %d, want 0 to %d", a.Pick, len(q.Order)-1)
		}
		r.chose(a.Player, "first "+r.M.HookName(int(q.Order[a.Pick].Hook)))
		r.runOrdered(f, q.Order[a.Pick], int32(top))
		return nil
	case AskAct:
		return r.acted(f, a)
	}
	if len(a.Values) != len(q.Fields) {
		return fmt.Errorf("got %d answers, want %d", len(a.Values), len(q.Fields))
	}
	r.V.Viewer = a.Player
	defer func() { r.V.Viewer = -1 }()
	best := r.isBest(q, a.Values)
	for i, x := range q.Fields {
		if best {
			r.setSlot(x, a.Values[i])
			continue
		}
		if err := r.valid(x, a.Values[i]); err != nil {
			r.clearSlots(q.Fields)
			r.V.Err = nil
			return err
		}
		r.setSlot(x, a.Values[i])
	}
	if q.By.List != nil {
		r.clearSlots(q.Fields)
		return r.reply(q, a)
	}
	if m := r.asking(q); m != nil && !best && !r.acceptable(f, m) {
		why, _ := r.permitted(f, m)
		r.clearSlots(q.Fields)
		r.V.Err = nil
		return fmt.Errorf("it may not: %s", why)
	}
	r.tellChoice(a, q)
	if q.Kind == AskForm {
		f.Flags |= state.Asked
	} else {
		f.PC++
	}
	return nil
}

// reply keeps one of several simultaneous answers; with the last one the fields become lists,
// in the order of the players.
func (r *Run) reply(q *Question, a Result) error {
	reply := state.Reply{Player: a.Player}
	for _, c := range a.Values {
		reply.Values = append(reply.Values, []int64{c.N})
	}
	i, _ := slices.BinarySearchFunc(r.S.Replies, reply, func(x, y state.Reply) int { return cmp.Compare(x.Player, y.Player) })
	r.S.Replies = slices.Insert(slices.Clone(r.S.Replies), i, reply)
	if len(q.Players) > 1 {
		return nil
	}
	for i, x := range q.Fields {
		var l []int64
		for _, p := range q.By.List(r.V) {
			for _, y := range r.S.Replies {
				if int64(y.Player) == p {
					l = append(l, y.Values[i][0])
				}
			}
		}
		r.V.L[x.F.Field.Slot] = l
	}
	r.S.Replies = nil
	f := r.S.Top()
	if q.Kind == AskForm {
		f.Flags |= state.Asked
	} else {
		f.PC++
	}
	return nil
}

// acted starts the action that was picked, or passes.
func (r *Run) acted(f *state.Frame, a Result) error {
	q := &r.pend.Ask
	if a.Pick >= len(q.Actions) {
		return fmt.Errorf("got action %d, want 0 to %d, or -1 to pass", a.Pick, len(q.Actions)-1)
	}
	stmt := r.M.Blocks[f.Block].Code[f.PC].With.(*code.Turns).Stmt
	if a.Pick < 0 {
		r.chose(a.Player, "pass")
		r.passed(f, stmt)
		return nil
	}
	o := q.Actions[a.Pick]
	r.chose(a.Player, r.M.P.Events[o.Event].Name)
	r.V.I[stmt.Passes.Slot] = 0
	r.V.I[stmt.Turn.Slot]++
	if !r.inAction() {
		r.begin()
	}
	r.start(o.Event, o.Who, o.Giver)
	return nil
}

func (r *Run) chose(player int32, text string) {
	if r.Rec != nil {
		r.Rec(&journal.Entry{Kind: journal.Choice, Depth: len(r.S.Frames), Event: -1, Hook: -1, Inst: -1, Player: player, Text: text})
	}
}

func (r *Run) tellChoice(a Result, q *Question) {
	if r.Rec == nil {
		return
	}
	e := &journal.Entry{Kind: journal.Choice, Depth: len(r.S.Frames), Event: q.Event, Hook: -1, Inst: -1, Player: a.Player}
	for i, x := range q.Fields {
		e.Names = append(e.Names, x.F.Field.Name)
		e.Types = append(e.Types, x.F.Type)
		e.Ints = append(e.Ints, a.Values[i].N)
		e.Lists = append(e.Lists, a.Values[i].L)
		e.Text += fmt.Sprintf("%s: %s  ", x.F.Field.Name, r.ShowValue(x.F.Type, a.Values[i]))
	}
	r.Rec(e)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
