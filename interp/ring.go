package interp

import (
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Events that set each other off without end stand inside each other in a pattern that repeats.

// ring names what goes round when events are nested without end, with its places, in the order in which it
// begins: the clauses, or the events where there are none. It is empty when the stack repeats nothing.
func (g *game) ring() []string {
	type link struct{ event, hook int32 }
	var links []link // from the innermost
	for i := len(g.S.Frames) - 1; i >= 0; i-- {
		switch f := &g.S.Frames[i]; f.Sort {
		case state.Event:
			links = append(links, link{f.Event, -1})
		case state.Clause:
			links = append(links, link{-1, f.Hook})
		}
	}
	round := 1
	for ; ; round++ {
		if 3*round > len(links) {
			return nil
		}
		if slices.Equal(links[:2*round], links[round:3*round]) {
			break
		}
	}
	named := func(name string, at source.Span) string {
		return fmt.Sprintf("%s (%s:%d)", name, at.File.Name, at.Pos().Line)
	}
	var clauses, events []string
	for i := round - 1; i >= 0; i-- {
		if h := links[i].hook; h >= 0 {
			clauses = append(clauses, named(g.HookName(int(h)), g.M.P.Hooks[h].At))
		} else {
			e := g.M.P.Events[links[i].event]
			events = append(events, named(e.Name, e.At))
		}
	}
	if len(clauses) > 0 {
		return clauses
	}
	return events
}
