package laws_test

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/kdsl-lang/kdsl/interp/space"
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
	if b == nil {
		return goOn
	}
	for _, s := range b.Stmts {
		a, always := s.(*ir.Always)
		if sig == goOn && e.lacks() {
			sig = skipped
		}
		if always {
			in := *e
			in.own = false
			sig = sig.and(in.block(a.Body))
		} else if sig == goOn {
			sig = e.stmt(s)
		}
	}
	return sig
}

func (e *env) local(v ir.Var, x val) { e.loc[slotIn(v)] = x }

// rounds runs a body once for each of some values, until steps are left.
func rounds[T any](e *env, at source.Span, all []T, b *ir.Block, begin func(m T) bool) (sig signal) {
	for i := 0; i < len(all) && sig == goOn; i++ {
		if e.burn(at); begin(all[i]) {
			sig = e.block(b)
		}
	}
	return sig
}

// groups are the rows of a list.
func groups(l val, stride int) (out []val) {
	for ; len(l) >= stride; l = l[stride:] {
		out = append(out, l[:stride])
	}
	return out
}

func (e *env) stmt(s ir.Stmt) signal {
	g := e.game
	g.burn(s.Site())
	switch s.(type) {
	case *ir.Let, *ir.Emit, *ir.If, *ir.Each, *ir.Repeat, *ir.Always:
	default:
		if e.did != nil {
			e.did.acted = true
		}
	}
	switch s := s.(type) {
	case *ir.Let:
		e.local(s.Var, e.eval(s.Value))
	case *ir.SetField:
		r := e.record(s.Rec)
		r.vars[slotOf(s.Field)] = e.written(s.Field, r.of(s.Field), s.Op, s.Value, s.At)
		g.wrote(r, slices.Index(r.Fields, s.Field))
	case *ir.SetCell:
		t := e.thing(s.Inst)
		was := t.cells.of(s.Field)
		v := e.written(s.Field, was, s.Op, s.Value, s.At)
		if t.cells[slotOf(s.Field)] = v; !s.Field.Type.IsList() && !same(was, v) { // of lists nothing is told
			g.tell("change", t.name, s.Field.Name, g.show(s.Field.Type, was), "->", g.show(s.Field.Type, v))
		}
	case *ir.Emit:
		return e.emit(s, nil)
	case *ir.If:
		if e.is(s.Cond) {
			return e.block(s.Then)
		}
		return e.block(s.Else)
	case *ir.Each:
		return e.each(s)
	case *ir.Repeat:
		sig := goOn
		for n := e.times(s); sig == goOn && (s.Times != nil && n > 0 || s.Until != nil && !e.is(s.Until)); n-- {
			g.burn(s.At)
			sig = e.block(s.Body)
		}
		return sig
	case *ir.Throw:
		return e.throws(s)
	case *ir.Draw:
		l := e.eval(s.In)
		if len(l) == 0 {
			fail(s.At, "a draw from nothing")
		}
		e.local(s.Var, num(l[g.dies(1, int64(len(l)), s.At)[0]-1]))
	case *ir.Put:
		e.put(s)
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
		for _, x := range g.all(func(x *thing) bool { return slices.Contains(g.under(x), t) }) {
			x.owner = whom
		}
		t.owner = whom
	case *ir.Hide:
		e.thing(s.What).hidden = true
	case *ir.Reveal:
		t := e.thing(s.What)
		t.hidden = false
		g.tellMove(t)
	case *ir.Rotate:
		t, d := e.thing(s.What), turned(e.num(s.Turn))
		if s.By {
			d += t.facing
		}
		t.facing = turned(d)
		g.tellMove(t)
	case *ir.Push:
		e.push(s)
	case *ir.Travel:
		return e.travel(s)
	case *ir.Act:
		return e.act(s)
	case *ir.ContributeField:
		p, _ := partOf(s)
		e.add(p, e)
	case *ir.Stop:
		if in := g.spanOf(s.Span); in != nil {
			return signal(in.num)
		}
		fail(s.At, "no such span is under way")
	case *ir.Cancel:
		e.ev.cancelled = true
	case *ir.Note:
		g.tell("note", e.show(ir.Type{Kind: ir.Inst}, num(e.self)))
	case *ir.Manual:
		g.tell("manual", e.show(ir.Type{Kind: ir.Inst}, num(e.self)))
	default:
		return e.step(s)
	}
	return goOn
}

