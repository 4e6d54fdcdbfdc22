package cond

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

var arithmetic = map[string]ir.Op{operators.Add: ir.Add, operators.Subtract: ir.Sub, operators.Multiply: ir.Mul}

// operation lowers an operator; found is false when the name is none.
func (l *lowerer) operation(e ast.Expr, want ir.Type) (x *ir.Expr, found bool) {
	c := e.AsCall()
	name, args := c.FunctionName(), c.Args()
	switch name {
	case operators.LogicalAnd:
		return l.chain(e, ir.And), true
	case operators.LogicalOr:
		return l.chain(e, ir.Or), true
	case operators.LogicalNot:
		return l.not(e, args[0]), true
	case operators.Negate:
		return l.negate(e, args[0]), true
	case operators.Conditional:
		return l.choice(e, args, want), true
	case operators.Equals:
		return l.equality(e, ir.Eq, args), true
	case operators.NotEquals:
		return l.equality(e, ir.Ne, args), true
	case operators.In:
		return l.membership(e, args), true
	case operators.Index:
		return l.index(e, args), true
	}
	if op, ok := comparisons[name]; ok {
		return l.comparison(e, op, args), true
	}
	if op, ok := arithmetic[name]; ok {
		return l.arithmetic(e, op, args), true
	}
	return nil, false
}

// chain lowers a && b && c from left to right: what holds of the left is known on the right. CEL
// balances such chains, so the operands are collected first.
func (l *lowerer) chain(e ast.Expr, op ir.Op) *ir.Expr {
	var parts []ast.Expr
	collect(e, e.AsCall().FunctionName(), &parts)
	n, unsure := len(l.facts), l.unsure
	defer func() { l.facts, l.unsure = l.facts[:n], unsure }()
	var out *ir.Expr
	failed := false
	for _, part := range parts {
		x := l.typed(part, boolType)
		if x == nil {
			failed, l.unsure = true, true
			continue
		}
		l.facts = append(l.facts, expr.Facts(x, op == ir.And)...)
		if out == nil {
			out = x
			continue
		}
		at := l.text.Between(out.At, x.At)
		out = &ir.Expr{Op: op, Type: boolType, Args: []*ir.Expr{out, x}, At: at, Name: flat(at.Text())}
	}
	if failed {
		return nil
	}
	return out
}

func collect(e ast.Expr, name string, parts *[]ast.Expr) {
	if e.Kind() == ast.CallKind && e.AsCall().FunctionName() == name {
		for _, a := range e.AsCall().Args() {
			collect(a, name, parts)
		}
		return
	}
	*parts = append(*parts, e)
}

func (l *lowerer) not(e, arg ast.Expr) *ir.Expr {
	x := l.typed(arg, boolType)
	if x == nil {
		return nil
	}
	return fold(l.node(e, ir.Not, boolType, x))
}

func (l *lowerer) negate(e, arg ast.Expr) *ir.Expr {
	x := l.value(arg, noType)
	if x == nil {
		return nil
	}
	if x.Type.Kind != ir.Int && x.Type.Kind != ir.Length {
		l.report("wrong-type", l.place(e), "%s has no negative", l.typeName(x.Type))
		return nil
	}
	return l.folded(l.node(e, ir.Neg, x.Type, x))
}

// choice lowers c ? a : b.
func (l *lowerer) choice(e ast.Expr, args []ast.Expr, want ir.Type) *ir.Expr {
	c := l.typed(args[0], boolType)
	defer func(unsure bool) { l.unsure = unsure }(l.unsure)
	var yes, no []string
	if c == nil {
		l.unsure = true
	} else {
		yes, no = expr.Facts(c, true), expr.Facts(c, false)
	}
	var a, b *ir.Expr
	branch := func(arg ast.Expr, hint ir.Type) *ir.Expr {
		if want.Kind != ir.Bad {
			return l.typed(arg, want)
		}
		return l.narrow(l.lower(arg, hint))
	}
	first, second := branch, branch
	if l.shy(args[1]) && !l.shy(args[2]) {
		l.under(no, func() { b = second(args[2], noType) })
		l.under(yes, func() { a = first(args[1], hintOf(b)) })
	} else {
		l.under(yes, func() { a = first(args[1], noType) })
		l.under(no, func() { b = second(args[2], hintOf(a)) })
	}
	if c == nil || a == nil || b == nil {
		return nil
	}
	t, ok := l.join(a.Type, b.Type)
	if !ok {
		d := l.report("wrong-type", l.place(e), "the two values differ in type: %s and %s", l.typeName(a.Type), l.typeName(b.Type))
		for _, x := range []*ir.Expr{a, b} {
			if x.Type.Kind == ir.Int && x.Op == ir.Const && (a.Type.Kind == ir.Length || b.Type.Kind == ir.Length) {
				d.Span = x.At
				d.Suggest(x.At.Text() + ".0")
			} else if x.Type.Kind == ir.Int && (a.Type.Kind == ir.Length || b.Type.Kind == ir.Length) {
				d.Span = x.At
				d.Suggest("length(" + x.At.Text() + ")")
			}
		}
		return nil
	}
	return l.node(e, ir.Cond, t, c, a, b)
}

func (l *lowerer) arithmetic(e ast.Expr, op ir.Op, args []ast.Expr) *ir.Expr {
	a, b := l.value(args[0], noType), l.value(args[1], noType)
	if a == nil || b == nil {
		return nil
	}
	if !number(a.Type) || !number(b.Type) {
		l.notNumbers(e, op, a, b)
		return nil
	}
	t := a.Type
	if b.Type.Kind == ir.Length {
		t = b.Type
	}
	if op == ir.Mul {
		if a.Type.Kind == ir.Length && b.Type.Kind == ir.Length {
			l.report("wrong-type", l.place(e), "cannot multiply length by length: one factor must be an int (whole_up, whole_down round a length)")
			return nil
		}
	} else if a, b = l.alike(a, b); a == nil || b == nil {
		return nil
	}
	return l.folded(l.node(e, op, t, a, b))
}
