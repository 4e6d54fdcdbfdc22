package proof

import (
	"cmp"
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// numbers compares the numbers of a sentence with those of the rule. Each is first given what it agrees with; what is
// left over on both sides differs.
func (j *judge) numbers() {
	taken := make([]bool, len(j.own))
	var left []*said
	for _, want := range []match{done, named, here, anywhere} {
		for i := range j.said {
			if s := &j.said[i]; s.topic == numberTopic && s.with == nil {
				if k := j.agreeing(s, want, taken); k >= 0 {
					taken[k], s.with = true, &j.own[k]
					if s.sure != faint || j.isOf(s, &j.own[k]) { // an article tells no number
						j.tell(k, toldAmount)
					}
					j.sign(s, &j.own[k])
				}
			}
		}
	}
	for i := range j.said {
		switch s := &j.said[i]; {
		case s.topic != numberTopic:
		case s.foreign:
			j.report(Error, Differs, s, j.nearest(s), j.words(s), j.say().unit())
		case s.with == nil && !j.isGiven(s) && !j.counts(s) && !follows(j, i):
			left = append(left, s)
		}
	}
	for _, s := range left {
		j.unsettled(s, taken)
	}
	siblings(j)
}

// forbids tells whether the sentence's clauses forbid something, or something else happens in its place.
func forbids(j *judge) bool {
	return slices.ContainsFunc(j.own, func(x claim.Claim) bool {
		return j.here(&x) && x.Sort == claim.Trigger && (x.Word == "cannot" || x.Word == "instead")
	})
}

// undeny makes a bound the one that stands there again: nothing can be done with more than 3, and that is forbidden.
func (s *said) undeny() {
	if s.hi == s.n {
		s.lo, s.hi = s.n+1000, ir.None
	} else if s.lo == s.n {
		s.lo, s.hi = ir.None, s.n-1000
	}
}

// settle settles which side of the bounds of a sentence its clauses speak of.
func settle(j *judge) {
	for i := range j.said {
		if s := &j.said[i]; s.topic == numberTopic && (s.lo == ir.None) != (s.hi == ir.None) {
			if s.denied && forbids(j) {
				s.undeny()
			}
			s.rest = leaves(j, s)
		}
	}
}

// leaves tells whether a bound of a text may be one of what its rule leaves: the rule forbids or the text denies something, or the text
// has the rule's own bound, too: on 1 or 2 this, on 3 or more that.
func leaves(j *judge, s *said) bool {
	if forbids(j) {
		return true
	}
	other := s.lo - 1000
	if s.lo == ir.None {
		other = s.hi + 1000
	}
	return slices.ContainsFunc(j.said, func(o said) bool { return o.topic == numberTopic && o.n == other }) ||
		slices.ContainsFunc(j.list, func(t token) bool { return j.lex.does(&t, "except") })
}

// siblings reports a number that tells one of several like claims of the sentence's clauses, where no number tells another of them.
func siblings(j *judge) {
	for i := range j.own {
		x := &j.own[i]
		if !j.placed || !j.here(x) || x.Untold || !certain(x) || anyFits(j, x) {
			continue
		}
		k := slices.IndexFunc(j.said, func(s said) bool {
			y := s.with
			return y != nil && s.sure == firm && j.here(y) && y.Sort == x.Sort && y.Word == x.Word && certain(y) && (y.Noun.Sort == x.Noun.Sort || x.Sort == claim.Condition) && y.Amount.Length == x.Amount.Length
		})
		if k >= 0 {
			j.warn(Differs, &j.said[k], x, j.words(&j.said[k]), j.say().amount(x))
		}
	}
}

// certain tells whether a claim says a number, and no limit but that of an area.
func certain(x *claim.Claim) bool {
	return x.Amount.Known && (x.Amount.Lo == x.Amount.Hi && (paired(x.Sort) || x.Sort == claim.Condition && x.Amount.Lo != 0) || x.Sort == claim.Area)
}

// sign compares more and less. More of what is called a loss is less of something else.
func (j *judge) sign(s *said, x *claim.Claim) {
	side := s.sign
	if side == 0 {
		side = s.turn
	}
	switch called := j.say().called(x.Noun); {
	case side == 0 && j.lex.degree(j.words(s)) > 0: // one extra hit
		side = 1
	case !j.isOf(s, x) && j.lex.degree(called) < 0:
		side = -side
	}
	if x.Word == "adds" && x.Amount.Known && side*int(x.Amount.Lo) < 0 && (j.isOf(s, x) || j.placed && !j.ofOther(s, x)) {
		j.warn(Differs, s, x, j.words(s), j.say().amount(x))
		if s.sign != 0 {
			j.out[len(j.out)-1].marks = []string{otherWay}
		}
	}
}

// otherWay is the sign of a number that is written with the other sign than the rule has it.
const otherWay = "of the other sign"

// match is how well a number agrees with a claim.
type match uint8

const (
	done     match = iota // the claim does something with what the number counts
	named                 // the claim is about what the number counts
	here                  // it is of the sentence's clauses, and no other number's
	anywhere              // it is on the card
)

// agreeing is a claim that a number agrees with; -1 when there is none.
func (j *judge) agreeing(s *said, want match, taken []bool) int {
	out := -1
	if want > named && contradicted(j, s) {
		return out
	}
	j.each(func(i int, x *claim.Claim) bool {
		if j.placed && !j.here(x) || !measured(s, x) && !(s.n == 2000 && x.Word == "multiplies") || fitting(s, x) != fits || x.Sort == claim.Frequency || x.Sort == claim.Duration || limits(j, s, x) {
			return true
		}
		switch want {
		case done:
			if j.isOf(s, x) && paired(x.Sort) {
				out = i
			}
		case named:
			if j.isOf(s, x) && !(x.Sort == claim.Condition && s.lo == s.hi && awaited(j, s, taken, paired)) {
				out = i
			}
		case here:
			if !awaited(j, s, taken, counted) && j.here(x) && !taken[i] && x.Sort != claim.Figure && !j.ofOther(s, x) && !(x.Sort == claim.Condition && j.expected(s)) {
				out = i
			}
		case anywhere:
			if j.placed && (j.ofOther(s, x) || awaited(j, s, taken, counted)) {
				return true
			}
			if x.Clause != "" && (!j.here(x) || taken[i] && s.sign == 0 || x.Untold) || x.Sort == claim.Figure && x.Noun.Field == nil {
				out = i
			}
		}
		return out < 0
	})
	return out
}

// changes tells whether a number is how much something changes.
func (s *said) changes() bool {
	return s.lo == s.hi && s.part == 0 && (s.sign != 0 || s.turn != 0 || s.factor)
}

// limits tells whether a claim limits something, where a number is how much something changes: it is not what the number tells,
// unless the sentence's clauses have nothing else.
func limits(j *judge, s *said, x *claim.Claim) bool {
	return s.changes() && (x.Sort == claim.Condition || x.Sort == claim.Target) &&
		(x.Amount.Lo == ir.None || x.Amount.Hi == ir.None || slices.ContainsFunc(j.own, func(x claim.Claim) bool {
			return j.here(&x) && x.Sort == claim.Effect && x.Amount.Known && !x.Untold
		}))
}

// contradicted tells whether the rule says other numbers of what a number counts, and not this one.
func contradicted(j *judge, s *said) bool {
	if j.placed || s.sure != firm || s.factor || s.sides != 0 || s.part != 0 {
		return false
	}
	others := false
	for i := range j.own {
		x := &j.own[i]
		if !measured(s, x) || !j.isOf(s, x) {
			continue
		}
		if fitting(s, x) != otherwise {
			return false
		}
		others = others || paired(x.Sort) && x.Amount.Known && !x.Untold
	}
	return others && !slices.ContainsFunc(j.open, func(x claim.Claim) bool { return fitting(s, &x) == fits && j.isOf(s, &x) })
}

// isOf tells whether a claim is about what a number counts.
func (j *judge) isOf(s *said, x *claim.Claim) bool {
	return j.names(x, s.nouns) || j.names(x, s.lefts) || j.chooses(s, x)
}

// ofOther tells whether a claim is about another figure than the one that a number counts, or about dice where it counts
// something else.
func (j *judge) ofOther(s *said, x *claim.Claim) bool {
	if len(s.nouns) == 0 && (!j.placed || len(s.lefts) == 0) || s.factor || j.isOf(s, x) {
		return false
	}
	if x.Amount.Dice != 0 {
		return s.sides == 0 && !s.dice
	}
	if x.Word == "calls" && x.Noun.Sort == claim.EventNoun && j.spends(x.Noun.ID) {
		return slices.ContainsFunc(s.nouns, func(n name) bool {
			return n.Sort == claim.FieldNoun && n.Field.Class == ir.Cell && j.ofKind(n.Field)
		})
	}
	f := x.Noun.Field
	return x.Word == "adds" && x.Noun.Sort == claim.FieldNoun && f != nil && j.ofKind(f) && slices.ContainsFunc(s.nouns, func(n name) bool {
		return n.Sort == claim.FieldNoun && n.Field.Class == f.Class
	})
}

// expected tells whether the sentence's clauses do something with what a number counts.
func (j *judge) expected(s *said) bool {
	return len(s.nouns) > 0 && slices.ContainsFunc(j.own, func(x claim.Claim) bool {
		return j.here(&x) && paired(x.Sort) && measured(s, &x) && j.isOf(s, &x)
	})
}

// awaited tells whether the sentence's clauses have a number, in a claim of some sorts, of what a number counts, that no number
// of the sentence tells: this one should.
func awaited(j *judge, s *said, taken []bool, of func(claim.Sort) bool) bool {
	if !j.placed {
		return false
	}
	for i := range j.own {
		if x := &j.own[i]; j.here(x) && !taken[i] && !x.Untold && of(x.Sort) && x.Amount.Known && j.isOf(s, x) {
			return true
		}
	}
	return false
}

// anyFits tells whether a number of the text fits a claim.
func anyFits(j *judge, x *claim.Claim) bool {
	return slices.ContainsFunc(j.numbered, func(s said) bool { return fitting(&s, x) == fits })
}

// counted tells whether the numbers of claims of a sort count what they name.
func counted(s claim.Sort) bool { return paired(s) || s == claim.Condition }

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
		if j.here(&x) && (x.Sort == claim.Effect || x.Sort == claim.Trigger) && x.Noun.Sort == claim.FieldNoun {
			list[x.Word]++
		}
	}
	all := slices.Contains(slices.Collect(maps.Values(list)), s.n/1000) && s.n > 2000 && len(s.nouns) == 0
	if all {
		j.speaksOfAll()
	}
	return all
}

