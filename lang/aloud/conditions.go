package aloud

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// holds reads a condition as a clause; yes: that it holds, else that it does not.
func (r truth) holds(e *ir.Expr, yes bool) string {
	switch e.Op {
	case ir.Const:
		return r.say(map[bool]string{true: "always", false: "never"}[(e.N != 0) == yes], map[bool]string{true: "toujours", false: "jamais"}[(e.N != 0) == yes])
	case ir.Not:
		return r.holds(e.Args[0], !yes)
	case ir.And, ir.Or:
		if (e.Op == ir.And) == yes {
			return r.joined(r.parts(e, e.Op, yes), r.lang.And)
		}
		all := r.parts(e, e.Op, yes)
		if one := r.joined(all, r.lang.Or); one != r.lang.Or(all...) && !strings.Contains(one, ", ") {
			return one
		}
		return r.say("either {0}", "{0}", plain(r.lang.Or(all...)))
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		return r.compared(e, yes)
	case ir.In:
		if list := r.single(e.Args[1]); !yes && len(list) > 1 {
			for i, one := range list {
				list[i] = r.is(r.value(itself(e.Args[0], e.Args[1])), plain(one), false)
			}
			return r.joined(list, r.lang.And)
		}
		return r.is(r.value(itself(e.Args[0], e.Args[1])), r.oneOf(e.Args[1]), yes)
	case ir.Has:
		return r.present(e.Args[0], yes)
	case ir.Exists, ir.ForAll, ir.ExistsOne:
		return r.some(e, yes)
	case ir.Cond:
		return r.say("{1} if {0}, otherwise {2}", "{1} si {0}, sinon {2}", plain(r.holds(e.Args[0], true)), plain(r.holds(e.Args[1], yes)), plain(r.holds(e.Args[2], yes)))
	case ir.Stood:
		return r.say("{0} if {1} stood at {2}", "{0} si {1} se trouvait à {2}", plain(r.holds(e.Args[2], yes)), r.value(e.Args[0]), r.value(e.Args[1]))
	case ir.CallFunc:
		return r.answered(e, yes)
	case ir.CallPrim:
		if e.N == ir.PBears {
			if c, ok := r.conditionOf(e.Args[1]); ok {
				return r.being(r.value(e.Args[0]), r.cardWith(c, nil), yes)
			}
		}
		words := primWords[e.N]
		return r.sentence(words, r.primArgs(e), yes)
	case ir.Around:
		return r.under(e, yes)
	case ir.Became:
		return r.became(e, yes)
	case ir.Can:
		ev := r.p.Events[e.Ref]
		return r.predicate(r.the(r.eventNoun(ev), false), "is possible", "est possible", yes)
	case ir.Ignored:
		what := r.allOfKind(e.Ref)
		if e.Label() != "" { // one of several clauses
			what = phrase{text: r.say("part of {0}", "une partie de {0}", what), noun: r.own("part", "partie", tongue.Feminine)}
		}
		return r.predicate(what, "is ignored", "est ~ignoré", yes)
	case ir.CellOf, ir.PrintedOf, ir.StatOf, ir.DerivedOf, ir.BaseOf, ir.RecField, ir.EventField, ir.Local, ir.Temp:
		return r.flag(e, yes)
	case ir.Folded, ir.Narrowed:
		return r.holds(e.Args[0], yes)
	}
	return r.predicate(r.thing(e), "holds", "vaut", yes)
}

// itself is the thing whose card is compared with cards: it is one of them.
func itself(e, with *ir.Expr) *ir.Expr {
	if e.Op == ir.CardOfInst && with.Op == ir.Const {
		return e.Args[0]
	}
	return e
}

