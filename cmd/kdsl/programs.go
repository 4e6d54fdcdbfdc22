package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// programs reads the programs that the arguments name: files, folders, `-` for standard input;
// without arguments, the pack around the working folder. One that names none of these may be the id of a pack of the
// library. stdin is the name that messages give to
// standard input.
func (t *tool) programs(args []string, stdin string) ([]*load.Unit, error) {
	units, err := t.read(args, stdin, (*load.Loader).Load, func(l *load.Loader, name, text string) ([]*load.Unit, error) {
		u, err := l.LoadText(name, text)
		return []*load.Unit{u}, err
	})
	if len(args) == 1 && errors.Is(err, fs.ErrNotExist) {
		if u := ofLibrary(args[0]); u != nil {
			return []*load.Unit{u}, nil
		}
	}
	return units, err
}

// checked only checks them, and the packs on the disk that they use.
func (t *tool) checked(args []string, stdin string) ([]*load.Unit, error) {
	return t.read(args, stdin, (*load.Loader).Check, (*load.Loader).CheckText)
}

func (t *tool) read(args []string, stdin string, all func(*load.Loader, ...string) ([]*load.Unit, error),
	one func(l *load.Loader, name, text string) ([]*load.Unit, error)) ([]*load.Unit, error) {
	defer roomy()()
	args, err := t.paths(args)
	if err != nil {
		return nil, err
	}
	text := slices.Contains(args, "-")
	paths := slices.DeleteFunc(args, func(a string) bool { return a == "-" })
	var units []*load.Unit
	if len(paths) > 0 {
		if err := t.admit(paths...); err != nil {
			return nil, err
		}
		l := library.Loader(t.disk)
		l.Amend = t.amend
		if units, err = all(l, paths...); err != nil {
			return nil, err
		}
		if len(units) == 0 {
			return nil, noFile(paths)
		}
	}
	if text {
		text, err := t.input()
		if err != nil {
			return nil, err
		}
		if err := t.admit("."); err != nil {
			return nil, err
		}
		more, err := one(library.Loader(t.disk), stdin, text)
		if err != nil {
			return nil, err
		}
		units = append(units, more...)
	}
	return units, nil
}

// paths are the arguments as paths; without arguments, the pack around the working folder.
func (t *tool) paths(args []string) ([]string, error) {
	if len(args) == 0 {
		around, err := files.Around(t.disk, t.admit)
		if err != nil {
			return nil, err
		}
		args = []string{around}
	}
	var out []string
	for _, a := range args {
		if a == "" {
			return nil, usage("the name of a file or folder is empty")
		}
		out = append(out, filepath.ToSlash(a))
	}
	return out, nil
}

// noFiles says where there is nothing to read.
type noFiles string

func (e noFiles) Error() string { return "there is no .kdsl file in " + string(e) }

func noFile(paths []string) error { return noFiles(strings.Join(paths, ", ")) }

// subject reads what `[FILE|PACK]` means: programs as everywhere, or a pack by its id, which is found where programs of the working
// folder find it.
func (t *tool) subject(args []string) ([]*load.Unit, error) {
	if len(args) == 1 && isName(args[0]) {
		if err := t.admit("."); err != nil {
			return nil, err
		}
		if at, err := library.Loader(t.disk).Located(".", args[0]); err != nil {
			return nil, err
		} else if at != "" {
			return t.playable([]string{at})
		}
		if u := ofLibrary(args[0]); u != nil {
			return []*load.Unit{u}, nil
		}
	}
	units, err := t.playable(args)
	if none := new(noFiles); len(args) == 0 && errors.As(err, none) {
		err = fmt.Errorf("%w; name a file, a folder or a pack, of which there are %s", err, strings.Join(library.Games(), ", "))
	}
	return units, err
}

// elsewhere are the games of the library, but for one, that have a printed card of which something holds.
func elsewhere(but string, holds func(*ir.Program, *ir.Card) bool) (out []string) {
	for _, id := range library.Games() {
		if id == but {
			continue
		}
		if u := ofLibrary(id); u != nil && slices.ContainsFunc(u.Program.Cards, func(c *ir.Card) bool {
			return c.Pack == id && layout.Printed(u.Program, c) && holds(u.Program, c)
		}) {
			out = append(out, id)
		}
	}
	return out
}

