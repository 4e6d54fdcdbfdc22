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

var refit = flag.Bool("fit", false, "write the weights of the signs, as they are on all cards, and on each half of them")

// example is a verdict of which it is known whether it was right.
type example struct {
	signs []string
	right bool // the text has the fault there
}

// lesson is a text with the verdicts on it.
type lesson struct {
	card string
	lang string
	half int // which half of the cards it is one of
	fine bool
	list []example
}

// ofText are the signs that all verdicts on a text have, or that only the rest of it makes.
var ofText = []string{
	"the card prints nothing", "several verdicts", "many verdicts", "a long text", "a short text", "a dim text", "a rule of figures",
	"its only fact", "all others are said", "nearly all others are said", "most others are said", "half of the others are said", "few others are said",
}

// evidence is a verdict with what speaks for it, without what only the rest of its text does.
func evidence(v *Verdict) string {
	var own strings.Builder
	for _, s := range v.signs {
		if !slices.ContainsFunc(ofText, func(of string) bool { return strings.HasSuffix(s, of) }) && !strings.HasPrefix(s, "verdicts on it") && !strings.HasPrefix(s, ofOmission) {
			own.WriteString(s + "|")
		}
	}
	return v.by + mark(*v) + "|" + own.String()
}

// taught are the texts of a language from which is learned: those that are measured, and others. Of those a faulty one follows no right
// text, but tells what stood in the place of its fault, or was left out.
func taught(t *testing.T, lang string) []sample {
	list := samples(t, "testdata", lang)
	for _, s := range samples(t, "testdata/print", lang) {
		if s.Fault != "" {
			right := s
			right.Fault, right.Differs = "", "nobody wrote it"
			switch {
			case s.Was == "":
				continue
			case s.Now != "" && strings.Contains(s.Text, s.Now):
				right.Text = strings.Replace(s.Text, s.Now, s.Was, 1)
			case s.Fault == "half-missing":
				right.Text += s.Was + ".\n"
			default:
				continue
			}
			list = append(list, right)
		}
		list = append(list, s)
	}
	return list
}

// lessons are the texts, with what is said of right ones, and of faulty ones anew, or for other reasons, where they differ
// from the right one.
func lessons(t *testing.T, of func(s sample) bool) []lesson {
	var out []lesson
	for _, lang := range Langs {
		right, known := "", map[string]bool{}
		list := slices.DeleteFunc(taught(t, lang), func(s sample) bool { return !of(s) })
		proofed(t, lang, list, 0, nil, func(s sample, f *Found, r Result, _ []string) {
			l := lesson{card: f.Card.Name, lang: lang, half: 1, fine: s.Fault == ""}
			if inHalf(s.ID, 2) {
				l.half = 2
			}
			from, to := 0, len(s.Text)
			if l.fine {
				right, known = s.Text, map[string]bool{}
			} else {
				from, to = differing(right, s.Text)
			}
			for _, v := range r.heard {
				switch {
				case v.judged() && v.fact != nil: // the fact stands for it
				case l.fine:
					known[evidence(&v)] = true
					l.list = append(l.list, example{v.signs, false})
				case !known[evidence(&v)] && (v.End == 0 || v.Start <= to && from <= v.End):
					l.list = append(l.list, example{v.signs, true})
				}
			}
			if s.Differs == "" || s.Fault != "" {
				out = append(out, l)
			}
		})
	}
	return out
}

// differing is where a text differs from another, in bytes.
func differing(a, b string) (from, to int) {
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	n := 0
	for n < min(len(a), len(b))-from && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return from, len(b) - n
}

// learned are the weights of two models, in the mean: one judges each verdict by itself, the other a text by its verdicts.
func learned(all []lesson) map[string]float64 {
	var list []example
	for _, l := range all {
		list = append(list, l.list...)
	}
	w := fitted(list)
	for s, x := range refined(all, w) {
		w[s] = (w[s] + x) / 2
	}
	return w
}

// refined are the weights under which it is most likely that of each text the heaviest verdict, smoothly, tells whether the text is a
// faulty one: a logistic model of texts, from some weights on.
func refined(all []lesson, w map[string]float64) map[string]float64 {
	const rounds, step, shrink, fine = 150, 0.1, 10, 3 // there are fewer right texts than faulty ones
	w = maps.Clone(w)
	sum := map[string]float64{}
	for range rounds {
		slope := map[string]float64{}
		for _, l := range all {
			total := 0.0
			for _, x := range l.list {
				total += math.Exp(weight(w, x))
			}
			if total == 0 {
				continue
			}
			d := total / (1 + total) * fine
			if !l.fine {
				d = -1 / (1 + total)
			}
			for _, x := range l.list {
				d := d * math.Exp(weight(w, x)) / total
				slope[start] += d
				for _, s := range x.signs {
					slope[s] += d
				}
			}
		}
		for s, x := range w {
			d := slope[s]
			if s != start {
				d += shrink * x
			}
			sum[s] += d * d
			w[s] -= step * d / math.Sqrt(sum[s]+1e-9)
		}
	}
	return w
}

