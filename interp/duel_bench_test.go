package interp_test

import (
	"math"
	"testing"
	"time"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/rules"
	"github.com/kdsl-lang/kdsl/stdlib"
)

// The same fight twice: from cards on the machine, and by hand in Go, where each rule is a few lines
// for just this game. Both take their dice from the same stream and must agree on every seed, so that
// the ratio compares like with like.

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
		if s.Name == "the first falls never" {
			return m, i
		}
	}
	t.Fatal("no such test")
	return nil, 0
}

// fromCards plays the fight on a run that is reset to its start.
func fromCards(t testing.TB, start, r *interp.Run, d *dice.Source) bool {
	r.Reset(start)
	var counts [10]int64
	for {
		stop := r.Step()
		var err error
		switch stop.Kind {
		case interp.Throw:
			c := &stop.Throw
			err = r.Resume(interp.Result{Counts: d.CountsIn(counts[:len(c.Classes)], c.N, c.Faces, c.ByFace)})
		case interp.Ask:
			var a interp.Result
			if a, err = (interp.Automatic{}).Answer(r, &stop.Ask); err == nil {
				err = r.Resume(a)
			}
		case interp.Step:
			return stop.Step.Cond(r.Env())
		default:
			t.Fatal(stop.Err)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// twin is a fighter as ordinary Go would keep it: what is on the card, where he stands, what is on him.
type twin struct {
	V, P, A, C, stature, level  int
	owner, HP, AP, crossed      int
	x, y, z, radius, control    int // in thousandths of a toise
	stunned, frightened, fallen bool
}

func novice(owner, x, y int) twin {
	return twin{V: 4, P: 5, A: 4, C: 4, stature: 4, level: 1, HP: 12, owner: owner, x: x, y: y, radius: 500, control: 500}
}

func die(d *dice.Source) int { return int(d.Below(10)) + 1 }

func (t *twin) pool() int { return max(1, t.level-t.crossed) }

// near tells whether two bases are no farther apart than so much, and neither too high for the other.
func (t *twin) near(o *twin, far, high int) bool {
	dx, dy, r := t.x-o.x, t.y-o.y, t.radius+o.radius+far
	return dx*dx+dy*dy <= r*r && max(t.z-o.z, o.z-t.z) <= high
}

func (t *twin) reaches(o *twin) bool { return t.near(o, t.control, max(t.control, 2*t.radius)) }

// holds tells whether o stands in the zone of t.
func (t *twin) holds(o *twin) bool { return !t.stunned && t.near(o, t.control, 2*t.radius) }

// backers counts the free allies of x who have y at hand.
func backers(all []twin, x, y *twin) (n int) {
	for i := range all {
		s := &all[i]
		if s == x || s.owner != x.owner || s.fallen || s.stunned || s.frightened || !s.holds(y) {
			continue
		}
		free := true
		for j := range all {
			if f := &all[j]; f != y && f.owner != s.owner && !f.fallen && f.holds(s) {
				free = false
			}
		}
		if free {
			n++
		}
	}
	return n
}

// support is what the allies of x add in a melee against y.
func support(all []twin, x, y *twin) int {
	if n := backers(all, x, y); n > backers(all, y, x) {
		return n
	}
	return 0
}

// rollTwin throws as many dice as the fighter has left and keeps the best, with its criticals.
func rollTwin(x *twin, d *dice.Source) (score, hits int, failed bool) {
	for range x.pool() {
		score = max(score, die(d))
	}
	failed = score <= 1
	for again := score; again == 10; {
		hits++
		if again = die(d); again > 1 {
			score += again
		}
	}
	return score, hits, failed
}

// chanceTwin is in how many of a thousand throws the best of n dice reaches so much.
func chanceTwin(n, need int) int {
	if need > 10 {
		return 0
	}
	miss := 1_000_000_000
	for range n {
		miss = miss * (need - 1) / 10
	}
	return (1_000_000_000 - miss) / 1_000_000
}

// worthTwin is what so many AP are worth to a defender, and the traits they engage come to.
func worthTwin(all []twin, x, y *twin, total, ap int) (worth, sum int) {
	best := max(y.V, y.P, y.A, y.C)
	switch ap {
	case 1:
		sum = max(y.V, y.P)
	case 2:
		sum = max(y.V, y.P) + best
	}
	parries := chanceTwin(y.pool(), max(2, total-sum-support(all, y, x)))
	threat := max(x.V, x.P)
	if ap >= 2 {
		threat += 3
	}
	return parries*threat - 600*ap, sum
}

// attackTwin is a classic attack with V and P that announces P.
func attackTwin(all []twin, x, y *twin, d *dice.Source) {
	if x.owner == y.owner || !x.reaches(y) || x.AP < 2 {
		return
	}
	x.AP -= 2
	total := x.V + x.P + support(all, x, y)
	score, hits, failed := rollTwin(x, d)
	if failed {
		return
	}
	total += score
	ap, sum, best := 0, 0, -1<<30
	for n := 0; n <= 2 && n <= y.AP; n++ {
		if w, s := worthTwin(all, x, y, total, n); w > best {
			ap, sum, best = n, s, w
		}
	}
	y.AP -= ap
	sum += support(all, y, x)
	back, chits, fumbled := rollTwin(y, d)
	if !fumbled && sum+back >= total {
		if ap >= 2 && y.reaches(x) {
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
	y.fallen = y.HP == 0
}

var duellists = [2]twin{novice(0, 5000, 5000), novice(1, 6400, 5000)}

func byHand(d *dice.Source) bool {
	all := duellists
	a, b := &all[0], &all[1]
	for {
		for _, s := range [2][2]*twin{{a, b}, {b, a}} {
			s[0].AP = 5
			for range 2 {
				if !a.fallen && !b.fallen {
					attackTwin(all[:], s[0], s[1], d)
				}
			}
			if a.fallen || b.fallen {
				return !a.fallen
			}
		}
	}
}

// startBout is the fight before its first event, and a run to play it on.
func startBout(t testing.TB) (start, run *interp.Run) {
	m, script := boutMachine(t)
	run = m.Start(script)
	for {
		start = run.Fork() // before the step that this may be
		stop := run.Step()
		if stop.Kind != interp.Step {
			return start, run
		}
		if err := run.Resume(interp.Result{}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDuelTwin(t *testing.T) {
	start, run := startBout(t)
	for seed := range uint64(500) {
		a, b := fromCards(t, start, run, dice.New(seed, 1)), byHand(dice.New(seed, 1))
		if a != b {
			t.Fatalf("seed %d: the cards say %v, the twin %v", seed, a, b)
		}
	}
}

// The two sides take turns in short passes, and the quickest pass of each counts: what else the machine
// does can only add.
func BenchmarkDuel(b *testing.B) {
	start, run := startBout(b)
	const passes, fights = 100, 40
	cards := func(seed uint64) { fromCards(b, start, run, dice.New(seed, 1)) }
	hand := func(seed uint64) { byHand(dice.New(seed, 1)) }
	least := func(so float64, times int, play func(seed uint64)) float64 {
		began := time.Now()
		for range times {
			for seed := range uint64(fights) {
				play(seed)
			}
		}
		return min(so, float64(time.Since(began).Nanoseconds())/float64(times*fights))
	}
	slow, fast := math.Inf(1), math.Inf(1)
	for b.Loop() {
		for range passes {
			slow, fast = least(slow, 1, cards), least(fast, 50, hand)
		}
	}
	b.ReportMetric(slow, "ns/duel-cards")
	b.ReportMetric(fast, "ns/duel-hand")
	b.ReportMetric(slow/fast, "x-hand")
	b.ReportMetric(testing.AllocsPerRun(200, func() { cards(7) }), "allocs/duel")
}
