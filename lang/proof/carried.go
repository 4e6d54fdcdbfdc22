package proof

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// otherName is the verdict on a name in a list of what a card carries: nothing is called so.
const otherName = "name in a list differs"

// fewNames are as many names of what a card carries as make a list of it, where more than one thing may be meant.
const fewNames = 2

// carried is what a card carries, and how much of it a text names.
type carried struct {
	*Proofer
	left     []*claim.Claim // what the text does not name
	kinds    map[int]bool   // of what it names
	named    int
	labelled bool // a name that nothing has stands behind what such things are called
}

// listed are the verdicts on the names in a text that stand beside names of what the card carries, and by which nothing is called, where
// the card carries more than the text names: one of those was meant.
func (x *Proofer) listed(r *rule, printed string) (out []Verdict) {
	c := &carried{Proofer: x, kinds: map[int]bool{}}
	for i := range r.own {
		if y := &r.own[i]; y.Sort == claim.Keyword && y.Word == "carries" && y.Noun.Sort == claim.CardNoun {
			c.left = append(c.left, y)
		}
	}
	var unknown [][]token
	for _, s := range sentences(printed) {
		var before []token
		labelled := false
		for _, part := range segments(s) {
			labelled = labelled && !part[0].heads || len(before) > 0 && strings.Contains(printed[before[len(before)-1].end:part[0].at], ":") && c.label(before)
			if w, n := x.lex.find(part); w != nil && n == len(part) {
				c.names(w)
			} else if x.title(part) {
				unknown = append(unknown, part)
				c.labelled = c.labelled || labelled
			}
			before = part
		}
	}
	for _, part := range unknown {
		v := Verdict{Rank: Error, Kind: Differs, Start: part[0].at, End: part[len(part)-1].end, by: otherName}
		v.Says = source.OneLine(printed[v.Start:v.End])
		if y := c.meant(v.Says, len(unknown)); y != nil {
			v.At, v.Rule = y.At, speaker{x.p, x.lang}.called(y.Noun)
			out = append(out, v)
		}
	}
	return out
}

// names notes that the text names what a word may mean.
func (c *carried) names(w *word) {
	for _, n := range w.nouns {
		if i := slices.IndexFunc(c.left, func(y *claim.Claim) bool { return n.sure && n.Sort == claim.CardNoun && n.ID == y.Noun.ID }); i >= 0 {
			c.left = slices.Delete(c.left, i, i+1)
			c.kinds[c.p.Cards[n.ID].Kind] = true
			c.named++
		}
	}
}

// label tells whether words say what a list behind them is of: skills, abilities, or what the program calls what the card carries.
func (c *carried) label(part []token) bool {
	for i := range part {
		if w, n := c.lex.find(part[i:]); w != nil && i+n == len(part) && (w.class == "title" || slices.ContainsFunc(w.nouns, func(n name) bool { return c.lists(n.Noun) })) {
			return true
		}
	}
	return false
}

// lists tells whether a noun is a figure of many cards.
func (c *carried) lists(n claim.Noun) bool {
	return n.Sort == claim.FieldNoun && n.Field != nil && n.Field.Type.IsList()
}

// meant is what a name stands for by which nothing is called, one of a number of such names: of what is left, of the kinds of what is
// named, what shares a word with it, or the first; nil for nothing. It is left no more.
func (c *carried) meant(says string, unknown int) *claim.Claim {
	words, found := telling(c.lex, says), -1
	sure := c.named >= fewNames || len(c.left) == 1 && unknown == 1 && (c.named > 0 || c.labelled)
	for i, y := range c.left {
		if !sure || text.Of(c.p.Cards[y.Noun.ID].Texts, c.lang) == nil || !c.kinds[c.p.Cards[y.Noun.ID].Kind] && !c.labelled {
			continue
		}
		for w := range telling(c.lex, speaker{c.p, c.lang}.called(y.Noun)) {
			if words[w] {
				c.left = slices.Delete(c.left, i, i+1)
				return y
			}
		}
		if found < 0 {
			found = i
		}
	}
	if found < 0 {
		return nil
	}
	y := c.left[found]
	c.left = slices.Delete(c.left, found, found+1)
	return y
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
