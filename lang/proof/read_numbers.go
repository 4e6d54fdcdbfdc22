package proof

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// pairs tells whether an atom only says that two things follow, which `and` joins, or that two have a number: both are 4+.
func (r *reader) pairs(a *atom) bool {
	if !r.does(&r.list[a.from], "pair") {
		return false
	}
	return a.to < len(r.list) && r.list[a.to].shape == numberShape || slices.ContainsFunc(r.list[a.to:], func(t token) bool { return r.does(&t, "and") })
}

// numbers reads numbers, with what they are numbers of and the bounds that they are.
func (r *reader) numbers() {
	for i := range r.atoms {
		a := &r.atoms[i]
		if r.used[i] {
			continue
		}
		s := said{topic: numberTopic, from: a.from, to: a.to, sure: firm}
		switch {
		case a.kind == diceShape:
			s.n, s.sides = r.list[a.from].n*1000, r.list[a.from].sides
			if v, ok := r.value(i - 1); ok && r.bare(i) { // two D6
				s.n, s.from = v, r.atoms[i-1].from
			}
			if j := r.half(i, -1); j >= 0 && s.sides%2 == 0 {
				s.sides, s.from = s.sides/2, r.atoms[j].from
				if j > 0 && r.times(j-1) > 0 {
					s.n, s.from = r.times(j-1)*1000, r.atoms[j-1].from
				}
			}
		case r.bare(i + 1):
			continue
		case a.kind == numberShape:
			if s.n = r.list[a.from].n; r.thrown(i) {
				s.sure = face
			}
			if r.faces(i) { // a die of 3 faces
				s.n, s.sides = ir.Unit, s.n/ir.Unit
			}
		case a.is("number"):
			s.n = a.n * 1000
			if s.sure = r.strength(i); a.n < 2 || i+1 < len(r.atoms) && r.atoms[i+1].is("part") || r.pairs(a) { // two halves; both ... and
				s.sure = faint
			}
		case a.is("part"):
			if j := r.half(i, 1); j >= 0 && r.list[r.atoms[j].from].sides%2 == 0 {
				continue // it is a smaller die
			}
			s.part = a.n
		case r.times(i) > 0:
			if i+1 < len(r.atoms) && r.half(i+1, 1) >= 0 {
				continue // so many smaller dice
			}
			s.n, s.factor = r.times(i)*1000, true
		default:
			continue
		}
		if s.n == 1000 && s.sides == 0 && r.multiplied(i) && (i == 0 || r.atoms[i-1].kind != signShape) {
			s.sure = faint
		}
		if !r.bounded(&s, i) || r.ordinal(i) {
			continue
		}
		s.shared = r.multiplied(i) || r.shared(i)
		s.nouns, s.lefts, s.turn, s.kinds = r.right(i), r.left(i), r.turn(i), r.kinds(i)
		if len(s.lefts) > 0 && r.listed(i) {
			s.nouns, s.from = s.lefts, r.atoms[i-1].from
		} else {
			for j := i + 1; j < len(r.atoms) && j < i+3 && len(s.nouns) > 0; j++ { // it is told with what it counts
				if len(figures(r.atoms[j].sure())) > 0 {
					s.to = max(s.to, r.atoms[j].to)
					break
				}
			}
		}
		r.used[i] = true
		if k := r.replaced(i); k >= 0 {
			r.out[k].than = s.n
			continue
		}
		r.out = append(r.out, s)
	}
}

// replaced is the claim of the number in whose place a text says that another stands, or that it does not; -1 when there is none: 2
// instead of 1; 2, and not 1.
func (r *reader) replaced(i int) int {
	j := i - 1
	for j >= 0 && r.atoms[j].is("filler", "article", "face") && !r.joins(r.first(j)) {
		j--
	}
	if j < 1 || !r.atoms[j].is("instead") && !(r.does(r.first(j), "not") && r.joins(r.first(j-1))) {
		return -1
	}
	for k := len(r.out) - 1; k >= 0; k-- {
		if s := &r.out[k]; s.topic == numberTopic && s.to <= r.atoms[j].from {
			if slices.ContainsFunc(r.list[s.to:r.atoms[j].from], func(t token) bool { return t.shape == pauseShape && t.form != "," }) {
				return -1
			}
			return k
		}
	}
	return -1
}

// faces tells whether a number is how many faces dice have.
func (r *reader) faces(i int) bool {
	if i+1 >= len(r.atoms) || !r.does(r.first(i+1), "faces") {
		return false
	}
	return i > 0 && r.atoms[i-1].is("dice") || i > 1 && r.atoms[i-2].is("dice")
}

