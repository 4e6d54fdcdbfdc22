package proof

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// people are those of whom a text speaks.
type people struct {
	bearer, others bool
	patient        bool // the bearer as the one to whom something is done
	anyone         bool // one of a kind: the bearer, or somebody else
}

// people are those of whom a text speaks. A pronoun with which it ends is no subject.
func (l *lexicon) people(text string) people {
	var out people
	for _, list := range sentences(text) {
		for _, m := range l.opposites.find(list, func(int) bool { return false }) {
			out.bearer = out.bearer || m.about == "bearer" || m.about == "patient"
			last := m.to == len(list) || list[m.to].shape == pauseShape
			out.patient = out.patient || m.about == "patient" || m.about == "bearer" && last
			out.others = out.others || m.about == "others"
		}
		for i := range list {
			w, _ := l.find(list[i:])
			out.anyone = out.anyone || w != nil && slices.ContainsFunc(w.nouns, func(n name) bool { return n.Sort == claim.KindNoun && n.sure })
			out.others = out.others || l.someoneElse(&list[i])
		}
	}
	return out
}

// roles reports a sentence that speaks of the bearer alone, where its clause does something to somebody else; and of
// somebody else alone, where it is done to the bearer.
func (j opposer) roles() {
	who := j.lex.people(j.text)
	if j.everybody(who) || who.anyone || len(j.card.On) == 0 {
		return
	}
	for i := range j.own {
		x := &j.own[i]
		deed := x.Noun.Sort == claim.EventNoun && x.Noun.Name == x.Clause // what a sentence of an action tells is what it does
		accused := slices.ContainsFunc(j.out, func(v Verdict) bool { return v.At == x.At && v.Kind == Differs })
		if x.Clause != j.labels[0] || j.told[i] == 0 || x.Untold || deed || accused {
			continue
		}
		alone := who.bearer && !who.others
		switch {
		case x.Sort == claim.Effect || x.Sort == claim.Keyword:
			alone = x.Role == claim.Patient && alone || x.Role == claim.Bearer && who.others && !who.bearer
		case x.Sort == claim.Trigger:
			alone = x.Role == claim.Patient && alone && !who.patient
		default:
			alone = false
		}
		if alone {
			bearer, others := phrase(j.lang, "the bearer", "le porteur"), phrase(j.lang, "somebody else", "quelqu'un d'autre")
			if x.Role == claim.Bearer {
				bearer, others = others, bearer
			}
			j.judge.report(Hint, Differs, nil, x, bearer, others+": "+j.say().amount(x))
			return
		}
	}
}

// otherPart is the verdict on what is the bearer's where the text says that it is somebody else's, and the other way round.
var otherPart = "part " + Kinds[Differs]

// parts reports what the bearer is said to do, where the clause hears that it is done to him; and the other way round.
func (j opposer) parts() {
	for i := 0; i < len(j.list); {
		w, n := j.lex.find(j.list[i:])
		n = max(1, n)
		if w != nil {
			if part, from, to := j.lex.part(j.list, i, i+n); part != claim.NoRole {
				of := w.nouns
				if part == claim.Patient { // who suffers what nobody does takes it
					of = j.betweenTwo(of)
				}
				j.part(part, of, from, to)
			} else if part, from := j.lex.voice(j.list, i); part != claim.NoRole && !j.placed {
				j.part(part, j.betweenTwo(w.nouns), from, i+n)
			}
		}
		i += n
	}
}

// part is the part of the bearer in what some words name: he does it, or it is done to him, and the words with those that say
// so; NoRole where none do.
func (l *lexicon) part(list []token, from, to int) (claim.Role, int, int) {
	is := func(about string, at, end int) bool {
		return at >= 0 && slices.ContainsFunc(l.opposites.find(list[at:end], func(int) bool { return false }), func(a antonym) bool {
			return a.about == about && a.from == 0 && at+a.to == end
		})
	}
	for end := to + 1; end <= min(len(list), to+2); end++ {
		if is("patient", to, end) {
			return claim.Patient, from, end
		}
	}
	for at := from - 1; at >= 0; at-- {
		switch {
		case is("bearer", at, at+1) && l.subject(list, at):
			return claim.NoRole, from, to // a pronoun for somebody else
		case is("bearer", at, at+1):
			return claim.Agent, at, to
		case is("patient", at-1, at+1):
			return claim.Patient, at - 1, to
		case !l.carries(list[at:]): // it cannot charge, shoot or ...
			return claim.NoRole, from, to
		}
	}
	return claim.NoRole, from, to
}

