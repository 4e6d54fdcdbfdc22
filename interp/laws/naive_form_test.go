package laws_test

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/interp/internal/space"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// form is a search for a complete answer: field by field, the best candidate first, back where nothing follows.
// The first answer that is permitted is the automatic one.
type form struct {
	*env
	of     *happening // whose form it is; nil of a statement
	fields []*ir.FormField
	fixed  map[int]val // answers that are given
	full   int64       // the view in which an answer has to be permitted besides that of who answers
	label  string      // what refused the answers that were tried, when it was always the same
	by     *clause
	hidden bool // an answer was refused for what its player does not see
}

// field is the index of a field of a form in its event.
func (e *happening) field(x *ir.FormField) int { return slices.Index(e.Fields, x.Field) }

// asks tells whether somebody has to answer.
func (e *happening) asks() bool {
	return slices.ContainsFunc(e.Form, func(x *ir.FormField) bool { return !e.given[e.field(x)] })
}

// ask is the form of an event; the label says why it has no answer. Where it is only tried, it wants one when there
// is one, and has found it.
func (g *game) ask(e *happening) (label string, by *clause) {
	f := &form{env: g.at(e), of: e, fields: e.Form, fixed: map[int]val{}, full: g.view}
	var who val
	if e.asks() { // who answers is worked out first
		g.compute(e)
		who = f.asked(e.Chooser)
	}
	for i, x := range e.Form { // what is given has to be an answer
		if v := e.of(x.Field); e.given[e.field(x)] {
			reads := []*ir.Expr{x.Where, x.In, x.Lo, x.Hi, x.Within, x.Of, x.CountLo, x.CountHi, x.Repeat}
			if f.fixed[i] = joined(val{}, v...); !g.waits(e, reads...) && !f.hangs(reads...) && !f.given(x, v) {
				return x.Field.Name, nil
			}
		}
	}
	if !e.asks() {
		return "", nil
	}
	each := e.Chooser.Type.IsList()
	view := either(each, f.full, append(who, ir.None)[0])
	if label, by = f.inViews(view, func() (string, *clause) { return g.permitted(e, true) }); label != "" {
		return label, by // what reads nothing that is open, before anybody is asked
	} else if each {
		f.askEach(who)
	} else {
		g.seenBy(view, func() { f.answered(who[0]) })
	}
	return f.label, f.by
}

