package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// add makes an instance of a card with the initial values of its cells, and what the card carries.
func (r *Run) add(card int, in state.Inst, args ...ir.Value) int64 {
	if len(r.S.Insts) >= r.Budget.Instances {
		r.V.Err = &LimitError{What: "instances"}
		return 0
	}
	c := r.M.P.Cards[card]
	in.Card = int32(card)
	if in.Source == 0 {
		in.Source = -1
	}
	n := r.S.Add(in, c.Ints, c.Lists)
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
	if r.Rec != nil {
		r.Rec(&journal.Entry{Kind: journal.Enter, Depth: len(r.S.Frames), Event: -1, Hook: -1, Inst: int64(n), At: c.At, Hidden: r.secret(int64(n))})
	}
	for _, u := range c.Carry {
		r.add(u.Card, state.Inst{Where: state.OnInst, Ref: n, Owner: in.Owner, Source: -1}, u.Args...)
	}
	r.S.Dirty |= ^uint64(0)
	r.settle(n)
	return int64(n)
}

func (r *Run) setRaw(n int32, f *ir.Field, v ir.Value) {
	in := &r.S.Insts[n]
	if f.Type.IsList() {
		r.S.ListCells[int(in.Lists)+f.Slot] = v.L
	} else {
		r.S.Cells[int(in.Ints)+f.Slot] = v.N
	}
}

// settle takes note of which edge clauses of a new instance hold already: they have not turned true.
func (r *Run) settle(n int32) {
	ev := r.V.Ev
	r.V.BindEvent(-1)
	for _, h := range r.M.P.Cards[r.S.Insts[n].Card].Hooks {
		if r.M.P.Hooks[h].Stage != ir.Becomes || !r.M.C.Awake(r.S, int64(n)) {
			continue
		}
		at := state.Edge{Hook: int32(h), Inst: n}
		i := slices.Index(r.S.Edges, at)
		switch holds := r.V.When(int32(h), n); {
		case holds && i < 0:
			r.S.Edges = insertEdge(r.S.Edges, at)
		case !holds && i >= 0:
			r.S.Edges = slices.Delete(slices.Clone(r.S.Edges), i, i+1)
		}
	}
	r.V.BindEvent(ev)
}

func (r *Run) create(m *code.Make, in *code.Instr) {
	v, s := r.V, m.Stmt
	card := s.Card
	if m.CardOf != nil {
		card = int(m.CardOf(v))
	}
	n := state.Inst{Owner: -1, Source: -1, Where: state.Aside, Span: -1, Subject: -1, Facing: 0}
	if v.Self >= 0 {
		n.Source = v.Self
		n.Owner = r.S.Insts[v.Self].Owner
	}
	var args []ir.Value
	for _, a := range m.Args {
		args = append(args, valueOf(v, a))
	}
	if m.To != nil {
		to := m.To(v)
		if v.Inst(to, in.At) == nil {
			return
		}
		n.Where, n.Ref, n.Owner = state.OnInst, int32(to), r.S.Insts[to].Owner
	}
	if m.From != nil {
		n.Source = int32(m.From(v))
	}
	if m.For != nil {
		n.Owner = int32(m.For(v))
	}
	if m.Place != nil {
		r.locate(&n, m.Place, in)
	}
	if m.Lasts != nil {
		r.lasting(&n, m.Lasts)
	}
	if v.Err != nil {
		return
	}
	id := r.add(card, n, args...)
	for i, c := range s.Cells {
		r.setRaw(int32(id), c.Field, valueOf(v, m.Cells[i]))
	}
	r.X.Update(r.M.C, r.S, int32(id))
	if r.S.Top().Sort >= state.Script { // a position is set up: nothing turns true by it
		for i := range r.S.Insts {
			if r.S.Insts[i].Where > state.Ghost {
				r.settle(int32(i))
			}
		}
	}
	if m.As != nil {
		v.I[m.As.N] = id
	}
}

// lasting sets when an instance leaves by itself.
func (r *Run) lasting(n *state.Inst, l *code.Lasting) {
	n.Ending, n.Span, n.Left = l.Ending, l.Span, l.Nth
	if l.Of != nil {
		n.Subject = int32(l.Of(r.V))
	}
	if l.Times != nil {
		n.Left = int32(l.Times(r.V))
	}
}

