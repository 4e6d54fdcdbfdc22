package layout_test

import (
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/load"
)

const program = `
pack shelf { en "Shelf"  fr "Étagère"  unit foot }
label foot { en "foot" plural "feet"  fr "pied" }
enum colour { red_one { en "red"  fr "rouge" }, blue_one { en "blue" } }
enum metal { tin { en "Tin"  fr "Étain" }, iron { en "Iron"  fr "Fer" } }
kind hero {
  en "Hero"  fr "Héros"
  colour: colour
  blade: metal = tin { en "Blade"  fr "Lame" }
  stat pace: length = 2 { en "Pace"  fr "Pas" }
  stat wit: int = 0 { en "Wit"  fr "Esprit" }
  price: int = 3 { en "Price"  fr "Prix" }
  long_name: int = 3
  flies: bool = false { en "Flies"  fr "Vole" }
  walks: bool = true { en "Walks"  fr "Marche" }
  carries gifts: gift { en "Gifts"  fr "Dons" }
  cell AP: int = 5
  cell notes: int = 0
  slow: after step(who: self) { en "Every one is slow."  fr "Chacun est lent." }
  dear: after step(who: self) { en "It costs {self.price}."  fr "Il coûte {self.price}." }
  stays: cannot step(who: self) when self.AP == 0 { en "It is tired."  fr "Il est las." }
}
kind gift on hero { en "Gift"  fr "Don" }
event step(who: hero) { do { who.notes += 1 } }
event spend(who: hero, points: int) {
  en "{who} spends {paid} AP"  fr "{who} dépense {paid} PA"
  paid: int = points
  do { who.AP -= paid }
}
span day(who: hero) { en "A day of {who}"  do { step(who) } }
gift strong(how_much: int in 1..9) { en "Strong {how_much}"  fr "Fort {how_much}" }
gift odd(n: int in 1..9, b: int in 1..9) { en "Odd"  fr "Bizarre" }
hero anna {
  en "Anna"  fr "Anna"
  colour: red_one  price: 3  flies: true
  gifts: [strong(2), odd(1, 2), strong(2)]
}
hero bob { en "Bob"; colour: blue_one; long_name: 4; pace: 2.5; wit: 7; walks: false }
gift horn {
  en "Horn"  fr "Cor"
  let far = 9
  action blow(who: hero) {
    en "Blow"  fr "Sonner"
    en "It is heard."  fr "On l'entend."
    en "By everybody."
    limit once per who per day
    cost spend(who: who, points: 2)
    require awake: who.AP > 0 { en "It sleeps."  fr "Il dort." }
    do { step(who) }
  }
  action drop(who: hero) { en "Drop"  fr "Lâcher"  do { step(who) } }
  twice: after step(who: bearer) may {
    en "When it steps,"  fr "Quand il marche,"
    limit twice per bearer per game
    bearer.notes += 1
  }
  more: after step(who: bearer) or day(who: bearer) { en "it notes that."  fr "il le note."; bearer.notes += 1 }
  told: after step(who: bearer) may {
    en "Once per day it rests."  fr "Une fois par jour, il se repose."
    limit once per bearer per day
    bearer.notes = 0
  }
}
kind saw on hero {
  en "Saw"  fr f "Scie"
  harm: dice = D6 { en "Harm"  fr "Mal" }
  blunt: bool = false { en "Blunt"  fr "Émoussée" }
  used: after step(who: bearer) { en "It rolls {self.harm}."  fr "Elle jette {self.harm}."; bearer.notes += 1 }
  sharp: after step(who: bearer) when who.AP > 0 && !self.blunt { en "It cuts by {self.harm}."  fr "Elle coupe de {self.harm}."; bearer.notes += 1 }
}
saw old_saw { en "Old saw"  fr "Vieille scie"  harm: 1D6  blunt: true }
saw new_saw { en "New saw"  fr "Scie neuve" }
test "it loads" { given a = anna for red; when step(a); expect a.notes == 1 }
`

func card(t *testing.T, name, lang string) *layout.Card {
	t.Helper()
	u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText("shelf.kdsl", program)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range u.Diags {
		if d.Code != "unused-name" {
			t.Fatalf("line %d: %s [%s]", d.Span.Pos().Line, d.Message, d.Code)
		}
	}
	for _, c := range u.Program.Cards {
		if c.Name == name {
			if !layout.Printed(u.Program, c) {
				t.Errorf("%s is not printed", name)
			}
			return layout.Of(u.Program, c, lang)
		}
	}
	t.Fatalf("there is no %s", name)
	return nil
}

