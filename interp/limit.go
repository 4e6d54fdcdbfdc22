package interp

import (
	"cmp"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/state"
)

// key is what a limit is counted under now: its keys, and the innermost span of its sort.
func (r *rules) key(l *limit) state.Spent {
	k := state.Spent{Limit: int32(l.l.ID), Span: -1}
	for i, f := range l.keys {
		k.Key[i] = f(r.V)
	}
	if l.l.Span >= 0 {
		k.Span = r.span(l.l.Span)
	}
	return k
}

func same(a, b state.Spent) int {
	return cmp.Or(cmp.Compare(a.Limit, b.Limit), slices.Compare(a.Key[:], b.Key[:]), cmp.Compare(a.Span, b.Span))
}

// exhausted tells whether a limit allows no more. The clause's instance and event are bound.
func (r *rules) exhausted(l *limit) bool {
	k := r.key(l)
	i, found := slices.BinarySearchFunc(r.S.Spent, k, same)
	used := int64(0)
	if found {
		used = int64(r.S.Spent[i].Count)
	}
	return used >= l.times(r.V)
}

// spend counts uses of a limit, or gives them back.
func (r *rules) spend(l *limit, uses int32) {
	k := r.key(l)
	i, found := slices.BinarySearchFunc(r.S.Spent, k, same)
	r.S.Spent = slices.Clone(r.S.Spent)
	switch {
	case !found && uses > 0:
		k.Count = uses
		r.S.Spent = slices.Insert(r.S.Spent, i, k)
	case found:
		if r.S.Spent[i].Count += uses; r.S.Spent[i].Count <= 0 {
			r.S.Spent = slices.Delete(r.S.Spent, i, i+1)
		}
	}
}

// spendAll counts one use of those limits that tries spend, or of those that the deed spends.
func (r *rules) spendAll(ls []limit, tries bool) {
	for i := range ls {
		if ls[i].l.Tries == tries {
			r.spend(&ls[i], 1)
		}
	}
}

// spendHook counts a use of a clause's limits: with tries those too that a try spends.
func (r *rules) spendHook(e eval.Entry, deed, tries bool, uses int32) {
	self := r.V.Self
	r.V.Self = e.Inst
	for i, l := range r.M.hooks[e.Hook].limits {
		if l.l.Tries && tries || !l.l.Tries && deed {
			r.spend(&r.M.hooks[e.Hook].limits[i], uses)
		}
	}
	r.V.Self = self
}
