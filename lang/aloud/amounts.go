package aloud

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// counts tells whether a place in a line is a number of what follows it.
func counts(w *ir.Template, name string) bool {
	for i, part := range w.Parts {
		if part.Expr == nil || part.Expr.Name != name || part.Form == "plural" {
			continue
		}
		rest := ""
		for _, p := range w.Parts[i+1:] {
			if p.Form == "plural" {
				rest += p.Many
			} else if p.Expr == nil {
				rest += p.Text
			} else {
				break
			}
		}
		before := []string(nil)
		if i > 0 {
			before = strings.Fields(w.Parts[i-1].Text)
		}
		if len(before) > 1 && !slices.Contains(joints, before[len(before)-1]) { // nothing joins it
			return true
		}
		runes := []rune(rest)
		return len(runes) > 1 && runes[0] == ' ' && unicode.IsLetter(runes[1])
	}
	return false
}

// placeOf is which part of a line a name stands in; -1: none.
func placeOf(w *ir.Template, name string) int {
	return slices.IndexFunc(w.Parts, func(p ir.Part) bool { return p.Expr != nil && p.Expr.Name == name })
}

// more tells whether a line tells of something else behind what it counts.
func more(w *ir.Template, name string) bool {
	last := placeOf(w, name)
	return last >= 0 && slices.ContainsFunc(w.Parts[last:], func(p ir.Part) bool { return p.Expr != nil && p.Expr.Name != name })
}

// soMany is what stands in the place of a number in a line before what that counts: as many wounds, as much power.
func (r voice) soMany(w *ir.Template, name string) string {
	if slices.ContainsFunc(w.Parts, func(p ir.Part) bool { return p.Form == "plural" && p.Expr != nil && p.Expr.Name == name }) {
		return r.say("as many", "autant de")
	}
	i := placeOf(w, name)
	if i < 0 || i+1 >= len(w.Parts) || w.Parts[i+1].Expr != nil {
		return ""
	}
	what, _, _ := strings.Cut(strings.TrimSpace(w.Parts[i+1].Text), " ")
	switch {
	case what == "" || !unicode.IsLetter([]rune(what)[0]):
		return ""
	case strings.ToUpper(what) == what || r.lang.IsPlural(what):
		return r.say("as many", "autant de")
	case r.french():
		return ""
	}
	return "as much"
}

// capped cuts a number of its own off what it is told with, which it may not exceed: 1, but no more than its figures.
func capped(r teller, e *ir.Expr) (number, limit phrase, ok bool) {
	var limits []string
	var cut func(e *ir.Expr)
	cut = func(e *ir.Expr) {
		switch v := r.value(e); {
		case e.Op == ir.CallPrim && e.N == ir.PAtMost:
			cut(e.Args[0])
			cut(e.Args[1])
		case !short(e) && !(e.Op == ir.CellOf && r.isParam(e)):
			if !slices.Contains(limits, v.text) {
				limits = append(limits, v.text)
			}
		case ok && number.text != v.text: // of two that are known neither stands first
			number.text = ""
		default:
			number, ok = v, true
		}
	}
	cut(e)
	return number, plain(r.lang.Or(limits...)), ok && number.text != "" && len(limits) > 0 && !slices.ContainsFunc(limits, func(s string) bool { return !unlisted(s) })
}

// means is the card itself as that with which a call is done, which its line does not name.
func (r teller) means(ev *ir.Event, w *ir.Template, given map[int]*ir.Expr) string {
	for i, f := range ev.Fields {
		if e := given[i]; e != nil && e.Op == ir.Self && placeOf(w, f.Name) < 0 && r.card != nil && f.Type.Kind == ir.Inst && len(r.card.On) > 0 && !state(r.p, r.p.Kinds[r.card.Kind]) {
			return r.say(" with {0}", " avec {0}", r.itself())
		}
	}
	return ""
}

// untold are the numbers and values that a call gives and its line does not tell.
func (r teller) untold(s *ir.Emit, ev *ir.Event, w *ir.Template) (with, more string, rest []string) {
	var numbers []string
	flags := ""
	for i, a := range s.Args {
		f := ev.Fields[a.Field]
		if placeOf(w, f.Name) >= 0 || within(ev, w, f) {
			continue
		}
		if is := a.Value; r.written(f.Texts) != nil && is.Op == ir.Const && is.Type.Kind == ir.Bool && is.N != 0 && !verbal(f) {
			rest = append(rest, flagged(r, ev, f).text)
			continue
		}
		if is := a.Value; r.written(f.Texts) != nil && is.Op != ir.Const && f.Type.Kind == ir.Bool && !f.Type.IsList() && !verbal(f) {
			flag, cond := flagged(r, ev, f), plain(r.holds(is, true))
			if strings.HasSuffix(cond.text, " "+flag.text) { // as it was told of the former
				cond = plain(r.say("so", "c'est le cas"))
			}
			flags += r.say(", {0} if {1}", ", {0} si {1}", flag, cond)
			continue
		}
		if who := r.value(a.Value); f.Type.Kind == ir.Inst && r.distinct(f) && !who.bearer && who.text != r.the(r.field(f), false).text && a.Value.Op != ir.Self {
			rest = append(rest, r.say("{0}: {1}", "{0} : {1}", plain(r.field(f).One), who))
			continue
		}
		if r.written(f.Texts) == nil || !countless(f) && f.Type.Kind != ir.EnumType || f.Type.IsList() {
			continue
		}
		v := r.value(a.Value)
		if things, ok := r.numbering(r.field(f).One); ok && a.Value.Op == ir.Const {
			if a.Value.N == 1 {
				things = r.lang.Single(things)
			}
			numbers = append(numbers, r.say("{0} {1}", "{0} {1}", v, plain(things)))
		} else if v.text == r.the(r.field(f), false).text && a.Value.Op == ir.Local {
			numbers = append(numbers, same(r.voice, r.field(f)))
		} else if v.text == r.the(r.field(f), false).text {
			continue
		} else if more == "" && tongue.IndexWords(r.name(w), r.field(f).One) >= 0 { // damage, as much as that
			more = r.say(", as much as {0}", ", autant que {0}", plain(eachAsMany(r.voice, v.text)))
		} else if as, ok := r.givenAs(r.field(f), v, i == len(s.Args)-1); ok {
			numbers = append(numbers, as)
		} else {
			rest = append(rest, r.say("{0}: {1}", "{0} : {1}", plain(r.field(f).One), v))
		}
	}
	if len(numbers) > 0 {
		with = r.say(" with {0}", " avec {0}", plain(r.lang.And(numbers...)))
	}
	return with, more + flags, rest
}

