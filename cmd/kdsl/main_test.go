package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kdsl-lang/kdsl/internal/term"
)

var update = flag.Bool("update", false, "rewrite what the scripts compare with")

func TestMain(m *testing.M) {
	testscript.Main(roomier{m}, map[string]func(){"kdsl": main})
}

// roomier runs tests, and no command, with a larger heap: many programs are loaded, and let go at once.
type roomier struct{ tests *testing.M }

func (r roomier) Run() int {
	debug.SetGCPercent(400)
	most = 4 << 30
	return r.tests.Run()
}

// amply is the environment of a command that has memory in plenty, where that is not what is tried: most of the work of one that
// has little is to collect garbage.
func amply() []string { return []string{"GOGC=400", "GOMEMLIMIT=2GiB"} }

// TestScripts runs testdata/script. Every script finds examples/pig.kdsl beside it. Beyond the usual
// commands there are
//
//	code N COMMAND...   the command exits with N
//	interrupt COMMAND   the command is interrupted while it waits for standard input, and exits with 130
//	told COMMAND        the command is interrupted as soon as it has said something, and exits with 130; what
//	                    it said, on both outputs, is in the file told
//	nobody COMMAND      the command writes to a pipe that nobody reads, and exits with 0, silently
//	silent N COMMAND    the same, with another exit code
//	examples            every example of every command's help runs
func TestScripts(t *testing.T) {
	pig, err := os.ReadFile("../../examples/pig.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("LANG", "C")
			for _, pair := range amply() {
				name, value, _ := strings.Cut(pair, "=")
				e.Setenv(name, value)
			}
			if err := os.Mkdir(filepath.Join(e.WorkDir, ".git"), 0o755); err != nil { // no pack is looked for outside
				return err
			}
			return os.WriteFile(filepath.Join(e.WorkDir, "pig.kdsl"), pig, 0o644)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"code": func(ts *testscript.TestScript, _ bool, args []string) {
				if got := exitOf(ts.Exec(args[1], args[2:]...)); strconv.Itoa(got) != args[0] {
					ts.Fatalf("%s exits with %d, want %s", strings.Join(args[1:], " "), got, args[0])
				}
			},
			"interrupt": func(ts *testscript.TestScript, _ bool, args []string) {
				cmd := process(ts, args)
				in, err := cmd.StdinPipe()
				ts.Check(err)
				defer in.Close()
				ts.Check(cmd.Start())
				time.Sleep(300 * time.Millisecond)
				ts.Check(cmd.Process.Signal(os.Interrupt))
				if got := exitOf(cmd.Wait()); got != exitInterrupted {
					ts.Fatalf("exits with %d", got)
				}
			},
			"told": func(ts *testscript.TestScript, _ bool, args []string) {
				cmd := process(ts, args)
				said, err := os.Create(ts.MkAbs("told"))
				ts.Check(err)
				defer said.Close()
				cmd.Stdout, cmd.Stderr = said, said
				ts.Check(cmd.Start())
				for range 1000 {
					if info, err := said.Stat(); err == nil && info.Size() > 0 {
						break
					}
					time.Sleep(10 * time.Millisecond)
				}
				ts.Check(cmd.Process.Signal(os.Interrupt))
				if got := exitOf(cmd.Wait()); got != exitInterrupted {
					ts.Fatalf("exits with %d", got)
				}
			},
			"nobody": func(ts *testscript.TestScript, _ bool, args []string) {
				silent(ts, exitFine, args)
			},
			"silent": func(ts *testscript.TestScript, _ bool, args []string) {
				want, err := strconv.Atoi(args[0])
				ts.Check(err)
				silent(ts, want, args[1:])
			},
			"examples": func(ts *testscript.TestScript, _ bool, _ []string) {
				for _, line := range examples() {
					if strings.HasPrefix(line, "kdsl new ") { // which writes; beside nothing that is there
						line = "mkdir -p fresh/.git && cd fresh && printf 'Swans\n\nThey sing.\n' >swans.txt && " + line
					}
					if err := ts.Exec("sh", "-c", line); err != nil {
						ts.Fatalf("%s: %v", line, err)
					}
				}
			},
		},
	})
}

// silent runs a command of which nobody reads what it writes.
func silent(ts *testscript.TestScript, want int, args []string) {
	r, w, err := os.Pipe()
	ts.Check(err)
	r.Close()
	defer w.Close()
	both := process(ts, args)
	both.Stdout, both.Stderr = w, w
	if got := exitOf(both.Run()); got != want {
		ts.Fatalf("exits with %d when nobody reads anything", got)
	}
	cmd := process(ts, args)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = w, &said
	if got := exitOf(cmd.Run()); got != want || want == exitFine && said.Len() > 0 {
		ts.Fatalf("exits with %d and says %q", got, said.String())
	}
}

func process(ts *testscript.TestScript, args []string) *exec.Cmd {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if name := filepath.Join(dir, args[0]); executable(name) {
			cmd := exec.Command(name, args[1:]...)
			cmd.Dir = ts.MkAbs(".")
			return cmd
		}
	}
	ts.Fatalf("there is no command %s", args[0])
	return nil
}

