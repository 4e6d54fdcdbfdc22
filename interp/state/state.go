// Package state is the whole state of a game as plain data: flat tables of integers, including
// where the machine stands inside a rule. It is cloned by copying, hashed, compared, written as
// JSON and read in another process. Nothing in it is a pointer, a closure or an ever growing
// number, so equal situations are equal states.
//
// Lists ([]int64) inside a state are never changed in place: a change stores a new list. Clones
// may therefore share them.
package state

import "slices"

// Where says what sort of place an instance is at.
type Where uint8

// The sorts of places.
const (
	Gone    Where = iota // a free slot of the table
	Ghost                // destroyed, but something still refers to it
	Nowhere              // not in play: in reserve, dead, aboard
	OnTable              // at X, Y, Z
	OnInst               // on or inside the instance Ref
	InZone               // in zone Ref (of player Of)
	Aside                // in play, but at no place: players, rules, what was made without a place
)

// Ending says how an instance leaves by itself.
type Ending uint8

// The endings; see ir.DurationForm.
const (
	Stays Ending = iota
	WithSource
	AfterSpans // Left ends of Span
	AtStart    // the next start of Span
	AtEnd      // the next end of Span
	AtNextEnd  // the end of a Span that starts later (Armed: it has)
	FromNext   // dormant until the next start of Span, then until its end (Armed: awake)
	WhenUsed   // as soon as a clause of it has done its deed or given to an event
)

// Inst is one thing in play, or a free slot.
type Inst struct {
	Card    int32
	Owner   int32 // player, -1 none
	Source  int32 // instance, -1 none
	Arrival int32 // dense rank of arrival
	Ref, Of int32
	Ints    int32 // where its int cells begin in State.Cells
	Lists   int32 // where its list cells begin in State.ListCells
	Span    int32 // of the ending
	Subject int32 // of the ending's span, -1 any
	Left    int32
	Where   Where
	Ending  Ending
	Armed   bool
	Hidden  bool // only its owner sees it
	X, Y, Z int64
	Facing  int64
}

// Dormant tells whether the instance's clauses wait for its time to begin.
func (i *Inst) Dormant() bool { return i.Ending == FromNext && !i.Armed }

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

// Frame is an event under way, or a piece of code that runs. Frames form a stack.
type Frame struct {
	Sort   Sort
	Step   Step
	Flags  Flags
	Block  int32 // code being run, -1 none
	PC     int32
	Event  int32 // declared event (Sort Event)
	Ev     int32 // frame of the event in whose pipeline this runs; itself for Sort Event
	Self   int32 // instance whose clause runs, -1 none
	Hook   int32 // clause that runs (Sort Clause), -1
	Ints   int32 // where its int slots begin in State.Stack
	NInts  int32
	Lists  int32
	NLists int32
	Call   int32   // the call in the parent's code that made it, -1; its result goes there
	Owner  int32   // player a span belongs to, -1
	Unwind int32   // frame at which an unwinding that passes through here goes on, -1 none
	Cost   int32   // next cost
	Given  uint64  // fields that the caller gave
	Wrote  uint64  // fields that clauses wrote before the fold
	Cursor Key     // the last hook that ran in this step
	Fence  int32   // arrivals from this one on came after the step began
	Line   []int32 // hooks that have replaced an event of this lineage
	Ran    []int32 // hook, instance pairs that ran in this step of an ordered event
	Sums   []Sum   // contributions so far
}

// Flags of a frame.
type Flags uint8

// The flags.
const (
	Cancelled Flags = 1 << iota
	Refused
	Replaced
	Done
	Asked // the form has been answered
	Outer // its commit is the Inner block of a script
	Begun // the first fields are set
	Fired // an edge clause ran in this pass
)

// Key is the total order of hooks inside a step: band, rank of the owner, arrival, static order.
type Key struct {
	Band, Rank, Arrival, Hook int32
}

// First is before every key.
var First = Key{-1, -1, -1, -1}

// Less is the order of keys.
func (k Key) Less(o Key) bool {
	if k.Band != o.Band {
		return k.Band < o.Band
	}
	if k.Rank != o.Rank {
		return k.Rank < o.Rank
	}
	if k.Arrival != o.Arrival {
		return k.Arrival < o.Arrival
	}
	return k.Hook < o.Hook
}

