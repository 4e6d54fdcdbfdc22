package sim_test

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/kdsl-lang/kdsl/interp/sim"
)

// Two workers share nothing that is written, so they should play twice as much. They take turns with
// one worker in short passes, and the quickest pass of each counts. The ratio says something only where
// two processors are idle: what the computer itself gives is measured between them, by sums that share nothing at all.
func BenchmarkWorkers(b *testing.B) {
	if runtime.GOMAXPROCS(0) < 2 {
		b.Skip("there is one processor")
	}
	m, script := question(b)
	const fights = 8192 // long enough: the first throw is reached once, by one alone
	var least, sums [3]time.Duration
	var heads [3]int64
	for b.Loop() {
		for range 6 {
			for workers := 1; workers <= 2; workers++ {
				start := time.Now()
				a, err := sim.Ask(m, script, sim.Options{N: fights, Seed: 7, Workers: workers})
				if err != nil {
					b.Fatal(err)
				}
				if d := time.Since(start); least[workers] == 0 || d < least[workers] {
					least[workers] = d
				}
				heads[workers] = a.Outcomes[0].Count
				if d := adding(workers); sums[workers] == 0 || d < sums[workers] {
					sums[workers] = d
				}
			}
		}
	}
	if heads[1] != heads[2] {
		b.Fatalf("one worker counts %d, two count %d", heads[1], heads[2])
	}
	b.ReportMetric(float64(least[1])/float64(least[2]), "x-2-to-1")
	b.ReportMetric(float64(sums[1])/float64(sums[2]), "x-of-the-computer")
	b.ReportMetric(fights/least[1].Seconds(), "fights/s")
}

// adding is how long some sums take that workers share, each with its own.
func adding(workers int) time.Duration {
	const all = 1 << 27
	sums := make([]uint64, workers*64) // each on lines of its own
	start := time.Now()
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			sum := uint64(w)
			for i := range uint64(all / workers) {
				sum = sum*6364136223846793005 + i
			}
			sums[w*64] = sum
		})
	}
	wg.Wait()
	return time.Since(start)
}
