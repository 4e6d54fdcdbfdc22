package interp

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Asks are the answers that a script gives, and what was asked while one of them waited, on all the ways that a run is
// taken: what waits on one of them may be asked for on another.
type Asks struct {
	given, used []*ir.Answer
	asked       []string
}

// note notes a question.
func (a *Asks) note(m *Machine, q *Question) {
	about := asked(m, q)
	var asks []string
	for _, f := range q.Fields {
		asks = append(asks, f.F.Field.Name)
	}
	for _, o := range q.Actions {
		if name := m.P.Events[o.Event].Name; !slices.Contains(asks, name) {
			asks = append(asks, name)
		}
	}
	if text := Questioned(about, asks); !slices.Contains(a.asked, text) && len(a.asked) < mostAsked {
		a.asked = append(a.asked, text)
	}
}

// mostAsked is how many questions a report lists.
const mostAsked = 12

// Questioned names a question with what it asks for.
func Questioned(about string, asks []string) string {
	if len(asks) == 0 || len(asks) == 1 && asks[0] == about {
		return about
	}
	return about + " (" + strings.Join(asks, ", ") + ")"
}

// Unasked is an error at the first answer that nobody asked for on any way; nil where there is none.
func (a *Asks) Unasked() error {
	for _, x := range a.given {
		if !slices.Contains(a.used, x) {
			asked := "nothing was asked"
			if len(a.asked) > 0 {
				asked = "what was asked: " + strings.Join(a.asked, ", ")
			}
			return &eval.Error{At: x.At, Msg: "nobody asks for this answer, however the dice fall; " + asked}
		}
	}
	return nil
}

// asked says in a word what a question is about: an event, a clause, or the choice of an action.
func asked(m *Machine, q *Question) string {
	switch {
	case q.Kind == AskAct:
		return "act"
	case q.Hook >= 0:
		return m.HookName(q.Hook)
	case q.Event >= 0:
		return m.P.Events[q.Event].Name
	}
	return "choose"
}
