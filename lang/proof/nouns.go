package proof

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// noun looks for a thing that is named: in the rule, in what is open, and else for the sibling that the rule names.
func (j *judge) noun(s *said) {
	if !slices.ContainsFunc(s.nouns, func(n name) bool { return n.sure }) {
		j.mark(s.nouns)
		return
	}
	if j.mark(s.nouns) {
		x := j.sibling(s.nouns)
		if x == nil || !j.placed || itself(j.rule, s.nouns) || slices.ContainsFunc(j.own, func(o claim.Claim) bool { return j.here(&o) && j.names(&o, s.nouns) }) {
			j.denial(s)
		} else { // another clause names it, and its own another thing of its sort
			j.report(Hint, Differs, s, x, j.words(s), j.say().called(x.Noun))
		}
		return
	}
	x, named := j.sibling(s.nouns), s.called()
	if j.known(s.nouns, false) && !(j.placed && x != nil && (x.Noun.Sort == claim.ValueNoun || x.Noun.Sort == claim.CardNoun)) {
		return
	}
	if j.placed && !s.capital && slices.ContainsFunc(s.nouns, func(n name) bool { return !n.sure }) { // it may be another thing
		if x != nil {
			j.report(Hint, Differs, s, x, j.words(s), j.say().called(x.Noun))
		}
		return
	}
	deep := j.read.deep(j.placed).has(s.nouns) || !stats(s.nouns) && j.read.deep(j.placed).speaks(j.list[s.from:s.to], j.lang)
	switch {
	case x != nil && deep:
		doubt(j, Differs, s, x, j.say().called(x.Noun))
	case x != nil:
		j.report(Error, Differs, s, x, j.words(s), j.say().called(x.Noun))
	case !(s.capital && named != claim.NoNoun || !j.placed && !s.plain && named == claim.CardNoun):
	case deep:
		doubt(j, NotInRule, s, j.nearest(s), "")
	default:
		j.report(Hint, NotInRule, s, j.nearest(s), j.words(s), "")
	}
}

// called is whether a noun of a text is surely a card, or else a characteristic or a value.
func (s *said) called() claim.NounSort {
	out := claim.NoNoun
	for _, n := range s.nouns {
		switch {
		case n.Sort == claim.CardNoun && n.sure:
			return n.Sort
		case n.Sort == claim.CardNoun, n.Sort == claim.FieldNoun, n.Sort == claim.ValueNoun:
			out = n.Sort
		}
	}
	return out
}

// denial compares whether a thing is there, or is not.
func (j *judge) denial(s *said) {
	var differing *claim.Claim
	for i := range j.own {
		x := &j.own[i]
		if x.Sort != claim.Condition || !j.here(x) || !j.surely(x, s.nouns) {
			if j.here(x) && j.names(x, s.nouns) {
				return // it is named for another reason, too
			}
			continue
		}
		if denies(x) == s.denied || x.Untold || x.Word == "holds" {
			return
		}
		differing = x
	}
	if differing == nil {
		return
	}
	where := deniedNear(j, s)
	if denies(differing) && where == nearIt {
		return // it may be denied behind it: ripostes do not count
	}
	not := ""
	if denies(differing) {
		not = phrase(j.lang, "not ", "pas ")
	}
	j.report(Hint, Differs, s, differing, j.words(s), not+j.say().called(differing.Noun))
	v := &j.out[len(j.out)-1]
	v.by, v.marks = denialDiffers, []string{where, "of a " + claim.NounSorts[differing.Noun.Sort]}
	if s.denied {
		v.marks = append(v.marks, "the text denies")
	} else if asks(j, s.from) {
		v.marks = append(v.marks, askedFor)
	}
	if slices.ContainsFunc(j.own, func(x claim.Claim) bool {
		return x.Clause == differing.Clause && x.Sort == claim.Trigger && x.Word == "cannot"
	}) {
		v.marks = append(v.marks, "the clause forbids")
	}
}

// Where in a sentence something is denied, seen from a word.
const (
	nearIt    = "denied beside it"
	elsewhere = "denied elsewhere in the sentence"
	nowhere   = "nothing else is denied"
)

// asks tells whether a word that begins a condition stands before a token, with no pause between.
func asks(j *judge, at int) bool {
	from := at
	for from > 0 && j.list[from-1].shape != pauseShape {
		from--
	}
	return slices.ContainsFunc(cases(j.lex, j.list[from:at]), func(a antonym) bool { return a.side != even }) || slices.ContainsFunc(j.list[from:at], func(t token) bool {
		w := j.lex.forms[t.form]
		return w != nil && w.class == "while"
	})
}

