package check

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// declareParents resolves what extends what, and cuts cycles.
func (c *declarer) declareParents() {
	for i, e := range c.index.kinds.decls {
		d, ok := e.decl.(*syntax.KindDecl)
		if !ok || d.Extends == nil {
			continue
		}
		if d.Extends.Text == anyKind {
			c.errorf("invalid-type", d.Extends.At, "every kind is a thing: leave it out")
			continue
		}
		p := c.kindOf(*d.Extends)
		if p >= 0 && p < ir.BuiltinKinds {
			c.errorf("invalid-type", d.Extends.At, "kind %s is built in and cannot be extended by another", d.Extends.Text)
			p = -1
		}
		c.p.Kinds[i].Parent = p
	}
	c.cutCycles()
}

// cutCycles reports the kinds that extend themselves: of each ring the one of the lowest number, which
// then extends nothing.
func (c *declarer) cutCycles() {
	walk := make([]int, len(c.p.Kinds)) // the walk up in which a kind was met first, from 1
	for i := range c.p.Kinds {
		k := i
		for k >= 0 && walk[k] == 0 {
			walk[k] = i + 1
			k = c.p.Kinds[k].Parent
		}
		if k < 0 || walk[k] != i+1 {
			continue
		}
		lowest := k
		for p := c.p.Kinds[k].Parent; p != k; p = c.p.Kinds[p].Parent {
			lowest = min(lowest, p)
		}
		c.errorf("cyclic-definition", c.p.Kinds[lowest].At, "kind %s extends itself", c.p.Kinds[lowest].Name)
		c.p.Kinds[lowest].Parent = -1
	}
}

// maxAncestors bounds how many kinds a kind extends, one by way of the other: each of them is asked for
// each name, and hands on its fields.
const maxAncestors = 64

// declareKinds finds the topmost ancestor of each kind, cuts lines of ancestors that are too long, and
// declares the fields, those of ancestors first.
func (c *declarer) declareKinds() {
	c.index.cells = make([]ir.Frame, len(c.p.Kinds))
	above := make([]int, len(c.p.Kinds)) // how many ancestors, -1 while that is not known
	for i := range above {
		above[i] = -1
	}
	for i := range c.p.Kinds {
		var line []int
		for k := i; k >= 0 && above[k] < 0; k = c.p.Kinds[k].Parent {
			line = append(line, k)
		}
		for _, n := range slices.Backward(line) {
			k := c.p.Kinds[n]
			if k.Parent >= 0 && above[k.Parent] == maxAncestors {
				c.errorf("bad-nesting", k.At, "kind %s has more than %d ancestors", k.Name, maxAncestors)
				k.Parent = -1
			}
			k.Root, above[n] = n, 0
			if k.Parent >= 0 {
				k.Root, above[n] = c.p.Kinds[k.Parent].Root, above[k.Parent]+1
			}
			c.declareKind(n)
		}
	}
}

func (c *declarer) declareKind(i int) {
	k := c.p.Kinds[i]
	if k.Parent >= 0 {
		k.Fields = slices.Clone(c.p.Kinds[k.Parent].Fields)
		c.index.cells[i] = c.index.cells[k.Parent]
		if b := c.index.bodies[k.Parent]; b != nil {
			c.index.bodies[i] = b
		}
		k.On, k.Inner = c.p.Kinds[k.Parent].On, c.p.Kinds[k.Parent].Inner
	}
	if d, ok := c.index.kinds.decls[i].decl.(*syntax.KindDecl); ok {
		k.On = c.bearers(d.On, k.On, k.Name)
	}
	seen := map[string]source.Span{}
	for _, f := range k.Fields {
		seen[f.Name] = f.At
	}
	for _, m := range c.index.kinds.decls[i].members {
		switch m := m.(type) {
		case *syntax.FieldMember:
			if f := c.kindField(i, m, seen); f != nil {
				k.Fields = append(k.Fields, f)
			}
		case *syntax.BodyMember:
			c.index.bodies[i] = m
		case *syntax.LetMember:
			if l := c.let(m, seen); l != nil {
				k.Constants = append(k.Constants, l)
			}
		case *syntax.TextMember, *syntax.TagMember, *syntax.Clause, *syntax.OneMember, *syntax.LimitMember:
		case *syntax.InnerMember:
			k.Inner = true
		case *syntax.ActionMember:
			c.give(m, giver{card: -1, kind: i})
		default:
			c.errorf("invalid-member", m.Span(), "this does not belong in a kind")
		}
	}
}

