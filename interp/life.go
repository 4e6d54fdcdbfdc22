package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// life is what comes into play, where it is, and when it goes.
type life struct {
	told
}

// add makes an instance of a card with the initial values of its cells, and what the card carries.
func (r *life) add(card int, in state.Inst, args ...ir.Value) int32 {
	if len(r.S.Insts)-int(r.S.Gaps) >= r.Budget.Instances {
		r.limit("instances", int64(r.Budget.Instances))
		return 0
	}
	c := r.M.P.Cards[card]
	in.Card = int32(card)
	if in.Source == 0 {
		in.Source = -1
	}
	n := r.S.Add(in, r.M.P.Kinds[c.Kind].Root, c.Ints, c.Lists)
	for i, f := range c.Params {
		if i < len(args) {
			r.setRaw(n, f, args[i])
		}
	}
	self := r.V.Self
	r.V.Self = n
	for _, fields := range [][]*ir.Field{r.M.P.Kinds[c.Kind].Fields, c.Own} {
		for _, f := range fields {
			if f.Class != ir.Cell || f.Param {
				continue
			}
			v := ir.Value{}
			if d := r.M.fields[f]; d != nil {
				v.N = d(r.V)
			} else if l := r.M.lists[f]; l != nil {
				v.L = l(r.V)
			} else if f.Type.Optional {
				v.N = ir.None
			}
			r.setRaw(n, f, v)
		}
	}
	r.V.Self = self
	r.X.Update(r.M.C, r.S, n)
	if first := r.renews(n); first != n {
		return first
	}
	r.tellInst(journal.Enter, int64(n), nil)
	for _, u := range c.Carry {
		r.add(u.Card, state.Inst{Where: state.OnInst, Ref: n, Owner: in.Owner, Source: -1, Span: -1, Subject: -1}, u.Args...)
	}
	r.S.Dirty = ^uint64(0)
	r.settle(n)
	return n
}

// renews lets a thing that comes to another with which it counts as one, and which it renews, give that one
// its duration and go. It answers which of them stays.
func (r *life) renews(n int32) int32 {
	one := r.M.P.Cards[r.S.Insts[n].Card].One
	if one == nil || !one.Renewed || !r.M.C.Awake(r.S, int64(n)) {
		return n
	}
	first := r.M.C.First(r.V, n)
	if first != n {
		x, e := r.S.Insts[n], r.S.Edit(first)
		e.Ending, e.Span, e.Subject, e.Left, e.Begun, e.Source = x.Ending, x.Span, x.Subject, x.Left, x.Begun, x.Source
		r.X.Drop(r.M.C, r.S, n)
		r.S.Remove(n)
		r.tellInst(journal.Renew, int64(first), nil)
	}
	return first
}

// setRaw writes a cell as it is.
func (r *life) setRaw(n int32, f *ir.Field, v ir.Value) {
	in := &r.S.Insts[n]
	if f.Type.IsList() {
		r.S.SetList(int(in.Lists)+f.Slot, v.L)
	} else {
		r.S.SetCell(int(in.Ints)+f.Slot, v.N)
	}
}

// settle takes note of which edge clauses of a new instance hold already: they have not turned true.
func (r *life) settle(n int32) { r.settleOf(n, r.M.P.Cards[r.S.Insts[n].Card].Hooks) }

// settleOf does so for some of its clauses.
func (r *life) settleOf(n int32, hooks []int) {
	ev := r.V.Ev
	r.V.BindEvent(-1)
	for _, h := range hooks {
		if r.M.P.Hooks[h].Stage == ir.Becomes && r.M.C.Awake(r.S, int64(n)) {
			r.setEdge(state.Edge{Hook: int32(h), Inst: n}, r.V.When(int32(h), n))
		}
	}
	r.V.BindEvent(ev)
}

// waking makes a change of where thing n is or whose. What holds already as a clause wakes by it is not new.
func (r *life) waking(n int32, change func()) {
	var slept []eval.Entry
	for _, n := range r.S.Pile(n) {
		for _, h := range r.M.P.Cards[r.S.Insts[n].Card].Hooks {
			if r.M.C.Sleeps(r.S, int32(h), n) {
				slept = append(slept, eval.Entry{Hook: int32(h), Inst: n})
			}
		}
	}
	change()
	for _, e := range slept {
		r.settleOf(e.Inst, []int{int(e.Hook)})
	}
}

