package check

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// declarer gives everything that has a name its number, its fields and their types.
type declarer struct{ *names }

// soleLayer is the layer of a stat that names none.
const soleLayer = "modified"

// builtinFields are what every instance answers to; a field of a kind may not hide them.
var builtinFields = []string{"owner", "card", "bearer", "source"}

// fieldsOf declares parameters; bags and functions number them by position.
func (c *declarer) fieldsOf(params []syntax.Param, seen map[string]source.Span) []*ir.Field {
	var list []*ir.Field
	for i := range params {
		f := c.param(&params[i], seen)
		if f == nil {
			continue
		}
		f.Slot = len(list)
		list = append(list, f)
	}
	return list
}

// param declares one parameter; nil when its name is taken.
func (c *declarer) param(s *syntax.Param, seen map[string]source.Span) *ir.Field {
	c.checkName(s.Name)
	if c.taken(seen, s.Name, "parameter") {
		return nil
	}
	f := &ir.Field{Name: s.Name.Text, At: s.Name.At, Class: ir.Cell, Type: c.typeOf(s.Type), Lo: ir.None, Hi: ir.None, Param: true}
	c.index.fields[f] = &fieldSyntax{rng: s.Range}
	return f
}

// field declares a written field; nil when its name is taken.
func (c *declarer) field(m *syntax.FieldMember, seen map[string]source.Span) *ir.Field {
	c.checkName(m.Name)
	if c.taken(seen, m.Name, "field") {
		return nil
	}
	f := &ir.Field{Name: m.Name.Text, At: m.Name.At, Type: c.typeOf(m.Type), Lo: ir.None, Hi: ir.None}
	layers := map[string]source.Span{}
	for _, l := range m.Layers {
		if !c.taken(layers, l, "layer") {
			f.Layers = append(f.Layers, l.Text)
		}
	}
	c.index.fields[f] = &fieldSyntax{rng: m.Range, def: m.Default, min: m.Min, max: m.Max, texts: m.Texts}
	return f
}

// takeCell takes the next slot of a kind's instances.
func (c *declarer) takeCell(kind int, t ir.Type) int {
	slots := c.index.ints
	if t.IsList() {
		slots = c.index.lists
	}
	slots[kind]++
	return slots[kind] - 1
}

// give notes who gives an action.
func (c *declarer) give(m *syntax.ActionMember, g giver) {
	if m.Action == nil {
		return
	}
	ev, ok := c.index.events.of[m.Action.Name.Text]
	if !ok || c.index.events.decls[ev].decl != syntax.Decl(m.Action) {
		return
	}
	c.index.givers[ev] = g
	if g.card >= 0 {
		c.p.Events[ev].Giver = g.card
		c.p.Cards[g.card].Actions = append(c.p.Cards[g.card].Actions, ev)
	}
}
