// Package state is the whole state of a game as plain data: flat tables of integers, including
// where the machine stands inside a rule. It is cloned by copying, compared, written as
// JSON and read in another process. Nothing in it is a pointer, a closure or an ever growing
// number, so equal situations are equal states.
//
// An instance's number is its arrival: the table is in the order in which things came, so every walk
// over it is. What was destroyed keeps its number and what it last was for those who still speak of it;
// Compact closes the gaps that nobody speaks of.
//
// Lists ([]int64) inside a state are never changed in place: a change stores a new list. Clones
// may therefore share them. The same holds for the short tables (Spent, Edges, Replies, ...).
//
// Cells and instances are changed through SetCell, SetList and Edit, which keep a log: Mark and
// Rollback take back what was only tried, and what failed.
package state

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Where says what sort of place an instance is at.
type Where uint8

// The sorts of places.
const (
	Gone    Where = iota // destroyed; Ref is what it lay on, -1 for nothing
	Nowhere              // not in play: in reserve, dead, aboard
	OnTable              // at X, Y, Z
	OnInst               // on or inside the instance Ref
	InZone               // in zone Ref (of player Of)
	Aside                // in play, but at no place: players, rules, what was made without a place
)

// Inst is one thing that came into being. First, Next and Kin thread the instances: from a thing to the
// first that lies on it, from there to the next one, by arrival; and from each to the next of its root
// kind. 0 ends a thread, for instance 0 is a player, who lies on nothing and comes first.
type Inst struct {
	Card             int32
	Owner            int32 // player, -1 none
	Source           int32 // instance, -1 none
	Ref, Of          int32
	Ints             int32 // where its int cells begin in State.Cells
	Lists            int32 // where its list cells begin in State.ListCells
	Span             int32 // of the ending
	Subject          int32 // of the ending's span, -1 any
	Left             int32
	First, Next, Kin int32
	Where            Where
	Ending           ir.Ending
	Begun            int16 // spans of the ending that started since it came and have not ended
	Hidden           bool  // only its owner sees it
	X, Y, Z          int64
	Facing           int64
}

// Bearer is what the instance lies on, or lay on when it was destroyed; ok is false when that is nothing.
func (i *Inst) Bearer() (n int32, ok bool) {
	return i.Ref, i.Where == OnInst || i.Where == Gone && i.Ref >= 0
}

// Pile is instance n and all that lies on it, by arrival.
func (s *State) Pile(n int32) []int32 {
	all := []int32{n}
	for at := 0; at < len(all); at++ {
		for i := s.Insts[all[at]].First; i != 0; i = s.Insts[i].Next {
			all = append(all, i)
		}
	}
	slices.Sort(all)
	return all
}

// Dormant tells whether the instance's clauses wait for its time to begin.
func (i *Inst) Dormant() bool { return i.Ending == ir.FromNext && i.Begun == 0 }

// Sort says what a frame runs.
type Sort uint8

// The sorts of frames.
const (
	Event  Sort = iota // an event in its pipeline
	Clause             // a hook's block
	Script             // the steps of a script
	Inner              // a block of a script inside a span; shares the slots of the script's frame
)

// Step is where an event stands in its pipeline.
type Step uint8

// The steps of the pipeline.
const (
	Propose Step = iota
	Forbid
	Costs
	Instead
	MayInstead
	Opening // the start edge of a span
	Before
	MayBefore
	Fold
	Commit
	Edges
	After
	MayAfter
	Closing // the end edge of a span
	Over
)

// stages are those of which clauses run in a step.
var stages = [Over + 1]ir.Stage{Instead: ir.Instead, MayInstead: ir.MayInstead, Before: ir.Before, MayBefore: ir.MayBefore,
	After: ir.After, MayAfter: ir.MayAfter}

// Stage is that of which clauses run in a step; BadStage when none do.
func (s Step) Stage() ir.Stage { return stages[s] }

