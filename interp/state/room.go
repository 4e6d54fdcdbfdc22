package state

import "slices"

// Shelf gives room for values that all stay as long as the shelf: piece after piece from larger ones, so that
// nothing is copied as they become more.
type Shelf[T any] struct{ free []T }

// Take is room for n values, without any in it.
func (s *Shelf[T]) Take(n int) []T {
	if n > len(s.free) {
		s.free = make([]T, max(16*n, 256))
	}
	room := s.free[:0:n]
	s.free = s.free[n:]
	return room
}

// Stand is what is different in nearly all states that come of one: the frames, with the slots from one on.
type Stand struct {
	frames                []Frame
	ints                  []int64
	lists                 [][]int64
	intsBelow, listsBelow int // slots that are not in it
}

// Room is room for many stands.
type Room struct {
	frames Shelf[Frame]
	ints   Shelf[int64]
	lists  Shelf[[]int64]
}

// Stand is a copy of where s stands. The slots of the frames below one are not in it: they are cleared where it is
// gone back to.
func (s *State) Stand(from int, in *Room) Stand {
	ints, lists := 0, 0
	if from > 0 {
		ints, lists = int(s.Frames[from].Ints), int(s.Frames[from].Lists)
	}
	return Stand{append(in.frames.Take(len(s.Frames)), s.Frames...),
		append(in.ints.Take(len(s.Stack)-ints), s.Stack[ints:]...), append(in.lists.Take(len(s.ListStack)-lists), s.ListStack[lists:]...), ints, lists}
}

// But is o, if s differs from it in nothing but where it stands, and in cells. Else it is a state like s but for that,
// which has the instances and the list cells in common with o: they are equal.
func (s *State) But(o *State) *State {
	if s.equalRest(o) {
		return o
	}
	c := &State{Insts: o.Insts, Kin: o.Kin, ListCells: o.ListCells}
	c.rest(s)
	return c
}

// SetBut makes s equal to o but for where it stands, and for the cells.
func (s *State) SetBut(o *State, at Stand, cells []int64) {
	s.Insts = append(s.Insts[:0], o.Insts...)
	s.Cells = append(s.Cells[:0], cells...)
	s.ListCells = append(s.ListCells[:0], o.ListCells...)
	s.Kin = append(s.Kin[:0], o.Kin...)
	s.Frames = append(s.Frames[:0], at.frames...)
	s.Stack = append(slices.Grow(s.Stack[:0], at.intsBelow)[:at.intsBelow], at.ints...)
	clear(s.Stack[:at.intsBelow])
	s.ListStack = append(slices.Grow(s.ListStack[:0], at.listsBelow)[:at.listsBelow], at.lists...)
	clear(s.ListStack[:at.listsBelow])
	s.rest(o)
	s.log.reset()
}

// Size is about how many bytes a stand needs.
func (p *Stand) Size() int64 {
	n := 96*len(p.frames) + 8*len(p.ints) + 24*len(p.lists)
	for _, l := range p.lists {
		n += 8 * len(l)
	}
	return int64(n)
}
