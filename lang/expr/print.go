// Package expr says things about typed expressions: how an author would write one, which expressions are the
// same, and what is known to be present when a condition holds.
package expr

import (
	"math"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
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

var infix = map[ir.Op]struct {
	text     string
	strength int
}{
	ir.Or: {" || ", weakOr}, ir.And: {" && ", weakAnd},
	ir.Eq: {" == ", weakRelation}, ir.Ne: {" != ", weakRelation}, ir.Lt: {" < ", weakRelation},
	ir.Le: {" <= ", weakRelation}, ir.Gt: {" > ", weakRelation}, ir.Ge: {" >= ", weakRelation}, ir.In: {" in ", weakRelation},
	ir.Add: {" + ", weakSum}, ir.Sub: {" - ", weakSum}, ir.Mul: {" * ", weakProduct},
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
	if in, ok := infix[e.Op]; ok && len(e.Args) == 2 {
		right := in.strength + 1
		if e.Op == ir.And || e.Op == ir.Or {
			right = in.strength // a && (b && c) says nothing else than a && b && c
		}
		bracket(b, in.strength < place, func() {
			write(b, e.Args[0], in.strength)
			b.WriteString(in.text)
			write(b, e.Args[1], right)
		})
		return
	}
	switch e.Op {
	case ir.Cond:
		bracket(b, place > weakChoice, func() {
			write(b, e.Args[0], weakOr)
			b.WriteString(" ? ")
			write(b, e.Args[1], weakOr)
			b.WriteString(" : ")
			write(b, e.Args[2], weakChoice)
		})
	case ir.Not, ir.Neg:
		sign := "!"
		if e.Op == ir.Neg {
			sign = "-"
		}
		bracket(b, place > weakUnary, func() {
			b.WriteString(sign)
			write(b, e.Args[0], weakPost)
		})
	case ir.Scale:
		write(b, e.Args[0], place)
	case ir.Const:
		s := constText(e)
		bracket(b, place == weakPost && strings.HasPrefix(s, "-"), func() { b.WriteString(s) })
	default:
		writeCall(b, e)
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

// writeCall writes names, fields, calls and macros.
func writeCall(b *strings.Builder, e *ir.Expr) {
	list := func(args []*ir.Expr) {
		for i, a := range args {
			if i > 0 {
				b.WriteString(", ")
			}
			write(b, a, weakChoice)
		}
	}
	field := func(name string) {
		write(b, e.Args[0], weakPost)
		b.WriteString("." + name)
	}
	if name, ok := macroText[e.Op]; ok {
		write(b, e.Args[0], weakPost)
		v := memberName(e)
		b.WriteString("." + name + "(" + v + ", ")
		write(b, e.Args[1], weakChoice)
		b.WriteByte(')')
		return
	}
	if isName(e.Name) && e.At.Text() == e.Name {
		b.WriteString(e.Name) // a name that the scope explains
		return
	}
	switch e.Op {
	case ir.RecField, ir.CellOf, ir.StatOf, ir.DerivedOf:
		field(e.Name)
	case ir.PrintedOf, ir.BaseOf:
		if strings.HasPrefix(e.At.Text(), "printed") || e.Op == ir.BaseOf {
			b.WriteString(map[ir.Op]string{ir.PrintedOf: "printed(", ir.BaseOf: "base("}[e.Op])
			field(e.Name)
			b.WriteByte(')')
			return
		}
		field(e.Name)
	case ir.OwnerOf:
		field("owner")
	case ir.CardOfInst:
		field("card")
	case ir.BearerOf:
		field("bearer")
	case ir.SourceOf:
		field("source")
	case ir.Has:
		b.WriteString("has(")
		list(e.Args)
		b.WriteByte(')')
	case ir.Index:
		write(b, e.Args[0], weakPost)
		b.WriteByte('[')
		write(b, e.Args[1], weakChoice)
		b.WriteByte(']')
	case ir.MakeList:
		b.WriteByte('[')
		list(e.Args)
		b.WriteByte(']')
	case ir.CallFunc, ir.CallTable:
		b.WriteString(e.Name + "(")
		list(e.Args)
		b.WriteByte(')')
	case ir.CallPrim:
		writePrim(b, e, list)
	case ir.Self:
		b.WriteString(or(e.Name, "self"))
	case ir.This:
		b.WriteString(or(e.Name, "this"))
	default:
		b.WriteString(or(e.Name, "_"))
	}
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func writePrim(b *strings.Builder, e *ir.Expr, list func([]*ir.Expr)) {
	p := ir.Prims[e.N]
	args := e.Args
	name := p.Name
	if p.Method && len(args) > 0 {
		write(b, args[0], weakPost)
		b.WriteByte('.')
		args = args[1:]
	}
	if e.N == ir.PItems || e.N == ir.POnly { // the kind is no expression: it stands in the source
		text := e.At.Text()
		if i := strings.LastIndex(text, "("); i >= 0 && strings.HasSuffix(text, ")") {
			b.WriteString(name + "(" + strings.TrimSpace(text[i+1:len(text)-1]) + ")")
			return
		}
		b.WriteString(e.Name) // a field that carries
		return
	}
	b.WriteString(name + "(")
	list(args)
	b.WriteByte(')')
}

var macroText = map[ir.Op]string{ir.Exists: "exists", ir.ForAll: "all", ir.ExistsOne: "exists_one", ir.Filter: "filter",
	ir.Map: "map", ir.Count: "count", ir.Sum: "sum", ir.Most: "most", ir.Least: "least"}

// memberName is the name of a macro's variable: found where the body uses it. Over a bag the
// variable is a row of temporaries, before those of the macros inside.
func memberName(e *ir.Expr) string {
	limit := e.N + 1
	if e.Args[0].Type.Kind == ir.BagType {
		limit = math.MaxInt64
		e.Args[1].Walk(func(x *ir.Expr) bool {
			if _, ok := macroText[x.Op]; ok {
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
		return lengthText(e.N)
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

// lengthText writes thousandths as a decimal.
func lengthText(n int64) string {
	sign := ""
	u := uint64(n)
	if n < 0 {
		sign, u = "-", -u
	}
	s := sign + strconv.FormatUint(u/ir.Unit, 10)
	decimals := strings.TrimRight(strconv.FormatUint(ir.Unit+u%ir.Unit, 10)[1:], "0")
	return s + "." + or(decimals, "0")
}

// isName tells whether a text is one name.
func isName(s string) bool {
	const digits = "0123456789"
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"+digits) == "" && strings.TrimLeft(s, digits) == s && s != ""
}
