package laws_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/interp/space"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// The second interpreter is lang/spec.md made executable, and in no other way: it walks the tree, keeps all
// that decides in one world of things and events, copies that world to try something, remembers no value and
// narrows no search. It is slow, and it is the oracle of the machine.

// val is every value: a number is a list of one, and what is absent ir.None, or of lists the list of nothing.
// A val is never changed in place.
type val []int64

func num(n int64) val { return val{n} }

func truth(b bool) val {
	if b {
		return num(1)
	}
	return num(0)
}

// vars are fields, cells or locals.
type vars map[slot]val

type slot struct {
	n    int
	list bool
}

func (v vars) get(s slot) val {
	if x, ok := v[s]; ok || s.list {
		return x
	}
	return num(0)
}

func slotOf(f *ir.Field) slot { return slot{f.Slot, f.Type.IsList()} }
func slotIn(v ir.Var) slot    { return slot{v.Slot, v.Type.IsList()} }

func (v vars) of(f *ir.Field) val { return v.get(slotOf(f)) }

// where says in which sort of place a thing is.
type where int

const (
	noPlace where = iota // in play, without a place
	nowhere
	onTable
	inZone
	onThing
)

// thing is an instance. Its number is its arrival and is never used again.
type thing struct {
	num, owner, source, bearer, zoneOf, facing int64
	name                                       string // in what is told
	card                                       *ir.Card
	cells                                      vars
	place                                      where
	at                                         space.Point
	zone                                       int
	hidden, gone                               bool
	lasts                                      *lasting
	held                                       map[int]bool // its `becomes` clauses that held at the last look
}

// lasting is a duration under way.
type lasting struct {
	d      ir.Duration
	span   int   // the span that it looks at, -1
	of     int64 // what the span must be about; None: any
	since  int64 // the moment of the application
	left   int64 // how many edges are still to come
	during int64 // the span that it lasts for, once it has woken
}

func (l *lasting) asleep() bool {
	if l == nil {
		return false
	}
	_, sleeps := l.d.(*ir.FromNext)
	return sleeps && l.during == 0
}

// happening is an event under way, and its record.
type happening struct {
	*ir.Event
	vars
	num, self, owner                   int64        // self offers the action; owner is whose span it is
	given                              map[int]bool // fields that the caller or the form gave, or a clause wrote
	parts                              []part
	begun                              int64 // the moment at which the span began; 0: not under way
	cancelled, replaced, folded, waits bool
	label                              string              // of what refused it
	line                               []*ir.Hook          // the `instead` clauses whose steps called it
	body                               func(e *env) signal // in place of its own steps
}

// world is all that decides.
type world struct {
	things  []*thing
	events  map[int64]*happening // under way
	stack   []*happening
	limits  map[string]*spent
	options []int64
	stubs   map[int]val
	clock   int64 // counts what comes into being and what begins
	dice    []int64
	answers []*answer
	past    []*happening // what was done since the last `when`
	refused []string     // and what was refused
}

// spent is how often something was done within a limit.
type spent struct {
	times, span int64
	about       val
}

func (w *world) clone() *world {
	c := *w
	c.things, c.stack, c.events = slices.Clone(w.things), slices.Clone(w.stack), map[int64]*happening{}
	c.limits, c.options, c.stubs = map[string]*spent{}, slices.Clone(w.options), maps.Clone(w.stubs)
	for i, t := range w.things {
		n := *t
		n.cells, n.held = maps.Clone(t.cells), maps.Clone(t.held)
		if t.lasts != nil {
			l := *t.lasts
			n.lasts = &l
		}
		c.things[i] = &n
	}
	for i, e := range w.stack {
		n := *e
		n.vars, n.given, n.parts = maps.Clone(e.vars), maps.Clone(e.given), slices.Clone(e.parts)
		c.stack[i], c.events[n.num] = &n, &n
	}
	for k, s := range w.limits {
		n := *s
		c.limits[k] = &n
	}
	return &c
}

// game is a world, and what stands around it.
type game struct {
	*world
	p            *ir.Program
	s            *ir.Script
	players      []int64
	width, depth int64
	view         int64 // the player in whose view lists are read; None: all is seen
	fuel         int
	trying       bool // what is done will be taken back
	test         bool // expectations count, and only given dice are thrown
	count        map[int]int
	heard        func(line string)
	throw        func(n, faces int64) []int64
}

