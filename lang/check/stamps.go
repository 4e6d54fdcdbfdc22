package check

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// stamper works out what every word means: a sum over everything that has the name, written with names. A word
// that means nothing has the stamp 0, so that what is declared later changes it.
type stamper struct{ *names }

// stamp is what a word means; what it means besides to those who show figures in a text, and to those who answer what is
// asked for; and what it means to those who say another word, too.
type stamp struct {
	means, figures, chosen uint64
	aspects                []aspect
}

type aspect struct {
	word  int
	means uint64
}

// meaning is a declaration with what its words mean: sums over the text, and over the words.
type meaning struct{ text, words uint64 }

// in is the key of a declaration among the kinds that there are.
func (m meaning) in(lattice uint64) (out key) {
	low := mix(m.words, lattice)
	for i := range 8 {
		out[i], out[8+i] = byte(m.text>>(8*i)), byte(low>>(8*i))
	}
	return out
}

// keyOf is what a declaration means.
func (c *stamper) keyOf(e *entry) meaning {
	h := sum(0, e.word, e.name, e.pack, c.sight.uses[e.pack])
	low, shows, answers := uint64(0), false, false
	var said []*vocabulary
	add := func(at source.Span) {
		w := c.wordsOf(at)
		said, h = append(said, w), mix(h, w.sum)
		shows, answers = shows || w.shows, answers || w.answers
	}
	for _, at := range textsOf(e) {
		add(at)
	}
	for d, deep := e.decl, 0; deep < maxSetups; deep++ { // a setup stands before the steps
		s, ok := d.(*syntax.ScriptDecl)
		if !ok || s.In == nil || c.decls.setups.entries[s.In.Text] == nil {
			break
		}
		d = c.decls.setups.entries[s.In.Text].decl
		add(d.Span())
	}
	for _, w := range said {
		for _, word := range w.list {
			var s stamp
			if word < len(c.memory.stamps) { // others mean nothing
				s = c.memory.stamps[word]
			}
			low = mix(low, s.means)
			if shows {
				low = mix(low, s.figures)
			}
			if answers {
				low = mix(low, s.chosen)
			}
			for _, a := range s.aspects {
				if slices.ContainsFunc(said, func(w *vocabulary) bool { return w.says(a.word) }) {
					low = mix(low, a.means)
				}
			}
		}
	}
	if d, ok := e.decl.(*syntax.CardDecl); ok {
		if k, ok := c.index.kinds.of[d.Word.Text]; ok {
			low = mix(low, c.memory.kinds[k])
		}
	}
	if i, ok := c.index.events.of[e.name]; ok && c.index.events.decls[i] == e {
		low = mix(low, c.giverStamp(i))
	}
	return meaning{h, low}
}

// textsOf are where a declaration stands: what others have added, and put in the place of something, too.
func textsOf(e *entry) []source.Span {
	whole := e.decl.Span()
	all := []source.Span{whole}
	for _, m := range e.members {
		if at := m.Span(); !whole.Contains(at) {
			all = append(all, at)
		}
	}
	for _, p := range e.patched {
		all = append(all, p.at)
	}
	return all
}

// lattice is a sum over what the kinds of some packs are: what can change a meaning without being mentioned.
func (c *stamper) lattice(sees map[string]bool) (all uint64) {
	for i, k := range c.p.Kinds {
		if e := c.index.kinds.decls[i]; sees == nil || e.decl == nil || sees[e.pack] || isPlayer(e) {
			all = sum(all, "kind", k.Name, c.kindName(k.Parent), c.kindNames(k.On))
		}
	}
	return all
}

// standOn notes what the root overlays.
func (c *stamper) standOn(bases []*base) {
	c.memory.bases, c.memory.lattices = bases, map[*base]uint64{}
	for _, b := range bases {
		c.memory.lattices[b] = c.lattice(b.sees)
	}
}

// maxSetups bounds how far setups are followed that build on each other.
const maxSetups = 64

// wordsOf are the words of a piece of a text, kept as long as the text.
func (c *stamper) wordsOf(at source.Span) *vocabulary {
	w := c.memory.words[at]
	if w == nil {
		if w = c.memory.worded[at]; w == nil {
			w = c.memory.newVocabulary(at.Text())
		}
		c.memory.words[at] = w
	}
	return w
}

