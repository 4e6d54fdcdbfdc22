package check

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// vetter finds what only the whole program shows.
type vetter struct {
	*bodies
	calls  map[int][]int // see reach.go
	edges  []int
	inside map[int]map[int]bool
}

// What is computed may not depend on itself. Functions read functions, derived fields and stats;
// derived fields do the same; a stat reads what the clauses that contribute to it read. The graph is
// over names, not instances: a clause of one card may not read the stat it changes even of another
// piece, for what is added to whom is only known in play. `printed` reads no contributions, and
// `base` only those of the first layer. An event may not cost itself either, for it is affordable
// only when its costs are: its node is whether it may happen, see legality.go.

// node is one thing that is computed.
type node struct {
	sort        rune // f function, c function with what contributes to it, d derived field, s stat, b base of a stat, e whether an event may happen, l field of an event with layers, t table
	kind, index int  // a function or event has kind 0; of a field, its event
}

// edge is a dependency and the text it stands in.
type edge struct {
	to   node
	at   source.Span
	who  string // the card or kind whose clause it is, or ""
	cost bool   // it is one
}

type graph struct {
	c     *vetter
	edges map[node][]edge
}

// dependencies are what is worked out from what.
func (c *vetter) dependencies() *graph {
	g := &graph{c: c, edges: map[node][]edge{}}
	for i, e := range c.index.funcs.decls {
		f := c.p.Funcs[i]
		if f.Figure == nil && c.foreign(e.at) {
			continue
		}
		g.add(node{'f', 0, i}, c.funcBody(i), "")
		if n := f.Figure; n != nil {
			from := node{'c', 0, i}
			g.edges[from] = append(g.edges[from], edge{to: node{'f', 0, i}, at: f.At})
			g.add(from, n.Min, "")
			g.add(from, n.Max, "")
		}
	}
	for i, t := range c.p.Tables {
		for _, row := range t.Rows {
			g.add(node{'t', 0, i}, row.Expr, "")
		}
	}
	for _, ev := range c.p.Events {
		from := node{'e', 0, ev.ID}
		for _, s := range ev.Costs {
			g.edges[from] = append(g.edges[from], edge{to: node{'e', 0, s.Event}, at: s.At, cost: true})
		}
		for i, f := range ev.Fields {
			if len(f.Layers) > 0 {
				for _, e := range []*ir.Expr{f.Default, f.Min, f.Max} {
					g.add(node{'l', ev.ID, i}, e, "")
				}
			}
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
		switch {
		case h.Stage == ir.While && h.Stat < 0:
			g.during(h, h.Do, []*ir.Expr{h.When})
		case h.Stage == ir.While && h.Stat >= 0:
			g.hook(h)
		}
	}
	for _, card := range c.p.Cards { // whether a clause works at all
		for _, n := range card.Hooks {
			switch h := c.p.Hooks[n]; {
			case card.One == nil || h.Stage != ir.While:
			case h.Stat >= 0:
				g.add(node{'s', h.StatKind, h.Stat}, card.One.Key, card.Name)
				g.add(node{'b', h.StatKind, h.Stat}, card.One.Key, card.Name)
			case h.Func >= 0:
				g.add(node{'c', 0, h.Func}, card.One.Key, card.Name)
			}
		}
	}
	return g
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

// during adds what a clause reads to the function, or the fields of the event, that it changes: to each its value, and
// the conditions that it stands under.
func (g *graph) during(h *ir.Hook, b *ir.Block, under []*ir.Expr) {
	if b == nil {
		return
	}
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.ContributeField:
			for _, e := range append(slices.Clone(under), s.Value) {
				g.add(changes(h, s), e, g.c.ownerOf(h))
			}
		case *ir.If:
			inner := append(slices.Clone(under), s.Cond)
			g.during(h, s.Then, inner)
			g.during(h, s.Else, inner)
		default: // a while holds nothing else
		}
	}
}

// changes is what a clause about an event or a function contributes to.
func changes(h *ir.Hook, s *ir.ContributeField) node {
	if h.Func >= 0 {
		return node{'c', 0, h.Func}
	}
	return node{'l', h.Event, s.Index}
}