// eachAsMany says in French of each of several amounts that it is as many: autant que 2 si ceci, sinon autant que 3.
func eachAsMany(r voice, amounts string) string {
	parts := strings.Split(amounts, ", sinon ")
	for i := range parts[1:] {
		parts[i+1] = r.say("{0}", "autant que {0}", plain(parts[i+1]))
	}
	return strings.Join(parts, ", sinon ")
}

// flagged is what a call is of which a field is true, in the gender of what is called.
func flagged(r teller, ev *ir.Event, f *ir.Field) phrase {
	of, _, _ := r.event(ev, ir.NounWord)
	how := r.field(f).One
	if r.lang.Bends(how) {
		how = r.lang.Agree(how, of.Gender, false)
	}
	return plain(how)
}

// givenAs is a value that a French call gives, with what it is: X comme force. What says more than a name stands behind it, where its
// end is heard: comme force X plus 2.
func (r teller) givenAs(n tongue.Noun, v phrase, last bool) (string, bool) {
	switch {
	case !r.french() || strings.ContainsAny(v.text, ":;") || !last && !unlisted(v.text):
		return "", false
	case !unlisted(v.text):
		return r.say("", "comme {1} {0}", v, plain(n.One)), true
	}
	return r.say("", "{0} comme {1}", v, plain(n.One)), true
}

// within tells whether what a line tells is worked out of a field that it does not name.
func within(ev *ir.Event, w *ir.Template, f *ir.Field) bool {
	var reads func(e *ir.Expr) bool
	reads = func(e *ir.Expr) bool {
		return e != nil && (e.Op == ir.EventField && e.Name == f.Name || slices.ContainsFunc(e.Args, reads))
	}
	return slices.ContainsFunc(w.Parts, func(p ir.Part) bool {
		i := -1
		if p.Expr != nil {
			i = ir.FieldNamed(ev.Fields, p.Expr.Name)
		}
		return i >= 0 && reads(ev.Fields[i].Default)
	})
}

// numbering cuts what a number is of: AP spent, for the number of those.
func (r teller) numbering(field string) (string, bool) {
	if things, ok := strings.CutPrefix(field, r.say("number of ", "nombre d'")); ok || !r.french() {
		return things, ok
	}
	return strings.CutPrefix(field, "nombre de ")
}

// same is a value that is given as it was.
func same(r voice, n tongue.Noun) string {
	if n.Gender == tongue.Feminine {
		return r.say("the same {0}", "la même {0}", plain(n.One))
	}
	return r.say("the same {0}", "le même {0}", plain(n.One))
}

// inBrackets are the numbers and values that a call gives and its noun does not name: each with what it is, in brackets where that is
// not plain.
func (r teller) inBrackets(ev *ir.Event, given map[int]*ir.Expr) string {
	var how, all, with []string
	for i, f := range ev.Named() {
		e := given[i]
		if e != nil && e.Op == ir.Const && e.Type.Kind == ir.Bool && e.N != 0 && r.written(f.Texts) != nil && !verbal(f) {
			how = append(how, flagged(r, ev, f).text)
			continue
		}
		if !f.Param || e == nil || !countless(f) && f.Type.Kind != ir.EnumType || e.Op == ir.Const && e.N == 0 && f.Type.Kind != ir.EnumType {
			continue
		}
		v := r.value(e)
		if n := r.field(f).One; r.written(f.Texts) != nil && f.Type.Kind != ir.EnumType {
			if v.text == r.the(r.field(f), false).text {
				if r.french() {
					with = append(with, same(r.voice, r.field(f)))
				}
				v.text = r.say("the same {0}", "même {0}", plain(n))
			} else {
				if as, ok := r.givenAs(r.field(f), v, i == len(ev.Named())-1); ok {
					with = append(with, as)
				}
				v.text = r.say("{0}: {1}", "{0} : {1}", plain(n), v)
			}
		}
		all = append(all, v.text)
	}
	said := strings.Join(append([]string{""}, how...), " ")
	switch {
	case len(all) == 0:
		return said
	case len(all) == len(with):
		return said + r.say(" with {0}", " avec {0}", plain(r.lang.And(with...)))
	}
	return said + " (" + strings.Join(all, ", ") + ")"
}

// short tells whether a value is told in a word.
func short(e *ir.Expr) bool {
	return e.Op == ir.Const || e.Op == ir.Neg && short(e.Args[0])
}
