package text

import (
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Noun is what a thing is called as a noun: a name, of which its texts say what they say, and the rest is
// guessed from its form.
func Noun(t ir.Texts, name, lang string) tongue.Noun {
	n := tongue.For(lang).Guess(name)
	said := Of(t, lang)
	if said == nil {
		return n
	}
	switch {
	case said.Noun.Feminine:
		n.Gender = tongue.Feminine
	case said.Noun.Gendered:
		n.Gender = tongue.Masculine
	}
	n.Aspirated = said.Noun.Odd
	if first := said.Parts[0].Text; first != "" && strings.HasPrefix(name, first) {
		n.Proper = said.Noun.Name // what has a name of its own has it alone
	}
	if len(said.Parts) == 1 && said.Parts[0].Text == name { // and not whose it is besides
		if n.Many = said.Noun.Plural; n.Many != "" {
			n.PluralOnly = false
		}
	}
	return n
}
