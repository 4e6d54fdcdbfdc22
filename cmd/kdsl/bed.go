package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/start"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// bed is where a card is written: a file, what it says so far, and the program that its words come from.
type bed struct {
	file  string
	old   []byte // nil: there is no such file
	head  string // what a file begins with
	unit  *load.Unit
	space *load.Workspace // where it is tried what the file may say
}

func (c *newCommand) bed(t *tool, n start.Names) (*bed, error) {
	b := &bed{file: filepath.ToSlash(cmp.Or(c.in, n.ID+".kdsl")), space: library.Open(t.disk)}
	if path.Ext(b.file) != ".kdsl" {
		return nil, usage("--in %s: rules are written in a file whose name ends in .kdsl", b.file)
	}
	if err := stored(b.file); err != nil {
		return nil, err
	}
	if err := t.admit(path.Dir(b.file)); err != nil {
		return nil, err
	}
	old, err := files.Read(t.disk, b.file, load.MaxFile+1)
	switch {
	case err == nil && c.in == "":
		return nil, usage("%s is there already: nothing is overwritten; --in %s adds to it", b.file, b.file)
	case err == nil:
		b.old = append([]byte{}, old...)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	switch around, err := load.IsPack(t.disk, path.Dir(b.file)); {
	case err != nil:
		return nil, err
	case b.old != nil:
		return c.around(t, b, b.file)
	case around:
		return c.around(t, b, path.Dir(b.file))
	}
	units, err := c.games(t)
	if err != nil {
		return nil, err
	}
	b.unit, b.head = units[0], "use "+units[0].Name+"\n\n"
	return b, nil
}

// around takes the program that a file or folder belongs to.
func (c *newCommand) around(t *tool, b *bed, name string) (*bed, error) {
	units, err := t.playable([]string{name})
	if err != nil {
		return nil, err
	}
	b.unit = units[0]
	if of := func(x *ir.Card) bool { return x.Pack == c.game }; c.game != "" && !slices.ContainsFunc(b.unit.Program.Cards, of) {
		return nil, usage("%s is not for %s: leave --for out, or write `use %s` there", name, c.game, c.game)
	}
	return b, nil
}

// setupsOf are the setups that have to be copied with the tests of a card: those of another pack than the one that the copy is for.
func setupsOf(b *bed, c *ir.Card) map[string]*syntax.ScriptDecl {
	if c.Pack == b.unit.Name && b.head == "" {
		return nil
	}
	if c.Pack != b.unit.Name {
		if of := ofLibrary(c.Pack); of != nil {
			return start.Setups(of.Own)
		}
	}
	return start.Setups(b.unit.Own)
}

// with is what the file says with a text at its end.
func (b *bed) with(text string) string {
	if b.old != nil {
		return strings.TrimRight(string(b.old), "\n") + "\n\n" + text
	}
	return b.head + text
}

// program is the program of the file, if that is what it says, and what is wrong in it.
func (b *bed) program(ctx context.Context, text string) (*ir.Program, diag.List, error) {
	b.space.Set(b.file, &text)
	return b.space.Program(ctx, b.file)
}

// proved is what a file says with a copy, without the tests that do not pass for the copy.
func (b *bed) proved(out *start.Copy) (string, error) {
	for {
		text := b.with(out.Text())
		p, wrong, err := b.program(context.Background(), text)
		if err != nil {
			return "", err
		}
		failing := notPassed(p, wrong, out)
		if len(failing) == 0 {
			if wrong.HasErrors() {
				return "", usage("a copy of it cannot be checked: %s", wrong[0].Message)
			}
			return text, nil
		}
		out.Tests = slices.DeleteFunc(out.Tests, func(x start.Test) bool { return failing[x.Name] })
	}
}

// notPassed are the tests of a copy that fail, or in which something is wrong.
func notPassed(p *ir.Program, wrong diag.List, out *start.Copy) map[string]bool {
	failing := map[string]bool{}
	for _, d := range wrong {
		for _, x := range out.Tests {
			if d.Severity == diag.Error && d.Span.File != nil && inside(d.Span, x.Name) {
				failing[x.Name] = true
			}
		}
	}
	if wrong.HasErrors() {
		return failing
	}
	m := interp.New(p)
	for _, x := range out.Tests {
		if !trial.Run(m, m.Script(ir.TestScript, x.Name), trial.Options{}).Passed {
			failing[x.Name] = true
		}
	}
	return failing
}

// inside tells whether a place lies in the test of a name.
func inside(at source.Span, name string) bool {
	before := at.File.Text[:at.Start]
	i := strings.LastIndex(before, "\ntest ")
	return i >= 0 && strings.HasPrefix(before[i+len("\ntest "):], fmt.Sprintf("%q", name))
}