// shown writes a card in a few lines.
func shown(c *layout.Card) string {
	var b strings.Builder
	b.WriteString(c.Title + "|" + strings.Join(append([]string{c.Sort}, c.Classes...), "|"))
	for _, f := range c.Figures {
		b.WriteString("\n" + f.Name + "=" + f.Value)
	}
	for _, p := range c.Properties {
		b.WriteString("\n+" + p)
	}
	for _, l := range c.Lines {
		b.WriteString("\n" + l.Name + ": " + strings.Join(l.Items, ", "))
	}
	for _, a := range c.Abilities {
		b.WriteString("\n[" + a.Name + "|" + a.Cost + "|" + a.Frequency + "] " + a.Text)
	}
	for _, w := range c.Missing {
		b.WriteString("\n? " + w.Sort + " " + w.ID)
	}
	return strings.ReplaceAll(b.String(), "\u00a0", "_")
}

func TestOf(t *testing.T) {
	for _, c := range []struct{ card, lang, want string }{
		{"anna", "en", `Anna|Hero|Red
Pace=2_feet
Price=3
+Flies
Gifts: 2 × Strong 2, Odd (1, 2)
[||] It costs 3.`},
		{"anna", "fr", `Anna|Héros|Rouge
Pas=2_pieds
Prix=3
+Vole
Dons: 2 × Fort 2, Bizarre (1, 2)
[||] Il coûte 3.`},
		{"bob", "en", `Bob|Hero|Blue
Pace=2.5_feet
Wit=7
Long name=4
? field hero.long_name`},
		{"bob", "fr", `Bob|Héros|Blue
Pas=2,5_pieds
Esprit=7
Long name=4
? card bob
? value colour.blue_one
? field hero.long_name`},
		{"strong", "en", "Strong X|Gift"},
		{"old_saw", "en", `Old saw|Saw
Harm=1D6
+Blunt
[||] It rolls 1D6.`},
		{"new_saw", "en", `New saw|Saw
[||] It rolls D6.
[||] It cuts by D6.`},
		{"horn", "en", `Horn|Gift
[Blow|2 AP|once per day] It is heard. By everybody.
[||twice per game] When it steps, it notes that.
[||] Once per day it rests.
[Drop||] 
? span day`},
		{"horn", "fr", `Cor|Don
[Sonner|2 PA|une fois par day] On l'entend. By everybody.
[||deux fois par partie] Quand il marche, il le note.
[||] Une fois par jour, il se repose.
[Lâcher||] 
? span day
? sentence horn.blow`},
	} {
		if got := shown(card(t, c.card, c.lang)); got != c.want {
			t.Errorf("%s in %s:\n%s\nwant:\n%s", c.card, c.lang, got, c.want)
		}
	}
}

func TestKindsAndSections(t *testing.T) {
	u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText("shelf.kdsl", program)
	if err != nil {
		t.Fatal(err)
	}
	var all []*ir.Card
	for _, c := range u.Program.Cards {
		if layout.Printed(u.Program, c) {
			all = append(all, c)
		}
	}
	var got []string
	for _, s := range layout.Sections(u.Program, all, "fr") {
		got = append(got, s.Title+" "+strings.Join(s.Texts, " "))
		for _, c := range s.Cards {
			got = append(got, c.Title)
		}
	}
	want := "Don |Bizarre|Cor|Fort X|Héros Chacun est lent. Il coûte ‹Prix›.|Anna|Bob|Scie Elle jette ‹Mal›. Elle coupe de ‹Mal›.|Scie neuve|Vieille scie"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("got %s, want %s", s, want)
	}
}

// What several cards lack is told once, with the first that needs it.
func TestMissing(t *testing.T) {
	a, b := card(t, "bob", "fr"), card(t, "bob", "fr")
	got := layout.Missing([]*layout.Card{a, b})
	if len(got) != 3 || got[1] != (layout.Word{Sort: "value", ID: "colour.blue_one", Lang: "fr", Card: "bob"}) {
		t.Errorf("got %v", got)
	}
}
