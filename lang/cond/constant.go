package cond

import "github.com/kdsl-lang/kdsl/lang/ir"

// folded computes arithmetic on constants; a result that does not fit is an error at load.
func (p *page) folded(x *ir.Expr) *ir.Expr {
	for _, a := range x.Args {
		if a.Op != ir.Const {
			return x
		}
	}
	a, b := x.Args[0].N, int64(0)
	if len(x.Args) > 1 {
		b = x.Args[1].N
	}
	var n int64
	ok := true
	switch x.Op {
	case ir.Neg:
		n = -a
	case ir.Add:
		n, ok = add(a, b)
	case ir.Sub:
		n, ok = add(a, -b)
	case ir.Mul:
		n, ok = multiply(a, b)
	default:
		return x
	}
	if !ok {
		return p.tooLarge(x)
	}
	return constantOf(x, n)
}

// fold computes a comparison or negation of constants.
func fold(x *ir.Expr) *ir.Expr {
	for _, a := range x.Args {
		if a.Op != ir.Const || a.Type.IsList() {
			return x
		}
	}
	a, b := x.Args[0].N, int64(0)
	if len(x.Args) > 1 {
		b = x.Args[1].N
	}
	var yes bool
	switch x.Op {
	case ir.Not:
		yes = a == 0
	case ir.Eq:
		yes = a == b
	case ir.Ne:
		yes = a != b
	case ir.Lt:
		yes = a < b
	case ir.Le:
		yes = a <= b
	case ir.Gt:
		yes = a > b
	case ir.Ge:
		yes = a >= b
	default:
		return x
	}
	if yes {
		return constantOf(x, 1)
	}
	return constantOf(x, 0)
}

func constantOf(x *ir.Expr, n int64) *ir.Expr {
	return &ir.Expr{Op: ir.Const, Type: x.Type, N: n, At: x.At, Name: x.Name}
}

// constant reports the first thing in x that depends on a game under way.
func (l *lowerer) constant(x *ir.Expr) {
	bad := func(e *ir.Expr) bool {
		switch e.Op {
		case ir.Local, ir.EventField, ir.RecField, ir.Self, ir.This, ir.OptionVal, ir.CellOf, ir.PrintedOf, ir.StatOf, ir.BaseOf,
			ir.DerivedOf, ir.OwnerOf, ir.CardOfInst, ir.BearerOf, ir.SourceOf, ir.SelfBearer, ir.ScriptPlayer, ir.AllOf:
			return true
		case ir.CallPrim:
			return ofGame[e.N]
		case ir.CallFunc:
			return ofGameFunc(l.p, int(e.N), 0)
		}
		return false
	}
	found := false
	x.Walk(func(e *ir.Expr) bool {
		if !found && bad(e) {
			found = true
			l.report("not-constant", e.At, "%s is only known during a game, and this value is fixed when the card is read", quote(e.At.Text()))
		}
		return !found
	})
}

// ofGameFunc tells whether a function reads the game; one without a body yet may.
func ofGameFunc(p *ir.Program, id, depth int) bool {
	body := p.Funcs[id].Body
	if body == nil || depth > len(p.Funcs) {
		return true
	}
	found := false
	body.Walk(func(e *ir.Expr) bool {
		switch e.Op {
		case ir.OptionVal, ir.AllOf, ir.CellOf, ir.StatOf, ir.BaseOf, ir.DerivedOf, ir.OwnerOf, ir.BearerOf, ir.SourceOf:
			found = true
		case ir.CallPrim:
			found = found || ofGame[e.N]
		case ir.CallFunc:
			found = found || ofGameFunc(p, int(e.N), depth+1)
		}
		return !found
	})
	return found
}

// ofGame are the primitives that look at the game.
var ofGame = func() map[int64]bool {
	m := map[int64]bool{}
	for n, p := range ir.Prims {
		for _, t := range p.Params {
			m[int64(n)] = m[int64(n)] || t.Kind == ir.Inst
		}
	}
	for _, n := range []int64{ir.PPlayers, ir.PActive, ir.PTableWidth, ir.PTableHeight} {
		m[n] = true
	}
	return m
}()
