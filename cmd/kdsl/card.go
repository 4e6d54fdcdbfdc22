package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/internal/sheet"
	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// printedCard is what `card --json` writes of one card.
type printedCard struct {
	Card       string           `json:"card"` // its id
	Kind       string           `json:"kind"` // the id of its kind
	Name       string           `json:"name"`
	Sort       string           `json:"sort"`
	Classes    []string         `json:"classes,omitempty"`
	Fields     []printedField   `json:"fields"` // figures, then what has several values
	Properties []string         `json:"properties,omitempty"`
	Abilities  []printedAbility `json:"abilities"`
	Text       string           `json:"text"` // all sentences
	File       string           `json:"file"`
	Line       int              `json:"line"`
}

type printedField struct {
	Name  string   `json:"name"`
	Value string   `json:"value"`
	Items []string `json:"items,omitempty"`
}

type printedAbility struct {
	Name      string `json:"name,omitempty"`
	Cost      string `json:"cost,omitempty"`
	Frequency string `json:"frequency,omitempty"`
	Text      string `json:"text"`
}

// missingWord is a thing that cards show and that has no words in the language.
type missingWord struct {
	Sort string `json:"sort"`
	ID   string `json:"id"`
	Lang string `json:"lang"`
	Card string `json:"card"` // the first that needs it
}

type cardCommand struct {
	report
	out                     string
	claims, plain, md, html bool
}

func (c *cardCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "card [FILE|PACK [CARD...]]",
		Short: "Print cards, in English or French",
		Long: `Card prints cards as a reader knows them, in English or French: name and sort,
characteristics, equipment and keywords, then abilities, each with its sentence.
What stands on them follows from the rules. Words that are missing in the
language are counted at the end.

FILE is a file or folder; PACK is the id of a pack, found as use finds it.
Without CARD all cards of the file or pack are printed.

With --html they become one page for a browser that needs nothing else: it can
be searched, and printed as cards of 63 x 88 mm, nine on a sheet of A4 or
Letter. --md writes Markdown, --json a document for tools. --out FILE writes a
file instead.

The document has "cards", each with "card" and "kind" (ids), "name", "sort",
"classes", "fields" ("name", "value", "items"), "properties" (what is true),
"abilities" ("name", "cost", "frequency", "text"), "text" (all sentences),
"file" and "line", and "missing": the words that are missing ("sort", "id",
"lang", and "card", the first that needs it).`,
		Example: `  kdsl card aof_quest --lang fr
  kdsl card saga --html --out saga.html`,
	}
}

func (c *cardCommand) flags(fs *pflag.FlagSet) {
	fs.BoolVar(&c.claims, "claims", false, "list what the definition claims, and print no card")
	fs.BoolVar(&c.plain, "plain", false, "read the definition aloud, and print no card")
	jsonFlag(fs, &c.asJSON)
	fs.BoolVar(&c.md, "md", false, "write Markdown")
	fs.BoolVar(&c.html, "html", false, "write a page of HTML")
	fs.StringVarP(&c.out, "out", "o", "", "write to this file")
}

func (c *cardCommand) run(t *tool, args []string) error {
	if err := c.sensible(t); err != nil {
		return err
	}
	names := args[min(1, len(args)):]
	units, err := t.subject(args[:len(args)-len(names)])
	if err != nil {
		return err
	}
	names = asPrinted(units, names)
	var all []chosenCard
	var known []string
	found := map[string]bool{}
	for _, u := range units {
		for _, card := range u.Program.Cards {
			if told := (c.claims || c.plain) && card.Kind == ir.RuleKind; !told && !layout.Printed(u.Program, card) {
				continue
			}
			known = append(known, card.Name)
			if len(names) == 0 && card.Pack == u.Name || slices.Contains(names, card.Name) {
				found[card.Name] = true
				all = append(all, chosenCard{u.Program, card})
			}
		}
	}
	if len(names) == 0 && len(all) == 0 {
		return usage("there is no %s in it", "card")
	}
	nameless := func(name string) error { return c.noCard(units, name, known, args[0]) }
	missing := slices.IndexFunc(names, func(n string) bool { return !found[n] })
	if missing >= 0 && len(found) == 0 {
		return nameless(names[missing])
	}
	if err = c.give(t, all, names); err == nil && missing >= 0 { // the others were printed
		err = nameless(names[missing])
	}
	return err
}

