package cond

import (
	"github.com/google/cel-go/common/ast"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// asked lowers can(EVENT(a, FIELD: b)), where the event is called as in a statement, ignored(CARD.LABEL, of: x), and
// standing(x, POINT, VALUE).
type asked struct {
	*lowerer
	ev     *ir.Event
	args   []*ir.Expr
	fields []int64
	given  map[int]source.Span
	failed bool
}

// ask lowers the whole. That all is given which the event needs is left to who knows how its fields are declared.
func (a *asked) ask(e ast.Expr, args []ast.Expr) *ir.Expr {
	if len(args) != 1 || args[0].Kind() != ast.CallKind {
		return a.refuse("wrong-arguments", a.callAt(e), "can( ) asks whether one event may happen, called as in a statement: can(EVENT(...))")
	}
	event := args[0]
	c := event.AsCall()
	id, ok := a.event(c.FunctionName(), a.callAt(event))
	if !ok {
		return nil
	}
	a.ev, a.given = a.p.Events[id], map[int]source.Span{}
	a.bind(a.callAt(event), a.ev.At)
	if a.ev == a.p.Throw || c.IsMemberFunction() {
		return a.refuse("invalid-expression", a.place(event), "can( ) asks about an event, span or action: can(EVENT(...))")
	}
	for i, x := range c.Args() {
		if x.Kind() != ast.MapKind || i < len(c.Args())-1 {
			a.placed(i, x)
			continue
		}
		for _, n := range x.AsMap().Entries() {
			a.named(n.AsMapEntry().Key(), n.AsMapEntry().Value())
		}
	}
	if a.failed {
		return nil
	}
	x := a.read(e, ir.Can, a.ev.Name, boolType, a.args...)
	if x != nil {
		x.Ref, x.List = id, a.fields
	}
	return x
}

// fail notes that something is wrong, and says what.
func (a *asked) fail(code string, at source.Span, format string, args ...any) *diag.Diagnostic {
	a.failed = true
	return a.report(code, at, format, args...)
}

func (a *asked) placed(i int, value ast.Expr) {
	if i >= len(a.ev.Fields) || !a.ev.Fields[i].Param {
		a.fail("undefined-argument", a.place(value), "%s takes fewer parameters by position: name what follows", a.ev.Name).See(a.ev.At, "%s is declared here", a.ev.Name)
		return
	}
	a.give(i, value, a.place(value))
}

func (a *asked) named(name, value ast.Expr) {
	fields := a.ev.Named()
	i := -1
	if name.Kind() == ast.IdentKind {
		i = ir.FieldNamed(fields, name.AsIdent())
	}
	if i < 0 {
		d := a.fail("undefined-argument", a.place(name), "%s has no field %s", a.ev.Name, a.place(name).Text())
		d.See(a.ev.At, "%s is declared here", a.ev.Name).Suggest(diag.Nearest(a.place(name).Text(), ir.FieldNames(fields)))
		return
	}
	a.bind(a.place(name), fields[i].At)
	a.give(i, value, a.place(name))
}

func (a *asked) give(i int, value ast.Expr, at source.Span) {
	f := a.ev.Fields[i]
	if first, ok := a.given[i]; ok {
		a.fail("duplicate-argument", at, "%s is given twice", f.Name).See(first, "first given here")
		return
	}
	a.given[i] = at
	x := a.typed(value, f.Type)
	a.args, a.fields, a.failed = append(a.args, x), append(a.fields, int64(i)), a.failed || x == nil
}

// ignored lowers ignored(CARD.LABEL, of: x). Whether there is such a clause is left to who knows the labels.
func (a *asked) ignored(e ast.Expr, args []ast.Expr) *ir.Expr {
	var of ast.Expr
	if len(args) == 2 && args[1].Kind() == ast.MapKind {
		if all := args[1].AsMap().Entries(); len(all) == 1 && a.place(all[0].AsMapEntry().Key()).Text() == "of" {
			of = all[0].AsMapEntry().Value()
		}
	}
	card, label := ast.Expr(nil), ""
	if len(args) > 0 {
		card = args[0]
		if card.Kind() == ast.SelectKind {
			card, label = card.AsSelect().Operand(), "."+card.AsSelect().FieldName()
		}
	}
	if of == nil || card.Kind() != ast.IdentKind {
		return a.refuse("wrong-arguments", a.callAt(e), "ignored( ) asks about a clause of a card, and of whom: ignored(CARD.LABEL, of: x)")
	}
	kind, ok := a.kindArg(card)
	whom := a.typed(of, ir.Type{Kind: ir.Inst, Ref: -1})
	if !ok || whom == nil {
		return nil
	}
	x := a.read(e, ir.Ignored, card.AsIdent()+label, boolType, whom)
	if x != nil {
		x.Ref = kind
	}
	return x
}

// stood lowers standing(x, POINT, VALUE). Of what is known outside only that holds of the value which a name says: what is
// worked out may be another thing there.
func (a *asked) stood(e ast.Expr, args []ast.Expr, want ir.Type) *ir.Expr {
	if len(args) != 3 {
		return a.refuse("wrong-arguments", a.callAt(e), "standing( ) is what a value would be if a piece stood at a point: standing(x, POINT, VALUE)")
	}
	x, there := a.typed(args[0], ir.Type{Kind: ir.Inst, Ref: -1}), a.typed(args[1], ir.Type{Kind: ir.Point})
	outside := a.facts
	a.facts = outside.Plain()
	value := a.typed(args[2], want)
	a.facts = outside
	if x == nil || there == nil || value == nil {
		return nil
	}
	return a.read(e, ir.Stood, ir.Ops[ir.Stood].Name, value.Type, x, there, value)
}
