package eval_test

import (
	"path/filepath"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// What the checker can make of a text, the machine can work out.
func TestEveryOperationIsEvaluated(t *testing.T) {
	have := eval.Evaluated()
	for op, o := range ir.Ops {
		if o.Name != "" && !have[ir.Op(op)] {
			t.Errorf("operation %d (%s) has no row", op, o.Name)
		}
	}
	if len(have) != len(ir.Ops)-1 || have[ir.BadOp] {
		t.Errorf("%d operations of %d are evaluated", len(have), len(ir.Ops)-1)
	}
}

func TestEveryPrimitiveIsImplemented(t *testing.T) {
	have := eval.Implemented()
	for n, p := range ir.Prims {
		if p.Name == "" || p.Doc == "" {
			t.Errorf("primitive %d is not described", n)
		}
		if !have[n] {
			t.Errorf("%s (%d) has no implementation", p.Name, n)
		}
	}
	if len(have) != len(ir.Prims) {
		t.Errorf("%d implementations of %d primitives", len(have), len(ir.Prims))
	}
}

// The programs under testdata/space ask every question about space on small tables.
func TestSpace(t *testing.T) {
	l := &load.Loader{Local: afero.NewBasePathFs(afero.NewOsFs(), filepath.Join("..", "testdata"))}
	us, err := l.Load("space")
	if err != nil {
		t.Fatal(err)
	}
	asked := map[int64]bool{}
	for _, u := range us {
		for _, d := range u.Diags {
			p := d.Span.Pos()
			t.Errorf("%s:%d:%d: %s [%s]", u.Name, p.Line, p.Column, d.Message, d.Code)
		}
		if u.Diags.HasErrors() {
			continue
		}
		m := interp.New(u.Program)
		ran := 0
		for i, s := range u.Program.Scripts {
			if s.Word != ir.TestScript {
				continue
			}
			ran++
			if r := trial.Run(m, i, trial.Options{}); !r.Passed {
				t.Errorf("%s: %s: line %d: %s", u.Name, s.Name, r.At.Pos().Line, r.Message)
			}
		}
		if ran == 0 {
			t.Errorf("%s has no test", u.Name)
		}
		for _, b := range u.Program.Scripts {
			for _, st := range b.Do.Stmts {
				if e, ok := st.(*ir.ExpectCond); ok {
					e.Cond.Walk(func(x *ir.Expr) bool {
						if x.Op == ir.CallPrim {
							asked[x.N] = true
						}
						return true
					})
				}
			}
		}
	}
	for n := ir.POnly; n < len(ir.Prims); n++ {
		if !asked[int64(n)] {
			t.Errorf("no test expects anything of %s", ir.Prims[n].Name)
		}
	}
}

// A question with a yes or a number for an answer costs no memory, however much stands on the table.
func TestSpaceAllocatesNothing(t *testing.T) {
	l := &load.Loader{Local: afero.NewMemMapFs()}
	u, err := l.LoadText("t.kdsl", `
kind piece { body round 1 tall 1 }
kind wall { body rect 1 by 3 tall 2 }
piece man {}
wall fence {}
test "questions" {
  given a = man at (5, 5)
  given b = man at (15, 5)
  given c = fence at (10, 8)
  rotate c to 30
  expect sees(a, b)
  expect lines_of_sight(a, b) < 9
  expect in_arc(a, b, -90, 90) && direction(a, b) == 0
  expect within(a, b, 9) && !touching(a, b) && !wholly_inside(a, c)
  expect vertical_gap(a, b) == 0 && top(a) == 1 && height(c) == 2 && edge_distance(a) == 0
}`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	m := interp.New(u.Program)
	run := m.Start(m.Script(ir.TestScript, "questions"))
	asked := 0
	for {
		stop := run.Step()
		if stop.Kind == interp.Done {
			break
		}
		if stop.Kind != interp.Step {
			t.Fatal(stop.Kind, stop.Err)
		}
		if stop.Step.Cond != nil {
			asked++
			if n := testing.AllocsPerRun(20, func() { stop.Step.Cond(run.Env()) }); n != 0 {
				t.Errorf("%s: %v allocations", stop.Step.Stmt.Site().Text(), n)
			}
		}
		if err := run.Resume(interp.Result{}); err != nil {
			t.Fatal(err)
		}
	}
	if asked != 5 {
		t.Errorf("%d questions were asked", asked)
	}
}
