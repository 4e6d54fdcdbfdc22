// Package cond turns the text of a condition or value into a typed expression of package ir.
//
// It is the one door to CEL: cel-go parses and checks, and its checked tree is lowered here.
// cel-go never evaluates outside of tests. The module path is github.com/google/cel-go up to
// v0.31.0; from v0.32 it is cel.dev/cel-go, and moving is a change of the imports of this package.
//
// A text goes through four steps: its tokens are looked over for slips that CEL's own parser
// explains badly (lex.go, slips.go); cel-go parses it with kdsl's macros (macros.go); cel-go checks
// it against the declarations of the program (decls.go, provider.go); and the checked tree is lowered
// (lower.go and what follows), where everything is decided that CEL's types cannot say: precise
// kinds, absence, exact lengths. Where CEL's checker refuses a tree, the tree is lowered all the
// same, for lowering explains in the author's words; CEL's own words are the last resort.
package cond

import (
	"strings"
	"sync"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Scope is what a text may name beyond the program's own names: each name stands for an expression.
// The zero Scope is empty.
//
// A name may be dotted: "r.total" answers the selection `total` of the bare name `r`, whether or
// not `r` itself is in scope. The parts of a finished event, of a push or of a class of dice that
// live in locals of their own are given so. A name of type Group and a Ref is a row of that bag:
// its field i is slot N+i of the same sort, its count slot N+len(fields).
// A name of type Bad stands for something in error elsewhere: a text that uses it compiles to an
// expression of BadOp, and nothing more is said about it.
type Scope struct {
	Names map[string]*ir.Expr
	// Facts are the optional expressions known to be present here, by Key.
	Facts map[string]bool
	// Temps is the first temporary that the text may use for the variables of its macros.
	Temps int
	// Constant refuses everything that depends on a game under way.
	Constant bool
	// Hint says, for a name that is not found, why it may not be used here; may be nil.
	Hint func(name string) string
}

// Env compiles texts against one program. It may be used by several goroutines.
type Env struct {
	p     *ir.Program
	mu    sync.Mutex
	index *index
}

// New makes an environment of the declarations of p: its enums, kinds with their fields, cards,
// events with their fields, bags, options, functions and tables (signatures; bodies may come later).
func New(p *ir.Program) *Env { return &Env{p: p} }

// Compile reads the text of the span as a value of type want (Bad: any type). Diagnostics carry
// exact places. On error the expression may be nil.
func (e *Env) Compile(at source.Span, s *Scope, want ir.Type) (x *ir.Expr, diags diag.List) {
	if s == nil {
		s = &Scope{}
	}
	if at.File == nil {
		at = source.Span{File: source.New("", "")}
	}
	defer func() {
		if r := recover(); r != nil { // a fault of this package or of cel-go, not of the text
			x, diags = nil, nil
			diags.Errorf("internal-error", at, "kdsl cannot read this expression: %v", r)
		}
	}()
	t := newText(at)
	l := &lowerer{p: e.p, ix: e.names(), text: t, s: s, temps: s.Temps}
	if !t.check(l) || !l.roomFor(s.Temps, at) {
		return nil, l.diags
	}
	src := common.NewStringSource(t.text, "")
	parsed, errs := kdslParser().Parse(src)
	if list := errs.GetErrors(); len(list) > 0 {
		l.syntaxErrors(list)
		return nil, l.diags
	}
	l.info = parsed.SourceInfo()
	tree, errs := l.checkCEL(parsed, src)
	x = l.compile(tree, want)
	if l.spoilt && !l.diags.HasErrors() {
		return &ir.Expr{Op: ir.BadOp, At: at}, l.diags
	}
	if list := errs.GetErrors(); len(list) > 0 && !l.diags.HasErrors() {
		l.celErrors(list)
	}
	if l.diags.HasErrors() {
		l.diags.Sort()
		return nil, l.diags
	}
	return x, l.diags
}

// compile lowers the whole tree and checks the result against want.
func (l *lowerer) compile(tree *ast.AST, want ir.Type) *ir.Expr {
	x := l.typed(tree.Expr(), want)
	if x != nil && l.s.Constant {
		l.constant(x)
	}
	return x
}

// quote writes a piece of source in a message.
func quote(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 60 {
		s = string(r[:57]) + "..."
	}
	return "`" + s + "`"
}
