package ir_test

import (
	"math"
	"slices"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Every operation has a row with all its columns, and no two are written alike.
func TestOps(t *testing.T) {
	if len(ir.Ops) != int(ir.CallPrim)+1 {
		t.Errorf("%d rows for %d operations", len(ir.Ops), ir.CallPrim+1)
	}
	type form struct {
		name  string
		shape ir.Shape
	}
	seen := map[form]int{}
	for op, o := range ir.Ops {
		if op == int(ir.BadOp) {
			continue
		}
		if o.Name == "" || o.Shape == 0 || o.Reads == 0 {
			t.Errorf("operation %d has no full row: %+v", op, o)
		}
		if o.Reads.Any(ir.ReadsNothing) && o.Reads != ir.ReadsNothing {
			t.Errorf("%s reads nothing and something", o.Name)
		}
		if other, ok := seen[form{o.Name, o.Shape}]; ok {
			t.Errorf("operations %d and %d are written alike: %s", op, other, o.Name)
		}
		seen[form{o.Name, o.Shape}] = op
		_, applies := ir.Op(op).Apply(3, 2)
		switch o.Shape {
		case ir.PrefixShape, ir.ArithmeticShape, ir.ComparisonShape:
			if !applies {
				t.Errorf("%s does not apply to 3 and 2", o.Name)
			}
		default:
			if applies {
				t.Errorf("%s applies to numbers, and is not written so", o.Name)
			}
		}
	}
	for op := ir.SetOp; op <= ir.CapOp; op++ {
		if name := ir.ContributeOps[op]; name == "" || int(op) != slices.Index(ir.ContributeOps[:], name) {
			t.Errorf("the operation %d of contributions is called %q", op, name)
		}
	}
}

// Every primitive has a row with all its columns. What takes or gives instances looks at them, unless it
// only compares them.
func TestPrims(t *testing.T) {
	for n, p := range ir.Prims {
		if p.Name == "" || p.Result.Kind == ir.Bad || p.Reads == 0 || p.Tie == 0 || p.Doc == "" {
			t.Errorf("primitive %d has no full row: %+v", n, p)
		}
		things := p.Result.Kind == ir.Inst || p.Result.Elem == ir.Inst
		for _, t := range p.Params {
			things = things || t.Kind == ir.Inst || t.Elem == ir.Inst
		}
		if things && p.Reads == ir.ReadsNothing {
			t.Errorf("%s speaks of instances and reads nothing", p.Name)
		}
		if p.Method && len(p.Params) == 0 || p.Tie == ir.NamesKind && (len(p.Params) != 2 || p.Params[1].Kind != ir.TextType) {
			t.Errorf("%s cannot be called: %+v", p.Name, p)
		}
	}
}

func TestApply(t *testing.T) {
	const most, least = math.MaxInt64, math.MinInt64 + 1 // the smallest int64 is ir.None, no number
	for _, c := range []struct {
		op   ir.Op
		a, b int64
		want int64
		ok   bool
	}{
		{ir.Add, 2, 3, 5, true}, {ir.Add, most, 0, most, true}, {ir.Add, most, 1, 0, false}, {ir.Add, least, -1, 0, false},
		{ir.Sub, 2, 3, -1, true}, {ir.Sub, least, 1, 0, false}, {ir.Sub, 0, least, most, true}, {ir.Sub, 1, least, 0, false},
		{ir.Mul, -4, 3, -12, true}, {ir.Mul, most, 2, 0, false}, {ir.Mul, 1 << 32, 1 << 31, 0, false}, {ir.Mul, -1 << 32, 1 << 31, 0, false},
		{ir.Neg, 0, 3, -3, true}, {ir.Neg, 0, most, least, true}, {ir.Not, 0, 0, 1, true}, {ir.Not, 0, 1, 0, true},
		{ir.Lt, 1, 2, 1, true}, {ir.Le, 2, 2, 1, true}, {ir.Gt, 1, 2, 0, true}, {ir.Ge, 1, 2, 0, true}, {ir.Eq, 2, 2, 1, true}, {ir.Ne, 2, 2, 0, true},
		{ir.Cond, 1, 2, 0, false},
	} {
		got, ok := c.op.Apply(c.a, c.b)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%d %s %d: got %d %v, want %d %v", c.a, ir.Ops[c.op].Name, c.b, got, ok, c.want, c.ok)
		}
	}
}
