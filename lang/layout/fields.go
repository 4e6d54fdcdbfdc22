package layout

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// field puts a field of the kind on the card, when it is printed and says something.
func (l *layout) field(c *ir.Card, i int, f *ir.Field) {
	v := c.Values[i]
	fill := c.FilledBy(i)
	switch {
	case f.Class == ir.Carried:
		l.carried(c, f)
		return
	case f.Class != ir.Printed && f.Class != ir.Stat, fill == nil && silent(c, i, f):
		return
	case f.Type.Kind == ir.Bool:
		l.out.Properties = append(l.out.Properties, l.fieldName(c, f))
	case fill == nil && speaksForItself(l.p, f):
		l.out.Classes = append(l.out.Classes, tongue.Capital(l.value(f.Type, v.N)))
	case numeric(f.Type):
		value := ""
		switch {
		case fill != nil:
			value = text.Letter(c, fill)
		case f.Type.Kind == ir.Dice && v.N != ir.None:
			value = text.Printed(l.p, c, i, f.Type, l.lang)
		default:
			value = l.value(f.Type, v.N)
		}
		l.out.Figures = append(l.out.Figures, Figure{l.fieldName(c, f), value})
	default:
		l.out.Lines = append(l.out.Lines, Line{l.fieldName(c, f), l.items(c, f.Type, v, fill)})
	}
}

// silent tells whether a field says nothing on a card: it is absent, false or empty, or as on every card of the
// kind without being written on this one. A characteristic that is not 0 always says something.
func silent(c *ir.Card, i int, f *ir.Field) bool {
	v := c.Values[i]
	switch yes := f.Type.Kind == ir.Bool; {
	case f.Type.IsList() && len(v.L) == 0, !f.Type.IsList() && v.N == ir.None, yes && v.N == 0:
		return true
	case slices.Contains(c.Said, i), f.Class == ir.Stat && v.N != 0 && !yes:
		return false
	}
	d := f.Default
	return d != nil && d.Op == ir.Const && d.N == v.N && slices.Equal(d.List, v.L)
}

// speaksForItself tells whether the value of a field needs no name before it: that of an enum of the field's own
// name, where the field is given no words.
func speaksForItself(p *ir.Program, f *ir.Field) bool {
	return f.Type.Kind == ir.EnumType && f.Name == p.Enums[f.Type.Ref].Name && f.Texts.En == nil && f.Texts.Fr == nil
}

func numeric(t ir.Type) bool {
	switch t.Kind {
	case ir.Int, ir.Length, ir.Dice, ir.Target:
		return true
	}
	return false
}

func (l *layout) fieldName(c *ir.Card, f *ir.Field) string {
	return l.name("field", f.Texts, l.p.Kinds[declarer(l.p, c.Kind, f)].Name+"."+f.Name, nil)
}

// declarer is the kind that declares a field, which those that extend it share.
func declarer(p *ir.Program, kind int, f *ir.Field) int {
	for up := p.Kinds[kind].Parent; up >= 0 && slices.Contains(p.Kinds[up].Fields, f); up = p.Kinds[kind].Parent {
		kind = up
	}
	return kind
}

// items are the members of a value as they are printed.
func (l *layout) items(c *ir.Card, t ir.Type, v ir.Value, fill *ir.Field) []string {
	if fill != nil {
		return []string{text.Letter(c, fill)}
	}
	if !t.IsList() {
		return []string{l.value(t, v.N)}
	}
	var out []string
	for _, n := range v.L {
		out = append(out, l.value(t.Element(), n))
	}
	return out
}

// value is a value as it is printed: a length with its unit, things by their names.
func (l *layout) value(t ir.Type, n int64) string {
	switch {
	case n == ir.None:
	case t.Kind == ir.EnumType:
		v := l.p.Enums[t.Ref].Values[n]
		return l.name("value", v.Texts, l.p.Enums[t.Ref].Name+"."+v.Name, nil)
	case t.Kind == ir.CardOf:
		return l.name("card", l.p.Cards[n].Texts, l.p.Cards[n].Name, l.p.Cards[n])
	case t.Kind == ir.Length && l.p.Unit != "":
		l.words("unit", l.p.UnitTexts, l.p.Unit, nil)
		return text.Length(l.p, n, l.lang)
	}
	return text.Show(l.p, t, n, l.lang)
}

// carried puts the cards on the card that lie on it from the start, with the values of their parameters.
func (l *layout) carried(c *ir.Card, f *ir.Field) {
	var items []string
	for _, u := range c.Carry {
		if l.p.IsA(l.p.Cards[u.Card].Kind, f.Type.Ref) {
			items = append(items, l.use(u))
		}
	}
	if len(items) > 0 {
		l.out.Lines = append(l.out.Lines, Line{l.fieldName(c, f), counted(items)})
	}
}

// counted tells once, with how often, what is there several times.
func counted(items []string) []string {
	var out []string
	for i, one := range items {
		n := 1
		for _, other := range items[i+1:] {
			if other == one {
				n++
			}
		}
		switch {
		case slices.Contains(items[:i], one):
		case n > 1:
			out = append(out, strconv.Itoa(n)+" × "+one)
		default:
			out = append(out, one)
		}
	}
	return out
}

// use is a card that another carries. The values that its name does not show stand behind it.
func (l *layout) use(u ir.CardUse) string {
	c := l.p.Cards[u.Card]
	name := l.name("card", c.Texts, c.Name, c, u.Args...)
	var more []string
	for i, f := range c.Params {
		if i < len(u.Args) && !f.Type.IsList() && !shows(c, f, l.lang) {
			more = append(more, l.value(f.Type, u.Args[i].N))
		}
	}
	if len(more) > 0 {
		name += " (" + strings.Join(more, ", ") + ")"
	}
	return name
}

// shows tells whether the name of a card shows a parameter.
func shows(c *ir.Card, param *ir.Field, lang string) bool {
	t := text.Of(c.Texts, lang)
	if t == nil {
		t = c.Texts.En
	}
	return t != nil && slices.ContainsFunc(t.Parts, func(p ir.Part) (found bool) {
		p.Expr.Walk(func(e *ir.Expr) bool {
			found = found || e.Op == ir.CellOf && int(e.N) == param.Slot && e.Type.IsList() == param.Type.IsList()
			return !found
		})
		return found
	})
}
