package laws_test

import (
	"cmp"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/space"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// form is a search for a complete answer: field by field, the best candidate first, back where nothing follows.
// The first answer that is permitted is the automatic one.
type form struct {
	*env
	of     *happening // whose form it is; nil of a statement
	fields []*ir.FormField
	fixed  map[int]val // answers that are given
	offer  bool        // it is only asked whether there is an answer
	label  string      // what refused the answers that were tried, when it was always the same
	by     *clause
}

// field is the index of a field of a form in its event.
func (e *happening) field(x *ir.FormField) int { return slices.Index(e.Fields, x.Field) }

// asks tells whether somebody has to answer.
func (e *happening) asks() bool {
	return slices.ContainsFunc(e.Form, func(x *ir.FormField) bool { return !e.given[e.field(x)] })
}

// ask is the form of an event; the label says why it has no answer. An offer only asks whether there is one,
// in the view at hand.
func (g *game) ask(e *happening, offer bool) (label string, by *clause) {
	f := &form{env: g.at(e), of: e, fields: e.Form, fixed: map[int]val{}, offer: offer}
	for i, x := range e.Form { // what is given has to be an answer
		if j := e.field(x); e.given[j] {
			f.fixed[i] = e.of(x.Field)
			reads := []*ir.Expr{x.Where, x.In, x.Lo, x.Hi, x.Within, x.Of, x.CountLo, x.CountHi, x.Repeat}
			if !e.open(reads...) && !f.given(x, e.of(x.Field)) {
				return x.Field.Name, nil
			}
		}
	}
	if !e.asks() {
		return "", nil
	}
	g.compute(e)
	who, full := f.eval(e.Chooser), g.view
	each, view := e.Chooser.Type.IsList(), g.view
	if !each && !(offer && full == ir.None) {
		view = who[0]
	}
	for _, v := range []int64{view, full} { // what reads nothing that is open, before anybody is asked
		g.seenBy(v, func() { label, by = g.permitted(e, true) })
		if label != "" || offer {
			break
		}
	}
	if label != "" {
		return label, by
	}
	if each {
		return f.askEach(who), nil
	}
	g.seenBy(view, func() { f.answered(who[0], full) })
	return f.label, f.by
}

// given tells whether what the caller gave to a field is an answer to it, or an answer for each of those who are
// asked; several are put in order.
func (f *form) given(x *ir.FormField, v val) bool {
	if f.of.Chooser.Type.IsList() {
		who := f.eval(f.of.Chooser)
		return len(v) == len(who) && !slices.ContainsFunc(v, func(n int64) bool { return !f.legal(x, num(n)) })
	}
	ok := f.legal(x, v)
	f.of.vars[slotOf(x.Field)] = f.inOrder(x, v)
	return ok
}

// askEach asks several players, each for an answer of its own to each field.
func (f *form) askEach(who val) (label string) {
	all := map[int]val{}
	for _, p := range who {
		f.seenBy(p, func() {
			var script *answer
			for i, x := range f.fields {
				if _, ok := f.fixed[i]; ok {
					continue
				}
				options := f.candidates(x)
				if len(options) == 0 {
					label = "no_choice"
					return
				}
				if f.want(); i == 0 {
					script = f.scripted(f.fields)
				}
				if v, ok := script.gives(x); ok {
					if options[0] = v; !f.legal(x, v) {
						fail(script.s.At, "the answer is refused")
					}
				}
				all[i] = append(all[i], options[0]...)
			}
		})
		if label != "" || f.offer {
			return label
		}
	}
	for i, v := range all {
		f.put(i, v)
	}
	return ""
}

// answered finds the answer of a player: that of the script, completed, or the automatic one.
func (f *form) answered(who, full int64) {
	var open []*ir.FormField
	for i, x := range f.fields {
		if _, ok := f.fixed[i]; !ok {
			open = append(open, x)
		}
	}
	if !f.solve(0, full) {
		f.label = cmp.Or(f.label, "no_choice")
		return
	}
	if f.label, f.by = "", nil; f.offer {
		return
	}
	f.want()
	if a := f.scripted(open); a != nil {
		for i, x := range f.fields {
			if v, ok := a.gives(x); ok {
				f.fixed[i] = v
			}
			if slices.Contains(open, x) {
				f.unput(i)
			}
		}
		if !f.solve(0, full) {
			fail(a.s.At, "the answer is refused")
		}
		f.label, f.by = "", nil
	}
	words := []any{"choice by player", who}
	if f.of != nil {
		words = []any{"choice", f.of.Name, "by player", who}
	}
	for _, x := range open {
		words = append(words, x.Field.Name+"="+f.show(x.Type, f.loc.of(x.Field)))
	}
	f.tell(words...)
}

func (f *form) put(i int, v val) {
	f.loc[slotOf(f.fields[i].Field)] = v
	if f.of != nil {
		f.of.given[f.of.field(f.fields[i])] = true
	}
}

func (f *form) unput(i int) {
	delete(f.loc, slotOf(f.fields[i].Field))
	if f.of != nil {
		delete(f.of.given, f.of.field(f.fields[i]))
	}
}

// blame notes what refused an answer that was tried.
func (f *form) blame(label string, by *clause) {
	if f.label == "" {
		f.label, f.by = label, by
	} else if f.label != label {
		f.label, f.by = "no_choice", nil
	}
}

// solve answers the fields from the i-th on.
func (f *form) solve(i int, full int64) bool {
	if f.of != nil && !f.settled(i, full) {
		return false
	}
	if i == len(f.fields) {
		return true
	}
	x := f.fields[i]
	v, fixed := f.fixed[i]
	options := []val{v}
	if !fixed {
		options = f.candidates(x)
	} else if !f.legal(x, v) {
		f.blame(x.Field.Name, nil)
		return false
	}
	asked := f.of == nil || !f.of.given[f.of.field(x)]
	for _, v := range options {
		f.put(i, f.inOrder(x, v))
		if f.solve(i+1, full) {
			return true
		}
		if asked {
			f.unput(i)
		}
	}
	return false
}

// settled asks what reads the first fields and no more: requirements that nothing can waive and the first cost, and
// of a complete answer all, as the player sees it and as it is.
func (f *form) settled(fields int, full int64) bool {
	g, e, complete := f.game, f.of, fields == len(f.fields)
	g.compute(e)
	now := func(x *ir.Expr) bool {
		return !e.open(x) && !slices.ContainsFunc(fieldsOf(e.Event, x), func(i int) bool { return len(e.Fields[i].Layers) > 0 })
	}
	for _, r := range e.Requires {
		waivable := slices.ContainsFunc(g.p.Hooks, func(h *ir.Hook) bool {
			return h.Stage == ir.Waive && h.Event == e.ID && h.Target.Label == r.Label
		})
		if now(r.Cond) && (complete || !waivable) && !g.required(e, r) {
			f.blame(r.Label, nil)
			return false
		}
	}
	if len(e.Costs) > 0 && !slices.ContainsFunc(e.Costs[0].Args, func(a ir.EmitArg) bool { return !now(a.Value) }) {
		if label := f.payable(e.Costs[:1]); label != "" {
			f.blame(label, nil)
			return false
		}
	}
	if !complete {
		return true
	}
	label, by := g.permitted(e, false)
	if label == "" && !f.offer { // what stands in the way unseen strikes the answer
		g.seenBy(full, func() { label, by = g.permitted(e, false) })
	}
	if label != "" {
		f.blame(label, by)
	}
	return label == ""
}

// scripted is the next answer of the script, if it fits these fields.
func (f *form) scripted(open []*ir.FormField) *answer {
	return f.game.take(func(a *answer) bool {
		fit := keep(open, func(x *ir.FormField) bool { _, ok := a.gives(x); return ok })
		return a.s.Word == "" && len(fit) == len(a.values)
	})
}

// where tells whether a candidate fulfils the field's condition.
func (f *form) where(x *ir.FormField, v val) bool {
	f.temps[int64(x.It)] = v
	return x.Where == nil || absent(x.Type, v) || f.is(x.Where)
}

const mostCandidates = 20_000

// candidates are those that an automatic player considers: the best score first, ties in plain order. To be
// absent comes last in it and scores 0.
func (f *form) candidates(x *ir.FormField) []val {
	all := keep(f.plain(x), func(v val) bool { f.burn(x.Field.At); return f.where(x, v) })
	if x.Type.Optional {
		all = append(all, none(x.Type))
	}
	if len(all) > mostCandidates {
		fail(x.Field.At, "too many candidates")
	}
	score := make([]int64, len(all))
	order := make([]int, len(all))
	for i, v := range all {
		if order[i] = i; x.Prefer != nil && len(all) > 1 && !absent(x.Type, v) {
			f.temps[int64(x.It)] = v
			score[i] = f.num(x.Prefer)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	out := []val{}
	for _, i := range order {
		out = append(out, all[i])
	}
	return out
}

func none(t ir.Type) val {
	if t.IsList() {
		return val{}
	}
	return num(ir.None)
}

// plain are the candidates in plain order: arrival, list order, from low to high.
func (f *form) plain(x *ir.FormField) (out []val) {
	switch {
	case x.Within != nil:
		return f.sample(x)
	case x.Some:
		return f.selections(x)
	case x.Lo != nil:
		step := int64(1)
		if x.Type.Kind == ir.Length {
			step = ir.Unit / 2
		}
		hi := f.num(x.Hi)
		for n := f.num(x.Lo); n <= hi && len(out) <= mostCandidates; n += step {
			out = append(out, num(n))
		}
		return out
	}
	for _, n := range f.members(x) {
		if !slices.ContainsFunc(out, func(v val) bool { return v[0] == n }) {
			out = append(out, num(n))
		}
	}
	return out
}

// members are the single things to choose from, in plain order.
func (f *form) members(x *ir.FormField) val {
	switch {
	case x.Bool:
		return val{0, 1}
	case x.In == nil && x.All >= 0:
		return nums(f.inKind(x.All))
	case x.In == nil:
		return nil
	}
	l := f.eval(x.In)
	if x.Type.Kind == ir.Inst || x.Type.Kind == ir.List && x.Type.Elem == ir.Inst {
		l = keep(l, func(n int64) bool { return !f.things[n].gone && f.seen(f.things[n]) })
	}
	return l
}

// selections are the choices of several: fewer before more, each in the order of the list.
func (f *form) selections(x *ir.FormField) (out []val) {
	lo, hi, repeat := f.num(x.CountLo), f.num(x.CountHi), int64(1)
	if x.Repeat != nil {
		repeat = f.num(x.Repeat)
	}
	members := f.members(x)
	times := func(l val, n int64) int64 { return int64(len(keep(l, func(m int64) bool { return m == n }))) }
	var pick func(sofar val, from int, want int64)
	pick = func(sofar val, from int, want int64) {
		if want == 0 {
			out = append(out, joined(sofar))
		}
		for i := from; i < len(members) && want > 0 && len(out) <= mostCandidates; i++ {
			if n := members[i]; slices.Index(members, n) == i && times(sofar, n) < repeat*times(members, n) {
				pick(joined(sofar, n), i, want-1)
			}
		}
	}
	for n := max(0, lo); n <= min(hi, repeat*int64(len(members))); n++ {
		pick(val{}, 0, n)
	}
	return out
}

// inOrder puts several things that were chosen into plain order: an answer of several has none of its own.
func (f *form) inOrder(x *ir.FormField, v val) val {
	if !x.Some {
		return v
	}
	all, l := f.members(x), slices.Clone(v)
	slices.SortStableFunc(l, func(a, b int64) int { return cmp.Compare(slices.Index(all, a), slices.Index(all, b)) })
	return l
}

// legal tells whether a value is an answer: a candidate, but for the sample of an automatic player.
func (f *form) legal(x *ir.FormField, v val) bool {
	if absent(x.Type, v) {
		return x.Type.Optional
	}
	ok := false
	switch {
	case x.Within != nil:
		ok = f.reaches(x, v)
	case x.Some:
		v = f.inOrder(x, v)
		ok = slices.ContainsFunc(f.selections(x), func(s val) bool { return same(s, v) })
	case x.Lo != nil:
		ok = f.num(x.Lo) <= v[0] && v[0] <= f.num(x.Hi)
	default:
		ok = slices.Contains(f.members(x), v[0])
	}
	return ok && f.where(x, v)
}

// origin is where the points and paths of a field begin: at a point, or with a base.
func (f *form) origin(x *ir.FormField) (b space.Body, of int64, ok bool) {
	v := f.ev.get(slotOf(f.ev.Fields[0]))
	if x.Of != nil {
		if v = f.eval(x.Of); x.Of.Type.IsList() {
			return disc(toPoint(v)), ir.None, true
		}
	}
	b, ok = f.body(f.known(v[0], x.Field.At))
	return b, v[0], ok
}

func (f *form) reaches(x *ir.FormField, l val) bool {
	b, _, ok := f.origin(x)
	far := f.num(x.Within)
	if x.Type.Kind == ir.Point {
		return ok && space.Within(disc(b.At), disc(toPoint(l)), far)
	}
	return ok && len(l) >= 6 && toPoint(l) == b.At && space.PathLength(l) <= far && f.onTable(b, endOf(l))
}

func (f *form) onTable(b space.Body, at space.Point) bool {
	b.At = at
	return f.width == ir.None || space.OnTable(b, f.width, f.depth)
}

// sample is what an automatic player considers of places and ways, which have no end: rings at every third of the
// length, straight ahead, and of ways those up to contact with others; ways end where there is room.
func (f *form) sample(x *ir.FormField) (out []val) {
	b, of, ok := f.origin(x)
	far, path := f.num(x.Within), x.Type.Kind == ir.Path
	if !ok || far < 0 {
		return nil
	}
	step := max(ir.Unit/2, far/3)
	places := space.SampleReach(b, far, step)
	for d := min(step, far); b.Facing%22500 != 0 && d > 0; d = min(d+step, far) {
		if places = append(places, space.PointAt(b.At, b.Facing, d)); d == far {
			break
		}
	}
	others := f.pieces(of)
	for _, o := range others {
		if way := space.Toward(b, o.base, far); path && of != ir.None && len(way) >= 6 {
			places = append(places, endOf(way))
		}
	}
	var all []piece
	f.seenBy(ir.None, func() { all = solid(f.pieces(of)) })
	for _, p := range places {
		v, end := ofPoint(p), b
		end.At = p
		room := f.onTable(b, p) && !slices.ContainsFunc(all, func(o piece) bool {
			over := o.base.At.Z+o.base.Tall <= p.Z || o.base.At.Z >= p.Z+max(1, b.Tall)
			return !over && space.Clash(end, o.base)
		})
		if v = joined(ofPoint(b.At), v...); !path {
			v = ofPoint(p)
		} else if of != ir.None && !room || space.PathLength(v) > far {
			continue
		}
		out = append(out, v)
	}
	return out
}

// choose is the statement: where nothing can be chosen it gives none or the empty list.
func (e *env) choose(s *ir.Choose) {
	who := e.num(s.By)
	e.want()
	f := &form{env: e, fields: s.Form, fixed: map[int]val{}}
	e.seenBy(who, func() { f.answered(who, ir.None) })
	if x := s.Form[0]; f.label != "" && !x.Type.Optional && !x.Type.IsList() {
		fail(s.At, "there is nothing to choose")
	} else if f.label != "" {
		f.put(0, none(x.Type))
	}
}

// offered is an action that may be started: by whom, and what offers it.
type offered struct {
	*ir.Event
	who, giver, score int64
}

// offers are the actions of some things that could be started, by arrival: of each thing those of its kind, of
// what lies on it, and of its own card.
func (g *game) offers(player int64, things []*thing, among []int) (out []offered) {
	for _, t := range things {
		offer := func(actions []int, giver int64) {
			for _, a := range actions {
				o := offered{g.p.Events[a], t.num, giver, 0}
				if g.isKind(t.card.Kind, o.Fields[0].Type.Ref) && (len(among) == 0 || slices.Contains(among, a)) && g.startable(&o, player) {
					out = append(out, o)
				}
			}
		}
		offer(g.p.Kinds[t.card.Kind].Actions, ir.None)
		for _, x := range g.on(t.num) {
			if !x.lasts.asleep() {
				offer(x.card.Actions, x.num)
			}
		}
		offer(t.card.Actions, t.num)
	}
	return out
}

// startable tells whether an action has an answer that nothing refuses, and how much an automatic player wants
// it, who would give the automatic answer.
func (g *game) startable(o *offered, view int64) (ok bool) {
	g.seenBy(view, func() {
		e := g.propose(o.Event, map[int]val{0: num(o.who)}, o.giver)
		defer g.end(e)
		label, _ := g.ask(e, true)
		if ok = label == ""; ok {
			g.compute(e)
			label, _ = g.permitted(e, false)
			ok = label == ""
		}
		if o.score = 1; ok && o.Prefer != nil {
			o.score = g.at(e).num(o.Prefer)
		}
	})
	return ok
}

// act lets players start actions: the owner of one thing, or each in turn with all their things.
func (e *env) act(s *ir.Act) signal {
	var players val
	if s.Who == nil {
		players = e.eval(s.By)
	}
	for turn, passes := 0, 0; ; turn++ {
		var things []*thing
		var player int64
		if s.Who != nil {
			who := e.thing(s.Who)
			if !e.inPlay(who) || !s.Pass && turn > 0 || passes > 0 {
				return goOn
			}
			if things, player = []*thing{who}, who.owner; player == ir.None {
				fail(s.At, "nobody owns %s", who.card.Name)
			}
		} else {
			if n := len(players); n == 0 || s.Pass && passes == n || !s.Pass && turn == n {
				return goOn
			}
			player = players[turn%len(players)]
			things = e.all(func(t *thing) bool { return t.owner == player && e.inPlay(t) })
		}
		o := e.start(player, things, s.Events)
		if o == nil {
			passes++
			continue
		}
		passes = 0
		_, sig := e.call(o.Event, map[int]val{0: num(o.who)}, o.giver, e.line, nil)
		if sig != goOn || e.lacks() {
			return sig
		}
	}
}

// start is what a player starts, nil when he passes. What is refused for something that he does not see changes
// nothing: the question stands, without it.
func (g *game) start(player int64, things []*thing, among []int) *offered {
	offers := g.offers(player, things, among)
	for len(offers) > 0 {
		g.want()
		pick, best := -1, int64(0)
		for i, o := range offers {
			if o.score > best {
				pick, best = i, o.score
			}
		}
		if a := g.take(func(a *answer) bool { return a.s.Word == "pass" || a.s.Word != "" && a.s.Event >= 0 }); a != nil {
			pick = slices.IndexFunc(offers, func(o offered) bool { return o.ID == a.s.Event })
			if pick < 0 && a.s.Word != "pass" {
				fail(a.s.At, "this action is not offered")
			}
		}
		if pick < 0 {
			g.tell("choice by player", player, "pass")
			return nil
		}
		if o := offers[pick]; g.startable(&o, ir.None) {
			g.tell("choice by player", player, o.Name)
			return &o
		}
		offers = slices.Delete(offers, pick, pick+1)
	}
	return nil
}
