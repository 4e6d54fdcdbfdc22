package eval

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Most clauses speak of their bearer: `after blow(target: bearer)`, `add 1 to bearer.force`. An
// event, a stat or a function then concerns those that lie on what it is about, and the others need not be asked,
// however many are in play. Which these are follows from the threads of the state; that they work is
// what the index says.

// concern is what a clause waits for beside its event or function: a field or parameter that names the clause's
// bearer, or the very thing whose clause it is.
type concern struct {
	field int // slot of the event's field, or the parameter; -1 for a stat, which is of one thing
	param bool
	own   bool
}

// concerns finds the concern of each clause, if it has one, and those of each slot of the index.
func (c *Compiled) concerns() {
	c.concern, c.waits = make([]*concern, len(c.P.Hooks)), make([]*concern, len(c.P.Hooks))
	c.slotIn = make([]int, len(c.P.Hooks))
	c.about, c.open = make([][]concern, c.slots), make([]int, c.slots)
	for i := range c.open {
		c.open[i] = i
	}
	all := c.slots
	for i, h := range c.P.Hooks {
		slot := c.slotOf(h)
		c.slotIn[i] = slot
		if h.Event >= 0 {
			c.waits[i] = waitsFor(h.When)
		}
		if c.report != nil { // who wants to hear of all that is asked has all asked
			continue
		}
		var k *concern
		switch {
		case h.Event >= 0 || h.Func >= 0:
			k = c.waits[i]
		case h.Stage == ir.While && h.Each == nil:
			k = givesTo(h)
		}
		if k == nil {
			continue
		}
		c.concern[i] = k
		if c.open[slot] == slot {
			c.open[slot] = all
			all++
		}
		if !slices.Contains(c.about[slot], *k) {
			c.about[slot] = append(c.about[slot], *k)
		}
	}
	c.slots = all
}

// waitsFor finds that a clause waits for a field of its event, or a parameter of its function, that is its bearer or
// itself: what the head says of that stands first in the condition.
func waitsFor(when *ir.Expr) *concern {
	if when == nil {
		return nil
	}
	e := operands(ir.And, when)[0]
	if e.Op != ir.Eq || e.Args[0].Op != ir.EventField && e.Args[0].Op != ir.Temp {
		return nil
	}
	if y := e.Args[1].Op; y == ir.SelfBearer || y == ir.Self {
		return &concern{int(e.Args[0].N), e.Args[0].Op == ir.Temp, y == ir.Self}
	}
	return nil
}

// givesTo tells to whom alone a clause gives a stat.
func givesTo(h *ir.Hook) *concern {
	var to *concern
	for s := range Contributions(h.Do) {
		s, ok := s.(*ir.ContributeStat)
		if !ok || s.Index != h.Stat {
			continue
		}
		k := concern{field: -1, own: s.Inst.Op == ir.Self}
		if !k.own && s.Inst.Op != ir.SelfBearer || to != nil && *to != k {
			return nil
		}
		to = &k
	}
	return to
}

// few clauses are asked sooner than it is found out which of them are concerned.
const few = 2

// Asked lists the clauses in play that wait for the event that is bound at a stage and may concern it,
// in the order of the index. Done gives the list back.
func (v *Env) Asked(event int, stage ir.Stage) (all []Entry, list Asked) {
	return v.asked(event*int(ir.Stages)+int(stage), -1)
}

// asked lists the clauses of a slot that may concern the event that is bound, the function that is called or, of a
// stat, thing n.
func (v *Env) asked(slot int, n int64) (all []Entry, list Asked) {
	from := len(v.nearby)
	about := v.C.about[slot]
	if all = v.X.slot(slot); len(all) <= few || len(about) == 0 {
		return all, Asked(from)
	}
	v.nearby = append(v.nearby, v.X.slot(v.C.open[slot])...)
	for _, k := range about {
		switch {
		case k.param:
			n = v.t[v.base+k.field]
		case k.field >= 0:
			n = *v.Field(k.field)
		}
		concerned(v, slot, from, k, n)
	}
	return v.nearby[from:], Asked(from)
}

// Asked is a list of clauses that somebody goes through.
type Asked int

// Done gives back the list that was asked for last.
func (v *Env) Done(l Asked) { v.nearby = v.nearby[:l] }

// concerned adds the clauses of a slot with a concern that thing n meets, and that work.
func concerned(v *Env, slot, from int, k concern, n int64) {
	if uint64(n) >= uint64(len(v.S.Insts)) {
		return
	}
	c := v.C
	add := func(n int32) {
		if !v.X.has(n) {
			return
		}
		for _, h := range c.P.Cards[v.S.Insts[n].Card].Hooks {
			if c.slotIn[h] == slot && c.concern[h] != nil && *c.concern[h] == k {
				e := Entry{int32(h), n}
				at, _ := slices.BinarySearchFunc(v.nearby[from:], e, c.before)
				v.nearby = slices.Insert(v.nearby, from+at, e)
			}
		}
	}
	if k.own {
		add(int32(n))
		return
	}
	for i := v.S.Insts[n].First; i != 0; i = v.S.Insts[i].Next {
		add(i)
	}
}

// Concerns tells whether an event whose field in slot n is thing x may concern a clause: unless the clause waits
// for its bearer or itself there, and that is another.
func Concerns(v *Env, e Entry, n int, x int64) bool {
	k := v.C.waits[e.Hook]
	if k == nil || k.field != n {
		return true
	}
	if in := &v.S.Insts[e.Inst]; !k.own {
		return in.Where == state.OnInst && int64(in.Ref) == x
	}
	return int64(e.Inst) == x
}

// Holds tells whether a condition of a clause's holds, for the event that is bound; nil always does.
func Holds(v *Env, cond Bool, e Entry) bool {
	if v.C.Sleeps(v.S, e.Hook, e.Inst) {
		return false
	}
	self := v.Self
	v.Self = e.Inst
	ok := cond == nil || cond(v)
	v.Self = self
	return ok
}
