package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"unicode/utf8"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/interp/sim"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// The two ways to answer what programs ask with `odds`: exactly, and by playing.

// ask answers the questions that `[FILE [NAME]]` means, one after the other. one answers one of them: as a
// document, and what is wrong with it. As a document they are told all together, with what stands before
// them.
func (r report) ask(t *tool, args []string, before []entry, one func(s library.Script, m *interp.Machine) (document, error)) error {
	name := ""
	if len(args) == 2 {
		name, args = args[1], args[:1]
	}
	units, err := t.playable(args)
	if err != nil {
		return err
	}
	list, err := named(library.Scripts(ir.OddsScript, units...), "odds question", name)
	if err != nil {
		return err
	}
	t.patient.Store(true)
	var all []document
	var wrong *exit
	m := library.Machines{}
	for _, s := range list {
		d, err := one(s, m.Of(s.Unit))
		all = append(all, d)
		t.out.flush() // the next one may take long
		if t.ctx.Err() != nil {
			wrong = errInterrupted
			break
		}
		if err != nil { // both are told, the greater exit code counts
			e := failed(err, s.Name+": ")
			if wrong != nil {
				e = &exit{max(wrong.code, e.code), wrong.message + "\nkdsl: " + e.message}
			}
			wrong = e
		}
	}
	if err := r.show(t, documentOf(append(before, entry{"questions", all})...), func() {}); err != nil || wrong == nil {
		return err
	}
	return wrong
}

// oddsCommand answers exactly.
type oddsCommand struct {
	report
	budget interp.Budget
}

func (c *oddsCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "odds [FILE [NAME]]",
		Short: "Answer questions about chances exactly",
		Long: `Odds works out the questions that a program asks with "odds", exactly: every
fall of the dice is followed, with its probability.

` + questionsHelp,
		Example: `  kdsl odds pig.kdsl
  kdsl odds pig.kdsl "points of a turn" --json`,
		Args: atMost(2),
	}
}

func (c *oddsCommand) flags(fs *pflag.FlagSet) {
	jsonFlag(fs, &c.asJSON)
	c.budget = interp.DefaultBudget
	b := &c.budget
	fs.Int64Var(&b.AllSteps, "steps", b.AllSteps, "how many steps all ways together may take")
	fs.IntVar(&b.Throws, "throws", b.Throws, "how many throws there may be one after the other")
	fs.IntVar(&b.States, "states", b.States, "how many different positions there may be after as many throws")
	fs.IntVar(&b.Results, "results", b.Results, "how many results one throw may have")
	fs.Int64Var(&b.Memory, "memory", b.Memory, "how many bytes the positions may take")
	numbers(fs, "steps", "throws", "states", "results", "memory")
}

// run answers each question. One that could not be answered has an error in its document, and what was found
// so far; left_out is the chance that more than so many throws are needed, or of what was not worked out,
// and refused how likely it is that an event which the question starts is refused.
func (c *oddsCommand) run(t *tool, args []string) error {
	bounded(c.budget.Memory - interp.DefaultBudget.Memory)
	return c.ask(t, args, nil, func(s library.Script, m *interp.Machine) (document, error) {
		a, err := odds.Ask(m, s.Index, odds.Options{Context: t.ctx, Budget: c.budget})
		outcomes := []document{}
		rows := chart{}
		for _, o := range a.Outcomes {
			p, _ := o.P.Float64()
			outcomes = append(outcomes, document{{"value", o.Value}, {"p", o.P.String()}, {"float", p}}) // p is exact
			rows = append(rows, row{interp.MeasuredIn(s.Script, o.Value, t.tongue()), p, t.figure(fmt.Sprintf("%6.2f%%", 100*p))})
		}
		d := document{{"name", s.Name}, {"outcomes", outcomes}, {"left_out", a.LeftOut.String()}}
		if a.Refused.Sign() > 0 {
			d = append(d, entry{"refused", a.Refused.String()})
			p, _ := a.Refused.Float64()
			t.say("kdsl: %s: in %s of the cases an event that the question starts is refused and does not happen", s.Name, t.figure(fmt.Sprintf("%.4g%%", 100*p)))
		}
		if err != nil {
			d = append(d, entry{"error", err.Error()})
		}
		if !c.asJSON && (err == nil || len(rows) > 0) {
			var more []string
			if mean, ok := a.Mean(); ok {
				more = append(more, t.words("mean: "+t.figure(fmt.Sprintf("%.4g", mean))))
			}
			if left := t.leftOut(a, err); left != "" {
				more = append(more, left)
			}
			rows.draw(t, s.Name, strings.Join(more, t.between("; ")))
		}
		return d, err
	})
}

