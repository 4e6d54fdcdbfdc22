package inprint_test

import (
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/internal/inprint"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// A name is found by what is printed, in either language, without accents and capitals; none where two are printed so, where the
// name itself was said, or where the brace behind a name belongs to something else.
func TestAs(t *testing.T) {
	const text = `skill frenzy { en "Frenzy {X}"  fr f "Frénésie" also "rage" }
kind pawn { en "Pawn"  arm: int = 1  name: text
  steps: int { en "Movement" } }
skill twice { en "Two" }
skill double { en "Two" }
skill oeuvre(X: int) { fr inner "Œuvre" }
`
	names := func(yield func(string, source.Span) bool) {
		f := source.New("a.kdsl", text)
		for _, name := range []string{"frenzy", "pawn", "arm", "steps", "twice", "double", "oeuvre"} {
			at := strings.Index(text, " "+name) + 1
			if !yield(name, source.Span{File: f, Start: at, End: at + len(name)}) {
				return
			}
		}
	}
	for words, want := range map[string][2]string{
		"Frenzy":   {"frenzy", "Frenzy"},
		"frenesie": {"frenzy", "Frénésie"},
		"RAGE":     {"frenzy", "rage"},
		"movement": {"steps", "Movement"},
		"Œuvre":    {"oeuvre", "Œuvre"},
		"Two":      {"", ""},
		"pawn":     {"", ""},
		"":         {"", ""},
		"nobody":   {"", ""},
	} {
		if name, printed := inprint.As(names, words); [2]string{name, printed} != want {
			t.Errorf("%q: got %q, printed %q, want %q", words, name, printed, want)
		}
	}
}
