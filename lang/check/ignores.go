package check

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// checkIgnores reports clauses that decide by what they ignore: whether they ignore it must be
// known before it is ignored.
func (c *vetter) checkIgnores() {
	for _, h := range c.p.Hooks {
		if h.Stage != ir.Ignore {
			continue
		}
		read := c.statsRead(h.When, h.Of)
		for _, other := range c.p.Hooks {
			if !c.targets(h, other) {
				continue
			}
			if other == h {
				c.errorf("cyclic-definition", h.At, "this clause ignores itself")
				continue
			}
			if other.Stage == ir.While && other.Stat >= 0 && read[stat{other.StatKind, other.Stat}] {
				k := c.p.Kinds[other.StatKind]
				c.errorf("cyclic-definition", h.At, "what is ignored decides whether it is ignored: %s changes %s.%s, which the condition reads",
					c.ownerOf(other), k.Name, k.Fields[other.Stat].Name).See(other.At, "the clause that is ignored")
			}
		}
	}
}

// targets tells whether an ignore may switch off a clause.
func (c *vetter) targets(h, other *ir.Hook) bool {
	t := h.Target
	switch {
	case t.Tag >= 0:
		if slices.Contains(other.Tags, t.Tag) {
			return true
		}
		return other.Card >= 0 && slices.Contains(c.p.Cards[other.Card].Tags, t.Tag)
	case t.Card < 0:
		return false
	}
	own := other.Card == t.Card || other.Card < 0 && c.p.IsA(c.p.Cards[t.Card].Kind, other.Kind)
	return own && (t.Label == "" || t.Label == other.Label)
}

// statsRead are the stats that expressions read, through functions and derived fields too.
func (c *vetter) statsRead(list ...*ir.Expr) map[stat]bool {
	read := map[stat]bool{}
	seen := map[node]bool{}
	var visit func(e *ir.Expr)
	visit = func(e *ir.Expr) {
		e.Walk(func(e *ir.Expr) bool {
			n, ok := c.computed(e)
			if !ok || seen[n] {
				return true
			}
			seen[n] = true
			switch n.sort {
			case 's', 'b':
				read[stat{n.kind, n.index}] = true
			case 'd':
				visit(c.p.Kinds[n.kind].Fields[n.index].Default)
			case 'f':
				visit(c.p.Funcs[n.index].Body)
			}
			return true
		})
	}
	for _, e := range list {
		visit(e)
	}
	return read
}