// owners reports a figure that the clause changes of the bearer, where the text says that it is somebody else's.
func (j opposer) owners() {
	if _, lent := j.called.read.links.givers[j.card.ID]; lent {
		return // its bearer is who has got it: somebody else to who gave it
	}
	for i := 0; i < len(j.list); {
		w, n := j.lex.find(j.list[i:])
		n = max(1, n)
		if from, to := j.lex.owned(j.list, i, i+n); w != nil && to > from && !j.spoken(from, to) {
			j.owner(figures((&atom{word: w}).sure()), from, to)
		}
		i += n
	}
}

// owned are the words for a figure with those that say that it is somebody else's; none where none do.
func (l *lexicon) owned(list []token, from, to int) (int, int) {
	if from > 0 && l.lang == "en" && l.someoneElse(&list[from-1]) {
		return from - 1, to
	}
	for end := to; end < len(list) && end < to+3; end++ {
		w := l.forms[list[end].form]
		switch {
		case l.someoneElse(&list[end]) && (end > to || l.lang == "fr"):
			return from, end + 1
		case w == nil || !(l.does(&list[end], "of") || w.class == "article" || w.class == "filler" || w.class == "of"):
			return 0, 0
		}
	}
	return 0, 0
}

// owner reports that some figures are the bearer's.
func (j opposer) owner(of []name, from, to int) {
	var differing *claim.Claim
	for i := range j.own {
		x := &j.own[i]
		if x.Noun.Sort != claim.FieldNoun || !slices.ContainsFunc(of, func(n name) bool { return keyOf(n.Noun) == keyOf(x.Noun) || speaksOf(x.Noun, n.Noun) }) {
			continue
		}
		if x.Role != claim.Bearer && x.Sort != claim.Figure {
			return
		}
		if x.Sort == claim.Effect && j.here(x) {
			differing = x
		}
	}
	if differing == nil || slices.ContainsFunc(j.open, func(x claim.Claim) bool { return j.names(&x, of) }) {
		return
	}
	s := &said{from: from, to: to}
	j.judge.report(Hint, Differs, s, differing, j.words(s), phrase(j.lang, "of the bearer", "du porteur")+": "+j.say().amount(differing))
	j.out[len(j.out)-1].by = otherPart
}

// voice is the part of the bearer, where a sentence calls him what he is, right before what he does, or what is done to him; and
// where that begins.
func (l *lexicon) voice(list []token, from int) (claim.Role, int) {
	at, part := from, claim.Agent
	for at > 0 && l.does(&list[at-1], "passive") {
		at, part = at-1, claim.Patient
	}
	for k := at - 1; k > 0 && k >= at-2; k-- {
		if w, n := l.find(list[k:]); w != nil && k+n == at && l.does(&list[k-1], "this") && slices.ContainsFunc(w.nouns, func(n name) bool { return n.Sort == claim.KindNoun && n.sure }) {
			return part, k - 1
		}
	}
	return claim.NoRole, from
}

// betweenTwo are those of some things that one does to another.
func (j opposer) betweenTwo(list []name) []name {
	return slices.DeleteFunc(slices.Clone(list), func(n name) bool {
		if n.Sort != claim.EventNoun {
			return true
		}
		who := 0
		for _, f := range j.p.Events[n.ID].Fields {
			if f.Type.Kind == ir.Inst {
				who++
			}
		}
		return who < 2
	})
}

