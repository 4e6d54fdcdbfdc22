package cond

import (
	"github.com/google/cel-go/common/ast"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// macro lowers list.exists(m, C) and its like.
func (l *lowerer) macro(e ast.Expr, want ir.Type) *ir.Expr {
	c := e.AsCall()
	name, member := c.FunctionName(), c.Args()[0].AsIdent()
	op := macroOps[name]
	list := l.value(c.Target(), noType)
	if list == nil {
		return nil
	}
	if list.Type.Kind != ir.List && list.Type.Kind != ir.BagType {
		l.report("wrong-type", list.At, "got %s, want a list before .%s( )", l.typeName(list.Type), name)
		return nil
	}
	elem, size := l.element(list.Type)
	temp := l.temps
	if l.temps += size; !l.roomFor(l.temps, l.place(e)) {
		return nil
	}
	v := &ir.Expr{Op: ir.Temp, Type: elem, N: int64(temp), Name: member, Lists: elem.IsList()}
	l.vars = append(l.vars, variableOf{member, v})
	body := l.body(op, c.Args()[1], want)
	l.vars = l.vars[:len(l.vars)-1]
	l.temps = temp
	if body == nil {
		return nil
	}
	x := l.node(e, op, noType, list, body)
	x.N = int64(temp)
	switch op {
	case ir.Exists, ir.ForAll, ir.ExistsOne:
		x.Type = boolType
	case ir.Filter:
		x.Type = list.Type
	case ir.Map:
		x.Type = ir.ListOf(body.Type)
	case ir.Count:
		x.Type = ir.Type{Kind: ir.Int}
	case ir.Sum, ir.Most, ir.Least:
		x.Type = body.Type
	default:
		panic("a macro of no known type: " + name)
	}
	return x
}

// body lowers what a macro asks of each member.
func (l *lowerer) body(op ir.Op, e ast.Expr, want ir.Type) *ir.Expr {
	var x *ir.Expr
	switch op {
	case ir.Exists, ir.ForAll, ir.ExistsOne, ir.Count, ir.Filter:
		return l.typed(e, boolType)
	case ir.Map:
		hint := noType
		if want.Kind == ir.List {
			hint = want.Element()
		}
		x = l.value(e, hint)
		if x != nil && (x.Type.IsList() || x.Type.Kind == ir.Group) {
			l.report("wrong-type", x.At, "map makes a list of plain values, and this is %s", l.typeName(x.Type))
			return nil
		}
	case ir.Sum, ir.Most, ir.Least:
		x = l.value(e, noType)
		if x != nil && !number(x.Type) {
			l.report("wrong-type", x.At, "got %s, want int or length", l.typeName(x.Type))
			return nil
		}
	default:
		panic("a macro without a body: " + ir.Ops[op].Name)
	}
	return x
}
