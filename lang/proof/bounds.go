package proof

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// bound is a limit that a text or a reading tells: at most, at least, more or less than a number, a parameter or a thing.
type bound struct {
	class    string // least, most, over, under
	n        int64  // in thousandths
	counted  bool   // there is a number
	length   bool   // and it is a length
	variable string
	nouns    []name
	mutual   bool     // it is compared with that of another
	from, to int      // its tokens
	at       int      // where it began before it took what it limits
	in       *passage // of the rule
	quote    quote    // and where in it
}

// opposite classes are those that a negation makes of each other: who needs 4 or more fails with less than 4.
var opposite = map[string]string{"over": "most", "most": "over", "under": "least", "least": "under"}

// mirrored classes are those that a comparison of two has from the other's side.
var mirrored = map[string]string{"over": "under", "under": "over", "least": "most", "most": "least"}

// needs tells whether a limit at a token is one of what is needed: a result.
func needs(l *lexicon, list []token, at int) bool {
	return slices.ContainsFunc(list[max(0, at-near):at], func(t token) bool { return l.does(&t, "needed") })
}

// bounds are the limits in tokens.
func (l *lexicon) bounds(list []token) []bound {
	var out []bound
	denied := l.denies(list)
	for i := 0; i < len(list); {
		t := &list[i]
		if t.shape == signShape && t.form == "+" && t.glued && i > 0 && list[i-1].shape == numberShape && !(i+1 < len(list) && list[i+1].shape == numberShape && list[i+1].glued) {
			out = append(out, bound{class: "least", n: list[i-1].n, counted: true, from: i - 1, to: i + 1, at: i - 1})
		}
		if t.shape != wordShape {
			i++
			continue
		}
		w, n := l.find(list[i:])
		if class, end := compares(l, list, i); class != "" { // of a higher strength than its toughness
			w, n = &word{class: class}, end-i
		}
		if w == nil || opposite[w.class] == "" {
			i += n
			continue
		}
		b := bound{class: w.class, from: i, to: i + n, at: i}
		if never := n > 1 && l.forms[t.form] != nil && l.forms[t.form].class == "cannot"; !never && (denied(i) || forbade(l, list, i)) { // n'a jamais plus de 6
			b.class = opposite[w.class]
		}
		trailing := n > 1 && l.trailing(t)
		if !trailing {
			l.forwards(list, &b)
		}
		if trailing || !b.limits() && (b.class == "least" || b.class == "most") { // 4 at most
			l.backwards(list, &b)
		}
		if !b.limits() && n > 1 { // a stature higher than its own
			compared(l, list, &b)
		}
		if b.limits() {
			out = append(out, b)
		}
		i += n
	}
	return out
}

// forbade tells whether what is forbidden is more or less than the limit at a token: it cannot ever have more than 6.
func forbade(l *lexicon, list []token, i int) bool {
	for k := i - 1; k >= 0 && k >= i-6 && list[k].shape == wordShape; k-- {
		if w, n := l.find(list[k:i]); w != nil && w.class == "cannot" {
			return k+n < i
		} else if w != nil && opposite[w.class] != "" {
			return false
		}
	}
	return false
}

// compares is the bound that a word makes of what stands few words behind it: more of it than of something else; "" when it makes
// none.
func compares(l *lexicon, list []token, i int) (class string, end int) {
	w := l.forms[list[i].form]
	if w == nil || w.class != "more" && w.class != "less" {
		return "", 0
	}
	for k := i + 2; k < len(list) && k < i+4 && list[k-1].shape == wordShape; k++ {
		if l.does(&list[k], "than") {
			return map[string]string{"more": "over", "less": "under"}[w.class], k + 1
		}
	}
	return "", 0
}

// limits tells whether it is known what a limit limits.
func (b *bound) limits() bool { return b.counted || b.variable != "" || len(b.nouns) > 0 }

// trailing tells whether a limit that begins with a word stands behind its number: or more.
func (l *lexicon) trailing(t *token) bool { return l.does(t, "or") }

// backwards takes what a limit behind it limits: 4 AP or more.
func (l *lexicon) backwards(list []token, b *bound) {
	for j := b.from - 1; j >= 0 && j >= b.from-4; j-- {
		if list[j].shape == pauseShape {
			return
		}
		if b.takes(l, list[j:]) {
			b.from = j
			return
		}
	}
}

