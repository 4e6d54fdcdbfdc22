package aloud

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// clause reads a clause by the plan of a sentence: [frequency,] [moment,] [condition,] who [may] [pays:] effect.
func (r planner) clause(cl *claim.Clause) string {
	var before []string
	r.many = len(cl.Moments) > 1
	for _, l := range cl.Limits {
		before = append(before, r.often(l))
	}
	var heads []string
	tagged, rest, all := r.allOfTag(cl.Moments)
	if all && cl.Moments[0].Hook.Stage != ir.Cannot {
		heads = append(heads, r.anyOf(tagged, &cl.Moments[0]))
	}
	for i := range rest {
		r.heard = &rest[i]
		if head := r.moment(r.heard); head != "" {
			heads = append(heads, head)
		}
	}
	if len(heads) > 0 {
		before = append(before, r.either(heads))
	}
	r.conds = cl.When
	for i := range cl.Moments {
		r.conds = append(slices.Clone(r.conds), cl.Moments[i].When...)
	}
	if len(cl.Moments) > 0 {
		r.heard = &cl.Moments[0]
	}
	r.fields = cl.Fields
	if sorts := sorts(r, cl.Action); sorts != "" {
		before = append(before, r.say("as {0}", "comme {0}", plain(sorts)))
	}
	if action := cl.Action; action != nil {
		r.heard = &claim.Moment{Event: action, Roles: r.doer(action)}
	}
	var conditions []string
	var either []bool
	var alone *ir.Expr
	ifs := ""
	when := cl.When
	if len(cl.Moments) > 1 {
		conditions = r.common(cl, heads)
		if len(heads) > 0 {
			before[len(before)-1] = r.either(heads)
		}
		r.heard = &cl.Moments[0]
	}
	if len(cl.Moments) > 0 && cl.Moments[0].Hook.Stage == ir.Becomes { // it is what becomes so
		when = nil
	}
	if len(cl.Moments) == 1 {
		when = slices.Concat(cl.Moments[0].When, when)
	}
	shared := len(conditions)
	during, when := r.amid(when)
	before = append(before, during...)
	when = slices.DeleteFunc(flat(when), func(e *ir.Expr) bool { return needless(e, flat(when)) })
	for _, e := range r.namedFirst(r.ownFirst(flat(when))) {
		if !r.ofThrow(e) && !r.idle(e) && !r.taken(cl, e) {
			said := r.holds(e, true)
			conditions = append(conditions, said)
			alone, ifs = e, r.ifs(e, true)
			either = append(either, e.Op == ir.Or && (!r.french() || ifs != said)) // what they have alike is said once
		}
	}
	done := r.result(cl)
	if last := len(done) - 1; last >= 0 {
		done[last] = unbracketed(done[last])
	}
	main := strings.Join(done, r.say("; ", " ; "))
	if cl.Action == nil && !slices.ContainsFunc(done, func(s string) bool { return !unlisted(s) }) {
		main = r.lang.And(r.unrepeated(r.massed(done))...)
	}
	if len(cl.Moments) > 0 && len(heads) > 0 && strings.HasPrefix(heads[0], r.say("when ", "quand ")) {
		if cl.Moments[0].Hook.Stage.Moment() == ir.Instead {
			comma := ""
			if r.conditional(main) {
				comma = ","
			}
			main = r.say("instead{1} {0}", "à la place{1} {0}", plain(main), plain(comma))
		}
	}
	if main == "" { // it only keeps books
		main = r.say("it is noted", "cela est noté")
	}
	if len(conditions) > 1 || cl.May && r.conditional(main) && !r.french() {
		for i, c := range conditions {
			if strings.HasPrefix(c, "either ") || i >= shared && either[i-shared] {
				conditions[i], alone = "("+c+")", nil
			}
		}
	}
	if len(conditions) > 0 {
		c := plain(r.conditions(conditions))
		if len(conditions) == 1 && alone != nil {
			c = plain(ifs)
		}
		if r.french() || len(before) < 2 || len(done) > 1 || !unlisted(main) || strings.Contains(c.text, r.say("this ", "ce ")) {
			before = append(before, r.say("if {0}", "si {0}", c))
		} else {
			main += r.say(", if {0}", ", si {0}", c)
		}
	}
	joint := ", "
	if len(conditions) > 0 && r.conditional(main) && r.conditional(before[len(before)-1]) {
		switch {
		case !cl.May:
			joint = r.say(": ", " : ")
		case len(conditions) > 1, alone != nil && alone.Op == ir.Or:
			joint = r.say(", and ", ", et ")
		default:
			joint = r.say(" and ", " et ")
		}
	}
	if len(before) > 0 {
		main = strings.Join(before, ", ") + joint + main
	}
	main = r.introduced(cl, main)
	if len(cl.Moments) == 1 {
		main = doing(r, &cl.Moments[0], main)
	} else if len(cl.Moments) > 1 {
		main = doingEither(r, cl.Moments, main)
	}
	return r.smooth(r.lang.Sentence(main))
}

