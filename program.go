package kdsl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/interp/sim"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// Program is what was loaded, without mistakes: packs and files, each with all that it uses.
type Program struct {
	units    []*load.Unit
	machines library.Machines
	// Budget bounds whatever is played from now on. It is that of [DefaultBudget] at first. It is set before the program is
	// shared: nothing else of it changes.
	Budget Budget
}

// Diagnostics are what kdsl has to say about a program, in the order of files and lines.
type Diagnostics []Diagnostic

// Diagnostic is one mistake, or something that looks like one, as a warning says. `kdsl explain` explains
// its Code.
type Diagnostic = diag.Report

// Errors tells whether there are mistakes among them, and not only warnings.
func (ds Diagnostics) Errors() bool {
	return slices.ContainsFunc(ds, func(d Diagnostic) bool { return d.Severity == diag.Error.String() })
}

// ErrMistakes is why there is no program: the diagnostics tell.
var ErrMistakes = errors.New("the program has mistakes")

// Load reads what the paths name in a file system: files, or folders with all below them; "." is all of it. The error is
// of the file system, [ErrMistakes], or that it is more than is read together. [LoadPacks] loads what comes with kdsl.
func Load(fsys fs.FS, paths ...string) (*Program, Diagnostics, error) {
	if fsys == nil {
		return nil, nil, errors.New("there is no file system to read from")
	}
	if len(paths) == 0 {
		return nil, nil, errors.New(`no path is given: "." is the whole file system`)
	}
	units, err := library.Loader(afero.FromIOFS{FS: fsys}).Load(paths...)
	if err != nil {
		return nil, nil, err
	}
	if len(units) == 0 {
		return nil, nil, fmt.Errorf("there is no .kdsl file: %w", fs.ErrNotExist)
	}
	out := Diagnostics(diag.Reports(library.Diagnostics(units)))
	if out.Errors() {
		return nil, out, ErrMistakes
	}
	p, err := New(units...)
	return p, out, err
}

// Packs are the ids of the packs that come with kdsl.
func Packs() []string { return library.Packs() }

// LoadPacks reads packs that come with kdsl, by their ids.
func LoadPacks(ids ...string) (*Program, error) {
	l := library.Loader(afero.NewMemMapFs())
	var units []*load.Unit
	for _, id := range ids {
		u, err := l.LoadPack(id)
		switch {
		case err != nil:
			return nil, err
		case u == nil:
			return nil, unknown("pack", id, Packs())
		}
		units = append(units, u)
	}
	return New(units...)
}

// New makes a program of what package load has read; others have [Load]. The error is [ErrMistakes], or that something
// was not read, or only checked.
func New(units ...*load.Unit) (*Program, error) {
	p := &Program{units: units, machines: library.Machines{}, Budget: DefaultBudget}
	for _, u := range units {
		switch {
		case u != nil && u.Diags.HasErrors():
			return nil, ErrMistakes
		case u == nil || u.Program == nil:
			return nil, errors.New("there is no program to play: it was not read, or only checked")
		}
		p.machines.Of(u)
	}
	return p, nil
}

// Script is a test, a question about chances or a scenario.
type Script struct {
	Name   string
	File   string
	Line   int
	Covers []string // of a test: what it says that it is about
}

// Tests lists the tests. Where several files have a script of one sort and name, it is called `FILE: NAME`.
func (p *Program) Tests() []Script { return p.scripts(ir.TestScript) }

// Questions lists the questions about chances.
func (p *Program) Questions() []Script { return p.scripts(ir.OddsScript) }

// Scenarios lists the scenarios.
func (p *Program) Scenarios() []Script { return p.scripts(ir.ScenarioScript) }

func (p *Program) scripts(word ir.ScriptWord) []Script {
	var out []Script
	own := library.Scripts(word, p.units...)
	named := map[string]int{}
	for _, s := range own {
		named[s.Name]++
	}
	for _, s := range own {
		name := s.Name
		if named[name] > 1 {
			name = s.At.File.Name + ": " + name
		}
		out = append(out, Script{name, s.At.File.Name, s.At.Pos().Line, s.Covers})
	}
	return out
}

