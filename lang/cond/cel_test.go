package cond

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/containers"
	"github.com/google/cel-go/common/functions"
	"github.com/google/cel-go/common/stdlib"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
	"github.com/google/cel-go/parser"
	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// celValue evaluates a text with cel-go as it is: its own parser, macros, functions and interpreter.
// It is what kdsl's lowering is compared with, for texts of ints, bools and lists.
func celValue(text string) (ref.Val, error) {
	reg, err := types.NewRegistry()
	if err != nil {
		return nil, err
	}
	p, err := parser.NewParser(parser.Macros(parser.AllMacros...))
	if err != nil {
		return nil, err
	}
	src := common.NewTextSource(text)
	tree, errs := p.Parse(src)
	if len(errs.GetErrors()) > 0 {
		return nil, fmt.Errorf("%s", errs.ToDisplayString())
	}
	env, err := checker.NewEnv(containers.DefaultContainer, reg)
	if err != nil {
		return nil, err
	}
	dispatcher := interpreter.NewDispatcher()
	for _, f := range stdlib.Functions() {
		if err := env.AddFunctions(f); err != nil {
			return nil, err
		}
		var bindings []*functions.Overload
		if bindings, err = f.Bindings(); err == nil {
			err = dispatcher.Add(bindings...)
		}
		if err != nil {
			return nil, err
		}
	}
	tree, errs = checker.Check(tree, src, env)
	if len(errs.GetErrors()) > 0 {
		return nil, fmt.Errorf("%s", errs.ToDisplayString())
	}
	factory := interpreter.NewAttributeFactory(containers.DefaultContainer, reg, reg)
	plan, err := interpreter.NewInterpreter(dispatcher, containers.DefaultContainer, reg, reg, factory).NewInterpretable(tree)
	if err != nil {
		return nil, err
	}
	v := plan.Eval(interpreter.EmptyActivation())
	if types.IsError(v) {
		return nil, fmt.Errorf("%v", v)
	}
	return v, nil
}

// evaluate is what a lowered expression of ints, bools and lists comes to.
func evaluate(e *ir.Expr, temps map[int64]int64) (int64, []int64) {
	one := func(i int) int64 { n, _ := evaluate(e.Args[i], temps); return n }
	truth := func(b bool) (int64, []int64) {
		if b {
			return 1, nil
		}
		return 0, nil
	}
	switch e.Op {
	case ir.Const:
		return e.N, e.List
	case ir.Temp:
		return temps[e.N], nil
	case ir.Neg:
		return -one(0), nil
	case ir.Add:
		return one(0) + one(1), nil
	case ir.Sub:
		return one(0) - one(1), nil
	case ir.Mul:
		return one(0) * one(1), nil
	case ir.Not:
		return 1 - one(0), nil
	case ir.And:
		return truth(one(0) != 0 && one(1) != 0)
	case ir.Or:
		return truth(one(0) != 0 || one(1) != 0)
	case ir.Cond:
		if one(0) != 0 {
			return evaluate(e.Args[1], temps)
		}
		return evaluate(e.Args[2], temps)
	case ir.Eq:
		return truth(one(0) == one(1))
	case ir.Ne:
		return truth(one(0) != one(1))
	case ir.Lt:
		return truth(one(0) < one(1))
	case ir.Le:
		return truth(one(0) <= one(1))
	case ir.Gt:
		return truth(one(0) > one(1))
	case ir.Ge:
		return truth(one(0) >= one(1))
	case ir.MakeList:
		var list []int64
		for i := range e.Args {
			list = append(list, one(i))
		}
		return 0, list
	case ir.CallPrim: // size
		_, list := evaluate(e.Args[0], temps)
		return int64(len(list)), nil
	case ir.In:
		_, list := evaluate(e.Args[1], temps)
		for _, n := range list {
			if n == one(0) {
				return 1, nil
			}
		}
		return 0, nil
	}
	_, list := evaluate(e.Args[0], temps)
	count := 0
	var out []int64
	for _, n := range list {
		temps[e.N] = n
		v := one(1)
		switch {
		case e.Op == ir.Map:
			out = append(out, v)
		case v != 0:
			count++
			out = append(out, n)
		}
	}
	switch e.Op {
	case ir.Exists:
		return truth(count > 0)
	case ir.ForAll:
		return truth(count == len(list))
	case ir.ExistsOne:
		return truth(count == 1)
	}
	return 0, out
}

