package interp_test

import (
	"path"
	"testing"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/trial"
)

// The programs under testdata prove the machine by their own tests; each must have some.
func TestPrograms(t *testing.T) {
	for _, u := range programs(t, "interp/testdata/scenarios", "interp/testdata/pipeline") {
		t.Run(path.Base(u.Name), func(t *testing.T) {
			m := machine(t, u)
			list := tests(u)
			if len(list) == 0 {
				t.Fatal("the program has no test")
			}
			for _, i := range list {
				runOne(t, m, i)
			}
		})
	}
}

func runOne(t *testing.T, m *interp.Machine, i int) {
	t.Run(m.P.Scripts[i].Name, func(t *testing.T) {
		res := trial.Run(m, i, trial.Options{})
		if !res.Passed {
			t.Fatalf("line %d: %s\n%s", res.At.Pos().Line, res.Message, story(m, res.Journal))
		}
	})
}
