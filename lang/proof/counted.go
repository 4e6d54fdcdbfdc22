package proof

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// miscounted is the verdict on a number of one thing, where the rule has it of another, which the text does not count.
const miscounted = "counted differs"

// resources are the names of what is counted, of the things that a card or a player has.
func (j opposer) resources(list []name) []name {
	return slices.DeleteFunc(slices.Clone(list), func(n name) bool {
		return !n.sure || n.Sort != claim.FieldNoun || n.Field == nil || n.Field.Type.Kind != ir.Int || n.Field.Class != ir.Cell || n.Field.Inner || !j.ofKind(n.Field)
	})
}

// shared tells whether two lists have a name in common.
func shared(a, b []name) bool {
	return slices.ContainsFunc(a, func(n name) bool {
		return slices.ContainsFunc(b, func(m name) bool { return keyOf(n.Noun) == keyOf(m.Noun) || speaksOf(n.Noun, m.Noun) })
	})
}

// miscounts reports numbers of one thing where the rule, as it is read aloud and as the pack prints it, has them of another alone.
func (j opposer) miscounts() {
	if j.placed {
		return
	}
	for i := range j.said {
		s := &j.said[i]
		of := j.resources(s.nouns)
		if s.topic != numberTopic || s.sure != firm || s.part != 0 || len(of) == 0 || j.spoken(s.from, s.to) {
			continue
		}
		var at passage
		var q quote
		agrees := slices.ContainsFunc(slices.Concat(j.own, j.open), func(x claim.Claim) bool { return fitting(s, &x) == fits && j.names(&x, of) })
		for _, list := range [][]passage{j.read.shown, j.read.own, j.read.terms} {
			for k := range list {
				p := &list[k]
				in := j.numbersIn(p)
				for n := range in.said {
					o := &in.said[n]
					if o.n != s.n || o.sides != s.sides || o.sure != firm || o.part != 0 {
						continue
					}
					if theirs := j.resources(o.nouns); shared(theirs, of) {
						agrees = true
					} else if q.in == "" && len(theirs) > 0 && !shared(j.mentioned, theirs) {
						at, q = *p, quote{p.text, in.list[o.from].at, in.list[o.to-1].end, p.printed}
					}
				}
			}
		}
		if !agrees && q.in != "" {
			j.report(Differs, antonym{from: s.from, to: s.to}, at, q)
			j.out[len(j.out)-1].by, j.out[len(j.out)-1].Rank = miscounted, Error
		}
	}
}
