package main

import (
	"os"
	"path/filepath"
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
		if got := french.words(en); got != want {
			t.Errorf("%q: got %q, want %q", en, got, want)
		}
	}
}

// What holds and what does not is oui and non in French, what dice have become is said in words, and what a program calls yes is
// called so.
func TestWhyWhetherInFrench(t *testing.T) {
	const text = `
kind house { cell wet: bool = false }
kind guard on house { }
house hut { }
guard keeper { dries: before flood(who: bearer) may { self_help(bearer) } }
guard bailer { more: after throw(of: bearer) { throw again 1 where face == 1 } }
event self_help(who: house) { quick: bool = !who.wet; do { who.wet = true } }
event flood(who: house) { require dry: !who.wet; do { throw 2 d6 as n of who; if n.exists(x, x > 9) { who.wet = false } } }
rule calm { still: before flood when who.wet { note "never" } }
test "t" {
  given a = hut with keeper, bailer
  answer yes
  dice 1 4, 5
  when flood(a)
  when flood(a)
  expect refused dry
  expect a.wet != a.wet
}
test "u" { given a = hut; given b = hut { wet: true }; expect a.wet == b.wet }
`
	file := filepath.Join(t.TempDir(), "flood.kdsl")
	for more, want := range map[string][]string{
		"": {"red choisit keeper.dries: oui", "quick oui  ", "quick oui = oui (!who.wet", "a.wet non -> oui", "relancé : 1 -> 5",
			"calm.still n'a pas agi : who.wet, who.wet est non", "refusé : dry demande \"!who.wet\", who.wet est oui", "attendu a.wet != a.wet, a.wet est oui ; flood a été refusé : dry demande \"!who.wet\", who.wet est oui"},
		"enum sort { yes, no }\n": {"red choisit keeper.dries: yes", "quick yes  ", "who.wet est no  "},
	} {
		if err := os.WriteFile(file, []byte(more+text), 0o666); err != nil {
			t.Fatal(err)
		}
		out, said, _ := call(strings.NewReader(""), "why", file+":t", "--lang", "fr")
		if failed, _, _ := call(strings.NewReader(""), "test", file, "--lang", "fr"); !strings.Contains(failed, "a.wet est non et b.wet est oui") {
			t.Error(failed)
		}
		for _, want := range want {
			if !strings.Contains(out, want) {
				t.Errorf("no %q in\n%s%s", want, out, said)
			}
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
