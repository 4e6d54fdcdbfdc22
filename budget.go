package kdsl

import (
	"errors"
	"fmt"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/lang/diag"
)

// Budget bounds what a run may use. Reaching a bound ends the run with a [*LimitError]; the game goes back
// to where the action began that reached it.
type Budget struct {
	Steps     int64 // of the machine: events, clauses, statements, members of lists, candidates ...
	Depth     int   // events and clauses inside each other
	Instances int   // things in play at one time
	Choices   int   // candidates of one field
	Journal   int64 // bytes of the journal of one game, as lines of JSON
}

// DefaultBudget is enough for any game at a table.
var DefaultBudget = Budget{
	Steps: interp.DefaultBudget.Steps, Depth: interp.DefaultBudget.Depth,
	Instances: interp.DefaultBudget.Instances, Choices: interp.DefaultBudget.Choices,
	Journal: 64 << 20,
}

func (b Budget) machine() interp.Budget {
	return interp.Budget{Steps: b.Steps, Depth: b.Depth, Instances: b.Instances, Choices: b.Choices}
}

// LimitError is why a run was stopped: it used up one of its bounds.
type LimitError struct {
	What  string // of what there may be no more
	Bound int64
	File  string // what ran, where that is known
	Line  int
}

func (e *LimitError) Error() string {
	s := fmt.Sprintf("the limit of %d %s is reached", e.Bound, e.What)
	if e.File == "" {
		return s
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, s)
}

// outward makes an error of the machine one of this package.
func outward(err error) error {
	var l *interp.LimitError
	if errors.As(err, &l) {
		at := diag.PlaceOf(l.At)
		return &LimitError{What: l.What, Bound: l.Bound, File: at.File, Line: at.Line}
	}
	return err
}
