package kdsl

import "github.com/kdsl-lang/kdsl/interp"

// Budget bounds what a run, or an exact answer, may use; a bound that is 0 is that of [DefaultBudget].
// Reaching a bound ends the run with a [*LimitError]; the game goes back to where the action began that
// reached it.
type Budget = interp.Budget

// DefaultBudget is enough for any game at a table.
var DefaultBudget = interp.DefaultBudget

// LimitError is why a run was stopped: it used up one of its bounds.
type LimitError = interp.LimitError

// StallError is why a game was stopped that goes round in circles: the same questions in the same state,
// over and over.
type StallError = interp.StallError
