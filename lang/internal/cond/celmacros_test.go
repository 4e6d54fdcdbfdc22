package cond

import (
	"slices"
	"sync"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/parser"
)

// Names that begin with @ no author can write.
const (
	kindName  = "@kind:"
	eventName = "@event:"
	mapMacro  = "@map"
)

// oracleParser reads texts with cel-go's own macros where kdsl has the same, and makes of kdsl's others what
// cel-go can check and evaluate.
var oracleParser = sync.OnceValues(func() (*parser.Parser, error) {
	var list []parser.Macro
	for _, m := range parser.AllMacros {
		if slices.Contains([]string{"exists", "all", "exists_one", "filter", "map"}, m.Function()) && m.ArgCount() == 2 {
			list = append(list, m)
		}
	}
	list = append(list,
		parser.NewGlobalMacro("has", 1, func(h parser.ExprHelper, _ ast.Expr, a []ast.Expr) (ast.Expr, *common.Error) {
			return h.NewCall("@has", a[0]), nil
		}),
		parser.NewGlobalMacro("all", 1, func(h parser.ExprHelper, _ ast.Expr, a []ast.Expr) (ast.Expr, *common.Error) {
			rename(kindName, a[0])
			return h.NewCall("@all", a[0]), nil
		}),
		parser.NewGlobalMacro("cards", 1, func(h parser.ExprHelper, _ ast.Expr, a []ast.Expr) (ast.Expr, *common.Error) {
			rename(kindName, a[0])
			return h.NewCall("@cards", a[0]), nil
		}),
		parser.NewGlobalMacro("during", 1, func(h parser.ExprHelper, _ ast.Expr, a []ast.Expr) (ast.Expr, *common.Error) {
			rename(eventName, a[0])
			return h.NewCall("@during", a[0]), nil
		}),
		parser.NewGlobalMacro("can", 1, func(h parser.ExprHelper, _ ast.Expr, a []ast.Expr) (ast.Expr, *common.Error) {
			var given []ast.Expr // of which types they have to be, only kdsl knows
			for _, x := range a[0].AsCall().Args() {
				if x.Kind() != ast.MapKind {
					given = append(given, x)
					continue
				}
				for _, n := range x.AsMap().Entries() {
					given = append(given, n.AsMapEntry().Value())
				}
			}
			return h.NewCall("@can", h.NewList(given...)), nil
		}),
		parser.NewGlobalMacro("ignored", 2, func(h parser.ExprHelper, _ ast.Expr, a []ast.Expr) (ast.Expr, *common.Error) {
			return h.NewCall("@can", h.NewList(a[1].AsMap().Entries()[0].AsMapEntry().Value())), nil
		}),
		parser.NewReceiverMacro("count", 2, func(h parser.ExprHelper, x ast.Expr, a []ast.Expr) (ast.Expr, *common.Error) {
			n := func() ast.Expr { return h.NewIdent("@count") }
			step := h.NewCall(operators.Conditional, a[1], h.NewCall(operators.Add, n(), h.NewLiteral(types.Int(1))), n())
			return h.NewComprehension(x, a[0].AsIdent(), "@count", h.NewLiteral(types.Int(0)), h.NewLiteral(types.True), step, n()), nil
		}))
	for name := range kindPrims {
		list = append(list, parser.NewReceiverMacro(name, 1, func(h parser.ExprHelper, x ast.Expr, a []ast.Expr) (ast.Expr, *common.Error) {
			rename(kindName, a[0])
			return h.NewCall("@"+name, x, a[0]), nil
		}))
	}
	for _, name := range []string{"sum", "most", "least"} {
		list = append(list, parser.NewReceiverMacro(name, 2, func(h parser.ExprHelper, x ast.Expr, a []ast.Expr) (ast.Expr, *common.Error) {
			all := func() ast.Expr { return h.NewIdent(mapMacro) }
			step := h.NewCall(operators.Add, all(), h.NewList(a[1]))
			return h.NewCall("@"+name, h.NewComprehension(x, a[0].AsIdent(), mapMacro, h.NewList(), h.NewLiteral(types.True), step, all())), nil
		}))
	}
	list = append(list, parser.NewReceiverMacro("best", 2, func(h parser.ExprHelper, x ast.Expr, a []ast.Expr) (ast.Expr, *common.Error) {
		all := func() ast.Expr { return h.NewIdent(mapMacro) }
		step := h.NewCall(operators.Add, all(), h.NewList(a[1]))
		scores := h.NewComprehension(h.Copy(x), a[0].AsIdent(), mapMacro, h.NewList(), h.NewLiteral(types.True), step, all())
		return h.NewCall("@best", x, scores), nil
	}))
	return parser.NewParser(parser.Macros(list...), parser.MaxRecursionDepth(maxDepth))
})

// rename keeps the name of a kind or event apart from other names spelt the same.
func rename(sort string, e ast.Expr) {
	e.SetKindCase(ast.NewExprFactory().NewIdent(e.ID(), sort+e.AsIdent()))
}
