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
	span, word := s.noun(x.Span), verb(x.Word, s.lang)
	switch {
	case x.Word == "for spans":
		return t.Count(max(1, x.Amount.Lo), span)
	case x.Span.Sort == claim.NoNoun:
		return word
	}
	if x.Word == "until start" || x.Amount.Known { // it has yet to begin
		span.One = phrase(s.lang, "next", t.Agree("prochain", span.Gender, false)) + " " + span.One
	}
	return word + " " + t.Of(span, false) + s.whose(x)
}

// whose tells whose a span is, where it is said of somebody.
func (s speaker) whose(x *claim.Claim) string {
	switch of := claim.AgentOf(s.p.Events[x.Span.ID]); {
	case x.Noun.Sort == claim.FieldNoun:
		return " " + tongue.For(s.lang).Of(s.noun(x.Noun), false)
	case x.Role == claim.Bearer:
		return phrase(s.lang, " of the bearer", " du porteur")
	case x.Role == claim.Owner:
		return phrase(s.lang, " of its owner", " de son propriétaire")
	case x.Role == claim.NoRole && of != nil && of.Type.Ref != ir.PlayerKind:
		return phrase(s.lang, " of whoever it is", " de qui que ce soit")
	}
	return ""
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
	if n.Sort == claim.CardNoun {
		return text.Title(s.p, s.p.Cards[n.ID], s.lang)
	}
	return text.Name(s.p, s.words(n), strings.ReplaceAll(n.Name, "_", " "), s.lang)
}

// noun is what a thing is called, with its gender.
func (s speaker) noun(n claim.Noun) tongue.Noun {
	out := tongue.For(s.lang).Guess(s.called(n))
	out.Proper = false
	if w := text.Of(s.words(n), s.lang); w != nil && w.Noun.Gendered {
		out.Gender = map[bool]tongue.Gender{true: tongue.Feminine, false: tongue.Masculine}[w.Noun.Feminine]
	}
	return out
}

// words are those for a thing. A line of the journal is no name of an event.
func (s speaker) words(n claim.Noun) ir.Texts {
	switch n.Sort {
	case claim.FieldNoun:
		if n.Field != nil && (n.Field.Texts.En != nil || n.Field.Texts.Fr != nil) {
			return n.Field.Texts
		}
		for _, ev := range s.p.Events { // of whichever event it is
			if i := ir.FieldNamed(ev.Fields, n.Name); i >= 0 {
				return ev.Fields[i].Texts
			}
		}
	case claim.EventNoun:
		ev, said := s.p.Events[n.ID], ir.Texts{}
		for _, w := range ev.Texts.Words {
			switch {
			case w.Use != ir.NounWord:
			case w.French:
				said.Fr = &w.Template
			default:
				said.En = &w.Template
			}
		}
		if line := text.Of(ev.Texts, s.lang); text.Of(said, s.lang) == nil && line != nil && len(line.Parts) == 1 && ev.Word == ir.SpanEvent {
			return ev.Texts
		}
		return said
	case claim.KindNoun:
		if n.ID >= 0 && n.ID < len(s.p.Kinds) {
			return s.p.Kinds[n.ID].Texts
		}
	case claim.ValueNoun:
		if n.Value >= 0 {
			return s.p.Enums[n.ID].Values[n.Value].Texts
		}
	}
	return ir.Texts{}
}
