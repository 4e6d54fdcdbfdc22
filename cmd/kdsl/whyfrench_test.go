package main

import (
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/interp"
)

// What `why` says between names is French, and the reason for which a clause did not act.
func TestWhyInFrench(t *testing.T) {
	out, said, code := call(strings.NewReader(""), "why", "../../examples/homebrew.kdsl:a grudge makes the next attack better, once", "attack", "--lang", "fr")
	if code != 0 {
		t.Fatal(said)
	}
	for _, want := range []string{"grudge.pays_back sur hero n'a pas agi : who: bearer, who est enemy, bearer est hero", "fixé à 9 (die", "red choisit shield"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%.2000s", want, out)
		}
	}
	for english := range between {
		if english = strings.TrimSpace(english); len(english) > 8 && strings.Contains(out, english) {
			t.Errorf("%q is English", english)
		}
	}
	french := &tool{lang: "fr"}
	for en, want := range map[string]string{
		interp.UsedUp: "sa limite est épuisée", "its cost cannot be paid: price": "son coût ne peut pas être payé : price",
		"it lies on nothing of which it speaks": "elle ne repose sur rien de ce dont elle parle", "nobody owns it": "elle n'est à personne",
		"it lies in hand, where clauses rest": "elle est dans hand, où les clauses se reposent",
		"within(a, 3), a is not on the table": "within(a, 3), a n'est pas sur la table", "x > 1 does not hold; y is 0": "x > 1 n'est pas vrai ; y est 0",
	} {
		if got := french.reason(en); got != want {
			t.Errorf("%q: got %q, want %q", en, got, want)
		}
	}
}

// A card is asked about by its id or as it is printed, in either language.
func TestWhyOfCard(t *testing.T) {
	const test = "../../examples/homebrew.kdsl:a grudge makes the next attack better, once"
	for name, want := range map[string]string{
		"Rancune":     " = 5 (sum_of(who, engaged), kharn-ages/melee.kdsl:38) + 3 effects (grudge.pays_back",
		"grudge":      "    - grudge.pays_back on hero did not act: ",
		"executioner": "  executioner had no part in it",
	} {
		out, said, code := call(strings.NewReader(""), "why", test, name, "--lang", "en")
		if code != 0 || !strings.Contains(out, want) || strings.Contains(out, "burden") {
			t.Errorf("%s: exit %d, no %q in\n%s%s", name, code, want, out, said)
		}
	}
	if _, said, code := call(strings.NewReader(""), "why", test, "rancor"); code != 2 || !strings.Contains(said, `there is no event or card "rancor"`) {
		t.Errorf("exit %d, %s", code, said)
	}
}