// fitted are the weights under which the examples are most likely: a logistic model.
func fitted(all []example) map[string]float64 {
	const rounds, step, shrink, rare = 250, 0.3, 10, 5
	number := map[string]int{start: 0}
	names := []string{start}
	count := []int{rare}
	signs := make([][]int, len(all))
	for k, x := range all {
		for _, s := range x.signs {
			i, ok := number[s]
			if !ok {
				i = len(names)
				number[s], names, count = i, append(names, s), append(count, 0)
			}
			count[i]++
			signs[k] = append(signs[k], i)
		}
	}
	w, sum := make([]float64, len(names)), make([]float64, len(names))
	for range rounds {
		slope := make([]float64, len(names))
		for k, x := range all {
			z := w[0]
			for _, i := range signs[k] {
				z += w[i]
			}
			d := 1 / (1 + math.Exp(-z))
			if x.right {
				d--
			}
			slope[0] += d
			for _, i := range signs[k] {
				slope[i] += d
			}
		}
		for i, d := range slope {
			if count[i] < rare {
				continue
			}
			if i > 0 {
				d += shrink * w[i]
			}
			sum[i] += d * d
			w[i] -= step * d / math.Sqrt(sum[i]+1e-9)
		}
	}
	out := map[string]float64{}
	for i, name := range names {
		if count[i] >= rare {
			out[name] = w[i]
		}
	}
	return out
}

func weight(w map[string]float64, x example) float64 {
	out := w[start]
	for _, s := range x.signs {
		out += w[s]
	}
	return out
}

// heaviest are the weights of the heaviest verdict on each text, each by what was learned from other cards, in five parts;
// by their language; and the mean of what was learned.
func heaviest(all []lesson) (fine, faulty map[string][]float64, mean map[string]float64) {
	const parts = 5
	fine, faulty, mean = map[string][]float64{}, map[string][]float64{}, map[string]float64{}
	for part := range uint32(parts) {
		h := func(l lesson) bool {
			return digest(l.card)>>4%parts == part
		}
		w := learned(slices.DeleteFunc(slices.Clone(all), h))
		for s, x := range w {
			mean[s] += x / parts
		}
		for _, l := range all {
			if !h(l) {
				continue
			}
			top := -9.0
			for _, x := range l.list {
				top = max(top, weight(w, x))
			}
			if l.fine {
				fine[l.lang] = append(fine[l.lang], top)
			} else {
				faulty[l.lang] = append(faulty[l.lang], top)
			}
		}
	}
	return fine, faulty, mean
}

// The shares of the right texts of a language that may have a verdict that is told, and an error.
var (
	mayHint = map[string]float64{"en": 0.255, "fr": 0.212}
	mayErr  = map[string]float64{"en": 0.038, "fr": 0.035}
)

// most is the weight that no more than a share of some have.
func most(list []float64, share float64) float64 {
	slices.Sort(list)
	return list[int(float64(len(list))*(1-share))]
}

// write writes what is learned from texts.
func write(t *testing.T, file string, all []lesson) {
	fine, faulty, w := heaviest(all)
	tell := func(sign string, list []float64, least float64) {
		n := 0
		for _, top := range list {
			if top >= least {
				n++
			}
		}
		w[sign] = least
		t.Logf("%s: %d %% of the faulty texts that were not learned from have the %s", file, 100*n/len(list), sign)
	}
	for _, lang := range Langs {
		tell(asHint+lang, faulty[lang], most(fine[lang], mayHint[lang]))
		tell(asError+lang, faulty[lang], most(fine[lang], mayErr[lang]))
	}
	var b strings.Builder
	b.WriteString("# What speaks for a verdict and against it, in hundredths; written by go test ./lang/proof -run TestWeights -fit\n")
	for _, s := range slices.Sorted(maps.Keys(w)) {
		fmt.Fprintf(&b, "%s: %.0f\n", s, math.Round(100*w[s]))
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Every sign that verdicts on a part of the texts often have has a weight: one that is called otherwise than when it was learned counts
// for nothing. With -fit the weights are found anew, and the weights of hints and errors as cards show that were not learned from.
func TestWeights(t *testing.T) {
	if *refit {
		all := lessons(t, func(sample) bool { return true })
		for half, file := range []string{"weights.txt", learnedFrom(1), learnedFrom(2)} {
			write(t, file, slices.DeleteFunc(slices.Clone(all), func(l lesson) bool { return half != 0 && l.half != half }))
		}
		return
	}
	const often, parts = 20, 8
	seen := map[string]int{}
	for _, l := range lessons(t, func(s sample) bool { return digest(s.ID)>>16%parts == 0 }) {
		for _, x := range l.list {
			for _, s := range x.signs {
				seen[s]++
			}
		}
	}
	frequent := 0
	for s, n := range seen {
		if _, weighs := weights[s]; n < often {
			continue
		} else if frequent++; !weighs {
			t.Errorf("%d verdicts have the sign %q, which has no weight: fit them anew", n, s)
		}
	}
	if frequent < 300 {
		t.Errorf("only %d signs were looked at", frequent)
	}
}
