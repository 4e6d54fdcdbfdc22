package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/internal/inprint"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

func (c *coder) push(s *syntax.PushStmt, pl *place) ir.Stmt {
	out := &ir.Push{Base: ir.At(s.At), What: c.expr(s.What, pl, tInst), From: c.expr(s.From, pl, tInst), By: c.expr(s.By, pl, tLength)}
	obstacle := tInst
	obstacle.Optional = true
	name := ""
	if s.As != nil {
		name = s.As.Text
	}
	out.Moved, out.Obstacle, out.Edge = pl.part(name, "moved", tLength), pl.part(name, "obstacle", obstacle), pl.part(name, "edge", tBool)
	if s.As != nil {
		c.checkName(*s.As)
		pl.record(*s.As, []ir.Var{out.Moved, out.Obstacle, out.Edge}, nil)
	}
	return whole(out, out.What, out.From, out.By)
}

var watchWords = map[string]ir.WatchWord{"enter": ir.Enter, "leave": ir.Leave, "touch": ir.Touch}

func (c *coder) travel(s *syntax.TravelStmt, pl *place) ir.Stmt {
	out := &ir.Travel{Base: ir.At(s.At), What: c.expr(s.What, pl, tInst), Along: c.expr(s.Along, pl, tPath)}
	in := pl.inner()
	out.Path = in.hidden(tPath)
	out.Mark = in.rows([]ir.Type{tLength}, []ir.Type{tInt, tInst})
	for _, w := range s.Watch {
		if n := c.watch(w, in.inner()); n != nil {
			out.Watch = append(out.Watch, n)
		}
	}
	return whole(out, out.What, out.Along)
}

func (c *coder) watch(s syntax.Watch, pl *place) *ir.Watch {
	c.checkName(s.Name)
	t := c.typeOf(s.Type)
	if !c.mustBeKind(t, s.Type.At) {
		pl.forget(s.Name)
		c.stmts(s.Body, pl)
		return nil
	}
	out := &ir.Watch{At: s.At, Word: watchWords[s.Word.Text], Kind: t.Ref, Var: pl.local(s.Name, t)}
	out.Within = c.optionalExpr(s.Within, pl, tLength)
	switch {
	case s.Within != nil && out.Word == ir.Touch:
		c.errorf("invalid-statement", s.Within.At, "what is touched is passed over: how near something comes is asked with `enter %s: KIND within LENGTH`", s.Name.Text)
	case s.Within == nil && out.Word != ir.Touch:
		c.errorf("missing-value", s.At, "say how near: `%s %s: KIND within LENGTH`", s.Word.Text, s.Name.Text)
	}
	out.Where = c.condition(s.Where, pl)
	pl.know(c.p, out.Where, true)
	out.Body = c.stmts(s.Body, pl)
	return out
}

// act compiles `act X`.
func (c *coder) act(s *syntax.ActStmt, pl *place) ir.Stmt {
	who := c.optionalExpr(s.Who, pl, tInst)
	if who == nil {
		return nil
	}
	return c.offered(&ir.Act{Base: ir.At(s.At), Who: who, Pass: s.Pass}, s.Among, pl)
}

// mayBegin tells whether something may be offered an action: of its own kind, or by what lies on it or is its card.
func mayBegin(c *coder, who *ir.Expr, ev *ir.Event) bool {
	if _, given := c.index.givers[ev.ID]; given || who == nil || who.Type.Kind != ir.Inst || who.Type.Ref < 0 || len(ev.Fields) == 0 || ev.Fields[0].Type.Ref < 0 {
		return true
	}
	return c.p.Common(c.p.KindAt(who.Type.Ref), c.p.KindAt(ev.Fields[0].Type.Ref)) >= 0
}

// window compiles `window by LIST`.
func (c *coder) window(s *syntax.WindowStmt, pl *place) ir.Stmt {
	if s.By == nil {
		c.errorf("missing-value", s.At, "say who may act, in order: `window among TAG by LIST`")
		return nil
	}
	by := c.players(*s.By, pl)
	if by == nil {
		return nil
	}
	return c.offered(&ir.Act{Base: ir.At(s.At), By: by, Pass: s.Pass}, s.Among, pl)
}

