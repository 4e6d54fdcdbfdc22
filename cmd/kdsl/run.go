package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/kdsl-lang/kdsl"
	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// telling says how a game is told, and what it may use.
type telling struct {
	lang    string
	verbose bool
	budget  interp.Budget
	bytes   int64
}

func (t *tool) tellingFlags(cmd *cobra.Command, how *telling) {
	cmd.Flags().StringVar(&how.lang, "lang", "en", "the language of the report: en or fr")
	cmd.Flags().BoolVarP(&how.verbose, "verbose", "v", false, "tell of refusals, clauses and choices, too")
	cmd.Flags().BoolVar(&t.asJSON, "json", false, "write the journal, one JSON object for each event")
	budgetFlags(cmd, &how.budget)
	cmd.Flags().Int64Var(&how.bytes, "bytes", kdsl.DefaultBudget.Journal, "how many bytes a game may tell")
}

// budgetFlags are the bounds of what a run of a program may use.
func budgetFlags(cmd *cobra.Command, b *interp.Budget) {
	*b = interp.DefaultBudget
	cmd.Flags().Int64Var(&b.Steps, "steps", b.Steps, "how many steps a run may take")
	cmd.Flags().IntVar(&b.Depth, "depth", b.Depth, "how many events may be inside each other")
	cmd.Flags().IntVar(&b.Instances, "instances", b.Instances, "how many things may be in play")
	cmd.Flags().IntVar(&b.Choices, "choices", b.Choices, "how many answers one field may have")
	check := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		for _, name := range []string{"steps", "depth", "instances", "choices", "bytes"} {
			if f := cmd.Flags().Lookup(name); f != nil && (f.Value.String() == "0" || strings.HasPrefix(f.Value.String(), "-")) {
				return usage("--%s is a number from 1, got %s", name, f.Value)
			}
		}
		if check != nil {
			return check(cmd, args)
		}
		return nil
	}
}

func (how *telling) check() error {
	if how.lang != "en" && how.lang != "fr" {
		return usage("--lang is en or fr, got %q", how.lang)
	}
	return nil
}

func (t *tool) runCmd() *cobra.Command {
	var how telling
	var seed, file string
	var you seat
	cmd := &cobra.Command{
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
		RunE: func(_ *cobra.Command, args []string) error {
			if err := how.check(); err != nil {
				return err
			}
			n, err := seedOf(seed)
			if err != nil {
				return err
			}
			if !you.sits() {
				return t.play(args, how, n, file)
			}
			if file != "" || t.asJSON {
				return usage("--as goes with neither --out nor --json")
			}
			return t.sit(args, how, n, you)
		},
	}
	t.tellingFlags(cmd, &how)
	cmd.Flags().StringVar(&seed, "seed", "1", "the seed of the dice: a number, or random")
	cmd.Flags().StringVarP(&file, "out", "o", "", "save a replay to this file")
	cmd.Flags().StringSliceVar(&you.as, "as", nil, "play as this player, or these: red,blue")
	cmd.Flags().StringVar(&you.save, "save", "", "save the game to this file at every question")
	cmd.Flags().StringVar(&you.resume, "resume", "", "go on with the game of this file")
	return cmd
}

// seedOf reads a seed.
func seedOf(s string) (uint64, error) {
	if s == "random" {
		var b [4]byte // short enough to be told to a friend
		rand.Read(b[:])
		return uint64(binary.LittleEndian.Uint32(b[:])), nil
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0, usage("--seed is a number from 0, or random, got %q", s)
	}
	return n, nil
}

// scenario finds the one scenario that `FILE`, `FILE:NAME` or nothing means, and the path of its
// program.
func (t *tool) scenario(args []string) (script, string, error) {
	path, name := "", ""
	if len(args) == 1 {
		path = args[0]
		if path != "-" && !isThere(t, path) {
			if i := strings.LastIndexByte(path, ':'); i >= 0 {
				path, name = path[:i], path[i+1:]
			}
		}
		args = []string{path}
	}
	if path == "" {
		args = nil
	}
	units, err := t.playable(args)
	if err != nil {
		return script{}, "", err
	}
	list, err := named(scripts(units, ir.ScenarioScript), "scenario", name)
	if err != nil {
		return script{}, "", err
	}
	if len(list) > 1 {
		var names []string
		for _, s := range list {
			names = append(names, s.Name)
		}
		if path == "" {
			path = "."
		}
		return script{}, "", usage("there are %d scenarios: name one, as in %s:%s\n%s", len(list), path, names[0], "  "+strings.Join(names, "\n  "))
	}
	return list[0], path, nil
}

