package eval

import "github.com/kdsl-lang/kdsl/lang/ir"

// Evaluated lists the operations that give a value.
func Evaluated() map[ir.Op]bool {
	out := map[ir.Op]bool{}
	for op, o := range byOperation {
		if o.i != nil || o.b != nil || o.l != nil {
			out[ir.Op(op)] = true
		}
	}
	return out
}

// Implemented lists the primitives that have an implementation.
func Implemented() map[int]bool {
	out := map[int]bool{}
	for n := range primitives {
		out[n] = true
	}
	return out
}