// ifs is a condition behind an "if": in French each of several of which one is enough has its own.
func (r truth) ifs(e *ir.Expr, yes bool) string {
	text := r.holds(e, yes)
	if (e.Op == ir.Eq) != yes && (e.Op == ir.Eq || e.Op == ir.Ne) && e.Args[0].Type.Kind == ir.Bool && e.Args[1].Type.Kind == ir.Bool && e.Args[1].Op != ir.Const {
		e, yes = unlike(e.Args[0], e.Args[1]), true
	}
	if !r.french() || e.Op != ir.And && e.Op != ir.Or || (e.Op == ir.And) == yes {
		return text
	}
	all := r.parts(e, e.Op, yes)
	if text != r.lang.Or(all...) { // what they have alike is said once
		return text
	}
	for i := 1; i < len(all); i++ {
		all[i] = r.say("", "si {0}", plain(all[i]))
	}
	return r.lang.Or(all...)
}

// parts are all members of a chain of one operation.
func (r truth) parts(e *ir.Expr, op ir.Op, yes bool) []string {
	if e.Op != op {
		if e.Op == ir.And || e.Op == ir.Or {
			return []string{"(" + r.holds(e, yes) + ")"}
		}
		return []string{r.holds(e, yes)}
	}
	return append(r.parts(e.Args[0], op, yes), r.parts(e.Args[1], op, yes)...)
}

// predicate says something of somebody, or that it is not so: a verb, with the places of its pattern filled.
func (r voice) predicate(of phrase, en, fr string, yes bool, args ...phrase) string {
	v := r.lang.Verb(r.agreeing(r.say(en, fr, args...), of))
	if of.many {
		v.Tail = r.severally(v.Tail)
	}
	if yes {
		return of.text + " " + v.Present(of.many)
	}
	return of.text + " " + v.Not(of.many)
}

// severally is what several are, each for itself: enemies of it, for an enemy of it.
func (r voice) severally(tail string) string {
	words := strings.SplitN(tail, " ", 4)
	if len(words) < 3 || words[0] != "" {
		return tail
	}
	articles := map[string]string{"a": "", "an": "", "its": "its "}
	if r.french() {
		articles = map[string]string{"un": "des ", "une": "des ", "son": "ses ", "sa": "ses "}
	}
	article, ok := articles[words[1]]
	if !ok {
		return tail
	}
	words[2] = r.lang.Plural(words[2])
	return " " + article + strings.Join(words[2:], " ")
}

// participle tells whether a French word is one, by its ending.
func participle(word string) bool {
	return strings.HasSuffix(word, "é") || len(word) > 3 && strings.HasSuffix(word, "u")
}

// bearerless tells that nothing is known of the gender of a phrase.
func (p phrase) bearerless() bool { return p.noun.Gender == tongue.Unknown && !p.many }

// agreeing gives the words marked with ~ the gender and number of what they are said of.
func (r voice) agreeing(words string, of phrase) string {
	list := strings.Split(words, " ")
	if r.french() && list[0] == "est" && len(list) > 1 && !of.bearerless() && !strings.Contains(words, "~") {
		list = strings.Split(r.lang.Agreed(words, of.noun.Gender, false), " ")
	}
	for i, w := range list {
		if rest, ok := strings.CutPrefix(w, "~"); ok {
			list[i] = r.lang.Agree(rest, of.noun.Gender, of.many)
		}
	}
	return strings.Join(list, " ")
}

// sentence is a pattern that begins with its first argument, told of it.
func (r voice) sentence(words [2]string, args []phrase, yes bool) string {
	pattern := words[0]
	if r.french() {
		pattern = words[1]
	}
	if pattern == "" || len(args) == 0 {
		return pattern
	}
	subject := args[0]
	if first, rest, ok := strings.Cut(pattern, " "); ok && len(first) == 3 && first[0] == '{' {
		if n := int(first[1] - '0'); n < len(args) {
			subject, pattern = args[n], rest
		}
	}
	return r.predicate(subject, pattern, pattern, yes, args...)
}

// being says how somebody is.
func (r voice) being(who, how phrase, yes bool) string {
	if !who.bearerless() {
		how.text = r.lang.Agree(how.text, who.noun.Gender, who.many)
	}
	return r.is(who, how, yes)
}

