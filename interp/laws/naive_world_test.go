package laws_test

import (
	"fmt"
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/internal/space"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// The second interpreter is lang/spec.md made executable, and in no other way: it walks the tree, keeps all
// that decides in one world of things and events, copies that world to try something, remembers no value and
// narrows no search. It is slow, and it is the oracle of the machine.

// val is every value: a number is a list of one, and what is absent ir.None, or of lists the list of nothing.
// A val is never changed in place.
type val []int64

func num(n int64) val    { return val{n} }
func truth(b bool) val   { return either(b, num(1), num(0)) }
func none(t ir.Type) val { return either(t.IsList(), val{}, num(ir.None)) }

// absent tells whether a value is none.
func absent(t ir.Type, v val) bool {
	return either(t.IsList(), t.Optional && len(v) == 0, slices.Equal(v, num(ir.None)))
}

func either[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

// vars are fields, cells or locals.
type vars map[slot]val

type slot struct {
	n    int
	list bool
}

func slotOf(f *ir.Field) slot         { return slot{f.Slot, f.Type.IsList()} }
func slotIn(v ir.Var) slot            { return slot{v.Slot, v.Type.IsList()} }
func slotAt(x *ir.Expr) slot          { return slot{int(x.N), x.Lists} }
func (v vars) of(f *ir.Field) val     { return v.get(slotOf(f)) }
func (v vars) set(f *ir.Field, x val) { v[slotOf(f)] = x }
func (v vars) get(s slot) val {
	if x, ok := v[s]; ok || s.list {
		return x
	}
	return num(0)
}

// where says in which sort of place a thing is.
type where int

const (
	noPlace where = iota // in play, without a place
	nowhere
	onTable
	inZone
	onThing
)

// place is where a thing is.
type place struct {
	where
	bearer, zone, zoneOf int64
	at                   space.Point
}

// thing is an instance. Its number is its arrival and is never used again.
type thing struct {
	place
	num, owner, source, facing int64
	name                       string // in what is told
	card                       *ir.Card
	cells                      vars
	hidden, gone               bool
	lasts                      lasting
	held                       map[int]bool // its `becomes` clauses that held at the last look
}

// lasting is a duration under way: it ends with the left-th edge of a span. One that wakes lasts for a span.
type lasting struct {
	ending                  ir.Ending
	span                    int   // the span that it looks at, -1
	of                      int64 // what the span must be about; None: any
	since, left, during     int64 // the moment of the application; the span that it woke for
	atEnd, onlyLater, wakes bool
}

func (t *thing) asleep() bool { return t.lasts.wakes && t.lasts.during == 0 }

// happening is an event under way, and its record.
type happening struct {
	*ir.Event
	vars
	num, self, owner            int64        // self offers the action; owner is whose span it is
	given                       map[int]bool // fields that the caller or the form gave, or a clause wrote
	worked                      map[int]bool // fields that have been worked out
	parts                       []part
	begun                       int64 // the moment at which the span began; 0: not under way
	cancelled, replaced, folded bool
	filled                      bool     // what replaced it wrote a field of it
	replacements                int      // how many clauses replaced it: each but the last let it go on
	unoffered                   bool     // an action of a card that nothing gives to who does it
	judged                      bool     // its second step has begun
	label                       string   // of what refused it
	line                        []clause // the `instead` clauses whose steps called it, or let it go on
	body                        func(*env) signal
	thrown                      *thrownDice // of a throw
}

// world is all that decides.
type world struct {
	things  []*thing
	stack   []*happening // events under way
	limits  map[string]*spent
	options []int64
	stubs   map[int]val
	clock   int64 // counts what comes into being and what begins
	dice    val   // of the script, and its answers
	answers []*answer
	past    []*happening // what was done since the last `when`
	refused []string     // and what was refused
}

// spent is how often something was done within a limit.
type spent struct {
	times, span int64
	about       val // the things among its keys
}

func (w *world) clone() *world {
	c := *w
	c.limits, c.options, c.stubs = map[string]*spent{}, slices.Clone(w.options), maps.Clone(w.stubs)
	c.things = mapped(w.things, func(t *thing) *thing {
		n := *t
		n.cells, n.held = maps.Clone(t.cells), maps.Clone(t.held)
		return &n
	})
	c.stack = mapped(w.stack, func(e *happening) *happening {
		n := *e
		n.vars, n.given, n.worked, n.parts = maps.Clone(e.vars), maps.Clone(e.given), maps.Clone(e.worked), slices.Clone(e.parts)
		return &n
	})
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
	players      val
	width, depth int64
	view         int64 // the player in whose view lists are read; None: all is seen
	fuel         int
	trying       bool        // what is done will be taken back
	apart        bool        // what is asked speaks of no event
	test         bool        // expectations count, and only given dice are thrown
	step         source.Span // of the script, that runs
	count        map[int]int
	heard        func(line string)
	throw        func(n, faces int64) []int64
}

// try does something and takes it back.
func (g *game) try(do func()) {
	was, trying := g.world, g.trying
	g.world, g.trying = was.clone(), true
	defer func() { g.world, g.trying = was, trying }()
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

// asSeen works something out as the player sees it who looks, or else, where that cannot be done, as it is.
func (g *game) asSeen(work func()) {
	failed := func() (failed bool) {
		defer func() {
			if r := recover(); r != nil {
				if _, failed = r.(mishap); !failed || g.view == ir.None {
					panic(r)
				}
			}
		}()
		work()
		return false
	}()
	if failed {
		g.seenBy(ir.None, work)
	}
}

// seeing is the same of a value.
func seeing[T any](g *game, of func() T) (out T) {
	g.asSeen(func() { out = of() })
	return out
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

// must is a failure unless something is so.
func must(ok bool, at source.Span, format string, args ...any) {
	if !ok {
		panic(mishap{at, fmt.Sprintf(format, args...)})
	}
}

// burn bounds what content may use.
func (g *game) burn(at source.Span) {
	g.fuel++
	must(g.fuel <= 10_000_000, at, "too many steps")
}

func newGame(p *ir.Program, s *ir.Script, heard func(string), throw func(n, faces int64) []int64) *game {
	g := &game{world: &world{limits: map[string]*spent{}, stubs: map[int]val{}}, p: p, s: s, width: s.Width, depth: s.Depth,
		view: ir.None, test: s.Word == ir.TestScript, count: map[int]int{}, throw: throw, heard: func(string) {}}
	g.options = mapped(p.Options, func(o *ir.Option) int64 { return o.Value })
	for i := range s.Players {
		c := p.Cards[slices.IndexFunc(p.Cards, func(c *ir.Card) bool { return c.Kind == ir.PlayerKind })]
		g.bring(c, thing{owner: int64(i), source: ir.None}, nil).name = fmt.Sprint("player", i)
		g.players = append(g.players, int64(i))
	}
	aside := func(c *ir.Card) { g.bring(c, thing{owner: ir.None, source: ir.None}, nil).name = c.Name }
	if s.Card >= 0 {
		aside(p.Cards[s.Card])
	}
	for _, c := range p.Cards {
		if c.Kind == ir.RuleKind {
			aside(c)
		}
	}
	g.heard, g.count = heard, map[int]int{}
	return g
}

// bring brings a thing of a card, with the first values of its cells and with what it carries.
func (g *game) bring(c *ir.Card, like thing, args []val) *thing {
	must(len(g.things) < 10_000, c.At, "more than 10000 instances")
	t := &like
	t.num, t.card, t.cells, t.held = int64(len(g.things)), c, vars{}, map[int]bool{}
	g.things = append(g.things, t)
	in := g.inner(t.num)
	for i, a := range args {
		t.cells.set(c.Params[i], held(c.Params[i], a))
	}
	for _, f := range append(slices.Clone(g.p.Kinds[c.Kind].Fields), c.Own[len(c.Params):]...) {
		if f.Class == ir.Cell && f.Default != nil {
			t.cells.set(f, held(f, in.eval(f.Default)))
		} else if f.Class == ir.Cell && f.Type.Optional {
			t.cells.set(f, none(f.Type))
		}
	}
	if one := c.One; one != nil && one.Renewed && g.inForce(t) {
		if first := g.first(t); first != t {
			first.lasts, first.source, t.gone = t.lasts, t.source, true
			g.tell("renew", first.name)
			return first
		}
	}
	if !g.trying {
		g.count[c.ID]++
		t.name = fmt.Sprint(c.Name, "#", g.count[c.ID])
	}
	g.tell("enter", t.name)
	for _, u := range c.Carry {
		given := mapped(u.Args, func(a ir.Value) val { return either(a.L != nil, a.L, val{a.N}) })
		g.bring(g.p.Cards[u.Card], thing{owner: t.owner, source: ir.None, place: place{where: onThing, bearer: t.num}}, given)
	}
	g.firstLook(t)
	return t
}

// known is a thing by its number; what is gone is found as it last was.
func (g *game) known(n int64, at source.Span) *thing {
	must(n >= 0 && n < int64(len(g.things)), at, "there is no such thing")
	return g.things[n]
}

// all is every thing that is not gone and that fits, by arrival.
func (g *game) all(fits func(t *thing) bool) []*thing {
	return keep(g.things, func(t *thing) bool { return !t.gone && fits(t) })
}

// on is what lies on a thing, by arrival.
func (g *game) on(t *thing) []*thing {
	return g.all(func(x *thing) bool { return x.where == onThing && x.bearer == t.num })
}

// inKind is what is in play of a kind and in view, by arrival.
func (g *game) inKind(kind int) []*thing {
	return g.all(func(t *thing) bool { return g.isA(t, kind) && g.inPlay(t) && g.seen(t) })
}

// under is a thing, what it lies on, and so on down to what lies on nothing.
func (g *game) under(t *thing) (all []*thing, last *thing) {
	for all = []*thing{t}; t.where == onThing; all = append(all, t) {
		t = g.things[t.bearer]
	}
	return all, t
}

// pile is a thing and all that lies on it.
func (g *game) pile(t *thing) []*thing {
	return keep(g.things, func(x *thing) bool { all, _ := g.under(x); return x == t || !x.gone && slices.Contains(all, t) })
}

// inPlay tells whether a thing is somewhere: what lies on something is where that is.
func (g *game) inPlay(t *thing) bool {
	all, last := g.under(t)
	return last.where != nowhere && !slices.ContainsFunc(all, func(x *thing) bool { return x.gone })
}

// inForce tells whether the clauses of a thing work: in a zone they rest, and what sleeps has none.
func (g *game) inForce(t *thing) bool {
	all, last := g.under(t)
	return g.inPlay(t) && last.where != inZone && !slices.ContainsFunc(all, (*thing).asleep)
}

// first is the first of the things that count as one with a thing and whose clauses work.
func (g *game) first(t *thing) *thing {
	one := t.card.One
	if one == nil || !g.keyed(t) {
		return t
	}
	key := g.inner(t.num).eval(one.Key)
	for _, x := range g.things[:t.num] {
		if x.card == t.card && g.inForce(x) && g.keyed(x) && same(g.inner(x.num).eval(one.Key), key) {
			return x
		}
	}
	return t
}

func (g *game) keyed(t *thing) bool {
	return g.has(t, t.card.One.Wants)
}

// isA tells whether a thing is what a type names: of that kind, or of that one card; -1 is any.
func (g *game) isA(t *thing, ref int) bool {
	if card := g.p.CardAt(ref); card != nil {
		return t.card == card
	}
	return g.isKind(t.card.Kind, ref)
}

// isKind tells whether a kind is another or extends it; -1 is any.
func (g *game) isKind(k, want int) bool {
	for k >= 0 && k != want {
		k = g.p.Kinds[k].Parent
	}
	return k == want || want < 0
}

// bearerOf is what a thing lies on, or itself.
func (g *game) bearerOf(t *thing) *thing {
	return g.things[either(t.where == onThing, t.bearer, t.num)]
}

// liesOn tells whether a thing lies on something of one of the kinds.
func (g *game) liesOn(t *thing, kinds []int) bool {
	return t.where == onThing && slices.ContainsFunc(kinds, func(k int) bool { return g.isA(g.things[t.bearer], k) })
}

// seen tells whether the player in whose view all is read sees a thing.
func (g *game) seen(t *thing) bool { return g.view == ir.None || g.visible(t, g.view) }

// visible tells whether a player sees a thing, and what it lies on.
func (g *game) visible(t *thing, player int64) bool {
	all, _ := g.under(t)
	return !slices.ContainsFunc(all, func(x *thing) bool {
		if x.where != inZone {
			return x.hidden && x.owner != player
		}
		z := g.p.Zones[x.zone]
		owner := either(z.OfPlayers, x.zoneOf, x.owner)
		return x.hidden && x.owner != player || z.Seen == ir.ByNobody || z.Seen == ir.ByOwner && owner != player
	})
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

func nums(l []*thing) val { return mapped(l, func(t *thing) int64 { return t.num }) }

// mapped is what something makes of each member of a list.
func mapped[T, U any](l []T, f func(T) U) []U {
	out := []U{}
	for _, m := range l {
		out = append(out, f(m))
	}
	return out
}

// keep is the members of a list that fit, in a list of its own.
func keep[S ~[]T, T any](l S, ok func(T) bool) S {
	return slices.DeleteFunc(append(S{}, l...), func(m T) bool { return !ok(m) })
}

// distinct are the members of a list, each once.
func distinct(l val) (out val) {
	return keep(l, func(n int64) bool {
		again := slices.Contains(out, n)
		out = append(out, n)
		return !again
	})
}
