package main

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
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
	notes                  []proofNote
}

func (c *proofCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "proof PACK [TEXT...]",
		Short: "Proof-read printed cards against their rules",
		Long: `Proof compares what is printed on cards with what their rules say, and tells
where the two differ: a number, a die, how often, how long, before or after, a
thing that the rule does not name, or one of several that the text leaves out.

PACK is a file or folder, or the id of a pack, found as use finds it. TEXT is a
text with the names of cards as headings, a table (.csv) with the columns name
and text, or .yaml or .json with texts by the names of cards; in English or
French; - is standard input. Without TEXT the sentences of the pack itself are
proof-read.

An error is something that surely differs; a hint is worth a look; a doubt, for
which little speaks, is listed with --unread. Of a text of which little was
understood there are no errors. Beside them stands what was compared: the rule
read aloud, and what the pack prints on its card, the words in [brackets]. All
of it is told in the language of the text.`,
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
	Printed  []string       `json:"printed,omitempty"` // what the pack prints where a verdict says so, the words in brackets
	Reading  []string       `json:"reading,omitempty"` // the clauses that something is said about, read aloud
}

type proofFinding struct {
	Rank     string `json:"rank"`
	Kind     string `json:"kind"`
	Says     string `json:"says,omitempty"`
	Rule     string `json:"rule,omitempty"`
	Card     string `json:"card,omitempty"` // in place of the rule: what the pack prints on its card
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
			if c.asJSON {
				writeJSON(t.out, documentOf(entry{"cards", []proofCard{}}, entry{"error", judged(err).message}))
			}
			return err
		}
	}
	return c.tell(t, all)
}

