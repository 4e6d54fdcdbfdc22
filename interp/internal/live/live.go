// Package live says what of a position may still be read. Two positions that stand at the same place of
// the rules and agree in all that is read from there on go on in the same way, whatever else they hold.
//
// It is pure analysis of the program and changes no state. Where it does not know, it says that all is
// read: a slot that is called live may be dead, never the other way round.
//
// Before a throw it looks further. What the steps right after the throw work out without the dice could
// be worked out before: not its operands count then, but its value, and often there are few values where
// there were many operands.
package live

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Analysis is what is known of a program. It is filled as it is asked, and serves one user at a time.
type Analysis struct {
	m        *interp.Machine
	on       [][]*ir.Hook
	ignores  map[int][]*ir.Hook
	nodes    map[node]*facts
	throughs map[node]map[slot]bool
	founds   map[node]map[slot]bool
	parts    map[ir.Stmt][]*ir.Expr
	flows    map[int]*flow
	throws   map[spot]*throw
	always   map[slot]bool
	places   map[string]*Place
	key      []byte
}

// New makes an analysis of the program of a machine.
func New(m *interp.Machine) *Analysis {
	return &Analysis{m: m, nodes: map[node]*facts{}, throughs: map[node]map[slot]bool{}, founds: map[node]map[slot]bool{},
		parts: map[ir.Stmt][]*ir.Expr{}, flows: map[int]*flow{}, throws: map[spot]*throw{}, places: map[string]*Place{}}
}

type spot struct {
	block, pc int
	clause    bool
}

// Place is where a position stands in the rules, and what is read from there on.
type Place struct {
	ID    int     // equal for equal places of one analysis
	ints  []int32 // live slots of State.Stack
	lists []int32 // and of State.ListStack
	inner int     // the innermost frame from which on nothing below is read or written; 0 when there is none
	throw *throw  // of a throw whose dice are yet to fall: what is worked out after it; nil
}

// Place finds where a run stands. thrown says that it stops at dice that are thrown, not drawn, and goes
// on with their faces.
func (a *Analysis) Place(r *interp.Run, thrown bool) *Place {
	s := r.S
	top := int(s.Top())
	b := a.key[:0]
	for i := range s.Frames {
		f := &s.Frames[i]
		b = state.Pack(b, uint64(f.Sort)|uint64(f.Step)<<8|uint64(f.Flags&(state.Outer|state.Continued))<<16|state.Flag(f.Unwind != -1)<<40, state.Pair(f.Block, f.PC), state.Pair(f.Event, f.Ev), state.Pair(f.Hook, f.Call), state.Pair(f.Ints, f.Lists))
	}
	b = state.Pack(b, state.Flag(thrown)|state.Flag(s.Unwind >= 0)<<1, state.Pair(int32(len(s.Stack)), int32(len(s.ListStack))))
	for i := range s.Answers {
		b = state.Pack(b, state.Pair(s.Answers[i].Block, s.Answers[i].PC))
	}
	var t *throw
	if thrown && a.m.Blocks[s.Frames[top].Block].Code[s.Frames[top].PC].Op == code.Throw {
		f := &s.Frames[top]
		a.flowOf(f)
		t = a.throw(spot{int(f.Block), int(f.PC), f.Sort == state.Clause})
		for _, w := range t.writes {
			b = state.Pack(b, uint64(w.frame(s)))
		}
	}
	a.key = b
	if p := a.places[string(b)]; p != nil {
		return p
	}
	p := a.place(s, t)
	p.ID = len(a.places)
	a.places[string(b)] = p
	return p
}