// deniedNear tells whether what stands between the same pauses denies something, or only the rest of the sentence.
func deniedNear(j *judge, s *said) string {
	from, to := s.from, s.to
	for from > 0 && j.list[from-1].shape != pauseShape {
		from--
	}
	for to < len(j.list) && j.list[to].shape != pauseShape {
		to++
	}
	denying := func(t token) bool { return denying(j, t) }
	switch {
	case slices.ContainsFunc(j.list[from:to], denying):
		return nearIt
	case slices.ContainsFunc(j.list, denying):
		return elsewhere
	}
	return nowhere
}

// denying tells whether a word denies something.
func denying(j *judge, t token) bool {
	w := j.lex.forms[t.form]
	return t.shape == wordShape && w != nil && (w.class == "not" || w.class == "cannot") || j.lex.does(&t, "nor") || j.lex.does(&t, "not")
}

// denies tells whether a condition says that a thing is not there: it is denied, or there is none of it.
func denies(x *claim.Claim) bool {
	return x.Denied || x.Noun.Sort != claim.ValueNoun && x.Amount.Known && x.Amount.Lo == 0 && x.Amount.Hi == 0
}

// partial reports a text that names some of several things of which the rule says the same.
func (j *judge) partial() {
	type group struct {
		clause, word, row string
		sort              claim.Sort
		lo                int64
		of                string
	}
	told, left, missing := map[group]int{}, map[group]int{}, map[group]*claim.Claim{}
	for i := range j.own {
		x := &j.own[i]
		listed := x.Sort == claim.Effect && x.Noun.Sort == claim.FieldNoun && x.Noun.Field.Class == ir.Stat ||
			x.Sort == claim.Condition && x.Word == "is" && x.Noun.Sort == claim.ValueNoun && x.Noun.Value >= 0
		if !listed || x.Clause == "" || !j.here(x) || slices.Contains(j.whole, x.Clause) || slices.Contains(j.whole, anyClause) {
			continue
		}
		g := group{x.Clause, x.Word, x.Row, x.Sort, x.Amount.Lo, x.Amount.Var}
		if x.Sort == claim.Condition {
			g.of = j.p.Enums[x.Noun.ID].Name
		}
		if j.told[i]&toldNoun != 0 {
			told[g]++
		} else {
			left[g]++
			missing[g] = x
		}
	}
	for g, x := range missing {
		if told[g] > 0 && !saysAll(j, told[g]+left[g]) {
			j.report(rank(g.sort == claim.Effect), HalfMissing, nil, x, "", j.say().amount(x))
		}
	}
}

// saysAll tells whether the text counts as many things as the rule lists: its six figures.
func saysAll(j *judge, n int) bool {
	return n > 2 && slices.ContainsFunc(j.numbered, func(s said) bool { return s.n == int64(n)*ir.Unit && s.sides == 0 && s.part == 0 && !s.length })
}

// untold reports limits, costs and durations of which the text is silent, though it tells other things of their clause.
func (j *judge) untold() {
	spoken := map[string]bool{}
	for i, x := range j.own {
		spoken[x.Clause] = spoken[x.Clause] || j.told[i] != 0
	}
	for i := range j.own {
		x := &j.own[i]
		counted := x.Amount.Known && (x.Sort == claim.Frequency || x.Sort == claim.Cost)
		lasts := j.placed && x.Sort == claim.Duration && x.Span.Sort != claim.NoNoun
		if x.Clause != "" && spoken[x.Clause] && j.here(x) && j.told[i] == 0 && (counted || lasts) && !(j.labels == nil && toldAlike(j, x)) {
			j.warn(NotInText, nil, x, "", j.say().amount(x))
		}
	}
}

// toldAlike tells whether the text tells the same of another clause.
func toldAlike(j *judge, x *claim.Claim) bool {
	for i := range j.own {
		if y := &j.own[i]; j.told[i] != 0 && y.Sort == x.Sort && y.Amount == x.Amount && keyOf(y.Noun) == keyOf(x.Noun) && keyOf(y.Span) == keyOf(x.Span) {
			return true
		}
	}
	return false
}

// known tells whether things are named by what is open, or are the card or its kind; figures: also what is said of every
// card of its kind, and its figures.
func (j *judge) known(list []name, figures bool) bool {
	kind := j.p.Kinds[j.card.Kind]
	if itself(j.rule, list) {
		return true
	}
	for _, n := range list {
		switch n.Sort {
		case claim.KindNoun:
			return true
		case claim.FieldNoun:
			if figures && ir.FieldNamed(kind.Fields, n.Name) >= 0 || ir.FieldNamed(j.card.Own, n.Name) >= 0 {
				return true
			}
		}
	}
	open := j.open[:j.near]
	if figures {
		open = j.open
	}
	return slices.ContainsFunc(open, func(x claim.Claim) bool { return j.names(&x, list) })
}

