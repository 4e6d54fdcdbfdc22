package survey_test

import (
	"slices"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/survey"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// What is paid and what is left, of a cell that a cost takes from, of one that is asked for, and of pieces.
const purses = `
kind piece { cell points: int in 0..9 = 0  cell hurt: int in 0..9 = 3 }
kind charge on piece { }
piece pawn { }
charge spark { }
player { cell gold: int in 0..9 = 4 }
span turn(who: piece) { owner who.owner  do { who.points = 5; who.hurt = 3; act who until pass } }
event spend(who: piece, n: int) { require enough: who.points >= n  do { who.points -= n } }
event fire(who: piece) { require loaded: size(who.items(charge)) > 0  do { destroy who.items(charge)[0] } }
action push_on(who: piece) { cost spend(who, 2)  do { note "on"; who.hurt -= 1 } }
action shoot(who: piece) { prefer 2  cost fire(who)  do { note "bang" } }
action buy(who: piece) { prefer 3  require rich: who.owner.gold >= 3  do { who.owner.gold -= 3 } }
action rest(who: piece) { prefer 0  do { note "rest" } }
scenario three_turns {
  given a = pawn with spark, spark for red
  given b = spark
  repeat 3 { turn(a) }
}
scenario nothing_done {
  given a = pawn for red
  a.points = 1
  a.points = 5
  a.points = 5
}
`

func TestResources(t *testing.T) {
	u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText("purses.kdsl", purses)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	m := interp.New(u.Program)
	for name, want := range map[string][]survey.Resource{
		// two of five are left each time, those of the last turn are nobody's loss; a third of the sparks lies idle
		"three_turns":  {{Name: "charge", Paid: 2, Left: 1}, {Name: "piece.points", Paid: 12, Left: 2}, {Name: "player.gold", Paid: 3}},
		"nothing_done": {{Name: "piece.points", Left: 6}},
	} {
		r, err := survey.Scenario(m, m.Script(ir.ScenarioScript, name), survey.Options{Games: 1, Seed: 1})
		if err != nil || len(r.Unfinished) > 0 {
			t.Fatal(name, err, r.Unfinished)
		}
		if !slices.Equal(r.Resources, want) {
			t.Errorf("%s: got %v, want %v", name, r.Resources, want)
		}
	}
}

// Of what is left it is told for how much there was a use; and a pass that cost the game is one that is better taken back.
const chances = `
kind piece { cell points: int in 0..9 = 0 }
piece fox { }
player { cell eggs: int in 0..9 = 0 }
event spend(who: piece, n: int) { require enough: who.points >= n  do { who.points -= n } }
action eat(who: fox) { prefer -1  cost spend(who, 2)  do { who.owner.eggs += 1 } }
action sing(who: piece) { prefer -1  cost spend(who, 2)  do { note "la" } }
event won(by: player) { }
scenario shy {
  given f = fox for red
  f.points = 2
  each n in [1, 2] { f.points = 2; act f }
  f.points = 2
  won(f.owner.eggs > 0 ? red : blue)
}
`

func TestChances(t *testing.T) {
	u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText("chances.kdsl", chances)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	m := interp.New(u.Program)
	r, err := survey.Scenario(m, m.Script(ir.ScenarioScript, "shy"), survey.Options{Games: 40, Seed: 1, Retry: true})
	if err != nil || len(r.Unfinished) > 0 {
		t.Fatal(err, r.Unfinished)
	}
	if want := []survey.Resource{{Name: "piece.points", Left: 40 * 6, Idle: 40 * 4}}; !slices.Equal(r.Resources, want) {
		t.Errorf("got %v, want %v: the two points of the beginning had no use, those of two questions had", r.Resources, want)
	}
	var retried int64
	for _, a := range r.Actions {
		retried += a.Retried
		if a.Name == "eat" && (a.Retried == 0 || a.Better != a.Retried || a.Worse != 0) || a.Name != "eat" && a.Better+a.Worse > 0 {
			t.Errorf("%s: %d better, %d worse of %d", a.Name, a.Better, a.Worse, a.Retried)
		}
	}
	if retried != 40 {
		t.Errorf("%d of 40 games were played again", retried)
	}
}
