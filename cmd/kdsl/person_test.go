package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Of the routes that are offered no two look the same.
func TestRoutesOffered(t *testing.T) {
	file := filepath.Join(t.TempDir(), "walk.kdsl")
	if err := os.WriteFile(file, []byte(`kind piece { body round 1 }
piece pawn { en "Pawn" }
action walk(who: piece) {
  choose by who.owner { route: path within 6 }
  do { travel who along route }
}
span turn(who: piece) { owner who.owner; do { act who } }
scenario s {
  players red "Rosa", blue "Bruno"
  table 20 by 20
  given a = pawn for red at (6, 14.4)
  given b = pawn for blue at (6.02, 4)
  turn(a)
}
`), 0o644); err != nil {
		t.Fatal(err)
	}
	out, said, code := call(strings.NewReader("1\n"), "run", file, "--as", "red")
	routes := regexp.MustCompile(`\(6, 14\.4\) → .*`).FindAllString(out, -1)
	slices.Sort(routes)
	if code != exitFine || len(routes) < 40 || len(slices.Compact(slices.Clone(routes))) < len(routes) {
		t.Errorf("exits with %d, says %q and offers\n%s", code, said, strings.Join(routes, "\n"))
	}
}

// Who leaves a game that is not saved as it stands is told so, and how it is.
func TestLeavesUnkept(t *testing.T) {
	const pig = "../../examples/pig.kdsl"
	file := filepath.Join(t.TempDir(), "game.save")
	for _, c := range []struct{ lang, in, last string }{
		{"en", "1\nq\n", "the game is not kept: s FILE saves it before q, and --save FILE at every question"},
		{"fr", "1\n", "la partie n'est pas gardée : s FICHIER l'enregistre avant q, et --save FICHIER à chaque question"},
		{"en", "s " + file + "\n1\nq\n", "the game is not kept: s FILE saves it before q, and --save FILE at every question"},
		{"en", "1\ns " + file + "\nq\n", "> q"},
	} {
		out, said, code := call(strings.NewReader(c.in), "run", pig, "--as", "red", "--seed", "3", "--lang", c.lang)
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if last := lines[len(lines)-1]; code != exitFine || last != c.last {
			t.Errorf("%q: exits with %d, says %q, and %q last", c.in, code, said, last)
		}
	}
}
