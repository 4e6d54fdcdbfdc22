package proof

import (
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

const hedgehogs = `pack thorns { en "Thorns"  fr "Épines"  unit inch }
enum side { left { en "left"  fr "gauche" }  right { en "right"  fr "droite" } }
kind hero { en "Hero" plural "Heroes"  fr "Héros"  cell HP: int = 9 { en "HP"  fr "PV" }  carries gifts: gift { en "Gifts"  fr "Dons" } }
kind gift on hero { en "Gift"  fr "Don"  nerve: int = 1 { en "Nerve"  fr "Cran" } }
event hit(who: hero, by: hero) { en "{by} hits {who}"  fr "{by} frappe {who}"  en noun "blow"  do { } }
function brave(x: hero): bool = x.HP > 3 { en "{x} is brave, our best"  fr "{x} est brave" }
gift prickly {
  en "Prickly"  fr "Piquant"
  stings: after hit(who: bearer) {
    en "After a hit, it loses 3 HP."
    fr "Après un coup, il perd 3 PV."
    bearer.HP -= 3
  }
}
`

func parsed(t testing.TB, text string) *ir.Program {
	t.Helper()
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", text)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	return u.Program
}

// What the proof-readers of a program take over from those of the one before is what they would make anew; only where a name is another
// they make it. It was seen to fail when plurals, further names, what stands between parameters, what a thing is, the unit, or the
// fields of the program before were kept.
func TestReadersTakeOver(t *testing.T) {
	for _, c := range []struct {
		from, to string
		kept     bool
	}{
		{"After a hit, it", "Once hit, it", true},
		{"bearer.HP -= 3", "bearer.HP -= 3\n    hit(who: bearer, by: bearer)", true},
		{"\n", "\n\n// moved\n", true},
		{"int = 9", "int = 8", true},
		{"x.HP > 3", "x.HP > 4", true},
		{"unit inch", "unit cm", false},
		{"\"Prickly\"", "\"Spiny\"", false},
		{"gift prickly", "gift spiny", false},
		{"\"HP\"", "\"Vigour\"", false},
		{"cell HP: int = 9", "cell HP: int = 9  cell AP: int = 2", false},
		{"\"Heroes\"", "\"Heroines\"", false},
		{"\"blow\"", "\"strike\"", false},
		{"{by} hits {who}", "{by} strikes {who}", false},
		{"{by} hits {who}", "{by} hits {who} hard", false},
		{"our best", "best", false},
		{"\"droite\"", "\"tribord\"", false},
		{"gift prickly", "gift calm { en \"Calm\"  fr \"Calme\" }\ngift prickly", false},
	} {
		p, q := parsed(t, hedgehogs), parsed(t, strings.Replace(hedgehogs, c.from, c.to, 1))
		before := Readers(p, nil)
		had := map[string]*lexicon{}
		for lang, x := range before {
			had[lang] = x.lex
		}
		got, want := Readers(q, before), Readers(q, nil)
		for _, lang := range Langs {
			if kept := got[lang].lex == had[lang]; kept != c.kept {
				t.Errorf("%q for %q in %s: taken over is %v, want %v", c.to, c.from, lang, kept, c.kept)
			}
			if !reflect.DeepEqual(got[lang].lex, want[lang].lex) {
				t.Errorf("%q for %q in %s: what words mean is another than when it is made anew", c.to, c.from, lang)
			}
		}
	}
}