func (m *Memory) newVocabulary(text string) *vocabulary {
	w := &vocabulary{sum: sum(0, text), shows: showing(text)}
	rest := text
	for _, word := range identifiers(text) {
		w.list = append(w.list, m.number(word))
		before, after, _ := strings.Cut(rest, word)
		if rest = after; ofAnother(before) {
			w.list = append(w.list, m.number("."+word))
		}
	}
	slices.Sort(w.list)
	w.list = slices.Clip(slices.Compact(w.list))
	w.answers = w.says(m.number("answer")) || w.says(m.number("refused"))
	return w
}

// ofAnother tells whether a word behind a text may name a part of what stands there: behind a dot, or in a new line, for
// the dot may stand before a comment.
func ofAnother(before string) bool {
	before = strings.TrimRight(before, " \t\r")
	return strings.HasSuffix(before, ".") || strings.HasSuffix(before, "\n")
}

func (w *vocabulary) says(word int) bool {
	_, found := slices.BinarySearch(w.list, word)
	return found
}

// showing tells whether a text holds one in quotes that shows something: in braces, or a number.
func showing(text string) bool {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"':
			for i++; i < len(text) && text[i] != '"' && text[i] != '\n'; i++ {
				switch {
				case text[i] == '{', isDigit(text[i]):
					return true
				case text[i] == '\\':
					i++
				}
			}
		case strings.HasPrefix(text[i:], "//"):
			for i < len(text) && text[i] != '\n' {
				i++
			}
		}
	}
	return false
}

// number is the number of a word.
func (m *Memory) number(word string) int {
	n, known := m.numbers[word]
	if !known {
		n = len(m.numbers)
		m.numbers[strings.Clone(word)] = n
	}
	return n
}

func mix(a, b uint64) uint64 { return (a^b)*0x9E3779B97F4A7C15 ^ a>>29 }

// sum is FNV-1a, the same in every process.
func sum(seed uint64, texts ...string) uint64 {
	h := uint64(14695981039346656037)
	for _, t := range texts {
		for i := range len(t) {
			h = (h ^ uint64(t[i])) * 1099511628211
		}
		h = (h ^ 0xff) * 1099511628211
	}
	return mix(seed, h)
}

// stamp works out what every word means, by names.
func (c *stamper) stamp() {
	m := c.memory
	m.stamps, m.marks, m.instances = make([]stamp, len(m.numbers)), map[*entry]*trace{}, map[string]bool{}
	m.all = c.lattice(nil)
	of := func(w string) *stamp {
		n := m.number(w)
		if n >= len(m.stamps) {
			m.stamps = append(m.stamps, make([]stamp, n+1-len(m.stamps))...)
		}
		return &m.stamps[n]
	}
	word := func(w string, what ...string) {
		s := of(w)
		s.means = sum(s.means, what...)
	}
	for _, e := range c.p.Enums {
		for _, v := range e.Values {
			word(v.Name, "value", e.Name)
		}
		word(e.Name, "enum")
	}
	for _, b := range c.p.Bags {
		word(b.Name, "bag", c.fieldsText(b.Fields))
		for _, f := range b.Fields {
			word(f.Name, b.Name, c.fieldText(f))
		}
	}
	for _, z := range c.p.Zones {
		word(z.Name, "zone", yes(z.OfPlayers))
	}
	for _, t := range c.p.Tags {
		word(t, "tag")
	}
	m.kinds = make([]uint64, len(c.p.Kinds))
	for i, k := range c.p.Kinds {
		m.kinds[i] = sum(0, k.Name, c.fieldsText(k.Fields), c.defaultsText(k.Fields), c.constantsText(i))
		for _, f := range k.Fields {
			word(f.Name, k.Name, c.fieldText(f))
		}
		c.stampLabels(word, k.Name, c.index.kinds.decls[i].members)
	}
	for i, card := range c.p.Cards {
		e := c.index.cards.decls[i]
		word(card.Name, "card", c.kindName(card.Kind), c.kindNames(card.On), c.fieldsText(card.Own), strings.Repeat("p", len(card.Params)))
		if e.decl != nil {
			for _, at := range textsOf(e) {
				word(card.Name, at.Text())
			}
		}
		s := of(card.Name)
		s.figures = mix(s.figures, m.kinds[card.Kind])
		for _, f := range card.Own {
			word(f.Name, card.Name, c.fieldText(f))
		}
		c.stampLabels(word, card.Name, e.members)
	}
	for i, f := range c.p.Funcs {
		e := c.index.funcs.decls[i]
		word(f.Name, "function", c.fieldsText(f.Params), c.typeText(f.Result), e.pack)
		s := of(f.Name)
		s.figures = sum(s.figures, figuresOf(e))
	}
	for i, t := range c.p.Tables {
		word(t.Name, "table", c.fieldsText(t.Params), c.typeText(t.Result))
		s := of(t.Name)
		s.figures = sum(s.figures, figuresOf(c.index.tables.decls[i]))
	}
	for _, o := range c.p.Options {
		word(o.Name, "option", c.p.TypeName(o.Type))
	}
	c.stampEvents(of, word)
	if len(actions(c.p)) > 0 { // who offers any names none
		word("act", "action")
		word("window", "action")
	}
	for _, s := range c.choices() {
		of(s.Name.Text).chosen += sum(1, s.Type.At.Text())
	}
}

