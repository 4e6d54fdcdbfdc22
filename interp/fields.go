package interp

import (
	"cmp"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// rules is what the rules make of an event before it happens: its fields, its limits, and what
// contributes to it.
type rules struct {
	life
	parts []eval.Contribution // of the fold at hand
}

// applies tells whether a clause applies to the event at place f, which is bound: its condition holds
// and nothing ignores it.
func (r *rules) applies(e eval.Entry, f int32) bool {
	if r.hushed(e, f) {
		return false
	}
	ok := r.V.When(e.Hook, e.Inst)
	r.considered(e, ok, "")
	return ok
}

// hushed tells whether a clause is switched off for the event at place f, and says by what.
func (r *rules) hushed(e eval.Entry, f int32) bool {
	by, is := r.V.IgnoredBy(e.Hook, e.Inst, f)
	if is {
		r.ignored(e, by)
	}
	return is
}

// initial works out fields of the event at place f, which is bound, that the caller has not given.
func (r *rules) initial(f int32, all []initial) {
	if len(all) == 0 {
		return
	}
	given := r.frame(f).Given
	for i := range all {
		r.first(given, &all[i])
		if !all[i].f.Chosen {
			r.frame(f).Open &^= 1 << all[i].field
		}
	}
}

// completed works out what follows from the answer in the slots, as nothing is open any more, and returns what was.
func (r *rules) completed(f int32, m *event) (open uint64) {
	fr := r.frame(f)
	open = fr.Open
	fr.Open &^= m.choices
	r.initial(f, m.late)
	return open
}

func (r *rules) first(given uint64, n *initial) {
	switch {
	case given&(1<<n.field) != 0:
	case n.value.List != nil:
		l := asSeen(r.V, n.value.List)
		*r.V.FieldList(n.slot) = l
	case n.value.Int != nil:
		*r.V.Field(n.slot) = held(asSeen(r.V, n.value.Int), n.f)
	}
}

// asSeen is what a number, or a condition, comes to as the player sees it who looks. Where it cannot be worked out so, it is worked out
// as it is: what is hidden from him fails no game. What has failed before stays so.
func asSeen[T any, F ~func(*eval.Env) T](v *eval.Env, of F) T {
	before, viewer := v.Err, v.Viewer
	x := of(v)
	if _, failed := v.Err.(*eval.Error); before == nil && failed && viewer >= 0 {
		v.Viewer, v.Err = -1, nil
		x = of(v)
		v.Viewer = viewer
	}
	return x
}

// follows works out anew what follows from a field of the event at place f, which a clause has written or contributed to.
func (r *rules) follows(f int32, field int) {
	m, fr := r.eventAt(f), r.frame(f)
	at := r.V.Here()
	r.V.Bind(f)
	for i := range m.follow {
		n := &m.follow[i]
		if n.from&(1<<field) != 0 {
			r.first(fr.Given|fr.Wrote, &n.initial)
		}
	}
	err := r.V.Err
	r.V.Back(at)
	r.V.Err = err
}

// fold settles the fields with layers: from then on they are what they come to now. What contributed stands in
// r.parts afterwards.
func (r *rules) fold(f int32, m *event) {
	r.parts = r.parts[:0]
	r.V.Bind(f)
	var room [8]int64 // mostly enough
	is := room[:0]
	for i := range m.folds {
		from, d := len(r.parts), &m.folds[i]
		x := r.foldField(f, m, d)
		is = append(is, x)
		r.foldedField(f, d, *r.V.Field(d.f.Slot), x, r.parts[from:])
	}
	for i, x := range is {
		*r.V.Field(m.folds[i].f.Slot) = x
	}
}

// comes is what a field with layers comes to now, of the event at place f, which is not done.
func (r *rules) comes(f int32, field int) int64 {
	m := r.eventAt(f)
	r.V.Bind(f)
	i := slices.IndexFunc(m.folds, func(d fold) bool { return d.field == field })
	d, from, l := &m.folds[i], len(r.parts), r.hush()
	x := r.foldField(f, m, d)
	r.unhush(l)
	if r.V.Read != nil {
		r.V.Read(eval.StatRead{Inst: ir.None, Event: m.ev, Field: d.f, Printed: *r.V.Field(d.f.Slot), Value: x, Parts: slices.Clone(r.parts[from:])})
	}
	r.parts = r.parts[:from]
	return x
}

// foldField folds a field of the event at place f, which is bound, and leaves what contributes behind what stands
// in r.parts.
func (r *rules) foldField(f int32, m *event, d *fold) int64 {
	x, from, open := *r.V.Field(d.f.Slot), len(r.parts), r.frame(f).Open
	r.contributions(f, m, d.field)
	if parts := r.parts[from:]; len(parts) > 0 {
		x = r.V.Fold(d.f, x, r.V.InOrder(parts), d.field, max(1, len(d.f.Layers)))
	}
	if d.bounds&open == 0 {
		if d.min != nil {
			x = max(x, d.min(r.V))
		}
		if d.max != nil {
			x = min(x, d.max(r.V))
		}
	}
	return eval.Clamp(x, d.f)
}

// contributions lists what contributes to a field of the event: what `before` clauses gave, then what `while`
// clauses do, in order, but for those that read what is not known yet.
func (r *rules) contributions(f int32, m *event, field int) {
	if len(r.S.Sums) == 0 && len(r.X.At(m.ev.ID, ir.While)) == 0 {
		return
	}
	entries, list := r.V.Asked(m.ev.ID, ir.While)
	defer r.V.Done(list)
	r.unasked(m.ev.ID, ir.While, entries)
	for _, s := range r.S.SumsOf(f) {
		if int(s.Field) != field {
			continue
		}
		r.parts = append(r.parts, eval.Contribution{Field: int(s.Field), Layer: int(s.Layer), Op: int(s.Op), Value: s.Value, Hook: s.Hook, Inst: s.Inst})
	}
	one, givers, open := -1, 0, r.frame(f).Open
	for i := range entries {
		if r.gives(entries[i], field, open) {
			one, givers = i, givers+1
		}
	}
	if givers < 2 { // no order to keep
		if givers == 1 {
			r.during(entries[one], f, field)
		}
		return
	}
	active, cursor := r.V.Active(), state.Key(0)
	for {
		e, key, ok := r.next(entries, cursor, everything, active)
		if !ok {
			return
		}
		if cursor = key; r.gives(e, field, open) {
			r.during(e, f, field)
		}
	}
}

// gives tells whether a clause contributes to a field at all, worked out from what is known.
func (r *rules) gives(e eval.Entry, field int, open uint64) bool {
	h := &r.M.hooks[e.Hook]
	return h.gives&(1<<field) != 0 && h.reads&open == 0
}

// during adds what a `while` clause contributes to a field of the event at place f.
func (r *rules) during(e eval.Entry, f int32, field int) {
	if r.hushed(e, f) {
		return
	}
	n := len(r.parts)
	holds := r.V.During(e.Hook, e.Inst, field, &r.parts)
	if len(r.parts) > n {
		r.burn()
	}
	r.considered(e, holds, "")
}

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

// binds tells whether a limit counts under a key: outside its span it does not.
func (l *limit) binds(k state.Spent) bool { return l.l.Span < 0 || k.Span >= 0 }

// Unlimited is the span in which the first of some limits counts that does not bind now, for no such span lasts; "": all bind.
func (r *rules) Unlimited(limits []*ir.Limit) string {
	for _, l := range limits {
		if l.Span >= 0 && r.span(l.Span) < 0 {
			return r.M.P.Events[l.Span].Name
		}
	}
	return ""
}

// exhausted tells whether a limit allows no more. The clause's instance and event are bound.
func (r *rules) exhausted(l *limit) bool {
	k := r.key(l)
	if !l.binds(k) {
		return false
	}
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
	if !l.binds(k) {
		return
	}
	i, found := slices.BinarySearchFunc(r.S.Spent, k, same)
	r.S.Spent = slices.Clone(r.S.Spent)
	r.V.Fuel -= int64(len(r.S.Spent)) / 16
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
	if len(r.M.hooks[e.Hook].limits) == 0 {
		return
	}
	self := r.V.Self
	r.V.Self = e.Inst
	for i, l := range r.M.hooks[e.Hook].limits {
		if l.l.Tries && tries || !l.l.Tries && deed {
			r.spend(&r.M.hooks[e.Hook].limits[i], uses)
		}
	}
	r.V.Self = self
}
