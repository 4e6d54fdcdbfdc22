package main

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// watched is a program of which what changes is looked at.
type watched struct {
	disk   afero.Fs
	path   string // a file, or the folder of a pack
	space  *load.Workspace
	stamps map[string]stamp
	texts  map[string]*source.File // as they were at the last look
}

// stamp is what tells that a file has changed.
type stamp struct {
	at   time.Time
	size int64
}

func newWatched(disk afero.Fs, path string) *watched {
	return &watched{disk: disk, path: path, space: library.Open(disk), texts: map[string]*source.File{}}
}

// sight is what is seen of a program after a change.
type sight struct {
	program *ir.Program
	wrong   diag.List
	card    *ir.Card // the one under work; nil when that is something else
	passed  int
	failed  []failing
	left    []library.Script // tests that have not been run yet
	about   subject          // what the change is about
	machine *interp.Machine
}

type failing struct {
	script library.Script
	result trial.Result
}

// sound tells whether nothing is wrong.
func (s *sight) sound() bool { return !s.wrong.HasErrors() && len(s.failed) == 0 }

// state is what is seen, in a few words.
func (s *sight) state() string {
	switch n := len(s.failed); {
	case s.wrong.HasErrors():
		return count(len(s.wrong), "problem")
	case n == 1:
		return "1 test fails"
	case n > 1:
		return fmt.Sprintf("%d tests fail", n)
	case len(s.wrong) > 0:
		return fmt.Sprintf("sound, %s, %s", count(s.passed, "test"), count(len(s.wrong), "warning"))
	}
	return "sound, " + count(s.passed, "test")
}

// look looks at the program if one of its files has changed since the last look; nil when none has. Tests that the
// change concerns are run, the others are left.
func (w *watched) look(ctx context.Context) (*sight, error) {
	changed, err := w.changed()
	if err != nil || len(changed) == 0 {
		return nil, err
	}
	for _, name := range changed {
		w.space.Set(name, nil)
	}
	p, wrong, err := w.space.Program(ctx, w.path)
	if err != nil {
		return nil, err
	}
	s := &sight{program: p, wrong: wrong}
	about := w.work(changed)
	s.about = about
	if wrong.HasErrors() || p == nil {
		return s, nil
	}
	s.card = about.card(p)
	s.machine = interp.New(p)
	var first []library.Script
	for _, one := range library.Scripts(ir.TestScript, &load.Unit{Program: p}) {
		if about.concerns(one.At) {
			first = append(first, one)
		} else {
			s.left = append(s.left, one)
		}
	}
	s.run(ctx, first)
	return s, nil
}

// run runs tests.
func (s *sight) run(ctx context.Context, list []library.Script) {
	for _, one := range list {
		if r := trial.Run(s.machine, one.Index, trial.Options{Context: ctx}); r.Passed {
			s.passed++
		} else if ctx.Err() == nil {
			s.failed = append(s.failed, failing{one, r})
		}
	}
}

// rest runs the tests that are left, and tells whether there were any.
func (w *watched) rest(ctx context.Context, s *sight) bool {
	list := s.left
	s.left = nil
	s.run(ctx, list)
	return len(list) > 0
}

// changed names the files of the program that have changed since the last look.
func (w *watched) changed() ([]string, error) {
	info, err := w.disk.Stat(w.path)
	if err != nil {
		return nil, err
	}
	dir, only := w.path, ""
	if !info.IsDir() {
		dir = path.Dir(w.path)
		pack, err := load.IsPack(w.disk, dir)
		if err != nil {
			return nil, err
		}
		if !pack {
			only = path.Base(w.path)
		}
	}
	list, err := afero.ReadDir(w.disk, dir)
	if err != nil {
		return nil, err
	}
	now := map[string]stamp{}
	for _, info := range list {
		if name := info.Name(); path.Ext(name) == ".kdsl" && name[0] != '.' && (only == "" || name == only) && info.Mode().IsRegular() {
			now[path.Join(dir, name)] = stamp{info.ModTime(), info.Size()}
		}
	}
	var out []string
	for name, s := range now {
		if w.stamps[name] != s {
			out = append(out, name)
		}
	}
	for name := range w.stamps {
		if _, there := now[name]; !there {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	if len(out) == 0 || w.stamps != nil && w.half(out) {
		return nil, nil
	}
	w.stamps = now
	return out, nil
}

// half tells whether one of some files may be half written: it is empty, or ends inside a letter. Such a one is read
// again before anything is said of it.
func (w *watched) half(names []string) bool {
	for _, name := range names {
		read := func() bool {
			b, err := afero.ReadFile(w.disk, name)
			return err == nil && len(b) > 0 && utf8.Valid(b)
		}
		if w.texts[name] != nil && !read() {
			time.Sleep(100 * time.Millisecond)
			return !w.calm(name)
		}
	}
	return false
}

// calm tells whether a file is as it was a moment ago, or gone.
func (w *watched) calm(name string) bool {
	a, err := afero.ReadFile(w.disk, name)
	time.Sleep(20 * time.Millisecond)
	b, again := afero.ReadFile(w.disk, name)
	return (err == nil) == (again == nil) && string(a) == string(b)
}

// subject is what a change is about: files, and what is declared where it was made.
type subject struct {
	files  []string
	sort   string
	name   string
	text   *source.File // that was changed; nil: none was known before
	offset int          // in bytes: where its first changed line begins
}

// work finds what a change is about, and takes the new texts over.
func (w *watched) work(changed []string) subject {
	out := subject{files: changed}
	for _, name := range changed {
		b, err := afero.ReadFile(w.disk, name)
		if err != nil {
			delete(w.texts, name)
			continue
		}
		is, was := source.New(name, string(b)), w.texts[name]
		w.texts[name] = is
		if was == nil {
			continue
		}
		e, ok := ask.Change(was, is.Text)
		if !ok {
			continue
		}
		out.text, out.offset = is, e.Span.Start+len(e.Text)-len(strings.TrimLeft(e.Text, " \t"))
		tree, _ := syntax.Parse(is)
		for _, s := range ask.Symbols(tree) {
			if s.At.Start <= e.Span.Start+len(e.Text) && e.Span.Start <= s.At.End {
				out.sort, out.name = s.Sort, s.Name
				break
			}
		}
	}
	return out
}

// card is the card that a change is about.
func (x subject) card(p *ir.Program) *ir.Card {
	for _, c := range p.Cards {
		if c.Name == x.name && p.Kinds[c.Kind].Name == x.sort {
			return c
		}
	}
	return nil
}

// ownCards are the cards of a program itself that are printed.
func ownCards(p *ir.Program) []*ir.Card {
	return slices.DeleteFunc(slices.Clone(p.Cards), func(c *ir.Card) bool { return c.Pack != p.Pack || !layout.Printed(p, c) })
}

// concerns tells whether a change concerns a test: it stands in a file that changed, or names what was changed.
func (x subject) concerns(at source.Span) bool {
	return at.File != nil && (slices.Contains(x.files, at.File.Name) || x.name != "" && strings.Contains(at.Text(), x.name))
}
