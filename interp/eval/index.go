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
	shared bool   // the list of pages is
}

// page is a run of slots: a change copies one page, not all.
type page [pageSize][]Entry

const pageSize = 32

func (x *Index) slot(n int) []Entry { return x.pages[uint(n)/pageSize][uint(n)%pageSize] }

// own makes slot n safe to change.
func (x *Index) own(n int) *[]Entry {
	if x.shared {
		x.pages, x.mine, x.shared = slices.Clone(x.pages), make([]bool, len(x.pages)), false
	}
	p := n / pageSize
	if !x.mine[p] {
		c := *x.pages[p]
		x.pages[p], x.mine[p] = &c, true
	}
	return &x.pages[p][n%pageSize]
}

// Slot numbers: event and stage; then the stats of each kind; then what waits for no event.
func (c *Compiled) slotOf(h *ir.Hook) int {
	switch {
	case h.Event >= 0:
		return h.Event*int(ir.Stages) + int(h.Stage)
	case h.Stage == ir.While:
		return c.statSlot(h.StatKind, h.Stat)
	case h.Stage == ir.Becomes:
		return c.slots - 2
	default:
		return c.slots - 1
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
func (x *Index) Becomes(c *Compiled) []Entry { return x.slot(c.slots - 2) }

// Ignores returns the entries that switch clauses off whatever happens.
func (x *Index) Ignores(c *Compiled) []Entry { return x.slot(c.slots - 1) }

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
	return &Index{pages: x.pages, shared: true}
}

// Set makes x share the pages of o.
func (x *Index) Set(o *Index) {
	o.shared = true
	x.pages, x.shared = o.pages, true
}

// enter adds the clauses of instance n, each where it belongs in the static part of the order of
// clauses: so an index is the same whatever the way to it.
func (x *Index) enter(c *Compiled, s *state.State, n int32) {
	for _, h := range c.P.Cards[s.Insts[n].Card].Hooks {
		slot := x.own(c.slotOf(c.P.Hooks[h]))
		e := Entry{int32(h), n}
		i, _ := slices.BinarySearchFunc(*slot, e, c.before)
		*slot = slices.Insert(slices.Clip(*slot), i, e)
	}
}

// before compares two clauses in play by band, arrival and the static order.
func (c *Compiled) before(a, b Entry) int {
	return cmp.Or(cmp.Compare(c.P.Hooks[a.Hook].Band, c.P.Hooks[b.Hook].Band), cmp.Compare(a.Inst, b.Inst), cmp.Compare(a.Hook, b.Hook))
}

func (x *Index) leave(c *Compiled, s *state.State, n int32) {
	for _, h := range c.P.Cards[s.Insts[n].Card].Hooks {
		slot := x.own(c.slotOf(c.P.Hooks[h]))
		*slot = slices.DeleteFunc(slices.Clone(*slot), func(e Entry) bool { return e.Inst == n })
	}
}

// Update brings the index in line for instance n and all that lies on it, after they entered
// play, left it, woke or fell asleep.
func (x *Index) Update(c *Compiled, s *state.State, n int32) {
	for todo := []int32{n}; len(todo) > 0; {
		n, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if hooks := c.P.Cards[s.Insts[n].Card].Hooks; len(hooks) > 0 {
			h := c.P.Hooks[hooks[0]]
			_, was := slices.BinarySearchFunc(x.slot(c.slotOf(h)), Entry{int32(hooks[0]), n}, c.before)
			if is := c.Awake(s, int64(n)); is != was {
				if is {
					x.enter(c, s, n)
				} else {
					x.leave(c, s, n)
				}
			}
		}
		for i := s.Insts[n].First; i != 0; i = s.Insts[i].Next {
			todo = append(todo, i)
		}
	}
}

// Drop removes instance n alone.
func (x *Index) Drop(c *Compiled, s *state.State, n int32) {
	if len(c.P.Cards[s.Insts[n].Card].Hooks) > 0 {
		x.leave(c, s, n)
	}
}
