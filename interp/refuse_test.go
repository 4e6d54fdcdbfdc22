package interp_test

import (
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Scenarios 23 and 26: a wrong answer changes nothing and says why, wherever it comes.
func TestWrongAnswers(t *testing.T) {
	m := machine(t, programs(t, "interp/testdata/refusals.kdsl")[0])
	const hot, cold, wet = 0, 1, 2
	const red, blue = 0, 1
	a, b, c := int64(2), int64(3), int64(4)
	v := func(n int64) ir.Value { return ir.Value{N: n} }
	l := func(n ...int64) ir.Value { return ir.Value{L: n} }
	full := func(x ...ir.Value) interp.Result { return interp.Result{Player: red, Values: x} }
	wrong := []struct {
		what string
		a    interp.Result
		why  string
	}{
		{"a value outside the list", full(v(wet), l(b, c), v(1), v(b)), "how: wet is not among the choices"},
		{"no value of the enum", full(v(9), l(b, c), v(1), v(b)), "how:"},
		{"too few", full(v(hot), l(b), v(1), v(b)), "prey: got 1, want 2 to 2"},
		{"too many", full(v(hot), l(a, b, c), v(1), v(b)), "prey: got 3"},
		{"one twice", full(v(hot), l(b, b), v(1), v(b)), "prey: runner may be taken 1 times"},
		{"a thing that is not there", full(v(hot), l(b, 77), v(1), v(b)), "prey:"},
		{"too much", full(v(hot), l(b, c), v(4), v(b)), "force: got 4, want 1 to 3"},
		{"nothing", full(v(hot), l(b, c), v(ir.None), v(b)), "force:"},
		{"against its where", full(v(hot), l(b, c), v(1), v(a)), "near: runner does not meet"},
		{"of the wrong kind", full(v(hot), l(b, c), v(1), v(red)), "near:"},
		{"too few fields", full(v(hot), l(b, c), v(1)), "got 3 answers, want 4"},
		{"another player", interp.Result{Player: blue, Values: []ir.Value{v(hot), l(b, c), v(1), v(b)}}, "player 1 is not asked"},
	}
	tried := false
	drive(t, m, "burst", func(r *interp.Run, q *interp.Question) *interp.Result {
		tried = true
		before, told := r.S.Clone(), 0
		heard := r.Heard()
		r.Listen(interp.Recorder(func(*journal.Entry) { told++ }))
		for _, w := range wrong {
			err := r.Resume(w.a)
			if err == nil || !strings.Contains(err.Error(), w.why) {
				t.Errorf("%s: got the error %v, want %q", w.what, err, w.why)
			}
			if !r.S.Equal(before) {
				t.Fatalf("%s: the state has changed", w.what)
			}
			if s := r.Step(); s.Kind != interp.Ask || s.Err != nil {
				t.Fatalf("%s: the question is gone", w.what)
			}
		}
		r.Listen(heard)
		if told != 0 {
			t.Error("the journal tells of refused answers")
		}
		ok := full(v(cold), l(b, c), v(2), v(b))
		return &ok
	})
	if !tried {
		t.Fatal("nothing was asked")
	}
}

// A refused choice in the middle leaves what came before it as it was, and the right answer goes on
// from there.
func TestWrongAnswerInTheMiddle(t *testing.T) {
	m := machine(t, programs(t, "interp/testdata/refusals.kdsl")[0])
	questions := 0
	drive(t, m, "two steps", func(r *interp.Run, q *interp.Question) *interp.Result {
		questions++
		if questions == 1 {
			return &interp.Result{Player: 0, Values: []ir.Value{{N: 3}}}
		}
		before := r.S.Clone()
		if err := r.Resume(interp.Result{Player: 0, Values: []ir.Value{{N: 3}}}); err == nil {
			t.Fatal("the first target was taken again")
		}
		if !r.S.Equal(before) {
			t.Fatal("the state has changed")
		}
		return nil
	})
	if questions != 2 {
		t.Fatalf("%d questions, want 2", questions)
	}
}

// Scenario 24: a card with a clause that the language does not know is refused as a whole, at its
// line, and nothing of its program plays.
func TestUnknownClauseIsRefused(t *testing.T) {
	const sound = "kind piece { cell hurt: int = 0 }\nevent fall(who: piece) { do { who.hurt += 1 } }\n"
	for _, c := range []struct {
		card string
		line int
	}{
		{"piece odd { after fall { who.hurt += 1 }\n  vanish on fall { } }", 4},
		{"piece odd { after fall {\n  explode who\n who.hurt += 1 } }", 4},
		{"piece odd { after tumble { } }", 3},
		{"piece odd { before fall when who.hurts > 1 { } }", 3},
		{"piece odd { while who.hurt > 1 { add 1 to pace } }", 3},
		{"piece odd { after fall { apply odd to who } }", 3}, // no duration
		{"piece odd { after fall { who.hurt = sort } }", 3},
	} {
		u, err := loader().LoadText("odd.kdsl", sound+c.card+"\n")
		must(t, err)
		if !u.Diags.HasErrors() {
			t.Errorf("%s: loads", c.card)
			continue
		}
		at := false
		for _, d := range u.Diags {
			at = at || d.Span.Pos().Line == c.line
		}
		if !at {
			t.Errorf("%s: want a complaint in line %d, got\n%s", c.card, c.line, complaints(u))
		}
	}
}

// Scenario 21: numbers are written one way, whatever the surroundings say.
func TestDecimalComma(t *testing.T) {
	const text = `kind piece { reach: length = 2.5 }
piece runner { reach: 1.5 }
test "point" { given a = runner at (1.5, 2)  
  expect a.reach == 1.5 && a.reach + 1.25 == 2.75
  note "{a.reach}"
}
`
	want := ""
	for _, lang := range []string{"C", "fr_FR.UTF-8", "de_DE"} {
		t.Setenv("LC_ALL", lang)
		t.Setenv("LANG", lang)
		m := compile(t, text)
		res := play(t, m, "point")
		if got := told(res.Journal); got != "1.5" {
			t.Errorf("%s: printed as %s", lang, got)
		}
		if got := story(m, res.Journal); want == "" {
			want = got
		} else if got != want {
			t.Errorf("%s: another journal\n%s\nwant\n%s", lang, got, want)
		}
		u, err := loader().LoadText("comma.kdsl", strings.Replace(text, "reach: 1.5", "reach: 1,5", 1))
		must(t, err)
		if !u.Diags.HasErrors() {
			t.Errorf("%s: a decimal comma loads", lang)
		}
	}
}
