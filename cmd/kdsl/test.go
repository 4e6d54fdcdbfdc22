package main

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/coverage"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// tested is a line of `test --json`. File and Line say where the test stands; FailedAt, where it
// failed.
type tested struct {
	FormatVersion int         `json:"format_version"`
	Name          string      `json:"name"`
	File          string      `json:"file"`
	Line          int         `json:"line"`
	Covers        []string    `json:"covers"`
	Passed        bool        `json:"passed"`
	Message       string      `json:"message"`
	FailedAt      *diag.Place `json:"failed_at,omitempty"`
	Asked         []string    `json:"asked,omitempty"` // questions, and who answered what
}

type testCommand struct {
	report
	pattern string
	verbose bool
	budget  interp.Budget
}

func (c *testCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "test [PATH...]",
		Short: "Run the tests of programs",
		Long: `Test runs the tests that stand in programs and reports those that fail.
A program with errors is reported and not run; the others are.

` + programsHelp,
		Example: `  kdsl test
  kdsl test cards/ --run "lucky|unlucky" -v
  kdsl test cards/ --json
  kdsl test saga`,
	}
}

func (c *testCommand) flags(fs *pflag.FlagSet) {
	pattern(fs, &c.pattern, "only tests whose name matches this regular expression")
	fs.BoolVarP(&c.verbose, "verbose", "v", false, "tell of the tests that pass, too")
	fs.BoolVar(&c.asJSON, "json", false, "write one JSON object for each test")
	tellFlags(fs, &c.budget)
}

func (c *testCommand) run(t *tool, args []string) error {
	units, err := t.programs(args, "stdin")
	if err != nil {
		return err
	}
	t.patient.Store(true)
	broken := t.mistakes(units)
	want := regexp.MustCompile(c.pattern)
	passed, failed := 0, 0
	for _, u := range units {
		m := library.Machines{}
		for _, s := range library.Scripts(ir.TestScript, u) {
			if !want.MatchString(s.Name) {
				continue
			}
			r := trial.Run(m.Of(u), s.Index, trial.Options{Context: t.ctx, Budget: c.budget})
			if t.ctx.Err() != nil {
				t.say("%d passed, %d failed", passed, failed)
				return errInterrupted
			}
			if r.Passed {
				passed++
			} else {
				failed++
			}
			c.tell(t, s, r, args)
			t.out.flush() // the next one may take long
		}
	}
	t.say("%d passed, %d failed", passed, failed)
	if broken || failed > 0 {
		return problems
	}
	return nil
}

// again names what to test to run a test again: its file, when that is the program's own and on the disk, and else
// what was given, for an overlay or the standard input plays a part in it.
func again(s library.Script, args []string) string {
	file := s.At.File
	own := slices.ContainsFunc(s.Unit.Own, func(f *syntax.File) bool { return f.Source == file })
	if own && slices.Contains(s.Unit.Local(), file.Name) && !slices.Contains(args, "-") {
		args = []string{file.Name}
	}
	return strings.Join(append([]string{"kdsl test"}, args...), " ")
}

// tell tells of one test: a JSON line on the standard output, or words.
func (c *testCommand) tell(t *tool, s library.Script, r trial.Result, args []string) {
	at := diag.PlaceOf(s.At)
	if c.asJSON {
		x := tested{formatVersion, s.Name, at.File, at.Line, append([]string{}, s.Covers...), r.Passed, r.Message, nil, nil}
		for _, a := range r.Asked {
			x.Asked = append(x.Asked, a.Text)
		}
		if !r.Passed && r.At.IsValid() {
			p := diag.PlaceOf(r.At)
			x.FailedAt = &p
		}
		writeLine(t.out, x)
		return
	}
	p := t.painter(t.out)
	switch {
	case !r.Passed:
		t.print("%s  %s\n", p.Paint(term.Red, "FAIL"), diag.Visible(s.Name))
		call := &diag.Fix{Message: fmt.Sprintf("again: %s --run %q", again(s, args), "^"+regexp.QuoteMeta(s.Name)+"$")}
		d := diag.Diagnostic{Span: r.At, Message: r.Message, Fix: call}
		for _, a := range r.Asked {
			d.See(a.At, "%s", a.Text)
		}
		diag.Text(t.out, diag.List{d}, p.On)
		t.print("\n")
	case c.verbose:
		t.print("%s  %s\n", p.Paint(term.Green, "pass"), diag.Visible(s.Name))
	}
}

