package main

import (
	"io/fs"
	"path"
	"slices"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/load"
)

type fmtCommand struct{ list, diff, check bool }

func (c *fmtCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "fmt [PATH...]",
		Short: "Lay files out in the one form",
		Long: `Fmt lays files out in the one form and writes them back. A file with errors in
its syntax is left as it is.

PATH is a file, a folder with all below it, or - to read standard input and
write to standard output. Without PATH it is the pack around you.`,
		Example: `  kdsl fmt
  kdsl fmt --check cards/
  kdsl fmt -d pig.kdsl
  kdsl fmt - < draft.kdsl`,
	}
}

func (c *fmtCommand) flags(fs *pflag.FlagSet) {
	fs.BoolVarP(&c.list, "list", "l", false, "name the files that are laid out differently, and write nothing")
	fs.BoolVarP(&c.diff, "diff", "d", false, "show what would change, and write nothing")
	fs.BoolVar(&c.check, "check", false, "write nothing, exit with 1 if anything would change")
}

func (c *fmtCommand) run(t *tool, args []string) error {
	if slices.Contains(args, "-") {
		if len(args) > 1 {
			return usage("fmt - takes no other path")
		}
		return c.input(t)
	}
	paths, err := t.paths(args)
	if err != nil {
		return err
	}
	named := map[string]bool{}
	for _, p := range paths {
		named[path.Clean(p)] = true
	}
	if err := t.admit(paths...); err != nil {
		return err
	}
	names, err := library.Loader(t.disk).Files(paths...)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return noFile(paths)
	}
	wrong := false
	for _, name := range names {
		if !named[name] { // a link is laid out where it leads to
			if info, err := files.Lstat(t.disk, name); err != nil {
				return err
			} else if info.Mode()&fs.ModeSymlink != 0 {
				continue
			}
		}
		b, err := files.Read(t.disk, name, load.MaxFile+1)
		if err != nil {
			return err
		}
		out, differs, ok := c.layOut(t, name, string(b))
		wrong = wrong || !ok
		if !differs || c.looks() {
			continue
		}
		if err := files.Replace(t.disk, name, b, []byte(out), t.leave); err != nil {
			return err
		}
	}
	if wrong {
		return problems
	}
	return nil
}

// looks tells whether nothing is to be written.
func (c *fmtCommand) looks() bool { return c.list || c.diff || c.check }

func (c *fmtCommand) input(t *tool) error {
	text, err := t.input()
	if err != nil {
		return err
	}
	out, _, ok := c.layOut(t, "stdin", text)
	if !ok {
		return problems
	}
	if !c.looks() {
		t.print("%s", out)
	}
	return nil
}

// layOut lays a text out and tells what is to be told of it: whether it was laid out differently, and whether
// all is well.
func (c *fmtCommand) layOut(t *tool, name, text string) (out string, differs, ok bool) {
	out, ds := ask.Format(name, text)
	if ds != nil {
		t.diagnose(ds)
		return text, false, false
	}
	if out == text {
		return text, false, true
	}
	switch {
	case c.diff:
		t.print("%s", diag.VisibleLines(string(diff.Diff(name, []byte(text), name+" (formatted)", []byte(out)))))
	case c.list || c.check:
		t.print("%s\n", diag.Visible(name))
	}
	return out, true, !c.check
}