// forwards takes what a limit before it limits: at most 4.
func (l *lexicon) forwards(list []token, b *bound) {
	for j := b.to; j < len(list) && j < b.to+4; j++ {
		if list[j].shape == pauseShape {
			return
		}
		if b.takes(l, list[j:]) {
			b.to = j + 1
			return
		}
		if w, n := l.find(list[j:]); w != nil {
			if w.class == "part" { // at most half of
				b.n, b.counted, b.to = ir.Unit/w.n, true, j+n
				return
			}
			if sure := (&atom{word: w}).sure(); len(figures(sure)) > 0 {
				if j+n < len(list) && b.takes(l, list[j+n:]) { // more than Strength 9
					b.to = j + n + 1
					return
				}
				b.nouns, b.to = figures(sure), j+n
				return
			}
			if !slices.Contains([]string{"filler", "article", "of"}, w.class) {
				return
			}
		}
	}
}

// compared takes what a limit compares, which stands right before it.
func compared(l *lexicon, list []token, b *bound) {
	for j := b.from - 1; j >= 0 && j >= b.from-3 && list[j].shape == wordShape; j-- {
		w, n := l.find(list[j:b.from])
		if w == nil {
			continue
		}
		if sure := figures((&atom{word: w}).sure()); len(sure) > 0 && j+n <= b.from {
			b.nouns, b.mutual, b.from = sure, true, j
			return
		}
	}
}

// takes takes a number or a parameter.
func (b *bound) takes(l *lexicon, list []token) bool {
	t := &list[0]
	switch w := l.forms[t.form]; {
	case t.shape == numberShape:
		b.n, b.counted, b.length = t.n, true, l.measures(list[1:])
	case t.shape != wordShape:
		return false
	case len(t.raw) == 1 && t.raw >= "X" && t.raw <= "Z":
		b.variable = t.raw
	case w != nil && w.class == "part":
		b.n, b.counted = ir.Unit/w.n, true
	case w != nil && w.class == "number":
		b.n, b.counted, b.length = w.n*ir.Unit, true, l.measures(list[1:])
	default:
		return false
	}
	return true
}

// measures tells whether a unit of length stands at the start of tokens.
func (l *lexicon) measures(list []token) bool {
	if len(list) == 0 {
		return false
	}
	w := l.forms[list[0].form]
	return list[0].shape == unitShape || w != nil && w.class == "unit"
}

// same tells whether two limits limit the same.
func (b *bound) same(o *bound) bool {
	switch {
	case b.counted || o.counted:
		return b.counted && o.counted && b.n == o.n && b.length == o.length
	case b.variable != "" || o.variable != "":
		return b.variable == o.variable
	}
	return slices.ContainsFunc(b.nouns, func(n name) bool {
		return slices.ContainsFunc(o.nouns, func(m name) bool { return keyOf(n.Noun) == keyOf(m.Noun) || speaksOf(n.Noun, m.Noun) })
	})
}

// whole is a limit as one that includes its number. A length is measured: who is nearer than 3 toises is within them.
func (b *bound) whole() bound {
	switch {
	case b.class == "under" && b.length:
		return bound{class: "most", n: b.n}
	case b.class == "over" && !b.length:
		return bound{class: "least", n: b.n + ir.Unit}
	case b.class == "under":
		return bound{class: "most", n: b.n - ir.Unit}
	}
	return bound{class: b.class, n: b.n}
}

// limits holds the limits of a sentence against those of the rule read aloud, and of the card that the pack prints.
func (j opposer) limits() {
	if j.placed {
		return // its claims are compared
	}
	own, shown, terms := j.limitsOf(j.read.own), j.limitsOf(j.read.shown), j.limitsOf(j.read.terms)
	said := j.lex.bounds(j.list)
	for _, s := range said {
		agrees := func(o bound) bool {
			if s.same(&o) && s.class == opposite[o.class] { // what is not allowed with more is allowed with as many
				return j.lex.forbids(s.around(j.list)) || s.divides(said) || j.lex.forbids(o.around(o.in.list))
			}
			if s.mutual && s.same(&o) && o.class == mirrored[s.class] {
				return true
			}
			if s.class == "least" && o.class == "most" && s.same(&o) && needs(j.lex, o.in.list, o.at) {
				return true // a result that is needed is at most 3 where 3 or more do
			}
			return s.same(&o) && s.class == o.class || s.counted && o.counted && s.length == o.length && s.whole().class == o.whole().class && s.whole().n == o.whole().n
		}
		thrown := onDie(j.lex, j.list, &s)
		if thrown && !slices.ContainsFunc(shown, func(o bound) bool { return s.same(&o) && onDie(j.lex, o.in.list, &o) }) || slices.ContainsFunc(own, agrees) || slices.ContainsFunc(terms, agrees) || j.spoken(s.from, s.to) {
			continue
		}
		same := func(o bound) bool { return s.same(&o) }
		at := antonym{about: "bound", from: s.from, to: s.to}
		if i := slices.IndexFunc(own, same); i >= 0 {
			j.report(Differs, at, *own[i].in, own[i].quote)
			v := &j.out[len(j.out)-1]
			if v.Rank = rank(s.counted || s.variable != ""); slices.ContainsFunc(shown, agrees) {
				v.Rank, v.marks = Hint, []string{"the card has the limit"}
			}
		} else if i := slices.IndexFunc(shown, same); i >= 0 && !slices.ContainsFunc(shown, agrees) {
			j.report(Differs, at, *shown[i].in, shown[i].quote)
			j.out[len(j.out)-1].marks = []string{"only the card has the limit"}
		}
	}
}

