package load

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"sync"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/check"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Workspace is programs that are looked at while they are written. It tells of them what a fresh reading would,
// and reads only the files again that were set, and checks only the declarations again that may have changed
// with them. It may be used by several goroutines.
type Workspace struct {
	mu     sync.Mutex // of what follows
	loader *Loader
	memory map[string]*memory // of each program
	over   *Over              // the texts that are not those of the disk

	edits   sync.Mutex // of what follows
	waiting []edit
	cancel  context.CancelFunc // of the check that is under way
}

// edit is a text that is to be set.
type edit struct {
	name string
	text *string
}

// Open lets the programs of a loader be looked at while they are written; the loader is used by nobody else then. Nothing is read
// yet.
func (l *Loader) Open() *Workspace {
	over := NewOver(l.Local)
	l.Local, l.before = over, map[reading]*syntax.File{}
	return &Workspace{memory: map[string]*memory{}, over: over, loader: l}
}

// Set says what a file holds, whatever the disk says; nil: what is on the disk, which may have changed. A check
// that is under way is given up.
func (w *Workspace) Set(name string, text *string) {
	w.edits.Lock()
	defer w.edits.Unlock()
	w.waiting = append(w.waiting, edit{path.Clean(name), text})
	if w.cancel != nil {
		w.cancel()
	}
}

// Check tells what is wrong in the program that a file or the folder of a pack belongs to. The error is that it
// cannot be read, or of the context.
func (w *Workspace) Check(ctx context.Context, name string) (diag.List, error) {
	u, err := w.unit(ctx, name, syntax.Heads)
	if err != nil {
		return nil, err
	}
	return u.Diags, nil
}

// Files are the texts of the program that a file or the folder of a pack belongs to, without those of what it uses.
func (w *Workspace) Files(ctx context.Context, name string) ([]*source.File, error) {
	u, err := w.unit(ctx, name, syntax.Heads)
	if err != nil {
		return nil, err
	}
	var out []*source.File
	for _, f := range u.Own {
		out = append(out, f.Source)
	}
	return out, nil
}

// Texts are all that the program is made of that a file or the folder of a pack belongs to, with what it uses.
func (w *Workspace) Texts(ctx context.Context, name string) ([]*source.File, error) {
	u, err := w.unit(ctx, name, syntax.Heads)
	if err != nil {
		return nil, err
	}
	return u.All, nil
}

// Library are the texts of what comes with the workspace.
func (w *Workspace) Library() (texts []string, err error) {
	for _, system := range w.loader.Library {
		err = errors.Join(err, afero.Walk(system, ".", func(name string, info fs.FileInfo, err error) error {
			if err != nil || info.IsDir() || !isSource(path.Base(name)) {
				return err
			}
			text, err := readFile(system, name, info.Size())
			texts = append(texts, text)
			return err
		}))
	}
	return texts, err
}

// Bindings are what the names are bound to in the program that a file or the folder of a pack belongs to.
func (w *Workspace) Bindings(ctx context.Context, name string) (*check.Bindings, error) {
	var bound *check.Bindings
	err := w.with(ctx, name, func(o program) (err error) {
		bound, err = w.loader.bindings(o)
		return err
	})
	return bound, err
}

// Program is the program that a file or the folder of a pack belongs to, to be run, and what is wrong in it.
func (w *Workspace) Program(ctx context.Context, name string) (*ir.Program, diag.List, error) {
	u, err := w.unit(ctx, name, syntax.Rules)
	if err != nil {
		return nil, nil, err
	}
	return u.Program, u.Diags, nil
}

// Begun is a program of which the texts are there, as they were then.
type Begun struct {
	workspace *Workspace
	of        program
	all       *assembly
	add       func(wanted func(script source.Span) bool) diag.List
}

// Begin begins the program that a file or the folder of a pack belongs to. What is made of it, by Rules and then Scripts, is what
// Program makes at once; checks of the same program may go on meanwhile.
func (w *Workspace) Begin(ctx context.Context, name string) (*Begun, error) {
	b := &Begun{workspace: w}
	err := w.with(ctx, name, func(o program) error {
		own, err := w.loader.own(o)
		if err != nil {
			return err
		}
		b.of = o
		b.all, err = w.loader.assembled(o, own, syntax.Rules)
		return err
	})
	return b, err
}

