package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/afero"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/proof"
	"github.com/kdsl-lang/kdsl/lang/proof/pages"
	"github.com/kdsl-lang/kdsl/lang/text"
)

type proofCommand struct {
	report
	lang                   string
	unread, strict, mutate bool
}

func (c *proofCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "proof PACK [TEXT...]",
		Short: "Proof-read printed cards against their rules",
		Long: `Proof compares what is printed on cards with what their rules say, and tells
where the two differ: a number, a die, how often, how long, before or after, a
thing that the rule does not name, or one of several that the text leaves out.

PACK is a file or folder, or the id of a pack that comes with kdsl. TEXT is a
text with the names of cards as headings, a table (.csv) with the columns name
and text, or .yaml or .json with texts by the names of cards; in English or
French. Without TEXT the sentences of the pack itself are proof-read.

An error is something that surely differs; a hint is worth a look; a doubt, for
which little speaks, is listed with --unread. Of a text of which little was
understood there are no errors.`,
		Example: `  kdsl proof pig.kdsl
  kdsl proof aof_quest printed.txt --unread
  kdsl proof pig.kdsl --mutate`,
	}
}

func (c *proofCommand) flags(fs *pflag.FlagSet) {
	words(fs, &c.lang, "lang", "the language of the texts: auto, en or fr", "auto", "en", "fr")
	fs.BoolVar(&c.unread, "unread", false, "list the doubts, and the words that were not understood")
	fs.BoolVar(&c.strict, "strict", false, "exit with 1 for hints, too")
	fs.BoolVar(&c.mutate, "mutate", false, "change the rules claim by claim, and tell how many of the changes are found")
	jsonFlag(fs, &c.asJSON)
}

// proofCard is what `proof --json` writes of one text.
type proofCard struct {
	Card     string         `json:"card,omitempty"`
	Name     string         `json:"name"`
	Near     string         `json:"near,omitempty"`
	Clause   string         `json:"clause,omitempty"`
	Lang     string         `json:"lang"`
	File     string         `json:"file"`
	Line     int            `json:"line"`
	Claims   int            `json:"claims"`
	Words    int            `json:"words"`
	Known    int            `json:"known"`
	Flavour  int            `json:"flavour"`
	Unsure   bool           `json:"unsure,omitempty"` // little was understood: hints only
	Unread   []string       `json:"unread"`
	Verdicts []proofFinding `json:"verdicts"`
	Doubts   []proofFinding `json:"doubts"`            // for which too little speaks
	Reading  []string       `json:"reading,omitempty"` // of the clauses that something is said about
}