type coverageCommand struct {
	report
	least  float64
	mutate bool
}

func (c *coverageCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "coverage [PATH...]",
		Short: "List what no test tries",
		Long: `Coverage runs the tests of programs and lists what none of them reaches:
clauses that never act, ways that "if" and "? :" never go, rows of tables that
are never read, events and actions that never happen, functions that are never
called.

With --mutate it makes the rules wrong on purpose, one small thing at a time: a
clause never acts, a step or a part of a condition is left out, a comparison is
another, a number is one more, a die has a face less, of several equal things
all work. It lists the changes that no test notices, and the tests that cover a
rule and notice no change of what they reach: they prove nothing. What only
advises automatic players (prefer) is left as it is.

` + programsHelp,
		Example: `  kdsl coverage pig.kdsl
  kdsl coverage pig.kdsl --mutate
  kdsl coverage pig.kdsl --min 75
  kdsl coverage pig.kdsl --json`,
	}
}

func (c *coverageCommand) flags(fs *pflag.FlagSet) {
	fs.BoolVar(&c.mutate, "mutate", false, "list the changes of rules that no test notices")
	fs.Float64Var(&c.least, "min", 0, "exit with 1 when less than this percentage is reached or noticed")
	demand(fs, "min", "a percentage from 0 to 100", within(0, 100))
	jsonFlag(fs, &c.asJSON)
}

// measure is how the two reports are told: as a document, its keys for what was hit, for all, for those that
// were not, and for what a point says of itself; and in words, what happened to a point that was hit, and
// what is said of one that was not ("" for nothing).
type measure struct {
	hit, all, missing, name, side string
	happened                      string
	said                          func(f *coverage.File, i int) string
}

var (
	reached = measure{"covered", "points", "missing", "name", "side", "reached", unreached}
	noticed = measure{"noticed", "mutants", "unnoticed", "was", "is", "noticed", unnoticed}
)

func (c *coverageCommand) run(t *tool, args []string) error {
	units, err := t.playable(args)
	if err != nil {
		return err
	}
	var r *coverage.Report
	m, head := noticed, []entry(nil)
	if c.mutate {
		failing := ""
		if r, failing = coverage.Mutate(units); failing != "" {
			return end(exitProblems, "the test %q fails as it is: it has to pass first", failing)
		}
	} else {
		r = coverage.Run(units)
		m, head = reached, []entry{{"tests", r.Tests}, {"failed", r.Failed}}
	}
	hit, all := 0, 0
	p := t.painter(t.out)
	files := []document{}
	for _, f := range r.Files {
		if len(f.Points) == 0 {
			continue
		}
		if !c.asJSON {
			t.print("%s  %s\n", p.Paint(term.Bold, diag.Visible(f.Name)), share(f.Hit(), len(f.Points)))
		}
		missing := []document{}
		for i, q := range f.Points {
			if q.Hit {
				continue
			}
			missing = append(missing, way(q, m))
			if said := m.said(f, i); said != "" && !c.asJSON {
				t.print("  %s:%d: %s\n", diag.Visible(f.Name), q.At.Pos().Line, diag.Visible(said))
			}
		}
		hit, all = hit+f.Hit(), all+len(f.Points)
		files = append(files, append(append(document{{"file", f.Name}}, m.shares(f.Hit(), len(f.Points))...), entry{m.missing, missing}))
	}
	d := documentOf(append(append(head, m.shares(hit, all)...), entry{"files", files})...)
	if c.mutate {
		d = append(d, entry{"by_rule", r.Ruled()}, entry{"hollow", c.hollow(t, r)})
	}
	if err := c.show(t, d, func() {
		t.print("%s  %s\n", p.Paint(term.Bold, "total"), share(hit, all))
		if c.mutate {
			t.print("%s  %s\n", p.Paint(term.Bold, "by tests that cover a rule"), share(r.Ruled(), all))
		}
	}); err != nil {
		return err
	}
	if r.Failed > 0 {
		t.say("%s of %d failed; what they reach is counted", count(r.Failed, "test"), r.Tests)
	}
	if got := percent(hit, all); got < c.least {
		return end(exitProblems, "%.1f%% is %s, want %v%%", got, m.happened, c.least)
	}
	return nil
}

