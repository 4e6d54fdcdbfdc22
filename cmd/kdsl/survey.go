package main

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp/survey"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// surveyCommand counts how automatic players play.
type surveyCommand struct {
	report
	games
	reseated bool // each game is played a second time, with the players seated the other way round
	brief    bool // one line tells of each scenario
	retry    bool // each game is played again with one of the passes taken back
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
how often he was asked, and how often he used it. Of what is paid with it
tells how much was paid, how much was left: what was still there when it was
filled up anew, and pieces that nobody ever gave up; and how much of it was
idle: an action that takes from it had been on offer meanwhile. A game ends as
the last note of its scenario says, or else the last event that is about a
player; games that fail or never end are told with a seed that shows it.

With --reseated each game is played once more with the players seated the
other way round: what is said of a player by name stays with him. An ending
that comes as often is owed to the forces, one that changes to the seats.

With --retry each game is played again up to one of its passes, where one of
the actions on offer is taken instead; both are drawn. It tells in how many
games each was (retried), in how many only that made the game end with the name
of the player who had passed (better), and in how many it ended so only as it
had been played (worse).

` + pathsHelp,
		Example: `  kdsl survey pig.kdsl
  kdsl survey battles -n 20 --json
  kdsl survey battles --reseated --brief`,
	}
}

func (c *surveyCommand) flags(fs *pflag.FlagSet) {
	c.games.flags(fs, 100, "how often each scenario is played", "the seed of the first game")
	fs.BoolVar(&c.reseated, "reseated", false, "play each game with the players seated the other way round, too")
	fs.BoolVar(&c.brief, "brief", false, "tell of each scenario in one line")
	fs.BoolVar(&c.retry, "retry", false, "play each game again with one pass taken back")
	jsonFlag(fs, &c.asJSON)
}

// run plays the scenarios one after the other. Games that fail are something wrong in the cards.
func (c *surveyCommand) run(t *tool, args []string) error {
	if c.reseated && slices.Contains(args, "-") {
		return usage("--reseated reads files, not standard input")
	}
	units, err := t.playable(args)
	if err != nil {
		return err
	}
	list, err := named(library.Scripts(ir.ScenarioScript, units...), "scenario", "")
	if err != nil {
		return err
	}
	var others []library.Script
	if c.reseated {
		if others, err = c.others(t, args); err != nil {
			return err
		}
	}
	t.patient.Store(true)
	seed := seedOf(c.seed)
	var all []document
	var wrong error
	machines := library.Machines{}
	play := func(s library.Script) *survey.Report {
		lang := t.lang
		if c.asJSON {
			lang = ""
		}
		progress, finish := t.progress(c.n, s.Name)
		r, err := survey.Scenario(machines.Of(s.Unit), s.Index, survey.Options{
			Games: c.n, Seed: seed, Workers: c.workers, Progress: progress, Context: t.ctx, Budget: c.budget, Retry: c.retry, Lang: lang})
		finish()
		if len(r.Unfinished) > 0 && wrong == nil {
			wrong = problems
		}
		if err != nil {
			wrong = errInterrupted
		}
		return r
	}
	rows := [][]string{{"scenario", "games", "failed", "choices", "passed", "vain", "null", "again", "left", "ending", "reseated"}}
	for i, s := range list {
		r := play(s)
		var x *survey.Report // with the seats turned round
		if c.reseated && wrong != errInterrupted {
			x = play(others[i])
		}
		all = append(all, surveyed(s, r, x))
		if c.brief {
			rows = append(rows, inBrief(s.Name, r, x))
		} else if !c.asJSON {
			c.tell(t, s, r, x)
		}
		if wrong == errInterrupted {
			break
		}
	}
	if c.brief && !c.asJSON {
		columns(t, rows)
	}
	if err := c.show(t, documentOf(entry{"seed", seed}, entry{"scenarios", all}), func() {}); err != nil {
		return err
	}
	return wrong
}

// others are the scenarios with their players seated the other way round.
func (c *surveyCommand) others(t *tool, args []string) ([]library.Script, error) {
	t.amend = reseat
	units, err := t.playable(args)
	if err != nil {
		return nil, err
	}
	return library.Scripts(ir.ScenarioScript, units...), nil
}

// reseat turns the order of the players round in the scripts of a file. Those of a script that names none
// are red and blue.
func reseat(f *syntax.File) {
	for s := range syntax.Of[*syntax.ScriptDecl](f.Decls) {
		said := false
		for p := range syntax.Of[*syntax.PlayersStmt](s.Body.Stmts) {
			said = true
			slices.Reverse(p.Seats)
		}
		if !said && s.In == nil {
			seats := &syntax.PlayersStmt{Seats: []syntax.Seat{{Name: syntax.Name{Text: "blue"}}, {Name: syntax.Name{Text: "red"}}}}
			s.Body.Stmts = append([]syntax.Stmt{seats}, s.Body.Stmts...)
		}
	}
}

// inHundred is how many of a hundred.
func inHundred(n, of int64) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(of))
}

// endedSo is in how many games of a report the ending came.
func endedSo(r *survey.Report, text string) int64 {
	for _, e := range r.Endings {
		if e.Text == text {
			return e.Games
		}
	}
	return 0
}

// inBrief is a report in one line; its last two figures are how often the most frequent ending came, and how often it
// came with the seats turned round.
func inBrief(name string, r, x *survey.Report) []string {
	failed, vain, null, again, paid, left := int64(0), int64(0), int64(0), int64(0), int64(0), int64(0)
	for _, f := range r.Unfinished {
		failed += f.Games
	}
	for _, a := range r.Actions {
		vain, null, again = vain+a.Vain, null+a.Null, again+a.Repeated
	}
	for _, p := range r.Resources {
		paid, left = paid+p.Paid, left+p.Left
	}
	row := append(figuresOf(name, r.Games, failed, r.Asked, r.Passed, vain, null, again), inHundred(left, paid+left), "-", "-")
	if len(r.Endings) > 0 {
		e := r.Endings[0]
		row[len(row)-2] = inHundred(e.Games, r.Games)
		if x != nil {
			row[len(row)-1] = inHundred(endedSo(x, e.Text), x.Games)
		}
	}
	return row
}

// surveyed is a report as a document, with what came of the games with the seats turned round, if they were. An ending
// has the interval in which its true share lies, with 95% confidence.
func surveyed(s library.Script, r, x *survey.Report) document {
	actions, clauses, resources, unfinished := []document{}, []document{}, []document{}, []document{}
	for _, a := range r.Actions {
		actions = append(actions, document{{"name", a.Name}, {"offered", a.Offered}, {"taken", a.Taken}, {"left", a.Left},
			{"vain", a.Vain}, {"null", a.Null}, {"again", a.Repeated}, {"retried", a.Retried}, {"better", a.Better}, {"worse", a.Worse}})
	}
	for _, x := range r.Clauses {
		clauses = append(clauses, document{{"name", x.Name}, {"asked", x.Asked}, {"used", x.Used}})
	}
	for _, x := range r.Resources {
		resources = append(resources, document{{"name", x.Name}, {"paid", x.Paid}, {"left", x.Left}, {"idle", x.Idle}})
	}
	for _, f := range r.Unfinished {
		unfinished = append(unfinished, document{{"text", f.Text}, {"stall", f.Stall}, {"games", f.Games}, {"seed", f.Seed}})
	}
	out := document{{"name", s.Name}, {"file", s.At.File.Name}, {"games", r.Games}, {"asked", r.Asked}, {"passed", r.Passed},
		{"actions", actions}, {"clauses", clauses}, {"resources", resources}, {"endings", endings(r)}, {"unfinished", unfinished}}
	if x != nil {
		out = append(out, entry{"reseated", endings(x)})
	}
	return out
}

func endings(r *survey.Report) []document {
	out := []document{}
	for _, e := range r.Endings {
		low, high := interval(e.Games, r.Games)
		out = append(out, document{{"text", e.Text}, {"games", e.Games}, {"low", low}, {"high", high}})
	}
	return out
}

// tell writes a report for people.
func (c *surveyCommand) tell(t *tool, s library.Script, r, x *survey.Report) {
	p := t.painter(t.out)
	t.print("%s\n", p.Paint(term.Bold, diag.Visible(s.Name)))
	t.print("  %s\n", t.words(fmt.Sprintf("%s; %d choices of an action, %d passed", count(int(r.Games), "game"), r.Asked, r.Passed)))
	for _, f := range r.Unfinished {
		what := "failed"
		if f.Stall {
			what = "did not end"
		}
		t.print("  %s%s%s\n", t.words(fmt.Sprintf("%s %s, first with seed %d", count(int(f.Games), "game"), what, f.Seed)), t.between(": "), diag.Visible(t.words(f.Text)))
	}
	rows := [][]string{{"action", "offered", "taken", "left", "vain", "null", "again"}}
	if c.retry {
		rows[0] = append(rows[0], "retried", "better", "worse")
	}
	for _, a := range r.Actions {
		row := figuresOf(a.Name, a.Offered, a.Taken, a.Left, a.Vain, a.Null, a.Repeated)
		if c.retry {
			row = append(row, figuresOf("", a.Retried, a.Better, a.Worse)[1:]...)
		}
		rows = append(rows, row)
	}
	columns(t, rows)
	rows = [][]string{{"clause", "asked", "used"}}
	for _, x := range r.Clauses {
		rows = append(rows, figuresOf(x.Name, x.Asked, x.Used))
	}
	columns(t, rows)
	rows = [][]string{{"resource", "paid", "left", "idle"}}
	for _, x := range r.Resources {
		rows = append(rows, figuresOf(x.Name, x.Paid, x.Left, x.Idle))
	}
	columns(t, rows)
	for _, e := range r.Endings {
		low, high := interval(e.Games, r.Games)
		seats := ""
		if x != nil {
			seats = fmt.Sprintf("  %s %6s", t.between("reseated"), t.figure(inHundred(endedSo(x, e.Text), x.Games)))
		}
		t.print("  %s%s  %s\n", t.figure(fmt.Sprintf("%6.2f%%  (%.2f..%.2f)", 100*float64(e.Games)/float64(r.Games), 100*low, 100*high)), seats, diag.Visible(e.Text))
	}
	if x != nil {
		for _, e := range x.Endings {
			if endedSo(r, e.Text) == 0 {
				t.print("  %s %6s  %s\n", t.between("only reseated"), t.figure(inHundred(e.Games, x.Games)), diag.Visible(e.Text))
			}
		}
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
	name, wide := 0, 7
	for i, r := range rows {
		for j, s := range r {
			if i == 0 {
				s = t.between(s)
			}
			if j == 0 {
				r[j], name = s, max(name, utf8.RuneCountInString(s))
			} else {
				r[j] = t.figure(s)
				wide = max(wide, utf8.RuneCountInString(r[j]))
			}
		}
	}
	for _, r := range rows {
		t.print("  %-*s", name, r[0])
		for _, s := range r[1:] {
			t.print("  %*s", wide, s)
		}
		t.print("\n")
	}
}
