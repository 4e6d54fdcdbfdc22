package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// formatVersion is of every document that a command writes for other tools. It changes when a key
// changes its meaning or goes; new keys may come without.
const formatVersion = 1

// checked is what `check --json` writes.
type checked struct {
	FormatVersion int           `json:"format_version"`
	Diagnostics   []diag.Report `json:"diagnostics"`
}

func (t *tool) checkCmd() *cobra.Command {
	var format, stdin, level string
	cmd := &cobra.Command{
		Use:     "check [PATH...]",
		Aliases: []string{"vet"},
		Short:   "Report what is wrong in programs",
		Long: `Check reads programs and reports what is wrong in them, with the place and,
where it is clear, the edit that mends it.

PATH is a file, a folder with all below it, or - for standard input. Without
PATH it is the pack around you.`,
		Example: `  kdsl check
  kdsl check cards/ --json
  kdsl check - < draft.kdsl`,
		RunE: func(_ *cobra.Command, args []string) error {
			if t.asJSON {
				format = "json"
			}
			switch {
			case format != "pretty" && format != "compact" && format != "json":
				return usage("--format is pretty, compact or json, got %q", format)
			case level != "error" && level != "warning":
				return usage("--fail-level is error or warning, got %q", level)
			}
			units, err := t.programs(args, stdin)
			if err != nil {
				return err
			}
			return t.check(units, format, level)
		},
	}
	cmd.Flags().BoolVar(&t.asJSON, "json", false, "write one JSON document (--format json)")
	cmd.Flags().StringVar(&format, "format", "pretty", "pretty, compact or json")
	cmd.Flags().StringVar(&level, "fail-level", "error", "exit with 1 from here on: warning or error")
	cmd.Flags().StringVar(&stdin, "stdin-filename", "stdin", "what messages call standard input")
	return cmd
}

func (t *tool) check(units []*load.Unit, format, level string) error {
	all := diagnostics(units)
	var err error
	switch format {
	case "json":
		err = writeJSON(t.out, checked{formatVersion, diag.Reports(all)})
	case "compact":
		err = diag.Compact(t.err, all)
	default:
		err = diag.Text(t.err, all, t.painter(t.err).On)
		if len(all) > 0 {
			t.say("")
		}
	}
	if err != nil {
		return environment(err)
	}
	if format == "pretty" {
		t.say("%s", summary(all, units))
	}
	if all.HasErrors() || level == "warning" && len(all) > 0 {
		return problems
	}
	return nil
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
	switch {
	case len(all) == 0:
		return fmt.Sprintf("no problems in %s", count(files, "file"))
	case warnings == 0:
		return fmt.Sprintf("%s%s in %s", more, count(errs, "error"), count(files, "file"))
	case errs == 0:
		return fmt.Sprintf("%s%s in %s", more, count(warnings, "warning"), count(files, "file"))
	default:
		return fmt.Sprintf("%s%s and %s in %s", more, count(errs, "error"), count(warnings, "warning"), count(files, "file"))
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// writeJSON writes one document, indented, with nothing in it that a terminal would obey or hide.
func writeJSON(w io.Writer, v any) error {
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(diag.EscapeJSON(b), '\n'))
	return err
}
