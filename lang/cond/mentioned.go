package cond

import (
	"strings"

	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/containers"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// checkCEL checks a parsed tree against the program and the scope.
func (l *lowerer) checkCEL(parsed *ast.AST, src common.Source) (*ast.AST, *common.Errors) {
	base, err := baseEnv()
	if err != nil {
		errs := common.NewErrors(src)
		errs.ReportError(common.NoLocation, "%v", err)
		return parsed, errs
	}
	env, _ := checker.NewEnv(containers.DefaultContainer, provider{l.p, l.ix}, checker.ValidatedDeclarations(base))
	m := mentioned{l: l, env: env, seen: map[string]bool{}}
	m.walk(parsed.Expr())
	return checker.Check(parsed, src, env)
}

// mentioned declares the names that a tree mentions.
type mentioned struct {
	l    *lowerer
	env  *checker.Env
	seen map[string]bool
}

func (m *mentioned) declare(name string, t *types.Type) {
	if t != nil && !m.seen[name] {
		m.seen[name] = true
		_ = m.env.AddIdents(decls.NewVariable(name, t)) // cannot overlap: names are declared once
	}
}

func (m *mentioned) walk(e ast.Expr) {
	switch e.Kind() {
	case ast.IdentKind:
		m.declare(e.AsIdent(), m.l.identCEL(e.AsIdent()))
	case ast.SelectKind:
		op := e.AsSelect().Operand()
		if op.Kind() == ast.IdentKind {
			name := op.AsIdent() + "." + e.AsSelect().FieldName()
			m.declare(name, m.l.dottedCEL(op.AsIdent(), e.AsSelect().FieldName()))
		}
		m.walk(op)
	case ast.CallKind:
		c := e.AsCall()
		if c.IsMemberFunction() {
			m.walk(c.Target())
		}
		for _, a := range c.Args() {
			m.walk(a)
		}
		m.function(e)
	case ast.ListKind:
		for _, a := range e.AsList().Elements() {
			m.walk(a)
		}
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		m.walk(c.IterRange())
		m.walk(c.LoopStep())
	}
}

// identCEL is the CEL type of a bare name, nil when there is no such name.
func (l *lowerer) identCEL(name string) *types.Type {
	if k, ok := strings.CutPrefix(name, kindName); ok {
		if id, ok := l.ix.kinds[k]; ok {
			return types.NewTypeTypeWithParam(celType(l.p, ir.Type{Kind: ir.Inst, Ref: id}))
		}
		return nil
	}
	if x := l.s.Names[name]; x != nil {
		return celType(l.p, x.Type)
	}
	found := l.candidates(name)
	if len(found) == 0 {
		return nil
	}
	if len(found) > 1 {
		return types.DynType // several enums have it: lowering chooses
	}
	return celType(l.p, found[0].Type)
}

// dottedCEL is the CEL type of a dotted name of the scope or a value of an enum.
func (l *lowerer) dottedCEL(name, field string) *types.Type {
	if x := l.s.Names[name+"."+field]; x != nil {
		return celType(l.p, x.Type)
	}
	if x := l.enumDot(name, field); x != nil {
		return celType(l.p, x.Type)
	}
	return nil
}

// function declares a function or table of the program, under a name that no primitive has.
func (m *mentioned) function(e ast.Expr) {
	c := e.AsCall()
	name := c.FunctionName()
	params, result, found := m.l.signature(name)
	if !found || c.IsMemberFunction() {
		return
	}
	name = funcName + name
	e.SetKindCase(ast.NewExprFactory().NewCall(e.ID(), name, c.Args()...))
	if m.seen[name] {
		return
	}
	m.seen[name] = true
	p := m.l.p
	sig := signature{celType(p, result)}
	for _, f := range params {
		sig = append(sig, celParam(p, f.Type))
	}
	if f := function(name, false, sig); f != nil {
		_ = m.env.AddFunctions(f)
	}
}
