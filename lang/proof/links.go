package proof

import (
	"slices"

	"github.com/kdsl-lang/kdsl/internal/pool"
	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// links are which cards speak of which in a program, in no language: they are found once for all of them.
type links struct {
	givers map[int]giver         // of a card that others bring into play
	askers map[int][]asker       // of a card: who names it
	lasts  map[int][]claim.Claim // of a card: how long it does, as those say who apply it
}

// giver is who brings a card into play: one card, or others as well.
type giver struct {
	card *ir.Card
	more bool
}

// asker is a clause of a card or an event that names a card.
type asker struct {
	card  *ir.Card
	label string
	event int // of what is no card's
}

func linksOf(p *ir.Program) *links {
	out := &links{map[int]giver{}, map[int][]asker{}, map[int][]claim.Claim{}}
	actions := map[int]bool{}
	for _, c := range p.Cards {
		for _, id := range c.Actions {
			actions[id] = true
		}
	}
	naming := claim.NamingIn(p)
	cards, events := make([][]claim.Claim, len(p.Cards)), make([][]claim.Claim, len(p.Events))
	pool.Each(p.Cards, func(i int, c *ir.Card) { cards[i] = naming.Card(c) })
	pool.Each(p.Events, func(i int, e *ir.Event) {
		if !actions[e.ID] {
			events[i] = naming.Event(e)
		}
	})
	for i, claims := range cards {
		out.brings(p.Cards[i], claims)
		out.names(asker{card: p.Cards[i]}, claims)
	}
	for id, claims := range events {
		out.brings(nil, claims)
		out.names(asker{event: id}, claims)
	}
	return out
}

// brings notes which cards the claims of a card bring into play; nil: those of no card.
func (l *links) brings(c *ir.Card, claims []claim.Claim) {
	for i := range claims {
		x := &claims[i]
		if x.Sort != claim.Keyword || x.Noun.Sort != claim.CardNoun || x.Word != "applies" && x.Word != "creates" || c != nil && x.Noun.ID == c.ID {
			continue
		}
		if i+1 < len(claims) && claims[i+1].Sort == claim.Duration {
			l.lasts[x.Noun.ID] = append(l.lasts[x.Noun.ID], claims[i+1])
		}
		g, ok := l.givers[x.Noun.ID]
		l.givers[x.Noun.ID] = giver{c, g.more || c == nil || ok && g.card != c}
	}
}

// names notes which cards the claims of a clause or an event name.
func (l *links) names(at asker, claims []claim.Claim) {
	for i := range claims {
		x := &claims[i]
		if at.card != nil {
			at.label = x.Clause
		}
		for _, n := range nouns(x) {
			if n.Sort == claim.CardNoun && (at.card == nil || n.ID != at.card.ID && x.Clause != "") && !slices.Contains(l.askers[n.ID], at) {
				l.askers[n.ID] = append(l.askers[n.ID], at)
			}
		}
	}
}
