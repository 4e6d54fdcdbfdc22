package cond

import (
	"slices"
	"strings"

	"github.com/google/cel-go/common/ast"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

func (l *lowerer) call(e ast.Expr, want ir.Type) *ir.Expr {
	c := e.AsCall()
	name, args := c.FunctionName(), c.Args()
	switch {
	case isMacro(c):
		return l.macro(e, want)
	case isListing(c) && c.IsMemberFunction():
		return (&kindly{l}).listing(e, kindPrims[name], c.Target(), args[0])
	case (&kindly{l}).asksKind(c):
		return (&kindly{l}).ofKind(e, askPrims[name], c.Target(), args[0].AsIdent())
	case c.IsMemberFunction():
		return l.primitive(e)
	case isListing(c):
		return (&kindly{l}).allOf(e, args[0])
	case name == "has" && len(args) == 1:
		return l.has(e, args[0])
	case isIgnored(c):
		return (&asked{lowerer: l}).ignored(e, args)
	case isAsked(c):
		return (&asked{lowerer: l}).ask(e, args)
	case name == ir.Ops[ir.Stood].Name:
		return (&asked{lowerer: l}).stood(e, args, want)
	}
	if params, result, ok := l.signature(name); ok {
		return l.declared(e, params, result)
	}
	if x, found := l.operation(e, want); found {
		return x
	}
	if name == "during" && len(args) == 1 && args[0].Kind() == ast.IdentKind {
		return l.around(e, args[0])
	}
	if name == "printed" || name == "base" {
		return l.cardValue(e, name, args)
	}
	if name == "cards" && len(args) == 1 && args[0].Kind() == ast.IdentKind {
		return (&kindly{l}).cardsOf(e, args[0])
	}
	return l.primitive(e)
}

// commaNumber explains a number that is written with a comma among the values of a call, which are one too many, where a length
// may stand.
func commaNumber(l *lowerer, args []ast.Expr, params []ir.Type) bool {
	for i, t := range params {
		if len(args) != len(params)+1 || t.Kind != ir.Length {
			continue
		}
		a, b := l.place(args[i]), l.place(args[i+1])
		if a.End+1 == b.Start && strings.Trim(a.Text()+b.Text(), "0123456789") == "" {
			number := a.Text() + "." + b.Text()
			l.report("wrong-arguments", source.Span{File: a.File, Start: a.Start, End: b.End}, "a number has a point, and commas stand between values").Rewrite(number)
			return true
		}
	}
	return false
}

// declared lowers a call of a function or table of the program.
func (l *lowerer) declared(e ast.Expr, params []*ir.Field, result ir.Type) *ir.Expr {
	c := e.AsCall()
	name := c.FunctionName()
	if len(c.Args()) != len(params) {
		names := diag.Names(params, func(f *ir.Field) string { return f.Name + ": " + l.p.TypeName(f.Type) })
		types := make([]ir.Type, len(params))
		for i, f := range params {
			types[i] = f.Type
		}
		if commaNumber(l, c.Args(), types) {
			return nil
		}
		return l.refuse("wrong-arguments", l.callAt(e), "%s takes %s: (%s)", quote(name), diag.Count(len(params), "value"), strings.Join(names, ", "))
	}
	var args []*ir.Expr
	for i, a := range c.Args() {
		args = append(args, l.typed(a, params[i].Type))
	}
	op, id := ir.CallTable, l.tables[name]
	if f, ok := l.funcs[name]; ok {
		op, id = ir.CallFunc, f
		l.bind(l.callAt(e), l.p.Funcs[id].At)
	} else {
		l.bind(l.callAt(e), l.p.Tables[id].At)
	}
	x := l.read(e, op, name, result, args...)
	if x == nil {
		return nil
	}
	x.N = int64(id)
	if op == ir.CallFunc && l.p.Funcs[id].Figure != nil {
		y := l.node(e, ir.Folded, result, x)
		y.N, y.Name = x.N, x.Name
		return y
	}
	return x
}

// has lowers has(x).
func (l *lowerer) has(e, arg ast.Expr) *ir.Expr {
	x := l.lower(arg, noType)
	if x == nil {
		return nil
	}
	if isNone(x) {
		return l.refuse("wrong-type", x.At, "none is never there")
	}
	switch {
	case x.Type.Optional:
	case x.Op == ir.OwnerOf: // which is read without a guard, and fails
		x.Type.Optional = true
	case x.Op == ir.Index:
		l.diags.Warnf("needless-guard", l.place(e), "a list has no place that is empty: whether there is a first one asks size(%s) > 0", flat(x.Args[0].At.Text()))
	case x.At.Text() == "it":
		l.diags.Warnf("needless-guard", l.place(e), "%s is always present: where is not asked of none, which stays on offer where the type has a ?", quote("it"))
	default:
		l.diags.Warnf("needless-guard", l.place(e), "%s is always present", quote(x.At.Text()))
	}
	return l.node(e, ir.Has, boolType, x)
}

// around lowers during(EVENT).
func (l *lowerer) around(e, event ast.Expr) *ir.Expr {
	name := event.AsIdent()
	id, ok := l.event(name, l.place(event))
	if !ok {
		return nil
	}
	x := l.node(e, ir.Around, ir.Type{Kind: ir.Record, Ref: id, Optional: true})
	x.Ref, x.Name = id, "during("+name+")"
	l.bind(l.place(event), l.p.Events[id].At)
	return x
}

// kindArg finds the kind that all( ), items( ) or only( ) names.
func (l *lowerer) kindArg(e ast.Expr) (kind int, ok bool) {
	name := e.AsIdent()
	if id, ok := l.kinds[name]; ok {
		if id >= 0 {
			l.bind(l.place(e), l.p.Kinds[id].At)
		}
		return id, true
	}
	if id, ok := l.cards[name]; ok {
		l.bind(l.place(e), l.p.Cards[id].At)
		return l.p.CardRef(id), true
	}
	switch {
	case l.isZone(name):
		l.noList(l.place(e), name)
		return -1, false
	case l.isEnum(name):
		l.report("wrong-type", l.place(e), "%s is an enum, no kind", quote(name))
		return -1, false
	}
	d := l.report("undefined-name", l.place(e), "there is no kind or card %s", quote(name))
	if l.printed(d, name, l.kindsNamed, l.cardsNamed); d.Mended() {
		return -1, false
	}
	l.meant(d, name, func() (kinds []string) {
		for _, k := range l.p.Kinds {
			kinds = append(kinds, k.Name)
		}
		for _, card := range l.p.Cards {
			kinds = append(kinds, card.Name)
		}
		return kinds
	})
	return -1, false
}

// cardValue lowers printed(x.f) and base(x.f).
func (l *lowerer) cardValue(e ast.Expr, name string, args []ast.Expr) *ir.Expr {
	if len(args) != 1 {
		return l.refuse("wrong-arguments", l.callAt(e), "%s takes 1 value: %s(x.field)", quote(name), name)
	}
	x := l.lower(args[0], noType)
	if x == nil {
		return nil
	}
	if x.Op == ir.Folded && name == "base" {
		y := *x.Args[0]
		y.At = l.place(e)
		return &y
	}
	op := ir.BaseOf
	if name == "printed" {
		op = ir.PrintedOf
	}
	if x.Op != ir.StatOf && !(x.Op == ir.PrintedOf && name == "printed") {
		return l.refuse("wrong-type", x.At, "%s( ) takes a stat, read as x.field%s", name, map[bool]string{true: ", or a field or function with layers"}[name == "base"])
	}
	y := *x
	y.Op, y.At = op, l.place(e)
	return &y
}

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
		if p := &ir.Prims[n]; len(p.Params) == len(args) && p.Tie != ir.NamesKind {
			fitting = append(fitting, n)
		}
	}
	if len(fitting) == 0 {
		for _, n := range all {
			if commaNumber(l, args, ir.Prims[n].Params) {
				return nil
			}
		}
		return l.refuse("wrong-arguments", l.callAt(e), "%s is called as %s", quote(name), l.shapes(all))
	}
	list := make([]*ir.Expr, len(args))
	for i, a := range args {
		hint := ir.Prims[fitting[0]].Params[i]
		if i > 0 && list[0] != nil && ir.Prims[fitting[0]].Params[i].Kind == ir.Bad {
			hint = list[0].Type.Element()
		}
		if hint.Kind == ir.List && hint.Elem == ir.Bad && i > 0 && list[0] != nil {
			hint = list[0].Type
		}
		list[i] = l.value(a, hint)
	}
	x := l.read(e, ir.CallPrim, name, noType, list...)
	if x == nil {
		return nil
	}
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
	if n == ir.PCeilDiv || n == ir.PFloorDiv {
		if by := x.Args[1]; by.Op == ir.Const && by.N == 0 {
			return l.refuse("invalid-number", by.At, "nothing can be divided by 0")
		}
	}
	return l.tied(e, x)
}