// Frame is an event under way, or a piece of code that runs. Frames form a stack; a frame is known by
// its place in it. What a few frames need more of (contributions, clauses that ran) stands in tables of
// the state, under the frame's place.
type Frame struct {
	Sort   Sort
	Step   Step
	Flags  Flags
	Block  int32 // code being run, -1 none
	PC     int32
	Event  int32  // declared event (Sort Event)
	Ev     int32  // frame of the event in whose pipeline this runs; itself for Sort Event
	Self   int32  // instance whose clause runs, -1 none
	Hook   int32  // clause that runs (Sort Clause), -1
	Ints   int32  // where its int slots begin in State.Stack
	Lists  int32  // and its list slots in State.ListStack
	Call   int32  // the call in the parent's code that made it, -1; its result goes there
	Owner  int32  // player a span belongs to, -1
	Unwind int32  // frame at which an unwinding that passes through here goes on, -1 none
	Rest   int32  // with Unwind: the end of the part that always runs, which is all that is left
	Cost   int32  // next cost
	Fence  int32  // arrivals from this one on came after the step began
	Cursor Key    // the last hook that ran in this step
	Given  uint64 // fields that the caller gave
	Wrote  uint64 // fields that clauses wrote before the fold
	Open   uint64 // fields that are not known yet: nobody has answered or worked them out
}

// Flags of a frame.
type Flags uint16

// The flags.
const (
	Cancelled Flags = 1 << iota
	Refused
	Replaced
	Done
	Asked     // the form has been answered
	Outer     // its commit is the Inner block of a script
	Begun     // the first fields are set
	Judged    // whether it may happen, and be paid for, is tried
	Fired     // an edge clause ran in this pass
	Lined     // what replaced an event around it may not replace it again
	Acted     // of a clause: something came of it
	Failed    // of a clause: an event that it called did not happen
	FilledIn  // what replaced it has written a field of it
	Went      // what replaced it let it go on, in a frame further up
	Continued // it goes on there: the frame of the event that was replaced is its clause's
	Looks     // of a script: `becomes` clauses are looking at what its step has changed
)

// Origin is the frame in which the event at a place was proposed: it may have gone on from there.
func (s *State) Origin(f int32) int32 {
	for s.Frames[f].Flags&Continued != 0 {
		f = s.Frames[f-1].Ev
	}
	return f
}

// Key is the total order of hooks inside a step: band, rank of the owner, arrival, static order. A
// larger key comes later; 0 is before every key.
type Key uint64

// MakeKey packs a key: 2 bits of band, 10 of rank, 26 of arrival and 25 of the hook's number.
func MakeKey(band, rank, arrival, hook int32) Key {
	return Key(uint64(band)<<62 | uint64(rank)<<52 | uint64(arrival)<<26 | uint64(hook)<<1 | 1)
}

// Group is the part of a key that says whose clause it is: band and rank.
func (k Key) Group() Key { return k >> 52 }

// Sum is one contribution of a clause to the fold of a field of the event at a frame.
type Sum struct {
	Frame, Field, Layer, Op int32
	Hook, Inst              int32
	Value                   int64
}

// Ran is a clause that ran in the present step of an ordered event, or that was looked at and would stand
// behind the cursor of the step now.
type Ran struct {
	Frame, Hook, Inst int32
}

// Spent is how often a limit was used under a key, inside the span at frame Span (-1: the game).
type Spent struct {
	Limit, Span, Count int32
	Key                [3]int64
}

// Edge is a `becomes` clause of an instance whose condition holds.
type Edge struct {
	Hook, Inst int32
}

// Reply is the answer of one player while several owe one.
type Reply struct {
	Player int32
	Values [][]int64
}

// Stub is a function that a script lets answer a constant.
type Stub struct {
	Func  int32
	Value int64
}

// Given is an answer that a script gave and nobody has asked for yet: the step it stands in. What it is
// worth is worked out when it is asked for.
type Given struct{ Block, PC int32 }

// Value is a scalar or a list.
type Value struct {
	N int64
	L []int64
}

