package load

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// world is a small game as a pack, one that uses it, a file that does, and one that overlays it.
func world(t testing.TB) map[string]string {
	game, err := os.ReadFile("testdata/slips.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	rules, scripts, _ := strings.Cut(string(game), "\ntest ")
	return map[string]string{
		"base/pack.kdsl":    "pack base { unit pace }\n" + rules + "\n",
		"base/more.kdsl":    more,
		"base/scripts.kdsl": "test " + scripts,
		"user/pack.kdsl":    "pack user { uses base }\n",
		"user/cards.kdsl":   mine,
		"over/pack.kdsl":    "pack over { overlays base }\n" + changed,
		"loose/own.kdsl":    "use base\n" + strings.NewReplacer("haste", "zeal", "swift_one", "calm_one", "twice(", "thrice(", "quickly", "slowly", "camp", "fort").Replace(mine),
	}
}

const more = `table harm(n: int in 1..6): int { 1..3 => 0
  4..6 => twice_over(n) }
function twice_over(n: int): int = n * 2
option fierce: bool = false
event feast(who: fighter) {
  tag joyful
  choose by who.owner { guest: fighter }
  require hungry: who.hurt > 1
  do {
    if fierce { wound(who, who, harm(6)) }
    choose dish: int in 1..3 by who.owner prefer it
    step sing: { hall(who); note "sung" }
    step sulk: { if guest.hurt > 3 { wound(guest, who, dish) } }
  }
}
event hall(who: fighter) { do { who.hurt -= 1 } }
talent loud {
  en "Loud"  fr "Bruyant"
  shout: cannot hall(who: bearer) when bearer.hurt > 3 && can(feast(bearer)) { tag noise  en "It is too hurt."  fr "Trop touché." }
  echo: after #joyful when bearer.health > 2 { en "It sings."  fr "Il chante."  hall(bearer) }
  hush: ignore sticky.slow
}
`

const mine = `talent haste {
  en "Haste"  fr "Hâte"
  cell told: int = 0
  quick: while bearer.hurt < 2 { en "It is quick."  fr "Il est vif."  add 2 to bearer.speed }
  glad: after wound(victim: bearer, base: 1) { en "It remembers."  fr "Il se souvient."  told += harm(2)
    hall(bearer) }
  calm: ignore strong.blow
}
function twice(n: int): int = twice_over(n) + harm(n)
fighter swift_one { en "Swift"  fr "Vif"  health: 4  talents: [haste, strong] }
test "quickly" {
  given a = swift_one for red at (1, 1)
  given b = brute for blue at (2.2, 1)
  dice 5
  answer target: b
  when strike(a)
  expect b.hurt == 2 || twice(1) == 2
  expect a.speed == 8
  expect text haste.glad en "It remembers."
  expect refused able
}
setup camp {
  option fierce = true
  given a = swift_one for red at (1, 1) { hurt: twice(1) }
}
setup larger_camp in camp { given b = brute for blue at (2.2, 1) }
test "in camp" in larger_camp {
  given a { hurt: 2 }
  answer guest: a
  when feast(a)
  expect a.hurt != 2 && b.hurt >= 0
}
`

const changed = `patch talent strong {
  blow: while wound(author: bearer) when base > 1 { en "Its blows do 2 more." fr "Ses coups font 2 de plus." add 2 to points }
}
patch event feast {
  choose { guest: fighter where it.hurt < 2 }
  require hungry: who.hurt > 2
  step sing: { note "sung" }
}
extend event hall { do { who.hurt -= 1 } }
extend kind fighter { cell proud: bool = false }
replace function twice_over(n: int): int = n * 3
remove event feast.sulk
kind banner { cell torn: bool = false }
banner rag { }
talent prouder {
  en "Prouder"  fr "Plus fier"
  boast: after feast(guest: bearer) { en "It is proud." fr "Il est fier." bearer.proud = true; hall(guest) }
  hush: ignore loud.shout
}
test "a feast over again" {
  given a = brute with prouder for red at (1, 1)
  answer guest: a, dish: 2
  when feast(a)
  expect a.hurt < 9 && twice_over(2) == 6
}
`

// operations break what the pack holds that they are applied to.
var operations = []string{"patch event feast { choose { guest: banner } }", "patch event feast { choose { dish: fighter } }", "remove feast.guest", "remove feast.hungry",
	"remove event hall", "remove loud.shout", "remove talent sticky", "remove sticky.slow", "replace function twice_over(n: int, m: int): int = n + m",
	"replace function twice_over(n: int): bool = n > 1", "replace function twice_over(n: int): int = harm(n)", "replace enum mood { calm, grim }",
	"extend enum mood { grim }", "patch kind fighter { cell hurt: bool = true }", "patch kind fighter { health: int in 1..5 = 4 }", "remove option fierce",
	"replace event hall(who: banner) { do { } }", "replace kind talent on banner { en \"T\" }", "replace kind status on fighter, banner { en \"S\" }",
	"patch event wound { points: int = base }", "extend event hall { tag joyful }", "extend event feast { dish: int = 2 }", "extend kind talent { proud: int }",
	"replace fighter brute { en \"B\" fr \"B\" }", "event strike_again(who: fighter) { tag joyful }", "fighter harm { }", "kind noise { }", "set fierce = 1",
	"replace table harm(n: int in 1..3): int { 1..3 => 0 }", "remove table harm", "patch talent strong { blow: while wound { points += 1 } }",
	"patch event wound { do { nope() } }", "patch event feast { step sing: { let idle = 3 } }", "replace event hall(who: fighter, by: fighter) { do { } }"}

// token cuts a text into what an edit takes hold of.
var token = regexp.MustCompile(`"[^"\n]*"|\w+|[^\w\s]|\n`)

// change changes something in one text of the world, and names it.
func change(r *rand.Rand, texts map[string]string) string {
	name := slices.Sorted(maps.Keys(texts))[r.IntN(len(texts))]
	text := texts[name]
	at := token.FindAllStringIndex(text, -1)
	if len(at) < 3 {
		return name
	}
	one, two := at[r.IntN(len(at))], at[r.IntN(len(at))]
	if one[0] > two[0] {
		one, two = two, one
	}
	a, b := text[one[0]:one[1]], text[two[0]:two[1]]
	decls := strings.SplitAfter(text, "\n}\n")
	n := r.IntN(len(decls))
	switch r.IntN(15) {
	case 0: // delete
		text = text[:one[0]] + text[one[1]:]
	case 1: // rename
		text = text[:one[0]] + a + "x" + text[one[1]:]
	case 2: // swap
		if one[1] <= two[0] {
			text = text[:one[0]] + b + text[one[1]:two[0]] + a + text[two[1]:]
		}
	case 3: // duplicate
		text = text[:one[1]] + " " + a + text[one[1]:]
	case 4: // put another's word there
		other := texts[slices.Sorted(maps.Keys(texts))[r.IntN(len(texts))]]
		if words := token.FindAllString(other, -1); len(words) > 0 {
			text = text[:one[0]] + words[r.IntN(len(words))] + text[one[1]:]
		}
	case 5: // remove a declaration
		text = strings.Join(slices.Delete(decls, n, n+1), "")
	case 6: // move one
		d := decls[n]
		text = strings.Join(slices.Insert(slices.Delete(decls, n, n+1), r.IntN(len(decls)), d), "")
	case 7: // add one
		text += fmt.Sprintf([]string{"piece p%d { }\n", "event e%d(who: fighter) { do { hall(who) } }\n", "enum m%d { calm }\n", "talent t%d { tag joyfl }\n",
			"extend kind fighter { cell extra%d: int = 0 }\n", "talent n%d { on_hall: after hall(who: brute) during feast { told() } }\n",
			"talent k%d { never: cannot feast when can(hall(who)) { en \"No.\" fr \"Non.\" } }\n", "function f%d(n: int): int = harm(n)\n", "test \"t%d\" { answer dish: 1 }\n", "set fierce = true // %d\n",
			"talent w%d { en \"W\" fr \"W\"  w: after wound(victim: bearer) { en \"W.\" fr \"W.\"  let idle = 1 } }\n",
			"enum calmer%d { grim, joyful }\n", "replace function twice_over(n: int): int = n // %d\n",
			"test \"c%d\" { given a = imp for red at (1, 1)\n  expect !(a.temper == calm) && has(a) }\n"}[r.IntN(13)], r.IntN(3))
	case 8, 10, 11, 12: // break or mend what much depends on
		all := [][2]string{{"pack ", "pak "}, {"kind talent on fighter", "kind talent"}, {"(who: fighter)", "(who: thing)"}, {"able:", "fit:"},
			{"slow:", "late:"}, {"shout:", "cry:"}, {"tag joyful", "tag jolly"}, {"choose dish", "choose meal"}, {"health: int in 1..20", "health: int in 1..5"},
			{"bool = false", "int = 0"}, {"stat speed", "cell speed"}, {"n: int in 1..6", "m: int in 1..5"},
			{"event hall(who: fighter)", "event hall(who: fighter, n: int)"}, {"event wound(author", "event wound(by_whom"}, {"fighter brute", "fighter bruter"}}
		all = slices.DeleteFunc(all, func(p [2]string) bool { return !strings.Contains(text, p[0]) && !strings.Contains(text, p[1]) })
		if len(all) == 0 {
			break
		}
		if pair := all[r.IntN(len(all))]; strings.Contains(text, pair[0]) {
			text = strings.Replace(text, pair[0], pair[1], 1)
		} else {
			text = strings.Replace(text, pair[1], pair[0], 1)
		}
	case 13, 14: // change what another pack declares
		if name == "over/pack.kdsl" {
			text += operations[r.IntN(len(operations))] + "\n"
		}
	case 9: // only space
		text = text[:one[0]] + "  " + text[one[0]:]
	}
	texts[name] = text
	return name
}