// try does something and takes it back.
func (g *game) try(do func()) {
	was, trying, view := g.world, g.trying, g.view
	g.world, g.trying = was.clone(), true
	defer func() { g.world, g.trying, g.view = was, trying, view }()
	do()
}

// wanted is thrown where something that is tried would throw dice or ask a player.
type wanted struct{}

func (g *game) want() {
	if g.trying {
		panic(wanted{})
	}
}

// goesOn does something and tells whether it came to its end without wanting anything.
func goesOn(do func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil && r != (wanted{}) {
			panic(r)
		}
	}()
	do()
	return true
}

// seenBy does something in the view of a player.
func (g *game) seenBy(player int64, do func()) {
	was := g.view
	defer func() { g.view = was }()
	g.view = player
	do()
}

// mishap is what cannot be done, a budget or a mistake of content.
type mishap struct {
	at   source.Span
	what string
}

func (f mishap) Error() string { return fmt.Sprintf("%s (line %d)", f.what, line(f.at)) }

func line(at source.Span) int {
	if !at.IsValid() {
		return 0
	}
	return at.Pos().Line
}

func fail(at source.Span, format string, args ...any) {
	panic(mishap{at, fmt.Sprintf(format, args...)})
}

// burn bounds what content may use.
func (g *game) burn(at source.Span) {
	if g.fuel++; g.fuel > 10_000_000 {
		fail(at, "too many steps")
	}
}

// tell says what happened.
func (g *game) tell(words ...any) {
	if !g.trying {
		g.heard(strings.Join(strings.Fields(fmt.Sprintln(words...)), " "))
	}
}

func newGame(p *ir.Program, s *ir.Script, heard func(string), throw func(n, faces int64) []int64) *game {
	g := &game{world: &world{events: map[int64]*happening{}, limits: map[string]*spent{}, stubs: map[int]val{}}, p: p, s: s,
		width: s.Width, depth: s.Depth, view: ir.None, test: s.Word == ir.TestScript, count: map[int]int{}, throw: throw}
	for _, o := range p.Options {
		g.options = append(g.options, o.Value)
	}
	for range s.Players {
		t := g.arrive(p.Cards[slices.IndexFunc(p.Cards, func(c *ir.Card) bool { return c.Kind == ir.PlayerKind })])
		t.owner, t.name = t.num, fmt.Sprint("player", t.num)
		g.players = append(g.players, t.num)
	}
	for _, c := range p.Cards {
		if c.Kind == ir.RuleKind || c.ID == s.Card {
			g.arrive(c)
		}
	}
	for _, t := range g.things {
		g.firstCells(t, nil)
	}
	for _, t := range g.things {
		g.firstLook(t)
	}
	g.heard = heard
	return g
}

// arrive makes a thing of a card.
func (g *game) arrive(c *ir.Card) *thing {
	g.clock++
	t := &thing{num: int64(len(g.things)), card: c, name: c.Name, owner: ir.None, source: ir.None, bearer: ir.None, zoneOf: ir.None,
		cells: vars{}, held: map[int]bool{}}
	g.things = append(g.things, t)
	return t
}

// firstCells gives the cells of a thing their first values.
func (g *game) firstCells(t *thing, args []val) {
	e := &env{game: g, self: t.num, temps: map[int64]val{}}
	for i, a := range args {
		t.cells[slotOf(t.card.Params[i])] = held(t.card.Params[i], a)
	}
	for _, f := range append(slices.Clone(g.p.Kinds[t.card.Kind].Fields), t.card.Own[len(t.card.Params):]...) {
		if f.Class == ir.Cell && f.Default != nil {
			t.cells[slotOf(f)] = held(f, e.eval(f.Default))
		} else if f.Class == ir.Cell && f.Type.Optional {
			t.cells[slotOf(f)] = num(ir.None)
		}
	}
}

// known is a thing by its number; what is gone is found as it last was.
func (g *game) known(n int64, at source.Span) *thing {
	if n < 0 || n >= int64(len(g.things)) {
		fail(at, "there is no such thing")
	}
	return g.things[n]
}

