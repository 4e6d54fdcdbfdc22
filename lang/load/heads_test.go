package load

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/diag"
)

func asJSON(t testing.TB, list diag.List) string {
	t.Helper()
	b, err := json.MarshalIndent(diag.Reports(list), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// What a unit is told of its own files is the same whether it is checked against heads or linked, as long as
// the pack that it uses is sound; and it is told nothing of that.
func TestHeadsAreEnough(t *testing.T) {
	for _, u := range checkedAlone(t, world(t), ".") {
		if said := messages(u); said != "" {
			t.Fatalf("%s: %s", u.Name, said)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	wrong, short := 0, 0
	for n := range 300 {
		texts := world(t)
		own := map[string]string{"user/cards.kdsl": texts["user/cards.kdsl"]}
		for range 1 + n%3 {
			change(r, own)
		}
		maps.Copy(texts, own)
		linked, err := (&Loader{Local: files(t, texts)}).Load("user")
		if err != nil {
			t.Fatal(err)
		}
		want := diag.List{}
		for _, d := range linked[0].Diags {
			if strings.HasPrefix(d.Span.File.Name, "user/") {
				want = append(want, d)
			}
		}
		l := &Loader{Local: files(t, texts)}
		units, err := l.Check("user")
		if err != nil {
			t.Fatal(err)
		}
		if got := asJSON(t, units[0].Diags); got != asJSON(t, want) {
			t.Fatalf("%d: %s\nis told\n%s\nand linked\n%s", n, own["user/cards.kdsl"], got, asJSON(t, want))
		}
		if len(want) > 0 {
			wrong++
		}
		if l.deeper > 0 {
			short++
		}
	}
	if wrong < 150 || short == 0 || short > 150 {
		t.Errorf("%d of 300 were wrong, and %d needed more than heads", wrong, short)
	}
}

func checkedAlone(t *testing.T, texts map[string]string, paths ...string) []*Unit {
	t.Helper()
	units, err := (&Loader{Local: files(t, texts)}).Check(paths...)
	if err != nil {
		t.Fatal(err)
	}
	return units
}

// What a unit is told does not depend on what else is checked, whatever is wrong anywhere.
func TestCheckedTogetherOrAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		texts := world(t)
		for range 1 + r.IntN(4) {
			change(r, texts)
		}
		all := map[string]string{}
		for _, u := range checkedAlone(t, texts, ".") {
			all[u.Name] = asJSON(t, u.Diags)
		}
		for _, path := range []string{"base", "user", "over", "loose/own.kdsl"} {
			u := checkedAlone(t, texts, path)[0]
			if got := asJSON(t, u.Diags); got != all[u.Name] {
				t.Fatalf("%v\n%s is told alone\n%s\nand with the others\n%s", texts, u.Name, got, all[u.Name])
			}
		}
	}
}

// The packs on the disk that are used are checked, too, each once.
func TestUsedPacksAreChecked(t *testing.T) {
	texts := world(t)
	texts["base/more.kdsl"] += "event bad() { do { nope() } }\n"
	units := checkedAlone(t, texts, "user", "loose/own.kdsl")
	var names []string
	for _, u := range units {
		names = append(names, u.Name)
		if u.Program != nil {
			t.Errorf("%s was linked", u.Name)
		}
	}
	if got := strings.Join(names, " "); got != "loose/own.kdsl user base" && got != "user loose/own.kdsl base" {
		t.Errorf("checked are %s", got)
	}
	for _, u := range units {
		if wrong := strings.Contains(messages(u), "nope"); wrong != (u.Name == "base") {
			t.Errorf("%s is told %q", u.Name, messages(u))
		}
	}
}

// Where what is asked of a used pack stands in none of its heads, its bodies are asked: what its user is told is what he is
// told when all is linked.
func TestWhatHeadsDoNotTell(t *testing.T) {
	const base = "kind piece { cell n: int = 0 }\nkind pawn extends piece { }\nkind fx on piece { }\npiece man { }\n" +
		"event hop(who: piece) { do { who.n += 1 } }\n"
	for name, c := range map[string]struct{ base, own, code string }{
		"a cycle by way of a function": {"function reach(who: piece): int = 1 layers far\nfunction twice_as_far(who: piece): int = reach(who) * 2\n",
			"fx f { c: while reach(who: bearer) { add twice_as_far(bearer) } }\n", "cyclic-definition"},
		"a cycle by way of a field": {"function reach(who: piece): int = 1 layers far\nextend kind piece { derive wide: int = reach(self) }\n",
			"fx f { c: while reach(who: bearer) { add bearer.wide } }\n", "cyclic-definition"},
		"what is chosen": {"event ask(who: piece) { do { choose dish: int in 1..3 by who.owner; who.n = dish } }\n",
			"test \"t\" { given a = man for red\n answer dish: 2\n when ask(a)\n expect a.n == 2 }\n", ""},
		"what is not chosen": {"event ask(who: piece) { do { choose dish: int in 1..3 by who.owner; who.n = dish } }\n",
			"test \"t\" { given a = man for red\n answer dis: 2\n when ask(a)\n expect a.n == 2 }\n", "undefined-field"},
		"what is called":     {"event far(who: piece) { do { hop(who) } }\n", "fx f { c: after hop(who: bearer) during far { bearer.n = 0 } }\n", ""},
		"what is not called": {"event far(who: piece) { do { who.n = 1 } }\n", "fx f { c: after hop(who: bearer) during far { bearer.n = 0 } }\n", "unreachable-clause"},
		"what is written": {"event swap(who: piece) { do { } }\nevent turn(old: swap, young: piece) { do { old.who = young } }\n",
			"fx f { c: after swap(who: pawn) { hop(who) } }\n", "wrong-type"},
		"what is taken for something narrower": {"event swap(who: piece) { do { } }\nfx turn { c: instead swap(who: pawn) { hop(who) } }\n",
			"fx f { c: instead swap { proceed { who: bearer } } }\n", "wrong-type"},
		"what it adds to":                {"event far(who: piece) { m: int = 0  do { who.n = m } }\n", "extend event far { m: int = 2 }\n", "duplicate-name"},
		"what it lacks then":             {"enum mood { calm }\ntable harm(m: mood): int { calm => 1 }\n", "extend enum mood { grim }\n", "table-gap"},
		"what is wrong in it":            {"event far(who: piece) { do { nope() } }\nfunction f(): int = nope\n", "function g(): int = f()\ntest \"t\" { expect g() == 1 }\n", ""},
		"that it uses what is one's own": {"event far(who: piece) { do { who.n = mine() } }\n", "function mine(): int = 3\n", ""},
	} {
		used := map[string]string{"b/pack.kdsl": "pack b\n", "b/b.kdsl": base + c.base}
		texts := map[string]string{"u/pack.kdsl": "pack u { uses b }\n", "u/u.kdsl": c.own}
		l := &Loader{Local: files(t, texts), Library: []afero.Fs{files(t, used)}} // so that no more than heads is read
		maps.Copy(texts, used)
		if strings.Contains(name, "one's own") {
			texts["b/pack.kdsl"] = "pack b { uses u }\n"
			l = &Loader{Local: files(t, texts)}
		}
		units, err := l.Check("u")
		if err != nil {
			t.Fatal(err)
		}
		checked := units[0].Diags
		linked, err := (&Loader{Local: files(t, texts)}).Load("u", "b")
		if err != nil {
			t.Fatal(err)
		}
		alone := asJSON(t, linked[0].Diags)
		want := diag.List{}
		for _, d := range linked[1].Diags {
			if !strings.Contains(alone, d.Message) {
				want = append(want, d)
			}
		}
		got := asJSON(t, checked)
		if got != asJSON(t, want) || c.code == "" && len(checked) > 0 || c.code != "" && !strings.Contains(got, c.code) {
			t.Errorf("%s: told is\n%s\nand linked\n%s\nwant %q", name, got, asJSON(t, want), c.code)
		}
	}
}
