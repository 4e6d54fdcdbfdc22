package state

import "slices"

// log is what was changed in the big tables since it was reset, so that it can be taken back: of what is
// changed again and again, what it was at each moment to which somebody may return. Frames and their slots
// are not in it: whoever tries something out puts frames on top and takes them off, and whoever wants a way
// back keeps a copy of the frames, which are few.
type log struct {
	cells   table[int64]
	lists   table[[]int64]
	insts   table[Inst]
	since   *Back  // the way back that began it; nil when it was reset otherwise
	moments uint64 // how many have been marked or returned to
}

// table is the log of one table.
type table[T any] struct {
	all []was[T]
	at  []uint64 // by number: the moment after which it was noted last, and one
}

// was is what stood at a number.
type was[T any] struct {
	n   int32
	was T
}

// note keeps what stands at number n of a table, unless that was done since the last moment.
func (t *table[T]) note(of []T, n int, moments uint64) {
	for len(t.at) <= n {
		t.at = append(t.at, 0)
	}
	if t.at[n] != moments+1 {
		t.at[n] = moments + 1
		t.all = append(t.all, was[T]{int32(n), of[n]})
	}
}

// back takes back what was noted after the first so many.
func (t *table[T]) back(of []T, from int) {
	for i := len(t.all) - 1; i >= from; i-- {
		of[t.all[i].n] = t.all[i].was
	}
	clear(t.all[from:])
	t.all = t.all[:from]
}

func (l *log) reset() {
	clear(l.lists.all)
	l.cells.all, l.lists.all, l.insts.all = l.cells.all[:0], l.lists.all[:0], l.insts.all[:0]
	l.since = nil
	l.moments++
}

// Forget empties the log: what was done so far cannot be taken back any more.
func (s *State) Forget() { s.log.reset() }

// SetCell writes int cell i.
func (s *State) SetCell(i int, v int64) {
	s.log.cells.note(s.Cells, i, s.log.moments)
	s.Cells[i] = v
}

// SetList writes list cell i. The list must not be changed afterwards.
func (s *State) SetList(i int, v []int64) {
	s.log.lists.note(s.ListCells, i, s.log.moments)
	s.ListCells[i] = v
}

// Edit is instance n, to be changed. The pointer holds until the next instance is added. What it lies
// on is changed by Lay and Lift alone.
func (s *State) Edit(n int32) *Inst {
	s.log.insts.note(s.Insts, int(n), s.log.moments)
	return &s.Insts[n]
}

// Add puts a new instance of a root kind at the end of the table, with room for its cells, and returns
// its number. When its Where is OnInst, it lies on Ref.
func (s *State) Add(n Inst, kind, ints, lists int) int32 {
	id := int32(len(s.Insts))
	n.Ints, n.Lists = int32(len(s.Cells)), int32(len(s.ListCells))
	n.First, n.Next, n.Kin = 0, 0, 0
	for range ints {
		s.Cells = append(s.Cells, 0)
	}
	for range lists {
		s.ListCells = append(s.ListCells, nil)
	}
	for len(s.Kin) <= kind {
		s.Kin = append(s.Kin, Thread{})
	}
	if t := &s.Kin[kind]; t.Any {
		s.Edit(t.Last).Kin = id
		t.Last = id
	} else {
		*t = Thread{id, id, true}
	}
	lies := n.Where == OnInst
	if lies {
		n.Where = Nowhere
	}
	s.Insts = append(s.Insts, n)
	if lies {
		s.Lay(id, n.Ref)
	}
	return id
}

// Lay lets instance n, which lies on nothing, lie on another: among what lies there by arrival.
func (s *State) Lay(n, on int32) {
	x := s.Edit(n)
	x.Where, x.Ref = OnInst, on
	before := int32(0)
	for i := s.Insts[on].First; i != 0 && i < n; i = s.Insts[i].Next {
		before = i
	}
	if before == 0 {
		x.Next = s.Insts[on].First
		s.Edit(on).First = n
		return
	}
	x.Next = s.Insts[before].Next
	s.Edit(before).Next = n
}

// Lift takes instance n off what it lies on; it is then nowhere.
func (s *State) Lift(n int32) {
	x := s.Edit(n)
	if x.Where != OnInst {
		x.Where = Nowhere
		return
	}
	on := x.Ref
	x.Where, x.Ref = Nowhere, 0
	if s.Insts[on].First == n {
		s.Edit(on).First = x.Next
	} else {
		for i := s.Insts[on].First; i != 0; i = s.Insts[i].Next {
			if s.Insts[i].Next == n {
				s.Edit(i).Next = x.Next
				break
			}
		}
	}
	x.Next = 0
}

