package cond

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// primitive lowers a call of the machine's own functions: the first of the name that takes the
// arguments.
func (l *lowerer) primitive(e ast.Expr) *ir.Expr {
	c := e.AsCall()
	name, method := c.FunctionName(), c.IsMemberFunction()
	all := primsNamed[primKey(name, method)]
	if len(all) == 0 {
		l.unknownCall(e)
		return nil
	}
	args := c.Args()
	if method {
		args = append([]ast.Expr{c.Target()}, args...)
	}
	var fitting []int
	for _, n := range all {
		if len(ir.Prims[n].Params) == len(args) {
			fitting = append(fitting, n)
		}
	}
	if len(fitting) == 0 {
		l.report("wrong-arguments", l.callAt(e), "%s is called as %s", quote(name), l.shapes(all))
		return nil
	}
	list := make([]*ir.Expr, len(args))
	failed := false
	for i, a := range args {
		hint := ir.Prims[fitting[0]].Params[i]
		if i > 0 && list[0] != nil && ir.Prims[fitting[0]].Params[i].Kind == ir.Bad {
			hint = list[0].Type.Element()
		}
		if hint.Kind == ir.List && hint.Elem == ir.Bad && i > 0 && list[0] != nil {
			hint = list[0].Type
		}
		list[i] = l.value(a, hint)
		failed = failed || list[i] == nil
	}
	if failed {
		return nil
	}
	x := l.read(e, ir.CallPrim, name, noType, list...)
	if n := l.choose(fitting, list); n >= 0 {
		return l.finish(e, x, n)
	}
	l.noOverload(e, fitting, list)
	return nil
}

// choose is the first primitive that takes the arguments, or -1. Numbers of which one is a length
// go to the lengths.
func (l *lowerer) choose(among []int, args []*ir.Expr) int {
	for _, n := range among {
		ok := true
		for i, t := range ir.Prims[n].Params {
			ok = ok && l.takes(n, args, i, t)
		}
		if ok {
			return n
		}
	}
	return -1
}

func (l *lowerer) takes(n int, args []*ir.Expr, i int, want ir.Type) bool {
	t, tie := args[i].Type, ir.Prims[n].Tie
	switch {
	case tie == ir.BagsToo && t.Kind == ir.BagType:
		return true
	case tie == ir.AnyNumbers && number(t):
		return true
	case want.Kind == ir.Length && t.Kind == ir.Int:
		return args[i].Op == ir.Const
	}
	return l.fits(t, want)
}

// finish gives the call its type and its arguments their last form.
func (l *lowerer) finish(e ast.Expr, x *ir.Expr, n int) *ir.Expr {
	x.N, x.Type = int64(n), ir.Prims[n].Result
	for i, t := range ir.Prims[n].Params {
		a := x.Args[i]
		if t.Kind == ir.Length && a.Type.Kind == ir.Int {
			if a = l.scale(a); a == nil {
				return nil
			}
			x.Args[i] = a
		}
		if a.Type.Kind == ir.List && a.Type.Elem == ir.Bad && t.Elem != ir.Bad {
			a.Type = t
		}
	}
	return l.tied(e, x)
}

// tied holds the types of a call together where the signature alone cannot.
func (l *lowerer) tied(e ast.Expr, x *ir.Expr) *ir.Expr {
	like := func(want ir.Type) bool {
		a := x.Args[1]
		if !l.comparable(want, a.Type) {
			l.report("wrong-type", a.At, "got %s, want %s", l.typeName(a.Type), l.typeName(want))
			return false
		}
		if want.Kind == ir.Length && a.Type.Kind == ir.Int {
			x.Args[1] = l.scale(a)
		}
		return x.Args[1] != nil
	}
	ok := true
	switch tie := ir.Prims[x.N].Tie; tie {
	case ir.Untied, ir.BagsToo, ir.AnyNumbers, ir.NamesKind:
	case ir.ResultOfCard:
		x.Type.Ref = x.Args[1].Type.Ref
	case ir.ResultLikeFirst:
		x.Type = x.Args[0].Type
	case ir.CardOfKind:
		if ok = l.related(x.Args[0].Type.Ref, x.Args[1].Type.Ref); !ok {
			l.report("wrong-type", l.place(e), "this never holds: %s is of kind %s, %s is a %s", quote(x.Args[0].At.Text()),
				l.typeName(x.Args[0].Type), quote(x.Args[1].At.Text()), l.typeName(x.Args[1].Type))
		}
	case ir.MemberOfFirst:
		ok = like(x.Args[0].Type.Element())
	case ir.ListLikeFirst:
		ok = like(x.Args[0].Type)
	default:
		panic("a call tied in no known way: " + ir.Prims[x.N].Name)
	}
	if !ok {
		return nil
	}
	return x
}

// noOverload says which argument is at fault when there is one way to call, else what the ways are.
func (l *lowerer) noOverload(e ast.Expr, fitting []int, args []*ir.Expr) {
	for i, a := range args {
		wrong := 0
		for _, n := range fitting {
			if !l.takes(n, args, i, ir.Prims[n].Params[i]) {
				wrong++
			}
		}
		if wrong < len(fitting) {
			continue
		}
		if len(fitting) == 1 {
			l.coerceOr(a, ir.Prims[fitting[0]].Params[i])
			return
		}
	}
	var types []string
	for _, a := range args {
		types = append(types, l.typeName(a.Type))
	}
	l.report("wrong-type", l.callAt(e), "%s is called as %s, not with (%s)", quote(e.AsCall().FunctionName()), l.shapes(fitting), strings.Join(types, ", "))
}

// coerceOr reports why a is no value of type t.
func (l *lowerer) coerceOr(a *ir.Expr, t ir.Type) {
	if l.coerce(a, t) != nil {
		l.report("wrong-type", a.At, "got %s, want %s", l.typeName(a.Type), l.typeName(t))
	}
}

// shapes writes the ways to call primitives.
func (l *lowerer) shapes(prims []int) string {
	var out []string
	for _, n := range prims {
		p := ir.Prims[n]
		var params []string
		for _, t := range p.Params {
			name := l.typeName(t)
			if p.Tie == ir.MemberOfFirst && t.Kind == ir.Bad {
				name = "member"
			}
			params = append(params, name)
		}
		s := p.Name + "(" + strings.Join(params, ", ") + ")"
		if p.Method {
			s = params[0] + "." + p.Name + "(" + strings.Join(params[1:], ", ") + ")"
		}
		out = append(out, s)
	}
	return strings.Join(out, " or ")
}
