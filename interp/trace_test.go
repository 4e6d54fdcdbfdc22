package interp_test

import (
	"testing"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Who asks why, or what is covered, changes nothing: every test tells the same, entry by entry.
func TestListening(t *testing.T) {
	asked, written, folded, ways := 0, 0, 0, 0
	for _, u := range programs(t, "examples", "interp/testdata") {
		if u.Diags.HasErrors() {
			continue
		}
		m := machine(t, u)
		covered := interp.Covered(u.Program, func(any, bool) { ways++ })
		listen := func(_ *interp.Run, l interp.Listener) interp.Listener {
			return &ears{Listener: l, considered: func(_ int, ran bool, why func() interp.Reason) {
				if text := why().Text; ran && text != "" {
					t.Errorf("%s: a clause that acted has the reason %q", u.Name, text)
				}
				asked++
			}, written: &written, folded: &folded}
		}
		for i, s := range u.Program.Scripts {
			if s.Word != ir.TestScript {
				continue
			}
			plain := trial.Run(m, i, trial.Options{})
			heard := trial.Run(m, i, trial.Options{Attach: listen})
			seen := trial.Run(covered, i, trial.Options{})
			want := story(m, plain.Journal)
			if got := story(m, heard.Journal); got != want || heard.Message != plain.Message {
				t.Errorf("%s: %s goes another way when it is asked why", u.Name, s.Name)
			}
			if got := story(m, seen.Journal); got != want || seen.Message != plain.Message {
				t.Errorf("%s: %s goes another way on a machine that reports", u.Name, s.Name)
			}
		}
	}
	if asked == 0 || written == 0 || folded == 0 || ways == 0 {
		t.Errorf("heard of %d clauses, %d writes, %d folds, %d ways", asked, written, folded, ways)
	}
}

// ears listen to everything.
type ears struct {
	interp.Listener
	considered      func(hook int, ran bool, why func() interp.Reason)
	written, folded *int
}

func (e *ears) Considered(h int, _ int32, ran bool, why func() interp.Reason) {
	e.considered(h, ran, why)
}
func (e *ears) Wrote(int32, *code.Write, int64, int64)              { *e.written++ }
func (e *ears) Set(int64, *code.Write, int64, int64)                { *e.written++ }
func (e *ears) Folded(*ir.Field, int64, int64, []eval.Contribution) { *e.folded++ }

// A reason names the part of the condition that fails, with the stat that it reads.
func TestReason(t *testing.T) {
	m := compile(t, `
kind piece { stat might: int = 2  cell marks: int = 0 }
kind charm on piece { }
piece pawn { }
charm strong { more: while true { add 3 to bearer.might } }
charm wary { flee: before mark when who == bearer && (bearer.might < 4 || bearer.marks > n) { cancel } }
event mark(who: piece, n: int) { do { who.marks += n } }
test "t" { given p = pawn for red; apply strong to p permanent; apply wary to p permanent; when mark(p, n: 1); expect p.marks == 1 }
`)
	var got []interp.Reason
	var n int
	r := trial.Run(m, m.Script(ir.TestScript, "t"), trial.Options{Attach: func(_ *interp.Run, l interp.Listener) interp.Listener {
		return &ears{Listener: l, considered: func(h int, ran bool, why func() interp.Reason) {
			if m.HookName(h) == "wary.flee" && !ran {
				got = append(got, why())
			}
		}, written: &n, folded: &n}
	}})
	if !r.Passed {
		t.Fatal(r.Message)
	}
	const want = "bearer.might < 4, bearer.might is 5; bearer.marks > n, bearer.marks is 0, n is 1"
	if len(got) != 1 || got[0].Text != want {
		t.Fatalf("got %v, want %q", got, want)
	}
	if s := got[0].Stats; len(s) != 1 || s[0].Printed != 2 || s[0].Value != 5 || len(s[0].Parts) != 1 || s[0].Parts[0].Value != 3 {
		t.Errorf("got the stats %v, want might, 5 from 2 and 3", s)
	}
}

// Of what could not happen it is told why.
func TestWhyItCouldNot(t *testing.T) {
	m := compile(t, `
kind piece { cell tired: bool = false }
piece pawn { }
event strike(who: piece) { require fresh: !who.tired  do { note "clang" } }
event go(who: piece) { require able: can(strike(who))  do { note "go" } }
test "t" { given p = pawn { tired: true }; expect can(go(p)) }
`)
	r := trial.Run(m, m.Script(ir.TestScript, "t"), trial.Options{})
	if want := "expected can(go(p)), go requires able"; r.Passed || r.Message != want {
		t.Errorf("got %q, want %q", r.Message, want)
	}
}