// locate sets where an instance is.
func (r *Run) locate(n *state.Inst, p *code.Place, in *code.Instr) {
	v := r.V
	n.Ref, n.Of = 0, 0
	switch at := p.P.(type) {
	case *ir.Nowhere:
		n.Where = state.Nowhere
	case *ir.OnInstance:
		to := p.At.Int(v)
		if v.Inst(to, in.At) != nil {
			n.Where, n.Ref = state.OnInst, int32(to)
			if n.Owner < 0 {
				n.Owner = r.S.Insts[to].Owner
			}
		}
	case *ir.AtPoint:
		if l := p.At.List(v); len(l) >= 3 && near(l) {
			n.Where, n.X, n.Y, n.Z = state.OnTable, l[0], l[1], l[2]
		} else {
			v.Fail(in.At, "there is no such point")
		}
	case *ir.InZone:
		n.Where, n.Ref, n.Of = state.InZone, int32(at.Zone), -1
		if p.Of != nil {
			n.Of = int32(p.Of(v))
		} else if r.M.P.Zones[at.Zone].OfPlayers {
			n.Of = n.Owner
		}
	}
}

func (r *Run) change(m *code.Move, in *code.Instr) {
	v := r.V
	n := m.What(v)
	x := v.Inst(n, in.At)
	if x == nil {
		return
	}
	r.S.Dirty = ^uint64(0)
	switch s := m.Stmt.(type) {
	case *ir.Destroy:
		r.destroy(int32(n))
	case *ir.Move:
		if _, on := s.To.(*ir.OnInstance); on {
			for to := m.Place.At.Int(v); to >= 0 && int(to) < len(r.S.Insts); {
				if to == n {
					v.Fail(in.At, "a thing cannot lie on itself")
					return
				}
				if r.S.Insts[to].Where != state.OnInst {
					break
				}
				to = int64(r.S.Insts[to].Ref)
			}
		}
		was := v.InPlay(n)
		r.locate(x, m.Place, in)
		r.X.Update(r.M.C, r.S, int32(n))
		if was && !v.InPlay(n) {
			r.left(int32(n))
		}
		r.tellInst(journal.Move, n, in)
	case *ir.Give:
		r.give(int32(n), int32(m.Whom(v)))
	case *ir.Hide:
		x.Hidden = true
	case *ir.Reveal:
		x.Hidden = false
		r.S.Random = !r.Bare
		r.tellInst(journal.Move, n, in)
	case *ir.Rotate:
		to := m.Turn(v) % 360
		if s.By {
			to += x.Facing / 1000
		}
		x.Facing = (to%360 + 360) % 360 * 1000
		r.tellInst(journal.Move, n, in)
	}
}

// give makes a player the owner of an instance and of all that lies on it.
func (r *Run) give(n, player int32) {
	r.S.Insts[n].Owner = player
	for i := range r.S.Insts {
		if x := &r.S.Insts[i]; x.Where == state.OnInst && x.Ref == n {
			r.give(int32(i), player)
		}
	}
}

func (r *Run) tellInst(kind journal.Kind, n int64, in *code.Instr) {
	if r.Rec != nil {
		x := &r.S.Insts[n]
		r.Rec(&journal.Entry{Kind: kind, Depth: len(r.S.Frames), Event: -1, Hook: -1, Inst: n, Ints: []int64{x.X, x.Y, x.Z}, At: in.At, Hidden: r.secret(n)})
	}
}

// destroy takes an instance and all that lies on it out of the game. Its slot stays, as a ghost,
// while something may still speak of it.
func (r *Run) destroy(n int32) {
	if r.S.Insts[n].Where <= state.Ghost {
		return
	}
	for i := range r.S.Insts {
		if x := &r.S.Insts[i]; x.Where == state.OnInst && x.Ref == n {
			r.destroy(int32(i))
		}
	}
	if r.Rec != nil {
		r.Rec(&journal.Entry{Kind: journal.Leave, Depth: len(r.S.Frames), Event: -1, Hook: -1, Inst: int64(n), Hidden: r.secret(int64(n))})
	}
	r.X.Drop(r.M.C, r.S, n)
	r.left(n)
	r.S.Insts[n].Where = state.Ghost
	r.S.Edges = slices.DeleteFunc(slices.Clone(r.S.Edges), func(e state.Edge) bool { return e.Inst == n })
	r.S.Dirty = ^uint64(0)
	r.ghosts = true
}

// left ends what lasts only while n is in play, and makes limits about n fresh.
func (r *Run) left(n int32) {
	r.S.Spent = slices.DeleteFunc(slices.Clone(r.S.Spent), func(c state.Spent) bool {
		l := r.M.limitByID(int(c.Limit))
		for i, k := range l.Keys {
			if k.Type.Kind == ir.Inst && k.Type.Ref != ir.PlayerKind && c.Key[i] == int64(n) {
				return true
			}
		}
		return false
	})
	for i := range r.S.Insts {
		if x := &r.S.Insts[i]; x.Where > state.Ghost && x.Ending == state.WithSource && x.Source == n {
			r.destroy(int32(i))
		}
	}
}

