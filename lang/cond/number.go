package cond

import (
	"math/bits"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// scale makes an int a length of so many units.
func (p *page) scale(x *ir.Expr) *ir.Expr {
	length := ir.Type{Kind: ir.Length}
	if x.Op != ir.Const {
		return &ir.Expr{Op: ir.Scale, Type: length, Args: []*ir.Expr{x}, At: x.At, Name: x.Name}
	}
	n, ok := multiply(x.N, ir.Unit)
	if !ok {
		return p.tooLarge(x)
	}
	c := *x
	c.N, c.Type = n, length
	return &c
}

func (p *page) tooLarge(x *ir.Expr) *ir.Expr {
	p.report("invalid-number", x.At, "the value of %s is too large", quote(x.At.Text()))
	return nil
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

// multiply tells whether a*b fits; ir.None is no value.
func multiply(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 || lo > 1<<63-1 {
		return 0, false
	}
	return a * b, true
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

func add(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0) && c != ir.None
}
