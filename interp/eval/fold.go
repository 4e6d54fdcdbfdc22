package eval

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// Contribution is one part of a folded value: what did what to it.
type Contribution struct {
	Field      int // index of the stat in its kind, or of the field in its event
	Layer, Op  int
	Value      int64
	Hook, Inst int32
	Stmt       ir.Stmt
}

// StatRead is a stat that was read: its field, what is printed, what it is, and why.
type StatRead struct {
	Inst           int64
	Field          *ir.Field
	Printed, Value int64
	Parts          []Contribution
}

// Fold is what the contributions make of a field, for those who look again at a fold that went well.
func Fold(x int64, parts []Contribution, field, layers int) int64 {
	x, _ = fold(x, parts, field, layers, false)
	return x
}

// fold applies contributions layer by layer; within a layer set, add, multiply, divide, raise, cap. Of
// several sets the first in order prevails.
func fold(x int64, parts []Contribution, field, layers int, dice bool) (_ int64, ok bool) {
	ok = true
	if len(parts) < 2 { // as nearly always: there is no order to keep
		for i := range parts {
			if p := &parts[i]; p.Field == field && p.Layer < layers {
				x, ok = apply(ir.ContributeOp(p.Op), x, p.Value, dice)
			}
		}
		return x, ok
	}
	for layer := 0; layer < layers; layer++ {
		for op := ir.SetOp; op <= ir.CapOp; op++ {
			for i := range parts {
				p := &parts[i]
				if op == ir.SetOp {
					p = &parts[len(parts)-1-i]
				}
				if p.Field != field || p.Layer != layer || p.Op != int(op) {
					continue
				}
				if x, ok = apply(op, x, p.Value, dice); !ok {
					return x, false
				}
			}
		}
	}
	return x, true
}

// apply is one contribution; ok is false when there is no such number.
func apply(op ir.ContributeOp, x, k int64, dice bool) (_ int64, ok bool) {
	switch op {
	case ir.SetOp:
		return k, true
	case ir.AddOp:
		if dice {
			return value.Add(x, k)
		}
		return Plus(x, k)
	case ir.MulOp:
		return Times(x, k)
	case ir.DivUp:
		return CeilDiv(x, k), k != 0
	case ir.DivDown:
		return FloorDiv(x, k), k != 0
	case ir.RaiseOp:
		return max(x, k), true
	default:
		return min(x, k), true
	}
}
