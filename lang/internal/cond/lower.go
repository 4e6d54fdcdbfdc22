package cond

import (
	"fmt"
	"github.com/google/cel-go/common/ast"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"slices"
	"strings"
)

// lowerer lowers one text. A method that returns a nil expression has reported why, or passes on
// the silence of one that has.
type lowerer struct {
	explainer
	facts expr.Known // what the text itself has asked
	temps int        // the first temporary that is free
	// spoilt: the text uses something that is in error elsewhere.
	spoilt bool
	// unsure: a guard was in error, so absence is not spoken of after it.
	unsure bool
}

// typed lowers e to a value of type want; Bad is any type.
func (l *lowerer) typed(e ast.Expr, want ir.Type) *ir.Expr {
	x := l.lower(e, want)
	if x == nil {
		return nil
	}
	if want.Kind != ir.Bad {
		return l.coerce(x, want)
	}
	if isNone(x) {
		return l.present(x)
	}
	return l.narrow(x)
}

// inPlay names what the text itself knows of a kind, when there is little of it.
func (l *lowerer) inPlay(want ir.Type) string {
	var names []string
	for name, x := range l.in.Names {
		if x.Type.Kind == ir.Inst && l.fits(x.Type, want) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return diag.Others(names, diag.Few)
}

// narrow drops the `?` of a value that is known to be present here.
func (l *lowerer) narrow(x *ir.Expr) *ir.Expr {
	if x != nil && x.Type.Optional && !isNone(x) && l.isKnown(x) {
		x.Type.Optional = false
	}
	return x
}

// value lowers e to a value that is present. want is a hint, not checked.
func (l *lowerer) value(e ast.Expr, want ir.Type) *ir.Expr {
	return l.present(l.lower(e, want))
}

// present refuses a value that may be absent, and none itself.
func (l *lowerer) present(x *ir.Expr) *ir.Expr {
	if x == nil || !x.Type.Optional {
		return x
	}
	if isNone(x) {
		return l.refuse("wrong-type", x.At, "`none` is only a value where something may be absent")
	}
	if l.isKnown(x) {
		x.Type.Optional = false
		return x
	}
	if l.unsure {
		return nil
	}
	return l.refuse("missing-guard", x.At, "%s may be absent here; read it under has(%s)", quote(x.At.Text()), flat(x.At.Text()))
}

// isKnown tells whether an optional expression is known to be present here.
func (l *lowerer) isKnown(x *ir.Expr) bool {
	fact := expr.Fact{Key: expr.Key(x), Ref: expr.There}
	return l.in.Facts[fact] || l.facts[fact]
}

// under runs f with more facts known.
func (l *lowerer) under(facts []expr.Fact, f func()) {
	was := l.facts
	l.facts = was.With(facts)
	f()
	l.facts = was
}

// lower lowers e; the result may be optional. want is a hint for names and literals that could be
// several things.
func (l *lowerer) lower(e ast.Expr, want ir.Type) *ir.Expr {
	x := l.form(e, want)
	if x != nil && x.Type.Kind == ir.Bad && !isNone(x) {
		l.spoilt = true
		return nil
	}
	if x != nil && x.Type.Kind == ir.Inst && len(l.facts)+len(l.in.Facts) > 0 {
		x = l.held(x)
		l.facts.Narrow(l.p, x)
	}
	return x
}

// held gives an instance the type that was known of it before this text. Something else may stand there since, which
// is found out as it is read; of the cells of a card, where they are.
func (l *lowerer) held(x *ir.Expr) *ir.Expr {
	was := x.Type
	l.in.Facts.Narrow(l.p, x)
	if x.Type == was || l.p.IsA(was.Ref, l.p.KindAt(x.Type.Ref)) {
		return x
	}
	y := &ir.Expr{Op: ir.Narrowed, Type: x.Type, Ref: x.Type.Ref, Args: []*ir.Expr{x}, At: x.At, Name: x.Name}
	x.Type = was
	return y
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
	} else if want.Kind == ir.List && isNone(x) {
		d := l.report("wrong-type", x.At, "a list is never none: it is empty")
		d.Mend(diag.Replace(x.At, "[]", "write []"))
		return nil
	} else if x = l.present(x); x == nil {
		return nil
	}
	if want.Kind == ir.Length && x.Type.Kind == ir.Int && x.Op == ir.Const {
		return l.scale(x)
	}
	if !l.fits(x.Type.Required(), want) {
		d := l.report("wrong-type", x.At, "got %s, want %s", l.p.TypeName(x.Type), l.p.TypeName(want))
		if want.Kind == ir.Int && x.Op == ir.Const && x.Type.Kind == ir.Length {
			below := x.N / ir.Unit
			d.Message = fmt.Sprintf("%s is no whole number, want int: write %d or %d", x.At.Text(), below, below+1)
		}
		switch kind := l.p.TypeName(ir.Type{Kind: ir.Inst, Ref: max(want.Ref, want.ElemRef)}); {
		case want.Kind == ir.Inst && x.Type.Kind == ir.Inst && l.p.IsA(want.Ref, x.Type.Ref):
			d.Message += l.p.OfOneKind(kind)
		case want.Kind == ir.List && want.Elem == ir.Inst && x.Type.Elem == ir.Inst && x.Type.Kind == ir.List && l.p.IsA(want.ElemRef, x.Type.ElemRef):
			d.Suggest(x.At.Text() + ".only(" + kind + ")")
		}
		if want.Kind == ir.EnumType {
			d.Message += l.oneOf(want)
			d.Suggest(valueOf(l.p, want, x.At.Text()))
		}
		if want.Kind == ir.List && x.Type == want.Element() && (!number(x.Type) || x.Op == ir.Const) {
			list := "[" + flat(x.At.Text()) + "]"
			d.Mend(diag.Replace(x.At, list, "write "+list))
		}
		if x.Type.Kind == ir.CardOf && want.Kind == ir.Inst {
			d.Message += ": " + x.At.Text() + " is the card, name one that is in play" + l.inPlay(want)
			if want.Ref >= 0 && want.Ref < len(l.p.Kinds) && len(l.p.Kinds[want.Ref].On) > 0 {
				d.Message += "; one that lies on X is X.items(" + x.At.Text() + ")[0]"
			}
		}
		if x.Type.Kind == ir.Inst && want.Kind == ir.CardOf && l.fits(ir.Type{Kind: ir.CardOf, Ref: l.p.KindAt(x.Type.Ref)}, want) {
			d.Suggest(x.At.Text() + ".card")
		}
		if x.Type.Kind == ir.List && l.fits(x.Type.Element(), want) {
			l.listAlone(d, x)
		}
		if want.Kind == ir.Length && x.Type.Kind == ir.Int {
			d.Suggest("length(" + x.At.Text() + ")")
		}
		if want.Kind == ir.Int && x.Type.Kind == ir.Length && x.Op != ir.Const {
			d.Message += "; a length is made a number with whole_down or whole_up"
		}
		if want.Kind == ir.Bool && x.Type.Kind == ir.List {
			d.Suggest("size(" + flat(x.At.Text()) + ") > 0")
		}
		if text := x.At.Text(); want.Kind == ir.Bool && source.IsName(strings.ReplaceAll(text, ".", "_")) {
			switch {
			case x.Type.Optional:
				d.Suggest("has(" + text + ")")
			case number(x.Type) && x.Op != ir.Const:
				d.Suggest(text + " > 0")
			}
		}
		return nil
	}
	if x.Type.Kind == ir.List && x.Type.Elem == ir.Bad {
		x.Type = want.Required()
	}
	return x
}
