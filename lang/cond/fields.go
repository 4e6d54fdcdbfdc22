package cond

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// selection lowers x.f.
func (l *lowerer) selection(e ast.Expr, want ir.Type) *ir.Expr {
	sel := e.AsSelect()
	field := sel.FieldName()
	if op := sel.Operand(); op.Kind() == ast.IdentKind {
		name := op.AsIdent()
		if l.variable(name) == nil {
			if x := l.dotted(e, name, field); x != nil {
				return x
			}
			if l.s.Names[name] == nil && l.missingPart(e, name, field) {
				return nil
			}
		}
	}
	x := l.value(sel.Operand(), noType)
	if x == nil {
		return nil
	}
	switch x.Type.Kind {
	case ir.Inst:
		return l.instField(e, x, field)
	case ir.CardOf:
		if x.Type.Ref >= 0 {
			return l.cardField(e, x, field)
		}
	case ir.Record:
		return l.recordField(e, x, field)
	case ir.Group:
		return l.groupField(e, x, field)
	}
	if n, ok := soleMethod(field); ok && l.fits(x.Type, ir.Prims[n].Params[0]) {
		l.report("undefined-field", l.fieldAt(e), "%s is called with brackets: .%s()", quote(field), field).Suggest(field + "()")
		return nil
	}
	l.report("undefined-field", l.fieldAt(e), "%s has no fields, so no %s", l.typeName(x.Type), quote(field))
	return nil
}

// missingPart explains a dotted name of which only the first half is known.
func (l *lowerer) missingPart(e ast.Expr, name, field string) bool {
	switch {
	case l.hasPart(name):
		d := l.report("undefined-field", l.fieldAt(e), "%s has no field %s", quote(name), quote(field))
		l.meant(d, field, l.parts(name))
		return true
	case l.isEnum(name) && len(l.candidates(name)) == 0:
		d := l.report("undefined-name", l.fieldAt(e), "the enum %s has no value %s", quote(name), quote(field))
		l.meant(d, field, l.valuesOf(name))
		return true
	}
	return false
}

// fieldAt is the place of the field's name in x.f.
func (l *lowerer) fieldAt(e ast.Expr) source.Span {
	i := l.own(e)
	return l.text.tokenSpan(min(i+1, len(l.text.toks)-1))
}

// read builds the node that reads a field; its Name is the field's.
func (l *lowerer) read(e ast.Expr, op ir.Op, field string, t ir.Type, args ...*ir.Expr) *ir.Expr {
	x := l.node(e, op, t, args...)
	x.Name = field
	return x
}

func (l *lowerer) instField(e ast.Expr, x *ir.Expr, field string) *ir.Expr {
	if x.Type.Ref >= 0 {
		kind := l.p.Kinds[x.Type.Ref]
		if i, f := fieldOf(kind.Fields, field); f != nil {
			return l.kindField(e, x, i, f)
		}
	}
	if g, ok := generic(field); ok {
		if field == "card" {
			g.Type.Ref = x.Type.Ref
		}
		return l.read(e, g.Op, field, g.Type, x)
	}
	if field == "opponent" && x.Type.Ref == ir.PlayerKind {
		y := l.read(e, ir.CallPrim, field, ir.Type{Kind: ir.Inst, Ref: ir.PlayerKind}, x)
		y.N = ir.POpponent
		return y
	}
	if n, ok := soleMethod(field); ok && l.fits(x.Type, ir.Prims[n].Params[0]) {
		l.report("undefined-field", l.fieldAt(e), "%s is called with brackets: .%s()", quote(field), field).Suggest(field + "()")
		return nil
	}
	l.noField(e, x.Type, field)
	return nil
}

// cardField reads what is printed on a card, which needs no instance.
func (l *lowerer) cardField(e ast.Expr, x *ir.Expr, field string) *ir.Expr {
	i, f := fieldOf(l.p.Kinds[x.Type.Ref].Fields, field)
	switch {
	case f == nil:
		t := x.Type
		t.Kind = ir.Inst
		l.noField(e, t, field)
		return nil
	case f.Class == ir.Cell || f.Class == ir.Derived:
		l.report("undefined-field", l.fieldAt(e), "%s is not printed on a card: only an instance in play has it", quote(field))
		return nil
	}
	y := l.read(e, ir.PrintedOf, f.Name, printed(f), x)
	y.N, y.Ref = int64(i), x.Type.Ref
	if f.Class == ir.Carried {
		y.Op, y.Ref = ir.CarriedBy, y.Type.ElemRef
	}
	return y
}

