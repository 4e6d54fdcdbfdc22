package interp_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/interpreter"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// writer writes random conditions over a few fields: a and b are ints, f and g bools, s and u of an
// enum, xs a list.
type writer struct {
	*rand.Rand
	vars []string // of macros, ints
}

func (w *writer) of(list ...string) string { return list[w.IntN(len(list))] }

func (w *writer) int(depth int) string {
	if depth <= 0 {
		return w.of(append(w.vars, "a", "b", "0", "1", "3", "-2", "size(xs)")...)
	}
	switch w.IntN(6) {
	case 0:
		return "(" + w.int(depth-1) + w.of(" + ", " - ", " * ") + w.int(depth-1) + ")"
	case 1:
		return "(" + w.bool(depth-1) + " ? " + w.int(depth-1) + " : " + w.int(depth-1) + ")"
	case 2:
		return "size(" + w.list(depth-1) + ")"
	case 3:
		return "-(" + w.int(depth-1) + ")"
	}
	return w.int(0)
}

func (w *writer) list(depth int) string {
	switch {
	case depth <= 0 || w.IntN(3) == 0:
		return "xs"
	case w.IntN(2) == 0:
		return "[" + w.int(depth-1) + ", " + w.int(depth-1) + ", 2]"
	case w.IntN(2) == 0:
		return w.list(depth-1) + "." + w.macro("filter", depth-1, w.bool)
	}
	return w.list(depth-1) + "." + w.macro("map", depth-1, w.int)
}

// macro writes the body of a macro, which may speak of its own variable.
func (w *writer) macro(name string, depth int, body func(int) string) string {
	v := fmt.Sprintf("m%d", len(w.vars))
	w.vars = append(w.vars, v)
	defer func() { w.vars = w.vars[:len(w.vars)-1] }()
	return name + "(" + v + ", " + body(depth) + ")"
}

func (w *writer) bool(depth int) string {
	if depth <= 0 {
		return w.of("f", "g", "s == hot", "u != wet", "s < u", "a > b", "a <= 2", "a in xs", "s in [hot, wet]", "xs == [1, 2]")
	}
	switch w.IntN(7) {
	case 0:
		return "(" + w.bool(depth-1) + w.of(" && ", " || ") + w.bool(depth-1) + ")"
	case 1:
		return "!(" + w.bool(depth-1) + ")"
	case 2:
		return "(" + w.int(depth-1) + w.of(" == ", " != ", " < ", " <= ", " > ", " >= ") + w.int(depth-1) + ")"
	case 3:
		return w.list(depth-1) + "." + w.macro(w.of("exists", "all", "exists_one"), depth-1, w.bool)
	case 4:
		return "(" + w.bool(depth-1) + " ? " + w.bool(depth-1) + " : " + w.bool(depth-1) + ")"
	case 5:
		return "(" + w.int(depth-1) + " in " + w.list(depth-1) + ")"
	}
	return w.bool(0)
}

// facts are the values that a condition is evaluated over.
type facts struct {
	a, b, s, u int64
	f, g       bool
	xs         []int64
}

func someFacts(r *rand.Rand) facts {
	out := facts{a: r.Int64N(9) - 4, b: r.Int64N(9) - 4, s: r.Int64N(3), u: r.Int64N(3), f: r.IntN(2) == 0, g: r.IntN(2) == 0}
	for range r.IntN(4) {
		out.xs = append(out.xs, r.Int64N(5)-1)
	}
	return out
}

// Random conditions, over random values: what kdsl's closures answer is what CEL itself answers.
func TestConditionsAgainstCEL(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	w := &writer{Rand: rng}
	var conds []string
	for len(conds) < 300 {
		if c := w.bool(1 + rng.IntN(4)); !slices.Contains(conds, c) {
			conds = append(conds, c)
		}
	}
	var b strings.Builder
	b.WriteString("enum sort { hot cold wet }\nevent probe(a: int, b: int, f: bool, g: bool, s: sort, u: sort, xs: list<int>) { }\nrule r {\n")
	for i, c := range conds {
		fmt.Fprintf(&b, "  c%d: cannot probe when %s\n", i, c)
	}
	b.WriteString("}\ntest \"none\" { }\n")
	m := compile(t, b.String())
	i, f, l := types.IntType, types.BoolType, types.NewListType(types.IntType)
	std, err := types.NewRegistry()
	must(t, err)
	env := newCEL(t, std, nil, decls.NewVariable("a", i), decls.NewVariable("b", i), decls.NewVariable("f", f), decls.NewVariable("g", f),
		decls.NewVariable("s", i), decls.NewVariable("u", i), decls.NewVariable("xs", l),
		decls.NewVariable("hot", i), decls.NewVariable("cold", i), decls.NewVariable("wet", i))
	hooks := map[string]int{}
	for i, h := range m.P.Hooks {
		hooks[h.Label] = i
	}
	r, inst, ev := bound(m, "probe")
	yes, all := 0, 0
	for i, c := range conds {
		prog := env.program(t, c)
		hook := hooks[fmt.Sprintf("c%d", i)]
		for range 64 {
			x := someFacts(rng)
			set(m, r, ev, x)
			got := r.V.When(int32(hook), inst)
			must(t, r.V.Err)
			over, err := interpreter.NewActivation(map[string]any{"a": x.a, "b": x.b, "f": x.f, "g": x.g, "s": x.s, "u": x.u, "xs": x.xs,
				"hot": int64(0), "cold": int64(1), "wet": int64(2)})
			must(t, err)
			out := prog.Eval(over)
			if types.IsError(out) {
				t.Fatalf("%s: %v", c, out)
			}
			if want := out == types.True; got != want {
				t.Fatalf("%s\nover %+v is %v, CEL says %v", c, x, got, want)
			}
			all++
			if got {
				yes++
			}
		}
	}
	if yes < all/10 || yes > all*9/10 {
		t.Errorf("%d of %d conditions hold: they tell nothing", yes, all)
	}
}

// bound is a run with a frame of an event on top, for evaluating conditions in; inst is the rule.
func bound(m *interp.Machine, event string) (r *interp.Run, inst int32, ev *ir.Event) {
	r = m.Start(0)
	for i := range r.S.Insts {
		if m.P.Cards[r.S.Insts[i].Card].Kind == ir.RuleKind {
			inst = int32(i)
		}
	}
	return r, inst, push(m, r, event)
}

// push puts an event on the stack of a run and binds it.
func push(m *interp.Machine, r *interp.Run, event string) *ir.Event {
	for _, ev := range m.P.Events {
		if ev.Name == event {
			f := r.S.Push(ev.Frame.Ints, ev.Frame.Lists)
			r.S.Frames[f].Event, r.S.Frames[f].Ev = int32(ev.ID), f
			r.V.Bind(f)
			return ev
		}
	}
	return nil
}

func set(m *interp.Machine, r *interp.Run, ev *ir.Event, x facts) {
	truth := map[bool]int64{true: 1}
	ints := map[string]int64{"a": x.a, "b": x.b, "s": x.s, "u": x.u, "f": truth[x.f], "g": truth[x.g]}
	for _, f := range ev.Fields {
		if f.Type.IsList() {
			*r.V.FieldList(f.Slot) = x.xs
		} else if v, ok := ints[f.Name]; ok {
			*r.V.Field(f.Slot) = v
		}
	}
}
