// Package odds answers questions exactly. It runs the same program as play: at each throw the run
// forks, once for every result that the rules can tell apart, with its probability; runs that go on in
// the same way merge. Work goes in waves, a wave a throw, so that what is equal meets.
//
// Rules can throw dice for ever: beyond the horizon the rest is left out, and its exact mass is
// reported. The mass of a wave is the chance that so many throws are needed one after the other. That is
// a property of the program, so where the horizon lies, and with it every digit of an answer, does not
// depend on how well runs merge.
package odds

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/live"
)

// Options bound the work; the zero value uses the defaults.
type Options struct {
	// Waves is how many throws one after the other are followed, whatever their mass. 0: as many as it
	// takes until the mass of a wave is below Least, and no more than 400.
	Waves   int
	Least   *big.Rat        // the first wave below it is left out; nil: 1/10^12
	Results int             // of one throw; default 20,000
	States  int             // different states in one wave; default 50,000
	Memory  int64           // bytes of the states that are kept at one time, about; default 2^30
	Steps   int64           // of all runs together, as in interp.Budget; default 2*10^9
	Context context.Context // cancels the work; nil: nobody does
}

const mostWaves = 400

var least = big.NewRat(1, 1e12)

func (o Options) full() Options {
	or := func(n *int, d int) {
		if *n == 0 {
			*n = d
		}
	}
	or(&o.Results, 20_000)
	or(&o.States, 50_000)
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	if o.Steps == 0 {
		o.Steps = 2_000_000_000
	}
	if o.Least == nil {
		o.Least = least
	}
	if o.Context == nil {
		o.Context = context.Background()
	}
	return o
}

// Outcome is one value of the measure, with its exact probability.
type Outcome struct {
	Value string
	N     int64 // the value as a number, for sorting
	P     *big.Rat
}

// Answer is the distribution of a question. The probabilities and LeftOut sum to 1.
type Answer struct {
	Name     string
	Outcomes []Outcome
	LeftOut  *big.Rat // the chance that more than Waves throws are needed; of an answer that was cut short, all that is not known
	Refused  *big.Rat // how likely it is that an event which the question starts is refused
	Waves    int      // throws one after the other that were followed
	States   int      // different positions at a throw
	Forks    int      // results of throws that were followed
}

// Ask works out a question of the program. When the work is cut short, by the context or at a bound, it
// gives the error and the answer so far.
func Ask(m *interp.Machine, script int, o Options) (*Answer, error) {
	a := &asking{o: o.full(), at: m.P.Scripts[script], run: m.Start(script), sums: map[int64]*Outcome{}, rates: map[spot]*rate{}}
	a.out = &Answer{Name: a.at.Name, Refused: new(big.Rat)}
	a.keys.live = live.New(m)
	a.keys.insts.all, a.keys.cells.all = map[string]uint64{}, map[string]uint64{}
	a.ways = ways{most: a.o.Results, all: map[string]*results{}}
	a.run.Cancel(a.o.Context)
	err := a.all()
	return a.answer(), err
}

// all follows wave after wave.
func (a *asking) all() error {
	a.next = newWave(big.NewInt(1))
	a.run.Keep(&a.moment)
	if err := a.follow(mass{lo: 1}, parts{}, 1); err != nil {
		return err
	}
	for {
		if err := a.ends(); err != nil {
			return err
		}
		wave := a.next
		a.count(wave)
		switch {
		case len(wave.throws.all) == 0:
			return nil
		case a.o.Waves > 0 && a.out.Waves == a.o.Waves, a.o.Waves == 0 && wave.mass().Cmp(a.o.Least) < 0:
			return nil
		case a.out.Waves == mostWaves && a.o.Waves == 0:
			return a.limit("throws one after the other", mostWaves)
		}
		a.out.Waves++
		a.out.States += len(wave.throws.all)
		a.by = wave.multiple()
		a.next = newWave(new(big.Int).Mul(wave.denom, a.by))
		for _, n := range wave.throws.all {
			if err := a.fork(n); err != nil {
				return err
			}
			a.free(n)
		}
	}
}

// count adds what was measured on the way to a wave to the answer.
func (a *asking) count(w *wave) {
	for n, m := range w.measured {
		p := new(big.Rat).SetFrac(m.wide(), w.denom)
		a.sums[n].P.Add(a.sums[n].P, p)
	}
	if !w.refused.none() {
		p := new(big.Rat).SetFrac(w.refused.wide(), w.denom)
		a.out.Refused.Add(a.out.Refused, p)
	}
	clear(w.measured)
	w.refused = mass{}
}

// answer is what was found so far.
func (a *asking) answer() *Answer {
	a.count(a.next)
	left := big.NewRat(1, 1)
	for _, x := range a.sums {
		if x.P.Sign() > 0 {
			a.out.Outcomes = append(a.out.Outcomes, *x)
			left.Sub(left, x.P)
		}
	}
	slices.SortFunc(a.out.Outcomes, func(x, y Outcome) int { return cmp.Compare(x.N, y.N) })
	a.out.LeftOut = left
	return a.out
}

func (a *asking) limit(what string, bound int64) error {
	return &interp.LimitError{What: what, Bound: bound, At: a.at.At}
}
