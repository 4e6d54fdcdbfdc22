// Package load finds and parses what a program needs, packs included, and has it checked. It is the
// only package of lang that touches files, and reads nothing outside the file systems it is given.
package load

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
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

// The bounds of what is read and said: bytes of one file and of one pack, words and signs of one pack, files of one pack, and
// diagnostics of one program, besides the line that says how many more there are. A program has no more bytes and words
// than a pack, with all that it uses.
const (
	MaxFile  = 1 << 20
	MaxPack  = 8 << 20
	MaxWords = 300_000
	MaxFiles = 5_000
	MaxDiags = 200
)

// The bounds of what is read together, of however many programs: files, and bytes and words of Local, and words of all programs
// that are made, each with what it uses.
const (
	MaxFilesTogether  = 2 * MaxFiles
	MaxBytesTogether  = 2 * MaxPack
	MaxWordsTogether  = 2 * MaxWords
	MaxLinkedTogether = 3_000_000
	leastLinked       = 500 // what a program counts for that has less: it takes memory, too
)

// Unit is one program: a pack, or a loose file, with all it uses.
type Unit struct {
	Name    string // the pack's id, or the file's name
	Own     []*syntax.File
	All     []*source.File // with those of what it uses
	Program *ir.Program    // with its scripts, and those of the packs it overlays; nil when it was only checked
	Diags   diag.List
	// Complete tells whether the pack says that nothing in it lacks words.
	Complete bool
	local    []string
	uses     map[string]place
	words    int // of all it is made of
}

// Local names the files of the Loader's Local that the unit was made of.
func (u *Unit) Local() []string { return u.local }

// Loader reads programs. Local is searched first, then each of Library. Each folder is read once, and
// each file is read and parsed once, however often it is asked for; so a Loader is for one reading. Only what
// is beyond MaxPack bytes that nobody has asked to parse may be read again.
type Loader struct {
	Local   afero.Fs
	Library []afero.Fs
	Amend   func(*syntax.File) // changes what was parsed of Local before it is checked; nil: nothing does
	Shared  *Parsed            // what loaders have parsed of this Library, which does not change; nil: each parses it itself

	parsed   map[reading]*parsed
	before   map[reading]*syntax.File // what was parsed of files that were set since
	texts    map[place]string         // read and not yet parsed
	kept     int                      // bytes of texts
	held     size                     // of parsed, of Local
	folders  map[place]*folder
	named    map[string]place    // packs of Local that are to be read
	twins    map[place]place     // packs of the library, and those of Local that are the same text for text
	packs    map[string]place    // of the library
	declared map[string][]string // names of the library, and the packs that declare them
	deeper   int                 // how often heads were not enough
	memory   *memory             // of a workspace
	ctx      context.Context     // of what it does now
}

// reading is a file, read to a depth.
type reading struct {
	place
	depth syntax.Depth
}

// size is how much text there is, in bytes and in words and signs.
type size struct{ bytes, words int }

// add adds a file, so many times.
func (s *size) add(f *syntax.File, times int) {
	s.bytes += times * len(f.Source.Text)
	s.words += times * f.Words
}

type parsed struct {
	file    *syntax.File
	diags   diag.List
	copying sync.Once
	copied  *fairCopy // what fair returns
}

// Parsed is what was parsed of a library, for several loaders, at once, too.
type Parsed struct{ files sync.Map }

// read is a file that was read to a depth, or nil. One without mistakes may have been read deeper.
func (l *Loader) read(at place, depth syntax.Depth) *parsed {
	for d := depth; d <= syntax.Whole; d++ {
		if p := l.parsed[reading{at, d}]; p != nil && (d == depth || len(p.diags) == 0) {
			return p
		}
	}
	if l.Shared != nil && at.system > 0 {
		if p, ok := l.Shared.files.Load(reading{at, depth}); ok {
			return p.(*parsed)
		}
	}
	return nil
}

