package check

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// setOut warns of what a scenario gives as nobody lays it out: off its table, two on one spot, or of nobody where all others of
// the kind belong to somebody. A test may mean it.
func setOut(c *bodies, s *ir.Script) {
	type spot struct{ kind, x, y int64 }
	at, owned := map[spot]*ir.Create{}, map[int]*ir.Create{}
	given := slices.DeleteFunc(slices.Clone(s.Do.Stmts), func(x ir.Stmt) bool {
		g, ok := x.(*ir.Create)
		return !ok || !g.Given || g.Card < 0 || !stands(c, c.p.Cards[g.Card].Kind)
	})
	for _, x := range given {
		g := x.(*ir.Create)
		if kind := c.p.Cards[g.Card].Kind; g.For != nil && owned[kind] == nil {
			owned[kind] = g
		}
	}
	for _, x := range given {
		g, kind := x.(*ir.Create), c.p.Cards[x.(*ir.Create).Card].Kind
		place, ok := g.Place.(*ir.AtPoint)
		if !ok {
			continue
		}
		if like := owned[kind]; g.For == nil && like != nil {
			c.warnf("missing-value", g.At, "this belongs to nobody: say for whom it is").See(like.At, "another of its kind has an owner")
		}
		e := place.Point
		if e == nil || e.Op != ir.CallPrim || e.N != ir.PPoint || e.Args[0].Op != ir.Const || e.Args[1].Op != ir.Const {
			continue
		}
		x, y := e.Args[0].N, e.Args[1].N
		if s.Width > 0 && (x < 0 || x > s.Width || y < 0 || y > s.Depth) {
			c.warnf("out-of-range", e.At, "this is off the table, which is %s by %s", ir.LengthText(s.Width), ir.LengthText(s.Depth))
		}
		here := spot{int64(kind), x, y}
		switch first := at[here]; {
		case g.For == nil:
		case first == nil:
			at[here] = g
		default:
			c.warnf("out-of-range", e.At, "another stands on this very spot").See(first.At, "given here")
		}
	}
}

// stands tells whether what is of a kind has a body.
func stands(c *bodies, kind int) bool {
	for ; kind >= 0; kind = c.p.Kinds[kind].Parent {
		if c.index.bodies[kind] != nil {
			return true
		}
	}
	return false
}
