package cond

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// use is a copy of what a name stands for, at the place of its use.
func (l *lowerer) use(e ast.Expr, x *ir.Expr, name string) *ir.Expr {
	c := *x
	c.At, c.Name = l.place(e), name
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
		l.undefined(e, name)
		return nil
	case 1:
		return l.use(e, found[0], name)
	}
	for _, x := range found {
		if want.Kind == x.Type.Kind && (want.Kind != ir.EnumType || want.Ref == x.Type.Ref) {
			return l.use(e, x, name)
		}
	}
	if len(l.values[name]) == 1 {
		return l.use(e, found[0], name)
	}
	var ways []string
	for _, v := range l.values[name] {
		ways = append(ways, l.p.Enums[v.enum].Name+"."+name)
	}
	if len(ways) == 0 {
		return l.use(e, found[0], name)
	}
	l.report("ambiguous-name", l.place(e), "several enums have the value %s: write %s", quote(name), strings.Join(ways, " or ")).Suggest(ways[0])
	return nil
}

// dotted lowers first.field when that is one name: a part the scope gives, or a value of an enum.
func (l *lowerer) dotted(e ast.Expr, first, field string) *ir.Expr {
	if x := l.in.Names[first+"."+field]; x != nil {
		return l.use(e, x, first+"."+field)
	}
	if x := l.enumDot(first, field); x != nil {
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