// cardNamed is the card of a program that rules call so; nil for none.
func cardNamed(p *ir.Program, id string) *ir.Card {
	if i := slices.IndexFunc(p.Cards, func(c *ir.Card) bool { return c.Name == id }); i >= 0 {
		return p.Cards[i]
	}
	return nil
}

// calls tells whether a card is called something: its id, or as it is printed.
func calls(c *ir.Card, name string) bool {
	if c.Name == name {
		return true
	}
	for _, t := range []*ir.Template{c.Texts.En, c.Texts.Fr} {
		if t != nil && strings.EqualFold(strings.TrimSpace(firstWords(t)), name) {
			return true
		}
	}
	return false
}

// firstWords is what a template says before its first parameter.
func firstWords(t *ir.Template) string {
	if len(t.Parts) == 0 {
		return ""
	}
	return strings.TrimRight(t.Parts[0].Text, " (")
}

// ofLibrary is a pack of the library, which is read once; nil when none has this id.
func ofLibrary(id string) *load.Unit {
	if !isName(id) {
		return nil
	}
	read, _ := packs.LoadOrStore(id, sync.OnceValue(func() *load.Unit {
		defer roomy()()
		u, err := library.Loader(afero.NewMemMapFs()).LoadPack(id)
		if err != nil || u == nil || u.Diags.HasErrors() {
			return nil
		}
		return u
	}))
	return read.(func() *load.Unit)()
}

// packs are those of the library that were asked for, by id.
var packs sync.Map

func isName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// split splits FILE:NAME at the first colon before which there is a file, or else at the last.
func (t *tool) split(arg string) (path, name string) {
	if arg == "-" || t.isThere(arg) {
		return arg, ""
	}
	for i, r := range arg {
		if r == ':' && t.isThere(arg[:i]) {
			return arg[:i], arg[i+1:]
		}
	}
	if i := strings.LastIndexByte(arg, ':'); i >= 0 {
		return arg[:i], arg[i+1:]
	}
	return arg, ""
}

// isThere tells whether a path names a file or folder, and admits it.
func (t *tool) isThere(path string) bool {
	if t.admit(path) != nil {
		return false
	}
	_, err := t.disk.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// input is the text on standard input, as much of it as is read.
func (t *tool) input() (string, error) {
	b, err := io.ReadAll(io.LimitReader(t.in, load.MaxFile+1))
	if err != nil {
		return "", fmt.Errorf("reading standard input: %w", err)
	}
	return string(b), nil
}

// mistakes tells the errors of the units and answers whether there are any. What is only a warning
// is for `check`.
func (t *tool) mistakes(units []*load.Unit) bool {
	errs := slices.DeleteFunc(library.Diagnostics(units), func(d diag.Diagnostic) bool { return d.Severity != diag.Error })
	if len(errs) == 0 {
		return false
	}
	t.diagnose(errs)
	t.say("")
	return true
}

// diagnose shows diagnostics beside the result.
func (t *tool) diagnose(all diag.List) error {
	return diag.Text(t.err, all, t.tongue(), t.painter(t.err).On)
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

// named picks the scripts that have a name; with no name, all of them.
func named(list []library.Script, what, name string) ([]library.Script, error) {
	if len(list) == 0 {
		return nil, usage("there is no %s in it", what)
	}
	if name == "" {
		return list, nil
	}
	known := library.Names(list)
	parts := slices.DeleteFunc(slices.Clone(known), func(n string) bool { return !strings.Contains(strings.ToLower(n), strings.ToLower(name)) })
	out := slices.DeleteFunc(slices.Clone(list), func(s library.Script) bool { return s.Name != name })
	switch {
	case len(out) > 0:
		return out, nil
	case len(parts) == 1:
		return nil, usage("there is no %s %q: did you mean %q?", what, name, parts[0])
	case diag.Nearest(name, known) == "":
		return nil, usage("there is no %s %q; there is %s", what, name, strings.Join(known, ", "))
	}
	return nil, unknown(what, name, known, "")
}
