package laws_test

import (
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/internal/space"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// lacks tells whether something that an event needs is no longer in play, in the steps of that event.
func (e *env) lacks() bool {
	return e.own && slices.ContainsFunc(e.ev.Needs, func(i int) bool {
		n := e.ev.of(e.ev.Fields[i])[0]
		return n != ir.None && !e.inPlay(e.things[n])
	})
}

// block runs statements until one of them says that what is around them is left; what always runs still does.
func (e *env) block(b *ir.Block) (sig signal) {
	for i := 0; b != nil && i < len(b.Stmts); i++ {
		if sig == goOn && e.lacks() {
			sig = skipped
		}
		if a, always := b.Stmts[i].(*ir.Always); always {
			in := *e
			in.own = false
			sig = sig.and(in.block(a.Body))
		} else if sig == goOn {
			sig = e.stmt(b.Stmts[i])
		}
	}
	return sig
}

func (e *env) local(v ir.Var, x val) { e.loc[slotIn(v)] = x }

// rounds runs a body once for each of some values, until steps are left.
func (e *env) rounds(at source.Span, all []val, b *ir.Block, begin func(m val) bool) (sig signal) {
	for i := 0; i < len(all) && sig == goOn && !e.lacks(); i++ {
		if e.burn(at); begin(all[i]) {
			sig = e.block(b)
		}
	}
	return sig
}

func (e *env) stmt(s ir.Stmt) signal {
	g := e.game
	g.burn(s.Site())
	switch s := s.(type) {
	case *ir.Let, *ir.Emit, *ir.Proceed, *ir.If, *ir.Each, *ir.Repeat:
	case *ir.Throw:
		if e.acted != nil && s.Heard == nil {
			*e.acted = true
		}
	default:
		if e.acted != nil {
			*e.acted = true
		}
	}
	switch s := s.(type) {
	case *ir.Let:
		e.local(s.Var, e.eval(s.Value))
	case *ir.SetField:
		r := e.record(s.Rec)
		must(s.Rec == nil || r.done() || r.cancelled || !s.Field.Stands(), s.At, "it stands until the event is done")
		r.set(s.Field, e.written(s.Field, r.of(s.Field), s.Op, s.Value, s.At))
		g.wrote(r, slices.Index(r.Fields, s.Field))
	case *ir.SetCell:
		t := e.thing(s.Inst)
		e.mustBe(t, either(s.Ref >= len(e.p.Kinds), s.Ref, -1), s.At)
		was := t.cells.of(s.Field)
		v := e.written(s.Field, was, s.Op, s.Value, s.At)
		if t.cells.set(s.Field, v); !s.Field.Type.IsList() && !same(was, v) { // of lists nothing is told
			g.tell("change", t.name, s.Field.Name, g.show(s.Field.Type, was), "->", g.show(s.Field.Type, v))
		}
	case *ir.Emit:
		return e.emit(s, nil)
	case *ir.Proceed:
		sig := g.proceed(e.ev, e.args(s.Args), e.line)
		e.came(e.ev)
		return sig
	case *ir.If:
		return e.block(either(e.is(s.Cond), s.Then, s.Else))
	case *ir.Each:
		return e.each(s)
	case *ir.Repeat:
		sig, n := goOn, e.or(s.Times, 0)
		for ; sig == goOn && !e.lacks() && (s.Times != nil && n > 0 || s.Until != nil && !e.is(s.Until)); n-- {
			g.burn(s.At)
			sig = e.block(s.Body)
		}
		return sig
	case *ir.Throw:
		if s.Heard != nil {
			return e.heard(s)
		}
		return e.throws(s)
	case *ir.OnDice:
		e.onDice(s)
	case *ir.Draw:
		l := e.eval(s.In)
		must(len(l) > 0, s.At, "a draw from nothing")
		e.local(s.Var, num(l[g.dies(1, int64(len(l)), s.At)[0]-1]))
	case *ir.Put:
		e.gather(s)
	case *ir.Choose:
		e.choose(s)
	case *ir.Create:
		e.create(s)
	case *ir.Destroy:
		g.destroy(e.thing(s.What))
	case *ir.Move:
		e.move(s)
	case *ir.Give:
		t, whom := e.thing(s.What), e.num(s.Whom)
		pile := g.pile(t)
		wake := g.sleepers(pile)
		for _, x := range pile {
			x.owner = whom
		}
		wake()
	case *ir.Hide:
		e.thing(s.What).hidden = true
	case *ir.Reveal:
		e.thing(s.What).hidden = false
		g.tellMove(e.thing(s.What))
	case *ir.Rotate:
		t := e.thing(s.What)
		t.facing = turned(turned(e.num(s.Turn)) + either(s.By, t.facing, 0))
		g.tellMove(t)
	case *ir.Push:
		e.push(s)
	case *ir.Travel:
		return e.travel(s)
	case *ir.Act:
		return e.act(s)
	case *ir.ContributeField:
		p, _ := partOf(s)
		e.add(p)
		g.follow(e.ev, s.Index)
	case *ir.Stop:
		in := g.spanOf(s.Span)
		must(in != nil, s.At, "no such span is under way")
		return signal(in.num)
	case *ir.Cancel:
		e.ev.cancelled = true
	case *ir.Note:
		g.tell("note", g.show(ir.Type{Kind: ir.Inst}, num(e.self)))
	case *ir.Manual:
		g.tell("manual", g.show(ir.Type{Kind: ir.Inst}, num(e.self)))
	default:
		return e.step(s)
	}
	return goOn
}

// written is the value that a write leaves, held in the range of the field.
func (e *env) written(f *ir.Field, was val, op byte, x *ir.Expr, at source.Span) val {
	v := e.eval(x)
	if op == '+' {
		v = num(add(was[0], v[0], at))
	} else if op == '-' {
		v = num(sub(was[0], v[0], at))
	}
	return held(f, v)
}

// emit makes an event happen, with steps of a script in place of its own.
func (e *env) emit(s *ir.Emit, body func(*env) signal) signal {
	g := e.game
	if e.ev == nil && e.hook == nil { // a script makes it happen
		g.past, g.refused = nil, nil
		g.tell("when", g.p.Events[s.Event].Name)
	}
	r, sig := g.call(g.p.Events[s.Event], e.args(s.Args), e.self, e.line, body)
	e.came(r)
	if e.ev == nil && e.hook == nil {
		must(!g.test || s.Refusable || r.label == "", s.At, "a call is refused that nothing expects to be")
	}
	if sig == goOn && e.ev == nil && e.hook == nil { // a dice list belongs to the call that it stands before
		must(len(g.dice) == 0, s.At, "dice are left over")
	}
	if s.Result != nil {
		g.kept(r)
		for i, v := range s.Result.Vars {
			e.local(v, r.of(r.Fields[i]))
		}
	}
	return sig
}

// came notes whether something came of an event that a clause called, or let go on.
func (e *env) came(r *happening) {
	if ok := r.happened() || r.cancelled; e.acted != nil {
		*e.acted, *e.failed = *e.acted || ok, *e.failed || !ok
	}
}

func (e *env) each(s *ir.Each) signal {
	l, things, began := e.eval(s.In), s.Var.Type.Kind == ir.Inst, map[int64]bool{}
	for _, n := range l {
		began[n] = things && e.inPlay(e.known(n, s.At))
	}
	return e.rounds(s.At, groups(l, max(1, s.Stride)), s.Body, func(row val) bool {
		if t := row[0]; things && (e.things[t].gone || began[t] && !e.inPlay(e.things[t])) {
			return false
		}
		for j, v := range s.Group {
			e.local(v, num(row[j]))
		}
		if len(s.Group) == 0 {
			e.local(s.Var, row)
		}
		return e.or(s.Where, 1) == 1
	})
}

// dies throws dice, the script's first.
func (g *game) dies(n, faces int64, at source.Span) (out val) {
	must(faces >= 1 && faces <= 10_000 && n <= 100_000, at, "%d dice of %d faces", n, faces)
	if n <= 0 {
		return nil
	}
	if g.want(); (!g.test || g.s.Seeds > 0) && len(g.dice) == 0 {
		return g.throw(n, faces)
	}
	must(int64(len(g.dice)) >= n, at, "no dice are left")
	out, g.dice = g.dice[:n], g.dice[n:]
	must(slices.Min(out) >= 1 && slices.Max(out) <= faces, at, "%v on dice of %d faces", out, faces)
	return out
}

func (e *env) throws(s *ir.Throw) signal {
	n, faces := e.num(s.Count), e.num(s.Faces)
	class, count := map[int64]int64{}, map[int64]int64{}
	in := *e
	in.temps = maps.Clone(e.temps)
	for f := int64(1); s.By != nil && n > 0 && f <= faces; f++ {
		in.temps[0] = num(f)
		class[f] = in.num(s.By)
	}
	up := descending(joined(val{}, e.dies(n, faces, s.At)...))
	for _, f := range up {
		count[class[f]]++
	}
	var pairs val
	for _, c := range slices.Sorted(maps.Keys(count)) {
		pairs = append(pairs, c, count[c])
	}
	if n > 0 {
		e.tell("throw", e.thrower(), val{n, faces}, []val{either(s.By == nil, up, pairs)})
	}
	return e.takes(s, up, pairs)
}

// takes gives the thrower its dice.
func (e *env) takes(s *ir.Throw, up, pairs val) signal {
	switch {
	case s.One && len(up) == 0:
		e.local(s.Into, num(0))
		return goOn
	case s.One && s.By == nil:
		e.local(s.Into, up[:1])
		return goOn
	case s.One && s.By != nil:
		e.local(s.Into, pairs[:1])
		return goOn
	case s.By == nil:
		e.local(s.Into, up)
		return goOn
	}
	return e.rounds(s.At, groups(pairs, 2), s.Body, func(c val) bool {
		e.local(s.Class, c[:1])
		e.local(s.Num, c[1:])
		return true
	})
}

// gather adds to a bag: groups that are alike are one, and they are kept in the order of their values.
func (e *env) gather(s *ir.Put) {
	bag, at := e.loc, slot{}
	if s.Local != nil {
		at = slotIn(*s.Local)
	} else {
		bag, at = e.record(s.Rec).vars, slotOf(s.Field)
	}
	n, row := e.num(s.Count), val(mapped(s.Values, e.num))
	for i, f := range e.p.Bags[s.Bag].Fields {
		row[i] = held(f, val{row[i]})[0]
	}
	if n <= 0 {
		return
	}
	rows, w := groups(bag.get(at), len(row)+1), len(row)
	if i := slices.IndexFunc(rows, func(r val) bool { return same(r[:w], row) }); i >= 0 {
		rows[i] = joined(row, add(rows[i][w], n, s.At))
	} else {
		rows = append(rows, joined(row, n))
	}
	slices.SortFunc(rows, func(a, b val) int { return slices.Compare(a, b) })
	bag[at] = slices.Concat(rows...)
}

// create makes an instance, and puts it there.
func (e *env) create(s *ir.Create) {
	card, args := e.p.Cards[e.or(s.CardExpr, int64(max(0, s.Card)))], mapped(s.Args, e.eval)
	made := thing{owner: ir.None, source: e.self}
	if e.self >= 0 {
		made.owner = e.things[e.self].owner
	}
	if s.To != nil {
		to := e.thing(s.To)
		made.owner, made.where, made.bearer = to.owner, onThing, to.num
	}
	made.source, made.owner = e.or(s.From, made.source), e.or(s.For, made.owner)
	if s.Place != nil {
		made.place = e.place(&made, s.Place)
	}
	made.lasts = e.lasting(s.Duration)
	t := e.bring(card, made, args)
	if s.As != nil {
		e.local(*s.As, num(t.num))
	}
	for _, i := range s.Cells {
		t.cells.set(i.Field, held(i.Field, e.eval(i.Value)))
	}
	for _, x := range e.things {
		if !x.gone && s.Given { // a position is set up: nothing turns true by it
			e.firstLook(x)
		}
	}
}

// lasting is a duration from now on.
func (e *env) lasting(d *ir.Duration) lasting {
	e.clock++
	l := lasting{span: -1, of: ir.None, since: e.clock}
	if d == nil {
		return l
	}
	l.ending, l.left = d.Ending, max(1, int64(d.Nth), e.or(d.Times, 1))
	if d.Span != nil {
		l.span, l.of = d.Span.Event, e.or(d.Span.Of, ir.None)
	}
	l.atEnd = slices.Contains([]ir.Ending{ir.ForSpans, ir.UntilEnd, ir.UntilNextEnd}, d.Ending)
	l.onlyLater, l.wakes = d.Ending == ir.UntilNextEnd, d.Ending == ir.FromNext
	return l
}

// place is where a thing will be. What lies on something is its owner's when it is nobody's.
func (e *env) place(t *thing, p ir.Place) place {
	to := t.place
	switch p := p.(type) {
	case *ir.OnInstance:
		on := e.thing(p.Inst)
		all, _ := e.under(on)
		itself := t.card != nil && slices.ContainsFunc(all, func(x *thing) bool { return x.num == t.num || t.card.Kind == ir.PlayerKind })
		must(!itself, p.Inst.At, "a thing would lie on itself")
		to.where, to.bearer, t.owner = onThing, on.num, either(t.owner == ir.None && !t.gone, on.owner, t.owner)
	case *ir.AtPoint:
		to.where, to.at = onTable, toPoint(onMap(e.eval(p.Point), p.Point.At))
	case *ir.InZone:
		to.where, to.zone, to.zoneOf = inZone, int64(p.Zone), e.or(p.Of, either(e.p.Zones[p.Zone].OfPlayers, t.owner, ir.None))
	default:
		to.where = nowhere
	}
	return to
}

// move puts a thing elsewhere; what thereby comes into play or leaves it is looked at.
func (e *env) move(s *ir.Move) {
	g, t, was := e.game, e.thing(s.What), map[int64]bool{}
	for _, x := range g.things {
		was[x.num] = g.inPlay(x)
	}
	to, lasts, slept := e.place(t, s.To), t.lasts, t.asleep()
	if s.Duration != nil {
		lasts = e.lasting(s.Duration)
	}
	if t.gone { // it goes nowhere any more
		return
	}
	wake := g.sleepers(g.pile(t))
	t.place, t.lasts = to, lasts
	for _, x := range g.things {
		if now := g.inPlay(x); now && !was[x.num] {
			g.firstLook(x)
		} else if was[x.num] && !now && !x.gone {
			g.left(x)
		}
	}
	if slept && !t.asleep() {
		g.wakes(t)
	}
	wake()
	g.tellMove(t)
}

// destroy takes a thing out of the game: first what lies on it, by arrival, each in the same way; then what lasted
// as long as it was in play.
func (g *game) destroy(t *thing) {
	if t.gone {
		return
	}
	for _, x := range g.on(t) {
		g.destroy(x)
	}
	if t.gone {
		return
	}
	g.burn(t.card.At)
	g.tell("leave", t.name)
	t.gone, t.held = true, map[int]bool{}
	g.left(t)
}

// left is what follows when a thing has left play.
func (g *game) left(t *thing) {
	maps.DeleteFunc(g.limits, func(_ string, s *spent) bool { return slices.Contains(s.about, t.num) })
	for _, x := range g.things {
		if x.lasts.ending == ir.WhileSource && x.source == t.num {
			g.destroy(x)
		}
	}
}

func (e *env) push(s *ir.Push) {
	t, by := e.thing(s.What), e.num(s.By)
	b, ok := e.body(t)
	from, also := e.body(e.thing(s.From))
	must(ok && also, s.At, "what is pushed stands on the table")
	others := keep(solid(e.pieces(t.num)), func(o standing) bool { return o.level(b) })
	bodies := mapped(others, func(o standing) space.Body { return o.base })
	far := int64(space.Far) // no edge where no table has been laid
	table := either(e.width == ir.None, space.Rect{MinX: -far, MinY: -far, MaxX: far, MaxY: far}, space.Rect{MaxX: e.width, MaxY: e.depth})
	moved, hit, edge := space.Push(b, from.At, max(0, by), bodies, table)
	obstacle := ir.None
	if hit >= 0 {
		obstacle = others[hit].num
	}
	t.at = space.Away(b.At, from.At, moved)
	e.tellMove(t)
	e.local(s.Moved, num(moved))
	e.local(s.Obstacle, num(obstacle))
	e.local(s.Edge, truth(edge))
}

// onMap are places to which something may go.
func onMap(l val, at source.Span) val {
	must(!slices.ContainsFunc(l, func(x int64) bool { return max(x, -x) > space.Far }), at, "it is too far away")
	return l
}

var watchWords = map[ir.WatchWord]space.Word{ir.Enter: space.Enter, ir.Leave: space.Leave, ir.Touch: space.Touch}

// travel moves a piece along a path; at each place where a watcher has something to do, it stands there.
func (e *env) travel(s *ir.Travel) (sig signal) {
	path, t := onMap(e.eval(s.Along), s.At), e.thing(s.What)
	b, ok := e.body(t)
	must(ok, s.At, "%s has no base on the table, and cannot travel", t.card.Name)
	done, come := map[[3]int64]bool{}, int64(0)   // how far, which watcher, about what
	for len(path) >= 6 && toPoint(path) == b.At { // else it begins elsewhere
		var found [][3]int64
		for i, w := range s.Watch {
			for _, o := range e.pieces(t.num) {
				if e.burn(s.At); !e.isA(o.thing, w.Kind) {
					continue
				}
				e.local(w.Var, num(o.num))
				again := either[int64](done[[3]int64{come, int64(i), o.num}], 1, 0)
				if at, ok := space.Cross(b, path, o.base, e.or(w.Within, 0), come+again, watchWords[w.Word]); ok {
					found = append(found, [3]int64{at, int64(i), o.num})
				}
			}
		}
		if len(found) == 0 {
			t.at = endOf(path)
			e.tellMove(t)
			break
		}
		next := slices.MinFunc(found, func(a, b [3]int64) int { return slices.Compare(a[:], b[:]) })
		done[next], come = true, next[0]
		was, w := t.at, s.Watch[next[1]]
		t.at, _ = space.PointAlong(path, come)
		stands := t.at
		if e.local(w.Var, num(next[2])); e.or(w.Where, 1) != 1 {
			t.at = was
			continue
		}
		e.tellMove(t)
		if sig = e.block(w.Body); sig != goOn || t.gone || t.where != onTable || t.at != stands {
			break
		}
	}
	return sig
}

// answer is an answer of a script, and where it stands.
type answer struct {
	s  *ir.Answer
	in *env
}

// worth is what it says, at the moment at which it is asked.
func (a *answer) worth() map[string]val {
	out := map[string]val{}
	a.in.seenBy(ir.None, func() {
		for _, v := range a.s.Args {
			out[v.Name] = joined(val{}, a.in.eval(v.Value)...)
		}
	})
	return out
}

// by is who answers, None where the script does not say; of tells whether somebody may be meant.
func (a *answer) by() (who int64) {
	a.in.seenBy(ir.None, func() { who = a.in.or(a.s.By, ir.None) })
	return who
}

// names are the fields that it names.
func (a *answer) names() []string {
	return mapped(a.s.Args, func(v ir.NamedValue) string { return v.Name })
}

// take takes the first answer of the script that is not somebody else's, if it fits the question.
func (g *game) take(who int64, fits func(*answer) bool) *answer {
	i := slices.IndexFunc(g.answers, func(a *answer) bool { return a.s.By == nil || a.by() == who })
	if i < 0 || !fits(g.answers[i]) {
		return &answer{}
	}
	a := g.answers[i]
	g.answers = slices.Delete(slices.Clone(g.answers), i, i+1)
	return a
}

// step does a statement that only scripts have.
func (e *env) step(s ir.Stmt) signal {
	g := e.game
	switch s := s.(type) {
	case *ir.During:
		return e.emit(s.Emit, func(*env) signal {
			e.look() // what lasted until the span began is gone
			return e.steps(s.Body)
		})
	case *ir.SetOption:
		g.options[s.Option] = e.num(s.Value)
	case *ir.Stub:
		g.stubs[s.Func] = e.eval(s.Value)
	case *ir.GiveDice:
		g.dice = append(g.dice, mapped(s.Faces, e.num)...)
	case *ir.Answer:
		g.answers = append(slices.Clip(g.answers), &answer{s, e})
	case *ir.Measure: // whoever asks for the odds works it out
		must(len(g.dice) == 0, s.At, "dice are left over")
	default:
		must(!g.test || e.expected(s), s.Site(), "this is not so")
	}
	return goOn
}

func (e *env) expected(s ir.Stmt) bool {
	switch s := s.(type) {
	case *ir.ExpectCond:
		return e.is(s.Cond)
	case *ir.ExpectRefused:
		return s.Label == "" && len(e.refused) > 0 || slices.Contains(e.refused, s.Label)
	case *ir.ExpectEvent:
		n := int64(len(keep(e.game.past, func(p *happening) bool {
			in := *e
			in.ev = p
			return p.ID == s.Event && in.or(s.Where, 1) == 1
		})))
		return n == s.Times || s.Times < 0 && n > 0
	case *ir.ExpectEnds:
		return int64(len(keep(e.past, func(p *happening) bool { return p.ID == s.Span }))) <= s.Times
	case *ir.ExpectText:
		if s.Hook < 0 {
			return text.Card(e.p, e.p.Cards[s.Card], s.Lang) == s.Text
		}
		return text.Clause(e.p, e.p.Cards[s.Card], e.p.Hooks[s.Hook], s.Lang) == s.Text
	}
	return false
}

// play plays the script to its end; what fails is its verdict.
func (g *game) play() {
	e := g.inner(ir.None)
	e.loc = vars{}
	for _, t := range g.things {
		e.self = either(t.card.Kind == ir.ScenarioKind, t.num, e.self)
	}
	for i, p := range g.s.Players {
		e.loc[slot{p.Slot, false}] = num(g.players[i])
	}
	e.steps(g.s.Do)
	must(!g.test || len(g.dice)+len(g.answers) == 0, g.s.At, "dice or answers are left over")
}

// steps runs the steps of a script: after each, `becomes` clauses are looked at.
func (e *env) steps(b *ir.Block) (sig signal) {
	for i := 0; i < len(b.Stmts) && sig == goOn; i++ {
		e.game.step = b.Stmts[i].Site()
		if sig = e.stmt(b.Stmts[i]); sig == goOn {
			e.look()
		}
	}
	return sig
}

// inTime gives a test up as soon as more spans have happened than its next `expect ends within` allows.
func (g *game) inTime(e *happening) {
	for _, s := range g.s.Do.Stmts {
		if x, ok := s.(*ir.ExpectEnds); ok && x.At.Start > g.step.Start {
			must(!g.test || x.Span != e.ID || g.inner(ir.None).expected(x), x.At, "it has not ended")
			return
		}
	}
}
