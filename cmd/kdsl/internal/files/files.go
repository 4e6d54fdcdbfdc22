// Package files opens the disk for the loader, and no more of it than was named: the folder of each
// argument and the folder around it, where the packs beside it lie. Links that lead out of there are
// refused by the system itself (os.Root).
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/load"
)

// Disk is the part of the disk that some arguments name. Its names are those a user writes:
// relative to the working folder, or absolute.
type Disk struct {
	work  string
	roots []*os.Root
}

// Open makes a Disk of paths, each a file or a folder. A path that does not exist is an error.
func Open(paths ...string) (*Disk, error) {
	work, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	d := &Disk{work: work}
	for _, p := range paths {
		dir := d.absolute(strings.TrimSuffix(p, "..."))
		info, err := os.Stat(dir)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			dir = filepath.Dir(dir)
		}
		for _, at := range []string{dir, filepath.Dir(dir)} {
			if err := d.add(at); err != nil && at == dir {
				return nil, err
			}
		}
	}
	return d, nil
}

func (d *Disk) add(dir string) error {
	if slices.ContainsFunc(d.roots, func(r *os.Root) bool { return r.Name() == dir }) {
		return nil
	}
	r, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	d.roots = append(d.roots, r)
	// The innermost comes first, so that a folder that is itself a link can be named.
	slices.SortFunc(d.roots, func(a, b *os.Root) int { return len(b.Name()) - len(a.Name()) })
	return nil
}

func (d *Disk) absolute(name string) string {
	name = filepath.FromSlash(name)
	if !filepath.IsAbs(name) {
		name = filepath.Join(d.work, name)
	}
	return filepath.Clean(name)
}

// find is the root that a name lies in, and the name inside it.
func (d *Disk) find(op, name string) (*os.Root, string, error) {
	abs := d.absolute(name)
	for _, r := range d.roots {
		rel, err := filepath.Rel(r.Name(), abs)
		if err == nil && filepath.IsLocal(rel) {
			return r, rel, nil
		}
	}
	return nil, "", &fs.PathError{Op: op, Path: name, Err: errors.New("outside of what may be read")}
}

// Open opens a file or folder for reading. Only plain files are read, and no more of one than the
// parser would take.
func (d *Disk) Open(name string) (fs.File, error) {
	r, rel, err := d.find("open", name)
	if err != nil {
		return nil, err
	}
	info, err := r.Stat(rel)
	if err != nil {
		return nil, named(err, name)
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("not a plain file")}
	}
	f, err := r.Open(rel)
	if err != nil {
		return nil, named(err, name)
	}
	return &capped{File: f, left: load.MaxFile + 1}, nil
}

// Stat describes a file or folder.
func (d *Disk) Stat(name string) (fs.FileInfo, error) {
	r, rel, err := d.find("stat", name)
	if err != nil {
		return nil, err
	}
	info, err := r.Stat(rel)
	if err != nil { // a link that leads nowhere, or out: it is there, and is nothing to read
		if link, e := r.Lstat(rel); e == nil {
			return link, nil
		}
	}
	return info, named(err, name)
}

// named puts the user's name for a file into an error.
func named(err error, name string) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return &fs.PathError{Op: p.Op, Path: name, Err: p.Err}
	}
	return err
}

// Fs is the disk as the loader wants it: a view that cannot be written.
func (d *Disk) Fs() afero.Fs { return afero.FromIOFS{FS: d} }

// capped ends a file one byte behind what may be read of it, so that the parser sees that it is
// too large.
type capped struct {
	*os.File
	left int64
}

func (c *capped) Read(b []byte) (int, error) {
	if c.left <= 0 {
		return 0, io.EOF
	}
	if int64(len(b)) > c.left {
		b = b[:c.left]
	}
	n, err := c.File.Read(b)
	c.left -= int64(n)
	return n, err
}

// Replace writes a file anew: the whole text beside it, then in its place, so that whatever happens
// the old text or the new one is there. The file keeps its mode. Until it is in place, leftover is
// told the path of the temporary file, and "" afterwards.
func (d *Disk) Replace(name string, text []byte, leftover func(string)) (err error) {
	r, rel, err := d.find("write", name)
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if info, err := r.Stat(rel); err == nil {
		mode = info.Mode().Perm()
	}
	temp := filepath.Join(filepath.Dir(rel), fmt.Sprintf(".%s.%d.tmp", filepath.Base(rel), os.Getpid()))
	leftover(filepath.Join(r.Name(), temp))
	defer leftover("")
	f, err := r.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return named(err, name)
	}
	defer func() {
		if err != nil {
			r.Remove(temp)
		}
	}()
	if _, err = f.Write(text); err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return named(err, name)
	}
	return named(r.Rename(temp, rel), name)
}

// List names the .kdsl files that a path means: itself, or all below a folder. Folders that begin
// with a dot and those named testdata hold no programs.
func (d *Disk) List(p string) ([]string, error) {
	p = filepath.ToSlash(filepath.Clean(strings.TrimSuffix(p, "...")))
	info, err := d.Stat(p)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{p}, nil
	}
	var out []string
	err = afero.Walk(d.Fs(), p, func(name string, info fs.FileInfo, err error) error {
		if err != nil {
			return err
		}
		base := filepath.Base(name)
		if info.IsDir() && name != p && (strings.HasPrefix(base, ".") || base == "testdata") {
			return fs.SkipDir
		}
		if !info.IsDir() && strings.HasSuffix(base, ".kdsl") && base[0] != '.' {
			out = append(out, filepath.ToSlash(filepath.Clean(name)))
		}
		return nil
	})
	return out, err
}

// Around is the folder of the pack that encloses the working folder, or "." when there is none. No
// farther is looked than the folder of the repository.
func Around() string {
	dir := "."
	for range 64 {
		if hasPack(dir) {
			return dir
		}
		abs, err := filepath.Abs(dir)
		if err != nil || filepath.Dir(abs) == abs {
			break
		}
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			break
		}
		dir = filepath.Join(dir, "..")
	}
	return "."
}

// hasPack tells whether a .kdsl file of the folder declares a pack.
func hasPack(dir string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasSuffix(e.Name(), ".kdsl") {
			continue
		}
		if b, err := read(filepath.Join(dir, e.Name())); err == nil && load.DeclaresPack(b) {
			return true
		}
	}
	return false
}

func read(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, load.MaxFile))
}
