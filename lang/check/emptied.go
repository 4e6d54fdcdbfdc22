package check

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// emptying is where a list of an event is emptied for good, before the event is over.
type emptying struct {
	at source.Span // invalid: nowhere
	in int         // the event whose step does it
}

// checkEmptied warns of a clause after an event that looks at a list which the event has emptied by then: it sees nothing.
func (c *vetter) checkEmptied() {
	for _, h := range c.p.Hooks {
		if h.Stage != ir.After || h.Event < 0 || c.foreign(h.At) {
			continue
		}
		ev := c.p.Events[h.Event]
		told := map[*ir.Field]bool{}
		walkExprs(h, func(e *ir.Expr) {
			if e.Op != ir.EventField || !e.Lists {
				return
			}
			f := listField(ev, int(e.N))
			if f == nil || told[f] {
				return
			}
			told[f] = true
			var done emptying
			c.empties(ev, f, &done, map[int]bool{})
			if !done.at.IsValid() {
				return
			}
			d := c.doubt("unreachable-clause", e.At, "%s is empty when %s is over", f.Name, ev.Name)
			if x := c.p.Events[done.in]; x != ev {
				d.Message += ": ask it before that, as in `before " + x.Name + " during " + ev.Name + "(...) as r`, where it is r." + f.Name
			}
			d.See(done.at, "it is emptied here")
		})
	}
}

// listField is the field of an event whose list stands in a slot.
func listField(ev *ir.Event, slot int) *ir.Field {
	for _, f := range ev.Fields {
		if f.Type.IsList() && f.Slot == slot {
			return f
		}
	}
	return nil
}

// empties follows the steps of an event, and of the events that it calls, and notes where they empty a list; what fills it again
// perhaps takes that back.
func (c *vetter) empties(ev *ir.Event, f *ir.Field, done *emptying, seen map[int]bool) {
	if ev.Do == nil || seen[ev.ID] {
		return
	}
	seen[ev.ID] = true
	for _, s := range ev.Do.Stmts {
		switch s := s.(type) {
		case *ir.SetField:
			if s.Field != f {
				continue
			}
			if *done = (emptying{}); s.Op == '=' && s.Value.Op == ir.Const && len(s.Value.List) == 0 {
				*done = emptying{s.Site(), ev.ID}
			}
		case *ir.Emit:
			c.empties(c.p.Events[s.Event], f, done, seen)
		default:
			if done.at.IsValid() && c.fills(s, f, map[int]bool{}) {
				*done = emptying{}
			}
		}
	}
}

// fills tells whether a step, or an event that it calls, writes a list.
func (c *vetter) fills(step any, f *ir.Field, seen map[int]bool) (found bool) {
	ir.Visit(step, func(x any) bool {
		switch s := x.(type) {
		case *ir.SetField:
			found = found || s.Field == f
		case *ir.Emit:
			if ev := c.p.Events[s.Event]; !seen[s.Event] && ev.Do != nil {
				seen[s.Event] = true
				found = found || c.fills(ev.Do, f, seen)
			}
		}
		return true
	})
	return found
}