// itself tells whether a thing is the card.
func itself(r *rule, list []name) bool {
	return slices.ContainsFunc(list, func(n name) bool {
		return n.Sort == claim.CardNoun && (n.ID == r.card.ID || within(n.Name, r.card.Name))
	})
}

// within tells whether the name of a card is made of that of another and more: what it is for short.
func within(name, of string) bool { return strings.Contains("_"+of+"_", "_"+name+"_") }

// sibling is a claim of the sentence's clauses that names another thing of the same sort, of which the text is silent.
func (j *judge) sibling(list []name) *claim.Claim {
	var out *claim.Claim
	j.each(func(i int, x *claim.Claim) bool {
		if out == nil && (j.here(x) || x.Sort == claim.Keyword && !j.placed) && j.told[i]&toldNoun == 0 && !j.toldLater(x) && !(x.Denied && x.Noun.Sort == claim.ValueNoun) && slices.ContainsFunc(list, func(n name) bool { return n.sure && j.alike(n.Noun, x.Noun) }) {
			out = x
		}
		return true
	})
	return out
}

// toldLater tells whether another part of the sentence names what a claim names.
func (j *judge) toldLater(x *claim.Claim) bool {
	return slices.ContainsFunc(j.said, func(s said) bool { return j.names(x, s.nouns) })
}

// alike tells whether one thing may be taken for another: two cards of a kind, values of an enum, characteristics.
func (j *judge) alike(a, b claim.Noun) bool {
	if fold(b.Name) == fold(j.card.Name) {
		return false
	}
	if a.Sort == claim.ValueNoun && b.Sort == claim.FieldNoun {
		return b.Field != nil && b.Field.Class == ir.Stat && slices.ContainsFunc(j.p.Enums[a.ID].Values, func(v ir.EnumValue) bool { return v.Name == b.Name })
	}
	if a.Sort != b.Sort {
		return false
	}
	switch a.Sort {
	case claim.CardNoun:
		return j.p.Cards[a.ID].Kind == j.p.Cards[b.ID].Kind
	case claim.ValueNoun:
		return a.ID == b.ID && b.Value >= 0 && !strings.HasPrefix(j.say().called(b), j.say().called(a))
	case claim.FieldNoun:
		return a.Field != nil && b.Field != nil && a.Field.Class == ir.Stat && b.Field.Class == ir.Stat
	}
	return false
}

// side compares allies and enemies: a text that speaks of one side only, and a clause that asks for the other only.
func (j *judge) side(s *said) {
	if j.mark(s.nouns); s.denied {
		return // "no allies" may be enemies
	}
	for _, o := range j.said {
		if o.topic == sideTopic && o.word != s.word {
			return
		}
	}
	var differing *claim.Claim
	for i := range j.own {
		x := &j.own[i]
		if !j.here(x) {
			continue
		}
		for _, n := range nouns(x) {
			if side := j.lex.sides[n.ID]; n.Sort == claim.FuncNoun && side == s.word {
				return
			} else if n.Sort == claim.FuncNoun && side != "" && !x.Denied {
				differing = x
			}
		}
	}
	if differing != nil {
		j.warn(Differs, s, differing, j.words(s), j.say().called(differing.Noun))
	}
}

// unknown is a word written as a name that nothing is called by. Where it stands tells how surely it is meant as one.
func (j *judge) unknown(s *said) {
	if titled := telling(j.lex, text.Name(j.p, j.card.Texts, j.card.Name, j.lang)); titled[stem(j.list[s.from].form, j.lang)] {
		return // a part of its own name
	}
	j.report(rank(s.sure == firm), NotInRule, s, j.nearest(s), j.words(s), "")
	v := &j.out[len(j.out)-1]
	if s.word != "" {
		v.marks = append(v.marks, s.word)
	}
	at := s.from - 1
	for at > 0 && (j.list[at].shape == pauseShape || j.lex.empty(j.list[at].form)) {
		at--
	}
	for i := range j.said {
		if o := &j.said[i]; o.topic == nounTopic && o.from <= at && at < o.to && !j.list[s.from].heads {
			for _, n := range o.nouns {
				if n.sure {
					v.marks = append(v.marks, sortedBy(n.Sort))
					break
				}
			}
		}
	}
	if s.from > 0 && j.lex.does(&j.list[s.from-1], "passive") {
		v.marks = append(v.marks, "said of somebody")
	}
}

// stats tells whether some things are characteristics.
func stats(list []name) bool {
	return slices.ContainsFunc(list, func(n name) bool { return n.sure && n.Field != nil && n.Field.Class == ir.Stat })
}
