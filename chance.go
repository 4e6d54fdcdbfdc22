package kdsl

import (
	"context"
	"math/big"

	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/interp/sim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Odds are the exact chances of what a question measures: all P and LeftOut sum to 1.
type Odds struct {
	Outcomes []Outcome // in the order of the values
	LeftOut  *big.Rat  // what dice that explode without end do beyond the horizon
}

// Outcome is one value of a measure.
type Outcome struct {
	Value string
	P     *big.Rat
}

// Odds answers a question of the program exactly.
func (p *Program) Odds(ctx context.Context, question string) (*Odds, error) {
	u, i, err := p.find(ir.OddsScript, "question", question)
	if err != nil {
		return nil, err
	}
	a, err := odds.Ask(u.m, i, odds.Options{Context: ctx})
	if err != nil {
		return nil, outward(err)
	}
	out := &Odds{LeftOut: a.LeftOut}
	for _, o := range a.Outcomes {
		out.Outcomes = append(out.Outcomes, Outcome{o.Value, o.P})
	}
	return out, nil
}

// Samples is what came of playing a question many times.
type Samples struct {
	N        int64
	Outcomes []Counted // in the order of the values
}

// Counted is how often a value came.
type Counted struct {
	Value string
	Count int64
}

// Simulate plays a question n times, with the dice of a seed and so many workers (at least one). The
// counts do not depend on the number of workers. When the context ends, what was played so far comes with
// its error.
func (p *Program) Simulate(ctx context.Context, question string, n int64, seed uint64, workers int) (*Samples, error) {
	u, i, err := p.find(ir.OddsScript, "question", question)
	if err != nil {
		return nil, err
	}
	b := p.Budget.machine()
	a, err := sim.Ask(u.m, i, sim.Options{N: n, Seed: seed, Workers: workers, Context: ctx, Budget: &b})
	if a == nil {
		return nil, outward(err)
	}
	out := &Samples{N: a.Samples}
	for _, o := range a.Outcomes {
		out.Outcomes = append(out.Outcomes, Counted{o.Value, o.Count})
	}
	return out, outward(err)
}
