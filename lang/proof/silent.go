package proof

import (
	"fmt"
	"slices"
	"strings"
)

// silence is the verdict on a thing of which both the card that the pack prints and the rule read aloud speak, and the text does not.
var silence = "thing " + Kinds[NotInText]

// ofOmission begins the signs of such a verdict that the rest of the text makes.
const ofOmission = "of what is left out, "

// silences is the verdict on the one thing that both the card and the reading name, and of which the text says no word. A text that
// leaves out several tells its rule in short.
func (b *bench) silences(read *reading) []Verdict {
	if read.lent {
		return nil // it only prints what its kind asks for
	}
	var out []Verdict
	seen := map[sense]bool{}
	for i := range b.aloud.facts {
		f := &b.aloud.facts[i]
		if !f.thing() || anyOf(b.text.says, f.means) || anyOf(seen, f.means) || !anyOf(b.card.says, f.means) {
			continue
		}
		p, q := b.aloud.line(f)
		if p == nil || p.brought || b.mentions(q.in[q.from:q.to]) {
			continue
		}
		for _, m := range f.means {
			seen[m] = true
		}
		v := Verdict{Kind: NotInText, by: silence, At: p.at, Clause: p.clause, Rule: q.in[q.from:q.to], quote: q}
		v.signs = slices.Concat(b.unsaid(f), b.around(f, q), b.common)
		out = append(out, v)
	}
	if len(out) != 1 {
		return nil
	}
	b.ranks(&out[0])
	return out
}

// thing tells whether a fact of a rule is a thing that it names, or a number of one.
func (f *fact) thing() bool {
	sort, _, _ := strings.Cut(f.means[0].sort, " ")
	return f.to > 0 && (slices.Contains([]string{"card", "field", "value", "function", "of"}, sort) || f.means[0].sort == "word result")
}

// mentions tells whether the text has one of some words.
func (b *bench) mentions(words string) bool {
	for _, s := range sentences(words) {
		for _, t := range s {
			if b.lex.tells(t) && b.text.stems[stem(t.form, b.lang)] {
				return true
			}
		}
	}
	return false
}

// unsaid are the signs of a fact of which the text says nothing, as it is.
func (b *bench) unsaid(f *fact) []string {
	sort := f.sort()
	if f.plain {
		sort += ", plain"
	}
	out := []string{"left out", "left out: " + sort, "left out in " + b.lang}
	another := func(o fact) bool { return o.alike(f) }
	switch {
	case slices.ContainsFunc(b.text.facts, func(o fact) bool { return another(o) && !anyOf(b.aloud.says, o.means) }):
		out = append(out, "left out, another in its place", "left out: "+sort+", another in its place")
	case slices.ContainsFunc(b.text.facts, another):
		out = append(out, "left out, others of its sort", "left out: "+sort+", others of its sort")
	}
	return out
}

// around are the signs of such a fact that stands in a sentence of the rule: how much of the rest of that the text says.
func (b *bench) around(f *fact, q quote) []string {
	near, said, all := 0, -1, -1
	for s := range f.near {
		if b.text.stems[s] {
			near++
		}
	}
	for i := range b.aloud.facts {
		o := &b.aloud.facts[i]
		if _, p := b.aloud.line(o); p.in != q.in {
			continue
		}
		if all++; anyOf(b.text.says, o.means) {
			said++
		}
	}
	return []string{fmt.Sprint(ofOmission, "words beside it ", min(near, 4)), ofOmission + share(said+1, all)}
}

// share is how many of some there are, in a word.
func share(n, of int) string {
	switch {
	case of <= 0:
		return "it is alone"
	case n == 0:
		return "no others said"
	case n >= of:
		return "all others said"
	case n*3 >= of*2:
		return "most others said"
	case n*3 >= of:
		return "half of the others said"
	}
	return "few others said"
}
