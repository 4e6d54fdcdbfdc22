package interp_test

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// What no longer fits fails the step; it never becomes another value.
func TestOutOfRange(t *testing.T) {
	m := compile(t, `
kind piece { harm: dice = D6 }
piece stick { }
event dice_of(what: piece, n: int) { sum: dice = what.harm.plus(n)  faces: int = faces_of(sum) }
kind charm on runner { }
kind runner extends piece { stat pace: int = 4  cell load: int = 0 }
runner walker { }
charm slow { slows: while true { divide bearer.pace by bearer.load rounding up } }
charm fast { speeds: while true { multiply bearer.pace by 5000000000000000000 } }
test "divided by nothing" {
  players red "Red"
  given w = walker for red
  apply slow to w permanent
  expect w.pace == 4
}
test "multiplied" {
  players red "Red"
  given w = walker for red
  apply fast to w permanent
  expect w.pace == 4
}
event far(n: int) { way: length = length(n) }
event half_way(n: int) { way: length = half(n) }
test "dice" {
  players red "Red"
  given s = stick for red
  dice_of(what: s, n: 5000)
}
test "length" {
  players red "Red"
  far(n: 9000000000000000000)
}
test "half" {
  players red "Red"
  half_way(n: -9000000000000000000)
}
`)
	for name, want := range map[string]string{
		"dice": "D6 with 5000 more is out of range", "length": "the number is too large",
		"divided by nothing": "pace is out of range", "multiplied": "pace is out of range", "half": "the number is too large",
	} {
		res := trial.Run(m, m.Script(ir.TestScript, name), trial.Options{})
		if res.Passed || !strings.Contains(res.Message, want) {
			t.Errorf("%s: passed is %v with %q, want %q", name, res.Passed, res.Message, want)
		}
	}
}

// A chance is exact, rounded down, of however many dice with however many faces: it is compared with the counting of all throws.
func TestChance(t *testing.T) {
	var cases []string
	count := func(n, faces, need int64) {
		all := new(big.Int).Exp(big.NewInt(faces), big.NewInt(n), nil)
		hits := new(big.Int).Sub(all, new(big.Int).Exp(big.NewInt(max(0, need-1)), big.NewInt(n), nil))
		per := hits.Div(hits.Mul(hits, big.NewInt(1000)), all)
		cases = append(cases, fmt.Sprintf("  expect chance(%d, %d, %d) == %d", n, faces, need, per))
	}
	for _, n := range []int64{1, 2, 3, 9, 12, 38, 64, 65, 200, 5000} {
		for _, faces := range []int64{1, 2, 6, 10, 92, 1000, 1001, 2000, 1_000_000, math.MaxInt64} {
			for _, need := range []int64{1, 2, 3, 84, faces / 2, faces - 1, faces} {
				if need = max(1, need); need <= faces {
					count(n, faces, need)
				}
			}
		}
	}
	for _, fixed := range []string{"chance(0, 6, 4) == 0", "chance(3, 6, 7) == 0", "chance(9223372036854775807, 1000000, 999999) == 999",
		"chance(9223372036854775807, 9223372036854775807, 9223372036854775807) == 632"} {
		cases = append(cases, "  expect "+fixed)
	}
	play(t, compile(t, "test \"all\" {\n"+strings.Join(cases, "\n")+"\n}\n"), "all")
}
