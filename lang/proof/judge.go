package proof

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// Rank is how much a verdict weighs.
type Rank uint8

// The ranks.
const (
	Error Rank = iota + 1
	Hint
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
	Note       string // what else may be
}

// Ranks are the words for the ranks.
var Ranks = [...]string{Error: "error", Hint: "hint"}

// judge compares what sentences say with a rule.
type judge struct {
	*rule
	lex    *lexicon
	lang   string
	text   string // of the sentence
	list   []token
	said   []said
	labels []string // the clauses that the sentence speaks of; none: any
	placed bool     // it is known that it speaks of them
	out    []Verdict
	loose  bool     // the card has parameters of which neither the title nor the text tells
	whole  []string // the clauses of which the text speaks as of all of something
	given  map[string]int64
}

func (j *judge) words(s *said) string {
	from, to := j.list[s.from].at, j.list[s.to-1].end
	return strings.Join(strings.Fields(j.text[from:to]), " ")
}

func (j *judge) report(rank Rank, kind Kind, s *said, x *claim.Claim, says, rule string) {
	v := Verdict{Rank: rank, Kind: kind, Says: says, Rule: rule}
	if s != nil {
		v.Start, v.End = j.list[s.from].at, j.list[s.to-1].end
	}
	if x != nil {
		v.At, v.Clause = x.At, x.Clause
		for i := range j.own {
			if kind == Differs && &j.own[i] == x { // the text speaks of it, if wrongly
				j.told[i] |= toldAmount | toldWord
			}
		}
	}
	j.out = append(j.out, v)
}

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
			j.rounding(s)
		case choiceTopic:
			j.choice(s)
		case nounTopic:
			j.noun(s)
		case unknownTopic:
			j.unknown(s)
		case sideTopic:
			j.side(s)
		}
	}
}

// numbers compares the numbers of a sentence with those of the rule. Each is first given what it agrees with; what is
// left over on both sides differs.
func (j *judge) numbers() {
	taken := make([]bool, len(j.own))
	var left []*said
	for _, want := range []match{named, here, anywhere} {
		for i := range j.said {
			if s := &j.said[i]; s.topic == numberTopic && !s.settled {
				if k := j.agreeing(s, want, taken); k >= 0 {
					taken[k], s.settled = true, true
					j.tell(k, toldAmount)
					j.sign(s, &j.own[k])
				}
			}
		}
	}
	for i := range j.said {
		switch s := &j.said[i]; {
		case s.topic != numberTopic:
		case s.foreign:
			j.report(Error, Differs, s, j.nearest(s), j.words(s), j.p.Unit)
		case !s.settled && !j.isGiven(s) && !j.counts(s):
			left = append(left, s)
		}
	}
	for _, s := range left {
		j.unsettled(s, taken)
	}
}

// sign compares more and less.
func (j *judge) sign(s *said, x *claim.Claim) {
	if x.Word == "adds" && x.Amount.Known && s.sign*int(x.Amount.Lo) < 0 && j.isOf(s, x) {
		j.report(Hint, Differs, s, x, j.words(s), j.amount(x))
	}
}

// match is how well a number agrees with a claim.
type match uint8

const (
	named    match = iota // the claim is about what the number counts
	here                  // it is of the sentence's clauses, and no other number's
	anywhere              // it is on the card
)

// agreeing is a claim that a number agrees with; -1 when there is none.
func (j *judge) agreeing(s *said, want match, taken []bool) int {
	out := -1
	j.each(func(i int, x *claim.Claim) bool {
		if !measured(s, x) && !(s.n == 2000 && x.Word == "multiplies") || fitting(s, x) != fits || x.Sort == claim.Frequency || x.Sort == claim.Duration {
			return true
		}
		switch want {
		case named:
			if j.isOf(s, x) {
				out = i
			}
		case here:
			if j.here(x) && !taken[i] && x.Sort != claim.Figure && !j.ofOther(s, x) && !(x.Sort == claim.Condition && j.expected(s)) {
				out = i
			}
		case anywhere:
			if x.Clause != "" && (!j.here(x) || taken[i] && s.sign == 0 || x.Untold) || x.Sort == claim.Figure && x.Noun.Field == nil {
				out = i
			}
		}
		return out < 0
	})
	return out
}

