package proof

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// reading is a rule read aloud: the sentences of its clauses as a text would have them, cut into tokens.
type reading struct {
	own   []passage // of the card's clauses
	lent  bool      // the card has none: they are its kind's
	terms []passage // of what they name: a text may tell it
	shown []passage // what the pack prints on the card
	lore  *lore     // all that they come to
	off   []string  // the clauses that the options as they stand switch off: nothing of them is read
}

// passage is a clause read aloud.
type passage struct {
	clause   string
	at       source.Span
	text     string
	list     []token
	antonyms []antonym
	printed  bool     // the pack prints it on the card
	limits   []bound  // once they have been asked for
	numbers  *figured // likewise
	brought  bool     // it is of a card that this one brings into play
}

// figured are the numbers of a passage, and its tokens.
type figured struct {
	list []token
	said []said
}

// readings reads cards aloud, each once.
type readings struct {
	p     *ir.Program
	lex   *lexicon
	links *links
	cards map[*ir.Card]*reading
	terms map[int]passage
	kinds map[int][]passage
}

func newReadings(p *ir.Program, lex *lexicon, l *links) *readings {
	return &readings{p, lex, l, map[*ir.Card]*reading{}, map[int]passage{}, map[int][]passage{}}
}

// of is the reading of a card; of clauses that stand for one when there are some.
func (r *readings) of(c *ir.Card, clauses []*claim.Clause) *reading {
	if r.cards[c] == nil {
		card := c
		if clauses == nil {
			if clauses = claim.Clauses(r.p, c); len(clauses) == 0 {
				clauses = claim.Mentions(r.p, c)
			}
		} else {
			card = nil
		}
		out := &reading{own: r.read(card, clauses)}
		if card != nil {
			for _, d := range r.brought(c) {
				more := claim.Clauses(r.p, d)
				for _, one := range r.read(d, more) {
					one.brought = true
					out.own = append(out.own, one)
				}
				clauses = append(clauses, more...)
				for _, s := range printed(r.p, d, r.lex.lang) {
					out.shown = append(out.shown, r.passage("", s.At, s.Text, true))
				}
			}
		}
		seen := map[int]bool{}
		for _, cl := range clauses {
			if slices.ContainsFunc(cl.When, func(e *ir.Expr) bool { return e.Op == ir.Const && e.N == 0 }) {
				out.off = append(out.off, cl.Label)
			}
			for _, x := range claim.OfClause(r.p, cl) {
				if n := x.Noun; n.Sort == claim.EventNoun && n.ID >= 0 && !seen[n.ID] && (x.Sort == claim.Effect || x.Sort == claim.Cost) {
					seen[n.ID] = true
					out.terms = append(out.terms, r.term(n.ID))
				}
			}
		}
		out.terms = append(out.terms, r.kind(r.p.Kinds[c.Kind])...)
		if len(out.own) == 0 { // it only prints what the clauses of its kind ask for
			out.own, out.lent = out.terms, true
		}
		for _, s := range printed(r.p, c, r.lex.lang) {
			out.shown = append(out.shown, r.passage("", s.At, s.Text, true))
		}
		out.lore = loreOf(r.p, r.lex, c, clauses, out)
		r.cards[c] = out
	}
	return r.cards[c]
}

// term is an event read aloud.
func (r *readings) term(id int) passage {
	if _, ok := r.terms[id]; !ok {
		for _, one := range r.read(nil, []*claim.Clause{claim.OfEvent(r.p, r.p.Events[id])}) {
			r.terms[id] = one
		}
	}
	return r.terms[id]
}

// kind are the clauses that a kind has for all its cards.
func (r *readings) kind(k *ir.Kind) []passage {
	if _, ok := r.kinds[k.ID]; !ok {
		r.kinds[k.ID] = r.read(nil, claim.OfKind(r.p, k))
	}
	return r.kinds[k.ID]
}

func (r *readings) read(c *ir.Card, clauses []*claim.Clause) []passage {
	var out []passage
	for _, x := range aloud.Of(r.p, c, clauses, r.lex.lang) {
		out = append(out, r.passage(x.Clause.Label, x.Clause.At, x.Text, false))
	}
	return out
}

// passage is a text in its tokens, with the oppositions that it takes a side of.
func (r *readings) passage(clause string, at source.Span, text string, printed bool) passage {
	list := slices.Concat(sentences(text)...)
	sides := r.lex.opposites.find(list, r.lex.denies(list))
	return passage{clause, at, text, list, append(sides, turns(r.lex, list, r.lex.opposites)...), printed, nil, nil, false}
}

// all are the passages of a reading, the own ones first.
func (r *reading) all() []passage { return slices.Concat(r.own, r.terms) }

// brought are the cards that a card, and nothing else, brings into play: their rule is part of its rule, and a book
// prints the two as one.
func (r *readings) brought(c *ir.Card) []*ir.Card {
	var out []*ir.Card
	for id, d := range r.p.Cards {
		if g, ok := r.links.givers[id]; ok && g.card == c && !g.more && d != c {
			out = append(out, d)
		}
	}
	return out
}

// wide are the passages that a text of a card may tell besides: of what its rule names, and of what names it.
func (r *readings) wide(c *ir.Card, of []*claim.Clause, claims []claim.Claim) []passage {
	out := slices.Clone(r.of(c, of).terms)
	seen := map[claim.Noun]bool{}
	for i := range claims {
		for _, n := range nouns(&claims[i]) {
			switch {
			case seen[n]:
			case n.Sort == claim.CardNoun && n.ID != c.ID:
				d := r.of(r.p.Cards[n.ID], nil)
				out = append(append(out, d.own...), d.shown...)
			case n.Sort == claim.EventNoun && n.ID >= 0:
				out = append(out, r.term(n.ID))
			}
			seen[n] = true
		}
	}
	if c.ID < 0 {
		return out
	}
	for _, at := range r.links.askers[c.ID] {
		if at.card == nil {
			out = append(out, r.term(at.event))
			continue
		}
		for _, p := range r.of(at.card, nil).own {
			if p.clause == at.label {
				out = append(out, p)
			}
		}
		for _, s := range printed(r.p, at.card, r.lex.lang) {
			if s.Label == at.label {
				out = append(out, passage{at: s.At, text: s.Text, printed: true})
			}
		}
	}
	return out
}
