package proof

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// lore is all that a card's rule comes to, however deep, with the words that it is told with.
type lore struct {
	*claim.Lore
	stems   map[string]bool
	numbers map[int64]bool // those that stand in words, in thousandths
}

// loreOf is the lore of a card, with the words of its reading aloud.
func loreOf(p *ir.Program, lex *lexicon, c *ir.Card, clauses []*claim.Clause, read *reading) *lore {
	var of *ir.Event
	if c.ID < 0 && len(clauses) == 1 { // an event stands for a card
		of = clauses[0].Action
	}
	l := &lore{claim.LoreOf(p, c, of), map[string]bool{}, map[int64]bool{}}
	add := func(list []token) {
		for _, t := range list {
			switch w := lex.forms[t.form]; {
			case t.shape == numberShape:
				l.numbers[t.n] = true
			case t.shape != wordShape:
			case w != nil && w.class == "number" && w.n > 1:
				l.numbers[w.n*ir.Unit] = true
			case !lex.empty(t.form):
				l.stems[stem(t.form, lex.lang)] = true
			}
		}
	}
	for _, x := range read.all() {
		add(x.list)
	}
	l.Nouns(func(n claim.Noun) {
		names, main := lex.texts(textsOf(p, n))
		if main != nil {
			names = append(names, main)
		}
		for _, t := range names {
			for _, part := range t.Parts {
				for _, s := range sentences(part.Text) {
					add(s)
				}
			}
		}
	})
	return l
}

// deep is the lore of the rule. A sentence of the pack stands beside its clause, and tells nothing of what is deeper.
func (r *reading) deep(placed bool) *lore {
	if placed {
		return nil
	}
	return r.lore
}

// textsOf are the words of a thing.
func textsOf(p *ir.Program, n claim.Noun) ir.Texts {
	switch n.Sort {
	case claim.FieldNoun:
		if n.Field != nil {
			return n.Field.Texts
		}
	case claim.CardNoun:
		return p.Cards[n.ID].Texts
	case claim.EventNoun:
		return p.Events[n.ID].Texts
	case claim.FuncNoun:
		return p.Funcs[n.ID].Texts
	case claim.KindNoun:
		if n.ID >= 0 && n.ID < len(p.Kinds) {
			return p.Kinds[n.ID].Texts
		}
	case claim.ValueNoun:
		if n.Value >= 0 {
			return p.Enums[n.ID].Values[n.Value].Texts
		}
	case claim.ZoneNoun:
		return p.Zones[n.ID].Texts
	case claim.TableNoun:
		return p.Tables[n.ID].Texts
	}
	return ir.Texts{}
}

// has tells whether one of some things is spoken of.
func (l *lore) has(list []name) bool {
	return l != nil && slices.ContainsFunc(list, func(n name) bool {
		far := claim.Anywhere
		if n.Field != nil && n.Field.Class == ir.Stat { // every card of a kind has all of them
			far = statsFar
		}
		return l.Tells(n.Noun, far)
	})
}

// limits tells whether a frequency of a text stands anywhere in the lore.
func (l *lore) limits(s *said) bool {
	return slices.ContainsFunc(s.spans, func(n name) bool {
		span := n.ID
		if n.Sort == claim.NoNoun {
			span = -1
		}
		return l.Limits(s.n, span)
	})
}

// statsFar is how far from a card a characteristic is looked for.
const statsFar = 2

// speaks tells whether all words of a name are among those that the rule is told with.
func (l *lore) speaks(list []token, lang string) bool {
	return l != nil && !slices.ContainsFunc(list, func(t token) bool {
		return t.shape == wordShape && len(t.form) > 2 && !l.stems[stem(t.form, lang)]
	})
}

// counts tells whether a number of a text stands anywhere in the lore.
func (l *lore) counts(s *said) bool {
	switch {
	case l == nil:
		return false
	case s.sides != 0:
		return l.Throws(s.sides)
	case s.part != 0:
		return l.Counts(ir.Unit/s.part) || l.Counts(s.part*ir.Unit)
	}
	return l.Counts(s.n) || l.numbers[s.n] || l.Counts(s.n+ir.Unit) && s.lo == s.n+ir.Unit || l.Counts(s.n-ir.Unit) && s.hi == s.n-ir.Unit
}
