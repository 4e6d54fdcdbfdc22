package interp

import (
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Decide is what an automatic player answers to the present question. It is pure, and sees only
// what the player sees.
func (r *Run) Decide() Result {
	q := &r.pend.Ask
	player := q.Players[0]
	switch q.Kind {
	case AskMay:
		return Result{Player: player, Yes: r.wants(q, player)}
	case AskOrder:
		return Result{Player: player}
	case AskAct:
		return Result{Player: player, Pick: r.preferred(q, player)}
	}
	return Result{Player: player, Values: q.Default}
}

// wants tells whether a player uses an optional clause.
func (r *Run) wants(q *Question, player int32) bool {
	h := &r.M.hooks[q.Hook]
	if h.prefer == nil {
		return true
	}
	r.V.Bind(len(r.S.Frames) - 1)
	self := r.V.Self
	r.V.Self, r.V.Viewer = q.Inst, player
	yes := h.prefer(r.V) > 0
	r.V.Self, r.V.Viewer = self, -1
	return yes
}

// preferred picks the action with the best score, ties to the first; -1 passes when nothing scores
// above 0. An action without a score of its own scores 1.
func (r *Run) preferred(q *Question, player int32) int {
	best, pick := int64(0), -1
	for i, o := range q.Actions {
		score, ok := r.score(o, player)
		if ok && score > best {
			best, pick = score, i
		}
	}
	return pick
}

// score is how much a player wants an action, with the answers to its form that it prefers.
func (r *Run) score(o Option, player int32) (int64, bool) {
	m := &r.M.events[o.Event]
	if m.prefer == nil {
		return 1, true
	}
	top := len(r.S.Frames) - 1
	r.start(o.Event, o.Who, o.Giver)
	f := r.S.Top()
	r.V.Bind(top + 1)
	r.initial(f, m.early)
	f.Flags |= state.Begun
	r.V.Viewer = player
	ok := true
	if open := r.open(f, m); len(open) > 0 {
		ok = r.search(&searching{fields: open, prefer: true, m: m})
	} else {
		r.initial(f, m.late)
	}
	score := int64(0)
	if ok {
		score = m.prefer(r.V)
	}
	r.V.Viewer = -1
	r.S.Pop()
	r.V.Bind(top)
	return score, ok
}

// Complete answers the present form with the values that are given by name; what is not given is
// left to the automatic player. It changes nothing.
func (r *Run) Complete(given map[string]ir.Value) (Result, error) {
	q := &r.pend.Ask
	out := Result{Player: q.Players[0]}
	if q.Kind != AskForm && q.Kind != AskChoice {
		return out, fmt.Errorf("the question is no form")
	}
	if len(given) == 0 {
		return Result{Player: q.Players[0], Values: q.Default}, nil
	}
	r.V.Bind(len(r.S.Frames) - 1)
	r.V.Viewer = out.Player
	r.given, r.givenErr = given, nil
	if q.By.List != nil { // each field by itself
		for i, x := range q.Fields {
			c, named := r.fixed(x)
			switch {
			case !named:
				out.Values = append(out.Values, q.Default[i])
			case len(c) > 0:
				out.Values = append(out.Values, c[0])
			}
		}
		r.given, r.V.Viewer = nil, -1
		return out, r.givenErr
	}
	ok := r.search(&searching{fields: q.Fields, prefer: true, m: r.asking(q)})
	r.given = nil
	r.V.Viewer = -1
	if !ok {
		err := r.givenErr
		if err == nil && q.Kind == AskForm {
			f := r.S.Top()
			m := &r.M.events[f.Event]
			for _, x := range q.Fields {
				if v, ok := given[x.F.Field.Name]; ok {
					r.setSlot(x, v)
				}
			}
			r.initial(f, m.late)
			why, _ := r.permitted(f, m)
			err = fmt.Errorf("it may not: %s", why)
		}
		if err == nil {
			err = fmt.Errorf("no answer has these values")
		}
		r.clearSlots(q.Fields)
		return out, err
	}
	for _, x := range q.Fields {
		out.Values = append(out.Values, r.slotValue(x))
	}
	r.clearSlots(q.Fields)
	return out, nil
}

// fixed is the one candidate of a field that was given, if it is valid.
func (r *Run) fixed(x *code.FormField) ([]ir.Value, bool) {
	v, ok := r.given[x.F.Field.Name]
	if !ok {
		return nil, false
	}
	v.L = slices.Clone(v.L)
	if err := r.valid(x, v); err != nil {
		if r.givenErr == nil {
			r.givenErr = err
		}
		return nil, true
	}
	return []ir.Value{v}, true
}