// is says that somebody is something.
func (r voice) is(a, b phrase, yes bool) string {
	if one, other, ok := strings.Cut(b.text, " ou "); ok && !yes && strings.HasPrefix(one, "un") && strings.HasPrefix(other, "un") && r.french() {
		return a.text + " " + strings.TrimSuffix(r.lang.Verb("est").Not(a.many), "pas") + "ni " + one + " ni " + other
	}
	if b.noun.Proper || b.text == b.noun.One && b.noun.Gender != tongue.Unknown { // a name is what it is
		v := r.lang.Verb(r.say("is", "est"))
		if !yes {
			return a.text + " " + v.Not(a.many) + " " + b.text
		}
		return a.text + " " + v.Present(a.many) + " " + b.text
	}
	return r.predicate(a, "is {0}", "est {0}", yes, b)
}

// oneOf is what somebody is that is in a list: one of those that stand in it.
func (r truth) oneOf(list *ir.Expr) phrase {
	if all := r.single(list); len(all) > 0 {
		return plain(r.lang.Or(all...))
	}
	if list.Op == ir.Const {
		return r.constant(list)
	}
	return plain(r.say("among {0}", "parmi {0}", r.value(list)))
}

// single are those that stand in a list, each by itself: all cards of a kind are one of that kind.
func (r truth) single(list *ir.Expr) []string {
	var all []string
	if kind, ok := r.allCardsOf(list); ok {
		return []string{r.lang.A(kind, false)}
	}
	switch list.Op {
	case ir.MakeList:
		for _, a := range list.Args {
			all = append(all, r.value(a).text)
		}
	case ir.Const:
		for _, n := range list.List {
			one := r.shown(list.Type.Element(), n)
			if list.Type.Elem == ir.CardOf {
				one = amongst(r.voice, r.oneSuch(r.p.Cards[n]))
			}
			all = append(all, one.text)
		}
	}
	return all
}

// thereIs says that a list has members, or none.
func (r truth) thereIs(list *ir.Expr, some bool) string {
	if list.Op == ir.Filter {
		x := *list
		x.Op = ir.Exists
		return r.some(&x, some)
	}
	all, one := r.value(list), r.quietlyTyped(list)
	if whose, ok := r.owned(list); ok && r.called(list) {
		if f := r.p.FieldOf(list); f != nil && r.written(f.Texts) != nil {
			one = r.field(f)
		}
		n := plain(r.lang.A(one, false))
		if !some {
			n = plain(r.lang.No(one))
		}
		if some || !r.french() {
			return r.predicate(whose, "has {0}", "a {0}", true, n)
		}
		return whose.text + " n'a " + n.text
	}
	if all.noun.One != "" && all.text == r.lang.The(all.noun, true) {
		if !some {
			return r.say("there is {0}", "il n'y a {0}", plain(r.lang.No(all.noun)))
		}
		return r.say("there is {0}", "il y a {0}", plain(r.lang.A(all.noun, false)))
	}
	switch {
	case !some && all.many && all.text == r.lang.Its(all.noun, true) && !(r.french() && r.lang.IsPlural(all.noun.One)):
		it := r.bearer()
		return r.say("{1} has {0}", "{1} n'a {0}", plain(r.lang.No(all.noun)), plain(it.text))
	case !some && all.many && r.french() && all.text == r.lang.Its(all.noun, true): // only its plural is known
		return r.say("", "{1} n'a pas de {0}", plain(r.lang.Form(all.noun, true)), plain(r.bearer().text))
	case !some && all.many && strings.HasPrefix(all.text, r.say("its ", "ses ")):
		return r.say("{1} has {0}", "{1} n'a {0}", plain(r.among("none", "aucun", all.noun, all)), plain(r.bearer().text))
	case some && r.french() && all.many && strings.HasPrefix(all.text, "les "):
		return "il y a des " + strings.TrimPrefix(all.text, "les ")
	case some:
		return r.say("there is at least {0}", "il y a au moins {0}", plain(r.among("one", "un", all.noun, all)))
	}
	if rest, ok := strings.CutPrefix(all.text, r.say("the ", "les ")); ok && all.many {
		return r.say("there are no {0}", "il n'y a pas de {0}", plain(rest))
	}
	return r.say("there is {0}", "il n'y a {0}", plain(r.among("none", "aucun", all.noun, all)))
}

