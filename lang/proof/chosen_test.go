package proof

import (
	"strings"
	"testing"
)

// How many things a clause chooses is told by a number before what they are called, whether it asks for each of them by itself
// or for a list; a number that differs is told with what is chosen.
func TestChosen(t *testing.T) {
	each := `tug: after knock(who: bearer) {
  en "EN"  fr "FR"
  choose first: piece in pieces() by bearer.owner
  choose second: piece in pieces() where it != first by bearer.owner
  first.HP -= 1
  second.HP -= 1
}`
	list := `tug: after knock(who: bearer) {
  en "EN"  fr "FR"
  choose some: list<piece> in pieces() count 2 by bearer.owner
  each p in some { p.HP -= 1 }
}`
	free := strings.ReplaceAll(list, "count 2", "count 1..3")
	all := strings.ReplaceAll(each, " in pieces()", "")
	for _, x := range []struct{ rule, en, fr, want string }{
		{each, "Two pieces lose 1 HP each.", "Deux pièces perdent 1 PV chacune.", ""},
		{each, "It chooses two other pieces: these lose 1 HP.", "Elle choisit deux autres pièces : elles perdent 1 PV.", ""},
		{each, "Two of its enemies lose 1 HP each.", "Deux de ses ennemies perdent 1 PV chacune.", ""},
		{each, "Three pieces lose 1 HP each.", "Deux pièces perdent 1 PV chacune.", "error: Three, 2 pieces"},
		{each, "Two pieces lose 1 HP each.", "Trois autres pièces perdent 1 PV chacune.", "error: Trois, 2 pièces"},
		{all, "Two pieces lose 1 HP each.", "Deux pièces perdent 1 PV chacune.", ""},
		{all, "Three pieces lose 1 HP each.", "Deux pièces perdent 1 PV chacune.", "error: Three, 2 pieces"},
		{list, "Two pieces lose 1 HP each.", "Deux pièces perdent 1 PV chacune.", ""},
		{list, "Four pieces lose 1 HP each.", "Deux pièces perdent 1 PV chacune.", "error: Four, 2 pieces"},
		{all, "Two pieces lose 1 HP each.", "Deux pièces perdent 1 PV chacune.", ""},
		{all, "Three pieces lose 1 HP each.", "Deux pièces perdent 1 PV chacune.", "error: Three, 2 pieces"},
		{list, "Two pieces lose 1 HP each.", "Quatre pièces perdent 1 PV chacune.", "error: Quatre, 2 pièces"},
		{free, "Up to three pieces lose 1 HP each.", "Trois pièces au plus perdent 1 PV chacune.", ""},
		{free, "Up to four pieces lose 1 HP each.", "Trois pièces au plus perdent 1 PV chacune.", "error: four, 1 to 3 pieces"},
		{free, "Up to three pieces lose 1 HP each.", "Quatre pièces au plus perdent 1 PV chacune.", "error: Quatre pièces au plus, 1 à 3 pièces"},
	} {
		var all []string
		for _, v := range verdicts(t, strings.NewReplacer("EN", x.en, "FR", x.fr).Replace(x.rule)+" }\nfunction pieces(): list<piece> = all(piece)\ncharm idle { en \"Idle\"") {
			all = append(all, Ranks[v.Rank]+": "+v.Says+", "+v.Rule)
		}
		got := strings.Join(all, "; ")
		if got != x.want {
			t.Errorf("%s / %s: got %q, want %q", x.en, x.fr, got, x.want)
		}
	}
}
