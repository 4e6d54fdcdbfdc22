package laws_test

import (
	"cmp"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/space"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// form is a search for a complete answer: field by field, the best candidate first, back where nothing
// follows. The first answer that leaf permits is the automatic one.
type form struct {
	e      *env
	fields []*ir.FormField
	given  map[int]val
	leaf   func() (label string, why *clause)
	labels map[string]bool // what refused complete answers
	why    *clause
	offer  bool   // it is only asked whether there is an answer
	each   bool   // others are asked at the same time
	bad    string // a field whose given value is no candidate
}

// ask is the form of an event; the label says why it has no answer. With all, whoever chooses sees everything.
func (g *game) ask(e *happening, offer, all bool) (label string, why *clause) {
	en := g.at(e)
	if len(e.ev.Form) == 0 {
		return "", nil
	}
	f := &form{e: en, fields: e.ev.Form, given: map[int]val{}, offer: offer}
	open := false
	for i, x := range f.fields {
		j := slices.Index(e.ev.Fields, x.Field)
		if e.given[j] {
			f.given[i] = f.inOrder(x, e.get(x.Field.Slot, x.Field.Type.IsList()))
			e.set(x.Field.Slot, x.Field.Type.IsList(), f.given[i])
		} else {
			open = true
		}
	}
	chooser := en.eval(e.ev.Chooser)
	each := e.ev.Chooser.Type.IsList()
	if open && !all && !each {
		en.view = chooser.N
	}
	if open { // what reads nothing that is still open is judged before anybody is asked
		g.compute(e, func(i int) bool { return !g.readsOpen(e, e.ev.Fields[i].Default) })
		for i, x := range f.fields {
			if v, ok := f.given[i]; ok && !each && !slices.ContainsFunc([]*ir.Expr{x.Where, x.In, x.Lo, x.Hi, x.Within, x.Of, x.CountLo, x.CountHi, x.Repeat}, func(x *ir.Expr) bool { return g.readsOpen(e, x) }) && !f.legal(x, v) {
				return x.Field.Name, nil
			}
		}
		for _, view := range []int64{en.view, ir.None} {
			if label, why = g.judged(e, view, true); label != "" && !(offer && view == ir.None) {
				return label, why
			}
		}
	}
	if each {
		return g.askEach(e, chooser.L, offer)
	}
	f.leaf = func() (string, *clause) {
		g.compute(e, func(i int) bool { return g.afterForm(e.ev, i) })
		if !open {
			return "", nil // step 2 judges it
		}
		label, why := g.permitted(e, en.view)
		if label == "" && !offer { // what stands in the way unseen strikes the answer
			label, why = g.permitted(e, ir.None)
		}
		return label, why
	}
	return f.answer(open, chooser.N, e.ev.ID)
}

// askEach asks several players, each for an answer of its own; the event is judged when all have answered.
// What the caller gives is a list with an answer for each.
func (g *game) askEach(e *happening, players []int64, offer bool) (string, *clause) {
	all := make([][]int64, len(e.ev.Form))
	for i, p := range players {
		en, keep := g.at(e), e.slots.copy()
		en.view = p
		f := &form{e: en, given: map[int]val{}, each: true, offer: offer, leaf: func() (string, *clause) { return "", nil }}
		for j, x := range e.ev.Form { // in the form a field is one answer
			one, field := *x, *x.Field
			field.Type, field.Slot = x.Type, len(e.ints)
			e.ints = append(e.ints, 0)
			one.Field = &field
			f.fields = append(f.fields, &one)
			if given := keep.lists[x.Field.Slot]; e.given[slices.Index(e.ev.Fields, x.Field)] {
				if len(given) != len(players) {
					return x.Field.Name, nil
				}
				f.given[j] = num(given[i])
			}
		}
		if label, why := f.answer(len(f.given) < len(f.fields), p, e.ev.ID); label != "" || offer {
			return label, why
		}
		for j, x := range f.fields {
			all[j] = append(all[j], e.ints[x.Field.Slot])
		}
		e.slots = keep
	}
	for j, x := range e.ev.Form {
		e.set(x.Field.Slot, true, list(all[j]))
	}
	return "", nil
}

// answer finds the answer: that of the script, completed, or the automatic one.
func (f *form) answer(open bool, who int64, ev int) (label string, why *clause) {
	g := f.e.g
	f.labels = map[string]bool{}
	asked := []int{}
	for i := range f.fields {
		if _, ok := f.given[i]; !ok {
			asked = append(asked, i)
		}
	}
	found := false
	if open {
		if found = f.solve(0); found && f.offer {
			return "", nil // there is an answer; nobody is asked yet
		} else if found && g.trying {
			panic(notPlain{})
		} else if found {
			f.script(asked)
		}
	} else {
		found = f.solve(0)
	}
	if !found {
		switch {
		case len(f.labels) == 1:
			for l := range f.labels {
				return l, f.why
			}
		case len(f.labels) == 0 && f.bad != "":
			return f.bad, nil
		}
		return "no_choice", nil
	}
	if open && !f.each {
		e := journal.Entry{Kind: journal.Choice, Event: ev, Hook: -1, Inst: -1, Player: int32(who)}
		for _, i := range asked {
			x := f.fields[i]
			v := f.e.loc.get(x.Field.Slot, x.Field.Type.IsList())
			e.Names, e.Ints, e.Lists, e.Types = append(e.Names, x.Field.Name), append(e.Ints, v.N), append(e.Lists, v.L), append(e.Types, x.Type)
		}
		g.tell(e)
	}
	return "", nil
}

// script takes the answer of a script, if the first one fits this form.
func (f *form) script(asked []int) {
	g := f.e.g
	a := g.take(func(a *answer) bool {
		for name := range a.values {
			if !slices.ContainsFunc(asked, func(i int) bool { return f.fields[i].Field.Name == name }) {
				return false
			}
		}
		return a.s.Word == ""
	})
	if a == nil {
		return
	}
	for _, i := range asked {
		if v, ok := a.values[f.fields[i].Field.Name]; ok {
			f.given[i] = f.inOrder(f.fields[i], v)
		}
	}
	if !f.solve(0) {
		fail(a.s.At, "the answer is refused")
	}
	for _, i := range asked {
		delete(f.given, i)
	}
}

func (f *form) set(i int, v val) {
	x := f.fields[i].Field
	f.e.loc.set(x.Slot, x.Type.IsList(), v)
}

func (f *form) solve(i int) bool {
	if i == len(f.fields) {
		label, why := f.leaf()
		if label != "" {
			f.labels[label], f.why = true, why
		}
		return label == ""
	}
	x := f.fields[i]
	keep := f.e.loc.get(x.Field.Slot, x.Field.Type.IsList())
	if v, ok := f.given[i]; ok {
		if !f.legal(x, v) {
			f.bad = x.Field.Name
			return false
		}
		f.set(i, v)
		return f.solve(i + 1)
	}
	for _, v := range f.candidates(x) {
		f.set(i, v)
		if f.solve(i + 1) {
			return true
		}
	}
	f.set(i, keep)
	return false
}

// absent tells whether a value is none, in an optional field.
func absent(x *ir.FormField, v val) bool {
	if x.Type.IsList() {
		return x.Type.Optional && len(v.L) == 0
	}
	return v.N == ir.None
}

// where tells whether a candidate fulfils the field's condition.
func (f *form) where(x *ir.FormField, v val) bool {
	if x.Where == nil || absent(x, v) {
		return true
	}
	f.e.temps[x.It] = v
	return f.e.is(x.Where)
}

// candidates are those that an automatic player considers: the best score first, ties in plain order.
// `none` comes last in plain order and scores 0.
func (f *form) candidates(x *ir.FormField) []val {
	g := f.e.g
	type scored struct {
		v     val
		score int64
	}
	var all []scored
	plain := f.plain(x)
	if x.Type.Optional {
		none := val{}
		if !x.Type.IsList() {
			none.N = ir.None
		}
		plain = append(plain, none)
	}
	for _, v := range plain {
		g.fuel++
		if f.where(x, v) {
			all = append(all, scored{v, 0})
		}
	}
	for i := range all {
		if v := all[i].v; x.Prefer != nil && len(all) > 1 && !absent(x, v) {
			f.e.temps[x.It] = v
			all[i].score = f.e.num(x.Prefer)
		}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var out []val
	for _, s := range all {
		out = append(out, s.v)
	}
	if len(out) > 20_000 {
		fail(x.Field.At, "more than 20000 candidates")
	}
	return out
}

// plain are the candidates in plain order: arrival, list order, from low to high.
func (f *form) plain(x *ir.FormField) []val {
	e := f.e
	if x.Within != nil {
		return f.sample(x)
	}
	if x.Some {
		return f.selections(x)
	}
	var out []val
	for _, n := range f.members(x) {
		out = append(out, num(n))
	}
	if x.Lo != nil {
		lo, hi, step := e.num(x.Lo), e.num(x.Hi), int64(1)
		if x.Type.Kind == ir.Length {
			step = ir.Unit / 2
		}
		for n := lo; n <= hi; n += step {
			out = append(out, num(n))
			if len(out) > 20_000 {
				fail(x.Field.At, "more than 20000 candidates")
			}
		}
	}
	return out
}

// members are the single things to choose from, in plain order.
func (f *form) members(x *ir.FormField) []int64 {
	e := f.e
	switch {
	case x.Bool:
		return []int64{0, 1}
	case x.In != nil:
		l := e.eval(x.In).L
		if t := x.Type; t.Kind == ir.Inst || t.Kind == ir.List && t.Elem == ir.Inst {
			l = slices.DeleteFunc(slices.Clone(l), func(n int64) bool {
				t := e.g.things[n]
				return t.gone || !e.seen(t)
			})
		}
		return l
	case x.All >= 0:
		return nums(keep(e.g.inKind(x.All), e.seen))
	}
	return nil
}

// selections are the choices of several: fewer before more, each in the order of the list.
func (f *form) selections(x *ir.FormField) (out []val) {
	var distinct []int64
	times := map[int64]int64{}
	repeat := int64(1)
	if x.Repeat != nil {
		repeat = f.e.num(x.Repeat)
	}
	for _, n := range f.members(x) {
		if times[n] == 0 {
			distinct = append(distinct, n)
		}
		times[n] += repeat
	}
	lo, hi := f.e.num(x.CountLo), f.e.num(x.CountHi)
	var pick func(sofar []int64, from int, want int64)
	pick = func(sofar []int64, from int, want int64) {
		if want == 0 {
			out = append(out, list(append([]int64{}, sofar...)))
			if len(out) > 20_000 {
				fail(x.Field.At, "more than 20000 candidates")
			}
			return
		}
		for i := from; i < len(distinct); i++ {
			used := int64(0)
			for _, n := range sofar {
				if n == distinct[i] {
					used++
				}
			}
			if used < times[distinct[i]] {
				pick(append(slices.Clone(sofar), distinct[i]), i, want-1)
			}
		}
	}
	total := int64(0)
	for _, n := range times {
		total += n
	}
	for n := max(0, lo); n <= min(hi, total); n++ {
		pick(nil, 0, n)
	}
	return out
}

// inOrder puts several things that were chosen into plain order: an answer of several has none of its own.
func (f *form) inOrder(x *ir.FormField, v val) val {
	if !x.Some {
		return v
	}
	all, l := f.members(x), slices.Clone(v.L)
	slices.SortStableFunc(l, func(a, b int64) int { return cmp.Compare(slices.Index(all, a), slices.Index(all, b)) })
	return list(l)
}

// legal tells whether a given answer is a candidate, the sample of an automatic player apart.
func (f *form) legal(x *ir.FormField, v val) bool {
	if absent(x, v) {
		return x.Type.Optional
	}
	ok := false
	switch {
	case x.Within != nil:
		ok = f.reaches(x, v.L)
	case x.Lo != nil && !x.Some:
		ok = f.e.num(x.Lo) <= v.N && v.N <= f.e.num(x.Hi)
	case x.Some:
		want := slices.Sorted(slices.Values(v.L))
		ok = slices.ContainsFunc(f.selections(x), func(s val) bool { return slices.Equal(slices.Sorted(slices.Values(s.L)), want) })
	default:
		ok = slices.Contains(f.members(x), v.N)
	}
	return ok && f.where(x, v)
}

// origin is where the points and paths of a field begin: at a point, or from a base.
func (f *form) origin(x *ir.FormField) (b space.Body, ok bool) {
	of := val{}
	if x.Of != nil {
		of = f.e.eval(x.Of)
		if x.Of.Type.IsList() {
			return disc(of), true
		}
	} else {
		of = num(f.e.ev.ints[f.e.ev.ev.Fields[0].Slot])
	}
	return f.e.g.body(f.e.g.thing(of.N, x.Field.At))
}

func (f *form) reaches(x *ir.FormField, l []int64) bool {
	b, ok := f.origin(x)
	far := f.e.num(x.Within)
	if x.Type.Kind == ir.Point {
		return ok && space.Within(space.Body{At: b.At}, disc(list(l)), far)
	}
	if g := f.e.g; ok && len(l) >= 3 && g.width != ir.None { // it ends on the table
		end := b
		end.At = toPoint(list(l[len(l)-3:]))
		ok = space.OnTable(end, g.width, g.depth)
	}
	return ok && len(l) >= 3 && l[0] == b.At.X && l[1] == b.At.Y && l[2] == b.At.Z && space.PathLength(l) <= far
}

// sample is what an automatic player considers of places and ways that have no end.
func (f *form) sample(x *ir.FormField) (out []val) {
	b, ok := f.origin(x)
	far := f.e.num(x.Within)
	if !ok {
		return nil
	}
	if g := f.e.g; g.guide != nil {
		if v, ok := g.guide.field(x.Field.Name); ok && v.L == nil {
			return nil
		} else if ok {
			return []val{v}
		}
	}
	places := space.SampleReach(b, far, ir.Unit)
	if x.Type.Kind == ir.Path {
		places = append(places, space.PointAt(b.At, b.Facing, far))
		for _, n := range f.e.pieces(false) {
			o, _ := f.e.g.body(f.e.g.things[n])
			if way := space.Toward(b, o, far); o.At != b.At {
				places = append(places, toPoint(list(way[len(way)-3:])))
			}
		}
	}
	for _, p := range places {
		v := ofPoint(p)
		if x.Type.Kind == ir.Path {
			v.L = append([]int64{b.At.X, b.At.Y, b.At.Z}, v.L...)
		}
		out = append(out, v)
	}
	return out
}

// chooseOne is the statement: where nothing can be chosen it gives none or the empty list.
func (e *env) chooseOne(s *ir.Choose) {
	g := e.g
	by := e.eval(s.By).N
	if g.trying {
		panic(notPlain{})
	}
	en := *e
	en.view = by
	f := &form{e: &en, fields: s.Form, given: map[int]val{}, leaf: func() (string, *clause) { return "", nil }}
	if label, _ := f.answer(true, by, -1); label != "" {
		switch x := s.Form[0]; {
		case x.Type.IsList():
			f.set(0, val{})
		case x.Type.Optional:
			f.set(0, num(ir.None))
		default:
			fail(s.At, "there is nothing to choose")
		}
	}
}
