package pages

import (
	"strings"
	"testing"
)

// FuzzRead: whatever a file holds, it is read as text, or it is said why not; each text has a line that is in the file.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"Ash\nIt grows.\n", "# Ash\n\nIt grows.", "Name,Text\nAsh,\"It\ngrows\"\n", "nom;texte\nAsh;x", `{"Ash": "It grows."}`, `[{"name": "Ash", "text": "x"}]`, "Ash: |\n  It\n", "a: &a [*a]",
		"\xff\xfeA\x00s\x00", "\xef\xbb\xbfAsh", "a\tb\n", "\"", "{", "a: [", "? ", "%YAML 9\n---\n", "a: &x {b: *x}\n", "\r\r\r", "- - - - -"} {
		for sort := range sorts {
			f.Add(uint8(sort), []byte(s))
		}
	}
	f.Fuzz(func(t *testing.T, sort uint8, data []byte) {
		if len(data) > 10_000 {
			return
		}
		name := sorts[int(sort)%len(sorts)]
		list, _, err := Read(name, data, fuzzed{})
		if err != nil && (err.Error() == "" || !strings.HasPrefix(err.Error(), name)) {
			t.Fatalf("%v", err)
		}
		lines := 2 + strings.Count(decoded(data), "\n") + strings.Count(decoded(data), "\r") // a text that is empty begins below the last
		for _, p := range list {
			if line, column := p.At(0); line < 1 || column < 0 || line > lines || p.File != name {
				t.Fatalf("%+v stands at %d:%d of %d lines", p, line, column, lines)
			}
		}
	})
}

// fuzzed are cards that begin with A, and labels that begin with L.
type fuzzed struct{}

func (fuzzed) Heads(line string, _ bool) bool { return strings.HasPrefix(line, "A") }
func (fuzzed) Cards(line string) bool         { return len(line)%2 == 0 }
func (fuzzed) Labels(line string) bool        { return strings.HasPrefix(line, "L") }
func (fuzzed) Figures(word string) bool       { return strings.HasPrefix(word, "F") }

var sorts = []string{"a.txt", "a.csv", "a.tsv", "a.yaml", "a.json"}
