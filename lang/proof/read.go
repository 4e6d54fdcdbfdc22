package proof

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// topic is what a part of a text is about.
type topic uint8

const (
	numberTopic topic = iota
	frequencyTopic
	durationTopic
	momentTopic
	freedomTopic
	nounTopic
	roundingTopic
	choiceTopic
	unknownTopic
	allTopic
	sideTopic
	unitTopic
)

// topics are the words for the topics.
var topics = [...]string{"number", "frequency", "duration", "moment", "freedom", "noun", "rounding", "choice", "unknown", "all", "side", "unit"}

// strength is how surely a number is meant as one: an article is 1 only where the rule has 1.
type strength uint8

const (
	faint strength = iota // one, un
	face                  // a six: what a die shows
	firm                  // a digit, a word from two on
)

// said is a claim of a text.
type said struct {
	topic
	from, to  int    // its tokens
	nouns     []name // what it names; of a number what it is a number of
	kinds     []name // kinds of things that it counts
	lefts     []name // the same on the other side: then it is not sure which
	word      string // of a moment: before, after, instead; of a freedom: may, must, cannot; of a duration: until start ...
	lo, hi    int64  // of a number, in thousandths: both the same, or one of them open
	n         int64  // the number that stands there
	sides     int64  // of dice
	halved    bool   // of dice: their text halves something
	part      int64  // 2: half of it
	sign      int    // 1: more, -1: less
	turn      int    // the same by the verb before it: gains, loses
	sure      strength
	length    bool         // a unit of length follows
	foreign   bool         // and it is not that of the pack
	factor    bool         // so many times
	than      int64        // the number in whose place it stands, in thousandths: 2 instead of 1
	dice      bool         // so many dice
	shared    bool         // so many for each
	spans     []name       // of a frequency or duration
	capital   bool         // of a noun: it is written as a name
	plain     bool         // of a noun: it is a common word, too; of a frequency: it is so many uses
	denied    bool         // of a noun: a negation stands before it; of a bound: it is that of what is not denied
	rest      bool         // of a bound: it may be one of what the rule leaves
	edge      bool         // of a moment: the start or end of something
	following bool         // of a duration: it is one that has yet to begin
	with      *claim.Claim // of a number: the claim of the rule that has it
}

// atom is a piece of a sentence that means something: a word of the lexicon, a number, a sign.
type atom struct {
	*word
	kind     shape
	from, to int
}

// is tells whether an atom is a core word of one of some classes.
func (a *atom) is(classes ...string) bool {
	return a.word != nil && a.class != "" && slices.Contains(classes, a.class)
}

// sure are the things that an atom surely names.
func (a *atom) sure() []name {
	var out []name
	if a.word != nil {
		for _, n := range a.nouns {
			if n.sure {
				out = append(out, n)
			}
		}
	}
	return out
}

// reader reads one sentence.
type reader struct {
	*lexicon
	p     *ir.Program
	card  *ir.Card
	list  []token
	atoms []atom
	used  []bool // atoms that belong to a claim already
	out   []said
}

// read is what a sentence of a card's text claims, how many of its words count, and which were not understood.
func (l *lexicon) read(p *ir.Program, card *ir.Card, list []token) (tokens []token, claims []said, words int, unread []string) {
	r := &reader{lexicon: l, p: p, card: card, list: list}
	r.cut()
	r.used = make([]bool, len(r.atoms))
	for _, a := range r.atoms {
		if a.kind != wordShape || a.is("filler") {
			continue
		}
		if words++; a.word == nil {
			unread = append(unread, r.list[a.from].raw)
		}
	}
	for _, step := range []func(){r.frequencies, r.durations, r.moments, r.numbers, r.words} {
		step()
	}
	slices.SortStableFunc(r.out, func(a, b said) int { return a.from - b.from })
	return r.list, r.out, words, unread
}

