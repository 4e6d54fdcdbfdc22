package proof

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// cell is a number in a line that tells figures, as a profile or a table does, with the words that say of what it is.
type cell struct {
	s       *said
	of      []name          // what the words surely name, or may
	stems   map[string]bool // of its words, and of what they name
	at, end int             // where the number stands, in bytes
}

// widest is how many words a cell has besides its number: more is a sentence.
const widest = 3

// cells are the cells of a text's sentence: what stands between two of its pauses is one, or several, when it is of numbers and what
// they are of, and of nothing else.
func (j opposer) cells() []cell {
	var out []cell
	for from := 0; from < len(j.list); {
		if list, end := j.columns(from); len(list) > 0 {
			out, from = append(out, list...), end
			continue
		}
		to := from + 1
		for to < len(j.list) && !j.divides(to) {
			to++
		}
		out = append(out, j.inside(from, to)...)
		from = to
	}
	return out
}

// columns are the cells of a table which tells its columns first, and where it ends: in one line, damage / Power : 4 / 3, or in two.
func (j opposer) columns(from int) ([]cell, int) {
	if heads, end := j.barred(from); len(heads) > 1 {
		values, after := j.barred(end)
		if len(values) == 0 { // it is a rule between them
			values, after = j.barred(after)
		}
		if len(values) == len(heads) && !slices.ContainsFunc(heads, j.counts) {
			return j.paired(heads, values), after
		}
	}
	var names, numbers [][2]int // the tokens of each
	at, colon := from, -1
	for i := from; i <= len(j.list); i++ {
		switch ends := i == len(j.list) || i > from && j.list[i].heads; {
		case !ends && j.list[i].form == ":" && colon < 0:
			names, at, colon = append(names, [2]int{at, i}), i+1, i
		case !ends && j.list[i].form == "/" && colon < 0:
			names, at = append(names, [2]int{at, i}), i+1
		case !ends && j.list[i].form == "/":
			numbers, at = append(numbers, [2]int{at, i}), i+1
		case ends || j.list[i].shape == pauseShape || colon >= 0 && j.list[i].shape == wordShape && len(numbers)+1 == len(names):
			if numbers = append(numbers, [2]int{at, i}); len(names) < 2 || len(names) != len(numbers) {
				return nil, from
			}
			return j.paired(names, numbers), i
		}
	}
	return nil, from
}

// barred are the parts of a line between its bars, in tokens, and where the next line begins; or, where it is one of
// abbreviations or numbers alone, each of those; none: it is no such line.
func (j opposer) barred(from int) (out [][2]int, end int) {
	for end = from; end < len(j.list) && (end == from || !j.list[end].heads); {
		end++
	}
	line, sign := j.list[from:end], "|"
	if !strings.Contains(j.text, sign) {
		sign = "/"
	}
	bar := func(t token) bool { return t.form == sign }
	bars := slices.ContainsFunc(line, bar)
	if !bars && slices.ContainsFunc(line, func(t token) bool {
		return t.shape == pauseShape || t.shape == wordShape && (len(t.form) > 3 || !t.capital() && !t.glued)
	}) {
		return nil, end
	}
	opens := true // a part begins
	for i, t := range line {
		switch {
		case bar(t):
			opens = true
		case t.form == "-" || t.shape == pauseShape:
		case opens || !bars && !t.glued:
			out, opens = append(out, [2]int{from + i, from + i + 1}), false
		default:
			out[len(out)-1][1] = from + i + 1
		}
	}
	return out, end
}

// counts tells whether there is a number in a part of the sentence.
func (j opposer) counts(at [2]int) bool {
	return slices.ContainsFunc(j.list[at[0]:at[1]], func(t token) bool { return t.shape == numberShape || t.shape == diceShape })
}

