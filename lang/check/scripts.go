package check

import (
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// seats are the players of a script that names none.
var seats = []string{"red", "blue"}

// lowerScripts compiles tests, odds and scenarios.
func (c *checker) lowerScripts() {
	for _, f := range c.p.Funcs {
		f.Stubs = false
	}
	for _, e := range c.decls.scripts.sorted() {
		c.p.Scripts = append(c.p.Scripts, c.script(e, e.decl.(*syntax.ScriptDecl)))
	}
}

func (c *checker) script(e *entry, d *syntax.ScriptDecl) *ir.Script {
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
		out.Card = c.index.cards[scenarioCard(d.Name.Text)]
	}
	for _, n := range d.Covers {
		out.Covers = append(out.Covers, n.Text)
	}
	out.Texts = c.memberTexts(d.Members, nowhere())
	c.seat(d.Body, out, pl)
	out.Do = c.stmts(d.Body, pl)
	if d.Word.Text == "test" && !c.expects && len(c.list) == said {
		c.warnf("missing-expectation", d.Name.At, "this test expects nothing: say with expect what must be true")
	}
	return out
}

// seat names the players: those of the script's `players` step, or red and blue.
func (c *checker) seat(b syntax.Block, out *ir.Script, pl *place) {
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
	for i, n := range said.Names {
		c.checkName(n)
		if c.taken(seen, n, "player") {
			continue
		}
		label := ""
		if i < len(said.Texts) && said.Texts[i] != nil {
			label = said.Texts[i].Text
		}
		add(n.Text, label, n.At)
	}
}

func (c *checker) dice(s *syntax.DiceStmt, pl *place) ir.Stmt {
	out := &ir.GiveDice{Base: ir.Base{At: s.At}}
	for _, f := range s.Faces {
		if e := c.expr(f, pl, tInt); e != nil {
			out.Faces = append(out.Faces, e)
		}
	}
	return out
}

func (c *checker) during(s *syntax.DuringStmt, pl *place) ir.Stmt {
	emit := c.emit(s.Call, pl, s.At)
	body := c.block(s.Body, pl)
	if emit == nil {
		return nil
	}
	if c.p.Events[emit.Event].Word != ir.SpanEvent {
		c.span(s.Call.Name) // says that it is none
		return nil
	}
	return &ir.During{Base: ir.Base{At: s.At}, Emit: emit, Body: body}
}

func (c *checker) measure(s *syntax.MeasureStmt, pl *place) ir.Stmt {
	e := c.expr(s.Value, pl, tAny)
	if e == nil {
		return nil
	}
	if e.Type.IsList() {
		c.errorf("wrong-type", s.Value.At, "one value is measured, got %s", c.p.TypeName(e.Type))
		return nil
	}
	if c.measured != nil {
		c.errorf("duplicate-measure", s.At, "a question measures one value").See(c.measured.At, "this is measured already")
		return nil
	}
	c.measured = s
	return &ir.Measure{Base: ir.Base{At: s.At}, Value: e}
}

// board sets the size of the table.
func (c *checker) board(s *syntax.BoardStmt, pl *place) {
	w, okW := c.constant(s.Width, tLength)
	d, okD := c.constant(s.Depth, tLength)
	if okW && okD {
		pl.script.Width, pl.script.Depth = w.N, d.N
		if w.N <= 0 || d.N <= 0 {
			c.errorf("out-of-range", s.At, "a table has a width and a depth above zero")
		}
	}
}

// givenStmt puts an instance into play before anything happens.
func (c *checker) givenStmt(s *syntax.GivenStmt, pl *place) ir.Stmt {
	c.checkName(s.Name)
	out := &ir.Create{Base: ir.Base{At: s.Node.At}, Given: true, Card: -1}
	card := c.cardNamed(s.Card.Name, -1)
	if s.For != nil {
		out.For = c.expr(*s.For, pl, tPlayer)
	}
	if s.At != nil {
		out.Place = c.place(s.At, pl)
	}
	if card == nil {
		c.forget(s.Name, pl)
		return nil
	}
	out.Card = card.ID
	out.Args = c.cardArgs(card, s.Card, pl)
	if on, ok := out.Place.(*ir.OnInstance); ok {
		c.appliedTo(card, on.Inst, pl)
	}
	v := pl.local(s.Name.Text, instOf(card.Kind))
	out.As = &v
	given := map[string]source.Span{}
	for _, a := range s.Cells {
		if a.Name == nil {
			c.errorf("missing-name", a.At, "name the cell: `CELL: ...`")
			continue
		}
		if c.taken(given, *a.Name, "cell") {
			continue
		}
		f := c.cellNamed(card, *a.Name)
		if f == nil {
			continue
		}
		if e := c.argument(a.Value, f, pl); e != nil {
			out.Cells = append(out.Cells, ir.CellInit{Field: f, Value: e})
		}
	}
	return out
}

// cellNamed finds a cell of a card's instances, its own or its kind's.
func (c *checker) cellNamed(card *ir.Card, n syntax.Name) *ir.Field {
	var names []string
	for _, list := range [][]*ir.Field{card.Own, c.p.Kinds[card.Kind].Fields} {
		for _, f := range list {
			if f.Class != ir.Cell {
				continue
			}
			if f.Name == n.Text {
				return f
			}
			names = append(names, f.Name)
		}
	}
	c.lacking("undefined-field", n.At, "%s has no cell %s", card.Name, n.Text).
		See(card.At, "%s is declared here", card.Name).Suggest(diag.Nearest(n.Text, names))
	return nil
}

// setting compiles `option NAME = E` and `stub FUNCTION = E`.
func (c *checker) setting(s *syntax.SettingStmt, pl *place) ir.Stmt {
	if s.Word.Text == "stub" {
		i, ok := c.index.funcs[s.Name.Text]
		if !ok {
			c.unknown("undefined-function", s.Name.At, "there is no function %s", s.Name.Text).
				Suggest(c.near(s.Name.Text, func() []string { return keys(c.index.funcs) }))
			return nil
		}
		c.p.Funcs[i].Stubs = true
		c.used.function(i)
		if e := c.expr(s.Value, pl, c.p.Funcs[i].Result); e != nil {
			return &ir.Stub{Base: ir.Base{At: s.At}, Func: i, Value: e}
		}
		return nil
	}
	i, ok := c.index.options[s.Name.Text]
	if !ok {
		c.unknown("undefined-option", s.Name.At, "there is no option %s", s.Name.Text).
			Suggest(c.near(s.Name.Text, func() []string { return keys(c.index.options) }))
		return nil
	}
	if e := c.expr(s.Value, pl, c.p.Options[i].Type); e != nil {
		return &ir.SetOption{Base: ir.Base{At: s.At}, Option: i, Value: e}
	}
	return nil
}