func executable(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

func exitOf(err error) int {
	var e *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		return e.ExitCode()
	}
	return -1
}

// examples are the lines of all commands' examples, in the order of the commands.
func examples() []string {
	var out []string
	for _, c := range newTool(nil, nil, io.Discard, io.Discard).root().Commands() {
		for line := range strings.Lines(c.Example) {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}

// call runs the tool in this process.
func call(in io.Reader, args ...string) (out, said string, code int) {
	var o, e bytes.Buffer
	code = newTool(args, in, &o, &e).main()
	return o.String(), e.String(), code
}

// Every command has a help of at most 80 columns without tabs, with an example.
func TestHelp(t *testing.T) {
	for _, c := range newTool(nil, nil, io.Discard, io.Discard).root().Commands() {
		if c.Name() == "help" {
			continue
		}
		out, said, code := call(nil, "help", c.Name())
		if code != 0 || said != "" || !strings.HasPrefix(out, c.Long) {
			t.Errorf("help %s: exits with %d, says %q, prints %q", c.Name(), code, said, out)
		}
		if !c.IsAdditionalHelpTopicCommand() && c.Example == "" {
			t.Errorf("%s has no example", c.Name())
		}
		for line := range strings.Lines(out) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 || strings.Contains(line, "\t") {
				t.Errorf("help %s: %d columns: %q", c.Name(), n, line)
			}
		}
		if flagged, _, _ := call(nil, c.Name(), "--help"); flagged != out && !c.IsAdditionalHelpTopicCommand() {
			t.Errorf("%s --help differs from help %s", c.Name(), c.Name())
		}
	}
}

// Colours are escapes and nothing else, and there are none where nobody wants them.
func TestColour(t *testing.T) {
	escapes := regexp.MustCompile("\x1b\\[[0-9;]*m")
	const wrong = "player { cell score: int = 0 }\nspan turn(who: player) {\n\tdo { who.scor += 1 }\n}\n"
	for _, args := range [][]string{{"check", "-"}, {"explain", "bad-syntax"}, {"run", "../../examples/pig.kdsl"}, {"odds", "../../examples/pig.kdsl"}} {
		out, said, _ := call(strings.NewReader(wrong), append(args, "--color=never")...)
		colourOut, colourSaid, _ := call(strings.NewReader(wrong), append(args, "--color=always")...)
		if strings.Contains(out+said, "\x1b") {
			t.Errorf("%v: an escape without colours", args)
		}
		if !strings.Contains(colourOut+colourSaid, "\x1b[") {
			t.Errorf("%v: no escapes with colours", args)
		}
		if got := escapes.ReplaceAllString(colourOut+colourSaid, ""); got != out+said {
			t.Errorf("%v: got %q with colours, want %q", args, got, out+said)
		}
	}
	env := func(pairs ...string) func(string) string {
		return func(name string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1]
				}
			}
			return ""
		}
	}
	for _, c := range []struct {
		mode string
		env  func(string) string
		want bool
	}{
		{"auto", env(), false}, // no terminal
		{"auto", env("CLICOLOR_FORCE", "1"), true},
		{"auto", env("CLICOLOR_FORCE", "1", "NO_COLOR", "1"), false},
		{"always", env("NO_COLOR", "1"), true},
		{"never", env("CLICOLOR_FORCE", "1"), false},
	} {
		if got := term.Colour(c.mode, io.Discard, c.env); got != c.want {
			t.Errorf("%s: got %v, want %v", c.mode, got, c.want)
		}
	}
}

// bomb fails with a text that nobody else is to read, or by a mistake that the runtime notices.
type bomb struct{ secret string }

func (b bomb) Read([]byte) (int, error) {
	if b.secret == "" {
		return []int{}[len(b.secret)], nil
	}
	panic("a field of no known class: " + b.secret)
}

// A panic is our bug: one line says so and where, without a text that may be somebody's card, and the exit code is 70.
func TestBug(t *testing.T) {
	for b, want := range map[bomb]string{
		{"The Hidden Sword\x1b[2J"}: "a bug in kdsl: in kdsl.bomb.Read, main_test.go:",
		{}:                          "a bug in kdsl: runtime error: index out of range [0] with length 0, in kdsl.bomb.Read, main_test.go:",
	} {
		out, said, code := call(b, "check", "-")
		if code != exitBug || out != "" || strings.Count(said, "\n") != 1 || !strings.Contains(said, want) || !strings.Contains(said, " (please report it, with `kdsl check -`") {
			t.Errorf("exits with %d, prints %q, says %q", code, out, said)
		}
		if b.secret != "" && strings.Contains(said, "Sword") {
			t.Errorf("it tells what nobody is to read: %q", said)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// A result that cannot be written is the environment's fault.
func TestFull(t *testing.T) {
	var said bytes.Buffer
	if code := newTool([]string{"version"}, nil, full{}, &said).main(); code != exitEnvironment || !strings.Contains(said.String(), "no space left") {
		t.Errorf("exits with %d and says %q", code, said.String())
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		out, said, code := call(nil, "completion", shell)
		if code != 0 || said != "" || !strings.Contains(out, "kdsl") {
			t.Errorf("%s: exits with %d and says %q", shell, code, said)
		}
	}
}
