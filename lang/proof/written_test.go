package proof

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
)

// What is written like a number and is none: pages, how manieth something is, dice of which a letter tells how many; and what
// is written like a word and is one: a level.
func TestWritten(t *testing.T) {
	p := small(t)
	for _, x := range []struct{ lang, text, want string }{
		{"en", "It tests Might (pp. 31 and 32).", ""}, {"fr", "Elle teste sa Force (P.31 et 32).", ""}, {"fr", "Elle teste sa Force (voir p. 31-32).", ""},
		{"en", "Its 2nd knock costs 3 HP.", "3"}, {"fr", "Son 2e coup coûte 3 PV.", "3"}, {"fr", "La 1re manche, elle perd 3 PV.", "3"}, {"fr", "La 3ème manche, 4 PV.", "4"},
		{"en", "It throws ND10 and adds 2.", "D10 2"}, {"fr", "Elle jette ND10 et ajoute 2.", "D10 2"}, {"fr", "XD6 plus 2", "D6 2"}, {"fr", "2D6 plus 2", "2D6 2"},
		{"en", "A charm of level III.", "3"}, {"fr", "Un charme de niveau II.", "2"}, {"fr", "Le charme d’Intuition I.", ""},
	} {
		var got []string
		l := newLexicon(p, x.lang)
		for _, s := range sentences(x.text) {
			_, said, _, _ := l.read(p, nil, s)
			for _, k := range said {
				switch {
				case k.topic != numberTopic:
				case k.sides != 0 && k.n == 0:
					got = append(got, fmt.Sprint("D", k.sides))
				case k.sides != 0:
					got = append(got, fmt.Sprint(k.n/1000, "D", k.sides))
				default:
					got = append(got, fmt.Sprint(k.n/1000))
				}
			}
		}
		if strings.Join(got, " ") != x.want {
			t.Errorf("%s: got %v, want %s", x.text, got, x.want)
		}
	}
}

// Who says that it is so, ally or not, speaks of neither side.
func TestEitherSide(t *testing.T) {
	p := small(t)
	for _, x := range []struct {
		lang, text string
		want       int
	}{
		{"en", "It knocks on the nearest piece, ally or not.", 0}, {"en", "It knocks on the nearest ally.", 1},
		{"fr", "Elle frappe la pièce la plus proche, alliée ou non.", 0}, {"fr", "Elle frappe l'alliée la plus proche.", 1},
		{"fr", "Elle frappe toute pièce, amie ou pas.", 0}, {"fr", "Elle frappe toute pièce, amie ou ennemie.", 2},
	} {
		got := 0
		l := newLexicon(p, x.lang)
		for _, s := range sentences(x.text) {
			_, said, _, _ := l.read(p, nil, s)
			for _, k := range said {
				if k.topic == sideTopic {
					got++
				}
			}
		}
		if got != x.want {
			t.Errorf("%s: %d sides, want %d", x.text, got, x.want)
		}
	}
}

// A word of the language that is a name, too, names a thing where it is written as one: a round is no tower, and what is
// thrown is no throw.
func TestHomonyms(t *testing.T) {
	const more = pack + `charm tower { en "Tower"  fr "Tour" }
charm front { en "Front"  fr "Avant" }
event cast(who: piece) { en noun "cast"  fr noun m "jet"  do { } }`
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("small.kdsl", more)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	l := newLexicon(u.Program, "fr")
	for text, want := range map[string]string{
		"À chaque tour elle perd un PV.": "lap", "Elle porte la Tour.": "lap tower", "Avant un coup.": "knock", "Un Avant lui suffit.": "front",
		"Un jet.": "cast", "Une pièce jetée.": "piece",
	} {
		got := map[string]bool{}
		for _, s := range sentences(text) {
			for i := range s {
				if w, _ := l.find(s[i:]); w != nil {
					for _, n := range (&atom{word: w}).sure() {
						got[n.Name] = true
					}
				}
			}
		}
		delete(got, "HP")
		if s := strings.Join(slices.Sorted(maps.Keys(got)), " "); s != want {
			t.Errorf("%s names %q, want %q", text, s, want)
		}
	}
}

// A part of a sentence in which one number stands is a row: on its line, and in a list of what may be taken. It has what is
// named in it by whichever of its names.
func TestRows(t *testing.T) {
	p := small(t)
	for _, x := range []struct{ lang, text, want string }{
		{"en", "10 Might or 6 Speed", "10 might, 6 speed"}, {"fr", "10 en Force ou 6 en Vitesse", "10 might, 6 speed"},
		{"en", "4 HP or more", "4 HP"}, {"fr", "4 points de vie ou plus", "4 HP"}, {"fr", "Force : 2\nVitesse : 1", "2 might, 1 speed"},
	} {
		l, want := newLexicon(p, x.lang), []string{}
		for _, s := range sentences(x.text) {
			for _, r := range l.rows(s) {
				for _, name := range []string{"might", "speed", "HP"} {
					if r.keys["field "+fold(name)] {
						want = append(want, fmt.Sprint(r.n/1000, " ", name))
					}
				}
			}
		}
		if got := strings.Join(want, ", "); got != x.want {
			t.Errorf("%s: rows %q, want %q", x.text, got, x.want)
		}
	}
}