// Remove takes instance n, on which nothing lies, out of the game. Its number stays, and what it lay on
// is remembered.
func (s *State) Remove(n int32) {
	on := int32(-1)
	if s.Insts[n].Where == OnInst {
		on = s.Insts[n].Ref
	}
	s.Lift(n)
	x := s.Edit(n)
	x.Where, x.Ref = Gone, on
	s.Gaps++
}

// Mark is a moment to which Rollback can return.
type Mark struct {
	cells, lists, insts          int
	allInsts, allCells, allLists int
	state                        State // what is not in the log
}

// Mark notes the present moment in m, whose memory is used again.
func (s *State) Mark(m *Mark) {
	s.log.moments++
	m.cells, m.lists, m.insts = len(s.log.cells.all), len(s.log.lists.all), len(s.log.insts.all)
	m.allInsts, m.allCells, m.allLists = len(s.Insts), len(s.Cells), len(s.ListCells)
	m.state.Kin = append(m.state.Kin[:0], s.Kin...)
	m.state.small(s)
}

// Rollback takes back what was changed since a moment. It answers whether an instance was changed.
func (s *State) Rollback(m *Mark) bool {
	l := &s.log
	l.moments++
	changed := len(l.insts.all) > m.insts || len(s.Insts) > m.allInsts
	l.cells.back(s.Cells, m.cells)
	l.lists.back(s.ListCells, m.lists)
	l.insts.back(s.Insts, m.insts)
	clear(s.ListCells[m.allLists:])
	s.Insts, s.Cells, s.ListCells = s.Insts[:m.allInsts], s.Cells[:m.allCells], s.ListCells[:m.allLists]
	s.Kin = append(s.Kin[:0], m.state.Kin...)
	s.small(&m.state)
	return changed
}

// Back is a way back to a moment. The zero value leads nowhere.
type Back struct {
	any  bool
	mark Mark
}

// Any tells whether there is a way back.
func (b *Back) Any() bool { return b.any }

// Drop forgets the way back.
func (b *Back) Drop() { b.any = false }

// Keep makes b the way back to the present moment. The log begins anew.
func (s *State) Keep(b *Back) {
	s.Watch(b)
	s.Mark(&b.mark)
	b.any = true
}

// Watch lets the log begin anew, so that it tells what is changed since b. That is no way back.
func (s *State) Watch(b *Back) {
	s.log.reset()
	b.any, s.log.since = false, b
	b.mark.cells, b.mark.lists, b.mark.insts, b.mark.allInsts = 0, 0, 0, len(s.Insts)
}

// Return goes back to the moment of b, which is still the way back to it.
func (s *State) Return(b *Back) { s.Rollback(&b.mark) }

// ToMoment tells whether the log still goes back to the moment of b.
func (s *State) ToMoment(b *Back) bool { return s.log.since == b }

// Since appends to cells which int cells were written since the moment of b, to which the log reaches,
// some perhaps more than once, and tells whether list cells, and whether instances, were changed.
func (s *State) Since(b *Back, cells []int32) (all []int32, lists, insts bool) {
	m := &b.mark
	for _, c := range s.log.cells.all[m.cells:] {
		cells = append(cells, c.n)
	}
	return cells, len(s.log.lists.all) > m.lists, len(s.log.insts.all) > m.insts || len(s.Insts) != m.allInsts
}

// At is a copy of the state as it was at the moment of b.
func (s *State) At(b *Back) *State {
	c := s.Clone()
	c.log.cells.all, c.log.lists.all, c.log.insts.all = slices.Clone(s.log.cells.all), slices.Clone(s.log.lists.all), slices.Clone(s.log.insts.all)
	c.Return(b)
	c.log.reset()
	return c
}

// KeepOf makes b the way back from s to a state that s came from.
func (s *State) KeepOf(b *Back, was *State) {
	now := s.Clone()
	s.Set(was)
	s.Keep(b)
	for i := range now.Insts { // whatever differs counts as changed since
		if i < len(s.Insts) {
			*s.Edit(int32(i)) = now.Insts[i]
		}
	}
	for i := range s.Cells {
		s.SetCell(i, now.Cells[i])
	}
	for i := range s.ListCells {
		s.SetList(i, now.ListCells[i])
	}
	l := s.log
	s.log = log{}
	s.Set(now)
	s.log = l
}
