package cond

import (
	"math"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// lowerer lowers one text. A method that returns a nil expression has reported why, or passes on
// the silence of one that has.
type lowerer struct {
	p     *ir.Program
	ix    *index
	text  *text
	info  *ast.SourceInfo
	s     *Scope
	vars  []variableOf // of the macros around, innermost last
	facts []string     // keys known to be present, besides those of the scope
	temps int
	diags diag.List
	// spoilt: the text uses something that is in error elsewhere.
	spoilt bool
	// unsure: a guard was in error, so absence is not spoken of after it.
	unsure bool
}

// variableOf is the variable of a macro.
type variableOf struct {
	name string
	expr *ir.Expr
}

// report adds an error, unless the text has said the same already.
func (l *lowerer) report(code string, at source.Span, format string, args ...any) *diag.Diagnostic {
	var one diag.List
	d := one.Errorf(code, at, format, args...)
	for i := range l.diags {
		// A suggestion may have been appended to the earlier message.
		if l.diags[i].Code == code && strings.HasPrefix(l.diags[i].Message, d.Message) {
			return d
		}
	}
	l.diags = append(l.diags, *d)
	return &l.diags[len(l.diags)-1]
}

var noType ir.Type

// typed lowers e to a value of type want; Bad is any type.
func (l *lowerer) typed(e ast.Expr, want ir.Type) *ir.Expr {
	x := l.lower(e, want)
	if x == nil {
		return nil
	}
	if want.Kind != ir.Bad {
		return l.coerce(x, want)
	}
	if isNone(x) {
		return l.present(x)
	}
	return l.narrow(x)
}

// narrow drops the `?` of a value that is known to be present here.
func (l *lowerer) narrow(x *ir.Expr) *ir.Expr {
	if x != nil && x.Type.Optional && !isNone(x) && l.isKnown(x) {
		x.Type.Optional = false
	}
	return x
}

// value lowers e to a value that is present. want is a hint, not checked.
func (l *lowerer) value(e ast.Expr, want ir.Type) *ir.Expr {
	return l.present(l.lower(e, want))
}

// present refuses a value that may be absent, and none itself.
func (l *lowerer) present(x *ir.Expr) *ir.Expr {
	if x == nil || !x.Type.Optional {
		return x
	}
	if isNone(x) {
		l.report("wrong-type", x.At, "`none` is only a value where something may be absent")
		return nil
	}
	if l.isKnown(x) {
		x.Type.Optional = false
		return x
	}
	if l.unsure {
		return nil
	}
	l.report("missing-guard", x.At, "%s may be absent here; read it under has(%s)", quote(x.At.Text()), flat(x.At.Text()))
	return nil
}

// isKnown tells whether an optional expression is known to be present here.
func (l *lowerer) isKnown(x *ir.Expr) bool {
	key := Key(x)
	if l.s.Facts[key] {
		return true
	}
	for _, f := range l.facts {
		if f == key {
			return true
		}
	}
	return false
}

// under runs f with more facts known.
func (l *lowerer) under(facts []string, f func()) {
	n := len(l.facts)
	l.facts = append(l.facts, facts...)
	f()
	l.facts = l.facts[:n]
}

func isNone(x *ir.Expr) bool {
	return x.Op == ir.Const && x.Type.Kind == ir.Bad && x.Type.Optional
}

func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

// node builds a node with its place and source text.
func (l *lowerer) node(e ast.Expr, op ir.Op, t ir.Type, args ...*ir.Expr) *ir.Expr {
	at := l.place(e)
	return &ir.Expr{Op: op, Type: t, Args: args, At: at, Name: flat(at.Text())}
}

// lower lowers e; the result may be optional. want is a hint for names and literals that could be
// several things.
func (l *lowerer) lower(e ast.Expr, want ir.Type) *ir.Expr {
	x := l.form(e, want)
	if x != nil && x.Type.Kind == ir.Bad && !isNone(x) {
		l.spoilt = true
		return nil
	}
	return x
}

// form lowers e by its form.
func (l *lowerer) form(e ast.Expr, want ir.Type) *ir.Expr {
	switch e.Kind() {
	case ast.LiteralKind:
		return l.literal(e)
	case ast.IdentKind:
		return l.ident(e, want)
	case ast.SelectKind:
		return l.selection(e, want)
	case ast.ListKind:
		return l.list(e, want)
	case ast.CallKind:
		return l.call(e, want)
	case ast.ComprehensionKind:
		return l.macro(e, want)
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
		n, ok := thousandths(strings.TrimLeft(x.Name, "- "), strings.HasPrefix(x.Name, "-"))
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

// thousandths reads a decimal of up to three places exactly.
func thousandths(s string, negative bool) (int64, bool) {
	whole, decimals, _ := strings.Cut(s, ".")
	if len(decimals) > 3 || whole == "" {
		return 0, false
	}
	decimals += "000"[len(decimals):]
	n := int64(0)
	for _, c := range []byte(whole + decimals) {
		if !digit(c) || n > (math.MaxInt64-9)/10 {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if negative {
		n = -n
	}
	return n, true
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