// leftOut says what an answer leaves out, and why; "" for nothing.
func (t *tool) leftOut(a *odds.Answer, err error) string {
	if a.LeftOut.Sign() == 0 {
		return ""
	}
	p, _ := a.LeftOut.Float64()
	why := fmt.Sprintf("what needs more than %d throws one after the other", a.Waves)
	if err != nil {
		why = "what was not worked out"
	}
	return t.words(fmt.Sprintf("left out: %s (%s)", t.figure(fmt.Sprintf("%.2g%%", 100*p)), why))
}

// games is how often something is played, and how.
type games struct {
	n       int64
	seed    string
	workers int
	budget  interp.Budget
}

func (g *games) flags(fs *pflag.FlagSet, n int64, often, seed string) {
	fs.Int64VarP(&g.n, "count", "n", n, often)
	seedFlag(fs, &g.seed, seed)
	fs.IntVar(&g.workers, "workers", runtime.GOMAXPROCS(0), "how many play at the same time")
	runFlags(fs, &g.budget)
	numbers(fs, "count")
	demand(fs, "workers", "a number from 1 to 1024", within(1, 1024))
}

// simCommand answers by playing.
type simCommand struct {
	report
	games
}

func (c *simCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "sim [FILE [NAME]]",
		Short: "Answer questions about chances by playing many games",
		Long: `Sim plays the questions that a program asks with "odds" many times, and counts.
The same seed gives the same counts, whatever the number of workers.

` + questionsHelp,
		Example: `  kdsl sim pig.kdsl -n 100000
  kdsl sim pig.kdsl "points of a turn" --seed 5 --json`,
		Args: atMost(2),
	}
}

func (c *simCommand) flags(fs *pflag.FlagSet) {
	c.games.flags(fs, 10_000, "how often each question is played", "the seed of the dice")
	jsonFlag(fs, &c.asJSON)
}

// run plays each question. How many workers played is no part of the documents; an outcome has the interval
// in which the true share lies, with 95% confidence.
func (c *simCommand) run(t *tool, args []string) error {
	seed := seedOf(c.seed)
	return c.ask(t, args, []entry{{"seed", seed}, {"n", c.n}}, func(s library.Script, m *interp.Machine) (document, error) {
		progress, finish := t.progress(c.n, s.Name)
		a, err := sim.Ask(m, s.Index, sim.Options{N: c.n, Seed: seed, Workers: c.workers, Progress: progress, Context: t.ctx, Budget: c.budget})
		finish()
		enough := err == nil || errors.Is(err, errInterrupted) && a != nil && a.N > 0
		samples := int64(0)
		outcomes := []document{}
		rows := chart{}
		if enough {
			samples = a.N
			for _, o := range a.Outcomes {
				share := float64(o.Count) / float64(a.N)
				low, high := interval(o.Count, a.N)
				outcomes = append(outcomes, document{{"value", o.Value}, {"count", o.Count}, {"float", share}, {"low", low}, {"high", high}})
				rows = append(rows, row{interp.MeasuredIn(s.Script, o.Value, t.tongue()), share, t.figure(fmt.Sprintf("%6.2f%%  (%.2f..%.2f)", 100*share, 100*low, 100*high))})
			}
		}
		d := document{{"name", s.Name}, {"samples", samples}, {"outcomes", outcomes}}
		if err != nil {
			d = append(d, entry{"error", err.Error()})
		}
		if !c.asJSON && enough {
			rows.draw(t, s.Name, t.words(fmt.Sprintf("%s, seed %d", count(int(samples), "game"), seed)))
		}
		return d, err
	})
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

// row is one bar: its label, its share of 1, and the share as people read it.
type row struct {
	label string
	share float64
	said  string
}

type chart []row

// draw draws a chart: value, percentage, bar. The longest bar fills the width.
func (rows chart) draw(t *tool, title, more string) {
	const width = 40
	p := t.painter(t.out)
	fine := term.Unicode(os.Getenv)
	longest, most := 0, 0.0
	for i := range rows {
		rows[i].label = diag.Visible(rows[i].label)
		longest = max(longest, utf8.RuneCountInString(rows[i].label))
		most = max(most, rows[i].share)
	}
	t.print("%s\n", p.Paint(term.Bold, diag.Visible(title)))
	for _, r := range rows {
		pad := strings.Repeat(" ", longest-utf8.RuneCountInString(r.label))
		line := fmt.Sprintf("  %s%s  %s  %s", pad, r.label, r.said, p.Paint(term.Cyan, term.Bar(r.share/most, width, fine)))
		t.print("%s\n", strings.TrimRight(line, " "))
	}
	if more != "" {
		t.print("  %s\n", more)
	}
	t.print("\n")
}
