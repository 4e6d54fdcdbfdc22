package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl"
	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// telling says how a game is told, and what it may use.
type telling struct {
	report
	verbose bool
	plain   bool
	budget  kdsl.Budget
}

func (h *telling) flags(fs *pflag.FlagSet) {
	fs.BoolVarP(&h.verbose, "verbose", "v", false, "tell of refusals, clauses and choices, too")
	fs.BoolVar(&h.plain, "plain", false, "tell what happens and what is thrown, and not what changes by it")
	fs.BoolVar(&h.asJSON, "json", false, "write the journal, one JSON object for each event")
	tellFlags(fs, &h.budget)
}

// program is the one of a script, with the bounds of the flags.
func (h *telling) program(s library.Script) (*kdsl.Program, error) {
	p, err := kdsl.New(s.Unit)
	if err != nil {
		return nil, err
	}
	p.Budget = h.budget
	p.Budget.Text = p.Budget.Journal
	bounded(h.budget.Journal - interp.DefaultBudget.Journal)
	return p, nil
}

// tell makes a game be told while it goes on, to those who have a seat.
func (h *telling) tell(t *tool, g *kdsl.Game) error {
	t.patient.Store(true)
	t.out.lively = true
	g.Forget()
	return g.Tell(t.out, kdsl.Telling{Lang: t.lang, Players: g.Seated(), Verbose: h.verbose, Plain: h.plain, Colour: t.painter(t.out).On, JSON: h.asJSON})
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
every question, and goes on with --resume FILE: --out and --json are for games
of automatic players alone.

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
		return usage("--as goes with neither --out nor --json: --save keeps a game that is played")
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
	p := &person{t: t, save: c.save, s: s, path: path, game: g}
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
	program, err := c.program(s)
	if err != nil {
		return nil, err
	}
	if c.resume == "" {
		return program.Start(s.Name, seed)
	}
	text, err := readBounded(t, c.resume, "game")
	if err != nil {
		return nil, err
	}
	g, err := program.Resume(text)
	var limit *kdsl.LimitError
	if errors.As(err, &limit) {
		return nil, stopped(err)
	}
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
	list, err := named(library.Scripts(ir.ScenarioScript, units...), "scenario", name)
	if err != nil {
		return library.Script{}, "", err
	}
	if len(list) > 1 {
		names := library.Names(list)
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

// listen reads lines, each when it is wanted; the channel is closed at the end. Of a line that nobody types there is the beginning.
func listen(r io.Reader) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		in := bufio.NewReader(r)
		for {
			line, more, err := in.ReadLine()
			if err != nil {
				return
			}
			out <- string(line)
			for more && err == nil {
				_, more, err = in.ReadLine()
			}
		}
	}()
	return out
}

// person is somebody at a terminal.
type person struct {
	t     *tool
	save  string // where the game is saved at every question
	kept  []byte // the game as it was saved last
	s     library.Script
	path  string
	game  *kdsl.Game
	lines <-chan string
	back  bool // he goes back: what leaves no choice is no place to stop at
}

// errQuit ends a game that the person leaves.
var errQuit = errors.New("the person quits")

// play plays the game to its end, or until the person leaves it.
func (p *person) play() error {
	for {
		q, err := p.game.Next(p.t.ctx)
		switch {
		case err != nil:
			return stopped(err)
		case q == nil:
			return nil
		}
		if p.save != "" {
			if err := p.keep(p.save); err != nil {
				return err
			}
		}
		switch err := p.ask(q); {
		case errors.Is(err, errQuit):
			p.leaves()
			return nil
		case err != nil:
			return err
		}
	}
}

// leaves says where the game is kept that the person leaves, or that it is not.
func (p *person) leaves() {
	b, err := p.game.MarshalJSON()
	switch {
	case p.save != "":
		p.say("%s%s%s", p.t.between("saved"), p.t.between(": "), p.save)
	case err != nil || !bytes.Equal(b, p.kept):
		p.say("%s", p.t.between("the game is not kept: s FILE saves it before q, and --save FILE at every question"))
	}
}

