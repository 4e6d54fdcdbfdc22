package cond

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// writer makes random texts of a type.
type writer struct {
	r     *rand.Rand
	names bool // of the scope too, not constants alone
	vars  []string
}

func (w *writer) pick(list ...string) string { return list[w.r.IntN(len(list))] }

func (w *writer) int(depth int) string {
	if depth == 0 || w.r.IntN(4) == 0 {
		if len(w.vars) > 0 && w.r.IntN(2) == 0 {
			return w.pick(w.vars...)
		}
		if w.names && w.r.IntN(2) == 0 {
			return w.pick("total", "who.hp", "who.V", "ceiling", "best(total)", "all(piece).sum(x, x.hp)")
		}
		return fmt.Sprint(w.r.IntN(7))
	}
	switch w.r.IntN(6) {
	case 0:
		return "(" + w.int(depth-1) + ")"
	case 1:
		return "-(" + w.int(depth-1) + ")"
	case 2:
		return "(" + w.bool(depth-1) + " ? " + w.int(depth-1) + " : " + w.int(depth-1) + ")"
	case 3:
		return "size(" + w.list(depth-1) + ")"
	}
	return w.int(depth-1) + w.pick(" + ", " - ", "*") + w.int(depth-1)
}

func (w *writer) bool(depth int) string {
	if depth == 0 {
		if w.names && w.r.IntN(2) == 0 {
			return w.pick("strict", "this.done", "has(other)", "who == giant", "who.bears(curse)", "far > who.reach + 1", "total < far")
		}
		return w.pick("true", "false")
	}
	switch w.r.IntN(7) {
	case 0:
		return "!(" + w.bool(depth-1) + ")"
	case 1, 2:
		return w.bool(depth-1) + w.pick(" && ", " || ") + w.bool(depth-1)
	case 3:
		return "(" + w.bool(depth-1) + ")"
	case 4:
		return w.int(depth-1) + " in " + w.list(depth-1)
	case 5:
		return w.macro(depth, w.pick("exists", "all", "exists_one"))
	}
	return "(" + w.int(depth-1) + w.pick(" < ", " <= ", " > ", " >= ", " == ", " != ") + w.int(depth-1) + ")"
}

func (w *writer) list(depth int) string {
	if depth > 1 && w.r.IntN(2) == 0 {
		if w.r.IntN(2) == 0 {
			return w.macro(depth, "filter")
		}
		return w.macro(depth, "map")
	}
	if w.names && w.r.IntN(3) == 0 {
		return w.pick("ways", "who.faces", "all(piece).map(x, x.hp)")
	}
	d := max(depth-1, 0)
	return "[" + w.int(d) + ", " + w.int(d) + ", " + w.int(d) + "]"
}

func (w *writer) macro(depth int, name string) string {
	list := w.list(max(depth-1, 1))
	v := string(rune('a' + len(w.vars)))
	w.vars = append(w.vars, v)
	defer func() { w.vars = w.vars[:len(w.vars)-1] }()
	body := w.bool(depth - 1)
	if name == "map" {
		body = w.int(depth - 1)
	}
	return list + "." + name + "(" + v + ", " + body + ")"
}

// TestAgainstCEL: what lowering makes of a text means what cel-go says it means, and has the types that
// cel-go gives it.
func TestAgainstCEL(t *testing.T) {
	w := &writer{r: rand.New(rand.NewPCG(1, 2))}
	compared := 0
	for n := range 700 {
		w.names = n%2 == 0
		text := w.bool(4)
		x, diags := compileIn(t, inClause(), text, tBool)
		if diags.HasErrors() {
			t.Fatalf("%s\n%s", text, describe(diags))
		}
		ok, err := Values(x, w.r)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if ok {
			compared++
		}
		if !w.names { // the text itself, as it is
			got, err := evalCEL(text, nil)
			want, fails := (&meanings{}).value(x, map[int64]int64{})
			if err != nil || fails != nil || !sameValue(got, want, tBool) {
				t.Fatalf("%s: %v to cel-go, %v to kdsl (%v, %v)", text, got, want, err, fails)
			}
		}
		if _, err := New(board()).Oracle(source.Span{File: source.New("t.kdsl", text), End: len(text)}, inClause(), x); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		again, diags := compileIn(t, inClause(), expr.String(x), tBool)
		if diags.HasErrors() || shape(again) != shape(x) {
			t.Fatalf("%s\nprinted %s\n%s", text, expr.String(x), describe(diags))
		}
	}
	if compared < 600 {
		t.Errorf("only %d values were compared", compared)
	}
}

// TestNothingHides: a mistake is reported wherever it stands, though nothing would ever come to it.
func TestNothingHides(t *testing.T) {
	for _, wrong := range []string{"nosuch", "who.nosuch > 3", "who.nosuch", "total > strict", "total + strict > 1", "!total", "who > 3", "mid == mid",
		"other.V > 1", "best(strict) > 1", "best() > 1", "nosuch()", "who.nosuch()", "total == none", "who.die > 1", "low == light",
		"all(nosuch).exists(m, true)", "all(piece).exists(m, m.nosuch)", "all(piece).exists(m, m.hp)", "ways.sum(m, strict) > 1",
		"who.is(curse)", "near(who, curse, 1)", "ways[strict] > 1", "total in total", "strict ? 1 : true", "this.nosuch", "r.nosuch", "mood.nosuch"} {
		for _, around := range []string{"%s", "(%s) || true", "true || (%s)", "false && (%s)", "(%s) && false", "true ? strict : (%s)", "false ? (%s) : strict",
			"[].exists(m, %s)", "ways.all(m, m > 1 || (%s))", "!(true || (%s))", "size([1].filter(m, %s)) > 0", "(false && (%s)) == strict"} {
			text := fmt.Sprintf(around, wrong)
			if x, diags := compileIn(t, inClause(), text, tBool); !diags.HasErrors() {
				t.Errorf("%s is taken, as %s", text, shape(x))
			}
		}
	}
}
