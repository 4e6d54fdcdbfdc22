package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// act offers actions to a player, once or until those who are asked pass.
func (r *executor) act(f int32, t *code.Turns, in *code.Instr) bool {
	v, a := r.V, t.Stmt
	if !r.inAction() && !r.trying {
		r.tidy()
	}
	who, player := int64(-1), int32(0)
	if t.Who != nil {
		who = t.Who(v)
		if !v.InPlay(who) || !a.Pass && *v.Slot(a.Turn.Slot) > 0 {
			r.frame(f).PC = in.A
			return false
		}
		player = r.S.Insts[who].Owner
		if player < 0 {
			v.Fail(in.At, "%s has no owner who could act", r.Name(who))
			return false
		}
	} else {
		order := *v.ListSlot(a.Order.Slot)
		n := int64(len(order))
		if n == 0 || a.Pass && *v.Slot(a.Passes.Slot) >= n || !a.Pass && *v.Slot(a.Turn.Slot) >= n {
			r.frame(f).PC = in.A
			return false
		}
		player = int32(order[*v.Slot(a.Turn.Slot)%n])
	}
	options := slices.DeleteFunc(r.actions(a, who, player), r.banned)
	if v.Err != nil {
		return false
	}
	if len(options) == 0 {
		r.passed(f, a)
		return false
	}
	r.pend = Stop{Kind: Ask, Ask: Question{Kind: AskAct, Event: -1, Hook: -1, Actions: options, Players: []int32{player}}}
	return true
}

// banned tells whether an action is one that something hidden forbids.
func (r *executor) banned(o Option) bool {
	return slices.ContainsFunc(r.S.Banned, func(b []state.Value) bool { return state.EqualValues(b, o.values()) })
}

// passed counts that the player whose turn it is starts nothing.
func (r *executor) passed(f int32, a *ir.Act) {
	r.turned(a)
	*r.V.Slot(a.Passes.Slot)++
	if a.Who != nil {
		r.frame(f).PC = r.instr(f).A
	}
}

// turned makes it the turn of the next. Until all pass, who it is counts and not how often they had it:
// so a game that goes round in circles comes to equal states.
func (r *executor) turned(a *ir.Act) {
	turn := r.V.Slot(a.Turn.Slot)
	*turn++
	if n := int64(1); a.Pass {
		if a.Who == nil {
			n = max(1, int64(len(*r.V.ListSlot(a.Order.Slot))))
		}
		*turn %= n
	}
}