// cut makes atoms of the tokens. What an example or a reference tells is left out.
func (r *reader) cut() {
	for i := 0; i < len(r.list); {
		t := &r.list[i]
		a := atom{kind: t.shape, from: i, to: i + 1}
		switch {
		case t.shape == wordShape && r.parameter(t.raw):
			a.word = &word{class: "variable"}
		case t.shape == wordShape:
			w, n := r.find(r.list[i:])
			if w != nil && w.class == "example" {
				return
			}
			if w != nil && w.class == "aside" && !(n == 1 && r.does(t, "look") && r.follows(i)) {
				for i += n; i < len(r.list) && r.list[i].shape != pauseShape; i++ {
				}
				continue
			}
			if w == nil && r.divide(i) {
				continue
			}
			a.word, a.to = w, i+n
		}
		r.atoms = append(r.atoms, a)
		i = a.to
	}
}

// follows tells whether a token goes on with what stands before it.
func (r *reader) follows(i int) bool {
	return i > 0 && r.list[i-1].shape != pauseShape && !r.list[i].heads
}

// divide makes two words of an unknown one at its hyphen.
func (r *reader) divide(i int) bool {
	t := r.list[i]
	at, in := strings.IndexByte(t.form, '-'), strings.IndexAny(t.raw, "-‑")
	if at < 1 || in < 1 {
		return false
	}
	first, second := t, t
	first.form, first.raw = t.form[:at], t.raw[:in]
	second.form, second.raw, second.openings = t.form[at+1:], strings.TrimLeft(t.raw[in:], "-‑"), false
	r.list = slices.Concat(r.list[:i:i], []token{first, second}, r.list[i+1:])
	if w := r.forms[first.form]; w != nil && w.class == "number" { // quatre-vingt-dix
		r.divide(i + 1)
	}
	return true
}

// parameter tells whether a word is a parameter of the card.
func (r *reader) parameter(raw string) bool {
	return r.card != nil && slices.ContainsFunc(r.card.Params, func(f *ir.Field) bool { return f.Name == raw }) || raw == "X"
}

// spanAt is the span that is named from an atom on, behind at most some words, and where.
func (r *reader) spanAt(i, reach int) ([]name, int) {
	for j := i; j < len(r.atoms) && j < i+reach; j++ {
		a := &r.atoms[j]
		if a.kind != wordShape {
			return nil, 0
		}
		if a.is("game") {
			return []name{{Noun: claim.Noun{}, sure: true}}, j
		}
		if spans := r.spans(a); len(spans) > 0 {
			return spans, j
		}
		if !(a.word == nil || a.is("per", "filler", "article", "next", "plain", "not", "edge start", "edge end", "number", "while") || len(somebody(a)) > 0) {
			return nil, 0
		}
	}
	return nil, 0
}

// somebody are the fields that an atom names and that stand for somebody.
func somebody(a *atom) []name {
	return slices.DeleteFunc(a.sure(), func(n name) bool { return n.Sort != claim.FieldNoun || n.Field == nil || n.Field.Type.Kind != ir.Inst })
}

// ofWhom are those whose span it is that ends at an atom, before it or behind it, and where all of that ends.
func (r *reader) ofWhom(from, at int) (out []name, end int) {
	for j := from; j < len(r.atoms) && j < at+4 && r.atoms[j].kind == wordShape; j++ {
		a := &r.atoms[j]
		if out = somebody(a); len(out) > 0 {
			return out, max(at, j)
		}
		if j > at && !a.is("filler", "article", "of", "per") {
			break
		}
	}
	return nil, at
}

func (r *reader) spans(a *atom) []name {
	var out []name
	if a.word != nil {
		for _, n := range a.nouns {
			if n.Sort == claim.EventNoun && r.p.Events[n.ID].Word == ir.SpanEvent {
				out = append(out, n)
			}
		}
	}
	return out
}