// Load reads the programs that the paths name: a file, a folder (with all below it), `./...`. Names
// are slash-separated. A file or folder that cannot be read is an error, and so is more than is read together; whatever
// is wrong inside of what can be read is a diagnostic of its unit.
func (l *Loader) Load(paths ...string) ([]*Unit, error) {
	all, err := l.programs(paths)
	if err != nil {
		return nil, err
	}
	var units []*Unit
	linked := 0
	for _, o := range all {
		u, err := l.unit(o, syntax.Rules)
		if err != nil {
			return nil, err
		}
		linked += max(u.words, leastLinked)
		if err := l.together(o.name, linked); err != nil {
			return nil, err
		}
		units = append(units, u)
	}
	return units, nil
}

// together is an error when what was read up to a program, and how many words were linked, is more than may be read together.
func (l *Loader) together(name string, linked int) error {
	switch {
	case l.held.bytes > MaxBytesTogether:
		return fmt.Errorf("%s: up to here there are more than %d bytes, which are too many to be read together", name, MaxBytesTogether)
	case l.held.words > MaxWordsTogether:
		return fmt.Errorf("%s: up to here there are more than %d words and signs, which are too many to be read together", name, MaxWordsTogether)
	case linked > MaxLinkedTogether:
		return fmt.Errorf("%s: up to here the programs have more than %d words and signs, each with what it uses, which are too many to be read together", name, MaxLinkedTogether)
	}
	return nil
}

// Check reads programs as Load does, and only tells what is wrong with them: in their own files, and in the
// heads of the packs that they use. Those of Local are checked, too, after what was asked for; those of the
// library are sound.
func (l *Loader) Check(paths ...string) ([]*Unit, error) {
	all, err := l.programs(paths)
	if err != nil {
		return nil, err
	}
	return l.check(all)
}

// CheckText checks one text that is in no file system, such as standard input.
func (l *Loader) CheckText(name, text string) ([]*Unit, error) {
	return l.check([]program{ofText(name, text)})
}

func (l *Loader) check(all []program) ([]*Unit, error) {
	var units []*Unit
	done := map[place]bool{}
	for _, o := range all {
		done[o.at] = done[o.at] || o.pack
	}
	for len(all) > 0 {
		u, err := l.unit(all[0], syntax.Heads)
		if err == nil {
			err = l.together(all[0].name, 0)
		}
		if err != nil {
			return nil, err
		}
		all, units = all[1:], append(units, u)
		for _, id := range slices.Sorted(maps.Keys(u.uses)) {
			if at := u.uses[id]; at.system == 0 && !done[at] {
				done[at] = true
				f, err := l.folder(at)
				if err != nil {
					return nil, err
				}
				all = append(all, program{name: id, at: at, pack: true, files: f.files})
			}
		}
	}
	return units, nil
}

// program is a pack, a file of a folder, or a text.
type program struct {
	name  string
	at    place
	pack  bool
	files []entry
	text  *parsed
}

func ofText(name, text string) program {
	f, ds := syntax.Parse(source.New(name, text))
	return program{name: name, at: place{0, "."}, text: &parsed{file: f, diags: ds}}
}

// programs are those that the paths name.
func (l *Loader) programs(paths []string) ([]program, error) {
	files, err := l.Files(paths...)
	if err != nil {
		return nil, err
	}
	if len(files) > MaxFilesTogether {
		return nil, fmt.Errorf("these are %d files, of which at most %d are read together", len(files), MaxFilesTogether)
	}
	var all []program
	l.named = map[string]place{}
	done := map[string]bool{}
	for _, name := range files {
		at := place{0, path.Dir(name)}
		f, id, err := l.pack(at)
		switch {
		case err != nil:
			return nil, err
		case id == "":
			all = append(all, program{name: name, at: at, files: []entry{{base: path.Base(name)}}})
		case !done[at.name]:
			done[at.name] = true
			all = append(all, program{name: id, at: at, pack: true, files: f.files})
			if _, there := l.named[id]; !there {
				l.named[id] = at
			}
		}
	}
	return all, nil
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
	at, err := l.twin(id, at)
	if err != nil {
		return nil, err
	}
	f, err := l.folder(at)
	if err != nil {
		return nil, err
	}
	return l.unit(program{name: id, at: at, pack: true, files: f.files}, syntax.Rules)
}

// Packs are the ids of the packs of the library, sorted.
func (l *Loader) Packs() ([]string, error) {
	err := l.index()
	return slices.Sorted(maps.Keys(l.packs)), err
}

