package kdsl

import (
	"context"

	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/interp/sim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Odds are the exact chances of what a question measures: all P and LeftOut sum to 1.
type Odds = odds.Answer

// Outcome is one value of a measure.
type Outcome = odds.Outcome

// Odds answers a question of the program exactly. When it comes to one of its bounds, or the context ends,
// what was found so far comes with the error, and the rest is left out.
func (p *Program) Odds(ctx context.Context, question string) (*Odds, error) {
	s, m, err := p.find(ir.OddsScript, "question", question)
	if err != nil {
		return nil, err
	}
	return odds.Ask(m, s.Index, odds.Options{Context: ctx, Budget: p.Budget})
}

// Samples is what came of playing a question many times.
type Samples = sim.Answer

// Counted is how often a value came.
type Counted = sim.Outcome

// Simulate plays a question n times, with the dice of a seed and so many workers (at least one). The
// counts do not depend on the number of workers. When the context ends, what was played so far comes with
// its error.
func (p *Program) Simulate(ctx context.Context, question string, n int64, seed uint64, workers int) (*Samples, error) {
	s, m, err := p.find(ir.OddsScript, "question", question)
	if err != nil {
		return nil, err
	}
	return sim.Ask(m, s.Index, sim.Options{N: n, Seed: seed, Workers: workers, Context: ctx, Budget: p.Budget})
}
