package tongue

import (
	"slices"
	"strings"
	"unicode"
)

// Plural is the plural of a word or of several; what is one already stays. Of several, that which stands before `of` and its like in
// English, all that stand before `de` and its like in French: dice of power, grands points d'action.
func (l Language) Plural(s string) string {
	head, rest := l.head(s)
	if head == "" || l == English && l.IsPlural(s) {
		return s
	}
	if l == French {
		return bent(head, func(before, w, after string) string {
			switch {
			case w == "et", w == "ou":
			case strings.HasSuffix(before, " ") && Capital(w) == w: // a name behind a noun: dé Saga
			case strings.HasPrefix(after, "-") && (ends(w, "o") || lists(French).has("bound", strings.ToLower(w))):
			default:
				return frenchPlural(w)
			}
			return w
		}) + rest
	}
	if one, other, ok := strings.Cut(head, " and "); ok {
		return l.Plural(one) + " and " + l.Plural(other) + rest
	}
	last := strings.LastIndexAny(strings.TrimRight(head, " -"), " -") + 1
	word := strings.TrimRight(head[last:], " -")
	if last > 0 && (figure(word) || lists(English).has("trails", word)) { // level 2, HP left
		return l.Plural(head[:last-1]) + head[last-1:] + rest
	}
	return head[:last] + englishPlural(word) + head[last+len(word):] + rest
}

func figure(word string) bool {
	return word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsDigit(r) })
}

// Stands tells whether a noun is what a count is called, and no things of which so many are lost: HP left, number of coins;
// PV restants, nombre de pièces.
func (l Language) Stands(n Noun) bool {
	head, rest := l.head(n.One)
	first, _, more := strings.Cut(strings.ToLower(n.One), " ")
	return more && (lists(l).has("counts", first) && rest != "" || lists(l).has("trails", n.One[strings.LastIndexByte(n.One, ' ')+1:])) && head != ""
}

// Numbers tells whether a French noun names a number, that it is, and not one that it comes to: la face est 6, la force est de 6.
func (l Language) Numbers(n Noun) bool {
	head, _ := l.head(n.One)
	head, _, _ = strings.Cut(head, " qui ")
	return slices.ContainsFunc(strings.Fields(head), func(w string) bool { return lists(l).has("numbers", w) })
}

// head cuts a text before the word that binds one noun to another: of, in; de, à, sans; or before a sign. A
// text that begins with such a word is no noun and has no head.
func (l Language) head(s string) (head, rest string) {
	if i := strings.IndexAny(s, ":(,"); i > 0 {
		head, rest = l.head(strings.TrimRight(s[:i], " "))
		return head, rest + s[len(head)+len(rest):]
	}
	start := 0
	for i, r := range s + " " {
		if r != ' ' && r != '-' && r != '\'' && r != '’' {
			continue
		}
		word := strings.ToLower(s[start:i])
		if r == '\'' || r == '’' {
			if word = strings.Trim(word, " "); word != "d" && word != "l" || start == 0 {
				continue
			}
		}
		if (start > 0 || i < len(s) && r != '-' && word != "des") && lists(l).has("binds", word) {
			return s[:start], s[start:]
		}
		start = i + len(string(r))
	}
	return s, ""
}

func englishPlural(w string) string {
	if acronym(w) {
		return w
	}
	if many, ok := lists(English).find("plural", w); ok {
		return many
	}
	low := strings.ToLower(w)
	switch {
	case ends(low, "man") && !lists(English).has("regular", low):
		return w[:len(w)-2] + "en"
	case ends(low, "sis"):
		return w[:len(w)-2] + "es"
	case ends(low, "ch") && lists(English).has("regular", low):
		return w + "s"
	case ends(low, "s", "x", "z", "ch", "sh"):
		return w + "es"
	case ends(low, "y") && !vowel(low, 2) || ends(low, "quy"):
		return w[:len(w)-1] + "ies"
	}
	return w + "s"
}

func frenchPlural(w string) string {
	if acronym(w) {
		return w
	}
	if many, ok := lists(French).find("plural", w); ok {
		return many
	}
	low := strings.ToLower(w)
	if lists(French).has("regular", low) {
		return w + "s"
	}
	switch {
	case strings.HasSuffix(low, "s"), strings.HasSuffix(low, "x"), strings.HasSuffix(low, "z"):
		return w
	case ends(low, "au", "eu"):
		return w + "x"
	case ends(low, "al"):
		return w[:len(w)-1] + "ux"
	}
	return w + "s"
}

// IsPlural tells whether a name is a plural by its form: Warriors, Men of the north 2, Guerriers d'Orc.
func (l Language) IsPlural(name string) bool {
	head, _ := l.head(name)
	words := strings.FieldsFunc(head, func(r rune) bool { return unicode.IsSpace(r) || r == '-' })
	for len(words) > 1 && (figure(words[len(words)-1]) || lists(l).has("trails", words[len(words)-1])) {
		if l == French && strings.HasSuffix(words[len(words)-1], "s") { // PV restants
			return true
		}
		words = words[:len(words)-1]
	}
	if len(words) == 0 || acronym(words[0]) || acronym(words[len(words)-1]) {
		return false
	}
	for i, w := range words {
		words[i] = strings.ToLower(w)
	}
	if l == French {
		switch first := words[0]; {
		case first == "les" || first == "des":
			return true
		case len(words) > 1 && (first == "le" || first == "la" || first == "un" || first == "une"):
			return false
		case strings.HasSuffix(first, "o") && len(words) > 1: // Anglo-Danois
			words = words[1:]
		}
		return isFrenchPlural(words[0])
	}
	return isEnglishPlural(words[len(words)-1])
}

func isEnglishPlural(w string) bool {
	if listed(English, w) || ends(w, "men") && !lists(English).has("singular", w) {
		return true
	}
	return ends(w, "s") && !ends(w, "ss", "us", "is") && !lists(English).has("singular", w)
}

func isFrenchPlural(w string) bool {
	return listed(French, w) || ends(w, "s", "x") && !ends(w, "ss", "us", "ès", "eux") && !lists(French).has("singular", w)
}

// listed tells whether a word is a plural that no rule tells.
func listed(l Language, w string) bool {
	return slices.ContainsFunc(lists(l).of("plural"), func(p []string) bool { return p[1] == w && p[0] != w })
}

// Single is one of several things by what those are called, with what is said of them: hit dealt, for hits dealt; PA dépensé.
func (l Language) Single(things string) string {
	words := strings.Split(things, " ")
	for i, w := range words {
		if i > 0 && (l == English || slices.Contains([]string{"de", "à", "qui", "que", "pour", "par", "contre", "avec"}, w) || strings.Contains(w, "'")) {
			break
		}
		switch one, ok := strings.CutSuffix(w, "s"); {
		case w == "dice" && l == English:
			words[i] = "die"
		case ok && strings.ToUpper(w) != w && !strings.HasSuffix(one, "s") && l.Plural(one) == w:
			words[i] = one
		}
	}
	return strings.Join(words, " ")
}