// sorts are the sorts of actions that an action is one of, by its tags: a rule may forbid all of a sort.
func sorts(r planner, action *ir.Event) string {
	var all []string
	for t, texts := range r.p.TagTexts {
		if action != nil && slices.Contains(action.Tags, t) && r.gendered(texts) {
			n := r.noun("tag", r.p.Tags[t], texts)
			all = append(all, map[bool]string{true: n.One, false: r.lang.A(n, false)}[r.french()])
		}
	}
	return r.lang.And(all...)
}

// smooth is a sentence with what meets in it as it is written.
func (r voice) smooth(text string) string {
	if r.french() {
		if rest, ok := strings.CutPrefix(text, "Ce est "); ok {
			text = "C'est " + rest
		}
		return strings.NewReplacer(" ce est ", " c'est ", "(ce est ", "(c'est ", " ce a ", " cela a ").Replace(text)
	}
	return strings.NewReplacer(" :", ":", " ;", ";").Replace(text)
}

// conditional tells whether a saying begins with an "if".
func (r planner) conditional(said string) bool {
	return strings.HasPrefix(said, r.say("if ", "si ")) || r.french() && (strings.HasPrefix(said, "s'il ") || strings.HasPrefix(said, "s'ils "))
}

// unbracketed is what stands last without the brackets that tell where it ends.
func unbracketed(done string) string {
	lead, rest, ok := strings.Cut(done, ", (")
	inner, closed := strings.CutSuffix(rest, ")")
	if first, _, _ := strings.Cut(lead, " "); !ok || !closed || first != "if" && first != "si" || strings.ContainsAny(inner, "()") || strings.Contains(lead, ";") {
		return done
	}
	return lead + ", " + inner
}

// either lists circumstances, of which one is enough; what they begin with alike is said once.
func (r planner) either(heads []string) string {
	var starts []string
	said := map[string][]string{}
	for _, h := range heads {
		lead := ""
		for _, words := range prepositions {
			for _, w := range words {
				w = strings.TrimSuffix(strings.TrimSuffix(w, "{0}"), "de ") // French says "de" before each
				if strings.HasPrefix(h, w) && len(w) > len(lead) {
					lead = w
				}
			}
		}
		if it := r.bearer().text + " "; strings.HasPrefix(h, lead+it) && !r.french() { // what it does is no thing beside others
			lead += it
		}
		if said[lead] == nil {
			starts = append(starts, lead)
		}
		said[lead] = append(said[lead], strings.TrimPrefix(h, lead))
	}
	var out []string
	for _, lead := range starts {
		if all := said[lead]; slices.ContainsFunc(all[:len(all)-1], func(h string) bool { return strings.Contains(h, r.say(" of a", " d'un")) }) { // the next would be of what that ends with
			for _, h := range all {
				out = append(out, lead+h)
			}
			continue
		}
		if all := said[lead]; lead == "quand " || lead == "dès que " { // when this or when that: "quand ceci ou que cela"
			for i := range all[1:] {
				all[1+i] = tongue.Elide("que", all[1+i])
			}
		}
		out = append(out, lead+r.lang.Or(said[lead]...))
	}
	return r.lang.Or(out...)
}

// often is a limit.
func (r planner) often(l *ir.Limit) string {
	span := plain(r.say("game", "partie"))
	if l.Span >= 0 {
		span = plain(r.eventNoun(r.p.Events[l.Span]).One)
	}
	times := r.value(l.Times)
	en, fr := "{1} times per {0}", "{1} fois par {0}"
	if l.Times.Op == ir.Const {
		switch l.Times.N {
		case 1:
			en, fr = "once per {0}", "une fois par {0}"
		case 2:
			en, fr = "twice per {0}", "deux fois par {0}"
		}
	}
	if l.Tries {
		en, fr = "{1} tries per {0}", "{1} essais par {0}"
		if l.Times.Op == ir.Const && l.Times.N == 1 {
			en, fr = "one try per {0}", "un essai par {0}"
		}
	}
	return r.say(en, fr, span, times)
}

