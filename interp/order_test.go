package interp_test

import (
	"testing"

	"github.com/kdsl-lang/kdsl/interp"
)

// Scenario 10: an ordering question only where clauses of one owner differ, the active player first.
func TestOrderQuestions(t *testing.T) {
	m := machine(t, programs(t, "interp/testdata/scenarios/10-order.kdsl")[0])
	for _, c := range []struct {
		test    string
		asked   []int32 // who is asked, in order
		options []int   // how many clauses each is offered
		pick    int
		told    string
	}{
		{"two alike", nil, nil, 0, "ring ring"},
		{"two that differ", []int32{0}, []int{2}, 0, "ring knock"},
		{"two that differ", []int32{0}, []int{2}, 1, "knock ring"},
		{"two of each, blue active", []int32{1, 0}, []int{2, 2}, 0, "knock shout ring knock"},
		{"two of each, blue active", []int32{1, 0}, []int{2, 2}, 1, "shout knock knock ring"},
		{"one each", nil, nil, 0, "knock ring"},
	} {
		var asked []int32
		all := drive(t, m, c.test, func(_ *interp.Run, q *interp.Question) *interp.Result {
			if q.Kind != interp.AskOrder {
				t.Fatalf("%s: a question of kind %d", c.test, q.Kind)
			}
			if n := len(asked); n >= len(c.options) || len(q.Order) != c.options[n] {
				t.Fatalf("%s: question %d offers %d clauses", c.test, n, len(q.Order))
			}
			asked = append(asked, q.Players[0])
			return &interp.Result{Player: q.Players[0], Pick: c.pick}
		})
		if len(asked) != len(c.asked) {
			t.Fatalf("%s: asked %v, want %v", c.test, asked, c.asked)
		}
		for i := range asked {
			if asked[i] != c.asked[i] {
				t.Errorf("%s: asked %v, want %v", c.test, asked, c.asked)
			}
		}
		if got := told(all); got != c.told {
			t.Errorf("%s with pick %d: %s, want %s", c.test, c.pick, got, c.told)
		}
	}
}
