package tongue

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The is a noun with the definite article: the blow, le coup, l'arme, les coups.
func (l Language) The(n Noun, many bool) string {
	word := l.Form(n, many)
	switch {
	case n.Proper:
		return word
	case l == English:
		return "the " + word
	case n.many(many):
		return "les " + word
	case n.mute():
		return "l'" + word
	case n.Gender == Feminine:
		return "la " + word
	}
	return "le " + word
}

// A is a noun with the indefinite article: a blow, an arm, blows; un coup, une arme, des coups, de l'eau.
func (l Language) A(n Noun, many bool) string {
	word := l.Form(n, many)
	if one, other, ok := strings.Cut(word, " ou "); ok && l == French && !n.Proper && !n.many(many) { // each of two has its own
		n.One = one
		second := l.Guess(other)
		second.Proper = false
		return l.A(n, false) + " ou " + l.A(second, false)
	}
	switch {
	case n.Proper:
		return word
	case l == French && n.many(many):
		return "des " + word
	case l == French && n.Mass:
		return Elide("de", l.The(n, false))
	case l == French && n.Gender == Feminine:
		return "une " + word
	case l == French:
		return "un " + word
	case n.many(many) || n.Mass:
		return word
	case sounded(word) != n.Aspirated:
		return "an " + word
	}
	return "a " + word
}

// Of is a noun behind `of`: of the blow, du coup, de l'arme, des coups, d'Orc, de Vitesse. The name of many
// takes the article in French: des Guerriers.
func (l Language) Of(n Noun, many bool) string { return l.led("of", "de", n, many) }

// To is a noun behind `to`: to the blow, au coup, à l'arme, aux coups.
func (l Language) To(n Noun, many bool) string { return l.led("to", "à", n, many) }

func (l Language) led(en, fr string, n Noun, many bool) string {
	if l == English {
		return en + " " + l.The(n, many)
	}
	the := l.The(n, many)
	if n.Proper && n.many(many) && article(the) == "" {
		the = "les " + the
	}
	if article(the) == "" && !n.mute() {
		return fr + " " + the
	}
	return Elide(fr, the)
}

// Named is a thing as it is told of by its name: in French with the article, les Guerriers, le Seigneur. What is the name
// of one alone has none, and what is English neither.
func (l Language) Named(n Noun) string {
	if l == English || n.Proper && !n.PluralOnly || article(n.One) != "" {
		return n.One
	}
	n.Proper = false
	return l.The(n, false)
}

// Its is what belongs to one: its blow, son coup, sa Force, son arme, ses coups.
func (l Language) Its(n Noun, many bool) string {
	word := l.Form(n, many)
	switch {
	case l == English:
		return "its " + word
	case n.many(many):
		return "ses " + word
	case n.Gender == Feminine && !n.mute():
		return "sa " + word
	}
	return "son " + word
}

// That is what was spoken of: that ally, those allies; cet allié, cette figurine, ces figurines.
func (l Language) That(n Noun, many bool) string {
	masculine := "ce"
	if n.mute() {
		masculine = "cet"
	}
	return l.choose(n, many, "that", "those", masculine, "cette", "ces")
}

// Each is every one of several: each blow, chaque coup.
func (l Language) Each(n Noun) string {
	if n.PluralOnly {
		return l.All(n)
	}
	if l == French {
		return "chaque " + n.One
	}
	return "each " + n.One
}

// All is several together: all blows, tous les coups, toutes les armes, tout l'or.
func (l Language) All(n Noun) string {
	n.Proper = false
	if l == French {
		return l.Agree("tout", max(n.Gender, Masculine), n.many(true)) + " " + l.The(n, true)
	}
	return "all " + l.Form(n, true)
}

// No is none of several: no blow, aucun coup, aucune arme.
func (l Language) No(n Noun) string {
	if l == English {
		return "no " + l.Form(n, false)
	}
	word := l.Form(n, false)
	if n.PluralOnly {
		word = l.Single(word)
	}
	return l.Agree("aucun", max(n.Gender, Masculine), false) + " " + word
}

// choose puts before a noun the word that its gender and number want.
func (l Language) choose(n Noun, many bool, one, several, masculine, feminine, plural string) string {
	word := l.Form(n, many)
	switch {
	case l == English && n.many(many):
		return several + " " + word
	case l == English:
		return one + " " + word
	case n.many(many):
		return plural + " " + word
	case n.Gender == Feminine:
		return feminine + " " + word
	}
	return masculine + " " + word
}

