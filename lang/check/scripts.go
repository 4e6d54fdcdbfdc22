package check

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Scripts are tests, odds and scenarios. What a setup says stands before the steps of the scripts that build on
// it, as if it were written there; so a setup has no meaning of its own, and nothing behind this file knows it.

// maxSeeds is how many seeds a law may be tried with.
const maxSeeds = 10_000

// lowerScripts compiles tests, odds and scenarios. A setup is compiled by itself for what is wrong with it,
// which is then said once and not in every script that builds on it.
func (c *bodies) lowerScripts() {
	for _, e := range c.decls.setups.sorted() {
		if !c.remembers(e) {
			c.of(e, func() {
				d := e.decl.(*syntax.ScriptDecl)
				c.setsUpOnly(d.Body.Stmts)
				c.script(e, d)
			})
		}
	}
	c.p.Scripts = nil
	for _, e := range c.decls.scripts.sorted() {
		switch early := c.early[e]; {
		case early != nil:
			c.p.Scripts = append(c.p.Scripts, early)
		case !c.remembers(e):
			c.of(e, func() { c.p.Scripts = append(c.p.Scripts, c.script(e, e.decl.(*syntax.ScriptDecl))) })
		}
	}
}

// lowerSome compiles the scripts that are wanted before all others.
func lowerSome(c *bodies, wanted func(source.Span) bool) {
	if c.early == nil {
		c.early = map[*entry]*ir.Script{}
	}
	for _, e := range c.decls.scripts.sorted() {
		if c.early[e] == nil && e.decl != nil && wanted(e.decl.Span()) {
			c.of(e, func() {
				c.early[e] = c.script(e, e.decl.(*syntax.ScriptDecl))
				c.p.Scripts = append(c.p.Scripts, c.early[e])
			})
		}
	}
	c.hearThrows()
}

func (c *bodies) script(e *entry, d *syntax.ScriptDecl) *ir.Script {
	out := &ir.Script{Name: d.Name.Text, At: d.At, Width: ir.None, Depth: ir.None, Card: -1}
	c.measured, c.expects = nil, false
	said := len(c.list)
	pl := nowhere()
	pl.mode, pl.frame, pl.script = scriptMode, &out.Frame, out
	switch d.Word.Text {
	case "test":
		out.Word = ir.TestScript
	case "odds":
		out.Word, pl.mode = ir.OddsScript, measuringMode
	case "scenario":
		out.Word = ir.ScenarioScript
		out.Card = c.index.cards.of[scenarioCard(d.Name.Text)]
	}
	out.Covers = diag.Names(d.Covers, func(n syntax.Name) string { return n.Text })
	out.Texts = c.memberTexts(e.members, nowhere())
	steps, below, ok := c.steps(d, []*syntax.ScriptDecl{d})
	if !ok {
		steps = nil // what it needs is not there
	}
	c.seat(steps, out, pl)
	out.Do = c.stmts(syntax.Block{Node: d.Body.Node, Stmts: c.law(steps, out)}, pl)
	if (out.Word == ir.ScenarioScript || out.Word == ir.OddsScript) && c.expects {
		expectsNothing(c, steps, out.Word)
	}
	if out.Word == ir.OddsScript && c.measured != nil {
		measuresAlways(c, steps)
	}
	if out.Word == ir.ScenarioScript && out.Do != nil {
		setOut(c, out)
	}
	c.forget(said, below)
	if d.Word.Text == "test" && !c.expects && len(c.list) == said && !c.torn(e.decl.Span()) {
		c.warnf("missing-expectation", d.Name.At, "this test expects nothing: say with expect what must be true")
	}
	if out.Word == ir.OddsScript && c.measured == nil && len(c.list) == said && !c.torn(e.decl.Span()) {
		c.errorf("missing-expectation", d.Name.At, "these odds measure nothing: say with measure what is asked for")
	}
	return out
}