// add adds what an expression reads.
func (g *graph) add(from node, e *ir.Expr, who string) {
	e.Walk(func(e *ir.Expr) bool {
		if to, ok := g.c.computed(e); ok {
			g.edges[from] = append(g.edges[from], edge{to: to, at: e.At, who: who})
		}
		if e.OfFigure() { // that its expression is read, too, is said already
			for _, a := range e.Args[0].Args {
				g.add(from, a, who)
			}
			return false
		}
		return true
	})
}

// computed is the node that an expression reads.
func (c *vetter) computed(e *ir.Expr) (node, bool) {
	switch {
	case e.Op == ir.CallFunc:
		return node{'f', 0, int(e.N)}, true
	case e.Op == ir.CallTable:
		return node{'t', 0, int(e.N)}, true
	case e.Op == ir.Can:
		return node{'e', 0, e.Ref}, true
	case e.Op == ir.Ignored:
		return node{'i', 0, e.Ref}, true
	case e.OfFigure():
		return node{'c', 0, int(e.N)}, true
	case e.Op == ir.Folded:
		return node{'l', e.Ref, int(e.N)}, true
	}
	sort, ok := map[ir.Op]rune{ir.StatOf: 's', ir.BaseOf: 'b', ir.DerivedOf: 'd'}[e.Op]
	if !ok || len(e.Args) == 0 {
		return node{}, false
	}
	k := e.Ref
	if t := e.Args[0].Type; t.Kind == ir.Inst && t.Ref >= 0 {
		k = c.p.KindAt(t.Ref)
	}
	return node{sort, c.declaring(k, int(e.N)), int(e.N)}, true
}

func (g *graph) name(n node) string {
	switch n.sort {
	case 'f':
		if f := g.c.p.Funcs[n.index]; f.Figure == nil {
			return f.Name
		}
		return "base of " + g.c.p.Funcs[n.index].Name
	case 'c':
		return g.c.p.Funcs[n.index].Name
	case 't':
		return g.c.p.Tables[n.index].Name
	case 'e':
		return "can(" + g.c.p.Events[n.index].Name + ")"
	case 'i':
		return "what is ignored of " + g.c.p.TypeName(instOf(n.index))
	case 'l':
		ev := g.c.p.Events[n.kind]
		return ev.Name + "." + ev.Fields[n.index].Name
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
	case 'f', 'c':
		return g.c.p.Funcs[n.index].At
	case 't':
		return g.c.p.Tables[n.index].At
	case 'e':
		return g.c.p.Events[n.index].At
	case 'i':
		return declaredAt(g.c.names, n.index)
	case 'l':
		return g.c.p.Events[n.kind].Fields[n.index].At
	}
	return g.c.p.Kinds[n.kind].Fields[n.index].At
}

// ignores adds what decides whether the clauses of a card or kind are switched off: what may ignore one of them, and
// which of equal things works.
func (g *graph) ignores(n node) {
	key := func(h *ir.Hook) {
		if h.Card >= 0 && g.c.p.Cards[h.Card].One != nil {
			g.add(n, g.c.p.Cards[h.Card].One.Key, g.c.p.Cards[h.Card].Name)
		}
	}
	meant := map[*ir.Hook]bool{}
	for _, h := range g.c.p.Hooks {
		of := ownerRef(g.c.names, h)
		if g.c.p.IsA(of, n.index) || g.c.p.IsA(n.index, of) {
			meant[h] = true
			key(h)
		}
	}
	for _, i := range g.c.p.Hooks {
		if i.Stage == ir.Ignore && slices.ContainsFunc(g.c.p.Hooks, func(h *ir.Hook) bool { return meant[h] && g.c.targets(i, h) }) {
			g.add(n, i.When, g.c.ownerOf(i))
			g.add(n, i.Of, g.c.ownerOf(i))
			key(i)
		}
	}
}

// own tells whether a dependency does not stand in a foreign text.
func (g *graph) own(e edge) bool { return !g.c.foreign(e.at) }

