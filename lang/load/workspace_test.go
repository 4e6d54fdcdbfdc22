package load

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
)

// fresh is what a reading of its own tells of a program, or that it cannot be read.
func fresh(t testing.TB, texts map[string]string, name string) string {
	t.Helper()
	return heard(t, Open(files(t, texts)), name)
}

func heard(t testing.TB, w *Workspace, name string) string {
	t.Helper()
	list, err := w.Check(context.Background(), name)
	if err != nil {
		return err.Error()
	}
	return asJSON(t, list)
}

// After whatever edits an open program is told what a fresh one is.
func TestOpenIsAsFresh(t *testing.T) {
	steps := 500
	if testing.Short() {
		steps = 100
	}
	texts, clean := world(t), world(t)
	w := Open(files(t, texts))
	r := rand.New(rand.NewPCG(1, 7))
	wrong, all := 0, 0
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
			got, want := heard(t, w, unit), fresh(t, texts, unit)
			if got != want {
				t.Fatalf("edit %d of %s\n%s\n%s is told\n%s\nand fresh\n%s", n, name, text, unit, got, want)
			}
			if all++; got != "[]" {
				wrong++
			}
		}
	}
	if wrong < all/10 || wrong > all*9/10 {
		t.Errorf("%d of %d programs were wrong", wrong, all)
	}
}

// What is read and compiled after an edit, counted.
func TestAnEditCostsLittle(t *testing.T) {
	const home, rules = "examples/homebrew.kdsl", "rules/kharn-ages/skills.kdsl"
	for _, c := range []struct {
		unit, file, from, to string
		most                 int
	}{
		{home, home, "hero.HP == 9", "hero.HP == 10", 1},
		{rules, rules, "pack", "pack", 10},
		{rules, rules, "\n", "\n// moved\n", 10},
		{home, rules, "\n", "\n// moved\n", 0},
	} {
		w := Open(project())
		w.loader.Library = library()
		heard(t, w, c.unit)
		before, first := map[reading]*parsed{}, w.memory[w.around(t, c.unit)].Compiled
		for at, p := range w.loader.parsed {
			before[at] = p
		}
		b, err := afero.ReadFile(project(), c.file)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(b), c.from, c.to, 1)
		w.Set(c.file, &text)
		if said := heard(t, w, c.unit); said != "[]" {
			t.Error(said)
		}
		for at, p := range w.loader.parsed {
			if before[at] != p && at.name != c.file {
				t.Errorf("after an edit of %s %s is read again", c.file, at.name)
			}
		}
		if again := w.memory[w.around(t, c.unit)].Compiled; again > c.most || c.unit == rules && first < 500 {
			t.Errorf("after an edit of %s %d declarations of %d are compiled again, at most %d are allowed", c.file, again, first, c.most)
		}
	}
}

func (w *Workspace) around(t *testing.T, name string) string {
	o, err := w.loader.around(name)
	if err != nil {
		t.Fatal(err)
	}
	return o.name
}

// A check that is given up leaves nothing behind, and what is taken back is as on the disk.
func TestGivenUpAndTakenBack(t *testing.T) {
	texts := world(t)
	w := Open(files(t, texts))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Check(ctx, "user"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if said := heard(t, w, "user"); said != "[]" {
		t.Error(said)
	}
	wrong := "function f(): int = nope\n"
	w.Set("user/new.kdsl", &wrong)
	if said := heard(t, w, "user"); !strings.Contains(said, "nope") {
		t.Error(said)
	}
	w.Set("user/new.kdsl", nil)
	if said := heard(t, w, "user"); said != "[]" {
		t.Error(said)
	}
	p, list, err := w.Program(t.Context(), "user")
	if err != nil || len(list) > 0 {
		t.Fatal(list, err)
	}
	units, err := (&Loader{Local: files(t, texts)}).Load("user")
	if err != nil || units[0].Program.Hash != p.Hash {
		t.Error("the program is another than a fresh one")
	}
}

// keystrokes times what it takes to tell again what is wrong in a program after edits of one file, in
// milliseconds: of those, the median and the 95th of a hundred; and the same from nothing.
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

// What is declared in one file is wrong or right by what another says, though it does not change: each case is a
// way in which it depends on that.
func TestWhatDeclarationsDependOn(t *testing.T) {
	const hop = "event hop(who: piece) { do { } }\n"
	for name, c := range map[string]struct{ other, from, to, own string }{
		"what a kind lies on": {"kind piece { }\nkind fx on piece { }\n" + hop, "fx on piece", "fx", "fx f { c: after hop(who: bearer) { hop(bearer) } }\n"},
		"a label of a kind": {"kind piece { }\nkind fx on piece { k: cannot hop(who: bearer) { en \"X.\" fr \"X.\" } }\n" + hop, "k:", "l:",
			"fx f { }\ntest \"t\" { expect text f.k en \"X.\" }\n"},
		"a tag": {"kind piece { }\nkind fx on piece { }\nfx m { tag swift }\n" + hop, "swift", "sleek", "fx f { c: cannot #swift }\n"},
		"a choice": {"kind piece { }\nevent hop(who: piece) { do { choose x: int in 1..2 by who.owner } }\n", "x: int", "y: int",
			"piece p { }\ntest \"t\" { given a = p\n answer x: 1\n when hop(a)\n expect 1 == 1 }\n"},
		"the fields of a kind": {"kind piece { v: int = 1 }\n", "v: int = 1", "v: int = 1\n w: int", "piece p { }\n"},
		"a setup":              {"kind piece { }\npiece p { }\nsetup s { given a = p }\n" + hop, "given a", "given b", "test \"t\" in s { when hop(a)\n expect 1 == 1 }\n"},
		"a function":           {"kind piece { }\nfunction f(n: int): int = n\n", "(n: int)", "(n: int, m: int)", "test \"t\" { expect f(1) == 1 }\n"},
		"the fields of a group": {"kind piece { }\nbag drops { n: int }\nevent fall() { all: drops }\n", "n: int", "n: int  m: int",
			"piece p { c: after fall { put 1 into all { n: 1 } } }\n"},
	} {
		texts := map[string]string{"p/pack.kdsl": "pack p\n", "p/a.kdsl": c.other, "p/b.kdsl": c.own}
		w := Open(files(t, texts))
		if said := heard(t, w, "p"); said != "[]" {
			t.Errorf("%s: %s", name, said)
			continue
		}
		texts["p/a.kdsl"] = strings.Replace(c.other, c.from, c.to, 1)
		text := texts["p/a.kdsl"]
		w.Set("p/a.kdsl", &text)
		if got, want := heard(t, w, "p"), fresh(t, texts, "p"); got != want || !strings.Contains(got, "p/b.kdsl") {
			t.Errorf("%s\nis told\n%s\nand fresh\n%s", name, got, want)
		}
	}
}
