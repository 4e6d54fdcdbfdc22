package aloud_test

import (
	"flag"
	"hash/fnv"
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// packs are those whose clauses are read.
var packs = []string{"kharn_ages", "kharn_ages_fr", "aof_quest", "saga", "confrontation", "fortification", "kharn_ages_spells", "bids", "decks", "markers", "orders", "sides", "throws", "turns"}

// Every clause of every pack can be read in both languages: a sentence, without anything of the file in it.
func TestEveryClauseIsRead(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		clauses := 0
		missing := map[string]int{}
		for _, name := range packs {
			u, err := library.Loader(afero.NewMemMapFs()).LoadPack(name)
			if err != nil || u == nil || u.Diags.HasErrors() {
				t.Fatalf("%s: %v", name, err)
			}
			if len(u.Program.Complete) != 2 {
				t.Errorf("%s does not say that it is complete in both languages", name)
			}
			for _, d := range aloud.MissingWords(u.Program) {
				t.Errorf("%s:%d: %s", d.Span.File.Name, d.Span.Pos().Line, d.Message)
			}
			for _, c := range u.Program.Cards {
				if c.Kind < ir.BuiltinKinds && c.Kind != ir.RuleKind {
					continue
				}
				for _, r := range aloud.Card(u.Program, c, lang) {
					clauses++
					if len(r.Text) < 8 || !strings.HasSuffix(r.Text, ".") || strings.ContainsAny(r.Text, "{}_|") || strings.Contains(r.Text, "  ") {
						t.Errorf("%s %s.%s reads %q", lang, c.Name, r.Clause.Label, r.Text)
					}
					for _, m := range r.Missing {
						missing[name+" "+m.Sort+" "+m.Name]++
					}
				}
			}
		}
		var list []string
		for m := range missing {
			list = append(list, m)
		}
		sort.Strings(list)
		if t.Logf("%s: %d clauses, %d things without words: %s", lang, clauses, len(list), strings.Join(list, ", ")); clauses < 600 {
			t.Errorf("%d clauses are read, want more", clauses)
		}
	}
}

var update = flag.Bool("update", false, "write the golden readings anew")

// lot is where a clause stands in the order of drawing, whatever others there are.
func lot(reading string) uint64 {
	name, _, _ := strings.Cut(reading, "\n")
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// Sixty clauses, drawn by lot from all packs, read as they were last read and found right by a person.
func TestReadings(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		var all []string
		for _, name := range packs {
			u, err := library.Loader(afero.NewMemMapFs()).LoadPack(name)
			if err != nil || u == nil || u.Diags.HasErrors() {
				t.Fatalf("%s: %v", name, err)
			}
			for _, c := range u.Program.Cards {
				if c.Pack != u.Name || c.Inner || c.Kind < ir.BuiltinKinds && c.Kind != ir.RuleKind {
					continue
				}
				for _, r := range aloud.Card(u.Program, c, lang) {
					all = append(all, name+" "+c.Name+"."+r.Clause.Label+"\n  "+r.Text+"\n")
				}
			}
		}
		sort.Slice(all, func(i, j int) bool { return lot(all[i]) < lot(all[j]) })
		drawn := all[:60]
		sort.Strings(drawn)
		file, got := "testdata/readings."+lang+".txt", strings.Join(drawn, "")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
			for i := range g {
				if i >= len(w) || g[i] != w[i] {
					t.Errorf("%s line %d (go test -update writes it)\n%s", file, i+1, g[i])
				}
			}
		}
	}
}

// What a clause remembers is read, whether or not the author has given it words; and a number that is written as itself and
// another goes up or down.
func TestBooksAreRead(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero { en "Hero"  fr m "Héros"  cell HP: int = 9 { en "HP"  fr "PV" } }
kind gift on hero { en "Gift"  fr m "Don" }
event hit(who: hero) { en "{who} is hit"  fr "{who} est frappé"  do { } }
event fall(who: hero) { en "{who} falls"  fr "{who} tombe"  do { } }
gift lamp {
  en "Lamp"  fr "Lampe"
  cell lit: bool = false
  cell told: int = 0 { inner }
  kindles: after hit(who: bearer) { if !lit { lit = true } }
  counts: after hit(who: bearer) { told += 1 }
  burns: after hit(who: bearer) { bearer.HP = bearer.HP - 2 }
  warms: after hit(who: bearer) { bearer.HP = bearer.HP + 2 }
  smokes: after hit(who: bearer) or fall(who: bearer) { bearer.HP -= 3 }
  flickers: after hit(who: bearer) {
    let on = true
    repeat until !on {
      bearer.HP -= 1
      on = bearer.HP > 3
    }
  }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	for _, lang := range []struct{ name, want string }{
		{"en", "After it is hit, if Lamp is not lit, Lamp becomes lit.\nAfter it is hit, it is noted.\nAfter it is hit, it loses 2 HP.\nAfter it is hit, it gains 2 HP.\nAfter it is hit or it falls, it loses 3 HP.\nAfter it is hit, again and again, as long as it may: it loses 1 HP."},
		{"fr", "Quand il vient d'être frappé, si Lampe n'est pas lit, Lampe devient lit.\nQuand il vient d'être frappé, cela est noté.\nQuand il vient d'être frappé, il perd 2 PV.\nQuand il vient d'être frappé, il gagne 2 PV.\nQuand il vient d'être frappé ou qu'il vient de tomber, il perd 3 PV.\nQuand il vient d'être frappé, encore et encore, tant que c'est permis : il perd 1 PV."},
	} {
		var got []string
		for _, c := range u.Program.Cards {
			for _, r := range aloud.Card(u.Program, c, lang.name) {
				got = append(got, r.Text)
			}
		}
		if strings.Join(got, "\n") != lang.want {
			t.Errorf("%s: got\n%s\nwant\n%s", lang.name, strings.Join(got, "\n"), lang.want)
		}
	}
}