// prepositions are the words before a noun, and before a clause, that say when.
var prepositions = map[ir.Stage][4]string{ // noun: English, French; clause: English, French
	ir.Before:  {"before {0}", "avant {0}", "before {0}", "juste avant ceci : {0}"},
	ir.After:   {"after {0}", "après {0}", "after {0}", "dès que {0}"},
	ir.Instead: {"instead of {0}", "à la place de {0}", "instead of this: {0}", "à la place de ceci : {0}"},
	ir.While:   {"during {0}", "pendant {0}", "when {0}", "quand {0}"},
}

// article tells whether words begin with a thing, and not with a particle that makes another verb of the last.
func (r planner) article(words string) bool {
	first, _, _ := strings.Cut(words, " ")
	return slices.Contains([]string{"a", "an", "de"}, first) || strings.HasPrefix(first, "d'")
}

// result is what a clause does, after its circumstances.
func (r planner) result(cl *claim.Clause) []string {
	if len(cl.Moments) > 0 {
		h := cl.Moments[0].Hook
		switch h.Stage {
		case ir.Cannot:
			return r.allForbidden(cl)
		case ir.Ignore:
			return []string{r.ignored(h)}
		case ir.Waive:
			return []string{r.waived(h)}
		case ir.Becomes:
			cond := plain(r.holds(h.When, true))
			if r.french() && h.When.Op == ir.And {
				all := r.parts(h.When, ir.And, true)
				for i := range all[1:] {
					all[i+1] = r.say("", "que {0}", plain(all[i+1]))
				}
				cond.text = r.lang.And(all...)
			}
			return []string{r.say("as soon as {0}, {1}", "dès que {0}, {1}", cond, plain(strings.Join(r.inOrder(cl.Does), r.say("; ", " ; "))))}
		}
	}
	done := r.doings(cl)
	if cl.May && cl.Action == nil {
		return r.free(cl, done)
	}
	costs := r.paid(cl)
	if cl.Action != nil {
		if len(cl.Costs) == 1 {
			action := &ir.Emit{Event: cl.Action.ID}
			if e, ok := cl.Costs[0].(*ir.Emit); ok && subjectOf(r.p, e, r.french()) && (r.deedful(cl.Action) || subjectOf(r.p, action, r.french())) {
				return append([]string{r.call(e, may) + r.say(": ", " : ") + r.call(action, does)}, done...)
			}
		}
		offered := r.offered(cl.Action)
		if len(costs) > 0 { // in brackets: whom it is about would be taken for who does what follows
			offered += " (" + costing(r, costs) + ")"
		}
		return append([]string{offered}, done...)
	}
	if len(costs) > 0 {
		return append([]string{costing(r, costs)}, done...)
	}
	return done
}

// deedful tells whether an action is told by what somebody does, and not by the name that stands on a button.
func (r planner) deedful(ev *ir.Event) bool {
	w := r.word(ev.Texts, ir.NounWord)
	return r.written(ev.Texts) == nil || w != nil && w.By != ""
}

// doings is what a clause does. One that is about several functions does it to each.
func (r planner) doings(cl *claim.Clause) []string {
	if len(cl.Moments) < 2 || cl.Moments[0].Hook.Func < 0 {
		return r.inOrder(cl.Does)
	}
	var out []string
	for i := range cl.Moments {
		r.heard = &cl.Moments[i]
		out = append(out, r.inOrder(r.heard.Does)...)
	}
	return out
}

// subjectOf tells whether the line of a call begins with somebody.
func subjectOf(p *ir.Program, e *ir.Emit, french bool) bool {
	w := p.Events[e.Event].Texts.En
	if french {
		w = p.Events[e.Event].Texts.Fr
	}
	return w != nil && subject(cut(w))
}