// name writes whose steps these are.
func (e *env) name() string {
	if e.self == ir.None {
		return ""
	} else if e.hook == nil {
		return e.things[e.self].name
	}
	return e.told(clause{e.hook, e.self})
}

func (g *game) tellMove(t *thing) {
	if p := ofPoint(t.at); p[0] != 0 || p[1] != 0 {
		g.tell("move", t.name, p)
	} else {
		g.tell("move", t.name)
	}
}

// written is the value that a write leaves, held in the range of the field.
func (e *env) written(f *ir.Field, was val, op byte, x *ir.Expr, at source.Span) val {
	v := e.eval(x)
	switch op {
	case '+':
		v = num(add(was[0], v[0], at))
	case '-':
		v = num(sub(was[0], v[0], at))
	}
	return held(f, v)
}

func (e *env) times(s *ir.Repeat) int64 {
	if s.Times == nil {
		return 0
	}
	return e.num(s.Times)
}

// emit makes an event happen, with steps of a script in place of its own.
func (e *env) emit(s *ir.Emit, body func(*env) signal) signal {
	g := e.game
	if e.ev == nil && e.hook == nil { // a script makes it happen
		g.past, g.refused = nil, nil
		g.tell("when", g.p.Events[s.Event].Name)
	}
	r, sig := g.call(g.p.Events[s.Event], e.args(s), ir.None, e.line, body)
	if e.did != nil {
		ok := r.happened() || r.cancelled
		e.did.acted, e.did.failed = e.did.acted || ok, e.did.failed || !ok
	}
	if s.Result != nil {
		for i, v := range s.Result.Vars {
			e.local(v, r.of(r.Fields[i]))
		}
	}
	return sig
}

func (e *env) each(s *ir.Each) signal {
	things, began := s.Var.Type.Kind == ir.Inst, map[int64]bool{}
	l := e.eval(s.In)
	for _, n := range l {
		began[n] = things && e.inPlay(e.known(n, s.At))
	}
	return rounds(e, s.At, groups(l, max(1, s.Stride)), s.Body, func(row val) bool {
		if t := row[0]; things && (e.things[t].gone || began[t] && !e.inPlay(e.things[t])) {
			return false
		}
		for j, v := range s.Group {
			e.local(v, num(row[j]))
		}
		if len(s.Group) == 0 {
			e.local(s.Var, row)
		}
		return s.Where == nil || e.is(s.Where)
	})
}

// dies throws dice, the script's first.
func (g *game) dies(n, faces int64, at source.Span) (out val) {
	if faces < 1 || faces > 10_000 || n > 100_000 {
		fail(at, "%d dice of %d faces", n, faces)
	}
	if n <= 0 {
		return val{}
	}
	g.want()
	if !g.test && len(g.dice) == 0 {
		return g.throw(n, faces)
	}
	if int64(len(g.dice)) < n {
		fail(at, "no dice are left")
	}
	out, g.dice = g.dice[:n], g.dice[n:]
	if slices.ContainsFunc(out, func(f int64) bool { return f < 1 || f > faces }) {
		fail(at, "%v on dice of %d faces", out, faces)
	}
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
	up := descending(joined(e.dies(n, faces, s.At)))
	for _, f := range up {
		count[class[f]]++
	}
	classes := slices.Sorted(maps.Keys(count))
	if s.By != nil {
		up = val{}
		for _, c := range classes {
			up = append(up, c, count[c])
		}
	}
	if n > 0 {
		e.tell("throw", e.name(), val{n, faces}, []val{up})
	}
	if s.By == nil {
		e.local(s.Into, up)
		return goOn
	}
	return rounds(e, s.At, classes, s.Body, func(c int64) bool {
		e.local(s.Class, num(c))
		e.local(s.Num, num(count[c]))
		return true
	})
}

