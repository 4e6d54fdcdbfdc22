package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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
	fs.BoolVarP(&c.verbose, "verbose", "v", false, "tell of the tests that pass, too, and of more that was asked in those that fail")
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
	if c.pattern != "" && passed+failed == 0 && !broken {
		return usage("no test has a name that matches %q", c.pattern)
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

// lastAsked is how many questions before a failure are told unasked, so that it fits a screen.
const lastAsked = 5

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
		t.print("%s  %s\n", p.Paint(term.Red, t.between("FAIL")), diag.Visible(s.Name))
		call := fmt.Sprintf("again: %s --run %q", again(s, args), "^"+regexp.QuoteMeta(s.Name)+"$")
		d := diag.Diagnostic{Span: r.At, Message: r.Message, Hint: call}
		shown := r.Asked
		if before := len(r.Asked) - lastAsked; before > 0 && !c.verbose {
			d.See(source.Span{}, "%s before these: --verbose lists them", count(before, "question"))
			shown = r.Asked[before:]
		}
		if len(r.Thrown) > 1 { // of one die it is clear
			shown = slices.Concat(shown, r.Thrown)
		}
		for _, a := range shown { // the place alone: the rule that asks is rarely what is wrong
			at := ""
			if a.At.File != nil {
				at = fmt.Sprintf("  (%s:%d)", a.At.File.Name, a.At.Pos().Line)
			}
			d.See(source.Span{}, "%s%s", a.Text, at)
		}
		diag.Text(t.out, diag.List{d}, t.tongue(), p.On)
		t.print("\n")
	case c.verbose:
		t.print("%s  %s\n", p.Paint(term.Green, t.between("pass")), diag.Visible(s.Name))
	}
}