// place works a place out.
func (a *Analysis) place(s *state.State, t *throw) *Place {
	live := make([]cells, len(s.Frames)) // own cells of each frame
	reads := maps.Clone(a.anywhere())    // of records, by the frame at hand and those above it
	whole := s.Unwind >= 0 || a.hearing(s)
	touched := map[int]bool{} // events of which something is read or written, by the frame at hand and those above it
	apart := !whole
	inner := 0
	if asked := a.answers(s); len(asked) > 0 {
		live[0], apart = asked, false
	}
	for i := len(s.Frames) - 1; i >= 0; i-- {
		f := &s.Frames[i]
		if live[i] == nil {
			live[i] = cells{}
		}
		all := whole || f.Unwind != -1
		var atEnd cells
		if f.Block >= 0 && (f.Sort != state.Event || f.Step == state.Commit) {
			fl := a.flowOf(f)
			pc := int(f.PC)
			all = all || fl.clear
			in, past, through := fl.in[pc], fl.past[pc], fl.reads[pc]
			for x := range through {
				touched[x.event] = true
			}
			if t != nil && i == len(s.Frames)-1 {
				in, past, through = t.in, t.past, t.reads
			}
			atEnd = past
			for c := range in {
				switch {
				case !c.ev:
					live[i][c] = true
				case f.Ev >= 0:
					if live[f.Ev] == nil {
						live[f.Ev] = cells{}
					}
					live[f.Ev][cell{c.n, c.list, false}] = true
				}
			}
			maps.Copy(reads, through)
		}
		if f.Sort == state.Event {
			all = all || f.Step < state.Commit || f.Flags&(state.Outer|state.Continued) != 0
			if f.Step < state.Commit { // all that it does is still to come
				maps.Copy(reads, a.through(int(f.Event)))
			}
			a.about(live[i], reads, f)
			a.results(s, i, live[i], atEnd, f.Step > state.Commit || f.Block < 0)
		}
		for x := range reads {
			touched[x.event] = true
		}
		apart = apart && f.Sort != state.Inner && f.Unwind == -1 && (f.Flags&state.Outer == 0 || f.Step >= state.Edges) // else a block of the script is still to come
		if inner == 0 && i > 0 && apart && f.Sort == state.Event && f.Flags&state.Continued == 0 && a.closed(s, i, touched) {
			inner = i
		}
		if i+1 < len(s.Frames) && s.Frames[i+1].Sort == state.Event && !all { // what it waits for is not there yet
			if call := s.Frames[i+1].Call; call >= 0 && live[i] != nil {
				for _, v := range resultOf(a.m.Blocks[f.Block].Code[call].With) {
					delete(live[i], cell{int(v.N), v.List, false})
				}
			}
		}
		if all {
			live[i] = everything
		}
	}
	if t != nil {
		for _, w := range t.writes {
			if n := w.frame(s); n >= 0 && n < len(live) && t.wipes && !live[n][allCells] {
				delete(live[n], cell{w.slot, w.list, false})
			}
		}
	}
	p := &Place{throw: t, inner: inner}
	for i := range s.Frames {
		f := &s.Frames[i]
		if f.Sort == state.Inner { // has the slots of another
			continue
		}
		own, ownLists := int32(len(s.Stack)), int32(len(s.ListStack))
		for j := i + 1; j < len(s.Frames); j++ {
			if s.Frames[j].Sort != state.Inner {
				own, ownLists = s.Frames[j].Ints, s.Frames[j].Lists
				break
			}
		}
		is := func(n int32, list bool) bool {
			c := cell{int(n), list, false}
			if live[i][allCells] || live[i][c] {
				return true
			}
			for j := i + 1; j < len(s.Frames); j++ {
				if s.Frames[j].Sort == state.Inner && s.Frames[j].Ints == f.Ints && (live[j][allCells] || live[j][c]) {
					return true
				}
			}
			return false
		}
		for n := f.Ints; n < own; n++ {
			if is(n-f.Ints, false) {
				p.ints = append(p.ints, n)
			}
		}
		for n := f.Lists; n < ownLists; n++ {
			if is(n-f.Lists, true) {
				p.lists = append(p.lists, n)
			}
		}
	}
	return p
}

// hearing tells whether a throw is under way that somebody hears: its record is read by the machine, and what
// stands around it by those who sort its dice.
func (a *Analysis) hearing(s *state.State) bool {
	return a.m.P.Throw != nil && slices.ContainsFunc(s.Frames, func(f state.Frame) bool {
		return f.Sort == state.Event && int(f.Event) == a.m.P.Throw.ID
	})
}

// answers are the slots of a script that its answers read which nobody has asked for yet: they are worked out
// when they are asked for.
func (a *Analysis) answers(s *state.State) cells {
	out := cells{}
	for _, x := range s.Answers {
		for _, e := range a.exprs(a.m.Blocks[x.Block].Stmts[x.PC]) {
			slots(out, e, false)
		}
	}
	return out
}

// closed tells whether the frames from the i-th on touch none below.
func (a *Analysis) closed(s *state.State, i int, touched map[int]bool) bool {
	if p := &s.Frames[i-1]; p.Block >= 0 && (p.Sort != state.Event || p.Step == state.Commit) && a.flowOf(p).clear {
		return false // it may go on without the results that it waits for
	}
	for n := range s.Frames {
		f := &s.Frames[n]
		if n < i && f.Sort == state.Event && touched[int(f.Event)] || n >= i && f.Ev >= 0 && int(f.Ev) < i {
			return false
		}
	}
	return true
}

// allCells stands for all cells of a frame.
var allCells = cell{n: -1}

var everything = cells{allCells: true}

// flowOf is the flow of the block that a frame runs.
func (a *Analysis) flowOf(f *state.Frame) *flow {
	if f.Sort == state.Clause {
		return a.flow(int(f.Block), true, func() []*ir.Expr { return exprsOf(a.m.P.Hooks[f.Hook].Limits, false) })
	}
	fl := a.flow(int(f.Block), false, func() []*ir.Expr { return a.afterwards(f) })
	if f.Sort == state.Event && len(a.m.P.Events[f.Event].Needs) > 0 { // it may end anywhere
		fl.clear = true
	}
	return fl
}

// late are the clauses that may still read an event when it has happened.
func (a *Analysis) late(event int) (out []*ir.Hook) {
	for _, h := range a.hooks(event) {
		if h.Stage.Late() || h.Stage == ir.Becomes {
			out = append(out, h)
		}
	}
	return out
}