// paired are the cells of columns, where each has a name and a number. What has no number is not looked at.
func (j opposer) paired(names, numbers [][2]int) []cell {
	var out []cell
	for i, at := range numbers {
		if !j.counts(at) {
			continue
		}
		n := at[0] + slices.IndexFunc(j.list[at[0]:at[1]], func(t token) bool { return t.shape == numberShape })
		k := slices.IndexFunc(j.said, func(s said) bool {
			return s.topic == numberTopic && s.sides == 0 && s.part == 0 && !s.factor && s.from <= n && n < s.to && s.digits(j.list)
		})
		if k < 0 || names[i][0] == names[i][1] || names[i][1]-names[i][0] > widest {
			return nil
		}
		c := cell{s: &j.said[k]}
		if c.s.from < at[0] || c.s.to > at[1] { // it is a number of what stands above it, and not of what is beside it in another line
			c.s.from, c.s.to, c.s.nouns, c.s.lefts = max(c.s.from, at[0]), min(c.s.to, at[1]), nil, nil
		}
		c.name(j, names[i][0], names[i][1])
		out = append(out, c)
	}
	return out
}

// divides tells whether a cell ends before a token.
func (j opposer) divides(i int) bool {
	t := &j.list[i]
	return t.heads || strings.HasSuffix(strings.TrimRight(j.text[:t.at], " "), "-") || t.shape == pauseShape && t.form != ":" || j.list[i-1].shape == pauseShape && j.list[i-1].form != ":"
}

// inside are the cells between two tokens.
func (j opposer) inside(from, to int) []cell {
	var out []cell
	words := 0
	for i := from; i < to; i++ {
		if j.list[i].shape == wordShape {
			words++
		}
	}
	for i := range j.said {
		s := &j.said[i]
		if s.from < from || s.to > to {
			continue
		}
		switch {
		case s.topic == numberTopic && s.sides == 0 && s.part == 0 && !s.factor && s.digits(j.list) && !j.shares(s):
			out = append(out, cell{s: s})
		case s.topic == nounTopic && !s.denied:
		case s.topic == numberTopic && s.sure == faint:
		default:
			return nil
		}
	}
	if len(out) == 0 || words > widest*len(out) {
		return nil
	}
	for i := range out {
		a, b := from, to // its words
		if len(out) > 1 {
			if before := j.list[from].shape == wordShape; before {
				b = out[i].s.to
				if i > 0 {
					a = out[i-1].s.to
				}
			} else {
				a = out[i].s.from
				if i+1 < len(out) {
					b = out[i+1].s.from
				}
			}
		}
		out[i].name(j, a, b)
	}
	return out
}

// shares tells whether a number stands right behind a stroke: I/2.
func (j opposer) shares(s *said) bool {
	return s.from > 0 && j.list[s.from-1].form == "/" && j.list[s.from-1].glued
}

// digits tells whether a number is written in digits.
func (s *said) digits(list []token) bool {
	return slices.ContainsFunc(list[s.from:s.to], func(t token) bool { return t.shape == numberShape })
}

// name finds what a cell is of, in some tokens.
func (c *cell) name(j opposer, from, to int) {
	called := j.text[j.list[from].at:j.list[to-1].end]
	for i := range j.said {
		s := &j.said[i]
		if s.topic != nounTopic || s.from < from || s.to > to {
			continue
		}
		for _, n := range s.nouns {
			if n.Sort == claim.FieldNoun || n.Sort == claim.ValueNoun {
				c.of = append(c.of, n)
				called += "\n" + j.say().called(n.Noun)
			}
		}
	}
	c.stems = telling(j.lex, called)
}

// telling are the stems of the words of a text that say something by themselves.
func telling(l *lexicon, text string) map[string]bool { return stemsOf(l, sentences(text)...) }

// shown is a number that a card prints, or a cost, with the stems of what it is called.
type shown struct {
	*claim.Claim
	stems map[string]bool
}

// about tells whether a printed number is of what a cell is of, or else is called like it.
func (c *cell) about(j opposer, x *shown, all []shown) bool {
	if slices.ContainsFunc(all, func(y shown) bool { return j.names(y.Claim, c.of) }) {
		return j.names(x.Claim, c.of)
	}
	for s := range x.stems {
		if c.stems[s] {
			return true
		}
	}
	return false
}

// has tells whether a cell has the number that a claim has.
func (c *cell) has(x *claim.Claim) bool {
	return fitting(c.s, x) == fits || x.Amount.Known && c.s.n == scaled(x.Amount.Lo, x.Amount.Length)
}

// otherFigure is the verdict on a figure that the card prints otherwise: a line of figures says it in no other way.
const otherFigure = "figure differs"

