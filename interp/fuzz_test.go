package interp_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// FuzzPlay checks whatever text it is given, and plays what has no errors, with a small budget: no
// text may make the checker or the machine panic or hang.
func FuzzPlay(f *testing.F) {
	for _, dir := range []string{"scenarios", "pipeline"} {
		names, err := filepath.Glob("testdata/" + dir + "/*.kdsl")
		if err != nil || len(names) == 0 {
			f.Fatal("there are no seeds", err)
		}
		for _, n := range names {
			b, err := os.ReadFile(n)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(b))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 20_000 {
			return
		}
		l := &load.Loader{Local: afero.NewMemMapFs()}
		u, err := l.LoadText("fuzz.kdsl", text)
		if err != nil || u.Program == nil || u.Diags.HasErrors() {
			return
		}
		m := interp.New(u.Program)
		for i := range u.Program.Scripts {
			r := m.Start(i)
			r.Within(interp.Budget{Steps: 50_000, Depth: 60, Instances: 200, Choices: 200})
			playOn(r)
		}
	})
}

// playOn gives a run whatever it asks for, the first possible result each time, for a while.
func playOn(r *interp.Run) {
	for range 300 {
		stop := r.Step()
		var err error
		switch stop.Kind {
		case interp.Throw:
			counts := make([]int64, len(stop.Throw.Classes))
			counts[len(counts)-1] = stop.Throw.N
			err = r.Resume(interp.Result{Counts: counts})
		case interp.Ask:
			err = r.Resume(r.Decide())
		case interp.Step:
			err = r.Resume(interp.Result{})
		default:
			return
		}
		if err != nil {
			return
		}
	}
}
