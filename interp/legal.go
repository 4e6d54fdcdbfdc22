package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// legal answers whether an event may happen: requirements, prohibitions, limits and costs, and whether
// its form has an answer. It is pure: what it tries stands on frames that are taken off again, and what
// it writes is taken back from the log of the state.
type legal struct {
	picker
	play func(top int32) bool // runs what stands on the frame at a place until it is over; false when it waits for somebody
}

// UsedUp is the reason for whatever a limit forbids.
const UsedUp = "its limit is used up"

// permitted asks of the event at place f, which is bound, with the answers that stand in its slots: requirements,
// limits, prohibitions and costs.
func (r *legal) permitted(f int32, m *event) Verdict {
	r.frame(f).Flags |= state.Judged
	v := r.asked(f, m)
	r.frame(f).Flags &^= state.Judged
	return v
}

// asked asks requirements, limits, prohibitions and costs.
func (r *legal) asked(f int32, m *event) Verdict {
	if v := r.givenFits(f, m); !v.OK {
		return v
	}
	for i := range m.requires {
		if v := r.required(m, i); !v.OK {
			return v
		}
	}
	if v := r.unhindered(f, m, 0); !v.OK {
		return v
	}
	return r.together(m.costs)
}

// required asks one requirement.
func (r *legal) required(m *event, i int) Verdict {
	q := m.ev.Requires[i]
	if asSeen(r.V, m.requires[i]) || r.waived(m, q.Label) {
		return fine
	}
	return no(Why{Kind: journal.Requirement, Label: q.Label, Event: m.ev.ID, Via: -1, Hook: -1, Inst: -1, Expr: q.Cond})
}

func (r *legal) waived(m *event, label string) bool {
	entries, list := r.V.Asked(m.ev.ID, ir.Waive)
	defer r.V.Done(list)
	for _, e := range entries {
		if r.M.P.Hooks[e.Hook].Target.Label == label && !r.V.Ignored(e.Hook, e.Inst, r.V.Ev) && r.V.When(e.Hook, e.Inst) {
			return true
		}
	}
	return false
}

// offered tells whether the event at place f, if it is an action of a card, is offered by something of that card.
func (r *legal) offered(f int32, ev *ir.Event) Verdict {
	if ev.Giver < 0 || givesAction(&r.game, int64(r.frame(f).Self), ev.ID) {
		return fine
	}
	return no(Why{Kind: journal.NotOffered, Label: "not_offered", Event: ev.ID, Via: -1, Hook: -1, Inst: -1})
}

// givenFits asks whether what the caller gave to fields of the form is an answer to them.
func (r *legal) givenFits(f int32, m *event) Verdict {
	if r.frame(f).Given&m.choices == 0 { // as where there is no form
		return fine
	}
	for i, x := range m.form.Fields {
		if r.frame(f).Given&(1<<m.asked[i]) != 0 && !r.given(m, i) {
			return r.misfit(m, x)
		}
	}
	return fine
}

// given tells whether what the caller gave to field n of the form is an answer to it, or of a form that several
// players answer, one answer of each of them, next to the others that were given; several are put in the order of the
// list that they are from.
func (r *legal) given(m *event, n int) bool {
	x := m.form.Fields[n]
	v := r.slotValue(x)
	if m.form.By.List != nil {
		viewer := r.V.Viewer
		v.L = *r.V.ListSlot(int(x.Slot.N))
		players := m.form.By.List(r.V)
		ok := len(v.L) == len(players)
		for i := 0; ok && i < len(players); i++ {
			for _, y := range m.form.Fields[:n] {
				if l := *r.V.ListSlot(int(y.Slot.N)); i < len(l) {
					r.setSlot(y, ir.Value{N: l[i]})
				}
			}
			r.V.Viewer = int32(players[i])
			r.V.Temp(ir.OfAsked, players[i])
			ok = r.valid(x, ir.Value{N: v.L[i]}) == nil
		}
		r.V.Viewer = viewer
		return ok
	}
	if r.valid(x, v) != nil || !r.sighted(m, x, v) {
		return false
	}
	if x.F.Some {
		r.setSlot(x, r.inOrder(x, v))
	}
	return true
}

