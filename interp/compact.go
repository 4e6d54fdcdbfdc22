package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// What was destroyed keeps its number, so that a walk over the table is a walk by arrival and a reference
// to it stays what it is. Where that would keep equal situations apart, or the table long, the numbers
// that nothing refers to are closed up: every slot, cell and key has a type, so every reference is known.

// Compact closes the gaps that nothing refers to. It is a matter of numbers alone: no rule can see it.
// There is no way back to what was before, and a question that is asked must be asked again.
func (r *executor) Compact() {
	if r.S.Gaps == 0 || len(r.S.Replies)+len(r.S.Banned) > 0 || r.sortsByThings() {
		return
	}
	to := r.renumbered()
	if to == nil {
		return
	}
	move := func(n int64) int64 {
		if n >= 0 && n < int64(len(to)) {
			return int64(to[n])
		}
		return n
	}
	r.references(move)
	for i := range r.S.Insts {
		if to[i] >= 0 {
			r.instReferences(int32(i), move)
		}
	}
	r.S.Close(to)
	labels := r.Labels
	r.Labels = nil
	for i, l := range labels {
		if n := to[i]; n >= 0 && l != "" {
			r.Labels = append(r.Labels, make([]string, int(n)+1-len(r.Labels))...)
			r.Labels[n] = l
		}
	}
	r.back.Drop()
	if r.pend.Kind != Fail {
		r.pend = Stop{}
	}
	r.reindex()
	r.tellNumbers(to)
}

// tidy closes gaps when they have become more than what is there. It is asked where no action is under
// way, so that nothing can want to go back behind it.
func (r *executor) tidy() {
	if n := int(r.S.Gaps); n > 1000 && 2*n > len(r.S.Insts) {
		r.Compact()
		r.bind()
	}
}

// renumbered gives each instance its new number, -1 for those that nothing speaks of; nil when nothing
// changes.
func (r *executor) renumbered() []int32 {
	all := r.S.Insts
	keep := make([]bool, len(all))
	var todo []int32
	mark := func(n int64) int64 {
		if n >= 0 && n < int64(len(keep)) && !keep[n] {
			keep[n] = true
			todo = append(todo, int32(n))
		}
		return n
	}
	for i := range all {
		if all[i].Where != state.Gone {
			mark(int64(i))
		}
	}
	r.references(mark)
	for len(todo) > 0 { // what is kept keeps what it speaks of
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		r.instReferences(n, mark)
	}
	to, n := make([]int32, len(all)), int32(0)
	for i := range to {
		to[i] = -1
		if keep[i] {
			to[i] = n
			n++
		}
	}
	if int(n) == len(all) {
		return nil
	}
	return to
}

// references puts every number of an instance that stands in frames and tables through f.
func (r *executor) references(f func(int64) int64) {
	s, p := r.S, r.M.P
	for i := range s.Frames {
		fr := &s.Frames[i]
		fr.Self = int32(f(int64(fr.Self)))
		var slots []ir.SlotName
		switch fr.Sort {
		case state.Event:
			slots = p.Events[fr.Event].Frame.Slots
		case state.Clause:
			slots = p.Hooks[fr.Hook].Frame.Slots
		case state.Script:
			slots = p.Scripts[slices.Index(r.M.scripts, int(fr.Block))].Frame.Slots
		}
		for _, d := range slots {
			switch {
			case d.Type.IsList():
				l := s.List(int32(i), d.Slot)
				*l = r.through(f, *l, func(n int) ir.Type { return p.Member(d, n) })
			case d.Type.Kind == ir.Inst:
				x := s.Int(int32(i), d.Slot)
				*x = f(*x)
			}
		}
	}
	for i := range s.Sums {
		s.Sums[i].Inst = int32(f(int64(s.Sums[i].Inst)))
	}
	for i := range s.Rans {
		s.Rans[i].Inst = int32(f(int64(s.Rans[i].Inst)))
	}
	s.Edges = slices.Clone(s.Edges)
	for i := range s.Edges {
		s.Edges[i].Inst = int32(f(int64(s.Edges[i].Inst)))
	}
	s.Spent = slices.Clone(s.Spent)
	for i := range s.Spent {
		c := &s.Spent[i]
		for n, k := range r.M.byID[int(c.Limit)].Keys {
			if k.Type.Kind == ir.Inst {
				c.Key[n] = f(c.Key[n])
			}
		}
	}
	s.Stubs = slices.Clone(s.Stubs)
	for i := range s.Stubs {
		if p.Funcs[s.Stubs[i].Func].Result.Kind == ir.Inst {
			s.Stubs[i].Value = f(s.Stubs[i].Value)
		}
	}
}

// instReferences does so with what instance n itself speaks of. What it lies on is in the threads, which
// the state closes itself.
func (r *executor) instReferences(n int32, f func(int64) int64) {
	s, p := r.S, r.M.P
	x := &s.Insts[n]
	x.Source, x.Subject = int32(f(int64(x.Source))), int32(f(int64(x.Subject)))
	if b, ok := x.Bearer(); ok {
		if b = int32(f(int64(b))); x.Where == state.Gone {
			x.Ref = b
		}
	}
	card := p.Cards[x.Card]
	for _, fields := range [2][]*ir.Field{p.Kinds[card.Kind].Fields, card.Own} {
		for _, d := range fields {
			switch {
			case d.Class != ir.Cell:
			case d.Type.IsList():
				l := &s.ListCells[int(x.Lists)+d.Slot]
				*l = r.through(f, *l, func(i int) ir.Type { return p.Member(ir.SlotName{Type: d.Type}, i) })
			case d.Type.Kind == ir.Inst:
				c := &s.Cells[int(x.Ints)+d.Slot]
				*c = f(*c)
			}
		}
	}
}

// through puts the instances of a list through f; the list is copied when one changes.
func (r *executor) through(f func(int64) int64, l []int64, member func(int) ir.Type) []int64 {
	own := false
	for i, n := range l {
		if member(i).Kind != ir.Inst {
			continue
		}
		if to := f(n); to != n {
			if !own {
				l, own = slices.Clone(l), true
			}
			l[i] = to
		}
	}
	return l
}
