package tongue

import (
	"slices"
	"strings"
	"sync"
)

// Agree makes an adjective or a participle agree, whichever of its forms is given: vaincu, vaincues. Of
// several words the first agrees: prête à tirer. An unknown gender leaves that which is written. English
// adjectives never change.
func (l Language) Agree(s string, g Gender, many bool) string {
	if l == English {
		return s
	}
	word, rest := cutWord(s)
	if acronym(word) || lists(French).has("invariable", strings.ToLower(word)) {
		return s
	}
	base, feminine := masculine(word)
	if g == Unknown && feminine || g == Feminine {
		base = feminineOf(base)
	}
	if many {
		base = frenchPlural(base)
	}
	return base + rest
}

// feminineOf is the feminine of a masculine singular.
func feminineOf(w string) string {
	if f, ok := lists(French).find("feminine-of", w); ok {
		return f
	}
	if strings.HasSuffix(w, "e") {
		return w
	}
	if strings.HasSuffix(w, "érieur") {
		return w + "e"
	}
	if f, ok := swapped(w, "teur", "trice", "eur", "euse", "er", "ère", "x", "se", "f", "ve", "c", "que",
		"el", "elle", "eil", "eille", "en", "enne", "on", "onne", "et", "ette"); ok {
		return f
	}
	return w + "e"
}

// feminineEnds are endings of a feminine and of its masculine, from which that is certain enough. Words of
// one form for both, as libre and rapide, end in none.
var feminineEnds = []string{
	"ée", "é", "ie", "i", "trice", "teur", "euse", "eux", "ive", "if", "ière", "ier", "elle", "el", "enne", "en", "onne", "on",
	"érieure", "érieur", "ante", "ant", "ente", "ent", "inte", "int", "uite", "uit", "erte", "ert", "ise", "is", "aite", "ait",
	"crite", "crit", "dite", "dit", "aine", "ain",
}

// masculine is the masculine singular of an adjective or participle, and whether it was feminine.
func masculine(w string) (string, bool) {
	one := w
	if !ends(w, "ois", "ais") {
		one = strings.TrimSuffix(w, "s")
	}
	for _, s := range []string{w, one} {
		if lists(French).has("feminine-of", strings.ToLower(s)) || derived().participles[strings.ToLower(s)] {
			return s, false
		}
	}
	if m, ok := derived().masculineOf[strings.ToLower(one)]; ok {
		if Capital(one) == one {
			m = Capital(m)
		}
		return m, true
	}
	switch {
	case ends(one, "ue") && !ends(one, "que", "gue"):
		return one[:len(one)-1], true
	case ends(w, "eaux"):
		return w[:len(w)-1], false
	case ends(w, "aux"):
		return w[:len(w)-2] + "l", false
	}
	if m, ok := swapped(one, feminineEnds...); ok {
		return m, true
	}
	return one, false
}

// adjective tells whether a word is an adjective or participle that is listed, and not a verb besides.
func adjective(w string) bool {
	base, _ := masculine(w)
	return lists(French).has("feminine-of", base) && lists(French).by["verb"][w] == nil
}

// Bends tells whether a French predicate begins with a participle, which is said of a noun rather than of `ce`: réussi, menée à cheval.
func (l Language) Bends(s string) bool {
	word, _ := cutWord(strings.ToLower(s))
	base, _ := masculine(word)
	stands := lists(French).has("nouns", word) || lists(French).has("between", word) || lists(French).has("invariable", word) || lists(French).has("stops", word)
	return l == French && !stands && (derived().participles[base] || ends(base, "é", "i"))
}

// forms are what follows from the lists: the masculines of feminines that are listed and of participles, and the
// participles.
type forms struct {
	masculineOf map[string]string
	participles map[string]bool
}

var derived = sync.OnceValue(func() forms {
	out := forms{map[string]string{}, map[string]bool{}}
	for _, e := range lists(French).of("verb") {
		out.participles[e[3]] = true
		out.masculineOf[e[3]+"e"] = e[3]
	}
	for _, e := range slices.Backward(lists(French).of("feminine-of")) { // of two the first prevails: beau, bel
		out.masculineOf[e[1]] = e[0]
	}
	return out
})
