package check

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Every throw is an event. It is one of the program only where a clause speaks of it: who does not throws as if
// there were none.

// The names of the event and of its tags.
const (
	throwEvent = "throw"
	forField   = "for"
)

// dicing compiles what is said of throws and done to dice.
type dicing struct {
	*deriver
	thrown []heardThrow
}

// heardThrow is a throw with what is said of it.
type heardThrow struct {
	stmt  *ir.Throw
	whose *ir.Expr
	tags  []int
}

// throws is the event of all throws, which the first who speaks of it makes.
func (c *names) throws() *ir.Event {
	if c.p.Throw != nil {
		return c.p.Throw
	}
	ev := &ir.Event{ID: c.index.events.add(throwEvent, &entry{name: throwEvent, word: "event"}), Name: throwEvent, Word: ir.PlainEvent, Giver: -1}
	ints := []ir.Field{ir.ThrowOf: {Name: "of", Type: ir.Type{Kind: ir.Inst, Ref: -1, Optional: true}, Param: true},
		ir.ThrowSize: {Name: "sides", Type: tInt, Layers: []string{soleLayer}}, ir.ThrowNumber: {Name: "number", Type: tInt, Layers: []string{soleLayer}},
		ir.ThrowAgain: {Name: "again", Type: tBool}, ir.ThrowOne: {Name: "(one)", Type: tInt}}
	lists := []string{ir.ThrowFaces: "faces", ir.ThrowFor: forField, ir.ThrowOnce: "(once)", ir.ThrowTwice: "(twice)",
		ir.ThrowParts: "(parts)", ir.ThrowHearers: "(hearers)", ir.ThrowOut: "(out)"}
	add := func(f *ir.Field, row ...ir.Type) {
		f.Class, f.Lo, f.Hi = ir.Cell, ir.None, ir.None
		f.Slot = takeSlot(&ev.Frame, ir.SlotName{Name: strings.Trim(f.Name, "()"), Type: f.Type, Row: row})
		ev.Fields = append(ev.Fields, f)
	}
	list := func(n int, row ...ir.Type) { add(&ir.Field{Name: lists[n], Type: ir.ListOf(tInt)}, row...) }
	for i := range ints[:ir.ThrowOne] {
		add(&ints[i])
	}
	list(ir.ThrowFaces)
	list(ir.ThrowFor)
	named := len(ev.Fields)
	add(&ints[ir.ThrowOne])
	list(ir.ThrowOnce)
	list(ir.ThrowTwice)
	list(ir.ThrowParts)
	list(ir.ThrowHearers, tInt, ir.Type{Kind: ir.Inst, Ref: -1})
	list(ir.ThrowOut)
	ev.Hidden = len(ev.Fields) - named
	add(&ir.Field{Name: outcomeField, Type: tInt})
	ev.Outcome = ir.ThrowOutcome
	ev.Do = &ir.Block{Stmts: []ir.Stmt{&ir.OnDice{Op: ir.FallDice}}}
	c.p.Events, c.p.Throw = append(c.p.Events, ev), ev
	return ev
}

// hearThrows makes every throw an event, when there is somebody to hear it.
func (c *dicing) hearThrows() {
	ev := c.p.Throw
	if ev == nil {
		return
	}
	of := ir.ListOf(tInt)
	all := c.thrown
	c.thrown = nil
	for _, t := range all {
		s := t.stmt
		s.Heard = &ir.Emit{Base: ir.At(s.At), Event: ev.ID, Args: []ir.EmitArg{
			{Field: ir.ThrowSize, Value: s.Faces}, {Field: ir.ThrowNumber, Value: s.Count},
			{Field: ir.FieldNamed(ev.Fields, forField), Value: &ir.Expr{Op: ir.Const, Type: of, List: tagList(t.tags), At: s.At}}}}
		if t.whose != nil {
			s.Heard.Args = append(s.Heard.Args, ir.EmitArg{Field: ir.ThrowOf, Value: t.whose})
		}
	}
}

