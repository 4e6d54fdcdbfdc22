package live

import (
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// slot is a field of an event, seen through a record.
type slot struct {
	event int
	n     int
	list  bool
}

// node is a piece of the program that others run: an event with the clauses on it (no Op), the body of a function, the
// rows of a table, what a function with layers comes to, or (Ignored) the clauses that switch others off.
type node struct {
	op ir.Op
	n  int
}

// facts are what a piece of the program does with records: the fields that it reads or writes through them, the events
// that it finds around it, and what it may run, and whether it hands a record on to that. What gets no record, and
// finds none, can reach no event that is under way already.
type facts struct {
	reads map[slot]bool
	finds map[int]bool
	runs  map[node]bool
}

func newFacts() *facts { return &facts{map[slot]bool{}, map[int]bool{}, map[node]bool{}} }

func (f *facts) run(k node, handed bool) { f.runs[k] = f.runs[k] || handed }

// walk shows every expression and every statement under a part of the program. What is in an expression is not shown,
// nor what is in texts, which decide nothing; blocks are entered only when they are asked for.
func walk(part any, blocks bool, visit func(any)) {
	ir.Visit(part, func(x any) bool {
		switch x.(type) {
		case *ir.Template, *ir.Word:
			return false
		case *ir.Block:
			if !blocks {
				return false
			}
		}
		visit(x)
		_, value := x.(*ir.Expr)
		return !value
	})
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

// expr notes what an expression does.
func (a *Analysis) expr(f *facts, e *ir.Expr) {
	e.Walk(func(x *ir.Expr) bool {
		a.op(f, x)
		return true
	})
}

// op notes what an operation does, without its arguments.
func (a *Analysis) op(f *facts, x *ir.Expr) {
	switch x.Op {
	case ir.RecField:
		f.reads[slot{x.Args[0].Type.Ref, int(x.N), x.Lists}] = true
	case ir.Around:
		f.finds[x.Ref] = true
	case ir.Can:
		f.run(node{n: x.Ref}, slices.ContainsFunc(x.Args, isRecord))
	case ir.Ignored:
		f.run(node{op: x.Op}, true)
	case ir.CallFunc, ir.CallTable:
		f.run(node{x.Op, int(x.N)}, true)
	case ir.Folded:
		if x.OfFigure() {
			f.run(node{x.Op, int(x.N)}, true)
		}
	}
}

func isRecord(x *ir.Expr) bool {
	return x.Type.Kind == ir.Record || x.Type.IsList() && x.Type.Elem == ir.Record
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
			f.run(node{n: x.Event}, slices.ContainsFunc(x.Args, func(g ir.EmitArg) bool { return isRecord(g.Value) }))
		case *ir.Act:
			a.offered(f, x)
		case *ir.SetField:
			write(x.Rec, x.Field)
		case *ir.Put:
			write(x.Rec, x.Field)
		}
	})
}

// offered notes the actions that players may start.
func (a *Analysis) offered(f *facts, act *ir.Act) {
	for _, ev := range a.m.P.Events {
		if ev.Word == ir.ActionEvent && (act.Events == nil || slices.Contains(act.Events, ev.ID)) {
			f.run(node{n: ev.ID}, false)
		}
	}
}

// clause notes what a clause does, and those that may switch it off.
func (a *Analysis) clause(f *facts, h *ir.Hook) {
	a.part(f, h, true)
	for _, i := range a.ignoring(h) {
		a.part(f, i, true)
	}
}

// ignoring are the clauses that may switch one off.
func (a *Analysis) ignoring(h *ir.Hook) []*ir.Hook {
	if a.ignores == nil {
		a.ignores = map[int][]*ir.Hook{}
		for _, i := range a.m.P.Hooks {
			if i.Stage != ir.Ignore {
				continue
			}
			for _, card := range a.m.C.P.Cards {
				for _, n := range card.Hooks {
					if a.m.C.Aims(i, a.m.P.Hooks[n], card.ID) {
						a.ignores[n] = append(a.ignores[n], i)
					}
				}
			}
		}
	}
	return a.ignores[h.ID]
}

