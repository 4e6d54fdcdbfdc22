package check

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Whether an event may happen is computed like any value: from its fields and its form, from what it requires,
// from its limits and costs, and from the clauses that forbid it or waive a requirement, with whatever switches
// these off. `can` reads it, wherever it stands; so nothing of all that may ask, by whatever way, whether the same
// event may happen.

// checkCycles reports every cycle once.
func (c *vetter) checkCycles() {
	g := c.dependencies()
	asked := slices.ContainsFunc(c.p.Events, func(ev *ir.Event) bool { return ev.Asked })
	if asked {
		c.wanting(everyFile)
		g.legality()
	}
	if g.ignoring() || asked {
		g.working()
	}
	g.search()
}

// legality adds to the graph what it is worked out from whether events may happen.
func (g *graph) legality() {
	for _, ev := range g.c.p.Events {
		from := node{'e', 0, ev.ID}
		read := func(who string, all ...*ir.Expr) {
			for _, e := range all {
				g.add(from, e, who)
			}
		}
		read("", ev.Chooser)
		for _, x := range ev.Form {
			read("", x.In, x.Lo, x.Hi, x.Within, x.Of, x.CountLo, x.CountHi, x.Repeat, x.Where)
		}
		for _, f := range ev.Fields {
			read("", f.Default)
		}
		for _, q := range ev.Requires {
			read("", q.Cond)
		}
		for _, l := range ev.Limits {
			read("", l.Times)
			read("", l.Keys...)
		}
		for i, s := range ev.Costs {
			for _, a := range s.Args {
				read("", a.Value)
			}
			if i < len(ev.Costs)-1 { // the next ones are judged when it has been tried
				g.rehearsed(from, s.Event)
			}
		}
		for _, h := range g.c.p.Hooks {
			if h.Event == ev.ID && (h.Stage == ir.Cannot || h.Stage == ir.Waive) {
				read(g.c.ownerOf(h), h.When)
				g.works(from, h)
			}
		}
	}
}

// working adds to what clauses contribute to whether they work at all.
func (g *graph) working() {
	for _, h := range g.c.p.Hooks {
		switch {
		case h.Stage != ir.While:
		case h.Stat >= 0:
			g.works(node{'s', h.StatKind, h.Stat}, h)
		case h.Func >= 0:
			g.works(node{'c', 0, h.Func}, h)
		default:
			walkStmts(h.Do, func(s ir.Stmt) {
				if s, ok := s.(*ir.ContributeField); ok {
					g.works(changes(h, s), h)
				}
			})
		}
	}
}

// ignoring adds what is worked out from what is ignored where that decides what works, and tells whether anything does.
func (g *graph) ignoring() bool {
	found := false
	start := func(e *ir.Expr) {
		g.c.consistsOf(e, func(e *ir.Expr) {
			if e.Op == ir.Ignored {
				found = true
				if n := (node{'i', 0, e.Ref}); g.edges[n] == nil {
					g.ignores(n)
				}
			}
		})
	}
	for _, h := range g.c.p.Hooks {
		if h.Stage == ir.Ignore {
			start(h.When)
			start(h.Of)
		}
	}
	for _, card := range g.c.p.Cards {
		if card.One != nil {
			start(card.One.Key)
		}
	}
	return found
}

// works adds what decides whether a clause works at all, where that asks what could happen or what is ignored: of
// equal things the first, and what ignores it.
func (g *graph) works(from node, h *ir.Hook) {
	read := func(e *ir.Expr, who string) {
		asks := false
		g.c.consistsOf(e, func(e *ir.Expr) { asks = asks || e.Op == ir.Can || e.Op == ir.Ignored })
		if asks {
			g.add(from, e, who)
		}
	}
	if h.Card >= 0 {
		if one := g.c.p.Cards[h.Card].One; one != nil {
			read(one.Key, g.c.p.Cards[h.Card].Name)
		}
	}
	for _, i := range g.c.p.Hooks {
		if i.Stage == ir.Ignore && g.c.targets(i, h) {
			read(i.When, g.c.ownerOf(i))
			read(i.Of, g.c.ownerOf(i))
		}
	}
}

// rehearsed adds whatever an event asks that is played, to be taken back.
func (g *graph) rehearsed(from node, event int) {
	in := g.c.brings(event)
	in[event] = true
	asks := func(who string, parts ...any) {
		for _, p := range parts {
			walkExprs(p, func(e *ir.Expr) {
				g.c.consistsOf(e, func(e *ir.Expr) {
					if e.Op == ir.Can {
						to, _ := g.c.computed(e)
						g.edges[from] = append(g.edges[from], edge{to: to, at: e.At, who: who})
					}
				})
			})
		}
	}
	for _, ev := range g.c.p.Events {
		if in[ev.ID] {
			asks("", ev.Do, ev.Costs)
		}
	}
	for _, h := range g.c.p.Hooks {
		if h.Event >= 0 && in[h.Event] {
			asks(g.c.ownerOf(h), h)
		}
	}
}