// noCard says that no card is printed that is called so: it may be one for tests, or in another pack.
func (c *cardCommand) noCard(units []*load.Unit, name string, known []string, of string) error {
	for _, u := range units {
		for _, card := range u.Program.Cards {
			if calls(card, name) && card.At.File != nil {
				return usage("%s is for tests and for other cards, and is printed nowhere: it stands in %s:%d", card.Name, card.At.File.Name, card.At.Pos().Line)
			}
		}
	}
	called := func(_ *ir.Program, card *ir.Card) bool { return calls(card, name) }
	if packs := elsewhere(of, called); len(packs) > 0 {
		return usage("there is no card %q in %s: write `kdsl card %s %q`", name, of, packs[0], name)
	}
	return unknown("card", name, known, "")
}

// asPrinted are the names of cards by their ids: who does not know one says what is printed on the card, in either language.
func asPrinted(units []*load.Unit, names []string) []string {
	out := slices.Clone(names)
	for i, n := range names {
		for _, u := range units {
			if cardNamed(u.Program, n) != nil {
				break
			}
			if at := slices.IndexFunc(u.Program.Cards, func(card *ir.Card) bool { return layout.Printed(u.Program, card) && calls(card, n) }); at >= 0 {
				out[i] = u.Program.Cards[at].Name
			}
		}
	}
	return out
}

// chosenCard is a card that was asked for.
type chosenCard struct {
	p    *ir.Program
	card *ir.Card
}

// place is what a card is put in order by: as it is called, and what has no name last.
func (x chosenCard) place(lang string) string {
	title := text.Title(x.p, x.card, lang)
	if title == x.card.Name {
		return "\uffff"
	}
	return layout.SortKey(title)
}

// sensible tells whether the flags go together and the file may be written, before anything is read.
func (c *cardCommand) sensible(t *tool) error {
	forms := 0
	for _, asked := range []bool{c.asJSON, c.md, c.html} {
		if asked {
			forms++
		}
	}
	switch {
	case forms > 1:
		return usage("--json, --md and --html do not go together")
	case (c.claims || c.plain) && (c.md || c.html || c.out != ""):
		return usage("--claims and --plain go with none of --md, --html and --out")
	case c.out != "":
		return c.writable(t)
	}
	return nil
}

// writable tells whether the file may be written.
func (c *cardCommand) writable(t *tool) error {
	if strings.EqualFold(filepath.Ext(c.out), ".kdsl") {
		return usage("%s would be a program: give the cards a name that does not end with .kdsl", c.out)
	}
	if err := t.admit(filepath.Dir(c.out)); err != nil {
		return err
	}
	_, err := files.Replaceable(t.disk, c.out)
	return err
}

// give gives what was asked for of the cards.
func (c *cardCommand) give(t *tool, all []chosenCard, names []string) error {
	switch {
	case c.plain:
		if len(names) == 0 {
			slices.SortStableFunc(all, func(a, b chosenCard) int { return strings.Compare(a.place(t.lang), b.place(t.lang)) })
		}
		return showEach(c.report, t, all, func(x chosenCard) readCard { return readAloud(x.p, x.card, t.lang) }, t.printReading)
	case c.claims:
		return showEach(c.report, t, all, func(x chosenCard) claimedCard { return claimsOf(x.p, x.card) }, t.printClaims)
	}
	var sections []layout.Section
	title := ""
	for rest := all; len(rest) > 0; { // program by program
		p := rest[0].p
		if title == "" {
			title = text.Name(p, p.Texts, p.Pack, t.lang)
		}
		var cards []*ir.Card
		for ; len(rest) > 0 && rest[0].p == p; rest = rest[1:] {
			cards = append(cards, rest[0].card)
		}
		sections = append(sections, layout.Sections(p, cards, t.lang)...)
	}
	return c.write(t, title, sections, names)
}

