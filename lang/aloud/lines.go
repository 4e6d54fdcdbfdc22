package aloud

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// filled is a template with its places filled, and how many there were. A unit behind a length is said with it.
func (r *reader) filled(t *ir.Template, of func(*ir.Expr) (phrase, bool)) (string, int) {
	pattern, args := "", []phrase{}
	lost, bound := false, -1
	var length *phrase
	for _, part := range t.Parts {
		switch {
		case part.Expr == nil:
			text := part.Text
			if first, _, _ := strings.Cut(strings.TrimPrefix(text, " "), " "); bound >= 0 && slices.Contains(joints, first) { // what the word before it joined has fallen out
				pattern, text = pattern[:bound], text[1:]
			}
			if rest := orMore(text); bound >= 0 && rest != text {
				pattern, text, lost = strings.TrimRight(pattern[:bound], " "), rest, false
			}
			bound = -1
			if length != nil {
				text = r.measured(*length, text)
			}
			pattern += r.uncounted(text, lost)
			lost = lost && text == " "
			length = nil
			continue
		case part.Form == "plural":
			if n, ok := of(part.Expr); ok && n.text == "1" {
				pattern += part.One
			} else {
				pattern += r.uncounted(" "+part.Many, lost)[1:]
			}
		default:
			got := r.filling(part.Expr, of)
			word := ""
			if part.Form == "de" && r.french() || part.Form == "le" && r.french() && got.text == got.noun.One { // other things have their article
				word = part.Form + " "
			}
			at := strings.LastIndexByte(strings.TrimSuffix(pattern, " "), ' ') + 1
			if lost = got.text == ""; lost && slices.Contains(joints, strings.TrimSuffix(pattern[at:], " ")) {
				bound = at
			}
			if lead, last := infinitive(strings.TrimSuffix(pattern, " ")); r.french() && lead != "" && word == "" && pronoun(r.voice, got) { // it stands before that
				pattern, got = lead+" "+objective(got, last)+last, phrase{}
			}
			if length = nil; part.Expr.Type.Kind == ir.Length {
				length = &got
			}
			pattern += word + "{" + strconv.Itoa(min(len(args), 9)) + "}"
			args = append(args, got)
			continue
		}
		lost, length = false, nil
	}
	return strings.ReplaceAll(r.say(pattern, pattern, args...), "  ", " "), len(args)
}

// orMore is what follows behind how far a number goes, which has fallen out.
func orMore(text string) string {
	for _, more := range []string{" or more", " or less", " ou plus", " ou moins"} {
		text = strings.TrimPrefix(text, more)
	}
	return text
}

// filling is what stands in a place of a template.
func (r *reader) filling(e *ir.Expr, of func(*ir.Expr) (phrase, bool)) phrase {
	got, ok := of(e)
	if e.Op == ir.RecField {
		got, ok = of(e.Args[0])
	}
	switch {
	case ok:
		return got
	case e.Op == ir.OwnerOf:
		if whose, told := of(e.Args[0]); told {
			return r.of(r.own("owner", "propriétaire", tongue.Masculine), whose)
		}
	case r.card != nil && e.Op == ir.PrintedOf && e.Args[0].Op == ir.Self && r.card.FilledBy(int(e.N)) == nil:
		return r.shown(e.Type, r.card.Values[e.N].N)
	case e.Op == ir.OptionVal || e.Op == ir.Const:
		return r.thing(e)
	}
	switch {
	case e.Op == ir.EventField && e.Name != "":
		return r.the(r.localNoun(e.Name, e.Type), several(e.Type))
	case len(e.Args) > 0:
		return r.thing(e)
	}
	return plain(humane(e.Name))
}

// uncounted is what follows a number that has fallen out: French has an article then.
func (r voice) uncounted(text string, lost bool) string {
	if !lost || !r.french() || len(text) < 2 || text[0] != ' ' || !unicode.IsLetter([]rune(text)[1]) {
		return text
	}
	word, rest, _ := strings.Cut(text[1:], " ")
	if word == "de" && rest != "" { // so much of something
		n := r.guessed(rest)
		n.Mass = true
		return " " + r.lang.A(n, false)
	}
	if strings.HasPrefix(word, "d'") || slices.Contains(joints, word) {
		return text
	}
	return " des" + text
}

// measured is what follows a length in a template: its unit is said already, or said of what it is worked out from.
func (r *reader) measured(length phrase, text string) string {
	unit := strings.TrimPrefix(r.unit(), "\u00a0")
	rest, ok := strings.CutPrefix(text, " "+unit)
	switch {
	case unit == "" || !ok:
		return text
	case length.text == "" || strings.HasSuffix(length.text, unit) || strings.HasSuffix(length.text, r.length(ir.Unit)) || length.noun.One != "" && !length.number:
		return rest
	}
	return r.say(" in ", " en ") + unit + rest
}

// pronoun tells whether a phrase is no more than a pronoun: the bearer, or the card with which something is done.
func pronoun(r voice, who phrase) bool {
	return who.bearer || who.text != "" && who.text == r.lang.Pronoun(tongue.Noun{One: who.noun.One, Gender: who.noun.Gender, PluralOnly: who.many}, false)
}

// clitic takes a pronoun out of the place of an object, and gives the one that stands before the verb in its stead.
func (r truth) clitic(t *ir.Template, of func(*ir.Expr) (phrase, bool)) string {
	if len(t.Parts) < 2 || t.Parts[1].Expr == nil || t.Parts[1].Form == "de" {
		return ""
	}
	who, ok := of(t.Parts[1].Expr)
	verb, given := strings.CutSuffix(strings.TrimSpace(t.Parts[0].Text), " à")
	if !ok || !pronoun(r.voice, who) {
		return ""
	}
	if !given && len(strings.Fields(verb)) != 1 {
		return ""
	}
	t.Parts = append([]ir.Part{{Text: verb}}, t.Parts[2:]...)
	if given {
		return map[bool]string{false: "lui ", true: "leur "}[who.many]
	}
	return objective(who, verb)
}

// objective is a French pronoun as the object of the verb before which it stands.
func objective(who phrase, verb string) string {
	switch {
	case who.many:
		return "les "
	case who.noun.Gender == tongue.Feminine:
		return strings.TrimSuffix(tongue.Elide("la", verb), verb)
	}
	return strings.TrimSuffix(tongue.Elide("le", verb), verb)
}

// infinitive cuts the infinitive off that stands at the end of a line behind a little word: est en mesure de, viser.
func infinitive(words string) (lead, last string) {
	i := strings.LastIndexAny(words, " '") + 1
	lead, last = words[:i], words[i:]
	if rest, ok := strings.CutSuffix(lead, "d'"); ok {
		lead = rest + "de "
	}
	led := slices.ContainsFunc([]string{" de ", " à ", " pour ", "peut ", "doit "}, func(w string) bool { return strings.HasSuffix(" "+lead, w) })
	if !led || !slices.ContainsFunc([]string{"er", "ir", "re"}, func(end string) bool { return strings.HasSuffix(last, end) }) {
		return "", ""
	}
	return strings.TrimSuffix(lead, " "), last
}
