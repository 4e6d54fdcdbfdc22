package interp

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// The journal tells what happened. Why a value is what it is, and why a clause did not act, is asked
// by playing again with the callbacks of a Run set: Why, Wrote and Folded. What they hear is worked out
// on the spot, for a moment later the state is another.

// Reason is why something did not happen.
type Reason struct {
	Text  string          // the sub-conditions that fail, with the values that they compare
	Stats []eval.StatRead // the stats that they read and that something contributes to
}

// considered tells Why of a clause. What is only tried out, as when actions are offered, is not told.
func (r *Run) considered(e eval.Entry, ran bool, obstacle string) {
	if r.Why == nil || r.S.Top().Step == state.Propose {
		return
	}
	r.Why(int(e.Hook), e.Inst, ran, func() Reason {
		if ran || obstacle != "" {
			return Reason{Text: obstacle}
		}
		return r.Reason(len(r.S.Frames)-1, e.Inst, r.M.P.Hooks[e.Hook].When)
	})
}

// during adds what a `while` clause contributes to the event at frame top.
func (r *Run) during(e eval.Entry, top int32, parts *[]eval.Contribution) {
	if r.V.Ignored(e.Hook, e.Inst, top) {
		r.considered(e, false, "it is ignored")
		return
	}
	r.V.During(e.Hook, e.Inst, parts)
	if r.Why != nil {
		r.considered(e, r.V.When(e.Hook, e.Inst), "")
	}
}

// look evaluates in a frame, for an instance, and disturbs nothing.
func (r *Run) look(frame int, self int32, f func(*eval.Env)) {
	v := r.V
	ints, lists, eints, elists, ev, old, err := v.I, v.L, v.EI, v.EL, v.Ev, v.Self, v.Err
	v.Bind(frame)
	v.Self, v.Err = self, nil
	f(v)
	v.I, v.L, v.EI, v.EL, v.Ev, v.Self, v.Err = ints, lists, eints, elists, ev, old, err
}

// Stats lists the stats that an expression reads and that something contributes to, functions and all.
func (r *Run) Stats(frame int, self int32, e *ir.Expr) []eval.StatRead {
	var out []eval.StatRead
	r.look(frame, self, func(v *eval.Env) {
		v.Read = func(s eval.StatRead) {
			if !slices.ContainsFunc(out, func(o eval.StatRead) bool { return o.Inst == s.Inst && o.Field == s.Field }) {
				out = append(out, s)
			}
		}
		if e.Type.IsList() {
			r.M.C.List(e)(v)
		} else {
			r.M.C.Int(e)(v)
		}
		v.Read = nil
	})
	return out
}

// Reason says why a condition does not hold in a frame, for an instance.
func (r *Run) Reason(frame int, self int32, e *ir.Expr) Reason {
	var failed []*ir.Expr
	var parts []string
	out := Reason{}
	if e == nil {
		return out
	}
	r.look(frame, self, func(*eval.Env) {
		failed = r.failing(e, nil)
		for _, f := range failed {
			parts = append(parts, strings.Join(append([]string{written(f)}, r.values(f)...), ", "))
		}
	})
	out.Text = strings.Join(parts, "; ")
	for _, f := range failed {
		out.Stats = append(out.Stats, r.Stats(frame, self, f)...)
	}
	return out
}

// failing are the sub-conditions for which a condition does not hold.
func (r *Run) failing(e *ir.Expr, out []*ir.Expr) []*ir.Expr {
	switch e.Op {
	case ir.And:
		for _, a := range e.Args {
			if !r.M.C.Bool(a)(r.V) {
				return r.failing(a, out)
			}
		}
	case ir.Or:
		for _, a := range e.Args {
			out = r.failing(a, out)
		}
		return out
	}
	return append(out, e)
}

// values says what a condition compares, or what it reads.
func (r *Run) values(e *ir.Expr) []string {
	var out []string
	say := func(a *ir.Expr) {
		r.V.Err = nil
		s := written(a) + " is " + r.showExpr(a)
		if r.V.Err == nil && a.Type.Kind != ir.Record && !slices.Contains(out, s) {
			out = append(out, s)
		}
		r.V.Err = nil
	}
	switch e.Op {
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		for _, a := range e.Args {
			if a.Op != ir.Const && !bound(a) {
				say(a)
			}
		}
		return out
	}
	e.Walk(func(a *ir.Expr) bool {
		switch a.Op {
		case ir.Local, ir.EventField, ir.RecField, ir.OptionVal, ir.SelfBearer, ir.CellOf, ir.PrintedOf, ir.StatOf, ir.BaseOf,
			ir.DerivedOf, ir.OwnerOf, ir.CardOfInst, ir.BearerOf, ir.SourceOf:
			if !bound(a) {
				say(a)
			}
			return false
		}
		return true
	})
	return out
}

// bound tells whether an expression speaks of the variable of a macro, which only the macro knows.
func bound(e *ir.Expr) bool {
	found := false
	e.Walk(func(a *ir.Expr) bool {
		switch a.Op {
		case ir.Temp:
			found = true
		case ir.Exists, ir.ForAll, ir.ExistsOne, ir.Filter, ir.Map, ir.Count, ir.Sum, ir.Most, ir.Least:
			found = found || bound(a.Args[0])
			return false
		}
		return !found
	})
	return found
}

// written is an expression as its author wrote it, on one line.
func written(e *ir.Expr) string { return strings.Join(strings.Fields(e.At.Text()), " ") }
