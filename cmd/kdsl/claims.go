package main

import (
	"fmt"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// writtenClaim is what `card --claims --json` writes of one claim.
type writtenClaim struct {
	Clause string `json:"clause,omitempty"`
	Sort   string `json:"sort"`
	Word   string `json:"word"`
	Role   string `json:"role,omitempty"`
	Noun   string `json:"noun,omitempty"`
	Named  string `json:"named,omitempty"` // what sort of thing the noun is
	Value  string `json:"value,omitempty"`
	Span   string `json:"span,omitempty"`
	Denied bool   `json:"denied,omitempty"`
	Row    string `json:"row,omitempty"`
	Open   bool   `json:"open,omitempty"`
	File   string `json:"file"`
	Line   int    `json:"line"`
}

type claimedCard struct {
	Card   string         `json:"card"`
	Claims []writtenClaim `json:"claims"`
}

// claimsOf are the claims of a card, as they are written.
func claimsOf(p *ir.Program, c *ir.Card) claimedCard {
	out := claimedCard{Card: c.Name, Claims: []writtenClaim{}}
	for _, x := range claim.Of(p, c) {
		out.Claims = append(out.Claims, writtenClaim{Clause: x.Clause, Sort: claim.SortWords[x.Sort], Word: x.Word, Role: claim.RoleWords[x.Role],
			Noun: x.Noun.Name, Named: claim.NounSorts[x.Noun.Sort], Value: amountText(x.Amount), Span: x.Span.Name, Denied: x.Denied, Row: x.Row,
			Open: x.Open, File: x.At.File.Name, Line: x.At.Pos().Line})
	}
	return out
}

// amountText writes an amount: `4..`, `1`, `half of P`, `X`, `1 for each ally`.
func amountText(a claim.Amount) string {
	number := func(n int64) string {
		switch {
		case n == ir.None:
			return ""
		case a.Length:
			return ir.LengthText(n)
		}
		return fmt.Sprint(n)
	}
	var words []string
	switch {
	case a.Dice != 0:
		words = append(words, value.FormatDice(a.Dice))
	case a.Known && a.Lo == a.Hi:
		words = append(words, number(a.Lo))
	case a.Known:
		words = append(words, number(a.Lo)+".."+number(a.Hi))
	}
	if a.Part > 1 {
		words = append(words, fmt.Sprintf("1/%d", a.Part))
	}
	if a.Var != "" {
		words = append(words, a.Var)
	}
	if a.Of != nil && a.Of.Name != "" {
		words = append(words, map[bool]string{true: "for each", false: "of"}[a.Each], a.Of.Name)
	} else if a.Each {
		words = append(words, "each")
	}
	return strings.Join(words, " ")
}

// printClaims writes the claims of a card, a line each.
func (t *tool) printClaims(c claimedCard) {
	t.print("%s\n", c.Card)
	for _, x := range c.Claims {
		var words []string
		for _, w := range []string{x.Clause, x.Row, x.Sort, x.Word, x.Role, x.Noun, x.Value, x.Span} {
			if w != "" {
				words = append(words, w)
			}
		}
		if x.Denied {
			words = append(words, "(not)")
		}
		if x.Open {
			words = append(words, "(open)")
		}
		t.print("  %s\n", diag.Visible(strings.Join(words, " ")))
	}
}

// readCard is what `card --plain --json` writes of one card: its clauses, read aloud.
type readCard struct {
	Card    string       `json:"card"`
	Name    string       `json:"name"`
	Clauses []readClause `json:"clauses"`
	Once    string       `json:"once,omitempty"` // that of several only one counts
	Kind    string       `json:"kind,omitempty"` // whose rules it has, where it has none of its own
	worded  bool         // sentences stand on it
	silent  bool         // a rule of which there is nothing to read: it is there for the machine alone
}

type readClause struct {
	Clause  string   `json:"clause"`
	Text    string   `json:"text"`
	Missing []string `json:"missing_words,omitempty"`
}

func readAloud(p *ir.Program, c *ir.Card, lang string) readCard {
	out := readCard{Card: c.Name, Name: text.Title(p, c, lang), Clauses: []readClause{}, Once: aloud.Once(p, c, lang), worded: len(c.Rules) > 0}
	for _, r := range aloud.Card(p, c, lang) {
		one := readClause{Clause: r.Clause.Label, Text: r.Text}
		for _, m := range r.Missing {
			one.Missing = append(one.Missing, m.Sort+" "+m.Name)
		}
		out.Clauses = append(out.Clauses, one)
	}
	for k := c.Kind; k >= ir.BuiltinKinds && len(out.Clauses) == 0 && out.Kind == ""; k = p.Kinds[k].Parent {
		if len(p.Kinds[k].Hooks) > 0 {
			out.Kind = text.Name(p, p.Kinds[k].Texts, p.Kinds[k].Name, lang)
		}
	}
	out.silent = c.Kind == ir.RuleKind && out.Name == c.Name && len(out.Clauses) == 0 && out.Once == ""
	return out
}

// printReading writes a card read aloud, a sentence a line, with the words that are missing.
func (t *tool) printReading(c readCard) {
	name := diag.Visible(c.Name)
	if c.silent {
		return
	}
	if c.Name == c.Card {
		name = t.words("(a rule without a name)")
	}
	t.print("%s\n", name)
	switch none := len(c.Clauses) == 0 && c.Once == ""; {
	case none && c.Kind != "":
		t.print("  %s\n", t.words("(no rules of its own, but those of its kind: "+diag.Visible(c.Kind)+")"))
	case none && c.worded:
		t.print("  %s\n", t.words("(no rules of its own: other rules do what stands on it)"))
	case none:
		t.print("  %s\n", t.words("(no rules of its own)"))
	}
	for _, r := range c.Clauses {
		t.print("  %s\n", diag.Visible(r.Text))
		if len(r.Missing) > 0 {
			t.print("    %s\n", t.words("(no words for "+strings.Join(r.Missing, ", ")+")"))
		}
	}
	if c.Once != "" {
		t.print("  %s\n", diag.Visible(c.Once))
	}
}
