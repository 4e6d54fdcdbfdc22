// Package play runs a scenario with seeded dice, automatic or asked players, and a journal; and
// replays what was played.
package play

import (
	"fmt"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Input is one thing that came from outside: dice, or an answer.
type Input struct {
	Counts []int64 `json:"counts,omitempty"`
	Answer *Answer `json:"answer,omitempty"`
}

// Answer is an answer in a replay.
type Answer struct {
	Player int32      `json:"player"`
	Values []ir.Value `json:"values,omitempty"`
	Yes    bool       `json:"yes,omitempty"`
	Pick   int        `json:"pick,omitempty"`
}

// Player answers questions. A nil Player is automatic.
type Player func(*interp.Run, *interp.Question) (interp.Result, error)

// Game is a scenario being played.
type Game struct {
	Run    *interp.Run
	Player Player
	Inputs []Input // all that came from outside so far
	queue  trial.Queue
	dice   *dice.Source
	replay []Input
	strict bool
}

// New starts a scenario with the dice of a seed. rec may be nil.
func New(m *interp.Machine, script int, seed uint64, rec journal.Recorder) *Game {
	g := &Game{Run: m.Start(script), dice: dice.New(seed, 0)}
	g.Run.Rec = rec
	return g
}

// Replay starts a scenario with inputs that were recorded.
func Replay(m *interp.Machine, script int, inputs []Input, rec journal.Recorder) *Game {
	g := &Game{Run: m.Start(script), replay: inputs, strict: true}
	g.Run.Rec = rec
	return g
}

// Play goes on to the end. What is measured on the way is ignored.
func (g *Game) Play() error {
	for {
		stop := g.Run.Step()
		switch stop.Kind {
		case interp.Throw:
			if err := g.throw(&stop.Throw); err != nil {
				return err
			}
		case interp.Ask:
			if err := g.answer(&stop.Ask); err != nil {
				return err
			}
		case interp.Step:
			g.queue.Prepare(g.Run, stop.Step)
			if err := g.Run.Resume(interp.Result{}); err != nil {
				return err
			}
		case interp.Done:
			if g.strict && len(g.replay) > 0 {
				return fmt.Errorf("the replay has %d inputs more than the game took", len(g.replay))
			}
			return nil
		default:
			return stop.Err
		}
	}
}

func (g *Game) throw(c *interp.Chance) error {
	counts, ok, err := g.queue.Throw(c)
	if err != nil {
		return err
	}
	switch {
	case ok:
	case g.strict:
		if len(g.replay) == 0 || g.replay[0].Counts == nil {
			return fmt.Errorf("the replay has no dice where %d are thrown", c.N)
		}
		counts, g.replay = g.replay[0].Counts, g.replay[1:]
	default:
		counts = g.dice.Counts(c.N, c.Faces, len(c.Classes), c.ByFace)
	}
	if !ok {
		g.Inputs = append(g.Inputs, Input{Counts: counts})
	}
	return g.Run.Resume(interp.Result{Counts: counts})
}

func (g *Game) answer(q *interp.Question) error {
	var a interp.Result
	var err error
	switch {
	case g.strict:
		if len(g.replay) == 0 || g.replay[0].Answer == nil {
			return fmt.Errorf("the replay has no answer where one is asked")
		}
		x := g.replay[0].Answer
		a = interp.Result{Player: x.Player, Values: x.Values, Yes: x.Yes, Pick: x.Pick}
		g.replay = g.replay[1:]
	case g.Player != nil:
		a, err = g.Player(g.Run, q)
	default:
		a, err = g.queue.Answer(g.Run, q)
	}
	if err != nil {
		return err
	}
	g.Inputs = append(g.Inputs, Input{Answer: &Answer{a.Player, a.Values, a.Yes, a.Pick}})
	return g.Run.Resume(a)
}
