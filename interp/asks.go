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
	if len(a.asked) == MostAsked {
		return
	}
	var asks []string
	for _, f := range q.Fields {
		asks = append(asks, f.F.Field.Name)
	}
	for _, o := range q.Actions {
		if name := m.P.Events[o.Event].Name; !slices.Contains(asks, name) {
			asks = append(asks, name)
		}
	}
	if text := Questioned(m.Asked(q), asks); !slices.Contains(a.asked, text) {
		a.asked = append(a.asked, text)
	}
}

// MostAsked is how many questions, or throws, a report lists.
const MostAsked = 12

// Questioned names a question with what it asks for.
func Questioned(about string, asks []string) string {
	if len(asks) == 0 || len(asks) == 1 && asks[0] == about {
		return about
	}
	return about + " (" + strings.Join(asks, ", ") + ")"
}

// WasAsked says which questions were asked, as each is named.
func WasAsked(questions []string) string {
	if len(questions) == 0 {
		return "nothing was asked"
	}
	return "what was asked: " + strings.Join(questions, ", ")
}

// UnaskedError is that a script gives an answer for which nobody asks. All else was done as without it.
type UnaskedError struct{ At *eval.Error }

func (e *UnaskedError) Error() string { return e.At.Error() }

// Unwrap is where the answer stands.
func (e *UnaskedError) Unwrap() error { return e.At }

// Unasked is an error at the first answer that nobody asked for on any way; nil where there is none.
func (a *Asks) Unasked() error {
	for _, x := range a.given {
		if !slices.Contains(a.used, x) {
			return &UnaskedError{&eval.Error{At: x.At, Msg: "nobody asks for this answer, however the dice fall; " + WasAsked(a.asked)}}
		}
	}
	return nil
}

// Asked says in a word what a question is about: an event, a clause, or the choice of an action.
func (m *Machine) Asked(q *Question) string {
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