// showEach shows what is said of each card.
func showEach[T any](r report, t *tool, all []chosenCard, said func(chosenCard) T, print func(T)) error {
	list := []T{}
	for _, x := range all {
		list = append(list, said(x))
	}
	return r.show(t, documentOf(entry{"cards", list}), func() {
		for _, x := range list {
			print(x)
		}
	})
}

// write gives the cards in the form that was asked for: section by section, or in the order in which they were named.
func (c *cardCommand) write(t *tool, title string, sections []layout.Section, names []string) error {
	var cards []*layout.Card
	for _, s := range sections {
		cards = append(cards, s.Cards...)
	}
	slices.SortStableFunc(cards, func(a, b *layout.Card) int {
		return slices.Index(names, a.Of.Name) - slices.Index(names, b.Of.Name)
	})
	lacking := layout.Missing(cards)
	var b bytes.Buffer
	var err error
	switch {
	case c.asJSON:
		err = writeJSON(&b, cardDocument(cards, lacking))
	case c.html:
		err = sheet.HTML(&b, title, sections, t.lang)
	case c.md:
		sheet.Markdown(&b, cards, t.lang)
	case c.out != "":
		sheet.Terminal(&b, cards, t.lang, term.Painter{}, 80)
	default:
		sheet.Terminal(&b, cards, t.lang, t.painter(t.out), term.Width(t.out.w))
	}
	if err != nil {
		return err
	}
	if c.out != "" {
		err = files.Replace(t.disk, c.out, nil, b.Bytes(), t.leave)
	} else {
		_, err = t.out.Write(b.Bytes())
	}
	if err == nil && len(lacking) > 0 && !c.asJSON {
		first := lacking[:min(3, len(lacking))]
		t.say("%s without a text in %s: %s%s", count(len(lacking), "thing"), t.lang,
			tell.Join(first, ", ", func(w layout.Word) string { return w.Sort + " " + w.ID }), map[bool]string{true: " ..."}[len(lacking) > 3])
	}
	return err
}

// cardDocument is what tools read, the cards by their ids.
func cardDocument(cards []*layout.Card, lacking []layout.Word) document {
	all, missing := []printedCard{}, []missingWord{}
	for _, c := range cards {
		all = append(all, documentCard(c))
	}
	slices.SortStableFunc(all, func(a, b printedCard) int { return strings.Compare(a.Card, b.Card) })
	for _, w := range lacking {
		missing = append(missing, missingWord(w))
	}
	return documentOf(entry{"cards", all}, entry{"missing", missing})
}

func documentCard(c *layout.Card) printedCard {
	out := printedCard{Card: c.Of.Name, Kind: c.Kind, Name: c.Title, Sort: c.Sort, Classes: c.Classes, Fields: []printedField{},
		Properties: c.Properties, Abilities: []printedAbility{}, File: c.Of.At.File.Name, Line: c.Of.At.Pos().Line}
	for _, f := range c.Figures {
		out.Fields = append(out.Fields, printedField{Name: f.Name, Value: f.Value})
	}
	for _, l := range c.Lines {
		out.Fields = append(out.Fields, printedField{l.Name, strings.Join(l.Items, ", "), l.Items})
	}
	for _, a := range c.Abilities {
		out.Abilities = append(out.Abilities, printedAbility{a.Name, a.Cost, a.Frequency, a.Text})
	}
	out.Text = tell.Join(c.Abilities, " ", func(a layout.Ability) string { return a.Text })
	return out
}
