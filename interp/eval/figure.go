package eval

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// figure is a function with layers that is called: what its expression gives is folded with all that contributes to
// it. While nothing in play does, it is called like any other.
func figure(c *Compiled, e *ir.Expr) Int {
	call := e.Args[0]
	plain := c.Int(call)
	id := int(e.N)
	f := c.P.Funcs[id]
	slot, free := c.figures+id, f.Figure.Min == nil && f.Figure.Max == nil
	if free && !c.heard[slot] {
		return plain
	}
	k := c.call(call)
	return func(v *Env) int64 {
		if free && len(v.X.slot(slot)) == 0 && v.Read == nil {
			return plain(v)
		}
		if x, ok := k.stub(v); ok {
			return x
		}
		if !k.enter(v) {
			return 0
		}
		x := c.figure(v, f, c.funcs[id].value(v))
		v.leave()
		return x
	}
}

// value is what the body of a function gives that has been entered.
func (f *function) value(v *Env) int64 {
	switch {
	case f.b == nil:
		return f.i(v)
	case f.b(v):
		return 1
	}
	return 0
}

// figure folds a function that has been entered: its parameters are the temporaries, of its clauses too.
func (c *Compiled) figure(v *Env, f *ir.Func, begin int64) int64 {
	from := len(v.parts)
	entries, list := v.asked(c.figures+f.ID, -1)
	for _, e := range entries {
		if !v.ignoredApart(e) {
			v.During(e.Hook, e.Inst, 0, &v.parts)
		}
	}
	v.Done(list)
	parts := v.parts[from:]
	v.parts = v.parts[:from]
	c.sortParts(v, parts)
	x := v.Fold(f.Figure, begin, parts, 0, len(f.Figure.Layers))
	if least := c.bounds[f.ID].min; least != nil {
		x = max(x, least(v))
	}
	if most := c.bounds[f.ID].max; most != nil {
		x = min(x, most(v))
	}
	if v.Read != nil {
		v.Read(StatRead{Inst: ir.None, Call: f, Args: given(v, f), Field: f.Figure, Printed: begin, Value: x, Parts: slices.Clone(parts)})
	}
	return x
}

// ignoredApart is Ignored for a clause of a function, whose parameters have to outlast the question.
func (v *Env) ignoredApart(e Entry) bool {
	switch {
	case !v.C.hushable[e.Hook]:
		return false
	case v.depth > deepest:
		v.Fail(v.C.P.Hooks[e.Hook].At, "%s", ErrTooDeep)
		return true
	}
	v.depth++
	v.base += frame
	is := v.Ignored(e.Hook, e.Inst, v.Ev)
	v.leave()
	return is
}

// given are the arguments of a function that has been entered.
func given(v *Env, f *ir.Func) []ir.Value {
	out := make([]ir.Value, len(f.Params))
	for i, p := range f.Params {
		if p.Type.IsList() {
			out[i].L = v.tl[v.base+i]
		} else {
			out[i].N = v.t[v.base+i]
		}
	}
	return out
}