func (j *judge) isOf(s *said, x *claim.Claim) bool {
	return j.names(x, s.nouns) || j.names(x, s.lefts)
}

// ofOther tells whether a claim is about another figure than the one that a number counts, or about dice where it counts
// something else.
func (j *judge) ofOther(s *said, x *claim.Claim) bool {
	if len(s.nouns) == 0 || s.factor || j.isOf(s, x) {
		return false
	}
	if x.Amount.Dice != 0 {
		return s.sides == 0 && !s.dice
	}
	f := x.Noun.Field
	return x.Noun.Sort == claim.FieldNoun && f != nil && j.ofKind(f) && slices.ContainsFunc(s.nouns, func(n name) bool {
		return n.Sort == claim.FieldNoun && n.Field.Class == f.Class
	})
}

// expected tells whether the sentence's clauses do something with what a number counts.
func (j *judge) expected(s *said) bool {
	return len(s.nouns) > 0 && slices.ContainsFunc(j.own, func(x claim.Claim) bool {
		return j.here(&x) && paired(x.Sort) && measured(s, &x) && j.isOf(s, &x)
	})
}

// ofKind tells whether a field is one of things, not of events.
func (j *judge) ofKind(f *ir.Field) bool {
	return slices.ContainsFunc(j.p.Kinds, func(k *ir.Kind) bool { return slices.Contains(k.Fields, f) })
}

// isGiven tells whether a number is that of a parameter which the text's title gives.
func (j *judge) isGiven(s *said) bool {
	for _, n := range j.given {
		if n*1000 == s.n {
			return true
		}
	}
	return false
}