// sweep frees the slots of ghosts that nothing refers to.
func (r *Run) sweep() {
	s := r.S
	used := map[int64]bool{}
	note := func(t ir.Type, n int64, l []int64) {
		switch {
		case t.Kind == ir.Inst:
			used[n] = true
		case t.Kind == ir.List && t.Elem == ir.Inst:
			for _, x := range l {
				used[x] = true
			}
		}
	}
	for i := range s.Frames {
		f := &s.Frames[i]
		used[int64(f.Self)] = true
		for _, l := range s.ListStack[f.Lists : f.Lists+f.NLists] {
			for _, x := range l { // snapshots of loops have no names: keep whatever they might mean
				used[x] = true
			}
		}
		for _, c := range f.Sums {
			used[int64(c.Inst)] = true
		}
		names := []ir.SlotName(nil)
		switch f.Sort {
		case state.Event:
			ev := r.M.P.Events[f.Event]
			for _, d := range ev.Fields {
				if d.Type.IsList() {
					note(d.Type, 0, s.ListStack[int(f.Lists)+d.Slot])
				} else {
					note(d.Type, s.Stack[int(f.Ints)+d.Slot], nil)
				}
			}
			names = ev.Frame.Slots
		case state.Clause:
			names = r.M.P.Hooks[f.Hook].Frame.Slots
		default:
			// A script's own slots are few; keep everything they might mean.
			for _, x := range s.Stack[f.Ints : f.Ints+f.NInts] {
				used[x] = true
			}
			for _, l := range s.ListStack[f.Lists : f.Lists+f.NLists] {
				for _, x := range l {
					used[x] = true
				}
			}
		}
		for _, d := range names {
			if d.Type.IsList() {
				note(d.Type, 0, s.ListStack[int(f.Lists)+d.Slot])
			} else {
				note(d.Type, s.Stack[int(f.Ints)+d.Slot], nil)
			}
		}
	}
	for i := range s.Insts {
		x := &s.Insts[i]
		if x.Where == state.Gone {
			continue
		}
		used[int64(x.Source)] = true
		if x.Where == state.OnInst {
			used[int64(x.Ref)] = true
		}
		used[int64(x.Subject)] = true
		card := r.M.P.Cards[x.Card]
		for _, fields := range [][]*ir.Field{r.M.P.Kinds[card.Kind].Fields, card.Own} {
			for _, d := range fields {
				if d.Class != ir.Cell {
					continue
				}
				if d.Type.IsList() {
					note(d.Type, 0, s.ListCells[int(x.Lists)+d.Slot])
				} else {
					note(d.Type, s.Cells[int(x.Ints)+d.Slot], nil)
				}
			}
		}
	}
	r.ghosts = false
	freed := false
	for i := len(s.Insts) - 1; i >= 0; i-- {
		if i < len(s.Insts) && s.Insts[i].Where == state.Ghost {
			if used[int64(i)] {
				r.ghosts = true
				continue
			}
			s.Remove(int32(i))
			freed = true
		}
	}
	if freed && r.ghosts { // a ghost may have been the last to speak of another
		r.sweep()
	}
}

// edge is the start or end of a span: what lasted until then leaves, what waited for it wakes, and
// at the end its limits are fresh again.
func (r *Run) edge(f *state.Frame, end bool) {
	s := r.S
	top := int32(len(s.Frames) - 1)
	subject := int32(-1)
	ev := r.M.P.Events[f.Event]
	if len(ev.Fields) > 0 && ev.Fields[0].Param && ev.Fields[0].Type.Kind == ir.Inst {
		subject = int32(s.Stack[int(f.Ints)+ev.Fields[0].Slot])
	}
	if end {
		s.Spent = slices.DeleteFunc(slices.Clone(s.Spent), func(c state.Spent) bool { return c.Span == top })
	}
	for i := range s.Insts {
		x := &s.Insts[i]
		if x.Where <= state.Ghost || x.Ending <= state.WithSource || x.Span != f.Event ||
			x.Subject >= 0 && x.Subject != subject && x.Subject != f.Owner {
			continue
		}
		gone := false
		switch x.Ending {
		case state.AfterSpans:
			if end {
				x.Left--
				gone = x.Left <= 0
			}
		case state.AtStart:
			gone = !end && x.Left <= 1
			if !end {
				x.Left--
			}
		case state.AtEnd:
			gone = end
		case state.AtNextEnd, state.FromNext:
			if !end {
				x.Armed = true
				r.X.Update(r.M.C, s, int32(i))
				s.Dirty = ^uint64(0)
			} else if x.Armed {
				gone = x.Left <= 1
				x.Left--
			}
		}
		if gone {
			r.destroy(int32(i))
		}
	}
}

// valueOf evaluates an expression of either sort.
func valueOf(v *eval.Env, x code.Value) ir.Value {
	if x.List != nil {
		return ir.Value{L: x.List(v)}
	}
	return ir.Value{N: x.Int(v)}
}
