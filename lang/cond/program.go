package cond

import (
	"maps"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// program finds the names that a program declares.
type program struct {
	p        *ir.Program
	declared [8]int // how much was declared when this was made
	values   map[string][]enumValue
	enums    map[string]int
	kinds    map[string]int
	cards    map[string]int
	options  map[string]int
	funcs    map[string]int
	tables   map[string]int
	events   map[string]int
}

type enumValue struct{ enum, value int }

// declared counts what a program declares: it grows while a program is checked.
func declared(p *ir.Program) [8]int {
	n := [8]int{len(p.Enums), len(p.Kinds), len(p.Cards), len(p.Options), len(p.Funcs), len(p.Tables), len(p.Events)}
	for _, en := range p.Enums {
		n[7] += len(en.Values)
	}
	return n
}

func newProgram(p *ir.Program) *program {
	x := &program{p: p, declared: declared(p), values: map[string][]enumValue{}, enums: map[string]int{},
		kinds: byName(p.Kinds, func(k *ir.Kind) string { return k.Name }), cards: byName(p.Cards, func(c *ir.Card) string { return c.Name }),
		options: byName(p.Options, func(o *ir.Option) string { return o.Name }), funcs: byName(p.Funcs, func(f *ir.Func) string { return f.Name }),
		tables: byName(p.Tables, func(t *ir.Table) string { return t.Name }), events: byName(p.Events, func(v *ir.Event) string { return v.Name })}
	for i, en := range p.Enums {
		x.enums[en.Name] = i
		for j, v := range en.Values {
			x.values[v.Name] = append(x.values[v.Name], enumValue{i, j})
		}
	}
	return x
}

func byName[T any](list []T, name func(T) string) map[string]int {
	m := map[string]int{}
	for i, x := range list {
		m[name(x)] = i
	}
	return m
}

// related tells whether something may be of both kinds; -1 is any kind.
func (x *program) related(a, b int) bool {
	return a < 0 || b < 0 || x.p.IsA(a, b) || x.p.IsA(b, a)
}

// candidates are what a bare name may mean in the program: values of enums, then a card, then an
// option.
func (x *program) candidates(name string) []*ir.Expr {
	var out []*ir.Expr
	for _, v := range x.values[name] {
		out = append(out, &ir.Expr{Op: ir.Const, Type: ir.Type{Kind: ir.EnumType, Ref: v.enum}, N: int64(v.value), Name: name})
	}
	if id, ok := x.cards[name]; ok {
		out = append(out, &ir.Expr{Op: ir.Const, Type: ir.Type{Kind: ir.CardOf, Ref: x.p.Cards[id].Kind}, N: int64(id), Name: name})
	}
	if id, ok := x.options[name]; ok {
		out = append(out, &ir.Expr{Op: ir.OptionVal, Type: x.p.Options[id].Type, N: int64(id), Name: name})
	}
	return out
}

// signature finds a function or value table of the program.
func (x *program) signature(name string) ([]*ir.Field, ir.Type, bool) {
	if id, ok := x.funcs[name]; ok {
		return x.p.Funcs[id].Params, x.p.Funcs[id].Result, true
	}
	if id, ok := x.tables[name]; ok {
		return x.p.Tables[id].Params, x.p.Tables[id].Result, true
	}
	return nil, ir.Type{}, false
}

func (x *program) isKind(name string) bool { _, ok := x.kinds[name]; return ok }

func (x *program) isEnum(name string) bool { _, ok := x.enums[name]; return ok }

func (x *program) isEvent(name string) bool { _, ok := x.events[name]; return ok }

func (x *program) valuesOf(enum string) []string {
	var out []string
	for _, v := range x.p.Enums[x.enums[enum]].Values {
		out = append(out, v.Name)
	}
	return out
}

// functionNames are what may be called, sorted: as a method, or not.
func (x *program) functionNames(method bool) []string {
	var out []string
	for key := range primsNamed {
		if name, m := strings.CutPrefix(key, "."); m == method {
			out = append(out, name)
		}
	}
	if method {
		out = slices.AppendSeq(out, maps.Keys(macroOps))
	} else {
		out = append(out, "has", "all", "printed", "base")
		out = slices.AppendSeq(out, maps.Keys(x.funcs))
		out = slices.AppendSeq(out, maps.Keys(x.tables))
	}
	slices.Sort(out)
	return out
}

// macroOps are the operations that are asked of a list with a name for its member.
var macroOps = func() map[string]ir.Op {
	m := map[string]ir.Op{}
	for op, o := range ir.Ops {
		if o.Shape == ir.MacroShape {
			m[o.Name] = ir.Op(op)
		}
	}
	return m
}()

// primsNamed are the primitives of each name, methods under ".name".
var primsNamed = func() map[string][]int {
	m := map[string][]int{}
	for n, p := range ir.Prims {
		key := primKey(p.Name, p.Method)
		m[key] = append(m[key], n)
	}
	return m
}()

func primKey(name string, method bool) string {
	if method {
		return "." + name
	}
	return name
}

// kindPrims are the methods that take the name of a kind, which is no value.
var kindPrims = func() map[string]int {
	m := map[string]int{}
	for n, p := range ir.Prims {
		if p.Tie == ir.NamesKind {
			m[p.Name] = n
		}
	}
	return m
}()

// soleMethod finds a method that takes nothing but its receiver.
func soleMethod(name string) (int, bool) {
	for _, n := range primsNamed[primKey(name, true)] {
		if len(ir.Prims[n].Params) == 1 {
			return n, true
		}
	}
	return 0, false
}
