// Package text makes the printed text of cards from their clauses: the sentences an author wrote,
// with their parameters filled in. Nothing here plays a game.
package text

import (
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// Of is the template of a language: en or fr.
func Of(t ir.Texts, lang string) *ir.Template {
	if lang == "fr" {
		return t.Fr
	}
	return t.En
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