// LoadText reads one text that is in no file system, such as standard input.
func (l *Loader) LoadText(name, text string) (*Unit, error) {
	return l.unit(ofText(name, text), syntax.Rules)
}

// unit makes a program, or only checks it: against no more than the heads of what it uses. What is wrong is looked for in
// the fair copies of its files.
func (l *Loader) unit(o program, depth syntax.Depth) (*Unit, error) {
	own, err := l.own(o)
	if err != nil {
		return nil, err
	}
	fair, copies := fairly(own)
	a, err := l.assembled(o, fair, depth)
	if err != nil {
		return nil, err
	}
	var ds diag.List
	if depth == syntax.Heads {
		enough, err := false, error(nil)
		m := l.remembered()
		if !m.short || a.torn {
			if ds, enough, err = m.heads.Check(l.context(), a.in, o.name); err != nil {
				return nil, err
			}
		}
		if !enough { // what has been said of the heads stays
			m.short = true
			l.deeper++
			deeper, err := l.assembled(o, fair, syntax.Rules)
			if err != nil {
				return nil, err
			}
			if ds, _, err = m.rules.Check(l.context(), deeper.in, o.name); err != nil {
				return nil, err
			}
		}
	} else {
		a.Program, ds = check.Link(a.in, o.name)
		a.Program.Hash = hash(a.in)
	}
	if len(copies) > 0 {
		of, err := l.assembled(o, own, depth)
		if err != nil {
			return nil, err
		}
		if a.Program != nil {
			a.Program, _ = check.Link(of.in, o.name)
			a.Program.Hash = hash(of.in)
		}
		a.Own, a.All, ds = of.Own, of.All, copies.written(copies.apart(ds))
		a.Diags = copies.written(a.Diags)
	}
	a.words = a.size().words
	return a.Unit, l.told(a, o, ds)
}

// told notes what is wrong with a program.
func (l *Loader) told(a *assembly, o program, ds diag.List) error {
	if a.missing { // what a missing pack may declare is not undefined, only unread
		ds = slices.DeleteFunc(ds, func(d diag.Diagnostic) bool { return strings.HasPrefix(d.Code, "undefined-") })
	}
	a.Complete = complete(a.Own)
	for _, d := range ds { // what a word that is no name was meant for says more than that it is none
		a.Diags = slices.DeleteFunc(a.Diags, func(s diag.Diagnostic) bool {
			return s.Code == "bad-character" && s.Span == d.Span && d.Code == "undefined-name"
		})
	}
	a.Diags = append(a.Diags, ds...)
	a.Diags.Sort()
	said, err := l.forgotten(o, a.clashing(a.oneProgram(a.Diags)), a.seen)
	if err != nil {
		return err
	}
	a.Diags = said
	if err := l.shadowing(a); err != nil {
		return err
	}
	a.Diags.Cap(MaxDiags)
	return nil
}

// own are the files of a program itself.
func (l *Loader) own(o program) ([]*parsed, error) {
	if o.text != nil {
		return []*parsed{o.text}, nil
	}
	return l.parse(o.at, o.files, syntax.Whole)
}

// bindings are what the names of a program are bound to.
func (l *Loader) bindings(o program) (*check.Bindings, error) {
	own, err := l.own(o)
	if err != nil {
		return nil, err
	}
	a, err := l.assembled(o, own, syntax.Rules)
	if err != nil {
		return nil, err
	}
	return check.Bind(l.context(), a.in, o.name)
}

// memory is what is remembered of the checks of a program, by what was read of the packs that it uses.
type memory struct {
	heads, rules check.Memory
	short        bool // heads were not enough, and will hardly be
}

func (l *Loader) remembered() *memory {
	if l.memory == nil {
		return new(memory)
	}
	return l.memory
}

func (l *Loader) context() context.Context {
	if l.ctx == nil {
		return context.Background()
	}
	return l.ctx
}

// assembly is a unit with all the files that it is made of.
type assembly struct {
	*Unit
	in             []check.Input
	seen           map[string]bool
	missing        bool // some pack
	torn           bool // what is used: what is said of that depends on how deep it is read
	used, overlaid []syntax.Name
}

// assembled is a program with its own files, and with all that it uses.
func (l *Loader) assembled(o program, own []*parsed, depth syntax.Depth) (*assembly, error) {
	a := &assembly{Unit: &Unit{Name: o.name, uses: map[string]place{}}}
	return a, l.assemble(a, o.at, own, depth)
}

