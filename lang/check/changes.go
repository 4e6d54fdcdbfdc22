package check

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// create compiles apply and create.
func (c *checker) create(s *syntax.CreateStmt, pl *place) ir.Stmt {
	out := &ir.Create{Base: ir.Base{At: s.Node.At}, Apply: s.Word.Text == "apply", Card: -1}
	card := c.createdCard(s.Card, pl, out)
	out.To = c.optionalExpr(s.To, pl, tInst)
	out.From = c.optionalExpr(s.From, pl, tInst)
	if s.For != nil {
		out.For = c.expr(*s.For, pl, tPlayer)
	}
	if s.At != nil {
		out.Place = c.place(s.At, pl)
	}
	if card != nil {
		c.appliedTo(card, out.To, pl)
		if on, ok := out.Place.(*ir.OnInstance); ok {
			c.appliedTo(card, on.Inst, pl)
		}
	}
	switch {
	case s.Duration != nil:
		if out.Duration = c.duration(s.Duration, pl); out.Duration == nil {
			return nil
		}
	case out.Apply:
		c.errorf("missing-duration", s.Node.At, "say how long it lasts: permanent, while source, until used, for N SPAN, until end of SPAN ...")
	}
	if out.Apply && s.To == nil {
		c.errorf("missing-value", s.Node.At, "say to whom: `apply %s to X`", s.Card.Name.Text)
	}
	if s.As != nil {
		c.checkName(*s.As)
		t := tInst
		if card != nil {
			t = instOf(card.Kind)
		} else if out.CardExpr != nil {
			t = instOf(out.CardExpr.Type.Ref)
		}
		v := pl.local(s.As.Text, t)
		out.As = &v
	}
	if out.Card < 0 && out.CardExpr == nil {
		return nil
	}
	return out
}

// createdCard resolves the card of a create: by its name, or computed.
func (c *checker) createdCard(call syntax.Call, pl *place, out *ir.Create) *ir.Card {
	if e := pl.names[call.Name.Text]; e != nil || c.isCardOption(call.Name.Text) {
		if len(call.Args) > 0 {
			c.unknown("undefined-argument", call.At, "%s is computed: its parameters are not known here", call.Name.Text)
			return nil
		}
		out.CardExpr = c.expr(syntax.Slice{Node: call.Name.Node, Text: call.Name.Text}, pl, ir.Type{Kind: ir.CardOf, Ref: -1})
		return nil
	}
	card := c.cardNamed(call.Name, -1)
	if card == nil {
		return nil
	}
	out.Card = card.ID
	out.Args = c.cardArgs(card, call, pl)
	return card
}

func (c *checker) isCardOption(name string) bool {
	i, ok := c.index.options[name]
	return ok && c.p.Options[i].Type.Kind == ir.CardOf
}

// place compiles where something goes: nowhere, on an instance, at a point, in a zone.
func (c *checker) place(s *syntax.Place, pl *place) ir.Place {
	switch s.Form {
	case "nowhere":
		return &ir.Nowhere{}
	case "on":
		return &ir.OnInstance{Inst: c.optionalExpr(s.Value, pl, tInst)}
	}
	if s.Value == nil {
		return nil
	}
	name := strings.TrimSpace(s.Value.Text)
	zone, ok := c.index.zones[name]
	if !ok || pl.names[name] != nil {
		if s.Of != nil {
			c.unknown("undefined-zone", s.Value.At, "there is no zone %s", name).Suggest(c.near(name, func() []string { return keys(c.index.zones) }))
			return nil
		}
		if isName(name) && pl.names[name] == nil {
			c.unknown("undefined-zone", s.Value.At, "there is no zone %s", name).Suggest(c.near(name, func() []string { return keys(c.index.zones) }))
			return nil
		}
		e := c.point(*s.Value, pl)
		if e == nil {
			return nil
		}
		return &ir.AtPoint{Point: e}
	}
	out := &ir.InZone{Zone: zone}
	z := c.p.Zones[zone]
	switch {
	case z.OfPlayers && s.Of == nil:
		c.errorf("missing-value", s.At, "every player has a %s: write `%s of PLAYER`", z.Name, z.Name)
	case !z.OfPlayers && s.Of != nil:
		c.errorf("invalid-member", s.Of.At, "%s belongs to no player", z.Name).See(z.At, "%s is declared here", z.Name)
	case s.Of != nil:
		out.Of = c.expr(*s.Of, pl, tPlayer)
	}
	return out
}