// among is one, each or none of several: the French word agrees with what one of them is.
func (r voice) among(en, fr string, one tongue.Noun, several phrase) string {
	return r.say(en+" of {0}", r.lang.Agree(fr, max(one.Gender, tongue.Masculine), false)+" de {0}", several)
}

// called tells whether the members of a list have a word.
func (r truth) called(list *ir.Expr) bool {
	known := r.missing
	defer func() { r.missing = known }()
	r.typed(list.Type)
	return len(r.missing) == len(known)
}

// some says something of one, of each, or of none of a list.
func (r truth) some(e *ir.Expr, yes bool) string {
	list, one := r.value(e.Args[0]), r.quietlyTyped(e.Args[0])
	one.Gender = cmp.Or(list.noun.Gender, one.Gender)
	member := phrase{noun: one}
	switch {
	case e.Op == ir.ForAll && yes:
		member.text = r.eachOf(list, one).text
	case e.Op == ir.ExistsOne:
		member.text = r.say("exactly ", "exactement ") + r.among("one", "l'un", one, list)
	case e.Op == ir.ForAll || yes:
		member.text = r.among("one", "l'un", one, list)
	default:
		member.text = r.among("none", "aucun", one, list)
	}
	if e.Args[0].Op == ir.AllOf {
		member = r.anyone(e, one, yes)
	}
	body := e.Op != ir.ForAll || yes
	all := e.Args[1].Conjuncts()
	if e.Op == ir.Exists && !yes && (len(all) > 1 || r.french() && !r.denied(e, member)) {
		return r.noneSuch(e, list)
	}
	if e.Op == ir.Exists && len(all) > 1 && e.Args[0].Op == ir.AllOf {
		r.temps[e.N] = r.thatOne(one)
		defer delete(r.temps, e.N)
		return r.say("there is {0}", "il y a {0}", plain(r.lang.A(one, false)+r.such(r.temps[e.N], e.Args[1])))
	}
	if said, ok := r.ofEach(e, member, one, yes); ok {
		return said
	}
	var said []string
	for i, c := range all {
		r.temps[e.N] = member
		if i > 0 {
			r.temps[e.N] = r.thatOne(one)
		}
		text := r.holds(c, body)
		if i == 0 && !yes && e.Op == ir.Exists && r.french() { // aucun ... ne
			text = strings.Replace(r.holds(c, false), " pas", "", 1)
		}
		said = append(said, text)
	}
	delete(r.temps, e.N)
	return r.lang.And(said...)
}

// ofEach says something of each of a list that is no subject of it: for each player the total of that one is 4; and of each that it is
// one or the other, which is not: each is one, or each the other.
func (r truth) ofEach(e *ir.Expr, member phrase, one tongue.Noun, yes bool) (string, bool) {
	r.temps[e.N] = member
	defer delete(r.temps, e.N)
	if e.Op != ir.ForAll || !yes || e.Args[1].Op != ir.Or && strings.HasPrefix(r.holds(e.Args[1], true), member.text+" ") {
		return "", false
	}
	r.temps[e.N] = r.thatOne(one)
	return r.say("for {0} {1}", "pour {0}, {1}", member, plain(r.holds(e.Args[1], true))), true
}

