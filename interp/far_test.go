package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Something is put and goes as far as the specification says, and is as large, and a thousandth more is a failure.
func TestFarAway(t *testing.T) {
	const far, large = "no place is so far away", "nothing is so large"
	for _, c := range []struct {
		at, to, body string
		fails        string
	}{
		{"1000000, -1000000", "999999, -1000000", "round 1", ""},
		{"1000000.001, 1", "5, 5", "round 1", far},
		{"1, -1000000.001", "5, 5", "round 1", far},
		{"1, 1", "1000000, 1", "round 1", ""},
		{"1, 1", "1000000.001, 1", "round 1", far},
		{"1, 1, 1000000", "1, 1, 1000000", "round 1000000 tall 1000000", ""},
		{"1, 1, 1000000.001", "5, 5", "round 1", far},
		{"1, 1", "1, 1", "round 1000000.001", large},
		{"1, 1", "1, 1", "rect 1 by 1000000.001", large},
		{"1, 1", "1, 1", "round 1 tall 9223372036854775", large},
	} {
		m := compile(t, fmt.Sprintf(`kind piece { body %s }
piece runner { }
event walk(who: piece, to: point) { do { travel who along direct(who, to) { } } }
test "far" {
  given a = runner for red at (%s)
  when walk(a, point(%s))
  expect a.owner == red && top(a) >= height(a)
}
`, c.body, c.at, c.to))
		got := trial.Run(m, m.Script(ir.TestScript, "far"), trial.Options{})
		if got.Passed != (c.fails == "") || !strings.Contains(got.Message, c.fails) {
			t.Errorf("from %s to %s: passed %v, %q", c.at, c.to, got.Passed, got.Message)
		}
	}
}

// A length, however large, is as long as it says: everybody is within it, and no sum of it is another number.
func TestLongLengths(t *testing.T) {
	m := compile(t, `kind piece { body round 1 tall 1 }
piece pawn { }
function all_there_is(): length = 9223372036854775
test "long" {
  given a = pawn for red at (0, 0)
  given b = pawn for red at (100, 0)
  given c = pawn for red at (50, 50)
  expect within(a, b, all_there_is()) && within(a, point(100, 0), all_there_is()) && !within(a, b, 0.0 - all_there_is())
  expect around(a, all_there_is()) == [b, c] && around(point(1, 1), all_there_is()) == [a, b, c]
  expect corridor(a, b, all_there_is()) == [c]
  expect ray(a, b, all_there_is()) == [b] && ray(a, point(1, 0), all_there_is()) == [b]
  expect passes(direct(a, point(10, 0)), c, all_there_is())
  expect length_of(toward(a, b, all_there_is())) == 99 && detour(point(0, 0), b, [c], all_there_is()) == 99.5
}
test "too long" {
  given a = pawn for red at (0, 0)
  expect distance(a, point_at(a, 45, all_there_is())) > 1
}
`)
	play(t, m, "long")
	if got := trial.Run(m, m.Script(ir.TestScript, "too long"), trial.Options{}); got.Passed || !strings.Contains(got.Message, "no place is so far away") {
		t.Errorf("passed %v, %q", got.Passed, got.Message)
	}
}
