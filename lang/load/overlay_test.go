package load

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Of what a pack overlays those declarations are checked that it touches. It is told what it is told when all of them
// are, at the same places, as long as the base is sound; also when the base overlays another.
func TestTouchedIsEnough(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	wrong, moved := 0, 0
	pairs := len(operations) * 5
	for n := range 400 {
		texts, unit, file := world(t), "over", "over/pack.kdsl"
		if n%4 == 3 {
			unit, file = "top", "top/pack.kdsl"
			texts[file] = "pack top { overlays over }\npatch kind fighter { cell proud: bool = true }\n"
		}
		own := map[string]string{file: texts[file]}
		if n < pairs {
			own[file] += operations[n%len(operations)] + "\n" + operations[r.IntN(len(operations))] + "\n"
		} else {
			for range 1 + n%3 {
				change(r, own)
			}
		}
		texts[file] = own[file]
		linked, err := (&Loader{Local: files(t, texts)}).Load(unit)
		if err != nil {
			t.Fatal(err)
		}
		checked := checkedAlone(t, texts, unit)[0]
		if got, want := asJSON(t, checked.Diags), asJSON(t, linked[0].Diags); got != want {
			t.Fatalf("%d: %s\nis told\n%s\nand linked\n%s", n, own[file], got, want)
		}
		for _, d := range checked.Diags {
			if d.Span.File.Name != file {
				t.Fatalf("%d: %s\nis told %s of %s", n, own[file], d.Message, d.Span.File.Name)
			}
			if len(d.Related) > 0 && d.Related[0].Message == "it goes wrong here" {
				moved++
				break
			}
		}
		if len(checked.Diags) > 0 {
			wrong++
		}
	}
	t.Logf("%d of 400 were wrong, %d by what they touched", wrong, moved)
	if wrong < 150 || moved < 60 {
		t.Errorf("%d of 400 were wrong, %d by what they touched", wrong, moved)
	}
}

// What an overlay touches though the text that it breaks does not say so.
func TestTouchedUnnamed(t *testing.T) {
	const base = "pack b\nkind piece { cell n: int = 0 }\nkind pawn extends piece { }\nkind fx on piece { }\nevent hop(who: piece) { do { who.n += 1 } }\n"
	for name, c := range map[string]struct{ base, own, code string }{
		"what a kind extends": {"kind unit extends piece { }\nfunction _f(): unit? = none\nevent go() { do { let u = _f(); if has(u) { hop(u) } } }\n",
			"replace kind unit { cell n: int = 0 }\n", "wrong-type"},
		"a kind that nothing extends": {"function _f(): pawn? = none\nevent go() { do { let u = _f(); if has(u) { hop(u) } } }\n", "kind stone { }\n", ""},
		"what is called": {"event far(who: piece) { do { hop(who) } }\nfx f { c: after hop(who: bearer) during far { bearer.n = 0 } }\n",
			"patch event far { do { } }\n", "unreachable-clause"},
		"what is called by a step": {"event far(who: piece) { do { step on_it: { hop(who) } } }\nfx f { c: after hop(who: bearer) during far { bearer.n = 0 } }\n",
			"remove far.on_it\n", "unreachable-clause"},
		"what proceeds":   {"fx p { c: instead hop { proceed { who: bearer } } }\n", "fx g { d: instead hop(who: pawn) { hop(who) } }\n", "wrong-type"},
		"what is written": {"event toll(old: hop, by_whom: piece) { do { old.who = by_whom } }\n", "fx g { d: after hop(who: pawn) { hop(who) } }\n", "wrong-type"},
		"what a function reads": {"function reach(who: piece): int = 1 layers far\nfunction wide(who: piece): int = 2\nfx f { c: while reach(who: bearer) { add wide(bearer) } }\n",
			"replace function wide(who: piece): int = reach(who)\n", "cyclic-definition"},
		"what a function asks":    {"function f(): int = 1\npiece p { c: becomes f() == 2 { self.n = 1 } }\n", "replace function f(): int = has(during(hop)) ? 1 : 2\n", "invalid-expression"},
		"a clause more of a card": {"fx f { }\n", "extend fx f { c: after hop(who: bearer) { nope(bearer) } }\n", "undefined-event"},
		"what is wrong anyway":    {"event far(who: piece) { do { nope(who.n) } }\n", "patch kind piece { cell n: int = 3 }\nextend event far { m: int = 2 }\n", ""},
	} {
		texts := map[string]string{"b/b.kdsl": base + c.base, "o/a.kdsl": "// It says not what it is of.\n", "o/o.kdsl": "pack o { overlays b }\n" + c.own}
		linked, err := (&Loader{Local: files(t, texts)}).Load("o")
		if err != nil {
			t.Fatal(err)
		}
		checked := checkedAlone(t, texts, "o")[0]
		got, want := asJSON(t, checked.Diags), asJSON(t, linked[0].Diags)
		if wrong := c.code == "" && len(checked.Diags) > 0 || c.code != "" && !strings.Contains(got, c.code); wrong || got != want && name != "what is wrong anyway" {
			t.Errorf("%s: told is\n%s\nand linked\n%s\nwant %q", name, got, want, c.code)
		}
		for _, d := range checked.Diags {
			if d.Span.File.Name != "o/o.kdsl" {
				t.Errorf("%s: %s is told of %s", name, d.Message, d.Span.File.Name)
			}
		}
	}
}