type proofFinding struct {
	Rank     string `json:"rank"`
	Kind     string `json:"kind"`
	Says     string `json:"says,omitempty"`
	Rule     string `json:"rule,omitempty"`
	Note     string `json:"note,omitempty"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	RuleFile string `json:"rule_file,omitempty"`
	RuleLine int    `json:"rule_line,omitempty"`
	Clause   string `json:"clause,omitempty"`
}

func (c *proofCommand) run(t *tool, args []string) error {
	if len(args) == 0 {
		return usage("say which pack the cards belong to: kdsl proof PACK TEXT...")
	}
	units, err := t.subject(args[:1])
	if err != nil {
		return err
	}
	if c.mutate {
		return c.measure(t, units, args[1:])
	}
	var all []proofCard
	if len(args) == 1 {
		for _, u := range units {
			all = append(all, c.own(u)...)
		}
	} else {
		if len(units) != 1 {
			return usage("the texts of one pack are proof-read at a time, got %d", len(units))
		}
		if all, err = c.printed(t, units[0].Program, args[1:]); err != nil {
			return err
		}
	}
	return c.tell(t, all)
}

// own proof-reads the sentences of a pack.
func (c *proofCommand) own(u *load.Unit) []proofCard {
	var out []proofCard
	for _, s := range proof.Sentences(u.Program, u.Name) {
		if c.lang != "auto" && c.lang != s.Lang {
			continue
		}
		at := s.At.Pos()
		out = append(out, findings(proofCard{Card: s.Card.Name, Name: text.Name(u.Program, s.Card.Texts, s.Card.Name, s.Lang), Clause: s.Label, Lang: s.Lang,
			File: s.At.File.Name, Line: at.Line}, s.Result, func(int) (string, int, int) { return s.At.File.Name, at.Line, at.Column }))
	}
	return out
}

// printedText is what a file has of a card.
type printedText struct {
	page  pages.Page
	lang  string
	found *proof.Found // nil: no card is called so
}

// read reads files of texts.
func (c *proofCommand) read(t *tool, p *ir.Program, files []string) ([]printedText, error) {
	finder := proof.NewFinder(p)
	var out []printedText
	for _, name := range files {
		name = filepath.ToSlash(name)
		if err := t.admit(name); err != nil {
			return nil, err
		}
		data, err := afero.ReadFile(t.disk, name)
		if err != nil {
			return nil, err
		}
		list, err := pages.Read(name, data, finder.Heads)
		switch {
		case err != nil:
			return nil, end(exitProblems, "%v", err)
		case len(list) == 0:
			return nil, end(exitProblems, "%s: no card was found in it: a text has the names of cards as headings, each on a line of its own", name)
		}
		lang := c.lang
		if lang == "auto" {
			lang = guessed(list)
		}
		for _, page := range list {
			out = append(out, printedText{page, lang, finder.Find(page.Name)})
		}
	}
	return out, nil
}

func guessed(list []pages.Page) string {
	var all []string
	for _, p := range list {
		all = append(all, p.Text)
	}
	return proof.Lang(strings.Join(all, "\n"))
}

// printed proof-reads files.
func (c *proofCommand) printed(t *tool, p *ir.Program, files []string) ([]proofCard, error) {
	texts, err := c.read(t, p, files)
	var all []proofCard
	readers := map[string]*proof.Proofer{}
	for _, x := range texts {
		if readers[x.lang] == nil {
			readers[x.lang] = proof.New(p, x.lang)
		}
		at := func(offset int) (string, int, int) {
			line, column := x.page.At(offset)
			return x.page.File, line, column
		}
		out := proofCard{Name: x.page.Name, Lang: x.lang}
		file, line, column := at(0)
		out.File, out.Line = file, line
		if x.found == nil {
			out.Verdicts = []proofFinding{{Rank: "hint", Kind: "no such card", Says: x.page.Name, File: file, Line: line, Column: column}}
		} else {
			out.Card, out.Near = x.found.Card.Name, x.found.Near
			out = findings(out, readers[x.lang].Found(x.found, x.page.Text), at)
			out.Reading = readings(p, x.found.Card, x.lang, out.Verdicts)
		}
		all = append(all, out)
	}
	return all, err
}

// readings are the clauses that something is said about, read aloud.
func readings(p *ir.Program, c *ir.Card, lang string, list []proofFinding) []string {
	var out []string
	for _, r := range aloud.Card(p, c, lang) {
		if slices.ContainsFunc(list, func(f proofFinding) bool { return f.Clause == r.Clause.Label }) {
			out = append(out, r.Text)
		}
	}
	return out
}

// findings writes down a result.
func findings(out proofCard, r proof.Result, at func(int) (string, int, int)) proofCard {
	out.Claims, out.Words, out.Known, out.Flavour, out.Unread = r.Claims, r.Words, r.Known, r.Flavour, r.Unread
	out.Unsure = r.Unsure
	out.Verdicts, out.Doubts = placed(r.Verdicts, at), placed(r.Doubts, at)
	return out
}

// placed are verdicts with their places.
func placed(list []proof.Verdict, at func(int) (string, int, int)) []proofFinding {
	var out []proofFinding
	for _, v := range list {
		f := proofFinding{Rank: proof.Ranks[v.Rank], Kind: proof.Kinds[v.Kind], Says: v.Says, Rule: v.Rule, Note: v.Note, Clause: v.Clause}
		f.File, f.Line, f.Column = at(v.Start)
		if v.At.IsValid() {
			f.RuleFile, f.RuleLine = v.At.File.Name, v.At.Pos().Line
		}
		out = append(out, f)
	}
	return out
}

// tell tells what was found. Cards of which there is nothing to say are counted only.
func (c *proofCommand) tell(t *tool, all []proofCard) error {
	errs, hints, words, known := 0, 0, 0, 0
	for _, card := range all {
		words, known = words+card.Words, known+card.Known
		for _, v := range card.Verdicts {
			if v.Rank == "error" {
				errs++
			} else {
				hints++
			}
		}
	}
	err := c.show(t, documentOf(entry{"cards", all}, entry{"errors", errs}, entry{"hints", hints}, entry{"words", words}, entry{"known", known}), func() {
		p := t.painter(t.out)
		for _, card := range all {
			c.tellCard(t, p, card)
		}
	})
	if err != nil {
		return err
	}
	if !c.asJSON {
		t.say("%s in %s; %s", summaryOf(errs, hints), count(len(all), "text"), partOf(known, words))
	}
	if errs > 0 || c.strict && hints > 0 {
		return problems
	}
	return nil
}

func summaryOf(errs, hints int) string {
	if errs+hints == 0 {
		return "nothing wrong"
	}
	return count(errs, "error") + " and " + count(hints, "hint")
}

func partOf(known, words int) string {
	if words == 0 {
		return "no rule was read"
	}
	return fmt.Sprintf("%d %% of %s understood", 100*known/words, count(words, "word"))
}

func (c *proofCommand) tellCard(t *tool, p term.Painter, card proofCard) {
	if len(card.Verdicts) == 0 && card.Near == "" && (!c.unread || len(card.Unread)+len(card.Doubts) == 0) {
		return
	}
	name := card.Name
	if card.Clause != "" {
		name += ", " + card.Clause
	}
	t.print("%s  (%s:%d, %s)\n", p.Paint(term.Bold, diag.Visible(name)), card.File, card.Line, partOf(card.Known, card.Words))
	if card.Near != "" {
		t.print("  read as %s\n", diag.Visible(card.Near))
	}
	if card.Unsure && len(card.Verdicts) > 0 {
		t.print("  little of it was understood: hints only\n")
	}
	for _, v := range card.Verdicts {
		t.print("  %s\n", diag.Visible(sentenceOf(v)))
	}
	for _, r := range card.Reading {
		t.print("  the rule: %s\n", diag.Visible(r))
	}
	if c.unread {
		for _, v := range card.Doubts {
			t.print("  %s\n", diag.Visible(sentenceOf(v)))
		}
	}
	if c.unread && len(card.Unread) > 0 {
		t.print("  not understood: %s\n", diag.Visible(strings.Join(card.Unread, ", ")))
	}
}

// sentenceOf is a finding as people read it: both places, and what stands there.
func sentenceOf(v proofFinding) string {
	out := fmt.Sprintf("%s %s:%d:%d: ", v.Rank, v.File, v.Line, v.Column)
	switch v.Kind {
	case "differs":
		out += fmt.Sprintf("the text says %q, the rule %q", v.Says, v.Rule)
	case "not in the rule":
		out += fmt.Sprintf("the rule does not say %q", v.Says)
	case "no such card":
		out += fmt.Sprintf("no card is called %q", v.Says)
	default:
		out += fmt.Sprintf("%s: %q", v.Kind, v.Rule)
	}
	if v.Note != "" {
		out += ", " + v.Note
	}
	if v.RuleFile != "" {
		out += fmt.Sprintf(" (%s:%d)", v.RuleFile, v.RuleLine)
	}
	return out
}

// measured is a row of `proof --mutate`.
type measured struct {
	Change string  `json:"change"`
	Told   int     `json:"told"`
	Found  int     `json:"found"`
	Errors int     `json:"errors"`
	Share  float64 `json:"share"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Untold int     `json:"untold"`
}

