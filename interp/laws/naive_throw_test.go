package laws_test

import (
	"cmp"
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// A throw that clauses of the program speak of is an event, and its dice lie in its record, face by face.

// thrownDice is what a throw has come to.
type thrownDice struct {
	stmt    *ir.Throw
	dice    []die // lowest first, of equal ones those first that were thrown once
	class   map[int64]int64
	hearers map[clause]bool
}

type die struct {
	face  int64
	twice bool
}

// heardBy tells whether a clause heard the throw as its dice fell; of other events, that it did.
func (e *happening) heardBy(c clause) bool {
	return e == nil || e.thrown == nil || c.hook.Stage != ir.After && c.hook.Stage != ir.MayAfter || e.thrown.hearers[c]
}

// faces are the dice, highest first.
func (t *thrownDice) faces() val {
	return descending(mapped(t.dice, func(d die) int64 { return d.face }))
}

// sorted are faces as the thrower sorts them.
func (t *thrownDice) sorted(up val) val {
	if t.stmt.By == nil {
		return up
	}
	count := map[int64]int64{}
	for _, f := range up {
		count[t.class[f]]++
	}
	var pairs val
	for _, c := range slices.Sorted(maps.Keys(count)) {
		pairs = append(pairs, c, count[c])
	}
	return pairs
}

// lie puts the dice in order, and shows them.
func (e *happening) lie() {
	slices.SortFunc(e.thrown.dice, func(a, b die) int {
		return cmp.Or(cmp.Compare(a.face, b.face), either(a.twice == b.twice, 0, either(b.twice, -1, 1)))
	})
	e.vars[slot{ir.ThrowFaces, true}] = e.thrown.faces()
	var once val
	for _, d := range e.thrown.dice { // lowest first
		if !d.twice {
			once = append(once, d.face)
		}
	}
	e.vars[slot{ir.ThrowOnce, true}] = once
}

// heard makes a throw an event, and takes what has come of it.
func (e *env) heard(s *ir.Throw) signal {
	g, lies := e.game, (*thrownDice)(nil)
	r, sig := g.call(g.p.Throw, e.args(s.Heard.Args), ir.None, e.line, func(in *env) signal {
		r := in.ev
		n, faces := r.get(slot{ir.ThrowNumber, false})[0], r.get(slot{ir.ThrowSize, false})[0]
		must(faces >= 1 && faces <= 10_000 && n <= 100_000, s.At, "%d dice of %d faces", n, faces)
		t := &thrownDice{stmt: s, class: map[int64]int64{}, hearers: map[clause]bool{}}
		for _, stage := range []ir.Stage{ir.After, ir.MayAfter} {
			for _, c := range g.clauses(stage, r.ID) {
				t.hearers[c] = g.awake(c) && g.inside(c, r).or(c.hook.Head, 1) == 1
			}
		}
		by := *e
		by.temps = maps.Clone(e.temps)
		for f := int64(1); s.By != nil && f <= faces; f++ {
			by.temps[0] = num(f)
			t.class[f] = by.num(s.By)
		}
		r.thrown, lies = t, t
		for _, f := range g.dies(n, faces, s.At) {
			t.dice = append(t.dice, die{face: f})
		}
		r.lie()
		if n > 0 {
			e.tell("throw", e.thrower(), val{n, faces}, []val{t.sorted(t.faces())})
		}
		return goOn
	})
	if ok := r.happened() || r.cancelled; e.acted != nil {
		*e.acted, *e.failed = *e.acted || ok, *e.failed || !ok
	}
	if sig != goOn {
		return sig
	}
	if lies == nil {
		return e.takes(s, nil, nil)
	}
	up := lies.faces()
	if s.One && s.By != nil && len(up) > 0 {
		return e.takes(s, up, num(lies.class[up[0]]))
	}
	return e.takes(s, up, lies.sorted(up))
}

// onDice does something to the dice of the throw that a clause has heard.
func (e *env) onDice(s *ir.OnDice) {
	g, t := e.game, e.ev.thrown
	in := *e
	in.temps = maps.Clone(e.temps)
	var fit []int
	for i, d := range t.dice {
		if in.temps[0] = num(d.face); in.or(s.Where, 1) == 1 && !(s.Op == ir.AgainDice && d.twice) {
			fit = append(fit, i)
		}
	}
	if s.Pick != nil {
		if len(fit) == 0 || e.or(s.Times, 1) <= 0 || !g.mayAgain(e.ev) {
			return
		}
		e.choose(s.Pick)
		left := slices.Clone(e.loc[slotOf(s.Pick.Form[0].Field)])
		fit = slices.DeleteFunc(fit, func(i int) bool {
			at := slices.Index(left, t.dice[i].face)
			if at >= 0 {
				left = slices.Delete(left, at, at+1)
			}
			return at < 0
		})
	}
	n, faces := e.or(s.Times, int64(len(fit))), e.ev.get(slot{ir.ThrowSize, false})[0]
	if s.Op != ir.MoreDice {
		n = max(0, min(n, int64(len(fit))))
		fit = fit[:n]
	}
	if n <= 0 || s.Op == ir.AgainDice && s.Pick == nil && !g.mayAgain(e.ev) {
		return
	}
	var was, is val
	rest := slices.Clone(t.dice)
	put := func(f int64, twice bool) {
		is = append(is, f)
		rest = append(rest, die{f, twice})
	}
	if s.Op != ir.MoreDice {
		for _, i := range slices.Backward(fit) {
			was = append(was, rest[i].face)
			rest = slices.Delete(rest, i, i+1)
		}
	}
	switch s.Op {
	case ir.AgainDice, ir.MoreDice:
		for _, f := range g.dies(n, faces, s.At) {
			put(f, s.Op == ir.AgainDice)
		}
	case ir.TurnDice:
		for _, i := range fit {
			in.temps[0] = num(t.dice[i].face)
			put(max(1, min(in.num(s.To), faces)), t.dice[i].twice)
		}
	}
	t.dice = rest
	e.ev.lie()
	g.tell("dice", g.told(clause{e.hook, e.self}), ir.DiceOps[s.Op], []val{t.sorted(descending(was)), t.sorted(descending(is))})
}

// mayAgain asks whether dice of a throw may be thrown again.
func (g *game) mayAgain(e *happening) bool {
	again, label, by := slot{ir.ThrowAgain, false}, "", (*clause)(nil)
	e.vars[again] = num(1)
	g.each(ir.Cannot, e.ID, func(c clause) bool {
		if g.seen(g.things[c.self]) && g.applies(c, e) {
			label, by = c.hook.Label, &c
		}
		return label != ""
	})
	if label != "" {
		g.refused = append(g.refused, label)
		g.tell("refused", g.fields(e, func(f *ir.Field) bool { return f.Param }), "by", label)
	}
	e.vars[again] = num(0)
	if by != nil {
		g.used(*by)
	}
	return by == nil
}
