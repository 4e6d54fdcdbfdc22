package interp_test

import (
	"testing"

	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// The checker knows primitives by their signatures, the machine by their implementations; the two are
// the same set, and each implementation gives what its signature says.
func TestPrimitives(t *testing.T) {
	have := eval.Implemented()
	for n, p := range ir.Prims {
		if p.Name == "" || p.Doc == "" {
			t.Errorf("primitive %d has no name or no line for the reference", n)
		}
		if !have[n] {
			t.Errorf("%s has a signature and no implementation", p.Name)
		}
		delete(have, n)
	}
	for n := range have {
		t.Errorf("implementation %d has no signature", n)
	}
}