// tied holds the types of a call together where the signature alone cannot.
func (l *lowerer) tied(e ast.Expr, x *ir.Expr) *ir.Expr {
	like := func(want ir.Type) bool {
		a := x.Args[1]
		if !l.comparable(want, a.Type) {
			l.report("wrong-type", a.At, "got %s, want %s", l.p.TypeName(a.Type), l.p.TypeName(want))
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
		if x.Type.Ref = x.Args[1].Type.Ref; x.Args[1].Op == ir.Const {
			x.Type.Ref = l.p.CardRef(int(x.Args[1].N))
		}
	case ir.ResultLikeFirst:
		x.Type = x.Args[0].Type
	case ir.CardOfKind:
		if ok = l.related(x.Args[0].Type.Ref, x.Args[1].Type.Ref); !ok {
			l.report("wrong-type", l.place(e), "this never holds: %s is of kind %s, %s is a %s", quote(x.Args[0].At.Text()),
				l.p.TypeName(x.Args[0].Type), quote(x.Args[1].At.Text()), l.p.TypeName(x.Args[1].Type))
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
	types := diag.Names(args, func(a *ir.Expr) string { return l.p.TypeName(a.Type) })
	d := l.report("wrong-type", l.callAt(e), "%s is called as %s, not with (%s)", quote(e.AsCall().FunctionName()), l.shapes(fitting), strings.Join(types, ", "))
	for i, a := range args {
		if a.Type.Kind == ir.CardOf && slices.ContainsFunc(fitting, func(n int) bool { return ir.Prims[n].Params[i].Kind == ir.Inst }) {
			l.anyOf(d, e, a, func(each string) string {
				given := diag.Names(args, func(a *ir.Expr) string { return flat(a.At.Text()) })
				given[i] = each
				return e.AsCall().FunctionName() + "(" + strings.Join(given, ", ") + ")"
			})
		}
		for _, n := range fitting {
			if !d.Mended() {
				l.turned(d, a, ir.Prims[n].Params[i])
			}
		}
	}
}

// coerceOr reports why a is no value of type t.
func (l *lowerer) coerceOr(a *ir.Expr, t ir.Type) {
	if l.coerce(a, t) != nil {
		l.report("wrong-type", a.At, "got %s, want %s", l.p.TypeName(a.Type), l.p.TypeName(t))
	}
}

// shapes writes the ways to call primitives.
func (l *lowerer) shapes(prims []int) string {
	var out []string
	for _, n := range prims {
		p := ir.Prims[n]
		var params []string
		for _, t := range p.Params {
			name := l.p.TypeName(t)
			switch {
			case p.Tie == ir.MemberOfFirst && t.Kind == ir.Bad:
				name = "member"
			case p.Tie == ir.NamesKind && t.Kind == ir.TextType:
				name = "KIND"
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
