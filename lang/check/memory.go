package check

import (
	"context"
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Memory knows which declarations were clean: nothing was wrong in them, not even a warning, and nothing hid
// what might have been. Such a declaration is not compiled again as long as all that it depends on is the same:
// its text, and for each word of it everything that has this name. So what a declaration depends on need not be
// noted and cannot be forgotten. Nothing is kept that has a number or a place in a text.
//
// Of a remembered declaration there is compiled what is compiled of a foreign one, see foreign.go. What writes to a
// field through a record, or asks what is around it is never remembered: the laws of the whole program look at it.
type Memory struct {
	clean, before map[key]*summary // what was asked for of late, and before
	words, worded map[source.Span]*vocabulary
	calls, called map[syntax.Spanned][]call
	numbers       map[string]int // of words
	basis         []*base
	Compiled      int // declarations with bodies, in the last check
	asked         int // of how many that was asked
}

// kept is how many times as much is remembered as a check asks for: an edit that is undone finds it again.
const kept = 4

// key is a declaration with all that it depends on.
type key [16]byte

// summary is what a declaration uses, by name.
type summary struct{ funcs, tables, options, events, begun, tags, setups []string }

// vocabulary is the words of a piece of a text, each once, by their numbers.
type vocabulary struct {
	sum            uint64
	list           []int
	shows, answers bool // something in a text in quotes; what is asked for
}

// Check only tells what is wrong with a program: with its own files, and with the heads of those that are Used,
// which need be read no deeper; their bodies concern their own packs. What is known to be clean is not compiled.
// Sometimes heads, or what is known, are not enough: the list is of use only when they were. The error is the
// context's.
func (m *Memory) Check(ctx context.Context, in []Input, root string) (list diag.List, enough bool, err error) {
	if m.clean == nil {
		*m = *newMemory()
	}
	if len(m.clean) > kept*m.asked {
		m.before, m.clean = m.clean, map[key]*summary{}
	}
	m.worded, m.words = m.words, map[source.Span]*vocabulary{}
	m.called, m.calls = m.calls, map[syntax.Spanned][]call{}
	m.Compiled, m.asked = 0, 0
	c := work(ctx, in, root, m)
	if ctx.Err() != nil { // what it had no time to ask for stays
		maps.Copy(m.words, m.worded)
		maps.Copy(m.calls, m.called)
		m.asked = len(m.clean)
	}
	return c.list, !c.short, ctx.Err()
}

func newMemory() *Memory {
	return &Memory{clean: map[key]*summary{}, words: map[source.Span]*vocabulary{}, calls: map[syntax.Spanned][]call{}, numbers: map[string]int{}}
}

// memorable is the work on the declarations that may be remembered.
type memorable struct {
	*Memory
	stamps []stamp // of each word that means something
	all    uint64  // of what every declaration may depend on
	kinds  []uint64
	marks  map[*entry]*trace

	bases     []*base
	lattices  map[*base]uint64 // what of that a declaration of theirs can see
	instances map[string]bool  // the fields of events that are instances
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
	t := c.memory.marks[e]
	if t == nil {
		st := &stamper{c}
		means := st.keyOf(e)
		t = &trace{key: means.in(c.memory.all)}
		if t.known = c.memory.clean[t.key]; t.known == nil {
			t.known = c.memory.before[t.key]
		}
		switch {
		case t.known != nil:
			c.memory.clean[t.key] = t.known
			t.known.reuse(c)
		case isBase(c, e.at) && st.isSettled(means):
			t.known = &summary{}
		default:
			c.memory.Compiled++
		}
		c.memory.asked++
		c.memory.marks[e] = t
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
	c.used, c.unkept = usage{}, false
	compile()
	t.dirty = t.dirty || len(c.list) > said || c.unkept || c.used.idle()
	t.used.add(&c.used)
	outer.add(&c.used)
	c.used = outer
}

// call is an event that is called, by its name, or what is offered among tags; no tags: all actions.
type call struct {
	name  string
	among []string
}

// callsOf are the calls in a piece of a text, kept as long as the text.
func (m *memorable) callsOf(n syntax.Spanned) []call {
	if m == nil {
		return callsOf(n)
	}
	all, known := m.called[n]
	if !known {
		if all, known = m.calls[n]; !known {
			all = callsOf(n)
		}
	}
	m.calls[n] = all
	return all
}

func callsOf(n syntax.Spanned) (all []call) {
	act := func(tags []syntax.Name) {
		among := []string{}
		for _, t := range tags {
			among = append(among, t.Text)
		}
		all = append(all, call{among: among})
	}
	syntax.Walk(n, func(n syntax.Spanned) bool {
		switch n := n.(type) {
		case *syntax.Call:
			all = append(all, call{name: n.Name.Text})
			return false
		case syntax.Thrower:
			all = append(all, call{name: throwEvent})
		case *syntax.ActStmt:
			act(n.Among)
		case *syntax.WindowStmt:
			act(n.Among)
		case *syntax.Slice, *syntax.TypeExpr, *syntax.Text, *syntax.Name, *syntax.ApplyStmt, *syntax.CreateStmt: // which call none
			return false
		}
		return true
	})
	return all
}

// idle tells whether a local is declared here and not used.
func (u *usage) idle() bool {
	return slices.ContainsFunc(u.lets, func(l letUse) bool { return !u.reads(l) })
}

// reads tells whether a local is used.
func (u *usage) reads(l letUse) bool {
	return slices.ContainsFunc(l.slots, func(k slotKey) bool { return u.slots[k] })
}

// keep remembers what was clean, unless something could not be read: that may be why.
func (c *names) keep() {
	if c.memory == nil || c.cut || len(c.unread)+len(c.slips) > 0 {
		return
	}
	for _, t := range c.memory.marks {
		if t.known == nil && !t.dirty {
			c.memory.clean[t.key] = summaryOf(c, &t.used)
		}
	}
}

func summaryOf(c *names, u *usage) *summary {
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
		begun:   named(u.begun, func(i int64) string { return c.p.Events[i].Name }),
		tags:    named(u.tags, func(i int64) string { return c.p.Tags[i] }),
		setups:  keys(u.setups),
	}
}

// reuse marks what a remembered declaration uses.
func (s *summary) reuse(c *names) {
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
	mark(s.begun, c.index.events.of, &c.used.begun)
	mark(s.tags, c.index.tags, &c.used.tags)
	for _, n := range s.setups {
		c.used.setups.add(n)
	}
}

func (u *usage) add(other *usage) {
	u.funcs.addAll(other.funcs)
	u.tables.addAll(other.tables)
	u.options.addAll(other.options)
	u.events.addAll(other.events)
	u.begun.addAll(other.begun)
	u.tags.addAll(other.tags)
	u.words.addAll(other.words)
	u.setups.addAll(other.setups)
	u.slots.addAll(other.slots)
	u.lets = append(u.lets, other.lets...)
}
