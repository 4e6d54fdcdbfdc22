package main

import (
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// Every page of help is in French, too, with all of its flags, no line wider than a terminal, and speaks of the flags that the
// English page speaks of. Seen to fail without a page, without a flag, and with a flag that there is no longer.
func TestHelpFrench(t *testing.T) {
	root := newTool(nil, strings.NewReader(""), io.Discard, io.Discard).root()
	pages := frenchPages()
	named := regexp.MustCompile(`--[a-z-]+`)
	flags := map[string]bool{}
	for _, c := range append(root.Commands(), root) {
		page, ok := pages[c.Name()]
		if !ok || page.short == "" || (page.long == "") != (c.Long == "") {
			t.Errorf("no French for %s", c.Name())
			continue
		}
		if was, is := named.FindAllString(c.Long, -1), named.FindAllString(page.long, -1); !slices.Equal(was, is) {
			t.Errorf("%s speaks of %v, in French of %v", c.Name(), was, is)
		}
		if was, is := strings.Count(c.Long, "\n\n"), strings.Count(page.long, "\n\n"); was != is {
			t.Errorf("%s has %d paragraphs, in French %d", c.Name(), was+1, is+1)
		}
		for _, line := range strings.Split(page.long, "\n") {
			if len([]rune(line)) > 81 {
				t.Errorf("%s: wider than a terminal: %s", c.Name(), line)
			}
		}
		own := map[string]bool{}
		c.InitDefaultHelpFlag()
		each := func(f *pflag.Flag) {
			own[f.Name], flags[f.Name] = true, true
			if page.flags[f.Name] == "" && pages["*"].flags[f.Name] == "" {
				t.Errorf("no French for --%s of %s", f.Name, c.Name())
			}
		}
		c.Flags().VisitAll(each)
		c.PersistentFlags().VisitAll(each)
		for name := range page.flags {
			if !own[name] {
				t.Errorf("%s has no flag --%s", c.Name(), name)
			}
		}
	}
	for name := range pages["*"].flags {
		if !flags[name] {
			t.Errorf("there is no flag --%s", name)
		}
	}
}

// Help is told in the language that a flag or LANG names.
func TestHelpIn(t *testing.T) {
	for _, args := range [][]string{{"help", "check", "--lang", "fr"}, {"check", "--lang", "fr", "--help"}, {"--lang", "fr"}, {"help", "fmt"}} {
		if len(args) == 2 {
			t.Setenv("LANG", "fr_FR.UTF-8")
		}
		var out strings.Builder
		one := newTool(args, strings.NewReader(""), &out, io.Discard)
		if code := one.main(); code != 0 {
			t.Errorf("%v: %d", args, code)
		}
		said := out.String()
		for _, want := range []string{"\nEmploi :\n", "\nOptions :\n", "ce que fait une commande"} {
			if !strings.Contains(said, want) {
				t.Errorf("%v: no %q in %s", args, want, said)
			}
		}
		if regexp.MustCompile(`Usage:|Flags:|Examples:|\(default|PATH`).MatchString(said) {
			t.Errorf("%v: %s", args, said)
		}
	}
}