// add adds the files of a pack, and notes what they follow.
func (a *assembly) add(pack string, from int, all []*parsed, own bool, depth syntax.Depth) {
	var files []*syntax.File
	for _, p := range all {
		used, overlaid := p.file.Packs()
		if a.used = append(a.used, used...); own {
			a.overlaid = append(a.overlaid, overlaid...)
		} else {
			a.used = append(a.used, overlaid...)
		}
		a.Diags = append(a.Diags, p.diags...)
		a.in = append(a.in, check.Input{File: p.file, Pack: pack, Used: !own, Depth: depth})
		a.All = append(a.All, p.file.Source)
		files = append(files, p.file)
		if from == 0 {
			a.local = append(a.local, p.file.Source.Name)
		}
	}
	a.torn = a.torn || !own && slices.ContainsFunc(all, func(p *parsed) bool { return len(p.diags) > 0 })
	if a.Own == nil {
		a.Own = files
	}
}

// assemble follows the uses of the files. What overlays a pack runs its scripts, too, so these are followed
// first.
func (l *Loader) assemble(a *assembly, at place, own []*parsed, depth syntax.Depth) error {
	a.seen = map[string]bool{a.Name: true}
	a.add(a.Name, at.system, own, true, syntax.Whole)
	for len(a.overlaid)+len(a.used) > 0 {
		next, to := &a.overlaid, syntax.Whole
		if len(a.overlaid) == 0 {
			next, to = &a.used, depth
		}
		use := (*next)[0]
		*next = (*next)[1:]
		if a.seen[use.Text] {
			continue
		}
		a.seen[use.Text] = true
		from, known, err := l.locate(at, use.Text)
		if err != nil {
			return err
		}
		if from == nowhere {
			if !slices.ContainsFunc(a.Diags, func(d diag.Diagnostic) bool { // it is no name
				return d.Span.File == use.At.File && d.Span.Start == use.At.Start && d.Span.End > use.At.End
			}) {
				a.Diags.Errorf("undefined-pack", use.At, "there is no pack %q", use.Text).Suggest(diag.Nearest(use.Text, known))
			}
			a.missing = true
			continue
		}
		a.uses[use.Text] = from
		all, err := l.parsePack(use.Text, from, to, depth == syntax.Heads)
		if err != nil {
			return err
		}
		if !a.room(all) {
			a.Diags.Errorf("bad-size", use.At, "with the pack %q the program has more than %d bytes or %d words and signs: the pack is not read", use.Text, MaxPack, MaxWords)
			a.missing = true
			continue
		}
		a.add(use.Text, from.system, all, to == syntax.Whole, to)
	}
	return nil
}

// size is that of all files so far.
func (a *assembly) size() (s size) {
	for _, in := range a.in {
		s.add(in.File, 1)
	}
	return s
}

// room tells whether files are within the bounds of a program that they are added to.
func (a *assembly) room(all []*parsed) bool {
	s := a.size()
	for _, p := range all {
		s.add(p.file, 1)
	}
	return s.bytes <= MaxPack && s.words <= MaxWords
}

// PackAt is where a pack is declared among its files; not valid of a file by itself.
func (u *Unit) PackAt() source.Span {
	for _, f := range u.Own {
		for d := range syntax.Of[*syntax.PackDecl](f.Decls) {
			return d.Name.At
		}
	}
	return source.Span{}
}

