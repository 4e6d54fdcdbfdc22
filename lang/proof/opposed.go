package proof

import (
	_ "embed" // the tables of opposites
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// The words of a language of which only one can be true at a place.
var (
	//go:embed opposed.en.txt
	englishOpposites string
	//go:embed opposed.fr.txt
	frenchOpposites string
	//go:embed facts.en.txt
	englishFacts string
	//go:embed facts.fr.txt
	frenchFacts string
)

// member is a word of one side of an opposition.
type member struct {
	about  string // what it is about; "" of what means no side of anything
	side   int
	turned bool // a negation makes it the other side
	common bool // it is said of many things
	told   bool // the rule has to say something of it
	mutual bool // one gives what another gets: a rule that has the one side names what has the other
	words  []string
}

// lasting are the last two words of as long as, in either language.
var lasting = []string{"long as", "tant que", "tant qu"}

// opposites are the oppositions of a language, by the first letters of their words.
type opposites map[string][]member

// newOpposites reads a table of them. What has no members there has those of another table.
func newOpposites(table, other string) opposites {
	out := opposites{}
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		head, sides, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			_, rest, _ := strings.Cut("\n"+other, "\n"+strings.TrimPrefix(head, "opposite-"))
			rest, _, _ = strings.Cut(rest, "\n")
			marks, members, _ := strings.Cut(rest, ": ")
			head, sides = head+marks, members
		}
		about, marks, _ := strings.Cut(strings.Trim(head, "-"), " ")
		i := 0
		for side := range strings.SplitSeq(sides, " | ") {
			for form := range strings.SplitSeq(side, ", ") {
				m := member{about, i, strings.Contains(marks, "!"), strings.Contains(marks, "?"), strings.Contains(marks, "."), strings.Contains(marks, "="), strings.Fields(form)}
				key := initial(m.words[0])
				out[key] = append(out[key], m)
			}
			i++
		}
	}
	return out
}

// initial is by what a word is looked up.
func initial(w string) string { return strings.TrimSuffix(w[:min(2, len(w))], "*") }

// antonym is a member of an opposition in a text.
type antonym struct {
	about    string
	side     int
	common   bool
	told     bool
	mutual   bool
	turned   bool
	from, to int
}

// find are the members of oppositions in a sentence. The longest form prevails.
func (o opposites) find(list []token, negated func(int) bool) []antonym {
	var out []antonym
	for i := 0; i < len(list); {
		longest, n := 0, len(out)
		if t := list[i]; t.shape == signShape && i+1 < len(list) && list[i+1].shape == numberShape && (i == 0 || !t.glued || list[i-1].shape != numberShape) {
			out = append(out, antonym{about: "degree", side: map[string]int{"-": 1}[t.form], mutual: true, from: i, to: i + 1})
		}
		if list[i].shape == wordShape && list[i].form != "" {
			for _, m := range o[initial(list[i].form)] {
				size := len(m.words)
				if size < longest || !m.at(list[i:]) {
					continue
				}
				if size > longest {
					longest, out = size, out[:n]
				}
				if m.about == "" {
					continue
				}
				side := m.side
				switch no := negated(i); {
				case no && m.turned && lasts(list, i): // as long as it has not passed: until it passes
				case no && m.turned:
					side = 1 - side
				case no && !m.told:
					continue
				}
				out = append(out, antonym{m.about, side, m.common, m.told, m.mutual, m.turned, i, i + size})
			}
		}
		i += max(1, longest)
	}
	return out
}

// lasts tells whether a word for as long as stands before a token, with no pause between.
func lasts(list []token, i int) bool {
	for k := i - 1; k > 0 && k > i-near-3 && list[k].shape == wordShape; k-- {
		if slices.Contains(lasting, list[k-1].form+" "+list[k].form) {
			return true
		}
	}
	return false
}

// at tells whether a member stands at the start of tokens.
func (m *member) at(list []token) bool {
	if len(m.words) > len(list) {
		return false
	}
	for i, w := range m.words {
		start, open := strings.CutSuffix(w, "*")
		if t := list[i]; t.shape != wordShape || !(t.form == w || open && strings.HasPrefix(t.form, start)) {
			return false
		}
	}
	return true
}

// turns are the other sides of what a sentence says that something is done upon, where it says, too, what is done otherwise.
func turns(l *lexicon, list []token, o opposites) []antonym {
	var out []antonym
	at := slices.IndexFunc(list, func(t token) bool { return l.does(&t, "otherwise") })
	if at < 0 {
		return nil
	}
	for _, a := range o.find(list[:at], l.denies(list[:at])) {
		if a.turned {
			a.side, a.from, a.to = 1-a.side, at, at+1
			out = append(out, a)
		}
	}
	return out
}