// find is the script of a sort with a name, and its machine. Where several files have the name, `FILE: NAME`
// says which is meant.
func (p *Program) find(word ir.ScriptWord, what, name string) (library.Script, *interp.Machine, error) {
	if err := p.Budget.Check(); err != nil {
		return library.Script{}, nil, err
	}
	all := library.Scripts(word, p.units...)
	var files []string
	var found library.Script
	for _, s := range all {
		if s.Name == name || s.At.File.Name+": "+s.Name == name {
			found, files = s, append(files, s.At.File.Name)
		}
	}
	switch {
	case len(files) > 1:
		return found, nil, mark(fmt.Errorf("there are several: %s %q of %s; say %q", what, name, strings.Join(files, ", "), files[0]+": "+name), ErrAmbiguous)
	case len(files) > 0:
		return found, p.machines[found.Unit], nil
	}
	return library.Script{}, nil, unknown(what, name, library.Names(all))
}

func unknown(what, name string, known []string) error {
	if near := diag.Nearest(name, known); near != "" {
		return mark(fmt.Errorf("there is no %s %q: did you mean %q?", what, name, near), ErrUnknown)
	}
	return mark(fmt.Errorf("there is no %s %q", what, name), ErrUnknown)
}

// TestResult is what came of a test.
type TestResult struct {
	Passed  bool
	Message string // of a failure: what was expected and what was
	File    string // where it failed
	Line    int
}

// Test runs a test. The error is that there is no such test, or the context's.
func (p *Program) Test(ctx context.Context, name string) (TestResult, error) {
	s, m, err := p.find(ir.TestScript, "test", name)
	if err != nil {
		return TestResult{}, err
	}
	ctx = lasting(ctx)
	r := trial.Run(m, s.Index, trial.Options{Context: ctx, Budget: p.Budget})
	if ctx.Err() != nil {
		return TestResult{}, ended(ctx, context.Cause(ctx))
	}
	at := diag.PlaceOf(r.At)
	return TestResult{Passed: r.Passed, Message: r.Message, File: at.File, Line: at.Line}, nil
}

// Card is what is printed on a card in a language, en or fr, as `kdsl card` prints it.
type Card struct {
	ID, Kind   string // its id, and that of its kind
	Pack       string // whose it is; "" of a file that is no pack
	Name, Sort string // what it and its kind are called
	Classes    []string
	Figures    []Figure // its characteristics
	Properties []string // what is true of it
	Lines      []Line   // other figures, and what it carries
	Abilities  []Ability
	Text       string // those of all abilities
}

// Figure is a number under a name.
type Figure struct{ Name, Value string }

// Line is a name with several values.
type Line struct {
	Name  string
	Items []string
}

// Ability is a sentence of a card; that of an action may have a name, a cost and a frequency.
type Ability struct{ Name, Cost, Frequency, Text string }

// Card prints a card by its id, one that is for a reader if there is one. Where several packs have one with the id, `PACK: ID` says
// which is meant.
func (p *Program) Card(id, lang string) (Card, error) {
	var found []Card
	var known []string
	readers, seen := false, map[cardPlace]bool{}
	for _, u := range p.units {
		for _, c := range u.Program.Cards {
			known = append(known, c.Name)
			forReader := layout.Printed(u.Program, c)
			if c.Name != id && c.Pack+": "+c.Name != id || readers && !forReader || seen[placeOf(c)] {
				continue
			}
			if forReader && !readers {
				found, readers = nil, true
			}
			found, seen[placeOf(c)] = append(found, printed(u.Program, c, lang)), true
		}
	}
	switch {
	case len(found) == 0:
		return Card{}, unknown("card", id, known)
	case len(found) > 1:
		packs := tell.Join(found, ", ", func(c Card) string { return c.Pack })
		return Card{}, mark(fmt.Errorf("there are several: card %q of %s; say %q", id, packs, found[0].Pack+": "+id), ErrAmbiguous)
	}
	return found[0], nil
}

