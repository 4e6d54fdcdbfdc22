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
	of(Stmt)
}

// Stmts holds one of each statement.
var Stmts = []Stmt{
	(*Let)(nil), (*SetField)(nil), (*SetCell)(nil), (*Emit)(nil), (*If)(nil), (*Each)(nil),
	(*Repeat)(nil), (*Throw)(nil), (*OnDice)(nil), (*Draw)(nil), (*Put)(nil), (*Choose)(nil), (*Create)(nil),
	(*Push)(nil), (*Travel)(nil), (*ContributeField)(nil), (*ContributeStat)(nil), (*Act)(nil),
	(*Stop)(nil), (*Cancel)(nil), (*Proceed)(nil), (*Always)(nil), (*Note)(nil), (*Manual)(nil), (*Destroy)(nil),
	(*Move)(nil), (*Give)(nil), (*Hide)(nil), (*Reveal)(nil), (*Rotate)(nil), (*During)(nil),
	(*SetOption)(nil), (*Stub)(nil), (*GiveDice)(nil), (*Answer)(nil), (*ExpectCond)(nil),
	(*ExpectRefused)(nil), (*ExpectEvent)(nil), (*ExpectEnds)(nil), (*ExpectText)(nil),
	(*Measure)(nil),
}

// Base is the place of a statement. What embeds it is one of the sum S. It has a parameter so that it is no member
// itself: the check of switches counts no generic type.
type Base[S any] struct{ At source.Span }

// At is the base of the statement that stands there.
func At(at source.Span) Base[Stmt] { return Base[Stmt]{at} }

// Site is where the statement stands.
func (b Base[S]) Site() source.Span { return b.At }

func (Base[S]) of(S) {}

// Var is a slot of the code's own frame.
type Var struct {
	Name string
	Type Type
	Slot int
}

// Let sets a local.
type Let struct {
	Base[Stmt]
	Var   Var
	Value *Expr
}

// SetField writes a field of the event (Rec nil: the event in whose pipeline the code runs).
// Op is '=', '+' or '-'.
type SetField struct {
	Base[Stmt]
	Rec   *Expr
	Field *Field
	Op    byte
	Value *Expr
}

// SetCell writes a cell of an instance.
type SetCell struct {
	Base[Stmt]
	Inst  *Expr
	Ref   int // the only card that has the cell, as the type of its instances; 0: a kind has it, or the instance is self
	Field *Field
	Op    byte
	Value *Expr
}

// Emit is a call of an event. Args are by field index. Result is the local where the record's
// fields are copied when it is over (its first int slot and first list slot), or nil.
type Emit struct {
	Base[Stmt]
	Event     int
	Args      []EmitArg
	Result    *Result
	Refusable bool // of a test: it may be refused, since something asks about it
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
	Base[Stmt]
	Cond *Expr
	Then *Block
	Else *Block
}

// Each runs the body for each member of a list, a snapshot. Members that are instances are
// skipped when they have left play or when Where no longer holds.
type Each struct {
	Base[Stmt]
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
	Base[Stmt]
	Times *Expr
	Until *Expr
	Body  *Block
	Pos   Var // int slot
}

// Throw throws Count dice of Faces faces. Without By, Into is the list of faces, highest first, or with One
// the face. With By (which sees the face as temporary 0), Body runs once for each class that occurs; with One
// Into is the class.
type Throw struct {
	Base[Stmt]
	One          bool // one die, which is a number
	Count, Faces *Expr
	Into         Var
	By           *Expr
	ByType       Type
	Class, Num   Var // locals of the body
	Body         *Block
	Snap, Pos    Var   // list of (class, count) pairs, and the position in it
	Heard        *Emit // the event that it is for those who hear it; nil when no clause does
}

// Dicing is a statement that throws dice.
type Dicing interface {
	Stmt
	Dice() (count, faces *Expr)
}

// Dice is how many dice are thrown, of how many faces.
func (s *Throw) Dice() (count, faces *Expr) { return s.Count, s.Faces }

// Taken is how many faces the dice are taken to have, and what each is taken for still: half of a D10, rounded up, is a D5.
func (s *Throw) Taken() (faces, by *Expr) {
	f, b := s.Faces, s.By
	if f == nil || b == nil || f.Op != Const || f.N%2 != 0 || b.Op != CallPrim || b.N != PHalfUp || b.Args[0].Op != Temp {
		return f, b
	}
	half := *f
	half.N /= 2
	return &half, nil
}

// Draw takes one member of a list, each as likely as the other. An empty list fails the step.
type Draw struct {
	Base[Stmt]
	Var Var
	In  *Expr
}

