package check

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// The types that the checker asks for.
var (
	tAny    = ir.Type{} // any type
	tBool   = ir.Type{Kind: ir.Bool}
	tInt    = ir.Type{Kind: ir.Int}
	tLength = ir.Type{Kind: ir.Length}
	tPoint  = ir.Type{Kind: ir.Point}
	tPath   = ir.Type{Kind: ir.Path}
	tInst   = ir.Type{Kind: ir.Inst, Ref: -1}
	tPlayer = ir.Type{Kind: ir.Inst, Ref: ir.PlayerKind}
)

var scalarTypes = map[string]ir.TypeKind{
	"bool": ir.Bool, "int": ir.Int, "length": ir.Length, "dice": ir.Dice, "target": ir.Target,
	"point": ir.Point, "path": ir.Path, "text": ir.TextType,
}

// typeWords are the built-in types.
var typeWords = append(keys(scalarTypes), "list", anyKind)

// anyKind is the word for an instance of any kind.
const anyKind = "thing"

func instOf(kind int) ir.Type { return ir.Type{Kind: ir.Inst, Ref: kind} }

func scalar(t ir.Type) ir.Type {
	if t.Kind == ir.List {
		return t.Element()
	}
	return t
}

func numeric(t ir.Type) bool {
	switch t.Kind {
	case ir.Int, ir.Length, ir.Dice, ir.Target, ir.Bool, ir.EnumType:
		return true
	}
	return false
}

// summed tells whether values of a type are added up, and there always is one.
func summed(t ir.Type) bool { return (t.Kind == ir.Int || t.Kind == ir.Length) && !t.Optional }

// stat is the identity of a stat.
type stat struct{ kind, index int }

// outcomeField is the name of the built-in field of an event, which no text can say: one asks done, replaced,
// refused or happened of it.
const outcomeField = "outcome of"

// fieldAt is the index of the event's field that an expression reads; -1 when it is another's.
func fieldAt(ev *ir.Event, e *ir.Expr) int {
	if ev == nil {
		return -1
	}
	return ir.FieldAt(ev.Fields, e)
}

// absent is the expression for a value that is not there.
func absent(t ir.Type, at source.Span) *ir.Expr {
	e := &ir.Expr{Op: ir.Const, Type: t, At: at}
	if !t.IsList() {
		e.N = ir.None
	}
	return e
}

func eventField(f *ir.Field) *ir.Expr {
	return &ir.Expr{Op: ir.EventField, Type: f.Type, N: int64(f.Slot), Name: f.Name, Lists: f.Type.IsList()}
}

// comesTo is what the i-th field of an event comes to: of one with layers, with all that contributes to it.
func comesTo(ev *ir.Event, i int) *ir.Expr {
	e := eventField(ev.Fields[i])
	if len(ev.Fields[i].Layers) == 0 {
		return e
	}
	return &ir.Expr{Op: ir.Folded, Type: e.Type, N: int64(i), Ref: ev.ID, Args: []*ir.Expr{e}, Name: e.Name}
}

// bare is the field that an expression reads, whatever contributes to it and is known of it.
func bare(e *ir.Expr) *ir.Expr {
	if e != nil && (e.Op == ir.Folded || e.Op == ir.Narrowed) {
		return e.Args[0]
	}
	return e
}

// became are the questions that one asks of an outcome, by name.
func became(outcome *ir.Expr) map[string]*ir.Expr {
	out := map[string]*ir.Expr{}
	for i, o := range ir.Outcomes {
		out[o.Name] = &ir.Expr{Op: ir.Became, Type: tBool, N: int64(i), Args: []*ir.Expr{outcome}, Name: o.Name}
	}
	return out
}

func localExpr(v ir.Var) *ir.Expr {
	return &ir.Expr{Op: ir.Local, Type: v.Type, N: int64(v.Slot), Name: v.Name, Lists: v.Type.IsList()}
}

// both is the condition that both hold; either may be nil.
func both(a, b *ir.Expr) *ir.Expr {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	return &ir.Expr{Op: ir.And, Type: tBool, Args: []*ir.Expr{a, b}, At: a.At.Join(b.At)}
}

// take takes the next slot of a frame for a value of the type.
func take(f *ir.Frame, name string, t ir.Type) int {
	return takeSlot(f, ir.SlotName{Name: name, Type: t})
}

func takeSlot(f *ir.Frame, s ir.SlotName) int {
	n := &f.Ints
	if s.Type.IsList() {
		n = &f.Lists
	}
	s.Slot = *n
	*n++
	f.Slots = append(f.Slots, s)
	return s.Slot
}

// identifiers are those of a text.
func identifiers(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}

// keys are the names of a map, sorted.
func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// inOrder are the entries of a map, by key.
func inOrder[V any](m map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, k := range keys(m) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}

// walkStmts calls f for every statement of a block and of the blocks inside it.
func walkStmts(b *ir.Block, f func(ir.Stmt)) {
	ir.Visit(b, func(x any) bool {
		if s, ok := x.(ir.Stmt); ok {
			f(s)
		}
		return holdsCode(x)
	})
}

// walkExprs calls f for every expression of a block, or of what else holds some, those inside expressions too.
func walkExprs(of any, f func(*ir.Expr)) {
	ir.Visit(of, func(x any) bool {
		e, ok := x.(*ir.Expr)
		if ok {
			f(e)
		}
		return ok || holdsCode(x)
	})
}

// holdsCode tells whether something may hold statements: not so a value, nor a text.
func holdsCode(x any) bool {
	switch x.(type) {
	case *ir.Expr, *ir.Template, *ir.Word:
		return false
	}
	return true
}