// bearers are the kinds of what something lies on: those that it says itself, or else those above it,
// which it may only narrow.
func (c *declarer) bearers(said []syntax.Name, above []int, name string) []int {
	if len(said) == 0 {
		return above
	}
	var on []int
	for _, n := range said {
		k := -1
		if n.Text != anyKind {
			if k = c.kindOf(n); k < 0 {
				continue
			}
		}
		switch {
		case slices.Contains(on, k):
			c.errorf("duplicate-name", n.At, "%s is named twice", n.Text)
		case len(above) > 0 && !c.p.IsOne(k, above):
			c.errorf("wrong-bearer", n.At, "%s can only lie on less than its kind, which lies on %s", name, c.p.Kinds[above[0]].Name)
		default:
			on = append(on, k)
		}
	}
	slices.Sort(on)
	return on
}

// let declares a constant; nil when its name is taken.
func (c *declarer) let(m *syntax.LetMember, seen map[string]source.Span) *ir.Constant {
	c.checkName(m.Name)
	if c.taken(seen, m.Name, "constant") {
		return nil
	}
	return &ir.Constant{Name: m.Name.Text, At: m.Name.At}
}

// kindField declares one field of a kind.
func (c *declarer) kindField(kind int, m *syntax.FieldMember, seen map[string]source.Span) *ir.Field {
	f := c.field(m, seen)
	if f == nil {
		return nil
	}
	c.hidesNothing(f)
	if f.Name == "opponent" && kind == ir.PlayerKind {
		c.errorf("reserved-name", f.At, "every player has opponent already: choose another name")
	}
	classes := map[string]ir.FieldClass{"": ir.Printed, "stat": ir.Stat, "cell": ir.Cell, "derive": ir.Derived, "carries": ir.Carried}
	f.Class = classes[m.Word]
	switch f.Class {
	case ir.Printed, ir.Stat:
		if f.Type.Kind == ir.Inst || f.Type.Kind == ir.List && f.Type.Elem == ir.Inst {
			c.errorf("invalid-type", m.Type.At, "what is printed on a card is no instance in play: write `carries %s: ...` for what it brings, or `card %s` for a card", f.Name, m.Type.Name.Text)
		}
		if f.Class == ir.Stat && len(f.Layers) == 0 {
			f.Layers = []string{soleLayer}
		}
	case ir.Cell:
		f.Slot = take(&c.index.cells[kind], f.Name, f.Type)
		if m.Default == nil && !f.Type.Optional && f.Type.Kind != ir.BagType && f.Type.Kind != ir.List {
			c.errorf("missing-value", m.Name.At, "cell %s has no first value: write `= ...`", f.Name)
		}
	case ir.Derived:
		if m.Default == nil {
			c.errorf("missing-value", m.Name.At, "derived field %s does not say what it is: write `= ...`", f.Name)
		}
	case ir.Carried:
		if f.Type.Kind != ir.Inst && f.Type.Kind != ir.Bad {
			c.errorf("invalid-type", m.Type.At, "carried cards are of a kind, got %s", c.p.TypeName(f.Type))
		}
	}
	if f.Class != ir.Stat && len(m.Layers) > 0 {
		c.errorf("invalid-member", m.Layers[0].At, "only a stat has layers: write `stat %s: ...`", f.Name)
	}
	return f
}

// hidesNothing reports a field of an instance that is called as what every instance has.
func (c *declarer) hidesNothing(f *ir.Field) {
	if slices.Contains(builtinFields, f.Name) {
		c.errorf("reserved-name", f.At, "every instance has %s already: choose another name", f.Name)
	}
}

