package check

import (
	"context"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Memory knows which declarations were clean: nothing was wrong in them, not even a warning, and nothing hid
// what might have been. Such a declaration is not compiled again as long as all that it depends on is the same:
// its text, and for each word of it everything that has this name. So what a declaration depends on need not be
// noted and cannot be forgotten. Nothing is kept that has a number or a place in a text.
//
// Of a remembered declaration there is compiled what is compiled of a foreign one, see foreign.go. What takes a
// field for something narrower, writes to one through a record, or asks what is around it is never remembered:
// the laws of the whole program look at it.
type Memory struct {
	clean, before map[key]*summary // what was asked for of late, and before
	words, worded map[source.Span]*vocabulary
	Compiled      int // declarations with bodies, in the last check
	asked         int // of how many that was asked
}

// kept is how many times as much is remembered as a check asks for: an edit that is undone finds it again.
const kept = 4

// key is a declaration with all that it depends on.
type key [16]byte

// summary is what a declaration uses, by name.
type summary struct{ funcs, tables, options, events, tags, setups []string }

// vocabulary is the words of a piece of a text, each once.
type vocabulary struct {
	sum  uint64
	list []string
}

// Check only tells what is wrong with a program: with its own files, and with the heads of those that are Used,
// which need be read no deeper; their bodies concern their own packs. What is known to be clean is not compiled.
// Sometimes heads, or what is known, are not enough: the list is of use only when they were. The error is the
// context's.
func (m *Memory) Check(ctx context.Context, in []Input, root string) (list diag.List, enough bool, err error) {
	if m.clean == nil {
		m.clean, m.words = map[key]*summary{}, map[source.Span]*vocabulary{}
	}
	if len(m.clean) > kept*m.asked {
		m.before, m.clean = m.clean, map[key]*summary{}
	}
	m.worded, m.words = m.words, map[source.Span]*vocabulary{}
	m.Compiled, m.asked = 0, 0
	c := work(ctx, in, root, m)
	if ctx.Err() != nil { // what it had no time to ask for stays
		maps.Copy(m.words, m.worded)
		m.asked = len(m.clean)
	}
	return c.list, !c.short, ctx.Err()
}

// memorable is the work on the declarations that may be remembered.
type memorable struct {
	*Memory
	stamps map[string]uint64 // of each word
	all    uint64            // of what every declaration may depend on
	kinds  []uint64
	traces map[*entry]*trace
}

// trace is what is known of a declaration while it is compiled.
type trace struct {
	key   key
	known *summary
	dirty bool
	used  usage
}

// remembers tells whether a declaration is known to be clean, and marks what it uses as used.
func (c *names) remembers(e *entry) bool {
	if c.memory == nil || e.decl == nil || c.foreign(e.at) {
		return false
	}
	return c.trace(e).known != nil
}

func (c *names) trace(e *entry) *trace {
	t := c.memory.traces[e]
	if t == nil {
		t = &trace{key: c.keyOf(e)}
		if t.known = c.memory.clean[t.key]; t.known == nil {
			t.known = c.memory.before[t.key]
		}
		if t.known != nil {
			c.memory.clean[t.key] = t.known
			c.reuse(t.known)
		} else {
			c.memory.Compiled++
		}
		c.memory.asked++
		c.memory.traces[e] = t
	}
	return t
}

// of compiles a part of a declaration, and notes whether it is clean.
func (c *names) of(e *entry, compile func()) {
	switch {
	case c.ctx.Err() != nil:
		return
	case c.memory == nil || e.decl == nil || c.foreign(e.at):
		compile()
		return
	}
	t := c.trace(e)
	said, outer := len(c.list), c.used
	c.used, c.special = usage{}, false
	compile()
	t.dirty = t.dirty || len(c.list) > said || c.special || c.idle()
	t.used.add(&c.used)
	outer.add(&c.used)
	c.used = outer
}

// idle tells whether a local is declared here and not used.
func (c *names) idle() bool {
	return slices.ContainsFunc(c.used.lets, func(l letUse) bool {
		return !slices.ContainsFunc(l.slots, func(k slotKey) bool { return c.used.slots[k] })
	})
}

// keep remembers what was clean, unless something could not be read: that may be why.
func (c *names) keep() {
	if c.memory == nil || c.cut || len(c.unread)+len(c.slips) > 0 {
		return
	}
	for _, t := range c.memory.traces {
		if t.known == nil && !t.dirty {
			c.memory.clean[t.key] = c.summary(&t.used)
		}
	}
}

func (c *names) summary(u *usage) *summary {
	named := func(numbers set[int64], name func(i int64) string) (out []string) {
		for i := range numbers {
			if i >= 0 {
				out = append(out, name(i))
			}
		}
		return out
	}
	return &summary{
		funcs:   named(u.funcs, func(i int64) string { return c.p.Funcs[i].Name }),
		tables:  named(u.tables, func(i int64) string { return c.p.Tables[i].Name }),
		options: named(u.options, func(i int64) string { return c.p.Options[i].Name }),
		events:  named(u.events, func(i int64) string { return c.p.Events[i].Name }),
		tags:    named(u.tags, func(i int64) string { return c.p.Tags[i] }),
		setups:  keys(u.setups),
	}
}

// reuse marks what a remembered declaration uses.
func (c *names) reuse(s *summary) {
	mark := func(names []string, of map[string]int, to *set[int64]) {
		for _, n := range names {
			if i, ok := of[n]; ok {
				to.add(int64(i))
			}
		}
	}
	mark(s.funcs, c.index.funcs.of, &c.used.funcs)
	mark(s.tables, c.index.tables.of, &c.used.tables)
	mark(s.options, c.index.options.of, &c.used.options)
	mark(s.events, c.index.events.of, &c.used.events)
	mark(s.tags, c.index.tags, &c.used.tags)
	for _, n := range s.setups {
		c.used.setups.add(n)
	}
}

func (u *usage) add(other *usage) {
	for _, both := range []struct{ to, from *set[int64] }{{&u.funcs, &other.funcs}, {&u.tables, &other.tables}, {&u.options, &other.options},
		{&u.events, &other.events}, {&u.tags, &other.tags}} {
		for k := range *both.from {
			both.to.add(k)
		}
	}
	for k := range other.words {
		u.words.add(k)
	}
	for k := range other.setups {
		u.setups.add(k)
	}
	for k := range other.slots {
		u.slots.add(k)
	}
	u.lets = append(u.lets, other.lets...)
}

// keyOf is the key of a declaration.
func (c *names) keyOf(e *entry) key {
	h := sum(0, e.word, e.name, e.pack)
	low := c.memory.all
	add := func(at source.Span) {
		w := c.wordsOf(at)
		h = mix(h, w.sum)
		for _, word := range w.list {
			low = mix(low, c.memory.stamps[word])
		}
	}
	add(e.decl.Span())
	for _, m := range e.members {
		if at, whole := m.Span(), e.decl.Span(); at.File != whole.File || at.Start < whole.Start || at.End > whole.End {
			add(at)
		}
	}
	for d, deep := e.decl, 0; deep < maxSetups; deep++ { // a setup stands before the steps
		s, ok := d.(*syntax.ScriptDecl)
		if !ok || s.In == nil || c.decls.setups.entries[s.In.Text] == nil {
			break
		}
		d = c.decls.setups.entries[s.In.Text].decl
		add(d.Span())
	}
	if d, ok := e.decl.(*syntax.CardDecl); ok {
		if k, ok := c.index.kinds.of[d.Word.Text]; ok {
			low = mix(low, c.memory.kinds[k])
		}
	}
	if i, ok := c.index.events.of[e.name]; ok && c.index.events.decls[i] == e {
		low = mix(low, c.giverStamp(i))
	}
	var out key
	for i := range 8 {
		out[i], out[8+i] = byte(h>>(8*i)), byte(low>>(8*i))
	}
	return out
}

// maxSetups bounds how far setups are followed that build on each other.
const maxSetups = 64

// wordsOf are the words of a piece of a text, kept as long as the text.
func (c *names) wordsOf(at source.Span) *vocabulary {
	w := c.memory.words[at]
	if w == nil {
		if w = c.memory.worded[at]; w == nil {
			w = newVocabulary(at.Text())
		}
		c.memory.words[at] = w
	}
	return w
}

func newVocabulary(text string) *vocabulary {
	w := &vocabulary{sum: sum(0, text), list: identifiers(text)}
	slices.Sort(w.list)
	w.list = slices.Compact(w.list)
	return w
}

func mix(a, b uint64) uint64 { return (a^b)*0x9E3779B97F4A7C15 ^ a>>29 }

func sum(seed uint64, texts ...string) uint64 {
	h := fnv.New64a()
	for _, t := range texts {
		h.Write([]byte(t))
		h.Write([]byte{0})
	}
	return mix(seed, h.Sum64())
}

// stamp works out what every word means, by names.
func (c *names) stamp() {
	m := c.memory
	m.stamps, m.traces = map[string]uint64{}, map[*entry]*trace{}
	word := func(w string, what ...string) { m.stamps[w] = sum(m.stamps[w], what...) }
	whole := func(what ...string) { m.all = sum(m.all, what...) }
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
		whole("kind", k.Name, c.kindName(k.Parent), c.kindNames(k.On))
		m.kinds[i] = sum(0, k.Name, c.fieldsText(k.Fields), c.defaultsText(k.Fields))
		for _, f := range k.Fields {
			word(f.Name, k.Name, c.fieldText(f))
		}
		c.stampLabels(word, k.Name, c.index.kinds.decls[i].members)
	}
	for i, card := range c.p.Cards {
		e := c.index.cards.decls[i]
		word(card.Name, "card", c.kindName(card.Kind), c.kindNames(card.On), c.fieldsText(card.Own), strings.Repeat("p", len(card.Params)))
		if e.decl != nil {
			word(card.Name, e.decl.Span().Text())
		}
		for _, f := range card.Own {
			word(f.Name, card.Name, c.fieldText(f))
		}
		c.stampLabels(word, card.Name, e.members)
	}
	for i, f := range c.p.Funcs {
		word(f.Name, "function", c.fieldsText(f.Params), c.typeText(f.Result), c.index.funcs.decls[i].pack)
	}
	for _, t := range c.p.Tables {
		word(t.Name, "table", c.fieldsText(t.Params), c.typeText(t.Result))
	}
	for _, o := range c.p.Options {
		word(o.Name, "option", c.p.TypeName(o.Type))
	}
	var fields set[[2]string]
	for i, ev := range c.p.Events {
		word(ev.Name, "event", string(rune('0'+ev.Word)), c.fieldsText(ev.Fields))
		for _, t := range ev.Tags { // who speaks of all that bear it names none
			word(c.p.Tags[t], "of", ev.Name, c.fieldsText(ev.Fields))
		}
		for _, f := range ev.Fields { // a field of an event that is named: it counts what fields of this name there are
			if text := c.fieldText(f); !fields[[2]string{f.Name, text}] {
				fields.add([2]string{f.Name, text})
				m.stamps[f.Name] += sum(1, text)
			}
		}
		c.stampLabels(word, ev.Name, c.index.events.decls[i].members)
	}
	for _, s := range c.choices() {
		word(s.Field.Name.Text, "chosen", s.Field.Type.At.Text())
	}
}

