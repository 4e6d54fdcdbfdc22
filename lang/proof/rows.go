package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
)

// row is a number and the words it stands with: by them it is found in the rule.
type row struct {
	n        int64 // in thousandths; of dice its sides
	keys     map[string]bool
	from, to int // its number in the text, in bytes
}

// rows are the parts of a sentence in which one number stands.
func (l *lexicon) rows(list []token) []row {
	var out []row
	r := row{keys: map[string]bool{}}
	numbers := 0
	stop := func() {
		if numbers == 1 && len(r.keys) > 0 {
			out = append(out, r)
		}
		r, numbers = row{keys: map[string]bool{}}, 0
	}
	sides := l.alternatives.find(list, func(int) bool { return false })
	for i := range list {
		t := &list[i]
		w := l.forms[t.form]
		switch {
		case t.openings, t.heads, t.shape == pauseShape && strings.Contains(",/", t.form), l.does(t, "and"):
			stop()
		case l.does(t, "or") && i+1 < len(list) && list[i+1].shape == numberShape: // ten of these or six of those
			stop()
		}
		for _, a := range sides {
			if a.from == i {
				r.keys[fmt.Sprint("word ", a.about, " ", a.side)] = true
			}
		}
		if t.shape == wordShape {
			if named, _ := l.find(list[i:]); named != nil {
				for _, n := range figures((&atom{word: named}).sure()) {
					r.keys[keyed(n.Noun)] = true
				}
			}
		}
		switch {
		case t.shape == numberShape, t.shape == diceShape:
			r.n, r.from, r.to = t.n+t.sides*1e6, t.at, t.end
			numbers++
		case t.shape == wordShape && w != nil && (w.class == "number" && w.n > 1 || w.class == "part"):
			r.n, r.from, r.to = w.n*1000, t.at, t.end
			if w.class == "part" {
				r.n = 1000 / w.n
			}
			numbers++
		case t.shape == wordShape && !l.empty(t.form) && (len(t.form) > 2 || t.capital() && !t.openings):
			r.keys[stem(t.form, l.lang)] = true
		}
	}
	stop()
	return out
}

// keyed is the word for a thing in a row, whatever it is called there.
func keyed(n claim.Noun) string { return claim.NounSorts[n.Sort] + " " + fold(n.Name) }

// numbersOf are the numbers with which the rule has a word: as it is read aloud, as the pack prints it, and as its claims
// have it.
func (j opposer) numbersOf() map[string]map[int64]bool {
	out := map[string]map[int64]bool{}
	put := func(key string, n int64) {
		if out[key] == nil {
			out[key] = map[int64]bool{}
		}
		out[key][n] = true
	}
	for _, p := range slices.Concat(j.read.own, j.read.shown) {
		for _, r := range j.lex.rows(p.list) {
			for k := range r.keys {
				put(k, r.n)
			}
		}
	}
	for i := range j.own {
		x := &j.own[i]
		if !x.Amount.Known || x.Amount.Lo != x.Amount.Hi || x.Amount.Lo == 0 {
			continue
		}
		n := max(x.Amount.Lo, -x.Amount.Lo)
		for k := range j.keys(x) {
			put(k, scaled(n, x.Amount.Length))
		}
	}
	return out
}

// keys are the words of what a claim names, and of what its clause asks for where it is so.
func (j opposer) keys(x *claim.Claim) map[string]bool {
	out := map[string]bool{}
	add := func(n claim.Noun) {
		out[keyed(n)] = true
		for _, s := range sentences(j.say().called(n)) {
			for _, t := range s {
				if t.shape == wordShape && !j.lex.empty(t.form) && len(t.form) > 0 {
					out[stem(t.form, j.lang)] = true
				}
			}
		}
	}
	for _, n := range nouns(x) {
		add(n)
	}
	heard := 0
	for i := range j.own {
		if y := &j.own[i]; y.Clause == x.Clause && y.Sort == claim.Trigger {
			heard++
		}
	}
	for i := range j.own {
		if y := &j.own[i]; y.Clause == x.Clause && x.Clause != "" && (y.Sort == claim.Condition || y.Sort == claim.Trigger && heard == 1) && strings.HasPrefix(x.Row, y.Row) && !y.Denied {
			for _, n := range nouns(y) {
				add(n)
			}
		}
	}
	return out
}

// swapped is the comparison of what stands with what: each number by itself is right.
const swapped = "row differs"

// swapped reports two numbers of a text of which each stands where the rule has the other.
func (j opposer) swapped(rows []row) {
	rule := j.numbersOf()
	// has tells whether the rule has a word of one row, which the other has not, with one number, and not with another.
	has := func(r, other *row, with, without int64) bool {
		for k := range r.keys {
			if !other.keys[k] && rule[k][with] && (without < 0 || !rule[k][without]) {
				return true
			}
		}
		return false
	}
	for i := range rows {
		for k := range rows[:i] {
			a, b := &rows[k], &rows[i]
			taken := has(a, b, b.n, a.n) && has(b, a, a.n, -1) || has(a, b, b.n, -1) && has(b, a, a.n, b.n)
			if a.n != b.n && taken && !has(a, b, a.n, b.n) && !has(b, a, b.n, a.n) {
				j.out = append(j.out, Verdict{Rank: Error, Kind: Differs, by: swapped, Start: a.from, End: a.to, Says: j.text[a.from:a.to], Rule: j.text[b.from:b.to]})
				return
			}
		}
	}
}

// listed tells whether what stands right behind a number has a number of its own: "V5 P4", "V5 and P4".
func (r *reader) listed(i int) bool {
	if _, own := r.value(i - 2); own && r.first(i).heads { // 12 Kr – 1 hand – 3 boxes
		return false
	}
	k := i + 1
	if k < len(r.atoms) && r.joins(r.first(k)) {
		k++
	}
	_, ok := r.value(k + 1)
	return ok && len(figures(r.atoms[k].sure())) > 0 && len(figures(r.atoms[i-1].sure())) > 0
}

// turn tells whether the verb before a number takes or gives: 1, -1; 0 when there is none, or it is denied.
func (r *reader) turn(i int) int {
	for k := i - 1; k >= 0 && k >= i-5 && r.atoms[k].kind != pauseShape && r.atoms[k].kind != numberShape; k-- {
		if a := &r.atoms[k]; a.is("gain", "lose") && !r.negated(k) {
			return map[string]int{"gain": 1, "lose": -1}[a.class]
		}
	}
	return 0
}