// figures reports what stands in a line of figures where the card prints something else.
func (j opposer) figures() {
	if j.placed || strings.Contains(j.text, "×") { // so many of so many
		return
	}
	list := j.cells()
	if len(list) == 0 {
		return
	}
	j.keywords()
	all := j.printed()
	for i := range list {
		if x := j.other(&list[i], list, all); x != nil {
			at := j.list[list[i].s.from].at
			j.out = slices.DeleteFunc(j.out, func(v Verdict) bool { return v.End > 0 && v.Start == at })
			j.judge.report(Error, Differs, list[i].s, x, j.words(list[i].s), j.say().amount(x))
			j.out[len(j.out)-1].by = otherFigure
		}
	}
}

// printed are the figures that a card prints, and its costs.
func (j opposer) printed() []shown {
	var all []shown
	for i := range j.own {
		if x := &j.own[i]; (x.Sort == claim.Figure || x.Sort == claim.Cost) && x.Noun.Field != nil && !x.Noun.Field.Type.IsList() && x.Amount.Known {
			all = append(all, shown{x, telling(j.lex, j.say().called(x.Noun))})
		}
	}
	return all
}

// agreed are the cells of tables in one line that the card prints. Their numbers are settled.
func (j opposer) agreed() []cell {
	var out []cell
	for from := range j.list {
		if j.placed || from > 0 && !j.divides(from) {
			continue
		}
		list, _ := j.columns(from)
		for i := range list {
			c := &list[i]
			all := j.printed()
			for _, x := range all {
				if c.about(j, &x, all) && c.has(x.Claim) {
					c.s.with, c.at, c.end = x.Claim, j.list[c.s.from].at, j.list[c.s.to-1].end
					out = append(out, *c)
					break
				}
			}
		}
	}
	return out
}

// settles tells whether a fact stands in a cell that the card prints.
func (r *Result) settles(u *fact) bool {
	return slices.ContainsFunc(r.settled, func(c cell) bool { return u.from < c.end && c.at < u.to })
}

// keywords makes errors of what is told of other cards and values that stand alone in such a line.
func (j opposer) keywords() {
	for i := range j.said {
		s := &j.said[i]
		alone := (s.from == 0 || j.divides(s.from) || j.list[s.from-1].form == ":") && (s.to == len(j.list) || j.divides(s.to))
		for k := range j.out {
			if v := &j.out[k]; alone && v.Start == j.list[s.from].at && (v.by == "card differs" || v.by == "value differs") {
				v.by, v.Rank, v.deep = otherFigure, Error, false
			}
		}
	}
}

// other is what the card prints where a cell has another number; or what it prints that number of, where the cell says that it is of
// something else, and the text does not speak of that; nil: neither.
func (j opposer) other(c *cell, list []cell, all []shown) *claim.Claim {
	var differing, elsewhere *claim.Claim
	whole, most := cell{stems: telling(j.lex, j.text)}, -1
	for i := range all {
		x := &all[i]
		switch about, has := c.about(j, x, all), c.has(x.Claim); {
		case about && has:
			return nil
		case about && !none(x.Claim):
			if n := common(c.stems, x.stems); n > most { // the long range, and not the short one
				differing, most = x.Claim, n
			}
		case has && elsewhere == nil && !whole.about(j, x, nil) && !slices.ContainsFunc(list, func(o cell) bool { return o.about(j, x, nil) }):
			elsewhere = x.Claim
		}
	}
	figure := func(n name) bool {
		return n.sure && n.Sort == claim.FieldNoun && j.ofKind(n.Field) && slices.Contains([]ir.TypeKind{ir.Int, ir.Length, ir.Target}, n.Field.Type.Kind)
	}
	works := func(x claim.Claim) bool {
		return x.Sort != claim.Figure && x.Sort != claim.Cost && (fitting(c.s, &x) == fits || j.names(&x, c.of) || j.isOf(c.s, &x))
	}
	switch {
	case differing != nil:
		return differing
	case c.s.n > ir.Unit && slices.ContainsFunc(c.of, figure) && !slices.ContainsFunc(j.own, works):
		return elsewhere
	}
	return nil
}
