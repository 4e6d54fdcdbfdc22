package aloud

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// manner is how a deed is told: as what happens, or as what may or cannot be done.
type manner int

const (
	does manner = iota
	may
	cannot
	soon // about to be done, in French: va frapper
	just // just done: vient de frapper
	would
)

// with puts a verb, with the places of its pattern filled, behind somebody in a manner.
func (r voice) with(who phrase, en, fr string, m manner, args ...phrase) string {
	words := r.say(en, fr, args...)
	if first, rest, ok := strings.Cut(words, " "); ok && slices.Contains([]string{"may", "can", "must", "peut", "doit"}, first) {
		modal := map[manner]string{does: first, may: r.say("may", "peut"), cannot: r.say("cannot", "ne peut pas")}[m]
		return who.text + " " + modal + " " + rest
	}
	v := r.lang.Verb(r.agreeing(words, who))
	switch m {
	case may:
		return who.text + " " + v.May(who.many)
	case cannot:
		return who.text + " " + v.Cannot(who.many)
	case would:
		return who.text + " would " + v.Infinitive(who.many)
	case soon:
		return who.text + " " + map[bool]string{true: "vont", false: "va"}[who.many] + " " + v.Infinitive(who.many)
	case just:
		return who.text + " " + map[bool]string{true: "viennent", false: "vient"}[who.many] + " " + ofDoing(v.Infinitive(who.many))
	}
	return who.text + " " + v.Present(who.many)
}

// ofDoing is a French infinitive behind `de`. A pronoun before it melts with nothing: de le frapper.
func ofDoing(infinitive string) string {
	if strings.HasPrefix(infinitive, "le ") || strings.HasPrefix(infinitive, "les ") {
		return "de " + infinitive
	}
	return tongue.Elide("de", infinitive)
}

// inOrder are statements as clauses, in their order.
func (r teller) inOrder(list []ir.Stmt) []string {
	var out []string
	for _, s := range list {
		if text := r.deed(s); text != "" && (len(out) == 0 || !r.soBecome(out[len(out)-1], text)) {
			out = append(out, text)
		}
	}
	return out
}

// soBecome tells whether what is told has just been told as what somebody becomes.
func (r voice) soBecome(before, text string) bool {
	who, what, ok := strings.Cut(before, r.say(" becomes ", " devient "))
	return ok && text == who+r.say(" is ", " est ")+what
}

// together are deeds in one sentence.
func (r teller) together(b *ir.Block) phrase {
	if b == nil {
		return phrase{}
	}
	return r.jointly(r.inOrder(b.Stmts))
}

// jointly are deeds that have been told, in one sentence; where several end is heard.
func (r teller) jointly(all []string) phrase {
	switch text := strings.Join(all, r.say("; ", " ; ")); {
	case len(all) < 2:
		return plain(text)
	case slices.ContainsFunc(all, func(s string) bool { return !unlisted(s) }):
		return plain("(" + text + ")")
	}
	return plain(r.lang.And(r.unrepeated(all)...))
}