func tagList(tags []int) []int64 {
	var out []int64
	for _, t := range tags {
		out = append(out, int64(t))
	}
	return out
}

// tagsOf are the tags that a head on throws asks for.
func (c *clauses) tagsOf(head syntax.Head) []int {
	var out []int
	for _, m := range head.Fields {
		if tag, ok := c.index.tags[strings.TrimSpace(m.Value.Text)]; ok && m.Name.Text == forField {
			out = append(out, tag)
		}
	}
	return out
}

// isFor is the condition that a throw has a tag.
func (c *clauses) isFor(tag int, f *ir.Field, at source.Span) *ir.Expr {
	is := &ir.Expr{Op: ir.Const, Type: tInt, N: int64(tag), Name: c.p.Tags[tag], At: at}
	return &ir.Expr{Op: ir.In, Type: tBool, Args: []*ir.Expr{is, eventField(f)}, At: at}
}

// dice is something that is done to the dice of a throw, as written.
type dice struct {
	op    ir.DiceOp
	at    source.Span
	times *syntax.Slice
	where *syntax.Slice
	to    *syntax.Slice
	by    *syntax.Slice
}

// onDice compiles what is done to the dice of a throw.
func (c *dicing) onDice(s dice, pl *place) ir.Stmt {
	if pl.mode != hookMode || pl.event == nil || pl.event != c.p.Throw || !pl.stage.Late() {
		c.errorf("invalid-statement", s.at, "this is done to the dice of a throw: it is possible only in `after throw`")
		return nil
	}
	out := &ir.OnDice{Base: ir.At(s.at), Op: s.op, Times: c.optionalExpr(s.times, pl, tInt), Fixed: true}
	wrong := s.times != nil && out.Times == nil
	for _, part := range []struct {
		text *syntax.Slice
		want ir.Type
		to   **ir.Expr
	}{{s.where, tBool, &out.Where}, {s.to, tInt, &out.To}} {
		if part.text != nil {
			*part.to = c.byFace(*part.text, pl, part.want)
			wrong = wrong || *part.to == nil
			out.Fixed = out.Fixed && c.fixed(*part.to, pl)
		}
	}
	if s.by != nil {
		out.Pick = c.choosing(s, out, pl)
		wrong = wrong || out.Pick == nil
	}
	if wrong {
		return nil
	}
	return out
}

// choosing asks a player which dice are thrown again: so many of those that may be, or of all as many as he likes, but one.
func (c *dicing) choosing(s dice, d *ir.OnDice, pl *place) *ir.Choose {
	by := c.players(*s.by, pl)
	if by == nil || by.Type.IsList() {
		return nil
	}
	dice := ir.ListOf(tInt)
	once := &ir.Expr{Op: ir.EventField, Type: dice, Lists: true, N: ir.ThrowOnce, Name: "(once)", At: s.at}
	fit := &ir.Expr{Op: ir.Filter, Type: dice, Lists: true, Args: []*ir.Expr{once, d.Where}, At: s.at}
	call := func(prim int64, t ir.Type, args ...*ir.Expr) *ir.Expr {
		return &ir.Expr{Op: ir.CallPrim, N: prim, Type: t, Args: args, At: s.at}
	}
	one := &ir.Expr{Op: ir.Const, Type: tInt, N: 1, At: s.at}
	f := &ir.Field{Name: syntax.PickedDice, At: s.at, Type: dice, Lo: ir.None, Hi: ir.None, Class: ir.Cell, Chosen: true}
	f.Slot = pl.inner().local(nameless(f.Name), dice).Slot
	ff := &ir.FormField{Field: f, Type: dice, All: -1, Some: true, In: fit, CountLo: one, CountHi: call(ir.PSize, tInt, fit), It: 1, Own: -1}
	if d.Times != nil { // of nothing no one is picked, and nobody asked
		ff.CountHi = call(ir.PAtLeast, tInt, one, call(ir.PAtMost, tInt, d.Times, ff.CountHi))
		ff.CountLo = ff.CountHi
	} else {
		ff.Prefer = call(ir.PSize, tInt, &ir.Expr{Op: ir.Temp, Type: dice, Lists: true, N: 1, Name: "it"})
	}
	return &ir.Choose{Base: ir.At(s.at), Form: []*ir.FormField{ff}, By: by}
}

