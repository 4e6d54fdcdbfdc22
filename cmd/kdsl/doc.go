package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/docs"
	"github.com/kdsl-lang/kdsl/internal/reference"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/diag"
)

// Doc lists what a program declares.

type docCommand struct{ report }

func (c *docCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "doc [FILE|PACK [WORD]]",
		Short: "List what a pack offers to cards: events, kinds, tags ...",
		Long: `Doc lists what a program or pack declares: kinds with their fields, events
with theirs, spans, actions, functions, tables, options, zones, tags, setups,
cards and rules, each with the comment above it, and events with the labelled
steps that an overlay may change.

FILE is a file or folder; PACK is the id of a pack, found as use finds it. WORD
is a sort (kinds, enums, spans, events, actions, functions, tables, bags,
options, zones, tags, setups, cards, rules), a part of a name, the name of a
field, or a word that is printed or, where nothing is called so, stands in a
comment; also a function that is built in, such as distance, or a word of the
language: builtins and words list all of these. Of an event of that very name
the clauses that hear it are listed, too, in the order in which they run where
nothing else decides; of a function with layers, a stat or another field those
that contribute to it; of a kind what it says of all its cards.`,
		Example: `  kdsl doc throws events
  kdsl doc saga tags
  kdsl doc saga distance`,
		Args: atMost(2),
	}
}

func (c *docCommand) flags(fs *pflag.FlagSet) { jsonFlag(fs, &c.asJSON) }

func (c *docCommand) run(t *tool, args []string) error {
	word := ""
	if len(args) == 2 {
		args, word = args[:1], args[1]
	}
	units, err := t.subject(args)
	if err != nil {
		return err
	}
	var all, told []reference.Declared // told are those of which the comment speaks
	for _, u := range units {
		hooks := reference.Hooks(u.Program)
		for _, d := range slices.Concat(reference.Of(u.Program, t.lang), reference.Setups(u)) {
			switch {
			case strings.HasPrefix(d.Name, "_"), // a pack's own, for its tests
				word == "" && d.Sort == "card": // there are many; ask for them
				continue
			case word != "" && d.Sort+"s" != word && d.Sort != word && !d.Speaks(word):
				if strings.Contains(strings.ToLower(d.Note), strings.ToLower(word)) {
					told = append(told, d)
				}
				continue
			case d.Name == word:
				d.Hooks, d.Terms = hooks[word], append(d.Terms, reference.Terms(u.Program, d)...)
			default:
				d.Hooks = hooks[d.Name+"."+word]
			}
			all = append(all, d)
		}
	}
	for _, d := range slices.Concat(reference.Builtin(), wordsIn(t.lang)) {
		if word != "" && (word == d.Name || word == d.Sort+"s") {
			all = append(all, d)
		}
	}
	if len(all) == 0 {
		all = told
	}
	switch {
	case len(all) > 0:
	case word == "":
		return usage("there is no %s in it", "declaration")
	default:
		return usage("nothing here is a sort or a name like %q; the sorts are %ss", word, strings.Join(reference.Sorts, "s, "))
	}
	slices.SortStableFunc(all, func(a, b reference.Declared) int {
		switch { // what is called exactly so comes first
		case a.Name == word && b.Name != word:
			return -1
		case b.Name == word && a.Name != word:
			return 1
		}
		return cmp.Or(slices.Index(reference.Sorts, a.Sort)-slices.Index(reference.Sorts, b.Sort), strings.Compare(a.Name, b.Name))
	})
	return c.show(t, documentOf(entry{"declarations", all}), func() {
		p := t.painter(t.out)
		for _, d := range all {
			lines := folded(diag.Visible(d.Line))
			for i, line := range lines {
				end := "\n"
				if i == len(lines)-1 && d.File != "" {
					end = fmt.Sprintf("  %s:%d\n", d.File, d.At)
				}
				t.print("%s%s", p.Paint(term.Bold, line), end)
			}
			if d.Note != "" {
				t.print("%s", wrap(diag.Visible(d.Note), "    ", listWidth))
			}
			for _, line := range d.Terms {
				t.print("%s", wrap(diag.Visible(line), "    ", listWidth))
			}
			for _, h := range d.Hooks {
				owner := diag.Visible(h.Owner)
				lines := strings.Split(strings.TrimSuffix(wrap(owner+" "+diag.Visible(h.Head), "    ", listWidth), "\n"), "\n")
				lines[0] = strings.Replace(lines[0], owner, p.Paint(term.Bold, owner), 1)
				t.print("%s  %s:%d\n", strings.Join(lines, "\n  "), h.File, h.At)
			}
		}
	})
}

// wordsIn are the words of the language, with what they say in another.
func wordsIn(lang string) (out []reference.Declared) {
	for _, w := range docs.Words() {
		d := reference.Declared{Sort: "word", Name: w.Name, Line: "word " + w.Name, Note: w.En}
		if lang == "fr" {
			d.Note = w.Fr
		}
		out = append(out, d)
	}
	return out
}

// listWidth is how many columns a listing takes where its words let it.
const listWidth = 100

// fieldsOf are a declaration's head and its fields, each with what parts it from the next.
var fieldsOf = regexp.MustCompile(`.*?(?:  | \{ |$)`)

// folded breaks the head of a declaration where one field ends and the next begins.
func folded(head string) (lines []string) {
	line := ""
	for _, field := range fieldsOf.FindAllString(head, -1) {
		if line != "" && len([]rune(line))+len([]rune(strings.TrimSpace(field))) > listWidth {
			lines = append(lines, strings.TrimRight(line, " "))
			line = "      "
		}
		line += field
	}
	return append(lines, strings.TrimRight(line, " "))
}