// measure changes the rules of packs and tells how many of the changes their texts, or those of files, show.
func (c *proofCommand) measure(t *tool, units []*load.Unit, files []string) error {
	rows := map[string]*measured{}
	for _, u := range units {
		texts, err := c.textsOf(t, u, files)
		if err != nil {
			return err
		}
		for _, m := range proof.Mutate(u.Program, texts) {
			row := rows[m.Change]
			if row == nil {
				row = &measured{Change: m.Change}
				rows[m.Change] = row
			}
			switch {
			case !m.Told && m.Rank == 0:
				row.Untold++
				continue
			case m.Rank == proof.Error:
				row.Errors++
				row.Found++
			case m.Rank == proof.Hint:
				row.Found++
			}
			row.Told++
		}
	}
	var all []measured
	for _, name := range proof.Changes() {
		if row := rows[name]; row != nil {
			row.Share = float64(row.Found) / float64(max(1, row.Told))
			row.Low, row.High = interval(int64(row.Found), int64(max(1, row.Told)))
			all = append(all, *row)
		}
	}
	return c.show(t, documentOf(entry{"changes", all}), func() {
		t.print("%-24s %6s %6s %6s  %-22s %s\n", "change of the rule", "told", "found", "errors", "share", "untold")
		for _, r := range all {
			t.print("%-24s %6d %6d %6d  %3.0f %% (%.0f to %.0f %%)%*s%6d\n", r.Change, r.Told, r.Found, r.Errors, 100*r.Share, 100*r.Low, 100*r.High,
				max(1, 10-len(fmt.Sprintf("%.0f%.0f", 100*r.Low, 100*r.High))), "", r.Untold)
		}
	})
}

// textsOf are the texts that are read again: those of files, or the sentences of the pack.
func (c *proofCommand) textsOf(t *tool, u *load.Unit, files []string) ([]proof.Sentence, error) {
	if len(files) == 0 {
		all := proof.Texts(u.Program, u.Name)
		return slices.DeleteFunc(all, func(s proof.Sentence) bool { return c.lang != "auto" && c.lang != s.Lang }), nil
	}
	texts, err := c.read(t, u.Program, files)
	var out []proof.Sentence
	for _, x := range texts {
		if x.found != nil {
			out = append(out, proof.Sentence{Card: x.found.Card, Lang: x.lang, Text: x.page.Text, Given: x.found.Given})
		}
	}
	return out, err
}
