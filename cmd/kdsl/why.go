package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// whyGame is one test or scenario, played and explained. Message says what went wrong, if anything did.
type whyGame struct {
	Name    string          `json:"name"`
	Sort    string          `json:"sort"` // test or scenario
	File    string          `json:"file"`
	Line    int             `json:"line"`
	Passed  bool            `json:"passed"`
	Message string          `json:"message"`
	Steps   []*tell.WhyStep `json:"steps"`
}

type whyCommand struct {
	report
	pattern, seed string
	budget        interp.Budget
}

func (c *whyCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "why TEST|SCENARIO [EVENT|CARD]",
		Short: "Explain a test or a game: why each number, why not each clause",
		Long: `Why plays a test or a scenario and explains it. Every number unfolds into the
parts that made it, each with the clause and the line it comes from. Of every
clause that did not act it says which part of its condition failed, and what
that read.

TEST is FILE:NAME, a file or folder with --run, or a file or folder alone: its
tests that fail, or if none does, its scenario. SCENARIO is a file or FILE:NAME.
EVENT shows only the events of that name, with what is in them; in its place
the id or the printed name of a card shows what its clauses did, or did not.`,
		Example: `  kdsl why "pig.kdsl:a 1 loses the turn"
  kdsl why pig.kdsl --run "loses|stops" turn
  kdsl why pig.kdsl:pig turn --seed 7 --json`,
	}
}

func (c *whyCommand) flags(fs *pflag.FlagSet) {
	pattern(fs, &c.pattern, "the tests and scenarios whose name matches this regular expression")
	seedFlag(fs, &c.seed, "the seed of a scenario's dice")
	jsonFlag(fs, &c.asJSON)
	tellFlags(fs, &c.budget)
}

func (c *whyCommand) run(t *tool, args []string) error {
	if len(args) > 2 {
		return usage("file and name stand together: kdsl why %q %s", args[0]+":"+args[1], args[2])
	}
	if len(args) < 1 {
		return usage("name a test or a scenario, as in `kdsl why FILE:NAME`, and an event if you like")
	}
	list, err := c.asked(t, args[0])
	if err != nil {
		return err
	}
	event, card := "", ""
	var actions []string // that are written on the card
	if len(args) == 2 {
		event = args[1]
	}
	var known []string
	for _, s := range list {
		for _, e := range s.Unit.Program.Events {
			known = append(known, e.Name)
		}
	}
	if event != "" && !slices.Contains(known, event) {
		for _, s := range list {
			for _, x := range s.Unit.Program.Cards {
				if known = append(known, x.Name); card == "" && calls(x, event) {
					card, actions = x.Name, written(s.Unit.Program, x)
				}
			}
		}
		if card == "" {
			return unknown("event or card", event, known, "kdsl help why")
		}
	}
	var games []whyGame
	all := library.Machines{}
	var wrong error
	for _, s := range list {
		at := diag.PlaceOf(s.At)
		g := whyGame{Name: s.Name, Sort: "test", File: at.File, Line: at.Line}
		var w *tell.Why
		listen := func(r *interp.Run, l interp.Listener) interp.Listener {
			w = tell.NewWhy(r, s.Script, t.lang, l)
			return w
		}
		if s.Word == ir.TestScript {
			r := trial.Run(all.Of(s.Unit), s.Index, trial.Options{Attach: listen, Budget: c.budget})
			if g.Message = r.Message; !r.Passed {
				wrong = problems
			}
		} else {
			g.Sort = "scenario"
			game := play.New(all.Of(s.Unit), s.Index, seedOf(c.seed), nil)
			game.Run.Within(c.budget)
			keep := game.Run.Metered(t.ctx)
			game.Run.Listen(listen(game.Run, interp.Recorder(func(e *journal.Entry) { keep(e) })))
			if err := game.Play(); err != nil {
				g.Message, wrong = err.Error(), stopped(err)
			}
		}
		g.Passed = g.Message == ""
		if g.Steps = w.Top.Steps; card != "" {
			g.Steps = about(g.Steps, card, actions)
		} else if event != "" {
			g.Steps = only(g.Steps, event, nil)
		}
		if g.Steps == nil {
			g.Steps = []*tell.WhyStep{}
		}
		games = append(games, g)
	}
	err = c.show(t, documentOf(entry{"scripts", games}), func() {
		for i, g := range games {
			if i > 0 {
				t.print("\n")
			}
			if t.tongue() == tongue.French {
				whether(list[i].Unit.Program, &g)
			}
			explainGame(t, g, event, card)
		}
	})
	if err != nil {
		return err
	}
	return wrong
}

