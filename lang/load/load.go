// Package load finds and parses what a program needs, packs included, and has it checked. It is the
// only package of lang that touches files, and reads nothing outside the file systems it is given.
package load

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/check"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// The bounds of what is read: of one file and of one pack.
const (
	MaxFile  = 1 << 20
	MaxFiles = 5_000
)

// Unit is one program: a pack, or a loose file, with all it uses.
type Unit struct {
	Name    string // the pack's id, or the file's name
	Own     []*syntax.File
	Bases   []string // packs that it overlays: their scripts are its own too
	Program *ir.Program
	Diags   diag.List
}

// Runs tells whether a script of the unit's program is to be run with the unit: its own, and those
// of the packs it overlays.
func (u *Unit) Runs(s *ir.Script) bool {
	return s.Pack == u.Name || slices.Contains(u.Bases, s.Pack)
}

// Loader reads programs. Local is searched first, then each of Library.
type Loader struct {
	Local   afero.Fs
	Library []afero.Fs
	mu      sync.Mutex
	parsed  map[string]*parsed
	packs   map[string]place // of the library
}

type parsed struct {
	file  *syntax.File
	diags diag.List
}

// place is a folder of a file system.
type place struct {
	fs  afero.Fs
	dir string
}

var packLine = regexp.MustCompile(`(?m)^pack[ \t]+([A-Za-z_][A-Za-z0-9_]*)`)

// Load reads the programs that the paths name: a file, a folder (with all below it), `./...`.
func (l *Loader) Load(paths ...string) ([]*Unit, error) {
	files, err := l.find(paths)
	if err != nil {
		return nil, err
	}
	var units []*Unit
	done := map[string]bool{}
	for _, name := range files {
		dir := path.Dir(name)
		id, err := packOf(l.Local, dir)
		if err != nil {
			return nil, err
		}
		own := []string{name}
		if id != "" {
			if done[dir] {
				continue
			}
			done[dir] = true
			if own, err = listed(l.Local, dir); err != nil {
				return nil, err
			}
		}
		u, err := l.unit(place{l.Local, dir}, id, own)
		if err != nil {
			return nil, err
		}
		units = append(units, u)
	}
	return units, nil
}

// LoadText checks one text that is in no file system, such as standard input.
func (l *Loader) LoadText(name, text string) (*Unit, error) {
	f, ds := syntax.Parse(source.New(name, text))
	return l.assemble(name, place{l.Local, "."}, []*parsed{{f, ds}})
}

func (l *Loader) unit(at place, id string, own []string) (*Unit, error) {
	name := id
	if id == "" {
		name = own[0]
	}
	all, err := l.parse(at.fs, own)
	if err != nil {
		return nil, err
	}
	return l.assemble(name, at, all)
}

// assemble follows the uses of the files and checks the whole.
func (l *Loader) assemble(name string, at place, own []*parsed) (*Unit, error) {
	u := &Unit{Name: name}
	var in []check.Input
	for _, p := range own {
		u.Own = append(u.Own, p.file)
		u.Diags = append(u.Diags, p.diags...)
		in = append(in, check.Input{File: p.file, Pack: name})
	}
	seen, missing := map[string]bool{name: true}, false
	pending := uses(u.Own)
	for len(pending) > 0 {
		use := pending[0]
		pending = pending[1:]
		if use.overlay && !slices.Contains(u.Bases, use.name.Text) {
			u.Bases = append(u.Bases, use.name.Text)
		}
		if seen[use.name.Text] {
			continue
		}
		seen[use.name.Text] = true
		dir, known, err := l.locate(at, use.name.Text)
		if err != nil {
			return nil, err
		}
		if dir.fs == nil {
			u.Diags.Errorf("undefined-pack", use.name.At, "there is no pack %q", use.name.Text).Suggest(diag.Nearest(use.name.Text, known))
			missing = true
			continue
		}
		files, err := listed(dir.fs, dir.dir)
		if err != nil {
			return nil, err
		}
		all, err := l.parse(dir.fs, files)
		if err != nil {
			return nil, err
		}
		var more []*syntax.File
		for _, p := range all {
			u.Diags = append(u.Diags, p.diags...)
			in = append(in, check.Input{File: p.file, Pack: use.name.Text})
			more = append(more, p.file)
		}
		pending = append(pending, uses(more)...)
	}
	p, ds := check.Check(in, name)
	if missing { // what a missing pack may declare is not undefined, only unread
		ds = slices.DeleteFunc(ds, func(d diag.Diagnostic) bool { return strings.HasPrefix(d.Code, "undefined-") })
	}
	u.Diags = append(u.Diags, ds...)
	if err := l.forgotten(u.Diags, seen); err != nil {
		return nil, err
	}
	u.Diags.Sort()
	if p != nil {
		p.Hash = hash(in)
	}
	u.Program = p
	return u, nil
}