// noField explains that a kind has no such field, but perhaps a narrower one has it.
func (l *lowerer) noField(e ast.Expr, t ir.Type, field string) {
	var names []string
	if t.Ref >= 0 {
		for _, f := range l.p.Kinds[t.Ref].Fields {
			names = append(names, f.Name)
		}
		for id, k := range l.p.Kinds {
			if _, f := fieldOf(k.Fields, field); f != nil && descends(l.p, id, t.Ref) {
				l.report("undefined-field", l.fieldAt(e), "%s is a field of %s, not of every %s", quote(field), k.Name, l.typeName(t))
				return
			}
		}
	}
	names = append(names, genericFields...)
	d := l.report("undefined-field", l.fieldAt(e), "%s has no field %s", l.typeName(t), quote(field))
	if t.Ref < 0 {
		d.Message = "an instance of any kind has only " + strings.Join(genericFields, ", ") + ", no " + quote(field)
	}
	l.meant(d, field, names)
}

func (l *lowerer) kindField(e ast.Expr, x *ir.Expr, i int, f *ir.Field) *ir.Expr {
	ops := [...]ir.Op{ir.Printed: ir.PrintedOf, ir.Stat: ir.StatOf, ir.Cell: ir.CellOf, ir.Derived: ir.DerivedOf, ir.Carried: ir.CallPrim}
	y := l.read(e, ops[f.Class], f.Name, f.Type, x)
	y.N, y.Ref = int64(i), x.Type.Ref
	switch f.Class {
	case ir.Cell:
		y.N, y.Lists = int64(f.Slot), f.Type.IsList()
	case ir.Carried:
		y.Type = carried(f)
		y.N, y.Ref = ir.PItems, y.Type.ElemRef
	}
	return y
}

func (l *lowerer) recordField(e ast.Expr, x *ir.Expr, field string) *ir.Expr {
	if x.Type.Ref < 0 {
		l.report("undefined-field", l.fieldAt(e), "this is not known to be one event, so it has no %s", quote(field))
		return nil
	}
	event := l.p.Events[x.Type.Ref]
	if _, f := fieldOf(event.Fields, field); f != nil {
		op, args := ir.RecField, []*ir.Expr{x}
		if x.Op == ir.This { // the same slot as the bare name, so that facts about one hold of the other
			op, args = ir.EventField, nil
		}
		y := l.read(e, op, field, f.Type, args...)
		y.N, y.Lists = int64(f.Slot), f.Type.IsList()
		if op == ir.EventField {
			y.Name = flat(y.At.Text()) // this.f, where a bare f may be something else
		}
		return y
	}
	var names []string
	for _, f := range event.Fields {
		names = append(names, f.Name)
	}
	d := l.report("undefined-field", l.fieldAt(e), "the event %s has no field %s", event.Name, quote(field))
	l.meant(d, field, names)
	return nil
}

// groupField reads a field of a bag's row, which lies in slots side by side.
func (l *lowerer) groupField(e ast.Expr, x *ir.Expr, field string) *ir.Expr {
	var fields []*ir.Field
	if x.Type.Ref >= 0 {
		fields = l.p.Bags[x.Type.Ref].Fields
	}
	i, f := fieldOf(fields, field)
	t := ir.Type{Kind: ir.Int}
	switch {
	case f != nil:
		t = f.Type
	case field == "count":
		i = len(fields)
	default:
		d := l.report("undefined-field", l.fieldAt(e), "a group has no field %s", quote(field))
		names := []string{"count"}
		for _, f := range fields {
			names = append(names, f.Name)
		}
		l.meant(d, field, names)
		return nil
	}
	y := l.node(e, x.Op, t, x.Args...) // named as written, for the group is no expression of its own
	y.N = x.N + int64(i)
	return y
}

// soleMethod finds a method that takes nothing but its receiver.
func soleMethod(name string) (int, bool) {
	for _, n := range primsNamed[primKey(name, true)] {
		if len(ir.Prims[n].Params) == 1 {
			return n, true
		}
	}
	return 0, false
}