// counts tells whether a number is how many things the rule lists.
func (j *judge) counts(s *said) bool {
	list := map[string]int64{}
	for _, x := range j.own {
		if j.here(&x) && (x.Sort == claim.Effect || x.Sort == claim.Trigger) {
			list[x.Word]++
		}
	}
	all := slices.Contains(slices.Collect(maps.Values(list)), s.n/1000) && s.n > 2000
	if all {
		j.speaksOfAll()
	}
	return all
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

// unsettled reports a number that nothing of the card agrees with: it differs from a claim that no other number speaks
// of, or stands nowhere.
func (j *judge) unsettled(s *said, taken []bool) {
	var of, free *claim.Claim
	bound, clear, only := false, false, false
	j.each(func(i int, x *claim.Claim) bool {
		if j.here(x) && x.Amount.Var != "" && s.sides == 0 && s.part == 0 && s.lo == s.hi && paired(x.Sort) {
			clear = true
		}
		if !measured(s, x) || !j.here(x) || x.Sort == claim.Frequency || x.Sort == claim.Duration || x.Sort == claim.Figure && (x.Untold || s.factor || s.sign != 0 || !j.isOf(s, x)) {
			return true
		}
		clear = clear || !x.Untold && paired(x.Sort)
		switch {
		case taken[i] || x.Untold && x.Sort != claim.Figure:
		case j.isOf(s, x) && (of == nil || fitting(s, x) == turned):
			of, bound = x, fitting(s, x) == turned
		case paired(x.Sort) || x.Sort == claim.Condition && (x.Amount.Lo == x.Amount.Hi && x.Amount.Lo != 0 || s.lo != s.hi):
			if only = free == nil; only {
				free = x
			}
		}
		return true
	})
	open, exact := false, false
	for i := range j.open {
		if x := &j.open[i]; fitting(s, x) == fits {
			open, exact = true, exact || i < j.near && j.isOf(s, x)
		}
	}
	switch {
	case exact && of == nil && free == nil:
	case s.sure == face:
		if x := cmp.Or(of, free); x != nil && !open && !j.anyFace() && !j.isTold(x) {
			j.report(Hint, Differs, s, x, j.words(s), j.amount(x))
		}
	case of != nil:
		j.report(rank(!exact && (bound || s.sure == firm || s.sign != 0 || !open)), Differs, s, of, j.words(s), j.amount(of))
	case free != nil && !open && (s.sure == firm || s.sign != 0):
		j.report(rank(!j.loose && (only || j.placed)), Differs, s, free, j.words(s), j.amount(free))
	case free != nil && (s.sure == firm || s.sign != 0):
		j.report(Hint, Differs, s, free, j.words(s), j.amount(free))
	case open || s.sure != firm || j.prints(s) || s.factor && j.ofFigure():
	default:
		j.report(rank(clear && j.placed), NotInRule, s, j.nearest(s), j.words(s), "")
	}
}

// ofFigure tells whether the sentence's clauses add a figure to something: who has it there already has it twice.
func (j *judge) ofFigure() bool {
	return slices.ContainsFunc(j.own, func(x claim.Claim) bool { return j.here(&x) && x.Sort == claim.Effect && x.Amount.Of != nil })
}

// prints tells whether a number is one that the card prints.
func (j *judge) prints(s *said) bool {
	return slices.ContainsFunc(j.own, func(x claim.Claim) bool {
		return x.Sort == claim.Figure && !x.Untold && measured(s, &x) && fitting(s, &x) == fits
	})
}

// paired tells whether the numbers of claims of a sort may be told without a noun.
func paired(s claim.Sort) bool {
	return s == claim.Effect || s == claim.Cost || s == claim.Area || s == claim.Target || s == claim.Keyword
}

// isTold tells whether the text has told the amount of a claim.
func (j *judge) isTold(x *claim.Claim) bool {
	for i := range j.own {
		if &j.own[i] == x {
			return j.told[i]&toldAmount != 0
		}
	}
	return false
}

// anyFace tells whether the sentence names a face of a die that the rule has, too.
func (j *judge) anyFace() bool {
	return slices.ContainsFunc(j.said, func(s said) bool { return s.topic == numberTopic && s.sure == face && s.settled })
}

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

func spanned(list []name, n claim.Noun) bool {
	return slices.ContainsFunc(list, func(m name) bool { return keyOf(m.Noun) == keyOf(n) })
}

// frequency compares "once per round" with the limits.
func (j *judge) frequency(s *said) {
	var differing *claim.Claim
	agreed := false
	look := func(x *claim.Claim) {
		if x.Sort != claim.Frequency || !x.Amount.Known {
			return
		}
		if x.Amount.Lo == s.n && spanned(s.spans, x.Span) {
			agreed = true
		} else if differing == nil {
			differing = x
		}
	}
	j.each(func(i int, x *claim.Claim) bool {
		if look(x); agreed {
			j.tell(i, toldAmount|toldWord)
		}
		return !agreed
	})
	own := differing
	for i := range j.open {
		if !agreed {
			look(&j.open[i])
		}
	}
	switch {
	case agreed:
	case own != nil:
		j.report(Error, Differs, s, own, j.words(s), j.amount(own))
	case differing != nil:
		j.report(Hint, Differs, s, differing, j.words(s), j.amount(differing))
	default:
		j.report(Hint, NotInRule, s, j.nearest(s), j.words(s), "")
	}
}

// duration compares "until the end of the turn".
func (j *judge) duration(s *said) {
	var differing *claim.Claim
	agreed := false
	look := func(x *claim.Claim) {
		if x.Sort != claim.Duration || x.Span.Sort == claim.NoNoun {
			return
		}
		word := x.Word
		if word == "for spans" {
			word = s.word
		}
		if spanned(s.spans, x.Span) && (word == s.word || word == "from next" && s.word == "until end") {
			agreed = true
		} else if differing == nil {
			differing = x
		}
	}
	j.each(func(i int, x *claim.Claim) bool {
		if look(x); agreed {
			j.tell(i, toldAmount|toldWord)
		}
		return !agreed
	})
	own := differing
	for i := range j.open {
		if !agreed {
			look(&j.open[i])
		}
	}
	switch {
	case agreed:
	case own != nil:
		j.report(Error, Differs, s, own, j.words(s), j.amount(own))
	case differing != nil:
		j.report(Hint, Differs, s, differing, j.words(s), j.amount(differing))
	}
}

// moment compares before, after and instead of an event. The end of something may be an event of its own.
func (j *judge) moment(s *said) {
	var differing *claim.Claim
	agreed, heard := false, false
	j.each(func(i int, x *claim.Claim) bool {
		switch {
		case x.Sort != claim.Trigger || heard && !j.here(x):
			return true
		case x.Word == s.word:
			j.tell(i, toldWord)
			agreed = true
		case x.Word != "before" && x.Word != "after" || s.word == "instead" || s.edge && s.word == "after" && j.isEnd(x.Noun) || j.hollow(x.Noun):
			agreed = true
		case j.here(x) && (differing == nil && j.placed || j.names(x, s.nouns)):
			differing = x
		}
		heard = heard || j.here(x)
		return true
	})
	other := slices.ContainsFunc(j.said, func(o said) bool { return o.topic == momentTopic && differing != nil && o.word == differing.Word })
	if !agreed && differing != nil && !other {
		j.report(rank(j.surely(differing, s.nouns)), Differs, s, differing, j.words(s), j.amount(differing))
	}
}

// isEnd tells whether an event is the end of something: its name says so.
func (j *judge) isEnd(n claim.Noun) bool { return slices.Contains(strings.Split(n.Name, "_"), "end") }

// hollow tells whether nothing happens in an event: what stands before it stands after it as well.
func (j *judge) hollow(n claim.Noun) bool {
	return n.Sort == claim.EventNoun && (j.p.Events[n.ID].Do == nil || len(j.p.Events[n.ID].Do.Stmts) == 0)
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
	}
	return found
}

