package cond

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/containers"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/functions"
	"github.com/google/cel-go/common/stdlib"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
	"github.com/google/cel-go/parser"
	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Values works an expression out twice with random values for all that it reads: from its lowered form, and
// from its text with cel-go's own checker, functions and interpreter. What is no part of CEL (reading
// fields, calling functions) is a variable of the text, and what depends on members of lists a list of
// values, one for each. It answers whether there was something to compare.
func Values(x *ir.Expr, r *rand.Rand) (bool, error) {
	m := &meanings{r: r, vars: map[string]any{}, known: map[string]string{}}
	text, ok := m.text(x)
	if !ok {
		return false, nil
	}
	want, err := m.value(x, map[int64]int64{})
	if errors.Is(err, errFails) {
		return false, nil // CEL takes some failures for false or true, kdsl none
	}
	got, err := evalCEL(text, m.vars)
	if err != nil {
		return false, fmt.Errorf("%s: %v with %v", text, err, m.vars)
	}
	if !sameValue(got, want, x.Type) {
		return false, fmt.Errorf("%s: %v to cel-go, %v to kdsl, with %v", text, got, want, m.vars)
	}
	return true, nil
}

// meanings are the variables that stand for what a text reads.
type meanings struct {
	r     *rand.Rand
	vars  map[string]any    // int64, []int64, or lists of them
	known map[string]string // by expr.Key, the variable
	bound []*ir.Expr        // the macros around
}

// things is how many things there are that may be a member.
const things = 4

// literals are texts of ints and bools that name nothing.
var literals = regexp.MustCompile(`^(true|false|[0-9 ()+*<>=!&|?:-])+$`)

var errFails = errors.New("it fails")

// text is the source of an expression with the parts that are no CEL replaced.
func (m *meanings) text(e *ir.Expr) (string, bool) {
	if e.Type.IsList() && (e.Type.Kind != ir.List || e.Type.Elem == ir.Bad) {
		return "", false
	}
	switch shape := ir.Ops[e.Op].Shape; {
	case e.Op == ir.Const && e.Type.IsList():
		return strings.ReplaceAll(fmt.Sprint(e.List), " ", ", "), true
	case e.Op == ir.Const && (e.Type.Kind == ir.Int || e.Type.Kind == ir.Bool) && literals.MatchString(e.At.Text()):
		return e.At.Text(), true // worked out when it was lowered: cel-go does so too
	case e.Op == ir.Const && e.Type.Kind == ir.Bool:
		return strconv.FormatBool(e.N != 0), true
	case e.Op == ir.Const:
		return fmt.Sprintf("(%d)", e.N), true
	case e.Op == ir.Temp && m.macroOf(e) != nil:
		return strings.TrimSpace(e.At.Text()), true
	case e.Op == ir.Scale:
		s, ok := m.text(e.Args[0])
		return "(" + s + ")*1000", ok
	case e.Op == ir.Has && !e.Args[0].Type.IsList():
		s, ok := m.text(e.Args[0])
		return fmt.Sprintf("(%s != %d)", s, ir.None), ok
	case shape == ir.MacroShape && e.Args[0].Type.Kind == ir.List:
		m.bound = append(m.bound, e)
		s, ok := m.source(e)
		m.bound = m.bound[:len(m.bound)-1]
		if ok {
			return s, true
		}
	case shape == ir.ArithmeticShape, shape == ir.ComparisonShape, shape == ir.LogicShape, shape == ir.ChoiceShape,
		shape == ir.MemberShape, shape == ir.ElementShape, shape == ir.LiteralShape, shape == ir.PrefixShape,
		e.Op == ir.CallPrim && e.N == ir.PSize:
		if s, ok := m.source(e); ok {
			return s, true
		}
	}
	return m.variable(e)
}

// macroOf is the macro around whose member a temporary is.
func (m *meanings) macroOf(e *ir.Expr) *ir.Expr {
	for _, b := range m.bound {
		if b.N == e.N {
			return b
		}
	}
	return nil
}