// State is a game.
type State struct {
	Insts     []Inst
	Cells     []int64
	ListCells [][]int64
	Kin       []Thread // of the instances of each root kind, by kind
	Frames    []Frame
	Stack     []int64
	ListStack [][]int64
	Sums      []Sum // of the frames, the innermost last
	Rans      []Ran // likewise
	Spent     []Spent
	Edges     []Edge
	Replies   []Reply
	Banned    [][]Value // answers to the present question that what is hidden forbids
	Dice      []int64   // that a script gave and nobody has thrown
	Answers   []Given
	Options   []int64
	Stubs     []Stub
	Players   int32
	Gaps      int32 // how many instances are gone
	Unwind    int32 // frame to unwind to, -1 none
	Dirty     uint64
	Width     int64 // of the table, in grid steps
	Depth     int64
	log       log
}

// Thread is where a thread of instances begins and ends; both 0 when it is empty, but for the players,
// whose thread begins with 0.
type Thread struct {
	First, Last int32
	Any         bool
}

// Clone copies a state, without its log.
func (s *State) Clone() *State {
	c := new(State)
	c.Set(s)
	return c
}

// Set makes s equal to o, reusing what s has allocated. The log of s is forgotten.
func (s *State) Set(o *State) {
	s.Insts = append(s.Insts[:0], o.Insts...)
	s.Cells = append(s.Cells[:0], o.Cells...)
	s.ListCells = append(s.ListCells[:0], o.ListCells...)
	s.Kin = append(s.Kin[:0], o.Kin...)
	s.small(o)
	s.log.reset()
}

// small takes over all but the big tables and the threads.
func (s *State) small(o *State) {
	s.Frames = append(s.Frames[:0], o.Frames...)
	s.Stack = append(s.Stack[:0], o.Stack...)
	s.ListStack = append(s.ListStack[:0], o.ListStack...)
	s.rest(o)
}

// rest takes over the short tables, of which those beside the frames are never changed in place, and the
// single numbers.
func (s *State) rest(o *State) {
	s.Sums = append(s.Sums[:0], o.Sums...)
	s.Rans = append(s.Rans[:0], o.Rans...)
	s.Spent, s.Edges, s.Replies, s.Banned = o.Spent, o.Edges, o.Replies, o.Banned
	s.Dice, s.Answers, s.Options, s.Stubs = o.Dice, o.Answers, o.Options, o.Stubs
	s.Players, s.Gaps, s.Unwind, s.Dirty, s.Width, s.Depth = o.Players, o.Gaps, o.Unwind, o.Dirty, o.Width, o.Depth
}

// Size is about how many bytes the state needs, but for the tables that it may have in common with others.
func (s *State) Size() int64 {
	at := Stand{frames: s.Frames, ints: s.Stack, lists: s.ListStack}
	return 1000 + at.Size()
}

// Equal compares two states.
func (s *State) Equal(o *State) bool {
	return slices.Equal(s.Cells, o.Cells) && slices.Equal(s.Stack, o.Stack) &&
		slices.Equal(s.Insts, o.Insts) && slices.Equal(s.Kin, o.Kin) && slices.Equal(s.Frames, o.Frames) &&
		equalLists(s.ListCells, o.ListCells) && equalLists(s.ListStack, o.ListStack) && s.equalRest(o)
}

// equalRest compares what rest takes over.
func (s *State) equalRest(o *State) bool {
	return s.Players == o.Players && s.Gaps == o.Gaps &&
		s.Unwind == o.Unwind && s.Dirty == o.Dirty && s.Width == o.Width && s.Depth == o.Depth &&
		slices.Equal(s.Sums, o.Sums) && slices.Equal(s.Rans, o.Rans) &&
		slices.Equal(s.Spent, o.Spent) && slices.Equal(s.Edges, o.Edges) && slices.Equal(s.Dice, o.Dice) &&
		slices.EqualFunc(s.Replies, o.Replies, func(a, b Reply) bool {
			return a.Player == b.Player && equalLists(a.Values, b.Values)
		}) &&
		slices.EqualFunc(s.Banned, o.Banned, EqualValues) &&
		slices.Equal(s.Answers, o.Answers) &&
		slices.Equal(s.Options, o.Options) && slices.Equal(s.Stubs, o.Stubs)
}

