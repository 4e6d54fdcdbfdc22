package cond

import (
	"strconv"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

func (l *lowerer) call(e ast.Expr, want ir.Type) *ir.Expr {
	c := e.AsCall()
	name, args := c.FunctionName(), c.Args()
	switch {
	case isMacro(c):
		return l.macro(e, want)
	case isListing(c) && c.IsMemberFunction():
		return l.listing(e, kindPrims[name], c.Target(), args[0])
	case c.IsMemberFunction():
		return l.primitive(e)
	case isListing(c):
		return l.allOf(e, args[0])
	case name == "has" && len(args) == 1:
		return l.has(e, args[0])
	}
	if params, result, ok := l.signature(name); ok {
		return l.declared(e, params, result)
	}
	if x, found := l.operation(e, want); found {
		return x
	}
	if name == "printed" || name == "base" {
		return l.cardValue(e, name, args)
	}
	return l.primitive(e)
}

// declared lowers a call of a function or table of the program.
func (l *lowerer) declared(e ast.Expr, params []*ir.Field, result ir.Type) *ir.Expr {
	c := e.AsCall()
	name := c.FunctionName()
	x := l.node(e, ir.CallFunc, result)
	x.Name = name
	if id, ok := l.funcs[name]; ok {
		x.N = int64(id)
	} else {
		x.Op, x.N = ir.CallTable, int64(l.tables[name])
	}
	if len(c.Args()) != len(params) {
		var names []string
		for _, f := range params {
			names = append(names, f.Name+": "+l.typeName(f.Type))
		}
		l.report("wrong-arguments", l.callAt(e), "%s takes %s: (%s)", quote(name), values(len(params)), strings.Join(names, ", "))
		return nil
	}
	failed := false
	for i, a := range c.Args() {
		arg := l.typed(a, params[i].Type)
		failed = failed || arg == nil
		x.Args = append(x.Args, arg)
	}
	if failed {
		return nil
	}
	return x
}

func values(n int) string {
	switch n {
	case 0:
		return "no value"
	case 1:
		return "1 value"
	}
	return strconv.Itoa(n) + " values"
}

// has lowers has(x).
func (l *lowerer) has(e, arg ast.Expr) *ir.Expr {
	x := l.lower(arg, noType)
	if x == nil {
		return nil
	}
	if isNone(x) {
		l.report("wrong-type", x.At, "none is never there")
		return nil
	}
	if !x.Type.Optional {
		l.diags.Warnf("needless-guard", l.place(e), "%s is always present", quote(x.At.Text()))
	}
	return l.node(e, ir.Has, boolType, x)
}

// kindArg finds the kind that all( ), items( ) or only( ) names.
func (l *lowerer) kindArg(e ast.Expr) int {
	name := e.AsIdent()
	if id, ok := l.kinds[name]; ok {
		return id
	}
	d := l.report("undefined-name", l.place(e), "there is no kind %s", quote(name))
	l.meant(d, name, func() (kinds []string) {
		for _, k := range l.p.Kinds {
			kinds = append(kinds, k.Name)
		}
		return kinds
	})
	return -1
}

func (l *lowerer) allOf(e, arg ast.Expr) *ir.Expr {
	kind := l.kindArg(arg)
	if kind < 0 {
		return nil
	}
	x := l.node(e, ir.AllOf, ir.ListOf(ir.Type{Kind: ir.Inst, Ref: kind}))
	x.Ref = kind
	return x
}

// listing lowers x.items(K) and list.only(K).
func (l *lowerer) listing(e ast.Expr, n int, of, named ast.Expr) *ir.Expr {
	var x *ir.Expr
	prim := &ir.Prims[n]
	if want := prim.Params[0]; want.Kind == ir.List {
		x = l.value(of, noType)
	} else {
		x = l.typed(of, want)
	}
	kind := l.kindArg(named)
	if x == nil || kind < 0 {
		return nil
	}
	if prim.Params[0].Kind == ir.List {
		if x.Type.Kind != ir.List || x.Type.Elem != ir.Inst {
			l.report("wrong-type", x.At, "got %s, want a list of instances before .%s( )", l.typeName(x.Type), prim.Name)
			return nil
		}
		if !l.related(x.Type.ElemRef, kind) {
			l.report("wrong-type", l.place(e), "this is always empty: %s is a %s", quote(x.At.Text()), l.typeName(x.Type))
			return nil
		}
	}
	y := l.read(e, ir.CallPrim, prim.Name, ir.ListOf(ir.Type{Kind: ir.Inst, Ref: kind}), x)
	y.N, y.Ref = int64(n), kind
	return y
}

// cardValue lowers printed(x.f) and base(x.f).
func (l *lowerer) cardValue(e ast.Expr, name string, args []ast.Expr) *ir.Expr {
	if len(args) != 1 {
		l.report("wrong-arguments", l.callAt(e), "%s takes 1 value: %s(x.field)", quote(name), name)
		return nil
	}
	x := l.lower(args[0], noType)
	if x == nil {
		return nil
	}
	op := ir.BaseOf
	if name == "printed" {
		op = ir.PrintedOf
	}
	if x.Op != ir.StatOf && !(x.Op == ir.PrintedOf && name == "printed") {
		l.report("wrong-type", x.At, "%s( ) takes a stat, read as x.field", name)
		return nil
	}
	y := *x
	y.Op, y.At = op, l.place(e)
	return &y
}