// byFace compiles what sees the face of a die.
func (c *dicing) byFace(s syntax.Slice, pl *place, want ir.Type) *ir.Expr {
	sight := pl.inner()
	sight.temps = 0
	sight.temp(nameless("face"), tInt)
	return c.expr(s, sight, want)
}

// whose is the thing whose throw it is: that which is named, or what the clause lies on, or the first that the
// innermost event is about; nil for none.
func (c *dicing) whose(s *syntax.Slice, pl *place) *ir.Expr {
	if s != nil {
		return c.exprOrAbsent(*s, pl, ir.Type{Kind: ir.Inst, Ref: -1, Optional: true})
	}
	if self := pl.names["self"]; pl.mode == hookMode && self != nil && len(c.on(pl.kind, pl.card)) > 0 {
		return &ir.Expr{Op: ir.BearerOf, Type: ir.Type{Kind: ir.Inst, Ref: -1, Optional: true}, Ref: -1, Args: []*ir.Expr{self}, Name: "bearer"}
	}
	if pl.event == nil {
		return nil
	}
	for _, f := range pl.event.Fields {
		if f.Type.Kind == ir.Inst {
			return eventField(f)
		}
	}
	return nil
}

// fixed tells whether an expression depends on nothing but the face and what never changes.
func (c *dicing) fixed(e *ir.Expr, pl *place) bool {
	ok := true
	c.consistsOf(e, func(x *ir.Expr) {
		switch x.Op {
		case ir.Const, ir.Temp, ir.OptionVal, ir.PrintedOf, ir.Self, ir.CallFunc, ir.CallTable:
		case ir.CellOf:
			ok = ok && x.Args[0].Op == ir.Self && pl.card != nil && slices.ContainsFunc(pl.card.Params, func(f *ir.Field) bool { return f.Name == x.Name })
		default:
			ok = ok && x.Reads() == ir.ReadsNothing
		}
	})
	return ok
}

// hearsDice notes what a clause does to the dice that it hears of, and whether each face may count for it.
func (c *clauses) hearsDice(h *ir.Hook) {
	walkStmts(h.Do, func(s ir.Stmt) {
		if d, ok := s.(*ir.OnDice); ok {
			h.Dice = append(h.Dice, d)
			h.Faces = h.Faces || !d.Fixed || d.Pick != nil
		}
	})
	walkExprs(h, func(x *ir.Expr) {
		h.Faces = h.Faces || x.Op == ir.EventField && x.Lists && x.N == ir.ThrowFaces || x.Op == ir.This
	})
}

// repeated are so many dice that show the same, in other words; multiplied may be so as well, or the other way round.
var (
	repeated   = regexp.MustCompile(`\b(\d+) (?:[xX](\d+)|(\d+) (?:times|fois))\b`)
	multiplied = regexp.MustCompile(`\b(\d+) ?[xX] ?(\d+)\b`)
)

// eachDie tells of dice that are not written one by one.
func eachDie(c *coder, s *syntax.DiceStmt) bool {
	said := source.OneLine(s.At.Text())
	each := repeated.ReplaceAllStringFunc(said, func(text string) string {
		part := repeated.FindStringSubmatch(text)
		if n, err := strconv.Atoi(part[2] + part[3]); err == nil && n <= 20 {
			return strings.TrimSuffix(strings.Repeat(part[1]+" ", n), " ")
		}
		return text
	})
	switch {
	case each != said:
		c.errorf("bad-syntax", s.At, "each die is written by itself: %s", each).Rewrite(each)
	case multiplied.MatchString(said):
		c.errorf("bad-syntax", s.At, "each die is written by itself: %s", "dice 4 4 4")
	default:
		return false
	}
	return true
}