// source is the text of e with the texts of its arguments in their places.
func (m *meanings) source(e *ir.Expr) (string, bool) {
	var b strings.Builder
	b.WriteByte('(')
	at := e.At.Start
	for _, a := range e.Args {
		s, ok := m.text(a)
		if !ok || a.At.Start < at || a.At.End > e.At.End {
			return "", false
		}
		b.WriteString(e.At.File.Text[at:a.At.Start] + s)
		at = a.At.End
	}
	b.WriteString(e.At.File.Text[at:e.At.End] + "\n)") // a comment may stand at its end
	return b.String(), true
}

// members are the members of lists that e speaks of; ok is false when they are not things.
func (m *meanings) members(e *ir.Expr) (temps []*ir.Expr, ok bool) {
	ok = true
	e.Walk(func(x *ir.Expr) bool {
		if x.Op != ir.Temp {
			return true
		}
		if b := m.macroOf(x); b != nil && !slices.ContainsFunc(temps, func(t *ir.Expr) bool { return t.N == x.N }) {
			ok = ok && b.Args[0].Type.Elem == ir.Inst && x.At.File != nil
			temps = append(temps, x)
		}
		return true
	})
	return temps, ok
}

// variable makes e a variable, or a list with a value for each member that it may speak of.
func (m *meanings) variable(e *ir.Expr) (string, bool) {
	temps, ok := m.members(e)
	if !ok || len(temps) > 3 {
		return "", false
	}
	key := expr.Key(e)
	if m.known[key] == "" {
		m.known[key] = fmt.Sprint("v", len(m.known))
		n := 1
		for range temps {
			n *= things
		}
		var all []any
		for range n {
			all = append(all, m.random(e.Type))
		}
		m.vars[m.known[key]] = all
	}
	index := "0"
	for _, t := range temps {
		index = fmt.Sprintf("(%s)*%d + %s", index, things, strings.TrimSpace(t.At.Text()))
	}
	return m.known[key] + "[" + index + "]", true
}

func (m *meanings) random(t ir.Type) any {
	if t.IsList() {
		out := []int64{}
		for range m.r.IntN(4) {
			n, _ := m.random(t.Element()).(int64)
			out = append(out, n)
		}
		return out
	}
	switch {
	case t.Kind == ir.Bool:
		return m.r.IntN(2) == 0
	case t.Optional && m.r.IntN(3) == 0:
		return int64(ir.None)
	case t.Kind == ir.Length:
		return int64(m.r.IntN(12)) * ir.Unit / 2
	case t.Kind == ir.Int:
		return int64(m.r.IntN(9)) - 2
	}
	return int64(m.r.IntN(things))
}

// value works e out: int64, bool or []int64.
func (m *meanings) value(e *ir.Expr, temps map[int64]int64) (any, error) {
	var args []any
	shape := ir.Ops[e.Op].Shape
	if name := m.known[expr.Key(e)]; name != "" {
		return m.read(name, e, temps), nil
	}
	lazy := shape == ir.LogicShape || shape == ir.ChoiceShape || shape == ir.MacroShape
	for i, a := range e.Args {
		if lazy && i > 0 {
			break
		}
		v, err := m.value(a, temps)
		if err != nil {
			return nil, err
		}
		args = append(args, v)
	}
	switch {
	case e.Op == ir.Const && e.Type.IsList():
		return e.List, nil
	case e.Op == ir.Const && e.Type.Kind == ir.Bool:
		return e.N != 0, nil
	case e.Op == ir.Const:
		return e.N, nil
	case e.Op == ir.Temp:
		return temps[e.N], nil
	case e.Op == ir.Scale:
		return args[0].(int64) * ir.Unit, nil
	case e.Op == ir.Has:
		return args[0] != int64(ir.None), nil
	case e.Op == ir.CallPrim: // size
		return int64(len(args[0].([]int64))), nil
	case shape == ir.LiteralShape:
		out := []int64{}
		for _, a := range args {
			out = append(out, number64(a))
		}
		return out, nil
	case e.Op == ir.In:
		return slices.Contains(args[1].([]int64), number64(args[0])), nil
	case e.Op == ir.Index:
		list, i := args[0].([]int64), args[1].(int64)
		if i < 0 || i >= int64(len(list)) {
			return nil, errFails
		}
		return list[i], nil
	case shape == ir.ChoiceShape && args[0].(bool):
		return m.value(e.Args[1], temps)
	case shape == ir.ChoiceShape:
		return m.value(e.Args[2], temps)
	case e.Op == ir.And && !args[0].(bool), e.Op == ir.Or && args[0].(bool):
		return args[0], nil
	case shape == ir.LogicShape:
		return m.value(e.Args[1], temps)
	case shape == ir.MacroShape:
		return m.macro(e, args[0].([]int64), temps)
	}
	if list, ok := args[0].([]int64); ok {
		return slices.Equal(list, args[1].([]int64)) == (e.Op == ir.Eq), nil
	}
	n, ok := e.Op.Apply(number64(args[0]), number64(args[len(args)-1]))
	switch {
	case !ok:
		return nil, errFails
	case e.Type.Kind == ir.Bool:
		return n != 0, nil
	}
	return n, nil
}

