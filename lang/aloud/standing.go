package aloud

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// standing is what of a clause can come true by the options as they stand; nil: nothing.
func standing(p *ir.Program, given *claim.Clause) *claim.Clause {
	never := func(e *ir.Expr) bool { return never(p, e) }
	cl := *given
	cl.Moments = slices.DeleteFunc(slices.Clone(cl.Moments), func(m claim.Moment) bool {
		return slices.ContainsFunc(m.When, never) || m.Hook.Each != nil && m.Hook.Each.Where != nil && never(m.Hook.Each.Where)
	})
	if len(given.Moments) > 0 && len(cl.Moments) == 0 || slices.ContainsFunc(cl.When, never) {
		return nil
	}
	return &cl
}

// never tells that a condition does not hold, by the options as they stand.
func never(p *ir.Program, e *ir.Expr) bool {
	if e.Op == ir.And {
		return slices.ContainsFunc(e.Args, func(a *ir.Expr) bool { return never(p, a) })
	}
	n, known := worked(p, e)
	return known && e.Type.Kind == ir.Bool && n == 0
}
