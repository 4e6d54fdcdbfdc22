package proof

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// witness is a text in its facts: that which is proof-read, or one beside which it is held.
type witness struct {
	lines []passage // each on a line of the text
	text  string
	facts []fact
	says  map[sense]bool
	stems map[string]bool
}

// witness hears a text about a card.
func (x *Proofer) witness(c *ir.Card, text string) *witness {
	w := &witness{text: text, says: map[sense]bool{}, stems: map[string]bool{}}
	for i, s := range sentences(text) {
		for _, t := range s {
			if x.lex.tells(t) {
				w.stems[stem(t.form, x.lang)] = true
			}
		}
		facts, maybe := x.facts(c, s)
		for k := range facts {
			facts[k].in = i
		}
		w.facts = append(w.facts, facts...)
		for _, m := range maybe {
			w.says[m] = true
		}
	}
	for i := range w.facts {
		for _, m := range w.facts[i].means {
			w.says[m] = true
		}
	}
	return w
}

// halving is a text that may say that half of its dice count: they are smaller ones.
func (w *witness) halving() *witness {
	if !w.says[sense{"part", "2"}] {
		return w
	}
	for i := range w.facts {
		f := &w.facts[i]
		var n, sides int64
		if _, err := fmt.Sscan(f.means[0].key, &n, &sides); f.means[0].sort == "dice" && err == nil && sides%2 == 0 {
			f.means = append(f.means, sense{"dice", fmt.Sprint(n, " ", sides/2)})
			w.says[f.means[len(f.means)-1]] = true
		}
	}
	return w
}

// valued is a text in which what may be a thing or a value is the value, where the rule has one of its sort.
func (x *Proofer) valued(w *witness, own []claim.Claim) *witness {
	has := map[string]bool{}
	for i := range own {
		for _, n := range nouns(&own[i]) {
			if n.Sort == claim.ValueNoun {
				has[x.sense(name{n, true}).sort] = true
			}
		}
	}
	value := func(m sense) bool { return has[m.sort] }
	for i := range w.facts {
		if f := &w.facts[i]; slices.ContainsFunc(f.means, value) {
			for _, m := range f.means {
				if !value(m) {
					delete(w.says, m)
				}
			}
			f.means = slices.DeleteFunc(f.means, func(m sense) bool { return !value(m) })
		}
	}
	return w
}

// lineEnd stands between the lines of a witness.
const lineEnd = "\n\n"

// told is a witness of passages.
func (x *Proofer) told(c *ir.Card, lines []passage) *witness {
	var b strings.Builder
	for i := range lines {
		b.WriteString(source.OneLine(lines[i].text) + lineEnd)
	}
	w := x.witness(c, b.String())
	w.lines = lines
	for _, a := range turns(x.lex, slices.Concat(sentences(w.text)...), x.lex.alternatives) {
		w.says[sense{"word " + a.about, fmt.Sprint(a.side)}] = true
	}
	return w
}

// witnesses are those of a card: what the pack prints on it, its rule read aloud, and what its rule names and what names it.
// The card as it is laid out is of the rule, too: its figures, costs and limits.
type witnesses struct{ card, laid, aloud, rest *witness }

// witnesses are heard once for each card.
func (x *Proofer) witnesses(c *ir.Card, of []*claim.Clause, claims []claim.Claim) witnesses {
	w, ok := x.heard[c]
	if !ok {
		r, laid := x.read.of(c, of), x.laidOut(c)
		shown := r.shown
		if c.ID >= 0 && layout.Printed(x.p, c) && layout.Of(x.p, c, x.lang).Read { // what nobody wrote is printed as it is read
			shown = r.own
		}
		w = witnesses{x.told(c, slices.Concat(shown, laid)), x.told(c, laid), x.told(c, r.own), x.told(c, slices.Concat(x.read.wide(c, of, claims), x.laidOutNear(c, claims)))}
		for _, at := range x.read.links.askers[c.ID] {
			if at.card != nil {
				w.rest.says[x.sense(name{claim.Noun{Sort: claim.CardNoun, ID: at.card.ID, Name: at.card.Name}, true})] = true
			}
		}
		x.heard[c] = w
	}
	return w
}

// laidOut are the figures that a card prints, and what its actions cost.
func (x *Proofer) laidOut(c *ir.Card) []passage {
	if c.ID < 0 || !layout.Printed(x.p, c) {
		return nil
	}
	var out []passage
	add := func(text string) { out = append(out, passage{at: c.At, text: text, printed: true}) }
	l := layout.Of(x.p, c, x.lang)
	for _, f := range l.Figures {
		add(f.Name + " " + f.Value)
	}
	for _, a := range l.Lines {
		add(a.Name + ": " + strings.Join(a.Items, ", "))
	}
	for _, p := range l.Properties {
		add(p)
	}
	for _, a := range l.Abilities {
		if a.Cost+a.Frequency != "" {
			add(a.Cost + ", " + a.Frequency)
		}
	}
	return out
}

// laidOutNear are the figures of the cards that claims name.
func (x *Proofer) laidOutNear(c *ir.Card, claims []claim.Claim) []passage {
	var out []passage
	seen := map[int]bool{c.ID: true}
	for i := range claims {
		if n := claims[i].Noun; n.Sort == claim.CardNoun && !seen[n.ID] {
			seen[n.ID] = true
			out = append(out, x.laidOut(x.p.Cards[n.ID])...)
		}
	}
	return out
}

