// Package interp is the machine: it plays a checked program and knows no game.
//
// # State, machine, run
//
// A [Machine] is made once of a program; it holds closures and flat code and is shared freely. The
// whole of a game is a state (package state): flat tables of integers, including where the machine
// stands inside a rule. A [Run] is a machine at work on one state.
//
// [Run.Step] plays on until something from outside is wanted: dice, an answer, a step of a script.
// [Run.Resume] gives it. [Drive] is the loop around the two, and a [Handler] gives what is wanted:
// package trial runs tests, play runs games and replays, odds forks at each throw and merges equal
// states, sim plays many times. Automatic players are asked like everybody else. There is one
// implementation of every rule, and one way to run it.
//
// A run stands on parts that know only what is below them: game (frames, fuel), told (what is heard of
// it), life (what comes and goes), rules (fields, limits, folds), picker and legal (candidates, verdicts,
// the search of a form), asker (questions), flow (the pipeline), hearing (throws), executor (code), [Run].
//
// # Rooms
//
//   - [github.com/kdsl-lang/kdsl/interp/state] is the game as data, with copies, hashes and comparison.
//   - [github.com/kdsl-lang/kdsl/interp/eval] makes closures of expressions: functions, folded stats,
//     primitives; [github.com/kdsl-lang/kdsl/interp/code] makes flat code of statements.
//   - [github.com/kdsl-lang/kdsl/interp/internal/space] is the geometry of the table, in whole numbers.
//   - [github.com/kdsl-lang/kdsl/interp/dice] is chance, frozen: a seed is a game.
//   - [github.com/kdsl-lang/kdsl/interp/journal] is what is told.
//   - [github.com/kdsl-lang/kdsl/interp/internal/live] says what of a position may still be read.
//   - [github.com/kdsl-lang/kdsl/interp/trial], play, odds, sim and survey are the handlers.
//
// # Order
//
// Every event goes through the same steps, see lang/spec.md section 4. Inside a step, clauses run in
// a total order: scenario, card, rulebook; the active player's first, then the others in seat order;
// arrival in play; and last the static order of ids and labels. A clause whose condition stopped
// holding earlier in the step does not run; one that arrived during the step waits for the next.
// List positions, map order and file order decide nothing. Of many clauses on an event only those are asked
// that it may concern: what waits for an event about its bearer is found through what lies on that thing.
//
// Legality is pure: requirements, prohibitions, limits and costs are asked on frames that are taken off
// again, and what is tried is taken back from the log of the state. The answer is a [Verdict] with one
// typed reason, [Why]: the journal, tests, explanations and front ends have theirs from there. One search
// of a form says whether it has an answer, which one an automatic player takes, what somebody else may
// choose ([Run.Candidates]) and whether an answer will do.
//
// # Why
//
// A [Listener] hears what happens: the journal, the clauses that were considered, how values came about.
// One file knows whether there is one (tell.go); no rule does. Which ways a program goes is told by a
// machine that [Covered] makes; one that [New] makes holds no trace of it.
//
// # Errors
//
// An expression that fails (an overflow, a division by 0) never counts as false. The step fails, with
// place and values, and the state goes back to where the action began: the log of what was written since
// is taken back. A [Budget] bounds the fuel of a whole run, depth, instances and candidates; content that
// reaches a bound fails in the same way, with a [LimitError]. A game that goes round in circles is a
// [StallError]. Nothing recurses on what content can make deep without counting.
//
// # Determinism
//
// Same program, same dice, same answers: same bytes in the journal, on every platform, with any
// number of workers. There are no floating point numbers, no clocks and no map iteration on the way.
// An instance's number is its arrival and is not used again; what was destroyed keeps what it last was
// for those who still speak of it. [Run.Compact] closes the numbers that nothing speaks of, through the
// types of all slots, so that equal situations are equal states.
package interp
