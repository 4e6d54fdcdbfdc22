package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/coverage"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// coverageDocument is what `coverage --json` writes.
type coverageDocument struct {
	FormatVersion int            `json:"format_version"`
	Tests         int            `json:"tests"`
	Failed        int            `json:"failed"`
	Covered       int            `json:"covered"`
	Points        int            `json:"points"`
	Percent       float64        `json:"percent"`
	Files         []coverageFile `json:"files"`
}

type coverageFile struct {
	File    string        `json:"file"`
	Covered int           `json:"covered"`
	Points  int           `json:"points"`
	Percent float64       `json:"percent"`
	Missing []coverageWay `json:"missing"`
}

// coverageWay is what no test reached. Side is that of an if or a choice, true or false.
type coverageWay struct {
	diag.Place
	Kind string `json:"kind"`
	Name string `json:"name"`
	Side string `json:"side,omitempty"`
}

func (t *tool) coverageCmd() *cobra.Command {
	var least float64
	var mutate bool
	cmd := &cobra.Command{
		Use:   "coverage [PATH...]",
		Short: "List what no test tries",
		Long: `Coverage runs the tests of programs and lists what none of them reaches:
clauses that never act, ways that "if" and "? :" never go, rows of tables that
are never read, events and actions that never happen, functions that are never
called.

With --mutate it makes the rules wrong on purpose, one small thing at a time: a
clause never acts, a comparison is another, a number is one more. It lists the
changes that no test of the program notices.

PATH is a file, a folder with all below it, or - for standard input. Without
PATH it is the pack around you.`,
		Example: `  kdsl coverage pig.kdsl
  kdsl coverage pig.kdsl --mutate
  kdsl coverage pig.kdsl --min 75
  kdsl coverage pig.kdsl --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			if least < 0 || least > 100 {
				return usage("--min is a percentage from 0 to 100, got %v", least)
			}
			units, err := t.playable(args)
			if err != nil {
				return err
			}
			if mutate {
				return t.mutate(units, least)
			}
			return t.coverage(units, least)
		},
	}
	cmd.Flags().BoolVar(&mutate, "mutate", false, "list the changes of rules that no test notices")
	cmd.Flags().Float64Var(&least, "min", 0, "exit with 1 when less than this percentage is reached or noticed")
	cmd.Flags().BoolVar(&t.asJSON, "json", false, "write one JSON document")
	return cmd
}

func (t *tool) coverage(units []*load.Unit, least float64) error {
	r := coverage.Run(units)
	doc := coverageDocument{FormatVersion: formatVersion, Tests: r.Tests, Failed: r.Failed, Files: []coverageFile{}}
	p := t.painter(t.out)
	for _, f := range r.Files {
		if len(f.Points) == 0 {
			continue
		}
		x := coverageFile{File: f.Name, Covered: f.Hit(), Points: len(f.Points), Percent: percent(f.Hit(), len(f.Points)), Missing: []coverageWay{}}
		if !t.asJSON {
			t.print("%s  %s\n", p.Paint(term.Bold, diag.Visible(f.Name)), share(x.Covered, x.Points))
			t.missing(f)
		}
		for _, q := range f.Points {
			if !q.Hit {
				x.Missing = append(x.Missing, coverageWay{diag.PlaceOf(q.At), q.Kind, q.Name, q.Side})
			}
		}
		doc.Covered += x.Covered
		doc.Points += x.Points
		doc.Files = append(doc.Files, x)
	}
	doc.Percent = percent(doc.Covered, doc.Points)
	if t.asJSON {
		if err := writeJSON(t.out, doc); err != nil {
			return environment(err)
		}
	} else {
		t.print("%s  %s\n", p.Paint(term.Bold, "total"), share(doc.Covered, doc.Points))
	}
	if r.Failed > 0 {
		t.say("%s of %d failed; what they reach is counted", count(r.Failed, "test"), r.Tests)
	}
	if doc.Percent < least {
		return &exit{exitProblems, fmt.Sprintf("%.1f%% is reached, want %v%%", doc.Percent, least)}
	}
	return nil
}

// percent is rounded down to a tenth, so that 100 means all.
func percent(n, of int) float64 {
	if of == 0 {
		return 100
	}
	return math.Floor(1000*float64(n)/float64(of)) / 10
}

func share(n, of int) string { return fmt.Sprintf("%.1f%% (%d of %d)", percent(n, of), n, of) }

// missing lists what was not reached in a file. Of a branch with both sides missing it says so once.
func (t *tool) missing(f *coverage.File) {
	for i, q := range f.Points {
		said := ""
		switch {
		case q.Hit:
			continue
		case q.Kind == "clause":
			said = "clause " + q.Name + " never acts"
		case q.Kind == "function":
			said = "function " + q.Name + " is never called"
		case q.Kind == "row":
			said = "row " + q.Name + " is never read"
		case q.Side == "":
			said = q.Kind + " " + q.Name + " never happens"
		default:
			what := "if " + q.Name
			if q.Kind == "choice" {
				what = q.Name + " ? :"
			}
			said = what + " is never " + q.Side
			twin := func(j int) bool {
				return j >= 0 && j < len(f.Points) && f.Points[j].At == q.At && f.Points[j].Kind == q.Kind && !f.Points[j].Hit
			}
			if q.Side == "false" && twin(i-1) {
				continue
			}
			if q.Side == "true" && twin(i+1) {
				said = what + " is never asked"
			}
		}
		t.print("  %s:%d: %s\n", diag.Visible(f.Name), q.At.Pos().Line, diag.Visible(said))
	}
}

// mutateDocument is what `coverage --mutate --json` writes.
type mutateDocument struct {
	FormatVersion int          `json:"format_version"`
	Noticed       int          `json:"noticed"`
	Mutants       int          `json:"mutants"`
	Percent       float64      `json:"percent"`
	Files         []mutateFile `json:"files"`
}

type mutateFile struct {
	File      string         `json:"file"`
	Noticed   int            `json:"noticed"`
	Mutants   int            `json:"mutants"`
	Percent   float64        `json:"percent"`
	Unnoticed []mutateChange `json:"unnoticed"`
}

// mutateChange is a change that no test noticed. A clause has no Is: it never acts.
type mutateChange struct {
	diag.Place
	Kind string `json:"kind"`
	Was  string `json:"was"`
	Is   string `json:"is,omitempty"`
}

func (t *tool) mutate(units []*load.Unit, least float64) error {
	files, failing := coverage.Mutate(units)
	if failing != "" {
		return &exit{exitProblems, fmt.Sprintf("the test %q fails as it is: it has to pass first", failing)}
	}
	doc := mutateDocument{FormatVersion: formatVersion, Files: []mutateFile{}}
	p := t.painter(t.out)
	for _, f := range files {
		if len(f.Mutants) == 0 {
			continue
		}
		x := mutateFile{File: f.Name, Noticed: f.Noticed(), Mutants: len(f.Mutants), Percent: percent(f.Noticed(), len(f.Mutants)), Unnoticed: []mutateChange{}}
		if !t.asJSON {
			t.print("%s  %s\n", p.Paint(term.Bold, diag.Visible(f.Name)), share(x.Noticed, x.Mutants))
		}
		for _, m := range f.Mutants {
			if m.Noticed {
				continue
			}
			x.Unnoticed = append(x.Unnoticed, mutateChange{diag.PlaceOf(m.At), m.Kind, m.Was, m.Is})
			if !t.asJSON {
				t.print("  %s:%d: %s\n", diag.Visible(f.Name), m.At.Pos().Line, diag.Visible(changed(m)))
			}
		}
		doc.Noticed += x.Noticed
		doc.Mutants += x.Mutants
		doc.Files = append(doc.Files, x)
	}
	doc.Percent = percent(doc.Noticed, doc.Mutants)
	if t.asJSON {
		if err := writeJSON(t.out, doc); err != nil {
			return environment(err)
		}
	} else {
		t.print("%s  %s\n", p.Paint(term.Bold, "total"), share(doc.Noticed, doc.Mutants))
	}
	if doc.Percent < least {
		return &exit{exitProblems, fmt.Sprintf("%.1f%% is noticed, want %v%%", doc.Percent, least)}
	}
	return nil
}

// changed says what was changed and not noticed.
func changed(m *coverage.Mutant) string {
	switch m.Kind {
	case "clause":
		return "without clause " + m.Was + " all tests pass"
	case "comparison":
		return m.Was + ": all tests pass with " + m.Is
	}
	return "all tests pass with " + m.Is + " for " + m.Was + " in `" + strings.TrimSpace(m.At.File.Line(m.At.Pos().Line)) + "`"
}
