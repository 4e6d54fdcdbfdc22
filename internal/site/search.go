package site

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// entry is something that can be looked for: [title, words, page, sort].
type entry [4]string

// find adds something that can be looked for, by its title and by further words.
func (s *Site) find(title, page, sort string, words ...string) {
	var known []string
	for _, w := range strings.Fields(tongue.Folded(strings.Join(append(words, title), " "))) {
		if !slices.Contains(known, w) {
			known = append(known, w)
		}
	}
	s.entries = append(s.entries, entry{title, strings.Join(known, " "), page, sort})
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
