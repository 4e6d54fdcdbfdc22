package cond

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/internal/inprint"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// reading reads one field of something that is lowered already.
type reading struct {
	*explainer
	e     ast.Expr
	x     *ir.Expr
	field string
}

// value is what is read, nil when there is no such field.
func (r *reading) value() *ir.Expr {
	switch t := r.x.Type; t.Kind {
	case ir.Inst:
		return r.instField()
	case ir.CardOf:
		if t.Ref >= 0 {
			return r.cardField()
		}
	case ir.Record:
		return r.recordField()
	case ir.Group:
		return r.groupField()
	default: // has no fields
	}
	if !r.method() {
		d := r.report("undefined-field", r.at(), "%s has no fields, so no %s", r.p.TypeName(r.x.Type), quote(r.field))
		if size := "size(" + flat(r.x.At.Text()) + ")"; r.x.Type.IsList() && slices.Contains([]string{"size", "length", "len", "count", "number"}, r.field) {
			d.Mend(diag.Replace(r.place(r.e), size, "write "+size))
		}
		if e := r.x.Type.Element(); r.x.Type.IsList() && e.Kind == ir.Inst && e.Ref >= 0 && ir.FieldNamed(r.p.Kinds[r.p.KindAt(e.Ref)].Fields, r.field) >= 0 {
			d.Message += "; the first of them has it, as in [0]." + r.field
			before := source.Span{File: d.Span.File, Start: d.Span.Start - 1, End: d.Span.Start}
			d.Mend(diag.Replace(before, "[0].", "write [0] before the point"))
		}
	}
	return nil
}

// at is the place of the field's name.
func (r *reading) at() source.Span { return r.fieldAt(r.e) }

func (r *reading) make(op ir.Op, name string, t ir.Type, args ...*ir.Expr) *ir.Expr {
	return r.read(r.e, op, name, t, args...)
}

// method reports a method that is named without being called.
func (r *reading) method() bool {
	n, ok := soleMethod(r.field)
	if !ok || !r.fits(r.x.Type, ir.Prims[n].Params[0]) {
		return false
	}
	r.report("undefined-field", r.at(), "%s is called with brackets: .%s()", quote(r.field), r.field).Suggest(r.field + "()")
	return true
}

func (r *reading) instField() *ir.Expr {
	if x, ok := r.letField(r.x.Type.Ref); ok {
		return x
	}
	if card := r.p.CardAt(r.x.Type.Ref); card != nil {
		if i := ir.FieldNamed(card.Own, r.field); i >= 0 {
			return r.ownField(card, card.Own[i])
		}
	}
	if k := r.p.KindAt(r.x.Type.Ref); k >= 0 {
		kind := r.p.Kinds[k]
		if i := ir.FieldNamed(kind.Fields, r.field); i >= 0 {
			return r.kindField(i, kind.Fields[i])
		}
	}
	if g, ok := r.generic(r.field, r.x.Type.Ref); ok {
		return r.make(g.Op, r.field, g.Type, r.x)
	}
	if r.field == "opponent" && r.x.Type.Ref == ir.PlayerKind {
		y := r.make(ir.CallPrim, r.field, ir.Type{Kind: ir.Inst, Ref: ir.PlayerKind}, r.x)
		y.N = ir.POpponent
		return y
	}
	if !r.method() {
		r.noField(r.x.Type)
	}
	return nil
}

// letField is the constant of that name of what a type names.
func (r *reading) letField(ref int) (x *ir.Expr, ok bool) {
	for _, l := range r.p.ConstantsAt(ref) {
		if l.Name != r.field {
			continue
		}
		if l.Value == nil { // that has been said
			return &ir.Expr{Op: ir.BadOp}, true
		}
		r.bind(r.at(), l.At)
		y := *l.Value
		y.At, y.Name = r.page.place(r.e), r.field
		return &y, true
	}
	return nil, false
}

// ownField reads a parameter or cell that only one card has.
func (r *reading) ownField(card *ir.Card, f *ir.Field) *ir.Expr {
	r.bind(r.at(), f.At)
	y := r.make(ir.CellOf, f.Name, f.Type, r.x)
	y.N, y.Lists = int64(f.Slot), f.Type.IsList()
	if r.x.Op != ir.Self {
		y.Ref = r.p.CardRef(card.ID)
	}
	return y
}