func (r *reader) take(s said, from, to int) {
	for i := from; i <= to; i++ {
		r.used[i] = true
	}
	s.from, s.to = r.atoms[from].from, r.atoms[to].to
	r.out = append(r.out, s)
}

// value is the number that an atom is.
func (r *reader) value(i int) (int64, bool) {
	if i < 0 || i >= len(r.atoms) {
		return 0, false
	}
	a := &r.atoms[i]
	switch {
	case a.kind == numberShape:
		return r.list[a.from].n, true
	case a.is("number"):
		return a.n * 1000, true
	}
	return 0, false
}

// frequencies reads "once per SPAN", "2/SPAN", "twice in a SPAN".
func (r *reader) frequencies() {
	for i := range r.atoms {
		a := &r.atoms[i]
		n, from, at := int64(0), i, i+1
		switch v, isNumber := r.value(i); {
		case r.used[i]:
			continue
		case a.is("times") && doneAt(r.lexicon, r.list, a.from) > 0: // once it is over
			continue
		case a.is("times"):
			n = a.n
		case a.is("twice"):
			n = 2
		case isNumber && i+1 < len(r.atoms) && (r.slash(i+1) || r.atoms[i+1].is("per", "each")):
			n, at = v/1000, i+2
		case isNumber && i+1 < len(r.atoms) && r.does(r.first(i+1), "times"):
			n, at = v/1000, i+2
		case i+1 < len(r.atoms) && r.does(r.first(i+1), "tries") && (isNumber || a.is("article") && !r.does(r.first(i), "any")):
			n, at = max(1, v/1000), i+2
		default:
			continue
		}
		if at < len(r.atoms) && r.slash(at) {
			at++
		}
		spans, end := r.spanAt(at, 4)
		if len(spans) == 0 {
			continue
		}
		for end+2 < len(r.atoms) && r.joint(&r.atoms[end+1]) && len(r.spans(&r.atoms[end+2])) > 0 { // of one, another or a third
			spans = append(spans, r.spans(&r.atoms[end+2])...)
			end += 2
		}
		s := said{topic: frequencyTopic, n: n, spans: spans, plain: r.does(r.first(from+1), "uses")} // a cell may count them
		if names := r.figured(from); len(names) > 0 {                                                // the value of a figure
			n *= ir.Unit
			s = said{topic: numberTopic, n: n, lo: n, hi: n, sure: firm, nouns: names}
		}
		r.take(s, from, end)
	}
}

// figured are the figures behind whose names and a colon an atom stands.
func (r *reader) figured(i int) []name {
	if i < 2 || r.first(i-1).form != ":" {
		return nil
	}
	return figures(r.atoms[i-2].sure())
}

// first is the first token of an atom.
func (r *reader) first(i int) *token { return &r.list[r.atoms[i].from] }

func (r *reader) slash(i int) bool { return r.list[r.atoms[i].from].form == "/" }

