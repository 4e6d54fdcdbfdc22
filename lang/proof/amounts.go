package proof

import (
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// storesOf are the cells of a program's kinds that count something. What an event counts may be so many of them: damage is of what it
// takes away.
func storesOf(p *ir.Program) map[*ir.Field]bool {
	out := map[*ir.Field]bool{}
	for _, k := range p.Kinds {
		for _, f := range k.Fields {
			if f.Class == ir.Cell && f.Type.Kind == ir.Int {
				out[f] = true
			}
		}
	}
	return out
}

// quantities are the things that are counted in a sentence: what its pack counts, such as a cell of points, each where it is
// named and once more with how many of it there are; and what is dealt and suffered, whatever it is called.
func (x *Proofer) quantities(list []token, all []said, others []antonym, add func(from, to int, how []string, means ...sense)) {
	for i := range list {
		w, n := x.lex.find(list[i:])
		if w == nil {
			continue
		}
		var named []string
		for _, m := range (&atom{word: w}).sure() {
			if key := fold(m.Name); m.Sort == claim.FieldNoun && x.stores[m.Field] && !slices.Contains(named, key) {
				named = append(named, key)
			}
		}
		quantity(x.lex, list, all, i, i+n, named, add)
	}
	for _, a := range others {
		if a.about == "injury" {
			quantity(x.lex, list, all, a.from, a.to, []string{fmt.Sprint("injury ", a.side)}, add)
		}
	}
}

// quantity adds the facts of what is counted at a place: that it is spoken of, and how many of it.
func quantity(l *lexicon, list []token, all []said, from, to int, named []string, add func(from, to int, how []string, means ...sense)) {
	var means, counted []sense
	number, first := soMany(l, list, all, from)
	for _, key := range named {
		means = append(means, sense{"quantity", key})
		if number != "" {
			counted = append(counted, sense{"amount " + number, key})
		}
	}
	add(from, to, nil, means...)
	add(first, to, nil, counted...)
}

// soMany is the number right before what is counted, and where it begins; "each" where each is meant, "" for none.
func soMany(l *lexicon, list []token, all []said, at int) (number string, from int) {
	for i := range all {
		if s := &all[i]; s.topic == numberTopic && s.from < at && s.to > at-3 && s.n != 0 {
			return fmt.Sprint(s.n, " ", s.sides), s.from
		}
	}
	for i := at - 1; i >= max(0, at-3) && list[i].shape == wordShape && !list[i+1].heads; i-- {
		switch {
		case len(list[i].raw) == 1 && list[i].raw >= "X" && list[i].raw <= "Z":
			return list[i].raw, i
		case l.does(&list[i], "each"):
			return "each", i
		}
	}
	return "", at
}

// counted tells whether a fact is one of something that is counted.
func (f *fact) counted() bool {
	return slices.Contains([]string{"quantity", "amount", "injury"}, f.sort())
}
