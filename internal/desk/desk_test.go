package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/view"
)

func program(t testing.TB, text string) *ir.Program {
	t.Helper()
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", text)
	if err != nil || slices.ContainsFunc(u.Diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error && d.Code != told }) {
		t.Fatal(err, u.Diags)
	}
	return u.Program
}

func homebrew(t testing.TB) *ir.Program {
	t.Helper()
	raw, err := os.ReadFile("../../examples/homebrew.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	return program(t, string(raw))
}

// looks are all views that are told of a subject.
func looks(d *Desk, p *ir.Program, s view.Subject) (out []view.View) {
	d.Look(context.Background(), p, s, nil, nil, func(v *view.View) { out = append(out, *v) })
	return out
}

// shape says what a view has.
func shape(v view.View) string {
	return fmt.Sprint(v.Compared, v.Tests != nil, v.Chances != nil)
}

// The card is told at once, then what is dearer; of a program that is known the verdicts come with the card.
func TestTiers(t *testing.T) {
	d, p := new(Desk), homebrew(t)
	grudge := view.Subject{Card: "grudge", Clause: "pays_back"}
	var first, again []string
	for _, v := range looks(d, p, grudge) {
		first = append(first, shape(v))
	}
	if n := len(first); n < 3 || first[0] != "false false false" || first[n-1] != "true true true" {
		t.Errorf("first: %q", first)
	}
	grudge.Clause = "remembers"
	for _, v := range looks(d, p, grudge) {
		again = append(again, shape(v))
	}
	if again[0] != "true false false" || again[len(again)-1] != "true true true" {
		t.Errorf("again: %q", again)
	}
	if all := looks(d, p, view.Subject{Sort: "use"}); len(all) != 1 || shape(all[0]) != "true true true" || all[0].Card != "" {
		t.Errorf("of no card: %+v", all)
	}
}

// Whoever looks elsewhere is told no more.
func TestCancelled(t *testing.T) {
	d, p := new(Desk), homebrew(t)
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	d.Look(ctx, p, view.Subject{Card: "grudge"}, nil, nil, func(v *view.View) {
		if n++; n == 2 {
			cancel()
		}
	})
	if n != 2 {
		t.Errorf("%d views", n)
	}
	last := looks(d, p, view.Subject{Card: "grudge"})
	if v := last[len(last)-1]; shape(v) != "true true true" || len(v.Tests) != 2 {
		t.Errorf("afterwards: %+v", v)
	}
}

// When a card was looked at for a while, all that is asked of its other clauses is worked out, too.
func TestAhead(t *testing.T) {
	d, p := new(Desk), homebrew(t)
	asked := func(clause string) int {
		looks(d, p, view.Subject{Card: "grudge", Clause: clause})
		return len(d.player.freed) + len(d.player.answers)
	}
	first := asked("pays_back")
	ended, end := context.WithCancel(context.Background())
	end()
	d.Ahead(ended, view.Subject{Card: "grudge"})
	if n := asked("pays_back"); n != first {
		t.Errorf("%d are worked out for nobody", n-first)
	}
	d.Ahead(context.Background(), view.Subject{Card: "grudge", Clause: "pays_back"})
	ahead := len(d.player.freed) + len(d.player.answers)
	if ahead == first {
		t.Errorf("%d, as before", ahead)
	}
	for _, clause := range []string{"remembers", "calms_down"} {
		if n := asked(clause); n != ahead {
			t.Errorf("%s: %d more", clause, n-ahead)
		}
	}
}

// The dice of the step in which a clause runs fall as they will; those before fall as in the test.
func TestFreedDice(t *testing.T) {
	all := looks(new(Desk), homebrew(t), view.Subject{Card: "grudge", Clause: "pays_back"})
	v := all[len(all)-1]
	if len(v.Chances) != 1 {
		t.Fatalf("%+v", v.Chances)
	}
	// 5 + die + 3, where a ten is thrown again.
	c := v.Chances[0]
	if c.What != "revenge.total" || !c.Test || c.Outcomes[0].Value != "9" || c.Outcomes[0].Exact != "1/10" || c.Outcomes[3].Value != "12" || !c.Outcomes[3].Tested || c.Outcomes[2].Tested {
		t.Errorf("%+v", c)
	}
}

// What a test gives before what it expects may belong to what it calls behind that: it takes no part in the question, and
// the question is answered though nobody asks for an answer of the test.
func TestGivenForLater(t *testing.T) {
	for _, steps := range []string{
		"dice 3; when hit(who: a); dice 2; expect a.HP > 4; when hit(who: a)",
		"dice 3; when hit(who: a); answer n: 2; dice 2; expect a.HP > 4; when hit(who: a); when pick(who: a)",
		"answer n: 2; dice 3; when hit(who: a); expect a.HP > 4; when pick(who: a)",
	} {
		p := program(t, dice+`event pick(who: hero) { en "pick"  fr "choix"  choose by who.owner { n: int in 1..3 { en "n"  fr "n" } }  do { who.HP += n } }
test "later" { given a = anna with thick for red; `+steps+` }`)
		all := looks(new(Desk), p, view.Subject{Card: "thick", Clause: "heals", Script: "later"})
		got := ""
		for _, c := range all[len(all)-1].Chances {
			if c.Name == "later" {
				got = fmt.Sprint(c.Late, len(c.Outcomes))
			}
		}
		if got != "false 6" {
			t.Errorf("%s: got %q", steps, got)
		}
	}
}

// What names the card is played before what only runs its clause, and both are told.
func TestNamedFirst(t *testing.T) {
	p := program(t, strings.Replace(dice, "odds \"thick", `kind charm on hero { en "Charm"  fr "Charme" }
charm gate { en "Gate"  fr "Porte"  opens: after hit(who: bearer) { apply thick to bearer permanent } }
test "unnamed" {
  given a = anna
  apply gate to a permanent
  dice 1
  when hit(who: a)
  dice 2
  when hit(who: a)
  expect a.HP == 7
}
odds "thick`, 1))
	var seen []string
	for _, v := range looks(new(Desk), p, view.Subject{Card: "thick", Clause: "heals"}) {
		if v.Tests != nil {
			seen = append(seen, fmt.Sprint(len(v.Tests), " ", len(v.Chances)))
		}
	}
	if want := []string{"3 0", "3 1", "3 2", "3 3", "4 3"}; !slices.Equal(slices.Compact(seen), want) {
		t.Errorf("tests and chances: %q", seen)
	}
}

// Of a script that one looks into the first that is played is it, and what else names the card follows.
func TestOwnScriptFirst(t *testing.T) {
	var seen []string
	for _, v := range looks(new(Desk), program(t, dice), view.Subject{Sort: "test", Script: "alive", Card: "thick"}) {
		names := ""
		for _, x := range v.Tests {
			names += x.Name + " "
		}
		seen = append(seen, strings.TrimSpace(names))
	}
	if want := []string{"", "alive", "alive twice plain"}; !slices.Equal(slices.Compact(seen), want) {
		t.Errorf("tests: %q, want %q", seen, want)
	}
}

const dice = `player { cell score: int = 0 { en "score"  fr "score" } }
kind hero { en "Hero"  fr "Héros"  cell HP: int = 9 { en "HP"  fr "PV" }  carries gifts: gift { en "Gifts"  fr "Dons" } }
kind gift on hero { en "Gift"  fr "Don" }
event hit(who: hero) { en "{who} is hit"  fr "{who} est frappé"  do {
    throw d6 as wound
    who.HP -= wound
  } }
hero anna { en "Anna"  fr "Anna" }
gift thick { en "Thick"  fr "Épais"  heals: after hit(who: bearer) {
    en "It gains 1 HP."  fr "Il gagne 1 PV."
    bearer.HP += 1
  } }
test "twice" {
  given a = anna with thick
  dice 1
  when hit(who: a)
  dice 6
  when hit(who: a)
  expect a.HP == 4
}
test "alive" {
  given a = anna with thick
  dice 3
  when hit(who: a)
  expect a.HP > 4
}
test "plain" {
  given a = anna with thick
  expect a.HP == 9
}
odds "thick or thin" {
  given a = anna with thick
  when hit(who: a)
  measure a.HP > 4
}
odds "of another" {
  given a = anna
  when hit(who: a)
  measure a.HP
}
`

// Questions that name the card come first, then the tests that run the clause; a comparison other than == marks nothing.
func TestChances(t *testing.T) {
	p := program(t, dice)
	all := looks(new(Desk), p, view.Subject{Card: "thick", Clause: "heals"})
	v := all[len(all)-1]
	got := []string{}
	for _, c := range v.Chances {
		line := c.Name + ", " + c.What + ":"
		for _, o := range c.Outcomes {
			line += fmt.Sprintf(" %s %s", o.Value, o.Exact)
			if o.Tested {
				line += "!"
			}
		}
		got = append(got, line)
	}
	want := []string{
		"thick or thin, : no 1/6 yes 5/6",
		"alive, a.HP: 4 1/6 5 1/6 6 1/6 7 1/6 8 1/6 9 1/6",
		"twice, a.HP: -1 1/6 0 1/6 1 1/6 2 1/6 3 1/6 4 1/6!",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	ran := []string{}
	for _, x := range v.Tests {
		ran = append(ran, fmt.Sprint(x.Name, " ", x.Passed, " ", x.Runs, x.Message))
	}
	if want := []string{"alive true true", "twice true true", "plain true false"}; !slices.Equal(ran, want) {
		t.Errorf("tests: %q", ran)
	}
}

// What an edit costs before the first chances are told does not grow with the tests that do not name the card: they are read and
// played afterwards.
func TestOthersLater(t *testing.T) {
	p := homebrew(t)
	var asked []string
	all := p.Scripts
	finish := func(wanted func(source.Span) bool) *view.Problem {
		asked = append(asked, fmt.Sprint("finish ", wanted != nil))
		first := len(asked) == 1
		if first {
			p.Scripts = nil
		}
		for _, s := range all {
			if !slices.Contains(p.Scripts, s) && (wanted == nil || wanted(s.At)) {
				p.Scripts = append(p.Scripts, s)
			}
		}
		if n := len(p.Scripts); first && (n == 0 || 2*n > len(all)) {
			t.Errorf("%d of %d scripts are wanted first", n, len(all))
		}
		return nil
	}
	var last view.View
	new(Desk).Look(context.Background(), p, view.Subject{Card: "grudge", Clause: "pays_back"}, nil, finish, func(v *view.View) {
		if last = *v; v.Chances != nil {
			asked = append(asked, "chances")
		}
	})
	if want := []string{"finish true", "chances", "finish true", "finish false", "chances"}; !slices.Equal(slices.Compact(asked), want) {
		t.Errorf("in this order: %q, want %q", asked, want)
	}
	whole := looks(new(Desk), homebrew(t), view.Subject{Card: "grudge", Clause: "pays_back"})
	if a, b := fmt.Sprint(last.Tests, last.Chances), fmt.Sprint(whole[len(whole)-1].Tests, whole[len(whole)-1].Chances); a != b {
		t.Errorf("in the end\n%s\nwant\n%s", a, b)
	}
}

// A machine with other scripts plays them as one that was made for them.
func TestWith(t *testing.T) {
	p := homebrew(t)
	bare := *p
	bare.Scripts = nil
	whole, few := interp.New(p), interp.New(&bare)
	for i, s := range p.Scripts {
		if s.Word != ir.TestScript {
			continue
		}
		steps := func(m *interp.Machine, script int) (n int) {
			r := trial.Run(m, script, trial.Options{Attach: func(r *interp.Run, l interp.Listener) interp.Listener { return counter{l, &n} }})
			if !r.Passed {
				t.Errorf("%s: %s", s.Name, r.Message)
			}
			return n
		}
		if a, b := steps(whole, i), steps(few.With(s), 0); a != b {
			t.Errorf("%s: %d entries in the journal, want %d", s.Name, b, a)
		}
	}
}

// counter counts what a listener is told.
type counter struct {
	interp.Listener
	n *int
}

func (c counter) Told(e *journal.Entry) { *c.n++; c.Listener.Told(e) }

// After an edit a desk shows what one shows that has seen nothing before. It was seen to fail when names were kept.
func TestDeskIsAsFresh(t *testing.T) {
	d, text := new(Desk), dice
	thick := view.Subject{Card: "thick", Clause: "heals"}
	last := func(d *Desk, p *ir.Program, s view.Subject) string {
		all := looks(d, p, s)
		b, err := json.Marshal(all[len(all)-1])
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	seen := map[string]bool{last(d, program(t, text), thick): true}
	for _, edit := range [][2]string{
		{"bearer.HP += 1", "bearer.HP += 2"},
		{"It gains 1 HP", "It gains 2 HP"},
		{"\n", "\n\n\n"},
		{"{ en \"HP\"", "{ en \"Vigour\""},
		{"It gains 2 HP", "It gains 2 Vigour"},
		{"cell HP: int = 9", "cell AP: int = 1 { en \"AP\"  fr \"PA\" }  cell HP: int = 9"},
		{"It gains 2 Vigour", "It gains 2 AP"},
		{"bearer.HP += 2", "bearer.AP += 2"},
		{"en \"Thick\"", "en \"Fat\""},
		{"gift thick", "gift thin { en \"Thin\"  fr \"Mince\" }\ngift thick"},
		{"It gains 2 AP.", "Thin, it gains 2 AP when {bearer} is hit."},
		{"{who} is hit", "{who} is struck"},
	} {
		if !strings.Contains(text, edit[0]) {
			t.Fatalf("%q does not stand there", edit[0])
		}
		text = strings.Replace(text, edit[0], edit[1], 1)
		p := program(t, text)
		got, want := last(d, p, thick), last(new(Desk), p, thick)
		if got != want {
			t.Errorf("%q for %q: it shows\n%s\nand fresh\n%s", edit[1], edit[0], got, want)
		}
		seen[got] = true
	}
	if len(seen) < 10 {
		t.Errorf("%d different views", len(seen))
	}
}

// A view that was told says for ever what it said then: more is told with another.
func TestToldStays(t *testing.T) {
	var told []*view.View
	var then []string
	new(Desk).Look(context.Background(), homebrew(t), view.Subject{Card: "grudge", Clause: "pays_back"}, nil, nil, func(v *view.View) {
		told, then = append(told, v), append(then, fmt.Sprintf("%+v", v.Sides))
	})
	for i, v := range told {
		if now := fmt.Sprintf("%+v", v.Sides); now != then[i] {
			t.Errorf("view %d said\n%s\nand says\n%s", i, then[i], now)
		}
	}
}
