package odds_test

import (
	"testing"
	"time"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/rules"
	"github.com/kdsl-lang/kdsl/stdlib"
)

// example loads a file of the examples.
func example(b *testing.B, file string) *interp.Machine {
	b.Helper()
	l := &load.Loader{Local: afero.NewBasePathFs(afero.NewOsFs(), "../../examples"),
		Library: []afero.Fs{afero.FromIOFS{FS: stdlib.FS}, afero.FromIOFS{FS: rules.FS}}}
	units, err := l.Load(file)
	if err != nil {
		b.Fatal(err)
	}
	if u := units[0]; u.Diags.HasErrors() {
		b.Fatalf("%s: %s", u.Diags[0].Span.File.Name, u.Diags[0].Message)
	}
	return interp.New(units[0].Program)
}

// asked works out a question and tells how long that took.
func asked(b *testing.B, m *interp.Machine, question string) (*odds.Answer, time.Duration) {
	b.Helper()
	script := m.Script(ir.OddsScript, question)
	if script < 0 {
		b.Fatalf("there is no question %q", question)
	}
	start := time.Now()
	a, err := odds.Ask(m, script, odds.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return a, time.Since(start)
}

// BenchmarkAttack is a whole attack of the game, exactly: pools against pools, criticals thrown on,
// mastery dice, the choices of both sides.
func BenchmarkAttack(b *testing.B) {
	m := example(b, "odds.kdsl")
	var best time.Duration
	for b.Loop() {
		a, took := asked(b, m, "a level 3 complex attack on a level 2 defence")
		if best == 0 || took < best {
			best = took
		}
		b.ReportMetric(float64(a.States), "states")
		b.ReportMetric(float64(a.Forks), "forks")
		b.ReportMetric(float64(a.Runs), "runs")
		b.ReportMetric(float64(took.Nanoseconds())/float64(a.Forks), "ns/fork")
	}
	b.ReportMetric(best.Seconds()*1000, "ms")
}

// BenchmarkVolley is many dice, by what they mean and by the faces that they show. Few enough dice can
// be asked both ways; twenty only by what they mean: their faces alone fall in more ways than a wave may
// hold, as the two counts of results show.
func BenchmarkVolley(b *testing.B) {
	m := example(b, "aof_odds.kdsl")
	var classes, faces, twenty time.Duration
	least := func(so *time.Duration, d time.Duration) {
		if *so == 0 || d < *so {
			*so = d
		}
	}
	for b.Loop() {
		byClass, d := asked(b, m, "a volley of six dice with Rending")
		least(&classes, d)
		byFace, d := asked(b, m, "the six dice by their faces")
		least(&faces, d)
		for i, x := range byClass.Outcomes {
			if len(byFace.Outcomes) != len(byClass.Outcomes) || byFace.Outcomes[i].P.Cmp(x.P) != 0 {
				b.Fatalf("by faces the odds are %v, by classes %v", byFace.Outcomes, byClass.Outcomes)
			}
		}
		_, d = asked(b, m, "a volley of twenty dice with Rending")
		least(&twenty, d)
	}
	ways := func(weights ...int64) float64 {
		n, _ := odds.Count(&interp.Chance{N: 20, Classes: weights, Weights: weights}).Float64()
		return n
	}
	b.ReportMetric(classes.Seconds()*1000, "ms/6-by-class")
	b.ReportMetric(faces.Seconds()*1000, "ms/6-by-face")
	b.ReportMetric(float64(faces)/float64(classes), "x-faces-to-classes")
	b.ReportMetric(twenty.Seconds()*1000, "ms/20-by-class")
	b.ReportMetric(ways(1, 1, 4), "results/20-by-class")
	b.ReportMetric(ways(1, 1, 1, 1, 1, 1), "results/20-by-face")
}
