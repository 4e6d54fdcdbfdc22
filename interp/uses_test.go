package interp_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Of each answer that a test gives it is known who was asked, and of each of its dice what it was thrown for.
func TestUses(t *testing.T) {
	answers, dice := 0, 0
	for _, u := range programs(t, "rules/saga", "interp/testdata/scenarios", "interp/testdata/pipeline") {
		m := machine(t, u)
		for _, i := range tests(u) {
			s := m.P.Scripts[i]
			given := map[int]bool{} // where
			action := map[int]int{} // what answers choose
			looped := false
			var look func(b *ir.Block)
			look = func(b *ir.Block) {
				for _, x := range b.Stmts {
					switch x := x.(type) {
					case *ir.Answer:
						given[x.At.Start], action[x.At.Start] = true, x.Event
					case *ir.GiveDice:
						given[x.Faces[0].At.Start] = true
					case *ir.During:
						look(x.Body)
					case *ir.Repeat, *ir.Each, *ir.If:
						looped = true
					default: // gives nothing
					}
				}
			}
			look(s.Do)
			r := trial.Run(m, i, trial.Options{})
			if s.Seeds > 0 || looped || !r.Passed {
				continue
			}
			for _, x := range r.Uses {
				if x.Answer {
					answers++
				} else {
					dice++
				}
				delete(given, x.At.Start)
			}
			for at := range given { // what is chosen and turns out to be impossible, for a reason that is hidden, is told of nowhere
				e, is := action[at]
				if is && e >= 0 && !slices.ContainsFunc(r.Journal, func(x *journal.Entry) bool { return x.Event == e }) {
					delete(given, at)
				}
			}
			if len(given) > 0 {
				t.Errorf("%s: %d of what is given has no use; %v", s.Name, len(given), r.Uses)
			}
		}
	}
	if !testing.Short() && (answers < 90 || dice < 90) {
		t.Errorf("%d answers, %d throws", answers, dice)
	}
}

// Where an answer waits that nobody asks for, and automatic players go on without it, the report says so.
func TestAnswerWaits(t *testing.T) {
	const text = `
player { cell n: int = 0 }
action step(who: player) { do { who.n += 1 } }
span turn(who: player) { owner who; do { act who once } }
test "it" { answer yes; answer step; when turn(who: red); expect red.n == 2 }
`
	u, err := loaderAt(root).LoadText("a.kdsl", text)
	if err != nil {
		t.Fatal(err)
	}
	m := machine(t, u)
	r := trial.Run(m, m.Script(ir.TestScript, "it"), trial.Options{})
	if want := "expected red.n == 2, red.n is 1; nobody has asked for the answer of line 5, and those behind it wait"; r.Message != want {
		t.Errorf("got %q", r.Message)
	}
}

// An answer that is wrong is found at its own place, though one that is meant for somebody else stands before it; and a report
// calls everybody by his name, when the game is over, too.
func TestAnswerBy(t *testing.T) {
	const text = `
player { cell n: int = 0 }
kind cup { }
cup mug { }
event take(who: player) { choose by who { step: int in 1..3; from: cup in all(cup) } do { who.n += step } }
event all_take() { do { take(players()[0]); take(players()[1]) } }
test "wrong" { players ada, eve
  given m = mug
  answer step: 2 by eve
  answer step: 7 by ada
  when all_take()
  expect ada.n == 2 }
test "skipped" { players ada, eve
  given m = mug
  answer step: 2 by eve
  when take(ada)
  expect ada.n == 7 }
test "left over" { players ada, eve
  given m = mug
  answer step: 2, from: m
  answer step: 3
  when take(ada)
  expect ada.n == 2 }
`
	u, err := loaderAt(root).LoadText("a.kdsl", text)
	if err != nil {
		t.Fatal(err)
	}
	m := machine(t, u)
	for name, want := range map[string]string{
		"wrong":     "10: take: step: got 7, want 1 to 3; asked ada for take",
		"skipped":   "17: expected ada.n == 7, ada.n is 1; the answer of line 15 was not used; asked ada for take, answered automatically: step: 1, from: m",
		"left over": "21: nobody asked for this answer; what was asked: take (step, from); asked ada for take, answered by line 20: step: 2, from: m",
	} {
		r := trial.Run(m, m.Script(ir.TestScript, name), trial.Options{})
		got := fmt.Sprintf("%d: %s", r.At.Pos().Line, r.Message)
		for _, a := range r.Asked {
			got += "; " + a.Text
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