// expectsNothing reports what a scenario or odds expect: they are played to see what happens, and nobody would look. A
// condition may be what odds are to measure, where they measure nothing: the last, for what follows a measure is not played.
func expectsNothing(c *bodies, steps []syntax.Stmt, word ir.ScriptWord) {
	var asked *syntax.ExpectCondStmt // the last to which every way of the dice has to come
	for _, s := range steps {
		syntax.Walk(s, func(n syntax.Spanned) bool {
			switch x := n.(type) {
			case *syntax.IfStmt, *syntax.EachStmt, *syntax.RepeatStmt:
				return false
			case *syntax.ExpectCondStmt:
				asked = x
			}
			return true
		})
	}
	for _, s := range steps {
		syntax.Walk(s, func(n syntax.Spanned) bool {
			switch n.(type) {
			case *syntax.ExpectCondStmt, *syntax.ExpectRefusedStmt, *syntax.ExpectEventStmt, *syntax.ExpectTextStmt, *syntax.ExpectEndsStmt:
			default:
				return true
			}
			if word == ir.ScenarioScript {
				c.errorf("invalid-statement", n.Span(), "a scenario is played, and nothing is expected of it: what must be true stands in a test")
				return true
			}
			d := c.errorf("invalid-statement", n.Span(), "odds tell how often something is so, and expect nothing: say with measure what is asked for, or write a test")
			if x, ok := n.(*syntax.ExpectCondStmt); ok && x == asked && c.measured == nil {
				d.Mend(diag.Replace(x.At, "measure "+x.Cond.Text, "measure it: measure "+x.Cond.Text))
			}
			return true
		})
	}
}

// measuresAlways reports a measure to which not every way of the dice need come.
func measuresAlways(c *bodies, steps []syntax.Stmt) {
	for _, s := range steps {
		syntax.Walk(s, func(n syntax.Spanned) bool {
			switch n.(type) {
			case *syntax.IfStmt, *syntax.EachStmt, *syntax.RepeatStmt:
				if n.Span().Contains(c.measured.At) {
					c.errorf("invalid-statement", c.measured.At, "what is measured stands in no if, each or repeat, for every way of the dice has to come to it: say measure C ? A : B")
				}
				return false
			}
			return true
		})
	}
}

// steps are those of a script behind those of the setups that it builds on; ok is false when one of these is
// not known. within are the declarations on the way here.
func (c *bodies) steps(d *syntax.ScriptDecl, within []*syntax.ScriptDecl) (all []syntax.Stmt, below []*syntax.ScriptDecl, ok bool) {
	if d.In == nil {
		return singly(c.coder, d.Body.Stmts), nil, true
	}
	e := c.decls.setups.entries[d.In.Text]
	if e == nil {
		c.unknown("undefined-setup", d.In.At, "there is no setup %s", d.In.Text).Suggest(c.near(d.In.Text, c.decls.setups.names))
		return nil, nil, false
	}
	setup := e.decl.(*syntax.ScriptDecl)
	if slices.Contains(within, setup) {
		if setup == within[0] { // else it is said of the setup
			c.errorf("cyclic-definition", setup.In.At, "the setup %s builds on itself", e.name).See(e.at, "%s is declared here", e.name)
		}
		return nil, nil, false
	}
	c.used.setups.add(e.name)
	c.bind(d.In.At, e.at)
	all, below, ok = c.steps(setup, append(within, setup))
	return c.upon(all, singly(c.coder, d.Body.Stmts)), append(below, setup), ok
}

// upon puts the steps of a script behind those of its setup, which it may change: `given NAME { CELL: E }`.
func (c *bodies) upon(setup, own []syntax.Stmt) []syntax.Stmt {
	all, given := slices.Clone(setup), map[string]int{}
	for i, s := range all {
		if g, ok := s.(*syntax.GivenStmt); ok {
			given[g.Names[0].Text] = i
		}
	}
	changed := map[string]source.Span{}
	begun := false // something has happened
	for _, s := range own {
		g, ok := s.(*syntax.GivenStmt)
		begun = begun || !setsUp(s)
		if !ok || begun && g.Card == nil {
			all = append(all, s)
			continue
		}
		i, known := given[g.Names[0].Text]
		_, isCard := c.index.cards.of[g.Names[0].Text]
		switch {
		case g.Card != nil && known:
			c.errorf("duplicate-name", g.Names[0].At, "the setup gives %s already: without `= %s` its given is changed", g.Names[0].Text, g.Card.Name.Text).
				See(all[i].Span(), "given here")
		case g.Card != nil:
			all = append(all, s)
		case !known && isCard:
			n := g.Names[0]
			short := 1
			for taken := true; taken && short < len(n.Text); {
				if _, taken = given[n.Text[:short]]; taken {
					short++
				}
			}
			c.errorf("undefined-name", n.At, "the setup gives no %s; what is given anew has a name of its own before the card", n.Text).
				Mend(diag.Replace(n.At, n.Text[:short]+" = "+n.Text, "give it a name: "+n.Text[:short]+" = "+n.Text))
		case !known:
			c.unknown("undefined-name", g.Names[0].At, "the setup gives no %s", g.Names[0].Text).Suggest(diag.Nearest(g.Names[0].Text, keys(given)))
		case !c.taken(changed, g.Names[0], "change of"):
			c.bind(g.Names[0].At, all[i].(*syntax.GivenStmt).Names[0].At)
			all[i] = changedGiven(all[i].(*syntax.GivenStmt), g)
		}
	}
	return all
}

