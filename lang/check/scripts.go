package check

import (
	"slices"

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
	pl := nowhere()
	pl.mode, pl.frame, pl.script = scriptMode, &out.Frame, out
	switch d.Word.Text {
	case "odds":
		out.Word, pl.mode = ir.OddsScript, measuringMode
	case "scenario":
		out.Word = ir.ScenarioScript
		out.Card = c.index.cards[d.Name.Text]
	}
	for _, n := range d.Covers {
		out.Covers = append(out.Covers, n.Text)
	}
	out.Texts = c.memberTexts(d.Members, nowhere())
	c.seat(d.Body, out, pl)
	out.Do = c.stmts(d.Body, pl)
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

// step compiles a step of a script.
func (c *checker) step(s syntax.Stmt, pl *place) ir.Stmt {
	base := ir.Base{At: s.Span()}
	switch s := s.(type) {
	case *syntax.PlayersStmt: // seated already
	case *syntax.BoardStmt:
		return c.board(s, pl)
	case *syntax.GivenStmt:
		return c.givenStmt(s, pl)
	case *syntax.SettingStmt:
		return c.setting(s, pl)
	case *syntax.DiceStmt:
		out := &ir.GiveDice{Base: base}
		for _, f := range s.Faces {
			if e := c.expr(f, pl, tInt); e != nil {
				out.Faces = append(out.Faces, e)
			}
		}
		return out
	case *syntax.AnswerStmt:
		return c.answer(s, pl)
	case *syntax.WhenStmt:
		if e := c.emit(s.Call, pl, s.At); e != nil {
			return e
		}
	case *syntax.DuringStmt:
		emit := c.emit(s.Call, pl, s.At)
		body := c.block(s.Body, pl)
		if emit == nil {
			return nil
		}
		if c.p.Events[emit.Event].Word != ir.SpanEvent {
			c.span(s.Call.Name) // says that it is none
			return nil
		}
		return &ir.During{Base: base, Emit: emit, Body: body}
	case *syntax.ExpectStmt:
		return c.expect(s, pl)
	case *syntax.MeasureStmt:
		e := c.expr(s.Value, pl, tAny)
		if e == nil {
			return nil
		}
		if e.Type.IsList() {
			c.errorf("wrong-type", s.Value.At, "one value is measured, got %s", c.p.TypeName(e.Type))
			return nil
		}
		return &ir.Measure{Base: base, Value: e}
	}
	return nil
}

// board sets the size of the table.
func (c *checker) board(s *syntax.BoardStmt, pl *place) ir.Stmt {
	w, okW := c.constant(s.Width, tLength)
	d, okD := c.constant(s.Depth, tLength)
	if okW && okD {
		pl.script.Width, pl.script.Depth = w.N, d.N
		if w.N <= 0 || d.N <= 0 {
			c.errorf("out-of-range", s.At, "a table has a width and a depth above zero")
		}
	}
	return nil
}

// givenStmt puts an instance into play before anything happens.
func (c *checker) givenStmt(s *syntax.GivenStmt, pl *place) ir.Stmt {
	c.checkName(s.Name)
	out := &ir.Create{Base: ir.Base{At: s.Node.At}, Card: -1}
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
	if out.Place != nil && out.Place.Form == ir.OnInstance {
		c.appliedTo(card, out.Place.Expr, pl)
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
	c.errorf("undefined-field", n.At, "%s has no cell %s", card.Name, n.Text).
		See(card.At, "%s is declared here", card.Name).Suggest(diag.Nearest(n.Text, names))
	return nil
}

// setting compiles `option NAME = E` and `stub FUNCTION = E`.
func (c *checker) setting(s *syntax.SettingStmt, pl *place) ir.Stmt {
	out := &ir.SetOption{Base: ir.Base{At: s.At}, Option: -1, Func: -1}
	var want ir.Type
	if s.Word.Text == "stub" {
		i, ok := c.index.funcs[s.Name.Text]
		if !ok {
			c.errorf("undefined-function", s.Name.At, "there is no function %s", s.Name.Text).
				Suggest(diag.Nearest(s.Name.Text, keys(c.index.funcs)))
			return nil
		}
		c.p.Funcs[i].Stubs = true
		c.used.function(i)
		out.Func, want = i, c.p.Funcs[i].Result
	} else {
		i, ok := c.index.options[s.Name.Text]
		if !ok {
			c.errorf("undefined-option", s.Name.At, "there is no option %s", s.Name.Text).
				Suggest(diag.Nearest(s.Name.Text, keys(c.index.options)))
			return nil
		}
		out.Option, want = i, c.p.Options[i].Type
	}
	out.Value = c.expr(s.Value, pl, want)
	if out.Value == nil {
		return nil
	}
	return out
}

// answer compiles the answer to a form to come. Which form is not known: every name must be a field
// of some form, and its value must fit one of the fields of that name.
func (c *checker) answer(s *syntax.AnswerStmt, pl *place) ir.Stmt {
	out := &ir.Answer{Base: ir.Base{At: s.At}, Word: s.Word, Event: -1}
	switch s.Word {
	case "", "pass", "yes", "no":
	default:
		i, ok := c.index.events[s.Word]
		if !ok || c.p.Events[i].Word != ir.ActionEvent {
			c.errorf("undefined-action", s.At, "there is no action %s", s.Word).See(s.At, "an answer is pass, yes, no, an action, or `field: value`")
			return nil
		}
		out.Event = i
	}
	for _, a := range s.Args {
		if a.Name == nil {
			c.errorf("missing-name", a.At, "name the field: `answer FIELD: ...`")
			continue
		}
		types := c.chosenTypes()[a.Name.Text]
		if len(types) == 0 {
			c.errorf("undefined-field", a.Name.At, "no form asks for %s", a.Name.Text).
				Suggest(diag.Nearest(a.Name.Text, keys(c.chosenTypes())))
			continue
		}
		if e := c.oneOf(a.Value, pl, types); e != nil {
			out.Args = append(out.Args, ir.NamedValue{Name: a.Name.Text, Value: e})
		}
	}
	return out
}

// oneOf compiles a text as the first type that fits; what is wrong is told of the first type.
func (c *checker) oneOf(s syntax.Slice, pl *place, types []ir.Type) *ir.Expr {
	before := c.diags
	var first diag.List
	for i, t := range types {
		c.diags = nil
		e := c.expr(s, pl, t)
		if e != nil {
			c.diags = append(before, c.diags...)
			return e
		}
		if i == 0 {
			first = c.diags
		}
	}
	c.diags = append(before, first...)
	return nil
}

// chosenTypes are the types of what forms ask for, by name.
func (c *checker) chosenTypes() map[string][]ir.Type {
	if c.index.chosen != nil {
		return c.index.chosen
	}
	all := map[string][]ir.Type{}
	add := func(name string, t ir.Type) {
		if t.Kind != ir.Bad && !slices.Contains(all[name], t) {
			all[name] = append(all[name], t)
		}
	}
	for _, ev := range c.p.Events {
		for _, f := range ev.Fields {
			if f.Chosen {
				add(f.Name, f.Type)
			}
		}
		walkStmts(ev.Do, func(s ir.Stmt) { addChosen(s, add) })
	}
	for _, h := range c.p.Hooks {
		walkStmts(h.Do, func(s ir.Stmt) { addChosen(s, add) })
	}
	c.index.chosen = all
	return all
}

func addChosen(s ir.Stmt, add func(string, ir.Type)) {
	if s, ok := s.(*ir.Choose); ok {
		for _, f := range s.Form {
			add(f.Field.Name, f.Field.Type)
		}
	}
}

// expect compiles an assertion.
func (c *checker) expect(s *syntax.ExpectStmt, pl *place) ir.Stmt {
	out := &ir.Expect{Base: ir.Base{At: s.At}, Event: -1, Card: -1, Hook: -1}
	switch s.Form {
	case "cond":
		if out.Cond = c.condition(s.Cond, pl); out.Cond == nil {
			return nil
		}
	case "refused":
		out.Form = ir.ExpectRefused
		if s.Label != nil {
			out.Label = s.Label.Text
			if labels := c.refusals(); !slices.Contains(labels, out.Label) {
				c.errorf("undefined-label", s.Label.At, "nothing refuses with the label %s", out.Label).
					Suggest(diag.Nearest(out.Label, labels))
			}
		}
	case "event", "noevent":
		out.Form = ir.ExpectEvent
		if s.Form == "noevent" {
			out.Form = ir.ExpectNoEvent
		}
		if s.Event == nil {
			return nil
		}
		ev := c.event(*s.Event)
		if ev == nil {
			return nil
		}
		out.Event = ev.ID
		out.Cond = c.condition(s.Cond, c.inEvent(pl, ev, -1))
	case "text":
		return c.expectText(s, out)
	}
	return out
}

// refusals are the labels that `expect refused` may name: requirements and cannots, sorted.
func (c *checker) refusals() []string {
	var labels []string
	for _, ev := range c.p.Events {
		for _, r := range ev.Requires {
			labels = append(labels, r.Label)
		}
	}
	for _, h := range c.p.Hooks {
		if h.Stage == ir.Cannot {
			labels = append(labels, h.Label)
		}
	}
	slices.Sort(labels)
	return slices.Compact(labels)
}

func (c *checker) expectText(s *syntax.ExpectStmt, out *ir.Expect) ir.Stmt {
	out.Form = ir.ExpectText
	if s.Card == nil || s.Text == nil {
		return nil
	}
	card := c.cardNamed(*s.Card, -1)
	if card == nil {
		return nil
	}
	out.Card, out.Lang, out.Text = card.ID, s.Text.Lang.Text, s.Text.Str.Text
	if s.Part == nil {
		return out
	}
	for _, h := range card.Hooks {
		if c.p.Hooks[h].Label == s.Part.Text {
			out.Hook = h
			return out
		}
	}
	c.errorf("undefined-label", s.Part.At, "%s has no clause %s", card.Name, s.Part.Text).
		See(card.At, "%s is declared here", card.Name).Suggest(diag.Nearest(s.Part.Text, c.labels(card)))
	return nil
}
