package state

import "testing"

// What is kept of a position counts with all that it holds, so that what is kept stays within a bound.
func TestSizeCountsWhatIsHeld(t *testing.T) {
	held := func(s *State) int64 {
		p := s.Stand(0, &Room{})
		return p.Size()
	}
	none := held(&State{})
	for what, c := range map[string]struct {
		s     *State
		least int64
	}{
		"frames":             {&State{Frames: make([]Frame, 50)}, 50 * 64},
		"slots":              {&State{Stack: make([]int64, 100)}, 100 * 8},
		"lists":              {&State{ListStack: make([][]int64, 100)}, 100 * 24},
		"what lists hold":    {&State{ListStack: [][]int64{make([]int64, 1000), make([]int64, 500)}}, 1500*8 + 2*24},
		"a list beside none": {&State{ListStack: [][]int64{nil, make([]int64, 10)}}, 10*8 + 2*24},
	} {
		if got := held(c.s) - none; got < c.least || got > 2*c.least {
			t.Errorf("%s: %d bytes, want about %d", what, got, c.least)
		}
	}
}
