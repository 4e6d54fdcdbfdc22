package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/kdsl-lang/kdsl/internal/site"
)

// However much room is left on a disk, a file is the old one or the new one, and what cannot be written is told.
func TestFullDisk(t *testing.T) {
	for name, c := range writing(t) {
		for _, system := range systems {
			w := begin(t, system, c.args, c.texts)
			if w == nil {
				continue
			}
			const enough = 1 << 30
			room := enough
			disk := func() *faulty {
				return &faulty{Fs: w.disk, before: func(int, string, string) error { return nil }, room: &room}
			}
			if said, code := w.run(disk(), c.args); code != 0 {
				t.Fatalf("%s: %s", name, said)
			}
			wanted, most := w.files(t), enough-room
			for _, room = range []int{0, 1, most / 3, most / 2, most - 1, most} {
				left := room
				w = begin(t, system, c.args, c.texts)
				said, code := w.run(disk(), c.args)
				where := fmt.Sprintf("%s on %s with room for %d of %d bytes", name, system, left, most)
				got := w.files(t)
				for f, text := range got {
					if was, there := c.texts[f]; (!there || text != was) && text != wanted[f] {
						t.Errorf("%s: %s holds %.40q", where, f, text)
					}
				}
				for f := range c.texts {
					if _, there := got[f]; !there {
						t.Errorf("%s: %s is gone", where, f)
					}
				}
				switch {
				case left == most && code == 0:
				case code != exitEnvironment || !strings.Contains(said, "no space left on device") || systemCalls.MatchString(said):
					t.Errorf("%s: exits with %d and says %q", where, code, said)
				}
			}
		}
	}
}

// Whichever operation fails while the pages of a site are written, or wherever the disk is full, each page is as it was or as it
// should be, and the next run mends what is left.
func TestSiteFails(t *testing.T) {
	pages := []site.File{{Name: "index.html", Text: []byte("new index")}, {Name: "word/a.html", Text: []byte("new a")}, {Name: "word/b.html", Text: []byte("b")}}
	was := map[string]string{"out/index.html": "old index", "out/word/b.html": "b", "out/mine.txt": "mine", "out/old/c.html": "c", "out/old/d.html": "mine",
		"out/made.txt": sumLine(site.File{Name: "index.html", Text: []byte("old index")}) + sumLine(site.File{Name: "old/c.html", Text: []byte("c")}) + sumLine(site.File{Name: "old/d.html", Text: []byte("d")})}
	for _, system := range systems {
		for k := 1; ; k++ {
			w := newWorld(t, system, nil)
			tool := newTool(nil, nil, &strings.Builder{}, &strings.Builder{})
			tool.admit = w.admit
			for _, dir := range []string{"out", "out/word", "out/old"} {
				if err := w.disk.Mkdir(path.Join(w.dir, dir), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			for name, text := range was {
				save(t, w.disk, path.Join(w.dir, name), text)
			}
			failed := ""
			tool.disk = &faulty{Fs: w.disk, before: func(n int, op, name string) error {
				if n != k {
					return nil
				}
				failed = op
				return &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
			}}
			_, _, err := lay(tool, path.Join(w.dir, "out"), pages)
			if failed == "" {
				if k < 20 || err != nil {
					t.Errorf("%s: only %d operations, %v", system, k-1, err)
				}
				break
			}
			if err == nil && failed != "close" {
				t.Errorf("%s: %s, operation %d, fails, and nothing is said", system, failed, k)
			}
			got := w.files(t)
			for _, p := range pages {
				if text, there := got["out/"+p.Name]; there && text != string(p.Text) && text != was["out/"+p.Name] {
					t.Errorf("%s: %s, operation %d: %s holds %q", system, failed, k, p.Name, text)
				}
			}
			if got["out/mine.txt"] != "mine" || got["out/old/d.html"] != "mine" {
				t.Errorf("%s: %s, operation %d: what else lies there is gone", system, failed, k)
			}
			tool.disk = w.disk
			if _, _, err := lay(tool, path.Join(w.dir, "out"), pages); err != nil {
				t.Error(err)
			}
			for _, p := range pages {
				if got := w.files(t)["out/"+p.Name]; got != string(p.Text) {
					t.Errorf("%s: after %s, operation %d, and another run, %s holds %q", system, failed, k, p.Name, got)
				}
			}
			if _, there := w.files(t)["out/old/c.html"]; there {
				t.Errorf("%s: after %s, operation %d, and another run, what is old is there", system, failed, k)
			}
		}
	}
}

// Whatever the clock says when a file is saved, that it was saved is seen: in 1970, in 2262 and beyond, and when it goes back.
func TestWrongClock(t *testing.T) {
	for _, system := range systems {
		w := newWorld(t, system, map[string]string{"game.kdsl": watchedGame})
		file := path.Join(w.dir, "game.kdsl")
		watched := newWatched(w.disk, file)
		for i, at := range []time.Time{time.Unix(0, 0), time.Date(2262, 4, 12, 0, 0, 0, 0, time.UTC), time.Unix(-1, 0), time.Date(1601, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2400, 1, 1, 0, 0, 0, 0, time.UTC), time.Unix(0, 0)} {
			save(t, w.disk, file, watchedGame+fmt.Sprintf("\nenum shade { dark, light%d }\n", i%2))
			change := w.disk.Chtimes
			if system == "disk" {
				change = os.Chtimes // which the commands have no door to
			}
			if err := change(file, at, at); err != nil {
				t.Fatal(err)
			}
			s, err := watched.look(t.Context())
			if err != nil || s == nil || !s.sound() {
				t.Errorf("%s, saved in %d: %v, %v", system, at.Year(), s, err)
			}
			if s, err := watched.look(t.Context()); err != nil || s != nil {
				t.Errorf("%s, saved in %d: %v, %v is seen twice", system, at.Year(), s, err)
			}
		}
	}
}

// lay writes the files of a site to a folder, as the command does.
func lay(t *tool, dir string, pages []site.File) (written, gone int, err error) {
	earlier, err := t.earlier(dir)
	if err != nil {
		return 0, 0, err
	}
	return t.put(dir, earlier, pages)
}