// stampLabels: by the labels of clauses and requirements one ignores, waives and expects.
func (c *names) stampLabels(word func(string, ...string), owner string, list []syntax.Member) {
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
func (c *names) giverStamp(event int) uint64 {
	g, ok := c.index.givers[event]
	switch {
	case !ok:
		return 0
	case g.card >= 0:
		card := c.p.Cards[g.card]
		return sum(c.memory.kinds[card.Kind], card.Name, c.kindNames(card.On), c.fieldsText(card.Own))
	}
	return sum(c.memory.kinds[g.kind], "kind")
}

func (c *names) fieldText(f *ir.Field) string {
	var b strings.Builder
	b.WriteString(f.Name + ": " + c.typeText(f.Type) + yes(f.Param) + yes(f.Chosen) + string(rune('0'+f.Class)) + c.showRange(f))
	b.WriteString(strings.Join(f.Layers, ",") + yes(f.Default != nil))
	if s := c.index.fields[f]; s != nil {
		b.WriteString(yes(s.def != nil) + yes(s.each) + yes(s.form != nil))
		if s.rng != nil {
			b.WriteString(s.rng.At.Text())
		}
	} else {
		b.WriteString("-")
	}
	return b.String()
}

// typeText is a type and, since one speaks of that without its name, what is in it.
func (c *names) typeText(t ir.Type) string {
	s := c.p.TypeName(t)
	switch in := scalar(t); in.Kind {
	case ir.BagType:
		s += c.fieldsText(c.p.Bags[in.Ref].Fields)
	case ir.Record:
		for _, f := range c.p.Events[in.Ref].Fields {
			s += f.Name + ":" + c.p.TypeName(f.Type) + ";"
		}
	}
	return s
}

func (c *names) fieldsText(list []*ir.Field) string {
	var b strings.Builder
	for _, f := range list {
		b.WriteString(c.fieldText(f) + ";")
	}
	return b.String()
}

// defaultsText: the cards of a kind print what they do not say.
func (c *names) defaultsText(list []*ir.Field) string {
	var b strings.Builder
	for _, f := range list {
		if s := c.index.fields[f]; s != nil && s.def != nil {
			b.WriteString(f.Name + "=" + s.def.Text + ";")
		}
	}
	return b.String()
}

func (c *names) kindName(k int) string {
	if k < 0 {
		return "thing"
	}
	return c.p.Kinds[k].Name
}

func (c *names) kindNames(list []int) string {
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