// durations reads "until the end of its next SPAN", "for one SPAN", and "2 SPANS" alone or in a list.
func (r *reader) durations() {
	for i := range r.atoms {
		a := &r.atoms[i]
		if n, ok := r.value(i); ok && !r.used[i] && r.alone(i, i+2) && len(r.spans(&r.atoms[i+1])) > 0 {
			r.take(said{topic: durationTopic, word: "for spans", n: n / ir.Unit, spans: r.spans(&r.atoms[i+1])}, i, i+1)
			continue
		}
		if r.used[i] || !a.is("until") && !(a.is("while") && i+2 < len(r.atoms)) {
			continue
		}
		word, next, lasting := "", false, 0
		if a.is("until") && a.to-a.from > 2 {
			word = "until end"
		}
		for j := i + 1; j < len(r.atoms) && j < i+9; j++ {
			b := &r.atoms[j]
			switch {
			case b.is("edge start"):
				word = "until start"
			case b.is("edge end"):
				word = "until end"
			case b.is("unfinished"):
				lasting = j
			case b.is("next"):
				next = true
			}
		}
		spans, end := r.spanAt(i+1, 9)
		if len(spans) == 0 {
			continue
		}
		if end+1 < len(r.atoms) && r.atoms[end+1].is("next") {
			next, end = true, end+1
		}
		switch {
		case a.is("while") && lasting > end: // as long as it is not over
			word, end = "until end", lasting
		case a.is("while") && !next:
			continue
		case a.is("while") && i > 0 && r.atoms[i-1].is("edge end"): // it is over as soon as the next begins
			if word != "until end" {
				word = "until start"
			}
		case a.is("while"):
			word = "from next"
		case word == "":
			word = "until start"
			for j := end + 1; j < len(r.atoms) && j < end+8 && r.atoms[j].kind == wordShape; j++ { // of whoever it is
				if r.atoms[j].is("edge end") {
					word, end = "until end", j
				}
			}
		}
		of, end := r.ofWhom(i+1, end)
		r.take(said{topic: durationTopic, word: word, spans: spans, nouns: of, following: next}, i, end)
	}
}

// alone tells whether atoms are all of a sentence, of a member of a list, or of what stands behind a colon or "for".
func (r *reader) alone(from, to int) bool {
	apart := func(i int) bool { return r.atoms[i].kind == pauseShape || r.slash(i) || r.first(i).heads }
	if to < len(r.atoms) && r.does(r.first(to), "for") {
		to++ // three turns long
	}
	return to <= len(r.atoms) && (from == 0 || apart(from-1) || r.first(from).heads || r.does(r.first(from-1), "for")) && (to == len(r.atoms) || apart(to))
}

// moments reads "before an attack", "at the end of the turn".
func (r *reader) moments() {
	for i := range r.atoms {
		a := &r.atoms[i]
		if r.used[i] || !a.is("before", "after", "instead", "edge start", "edge end") {
			continue
		}
		word := map[string]string{"edge start": "before", "edge end": "after"}[a.class]
		if word == "" {
			word = a.class
		}
		s := said{topic: momentTopic, word: word, edge: word != a.class, from: a.from, to: a.to}
		for j := i + 1; j < len(r.atoms) && j < i+6 && r.atoms[j].kind != pauseShape; j++ {
			if b := &r.atoms[j]; b.word != nil {
				for _, n := range b.nouns {
					if n.Sort == claim.EventNoun || n.Sort == claim.FuncNoun {
						s.nouns = append(s.nouns, n)
						s.to = b.to
					}
				}
			}
			if len(s.nouns) > 0 {
				break
			}
		}
		r.used[i] = true
		if !r.counted(i + 1) {
			r.out = append(r.out, s)
		}
	}
}

// negated tells whether a negation stands shortly before an atom; fillers do not part them.
func (r *reader) negated(i int) bool {
	for j, far := i-1, 4; j >= 0 && far > 0 && r.atoms[j].kind == wordShape; j-- {
		if r.atoms[j].is("not", "cannot") {
			return true
		}
		if r.does(r.first(j), "that") || r.does(r.first(j), "and") { // who is none of some, and has less than 5
			return false
		}
		if !r.atoms[j].is("filler") {
			far--
		}
	}
	return false
}

// denies tells whether the negation before an atom is one of the bound that it is, and of nothing that is done: not more than 3.
func (r *reader) denies(i int) bool {
	for j := i - 1; j >= 0; j-- {
		if !r.atoms[j].is("filler", "article", "over", "under", "least", "most", "more") {
			return r.atoms[j].is("not")
		}
	}
	return false
}

// counted tells whether a number follows: "after a six" is no moment.
func (r *reader) counted(i int) bool {
	for ; i < len(r.atoms) && (r.atoms[i].is("article", "filler") || r.atoms[i].is("number") && r.atoms[i].n == 1); i++ {
	}
	n, ok := r.value(i)
	return ok && n > 1000
}
