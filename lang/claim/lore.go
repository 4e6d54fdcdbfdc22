package claim

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// Lore is all that a card's rule comes to, however deep: the things and numbers in what its clauses call and ask for, in
// the cards that they name, in what its kind does, and in what others do who ask for the card or for what it prints. A
// text may tell any of it; what is not in it, the rule does not say.
type Lore struct {
	nouns   map[Noun]mention
	numbers map[int64]bool // in thousandths
	sides   map[int64]bool // of dice
	halved  bool           // something is halved
	limits  map[limit]bool
}

// limit is how often something may be, in which span; -1 for a game.
type limit struct {
	times int64
	span  int
}

// Limits tells whether something may be so often in a span; -1 stands for a game.
func (l *Lore) Limits(times int64, span int) bool { return l.limits[limit{times, span}] }

// mention is where a thing is spoken of.
type mention struct {
	field *ir.Field // of a field
	deep  int       // how far from the card
}

// How far from a card something is told: what is told of every card of its kind is far.
const (
	Near     = 1
	Anywhere = 2 * ofKind
	ofKind   = 10
)

// Tells tells whether a thing is spoken of, no farther from the card than that. Fields are the same by their name.
func (l *Lore) Tells(n Noun, far int) bool {
	m, ok := l.nouns[plainly(n)]
	return ok && m.deep <= far
}

// Counts tells whether a number, in thousandths, stands anywhere.
func (l *Lore) Counts(n int64) bool { return l.numbers[n] || l.numbers[-n] }

// Throws tells whether dice with so many sides are thrown anywhere: half a die has half the sides.
func (l *Lore) Throws(sides int64) bool {
	return l.sides[sides] || l.sides[2*sides] && l.halved || l.sides[anySides] && l.numbers[sides*ir.Unit]
}

// anySides stands for dice of which a call says how many sides they have.
const anySides = -1

// Nouns calls f for everything that is spoken of.
func (l *Lore) Nouns(f func(Noun)) {
	for n, m := range l.nouns {
		n.Field = m.field
		f(n)
	}
}

func plainly(n Noun) Noun {
	if n.Sort == FieldNoun {
		return Noun{Sort: FieldNoun, Name: n.Name}
	}
	n.Field = nil
	return n
}

// How deep events are followed, and cards.
const (
	eventsDeep = 2
	cardsDeep  = 1
)

func newGatherer(p *ir.Program) *gatherer {
	return &gatherer{p: p, Lore: &Lore{nouns: map[Noun]mention{}, numbers: map[int64]bool{}, sides: map[int64]bool{}, limits: map[limit]bool{}}, seen: map[any]bool{}}
}

// LoreOf is the lore of a card; of an action that a kind gives when there is one.
func LoreOf(p *ir.Program, c *ir.Card, action *ir.Event) *Lore {
	g := newGatherer(p)
	if action != nil {
		g.event(action.ID)
	} else {
		g.card(c)
		g.askers(c)
	}
	g.deeper()
	g.base = ofKind
	for k := p.Kinds[c.Kind]; k != nil; k = parent(p, k) {
		g.kind(k)
	}
	g.deeper()
	return g.Lore
}

// deeper looks into what was only named, level by level.
func (g *gatherer) deeper() {
	for g.events = 0; len(g.later) > 0; {
		next := g.later
		g.later = nil
		g.events++
		for _, look := range next {
			look()
		}
	}
	g.events = 0
}

// gatherer gathers lore, level by level.
type gatherer struct {
	*Lore
	p             *ir.Program
	seen          map[any]bool
	events, cards int // how deep it stands
	base          int // how far from the card it began
	later         []func()
}

func (g *gatherer) noun(n Noun) {
	if known, ok := g.nouns[plainly(n)]; !ok || known.deep > g.base+g.events {
		g.nouns[plainly(n)] = mention{n.Field, g.base + g.events}
	}
}

func (g *gatherer) number(t ir.Type, n int64) {
	switch {
	case n == ir.None:
	case t.Kind == ir.Length:
		g.numbers[n] = true
	case t.Kind == ir.Dice:
		count, sides, plus := value.Unpack(n)
		g.sides[sides] = true
		g.numbers[count*ir.Unit], g.numbers[plus*ir.Unit] = true, true
	case t.Kind == ir.Int || t.Kind == ir.Target:
		g.numbers[n*ir.Unit] = true
	case t.Kind == ir.EnumType && n >= 0:
		g.noun(Noun{Sort: ValueNoun, ID: t.Ref, Value: int(n), Name: g.p.Enums[t.Ref].Values[n].Name})
	case t.Kind == ir.CardOf && n >= 0:
		g.named(g.p.Cards[n])
	}
}

