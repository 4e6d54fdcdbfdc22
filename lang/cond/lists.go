package cond

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// macro lowers list.exists(m, C) and its like from the comprehension it was expanded to.
func (l *lowerer) macro(e ast.Expr, want ir.Type) *ir.Expr {
	name, inner := "", e
	if e.Kind() == ast.CallKind { // @sum(list.map(m, E))
		name = strings.TrimPrefix(e.AsCall().FunctionName(), "@")
		inner = e.AsCall().Args()[0]
	}
	if inner.Kind() != ast.ComprehensionKind {
		l.report("invalid-expression", l.place(e), "%s is no expression of kdsl", quote(l.place(e).Text()))
		return nil
	}
	c := inner.AsComprehension()
	if name == "" {
		name = strings.TrimPrefix(c.AccuVar(), "@")
	}
	op := macroOps[name]
	list := l.value(c.IterRange(), noType)
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
	v := &ir.Expr{Op: ir.Temp, Type: elem, N: int64(temp), Name: c.IterVar(), Lists: elem.IsList()}
	l.vars = append(l.vars, variableOf{c.IterVar(), v})
	body := l.body(op, c, want)
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

// body lowers what a macro asks of each member. Where it stands in the comprehension is macros.go's.
func (l *lowerer) body(op ir.Op, c ast.ComprehensionExpr, want ir.Type) *ir.Expr {
	args := c.LoopStep().AsCall().Args()
	var x *ir.Expr
	switch op {
	case ir.Exists, ir.ForAll:
		return l.typed(args[1], boolType)
	case ir.ExistsOne, ir.Count, ir.Filter:
		return l.typed(args[0], boolType)
	case ir.Map:
		hint := noType
		if want.Kind == ir.List {
			hint = want.Element()
		}
		x = l.value(args[1].AsList().Elements()[0], hint)
		if x != nil && (x.Type.IsList() || x.Type.Kind == ir.Group) {
			l.report("wrong-type", x.At, "map makes a list of plain values, and this is %s", l.typeName(x.Type))
			return nil
		}
	case ir.Sum, ir.Most, ir.Least:
		x = l.value(args[1].AsList().Elements()[0], noType)
		if x != nil && !number(x.Type) {
			l.report("wrong-type", x.At, "got %s, want int or length", l.typeName(x.Type))
			return nil
		}
	default:
		panic("a macro without a body: " + ir.Ops[op].Name)
	}
	return x
}
