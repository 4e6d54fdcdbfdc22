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
