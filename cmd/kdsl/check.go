package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/afero"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/proof"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

type checkCommand struct {
	report
	format, stdin, level string
	fix, dry             bool
}

func (c *checkCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:     "check [PATH...]",
		Aliases: []string{"vet"},
		Short:   "Report what is wrong in programs",
		Long: `Check reads programs and reports what is wrong in them, with the place and,
where it is clear, the edit that mends it. The packs on the disk that they
use are checked, too. Each sentence of a card is proof-read against its rule,
and what lacks words in a pack that says that it is complete is told.

With --fix what is safe to mend is mended first: slips of writing that can mean
but one thing, such as = for == in a condition, quotes of a word processor,
"and" for &&, a missing colon, a file in UTF-16. Nothing that a card prints, no
number and no name is changed, and no layout (kdsl fmt). Each mend was proved by
checking the program with it.

` + pathsHelp,
		Example: `  kdsl check
  kdsl check cards/ --json
  kdsl check cards/ --fix
  kdsl check - < draft.kdsl`,
	}
}

func (c *checkCommand) flags(fs *pflag.FlagSet) {
	fs.BoolVar(&c.asJSON, "json", false, "write one JSON document (--format json)")
	words(fs, &c.format, "format", "pretty, compact or json", "pretty", "compact", "json")
	words(fs, &c.level, "fail-level", "exit with 1 from here on: warning or error", "error", "warning")
	fs.BoolVar(&c.fix, "fix", false, "mend what is safe to mend, and report what is left")
	fs.BoolVar(&c.dry, "dry-run", false, "with --fix: show what would be mended, and write nothing")
	fs.StringVar(&c.stdin, "stdin-filename", "stdin", "what messages call standard input")
}

func (c *checkCommand) run(t *tool, args []string) error {
	switch {
	case c.dry && !c.fix:
		return usage("--dry-run goes with --fix")
	case c.fix && slices.Contains(args, "-"):
		return usage("--fix mends files, and standard input is none")
	}
	units, err := t.checked(args, c.stdin)
	if err != nil {
		return err
	}
	disk := t.disk
	if c.fix {
		if disk, err = c.mend(t, units); err != nil {
			return err
		}
		if units, err = library.Loader(disk).Check(locals(units)...); err != nil {
			return err
		}
	}
	others := fellows(args, units)
	words, err := wordsOf(disk, units)
	if err != nil {
		return err
	}
	all := append(library.Diagnostics(units), words...)
	all.Sort()
	switch {
	case c.asJSON || c.format == "json":
		err = writeJSON(t.out, documentOf(entry{"diagnostics", diag.Reports(all.In(t.tongue()))}))
	case c.format == "compact":
		err = diag.Compact(t.err, all, t.tongue())
	default:
		err = t.diagnose(all)
		if len(all) > 0 {
			t.say("")
		}
		t.say("%s", summary(all, units))
		if why := whyRead(all, others); why != "" {
			t.say("%s", why)
		}
	}
	if err != nil {
		return err
	}
	if all.HasErrors() || c.level == "warning" && len(all) > 0 {
		return problems
	}
	return nil
}

// whyRead is why files are read that were not named, where something is told of one; "" where nothing is.
func whyRead(all diag.List, others map[string]string) string {
	for _, d := range all {
		at := []source.Span{d.Span}
		for _, r := range d.Related {
			at = append(at, r.Span)
		}
		for _, a := range at {
			if a.File != nil && others[a.File.Name] != "" {
				return others[a.File.Name]
			}
		}
	}
	return ""
}

// fellows are the files that were not named, and that are read because they are of one pack with some that were, each with what
// is said of that.
func fellows(named []string, units []*load.Unit) map[string]string {
	others, clean := map[string]string{}, []string{}
	for _, a := range named {
		clean = append(clean, path.Clean(filepath.ToSlash(a)))
	}
	for _, u := range units {
		local, pack := u.Local(), u.PackAt()
		i := slices.IndexFunc(clean, func(a string) bool { return slices.Contains(local, a) })
		if i < 0 || !pack.IsValid() {
			continue
		}
		said := fmt.Sprintf("%s is of the pack %s, which %s declares: all files of the folder are one program", clean[i], u.Name, pack.File.Name)
		for _, f := range u.Own {
			if !slices.Contains(clean, f.Source.Name) {
				others[f.Source.Name] = said
			}
		}
	}
	return others
}

// wordsOf is what the words of packs lack that say that they are complete, and what sentences say that their rules do not.
func wordsOf(disk afero.Fs, units []*load.Unit) (diag.List, error) {
	defer roomy()()
	var all diag.List
	for _, u := range units {
		if u.Diags.HasErrors() || !u.Complete && !speaks(u) {
			continue
		}
		clear(u.Own) // they are read again, and are large: how many there are is all that is told of them from here on
		linked, err := library.Loader(disk).Load(u.Local()...)
		switch {
		case errors.Is(err, fs.ErrNotExist): // standard input, or what is gone since
			continue
		case err != nil:
			return nil, err
		}
		for _, l := range linked {
			if l.Program == nil || l.Name != u.Name {
				continue
			}
			if u.Complete {
				all = append(all, aloud.MissingWords(l.Program)...)
			}
			all = append(all, proof.Differences(context.Background(), l.Program, l.Name)...)
		}
	}
	return all, nil
}

// speaks tells whether there is a sentence in a program.
func speaks(u *load.Unit) (found bool) {
	for _, f := range u.Own {
		for _, d := range f.Decls {
			syntax.Walk(d, func(n syntax.Spanned) bool {
				_, text := n.(*syntax.Text)
				found = found || text
				return !found
			})
		}
	}
	return found
}

func summary(all diag.List, units []*load.Unit) string {
	errs, warnings, files, more := 0, 0, 0, ""
	for _, d := range all {
		switch {
		case d.Code == diag.TooMany:
			more = "more than "
		case d.Severity == diag.Error:
			errs++
		default:
			warnings++
		}
	}
	for _, u := range units {
		files += len(u.Own)
	}
	if len(all) == 0 {
		return "no problems in " + count(files, "file")
	}
	var said []string
	if errs > 0 || warnings == 0 {
		said = append(said, count(errs, "error"))
	}
	if warnings > 0 {
		said = append(said, count(warnings, "warning"))
	}
	return fmt.Sprintf("%s%s in %s", more, strings.Join(said, " and "), count(files, "file"))
}
