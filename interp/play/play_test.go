package play_test

import (
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/lang/load"
)

const program = `
event pick(who: player) {
  choose by who { n: int in 1..9 prefer it }
  do { who.got = n }
}
player { cell got: int in 0..9 = 0 }
scenario s {
  players red, blue
  when pick(who: red)
}
`

// Without a player the machine answers by itself, as it would prefer; who listens hears of it, and what came from outside is kept.
func TestAutomaticPlayer(t *testing.T) {
	u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText("pick.kdsl", program)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	chosen := int64(0)
	g := play.New(interp.New(u.Program), 0, 1, interp.Recorder(func(e *journal.Entry) {
		if e.Kind == journal.Choice {
			chosen = e.Ints[0]
		}
	}))
	if err := g.Play(); err != nil {
		t.Fatal(err)
	}
	if chosen != 9 || len(g.Inputs) != 1 || g.Inputs[0].Answer == nil {
		t.Errorf("chose %d, inputs %v", chosen, g.Inputs)
	}
}