// Pronoun stands for a noun as the subject: it, they, il, elle, ils, elles.
func (l Language) Pronoun(n Noun, many bool) string {
	words := []string{"it", "they", "it", "they", "il", "ils", "elle", "elles"}
	if l == French {
		words = words[4:]
	}
	if n.Gender == Feminine {
		words = words[2:]
	}
	if n.many(many) {
		return words[1]
	}
	return words[0]
}

// Whose is a thing with its owner, both by name: Orc's blow, Warriors' blow, coup d'Orc, coup des Guerriers.
func (l Language) Whose(thing string, owner Noun) string {
	switch {
	case l == French:
		return thing + " " + l.Of(owner, false)
	case strings.HasSuffix(owner.One, "s"):
		return owner.One + "' " + thing
	}
	return owner.One + "'s " + thing
}

// mute tells whether the article before a noun loses its vowel.
func (n Noun) mute() bool { return !n.Aspirated && mute(n.One) }

// mute tells whether little words lose their vowel before a French word: it begins with a vowel, or an h
// that does not keep it, as those on the list do.
func mute(word string) bool {
	word = strings.ToLower(word)
	if i := strings.IndexAny(word, " -"); i > 0 {
		word = word[:i]
	}
	first, n := utf8.DecodeRuneInString(word)
	switch {
	case aspirated(word):
		return false
	case first == 'h':
		return n < len(word)
	case first == 'y':
		return !vowel(word[:min(len(word), n+1)], 1) || word == "y"
	}
	return strings.ContainsRune(vowels, first)
}

// aspirated tells whether a word is on the list of those that begin with an h, or like one, before which
// little words keep their vowel.
func aspirated(word string) bool {
	for _, a := range lists(French).of("aspirated") {
		stem, open := strings.CutSuffix(a[0], "*")
		if rest, ok := strings.CutPrefix(word, stem); ok && (open || rest == "" || rest == "s" || rest == "x") {
			return true
		}
	}
	return false
}

// sounded tells whether an English word is spoken with a vowel at its beginning.
func sounded(word string) bool {
	first, n := utf8.DecodeRuneInString(word)
	part, _, _ := strings.Cut(word, " ")
	part, _, _ = strings.Cut(part, "-")
	low := strings.ToLower(part)
	if part != "" && acronym(part) {
		if part[0] == '8' || part == "11" || part == "18" || strings.HasPrefix(part, "11D") || strings.HasPrefix(part, "18D") {
			return true
		}
		return strings.ContainsRune("AEFHILMNORSX", first)
	}
	for _, w := range lists(English).of("silent") { // hour, heir
		if strings.HasPrefix(low, w[0]) {
			return true
		}
	}
	for _, w := range lists(English).of("glide") { // one, use, unit
		if strings.HasPrefix(low, w[0]) {
			return false
		}
	}
	return n > 0 && strings.ContainsRune("aeiouéàâêîôœæ", unicode.ToLower(first))
}

// article is the definite article with which a French name begins, as it is written.
func article(name string) string {
	for _, a := range []string{"le ", "la ", "les "} {
		if len(name) > len(a) && strings.EqualFold(name[:len(a)], a) {
			return name[:len(a)]
		}
	}
	for _, a := range []string{"l'", "l’"} {
		if len(name) > len(a) && strings.EqualFold(name[:len(a)], a) {
			return name[:len(a)]
		}
	}
	return ""
}

// Elide puts a little French word before what follows it: d'Orc, l'arme, qu'elle, s'il, n'est; and de and à
// before an article: du coup, aux coups, de l'arme.
func Elide(word, next string) string {
	if next == "" {
		return word
	}
	low := strings.ToLower(word)
	if rest, ok := contracted(word, low, next); ok {
		return rest
	}
	switch {
	case low == "si":
		pronoun, _, _ := strings.Cut(strings.ToLower(next), " ")
		if pronoun == "il" || pronoun == "ils" {
			return word[:1] + "'" + next
		}
	case lists(French).has("elided", low) && mute(next):
		return word[:len(word)-1] + "'" + next
	}
	return word + " " + next
}

// contracted melts de and à with the article that follows.
func contracted(word, low, next string) (string, bool) {
	a := article(next)
	melted, ok := lists(French).find("melted", low+"_"+strings.ToLower(strings.TrimSpace(a)))
	switch {
	case a == "" || low != "de" && low != "à":
		return "", false
	case !ok:
		return word + " " + strings.ToLower(a) + next[len(a):], true
	}
	if word != low {
		melted = Capital(melted)
	}
	return melted + " " + next[len(a):], true
}
