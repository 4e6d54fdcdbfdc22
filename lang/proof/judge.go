package proof

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Rank is how much a verdict weighs.
type Rank uint8

// The ranks.
const (
	Error Rank = iota + 1
	Hint
	Doubt // too little speaks for it: it is listed with what was not understood
)

// Kind is what a verdict says.
type Kind uint8

// The verdicts that say that something may be wrong.
const (
	Differs Kind = iota + 1
	NotInRule
	HalfMissing
	NotInText
)

// Kinds are the words for the verdicts.
var Kinds = [...]string{Differs: "differs", NotInRule: "not in the rule", HalfMissing: "half missing", NotInText: "not in the text"}

// Verdict is what was found at a place of a text.
type Verdict struct {
	Rank Rank
	Kind Kind
	// Start and End are where it stands in the text; both 0: nowhere.
	Start, End int
	Says, Rule string      // what the text says, and the rule, in words
	At         source.Span // of the rule
	Clause     string
	Note       string   // what else may be
	head       string   // the event as the clause would hear it, to do what the text says
	quote               // where beside the text it stands
	by         string   // the comparison that it comes from
	marks      []string // signs that its comparison found
	deep       bool     // the rule tells it, but deeper than what the text speaks of
	signs      []string // what speaks for it, and against it
	weight     int      // of them
	fact       *fact    // of the text, on which it lies
	warns      bool     // check tells it, too
	covered    bool     // it is on a fact on which others lie: they are told
	given      bool     // it is on a number that the title of the text gives
	sole       bool     // and the rule has no other number of what that counts
}

// Ranks are the words for the ranks.
var Ranks = [...]string{Error: "error", Hint: "hint", Doubt: "doubt"}

// judge compares what sentences say with a rule.
type judge struct {
	*rule
	read      *reading
	lex       *lexicon
	lang      string
	text      string // of the sentence
	list      []token
	said      []said
	numbered  []said   // the numbers of the whole text
	mentioned []name   // what the whole text names
	labels    []string // the clauses that the sentence speaks of; none: any
	placed    bool     // it is known that it speaks of them
	out       []Verdict
	vague     bool     // the card has parameters of which neither the title nor the text tells
	whole     []string // the clauses of which the text speaks as of all of something
	given     map[string]int64
	called    *vocabulary
}

// say says what the rule claims.
func (j *judge) say() speaker { return speaker{j.p, j.lang} }

// words are those of the text that claim something.
func (j *judge) words(s *said) string {
	from, to := j.list[s.from].at, j.list[s.to-1].end
	return source.OneLine(j.text[from:to])
}

// report notes a verdict: of a claim of the text, of one of the rule, or of both.
func (j *judge) report(rank Rank, kind Kind, s *said, x *claim.Claim, says, rule string) {
	v := Verdict{Rank: rank, Kind: kind, Says: says, Rule: rule, by: by(kind, s)}
	if s != nil {
		v.Start, v.End = j.list[s.from].at, j.list[s.to-1].end
	}
	if x != nil {
		v.At, v.Clause = x.At, x.Clause
		v.given = x.Amount.Known && x.Amount.Var != "" && s != nil && s.topic == numberTopic
		v.sole = v.given && solely(j, s, x)
		for i := range j.own {
			if kind == Differs && &j.own[i] == x { // the text speaks of it, if wrongly
				j.told[i] |= toldAmount | toldWord
			}
		}
	}
	j.out = append(j.out, v)
}

// solely tells whether the rule has one number of what a number of a text counts, and that is a claim's.
func solely(j *judge, s *said, x *claim.Claim) bool {
	return s.sure == firm && j.isOf(s, x) && !slices.ContainsFunc(slices.Concat(j.own, j.open[:j.near]), func(y claim.Claim) bool {
		return y.Amount != x.Amount && measured(s, &y) && j.isOf(s, &y)
	})
}

// warn notes a hint of which check tells as well, where a sentence stands beside its clause: there such hints are seldom wrong.
func (j *judge) warn(kind Kind, s *said, x *claim.Claim, says, rule string) {
	j.report(Hint, kind, s, x, says, rule)
	j.out[len(j.out)-1].warns = j.placed
}

