package proof

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// heard are the verdicts on a text about a card of the library that come from some comparison, whatever they weigh.
func heard(t *testing.T, pack, lang, card, text, by string) string {
	t.Helper()
	p := program(t, pack)
	found := NewFinder(p).Find(card)
	if found == nil {
		t.Fatalf("no card %s", card)
	}
	r := New(p, lang).Found(found, text)
	var out []string
	for _, v := range r.heard {
		if v.by == by {
			out = append(out, v.Says+"|"+v.Rule)
		}
	}
	return strings.Join(out, ", ")
}

// The one thing of which both the card that the pack prints and the rule read aloud speak, and the text does not, is found; a text
// that leaves out several tells its rule in short.
func TestSilences(t *testing.T) {
	for _, x := range []struct{ pack, lang, card, text, want string }{
		{"aof_quest", "en", "Bane", "Whoever blocks throws each 6 again. It ignores Regeneration.", ""},
		{"aof_quest", "en", "Bane", "Whoever blocks throws each 6 again.", "|Regeneration"},
		{"aof_quest", "fr", "Estoc", "En charge, +1 pour toucher et +1 en PA.", ""},
		{"aof_quest", "fr", "Estoc", "En charge, +1 pour toucher.", "|PA"},
		{"kharn_ages", "en", "Keg", "With a critical hit, its victim falls to the ground.", ""},
		{"kharn_ages", "en", "Keg", "Its victim falls to the ground.", "|critical hits"},
		{"kharn_ages", "en", "Grain bag", "If it hits, a cloud of flour surrounds the victim for one round.", ""}, // what a cloud does stands on another card
		{"fortification", "en", "Impact/2", "An enemy in contact with its front takes an impact.", ""},
	} {
		if got := heard(t, x.pack, x.lang, x.card, x.text, silence); got != x.want {
			t.Errorf("%s: %s: got %q, want %q", x.card, x.text, got, x.want)
		}
	}
}

// Who has one side twice of an opposition of which the rule has both, or has it beside the words of the other, is found; so is a
// side that only what the rule names has.
func TestOneSide(t *testing.T) {
	wanted(t, []judgement{
		{"aof_quest", "fr", "Sans peur", "Quand une unité rate un test de moral, un dé est lancé : sur 4+, le test compte comme réussi.", "antonym success", ""},
		{"aof_quest", "fr", "Sans peur", "Quand une unité réussit un test de moral, un dé est lancé : sur 4+, le test compte comme réussi.", "antonym success", "réussit"},
		{"kharn_ages", "fr", "Enragé", "Il attaque au plus proche.", "antonym near", ""},
		{"kharn_ages", "fr", "Enragé", "Il attaque au plus éloigné.", "antonym near", "au plus éloigné"},
		{"kharn_ages", "fr", "Manteau de brume", "En défense, le total augmente de 2.", "antonym strike", ""},
		{"kharn_ages", "fr", "Manteau de brume", "En attaque, le total augmente de 2.", "antonym strike", "attaque"},
	})
}

// What happens is denied, or is not, whether it is an event or a field that says so; a denial may stand behind it.
func TestNamesakes(t *testing.T) {
	wanted(t, []judgement{
		{"kharn_ages", "en", "Executioner", "It may add 1D10. Not for ripostes.", "denial differs", ""},
		{"kharn_ages", "en", "Executioner", "It may add 1D10. Ripostes do not count.", "denial differs", ""},
		{"kharn_ages", "en", "Executioner", "It may add 1D10. Ripostes count, too.", "denial differs", "Ripostes"},
	})
}

// Words of right texts that are no slips: a span that is over has ended, who is within 3" is nearer than that, a length in a sum is read
// aloud, each takes 1 off, who obliges somebody has to do nothing, and a thing of two names is called by either.
func TestRightWords(t *testing.T) {
	for _, x := range []struct{ pack, lang, card, text, want string }{
		{"saga", "en", "In melee", "Once per melee it becomes Braced until the melee is over.", ""},
		{"saga", "en", "In melee", "Once per melee it becomes Braced until the turn is over.", "until the turn"},
		{"aof_quest", "fr", "Soigner", "Un héros à moins de 3\" perd une blessure.", ""},
		{"aof_quest", "fr", "Soigner", "Un héros à moins de 4\" perd une blessure.", "4\""},
		{"fortification", "en", "Sapper/3", "A barricade within 20 cm of its machine, with 3 structure points.", ""},
		{"aof_quest", "fr", "Entrave", "Un héros à 18\" dépense des jetons : chacun donne -1 au jet d'incantation.", ""},
		{"kharn_ages", "fr", "Bretteur X", "Une fois par tour, il oblige un ennemi à relancer X dés.", ""},
		{"aof_quest", "en", "Crippled", "Its advance, rush and charge are halved, rounded up.", ""},
		{"aof_quest", "en", "Crippled", "Its advance is halved, rounded up.", "divides Rush / Charge: 1/2"},
	} {
		p := program(t, x.pack)
		var got []string
		for _, v := range New(p, x.lang).Found(NewFinder(p).Find(x.card), x.text).Verdicts {
			if v.by != silence {
				got = append(got, strings.TrimSpace(fmt.Sprint(v.Says, map[bool]string{true: v.Rule}[v.Says == ""])))
			}
		}
		if s := strings.Join(slices.Compact(got), ", "); s != x.want {
			t.Errorf("%s: %s: got %q, want %q", x.card, x.text, s, x.want)
		}
	}
}
