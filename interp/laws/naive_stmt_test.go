package laws_test

import (
	"cmp"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/space"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// block runs statements until one of them says that what is around them is left.
func (e *env) block(b *ir.Block) signal {
	if b == nil {
		return goOn
	}
	for i, s := range b.Stmts {
		sig := goOn
		if e.own && !e.g.needed(e.ev) {
			sig.skip = true
		} else if i++; true {
			sig = e.stmt(s)
		}
		if sig == goOn {
			continue
		}
		for _, rest := range b.Stmts[i:] {
			if a, ok := rest.(*ir.Always); ok {
				sig = sig.and(e.always(a))
			}
		}
		return sig
	}
	return goOn
}

// always runs what is run also when steps are skipped.
func (e *env) always(a *ir.Always) signal {
	in := *e
	in.own = false
	return in.block(a.Body)
}

func (e *env) local(v ir.Var, x val) { e.loc.set(v.Slot, v.Type.IsList(), x) }

func (e *env) stmt(s ir.Stmt) signal {
	g := e.g
	g.fuel++
	switch s := s.(type) {
	case *ir.Let:
		e.local(s.Var, e.eval(s.Value))
	case *ir.SetField:
		r := e.ev
		if s.Rec != nil {
			r = e.record(s.Rec)
		}
		v := e.written(s.Field, r.get(s.Field.Slot, s.Field.Type.IsList()), s.Op, s.Value, s.At)
		r.set(s.Field.Slot, s.Field.Type.IsList(), v)
		if i := slices.IndexFunc(r.ev.Fields, func(f *ir.Field) bool { return f.Name == s.Field.Name }); i >= 0 {
			r.written[i] = true
			g.wrote(r, i)
		}
	case *ir.SetCell:
		t := e.thing(s.Inst)
		l := s.Field.Type.IsList()
		was := t.cells.get(s.Field.Slot, l)
		v := e.written(s.Field, was, s.Op, s.Value, s.At)
		t = e.thing(s.Inst)
		t.cells.set(s.Field.Slot, l, v)
		if !l && !same(was, v) { // of lists nothing is told
			en := journal.Entry{Kind: journal.Change, Event: -1, Hook: -1, Inst: t.num, Names: []string{s.Field.Name},
				Ints: []int64{was.N, v.N}, Types: []ir.Type{s.Field.Type}, At: s.At}
			g.tell(en)
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
		return e.repeat(s)
	case *ir.Throw:
		return e.throw(s)
	case *ir.Draw:
		l := slices.Clone(e.eval(s.In).L)
		if len(l) == 0 {
			fail(s.At, "a draw from nothing")
		}
		at := g.throwDice(1, int64(len(l)), s.At)[0]
		e.local(s.Var, num(l[at-1]))
	case *ir.Put:
		e.put(s)
	case *ir.Choose:
		e.chooseOne(s)
	case *ir.Create:
		e.create(s)
	case ir.Change:
		e.change(s)
	case *ir.Push:
		e.push(s)
	case *ir.Travel:
		return e.travel(s)
	case *ir.Act:
		return e.act(s)
	case *ir.ContributeField, *ir.ContributeStat:
		e.add(contributed(s))
	case *ir.Stop:
		for i := len(g.spans) - 1; i >= 0; i-- {
			if g.spans[i].ev.ID == s.Span {
				return signal{stop: g.spans[i].num}
			}
		}
		fail(s.At, "no such span is under way")
	case *ir.Cancel:
		e.ev.cancelled = true
	case *ir.Always:
		return e.always(s)
	case *ir.Note:
		g.tell(journal.Entry{Kind: journal.Note, Event: -1, Hook: -1, Inst: e.self, At: s.At})
	case *ir.Manual:
		g.tell(journal.Entry{Kind: journal.Manual, Event: -1, Hook: -1, Inst: e.self, Text: s.Text, At: s.At})
	default:
		return e.script(s)
	}
	return goOn
}

// written is the value that a write leaves, held in the range of the field.
func (e *env) written(f *ir.Field, was val, op byte, x *ir.Expr, at source.Span) val {
	v := e.eval(x)
	switch op {
	case '+':
		v.N = add(was.N, v.N, at)
	case '-':
		v.N = sub(was.N, v.N, at)
	}
	return held(f, v)
}

func (e *env) emit(s *ir.Emit, body func(*env) signal) signal {
	if e.ev == nil && e.hook < 0 { // a script makes it happen
		e.g.past, e.g.refused = nil, nil
		e.g.tell(journal.Entry{Kind: journal.When, Event: s.Event, Hook: -1, Inst: -1})
	}
	r, done, sig := e.g.call(e.g.p.Events[s.Event], e.args(s), ir.None, e.line, body)
	if s.Result != nil {
		for i, v := range s.Result.Vars {
			f := r.ev.Fields[i]
			e.local(v, r.get(f.Slot, f.Type.IsList()))
		}
	}
	_ = done
	return sig
}

func (e *env) each(s *ir.Each) signal {
	g := e.g
	l := slices.Clone(e.eval(s.In).L)
	stride := max(1, s.Stride)
	insts := s.Var.Type.Kind == ir.Inst
	began := map[int64]bool{}
	for _, n := range l {
		began[n] = insts && g.things[n] != nil && g.inPlay(g.things[n])
	}
	for i := 0; i+stride <= len(l); i += stride {
		g.fuel++
		if insts && (g.things[l[i]].gone || began[l[i]] && !g.inPlay(g.things[l[i]])) {
			continue
		}
		switch {
		case len(s.Group) > 0:
			for j, v := range s.Group {
				e.local(v, num(l[i+j]))
			}
		case s.Var.Type.IsList():
			e.local(s.Var, list(l[i:i+stride]))
		default:
			e.local(s.Var, num(l[i]))
		}
		if s.Where != nil && !e.is(s.Where) {
			continue
		}
		if sig := e.block(s.Body); sig != goOn {
			return sig
		}
	}
	return goOn
}

func (e *env) repeat(s *ir.Repeat) signal {
	times := int64(0)
	if s.Times != nil {
		times = e.num(s.Times)
	}
	for i := int64(0); s.Times != nil && i < times || s.Until != nil && !e.is(s.Until); i++ {
		e.g.fuel++
		if i > 2_000_000 {
			fail(s.At, "too many rounds")
		}
		if sig := e.block(s.Body); sig != goOn {
			return sig
		}
	}
	return goOn
}

// throwDice throws dice, the script's first.
func (g *game) throwDice(n, faces int64, at source.Span) []int64 {
	if faces < 1 || faces > 10_000 || n > 100_000 {
		fail(at, "%d dice of %d faces", n, faces)
	}
	if g.trying {
		panic(notPlain{})
	}
	if !g.fixed && len(g.dice) == 0 {
		return g.next(n, faces, at)
	}
	if int64(len(g.dice)) < n {
		fail(at, "no dice are left")
	}
	out := slices.Clone(g.dice[:n])
	g.dice = g.dice[n:]
	for _, f := range out {
		if f < 1 || f > faces {
			fail(at, "a %d on a die of %d faces", f, faces)
		}
	}
	return out
}

func (e *env) throw(s *ir.Throw) signal {
	g := e.g
	n, faces := e.num(s.Count), e.num(s.Faces)
	class := map[int64]int64{}
	if s.By != nil {
		keep := e.temps[0]
		for f := int64(1); f <= faces; f++ {
			e.temps[0] = num(f)
			class[f] = e.num(s.By)
		}
		e.temps[0] = keep
	}
	var up []int64
	if n > 0 {
		up = descending(g.throwDice(n, faces, s.At))
	}
	en := journal.Entry{Kind: journal.Throw, Event: -1, Hook: e.hook, Inst: e.self, Ints: []int64{n, faces}, Lists: [][]int64{up}, At: s.At}
	if s.By == nil {
		if n > 0 {
			g.tell(en)
		}
		e.local(s.Into, list(append([]int64{}, up...)))
		return goOn
	}
	count := map[int64]int64{}
	var classes, pairs []int64
	for _, f := range up {
		if count[class[f]]++; count[class[f]] == 1 {
			classes = append(classes, class[f])
		}
	}
	slices.Sort(classes)
	for _, c := range classes {
		pairs = append(pairs, c, count[c])
	}
	en.Names, en.Types, en.Lists = []string{"class"}, []ir.Type{s.ByType}, [][]int64{pairs}
	if n > 0 {
		g.tell(en)
	}
	for _, c := range classes {
		e.local(s.Class, num(c))
		e.local(s.Num, num(count[c]))
		if sig := e.block(s.Body); sig != goOn {
			return sig
		}
	}
	return goOn
}

// put adds to a bag: groups that are alike are one, and they are kept in the order of their values.
func (e *env) put(s *ir.Put) {
	into, slot := e.loc, 0
	if s.Local != nil {
		slot = s.Local.Slot
	} else {
		slot = s.Field.Slot
		into = &e.ev.slots
		if s.Rec != nil {
			into = &e.record(s.Rec).slots
		}
	}
	n := e.num(s.Count)
	var row []int64
	for _, v := range s.Values {
		row = append(row, e.num(v))
	}
	if n <= 0 {
		return
	}
	w := len(row)
	var rows [][]int64
	for l := into.lists[slot]; len(l) > 0; l = l[w+1:] {
		rows = append(rows, slices.Clone(l[:w+1]))
	}
	if i := slices.IndexFunc(rows, func(r []int64) bool { return slices.Equal(r[:w], row) }); i >= 0 {
		rows[i][w] = add(rows[i][w], n, s.At)
	} else {
		rows = append(rows, append(row, n))
	}
	slices.SortStableFunc(rows, func(a, b []int64) int { return slices.Compare(a[:w], b[:w]) })
	into.lists[slot] = slices.Concat(rows...)
}

// create makes an instance, with what it carries.
func (e *env) create(s *ir.Create) {
	g := e.g
	c := s.Card
	if s.CardExpr != nil {
		c = int(e.num(s.CardExpr))
	}
	var args []val
	for _, a := range s.Args {
		args = append(args, e.eval(a))
	}
	owner, source, place, bearer := ir.None, ir.None, noPlace, ir.None
	if t := g.things[e.self]; t != nil {
		owner, source = t.owner, t.num
	}
	if s.To != nil {
		to := e.thing(s.To)
		owner, place, bearer = to.owner, onThing, to.num
	}
	if s.From != nil {
		source = e.num(s.From)
	}
	if s.For != nil {
		owner = e.num(s.For)
	}
	var to func(*thing)
	if s.Place != nil {
		to = e.place(s.Place)
	}
	lasts := e.lasts(s.Duration)
	t := g.arrive(g.p.Cards[c])
	if len(g.things) > 10_000 {
		fail(s.At, "more than 10000 instances")
	}
	t.owner, t.source, t.place, t.bearer, t.lasts = owner, source, place, bearer, lasts
	if to != nil {
		to(t)
	}
	g.tell(journal.Entry{Kind: journal.Enter, Event: -1, Hook: -1, Inst: t.num, At: t.card.At})
	g.initCells(t, args, func() {
		for _, i := range s.Cells {
			t.cells.set(i.Field.Slot, i.Field.Type.IsList(), held(i.Field, e.eval(i.Value)))
		}
	})
	if s.As != nil {
		e.local(*s.As, num(t.num))
	}
	for _, x := range g.all() {
		if x.num >= t.num {
			g.firstLook(x)
		}
	}
}

// initCells gives the cells of a thing their first values and brings what it carries.
func (g *game) initCells(t *thing, args []val, given func()) {
	e := &env{g: g, self: t.num, view: ir.None}
	for i, p := range t.card.Params {
		if i < len(args) {
			t.cells.set(p.Slot, p.Type.IsList(), held(p, args[i]))
		}
	}
	for _, f := range append(slices.Clone(g.p.Kinds[t.card.Kind].Fields), t.card.Own[len(t.card.Params):]...) {
		if f.Class == ir.Cell && f.Default != nil {
			t.cells.set(f.Slot, f.Type.IsList(), held(f, e.eval(f.Default)))
		}
	}
	if given != nil {
		given()
	}
	for _, u := range t.card.Carry {
		c := g.arrive(g.p.Cards[u.Card])
		c.owner, c.place, c.bearer = t.owner, onThing, t.num
		g.tell(journal.Entry{Kind: journal.Enter, Event: -1, Hook: -1, Inst: c.num, At: c.card.At})
		g.initCells(c, u.Args, nil)
	}
}

// lasts is a duration from now on.
func (e *env) lasts(d ir.Duration) *lasting {
	e.g.clock++
	l := &lasting{d: d, span: -1, of: ir.None, since: e.g.clock, left: 1}
	about := func(s ir.SpanOf, nth int) {
		l.span, l.left = s.Event, max(1, int64(nth))
		if s.Of != nil {
			l.of = e.num(s.Of)
		}
	}
	switch d := d.(type) {
	case nil:
		return nil
	case *ir.ForSpans:
		about(d.Span, 1)
		l.left = e.num(d.Times)
	case *ir.UntilStart:
		about(d.Span, d.Nth)
	case *ir.UntilEnd:
		about(d.Span, d.Nth)
	case *ir.FromNext:
		about(d.Span, 1)
		l.asleep = true
	}
	return l
}

// place is what puts a thing there.
func (e *env) place(p ir.Place) func(*thing) {
	switch p := p.(type) {
	case *ir.OnInstance:
		on := e.thing(p.Inst)
		return func(t *thing) {
			for x := on; ; x = e.g.things[x.bearer] {
				if x == t {
					fail(p.Inst.At, "%s would lie on itself", t.card.Name)
				}
				if x.place != onThing {
					break
				}
			}
			t.place, t.bearer = onThing, on.num
		}
	case *ir.AtPoint:
		at := toPoint(e.eval(p.Point))
		return func(t *thing) { t.place, t.at = onTable, at }
	case *ir.InZone:
		of := ir.None
		if p.Of != nil {
			of = e.num(p.Of)
		}
		return func(t *thing) { t.place, t.zone, t.zoneOf = inZone, p.Zone, of }
	}
	return func(t *thing) { t.place = nowhere }
}

func (g *game) tellMove(t *thing, at source.Span) {
	g.tell(journal.Entry{Kind: journal.Move, Event: -1, Hook: -1, Inst: t.num, Ints: []int64{t.at.X, t.at.Y, t.at.Z}, At: at})
}

func (e *env) change(s ir.Change) {
	g := e.g
	switch s := s.(type) {
	case *ir.Destroy:
		g.destroy(e.thing(s.What))
	case *ir.Move:
		t, to := e.thing(s.What), e.place(s.To)
		if !t.gone {
			g.moving(t, func() { to(t) })
			g.tellMove(t, s.At)
		}
	case *ir.Give:
		t, whom := e.thing(s.What), e.num(s.Whom)
		var give func(*thing)
		give = func(t *thing) {
			t.owner = whom
			for _, x := range g.on(t.num) {
				give(x)
			}
		}
		give(t)
	case *ir.Hide:
		e.thing(s.What).hidden = true
	case *ir.Reveal:
		t := e.thing(s.What)
		t.hidden = false
		g.tellMove(t, s.At)
	case *ir.Rotate:
		t, d := e.thing(s.What), e.num(s.Turn)
		if s.By {
			d = add(t.facing, turned(d), s.At)
		}
		t.facing = turned(d)
		g.tellMove(t, s.At)
	}
}

// moving puts a thing elsewhere; what thereby comes into play or leaves it is looked at.
func (g *game) moving(t *thing, move func()) {
	was := map[int64]bool{}
	for _, x := range g.all() {
		was[x.num] = g.inPlay(x)
	}
	move()
	for _, x := range g.all() {
		switch now := !x.gone && g.inPlay(x); {
		case now && !was[x.num]:
			g.firstLook(x)
		case was[x.num] && !now && !x.gone:
			g.left(x)
		}
	}
}

// destroy takes a thing out of the game: first what lies on it, by arrival, each in the same way; then
// what lasted as long as it was in play.
func (g *game) destroy(t *thing) {
	if t.gone {
		return
	}
	for _, x := range g.on(t.num) {
		if !x.gone {
			g.destroy(x)
		}
	}
	t.gone = true
	g.tell(journal.Entry{Kind: journal.Leave, Event: -1, Hook: -1, Inst: t.num})
	g.left(t)
}

// left is what follows when a thing has left play.
func (g *game) left(t *thing) {
	for k, things := range g.limitOf {
		if slices.Contains(things, t.num) {
			delete(g.limits, k)
			delete(g.limitOf, k)
		}
	}
	for _, x := range g.all() {
		if !x.gone && x.lasts != nil && x.source == t.num {
			if _, with := x.lasts.d.(*ir.WhileSource); with {
				g.destroy(x)
			}
		}
	}
}

func (e *env) push(s *ir.Push) {
	g := e.g
	t, from, by := e.thing(s.What), e.thing(s.From), e.num(s.By)
	b, ok := g.body(t)
	f, also := g.body(from)
	if !ok || !also {
		fail(s.At, "what is pushed stands on the table")
	}
	all := *e
	all.view = ir.None
	others := all.pieces(true, t.num)
	var bodies []space.Body
	for _, n := range others {
		o, _ := g.body(g.things[n])
		bodies = append(bodies, o)
	}
	table := space.Rect{MaxX: g.width, MaxY: g.depth}
	if g.width == ir.None { // no edge where no table has been laid
		table = space.Rect{MinX: -1 << 30, MinY: -1 << 30, MaxX: 1 << 30, MaxY: 1 << 30}
	}
	moved, hit, edge := space.Push(b, f.At, max(0, by), bodies, table)
	obstacle := ir.None
	if hit >= 0 {
		obstacle = others[hit]
	}
	t.place, t.at = onTable, space.Away(b.At, f.At, moved)
	g.tellMove(t, s.At)
	e.local(s.Moved, num(moved))
	e.local(s.Obstacle, num(obstacle))
	e.local(s.Edge, truth(edge))
}

// travel moves a piece along a path; at each place where a watcher has something to do, it stands there.
func (e *env) travel(s *ir.Travel) signal {
	g := e.g
	t := e.thing(s.What)
	path := slices.Clone(e.eval(s.Along).L)
	b, ok := g.body(t)
	if !ok || len(path) < 3 {
		fail(s.At, "what travels stands on the table")
	}
	type meeting struct {
		at    int64
		w     int
		other int64
	}
	done := map[meeting]bool{}
	for from := int64(0); ; {
		var found []meeting
		for i, w := range s.Watch {
			for _, o := range g.all() {
				g.fuel++
				ob, ok := g.body(o)
				if !ok || o == t || o.place != onTable || !g.isKind(o.card.Kind, w.Kind) {
					continue
				}
				e.local(w.Var, num(o.num))
				r := int64(0)
				if w.Within != nil {
					r = e.num(w.Within)
				}
				at, ok := space.Cross(b, path, ob, r, from, []space.Word{ir.Enter: space.Enter, ir.Leave: space.Leave, ir.Touch: space.Touch}[w.Word])
				if m := (meeting{at, i, o.num}); ok && !done[m] {
					found = append(found, m)
				}
			}
		}
		if len(found) == 0 {
			break
		}
		slices.SortStableFunc(found, func(a, b meeting) int { return cmp.Or(cmp.Compare(a.at, b.at), a.w-b.w, cmp.Compare(a.other, b.other)) })
		m := found[0]
		from = m.at
		done[m] = true
		w := s.Watch[m.w]
		was := t.at
		p, _ := space.PointAlong(path, m.at)
		t.at = p
		e.local(w.Var, num(m.other))
		if w.Where != nil && !e.is(w.Where) {
			t.at = was
			continue
		}
		g.tellMove(t, s.At)
		if sig := e.block(w.Body); sig != goOn {
			return sig
		}
		if t.gone || t.place != onTable || t.at != p {
			return goOn
		}
	}
	end := toPoint(list(path[len(path)-3:]))
	t.at = end
	g.tellMove(t, s.At)
	return goOn
}
