package expr

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Fact is what is known of a value: that it is there, or what the instance is.
type Fact struct {
	Key string // of the value; see Key
	Ref int    // what kind or card it is; There
}

// There is the Ref of a fact that says no more than that.
const There = -1

// Known are facts by what they are about.
type Known map[Fact]bool

// Of are the facts about a value.
func (k Known) Of(key string) []Fact {
	var out []Fact
	for f := range k {
		if f.Key == key {
			out = append(out, f)
		}
	}
	return out
}

// With is what is known with more facts.
func (k Known) With(facts []Fact) Known {
	if len(facts) == 0 {
		return k
	}
	out := Known{}
	maps.Copy(out, k)
	for _, f := range facts {
		out[f] = true
	}
	return out
}

// Plain are the facts about what has a name, and is not worked out.
func (k Known) Plain() Known {
	out := Known{}
	for f := range k {
		if !strings.Contains(f.Key, "(") {
			out[f] = true
		}
	}
	return out
}

// Narrow gives an instance the narrowest type that is known of it.
func (k Known) Narrow(p *ir.Program, x *ir.Expr) {
	for _, f := range k.Of(Key(x)) {
		if p.IsA(f.Ref, x.Type.Ref) {
			x.Type.Ref = f.Ref
		}
	}
}

// Key is the identity of an expression, for what is known of it.
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
	if e.Op == ir.Narrowed { // it is the same value
		key(b, e.Args[0])
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

// Facts are what is known when e is true (or, with false, when e is false).
func Facts(p *ir.Program, e *ir.Expr, when bool) []Fact {
	if e == nil {
		return nil
	}
	switch e.Op {
	case ir.Has:
		if when {
			return []Fact{{Key(e.Args[0]), There}}
		}
	case ir.CallPrim:
		switch {
		case when && e.N == ir.PBears: // then x.borne(card) is there
			borne := *e
			borne.N = ir.PBorne
			return []Fact{{Key(&borne), There}}
		case when && e.N == ir.PBearsKind:
			borne := *e
			borne.N = ir.PBorneKind
			return []Fact{{Key(&borne), There}}
		case when && e.N == ir.PIsKind:
			return []Fact{{Key(e.Args[0]), e.Ref}}
		case when && e.N == ir.PIs && e.Args[1].Op == ir.Const:
			return []Fact{{Key(e.Args[0]), p.CardRef(int(e.Args[1].N))}}
		}
	case ir.Not:
		return Facts(p, e.Args[0], !when)
	case ir.And, ir.Or:
		a, b := Facts(p, e.Args[0], when), Facts(p, e.Args[1], when)
		if (e.Op == ir.And) == when {
			return append(a, b...)
		}
		return slices.DeleteFunc(a, func(f Fact) bool { return !slices.Contains(b, f) })
	case ir.Eq, ir.Ne:
		return equalFacts(p, e, (e.Op == ir.Eq) == when)
	default: // says nothing of what is there
	}
	return nil
}

// equalFacts: what is not none is there, and what equals something that is there is there too. What is of a
// card is of that card.
func equalFacts(p *ir.Program, e *ir.Expr, equal bool) []Fact {
	var out []Fact
	for i, a := range e.Args {
		b := e.Args[1-i]
		absent := b.Op == ir.Const && b.N == ir.None && b.Type.Optional
		if a.Type.Optional && (absent && !equal || equal && !b.Type.Optional) {
			out = append(out, Fact{Key(a), There})
		}
		if equal && !absent && a.Op == ir.CardOfInst && b.Op == ir.Const {
			out = append(out, Fact{Key(a.Args[0]), p.CardRef(int(b.N))})
		}
	}
	return out
}
