package ask

import (
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/load"
)

// At a place there fits what its type allows: parts behind a point, layers, what a clause may hear, values, what is in play.
func TestFits(t *testing.T) {
	const game = `enum mood { calm, angry }
kind fighter { health: int = 3  cell temper: mood = calm  carries talents: talent }
kind talent on fighter { }
event wound(author: fighter, victim: fighter) { points: int = 1 layers skill, gear  do { note "{points}" } }
talent strong { more: while wound(author: bearer) { add 1 to points } }
fighter brute { talents: [strong] }
`
	fs := afero.NewMemMapFs()
	if err := afero.WriteFile(fs, "g.kdsl", []byte(game), 0o644); err != nil {
		t.Fatal(err)
	}
	units, err := (&load.Loader{Local: fs}).Load("g.kdsl")
	if err != nil || units[0].Diags.HasErrors() {
		t.Fatal(err, units[0].Diags)
	}
	fits := FitsOf(units[0].Program)
	for text, want := range map[string][2][]string{ // what fits, and what does not
		"talent x { a: while wound(author: bearer) when bearer.":     {{"health", "temper"}, {"points", "strong"}},
		"talent x { a: while wound(author: bearer) when victim.":     {{"health"}, {"mood"}},
		"talent x {\n  a: after ":                                    {{"wound"}, {"strong", "fighter"}},
		"talent x {\n  a: after wound(":                              {{"author", "victim"}, {"points", "health"}},
		"talent x { a: while wound {\n add 1 to ":                    {{"points"}, {"health", "wound"}},
		"talent x { a: while wound {\n add 1 to points layer ":       {{"skill", "gear"}, {"calm"}},
		"fighter x {\n  talents: [":                                  {{"strong"}, {"brute"}},
		"fighter x {\n  talents: [strong, ":                          {{"strong"}, {"brute"}},
		"test \"x\" {\n given a, b = brute\n when wound(author: ":    {{"a", "b"}, {"brute", "strong"}},
		"test \"x\" {\n given a = brute {\n temper: ":                {{"calm", "angry"}, {"brute"}},
		"talent x {\n  // nothing is known of what a card is called": {},
	} {
		list := tokens(text)
		var pl place
		for _, x := range list {
			pl.follow(x.word)
		}
		got := fits.at(list, &pl)
		for i, names := range want {
			for _, name := range names {
				if got[name] != (i == 0) {
					t.Errorf("%q: %s: got %v", text, name, got)
				}
			}
		}
		if want[0] == nil && got != nil {
			t.Errorf("%q: got %v", text, got)
		}
	}
	if FitsOf(nil) != nil {
		t.Error("there is something for no program")
	}
}