// deed is a statement as a clause.
func (r teller) deed(s ir.Stmt) string {
	switch s := s.(type) {
	case *ir.Emit:
		return r.call(s, does)
	case *ir.ContributeField:
		if told, ok := r.settled(s); ok {
			return told
		}
		return r.contribution(r.contributed(s.Field), s.Op, s.Value)
	case *ir.ContributeStat:
		f := r.p.Kinds[s.Kind].Fields[s.Index]
		if s.Value.Type.Kind == ir.Bool && s.Op == ir.SetOp && s.Value.Op == ir.Const {
			who := r.value(s.Inst)
			return r.is(who, plain(r.lang.Agree(r.field(f).One, who.noun.Gender, who.many)), s.Value.N != 0)
		}
		return r.contribution(r.of(r.field(f), r.value(s.Inst)), s.Op, s.Value)
	case *ir.SetField:
		if s.Value.Op == ir.Const && s.Op == '=' && verbal(s.Field) {
			return r.byAgent(s.Field, s.Value.N != 0)
		}
		return r.write(r.figure(s.Field), s.Op, s.Value)
	case *ir.SetCell:
		return r.cell(s)
	case *ir.If:
		return r.choice(s)
	case *ir.Each:
		return r.each(s)
	case *ir.Repeat:
		if s.Times == nil {
			if r.private(s.Until) { // what only the clause itself reckons is none of the reader's business
				return r.say("again and again, as long as it may: {0}", "autant de fois que c'est permis : {0}", r.together(s.Body))
			}
			return r.say("until {0}: {1}", "jusqu'à ce que : {0} — {1}", plain(r.holds(s.Until, true)), r.together(s.Body))
		}
		return r.say("{0} times: {1}", "{0} fois : {1}", r.value(s.Times), r.together(s.Body))
	case *ir.Throw:
		return r.throw(s)
	case *ir.OnDice:
		return r.onDice(s)
	case *ir.Choose:
		return r.choose(s, does)
	case *ir.Create:
		return r.create(s)
	case *ir.Draw:
		list := r.value(s.In)
		return r.say("{0} is drawn by lot", "le hasard désigne {0}", plain(r.among("one", "l'un", list.noun, list)))
	case *ir.Put:
		pool := plain(r.p.Bags[s.Bag].Name)
		if s.Field != nil {
			pool = r.the(r.field(s.Field), false)
		}
		return r.say("{0} more in {1}", "{0} de plus dans {1}", r.value(s.Count), pool)
	case *ir.Push:
		return r.with(r.value(s.What), "is pushed {0} away from {1}", "est ~repoussé de {0} loin de {1}", does, r.value(s.By), r.value(s.From))
	case *ir.Travel:
		return r.with(r.value(s.What), "moves along {0}", "se déplace le long de {0}", does, r.value(s.Along))
	case *ir.Act:
		return r.act(s)
	case *ir.Stop:
		return r.with(r.the(r.eventNoun(r.p.Events[s.Span]), false), "ends at once", "se termine aussitôt", does)
	case *ir.Cancel:
		return r.predicate(r.theEvent(), "happens", "a lieu", false)
	case *ir.Proceed:
		return r.proceed(s)
	case *ir.Destroy:
		return r.leaves(s.What)
	case *ir.Move:
		to := r.where(s.To)
		if s.Duration != nil {
			to.text += " " + r.lasting(s.Duration)
		}
		return r.with(r.value(s.What), "goes {0}", "va {0}", does, to)
	case *ir.Give:
		return r.with(r.value(s.What), "passes to {0}", "passe à {0}", does, r.value(s.Whom))
	case *ir.Hide:
		return r.with(r.value(s.What), "is hidden", "est ~caché", does)
	case *ir.Reveal:
		return r.with(r.value(s.What), "is revealed", "est ~révélé", does)
	case *ir.Rotate:
		return r.with(r.value(s.What), "turns by {0} degrees", "tourne de {0} degrés", does, r.value(s.Turn))
	case *ir.Manual:
		return r.say("the players settle what follows themselves", "les joueurs règlent eux-mêmes la suite")
	case *ir.Always:
		return r.together(s.Body).text
	case *ir.Let:
		return r.noted(s)
	case *ir.Note:
		return ""
	case *ir.During, ir.Step: // of scripts
	}
	return ""
}

// noted is a local that is told where it is set, since what it comes to changes before it is used.
func (r teller) noted(s *ir.Let) string {
	v := r.value(s.Value)
	if v.noun.One == "" || s.Value.Op == ir.CallFunc {
		v.noun = r.localNoun(s.Var.Name, s.Var.Type)
	}
	name := r.the(v.noun, several(s.Var.Type))
	name.text += " " + r.lang.Agree(r.say("noted", "noté"), v.noun.Gender, name.many)
	r.known[s.Var.Name] = name
	return r.with(v, "is noted", "est ~noté", does)
}

// figure is a field of what is heard, by its words.
func (r teller) figure(f *ir.Field) phrase { return r.the(r.field(f), false) }

// bare tells whether a line tells nothing of who it begins with but what stands behind a colon.
func bare(t *ir.Template) bool {
	return len(t.Parts) > 1 && t.Parts[0].Expr != nil && strings.HasPrefix(strings.TrimSpace(t.Parts[1].Text), ":")
}

