package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// oddsDocument is what `odds --json` writes. A question that could not be answered has an Error and
// no outcomes.
type oddsDocument struct {
	FormatVersion int            `json:"format_version"`
	Questions     []oddsQuestion `json:"questions"`
}

type oddsQuestion struct {
	Name     string        `json:"name"`
	Outcomes []oddsOutcome `json:"outcomes"`
	LeftOut  string        `json:"left_out"`          // the chance that more than so many throws are needed, or of what was not worked out
	Refused  string        `json:"refused,omitempty"` // how likely an event that the question starts is refused
	Error    string        `json:"error,omitempty"`
}

type oddsOutcome struct {
	Value string  `json:"value"`
	P     string  `json:"p"` // exact: numerator/denominator
	Float float64 `json:"float"`
}

func (t *tool) oddsCmd() *cobra.Command {
	var o odds.Options
	cmd := &cobra.Command{
		Use:   "odds [FILE [NAME]]",
		Short: "Answer questions about chances exactly",
		Long: `Odds works out the questions that a program asks with "odds", exactly: every
fall of the dice is followed, with its probability.

FILE is a file or folder, or - for standard input; NAME picks one question.
Without FILE it is the pack around you.`,
		Example: `  kdsl odds pig.kdsl
  kdsl odds pig.kdsl "points of a turn" --json`,
		Args: atMost(2),
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := t.questions(args)
			if err != nil {
				return err
			}
			return t.odds(list, o)
		},
	}
	cmd.Flags().BoolVar(&t.asJSON, "json", false, "write one JSON document")
	cmd.Flags().Int64Var(&o.Steps, "steps", 0, "how many steps all ways together may take (default two thousand million)")
	cmd.Flags().IntVar(&o.States, "states", 0, "how many different positions there may be after as many throws (default 50,000)")
	cmd.Flags().IntVar(&o.Results, "results", 0, "how many results one throw may have (default 20,000)")
	cmd.Flags().Int64Var(&o.Memory, "memory", 0, "how many bytes the positions may take (default 1 GiB)")
	return cmd
}

// questions are the odds questions that `[FILE [NAME]]` means.
func (t *tool) questions(args []string) ([]script, error) {
	name := ""
	if len(args) == 2 {
		name, args = args[1], args[:1]
	}
	units, err := t.playable(args)
	if err != nil {
		return nil, err
	}
	return named(scripts(units, ir.OddsScript), "odds question", name)
}

// machines makes one machine of each program.
type machines map[*load.Unit]*interp.Machine

func (m machines) of(u *load.Unit) *interp.Machine {
	if m[u] == nil {
		m[u] = interp.New(u.Program)
	}
	return m[u]
}

func (t *tool) odds(list []script, o odds.Options) error {
	t.patient.Store(true)
	o.Context = t.ctx
	doc := oddsDocument{FormatVersion: formatVersion}
	all := machines{}
	var failed error
	for _, s := range list {
		q := oddsQuestion{Name: s.Name, Outcomes: []oddsOutcome{}, LeftOut: "0/1"}
		a, err := odds.Ask(all.of(s.unit), s.index, o)
		if err != nil {
			q.Error = err.Error()
			failed = worse(failed, unanswered(s.Name, err))
		}
		q.LeftOut = a.LeftOut.String()
		if a.Refused.Sign() > 0 {
			q.Refused = a.Refused.String()
			f, _ := a.Refused.Float64()
			fmt.Fprintf(t.err, "kdsl: %s: in %.4g%% of the cases an event that the question starts is refused and does not happen\n", s.Name, 100*f)
		}
		for _, o := range a.Outcomes {
			f, _ := o.P.Float64()
			q.Outcomes = append(q.Outcomes, oddsOutcome{o.Value, o.P.String(), f})
		}
		doc.Questions = append(doc.Questions, q)
		if !t.asJSON && (err == nil || len(q.Outcomes) > 0) {
			t.chart(q, leftOut(a, err))
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

// unanswered says why a question has no answer, and at which limit it stopped.
func unanswered(name string, err error) error {
	var limit *interp.LimitError
	if errors.As(err, &limit) {
		return &exit{exitLimit, fmt.Sprintf("%s: %v", name, err)}
	}
	return &exit{exitProblems, fmt.Sprintf("%s: %v", name, err)}
}

// worse joins two errors: both are told, the greater exit code counts.
func worse(a, b error) error {
	var x, y *exit
	if !errors.As(a, &x) {
		return b
	}
	errors.As(b, &y)
	return &exit{max(x.code, y.code), x.message + "\nkdsl: " + y.message}
}

// leftOut says what an answer leaves out, and why; "" for nothing.
func leftOut(a *odds.Answer, err error) string {
	if a.LeftOut.Sign() == 0 {
		return ""
	}
	f, _ := a.LeftOut.Float64()
	why := fmt.Sprintf("what needs more than %d throws one after the other", a.Waves)
	if err != nil {
		why = "what was not worked out"
	}
	return fmt.Sprintf("left out: %.2g%% (%s)", 100*f, why)
}

func (t *tool) chart(q oddsQuestion, left string) {
	var rows []row
	for _, o := range q.Outcomes {
		rows = append(rows, row{o.Value, o.Float, fmt.Sprintf("%6.2f%%", 100*o.Float)})
	}
	more := ""
	if mean, ok := mean(q.Outcomes); ok {
		more = fmt.Sprintf("mean: %.4g", mean)
	}
	if left != "" {
		more = strings.TrimPrefix(more+"; "+left, "; ")
	}
	t.bars(q.Name, rows, more)
}

// mean is the mean of outcomes that are numbers, of what is not left out.
func mean(all []oddsOutcome) (float64, bool) {
	sum, mass := 0.0, 0.0
	for _, o := range all {
		n, err := strconv.ParseFloat(o.Value, 64)
		if err != nil {
			return 0, false
		}
		sum, mass = sum+n*o.Float, mass+o.Float
	}
	return sum / mass, mass > 0
}

// row is one bar: its label, its share of 1, and the share as people read it.
type row struct {
	label string
	share float64
	said  string
}

// bars draws a chart: value, percentage, bar. The longest bar fills the width.
func (t *tool) bars(title string, rows []row, more string) {
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
