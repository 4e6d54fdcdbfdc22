package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
)

const watchedGame = `kind box {
  en "Box"  fr f "Boîte"
  weight: int
}

box crate { en "Crate"  fr "Caisse"; weight: 3 }

box trunk { en "Trunk"  fr m "Coffre"; weight: 5 }

event lift(what: box) {
  en "{what} is lifted."  fr "{what} : levé."
  force: int = what.weight
}
`

const watchedTests = `test "a crate is light" {
  given c = crate
  when lift(what: c)
  expect event lift where force == 3
}

test "a trunk is heavy" {
  given t = trunk
  when lift(what: t)
  expect event lift where force == 5
}
`

// save saves a file.
func save(t *testing.T, disk afero.Fs, name, text string) {
	t.Helper()
	if err := afero.WriteFile(disk, name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// What a change does is seen once: the tests that it concerns first, then the others, and the card under work.
func TestWatched(t *testing.T) {
	disk := afero.NewMemMapFs()
	save(t, disk, "p/game.kdsl", "pack p { en \"P\"  fr \"P\" }\n\n"+watchedGame)
	save(t, disk, "p/tests.kdsl", watchedTests)
	w := newWatched(disk, "p")
	look := func() *sight {
		t.Helper()
		s, err := w.look(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if s := look(); s == nil || s.state() != "sound, 2 tests" || s.card != nil || len(s.left) != 0 {
		t.Fatalf("at first: %+v", s)
	}
	if s := look(); s != nil {
		t.Errorf("nothing has changed, and %s is seen", s.state())
	}
	heavy := strings.Replace(watchedGame, "weight: 5", "weight: 50", 1)
	save(t, disk, "p/game.kdsl", "pack p { en \"P\"  fr \"P\" }\n\n"+heavy)
	s := look()
	if s == nil || s.card == nil || s.card.Name != "trunk" || s.state() != "1 test fails" || s.failed[0].script.Name != "a trunk is heavy" || len(s.left) != 1 {
		t.Fatalf("heavier: %+v", s)
	}
	if !w.rest(context.Background(), s) || s.passed != 1 || s.state() != "1 test fails" {
		t.Errorf("then: %s, %d passed", s.state(), s.passed)
	}
	save(t, disk, "p/game.kdsl", "pack p { en \"P\"  fr \"P\" }\n\n"+strings.Replace(watchedGame, "force: int", "force: itn", 1))
	if s := look(); s == nil || s.state() != "1 problem" || s.sound() {
		t.Fatalf("misspelt: %+v", s)
	}
	save(t, disk, "p/more.kdsl", "enum shade { dark, light }\n")
	if s := look(); s == nil || s.state() != "1 problem" {
		t.Fatalf("one more file: %+v", s)
	}
	save(t, disk, "p/game.kdsl", "pack p { en \"P\"  fr \"P\" }\n\n"+watchedGame)
	if s := look(); s == nil || s.state() != "sound, 2 tests" && len(s.left) == 0 {
		t.Fatalf("mended: %+v", s)
	}
	if err := disk.Remove("p/tests.kdsl"); err != nil {
		t.Fatal(err)
	}
	if s := look(); s == nil || s.state() != "sound, 0 tests" {
		t.Fatalf("a file less: %+v", s)
	}
}

// A file that is being written is not spoken of before it is whole.
func TestWatchedHalf(t *testing.T) {
	disk := afero.NewMemMapFs()
	save(t, disk, "game.kdsl", watchedGame)
	w := newWatched(disk, "game.kdsl")
	if s, err := w.look(context.Background()); err != nil || s == nil {
		t.Fatal(s, err)
	}
	save(t, disk, "game.kdsl", "")
	go func() {
		time.Sleep(110 * time.Millisecond)
		afero.WriteFile(disk, "game.kdsl", []byte(watchedGame+"\nenum shade { dark, light }\n"), 0o644)
	}()
	for range 100 {
		s, err := w.look(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if s != nil {
			if s.state() != "sound, 0 tests" || len(s.program.Enums) == 0 {
				t.Errorf("%s is seen, of %q", s.state(), w.texts["game.kdsl"].Text)
			}
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Error("nothing is seen")
}

// BenchmarkWatch measures a look after a change: in a file of one's own, and in one of a book.
func BenchmarkWatch(b *testing.B) {
	disk := afero.NewMemMapFs()
	for to, from := range map[string]string{"own": "../../examples/homebrew.kdsl", "book": "../../rules/kharn-ages/*.kdsl"} {
		names, err := filepath.Glob(from)
		if err != nil || len(names) == 0 {
			b.Fatal(names, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				b.Fatal(err)
			}
			if err := afero.WriteFile(disk, to+"/"+filepath.Base(name), text, 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	for _, name := range []string{"own/homebrew.kdsl", "book/berserk.kdsl"} {
		b.Run(filepath.Dir(name), func(b *testing.B) {
			w := newWatched(disk, name)
			text, err := afero.ReadFile(disk, name)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := w.look(context.Background()); err != nil { // the first reads all
				b.Fatal(err)
			}
			for b.Loop() {
				text = append(text, '\n')
				if err := afero.WriteFile(disk, name, text, 0o644); err != nil {
					b.Fatal(err)
				}
				if s, err := w.look(context.Background()); err != nil || s == nil || !s.sound() {
					b.Fatal(s, err)
				}
			}
		})
	}
}

// A letter runs the tests, works out the odds, prints the cards, and mends; q ends it.
func TestWatchLetters(t *testing.T) {
	t.Chdir(t.TempDir())
	text := watchedGame + "\nodds \"how heavy\" { given c = crate; measure c.weight }\n\n" + strings.Replace(watchedTests, "force == 3", "force = 3", 1)
	if err := os.WriteFile("a.kdsl", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, said strings.Builder
	one := newTool(nil, strings.NewReader("f\nt\no\np\nx\nq\n"), &out, &said)
	if err := new(watchCommand).run(one, []string{"a.kdsl"}); err != nil {
		t.Fatal(err)
	}
	one.out.flush()
	for _, want := range []string{"1 problem\n", "pass  a crate is light\n", "  3  100.00%", "\nCrate\n", "\nCaisse\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not shown: %s", want, out.String())
		}
	}
	for _, want := range []string{"mended: = -> ==", "2 passed, 0 failed", "t, o, p, f or q"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("%q is not said: %s", want, said.String())
		}
	}
}

// heard is what is written, piece by piece.
type heard chan string

func (h heard) Write(b []byte) (int, error) {
	h <- string(b)
	return len(b), nil
}

// hand is somebody who does something, and then types q.
type hand func()

func (h hand) Read(b []byte) (int, error) {
	h()
	return copy(b, "q\n"), nil
}

// A program that is gone for good is told, and shown when it is there again.
func TestWatchGone(t *testing.T) {
	t.Chdir(t.TempDir())
	disk, said := afero.NewOsFs(), make(heard, 1000)
	save(t, disk, "a.kdsl", watchedGame)
	wait := func(want string) {
		for all := ""; !strings.Contains(all, want); {
			select {
			case is := <-said:
				all += is
			case <-time.After(time.Minute):
				t.Errorf("%q is not said, but %q", want, all)
				return
			}
		}
	}
	one := newTool(nil, hand(func() {
		wait("sound, 0 tests")
		disk.Remove("a.kdsl")
		wait("there is no a.kdsl")
		save(t, disk, "a.kdsl", watchedGame)
		wait("sound, 0 tests")
	}), said, said)
	if err := new(watchCommand).run(one, []string{"a.kdsl"}); err != nil {
		t.Fatal(err)
	}
}

// The page has all cards at first, in both languages, and loads itself again; where its file cannot be written nothing begins.
func TestWatchPage(t *testing.T) {
	t.Chdir(t.TempDir())
	disk := afero.NewOsFs()
	save(t, disk, "a.kdsl", watchedGame)
	one := newTool(nil, strings.NewReader("q\n"), io.Discard, io.Discard)
	if err := (&watchCommand{paper: "cards.html"}).run(one, []string{"a.kdsl"}); err != nil {
		t.Fatal(err)
	}
	written := func() string {
		t.Helper()
		b, err := os.ReadFile("cards.html")
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, want := range []string{">Crate<", ">Caisse<", ">Trunk<", ">Coffre<", `http-equiv="refresh"`, "sound, 0 tests"} {
		if !strings.Contains(written(), want) {
			t.Errorf("no %q on the page", want)
		}
	}
	// Then only the card under work; and what was there stays while something is wrong.
	w, c := newWatched(one.disk, "a.kdsl"), &watchCommand{paper: "cards.html"}
	look := func() {
		t.Helper()
		s, err := w.look(context.Background())
		if err != nil || s == nil {
			t.Fatal(s, err)
		}
		if err := c.write(one, s); err != nil {
			t.Fatal(err)
		}
	}
	look()
	save(t, disk, "a.kdsl", strings.Replace(watchedGame, "weight: 5", "weight: 55", 1))
	look()
	if now := written(); strings.Contains(now, ">Crate<") || !strings.Contains(now, ">Coffre<") || !strings.Contains(now, ">55<") {
		t.Errorf("the trunk was changed: %s", now)
	}
	save(t, disk, "a.kdsl", strings.Replace(watchedGame, "weight: 5", "weigth: 555", 1))
	look()
	if now := written(); !strings.Contains(now, ">55<") || !strings.Contains(now, "problem") {
		t.Errorf("it is broken: %s", now)
	}
	if err := (&watchCommand{paper: "nowhere/cards.html"}).run(one, []string{"a.kdsl"}); err == nil {
		t.Error("a page in a folder that is not there")
	}
	if err := (&watchCommand{paper: "a.kdsl"}).run(one, []string{"a.kdsl"}); err == nil || !strings.Contains(err.Error(), "would be a program") {
		t.Errorf("a program in the place of the page: %v", err)
	}
}
