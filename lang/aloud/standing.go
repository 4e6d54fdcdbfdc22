package aloud

import (
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// standing is what of a clause can come true by the options as they stand, and does more than keep books; nil: nothing.
func standing(p *ir.Program, given *claim.Clause) *claim.Clause {
	never := func(e *ir.Expr) bool { return never(p, e) }
	cl := *given
	cl.Moments = slices.DeleteFunc(slices.Clone(cl.Moments), func(m claim.Moment) bool {
		return m.Hook.Func >= 0 && p.Funcs[m.Hook.Func].Inner || slices.ContainsFunc(m.When, never) || m.Hook.Each != nil && m.Hook.Each.Where != nil && never(m.Hook.Each.Where)
	})
	if len(given.Moments) > 0 && len(cl.Moments) == 0 || slices.ContainsFunc(cl.When, never) {
		return nil
	}
	return &cl
}

// parted is a clause about either of several parts that somebody may have in what a function is about, or in what cannot be done, as one
// about each.
func parted(cl *claim.Clause) *claim.Clause {
	out := *cl
	out.Moments = nil
	for _, m := range cl.Moments {
		i := slices.IndexFunc(m.When, func(e *ir.Expr) bool { _, ok := claim.EitherRole(e); return ok })
		if i < 0 || m.Hook.Func < 0 && (m.Hook.Stage != ir.Cannot || len(cl.When) > 0) || m.Hook.Func >= 0 && len(cl.Moments) > 1 {
			out.Moments = append(out.Moments, m)
			continue
		}
		roles, _ := claim.EitherRole(m.When[i])
		for _, role := range roles {
			one := m
			one.When = slices.Delete(slices.Clone(m.When), i, i+1)
			one.Roles = maps.Clone(m.Roles)
			maps.Copy(one.Roles, role)
			out.Moments = append(out.Moments, one)
		}
	}
	return &out
}

// never tells that a condition does not hold, by the options as they stand.
func never(p *ir.Program, e *ir.Expr) bool {
	if e.Op == ir.And {
		return slices.ContainsFunc(e.Args, func(a *ir.Expr) bool { return never(p, a) })
	}
	n, known := worked(p, e)
	return known && e.Type.Kind == ir.Bool && n == 0
}
