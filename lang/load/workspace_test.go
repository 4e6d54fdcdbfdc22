package load

import (
	"context"
	"errors"
	"github.com/kdsl-lang/kdsl/lang/source"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
)

// fresh is what a reading of its own tells of a program, or that it cannot be read.
func fresh(t testing.TB, texts map[string]string, name string) string {
	t.Helper()
	return heard(t, (&Loader{Local: files(t, texts)}).Open(), name)
}

func heard(t testing.TB, w *Workspace, name string) string {
	t.Helper()
	list, err := w.Check(context.Background(), name)
	if err != nil {
		return err.Error()
	}
	return asJSON(t, list)
}

// After whatever edits an open program is told what a fresh one is. With TestWhatDeclarationsDependOn, TestWarningsStay,
// TestWhatHeadsDoNotTell and TestTouchedIsEnough it was seen to fail when
//   - what an event need not be given, parts of what is of its type, figures and what is asked for were left out of a key, or
//     setups were remembered without what they depend on;
//   - one word, all words, labels, requirements, tags, what is chosen, a card's kind, setups or patches were left out of a key;
//   - the lattice was left out, of all keys or of those of a base; everything in a base was taken to be as alone;
//   - something was remembered with a warning, with an idle local, beside what could not be read, or that asks what is around it;
//   - what remembered declarations use was not marked as used;
//   - heads were taken to be enough for cycles by way of functions, for what is chosen, written, called and extended;
//   - clauses of which only the head is compiled heard no event, narrowed nothing, or did not ask;
//   - what goes wrong in a base was told there, or told though it goes wrong in the base alone.
func TestOpenIsAsFresh(t *testing.T) {
	steps := 500
	if testing.Short() {
		steps = 100
	}
	texts, clean := world(t), world(t)
	w := (&Loader{Local: files(t, texts)}).Open()
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
	const home, rules, fr, quest = "examples/odds.kdsl", "rules/kharn-ages/skills.kdsl", "rules/kharn-ages-fr/space.kdsl", "rules/aof-quest/skills.kdsl"
	const melee, faction = "rules/kharn-ages/melee.kdsl", "examples/homebrew.kdsl"
	for _, c := range []struct {
		unit, file, from, to string
		most, kB             int // declarations, and what is allocated
	}{
		{home, home, "measure enemy.HP", "measure enemy.AP", 1, 4400},
		{faction, faction, "cost: 14", "cost: 15", 8, 7100}, // its enums are longer than those of the book: nothing of that is taken over
		{rules, rules, "pack", "pack", 10, 8800},
		{rules, rules, "\n", "\n// moved\n", 10, 8800},
		{home, rules, "\n", "\n// moved\n", 0, 4400},
		{fr, fr, "\n", "\n// moved\n", 8, 8200},
		{fr, rules, "\n", "\n// moved\n", 8, 11600},
		{melee, melee, "\n", "\nevent novelty(who: weapon) { do { } }\n", 10, 9000},            // though many say who
		{melee, melee, "free: bool = false", "idly: int = 0\n  free: bool = false", 30, 10300}, // of an event that is called in 169
		{quest, quest, "\n", "\n// moved\n", 8, 4400},                                          // where an ignore asks what happens during an event
	} {
		w := (&Loader{Local: project()}).Open()
		w.loader.Library = library()
		heard(t, w, c.unit)
		before, first := map[reading]*parsed{}, w.memory[w.around(t, c.unit)].compiled()
		for at, p := range w.loader.parsed {
			before[at] = p
		}
		b, err := afero.ReadFile(project(), c.file)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(b), c.from, c.to, 1)
		w.Set(c.file, &text)
		var from, to runtime.MemStats
		runtime.ReadMemStats(&from)
		said := heard(t, w, c.unit)
		runtime.ReadMemStats(&to)
		if kB := int(to.TotalAlloc-from.TotalAlloc) / 1000; said != "[]" || kB > c.kB {
			t.Errorf("after an edit of %s %d kB are allocated, at most %d are allowed, and it says %s", c.file, kB, c.kB, said)
		}
		for at, p := range w.loader.parsed {
			if before[at] != p && at.name != c.file {
				t.Errorf("after an edit of %s %s is read again", c.file, at.name)
			}
		}
		if again := w.memory[w.around(t, c.unit)].compiled(); again > c.most || c.unit == rules && first < 500 || c.unit == fr && first > 200 {
			t.Errorf("after an edit of %s %d declarations of %d are compiled again, at most %d are allowed", c.file, again, first, c.most)
		}
	}
}

