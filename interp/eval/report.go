package eval

import "github.com/kdsl-lang/kdsl/lang/ir"

// Report hears which way an instrumented program goes. node is an *ir.If or an *ir.Expr (`c ? a : b`)
// with what its condition was, or, taken, an *ir.Row, an *ir.Func or an *ir.Hook that took effect. A
// program that is compiled without a Report holds no trace of it.
type Report func(node any, taken bool)

// branch compiles a condition that a node turns on.
func (c *Compiled) branch(node any, e *ir.Expr) Bool {
	t := c.Bool(e)
	if c.report == nil {
		return t
	}
	return func(v *Env) bool {
		ok := t(v)
		c.report(node, ok)
		return ok
	}
}

// Branch compiles the condition of a statement.
func (c *Compiled) Branch(s *ir.If) Bool { return c.branch(s, s.Cond) }

// gives reports a clause when it contributes something.
func (c *Compiled) gives(h *ir.Hook, give giver) giver {
	if c.report == nil {
		return give
	}
	return func(v *Env, subject int64, out *[]Contribution) {
		n := len(*out)
		give(v, subject, out)
		if len(*out) > n {
			c.report(h, true)
		}
	}
}

// when compiles the condition of a clause. What acts by its condition alone is reported when that holds.
func (c *Compiled) when(h *ir.Hook) Bool {
	if !h.Stage.Acts() && h.Stage != ir.While && h.Of == nil {
		return c.branch(h, h.When)
	}
	return c.Bool(h.When)
}

// called reports a function when it is called.
func (c *Compiled) called(n int, f *ir.Func) {
	if g := &c.funcs[n]; c.report != nil {
		g.i, g.b, g.l, g.size = reported(c, f, g.i), reported(c, f, g.b), reported(c, f, g.l), reported(c, f, g.size)
	}
}

func reported[T any](c *Compiled, f *ir.Func, body func(*Env) T) func(*Env) T {
	if body == nil {
		return nil
	}
	return func(v *Env) T { c.report(f, true); return body(v) }
}
