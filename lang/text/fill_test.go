package text_test

import (
	"slices"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// Whom only a game knows is told on a printed card by what he is called there, and by no identifier: with the French article, melted with
// the word before it.
func TestWhoIsMeantOnACard(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero { en "Fighter"  fr f "Figurine"  cell HP: int = 9 { en "HP"  fr "PV" } }
kind gift on hero { en "Gift"  fr m "Don" }
label target { en "target"  fr m "adversaire" }
event fall(who: hero, target: hero) { en "{who} falls before {target}"  fr "{who} tombe devant {target}"  do { } }
gift lamp {
  en "Lamp"  fr f "Lampe"
  burns: after fall(who: bearer) {
    en "{bearer} loses 1 HP, and {target} too; so say those near {who}."
    fr "{bearer} perd 1 PV, comme {le target} ; ainsi {de bearer} et {de target}, dit {who}."
    bearer.HP -= 1
    target.HP -= 1
  }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	p := u.Program
	c := p.Cards[slices.IndexFunc(p.Cards, func(c *ir.Card) bool { return c.Name == "lamp" })]
	for lang, want := range map[string]string{
		"en": "The fighter loses 1 HP, and the target too; so say those near the fighter.",
		"fr": "La figurine perd 1 PV, comme l'adversaire ; ainsi de la figurine et de l'adversaire, dit la figurine.",
	} {
		for _, h := range p.Hooks {
			if got := text.Fill(p, c, text.Of(h.Texts, lang), lang); h.Card == c.ID && got != want {
				t.Errorf("%s: got %q, want %q", lang, got, want)
			}
		}
	}
}

// What a kind says of all its cards stands on each of them, whatever else they say; a figure on those that write it; and what goes for
// all pieces on which cards lie on none.
func TestWhatAKindSays(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `event fall(who: hero) { do { } }
kind hero { en "Hero"  cell HP: int = 9  hurts: after fall(who: self) { en "Whoever falls loses 1 HP."  self.HP -= 1 } }
kind dread on hero {
  en "Dread"  cost: int = 2
  shakes: after fall(who: bearer) { en "It shakes."  note "shaken" }
  sold: after fall(who: bearer) { en "It costs {self.cost}."  note "sold" }
}
hero bob { en "Bob"  stands: before fall(who: self) { en "He stands."  note "up" } }
dread dark { en "Dark"  en "Of the dark." }
dread deep { en "Deep"  cost: 3 }
dread bare { en "Bare" }
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	for name, want := range map[string]string{
		"bob": "He stands.", "dark": "Of the dark. It shakes.", "deep": "It shakes. It costs 3.", "bare": "It shakes. It costs 2.",
	} {
		c := u.Program.Cards[slices.IndexFunc(u.Program.Cards, func(c *ir.Card) bool { return c.Name == name })]
		if got := text.Card(u.Program, c, "en"); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
