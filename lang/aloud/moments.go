package aloud

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// moment is when a clause stands.
func (r planner) moment(m *claim.Moment) string {
	h := m.Hook
	switch {
	case h.Func >= 0:
		return r.unnamed(m)
	case h.Stage == ir.Becomes:
		return ""
	case h.Event < 0 && h.Each != nil:
		one := r.kind(h.Each.Kind)
		each := plain(r.lang.Each(one))
		if h.Each.Where != nil {
			r.temps[int64(h.Each.Temp)] = r.thatOne(one)
			each.text += r.such(r.thatOne(one), h.Each.Where)
		}
		r.temps[int64(h.Each.Temp)] = r.that(one)
		return r.say("for {0}", "pour {0}", each)
	case h.Event < 0 || h.Stage == ir.Cannot || h.Stage == ir.Waive || h.Stage == ir.Ignore:
		return ""
	}
	return r.around(m)
}

// unnamed are those for whom a function is contributed to, of whom its words do not speak: for it.
func (r planner) unnamed(m *claim.Moment) string {
	f := r.p.Funcs[m.Hook.Func]
	w := r.written(f.Texts)
	var all []string
	for i, param := range f.Params {
		if is := m.Roles[i]; w != nil && is != nil && param.Type.Kind == ir.Inst && (i > 0 || len(w.Parts) > 1) && !slices.ContainsFunc(w.Parts, func(p ir.Part) bool {
			return p.Expr != nil && speaks(p.Expr, func(e *ir.Expr) bool { return e.Op == ir.Temp && int(e.N) == i })
		}) {
			all = append(all, r.tonic(r.value(is).text))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return r.say("for {0}", "pour {0}", plain(r.lang.And(all...)))
}

// around is the event that a clause hears: as a noun with the bearer's part in it, or as a clause.
func (r planner) around(m *claim.Moment) string {
	ev, words := m.Event, prepositions[m.Hook.Stage.Moment()]
	if text, ok := r.edge(m); ok {
		return text
	}
	if ev == r.p.Throw {
		return r.say(words[0], words[1], plain(r.thrown(m)))
	}
	use := ir.NounWord
	if m.Hook.Stage.Moment() == ir.Before {
		use = ir.MomentWord
	}
	if n, w, ok := r.event(ev, use); ok || nameless(r, ev) {
		if !ok {
			n = r.eventNoun(ev)
		}
		told := plain(r.ofBearer(n, w, m))
		if edge, _ := r.edgeOf(n.One); edge != "" && m.Hook.Stage.Moment() == ir.After && strings.HasPrefix(told.text, r.say("the start ", "le début ")) {
			return r.say("at {0}", "à {0}", told)
		}
		return r.say(words[0], words[1], told)
	}
	w := cut(r.written(ev.Texts))
	r.head = true
	defer func() { r.head = false }()
	of := r.named(ev)
	about, near := nearness[m.Hook.Stage.Moment()]
	if !r.french() {
		about, near = would, m.Hook.Stage.Moment() == ir.Instead
	}
	if near && subject(w) {
		who, text := r.filling(w.Parts[0].Expr, of), r.verbal(w, of)
		return r.say("when {0}", "quand {0}", plain(r.with(who, text, text, about)+r.unsaid(m, w)))
	}
	line := plain(r.told(w, of, true) + r.unsaid(m, w))
	if temporal(r.voice, line.text) { // it has no verb
		return r.say(words[0], words[1], plain(r.say("what happens {0}", "ce qui se passe {0}", line)))
	}
	if !strings.Contains(line.text, " ") { // no more than a noun
		return r.say(words[0], words[1], r.the(r.guessed(line.text), false))
	}
	return r.say(words[2], words[3], line)
}

// nameless tells whether the line of an event tells of nobody who does it: it is told by a noun.
func nameless(r planner, ev *ir.Event) bool {
	w := r.written(ev.Texts)
	return w == nil || !subject(cut(w)) && subject(w)
}

// doing is who does what a clause hears, told by that where its noun does not tell of him: the caster would be any fighter.
func doing(r planner, m *claim.Moment, said string) string {
	ev := m.Event
	if ev == nil || ev == r.p.Throw || m.Hook.Func >= 0 || m.Hook.Stage == ir.Cannot || m.Hook.Stage == ir.Waive || m.Hook.Stage == ir.Ignore {
		return said
	}
	agent := claim.AgentOf(ev)
	n, w, ok := r.event(ev, ir.NounWord)
	if !ok && !nameless(r, ev) || agent == nil || agent.Type.Kind != ir.Inst || agent.Type.Ref < 0 || m.Roles[agent.Slot] != nil || r.distinct(agent) {
		return said
	}
	if !ok {
		n = r.eventNoun(ev)
	}
	who := r.the(r.kind(agent.Type.Ref), false)
	if w != nil && w.By != "" {
		return r.indefinite(said, who.text, r.say("{0} that {2} {1}", "{0} qui {2} {1}", who, r.the(n, false), plain(w.By)))
	}
	if len(m.Roles) > 0 || tongue.IndexWords(said, who.text) < 0 {
		return said
	}
	whose := r.say("{0} of {1}", "{0} de {1}", plain("{0}"), plain(r.lang.A(who.noun, false)))
	if strings.Contains(n.One, " ") { // it would be of what that ends with
		whose = r.say("{0} by {1}", "{0} par {1}", plain("{0}"), plain(r.lang.A(who.noun, false)))
	}
	for _, what := range []string{r.lang.A(n, false), r.lang.Each(n)} {
		if before, after, ok := strings.Cut(said, what+","); ok {
			return before + r.say(whose, whose, plain(what)) + "," + after
		}
	}
	return said
}

// doingEither is who does either of what a clause hears, told by that: the fighter that makes it. Who has no verb in common is he whom it
// concerns.
func doingEither(r planner, moments []claim.Moment, said string) string {
	var who phrase
	does, gender := "", tongue.Feminine
	for i := range moments {
		m := &moments[i]
		if _, heard := prepositions[m.Hook.Stage.Moment()]; !heard || m.Event == nil || m.Event == r.p.Throw {
			return said
		}
		n, w, ok := r.event(m.Event, ir.NounWord)
		agent := claim.AgentOf(m.Event)
		if !ok || agent == nil || agent.Type.Kind != ir.Inst || agent.Type.Ref < 0 || m.Roles[agent.Slot] != nil || r.distinct(agent) {
			return said
		}
		is, by := r.the(r.kind(agent.Type.Ref), false), ""
		if w != nil {
			by = w.By
		}
		if i == 0 {
			who, does = is, by
		}
		if who.text != is.text {
			return said
		} else if by != does {
			does = ""
		}
		if n.Gender != tongue.Feminine {
			gender = tongue.Masculine
		}
	}
	if does == "" {
		return r.indefinite(said, who.text, r.say("{0} concerned", "{0} "+r.lang.Agree("concerné", who.noun.Gender, false), who))
	}
	it := map[tongue.Gender]string{tongue.Feminine: "la", tongue.Masculine: "le"}[gender]
	return r.indefinite(said, who.text, r.say("{0} that {1} it", "{0} qui {2}", who, plain(does), plain(tongue.Elide(it, does))))
}

// temporal tells whether a line tells no more than when it is: what comes after something, or at its end.
func temporal(r voice, line string) bool {
	return slices.ContainsFunc(strings.Split(r.say("after |before |during |at the ", "après |avant |pendant |au début |à la fin "), "|"), func(lead string) bool { return strings.HasPrefix(line, lead) })
}

// named is what a place in the line of an event that is heard stands for. Its numbers fall out.
func (r planner) named(ev *ir.Event) func(*ir.Expr) (phrase, bool) {
	return func(x *ir.Expr) (phrase, bool) {
		i := ir.FieldNamed(ev.Fields, x.Name)
		if x.Op != ir.EventField || i < 0 {
			return phrase{}, false
		}
		f := ev.Fields[i]
		if countless(f) || f.Type.Kind == ir.Length {
			return phrase{}, true
		}
		return role(r.reader, f), true
	}
}

// unheard is what a place in the line of an event that cannot happen stands for: some thing, where no condition has told of it.
func (r planner) unheard(ev *ir.Event) func(*ir.Expr) (phrase, bool) {
	of, agent := r.named(ev), claim.AgentOf(ev)
	return func(x *ir.Expr) (phrase, bool) {
		p, ok := of(x)
		if i := ir.FieldNamed(ev.Fields, x.Name); ok && i >= 0 {
			f := ev.Fields[i]
			heard := func(e *ir.Expr) bool { return e.Op == ir.EventField && int(e.N) == f.Slot && e.Name == f.Name }
			if f != agent && r.heard.Roles[f.Slot] == nil && f.Type.Kind != ir.Bool &&
				p.text == r.lang.The(p.noun, false) && !slices.ContainsFunc(r.conds, func(e *ir.Expr) bool { return speaks(e, heard) }) {
				p.text = r.lang.A(p.noun, false)
			}
		}
		return p, ok
	}
}

// nearness is how French tells a moment next to what is done.
var nearness = map[ir.Stage]manner{ir.Before: soon, ir.Instead: soon, ir.After: just}

// countless tells whether a field is a number, which a line can do without: it loses HP.
func countless(f *ir.Field) bool {
	switch f.Type.Kind {
	case ir.Int, ir.Dice, ir.Target:
		return true
	}
	return false
}

// edge is the start or the end of a span.
func (r planner) edge(m *claim.Moment) (string, bool) {
	n, w, ok := r.event(m.Event, ir.NounWord)
	if m.Event.Word != ir.SpanEvent || !ok {
		return "", false
	}
	of := plain(r.ofBearer(n, w, m))
	if of.text == r.lang.A(n, false) {
		of = plain(r.lang.Each(n))
	}
	switch m.Hook.Stage.Moment() {
	case ir.Before:
		return r.say("at the start of {0}", "au début de {0}", of), true
	case ir.After:
		return r.say("at the end of {0}", "à la fin de {0}", of), true
	}
	return "", false
}

// ofBearer is an event as a noun, with what the bearer has to do with it: a blow it strikes, its defence, a blow against it.
func (r planner) ofBearer(n tongue.Noun, w *ir.Word, m *claim.Moment) string {
	moment := ""
	if w != nil && w.Use == ir.MomentWord {
		moment = n.One
		w = r.word(m.Event.Texts, ir.NounWord)
	}
	agent, patient, with := false, false, false
	of, against, by := phrase{}, phrase{}, phrase{}
	for _, f := range m.Event.Named() {
		is := m.Roles[f.Slot]
		switch {
		case f.Type.Kind != ir.Inst || is == nil:
		case is.Op == ir.SelfOwner && f == claim.AgentOf(m.Event):
			by = owner(r.reader)
		case is.Op == ir.SelfOwner:
			of = owner(r.reader)
		case is.Op == ir.Self && r.card != nil && len(r.card.On) > 0:
			if with = tool(r.p, f, m.Event); !with {
				of = r.itself()
			}
		case is.Op != ir.SelfBearer && is.Op != ir.Self && f != claim.AgentOf(m.Event) && r.alike(f, claim.AgentOf(m.Event)):
			against = r.value(is)
		case is.Op != ir.SelfBearer && is.Op != ir.Self:
			of = r.value(is)
		case f == claim.AgentOf(m.Event):
			agent = true
		case r.alike(f, claim.AgentOf(m.Event)):
			patient = true
		case tool(r.p, f, m.Event):
			with = true
		}
	}
	it := r.bearer()
	if edge, of := r.edgeOf(n.One); moment == "" && edge != "" {
		n = r.guessed(of)
		whose := plain(r.lang.A(n, false))
		if agent {
			whose = plain(r.lang.Its(n, false))
		}
		return r.say("{1} of {0}", "{1} de {0}", whose, plain(edge))
	}
	what := plain(cmp.Or(moment, r.lang.A(n, false)))
	has := func(who phrase, verb string) string {
		return r.say("{0} {1} {2}", "{0} que {1} {2}", what, who, plain(verb))
	}
	versus := func(who phrase) string { return r.say("{0} against {1}", "{0} contre {1}", what, who) }
	switch {
	case agent && w != nil && w.By != "":
		return has(plain(it.text), w.By)
	case patient && w != nil && w.To != "":
		return has(plain(it.text), w.To)
	case agent && moment == "":
		return r.lang.Its(n, n.PluralOnly)
	case patient:
		return versus(it)
	case moment != "":
		return moment
	case with && r.byAnother(m.Event) && w != nil && w.To != w.By:
		return has(plain(it.text), w.To)
	case with && r.byAnother(m.Event):
		return versus(it)
	case with:
		return what.text + r.withIt()
	case against.text != "" && w != nil && w.To != "":
		return has(against, w.To)
	case against.text != "":
		return versus(against)
	case by.text != "" && w != nil && w.By != "":
		return has(by, w.By)
	case by.text != "" && strings.Contains(n.One, r.say(" of ", " d")): // of two the second would have it
		return r.say("{0} by {1}", "{0} par {1}", what, by)
	case by.text != "":
		return r.say("{0} of {1}", "{0} de {1}", what, by)
	case of.text != "":
		return r.say("{0} of {1}", "{0} de {1}", what, of)
	}
	return what.text
}

// edgeOf cuts the start or the end of something off its name.
func (r voice) edgeOf(name string) (edge, of string) {
	for _, lead := range [][2]string{{"start of ", "the start"}, {"end of ", "the end"}} {
		if rest, ok := strings.CutPrefix(name, lead[0]); ok && !r.french() {
			return lead[1], rest
		}
	}
	for _, lead := range [][2]string{{"début ", "le début"}, {"fin ", "la fin"}} {
		rest, ok := strings.CutPrefix(name, lead[0])
		if ok && r.french() {
			return lead[1], strings.TrimPrefix(strings.TrimPrefix(rest, "de "), "d'")
		}
	}
	return "", ""
}

// withIt is the bearer, or the card, as that with which something is done.
func (r planner) withIt() string {
	n := r.bearerNoun()
	if n = (tongue.Noun{One: n.One, Gender: n.Gender}); r.card != nil && r.card.Kind != ir.RuleKind {
		n = implement(r.reader)
	}
	pronoun := r.tonic(r.lang.Pronoun(n, false))
	return r.say(" with {0}", " avec {0}", plain(pronoun))
}

// byAnother tells whether what an event tells of happens to whom it begins with, by another who may be missing: the tool is his.
func (r planner) byAnother(ev *ir.Event) bool {
	agent := claim.AgentOf(ev)
	return slices.ContainsFunc(ev.Fields, func(f *ir.Field) bool {
		return !f.Param && f != agent && f.Type.Kind == ir.Inst && f.Type.Optional && r.alike(f, agent)
	})
}

// tool tells whether what a field names may lie on who does the event, as a tool does: it is done with it.
func tool(p *ir.Program, f *ir.Field, ev *ir.Event) bool {
	agent := claim.AgentOf(ev)
	if agent == nil || f.Type.Ref < 0 || agent.Type.Ref < 0 || f.Type.Ref >= len(p.Kinds) {
		return false
	}
	kind := p.Kinds[f.Type.Ref]
	return f != agent && len(kind.On) > 0 && !state(p, kind)
}

// wielded tells whether what a clause hears is done with the card that speaks: with it.
func wielded(r *reader) bool {
	return r.heard != nil && r.heard.Hook != nil && r.heard.Event != nil && slices.ContainsFunc(r.heard.Event.Named(), func(f *ir.Field) bool {
		is := r.heard.Roles[f.Slot]
		return is != nil && is.Op == ir.Self && tool(r.p, f, r.heard.Event)
	})
}

// unsaid is the bearer's part in an event whose line does not name it: with it.
func (r planner) unsaid(m *claim.Moment, w *ir.Template) string {
	agent := claim.AgentOf(m.Event)
	for _, f := range m.Event.Named() {
		is := m.Roles[f.Slot]
		if is == nil || f.Type.Kind != ir.Inst || toldIn(w, f) || within(m.Event, w, f) {
			continue
		}
		switch {
		case f == agent:
			return r.say(" for {0}", " pour {0}", r.value(is))
		case tool(r.p, f, m.Event):
			return r.withIt()
		case r.alike(f, agent) && suffered(r.voice, w):
			return r.say(" by {0}", " par {0}", r.value(is))
		case r.alike(f, agent) && slices.Index(m.Event.Fields, f) > slices.Index(m.Event.Fields, agent):
			return r.say(" against {0}", " contre {0}", r.value(is))
		case is.Op == ir.SelfBearer && r.distinct(f):
			return r.say(" ({0})", " ({0})", plain(r.is(r.bearer(), r.the(r.field(f), false), true)))
		case is.Op == ir.SelfBearer: // where the card lies
			return r.say(" ({0})", " ({0})", plain(r.lang.Its(r.kind(f.Type.Ref), false)))
		}
	}
	return ""
}

// toldIn tells whether a line tells of a field, or of what that has.
func toldIn(w *ir.Template, f *ir.Field) bool {
	return slices.ContainsFunc(w.Parts, func(p ir.Part) bool {
		return p.Expr != nil && speaks(p.Expr, func(e *ir.Expr) bool { return e.Op == ir.EventField && e.Name == f.Name })
	})
}

// suffered tells whether a line tells of what is done to whom it begins with.
func suffered(r voice, w *ir.Template) bool {
	return len(w.Parts) > 1 && strings.HasPrefix(strings.TrimSpace(w.Parts[1].Text)+" ", r.say("is ", "est "))
}

// alike tells whether two fields name things of one sort, one of which may do to the other what it can do itself.
func (r planner) alike(a, b *ir.Field) bool {
	return b != nil && a.Type.Kind == b.Type.Kind && (r.p.IsA(a.Type.Ref, b.Type.Ref) || r.p.IsA(b.Type.Ref, a.Type.Ref))
}

// amid takes out of conditions what else is under way, with who they say has to do with it: during its defence.
func (r planner) amid(when []*ir.Expr) (during []string, rest []*ir.Expr) {
	for i := 0; i < len(when); i++ {
		e := when[i]
		if e.Op != ir.Has || e.Args[0].Op != ir.Around {
			rest = append(rest, e)
			continue
		}
		around := e.Args[0]
		m := &claim.Moment{Event: r.p.Events[around.Ref], Roles: map[int]*ir.Expr{}}
		for ; i+1 < len(when); i++ {
			next := when[i+1]
			if next.Op != ir.Eq || next.Args[0].Op != ir.RecField || next.Args[0].Args[0].Op != ir.Around || next.Args[0].Args[0].Ref != around.Ref || next.Args[1].Op != ir.SelfBearer && next.Args[1].Op != ir.Self {
				break
			}
			m.Roles[int(next.Args[0].N)] = next.Args[1]
		}
		n, w, ok := r.event(m.Event, ir.NounWord)
		if !ok {
			n = r.eventNoun(m.Event)
		}
		during = append(during, r.say("during {0}", "pendant {0}", plain(r.ofBearer(n, w, m))))
	}
	return during, rest
}

// ofThrow tells whether a condition is about what a throw is for, which its moment tells.
func (r planner) ofThrow(e *ir.Expr) bool {
	return r.heard != nil && r.heard.Event != nil && r.heard.Event == r.p.Throw && e.Tagged()
}

// thrown is a throw, by whom and for what.
func (r planner) thrown(m *claim.Moment) string {
	n := r.own("throw", "jet", tongue.Masculine)
	text := r.lang.A(n, false)
	if is := m.Roles[ir.ThrowOf]; is != nil {
		text = r.lang.Its(n, false)
	}
	var tags []string
	for _, t := range m.Hook.For {
		tags = append(tags, r.tag(t))
	}
	if len(tags) == 0 {
		return text
	}
	return r.say("{0} for {1}", "{0} de {1}", plain(text), plain(r.lang.And(tags...)))
}

// tag is what a tag is called.
func (r planner) tag(id int) string {
	return r.noun("tag", r.p.Tags[id], r.p.TagTexts[id]).One
}

// allOfTag tells that among what a clause hears is all that bears a tag which has words: that tag, and the rest.
func (r planner) allOfTag(moments []claim.Moment) (n tongue.Noun, rest []claim.Moment, ok bool) {
	for t := range r.p.Tags {
		if r.written(r.p.TagTexts[t]) == nil {
			continue
		}
		seen := map[*ir.Event]bool{}
		rest = slices.DeleteFunc(slices.Clone(moments), func(m claim.Moment) bool {
			if m.Event == nil || !slices.Contains(m.Event.Tags, t) || seen[m.Event] || len(m.When) != len(moments[0].When) { // another part in one of them is told
				return false
			}
			seen[m.Event] = true
			return true
		})
		bearing := 0
		for _, ev := range r.p.Events {
			if slices.Contains(ev.Tags, t) {
				bearing++
			}
		}
		if bearing > 3 && bearing == len(moments)-len(rest) {
			return r.noun("tag", r.p.Tags[t], r.p.TagTexts[t]), rest, true
		}
	}
	return tongue.Noun{}, moments, false
}

// anyOf is any of those that bear a tag, done by the bearer or by whomever.
func (r planner) anyOf(n tongue.Noun, m *claim.Moment) string {
	words := prepositions[m.Hook.Stage.Moment()]
	any := plain(r.say("any {0}", r.lang.Agree("tout", max(n.Gender, tongue.Masculine), false)+" {0}", plain(n.One)))
	if agent := claim.AgentOf(m.Event); agent != nil && m.Roles[agent.Slot] != nil {
		any.text += r.say(" of its own", " de sa part")
	}
	return r.say(words[0], words[1], any)
}
