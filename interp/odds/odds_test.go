package odds_test

import (
	"math/big"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/interp/sim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
)

const program = `
bag hits { six: bool }

event duel(mine: int, yours: int) {
  margin: int = 0
  do {
    throw mine d10 as a
    throw yours d10 as b
    margin = a[0] - b[0]
  }
}

event burst() {
  total: int = 0
  do {
    let last = 10
    repeat until last < 10 {
      throw d10 as die
      last = die
      total += last
    }
  }
}

event volley(many: int) {
  six: int = 0
  wounds: int = 0
  do {
    throw many d6 by (face == 6 ? 2 : face >= 4 ? 1 : 0) as g {
      if g.class == 2 { six = g.count }
      if g.class > 0 {
        throw g.count d6 by face < (g.class == 2 ? 6 : 4) as w {
          if w.class { wounds += w.count }
        }
      }
    }
  }
}

event picky(n: int) {
  require low: n < 3
  do { note "it does" }
}

event pick() {
  got: int = 0
  do {
    draw x in [1, 1, 5]
    got = x
  }
}


odds "keep the best" {
  let d = duel(mine: 3, yours: 2)
  measure d.margin > 0
}
odds "exploding" {
  let b = burst()
  measure b.total
}
odds "two steps" {
  let v = volley(many: 4)
  measure v.wounds
}
odds "a draw" {
  let p = pick()
  measure p.got
}
odds "a step that is refused" {
  throw d6 as die
  picky(die)
  measure die
}
odds "fixed dice" {
  dice 10 2 1
  let d = duel(mine: 3, yours: 2)
  measure d.margin
}
`

func machine(t testing.TB) *interp.Machine {
	t.Helper()
	l := &load.Loader{Local: afero.NewMemMapFs()}
	u, err := l.LoadText("odds.kdsl", program)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range u.Diags {
		t.Logf("%d: %s", d.Span.Pos().Line, d.Message)
	}
	if u.Diags.HasErrors() {
		t.FailNow()
	}
	return interp.New(u.Program)
}

