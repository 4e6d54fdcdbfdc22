package eval

import (
	"cmp"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Entry is a clause of an instance that is in play.
type Entry struct {
	Hook, Inst int32
}

// Index finds the clauses in play by what they wait for, so that an event costs what its own
// clauses cost, however many others there are. It is derived from the state: it is rebuilt when a
// state is read, and follows as instances enter and leave play. Copies share slots until one of
// them changes.
type Index struct {
	pages  []*page
	mine   []bool // pages that are shared with no other index
	works  []bool // by instance: its clauses are in the slots
	shared bool   // the list of pages is, and works
	room   room
}

// room is what an index has had for itself alone and does not need at present.
type room struct {
	pages []*page
	mine  []bool
	works []bool
	free  []*page
}

// page is a run of slots: a change copies one page, not all.
type page [pageSize][]Entry

const pageSize = 32

func (x *Index) slot(n int) []Entry { return x.pages[uint(n)/pageSize][uint(n)%pageSize] }

// own makes slot n safe to change.
func (x *Index) own(n int) *[]Entry {
	p := n / pageSize
	if !x.mine[p] {
		var c *page
		if n := len(x.room.free); n > 0 {
			c, x.room.free = x.room.free[n-1], x.room.free[:n-1]
		} else {
			c = new(page)
		}
		*c = *x.pages[p]
		x.pages[p], x.mine[p] = c, true
	}
	return &x.pages[p][n%pageSize]
}

// put notes whether the clauses of instance n are in the slots, which are about to change.
func (x *Index) put(n int32, works bool) {
	if x.shared {
		r := &x.room
		mine := append(r.mine[:0], make([]bool, len(x.pages))...)
		x.pages, x.mine, x.works, x.shared = append(r.pages[:0], x.pages...), mine, append(r.works[:0], x.works...), false
		r.pages, r.mine, r.works = nil, nil, nil
	}
	for int(n) >= len(x.works) {
		x.works = append(x.works, false)
	}
	x.works[n] = works
}

// has tells whether the clauses of instance n are in the slots.
func (x *Index) has(n int32) bool { return int(n) < len(x.works) && x.works[n] }

// Slot numbers: event and stage; then the stats of each kind, the functions; then what waits for no event.
func (c *Compiled) slotOf(h *ir.Hook) int {
	switch {
	case h.Event >= 0:
		return h.Event*int(ir.Stages) + int(h.Stage)
	case h.Func >= 0:
		return c.figures + h.Func
	case h.Stage == ir.While:
		return c.statSlot(h.StatKind, h.Stat)
	case h.Stage == ir.Becomes:
		return c.becomes
	default:
		return c.becomes + 1
	}
}

func (c *Compiled) statSlot(kind, field int) int {
	return c.statBase[c.P.Kinds[kind].Root] + field
}

// At returns the entries of an event and stage.
func (x *Index) At(event int, stage ir.Stage) []Entry {
	return x.slot(event*int(ir.Stages) + int(stage))
}

// Becomes returns the entries that wait for a condition.
func (x *Index) Becomes(c *Compiled) []Entry { return x.slot(c.becomes) }

// Ignores returns the entries that switch clauses off.
func (x *Index) Ignores(c *Compiled) []Entry { return x.slot(c.becomes + 1) }

// NewIndex makes the index of a state.
func (c *Compiled) NewIndex(s *state.State) *Index {
	x := &Index{pages: make([]*page, c.slots/pageSize+1), mine: make([]bool, c.slots/pageSize+1)}
	for i := range x.pages {
		x.pages[i], x.mine[i] = new(page), true
	}
	for i := range s.Insts {
		if c.Awake(s, int64(i)) {
			x.enter(c, s, int32(i))
		}
	}
	return x
}

// Awake tells whether the clauses of instance n work.
func (c *Compiled) Awake(s *state.State, n int64) bool {
	for range len(s.Insts) + 1 {
		in := &s.Insts[n]
		if in.Dormant() {
			return false
		}
		switch in.Where {
		case state.OnTable, state.Aside:
			return true
		case state.OnInst:
			n = int64(in.Ref)
		default:
			return false
		}
	}
	return false
}

// Clone shares the pages of x.
func (x *Index) Clone() *Index {
	x.shared = true
	return &Index{pages: x.pages, works: x.works, shared: true}
}

// Set makes x share the pages of o.
func (x *Index) Set(o *Index) {
	o.shared = true
	if r := &x.room; !x.shared {
		for p, mine := range x.mine {
			if mine {
				r.free = append(r.free, x.pages[p])
			}
		}
		r.pages, r.mine, r.works = x.pages, x.mine, x.works
	}
	x.pages, x.works, x.shared = o.pages, o.works, true
}

// enter adds the clauses of instance n, each where it belongs in the static part of the order of
// clauses: so an index is the same whatever the way to it.
func (x *Index) enter(c *Compiled, s *state.State, n int32) {
	x.put(n, true)
	for _, h := range c.P.Cards[s.Insts[n].Card].Hooks {
		e := Entry{int32(h), n}
		for _, in := range c.listed(h) {
			slot := x.own(in)
			i, _ := slices.BinarySearchFunc(*slot, e, c.before)
			*slot = slices.Insert(slices.Clip(*slot), i, e)
		}
	}
}

// listed are the slots in which a clause stands: with all of its event and stage, and, where some of them
// have a concern, with those that have none.
func (c *Compiled) listed(h int) []int {
	slot := c.slotIn[h]
	if c.concern[h] != nil || c.open[slot] == slot {
		return []int{slot}
	}
	return []int{slot, c.open[slot]}
}

// before compares two clauses in play by band, arrival and the static order.
func (c *Compiled) before(a, b Entry) int {
	return cmp.Or(cmp.Compare(c.P.Hooks[a.Hook].Band, c.P.Hooks[b.Hook].Band), cmp.Compare(a.Inst, b.Inst), cmp.Compare(a.Hook, b.Hook))
}

func (x *Index) leave(c *Compiled, s *state.State, n int32) {
	x.put(n, false)
	for _, h := range c.P.Cards[s.Insts[n].Card].Hooks {
		for _, in := range c.listed(h) {
			slot := x.own(in)
			*slot = slices.DeleteFunc(slices.Clone(*slot), func(e Entry) bool { return e.Inst == n })
		}
	}
}

// Update brings the index in line for instance n and all that lies on it, after they entered
// play, left it, woke or fell asleep.
func (x *Index) Update(c *Compiled, s *state.State, n int32) {
	for _, n := range s.Pile(n) {
		if len(c.P.Cards[s.Insts[n].Card].Hooks) > 0 {
			if is := c.Awake(s, int64(n)); is && !x.has(n) {
				x.enter(c, s, n)
			} else if !is && x.has(n) {
				x.leave(c, s, n)
			}
		}
	}
}

// Drop removes instance n alone.
func (x *Index) Drop(c *Compiled, s *state.State, n int32) {
	if x.has(n) {
		x.leave(c, s, n)
	}
}
