package live

import (
	"maps"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// throw is what is known of a throw and the plain writes right after it: what they work out without the
// dice, and what is read from there on.
type throw struct {
	rest   []residual
	in     cells
	past   cells
	reads  map[slot]bool
	writes []write
	wipes  bool // what is written through records is dead before
}

// residual is a largest expression after a throw that needs none of its dice.
type residual struct {
	num  eval.Int
	list eval.List
}

// write is a field that is written right after a throw, before anything could read it.
type write struct {
	of   *ir.Expr // the slot with the record; nil: the event around
	slot int
	list bool
}

// frame is where the event stands that is written to, -1 when it is not known.
func (w *write) frame(s *state.State) int {
	f := &s.Frames[s.Top()]
	if w.of == nil {
		return int(f.Ev)
	}
	base := f.Ints
	if w.of.Op == ir.EventField {
		base = s.Frames[f.Ev].Ints
	}
	return int(s.Stack[int(base)+int(w.of.N)])
}

// throw works out what follows the throw at a place.
func (a *Analysis) throw(at spot) *throw {
	if t := a.throws[at]; t != nil {
		return t
	}
	b := a.m.Blocks[at.block]
	f := a.flows[at.block]
	t := &throw{wipes: true, in: cells{}, past: cells{}, reads: map[slot]bool{}}
	a.throws[at] = t
	to := b.Code[at.pc].With.(*code.Dice).Into
	w := &wrote{own: cells{{int(to.N), to.List, false}: true}, fields: map[slot]bool{}}
	pc := at.pc + 1
	plain := cells{} // what is read as it is
scan:
	for ; ; pc++ {
		switch s := b.Stmts[pc].(type) {
		case *ir.Let:
			if op := b.Code[pc].Op; op != code.SetInt && op != code.SetList {
				break scan
			}
			a.residuals(t, w, s.Value, at.clause)
			w.own[cell{s.Var.Slot, s.Var.Type.IsList(), false}] = true
		case *ir.SetField:
			of := s.Rec
			if s.Op != '=' || of != nil && of.Op != ir.Local && of.Op != ir.EventField {
				break scan
			}
			a.residuals(t, w, s.Value, at.clause)
			to := cell{s.Field.Slot, s.Field.Type.IsList(), at.clause}
			event := 0
			if of == nil {
				event = -1
				w.own[to] = true
			} else {
				c := cell{int(of.N), false, of.Op == ir.EventField && at.clause}
				if w.own[c] {
					break scan
				}
				plain[c] = true
				event = of.Type.Ref
			}
			w.fields[slot{event, to.n, to.list}] = true
			t.writes = append(t.writes, write{of, to.n, to.list})
		default:
			break scan
		}
	}
	if len(t.reads) > 0 {
		t.wipes = false
	}
	t.in.add(f.in[pc], w.own)
	t.in.add(plain, nil)
	t.past.add(f.past[pc], w.own)
	maps.Copy(t.reads, f.reads[pc])
	return t
}

// wrote is what a throw and the writes after it have changed.
type wrote struct {
	own    cells
	fields map[slot]bool
}

// residuals finds the largest parts of an expression that do not depend on what was written.
func (a *Analysis) residuals(t *throw, w *wrote, e *ir.Expr, clause bool) {
	switch {
	case e.Op == ir.Const || e.Op == ir.Temp || e.Op == ir.This || e.Op == ir.Self:
	case a.free(w, e, clause):
		if e.Type.IsList() {
			t.rest = append(t.rest, residual{list: a.m.C.List(e)})
		} else {
			t.rest = append(t.rest, residual{num: a.m.C.Int(e)})
		}
	default:
		f := newFacts()
		a.op(f, e)
		maps.Copy(t.reads, a.onward(f))
		for _, x := range e.Args {
			a.residuals(t, w, x, clause)
		}
	}
}

// free tells whether an expression depends neither on what was written nor on a macro around it.
func (a *Analysis) free(w *wrote, e *ir.Expr, clause bool) bool {
	ok := true
	field := func(s slot) {
		for x := range w.fields {
			ok = ok && (x.n != s.n || x.list != s.list || x.event >= 0 && s.event >= 0 && x.event != s.event)
		}
	}
	e.Walk(func(x *ir.Expr) bool {
		switch x.Op {
		case ir.Temp, ir.Can, ir.Ignored: // what could happen, or works, may depend on anything
			ok = false
		case ir.Local:
			ok = ok && !w.own[cell{int(x.N), x.Lists, false}]
		case ir.EventField:
			ok = ok && !w.own[cell{int(x.N), x.Lists, clause}]
			field(slot{-1, int(x.N), x.Lists})
		case ir.DerivedOf, ir.StatOf, ir.BaseOf:
			for s := range a.anywhere() {
				field(s)
			}
		default:
			f := newFacts()
			a.op(f, x)
			for s := range a.onward(f) {
				field(s)
			}
		}
		return ok
	})
	return ok
}

// values writes the values of the residuals; false when one of them fails.
func (t *throw) values(b []byte, r *interp.Run) ([]byte, bool) {
	if len(t.rest) == 0 {
		return b, true
	}
	v := r.Env()
	if v.Err != nil {
		return b, false
	}
	at := len(b)
	for _, x := range t.rest {
		if x.list != nil {
			b = state.PackInts(b, x.list(v))
		} else {
			b = state.Pack(b, uint64(x.num(v)))
		}
		if v.Err != nil {
			v.Err = nil
			return b[:at], false
		}
	}
	return b, true
}

func resultOf(with any) []code.Slot {
	if c, ok := with.(*code.CallTo); ok {
		return c.Result
	}
	return nil
}