// point compiles a point: an expression, or `(x, y)`, which CEL does not know.
func (c *checker) point(s syntax.Slice, pl *place) *ir.Expr {
	parts := coordinates(s)
	if parts == nil {
		return c.expr(s, pl, tPoint)
	}
	e := &ir.Expr{Op: ir.CallPrim, N: ir.PPoint, Type: tPoint, At: s.At}
	if len(parts) == 3 {
		e.N = ir.PPoint3
	}
	for _, p := range parts {
		x := c.expr(p, pl, ir.Type{Kind: ir.Length})
		if x == nil {
			return nil
		}
		e.Args = append(e.Args, x)
	}
	return e
}

// coordinates takes `(x, y)` or `(x, y, z)` apart; nil when it is something else.
func coordinates(s syntax.Slice) []syntax.Slice {
	text := s.Text
	if len(text) < 2 || text[0] != '(' || text[len(text)-1] != ')' {
		return nil
	}
	var out []syntax.Slice
	depth, from := 0, 1
	for i := range len(text) {
		switch text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		}
		end := i == len(text)-1
		if depth == 0 && !end {
			return nil
		}
		if depth == 1 && text[i] == ',' || end {
			at := s.At
			at.Start, at.End = s.At.Start+from, s.At.Start+i
			out = append(out, syntax.Slice{Node: syntax.Node{At: at}, Text: text[from:i]})
			from = i + 1
		}
	}
	if len(out) != 2 && len(out) != 3 {
		return nil
	}
	return out
}

func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		b := s[i] | 0x20
		if !('a' <= b && b <= 'z' || s[i] == '_' || i > 0 && '0' <= s[i] && s[i] <= '9') {
			return false
		}
	}
	return s != ""
}

func (c *checker) duration(s *syntax.Duration, pl *place) ir.Duration {
	span := func() (out ir.SpanOf) {
		out.Event = c.span(*s.SpanName)
		out.Of = c.optionalExpr(s.Of, pl, tInst)
		return out
	}
	switch s.Form {
	case "permanent":
		return &ir.Permanent{At: s.At}
	case "source":
		return &ir.WhileSource{At: s.At}
	case "used":
		return &ir.UntilUsed{At: s.At}
	case "for":
		return &ir.ForSpans{At: s.At, Times: c.optionalExpr(s.Times, pl, tInt), Span: span()}
	case "until":
		if s.Nth > 0 && !s.Next {
			c.errorf("invalid-duration", s.At, "what is counted lies ahead: write `of second next`")
		}
		if s.Edge == "end" {
			return &ir.UntilEnd{At: s.At, Span: span(), Next: s.Next, Nth: s.Nth}
		}
		return &ir.UntilStart{At: s.At, Span: span(), Nth: s.Nth}
	case "from":
		return &ir.FromNext{At: s.At, Span: span()}
	}
	return nil
}

func (c *checker) change(s *syntax.ChangeStmt, pl *place) ir.Stmt {
	base, what := ir.Base{At: s.At}, c.expr(s.What, pl, tInst)
	if s.To != nil {
		if to := c.place(s.To, pl); to != nil && what != nil {
			return &ir.Move{Base: base, What: what, To: to}
		}
		return nil
	}
	if s.Whom != nil {
		if whom := c.expr(*s.Whom, pl, tPlayer); whom != nil && what != nil {
			return &ir.Give{Base: base, What: what, Whom: whom}
		}
		return nil
	}
	if s.Turn != nil {
		if turn := c.expr(*s.Turn, pl, tInt); turn != nil && what != nil {
			return &ir.Rotate{Base: base, What: what, Turn: turn, By: s.By}
		}
		return nil
	}
	if what == nil {
		return nil
	}
	switch s.Word.Text {
	case "destroy":
		return &ir.Destroy{Base: base, What: what}
	case "hide":
		return &ir.Hide{Base: base, What: what}
	case "reveal":
		return &ir.Reveal{Base: base, What: what}
	}
	return nil
}

