package load

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// place is a file or folder: 0 is the Loader's Local, 1 the first of its Library.
type place struct {
	system int
	name   string
}

var nowhere = place{system: -1}

// of is the name of a file in a folder.
func (p place) of(base string) string { return path.Join(p.name, base) }

func (l *Loader) system(p place) afero.Fs {
	if p.system == 0 {
		return l.Local
	}
	return l.Library[p.system-1]
}

// folder is what a folder holds, and, once it was asked for, of which pack it is and which packs are
// in it.
type folder struct {
	files   []entry // the .kdsl files
	folders []string
	pack    string
	inside  map[string]place
	failed  error             // of a file that inside could not read
	folds   map[string]string // the first file of each name, written without capital letters

	known, packed bool // pack, inside
}

// entry is a file of a folder; size is in bytes.
type entry struct {
	base string
	size int64
}

// folder reads a folder, once. Links to folders are not followed: they could lead back to where they
// are.
func (l *Loader) folder(at place) (*folder, error) {
	if f := l.folders[at]; f != nil {
		return f, nil
	}
	entries, err := afero.ReadDir(l.system(at), at.name)
	if err != nil {
		return nil, err
	}
	f := &folder{folds: map[string]string{}}
	for _, e := range entries {
		name := e.Name()
		switch {
		case e.IsDir():
			f.folders = append(f.folders, name)
		case isSource(name):
			size := e.Size()
			if e.Mode()&fs.ModeSymlink != 0 {
				if to, err := l.system(at).Stat(at.of(name)); err == nil {
					if to.IsDir() {
						continue
					}
					size = to.Size()
				}
			}
			f.files = append(f.files, entry{name, size})
		}
	}
	slices.SortFunc(f.files, func(a, b entry) int { return strings.Compare(a.base, b.base) })
	sort.Strings(f.folders)
	for _, e := range f.files {
		if k := fold(e.base); f.folds[k] == "" {
			f.folds[k] = e.base
		}
	}
	if l.folders == nil {
		l.folders = map[place]*folder{}
	}
	l.folders[at] = f
	return f, nil
}

// pack reads a folder and finds the id of the pack that it is, or "".
func (l *Loader) pack(at place) (*folder, string, error) {
	f, err := l.folder(at)
	if err != nil {
		return nil, "", err
	}
	if f.known {
		return f, f.pack, nil
	}
	for _, e := range f.files {
		text, err := l.text(at, e)
		if err != nil {
			return nil, "", err
		}
		if f.pack = declared(text, "pack"); f.pack != "" {
			break
		}
	}
	f.known = true
	return f, f.pack, nil
}

// inside lists the packs in the folders of a folder, and says what could not be read of them. A folder
// that cannot be listed holds none: it may be anybody's.
func (l *Loader) inside(at place) (map[string]place, error) {
	f, err := l.folder(at)
	if err != nil {
		return nil, unlessClosed(err)
	}
	if f.packed {
		return f.inside, f.failed
	}
	f.inside, f.packed = map[string]place{}, true
	for _, name := range f.folders {
		sub := place{at.system, at.of(name)}
		if _, err := l.folder(sub); unlessClosed(err) == nil && err != nil {
			continue
		}
		_, id, err := l.pack(sub)
		if _, there := f.inside[id]; id != "" && !there {
			f.inside[id] = sub
		}
		if f.failed == nil {
			f.failed = err
		}
	}
	return f.inside, f.failed
}

// unlessClosed is the error, unless it is only that a folder is not there or not for us.
func unlessClosed(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrInvalid) {
		return nil
	}
	return err
}

// locate finds a pack: in the folder itself, beside it, then in the library. When there is none it
// names those that there are.
func (l *Loader) locate(at place, id string) (place, []string, error) {
	var known []string
	var failed error
	for _, dir := range []string{at.name, path.Join(at.name, "..")} {
		packs, err := l.inside(place{at.system, dir})
		if failed == nil {
			failed = err
		}
		if found, ok := packs[id]; ok {
			return found, nil, nil
		}
		known = slices.AppendSeq(known, maps.Keys(packs))
	}
	if err := l.index(); err != nil {
		return nowhere, nil, err
	}
	if found, ok := l.packs[id]; ok {
		return found, nil, nil
	}
	known = slices.AppendSeq(known, maps.Keys(l.packs))
	sort.Strings(known)
	return nowhere, known, failed
}

