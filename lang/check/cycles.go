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
	c     *vetter
	edges map[node][]edge
}

// checkCycles reports every cycle once.
func (c *vetter) checkCycles() {
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
func (c *vetter) computed(e *ir.Expr) (node, bool) {
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