// ask asks field after field, and answers when all are known.
func (p *person) ask(q *kdsl.Question) error {
	p.say("%s", p.t.painter(p.t.out).Paint(term.Bold, diag.Visible(q.Text(p.t.lang))))
	var values []kdsl.Value
	var chosen []int // how many values there were where he chose
	for len(values) < len(q.Fields) {
		v, what, err := p.field(q, values)
		switch {
		case err != nil:
			return err
		case what == "u" && len(chosen) > 0:
			values = values[:chosen[len(chosen)-1]]
			chosen = chosen[:len(chosen)-1]
		case what == "u":
			if err := p.game.Undo(); err != nil {
				p.say("%s%s%s", p.t.between("no way back"), p.t.between(": "), p.t.words(err.Error()))
				p.back = false
				continue
			}
			p.back = true
			return nil
		case what == "a":
			return p.answer(values)
		case what == "":
			chosen, p.back = append(chosen, len(values)), false
			fallthrough
		default:
			values = append(values, v)
		}
	}
	if p.back && len(chosen) == 0 && p.game.Undo() == nil {
		return nil
	}
	p.back = false
	return p.answer(values)
}

// answer answers; what is refused is asked again.
func (p *person) answer(values []kdsl.Value) error {
	var why *kdsl.Refusal
	switch err := p.game.Answer(values...); {
	case errors.As(err, &why):
		p.say("%s%s%s", p.t.between("refused"), p.t.between(": "), why.Sentence(p.t.lang))
		return nil
	default:
		return err
	}
}

// field asks for one field; what is the command that was given instead of a value, or "only" where there was no choice.
func (p *person) field(q *kdsl.Question, before []kdsl.Value) (v kdsl.Value, what string, err error) {
	i := len(before)
	var offered []kdsl.Value
	f, shown := q.Fields[i], map[string]bool{}
	for c := range p.game.Candidates(i, before...) {
		if name := c.Name(p.t.lang); c.Verdict.OK && !(f.Sample && shown[name]) { // points of a sample that lie so near look the same
			offered, shown[name] = append(offered, c.Value), true
		}
	}
	if q.Kind == "form" || q.Kind == "choose" {
		label := tongue.Capital(diag.Visible(f.Label(p.t.lang)))
		switch {
		case len(offered) == 1 && !f.Sample:
			p.say("%s%s%s", label, p.t.between(": "), diag.Visible(offered[0].Name(p.t.lang)))
			return offered[0], "only", nil
		case f.Sample:
			label += " " + p.t.between("(some of many)")
		}
		p.say("%s", label)
	}
	numbers := p.numbers(offered)
	if numbers != "" {
		p.say("%s", numbers)
	} else {
		for n, o := range offered {
			p.say("%3d  %s", n+1, diag.Visible(o.Name(p.t.lang)))
		}
	}
	for {
		line, err := p.read()
		if err != nil {
			return v, "", err
		}
		word, file, _ := strings.Cut(line, " ")
		switch word {
		case "":
		case "?":
			if p.missing(i, before, "") == 0 {
				p.say("%s", p.t.between("nothing else could be chosen"))
			}
		case "u", "a":
			return v, word, nil
		case "q":
			return v, "", errQuit
		case "s":
			if file = strings.TrimSpace(file); file == "" {
				file = p.save
			}
			p.saves(file)
		default:
			if v, ok := p.length(&f, word, numbers != "", before); ok {
				return v, "", nil
			}
			if numbers != "" {
				if n := slices.IndexFunc(offered, func(o kdsl.Value) bool { return o.Name("en") == strings.Replace(word, ",", ".", 1) }); n >= 0 {
					return offered[n], "", nil
				}
				if p.missing(i, before, word) == 0 {
					p.say("%s", numbers)
				}
				continue
			}
			n, err := strconv.Atoi(word)
			if err == nil && n >= 1 && n <= len(offered) {
				return offered[n-1], "", nil
			}
			p.say(p.t.between("a number from 1 to %d; ? what is not offered, u back, a automatic, s FILE save, q quit"), len(offered))
		}
	}
}