func number64(v any) int64 {
	switch v := v.(type) {
	case int64:
		return v
	case bool:
		if v {
			return 1
		}
	}
	return 0
}

func (m *meanings) read(name string, e *ir.Expr, temps map[int64]int64) any {
	index := int64(0)
	var seen []int64
	e.Walk(func(x *ir.Expr) bool {
		if n, bound := temps[x.N]; x.Op == ir.Temp && bound && !slices.Contains(seen, x.N) {
			seen = append(seen, x.N)
			index = index*things + n
		}
		return true
	})
	return m.vars[name].([]any)[index]
}

func (m *meanings) macro(e *ir.Expr, list []int64, temps map[int64]int64) (any, error) {
	defer delete(temps, e.N)
	count, total := int64(0), []int64{}
	out := []int64{}
	for _, n := range list {
		temps[e.N] = n
		v, err := m.value(e.Args[1], temps)
		if err != nil {
			return nil, err
		}
		switch v := v.(type) {
		case bool:
			if e.Op == ir.Map {
				total = append(total, number64(v))
			} else if v {
				count++
				out = append(out, n)
			}
		case int64:
			total = append(total, v)
		}
		if e.Op == ir.Exists && count > 0 || e.Op == ir.ForAll && count < int64(len(out))+1 && v == false {
			break // what follows is not asked
		}
	}
	switch e.Op {
	case ir.Exists:
		return count > 0, nil
	case ir.ForAll:
		return count == int64(len(list)), nil
	case ir.ExistsOne:
		return count == 1, nil
	case ir.Count:
		return count, nil
	case ir.Filter:
		return out, nil
	case ir.Map:
		return total, nil
	case ir.Best:
		for i, n := range list {
			if total[i] == slices.Max(total) {
				out = append(out, n)
			}
		}
		return out, nil
	case ir.Most:
		return slices.Max(append(total[:len(total):len(total)], least(total)...)), nil
	case ir.Least:
		return slices.Min(append(total[:len(total):len(total)], least(total)...)), nil
	}
	sum := int64(0)
	for _, n := range total {
		sum += n
	}
	return sum, nil
}

// least is 0 for an empty list, whose most and least that is.
func least(list []int64) []int64 {
	if len(list) == 0 {
		return []int64{0}
	}
	return nil
}

// sameValue compares what cel-go answers with what kdsl does.
func sameValue(got ref.Val, want any, t ir.Type) bool {
	switch want := want.(type) {
	case bool:
		return got == types.Bool(want)
	case int64:
		return got == types.Int(want)
	case []int64:
		list, ok := got.(traits.Lister)
		if !ok || list.Size() != types.Int(len(want)) {
			return false
		}
		for i, n := range want {
			v := list.Get(types.Int(i))
			if b, ok := v.(types.Bool); ok {
				v = types.Int(number64(bool(b)))
			}
			if v != types.Int(n) {
				return false
			}
		}
		return true
	}
	return false
}