// denies tells whether a negation stands right before a token, or that something else is done instead of it.
func (l *lexicon) denies(list []token) func(int) bool {
	return func(i int) bool { return denial(l, list, i) < i }
}

// denial is where the negation before a token begins; at the token where there is none.
func denial(l *lexicon, list []token, i int) int {
	from, words := i, 0
	for j := i - 1; j >= 0 && (j >= i-3 || j >= i-5 && words < 2) && list[j].shape == wordShape && !l.does(&list[j], "that"); j-- {
		if !l.empty(list[j].form) { // what says nothing by itself does not keep them apart
			words++
		}
		if w, n := l.find(list[j:i]); w != nil && (n == i-j && w.class == "instead" || w.class == "not" || w.class == "cannot") {
			from = j
		}
	}
	return from
}

// opposer holds a sentence against the rule read aloud.
type opposer struct{ *judge }

// compare reports what stands on one side of an opposition, where the rule read aloud stands on the other, and what the
// rule says nothing of; a sentence beside its own clause leans on the others, and may say more. Where the words are common
// ones, they have to be about the same thing, and the sentence speaks of one side only. The card that the pack prints says
// other things besides: there they always have to be about the same thing.
func (j opposer) compare() {
	if j.placed && slices.Contains(j.read.off, j.labels[0]) {
		return
	}
	said := j.lex.opposites.find(j.list, j.lex.denies(j.list))
	for _, s := range said {
		if j.spoken(s.from, s.to) || s.about == "bound" && excepted(j.lex, j.list, s.from) {
			continue
		}
		known := has(j.read.own, s.about, s.side) || has(j.read.terms, s.about, s.side) && !(j.placed && s.turned) // it is the sentence's own condition
		both := s.common && slices.ContainsFunc(said, func(o antonym) bool { return o.about == s.about && o.side != s.side })
		if s.told {
			if s.side == 0 && !known && !both && !j.placed && len(j.read.own) > 0 && !has(j.read.own, s.about, 1) {
				j.report(NotInRule, s, passage{}, quote{})
			}
			continue
		}
		var p passage
		var q quote
		var marks []string
		if !known && !both {
			p, q = j.opposite(j.read.own, s, s.common)
		} else if known && !both && !j.placed {
			p, q, marks = j.known(said, s)
		}
		if q.in == "" && !j.placed && !has(j.read.shown, s.about, s.side) {
			p, q = j.opposite(j.read.shown, s, true)
		}
		if q.in != "" && !j.rates(s, q) {
			j.report(Differs, s, p, q)
			j.out[len(j.out)-1].warns = j.placed && !s.common && !s.mutual
			j.out[len(j.out)-1].marks = slices.Concat(j.sides("the card", j.read.shown, s), j.sides("the reading", j.read.own, s), marks)
		}
	}
}

// rates tells whether a text speaks of a bonus or a malus where the rule raises or lowers what has to be reached: the one may be the other.
func (j opposer) rates(s antonym, q quote) bool {
	if s.about != "degree" || !j.lex.does(&j.list[s.from], "rating") {
		return false
	}
	for _, list := range sentences(q.in[q.from:q.to]) {
		if slices.ContainsFunc(list, func(t token) bool { return j.lex.does(&t, "rating") || t.shape == signShape }) {
			return false
		}
	}
	return true
}

// The signs of a text that has a side of an opposition which its rule has, too: of both of that only the one, or one that only what the
// rule names has.
const (
	oneSide   = "the text has one side of both"
	turnedOne = oneSide + ", which a negation turns"
	namedSide = "only what the rule names has this side"
)

// known is where the rule stands on the other side of an opposition, though it or what it names has the side of the text.
func (j opposer) known(said []antonym, s antonym) (p passage, q quote, marks []string) {
	if !has(j.read.own, s.about, s.side) {
		if !s.mutual {
			p, q = j.opposite(j.read.own, s, true)
		}
		return p, q, []string{namedSide}
	}
	if !s.common {
		p, q = j.elsewhere(said, s)
	}
	if s.turned {
		return p, q, []string{turnedOne}
	}
	return p, q, []string{oneSide}
}

// elsewhere is where the rule, which has both sides, has the other beside more of the words that stand beside a member in the text,
// which has only one.
func (j opposer) elsewhere(said []antonym, s antonym) (passage, quote) {
	if slices.ContainsFunc(said, func(o antonym) bool { return o.about == s.about && o.side != s.side }) {
		return passage{}, quote{}
	}
	most, other := 0, 0
	var p passage
	var q quote
	for _, in := range slices.Concat(j.read.own, j.read.shown) {
		for _, o := range in.antonyms {
			switch n := j.lex.neighbours(j.list, s, in.list, o); {
			case o.about != s.about, j.lex.does(&in.list[o.from], "otherwise"):
			case o.side == s.side:
				most = max(most, n)
			case n > other:
				other, p, q = n, in, quote{in.text, in.list[o.from].at, in.list[o.to-1].end, in.printed}
			}
		}
	}
	several := 0
	for _, o := range said {
		if o.about == s.about {
			several++
		}
	}
	both := has(j.read.own, s.about, 1-s.side) && has(j.read.shown, s.about, s.side) && has(j.read.shown, s.about, 1-s.side)
	if other > most || both && several > 1 {
		return p, q
	}
	return passage{}, quote{}
}