// settlePile does so for what is awake again, with all that lies on it.
func (r *life) settlePile(n int32) {
	for _, n := range r.S.Pile(n) {
		r.settle(n)
	}
}

// settleAll does so for everything: a position is set up, and nothing turns true by it.
func (r *life) settleAll() {
	for i := range r.S.Insts {
		if r.S.Insts[i].Where != state.Gone {
			r.settle(int32(i))
		}
	}
}

// setEdge notes whether the condition of an edge clause holds, and answers whether that is news.
func (r *life) setEdge(e state.Edge, holds bool) bool {
	i, known := slices.BinarySearchFunc(r.S.Edges, e, func(a, b state.Edge) int {
		if a.Hook != b.Hook {
			return int(a.Hook - b.Hook)
		}
		return int(a.Inst - b.Inst)
	})
	switch {
	case holds && !known:
		r.S.Edges = slices.Insert(slices.Clone(r.S.Edges), i, e)
	case !holds && known:
		r.S.Edges = slices.Delete(slices.Clone(r.S.Edges), i, i+1)
	}
	return holds != known
}

// used takes instance n away when it lasted until its first use, and answers whether it did.
func (r *life) used(n int32) bool {
	if n < 0 || r.S.Insts[n].Ending != ir.UntilUsed {
		return false
	}
	r.destroy(n)
	return true
}

// usedParts takes away what lasted until it contributed something.
func (r *life) usedParts(parts []eval.Contribution) {
	var used []int32
	for i := range parts {
		if n := parts[i].Inst; n >= 0 && r.S.Insts[n].Ending == ir.UntilUsed && !slices.Contains(used, n) {
			used = append(used, n)
		}
	}
	for _, n := range used {
		r.destroy(n)
	}
}

// destroy takes an instance out of the game, with what lies on it before it, by arrival, and what lasts
// only while it is in play after it.
func (r *life) destroy(n int32) {
	todo := []int32{n}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		x := &r.S.Insts[n]
		if x.Where == state.Gone {
			todo = todo[:len(todo)-1]
			continue
		}
		if x.First != 0 {
			todo = append(todo, x.First)
			continue
		}
		todo = todo[:len(todo)-1]
		if !r.burn() {
			return
		}
		r.tellInst(journal.Leave, int64(n), nil)
		r.X.Drop(r.M.C, r.S, n)
		r.S.Remove(n)
		if slices.ContainsFunc(r.S.Edges, func(e state.Edge) bool { return e.Inst == n }) {
			r.S.Edges = slices.DeleteFunc(slices.Clone(r.S.Edges), func(e state.Edge) bool { return e.Inst == n })
		}
		r.S.Dirty = ^uint64(0)
		left := r.left(n)
		slices.Reverse(left)
		todo = append(todo, left...)
	}
}

// left makes limits about n fresh, and lists what lasts only while n is in play.
func (r *life) left(n int32) (ending []int32) {
	about := func(c state.Spent) bool {
		for i, k := range r.M.byID[int(c.Limit)].Keys {
			if k.Type.Kind == ir.Inst && k.Type.Ref != ir.PlayerKind && c.Key[i] == int64(n) {
				return true
			}
		}
		return false
	}
	if slices.ContainsFunc(r.S.Spent, about) {
		r.S.Spent = slices.DeleteFunc(slices.Clone(r.S.Spent), about)
	}
	for i := range r.S.Insts {
		if x := &r.S.Insts[i]; x.Where != state.Gone && x.Ending == ir.WhileSource && x.Source == n {
			ending = append(ending, int32(i))
		}
	}
	return ending
}

// moved sees to what follows when n, with all that lies on it, has left play or come into it: what lasts
// only while they are in play ends, what holds already has not turned true.
func (r *life) moved(n int32, inPlay bool) {
	var ending []int32
	for _, n := range r.S.Pile(n) {
		if inPlay {
			r.settle(n)
		} else {
			ending = append(ending, r.left(n)...)
		}
	}
	for _, n := range ending {
		r.destroy(n)
	}
}