// hollow tells of the tests that prove nothing.
func (c *coverageCommand) hollow(t *tool, r *coverage.Report) []document {
	out := []document{}
	for _, s := range r.Hollow {
		at := diag.PlaceOf(s.At)
		out = append(out, document{{"file", at.File}, {"line", at.Line}, {"test", s.Name}, {"covers", s.Covers}})
		if !c.asJSON {
			t.print("%s:%d: hollow-cover: %q covers %s, and notices no change of what it reaches\n", diag.Visible(at.File), at.Line,
				diag.Visible(s.Name), strings.Join(s.Covers, ", "))
		}
	}
	return out
}

func (m measure) shares(n, of int) []entry {
	return []entry{{m.hit, n}, {m.all, of}, {"percent", percent(n, of)}}
}

// way is a point that was not hit.
func way(q *coverage.Point, m measure) document {
	at := diag.PlaceOf(q.At)
	d := document{{"file", at.File}, {"line", at.Line}, {"column", at.Column}, {"end_line", at.EndLine}, {"end_column", at.EndColumn},
		{"kind", q.Kind}, {m.name, q.Name}}
	if q.Side != "" {
		d = append(d, entry{m.side, q.Side})
	}
	return d
}

// percent is rounded down to a tenth, so that 100 means all.
func percent(n, of int) float64 {
	if of == 0 {
		return 100
	}
	return math.Floor(1000*float64(n)/float64(of)) / 10
}

func share(n, of int) string { return fmt.Sprintf("%.1f%% (%d of %d)", percent(n, of), n, of) }

// unreached says what was not reached. Of a branch with both sides missing it says so once.
func unreached(f *coverage.File, i int) string {
	q := f.Points[i]
	what := "if " + q.Name
	switch q.Kind {
	case "clause":
		return "clause " + q.Name + " never acts"
	case "function":
		return "function " + q.Name + " is never called"
	case "row":
		return "row " + q.Name + " is never read"
	case "choice":
		what = q.Name + " ? :"
	case "if":
	default:
		return q.Kind + " " + q.Name + " never happens"
	}
	twin := func(j int) bool {
		return j >= 0 && j < len(f.Points) && f.Points[j].At == q.At && f.Points[j].Kind == q.Kind && !f.Points[j].Hit
	}
	switch {
	case q.Side == "false" && twin(i-1):
		return ""
	case q.Side == "true" && twin(i+1):
		return what + " is never asked"
	}
	return what + " is never " + q.Side
}

// unnoticed says what was changed and not noticed.
func unnoticed(f *coverage.File, i int) string {
	q := f.Points[i]
	switch q.Kind {
	case "clause":
		return "without clause " + q.Name + " all tests pass"
	case "comparison":
		return q.Name + ": all tests pass with " + q.Side
	case "one", "step", "part":
		return "without `" + q.Name + "` all tests pass"
	}
	return "all tests pass with " + q.Side + " for " + q.Name + " in `" + marked(q.At) + "`"
}

// marked is the line in which something stands, with brackets around it when it is not all of the line.
func marked(at source.Span) string {
	line, from := at.File.Line(at.Pos().Line), at.Start-strings.LastIndexByte(at.File.Text[:at.Start], '\n')-1
	if to := from + len(at.Text()); from > 0 && to < len(line) {
		line = line[:from] + "[" + at.Text() + "]" + line[to:]
	}
	return strings.TrimSpace(line)
}