// sighted tells whether whoever answers a form sees what was given to a field of it: he could not have chosen what he does
// not see. Who answers is worked out only where somebody does not see it.
func (r *legal) sighted(m *event, x *code.FormField, v ir.Value) bool {
	t, all := x.F.Type, v.L
	if t.Kind == ir.Inst {
		all = []int64{v.N}
	}
	if r.M.plain || t.Kind != ir.Inst && t.Element().Kind != ir.Inst {
		return true
	}
	for _, n := range all {
		for p := range r.S.Players {
			if n >= 0 && !r.V.Visible(n, p) {
				who := r.chooserOf(m.form.By)
				return !slices.ContainsFunc(all, func(n int64) bool { return n >= 0 && !r.V.Visible(n, who) })
			}
		}
	}
	return true
}

// orderly tells whether all that the caller gave to fields of which several are chosen stands in order already.
func (r *legal) orderly(f int32, m *event) bool {
	for i, x := range m.form.Fields {
		if l := r.slotValue(x).L; r.frame(f).Given&m.several&(1<<m.asked[i]) == 0 || len(l) < 2 {
			continue
		} else if is := r.isInOrder(l, x.In(r.V)); !is || r.V.Err != nil {
			r.V.Err = nil // what cannot be read is seen to where the answers are judged
			return false
		}
	}
	return true
}

func (r *legal) misfit(m *event, x *code.FormField) Verdict {
	return no(Why{Kind: journal.Target, Label: x.F.Field.Name, Event: m.ev.ID, Via: -1, Hook: -1, Inst: -1, Expr: x.F.Where})
}

// foremost asks, of the event at place f, what reads nothing that its form still asks for: what the caller
// gave, then what the event requires and so on. That refuses an event before anybody is asked, whether
// there would be a choice or not.
func (r *legal) foremost(f int32, m *event) Verdict {
	given := r.frame(f).Given
	open := m.choices &^ given
	for i := range m.late {
		if n := &m.late[i]; m.reads.masks[n.field]&open == 0 {
			r.first(given, n)
			r.frame(f).Open &^= 1 << n.field
		}
	}
	for i, x := range m.form.Fields {
		q := x.F
		if given&(1<<m.asked[i]) != 0 && !m.waits(open, q.In, q.Lo, q.Hi, q.Within, q.Of, q.CountLo, q.CountHi, q.Repeat, q.Where) &&
			!m.hangs(x, given) && !r.given(m, i) {
			return r.misfit(m, x)
		}
	}
	if m.inside {
		return fine
	}
	for i, q := range m.ev.Requires {
		if m.waits(open, q.Cond) {
			continue
		}
		if v := r.required(m, i); !v.OK {
			return v
		}
	}
	if v := r.unhindered(f, m, open); !v.OK {
		return v
	}
	var costs []*code.CallTo
	for _, c := range m.costs {
		if !m.ev.Around && !slices.ContainsFunc(c.Stmt.Args, func(a ir.EmitArg) bool { return m.waits(open, a.Value) }) {
			costs = append(costs, c)
		}
	}
	return r.together(costs)
}

// unhindered asks limits and prohibitions, those apart that read open fields.
func (r *legal) unhindered(f int32, m *event, open uint64) Verdict {
	for i := range m.limits {
		if l := m.limits[i].l; m.waits(open, l.Times) || m.waits(open, l.Keys...) {
			continue
		}
		if r.exhausted(&m.limits[i]) {
			return no(Why{Kind: journal.Limit, Label: "limit", Event: m.ev.ID, Via: -1, Hook: -1, Inst: -1})
		}
	}
	return r.unforbidden(f, m, open)
}