// all is every thing that is not gone and that fits, by arrival.
func (g *game) all(fits func(t *thing) bool) []*thing {
	return keep(g.things, func(t *thing) bool { return !t.gone && fits(t) })
}

// on is what lies on a thing, by arrival.
func (g *game) on(n int64) []*thing {
	return g.all(func(t *thing) bool { return t.place == onThing && t.bearer == n })
}

// inKind is what is in play of a kind and in view, by arrival.
func (g *game) inKind(kind int) []*thing {
	return g.all(func(t *thing) bool { return g.isKind(t.card.Kind, kind) && g.inPlay(t) && g.seen(t) })
}

// under is a thing, what it lies on, and so on down.
func (g *game) under(t *thing) []*thing {
	out := []*thing{t}
	for ; t.place == onThing; out = append(out, t) {
		t = g.things[t.bearer]
	}
	return out
}

// inPlay tells whether a thing is somewhere: what lies on something is where that is.
func (g *game) inPlay(t *thing) bool {
	all := g.under(t)
	return all[len(all)-1].place != nowhere && !slices.ContainsFunc(all, func(x *thing) bool { return x.gone })
}

// inForce tells whether the clauses of a thing work: in a zone they rest, and what sleeps has none.
func (g *game) inForce(t *thing) bool {
	all := g.under(t)
	return g.inPlay(t) && all[len(all)-1].place != inZone && !slices.ContainsFunc(all, func(x *thing) bool { return x.lasts.asleep() })
}

// isKind tells whether a kind is another or extends it; -1 is any.
func (g *game) isKind(k, want int) bool {
	for ; k >= 0; k = g.p.Kinds[k].Parent {
		if k == want {
			return true
		}
	}
	return want < 0
}

// bearerOf is what a thing lies on, or itself.
func (g *game) bearerOf(t *thing) *thing {
	if t.place == onThing {
		return g.things[t.bearer]
	}
	return t
}

// seen tells whether the player in whose view all is read sees a thing.
func (g *game) seen(t *thing) bool { return g.view == ir.None || g.visible(t, g.view) }

// visible tells whether a player sees a thing, and what it lies on.
func (g *game) visible(t *thing, player int64) bool {
	for _, x := range g.under(t) {
		if x.hidden && x.owner != player {
			return false
		}
		if x.place != inZone {
			continue
		}
		owner, z := x.zoneOf, g.p.Zones[x.zone]
		if !z.OfPlayers {
			owner = x.owner
		}
		if z.Seen == ir.ByNobody || z.Seen == ir.ByOwner && owner != player {
			return false
		}
	}
	return true
}

// span is the innermost span under way that fits, nil when there is none.
func (g *game) span(fits func(e *happening) bool) *happening {
	for _, e := range slices.Backward(g.stack) {
		if e.begun > 0 && fits(e) {
			return e
		}
	}
	return nil
}

func (g *game) spanOf(id int) *happening {
	return g.span(func(e *happening) bool { return e.ID == id })
}

// active is the owner of the innermost span that has one.
func (g *game) active() int64 {
	if e := g.span(func(e *happening) bool { return e.owner != ir.None }); e != nil {
		return e.owner
	}
	return ir.None
}

// show writes a value for what is told and compared.
func (g *game) show(t ir.Type, v val) string {
	if t.Kind == ir.Record {
		return "*"
	}
	if !t.IsList() && t.Kind != ir.Inst {
		return fmt.Sprint(v[0])
	}
	out := []string{}
	for _, n := range v {
		if s := fmt.Sprint(n); t.Kind != ir.Inst && t.Elem != ir.Inst {
			out = append(out, s)
		} else if n < 0 {
			out = append(out, "none")
		} else {
			out = append(out, g.things[n].name)
		}
	}
	if t.IsList() {
		return "[" + strings.Join(out, " ") + "]"
	}
	return out[0]
}

func nums(l []*thing) val {
	out := val{}
	for _, t := range l {
		out = append(out, t.num)
	}
	return out
}

// keep is the members of a list that fit, in a list of its own.
func keep[S ~[]T, T any](l S, ok func(T) bool) S {
	out := S{}
	for _, m := range l {
		if ok(m) {
			out = append(out, m)
		}
	}
	return out
}
