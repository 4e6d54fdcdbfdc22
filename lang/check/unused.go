package check

import (
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// usage is what was used, and which locals were declared by `let`.
type usage struct {
	funcs, tables, options, events, tags map[int64]bool
	words                                map[string]bool // of texts in error, which might have used anything
	slots                                map[slotKey]bool
	lets                                 []letUse
}

type slotKey struct {
	frame *ir.Frame
	list  bool
	slot  int64
}

type letUse struct {
	name  string
	at    source.Span
	slots []slotKey
}

func mark(m *map[int64]bool, n int64) {
	if *m == nil {
		*m = map[int64]bool{}
	}
	(*m)[n] = true
}

// expr notes what one node of an expression uses.
func (u *usage) expr(e *ir.Expr, frame *ir.Frame) {
	switch e.Op {
	case ir.CallFunc:
		mark(&u.funcs, e.N)
	case ir.CallTable:
		mark(&u.tables, e.N)
	case ir.OptionVal:
		mark(&u.options, e.N)
	case ir.Local:
		if u.slots == nil {
			u.slots = map[slotKey]bool{}
		}
		u.slots[slotKey{frame, e.Type.IsList(), e.N}] = true
	}
}

func (u *usage) function(i int) { mark(&u.funcs, int64(i)) }
func (u *usage) call(ev int)    { mark(&u.events, int64(ev)) }

// declare notes a let.
func (u *usage) declare(frame *ir.Frame, n syntax.Name, vars []ir.Var) {
	l := letUse{name: n.Text, at: n.At}
	for _, v := range vars {
		l.slots = append(l.slots, slotKey{frame, v.Type.IsList(), int64(v.Slot)})
	}
	u.lets = append(u.lets, l)
}

// scan notes the words of a text that is in error, so that nothing in it counts as unused.
func (u *usage) scan(text string) {
	if u.words == nil {
		u.words = map[string]bool{}
	}
	for _, w := range words(text) {
		u.words[w] = true
	}
}

// checkUnused warns about what the root pack declares and nothing uses. A name that begins with _
// is meant to be unused.
func (c *checker) checkUnused() {
	warn := func(name, what string, at source.Span, used bool) {
		if !used && !strings.HasPrefix(name, "_") && !c.used.words[name] {
			c.doubt("unused-name", at, "%s %s is never used", what, name)
		}
	}
	for i, e := range c.index.funcDecls {
		if e.pack == c.root {
			warn(e.name, "function", e.at, c.used.funcs[int64(i)])
		}
	}
	for i, e := range c.index.tableDecls {
		if e.pack == c.root {
			warn(e.name, "table", e.at, c.used.tables[int64(i)])
		}
	}
	for i, e := range c.index.optionDecls {
		if e.pack == c.root {
			warn(e.name, "option", e.at, c.used.options[int64(i)])
		}
	}
	for i, e := range c.index.eventDecls {
		if _, table := e.decl.(*syntax.TableDecl); table && e.pack == c.root {
			warn(e.name, "table", e.at, c.used.events[int64(i)])
		}
	}
	for _, l := range c.used.lets {
		used := false
		for _, k := range l.slots {
			used = used || c.used.slots[k]
		}
		warn(l.name, "local", l.at, used)
	}
}

// checkTags warns about a tag of the root pack that is written once only, that nothing asks for, and
// that is nearly another which is written more often: since tags need no declaration, a slip makes a
// new one.
func (c *checker) checkTags() {
	var common []string
	for _, t := range c.p.Tags {
		if len(c.index.tagged[t]) > 1 {
			common = append(common, t)
		}
	}
	for i, t := range c.p.Tags {
		at := c.index.tagged[t][0].At
		if len(c.index.tagged[t]) > 1 || len(t) < 4 || c.used.tags[int64(i)] || c.packs[at.File] != c.root {
			continue
		}
		if near := diag.Nearest(t, common); near != "" {
			c.warnf("misspelt-tag", at, "the tag %s stands nowhere else", t).Suggest(near)
		}
	}
}
