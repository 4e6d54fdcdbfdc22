// Package interp is the machine: it plays a checked program and knows no game.
//
// # State, machine, run
//
// A [Machine] is made once of a program; it holds closures and flat code and is shared freely. The
// whole of a game is a state (package state): flat tables of integers, including where the machine
// stands inside a rule. A [Run] is a machine at work on one state.
//
// [Run.Step] plays on until something from outside is wanted: dice, an answer, a step of a script.
// [Run.Resume] gives it. A handler is a loop around the two: package trial runs tests with fixed
// dice, play runs games and replays, odds forks at each throw and merges equal states, sim plays
// many times. There is one implementation of every rule.
//
// # Rooms
//
//   - [github.com/kdsl-lang/kdsl/interp/state] is the game as data, with copies, hashes and comparison.
//   - [github.com/kdsl-lang/kdsl/interp/eval] makes closures of expressions: functions, folded stats,
//     primitives; [github.com/kdsl-lang/kdsl/interp/code] makes flat code of statements.
//   - [github.com/kdsl-lang/kdsl/interp/space] is the geometry of the table, in whole numbers.
//   - [github.com/kdsl-lang/kdsl/interp/dice] is chance, frozen: a seed is a game.
//   - [github.com/kdsl-lang/kdsl/interp/journal] is what is told.
//   - [github.com/kdsl-lang/kdsl/interp/live] says what of a position may still be read.
//   - [github.com/kdsl-lang/kdsl/interp/trial], play, odds and sim are the handlers.
//
// # Order
//
// Every event goes through the same steps, see lang/spec.md section 4. Inside a step, clauses run in
// a total order: scenario, card, rulebook; the active player's first, then the others in seat order;
// arrival in play; and last the static order of ids and labels. A clause whose condition stopped
// holding earlier in the step does not run; one that arrived during the step waits for the next.
// List positions, map order and file order decide nothing.
//
// Legality is pure: requirements, prohibitions, limits and costs are asked on a frame that is taken
// back. That is how actions are offered, how forms are narrowed and how automatic players think.
//
// # Why
//
// The journal tells what happened. Why a value is what it is, and why a clause did not act, is answered
// by playing again with [Run].Why, Wrote and Folded set, which hear more and change nothing. Which ways
// a program goes is told by a machine that [Covered] makes; one that [New] makes holds no trace of it.
//
// # Errors
//
// An expression that fails (an overflow, a thing that is gone) never counts as false. The step fails,
// with place and values, and the state goes back to where the action began. Budgets bound steps,
// depth, instances and choices; content that reaches one fails in the same way.
//
// # Determinism
//
// Same program, same dice, same answers: same bytes in the journal, on every platform, with any
// number of workers. There are no floating point numbers, no clocks and no map iteration on the way.
// Instances are named by small numbers that are reused when nothing refers to them any more, so that
// equal situations are equal states.
package interp