// put adds to a bag: groups that are alike are one, and they are kept in the order of their values.
func (e *env) put(s *ir.Put) {
	var bag vars
	var at slot
	if s.Local != nil {
		bag, at = e.loc, slotIn(*s.Local)
	} else {
		bag, at = e.record(s.Rec).vars, slotOf(s.Field)
	}
	n, row := e.num(s.Count), val{}
	for _, v := range s.Values {
		row = append(row, e.num(v))
	}
	if n <= 0 {
		return
	}
	w := len(row)
	rows := groups(bag.get(at), w+1)
	if i := slices.IndexFunc(rows, func(r val) bool { return same(r[:w], row) }); i >= 0 {
		rows[i] = joined(row, add(rows[i][w], n, s.At))
	} else {
		rows = append(rows, joined(row, n))
	}
	slices.SortFunc(rows, func(a, b val) int { return slices.Compare(a[:w], b[:w]) })
	bag[at] = slices.Concat(rows...)
}

// create makes an instance, and puts it there.
func (e *env) create(s *ir.Create) {
	card, args := s.Card, []val{}
	if s.CardExpr != nil {
		card = int(e.num(s.CardExpr))
	}
	for _, a := range s.Args {
		args = append(args, e.eval(a))
	}
	made := thing{owner: ir.None, source: ir.None, bearer: ir.None, zoneOf: ir.None}
	if e.self >= 0 {
		made.owner, made.source = e.things[e.self].owner, e.self
	}
	if s.To != nil {
		to := e.thing(s.To)
		made.owner, made.place, made.bearer = to.owner, onThing, to.num
	}
	if s.From != nil {
		made.source = e.num(s.From)
	}
	if s.For != nil {
		made.owner = e.num(s.For)
	}
	if s.Place != nil {
		e.place(&made, s.Place)
	}
	made.lasts = e.lasting(s.Duration)
	t := e.bring(e.p.Cards[card], made, args)
	for _, i := range s.Cells {
		t.cells[slotOf(i.Field)] = held(i.Field, e.eval(i.Value))
	}
	for _, x := range e.things {
		if !x.gone && (x.num >= t.num || s.Given) {
			e.firstLook(x)
		}
	}
	if s.As != nil {
		e.local(*s.As, num(t.num))
	}
}

// bring brings a thing and what it carries.
func (g *game) bring(c *ir.Card, like thing, args []val) *thing {
	t := g.arrive(c)
	if len(g.things) > 10_000 {
		fail(c.At, "more than 10000 instances")
	}
	t.owner, t.source, t.place, t.bearer, t.lasts = like.owner, like.source, like.place, like.bearer, like.lasts
	t.at, t.zone, t.zoneOf = like.at, like.zone, like.zoneOf
	g.firstCells(t, args)
	if !g.trying {
		g.count[c.ID]++
		t.name = c.Name + "#" + strconv.Itoa(g.count[c.ID])
	}
	g.tell("enter", t.name)
	for _, u := range c.Carry {
		var given []val
		for i, a := range u.Args {
			given = append(given, ofValue(a, g.p.Cards[u.Card].Params[i].Type))
		}
		g.bring(g.p.Cards[u.Card], thing{owner: t.owner, source: ir.None, place: onThing, bearer: t.num, zoneOf: ir.None}, given)
	}
	return t
}

// lasting is a duration from now on.
func (e *env) lasting(d ir.Duration) *lasting {
	e.clock++
	l := &lasting{d: d, span: -1, of: ir.None, since: e.clock, left: 1}
	about := func(s ir.SpanOf, nth int64) {
		l.span, l.left = s.Event, max(1, nth)
		if s.Of != nil {
			l.of = e.num(s.Of)
		}
	}
	switch d := d.(type) {
	case nil:
		return nil
	case *ir.ForSpans:
		about(d.Span, e.num(d.Times))
	case *ir.UntilStart:
		about(d.Span, int64(d.Nth))
	case *ir.UntilEnd:
		about(d.Span, int64(d.Nth))
	case *ir.FromNext:
		about(d.Span, 1)
	}
	return l
}