// asked are the players whom a form asks, each once.
func (f *form) asked(by *ir.Expr) (out val) {
	for _, p := range f.eval(by) {
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// inViews is what refuses something as a player sees it, or else as it is.
func (f *form) inViews(player int64, refuses func() (string, *clause)) (label string, by *clause) {
	f.seenBy(player, func() { label, by = refuses() })
	if label == "" {
		f.seenBy(f.full, func() { label, by = refuses() })
		f.hidden = label != ""
	}
	return label, by
}

// given tells whether what the caller gave to a field is an answer to it, or an answer of each of those who are
// asked, next to what they were given above; several are put in order.
func (f *form) given(x *ir.FormField, v val) bool {
	if who := f.of.Chooser; who.Type.IsList() {
		players, ok := f.asked(who), true
		for i, p := range players {
			for _, y := range f.fields {
				if l := f.of.of(y.Field); i < len(l) {
					f.temps[int64(y.Own)] = num(l[i])
				}
			}
			f.temps[ir.OfAsked] = num(p)
			f.seenBy(p, func() { ok = ok && i < len(v) && f.legal(x, num(v[i])) })
		}
		return ok && len(v) == len(players)
	}
	ok := f.legal(x, v) && f.sighted(x, v)
	f.of.set(x.Field, either(ok, f.inOrder(x, v), v))
	return ok
}

// sighted tells whether whoever answers sees what was given: he is asked for only where somebody does not.
func (f *form) sighted(x *ir.FormField, v val) bool {
	unseen := func(p int64) bool {
		return (x.Type.Kind == ir.Inst || x.Type.Element().Kind == ir.Inst) && slices.ContainsFunc(v, func(n int64) bool { return n != ir.None && !f.visible(f.things[n], p) })
	}
	return !slices.ContainsFunc(f.players, unseen) || !unseen(f.eval(f.of.Chooser)[0])
}

// hangs tells whether what several can answer is worked out from an answer above that is open.
func (f *form) hangs(all ...*ir.Expr) (yes bool) {
	for _, x := range all {
		x.Walk(func(x *ir.Expr) bool {
			yes = yes || x.Op == ir.Temp && slices.ContainsFunc(f.fields, func(y *ir.FormField) bool { return int64(y.Own) == x.N && !f.of.given[f.of.field(y)] })
			return !yes
		})
	}
	return yes
}

// askEach asks several players, each for an answer of its own, of which nobody else sees anything.
func (f *form) askEach(who val) {
	said := map[int64][]val{}
	for i, given := range f.fixed {
		if given != nil && len(given) != len(who) {
			f.label = f.fields[i].Field.Name
			return
		}
	}
	f.label = "no_choice"
	for _, p := range who { // nobody is asked where somebody has no answer
		if said[p], f.label = f.own(who, p, nil); f.label != "" {
			return
		}
	}
	for rest := slices.Clone(who); len(rest) > 0; {
		p := rest[0]
		i := slices.IndexFunc(f.answers, func(a *answer) bool { return a.s.By == nil || slices.Contains(rest, a.by()) })
		if i >= 0 && f.answers[i].s.By != nil && f.fits(f.answers[i], f.open()) {
			p = f.answers[i].by()
		}
		f.want()
		f.says(f.open(), p, func(values map[string]val) (label string) {
			v, label := f.own(who, p, values)
			said[p] = either(label == "", v, said[p])
			return label
		})
		rest = keep(rest, func(n int64) bool { return n != p })
	}
	for i := range f.fields {
		if f.fixed[i] == nil {
			f.put(i, mapped(who, func(p int64) int64 { return said[p][i][0] }))
		}
	}
	for _, p := range who {
		f.chose(p, f.open(), func(x *ir.FormField) val { return said[p][slices.Index(f.fields, x)] })
	}
}

// chose tells what a player has answered.
func (f *form) chose(who int64, open []*ir.FormField, said func(*ir.FormField) val) {
	name := ""
	if f.of != nil {
		name = f.of.Name
	}
	answers := mapped(open, func(x *ir.FormField) string { return x.Field.Name + "=" + f.show(x.Type, said(x)) })
	f.tell("choice", name, "by player", who, strings.Join(answers, " "))
}

// open are the fields that nobody has given.
func (f *form) open() []*ir.FormField {
	return keep(f.fields, func(x *ir.FormField) bool { return f.fixed[slices.Index(f.fields, x)] == nil })
}

// own is the answer of one of several players, with what he says and the automatic rest.
func (f *form) own(who val, p int64, says map[string]val) (out []val, label string) {
	out = make([]val, len(f.fields))
	var solve func(i int) bool
	solve = func(i int) bool {
		if i == len(f.fields) {
			return true
		}
		x, options := f.fields[i], []val(nil)
		fixed := says[f.fields[i].Field.Name]
		if f.fixed[i] != nil {
			fixed = num(f.fixed[i][slices.Index(who, p)])
		}
		if fixed == nil {
			options = f.candidates(x)
		} else if options = []val{fixed}; !f.legal(x, fixed) {
			return f.blame(x.Field.Name, nil)
		}
		for _, v := range options {
			if f.temps[int64(x.Own)], out[i] = v, v; solve(i + 1) {
				return true
			}
		}
		return false
	}
	f.temps[ir.OfAsked], f.label = num(p), ""
	f.seenBy(p, func() {
		if !solve(0) {
			label = cmp.Or(f.label, "no_choice")
		}
	})
	f.label = ""
	return out, label
}

// answered finds the answer of a player: that of the script, completed, or the automatic one.
func (f *form) answered(who int64) {
	open := f.open()
	if !f.solve(0) {
		f.label = cmp.Or(f.label, "no_choice")
		return
	}
	f.label, f.by = "", nil
	f.want()
	with := func(values map[string]val) (label string) {
		for i, x := range f.fields {
			if slices.Contains(open, x) {
				f.fixed[i] = values[x.Field.Name]
				f.put(i, nil)
			}
		}
		f.hidden = false
		if !f.solve(0) {
			label = either(f.hidden, "hidden", cmp.Or(f.label, "no_choice"))
		}
		f.label, f.by = "", nil
		return label
	}
	if !f.says(open, who, with) {
		with(nil)
	}
	f.chose(who, open, func(x *ir.FormField) val { return f.loc.of(x.Field) })
}

// says tries the answers of the script, one after the other, until one is taken. One that is meant to be refused
// leaves the question to the next.
func (f *form) says(open []*ir.FormField, who int64, with func(values map[string]val) (label string)) (taken bool) {
	for {
		a := f.take(who, func(a *answer) bool { return f.fits(a, open) })
		if a.s == nil {
			return false
		}
		label := with(a.worth())
		if label == "" {
			return true
		}
		must(a.s.Meant, a.s.At, "the answer is refused")
		f.game.refused = append(f.game.refused, append(a.names(), label)...)
		f.tell("choice by player", who, "refused", label)
	}
}

// put sets an answer, or with nil takes it back.
func (f *form) put(i int, v val) {
	x := f.fields[i]
	if f.loc.set(x.Field, v); v == nil && x.Field.Type.Optional {
		f.loc.set(x.Field, none(x.Field.Type))
	} else if v == nil {
		delete(f.loc, slotOf(x.Field))
	}
	if e := f.of; e != nil {
		e.given[e.field(x)] = v != nil
		for j, d := range e.Fields {
			if e.worked[j] && e.from(d.Default, e.field(x)) {
				delete(e.worked, j)
				delete(e.vars, slotOf(d))
			}
		}
	}
}

// blame notes what refused an answer that was tried.
func (f *form) blame(label string, by *clause) bool {
	if f.label == "" || f.label == label {
		f.label, f.by = label, cmp.Or(f.by, by)
	} else if label != "" {
		f.label, f.by = "no_choice", nil
	}
	return label == ""
}

// solve answers the fields from the i-th on.
func (f *form) solve(i int) bool {
	if f.of != nil && !f.settled(i) {
		return false
	}
	if i == len(f.fields) {
		return true
	}
	x, options := f.fields[i], []val{f.fixed[i]}
	caller := f.of != nil && f.of.given[f.of.field(x)]
	if f.fixed[i] == nil {
		options = f.candidates(x)
	} else if !f.legal(x, f.fixed[i]) {
		return f.blame(x.Field.Name, nil)
	}
	for _, v := range options {
		if f.put(i, f.inOrder(x, v)); f.solve(i + 1) {
			return true
		}
		if !caller {
			f.put(i, nil)
		}
	}
	return false
}

// settled asks what reads the first fields and no more: requirements that nothing can waive and the first cost, and
// of a complete answer all, as the player sees it and as it is.
func (f *form) settled(fields int) bool {
	g, e, complete := f.game, f.of, fields == len(f.fields)
	g.compute(e)
	later := func(x *ir.Expr) bool { return e.open(x) || e.folds(x) || g.late(e) }
	for _, r := range e.Requires {
		waivable := slices.ContainsFunc(g.p.Hooks, func(h *ir.Hook) bool {
			return h.Stage == ir.Waive && h.Event == e.ID && h.Target.Label == r.Label
		})
		if !later(r.Cond) && (complete || !waivable) && !g.required(e, r) {
			return f.blame(r.Label, nil)
		}
	}
	if len(e.Costs) > 0 && !e.Around && !slices.ContainsFunc(values(e.Costs[0]), later) && !f.blame(f.payable(e.Costs[:1]), nil) {
		return false
	}
	return !complete || f.blame(f.inViews(g.view, func() (string, *clause) { return g.permitted(e, false) }))
}

// fits tells whether an answer of the script is one to these fields.
func (f *form) fits(a *answer, open []*ir.FormField) bool {
	return a.s.Word == "" && len(keep(open, func(x *ir.FormField) bool { return slices.Contains(a.names(), x.Field.Name) })) == len(a.s.Args)
}

// seeing is a number as who answers sees it, or else as it is.
func (f *form) seeing(x *ir.Expr) int64 { return seeing(f.game, func() int64 { return f.num(x) }) }

// where tells whether a candidate fulfils the field's condition.
func (f *form) where(x *ir.FormField, v val) bool {
	f.temps[int64(x.It)] = v
	return absent(x.Type, v) || seeing(f.game, func() int64 { return f.or(x.Where, 1) }) == 1
}

const mostCandidates = 20_000

// candidates are those that an automatic player considers: the best score first, ties in plain order. To be
// absent comes last in it and scores 0.
func (f *form) candidates(x *ir.FormField) []val {
	type scored struct {
		val
		score int64
	}
	var all []scored
	for _, v := range f.plain(x) {
		if f.burn(x.Field.At); f.where(x, v) {
			all = append(all, scored{v, 0})
		}
	}
	if x.Type.Optional {
		all = append(all, scored{none(x.Type), 0})
	}
	must(len(all) <= mostCandidates, x.Field.At, "too many candidates")
	for i, m := range all {
		if x.Prefer != nil && len(all) > 1 && !absent(x.Type, m.val) {
			f.temps[int64(x.It)] = m.val
			all[i].score = f.seeing(x.Prefer)
		}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	return mapped(all, func(m scored) val { return m.val })
}

// plain are the candidates in plain order: arrival, list order, from low to high.
func (f *form) plain(x *ir.FormField) (out []val) {
	switch {
	case x.Within != nil:
		return f.sample(x)
	case x.Some:
		return f.selections(x)
	case x.Lo != nil:
		step := either[int64](x.Type.Kind == ir.Length, ir.Unit/2, 1)
		for n, hi := f.seeing(x.Lo), f.seeing(x.Hi); n <= hi && len(out) <= mostCandidates; n += step {
			out = append(out, num(n))
		}
		return out
	}
	return mapped(distinct(f.members(x)), num)
}

// members are the single things to choose from, in plain order.
func (f *form) members(x *ir.FormField) val {
	if x.Bool {
		return val{0, 1}
	} else if x.In == nil {
		return nums(f.inKind(x.All))
	}
	l := seeing(f.game, func() val { return f.eval(x.In) })
	if x.Type.Kind == ir.Inst || x.Type.Kind == ir.List && x.Type.Elem == ir.Inst {
		l = keep(l, func(n int64) bool { return !f.things[n].gone && f.seen(f.things[n]) })
	}
	return l
}

// selections are the choices of several: fewer before more, each in the order of the list.
func (f *form) selections(x *ir.FormField) (out []val) {
	lo, hi, repeat, members := f.seeing(x.CountLo), f.seeing(x.CountHi), seeing(f.game, func() int64 { return f.or(x.Repeat, 1) }), f.members(x)
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
	all := f.members(x)
	v = joined(val{}, v...)
	slices.SortStableFunc(v, func(a, b int64) int { return cmp.Compare(slices.Index(all, a), slices.Index(all, b)) })
	return v
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
		ok = slices.ContainsFunc(f.selections(x), func(s val) bool { return same(s, f.inOrder(x, v)) })
	case x.Lo != nil:
		ok = f.seeing(x.Lo) <= v[0] && v[0] <= f.seeing(x.Hi)
	default:
		ok = slices.Contains(f.members(x), v[0])
	}
	return ok && f.where(x, v)
}

// origin is where the points and paths of a field begin: at a point, or with the base of a thing.
func (f *form) origin(x *ir.FormField) (b space.Body, of int64, ok bool) {
	v := f.ev.of(f.ev.Fields[0])
	if x.Of != nil {
		v = f.eval(x.Of)
	}
	if len(v) > 1 {
		return disc(toPoint(v)), ir.None, true
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

// sample is what an automatic player considers of places and ways, which have no end: rings around it, straight ahead,
// and of ways those up to contact with others; ways end where there is room.
func (f *form) sample(x *ir.FormField) (out []val) {
	b, of, ok := f.origin(x)
	far, path := f.num(x.Within), x.Type.Kind == ir.Path
	if !ok || far < 0 {
		return nil
	}
	step := max(ir.Unit/2, far/3)
	places := space.SampleReach(b, far, step)
	for d := step; b.Facing%22500 != 0 && far > 0 && d < far+step; d += step {
		places = append(places, space.PointAt(b.At, b.Facing, min(d, far)))
	}
	if !path {
		return mapped(places, ofPoint)
	}
	for _, o := range f.pieces(of) {
		if way := space.Toward(b, o.base, far); of != ir.None && len(way) >= 6 {
			places = append(places, endOf(way))
		}
	}
	var others []standing
	f.seenBy(ir.None, func() { others = solid(f.pieces(of)) })
	for _, p := range places {
		end, way := b, joined(ofPoint(b.At), ofPoint(p)...)
		end.At = p
		room := f.onTable(b, p) && !slices.ContainsFunc(others, func(o standing) bool {
			return o.level(end) && space.Clash(end, o.base)
		})
		if (of == ir.None || room) && space.PathLength(way) <= far {
			out = append(out, way)
		}
	}
	return out
}

// choose is the statement: where nothing can be chosen it gives none or the empty list.
func (e *env) choose(s *ir.Choose) {
	who, x := e.num(s.By), s.Form[0]
	e.want()
	f := &form{env: e, fields: s.Form, fixed: map[int]val{}}
	if e.seenBy(who, func() { f.answered(who) }); f.label != "" {
		must(x.Type.Optional || x.Type.IsList(), s.At, "there is nothing to choose")
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
				o := offered{g.p.Events[a], t.num, giver, 1}
				if g.isA(t, o.Fields[0].Type.Ref) && (len(among) == 0 || slices.Contains(among, a)) && g.startable(&o, player, func(*happening) {}) {
					out = append(out, o)
				}
			}
		}
		offer(g.p.Kinds[t.card.Kind].Actions, ir.None)
		for _, x := range keep(g.on(t), func(x *thing) bool { return !x.asleep() }) {
			offer(x.card.Actions, x.num)
		}
		offer(t.card.Actions, t.num)
	}
	return out
}

// startable tells whether an action has an answer that nothing refuses, and has then look at it with the automatic one.
func (g *game) startable(o *offered, view int64, look func(*happening)) (ok bool) {
	g.seenBy(view, func() { ok = g.could(o.Event, map[int]val{0: num(o.who)}, o.giver, look) })
	return ok
}

// wanted is the offer that an automatic player wants most, -1 for none: it is he who asks how much.
func (g *game) wanted(player int64, offers []offered) (pick int) {
	pick = -1
	for i := range offers {
		o := &offers[i]
		g.startable(o, player, func(e *happening) { o.score = seeing(g, func() int64 { return g.at(e).or(o.Prefer, 1) }) })
		if o.score > 0 && (pick < 0 || o.score > offers[pick].score) {
			pick = i
		}
	}
	return pick
}

// could tells whether an event with some of its fields given would get past its second step, and has then look at
// it with the answer.
func (g *game) could(ev *ir.Event, given map[int]val, self int64, look func(*happening)) bool {
	was := g.trying
	g.trying = true
	e, label := g.propose(ev, given, self), ""
	if e.unoffered {
		label = "not_offered"
	} else {
		goesOn(func() { label, _ = g.ask(e) })
		if g.compute(e); label == "" {
			label, _ = g.permitted(e, false)
		}
	}
	if label == "" {
		look(e)
	}
	g.stack = g.stack[:len(g.stack)-1]
	g.trying = was
	return label == ""
}

// act lets players start actions: the owner of one thing, or each in turn with all their things.
func (e *env) act(s *ir.Act) (sig signal) {
	var players val
	if s.Who == nil {
		players = e.eval(s.By)
	}
	for turn, passes, n := 0, 0, max(1, len(players)); sig == goOn && !e.lacks(); turn++ {
		if s.Who == nil && len(players) == 0 || passes == n || !s.Pass && turn == n {
			break
		}
		var things []*thing
		var player int64
		if s.Who != nil {
			who := e.thing(s.Who)
			if !e.inPlay(who) {
				break
			}
			must(who.owner != ir.None, s.At, "nobody owns %s", who.card.Name)
			things, player = []*thing{who}, who.owner
		} else {
			player = players[turn%n]
			things = e.all(func(t *thing) bool { return t.owner == player && e.inPlay(t) })
		}
		if passes++; e.start(player, things, s.Events, func(o *offered) {
			_, sig = e.call(o.Event, map[int]val{0: num(o.who)}, o.giver, e.line, nil)
		}) {
			passes = 0
		}
	}
	return sig
}

// start does what a player starts, if he does not pass. What is refused for something that he does not see changes
// nothing: the question stands, without it.
func (g *game) start(player int64, things []*thing, among []int, do func(o *offered)) bool {
	offers := g.offers(player, things, among)
	for len(offers) > 0 {
		g.want()
		pick, said := -1, (*answer)(nil)
		if a := g.take(player, func(a *answer) bool { return a.s.Word == "pass" || a.s.Word != "" && a.s.Event >= 0 }); a.s != nil {
			pick = slices.IndexFunc(offers, func(o offered) bool { return o.ID == a.s.Event })
			must(pick >= 0 || a.s.Word == "pass", a.s.At, "this action is not offered")
			said = a
		} else {
			pick = g.wanted(player, offers)
		}
		if pick < 0 {
			g.tell("choice by player", player, "pass")
			return false
		}
		if o := offers[pick]; g.startable(&o, ir.None, func(*happening) {}) {
			g.tell("choice by player", player, o.Name)
			do(&o)
			return true
		}
		if said != nil {
			must(said.s.Meant, said.s.At, "the answer is refused")
			g.refused = append(g.refused, "hidden")
			g.tell("choice by player", player, "refused", "hidden")
		}
		offers = slices.Delete(offers, pick, pick+1)
	}
	return false
}
