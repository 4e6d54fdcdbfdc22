package check

import (
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// checkOffered warns about an action of the root that nobody is ever offered, and that only tests call, where something
// else is offered there: what only declares actions leaves them to those who use it.
func (c *vetter) checkOffered() {
	if c.list.HasErrors() || !c.leavesToPlayers() {
		return
	}
	for i, e := range c.index.events.decls {
		if e.word == "action" && e.pack == c.root && !c.used.begun[int64(i)] && !strings.HasPrefix(e.name, "_") && !c.mentioned(e.name) && !c.offeredElsewhere(c.p.Events[i]) {
			c.doubt("unused-name", e.at, "action %s is offered to nobody: no `act` and no `window` is for its kind and its tags", e.name)
		}
	}
}

// leavesToPlayers tells whether the root offers any action.
func (c *vetter) leavesToPlayers() bool {
	for _, f := range c.in {
		if f.File == nil || f.Used {
			continue
		}
		for _, d := range f.File.Decls {
			found := false
			syntax.Walk(d, func(n syntax.Spanned) bool {
				switch n.(type) {
				case *syntax.ActStmt, *syntax.WindowStmt:
					found = true
				}
				return !found
			})
			if found {
				return true
			}
		}
	}
	return false
}

// offeredElsewhere tells whether a line of a text that is not compiled may offer an action: whatever there is, or one of its tags.
func (c *vetter) offeredElsewhere(ev *ir.Event) bool {
	tags := diag.Names(ev.Tags, func(t int) string { return c.p.Tags[t] })
	for file := range c.files {
		if !c.foreign(source.Span{File: file}) {
			continue
		}
		for line := range strings.Lines(file.Text) {
			if !holds(line, "act") && !holds(line, "window") {
				continue
			}
			some := !holds(line, "among")
			for _, t := range tags {
				some = some || holds(line, t)
			}
			if some {
				return true
			}
		}
	}
	return false
}