// own proof-reads the sentences of a pack.
func (c *proofCommand) own(u *load.Unit) []proofCard {
	var out []proofCard
	for _, s := range proof.Sentences(context.Background(), u.Program, u.Name) {
		if c.lang != "auto" && c.lang != s.Lang {
			continue
		}
		at := s.At.Pos()
		out = append(out, c.findings(proofCard{Card: s.Card.Name, Name: text.Title(u.Program, s.Card, s.Lang), Clause: s.Label, Lang: s.Lang,
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
func (c *proofCommand) read(t *tool, p *ir.Program, names []string) ([]printedText, error) {
	finder := proof.NewFinder(p)
	var out []printedText
	for _, name := range names {
		list, notes, err := t.texts(name, finder)
		if err != nil {
			return nil, err
		}
		c.notes = append(c.notes, notes...)
		lang := c.lang
		if lang == "auto" {
			lang = guessed(list, finder)
		}
		for _, page := range list {
			x := printedText{page, lang, finder.Find(page.Name)}
			if c.lang == "auto" {
				x.lang = finder.LangOf(page.Name, page.Text, lang)
			}
			out = append(out, x)
		}
	}
	return out, nil
}

// proofNote is what is to be said of a file, and not of a card in it.
type proofNote struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// texts are the texts of cards in a file, of which there has to be one; - is standard input.
func (t *tool) texts(name string, by pages.Names) ([]pages.Page, []proofNote, error) {
	var data []byte
	if name == "-" {
		text, err := t.input()
		if err != nil {
			return nil, nil, err
		}
		name, data = "stdin", []byte(text)
	} else {
		name = filepath.ToSlash(name)
		err := t.admit(name)
		if err == nil {
			data, err = files.Read(t.disk, name, load.MaxFile+1)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if len(data) > load.MaxFile {
		return nil, nil, end(exitEnvironment, "%s: a file has at most %d bytes", name, load.MaxFile)
	}
	list, said, err := pages.Read(name, data, by)
	switch {
	case err != nil:
		return nil, nil, end(exitEnvironment, "%v", err)
	case len(list) == 0:
		return nil, nil, end(exitEnvironment, "%s: no card was found in it: a text has the names of cards as headings, each on a line of its own", name)
	}
	var notes []proofNote
	for _, n := range said {
		notes = append(notes, proofNote{name, n.Line, n.Column, n.Message})
	}
	return list, notes, nil
}

func guessed(list []pages.Page, by *proof.Finder) string {
	var titles, all []string
	for _, p := range list {
		titles, all = append(titles, p.Name), append(all, p.Text)
	}
	return by.Lang(titles, strings.Join(all, "\n"))
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
		if x.found != nil {
			out.Card = x.found.Card.Name
			if x.found.Near {
				out.Near = x.found.Called(p, x.lang)
			}
		}
		switch blank := strings.TrimSpace(x.page.Text) == ""; {
		case x.found == nil:
			out.Verdicts = []proofFinding{{Rank: "hint", Kind: nowhere, Says: x.page.Name, File: file, Line: line, Column: column}}
		case blank && x.page.Cut > 0:
			out.Verdicts = []proofFinding{{Rank: "error", Kind: cutShort, File: file, Line: x.page.Cut}}
		case blank:
			out.Verdicts = []proofFinding{{Rank: "error", Kind: noText, File: file, Line: line, Column: column}}
		default:
			text, cut := short(x.page.Text)
			out = c.findings(out, readers[x.lang].Found(x.found, text), at)
			if cut > 0 {
				file, line, column := at(cut)
				out.Verdicts = append(out.Verdicts, proofFinding{Rank: "hint", Kind: tooLong, File: file, Line: line, Column: column})
			}
		}
		all = append(all, out)
	}
	return all, err
}

// longestText is how many bytes are read of the text of a card: all its words are held against each other.
const longestText = 6_000

// short is the beginning of a text, up to the end of a sentence, and where what is not read of it begins; 0: all is.
func short(text string) (string, int) {
	if len(text) <= longestText {
		return text, 0
	}
	end := strings.LastIndexAny(text[:longestText], ".\n") + 1
	if end == 0 {
		end = len(strings.ToValidUTF8(text[:longestText], ""))
	}
	return text[:end], end + len(text[end:]) - len(strings.TrimLeft(text[end:], " \n"))
}

// findings writes down a result.
func (c *proofCommand) findings(out proofCard, r proof.Result, at func(int) (string, int, int)) proofCard {
	out.Claims, out.Words, out.Known, out.Flavour, out.Unread = r.Claims, r.Words, r.Known, r.Flavour, r.Unread
	out.Unsure = r.Unsure
	for i, word := range out.Unread {
		out.Unread[i] = unhyphened(word)
	}
	out.Verdicts, out.Doubts = placed(r.Verdicts, at), placed(r.Doubts, at)
	told := r.Verdicts
	if c.unread {
		told = slices.Concat(told, r.Doubts)
	}
	out.Printed, out.Reading = r.Compared(told)
	return out
}

// unhyphened is what a text says without the hyphens that are seen at the ends of lines alone.
func unhyphened(s string) string {
	return strings.NewReplacer("\u00ad ", "", "\u00ad", "").Replace(s)
}

// placed are verdicts with their places.
func placed(list []proof.Verdict, at func(int) (string, int, int)) []proofFinding {
	var out []proofFinding
	for _, v := range list {
		f := proofFinding{Rank: proof.Ranks[v.Rank], Kind: proof.Kinds[v.Kind], Says: v.Says, Rule: v.Rule, Note: v.Note, Clause: v.Clause}
		if v.Printed() {
			f.Rule, f.Card = "", v.Rule
		}
		f.Says, f.Rule, f.Card = unhyphened(f.Says), unhyphened(f.Rule), unhyphened(f.Card)
		if f.File, f.Line, f.Column = at(v.Start); v.End == 0 { // it is nowhere
			f.Column = 0
		}
		if v.At.IsValid() {
			f.RuleFile, f.RuleLine = v.At.File.Name, v.At.Pos().Line
		}
		out = append(out, f)
	}
	return out
}

// tell tells what was found.
func (c *proofCommand) tell(t *tool, all []proofCard) error {
	x := totalsOf(all)
	err := c.show(t, documentOf(entry{"cards", all}, entry{"errors", x.errs}, entry{"hints", x.hints}, entry{"words", x.words}, entry{"known", x.known}, entry{"notes", c.notes}), func() {
		for _, n := range c.notes {
			t.say("%s:%d:%d: %s", n.File, n.Line, n.Column, t.words(n.Message))
		}
		for _, card := range all {
			c.tellCard(t, card)
		}
	})
	if err != nil {
		return err
	}
	if !c.asJSON {
		t.say("%s", x.summary(c.languageOf(all), c.unread))
	}
	if x.errs > 0 || c.strict && x.hints > 0 {
		return problems
	}
	return nil
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
	return c.show(t, documentOf(entry{"changes", all}), func() { c.tellChanges(t, all) })
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
