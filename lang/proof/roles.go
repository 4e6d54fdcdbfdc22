package proof

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
)

// people are those of whom a text speaks.
type people struct{ bearer, others, patient bool }

// people are those of whom a text speaks: the bearer, others, and the bearer as the one to whom something is done.
func (l *lexicon) people(text string) people {
	var out people
	for _, list := range sentences(text) {
		for _, m := range l.opposites.find(list, func(int) bool { return false }) {
			out.bearer = out.bearer || m.about == "bearer" || m.about == "patient"
			out.patient = out.patient || m.about == "patient"
			out.others = out.others || m.about == "others"
		}
		for i := range list {
			w, _ := l.find(list[i:])
			kind := w != nil && slices.ContainsFunc(w.nouns, func(n name) bool { return n.Sort == claim.KindNoun && n.sure })
			out.others = out.others || kind || l.someoneElse(&list[i])
		}
	}
	return out
}

// roles reports a sentence that speaks of the bearer alone, where its clause does something to somebody else; and of
// somebody else alone, where it is done to the bearer.
func (j opposer) roles() {
	who := j.lex.people(j.text)
	for i := range j.own {
		x := &j.own[i]
		if x.Clause != j.labels[0] || j.told[i] == 0 || x.Untold {
			continue
		}
		alone := who.bearer && !who.others
		switch {
		case x.Sort == claim.Effect && x.Word != "sets" || x.Sort == claim.Keyword:
			alone = x.Role == claim.Patient && alone || x.Role == claim.Bearer && who.others && !who.bearer
		case x.Sort == claim.Trigger:
			alone = x.Role == claim.Patient && alone && !who.patient
		default:
			alone = false
		}
		if alone {
			bearer, others := phrase(j.lang, "the bearer", "le porteur"), phrase(j.lang, "somebody else", "quelqu'un d'autre")
			if x.Role == claim.Bearer {
				bearer, others = others, bearer
			}
			j.judge.report(Hint, Differs, nil, x, bearer, others+": "+j.say().amount(x))
			return
		}
	}
}