// afterwards are the expressions that the clauses after the event of a frame read.
func (a *Analysis) afterwards(f *state.Frame) []*ir.Expr {
	if f.Sort != state.Event {
		return nil
	}
	var out []*ir.Expr
	for _, h := range a.late(int(f.Event)) {
		out = append(out, exprsOf(h, true)...)
	}
	return out
}

// about adds what is read of an event in any case: by the clauses after it, and by the machine, to which
// the things that an event is about say who chooses.
func (a *Analysis) about(live cells, reads map[slot]bool, f *state.Frame) {
	ev := a.m.P.Events[f.Event]
	for _, h := range a.late(int(f.Event)) {
		facts := newFacts()
		a.clause(facts, h)
		maps.Copy(reads, a.onward(facts))
	}
	if f.Step > state.Commit {
		for _, e := range a.afterwards(f) {
			slots(live, e, false)
		}
	}
	for _, d := range ev.Fields {
		list := d.Type.IsList()
		if d.Type.Kind == ir.Inst || ev.Word == ir.SpanEvent || reads[slot{int(f.Event), d.Slot, list}] {
			live[cell{d.Slot, list, false}] = true
		}
	}
}

// results adds the fields of the event at a frame that its caller takes over and reads.
func (a *Analysis) results(s *state.State, i int, live, past cells, over bool) {
	f := &s.Frames[i]
	if i == 0 || f.Call < 0 {
		return
	}
	p := &s.Frames[i-1]
	to := a.m.Blocks[p.Block].Code[f.Call].With
	vars := resultOf(to)
	if vars == nil {
		return
	}
	var wanted cells
	if p.Sort != state.Event || p.Step == state.Commit {
		if fl := a.flowOf(p); !fl.clear {
			wanted = fl.in[p.PC]
		}
	}
	for n, d := range a.m.P.Events[f.Event].Fields {
		c := cell{d.Slot, d.Type.IsList(), false}
		if (wanted == nil || wanted[cell{int(vars[n].N), vars[n].List, false}]) && (over || past == nil || past[c]) {
			live[c] = true
		}
	}
}

// Inner is the innermost frame from which on the rules neither read nor write the slots of those below,
// until it is over and its results are taken over; 0 when there is none.
func (p *Place) Inner() int { return p.inner }

// Append writes the values of all that is live in the frames from one on.
func (p *Place) Append(b []byte, r *interp.Run, from int) []byte {
	s := r.S
	if p.throw != nil {
		var ok bool
		if b, ok = p.throw.values(b, r); !ok { // it fails: nothing is known, then
			b = append(b, 1)
			b = state.PackInts(b, s.Stack)
			for _, l := range s.ListStack {
				b = state.PackInts(b, l)
			}
			return b
		}
	}
	return p.Slots(b, s, from, len(s.Frames))
}

// Slots writes the values of what is live in some frames.
func (p *Place) Slots(b []byte, s *state.State, from, to int) []byte {
	for _, n := range p.Ints(s, from, to) {
		b = binary.LittleEndian.AppendUint64(b, uint64(s.Stack[n]))
	}
	for _, n := range p.Lists(s, from, to) {
		b = state.PackInts(b, s.ListStack[n])
	}
	return b
}

// Ints are the live slots of State.Stack that belong to some frames.
func (p *Place) Ints(s *state.State, from, to int) []int32 {
	return part(p.ints, s, from, to, func(f *state.Frame) int32 { return f.Ints })
}

// Lists are the live slots of State.ListStack that belong to some frames.
func (p *Place) Lists(s *state.State, from, to int) []int32 {
	return part(p.lists, s, from, to, func(f *state.Frame) int32 { return f.Lists })
}

// part are those of some slots that belong to frames, given where the slots of a frame begin.
func part(slots []int32, s *state.State, from, to int, begin func(*state.Frame) int32) []int32 {
	lo, hi := 0, len(slots)
	if from > 0 {
		lo, _ = slices.BinarySearch(slots, begin(&s.Frames[from]))
	}
	if to < len(s.Frames) {
		hi, _ = slices.BinarySearch(slots, begin(&s.Frames[to]))
	}
	return slots[lo:max(lo, hi)]
}

// Taken writes the live ones of the slots to which the frame on top has taken over the results of the
// call that it has just come back from.
func (a *Analysis) Taken(b []byte, p *Place, s *state.State) []byte {
	top := s.Top()
	f := &s.Frames[top]
	if f.PC == 0 || f.Block < 0 {
		return b
	}
	for _, v := range resultOf(a.m.Blocks[f.Block].Code[f.PC-1].With) {
		switch {
		case v.List && slices.Contains(p.lists, f.Lists+v.N):
			b = state.PackInts(b, s.ListStack[f.Lists+v.N])
		case !v.List && slices.Contains(p.ints, f.Ints+v.N):
			b = binary.LittleEndian.AppendUint64(b, uint64(s.Stack[f.Ints+v.N]))
		}
	}
	return b
}