// free is what the owner may leave: the bearer may pay, or do the first of it; otherwise the owner may have it done.
func (r planner) free(cl *claim.Clause, done []string) []string {
	if len(cl.Costs) > 0 {
		if e, ok := cl.Costs[0].(*ir.Emit); ok && r.leaves(cl, e) {
			lead := r.call(e, may)
			rest := *cl
			rest.Costs = cl.Costs[1:]
			all := append(r.paid(&rest), done...)
			if len(all) > 0 {
				all[0] = lead + r.say(": ", " : ") + all[0]
			} else {
				all = []string{lead}
			}
			return all
		}
	}
	all := append(r.paid(cl), done...)
	if len(all) == 0 {
		return nil
	}
	lead := ""
	if len(cl.Costs) == 0 && len(cl.Does) > 0 {
		switch s := cl.Does[0].(type) {
		case *ir.Emit:
			if r.leaves(cl, s) {
				lead = r.call(s, may)
			}
		case *ir.Choose:
			if !s.Form[0].Bool { // whether to do the rest is asked besides
				lead = r.choose(s, may)
			}
		default: // the others are no deeds of anybody
		}
	}
	if lead != "" {
		if all = all[1:]; len(all) > 0 {
			lead += r.say(": ", " : ") + all[0]
			all = all[1:]
		}
		return append([]string{lead}, all...)
	}
	who := owner(r.reader)
	all[0] = r.say("if {0} wants: {1}", "si {0} le veut : {1}", who, plain(all[0]))
	return all
}

// leaves tells whether the line of a call says that who may leave it does it: the bearer, its owner, or of a rule of whom its event is.
func (r planner) leaves(cl *claim.Clause, e *ir.Emit) bool {
	if lead := r.call(e, may); lead == r.call(e, does) && !strings.Contains(lead, r.say(" may ", " peut ")) { // nobody does it
		return false
	}
	w := r.written(r.p.Events[e.Event].Texts)
	if w == nil || !subject(cut(w)) || cl.Card == nil || cl.Card.Kind == ir.RuleKind {
		return true
	}
	first := cut(w).Parts[0].Expr
	for _, a := range e.Args {
		if f := r.p.Events[e.Event].Fields[a.Field]; first.Op == ir.EventField && int64(f.Slot) == first.N {
			of := a.Value
			for len(of.Args) > 0 && of.Op != ir.CallFunc {
				of = of.Args[0]
			}
			if of.Op == ir.EventField && r.heard != nil && r.heard.Roles[int(of.N)] != nil {
				of = r.heard.Roles[int(of.N)]
			}
			return of.Op == ir.SelfBearer || of.Op == ir.Self || of.Op == ir.SelfOwner
		}
	}
	return true
}

// paid are the costs.
func (r planner) paid(cl *claim.Clause) []string {
	var out []string
	for _, s := range cl.Costs {
		if e, ok := s.(*ir.Emit); ok {
			out = append(out, r.call(e, does))
		} else if text := r.deed(s); text != "" {
			out = append(out, text)
		}
	}
	return out
}

// costing is what has to be paid, as no deed of its own.
func costing(r planner, costs []string) string {
	return r.say("the price: {0}", "le prix : {0}", plain(r.lang.And(costs...)))
}

// doer is who takes an action of the card: its own thing, or what it lies on.
func (r planner) doer(action *ir.Event) map[int]*ir.Expr {
	if r.card == nil || len(action.Fields) == 0 || action.Fields[0].Type.Kind != ir.Inst {
		return map[int]*ir.Expr{}
	}
	first, op := action.Fields[0], ir.SelfBearer
	of := r.p.KindAt(first.Type.Ref)
	if r.p.IsA(r.card.Kind, of) {
		op = ir.Self
	} else if !slices.ContainsFunc(r.card.On, func(on int) bool { return r.p.IsA(on, of) || r.p.IsA(of, on) }) {
		return map[int]*ir.Expr{}
	}
	return map[int]*ir.Expr{first.Slot: {Op: op, Type: first.Type}}
}

// offered is an action that somebody may take.
func (r planner) offered(ev *ir.Event) string {
	if w := r.written(ev.Texts); w != nil && !subject(cut(w)) {
		name, _ := r.filled(cut(w), func(x *ir.Expr) (phrase, bool) {
			if x.Op == ir.EventField && x.Type.Kind == ir.Inst {
				return r.named(ev)(x)
			}
			return r.fixed(x)
		})
		who := owner(r.reader)
		return r.say("{0} may take the action \"{1}\"", "{0} peut faire l'action « {1} »", who, plain(name))
	}
	return r.call(&ir.Emit{Event: ev.ID}, may)
}

