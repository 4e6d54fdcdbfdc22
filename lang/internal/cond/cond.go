// Package cond turns the text of a condition or value into a typed expression of package ir.
//
// It is the one door to CEL. cel-go parses every text; what the tree means and of what type it is,
// lowering decides alone, for kdsl knows kinds, absence and exact lengths, which CEL does not. In tests
// cel-go's type checker and evaluator are the oracle of that: on what the two languages have in common
// they agree. The module path is github.com/google/cel-go up to v0.31.0; from v0.32 it is
// cel.dev/cel-go, and moving is a change of the imports of this package.
//
// A text goes through three steps: its tokens are looked over for slips that a parser explains badly
// (package words); cel-go parses it, without macros (parse.go); and the tree is lowered (form.go and what
// it calls).
package cond

import (
	"github.com/google/cel-go/common/ast"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/internal/cond/words"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Env compiles texts against one program. It may be used by several goroutines.
type Env struct {
	*program
	// Bound is told what each name of a sound text is bound to, if it is declared in a text; may be nil.
	Bound func(use, declared source.Span)
	// Sees tells whether one file uses what is declared in another; may be nil.
	Sees func(from, to *source.File) bool
}

// New makes an environment of the declarations of p: its enums, kinds with their fields, cards,
// events with their fields, bags, options, functions and tables (signatures; bodies may come later).
func New(p *ir.Program) *Env { return &Env{program: newProgram(p)} }

// Compile reads the text of the span as a value of type want (Bad: any type). Diagnostics carry
// exact places. On error the expression may be nil.
func (e *Env) Compile(at source.Span, s *Scope, want ir.Type) (*ir.Expr, diag.List) {
	return e.read(at, s, func(l *lowerer, tree ast.Expr) *ir.Expr { return l.typed(tree, want) })
}

// Equals reads the text of the span as a value that x is compared with: the whole comparison.
func (e *Env) Equals(x *ir.Expr, at source.Span, s *Scope) (*ir.Expr, diag.List) {
	return e.read(at, s, func(l *lowerer, tree ast.Expr) *ir.Expr { return l.same(tree, ir.Eq, x, l.lower(tree, x.Type)) })
}

func (e *Env) read(at source.Span, s *Scope, lower func(*lowerer, ast.Expr) *ir.Expr) (*ir.Expr, diag.List) {
	if s == nil {
		s = &Scope{}
	}
	if at.File == nil {
		at = source.Span{File: source.New("", "")}
	}
	p := &page{}
	known, again := remembered.find(at.Text())
	if again {
		p.text = known.words.In(at, at.Text())
	} else {
		p.text = words.New(at)
	}
	l := &lowerer{explainer: explainer{p, &names{program: e.program, in: s, file: at.File, sees: e.Sees}}, temps: s.Temps}
	if !p.text.Check(&p.diags, l.known) {
		l.slipped(&p.diags[len(p.diags)-1])
		return nil, p.diags
	}
	if !p.roomFor(s.Temps, at) {
		return nil, p.diags
	}
	if !again {
		known = p.parse()
	}
	tree := p.tree(known)
	if tree == nil {
		return nil, p.diags
	}
	l.binds = e.Bound != nil
	x := lower(l, tree)
	if x != nil && s.Constant {
		l.constant(x)
	}
	if !p.diags.HasErrors() {
		p.compared()
	}
	switch {
	case p.diags.HasErrors():
		p.diags.Sort()
		return nil, p.diags
	case l.spoilt:
		return &ir.Expr{Op: ir.BadOp, At: at}, p.diags
	}
	for _, b := range l.bound {
		e.Bound(b[0], b[1])
	}
	return x, p.diags
}