// Sum is one contribution to the fold of an event's field.
type Sum struct {
	Field, Layer, Op int32
	Hook, Inst       int32
	Value            int64
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

// State is a game.
type State struct {
	Insts     []Inst
	Cells     []int64
	ListCells [][]int64
	Frames    []Frame
	Stack     []int64
	ListStack [][]int64
	Spent     []Spent
	Edges     []Edge
	Replies   []Reply
	Options   []int64
	Stubs     []Stub
	Players   int32
	Live      int32 // how many instances there are: the next arrival
	Unwind    int32 // frame to unwind to, -1 none
	Dirty     uint64
	Width     int64 // of the table, in grid steps
	Depth     int64
	Random    bool   // dice were thrown or something was revealed since the action began
	Saved     *State `json:",omitempty"` // as it was when the present action began; never changed
}

// Clone copies a state.
func (s *State) Clone() *State {
	c := new(State)
	c.Set(s)
	return c
}

// Set makes s equal to o, reusing what s has allocated.
func (s *State) Set(o *State) {
	s.Insts = append(s.Insts[:0], o.Insts...)
	s.Cells = append(s.Cells[:0], o.Cells...)
	s.ListCells = append(s.ListCells[:0], o.ListCells...)
	s.Frames = append(s.Frames[:0], o.Frames...)
	s.Stack = append(s.Stack[:0], o.Stack...)
	s.ListStack = append(s.ListStack[:0], o.ListStack...)
	s.Spent = append(s.Spent[:0], o.Spent...)
	s.Edges = append(s.Edges[:0], o.Edges...)
	s.Replies = append(s.Replies[:0], o.Replies...)
	s.Options = append(s.Options[:0], o.Options...)
	s.Stubs = append(s.Stubs[:0], o.Stubs...)
	s.Players, s.Live, s.Unwind, s.Dirty, s.Width, s.Depth = o.Players, o.Live, o.Unwind, o.Dirty, o.Width, o.Depth
	s.Random, s.Saved = o.Random, o.Saved
}

// Equal compares two states.
func (s *State) Equal(o *State) bool {
	lists := func(a, b [][]int64) bool { return slices.EqualFunc(a, b, slices.Equal) }
	if (s.Saved == nil) != (o.Saved == nil) || s.Saved != nil && s.Saved != o.Saved && !s.Saved.Equal(o.Saved) {
		return false
	}
	return s.Random == o.Random && s.Live == o.Live && s.Players == o.Players &&
		s.Unwind == o.Unwind && s.Dirty == o.Dirty && s.Width == o.Width && s.Depth == o.Depth &&
		slices.Equal(s.Cells, o.Cells) && slices.Equal(s.Stack, o.Stack) &&
		slices.Equal(s.Insts, o.Insts) &&
		slices.EqualFunc(s.Frames, o.Frames, equalFrames) &&
		lists(s.ListCells, o.ListCells) && lists(s.ListStack, o.ListStack) &&
		slices.Equal(s.Spent, o.Spent) && slices.Equal(s.Edges, o.Edges) &&
		slices.EqualFunc(s.Replies, o.Replies, func(a, b Reply) bool {
			return a.Player == b.Player && lists(a.Values, b.Values)
		}) &&
		slices.Equal(s.Options, o.Options) && slices.Equal(s.Stubs, o.Stubs)
}

func equalFrames(a, b Frame) bool {
	return a.Sort == b.Sort && a.Step == b.Step && a.Flags == b.Flags && a.Block == b.Block &&
		a.PC == b.PC && a.Event == b.Event && a.Ev == b.Ev && a.Self == b.Self && a.Hook == b.Hook &&
		a.Ints == b.Ints && a.NInts == b.NInts && a.Lists == b.Lists && a.NLists == b.NLists &&
		a.Call == b.Call && a.Owner == b.Owner && a.Unwind == b.Unwind && a.Cost == b.Cost &&
		a.Given == b.Given && a.Wrote == b.Wrote && a.Cursor == b.Cursor && a.Fence == b.Fence && slices.Equal(a.Ran, b.Ran) &&
		slices.Equal(a.Line, b.Line) && slices.Equal(a.Sums, b.Sums)
}

// Hash is equal for equal states (not the reverse: compare as well).
func (s *State) Hash() uint64 {
	h := hasher(14695981039346656037)
	for i := range s.Insts {
		n := &s.Insts[i]
		h.add(int64(n.Card)<<32 | int64(uint32(n.Owner)))
		h.add(int64(n.Ref)<<32 | int64(uint32(n.Source)))
		h.add(int64(n.Where)<<8 | int64(n.Ending) | int64(n.Left)<<16)
		h.add(int64(n.Arrival))
		if n.Where == OnTable {
			h.add(n.X)
			h.add(n.Y)
			h.add(n.Z)
			h.add(n.Facing)
		}
		if n.Armed {
			h.add(1)
		}
	}
	h.ints(s.Cells)
	h.ints(s.Stack)
	for _, l := range s.ListCells {
		h.ints(l)
	}
	for _, l := range s.ListStack {
		h.ints(l)
	}
	for i := range s.Frames {
		f := &s.Frames[i]
		h.add(int64(f.Block)<<32 | int64(uint32(f.PC)))
		h.add(int64(f.Event)<<16 | int64(f.Step)<<8 | int64(f.Flags))
		h.add(int64(f.Cursor.Arrival)<<32 | int64(uint32(f.Cursor.Hook)))
		for _, c := range f.Sums {
			h.add(c.Value)
		}
	}
	for _, c := range s.Spent {
		h.add(int64(c.Limit)<<32 | int64(c.Count))
	}
	h.add(int64(len(s.Edges)))
	return uint64(h)
}

type hasher uint64

func (h *hasher) add(v int64) {
	x := uint64(*h) ^ uint64(v)
	x *= 0x9E3779B97F4A7C15
	*h = hasher(x ^ x>>29)
}

func (h *hasher) ints(l []int64) {
	h.add(int64(len(l)))
	for _, v := range l {
		h.add(v)
	}
}

// Top is the frame that runs.
func (s *State) Top() *Frame { return &s.Frames[len(s.Frames)-1] }

// Push adds a frame with cleared slots.
func (s *State) Push(f Frame) *Frame {
	top := s.Room(f.NInts, f.NLists)
	f.Ints, f.Lists = top.Ints, top.Lists
	*top = f
	return top
}

// Room adds an empty frame with so many cleared slots, to be filled in place.
func (s *State) Room(ints, lists int32) *Frame {
	i, l, n := len(s.Stack), len(s.ListStack), len(s.Frames)
	s.Stack = slices.Grow(s.Stack, int(ints))[:i+int(ints)]
	clear(s.Stack[i:])
	s.ListStack = slices.Grow(s.ListStack, int(lists))[:l+int(lists)]
	clear(s.ListStack[l:])
	s.Frames = slices.Grow(s.Frames, 1)[:n+1]
	f := &s.Frames[n]
	*f = Frame{Ints: int32(i), NInts: ints, Lists: int32(l), NLists: lists}
	return f
}

// Pop removes the top frame and its slots.
func (s *State) Pop() {
	f := s.Top()
	if f.Sort != Inner {
		s.Stack = s.Stack[:f.Ints]
		clear(s.ListStack[f.Lists:])
		s.ListStack = s.ListStack[:f.Lists]
	}
	if f.Line != nil || f.Ran != nil || f.Sums != nil { // what is left of a frame holds on to nothing
		f.Line, f.Ran, f.Sums = nil, nil, nil
	}
	s.Frames = s.Frames[:len(s.Frames)-1]
}

// Add puts a new instance in the table with room for its cells, and returns its index. It takes
// the first free slot with room of exactly that size, or grows the table.
func (s *State) Add(n Inst, ints, lists int) int32 {
	n.Arrival = s.Live
	s.Live++
	for i := range s.Insts {
		if o := &s.Insts[i]; o.Where == Gone && s.room(i) == [2]int{ints, lists} {
			n.Ints, n.Lists = o.Ints, o.Lists
			*o = n
			return int32(i)
		}
	}
	n.Ints, n.Lists = int32(len(s.Cells)), int32(len(s.ListCells))
	for range ints {
		s.Cells = append(s.Cells, 0)
	}
	for range lists {
		s.ListCells = append(s.ListCells, nil)
	}
	s.Insts = append(s.Insts, n)
	return int32(len(s.Insts) - 1)
}

// room is how many int and list cells slot i has.
func (s *State) room(i int) [2]int {
	ints, lists := int32(len(s.Cells)), int32(len(s.ListCells))
	if i+1 < len(s.Insts) {
		ints, lists = s.Insts[i+1].Ints, s.Insts[i+1].Lists
	}
	return [2]int{int(ints - s.Insts[i].Ints), int(lists - s.Insts[i].Lists)}
}

// Remove frees an instance's slot, clears what it held, and closes the ranks of arrival.
func (s *State) Remove(i int32) {
	room := s.room(int(i))
	o := s.Insts[i]
	clear(s.Cells[o.Ints : int(o.Ints)+room[0]])
	clear(s.ListCells[o.Lists : int(o.Lists)+room[1]])
	s.Insts[i] = Inst{Ints: o.Ints, Lists: o.Lists}
	s.Live--
	for j := range s.Insts {
		if n := &s.Insts[j]; n.Where != Gone && n.Arrival > o.Arrival {
			n.Arrival--
		}
	}
	for j := range s.Frames {
		f := &s.Frames[j]
		if f.Fence > o.Arrival {
			f.Fence--
		}
		if f.Cursor.Arrival > o.Arrival {
			f.Cursor.Arrival--
		}
	}
	s.Edges = slices.DeleteFunc(s.Edges, func(e Edge) bool { return e.Inst == i })
	for n := len(s.Insts); n > 0 && s.Insts[n-1].Where == Gone; n-- {
		s.Cells = s.Cells[:s.Insts[n-1].Ints]
		s.ListCells = s.ListCells[:s.Insts[n-1].Lists]
		s.Insts = s.Insts[:n-1]
	}
}