// One pack that is not there does not hide what comes of changing another: it is told in the overlay, not in the pack that is changed.
func TestAnOverlayOfTwoOfWhichOneIsMissing(t *testing.T) {
	texts := map[string]string{"b/b.kdsl": "pack b\nkind piece { cell n: int = 0 }\nevent hop(who: piece) { do { who.n += 1 } }\nevent far(who: piece) { do { nope(who.n) } }\n",
		"o/o.kdsl": "pack o { overlays nowhere, b }\npatch kind piece { cell n: bool = false }\n"}
	checked := checkedAlone(t, texts, "o")[0]
	var told []string
	for _, d := range checked.Diags {
		told = append(told, fmt.Sprint(d.Code, " ", d.Span.File.Name, " ", d.Span.Pos().Line))
	}
	if want := []string{"undefined-pack o/o.kdsl 1", "wrong-type o/o.kdsl 2"}; !slices.Equal(told, want) {
		t.Errorf("got %q, want %q", told, want)
	}
}

// Who uses a pack sees none of its scripts. Who would change some is told so once.
func TestScriptsOfWhatIsOnlyUsed(t *testing.T) {
	const own = "pack o { uses base }\nreplace test \"hop\" { expect true }\nremove test \"hop\"\n"
	texts := map[string]string{"o/pack.kdsl": own, "base/pack.kdsl": base["lib/base/pack.kdsl"], "base/cards.kdsl": base["lib/base/cards.kdsl"]}
	units, err := (&Loader{Local: files(t, texts)}).Load("o")
	if err != nil {
		t.Fatal(err)
	}
	if m := messages(units[0]); strings.Count(m, "missing-overlay") != 1 || !strings.Contains(m, "write `overlays base` in place of `uses base`") || strings.Contains(m, "\n") {
		t.Errorf("got %s", m)
	}
}

// Who puts a card on what bears none of its kind is told which function of the pack lists those that do, the shortest of several.
func TestWhatListsThem(t *testing.T) {
	texts := map[string]string{
		"b/b.kdsl": `pack b
kind unit { }
kind model { cell of: unit? = none }
kind mark on model { }
mark tired { }
function _every(): list<model> = all(model)
function _first(u: unit): unit = u
function models_that_are_of(u: unit): list<model> = all(model).filter(m, m.of == u)
function models(u: unit): list<model> = models_that_are_of(u)
function zz(u: unit): list<unit> = [u]
`,
		"o/o.kdsl": "pack o { uses b }\nevent tire(who: unit) { do { apply tired to who permanent } }\n",
	}
	units, err := (&Loader{Local: files(t, texts)}).Load("o")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := messages(units[0]), "models(who) lists them, as in each x in models(who) { ... }"; !strings.Contains(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
}
