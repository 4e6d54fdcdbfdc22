package cond

import (
	"slices"
	"strings"

	"github.com/google/cel-go/common/ast"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// kindly lowers what is asked of a kind by its name, which is no value.
type kindly struct{ *lowerer }

// meansKind tells whether an argument is the name of a kind, and of nothing nearer.
func (l *kindly) meansKind(e ast.Expr) bool {
	return e.Kind() == ast.IdentKind && l.isKind(e.AsIdent()) && l.local(e.AsIdent()) == nil
}

// asksKind tells whether a call is a method that is asked of a kind.
func (l *kindly) asksKind(c ast.CallExpr) bool {
	_, ok := askPrims[c.FunctionName()]
	return ok && c.IsMemberFunction() && len(c.Args()) == 1 && l.meansKind(c.Args()[0])
}

// allOf lowers all(K).
func (l *kindly) allOf(e, arg ast.Expr) *ir.Expr {
	if name := arg.AsIdent(); l.isEnum(name) {
		l.report("wrong-type", l.place(e), "%s is an enum, and all( ) lists what is in play: steps go through its values with each x: %[2]s, and elsewhere they are a list in brackets", quote(name), name).Rewrite(l.listOf(name))
		return nil
	}
	kind, ok := l.kindArg(arg)
	if !ok {
		return nil
	}
	x := l.node(e, ir.AllOf, ir.ListOf(ir.Type{Kind: ir.Inst, Ref: kind}))
	x.Ref = kind
	return x
}

// cardsOf lowers cards(K), which is known before the game.
func (l *kindly) cardsOf(e, arg ast.Expr) *ir.Expr {
	kind, ok := l.kindArg(arg)
	if !ok {
		return nil
	}
	all := slices.Clone(l.p.Cards)
	slices.SortFunc(all, func(a, b *ir.Card) int { return strings.Compare(a.Name, b.Name) })
	x := l.node(e, ir.Const, ir.ListOf(ir.Type{Kind: ir.CardOf, Ref: l.p.KindAt(kind)}))
	for _, card := range all {
		if !card.Inner && l.p.IsA(l.p.CardRef(card.ID), kind) {
			x.List = append(x.List, int64(card.ID))
		}
	}
	return x
}

// ofKind lowers x.is(K), x.bears(K), x.number(K) and x.borne(K).
func (l *kindly) ofKind(e ast.Expr, n int, of ast.Expr, name string) *ir.Expr {
	kind, prim := l.kinds[name], &ir.Prims[n]
	x := l.typed(of, prim.Params[0])
	if x == nil {
		return nil
	}
	if was := l.p.KindAt(x.Type.Ref); n == ir.PIsKind && !l.related(was, kind) { // of the kind of a card: a test asks what it gives
		return l.refuse("wrong-type", l.place(e), "this never holds: %s is of kind %s, and no %[2]s is of kind %s", quote(x.At.Text()), l.p.Kinds[was].Name, name)
	}
	result := prim.Result
	if result.Kind == ir.Inst {
		result.Ref = kind
	}
	if kind >= 0 {
		l.bind(l.place(e.AsCall().Args()[0]), l.p.Kinds[kind].At)
	}
	y := l.read(e, ir.CallPrim, prim.Name, result, x)
	y.N, y.Ref = int64(n), kind
	return y
}

// listing lowers x.items(K) and list.only(K).
func (l *kindly) listing(e ast.Expr, n int, of, named ast.Expr) *ir.Expr {
	var x *ir.Expr
	prim := &ir.Prims[n]
	if want := prim.Params[0]; want.Kind == ir.List {
		x = l.value(of, noType)
	} else {
		x = l.typed(of, want)
	}
	kind, ok := l.kindArg(named)
	if x == nil || !ok {
		return nil
	}
	if prim.Params[0].Kind == ir.List {
		if x.Type.Kind != ir.List || x.Type.Elem != ir.Inst {
			return l.refuse("wrong-type", x.At, "got %s, want a list of instances before .%s( )", l.p.TypeName(x.Type), prim.Name)
		}
		if !l.related(x.Type.ElemRef, kind) {
			return l.refuse("wrong-type", l.place(e), "this is always empty: %s is a %s", quote(x.At.Text()), l.p.TypeName(x.Type))
		}
	}
	y := l.read(e, ir.CallPrim, prim.Name, ir.ListOf(ir.Type{Kind: ir.Inst, Ref: kind}), x)
	y.N, y.Ref = int64(n), kind
	return y
}