func ask(t testing.TB, m *interp.Machine, name string) *odds.Answer {
	t.Helper()
	a, err := odds.Ask(m, m.Script(ir.OddsScript, name), odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sum := new(big.Rat).Set(a.LeftOut)
	for _, o := range a.Outcomes {
		sum.Add(sum, o.P)
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("%s: the masses sum to %s", name, sum)
	}
	return a
}

// want compares a distribution with one that was counted by hand: value -> ways of all.
func want(t *testing.T, a *odds.Answer, ways map[int64]int64, all int64) {
	t.Helper()
	if len(a.Outcomes) != len(ways) {
		t.Errorf("%s: got %d outcomes, want %d", a.Name, len(a.Outcomes), len(ways))
	}
	for _, o := range a.Outcomes {
		if p := big.NewRat(ways[o.N], all); o.P.Cmp(p) != 0 {
			t.Errorf("%s: %d has %s, want %s", a.Name, o.N, o.P, p)
		}
	}
}

func TestKeepTheBest(t *testing.T) {
	ways := map[int64]int64{}
	for i := range 100_000 {
		d := func(n int) int { return i / n % 10 }
		if max(d(1), d(10), d(100)) > max(d(1000), d(10_000)) {
			ways[1]++
		} else {
			ways[0]++
		}
	}
	want(t, ask(t, machine(t), "keep the best"), ways, 100_000)
}

func TestTwoStepsByClass(t *testing.T) {
	ways := map[int64]int64{}
	all := int64(1)
	for range 8 {
		all *= 6
	}
	for i := range all { // four dice to hit, four to save
		n := i
		face := func() int64 { f := n%6 + 1; n /= 6; return f }
		var hit [4]int64
		for j := range hit {
			hit[j] = face()
		}
		wounds := int64(0)
		for _, h := range hit {
			save := face()
			if h == 6 && save < 6 || h >= 4 && h < 6 && save < 4 {
				wounds++
			}
		}
		ways[wounds]++
	}
	want(t, ask(t, machine(t), "two steps"), ways, all)
}

func TestExplodingDiceLeaveOutWhatIsBeyondTheHorizon(t *testing.T) {
	a := ask(t, machine(t), "exploding")
	if a.LeftOut.Sign() <= 0 {
		t.Fatal("dice that explode without end leave nothing out")
	}
	for _, o := range a.Outcomes {
		p := big.NewRat(1, 10)
		for n := o.N; n > 10; n -= 10 {
			p.Mul(p, big.NewRat(1, 10))
		}
		if o.N%10 == 0 || o.P.Cmp(p) != 0 {
			t.Errorf("%d has %s, want %s", o.N, o.P, p)
		}
	}
	few, err := odds.Ask(machine(t), machine(t).Script(ir.OddsScript, "exploding"), odds.Options{Waves: 2})
	if err != nil {
		t.Fatal(err)
	}
	if few.LeftOut.Cmp(big.NewRat(1, 100)) != 0 {
		t.Errorf("after two throws %s is left out, want 1/100", few.LeftOut)
	}
}

func TestDraw(t *testing.T) {
	want(t, ask(t, machine(t), "a draw"), map[int64]int64{1: 2, 5: 1}, 3)
}

// How likely it is that a step of the question itself is refused is said beside what it comes to.
func TestRefusedStep(t *testing.T) {
	a := ask(t, machine(t), "a step that is refused")
	want(t, a, map[int64]int64{1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}, 6)
	if a.Refused.Cmp(big.NewRat(2, 3)) != 0 {
		t.Errorf("refused with %s, want 2/3", a.Refused)
	}
}

func TestFixedDice(t *testing.T) {
	ways := map[int64]int64{}
	for i := range int64(10) {
		for j := range int64(10) {
			ways[10-max(i+1, j+1)]++
		}
	}
	want(t, ask(t, machine(t), "fixed dice"), ways, 100)
}

// TestAgainstSimulation compares every question with 40,000 samples: within five standard errors.
func TestAgainstSimulation(t *testing.T) {
	m := machine(t)
	for i, s := range m.P.Scripts {
		exact := ask(t, m, s.Name)
		played, err := sim.Ask(m, i, sim.Options{N: 40_000, Seed: 5, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		counts := map[int64]int64{}
		for _, o := range played.Outcomes {
			counts[o.N] = o.Count
		}
		for _, o := range exact.Outcomes {
			p, _ := o.P.Float64()
			got := float64(counts[o.N]) / 40_000
			if d := got - p; d*d > 25*p*(1-p)/40_000+1e-9 {
				t.Errorf("%s: %s is %.5f exactly, %.5f played", s.Name, o.Value, p, got)
			}
		}
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	m := machine(t)
	i := m.Script(ir.OddsScript, "two steps")
	one, err := sim.Ask(m, i, sim.Options{N: 3000, Seed: 9, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	four, err := sim.Ask(m, i, sim.Options{N: 3000, Seed: 9, Workers: 4})
	if err != nil {
		t.Fatal(err)
	}
	for k, o := range one.Outcomes {
		if four.Outcomes[k] != o {
			t.Errorf("one worker counts %v, four %v", o, four.Outcomes[k])
		}
	}
}

// What comes into play in one outcome of a throw is heard in that outcome alone: two charms, each there in a sixth of all games.
func TestOutcomesShareNoClauses(t *testing.T) {
	const text = `player { cell n: int = 0 }
kind charm on player { }
charm luck { heard: after gain(who: bearer) { bearer.n += 10 } }
charm doom { heard: after gain(who: bearer) { bearer.n += 100 } }
event gain(who: player) { do { who.n += 1 } }
odds "charms" {
  throw d6 as a
  if a == 1 { create luck on red }
  throw d6 as b
  if b == 1 { create doom on red }
  gain(who: red)
  measure red.n
}`
	u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText("charms.kdsl", text)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	want(t, ask(t, interp.New(u.Program), "charms"), map[int64]int64{1: 25, 11: 5, 101: 5, 111: 1}, 36)
}

// TestGivenInVain: dice that are left over are a failure, as in a test, and so is an answer that nobody asks for, however
// the dice fall. One that is asked for in some ways only is none.
func TestGivenInVain(t *testing.T) {
	const text = `kind piece { cell n: int = 0 }
kind charm on piece { }
piece pawn { }
charm luck { more: after toss(who: bearer) may when out > 1 { who.n += 10 } }
event toss(who: piece) { out: int = 0  do { throw d2 as die; out = die; who.n += die } }
event chain(who: piece) { n: int = 0  more: bool = true  do {
  repeat until !more || n == 6 { throw d1000 as die; more = die == 1; n += 1 }
  if n == 6 { pick(who) }
} }
event pick(who: piece) { choose by who.owner { n: int in 1..3 } do { who.n += n } }
`
	for _, c := range []struct{ steps, fails string }{
		{"when toss(a); measure a.n", ""},
		{"answer no; when toss(a); measure a.n", ""},
		{"throw d2 as c; if c == 1 { answer no } else { answer yes }; when toss(a); measure a.n", ""},
		{"answer n: 2 by blue; when pick(a); measure a.n", "x.kdsl:11:71: nobody asks for this answer, however the dice fall; what was asked: pick (n)"},
		{"answer n: 2; when toss(b); measure b.n", "x.kdsl:11:71: nobody asks for this answer, however the dice fall; nothing was asked"},
		{"answer n: 2; when chain(a); measure a.n", ""}, // what asks is less likely than what is left out
		{"answer n: 2; when pick(a); answer n: 1; measure a.n", "x.kdsl:11:98: nobody asks for this answer, however the dice fall; what was asked: pick (n)"},
		{"answer pass; when pick(a); when toss(a); measure a.n", "x.kdsl:11:71: nobody asks for this answer, however the dice fall; what was asked: pick (n), luck.more"},
		{"when toss(a); dice 2; measure a.n", "x.kdsl:11:85: dice are left over: [2]"},
		{"dice 1 2; when toss(a); measure a.n", "x.kdsl:11:71: dice are left over behind toss: [2]"},
	} {
		u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText("x.kdsl", text+`odds "o" { given a = pawn with luck for red; given b = pawn for blue; `+c.steps+" }")
		if err != nil || u.Diags.HasErrors() {
			t.Fatal(c.steps, err, u.Diags)
		}
		said := ""
		if _, err := odds.Ask(interp.New(u.Program), 0, odds.Options{}); err != nil {
			said = err.Error()
		}
		if said != c.fails {
			t.Errorf("%s: got %q, want %q", c.steps, said, c.fails)
		}
	}
}

// TestThingsThatAreAlike: what is measured is called as the script calls it. What it does not name is numbered where more are
// there, and keeps its number though the others do not turn up, or though its own place among all things is another.
func TestThingsThatAreAlike(t *testing.T) {
	const text = `kind piece { }
kind charm on piece { }
piece pawn { }
piece rook { }
charm luck { }
event make(who: player) { do { create pawn for who; create pawn for who; create rook for who } }
odds "drawn" { given a, b = pawn for red; given c = rook for red; draw x in all(piece); measure x }
odds "second and third" { given a = pawn for red; given b = pawn for red; given c = pawn for red; throw d2 as d; measure d == 1 ? b : c }
odds "rare" { given a, b = pawn for red; throw d10000 as d; measure d == 1 ? a : b }
odds "made" { given a = pawn for red; make(red); draw x in all(piece); measure x }
odds "rarely made" { make(red); throw d10000 as d; measure all(piece)[d == 1 ? 0 : 1] }
odds "behind what is gone" { given a = pawn with luck for red; given b = pawn for red; throw d2 as d; if d == 1 { destroy all(luck)[0] }; throw d2 as e; measure e == 1 ? a : b }
`
	u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText("alike.kdsl", text)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	m := interp.New(u.Program)
	for _, want := range []struct{ question, exact, played string }{
		{"drawn", "a 1/3 b 1/3 c 1/3 ", "a b c "},
		{"second and third", "b 1/2 c 1/2 ", "b c "},
		{"rare", "a 1/10000 b 9999/10000 ", "b "},
		{"made", "a 1/4 pawn #1 1/4 pawn #2 1/4 rook 1/4 ", "a pawn #1 pawn #2 rook "},
		{"rarely made", "pawn #1 1/10000 pawn #2 9999/10000 ", "pawn #2 "},
		{"behind what is gone", "a 1/2 b 1/2 ", "a b "},
	} {
		script, exact, played := m.Script(ir.OddsScript, want.question), "", ""
		a, err := odds.Ask(m, script, odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range a.Outcomes {
			exact += o.Value + " " + o.P.RatString() + " "
		}
		s, err := sim.Ask(m, script, sim.Options{N: 100, Seed: 1, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range s.Outcomes {
			played += o.Value + " "
		}
		if exact != want.exact || played != want.played {
			t.Errorf("%s: got %q and %q, want %q and %q", a.Name, exact, played, want.exact, want.played)
		}
	}
}