// place puts a thing there.
func (e *env) place(t *thing, p ir.Place) {
	switch p := p.(type) {
	case *ir.OnInstance:
		on := e.thing(p.Inst)
		if slices.ContainsFunc(e.under(on), func(x *thing) bool { return x == t }) || t.card != nil && t.card.Kind == ir.PlayerKind {
			fail(p.Inst.At, "%s would lie on itself", t.card.Name)
		}
		if t.place, t.bearer = onThing, on.num; t.owner == ir.None {
			t.owner = on.owner
		}
	case *ir.AtPoint:
		t.place, t.at = onTable, toPoint(e.eval(p.Point))
	case *ir.InZone:
		t.place, t.zone, t.zoneOf = inZone, p.Zone, ir.None
		if p.Of != nil {
			t.zoneOf = e.num(p.Of)
		} else if e.p.Zones[p.Zone].OfPlayers {
			t.zoneOf = t.owner
		}
	default:
		t.place = nowhere
	}
}

// move puts a thing elsewhere; what thereby comes into play or leaves it is looked at.
func (e *env) move(s *ir.Move) {
	g, t, was := e.game, e.thing(s.What), map[int64]bool{}
	for _, x := range g.things {
		was[x.num] = g.inPlay(x)
	}
	if t.gone { // it goes nowhere any more
		away := *t
		e.place(&away, s.To)
		return
	}
	e.place(t, s.To)
	for _, x := range g.things {
		if now := g.inPlay(x); now && !was[x.num] {
			g.firstLook(x)
		} else if was[x.num] && !now && !x.gone {
			g.left(x)
		}
	}
	g.tellMove(t)
}

// destroy takes a thing out of the game: first what lies on it, by arrival, each in the same way; then what lasted
// as long as it was in play.
func (g *game) destroy(t *thing) {
	for _, x := range g.on(t.num) {
		if !t.gone {
			g.destroy(x)
		}
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
		if x.lasts != nil && x.source == t.num {
			if _, with := x.lasts.d.(*ir.WhileSource); with {
				g.destroy(x)
			}
		}
	}
}