// changedGiven is what a setup gives, with the parts that a script says otherwise. What it lies on it is added to.
func changedGiven(old, by *syntax.GivenStmt) *syntax.GivenStmt {
	n := *old
	n.With = append(slices.Clip(n.With), by.With...)
	if by.For != nil {
		n.For = by.For
	}
	if len(by.At) > 0 {
		n.At = by.At
	}
	if by.Duration != nil {
		n.Duration = by.Duration
	}
	n.Cells = slices.DeleteFunc(slices.Clone(n.Cells), func(a syntax.Arg) bool {
		return a.Name != nil && slices.ContainsFunc(by.Cells, func(b syntax.Arg) bool { return b.Name != nil && b.Name.Text == a.Name.Text })
	})
	n.Cells = append(n.Cells, by.Cells...)
	return &n
}

// setsUpOnly reports what may not stand in a setup.
func (c *bodies) setsUpOnly(steps []syntax.Stmt) {
	for _, s := range steps {
		syntax.Walk(s, func(n syntax.Spanned) bool {
			s, ok := n.(syntax.Stmt)
			if ok && !setsUp(s) {
				c.errorf("invalid-statement", s.Span(), "nothing happens in a setup: this belongs into the script that builds on it")
			}
			return !ok || setsUp(s)
		})
	}
}

// forget leaves out what is said, from the n-th diagnostic on, about the setups below a script.
func (c *bodies) forget(n int, below []*syntax.ScriptDecl) {
	said := slices.Clone(c.list[n:])
	c.list = append(c.list[:n:n], slices.DeleteFunc(said, func(d diag.Diagnostic) bool {
		return slices.ContainsFunc(below, func(s *syntax.ScriptDecl) bool { return s.At.Contains(d.Span) })
	})...)
}

// law takes the steps out of `for N seeds`, the last step of a test, which is then played once for each seed.
func (c *bodies) law(steps []syntax.Stmt, out *ir.Script) []syntax.Stmt {
	n := len(steps) - 1
	if n < 0 || out.Word != ir.TestScript {
		return steps
	}
	s, ok := steps[n].(*syntax.SeedsStmt)
	if !ok {
		return steps
	}
	if v, ok := c.constant(s.Times, tInt); ok {
		if out.Seeds = int(v.N); v.N < 1 || v.N > maxSeeds {
			c.errorf("out-of-range", s.Times.At, "a law is tried with 1 to %d seeds", maxSeeds)
		}
	}
	return slices.Concat(steps[:n], s.Body.Stmts)
}

// once is the step of a sort that a script has at most one of.
func once[S syntax.Stmt](c *bodies, steps []syntax.Stmt, twice string) (said S) {
	var at source.Span
	for _, s := range steps {
		switch s, ok := s.(S); {
		case !ok:
		case at.IsValid():
			c.errorf("duplicate-name", s.Span(), "%s", twice).See(at, "first here")
		default:
			said, at = s, s.Span()
		}
	}
	return said
}

// seat names the players: those of the script's `players` step, or red and blue.
func (c *bodies) seat(steps []syntax.Stmt, out *ir.Script, pl *place) {
	said := once[*syntax.PlayersStmt](c, steps, "the players are named twice")
	once[*syntax.BoardStmt](c, steps, "the size of the table is said twice")
	add := func(n syntax.Name, label, french string, noun ir.Noun) {
		name := n.Text
		number := len(out.Players)
		out.Players = append(out.Players, ir.PlayerName{Name: name, Label: label, French: french, Noun: noun, Slot: take(pl.frame, name, tPlayer)})
		pl.bind(n, &ir.Expr{Op: ir.ScriptPlayer, Type: tPlayer, N: int64(number), Name: name})
	}
	if said == nil {
		for _, name := range seats {
			add(nameless(name), "", "", ir.Noun{})
		}
		return
	}
	seen := map[string]source.Span{}
	for _, one := range said.Seats {
		c.checkName(one.Name)
		if c.taken(seen, one.Name, "player") {
			continue
		}
		label, french := "", ""
		if one.Text != nil {
			label = one.Text.Text
		}
		if one.French != nil {
			french = one.French.Text
		}
		add(one.Name, label, french, noun(c.exprs, one.Manners, true))
	}
}
