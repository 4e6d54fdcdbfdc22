package live

import (
	"maps"
	"reflect"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// slot is a field of an event, seen through a record.
type slot struct {
	event int
	n     int
	list  bool
}

// facts are what a piece of the program does with records: the fields that it reads or writes through
// them, and the events to which it hands one on. What gets no record can reach no event that is under way already.
type facts struct {
	reads map[slot]bool
	calls map[int]bool
}

func newFacts() *facts { return &facts{map[slot]bool{}, map[int]bool{}} }

var (
	blockType = reflect.TypeFor[*ir.Block]()
	exprType  = reflect.TypeFor[*ir.Expr]()
	skipped   = map[reflect.Type]bool{reflect.TypeFor[ir.Texts](): true, reflect.TypeFor[*ir.Field](): true}
)

// walk shows every expression and every statement under a part of the program. Fields that are named are not
// entered, nor texts, which decide nothing; blocks only when they are asked for.
func walk(part any, blocks bool, visit func(any)) {
	var at func(v reflect.Value)
	at = func(v reflect.Value) {
		if skipped[v.Type()] || v.Type() == blockType && !blocks {
			return
		}
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			if v.IsNil() {
				return
			}
			if v.Kind() == reflect.Interface {
				v = v.Elem()
			}
			visit(v.Interface())
			if v.Type() != exprType {
				at(v.Elem())
			}
		case reflect.Slice:
			for i := range v.Len() {
				at(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					at(v.Field(i))
				}
			}
		}
	}
	at(reflect.ValueOf(part))
}

// exprsOf are the expressions under a part of the program.
func exprsOf(part any, blocks bool) []*ir.Expr {
	out := []*ir.Expr{}
	walk(part, blocks, func(x any) {
		if e, ok := x.(*ir.Expr); ok {
			out = append(out, e)
		}
	})
	return out
}

// expr notes the fields that an expression reads through records, in the functions too that it calls.
func (a *Analysis) expr(f *facts, e *ir.Expr) {
	e.Walk(func(x *ir.Expr) bool {
		switch x.Op {
		case ir.RecField:
			f.reads[slot{x.Args[0].Type.Ref, int(x.N), x.Lists}] = true
		case ir.CallFunc, ir.CallTable:
			maps.Copy(f.reads, a.function(x))
		case ir.Folded:
			if x.OfFigure() {
				maps.Copy(f.reads, a.function(x))
			}
		}
		return true
	})
}

// function is what the body of a function or the rows of a table read through records, and what may contribute to a
// function, of everything that may lie in play.
func (a *Analysis) function(call *ir.Expr) map[slot]bool {
	k := body{call.Op, int(call.N)}
	if have, ok := a.bodies[k]; ok {
		return have
	}
	f := newFacts()
	a.bodies[k] = f.reads // it may call itself
	switch {
	case call.OfFigure():
		of := a.m.P.Funcs[call.N].Figure
		for _, x := range []*ir.Expr{of.Min, of.Max} {
			if x != nil {
				a.expr(f, x)
			}
		}
		for _, h := range a.m.P.Hooks {
			if h.Func == int(call.N) {
				a.part(f, h, true)
			}
		}
		return f.reads
	case call.Op == ir.CallFunc:
		if b := a.m.P.Funcs[call.N].Body; b != nil {
			a.expr(f, b)
		}
		return f.reads
	}
	for i := range a.m.P.Tables[call.N].Rows {
		if x := a.m.P.Tables[call.N].Rows[i].Expr; x != nil {
			a.expr(f, x)
		}
	}
	return f.reads
}

type body struct {
	op ir.Op
	n  int
}

// part notes what a part of the program does.
func (a *Analysis) part(f *facts, part any, blocks bool) {
	write := func(rec *ir.Expr, d *ir.Field) {
		if rec != nil {
			f.reads[slot{rec.Type.Ref, d.Slot, d.Type.IsList()}] = true
		}
	}
	walk(part, blocks, func(x any) {
		switch x := x.(type) {
		case *ir.Expr:
			a.expr(f, x)
		case *ir.Emit:
			if passes(x) {
				f.calls[x.Event] = true
			}
		case *ir.SetField:
			write(x.Rec, x.Field)
		case *ir.Put:
			write(x.Rec, x.Field)
		}
	})
}

// passes tells whether a call hands on a record.
func passes(c *ir.Emit) bool {
	for _, x := range c.Args {
		if t := x.Value.Type; t.Kind == ir.Record || t.IsList() && t.Elem == ir.Record {
			return true
		}
	}
	return false
}

// event is what an event itself does, with the clauses on it.
func (a *Analysis) event(n int) *facts {
	if f := a.events[n]; f != nil {
		return f
	}
	f := newFacts()
	a.events[n] = f
	e := a.m.P.Events[n]
	a.part(f, e, true)
	for _, d := range e.Fields {
		for _, x := range []*ir.Expr{d.Default, d.Min, d.Max} {
			if x != nil {
				a.expr(f, x)
			}
		}
	}
	for _, h := range a.hooks(n) {
		a.part(f, h, true)
	}
	return f
}

// hooks are the clauses on an event.
func (a *Analysis) hooks(event int) []*ir.Hook {
	if a.on == nil {
		a.on = make([][]*ir.Hook, len(a.m.P.Events))
		for _, h := range a.m.P.Hooks {
			if h.Event >= 0 {
				a.on[h.Event] = append(a.on[h.Event], h)
			}
		}
	}
	return a.on[event]
}

// around is what may be read, at any place, of the events that are under way around it: any of their fields, and
// that they are. Where it is asked what could happen with a record, anything of any record may be.
func (a *Analysis) around() map[slot]bool {
	if a.outer != nil {
		return a.outer
	}
	a.outer = map[slot]bool{}
	handed := slices.ContainsFunc(a.m.P.Events, func(ev *ir.Event) bool {
		return ev.Asked && slices.ContainsFunc(ev.Fields, func(f *ir.Field) bool {
			return f.Type.Kind == ir.Record || f.Type.IsList() && f.Type.Elem == ir.Record
		})
	})
	for _, ev := range a.m.P.Events {
		if ev.Around {
			a.outer[slot{ev.ID, -1, false}] = true
		}
		for _, f := range ev.Fields {
			if ev.Around || handed {
				a.outer[slot{ev.ID, f.Slot, f.Type.IsList()}] = true
			}
		}
	}
	return a.outer
}

// through is all that an event reads through records, and whatever it hands them on to.
func (a *Analysis) through(event int) map[slot]bool {
	if have := a.throughs[event]; have != nil {
		return have
	}
	out, seen := map[slot]bool{}, map[int]bool{event: true}
	for todo := []int{event}; len(todo) > 0; {
		f := a.event(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		maps.Copy(out, f.reads)
		for c := range f.calls {
			if !seen[c] {
				seen[c] = true
				todo = append(todo, c)
			}
		}
	}
	a.throughs[event] = out
	return out
}

// onward is all that is read through records by some facts, and by whatever records are handed on to.
func (a *Analysis) onward(f *facts) map[slot]bool {
	out := maps.Clone(f.reads)
	for c := range f.calls {
		maps.Copy(out, a.through(c))
	}
	return out
}