// freedom compares may, must and cannot.
func (j *judge) freedom(s *said) {
	var differing *claim.Claim
	agreed := false
	j.each(func(i int, x *claim.Claim) bool {
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
	if !agreed && differing != nil && j.acts() {
		j.report(Hint, Differs, s, differing, j.words(s), j.amount(differing))
	}
}

// acts tells whether the sentence's clauses do something at a moment. What holds while something happens leaves nobody a
// choice, and gives many.
func (j *judge) acts() bool {
	return slices.ContainsFunc(j.own, func(x claim.Claim) bool {
		return j.here(&x) && x.Sort == claim.Trigger && slices.Contains([]string{"before", "after", "instead", "cannot"}, x.Word)
	})
}

// rounding compares up and down.
func (j *judge) rounding(s *said) { j.oneOf(s, claim.Rounding, Error) }

// choice compares the nearest and by chance.
func (j *judge) choice(s *said) { j.oneOf(s, claim.Choice, Hint) }

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
		if x.Sort == sort && differing == nil && !x.Open {
			differing = &x
		}
	}
	if differing != nil {
		j.report(rank, Differs, s, differing, j.words(s), j.amount(differing))
	}
}

// noun looks for a thing that is named: in the rule, in what is open, and else for the sibling that the rule names.
func (j *judge) noun(s *said) {
	if !slices.ContainsFunc(s.nouns, func(n name) bool { return n.sure }) {
		j.mark(s.nouns)
		return
	}
	if j.mark(s.nouns) {
		j.denial(s)
		return
	}
	if j.known(s.nouns, false) {
		return
	}
	if !s.capital && slices.ContainsFunc(s.nouns, func(n name) bool { return !n.sure }) {
		return // it may be another thing
	}
	if x := j.sibling(s.nouns); x != nil {
		j.report(Error, Differs, s, x, j.words(s), j.called(x.Noun))
		return
	}
	if s.capital && slices.ContainsFunc(s.nouns, func(n name) bool {
		return n.Sort == claim.CardNoun || n.Sort == claim.FieldNoun || n.Sort == claim.ValueNoun
	}) {
		j.report(Hint, NotInRule, s, j.nearest(s), j.words(s), "")
	}
}

