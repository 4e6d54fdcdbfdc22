package check_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// content loads every program of the module, with the programs that test the machine.
func content(t *testing.T) []*load.Unit {
	t.Helper()
	root := filepath.Join("..", "..")
	l := &load.Loader{Local: afero.NewBasePathFs(afero.NewOsFs(), root)}
	for _, dir := range []string{"stdlib", "rules", "spells"} {
		l.Library = append(l.Library, afero.NewBasePathFs(afero.NewOsFs(), filepath.Join(root, dir)))
	}
	var out []*load.Unit
	for _, dir := range []string{"stdlib", "rules", "spells", "examples", "interp/testdata"} {
		units, err := l.Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, units...)
	}
	if len(out) < 10 {
		t.Fatalf("got %d programs", len(out))
	}
	return out
}

// Whoever renumbers what is in play must find every number of it: each slot of each frame has one
// type, and every variable of a statement has the type of its slot.
func TestEverySlotHasAType(t *testing.T) {
	for _, u := range content(t) {
		if u.Diags.HasErrors() {
			continue
		}
		p := u.Program
		for _, e := range p.Events {
			typed(t, p, u.Name+": event "+e.Name, &e.Frame, e.Do)
			for _, f := range e.Fields {
				if got := slotOf(&e.Frame, f.Type.IsList(), f.Slot); got == nil || got.Type != f.Type {
					t.Errorf("%s: %s.%s has another type than its slot", u.Name, e.Name, f.Name)
				}
			}
		}
		for _, h := range p.Hooks {
			typed(t, p, fmt.Sprintf("%s: clause %d (%s)", u.Name, h.ID, h.Label), &h.Frame, h.Do)
		}
		for _, s := range p.Scripts {
			typed(t, p, u.Name+": "+s.Name, &s.Frame, s.Do)
		}
	}
}

func typed(t *testing.T, p *ir.Program, what string, f *ir.Frame, b *ir.Block) {
	t.Helper()
	taken := map[bool]map[int]bool{false: {}, true: {}}
	for _, s := range f.Slots {
		list := s.Type.IsList()
		if taken[list][s.Slot] {
			t.Errorf("%s: slot %d has two types", what, s.Slot)
		}
		taken[list][s.Slot] = true
		if s.Type.Kind == ir.Bad || s.Type.Kind == ir.Group {
			t.Errorf("%s: slot %d (%s) has no type", what, s.Slot, s.Name)
		}
		if list {
			for i := range 4 {
				if m := p.Member(s, i); m.Kind == ir.Bad || m.IsList() {
					t.Errorf("%s: member %d of list slot %d (%s) has no type", what, i, s.Slot, s.Name)
				}
			}
		}
	}
	if len(taken[false]) != f.Ints || len(taken[true]) != f.Lists {
		t.Errorf("%s: %d of %d slots and %d of %d list slots are typed", what, len(taken[false]), f.Ints, len(taken[true]), f.Lists)
	}
	variables(reflect.ValueOf(b), func(v ir.Var) {
		if s := slotOf(f, v.Type.IsList(), v.Slot); s == nil || s.Type != v.Type {
			t.Errorf("%s: variable %s of slot %d has another type than its slot", what, v.Name, v.Slot)
		}
	})
}

func slotOf(f *ir.Frame, list bool, n int) *ir.SlotName {
	for i, s := range f.Slots {
		if s.Type.IsList() == list && s.Slot == n {
			return &f.Slots[i]
		}
	}
	return nil
}

// variables finds the variables of all statements, whatever their fields are called.
func variables(v reflect.Value, f func(ir.Var)) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if _, decl := v.Interface().(*ir.Field); !decl && !v.IsNil() {
			variables(v.Elem(), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			variables(v.Index(i), f)
		}
	case reflect.Struct:
		if x, ok := v.Interface().(ir.Var); ok {
			if x.Type.Kind != ir.Bad { // what this form of the statement does not use
				f(x)
			}
			return
		}
		switch v.Interface().(type) {
		case ir.Expr, ir.Base[ir.Stmt], ir.Texts:
			return
		}
		for i := range v.NumField() {
			variables(v.Field(i), f)
		}
	}
}

// The lists behind a throw by classes, a loop and a journey hold what no text can name.
func TestHiddenListsHaveTypedMembers(t *testing.T) {
	l := &load.Loader{Local: afero.NewMemMapFs()}
	u, err := l.LoadText("a.kdsl", `kind piece { body round 1.0  cell n: int = 0 }
piece pawn { }
bag lot { what: piece }
event e(who: piece, p: path, l: lot) {
  do {
    throw 2 d6 by (face > 3 ? who : who) as g { g.class.n += g.count }
    each x in l { x.what.n += x.count }
    travel who along p { enter w: piece within 1.0 { w.n += 1 } }
  }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	p := u.Program
	e := p.Events[0]
	inst := func(v ir.Var, want ...bool) {
		t.Helper()
		s := slotOf(&e.Frame, true, v.Slot)
		for i, w := range want {
			if m := p.Member(*s, i); (m.Kind == ir.Inst) != w {
				t.Errorf("member %d is %s", i, p.TypeName(m))
			}
		}
	}
	inst(e.Do.Stmts[0].(*ir.Throw).Snap, true, false, true, false)
	inst(e.Do.Stmts[1].(*ir.Each).Snap, true, false, true, false)
	inst(e.Do.Stmts[2].(*ir.Travel).Mark, false, false, true, false, true)
}
