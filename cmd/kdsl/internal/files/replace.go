package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/load"
)

// Refusal says why a file is not replaced, whatever the disk would do.
type Refusal struct{ Name, Why string }

func (r *Refusal) Error() string { return r.Name + " " + r.Why }

// create opens a file that is not there yet.
const create = os.O_WRONLY | os.O_CREATE | os.O_EXCL

// Replace writes a file anew: the whole text beside it, then in its place, so that whatever happens the
// old text or the new one is there. The file keeps its mode. Only a plain file that may be written is
// replaced. old is what was read of it, nil when nothing was: a file that meanwhile holds something else
// is left as it is. Until the text is in place, leftover is told the name of the temporary file, and ""
// afterwards.
func Replace(fsys afero.Fs, name string, old, text []byte, leftover func(string)) error {
	return replace(fsys, name, old, text, leftover, true)
}

// Renew is Replace for what can be made again at any time: it leaves to the system when the text is on the disk.
func Renew(fsys afero.Fs, name string, text []byte, leftover func(string)) error {
	return replace(fsys, name, nil, text, leftover, false)
}

func replace(fsys afero.Fs, name string, old, text []byte, leftover func(string), sync bool) (err error) {
	info, err := Replaceable(fsys, name)
	if err != nil {
		return err
	}
	temp := filepath.Join(filepath.Dir(name), fmt.Sprintf(".kdsl-%016x.tmp", rand.Uint64()))
	leftover(temp)
	defer leftover("")
	mode := fs.FileMode(0o644)
	if info != nil {
		mode = info.Mode().Perm()
	}
	f, err := fsys.OpenFile(temp, create, mode)
	if err != nil {
		return rename(err, name)
	}
	done := false
	defer func() {
		if !done {
			fsys.Remove(temp)
		}
		err = rename(err, name)
	}()
	if err = write(f, text, sync); err != nil {
		return err
	}
	if info != nil { // what the mask of the process took away
		if err = fsys.Chmod(temp, mode); err != nil {
			return err
		}
	}
	if err = unchanged(fsys, name, old); err != nil {
		return err
	}
	if err = fsys.Rename(temp, name); err != nil {
		return err
	}
	done = true
	if !sync {
		return nil
	}
	return syncFolder(fsys, filepath.Dir(name))
}

func write(f afero.File, text []byte, sync bool) error {
	n, err := f.Write(text)
	if err == nil && n < len(text) {
		err = io.ErrShortWrite
	}
	if err == nil && sync {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// Replaceable tells what stands at a name, nil for nothing, or why that may not be replaced.
func Replaceable(fsys afero.Fs, name string) (fs.FileInfo, error) {
	info, err := Lstat(fsys, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, &Refusal{name, "is a link, and only a plain file is replaced: name the file that it leads to"}
	case info.IsDir():
		return nil, &Refusal{name, "is a folder, and only a plain file is replaced"}
	case !info.Mode().IsRegular():
		return nil, &Refusal{name, "is a device, and only a plain file is replaced"}
	case info.Mode().Perm()&0o222 == 0:
		return nil, fmt.Errorf("%s is read-only, and is left as it is", name)
	}
	return info, nil
}

// unchanged looks a last time at what is going to be replaced.
func unchanged(fsys afero.Fs, name string, old []byte) error {
	info, err := Replaceable(fsys, name)
	if err != nil || old == nil {
		return err
	}
	changed := fmt.Errorf("%s was changed by somebody else in the meantime, and is left as it is", name)
	if info == nil {
		return changed
	}
	now, err := Read(fsys, name, int64(len(old))+1)
	if err == nil && !bytes.Equal(now, old) {
		err = changed
	}
	return err
}

// syncFolder makes sure that the new name of a file is on the disk.
func syncFolder(fsys afero.Fs, dir string) error {
	f, err := fsys.Open(dir)
	if err != nil {
		return err
	}
	err = f.Sync()
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// rename names the file that was meant where the temporary one or the folder failed.
func rename(err error, name string) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return &fs.PathError{Op: "write", Path: name, Err: p.Err}
	}
	return err
}

// Lstat describes a file, folder or link.
func Lstat(fsys afero.Fs, name string) (fs.FileInfo, error) {
	if l, ok := fsys.(afero.Lstater); ok {
		info, _, err := l.LstatIfPossible(name)
		return info, err
	}
	return fsys.Stat(name)
}

// Read reads at most so many bytes of a file.
func Read(fsys afero.Fs, name string, most int64) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

// Around is the folder of the pack that encloses the working folder, or "." when there is none. No
// farther is looked than the folder of the repository. Each folder is admitted before it is read, and none
// afterwards; one that may not be read ends the search.
func Around(fsys afero.Fs, admit func(...string) error) (string, error) {
	defer admit()
	dir := "."
	for range 64 {
		if err := admit(dir); err != nil {
			break
		}
		pack, err := load.IsPack(fsys, filepath.ToSlash(dir))
		switch {
		case pack:
			return dir, nil
		case errors.Is(err, fs.ErrPermission):
			return ".", nil
		case err != nil:
			return "", err
		}
		abs, err := filepath.Abs(dir)
		if err != nil || filepath.Dir(abs) == abs {
			break
		}
		if _, err := Lstat(fsys, filepath.Join(dir, ".git")); err == nil {
			break
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		dir = filepath.Join(dir, "..")
	}
	return ".", nil
}

// Plain tells an error without the words of the system for what failed.
func Plain(err error) string {
	var p *fs.PathError
	if !errors.As(err, &p) {
		return err.Error()
	}
	why := p.Err
	for {
		var inner *fs.PathError
		if !errors.As(why, &inner) {
			break
		}
		why = inner.Err
	}
	said := fmt.Sprintf("%s: %v", p.Path, why)
	if errors.Is(why, fs.ErrNotExist) {
		said = "there is no " + p.Path
	}
	if before, after, ok := bytes.Cut([]byte(err.Error()), []byte(p.Error())); ok {
		return string(before) + said + string(after)
	}
	return said
}
