package odds

import (
	"github.com/kdsl-lang/kdsl/interp/internal/live"
	"github.com/kdsl-lang/kdsl/interp/state"
)

// around is what stands below the frames at work and is neither read nor written by them until they are
// over: so what is learnt of them holds whatever it is. It lies on what was put aside before. The first of
// all is nothing.
type around struct {
	below uint32 // another
	layer *aside
}

// base is the frame from which on the rules are at work.
func (x *around) base() int {
	if x.layer == nil {
		return 0
	}
	return x.layer.frame
}

// aside are the live slots of some frames.
type aside struct {
	number uint32 // from 1 on
	frame  int    // the one above, from which on the rules are at work
	ints   []write
	lists  []list
}

type list struct {
	n int32
	v []int64
}

// restore puts the slots back.
func (l *aside) restore(s *state.State) {
	for _, x := range l.ints {
		s.Stack[x.n] = x.v
	}
	for _, x := range l.lists {
		s.ListStack[x.n] = x.v
	}
}

// asides remembers what was put aside, each once, and on what.
type asides struct {
	known   pool
	layers  []*aside
	lying   table[uint32] // by what lies on what: the number of both
	arounds []around
	key     []byte
}

// layer is what is live of some frames at a place.
func (a *asides) layer(p *live.Place, s *state.State, from, to int) *aside {
	a.key = state.Pack(a.key[:0], uint64(to))
	for _, n := range p.Ints(s, from, to) {
		a.key = state.Pack(a.key, uint64(n), uint64(s.Stack[n]))
	}
	a.key = state.Pack(a.key, 1<<40)
	for _, n := range p.Lists(s, from, to) {
		a.key = state.PackInts(state.Pack(a.key, uint64(n)), s.ListStack[n])
	}
	n, isNew := a.known.number(a.key)
	if !isNew {
		return a.layers[n-1]
	}
	l := &aside{number: n, frame: to}
	for _, n := range p.Ints(s, from, to) {
		l.ints = append(l.ints, write{n, s.Stack[n]})
	}
	for _, n := range p.Lists(s, from, to) {
		l.lists = append(l.lists, list{n, s.ListStack[n]})
	}
	a.layers = append(a.layers, l)
	return l
}

// on is the number of a layer, by its number, that lies on what is around.
func (a *asides) on(below, l uint32) uint32 {
	x := a.lying.at(uint64(below)<<32 | uint64(l))
	if *x == 0 {
		*x = uint32(len(a.arounds))
		a.arounds = append(a.arounds, around{below, a.layers[l-1]})
	}
	return *x
}
