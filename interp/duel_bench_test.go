package interp_test

import (
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/rules"
	"github.com/kdsl-lang/kdsl/stdlib"
)

// The same fight twice: from cards on the machine, and by hand in Go. Both take their dice from the
// same stream and must agree on every seed, so that the ratio compares like with like.

func boutMachine(t testing.TB) (*interp.Machine, int) {
	t.Helper()
	l := &load.Loader{Local: afero.NewOsFs(), Library: []afero.Fs{afero.FromIOFS{FS: stdlib.FS}, afero.FromIOFS{FS: rules.FS}}}
	units, err := l.Load("testdata/bench/bout.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	u := units[0]
	if u.Diags.HasErrors() {
		t.Fatalf("%s: %s", u.Diags[0].Span.File.Name, u.Diags[0].Message)
	}
	m := interp.New(u.Program)
	for i, s := range u.Program.Scripts {
		if s.Name == "who falls" {
			return m, i
		}
	}
	t.Fatal("no such question")
	return nil, 0
}

// fromCards plays the fight on a run that is reset to its start.
func fromCards(t testing.TB, start, r *interp.Run, d *dice.Source) bool {
	r.Reset(start)
	for {
		stop := r.Step()
		var err error
		switch stop.Kind {
		case interp.Throw:
			c := &stop.Throw
			err = r.Resume(interp.Result{Counts: d.Counts(c.N, c.Faces, len(c.Classes), c.ByFace)})
		case interp.Ask:
			err = r.Resume(r.Decide())
		case interp.Step:
			if stop.Step.Value.Int != nil {
				return stop.Step.Value.Int(r.Env()) != 0
			}
			err = r.Resume(interp.Result{})
		default:
			t.Fatal(stop.Err)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

type twin struct{ V, P, A, C, stature, HP, AP int }

func novice() twin { return twin{V: 4, P: 5, A: 4, C: 4, stature: 4, HP: 12} }

func die(d *dice.Source) int { return int(d.Below(10)) + 1 }

// rollTwin is one die with its criticals.
func rollTwin(d *dice.Source) (score, hits int, failed bool) {
	score = die(d)
	failed = score <= 1
	for again := score; again == 10; {
		hits++
		if again = die(d); again > 1 {
			score += again
		}
	}
	return score, hits, failed
}

// worthTwin is what so many AP are worth to a defender, and the traits they engage come to.
func worthTwin(x, y *twin, total, ap int) (worth, sum int) {
	best := max(y.V, y.P, y.A, y.C)
	switch ap {
	case 1:
		sum = max(y.V, y.P)
	case 2:
		sum = max(y.V, y.P) + best
	}
	need := max(2, total-sum)
	parries := 1000 - (need-1)*100
	if need > 10 {
		parries = 0
	}
	threat := max(x.V, x.P)
	if ap >= 2 {
		threat += 3
	}
	return parries*threat - 600*ap, sum
}

func attackTwin(x, y *twin, d *dice.Source) {
	x.AP -= 2
	score, hits, failed := rollTwin(d)
	if failed {
		return
	}
	total := x.V + x.P + score
	ap, sum, best := 0, 0, -1<<30
	for n := 0; n <= 2 && n <= y.AP; n++ {
		if w, s := worthTwin(x, y, total, n); w > best {
			ap, sum, best = n, s, w
		}
	}
	y.AP -= ap
	back, chits, fumbled := rollTwin(d)
	if !fumbled && sum+back >= total {
		if ap >= 2 {
			strikeTwin(y, x, 0, chits)
		}
		return
	}
	strikeTwin(x, y, 1, hits)
}

func strikeTwin(x, y *twin, more, hits int) {
	harm := max(x.V, x.P) + more
	if hits > 0 {
		harm += x.stature
	}
	y.HP = max(0, y.HP-harm)
}

func byHand(d *dice.Source) bool {
	a, b := novice(), novice()
	for {
		for _, s := range [2][2]*twin{{&a, &b}, {&b, &a}} {
			s[0].AP = 5
			for range 2 {
				if a.HP > 0 && b.HP > 0 {
					attackTwin(s[0], s[1], d)
				}
			}
			if a.HP == 0 || b.HP == 0 {
				return a.HP > 0
			}
		}
	}
}

func startBout(t testing.TB) (start, run *interp.Run) {
	m, script := boutMachine(t)
	start = m.Start(script)
	for {
		stop := start.Step()
		if stop.Kind != interp.Step || stop.Step.Value.Int != nil {
			return start, start.Fork()
		}
		if err := start.Resume(interp.Result{}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDuelTwin(t *testing.T) {
	start, run := startBout(t)
	for seed := range uint64(2000) {
		a, b := fromCards(t, start, run, dice.New(seed, 1)), byHand(dice.New(seed, 1))
		if a != b {
			t.Fatalf("seed %d: the cards say %v, the twin %v", seed, a, b)
		}
	}
}

func BenchmarkDuel(b *testing.B) {
	start, run := startBout(b)
	var cards, hand testing.BenchmarkResult
	b.Run("cards", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			fromCards(b, start, run, dice.New(uint64(i), 1))
		}
		cards = testing.BenchmarkResult{N: b.N, T: b.Elapsed()}
	})
	b.Run("hand", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			byHand(dice.New(uint64(i), 1))
		}
		hand = testing.BenchmarkResult{N: b.N, T: b.Elapsed()}
	})
	b.Run("ratio", func(b *testing.B) {
		if hand.N > 0 && cards.N > 0 {
			b.ReportMetric(float64(cards.NsPerOp())/float64(max(1, hand.NsPerOp())), "cards/hand")
		}
	})
}
