package cond

import (
	"sync"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/parser"
)

// Internal names begin with @, which no author can write.
const (
	hasCall  = "@has"
	allCall  = "@all"
	kindName = "@kind:"
	mapMacro = "@map"
)

// maxDepth bounds the recursion of cel-go's parser, and with it of everything that walks its tree.
const maxDepth = 400

// ours marks a message of a macro, to tell it from cel-go's own.
const ours = "\x01"

var kdslParser = sync.OnceValue(func() *parser.Parser {
	p, err := parser.NewParser(
		parser.Macros(macros()...),
		parser.MaxRecursionDepth(maxDepth),
		parser.ErrorRecoveryLimit(4),
		parser.EnableIdentEscapeSyntax(false),
	)
	if err != nil {
		panic(err) // the options are constant
	}
	return p
})

// macros expands kdsl's macros to comprehensions that CEL can check and evaluate. The accumulator
// bears the macro's name, by which lowering knows it again.
func macros() []parser.Macro {
	list := []parser.Macro{
		parser.NewGlobalMacro("has", 1, func(h parser.ExprHelper, _ ast.Expr, a []ast.Expr) (ast.Expr, *common.Error) {
			return h.NewCall(hasCall, a[0]), nil
		}),
		parser.NewGlobalMacro("all", 1, func(h parser.ExprHelper, _ ast.Expr, a []ast.Expr) (ast.Expr, *common.Error) {
			if a[0].Kind() != ast.IdentKind {
				return nil, h.NewError(a[0].ID(), ours+"all( ) takes the name of a kind")
			}
			renameKind(h, a[0])
			return h.NewCall(allCall, a[0]), nil
		}),
	}
	for name := range kindPrims {
		list = append(list, parser.NewReceiverMacro(name, 1, func(h parser.ExprHelper, x ast.Expr, a []ast.Expr) (ast.Expr, *common.Error) {
			if a[0].Kind() != ast.IdentKind {
				return nil, h.NewError(a[0].ID(), ours+name+"( ) takes the name of a kind")
			}
			renameKind(h, a[0])
			return h.NewCall("@"+name, x, a[0]), nil
		}))
	}
	fold := func(name string, init func(parser.ExprHelper) ast.Expr, step func(h parser.ExprHelper, accu, v string, body ast.Expr) ast.Expr,
		result func(h parser.ExprHelper, accu string) ast.Expr) parser.Macro {
		return parser.NewReceiverMacro(name, 2, func(h parser.ExprHelper, x ast.Expr, a []ast.Expr) (ast.Expr, *common.Error) {
			v, err := variable(h, name, a[0])
			if err != nil {
				return nil, err
			}
			accu := "@" + name
			return h.NewComprehension(x, v, accu, init(h), h.NewLiteral(types.True), step(h, accu, v, a[1]), result(h, accu)), nil
		})
	}
	accu := func(h parser.ExprHelper, accu string) ast.Expr { return h.NewIdent(accu) }
	literal := func(v types.Int) func(parser.ExprHelper) ast.Expr {
		return func(h parser.ExprHelper) ast.Expr { return h.NewLiteral(v) }
	}
	boolean := func(v types.Bool) func(parser.ExprHelper) ast.Expr {
		return func(h parser.ExprHelper) ast.Expr { return h.NewLiteral(v) }
	}
	empty := func(h parser.ExprHelper) ast.Expr { return h.NewList() }
	tally := func(h parser.ExprHelper, accu, _ string, body ast.Expr) ast.Expr {
		return h.NewCall(operators.Conditional, body,
			h.NewCall(operators.Add, h.NewIdent(accu), h.NewLiteral(types.Int(1))), h.NewIdent(accu))
	}
	collect := func(h parser.ExprHelper, accu, _ string, body ast.Expr) ast.Expr {
		return h.NewCall(operators.Add, h.NewIdent(accu), h.NewList(body))
	}
	list = append(list,
		fold("exists", boolean(false), func(h parser.ExprHelper, accu, _ string, body ast.Expr) ast.Expr {
			return h.NewCall(operators.LogicalOr, h.NewIdent(accu), body)
		}, accu),
		fold("all", boolean(true), func(h parser.ExprHelper, accu, _ string, body ast.Expr) ast.Expr {
			return h.NewCall(operators.LogicalAnd, h.NewIdent(accu), body)
		}, accu),
		fold("exists_one", literal(0), tally, func(h parser.ExprHelper, accu string) ast.Expr {
			return h.NewCall(operators.Equals, h.NewIdent(accu), h.NewLiteral(types.Int(1)))
		}),
		fold("count", literal(0), tally, accu),
		fold("filter", empty, func(h parser.ExprHelper, accu, v string, body ast.Expr) ast.Expr {
			return h.NewCall(operators.Conditional, body,
				h.NewCall(operators.Add, h.NewIdent(accu), h.NewList(h.NewIdent(v))), h.NewIdent(accu))
		}, accu),
		fold("map", empty, collect, accu),
	)
	for _, name := range []string{"sum", "most", "least"} {
		list = append(list, parser.NewReceiverMacro(name, 2, func(h parser.ExprHelper, x ast.Expr, a []ast.Expr) (ast.Expr, *common.Error) {
			v, err := variable(h, name, a[0])
			if err != nil {
				return nil, err
			}
			m := h.NewComprehension(x, v, mapMacro, h.NewList(), h.NewLiteral(types.True), collect(h, mapMacro, v, a[1]), h.NewIdent(mapMacro))
			return h.NewCall("@"+name, m), nil
		}))
	}
	return list
}

// renameKind keeps the name of a kind apart from other names spelt the same.
func renameKind(h parser.ExprHelper, e ast.Expr) {
	e.SetKindCase(ast.NewExprFactory().NewIdent(e.ID(), kindName+e.AsIdent()))
}

func variable(h parser.ExprHelper, macro string, e ast.Expr) (string, *common.Error) {
	if e.Kind() != ast.IdentKind {
		return "", h.NewError(e.ID(), ours+macro+"( ) begins with a new name for the member: "+macro+"(m, ...)")
	}
	return e.AsIdent(), nil
}
