package kdsl

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/sealed"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/play"
)

// saved is a game as it is written: its seed and the answers that were given. Whoever reads it plays it again, so
// that a file can hold nothing that cannot be played.
type saved struct {
	sealed.Head
	Kdsl     string           `json:"kdsl"` // the version that wrote it
	Hash     string           `json:"hash"` // of the program
	Scenario string           `json:"scenario"`
	Seed     uint64           `json:"seed"`
	Seats    []string         `json:"seats"`
	Answers  []*interp.Result `json:"answers"`
	Position string           `json:"position"` // where it stands at a question, see position; "" where it stands at none
	SHA256   string           `json:"sha256"`   // of the whole with "" here
}

var savedGame = sealed.Kind{Name: "saved game", Head: sealed.Head{FormatVersion: 2, Magic: "kdsl game"}}

// version is that of the module, as far as a binary knows how it was built; nil: it does not.
func version(built *debug.BuildInfo) string {
	const module = "github.com/kdsl-lang/kdsl"
	if built == nil {
		return "unknown"
	}
	for _, d := range append(slices.Clip(built.Deps), &built.Main) {
		if d.Path == module && d.Version != "" {
			return d.Version
		}
	}
	return "(devel)"
}

// MarshalJSON writes the game, for [Program.Resume]: what it came from, and not what it came to. The journal is
// no part of it. A game of [Program.Replay] is not saved: its inputs are all there is to keep. The seed stands in it, and all that
// was answered: it is not for players.
func (g *Game) MarshalJSON() ([]byte, error) {
	if g.play.Dice == nil {
		return nil, errors.New("a game that is played again is not saved")
	}
	built, _ := debug.ReadBuildInfo()
	out := saved{Head: savedGame.Head, Kdsl: version(built), Hash: g.m.P.Hash, Scenario: g.script.Name, Seed: g.seed,
		Seats: append([]string{}, g.Seated()...), Answers: []*interp.Result{}}
	for _, in := range g.play.Inputs {
		if in.Answer != nil {
			out.Answers = append(out.Answers, in.Answer)
		}
	}
	if g.asked != nil {
		at, err := g.position()
		if err != nil {
			return nil, err
		}
		out.Position = at
	}
	return sealed.Write(&out, &out.SHA256)
}

// position is the SHA-256 of where the game stands, in hex. A table that is empty is as one that is not there.
func (g *Game) position() (string, error) {
	b, err := json.Marshal(g.run.S)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(bytes.ReplaceAll(b, []byte("null"), []byte("[]")))
	return hex.EncodeToString(sum[:]), nil
}

// UnmarshalJSON reads no game: only its program can, with [Program.Resume].
func (g *Game) UnmarshalJSON([]byte) error {
	return errors.New("a game is read by its program: call Program.Resume")
}

// Resume reads a game that [Game.MarshalJSON] wrote, of this program and no other, and plays it again to where it
// was, within the budget of the program, and no further. It goes on exactly as it would have.
func (p *Program) Resume(data []byte) (*Game, error) {
	if err := p.Budget.Check(); err != nil {
		return nil, err
	}
	in := &saved{}
	if _, err := savedGame.Read(data, in, &in.SHA256); err != nil {
		return nil, mark(err, ErrDamaged)
	}
	s, same := library.Scenario(p.units, in.Hash, in.Scenario)
	switch {
	case !same:
		return nil, mark(fmt.Errorf("it is a game of another program, or of this one before it was changed: its hash is %s, saved by kdsl %s", in.Hash, in.Kdsl), ErrOtherProgram)
	case s == nil:
		return nil, mark(fmt.Errorf("the program has no scenario %q", in.Scenario), ErrDamaged)
	}
	g := p.begin(*s, in.Seed, play.New(p.machines[s.Unit], s.Index, in.Seed, nil))
	if err := g.again(in.Answers, in.Position != ""); err != nil {
		return nil, err
	}
	if in.Position != "" {
		if at, err := g.position(); err != nil || at != in.Position {
			return nil, mark(fmt.Errorf("it comes to another position than that in which kdsl %s saved it", in.Kdsl), ErrDamaged)
		}
	}
	if err := g.Seat(in.Seats...); err != nil {
		return nil, mark(savedGame.Damaged("%v", err), ErrDamaged)
	}
	return g, nil
}

// again plays a game that has begun through some answers, and to the question behind them if it stands at one: what comes after
// them is else for Next, with its context. Nobody is told of it.
func (g *Game) again(answers []*interp.Result, asked bool) error {
	g.catching = true
	g.byIDs()
	for i, a := range answers {
		err := g.play.Play()
		switch {
		case err == nil:
			return mark(savedGame.Damaged("answer %d of %d is given when the game is over", i+1, len(answers)), ErrDamaged)
		case a == nil:
			return mark(savedGame.Damaged("answer %d of %d is none", i+1, len(answers)), ErrDamaged)
		case errors.Is(err, errAsked):
			stop := g.run.Step()
			err = g.give(&stop.Ask, *a)
		}
		if err != nil && !interp.Unseen(err) {
			err = fmt.Errorf("it cannot be played again to where it was: answer %d of %d: %w", i+1, len(answers), err)
			if limit := (*LimitError)(nil); !errors.As(err, &limit) { // with another budget it may be
				err = mark(err, ErrDamaged)
			}
			return err
		}
	}
	if asked {
		_ = g.play.Play() // what ends it is said by Next
	}
	g.catching = false
	return nil
}
