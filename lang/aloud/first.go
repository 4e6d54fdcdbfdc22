package aloud

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// introduced speaks of those that nothing has named yet as of some of their kind: a unit, another fighter. They are the
// parameters of a function that a clause is about, and those who cannot do something.
func (r planner) introduced(cl *claim.Clause, said string) string {
	var whom []int
	known := r.lang.The
	for i := range cl.Moments {
		m := &cl.Moments[i]
		switch {
		case m.Hook.Func >= 0:
			known = r.lang.That
			for n, param := range r.p.Funcs[m.Hook.Func].Params {
				if m.Roles[n] == nil && param.Type.Kind == ir.Inst {
					whom = append(whom, param.Type.Ref)
				}
			}
		case (m.Hook.Stage == ir.Cannot || m.Hook.Stage == ir.Waive) && m.Event != nil:
			agent := claim.AgentOf(m.Event)
			if agent != nil && m.Hook.Stage == ir.Cannot && m.Roles[agent.Slot] == nil && r.distinct(agent) {
				said = r.first(said, r.field(agent), r.lang.The)
			}
			if agent != nil && m.Roles[agent.Slot] == nil && !r.distinct(agent) && agent.Type.Kind == ir.Inst && agent.Type.Ref >= 0 {
				was := said
				if said = whoWould(r.voice, said, r.lang.The(r.quietly(func() tongue.Noun { return r.kind(agent.Type.Ref) }), false)); said != was {
					continue
				}
			}
			for _, f := range m.Event.Named() {
				if m.Roles[f.Slot] == nil && f.Type.Ref >= 0 && (f.Type.Kind == ir.Inst && (f.Param || f.Chosen) && f.Type.Ref == agent.Type.Ref || m.Hook.Stage == ir.Waive && (f.Type.Kind == ir.Inst || f.Type.Kind == ir.CardOf)) && !r.distinct(f) {
					whom = append(whom, f.Type.Ref)
				}
			}
		}
	}
	slices.Sort(whom)
	if whom = slices.Compact(whom); known(tongue.Noun{One: "x"}, false) == r.lang.The(tongue.Noun{One: "x"}, false) && len(whom) > 1 {
		return said
	}
	for _, kind := range whom {
		said = r.first(said, r.quietly(func() tongue.Noun { return r.kind(kind) }), known)
	}
	return said
}

// whoWould is who cannot do something, where it is first told that somebody is he: he is named by nothing else yet.
func whoWould(r voice, said, who string) string {
	at := indexes(said, who)
	if len(at) == 0 || !slices.ContainsFunc(being, func(is string) bool { return strings.HasSuffix(said[:at[0]], is) }) {
		return said
	}
	return said[:at[0]] + who + r.say(" that would do this", " qui ferait cela") + said[at[0]+len(who):]
}

// being is what stands before what somebody is, or is not.
var being = []string{" is ", " is not ", " est ", " n'est pas "}

// distinct tells whether a field has a word of its own, that is not its kind's.
func (r *namer) distinct(f *ir.Field) bool {
	return r.written(f.Texts) != nil && (f.Type.Ref < 0 || r.field(f).One != r.quietly(func() tongue.Noun { return r.kind(f.Type.Ref) }).One)
}

// first speaks of one where it is first spoken of, and of the other.
func (r voice) first(said string, n tongue.Noun, known func(tongue.Noun, bool) string) string {
	if n.Proper || n.One == "" {
		return said
	}
	said = r.indefinite(said, known(n, false), r.lang.A(n, false))
	autre := tongue.Noun{One: "autre " + n.One, Gender: max(n.Gender, tongue.Masculine)}
	return r.indefinite(said, r.say("the other "+n.One, "l'"+autre.One), r.say("another "+n.One, r.lang.A(autre, false)))
}

// indefinite puts other words for a thing where it first stands, unless something is said to be that thing there, or it is
// told which one it is.
func (r voice) indefinite(said, thing, other string) string {
	at, lead := -1, ""
	for _, word := range []string{"", "de", "à", "que"} {
		words := thing
		if word != "" && !r.french() {
			break
		} else if word != "" {
			words = tongue.Elide(word, thing)
		}
		for _, i := range indexes(said, words) {
			if which(said[i+len(words):]) {
				continue
			}
			if at < 0 || i < at || i == at && word != "" {
				at, lead = i, word
			}
			break
		}
	}
	if at < 0 {
		return said
	}
	words := thing
	if lead != "" {
		words, other = tongue.Elide(lead, thing), tongue.Elide(lead, other)
	}
	before, after := said[:at], said[at+len(words):]
	for _, is := range being {
		if strings.HasSuffix(before, is) {
			return said
		}
	}
	return before + other + after
}

// which tells whether what stands behind a thing tells which one it is.
func which(after string) bool {
	return slices.ContainsFunc([]string{" that ", " chosen", " qui ", " que ", " qu'", " choisi"}, func(told string) bool { return strings.HasPrefix(after, told) })
}

// indexes are the places where words stand by themselves.
func indexes(said, words string) (out []int) {
	for from := 0; ; from += len(words) {
		i := tongue.IndexWords(said[from:], words)
		if i < 0 {
			return out
		}
		from += i
		out = append(out, from)
	}
}
