package cond

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// scale makes an int a length of so many units.
func (p *page) scale(x *ir.Expr) *ir.Expr {
	length := ir.Type{Kind: ir.Length}
	if x.Op != ir.Const {
		return &ir.Expr{Op: ir.Scale, Type: length, Args: []*ir.Expr{x}, At: x.At, Name: x.Name}
	}
	n, ok := ir.Mul.Apply(x.N, ir.Unit)
	if !ok {
		return p.tooLarge(x)
	}
	c := *x
	c.N, c.Type = n, length
	return &c
}

func (p *page) tooLarge(x *ir.Expr) *ir.Expr {
	return p.refuse("invalid-number", x.At, "the value of %s is too large", quote(x.At.Text()))
}

// alike makes both operands lengths when one is.
func (p *page) alike(a, b *ir.Expr) (*ir.Expr, *ir.Expr) {
	switch {
	case a.Type.Kind == ir.Length && b.Type.Kind == ir.Int:
		b = p.scale(b)
	case a.Type.Kind == ir.Int && b.Type.Kind == ir.Length:
		a = p.scale(a)
	}
	return a, b
}

// folded works out an operation on constants; a result that does not fit is an error at load.
func (p *page) folded(x *ir.Expr) *ir.Expr {
	if x == nil {
		return nil
	}
	for _, a := range x.Args {
		if a.Op != ir.Const || a.Type.IsList() {
			return x
		}
	}
	n, ok := x.Op.Apply(x.Args[0].N, x.Args[len(x.Args)-1].N)
	if !ok {
		return p.tooLarge(x)
	}
	return &ir.Expr{Op: ir.Const, Type: x.Type, N: n, At: x.At, Name: x.Name}
}

// constant reports the first thing in x that depends on a game under way.
func (l *lowerer) constant(x *ir.Expr) {
	found := false
	x.Walk(func(e *ir.Expr) bool {
		if !found && (e.Reads().Any(^(ir.ReadsNothing | ir.ReadsBody)) || e.Op == ir.CallFunc && ofGame(l.p, int(e.N), 0)) {
			found = true
			l.report("not-constant", e.At, "%s is only known during a game, and this value is fixed when the card is read", quote(e.At.Text()))
		}
		return !found
	})
}

// ofGame tells whether a function reads the game; one without a body yet may.
func ofGame(p *ir.Program, id, depth int) bool {
	body := p.Funcs[id].Body
	if body == nil || depth > len(p.Funcs) {
		return true
	}
	found := false
	body.Walk(func(e *ir.Expr) bool {
		found = found || e.Reads().Any(ir.ReadsGame) || e.Op == ir.CallFunc && ofGame(p, int(e.N), depth+1)
		return !found
	})
	return found
}
