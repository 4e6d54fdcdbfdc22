package main

import (
	"fmt"
	"math"
	"path/filepath"

	"github.com/spf13/afero"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/coverage"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/diag"
)

type coverageCommand struct {
	report
	least  float64
	mutate bool
	list   string // the name of a file of known survivors
	known  *coverage.Known
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
another, a number is one more, a die has a face less, what ends does not, of
several equal things all work. It lists the changes that survive, for no test
notices them, and the tests that cover a rule and notice no change of what they
reach, nor of what cards print (hollow-cover): they prove nothing. What only
advises automatic players (prefer) is left as it is.

With --known FILE it lists only those that FILE does not, and the lines of FILE
that survive no longer; it exits with 1 when there is either. A reason stands on
a line of its own in FILE, and under it, indented, the survivors as they are
listed, after "survives:" or "hollow-cover:". Lines of programs that are not
named are let be.

` + programsHelp,
		Example: `  kdsl coverage pig.kdsl
  kdsl coverage pig.kdsl --mutate
  kdsl coverage pig.kdsl --min 75
  kdsl coverage pig.kdsl --json`,
	}
}

func (c *coverageCommand) flags(fs *pflag.FlagSet) {
	fs.BoolVar(&c.mutate, "mutate", false, "list the changes of rules that no test notices")
	fs.StringVar(&c.list, "known", "", "with --mutate: list only what this `FILE` of survivors does not")
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
	noticed = measure{"noticed", "mutants", "unnoticed", "was", "is", "noticed", func(f *coverage.File, i int) string { return "survives: " + f.Points[i].Key }}
)

func (c *coverageCommand) run(t *tool, args []string) error {
	units, err := t.playable(args)
	if err != nil {
		return err
	}
	if err := c.read(t); err != nil {
		return err
	}
	var r *coverage.Report
	m, head := noticed, []entry(nil)
	if c.mutate {
		bounded(1 << 40) // every mutant is a program
		failing := ""
		if r, failing = coverage.Mutate(units); failing != "" {
			return end(exitProblems, "the test %q fails as it is: it has to pass first", failing)
		}
	} else {
		r = coverage.Run(units)
		m, head = reached, []entry{{"tests", r.Tests}, {"failed", r.Failed}}
	}
	files, hit, all, unlisted := c.files(t, r, m)
	d := documentOf(append(append(head, m.shares(hit, all)...), entry{"files", files})...)
	ruled, rules := r.Ruled()
	gone := c.known.Gone(r)
	if c.mutate {
		hollow, n := c.hollow(t, r)
		unlisted += n
		d = append(d, entry{"by_rule", ruled}, entry{"rules", rules}, entry{"hollow", hollow}, entry{"gone", c.gone(t, gone)})
	}
	if err := c.show(t, d, func() {
		p := t.painter(t.out)
		t.print("%s  %s\n", p.Paint(term.Bold, "total"), t.share(hit, all))
		if rules > 0 {
			t.print("%s  %s\n", p.Paint(term.Bold, t.words("by tests that cover a rule")), t.share(ruled, rules))
		}
	}); err != nil {
		return err
	}
	if r.Failed > 0 {
		t.say("%s of %d failed; what they reach is counted", count(r.Failed, "test"), r.Tests)
	}
	if got := percent(hit, all); got < c.least {
		return end(exitProblems, "%s is %s, want %s", t.figure(fmt.Sprintf("%.1f%%", got)), m.happened, t.figure(fmt.Sprintf("%v%%", c.least)))
	}
	if c.list != "" && unlisted+len(gone) > 0 {
		return end(exitProblems, "new: %s; out of date in %s: %s", count(unlisted, "survivor"), c.list, count(len(gone), "line"))
	}
	return nil
}

// files tells of the points of each file, and answers how many of those that were not hit are not known.
func (c *coverageCommand) files(t *tool, r *coverage.Report, m measure) (files []document, hit, all, unlisted int) {
	p := t.painter(t.out)
	files = []document{}
	for _, f := range r.Files {
		if len(f.Points) == 0 {
			continue
		}
		if !c.asJSON {
			t.print("%s  %s\n", p.Paint(term.Bold, diag.Visible(f.Name)), t.share(f.Hit(), len(f.Points)))
		}
		missing := []document{}
		for i, q := range f.Points {
			if q.Hit {
				continue
			}
			missing = append(missing, append(way(q, m), c.judged(q.Key)...))
			if c.known.Reason(q.Key) != "" {
				continue
			}
			unlisted++
			if said := m.said(f, i); said != "" && !c.asJSON {
				t.print("  %s:%d: %s\n", diag.Visible(f.Name), q.At.Pos().Line, diag.Visible(t.survivor(t.words(said), q.Change(), c.list != "")))
			}
		}
		hit, all = hit+f.Hit(), all+len(f.Points)
		files = append(files, append(append(document{{"file", f.Name}}, m.shares(f.Hit(), len(f.Points))...), entry{m.missing, missing}))
	}
	return files, hit, all, unlisted
}

// read reads the file of known survivors; without one, none is known.
func (c *coverageCommand) read(t *tool) error {
	c.known = &coverage.Known{}
	if c.list == "" {
		return nil
	}
	if !c.mutate {
		return usage("--known goes with --mutate")
	}
	name := filepath.ToSlash(c.list)
	if err := t.admit(name); err != nil {
		return err
	}
	data, err := afero.ReadFile(t.disk, name)
	if err != nil {
		return err
	}
	if c.known, err = coverage.ReadKnown(name, string(data)); err != nil {
		return end(exitProblems, "%v", err)
	}
	return nil
}

// judged is what a document says of a survivor: how it is called, and why it is known.
func (c *coverageCommand) judged(key string) document {
	var d document
	if key != "" {
		d = append(d, entry{"key", key})
	}
	if reason := c.known.Reason(key); reason != "" {
		d = append(d, entry{"reason", reason})
	}
	return d
}

// hollow tells of the tests that prove nothing, and answers how many of them are not known.
func (c *coverageCommand) hollow(t *tool, r *coverage.Report) (out []document, unlisted int) {
	out = []document{}
	for _, s := range r.Hollow {
		at := diag.PlaceOf(s.At)
		out = append(out, append(document{{"file", at.File}, {"line", at.Line}, {"test", s.Name}, {"covers", s.Covers}}, c.judged(s.Key)...))
		if c.known.Reason(s.Key) != "" {
			continue
		}
		if unlisted++; !c.asJSON {
			t.print("%s:%d: hollow-cover: %s\n", diag.Visible(at.File), at.Line, diag.Visible(t.survivor(s.Key, "notices nothing", c.list != "")))
		}
	}
	return out, unlisted
}

// gone tells of the known survivors that survive no longer.
func (c *coverageCommand) gone(t *tool, list []coverage.KnownSurvivor) []document {
	out := []document{}
	for _, e := range list {
		out = append(out, document{{"line", e.Line}, {"key", e.Key}})
		if !c.asJSON {
			t.print("%s:%d: %s\n", diag.Visible(c.list), e.Line, diag.Visible(t.words("survives no longer: "+e.Key)))
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

func (t *tool) share(n, of int) string {
	return t.words(fmt.Sprintf("%s (%d of %d)", t.figure(fmt.Sprintf("%.1f%%", percent(n, of))), n, of))
}

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
