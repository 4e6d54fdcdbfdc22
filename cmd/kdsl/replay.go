package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/afero"
	"github.com/spf13/cobra"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// magic marks a replay, replayVersion is the version of its format, and maxReplay bounds it, in bytes.
const (
	magic         = "kdsl replay"
	replayVersion = 2
	maxReplay     = 32 << 20
)

// replay is the file: one line of JSON, exactly as encode writes it. Program is the first file of the
// program, as a slash-separated path from the replay's own folder that does not leave it.
type replay struct {
	FormatVersion int          `json:"format_version"`
	Magic         string       `json:"magic"`
	Kdsl          string       `json:"kdsl"`
	Program       string       `json:"program"`
	Hash          string       `json:"hash"` // of the program
	Scenario      string       `json:"scenario"`
	Seed          uint64       `json:"seed"`
	Inputs        []play.Input `json:"inputs"`
	Journal       string       `json:"journal"` // SHA-256 of the journal's lines
	SHA256        string       `json:"sha256"`  // of the file with "" here
}

// encode writes the file, with its hash.
func (r replay) encode() ([]byte, error) {
	r.SHA256 = ""
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(b)
	r.SHA256 = hex.EncodeToString(sum[:])
	b, err = json.Marshal(r)
	return append(b, '\n'), err
}

// savable tells whether a replay of a scenario, or the game itself, can be saved to a file, before it is
// played.
func savable(t *tool, what, file, path string, s script) error {
	if path == "-" {
		return usage("the %s of a game from standard input could not be played again: give a file", what)
	}
	if strings.EqualFold(filepath.Ext(file), ".kdsl") {
		return usage("%s would be a program: give the %s a name that does not end with .kdsl", file, what)
	}
	if err := t.admit(filepath.Dir(file)); err != nil {
		return environment(err)
	}
	info, err := files.Replaceable(t.disk, file)
	if err != nil {
		return environment(err)
	}
	if info == nil {
		return nil
	}
	for _, name := range s.unit.Local() {
		if same(file, name) {
			return usage("%s is a file of the program: give the %s another name", file, what)
		}
		other, err := t.disk.Stat(name)
		if err != nil {
			return environment(err)
		}
		if files.Same(info, other) {
			return usage("%s is a file of the program, which is called %s too: give the %s another name", file, name, what)
		}
	}
	return nil
}

// same tells whether two names are of one place.
func same(a, b string) bool {
	x, err := filepath.Abs(a)
	if err != nil {
		return false
	}
	y, err := filepath.Abs(filepath.FromSlash(b))
	return err == nil && x == y
}

func (t *tool) save(file string, s script, seed uint64, inputs []play.Input, journal string) error {
	program := filepath.FromSlash(s.unit.Own[0].Source.Name)
	from, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return environment(err)
	}
	to, err := filepath.Abs(program)
	if err != nil {
		return environment(err)
	}
	rel, err := filepath.Rel(from, to)
	if err != nil || !filepath.IsLocal(rel) { // it has to be named, or to be brought here
		rel = filepath.Base(program)
	}
	if inputs == nil {
		inputs = []play.Input{}
	}
	b, err := replay{replayVersion, magic, thisVersion().Version, filepath.ToSlash(rel), s.unit.Program.Hash, s.Name, seed, inputs, journal, ""}.encode()
	if err != nil {
		return err
	}
	if len(b) > maxReplay {
		return &exit{exitLimit, fmt.Sprintf("the replay would have %d bytes, over the limit of %d", len(b), maxReplay)}
	}
	if err := files.Replace(t.disk, file, nil, b, t.leave); err != nil {
		return environment(err)
	}
	return nil
}