// play plays a scenario to its end.
func (t *tool) play(args []string, how telling, seed uint64, file string) error {
	s, path, err := t.scenario(args)
	if err != nil {
		return err
	}
	if file != "" {
		if err := savable(t, "replay", file, path, s); err != nil {
			return err
		}
	}
	g := play.New(interp.New(s.unit.Program), s.index, seed, nil)
	teller := t.newTeller(g.Run, s.Script, how, seed, file != "")
	err = teller.end(g.Play())
	if err != nil {
		return stopped(err)
	}
	if file == "" {
		return nil
	}
	return t.save(file, s, seed, g.Inputs, teller.lines.Hash())
}

// stopped says why a game could not go on.
func stopped(err error) error {
	var limit *interp.LimitError
	switch {
	case errors.Is(err, errInterrupted):
		return errInterrupted
	case errors.As(err, &limit):
		return &exit{exitLimit, "the game was stopped: " + err.Error()}
	}
	return &exit{exitProblems, "the game cannot go on: " + err.Error()}
}

// teller hears a game: as lines, which make the hash, and as a story. It tells while the game goes on.
type teller struct {
	out   *steady
	lines *tell.Lines // nil when nobody wants them
	story *tell.Story
	bytes int64 // how many may be told
	over  func(error)
	full  bool
}

// newTeller listens to a run, which ends when it has told too much or the user interrupts.
func (t *tool) newTeller(run *interp.Run, s *ir.Script, how telling, seed uint64, hash bool) *teller {
	t.patient.Store(true)
	ctx, over := context.WithCancelCause(t.ctx)
	run.Within(how.budget)
	run.Cancel(ctx)
	l := &teller{out: &steady{p: t.out}, bytes: how.bytes, over: over}
	switch {
	case t.asJSON:
		l.lines = tell.NewLines(l.out, run, s)
		l.lines.Unhashed = !hash
	case hash:
		l.lines = tell.NewLines(nil, run, s)
		fallthrough
	default:
		l.story = tell.NewStory(run, s, how.lang)
		l.story.Verbose = how.verbose
		l.story.To(l.out, t.painter(t.out), fmt.Sprintf(", seed %d", seed))
	}
	run.Listen(interp.Recorder(l.hear))
	return l
}

func (l *teller) hear(e *journal.Entry) {
	if l.full {
		return
	}
	told := int64(0)
	if l.lines != nil {
		l.lines.Hear(e)
		told = l.lines.Size()
	}
	if l.story != nil {
		l.story.Hear(e)
		told = max(told, l.story.Size())
	}
	if told > l.bytes {
		l.full = true
		l.over(l.limit())
	}
}

func (l *teller) limit() error { return &interp.LimitError{What: "bytes told", Bound: l.bytes} }

// end writes the rest of the story of a run that has ended, with an error or without.
func (l *teller) end(err error) error {
	if l.story != nil {
		l.story.End()
	}
	l.out.flush()
	if err == nil && l.full { // it was over before it heard
		err = l.limit()
	}
	return err
}

// steady is an output that does not keep to itself for long what was written to it, so that a game that
// stalls is seen.
type steady struct {
	mu    sync.Mutex
	p     *pipe
	timer *time.Timer
}

func (s *steady) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer == nil {
		s.timer = time.AfterFunc(50*time.Millisecond, s.tick)
	}
	return s.p.Write(b)
}

// tick sends what was written a while ago, unless that has been sent.
func (s *steady) tick() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil {
		s.timer = nil
		s.p.flush()
	}
}

func (s *steady) flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
	s.p.flush()
}
