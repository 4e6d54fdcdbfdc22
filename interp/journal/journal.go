// Package journal is what a game tells: one entry for everything that happened, in order. No rule
// reads it.
package journal

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Kind says what an entry tells.
type Kind string

// The kinds of entries.
const (
	When      Kind = "when"      // a script starts an event
	Event     Kind = "event"     // an event is proposed
	Done      Kind = "done"      // it happened, with its final fields
	Refused   Kind = "refused"   // it did not: a requirement, a limit, a prohibition or a cost
	Cancelled Kind = "cancelled" // a clause cancelled it
	Replaced  Kind = "replaced"  // a clause put something in its place
	Clause    Kind = "clause"    // a clause runs
	Change    Kind = "change"    // a cell was written
	Enter     Kind = "enter"     // an instance came into being
	Leave     Kind = "leave"     // an instance is gone
	Move      Kind = "move"      // an instance is elsewhere
	Throw     Kind = "throw"     // dice
	Choice    Kind = "choice"    // an answer
	Sum       Kind = "sum"       // a contribution to a field
	Note      Kind = "note"
	Manual    Kind = "manual"
)

// Entry is one thing that happened. Depth is that of the stack, for indentation; Names, Ints, Lists and
// Types hold the fields that it is about, and which of them count follows from the kind.
type Entry struct {
	Kind   Kind
	Depth  int
	Event  int      // declared event, -1
	Hook   int      // clause, -1
	Inst   int64    // instance it is about, or -1
	Names  []string // names of the fields below
	Ints   []int64
	Lists  [][]int64
	Types  []ir.Type // of the fields below, where no event declares them
	Text   string    // label of a requirement, note
	Why    Why       // of what did not happen
	Say    *ir.Texts // the sentence of a note, in every language
	Player int32
	At     source.Span
	Hidden []int32 // players who may see it; nil: everybody
}

// Recorder hears entries.
type Recorder func(*Entry)

// Size is about how many bytes an entry takes in memory.
func (e *Entry) Size() int64 {
	n := 400 + 8*len(e.Ints) + len(e.Text)
	for _, l := range e.Lists {
		n += 24 + 8*len(l)
	}
	return int64(n)
}
