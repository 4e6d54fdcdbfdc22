package cond

import "github.com/kdsl-lang/kdsl/lang/ir"

// fits tells whether a value of type t, present, may stand where want is wanted, without a change.
func (x *program) fits(t, want ir.Type) bool {
	switch {
	case want.Kind == ir.Bad:
		return true
	case t.Kind != want.Kind:
		return false
	case t.Kind == ir.Inst || t.Kind == ir.CardOf:
		return want.Ref < 0 || x.p.IsA(t.Ref, want.Ref)
	case t.Kind == ir.List:
		return want.Elem == ir.Bad || t.Elem == ir.Bad || x.fits(t.Element(), want.Element())
	case t.Kind == ir.EnumType || t.Kind == ir.Record || t.Kind == ir.BagType || t.Kind == ir.Group:
		return t.Ref == want.Ref
	}
	return true
}

// join is the type of a value that is of one of two types.
func (x *program) join(a, b ir.Type) (ir.Type, bool) {
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
		elem, ok := x.join(a.Element(), b.Element())
		return ir.ListOf(elem), ok
	case a.Kind != ir.Inst && a.Kind != ir.CardOf:
		return a, a == b
	}
	a.Ref = x.p.Common(a.Ref, b.Ref)
	return a, true
}

// comparable tells whether == may hold between two types.
func (x *program) comparable(a, b ir.Type) bool {
	switch {
	case a.Kind == ir.Bad || b.Kind == ir.Bad:
		return (a.Kind == ir.Bad && b.Optional) || (b.Kind == ir.Bad && a.Optional)
	case a.Kind != b.Kind:
		return (a.Kind == ir.Int || a.Kind == ir.Length) && (b.Kind == ir.Int || b.Kind == ir.Length)
	}
	switch a.Kind {
	case ir.Bool, ir.Int, ir.Length, ir.Dice, ir.Target, ir.Point:
		return true
	case ir.Inst: // of two cards, too: a test asks of what it gives whether it is the same
		return x.related(x.p.KindAt(a.Ref), x.p.KindAt(b.Ref))
	case ir.CardOf:
		return x.related(a.Ref, b.Ref)
	case ir.EnumType, ir.Record:
		return a.Ref == b.Ref
	case ir.List:
		return a.Elem == ir.Bad || b.Elem == ir.Bad || a.Elem == b.Elem && x.comparable(a.Element(), b.Element())
	case ir.Path, ir.BagType, ir.Group, ir.TextType:
		return false
	default:
		panic("a type of no known kind")
	}
}

func number(t ir.Type) bool { return t.Kind == ir.Int || t.Kind == ir.Length }

// element is the type of a list's member, and how many temporaries it takes.
func (x *program) element(t ir.Type) (ir.Type, int) {
	if t.Kind == ir.BagType {
		return ir.Type{Kind: ir.Group, Ref: t.Ref}, len(x.p.Bags[t.Ref].Fields) + 1
	}
	return t.Element(), 1
}

// isNone tells whether an expression is the bare word.
func isNone(x *ir.Expr) bool {
	return x.Op == ir.Const && x.Type.Kind == ir.Bad && x.Type.Optional
}

var (
	noType   ir.Type
	boolType = ir.Type{Kind: ir.Bool}
)

// carried is the type of reading a field: what is carried is read as a list of instances.
func carried(f *ir.Field) ir.Type {
	t := f.Type
	if f.Class != ir.Carried {
		return t
	}
	kind := t.Ref
	if t.Kind == ir.List {
		kind = t.ElemRef
	}
	return ir.ListOf(ir.Type{Kind: ir.Inst, Ref: kind})
}

// generic is a field that every instance has, read of one of a kind (-1: any); only its operation and type
// are set.
func (x *program) generic(field string, kind int) (ir.Expr, bool) {
	any := ir.Type{Kind: ir.Inst, Ref: -1, Optional: true}
	switch field {
	case "owner":
		return ir.Expr{Op: ir.OwnerOf, Type: ir.Type{Kind: ir.Inst, Ref: ir.PlayerKind, Optional: kind < 0}}, true
	case "card":
		return ir.Expr{Op: ir.CardOfInst, Type: ir.Type{Kind: ir.CardOf, Ref: x.p.KindAt(kind)}}, true
	case "bearer":
		if card := x.p.CardAt(kind); card != nil {
			any.Ref = x.p.CommonOf(card.On)
		} else if kind >= 0 {
			any.Ref = x.p.CommonOf(x.p.Kinds[kind].On)
		}
		return ir.Expr{Op: ir.BearerOf, Type: any}, true
	case "source":
		return ir.Expr{Op: ir.SourceOf, Type: any}, true
	}
	return ir.Expr{}, false
}

var genericFields = []string{"owner", "card", "bearer", "source"}

// printed is the type of reading a field of a card: what is carried is read as a list of cards.
func printed(f *ir.Field) ir.Type {
	t := carried(f)
	if f.Class == ir.Carried {
		return ir.ListOf(ir.Type{Kind: ir.CardOf, Ref: t.ElemRef})
	}
	return t
}
