package cond

import "github.com/kdsl-lang/kdsl/lang/ir"

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
