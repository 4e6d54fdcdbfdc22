package proof

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
)

// otherName is the verdict on a name in a list of what a card carries: nothing is called so.
const otherName = "name in a list differs"

// fewNames are as many names of what a card carries as make a list of it.
const fewNames = 2

// listed are the verdicts on the names in a text that stand beside names of what the card carries, and by which nothing is called, where
// the card carries more than the text names: one of those was meant.
func (x *Proofer) listed(r *rule, printed string) []Verdict {
	left := map[int]*claim.Claim{}
	var order []int
	for i := range r.own {
		if c := &r.own[i]; c.Sort == claim.Keyword && c.Word == "carries" && c.Noun.Sort == claim.CardNoun && left[c.Noun.ID] == nil {
			left[c.Noun.ID] = c
			order = append(order, c.Noun.ID)
		}
	}
	var unknown [][]token
	names, kinds := 0, map[int]bool{}
	for _, s := range sentences(printed) {
		for _, part := range segments(s) {
			switch w, n := x.lex.find(part); {
			case w != nil && n == len(part):
				for _, m := range w.nouns {
					if m.sure && m.Sort == claim.CardNoun && left[m.ID] != nil {
						delete(left, m.ID)
						names++
						kinds[x.p.Cards[m.ID].Kind] = true
						break
					}
				}
			case x.title(part):
				unknown = append(unknown, part)
			}
		}
	}
	var out []Verdict
	for _, at := range unknown {
		says := spaced(printed[at[0].at:at[len(at)-1].end])
		words := telling(x.lex, says)
		var meant *claim.Claim
		for _, id := range order {
			c := left[id]
			if c == nil || names < fewNames || !x.printed(id) || !kinds[x.p.Cards[id].Kind] {
				continue
			}
			alike := false
			for w := range telling(x.lex, speaker{x.p, x.lang}.called(c.Noun)) {
				alike = alike || words[w]
			}
			if meant == nil || alike {
				meant = c
			}
			if alike {
				break
			}
		}
		if meant == nil {
			break
		}
		delete(left, meant.Noun.ID)
		out = append(out, Verdict{Rank: Error, Kind: Differs, Start: at[0].at, End: at[len(at)-1].end, At: meant.At, by: otherName, Says: says, Rule: speaker{x.p, x.lang}.called(meant.Noun)})
	}
	return out
}

// printed tells whether what a card carries is printed with a name in the language.
func (x *Proofer) printed(card int) bool {
	t := x.p.Cards[card].Texts
	return x.lang == "en" && t.En != nil || x.lang == "fr" && t.Fr != nil
}

// segments are the words between the signs of a sentence, without numbers and what stands in brackets.
func segments(list []token) (out [][]token) {
	var now []token
	depth := 0
	flush := func() {
		if len(now) > 0 {
			out = append(out, now)
		}
		now = nil
	}
	for _, t := range list {
		switch {
		case t.form == "(" || t.form == "[":
			depth++
		case t.form == ")" || t.form == "]":
			depth--
		case depth > 0 || t.shape == numberShape || t.shape == diceShape || t.shape == signShape:
		case t.shape == wordShape && !(t.heads && len(now) > 0):
			now = append(now, t)
		default:
			if flush(); t.shape == wordShape {
				now = append(now, t)
			}
		}
	}
	flush()
	return out
}

// title tells whether some words are written as a name of few words, and hold no other: of a card, a figure, a value.
func (x *Proofer) title(part []token) bool {
	if len(part) > 4 || !part[0].capital() || len(part[0].form) < 3 {
		return false
	}
	return !slices.ContainsFunc(part, func(t token) bool {
		w := x.lex.forms[t.form]
		return w != nil && (w.class != "" && w.class != "filler" && w.class != "of" && w.class != "article" || slices.ContainsFunc(w.nouns, func(n name) bool { return n.sure }))
	})
}
