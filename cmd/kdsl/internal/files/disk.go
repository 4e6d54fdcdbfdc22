// Package files is the one door to files: the disk as an afero.Fs, how a file is replaced, and how an
// error of a file is told.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/afero"
)

// Disk is the part of the disk that was admitted: the folder of each path and the folder around it, where
// the packs beside it lie. Links that lead out of there are refused by the system itself (os.Root).
// Its names are those a user writes: relative to the working folder, or absolute. Only plain files and
// folders are opened. It is the one place where files are touched by way of os.
type Disk struct {
	afero.ReadOnlyFs // nothing else is done to files than below
	mu               sync.Mutex
	work             string
	roots            []*os.Root
}

var _ afero.Fs = (*Disk)(nil)
var _ afero.Lstater = (*Disk)(nil)

// Admit lets paths be used, each a file or a folder. A path that does not exist is an error. Without paths
// nothing is admitted any more.
func (d *Disk) Admit(paths ...string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(paths) == 0 {
		for _, r := range d.roots {
			r.Close()
		}
		d.roots = nil
	}
	if d.work == "" {
		work, err := os.Getwd()
		if err != nil {
			return err
		}
		d.work = work
	}
	for _, p := range paths {
		dir := d.absolute(strings.TrimSuffix(p, "..."))
		info, err := os.Stat(dir)
		if err != nil {
			return named(err, p)
		}
		if !info.IsDir() {
			dir = filepath.Dir(dir)
		}
		for _, at := range []string{dir, filepath.Dir(dir)} {
			if err := d.add(at); err != nil && at == dir {
				return named(err, p)
			}
		}
	}
	return nil
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
	d.mu.Lock()
	defer d.mu.Unlock()
	abs := d.absolute(name)
	for _, r := range d.roots {
		rel, err := filepath.Rel(r.Name(), abs)
		if err == nil && filepath.IsLocal(rel) {
			return r, rel, nil
		}
	}
	return nil, "", &fs.PathError{Op: op, Path: name, Err: fmt.Errorf("outside of what may be read: %w", fs.ErrPermission)}
}

// do finds a name and does something with it.
func (d *Disk) do(op, name string, with func(*os.Root, string) error) error {
	r, rel, err := d.find(op, name)
	if err != nil {
		return err
	}
	return named(with(r, rel), name)
}

// named puts the user's name for a file into an error.
func named(err error, name string) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		return &fs.PathError{Op: p.Op, Path: name, Err: p.Err}
	case errors.As(err, &l):
		return &fs.PathError{Op: l.Op, Path: name, Err: l.Err}
	}
	return err
}

// Open opens a plain file or a folder for reading.
func (d *Disk) Open(name string) (afero.File, error) { return d.OpenFile(name, os.O_RDONLY, 0) }

// OpenFile opens a plain file or a folder.
func (d *Disk) OpenFile(name string, flag int, mode fs.FileMode) (f afero.File, err error) {
	err = d.do("open", name, func(r *os.Root, rel string) error {
		info, err := r.Stat(rel)
		switch {
		case err != nil && flag&os.O_CREATE == 0:
			return err
		case err == nil && !info.IsDir() && !info.Mode().IsRegular():
			return &fs.PathError{Op: "open", Path: name, Err: errors.New("not a plain file")}
		}
		o, err := r.OpenFile(rel, flag, mode)
		if err == nil {
			f = &file{File: o, name: name, folder: info != nil && info.IsDir()}
		}
		return err
	})
	return f, err
}

// Stat describes a file or folder. A link that leads nowhere, or out, is there, and is nothing to read.
func (d *Disk) Stat(name string) (info fs.FileInfo, err error) {
	err = d.do("stat", name, func(r *os.Root, rel string) (err error) {
		if info, err = r.Stat(rel); err != nil {
			if link, e := r.Lstat(rel); e == nil {
				info, err = link, nil
			}
		}
		return err
	})
	return info, err
}

// LstatIfPossible describes a file, folder or link.
func (d *Disk) LstatIfPossible(name string) (info fs.FileInfo, _ bool, err error) {
	err = d.do("stat", name, func(r *os.Root, rel string) (err error) {
		info, err = r.Lstat(rel)
		return err
	})
	return info, true, err
}

// Rename puts a file in place of another, both in one admitted folder.
func (d *Disk) Rename(from, to string) error {
	return d.do("rename", to, func(r *os.Root, rel string) error {
		source, err := filepath.Rel(r.Name(), d.absolute(from))
		if err != nil {
			return err
		}
		return r.Rename(source, rel)
	})
}

// Mkdir makes a folder.
func (d *Disk) Mkdir(name string, mode fs.FileMode) error {
	return d.do("mkdir", name, func(r *os.Root, rel string) error { return r.Mkdir(rel, mode) })
}

// Remove removes a file or an empty folder.
func (d *Disk) Remove(name string) error {
	return d.do("remove", name, (*os.Root).Remove)
}

// Chmod changes the mode of a file.
func (d *Disk) Chmod(name string, mode fs.FileMode) error {
	return d.do("chmod", name, func(r *os.Root, rel string) error { return r.Chmod(rel, mode) })
}

// Same tells whether two descriptions are of one file on the disk, whatever its names.
func Same(a, b fs.FileInfo) bool { return os.SameFile(a, b) }

// file is an open file whose errors have the user's name for it.
type file struct {
	*os.File
	name   string
	folder bool
}

func (f *file) Name() string { return f.name }

func (f *file) Read(b []byte) (int, error) {
	n, err := f.File.Read(b)
	return n, named(err, f.name)
}

func (f *file) Write(b []byte) (int, error) {
	n, err := f.File.Write(b)
	return n, named(err, f.name)
}

func (f *file) Readdir(n int) ([]fs.FileInfo, error) {
	list, err := f.File.Readdir(n)
	return list, named(err, f.name)
}

func (f *file) Close() error { return named(f.File.Close(), f.name) }

// Sync writes to the disk what is not there yet. Where a folder cannot be synced there is no need to.
func (f *file) Sync() error {
	if f.folder && runtime.GOOS == "windows" {
		return nil
	}
	err := f.File.Sync()
	if f.folder && (errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL)) {
		return nil
	}
	return named(err, f.name)
}