func equalLists(a, b [][]int64) bool { return slices.EqualFunc(a, b, slices.Equal) }

// EqualValues compares two lists of values.
func EqualValues(a, b []Value) bool {
	return slices.EqualFunc(a, b, func(x, y Value) bool { return x.N == y.N && slices.Equal(x.L, y.L) })
}

// Top is the place of the frame that runs, -1 when there is none.
func (s *State) Top() int32 { return int32(len(s.Frames) - 1) }

// blank is a frame that speaks of nothing.
var blank = Frame{Block: -1, Event: -1, Ev: -1, Self: -1, Hook: -1, Call: -1, Owner: -1, Unwind: -1}

// Push adds a frame that speaks of nothing, with so many cleared slots of its own, and answers its place.
func (s *State) Push(ints, lists int) int32 {
	i, l := len(s.Stack), len(s.ListStack)
	s.Stack = slices.Grow(s.Stack, ints)[:i+ints]
	clear(s.Stack[i:])
	if lists > 0 {
		s.ListStack = slices.Grow(s.ListStack, lists)[:l+lists]
		clear(s.ListStack[l:])
	}
	return s.enter(int32(i), int32(l))
}

// Share adds a frame that shares the slots of the frame at place f.
func (s *State) Share(f int32) int32 { return s.enter(s.Frames[f].Ints, s.Frames[f].Lists) }

func (s *State) enter(ints, lists int32) int32 {
	n := len(s.Frames)
	s.Frames = slices.Grow(s.Frames, 1)[:n+1]
	f := &s.Frames[n]
	*f = blank
	f.Ints, f.Lists = ints, lists
	return int32(n)
}

// Pop removes the top frame with all that is its own.
func (s *State) Pop() {
	top := s.Top()
	if f := &s.Frames[top]; f.Sort != Inner {
		s.Stack = s.Stack[:f.Ints]
		if int(f.Lists) < len(s.ListStack) {
			clear(s.ListStack[f.Lists:])
			s.ListStack = s.ListStack[:f.Lists]
		}
	}
	for n := len(s.Sums); n > 0 && s.Sums[n-1].Frame >= top; n-- {
		s.Sums = s.Sums[:n-1]
	}
	s.ClearRan(top)
	s.Frames = s.Frames[:top]
}

// SumsOf are the contributions to the event at place f.
func (s *State) SumsOf(f int32) []Sum {
	n := len(s.Sums)
	for n > 0 && s.Sums[n-1].Frame == f {
		n--
	}
	return s.Sums[n:]
}

// HasRan tells whether a clause of an instance has run in the present step of the event at place f.
func (s *State) HasRan(r Ran) bool { return slices.Contains(s.Rans, r) }

// AddRan notes that a clause has run.
func (s *State) AddRan(r Ran) {
	i := len(s.Rans)
	for i > 0 && s.Rans[i-1].Frame > r.Frame {
		i--
	}
	s.Rans = slices.Insert(s.Rans, i, r)
}

// ClearRan forgets which clauses ran at place f.
func (s *State) ClearRan(f int32) {
	for n := len(s.Rans); n > 0 && s.Rans[n-1].Frame >= f; n-- {
		s.Rans = s.Rans[:n-1]
	}
}

// Int is an int slot of the frame at place f, and List a list slot.
func (s *State) Int(f int32, slot int) *int64 { return &s.Stack[int(s.Frames[f].Ints)+slot] }

// List is a list slot of the frame at place f.
func (s *State) List(f int32, slot int) *[]int64 { return &s.ListStack[int(s.Frames[f].Lists)+slot] }