// doubt notes what stands deeper in the rule than what the text speaks of. A sentence beside its clause may lean on it.
func doubt(j *judge, kind Kind, s *said, x *claim.Claim, rule string) {
	if !j.placed {
		j.report(Hint, kind, s, x, j.words(s), rule)
		j.out[len(j.out)-1].deep = true
	}
}

// by is the comparison of a claim of a text that comes to a verdict.
func by(kind Kind, s *said) string {
	switch {
	case s == nil:
		return Kinds[kind]
	case s.topic == nounTopic && stats(s.nouns):
		return "characteristic " + Kinds[kind]
	case s.topic == nounTopic:
		return claim.NounSorts[s.called()] + " " + Kinds[kind]
	case s.sides != 0:
		return "dice " + Kinds[kind]
	}
	return topics[s.topic] + " " + Kinds[kind]
}

// unheard is the verdict on a name that nothing has.
var unheard = topics[unknownTopic] + " " + Kinds[NotInRule]

// here tells whether a claim belongs to the clauses that the sentence speaks of.
func (j *judge) here(x *claim.Claim) bool {
	return len(j.labels) == 0 || slices.Contains(j.labels, x.Clause)
}

// each calls f for the rule's own claims, those of the sentence's clauses first.
func (j *judge) each(f func(i int, x *claim.Claim) bool) {
	for _, here := range []bool{true, false} {
		for i := range j.own {
			if x := &j.own[i]; j.here(x) == here && !f(i, x) {
				return
			}
		}
	}
}

// sentence judges one sentence.
func (j *judge) sentence() {
	j.numbers()
	for i := range j.said {
		s := &j.said[i]
		switch s.topic {
		case frequencyTopic:
			j.frequency(s)
		case durationTopic:
			j.duration(s)
		case momentTopic:
			j.moment(s)
		case freedomTopic:
			j.freedom(s)
		case roundingTopic:
			j.oneOf(s, claim.Rounding, Error)
		case choiceTopic:
			j.oneOf(s, claim.Choice, Hint)
		case nounTopic:
			j.noun(s)
		case unknownTopic:
			j.unknown(s)
		case sideTopic:
			j.side(s)
		case unitTopic:
			j.report(Error, Differs, s, j.nearest(s), j.words(s), j.say().unit())
		}
	}
	opposer{j}.figures()
	opposer{j}.limits()
	opposer{j}.exceeds()
	opposer{j}.compare()
	opposer{j}.clocks()
	opposer{j}.waived()
	opposer{j}.flipped()
	opposer{j}.miscounts()
	opposer{j}.instants()
	opposer{j}.parts()
	if j.placed {
		accountant{j}.accounts()
	} else {
		opposer{j}.owners()
	}
}

// anyClause stands for all clauses of a card.
const anyClause = "*"

// speaksOfAll notes that the sentence speaks of all that its clauses list.
func (j *judge) speaksOfAll() {
	if len(j.labels) == 0 {
		j.whole = append(j.whole, anyClause)
	}
	j.whole = append(j.whole, j.labels...)
}

// rank is that of a verdict which is sure, or is not.
func rank(sure bool) Rank {
	if sure {
		return Error
	}
	return Hint
}

// nearest is a claim of the sentence's clause, to point at.
func (j *judge) nearest(*said) *claim.Claim {
	var out *claim.Claim
	j.each(func(_ int, x *claim.Claim) bool { out = x; return false })
	return out
}

// spanned tells whether a span is one of those that a text may mean.
func spanned(list []name, n claim.Noun) bool {
	return slices.ContainsFunc(list, func(m name) bool { return keyOf(m.Noun) == keyOf(n) })
}

// likeness is how a claim of the text stands to one of the rule.
type likeness uint8

const (
	apart likeness = iota // they speak of different things
	agrees
	differs
)

