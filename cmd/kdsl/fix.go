package main

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// mend mends what is safe in the files of programs, and tells of it. It returns the disk as it is then; with dry, as
// it would be.
func (c *checkCommand) mend(t *tool, units []*load.Unit) (disk afero.Fs, err error) {
	disk = t.disk
	if c.dry {
		disk = afero.NewCopyOnWriteFs(t.disk, afero.NewMemMapFs())
	}
	for _, u := range units {
		if len(u.Local()) == 0 || len(u.Diags) == 0 {
			continue
		}
		m, err := library.Open(t.disk).Mend(context.Background(), u.Local()[0])
		if err != nil {
			return nil, err
		}
		names := slices.Sorted(maps.Keys(m.Texts))
		for _, name := range names { // all of a program, or nothing
			if _, err := files.Replaceable(t.disk, name); err != nil && !c.dry {
				return nil, err
			}
		}
		for _, name := range names {
			if err := c.write(t, disk, name, m.Texts[name]); err != nil {
				return nil, err
			}
		}
		for _, d := range m.Done {
			at := d.Span.Pos()
			t.say("%s:%d:%d: mended: %s", diag.VisibleLines(d.Span.File.Name), at.Line, at.Column, diag.VisibleLines(t.became(d)))
		}
	}
	return disk, nil
}

// became says what was mended: what stood there and what stands there now, where that is short.
func (t *tool) became(d diag.Diagnostic) string {
	if e := d.Edit(); e != nil {
		was, is := strings.TrimSpace(e.Span.Text()), strings.TrimSpace(e.Text)
		switch short := len(was)+len(is) < 60 && !strings.Contains(was+is, "\n"); {
		case !short:
		case was != "" && is != "":
			return was + " -> " + is
		case is != "":
			return "+ " + is
		case was != "":
			return "- " + was
		}
	}
	return t.words(d.Mends[0].Title)
}

// write puts a mended text in the place of a file; with dry, it shows what would change.
func (c *checkCommand) write(t *tool, disk afero.Fs, name, text string) error {
	old, err := files.Read(t.disk, name, load.MaxFile+1)
	switch {
	case err != nil || string(old) == text:
		return err
	case c.dry:
		t.print("%s", diag.VisibleLines(string(diff.Diff(name, old, name+" (mended)", []byte(text)))))
		return afero.WriteFile(disk, name, []byte(text), 0o644)
	}
	return files.Replace(t.disk, name, old, []byte(text), t.leave)
}

// locals are the files of programs.
func locals(units []*load.Unit) (names []string) {
	for _, u := range units {
		names = append(names, u.Local()...)
	}
	return names
}
