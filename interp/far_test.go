package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Something is put and goes as far as the specification says, and a thousandth farther is a failure.
func TestFarAway(t *testing.T) {
	for _, c := range []struct {
		at, to string
		fails  string
	}{
		{"1000000, -1000000", "999999, -1000000", ""},
		{"1000000.001, 1", "5, 5", "nothing stands so far away"},
		{"1, -1000000.001", "5, 5", "nothing stands so far away"},
		{"1, 1", "1000000, 1", ""},
		{"1, 1", "1000000.001, 1", "nothing goes so far away"},
	} {
		m := compile(t, fmt.Sprintf(`kind piece { body round 1 }
piece runner { }
event walk(who: piece, to: point) { do { travel who along direct(who, to) { } } }
test "far" {
  given a = runner for red at (%s)
  when walk(a, point(%s))
  expect a.owner == red
}
`, c.at, c.to))
		got := trial.Run(m, m.Script(ir.TestScript, "far"), trial.Options{})
		if got.Passed != (c.fails == "") || !strings.Contains(got.Message, c.fails) {
			t.Errorf("from %s to %s: passed %v, %q", c.at, c.to, got.Passed, got.Message)
		}
	}
}
