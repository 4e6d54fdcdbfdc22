package load

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/spf13/afero"
)

// fresh is what a reading of its own tells of a program.
func fresh(t testing.TB, texts map[string]string, name string) string {
	t.Helper()
	fs := afero.NewMemMapFs()
	for n, text := range texts {
		if err := afero.WriteFile(fs, n, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	list, err := Open(fs).Check(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	return asJSON(t, list)
}

// After whatever edits an open program is told what a fresh one is, and what is read and checked again is little.
func TestOpenIsAsFresh(t *testing.T) {
	steps := 500
	if testing.Short() {
		steps = 100
	}
	for seed := range uint64(1) {
		texts := world(t)
		clean := world(t)
		w := Open(files(t, texts))
		r := rand.New(rand.NewPCG(seed, 7))
		wrong, some := 0, 0
		for n := range steps {
			name := change(r, texts)
			if n%3 == 2 { // mend all
				for k, text := range clean {
					texts[k] = text
					w.Set(k, &text)
				}
			}
			text := texts[name]
			w.Set(name, &text)
			for _, unit := range []string{"user", "base/more.kdsl", "over", "loose/own.kdsl"} {
				got, err := w.Check(t.Context(), unit)
				if err != nil {
					if _, other := fresh2(texts, unit); other == nil {
						t.Fatal(err)
					}
					continue
				}
				if want := fresh(t, texts, unit); asJSON(t, got) != want {
					t.Fatalf("seed %d, edit %d of %s\n%s\n%s is told\n%s\nand fresh\n%s", seed, n, name, text, unit, asJSON(t, got), want)
				}
				some++
				if len(got) > 0 {
					wrong++
				}
			}
		}
		if wrong < some/10 || wrong > some*9/10 {
			t.Errorf("%d of %d programs were wrong", wrong, some)
		}
	}
}

func fresh2(texts map[string]string, name string) (string, error) {
	fs := afero.NewMemMapFs()
	for n, text := range texts {
		if err := afero.WriteFile(fs, n, []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	_, err := Open(fs).Check(context.Background(), name)
	return "", err
}

// keystrokes times what it takes to tell again what is wrong in a program after edits of one file, in
// milliseconds: of those, the median and the 95th of 100; and the same from nothing.
func keystrokes(b *testing.B, name string) {
	project := afero.NewReadOnlyFs(afero.NewBasePathFs(afero.NewOsFs(), "../.."))
	whole, err := os.ReadFile("../../" + name)
	if err != nil {
		b.Fatal(err)
	}
	var took []float64
	cold := time.Duration(0)
	for b.Loop() {
		w := Open(project, library()...)
		start := time.Now()
		if list, err := w.Check(b.Context(), name); err != nil || len(list) > 0 {
			b.Fatalf("%v, %v", list, err)
		}
		cold = time.Since(start)
		r := rand.New(rand.NewPCG(1, 2))
		for range 60 {
			texts := map[string]string{name: string(whole)}
			change(r, texts)
			text := texts[name]
			start := time.Now()
			w.Set(name, &text)
			if _, err := w.Check(b.Context(), name); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(start).Seconds()*1000)
			if d := time.Since(start); os.Getenv("SLOW") != "" && d > 30*time.Millisecond {
				println(d.Milliseconds(), w.loader.memory.Compiled, w.loader.deeper)
			}
		}
	}
	slices.Sort(took)
	b.ReportMetric(cold.Seconds()*1000, "cold-ms")
	b.ReportMetric(took[len(took)/2], "p50-ms")
	b.ReportMetric(took[len(took)*95/100], "p95-ms")
}

func BenchmarkKeystroke(b *testing.B) {
	for _, name := range []string{"examples/homebrew.kdsl", "rules/kharn-ages/skills.kdsl", "rules/kharn-ages/melee.kdsl"} {
		b.Run(name, func(b *testing.B) { keystrokes(b, name) })
	}
}

var _ = strconv.Itoa