// search walks the graph depth first; an edge back to a node on the way closes a cycle.
func (g *graph) search() {
	nodes := slices.SortedFunc(maps.Keys(g.edges), func(a, b node) int {
		return cmp.Or(cmp.Compare(a.sort, b.sort), cmp.Compare(a.kind, b.kind), cmp.Compare(a.index, b.index))
	})
	const (
		onPath = 1
		done   = 2
	)
	state := map[node]int{}
	var path []edge
	var visit func(n node)
	visit = func(n node) {
		state[n] = onPath
		if n.sort == 'f' && g.c.foreign(g.place(n)) {
			g.add(n, g.c.funcBody(n.index), "")
		}
		if n.sort == 'i' && g.edges[n] == nil {
			g.ignores(n)
		}
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
		if state[n] == 0 && slices.ContainsFunc(g.edges[n], g.own) {
			visit(n)
		}
	}
}

// report tells of the cycle that the last edge closes.
func (g *graph) report(path []edge) {
	last := path[len(path)-1]
	start := len(path) - 1
	for start > 0 && path[start-1].to != last.to {
		start--
	}
	if !slices.ContainsFunc(path[start:], g.own) {
		return
	}
	at := last.at
	for _, e := range path[start:] { // the last of whoever closes the circle, and not of a pack that is used
		if !g.c.files[e.at.File].Used {
			at = e.at
		}
	}
	says, joint, name := "depends on itself", ", which reads ", g.name
	if !slices.ContainsFunc(path[start:], func(e edge) bool { return !e.cost }) {
		says, joint = "costs itself", ", which costs "
		name = func(n node) string { return g.c.p.Events[n.index].Name }
	}
	names := []string{name(last.to)}
	var who []string
	for _, e := range path[start:] {
		if e.who != "" && !slices.Contains(who, e.who) {
			who = append(who, e.who)
		}
		names = append(names, name(e.to))
	}
	by := ""
	if len(who) > 0 {
		by = " (by the clauses of " + strings.Join(who, ", ") + ")"
	}
	d := g.c.errorf("cyclic-definition", at, "%s %s: %s%s", names[0], says, strings.Join(names, joint), by)
	if last.to.sort == 'e' {
		d.See(g.place(last.to), "%s is declared here", g.c.p.Events[last.to.index].Name)
	} else {
		d.See(g.place(last.to), "%s is declared here", g.name(last.to))
	}
	for _, e := range path[start:] {
		if e.at != at {
			d.See(e.at, "by way of this")
		}
	}
	if at != last.at { // what would be mended is a used pack's
		return
	}
	if d.Mend(asBound(last.at)).Mended() {
		return
	}
	switch last.to.sort {
	case 'c':
		own := func(e edge) bool { return e.to == node{'f', 0, last.to.index} }
		if !slices.ContainsFunc(path[start:], own) {
			d.Suggest("base(" + last.at.Text() + ")")
		}
	case 's':
		if at := last.at.Text(); !strings.HasPrefix(at, "base(") {
			d.Suggest("printed(" + at + ")")
		}
	case 'l':
		d.Suggest("base(" + g.c.p.Events[last.to.kind].Fields[last.to.index].Name + ")")
	}
}

// checkIgnores reports clauses that decide by what they ignore: whether they ignore it must be
// known before it is ignored.
func (c *vetter) checkIgnores() {
	others := func(h *ir.Hook) bool {
		return slices.ContainsFunc(c.p.Hooks, func(o *ir.Hook) bool { return o.Stage != ir.Ignore && c.targets(h, o) })
	}
	for _, h := range c.p.Hooks {
		if h.Stage != ir.Ignore {
			continue
		}
		var read map[node]bool
		for _, other := range c.p.Hooks {
			if !c.targets(h, other) || c.foreign(h.At) && c.foreign(other.At) {
				continue
			}
			if other.Stage == ir.Ignore && others(h) { // which is switched off by none
				continue
			}
			if read == nil {
				read = c.foldsRead(h.When, h.Of)
			}
			if other == h {
				c.errorf("cyclic-definition", h.At, "this clause ignores itself")
				continue
			}
			if changed := c.changedBy(other, read); changed != "" {
				c.errorf("cyclic-definition", h.At, "what is ignored decides whether it is ignored: %s changes %s, which the condition reads",
					c.ownerOf(other), changed).See(other.At, "the clause that is ignored")
			}
		}
	}
}