// vouching is a witness that vouches for nothing that others gainsay: what they say another of, which it does not say, they
// have to say, too. What a pack prints is written by hand, and may be wrong; the rule is what holds.
func (w *witness) vouching(others ...*witness) *witness {
	out := &witness{w.lines, w.text, nil, maps.Clone(w.says), w.stems}
	for i := range w.facts {
		f := &w.facts[i]
		another := slices.ContainsFunc(others, func(o *witness) bool {
			return slices.ContainsFunc(o.facts, func(g fact) bool { return f.alike(&g) && !anyOf(w.says, g.means) })
		})
		if another && !slices.ContainsFunc(others, func(o *witness) bool { return anyOf(o.says, f.means) }) {
			for _, m := range f.means {
				delete(out.says, m)
			}
			continue
		}
		out.facts = append(out.facts, *f)
	}
	return out
}

// changed is a witness that says other things in the place of some.
func (w *witness) changed(from, to map[sense]bool) *witness {
	out := &witness{w.lines, w.text, nil, maps.Clone(w.says), w.stems}
	maps.DeleteFunc(out.says, func(m sense, _ bool) bool { return from[m] })
	maps.Copy(out.says, to)
	for _, f := range w.facts {
		if anyOf(from, f.means) {
			sort := f.means[0].sort
			f.means = slices.DeleteFunc(slices.Collect(maps.Keys(to)), func(m sense) bool { return m.sort != sort })
		}
		if len(f.means) > 0 {
			out.facts = append(out.facts, f)
		}
	}
	return out
}

// claiming is a witness that says what claims say besides, and in which unit the pack measures.
func (x *Proofer) claiming(w *witness, list []claim.Claim) *witness {
	out := &witness{w.lines, w.text, slices.Clip(w.facts), maps.Clone(w.says), w.stems}
	say := speaker{x.p, x.lang}
	add := func(m sense, words string, untold bool) {
		if !out.says[m] && !untold {
			tokens := slices.Concat(sentences(words)...)
			out.facts = append(out.facts, fact{means: []sense{m}, near: x.around(tokens, 0, 0)})
		}
		out.says[m] = true
	}
	for _, name := range []string{x.p.Unit, say.unit()} {
		for _, a := range x.lex.alternatives.find(slices.Concat(sentences(name)...), func(int) bool { return false }) {
			add(sense{"word " + a.about, fmt.Sprint(a.side)}, "", false)
		}
	}
	for i := range list {
		c := &list[i]
		if n, sides, _ := value.Unpack(c.Amount.Dice); c.Word == together {
			out.says[sense{"dice", fmt.Sprint(n*ir.Unit, " ", sides)}] = true
		}
		if c.Sort == claim.Duration {
			n := int64(0)
			if c.Word == "for spans" {
				n = c.Amount.Lo
			}
			add(sense{topics[durationTopic], fmt.Sprint(n, c.Word, c.Span.Name)}, "", c.Untold)
		}
		for _, n := range nouns(c) {
			if n.Sort == claim.NoNoun || n.Sort == claim.PrimNoun || n.Sort == claim.TagNoun || n.Sort == claim.KindNoun || n.Sort == claim.FieldNoun && n.Field == nil || n.ID < 0 {
				continue
			}
			m, called := x.sense(name{n, true}), say.called(n)
			if n.Sort != claim.FieldNoun || n.Field.Class == ir.Stat || n.Field.Type.Kind == ir.Bool {
				add(m, called, c.Untold)
			}
			if v := c.Amount.Var; v != "" {
				add(sense{"so many as " + v, m.key}, called, c.Untold)
			}
			if a := c.Amount; a.Known && a.Lo != ir.None && a.Hi != ir.None && a.Lo != 0 {
				for _, v := range []int64{a.Lo, a.Hi} {
					v = scaled(v, a.Length)
					add(sense{"of " + m.key, fmt.Sprint(max(v, -v))}, called, c.Untold)
				}
			}
		}
	}
	return out
}

// standing is how a fact of a text stands to a witness: whether that says it, or another of its sort, which the text does
// not say. Where it says others, the text may say them, too.
func (w *witness) standing(u *fact, text *witness) string {
	if len(w.facts) == 0 {
		return "silent"
	}
	says, another, others := anyOf(w.says, u.means), false, false
	for i := range w.facts {
		if o := &w.facts[i]; u.alike(o) && !u.same(o) {
			another = another || !anyOf(text.says, o.means)
			others = true
		}
	}
	switch {
	case says && another:
		return "says it and another"
	case says:
		return "says it"
	case another:
		return "says another"
	case others:
		return "says others"
	}
	return "says none"
}

// matching is how many words around a fact stand around the same in a witness too, at most, or else around another that the
// text does not say, and which that is; -1 when there is none.
func (w *witness) matching(u *fact, same bool, text *witness) (alike int, found *fact) {
	alike = -1
	for i := range w.facts {
		o := &w.facts[i]
		if same && !u.same(o) || !same && (!u.alike(o) || anyOf(text.says, o.means)) {
			continue
		}
		n := 0
		for s := range u.near {
			if o.near[s] {
				n++
			}
		}
		if n > alike {
			alike, found = n, o
		}
	}
	return alike, found
}

// line is the passage in which a fact stands, and where in it; nil of what stands nowhere.
func (w *witness) line(u *fact) (*passage, quote) {
	if u == nil || u.to == 0 {
		return nil, quote{}
	}
	from := 0
	if i := strings.LastIndex(w.text[:u.from], lineEnd); i >= 0 {
		from = i + len(lineEnd)
	}
	in, _, _ := strings.Cut(w.text[from:], lineEnd)
	p := &w.lines[strings.Count(w.text[:from], lineEnd)]
	return p, quote{in, u.from - from, min(u.to-from, len(in)), p.printed}
}

// anyOf tells whether one of some senses is said.
func anyOf(says map[sense]bool, means []sense) bool {
	return slices.ContainsFunc(means, func(m sense) bool { return says[m] })
}
