package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/sim"
)

// simDocument is what `sim --json` writes. How many workers played is no part of it.
type simDocument struct {
	FormatVersion int           `json:"format_version"`
	Seed          uint64        `json:"seed"`
	N             int64         `json:"n"`
	Questions     []simQuestion `json:"questions"`
}

type simQuestion struct {
	Name     string       `json:"name"`
	Samples  int64        `json:"samples"`
	Outcomes []simOutcome `json:"outcomes"`
	Error    string       `json:"error,omitempty"`
}

// simOutcome has the interval in which the true share lies, with 95% confidence.
type simOutcome struct {
	Value string  `json:"value"`
	Count int64   `json:"count"`
	Float float64 `json:"float"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

func (t *tool) simCmd() *cobra.Command {
	var n int64
	var seed string
	var workers int
	var budget interp.Budget
	cmd := &cobra.Command{
		Use:   "sim [FILE [NAME]]",
		Short: "Answer questions about chances by playing many games",
		Long: `Sim plays the questions that a program asks with "odds" many times, and counts.
The same seed gives the same counts, whatever the number of workers.

FILE is a file or folder, or - for standard input; NAME picks one question.
Without FILE it is the pack around you.`,
		Example: `  kdsl sim pig.kdsl -n 100000
  kdsl sim pig.kdsl "points of a turn" --seed 5 --json`,
		Args: atMost(2),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := seedOf(seed)
			switch {
			case err != nil:
				return err
			case n < 1:
				return usage("-n is a number from 1, got %d", n)
			case workers < 1 || workers > 1024:
				return usage("--workers is a number from 1 to 1024, got %d", workers)
			}
			list, err := t.questions(args)
			if err != nil {
				return err
			}
			return t.sim(list, n, s, workers, &budget)
		},
	}
	cmd.Flags().Int64VarP(&n, "count", "n", 10_000, "how often each question is played")
	cmd.Flags().StringVar(&seed, "seed", "1", "the seed of the dice: a number, or random")
	cmd.Flags().IntVar(&workers, "workers", runtime.GOMAXPROCS(0), "how many play at the same time")
	cmd.Flags().BoolVar(&t.asJSON, "json", false, "write one JSON document")
	budgetFlags(cmd, &budget)
	return cmd
}

func (t *tool) sim(list []script, n int64, seed uint64, workers int, budget *interp.Budget) error {
	t.patient.Store(true)
	doc := simDocument{FormatVersion: formatVersion, Seed: seed, N: n}
	all := machines{}
	var failed error
	for _, s := range list {
		progress, finish := t.progress(n, s.Name)
		a, err := sim.Ask(all.of(s.unit), s.index, sim.Options{N: n, Seed: seed, Workers: workers, Progress: progress, Context: t.ctx, Budget: budget})
		finish()
		q := simQuestion{Name: s.Name, Outcomes: []simOutcome{}}
		enough := errors.Is(err, errInterrupted) && a != nil && a.Samples > 0
		if err != nil {
			q.Error = err.Error()
		}
		if err != nil && !enough {
			failed = worse(failed, unanswered(s.Name, err))
		} else {
			q.Samples = a.Samples
			for _, o := range a.Outcomes {
				low, high := interval(o.Count, a.Samples)
				q.Outcomes = append(q.Outcomes, simOutcome{o.Value, o.Count, float64(o.Count) / float64(a.Samples), low, high})
			}
		}
		doc.Questions = append(doc.Questions, q)
		if !t.asJSON && (err == nil || enough) {
			var rows []row
			for _, o := range q.Outcomes {
				rows = append(rows, row{o.Value, o.Float, fmt.Sprintf("%6.2f%%  (%.2f..%.2f)", 100*o.Float, 100*o.Low, 100*o.High)})
			}
			t.bars(q.Name, rows, fmt.Sprintf("%d games, seed %d", q.Samples, seed))
			t.out.flush() // the next one may take long
		}
		if t.ctx.Err() != nil {
			failed = errInterrupted
			break
		}
	}
	if t.asJSON {
		if err := writeJSON(t.out, doc); err != nil {
			return environment(err)
		}
	}
	return failed
}

// interval is Wilson's for a share of k in n, at 95%. It is rounded, so that it is written the same
// on every machine.
func interval(k, n int64) (low, high float64) {
	const z = 1.959963984540054
	p, m := float64(k)/float64(n), float64(n)
	mid := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	round := func(x float64) float64 { return math.Round(1e9*x) / 1e9 }
	return max(0, round(mid-half)), min(1, round(mid+half))
}

// progress draws a bar on a terminal; elsewhere there is none.
func (t *tool) progress(n int64, what string) (add func(int64), finish func()) {
	if !term.IsTerminal(t.err.w) {
		return nil, func() {}
	}
	bar := progressbar.NewOptions64(n, progressbar.OptionSetWriter(t.err), progressbar.OptionSetDescription(what),
		progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100_000_000), progressbar.OptionSetWidth(30),
		progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true))
	return func(k int64) { bar.Add64(k) }, func() { bar.Finish() }
}
