package interp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Numbers of instances are nowhere visible: closed up at every stop, a test tells the same by name.
func TestNumbersAreInvisible(t *testing.T) {
	closed := 0
	_, units := content(t)
	for _, u := range units {
		if u.Diags.HasErrors() {
			continue
		}
		m := interp.New(u.Program)
		for _, i := range tests(u) {
			tell := func(o trial.Options) (string, trial.Result) {
				var b strings.Builder
				o.Attach = func(r *interp.Run, l interp.Listener) interp.Listener {
					return renumbered{l.(interp.Renumbered), interp.Recorder(func(e *journal.Entry) {
						l.Told(e)
						fmt.Fprintf(&b, "%s\n", journal.ToLine(e, m.P, r).JSON())
					})}
				}
				res := trial.Run(m, i, o)
				return b.String(), res
			}
			plain, want := tell(trial.Options{})
			moved, got := tell(trial.Options{Suspend: func(r *interp.Run) *interp.Run {
				if r.Step().Kind != interp.Fail {
					n := len(r.S.Insts)
					r.Compact()
					closed += n - len(r.S.Insts)
				}
				return r
			}})
			if want.Message != got.Message {
				t.Errorf("%s, %q: %q, with numbers closed up %q", u.Name, m.P.Scripts[i].Name, want.Message, got.Message)
			}
			if plain != moved {
				t.Errorf("%s, %q: another journal with numbers closed up\n%s", u.Name, m.P.Scripts[i].Name, firstDifference(plain, moved))
			}
		}
	}
	if closed < 100 && !testing.Short() {
		t.Errorf("only %d gaps were closed", closed)
	}
	t.Logf("%d gaps were closed", closed)
}

// A game in which much comes and goes does not grow.
func TestTidy(t *testing.T) {
	m := compile(t, `
kind piece { cell n: int = 0 }
piece pawn { }
player { cell coins: int = 0 }
action take(who: player) { do {
  who.coins += 1
  repeat 30 { create pawn for who as p; if who.coins > 1 { destroy p } }
} }
event game() { do { repeat 100 { act players()[0] once } } }
scenario s { en "S"; game() }
`)
	r := m.Start(m.Script(ir.ScenarioScript, "s"))
	most := 0
	err := interp.Drive(r, watcher{func() { most = max(most, len(r.S.Insts)) }})
	if err != nil || most > 2200 || r.S.Cells[r.S.Insts[0].Ints] != 100 {
		t.Errorf("error %v, at most %d instances in the table, %d coins", err, most, r.S.Cells[r.S.Insts[0].Ints])
	}
}

// When the numbers are closed up, all of a kind are still found: of one that was there from the beginning, and of one of which
// nothing was left then.
func TestTidyKeepsKinds(t *testing.T) {
	m := compile(t, `
kind piece { }
piece pawn { }
kind stone { }
stone pebble { }
player { cell a: int = 0; cell b: int = 0; cell c: int = 0; cell d: int = 0 }
action take(who: player) { do { repeat 30 { create pawn for who as p; destroy p } } }
event game() { do {
  create pebble as first
  destroy first
  let one = players()[0]
  repeat 100 { act one once }
  one.a = size(all(player))
  one.b = size(all(stone))
  create pebble
  one.c = size(all(stone))
  one.d = size(all(player))
} }
scenario s { en "S"; game() }
`)
	r := m.Start(m.Script(ir.ScenarioScript, "s"))
	err := interp.Drive(r, watcher{func() {}})
	if got := r.S.Cells[r.S.Insts[0].Ints:][:4]; err != nil || len(r.S.Insts) > 2200 || !slices.Equal(got, []int64{2, 0, 1, 2}) {
		t.Errorf("error %v, %d instances in the table; players, stones, stones then, players then: %v", err, len(r.S.Insts), got)
	}
}

type renumbered struct {
	to interp.Renumbered
	interp.Recorder
}

func (r renumbered) Renumbered(to []int32) { r.to.Renumbered(to) }

type watcher struct{ stopped func() }

func (w watcher) Stopped(r *interp.Run, _ *interp.Stop) *interp.Run { w.stopped(); return r }
func (watcher) Throw(*interp.Run, *interp.Chance) ([]int64, error)  { return nil, nil }
func (watcher) Answer(r *interp.Run, _ *interp.Question) (interp.Result, error) {
	return r.Decide(), nil
}
func (watcher) Step(*interp.Run, *code.Step) error { return nil }