func (g *gatherer) value(t ir.Type, v ir.Value) {
	if !t.IsList() {
		g.number(t, v.N)
		return
	}
	for _, n := range v.L {
		g.number(t.Element(), n)
	}
}

// card is what a card prints, carries and does.
func (g *gatherer) card(c *ir.Card) {
	if g.seen[c] {
		return
	}
	g.seen[c] = true
	if c.ID >= 0 { // and no kind that stands for one
		g.noun(card(c))
	}
	for i, f := range g.p.Kinds[c.Kind].Fields {
		if i < len(c.Values) && (f.Class == ir.Printed || f.Class == ir.Stat) {
			g.value(f.Type, c.Values[i])
		}
	}
	for _, f := range c.Own {
		g.noun(field(f))
	}
	for _, k := range c.Constants {
		g.look(k.Value)
	}
	for _, u := range c.Carry {
		g.named(g.p.Cards[u.Card])
		for i, v := range u.Args {
			g.value(g.p.Cards[u.Card].Params[i].Type, v)
		}
	}
	for _, id := range c.Hooks {
		if h := g.p.Hooks[id]; h.Card == c.ID {
			g.hook(h)
		}
	}
	for _, id := range c.Actions {
		g.event(id)
	}
}

// named is a card that is spoken of: what it does is told with it.
func (g *gatherer) named(c *ir.Card) {
	g.noun(card(c))
	if g.cards < cardsDeep && !g.seen[c] {
		g.later = append(g.later, func() {
			if g.seen[c] { // it was spoken of before on this level
				return
			}
			g.cards++
			g.card(c)
			if list := Mentions(g.p, c); len(list) <= many {
				g.clauses(list)
			}
			g.cards--
		})
	}
}

func (g *gatherer) kind(k *ir.Kind) {
	g.noun(Noun{Sort: KindNoun, ID: k.ID, Name: k.Name})
	for _, f := range k.Fields {
		g.noun(field(f))
	}
	for _, id := range k.Hooks {
		if h := g.p.Hooks[id]; h.Kind == k.ID {
			g.hook(h)
		}
	}
	for _, id := range k.Actions {
		g.event(id)
	}
}

func (g *gatherer) hook(h *ir.Hook) {
	if g.seen[h] {
		return
	}
	g.seen[h] = true
	if h.Event >= 0 {
		g.noun(event(g.p.Events[h.Event]))
	}
	if h.Stat >= 0 {
		g.noun(field(g.p.Kinds[h.StatKind].Fields[h.Stat]))
	}
	if h.Func >= 0 {
		g.function(h.Func)
	}
	if h.Target.Of >= 0 {
		if c := g.p.CardAt(h.Target.Of); c != nil {
			g.named(c)
		}
	}
	g.look(h.When)
	g.look(h.Limits)
	g.look(h.Costs)
	g.look(h.Do)
	g.look(h.Dice)
}

// event is what happens in an event. It is named at once, and looked into later.
func (g *gatherer) event(id int) {
	if id < 0 {
		return
	}
	ev := g.p.Events[id]
	g.noun(event(ev))
	if g.seen[ev] || g.events >= eventsDeep {
		return
	}
	g.seen[ev] = true
	g.later = append(g.later, func() {
		for _, f := range ev.Named() {
			g.noun(field(f))
			g.look(f.Default)
		}
		g.look(ev.Form)
		g.look(ev.Requires)
		g.look(ev.Limits)
		g.look(ev.Costs)
		g.look(ev.Do)
	})
}

func (g *gatherer) function(id int) {
	f := g.p.Funcs[id]
	g.noun(function(f))
	if !g.seen[f] {
		g.seen[f] = true
		g.look(f.Body)
	}
}

// look gathers from a piece of a program, whatever it is.
func (g *gatherer) look(piece any) {
	ir.Visit(piece, func(x any) bool {
		g.piece(x)
		return true
	})
}

// piece is what a piece names itself, without what is in it.
func (g *gatherer) piece(s any) {
	switch s := s.(type) {
	case *ir.Expr:
		g.expr(s)
	case *ir.Field:
		g.noun(field(s))
	case *ir.SpanOf:
		g.noun(event(g.p.Events[s.Event]))
	case *ir.Emit:
		g.event(s.Event)
	case *ir.Create:
		if s.Card >= 0 {
			g.named(g.p.Cards[s.Card])
		}
	case *ir.ContributeStat:
		g.noun(field(g.p.Kinds[s.Kind].Fields[s.Index]))
	case ir.Dicing:
		switch _, faces := s.Dice(); {
		case faces == nil:
		case faces.Op == ir.Const:
			g.sides[faces.N] = true
		default:
			g.sides[anySides] = true
		}
	case *ir.Act:
		for _, id := range s.Events {
			g.event(id)
		}
	case *ir.Stop:
		g.noun(event(g.p.Events[s.Span]))
	case *ir.Limit:
		if s.Times != nil && s.Times.Op == ir.Const {
			g.limits[limit{s.Times.N, s.Span}] = true
		}
		if s.Span >= 0 {
			g.noun(event(g.p.Events[s.Span]))
		}
	case *ir.InZone:
		g.noun(Noun{Sort: ZoneNoun, ID: s.Zone, Name: g.p.Zones[s.Zone].Name})
	}
}

