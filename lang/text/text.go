// Package text makes the printed text of cards from their clauses: the sentences an author wrote,
// with their parameters filled in. Nothing here plays a game.
package text

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// Of is the template of a language: en or fr.
func Of(t ir.Texts, lang string) *ir.Template {
	if lang == "fr" {
		return t.Fr
	}
	return t.En
}

// Card is the whole text of a card: the sentences of its actions and clauses, and of those that its
// kind gives every card, one after the other.
func Card(p *ir.Program, c *ir.Card, lang string) string {
	var parts []string
	for _, t := range c.Rules {
		parts = append(parts, Fill(p, c, Of(t, lang), lang))
	}
	for _, a := range c.Actions {
		for _, t := range p.Events[a].Rules {
			parts = append(parts, Fill(p, c, Of(t, lang), lang))
		}
	}
	for _, h := range asWritten(p, c) {
		if !idle(p, c, h.When) {
			parts = append(parts, Clause(p, c, h, lang))
		}
	}
	var said []string // each once
	for i, s := range parts {
		if s != "" && !slices.Contains(parts[:i], s) {
			said = append(said, s)
		}
	}
	return strings.Join(said, " ")
}

// asWritten are the clauses of a card in the order in which they are written: its own, then those of
// its kind.
func asWritten(p *ir.Program, c *ir.Card) []*ir.Hook {
	var out []*ir.Hook
	for _, h := range c.Hooks {
		out = append(out, p.Hooks[h])
	}
	slices.SortStableFunc(out, func(a, b *ir.Hook) int {
		return cmp.Or(cmp.Compare(b.Card, a.Card), cmp.Compare(a.At.Start, b.At.Start))
	})
	return out
}

// idle tells whether the figures of a card switch a clause off: a part of its condition that must hold
// is false whatever happens in a game.
func idle(p *ir.Program, c *ir.Card, when *ir.Expr) bool {
	if when == nil {
		return false
	}
	if when.Op != ir.And && changes(p, when) {
		return false
	}
	switch when.Op {
	case ir.And:
		return idle(p, c, when.Args[0]) || idle(p, c, when.Args[1])
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		a, ok := constant(p, c, when.Args[0])
		b, also := constant(p, c, when.Args[1])
		holds, _ := when.Op.Apply(a, b)
		return ok && also && holds == 0
	}
	n, ok := constant(p, c, when)
	return ok && when.Type.Kind == ir.Bool && n == 0
}

// changes tells whether an expression reads what may change in a game.
func changes(p *ir.Program, e *ir.Expr) bool {
	found := false
	e.Walk(func(x *ir.Expr) bool {
		if x.Op == ir.DerivedOf {
			found = found || changes(p, p.Kinds[x.Ref].Fields[x.N].Default)
		} else {
			found = found || x.Reads().Any(ir.ReadsCells|ir.ReadsOptions)
		}
		return !found
	})
	return found
}

// Clause is the sentence of a clause, as it stands on a card (nil: on none).
func Clause(p *ir.Program, c *ir.Card, h *ir.Hook, lang string) string {
	return Fill(p, c, Of(h.Texts, lang), lang)
}

// Name is the display name of a thing, or its id when it has none.
func Name(p *ir.Program, t ir.Texts, id, lang string) string {
	if x := Of(t, lang); x != nil {
		return Fill(p, nil, x, lang)
	}
	if t.En != nil {
		return Fill(p, nil, t.En, lang)
	}
	return id
}

// Fill writes a template with what is known without a game: constants and what is printed on the card
// as they are, parameters by their names.
func Fill(p *ir.Program, c *ir.Card, t *ir.Template, lang string) string {
	if t == nil {
		return ""
	}
	var b strings.Builder
	for _, part := range t.Parts {
		if part.Expr == nil {
			b.WriteString(part.Text)
			continue
		}
		n, known := constant(p, c, part.Expr)
		switch {
		case part.Form == "plural":
			if known && tongue.For(lang).Singular(n) {
				b.WriteString(part.One)
			} else {
				b.WriteString(part.Many)
			}
		case part.Form != "":
			b.WriteString(tongue.Elide(part.Form, show(p, c, part.Expr, n, known, lang)))
		default:
			b.WriteString(show(p, c, part.Expr, n, known, lang))
		}
	}
	return b.String()
}

// constant is the value of an expression that does not depend on a game.
func constant(p *ir.Program, c *ir.Card, e *ir.Expr) (int64, bool) {
	switch e.Op {
	case ir.Const:
		return e.N, !e.Type.IsList()
	case ir.OptionVal:
		return p.Options[e.N].Value, true
	case ir.PrintedOf, ir.StatOf, ir.BaseOf:
		if e.Args[0].Op == ir.Const && e.Args[0].Type.Kind == ir.CardOf { // the text names another card
			c = p.Cards[e.Args[0].N]
		} else if e.Args[0].Op != ir.Self {
			c = nil
		}
		if c != nil && int(e.N) < len(c.Values) && !e.Type.IsList() && c.FilledBy(int(e.N)) == nil {
			return c.Values[e.N].N, true
		}
	case ir.CellOf: // a cell of the card's own begins with a figure that it prints
		if c != nil && e.Args[0].Op == ir.Self && !e.Type.IsList() {
			for _, f := range c.Own {
				if !f.Param && f.Slot == int(e.N) && !f.Type.IsList() && f.Default != nil {
					return constant(p, c, f.Default)
				}
			}
		}
	case ir.DerivedOf:
		if c != nil && e.Args[0].Op == ir.Self {
			return constant(p, c, p.Kinds[c.Kind].Fields[e.N].Default)
		}
	case ir.Scale:
		n, ok := constant(p, c, e.Args[0])
		return n * ir.Unit, ok
	case ir.Neg, ir.Add, ir.Sub, ir.Mul:
		a, ok := constant(p, c, e.Args[0])
		b, also := constant(p, c, e.Args[len(e.Args)-1])
		n, fits := e.Op.Apply(a, b)
		return n, ok && also && fits
	}
	return 0, false
}

func show(p *ir.Program, c *ir.Card, e *ir.Expr, n int64, known bool, lang string) string {
	if !known {
		if e.Op == ir.PrintedOf || e.Op == ir.StatOf {
			if c != nil && e.Args[0].Op == ir.Self && c.FilledBy(int(e.N)) != nil {
				return c.FilledBy(int(e.N)).Name
			}
		}
		s := strings.TrimSpace(e.At.Text())
		return strings.TrimPrefix(s, "self.")
	}
	return Show(p, e.Type, n, lang)
}

// Show writes a value as it is printed.
func Show(p *ir.Program, t ir.Type, n int64, lang string) string {
	if n == ir.None {
		return "-"
	}
	switch t.Kind {
	case ir.Length:
		if lang == "fr" {
			return strings.Replace(ir.LengthText(n), ".", ",", 1)
		}
		return ir.LengthText(n)
	case ir.Dice:
		return value.FormatDice(n)
	case ir.Target:
		return value.FormatTarget(n)
	case ir.EnumType:
		v := p.Enums[t.Ref].Values[n]
		return Name(p, v.Texts, v.Name, lang)
	case ir.CardOf:
		c := p.Cards[n]
		return Name(p, c.Texts, c.Name, lang)
	case ir.Bool:
		if n != 0 {
			return "yes"
		}
		return "no"
	}
	return strconv.FormatInt(n, 10)
}
