package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// printedCard is what `card --json` writes of one card.
type printedCard struct {
	Card   string         `json:"card"`
	Kind   string         `json:"kind"`
	Name   string         `json:"name"`
	Fields []printedField `json:"fields"`
	Text   string         `json:"text"`
	File   string         `json:"file"`
	Line   int            `json:"line"`
}

type printedField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type cardCommand struct {
	report
	lang string
}

func (c *cardCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "card [FILE|PACK [CARD...]]",
		Short: "Print cards: name, figures and text",
		Long: `Card prints what stands on cards: the name, the figures, and the text that
follows from the rules, in English or French.

FILE is a file or folder; PACK is the id of a pack that comes with kdsl. Without
CARD all cards of the file or pack are printed.`,
		Example: `  kdsl card pig.kdsl
  kdsl card aof_quest --lang fr`,
	}
}

func (c *cardCommand) flags(fs *pflag.FlagSet) {
	langFlag(fs, &c.lang, "cards")
	jsonFlag(fs, &c.asJSON)
}

func (c *cardCommand) run(t *tool, args []string) error {
	names := args[min(1, len(args)):]
	units, err := t.subject(args[:len(args)-len(names)])
	if err != nil {
		return err
	}
	var all []printedCard
	var known []string
	found := map[string]bool{}
	for _, u := range units {
		p := u.Program
		for _, card := range p.Cards {
			if card.Kind < ir.BuiltinKinds && card.Kind != ir.RuleKind || !card.At.IsValid() {
				continue
			}
			known = append(known, card.Name)
			if len(names) == 0 && card.Pack != u.Name || len(names) > 0 && !slices.Contains(names, card.Name) {
				continue
			}
			found[card.Name] = true
			all = append(all, printCard(p, card, c.lang))
		}
	}
	for _, n := range names {
		if !found[n] {
			return unknown("card", n, known, "")
		}
	}
	return c.show(t, documentOf(entry{"cards", all}), func() {
		p := t.painter(t.out)
		for i, card := range all {
			if i > 0 {
				t.print("\n")
			}
			t.print("%s  (%s %s, %s:%d)\n", p.Paint(term.Bold, diag.Visible(card.Name)), card.Kind, card.Card, card.File, card.Line)
			figures := tell.Join(card.Fields, "   ", func(f printedField) string { return f.Name + " " + f.Value })
			for _, line := range []string{figures, card.Text} {
				if line != "" {
					t.print("  %s\n", diag.Visible(line))
				}
			}
		}
	})
}

// printCard works out what stands on a card.
func printCard(p *ir.Program, c *ir.Card, lang string) printedCard {
	out := printedCard{Card: c.Name, Kind: p.Kinds[c.Kind].Name, Fields: []printedField{},
		Name: text.Name(p, c.Texts, c.Name, lang), Text: text.Card(p, c, lang),
		File: c.At.File.Name, Line: c.At.Pos().Line}
	for i, f := range p.Kinds[c.Kind].Fields {
		var items []string
		switch {
		case f.Class == ir.Carried:
			for _, u := range c.Carry {
				if isOf(p, p.Cards[u.Card].Kind, f.Type.Ref) {
					items = append(items, useOf(p, u, lang))
				}
			}
			if len(items) == 0 {
				continue
			}
		case f.Class != ir.Printed && f.Class != ir.Stat:
			continue
		default:
			v := c.Values[i]
			if d := f.Default; d != nil && d.Op == ir.Const && d.N == v.N && slices.Equal(d.List, v.L) {
				continue // as every card of the kind
			}
			all, each := []int64{v.N}, f.Type
			if f.Type.IsList() {
				all, each = v.L, f.Type.Element()
			}
			for _, n := range all {
				items = append(items, text.Show(p, each, n, lang))
			}
		}
		out.Fields = append(out.Fields, printedField{text.Name(p, f.Texts, f.Name, lang), strings.Join(items, ", ")})
	}
	return out
}

// useOf is a card that another carries, with the values of its parameters.
func useOf(p *ir.Program, u ir.CardUse, lang string) string {
	c := p.Cards[u.Card]
	name := text.Name(p, c.Texts, c.Name, lang)
	for i, f := range c.Params {
		if i < len(u.Args) && !f.Type.IsList() {
			value := text.Show(p, f.Type, u.Args[i].N, lang)
			if strings.Contains(name, f.Name) {
				name = strings.Replace(name, f.Name, value, 1)
			} else {
				name += fmt.Sprintf(" (%s)", value)
			}
		}
	}
	return name
}

// isOf tells whether a kind is another one or extends it.
func isOf(p *ir.Program, kind, of int) bool {
	for ; kind >= 0; kind = p.Kinds[kind].Parent {
		if kind == of {
			return true
		}
	}
	return false
}

// documented is one declaration in `doc`.
type documented struct {
	Sort string `json:"sort"` // kind, enum, event, span, action, function, table, option, tag, card
	Name string `json:"name"`
	Line string `json:"line"` // as an author would write its head
	Note string `json:"note,omitempty"`
	File string `json:"file,omitempty"`
	At   int    `json:"at,omitempty"`
}

// The sorts, in the order in which they are listed.
var sorts = []string{"kind", "enum", "span", "event", "action", "function", "table", "option", "tag", "card"}

type docCommand struct{ report }