// stampEvents: who calls an event depends on what he has to give, and on what else he names of it. Who answers names
// no event, and neither does who asks for a part of what is of the type of one.
func (c *stamper) stampEvents(of func(string) *stamp, word func(string, ...string)) {
	records, chosen := c.records(), set[[2]string]{}
	for i, ev := range c.p.Events {
		e := c.index.events.decls[i]
		called, figures := sum(uint64(ev.Word)), uint64(0)
		if e.decl != nil {
			figures = sum(0, figuresOf(e))
		}
		var optional []aspect
		about := false // the thing that an event is about is asked for without its name
		for _, f := range ev.Fields {
			text, thing := c.fieldText(f), f.Type.Kind == ir.Inst
			must := c.mustGive(f)
			if must || thing && !about {
				called = sum(called, text)
			}
			if !must {
				optional = append(optional, aspect{c.memory.number(f.Name), sum(0, ev.Name, text)})
				figures = sum(figures, text) // it may stand for dice
			}
			if records[i] {
				word("."+f.Name, ev.Name, text)
			}
			if f.Chosen && !chosen[[2]string{f.Name, text}] { // it counts what is asked for by this name
				chosen.add([2]string{f.Name, text})
				of(f.Name).chosen += sum(0, text)
			}
			about = about || thing
			c.memory.instances[f.Name] = c.memory.instances[f.Name] || thing
		}
		s := of(ev.Name)
		s.means, s.figures, s.aspects = mix(sum(s.means, "event"), called), mix(s.figures, figures), append(s.aspects, optional...)
		for _, t := range ev.Tags { // who speaks of all that bear it names none
			all := of(c.p.Tags[t])
			all.means, all.aspects = mix(sum(all.means, "of", ev.Name), called), append(all.aspects, optional...)
		}
		c.stampLabels(word, ev.Name, e.members)
	}
}

// mustGive tells whether a call has to give a field, or may do so by position.
func (c *stamper) mustGive(f *ir.Field) bool {
	s := c.index.fields[f]
	return f.Param || s == nil || s.def == nil && !f.Chosen
}

// records are the events that something has the type of.
func (c *stamper) records() set[int] {
	out := set[int]{}
	note := func(list ...*ir.Field) {
		for _, f := range list {
			if t := scalar(f.Type); t.Kind == ir.Record {
				out.add(t.Ref)
			}
		}
	}
	for _, k := range c.p.Kinds {
		note(k.Fields...)
	}
	for _, card := range c.p.Cards {
		note(card.Own...)
	}
	for _, b := range c.p.Bags {
		note(b.Fields...)
	}
	for _, ev := range c.p.Events {
		note(ev.Fields...)
	}
	for _, f := range c.p.Funcs {
		note(f.Params...)
		note(&ir.Field{Type: f.Result})
	}
	for _, t := range c.p.Tables {
		note(t.Params...)
		note(&ir.Field{Type: t.Result})
	}
	return out
}

// stampLabels: by the labels of clauses and requirements one ignores, waives and expects.
func (c *stamper) stampLabels(word func(string, ...string), owner string, list []syntax.Member) {
	for _, m := range list {
		switch m := m.(type) {
		case *syntax.Clause:
			if m.Label != nil {
				word(m.Label.Text, owner, yes(isCannot(m.Head)))
			}
		case *syntax.RequireMember:
			word(m.Label.Text, "require", owner)
		case *syntax.CostMember:
			word("cost", owner)
		}
	}
}

