package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp/survey"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// surveyCommand counts how automatic players play.
type surveyCommand struct {
	report
	games
}

func (c *surveyCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "survey [PATH...]",
		Short: "Play scenarios many times and count what the players do",
		Long: `Survey plays each scenario many times with automatic players, and counts. The
same seed gives the same counts, whatever the number of workers.

Of each action it tells how often it could be taken, how often it was, how
often a player passed who could have taken it (left), how often dice were
thrown and nothing changed but what it cost (vain), how often nothing was
thrown and nothing changed (null), and how often one of which nothing came
was at once done again (again). Of each clause that a player may use it tells
how often he was asked, and how often he used it. A game ends as the last
note of its scenario says, or else the last event that is about a player;
games that fail or never end are told with a seed that shows it.

` + pathsHelp,
		Example: `  kdsl survey pig.kdsl
  kdsl survey battles -n 20 --json`,
	}
}

func (c *surveyCommand) flags(fs *pflag.FlagSet) {
	c.games.flags(fs, 100, "how often each scenario is played", "the seed of the first game")
	jsonFlag(fs, &c.asJSON)
}

// run plays the scenarios one after the other. Games that fail are something wrong in the cards.
func (c *surveyCommand) run(t *tool, args []string) error {
	units, err := t.playable(args)
	if err != nil {
		return err
	}
	list, err := named(library.Scripts(ir.ScenarioScript, units...), "scenario", "")
	if err != nil {
		return err
	}
	t.patient.Store(true)
	seed := seedOf(c.seed)
	var all []document
	var wrong error
	machines := library.Machines{}
	for _, s := range list {
		progress, finish := t.progress(c.n, s.Name)
		r, err := survey.Scenario(machines.Of(s.Unit), s.Index, survey.Options{
			Games: c.n, Seed: seed, Workers: c.workers, Progress: progress, Context: t.ctx, Budget: c.budget})
		finish()
		all = append(all, surveyed(s, r))
		if !c.asJSON {
			c.tell(t, s, r)
		}
		if len(r.Unfinished) > 0 {
			wrong = problems
		}
		if err != nil {
			wrong = errInterrupted
			break
		}
	}
	if err := c.show(t, documentOf(entry{"seed", seed}, entry{"scenarios", all}), func() {}); err != nil {
		return err
	}
	return wrong
}

// surveyed is a report as a document. An ending has the interval in which its true share lies, with 95%
// confidence.
func surveyed(s library.Script, r *survey.Report) document {
	actions, clauses, endings, unfinished := []document{}, []document{}, []document{}, []document{}
	for _, a := range r.Actions {
		actions = append(actions, document{{"name", a.Name}, {"offered", a.Offered}, {"taken", a.Taken}, {"left", a.Left},
			{"vain", a.Vain}, {"null", a.Null}, {"again", a.Repeated}})
	}
	for _, x := range r.Clauses {
		clauses = append(clauses, document{{"name", x.Name}, {"asked", x.Asked}, {"used", x.Used}})
	}
	for _, e := range r.Endings {
		low, high := interval(e.Games, r.Games)
		endings = append(endings, document{{"text", e.Text}, {"games", e.Games}, {"low", low}, {"high", high}})
	}
	for _, f := range r.Unfinished {
		unfinished = append(unfinished, document{{"text", f.Text}, {"stall", f.Stall}, {"games", f.Games}, {"seed", f.Seed}})
	}
	return document{{"name", s.Name}, {"file", s.At.File.Name}, {"games", r.Games}, {"asked", r.Asked}, {"passed", r.Passed},
		{"actions", actions}, {"clauses", clauses}, {"endings", endings}, {"unfinished", unfinished}}
}

// tell writes a report for people.
func (c *surveyCommand) tell(t *tool, s library.Script, r *survey.Report) {
	p := t.painter(t.out)
	t.print("%s\n", p.Paint(term.Bold, diag.Visible(s.Name)))
	t.print("  %s; %d choices of an action, %d passed\n", count(int(r.Games), "game"), r.Asked, r.Passed)
	for _, f := range r.Unfinished {
		what := "failed"
		if f.Stall {
			what = "did not end"
		}
		t.print("  %s %s, first with seed %d: %s\n", count(int(f.Games), "game"), what, f.Seed, diag.Visible(f.Text))
	}
	rows := [][]string{{"action", "offered", "taken", "left", "vain", "null", "again"}}
	for _, a := range r.Actions {
		rows = append(rows, figuresOf(a.Name, a.Offered, a.Taken, a.Left, a.Vain, a.Null, a.Repeated))
	}
	columns(t, rows)
	rows = [][]string{{"clause", "asked", "used"}}
	for _, x := range r.Clauses {
		rows = append(rows, figuresOf(x.Name, x.Asked, x.Used))
	}
	columns(t, rows)
	for _, e := range r.Endings {
		low, high := interval(e.Games, r.Games)
		t.print("  %6.2f%%  (%.2f..%.2f)  %s\n", 100*float64(e.Games)/float64(r.Games), 100*low, 100*high, diag.Visible(e.Text))
	}
	t.print("\n")
	t.out.flush() // the next one may take long
}

func figuresOf(name string, all ...int64) []string {
	out := []string{name}
	for _, n := range all {
		out = append(out, fmt.Sprint(n))
	}
	return out
}

// columns writes a table with its heading, names to the left and figures to the right; without rows, nothing.
func columns(t *tool, rows [][]string) {
	if len(rows) < 2 {
		return
	}
	name := 0
	for _, r := range rows {
		name = max(name, len(r[0]))
	}
	for _, r := range rows {
		t.print("  %s%s", r[0], strings.Repeat(" ", name-len(r[0])))
		for _, s := range r[1:] {
			t.print("  %7s", s)
		}
		t.print("\n")
	}
}