// declareCards declares the parameters and own cells of the cards; their slots follow those of the kind.
func (c *declarer) declareCards() {
	for i, card := range c.p.Cards {
		cells := c.index.cells[card.Kind]
		e := c.index.cards.decls[i]
		seen := map[string]source.Span{}
		own := func(f *ir.Field) {
			c.hidesNothing(f)
			fields := c.p.Kinds[card.Kind].Fields
			if i := ir.FieldNamed(fields, f.Name); i >= 0 && !f.Param && c.sight.sees(f.At.File, fields[i].At.File) {
				c.errorf("duplicate-name", f.At, "kind %s has a field %s already: give this cell another name", c.p.Kinds[card.Kind].Name, f.Name).
					See(fields[i].At, "%s is first declared here", f.Name)
			}
			f.Slot = take(&cells, f.Name, f.Type)
			card.Own = append(card.Own, f)
		}
		card.On = c.p.Kinds[card.Kind].On
		if d, ok := e.decl.(*syntax.CardDecl); ok {
			card.On = c.bearers(d.On, card.On, card.Name)
			for j := range d.Params {
				if f := c.param(&d.Params[j], seen); f != nil {
					own(f)
					card.Params = append(card.Params, f)
				}
			}
		}
		for _, m := range e.members {
			switch m := m.(type) {
			case *syntax.FieldMember:
				if m.Word != "cell" {
					c.errorf("invalid-member", m.At, "a card declares only cells; other fields belong to its kind")
					continue
				}
				if f := c.field(m, seen); f != nil {
					f.Class = ir.Cell
					own(f)
					if m.Default == nil && !f.Type.Optional && !f.Type.IsList() {
						c.errorf("missing-value", m.Name.At, "cell %s has no first value: write `= ...`", f.Name)
					}
				}
			case *syntax.InnerMember:
				card.Inner = true
			case *syntax.ValueMember:
				if f := c.cellLike(m, c.p.Kinds[card.Kind]); f != nil {
					own(f)
				}
			case *syntax.TextMember, *syntax.TagMember, *syntax.Clause, *syntax.OneMember, *syntax.LimitMember:
			case *syntax.LetMember:
				if l := c.let(m, seen); l != nil {
					card.Constants = append(card.Constants, l)
				}
			case *syntax.ActionMember:
				c.give(m, giver{card: i, kind: -1})
			default:
				c.errorf("invalid-member", m.Span(), "this does not belong in a card")
			}
		}
		card.Ints, card.Lists = cells.Ints, cells.Lists
		card.Tags = c.tags(c.linesOf(card))
	}
}

// declaresField is what stands behind the colon of a field that is declared.
var declaresField = regexp.MustCompile(`^(?:int|bool|length)(?: in [^=]*)? = `)

// cellLike reports a field that a card declares as its kind does: what a card has besides is a cell. What reads it is right.
func (c *declarer) cellLike(m *syntax.ValueMember, kind *ir.Kind) *ir.Field {
	if ir.FieldNamed(kind.Fields, m.Name.Text) >= 0 || !declaresField.MatchString(m.Value.Text) {
		return nil
	}
	d := c.errorf("invalid-member", m.Name.At, "what a card remembers is a cell")
	d.Mend(diag.Replace(m.Name.At, "cell "+m.Name.Text, "write cell before it"))
	f := &ir.Field{Name: m.Name.Text, At: m.Name.At, Class: ir.Cell, Lo: ir.None, Hi: ir.None}
	c.index.fields[f] = &fieldSyntax{}
	return f
}

// declareEvents declares the fields of every event with their slots: parameters, then the fields
// in the order they are written (those of the form where the form stands), then what became of it.
func (c *declarer) declareEvents() {
	for i, e := range c.index.events.decls {
		ev := c.p.Events[i]
		seen := map[string]source.Span{}
		for _, o := range ir.Outcomes {
			seen[o.Name] = e.at
		}
		var frame ir.Frame
		add := func(f *ir.Field) {
			f.Slot = take(&frame, f.Name, f.Type)
			ev.Fields = append(ev.Fields, f)
		}
		var params []syntax.Param
		switch d := e.decl.(type) {
		case *syntax.EventDecl:
			params = d.Params
		case *syntax.TableDecl:
			params = d.Params
		}
		for j := range params {
			if f := c.param(&params[j], seen); f != nil {
				add(f)
			}
		}
		for _, m := range e.members {
			c.eventMember(m, seen, add)
		}
		for _, f := range ev.Fields {
			f.Class = ir.Cell
			c.absentByDefault(f)
		}
		outcome := &ir.Field{Name: outcomeField, At: e.at, Class: ir.Cell, Type: tInt, Lo: ir.None, Hi: ir.None}
		add(outcome)
		if n := len(ev.Fields); n > ir.MaxFields {
			c.errorf("invalid-member", e.at, "%s has %d fields, at most %d", ev.Name, n-1, ir.MaxFields-1)
		}
		ev.Outcome = outcome.Slot
		ev.Tags = c.tags(e.members)
		ev.Frame = frame
	}
	c.declareActions()
}