// giverStamp is what the place of an action depends on.
func (c *stamper) giverStamp(event int) uint64 {
	g, ok := c.index.givers[event]
	switch {
	case !ok:
		return 0
	case g.card >= 0:
		card := c.p.Cards[g.card]
		all := sum(c.memory.kinds[card.Kind], card.Name, c.kindNames(card.On), c.fieldsText(card.Own))
		for _, at := range textsOf(c.index.cards.decls[g.card]) { // a sentence of the action may say what the card does
			all = sum(all, at.Text())
		}
		return all
	}
	return sum(c.memory.kinds[g.kind], "kind")
}

func (c *stamper) fieldText(f *ir.Field) string {
	var b strings.Builder
	b.WriteString(f.Name + ": " + c.typeText(f.Type) + yes(f.Param) + yes(f.Chosen) + string(rune('0'+f.Class)) + c.showRange(f))
	b.WriteString(strings.Join(f.Layers, ",") + yes(f.Default != nil))
	if s := c.index.fields[f]; s != nil {
		b.WriteString(yes(s.def != nil) + yes(s.each != nil) + yes(s.form != nil))
		if s.rng != nil {
			b.WriteString(s.rng.At.Text())
		}
	} else {
		b.WriteString("-")
	}
	return b.String()
}

// typeText is a type and, since one speaks of that without its name, what is in it.
func (c *stamper) typeText(t ir.Type) string {
	s := c.p.TypeName(t)
	switch in := scalar(t); in.Kind {
	case ir.BagType:
		s += c.fieldsText(c.p.Bags[in.Ref].Fields)
	}
	return s
}

func (c *stamper) fieldsText(list []*ir.Field) string {
	var b strings.Builder
	for _, f := range list {
		b.WriteString(c.fieldText(f) + ";")
	}
	return b.String()
}

// defaultsText: the cards of a kind print what they do not say.
func (c *stamper) defaultsText(list []*ir.Field) string {
	var b strings.Builder
	for _, f := range list {
		if s := c.index.fields[f]; s != nil && s.def != nil {
			b.WriteString(f.Name + "=" + s.def.Text + ";")
		}
	}
	return b.String()
}

// constantsText: what the constants of a kind, and of those above it, are is what its cards count with.
func (c *stamper) constantsText(kind int) string {
	var b strings.Builder
	for k := kind; k >= 0; k = c.p.Kinds[k].Parent {
		for l := range syntax.Of[*syntax.LetMember](c.index.kinds.decls[k].members) {
			b.WriteString(l.Name.Text + "=" + l.Value.Text + ";")
		}
	}
	return b.String()
}

func (c *stamper) kindName(k int) string {
	if k < 0 {
		return "thing"
	}
	return c.p.Kinds[k].Name
}

func (c *stamper) kindNames(list []int) string {
	var b strings.Builder
	for _, k := range list {
		b.WriteString(c.kindName(k) + ",")
	}
	return b.String()
}

func yes(b bool) string {
	if b {
		return "y"
	}
	return "n"
}

// isSettled tells whether a declaration means in some base what it means here.
func (c *stamper) isSettled(means meaning) bool {
	return slices.ContainsFunc(c.memory.bases, func(b *base) bool { return b.settled[means.in(c.memory.lattices[b])] })
}

// ofTheWhole tells whether the laws of the whole program look into the body of a declaration: it acts during events, or
// writes an instance to one.
func (c *stamper) ofTheWhole(e *entry) bool {
	if _, script := e.decl.(*syntax.ScriptDecl); script {
		return false
	}
	words := c.wordsOf(e.decl.Span()).list
	for _, w := range []string{"during", "proceed"} {
		if _, found := slices.BinarySearch(words, c.memory.number(w)); found {
			return true
		}
	}
	return c.writesInstances(e)
}

// writesInstances tells whether a text has the form of a write to something of an event that is an instance.
func (c *stamper) writesInstances(e *entry) bool {
	text := e.decl.Span().Text()
	for name := range c.files[e.at.File].File.Done.Written {
		if !c.memory.instances[name] {
			continue
		}
		for rest := text; ; {
			i := strings.Index(rest, "."+name)
			if i < 0 {
				break
			}
			rest = strings.TrimLeft(rest[i+1+len(name):], " ")
			if strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") {
				return true
			}
		}
	}
	return false
}

// figuresOf are the dice of a declaration, and its numbers: what the texts of those that call it may say.
func figuresOf(e *entry) string {
	var all []byte
	if e == nil || e.decl == nil {
		return ""
	}
	figuresIn(e.decl.Span().Text(), func(number string) {
		all = append(append(all, number...), ' ')
	}, func(many, faces string) {
		all = append(append(append(append(all, many...), 'd'), faces...), ' ')
	})
	return string(all)
}
