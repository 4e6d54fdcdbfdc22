package proof

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// speaker says what the rule claims, in a few words of the language of the text.
type speaker struct {
	p    *ir.Program
	lang string
}

// amount says in words what a claim of the rule is.
func (s speaker) amount(x *claim.Claim) string {
	a, noun := x.Amount, s.called(x.Noun)
	switch {
	case x.Sort == claim.Frequency && a.Known:
		return s.often(x)
	case x.Sort == claim.Duration:
		return s.long(x)
	case x.Noun.Sort == claim.CardNoun && a.Known && len(s.p.Cards[x.Noun.ID].Params) > 0:
		if before, ok := strings.CutSuffix(noun, " "+text.Letter(s.p.Cards[x.Noun.ID], s.p.Cards[x.Noun.ID].Params[0])); ok { // NAME 2, not 2 NAME X
			return before + " " + s.number(a.Lo, a.Length)
		}
	case x.Sort == claim.Target && a.Known:
		return s.things(x, s.size(x))
	case x.Sort == claim.Choice, a.Dice != 0 && x.Noun.Sort == claim.PrimNoun:
		noun = ""
	}
	word, out := verb(x.Word, s.lang), s.size(x)
	switch {
	case out == "":
		out = noun
	case noun == "":
	case x.Word == "caps", x.Word == "raises": // the word says which bound it is
		return noun + phrase(s.lang, ": ", " : ") + word + " " + out
	case x.Sort == claim.Figure: // as it is printed: AP 6
		out = noun + " " + out
	case x.Sort == claim.Effect && strings.Contains(noun, " "): // what has a long name stands before its number
		out = noun + phrase(s.lang, ": ", " : ") + out
	default:
		out += " " + noun
	}
	return strings.TrimSpace(word + " " + out)
}

// number writes a number of the rule.
func (s speaker) number(n int64, length bool) string {
	if length {
		return text.Length(s.p, n, s.lang)
	}
	return strconv.FormatInt(n, 10)
}

// unit is what the lengths of the pack are measured in.
func (s speaker) unit() string { return text.Name(s.p, s.p.UnitTexts, s.p.Unit, s.lang) }

// size is how much a claim says; "" when it names no number.
func (s speaker) size(x *claim.Claim) string {
	a := x.Amount
	switch {
	case a.Dice != 0:
		return text.Show(s.p, ir.Type{Kind: ir.Dice}, a.Dice, s.lang)
	case !a.Known && a.Part > 1:
		return fmt.Sprintf("1/%d", a.Part)
	case !a.Known:
		return ""
	case x.Word == "adds" && a.Lo == a.Hi && a.Lo > 0:
		return "+" + s.number(a.Lo, a.Length)
	case x.Word == "caps", x.Word == "raises", a.Lo == a.Hi:
		return s.number(a.Lo, a.Length)
	case a.Lo == ir.None && a.Length && (a.Hi+1)%ir.Unit == 0:
		return phrase(s.lang, "less than ", "moins de ") + s.number(a.Hi+1, true)
	case a.Lo == ir.None:
		return phrase(s.lang, "at most ", "au plus ") + s.number(a.Hi, a.Length)
	case a.Hi != ir.None:
		return s.number(a.Lo, a.Length) + phrase(s.lang, " to ", " à ") + s.number(a.Hi, a.Length)
	}
	return phrase(s.lang, "at least ", "au moins ") + s.number(a.Lo, a.Length)
}

// often is how often something may be done.
func (s speaker) often(x *claim.Claim) string {
	n := x.Amount.Lo
	times := map[int64]string{1: phrase(s.lang, "once", "une fois"), 2: phrase(s.lang, "twice", "deux fois")}[n]
	return cmp.Or(times, fmt.Sprint(n, phrase(s.lang, " times", " fois"))) + phrase(s.lang, " per ", " par ") +
		cmp.Or(s.called(x.Span), phrase(s.lang, "game", "partie"))
}

// long is how long something lasts.
func (s speaker) long(x *claim.Claim) string {
	t := tongue.For(s.lang)
	span := t.Guess(cmp.Or(s.called(x.Span), phrase(s.lang, "game", "partie")))
	if x.Span.Sort == claim.EventNoun {
		for _, w := range s.p.Events[x.Span.ID].Texts.Words {
			if w.Use == ir.NounWord && w.French == (s.lang == "fr") && w.Noun.Gendered {
				span.Gender = map[bool]tongue.Gender{true: tongue.Feminine, false: tongue.Masculine}[w.Noun.Feminine]
			}
		}
	}
	span.Proper = false
	switch verb := verb(x.Word, s.lang); {
	case x.Word == "for spans":
		return t.Count(max(1, x.Amount.Lo), span)
	case x.Span.Sort == claim.NoNoun:
		return verb
	default:
		return verb + " " + t.Of(span, false)
	}
}

// verb is the word of a claim in the language of the text.
func verb(word, lang string) string { return phrase(lang, claim.Verbs[word][0], claim.Verbs[word][1]) }

// phrase is one or the other by the language.
func phrase(lang, en, fr string) string {
	if lang == "fr" {
		return fr
	}
	return en
}

// called is what a thing is called.
func (s speaker) called(n claim.Noun) string {
	var t ir.Texts
	switch n.Sort {
	case claim.FieldNoun:
		if n.Field != nil {
			t = n.Field.Texts
		}
	case claim.CardNoun:
		return text.Title(s.p, s.p.Cards[n.ID], s.lang)
	case claim.EventNoun:
		ev := s.p.Events[n.ID] // a line of the journal is no name
		for _, w := range ev.Texts.Words {
			if w.Use == ir.NounWord && w.French == (s.lang == "fr") {
				return text.Fill(s.p, nil, &w.Template, s.lang)
			}
		}
		if line := text.Of(ev.Texts, s.lang); line != nil && len(line.Parts) == 1 && ev.Word == ir.SpanEvent {
			t = ev.Texts
		}
	case claim.KindNoun:
		if n.ID >= 0 && n.ID < len(s.p.Kinds) {
			t = s.p.Kinds[n.ID].Texts
		}
	case claim.ValueNoun:
		if n.Value >= 0 {
			t = s.p.Enums[n.ID].Values[n.Value].Texts
		}
	}
	return text.Name(s.p, t, strings.ReplaceAll(n.Name, "_", " "), s.lang)
}
