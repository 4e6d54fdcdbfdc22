package proof

import (
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
)

// A sentence beside its clause that speaks of the bearer alone, where the clause does something to somebody else, is
// found; and the other way round.
func TestRoles(t *testing.T) {
	for sentence, want := range map[string]int{"It loses 2 HP.": 1, "The other loses 2 HP.": 0, "Its victim loses 2 HP.": 0} {
		u, err := library.Loader(afero.NewMemMapFs()).LoadText("small.kdsl", pack+`charm hook { en "Hook"  tug: after knock(who: bearer) { en "`+sentence+`"; at.HP -= 2 } }`)
		if err != nil || u.Diags.HasErrors() {
			t.Fatal(err, u.Diags)
		}
		for _, s := range Sentences(t.Context(), u.Program, u.Program.Pack) {
			if s.Card.Name == "hook" && (len(s.Verdicts) != want || want > 0 && !strings.HasPrefix(s.Verdicts[0].Rule, "somebody else")) {
				t.Errorf("%s: got %v, want %d hints", s.Text, s.Verdicts, want)
			}
		}
	}
}

// Who does what a clause hears is told by the words beside its name: what the bearer is said to do, and is done to him, is
// found, and the other way round.
func TestParts(t *testing.T) {
	for _, x := range []struct{ part, sentence, want string }{
		{"who", "After its knock it loses 1 HP.", ""}, {"at", "After its knock it loses 1 HP.", "hint: its knock"},
		{"at", "After a knock on it, it loses 1 HP.", ""}, {"who", "After a knock on it, it loses 1 HP.", "hint: knock on it"},
	} {
		if got := own(t, `tug: after knock(`+x.part+`: bearer) { en "`+x.sentence+`"; bearer.HP -= 1 }`); got != x.want {
			t.Errorf("%s, %s: got %q, want %q", x.part, x.sentence, got, x.want)
		}
	}
}

// The bearer does what stands behind him in a list of deeds, whatever may or cannot be; or it is done to him.
func TestDeeds(t *testing.T) {
	for _, x := range []struct{ part, sentence, want string }{
		{"who", "It cannot march or knock.", ""}, {"at", "It cannot march or knock.", "hint: It cannot march or knock"},
		{"who", "It cannot march; its next knock neither.", ""}, {"at", "It cannot march; its next knock neither.", "hint: its next knock"},
		{"at", "It cannot be knocked.", ""}, {"who", "It cannot be knocked.", "hint: cannot be knocked"},
	} {
		got := own(t, `stay: cannot march(who: bearer) or knock(`+x.part+`: bearer) { en "`+x.sentence+`" } }
event march(who: piece) { en noun "march"  do { who.HP -= 1 }`)
		if got != x.want {
			t.Errorf("%s, %s: got %q, want %q", x.part, x.sentence, got, x.want)
		}
	}
}
