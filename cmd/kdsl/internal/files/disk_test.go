package files_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
)

// world makes far/secret and near/pack/a.kdsl, with links out of the pack, and admits the pack.
func world(t *testing.T) (*files.Disk, string) {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{"far", "near/pack/deep", "near/beside"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"far/secret": "secret", "near/pack/a.kdsl": "a", "near/beside/b.kdsl": "b"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"near/pack/out": "../../far/secret", "near/pack/folder": "../../far", "near/pack/in": "a.kdsl", "near/pack/root": "/"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip("no links here")
		}
	}
	d := &files.Disk{}
	if err := d.Admit(filepath.Join(dir, "near/pack")); err != nil {
		t.Fatal(err)
	}
	return d, dir
}

// What was admitted can be read and written; what lies elsewhere, or behind a link that leads there,
// cannot be touched in any way.
func TestDiskIsConfined(t *testing.T) {
	d, dir := world(t)
	for name, want := range map[string]string{"near/pack/a.kdsl": "a", "near/pack/in": "a", "near/beside/b.kdsl": "b", "near/pack/deep/../a.kdsl": "a"} {
		if b, err := afero.ReadFile(d, filepath.Join(dir, filepath.FromSlash(name))); err != nil || string(b) != want {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
	outside := []string{"far/secret", "near/pack/out", "near/pack/folder/secret", "near/pack/root/etc/hosts", "near/pack/../../far/secret"}
	ways := map[string]func(name string) error{
		"open":      func(n string) error { _, err := d.Open(n); return err },
		"create":    func(n string) error { _, err := d.Create(n); return err },
		"remove":    func(n string) error { return d.Remove(filepath.Join(n, "x")) },
		"removeall": func(n string) error { return d.RemoveAll(filepath.Join(n, "x")) },
		"mkdir":     func(n string) error { return d.Mkdir(n+"x/y", 0o755) },
		"chmod":     func(n string) error { return d.Chmod(n, 0o600) },
		"rename":    func(n string) error { return d.Rename(filepath.Join(dir, "near/pack/a.kdsl"), filepath.Join(n, "x")) },
		"replace":   func(n string) error { return files.Replace(d, n, nil, []byte("x"), func(string) {}) },
	}
	for _, name := range outside {
		for way, do := range ways {
			err := do(filepath.Join(dir, filepath.FromSlash(name)))
			if err == nil && way != "removeall" {
				t.Errorf("%s of %s was possible", way, name)
			}
		}
	}
	if b, err := os.ReadFile(filepath.Join(dir, "far/secret")); err != nil || string(b) != "secret" {
		t.Errorf("the secret is %q, %v", b, err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "near/pack/a.kdsl")); err != nil || string(b) != "a" {
		t.Errorf("the file is %q, %v", b, err)
	}
	if err := d.Admit(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Open(filepath.Join(dir, "near/pack/a.kdsl")); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("after nothing is admitted: %v", err)
	}
}

// Devices and pipes are not opened.
func TestOnlyPlainFiles(t *testing.T) {
	if _, err := os.Stat("/dev/null"); err != nil {
		t.Skip("no devices here")
	}
	d := &files.Disk{}
	if err := d.Admit("/dev/null"); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Open("/dev/null"); err == nil || !strings.Contains(err.Error(), "not a plain file") {
		t.Errorf("got %v", err)
	}
	var refusal *files.Refusal
	if err := files.Replace(d, "/dev/null", nil, nil, func(string) {}); !errors.As(err, &refusal) {
		t.Errorf("got %v", err)
	}
}

// Errors are told with the name that the user wrote, and without system calls.
func TestPlain(t *testing.T) {
	d, dir := world(t)
	_, err := d.Open(filepath.Join(dir, "near/pack/none"))
	if got := files.Plain(err); got != "there is no "+filepath.Join(dir, "near/pack/none") {
		t.Errorf("got %q", got)
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "openat", Path: "a", Err: fs.ErrPermission}, "a: permission denied"},
		{&fs.PathError{Op: "statat", Path: "a", Err: &fs.PathError{Op: "openat", Path: "b", Err: fs.ErrNotExist}}, "there is no a"},
		{errors.Join(errors.New("reading:"), &fs.PathError{Op: "read", Path: "a", Err: fs.ErrClosed}), "reading:\na: file already closed"},
		{errors.New("other"), "other"},
	} {
		if got := files.Plain(c.err); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