// denial compares whether a thing is there, or is not.
func (j *judge) denial(s *said) {
	var differing *claim.Claim
	for i := range j.own {
		x := &j.own[i]
		if x.Sort != claim.Condition || !j.here(x) || !j.surely(x, s.nouns) {
			if j.here(x) && j.names(x, s.nouns) {
				return // it is named for another reason, too
			}
			continue
		}
		if x.Denied == s.denied || x.Untold || x.Word == "holds" {
			return
		}
		differing = x
	}
	if differing != nil {
		j.report(Hint, Differs, s, differing, j.words(s), phrase(j.lang, "not ", "pas ")+j.called(differing.Noun))
	}
}

// partial reports a text that names some of several things of which the rule says the same.
func (j *judge) partial() {
	type group struct {
		clause, word, row string
		sort              claim.Sort
		lo                int64
		of                string
	}
	told, missing := map[group]int{}, map[group]*claim.Claim{}
	for i := range j.own {
		x := &j.own[i]
		listed := x.Sort == claim.Effect && x.Noun.Sort == claim.FieldNoun && x.Noun.Field.Class == ir.Stat ||
			x.Sort == claim.Condition && x.Word == "is" && x.Noun.Sort == claim.ValueNoun && x.Noun.Value >= 0
		if !listed || x.Clause == "" || !j.here(x) || slices.Contains(j.whole, x.Clause) || slices.Contains(j.whole, anyClause) {
			continue
		}
		g := group{x.Clause, x.Word, x.Row, x.Sort, x.Amount.Lo, x.Amount.Var}
		if x.Sort == claim.Condition {
			g.of = j.p.Enums[x.Noun.ID].Name
		}
		if j.told[i]&toldNoun != 0 {
			told[g]++
		} else {
			missing[g] = x
		}
	}
	for g, x := range missing {
		if told[g] > 0 {
			j.report(rank(g.sort == claim.Effect), HalfMissing, nil, x, "", j.amount(x))
		}
	}
}

