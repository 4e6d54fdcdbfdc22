package check_test

import (
	"strings"
	"testing"
)

// what each program of these tests begins with.
const world = `kind ware { stat size: int in 0..9 = 1  cell worn: int = 0  cell pal: ware? = none }
ware stone { }
event hit(who: ware, points: int in 0..9) { do { who.worn += points } }
`

// A word that means a value is no name, wherever a name is bound: it is told there.
func TestBoundNames(t *testing.T) {
	for _, c := range []string{
		"kind @ { }", "enum @ { a }", "kind k { cell @: int = 0 }", "kind k { stat @: int = 0 }", "kind k { derive @: int = 1 }",
		"event @() { do { } }", "event e(@: int) { do { } }", "event e() { @: int = 0  do { } }", "function @(): int = 1", "function f(@: int): int = 1",
		"ware @ { }", "rule @ { a: after hit { note \"x\" } }", "option @: bool = true { en \"A\" }", "span @() { do { } }",
		"rule r { a: while each @: ware { add 1 to size } }", "rule r { a: after hit { choose @: int in 1..2 by who.owner; who.worn = 1 } }",
		"rule r { a: after hit { let @ = 1; who.worn = 1 } }", "rule r { a: after hit { each @ in all(ware) { note \"x\" } } }", "rule r { a: after hit { each @: ware { note \"x\" } } }",
		"rule r { a: after hit { throw d6 as @; note \"x\" } }",
		"test \"t\" { given @ = stone }", "test \"t\" { let @ = 1 }",
	} {
		for _, word := range []string{"bearer", "self"} {
			said := false
			text := world + strings.Replace(c, "@", word, 1) + "\n"
			at := len(world) + strings.Index(c, "@")
			for _, d := range checked(t, text) {
				if d.Span.Start == at && d.Span.End == at+len(word) && strings.Contains(d.Message, word) {
					said = true
				}
			}
			if !said {
				t.Errorf("%s is not told in\n%s\n%v", word, c, checked(t, text))
			}
		}
	}
}

// What is wrong is told with what fits the case, and nothing that fits another.
func TestTellingCases(t *testing.T) {
	const figures = world + "event tally(who: ware) { much: int = 0 layers low  many: int = 0  few: int = 0 layers low  do { } }\nevent weigh(who: ware) { do { } }\n"
	const items = "kind pawn { cell PV: int = 0 }\nkind glow on pawn { cell n: int = 0 }\n"
	for _, c := range []struct{ text, told, not string }{
		{figures + "rule r { a: while tally { add 1 to lots } }\n", "nothing here is called `lots`; of tally a card may add to much, few", ""},
		{figures + "label few { en \"Handful\" }\nrule r { a: while tally { add 1 to handful } }\n", "\"few\", which is printed as \"Handful\"", ""},
		{figures + "label few { fr f \"Poignée\" }\nrule r { a: while tally { add 1 to poignée } }\n", "\"few\", which is printed as \"Poignée\"", ""},
		{figures + "rule r { a: while weigh { add 1 to lots } }\n", "weigh has nothing to which a card may add", ""},
		{world + "rule r { a: after hit { choose x: int in 1..2 { en \"How many of {nobody}?\" } by who.owner; who.worn = x } }\n", "nobody", ""},
		{world + "rule r { a: after hit { choose x: int in 1..2 { en \"How many of {who}?\" } by who.owner; who.worn = x } }\n", "", "who"},
		{items + "glow g { action shine(who: glow) { do { who.bearer.PV = 1 } } }\n", "an action that stands in a card is offered to its bearer alone", ""},
		{items + "event shine(who: glow) { do { } }\nglow g { a: after shine { who.bearer.PV = 1 } }\n", "bearer", "is offered to its bearer alone"},
		{"kind box on shelf { }\nbox red_one { en \"Red box\" }\nkind shelf { carries held: box }\nshelf s { held: [\"Red box\"] }\n", "a card is named without quotes: red_one", ""},
		{"kind box on shelf { }\nbox red_one { en \"Red box\" }\nkind shelf { carries held: box }\nshelf s { held: [\"red_one\"] }\n", "a card is named without quotes: red_one", ""},
	} {
		said := ""
		for _, d := range checked(t, c.text) {
			said += d.Message + "; " + d.Hint + "\n"
			for _, m := range d.Mends {
				said += m.Title + "\n"
			}
		}
		if !strings.Contains(said, c.told) || c.not != "" && strings.Contains(said, c.not) {
			t.Errorf("%s\nwants %q, and not %q, and is told\n%s", c.text, c.told, c.not, said)
		}
	}
}
