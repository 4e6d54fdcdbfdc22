package main

import (
	"fmt"
	"regexp"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
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

` + pathsHelp,
		Example: `  kdsl test
  kdsl test cards/ --run "lucky|unlucky" -v
  kdsl test cards/ --json`,
	}
}

func (c *testCommand) flags(fs *pflag.FlagSet) {
	pattern(fs, &c.pattern, "only tests whose name matches this regular expression")
	fs.BoolVarP(&c.verbose, "verbose", "v", false, "tell of the tests that pass, too")
	fs.BoolVar(&c.asJSON, "json", false, "write one JSON object for each test")
	runFlags(fs, &c.budget)
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
		own, _ := library.Scripts(ir.TestScript, u)
		for _, s := range own {
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
			c.tell(t, s.Script, r)
			t.out.flush() // the next one may take long
		}
	}
	t.say("%d passed, %d failed", passed, failed)
	if broken || failed > 0 {
		return problems
	}
	return nil
}

// tell tells of one test: a JSON line on the standard output, or words.
func (c *testCommand) tell(t *tool, s *ir.Script, r trial.Result) {
	at := diag.PlaceOf(s.At)
	if c.asJSON {
		x := tested{formatVersion, s.Name, at.File, at.Line, append([]string{}, s.Covers...), r.Passed, r.Message, nil}
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
		again := &diag.Fix{Message: fmt.Sprintf("again: kdsl test %s --run %q", at.File, "^"+regexp.QuoteMeta(s.Name)+"$")}
		diag.Text(t.out, diag.List{{Span: r.At, Message: r.Message, Fix: again}}, p.On)
		t.print("\n")
	case c.verbose:
		t.print("%s  %s\n", p.Paint(term.Green, "pass"), diag.Visible(s.Name))
	}
}
