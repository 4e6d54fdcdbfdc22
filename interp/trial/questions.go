package trial

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// question is what was asked, for a report: about what, for which fields or actions. By is the answer of the test, nil for an
// automatic player's.
type question struct {
	at    source.Span
	about string
	asks  []string
	left  []int32        // of the players that were asked at once, those who may have answered this
	said  *journal.Entry // nil: it has not come to an answer
	told  string         // who was asked, and what was answered, by the names that things had then
	by    *ir.Answer
}

// unanswered is the question to which an answer was given, or nil. Of several that are asked at once the answers are told
// together, when all are there.
func (t *trial) unanswered(e *journal.Entry) *question {
	var last *question
	for _, q := range slices.Backward(t.questions) {
		if q.said != nil {
			continue
		}
		if last == nil {
			last = q
		}
		if who, known := q.who(); known && who == e.Player {
			return q
		}
	}
	return last
}

// who is the player who was asked; of several at once it is known when he has answered.
func (q *question) who() (player int32, known bool) {
	if len(q.left) == 0 {
		return 0, false
	}
	return q.left[0], len(q.left) == 1
}

// answered notes what was answered; an answer that was refused leaves the question to the next.
func (t *trial) answered(q *question, e *journal.Entry) {
	if e.Why.Kind != journal.NoWhy {
		q.by = t.run.Upcoming()
		return
	}
	q.said = e
	labels := slices.Clone(t.run.Labels)
	t.run.Called(t.out.Script)
	q.told = t.tell(q)
	t.run.Labels = labels
}

// tell tells a question, with its answer when it has come to one.
func (t *trial) tell(q *question) string {
	text := "asked for " + q.about
	if who, known := q.who(); known {
		text = "asked " + t.run.Name(int64(who)) + " for " + q.about
	}
	switch {
	case q.said == nil:
		return text
	case q.by == nil:
		return text + ", answered automatically: " + t.answer(q)
	}
	return text + fmt.Sprintf(", answered by line %d: %s", q.by.At.Pos().Line, t.answer(q))
}

// answer is what was answered to a question, with the names that the script gives things.
func (t *trial) answer(q *question) string {
	if len(q.said.Names) == 0 {
		return strings.TrimPrefix(source.OneLine(q.said.Text), q.about+": ")
	}
	var all []string
	for i, name := range q.said.Names {
		all = append(all, name+": "+t.run.ShowValue(q.said.Types[i], ir.Value{N: q.said.Ints[i], L: q.said.Lists[i]}))
	}
	return strings.Join(all, ", ")
}

// asked are the last questions since the last `when`, with their answers.
func (t *trial) asked() []Asked {
	var out []Asked
	t.run.Called(t.out.Script)
	for _, q := range t.questions[max(t.before, len(t.questions)-interp.MostAsked):] {
		out = append(out, Asked{q.at, cmp.Or(q.told, t.tell(q))})
	}
	return out
}
