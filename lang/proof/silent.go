package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// silence is the verdict on a thing of which both the card that the pack prints and the rule read aloud speak, and the text does not.
var silence = "thing " + Kinds[NotInText]

// ofOmission begins the signs of such a verdict that the rest of the text makes.
const ofOmission = "of what is left out, "

// several is how many things a text may leave out: one that leaves out more tells its rule in short.
const several = 3

// silences are the verdicts on the few things that both the card and the reading name, and of which the text says no word.
func (b *bench) silences(read *reading) []Verdict {
	if read.lent || b.one {
		return nil // it only prints what its kind asks for, or is one sentence of several
	}
	var out []Verdict
	seen := map[sense]bool{}
	for i := range b.aloud.facts {
		f := &b.aloud.facts[i]
		if !f.thing() || b.counts(f) || anyOf(b.text.says, f.means) || anyOf(seen, f.means) || !anyOf(b.card.says, f.means) {
			continue
		}
		p, q := b.aloud.line(f)
		if p == nil || p.brought || b.mentions(q.in[q.from:q.to]) || b.otherwise(f) {
			continue
		}
		for _, m := range f.means {
			seen[m] = true
		}
		v := Verdict{Kind: NotInText, by: silence, At: p.at, Clause: p.clause, Rule: q.in[q.from:q.to], quote: q, fact: f}
		v.signs = slices.Concat(b.unsaid(f), b.around(f, q), b.common)
		out = append(out, v)
	}
	if len(out) > several {
		return nil
	}
	for i := range out {
		one := fmt.Sprint(ofOmission, "one of ", len(out))
		out[i].signs = append(out[i].signs, one, one+": "+out[i].fact.sort())
		b.ranks(&out[i])
	}
	return out
}

// thing tells whether a fact of a rule is a thing that it names, or a number of one.
func (f *fact) thing() bool {
	sort, _, _ := strings.Cut(f.means[0].sort, " ")
	return f.to > 0 && (slices.Contains([]string{"card", "field", "value", "function", "property", "of", "number", "dice"}, sort) || f.means[0].sort == "word result")
}

// counts tells whether a fact is a number that the text has, of whatever, or need not tell: one.
func (b *bench) counts(f *fact) bool {
	sort, key := f.means[0].sort, f.means[0].key
	return (sort == "number" || strings.HasPrefix(sort, "of ")) && (key == fmt.Sprint(ir.Unit) || b.text.says[sense{"number", key}])
}

// otherwise tells whether the text says in other words what stands where a fact of the reading does.
func (b *bench) otherwise(f *fact) bool {
	return slices.ContainsFunc(b.aloud.facts, func(o fact) bool {
		return o.to > 0 && o.meets(f) && strings.HasPrefix(o.means[0].sort, "word ") && anyOf(b.text.says, o.means)
	})
}

// mentions tells whether the text has one of some words.
func (b *bench) mentions(words string) bool {
	for s := range telling(b.lex, words) {
		if b.text.stems[s] {
			return true
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

// outOfList is the verdict on the one member of a list of the reading that a text leaves out.
var outOfList = "member " + Kinds[HalfMissing]

// lists are the verdicts on lists of which a text has all members but one.
func (b *bench) lists(read *reading) []Verdict {
	if read.lent {
		return nil
	}
	var out []Verdict
	all := b.aloud.facts
	seen := map[string]bool{}
	for i := range all {
		f := &all[i]
		if f.to == 0 || f.counted() || anyOf(b.text.says, f.means) {
			continue
		}
		p, q := b.aloud.line(f)
		if p == nil || p.brought || seen[q.in[q.from:q.to]] || b.mentions(q.in[q.from:q.to]) || b.otherwise(f) {
			continue
		}
		told, missing := 0, 1
		for _, o := range b.members(f) {
			if _, at := b.aloud.line(o); anyOf(b.text.says, o.means) || b.mentions(at.in[at.from:at.to]) {
				told++
			} else {
				missing++
			}
		}
		if told < 1 || missing > 2 || missing > 1 && told < 3 {
			continue
		}
		seen[q.in[q.from:q.to]] = true
		v := Verdict{Kind: HalfMissing, by: outOfList, At: p.at, Clause: p.clause, Rule: q.in[q.from:q.to], quote: q}
		printed := "the card prints none"
		switch {
		case anyOf(b.card.says, f.means):
			printed = "the card prints it"
		case len(b.card.facts) > 0:
			printed = "the card does not print it"
		}
		v.signs = slices.Concat([]string{"out of a list", "out of a list: " + f.sort(), "out of a list in " + b.lang, fmt.Sprint(ofOmission, "out of a list, others told ", min(told, 4)), "out of a list, " + printed, fmt.Sprint(ofOmission, "out of a list, missing ", missing), fmt.Sprint(ofOmission, "out of a list, others told ", min(told, 2), ", ", printed)}, b.common)
		out = append(out, v)
	}
	for i := range out {
		out[i].signs = append(out[i].signs, fmt.Sprint(ofOmission, "out of lists ", min(len(out), 3)))
		b.ranks(&out[i])
	}
	return out
}

// members are the other members of the list of the reading in which a fact stands.
func (b *bench) members(f *fact) []*fact {
	var out []*fact
	list := fact{from: f.from, to: f.to}
	for {
		var next *fact
		for i := range b.aloud.facts {
			if o := &b.aloud.facts[i]; o.in == f.in && o.alike(f) && !o.meets(&list) && (next == nil || o.gap(&list) < next.gap(&list)) {
				next = o
			}
		}
		if next == nil || next.gap(&list) > nearby/2 || !b.joined(b.aloud.text[min(next.to, list.to):max(next.from, list.from)]) {
			return out
		}
		out = append(out, next)
		list.from, list.to = min(list.from, next.from), max(list.to, next.to)
	}
}

// joined tells whether what stands between two facts makes a list of them.
func (b *bench) joined(between string) bool {
	for _, s := range sentences(between) {
		if slices.ContainsFunc(s, func(t token) bool { return t.form == "," || b.lex.joins(&t) }) {
			return true
		}
	}
	return false
}
