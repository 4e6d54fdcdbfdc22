package main

import (
	"fmt"
	"strings"

	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/proof"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// How `proof` tells people what it found. Texts are spoken of in their own language.

// labels are the words around verdicts in a language. Tools get the codes.
type labels struct {
	ranks, verdicts, changes map[string]string // by their codes
	quote                    string            // how words of others are written
	card, unread             string            // "%s" has what it is about
	share, nothing, near     string
	unsure, rule             string
	wrong, found, more, and  string // the summary
	text, word               tongue.Noun
	telling                  tongue.Noun // words that claim something: what is counted as understood
	err, hint, doubt         tongue.Noun
	heads                    []any // of the table of changes
}

const (
	nowhere  = "no such card" // the code of a text of which there is no card
	noText   = "no text"      // the code of a card below whose name nothing stands
	cutShort = "cut short"    // the code of one below whose name another heading was seen
	tooLong  = "too long"     // the code of a text that is not read to its end
	onCard   = "on the card"  // the label of a difference from what the pack prints on its card
)

var labelsOf = map[string]*labels{
	"en": {
		ranks: map[string]string{"error": "error", "hint": "hint", "doubt": "doubt"},
		verdicts: map[string]string{"differs": "the text says %[1]s, the rule %[2]s", onCard: "the text says %[1]s, the card of the pack %[2]s",
			"not in the rule": "the rule does not say %[1]s", "half missing": "the text leaves out %[2]s", "not in the text": "the text does not say %[2]s",
			nowhere: "no card is called %[1]s", noText: "the card has no text", tooLong: "the text is too long for a card: from here on it is not read", cutShort: "the card has no text: this line was taken for the heading of another card"},
		changes: map[string]string{"number": "number", "dice": "dice", "part": "part", "characteristic or value": "characteristic or value",
			"keyword or thing": "keyword or thing", "span": "span", "edge": "edge", "before and after": "before and after",
			"may and must": "may and must", "bound": "bound", "sign": "sign", "who": "who",
			"denied": "denied", "condition dropped": "condition dropped", "effect dropped": "effect dropped", "limit dropped": "limit dropped"},
		quote: "“%s”", share: "%d %% of %s understood", nothing: "no rule was read", near: "read as %s",
		unsure: "little of it was understood: hints only", card: "the card: %s", rule: "the rule: %s", unread: "not understood: %s",
		wrong: "%s and %s in %s; %s", found: "nothing wrong found in %s; %s", more: "; --unread lists %s", and: " and ",
		text: tongue.Noun{One: "text"}, word: tongue.Noun{One: "word"}, telling: tongue.Noun{One: "telling word"}, err: tongue.Noun{One: "error"}, hint: tongue.Noun{One: "hint"}, doubt: tongue.Noun{One: "doubt"},
		heads: []any{"change of the rule", "told", "found", "errors", "share", "untold"},
	},
	"fr": {
		ranks: map[string]string{"error": "erreur", "hint": "remarque", "doubt": "doute"},
		verdicts: map[string]string{"differs": "le texte dit %[1]s, la règle %[2]s", onCard: "le texte dit %[1]s, la carte du paquet %[2]s",
			"not in the rule": "la règle ne dit pas %[1]s", "half missing": "le texte omet %[2]s", "not in the text": "le texte ne dit pas %[2]s",
			nowhere: "aucune carte ne s'appelle %[1]s", noText: "la carte n'a pas de texte", tooLong: "trop long pour une carte : à partir d'ici ce n'est pas lu", cutShort: "la carte n'a pas de texte : cette ligne a été prise pour le titre d'une autre carte"},
		changes: map[string]string{"number": "un nombre", "dice": "des dés", "part": "la moitié ou le tout", "characteristic or value": "une caractéristique ou valeur",
			"keyword or thing": "un mot-clé ou objet", "span": "une période", "edge": "son début ou sa fin", "before and after": "avant et après", "may and must": "pouvoir et devoir",
			"bound": "au moins et au plus", "sign": "plus et moins", "who": "qui", "denied": "oui et non", "condition dropped": "sans condition",
			"effect dropped": "sans effet", "limit dropped": "sans limite"},
		quote: "« %s »", share: "%d %% de %s compris", nothing: "aucune règle n'a été lue", near: "lu comme %s",
		unsure: "peu en a été compris : seulement des remarques", card: "la carte : %s", rule: "la règle : %s", unread: "pas compris : %s",
		wrong: "%s et %s dans %s ; %s", found: "rien trouvé à redire dans %s ; %s", more: " ; --unread montre %s", and: " et ",
		text: tongue.Noun{One: "texte"}, word: tongue.Noun{One: "mot"}, telling: tongue.Noun{One: "mot parlant", Many: "mots parlants"}, err: tongue.Noun{One: "erreur"}, hint: tongue.Noun{One: "remarque"}, doubt: tongue.Noun{One: "doute"},
		heads: []any{"changement de la règle", "dits", "vus", "erreurs", "part", "tus"},
	},
}

// tellCard tells what was found in a text. Of one of which there is nothing to say it is silent.
func (c *proofCommand) tellCard(t *tool, card proofCard) {
	if len(card.Verdicts) == 0 && card.Near == "" && (!c.unread || len(card.Unread)+len(card.Doubts) == 0) {
		return
	}
	say := labelsOf[card.Lang]
	name := card.Name
	if card.Clause != "" {
		name += ", " + card.Clause
	}
	t.print("%s  (%s:%d, %s)\n", t.painter(t.out).Paint(term.Bold, diag.Visible(name)), card.File, card.Line, partOf(card.Lang, card.Known, card.Words))
	line := func(format, s string) { t.print("  %s\n", fmt.Sprintf(format, diag.Visible(s))) }
	if card.Near != "" {
		line(say.near, card.Near)
	}
	if card.Unsure && len(card.Verdicts) > 0 {
		line("%s", say.unsure)
	}
	told := card.Verdicts
	if c.unread {
		told = append(told, card.Doubts...)
	}
	for _, v := range told {
		line("%s", sentenceOf(say, v))
	}
	for _, s := range card.Printed {
		line(say.card, s)
	}
	for _, s := range card.Reading {
		line(say.rule, s)
	}
	if c.unread && len(card.Unread) > 0 {
		line(say.unread, strings.Join(card.Unread, ", "))
	}
}

// sentenceOf is a finding as people read it: both places, and what stands there.
func sentenceOf(say *labels, v proofFinding) string {
	quoted := func(s string) string { return fmt.Sprintf(say.quote, s) }
	code, rule := v.Kind, v.Rule
	if v.Card != "" {
		code, rule = onCard, v.Card
	}
	place := fmt.Sprintf("%s:%d", v.File, v.Line)
	if v.Column > 0 { // where it is known
		place += fmt.Sprintf(":%d", v.Column)
	}
	out := fmt.Sprintf("%s %s: ", say.ranks[v.Rank], place) + strings.NewReplacer("%[1]s", quoted(v.Says), "%[2]s", quoted(rule)).Replace(say.verdicts[code])
	if v.Note != "" {
		out += ", " + v.Note
	}
	if v.RuleFile != "" {
		out += fmt.Sprintf(" (%s:%d)", v.RuleFile, v.RuleLine)
	}
	return out
}

// languageOf is the language in which several texts are spoken of: that of most of them.
func (c *proofCommand) languageOf(all []proofCard) string {
	if c.lang != "auto" {
		return c.lang
	}
	count := map[string]int{}
	for _, card := range all {
		count[card.Lang]++
	}
	most := proof.Langs[0]
	for _, lang := range proof.Langs {
		if count[lang] > count[most] {
			most = lang
		}
	}
	return most
}

// totals are what was found in some texts.
type totals struct{ texts, errs, hints, doubts, known, words int }

func totalsOf(all []proofCard) totals {
	out := totals{texts: len(all)}
	for _, card := range all {
		out.words, out.known, out.doubts = out.words+card.Words, out.known+card.Known, out.doubts+len(card.Doubts)
		for _, v := range card.Verdicts {
			if v.Rank == "error" {
				out.errs++
			} else {
				out.hints++
			}
		}
	}
	return out
}

// summary tells how many errors and hints there are, how much was understood, and, where it is not listed, how much is left to list.
func (x totals) summary(lang string, listed bool) string {
	say, t := labelsOf[lang], tongue.For(lang)
	in, part := t.Count(int64(x.texts), say.text), partOf(lang, x.known, x.words)
	out := fmt.Sprintf(say.wrong, t.Count(int64(x.errs), say.err), t.Count(int64(x.hints), say.hint), in, part)
	if x.errs+x.hints == 0 {
		out = fmt.Sprintf(say.found, in, part)
	}
	var more []string
	if n := x.words - x.known; n > 0 {
		more = append(more, t.Count(int64(n), say.word))
	}
	if x.doubts > 0 {
		more = append(more, t.Count(int64(x.doubts), say.doubt))
	}
	if listed || len(more) == 0 {
		return out
	}
	return out + fmt.Sprintf(say.more, strings.Join(more, say.and))
}

func partOf(lang string, known, words int) string {
	say := labelsOf[lang]
	if words == 0 {
		return say.nothing
	}
	return fmt.Sprintf(say.share, 100*known/words, tongue.For(lang).Count(int64(words), say.telling))
}

// tellChanges tells which changes of the rules were found.
func (c *proofCommand) tellChanges(t *tool, all []measured) {
	say := labelsOf[c.languageOf(nil)]
	t.print("%-32s %6s %6s %7s  %-22s %s\n", say.heads...)
	for _, r := range all {
		t.print("%-32s %6d %6d %7d  %3.0f %% (%.0f–%.0f %%)%*s%6d\n", say.changes[r.Change], r.Told, r.Found, r.Errors, 100*r.Share, 100*r.Low, 100*r.High,
			max(1, 11-len(fmt.Sprintf("%.0f%.0f", 100*r.Low, 100*r.High))), "", r.Untold)
	}
}