// cardField reads what is printed on a card, which needs no instance.
func (r *reading) cardField() *ir.Expr {
	ref := r.x.Type.Ref
	if r.x.Op == ir.Const {
		ref = r.p.CardRef(int(r.x.N))
	}
	if x, ok := r.letField(ref); ok {
		return x
	}
	fields := r.p.Kinds[r.x.Type.Ref].Fields
	i := ir.FieldNamed(fields, r.field)
	if i < 0 {
		if r.in.Names[r.field] != nil && r.in.Names[r.field].Op == ir.CellOf && r.x.Op == ir.Const {
			r.report("undefined-field", r.place(r.e), "%s is a cell of this thing, and not of the card: it is read by its name alone", quote(r.field)).Rewrite(r.field)
			return nil
		}
		t := r.x.Type
		t.Kind = ir.Inst
		r.noField(t)
		return nil
	}
	f := fields[i]
	if f.Class == ir.Cell || f.Class == ir.Derived {
		return r.refuse("undefined-field", r.at(), "%s is not printed on a card: only an instance in play has it", quote(r.field))
	}
	r.bind(r.at(), f.At)
	y := r.make(ir.PrintedOf, f.Name, printed(f), r.x)
	y.N, y.Ref = int64(i), r.x.Type.Ref
	if f.Class == ir.Carried {
		y.Op, y.Ref = ir.CarriedBy, y.Type.ElemRef
	}
	return y
}

// noField explains that a kind has no such field, but perhaps a narrower one has it.
func (r *reading) noField(t ir.Type) {
	before := len(r.diags)
	defer func() {
		for i := range r.diags[before:] {
			r.diags[before+i].Lacking = r.p.Declaring(t.Ref)
		}
	}()
	var names []string
	if t.Ref >= 0 {
		names = ir.FieldNames(r.p.Kinds[r.p.KindAt(t.Ref)].Fields)
		if card := r.p.CardAt(t.Ref); card != nil {
			names = append(ir.FieldNames(card.Own), names...)
		}
		for _, card := range r.p.Cards {
			if ir.FieldNamed(card.Own, r.field) >= 0 && r.p.IsA(card.Kind, t.Ref) {
				r.report("undefined-field", r.at(), "%s is a field of %s, not of every %s: ask `%s.is(%s)` first", quote(r.field), card.Name, r.p.TypeName(t), flat(r.x.At.Text()), card.Name)
				return
			}
		}
		for id, k := range r.p.Kinds {
			if ir.FieldNamed(k.Fields, r.field) >= 0 && r.p.IsA(id, t.Ref) {
				r.report("undefined-field", r.at(), "%s is a field of %s, not of every %s%s", quote(r.field), k.Name, r.p.TypeName(t), r.p.OfOneKind(k.Name))
				return
			}
		}
	}
	names = append(names, genericFields...)
	d := r.report("undefined-field", r.at(), "%s has no field %s", r.p.TypeName(t), quote(r.field))
	if t.Ref < 0 {
		d.Message = "an instance of any kind has only " + strings.Join(genericFields, ", ") + ", no " + quote(r.field)
		for _, k := range r.p.Kinds {
			if ir.FieldNamed(k.Fields, r.field) >= 0 {
				d.Message += r.p.OfOneKind(k.Name)
				break
			}
		}
	}
	if r.field == "zone" {
		d.Message = "no thing tells in which zone it lies" + inZone
		return
	}
	if of := r.whose(r.field); of != "" && r.x.At.Text() == "self" {
		d.Mend(diag.Replace(r.x.At, of, "did you mean \""+of+"."+r.field+"\""))
		return
	}
	if t.Ref >= 0 {
		fields := r.p.Kinds[r.p.KindAt(t.Ref)].Fields
		cells := slices.DeleteFunc(slices.Clone(fields), func(f *ir.Field) bool { return f.Class != ir.Cell })
		r.printed(d, r.field, inprint.Fields(cells), inprint.Fields(fields)) // what changes in play is spoken of more
	}
	for _, card := range r.p.Cards {
		if on := r.p.CommonOf(card.On); !d.Mended() && card.Name == r.field && t.Ref >= 0 && len(card.On) > 0 && (r.p.IsA(r.p.KindAt(t.Ref), on)) {
			d.Message = fmt.Sprintf("%s is a card that may lie on %s: ask whether it does with %[3]s.bears(%[4]s), or take it with %[3]s.items(%[4]s)", quote(r.field), r.p.TypeName(t), flat(r.x.At.Text()), card.Name)
			if call := flat(r.x.At.Text()) + ".bears(" + card.Name + ")"; len(card.Params) == 0 {
				d.Mend(diag.Replace(r.place(r.e), call, "write "+call))
			}
			return
		}
	}
	if id, ok := r.kinds[r.field]; !d.Mended() && ok && id >= 0 && t.Ref >= 0 && len(r.p.Kinds[id].On) > 0 && r.p.IsOne(t.Ref, r.p.Kinds[id].On) {
		d.Mend(diag.Replace(r.at(), "items("+r.field+")", "write items("+r.field+")"))
		return
	}
	if _, _, ok := r.signature(r.field); !d.Mended() && (ok || len(primsNamed[primKey(r.field, false)]) > 0) {
		call := r.field + "(" + flat(r.x.At.Text()) + ")"
		d.Message = fmt.Sprintf("%s is a function, not a method: write %s", quote(r.field), call)
		d.Mend(diag.Replace(r.place(r.e), call, "write "+call))
	}
	if !d.Mended() {
		r.meant(d, r.field, func() []string { return names })
	}
}

