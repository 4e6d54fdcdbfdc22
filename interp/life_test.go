package interp

import (
	"testing"

	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// What looks at a span leaves at one of its next edges, and nothing else does.
func TestEveryEndingEnds(t *testing.T) {
	for e := range ir.Ending(len(ir.Endings)) {
		x, left := state.Inst{Ending: e, Left: 1}, false
		for _, end := range []bool{false, true, false, true} {
			if !left {
				x, left = passes(x, end)
			}
		}
		if left != e.Spans() {
			t.Errorf("%s: leaves %t, looks at a span %t", ir.Endings[e], left, e.Spans())
		}
	}
}