// index lists the packs of the library.
func (l *Loader) index() error {
	if l.packs != nil {
		return nil
	}
	packs := map[string]place{}
	for i := range l.Library {
		err := l.walk(place{i + 1, "."}, func(at place, _ *folder) error {
			_, id, err := l.pack(at)
			if _, there := packs[id]; id != "" && !there {
				packs[id] = at
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	l.packs = packs
	return nil
}

// indexNames lists the names of the library that others speak of, each with the ids of the packs that declare it.
func (l *Loader) indexNames() error {
	if err := l.index(); err != nil || l.declared != nil {
		return err
	}
	names := map[string][]string{}
	for _, id := range slices.Sorted(maps.Keys(l.packs)) {
		at := l.packs[id]
		f, err := l.folder(at)
		if err != nil {
			return err
		}
		for _, e := range f.files {
			text, err := l.text(at, e)
			if err != nil {
				return err
			}
			for _, word := range []string{"kind", "enum", "bag", "event", "span", "action", "function", "table", "zone"} {
				for n := range allDeclared(text, word) {
					if !slices.Contains(names[n], id) {
						names[n] = append(names[n], id)
					}
				}
			}
		}
	}
	l.declared = names
	return nil
}

// Files names the .kdsl files that paths of Local mean: themselves, or all below a folder but what begins
// with a dot or lies in a folder named testdata. Sorted, each once.
func (l *Loader) Files(paths ...string) ([]string, error) {
	var out []string
	for _, p := range paths {
		p = path.Clean(strings.TrimSuffix(p, "..."))
		info, err := l.Local.Stat(p)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			out = append(out, p)
			continue
		}
		err = l.walk(place{0, p}, func(at place, f *folder) error {
			for _, e := range f.files {
				out = append(out, at.of(e.base))
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

// walk visits a folder and all below it. Folders that begin with a dot and those named testdata hold
// no programs.
func (l *Loader) walk(at place, visit func(place, *folder) error) error {
	f, err := l.folder(at)
	if err != nil {
		return err
	}
	if err := visit(at, f); err != nil {
		return err
	}
	for _, name := range f.folders {
		if name[0] == '.' || name == "testdata" {
			continue
		}
		if err := l.walk(place{at.system, at.of(name)}, visit); err != nil {
			return err
		}
	}
	return nil
}

// isSource tells whether a file of a folder is part of a program; editors leave files that begin
// with a dot.
func isSource(base string) bool { return strings.HasSuffix(base, ".kdsl") && base[0] != '.' }

// IsPack tells whether a folder is a pack.
func IsPack(fsys afero.Fs, dir string) (bool, error) {
	_, id, err := (&Loader{Local: fsys}).pack(place{0, dir})
	return id != "", err
}

// text is what a file of a folder says. It is kept until it is parsed, while there is room.
func (l *Loader) text(in place, e entry) (string, error) {
	at := place{in.system, in.of(e.base)}
	if t, ok := l.known(at); ok {
		return t, nil
	}
	t, err := readFile(l.system(at), at.name, e.size)
	if err != nil || l.kept+len(t) > MaxPack {
		return t, err
	}
	if l.texts == nil {
		l.texts = map[place]string{}
	}
	l.texts[at] = t
	l.kept += len(t)
	return t, nil
}

// known is what a file says that has been read already.
func (l *Loader) known(at place) (string, bool) {
	for d := range syntax.Whole + 1 {
		if p := l.parsed[reading{at, d}]; p != nil {
			return p.file.Source.Text, true
		}
	}
	t, ok := l.texts[at]
	return t, ok
}

// twin is the pack of Local that is to be read, too, and is the same as one of the library text for text; or
// else that of the library itself. So what comes with kdsl is not parsed twice where it is written.
func (l *Loader) twin(id string, at place) (place, error) {
	local, there := l.named[id]
	if at.system == 0 || !there {
		return at, nil
	}
	if found, known := l.twins[at]; known {
		return found, nil
	}
	same, err := l.same(at, local)
	if err != nil {
		return nowhere, err
	}
	if l.twins == nil {
		l.twins = map[place]place{}
	}
	if !same {
		local = at
	}
	l.twins[at] = local
	return local, nil
}

// same tells whether two folders hold the same files.
func (l *Loader) same(a, b place) (bool, error) {
	in, err := l.folder(a)
	if err != nil {
		return false, err
	}
	other, err := l.folder(b)
	if err != nil || !slices.Equal(in.files, other.files) {
		return false, err
	}
	for _, e := range in.files {
		one, err := l.text(a, e)
		if err != nil {
			return false, err
		}
		two, err := l.text(b, e)
		if err != nil || one != two {
			return false, err
		}
	}
	return true, nil
}

// readFile reads a file, and no more of it than the parser needs to see that it is too large. It is said to have
// so many bytes.
func readFile(fsys afero.Fs, name string, size int64) (string, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text := bytes.NewBuffer(make([]byte, 0, min(size, MaxFile)+bytes.MinRead))
	_, err = text.ReadFrom(io.LimitReader(f, MaxFile+1))
	return text.String(), err
}

// declared is the first name that a word in column 1 declares, or "".
func declared(text, word string) string {
	for name := range allDeclared(text, word) {
		return name
	}
	return ""
}

// allDeclared lists the names that a word in column 1 declares.
func allDeclared(text, word string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
			after, ok := strings.CutPrefix(line, word)
			name := strings.TrimLeft(after, " \t")
			if n := source.NameLen(name); ok && n > 0 && len(after) > len(name) && !yield(name[:n]) {
				return
			}
		}
	}
}

// devices are names that Windows keeps for itself, with any ending.
var devices = map[string]bool{"con": true, "prn": true, "aux": true, "nul": true, "conin$": true, "conout$": true}

func init() {
	for _, port := range []string{"com", "lpt"} {
		for _, n := range []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "\u00b9", "\u00b2", "\u00b3"} {
			devices[port+n] = true
		}
	}
}

// IsDevice tells whether Windows keeps the name of a file or folder for a device.
func IsDevice(base string) bool {
	stem, _, _ := strings.Cut(base, ".")
	return devices[strings.ToLower(strings.TrimRight(stem, " "))]
}

// maxBase bounds the name of a file inside its folder, in bytes.
const maxBase = 200

// strange says why the name of a file would not do everywhere, or "".
func (f *folder) strange(base string) string {
	name := strings.TrimSuffix(base, ".kdsl")
	switch {
	case len(base) > maxBase:
		return fmt.Sprintf("the name of this file has %d bytes, at most %d do everywhere", len(base), maxBase)
	case strings.ContainsFunc(base, hidden):
		return fmt.Sprintf("%s has a character in its name that is not seen", base)
	case strings.ContainsAny(base, `\:*?"<>|`):
		return fmt.Sprintf("%s has a sign in its name that Windows does not store", base)
	case strings.TrimRight(name, " .") != name || strings.TrimLeft(name, " ") != name:
		return fmt.Sprintf("%s begins or ends with a blank or a dot, which not every system stores", base)
	case IsDevice(base):
		return fmt.Sprintf("%s is the name of a device on Windows", base)
	}
	if first := f.folds[fold(base)]; first != "" && first != base {
		return fmt.Sprintf("%s and %s differ only in capital letters: on many systems only one of them is there", first, base)
	}
	return ""
}

// fold is a name as a system sees it for which capital letters do not count.
func fold(base string) string { return strings.ToLower(strings.ToUpper(base)) }

// hidden tells whether nothing is seen of a character, or it turns what is around it.
func hidden(r rune) bool {
	return r == unicode.ReplacementChar || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.IsSpace(r) && r != ' '
}