// exceeded is the verdict on more than a number, where the rule has that number itself: who needs 12 has it with 12.
const exceeded = "more than the rule asks for"

// exceeds reports limits of a sentence that ask for more than a number of the rule, which has none that is one more.
func (j opposer) exceeds() {
	if j.placed {
		return
	}
	all := j.lex.bounds(j.list)
	for _, b := range all {
		if !b.counted || b.length || b.class != "over" || b.divides(all) || b.to < len(j.list) && j.list[b.to].shape == wordShape && j.lex.forms[j.list[b.to].form] == nil {
			continue // more than 3 kg
		}
		var itself *claim.Claim
		more := false
		for _, x := range slices.Concat(j.own, j.open[:j.near]) {
			if a := x.Amount; a.Known && !a.Length && a.Dice == 0 && a.Part == 0 {
				n := b.n / ir.Unit
				more = more || a.Lo == n+1 || a.Lo < n && a.Hi == n
				if itself == nil && a.Lo == n {
					itself = &x
				}
			}
		}
		if itself != nil && !more {
			at := &said{topic: numberTopic, from: b.from, to: b.to}
			j.judge.report(Error, Differs, at, itself, j.words(at), j.say().amount(itself))
			j.out[len(j.out)-1].by = exceeded
		}
	}
}

// around are the tokens of a sentence near a limit, which may turn it.
func (b *bound) around(list []token) []token {
	return list[max(0, b.at-turning):min(len(list), b.to+turning)]
}

// turning is how far from a limit stands what turns it, in words.
const turning = 12

// forbids tells whether something is forbidden or excepted in a sentence, or ends with what it tells.
func (l *lexicon) forbids(list []token) bool {
	for i := range list {
		if w, _ := l.find(list[i:]); l.does(&list[i], "except") || w != nil && (w.class == "cannot" || w.class == "until") {
			return true
		}
	}
	return false
}

// excepted tells whether a token stands behind an exception.
func excepted(l *lexicon, list []token, i int) bool {
	return slices.ContainsFunc(list[:i], func(t token) bool { return l.does(&t, "except") })
}

// divides tells whether a limit is one of two that part what there is: 4 or more, and less than 4.
func (b *bound) divides(list []bound) bool {
	return slices.ContainsFunc(list, func(o bound) bool { return b.same(&o) && o.class == opposite[b.class] })
}

// onDie tells whether a limit is what a die has to show: on 4 or more.
func onDie(l *lexicon, list []token, s *bound) bool {
	if s.from == 0 {
		return false
	}
	w := l.forms[list[s.from-1].form]
	return s.counted && w != nil && (w.class == "while" || w.class == "article")
}

// limitsOf are the limits of some clauses, with the numbers that the title gives.
func (j opposer) limitsOf(list []passage) (out []bound) {
	for i := range list {
		for _, b := range j.lex.limitsOf(&list[i]) {
			if n, ok := j.given[b.variable]; ok && !b.counted {
				b.n, b.counted, b.variable = n*ir.Unit, true, ""
			}
			out = append(out, b)
		}
	}
	return out
}

// limitsOf are the limits of a clause read aloud.
func (l *lexicon) limitsOf(p *passage) []bound {
	if p.limits == nil {
		p.limits = append([]bound{}, l.bounds(p.list)...)
	}
	out := slices.Clone(p.limits)
	for i := range out {
		out[i].in, out[i].quote = p, quote{p.text, p.list[out[i].from].at, p.list[out[i].to-1].end, p.printed}
	}
	return out
}