// frequency compares how often with the limits.
func (j *judge) frequency(s *said) {
	found := j.matched(s, func(x *claim.Claim) likeness {
		switch {
		case x.Sort != claim.Frequency || !x.Amount.Known:
			return apart
		case x.Amount.Lo == s.n && spanned(s.spans, x.Span):
			return agrees
		}
		return differs
	})
	switch {
	case found, s.plain && j.placed, !j.placed && j.prints(&said{topic: numberTopic, n: s.n * ir.Unit, lo: s.n * ir.Unit, hi: s.n * ir.Unit}):
	case !j.placed && j.read.lore.limits(s):
		doubt(j, NotInRule, s, j.nearest(s), "")
	default:
		j.warn(NotInRule, s, j.nearest(s), j.words(s), "")
	}
}

// duration compares how long.
func (j *judge) duration(s *said) {
	found := j.matched(s, func(x *claim.Claim) likeness {
		switch {
		case x.Sort != claim.Duration, x.Span.Sort == claim.NoNoun && !j.placed:
			return apart
		case s.word == "for spans" && x.Word != "for spans" && s.n == 1, s.word == "for spans" && x.Word == "for spans" && x.Amount.Lo == s.n:
			return agrees // one is until the next, whatever it is called
		case x.Span.Sort == claim.NoNoun, s.word == "for spans" && x.Word == "for spans" && x.Amount.Known, len(s.nouns) > 0 && !j.names(x, s.nouns) && x.Role != claim.Bearer && x.Role != claim.Owner:
			return differs
		}
		word := x.Word
		if word == "for spans" {
			word = s.word
		}
		if word == "until end" && s.word == word && spanned(s.spans, x.Span) && everybodys(j, x.Span) && s.following != x.Amount.Known {
			return differs // this turn is not the next
		}
		if spanned(s.spans, x.Span) && (word == s.word || word == "from next" && s.word == "until end") {
			return agrees
		}
		return differs
	})
	if !found && !j.placed {
		j.report(Hint, NotInRule, s, j.nearest(s), j.words(s), "")
	}
}

// everybodys tells whether a span is nobody's own: while it lasts everybody is in it.
func everybodys(j *judge, n claim.Noun) bool {
	return n.Sort == claim.EventNoun && claim.AgentOf(j.p.Events[n.ID]) == nil
}

// matched holds what a text says against the claims of one sort: one that agrees is told; else the first that differs
// is reported, an error when it is the rule's own. It tells whether there was any.
func (j *judge) matched(s *said, compare func(*claim.Claim) likeness) bool {
	var differing *claim.Claim
	agreed := false
	look := func(x *claim.Claim) {
		switch f := compare(x); {
		case f == agrees:
			agreed = true
		case f == differs && differing == nil:
			differing = x
		}
	}
	j.each(func(i int, x *claim.Claim) bool {
		if j.placed && !j.here(x) { // the sentence is of its own clause
			return false
		}
		if look(x); agreed {
			j.tell(i, toldAmount|toldWord)
		}
		return !agreed
	})
	rank := Error
	if differing == nil {
		rank = Hint
	}
	for i := range j.open {
		if !agreed {
			look(&j.open[i])
		}
	}
	if !agreed && differing != nil {
		j.report(rank, Differs, s, differing, j.words(s), j.say().amount(differing))
	}
	return agreed || differing != nil
}

// moment compares before, after and instead of an event. The end of something may be an event of its own.
func (j *judge) moment(s *said) {
	var differing, unlike *claim.Claim
	agreed, heard := false, false
	j.each(func(i int, x *claim.Claim) bool {
		switch {
		case x.Sort != claim.Trigger || heard && !j.here(x):
			return true
		case x.Word == s.word:
			j.tell(i, toldWord)
			agreed = true
		case !j.placed && !s.edge && s.word != "instead" && x.Word != "instead" && hollow(j.p, x.Noun) && j.names(x, s.nouns):
			unlike = x
		case x.Word != "before" && x.Word != "after" || s.word == "instead" && !(j.placed && x.Word == "after") || s.edge && s.word == "after" && j.isEnd(x.Noun) || hollow(j.p, x.Noun):
			agreed = true
		case j.here(x) && (differing == nil && j.placed || j.names(x, s.nouns)):
			differing = x
		}
		heard = heard || j.here(x)
		return true
	})
	if !agreed && differing == nil && unlike != nil {
		j.report(Hint, Differs, s, unlike, j.words(s), j.say().amount(unlike))
		j.out[len(j.out)-1].marks = []string{"nothing happens between the two"}
		return
	}
	other := slices.ContainsFunc(j.said, func(o said) bool { return o.topic == momentTopic && differing != nil && o.word == differing.Word })
	if !agreed && differing != nil && !other {
		j.report(rank(j.surely(differing, s.nouns)), Differs, s, differing, j.words(s), j.say().amount(differing))
	}
}

