package ir

import "github.com/kdsl-lang/kdsl/lang/source"

// Block is a sequence of statements.
type Block struct {
	At    source.Span
	Stmts []Stmt
}

// Stmt is a statement, with its place. The statements are those of Stmts and no others: a switch over
// them has every one of them.
//
//sumtype:decl
type Stmt interface {
	Site() source.Span
	stmt()
}

// Base is the place of a statement.
type Base struct{ At source.Span }

// Site is where the statement stands.
func (b Base) Site() source.Span { return b.At }

// Var is a slot of the code's own frame.
type Var struct {
	Name string
	Type Type
	Slot int
}

// Let sets a local.
type Let struct {
	Base
	Var   Var
	Value *Expr
}

// SetField writes a field of the event (Rec nil: the event in whose pipeline the code runs).
// Op is '=', '+' or '-'.
type SetField struct {
	Base
	Rec   *Expr
	Field *Field
	Op    byte
	Value *Expr
}

// SetCell writes a cell of an instance.
type SetCell struct {
	Base
	Inst  *Expr
	Field *Field
	Op    byte
	Value *Expr
}

// Emit is a call of an event. Args are by field index. Result is the local where the record's
// fields are copied when it is over (its first int slot and first list slot), or nil.
type Emit struct {
	Base
	Event  int
	Args   []EmitArg
	Result *Result
}

// EmitArg gives a field its value.
type EmitArg struct {
	Field int
	Value *Expr
}

// Result is where a finished event's fields go: field i to the local Vars[i].
type Result struct {
	Vars []Var // parallel to Event.Fields
}

// If chooses.
type If struct {
	Base
	Cond *Expr
	Then *Block
	Else *Block
}

// Each runs the body for each member of a list, a snapshot. Members that are instances are
// skipped when they have left play or when Where no longer holds.
type Each struct {
	Base
	Var    Var
	In     *Expr // a list, or AllOf
	Where  *Expr // sees Var as a local
	Body   *Block
	Snap   Var   // list slot that holds the snapshot
	Pos    Var   // int slot that holds the position
	Group  []Var // over a bag: the fields of the group, then its count
	Stride int   // 1, or fields+1 for a bag, or 3 for a path
}

// Repeat runs the body Times times, or until a condition holds (tested before each round).
type Repeat struct {
	Base
	Times *Expr
	Until *Expr
	Body  *Block
	Pos   Var // int slot
}

// Throw throws Count dice of Faces faces. Without By, Into is the list of faces, highest first.
// With By (which sees the face as temporary 0), Body runs once for each class that occurs.
type Throw struct {
	Base
	Count, Faces *Expr
	Into         Var
	By           *Expr
	ByType       Type
	Class, Num   Var // locals of the body
	Body         *Block
	Snap, Pos    Var // list of (class, count) pairs, and the position in it
}

// Draw takes one member of a list, each as likely as the other. An empty list fails the step.
type Draw struct {
	Base
	Var Var
	In  *Expr
}

// Put adds Count things to a bag held in a local or a field of the event.
type Put struct {
	Base
	Count  *Expr
	Rec    *Expr // nil with Local
	Field  *Field
	Local  *Var
	Bag    int
	Values []*Expr // by the bag's fields
}

// Choose asks for one field; the answer goes to Field.Field.Slot of the own frame.
type Choose struct {
	Base
	Form []*FormField
	By   *Expr
}

// Create makes an instance. Apply tells which word was used.
type Create struct {
	Base
	Apply    bool
	Given    bool // a position is set up: nothing turns true by it
	Card     int
	CardExpr *Expr // a card that is computed, with Card -1
	Args     []*Expr
	For      *Expr    // player
	To       *Expr    // bearer
	From     *Expr    // source
	Place    Place    // nil: nowhere in particular
	Duration Duration // nil: until it is destroyed
	As       *Var
	Cells    []CellInit // of `given`
}

// CellInit sets a cell right after creation.
type CellInit struct {
	Field *Field
	Value *Expr
}

// Push moves a piece in a straight line away from another until something stops it.
type Push struct {
	Base
	What, From, By        *Expr
	Moved, Obstacle, Edge Var
}

// Travel moves a piece along a path; watchers run at the exact point.
type Travel struct {
	Base
	What, Along *Expr
	Path        Var // list slot: what is left of the path
	Mark        Var // list slot: how far it has come, then (watcher, instance) pairs already run there
	Watch       []*Watch
}

// WatchWord is enter, leave or touch.
type WatchWord int

// What a watcher waits for.
const (
	BadWatch WatchWord = iota
	Enter
	Leave
	Touch
)

// Watch is one watcher of a travel.
type Watch struct {
	Base
	Word   WatchWord
	Var    Var
	Kind   int
	Within *Expr // sees Var
	Where  *Expr // sees Var
	Body   *Block
}

// ContributeOp is what a contribution does to the value.
type ContributeOp int

// The operations of contributions, in their order within a layer.
const (
	BadContribute ContributeOp = iota
	SetOp
	AddOp
	MulOp
	DivUp
	DivDown
	RaiseOp
	CapOp
)

// ContributeField adds to the fold of a field of the event in whose pipeline the clause runs.
type ContributeField struct {
	Base
	Op    ContributeOp
	Value *Expr
	Field *Field
	Index int // of the field in the event
	Layer int
}

// ContributeStat adds to the fold of a stat, in a `while` on stats.
type ContributeStat struct {
	Base
	Op    ContributeOp
	Value *Expr
	Inst  *Expr // whose stat it is
	Kind  int   // of the stat
	Index int   // of the stat in its kind
	Layer int
}

// Act lets players start actions. Window: each player of By in turn; else the owner of Who.
type Act struct {
	Base
	Who          *Expr // nil for a window
	By           *Expr
	Events       []int // the actions offered; nil: all
	Pass         bool  // until pass, else once
	Turn, Passes Var
	Order        Var // list slot of the players
}

// Stop unwinds to the innermost such span.
type Stop struct {
	Base
	Span int
}

// Cancel cancels the event; only in before.
type Cancel struct{ Base }

// Always runs even when the rest of the procedure is skipped.
type Always struct {
	Base
	Body *Block
}

// Note tells the journal.
type Note struct {
	Base
	Texts Texts
}

// Manual is a clause that the machine does not play.
type Manual struct {
	Base
	Text string
}

func (*Let) stmt()             {}
func (*SetField) stmt()        {}
func (*SetCell) stmt()         {}
func (*Emit) stmt()            {}
func (*If) stmt()              {}
func (*Each) stmt()            {}
func (*Repeat) stmt()          {}
func (*Throw) stmt()           {}
func (*Draw) stmt()            {}
func (*Put) stmt()             {}
func (*Choose) stmt()          {}
func (*Create) stmt()          {}
func (*Push) stmt()            {}
func (*Travel) stmt()          {}
func (*ContributeField) stmt() {}
func (*ContributeStat) stmt()  {}
func (*Act) stmt()             {}
func (*Stop) stmt()            {}
func (*Cancel) stmt()          {}
func (*Always) stmt()          {}
func (*Note) stmt()            {}
func (*Manual) stmt()          {}