// forgotten says of kinds that are not found which pack of the library declares them.
func (l *Loader) forgotten(diags diag.List, used map[string]bool) error {
	for i := range diags {
		d := &diags[i]
		if d.Code != "undefined-kind" || d.Fix != nil {
			continue
		}
		if err := l.index(); err != nil {
			return err
		}
		kind := regexp.MustCompile(`(?m)^kind[ \t]+` + regexp.QuoteMeta(d.Span.Text()) + `\b`)
		var packs []string
		for id, at := range l.packs {
			files, err := listed(at.fs, at.dir)
			if err != nil {
				return err
			}
			for _, f := range files {
				b, err := afero.ReadFile(at.fs, f)
				if err != nil {
					return err
				}
				if !used[id] && kind.Match(b) {
					packs = append(packs, id)
				}
			}
		}
		if len(packs) > 0 {
			sort.Strings(packs)
			d.Message += fmt.Sprintf("; it is a kind of %s: write `use %s` above", strings.Join(slices.Compact(packs), ", "), packs[0])
		}
	}
	return nil
}

type use struct {
	name    syntax.Name
	overlay bool
}

func uses(files []*syntax.File) []use {
	var out []use
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *syntax.PackDecl:
				for _, n := range d.Uses {
					out = append(out, use{n, false})
				}
				for _, n := range d.Overlays {
					out = append(out, use{n, true})
				}
			case *syntax.UseDecl:
				for _, n := range d.Names {
					out = append(out, use{n, false})
				}
			}
		}
	}
	return out
}

