package interp_test

import (
	"testing"

	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// The order in which things are told, where the order is the point.
func TestToldOrder(t *testing.T) {
	for _, c := range []struct {
		file, script string
		word         ir.ScriptWord
		want         string
	}{
		{"stages", "all of them in order", ir.TestScript, "pay before may_before do 2 becomes after may_after"},
		{"stages", "replaced after the costs and before anything else", ir.TestScript, "pay instead"},
		{"bands", "the active player first, then arrival", ir.TestScript,
			"red_bell red_atone blue_bell atlas book | blue_bell red_bell red_atone atlas book"},
		{"bands", "without a turn, arrival alone", ir.TestScript, "blue_bell red_atone red_bell atlas book"},
		{"bands", "labels order what arrived together", ir.TestScript, "first second atlas book"},
		{"bands", "the innermost span decides", ir.TestScript, "blue_bell red_bell atlas book"},
		{"bands", "house", ir.ScenarioScript, "house red_bell atlas book"},
		{"spans", "inner spans close first, and what always runs does", ir.TestScript,
			"step_1 inner_always after_step round_always after_round turn_always after_turn after_game"},
		{"spans", "stopped before its deed", ir.TestScript, "rest"},
		{"spans", "an outer one is stopped as an inner one begins", ir.TestScript, "turn_always after_turn"},
		{"spans", "two parts that always run", ir.TestScript, "one two"},
		{"spans", "a stop in what always runs", ir.TestScript, "a b rest"},
		{"spans", "an inner one in which nothing always runs", ir.TestScript, "in_it after_bare after_around rest"},
		{"spans", "what is needed is gone", ir.TestScript, "start always"},
		{"spans", "gone inside what always runs", ir.TestScript, "in_it still"},
		{"turns", "each once", ir.TestScript, "red_shout blue_shout"},
		{"turns", "until both pass in a row", ir.TestScript, "red_shout blue_shout red_shout blue_shout"},
		{"turns", "a pass that is answered by an action is no end", ir.TestScript, "blue_shout red_shout"},
		{"chance", "by class, once for each that occurs", ir.TestScript, "low:2 high:3"},
		{"travel", "enter, touch and leave, in the order of the way", ir.TestScript, "enter_a touch_a leave_a enter_b"},
		{"travel", "destroyed on the way", ir.TestScript, "enter_a"},
		{"travel", "moved on the way", ir.TestScript, "enter_a"},
		{"travel", "several at the same point: watchers as written, then by arrival", ir.TestScript, "enter_a enter_2 enter_1 enter_b"},
	} {
		m := machine(t, programs(t, "interp/testdata/pipeline/"+c.file+".kdsl")[0])
		i := m.Script(c.word, c.script)
		if i < 0 {
			t.Errorf("%s: there is no %q", c.file, c.script)
			continue
		}
		res := trial.Run(m, i, trial.Options{})
		if got := told(res.Journal); !res.Passed || got != c.want {
			t.Errorf("%s, %s: %s\n got %s\nwant %s\n%s", c.file, c.script, res.Message, got, c.want, story(m, res.Journal))
		}
	}
}

// Who may hear of what lies in a hand is told with it, also where nothing but hands is hidden.
func TestToldToWhom(t *testing.T) {
	m := compile(t, `
kind gem { cell seen: int = 0 }
gem ruby { }
zone hand of player seen by owner
event look(who: player, what: gem) { do { what.seen += 1 } }
test "in a hand" {
  players red, blue
  given r = ruby for red at hand of red
  when look(red, r)
}
`)
	res := trial.Run(m, 0, trial.Options{})
	some := 0
	for _, e := range res.Journal {
		if e.Kind == journal.Event || e.Kind == journal.Change {
			if some++; len(e.Hidden) != 1 || e.Hidden[0] != 0 {
				t.Errorf("%v is told to %v, want red alone", e, e.Hidden)
			}
		}
	}
	if !res.Passed || some < 2 {
		t.Errorf("%d entries: %s\n%s", some, res.Message, story(m, res.Journal))
	}
}

// A clause before an event has memory of its own for numbers and for lists, and what is gone still says what it lay on, be it the first
// player.
func TestMemoryOfClauses(t *testing.T) {
	m := compile(t, `
player { cell got: int in 0..99 = 0 }
kind badge on player { cell n: int = 0 }
badge star {
  adds: before gain {
    let more = [1, 2, 3]
    let once = n + 10
    who.got += more.sum(x, x) + once
  }
}
event gain(who: player, n: int) { do { who.got += n } }
event mourn(what: badge) { do { if has(what.bearer) { what.bearer.got += 1 } } }
test "numbers and lists" {
  players red, blue
  given s = star on red
  when gain(red, 2)
  expect red.got == 20 && blue.got == 0
}
test "gone" {
  players red, blue
  given s = star on red
  destroy s
  when mourn(s)
  expect red.got == 1
}
`)
	for _, name := range []string{"numbers and lists", "gone"} {
		if got := play(t, m, name); !got.Passed {
			t.Errorf("%s: %s\n%s", name, got.Message, story(m, got.Journal))
		}
	}
}

// What is required of a field to which a clause contributes that looks at a later answer is not asked before that is given.
func TestRequiredOfWhatComesLater(t *testing.T) {
	m := compile(t, `
player { cell got: int in 0..99 = 0 }
kind mark on player { }
mark helps { more: while reach(who: bearer) when m == 2 { add 2 to points } }
span turn(who: player) { owner who  do { act who once } }
action reach(who: player) {
  choose by who { n: int in 1..2 prefer 9 - it
    m: int in 1..2 prefer 9 - it }
  points: int = n layers effects
  require strong: points >= 3
  do { who.got = n * 10 + m }
}
test "helped" {
  players red, blue
  given h = helps on red
  when turn(red)
  expect red.got == 12
}
test "not helped" {
  players red, blue
  given h = helps on blue
  when turn(red)
  expect red.got == 0
}
`)
	for _, name := range []string{"helped", "not helped"} {
		if got := play(t, m, name); !got.Passed {
			t.Errorf("%s: %s\n%s", name, got.Message, story(m, got.Journal))
		}
	}
}
