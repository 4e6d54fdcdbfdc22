package kdsl

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// saved is a game as it is written.
type saved struct {
	FormatVersion int                 `json:"format_version"`
	Magic         string              `json:"magic"`
	Kdsl          string              `json:"kdsl"` // the version that wrote it
	Hash          string              `json:"hash"` // of the program
	Scenario      string              `json:"scenario"`
	Seed          uint64              `json:"seed"`
	Drawn         uint64              `json:"drawn"` // numbers drawn from the seed
	Seats         []string            `json:"seats"`
	Asked         bool                `json:"asked"` // it stands at a question
	Actor         int32               `json:"actor"` // who began the action under way
	Names         map[string][]string `json:"names"` // of things, by language
	Game          json.RawMessage     `json:"game"`
	SHA256        string              `json:"sha256"` // of the whole with "" here
}

const (
	magic         = "kdsl game"
	formatVersion = 1
)

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
	run, err := g.run.MarshalJSON()
	if err != nil {
		return nil, err
	}
	out := saved{FormatVersion: formatVersion, Magic: magic, Kdsl: version(), Hash: g.u.Program.Hash,
		Scenario: g.u.m.P.Scripts[g.script].Name, Seed: g.seed, Drawn: g.dice.Drawn(), Seats: append([]string{}, g.Seated()...), Asked: g.asked != nil, Actor: g.actor,
		Names: map[string][]string{}, Game: run}
	for lang, n := range g.names {
		out.Names[lang] = n.Labels()
	}
	if out.SHA256, err = out.sum(); err != nil {
		return nil, err
	}
	return json.Marshal(out)
}

func (s saved) sum() (string, error) {
	s.SHA256 = ""
	b, err := json.Marshal(s)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), err
}

// Resume reads a game that [Game.MarshalJSON] wrote, of this program and no other. It goes on exactly as
// it would have.
func (p *Program) Resume(data []byte) (*Game, error) {
	in, err := decode(data)
	if err != nil {
		return nil, err
	}
	for _, u := range p.units {
		if u.Program.Hash != in.Hash {
			continue
		}
		for i, s := range u.Program.Scripts {
			if s.Word == ir.ScenarioScript && s.Name == in.Scenario {
				return p.resume(u, i, in)
			}
		}
		return nil, fmt.Errorf("the program has no scenario %q", in.Scenario)
	}
	return nil, fmt.Errorf("it is a game of another program, or of this one before it was changed: its hash is %s, saved by kdsl %s", in.Hash, in.Kdsl)
}

func decode(data []byte) (*saved, error) {
	var head struct {
		FormatVersion int    `json:"format_version"`
		Magic         string `json:"magic"`
	}
	if err := json.Unmarshal(data, &head); err != nil || head.Magic != magic {
		return nil, errors.New("it is no saved game")
	}
	if head.FormatVersion != formatVersion {
		return nil, fmt.Errorf("it is a game in format %d, this kdsl reads format %d", head.FormatVersion, formatVersion)
	}
	in := &saved{}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(in); err != nil {
		return nil, fmt.Errorf("the game is damaged: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("the game is damaged: something stands behind its end")
	}
	if sum, err := in.sum(); err != nil || sum != in.SHA256 {
		return nil, errors.New("the game is damaged: it has another hash than it says")
	}
	return in, nil
}

func (p *Program) resume(u *unit, script int, in *saved) (*Game, error) {
	run, err := u.m.Load(in.Game)
	if err != nil {
		return nil, err
	}
	used := run.Used()
	g := p.game(u, script, in.Seed, run)
	g.dice = dice.New(in.Seed, 0)
	g.dice.Skip(in.Drawn)
	g.resumed = true
	if err := g.Seat(in.Seats...); err != nil {
		return nil, fmt.Errorf("the game is damaged: %w", err)
	}
	if in.Actor >= 0 && int(in.Actor) < len(g.seats) {
		g.actor = in.Actor
	}
	for _, lang := range languages {
		g.names[lang] = tell.SavedNames(run, in.Names[lang], lang)
	}
	if in.Asked { // to ask the same again is no new step of the game
		g.names[""].Use()
		run.Step()
	}
	run.Within(p.Budget.machine())
	run.Spent(used)
	return g, nil
}
