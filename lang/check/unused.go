package check

import (
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// checkUnused warns about what the root pack declares and nothing uses. A name that begins with _
// is meant to be unused.
func (c *vetter) checkUnused() {
	warn := func(name, what string, at source.Span, used bool) {
		if !used && !strings.HasPrefix(name, "_") && !c.used.words[name] {
			c.doubt("unused-name", at, "%s %s is never used", what, name)
		}
	}
	for _, sort := range []struct {
		numbered
		used set[int64]
	}{{c.index.funcs, c.used.funcs}, {c.index.tables, c.used.tables}, {c.index.options, c.used.options}, {c.index.events, c.used.events}} {
		for i, e := range sort.decls {
			if e.pack == c.root && (e.word == "function" || e.word == "table" || e.word == "option") { // anybody may call an event
				warn(e.name, e.word, e.at, sort.used[int64(i)])
			}
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
func (c *vetter) checkTags() {
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
