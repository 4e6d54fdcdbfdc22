package site

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/kdsl-lang/kdsl/lang/diag"
)

// entry is something that can be looked for: [title, words, page, sort].
type entry [4]string

// find adds something that can be looked for, by its title and by further words.
func (s *Site) find(title, page, sort string, words ...string) {
	var known []string
	for _, w := range strings.Fields(Folded(strings.Join(append(words, title), " "))) {
		if !slices.Contains(known, w) {
			known = append(known, w)
		}
	}
	s.entries = append(s.entries, entry{title, strings.Join(known, " "), page, sort})
}

var ligatures = strings.NewReplacer("œ", "oe", "Œ", "oe", "æ", "ae", "Æ", "ae")

// Folded is a text as it is looked for: its words in small letters, without accents and signs.
func Folded(s string) string {
	var b strings.Builder
	gap := true
	for _, r := range norm.NFD.String(ligatures.Replace(s)) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r), unicode.IsDigit(r):
			b.WriteRune(unicode.ToLower(r))
			gap = false
		case !gap:
			b.WriteByte(' ')
			gap = true
		}
	}
	return strings.TrimSpace(b.String())
}

// searchIndex is all that can be looked for, as a script.
func (s *Site) searchIndex() []byte {
	b, err := json.Marshal(s.entries)
	if err != nil {
		panic(err) // texts only
	}
	lines := strings.ReplaceAll(string(diag.EscapeJSON(b)), "],[", "],\n[")
	return []byte("window.KDSL = " + lines + ";\n")
}
