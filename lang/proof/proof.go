// Package proof compares printed cards with their rules. A text is read into claims by a lexicon (lexicon.go): the core
// words of its language, which stand in tables (en.txt, fr.txt), and the names that the pack declares. Each claim of
// the text is then held against the claims of the definition, of its sort and its noun (judge.go). Besides, the text is
// held against the rule as it is read aloud (reading.go) and the card that the pack prints: words of which only one can
// be true (opposed.go), limits (bounds.go); against the former also whose span it is (clocks.go), numbers that stand
// with each other's words (rows.go), and of whom it speaks (roles.go). What the pack prints on the card and the rule
// read aloud are the witnesses of a printed text (witness.go): what they say of a verdict, and of what stands beside it
// (company.go), weighs for it or against it (weigh.go), and decides whether it is an error, a hint, or a doubt that is only listed.
// What both of them name, and the text does not, is left out (silent.go). Names in a list of what a card carries are names of
// something (carried.go).
package proof

import (
	"math"
	"slices"

	"github.com/kdsl-lang/kdsl/internal/pool"
	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Result is what was found out about the text of a card.
type Result struct {
	Verdicts     []Verdict
	Claims       int       // that were read
	Words, Known int       // that count, and that were understood
	Flavour      int       // sentences that say nothing of rules
	Unread       []string  // the words that were not understood
	Unsure       bool      // too little was understood for an error
	Doubts       []Verdict // that weigh too little to be told
	rule         *rule
	heard        []Verdict // all on which signs were heard
	read         *reading
	rows         int    // of a table, that were compared
	placed       bool   // it was known of which clause the text speaks
	settled      []cell // of the text's tables, which the card prints
}

// enough is the share of words below which a text accuses nobody, in hundredths.
const enough = 60

// Proofer proof-reads texts of a program in one language.
type Proofer struct {
	p       *ir.Program
	lang    string
	lex     *lexicon
	read    *readings
	heard   map[*ir.Card]witnesses
	weights map[string]int // of signs
	words   *vocabulary
	stores  map[*ir.Field]bool // what things have so many of, such as points
}

// New makes a proof-reader.
func New(p *ir.Program, lang string) *Proofer { return newProofer(p, newLexicon(p, lang), linksOf(p)) }

func newProofer(p *ir.Program, lex *lexicon, l *links) *Proofer {
	read := newReadings(p, lex, l)
	words := &vocabulary{read: read, own: map[claim.Noun][]string{}, deep: map[claim.Noun][]string{}}
	return &Proofer{p: p, lang: lex.lang, lex: lex, read: read, heard: map[*ir.Card]witnesses{}, weights: weights, words: words, stores: storesOf(p)}
}

// Readers makes a proof-reader of each language. Where a program has the names of one before, its proof-readers take over what the words
// mean from those, of which no use is made any more then; nil: there are none.
func Readers(p *ir.Program, before map[string]*Proofer) map[string]*Proofer {
	l, things := linksOf(p), thingsOf(p)
	made := make([]*Proofer, len(Langs))
	pool.Each(Langs, func(i int, lang string) {
		if x := before[lang]; x != nil && x.lex.of(p.Unit, things) {
			made[i] = newProofer(p, x.lex, l)
			return
		}
		made[i] = newProofer(p, lexiconOf(p.Unit, things, lang), l)
	})
	out := map[string]*Proofer{}
	for i, lang := range Langs {
		out[lang] = made[i]
	}
	return out
}

// Card proof-reads the text of a card. Given are the parameters that its title gives.
func (x *Proofer) Card(c *ir.Card, text string, given map[string]int64) Result {
	claims := claim.Of(x.p, c)
	for _, d := range x.read.brought(c) {
		for _, y := range claim.Of(x.p, d) {
			if y.Clause != "" {
				claims = append(claims, y)
			}
		}
	}
	return x.against(claims, &Sentence{Card: c, Text: text, Given: given})
}

// Found proof-reads the text of what a title names.
func (x *Proofer) Found(f *Found, text string) Result {
	if f.table != nil {
		return x.table(f.table, f.Card, text)
	}
	if f.rows != nil {
		if r := x.table(f.rows, f.Card, text); r.rows > 1 {
			return r
		}
	}
	if f.of != nil {
		var claims []claim.Claim
		for _, cl := range f.of {
			claims = append(claims, claim.OfClause(x.p, cl)...)
		}
		return x.against(claims, &Sentence{Card: f.Card, Text: text, of: f.of})
	}
	r := x.Card(f.Card, text, f.Given)
	if len(f.Card.Params) > len(f.Given) { // Affinity (Osteomancy) is about Osteomancy
		titled := telling(x.lex, f.title)
		told := func(v Verdict) bool {
			words := telling(x.lex, v.Says)
			return v.Kind == NotInRule && len(words) > 0 && common(words, titled) == len(words)
		}
		r.Verdicts, r.heard = slices.DeleteFunc(r.Verdicts, told), slices.DeleteFunc(r.heard, told)
	}
	return r
}

// against proof-reads a text against claims.
func (x *Proofer) against(claims []claim.Claim, t *Sentence) Result {
	c, labels := t.Card, t.labels()
	var out Result
	if labels == nil {
		t.Text = stepless(t.Text)
	}
	r := ruleOf(x.p, c, claims, t.Given)
	if labels == nil && c.ID >= 0 {
		r.open = append(r.open, x.read.links.lasts[c.ID]...)
	}
	out.rule, out.read, out.placed = r, x.read.of(c, t.of), labels != nil
	var whole []string
	var rows []row
	var gone []branch
	vague := len(c.Params) > 0 && len(t.Given) == 0 && !names(t.Text, c.Params)
	var judges []*judge
	var numbers []said
	var mentioned []name
	for _, s := range sentences(t.Text) {
		s, said, words, unread := x.lex.read(x.p, c, s)
		if len(said) == 0 {
			out.Flavour++
			continue
		}
		out.Claims += len(said)
		out.Words += words
		out.Known += words - len(unread)
		out.Unread = append(out.Unread, unread...)
		judges = append(judges, &judge{rule: r, read: out.read, lex: x.lex, lang: x.lang, text: t.Text, list: s, said: said, labels: labels, given: t.Given, placed: labels != nil, vague: vague, called: x.words})
	}
	halved := slices.ContainsFunc(judges, func(j *judge) bool { return slices.ContainsFunc(j.said, func(s said) bool { return s.part == 2 }) })
	for _, j := range judges {
		for i := range j.said {
			j.said[i].halved = halved && j.said[i].sides > 0
		}
		if labels == nil {
			j.labels = r.clauses(j.said)
		}
		settle(j)
		out.settled = append(out.settled, opposer{j}.agreed()...)
		for _, k := range j.said {
			if k.topic == numberTopic {
				numbers = append(numbers, k)
			}
			mentioned = append(append(mentioned, k.nouns...), k.lefts...)
		}
	}
	for _, j := range judges {
		j.numbered, j.mentioned = numbers, mentioned
		if r.speaks() {
			j.sentence()
		}
		if all(j.said) {
			j.speaksOfAll()
		}
		whole = append(whole, j.whole...)
		rows, gone = append(rows, x.lex.rows(j.list)...), append(gone, branches(j)...)
		out.Verdicts = append(out.Verdicts, j.out...)
	}
	if r.speaks() {
		j := &judge{rule: r, read: out.read, lex: x.lex, lang: x.lang, text: t.Text, labels: labels, placed: labels != nil, whole: whole, numbered: numbers, out: out.Verdicts}
		j.partial()
		opposer{j}.swapped(rows)
		opposer{j}.branched(gone)
		if len(labels) > 0 {
			opposer{j}.roles()
		}
		if !t.action {
			j.untold()
		}
		out.Verdicts = j.out
	}
	if labels == nil && (r.speaks() || len(out.read.shown) > 0) {
		b := x.bench(t, r, claims)
		out.heard = b.weigh(out.Verdicts, &out)
		out.Verdicts, out.Doubts = parted(out.heard)
		for _, v := range x.listed(r, t.Text) {
			out.Verdicts = slices.DeleteFunc(out.Verdicts, func(o Verdict) bool { return o.End > 0 && o.Start < v.End && v.Start < o.End })
			out.Verdicts, out.heard = append(out.Verdicts, v), append(out.heard, v)
		}
	}
	slices.SortStableFunc(out.Verdicts, func(a, b Verdict) int { return place(a) - place(b) })
	out.Verdicts = slices.CompactFunc(out.Verdicts, func(a, b Verdict) bool { return a.Start == b.Start && a.End == b.End && mark(a) == mark(b) })
	if out.Unsure = out.Known*100 < out.Words*enough; out.Unsure {
		for i := range out.Verdicts {
			out.Verdicts[i].Rank = Hint
		}
	}
	return out
}

// names tells whether a text names one of some parameters.
func names(text string, params []*ir.Field) bool {
	return slices.ContainsFunc(sentences(text), func(s []token) bool {
		return slices.ContainsFunc(s, func(t token) bool { return t.raw == "X" || ir.FieldNamed(params, t.raw) >= 0 })
	})
}

// place is where a verdict is told: that of which the text is silent at the end.
func place(v Verdict) int {
	if v.End == 0 {
		return math.MaxInt32
	}
	return v.Start
}

// all tells whether a sentence speaks of all of something.
func all(list []said) bool {
	return slices.ContainsFunc(list, func(s said) bool { return s.topic == allTopic })
}

// speaks tells whether the rule says anything: a text beside which no rule stands is no mistake of the text.
func (r *rule) speaks() bool {
	return slices.ContainsFunc(r.own, func(x claim.Claim) bool { return x.Clause != "" || x.Sort == claim.Figure })
}

// clauses are those with which a sentence shares most: its nouns and numbers.
func (r *rule) clauses(list []said) []string {
	score := map[string]int{}
	for i := range list {
		for k := range r.own {
			if x := &r.own[k]; x.Clause != "" && (r.names(x, list[i].nouns) || list[i].topic == numberTopic && list[i].sure == firm && measured(&list[i], x) && fitting(&list[i], x) == fits) {
				score[x.Clause]++
			}
		}
	}
	most, out := 1, []string{""}
	for _, x := range r.own {
		if n := score[x.Clause]; n > most {
			most = n
		}
	}
	for k := range score {
		if score[k] == most {
			out = append(out, k)
		}
	}
	if len(out) == 1 {
		return nil
	}
	return out
}