// allForbidden is what cannot be done: what one and the same cannot do together, each verb once; and what has but a noun.
func (r planner) allForbidden(cl *claim.Clause) []string {
	var out, nouns, people []string
	whose, verbs := map[string]phrase{}, map[string][]string{}
	var last phrase
	n, rest, all := r.allOfTag(cl.Moments)
	r.heard = &cl.Moments[0]
	if one, _, ok := r.forbidden(r.heard); !all || !ok {
		rest = cl.Moments
	} else if upon := r.upon(r.heard); slices.ContainsFunc(rest, func(m claim.Moment) bool { who, _, ok := r.forbidden(&m); return ok && who.text == one.text }) {
		whose[one.text], people = one, []string{one.text}
		verbs[one.text] = []string{r.say("does any {0}", "fait {1}", plain(n.One), plain(r.lang.A(n, false))) + upon}
	} else {
		out = append(out, r.say("{0} cannot do any {1}", "{0} ne peut faire {2}", plain(one.text), plain(n.One), plain(r.lang.No(n)))+upon)
	}
	for i := range rest {
		r.heard = &rest[i]
		if one, verb, ok := r.forbidden(r.heard); ok {
			one = oneOfThem(r, one, whose)
			if whose[one.text].text == "" {
				whose[one.text], people = one, append(people, one.text)
			}
			for _, modal := range []string{"may ", "can ", "peut "} {
				verb = strings.TrimPrefix(verb, modal)
			}
			verbs[one.text] = append(verbs[one.text], verb)
			continue
		}
		n := r.eventNoun(r.heard.Event)
		last = phrase{text: r.ofBearer(n, nil, r.heard), noun: n, many: n.PluralOnly}
		if last.text == r.lang.A(n, false) {
			last = r.the(n, false)
		}
		nouns = append(nouns, last.text)
	}
	slices.SortStableFunc(people, func(a, b string) int { // a pronoun behind another would be taken for that
		return strings.Compare(strconv.FormatBool(!whose[a].bearer), strconv.FormatBool(!whose[b].bearer))
	})
	for _, p := range people {
		out = append(out, r.unable(whose[p], verbs[p]))
	}
	if len(nouns) > 0 {
		last.text, last.many = r.lang.And(nouns...), last.many || len(nouns) > 1
		out = append(out, r.with(last, "happens", "a lieu", cannot))
	}
	return []string{r.lang.And(out...)}
}

// oneOfThem is who cannot do something, as one of those of whom that is told already, if he is one by his kind: the hero, of whom as a
// unit more is said.
func oneOfThem(r planner, who phrase, told map[string]phrase) phrase {
	agent := claim.AgentOf(r.heard.Event)
	if agent.Type.Kind != ir.Inst || agent.Type.Ref >= len(r.p.Kinds) || who.bearer {
		return who
	}
	for k := agent.Type.Ref; k >= ir.BuiltinKinds; k = r.p.Kinds[k].Parent {
		n := r.quietly(func() tongue.Noun { return r.kind(k) })
		if known := told[r.lang.The(n, false)]; known.text != "" && known.noun == n {
			return known
		}
	}
	return who
}

// upon is the bearer as whom what cannot be done would be done to.
func (r planner) upon(m *claim.Moment) string {
	agent := claim.AgentOf(m.Event)
	for _, f := range m.Event.Named() {
		if is := m.Roles[f.Slot]; is != nil && f != agent && r.alike(f, agent) {
			return r.say(" against {0}", " contre {0}", r.value(is))
		}
	}
	return ""
}

// unable says what somebody cannot do; what goes with the same verb is listed behind it.
func (r planner) unable(who phrase, verbs []string) string {
	var order []string
	objects := map[string][]string{}
	for _, v := range verbs {
		lead, object, _ := strings.Cut(v, " ")
		if r.lang.Verb(lead).Base != "être" { // who cannot be something keeps its article
			object = r.lang.OfNone(object)
		}
		if !r.article(object) {
			lead, object = strings.TrimSuffix(lead+" "+object, " "), ""
		}
		if objects[lead] == nil {
			order = append(order, lead)
		}
		objects[lead] = append(objects[lead], object)
	}
	var bare, parts []string // what has no object stands first: it would be given the next one's
	for _, lead := range order {
		verb := r.lang.Verb(r.agreeing(lead, who)).Infinitive(who.many)
		all := sharing(objects[lead])
		list := r.lang.Or(all...)
		if last := len(all) - 1; r.french() && len(order) == 1 && last > 0 { // of none of them
			list = strings.Join(all[:last], ", ") + " ni " + all[last]
		}
		if list != "" || strings.Contains(lead, " ") {
			parts = append(parts, strings.TrimSpace(verb+" "+list))
		} else {
			bare = append(bare, verb)
		}
	}
	if len(bare) > 0 && !r.french() {
		bare = []string{r.lang.Or(bare...)}
	}
	parts = append(bare, parts...)
	able := r.say(" cannot ", map[bool]string{false: " ne peut", true: " ne peuvent"}[who.many])
	switch {
	case !r.french():
		return who.text + able + r.alternatives(parts)
	case len(parts) == 1:
		return who.text + able + " pas " + parts[0]
	}
	return who.text + able + " ni " + strings.Join(parts, " ni ")
}

