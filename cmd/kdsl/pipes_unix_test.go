//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// printing is a way to let each command print.
var printing = map[string][]string{
	"check": {"check", "wrong.kdsl"}, "test": {"test", "failing.kdsl"}, "fmt": {"fmt", "--diff", "ugly.kdsl"}, "run": {"run", "pig.kdsl"},
	"replay": {"replay", "game.json"}, "odds": {"odds", "pig.kdsl"}, "sim": {"sim", "pig.kdsl", "-n", "20"}, "survey": {"survey", "pig.kdsl", "-n", "2"},
	"card": {"card", "box.kdsl"}, "proof": {"proof", "box.kdsl", "box.txt"}, "doc": {"doc", "box.kdsl", "lift"}, "site": {"site", "-o", "pages"},
	"why": {"why", "failing.kdsl"}, "coverage": {"coverage", "pig.kdsl"}, "explain": {"explain", "bad-syntax"}, "new": {"new", "game", "Hop"},
	"watch": {"watch", "box.kdsl"}, "lsp": {"lsp"}, "version": {"version", "--modules"}, "completion": {"completion", "bash"}, "help": {"help", "run"},
}

// Nobody reads what a command prints: it ends as it would have, and a mistake is not hidden by that. What it prints goes to a disk
// that is full: it says so, and does not end as if all were well.
func TestClosedPipes(t *testing.T) {
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"wrong.kdsl": "enum { }\n", "pig.kdsl": shortPig(t), "ugly.kdsl": uglyText, "box.kdsl": watchedGame, "box.txt": "CRATE\nIt weighs 4.\n",
		"failing.kdsl": watchedGame + strings.Replace(watchedTests, "force == 3", "force == 4", 1),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(out io.Writer, args ...string) (said string, code int) {
		c := &exec.Cmd{Path: me, Args: append([]string{"kdsl"}, args...), Dir: dir, Stdin: strings.NewReader("q\n"), Stdout: out, Env: append(append(os.Environ(), "LANG=C"), amply()...)}
		var e bytes.Buffer
		c.Stderr = &e
		err := c.Run()
		return e.String(), exitOf(err)
	}
	if said, code := run(io.Discard, "run", "pig.kdsl", "--out", "game.json"); code != 0 {
		t.Fatal(said)
	}
	for _, c := range newTool(nil, nil, io.Discard, io.Discard).root().Commands() {
		args := printing[c.Name()]
		if args == nil {
			if !c.IsAdditionalHelpTopicCommand() {
				t.Errorf("%s is not tried", c.Name())
			}
			continue
		}
		var out bytes.Buffer
		wanted, code := run(&out, args...)
		if out.Len() == 0 && wanted == "" && args[0] != "lsp" {
			t.Errorf("%v prints nothing", args)
		}
		os.RemoveAll(filepath.Join(dir, "hop.kdsl")) // new writes nothing over what is there
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		said, got := run(w, args...)
		w.Close()
		if got != code || said != wanted {
			t.Errorf("%v: exits with %d and says %q, else with %d and %q", args, got, said, code, wanted)
		}
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil || out.Len() == 0 || args[0] == "site" { // which works for half a minute
			continue
		}
		os.RemoveAll(filepath.Join(dir, "hop.kdsl"))
		if said, code := run(full, args...); code != exitEnvironment || !strings.Contains(said, "no space left on device") {
			t.Errorf("%v, on a full disk: exits with %d and says %q", args, code, said)
		}
		full.Close()
	}
}

// However odd the surroundings are, the same is said of the same.
func TestOddSurroundings(t *testing.T) {
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "pig.kdsl"), []byte(shortPig(t)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "wrong.kdsl"), []byte("enum İ { a }\nkind piece { cell i: int = 1,5 }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	all := func(env ...string) (said string) {
		for _, args := range [][]string{{"run", "pig.kdsl"}, {"check", "wrong.kdsl"}, {"odds", "pig.kdsl"}, {"help"}} {
			c := &exec.Cmd{Path: me, Args: append([]string{"kdsl"}, args...), Dir: dir, Env: append([]string{}, env...)}
			out, _ := c.CombinedOutput()
			said += string(out)
		}
		return said
	}
	en, fr := all(), all("LANG=fr_FR.UTF-8")
	if en == fr || !strings.Contains(en, "Rosa") || !strings.Contains(fr, "Rosa") {
		t.Fatal(en, fr)
	}
	long := strings.Repeat("x", 100_000)
	for _, env := range [][]string{
		{"LC_ALL=", "LANG="}, {"LC_ALL=C"}, {"LC_ALL=POSIX"}, {"LC_ALL=en"}, {"LC_ALL=tr_TR.ISO-8859-9@euro"}, {"LC_ALL=" + long}, {"LC_ALL=\xff\xfe"}, {"LC_ALL=/etc/passwd"}, {"LC_ALL=frz"},
		{"TERM="}, {"TERM=dumb"}, {"TERM=\x1b[2J"}, {"TERM=" + long}, {"TERM=xterm-256color", "COLUMNS=0"}, {"COLUMNS=-1"}, {"COLUMNS=99999999999999999999"}, {"COLUMNS=1"},
		{"TZ=Nowhere/None"}, {"TZ=" + long}, {"HOME="}, {"PATH="}, {"GODEBUG=nonsense"}, {"NO_COLOR="}, {"CLICOLOR_FORCE=0"}, {"TMPDIR=/nowhere"},
	} {
		if got := all(env...); got != en {
			t.Errorf("with %.40q it says\n%s\ninstead of\n%s", env, got, en)
		}
	}
	if got := all("LC_ALL=fr_CA.UTF-8", "LANG=en_GB.UTF-8"); got != fr {
		t.Errorf("in French it says\n%s\ninstead of\n%s", got, fr)
	}
}