// offered settles which actions are offered: every one with one of the tags.
func (c *coder) offered(out *ir.Act, among []syntax.Name, pl *place) ir.Stmt {
	if len(among) > 0 {
		for _, n := range among {
			out.Events = append(out.Events, actionsOf(c, n)...)
		}
		if out.Events == nil { // which is an error, or of an action that is not known
			return nil
		}
		slices.Sort(out.Events)
		out.Events = slices.Compact(out.Events)
	} else if len(actions(c.p)) == 0 {
		c.lacking("undefined-action", out.At, "there is no action: nothing is ever offered here")
		return nil
	}
	for _, ev := range actions(c.p) {
		if (len(among) == 0 || slices.Contains(out.Events, ev.ID)) && mayBegin(c, out.Who, ev) {
			c.used.begun.add(int64(ev.ID))
		}
	}
	out.Turn = pl.hidden(tInt)
	out.Passes = pl.hidden(tInt)
	out.Order = pl.hidden(ir.ListOf(tPlayer))
	return out
}

// actionsOf are the actions with a tag.
func actionsOf(c *coder, n syntax.Name) (all []int) {
	t := c.tag(n)
	if t < 0 {
		return nil
	}
	var borne []string
	for _, ev := range actions(c.p) {
		if slices.Contains(ev.Tags, t) {
			all = append(all, ev.ID)
		}
		for _, t := range ev.Tags {
			borne = append(borne, c.p.Tags[t])
		}
	}
	if all == nil {
		slices.Sort(borne)
		d := c.lacking("undefined-tag", n.At, "no action has the tag %s", n.Text).Suggest(diag.Nearest(n.Text, borne))
		if !d.Mended() {
			d.Message += few(n.Text, slices.Compact(borne))
		}
	}
	return all
}

// actions are those that are declared.
func actions(p *ir.Program) (all []*ir.Event) {
	for _, ev := range p.Events {
		if ev.Word == ir.ActionEvent {
			all = append(all, ev)
		}
	}
	return all
}

// apply compiles `apply CARD to X DURATION`.
func (c *coder) apply(s *syntax.ApplyStmt, pl *place) ir.Stmt {
	out := &ir.Create{Base: ir.At(s.Span()), Apply: true, Card: -1}
	card := c.createdCard(s.Card, pl, out)
	out.To = c.expr(s.To, pl, tInst)
	out.From = c.optionalExpr(s.From, pl, tInst)
	c.laid(out, card, out.To)
	if s.Duration == nil {
		c.errorf("missing-duration", s.Span(), "say how long it lasts: permanent, while source, until used, for N SPAN, until end of SPAN ...")
	} else {
		out.Duration = c.duration(s.Duration, pl)
	}
	return c.created(out, card, s.For, s.Place, s.As, pl)
}

// create compiles `create CARD`.
func (c *coder) create(s *syntax.CreateStmt, pl *place) ir.Stmt {
	out := &ir.Create{Base: ir.At(s.Span()), Card: -1}
	card := c.createdCard(s.Card, pl, out)
	out.Duration = c.duration(s.Duration, pl)
	return c.created(out, card, s.For, s.Place, s.As, pl)
}

// created compiles what apply and create end with.
func (c *coder) created(out *ir.Create, card *ir.Card, whose *syntax.Slice, at syntax.Place, as *syntax.Name, pl *place) ir.Stmt {
	out.For = c.optionalExpr(whose, pl, tPlayer)
	if at != nil {
		out.Place = c.place(at, pl)
	}
	if on, ok := out.Place.(*ir.OnInstance); ok {
		c.laid(out, card, on.Inst)
	}
	if as != nil {
		c.checkName(*as)
		if out.Card < 0 && out.CardExpr == nil { // what it is nobody knows: of what it is given to nothing is said
			pl.forget(*as)
			return nil
		}
		t := tInst
		if card != nil {
			t = instOf(c.p.CardRef(card.ID))
		} else if out.CardExpr != nil {
			t = instOf(out.CardExpr.Type.Ref)
		}
		v := pl.local(*as, t)
		out.As = &v
	}
	if out.Card < 0 && out.CardExpr == nil {
		return nil
	}
	return out
}

// laid sees that the card of a create may lie on what it is put on.
func (c *coder) laid(out *ir.Create, card *ir.Card, on *ir.Expr) {
	switch {
	case card != nil:
		c.liesOn(card.Kind, card, on)
	case out.CardExpr != nil && out.CardExpr.Type.Kind == ir.CardOf:
		c.liesOn(out.CardExpr.Type.Ref, nil, on)
	}
}

// createdCard resolves the card of a create: by its name, or computed.
func (c *coder) createdCard(call syntax.Call, pl *place, out *ir.Create) *ir.Card {
	if e := pl.given(&c.sight, call.Name.Text, call.At); e != nil || c.isCardOption(call.Name.Text) {
		if len(call.Args) > 0 {
			c.unknown("undefined-argument", call.At, "%s is computed: its parameters are not known here", call.Name.Text)
			return nil
		}
		out.CardExpr = c.expr(syntax.Slice{Node: call.Name.Node, Text: call.Name.Text}, pl, ir.Type{Kind: ir.CardOf, Ref: -1})
		return nil
	}
	card := cardPut(c, call.Name, pl)
	if card == nil {
		return nil
	}
	out.Card = card.ID
	out.Args = c.cardArgs(card, call, pl)
	return card
}