// noneSuch says that a list has no member of which several things hold.
func (r truth) noneSuch(e *ir.Expr, list phrase) string {
	one := r.quietlyTyped(e.Args[0])
	r.temps[e.N] = r.thatOne(one)
	none := plain(r.lang.No(one) + r.such(r.temps[e.N], e.Args[1]))
	delete(r.temps, e.N)
	if e.Args[0].Op == ir.AllOf {
		return r.say("there is {0}", "il n'y a {0}", none)
	}
	return r.say("among {1} there is {0}", "parmi {1} il n'y a {0}", none, list)
}

// denied tells whether what is not so of a member is told by a negation in French, and not by its contrary: of none the contrary
// would be said.
func (r truth) denied(e *ir.Expr, member phrase) bool {
	r.temps[e.N] = member
	defer delete(r.temps, e.N)
	return strings.Contains(r.holds(e.Args[1], false), " pas")
}

// anyone is one, each or none of all things of a kind.
func (r truth) anyone(e *ir.Expr, one tongue.Noun, yes bool) phrase {
	switch {
	case e.Op == ir.ForAll && yes:
		return phrase{text: r.lang.Each(one), noun: one}
	case e.Op == ir.Exists && !yes:
		return phrase{text: r.lang.No(one), noun: one}
	}
	return phrase{text: r.lang.A(one, false), noun: one}
}

func (r *namer) quietlyTyped(e *ir.Expr) tongue.Noun {
	return r.quietly(func() tongue.Noun { return r.typed(e.Type) })
}

// present says that there is something.
func (r truth) present(e *ir.Expr, yes bool) string {
	v := r.value(e)
	if v.chosen {
		return r.predicate(phrase{text: r.lang.A(v.noun, v.many), noun: v.noun, many: v.many}, "is chosen", "est ~choisi", yes)
	}
	if e.Type.Kind == ir.Record && e.Op != ir.EventField && v.noun.One != "" {
		return r.predicate(phrase{text: r.say("it", "ce"), noun: v.noun}, "is during {0}", "est pendant {0}", yes, plain(r.lang.A(v.noun, false)))
	}
	if e.Op == ir.EventField && v.noun.One != "" && !v.bearer {
		if v.text = r.lang.A(v.noun, false); !yes {
			v.text = r.lang.No(v.noun)
			return r.say("there is {0}", "il n'y a {0}", v)
		}
	}
	if whose, ok := r.owned(e); ok {
		n := plain(r.lang.A(v.noun, false))
		return r.predicate(whose, "has {0}", "a {0}", yes, n)
	}
	return r.predicate(plain(r.say("there", "il")), "is {0}", "y a {0}", yes, v)
}

func (r truth) owned(e *ir.Expr) (phrase, bool) {
	switch e.Op {
	case ir.CellOf, ir.PrintedOf, ir.DerivedOf, ir.CarriedBy:
		return r.holder(e), true
	case ir.CallPrim:
		if e.N == ir.PBorne || e.N == ir.PBorneKind || e.N == ir.PItems {
			return r.value(e.Args[0]), true
		}
	}
	return phrase{}, false
}

// private tells whether a condition asks for no more than what the clause reckons for itself: it may go on.
func (r truth) private(e *ir.Expr) bool {
	if e.Op == ir.Not {
		return r.private(e.Args[0])
	}
	return e.Op == ir.Const || e.Op == ir.Local && e.Type.Kind == ir.Bool
}

// answered is a function that answers true or false: by its words, told of its first argument.
func (r truth) answered(e *ir.Expr, yes bool) string {
	f := r.p.Funcs[e.N]
	w := r.written(f.Texts)
	if w == nil {
		r.miss("function", f.Name)
		var of phrase
		if len(e.Args) > 0 {
			of = r.value(e.Args[0])
		}
		name := plain(humane(f.Name))
		if len(e.Args) > 1 {
			name.text = r.say("{0} of {1}", "{0} de {1}", name, r.value(e.Args[1]))
		}
		return r.is(of, name, yes)
	}
	return r.told(w, r.arguments(e), yes)
}

