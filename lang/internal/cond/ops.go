package cond

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"

	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// operations are the operations between values, by cel-go's names.
var operations = func() map[string]ir.Op {
	m := map[string]ir.Op{operators.LogicalAnd: ir.And, operators.LogicalOr: ir.Or, operators.LogicalNot: ir.Not,
		operators.Negate: ir.Neg, operators.Conditional: ir.Cond, operators.Index: ir.Index}
	for op, o := range ir.Ops {
		switch o.Shape {
		case ir.ArithmeticShape, ir.ComparisonShape, ir.MemberShape:
			name, _ := operators.Find(o.Name)
			m[name] = ir.Op(op)
		}
	}
	return m
}()

// operation lowers an operator; found is false when the name is none.
func (l *lowerer) operation(e ast.Expr, want ir.Type) (x *ir.Expr, found bool) {
	c := e.AsCall()
	args := c.Args()
	op, found := operations[c.FunctionName()]
	if !found {
		return nil, false
	}
	switch op {
	case ir.And, ir.Or:
		x = l.chain(e, op)
	case ir.Not:
		x = l.folded(l.node(e, ir.Not, boolType, l.typed(args[0], boolType)))
	case ir.Neg:
		x = l.negate(e, args[0])
	case ir.Cond:
		x = l.choice(e, args, want)
	case ir.Eq, ir.Ne:
		x = l.equality(e, op, args)
	case ir.Lt, ir.Le, ir.Gt, ir.Ge:
		x = l.comparison(e, op, args)
	case ir.In:
		x = l.membership(e, args)
	case ir.Index:
		x = l.index(e, args)
	case ir.Add, ir.Sub, ir.Mul:
		x = l.arithmetic(e, op, args)
	default:
		panic("an operator of no known meaning: " + ir.Ops[op].Name)
	}
	return x, true
}

// chain lowers a && b && c from left to right: what holds of the left is known on the right. CEL
// balances such chains, so the operands are collected first.
func (l *lowerer) chain(e ast.Expr, op ir.Op) *ir.Expr {
	var parts []ast.Expr
	collect(e, e.AsCall().FunctionName(), &parts)
	facts, unsure := l.facts, l.unsure
	defer func() { l.facts, l.unsure = facts, unsure }()
	var out *ir.Expr
	failed := false
	for _, part := range parts {
		x := l.typed(part, boolType)
		if x == nil {
			failed, l.unsure = true, true
			continue
		}
		l.facts = l.facts.With(expr.Facts(l.p, x, op == ir.And))
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

func (l *lowerer) negate(e, arg ast.Expr) *ir.Expr {
	x := l.value(arg, noType)
	if x == nil {
		return nil
	}
	if x.Type.Kind != ir.Int && x.Type.Kind != ir.Length {
		return l.refuse("wrong-type", l.place(e), "%s has no negative", l.p.TypeName(x.Type))
	}
	return l.folded(l.node(e, ir.Neg, x.Type, x))
}

// choice lowers c ? a : b.
func (l *lowerer) choice(e ast.Expr, args []ast.Expr, want ir.Type) *ir.Expr {
	c := l.typed(args[0], boolType)
	defer func(unsure bool) { l.unsure = unsure }(l.unsure)
	var yes, no []expr.Fact
	if c == nil {
		l.unsure = true
	} else {
		yes, no = expr.Facts(l.p, c, true), expr.Facts(l.p, c, false)
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
		d := l.report("wrong-type", l.place(e), "the two values differ in type: %s and %s", l.p.TypeName(a.Type), l.p.TypeName(b.Type))
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
	if c.Op == ir.Const && a.Op == ir.Const && b.Op == ir.Const && !t.IsList() {
		if c.N == 0 {
			a = b
		}
		chosen := *a
		chosen.Type, chosen.At = t, l.place(e)
		return &chosen
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
			return l.refuse("wrong-type", l.place(e), "cannot multiply length by length: one factor must be an int (whole_up, whole_down round a length)")
		}
	} else {
		a, b = l.alike(a, b)
	}
	return l.folded(l.node(e, op, t, a, b))
}

// equality lowers == and !=, the only operators that read a value that may be absent: what is
// absent equals only what is absent.
func (l *lowerer) equality(e ast.Expr, op ir.Op, args []ast.Expr) *ir.Expr {
	a, b := l.pair(args, l.lower)
	return l.same(e, op, a, b)
}

// same is == or != of two values.
func (l *lowerer) same(e ast.Expr, op ir.Op, a, b *ir.Expr) *ir.Expr {
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
	a, b = l.alike(a, b)
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
		return l.refuse("wrong-type", l.place(e), "%s has no order; only == and != compare it", l.p.TypeName(a.Type))
	}
	a, b = l.alike(a, b)
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
		if l.nearBy(e, args[1], a, list) {
			return nil
		}
		d := l.report("wrong-type", list.At, "got %s, want a list after `in`", l.p.TypeName(list.Type))
		if list.Type.Kind == ir.CardOf && a.Type.Kind == ir.Inst && len(l.p.Kinds[l.p.KindAt(list.Type.Ref)].On) == 0 {
			l.anyOf(d, e, list, func(each string) string { return "inside(" + flat(a.At.Text()) + ", " + each + ")" })
		}
		return nil
	}
	elem := list.Type.Element()
	if !l.comparable(a.Type, elem) || a.Type.Kind == ir.Length && elem.Kind == ir.Int {
		return l.refuse("wrong-type", l.place(e), "cannot look for %s in %s", l.p.TypeName(a.Type), l.p.TypeName(list.Type))
	}
	if elem.Kind == ir.Length && a.Type.Kind == ir.Int {
		a = l.scale(a)
	}
	return l.node(e, ir.In, boolType, a, list)
}

func (l *lowerer) index(e ast.Expr, args []ast.Expr) *ir.Expr {
	list, i := l.value(args[0], noType), l.typed(args[1], ir.Type{Kind: ir.Int})
	if list == nil || i == nil {
		return nil
	}
	if list.Type.Kind != ir.List {
		return l.refuse("wrong-type", list.At, "got %s, want a list before `[`", l.p.TypeName(list.Type))
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