// unforbidden asks prohibitions, those apart that read open fields.
func (r *legal) unforbidden(f int32, m *event, open uint64) Verdict {
	if len(r.X.At(m.ev.ID, ir.Cannot)) == 0 {
		return fine
	}
	entries, list := r.V.Asked(m.ev.ID, ir.Cannot)
	defer r.V.Done(list)
	active := r.V.Active()
	for cursor := state.Key(0); ; {
		e, key, ok := r.next(entries, cursor, everything, active)
		if !ok {
			r.unasked(m.ev.ID, ir.Cannot, entries)
			return fine
		}
		cursor = key
		if m.waits(open, r.M.P.Hooks[e.Hook].When) {
			continue
		}
		if !r.V.Seen(int64(e.Inst)) { // what a player does not see does not show in what he is offered
			continue
		}
		if asSeen(r.V, func(*eval.Env) bool { return r.applies(e, f) }) {
			return no(Why{Kind: journal.Prohibition, Label: r.M.HookName(int(e.Hook)), Event: m.ev.ID, Via: -1,
				Hook: e.Hook, Inst: e.Inst, Expr: r.M.P.Hooks[e.Hook].When})
		}
	}
}

// together asks costs one after the other, each as if those before it were paid: they are, and it is taken
// back. One that throws or asks counts as paid, with nothing come of it.
func (r *legal) together(costs []*code.CallTo) Verdict {
	if len(costs) == 0 {
		return fine
	}
	if len(costs) == 1 {
		return r.affordable(costs[0])
	}
	out, certain := fine, true
	top, self, trying, random, l := r.S.Top(), r.V.Self, r.trying, r.random, r.hush()
	r.trying = true
	back := func(m *state.Mark, x *eval.Index) {
		if r.S.Rollback(m) {
			r.X.Set(x)
		}
		r.V.Bind(top)
		r.V.Self = self
	}
	var start, mark state.Mark
	unpaid := r.X.Clone()
	r.S.Mark(&start)
	for i, c := range costs {
		if out = r.affordable(c); !out.OK || i == len(costs)-1 {
			break
		}
		x := r.X.Clone()
		r.S.Mark(&mark)
		if _, ok := r.enter(c, -1); !ok {
			break
		}
		if !r.play(top) {
			if r.V.Err != nil {
				break
			}
			back(&mark, x)
			certain = false
		}
		r.V.Bind(top)
		r.V.Self = self
	}
	back(&start, unpaid)
	r.trying, r.random = trying, random
	r.unhush(l)
	out.Certain = out.Certain && certain
	return out
}

// affordable asks whether a cost could be paid: judged as a call would be.
func (r *legal) affordable(c *code.CallTo) Verdict {
	l := r.hush() // nothing happens here, so nothing is told
	top, self := r.S.Top(), r.V.Self
	out := Verdict{}
	if f, ok := r.enter(c, -1); ok {
		out = r.possible(f)
		r.S.Pop()
		r.V.Bind(top)
		r.V.Self = self
	}
	r.unhush(l)
	if !out.OK && out.Why.Via < 0 {
		out.Why.Via = c.Event
	}
	return out
}

// can tells whether an action could be started and completed, on the view of its owner: what the player
// cannot see does not show in what is offered.
func (r *legal) can(event int, who int64, giver int32) Verdict {
	return r.canOn(event, who, giver, r.S.Insts[who].Owner)
}

// canOn tells so on the view of a player, or on the full view.
func (r *legal) canOn(event int, who int64, giver, view int32) Verdict {
	m := &r.M.events[event]
	if d := m.ev.Fields[0]; d.Param && d.Type.Kind == ir.Inst && !r.V.IsKind(who, d.Type.Ref) {
		return no(Why{Kind: journal.NotOffered, Label: "not_offered", Event: event, Via: -1, Hook: -1, Inst: -1}) // it is for what the giver lies on
	}
	l := r.hush()
	top, viewer := r.S.Top(), r.V.Viewer
	out := Verdict{}
	if f, ok := r.start(event, who, giver); ok {
		r.V.Viewer = view
		out = r.possible(f)
		r.S.Pop()
		r.V.Bind(top)
	}
	r.V.Viewer = viewer
	r.unhush(l)
	return out
}

