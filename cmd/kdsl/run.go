package main

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// telling says how a game is told.
type telling struct {
	lang    string
	verbose bool
}

func (t *tool) tellingFlags(cmd *cobra.Command, how *telling) {
	cmd.Flags().StringVar(&how.lang, "lang", "en", "the language of the report: en or fr")
	cmd.Flags().BoolVarP(&how.verbose, "verbose", "v", false, "tell of refusals, clauses and choices, too")
	cmd.Flags().BoolVar(&t.asJSON, "json", false, "write the journal, one JSON object for each event")
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
	cmd := &cobra.Command{
		Use:   "run [SCENARIO]",
		Short: "Play a scenario and tell it",
		Long: `Run plays a scenario with automatic players and tells it as a battle report.
The same seed plays the same game.

SCENARIO is a file or folder, or FILE:NAME where there are several scenarios.
Without SCENARIO it is the pack around you.`,
		Example: `  kdsl run pig.kdsl --seed 7
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
			return t.play(args, how, n, file)
		},
	}
	t.tellingFlags(cmd, &how)
	cmd.Flags().StringVar(&seed, "seed", "1", "the seed of the dice: a number, or random")
	cmd.Flags().StringVarP(&file, "out", "o", "", "save a replay to this file")
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
		if path != "-" && !t.isThere(path) {
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
		if err := t.savable(file, path, s); err != nil {
			return err
		}
	}
	g := play.New(interp.New(s.unit.Program), s.index, seed, nil)
	teller := t.newTeller(g.Run, s.Script, how)
	g.Run.Listen(interp.Recorder(teller.hear))
	err = g.Play()
	teller.end(fmt.Sprintf(", seed %d", seed))
	if err != nil {
		return t.stopped(err)
	}
	if file == "" {
		return nil
	}
	return t.save(file, s, seed, g.Inputs, teller.lines.Hash())
}

// stopped says why a game could not go on.
func (t *tool) stopped(err error) error {
	var limit *interp.LimitError
	if errors.As(err, &limit) {
		return &exit{exitLimit, "the game was stopped: " + err.Error()}
	}
	return &exit{exitProblems, "the game cannot go on: " + err.Error()}
}

// teller hears a game: as lines, which make the hash, and as a story.
type teller struct {
	t     *tool
	lines *tell.Lines
	story *tell.Story
}

func (t *tool) newTeller(run *interp.Run, s *ir.Script, how telling) *teller {
	if t.asJSON {
		return &teller{t: t, lines: tell.NewLines(t.out, run, s)}
	}
	story := tell.NewStory(run, s, how.lang)
	story.Verbose = how.verbose
	return &teller{t: t, lines: tell.NewLines(nil, run, s), story: story}
}

func (l *teller) hear(e *journal.Entry) {
	l.lines.Hear(e)
	if l.story != nil {
		l.story.Hear(e)
	}
}

func (l *teller) end(subtitle string) {
	if l.story != nil {
		l.t.print("%s", l.story.Write(l.t.painter(l.t.out), subtitle))
	}
}