// The signs of an opposition that stands on the other side beside the same word, in a witness and on the card that the pack prints.
const (
	otherSide       = " has the other side beside the same word"
	otherSideOnCard = "the card" + otherSide
)

// sides are the signs of a witness of an opposition: on which side it stands, and whether it is about the same thing.
func (j opposer) sides(name string, list []passage, s antonym) []string {
	company := slices.ContainsFunc(list, func(p passage) bool {
		return slices.ContainsFunc(p.antonyms, func(o antonym) bool {
			return o.about == s.about && o.side != s.side && j.lex.company(j.list, s, p.list, o)
		})
	})
	switch {
	case has(list, s.about, s.side):
		return []string{name + " has this side"}
	case company:
		return []string{name + otherSide}
	case has(list, s.about, 1-s.side):
		return []string{name + " has the other side"}
	}
	return nil
}

// opposite is where passages stand on the other side, and in which words; where it has to be about the same thing, beside
// the same word.
func (j opposer) opposite(list []passage, s antonym, same bool) (passage, quote) {
	for _, p := range list {
		for _, o := range p.antonyms {
			if o.about == s.about && o.side != s.side && (j.list[s.from].shape != signShape || numbered(p.list, o)) && (!j.placed || slices.Contains(j.labels, p.clause)) && (!same || j.lex.company(j.list, s, p.list, o)) {
				return p, quote{p.text, p.list[denial(j.lex, p.list, o.from)].at, p.list[o.to-1].end, p.printed}
			}
		}
	}
	return passage{}, quote{}
}

// numbered tells whether a number stands right behind a word: a sign is the opposite of nothing else.
func numbered(list []token, a antonym) bool {
	return slices.ContainsFunc(list[a.from:min(len(list), a.to+3)], func(t token) bool { return t.shape == numberShape || t.raw == "X" })
}

// has tells whether passages have a side of an opposition.
func has(list []passage, about string, side int) bool {
	return slices.ContainsFunc(list, func(p passage) bool {
		return slices.ContainsFunc(p.antonyms, func(o antonym) bool { return o.about == about && o.side == side })
	})
}

// near is how far from a word its company is looked for, in words.
const near = 5

// company tells whether near two words stands another by the same stem, that is no filler.
func (l *lexicon) company(a []token, x antonym, b []token, y antonym) bool {
	return l.neighbours(a, x, b, y) > 0
}

// neighbours are how many words near a word stand by the same stem near another, too; fillers do not count.
func (l *lexicon) neighbours(a []token, x antonym, b []token, y antonym) int {
	n := 0
	theirs := map[string]bool{}
	for _, t := range b[max(0, y.from-near):min(len(b), y.to+near)] {
		theirs[stem(t.form, l.lang)] = true
	}
	for i := max(0, x.from-near); i < min(len(a), x.to+near); i++ {
		if t := a[i]; (i < x.from || i >= x.to) && t.shape == wordShape && theirs[stem(t.form, l.lang)] && !l.empty(t.form) {
			n++
		}
	}
	return n
}

// degree tells whether a name is that of more of something, or of a loss: a bonus is 1, a malus -1.
func (l *lexicon) degree(name string) int {
	for _, a := range l.opposites.find(slices.Concat(sentences(name)...), func(int) bool { return false }) {
		if a.about == "degree" {
			return 1 - 2*a.side
		}
	}
	return 0
}

// empty tells whether a word says nothing by itself.
func (l *lexicon) empty(form string) bool {
	w := l.forms[form]
	return w != nil && len(w.nouns) == 0 && w.class != "" && w.class != "plain"
}

// spoken tells whether a verdict tells of some tokens already.
func (j opposer) spoken(from, to int) bool {
	return slices.ContainsFunc(j.out, func(v Verdict) bool { return v.Start < j.list[to-1].end && j.list[from].at < v.End })
}

// report notes that a text has the other side of what the rule says.
func (j opposer) report(kind Kind, s antonym, in passage, q quote) {
	v := Verdict{Rank: Hint, Kind: kind, by: "antonym " + s.about, Start: j.list[s.from].at, End: j.list[s.to-1].end, Rule: q.in[q.from:q.to], Clause: in.clause, At: in.at, quote: q}
	v.Says = source.OneLine(j.text[v.Start:v.End])
	j.out = append(j.out, v)
}
