package trial

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// What a test expects of events that have happened.

// count counts the events since the last `when` that meet an expectation, as they ended.
func (t *trial) count(event int, where eval.Bool) int64 {
	n := int64(0)
	for _, x := range t.over {
		if x.Event == event && (where == nil || t.run.OnRecord(t.m.P.Events[event], x, where)) {
			n++
		}
	}
	return n
}

// times is how often, in words.
func times(n int64) string {
	switch n {
	case 0:
		return "never"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// happened says what was expected of an event and what did happen, with the fields that are read; so it happened so often.
func (t *trial) happened(e *ir.ExpectEvent, so int64) string {
	t.run.Called(t.out.Script)
	ev, n := t.m.P.Events[e.Event], int64(0)
	var read []int
	e.Where.Walk(func(x *ir.Expr) bool {
		if x.Op == ir.EventField {
			for i, f := range ev.Fields {
				if f.Slot == int(x.N) && f.Type.IsList() == x.Lists && !slices.Contains(read, i) {
					read = append(read, i)
				}
			}
		}
		return true
	})
	var with []string
	for _, x := range t.over {
		if x.Event != e.Event {
			continue
		}
		var said []string
		for _, i := range read {
			said = append(said, ev.Fields[i].Name+" "+t.run.ShowValue(ev.Fields[i].Type, ir.Value{N: x.Ints[i], L: x.Lists[i]}))
		}
		if one := strings.Join(said, ", "); one != "" && !slices.Contains(with, one) {
			with = append(with, one)
		}
		n++
	}
	wanted := ev.Name
	if e.Times > 0 {
		wanted += " " + times(e.Times)
	}
	if e.Where != nil {
		wanted += " where " + source.OneLine(e.Where.At.Text())
	}
	if n == 0 {
		return ev.Name + ", which did not happen"
	}
	out := fmt.Sprintf("%s: %s happened %s", wanted, ev.Name, times(n))
	if e.Times > 0 && e.Where != nil {
		out += fmt.Sprintf(", %d of them so", so)
	}
	if len(with) > 0 {
		out += ", with " + strings.Join(with, "; with ")
	}
	return out
}
