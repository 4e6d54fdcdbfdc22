package proof

import (
	"slices"
	"strings"
	"testing"
)

// unsaid are the facts of a sort in a text about a card of the library that nothing of its rule says.
func unsaid(t *testing.T, pack, lang, card, text, sort string) string {
	t.Helper()
	p := program(t, pack)
	found := NewFinder(p).Find(card)
	if found == nil {
		t.Fatalf("no card %s", card)
	}
	var out []string
	for _, v := range New(p, lang).Found(found, text).heard {
		if v.by == sort && slices.ContainsFunc(v.signs, func(s string) bool { return s == "nobody says it" || s == "only what it names says it" }) {
			out = append(out, v.Says)
		}
	}
	return strings.Join(slices.Compact(out), ", ")
}

// What a text says of a thing is a fact with it: its property, so much of it as a parameter says, the number of a row, whether it may be
// done, what is counted, and how many of it. Each is all of them, the name of the card is no other thing, and who sees somebody refers to nothing.
func TestFacts(t *testing.T) {
	for _, x := range []struct{ pack, lang, card, text, sort, want string }{
		{"aof_quest", "en", "Strider", "Ignores difficult terrain.", "property", ""},
		{"aof_quest", "en", "Strider", "Ignores dangerous terrain.", "property", "dangerous terrain"},
		{"kharn_ages", "fr", "Saignement X", "À chaque activation, la figurine perd X PV.", "so", ""},
		{"kharn_ages", "fr", "Saignement X", "À chaque activation, la figurine perd X PA.", "so", "X PA"},
		{"kharn_ages", "en", "Afraid of the fire", "Its Intellect is 4 or less.", "of", ""},
		{"kharn_ages", "en", "Afraid of the fire", "Its Intellect is 6 or less.", "of", "6 or less"},
		{"kharn_ages", "en", "Carrying", "With both arms full nobody can attack.", "may", ""},
		{"kharn_ages", "en", "Carrying", "With both arms full he must attack.", "may", "must attack"},
		{"saga", "fr", "Armes lourdes", "L'unité ajoute 1 à tous ses dés d'attaque.", "each", ""},
		{"saga", "fr", "Armes lourdes", "L'unité ajoute 1 au premier dé d'attaque.", "each", "premier"},
		{"saga", "fr", "Arbalète", "Les tirs d'arbalète ignorent 1 point d'Armure.", "arm", ""},
		{"saga", "fr", "Arbalète", "Les tirs d'arc ignorent 1 point d'Armure.", "arm", "arc"},
		{"aof_quest", "en", "Thrust", "When charging, gets +1 to hit rolls.", "turn", ""},
		{"aof_quest", "en", "Thrust", "When charging, gets -1 to hit rolls.", "turn", "-1 to hit rolls"},
		{"saga", "fr", "Armes lourdes", "Réduisent l'armure de 1.", "turn", ""},
		{"saga", "fr", "Armes lourdes", "Améliorent l'armure de 1.", "turn", "1"},
		{"aof_quest", "en", "Hindering", "Heroes who see the caster from up to 18\" away may spend tokens.", "number", ""},
		{"aof_quest", "en", "Hindering", "Heroes who see the caster from up to 12\" away may spend tokens.", "number", "12\""},
		{"kharn_ages", "en", "Warlord X", "It gains 1 extra AP for each ally.", "quantity", ""},
		{"kharn_ages", "en", "Warlord X", "It gains 1 extra HP for each ally.", "quantity", "HP"},
		{"kharn_ages", "en", "Light-footed", "Moving costs one AP less.", "amount", ""},
		{"kharn_ages", "en", "Light-footed", "Moving costs one HP less.", "amount", "one HP"},
		{"kharn_ages", "fr", "Sonné", "Chaque action coûte 1 PA de plus.", "amount", ""},
		{"kharn_ages", "fr", "Sonné", "Chaque action coûte 1 PV de plus.", "amount", "1 PV"},
		{"aof_quest", "en", "Relentless", "A natural six deals 1 extra hit.", "amount", ""},
		{"aof_quest", "en", "Relentless", "A natural six deals 1 extra wound.", "amount", "1 extra wound"},
		{"aof_quest", "fr", "Régénération", "Un dé pour chaque blessure.", "injury", ""},
		{"aof_quest", "fr", "Régénération", "Un dé pour chaque touche.", "injury", "touche"},
	} {
		if got := unsaid(t, x.pack, x.lang, x.card, x.text, x.sort); got != x.want {
			t.Errorf("%s: %s: got %q, want %q", x.card, x.text, got, x.want)
		}
	}
}

// Tries are told as a limit, and a limit may be what can never be passed, or another figure.
func TestTriesAndLimits(t *testing.T) {
	wanted(t, []judgement{
		{"kharn_ages", "en", "Bite", "One attempt per activation: it bites a target for 2 AP.", "frequency differs", ""},
		{"kharn_ages", "en", "Bite", "A single attempt per activation: it bites a target for 2 AP.", "frequency differs", ""},
		{"kharn_ages", "en", "Bite", "Two attempts per activation: it bites a target for 2 AP.", "frequency differs", "Two attempts per activation"},
		{"kharn_ages", "fr", "Morsure", "Un seul essai par activation : elle mord une cible pour 2 PA.", "frequency differs", ""},
		{"kharn_ages", "fr", "Morsure", "Deux essais par activation : elle mord une cible pour 2 PA.", "frequency differs", "Deux essais par activation"},
		{"aof_quest", "fr", "Lanceur de sorts (3)", "La figurine ne peut en avoir plus de 6.", "antonym bound", ""},
		{"aof_quest", "fr", "Lanceur de sorts (3)", "La figurine doit en avoir plus de 6.", "antonym bound", "plus de 6"},
		{"fortification", "en", "Irrepressible", "No enemy of a lower STR than its RES can charge it.", "antonym bound", ""},
		{"fortification", "en", "Irrepressible", "Enemies of a higher STR than its RES charge it.", "antonym bound", "higher STR than its RES"},
	})
}

// The one member of a list of the rule that a text leaves out is found.
func TestLists(t *testing.T) {
	for _, x := range []struct{ pack, lang, card, text, want string }{
		{"confrontation", "en", "Stunned", "It has -1 on Initiative, Attack, Defence and Aim.", ""},
		{"confrontation", "en", "Stunned", "It has -1 on Initiative, Attack and Defence.", "|Aim"},
		{"confrontation", "en", "Stunned", "It has -1 on Initiative.", ""},
		{"confrontation", "fr", "Sonnée", "Elle a -1 en Initiative, Attaque et Défense.", "|Tir"},
	} {
		if got := heard(t, x.pack, x.lang, x.card, x.text, outOfList); got != x.want {
			t.Errorf("%s: %s: got %q, want %q", x.card, x.text, got, x.want)
		}
	}
}

// What a text says in other words is not left out.
func TestOtherwise(t *testing.T) {
	if got := heard(t, "saga", "fr", "Piques en avant", "Corps à corps. Défaussez ce dé pour gagner deux dés de défense.", silence); got != "" {
		t.Errorf("got %q", got)
	}
	if got := heard(t, "saga", "fr", "Piques en avant", "Défaussez ce dé pour gagner deux dés de défense.", silence); got != "|au corps-à-corps" {
		t.Errorf("got %q", got)
	}
}