// Files are the program's own, read.
func (b *Begun) Files() []*syntax.File { return b.all.Own }

// Rules makes the program without its scripts, which takes less long, and tells what hinders reading it: mistakes, in no order.
// It is called once.
func (b *Begun) Rules() (p *ir.Program, hinders diag.List) {
	p, hinders, b.add = check.Begin(b.all.in, b.of.name)
	b.all.Program, p.Hash = p, hash(b.all.in)
	return p, append(hinders, b.all.Diags...)
}

// Scripts adds the scripts to the program that are wanted, and answers what is wrong in them; without a question it adds all others,
// and answers what is wrong with all of it: that is called once, and last.
func (b *Begun) Scripts(wanted func(script source.Span) bool) (diag.List, error) {
	said := b.add(wanted)
	if wanted != nil {
		return said, nil
	}
	b.workspace.mu.Lock()
	defer b.workspace.mu.Unlock()
	err := b.workspace.loader.told(b.all, b.of, said)
	return b.all.Diags, err
}

func (w *Workspace) unit(ctx context.Context, name string, depth syntax.Depth) (u *Unit, err error) {
	err = w.with(ctx, name, func(o program) (err error) {
		u, err = w.loader.unit(o, depth)
		return err
	})
	return u, err
}

// with does something with the program that a file or the folder of a pack belongs to, as it was set last.
func (w *Workspace) with(ctx context.Context, name string, do func(program) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := w.begin(cancel); err != nil {
		return err
	}
	o, err := w.loader.around(path.Clean(name))
	if err != nil {
		return err
	}
	if w.memory[o.name] == nil {
		w.memory[o.name] = new(memory)
	}
	w.loader.ctx, w.loader.memory = ctx, w.memory[o.name]
	return do(o)
}

// begin takes over what was set, and lets the next that is set give up what begins now.
func (w *Workspace) begin(cancel context.CancelFunc) error {
	w.edits.Lock()
	defer w.edits.Unlock()
	for len(w.waiting) > 0 {
		if err := w.apply(w.waiting[0]); err != nil {
			return err
		}
		w.waiting = w.waiting[1:]
	}
	w.cancel = cancel
	return nil
}

func (w *Workspace) apply(e edit) error {
	before, known := w.loader.known(place{0, e.name})
	if err := w.over.Set(e.name, e.text); err != nil {
		return err
	}
	if e.text == nil {
		w.loader.forget(e.name)
		return nil
	}
	size := int64(len(*e.text))
	if !known || declared(before, "pack") != declared(*e.text, "pack") || !w.loader.resize(e.name, size) {
		w.loader.forget(e.name)
	}
	w.loader.unread(place{0, e.name})
	return nil
}

// forget forgets a file and which folders there are.
func (l *Loader) forget(name string) {
	l.unread(place{0, name})
	for at := range l.folders {
		if at.system == 0 {
			delete(l.folders, at)
		}
	}
}

// unread forgets what a file said.
func (l *Loader) unread(at place) {
	for d := range syntax.Whole + 1 {
		r := reading{at, d}
		if p := l.parsed[r]; p != nil {
			l.before[r] = p.file
			l.held.add(p.file, -1)
		}
		delete(l.parsed, r)
	}
	l.kept -= len(l.texts[at])
	delete(l.texts, at)
}

// resize notes how large a file is now, if its folder is known.
func (l *Loader) resize(name string, size int64) bool {
	f := l.folders[place{0, path.Dir(name)}]
	if f == nil {
		return false
	}
	for i := range f.files {
		if f.files[i].base == path.Base(name) {
			f.files[i].size = size
			return true
		}
	}
	return false
}

// around is the program that a file or the folder of a pack belongs to.
func (l *Loader) around(name string) (program, error) {
	info, err := l.Local.Stat(name)
	if err != nil {
		return program{}, err
	}
	at := place{0, name}
	if !info.IsDir() {
		at.name = path.Dir(name)
	}
	f, id, err := l.pack(at)
	switch {
	case err != nil:
		return program{}, err
	case id != "":
		return program{name: id, at: at, pack: true, files: f.files}, nil
	case info.IsDir():
		return program{}, &fs.PathError{Op: "check", Path: name, Err: errors.New("this folder is no pack")}
	}
	return program{name: name, at: at, files: []entry{{base: path.Base(name), size: info.Size()}}}, nil
}
