package main

import (
	"cmp"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// telling says how a game is told, and what it may use.
type telling struct {
	report
	lang    string
	verbose bool
	budget  kdsl.Budget
}

func (h *telling) flags(fs *pflag.FlagSet) {
	langFlag(fs, &h.lang, "report")
	fs.BoolVarP(&h.verbose, "verbose", "v", false, "tell of refusals, clauses and choices, too")
	fs.BoolVar(&h.asJSON, "json", false, "write the journal, one JSON object for each event")
	runFlags(fs, &h.budget)
	fs.Int64Var(&h.budget.Journal, "bytes", h.budget.Journal, "how many bytes a game may tell")
	numbers(fs, 0, "bytes")
}

// program is the one of a script, with the bounds of the flags.
func (h *telling) program(s library.Script) *kdsl.Program {
	p := kdsl.New(s.Unit)
	p.Budget = h.budget
	p.Budget.Text = p.Budget.Journal
	return p
}

// tell makes a game be told while it goes on, to those who have a seat.
func (h *telling) tell(t *tool, g *kdsl.Game) error {
	t.patient.Store(true)
	t.out.lively = true
	return g.Tell(t.out, kdsl.Telling{Lang: h.lang, Players: g.Seated(), Verbose: h.verbose, Colour: t.painter(t.out).On, JSON: h.asJSON})
}

// runCommand plays a scenario, and lets people play in it.
type runCommand struct {
	telling
	seed, out    string
	as           []string
	save, resume string
}

func (c *runCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "run [SCENARIO]",
		Short: "Play a scenario and tell it",
		Long: `Run plays a scenario with automatic players and tells it as a battle report.
The same seed plays the same game.

With --as you play, too: you are asked what your player is asked, and answer
with the number of a candidate, or with ? for what is not offered and why,
u to go back within your action, a to leave it to an automatic player,
s FILE to save the game, and q to quit. With --save FILE the game is saved at
every question, and goes on with --resume FILE.

SCENARIO is a file or folder, or FILE:NAME where there are several scenarios.
Without SCENARIO it is the pack around you.`,
		Example: `  kdsl run pig.kdsl --seed 7
  kdsl run pig.kdsl --as red --save game.save < /dev/null
  kdsl run pig.kdsl --as red --resume game.save < /dev/null
  kdsl run battles/:ambush --lang fr -v
  kdsl run pig.kdsl --json --out game.json`,
		Args: atMost(1),
	}
}

func (c *runCommand) flags(fs *pflag.FlagSet) {
	c.telling.flags(fs)
	seedFlag(fs, &c.seed, "the seed of the dice")
	fs.StringVarP(&c.out, "out", "o", "", "save a replay to this file")
	fs.StringSliceVar(&c.as, "as", nil, "play as this player, or these: red,blue")
	fs.StringVar(&c.save, "save", "", "save the game to this file at every question")
	fs.StringVar(&c.resume, "resume", "", "go on with the game of this file")
}

// run plays a scenario to its end.
func (c *runCommand) run(t *tool, args []string) error {
	sits := len(c.as) > 0 || c.save != "" || c.resume != ""
	if sits && (c.out != "" || c.asJSON) {
		return usage("--as goes with neither --out nor --json")
	}
	s, path, err := t.scenario(args)
	if err != nil {
		return err
	}
	if sits && path == "-" {
		return usage("standard input is for your answers: give a file")
	}
	for what, file := range map[string]string{"game": c.save, "replay": c.out} { // one of them at most
		if file != "" {
			if err := savable(t, what, file, path, s); err != nil {
				return err
			}
		}
	}
	seed := seedOf(c.seed)
	g, err := c.begin(t, s, seed)
	if err != nil {
		return err
	}
	for _, name := range c.as {
		if err := g.Seat(name); err != nil {
			return usage("--as: %v", err)
		}
	}
	if err := c.tell(t, g); err != nil {
		return err
	}
	p := &person{t: t, save: c.save, s: s, path: path, lang: c.lang, game: g}
	if sits {
		p.lines = listen(t.in)
	}
	if err := p.play(); err != nil || c.out == "" {
		return err
	}
	return writeReplay(t, c.out, s, seed, g)
}

// begin starts the game, or reads it.
func (c *runCommand) begin(t *tool, s library.Script, seed uint64) (*kdsl.Game, error) {
	program := c.program(s)
	if c.resume == "" {
		return program.Start(s.Name, seed)
	}
	text, err := readBounded(t, c.resume, "game")
	if err != nil {
		return nil, err
	}
	g, err := program.Resume(text)
	if err != nil {
		return nil, end(exitEnvironment, "%s: %v", c.resume, err)
	}
	return g, nil
}

// seedOf makes a number of what the flag --seed says.
func seedOf(s string) uint64 {
	if s == "random" {
		var b [4]byte // short enough to be told to a friend
		rand.Read(b[:])
		return uint64(binary.LittleEndian.Uint32(b[:]))
	}
	n, _ := strconv.ParseUint(s, 10, 64) // as the flag has made sure
	return n
}

// scenario finds the one scenario that `FILE`, `FILE:NAME` or nothing means, and the path of its
// program.
func (t *tool) scenario(args []string) (library.Script, string, error) {
	path, name := "", ""
	if len(args) == 1 {
		path, name = t.split(args[0])
		args = []string{path}
	}
	if path == "" {
		args = nil
	}
	units, err := t.playable(args)
	if err != nil {
		return library.Script{}, "", err
	}
	list, err := named(scripts(units, ir.ScenarioScript), "scenario", name)
	if err != nil {
		return library.Script{}, "", err
	}
	if len(list) > 1 {
		var names []string
		for _, s := range list {
			names = append(names, s.Name)
		}
		return library.Script{}, "", usage("there are %d scenarios: name one, as in %s:%s\n  %s", len(list), cmp.Or(path, "."), names[0], strings.Join(names, "\n  "))
	}
	return list[0], path, nil
}

// stopped says why a game could not go on.
func stopped(err error) error {
	var limit *kdsl.LimitError
	switch {
	case errors.Is(err, errInterrupted):
		return errInterrupted
	case errors.As(err, &limit):
		return failed(err, "the game was stopped: ")
	}
	return failed(err, "the game cannot go on: ")
}