// asNounOf is a call told by its noun and the verb that goes with it: takes an action.
func (r teller) asNounOf(ev *ir.Event, given map[int]*ir.Expr, m manner) (string, bool) {
	w := r.word(ev.Texts, ir.NounWord)
	if w == nil || w.By == "" {
		return "", false
	}
	agent := claim.AgentOf(ev)
	i := slices.Index(ev.Fields, agent)
	if agent == nil {
		return "", false
	}
	who := r.partIn(ev, agent)
	if given[i] != nil {
		who = r.value(given[i])
	}
	verb := w.By + " " + r.lang.A(r.asNoun(r.name(&w.Template), w.Noun), false)
	return r.with(who, verb, verb, m) + r.inBrackets(ev, given), true
}

// partIn is who has a part in an event that is called, as what is heard has it.
func (r teller) partIn(ev *ir.Event, f *ir.Field) phrase {
	if r.heard != nil && r.heard.Event == ev && r.heard.Roles[f.Slot] != nil {
		return r.value(r.heard.Roles[f.Slot])
	}
	return r.roleOf(ev, f)
}

// call is a call of an event, by its line in the journal.
func (r teller) call(s *ir.Emit, m manner) string {
	ev := r.p.Events[s.Event]
	w, given, tail := r.written(ev.Texts), claim.Given(r.p, s), ""
	asMany, comma, but := "", "", ""
	of := func(x *ir.Expr) (phrase, bool) {
		for i, f := range ev.Fields {
			if f.Name != x.Name || x.Op != ir.EventField {
				continue
			}
			v := given[i]
			switch {
			case countless(f) && (v == nil || v.Op == ir.Const && v.N == 0):
				return phrase{}, true
			case v == nil && f.Chosen && (r.distinct(f) || r.rank(ev, f) > 0): // nobody has been chosen yet
				n := r.ranked(ev, f)
				if r.distinct(f) {
					n = r.field(f)
				}
				return phrase{text: r.lang.A(n, f.Type.IsList()), noun: n}, true
			case v == nil && f.Chosen:
				r.head = true
				defer func() { r.head = false }()
				return r.partIn(ev, f), true
			case v == nil:
				return r.partIn(ev, f), true
			case countless(f) && !short(v) && !r.isParam(v) && (!subject(cut(w)) || bare(w)): // a label: Gold: 2 more for the player
				n := r.value(v)
				n.text = "(" + n.text + ")"
				return n, true
			case countless(f) && !short(v) && !r.isParam(v) && counts(w, f.Name):
				if number, limit, ok := capped(r, v); ok && !more(w, f.Name) {
					but = r.say(", but no more than {0}", ", mais pas plus que {0}", limit)
					return number, true
				}
				if tail == "" {
					tail = r.value(v).text
				}
				if v.Op == ir.Cond && short(v.Args[1]) { // 4 if this, otherwise 2
					asMany, tail = r.value(v.Args[1]).text, r.say("{0}, otherwise {1}", "{0}, sinon {1}", plain(r.holds(v.Args[0], true)), r.value(v.Args[2]))
					return plain(asMany), true
				}
				asMany = r.soMany(w, f.Name)
				if more(w, f.Name) && (asMany == "" || !unlisted(tail) || len(strings.Fields(tail)) > 4) { // it stands last, where it is heard
					asMany, comma = "", r.say(", as many as {0}", ", autant que {0}", plain(eachAsMany(r.voice, tail)))
					return phrase{}, true
				} else if asMany == "" {
					return phrase{}, true
				} else if r.justTold(v, plain(tail)) {
					tail = ""
				}
				return plain(asMany), true
			}
			n := r.value(v)
			if v.Op == ir.Cond && strings.Contains(r.name(w), "+") {
				n.text = "(" + n.text + ")"
			}
			return n, true
		}
		return phrase{}, false
	}
	if s.Result != nil {
		for i, v := range s.Result.Vars {
			if i < len(ev.Fields) && v.Name != "" && r.written(ev.Fields[i].Texts) != nil {
				r.known[v.Name] = r.the(r.field(ev.Fields[i]), several(v.Type))
				if v.Type.Kind == ir.Bool {
					r.since = true
					r.known[v.Name] = phrase{text: r.field(ev.Fields[i]).One, noun: outcomeOf(r, ev)}
				}
			}
		}
	}
	if w == nil || !subject(cut(w)) || bare(w) {
		if text, ok := r.asNounOf(ev, given, m); ok {
			return text
		}
	}
	if w == nil {
		n := r.eventNoun(ev)
		for i, f := range ev.Fields {
			if f.Type.Kind == ir.Inst && given[i] != nil {
				return r.with(r.the(n, false), "happens to {0}", "arrive à {0}", m, r.value(given[i]))
			}
		}
		return r.with(r.the(n, false), "happens", "a lieu", m)
	}
	if !subject(cut(w)) {
		text, _ := r.filled(w, of)
		return small(strings.TrimLeft(text, " "))
	}
	w = cut(w)
	who := r.filling(w.Parts[0].Expr, of)
	defer r.ofAnother(who, w.Parts[0].Expr.Type)()
	text := r.verbal(w, of)
	said := r.with(who, text, text, m) + r.means(ev, w, given)
	with, more, rest := r.untold(s, ev, w)
	if comma != "" {
		said += comma
	} else if short := strings.TrimLeft(asMany, "0123456789") == ""; short && asMany != "" {
		said += r.say(" if {0}", " si {0}", plain(tail))
	} else if asMany != "" && tail != "" {
		said += r.say(" as {0}", " que {0}", plain(tail))
	} else if tail != "" {
		rest = append([]string{tail}, rest...)
	}
	said += but + with + more
	if len(rest) > 0 {
		said += " (" + strings.Join(rest, ", ") + ")"
	}
	return said
}

