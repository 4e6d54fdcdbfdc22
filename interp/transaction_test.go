package interp_test

import (
	"encoding/json"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/lang/load"
)

const failing = `
kind piece { cell n: int in 0..99 = 1 }
piece pawn { en "Pawn" }
action leap(who: piece) {
  choose by who.owner { far: int in 1..9 }
  do {
    who.n = 50
    choose more: int in 0..3 by who.owner
    let list = [1, 2]
    who.n = list[more + 7]
  }
}
scenario leapers {
  given a = pawn for red
  when leap(who: a)
}
`

// A step that fails goes back to where the action began, also in a run that was read from JSON in
// the middle of it; and a player may take an action back while nothing was thrown.
func TestFailureLeavesNoTrace(t *testing.T) {
	l := &load.Loader{Local: afero.NewMemMapFs()}
	u, err := l.LoadText("leap.kdsl", failing)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	m := interp.New(u.Program)
	for _, reread := range []bool{false, true} {
		r := m.Start(0)
		cell := func() int64 { return r.S.Cells[r.S.Insts[2].Ints] }
		asked := 0
		for {
			stop := r.Step()
			if stop.Kind == interp.Fail {
				break
			}
			if stop.Kind != interp.Ask {
				t.Fatalf("got stop %d", stop.Kind)
			}
			if asked++; asked == 2 {
				if cell() != 50 {
					t.Fatalf("the cell is %d in the middle of the action", cell())
				}
				if reread {
					b, err := json.Marshal(r)
					must(t, err)
					r, err = m.Load(b)
					must(t, err)
					r.Step()
				}
			}
			if err := r.Resume(r.Decide()); err != nil {
				t.Fatal(err)
			}
		}
		if asked != 2 || cell() != 1 {
			t.Errorf("after the failure the cell is %d, want 1 as before (asked %d times)", cell(), asked)
		}
	}
}

func TestUndo(t *testing.T) {
	l := &load.Loader{Local: afero.NewMemMapFs()}
	u, err := l.LoadText("leap.kdsl", failing)
	if err != nil {
		t.Fatal(err)
	}
	r := interp.New(u.Program).Start(0)
	if err := r.Undo(); err == nil {
		t.Error("nothing was begun, and was undone")
	}
	for range 2 {
		r.Step()
		if err := r.Resume(r.Decide()); err != nil {
			t.Fatal(err)
		}
		r.Step()
		if got := r.S.Cells[r.S.Insts[2].Ints]; got != 50 {
			t.Fatalf("the cell is %d", got)
		}
		if err := r.Undo(); err != nil {
			t.Fatal(err)
		}
		if got := r.S.Cells[r.S.Insts[2].Ints]; got != 1 {
			t.Fatalf("undone, the cell is %d", got)
		}
	}
}
