package state

// Close numbers the instances anew, in the order that they had: to gives the new number of each, -1 for
// those that are no more. Whoever calls has seen to all references but those of the state itself: what
// lies on what, where a step began, how far it has come. The log is forgotten.
func (s *State) Close(to []int32) {
	before := func(n int32) int32 { // how many there are now of those that came before n
		for ; n > 0; n-- {
			if to[n-1] >= 0 {
				return to[n-1] + 1
			}
		}
		return 0
	}
	for i := range s.Frames {
		f := &s.Frames[i]
		f.Fence = before(f.Fence)
		if arrival := int32(f.Cursor >> 26 & (1<<26 - 1)); f.Cursor != 0 && int(arrival) < len(to) {
			rest := f.Cursor &^ ((1<<26 - 1) << 26)
			if to[arrival] < 0 { // before all clauses of what came next
				rest = rest >> 26 << 26
			}
			f.Cursor = rest | Key(before(arrival))<<26
		}
	}
	var insts []Inst
	var cells []int64
	var lists [][]int64
	ints, nlists := int32(len(s.Cells)), int32(len(s.ListCells))
	s.Gaps = 0
	for i := range s.Insts {
		x := s.Insts[i]
		if to[i] < 0 {
			continue
		}
		endInts, endLists := ints, nlists
		if i+1 < len(s.Insts) {
			endInts, endLists = s.Insts[i+1].Ints, s.Insts[i+1].Lists
		}
		own, ownLists := s.Cells[x.Ints:endInts], s.ListCells[x.Lists:endLists]
		x.Ints, x.Lists = int32(len(cells)), int32(len(lists))
		cells, lists = append(cells, own...), append(lists, ownLists...)
		if x.Where == OnInst {
			x.Ref = to[x.Ref]
		}
		if x.Where == Gone {
			s.Gaps++
		}
		x.First, x.Next, x.Kin = thread(to, x.First), thread(to, x.Next), thread(to, kinOld(to, s.Insts, x.Kin))
		insts = append(insts, x)
	}
	for i := range s.Kin {
		t := &s.Kin[i]
		if !t.Any {
			continue
		}
		first := t.First
		if to[first] < 0 {
			first = kinOld(to, s.Insts, s.Insts[first].Kin)
		}
		if first == 0 && t.First != 0 {
			*t = Thread{}
			continue
		}
		t.First = to[first]
		for n := first; ; n = s.Insts[n].Kin {
			if to[n] >= 0 {
				t.Last = to[n]
			}
			if s.Insts[n].Kin == 0 {
				break
			}
		}
	}
	s.Insts, s.Cells, s.ListCells = insts, cells, lists
	s.log.reset()
}

// thread is the new number of what a thread goes on with, which is not gone.
func thread(to []int32, n int32) int32 {
	if n == 0 {
		return 0
	}
	return to[n]
}

// kinOld is the first that is still there of a thread of kin, from n on; 0 for none.
func kinOld(to []int32, all []Inst, n int32) int32 {
	for n != 0 && to[n] < 0 {
		n = all[n].Kin
	}
	return n
}