// unsettled reports a number that nothing of the card agrees with: it differs from a claim that no other number speaks
// of, or stands nowhere.
func (j *judge) unsettled(s *said, taken []bool) {
	if x := j.scanned(s); x != nil {
		j.report(Hint, Differs, s, x, j.words(s), j.say().amount(x))
		j.out[len(j.out)-1].Note = phrase(j.lang, "unless it is a scanned ", "à moins que ce ne soit, mal lu, ") + x.Noun.Name
		return
	}
	if s.sides != 0 {
		otherDice(j, s)
		return
	}
	if j.ranges(s) || members(j, s) {
		return
	}
	if !j.placed && !s.changes() && slices.ContainsFunc(slices.Concat(j.own, j.open), func(x claim.Claim) bool { return fits == fitting(s, usual(&x)) && measured(s, usual(&x)) }) {
		return // it is what a figure has that it names, where nobody says otherwise
	}
	if s.length && !j.placed && slices.ContainsFunc(j.own, func(x claim.Claim) bool { return x.Amount.Known && x.Amount.Length && scaled(x.Amount.Hi, true) == s.n }) {
		return // within so much is at so much
	}
	var of, free *claim.Claim
	bound, clear, only := false, false, false
	j.each(func(i int, x *claim.Claim) bool {
		if j.here(x) && x.Amount.Var != "" && s.sides == 0 && s.part == 0 && s.lo == s.hi && paired(x.Sort) {
			clear = true
		}
		if !measured(s, x) || !j.here(x) || x.Sort == claim.Frequency || x.Sort == claim.Duration || x.Sort == claim.Figure && (x.Untold || s.factor || s.sign != 0 || !j.isOf(s, x)) || limits(j, s, x) {
			return true
		}
		clear = clear || !x.Untold && paired(x.Sort)
		switch {
		case taken[i] || x.Untold && x.Sort != claim.Figure || !j.placed && j.isTold(x):
		case s.length && !x.Amount.Length && !j.placed && !j.names(x, s.nouns): // a distance is no number of things
		case s.n == 0 && x.Sort == claim.Condition && !j.placed: // what costs nothing asks for nothing
		case j.isOf(s, x) && (of == nil || fitting(s, x) == turned):
			of, bound = x, fitting(s, x) == turned
		case x.Sort == claim.Area && !s.length:
		case none(x), some(x), summed(x):
		case paired(x.Sort) || x.Sort == claim.Condition && (x.Amount.Lo == x.Amount.Hi && x.Amount.Lo != 0 || s.lo != s.hi || j.placed && !s.changes() && !anyFits(j, x)):
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
	case of == nil && !j.placed && inSum(j, s):
	case exact && of == nil && free == nil, of == nil && len(s.nouns) == 0 && lists(j, s, taken):
	case s.sure == face:
		if x := cmp.Or(of, free); x != nil && !open && !j.isTold(x) && !j.read.deep(j.placed).counts(s) {
			j.report(Hint, Differs, s, x, j.words(s), j.say().amount(x))
		}
	case of != nil:
		j.report(rank(!exact && (bound || s.sure == firm || s.sign != 0 || !open)), Differs, s, of, j.words(s), j.say().amount(of))
	case free != nil && j.read.deep(j.placed).counts(s):
		doubt(j, Differs, s, free, j.say().amount(free))
	case free != nil && !open && (s.sure == firm || s.sign != 0):
		j.report(rank(!j.vague && (only || j.placed)), Differs, s, free, j.words(s), j.say().amount(free))
	case free != nil && (s.sure == firm || s.sign != 0):
		j.report(Hint, Differs, s, free, j.words(s), j.say().amount(free))
	case s.sure != firm, s.changes() && works(j) && (j.placed || s.shared && s.n == ir.Unit):
	case open || j.prints(s) || s.factor && j.ofFigure() || j.read.deep(j.placed).counts(s):
		doubt(j, NotInRule, s, j.nearest(s), "")
	default:
		j.report(rank(clear && j.placed), NotInRule, s, j.nearest(s), j.words(s), "")
	}
}

// inSum tells whether the rule as it is read aloud has a length of a text: in a sum it is no claim of its own.
func inSum(j *judge, s *said) bool {
	return s.length && slices.ContainsFunc(j.read.own, func(p passage) bool {
		for i := range p.list {
			if t := &p.list[i]; t.shape == numberShape && t.n == s.n && j.lex.measures(p.list[i+1:]) {
				return true
			}
		}
		return false
	})
}

// members tells whether a number is how many values the card prints of a figure that it counts: 3 difficulties.
func members(j *judge, s *said) bool {
	n := int64(0)
	for i := range j.own {
		if x := &j.own[i]; x.Sort == claim.Figure && x.Noun.Field != nil && x.Noun.Field.Type.IsList() && j.isOf(s, x) {
			n++
		}
	}
	return n > 1 && n*ir.Unit == s.n
}

// usual is a claim of what the figure that a claim names has where nobody says otherwise.
func usual(x *claim.Claim) *claim.Claim {
	out := claim.Claim{Sort: claim.Figure, Noun: x.Noun}
	if f := x.Noun.Field; f != nil && f.Class == ir.Stat && f.Default != nil && f.Default.Op == ir.Const && (f.Type.Kind == ir.Int || f.Type.Kind == ir.Length) {
		out.Amount = claim.Amount{Known: true, Lo: f.Default.N, Hi: f.Default.N, Length: f.Type.Kind == ir.Length}
	}
	return &out
}

// none tells whether a claim is that there is nothing of something: a text says so with a word, and not with a number.
func none(x *claim.Claim) bool {
	return x.Amount.Known && x.Amount.Dice == 0 && x.Amount.Lo == 0 && x.Amount.Hi == 0
}

// some tells whether a claim asks only that there be something: a text says so with a word, too.
func some(x *claim.Claim) bool {
	return x.Sort == claim.Condition && x.Amount.Known && x.Amount.Dice == 0 && x.Amount.Lo == 1 && x.Amount.Hi == ir.None && !x.Amount.Length
}

// works tells whether the sentence's clauses change something by what is only known in play.
func works(j *judge) bool {
	return slices.ContainsFunc(j.own, func(x claim.Claim) bool {
		return j.here(&x) && x.Sort == claim.Effect && x.Word == "adds" && !x.Amount.Known
	})
}

// ranges tells whether a number is the least or the most that a figure can be which the rule changes: "at most three more".
func (j *judge) ranges(s *said) bool {
	return s.part == 0 && slices.ContainsFunc(j.own, func(x claim.Claim) bool {
		f := x.Noun.Field
		return j.here(&x) && x.Sort == claim.Effect && x.Noun.Sort == claim.FieldNoun && f != nil && f.Class == ir.Cell &&
			(f.Hi != ir.None && scaled(f.Hi, f.Type.Kind == ir.Length) == s.n || f.Lo != ir.None && f.Lo != 0 && scaled(f.Lo, f.Type.Kind == ir.Length) == s.n)
	})
}

// otherDice reports dice that the rule does not throw.
func otherDice(j *judge, s *said) {
	var other *claim.Claim
	open := slices.ContainsFunc(j.open, func(x claim.Claim) bool { return x.Amount.Dice != 0 && fitting(s, &x) == fits })
	j.each(func(_ int, x *claim.Claim) bool {
		if x.Amount.Dice != 0 && other == nil {
			other = x
		}
		return true
	})
	switch {
	case other != nil:
		j.report(rank(!open), Differs, s, other, j.words(s), j.say().amount(other))
	case j.placed:
	case open || j.read.deep(j.placed).counts(s):
		doubt(j, NotInRule, s, j.nearest(s), "")
	case s.n > 0: // so many as a letter says, of the dice that are always thrown
		j.report(Error, NotInRule, s, j.nearest(s), j.words(s), "")
	}
}

// scanned is a claim about what is called by the letter that scanners take for a digit: I for 1, O for 0.
func (j *judge) scanned(s *said) *claim.Claim {
	letter := map[string]string{"1": "I", "0": "O"}[j.list[s.from].raw]
	for i := range j.own {
		if x := &j.own[i]; letter != "" && j.here(x) && x.Noun.Name == letter {
			return x
		}
	}
	return nil
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

// lists tells whether a number is one of several that the card prints of one figure, by which its effects are told apart, and stands
// for no limit of the sentence's clauses that is not told.
func lists(j *judge, s *said, taken []bool) bool {
	for i := range j.own {
		if x := &j.own[i]; j.here(x) && x.Sort == claim.Condition && x.Amount.Known && !x.Untold && !taken[i] && !anyFits(j, x) {
			return false
		}
	}
	return slices.ContainsFunc(j.own, func(x claim.Claim) bool {
		return x.Sort == claim.Figure && x.Noun.Field != nil && x.Noun.Field.Type.IsList() && measured(s, &x) && fitting(s, &x) == fits
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

// follows tells whether a number follows on another in a list that the rule has: a four or a five is four or more.
func follows(j *judge, i int) bool {
	first := j.lex.firstOf(j.list, j.said, i)
	return first != j.said[i].n && slices.ContainsFunc(j.said[:i], func(s said) bool { return s.topic == numberTopic && s.n == first && s.with != nil })
}
