package proof

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
)

// Of which sorts the verdicts are on a condition that a text does away with, and on a number that it gives where the card takes it.
const (
	waiver = "waiver"
	sign   = "sign"
)

// The sides of the words that limit a case, as the tables have them: unless, only, even.
const (
	unless = iota
	only
	even
)

// cases are the words of a sentence that limit a case, or do away with its limits.
func cases(l *lexicon, list []token) []antonym {
	return slices.DeleteFunc(l.alternatives.find(list, func(int) bool { return false }), func(a antonym) bool { return a.about != "case" })
}

// phraseAround are the stems of the words that say of what a word is: behind it, up to a pause, and few before it.
func phraseAround(l *lexicon, list []token, from, to int) map[string]bool {
	first, last := from, to
	for ; last < len(list) && last < to+span && list[last].shape == wordShape && !list[last].heads; last++ {
	}
	for ; first > 0 && first > from-tail && list[first-1].shape == wordShape && (first == len(list) || !list[first].heads); first-- {
	}
	return stemsOf(l, list[first:from], list[to:last])
}

// common is how much two sets have in common.
func common(a, b map[string]bool) int {
	n := 0
	for s := range a {
		if b[s] {
			n++
		}
	}
	return n
}

// waived reports words like even if, whatever and no matter of what the rule, or the card that the pack prints, asks for.
func (j opposer) waived() {
	if j.placed {
		return
	}
	passages := slices.Concat(j.read.shown, j.read.own)
	for _, s := range cases(j.lex, j.list) {
		if s.side != even || j.spoken(s.from, s.to) {
			continue
		}
		of := phraseAround(j.lex, j.list, s.from, s.to)
		if slices.ContainsFunc(passages, func(p passage) bool { // it does so, too
			return slices.ContainsFunc(cases(j.lex, p.list), func(a antonym) bool {
				return a.side == even && common(of, phraseAround(j.lex, p.list, a.from, a.to)) > 0
			})
		}) {
			continue
		}
		if p, q := j.asking(passages, of); q.in != "" {
			j.report(Differs, antonym{about: waiver, from: s.from, to: s.to}, p, q)
			continue
		}
		for i := range j.own {
			x := &j.own[i]
			if x.Sort == claim.Condition && !x.Untold && slices.ContainsFunc(nouns(x), func(n claim.Noun) bool { return common(of, telling(j.lex, j.say().called(n))) > 0 }) {
				j.report(Differs, antonym{about: waiver, from: s.from, to: s.to}, passage{clause: x.Clause, at: x.At}, quote{})
				break
			}
		}
	}
}

// asking is where passages ask for something, in words like if, unless and only.
func (j opposer) asking(list []passage, of map[string]bool) (passage, quote) {
	for _, p := range list {
		limits := cases(j.lex, p.list)
		for i := range p.list {
			w := j.lex.forms[p.list[i].form]
			limit := w != nil && w.class == "while" || slices.ContainsFunc(limits, func(a antonym) bool { return a.from == i && a.side != even })
			if !limit {
				continue
			}
			to := i + 1
			for to < len(p.list) && to < i+1+span && p.list[to].shape == wordShape {
				to++
			}
			if common(of, phraseAround(j.lex, p.list[:to], i+1, i+1)) > 0 {
				return p, quote{p.text, p.list[i].at, p.list[to-1].end, p.printed}
			}
		}
	}
	return passage{}, quote{}
}

// flipped reports a number that a text adds where the card that the pack prints takes as much from the same, or the other way round.
func (j opposer) flipped() {
	if j.placed {
		return
	}
	for i := range j.said {
		s := &j.said[i]
		way := s.way()
		if way == 0 || j.spoken(s.from, s.to) {
			continue
		}
		same, other := 0, 0
		of := phraseAround(j.lex, j.list, s.from, s.to)
		var at passage
		var q quote
		for k := range j.read.shown {
			p := &j.read.shown[k]
			in := j.numbersIn(p)
			for n := range in.said {
				o := &in.said[n]
				if o.way() == 0 || o.n != s.n || o.length != s.length {
					continue
				}
				alike := common(of, phraseAround(j.lex, in.list, o.from, o.to))
				switch {
				case o.way() == way:
					same = max(same, alike)
				case alike > other:
					other, at, q = alike, *p, quote{p.text, in.list[o.from].at, in.list[o.to-1].end, p.printed}
				}
			}
		}
		if other > same {
			j.report(Differs, antonym{about: sign, from: s.from, to: s.to}, at, q)
		}
	}
}

// way is whether a number goes up or down: 1, -1; 0 for neither.
func (s *said) way() int {
	switch {
	case s.topic != numberTopic || s.sure != firm || s.sides != 0 || s.part != 0 || s.factor:
		return 0
	case s.sign != 0:
		return s.sign
	}
	return s.turn
}

// numbersIn are the numbers of a passage, read once.
func (j opposer) numbersIn(p *passage) *figured {
	if p.numbers == nil {
		list, all, _, _ := j.lex.read(j.p, j.card, p.list)
		p.numbers = &figured{list, slices.DeleteFunc(all, func(s said) bool { return s.topic != numberTopic })}
	}
	return p.numbers
}
