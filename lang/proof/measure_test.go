package proof

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// sample is a text of a list that somebody has written by hand: a right one, or one with a fault.
type sample struct {
	Card    string `yaml:"card"`
	ID      string `yaml:"id"`
	Pack    string `yaml:"pack"`
	Text    string `yaml:"text"`
	Fault   string `yaml:"fault"`   // its sort; "" of a right text
	Was     string `yaml:"was"`     // what stood where the fault is
	Now     string `yaml:"now"`     // what stands there
	Differs string `yaml:"differs"` // a right text differs from the rule, and in what
}

// half is the half of the cards that is measured: the reader is bettered with the texts of the first alone, so that the
// second shows what it makes of texts that nobody has looked at.
var half = flag.Int("half", 0, "of which half of the cards texts are measured: 1, 2; 0 for all")

// inHalf tells whether the texts of a card are measured.
func inHalf(id string) bool {
	h := fnv.New32a()
	h.Write([]byte(id))
	return *half == 0 || int(h.Sum32()>>8&1)+1 == *half
}

// tally counts texts of a sort.
type tally struct{ texts, errs, hinted, claims, words, known int }

// add counts a text; known are the marks of verdicts that do not count.
func (t *tally) add(r Result, known []string) {
	r.Verdicts = slices.DeleteFunc(slices.Clone(r.Verdicts), func(v Verdict) bool { return slices.Contains(known, mark(v)) })
	t.texts++
	t.claims += r.Claims
	t.words += r.Words
	t.known += r.Known
	switch {
	case slices.ContainsFunc(r.Verdicts, func(v Verdict) bool { return v.Rank == Error }):
		t.errs++
	case len(r.Verdicts) > 0:
		t.hinted++
	}
}

// wilson is the interval of a share, at 95 %.
func wilson(k, n int) string {
	if n == 0 {
		return "-"
	}
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	mid, half := (p+z*z/(2*m))/(1+z*z/m), z/(1+z*z/m)*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return fmt.Sprintf("%3.0f %% (%.0f to %.0f %%)", 100*p, 100*max(0, mid-half), 100*min(1, mid+half))
}

// What a list of texts shows: the table of right texts with alarms and of faults found, by sort. KDSL_PROOF names
// another folder of lists; with -v every wrong alarm and every fault that is not found is told.
func TestMeasure(t *testing.T) {
	folder := "testdata"
	if f := os.Getenv("KDSL_PROOF"); f != "" {
		folder = f
	}
	for _, lang := range Langs {
		data, err := os.ReadFile(folder + "/" + lang + ".yaml")
		if os.IsNotExist(err) {
			continue
		}
		var list []sample
		if err == nil {
			err = yaml.Unmarshal(data, &list)
		}
		if err != nil {
			t.Fatal(err)
		}
		measure(t, lang, list)
	}
}

func measure(t *testing.T, lang string, list []sample) {
	readers, finders := map[string]*Proofer{}, map[string]*Finder{}
	right, faults, sorts := tally{}, tally{}, map[string]*tally{}
	wrong, others := 0, 0 // errors on right texts; texts of what is no card
	var before []string   // what is said of the right text, behind which its faulty ones stand
	for _, s := range list {
		if !inHalf(s.ID) {
			continue
		}
		if s.Pack = strings.ReplaceAll(s.Pack, "-", "_"); s.Pack == "spells" {
			s.Pack = "kharn_ages_spells"
		}
		if readers[s.Pack] == nil {
			p := program(t, s.Pack)
			readers[s.Pack], finders[s.Pack] = New(p, lang), NewFinder(p)
		}
		found := finders[s.Pack].Find(s.Card)
		if found == nil || s.ID != "" && found.Card.Name != s.ID {
			if by := finders[s.Pack].Find(strings.ReplaceAll(s.ID, "_", " ")); by != nil {
				if found != nil {
					by.Given = found.Given
				}
				found = by
			}
		}
		if found == nil {
			others++ // it is a table, an event or a rule without a card
			continue
		}
		r := readers[s.Pack].Found(found, s.Text)
		switch {
		case s.Fault != "":
			if sorts[s.Fault] == nil {
				sorts[s.Fault] = &tally{}
			}
			sorts[s.Fault].add(r, before)
			faults.add(r, before)
			if !slices.ContainsFunc(r.Verdicts, func(v Verdict) bool { return !slices.Contains(before, mark(v)) }) {
				t.Logf("%s not found, %s: %q for %q in %q", s.Fault, found.Card.Name, s.Now, s.Was, s.Text)
			}
		case s.Differs != "":
			before = marks(r.Verdicts)
		default:
			before = marks(r.Verdicts)
			right.add(r, nil)
			for _, v := range r.Verdicts {
				if v.Rank == Error {
					wrong++
				}
				t.Logf("%s on a right text, %s: %s: %q, %q in %q", Ranks[v.Rank], found.Card.Name, Kinds[v.Kind], v.Says, v.Rule, s.Text)
			}
		}
	}
	t.Logf("%s: %d right texts, %d claims: errors in %s of the texts, %d of the claims; hints only in %s; %s of %d words known", lang, right.texts, right.claims,
		wilson(right.errs, right.texts), wrong, wilson(right.hinted, right.texts), wilson(right.known, right.words), right.words)
	t.Logf("%d further texts are of tables, spans and functions, which are no cards", others)
	t.Logf("%-26s %5s  %-24s %s", "fault", "texts", "found", "as errors")
	for _, name := range slices.Sorted(mapKeys(sorts)) {
		f := sorts[name]
		t.Logf("%-26s %5d  %-24s %s", name, f.texts, wilson(f.errs+f.hinted, f.texts), wilson(f.errs, f.texts))
	}
	t.Logf("%-26s %5d  %-24s %s", "all", faults.texts, wilson(faults.errs+faults.hinted, faults.texts), wilson(faults.errs, faults.texts))
}
