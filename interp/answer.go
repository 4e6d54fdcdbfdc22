package interp

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// answered takes an answer to the present question. What is refused leaves the question as it was.
func (r *Run) answered(a Result) error {
	q := &r.pend.Ask
	if !slices.Contains(q.Players, a.Player) {
		return fmt.Errorf("player %d is not asked", a.Player)
	}
	f := r.S.Top()
	r.V.Bind(f)
	switch q.Kind {
	case AskMay:
		r.answeredMay(f, a)
	case AskOrder:
		if a.Pick < 0 || a.Pick >= len(q.Order) {
			return fmt.Errorf("got clause %d, want 0 to %d", a.Pick, len(q.Order)-1)
		}
		r.tellChoice(a.Player, "first "+r.M.HookName(int(q.Order[a.Pick].Hook)))
		r.runOrdered(f, q.Order[a.Pick])
	case AskAct:
		return r.acted(f, a)
	default:
		return r.filled(f, a)
	}
	return nil
}

func (r *Run) answeredMay(f int32, a Result) {
	q := &r.pend.Ask
	e := eval.Entry{Hook: int32(q.Hook), Inst: q.Inst}
	r.frame(f).Cursor = r.M.C.Key(r.S, e, r.V.Active())
	r.tellMay(a.Player, q.Hook, q.Inst, a.Yes)
	if a.Yes {
		r.run(e, f)
	} else {
		r.spendHook(e, false, true, 1)
	}
}

// filled takes the answer to a form.
func (r *Run) filled(f int32, a Result) error {
	q := &r.pend.Ask
	if len(a.Values) != len(q.Fields) {
		return fmt.Errorf("got %d answers, want %d", len(a.Values), len(q.Fields))
	}
	r.V.Viewer = a.Player
	defer func() { r.V.Viewer = -1 }()
	if q.form.By.List != nil {
		return r.reply(f, a)
	}
	m := r.asking()
	if r.isBest(a.Values) { // it is known to be allowed
		for i, x := range q.Fields {
			r.setSlot(x, a.Values[i])
		}
		if m != nil {
			r.frame(f).Open = r.completed(f, m)
		}
	} else {
		s := search{f: f, m: m, form: q.form}
		s.named = r.names(func(i int, _ *code.FormField) *ir.Value { return &a.Values[i] })
		if v := r.search(&s); !v.OK {
			r.forget(f, m, q.Fields)
			r.V.Err = nil
			return r.notSo(&s, v)
		}
	}
	if m != nil && !r.allSeen() {
		if err := r.unseen(f, m); err != nil {
			return err
		}
	}
	r.tellAnswer(a, q)
	r.done(f)
	return nil
}

// unseen asks of an answer that the player may give, as far as he sees, whether something hidden
// forbids it. Then it is banned from what is offered, until the question is answered.
func (r *Run) unseen(f int32, m *event) error {
	r.V.Viewer = -1
	open := r.completed(f, m)
	defer func() { r.frame(f).Open = open }()
	v := r.permitted(f, m)
	if v.OK {
		return nil
	}
	var values []state.Value
	for _, x := range m.form.Fields {
		values = append(values, state.Value(r.slotValue(x)))
	}
	r.S.Banned = append(slices.Clip(r.S.Banned), values)
	r.forget(f, m, r.pend.Ask.Fields)
	r.V.Err = nil
	r.pend = Stop{}
	return unseen(m.ev.ID)
}

// unseen is the refusal for something that the player does not see.
func unseen(event int) error {
	return &Refusal{Why: Why{Kind: journal.Unseen, Label: "hidden", Event: event, Via: -1, Hook: -1, Inst: -1},
		Text: "it may not: something that cannot be seen from here is in the way", Again: true}
}

// values are an option as the state keeps it.
func (o Option) values() []state.Value {
	return []state.Value{{N: int64(o.Event)}, {N: o.Who}, {N: int64(o.Giver)}}
}

// done goes on after a form is answered.
func (r *Run) done(f int32) {
	r.S.Banned = nil
	if r.pend.Ask.Kind == AskForm {
		r.frame(f).Flags |= state.Asked
	} else {
		r.frame(f).PC++
	}
}

// isBest tells whether an answer is the one that was found when the question was prepared.
func (r *Run) isBest(values []ir.Value) bool {
	return len(r.best) > 0 && slices.EqualFunc(r.best, values, ir.Value.Equal)
}

// reply keeps one of several simultaneous answers; with the last one the fields become lists,
// in the order of the players.
func (r *Run) reply(f int32, a Result) error {
	q := &r.pend.Ask
	reply := state.Reply{Player: a.Player}
	s := r.own(f, r.asking(), int64(a.Player))
	for i, x := range q.Fields {
		s.named[slices.Index(q.form.Fields, x)] = &a.Values[i]
		reply.Values = append(reply.Values, []int64{a.Values[i].N})
	}
	v := r.search(s)
	r.clearSlots(q.Fields)
	if !v.OK {
		return r.notSo(s, v)
	}
	i, _ := slices.BinarySearchFunc(r.S.Replies, reply, func(x, y state.Reply) int { return cmp.Compare(x.Player, y.Player) })
	r.S.Replies = slices.Insert(slices.Clone(r.S.Replies), i, reply)
	if len(q.Players) > 1 {
		return nil
	}
	for i, x := range q.Fields {
		var l []int64
		for _, p := range q.form.By.List(r.V) {
			for _, y := range r.S.Replies {
				if int64(y.Player) == p {
					l = append(l, y.Values[i][0])
				}
			}
		}
		*r.V.ListSlot(x.F.Field.Slot) = l
	}
	for _, p := range q.form.By.List(r.V) { // nobody has heard of an answer while others were to give theirs
		i := slices.IndexFunc(r.S.Replies, func(y state.Reply) bool { return int64(y.Player) == p })
		r.tellAnswer(replied(r.S.Replies[i]), q)
	}
	r.S.Replies = nil
	r.done(f)
	return nil
}

// replied is one of several simultaneous answers.
func replied(y state.Reply) Result {
	a := Result{Player: y.Player}
	for _, v := range y.Values {
		a.Values = append(a.Values, ir.Value{N: v[0]})
	}
	return a
}

// acted starts the action that was picked, or passes.
func (r *Run) acted(f int32, a Result) error {
	q := &r.pend.Ask
	if a.Pick >= len(q.Actions) {
		return fmt.Errorf("got action %d, want 0 to %d, or -1 to pass", a.Pick, len(q.Actions)-1)
	}
	stmt := r.instr(f).With.(*code.Turns).Stmt
	if a.Pick < 0 {
		r.S.Banned = nil
		r.tellChoice(a.Player, "pass")
		r.passed(f, stmt)
		return nil
	}
	o := q.Actions[a.Pick]
	if !r.allSeen() {
		if v := r.canOn(o.Event, o.Who, o.Giver, -1); !v.OK {
			r.S.Banned = append(slices.Clip(r.S.Banned), o.values())
			r.pend = Stop{}
			return unseen(o.Event)
		}
	}
	r.S.Banned = nil
	r.tellChoice(a.Player, r.M.P.Events[o.Event].Name)
	if !r.inAction() {
		r.begin()
	}
	*r.V.Slot(stmt.Passes.Slot) = 0
	r.turned(stmt)
	r.start(o.Event, o.Who, o.Giver)
	return nil
}
