package proof

import (
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/diag"
)

// verdicts are those on the sentences of a charm of the small pack, and of what is declared behind it.
func verdicts(t *testing.T, clauses string) []Verdict {
	t.Helper()
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("small.kdsl", pack+`charm hook { en "Hook"  fr "Crochet"  `+clauses+` }`)
	if err != nil || u.Program == nil {
		t.Fatal(err, u.Diags)
	}
	for _, d := range u.Diags {
		if d.Severity == diag.Error && d.Code != "text-differs" {
			t.Fatal(d.Message)
		}
	}
	var out []Verdict
	for _, s := range Sentences(t.Context(), u.Program, u.Program.Pack) {
		if s.At.Start > len(pack) {
			out = append(out, s.Verdicts...)
		}
	}
	return out
}

// own are the verdicts on the sentences of a charm of the small pack, as they are said.
func own(t *testing.T, clauses string) string {
	t.Helper()
	var out []string
	for _, v := range verdicts(t, clauses) {
		out = append(out, Ranks[v.Rank]+": "+v.Says)
	}
	return strings.Join(out, ", ")
}

// toll is an event with a figure that is a loss; what follows closes it.
const toll = `
event toll(who: piece) { en noun "toll"  fr noun m "péage"  penalty: int = 0 layers all { en "penalty"  fr f "pénalité" }  do { who.HP -= penalty }`

// A number of a pack's own sentence is that of the claim which it tells: not another one of the clause that happens to be
// the same, of another clause, or of the figures.
func TestOwnNumbers(t *testing.T) {
	for _, x := range []struct{ about, clauses, want string }{
		{"less than, and no more", `low: while true when bearer.HP < 4 { en "With less than 4 HP it has 2 more Might."; add 2 to bearer.might }`, ""},
		{"less than, and no more", `low: while true when bearer.HP <= 4 { en "With less than 4 HP it has 2 more Might."; add 2 to bearer.might }`, "error: 4 HP"},
		{"what is lost is no limit", `low: after knock(at: bearer) when bearer.might > 2 { en "After a knock on it, it loses 3."; bearer.HP -= 2 }`, "error: 3"},
		{"two of a list", `both: while true { en "It has 2 more Might and Speed."; add 2 to bearer.might; add 3 to bearer.speed }`, "hint: 2 more Might"},
		{"two of a list", `both: while true { en "Its Might and its Speed go up by 2."; add 2 to bearer.might; add 2 to bearer.speed }`, ""},
		{"two of a list", `both: while true { en "Its Might and its Speed go up by 2."; add 2 to bearer.might; add 3 to bearer.speed }`, "hint: 2"},
		{"a list of faces", `dice: after knock(at: bearer) { en "After a knock on it, it throws a D6: on a four or a five it has a flute."; throw d6 as n; if n >= 4 { apply flute to bearer permanent } }`, ""},
		{"a list of faces", `dice: after knock(at: bearer) { en "After a knock on it, it throws a D6: on a three or a five it has a flute."; throw d6 as n; if n >= 4 { apply flute to bearer permanent } }`, "hint: three"},
		{"a row begins", `rows: after knock(at: bearer) { en "After a knock on it: at 6 Might it loses 1 HP."; if bearer.might < 6 { apply flute to bearer permanent } else { bearer.HP -= 1 } }`, ""},
		{"a row begins", `rows: after knock(at: bearer) { en "After a knock on it: at 6 Might it loses 1 HP."; if bearer.might >= 7 { bearer.HP -= 1 } }`, "error: 6 Might"},
		{"a range", `dice: after knock(at: bearer) { en "After a knock on it, it throws a D6: on 4-6 it has a flute."; throw d6 as n; if n >= 4 { apply flute to bearer permanent } }`, ""},
		{"a range", `dice: after knock(at: bearer) { en "After a knock on it, it throws a D6: on 3-6 it has a flute."; throw d6 as n; if n >= 4 { apply flute to bearer permanent } }`, "error: 3-6"},
		{"its own limit", `first: after knock(at: bearer) may { limit 2 per bearer per lap; en "Once per lap, after a knock on it, it may lose 1 HP."; bearer.HP -= 1 }
		  second: after knock(who: bearer) may { limit 1 per bearer per lap; bearer.HP -= 1 }`, "error: Once per lap"},
		{"one who is no number", `who: after knock(who: bearer) when bearer.HP >= 2 { en "After it knocks on one that has HP it loses 3 HP."; bearer.HP -= 3 }`, ""},
		{"less, by the name of it", `tax: while toll(who: bearer) { en "-1 to each of its tolls."; add 1 to penalty } } ` + toll, ""},
		{"less, by the name of it", `tax: while toll(who: bearer) { en "-1 to each of its tolls."; add -1 to penalty } } ` + toll, "hint: -1"},
		{"another's limit", `first: after knock(at: bearer) may { en "Once per lap, after a knock on it, it may lose 1 HP."; bearer.HP -= 1 }
		  second: after knock(who: bearer) may { limit 1 per bearer per lap; bearer.HP -= 1 }`, "hint: Once per lap"},
		{"a part that is lost", `part: after knock(at: bearer) { en "After a knock on it, it loses half its HP."; bearer.HP -= half_down(bearer.HP) }`, ""},
		{"a part that is lost", `part: after knock(at: bearer) { en "After a knock on it, it loses half its HP."; bearer.HP -= bearer.HP }`, "hint: half its HP"},
		{"its own freedom", `first: after knock(at: bearer) { en "After a knock on it, it may lose 1 HP."; bearer.HP -= 1 }
		  second: after knock(who: bearer) may { bearer.HP -= 1 }`, "hint: may"},
		{"instead of what has happened", `late: after knock(at: bearer) { en "When knocked it loses 3 HP instead."; bearer.HP -= 3 }`, "hint: instead"},
		{"another thing of a sort, perhaps", `look: after knock(at: bearer) { en "After a knock on it, it is played upon."; apply flute to bearer permanent } }
		  event play(who: piece) { en "{who} plays upon a gong"  do { who.HP -= 1 }`, ""},
	} {
		if got := own(t, x.clauses); got != x.want {
			t.Errorf("%s: got %q, want %q: %s", x.about, got, x.want, x.clauses)
		}
	}
}

// A number of a sentence is not held against a claim that asks only that there be something: that is told by a word.
func TestSome(t *testing.T) {
	for _, x := range []struct{ when, en, fr, want string }{
		{"bearer.HP >= 1", "If it has any HP left, there are seven.", "S'il lui reste des PV, elles sont sept.", "not in the rule: seven; not in the rule: sept"},
		{"bearer.HP >= 4", "If it has 4 HP or more, there are seven.", "Si elle a 4 PV ou plus, elles sont sept.", "not in the rule: seven; not in the rule: sept"},
		{"bearer.HP >= 4", "If it has 6 HP or more, it goes on.", "Si elle a 6 PV ou plus, elle continue.", "differs: 6 HP or more; differs: 6 PV ou plus"},
	} {
		var got []string
		for _, v := range verdicts(t, `tug: after knock(who: bearer) when `+x.when+` { en "`+x.en+`"  fr "`+x.fr+`"; apply flute to at permanent }`) {
			got = append(got, Kinds[v.Kind]+": "+v.Says)
		}
		if s := strings.Join(got, "; "); s != x.want {
			t.Errorf("%s: got %q, want %q", x.en, s, x.want)
		}
	}
}
