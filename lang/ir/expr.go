package ir

import "github.com/kdsl-lang/kdsl/lang/source"

// MaxTemps is how many temporaries one piece of code may need: a function with its parameters, a
// table's row with its keys, the macros of a condition inside each other. The machine gives so many
// to each call.
const MaxTemps = 24

// Op is the operation of an expression.
type Op uint8

// The operations; Ops says how they are written and what they read. "temp" is a temporary of the evaluation (a macro's variable, a function's
// parameter), never part of the state.
const (
	BadOp      Op = iota
	Const         // N, or List when the type is a list
	Local         // slot N of the code's own frame
	EventField    // slot N of the event in whose pipeline the code runs (bare field names)
	RecField      // slot N of the event record Args[0]
	Temp          // temporary N
	Self          // the instance whose clause this is
	This          // the event in whose pipeline the code runs, as a record
	OptionVal     // option N
	// instances; Args[0] is the instance
	CellOf    // int or list cell; N is the slot; Field
	PrintedOf // N is the field's index in its kind; Field
	CarriedBy // the cards of kind Ref that the card Args[0] carries
	StatOf    // N is the field's index in its kind; Ref the kind; Field
	BaseOf    // the same after the first layer only
	DerivedOf // N is the field's index; Ref the kind
	OwnerOf
	CardOfInst
	BearerOf     // optional
	SourceOf     // optional
	SelfBearer   // bearer of self, or self when it lies on nothing; no Args
	ScriptPlayer // player number N
	// arithmetic, comparison, logic; lengths are thousandths, mixed operands are scaled by Scale
	Neg
	Add
	Sub
	Mul
	Scale // Args[0] * Unit: an int as a length
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	And
	Or
	Not
	Cond  // Args[0] ? Args[1] : Args[2]
	Has   // Args[0] is present
	In    // Args[0] in the list Args[1]
	Index // Args[0][Args[1]]
	MakeList
	// macros over a list Args[0]; N is the temporary of the element; Args[1] the body
	Exists
	ForAll
	ExistsOne
	Filter // gives a list; over a bag, a bag
	Map
	Count // how many (over a bag: the sum of counts)
	Sum
	Most
	Least
	// over everything: the list is All of kind Ref and is never materialised under a macro
	AllOf
	CallFunc  // function N
	CallTable // table N
	CallPrim  // primitive N (see Prims)
	opCount
)

// Expr is a typed expression. It never suspends and changes nothing.
type Expr struct {
	Op    Op
	Type  Type
	N     int64
	Ref   int
	List  []int64
	Args  []*Expr
	At    source.Span
	Name  string // the name as written, for explanations and printing
	Lists bool   // Local, EventField, RecField, Temp, CellOf: the slot is among the lists
	// Over a bag, the macro's element is a row: field i is temporary N+i, the count N+len(fields).
}

// Walk calls f for e and everything under it, outermost first, while f returns true.
func (e *Expr) Walk(f func(*Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	for _, a := range e.Args {
		a.Walk(f)
	}
}