// sharing says once, behind the last, against whom all of several are.
func sharing(objects []string) []string {
	for _, against := range []string{" against ", " contre "} {
		_, whom, ok := strings.Cut(objects[0], against)
		if !ok || slices.ContainsFunc(objects, func(o string) bool { return !strings.HasSuffix(o, against+whom) }) {
			continue
		}
		for i := range objects[1:] {
			objects[i] = strings.TrimSuffix(objects[i], against+whom)
		}
	}
	return objects
}

// alternatives are of several each: with commas before each where one of them is a list.
func (r planner) alternatives(parts []string) string {
	if slices.ContainsFunc(parts, func(s string) bool { return !unlisted(s) }) {
		return strings.Join(parts[:len(parts)-1], ", ") + strings.Repeat(", or ", min(1, len(parts)-1)) + parts[len(parts)-1]
	}
	return r.lang.Or(parts...)
}

// forbidden is who cannot do something, and what.
func (r planner) forbidden(m *claim.Moment) (who phrase, verb string, ok bool) {
	of := r.unheard(m.Event)
	w := r.written(m.Event.Texts)
	if w != nil && subject(cut(w)) && !bare(w) {
		who = r.filling(cut(w).Parts[0].Expr, of)
		return who, r.verbal(cut(w), of) + r.unsaid(m, cut(w)), true
	}
	noun, agent := r.word(m.Event.Texts, ir.NounWord), claim.AgentOf(m.Event)
	if noun == nil || noun.By == "" || agent == nil {
		return phrase{}, "", false
	}
	who = role(r.reader, agent)
	unsaid := ""
	for _, f := range m.Event.Named() {
		switch {
		case f == agent || m.Roles[f.Slot] == nil || f.Type.Kind != ir.Inst:
		case r.alike(f, agent):
			unsaid = r.say(" against {0}", " contre {0}", r.value(m.Roles[f.Slot]))
		case tool(r.p, f, m.Event):
			unsaid = r.withIt()
		}
	}
	thing := r.asNoun(r.name(&noun.Template), noun.Noun)
	if r.french() { // it makes none
		return who, noun.By + " " + tongue.Elide("de", r.lang.Form(thing, false)) + unsaid, true
	}
	return who, noun.By + " " + r.lang.A(thing, false) + unsaid, true
}

// permitted is what somebody may do.
func (r planner) permitted(ev *ir.Event, w *ir.Template) string {
	of := r.named(ev)
	who := r.filling(w.Parts[0].Expr, of)
	verb := r.verbal(w, of)
	return r.with(who, verb, verb, may)
}

func (r planner) ignored(h *ir.Hook) string {
	return r.with(r.targeted(h), "is ignored", "est ~ignoré", does)
}

// targeted is the card, kind or tag that is ignored or waived.
func (r planner) targeted(h *ir.Hook) phrase {
	if h.Target.Of < 0 {
		return plain(r.tag(max(h.Target.Tag, 0)))
	}
	return r.allOfKind(h.Target.Of)
}

// waived is a requirement that is not asked for.
func (r planner) waived(h *ir.Hook) string {
	ev := r.p.Events[h.Event]
	for _, q := range ev.Requires {
		if q.Label == h.Target.Label {
			of := r.the(r.eventNoun(ev), false)
			if n, w, ok := r.event(ev, ir.NounWord); ok {
				of = plain(r.ofBearer(n, w, r.heard))
			}
			even := plain(r.holds(q.Cond, false))
			if w := r.written(ev.Texts); w != nil && subject(cut(w)) {
				return r.say("{0} even if {1}", "{0} même si {1}", plain(r.permitted(ev, cut(w))), even)
			}
			return r.say("{0} is possible even if {1}", "{0} est possible même si {1}", of, even)
		}
	}
	return r.say("for {0} {1} is not asked for", "pour {0} {1} n'est pas demandé", r.the(r.eventNoun(ev), false), plain(humane(h.Target.Label)))
}
