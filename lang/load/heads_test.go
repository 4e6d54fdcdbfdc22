package load

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

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
