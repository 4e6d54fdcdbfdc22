// Package trial runs tests: a small position, fixed dice, scripted answers, then what is expected.
// It is a handler: a loop around the machine's Step and Resume.
package trial

import (
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Answer is one scripted answer: a word, or values by field name.
type Answer struct {
	Word   string // pass, yes, no, the name of an action, or ""
	Event  int    // of an action
	Values map[string]ir.Value
	Stmt   *ir.Answer
}

// Queue is what a script has given in advance and the machine has not used yet. It is shared by
// every handler that runs scripts; taking from a Queue makes a new one, so forks may share it.
type Queue struct {
	Dice    []int64
	Answers []Answer
}

// Prepare does a step of a script that sets something up: dice, answers, options and stubs. It
// answers false for a step that is somebody else's business.
func (q *Queue) Prepare(r *interp.Run, s *code.Step) bool {
	v := r.Env()
	switch stmt := s.Stmt.(type) {
	case *ir.GiveDice:
		q.Dice = slices.Clip(q.Dice)
		for _, f := range s.Faces {
			q.Dice = append(q.Dice, f(v))
		}
	case *ir.Answer:
		a := Answer{Word: stmt.Word, Event: stmt.Event, Stmt: stmt}
		if len(s.Args) > 0 {
			a.Values = map[string]ir.Value{}
		}
		for _, x := range s.Args {
			if x.Value.List != nil {
				a.Values[x.Name] = ir.Value{L: x.Value.List(v)}
			} else {
				a.Values[x.Name] = ir.Value{N: x.Value.Int(v)}
			}
		}
		q.Answers = append(slices.Clip(q.Answers), a)
	case *ir.SetOption:
		r.S.Options[stmt.Option] = s.Value.Int(v)
	case *ir.Stub:
		r.S.Stubs = append(slices.Clip(r.S.Stubs), state.Stub{Func: int32(stmt.Func), Value: s.Value.Int(v)})
	default:
		return false
	}
	return true
}

// Answer answers the present question: from the queue when its first answer fits, else as an
// automatic player does.
func (q *Queue) Answer(r *interp.Run, ask *interp.Question) (interp.Result, error) {
	if len(q.Answers) == 0 {
		return r.Decide(), nil
	}
	a := q.Answers[0]
	out := interp.Result{Player: ask.Players[0]}
	switch ask.Kind {
	case interp.AskMay:
		if a.Word == "yes" || a.Word == "no" {
			q.Answers = q.Answers[1:]
			out.Yes = a.Word == "yes"
			return out, nil
		}
	case interp.AskAct:
		switch {
		case a.Word == "pass":
			q.Answers = q.Answers[1:]
			out.Pick = -1
			return out, nil
		case a.Event >= 0:
			for i, o := range ask.Actions {
				if o.Event == a.Event {
					q.Answers = q.Answers[1:]
					out.Pick = i
					return out, nil
				}
			}
			return out, fmt.Errorf("%s cannot be started now", a.Word)
		}
	case interp.AskForm, interp.AskChoice:
		if a.fits(ask) {
			q.Answers = q.Answers[1:]
			return r.Complete(a.Values)
		}
	}
	return r.Decide(), nil
}

// fits tells whether a question has all the fields that an answer names.
func (a *Answer) fits(ask *interp.Question) bool {
	if len(a.Values) == 0 {
		return false
	}
	for name := range a.Values {
		if !slices.ContainsFunc(ask.Fields, func(x *code.FormField) bool { return x.F.Field.Name == name }) {
			return false
		}
	}
	return true
}

// Throw takes the next dice of the queue. ok is false when it has none.
func (q *Queue) Throw(c *interp.Chance) (counts []int64, ok bool, err error) {
	if len(q.Dice) == 0 {
		return nil, false, nil
	}
	if int64(len(q.Dice)) < c.N {
		return nil, false, fmt.Errorf("%d dice are thrown, %d are given", c.N, len(q.Dice))
	}
	counts = make([]int64, len(c.Classes))
	for _, f := range q.Dice[:c.N] {
		if f < 1 || f > c.Faces {
			return nil, false, fmt.Errorf("a die with %d faces cannot show %d", c.Faces, f)
		}
		class := int(f - 1)
		if c.ByFace != nil {
			class = c.ByFace[f-1]
		}
		counts[class]++
	}
	q.Dice = q.Dice[c.N:]
	return counts, true, nil
}