// targets tells whether an ignore may switch off a clause.
func (c *vetter) targets(h, other *ir.Hook) bool {
	t := h.Target
	switch {
	case t.Tag >= 0:
		return slices.Contains(other.Tags, t.Tag) || slices.ContainsFunc(c.p.Cards, func(card *ir.Card) bool {
			return slices.Contains(card.Tags, t.Tag) && slices.Contains(card.Hooks, other.ID)
		})
	case t.Of < 0:
		return false
	}
	of := ownerRef(c.names, other)
	own := c.p.IsA(t.Of, of) || c.p.IsA(of, t.Of) // of a kind, or of what is of it
	return own && (t.Label == "" || t.Label == other.Label)
}

// foldsRead are the stats, and fields of events with layers, that expressions read, through functions and derived
// fields too.
func (c *vetter) foldsRead(list ...*ir.Expr) map[node]bool {
	read := map[node]bool{}
	for _, e := range list {
		c.consistsOf(e, func(e *ir.Expr) {
			if n, ok := c.computed(e); ok {
				if n.sort == 'b' {
					n.sort = 's'
				}
				read[n] = true
			}
		})
	}
	return read
}

// changedBy names something of a set that a `while` clause changes.
func (c *vetter) changedBy(h *ir.Hook, read map[node]bool) (name string) {
	switch {
	case h.Stage != ir.While:
	case h.Stat >= 0:
		if k := c.p.Kinds[h.StatKind]; read[node{'s', h.StatKind, h.Stat}] {
			name = k.Name + "." + k.Fields[h.Stat].Name
		}
	case h.Func >= 0:
		if read[node{'c', 0, h.Func}] {
			name = c.p.Funcs[h.Func].Name
		}
	default:
		walkStmts(h.Do, func(s ir.Stmt) {
			if s, ok := s.(*ir.ContributeField); ok && read[changes(h, s)] {
				name = c.p.Events[h.Event].Name + "." + s.Field.Name
			}
		})
	}
	return name
}

// checkUnused warns about what the root pack declares and nothing uses. A name that begins with _
// is meant to be unused, and what stands beside a mistake may use it.
func (c *vetter) checkUnused() {
	wrong := c.mistakes()
	for _, s := range c.decls.all() {
		for _, e := range s.entries {
			if e.decl == nil || e.pack != c.root || !wrong(e.decl.Span()) {
				continue
			}
			if at := e.decl.Span(); len(e.members) == 0 {
				c.used.scan(at.File.Text[max(at.Start, e.at.End):at.End])
			}
			for _, m := range e.members {
				if wrong(m.Span()) {
					c.used.scan(m.Span().Text())
				}
			}
		}
	}
	warn := func(name, what string, at source.Span, used bool) {
		if !used && !strings.HasPrefix(name, "_") && !c.used.words[name] && !c.mentioned(name) {
			c.doubt("unused-name", at, "%s %s is never used", what, name)
		}
	}
	for _, sort := range []struct {
		numbered
		used set[int64]
	}{{c.index.funcs, c.used.funcs}, {c.index.tables, c.used.tables}, {c.index.options, c.used.options}, {c.index.events, c.used.events}} {
		for i, e := range sort.decls {
			if e.word == "option" && c.p.Options[i].Type.Kind == ir.Bad {
				continue
			}
			if e.pack == c.root && (e.word == "function" || e.word == "table" || e.word == "option") { // anybody may call an event
				warn(e.name, e.word, e.at, sort.used[int64(i)])
			}
		}
	}
	for _, e := range c.decls.setups.sorted() {
		if e.pack == c.root {
			warn(e.name, "setup", e.at, c.used.setups[e.name])
		}
	}
	for _, l := range c.used.lets {
		if !c.foreign(l.at) {
			warn(l.name, "local", l.at, c.used.reads(l))
		}
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
		if len(c.index.tagged[t]) > 1 || len(t) < 4 || c.used.tags[int64(i)] || c.files[at.File].Pack != c.root || c.mentioned(t) || c.hearable(t) {
			continue
		}
		if near := diag.Within(max(1, len(t)/3), t, common); near != "" { // a tag that begins or ends like another is another
			c.warnf("misspelt-tag", at, "the tag %s stands nowhere else", t).Suggest(near)
		}
	}
}
