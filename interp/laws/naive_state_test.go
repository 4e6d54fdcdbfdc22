package laws_test

import (
	"fmt"
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/space"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// The naive interpreter plays a checked program as lang/spec.md says and in no other way: it walks the
// tree, keeps things in a map, remembers no value and narrows no search. It is slow, and it is the oracle
// of the machine.

type val = ir.Value

// slots are what a piece of code can write: its fields and locals.
type slots struct {
	ints  []int64
	lists [][]int64
}

func newSlots(f ir.Frame) slots {
	return slots{slices.Repeat([]int64{ir.None}, f.Ints), make([][]int64, f.Lists)}
}

func (s *slots) get(slot int, list bool) val {
	if list {
		return val{L: s.lists[slot]}
	}
	return val{N: s.ints[slot]}
}

func (s *slots) set(slot int, list bool, v val) {
	if list {
		s.lists[slot] = slices.Clone(v.L)
	} else {
		s.ints[slot] = v.N
	}
}

func (s *slots) copy() slots {
	c := slots{slices.Clone(s.ints), slices.Clone(s.lists)}
	return c // what a list slot holds is never written in place
}

// where says in which sort of place a thing is.
type where int

const (
	noPlace where = iota
	nowhere
	onTable
	inZone
	onThing
)

// thing is an instance. Its number is its arrival and is never used again.
type thing struct {
	num           int64
	card          *ir.Card
	cells         slots
	owner, source int64
	place         where
	bearer        int64 // with onThing
	at            space.Point
	zone          int
	zoneOf        int64
	facing        int64
	hidden, gone  bool
	lasts         *lasting
	held          map[int]bool // of its `becomes` clauses: what the last look saw
	cameAt        int64
}

// lasting is a duration under way.
type lasting struct {
	d      ir.Duration
	span   int   // the event that it looks at, -1
	of     int64 // what the span must be about; None: any
	since  int64 // the moment of the application
	left   int64 // how many edges are still to come
	asleep bool
	during int64 // the span that it lasts for, once awake
}

// happening is one event under way, and its record.
type happening struct {
	slots
	num       int64
	ev        *ir.Event
	given     []bool // by field: given by the caller or the form
	written   []bool // written by a clause
	sums      []sum
	cancelled bool
	judged    bool // nothing refused it in steps 1 and 2
	folded    bool
	replaced  bool       // a clause did something in its place
	line      []*ir.Hook // the `instead` clauses whose steps called it
	self      int64      // what offers the action
	owner     int64      // of a span under way
	began     int64
	body      func(e *env) signal // in place of its own steps
}

// sum is a contribution to a field or stat.
type sum struct {
	c    *contribution
	v    int64
	hook *ir.Hook
	self int64
}

// limitKey is what a limit counts for.
type limitKey struct {
	limit int
	keys  string
	span  int64 // number of the span under way; -1: none
}

// game is everything that decides.
type game struct {
	p       *ir.Program
	s       *ir.Script
	things  map[int64]*thing
	records map[int64]*happening
	stack   []*happening // events under way
	spans   []*happening // spans under way, the innermost last
	limits  map[limitKey]int64
	limitOf map[limitKey][]int64 // the things among its keys
	options []int64
	stubs   map[int]val
	players []int64
	clock   int64 // counts what comes into being and what begins
	fuel    int64 // units of the specification, see section 19
	width   int64
	depth   int64
	trying  bool // whether something is only asked

	rec     func(*journal.Entry)
	next    func(n, faces int64, at source.Span) []int64 // dice
	dice    []int64
	fixed   bool // only given dice are thrown
	answers []*answer
	guide   *guide
	past    []past   // since the last `when`
	refused []string // since the last `when`
}

// guide is what another interpreter did where automatic players consider a sample of places and ways,
// which is its own business: what it took, and what it started.
type guide struct {
	field func(name string) (val, bool)
	deed  func() (event string, asked bool) // "" passes
}

// past is an event that happened.
type past struct {
	ev *ir.Event
	slots
}

// answer is an answer of a script.
type answer struct {
	s      *ir.Answer
	values map[string]val
}

// mishap is what cannot be done, a budget or a mistake of content.
type mishap struct {
	at   source.Span
	what string
}

func (f mishap) Error() string {
	if !f.at.IsValid() {
		return f.what
	}
	return fmt.Sprintf("%s (%s:%d)", f.what, f.at.File.Name, line(f.at))
}

func line(at source.Span) int {
	if !at.IsValid() {
		return 0
	}
	return at.Pos().Line
}

func fail(at source.Span, format string, args ...any) {
	panic(mishap{at, fmt.Sprintf(format, args...)})
}

func newGame(p *ir.Program, s *ir.Script) *game {
	g := &game{p: p, s: s, things: map[int64]*thing{}, records: map[int64]*happening{}, limits: map[limitKey]int64{},
		limitOf: map[limitKey][]int64{}, stubs: map[int]val{}, width: s.Width, depth: s.Depth}
	for _, o := range p.Options {
		g.options = append(g.options, o.Value)
	}
	for range s.Players {
		t := g.arrive(p.Cards[slices.IndexFunc(p.Cards, func(c *ir.Card) bool { return c.Kind == ir.PlayerKind })])
		t.owner = t.num
		g.players = append(g.players, t.num)
	}
	if s.Card >= 0 {
		g.arrive(p.Cards[s.Card])
	}
	for _, c := range p.Cards {
		if c.Kind == ir.RuleKind {
			g.arrive(c)
		}
	}
	for _, t := range g.all() {
		g.initCells(t, nil, nil)
	}
	for _, t := range g.all() {
		g.firstLook(t)
	}
	return g
}

// arrive makes a thing of a card.
func (g *game) arrive(c *ir.Card) *thing {
	t := &thing{num: int64(len(g.things)), card: c, owner: ir.None, source: ir.None, bearer: ir.None, zoneOf: ir.None,
		cells: newSlots(ir.Frame{Ints: c.Ints, Lists: c.Lists}), held: map[int]bool{}}
	g.clock++
	t.cameAt = g.clock
	g.things[t.num] = t
	return t
}

// all is every thing that is not gone, by arrival.
func (g *game) all() []*thing {
	var out []*thing
	for n := range int64(len(g.things)) {
		if t := g.things[n]; !t.gone {
			out = append(out, t)
		}
	}
	return out
}

// on is what lies on a thing, by arrival.
func (g *game) on(n int64) []*thing {
	return slices.DeleteFunc(g.all(), func(t *thing) bool { return t.place != onThing || t.bearer != n })
}

// inPlay: what lies on something is where that is.
func (g *game) inPlay(t *thing) bool {
	for !t.gone && t.place == onThing {
		t = g.things[t.bearer]
	}
	return !t.gone && t.place != nowhere
}

// awake tells whether a thing is in play and does not sleep, nor what it lies on.
func (g *game) awake(t *thing) bool {
	for x := t; ; x = g.things[x.bearer] {
		if x.lasts != nil && x.lasts.asleep {
			return false
		}
		if x.place != onThing {
			break
		}
	}
	return g.inPlay(t)
}

// inForce tells whether the clauses of a thing work: in a zone they rest.
func (g *game) inForce(t *thing) bool {
	if t.gone || !g.awake(t) {
		return false
	}
	for t.place == onThing {
		t = g.things[t.bearer]
	}
	return t.place != inZone
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

// sees tells whether a player sees a thing.
func (g *game) sees(t *thing, player int64) bool {
	for x := t; ; x = g.things[x.bearer] {
		if x.hidden && x.owner != player {
			return false
		}
		if x.place == inZone {
			switch z := g.p.Zones[x.zone]; z.Seen {
			case ir.ByAll:
			case ir.ByOwner:
				owner := x.zoneOf
				if !z.OfPlayers {
					owner = x.owner
				}
				return owner == player
			case ir.ByNobody:
				return false
			}
		}
		if x.place != onThing {
			return true
		}
	}
}

// active is the owner of the innermost span that has one.
func (g *game) active() int64 {
	for i := len(g.spans) - 1; i >= 0; i-- {
		if g.spans[i].owner != ir.None {
			return g.spans[i].owner
		}
	}
	return ir.None
}

// save keeps everything that decides and gives the way back.
func (g *game) save() (back func()) {
	was := *g
	things, records := map[int64]thing{}, map[int64]happening{}
	for n, t := range g.things {
		c := *t
		c.cells, c.held = t.cells.copy(), maps.Clone(t.held)
		if t.lasts != nil {
			l := *t.lasts
			c.lasts = &l
		}
		things[n] = c
	}
	for n, r := range g.records {
		c := *r
		c.slots, c.sums = r.slots.copy(), slices.Clone(r.sums)
		c.given, c.written = slices.Clone(r.given), slices.Clone(r.written)
		records[n] = c
	}
	wasThings, wasRecords := maps.Clone(g.things), maps.Clone(g.records)
	limits, limitOf := maps.Clone(g.limits), maps.Clone(g.limitOf)
	stack, spans := slices.Clone(g.stack), slices.Clone(g.spans)
	return func() {
		fuel := g.fuel
		*g = was
		g.things, g.records, g.limits, g.limitOf, g.fuel = wasThings, wasRecords, limits, limitOf, fuel
		g.stack, g.spans = stack, spans
		for n, c := range things {
			*g.things[n] = c
		}
		for n, c := range records {
			*g.records[n] = c
		}
	}
}

// tell records an entry.
func (g *game) tell(e journal.Entry) {
	if g.rec != nil && !g.trying {
		g.rec(&e)
	}
}

// tellEvent records what an event's fields are.
func (g *game) tellEvent(k journal.Kind, e *happening, text string) {
	en := journal.Entry{Kind: k, Event: e.ev.ID, Hook: -1, Inst: -1, Text: text, At: e.ev.At}
	for _, f := range e.ev.Fields {
		v := e.get(f.Slot, f.Type.IsList())
		en.Names, en.Ints, en.Lists = append(en.Names, f.Name), append(en.Ints, v.N), append(en.Lists, v.L)
	}
	g.tell(en)
}