// length is the length that a word says, where one is asked for and this may be answered: any is a candidate, not only those
// that are offered. A whole number is one of these, where they are numbered.
func (p *person) length(f *kdsl.Field, word string, all bool, before []kdsl.Value) (v kdsl.Value, ok bool) {
	n, err := strconv.ParseFloat(strings.Replace(word, ",", ".", 1), 64)
	if err != nil || !f.Length || !all && !strings.ContainsAny(word, ".,") || math.Abs(n) > 1e9 {
		return v, false
	}
	v = kdsl.Number(int64(math.Round(n * 1000)))
	return v, p.game.Contains(len(before), v, before...)
}

// numbers says which of some numbers can be answered, where all that is offered are numbers: each is its own answer. Many that are equally
// far apart are told by the least, the most and how far apart they are.
func (p *person) numbers(offered []kdsl.Value) string {
	if len(offered) < 2 {
		return ""
	}
	numbers := make([]float64, len(offered))
	for i, o := range offered {
		n, err := strconv.ParseFloat(o.Name("en"), 64)
		if err != nil {
			return ""
		}
		numbers[i] = n
	}
	plain := func(n float64) string { return tongue.For(p.t.lang).Decimal(int64(math.Round(n * 1000))) }
	first := plain(numbers[0])
	slices.Sort(numbers)
	step, even := numbers[1]-numbers[0], len(numbers) > 8
	var all []string
	for i, n := range numbers {
		even = even && math.Abs(n-numbers[0]-float64(i)*step) < 1e-6
		all = append(all, plain(n))
	}
	if even {
		return fmt.Sprintf(p.t.between("  the number itself, from %s to %s by %s; suggested: %s"), all[0], all[len(all)-1], plain(step), first)
	}
	return fmt.Sprintf(p.t.between("  the number itself, %s; suggested: %s"), tongue.For(p.t.lang).Or(all...), first)
}

// number is a candidate as a number; of what is none, one behind all others.
func number(c kdsl.Candidate) float64 {
	if n, err := strconv.ParseFloat(c.Name("en"), 64); err == nil {
		return n
	}
	return math.Inf(1)
}

// missing tells what is not offered, and why: all of it, or what is called so. It tells how many that are.
func (p *person) missing(field int, before []kdsl.Value, called string) int {
	var out []kdsl.Candidate
	for c := range p.game.Candidates(field, before...) {
		if !c.Verdict.OK && (called == "" || c.Name(p.t.lang) == called) {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b kdsl.Candidate) int { return cmp.Compare(number(a), number(b)) }) // numbers by their order
	for _, c := range out {
		p.say("  -  %s%s%s", diag.Visible(c.Name(p.t.lang)), p.t.between(": "), diag.Visible(c.Verdict.Refusal.Sentence(p.t.lang)))
	}
	return len(out)
}

// read reads a line; the end of the input quits.
func (p *person) read() (string, error) {
	fmt.Fprint(p.t.out, "> ")
	p.t.out.flush()
	select {
	case line, ok := <-p.lines:
		if !ok {
			fmt.Fprintln(p.t.out)
			return "", errQuit
		}
		if !term.IsTerminal(p.t.in) { // nobody sees what was typed
			p.say("%s", diag.Visible(line))
		}
		return strings.TrimSpace(line), nil
	case <-p.t.ctx.Done():
		return "", context.Cause(p.t.ctx)
	}
}

// saves saves because the person said so: what goes wrong is told, and the game goes on.
func (p *person) saves(file string) {
	err := error(usage("%s", p.t.between("s FILE")))
	if file != "" {
		if err = savable(p.t, "game", file, p.path, p.s); err == nil {
			err = p.keep(file)
		}
	}
	if err != nil {
		p.say("%s", p.t.words(judged(err).message))
		return
	}
	p.say("%s%s%s", p.t.between("saved"), p.t.between(": "), file)
}

// keep writes the game to a file.
func (p *person) keep(file string) error {
	b, err := p.game.MarshalJSON()
	if err != nil {
		return err
	}
	if err := files.Replace(p.t.disk, file, nil, append(b, '\n'), p.t.leave); err != nil {
		return err
	}
	p.kept = b
	return nil
}

func (p *person) say(format string, args ...any) { p.t.print(format+"\n", args...) }
