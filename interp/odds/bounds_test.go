package odds_test

import (
	"context"
	"errors"
	"math/big"
	"runtime"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
)

const long = `
player { cell n: int = 0 }
event sum(who: player, k: int) { do { throw k d100 as f; who.n = f.total() } }
event faces(who: player, k: int) { do { throw k d2 by face as g { who.n += g.count } } }
event high(who: player) { do { throw 3 d10000 as f; who.n = f[0] } }
event endless(who: player) { do { repeat until who.n < 0 { throw d6 as f; who.n = f } } }
event walk(who: player) { do { repeat 30 { throw d6 as f; who.n += f } } }
event spin(who: player) { do { throw d2 as f; repeat until who.n < 0 { who.n = f } } }
odds "four dice of a hundred faces" { when sum(red, 4); measure red.n > 200 }
odds "a hundred thousand dice" { when faces(red, 100000); measure red.n > 150000 }
odds "three of ten thousand faces" { when high(red); measure red.n }
odds "throws without end" { when endless(red); measure red.n }
odds "steps without end" { when spin(red); measure red.n }
odds "a walk" { when walk(red); measure red.n }
`

func longest(t *testing.T) *interp.Machine {
	t.Helper()
	u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText("long.kdsl", long)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	return interp.New(u.Program)
}

// What takes too much ends at a bound that has a place, with all that was found before.
func TestBounds(t *testing.T) {
	m := longest(t)
	for _, c := range []struct {
		name string
		o    odds.Options
		what string
	}{
		{"four dice of a hundred faces", odds.Options{}, "results of a throw"},
		{"a hundred thousand dice", odds.Options{}, "results of a throw"},
		{"three of ten thousand faces", odds.Options{}, "results of a throw"},
		{"throws without end", odds.Options{}, "throws one after the other"},
		{"steps without end", odds.Options{}, "steps"},
		{"a walk", odds.Options{Budget: interp.Budget{States: 20}}, "states"},
		{"a walk", odds.Options{Budget: interp.Budget{Memory: 20_000}}, "bytes of states"},
		{"a walk", odds.Options{Budget: interp.Budget{AllSteps: 2_000}}, "steps"},
		{"a walk", odds.Options{Budget: interp.Budget{Results: 5}}, "results of a throw"},
		{"a walk", odds.Options{}, ""},
	} {
		a, err := odds.Ask(m, m.Script(ir.OddsScript, c.name), c.o)
		var limit *interp.LimitError
		switch {
		case c.what == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.what == "":
		case !errors.As(err, &limit):
			t.Errorf("%s: got %v, want the limit of %s", c.name, err, c.what)
		case limit.What != c.what || !limit.At.IsValid():
			t.Errorf("%s: got the limit of %s at %v, want %s and a place", c.name, limit.What, limit.At, c.what)
		}
		whole(t, a)
	}
}

// whole says that an answer leaves nothing out without saying so.
func whole(t *testing.T, a *odds.Answer) {
	t.Helper()
	sum := new(big.Rat).Set(a.LeftOut)
	for _, o := range a.Outcomes {
		sum.Add(sum, o.P)
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("%s: the masses sum to %s", a.Name, sum)
	}
}

// A context that ends gives what was found so far.
func TestCancelled(t *testing.T) {
	m := machine(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a, err := odds.Ask(m, m.Script(ir.OddsScript, "exploding"), odds.Options{Context: ctx})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	whole(t, a)
	if a.LeftOut.Sign() == 0 {
		t.Error("nothing is left out")
	}
}

// The horizon is where the mass of a wave falls below the least: that is left out, and exactly.
func TestHorizon(t *testing.T) {
	m := machine(t)
	for _, c := range []struct {
		least string
		waves int
		left  string
	}{{"1/100", 3, "1/1000"}, {"1/101", 3, "1/1000"}, {"1/1000", 4, "1/10000"}, {"1/2", 1, "1/10"}} {
		least, _ := new(big.Rat).SetString(c.least)
		a, err := odds.Ask(m, m.Script(ir.OddsScript, "exploding"), odds.Options{Least: least})
		if err != nil || a.Waves != c.waves || a.LeftOut.RatString() != c.left {
			t.Errorf("least %s: %d throws are followed and %s is left out (%v), want %d and %s", c.least, a.Waves, a.LeftOut, err, c.waves, c.left)
		}
	}
}

// TestOneLargeDie: what one die comes to is listed at once, however many faces it has, and needs no room for every face of
// each of them.
func TestOneLargeDie(t *testing.T) {
	u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText("large.kdsl", `odds "large" { throw d10000 as d; measure d }`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	a, err := odds.Ask(interp.New(u.Program), 0, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if n := len(a.Outcomes); n != 10_000 || a.Outcomes[n-1].N != 10_000 || a.Outcomes[0].P.Cmp(big.NewRat(1, 10_000)) != 0 {
		t.Errorf("%d outcomes, the last is %d", n, a.Outcomes[n-1].N)
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > 100<<20 {
		t.Errorf("%d MiB were allocated", got>>20)
	}
}