func (t *tool) replayCmd() *cobra.Command {
	var how telling
	var program string
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Play a saved game again and verify it",
		Long: `Replay plays a game again that "kdsl run --out FILE" has saved, tells it, and
verifies that it went exactly as it did then. A replay of another program, or
of the same program before it was changed, is refused.`,
		Example: `  kdsl replay game.json
  kdsl replay game.json --program pig.kdsl --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := how.check(); err != nil {
				return err
			}
			if len(args) != 1 {
				return usage("name one replay, as in `kdsl replay game.json`")
			}
			return t.replay(args[0], program, how)
		},
	}
	t.tellingFlags(cmd, &how)
	cmd.Flags().StringVar(&program, "program", "", "the program, where it lies elsewhere now")
	return cmd
}

func (t *tool) replay(file, program string, how telling) error {
	if err := t.admit(file); err != nil {
		return environment(err)
	}
	b, err := readReplay(t.disk, file)
	if err != nil {
		return environment(err)
	}
	r, err := decodeReplay(b)
	if err != nil {
		return &exit{exitEnvironment, fmt.Sprintf("%s: %v", file, err)}
	}
	s, err := t.recorded(r, file, program)
	if err != nil {
		return err
	}
	g := play.Replay(interp.New(s.unit.Program), s.index, r.Inputs, nil)
	teller := t.newTeller(g.Run, s.Script, how, r.Seed, true)
	err = teller.end(g.Play())
	if err != nil {
		var limit *interp.LimitError
		if errors.As(err, &limit) || errors.Is(err, errInterrupted) {
			return stopped(err)
		}
		return &exit{exitProblems, fmt.Sprintf("%s plays differently: %v", file, err)}
	}
	if got := teller.lines.Hash(); got != r.Journal {
		return &exit{exitProblems, fmt.Sprintf("%s plays differently: the journal has the hash\n  %s, the replay says\n  %s", file, got, r.Journal)}
	}
	t.say("verified: %d entries, %s", teller.lines.Count(), r.Journal)
	return nil
}

// recorded finds the scenario that a replay is of: in the program that the user names, or else in the one
// that the replay names, which lies in its own folder. Nothing of a file that is another than the one
// that was played is shown: a replay may come from anywhere, and name any file.
func (t *tool) recorded(r *replay, file, program string) (script, error) {
	given := program != ""
	if given {
		if err := t.admit(program); err != nil {
			return script{}, environment(err)
		}
	} else if program = filepath.FromSlash(r.Program); !filepath.IsLocal(program) || path.Clean(r.Program) != r.Program {
		return script{}, &exit{exitEnvironment, fmt.Sprintf("%s is a game of %s, which does not lie in its folder: name it with --program", file, r.Program)}
	} else {
		program = filepath.Join(filepath.Dir(file), program)
	}
	info, err := t.disk.Stat(program)
	switch {
	case err != nil:
		return script{}, &exit{exitEnvironment, fmt.Sprintf("%s is a game of %s, which cannot be read: name it with --program", file, program)}
	case info.IsDir() && !given:
		return script{}, &exit{exitEnvironment, fmt.Sprintf("%s is a game of %s, which is a folder: name it with --program", file, program)}
	case !info.IsDir() && !strings.HasSuffix(program, ".kdsl"):
		return script{}, &exit{exitEnvironment, fmt.Sprintf("%s is a game of %s, which is no .kdsl file", file, program)}
	}
	units, err := loader(t.disk).Load(filepath.ToSlash(program))
	if err != nil {
		return script{}, environment(err)
	}
	var got []string
	for _, u := range units {
		if u.Program == nil {
			continue
		}
		got = append(got, u.Program.Hash)
		if u.Program.Hash != r.Hash {
			continue
		}
		if u.Diags.HasErrors() {
			return script{}, &exit{exitProblems, fmt.Sprintf("%s has errors; see `kdsl check %s`", program, program)}
		}
		for i, s := range u.Program.Scripts {
			if s.Word == ir.ScenarioScript && s.Name == r.Scenario {
				return script{u, i, s}, nil
			}
		}
		return script{}, &exit{exitEnvironment, fmt.Sprintf("%s: the program has no scenario %q", file, r.Scenario)}
	}
	return script{}, &exit{exitEnvironment, fmt.Sprintf("%s is a game of another program: its hash is\n  %s, that of %s is\n  %s", file, r.Hash, program, strings.Join(got, "\n  "))}
}

// readReplay reads a plain file that is not too large.
func readReplay(disk afero.Fs, file string) ([]byte, error) {
	info, err := disk.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: it is not a plain file", file)
	}
	b, err := files.Read(disk, file, maxReplay+1)
	if err == nil && len(b) > maxReplay {
		err = fmt.Errorf("%s: it is too large for a replay: over %d bytes", file, maxReplay)
	}
	return b, err
}

// decodeReplay reads a replay strictly: one document, nothing unknown in it, written as encode does.
func decodeReplay(b []byte) (*replay, error) {
	var head struct {
		FormatVersion int    `json:"format_version"`
		Magic         string `json:"magic"`
	}
	if err := json.Unmarshal(b, &head); err != nil {
		return nil, fmt.Errorf("it is no replay: %v", err)
	}
	if head.Magic != magic {
		return nil, errors.New("it is no replay")
	}
	if head.FormatVersion != replayVersion {
		return nil, fmt.Errorf("it is a replay in format %d, this kdsl reads format %d", head.FormatVersion, replayVersion)
	}
	r := &replay{}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(r); err != nil {
		return nil, fmt.Errorf("the replay is damaged: %v", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("the replay is damaged: something stands behind its end")
	}
	want, err := r.encode()
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(b, want) {
		return nil, errors.New("the replay is damaged or was changed: its hash is not that of what it holds")
	}
	for i, in := range r.Inputs {
		if (in.Counts == nil) == (in.Answer == nil) {
			return nil, fmt.Errorf("the replay is damaged: input %d is neither dice nor an answer", i)
		}
	}
	return r, nil
}
