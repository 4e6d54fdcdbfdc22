package expr_test

import (
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// TestEveryOperation: every operation is written by its name where its shape says so, and none is taken for
// another.
func TestEveryOperation(t *testing.T) {
	part := func(name string) *ir.Expr { return &ir.Expr{Op: ir.Local, Name: name, Type: ir.Type{Kind: ir.Int}} }
	keys := map[string]int{}
	for op, o := range ir.Ops {
		e := &ir.Expr{Op: ir.Op(op), Name: "own", Type: ir.Type{Kind: ir.EnumType}}
		var want string
		switch o.Shape {
		case 0:
			continue // BadOp
		case ir.LeafShape:
			want = "own"
		case ir.OfShape:
			want = "a." + o.Name
		case ir.FieldShape:
			want = "a.own"
			if e.Op == ir.BaseOf {
				want = "base(a.own)"
			}
		case ir.PrefixShape:
			want = o.Name + "a"
		case ir.ArithmeticShape, ir.ComparisonShape, ir.LogicShape, ir.MemberShape:
			want = "a " + o.Name + " b"
		case ir.ChoiceShape:
			want = "a ? b : c"
		case ir.ElementShape:
			want = "a[b]"
		case ir.LiteralShape:
			want = "[a, b, c]"
		case ir.MacroShape:
			want = "a." + o.Name + "(m, b)"
		case ir.CallShape:
			want = map[ir.Op]string{ir.Has: "has", ir.CallFunc: "own", ir.CallTable: "own", ir.CallPrim: ir.Prims[0].Name}[e.Op] + "("
		case ir.UnwrittenShape:
			want = "a"
		case ir.WhoseShape:
			want = o.Name + "(own, of: a)"
		case ir.AskShape:
			want = o.Name + "(own(a, b, c))"
		default:
			t.Fatalf("%s has a shape of no known kind", o.Name)
		}
		if o.Shape != ir.LeafShape {
			for _, name := range strings.Fields("a b c")[:3] {
				e.Args = append(e.Args, part(name))
			}
		}
		if strings.Contains(want, " b") && !strings.Contains(want, "c") || o.Shape == ir.ElementShape || o.Shape == ir.MacroShape {
			e.Args = e.Args[:2]
		}
		if got := expr.String(e); !strings.Contains(got, want) {
			t.Errorf("%s is written %s, want %s", o.Name, got, want)
		}
		if other, ok := keys[expr.Key(e)]; ok && ir.Op(op) != ir.Narrowed { // which is the value itself
			t.Errorf("operations %d and %d have one key", op, other)
		}
		keys[expr.Key(e)] = op
	}
}
