package cond

import (
	"slices"
	"strings"
	"sync"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/parser"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// maxDepth bounds the recursion of cel-go's parser, and with it of everything that walks its tree.
const maxDepth = 400

// celParser has no macros: what is asked of each member of a list stays a call, whose first value names
// the member.
var celParser = sync.OnceValue(func() *parser.Parser {
	p, err := parser.NewParser(parser.MaxRecursionDepth(maxDepth), parser.ErrorRecoveryLimit(4), parser.EnableIdentEscapeSyntax(false))
	if err != nil {
		panic(err) // the options are constant
	}
	return p
})

// parse reads the text with cel-go's parser.
func (p *page) parse() tree {
	t, refused := remembered.parse(p.text)
	if len(refused) > 0 {
		p.syntaxError(refused[0])
		return tree{}
	}
	return t
}

// tree is what the parser has read, nil when it is refused.
func (p *page) tree(t tree) ast.Expr {
	p.info = t.info
	if t.expr == nil || !p.named(t.expr) {
		return nil
	}
	return t.expr
}

// named tells whether names stand where calls want them: those of members and of kinds, which are no values.
func (p *page) named(e ast.Expr) bool {
	switch e.Kind() {
	case ast.SelectKind:
		return p.named(e.AsSelect().Operand())
	case ast.ListKind:
		return p.allNamed(e.AsList().Elements())
	case ast.MapKind: // of named values
		return !slices.ContainsFunc(e.AsMap().Entries(), func(n ast.EntryExpr) bool { return !p.named(n.AsMapEntry().Value()) })
	case ast.CallKind:
		c := e.AsCall()
		if c.IsMemberFunction() && !p.named(c.Target()) || !p.allNamed(c.Args()) {
			return false
		}
		name := c.FunctionName()
		switch {
		case len(c.Args()) == 0 || c.Args()[0].Kind() == ast.IdentKind:
		case isMacro(c):
			p.report("invalid-expression", p.text.Argument(p.own(c.Args()[0])), "%s( ) begins with a new name for the member: %[1]s(m, ...)", name)
			return false
		case isListing(c):
			p.report("invalid-expression", p.text.Argument(p.own(c.Args()[0])), "%s( ) takes the name of a kind", name)
			return false
		}
	default: // has no parts
	}
	return true
}

func (p *page) allNamed(list []ast.Expr) bool {
	return !slices.ContainsFunc(list, func(e ast.Expr) bool { return !p.named(e) })
}

// isMacro tells whether a call asks something of each member of a list.
func isMacro(c ast.CallExpr) bool {
	_, ok := macroOps[c.FunctionName()]
	return ok && c.IsMemberFunction() && len(c.Args()) == 2
}

// isIgnored tells whether a call asks whether a clause is switched off.
func isIgnored(c ast.CallExpr) bool { return c.FunctionName() == "ignored" && !c.IsMemberFunction() }

// isAsked tells whether a call asks whether an event could happen.
func isAsked(c ast.CallExpr) bool { return c.FunctionName() == "can" && !c.IsMemberFunction() }

// isListing tells whether a call lists instances of a kind that it names.
func isListing(c ast.CallExpr) bool {
	if !c.IsMemberFunction() {
		return c.FunctionName() == "all" && len(c.Args()) == 1
	}
	_, ok := kindPrims[c.FunctionName()]
	return ok && len(c.Args()) == 1
}

// syntaxError says what cel-go's parser found after the words passed: a limit, or something unforeseen that is
// only placed, in words of our own.
func (p *page) syntaxError(e *common.Error) {
	whole := p.text.All()
	i := p.text.At(p.errorOffset(e))
	switch {
	case strings.Contains(e.Message, "recursion") || strings.Contains(e.Message, "exceed"):
		p.report("bad-nesting", whole, "this expression is nested too deeply")
	case strings.Contains(e.Message, "invalid int literal"):
		for i < p.text.Last() && !p.text.Number(i) {
			i++
		}
		p.report("invalid-number", p.text.Token(min(i, p.text.Last())), "%s is too large", quote(p.text.Word(i)))
	default:
		at := whole
		if i <= p.text.Last() && e.Location.Line() > 0 {
			at = p.text.Token(i)
		}
		p.report("invalid-expression", at, "%s is not expected here", quote(at.Text()))
	}
}

// errorOffset is the byte offset of a message of cel-go.
func (p *page) errorOffset(e *common.Error) int {
	if e.Location == nil || e.Location.Line() < 1 {
		return 0
	}
	return source.New("", p.text.CEL()).Offset(e.Location.Line(), e.Location.Column()+1)
}
