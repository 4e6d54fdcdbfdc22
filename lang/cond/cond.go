// Package cond turns the text of a condition or value into a typed expression of package ir.
//
// It is the one door to CEL: cel-go parses and checks, and its checked tree is lowered here.
// cel-go never evaluates outside of tests. The module path is github.com/google/cel-go up to
// v0.31.0; from v0.32 it is cel.dev/cel-go, and moving is a change of the imports of this package.
package cond

import (
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Scope is what a text may name beyond the program's own names: each name stands for an expression.
// The zero Scope is empty.
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

// Env compiles texts against one program.
type Env struct {
	p *ir.Program
}

// New makes an environment of the declarations of p: its enums, kinds with their fields, cards,
// events with their fields, bags, options, functions and tables (signatures; bodies may come later).
func New(p *ir.Program) *Env { return &Env{p: p} }

// Compile reads the text of the span as a value of type want (Bad: any type). Diagnostics carry
// exact places. On error the expression may be nil.
func (e *Env) Compile(at source.Span, s *Scope, want ir.Type) (*ir.Expr, diag.List) {
	return nil, nil
}

// Key is the identity of an optional expression, for Scope.Facts.
func Key(e *ir.Expr) string { return "" }

// Facts are the keys known to be present when e is true (or, with false, when e is false).
func Facts(e *ir.Expr, when bool) []string { return nil }
