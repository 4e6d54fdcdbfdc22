// Package expr says things about typed expressions: how an author would write one, which expressions are the
// same, and what is known to be present when a condition holds.
package expr

import (
	"math"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// The strength of what is printed: an operand weaker than its place is put in brackets.
const (
	weakChoice = iota
	weakOr
	weakAnd
	weakRelation
	weakSum
	weakProduct
	weakUnary
	weakPost
)

// strength is that of the operations between two values.
var strength = map[ir.Op]int{
	ir.Or: weakOr, ir.And: weakAnd, ir.Add: weakSum, ir.Sub: weakSum, ir.Mul: weakProduct, ir.In: weakRelation,
	ir.Eq: weakRelation, ir.Ne: weakRelation, ir.Lt: weakRelation, ir.Le: weakRelation, ir.Gt: weakRelation, ir.Ge: weakRelation,
}

// String writes an expression as an author would, from its structure and not from its source: what
// was folded shows its value, and brackets stand where they are needed.
func String(e *ir.Expr) string {
	var b strings.Builder
	write(&b, e, weakChoice)
	return b.String()
}

func write(b *strings.Builder, e *ir.Expr, place int) {
	if e == nil {
		b.WriteString("?")
		return
	}
	o := ir.Ops[e.Op]
	if own, ok := strength[e.Op]; ok {
		right := own + 1
		if o.Shape == ir.LogicShape {
			right = own // a && (b && c) says nothing else than a && b && c
		}
		bracket(b, own < place, func() {
			write(b, e.Args[0], own)
			b.WriteString(" " + o.Name + " ")
			write(b, e.Args[1], right)
		})
		return
	}
	switch o.Shape {
	case ir.ChoiceShape:
		bracket(b, place > weakChoice, func() {
			write(b, e.Args[0], weakOr)
			b.WriteString(" ? ")
			write(b, e.Args[1], weakOr)
			b.WriteString(" : ")
			write(b, e.Args[2], weakChoice)
		})
	case ir.PrefixShape:
		bracket(b, place > weakUnary, func() {
			b.WriteString(o.Name)
			write(b, e.Args[0], weakPost)
		})
	case ir.UnwrittenShape:
		write(b, e.Args[0], place)
	case ir.MacroShape:
		write(b, e.Args[0], weakPost)
		b.WriteString("." + o.Name + "(" + memberName(e) + ", ")
		write(b, e.Args[1], weakChoice)
		b.WriteByte(')')
	default:
		if e.Op == ir.Const {
			s := constText(e)
			bracket(b, place == weakPost && strings.HasPrefix(s, "-"), func() { b.WriteString(s) })
		} else if source.IsName(e.Name) && e.At.Text() == e.Name {
			b.WriteString(e.Name) // a name that the scope explains
		} else {
			writeCall(b, e)
		}
	}
}

func bracket(b *strings.Builder, need bool, f func()) {
	if need {
		b.WriteByte('(')
	}
	f()
	if need {
		b.WriteByte(')')
	}
}

// writeCall writes names, fields, lists and calls.
func writeCall(b *strings.Builder, e *ir.Expr) {
	o := ir.Ops[e.Op]
	field := func(name string) {
		write(b, e.Args[0], weakPost)
		b.WriteString("." + name)
	}
	switch o.Shape {
	case ir.OfShape:
		field(o.Name)
	case ir.FieldShape:
		if e.Op == ir.BaseOf || e.Op == ir.PrintedOf && strings.HasPrefix(e.At.Text(), o.Name) {
			b.WriteString(o.Name + "(")
			defer b.WriteByte(')')
		}
		field(e.Name[strings.LastIndexByte(e.Name, '.')+1:]) // what became of a record that is kept is called by both names
	case ir.ElementShape:
		write(b, e.Args[0], weakPost)
		b.WriteByte('[')
		write(b, e.Args[1], weakChoice)
		b.WriteByte(']')
	case ir.LiteralShape:
		b.WriteByte('[')
		writeList(b, e.Args)
		b.WriteByte(']')
	case ir.AskShape: // which fields are named stands in the source
		b.WriteString(o.Name + "(" + e.Name + "(")
		writeList(b, e.Args)
		b.WriteString("))")
	case ir.WhoseShape:
		b.WriteString(o.Name + "(" + e.Name + ", of: ")
		write(b, e.Args[0], weakChoice)
		b.WriteByte(')')
	case ir.CallShape:
		switch e.Op {
		case ir.CallPrim:
			writePrim(b, e)
			return
		case ir.CallFunc, ir.CallTable:
			b.WriteString(e.Name)
		default:
			b.WriteString(o.Name)
		}
		b.WriteByte('(')
		writeList(b, e.Args)
		b.WriteByte(')')
	default: // what has no word is written as it was
		word := "_"
		if e.Op == ir.Self || e.Op == ir.This {
			word = o.Name
		}
		b.WriteString(or(e.Name, word))
	}
}

func writeList(b *strings.Builder, args []*ir.Expr) {
	for i, a := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		write(b, a, weakChoice)
	}
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func writePrim(b *strings.Builder, e *ir.Expr) {
	p := ir.Prims[e.N]
	args := e.Args
	name := p.Name
	if p.Method && len(args) > 0 {
		write(b, args[0], weakPost)
		b.WriteByte('.')
		args = args[1:]
	}
	if p.Tie == ir.NamesKind { // the kind is no expression: it stands in the source
		text := e.At.Text()
		if i := strings.LastIndex(text, "("); i >= 0 && strings.HasSuffix(text, ")") {
			b.WriteString(name + "(" + strings.TrimSpace(text[i+1:len(text)-1]) + ")")
			return
		}
		b.WriteString(e.Name) // a field that carries
		return
	}
	b.WriteString(name + "(")
	writeList(b, args)
	b.WriteByte(')')
}

// memberName is the name of a macro's variable: found where the body uses it. Over a bag the
// variable is a row of temporaries, before those of the macros inside.
func memberName(e *ir.Expr) string {
	limit := e.N + 1
	if e.Args[0].Type.Kind == ir.BagType {
		limit = math.MaxInt64
		e.Args[1].Walk(func(x *ir.Expr) bool {
			if ir.Ops[x.Op].Shape == ir.MacroShape {
				limit = min(limit, x.N)
			}
			return true
		})
	}
	name := "m"
	e.Args[1].Walk(func(x *ir.Expr) bool {
		if x.Op == ir.Temp && e.N <= x.N && x.N < limit && x.Name != "" {
			name, _, _ = strings.Cut(x.Name, ".")
			name = strings.TrimSpace(name)
		}
		return true
	})
	return name
}

// constText writes a constant. Enum values and cards need their names, which the node keeps.
func constText(e *ir.Expr) string {
	if e.Type.Optional && e.N == ir.None {
		return "none"
	}
	switch e.Type.Kind {
	case ir.Int:
		return strconv.FormatInt(e.N, 10)
	case ir.Length:
		if s := ir.LengthText(e.N); strings.Contains(s, ".") {
			return s
		}
		return ir.LengthText(e.N) + ".0" // as no int is written
	case ir.Bool:
		return strconv.FormatBool(e.N != 0)
	case ir.List:
		return listText(e)
	}
	return or(e.Name, strconv.FormatInt(e.N, 10))
}

func listText(e *ir.Expr) string {
	if k := e.Type.Elem; k != ir.Int && k != ir.Length && k != ir.Bool && len(e.List) > 0 {
		names := strings.Split(strings.Trim(or(e.Name, "..."), "[ ]"), ",")
		for i := range names {
			names[i] = strings.TrimSpace(names[i])
		}
		return "[" + strings.Join(names, ", ") + "]"
	}
	parts := make([]string, len(e.List))
	for i, n := range e.List {
		parts[i] = constText(&ir.Expr{Type: e.Type.Element(), N: n})
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// Instances is the list of all that is in play of a kind, or of a card.
func Instances(of string) string {
	if of == "player" {
		return "players()"
	}
	return "all(" + of + ")"
}
