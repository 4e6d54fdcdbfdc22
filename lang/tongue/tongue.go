// Package tongue is the grammar of English and French as far as the texts of cards and the reports of games
// need it: plurals, articles, elision, agreement, verbs, numbers. It knows words, and neither a game nor a
// program: every function is pure, and whatever string it gets, it gives a string back.
//
// What rules tell of a word is in Go; what no rule tells is in the lists en.txt and fr.txt, a word a line.
// What stands in neither follows the most regular pattern. A noun that a card declares with its gender and
// its plural needs no guess.
package tongue

import (
	"slices"
	"strings"
)

// Language is one that texts are written in.
type Language uint8

// The languages.
const (
	English Language = iota
	French
)

// For is the language of a code: fr is French, any other English.
func For(code string) Language {
	if code == "fr" {
		return French
	}
	return English
}

// Gender is that of a French noun.
type Gender uint8

// The genders. Unknown counts as masculine, as French has it.
const (
	Unknown Gender = iota
	Masculine
	Feminine
)

// Noun is a word for a thing, or the name of one.
type Noun struct {
	One        string
	Many       string // "": by rule
	Gender     Gender
	Mass       bool // it is not counted: damage
	PluralOnly bool // One is a plural already: Warriors, dégâts
	Aspirated  bool // against the rule of its first letter: no elision in French, the other of `a` and `an` in English
	Proper     bool // a name, without article
}

// many tells whether a noun stands in the plural where that is asked for.
func (n Noun) many(asked bool) bool { return n.PluralOnly || asked && !n.Mass }

// Form is a noun in the singular or the plural.
func (l Language) Form(n Noun, many bool) string {
	switch {
	case n.PluralOnly || !n.many(many):
		return n.One
	case n.Many != "":
		return n.Many
	}
	return l.Plural(n.One)
}

// Guess is the noun that a name seems to be: plural by its form, feminine by the ending of its first
// word, and without article where it has one already or nothing is known of it.
func (l Language) Guess(name string) Noun {
	n := Noun{One: name, Proper: true, PluralOnly: l.IsPlural(name)}
	if l == English {
		return n
	}
	words := strings.Fields(strings.ToLower(name))
	if len(words) > 1 {
		switch words[0] {
		case "la", "une":
			n.Gender = Feminine
		case "le", "un":
			n.Gender = Masculine
		case "les", "des":
			words = words[1:]
		}
	}
	if n.Gender == Unknown && len(words) > 0 {
		n.Gender = genderOf(words[0])
	}
	return n
}

// genderOf guesses the gender of a French word, where its ending is one of those that hardly lie.
func genderOf(word string) Gender {
	has := func(section string) bool {
		return slices.ContainsFunc(lists(French).of(section), func(end []string) bool {
			return strings.HasSuffix(word, end[0]) || strings.HasSuffix(word, end[0]+"s")
		})
	}
	switch {
	case has("feminine"):
		return Feminine
	case has("masculine"):
		return Masculine
	}
	return Unknown
}