// asked finds the tests and scenarios that are meant.
func (c *whyCommand) asked(t *tool, arg string) ([]library.Script, error) {
	path, name := t.split(arg)
	units, err := t.playable([]string{path})
	if err != nil {
		return nil, err
	}
	tests, scenarios := library.Scripts(ir.TestScript, units...), library.Scripts(ir.ScenarioScript, units...)
	all := slices.Concat(tests, scenarios)
	switch {
	case name != "":
		return named(all, "test or scenario", name)
	case c.pattern != "":
		want := regexp.MustCompile(c.pattern)
		all = slices.DeleteFunc(all, func(s library.Script) bool { return !want.MatchString(s.Name) })
		if len(all) == 0 {
			return nil, usage("no test or scenario has a name that matches %q", c.pattern)
		}
		return all, nil
	case len(all) == 0:
		return nil, usage("there is no test or scenario in it")
	case len(all) == 1:
		return all, nil
	}
	machines := library.Machines{}
	if failing := slices.DeleteFunc(tests, func(s library.Script) bool {
		return trial.Run(machines.Of(s.Unit), s.Index, trial.Options{Context: t.ctx, Budget: c.budget}).Passed
	}); len(failing) > 0 {
		return failing, nil
	}
	if len(scenarios) == 1 {
		return scenarios, nil
	}
	return nil, usage("there are %d tests and scenarios: name one, as in `kdsl why %q`, or use --run", len(all), path+":"+all[0].Name)
}

// only are the outermost events of a name.
func only(steps []*tell.WhyStep, event string, out []*tell.WhyStep) []*tell.WhyStep {
	for _, s := range steps {
		if s.Event == event {
			out = append(out, s)
		} else {
			out = only(s.Steps, event, out)
		}
	}
	return out
}

// written are the actions that no card but this one gives.
func written(p *ir.Program, card *ir.Card) (out []string) {
	for _, id := range card.Actions {
		if !slices.ContainsFunc(p.Cards, func(o *ir.Card) bool { return o != card && slices.Contains(o.Actions, id) }) {
			out = append(out, p.Events[id].Name)
		}
	}
	return out
}

// about are the steps of the clauses and actions of a card, and the numbers to which its clauses contribute, each with what it is in.
func about(steps []*tell.WhyStep, card string, actions []string) (out []*tell.WhyStep) {
	mine := func(clause string) bool { return strings.HasPrefix(clause, card+".") }
	var in func(n *tell.WhyNumber) bool
	in = func(n *tell.WhyNumber) bool {
		return slices.ContainsFunc(n.Parts, func(p tell.WhyPart) bool { return mine(p.Clause) }) || slices.ContainsFunc(n.Stats, in)
	}
	for _, s := range steps {
		if mine(s.Clause) || slices.Contains(actions, s.Event) {
			out = append(out, s)
			continue
		}
		part := *s
		part.Steps, part.Numbers = about(s.Steps, card, actions), nil
		for _, n := range s.Numbers {
			if in(n) {
				part.Numbers = append(part.Numbers, n)
			}
		}
		if len(part.Steps)+len(part.Numbers) > 0 {
			out = append(out, &part)
		}
	}
	return out
}

func explainGame(t *tool, g whyGame, event, card string) {
	p := t.painter(t.out)
	t.print("%s\n", p.Paint(term.Bold, diag.Visible(g.Name))+p.Paint(term.Dim, place(g.File, g.Line)))
	if g.Message != "" {
		t.print("  %s\n", p.Paint(term.Red, t.between("FAIL"))+"  "+diag.VisibleLines(t.words(g.Message)))
	}
	switch {
	case len(g.Steps) > 0 || event == "":
	case card != "":
		t.print("  %s\n", card+t.between(" had no part in it"))
	default:
		t.print("  %s\n", event+t.between(" did not happen"))
	}
	whySteps(t, g.Steps, "  ", p)
}