// told is a line about somebody, in the present; yes: or that it is not so.
func (r truth) told(w *ir.Template, of func(*ir.Expr) (phrase, bool), yes bool) string {
	if !subject(w) {
		text, _ := r.filled(w, of)
		text = small(strings.TrimLeft(text, " ")) // a number in front may have fallen out
		if yes {
			return text
		}
		return r.say("it is not so that {0}", "il n'est pas vrai que {0}", plain(text))
	}
	who := r.filling(w.Parts[0].Expr, of)
	defer r.ofAnother(who, w.Parts[0].Expr.Type)()
	if who.many {
		w = theirs(w)
	}
	text := r.verbal(w, of)
	return r.predicate(who, text, text, yes)
}

// theirs is a line that tells of several what it tells of one: are at half of their strength, for at half of its strength.
func theirs(w *ir.Template) *ir.Template {
	several := *w
	several.Parts = slices.Clone(w.Parts)
	for i := range several.Parts {
		several.Parts[i].Text = strings.NewReplacer(" its ", " their ", " son ", " leur ", " sa ", " leur ", " ses ", " leurs ").Replace(w.Parts[i].Text)
	}
	return &several
}

// ofAnother begins what is told of somebody who is not the bearer and could have what the bearer has; what it gives ends that.
func (r truth) ofAnother(who phrase, t ir.Type) func() {
	was := r.aside
	r.aside = !who.bearer && t.Kind == ir.Inst && r.card != nil && slices.ContainsFunc(r.card.On, func(on int) bool { return r.p.IsA(t.Ref, on) || r.p.IsA(on, t.Ref) })
	return func() { r.aside = was }
}

// verbal is a line behind its subject, with the bearer as a pronoun before a French verb.
func (r truth) verbal(w *ir.Template, of func(*ir.Expr) (phrase, bool)) string {
	rest := *w
	rest.Parts = w.Parts[1:]
	clitic := ""
	if r.french() {
		clitic = r.clitic(&rest, of)
	}
	text, _ := r.filled(&rest, of)
	last, whole := rest.Parts[len(rest.Parts)-1], false // whether nothing fell out at the end
	if words := strings.Fields(text); last.Expr == nil {
		whole = len(words) > 0 && strings.HasSuffix(strings.TrimSpace(last.Text), words[len(words)-1])
	} else if last.Form != "plural" {
		whole = r.filling(last.Expr, of).text != "" && !strings.Contains(text, "+")
	}
	if whole {
		return clitic + strings.TrimSpace(text)
	}
	return clitic + trimmed(text)
}

// joints are words that join what has fallen out of a line.
var joints = []string{"with", "against", "for", "by", "of", "to", "from", "+", "and", "avec", "contre", "de", "à", "pour", "par", "et", ":"}

// limits are words before a number that say how great it may be.
var limits = []string{"up to", "at most", "at least", "au plus", "d'au plus", "d'au moins"}

// trimmed is a line without the words at its end that join nothing.
func trimmed(line string) string {
	words := strings.Fields(line)
	for i := 1; i < len(words)-1; i++ {
		if words[i] == "+" && (i == 1 || slices.Contains(joints, words[i-1])) {
			words = slices.Delete(words, i, i+1)
		}
	}
	for len(words) > 1 {
		last := words[len(words)-1]
		if bound := len(words) > 2 && slices.Contains(limits, words[len(words)-2]+" "+last); bound {
			words = words[:len(words)-2]
		} else if slices.Contains(joints, last) {
			words = words[:len(words)-1]
		} else {
			break
		}
	}
	return strings.Join(words, " ")
}

