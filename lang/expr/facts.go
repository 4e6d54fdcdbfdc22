package expr

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Key is the identity of an optional expression, for Scope.Facts.
func Key(e *ir.Expr) string {
	var b strings.Builder
	key(&b, e)
	return b.String()
}

func key(b *strings.Builder, e *ir.Expr) {
	if e == nil {
		b.WriteByte('-')
		return
	}
	b.WriteString(strconv.Itoa(int(e.Op)))
	b.WriteByte(':')
	b.WriteString(strconv.FormatInt(e.N, 10))
	if e.Ref != 0 {
		b.WriteByte('#')
		b.WriteString(strconv.Itoa(e.Ref))
	}
	if e.Lists {
		b.WriteByte('L')
	}
	if e.Op == ir.Const { // the same number is another value in another type
		b.WriteByte('t')
		b.WriteString(strconv.Itoa(int(e.Type.Kind)))
		b.WriteByte('.')
		b.WriteString(strconv.Itoa(e.Type.Ref))
		for _, n := range e.List {
			b.WriteByte(',')
			b.WriteString(strconv.FormatInt(n, 10))
		}
	}
	if len(e.Args) > 0 {
		b.WriteByte('(')
		for i, a := range e.Args {
			if i > 0 {
				b.WriteByte(' ')
			}
			key(b, a)
		}
		b.WriteByte(')')
	}
}

// Facts are the keys known to be present when e is true (or, with false, when e is false).
func Facts(e *ir.Expr, when bool) []string {
	if e == nil {
		return nil
	}
	switch e.Op {
	case ir.Has:
		if when {
			return []string{Key(e.Args[0])}
		}
	case ir.CallPrim:
		if when && e.N == ir.PBears { // then x.borne(card) is there
			borne := *e
			borne.N = ir.PBorne
			return []string{Key(&borne)}
		}
	case ir.Not:
		return Facts(e.Args[0], !when)
	case ir.And, ir.Or:
		a, b := Facts(e.Args[0], when), Facts(e.Args[1], when)
		if (e.Op == ir.And) == when {
			return append(a, b...)
		}
		return slices.DeleteFunc(a, func(k string) bool { return !slices.Contains(b, k) })
	case ir.Eq, ir.Ne:
		return equalFacts(e, (e.Op == ir.Eq) == when)
	default: // says nothing of what is there
	}
	return nil
}

// equalFacts: what is not none is there, and what equals something that is there is there too.
func equalFacts(e *ir.Expr, equal bool) []string {
	var out []string
	for i, a := range e.Args {
		b := e.Args[1-i]
		absent := b.Op == ir.Const && b.N == ir.None && b.Type.Optional
		if a.Type.Optional && (absent && !equal || equal && !b.Type.Optional) {
			out = append(out, Key(a))
		}
	}
	return out
}