func (e *env) push(s *ir.Push) {
	t, by := e.thing(s.What), e.num(s.By)
	b, ok := e.body(t)
	from, also := e.body(e.thing(s.From))
	if !ok || !also {
		fail(s.At, "what is pushed stands on the table")
	}
	others, bodies := solid(e.pieces(t.num)), []space.Body(nil)
	for _, o := range others {
		bodies = append(bodies, o.base)
	}
	table := space.Rect{MaxX: e.width, MaxY: e.depth}
	if e.width == ir.None { // no edge where no table has been laid
		table = space.Rect{MinX: -1 << 30, MinY: -1 << 30, MaxX: 1 << 30, MaxY: 1 << 30}
	}
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

// travel moves a piece along a path; at each place where a watcher has something to do, it stands there.
func (e *env) travel(s *ir.Travel) signal {
	type meeting struct{ at, watch, other int64 }
	path, t := e.eval(s.Along), e.thing(s.What)
	b, ok := e.body(t)
	if !ok {
		fail(s.At, "%s has no base on the table, and cannot travel", t.card.Name)
	}
	if len(path) < 6 || toPoint(path) != b.At {
		return goOn
	}
	for done, come := map[meeting]bool{}, int64(0); ; {
		var next *meeting
		for i, w := range s.Watch {
			for _, o := range e.pieces(t.num) {
				if e.burn(s.At); !e.isKind(o.card.Kind, w.Kind) {
					continue
				}
				reach, from := int64(0), come
				if e.local(w.Var, num(o.num)); w.Where != nil && !e.is(w.Where) {
					continue
				}
				if w.Within != nil {
					reach = e.num(w.Within)
				}
				if done[meeting{come, int64(i), o.num}] {
					from++
				}
				word := map[ir.WatchWord]space.Word{ir.Enter: space.Enter, ir.Leave: space.Leave, ir.Touch: space.Touch}[w.Word]
				at, ok := space.Cross(b, path, o.base, reach, from, word)
				m := meeting{at, int64(i), o.num}
				if ok && (next == nil || cmp.Or(cmp.Compare(at, next.at), cmp.Compare(m.watch, next.watch), cmp.Compare(o.num, next.other)) < 0) {
					next = &m
				}
			}
		}
		if next == nil {
			t.at = endOf(path)
			e.tellMove(t)
			return goOn
		}
		done[*next], come = true, next.at
		t.at, _ = space.PointAlong(path, come)
		e.tellMove(t)
		w, stands := s.Watch[next.watch], t.at
		e.local(w.Var, num(next.other))
		if sig := e.block(w.Body); sig != goOn || t.gone || t.place != onTable || t.at != stands {
			return sig
		}
	}
}

// answer is an answer of a script.
type answer struct {
	s      *ir.Answer
	values map[string]val
}

// gives is what it answers to a field.
func (a *answer) gives(x *ir.FormField) (v val, ok bool) {
	if a == nil {
		return nil, false
	}
	v, ok = a.values[x.Field.Name]
	return v, ok
}

// take takes the first answer of the script, if it fits the question.
func (g *game) take(fits func(*answer) bool) *answer {
	if len(g.answers) == 0 || !fits(g.answers[0]) {
		return nil
	}
	a := g.answers[0]
	g.answers = g.answers[1:]
	return a
}

// step does a statement that only scripts have.
func (e *env) step(s ir.Stmt) signal {
	g := e.game
	switch s := s.(type) {
	case *ir.During:
		return e.emit(s.Emit, func(*env) signal { return e.steps(s.Body) })
	case *ir.SetOption:
		g.options[s.Option] = e.num(s.Value)
	case *ir.Stub:
		g.stubs[s.Func] = e.eval(s.Value)
	case *ir.GiveDice:
		for _, f := range s.Faces {
			g.dice = append(g.dice, e.num(f))
		}
	case *ir.Answer:
		a := &answer{s: s, values: map[string]val{}}
		for _, v := range s.Args {
			a.values[v.Name] = e.eval(v.Value)
		}
		g.answers = append(slices.Clip(g.answers), a)
	case *ir.Measure: // whoever asks for the odds works it out
	default:
		if g.test && !e.expected(s) {
			fail(s.Site(), "this is not so")
		}
	}
	return goOn
}

func (e *env) expected(s ir.Stmt) bool {
	g := e.game
	happened := func(event int, where *ir.Expr) bool {
		return slices.ContainsFunc(g.past, func(p *happening) bool {
			in := *e
			in.ev = p
			return p.ID == event && (where == nil || in.is(where))
		})
	}
	switch s := s.(type) {
	case *ir.ExpectCond:
		return e.is(s.Cond)
	case *ir.ExpectRefused:
		return s.Label == "" && len(g.refused) > 0 || slices.Contains(g.refused, s.Label)
	case *ir.ExpectEvent:
		return happened(s.Event, s.Where)
	case *ir.ExpectNoEvent:
		return !happened(s.Event, s.Where)
	case *ir.ExpectText:
		if c := g.p.Cards[s.Card]; s.Hook < 0 {
			return text.Card(g.p, c, s.Lang) == s.Text
		} else {
			return text.Clause(g.p, c, g.p.Hooks[s.Hook], s.Lang) == s.Text
		}
	}
	return false
}

// play plays the script to its end; what fails is its verdict.
func (g *game) play() {
	e := g.inner(ir.None)
	e.loc = vars{}
	for _, t := range g.things {
		if t.card.Kind == ir.ScenarioKind {
			e.self = t.num
		}
	}
	for i, p := range g.s.Players {
		e.loc[slot{p.Slot, false}] = num(g.players[i])
	}
	e.steps(g.s.Do)
	if g.test && len(g.dice)+len(g.answers) > 0 {
		fail(g.s.At, "dice or answers are left over")
	}
}

// steps runs the steps of a script: after each, `becomes` clauses are looked at.
func (e *env) steps(b *ir.Block) signal {
	for _, s := range b.Stmts {
		if sig := e.stmt(s); sig != goOn {
			return sig
		}
		e.look()
	}
	return goOn
}
