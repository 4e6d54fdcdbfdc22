package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
)

// saved is a world with a program and a replay of it, and the replay.
func saved(t *testing.T) (*world, []byte) {
	t.Helper()
	w := newWorld(t, "memory", map[string]string{"pig.kdsl": shortPig(t), "readme": "secret"})
	if said, code := w.run(w.disk, []string{"run", "@/pig.kdsl", "--out", "@/game.json", "--seed", "7"}); code != 0 {
		t.Fatal(said)
	}
	b, err := afero.ReadFile(w.disk, "d/game.json")
	if err != nil {
		t.Fatal(err)
	}
	if said, code := w.run(w.disk, []string{"replay", "@/game.json"}); code != 0 || !strings.HasPrefix(said, "verified: ") {
		t.Fatalf("exits with %d and says %q", code, said)
	}
	return w, b
}

func (w *world) replay(t *testing.T, text []byte, args ...string) (said string, code int) {
	t.Helper()
	if err := afero.WriteFile(w.disk, "d/bad.json", text, 0o644); err != nil {
		t.Fatal(err)
	}
	return w.run(w.disk, append([]string{"replay", "@/bad.json"}, args...))
}

// A replay of which a byte or the end has changed, or that says the same in other words, is refused with a
// reason: nothing in it is there for readers only.
func TestDamagedReplays(t *testing.T) {
	w, good := saved(t)
	refused := func(what string, bad []byte) {
		t.Helper()
		if said, code := w.replay(t, bad); code != exitEnvironment || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "kdsl: d/bad.json") {
			t.Errorf("%s: exits with %d and says %q: %.200s", what, code, said, bad)
		}
	}
	for i := range good {
		refused("cut", good[:i])
		for _, bit := range []byte{0x01, 0x10, 0x20} { // 0x20 is the case of a letter
			refused("flipped", append(append(bytes.Clone(good[:i]), good[i]^bit), good[i+1:]...))
		}
	}
	for _, c := range []struct{ old, new string }{
		{`"seed":7`, `"seed":8`},
		{`"seed":7`, `"seed":07`},
		{`"seed":7`, `"seed":7,"seed":7`},
		{`"seed":7`, `"Seed":7`},
		{`"seed":7`, `"seed": 7`},
		{`"kdsl":"`, `"kdsl":"9`},
		{`"sha256":"`, `"sha256":"0`},
		{`"inputs":[`, `"inputs":[{"counts":[1],"answer":null},`},
		{"}\n", "}"},
		{"}\n", "}\n\n"},
		{"}\n", "}\n{}"},
	} {
		if !bytes.Contains(good, []byte(c.old)) {
			t.Fatalf("there is no %s in %s", c.old, good)
		}
		refused(c.new, bytes.Replace(good, []byte(c.old), []byte(c.new), 1))
	}
}

// A replay that is whole but not true is refused, too: by playing it.
func TestUntrueReplays(t *testing.T) {
	w, good := saved(t)
	for _, c := range []struct {
		what   string
		change func(*replay)
		code   int
		said   string
	}{
		{"nothing", func(*replay) {}, 0, "verified: "},
		{"an input less", func(r *replay) { r.Inputs = r.Inputs[:len(r.Inputs)-1] }, exitProblems, "plays differently"},
		{"another seed", func(r *replay) { r.Seed++ }, exitProblems, "plays differently: the replay has other dice than its seed throws"},
		{"another journal", func(r *replay) { r.Journal = strings.Repeat("0", 64) }, exitProblems, "plays differently"},
		{"another scenario", func(r *replay) { r.Scenario = "duel" }, exitEnvironment, "has no scenario"},
		{"another program", func(r *replay) { r.Hash = strings.Repeat("0", 64) }, exitEnvironment, "is a game of another program"},
		{"another format", func(r *replay) { r.FormatVersion = 1 }, exitEnvironment, "it is a replay in format 1, this kdsl reads format 2"},
		{"no replay", func(r *replay) { r.Magic = "other" }, exitEnvironment, "it is no replay"},
	} {
		var r replay
		if err := json.Unmarshal(good, &r); err != nil {
			t.Fatal(err)
		}
		c.change(&r)
		b, err := r.encode()
		if err != nil {
			t.Fatal(err)
		}
		if said, code := w.replay(t, b); code != c.code || !strings.Contains(said, c.said) {
			t.Errorf("%s: exits with %d and says %q", c.what, code, said)
		}
	}
}

