// Package journal is what a game tells: one entry for everything that happened, in order. No rule
// reads it.
package journal

import (
	"strconv"
	"strings"

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
	Renew     Kind = "renew"     // an instance begins anew: one that it counts as one with has come, and is gone
	Leave     Kind = "leave"     // an instance is gone
	Move      Kind = "move"      // an instance is elsewhere
	Throw     Kind = "throw"     // dice
	Dice      Kind = "dice"      // that were thrown are thrown again, turned or taken away by a clause
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
	Types  []ir.Type   // of the fields below, where no event declares them
	Asked  []*ir.Field // of a choice: what was asked for
	Text   string      // label of a requirement, note
	Why    Why         // of what did not happen
	Say    *ir.Texts   // the sentence of a note, in every language
	Player int32
	At     source.Span
	Hidden []int32 // players who may see it; nil: everybody
	ByFace []int64 // of dice that are sorted: the class of each face, from 1

	// What only reports ask for, and lines do not have.
	Of     int64    // of a throw: whose dice they are; of a choice whether a clause is used: whose it is; -1
	May    *ir.Hook // of a choice: the clause that may be used; nil: another
	Yes    bool     // it is used
	Sealed bool     // of a choice: nobody heard of it while others were to choose, too
}

// MostFaces is the largest die of which it is told into which class each face falls.
const MostFaces = 100

// Fell writes the faces that a die may show that fell into a class, as `4-6`; ok is false where that is not known.
func (e *Entry) Fell(class int64) (faces string, ok bool) {
	var out []string
	is := func(f int) bool { return f <= len(e.ByFace) && e.ByFace[f-1] == class }
	for from := 1; from <= len(e.ByFace); from++ {
		if !is(from) {
			continue
		}
		to := from
		for is(to + 1) {
			to++
		}
		one := strconv.Itoa(from)
		if to > from {
			one += "-" + strconv.Itoa(to)
		}
		out = append(out, one)
		from = to
	}
	return strings.Join(out, ","), out != nil
}

// Size is about how many bytes an entry takes in memory.
func (e *Entry) Size() int64 {
	n := 400 + 8*len(e.Ints) + len(e.Text)
	for _, l := range e.Lists {
		n += 24 + 8*len(l)
	}
	return int64(n)
}

// WhyKind says what sort of thing stands in the way of an event.
type WhyKind int

// The kinds of reasons.
const (
	NoWhy       WhyKind = iota
	Requirement         // of the event
	Prohibition         // a `cannot`
	Limit
	Cost       // it was tried and did not happen
	NoAnswer   // there is no answer to the form
	Target     // what the caller gave is no answer to the form
	Unseen     // something that the player does not see
	NotOffered // an action for whom nobody offers it
)

// String is the kind in a word.
func (k WhyKind) String() string {
	return [...]string{NoWhy: "nothing", Requirement: "requirement", Prohibition: "prohibition", Limit: "limit", Cost: "cost",
		NoAnswer: "choice", Target: "choice", Unseen: "hidden", NotOffered: "not offered"}[k]
}

// Why is why an event did not happen, or may not. The zero value is no reason.
type Why struct {
	Kind  WhyKind
	Label string   // of a requirement; `card.label` of a prohibition; `limit`, `cost`, `no_choice`; a field's name
	Event int      // of which event the reason is: this one, or one of its costs
	Via   int      // the cost through which it is a reason, an event; -1 when it is the event's own
	Hook  int32    // the prohibition, -1
	Inst  int32    // whose it is, -1
	Expr  *ir.Expr // the condition that does not hold, or does; nil
	Lacks string   // of a form without an answer, the field for which there is nothing to choose; "" for none
}

// Is tells whether an author means this reason by a word: its label, with or without the card, or `cost`
// for whatever stands in the way of a cost.
func (w Why) Is(word string) bool {
	return w.Label == word || word == "cost" && (w.Via >= 0 || w.Kind == Cost) || w.Label[strings.LastIndexByte(w.Label, '.')+1:] == word
}
