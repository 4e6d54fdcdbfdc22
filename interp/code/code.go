// Package code turns the statements of a checked program into flat instructions. A position in
// running code is (block, counter): two numbers of the state. Expressions inside instructions are
// closures of package eval; only instructions suspend.
package code

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/internal/space"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Instr is one instruction.
type Instr struct {
	Op   Op
	A, B int32
	Int  eval.Int
	Bool eval.Bool
	List eval.List
	With any // what more the instruction needs; its type follows from Op
	At   source.Span
}

// Block is the code of one body.
type Block struct {
	Name   string
	Code   []Instr
	Stmts  []ir.Stmt // what each instruction is of, parallel to Code; nil for the end
	Uses   [][]Use   // parallel to Code, too
	Always []Kept    // parts that always run
	Ints   int       // size of the frame
	Lists  int
}

// Kept is a part of a block that always runs: the counters of the marks around it, and where the
// statements begin that it stands among.
type Kept struct{ At, End, Among int32 }

// NextAlways is where the next part begins that always runs, and its end, from pc on, of what stands there and
// around it; ok is false for none. What stands inside a statement that has not begun is skipped with it.
func (b *Block) NextAlways(pc int32) (begin, end int32, ok bool) {
	for _, a := range b.Always {
		if a.At >= pc && a.Among <= pc {
			return a.At + 1, a.End, true
		}
	}
	return 0, 0, false
}

// InAlways tells whether pc lies in a part that always runs.
func (b *Block) InAlways(pc int32) bool {
	return slices.ContainsFunc(b.Always, func(a Kept) bool { return pc > a.At && pc <= a.End })
}

// Slot is where a variable lives.
type Slot struct {
	N    int32
	List bool
}

func slot(v ir.Var) Slot { return Slot{int32(v.Slot), v.Type.IsList()} }

// Use is a slot that an instruction reads, beside those that its expressions read, or writes for certain.
type Use struct {
	Slot
	Event bool // of the event that a clause is about
	Sets  bool
}

func reads(vars ...ir.Var) (all []Use) {
	for _, v := range vars {
		all = append(all, Use{Slot: slot(v)})
	}
	return all
}

func sets(s Slot) Use { return Use{Slot: s, Sets: true} }

// Value is a compiled expression of either sort.
type Value struct {
	Int  eval.Int
	List eval.List
}

// Write is the target of Field and Cell.
type Write struct {
	Field *ir.Field
	Of    eval.Int // record or instance; nil: the event at hand
	Op    byte
	Value Value
	Expr  *ir.Expr // what Value was, for explanations
	Mask  uint64
	Card  int32 // of a cell: the only card that has it; -1
	At    source.Span
}

// CallTo is the payload of Call and Result.
type CallTo struct {
	Stmt   *ir.Emit
	Event  int
	Args   []Arg
	Given  uint64 // the fields of the event that they give
	Result []Slot // parallel to the event's fields; nil when the record is not kept
	Inner  int    // During: the block that runs inside; -1
	Cost   bool   // of a clause: when it does not happen, nothing more does
	Dice   *Dice  // of a throw that somebody hears: what the caller makes of it
}

// OnDiceTo is the payload of OnDice.
type OnDiceTo struct {
	Stmt  *ir.OnDice
	Times eval.Int  // nil: all
	Where eval.Bool // nil: any
	To    eval.Int
	// Where a player picks: whether there is anything to pick, or else it goes on behind what is done; and that it was
	// picked.
	Whether, Picked bool
}

// Onward is the payload of Proceed: what changes.
type Onward struct {
	Stmt  *ir.Proceed
	Args  []Arg
	Given uint64 // the fields that they change
}

// Arg gives a field its value.
type Arg struct {
	Field int
	Slot  int // of the field, in the event's frame
	F     *ir.Field
	Value Value
}

// Loop is the payload of Next.
type Loop struct {
	Snap, Pos int32
	Var       Slot
	Group     []int32
	Stride    int
	Inst      bool // members are instances: skip those that have left play
	Where     eval.Bool
}

// Dice is the payload of Throw.
type Dice struct {
	Stmt  *ir.Throw
	Count eval.Int
	Faces eval.Int
	By    eval.Int // nil: Into takes the faces
	Of    eval.Int // whose they are; nil where it is not said, or no clause asks
	Into  Slot     // of the faces, or of the classes and their counts; of one die an int
}

// Bag is the payload of Put.
type Bag struct {
	Kind   int // ir.Bag.ID
	Count  eval.Int
	Of     eval.Int
	Values []eval.Int
	Local  *Slot
	Slot   int32
}

// Form is a form to be asked: of an event or of a choose statement.
type Form struct {
	By     Value
	Fields []*FormField
}

// FormField is a compiled field of a form.
type FormField struct {
	F                *ir.FormField
	Slot             Slot
	In               eval.List
	Lo, Hi           eval.Int
	CountLo, CountHi eval.Int
	Repeat           eval.Int
	Within           eval.Int
	Of               Value
	Where            eval.Bool
	Prefer           eval.Int
}

// Make is the payload of Create.
type Make struct {
	Stmt    *ir.Create
	CardOf  eval.Int
	Args    []Value
	For, To eval.Int
	From    eval.Int
	Place   *Place
	Lasts   *Lasting // nil: until it is destroyed
	As      *Slot
	Cells   []Value
}

// Lasting is a compiled duration.
type Lasting struct {
	Ending ir.Ending
	Span   int32    // -1 for none
	Times  eval.Int // how many of the spans; nil: Nth
	Nth    int32
	Of     eval.Int // subject of the span; nil: any
}

// Place is a compiled place.
type Place struct {
	P  ir.Place
	At Value // the instance or the point
	Of eval.Int
}

// Move is the payload of Change.
type Move struct {
	Stmt  ir.Change
	What  eval.Int
	Place *Place
	Lasts *Lasting // nil: as before
	With  eval.Int
	From  eval.Int
}

// Walk is the payload of Travel.
type Walk struct {
	Stmt  *ir.Travel
	What  eval.Int
	Along eval.List
	Watch []Watch
}

// Watch is a compiled watcher; its body begins at Body.
type Watch struct {
	W      *ir.Watch
	Word   space.Word
	Within eval.Int
	Where  eval.Bool
	Body   int32
}

// Turns is the payload of Act.
type Turns struct {
	Stmt *ir.Act
	Who  eval.Int
}

// Step is the payload of Script.
type Step struct {
	Stmt  ir.Step
	Cond  eval.Bool
	Value Value
	Faces []eval.Int
	Args  []NamedValue
}

// NamedValue is `name: value` of an answer.
type NamedValue struct {
	Name  string
	Value Value
}
