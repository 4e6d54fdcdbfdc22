package proof

import (
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// cue is a word or a number of a text in whose place another of its sort could stand.
type cue struct {
	means    []sense
	from, to int             // where it stands, in bytes
	near     map[string]bool // the stems around it
}

// sense is what a cue may mean: of a sort, which one.
type sense struct{ sort, key string }

// witness is a text in its cues.
type witness struct {
	text  string
	lines []Sentence // of the card, when the pack prints it: each on a line of the text
	cues  []cue
	says  map[sense]bool
	stems map[string]bool
}

// witness hears a text of a card.
func (x *Proofer) witness(c *ir.Card, text string, lines []Sentence) witness {
	w := witness{text: text, lines: lines, says: map[sense]bool{}, stems: map[string]bool{}}
	for _, s := range sentences(text) {
		for _, t := range s {
			if x.lex.tells(t) {
				w.stems[stem(t.form, x.lang)] = true
			}
		}
		w.cues = append(w.cues, x.cues(c, s)...)
	}
	for _, u := range w.cues {
		for _, m := range u.means {
			w.says[m] = true
		}
	}
	return w
}

// tells tells whether a token is a word that says something by itself.
func (l *lexicon) tells(t token) bool {
	return t.shape == wordShape && len(t.form) > 2 && !l.empty(t.form)
}

// cues are those of a sentence.
func (x *Proofer) cues(c *ir.Card, list []token) []cue {
	list, said, _, _ := x.lex.read(x.p, c, list)
	var out []cue
	add := func(from, to int, means []sense) {
		if len(means) == 0 {
			return
		}
		u := cue{means: means, from: list[from].at, to: list[to-1].end, near: map[string]bool{}}
		for k := max(0, from-near); k < min(len(list), to+near); k++ {
			if (k < from || k >= to) && x.lex.tells(list[k]) {
				u.near[stem(list[k].form, x.lang)] = true
			}
		}
		out = append(out, u)
	}
	heard := map[int]bool{}
	for i := range said {
		if means := x.senses(&said[i]); len(means) > 0 {
			add(said[i].from, said[i].to, means)
			heard[said[i].from] = true
		}
	}
	for i := 0; i < len(list); { // what a number counts
		w, n := x.lex.find(list[i:])
		if w != nil && list[i].shape == wordShape && !heard[i] {
			for _, noun := range w.nouns {
				if noun.sure && noun.Sort == claim.FieldNoun {
					add(i, i+n, []sense{x.sense(noun)})
				}
			}
		}
		i += max(1, n)
	}
	return out
}

// senses are what a claim of a text may mean.
func (x *Proofer) senses(s *said) []sense {
	var out []sense
	switch {
	case s.topic == numberTopic && s.sides != 0:
		return []sense{{"dice", fmt.Sprint(s.n, " ", s.sides)}}
	case s.topic == numberTopic && s.part != 0:
		return []sense{{"part", fmt.Sprint(s.part)}}
	case s.topic == numberTopic && s.sure != faint:
		return []sense{{"number", fmt.Sprint(s.n)}}
	case s.topic == momentTopic && !s.edge, s.topic == freedomTopic, s.topic == roundingTopic:
		return []sense{{topics[s.topic], s.word}}
	case s.topic == frequencyTopic, s.topic == durationTopic:
		for _, n := range s.spans {
			out = append(out, sense{topics[s.topic], fmt.Sprint(s.n, s.word, n.Name)})
		}
	case s.topic == nounTopic:
		for _, n := range s.nouns {
			if n.sure {
				out = append(out, x.sense(n))
			}
		}
	}
	return out
}

// sense is what a name means: things of its sort could stand in its place.
func (x *Proofer) sense(n name) sense {
	switch n.Sort {
	case claim.FieldNoun:
		return sense{"field " + fmt.Sprint(n.Field.Class), fold(n.Name)}
	case claim.CardNoun:
		return sense{fmt.Sprint("card ", x.p.Cards[n.ID].Kind), n.Name}
	case claim.ValueNoun:
		return sense{fmt.Sprint("value ", n.ID), n.Name}
	case claim.EventNoun:
		return sense{fmt.Sprint("event ", x.p.Events[n.ID].Word), n.Name}
	}
	return sense{claim.NounSorts[n.Sort], n.Name}
}

// instead is the cue of a witness in whose place a cue of a text stands: one of its sort, which the text does not say,
// with most of the words around it. It tells how many.
func (u *cue) instead(text map[sense]bool, of *witness) (found *cue, alike int) {
	for i := range of.cues {
		o := &of.cues[i]
		if !u.alike(o) || anyOf(text, o.means) {
			continue
		}
		n := 0
		for s := range u.near {
			if o.near[s] {
				n++
			}
		}
		if found == nil || n > alike {
			found, alike = o, n
		}
	}
	return found, alike
}

// alike tells whether one cue could stand in the place of another.
func (u *cue) alike(o *cue) bool {
	return slices.ContainsFunc(u.means, func(a sense) bool {
		return slices.ContainsFunc(o.means, func(b sense) bool { return a.sort == b.sort && a.key != b.key })
	})
}

// anyOf tells whether one of some senses is said.
func anyOf(says map[sense]bool, means []sense) bool {
	return slices.ContainsFunc(means, func(m sense) bool { return says[m] })
}
