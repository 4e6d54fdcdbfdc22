package check

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// seats are the players of a script that names none.
var seats = []string{"red", "blue"}

// lowerScripts compiles tests, odds and scenarios.
func (c *bodies) lowerScripts() {
	for _, f := range c.p.Funcs {
		f.Stubs = false
	}
	for _, e := range c.decls.scripts.sorted() {
		c.p.Scripts = append(c.p.Scripts, c.script(e, e.decl.(*syntax.ScriptDecl)))
	}
}

func (c *bodies) script(e *entry, d *syntax.ScriptDecl) *ir.Script {
	out := &ir.Script{Name: d.Name.Text, At: d.At, Width: ir.None, Depth: ir.None, Card: -1, Pack: e.pack}
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
	for _, n := range d.Covers {
		out.Covers = append(out.Covers, n.Text)
	}
	out.Texts = c.memberTexts(e.members, nowhere())
	c.seat(d.Body, out, pl)
	out.Do = c.stmts(d.Body, pl)
	if d.Word.Text == "test" && !c.expects && len(c.list) == said {
		c.warnf("missing-expectation", d.Name.At, "this test expects nothing: say with expect what must be true")
	}
	return out
}

// seat names the players: those of the script's `players` step, or red and blue.
func (c *bodies) seat(b syntax.Block, out *ir.Script, pl *place) {
	var said *syntax.PlayersStmt
	for _, s := range b.Stmts {
		if s, ok := s.(*syntax.PlayersStmt); ok {
			if said != nil {
				c.errorf("duplicate-name", s.At, "the players are named twice").See(said.At, "first named here")
				continue
			}
			said = s
		}
	}
	add := func(name, label string, at source.Span) {
		n := len(out.Players)
		out.Players = append(out.Players, ir.PlayerName{Name: name, Label: label, Slot: take(pl.frame, name, tPlayer)})
		pl.bind(name, &ir.Expr{Op: ir.ScriptPlayer, Type: tPlayer, N: int64(n), Name: name, At: at})
	}
	if said == nil {
		for _, name := range seats {
			add(name, "", b.At)
		}
		return
	}
	seen := map[string]source.Span{}
	for _, one := range said.Seats {
		c.checkName(one.Name)
		if c.taken(seen, one.Name, "player") {
			continue
		}
		label := ""
		if one.Text != nil {
			label = one.Text.Text
		}
		add(one.Name.Text, label, one.Name.At)
	}
}