// could tells whether a call of an event would be permitted now: what a condition asks. It stands in the middle of
// something, which finds all as it was: the slots too, of which it may hold a place.
func (r *legal) could(event int, given []eval.Given) bool {
	s, at, nums, values, parts, l := r.S, r.V.Here(), r.ints, r.lists, r.parts, r.hush()
	frames, ints, lists, banned := s.Frames, s.Stack, s.ListStack, s.Banned
	r.parts, s.Banned = nil, nil
	out := Verdict{}
	if f, ok := r.called(event, given); ok {
		out = r.possible(f)
		s.Pop()
	}
	copy(frames, s.Frames)
	copy(ints, s.Stack)
	copy(lists, s.ListStack)
	s.Frames, s.Stack, s.ListStack, s.Banned = frames, ints, lists, banned
	r.ints, r.lists, r.parts, r.denied = nums, values, parts, out.Why
	err := r.V.Err
	r.V.Back(at)
	r.V.Err = err
	r.unhush(l)
	return out.OK && err == nil
}

// called pushes an event with some of its fields given.
func (r *legal) called(event int, given []eval.Given) (int32, bool) {
	f, ok := r.event(event, -1)
	if !ok {
		return f, false
	}
	fields := uint64(0)
	for _, g := range given {
		fields |= 1 << g.Field
		if d := r.M.events[event].ev.Fields[g.Field]; d.Type.IsList() {
			*r.S.List(f, d.Slot) = g.Value.L
		} else {
			*r.S.Int(f, d.Slot) = held(g.Value.N, d)
		}
	}
	giving(&r.game, f, fields)
	return f, true
}

// possible tells whether the event at place f, of which only what the caller gave is known, has a
// complete answer that is permitted, as far as whoever would choose it sees and whoever asks.
func (r *legal) possible(f int32) Verdict {
	m := r.eventAt(f)
	r.V.Bind(f)
	if v := r.offered(f, m.ev); !v.OK {
		return v
	}
	r.initial(f, m.early)
	r.frame(f).Flags |= state.Begun
	if !r.open(f, m) {
		r.initial(f, m.late)
		out := r.permitted(f, m)
		out.OK = out.OK && r.V.Err == nil
		return out
	}
	viewer := r.V.Viewer
	q := search{f: f, m: m, form: m.form, full: viewer}
	out := Verdict{}
	if m.form.By.List != nil {
		out = r.everybody(f, m)
	} else {
		r.V.Viewer = r.chooserOf(m.form.By)
		q.both = r.V.Viewer != viewer && !r.allSeen()
		out = r.search(&q)
	}
	r.V.Viewer = viewer
	return out
}

// allSeen tells whether there is nothing that somebody does not see.
func (r *legal) allSeen() bool {
	return r.M.plain || !slices.ContainsFunc(r.S.Insts, func(x state.Inst) bool {
		return x.Hidden && x.Where != state.Gone || x.Where == state.InZone && r.M.P.Zones[x.Ref].Seen != ir.ByAll
	})
}

// open tells whether the form of an event has fields that nobody has given.
func (r *legal) open(f int32, m *event) bool {
	return m.form != nil && r.frame(f).Given&m.choices != m.choices
}

// chooserOf is the first player who answers a form.
func (r *legal) chooserOf(by code.Value) int32 {
	if by.List != nil {
		if l := by.List(r.V); len(l) > 0 {
			return int32(l[0])
		}
		return -1
	}
	if by.Int == nil {
		return max(0, r.V.Active())
	}
	return int32(by.Int(r.V))
}

// free tells whether the limits and costs of a clause allow it.
func (r *legal) free(e eval.Entry) bool {
	h := &r.M.hooks[e.Hook]
	if len(h.limits)+len(h.costs) == 0 {
		return true
	}
	self := r.V.Self
	r.V.Self = e.Inst
	obstacle := ""
	for i := range h.limits {
		if r.exhausted(&h.limits[i]) {
			obstacle = UsedUp
		}
	}
	if obstacle == "" {
		if v := r.together(h.costs); !v.OK { // worked out in the frame of the event, for the clause has none yet
			obstacle = "its cost cannot be paid: " + v.Why.Label
		}
	}
	r.V.Self = self
	if obstacle != "" {
		r.considered(e, false, obstacle)
	}
	return obstacle == ""
}
