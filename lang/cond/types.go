package cond

import (
	"math/bits"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// typeName writes a type as an author does; it also knows the types only this package makes.
func (l *lowerer) typeName(t ir.Type) string {
	switch {
	case t.Kind == ir.Bad && t.Optional:
		return "none"
	case t.Kind == ir.Bad:
		return "any type"
	case t.Kind == ir.Record && t.Ref < 0:
		return "event"
	case t.Kind == ir.List && t.Elem == ir.Bad:
		return "list"
	case t.Kind == ir.EnumType && t.Ref < 0:
		return "enum"
	}
	return l.p.TypeName(t)
}

// fits tells whether a value of type t, present, may stand where want is wanted, without a change.
func (l *lowerer) fits(t, want ir.Type) bool {
	switch {
	case want.Kind == ir.Bad:
		return true
	case t.Kind != want.Kind:
		return false
	case t.Kind == ir.Inst || t.Kind == ir.CardOf:
		return want.Ref < 0 || t.Ref >= 0 && descends(l.p, t.Ref, want.Ref)
	case t.Kind == ir.List:
		return want.Elem == ir.Bad || t.Elem == ir.Bad || l.fits(t.Element(), want.Element())
	case t.Kind == ir.EnumType || t.Kind == ir.Record || t.Kind == ir.BagType || t.Kind == ir.Group:
		return t.Ref == want.Ref
	}
	return true
}

// coerce makes x a value of type want, or says why it is none: an int constant becomes a length,
// none becomes an absent T?, an empty list a list of the wanted members.
func (l *lowerer) coerce(x *ir.Expr, want ir.Type) *ir.Expr {
	if want.Optional {
		if isNone(x) {
			x.Type = want
			return x
		}
		l.narrow(x)
	} else if x = l.present(x); x == nil {
		return nil
	}
	if want.Kind == ir.Length && x.Type.Kind == ir.Int && x.Op == ir.Const {
		return l.scale(x)
	}
	if !l.fits(x.Type.Required(), want) {
		d := l.report("wrong-type", x.At, "got %s, want %s", l.typeName(x.Type), l.typeName(want))
		if want.Kind == ir.Length && x.Type.Kind == ir.Int {
			d.Suggest("length(" + x.At.Text() + ")")
		}
		return nil
	}
	if x.Type.Kind == ir.List && x.Type.Elem == ir.Bad {
		x.Type = want.Required()
	}
	return x
}

// scale makes an int a length of so many units.
func (l *lowerer) scale(x *ir.Expr) *ir.Expr {
	length := ir.Type{Kind: ir.Length}
	if x.Op != ir.Const {
		return &ir.Expr{Op: ir.Scale, Type: length, Args: []*ir.Expr{x}, At: x.At, Name: x.Name}
	}
	n, ok := multiply(x.N, ir.Unit)
	if !ok {
		return l.tooLarge(x)
	}
	c := *x
	c.N, c.Type = n, length
	return &c
}

func (l *lowerer) tooLarge(x *ir.Expr) *ir.Expr {
	l.report("invalid-number", x.At, "the value of %s is too large", quote(x.At.Text()))
	return nil
}

// alike makes both operands lengths when one is.
func (l *lowerer) alike(a, b *ir.Expr) (*ir.Expr, *ir.Expr) {
	switch {
	case a.Type.Kind == ir.Length && b.Type.Kind == ir.Int:
		b = l.scale(b)
	case a.Type.Kind == ir.Int && b.Type.Kind == ir.Length:
		a = l.scale(a)
	}
	return a, b
}

// join is the type of a value that is of one of two types.
func (l *lowerer) join(a, b ir.Type) (ir.Type, bool) {
	optional := a.Optional || b.Optional
	a.Optional, b.Optional = optional, optional
	switch {
	case a.Kind == ir.Bad && optional:
		return b, true
	case b.Kind == ir.Bad && optional:
		return a, true
	case a.Kind != b.Kind:
		return a, false
	case a.Kind == ir.List:
		if a.Elem == ir.Bad {
			return b, true
		}
		if b.Elem == ir.Bad {
			return a, true
		}
		elem, ok := l.join(a.Element(), b.Element())
		return ir.ListOf(elem), ok
	case a.Kind != ir.Inst && a.Kind != ir.CardOf:
		return a, a == b
	}
	for k := a.Ref; k >= 0; k = l.p.Kinds[k].Parent {
		if b.Ref >= 0 && descends(l.p, b.Ref, k) {
			a.Ref = k
			return a, true
		}
	}
	a.Ref = -1
	return a, true
}

// comparable tells whether == may hold between two types.
func (l *lowerer) comparable(a, b ir.Type) bool {
	switch {
	case a.Kind == ir.Bad || b.Kind == ir.Bad:
		return (a.Kind == ir.Bad && b.Optional) || (b.Kind == ir.Bad && a.Optional)
	case a.Kind != b.Kind:
		return (a.Kind == ir.Int || a.Kind == ir.Length) && (b.Kind == ir.Int || b.Kind == ir.Length)
	}
	switch a.Kind {
	case ir.Inst, ir.CardOf:
		return related(l.p, a.Ref, b.Ref)
	case ir.EnumType, ir.Record:
		return a.Ref == b.Ref
	case ir.List:
		return a.Elem == ir.Bad || b.Elem == ir.Bad || a.Elem == b.Elem && l.comparable(a.Element(), b.Element())
	case ir.Path, ir.BagType, ir.Group, ir.TextType:
		return false
	}
	return true
}

// multiply tells whether a*b fits; ir.None is no value.
func multiply(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 || lo > 1<<63-1 {
		return 0, false
	}
	return a * b, true
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

func add(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0) && c != ir.None
}
