package interp

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Why a condition does not hold is worked out on the spot, for a moment later the state is another.

// Reason is why something did not happen.
type Reason struct {
	Text  string          // the sub-conditions that fail, with the values that they compare
	Stats []eval.StatRead // the stats and functions that they read and that something contributes to
}

// look evaluates in a frame, for an instance, and disturbs nothing.
func (g *game) look(frame int32, self int32, f func(*eval.Env)) {
	v := g.V
	defer v.Back(v.Here())
	v.Bind(frame)
	v.Self, v.Err = self, nil
	f(v)
}

// Stats lists the stats, fields and functions that an expression reads and that something contributes to.
func (g *game) Stats(frame int32, self int32, e *ir.Expr) []eval.StatRead {
	var out []eval.StatRead
	g.look(frame, self, func(v *eval.Env) {
		v.Read = func(s eval.StatRead) {
			if !slices.ContainsFunc(out, func(o eval.StatRead) bool {
				return o.Inst == s.Inst && o.Field == s.Field && slices.EqualFunc(o.Args, s.Args, ir.Value.Equal)
			}) {
				out = append(out, s)
			}
		}
		if e.Type.IsList() {
			g.M.C.LateList(e)(v)
		} else {
			g.M.C.LateInt(e)(v)
		}
		v.Read = nil
	})
	return out
}

// Reason says why a condition does not hold in a frame, for an instance.
func (g *game) Reason(frame int32, self int32, e *ir.Expr) Reason {
	var failed []*ir.Expr
	var parts []string
	out := Reason{}
	if e == nil {
		return out
	}
	g.look(frame, self, func(*eval.Env) {
		failed = g.failing(e, nil)
		for _, f := range failed {
			parts = append(parts, strings.Join(append([]string{written(f)}, facts(g, f)...), ", "))
		}
	})
	out.Text = strings.Join(parts, "; ")
	for _, f := range failed {
		out.Stats = append(out.Stats, g.Stats(frame, self, f)...)
	}
	return out
}

// facts are what a condition that does not hold reads. known are the temporaries that are set, as a candidate is.
func facts(r *game, e *ir.Expr, known ...int) []string {
	return append(r.values(e, known...), offTable(r, e, known...)...)
}

// unfolded is what a function asks that a condition calls, with what it is given in the place of its parameters; nil where the
// condition is no such call, or the function binds names of its own.
func unfolded(p *ir.Program, e *ir.Expr) *ir.Expr {
	if e.Op != ir.CallFunc {
		return nil
	}
	f := p.Funcs[e.N]
	own := f.Figure != nil || f.Body == nil || f.Result.Kind != ir.Bool
	var put func(x *ir.Expr) *ir.Expr
	put = func(x *ir.Expr) *ir.Expr {
		if x.Op == ir.Temp {
			if x.N < int64(len(e.Args)) {
				return e.Args[x.N]
			}
			own = true
		}
		out := *x
		out.Args = make([]*ir.Expr, len(x.Args))
		for i, a := range x.Args {
			out.Args[i] = put(a)
		}
		return &out
	}
	if own {
		return nil
	}
	if body := put(f.Body); !own {
		return body
	}
	return nil
}

