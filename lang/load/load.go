// Package load finds and parses what a program needs, packs included, and has it checked. It is the
// only package of lang that touches files, and reads nothing outside the file systems it is given.
package load

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
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

// The bounds of what is read and said: bytes of one file and of one pack, files of one pack, and
// diagnostics of one program, besides the line that says how many more there are.
const (
	MaxFile  = 1 << 20
	MaxPack  = 32 << 20
	MaxFiles = 5_000
	MaxDiags = 200
)

// Unit is one program: a pack, or a loose file, with all it uses.
type Unit struct {
	Name    string // the pack's id, or the file's name
	Own     []*syntax.File
	Program *ir.Program // with its scripts, and those of the packs it overlays
	Diags   diag.List
	local   []string
}

// Local names the files of the Loader's Local that the unit was made of.
func (u *Unit) Local() []string { return u.local }

// Loader reads programs. Local is searched first, then each of Library. Each folder is read once, and
// each file is read and parsed once, however often it is asked for; so a Loader is for one reading. Only what
// is beyond MaxPack bytes that nobody has asked to parse may be read again.
type Loader struct {
	Local   afero.Fs
	Library []afero.Fs

	parsed  map[place]*parsed
	texts   map[place]string // read and not yet parsed
	kept    int              // bytes of texts
	folders map[place]*folder
	named   map[string]place    // packs of Local that are to be read
	twins   map[place]place     // packs of the library, and those of Local that are the same text for text
	packs   map[string]place    // of the library
	kinds   map[string][]string // of the library, and the packs that declare them
}

type parsed struct {
	file  *syntax.File
	diags diag.List
	whole bool // with its scripts
}

// told is what is wrong in the file, for those who use it or whose own it is.
func (p *parsed) told(own bool) diag.List {
	if own {
		return p.diags
	}
	return slices.DeleteFunc(slices.Clone(p.diags), func(d diag.Diagnostic) bool { return p.file.InScript(d.Span) })
}

// Load reads the programs that the paths name: a file, a folder (with all below it), `./...`. Names
// are slash-separated. A file or folder that cannot be read is an error; whatever is wrong inside of
// what can be read is a diagnostic of its unit.
func (l *Loader) Load(paths ...string) ([]*Unit, error) {
	files, err := l.find(paths)
	if err != nil {
		return nil, err
	}
	type one struct {
		name string
		at   place
		own  []entry
	}
	var all []one
	l.named = map[string]place{}
	done := map[string]bool{}
	for _, name := range files {
		at := place{0, path.Dir(name)}
		f, id, err := l.pack(at)
		switch {
		case err != nil:
			return nil, err
		case id == "":
			all = append(all, one{name, at, []entry{{base: path.Base(name)}}})
		case !done[at.name]:
			done[at.name] = true
			all = append(all, one{id, at, f.files})
			if _, there := l.named[id]; !there {
				l.named[id] = at
			}
		}
	}
	var units []*Unit
	for _, o := range all {
		own, err := l.parse(o.at, o.own, true)
		if err != nil {
			return nil, err
		}
		u, err := l.assemble(o.name, o.at, own)
		if err != nil {
			return nil, err
		}
		units = append(units, u)
	}
	return units, nil
}

// LoadPack reads a pack of the library; nil when there is none of this id.
func (l *Loader) LoadPack(id string) (*Unit, error) {
	if err := l.index(); err != nil {
		return nil, err
	}
	at, there := l.packs[id]
	if !there {
		return nil, nil
	}
	all, err := l.parsePack(id, at, true)
	if err != nil {
		return nil, err
	}
	return l.assemble(id, at, all)
}

// LoadText checks one text that is in no file system, such as standard input.
func (l *Loader) LoadText(name, text string) (*Unit, error) {
	f, ds := syntax.Parse(source.New(name, text))
	return l.assemble(name, place{0, "."}, []*parsed{{f, ds, true}})
}

// assemble follows the uses of the files and checks the whole. What overlays a pack runs its scripts, too, so
// these are followed first.
func (l *Loader) assemble(name string, at place, own []*parsed) (*Unit, error) {
	u := &Unit{Name: name}
	var in []check.Input
	var uses, overlays []syntax.Name
	add := func(pack string, from int, all []*parsed, own bool) (files []*syntax.File) {
		for _, p := range all {
			u.Diags = append(u.Diags, p.told(own)...)
			in = append(in, check.Input{File: p.file, Pack: pack, Used: !own})
			files = append(files, p.file)
			if from == 0 {
				u.local = append(u.local, p.file.Source.Name)
			}
		}
		used, overlaid := follows(files)
		if uses = append(uses, used...); own {
			overlays = append(overlays, overlaid...)
		} else {
			uses = append(uses, overlaid...)
		}
		return files
	}
	u.Own = add(name, at.system, own, true)
	seen, missing := map[string]bool{name: true}, false
	for len(overlays)+len(uses) > 0 {
		next := &overlays
		if len(overlays) == 0 {
			next = &uses
		}
		use := (*next)[0]
		own := next == &overlays
		*next = (*next)[1:]
		if seen[use.Text] {
			continue
		}
		seen[use.Text] = true
		from, known, err := l.locate(at, use.Text)
		if err != nil {
			return nil, err
		}
		if from == nowhere {
			u.Diags.Errorf("undefined-pack", use.At, "there is no pack %q", use.Text).Suggest(diag.Nearest(use.Text, known))
			missing = true
			continue
		}
		all, err := l.parsePack(use.Text, from, own)
		if err != nil {
			return nil, err
		}
		add(use.Text, from.system, all, own)
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
	u.Diags.Cap(MaxDiags)
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
		if err := l.indexKinds(); err != nil {
			return err
		}
		packs := slices.DeleteFunc(slices.Clone(l.kinds[d.Span.Text()]), func(id string) bool { return used[id] })
		if len(packs) > 0 {
			d.Message += fmt.Sprintf("; it is a kind of %s: write `use %s` above", strings.Join(packs, ", "), packs[0])
		}
	}
	return nil
}

