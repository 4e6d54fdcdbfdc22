package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
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

func (t *tool) cardCmd() *cobra.Command {
	lang := ""
	cmd := &cobra.Command{
		Use:   "card [FILE|PACK [CARD...]]",
		Short: "Print cards: name, figures and text",
		Long: `Card prints what stands on cards: the name, the figures, and the text that
follows from the rules, in English or French.

FILE is a file or folder; PACK is the id of a pack that comes with kdsl. Without
CARD all cards of the file or pack are printed.`,
		Example: `  kdsl card pig.kdsl
  kdsl card aof_quest --lang fr`,
		RunE: func(_ *cobra.Command, args []string) error {
			if lang != "en" && lang != "fr" {
				return usage("--lang is en or fr, got %q", lang)
			}
			var names []string
			if len(args) > 1 {
				args, names = args[:1], args[1:]
			}
			units, err := t.subject(args)
			if err != nil {
				return err
			}
			return t.cards(units, names, lang)
		},
	}
	cmd.Flags().StringVar(&lang, "lang", "en", "the language of the cards: en or fr")
	cmd.Flags().BoolVar(&t.asJSON, "json", false, "write one JSON document")
	return cmd
}

// subject reads what `[FILE|PACK]` means: programs as everywhere, or a pack of the library by its id.
func (t *tool) subject(args []string) ([]*load.Unit, error) {
	if len(args) == 1 && isName(args[0]) {
		if u, err := t.pack(args[0]); err == nil {
			return []*load.Unit{u}, nil
		}
	}
	return t.playable(args)
}

// pack reads a pack of the library.
func (t *tool) pack(id string) (*load.Unit, error) {
	u, err := (&load.Loader{Local: nothing, Library: library()}).LoadText("the pack "+id, "use "+id+"\n")
	if err != nil {
		return nil, environment(err)
	}
	if u.Diags.HasErrors() {
		return nil, usage("there is no pack %s", id)
	}
	u.Name = id
	return u, nil
}

func isName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

func (t *tool) cards(units []*load.Unit, names []string, lang string) error {
	var all []printedCard
	var known []string
	found := map[string]bool{}
	for _, u := range units {
		p := u.Program
		for _, c := range p.Cards {
			if c.Kind < ir.BuiltinKinds && c.Kind != ir.RuleKind || !c.At.IsValid() {
				continue
			}
			known = append(known, c.Name)
			if len(names) == 0 && c.Pack != u.Name || len(names) > 0 && !slices.Contains(names, c.Name) {
				continue
			}
			found[c.Name] = true
			all = append(all, printCard(p, c, lang))
		}
	}
	for _, n := range names {
		if !found[n] {
			return unknown("card", n, known, "")
		}
	}
	if t.asJSON {
		return writeJSON(t.out, struct {
			FormatVersion int           `json:"format_version"`
			Cards         []printedCard `json:"cards"`
		}{formatVersion, all})
	}
	p := t.painter(t.out)
	for i, c := range all {
		if i > 0 {
			t.print("\n")
		}
		t.print("%s  (%s %s, %s:%d)\n", p.Paint(term.Bold, diag.Visible(c.Name)), c.Kind, c.Card, c.File, c.Line)
		var figures []string
		for _, f := range c.Fields {
			figures = append(figures, f.Name+" "+f.Value)
		}
		if len(figures) > 0 {
			t.print("  %s\n", diag.Visible(strings.Join(figures, "   ")))
		}
		if c.Text != "" {
			t.print("  %s\n", diag.Visible(c.Text))
		}
	}
	return nil
}

// printCard works out what stands on a card.
func printCard(p *ir.Program, c *ir.Card, lang string) printedCard {
	out := printedCard{Card: c.Name, Kind: p.Kinds[c.Kind].Name, Fields: []printedField{},
		Name: text.Name(p, c.Texts, c.Name, lang), Text: text.Card(p, c, lang),
		File: c.At.File.Name, Line: c.At.Pos().Line}
	for i, f := range p.Kinds[c.Kind].Fields {
		name := text.Name(p, f.Texts, f.Name, lang)
		switch f.Class {
		case ir.Printed, ir.Stat:
			v := c.Values[i]
			if d := f.Default; d != nil && d.Op == ir.Const && d.N == v.N && slices.Equal(d.List, v.L) {
				continue // as every card of the kind
			}
			if f.Type.IsList() {
				var items []string
				for _, n := range v.L {
					items = append(items, text.Show(p, f.Type.Element(), n, lang))
				}
				out.Fields = append(out.Fields, printedField{name, strings.Join(items, ", ")})
			} else {
				out.Fields = append(out.Fields, printedField{name, text.Show(p, f.Type, v.N, lang)})
			}
		case ir.Carried:
			var items []string
			for _, u := range c.Carry {
				if isOf(p, p.Cards[u.Card].Kind, f.Type.Ref) {
					items = append(items, useOf(p, u, lang))
				}
			}
			if len(items) > 0 {
				out.Fields = append(out.Fields, printedField{name, strings.Join(items, ", ")})
			}
		}
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
