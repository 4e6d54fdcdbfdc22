package main

import (
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
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

func (t *tool) testCmd() *cobra.Command {
	var pattern string
	var verbose bool
	var budget interp.Budget
	cmd := &cobra.Command{
		Use:   "test [PATH...]",
		Short: "Run the tests of programs",
		Long: `Test runs the tests that stand in programs and reports those that fail.
A program with errors is reported and not run; the others are.

PATH is a file, a folder with all below it, or - for standard input. Without
PATH it is the pack around you.`,
		Example: `  kdsl test
  kdsl test cards/ --run "lucky|unlucky" -v
  kdsl test cards/ --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			want, err := regexp.Compile(pattern)
			if err != nil {
				return usage("--run: %v", err)
			}
			units, err := t.programs(args, "stdin")
			if err != nil {
				return err
			}
			return t.test(units, want, verbose, &budget)
		},
	}
	cmd.Flags().StringVar(&pattern, "run", "", "only tests whose name matches this regular expression")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "tell of the tests that pass, too")
	cmd.Flags().BoolVar(&t.asJSON, "json", false, "write one JSON object for each test")
	budgetFlags(cmd, &budget)
	return cmd
}

func (t *tool) test(units []*load.Unit, want *regexp.Regexp, verbose bool, budget *interp.Budget) error {
	t.patient.Store(true)
	broken := t.mistakes(units)
	passed, failed := 0, 0
	for _, u := range units {
		if u.Diags.HasErrors() || u.Program == nil {
			continue
		}
		var m *interp.Machine
		for i, s := range u.Program.Scripts {
			if s.Word != ir.TestScript || !u.Runs(s) || !want.MatchString(s.Name) {
				continue
			}
			if m == nil {
				m = interp.New(u.Program)
			}
			r := trial.Run(m, i, trial.Options{Context: t.ctx, Budget: budget})
			if t.ctx.Err() != nil {
				t.say("%d passed, %d failed", passed, failed)
				return errInterrupted
			}
			if r.Passed {
				passed++
			} else {
				failed++
			}
			t.tested(s, r, verbose)
			t.out.flush() // the next one may take long
		}
	}
	t.say("%d passed, %d failed", passed, failed)
	if broken || failed > 0 {
		return problems
	}
	return nil
}

// tested tells of one test: a JSON line on the standard output, or words.
func (t *tool) tested(s *ir.Script, r trial.Result, verbose bool) {
	at := diag.PlaceOf(s.At)
	if t.asJSON {
		x := tested{FormatVersion: formatVersion, Name: s.Name, File: at.File, Line: at.Line, Covers: s.Covers, Passed: r.Passed, Message: r.Message}
		if x.Covers == nil {
			x.Covers = []string{}
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
		again := &diag.Fix{Message: fmt.Sprintf("again: kdsl test %s --run %q", at.File, "^"+regexp.QuoteMeta(s.Name)+"$")}
		diag.Text(t.out, diag.List{{Span: r.At, Message: r.Message, Fix: again}}, p.On)
		t.print("\n")
	case verbose:
		t.print("%s  %s\n", p.Paint(term.Green, "pass"), diag.Visible(s.Name))
	}
}

// writeLine writes one JSON object on a line of its own.
func writeLine(w *pipe, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // our own types marshal
	}
	w.Write(append(diag.EscapeJSON(b), '\n'))
}
