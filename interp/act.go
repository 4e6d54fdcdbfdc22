package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

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