// hash is over the names and texts of all files, in the order of their names.
func hash(in []check.Input) string {
	all := slices.Clone(in)
	sort.Slice(all, func(i, j int) bool { return key(all[i]) < key(all[j]) })
	h := sha256.New()
	for _, i := range all {
		fmt.Fprintf(h, "%s %d\n%s", key(i), len(i.File.Source.Text), i.File.Source.Text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// key names a file inside its pack, so that where a pack or a loose file lies does not matter.
func key(i check.Input) string { return path.Base(i.Pack) + "/" + path.Base(i.File.Source.Name) }

// parse reads and parses files, several at once, each only once.
func (l *Loader) parse(fsys afero.Fs, names []string) ([]*parsed, error) {
	out := make([]*parsed, len(names))
	errs := make([]error, len(names))
	crashes := make(chan any, len(names))
	var wg sync.WaitGroup
	for i, n := range names {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { // a bug of ours belongs to whoever asked
				if p := recover(); p != nil {
					crashes <- p
				}
			}()
			out[i], errs[i] = l.parseFile(fsys, n)
		}()
	}
	wg.Wait()
	select {
	case p := <-crashes:
		panic(p)
	default:
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (l *Loader) parseFile(fsys afero.Fs, name string) (*parsed, error) {
	key := fmt.Sprintf("%p %s", fsys, name)
	l.mu.Lock()
	p := l.parsed[key]
	l.mu.Unlock()
	if p != nil {
		return p, nil
	}
	b, err := afero.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	f, ds := syntax.Parse(source.New(name, string(b)))
	p = &parsed{f, ds}
	l.mu.Lock()
	if l.parsed == nil {
		l.parsed = map[string]*parsed{}
	}
	l.parsed[key] = p
	l.mu.Unlock()
	return p, nil
}

// locate finds a pack: in the folder itself, beside it, then in the library.
func (l *Loader) locate(at place, id string) (place, []string, error) {
	var known []string
	for _, dir := range []string{at.dir, path.Join(at.dir, "..")} {
		entries, err := afero.ReadDir(at.fs, dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if !e.IsDir() {
				continue
			}
			sub := path.Join(dir, e.Name())
			found, err := packOf(at.fs, sub)
			if err != nil {
				return place{}, nil, err
			}
			if found == id {
				return place{at.fs, sub}, nil, nil
			}
			if found != "" {
				known = append(known, found)
			}
		}
	}
	if err := l.index(); err != nil {
		return place{}, nil, err
	}
	for n := range l.packs {
		known = append(known, n)
	}
	sort.Strings(known)
	return l.packs[id], known, nil
}

// index lists the packs of the library.
func (l *Loader) index() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.packs != nil {
		return nil
	}
	l.packs = map[string]place{}
	for _, lib := range l.Library {
		err := afero.Walk(lib, ".", func(name string, info fs.FileInfo, err error) error {
			if err != nil || !info.IsDir() {
				return err
			}
			id, err := packOf(lib, clean(name))
			if err != nil {
				return err
			}
			if _, there := l.packs[id]; id != "" && !there {
				l.packs[id] = place{lib, clean(name)}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// DeclaresPack tells whether a file's text makes its folder a pack.
func DeclaresPack(text []byte) bool { return packLine.Match(text) }

// packOf is the id of the pack that a folder is, or "".
func packOf(fsys afero.Fs, dir string) (string, error) {
	files, err := listed(fsys, dir)
	if err != nil {
		return "", nil
	}
	for _, f := range files {
		b, err := afero.ReadFile(fsys, f)
		if err != nil {
			return "", err
		}
		if m := packLine.FindSubmatch(b); m != nil {
			return string(m[1]), nil
		}
	}
	return "", nil
}

// listed names the .kdsl files of a folder, sorted.
func listed(fsys afero.Fs, dir string) ([]string, error) {
	entries, err := afero.ReadDir(fsys, dir)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if !e.IsDir() && isSource(e.Name()) {
			out = append(out, path.Join(dir, e.Name()))
		}
	}
	sort.Strings(out)
	if len(out) > MaxFiles {
		return nil, fmt.Errorf("%s: more than %d files", dir, MaxFiles)
	}
	return out, nil
}

// isSource tells whether a file of a folder is part of a program; editors leave files that begin
// with a dot.
func isSource(base string) bool { return strings.HasSuffix(base, ".kdsl") && base[0] != '.' }

// find lists the .kdsl files that paths name.
func (l *Loader) find(paths []string) ([]string, error) {
	var out []string
	for _, p := range paths {
		p = clean(strings.TrimSuffix(p, "..."))
		info, err := l.Local.Stat(p)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			out = append(out, p)
			continue
		}
		err = afero.Walk(l.Local, p, func(name string, info fs.FileInfo, err error) error {
			if err != nil {
				return err
			}
			base := path.Base(clean(name))
			if info.IsDir() && name != p && (strings.HasPrefix(base, ".") && base != "." || base == "testdata") {
				return fs.SkipDir
			}
			if !info.IsDir() && isSource(base) {
				out = append(out, clean(name))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	sort.Strings(out)
	return slices.Compact(out), nil
}

// clean makes one name of all the ways to write it: slash-separated and relative.
func clean(p string) string {
	p = path.Clean(strings.ReplaceAll(p, "\\", "/"))
	return strings.TrimPrefix(p, "./")
}