// Put adds Count things to a bag held in a local or a field of the event.
type Put struct {
	Base[Stmt]
	Count  *Expr
	Rec    *Expr // nil with Local
	Field  *Field
	Local  *Var
	Bag    int
	Values []*Expr // by the bag's fields
}

// Choose asks for one field; the answer goes to Field.Field.Slot of the own frame.
type Choose struct {
	Base[Stmt]
	Form []*FormField
	By   *Expr
}

// Create makes an instance. Apply tells which word was used.
type Create struct {
	Base[Stmt]
	Apply    bool
	Given    bool // a position is set up: nothing turns true by it
	Card     int
	CardExpr *Expr // a card that is computed, with Card -1
	Args     []*Expr
	For      *Expr     // player
	To       *Expr     // bearer
	From     *Expr     // source
	Place    Place     // nil: nowhere in particular
	Duration *Duration // nil: until it is destroyed
	As       *Var
	Cells    []CellInit // of `given`
}

// CellInit sets a cell right after creation.
type CellInit struct {
	Field *Field
	Value *Expr
}

// Travel moves a piece along a path; watchers run at the exact point.
type Travel struct {
	Base[Stmt]
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
	At     source.Span
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

// ContributeOps are the names of the operations of contributions.
var ContributeOps = [...]string{SetOp: "set", AddOp: "add", MulOp: "multiply", DivUp: "divide_up", DivDown: "divide_down",
	RaiseOp: "raise", CapOp: "cap"}

// ContributeField adds to the fold of a field of the event in whose pipeline the clause runs, or of the function
// that it is about (Index 0).
type ContributeField struct {
	Base[Stmt]
	Op    ContributeOp
	Value *Expr
	Field *Field
	Index int // of the field in the event
	Layer int
}

// ContributeStat adds to the fold of a stat, in a `while` on stats.
type ContributeStat struct {
	Base[Stmt]
	Op    ContributeOp
	Value *Expr
	Inst  *Expr // whose stat it is
	Kind  int   // of the stat
	Index int   // of the stat in its kind
	Layer int
}

// Act lets players start actions. Window: each player of By in turn; else the owner of Who.
type Act struct {
	Base[Stmt]
	Who          *Expr // nil for a window
	By           *Expr
	Events       []int // the actions offered; nil: all
	Pass         bool  // until pass, else once
	Turn, Passes Var
	Order        Var // list slot of the players
}

// Stop unwinds to the innermost such span.
type Stop struct {
	Base[Stmt]
	Span int
}

// Cancel cancels the event; only in before.
type Cancel struct{ Base[Stmt] }

// Proceed lets the event go on that the clause stands in place of, with some fields changed; only in instead.
type Proceed struct {
	Base[Stmt]
	Args []EmitArg
}

// Always runs even when the rest of the procedure is skipped.
type Always struct {
	Base[Stmt]
	Body *Block
}

// Note tells the journal.
type Note struct {
	Base[Stmt]
	Texts Texts
}

// Manual is a clause that the machine does not play.
type Manual struct {
	Base[Stmt]
	Texts Texts
}

// Doing is a statement that says itself what it does.
type Doing interface {
	Stmt
	Deed() Deed
}

// Change does something to one instance, at once: Destroy, Move, Give, Hide, Reveal, Rotate, Push.
//
//sumtype:decl
type Change interface {
	Doing
	change()
}

// Deed is what a statement does as whoever plays it or tells of it takes it apart: to whom, and with what.
type Deed struct {
	Word  string // a word of what claims say: "moves"
	What  *Expr  // the instance; nil: nothing is done to one
	With  *Expr  // another instance or a player, or a number or length
	From  *Expr  // another instance
	To    Place
	Lasts *Duration
}

// Destroy takes an instance, and what lies on it, out of play.
type Destroy struct {
	Base[Stmt]
	What *Expr
}

// Move puts an instance somewhere else.
type Move struct {
	Base[Stmt]
	What     *Expr
	To       Place
	Duration *Duration // nil: as before
}

// Give makes a player the owner of an instance and of what lies on it.
type Give struct {
	Base[Stmt]
	What *Expr
	Whom *Expr
}

// Hide shows an instance to its owner only.
type Hide struct {
	Base[Stmt]
	What *Expr
}

// Reveal shows an instance to everybody.
type Reveal struct {
	Base[Stmt]
	What *Expr
}

// Rotate turns an instance.
type Rotate struct {
	Base[Stmt]
	What *Expr
	Turn *Expr // degrees
	By   bool  // from where it faces, not from x
}

// Push moves a piece in a straight line away from another until something stops it.
type Push struct {
	Base[Stmt]
	What, From, By        *Expr
	Moved, Obstacle, Edge Var
}

// Deed is what is done, and with what.
func (s *Destroy) Deed() Deed { return Deed{Word: "destroys", What: s.What} }

// Deed is what is done, and with what.
func (s *Move) Deed() Deed {
	return Deed{Word: "moves", What: s.What, To: s.To, Lasts: s.Duration}
}

// Deed is what is done, and with what.
func (s *Give) Deed() Deed { return Deed{Word: "gives", What: s.What, With: s.Whom} }

// Deed is what is done, and with what.
func (s *Hide) Deed() Deed { return Deed{Word: "hides", What: s.What} }

// Deed is what is done, and with what.
func (s *Reveal) Deed() Deed { return Deed{Word: "reveals", What: s.What} }

// Deed is what is done, and with what.
func (s *Rotate) Deed() Deed { return Deed{Word: "rotates", What: s.What, With: s.Turn} }

// Deed is what is done, and with what.
func (s *Push) Deed() Deed { return Deed{Word: "pushes", What: s.What, With: s.By, From: s.From} }

// Deed is what is done.
func (s *Cancel) Deed() Deed { return Deed{Word: "cancels"} }

// Step is a statement of scripts that is somebody else's business than that of whoever runs bodies: GiveDice, SetOption, Stub,
// Answer, Measure and what is expected.
//
//sumtype:decl
type Step interface {
	Stmt
	step()
}

// During runs the body inside a span, without the span's own steps. Only in scripts.
type During struct {
	Base[Stmt]
	Emit *Emit
	Body *Block
}

// SetOption sets an option for this script.
type SetOption struct {
	Base[Stmt]
	Option int
	Value  *Expr
}

// Stub makes a function answer a constant in this script.
type Stub struct {
	Base[Stmt]
	Func  int
	Value *Expr
}

// GiveDice gives the next faces; only in scripts.
type GiveDice struct {
	Base[Stmt]
	Faces []*Expr
}

// Answer answers a form to come. Word is pass, yes, no, the name of an action, or "".
type Answer struct {
	Base[Stmt]
	Word  string
	Event int // of an action's name; -1
	Args  []NamedValue
	By    *Expr // who answers; nil: whoever is asked
	Meant bool  // to be refused: `expect refused FIELD` follows
}

// NamedValue is `name: value`.
type NamedValue struct {
	Name  string
	Value *Expr
}

// Expect is an assertion: ExpectCond, ExpectRefused, ExpectEvent, ExpectEnds, ExpectText.
//
//sumtype:decl
type Expect interface {
	Step
	expect()
}

// ExpectCond fails a test unless a condition holds.
type ExpectCond struct {
	Base[Stmt]
	Cond *Expr
}

// ExpectRefused fails a test unless something was refused since the last `when`.
type ExpectRefused struct {
	Base[Stmt]
	Label string // of what refused; "" for any
}

// ExpectEvent fails a test unless such an event happened so often since the last `when`.
type ExpectEvent struct {
	Base[Stmt]
	Event int
	Times int64 // -1: once or more
	Where *Expr // EventField reads the recorded event; nil: any
}

// ExpectEnds fails a test when more than so many spans were done since the last `when`.
type ExpectEnds struct {
	Base[Stmt]
	Span  int
	Times int64
}

// ExpectText fails a test unless a card, or a clause of it, reads so.
type ExpectText struct {
	Base[Stmt]
	Card int
	Hook int // of the clause; -1 for the card
	Lang string
	Text string
}

// Measure is what an odds question asks for.
type Measure struct {
	Base[Stmt]
	Value *Expr
}

func (*Destroy) change() {}
func (*Move) change()    {}
func (*Give) change()    {}
func (*Hide) change()    {}
func (*Reveal) change()  {}
func (*Rotate) change()  {}
func (*Push) change()    {}

func (*GiveDice) step()      {}
func (*SetOption) step()     {}
func (*Stub) step()          {}
func (*Answer) step()        {}
func (*Measure) step()       {}
func (*ExpectCond) step()    {}
func (*ExpectRefused) step() {}
func (*ExpectEvent) step()   {}
func (*ExpectEnds) step()    {}
func (*ExpectText) step()    {}

func (*ExpectCond) expect()    {}
func (*ExpectRefused) expect() {}
func (*ExpectEvent) expect()   {}
func (*ExpectEnds) expect()    {}
func (*ExpectText) expect()    {}
