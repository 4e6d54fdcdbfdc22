package interp

import (
	"cmp"
	"fmt"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// What passes between a run and whoever drives it.

// StopKind says why Step came back.
type StopKind int

// The reasons.
const (
	None StopKind = iota
	Throw
	Ask
	Step // a step of a script that is the handler's business
	Done
	Fail
)

// Stop is what the machine wants next. Step gives the same Stop again until it is resumed.
type Stop struct {
	Kind    StopKind
	Throw   Chance
	Ask     Question
	Step    *code.Step
	Err     error
	Dice    *code.Dice
	Draw    bool
	members []int64
	fell    *fell // of a throw that somebody hears
	of      int64 // whose dice they are, where that is told; -1
}

// Chance is dice to throw, or a draw: N dice, each of which falls into class i with
// Weights[i] chances in the sum of Weights. The answer counts the dice of each class.
type Chance struct {
	N       int64
	Classes []int64
	Weights []int64
	Faces   int64
	ByFace  []int // the class of each face; nil: face f is class f-1
	At      source.Span
}

// binOf is the class of a face.
func (c *Chance) binOf(face int) int {
	if c.ByFace == nil {
		return face - 1
	}
	return c.ByFace[face-1]
}

// LimitError is the failure of content that used up a budget.
type LimitError = eval.LimitError

// AskKind says what is asked.
type AskKind int

// The kinds of questions.
const (
	BadAsk    AskKind = iota
	AskForm           // the open fields of an event
	AskChoice         // the fields of a choose statement
	AskMay            // whether an optional clause is used
	AskOrder          // which clause comes first
	AskAct            // which action to start, or to pass
)

// Question is what players owe an answer to.
type Question struct {
	Kind    AskKind
	Players []int32 // who have not answered yet
	Event   int     // whose form it is, or on which the clause runs; -1
	Hook    int     // the clause concerned, -1
	Inst    int32   // of an optional clause
	Fields  []*code.FormField
	Default []ir.Value // what an automatic player answers to the fields
	Actions []Option
	Order   []eval.Entry
	form    *code.Form
}

// Option is an action that may be started: by whom, and which card gives it.
type Option struct {
	Event int
	Who   int64
	Giver int32
}

// Candidate is a possible answer to a field. Verdict says whether an answer to the whole form can go on
// from it, and if not why.
type Candidate struct {
	Value   ir.Value
	Verdict Verdict
}

// Result is an answer to a Stop.
type Result struct {
	Counts []int64    `json:"counts,omitempty"` // of a Throw: how many dice fell into each class
	Player int32      `json:"player"`           // who answers an Ask
	Values []ir.Value `json:"values,omitempty"` // of a form, parallel to Question.Fields
	Yes    bool       `json:"yes,omitempty"`    // of an optional clause
	Pick   int        `json:"pick,omitempty"`   // of a choice among actions or clauses; -1 passes
}

// Refusal is an answer that is refused: nothing has changed, and the question stands.
type Refusal struct {
	Why   Why
	Text  string
	Again bool // for something that the player does not see: it is asked again, without this answer
}

func (e *Refusal) Error() string { return e.Text }

// Budget bounds what content may use; a bound that is 0 is that of DefaultBudget. Reaching a bound fails the
// step.
type Budget struct {
	Steps     int64 // units of fuel of a whole run: see eval.Env.Burn
	Depth     int   // events and clauses inside each other
	Instances int   // in play at one time
	Choices   int   // candidates of one field of a form
	Dice      int64 // of one throw
	Journal   int64 // bytes of the journal of a game, as lines of JSON; the machine itself does not count them
	Text      int64 // bytes of a report of a game, which the machine does not count either

	// Of an exact answer, in which Steps bounds what lies between two throws.
	AllSteps int64 // of all ways together
	Throws   int   // one after the other
	Results  int   // of one throw
	States   int   // different positions after as many throws
	Memory   int64 // bytes of the positions that are kept at one time, about
}

// DefaultBudget is enough for any game at a table.
var DefaultBudget = Budget{
	Steps: 10_000_000, Depth: 400, Instances: 10_000, Choices: 20_000, Dice: 100_000, Journal: 64 << 20, Text: 64 << 20,
	AllSteps: 2_000_000_000, Throws: 400, Results: 20_000, States: 50_000, Memory: 128 << 20,
}

// Check tells which bound is below 0.
func (b Budget) Check() error {
	for _, x := range []struct {
		name  string
		bound int64
	}{{"Steps", b.Steps}, {"Depth", int64(b.Depth)}, {"Instances", int64(b.Instances)}, {"Choices", int64(b.Choices)}, {"Dice", b.Dice}, {"Journal", b.Journal},
		{"Text", b.Text}, {"AllSteps", b.AllSteps}, {"Throws", int64(b.Throws)}, {"Results", int64(b.Results)}, {"States", int64(b.States)}, {"Memory", b.Memory}} {
		if x.bound < 0 {
			return fmt.Errorf("the budget has %d %s, want 0 (for the default) or more", x.bound, x.name)
		}
	}
	return nil
}

// Full is the budget with the default for each bound that is 0.
func (b Budget) Full() Budget {
	d := DefaultBudget
	return Budget{
		Steps: cmp.Or(b.Steps, d.Steps), Depth: cmp.Or(b.Depth, d.Depth), Instances: cmp.Or(b.Instances, d.Instances),
		Choices: cmp.Or(b.Choices, d.Choices), Dice: cmp.Or(b.Dice, d.Dice), Journal: cmp.Or(b.Journal, d.Journal),
		Text: cmp.Or(b.Text, d.Text), AllSteps: cmp.Or(b.AllSteps, d.AllSteps), Throws: cmp.Or(b.Throws, d.Throws), Results: cmp.Or(b.Results, d.Results),
		States: cmp.Or(b.States, d.States), Memory: cmp.Or(b.Memory, d.Memory),
	}
}

// Why is what stands in the way of an event; see package journal, which tells of it.
type Why = journal.Why

// Verdict says whether an event may happen now. Certain is false when a cost among several throws, asks
// or may be replaced, so that only playing shows whether all can be paid. Why is of a verdict that is
// not OK.
type Verdict struct {
	OK, Certain bool
	Why         Why
}

var fine = Verdict{OK: true, Certain: true}

func no(why Why) Verdict { return Verdict{Certain: true, Why: why} }
