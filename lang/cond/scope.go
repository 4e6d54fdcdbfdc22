package cond

import (
	"maps"
	"slices"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Scope is what a text may name beyond the program's own names: each name stands for an expression.
// The zero Scope is empty.
//
// A name may be dotted: "r.total" answers the selection `total` of the bare name `r`, whether or
// not `r` itself is in scope. The parts of a finished event, of a push or of a class of dice that
// live in locals of their own are given so. A name of type Group and a Ref is a row of that bag:
// its field i is slot N+i of the same sort, its count slot N+len(fields).
// A name of type Bad stands for something in error elsewhere: a text that uses it compiles to an
// expression of BadOp, and nothing more is said about it.
type Scope struct {
	Names map[string]*ir.Expr
	// Facts are the optional expressions known to be present here, by expr.Key.
	Facts map[string]bool
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
	vars []variableOf // of the macros around, innermost last
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
	return n.in.Names[name]
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
			return &ir.Expr{Op: ir.Const, Type: ir.Type{Kind: ir.EnumType, Ref: id}, N: int64(v.value)}
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

// shy tells whether an operand had better be lowered after its neighbour, whose type decides what
// it means: a bare name that several enums have.
func (n *names) shy(e ast.Expr) bool {
	return e.Kind() == ast.IdentKind && n.local(e.AsIdent()) == nil && len(n.candidates(e.AsIdent())) > 1
}
