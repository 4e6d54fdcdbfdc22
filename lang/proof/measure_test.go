package proof

import (
	"cmp"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
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

// half is the half of the cards that is measured. Each is weighed by what was learned from the other; besides, the words of
// the reader are bettered with the texts of the first alone, so that the second shows what it makes of texts that nobody
// has looked at.
var half = flag.Int("half", 0, "of which half of the cards texts are measured: 1, 2; 0 for all")

// tally counts texts of a sort.
type tally struct{ texts, errs, hinted, doubted, claims, words, known int }

// add counts a text; known are the marks of verdicts that do not count.
func (t *tally) add(r Result, known []string) {
	r.Verdicts = anew(r.Verdicts, known)
	t.texts++
	t.claims += r.Claims
	t.words += r.Words
	t.known += r.Known
	switch {
	case slices.ContainsFunc(r.Verdicts, func(v Verdict) bool { return v.Rank == Error }):
		t.errs++
	case len(r.Verdicts) > 0:
		t.hinted++
	case len(anew(r.Doubts, known)) > 0:
		t.doubted++
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
	return fmt.Sprintf("%.0f %% (%.0f to %.0f)", 100*p, 100*max(0, mid-half), 100*min(1, mid+half))
}

var updateFigures = flag.Bool("update", false, "write the figures into the README")

// readme has the figures between two marks.
const readme = "../../README.md"

// What lists of texts show that were written before the reader was: the table of the README, which is a gate. KDSL_PROOF
// names another folder of lists; with -v every wrong alarm and every fault that is not found is told.
func TestMeasure(t *testing.T) {
	folder := os.Getenv("KDSL_PROOF")
	var all []*outcome
	for _, lang := range Langs {
		list := samples(t, cmp.Or(folder, "testdata"), lang)
		if list == nil {
			continue
		}
		by := unlearned(t)
		if folder != "" {
			by = nil
		}
		all = append(all, measure(t, lang, list, by))
	}
	got := table(all)
	t.Logf("of %s\n%s", []string{"all cards", "the first half of the cards", "the second half"}[*half], got)
	if folder != "" || *half != 0 {
		return
	}
	const from, to = "<!-- figures -->\n", "<!-- end of figures -->"
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(data), from)
	was, after, marked := strings.Cut(rest, to)
	switch {
	case !marked:
		t.Fatalf("%s has no %q and %q", readme, from, to)
	case *updateFigures:
		if err := os.WriteFile(readme, []byte(before+from+got+to+after), 0o644); err != nil {
			t.Fatal(err)
		}
	case was != got:
		t.Errorf("the figures of %s are others: go test ./lang/proof -run TestMeasure -update\n%s", readme, got)
	}
}

// outcome is what the texts of a language show.
type outcome struct {
	lang          string
	right, faults tally
	wrong         int // errors on right texts
	sorts         map[string]*tally
}

// table writes figures as Markdown, a row for each sort of fault.
func table(all []*outcome) string {
	var b strings.Builder
	row := func(name string, cell func(f *outcome) string) {
		fmt.Fprintf(&b, "| %s |", name)
		for _, f := range all {
			fmt.Fprintf(&b, " %s |", cell(f))
		}
		b.WriteByte('\n')
	}
	row("", func(f *outcome) string {
		return fmt.Sprintf("%s, %d right and %d faulty texts", map[string]string{"en": "English", "fr": "French"}[f.lang], f.right.texts, f.faults.texts)
	})
	b.WriteString("|---|" + strings.Repeat("---|", len(all)) + "\n")
	row("errors on right texts", func(f *outcome) string { return wilson(f.right.errs, f.right.texts) })
	row("wrong errors, of the claims read", func(f *outcome) string { return wilson(f.wrong, f.right.claims) })
	row("only hints on right texts", func(f *outcome) string { return wilson(f.right.hinted, f.right.texts) })
	row("only doubts on right texts, which are not told", func(f *outcome) string { return wilson(f.right.doubted, f.right.texts) })
	row("words understood", func(f *outcome) string { return wilson(f.right.known, f.right.words) })
	found := func(x *tally) string {
		if x == nil {
			return "-"
		}
		return fmt.Sprintf("%s, as errors %s", wilson(x.errs+x.hinted, x.texts), wilson(x.errs, x.texts))
	}
	names := map[string]bool{}
	for _, f := range all {
		for name := range f.sorts {
			names[name] = true
		}
	}
	row("**faults found**", func(f *outcome) string { return found(&f.faults) })
	row("faults of which there is only a doubt", func(f *outcome) string { return wilson(f.faults.doubted, f.faults.texts) })
	for _, name := range slices.Sorted(maps.Keys(names)) {
		row(strings.ReplaceAll(name, "-", " "), func(f *outcome) string { return found(f.sorts[name]) })
	}
	return b.String()
}

// samples are the texts of a language.
func samples(t *testing.T, folder, lang string) []sample {
	data, err := os.ReadFile(folder + "/" + lang + ".yaml")
	if os.IsNotExist(err) {
		return nil
	}
	var list []sample
	if err == nil {
		err = yaml.Unmarshal(data, &list)
	}
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// inHalf tells whether a card is one of a half of the cards; 0: of all.
func inHalf(id string, half int) bool { return half == 0 || int(digest(id)>>8&1)+1 == half }

// digest spreads names evenly over numbers.
func digest(name string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()
}

// learnedFrom is the file of the weights that were learned from a half of the cards.
func learnedFrom(half int) string { return fmt.Sprintf("testdata/weights.%d.txt", half) }

// unlearned are the weights that were learned from the cards of the other half than that of a card.
func unlearned(t *testing.T) func(id string) map[string]int {
	var of [3]map[string]int
	for half := 1; half <= 2; half++ {
		data, err := os.ReadFile(learnedFrom(half))
		if err != nil {
			t.Fatal(err)
		}
		of[half] = weightsOf(string(data))
	}
	return func(id string) map[string]int {
		if inHalf(id, 1) {
			return of[2]
		}
		return of[1]
	}
}

// anew are the verdicts that are not among others.
func anew(list []Verdict, before []string) []Verdict {
	return slices.DeleteFunc(slices.Clone(list), func(v Verdict) bool { return slices.Contains(before, mark(v)) })
}

// proofed proof-reads the texts of a half of the cards, each with what is said of its right text: that is nothing new of
// a faulty one. It tells how many are of what is no card. The weights are those that a card has; nil: those of the package.
func proofed(t *testing.T, lang string, list []sample, half int, by func(id string) map[string]int, tell func(s sample, c *Found, r Result, before []string)) (others int) {
	readers, finders := map[string]*Proofer{}, map[string]*Finder{}
	var before []string
	for _, s := range list {
		if !inHalf(s.ID, half) {
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
		if by != nil {
			readers[s.Pack].weights = by(s.ID)
		}
		r := readers[s.Pack].Found(found, s.Text)
		if s.Fault == "" {
			before = marks(slices.Concat(r.Verdicts, r.Doubts))
		}
		tell(s, found, r, before)
	}
	return others
}

// measure proof-reads texts.
func measure(t *testing.T, lang string, list []sample, by func(id string) map[string]int) *outcome {
	out := &outcome{lang: lang, sorts: map[string]*tally{}}
	others := proofed(t, lang, list, *half, by, func(s sample, c *Found, r Result, before []string) {
		switch {
		case s.Fault != "":
			if out.sorts[s.Fault] == nil {
				out.sorts[s.Fault] = &tally{}
			}
			out.sorts[s.Fault].add(r, before)
			out.faults.add(r, before)
			if len(anew(r.Verdicts, before)) == 0 {
				t.Logf("%s not found, %s: %q for %q in %q", s.Fault, c.Card.Name, s.Now, s.Was, s.Text)
			}
		case s.Differs == "":
			out.right.add(r, nil)
			for _, v := range r.Verdicts {
				if v.Rank == Error {
					out.wrong++
				}
				t.Logf("%s on a right text, %s: %s: %q, %q in %q", Ranks[v.Rank], c.Card.Name, Kinds[v.Kind], v.Says, v.Rule, s.Text)
			}
		}
	})
	t.Logf("%s: %d further texts are of tables, spans and functions, which are no cards", lang, others)
	return out
}
