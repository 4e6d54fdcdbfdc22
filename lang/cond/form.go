package cond

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/kdsl-lang/kdsl/lang/cond/words"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// form lowers e by its form.
func (l *lowerer) form(e ast.Expr, want ir.Type) *ir.Expr {
	switch e.Kind() {
	case ast.LiteralKind:
		return l.literal(e)
	case ast.IdentKind:
		return l.ident(e, want)
	case ast.SelectKind:
		return l.selection(e)
	case ast.ListKind:
		return l.list(e, want)
	case ast.CallKind:
		return l.call(e, want)
	default: // maps and messages, which the words do not let pass
	}
	l.report("invalid-expression", l.place(e), "%s is no expression of kdsl", quote(l.place(e).Text()))
	return nil
}

func (l *lowerer) literal(e ast.Expr) *ir.Expr {
	switch v := e.AsLiteral().(type) {
	case types.Int:
		x := l.node(e, ir.Const, ir.Type{Kind: ir.Int})
		x.N = int64(v)
		if x.N == ir.None {
			l.report("invalid-number", x.At, "%s is too small", quote(x.Name))
			return nil
		}
		return x
	case types.Bool:
		x := l.node(e, ir.Const, ir.Type{Kind: ir.Bool})
		if v {
			x.N = 1
		}
		return x
	case types.Double:
		x := l.node(e, ir.Const, ir.Type{Kind: ir.Length})
		n, ok := words.Thousandths(strings.TrimLeft(x.Name, "- "), strings.HasPrefix(x.Name, "-"))
		if !ok {
			l.report("invalid-number", x.At, "%s is no length", quote(x.Name))
			return nil
		}
		x.N = n
		return x
	}
	l.report("invalid-expression", l.place(e), "%s is no value of kdsl", quote(l.place(e).Text()))
	return nil
}

// list lowers a list literal: constant when all members are.
func (l *lowerer) list(e ast.Expr, want ir.Type) *ir.Expr {
	elem := noType
	if want.Kind == ir.List {
		elem = want.Element()
	}
	x := l.node(e, ir.MakeList, ir.ListOf(elem))
	constant, failed := true, false
	for _, m := range e.AsList().Elements() {
		a := l.value(m, elem)
		if a == nil {
			failed = true
			continue
		}
		if a.Type.IsList() {
			l.report("wrong-type", a.At, "a list holds no lists, and this is %s", l.typeName(a.Type))
			failed = true
			continue
		}
		if elem.Kind == ir.Bad {
			elem = a.Type
		} else if joined, ok := l.join(elem, a.Type); ok && want.Kind != ir.List {
			elem = joined
		} else if a = l.coerce(a, elem); a == nil {
			failed = true
			continue
		}
		constant = constant && a.Op == ir.Const
		x.Args = append(x.Args, a)
	}
	if failed {
		return nil
	}
	x.Type = ir.ListOf(elem)
	if len(x.Args) == 0 && elem.Kind == ir.Bad && want.Kind == ir.Bad {
		l.report("wrong-type", x.At, "the type of this empty list is not known here")
		return nil
	}
	if constant {
		x.Op, x.List = ir.Const, make([]int64, 0, len(x.Args)) // not nil, which is an absent list
		for _, a := range x.Args {
			x.List = append(x.List, a.N)
		}
		x.Args = nil
	}
	return x
}
