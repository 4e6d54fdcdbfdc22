// Package text makes the printed text of cards from their clauses: the sentences an author wrote,
// with their parameters filled in. Nothing here plays a game.
package text

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

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

// Asked is what players are asked for with a field: its words, or those of what it holds; "" when neither has any.
func Asked(p *ir.Program, f *ir.Field, lang string) string {
	t := f.Texts
	if Of(t, lang) == nil {
		of := f.Type
		if of.IsList() {
			of = of.Element()
		}
		switch of.Kind {
		case ir.Inst, ir.CardOf:
			if k := p.KindAt(of.Ref); k >= 0 {
				t = p.Kinds[k].Texts
			}
		case ir.EnumType:
			t = p.Enums[of.Ref].Texts
		}
	}
	return Fill(p, nil, Of(t, lang), lang)
}

// Deed is what an event is called about which somebody is asked: its sentence when that speaks of nothing but who acts, or
// else its name; nil when it has neither.
func Deed(e *ir.Event, lang string) *ir.Template {
	if t := Of(e.Texts, lang); t != nil && !slices.ContainsFunc(t.Parts, func(part ir.Part) bool {
		x := part.Expr
		return x != nil && !(x.Op == ir.EventField && !x.Lists && len(e.Fields) > 0 && e.Fields[0].Param && x.N == int64(e.Fields[0].Slot))
	}) {
		return t
	}
	return Called(e, lang)
}

// Called is the name of an event, where nothing varies: its noun, its sentence, or what else it is called; nil when it has none.
func Called(e *ir.Event, lang string) *ir.Template {
	word := func(use ir.WordUse) *ir.Template {
		for _, w := range e.Texts.Words {
			if w.Use == use && w.French == (lang == "fr") {
				return &w.Template
			}
		}
		return nil
	}
	bare := Of(e.Texts, lang)
	if bare != nil && slices.ContainsFunc(bare.Parts, func(p ir.Part) bool { return p.Expr != nil }) {
		bare = nil
	}
	return cmp.Or(word(ir.NounWord), bare, word(ir.AlsoWord))
}

// Outline is the sentence of an event without what varies in it, from behind who acts on: takes … from …; "" when it has none.
func Outline(p *ir.Program, e *ir.Event, lang string) string {
	t := Of(e.Texts, lang)
	if t == nil {
		return ""
	}
	bare := *t
	bare.Parts = slices.Clone(t.Parts)
	for i := range bare.Parts {
		if bare.Parts[i].Expr != nil {
			bare.Parts[i] = ir.Part{Text: "…"}
		}
	}
	return strings.Trim(strings.ReplaceAll(strings.TrimPrefix(Fill(p, nil, &bare, lang), "…"), "… …", "…"), " .")
}

// Player is what a script calls a player in a language.
func Player(p ir.PlayerName, lang string) string {
	if lang == "fr" && p.French != "" {
		return p.French
	}
	return cmp.Or(p.Label, tongue.Capital(p.Name))
}

// Title is the name of a card; its parameters stand there by their letters.
func Title(p *ir.Program, c *ir.Card, lang string) string {
	for _, x := range []*ir.Template{Of(c.Texts, lang), c.Texts.En} {
		if x != nil {
			return Fill(p, c, x, lang)
		}
	}
	return c.Name
}

// Length writes a length with the unit of the pack: a sign stands at once behind the number, a word after a gap.
func Length(p *ir.Program, n int64, lang string) string {
	number, unit := Show(p, ir.Type{Kind: ir.Length}, n, lang), p.Unit
	noun := tongue.Noun{}
	if t := Of(p.UnitTexts, lang); t != nil {
		unit, noun.Many = Name(p, p.UnitTexts, unit, lang), t.Noun.Plural
	}
	first, _ := utf8.DecodeRuneInString(unit)
	switch {
	case unit == "":
		return number
	case !unicode.IsLetter(first):
		return number + unit
	}
	noun.One, noun.PluralOnly = unit, utf8.RuneCountInString(unit) <= 3 // a sign, that does not bend: cm
	_, measured, _ := strings.Cut(tongue.For(lang).Measure(n, noun), " ")
	return number + "\u00a0" + measured
}

// Printed writes a figure that a card prints, one die as its author wrote it.
func Printed(p *ir.Program, c *ir.Card, field int, t ir.Type, lang string) string {
	s := Show(p, t, c.Values[field].N, lang)
	if slices.Contains(c.Ones, field) {
		return "1" + s
	}
	return s
}

// Show writes a value as it is printed.
func Show(p *ir.Program, t ir.Type, n int64, lang string) string {
	if n == ir.None {
		return "-"
	}
	switch t.Kind {
	case ir.Length:
		return tongue.For(lang).Decimal(n)
	case ir.Dice:
		return value.FormatDice(n)
	case ir.Target:
		return value.FormatTarget(n)
	case ir.EnumType:
		v := p.Enums[t.Ref].Values[n]
		return Name(p, v.Texts, v.Name, lang)
	case ir.CardOf:
		return Title(p, p.Cards[n], lang)
	case ir.Bool:
		return map[bool]map[bool]string{false: {true: "yes", false: "no"}, true: {true: "oui", false: "non"}}[lang == "fr"][n != 0]
	}
	return strconv.FormatInt(n, 10)
}
