package proof

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quote is where in a sentence beside the text the words of a verdict stand.
type quote struct {
	in       string
	from, to int  // in bytes
	printed  bool // the pack prints the sentence on the card; else it is the rule read aloud
}

// sheet is a sentence beside a text, and the places in it of which verdicts speak.
type sheet struct {
	text   string
	places []quote
}

// Printed tells whether what the rule says in a verdict is what the pack prints on the card.
func (v *Verdict) Printed() bool { return v.printed }

// Compared are the sentences with which a text was compared where verdicts stand, the words they speak of in brackets: what the
// pack prints on the card, and the rule read aloud.
func (r *Result) Compared(list []Verdict) (printed, aloud []string) {
	var shown, read []*sheet
	for _, v := range list {
		if v.printed {
			i := slices.IndexFunc(shown, func(b *sheet) bool { return b.text == v.in })
			if i < 0 {
				i, shown = len(shown), append(shown, &sheet{text: v.in})
			}
			shown[i].places = append(shown[i].places, v.quote)
		}
	}
	if r.read == nil {
		return written(shown), nil
	}
	for n, p := range r.read.all() {
		b, said := sheet{text: p.text}, false
		for i := range list {
			v := &list[i]
			said = said || v.in == p.text || n < len(r.read.own) && !r.read.lent && v.of(p.clause, r.placed)
			if q, ok := v.place(p.text, p.clause); ok {
				b.places = append(b.places, q)
			}
		}
		if said && !slices.ContainsFunc(read, func(o *sheet) bool { return o.text == b.text }) {
			read = append(read, &b)
		}
	}
	return written(shown), written(read)
}

// of tells whether a clause is one that a verdict is about. What stands in no clause of a rule was compared with all of them.
func (v *Verdict) of(clause string, placed bool) bool {
	if v.Kind == NotInRule && !placed || !v.At.IsValid() && v.in == "" {
		return true
	}
	return v.Clause == clause
}

// place is where the words of a verdict stand in a sentence: where they were found, or where they stand once and no more.
func (v *Verdict) place(text, clause string) (quote, bool) {
	if v.in != "" && !v.printed {
		return v.quote, v.in == text
	}
	if v.Clause != clause || v.printed || v.Rule == "" {
		return quote{}, false
	}
	var found []quote
	for i := range text {
		if to := i + len(v.Rule); to <= len(text) && strings.EqualFold(text[i:to], v.Rule) && apartAt(text, i) && apartAt(text, to) {
			found = append(found, quote{in: text, from: i, to: to})
		}
	}
	if len(found) != 1 {
		return quote{}, false
	}
	return found[0], true
}

// apartAt tells whether no word goes on at a place of a text.
func apartAt(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return !inWord(before) || !inWord(after)
}

// written are sentences with their places in brackets.
func written(list []*sheet) []string {
	var out []string
	for _, b := range list {
		slices.SortFunc(b.places, func(x, y quote) int { return x.from - y.from })
		var s strings.Builder
		at := 0
		for _, q := range b.places {
			if q.from < at {
				continue
			}
			s.WriteString(b.text[at:q.from] + "[" + b.text[q.from:q.to] + "]")
			at = q.to
		}
		out = append(out, s.String()+b.text[at:])
	}
	return out
}