// isEnd tells whether an event is the end of something: its name says so.
func (j *judge) isEnd(n claim.Noun) bool { return slices.Contains(strings.Split(n.Name, "_"), "end") }

// hollow tells whether nothing happens in an event: what stands before it stands after it as well.
func hollow(p *ir.Program, n claim.Noun) bool {
	return n.Sort == claim.EventNoun && (p.Events[n.ID].Do == nil || len(p.Events[n.ID].Do.Stmts) == 0)
}

// tell notes that the text tells something of a claim.
func (j *judge) tell(i int, what aspect) {
	if j.here(&j.own[i]) {
		j.told[i] |= what
	}
}

// surely tells whether what a claim names is what is surely meant.
func (j *judge) surely(x *claim.Claim, list []name) bool {
	found := false
	for _, n := range list {
		if n.sure && n.Sort == x.Noun.Sort {
			if keyOf(n.Noun) != keyOf(x.Noun) {
				return false // it may be another thing
			}
			found = true
		}
		found = found || n.sure && namesakes(x.Noun, n.Noun)
	}
	return found
}

// freedom compares may, must and cannot.
func (j *judge) freedom(s *said) {
	var differing *claim.Claim
	agreed := false
	j.each(func(i int, x *claim.Claim) bool {
		if j.placed && !j.here(x) { // the sentence is of its own clause
			return false
		}
		switch {
		case x.Sort == claim.Choice, x.Sort == claim.Target, x.Sort == claim.Keyword && x.Word == "waives":
			agreed = agreed || s.word == "may"
		case x.Sort != claim.Freedom:
		case x.Word == s.word || s.word == "must" && x.Word != "may" || s.word == "cannot" && x.Word == "does":
			if agreed = true; x.Word == s.word {
				j.tell(i, toldWord)
			}
		case differing == nil && j.here(x):
			differing = x
		}
		return true
	})
	if !agreed && differing != nil && acts(j) {
		j.report(Hint, Differs, s, differing, j.words(s), j.say().amount(differing))
		j.out[len(j.out)-1].marks = []string{s.word + " for " + differing.Word}
	}
}

// acts tells whether the sentence's clauses do something at a moment. What holds while something happens leaves nobody a
// choice, and gives many.
func acts(j *judge) bool {
	return slices.ContainsFunc(j.own, func(x claim.Claim) bool {
		return j.here(&x) && x.Sort == claim.Trigger && slices.Contains([]string{"before", "after", "instead", "cannot"}, x.Word)
	})
}

// oneOf compares the word of a sort.
func (j *judge) oneOf(s *said, sort claim.Sort, rank Rank) {
	var differing *claim.Claim
	for i, x := range append(slices.Clone(j.own), j.open...) {
		if x.Sort == sort && x.Word == s.word {
			if i < len(j.told) {
				j.tell(i, toldWord)
			}
			return
		}
		if x.Sort == sort && differing == nil && !x.Open && (!j.placed || j.here(&x)) {
			differing = &x
		}
	}
	if differing != nil {
		j.report(rank, Differs, s, differing, j.words(s), j.say().amount(differing))
	}
}

// mark notes that things are told, and answers whether the rule names one of them.
func (j *judge) mark(list []name) bool {
	found := false
	for i := range j.own {
		if j.names(&j.own[i], list) {
			j.tell(i, toldNoun)
			found = true
		}
	}
	return found
}
