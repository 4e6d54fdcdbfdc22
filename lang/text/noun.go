package text

import (
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// PlayerNoun is what a player is called as a noun: a name alone, unless its French is a common noun with its gender. Whether a French
// name that has no other plural is of several, the English one tells: Heroes, Héros.
func PlayerNoun(p ir.PlayerName, name, lang string) tongue.Noun {
	if lang != "fr" || name != p.French {
		return tongue.For(lang).Guess(name)
	}
	n := ByName(ir.Texts{Fr: &ir.Template{Parts: []ir.Part{{Text: name}}, Noun: p.Noun}}, name, lang)
	n.PluralOnly = n.PluralOnly || tongue.English.IsPlural(p.Label) && tongue.French.Plural(name) == name
	return n
}

// ByName is a thing that is called by its name, which takes no article unless its gender says that it is a common noun.
func ByName(t ir.Texts, name, lang string) tongue.Noun {
	n := Noun(t, name, lang)
	if said := Of(t, lang); said == nil || !said.Noun.Gendered {
		n.Proper = true
	}
	return n
}

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
	if len(said.Parts) > 0 && said.Parts[0].Text != "" && strings.HasPrefix(name, said.Parts[0].Text) {
		n.Proper = said.Noun.Name // it is called as its card is, and by no name of its own
	}
	if len(said.Parts) == 1 && said.Parts[0].Text == name { // and not whose it is besides
		if n.Many = said.Noun.Plural; n.Many != "" {
			n.PluralOnly = false
		}
	}
	return n
}

// Led is a value behind a French word: a card or a value of an enum has the article of its gender for le.
func Led(p *ir.Program, form string, t ir.Type, n int64, shown string) string {
	var said ir.Texts
	switch {
	case n == ir.None || form != "le":
	case t.Kind == ir.CardOf:
		said = p.Cards[n].Texts
	case t.Kind == ir.EnumType:
		said = p.Enums[t.Ref].Values[n].Texts
	}
	if said.Fr == nil {
		return tongue.Elide(form, shown)
	}
	return tongue.French.Named(Noun(said, shown, "fr"))
}