// flag is a property that is true or not.
func (r truth) flag(e *ir.Expr, yes bool) string {
	if e.Op == ir.EventField || e.Op == ir.Local || e.Op == ir.Temp {
		v := r.value(&ir.Expr{Op: e.Op, Type: ir.Type{Kind: ir.Int}, N: e.N, Name: e.Name, Lists: e.Lists})
		if f := heardField(r.reader, e); f != nil {
			if v.text = r.field(f).One; verbal(f) {
				return r.byAgent(f, yes)
			}
		}
		if by := r.shows[e.Name]; by != nil && e.Op == ir.Local {
			die := r.own("die", "dé", tongue.Masculine)
			r.temps[0] = r.the(die, false)
			defer delete(r.temps, 0)
			return r.holds(by, yes)
		}
		if known, ok := r.known[e.Name]; ok && e.Op == ir.Local {
			this := plain(r.say("this", "ce"))
			if known.noun.One != "" && r.lang.Bends(known.text) {
				this = r.the(known.noun, false)
			}
			return r.is(this, plain(known.text), yes)
		}
		if e.Op == ir.Local {
			v.text = r.localNoun(e.Name, e.Type).One
		}
		if of := r.theEvent(); e.Op == ir.EventField && of.noun.One != "" && (r.since || r.lang.Bends(v.text)) {
			return r.is(of, plain(v.text), yes)
		}
		return r.is(plain(r.say("this", "ce")), plain(v.text), yes)
	}
	f := r.fieldOf(e)
	if r.verbal3(f.One) {
		return r.predicate(r.value(e.Args[0]), f.One, f.One, yes)
	}
	if r.isNoun(e) {
		return r.is(r.value(e.Args[0]), plain(r.lang.A(f, false)), yes)
	}
	return r.is(r.value(e.Args[0]), plain(r.lang.Agree(f.One, r.value(e.Args[0]).noun.Gender, false)), yes)
}

// verbal tells whether a property of an event is told by a verb, of who does it: may answer, lets it through.
func verbal(f *ir.Field) bool {
	if f.Texts.En == nil || len(f.Texts.En.Parts) != 1 {
		return false
	}
	first, _, more := strings.Cut(f.Texts.En.Parts[0].Text, " ")
	modal := first == "may" || first == "can"
	return more && (modal || strings.HasSuffix(first, "s") && !tongue.English.Verb(first).Guessed)
}

// byAgent says of who does the event what is told by a verb.
func (r truth) byAgent(f *ir.Field, yes bool) string {
	words, who := r.field(f).One, r.theEvent()
	if agent := claim.AgentOf(r.heard.Event); agent != nil {
		who = role(r.reader, agent)
	}
	return r.predicate(who, words, words, yes)
}

// verbal3 tells whether a property is told by a verb: blocks sight.
func (r truth) verbal3(words string) bool {
	first, _, more := strings.Cut(words, " ")
	if v := r.lang.Verb(words); !more || v.Guessed || len(v.Before) > 0 && v.Before[0] == "en" { // en vie is no verb
		return false
	}
	return r.french() && !participle(first) || strings.HasSuffix(first, "s")
}

// isNoun tells whether a property is told by a noun: its French word has a gender.
func (r truth) isNoun(e *ir.Expr) bool {
	f := r.p.FieldOf(e)
	return f != nil && r.gendered(f.Texts)
}

// under says that something is under way.
func (r truth) under(e *ir.Expr, yes bool) string {
	n := plain(r.lang.A(r.eventNoun(r.p.Events[e.Ref]), false))
	if yes {
		return r.say("it is during {0}", "c'est pendant {0}", n)
	}
	return r.say("it is not during {0}", "ce n'est pas pendant {0}", n)
}

// became is what became of an event.
func (r truth) became(e *ir.Expr, yes bool) string {
	what := r.thing(e.Args[0])
	if e.Args[0].Op == ir.Local {
		what = plain(r.say("this", "ce"))
	}
	if e.Args[0].Op == ir.EventField && r.heard != nil && r.heard.Event != nil {
		what = r.that(r.eventNoun(r.heard.Event))
	}
	words := map[string][2]string{"done": {"is done", "est ~accompli"}, "replaced": {"is replaced", "est ~remplacé"}, "refused": {"is refused", "est ~refusé"}, "happened": {"happens", "a lieu"}}[ir.Outcomes[e.N].Name]
	return r.predicate(what, words[0], words[1], yes)
}
