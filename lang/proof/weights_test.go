package proof

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

var refit = flag.Bool("fit", false, "write the weights of the signs, as they are on the first half of the cards")

// judged are the signs of a verdict of which it is known whether it was right.
type judged struct {
	signs []string
	right float64 // 1: the text has the fault
}

// examples are what is said of the texts of the first half of the cards: of right texts, and anew of faulty ones.
func examples(t *testing.T) (fine [][]judged, all []judged) {
	for _, lang := range Langs {
		proofed(t, lang, samples(t, "testdata", lang), 1, func(s sample, _ *Found, r Result, before []string) {
			list := slices.Concat(r.Verdicts, r.Doubts)
			right := 0.0
			switch {
			case s.Fault != "":
				list, right = anew(list, before), 1
			case s.Differs != "":
				return
			}
			var of []judged
			for _, v := range list {
				of = append(of, judged{v.signs, right})
			}
			if all = append(all, of...); s.Fault == "" {
				fine = append(fine, of)
			}
		})
	}
	return fine, all
}

// fitted are the weights under which the examples are most likely: a logistic model.
func fitted(all []judged) map[string]float64 {
	const rounds, step, shrink, rare = 300, 0.3, 3, 5
	count := map[string]int{}
	for _, x := range all {
		for _, s := range x.signs {
			count[s]++
		}
	}
	w, sum := map[string]float64{}, map[string]float64{}
	for range rounds {
		slope := map[string]float64{}
		for _, x := range all {
			d := 1/(1+math.Exp(-weight(w, x))) - x.right
			slope[start] += d
			for _, s := range x.signs {
				if count[s] >= rare {
					slope[s] += d
				}
			}
		}
		for s, d := range slope {
			if s != start {
				d += shrink * w[s]
			}
			sum[s] += d * d
			w[s] -= step * d / math.Sqrt(sum[s]+1e-9)
		}
	}
	return w
}

func weight(w map[string]float64, x judged) float64 {
	out := w[start]
	for _, s := range x.signs {
		out += w[s]
	}
	return out
}

// above is the weight that a share of the right texts has a verdict above.
func above(fine [][]judged, w map[string]float64, share float64) float64 {
	var tops []float64
	for _, of := range fine {
		top := math.Inf(-1)
		for _, x := range of {
			top = max(top, weight(w, x))
		}
		tops = append(tops, top)
	}
	slices.Sort(tops)
	return max(tops[int(float64(len(tops))*(1-share))], -9)
}

// Every sign that has a weight is one that verdicts have; with -fit the weights are found anew.
func TestWeights(t *testing.T) {
	fine, all := examples(t)
	seen := map[string]bool{start: true, asHint: true}
	for _, x := range all {
		for _, s := range x.signs {
			seen[s] = true
		}
	}
	if *refit {
		w := fitted(all)
		w[asHint] = above(fine, w, 0.175)
		var b strings.Builder
		b.WriteString("# What speaks for a verdict and against it, in hundredths; written by go test ./lang/proof -run TestWeights -fit\n")
		for _, s := range slices.Sorted(maps.Keys(w)) {
			fmt.Fprintf(&b, "%s: %.0f\n", s, 100*w[s])
		}
		if err := os.WriteFile("weights.txt", []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for s := range weights {
		if !seen[s] {
			t.Errorf("no verdict has the sign %q, which has a weight", s)
		}
	}
}
