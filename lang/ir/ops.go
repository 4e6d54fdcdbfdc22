package ir

import "math/bits"

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
)

// Reads says what a value depends on besides its arguments: a set.
type Reads uint8

// What may be read.
const (
	ReadsNothing Reads = 1 << iota // the arguments alone
	ReadsCode                      // the code under way: its slots, its event, whose clause it is
	ReadsPrint                     // which card an instance is, and what is printed on it
	ReadsCells                     // what a field of an instance holds, or is worked out from
	ReadsOptions                   // what was chosen before the game
	ReadsTable                     // what is in play, where it is and whose: anything may change it
	ReadsBody                      // whatever the body of a function or the rows of a table read
)

// ReadsGame is what is known only while a game is under way, wherever the code stands.
const ReadsGame = ReadsCells | ReadsOptions | ReadsTable

// Any tells whether something of another set is read.
func (r Reads) Any(of Reads) bool { return r&of != 0 }

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
	SelfBearer:   {"bearer", LeafShape, ReadsCode},
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
	AllOf:        {"all", LeafShape, ReadsTable},
	CallFunc:     {"function", CallShape, ReadsBody},
	CallTable:    {"table", CallShape, ReadsBody},
	CallPrim:     {"primitive", CallShape, ReadsBody}, // its Prim says what it reads
}

// ContributeOps are the names of the operations of contributions.
var ContributeOps = [...]string{SetOp: "set", AddOp: "add", MulOp: "multiply", DivUp: "divide_up", DivDown: "divide_down",
	RaiseOp: "raise", CapOp: "cap"}

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

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}