// outcomeOf is what a call is, of which its outcome is told; nothing where what is heard is called so, too.
func outcomeOf(r teller, ev *ir.Event) tongue.Noun {
	n, _, ok := r.event(ev, ir.NounWord)
	if !ok || r.theEvent().noun.One == n.One {
		return tongue.Noun{}
	}
	return n
}

// cut is a line without the details that a journal tells behind a colon or in brackets.
func cut(t *ir.Template) *ir.Template {
	said := false // something untold who it is about
	for i, part := range t.Parts {
		if part.Expr != nil {
			continue
		}
		if at := strings.IndexAny(part.Text, ":("); at >= 0 && !said && strings.IndexFunc(part.Text[:at], unicode.IsLetter) < 0 {
			return t
		}
		said = true
		if at := strings.IndexAny(part.Text, ":("); at >= 0 {
			short := *t
			short.Parts = append(append([]ir.Part{}, t.Parts[:i]...), ir.Part{Text: strings.TrimRight(part.Text[:at], " ")})
			return &short
		}
	}
	return t
}

// create is a card that comes into play, or onto somebody.
func (r teller) create(s *ir.Create) string {
	var card phrase
	if s.Card >= 0 && s.To == nil && len(s.Args) == 0 && r.gendered(r.p.Cards[s.Card].Texts) {
		card = r.oneSuch(r.p.Cards[s.Card])
	} else if s.Card >= 0 {
		card = r.cardWith(r.p.Cards[s.Card], s.Args)
	} else {
		card = r.value(s.CardExpr)
	}
	text := ""
	switch {
	case s.To != nil:
		who := r.value(s.To)
		if s.Card >= 0 && r.condition(r.p.Cards[s.Card]) {
			card.text = r.lang.Agree(card.text, who.noun.Gender, who.many)
			text = r.with(who, "becomes {0}", "devient {0}", does, card)
			break
		}
		text = r.with(who, "gets {0}", "reçoit {0}", does, card)
	case s.Place != nil:
		place := r.where(s.Place)
		if at, ok := strings.CutPrefix(place.text, "to "); ok && !r.french() {
			place.text = "at " + at
		}
		text = r.with(card, "comes into play {0}", "entre en jeu {0}", does, place)
	default:
		text = r.with(card, "comes into play", "entre en jeu", does)
	}
	if s.Duration != nil {
		if lasts := r.lasting(s.Duration); lasts != "" {
			text += " " + lasts
		}
	}
	return text
}

func (r teller) where(to ir.Place) phrase {
	switch to := to.(type) {
	case *ir.OnInstance:
		return plain(r.say("onto {0}", "sur {0}", r.value(to.Inst)))
	case *ir.AtPoint:
		return plain(r.say("to {0}", "à {0}", r.value(to.Point)))
	case *ir.InZone:
		z := r.p.Zones[to.Zone]
		n := r.noun("zone", z.Name, z.Texts)
		if to.Of != nil {
			return plain(r.say("into {0}", "dans {0}", r.of(n, r.value(to.Of))))
		}
		return plain(r.say("into {0}", "dans {0}", r.the(n, false)))
	case *ir.Nowhere, nil:
	}
	return plain(r.say("out of play", "hors du jeu"))
}

