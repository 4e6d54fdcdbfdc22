package cond

import (
	"github.com/google/cel-go/common/ast"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// equality lowers == and !=, the only operators that read a value that may be absent: what is
// absent equals only what is absent.
func (l *lowerer) equality(e ast.Expr, op ir.Op, args []ast.Expr) *ir.Expr {
	a, b := l.pair(args, l.lower)
	if a == nil || b == nil {
		return nil
	}
	if isNone(a) {
		a.Type = absent(b.Type)
	}
	if isNone(b) {
		b.Type = absent(a.Type)
	}
	if !l.comparable(a.Type, b.Type) {
		l.cannot(e, "compare", a, "with", b)
		return nil
	}
	if a, b = l.alike(a, b); a == nil || b == nil {
		return nil
	}
	return l.folded(l.node(e, op, boolType, a, b))
}

// absent is the type of none beside a value of type t; beside one that is always present it stays
// untyped and the comparison is refused.
func absent(t ir.Type) ir.Type {
	if t.Optional {
		return t
	}
	return ir.Type{Optional: true}
}

func (l *lowerer) comparison(e ast.Expr, op ir.Op, args []ast.Expr) *ir.Expr {
	a, b := l.pair(args, l.value)
	if a == nil || b == nil {
		return nil
	}
	if !l.comparable(a.Type, b.Type) {
		l.cannot(e, "compare", a, "with", b)
		return nil
	}
	switch a.Type.Kind {
	case ir.Int, ir.Length, ir.EnumType:
	default:
		l.report("wrong-type", l.place(e), "%s has no order; only == and != compare it", l.typeName(a.Type))
		return nil
	}
	if a, b = l.alike(a, b); a == nil || b == nil {
		return nil
	}
	return l.folded(l.node(e, op, boolType, a, b))
}

// membership lowers x in list.
func (l *lowerer) membership(e ast.Expr, args []ast.Expr) *ir.Expr {
	var a, list *ir.Expr
	if l.shy(args[0]) {
		list = l.value(args[1], noType)
		hint := noType
		if list != nil {
			hint = list.Type.Element()
		}
		a = l.value(args[0], hint)
	} else {
		a = l.value(args[0], noType)
		hint := noType
		if a != nil && a.Type.Kind == ir.EnumType {
			hint = ir.ListOf(a.Type)
		} else if a != nil && args[1].Kind() == ast.ListKind && args[1].AsList().Size() == 0 {
			hint = ir.ListOf(a.Type)
		}
		list = l.value(args[1], hint)
	}
	if a == nil || list == nil {
		return nil
	}
	if list.Type.Kind != ir.List {
		l.report("wrong-type", list.At, "got %s, want a list after `in`", l.typeName(list.Type))
		return nil
	}
	elem := list.Type.Element()
	if !l.comparable(a.Type, elem) || a.Type.Kind == ir.Length && elem.Kind == ir.Int {
		l.report("wrong-type", l.place(e), "cannot look for %s in %s", l.typeName(a.Type), l.typeName(list.Type))
		return nil
	}
	if elem.Kind == ir.Length && a.Type.Kind == ir.Int {
		if a = l.scale(a); a == nil {
			return nil
		}
	}
	return l.node(e, ir.In, boolType, a, list)
}

func (l *lowerer) index(e ast.Expr, args []ast.Expr) *ir.Expr {
	list, i := l.value(args[0], noType), l.typed(args[1], ir.Type{Kind: ir.Int})
	if list == nil || i == nil {
		return nil
	}
	if list.Type.Kind != ir.List {
		l.report("wrong-type", list.At, "got %s, want a list before `[`", l.typeName(list.Type))
		return nil
	}
	return l.node(e, ir.Index, list.Type.Element(), list, i)
}

// pair lowers two operands, each with the other's type as a hint.
func (l *lowerer) pair(args []ast.Expr, lower func(ast.Expr, ir.Type) *ir.Expr) (a, b *ir.Expr) {
	if l.shy(args[0]) {
		b = lower(args[1], noType)
		a = lower(args[0], hintOf(b))
		return a, b
	}
	a = lower(args[0], noType)
	hint := hintOf(a)
	if hint.Kind == ir.List && (args[1].Kind() != ast.ListKind || args[1].AsList().Size() > 0) {
		hint = noType // a literal with members has a type of its own
	}
	return a, lower(args[1], hint)
}

func hintOf(x *ir.Expr) ir.Type {
	if x == nil {
		return noType
	}
	return x.Type
}