// cardPut is the card of what comes into play, which no player is.
func cardPut(c *coder, n syntax.Name, pl *place) *ir.Card {
	card := c.cardNamed(n, -1)
	switch {
	case card == nil || card.Kind != ir.PlayerKind:
		return card
	case pl.script == nil:
		c.errorf("invalid-statement", n.At, "nobody puts a player into play: the players are there from the beginning")
	default:
		c.errorf("invalid-statement", n.At, "nobody puts a player into play: here they are called %s, and otherwise with players NAME, NAME",
			strings.Join(diag.Names(pl.script.Players, func(p ir.PlayerName) string { return p.Name }), ", "))
	}
	return nil
}

// ownerSaid reports `for player P`, which is read as how long something lasts, and is what was meant.
func ownerSaid(c *coder, s *syntax.GivenStmt, pl *place) *syntax.GivenStmt {
	d, ok := s.Duration.(*syntax.ForSpans)
	if !ok || s.For != nil || pl.names[d.Times.Text] != nil || pl.names[d.SpanName.Text] == nil || !source.IsName(d.Times.Text) {
		return s
	}
	out := *s
	out.Duration, out.For = nil, &syntax.Slice{Node: d.SpanName.Node, Text: d.SpanName.Text}
	c.errorf("bad-syntax", d.Times.At.Join(d.SpanName.At), "whose it is stands behind for, by his name alone").Rewrite(d.SpanName.Text)
	return &out
}

// swapped reports `at PLAYER for (X, Y)`, and goes on with what was meant.
func swapped(c *coder, s *syntax.GivenStmt, pl *place) *syntax.GivenStmt {
	if s.For == nil || len(s.At) != 1 || !strings.HasPrefix(s.For.Text, "(") {
		return s
	}
	at, ok := s.At[0].(*syntax.AtPlace)
	if !ok || at.Of != nil {
		return s
	}
	if who := pl.names[at.Value.Text]; who == nil || who.Type != tPlayer {
		return s
	}
	first, last := at.Value, *s.For
	if first.At.Start > last.At.Start {
		first, last = last, first
	}
	between := first.At
	between.Start, between.End = first.At.End, last.At.Start
	c.errorf("bad-syntax", first.At.Join(last.At), "at and for are swapped: at says where it stands, and for whose it is").
		Rewrite(last.Text + between.Text() + first.Text)
	out, place := *s, *at
	owner := at.Value
	place.Value = *s.For
	out.At, out.For = []syntax.Place{&place}, &owner
	return &out
}

// cellsGiven are the cells with their names; those without are reported together.
func (c *coder) cellsGiven(all []syntax.Arg) (named []syntax.Arg) {
	var bare []syntax.Arg
	for _, a := range all {
		if a.Name == nil {
			bare = append(bare, a)
		} else {
			named = append(named, a)
		}
	}
	if len(bare) == 0 {
		return named
	}
	at := bare[0].At.Join(bare[len(bare)-1].At)
	d := c.errorf("missing-name", at, "name the cell: `CELL: ...`")
	var pairs []string
	for i := 0; i+1 < len(bare); i += 2 {
		cell, value := bare[i].Value.Text, bare[i+1].Value.Text
		if !source.IsName(cell) { // 3 HP
			cell, value = value, cell
		}
		if source.IsName(cell) {
			pairs = append(pairs, cell+": "+value)
		}
	}
	if text := strings.Join(pairs, ", "); 2*len(pairs) == len(bare) && len(bare) == len(all) {
		d.Rewrite(text)
	}
	return named
}

