package interp

import (
	"cmp"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// limitByID finds a limit of the program.
func (m *Machine) limitByID(id int) *ir.Limit {
	return m.byID[id]
}

// key is what a limit is counted under now: its keys, and the innermost span of its sort.
func (r *Run) key(l *limit) state.Spent {
	k := state.Spent{Limit: int32(l.l.ID), Span: -1}
	for i, f := range l.keys {
		k.Key[i] = f(r.V)
	}
	if l.l.Span >= 0 {
		for i := len(r.S.Frames) - 1; i >= 0; i-- {
			if f := &r.S.Frames[i]; f.Sort == state.Event && int(f.Event) == l.l.Span {
				k.Span = int32(i)
				break
			}
		}
	}
	return k
}

func same(a, b state.Spent) int {
	if c := cmp.Compare(a.Limit, b.Limit); c != 0 {
		return c
	}
	if c := slices.Compare(a.Key[:], b.Key[:]); c != 0 {
		return c
	}
	return cmp.Compare(a.Span, b.Span)
}

// exhausted tells whether a limit allows no more. The clause's instance and event are bound.
func (r *Run) exhausted(l *limit) bool {
	k := r.key(l)
	i, found := slices.BinarySearchFunc(r.S.Spent, k, same)
	used := int64(0)
	if found {
		used = int64(r.S.Spent[i].Count)
	}
	return used >= l.times(r.V)
}

// spend counts one use.
func (r *Run) spend(l *limit) {
	k := r.key(l)
	i, found := slices.BinarySearchFunc(r.S.Spent, k, same)
	r.S.Spent = slices.Clone(r.S.Spent)
	if found {
		r.S.Spent[i].Count++
		return
	}
	k.Count = 1
	r.S.Spent = slices.Insert(r.S.Spent, i, k)
}

// spendAll counts one use of those limits that tries spend, or of those that the deed spends.
func (r *Run) spendAll(ls []limit, tries bool) {
	for i := range ls {
		if ls[i].l.Tries == tries {
			r.spend(&ls[i])
		}
	}
}