// compiled is how many declarations the last check compiled.
func (m *memory) compiled() int {
	if m.short {
		return m.rules.Compiled
	}
	return m.heads.Compiled
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
	w := (&Loader{Local: files(t, texts)}).Open()
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
		w := (&Loader{Local: project, Library: library()}).Open()
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

// A program that is begun and then finished is the one that is made at once, with the same said of it; what is begun has no scripts.
func TestBegin(t *testing.T) {
	for name, text := range map[string]string{
		"sound":                    "kind piece { cell n: int = 0 }\npiece p { }\nevent hop(who: piece) { do { throw d6 as d of who  who.n += d } }\ntest \"t\" { given a = p\n dice 3\n when hop(a)\n expect a.n == 3 }\nodds \"o\" { given a = p\n when hop(a)\n measure a.n }\n",
		"wrong in a card":          "kind piece { cell n: int = m }\ntest \"t\" { expect 1 == 1 }\n",
		"wrong in a test":          "kind piece { cell n: int = 0 }\npiece p { }\ntest \"t\" { given a = p\n expect a.m == 3 }\n",
		"what reads itself":        "kind piece { derive a: int = self.b  derive b: int = self.a }\n",
		"asked for by a test":      "kind piece { }\npiece p { }\nevent hop(who: piece) { require able: !can(hop(who))  do { } }\ntest \"t\" { given a = p\n when hop(a)\n expect refused able }\n",
		"an unused local":          "event go() { do { let x = 1 } }\ntest \"t\" { let y = 2\n expect 1 == 1 }\n",
		"a pack that is not there": "use nothing\nthing x { }\n",
	} {
		t.Run(name, func(t *testing.T) {
			w := (&Loader{Local: files(t, map[string]string{"a.kdsl": text})}).Open()
			whole, said, err := w.Program(t.Context(), "a.kdsl")
			if err != nil {
				t.Fatal(err)
			}
			b, err := w.Begin(t.Context(), "a.kdsl")
			if err != nil {
				t.Fatal(err)
			}
			p, hinders := b.Rules()
			if len(p.Scripts) > 0 {
				t.Errorf("what is begun has %d scripts", len(p.Scripts))
			}
			if name == "what reads itself" && !hinders.HasErrors() {
				t.Error("nothing hinders reading what reads itself")
			}
			for _, first := range []string{"odds", "nothing"} { // what is wanted first makes no difference in the end
				if _, err := b.Scripts(func(at source.Span) bool { return strings.HasPrefix(at.Text(), first) }); err != nil {
					t.Fatal(err)
				}
				if n := strings.Count(text, "\nodds"); len(p.Scripts) != n {
					t.Errorf("%d scripts where %d are wanted", len(p.Scripts), n)
				}
			}
			got, err := b.Scripts(nil)
			if err != nil {
				t.Fatal(err)
			}
			if a, b := asJSON(t, got), asJSON(t, said); a != b {
				t.Errorf("finished, it is said %s, want %s", a, b)
			}
			if len(p.Scripts) != len(whole.Scripts) || p.Hash != whole.Hash {
				t.Fatalf("%d scripts, want %d", len(p.Scripts), len(whole.Scripts))
			}
			for i, s := range p.Scripts {
				if s.Name != whole.Scripts[i].Name {
					t.Errorf("script %d is %s, want %s", i, s.Name, whole.Scripts[i].Name)
				}
			}
		})
	}
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
	const gift = "kind piece { }\nkind fx on piece { }\nkind gift on piece { let top = 2 + 3  worth: int = 3 }\ngift rag { }\n"
	for name, c := range map[string]struct{ other, from, to, own string }{
		"what a kind lies on": {"kind piece { }\nkind fx on piece { }\n" + hop, "fx on piece", "fx", "fx f { c: after hop(who: bearer) { hop(bearer) } }\n"},
		"a label of a kind": {"kind piece { }\nkind fx on piece { k: cannot hop(who: bearer) { en \"X.\" fr \"X.\" } }\n" + hop, "k:", "l:",
			"fx f { }\ntest \"t\" { expect text f.k en \"X.\" }\n"},
		"a tag": {"kind piece { }\nkind fx on piece { }\nfx m { tag swift }\n" + hop, "swift", "sleek", "fx f { c: cannot #swift }\n"},
		"a choice": {"kind piece { }\nevent hop(who: piece) { do { choose x: int in 1..2 by who.owner } }\n", "x: int", "y: int",
			"piece p { }\ntest \"t\" { given a = p\n answer x: 1\n when hop(a)\n expect 1 == 1 }\n"},
		"the fields of a kind": {"kind piece { v: int = 1 }\n", "v: int = 1", "v: int = 1\n w: int", "piece p { }\n"},
		"a setup":              {"kind piece { }\npiece p { }\nsetup s { given a = p }\n" + hop, "given a", "given b", "test \"t\" in s { when hop(a)\n expect 1 == 1 }\n"},
		"what a setup gives":   {"kind piece { cell n: int = 0 }\npiece p { }\n", "cell n", "cell m", "setup s { given a = p { n: 2 } }\ntest \"t\" in s { expect 1 == 1 }\n"},
		"a function":           {"kind piece { }\nfunction f(n: int): int = n\n", "(n: int)", "(n: int, m: int)", "test \"t\" { expect f(1) == 1 }\n"},
		"what a kind extends": {"kind piece { }\nkind unit extends piece { cell n: int = 0 }\nfunction _f(): unit? = none\nevent walk(who: piece) { do { } }\n", "extends piece", "",
			"event go() { do { let u = _f(); if has(u) { walk(u) } } }\n"},
		"a requirement": {"kind piece { }\nevent hop(who: piece) { require able: who == who  do { } }\n", "able", "fit",
			"piece p { }\ntest \"t\" { given a = p\n when hop(a)\n expect refused able }\n"},
		"a tag of an event": {"kind piece { }\nkind fx on piece { }\nevent hop(who: piece) { tag swift  do { } }\nevent skip(who: piece) { tag swift  do { } }\n", "who: piece) { tag swift", "whom: piece) { tag swift",
			"fx f { c: cannot #swift(who: bearer) }\n"},
		"what all with a tag need not be given": {"kind piece { }\nkind fx on piece { }\nevent hop(who: piece) { tag swift  far: int = 1  do { } }\n", "far: int = 1", "far: bool = true",
			"fx f { c: cannot #swift(far: 1) }\n"},
		"what a function asks": {"kind piece { cell n: int = 0 }\n" + hop + "event far(who: piece) { do { hop(who) } }\nfunction f(): int = 1\n", "int = 1", "int = has(during(far)) ? 1 : 2",
			"piece p { c: becomes f() == 2 { self.n = 1 } }\n"},
		"what is called": {"kind piece { }\nkind fx on piece { }\n" + hop + "event far(who: piece) { do { hop(who) } }\n", "hop(who)", "far(who)",
			"fx f { c: after hop(who: bearer) during far { hop(bearer) } }\n"},
		"what is written": {"kind piece { }\nkind pawn extends piece { }\nkind fx on piece { }\n" + hop + "event toll(old: hop, by_whom: piece) { do { } }\n",
			"by_whom: piece) { do { } }", "by_whom: piece) { do { old.who = by_whom } }", "fx f { c: after hop(who: pawn) { hop(who) } }\n"},
		"what proceeds": {"kind piece { }\nkind pawn extends piece { }\nkind fx on piece { }\n" + hop + "fx p { c: instead hop { proceed } }\n",
			"{ proceed }", "{ proceed { who: bearer } }", "fx f { c: instead hop(who: pawn) { hop(who) } }\n"},
		"a patch": {"kind piece { }\nevent hop(who: piece) { do { step a: { note \"x\" }; step b: { note \"y\" } } }\npatch event hop { step a: { note \"z\" } }\n", "z\" }", "z\"; nope() }",
			""},
		"the fields of a group": {"kind piece { }\nbag drops { n: int }\nevent fall() { all: drops }\n", "n: int", "n: int  m: int",
			"piece p { c: after fall { put 1 into all { n: 1 } } }\n"},
		"a part of a part of what is there": {"event hop(n: int) { do { } }\nevent skip(old: hop) { do { } }\nevent far(past: skip) { do { } }\nevent near(n: int) { do { } }\n",
			"hop(n: int)", "hop(n: bool)", "event see(e: far) { x: int = e.past.old.n  do { } }\n"},
		"a part behind a comment": {"event hop(n: int) { do { } }\nevent skip(old: hop) { do { } }\nevent far(past: skip) { do { } }\n",
			"hop(n: int)", "hop(n: bool)", "event see(e: far) { x: int = (e.past.old. // the first\n n)  do { } }\n"},
		"what an event need not be given": {"kind piece { }\nevent hop(who: piece) { far: int = 1  do { } }\n", "far: int = 1", "far: bool = true",
			"event go(x: piece) { do { hop(x, far: 2) } }\n"},
		"what an event has to be given": {"kind piece { }\nevent hop(who: piece) { far: int = 1  do { } }\n", "far: int = 1", "far: int",
			"event go(x: piece) { do { hop(x) } }\n"},
		"what a form asks for": {"kind piece { }\npiece p { }\nevent hop(who: piece) { choose by who.owner { dish: int in 1..3 }  do { } }\nevent go(who: piece) { do { hop(who) } }\n", "dish: int in 1..3", "dish: bool",
			"test \"t\" { given a = p\n answer dish: 1\n when go(a)\n expect 1 == 1 }\n"},
		"a refusal": {"kind piece { }\npiece p { }\nevent hop(who: piece) { choose by who.owner { dish: int in 1..3 }  do { } }\nevent go(who: piece) { do { hop(who) } }\n", "dish: int", "meal: int",
			"test \"t\" { given a = p\n when go(a)\n expect refused dish }\n"},
		"the dice of an event": {"kind piece { }\nkind fx on piece { }\nevent hop(who: piece) { do { throw 2d6 as r; note \"{r.total()}\" } }\nevent far(who: piece) { do { } }\n", "2d6", "3d6",
			"fx f { c: after far { en \"It throws {2d6}.\"  fr \"Il jette {2d6}.\"  hop(bearer) } }\n"},
		"what stands for dice": {"kind piece { }\nkind fx on piece { }\nevent hop(who: piece) { face: int in 1..4 = 1  do { } }\nevent far(who: piece) { do { } }\n", "1..4", "1..3",
			"fx f { c: after far { en \"It throws {d4}.\"  fr \"Il jette {d4}.\"  hop(bearer) } }\n"},
		"the numbers of a function": {"kind piece { cell n: int = 0 }\nkind fx on piece { }\nfunction f(): int = 3\nevent far(who: piece) { do { } }\n", "= 3", "= 4",
			"fx f1 { c: after far { en \"It gets 3.\"  fr \"Il en a 3.\"  bearer.n = f() } }\n"},
		"what a card says by default": {gift + hop, "= 3", "= 4",
			"fx f { c: after hop { en \"It is worth 3.\"  fr \"Il vaut 3.\"  apply rag to bearer permanent } }\n"},
		"a constant of a card's kind": {gift + hop, "2 + 3", "2 + 4",
			"fx f { c: after hop { en \"It is worth 5.\"  fr \"Il vaut 5.\"  apply rag to bearer permanent } }\n"},
		"a default of one's own": {"kind piece { }\nkind fx on piece { worth: int = 1 + 2 }\n" + hop, "1 + 2", "1 + 3",
			"fx f { c: after hop(who: bearer) { en \"It is worth 3.\"  fr \"Il vaut 3.\"  hop(bearer) } }\n"},
		"a constant of one's own": {"kind piece { }\nkind fx on piece { let top = 1 + 2 }\n" + hop, "1 + 2", "1 + 3",
			"fx f { c: after hop(who: bearer) { en \"It is worth 3.\"  fr \"Il vaut 3.\"  hop(bearer) } }\n"},
		"a constant of a kind above": {"kind piece { }\nkind top_fx on piece { let top = 1 + 2 }\nkind fx extends top_fx { }\n" + hop, "1 + 2", "1 + 3",
			"fx f { c: after hop(who: bearer) { en \"It is worth 3.\"  fr \"Il vaut 3.\"  hop(bearer) } }\n"},
	} {
		texts := map[string]string{"p/pack.kdsl": "pack p\n", "p/a.kdsl": c.other, "p/b.kdsl": c.own}
		w := (&Loader{Local: files(t, texts)}).Open()
		if said := heard(t, w, "p"); said != "[]" {
			t.Errorf("%s: %s", name, said)
			continue
		}
		texts["p/a.kdsl"] = strings.Replace(c.other, c.from, c.to, 1)
		text := texts["p/a.kdsl"]
		w.Set("p/a.kdsl", &text)
		if got, want := heard(t, w, "p"), fresh(t, texts, "p"); got != want || c.own != "" && !strings.Contains(got, "b.kdsl") || got == "[]" {
			t.Errorf("%s\nis told\n%s\nand fresh\n%s", name, got, want)
		}
	}
}

// What a sentence says is compared with what cards print, also where these are known, or another's: of them nothing else
// is compiled.
func TestFiguresOfWhatIsKnown(t *testing.T) {
	const base = "kind piece { }\nkind fx on piece { worth: int = 1 + 2  let top = 3 + 4 }\nevent hop(who: piece) { do { } }\nfx rag { worth: 2 + 3 }\nfx cloth { }\n"
	const leap = "action leap(who: piece) { en \"Leap\"  fr \"Sauter\"  en \"It is worth 5.\"  fr \"Cela vaut 5.\"  do { note \"x\" } }"
	says := func(n, does string) string {
		return "fx g { w: after hop(who: bearer) { en \"It is " + n + ".\"  fr \"Cela fait " + n + ".\"  " + does + " } }\n"
	}
	const rag, cloth = "apply rag to bearer permanent", "apply cloth to bearer permanent"
	const always = "fx g { w: while true { en \"It is 3.\"  fr \"Cela fait 3.\" } }\n"
	for name, c := range map[string]struct{ base, head, from, to string }{
		"one's own card":                                 {base + always, "pack p { overlays b }\n", "", "fx n { }\n"},
		"a default of one's own card":                    {base, "pack p { uses b }\n", "", says("3", "hop(bearer)")},
		"a constant of one's own card":                   {base, "pack p { uses b }\n", "", says("7", "hop(bearer)")},
		"a card that is used":                            {base, "pack p { uses b }\n", "", says("5", rag)},
		"a default of a card that is used":               {base, "pack p { uses b }\n", "", "kind own on piece { }\n" + strings.Replace(says("3", cloth), "fx g", "own g", 1)},
		"a card that is known":                           {"", "pack p\n" + base, says("5", "hop(bearer)"), says("5", rag)},
		"a default of a known card":                      {"", "pack p\n" + base, "kind own on piece { }\n", "kind own on piece { }\n" + strings.Replace(says("3", cloth), "fx g", "own g", 1)},
		"a clause that always works":                     {"", "pack p\n" + base + always, "fx n { }\n", "fx m { }\n"},
		"a card that is overlaid":                        {base, "pack p { overlays b }\n", "", says("5", rag)},
		"what a kind gives, whichever card comes first":  {base + "kind kit on piece { worth: int = 2 + 3\n " + leap + " }\n", "pack p { overlays b }\n", "", "kit first { worth: 9 }\n"},
		"a card that a rule names, and is not as it was": {base + says("5", rag), "pack p { overlays b }\n", "", "patch fx rag { worth: 2 + 4 }\n"},
		"what gives an action, and is not as it was":     {base + "fx f { worth: 2 + 3\n " + leap + " }\n", "pack p { overlays b }\n", "", "patch fx f { worth: 2 + 4 }\n"},
	} {
		texts := map[string]string{"p/pack.kdsl": c.head, "p/p.kdsl": c.from}
		if c.base != "" {
			texts["b/b.kdsl"] = "pack b\n" + c.base
		}
		w := (&Loader{Local: files(t, texts)}).Open()
		heard(t, w, "p")
		texts["p/p.kdsl"] = c.to
		w.Set("p/p.kdsl", &c.to)
		linked, err := (&Loader{Local: files(t, texts)}).Load("p")
		if err != nil {
			t.Fatal(err)
		}
		want := asJSON(t, linked[0].Diags)
		if (want == "[]") == strings.HasSuffix(name, "not as it was") {
			t.Errorf("%s: linked is %s", name, want)
		}
		if got, alone := heard(t, w, "p"), fresh(t, texts, "p"); got != want || alone != want {
			t.Errorf("%s: told is\n%s\nfresh\n%s\nand linked\n%s", name, got, alone, want)
		}
	}
}

// What is said of a used pack that cannot be read is what a fresh check says, though its heads were not enough before.
func TestTornHeads(t *testing.T) {
	texts := map[string]string{"b/pack.kdsl": "pack b\n", "b/b.kdsl": "kind piece { cell n: int = 0 }\npiece man { }\n" +
		"event ask(who: piece) {\n  do {\n    if who.n > 0 { who.n = (6) }\n    choose dish: int in 1..3 by who.owner\n    step sing: { note \"x\" }\n  }\n}\n",
		"u/pack.kdsl": "pack u { uses b }\n", "u/u.kdsl": "test \"t\" { given a = man for red\n answer dish: 2\n when ask(a)\n expect a.n == 2 }\n"}
	w := (&Loader{Local: files(t, texts)}).Open()
	if said := heard(t, w, "u"); said != "[]" || !w.memory["u"].short {
		t.Errorf("heads were enough, and it says %s", said)
	}
	texts["b/b.kdsl"], texts["u/u.kdsl"] = strings.Replace(texts["b/b.kdsl"], "(6) }", "(6}) }", 1), "piece boy { }\n"
	for _, name := range []string{"b/b.kdsl", "u/u.kdsl"} {
		text := texts[name]
		w.Set(name, &text)
	}
	if got, want := heard(t, w, "u"), fresh(t, texts, "u"); got != want || got == "[]" {
		t.Errorf("told is\n%s\nand fresh\n%s", got, want)
	}
}

// What is warned of is warned of again after an edit of something else.
func TestWarningsStay(t *testing.T) {
	for _, text := range []string{
		"event e() { do { let idle = 1 } }\n", "rule r { c: after e { let idle = 1 } }\nevent e() { do { } }\n",
		"kind k { cell n: int = 0 }\nevent e(x: k) { do { if has(x) { x.n = 1 } } }\n", "test \"t\" { let idle = 1; expect 1 == 1 }\n", "test \"t\" { }\n",
		"event e() { do { step a: { let idle = 1 } } }\n", "function f(): int = 1\n", "rule a { tag swifter }\nrule b { tag swifted }\nrule c { tag swifted }\n",
		"// fine\nkind k { cell n: int = 0 }\nk p { }\nfunction f(): int = 1\nsetup s { given a = p { n: f() } }\ntest \"t\" in s { expect 1 == 1 }\n", "setup _s { let idle = 1 }\n",
		"table _t(n: int in 1..3): int { 1..3 => 0\n 2 => 1 }\n", "setup s { }\n",
		"// fine\nkind k { }\nkind fx on k { }\nevent e(x: k) { do { } }\nevent circle(x: k) { do { } }\n" +
			"fx g { c: after circle(x: bearer) { e(bearer) } }\nfx f { c: after e(x: bearer) during circle { note \"x\" } }\n", "table tumble(n: int in 1..3) on n { 1..3 => { note \"x\" }\n 2 => { note \"y\" } }\n",
	} {
		texts := map[string]string{"p/pack.kdsl": "pack p\n", "p/a.kdsl": text, "p/b.kdsl": "event other() { do { } }\n"}
		w := (&Loader{Local: files(t, texts)}).Open()
		first := heard(t, w, "p")
		for _, more := range []string{"// x\n", "", "event another() { do { } }\n"} {
			texts["p/b.kdsl"] = "event other() { do { } }\n" + more
			b := texts["p/b.kdsl"]
			w.Set("p/b.kdsl", &b)
			if got, want := heard(t, w, "p"), fresh(t, texts, "p"); got != want || (got == "[]") != strings.HasPrefix(text, "// fine") || got != first {
				t.Errorf("%s\nis told\n%s\nand fresh\n%s", text, got, want)
			}
		}
	}
}

// What is made of itself has an end for whoever remembers what everything means.
func TestGroupsInGroups(t *testing.T) {
	for _, text := range []string{"bag b { b: b }\n", "bag a { x: b }\nbag b { x: a }\n"} {
		texts := map[string]string{"p/pack.kdsl": "pack p\n", "p/a.kdsl": text}
		w := (&Loader{Local: files(t, texts)}).Open()
		if got := heard(t, w, "p"); strings.Count(got, `"code": "invalid-type"`) != strings.Count(text, "bag") {
			t.Errorf("%s: told is %s", text, got)
		}
	}
}

// Of a card that is declared twice nobody knows which is meant: nothing more is told of what it is put in, neither at once nor
// by a check that begins.
func TestDeclaredTwice(t *testing.T) {
	const fx = "fx f { }\n"
	texts := map[string]string{"p/pack.kdsl": "pack p\n", "p/a.kdsl": "kind piece { }\nkind fx on piece { }\n" + fx + "event hop(who: piece) { do { } }\nevent need(x: fx) { do { } }\n",
		"p/b.kdsl": "piece q { c: after hop(who: self) { apply f to self permanent as x; need(x) } }\n"}
	w := (&Loader{Local: files(t, texts)}).Open()
	if said := heard(t, w, "p"); said != "[]" {
		t.Fatal(said)
	}
	texts["p/a.kdsl"] = strings.Replace(texts["p/a.kdsl"], fx, fx+fx, 1)
	text := texts["p/a.kdsl"]
	w.Set("p/a.kdsl", &text)
	got, want := heard(t, w, "p"), fresh(t, texts, "p")
	if got != want || strings.Count(got, `"code"`) != 1 {
		t.Errorf("told is\n%s\nand fresh\n%s", got, want)
	}
}