// untold reports limits and costs of which the text is silent, though it tells other things of their clause.
func (j *judge) untold() {
	spoken := map[string]bool{}
	for i, x := range j.own {
		spoken[x.Clause] = spoken[x.Clause] || j.told[i] != 0
	}
	for i := range j.own {
		x := &j.own[i]
		if x.Clause != "" && spoken[x.Clause] && j.here(x) && j.told[i] == 0 && x.Amount.Known && (x.Sort == claim.Frequency || x.Sort == claim.Cost) {
			j.report(Hint, NotInText, nil, x, "", j.amount(x))
		}
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

// known tells whether things are named by what is open, or are the card or its kind; figures: also what is said of every
// card of its kind, and its figures.
func (j *judge) known(list []name, figures bool) bool {
	kind := j.p.Kinds[j.card.Kind]
	for _, n := range list {
		switch n.Sort {
		case claim.CardNoun:
			if n.ID == j.card.ID {
				return true
			}
		case claim.KindNoun:
			return true
		case claim.FieldNoun:
			if figures && ir.FieldNamed(kind.Fields, n.Name) >= 0 || ir.FieldNamed(j.card.Own, n.Name) >= 0 {
				return true
			}
		}
	}
	open := j.open[:j.near]
	if figures {
		open = j.open
	}
	return slices.ContainsFunc(open, func(x claim.Claim) bool { return j.names(&x, list) })
}

// sibling is a claim of the sentence's clauses that names another thing of the same sort, of which the text is silent.
func (j *judge) sibling(list []name) *claim.Claim {
	var out *claim.Claim
	j.each(func(i int, x *claim.Claim) bool {
		if out == nil && (j.here(x) || x.Sort == claim.Keyword && !j.placed) && j.told[i]&toldNoun == 0 && !j.toldLater(x) && slices.ContainsFunc(list, func(n name) bool { return n.sure && j.alike(n.Noun, x.Noun) }) {
			out = x
		}
		return true
	})
	return out
}

// toldLater tells whether another part of the sentence names what a claim names.
func (j *judge) toldLater(x *claim.Claim) bool {
	return slices.ContainsFunc(j.said, func(s said) bool { return j.names(x, s.nouns) })
}

// alike tells whether one thing may be taken for another: two cards of a kind, values of an enum, characteristics.
func (j *judge) alike(a, b claim.Noun) bool {
	if fold(b.Name) == fold(j.card.Name) {
		return false
	}
	if a.Sort == claim.ValueNoun && b.Sort == claim.FieldNoun {
		return b.Field != nil && b.Field.Class == ir.Stat && slices.ContainsFunc(j.p.Enums[a.ID].Values, func(v ir.EnumValue) bool { return v.Name == b.Name })
	}
	if a.Sort != b.Sort {
		return false
	}
	switch a.Sort {
	case claim.CardNoun:
		return j.p.Cards[a.ID].Kind == j.p.Cards[b.ID].Kind
	case claim.ValueNoun:
		return a.ID == b.ID && b.Value >= 0 && !strings.HasPrefix(j.called(b), j.called(a))
	case claim.FieldNoun:
		return a.Field != nil && b.Field != nil && a.Field.Class == ir.Stat && b.Field.Class == ir.Stat
	}
	return false
}

// side compares allies and enemies: a text that speaks of one side only, and a clause that asks for the other only.
func (j *judge) side(s *said) {
	if j.mark(s.nouns); s.denied {
		return // "no allies" may be enemies
	}
	for _, o := range j.said {
		if o.topic == sideTopic && o.word != s.word {
			return
		}
	}
	var differing *claim.Claim
	for i := range j.own {
		x := &j.own[i]
		if !j.here(x) {
			continue
		}
		for _, n := range nouns(x) {
			if side := j.lex.sides[n.ID]; n.Sort == claim.FuncNoun && side == s.word {
				return
			} else if n.Sort == claim.FuncNoun && side != "" && !x.Denied {
				differing = x
			}
		}
	}
	if differing != nil {
		j.report(Hint, Differs, s, differing, j.words(s), j.called(differing.Noun))
	}
}

// unknown is a word written as a name that nothing is called by.
func (j *judge) unknown(s *said) {
	j.report(rank(s.sure == firm), NotInRule, s, j.nearest(s), j.words(s), "")
}

// amount says in words what a claim of the rule is.
func (j *judge) amount(x *claim.Claim) string {
	a := x.Amount
	number := func(n int64) string {
		if a.Length {
			return ir.LengthText(n)
		}
		return fmt.Sprint(n)
	}
	words := []string{x.Word}
	switch {
	case a.Dice != 0:
		words = append(words, text.Show(j.p, ir.Type{Kind: ir.Dice}, a.Dice, j.lang))
	case a.Known && a.Lo == a.Hi:
		words = append(words, number(a.Lo))
	case a.Known && a.Lo == ir.None:
		words = append(words, phrase(j.lang, "at most", "au plus"), number(a.Hi))
	case a.Known:
		words = append(words, phrase(j.lang, "at least", "au moins"), number(a.Lo))
	case a.Part > 1:
		words = append(words, fmt.Sprintf("1/%d", a.Part))
	}
	if n := j.called(x.Noun); n != "" {
		words = append(words, n)
	}
	if x.Sort == claim.Frequency || x.Sort == claim.Duration {
		words = append(words, phrase(j.lang, "per", "par"), j.called(x.Span))
	}
	return strings.Join(words, " ")
}

func phrase(lang, en, fr string) string {
	if lang == "fr" {
		return fr
	}
	return en
}

// called is what a thing is called.
func (j *judge) called(n claim.Noun) string {
	var t ir.Texts
	switch n.Sort {
	case claim.FieldNoun:
		if n.Field != nil {
			t = n.Field.Texts
		}
	case claim.CardNoun:
		t = j.p.Cards[n.ID].Texts
	case claim.KindNoun:
		if n.ID >= 0 && n.ID < len(j.p.Kinds) {
			t = j.p.Kinds[n.ID].Texts
		}
	case claim.ValueNoun:
		if n.Value >= 0 {
			t = j.p.Enums[n.ID].Values[n.Value].Texts
		}
	}
	return text.Name(j.p, t, strings.ReplaceAll(n.Name, "_", " "), j.lang)
}
