package cond

import (
	"fmt"
	"strings"
	"sync"

	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/containers"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// What kdsl declares, told to cel-go's type checker, which is the oracle of kdsl's own. The declarations of
// a text are three layers: operators and primitives, made once; the fields of kinds and events, through
// a provider; and the names that the text mentions, so that a name of the scope shadows a name of the
// program without a conflict in CEL.

var (
	celEnumParam = types.NewTypeParamType("E")
	celA         = types.NewTypeParamType("A")
	celB         = types.NewTypeParamType("B")
	celDice      = types.NewOpaqueType("dice")
	celTarget    = types.NewOpaqueType("target")
	celPoint     = types.NewOpaqueType("point")
	celPath      = types.NewOpaqueType("path")
	celText      = types.NewOpaqueType("text")
)

// celType is the CEL type that stands for a kdsl type. An instance of any kind, and whatever may
// be given in two types (an int constant for a length), is dynamic for CEL; lowering decides there.
func celType(p *ir.Program, t ir.Type) *types.Type {
	switch t.Kind {
	case ir.Bool:
		return types.BoolType
	case ir.Int:
		return types.IntType
	case ir.Length:
		return types.DoubleType
	case ir.Dice:
		return celDice
	case ir.Target:
		return celTarget
	case ir.Point:
		return celPoint
	case ir.Path:
		return celPath
	case ir.TextType:
		return celText
	case ir.EnumType:
		return types.NewOpaqueType("enum", types.NewOpaqueType(p.Enums[t.Ref].Name))
	case ir.Inst:
		if t.Ref < 0 {
			return types.DynType
		}
		return types.NewObjectType("kind:" + p.Kinds[rootOf(p, p.KindAt(t.Ref))].Name)
	case ir.CardOf:
		if t.Ref < 0 {
			return types.DynType
		}
		return types.NewObjectType("card:" + p.Kinds[rootOf(p, t.Ref)].Name)
	case ir.Record:
		if t.Ref >= 0 {
			return types.NewObjectType("event:" + p.Events[t.Ref].Name)
		}
	case ir.List:
		return types.NewListType(celType(p, t.Element()))
	case ir.BagType:
		return types.NewListType(types.NewObjectType("bag:" + p.Bags[t.Ref].Name))
	case ir.Group:
		if t.Ref >= 0 {
			return types.NewObjectType("bag:" + p.Bags[t.Ref].Name)
		}
	}
	return types.DynType
}

// baseEnv declares the operators and primitives.
var baseEnv = sync.OnceValues(func() (*checker.Env, error) {
	env, err := checker.NewEnv(containers.DefaultContainer, noTypes{})
	if err != nil {
		return nil, err
	}
	if err := env.AddIdents(decls.NewVariable("none", types.DynType)); err != nil {
		return nil, err
	}
	for _, f := range baseFunctions() {
		if err := env.AddFunctions(f); err != nil {
			return nil, err
		}
	}
	return env, nil
})

// signature is the result and the parameters.
type signature []*types.Type

// function declares the overloads of a name. One that CEL cannot tell from an earlier one is left
// out: the earlier one admits what it admits.
func function(name string, method bool, sigs ...signature) *decls.FunctionDecl {
	var opts []decls.FunctionOpt
	var f *decls.FunctionDecl
	for i, s := range sigs {
		id := fmt.Sprintf("kdsl:%s:%v:%d", name, method, i)
		opt := decls.Overload(id, s[1:], s[0])
		if method {
			opt = decls.MemberOverload(id, s[1:], s[0])
		}
		if with, err := decls.NewFunction(name, append(opts[:len(opts):len(opts)], opt)...); err == nil {
			f, opts = with, append(opts, opt)
		}
	}
	return f
}

func baseFunctions() []*decls.FunctionDecl {
	i, d, b := types.IntType, types.DoubleType, types.BoolType
	enum := types.NewOpaqueType("enum", celEnumParam)
	list := types.NewListType(celA)
	numbers := []signature{{i, i, i}, {d, d, d}, {d, i, d}, {d, d, i}}
	var out []*decls.FunctionDecl
	add := func(name string, sigs ...signature) { out = append(out, function(name, false, sigs...)) }
	add(operators.Add, append(numbers[:4:4], signature{list, list, list})...)
	add(operators.Subtract, numbers...)
	add(operators.Multiply, signature{i, i, i}, signature{d, i, d}, signature{d, d, i})
	add(operators.Negate, signature{i, i}, signature{d, d})
	for _, op := range []string{operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals} {
		add(op, signature{b, i, i}, signature{b, d, d}, signature{b, i, d}, signature{b, d, i}, signature{b, enum, enum})
	}
	add(operators.Equals, signature{b, celA, celB})
	add(operators.NotEquals, signature{b, celA, celB})
	add(operators.In, signature{b, celB, list})
	add(operators.Index, signature{celA, list, i})
	add(operators.LogicalAnd, signature{b, b, b})
	add(operators.LogicalOr, signature{b, b, b})
	add(operators.LogicalNot, signature{b, b})
	add(operators.NotStrictlyFalse, signature{b, b})           // of the macros
	add(operators.Conditional, signature{celA, b, celA, celB}) // lowering joins the two
	add("@has", signature{b, celA})
	add("@all", signature{list, types.NewTypeTypeWithParam(celA)})
	add("@during", signature{celA, types.NewTypeTypeWithParam(celA)})
	add("@can", signature{b, celA})
	add("@items", signature{types.NewListType(celB), celA, types.NewTypeTypeWithParam(celB)})
	add("@cards", signature{types.DynType, types.NewTypeTypeWithParam(celA)})
	add("@only", signature{types.NewListType(celB), list, types.NewTypeTypeWithParam(celB)})
	for _, name := range []string{"@sum", "@most", "@least"} {
		add(name, signature{i, types.NewListType(i)}, signature{d, types.NewListType(d)})
	}
	add("@best", signature{list, list, types.NewListType(i)}, signature{list, list, types.NewListType(d)})
	add("standing", signature{celA, types.DynType, celPoint, celA})
	add("printed", signature{celA, celA})
	add("base", signature{celA, celA})
	return append(out, primFunctions()...)
}

// primFunctions declares ir.Prims, overloads of one name together.
func primFunctions() []*decls.FunctionDecl {
	sigs := map[string][]signature{}
	var order []string
	for n := range ir.Prims {
		pr := &ir.Prims[n]
		if pr.Tie == ir.NamesKind && pr.Result.Kind == ir.List {
			continue // a form of its own
		}
		s := signature{primResult(n)}
		for _, t := range pr.Params {
			if t.Kind == ir.TextType {
				s = append(s, types.NewTypeTypeWithParam(celB))
				continue
			}
			s = append(s, primParam(n, len(s)-1, t))
		}
		key := primKey(pr.Name, pr.Method)
		if sigs[key] == nil {
			order = append(order, key)
		}
		sigs[key] = append(sigs[key], s)
	}
	for _, key := range []string{primKey("at_most", false), primKey("at_least", false)} {
		i, d := types.IntType, types.DoubleType
		sigs[key] = []signature{{i, i, i}, {d, d, d}, {d, i, d}, {d, d, i}}
	}
	var out []*decls.FunctionDecl
	for _, key := range order {
		name, method := strings.CutPrefix(key, ".")
		out = append(out, function(name, method, sigs[key]...))
	}
	return out
}

var celPlayer = types.NewObjectType("kind:player")

func primResult(n int) *types.Type {
	switch ir.Prims[n].Tie {
	case ir.ResultOfCard:
		return types.DynType
	case ir.ResultLikeFirst:
		return types.NewListType(celA)
	}
	if t := ir.Prims[n].Result; t.Kind == ir.List && t.Elem == ir.Inst && t.ElemRef < 0 {
		return types.NewListType(celB) // any kind, and not that of an argument
	}
	return primType(ir.Prims[n].Result, celA)
}

// primParam is the CEL type of parameter k. Every instance is a type of its own, decided later.
func primParam(n, k int, t ir.Type) *types.Type {
	free := celA
	if k > 0 { // an instance of another kind than the first
		free = types.NewTypeParamType(fmt.Sprint("P", k))
	}
	switch {
	case t.Kind == ir.Length && n != ir.PHalves: // an int constant will do; of half(int) and half(length) the first is meant
		return types.DynType
	case t.Kind == ir.List && t.Elem == ir.Bad:
		return types.NewListType(free)
	}
	return primType(t, free)
}

func primType(t ir.Type, free *types.Type) *types.Type {
	switch {
	case t.Kind == ir.Bad || t.Kind == ir.Inst && t.Ref < 0:
		return free
	case t.Kind == ir.Inst:
		return celPlayer
	case t.Kind == ir.CardOf:
		return free // a type for each kind, decided later
	case t.Kind == ir.List && t.Elem == ir.Inst && t.ElemRef < 0:
		return types.NewListType(free)
	case t.Kind == ir.List && t.Elem == ir.Inst:
		return types.NewListType(celPlayer)
	case t.Kind == ir.List && t.Elem == ir.Bad:
		return types.NewListType(free)
	}
	return celType(nil, t)
}

// rootOf is the topmost ancestor of a kind.
func rootOf(p *ir.Program, kind int) int {
	for p.Kinds[kind].Parent >= 0 {
		kind = p.Kinds[kind].Parent
	}
	return kind
}

func fieldOf(fields []*ir.Field, name string) (int, *ir.Field) {
	if i := ir.FieldNamed(fields, name); i >= 0 {
		return i, fields[i]
	}
	return -1, nil
}