// subject tells whether somebody else than the bearer is spoken of before a token, in the same part of its sentence.
func (l *lexicon) subject(list []token, at int) bool {
	for k := at - 1; k >= 0 && list[k].shape == wordShape; k-- {
		if l.someoneElse(&list[k]) {
			return true
		}
	}
	return false
}

// carries tells whether the first of some tokens stands between somebody and what he does, or may or cannot do: another deed, a
// freedom, what joins them.
func (l *lexicon) carries(list []token) bool {
	if t := &list[0]; t.form == "," || l.joins(t) || l.does(t, "nor") {
		return true
	}
	w, _ := l.find(list[:1])
	return w != nil && (slices.Contains([]string{"may", "must", "cannot", "next"}, w.class) || slices.ContainsFunc(w.nouns, func(n name) bool { return n.Sort == claim.EventNoun }))
}

// part reports that the clause hears the other part of the bearer in what some words name.
func (j opposer) part(part claim.Role, of []name, from, to int) {
	var differing *claim.Claim
	for i := range j.own {
		x := &j.own[i]
		if x.Sort != claim.Trigger || x.Noun.Sort != claim.EventNoun || !j.here(x) || !slices.ContainsFunc(of, func(n name) bool { return keyOf(n.Noun) == keyOf(x.Noun) }) {
			continue
		}
		switch does := x.Role == claim.Agent || x.Role == claim.Bearer; {
		case !does && x.Role != claim.Patient, does == (part == claim.Agent):
			return
		}
		differing = x
	}
	if differing == nil || j.spoken(from, to) {
		return
	}
	rule := phrase(j.lang, "by the bearer", "par le porteur")
	if part == claim.Agent {
		rule = phrase(j.lang, "against the bearer", "contre le porteur")
	}
	s := &said{from: from, to: to}
	j.judge.report(Hint, Differs, s, differing, j.words(s), rule+": "+j.say().amount(differing))
	j.out[len(j.out)-1].by = otherPart
}

// everybody warns of a clause that hears what anybody does and nowhere asks about its own card, who bears it or whose it is, where the
// sentence speaks of nobody else.
func (j opposer) everybody(who people) bool {
	for i := range j.own {
		x := &j.own[i]
		if x.Clause != j.labels[0] || x.Sort != claim.Trigger || x.Role != claim.Other || x.Noun.Sort != claim.EventNoun || who.others {
			continue
		}
		if head := j.mine(x); head != "" && (who.bearer || len(j.card.On) == 0) {
			j.warn(Differs, nil, x, phrase(j.lang, "nobody else", "personne d'autre"), phrase(j.lang, "whoever it is: ", "qui que ce soit : ")+j.say().amount(x))
			j.out[len(j.out)-1].head = head
			return true
		}
	}
	return false
}

// mine is the head with which a clause would hear what its own card does, or who bears it; "" where it asks about them already, and
// where they do nothing of the sort.
func (j opposer) mine(x *claim.Claim) string {
	asks := false
	for _, cl := range claim.Clauses(j.p, j.card) {
		for _, m := range cl.Moments {
			ir.Visit(m.Hook, func(n any) bool {
				e, ok := n.(*ir.Expr)
				asks = asks || ok && cl.Label == x.Clause && slices.Contains([]ir.Op{ir.Self, ir.SelfBearer, ir.SelfOwner}, e.Op)
				return !asks
			})
		}
	}
	who, kinds := "bearer", j.card.On
	if len(kinds) == 0 {
		who, kinds = "self", []int{j.card.Kind}
	}
	ev := j.p.Events[x.Noun.ID]
	for _, f := range append([]*ir.Field{claim.AgentOf(ev)}, ev.Named()...) {
		fits := func(k int) bool { return j.p.IsA(k, f.Type.Ref) || j.p.IsA(f.Type.Ref, k) }
		if !asks && f != nil && f.Type.Kind == ir.Inst && slices.ContainsFunc(kinds, fits) {
			return ev.Name + "(" + f.Name + ": " + who + ")"
		}
	}
	return ""
}
