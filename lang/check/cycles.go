package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// What is computed may not depend on itself. Functions read functions, derived fields and stats;
// derived fields do the same; a stat reads what the clauses that contribute to it read. The graph is
// over names, not instances: a clause of one card may not read the stat it changes even of another
// piece, for what is added to whom is only known in play. `printed` reads no contributions, and
// `base` only those of the first layer. An event may not cost itself either, for it is affordable
// only when its costs are.

// node is one thing that is computed.
type node struct {
	sort        rune // f function, d derived field, s stat, b base of a stat, e event
	kind, index int  // a function or event has kind 0
}

// edge is a dependency and the text it stands in.
type edge struct {
	to  node
	at  source.Span
	who string // the card or kind whose clause it is, or ""
}

type graph struct {
	c     *checker
	edges map[node][]edge
}

// checkCycles reports every cycle once.
func (c *checker) checkCycles() {
	g := &graph{c: c, edges: map[node][]edge{}}
	for i, f := range c.p.Funcs {
		g.add(node{'f', 0, i}, f.Body, "")
	}
	for _, ev := range c.p.Events {
		from := node{'e', 0, ev.ID}
		for _, s := range ev.Costs {
			g.edges[from] = append(g.edges[from], edge{node{'e', 0, s.Event}, s.At, ""})
		}
	}
	for _, k := range c.p.Kinds {
		for i, f := range k.Fields {
			if f.Class == ir.Derived && c.declaring(k.ID, i) == k.ID {
				g.add(node{'d', k.ID, i}, f.Default, "")
			}
		}
	}
	for _, h := range c.p.Hooks {
		if h.Stage == ir.While && h.Stat >= 0 {
			g.hook(h)
		}
	}
	g.search()
}

// hook adds what a clause reads to the stat it changes.
func (g *graph) hook(h *ir.Hook) {
	who := g.c.ownerOf(h)
	first := false // whether it changes the first layer
	var exprs []*ir.Expr
	exprs = append(exprs, h.When)
	if h.Each != nil {
		exprs = append(exprs, h.Each.Where)
	}
	walkStmts(h.Do, func(s ir.Stmt) {
		if s, ok := s.(*ir.If); ok {
			exprs = append(exprs, s.Cond)
		}
		if s, ok := s.(*ir.ContributeStat); ok {
			exprs = append(exprs, s.Value, s.Inst)
			first = first || s.Layer == 0
		}
	})
	for _, e := range exprs {
		g.add(node{'s', h.StatKind, h.Stat}, e, who)
		if first {
			g.add(node{'b', h.StatKind, h.Stat}, e, who)
		}
	}
}

// ownerOf names the card or kind of a clause.
func (c *checker) ownerOf(h *ir.Hook) string {
	if h.Card >= 0 {
		return c.p.Cards[h.Card].Name
	}
	return c.p.Kinds[h.Kind].Name
}

// add adds what an expression reads.
func (g *graph) add(from node, e *ir.Expr, who string) {
	e.Walk(func(e *ir.Expr) bool {
		if to, ok := g.c.computed(e); ok {
			g.edges[from] = append(g.edges[from], edge{to, e.At, who})
		}
		return true
	})
}

// computed is the node that an expression reads.
func (c *checker) computed(e *ir.Expr) (node, bool) {
	if e.Op == ir.CallFunc {
		return node{'f', 0, int(e.N)}, true
	}
	sort, ok := map[ir.Op]rune{ir.StatOf: 's', ir.BaseOf: 'b', ir.DerivedOf: 'd'}[e.Op]
	if !ok || len(e.Args) == 0 {
		return node{}, false
	}
	k := e.Ref
	if t := e.Args[0].Type; t.Kind == ir.Inst && t.Ref >= 0 {
		k = t.Ref
	}
	return node{sort, c.declaring(k, int(e.N)), int(e.N)}, true
}

func (g *graph) name(n node) string {
	switch n.sort {
	case 'f':
		return g.c.p.Funcs[n.index].Name
	case 'e':
		return g.c.p.Events[n.index].Name
	}
	k := g.c.p.Kinds[n.kind]
	s := k.Name + "." + k.Fields[n.index].Name
	if n.sort == 'b' {
		s = "base of " + s
	}
	return s
}

// place is where a node is declared.
func (g *graph) place(n node) source.Span {
	switch n.sort {
	case 'f':
		return g.c.p.Funcs[n.index].At
	case 'e':
		return g.c.p.Events[n.index].At
	}
	return g.c.p.Kinds[n.kind].Fields[n.index].At
}

// search walks the graph depth first; an edge back to a node on the way closes a cycle.
func (g *graph) search() {
	nodes := make([]node, 0, len(g.edges))
	for n := range g.edges {
		nodes = append(nodes, n)
	}
	slices.SortFunc(nodes, func(a, b node) int { return strings.Compare(g.key(a), g.key(b)) })
	const (
		onPath = 1
		done   = 2
	)
	state := map[node]int{}
	var path []edge
	var visit func(n node)
	visit = func(n node) {
		state[n] = onPath
		for _, e := range g.edges[n] {
			path = append(path, e)
			switch state[e.to] {
			case 0:
				visit(e.to)
			case onPath:
				g.report(path)
			}
			path = path[:len(path)-1]
		}
		state[n] = done
	}
	for _, n := range nodes {
		if state[n] == 0 {
			visit(n)
		}
	}
}

func (g *graph) key(n node) string { return fmt.Sprintf("%c %06d %06d", n.sort, n.kind, n.index) }

// report tells of the cycle that the last edge closes.
func (g *graph) report(path []edge) {
	last := path[len(path)-1]
	start := len(path) - 1
	for start > 0 && path[start-1].to != last.to {
		start--
	}
	names := []string{g.name(last.to)}
	var who []string
	for _, e := range path[start:] {
		if e.who != "" && !slices.Contains(who, e.who) {
			who = append(who, e.who)
		}
		names = append(names, g.name(e.to))
	}
	by := ""
	if len(who) > 0 {
		by = " (by the clauses of " + strings.Join(who, ", ") + ")"
	}
	says, joint := "depends on itself", ", which reads "
	if last.to.sort == 'e' {
		says, joint = "costs itself", ", which costs "
	}
	d := g.c.errorf("cyclic-definition", last.at, "%s %s: %s%s", g.name(last.to), says, strings.Join(names, joint), by)
	d.See(g.place(last.to), "%s is declared here", g.name(last.to))
	for _, e := range path[start : len(path)-1] {
		d.See(e.at, "by way of this")
	}
}

// checkIgnores reports clauses that decide by what they ignore: whether they ignore it must be
// known before it is ignored.
func (c *checker) checkIgnores() {
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
func (c *checker) targets(h, other *ir.Hook) bool {
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
	own := other.Card == t.Card || other.Card < 0 && c.isA(c.p.Cards[t.Card].Kind, other.Kind)
	return own && (t.Label == "" || t.Label == other.Label)
}

// statsRead are the stats that expressions read, through functions and derived fields too.
func (c *checker) statsRead(list ...*ir.Expr) map[stat]bool {
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