// letInEvent reports a constant of an event: what an event works out is a field. What reads it is right.
func (c *declarer) letInEvent(m *syntax.LetMember, add func(*ir.Field)) {
	name, t, value := m.Name.Text, "", m.Value.Text
	switch {
	case m.Type != nil:
		t = m.Type.At.Text()
	case value == "true" || value == "false":
		t = "bool"
	case strings.Trim(value, "0123456789") == "":
		t = "int"
	case strings.Trim(value, "0123456789.\"") == "":
		t = "length"
	}
	d := c.errorf("invalid-member", m.Span(), "what an event works out is a field with its type, as in %v", name+": "+cmp.Or(t, "int")+" = "+value)
	if t != "" {
		d.Mend(diag.Replace(m.Span(), name+": "+t+" = "+value, "write it as a field"))
	}
	f := &ir.Field{Name: name, At: m.Name.At, Lo: ir.None, Hi: ir.None}
	c.index.fields[f] = &fieldSyntax{}
	add(f)
}

func (c *declarer) eventMember(m syntax.Member, seen map[string]source.Span, add func(*ir.Field)) {
	switch m := m.(type) {
	case *syntax.FieldMember:
		if m.Word != "" {
			c.errorf("invalid-member", m.At, "an event's field is written without %s", m.Word)
		}
		if f := c.field(m, seen); f != nil {
			add(f)
		}
	case *syntax.ChooseMember:
		for j := range m.Fields {
			s := &m.Fields[j]
			f := c.newField(s.Name, s.Type, seen, "field")
			if f == nil {
				continue
			}
			f.Chosen = true
			if m.Each != nil {
				if f.Type.IsList() || f.Type.Optional {
					c.errorf("wrong-type", s.Type.At, "what each player answers is a single value, got %s", c.p.TypeName(f.Type))
					f.Type = ir.Type{}
				} else if f.Type.Kind != ir.Bad {
					f.Type = ir.ListOf(f.Type)
				}
			}
			c.index.fields[f] = &fieldSyntax{texts: s.Texts, form: s, each: m.Each}
			add(f)
		}
	case *syntax.LetMember:
		c.letInEvent(m, add)
	case *syntax.ValueMember, *syntax.BodyMember, *syntax.ActionMember, *syntax.Clause, *syntax.OneMember:
		c.errorf("invalid-member", m.Span(), "this does not belong in an event")
	case *syntax.StepMember:
		c.errorf("invalid-member", m.At, "a step stands in `do { ... }`; outside of it, a patch names it")
	}
}

// absentByDefault lets a caller leave out what may be absent, and lets bags begin empty.
func (c *declarer) absentByDefault(f *ir.Field) {
	switch {
	case f.Chosen || c.index.fields[f] == nil || c.index.fields[f].def != nil:
	case f.Type.Optional:
		f.Default = absent(f.Type, f.At)
	case f.Type.Kind == ir.BagType && !f.Param:
		f.Default = &ir.Expr{Op: ir.Const, Type: f.Type, At: f.At}
	}
}

// declareActions files the actions with the kinds and cards that offer them.
func (c *declarer) declareActions() {
	for i, ev := range c.p.Events {
		if ev.Word != ir.ActionEvent {
			continue
		}
		kind := -1
		if len(ev.Fields) > 0 && ev.Fields[0].Param && ev.Fields[0].Type.Kind == ir.Inst && !ev.Fields[0].Type.Optional {
			kind = c.p.KindAt(ev.Fields[0].Type.Ref)
		}
		if kind < 0 {
			if len(ev.Fields) == 0 || ev.Fields[0].Type.Kind != ir.Bad {
				c.errorf("missing-parameter", ev.At, "an action's first parameter is who does it: write `action %s(who: KIND)`", ev.Name)
			}
			continue
		}
		g, given := c.index.givers[i]
		switch {
		case given && g.card >= 0:
		case given && c.p.Common(g.kind, kind) < 0: // given by a thing to what it lies on
			for _, card := range c.p.Cards {
				if c.p.IsA(card.Kind, g.kind) {
					if ev.Giver < 0 { // one of its cards stands for all: what counts is that somebody gives it
						ev.Giver = card.ID
					}
					card.Actions = append(card.Actions, i)
				}
			}
		default:
			for _, k := range c.p.Kinds {
				if c.p.IsA(k.ID, kind) {
					k.Actions = append(k.Actions, i)
				}
			}
		}
	}
	for _, card := range c.p.Cards {
		slices.Sort(card.Actions)
	}
}
