package load

import (
	"errors"
	"io/fs"
	"path"
	"slices"

	"github.com/spf13/afero"
)

// Over is a file system that is read through texts that lie over it: of a file of which there is one, that is what it
// says, whether or not there is such a file below. It is read, and never written.
type Over struct {
	afero.Fs
	texts afero.Fs
}

// NewOver lays nothing over a file system yet.
func NewOver(below afero.Fs) *Over { return &Over{afero.NewReadOnlyFs(below), afero.NewMemMapFs()} }

// Set says what a file says; nil: what is below.
func (o *Over) Set(name string, text *string) error {
	if text != nil {
		return afero.WriteFile(o.texts, path.Clean(name), []byte(*text), 0o644)
	}
	if err := o.texts.Remove(path.Clean(name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// above is what lies over a name; nil for nothing.
func (o *Over) above(name string) fs.FileInfo {
	info, err := o.texts.Stat(path.Clean(name))
	if err != nil {
		return nil
	}
	return info
}

// Open opens a file or a folder. What is wrong with a folder below is wrong, whatever lies over it.
func (o *Over) Open(name string) (afero.File, error) {
	a := o.above(name)
	if a != nil && !a.IsDir() {
		return o.texts.Open(path.Clean(name))
	}
	f, err := o.Fs.Open(name)
	switch {
	case a == nil, err != nil && !errors.Is(err, fs.ErrNotExist):
		return f, err
	case err != nil:
		return o.texts.Open(path.Clean(name))
	}
	more, err := afero.ReadDir(o.texts, path.Clean(name))
	return &merged{f, more}, err
}

// Stat describes a file or a folder.
func (o *Over) Stat(name string) (fs.FileInfo, error) {
	a := o.above(name)
	if a != nil && !a.IsDir() {
		return a, nil
	}
	info, err := o.Fs.Stat(name)
	if a != nil && errors.Is(err, fs.ErrNotExist) {
		return a, nil
	}
	return info, err
}

// merged is a folder in which more lies.
type merged struct {
	afero.File
	more []fs.FileInfo
}

// Readdir lists all of the folder at once.
func (m *merged) Readdir(int) ([]fs.FileInfo, error) {
	list, err := m.File.Readdir(-1)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(i fs.FileInfo) bool {
		return slices.ContainsFunc(m.more, func(o fs.FileInfo) bool { return o.Name() == i.Name() && !o.IsDir() })
	})
	for _, o := range m.more {
		if !slices.ContainsFunc(list, func(i fs.FileInfo) bool { return i.Name() == o.Name() }) {
			list = append(list, o)
		}
	}
	return list, nil
}