// times is how many times an atom says that there is of something; 0: it says nothing of that.
func (r *reader) times(i int) int64 {
	if a := &r.atoms[i]; a.is("factor") || a.is("twice") || a.is("times") && a.n > 1 {
		return max(2, a.n)
	}
	return 0
}

// half is the dice of which an atom is half, forwards, or the half of which it is the dice, backwards; -1 when there is none.
func (r *reader) half(i, step int) int {
	half := func(i int) bool { return r.atoms[i].is("part") && r.atoms[i].n == 2 }
	dice := func(i int) bool { return r.atoms[i].kind == diceShape }
	if step < 0 && !dice(i) || step > 0 && !half(i) {
		return -1
	}
	for j := i + step; 0 <= j && j < len(r.atoms); j += step {
		switch {
		case step < 0 && half(j), step > 0 && dice(j):
			return j
		case r.atoms[j].kind != signShape && !r.atoms[j].is("article", "filler", "of") && (!r.atoms[j].is("number") || r.atoms[j].n != 1): // un demi-D10
			return -1
		}
	}
	return -1
}

// bare tells whether an atom is dice without their number.
func (r *reader) bare(i int) bool {
	return i < len(r.atoms) && r.atoms[i].kind == diceShape && strings.ContainsAny(r.list[r.atoms[i].from].raw[:1], "Dd")
}

// multiplied tells whether "for each" follows a number: one for each is how many there are.
func (r *reader) multiplied(i int) bool {
	for j := i + 1; j < len(r.atoms) && j < i+7 && r.atoms[j].kind == wordShape; j++ {
		if r.atoms[j].is("per", "each") {
			return true
		}
	}
	return false
}

// shared tells whether a number is so much for each of what "each" stands before it: each takes 1 off.
func (r *reader) shared(i int) bool {
	for j := i - 1; j >= 0 && j >= i-7 && r.atoms[j].kind != pauseShape; j-- {
		if r.does(r.first(j), "each") {
			return true
		}
	}
	return false
}

// strength is how surely a number word is an amount: "a six" is a face.
func (r *reader) strength(i int) strength {
	if r.does(r.first(i), "sixes") || i > 0 && (r.atoms[i-1].is("article", "face", "not") || r.does(r.first(i-1), "a")) {
		return face
	}
	return firm
}

// thrown tells whether a number is what a die shows: "rolls of 6", "a natural 6", "on a 4 or 5", "counts as 6", "sixes".
func (r *reader) thrown(i int) bool {
	if i+1 < len(r.atoms) && r.atoms[i+1].kind == signShape || i == 0 {
		return false
	}
	if i+1 < len(r.atoms) && r.first(i+1).form == "s" && r.list[r.atoms[i+1].from].glued {
		return true
	}
	if _, number := r.value(i - 2); number && r.joint(&r.atoms[i-1]) { // a list
		return r.thrown(i - 2)
	}
	if r.atoms[i-1].is("face", "article") || r.does(r.first(i-1), "as") {
		return true
	}
	return i > 1 && r.atoms[i-2].is("throw", "face") && r.does(r.first(i-1), "of")
}

// ordinal tells whether a number is no amount: a face that is natural, a row of a table, a distance of a list.
func (r *reader) ordinal(i int) bool {
	a := &r.atoms[i]
	return a.kind == numberShape && a.from == 0 && a.to < len(r.list) && r.list[a.to].form == ")"
}

// ranges tells whether an atom is the dash between the ends of a range: 5-6.
func (r *reader) ranges(i int) bool {
	a := &r.atoms[i]
	return a.kind == signShape && r.list[a.from].form == "-" && r.list[a.from].glued && i+1 < len(r.atoms) &&
		r.atoms[i+1].kind == numberShape && r.list[r.atoms[i+1].from].glued
}