func (r *reading) kindField(i int, f *ir.Field) *ir.Expr {
	r.bind(r.at(), f.At)
	y := r.make(ir.PrintedOf, f.Name, f.Type, r.x)
	y.N, y.Ref = int64(i), r.p.KindAt(r.x.Type.Ref)
	switch f.Class {
	case ir.Printed:
	case ir.Stat:
		y.Op = ir.StatOf
	case ir.Derived:
		y.Op = ir.DerivedOf
	case ir.Cell:
		y.Op, y.N, y.Lists = ir.CellOf, int64(f.Slot), f.Type.IsList()
	case ir.Carried:
		y.Op, y.Type = ir.CallPrim, carried(f)
		y.N, y.Ref = ir.PItems, y.Type.ElemRef
	default:
		panic("a field of no known class: " + f.Name)
	}
	return y
}

func (r *reading) recordField() *ir.Expr {
	if r.x.Type.Ref < 0 {
		return r.refuse("undefined-field", r.at(), "this is not known to be one event, so it has no %s", quote(r.field))
	}
	event := r.p.Events[r.x.Type.Ref]
	if i := ir.FieldNamed(event.Fields, r.field); i >= 0 {
		f := event.Fields[i]
		if r.x.Op == ir.This && r.x.N < 0 && ir.OnlyFirst(i) <= r.x.N {
			return r.refuse("undefined-field", r.at(), "%s stands below: a field sees the parameters and the fields above it", quote(f.Name))
		}
		r.bind(r.at(), f.At)
		op, args := ir.RecField, []*ir.Expr{r.x}
		if r.x.Op == ir.This { // the same slot as the bare name, so that facts about one hold of the other
			op, args = ir.EventField, nil
		}
		y := r.make(op, r.field, f.Type, args...)
		y.N, y.Lists = int64(f.Slot), f.Type.IsList()
		if op == ir.EventField {
			y.Name = flat(y.At.Text()) // this.f, where a bare f may be something else
		}
		if len(f.Layers) > 0 && (op == ir.RecField || r.x.N != ir.IsDone) {
			z := r.make(ir.Folded, y.Name, f.Type, y)
			z.N, z.Ref = int64(i), event.ID
			return z
		}
		return y
	}
	return r.outcome(event)
}

// outcome asks what became of an event: its last field holds it.
func (r *reading) outcome(event *ir.Event) *ir.Expr {
	names := ir.FieldNames(event.Fields[:max(0, len(event.Fields)-1)])
	for i, o := range ir.Outcomes {
		names = append(names, o.Name)
		if o.Name == r.field {
			x := r.make(ir.RecField, r.field, ir.Type{Kind: ir.Int}, r.x)
			x.N = int64(event.Outcome)
			y := r.make(ir.Became, r.field, ir.Type{Kind: ir.Bool}, x)
			y.N = int64(i)
			return y
		}
	}
	d := r.report("undefined-field", r.at(), "the event %s has no field %s", event.Name, quote(r.field))
	r.meantOf(d, r.field, names)
	return nil
}

// groupField reads a field of a bag's row, which lies in slots side by side.
func (r *reading) groupField() *ir.Expr {
	var fields []*ir.Field
	if r.x.Type.Ref >= 0 {
		fields = r.p.Bags[r.x.Type.Ref].Fields
	}
	i := ir.FieldNamed(fields, r.field)
	t := ir.Type{Kind: ir.Int}
	switch {
	case i >= 0:
		t = fields[i].Type
		r.bind(r.at(), fields[i].At)
	case r.field == "count":
		i = len(fields)
	default:
		d := r.report("undefined-field", r.at(), "a group has no field %s", quote(r.field))
		r.meant(d, r.field, func() []string { return append([]string{"count"}, ir.FieldNames(fields)...) })
		return nil
	}
	y := r.page.node(r.e, r.x.Op, t, r.x.Args...) // named as written, for the group is no expression of its own
	y.N = r.x.N + int64(i)
	return y
}