// A program that an older kdsl took and this one finds wrong is no other program: its errors are to be mended.
func TestReplayOfAProgramWithErrors(t *testing.T) {
	w, good := saved(t)
	was, err := afero.ReadFile(w.disk, "d/pig.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	if err := afero.WriteFile(w.disk, "d/pig.kdsl", append(was, "event nope() { do { nowhere() } }\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	units, err := library.Loader(w.disk).Load("d/pig.kdsl")
	if err != nil || !units[0].Diags.HasErrors() {
		t.Fatal(err, units)
	}
	var r replay
	if err := json.Unmarshal(good, &r); err != nil {
		t.Fatal(err)
	}
	r.Hash = units[0].Program.Hash
	b, err := r.encode()
	if err != nil {
		t.Fatal(err)
	}
	if said, code := w.replay(t, b); code != exitProblems || !strings.Contains(said, "d/pig.kdsl has errors; see `kdsl check d/pig.kdsl`") {
		t.Errorf("exits with %d and says %q", code, said)
	}
	if said, code := w.replay(t, good); code != exitEnvironment || !strings.Contains(said, "another program") {
		t.Errorf("of the program before: exits with %d and says %q", code, said)
	}
}

// A replay names a plain file of its own folder; for whatever else it names, nothing but the replay itself
// is opened.
func TestReplayStaysInItsFolder(t *testing.T) {
	w, good := saved(t)
	for _, program := range []string{"", ".", "..", "/", "../pig.kdsl", "../d/pig.kdsl", "/d/pig.kdsl", "./pig.kdsl", "x/../pig.kdsl", "x/../../d/pig.kdsl",
		"//etc/hosts", "readme", "pig.kdsl/", "...", "./...", `..\pig.kdsl`, "missing.kdsl", "pig.kdsl\x00"} {
		var r replay
		if err := json.Unmarshal(good, &r); err != nil {
			t.Fatal(err)
		}
		r.Program = program
		b, err := r.encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := afero.WriteFile(w.disk, "d/bad.json", b, 0o644); err != nil {
			t.Fatal(err)
		}
		var opened []string
		disk := &faulty{Fs: w.disk, before: func(_ int, op, name string) error {
			if op == "open" && filepath.Base(name) != "bad.json" {
				opened = append(opened, name)
			}
			return nil
		}}
		said, code := w.run(disk, []string{"replay", "@/bad.json"})
		if code != exitEnvironment || strings.Contains(said, "secret") || len(opened) > 0 {
			t.Errorf("%q: exits with %d, says %q, opens %q", program, code, said, opened)
		}
		if said, code := w.run(w.disk, []string{"replay", "@/bad.json", "--program", "@/pig.kdsl"}); code != 0 {
			t.Errorf("%q, and the program is named: %s", program, said)
		}
	}
}

// What turns the direction of text, or hides, is written as an escape in every document.
func TestJSONHidesNothing(t *testing.T) {
	const text = "kind piece { }\npiece rook { en \"R\u202eo\u200bok\U000e0041\" }\nscenario s { note { en \"\u202e\" } }\ntest \"t\u202e\" { expect 1 == 1 }\nenum e { a \u202e }\n"
	for _, args := range [][]string{{"card", "-", "--json"}, {"check", "-", "--json"}, {"doc", "-", "--json"}, {"test", "-", "--json"}, {"run", "-", "--json"}} {
		in := text
		if args[0] != "check" {
			in = strings.Replace(text, "enum e { a \u202e }\n", "", 1)
		}
		out, said, code := call(strings.NewReader(in), args...)
		if strings.ContainsAny(out, "\u202e\u200b\U000e0041") || out == "" {
			t.Errorf("%v: exits with %d, says %q and prints %q", args, code, said, out)
		}
		if args[0] == "card" && !strings.Contains(out, `R\u202eo\u200bok\udb40\udc41`) {
			t.Errorf("the card is %s", out)
		}
	}
}
