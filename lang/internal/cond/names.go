package cond

import (
	"maps"
	"slices"
	"strings"

	"github.com/google/cel-go/common/ast"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/internal/inprint"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Scope is what a text may name beyond the program's own names: each name stands for an expression.
// The zero Scope is empty. Its At is where the name is declared.
//
// A name may be dotted: "r.total" answers the selection `total` of the bare name `r`, whether or
// not `r` itself is in scope. The parts of a finished event, of a push or of a class of dice that
// live in locals of their own are given so. A name of type Group and a Ref is a row of that bag:
// its field i is slot N+i of the same sort, its count slot N+len(fields).
// A name of type Bad stands for something in error elsewhere: a text that uses it compiles to an
// expression of BadOp, and nothing more is said about it.
type Scope struct {
	Names map[string]*ir.Expr
	// Under are what names that an event has taken mean to who does not see its field.
	Under map[string]*ir.Expr
	// Records are where the names are declared that only their parts are names of.
	Records map[string]source.Span
	// Facts are what is known of expressions here.
	Facts expr.Known
	// Temps is the first temporary that the text may use for the variables of its macros.
	Temps int
	// Constant refuses everything that depends on a game under way.
	Constant bool
	// Terse leaves out which name was probably meant: there is too much to say already.
	Terse bool
	// Hint says, for a name that is not found, why it may not be used here; may be nil.
	Hint func(name string) string
}

// names are what the names of a text mean: the variables of its macros, the scope, the program.
type names struct {
	*program
	in   *Scope
	file *source.File                     // in which the text stands
	sees func(from, to *source.File) bool // whether what is declared in a file is its affair; nil: all is
	vars []variableOf                     // of the macros around, innermost last

	binds bool             // somebody wants to know what names are bound to
	bound [][2]source.Span // where each stands, and where that is declared
}

// bind notes what a name is bound to.
func (n *names) bind(use, declared source.Span) {
	if n.binds && declared.File != nil {
		n.bound = append(n.bound, [2]source.Span{use, declared})
	}
}

// variableOf is the variable of a macro.
type variableOf struct {
	name string
	expr *ir.Expr
}

// local is what a name stands for in the text or the scope, nil when only the program may know it.
func (n *names) local(name string) *ir.Expr {
	if x := n.variable(name); x != nil {
		return x
	}
	x := n.in.Names[name]
	if x == nil || !n.strange(x) {
		return x
	}
	if own := n.in.Under[name]; own != nil {
		return own
	}
	if all := n.candidates(name); name == "none" || n.isKind(name) || n.isEnum(name) || len(all) > 0 && !n.strange(all[0]) {
		return nil
	}
	return x
}

// strange tells whether a name is declared by a pack that the text's own does not use.
func (n *names) strange(x *ir.Expr) bool {
	return n.sees != nil && x.At.File != nil && !n.sees(n.file, x.At.File)
}

// candidates are what a bare name may mean: what the text's own pack uses, if there is any.
func (n *names) candidates(name string) []*ir.Expr {
	all := n.program.candidates(name)
	if !slices.ContainsFunc(all, n.strange) {
		return all
	}
	if own := slices.DeleteFunc(slices.Clone(all), n.strange); len(own) > 0 {
		return own
	}
	return all
}

// variable is the variable of a macro around.
func (n *names) variable(name string) *ir.Expr {
	for i := len(n.vars) - 1; i >= 0; i-- {
		if n.vars[i].name == name {
			return n.vars[i].expr
		}
	}
	return nil
}

// known tells whether a word is a name or function here.
func (n *names) known(name string) bool {
	_, _, found := n.signature(name)
	return found || n.local(name) != nil || len(n.candidates(name)) > 0
}

// enumDot is the value of an enum named by both names, unless the first is something with fields.
func (n *names) enumDot(name, value string) *ir.Expr {
	id, ok := n.enums[name]
	if x := n.local(name); !ok || x != nil && hasFields(x.Type) {
		return nil
	}
	for _, v := range n.values[value] {
		if v.enum == id {
			return &ir.Expr{Op: ir.Const, Type: ir.Type{Kind: ir.EnumType, Ref: id}, N: int64(v.value), At: n.p.Enums[id].Values[v.value].At}
		}
	}
	return nil
}

func hasFields(t ir.Type) bool { return t.Kind == ir.Inst || t.Kind == ir.Record || t.Kind == ir.Group }

// parts are the fields of a name that the scope gives in parts, sorted.
func (n *names) parts(name string) []string {
	var out []string
	for dotted := range n.in.Names {
		if field, ok := strings.CutPrefix(dotted, name+"."); ok {
			out = append(out, field)
		}
	}
	slices.Sort(out)
	return out
}

func (n *names) hasPart(name string) bool { return len(n.parts(name)) > 0 }

// allNames are the names that a value may have here: nearer ones first, then in order.
func (n *names) allNames() []string {
	var inner, outer, all []string
	for _, v := range n.vars {
		inner = append(inner, v.name)
	}
	for name := range n.in.Names {
		name, _, _ = strings.Cut(name, ".")
		outer = append(outer, name)
	}
	all = slices.AppendSeq(all, maps.Keys(n.values))
	all = slices.AppendSeq(all, maps.Keys(n.cards))
	all = slices.AppendSeq(all, maps.Keys(n.options))
	slices.Sort(outer)
	slices.Sort(all)
	return slices.Concat(inner, outer, all, []string{"true", "false", "none"})
}

// scopeNamed are the names that the scope gives, with where they are declared.
func (n *names) scopeNamed(yield func(string, source.Span) bool) {
	for _, name := range slices.Sorted(maps.Keys(n.in.Names)) {
		if !yield(name, n.in.Names[name].At) {
			return
		}
	}
}

// cardsNamed are the cards.
func (n *names) cardsNamed(yield func(string, source.Span) bool) {
	for _, card := range n.p.Cards {
		if !yield(card.Name, card.At) {
			return
		}
	}
}

// kindsNamed are the kinds.
func (n *names) kindsNamed(yield func(string, source.Span) bool) {
	for _, k := range n.p.Kinds {
		if !yield(k.Name, k.At) {
			return
		}
	}
}

// valuesNamed are the values of an enum, or (of another type) those of all.
func (n *names) valuesNamed(t ir.Type) inprint.Named {
	return func(yield func(string, source.Span) bool) {
		for i, en := range n.p.Enums {
			for _, v := range en.Values {
				if (t.Kind != ir.EnumType || t.Ref == i) && !yield(v.Name, v.At) {
					return
				}
			}
		}
	}
}

// shy tells whether an operand had better be lowered after its neighbour, whose type decides what
// it means: a bare name that several enums have.
func (n *names) shy(e ast.Expr) bool {
	return e.Kind() == ast.IdentKind && n.local(e.AsIdent()) == nil && len(n.candidates(e.AsIdent())) > 1
}

// program finds the names that a program declares.
type program struct {
	p       *ir.Program
	values  map[string][]enumValue
	enums   map[string]int
	kinds   map[string]int
	cards   map[string]int
	options map[string]int
	funcs   map[string]int
	tables  map[string]int
	events  map[string]int
}

type enumValue struct{ enum, value int }

func newProgram(p *ir.Program) *program {
	x := &program{p: p, values: map[string][]enumValue{}, enums: map[string]int{},
		kinds: byName(p.Kinds, func(k *ir.Kind) string { return k.Name }), cards: byName(p.Cards, func(c *ir.Card) string { return c.Name }),
		options: byName(p.Options, func(o *ir.Option) string { return o.Name }), funcs: byName(p.Funcs, func(f *ir.Func) string { return f.Name }),
		tables: byName(p.Tables, func(t *ir.Table) string { return t.Name }), events: byName(p.Events, func(v *ir.Event) string { return v.Name })}
	x.kinds["thing"] = -1
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
		out = append(out, &ir.Expr{Op: ir.Const, Type: ir.Type{Kind: ir.EnumType, Ref: v.enum}, N: int64(v.value), Name: name, At: x.p.Enums[v.enum].Values[v.value].At})
	}
	if id, ok := x.cards[name]; ok {
		out = append(out, &ir.Expr{Op: ir.Const, Type: ir.Type{Kind: ir.CardOf, Ref: x.p.Cards[id].Kind}, N: int64(id), Name: name, At: x.p.Cards[id].At})
	}
	if id, ok := x.options[name]; ok {
		out = append(out, &ir.Expr{Op: ir.OptionVal, Type: x.p.Options[id].Type, N: int64(id), Name: name, At: x.p.Options[id].At})
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

func (x *program) isCard(name string) bool { _, ok := x.cards[name]; return ok }

func (x *program) isEnum(name string) bool { _, ok := x.enums[name]; return ok }

func (x *program) isEvent(name string) bool { _, ok := x.events[name]; return ok }

func (x *program) isZone(name string) bool {
	return slices.ContainsFunc(x.p.Zones, func(z *ir.Zone) bool { return z.Name == name })
}

func (x *program) valuesOf(enum string) []string {
	return diag.Names(x.p.Enums[x.enums[enum]].Values, func(v ir.EnumValue) string { return v.Name })
}

// listOf is a list of all values of an enum, as it is written here: alone, those that mean nothing else.
func (n *names) listOf(enum string) string {
	all := n.valuesOf(enum)
	for i, v := range all {
		if n.local(v) != nil || len(n.candidates(v)) > 1 {
			all[i] = enum + "." + v
		}
	}
	return "[" + strings.Join(all, ", ") + "]"
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
		out = append(out, askingCalls...)
		out = slices.AppendSeq(out, maps.Keys(x.funcs))
		out = slices.AppendSeq(out, maps.Keys(x.tables))
	}
	slices.Sort(out)
	return out
}

// askingCalls are functions of the language that are no primitives.
var askingCalls = []string{"has", "all", "cards", "during", "can", "ignored", ir.Ops[ir.Stood].Name, "printed", "base"}

// IsBuiltin tells whether the language has a function of that name.
func IsBuiltin(name string) bool {
	return slices.Contains(askingCalls, name) || len(primsNamed[primKey(name, false)]) > 0
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

// kindPrims are the methods that list instances of a kind, the name of which is no value, askPrims those that take a kind as
// well as a card.
var kindPrims, askPrims = naming(true), naming(false)

func naming(lists bool) map[string]int {
	m := map[string]int{}
	for n, p := range ir.Prims {
		if p.Tie == ir.NamesKind && (p.Result.Kind == ir.List) == lists {
			m[p.Name] = n
		}
	}
	return m
}

// soleMethod finds a method that takes nothing but its receiver.
func soleMethod(name string) (int, bool) {
	for _, n := range primsNamed[primKey(name, true)] {
		if len(ir.Prims[n].Params) == 1 {
			return n, true
		}
	}
	return 0, false
}
