package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
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
	lang   string
	claims bool
	plain  bool
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
	fs.BoolVar(&c.claims, "claims", false, "list what the definition claims, and print no card")
	fs.BoolVar(&c.plain, "plain", false, "read the definition aloud, and print no card")
	jsonFlag(fs, &c.asJSON)
}

func (c *cardCommand) run(t *tool, args []string) error {
	names := args[min(1, len(args)):]
	units, err := t.subject(args[:len(args)-len(names)])
	if err != nil {
		return err
	}
	var all []printedCard
	var claims []claimedCard
	var read []readCard
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
			if c.plain {
				read = append(read, readAloud(p, card, c.lang))
				continue
			}
			if c.claims {
				claims = append(claims, claimsOf(p, card))
				continue
			}
			all = append(all, printCard(p, card, c.lang))
		}
	}
	missing := slices.IndexFunc(names, func(n string) bool { return !found[n] })
	if missing >= 0 && len(all)+len(claims)+len(read) == 0 {
		return unknown("card", names[missing], known, "")
	}
	if c.plain {
		return c.show(t, documentOf(entry{"cards", read}), func() {
			for _, card := range read {
				t.printReading(card)
			}
		})
	}
	if c.claims {
		return c.show(t, documentOf(entry{"cards", claims}), func() {
			for _, card := range claims {
				t.printClaims(card)
			}
		})
	}
	err = c.show(t, documentOf(entry{"cards", all}), func() {
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
	if err == nil && missing >= 0 { // the others were printed
		err = unknown("card", names[missing], known, "")
	}
	return err
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
		case c.FilledBy(i) != nil:
			items = []string{c.FilledBy(i).Name}
		default:
			v := c.Values[i]
			if d := f.Default; !slices.Contains(c.Said, i) && d != nil && d.Op == ir.Const && d.N == v.N && slices.Equal(d.List, v.L) {
				continue // as every card of the kind
			}
			items = shown(p, v, f.Type, lang)
		}
		out.Fields = append(out.Fields, printedField{text.Name(p, f.Texts, f.Name, lang), strings.Join(items, ", ")})
	}
	for _, k := range c.Constants {
		if e := k.Value; e != nil && !says(p, c, k.Name) {
			out.Fields = append(out.Fields, printedField{k.Name, strings.Join(shown(p, ir.Value{N: e.N, L: e.List}, e.Type, lang), ", ")})
		}
	}
	return out
}

// says tells whether a sentence of a card names one of its constants: then that is where it is printed.
func says(p *ir.Program, c *ir.Card, name string) bool {
	texts := slices.Clone(c.Rules)
	for _, a := range c.Actions {
		texts = append(texts, p.Events[a].Rules...)
	}
	for _, h := range c.Hooks {
		texts = append(texts, p.Hooks[h].Texts)
	}
	return slices.ContainsFunc(texts, func(t ir.Texts) bool {
		return t.En != nil && slices.ContainsFunc(t.En.Parts, func(part ir.Part) bool {
			return part.Expr != nil && part.Expr.Op == ir.Const && part.Expr.Name == name
		})
	})
}

// shown are the members of a value, as they are printed.
func shown(p *ir.Program, v ir.Value, t ir.Type, lang string) (items []string) {
	if !t.IsList() {
		return []string{text.Show(p, t, v.N, lang)}
	}
	for _, n := range v.L {
		items = append(items, text.Show(p, t.Element(), n, lang))
	}
	return items
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