func (c *docCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "doc [FILE|PACK [WORD]]",
		Short: "List what a pack offers to cards: events, kinds, tags ...",
		Long: `Doc lists what a program or pack declares: kinds with their fields, events
with theirs, spans, actions, functions, tables, options, tags and cards, each
with the comment above it.

FILE is a file or folder; PACK is the id of a pack that comes with kdsl. WORD is
a sort (kinds, enums, spans, events, actions, functions, tables, options, tags,
cards) or a part of a name.`,
		Example: `  kdsl doc std events
  kdsl doc saga tags`,
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
	var all []documented
	for _, u := range units {
		for _, d := range declarations(u.Program) {
			switch {
			case word == "" && d.Sort == "card", // there are many; ask for them
				word != "" && d.Sort+"s" != word && d.Sort != word && !strings.Contains(d.Name, word):
				continue
			}
			all = append(all, d)
		}
	}
	if len(all) == 0 {
		return usage("nothing here is a sort or a name like %q; the sorts are %ss", word, strings.Join(sorts, "s, "))
	}
	slices.SortStableFunc(all, func(a, b documented) int {
		return cmp.Or(slices.Index(sorts, a.Sort)-slices.Index(sorts, b.Sort), strings.Compare(a.Name, b.Name))
	})
	return c.show(t, documentOf(entry{"declarations", all}), func() {
		p := t.painter(t.out)
		for _, d := range all {
			where := ""
			if d.File != "" {
				where = fmt.Sprintf("  %s:%d", d.File, d.At)
			}
			t.print("%s%s\n", p.Paint(term.Bold, diag.Visible(d.Line)), where)
			if d.Note != "" {
				t.print("    %s\n", diag.Visible(d.Note))
			}
		}
	})
}

// declarations lists what a program declares.
func declarations(p *ir.Program) []documented {
	var out []documented
	add := func(sort, name, rest string, at source.Span) {
		d := documented{Sort: sort, Name: name, Line: sort + " " + name + rest}
		if at.IsValid() {
			d.File, d.At, d.Note = at.File.Name, at.Pos().Line, comment(at)
		}
		out = append(out, d)
	}
	for _, e := range p.Enums {
		add("enum", e.Name, " { "+tell.Join(e.Values, " ", func(v ir.EnumValue) string { return v.Name })+" }", e.At)
	}
	words := [...]string{ir.Printed: "", ir.Stat: "stat ", ir.Cell: "cell ", ir.Derived: "derive ", ir.Carried: "carries "}
	for _, k := range p.Kinds[ir.BuiltinKinds:] {
		rest := " { " + tell.Join(k.Fields, "  ", func(f *ir.Field) string { return words[f.Class] + field(p, f) }) + " }"
		if len(k.On) > 0 {
			rest = " on " + tell.Join(k.On, ", ", func(n int) string { return p.Kinds[n].Name }) + rest
		}
		if k.Parent >= 0 {
			rest = " extends " + p.Kinds[k.Parent].Name + rest
		}
		add("kind", k.Name, rest, k.At)
	}
	for _, e := range p.Events {
		params := slices.DeleteFunc(slices.Clone(e.Fields), func(f *ir.Field) bool { return !f.Param })
		own := slices.DeleteFunc(slices.Clone(e.Named()), func(f *ir.Field) bool { return f.Param })
		rest := "(" + fields(p, params, ", ") + ")"
		if len(own) > 0 {
			rest += " { " + fields(p, own, "  ") + " }"
		}
		for _, n := range e.Tags {
			rest += " #" + p.Tags[n]
		}
		add([...]string{ir.PlainEvent: "event", ir.SpanEvent: "span", ir.ActionEvent: "action"}[e.Word], e.Name, rest, e.At)
	}
	for _, f := range p.Funcs {
		add("function", f.Name, "("+fields(p, f.Params, ", ")+"): "+p.TypeName(f.Result), f.At)
	}
	for _, f := range p.Tables {
		add("table", f.Name, "("+fields(p, f.Params, ", ")+"): "+p.TypeName(f.Result), f.At)
	}
	for _, o := range p.Options {
		add("option", o.Name, ": "+p.TypeName(o.Type), o.At)
	}
	for _, n := range p.Tags {
		add("tag", n, "", source.Span{})
	}
	for _, c := range p.Cards {
		if c.Kind >= ir.BuiltinKinds {
			add("card", c.Name, "", c.At)
			out[len(out)-1].Line = p.Kinds[c.Kind].Name + " " + c.Name
		}
	}
	return out
}

func fields(p *ir.Program, list []*ir.Field, joint string) string {
	return tell.Join(list, joint, func(f *ir.Field) string { return field(p, f) })
}

func field(p *ir.Program, f *ir.Field) string {
	s := f.Name + ": " + p.TypeName(f.Type)
	if len(f.Layers) > 0 {
		s += " layers " + strings.Join(f.Layers, ", ")
	}
	return s
}

// comment is the comment that stands right above a declaration.
func comment(at source.Span) string {
	var lines []string
	for n := at.Pos().Line - 1; n > 0; n-- {
		l := strings.TrimSpace(at.File.Line(n))
		if !strings.HasPrefix(l, "//") {
			break
		}
		lines = append([]string{strings.TrimSpace(strings.TrimPrefix(l, "//"))}, lines...)
	}
	return strings.Join(lines, " ")
}