// bounded reads what stands before a number: signs, units, "or more", "at most". It tells whether that leaves a number
// to speak of: "one" alone is a pronoun.
func (r *reader) bounded(s *said, i int) bool {
	s.lo, s.hi = s.n, s.n
	spoken := s.sure != faint
	if !spoken && i+1 < len(r.atoms) && r.does(r.first(i+1), "that") {
		return false // one who
	}
	for j := i - 1; j >= 0 && j >= i-3; j-- {
		a := &r.atoms[j]
		switch {
		case a.kind == signShape && j == i-1:
			s.sign, s.from = map[string]int{"+": 1, "-": -1}[r.list[a.from].form], a.from
		case a.is("most"):
			s.lo = ir.None
		case a.is("least"):
			s.hi = ir.None
		case a.is("over") && j == i-1:
			s.lo, s.hi = s.n+1000, ir.None
		case a.is("under") && j == i-1:
			s.lo, s.hi = ir.None, s.n-1000
		case a.is("filler", "article") || a.is("more") && j == i-1:
			continue
		}
		break
	}
	if s.lo != s.hi && r.negated(i) { // not more than 3
		s.denied = !r.denies(i)
		switch {
		case s.lo == s.n+1000:
			s.lo, s.hi = ir.None, s.n
		case s.hi == s.n-1000:
			s.lo, s.hi = s.n, ir.None
		}
	}
	for j := i + 1; j < len(r.atoms) && j <= i+5; j++ {
		a := &r.atoms[j]
		switch {
		case a.kind == unitShape:
			s.length, s.to = true, a.to
			s.foreign = r.metric()
			continue
		case a.kind == signShape && j == i+1 && r.list[a.from].form == "+" && r.list[a.from].glued:
			s.hi, s.to = ir.None, a.to
		case j == i+1 && r.ranges(j):
			s.hi, s.to = r.list[r.atoms[j+1].from].n, r.atoms[j+1].to
			r.used[j+1] = true
			j++
		case a.is("least") && j <= i+2:
			s.hi, s.to = ir.None, a.to
		case a.is("most") && j <= i+2 && a.to-a.from > 1:
			s.lo, s.to = ir.None, a.to
		case j == i+1 && a.is("unit"):
			s.length, s.sure, spoken, s.to = true, max(s.sure, firm), true, a.to
			s.foreign = r.unit != 0 && a.n != r.unit
		case a.is("dice") && j <= i+2:
			s.dice = true
		case a.is("more"):
			s.sign, spoken = 1, true
		case a.is("less"):
			s.sign, spoken = -1, true
		case a.kind == numberShape, a.kind == signShape, a.kind == diceShape:
			if s.sure == faint && a.kind != signShape || j > i+1 { // "a malus of -2"
				spoken = spoken && s.sure != faint
			}
			j = len(r.atoms)
		case a.kind == pauseShape, a.is("until", "before", "after", "may", "must"):
			j = len(r.atoms)
		case len(a.sure()) > 0 && r.list[a.from].capital():
			spoken = true
		}
	}
	return spoken
}

// joins tells whether a word makes a list of what stands on its sides.
func (l *lexicon) joins(t *token) bool { return l.does(t, "and") || l.does(t, "or") }

// joint tells whether an atom joins the members of a list.
func (r *reader) joint(a *atom) bool {
	t := &r.list[a.from]
	return t.form == "," || t.form == "/" || r.joins(t)
}

// right are the things that are named behind a number: the first, and those that are listed with it.
func (r *reader) right(i int) []name {
	var out []name
	listing := false
	for j, steps := i+1, 0; j < len(r.atoms) && steps < 5; j++ {
		a := &r.atoms[j]
		nouns := figures(a.sure())
		switch {
		case a.to-a.from > 1 && r.does(&r.list[a.from], "where"): // a name that only says where
			return out
		case r.joint(a):
			listing = len(out) > 0
			if !listing && a.kind == pauseShape {
				return out
			}
			continue
		case a.kind == signShape, a.kind == unitShape, a.is("more", "less", "filler", "article", "of", "dice", "throw", "least", "most", "all"):
			if len(nouns) == 0 {
				continue
			}
		case a.kind != wordShape, len(nouns) == 0 && a.is("number", "part", "until", "before", "after", "may", "must", "while", "edge start", "edge end"):
			return out
		}
		switch {
		case len(nouns) > 0 && (len(out) == 0 || listing):
			out = append(out, nouns...)
			listing, steps = false, 0
		case len(out) > 0:
			return out
		}
		steps++
	}
	return out
}

// left are the things that are named right before a number: "Power 5", "Power: 5".
func (r *reader) left(i int) []name {
	for j := i - 1; j >= 0 && j >= i-3; j-- {
		a := &r.atoms[j]
		if nouns := figures(a.sure()); len(nouns) > 0 {
			return nouns
		}
		if a.kind != signShape && r.list[a.from].form != ":" && r.list[a.from].form != "(" && !a.is("of", "state", "most", "least") && !r.does(&r.list[a.from], "of") && !r.does(&r.list[a.from], "at") {
			break
		}
	}
	return nil
}

// figures are the names that may have a number.
func figures(list []name) []name {
	var out []name
	for _, n := range list {
		switch n.Sort {
		case claim.FieldNoun, claim.ValueNoun, claim.CardNoun, claim.FuncNoun, claim.TableNoun, claim.EventNoun:
			out = append(out, n)
		}
	}
	return out
}