// follows lists the packs that files use, and those that they overlay.
func follows(files []*syntax.File) (uses, overlays []syntax.Name) {
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *syntax.PackDecl:
				uses, overlays = append(uses, d.Uses...), append(overlays, d.Overlays...)
			case *syntax.UseDecl:
				uses = append(uses, d.Names...)
			}
		}
	}
	return uses, overlays
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

// workers is how many files are read and parsed at the same time.
const workers = 8

// parsePack reads and parses a pack. One that is to be checked by itself, too, is parsed as that needs it.
func (l *Loader) parsePack(id string, at place, whole bool) ([]*parsed, error) {
	at, err := l.twin(id, at)
	if err != nil {
		return nil, err
	}
	f, err := l.folder(at)
	if err != nil {
		return nil, err
	}
	return l.parse(at, f.files, whole || l.named[id] == at)
}

// parse reads and parses files of a folder, several at once, each only once: whole, or without its scripts.
func (l *Loader) parse(at place, files []entry, whole bool) ([]*parsed, error) {
	dir, err := l.folder(at)
	if err != nil {
		return nil, err
	}
	key := func(f entry) place { return place{at.system, at.of(f.base)} }
	out := make([]*parsed, len(files))
	errs := make([]error, len(files))
	crashes := make(chan any, len(files))
	busy := make(chan bool, workers)
	within := bounded(files)
	var wg sync.WaitGroup
	for i, f := range files {
		if i >= within {
			out[i] = unread(at, files, i, within)
			continue
		}
		if out[i] = l.parsed[key(f)]; out[i] != nil && (out[i].whole || !whole) {
			continue
		}
		text, known := l.texts[key(f)]
		if p := l.parsed[key(f)]; p != nil { // without its scripts
			text, known = p.file.Source.Text, true
		}
		busy <- true
		wg.Add(1)
		go func() {
			defer func() {
				if p := recover(); p != nil { // a bug of ours belongs to whoever asked
					crashes <- p
				}
				<-busy
				wg.Done()
			}()
			if !known {
				if text, errs[i] = read(l.system(at), at.of(f.base), f.size); errs[i] != nil {
					return
				}
			}
			out[i] = parseFile(at, f.base, text, dir, whole)
		}()
	}
	wg.Wait()
	select {
	case p := <-crashes:
		panic(p)
	default:
	}
	if l.parsed == nil {
		l.parsed = map[place]*parsed{}
	}
	for i, err := range errs {
		if err != nil {
			return nil, err
		}
		if i < within {
			at := key(files[i])
			l.kept -= len(l.texts[at])
			delete(l.texts, at)
			l.parsed[at] = out[i]
		}
	}
	return out, nil
}

// bounded is how many of the files are within the bounds of a pack.
func bounded(files []entry) int {
	size := int64(0)
	for i, f := range files {
		if size += f.size; size > MaxPack || i >= MaxFiles {
			return i
		}
	}
	return len(files)
}

// unread stands for a file behind the bounds of its pack. The first of them says so.
func unread(at place, files []entry, i, within int) *parsed {
	p := &parsed{file: &syntax.File{Source: source.New(at.of(files[i].base), ""), Cut: true}}
	if i == within {
		size := int64(0)
		for _, f := range files {
			size += f.size
		}
		p.diags.Errorf("bad-size", source.Span{File: p.file.Source}, "the pack has %d bytes in %d files, at most %d in %d are read: this file and those after it are not",
			size, len(files), MaxPack, MaxFiles)
	}
	return p
}

// parseFile parses a file of a folder.
func parseFile(at place, base, text string, in *folder, whole bool) *parsed {
	parse := syntax.ParseRules
	if whole {
		parse = syntax.Parse
	}
	f, ds := parse(source.New(at.of(base), text))
	if said := in.strange(base); said != "" {
		ds.Warnf("bad-file-name", source.Span{File: f.Source}, "%s", said)
	}
	return &parsed{f, ds, whole}
}
