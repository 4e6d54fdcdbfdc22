package tongue

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed en.txt
var english string

//go:embed fr.txt
var french string

// list is what no rule tells: sections of entries, each found by its first word.
type list struct {
	entries map[string][][]string
	by      map[string]map[string][]string
}

// known are read when they are first asked for: most runs of a program tell nothing.
var known = [...]func() *list{
	English: sync.OnceValue(func() *list { return read(english) }),
	French:  sync.OnceValue(func() *list { return read(french) }),
}

func lists(l Language) *list { return known[l]() }

// read reads a list. A line behind [name] belongs to that section; words behind + are prefixes with which
// the line is said again.
func read(text string) *list {
	l := &list{map[string][][]string{}, map[string]map[string][]string{}}
	section := ""
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		line, prefixes, _ := strings.Cut(line, "+")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			continue
		case words[0][0] == '[':
			section = strings.Trim(words[0], "[]")
			l.by[section] = map[string][]string{}
			continue
		}
		for _, p := range append([]string{""}, strings.Fields(prefixes)...) {
			entry := make([]string, len(words))
			for i, w := range words {
				entry[i] = p + w
			}
			l.entries[section] = append(l.entries[section], entry)
			l.by[section][entry[0]] = entry
		}
	}
	return l
}

// of are the entries of a section, in their order.
func (l *list) of(section string) [][]string { return l.entries[section] }

// has tells whether a section has a word.
func (l *list) has(section, word string) bool { return l.by[section][word] != nil }

// find is the word behind a word in a section, with a capital where that has one.
func (l *list) find(section, word string) (string, bool) {
	entry := l.by[section][strings.ToLower(word)]
	if len(entry) < 2 {
		return "", false
	}
	if r, _ := utf8.DecodeRuneInString(word); unicode.IsUpper(r) {
		return Capital(entry[1]), true
	}
	return entry[1], true
}

// Capital writes a text with a capital at its beginning.
func Capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// swap puts another ending in the place of one that a word has.
func swap(word, end, other string) (string, bool) {
	stem, ok := strings.CutSuffix(word, end)
	return stem + other, ok
}

// swapped tries pairs of endings in their order; the first that fits is put in.
func swapped(word string, pairs ...string) (string, bool) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if w, ok := swap(word, pairs[i], pairs[i+1]); ok && w != pairs[i+1] {
			return w, true
		}
	}
	return word, false
}

// ends tells whether a word has one of some endings, and something before it.
func ends(word string, endings ...string) bool {
	for _, e := range endings {
		if len(word) > len(e) && strings.HasSuffix(word, e) {
			return true
		}
	}
	return false
}

const vowels = "aeiouyàâäéèêëîïôöùûüœæ"

// vowel tells whether the letter at a place from the end is a vowel: 1 is the last.
func vowel(word string, fromEnd int) bool {
	for range fromEnd - 1 {
		_, n := utf8.DecodeLastRuneInString(word)
		word = word[:len(word)-n]
	}
	r, n := utf8.DecodeLastRuneInString(word)
	return n > 0 && strings.ContainsRune(vowels, unicode.ToLower(r))
}

// acronym tells whether a word is written in capitals and figures alone: PA, V, 1D10. Such a word does not
// bend.
func acronym(word string) bool {
	capitals := false
	for _, r := range word {
		switch {
		case unicode.IsLower(r):
			return false
		case unicode.IsUpper(r) || unicode.IsDigit(r):
			capitals = true
		}
	}
	return capitals || word == ""
}

// bent gives a text with its words bent one by one, and everything between them as it is. To bend a word it
// is told what stands around it.
func bent(s string, bend func(before, word, after string) string) string {
	var b strings.Builder
	for at := 0; at < len(s); {
		n := strings.IndexAny(s[at:], " -")
		switch {
		case n == 0:
			b.WriteByte(s[at])
			at++
			continue
		case n < 0:
			n = len(s) - at
		}
		b.WriteString(bend(s[:at], s[at:at+n], s[at+n:]))
		at += n
	}
	return b.String()
}