type celParts struct {
	parser *parser.Parser
	env    *checker.Env
	plans  interpreter.Interpreter
}

// cel is cel-go's parser, checker and interpreter with its own macros and functions, and kdsl's count, sum,
// most, least and best.
var cel = sync.OnceValues(func() (*celParts, error) {
	reg, err := types.NewRegistry()
	if err != nil {
		return nil, err
	}
	env, err := checker.NewEnv(containers.DefaultContainer, reg)
	if err != nil {
		return nil, err
	}
	p, err := oracleParser()
	if err != nil {
		return nil, err
	}
	dispatcher := interpreter.NewDispatcher()
	all := stdlib.Functions()
	for name, f := range map[string]func(a, b int64) int64{
		"@sum":   func(a, b int64) int64 { return a + b },
		"@most":  func(a, b int64) int64 { return max(a, b) },
		"@least": func(a, b int64) int64 { return min(a, b) },
	} {
		fold := decls.UnaryBinding(func(v ref.Val) ref.Val {
			n, first := int64(0), true
			for it := v.(traits.Lister).Iterator(); it.HasNext() == types.True; first = false {
				m := int64(it.Next().(types.Int))
				if first {
					n = m
				} else {
					n = f(n, m)
				}
			}
			return types.Int(n)
		})
		d, err := decls.NewFunction(name, decls.Overload("kdsl"+name, []*types.Type{types.NewListType(types.IntType)}, types.IntType, fold))
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	ints := types.NewListType(types.IntType)
	best, err := decls.NewFunction("@best", decls.Overload("kdsl@best", []*types.Type{ints, ints}, ints, decls.BinaryBinding(func(list, scores ref.Val) ref.Val {
		l, s, most := list.(traits.Lister), scores.(traits.Lister), types.Int(math.MinInt64)
		for it := s.Iterator(); it.HasNext() == types.True; {
			most = max(most, it.Next().(types.Int))
		}
		out := []ref.Val{}
		for i := types.Int(0); i < s.Size().(types.Int); i++ {
			if s.Get(i) == most {
				out = append(out, l.Get(i))
			}
		}
		return types.NewRefValList(types.DefaultTypeAdapter, out)
	})))
	if err != nil {
		return nil, err
	}
	all = append(all, best)
	for _, f := range all {
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
	factory := interpreter.NewAttributeFactory(containers.DefaultContainer, reg, reg)
	return &celParts{p, env, interpreter.NewInterpreter(dispatcher, containers.DefaultContainer, reg, reg, factory)}, nil
})

// evalCEL evaluates a text with cel-go.
func evalCEL(text string, vars map[string]any) (ref.Val, error) {
	c, err := cel()
	if err != nil {
		return nil, err
	}
	src := common.NewTextSource(text)
	tree, errs := c.parser.Parse(src)
	if list := errs.GetErrors(); len(list) > 0 {
		return nil, errors.New(list[0].Message)
	}
	reg, err := types.NewRegistry()
	if err != nil {
		return nil, err
	}
	env, err := checker.NewEnv(containers.DefaultContainer, reg, checker.ValidatedDeclarations(c.env))
	if err != nil {
		return nil, err
	}
	for name, v := range vars {
		t := types.IntType
		switch v.([]any)[0].(type) {
		case bool:
			t = types.BoolType
		case []int64:
			t = types.NewListType(types.IntType)
		}
		if err := env.AddIdents(decls.NewVariable(name, types.NewListType(t))); err != nil {
			return nil, err
		}
	}
	tree, errs = checker.Check(tree, src, env)
	if list := errs.GetErrors(); len(list) > 0 {
		return nil, errors.New(list[0].Message)
	}
	plan, err := c.plans.NewInterpretable(tree)
	if err != nil {
		return nil, err
	}
	act, err := interpreter.NewActivation(vars)
	if err != nil {
		return nil, err
	}
	v := plan.Eval(act)
	if types.IsError(v) {
		return nil, fmt.Errorf("%v", v)
	}
	return v, nil
}