// complete tells whether a pack says that nothing in it lacks words.
func complete(files []*syntax.File) bool {
	for _, f := range files {
		for d := range syntax.Of[*syntax.PackDecl](f.Decls) {
			if len(d.Complete) > 0 {
				return true
			}
		}
	}
	return false
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

// workers is how many files are read and parsed at the same time, while each is small: to parse a file takes some hundred times
// its memory.
const (
	workers = 8
	small   = 32 << 10
)

// parsePack reads and parses a pack to a depth. One that is to be checked by itself, too, is parsed as that
// needs it, and serves for both unless something is wrong in it.
func (l *Loader) parsePack(id string, at place, depth syntax.Depth, checking bool) ([]*parsed, error) {
	at, err := l.twin(id, at)
	if err != nil {
		return nil, err
	}
	f, err := l.folder(at)
	if err != nil {
		return nil, err
	}
	if l.named[id] == at || checking && at.system == 0 {
		if _, err := l.parse(at, f.files, syntax.Whole); err != nil {
			return nil, err
		}
	}
	return l.parse(at, f.files, depth)
}

// parse reads and parses files of a folder to a depth, several at once, each only once.
func (l *Loader) parse(at place, files []entry, depth syntax.Depth) ([]*parsed, error) {
	dir, err := l.folder(at)
	if err != nil {
		return nil, err
	}
	name := func(f entry) place { return place{at.system, at.of(f.base)} }
	out := make([]*parsed, len(files))
	errs := make([]error, len(files))
	crashes := make(chan any, len(files))
	busy := make(chan bool, workers)
	within := bounded(files)
	var wg sync.WaitGroup
	var counted sync.Mutex
	words := 0 // of the files so far, or of some of them
	count := func(p *parsed) int {
		counted.Lock()
		defer counted.Unlock()
		if p != nil {
			words += p.file.Words
		}
		return words
	}
	for i, f := range files {
		if f.size > small {
			wg.Wait()
		}
		if i >= within || count(nil) > MaxWords {
			continue
		}
		if out[i] = l.read(name(f), depth); out[i] != nil {
			count(out[i])
			continue
		}
		text, known := l.known(name(f))
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
				if text, errs[i] = readFile(l.system(at), at.of(f.base), f.size); errs[i] != nil {
					return
				}
			}
			out[i] = parseFile(l.before[reading{name(f), depth}], at, f.base, text, dir, depth)
			if l.Amend != nil && at.system == 0 {
				l.Amend(out[i].file)
			}
			count(out[i])
		}()
		if f.size > small {
			wg.Wait()
		}
	}
	wg.Wait()
	select {
	case p := <-crashes:
		panic(p)
	default:
	}
	if l.parsed == nil {
		l.parsed = map[reading]*parsed{}
	}
	total := 0
	for i, err := range errs {
		if err != nil {
			return nil, err
		}
		if i < within {
			if total += out[i].file.Words; total > MaxWords {
				within = i
			}
		}
		if i >= within {
			out[i] = unread(at, files[i])
			if i == within && total > MaxWords {
				out[i].diags.Errorf("bad-size", source.Span{File: out[i].file.Source}, "up to this file the pack has more than %d words and signs: this file and those after it are not read", MaxWords)
			} else if i == within {
				out[i].diags.Errorf("bad-size", source.Span{File: out[i].file.Source}, "the pack has %d bytes in %d files, at most %d in %d are read: this file and those after it are not",
					sizeOf(files), len(files), MaxPack, MaxFiles)
			}
		} else {
			at := name(files[i])
			l.kept -= len(l.texts[at])
			delete(l.texts, at)
			if l.read(at, depth) == nil {
				l.parsed[reading{at, depth}] = out[i]
				if at.system == 0 {
					l.held.add(out[i].file, 1)
				}
				if l.Shared != nil && at.system > 0 {
					l.Shared.files.Store(reading{at, depth}, out[i])
				}
				delete(l.before, reading{at, depth})
			}
		}
	}
	return out, nil
}

// bounded is how many of the files are within the bounds of a pack, as far as their bytes say.
func bounded(files []entry) int {
	size := int64(0)
	for i, f := range files {
		if size += f.size; size > MaxPack || i >= MaxFiles {
			return i
		}
	}
	return len(files)
}

func sizeOf(files []entry) (size int64) {
	for _, f := range files {
		size += f.size
	}
	return size
}

// unread stands for a file behind the bounds of its pack.
func unread(at place, f entry) *parsed {
	return &parsed{file: &syntax.File{Source: source.New(at.of(f.base), ""), Cut: true}}
}

// parseFile parses a file of a folder, which may have been parsed before it was set.
func parseFile(before *syntax.File, at place, base, text string, in *folder, depth syntax.Depth) *parsed {
	f, ds := syntax.ParseAfter(before, depth, source.New(at.of(base), text))
	if said := in.strange(base); said != "" {
		ds.Warnf("bad-file-name", source.Span{File: f.Source}, "%s", said)
	}
	return &parsed{file: f, diags: ds}
}