// place is where something stands, after what is said of it.
func place(file string, line int) string {
	if file == "" {
		return ""
	}
	return fmt.Sprintf("  (%s:%d)", diag.Visible(file), line)
}

func whySteps(t *tool, steps []*tell.WhyStep, indent string, p term.Painter) {
	for _, s := range steps {
		clause := s.Clause
		if s.On != "" {
			clause += t.between(" on ") + s.On
		}
		line, refused := diag.Visible(s.Text), ""
		switch s.Kind {
		case "event":
			line = p.Paint(term.Bold, s.Event)
			for i, f := range s.Fields {
				line += [...]string{"  ", ", "}[min(i, 1)] + diag.Visible(f.Name+" "+f.Value)
			}
			if s.Outcome != "done" && s.Outcome != "" {
				refused = strings.TrimSuffix(t.between(s.Outcome)+t.between(": ")+t.words(s.Why), t.between(": "))
			} else {
				refused = t.words(s.Why)
			}
		case "clause":
			line, refused = "* "+p.Paint(term.Green, diag.Visible(clause)), t.words(s.Why)
		case "idle":
			line = p.Paint(term.Dim, diag.Visible("- "+clause+t.between(" did not act: ")+t.words(s.Why)))
		case "choice":
			who, what, _ := strings.Cut(line, " chooses ")
			line = who + t.between(" chooses ") + what
		case "dice":
			op, faces, _ := strings.Cut(line, ": ")
			line = t.between(op+": ") + faces
		case "enter", "leave", "move", "renew":
			for _, verb := range []string{" arrives", " is gone", " moves", " begins anew"} {
				line = strings.Replace(line, verb, t.between(verb), 1)
			}
		case "throw":
			line = p.Paint(term.Cyan, line)
		case "change":
			line = p.Paint(term.Yellow, line) + diag.Visible("  "+s.Why)
		}
		t.print("%s%s%s\n", indent, line, p.Paint(term.Dim, place(s.File, s.Line)))
		if refused != "" {
			t.print("%s  %s\n", indent, p.Paint(term.Red, diag.Visible(refused)))
		}
		for _, n := range s.Numbers {
			whyNumber(t, n, indent+"    ")
		}
		whySteps(t, s.Steps, indent+"  ", p)
	}
}

func whyNumber(t *tool, n *tell.WhyNumber, indent string) {
	name := strings.TrimPrefix(n.Of+"."+n.Name, ".")
	t.print("%s%s\n", indent, diag.Visible(name+" "+n.Value+" = "+t.whyParts(n.Parts)))
	for _, s := range n.Stats {
		whyNumber(t, s, indent+"    ")
	}
}

// signs are what stands before a part of a number.
var signs = map[string]string{
	"add": " + ", "set": ", set to ", "multiply": ", times ", "divide_up": ", divided (rounded up) by ",
	"divide_down": ", divided (rounded down) by ", "raise": ", at least ", "cap": ", at most ", "hold": ", held at ",
}

// whyParts writes what made a number: `9 printed + 2 (habit.clause, cards.kdsl:52)`.
func (t *tool) whyParts(parts []tell.WhyPart) string {
	out := ""
	for _, p := range parts {
		sign, value := t.between(signs[p.Op]), p.Value
		if rest, minus := strings.CutPrefix(value, "-"); minus && p.Op == "add" {
			sign, value = " - ", rest
		}
		out += strings.TrimSuffix(sign+value+" "+p.Layer, " ")
		if (p.From == "printed" || p.From == "given") && p.File == "" {
			out += " " + t.between(p.From)
			continue
		}
		source := slices.DeleteFunc([]string{p.Clause, p.From}, func(s string) bool { return s == "" })
		if p.File != "" && (len(source) > 0 || p.Op != "begin") {
			source = append(source, fmt.Sprintf("%s:%d", p.File, p.Line))
		}
		if len(source) > 0 {
			out += " (" + strings.Join(source, ", ") + ")"
		}
	}
	return out
}
