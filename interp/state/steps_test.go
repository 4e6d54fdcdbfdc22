package state

import (
	"testing"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// The clauses of every stage that does something about an event have their step, one, in the order of the stages.
func TestEveryStageHasItsStep(t *testing.T) {
	var order []ir.Stage
	for s := range Over {
		if stage := s.Stage(); stage != ir.BadStage {
			order = append(order, stage)
		}
	}
	for s := ir.BadStage + 1; s < ir.Stages; s++ {
		if !s.Acts() || s == ir.Becomes { // which hears no event
			continue
		}
		if len(order) == 0 || order[0] != s {
			t.Fatalf("stage %s (%d): the next step is that of %v", s.Word(), s, order)
		}
		order = order[1:]
	}
}
