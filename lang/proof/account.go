package proof

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
)

// accountant holds what a sentence names against what its clause speaks of.
type accountant struct{ *judge }

// accounts reports what a sentence of a pack names and nothing of its clause accounts for: no claim is about it, and none names
// or asks for anything that is called by one of its words. That is what an author forgets to write. Common words tell too little of a
// rule; what is written as a name does, and so do values and functions that have a noun.
func (j accountant) accounts() {
	if !slices.ContainsFunc(j.own, func(x claim.Claim) bool { return x.Clause == j.labels[0] }) {
		return
	}
	var called map[string]bool
	for i := range j.said {
		s := &j.said[i]
		if s.topic != nounTopic || !j.telling(s) || itself(j.rule, s.nouns) || opposer(j).spoken(s.from, s.to) || j.about(s) {
			continue
		}
		if called == nil {
			called = j.calls()
		}
		if !slices.ContainsFunc(j.wordsOf(s), func(w string) bool { return called[w] }) {
			j.report(Hint, NotInRule, s, j.nearest(s), j.words(s), "")
			j.out[len(j.out)-1].by = "name not in the rule"
		}
	}
}

// telling tells whether a noun of a text is surely a thing of which a rule has to speak: it is written as a name, a card or a value heads
// the sentence, or it is the noun of a function, or a value in a word.
func (j accountant) telling(s *said) bool {
	sorts := map[claim.NounSort]bool{}
	for _, n := range s.nouns {
		if n.Sort == claim.KindNoun {
			return false // it is the bearer, or anybody
		}
		if n.sure {
			sorts[n.Sort] = true
		}
	}
	thing := sorts[claim.CardNoun] || sorts[claim.ValueNoun]
	t := &j.list[s.from]
	switch {
	case s.capital:
		return thing || sorts[claim.FieldNoun]
	case sorts[claim.EventNoun]:
		return false // what is done may be told by any word
	case t.openings && t.capital() && len(t.form) > 2:
		return thing
	case sorts[claim.FuncNoun]:
		return len(sorts) == 1
	}
	return sorts[claim.ValueNoun] && !s.plain && s.to-s.from == 1 && len(t.form) > 2
}

// about tells whether a claim of the sentence's clauses is about a thing, or one of what they name.
func (j accountant) about(s *said) bool {
	for i := range j.own {
		if j.here(&j.own[i]) && j.names(&j.own[i], s.nouns) {
			return true
		}
	}
	return slices.ContainsFunc(j.open[:j.near], func(x claim.Claim) bool { return j.names(&x, s.nouns) })
}

// wordsOf are the stems of a noun of a text, and of what the pack calls it.
func (j accountant) wordsOf(s *said) []string {
	var out []string
	for _, t := range j.list[s.from:s.to] {
		if len(t.form) > 2 {
			out = append(out, stem(t.form, j.lang))
		}
	}
	for _, n := range s.nouns {
		if n.sure {
			out = append(out, pieces(n.Noun)...)
		}
	}
	return out
}

// pieces are the stems of the name that a thing is declared with.
func pieces(n claim.Noun) []string {
	var out []string
	for part := range strings.SplitSeq(fold(n.Name), "_") {
		if len(part) > 2 {
			out = append(out, stem(part, "en"))
		}
	}
	return out
}

// calls are the stems of all that the sentence's clauses name, and of what is in the functions they ask and the events they call.
func (j accountant) calls() map[string]bool {
	out := map[string]bool{}
	add := func(list []string) {
		for _, w := range list {
			out[w] = true
		}
	}
	for i := range j.own {
		x := &j.own[i]
		if !j.here(x) {
			continue
		}
		for _, n := range nouns(x) {
			add(j.called.of(n))
			if n.Sort == claim.FuncNoun || n.Sort == claim.EventNoun && (x.Sort == claim.Effect || x.Sort == claim.Cost) {
				add(j.called.within(n))
			}
			if n.Sort == claim.FuncNoun && x.Sort == claim.Trigger {
				add(j.called.askers(n))
			}
		}
	}
	add(pieces(claim.Noun{Name: j.card.Name}))
	if j.card.ID >= 0 {
		add(j.called.of(claim.Noun{Sort: claim.CardNoun, ID: j.card.ID, Name: j.card.Name}))
	}
	return out
}

// vocabulary are the words for the things of a program, each found once.
type vocabulary struct {
	read      *readings
	own, deep map[claim.Noun][]string
	asked     map[int][]claim.Noun // the functions that ask for a function
}

// of are the stems of all that a thing is called, and of the sentence about it.
func (v *vocabulary) of(n claim.Noun) []string {
	if n.Sort == claim.NoNoun {
		return nil
	}
	if out, ok := v.own[n]; ok {
		return out
	}
	lex := v.read.lex
	out := pieces(n)
	names, main := lex.texts(textsOf(v.read.p, n))
	if main != nil {
		names = append(names, main)
	}
	for _, t := range names {
		for _, part := range t.Parts {
			for _, s := range sentences(part.Text) {
				for _, t := range s {
					if t.shape == wordShape && len(t.form) > 1 {
						out = append(out, stem(t.form, lex.lang))
					}
				}
			}
		}
	}
	v.own[n] = out
	return out
}

// within are the stems of what a function asks for, or an event does.
func (v *vocabulary) within(n claim.Noun) []string {
	if out, ok := v.deep[n]; ok {
		return out
	}
	var out []string
	for _, m := range claim.Within(v.read.p, n) {
		out = append(out, v.of(m)...)
	}
	v.deep[n] = out
	return out
}

// askers are the stems of what the functions are called that ask for a function: who changes that changes them.
func (v *vocabulary) askers(n claim.Noun) []string {
	if v.asked == nil {
		v.asked = map[int][]claim.Noun{}
		for _, f := range v.read.p.Funcs {
			by := claim.Noun{Sort: claim.FuncNoun, ID: f.ID, Name: f.Name}
			for _, m := range claim.Within(v.read.p, by) {
				if m.Sort == claim.FuncNoun {
					v.asked[m.ID] = append(v.asked[m.ID], by)
				}
			}
		}
	}
	var out []string
	for _, by := range v.asked[n.ID] {
		out = append(out, v.of(by)...)
	}
	return out
}