// factsOf are the facts of several conditions, each once.
func factsOf(r *game, all []*ir.Expr, known ...int) (out []string) {
	for _, e := range all {
		read := facts(r, e, known...)
		if in := unfolded(r.M.P, e); in != nil {
			read = factsOf(r, r.failing(in, nil), known...)
		}
		for _, s := range read {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// failing are the sub-conditions for which a condition does not hold.
func (g *game) failing(e *ir.Expr, out []*ir.Expr) []*ir.Expr {
	switch e.Op {
	case ir.And:
		for _, a := range e.Args {
			if g.M.C.LateInt(a)(g.V) == 0 {
				return g.failing(a, out)
			}
		}
	case ir.Or:
		for _, a := range e.Args {
			out = g.failing(a, out)
		}
		return out
	}
	return append(out, e)
}

// values says what a condition compares, or what it reads.
func (g *game) values(e *ir.Expr, known ...int) []string {
	var out []string
	say := func(a *ir.Expr) {
		g.V.Err = nil
		is := g.showExpr(a)
		s := written(a) + " is " + is
		if g.V.Err == nil && written(a) != is && a.Type.Kind != ir.Record && !slices.Contains(out, s) {
			out = append(out, s)
		}
		g.V.Err = nil
	}
	switch e.Op {
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		for _, a := range e.Args {
			if a.Op != ir.Const && !bound(a, known...) {
				say(a)
			}
		}
		return out
	}
	e.Walk(func(a *ir.Expr) bool {
		switch a.Op {
		case ir.Local, ir.EventField, ir.RecField, ir.Folded, ir.Became, ir.OptionVal, ir.SelfBearer, ir.SelfOwner, ir.CellOf, ir.PrintedOf, ir.StatOf, ir.BaseOf,
			ir.DerivedOf, ir.OwnerOf, ir.CardOfInst, ir.BearerOf, ir.SourceOf:
			if !bound(a, known...) {
				say(a)
			}
			return false
		case ir.Can:
			if why := denial(g, a, known...); why != "" {
				out = append(out, why)
			}
			return false
		}
		return true
	})
	e.Walk(func(a *ir.Expr) bool {
		if a.Op == ir.CallPrim && a.N == ir.PWithin && !bound(a, known...) && len(offTable(g, a, known...)) == 0 {
			d := &ir.Expr{Op: ir.CallPrim, N: ir.PDistance, Type: ir.Type{Kind: ir.Length}, Args: a.Args[:2], At: a.At}
			out = append(out, "the distance is "+g.showExpr(d))
			if far := a.Args[2]; far.Op != ir.Const && !bound(far, known...) {
				say(far)
			}
		}
		return true
	})
	return out
}

// measured are the primitives whose answer is no, or nothing, for what does not stand on the table.
var measured = []int{ir.PWithin, ir.PWithinPoint, ir.PInside, ir.PInsidePoint, ir.PWhollyInside, ir.PTouching, ir.PAroundPiece, ir.PSees, ir.PSeesPast,
	ir.PLines, ir.PLinesPast, ir.PInArc, ir.PCrosses, ir.PPasses, ir.PLengthIn}

// offTable says what a condition measures from or to that does not stand on the table.
func offTable(r *game, e *ir.Expr, known ...int) (out []string) {
	e.Walk(func(a *ir.Expr) bool {
		if a.Op != ir.CallPrim || !slices.Contains(measured, int(a.N)) {
			return true
		}
		for _, x := range a.Args {
			if x.Type.Kind != ir.Inst || bound(x, known...) {
				continue
			}
			n := r.M.C.LateInt(x)(r.V)
			said := written(x) + " is not on the table"
			if r.V.Err == nil && n >= 0 && n < int64(len(r.S.Insts)) && r.S.Insts[n].Where != state.OnTable && !slices.Contains(out, said) {
				out = append(out, said)
			}
			r.V.Err = nil
		}
		return true
	})
	return out
}

// denial says why what a condition asks for could not happen; "" when it could.
func denial(r *game, e *ir.Expr, known ...int) string {
	if bound(e, known...) || r.M.C.LateInt(e)(r.V) != 0 || r.V.Err != nil {
		r.V.Err = nil
		return ""
	}
	return r.Obstacle(r.denied)
}

// bound tells whether an expression speaks of the variable of a macro, which only the macro knows, or of a candidate that is
// not known.
func bound(e *ir.Expr, known ...int) bool {
	found := false
	e.Walk(func(a *ir.Expr) bool {
		switch a.Op {
		case ir.Temp:
			found = found || !slices.Contains(known, int(a.N))
		case ir.Exists, ir.ForAll, ir.ExistsOne, ir.Filter, ir.Map, ir.Count, ir.Sum, ir.Most, ir.Least, ir.Best:
			found = found || bound(a.Args[0], known...)
			return false
		}
		return !found
	})
	return found
}

// written is an expression as its author wrote it, on one line.
func written(e *ir.Expr) string { return source.OneLine(e.At.Text()) }

// Explain says what the parts of a condition that does not hold are worth, in the environment that is
// bound: the sub-conditions that failed, with the values they compare.
func (g *game) Explain(e *ir.Expr) string {
	var out []string
	for _, f := range g.failing(e, nil) {
		switch f.Op {
		case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
			if values := g.values(f); len(values) > 0 {
				out = append(out, strings.Join(values, " and "))
				continue
			}
		case ir.Can:
			out = append(out, denial(g, f))
			continue
		}
		out = append(out, strings.Join(append([]string{written(f) + " does not hold"}, offTable(g, f)...), ", "))
	}
	return strings.Join(out, "; ")
}

func (g *game) showExpr(e *ir.Expr) string {
	if e.Type.IsList() {
		return g.ShowValue(e.Type, ir.Value{L: g.M.C.LateList(e)(g.V)})
	}
	return g.Show(e.Type, g.M.C.LateInt(e)(g.V))
}

// Env is the environment of the frame that runs, for a handler that evaluates a step of a script.
func (g *game) Env() *eval.Env {
	if n := g.S.Top(); n >= 0 {
		g.V.Bind(n)
	}
	return g.V
}

// OnRecord evaluates a condition on the fields of an event that is over. One that speaks of what is not
// there does not hold.
func (g *game) OnRecord(ev *ir.Event, e *journal.Entry, c eval.Bool) bool {
	v := g.Env()
	defer v.Back(v.Here())
	was := v.Ev
	f := g.S.Push(ev.Frame.Ints, ev.Frame.Lists)
	g.frame(f).Sort = state.Clause
	v.BindEvent(f)
	defer g.S.Pop()
	v.Ev = was // it is over: only what it was can be seen
	for i, f := range ev.Fields {
		if f.Type.IsList() {
			*v.FieldList(f.Slot) = e.Lists[i]
		} else {
			*v.Field(f.Slot) = e.Ints[i]
		}
	}
	return c(v) && v.Err == nil
}
