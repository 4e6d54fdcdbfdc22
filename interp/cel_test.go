package interp_test

import (
	"testing"

	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/containers"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/functions"
	"github.com/google/cel-go/common/stdlib"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/interpreter"
	"github.com/google/cel-go/parser"
)

// celEnv is CEL's own parser, checker and interpreter over some types, functions and variables.
type celEnv struct {
	parser *parser.Parser
	env    *checker.Env
	plans  interpreter.Interpreter
}

// registry is what CEL asks for types, and what makes values of them.
type registry interface {
	types.Provider
	types.Adapter
}

func newCEL(t testing.TB, reg registry, own []*decls.FunctionDecl, vars ...*decls.VariableDecl) *celEnv {
	t.Helper()
	p, err := parser.NewParser(parser.Macros(parser.AllMacros...))
	must(t, err)
	env, err := checker.NewEnv(containers.DefaultContainer, reg)
	must(t, err)
	must(t, env.AddIdents(vars...))
	dispatcher := interpreter.NewDispatcher()
	for _, f := range append(own, stdlib.Functions()...) {
		must(t, env.AddFunctions(f))
		var bindings []*functions.Overload
		bindings, err = f.Bindings()
		must(t, err)
		must(t, dispatcher.Add(bindings...))
	}
	factory := interpreter.NewAttributeFactory(containers.DefaultContainer, reg, reg)
	return &celEnv{p, env, interpreter.NewInterpreter(dispatcher, containers.DefaultContainer, reg, reg, factory)}
}

// program plans one expression.
func (e *celEnv) program(t testing.TB, text string) interpreter.Interpretable {
	t.Helper()
	src := common.NewTextSource(text)
	tree, errs := e.parser.Parse(src)
	if len(errs.GetErrors()) > 0 {
		t.Fatalf("%s: %s", text, errs.ToDisplayString())
	}
	tree, errs = checker.Check(tree, src, e.env)
	if len(errs.GetErrors()) > 0 {
		t.Fatalf("%s: %s", text, errs.ToDisplayString())
	}
	plan, err := e.plans.NewInterpretable(tree)
	must(t, err)
	return plan
}
