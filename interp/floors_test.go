package interp_test

import (
	"flag"
	"testing"
)

// floors are what the ratios that a benchmark measures in one run must not fall below, or above which they must not rise: about
// half as good as they are, so that no busy computer matters, and a mistake does.
var floors = []struct {
	name        string
	run         func(*testing.B)
	metric      string
	least, most float64 // 0: none
}{
	{"a condition against CEL's own evaluation", BenchmarkCondition, "x-faster-than-cel", 9, 0},
	{"a fight from cards against one in Go", BenchmarkDuel, "x-hand", 0, 500},
	{"an event among 512 clauses that do not concern it against one among 16", BenchmarkUnrelatedHooks, "x-512-to-16", 0, 2},
	{"an event among 2,000 pieces that it does not concern against one among 100", BenchmarkThingsInPlay, "x-2000-to-100", 0, 2},
}

// Nothing becomes slow unnoticed: of four runs one is as quick as it has to be.
func TestFloors(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	time := flag.Lookup("test.benchtime").Value
	before := time.String()
	if err := time.Set("1x"); err != nil {
		t.Fatal(err)
	}
	defer time.Set(before)
	for _, f := range floors {
		var got float64
		for try := range 4 {
			got = testing.Benchmark(f.run).Extra[f.metric]
			if got == 0 {
				t.Fatalf("%s: %s is not measured", f.name, f.metric)
			}
			if got >= f.least && (f.most == 0 || got <= f.most) {
				t.Logf("%s: %.2f %s", f.name, got, f.metric)
				break
			}
			if try == 3 {
				t.Errorf("%s: %.2f %s, at least %v and at most %v are wanted", f.name, got, f.metric, f.least, f.most)
			}
		}
	}
}
