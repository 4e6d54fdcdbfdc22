package main

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl"
	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/sealed"
)

// replay is the file: one line of JSON, exactly as encode writes it. Program is the first file of the
// program, as a slash-separated path from the replay's own folder that does not leave it.
type replay struct {
	sealed.Head
	Kdsl     string       `json:"kdsl"`
	Program  string       `json:"program"`
	Hash     string       `json:"hash"` // of the program
	Scenario string       `json:"scenario"`
	Seed     uint64       `json:"seed"`
	Inputs   []kdsl.Input `json:"inputs"`
	Journal  string       `json:"journal"` // SHA-256 of the journal's lines
	SHA256   string       `json:"sha256"`  // of the file with "" here
}

var replays = sealed.Kind{Name: "replay", Head: sealed.Head{FormatVersion: 2, Magic: "kdsl replay"}}

// maxFile bounds a replay and a game that is read, in bytes.
const maxFile = 32 << 20

// encode writes the file, with its hash.
func (r *replay) encode() ([]byte, error) {
	b, err := sealed.Write(r, &r.SHA256)
	return append(b, '\n'), err
}

// savable tells whether a replay of a scenario, or the game itself, can be saved to a file, before it is
// played.
func savable(t *tool, what, file, path string, s library.Script) error {
	if path == "-" {
		return usage("the %s of a game from standard input could not be played again: give a file", what)
	}
	if strings.EqualFold(filepath.Ext(file), ".kdsl") {
		return usage("%s would be a program: give the %s a name that does not end with .kdsl", file, what)
	}
	if err := t.admit(filepath.Dir(file)); err != nil {
		return err
	}
	info, err := files.Replaceable(t.disk, file)
	if err != nil {
		return err
	}
	if info == nil {
		return nil
	}
	for _, name := range s.Unit.Local() {
		if same(file, name) {
			return usage("%s is a file of the program: give the %s another name", file, what)
		}
		other, err := t.disk.Stat(name)
		if err != nil {
			return err
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

// writeReplay writes the replay of a game that was played.
func writeReplay(t *tool, file string, s library.Script, seed uint64, g *kdsl.Game) error {
	program := filepath.FromSlash(s.Unit.Own[0].Source.Name)
	from, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return err
	}
	to, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(from, to)
	if err != nil || !filepath.IsLocal(rel) { // it has to be named, or to be brought here
		rel = filepath.Base(program)
	}
	is, _ := thisVersion()
	_, sum := g.Sum()
	r := replay{replays.Head, is, filepath.ToSlash(rel), s.Unit.Program.Hash, s.Name, seed, append([]kdsl.Input{}, g.Inputs()...), sum, ""}
	b, err := r.encode()
	if err != nil {
		return err
	}
	if len(b) > maxFile {
		return end(exitLimit, "the replay would have %d bytes, over the limit of %d", len(b), maxFile)
	}
	return files.Replace(t.disk, file, nil, b, t.leave)
}

type replayCommand struct {
	telling
	program string
}

func (c *replayCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "replay FILE",
		Short: "Play a saved game again and verify it",
		Long: `Replay plays a game again that "kdsl run --out FILE" has saved, tells it, and
verifies that it went exactly as it did then. A replay of another program, or
of the same program before it was changed, is refused.`,
		Example: `  kdsl replay game.json
  kdsl replay game.json --program pig.kdsl --json`,
	}
}

func (c *replayCommand) flags(fs *pflag.FlagSet) {
	c.telling.flags(fs)
	fs.StringVar(&c.program, "program", "", "the program, where it lies elsewhere now")
}

func (c *replayCommand) run(t *tool, args []string) error {
	if len(args) != 1 {
		return usage("name one replay, as in `kdsl replay game.json`")
	}
	file := args[0]
	b, err := readBounded(t, file, "replay")
	if err != nil {
		return err
	}
	r, err := decodeReplay(b)
	if err != nil {
		return end(exitEnvironment, "%s: %v", file, err)
	}
	s, err := t.recorded(r, file, c.program)
	if err != nil {
		return err
	}
	p, err := c.telling.program(s)
	if err != nil {
		return err
	}
	g, err := p.Replay(s.Name, r.Seed, r.Inputs)
	if err != nil {
		return err
	}
	if err := c.tell(t, g); err != nil {
		return err
	}
	if _, err = g.Next(t.ctx); err != nil {
		var limit *kdsl.LimitError
		if errors.As(err, &limit) || errors.Is(err, errInterrupted) {
			return stopped(err)
		}
		return end(exitProblems, "%s plays differently: %v", file, err)
	}
	entries, sum := g.Sum()
	if sum != r.Journal {
		return end(exitProblems, "%s plays differently: the journal has the hash\n  %s, the replay says\n  %s", file, sum, r.Journal)
	}
	t.say("verified: %d entries, %s", entries, sum)
	return nil
}

// recorded finds the scenario that a replay is of: in the program that the user names, or else in the one
// that the replay names, which lies in its own folder. Nothing of a file that is another than the one
// that was played is shown: a replay may come from anywhere, and name any file.
func (t *tool) recorded(r *replay, file, program string) (library.Script, error) {
	given := program != ""
	if given {
		if err := t.admit(program); err != nil {
			return library.Script{}, err
		}
	} else if program = filepath.FromSlash(r.Program); !filepath.IsLocal(program) || path.Clean(r.Program) != r.Program {
		return library.Script{}, end(exitEnvironment, "%s is a game of %s, which does not lie in its folder: name it with --program", file, r.Program)
	} else {
		program = filepath.Join(filepath.Dir(file), program)
	}
	info, err := t.disk.Stat(program)
	switch {
	case err != nil:
		return library.Script{}, end(exitEnvironment, "%s is a game of %s, which cannot be read: name it with --program", file, program)
	case info.IsDir() && !given:
		return library.Script{}, end(exitEnvironment, "%s is a game of %s, which is a folder: name it with --program", file, program)
	case !info.IsDir() && !strings.HasSuffix(program, ".kdsl"):
		return library.Script{}, end(exitEnvironment, "%s is a game of %s, which is no .kdsl file", file, program)
	}
	defer roomy()()
	units, err := library.Loader(t.disk).Load(filepath.ToSlash(program))
	if err != nil {
		return library.Script{}, err
	}
	s, same := library.Scenario(units, r.Hash, r.Scenario)
	var got []string
	for _, u := range units {
		got = append(got, u.Program.Hash)
		if u.Program.Hash == r.Hash && u.Diags.HasErrors() {
			return library.Script{}, end(exitProblems, "%s has errors; see `kdsl check %s`", program, program)
		}
	}
	switch {
	case !same:
		return library.Script{}, end(exitEnvironment, "%s is a game of another program: its hash is\n  %s, that of %s is\n  %s", file, r.Hash, program, strings.Join(got, "\n  "))
	case s == nil:
		return library.Script{}, end(exitEnvironment, "%s: the program has no scenario %q", file, r.Scenario)
	}
	return *s, nil
}

// readBounded reads a plain file that is not too large.
func readBounded(t *tool, file, what string) ([]byte, error) {
	if err := t.admit(file); err != nil {
		return nil, err
	}
	info, err := t.disk.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: it is not a plain file", file)
	}
	b, err := files.Read(t.disk, file, maxFile+1)
	if err == nil && len(b) > maxFile {
		err = fmt.Errorf("%s: it is too large for a %s: over %d bytes", file, what, maxFile)
	}
	return b, err
}

// decodeReplay reads a replay strictly: written as encode does.
func decodeReplay(b []byte) (*replay, error) {
	r := &replay{}
	want, err := replays.Read(b, r, &r.SHA256)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(b, append(want, '\n')) {
		return nil, replays.Changed()
	}
	for i, in := range r.Inputs {
		if (in.Counts == nil) == (in.Answer == nil) {
			return nil, replays.Damaged("input %d is neither dice nor an answer", i)
		}
	}
	return r, nil
}
