package tongue

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Verb is a verb, perhaps with more behind it: gets up, is wiped out, se met en garde.
type Verb struct {
	One, Many string   // of the present, third person: strikes, strike; frappe, frappent
	Base      string   // strike, frapper
	Before    []string // French pronouns between the subject and the verb, not elided: se
	Tail      string   // what follows, with the space before it
	Guessed   bool     // its form is none of a third person that is known: it is left as it is
	language  Language
}

// Verb is the verb with which a phrase begins, from the third person singular as lines of a journal have
// it: strikes, se déplace, est activée.
func (l Language) Verb(phrase string) Verb {
	if l == English {
		word, tail := cutWord(phrase)
		v := englishVerb(word)
		v.Tail = tail
		return v
	}
	before, word, tail := clitics(phrase)
	v := frenchVerb(word)
	v.Before, v.Tail, v.language = before, tail, French
	return v
}

// cutWord cuts a phrase behind its first word.
func cutWord(s string) (word, rest string) {
	if i := strings.IndexAny(s, " ,.;:!?()"); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// clitics cuts the pronouns and the ne off that stand before a French verb.
func clitics(s string) (before []string, word, rest string) {
	for {
		word, rest = cutWord(s)
		short, long, elided := strings.Cut(strings.ReplaceAll(word, "’", "'"), "'")
		full := short
		if entry := lists(French).by["clitics"][short]; entry != nil {
			full = entry[len(entry)-1]
		} else {
			return before, word, rest
		}
		switch {
		case elided:
			s = long + rest
		case strings.HasPrefix(rest, " ") && len(rest) > 1:
			s = rest[1:]
		default:
			return before, word, rest
		}
		before = append(before, full)
	}
}

// attach puts pronouns before a verb again.
func attach(before []string, word string) string {
	for i := len(before) - 1; i >= 0; i-- {
		word = Elide(before[i], word)
	}
	return word
}

func englishVerb(word string) Verb {
	v := Verb{One: word, Many: word, Base: word}
	if e := lists(English).by["verb"][word]; e != nil {
		v.Many, v.Base = e[1], e[1]
		switch word {
		case "is":
			v.Many = "are"
		case "was":
			v.Many = "were"
		case "are":
			v.Many = word
		}
		return v
	}
	base, regular := "", true
	switch {
	case lists(English).has("modal", word):
		return v
	case !letters(word):
		base, regular = word, false
	case ends(word, "ies"):
		base = word[:len(word)-3] + "y"
	case ends(word, "sses", "shes", "ches", "xes", "zzes", "oes"):
		base = word[:len(word)-2]
	case ends(word, "s") && !ends(word, "ss", "us", "is"):
		base = word[:len(word)-1]
	default:
		base, regular = word, false
	}
	v.Many, v.Base, v.Guessed = base, base, !regular
	return v
}

// letters tells whether a word is made of letters.
func letters(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
}

func frenchVerb(word string) Verb {
	v := Verb{One: word, Many: word, Base: word}
	if e := lists(French).by["verb"][word]; e != nil {
		v.Many, v.Base = e[1], e[2]
		return v
	}
	of := func(end, many, base string) bool {
		stem, ok := strings.CutSuffix(word, end)
		if ok && stem != "" {
			v.Many, v.Base = stem+many, stem+base
		}
		return ok && stem != ""
	}
	switch {
	case !letters(word):
		v.Guessed = true
	case of("oie", "oient", "oyer"), of("uie", "uient", "uyer"), of("aie", "aient", "ayer"),
		graveVerb(word, of),
		of("e", "ent", "er"),
		of("duit", "duisent", "duire"), of("truit", "truisent", "truire"), of("cuit", "cuisent", "cuire"),
		of("aint", "aignent", "aindre"), of("eint", "eignent", "eindre"), of("oint", "oignent", "oindre"),
		of("aît", "aissent", "aître"),
		of("it", "issent", "ir"), of("ît", "issent", "ir"),
		of("end", "endent", "endre"), of("and", "andent", "andre"), of("ond", "ondent", "ondre"),
		of("erd", "erdent", "erdre"), of("ord", "ordent", "ordre"):
	default:
		v.Guessed = true
	}
	return v
}

// graveVerb is for verbs whose è is an é or a mute e again in the infinitive: cède, céder; lève stands in
// the list.
func graveVerb(word string, of func(end, many, base string) bool) bool {
	i := strings.LastIndex(word, "è")
	if i < 0 || !ends(word, "e") || i+len("è") == len(word)-1 || strings.ContainsAny(word[i+len("è"):len(word)-1], "aeio") {
		return false
	}
	consonants := word[i+len("è") : len(word)-1]
	return of(word[i:], "è"+consonants+"ent", "é"+consonants+"er")
}

// Present is the verb with its subject in the singular or the plural: strikes, se déplacent.
func (v Verb) Present(many bool) string {
	word := v.One
	if many {
		word = v.Many
	}
	return attach(v.Before, word) + v.tail(many)
}

// Infinitive is the verb behind another: strike, se déplacer, être activé; of two, both: open or close; of a French one that is denied
// both words before it: ne plus brûler.
func (v Verb) Infinitive(many bool) string {
	tail := v.tail(many)
	for _, joint := range []string{" and ", " or ", " et ", " ou "} {
		if more, ok := strings.CutPrefix(tail, joint); ok {
			if other := v.language.Verb(more); !other.Guessed && other.One != other.Base {
				return attach(v.Before, v.Base) + joint + other.Infinitive(many)
			}
		}
	}
	if no, rest := cutWord(strings.TrimPrefix(tail, " ")); len(v.Before) > 0 && v.Before[0] == "ne" && lists(French).has("between", no) {
		return "ne " + no + " " + attach(v.Before[1:], v.Base) + rest
	}
	return attach(v.Before, v.Base) + tail
}

// Not says that it is not done: does not strike, is not wiped out; ne se déplace pas.
func (v Verb) Not(many bool) string {
	if v.language == French {
		word := v.One
		if many {
			word = v.Many
		}
		no, tail := " pas", v.tail(many)
		if rest, ok := strings.CutPrefix(tail, " encore"); ok && strings.HasPrefix(rest, " ") { // what still is so is so no longer
			no, tail = " plus", rest
		}
		return attach(append([]string{"ne"}, v.Before...), word) + no + v.ofNone(tail)
	}
	next, _ := cutWord(strings.TrimPrefix(v.Tail, " "))
	switch {
	case v.One == "can":
		return "cannot" + v.Tail
	case v.Base == "be" || lists(English).has("modal", v.One) || v.Base == "have" && ends(next, "ed", "en"):
		v.Tail = " not" + v.Tail
		return v.Present(many)
	case many:
		return "do not " + v.Infinitive(many)
	}
	return "does not " + v.Infinitive(many)
}

// ofNone is what follows a French verb that is not done: it does not have a line is "n'a pas de ligne". What somebody
// is not keeps its article: n'est pas un arc.
func (v Verb) ofNone(tail string) string {
	if lists(French).has("copula", v.One) {
		return tail
	}
	for _, some := range []string{" de la ", " de l'", " du "} { // some of it
		if what, ok := strings.CutPrefix(tail, some); ok && v.One == "a" {
			return " " + Elide("de", what)
		}
	}
	if thing, ok := strings.CutPrefix(tail, " "); ok {
		return " " + French.OfNone(thing)
	}
	return tail
}

// OfNone is a thing that is not had or done, in French: de ligne, for une ligne; de tir ou de lancer.
func (l Language) OfNone(thing string) string {
	if l == English {
		return thing
	}
	for _, a := range []string{"un ", "une ", "des "} {
		if rest, ok := strings.CutPrefix(thing, a); ok {
			one, other, more := strings.Cut(rest, " ou ")
			if one = Elide("de", one); more {
				one += " ou " + l.OfNone(other)
			}
			return one
		}
	}
	return thing
}

// May says that it is free to be done: may strike, peut frapper.
func (v Verb) May(many bool) string { return v.led("may", "peut", "peuvent", many) }

// Must says that it is bound to be done: must strike, doit frapper.
func (v Verb) Must(many bool) string { return v.led("must", "doit", "doivent", many) }

// Cannot says that it is forbidden: cannot strike, ne peut pas frapper.
func (v Verb) Cannot(many bool) string {
	if v.language == French {
		v.Tail = v.ofNone(v.Tail)
	}
	return v.led("cannot", "ne peut pas", "ne peuvent pas", many)
}

func (v Verb) led(en, one, several string, many bool) string {
	word := en
	switch {
	case v.language == French && many:
		word = several
	case v.language == French:
		word = one
	}
	return word + " " + v.Infinitive(many)
}

// tail is what follows the verb, agreeing with many.
func (v Verb) tail(many bool) string {
	if v.language == English || !many {
		return v.Tail
	}
	return v.following(Unknown, many)
}

// following is what follows a verb, agreeing with its subject where it tells of that: est activée, a été
// prise et retirée, se sont déplacés.
func (v Verb) following(g Gender, many bool) string {
	if v.Base == "avoir" {
		word, rest := cutWord(strings.TrimPrefix(v.Tail, " "))
		for lists(French).has("between", word) {
			word, rest = cutWord(strings.TrimPrefix(rest, " "))
		}
		if word != "été" {
			return v.Tail
		}
		return v.Tail[:len(v.Tail)-len(rest)] + French.complement(rest, g, many)
	}
	if !lists(French).has("copula", v.One) {
		return v.Tail
	}
	return French.complement(v.Tail, g, many)
}

// complement makes the first words of a text agree, which say of a subject what it is.
func (l Language) complement(s string, g Gender, many bool) string {
	if !strings.HasPrefix(s, " ") {
		return s
	}
	word, rest := cutWord(s[1:])
	if article := map[string]func(Noun, bool) string{"un": l.A, "son": l.Its}[word]; article != nil && g == Feminine && !many {
		if noun, more := cutWord(strings.TrimPrefix(rest, " ")); lists(l).has("either", noun) {
			return " " + article(Noun{One: l.Agree(noun, g, false), Gender: g}, false) + more
		}
	}
	short, _, _ := strings.Cut(strings.ReplaceAll(word, "’", "'"), "'")
	switch {
	case lists(l).has("between", word):
		return " " + word + l.complement(rest, g, many)
	case word == "" || lists(l).has("stops", short):
		return s
	}
	said := " " + l.Agree(word, g, many)
	if Capital(word) == word { // a keyword, and not what it is called
		said = " " + l.State(word, g, many)
	}
	for _, joint := range []string{" et", " ou"} {
		if more, ok := strings.CutPrefix(rest, joint); ok {
			if next, _ := cutWord(strings.TrimPrefix(more, " ")); ends(strings.TrimRight(next, "s"), "é", "ée") {
				return said + joint + l.complement(more, g, many)
			}
		}
	}
	return said + rest
}

// Agreed makes a predicate agree with its subject: "loses its hat" of several is "lose their hat",
// "a été activée" of a lord "a été activé". Of what is unknown the gender stays as it is written.
func (l Language) Agreed(predicate string, g Gender, many bool) string {
	v := l.Verb(predicate)
	pronoun := len(v.Before) > 0 && v.Before[0] != "ne" && v.Before[0] != "se" // or a preposition: en vie
	if v.Guessed || pronoun || lists(l).has("stops", v.One) && v.Base != "avoir" {
		return predicate
	}
	for _, joint := range []string{" and ", " or ", " et ", " ou "} { // stops and keeps
		if more, ok := strings.CutPrefix(v.Tail, joint); ok {
			v.Tail = joint + l.Agreed(more, g, many)
		}
	}
	if l == English {
		if !many {
			return predicate
		}
		v.Tail = replaced(v.Tail, "its", "their", "itself", "themselves")
		return v.Present(true)
	}
	v.Tail = v.following(g, many)
	if many {
		v.Tail, v.One = replaced(v.Tail, "son", "leur", "sa", "leur", "ses", "leurs"), v.Many
	}
	return attach(v.Before, v.One) + v.Tail
}

// State makes the name of a state agree with whom it is of: "Activée ce round" of a lord is "Activé ce round",
// "Has moved" of warriors "Have moved".
func (l Language) State(s string, g Gender, many bool) string {
	low := s
	if r, n := utf8.DecodeRuneInString(s); n < len(s) {
		low = string(unicode.ToLower(r)) + s[n:]
	}
	word, rest := cutWord(low)
	v, said := l.Verb(low), low
	switch {
	case lists(l).has("between", word) && rest != "": // déjà lancé
		return s[:len(s)-len(rest)+1] + l.State(rest[1:], g, many)
	case lists(l).has("nouns", word):
	case l == French && (ends(strings.TrimSuffix(word, "s"), "é", "ée") || adjective(word) || rest != "" && derived().participles[word]): // tenu en main
		said = l.Agree(low, g, many)
	case lists(l).has("verb", v.One) || len(v.Before) > 0: // others may be nouns
		said = l.Agreed(low, g, many)
	}
	if said == low {
		return s
	}
	if low != s {
		return Capital(said)
	}
	return said
}

// replaced puts words in the place of others.
func replaced(s string, pairs ...string) string {
	return bent(s, func(_, w, _ string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if w == pairs[i] {
				return pairs[i+1]
			}
		}
		return w
	})
}
