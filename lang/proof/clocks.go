package proof

import (
	"slices"
)

// clocks reports a span that is somebody else's, where no span that the rule read aloud speaks of is anybody else's.
func (j opposer) clocks() {
	if len(j.read.own) == 0 || slices.ContainsFunc(j.read.all(), func(p passage) bool { return len(j.lex.othersClocks(p.list, false)) > 0 }) {
		return
	}
	_, given := j.called.read.links.givers[j.card.ID]
	for _, i := range j.lex.othersClocks(j.list, given) {
		if !j.spoken(i, i+1) {
			j.report(NotInRule, antonym{about: "clock", from: i, to: i + 1}, passage{}, quote{})
			return
		}
	}
}

// reach is how far from a span somebody may stand whose span it is, in words.
const reach = 5

// othersClocks are the places of a sentence at which a span stands beside somebody else than the bearer; of a card that is given,
// who suffers from it is its bearer.
func (l *lexicon) othersClocks(list []token, given bool) []int {
	var out []int
	for i := range list {
		if !l.clock(&list[i]) {
			continue
		}
		for k := max(0, i-reach); k < min(len(list), i+reach+1); k++ {
			if k != i && l.someoneElse(&list[k]) && !(given && l.does(&list[k], "sufferer")) && !slices.ContainsFunc(list[min(i, k)+1:max(i, k)], l.weighs) {
				out = append(out, i)
				break
			}
		}
	}
	return out
}

// whoseClock is who stands nearest to a token that names a span, within few words: nil when nobody does.
func (l *lexicon) whoseClock(list []token, i int, all []antonym) *antonym {
	if !l.clock(&list[i]) {
		return nil
	}
	var out *antonym
	nearest := reach
	for k := range all {
		a := &all[k]
		far := max(i-a.to+1, a.from-i)
		if a.about != "person" && a.about != "camp" || far < 1 || far >= nearest {
			continue
		}
		if !slices.ContainsFunc(list[min(i, a.to):max(i, a.from)], func(t token) bool { return t.shape != wordShape }) {
			out, nearest = a, far
		}
	}
	return out
}

// belongs is how a token that names a span is said to be somebody's who is not named: its own, its, of whoever; "" when it is not.
func belongs(l *lexicon, list []token, i int) string {
	if !l.clock(&list[i]) {
		return ""
	}
	for k := i - 1; k >= max(0, i-3) && list[k].shape == wordShape; k-- {
		switch t := &list[k]; {
		case l.does(t, "own"):
			return "own"
		case l.does(t, "its"):
			return "its"
		}
	}
	for k := i + 1; k < min(len(list), i+reach) && list[k].shape == wordShape; k++ {
		if l.does(&list[k], "who") {
			return "who"
		}
	}
	return ""
}

// clock tells whether a word names a span, or that one begins.
func (l *lexicon) clock(t *token) bool {
	w := l.forms[t.form]
	return t.shape == wordShape && (w != nil && w.class == "clock" || l.does(t, "clock"))
}

// someoneElse tells whether a word is somebody else than the bearer.
func (l *lexicon) someoneElse(t *token) bool {
	w := l.forms[t.form]
	return w != nil && (w.class == "theirs" || w.class == "someone")
}

// weighs tells whether a token between two words keeps them apart.
func (l *lexicon) weighs(t token) bool {
	w := l.forms[t.form]
	return t.shape != wordShape || w != nil && (w.class == "plain" || w.class == "" && len(w.nouns) > 0)
}
