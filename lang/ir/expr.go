package ir

import (
	"math/bits"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/source"
)

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
	Folded        // what the field Args[0] of event Ref, its N-th, or the call Args[0] of a function with layers, comes to with all that contributes to it now
	Became        // whether the outcome Args[0] is the one of ir.Outcomes[N]
	Around        // the innermost event Ref under way around that one, as a record; with N, that one counts, too
	Can           // whether a call of event Ref would be permitted now, Args given to its fields List
	Ignored       // whether of the clauses with the label after the name's point, of cards Ref that lie on Args[0] or are it, every one is switched off
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
	Narrowed     // Args[0], which is known to be of kind or card Ref: fails when something else stands there since that was asked
	SelfBearer   // what self lies on, of kind Ref; no Args. A clause that names it sleeps while there is none
	SelfOwner    // the owner of what self lies on, or of self when it lies on nothing; no Args
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
	Stood // Args[2] as if the instance Args[0] stood at the point Args[1]
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
	Best // the members for which the body is greatest; over a bag, a bag
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

// OfFigure tells whether it is what a function with layers comes to.
func (e *Expr) OfFigure() bool { return e.Op == Folded && e.Args[0].Op == CallFunc }

// Label is the label of the clauses that an Ignored asks about, "" when it asks about all.
func (e *Expr) Label() string {
	_, label, _ := strings.Cut(e.Name, ".")
	return label
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

// Conjuncts are the conditions that must all hold, in their order.
func (e *Expr) Conjuncts() []*Expr {
	switch {
	case e == nil:
		return nil
	case e.Op == And:
		return append(e.Args[0].Conjuncts(), e.Args[1].Conjuncts()...)
	}
	return []*Expr{e}
}

// Shape is how an operation is written, and with it what its Args are.
type Shape uint8

// The shapes. The operations of one shape differ in their name alone.
const (
	LeafShape       Shape = iota + 1 // no Args: a value, a slot, or what has a word of its own
	OfShape                          // Args[0].name
	FieldShape                       // Args[0].f, where f is the expression's own name
	PrefixShape                      // name Args[0]
	ArithmeticShape                  // Args[0] name Args[1], numbers
	ComparisonShape                  // the same, whether two values are equal or in order
	LogicShape                       // the same, bools; the right one is read only when the left one does not decide
	MemberShape                      // the same, a value and a list
	ChoiceShape                      // Args[0] ? Args[1] : Args[2]
	ElementShape                     // Args[0][Args[1]]
	LiteralShape                     // [Args...]
	MacroShape                       // Args[0].name(m, Args[1])
	CallShape                        // name(Args...), the name being the expression's own unless it has none
	UnwrittenShape                   // Args[0], made what it must be
	WhoseShape                       // name(the expression's own name, of: Args[0])
	AskShape                         // name(EVENT(Args...)), the event being called the expression's own name
)

// Operation is a row of Ops.
type Operation struct {
	Name  string // as it is written; of operations that are not written by a name, what it is
	Shape Shape
	Reads Reads
}

// Ops is the table of operations. BadOp has no row.
var Ops = [opCount]Operation{
	Const:        {"constant", LeafShape, ReadsNothing},
	Local:        {"local", LeafShape, ReadsCode},
	EventField:   {"field", LeafShape, ReadsCode},
	RecField:     {"record", FieldShape, ReadsCode},
	Temp:         {"temporary", LeafShape, ReadsNothing},
	Self:         {"self", LeafShape, ReadsCode},
	This:         {"this", LeafShape, ReadsCode},
	Folded:       {"folded", UnwrittenShape, ReadsCells},
	Became:       {"outcome", FieldShape, ReadsNothing},
	Around:       {"during", LeafShape, ReadsCode},
	Can:          {"can", AskShape, ReadsCode | ReadsCells | ReadsTable},
	Ignored:      {"ignored", WhoseShape, ReadsCode | ReadsCells | ReadsTable},
	OptionVal:    {"option", LeafShape, ReadsOptions},
	CellOf:       {"cell", FieldShape, ReadsCells},
	PrintedOf:    {"printed", FieldShape, ReadsPrint},
	CarriedBy:    {"carried", FieldShape, ReadsNothing},
	StatOf:       {"stat", FieldShape, ReadsCells},
	BaseOf:       {"base", FieldShape, ReadsCells},
	DerivedOf:    {"derived", FieldShape, ReadsCells},
	OwnerOf:      {"owner", OfShape, ReadsTable},
	CardOfInst:   {"card", OfShape, ReadsPrint},
	BearerOf:     {"bearer", OfShape, ReadsTable},
	SourceOf:     {"source", OfShape, ReadsTable},
	Narrowed:     {"narrowed", UnwrittenShape, ReadsPrint},
	SelfBearer:   {"bearer", LeafShape, ReadsCode},
	SelfOwner:    {"owner", LeafShape, ReadsTable},
	ScriptPlayer: {"player", LeafShape, ReadsCode},
	Neg:          {"-", PrefixShape, ReadsNothing},
	Not:          {"!", PrefixShape, ReadsNothing},
	Add:          {"+", ArithmeticShape, ReadsNothing},
	Sub:          {"-", ArithmeticShape, ReadsNothing},
	Mul:          {"*", ArithmeticShape, ReadsNothing},
	Scale:        {"scale", UnwrittenShape, ReadsNothing},
	Eq:           {"==", ComparisonShape, ReadsNothing},
	Ne:           {"!=", ComparisonShape, ReadsNothing},
	Lt:           {"<", ComparisonShape, ReadsNothing},
	Le:           {"<=", ComparisonShape, ReadsNothing},
	Gt:           {">", ComparisonShape, ReadsNothing},
	Ge:           {">=", ComparisonShape, ReadsNothing},
	And:          {"&&", LogicShape, ReadsNothing},
	Or:           {"||", LogicShape, ReadsNothing},
	Cond:         {"?:", ChoiceShape, ReadsNothing},
	Stood:        {"standing", CallShape, ReadsTable},
	Has:          {"has", CallShape, ReadsNothing},
	In:           {"in", MemberShape, ReadsNothing},
	Index:        {"[]", ElementShape, ReadsNothing},
	MakeList:     {"list", LiteralShape, ReadsNothing},
	Exists:       {"exists", MacroShape, ReadsNothing},
	ForAll:       {"all", MacroShape, ReadsNothing},
	ExistsOne:    {"exists_one", MacroShape, ReadsNothing},
	Filter:       {"filter", MacroShape, ReadsNothing},
	Map:          {"map", MacroShape, ReadsNothing},
	Count:        {"count", MacroShape, ReadsNothing},
	Sum:          {"sum", MacroShape, ReadsNothing},
	Most:         {"most", MacroShape, ReadsNothing},
	Least:        {"least", MacroShape, ReadsNothing},
	Best:         {"best", MacroShape, ReadsNothing},
	AllOf:        {"all", LeafShape, ReadsTable},
	CallFunc:     {"function", CallShape, ReadsBody},
	CallTable:    {"table", CallShape, ReadsBody},
	CallPrim:     {"primitive", CallShape, ReadsBody}, // its Prim says what it reads
}

// Reads says what the node itself reads, without its arguments. What a function reads follows from its
// body, which this does not look at.
func (e *Expr) Reads() Reads {
	if e.Op == CallPrim {
		return Prims[e.N].Reads
	}
	return Ops[e.Op].Reads
}

// Apply works an operation out for numbers, 0 and 1 standing for false and true; a prefix operation has
// one, b. It answers false when the operation is no Prefix, Arithmetic or Comparison, or the result is
// too large. None is no number.
func (op Op) Apply(a, b int64) (int64, bool) {
	yes := false
	switch op {
	case Neg:
		return -b, b != None
	case Not:
		yes = b == 0
	case Add:
		c := a + b
		return c, (c > a) == (b > 0) && c != None
	case Sub:
		c := a - b
		return c, (c < a) == (b > 0) && c != None
	case Mul:
		c := a * b
		hi, lo := bits.Mul64(magnitude(a), magnitude(b))
		return c, hi == 0 && lo < 1<<63
	case Eq:
		yes = a == b
	case Ne:
		yes = a != b
	case Lt:
		yes = a < b
	case Le:
		yes = a <= b
	case Gt:
		yes = a > b
	case Ge:
		yes = a >= b
	default:
		return 0, false
	}
	if yes {
		return 1, true
	}
	return 0, true
}

// Mirrored is a comparison with its sides changed over: 3 < x is x > 3.
func (op Op) Mirrored() Op {
	switch op {
	case Lt:
		return Gt
	case Le:
		return Ge
	case Gt:
		return Lt
	case Ge:
		return Le
	}
	return op
}

// Denied is the comparison that holds where one does not.
func (op Op) Denied() Op {
	switch op {
	case Eq:
		return Ne
	case Ne:
		return Eq
	case Lt:
		return Ge
	case Le:
		return Gt
	case Gt:
		return Le
	case Ge:
		return Lt
	}
	return op
}
