package main

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// formatting is what `fmt` does with a file that is laid out differently.
type formatting struct{ list, diff, check bool }

func (t *tool) fmtCmd() *cobra.Command {
	var how formatting
	cmd := &cobra.Command{
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
		RunE: func(_ *cobra.Command, args []string) error {
			if slices.Contains(args, "-") {
				if len(args) > 1 {
					return usage("fmt - takes no other path")
				}
				return t.fmtInput(how)
			}
			return t.fmt(args, how)
		},
	}
	cmd.Flags().BoolVarP(&how.list, "list", "l", false, "name the files that are laid out differently")
	cmd.Flags().BoolVarP(&how.diff, "diff", "d", false, "show what would change, and write nothing")
	cmd.Flags().BoolVar(&how.check, "check", false, "write nothing, exit with 1 if anything would change")
	return cmd
}

// layOut formats a text. It fails with the syntax errors, when there are any. The ends of lines stay
// as the file's first line has them.
func layOut(name, text string) (string, diag.List) {
	f, ds := syntax.Parse(source.New(name, text))
	if ds.HasErrors() {
		return text, ds
	}
	out := syntax.Format(f)
	if out != text { // blanks that were added may make a line too long
		if _, ds := syntax.Parse(source.New(name, out)); ds.HasErrors() {
			return text, ds
		}
	}
	if i := strings.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		out = strings.ReplaceAll(strings.ReplaceAll(out, "\r\n", "\n"), "\n", "\r\n")
	}
	return out, nil
}

func (t *tool) fmt(args []string, how formatting) error {
	if len(args) == 0 {
		around, err := files.Around(t.disk, t.admit)
		if err != nil {
			return environment(err)
		}
		args = []string{around}
	}
	named := map[string]bool{}
	for i, a := range args {
		if a == "" {
			return usage("the name of a file or folder is empty")
		}
		args[i] = filepath.ToSlash(a)
		named[path.Clean(args[i])] = true
	}
	if err := t.admit(args...); err != nil {
		return environment(err)
	}
	names, err := loader(t.disk).Files(args...)
	if err != nil {
		return environment(err)
	}
	if len(names) == 0 {
		return environment(fmt.Errorf("there is no .kdsl file in %s", strings.Join(args, ", ")))
	}
	wrong := false
	for _, name := range names {
		if !named[name] { // a link is laid out where it leads to
			if info, err := files.Lstat(t.disk, name); err != nil {
				return environment(err)
			} else if info.Mode()&fs.ModeSymlink != 0 {
				continue
			}
		}
		b, err := files.Read(t.disk, name, load.MaxFile+1)
		if err != nil {
			return environment(err)
		}
		text := string(b)
		out, ds := layOut(name, text)
		if ds != nil {
			diag.Text(t.err, ds, t.painter(t.err).On)
			wrong = true
			continue
		}
		if out == text {
			continue
		}
		t.differs(name, text, out, how)
		if how.check {
			wrong = true
		}
		if how.check || how.diff {
			continue
		}
		if err := files.Replace(t.disk, name, b, []byte(out), t.leave); err != nil {
			return environment(err)
		}
	}
	if wrong {
		return problems
	}
	return nil
}

// differs tells of a file that is laid out differently.
func (t *tool) differs(name, text, out string, how formatting) {
	switch {
	case how.diff:
		t.print("%s", visibleLines(string(diff.Diff(name, []byte(text), name+" (formatted)", []byte(out)))))
	case how.list || how.check:
		t.print("%s\n", diag.Visible(name))
	}
}

func (t *tool) fmtInput(how formatting) error {
	b, err := io.ReadAll(io.LimitReader(t.in, load.MaxFile+1))
	if err != nil {
		return environment(fmt.Errorf("reading standard input: %w", err))
	}
	text := string(b)
	out, ds := layOut("stdin", text)
	if ds != nil {
		diag.Text(t.err, ds, t.painter(t.err).On)
		return problems
	}
	if how.check || how.list || how.diff {
		if out == text {
			return nil
		}
		t.differs("stdin", text, out, how)
		if how.check {
			return problems
		}
		return nil
	}
	t.print("%s", out)
	return nil
}