// of are the facts of a piece of the program.
func (a *Analysis) of(k node) *facts {
	if f := a.nodes[k]; f != nil {
		return f
	}
	f := newFacts()
	a.nodes[k] = f
	switch k.op {
	case ir.CallFunc:
		a.part(f, a.m.P.Funcs[k.n].Body, false)
	case ir.CallTable:
		a.part(f, a.m.P.Tables[k.n].Rows, false)
	case ir.Folded:
		a.fields(f, []*ir.Field{a.m.P.Funcs[k.n].Figure})
		for _, h := range a.m.P.Hooks {
			if h.Func == k.n {
				a.clause(f, h)
			}
		}
	case ir.Ignored:
		for _, h := range a.m.P.Hooks {
			if h.Stage == ir.Ignore {
				a.part(f, h, true)
			}
		}
	default:
		a.part(f, a.m.P.Events[k.n], true)
		a.fields(f, a.m.P.Events[k.n].Fields)
		for _, h := range a.hooks(k.n) {
			a.clause(f, h)
		}
	}
	return f
}

// fields notes what fields are worked out from.
func (a *Analysis) fields(f *facts, fields []*ir.Field) {
	for _, d := range fields {
		for _, x := range []*ir.Expr{d.Default, d.Min, d.Max} {
			if x != nil {
				a.expr(f, x)
			}
		}
	}
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

// anywhere is what is read of records whatever happens: by what turns true, and where things are worked out.
func (a *Analysis) anywhere() map[slot]bool {
	if a.always != nil {
		return a.always
	}
	f := newFacts()
	for _, h := range a.m.P.Hooks {
		if h.Event < 0 && h.Func < 0 && h.Stage != ir.Ignore {
			a.clause(f, h)
		}
	}
	for _, k := range a.m.P.Kinds {
		a.part(f, k, false)
		a.fields(f, k.Fields)
	}
	for _, c := range a.m.P.Cards {
		a.part(f, c, false)
		a.fields(f, c.Own)
	}
	a.always = a.onward(f)
	return a.always
}

// onward is all that is read of records that are under way by some facts, and by whatever is run.
func (a *Analysis) onward(f *facts) map[slot]bool {
	out := maps.Clone(f.reads)
	for k, handed := range f.runs {
		maps.Copy(out, a.found(k))
		if handed {
			maps.Copy(out, a.handed(k))
		}
	}
	return out
}

// through is all that an event reads of records, those that it is handed and those that are found around it.
func (a *Analysis) through(event int) map[slot]bool {
	f := newFacts()
	f.run(node{n: event}, true)
	return a.onward(f)
}

// handed is all that a piece reads through records, and whatever it hands them on to.
func (a *Analysis) handed(k node) map[slot]bool {
	if have := a.throughs[k]; have != nil {
		return have
	}
	out := map[slot]bool{}
	a.throughs[k] = out
	for _, f := range a.reached(k, true) {
		maps.Copy(out, f.reads)
	}
	return out
}

// found is what a piece, and whatever it runs, reads of the events that are found around it. Whether they are there
// says the place.
func (a *Analysis) found(k node) map[slot]bool {
	if have := a.founds[k]; have != nil {
		return have
	}
	out, finds, all := map[slot]bool{}, map[int]bool{}, a.reached(k, false)
	a.founds[k] = out
	for _, f := range all {
		maps.Copy(finds, f.finds)
	}
	for _, f := range all {
		for s := range f.reads {
			if finds[s.event] {
				out[s] = true
			}
		}
	}
	return out
}

// reached are the facts of a piece and of all that it runs in turn, or only hands records on to.
func (a *Analysis) reached(k node, handed bool) []*facts {
	var out []*facts
	seen := map[node]bool{k: true}
	for todo := []node{k}; len(todo) > 0; {
		f := a.of(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		out = append(out, f)
		for c, on := range f.runs {
			if !seen[c] && (on || !handed) {
				seen[c] = true
				todo = append(todo, c)
			}
		}
	}
	return out
}