// givenStmt puts an instance into play before anything happens.
func (c *coder) givenStmt(s *syntax.GivenStmt, pl *place) ir.Stmt {
	name := s.Names[0]
	c.checkName(name)
	s = swapped(c, ownerSaid(c, s, pl), pl)
	if i, ok := c.index.cards.of[name.Text]; s.Card == nil && ok && pl.names[name.Text] == nil {
		one := strings.ToLower(name.Text[:1])
		d := c.errorf("invalid-statement", name.At, "what is set up has a name, as in given %s = %s", one, name.Text)
		c.cut = true // what follows speaks of it
		d.Mend(diag.Replace(name.At, one+" = "+c.p.Cards[i].Name, "write "+one+" = "+name.Text))
		return nil
	}
	if s.Card == nil {
		c.errorf("invalid-statement", s.Node.At, "this changes what a setup gives: it stands before anything happens, in a script that builds `in` a setup")
		return nil
	}
	out := &ir.Create{Base: ir.At(s.Node.At), Given: true, Card: -1}
	card := cardPut(c, s.Card.Name, pl)
	if s.For != nil {
		out.For = forWhom(c, s, pl)
	}
	if len(s.At) > 0 {
		out.Place = c.place(s.At[0], pl)
	}
	out.Duration = c.duration(s.Duration, pl)
	if card == nil {
		pl.forget(name)
		return nil
	}
	out.Card = card.ID
	out.Args = c.cardArgs(card, *s.Card, pl)
	if on, ok := out.Place.(*ir.OnInstance); ok {
		c.liesOn(card.Kind, card, on.Inst)
	}
	v := pl.local(name, instOf(c.p.CardRef(card.ID)))
	out.As = &v
	given := map[string]source.Span{}
	for _, a := range c.cellsGiven(s.Cells) {
		if first, ok := given[a.Name.Text]; ok {
			saidAgain(c.names, a.Name.Text, first, a.Name.At)
			continue
		}
		given[a.Name.Text] = a.Name.At
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

// forWhom is whose something is that is given: a player of the script. He may be called as he is printed, and what lies on
// something is not somebody's.
func forWhom(c *coder, s *syntax.GivenStmt, pl *place) *ir.Expr {
	said := len(c.list)
	e := c.expr(*s.For, pl, tPlayer)
	if len(c.list) == said || pl.script == nil {
		return e
	}
	d := &c.list[said]
	text := strings.TrimSpace(s.For.Text)
	for _, p := range pl.script.Players {
		if strings.EqualFold(p.Label, text) || strings.EqualFold(p.French, text) || printedValue(c, text, p.Label, p.French) {
			d.Code, d.Message, d.Mends, d.Hint = "undefined-name", "the players are called "+strings.Join(diag.Names(pl.script.Players, func(p ir.PlayerName) string { return p.Name }), ", "), nil, ""
			d.SuggestAs(p.Name, cmp.Or(p.Label, p.French))
			return e
		}
	}
	if on := pl.names[text]; d.Code == "wrong-type" && on != nil && on.Type.Kind == ir.Inst {
		word := s.For.At
		word.End = word.Start
		word.Start = strings.LastIndex(word.File.Text[:word.End], "for")
		if word.Start >= 0 && strings.TrimSpace(word.Text()) == "for" {
			word.End = word.Start + len("for")
			d.Span, d.Message = word, "what lies on something stands behind on; for names a player"
			d.Mend(diag.Replace(word, "on", "write on"))
		}
	}
	return e
}

// printedValue tells whether a name is that of a value of some list which is printed as one of some texts.
func printedValue(c *coder, name string, printed ...string) bool {
	for _, en := range c.p.Enums {
		for _, v := range en.Values {
			among := func(yield func(string, source.Span) bool) { yield(v.Name, v.At) }
			if v.Name == name && slices.ContainsFunc(printed, func(p string) bool { n, _ := inprint.As(among, p); return p != "" && n != "" }) {
				return true
			}
		}
	}
	return false
}

// lying puts on what is given the cards that it is given with.
func (c *coder) lying(s *syntax.GivenStmt, pl *place) []ir.Stmt {
	var out []ir.Stmt
	for _, call := range s.With {
		card := cardPut(c, call.Name, pl)
		on := pl.names[s.Names[0].Text]
		if card == nil || on == nil || on.Op == ir.BadOp {
			continue
		}
		c.mayLie(card.Kind, card, on.Type.Ref, call.At)
		out = append(out, &ir.Create{Base: ir.At(call.At), Given: true, Card: card.ID, Args: c.cardArgs(card, call, pl), Place: &ir.OnInstance{Inst: on}})
	}
	return out
}

// singly takes apart what is given together: `given a, b = CARD at P, Q`.
func singly(c *coder, steps []syntax.Stmt) []syntax.Stmt {
	var out []syntax.Stmt
	for _, s := range steps {
		g, ok := s.(*syntax.GivenStmt)
		if !ok {
			out = append(out, s)
			continue
		}
		for _, a := range g.Again {
			saidAgain(c.names, a.What, a.First, a.At)
		}
		each := len(g.At) == len(g.Names)
		if !each && len(g.At) > 1 {
			c.errorf("missing-value", g.At[0].Span(), "say where each of them is, or one place for all: got %d for %d", len(g.At), len(g.Names))
		}
		for i := range g.Names {
			one := *g
			one.Names, one.At = g.Names[i:i+1], g.At[:min(1, len(g.At))]
			if each {
				one.At = g.At[i : i+1]
			}
			out = append(out, &one)
		}
	}
	return out
}
