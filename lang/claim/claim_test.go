package claim_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// packs are those whose cards are looked at.
var packs = []string{"kharn_ages", "kharn_ages_fr", "aof_quest", "saga", "confrontation", "fortification", "kharn_ages_spells"}

func programs(t testing.TB, each func(*ir.Program)) {
	t.Helper()
	for _, name := range packs {
		u, err := library.Loader(afero.NewMemMapFs()).LoadPack(name)
		if err != nil || u == nil || u.Diags.HasErrors() {
			t.Fatalf("%s: %v", name, err)
		}
		each(u.Program)
	}
}

// Every claim says what it is about, by a word of its sort, and where it stands.
func TestEveryClaimIsWhole(t *testing.T) {
	cards, all := 0, 0
	programs(t, func(p *ir.Program) {
		for _, c := range p.Cards {
			if c.Kind < ir.BuiltinKinds && c.Kind != ir.RuleKind {
				continue
			}
			cards++
			for _, x := range claim.Of(p, c) {
				all++
				if known := claim.Words[x.Sort]; !contains(known, x.Word) {
					t.Errorf("%s.%s: %q is no word of %s", c.Name, x.Clause, x.Word, claim.SortWords[x.Sort])
				}
				if !x.At.IsValid() {
					t.Errorf("%s.%s: a claim (%s %s) without a place", c.Name, x.Clause, claim.SortWords[x.Sort], x.Word)
				}
			}
		}
	})
	if t.Logf("%d cards, %d claims", cards, all); cards < 600 || all < 5*cards {
		t.Errorf("%d cards make %d claims, want more", cards, all)
	}
}

// What names cards, and how long something lasts, is listed as among all that is claimed, without what is open: of a kind itself that is nothing.
func TestNaming(t *testing.T) {
	naming := func(list []claim.Claim) []claim.Claim {
		return slices.DeleteFunc(list, func(x claim.Claim) bool { return x.Open || !x.NamesCard() && x.Sort != claim.Duration })
	}
	same := func(of string, got, want []claim.Claim) {
		if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%s names cards in\n%v\nwant\n%v", of, got, want)
		}
	}
	others, asked := 0, 0
	of := func(p *ir.Program) {
		s := claim.NamingIn(p)
		for _, c := range p.Cards {
			all := claim.Of(p, c)
			others += len(all)
			want := naming(all)
			same(c.Name, s.Card(c), want)
			others -= len(want)
			if len(claim.Clauses(p, c)) == 0 && len(claim.Mentions(p, c)) > 0 {
				asked++
			}
		}
		for _, e := range p.Events {
			same(e.Name, s.Event(e), naming(claim.OfClause(p, claim.OfEvent(p, e))))
		}
		for _, k := range p.Kinds {
			same(k.Name, nil, naming(claim.OfKindItself(p, k)))
		}
	}
	programs(t, of)
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero { cell HP: int = 9  carries gifts: gift }
kind gift on hero { }
event hit(who: hero) { do { } }
gift calm { }
gift warm { glows: after hit(who: bearer) { if bearer.bears(calm) { bearer.HP += 1 } } }`) // what no card of the packs is asked for alone
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	of(u.Program)
	if others < 10000 || asked < 10 {
		t.Errorf("%d claims name no card, and %d cards are asked for that have no clauses: too few", others, asked)
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// Every stage of a clause has its word.
func TestEveryStageHasAWord(t *testing.T) {
	seen := map[string]bool{}
	programs(t, func(p *ir.Program) {
		for _, h := range p.Hooks {
			for _, x := range claim.OfClause(p, clauseOf(p, h)) {
				if x.Sort == claim.Trigger {
					seen[x.Word] = true
				}
			}
		}
	})
	for _, w := range claim.Words[claim.Trigger] {
		if !seen[w] {
			t.Errorf("no clause of the content claims %q", w)
		}
	}
}

func clauseOf(p *ir.Program, h *ir.Hook) *claim.Clause {
	of := claim.OfKind(p, p.Kinds[max(h.Kind, 0)])
	if h.Card >= 0 {
		of = claim.Clauses(p, p.Cards[h.Card])
	}
	for _, c := range of {
		if c.At == h.At {
			return c
		}
	}
	return &claim.Clause{At: h.At, May: true}
}

// Every sort of claim is made by the content, but for what has no words at all, which it must not have.
func TestEverySortIsClaimed(t *testing.T) {
	seen := map[claim.Sort]int{}
	programs(t, func(p *ir.Program) {
		for _, c := range p.Cards {
			for _, x := range claim.Of(p, c) {
				seen[x.Sort]++
			}
		}
	})
	for sort, word := range claim.SortWords {
		if sort != int(claim.BadSort) && sort != int(claim.Unreadable) && seen[claim.Sort(sort)] == 0 {
			t.Errorf("nothing in the content claims a %s", word)
		}
	}
	t.Log(seen)
}

// Every word that a claim may have is said in both languages, each in its own.
func TestVerbs(t *testing.T) {
	known := map[string]bool{}
	for _, list := range claim.Words {
		for _, word := range list {
			known[word] = true
			say, ok := claim.Verbs[word]
			if !ok || (say[0] == "") != (say[1] == "") || say[0] != "" && say[0] == say[1] {
				t.Errorf("%s: %q", word, say)
			}
		}
	}
	for word := range claim.Verbs {
		if !known[word] {
			t.Errorf("no claim says %s", word)
		}
	}
}

// What a statement says that it does is a word of claims.
func TestDeedsHaveWords(t *testing.T) {
	said := 0
	for _, s := range ir.Stmts {
		if s, ok := reflect.New(reflect.TypeOf(s).Elem()).Interface().(ir.Doing); ok {
			said++
			if word := s.Deed().Word; !slices.Contains(claim.Words[claim.Effect], word) {
				t.Errorf("%T: %q is no word of claims", s, word)
			}
		}
	}
	if said == 0 {
		t.Error("no statement says what it does")
	}
}

// What durations end with, and with which word a clause begins, are words of claims.
func TestEndingsAndStagesHaveWords(t *testing.T) {
	for n, word := range ir.Endings {
		if ir.Ending(n) != ir.UntilNextEnd && !slices.Contains(claim.Words[claim.Duration], word) { // of ends a text tells only when
			t.Errorf("%q is no word of durations", word)
		}
	}
	for s := ir.BadStage + 1; s < ir.Stages; s++ {
		if !slices.Contains(claim.Words[claim.Trigger], s.Word()) {
			t.Errorf("%q is no word of moments", s.Word())
		}
	}
}