// give makes a player the owner of an instance and of all that lies on it.
func (r *life) give(n, player int32) {
	for _, n := range r.S.Pile(n) {
		r.S.Edit(n).Owner = player
	}
}

// reordered makes a change of whose things are. A clause that was looked at in a step under way is not looked
// at again, wherever in the order it comes to stand.
func (r *life) reordered(change func()) {
	type looked struct {
		state.Ran
		key func() state.Key
	}
	var all []looked
	active := int32(-1)
	for f := range r.S.Frames {
		fr := &r.S.Frames[f]
		if fr.Sort == state.Event && fr.Owner >= 0 {
			active = fr.Owner
		}
		stage := fr.Step.Stage()
		if fr.Sort != state.Event || stage == ir.BadStage || fr.Cursor == 0 {
			continue
		}
		active := active
		for _, e := range r.X.At(int(fr.Event), stage) {
			key := func() state.Key { return r.M.C.Key(r.S, e, active) }
			if key() <= fr.Cursor {
				all = append(all, looked{state.Ran{Frame: int32(f), Hook: e.Hook, Inst: e.Inst}, key})
			}
		}
	}
	change()
	for _, l := range all {
		if l.key() > r.S.Frames[l.Frame].Cursor {
			r.S.AddRan(l.Ran)
		}
	}
}

// edge is the start or end of the span at place f: what lasted until then leaves, what waited for it
// stirs, and at the end its limits are fresh again.
func (r *life) edge(f int32, end bool) {
	s, fr := r.S, *r.frame(f)
	subject := int32(-1)
	if d := r.eventAt(f).ev.Fields; len(d) > 0 && d[0].Param && d[0].Type.Kind == ir.Inst {
		subject = int32(*s.Int(f, d[0].Slot))
	}
	if end && slices.ContainsFunc(s.Spent, func(c state.Spent) bool { return c.Span == f }) {
		s.Spent = slices.DeleteFunc(slices.Clone(s.Spent), func(c state.Spent) bool { return c.Span == f })
	}
	var gone []int32
	for i := range s.Insts {
		x := &s.Insts[i]
		if x.Where == state.Gone || !x.Ending.Spans() || x.Span != fr.Event ||
			x.Subject >= 0 && x.Subject != subject && x.Subject != fr.Owner {
			continue
		}
		slept := x.Dormant()
		now, leaves := passes(*x, end)
		if now != *x {
			x = s.Edit(int32(i))
			*x = now
		}
		if slept && !x.Dormant() {
			r.X.Update(r.M.C, s, int32(i))
			s.Dirty = ^uint64(0)
			r.settlePile(int32(i))
		}
		if leaves {
			gone = append(gone, int32(i))
		}
	}
	for _, n := range gone {
		r.destroy(n)
	}
}

// lasting sets when an instance leaves by itself, from now on; without a duration never.
func (r *life) lasting(n *state.Inst, l *code.Lasting) {
	n.Ending, n.Span, n.Subject, n.Left, n.Begun = ir.Permanent, -1, -1, 0, 0
	if l == nil {
		return
	}
	n.Ending, n.Span, n.Left = l.Ending, l.Span, l.Nth
	if l.Of != nil {
		n.Subject = int32(l.Of(r.V))
	}
	if l.Times != nil {
		n.Left = int32(l.Times(r.V))
	}
}

// passes is what an edge of its span makes of an instance, and whether it leaves.
func passes(x state.Inst, end bool) (now state.Inst, leaves bool) {
	switch x.Ending {
	case ir.Permanent, ir.WhileSource, ir.UntilUsed: // it looks at no span
	case ir.ForSpans, ir.UntilStart:
		if end == (x.Ending == ir.ForSpans) {
			x.Left--
			leaves = x.Left <= 0
		}
	case ir.UntilEnd:
		leaves = end
	case ir.UntilNextEnd, ir.FromNext:
		switch {
		case !end:
			x.Begun++
		case x.Begun > 0: // one that was under way when it came does not count
			x.Begun--
			if x.Ending == ir.UntilNextEnd || x.Begun == 0 {
				x.Left--
				leaves = x.Left <= 0
			}
		}
	}
	return x, leaves
}
