package ir

// The event `throw`: what every throw is that somebody hears. Its record has slots that no text can name.

// The int slots of a throw.
const (
	ThrowOf     = iota // whose it is
	ThrowSize          // of each die
	ThrowNumber        // of dice
	ThrowAgain         // it is asked whether dice may be thrown again
	ThrowOne           // the value of one die
	ThrowOutcome
)

// The list slots of a throw.
const (
	ThrowFaces   = iota // as they lie, highest first
	ThrowFor            // its tags
	ThrowOnce           // what lies there as it was thrown first, lowest first
	ThrowTwice          // what was thrown again
	ThrowParts          // of each face: the one that stands for it, and its class
	ThrowHearers        // the clauses after it, as (clause, instance)
	ThrowOut            // what the caller takes over: the faces, or the classes with their counts
)

// Tagged tells whether a condition on a throw is that it has a tag.
func (e *Expr) Tagged() bool {
	return e.Op == In && e.Args[1].Op == EventField && e.Args[1].Lists && e.Args[1].N == ThrowFor
}

// DiceOp is what is done to the dice of a throw.
type DiceOp int

// What is done to dice.
const (
	BadDice DiceOp = iota
	FallDice
	AgainDice
	MoreDice
	DropDice
	TurnDice
)

// DiceOps are the words for what is done to dice.
var DiceOps = [...]string{FallDice: "fall", AgainDice: "again", MoreDice: "more", DropDice: "drop", TurnDice: "set"}

// OnDice does something to the dice of a throw: after it, or (FallDice) the throw itself. Where and To see the
// face as temporary 0.
type OnDice struct {
	Base[Stmt]
	Op    DiceOp
	Times *Expr // nil: all
	Where *Expr
	To    *Expr
	Fixed bool    // Where and To depend on nothing but the face and what never changes
	Pick  *Choose // who picks among several is asked before; nil: the lowest are taken
}
