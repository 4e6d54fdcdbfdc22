package proof

import (
	"slices"
	"testing"
)

// A thing that stands beside what stands beside another in a witness is in other company there: rows that are exchanged
// have all words of the rule.
func TestCompany(t *testing.T) {
	p := small(t)
	x, c := New(p, "en"), NewFinder(p).Find("Horn").Card
	rule := x.witness(c, "With a hammer it has 2 Might. With a chisel it has 1 Speed.")
	for text, want := range map[string][2]bool{
		"With a hammer it has 2 Might. With a chisel it has 1 Speed.": {true, false},
		"With a chisel it has 2 Might. With a hammer it has 1 Speed.": {false, true},
	} {
		w := x.witness(c, text)
		for i := range w.facts {
			u := &w.facts[i]
			if u.sort() != "card" {
				continue
			}
			with, without := rule.company(u, w)
			if got := [2]bool{with > without, without > with}; got != want {
				t.Errorf("%s: %s stands beside %d of its company, and beside another of %d", text, u.means[0].key, with, without)
			}
		}
	}
}

// The last of a list of faces is the first and all above it; what follows one of them is not what it is a number of.
func TestFaces(t *testing.T) {
	p := small(t)
	for lang, texts := range map[string][2]string{"en": {"On a 5 or a 6 it moves.", "On a 4 or a 6 it moves."}, "fr": {"Sur un 5 ou un 6 elle bouge.", "Sur un 4 ou un 6 elle bouge."}} {
		x := New(p, lang)
		for i, text := range texts {
			w := x.witness(p.Cards[0], text)
			six := slices.ContainsFunc(w.facts, func(u fact) bool {
				return slices.Contains(u.means, sense{"number", "6000"}) && slices.Contains(u.means, sense{"number", "5000"})
			})
			if six != (i == 0) {
				t.Errorf("%s: the six is a five or more: %t", text, six)
			}
		}
	}
}