// lasting is how long.
func (r teller) lasting(d *ir.Duration) string {
	span := func(next bool, en, fr string) string {
		s := d.Span
		n := r.eventNoun(r.p.Events[s.Event])
		whose := ""
		bearer := false
		if s.Of != nil {
			who := r.value(s.Of)
			if bearer = who.bearer; !bearer {
				whose = r.say(" of {0}", " de {0}", who)
			}
		}
		if next {
			word := r.say("next", r.lang.Agree("prochain", n.Gender, false))
			if d.Nth > 1 {
				word = r.lang.Ordinal(d.Nth, n.Gender == tongue.Feminine) + " " + word
			}
			n = tongue.Noun{One: word + " " + n.One, Gender: n.Gender}
		}
		what := plain(r.lang.The(n, false))
		if bearer {
			what = plain(r.lang.Its(n, false))
		}
		return r.say(en, fr, what) + whose
	}
	switch d.Ending {
	case ir.Permanent:
		return r.say("without a time limit", "sans limite de durée")
	case ir.WhileSource:
		return r.say("as long as its source is in play", "tant que sa source est en jeu")
	case ir.UntilUsed:
		return r.say("until it is used", "jusqu'à son usage")
	case ir.ForSpans:
		n := r.eventNoun(r.p.Events[d.Span.Event])
		return r.say("for {0} {1}", "pendant {0} {1}", r.value(d.Times), plain(r.lang.Form(n, d.Times.Op != ir.Const || d.Times.N != 1)))
	case ir.UntilStart:
		return span(true, "until the start of {0}", "jusqu'au début de {0}")
	case ir.UntilEnd:
		return span(false, "until the end of {0}", "jusqu'à la fin de {0}")
	case ir.UntilNextEnd:
		return span(true, "until the end of {0}", "jusqu'à la fin de {0}")
	case ir.FromNext:
		return span(true, "during {0}", "pendant {0}")
	}
	return ""
}

func (r teller) act(s *ir.Act) string {
	who := phrase{}
	switch {
	case s.Who != nil:
		who = r.value(s.Who)
	case s.By != nil:
		who = r.value(s.By)
	default:
		who = plain(r.say("each player", "chaque joueur"))
	}
	if len(s.Events) == 0 {
		return r.with(who, "acts", "agit", may)
	}
	var all []string
	for _, id := range s.Events {
		all = append(all, r.eventNoun(r.p.Events[id]).One)
	}
	list := plain(r.lang.Or(all...))
	return r.with(who, "acts: {0}", "agit : {0}", may, list)
}

// proceed is what goes on that was to be replaced, and with what changed.
func (r teller) proceed(s *ir.Proceed) string {
	goes := r.predicate(r.theEvent(), "goes on", "se poursuit", true)
	if len(s.Args) == 0 || r.heard == nil || r.heard.Event == nil {
		return goes
	}
	var changed []string
	for _, a := range s.Args {
		f := r.heard.Event.Fields[a.Field]
		changed = append(changed, r.write(r.figure(f), '=', a.Value))
	}
	return goes + r.say(", but {0}", ", mais {0}", plain(r.lang.And(changed...)))
}

// no says that somebody is no longer as a card says.
func (r teller) no(who phrase, c *ir.Card) string {
	how := r.cardWith(c, nil)
	how.text = r.lang.Agree(how.text, who.noun.Gender, who.many)
	return who.text + r.say(" is no longer {0}", " n'est plus {0}", how)
}

// leaves is a thing that leaves play; a card that lies on somebody ends.
func (r teller) leaves(e *ir.Expr) string {
	if e.Op == ir.Self && r.card != nil && r.condition(r.card) {
		return r.no(r.bearer(), r.card)
	}
	if e.Op == ir.Self && r.card != nil && len(r.card.On) > 0 && state(r.p, r.p.Kinds[r.card.Kind]) {
		return r.with(r.itself(), "ends", "prend fin", does)
	}
	if t := e.Type; t.Kind == ir.Inst && t.Ref >= 0 && r.p.CardAt(t.Ref) != nil && r.lies(t) && state(r.p, r.p.Kinds[r.p.KindAt(t.Ref)]) {
		return r.with(r.value(e), "ends", "prend fin", does)
	}
	return r.with(r.value(e), "leaves play", "quitte le jeu", does)
}