// Cards prints all cards that are for a reader, of files and of the packs that they use, each once, in the order in which they are read.
func (p *Program) Cards(lang string) []Card {
	var out []Card
	seen := map[cardPlace]bool{}
	for _, u := range p.units {
		for _, c := range u.Program.Cards {
			if !layout.Printed(u.Program, c) {
				continue
			}
			if at := placeOf(c); !seen[at] {
				seen[at] = true
				out = append(out, printed(u.Program, c, lang))
			}
		}
	}
	return out
}

// cardPlace is where a card stands, in all programs that have it.
type cardPlace struct{ file, id string }

func placeOf(c *ir.Card) cardPlace {
	if c.At.File == nil { // the language's own
		return cardPlace{id: c.Name}
	}
	return cardPlace{c.At.File.Name, c.Name}
}

func printed(p *ir.Program, c *ir.Card, lang string) Card {
	l := layout.Of(p, c, language(lang))
	out := Card{ID: c.Name, Kind: l.Kind, Pack: c.Pack, Name: l.Title, Sort: l.Sort, Classes: l.Classes, Properties: l.Properties}
	for _, f := range l.Figures {
		out.Figures = append(out.Figures, Figure(f))
	}
	for _, x := range l.Lines {
		out.Lines = append(out.Lines, Line(x))
	}
	for _, a := range l.Abilities {
		out.Abilities = append(out.Abilities, Ability{a.Name, a.Cost, a.Frequency, a.Text})
	}
	out.Text = tell.Join(l.Abilities, " ", func(a layout.Ability) string { return a.Text })
	return out
}

// Odds are the exact chances of what a question measures: all P and LeftOut sum to 1.
type Odds = odds.Answer

// Outcome is one value of a measure.
type Outcome = odds.Outcome

// Odds answers a question of the program exactly. When it comes to one of its bounds, or the context ends,
// what was found so far comes with the error, and the rest is left out. An error can come with a complete answer, too: where the
// question gives an answer for which nobody asks. Dice that it gives and that are left over are an error as soon as they are, with
// what was found until then.
func (p *Program) Odds(ctx context.Context, question string) (*Odds, error) {
	s, m, err := p.find(ir.OddsScript, "question", question)
	if err != nil {
		return nil, err
	}
	ctx = lasting(ctx)
	a, err := odds.Ask(m, s.Index, odds.Options{Context: ctx, Budget: p.Budget})
	return a, ended(ctx, err)
}

// Samples is what came of playing a question many times.
type Samples = sim.Answer

// Counted is how often a value came.
type Counted = sim.Outcome

// Simulate plays a question n times, with the dice of a seed and so many workers; 0 or less is one, and more
// than there is work for, or than 1,024, are not begun. The counts do not depend on the number of workers. When the context ends, what was played so far, be it nothing, comes
// with its error.
func (p *Program) Simulate(ctx context.Context, question string, n int64, seed uint64, workers int) (*Samples, error) {
	s, m, err := p.find(ir.OddsScript, "question", question)
	switch {
	case err != nil:
		return nil, err
	case n <= 0:
		return nil, fmt.Errorf("got %d games to play, want at least one", n)
	}
	ctx = lasting(ctx)
	a, err := sim.Ask(m, s.Index, sim.Options{N: n, Seed: seed, Workers: workers, Context: ctx, Budget: p.Budget})
	return a, ended(ctx, err)
}

// Budget bounds what a run, or an exact answer, may use; a bound that is 0 is that of [DefaultBudget], one
// below 0 is refused before anything is played.
// Reaching a bound ends the run with a [*LimitError]; the game goes back to where the action began that
// reached it. What is taken back has been played: its steps count.
type Budget = interp.Budget

// DefaultBudget is enough for any game at a table.
var DefaultBudget = interp.DefaultBudget

// LimitError is why a run was stopped: it used up one of its bounds.
type LimitError = interp.LimitError

// StallError is why a game was stopped that goes round in circles: the same questions in the same state,
// over and over.
type StallError = interp.StallError