// writer makes random texts of a type.
type writer struct {
	r    *rand.Rand
	vars []string
}

func (w *writer) pick(list ...string) string { return list[w.r.IntN(len(list))] }

func (w *writer) int(depth int) string {
	if depth == 0 || w.r.IntN(4) == 0 {
		if len(w.vars) > 0 && w.r.IntN(2) == 0 {
			return w.pick(w.vars...)
		}
		return fmt.Sprint(w.r.IntN(7))
	}
	switch w.r.IntN(6) {
	case 0:
		return "(" + w.int(depth-1) + ")"
	case 1:
		return "-(" + w.int(depth-1) + ")"
	case 2:
		return "(" + w.bool(depth-1) + " ? " + w.int(depth-1) + " : " + w.int(depth-1) + ")"
	case 3:
		return "size(" + w.list(depth-1) + ")"
	}
	return w.int(depth-1) + w.pick(" + ", " - ", "*") + w.int(depth-1)
}

func (w *writer) bool(depth int) string {
	if depth == 0 {
		return w.pick("true", "false")
	}
	switch w.r.IntN(7) {
	case 0:
		return "!(" + w.bool(depth-1) + ")"
	case 1, 2:
		return w.bool(depth-1) + w.pick(" && ", " || ") + w.bool(depth-1)
	case 3:
		return "(" + w.bool(depth-1) + ")"
	case 4:
		return w.int(depth-1) + " in " + w.list(depth-1)
	case 5:
		return w.macro(depth, w.pick("exists", "all", "exists_one"))
	}
	return "(" + w.int(depth-1) + w.pick(" < ", " <= ", " > ", " >= ", " == ", " != ") + w.int(depth-1) + ")"
}

func (w *writer) list(depth int) string {
	if depth > 1 && w.r.IntN(2) == 0 {
		if w.r.IntN(2) == 0 {
			return w.macro(depth, "filter")
		}
		return w.macro(depth, "map")
	}
	d := max(depth-1, 0)
	return "[" + w.int(d) + ", " + w.int(d) + ", " + w.int(d) + "]"
}

func (w *writer) macro(depth int, name string) string {
	list := w.list(max(depth-1, 1))
	v := string(rune('a' + len(w.vars)))
	w.vars = append(w.vars, v)
	defer func() { w.vars = w.vars[:len(w.vars)-1] }()
	body := w.bool(depth - 1)
	if name == "map" {
		body = w.int(depth - 1)
	}
	return list + "." + name + "(" + v + ", " + body + ")"
}

// TestAgainstCEL: what lowering makes of a text means what cel-go says it means.
func TestAgainstCEL(t *testing.T) {
	w := &writer{r: rand.New(rand.NewPCG(1, 2))}
	for range 600 {
		text := w.bool(4)
		x, diags := compileIn(t, nil, text, tBool)
		if len(diags) > 0 {
			t.Fatalf("%s\n%s", text, describe(diags))
		}
		want, err := celValue(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got, _ := evaluate(x, map[int64]int64{}); (got != 0) != want.Value().(bool) {
			t.Fatalf("%s: got %d, want %v\n%s", text, got, want, shape(x))
		}
		again, diags := compileIn(t, nil, expr.String(x), tBool)
		if len(diags) > 0 || shape(again) != shape(x) {
			t.Fatalf("%s\nprinted %s\n%s", text, expr.String(x), describe(diags))
		}
	}
}
