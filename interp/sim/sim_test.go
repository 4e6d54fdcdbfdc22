package sim_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/sim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/rules"
	"github.com/kdsl-lang/kdsl/stdlib"
)

// question is one that is answered by playing a fight.
func question(t testing.TB) (*interp.Machine, int) {
	l := &load.Loader{Local: afero.NewBasePathFs(afero.NewOsFs(), "../testdata/bench"),
		Library: []afero.Fs{afero.FromIOFS{FS: stdlib.FS}, afero.FromIOFS{FS: rules.FS}}}
	units, err := l.Load("bout.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	if u := units[0]; u.Diags.HasErrors() {
		t.Fatalf("%s: %s", u.Diags[0].Span.File.Name, u.Diags[0].Message)
	}
	m := interp.New(units[0].Program)
	return m, m.Script(ir.OddsScript, "who falls")
}

// However many play, at once, the same is counted, and each sample once. Run with -race, it says that they share
// nothing that is written.
func TestWorkersDoNotMatter(t *testing.T) {
	m, script := question(t)
	const n = 1000 // no multiple of what a worker takes at a time
	var want *sim.Answer
	for _, workers := range []int{-1, 0, 1, 2, 8, math.MaxInt} {
		var told atomic.Int64
		got, err := sim.Ask(m, script, sim.Options{N: n, Seed: 7, Workers: workers, Progress: func(done int64) { told.Add(done) }})
		if err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
		for _, o := range got.Outcomes {
			sum += o.Count
		}
		if got.N != n || sum != n || told.Load() != n || len(got.Outcomes) < 2 {
			t.Errorf("%d workers: %d are played, %d counted, %d told: %+v", workers, got.N, sum, told.Load(), got.Outcomes)
		}
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers count %+v, want %+v", workers, got, want)
		}
	}
	other, err := sim.Ask(m, script, sim.Options{N: n, Seed: 8, Workers: 2})
	if err != nil || reflect.DeepEqual(other, want) {
		t.Errorf("another seed: the same, %v", err)
	}
}

// Whoever ends it early gets what was played so far, and the cause.
func TestEndedEarly(t *testing.T) {
	m, script := question(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	enough := errors.New("enough")
	got, err := sim.Ask(m, script, sim.Options{N: 1 << 40, Seed: 7, Workers: 8, Context: ctx, Progress: func(int64) { cancel(enough) }})
	if !errors.Is(err, enough) || got == nil || got.N == 0 || got.N > 1<<20 {
		t.Errorf("got %+v, %v", got, err)
	}
}
