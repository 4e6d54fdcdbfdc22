// Package play runs a scenario with seeded dice, automatic or asked players, and a journal; and
// replays what was played.
package play

import (
	"errors"
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/dice"
)

// Input is one thing that came from outside: dice, or an answer.
type Input struct {
	Counts []int64        `json:"counts,omitempty"`
	Answer *interp.Result `json:"answer,omitempty"`
}

// Player answers questions; an error ends the game there. A nil Player is automatic.
type Player func(*interp.Run, *interp.Question) (interp.Result, error)

// Game is a scenario being played.
type Game struct {
	Run    *interp.Run
	Dice   *dice.Source // nil: of a replay, which has its own
	seeded *dice.Source // what those of a replay have to be
	Player Player
	Inputs []Input // all that came from outside so far
	replay []Input
}

// New starts a scenario with the dice of a seed; l may be nil.
func New(m *interp.Machine, script int, seed uint64, l interp.Listener) *Game {
	g := &Game{Run: m.Start(script), Dice: dice.New(seed, 0)}
	g.Run.Listen(l)
	return g
}

// Replay starts a scenario with inputs that were recorded, of which the dice are those of a seed: whoever writes others is found out.
func Replay(m *interp.Machine, script int, seed uint64, inputs []Input, l interp.Listener) *Game {
	g := &Game{Run: m.Start(script), replay: inputs, seeded: dice.New(seed, 0)}
	g.Run.Listen(l)
	return g
}

// Play goes on to the end. What is measured on the way is ignored. When it fails it stands where the present action
// began.
func (g *Game) Play() error {
	if err := interp.Drive(g.Run, g); err != nil {
		g.Back()
		return err
	}
	if len(g.replay) > 0 {
		return fmt.Errorf("the replay has %d inputs more than the game took", len(g.replay))
	}
	return nil
}

// Back forgets what came from outside since the moment to which the run has gone back.
func (g *Game) Back() { g.Inputs = g.Inputs[:min(len(g.Inputs), g.Run.Came())] }

// Throw throws the dice of the seed, or those of the replay.
func (g *Game) Throw(_ *interp.Run, c *interp.Chance) ([]int64, error) {
	var counts []int64
	switch {
	case g.Dice != nil:
		counts = g.Dice.Counts(c.N, c.Faces, len(c.Classes), c.ByFace)
	case len(g.replay) == 0 || g.replay[0].Counts == nil:
		return nil, fmt.Errorf("the replay has no dice where %d are thrown", c.N)
	default:
		counts, g.replay = g.replay[0].Counts, g.replay[1:]
		if !slices.Equal(counts, g.seeded.Counts(c.N, c.Faces, len(c.Classes), c.ByFace)) {
			return nil, errors.New("the replay has other dice than its seed throws")
		}
	}
	g.Inputs = append(g.Inputs, Input{Counts: counts})
	return counts, nil
}

// Answer is that of the replay, of the player, or an automatic one.
func (g *Game) Answer(r *interp.Run, q *interp.Question) (a interp.Result, err error) {
	switch {
	case g.Dice != nil && g.Player != nil:
		if a, err = g.Player(r, q); err != nil {
			return a, err
		}
	case g.Dice != nil:
		a = r.Decide()
	case len(g.replay) == 0 || g.replay[0].Answer == nil:
		return a, fmt.Errorf("the replay has no answer where one is asked")
	default:
		a, g.replay = *g.replay[0].Answer, g.replay[1:]
	}
	g.Answered(a)
	return a, nil
}

// Answered notes an answer that was given to the run itself.
func (g *Game) Answered(a interp.Result) {
	g.Inputs = append(g.Inputs, Input{Answer: &a})
}

// Step measures nothing.
func (g *Game) Step(*interp.Run, *code.Step) error { return nil }
