package claim_test

import (
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

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