// expr is what an expression names.
func (g *gatherer) expr(e *ir.Expr) {
	l := &lister{p: g.p}
	switch e.Op {
	case ir.Const:
		all, t := []int64{e.N}, e.Type
		if t.IsList() {
			all, t = e.List, t.Element()
		}
		for _, n := range all {
			g.number(t, n)
		}
		return
	case ir.OptionVal:
		g.number(e.Type, g.p.Options[e.N].Value)
	case ir.CallFunc:
		g.function(int(e.N))
	case ir.CallPrim:
		switch e.N {
		case ir.PHalfUp, ir.PHalfDown, ir.PHalf, ir.PHalves:
			g.numbers[2*ir.Unit], g.numbers[ir.Unit/2], g.halved = true, true, true
		}
		if n := l.argNoun(e); n.Sort != NoNoun {
			g.noun(n)
		}
	case ir.Around, ir.Can:
		g.noun(event(g.p.Events[e.Ref]))
	}
	if n := l.noun(e); n.Sort != NoNoun {
		g.noun(n)
	}
	if n := l.thing(e.Type); n.Sort != NoNoun {
		g.noun(n)
	}
}

// askers are the clauses and actions of others that ask for a card, or for what it alone of many prints.
func (g *gatherer) askers(c *ir.Card) {
	g.clauses(Mentions(g.p, c))
	fields := g.p.Kinds[c.Kind].Fields
	for _, i := range c.Said {
		if f := fields[i]; f.Type.Kind != ir.Bool || f.Type.IsList() || c.Values[i].N != 0 {
			g.readers(f)
		}
	}
	for _, id := range c.Hooks {
		if h := g.p.Hooks[id]; h.Card == c.ID && h.Stat >= 0 {
			g.readers(g.p.Kinds[h.StatKind].Fields[h.Stat])
		}
	}
}

// clauses are those that ask for a card.
func (g *gatherer) clauses(list []*Clause) {
	for _, cl := range list {
		if cl.Action != nil {
			g.event(cl.Action.ID)
			continue
		}
		for _, m := range cl.Moments {
			g.hook(m.Hook)
			if m.Hook.Card >= 0 {
				g.noun(card(g.p.Cards[m.Hook.Card]))
			}
		}
	}
}

// many readers of a field say that it is no field of the card more than of others.
const many = 8

// readers are the clauses and events that read a field, themselves or by a function, if they are not many.
func (g *gatherer) readers(f *ir.Field) {
	in := map[int64]bool{}
	reads := func(e *ir.Expr) bool {
		found := false
		e.Walk(func(x *ir.Expr) bool {
			found = found || (x.Op == ir.PrintedOf || x.Op == ir.StatOf) && x.Name == f.Name || x.Op == ir.CallFunc && in[x.N]
			return !found
		})
		return found
	}
	for _, fn := range g.p.Funcs {
		if reads(fn.Body) {
			in[int64(fn.ID)] = true
		}
	}
	var hooks []*ir.Hook
	var events []int
	for _, h := range g.p.Hooks {
		if reads(h.When) || holdsExpr(h.Do, reads) {
			hooks = append(hooks, h)
		}
	}
	for _, ev := range g.p.Events {
		if holdsExpr(ev.Do, reads) || slices.ContainsFunc(ev.Requires, func(r *ir.Require) bool { return reads(r.Cond) }) {
			events = append(events, ev.ID)
		}
	}
	if len(hooks)+len(events) > many {
		return
	}
	for id := range in {
		g.function(int(id))
	}
	for _, h := range hooks {
		g.hook(h)
		if h.Card >= 0 {
			g.noun(card(g.p.Cards[h.Card]))
		}
	}
	for _, id := range events {
		g.event(id)
	}
}

// holdsExpr tells whether an expression of a block is such a one.
func holdsExpr(b *ir.Block, is func(*ir.Expr) bool) bool {
	found := false
	ir.Visit(b, func(x any) bool {
		e, ok := x.(*ir.Expr)
		found = found || ok && is(e)
		return !ok
	})
	return found
}
