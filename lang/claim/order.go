package claim

import "github.com/kdsl-lang/kdsl/lang/ir"

// outlives tells that what a local stands for is another thing where it is used: what it was worked out from has changed
// by then. Such a local is told where it is set.
func (w *looker) outlives(let *ir.Let, rest []ir.Stmt) bool {
	from := state{cells: map[string]bool{}}
	w.reads(let.Value, &from, 0)
	changed := false
	for _, s := range rest {
		if changed && uses(s, let.Var) {
			return true
		}
		done := state{cells: map[string]bool{}}
		w.writes(s, &done, 0)
		changed = changed || from.meets(&done)
	}
	return false
}

// state is a part of what is so in play: cells by their names, and where things are.
type state struct {
	cells  map[string]bool
	places bool
}

func (s *state) meets(other *state) bool {
	for name := range s.cells {
		if other.cells[name] {
			return true
		}
	}
	return s.places && other.places
}

// reads is what an expression is worked out from.
func (w *looker) reads(e *ir.Expr, into *state, depth int) {
	e.Walk(func(e *ir.Expr) bool {
		switch e.Op {
		case ir.CellOf:
			into.cells[e.Name] = true
		case ir.AllOf, ir.CarriedBy:
			into.places = true
		case ir.CallPrim:
			into.places = into.places || len(e.Args) > 0 && e.Args[0].Type.Kind == ir.Inst
		case ir.CallFunc:
			if f := w.p.Funcs[e.N]; f.Body != nil && depth < deepest {
				w.reads(f.Body, into, depth+1)
			}
		default: // the others stand still
		}
		return true
	})
}

// writes is what a statement changes.
func (w *looker) writes(s ir.Stmt, into *state, depth int) {
	ir.Visit(s, func(x any) bool {
		switch s := x.(type) {
		case *ir.SetCell:
			into.cells[s.Field.Name] = true
		case ir.Change, *ir.Travel:
			into.places = true
		case *ir.Emit:
			if ev := w.p.Events[s.Event]; ev.Do != nil && depth < deepest {
				for _, inner := range ev.Do.Stmts {
					w.writes(inner, into, depth+1)
				}
			}
		}
		return true
	})
}

// uses tells whether a statement speaks of a local.
func uses(s ir.Stmt, v ir.Var) bool {
	found := false
	ir.Visit(s, func(x any) bool {
		e, ok := x.(*ir.Expr)
		found = found || ok && e.Op == ir.Local && int(e.N) == v.Slot && e.Lists == v.Type.IsList()
		return !found
	})
	return found
}
