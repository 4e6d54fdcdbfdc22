package cond

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"

	"github.com/kdsl-lang/kdsl/lang/internal/cond/words"
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
	return l.refuse("invalid-expression", l.place(e), "%s is no expression of kdsl", quote(l.place(e).Text()))
}

func (l *lowerer) literal(e ast.Expr) *ir.Expr {
	switch v := e.AsLiteral().(type) {
	case types.Int:
		x := l.node(e, ir.Const, ir.Type{Kind: ir.Int})
		x.N = int64(v)
		if x.N == ir.None {
			return l.refuse("invalid-number", x.At, "%s is too small", quote(x.Name))
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
			return l.refuse("invalid-number", x.At, "%s is no length", quote(x.Name))
		}
		x.N = n
		return x
	}
	return l.refuse("invalid-expression", l.place(e), "%s is no value of kdsl", quote(l.place(e).Text()))
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
			l.report("wrong-type", a.At, "a list holds no lists, and this is %s", l.p.TypeName(a.Type))
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
		return l.refuse("wrong-type", x.At, "the type of this empty list is not known here")
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

// use is a copy of what a name stands for, at the place of its use.
func (l *lowerer) use(e ast.Expr, x *ir.Expr, name string) *ir.Expr {
	c := *x
	c.At, c.Name = l.place(e), name
	if e.Kind() == ast.IdentKind {
		l.bind(c.At, x.At)
	} else {
		l.bind(l.fieldAt(e), x.At)
	}
	return &c
}

// ident lowers a bare name.
func (l *lowerer) ident(e ast.Expr, want ir.Type) *ir.Expr {
	name := e.AsIdent()
	if x := l.local(name); x != nil {
		return l.use(e, x, name)
	}
	if name == "none" {
		x := l.node(e, ir.Const, ir.Type{Optional: true})
		x.N = ir.None
		return x
	}
	found := l.candidates(name)
	switch len(found) {
	case 0:
		l.undefined(e, name, want)
		return nil
	case 1:
		return l.use(e, found[0], name)
	}
	for _, x := range found {
		if want.Kind == x.Type.Kind && (want.Kind != ir.EnumType || want.Ref == x.Type.Ref) {
			return l.use(e, x, name)
		}
	}
	var ways []string
	for _, x := range found {
		if x.Type.Kind == ir.EnumType {
			ways = append(ways, l.p.Enums[x.Type.Ref].Name+"."+name)
		}
	}
	if len(ways) < 2 {
		return l.use(e, found[0], name)
	}
	l.report("ambiguous-name", l.place(e), "several enums have the value %s: write %s", quote(name), strings.Join(ways, " or ")).Suggest(ways[0])
	return nil
}

// dotted lowers first.field when that is one name: a part the scope gives, or a value of an enum.
func (l *lowerer) dotted(e ast.Expr, first, field string) *ir.Expr {
	of := l.place(e.AsSelect().Operand())
	if x := l.in.Names[first+"."+field]; x != nil {
		l.bind(of, l.in.Records[first])
		return l.use(e, x, first+"."+field)
	}
	if x := l.enumDot(first, field); x != nil {
		l.bind(of, l.p.Enums[x.Type.Ref].At)
		return l.use(e, x, first+"."+field)
	}
	return nil
}

// selection lowers x.f: one name in two parts, or a field.
func (l *lowerer) selection(e ast.Expr) *ir.Expr {
	sel := e.AsSelect()
	field := sel.FieldName()
	if op := sel.Operand(); op.Kind() == ast.IdentKind {
		name := op.AsIdent()
		if l.variable(name) == nil {
			if x := l.dotted(e, name, field); x != nil {
				return x
			}
			if l.in.Names[name] == nil && l.missingPart(e, name, field) {
				return nil
			}
		}
	}
	x := l.value(sel.Operand(), noType)
	if x == nil {
		return nil
	}
	return (&reading{&l.explainer, e, x, field}).value()
}

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
		return l.refuse("wrong-type", list.At, "got %s, want a list before .%s( )", l.p.TypeName(list.Type), name)
	}
	elem, size := l.element(list.Type)
	temp := l.temps
	if l.temps += size; !l.roomFor(l.temps, l.place(e)) {
		return nil
	}
	v := &ir.Expr{Op: ir.Temp, Type: elem, N: int64(temp), Name: member, Lists: elem.IsList(), At: l.place(c.Args()[0])}
	l.bind(v.At, v.At)
	l.vars = append(l.vars, variableOf{member, v})
	body := l.body(op, c.Args()[1], want)
	l.vars = l.vars[:len(l.vars)-1]
	l.temps = temp
	if body != nil && body.Op == ir.Const && body.N != 0 && (op == ir.Exists || op == ir.Count) { // nothing is asked of the members
		return howMany(l, e, op, list)
	}
	x := l.node(e, op, noType, list, body)
	if x == nil {
		return nil
	}
	x.N = int64(temp)
	switch op {
	case ir.Exists, ir.ForAll, ir.ExistsOne:
		x.Type = boolType
	case ir.Filter, ir.Best:
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

// howMany is how many members a list has, or that it has some: list.count(m, true), list.exists(m, true).
func howMany(l *lowerer, e ast.Expr, op ir.Op, list *ir.Expr) *ir.Expr {
	size := l.node(e, ir.CallPrim, ir.Type{Kind: ir.Int}, list)
	if size == nil {
		return nil
	}
	if size.N = ir.PSize; op == ir.Count {
		return size
	}
	return l.node(e, ir.Ge, boolType, size, &ir.Expr{Op: ir.Const, Type: size.Type, N: 1, At: size.At})
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
			return l.refuse("wrong-type", x.At, "map makes a list of plain values, and this is %s", l.p.TypeName(x.Type))
		}
	case ir.Sum, ir.Most, ir.Least, ir.Best:
		x = l.value(e, noType)
		if x != nil && !number(x.Type) {
			return l.refuse("wrong-type", x.At, "got %s, want int or length", l.p.TypeName(x.Type))
		}
	default:
		panic("a macro without a body: " + ir.Ops[op].Name)
	}
	return x
}
