package kdsl

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/sealed"
	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/interp/play"
)

// saved is a game as it is written.
type saved struct {
	sealed.Head
	Kdsl     string              `json:"kdsl"` // the version that wrote it
	Hash     string              `json:"hash"` // of the program
	Scenario string              `json:"scenario"`
	Seed     uint64              `json:"seed"`
	Drawn    uint64              `json:"drawn"` // numbers drawn from the seed
	Seats    []string            `json:"seats"`
	Asked    bool                `json:"asked"` // it stands at a question
	Actor    int32               `json:"actor"` // who began the action under way
	Names    map[string][]string `json:"names"` // of things, by language
	Game     json.RawMessage     `json:"game"`
	SHA256   string              `json:"sha256"` // of the whole with "" here
}

var savedGame = sealed.Kind{Name: "saved game", Head: sealed.Head{FormatVersion: 1, Magic: "kdsl game"}}

// version is that of the module, as far as the binary knows.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	const module = "github.com/kdsl-lang/kdsl"
	for _, d := range info.Deps {
		if d.Path == module {
			return d.Version
		}
	}
	if info.Main.Path == module && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// MarshalJSON writes the game where it stands, for [Program.Resume]. The journal is no part of it.
func (g *Game) MarshalJSON() ([]byte, error) {
	if g.play.Dice == nil {
		return nil, errors.New("a game that is played again is not saved")
	}
	run, err := g.run.MarshalJSON()
	if err != nil {
		return nil, err
	}
	out := saved{Head: savedGame.Head, Kdsl: version(), Hash: g.m.P.Hash, Scenario: g.script.Name,
		Seed: g.seed, Drawn: g.play.Dice.Drawn(), Seats: append([]string{}, g.Seated()...), Asked: g.asked != nil, Actor: g.deed.actor,
		Names: map[string][]string{}, Game: run}
	for lang, n := range g.names {
		out.Names[lang] = n.Labels()
	}
	return sealed.Write(&out, &out.SHA256)
}

// Resume reads a game that [Game.MarshalJSON] wrote, of this program and no other. It goes on exactly as
// it would have.
func (p *Program) Resume(data []byte) (*Game, error) {
	in := &saved{}
	if _, err := savedGame.Read(data, in, &in.SHA256); err != nil {
		return nil, err
	}
	s, same := library.Scenario(p.units, in.Hash, in.Scenario)
	switch {
	case !same:
		return nil, fmt.Errorf("it is a game of another program, or of this one before it was changed: its hash is %s, saved by kdsl %s", in.Hash, in.Kdsl)
	case s == nil:
		return nil, fmt.Errorf("the program has no scenario %q", in.Scenario)
	}
	run, err := p.machines[s.Unit].Load(in.Game)
	if err != nil {
		return nil, err
	}
	used := run.Used()
	g := p.game(*s, in.Seed, &play.Game{Run: run, Dice: dice.New(in.Seed, 0)})
	g.play.Dice.Skip(in.Drawn)
	g.resumed = true
	if err := g.Seat(in.Seats...); err != nil {
		return nil, savedGame.Damaged("%v", err)
	}
	if in.Actor >= 0 && int(in.Actor) < len(g.seats) {
		g.deed.actor = in.Actor
	}
	for _, lang := range languages {
		g.names[lang] = tell.SavedNames(run, in.Names[lang], lang)
	}
	if in.Asked { // to ask the same again is no new step of the game
		g.names[""].Use()
		run.Step()
	}
	run.Within(p.Budget)
	run.Spent(used)
	return g, nil
}
