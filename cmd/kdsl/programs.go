package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/rules"
	"github.com/kdsl-lang/kdsl/spells"
	"github.com/kdsl-lang/kdsl/stdlib"
)

// library is what comes with kdsl.
func library() []afero.Fs {
	return []afero.Fs{afero.FromIOFS{FS: stdlib.FS}, afero.FromIOFS{FS: rules.FS}, afero.FromIOFS{FS: spells.FS}}
}

// programs reads the programs that the arguments name: files, folders, `-` for standard input;
// without arguments, the pack around the working folder. stdin is the name that messages give to
// standard input.
func (t *tool) programs(args []string, stdin string) ([]*load.Unit, error) {
	if len(args) == 0 {
		around, err := files.Around(t.disk, t.admit)
		if err != nil {
			return nil, environment(err)
		}
		args = []string{around}
	}
	var paths []string
	text := false
	for _, a := range args {
		switch {
		case a == "":
			return nil, usage("the name of a file or folder is empty")
		case a == "-":
			text = true
		default:
			paths = append(paths, filepath.ToSlash(a))
		}
	}
	var units []*load.Unit
	if len(paths) > 0 {
		if err := t.admit(paths...); err != nil {
			return nil, environment(err)
		}
		var err error
		if units, err = loader(t.disk).Load(paths...); err != nil {
			return nil, environment(err)
		}
		if len(units) == 0 {
			return nil, environment(fmt.Errorf("there is no .kdsl file in %s", strings.Join(paths, ", ")))
		}
	}
	if text {
		u, err := t.standardInput(stdin)
		if err != nil {
			return nil, err
		}
		units = append(units, u)
	}
	return units, nil
}

// loader reads programs of a disk and of what comes with kdsl.
func loader(disk afero.Fs) *load.Loader { return &load.Loader{Local: disk, Library: library()} }

// isThere tells whether a path names a file or folder, and admits it.
func isThere(t *tool, path string) bool {
	if t.admit(path) != nil {
		return false
	}
	_, err := t.disk.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

func (t *tool) standardInput(name string) (*load.Unit, error) {
	b, err := io.ReadAll(io.LimitReader(t.in, load.MaxFile+1))
	if err != nil {
		return nil, environment(fmt.Errorf("reading standard input: %w", err))
	}
	if err := t.admit("."); err != nil {
		return nil, environment(err)
	}
	u, err := loader(t.disk).LoadText(name, string(b))
	if err != nil {
		return nil, environment(err)
	}
	return u, nil
}

// diagnostics are those of all units, in order; what several units share stands once.
func diagnostics(units []*load.Unit) diag.List {
	type key struct {
		file, code, message string
		start, end          int
	}
	seen := map[key]bool{}
	var all diag.List
	for _, u := range units {
		for _, d := range u.Diags {
			k := key{code: d.Code, message: d.Message, start: d.Span.Start, end: d.Span.End}
			if d.Span.File != nil {
				k.file = d.Span.File.Name
			}
			if !seen[k] {
				seen[k] = true
				all = append(all, d)
			}
		}
	}
	all.Sort()
	return all
}

// mistakes tells the errors of the units and answers whether there are any. What is only a warning
// is for `check`.
func (t *tool) mistakes(units []*load.Unit) bool {
	var errs diag.List
	for _, d := range diagnostics(units) {
		if d.Severity == diag.Error {
			errs = append(errs, d)
		}
	}
	if len(errs) == 0 {
		return false
	}
	diag.Text(t.err, errs, t.painter(t.err).On)
	t.say("")
	return true
}

// playable reads programs that must be without errors to go on.
func (t *tool) playable(args []string) ([]*load.Unit, error) {
	units, err := t.programs(args, "stdin")
	if err != nil {
		return nil, err
	}
	if t.mistakes(units) {
		return nil, problems
	}
	return units, nil
}

// script is one script of one program.
type script struct {
	unit  *load.Unit
	index int
	*ir.Script
}

// scripts lists the scripts of a sort that belong to the units themselves; when they have none, those
// of the packs that they use.
func scripts(units []*load.Unit, word ir.ScriptWord) []script {
	var own, all []script
	for _, u := range units {
		if u.Diags.HasErrors() || u.Program == nil {
			continue
		}
		for i, s := range u.Program.Scripts {
			if s.Word != word {
				continue
			}
			all = append(all, script{u, i, s})
			if u.Runs(s) {
				own = append(own, script{u, i, s})
			}
		}
	}
	if len(own) > 0 {
		return own
	}
	return all
}

// named picks the scripts that have a name; with no name, all of them.
func named(list []script, what, name string) ([]script, error) {
	if len(list) == 0 {
		return nil, usage("there is no %s in it", what)
	}
	if name == "" {
		return list, nil
	}
	var out []script
	var known []string
	for _, s := range list {
		known = append(known, s.Name)
		if s.Name == name {
			out = append(out, s)
		}
	}
	if out == nil {
		err := unknown(what, name, known, "")
		if diag.Nearest(name, known) == "" {
			err = usage("there is no %s %q; there is %s", what, name, strings.Join(known, ", "))
		}
		return nil, err
	}
	return out, nil
}