func (c *checker) push(s *syntax.PushStmt, pl *place) ir.Stmt {
	out := &ir.Push{Base: ir.Base{At: s.At}, What: c.expr(s.What, pl, tInst), From: c.expr(s.From, pl, tInst), By: c.expr(s.By, pl, tLength)}
	obstacle := tInst
	obstacle.Optional = true
	parts := []*ir.Var{&out.Moved, &out.Obstacle, &out.Edge}
	var vars []ir.Var
	for i, v := range []ir.Var{{Name: "moved", Type: tLength}, {Name: "obstacle", Type: obstacle}, {Name: "edge", Type: tBool}} {
		if s.As != nil {
			v.Name = s.As.Text + "." + v.Name
		}
		v.Slot = take(pl.frame, v.Name, v.Type)
		*parts[i] = v
		vars = append(vars, v)
	}
	if s.As != nil {
		c.checkName(*s.As)
		pl.record(s.As.Text, vars)
	}
	if out.What == nil || out.From == nil || out.By == nil {
		return nil
	}
	return out
}

var watchWords = map[string]ir.WatchWord{"enter": ir.Enter, "leave": ir.Leave, "touch": ir.Touch}

func (c *checker) travel(s *syntax.TravelStmt, pl *place) ir.Stmt {
	out := &ir.Travel{Base: ir.Base{At: s.At}, What: c.expr(s.What, pl, tInst), Along: c.expr(s.Along, pl, tPath)}
	in := pl.inner()
	out.Path = in.hidden(tPath)
	out.Mark = in.rows([]ir.Type{tLength}, []ir.Type{tInt, tInst})
	for _, w := range s.Watch {
		if n := c.watch(w, in.inner()); n != nil {
			out.Watch = append(out.Watch, n)
		}
	}
	if out.What == nil || out.Along == nil {
		return nil
	}
	return out
}

func (c *checker) watch(s syntax.Watch, pl *place) *ir.Watch {
	c.checkName(s.Name)
	t := c.typeOf(s.Type)
	if t.Kind != ir.Inst {
		if t.Kind != ir.Bad {
			c.errorf("wrong-type", s.Type.At, "got %s, want a kind", c.p.TypeName(t))
		}
		c.forget(s.Name, pl)
		c.stmts(s.Body, pl)
		return nil
	}
	out := &ir.Watch{Base: ir.Base{At: s.At}, Word: watchWords[s.Word.Text], Kind: t.Ref, Var: pl.local(s.Name.Text, t)}
	out.Within = c.optionalExpr(s.Within, pl, tLength)
	if s.Within == nil && out.Word != ir.Touch {
		c.errorf("missing-value", s.At, "say how near: `%s %s: KIND within LENGTH`", s.Word.Text, s.Name.Text)
	}
	out.Where = c.condition(s.Where, pl)
	pl.know(out.Where, true)
	out.Body = c.stmts(s.Body, pl)
	return out
}

// act compiles act and window. What is offered is settled here: every action with one of the tags.
func (c *checker) act(s *syntax.ActStmt, pl *place) ir.Stmt {
	out := &ir.Act{Base: ir.Base{At: s.At}, Pass: s.Pass}
	if s.Word.Text == "window" {
		if s.By == nil {
			c.errorf("missing-value", s.At, "say who may act, in order: `window among TAG by LIST`")
			return nil
		}
		out.By = c.players(*s.By, pl)
		if out.By == nil {
			return nil
		}
	} else {
		out.Who = c.optionalExpr(s.Who, pl, tInst)
		if out.Who == nil {
			return nil
		}
	}
	if len(s.Among) > 0 {
		var tags []int
		for _, n := range s.Among {
			if t := c.tag(n); t >= 0 {
				tags = append(tags, t)
			}
		}
		for _, ev := range c.p.Events {
			if ev.Word == ir.ActionEvent && slices.ContainsFunc(ev.Tags, func(t int) bool { return slices.Contains(tags, t) }) {
				out.Events = append(out.Events, ev.ID)
			}
		}
		if out.Events == nil { // nobody gives such an action: none is offered, not all
			out.Events = []int{-1}
		}
	}
	out.Turn = pl.hidden(tInt)
	out.Passes = pl.hidden(tInt)
	out.Order = pl.hidden(ir.ListOf(tPlayer))
	return out
}
