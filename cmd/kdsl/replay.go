package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// magic marks a replay, and maxReplay bounds it, in bytes.
const (
	magic     = "kdsl replay"
	maxReplay = 32 << 20
)

// replay is the file. Program is a path from the file's own folder.
type replay struct {
	FormatVersion int          `json:"format_version"`
	Magic         string       `json:"magic"`
	Kdsl          string       `json:"kdsl"`
	Program       string       `json:"program"`
	Hash          string       `json:"hash"`
	Scenario      string       `json:"scenario"`
	Seed          uint64       `json:"seed"`
	Inputs        []play.Input `json:"inputs"`
	Journal       string       `json:"journal"` // SHA-256 of the journal's lines
}

func (t *tool) save(file, path string, s script, seed uint64, inputs []play.Input, journal string) error {
	if path == "" {
		path = files.Around()
	}
	from, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return environment(err)
	}
	to, err := filepath.Abs(path)
	if err != nil {
		return environment(err)
	}
	rel, err := filepath.Rel(from, to)
	if err != nil {
		rel = to
	}
	if inputs == nil {
		inputs = []play.Input{}
	}
	b, err := json.Marshal(replay{formatVersion, magic, thisVersion().Version, filepath.ToSlash(rel), s.unit.Program.Hash, s.Name, seed, inputs, journal})
	if err != nil {
		return err
	}
	if len(b) > maxReplay {
		return &exit{exitLimit, fmt.Sprintf("the replay would have %d bytes, over the limit of %d", len(b), maxReplay)}
	}
	disk, err := files.Open(filepath.Dir(file))
	if err != nil {
		return environment(err)
	}
	if err := disk.Replace(file, append(b, '\n'), t.leave); err != nil {
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
	r, err := readReplay(file)
	if err != nil {
		return &exit{exitEnvironment, fmt.Sprintf("%s: %v", file, err)}
	}
	if program == "" {
		if program = filepath.Join(filepath.Dir(file), filepath.FromSlash(r.Program)); filepath.IsAbs(filepath.FromSlash(r.Program)) {
			program = filepath.FromSlash(r.Program)
		}
	}
	s, err := t.recorded(r, file, program)
	if err != nil {
		return err
	}
	g := play.Replay(interp.New(s.unit.Program), s.index, r.Inputs, nil)
	teller := t.newTeller(g.Run, s.Script, how)
	g.Run.Listen(interp.Recorder(teller.hear))
	if err := g.Play(); err != nil {
		var limit *interp.LimitError
		if errors.As(err, &limit) {
			return t.stopped(err)
		}
		return &exit{exitProblems, fmt.Sprintf("%s plays differently: %v", file, err)}
	}
	teller.end(fmt.Sprintf(", seed %d", r.Seed))
	if got := teller.lines.Hash(); got != r.Journal {
		return &exit{exitProblems, fmt.Sprintf("%s plays differently: the journal has the hash\n  %s, the replay says\n  %s", file, got, r.Journal)}
	}
	t.say("verified: %d entries, %s", teller.lines.Count(), r.Journal)
	return nil
}

// recorded finds the scenario that a replay is of. Nothing of a file that is another than the one
// that was played is shown: a replay may come from anywhere, and name any file.
func (t *tool) recorded(r *replay, file, program string) (script, error) {
	info, err := os.Stat(program)
	if err != nil {
		return script{}, &exit{exitEnvironment, fmt.Sprintf("%s is a game of %s, which cannot be read: name it with --program", file, program)}
	}
	if !info.IsDir() && !strings.HasSuffix(program, ".kdsl") {
		return script{}, &exit{exitEnvironment, fmt.Sprintf("%s is a game of %s, which is no .kdsl file", file, program)}
	}
	units, err := t.programs([]string{program}, "")
	if err != nil {
		return script{}, err
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

// readReplay reads a replay strictly: one document, nothing unknown in it, not too large.
func readReplay(file string) (*replay, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, errors.New("it cannot be read: " + reason(err))
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a plain file")
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, errors.New("it cannot be read: " + reason(err))
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxReplay+1))
	if err != nil {
		return nil, errors.New("it cannot be read: " + reason(err))
	}
	if len(b) > maxReplay {
		return nil, fmt.Errorf("it is too large for a replay: over %d bytes", maxReplay)
	}
	return decodeReplay(b)
}

// reason is an error of the system without the path.
func reason(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

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
	if head.FormatVersion != formatVersion {
		return nil, fmt.Errorf("it is a replay in format %d, this kdsl reads format %d", head.FormatVersion, formatVersion)
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
	for i, in := range r.Inputs {
		if (in.Counts == nil) == (in.Answer == nil) {
			return nil, fmt.Errorf("the replay is damaged: input %d is neither dice nor an answer", i)
		}
	}
	return r, nil
}
