package main

import (
	"errors"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/lang/diag"
)

// What the pages of several commands say.
const (
	pathsHelp = `PATH is a file, a folder with all below it, or - for standard input. Without
PATH it is the pack around you.`
	programsHelp = `PATH is a file, a folder with all below it, the id of a pack that comes with
kdsl, or - for standard input. Without PATH it is the pack around you.`
	questionsHelp = `FILE is a file or folder, or - for standard input; NAME picks one question.
Without FILE it is the pack around you.`
)

// atMost refuses more arguments than n.
func atMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) <= n:
			return nil
		case n == 0:
			return usage("%s takes no arguments, got %q", cmd.CommandPath(), args[0])
		}
		return usage("%s takes %s at most, got %d", cmd.CommandPath(), count(n, "argument"), len(args))
	}
}

// flagError makes a usage error of a wrong flag: what the flag may be, or the flag that was probably meant.
func flagError(cmd *cobra.Command, err error) error {
	var said *exit
	var missing *pflag.NotExistError
	switch {
	case errors.As(err, &said):
		return said
	case !errors.As(err, &missing):
		return usage("%s: %v", cmd.CommandPath(), err)
	}
	got := missing.GetSpecifiedName()
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	if near := diag.Nearest(got, known); near != "" {
		return usage("%s has no flag %q: did you mean --%s?", cmd.CommandPath(), got, near)
	}
	return usage("%s has no flag %q; see `%s --help`", cmd.CommandPath(), got, cmd.CommandPath())
}

// longFlags lets a long flag be written with one dash, as the tools of Go do: -run, -json. Letters
// that stand together keep their meaning: no short flags make up a long one.
func longFlags(root *cobra.Command, args []string) []string {
	long := map[string]bool{}
	collect := func(f *pflag.Flag) { long[f.Name] = true }
	root.PersistentFlags().VisitAll(collect)
	for _, c := range root.Commands() {
		c.Flags().VisitAll(collect)
	}
	out := make([]string, 0, len(args))
	for i, a := range args {
		if a == "--" {
			return append(out, args[i:]...)
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(a, "-"), "=")
		if len(name) > 1 && a[0] == '-' && a[1] != '-' && long[name] {
			a = "-" + a
		}
		out = append(out, a)
	}
	return out
}

// strict is a flag that says itself what it may be.
type strict struct {
	pflag.Value
	check func(string) error
}

// Set is that of the flag, when it may be so.
func (f strict) Set(s string) error {
	if err := f.check(s); err != nil {
		return err
	}
	return f.Value.Set(s)
}

// demand makes a flag say what it is when it is something else.
func demand(fs *pflag.FlagSet, name, what string, ok func(string) bool) {
	f := fs.Lookup(name)
	said := "--" + name
	if f.Shorthand != "" {
		said = "-" + f.Shorthand
	}
	f.Value = strict{f.Value, func(s string) error {
		if ok(s) {
			return nil
		}
		if _, err := strconv.ParseFloat(s, 64); err != nil {
			s = strconv.Quote(s)
		}
		return usage("%s is %s, got %s", said, what, s)
	}}
}

// words declares a flag that is one of some words, the first if nothing is said.
func words(fs *pflag.FlagSet, p *string, name, usageText string, all ...string) {
	fs.StringVar(p, name, all[0], usageText)
	last := len(all) - 1
	demand(fs, name, strings.Join(all[:last], ", ")+" or "+all[last], func(s string) bool { return slices.Contains(all, s) })
}

// numbers makes flags numbers from 1.
func numbers(fs *pflag.FlagSet, names ...string) {
	for _, name := range names {
		demand(fs, name, "a number from 1", within(1, math.MaxInt64))
	}
}

// within tells whether a number is in a range; of what is none the flag itself says so.
func within(low, high float64) func(string) bool {
	return func(s string) bool {
		n, err := strconv.ParseFloat(s, 64)
		return err != nil || low <= n && n <= high
	}
}

// pattern declares the flag --run.
func pattern(fs *pflag.FlagSet, p *string, usageText string) {
	fs.StringVar(p, "run", "", usageText)
	f := fs.Lookup("run")
	f.Value = strict{f.Value, func(s string) error {
		if _, err := regexp.Compile(s); err != nil {
			return usage("--run: %v", err)
		}
		return nil
	}}
}

func jsonFlag(fs *pflag.FlagSet, p *bool) { fs.BoolVar(p, "json", false, "write one JSON document") }

// seedFlag declares the flag --seed, of which seedOf makes a number.
func seedFlag(fs *pflag.FlagSet, p *string, usageText string) {
	fs.StringVar(p, "seed", "1", usageText+": a number, or random")
	demand(fs, "seed", "a number from 0, or random", func(s string) bool {
		_, err := strconv.ParseUint(s, 10, 64)
		return err == nil || s == "random"
	})
}

// runFlags declares the bounds of what a run of a program may use.
func runFlags(fs *pflag.FlagSet, b *interp.Budget) {
	*b = interp.DefaultBudget
	fs.Int64Var(&b.Steps, "steps", b.Steps, "how many steps a run may take")
	fs.IntVar(&b.Depth, "depth", b.Depth, "how many events may be inside each other")
	fs.IntVar(&b.Instances, "instances", b.Instances, "how many things may be in play")
	fs.IntVar(&b.Choices, "choices", b.Choices, "how many answers one field may have")
	fs.Int64Var(&b.Dice, "dice", b.Dice, "how many dice one throw may have")
	numbers(fs, "steps", "depth", "instances", "choices", "dice")
}

// tellFlags declares those of a run that is told, too.
func tellFlags(fs *pflag.FlagSet, b *interp.Budget) {
	runFlags(fs, b)
	fs.Int64Var(&b.Journal, "bytes", b.Journal, "how many bytes a game may tell")
	numbers(fs, "bytes")
}
