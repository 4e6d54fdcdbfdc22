// Package ir is the checked program: pure data, and the contract between the two halves of kdsl.
// The checker writes it, the machine reads it. Everything is an index into a slice of Program;
// the slices are sorted by id, so that the order of files and declarations means nothing.
package ir

import "github.com/kdsl-lang/kdsl/lang/source"

// None is the value of an absent T? of a scalar type.
const None int64 = -1 << 63

// Unit is how many steps of the grid make one unit of length.
const Unit = 1000

// Program is everything that was declared.
type Program struct {
	Pack    string // id of the root pack, or the file's name
	Hash    string // SHA-256 of the sources in name order, in hex
	Unit    string // display name of the unit of length
	Enums   []*Enum
	Kinds   []*Kind // Kinds[PlayerKind], Kinds[RuleKind], Kinds[ScenarioKind] are built in
	Cards   []*Card
	Events  []*Event
	Bags    []*Bag
	Zones   []*Zone
	Funcs   []*Func
	Tables  []*Table
	Options []*Option
	Tags    []string
	Hooks   []*Hook // of all cards, in the total static order (band, card id, label or index)
	Scripts []*Script
}

// The built-in kinds.
const (
	PlayerKind = iota
	RuleKind
	ScenarioKind
	BuiltinKinds
)

// Texts is the display text of a thing, by language.
type Texts struct {
	En, Fr *Template
}

// Template is a sentence with typed parameters.
type Template struct {
	At    source.Span
	Parts []Part
}

// Part is literal text, or a parameter: Expr with a Form ("", "plural", "de", "le") and its choices.
type Part struct {
	Text string
	Expr *Expr
	Form string
	One  string // plural: the singular
	Many string
}

// Enum is an ordered set of names.
type Enum struct {
	Name   string
	At     source.Span
	Texts  Texts
	Values []EnumValue
}

// EnumValue is one name of an enum; its value is its index.
type EnumValue struct {
	Name  string
	Texts Texts
}

// Kind is a schema for cards.
type Kind struct {
	ID      int
	Name    string
	At      source.Span
	Texts   Texts
	Parent  int      // -1 when it extends nothing
	Root    int      // the topmost ancestor, itself when none
	Fields  []*Field // own and inherited; a descendant's list begins with its parent's
	Body    *Body
	Actions []int // events that pieces of this kind offer by their first parameter
	Hooks   []int // clauses declared in the kind (and its ancestors), for every card of it
}

// FieldClass says where a field's value lives.
type FieldClass int

// The classes of fields.
const (
	BadClass FieldClass = iota
	Printed             // constant of the card: Card.Values
	Stat                // constant of the card, folded with contributions when read
	Cell                // memory of the instance
	Derived             // computed from self each time
	Carried             // list of cards; each becomes an instance
)

// Field of a kind, card (parameters and own cells), event, form or bag.
type Field struct {
	Name     string
	At       source.Span
	Class    FieldClass
	Type     Type
	Lo, Hi   int64 // inclusive range of scalars; None when open
	Default  *Expr // initial value; nil when the card or caller must give one
	Layers   []string
	Min, Max *Expr // of a folded event field, applied at the end of the fold
	Texts    Texts
	Slot     int  // Cell: index among the instance's ints or lists (by Type.IsList); event: slot in the frame
	Param    bool // a card's parameter, or an event's parameter
	Chosen   bool // asked in the event's form
}

// Body is a piece's shape on the table.
type Body struct {
	Rect         bool
	Width, Depth *Expr // diameter when round; lengths; see self
	Tall         *Expr // nil: flat
}

// Card is a thing that instances are made of: a card proper, a rule, a scenario, a player.
type Card struct {
	ID      int
	Name    string // ASCII id
	Kind    int
	At      source.Span
	Texts   Texts     // the name
	Rules   []Texts   // further sentences that stand on the card and belong to no clause
	Params  []*Field  // also cells: Own[:len(Params)] in the same order
	Own     []*Field  // cells that only this card has (parameters first)
	Values  []Value   // by the kind's field index; meaningful for Printed and Stat
	Carry   []CardUse // cards that lie on an instance from the start
	Tags    []int
	Hooks   []int // own clauses, and those of its kind
	Actions []int // actions this card gives to what it lies on
	Ints    int   // number of int slots an instance needs
	Lists   int   // number of list slots
	Pack    string
}

// CardUse is a card with arguments for its parameters, constant.
type CardUse struct {
	Card int
	Args []Value
}

// Value is a scalar or a list of scalars.
type Value struct {
	N int64
	L []int64
}

// EventWord says what was declared.
type EventWord int

// An event, a span or an action.
const (
	BadEvent EventWord = iota
	PlainEvent
	SpanEvent
	ActionEvent
)

// MaxFields is how many fields an event may have, `done` included: which of them were given and
// written is kept in one word. MaxKeys is how many keys a limit may have.
const (
	MaxFields = 64
	MaxKeys   = 3
)

// Event is a declared record and its steps.
type Event struct {
	ID       int
	Name     string
	At       source.Span
	Word     EventWord
	Texts    Texts
	Tags     []int
	Ordered  bool     // players order the forced clauses of their own that differ
	Fields   []*Field // parameters, chosen fields, computed fields; then the built-in `done`
	Owner    *Expr    // of a span
	Prefer   *Expr    // of an action: how much an automatic player wants it; nil counts as 1
	Chooser  *Expr    // by whom the form is answered; player or list<player>
	Form     []*FormField
	Requires []*Require
	Limits   []*Limit
	Costs    []*Emit
	Needs    []int // field indexes
	Do       *Block
	Done     int   // slot of `done`
	Frame    Frame // size of the event's own frame (fields, and locals of Do)
	Giver    int   // card that gives this action, or -1
	Pack     string
}

// Frame is the slots that a piece of code needs. No two locals share one: each has one type for as
// long as the frame lives.
type Frame struct {
	Ints, Lists int
	Slots       []SlotName // every slot of both sorts, in the order in which they were taken
}

// SlotName is a slot of a frame, with what stands in it.
type SlotName struct {
	Name string // "" when no text can name it
	Type Type
	Slot int // among the ints or the lists, by Type.IsList
	// A list whose members are not all of Type's element begins with a Head, of which Rows follow.
	Head, Row []Type
}

// Member is the type of the n-th member of the list that stands in a slot. The third coordinate of a
// path is a length, the last column of a bag's row its count.
func (p *Program) Member(s SlotName, n int) Type {
	if n < len(s.Head) {
		return s.Head[n]
	}
	if len(s.Row) > 0 {
		return s.Row[(n-len(s.Head))%len(s.Row)]
	}
	switch s.Type.Kind {
	case Point, Path:
		return tLength
	case BagType:
		fields := p.Bags[s.Type.Ref].Fields
		if i := n % (len(fields) + 1); i < len(fields) {
			return fields[i].Type
		}
		return tInt
	}
	return s.Type.Element()
}

// Require is a labelled requirement.
type Require struct {
	Label string
	At    source.Span
	Cond  *Expr
	Texts Texts
}

// FormField is a field that somebody chooses.
type FormField struct {
	Field *Field // where the answer goes (slot in the frame)
	Type  Type   // of one answer; the field is a list of them when several players answer
	// exactly one source of candidates:
	All    int   // every instance of this kind; -1 otherwise
	In     *Expr // members of a list
	Lo, Hi *Expr // a range of numbers
	Bool   bool
	Within *Expr // a point or path within this length ...
	Of     *Expr // ... of this instance or point
	// a selection of several:
	Some             bool
	CountLo, CountHi *Expr
	Repeat           *Expr // nil: 1
	Where            *Expr // sees It
	Prefer           *Expr // sees It
	It               int   // slot of the candidate in the expression's temporaries
}

// Limit says how often.
type Limit struct {
	ID    int // unique in the program
	At    source.Span
	Tries bool
	Times *Expr
	Keys  []*Expr
	Span  int // event, or -1 for the game
}

// Stage of the pipeline at which a hook runs.
type Stage int

// The stages, in their order.
const (
	BadStage Stage = iota
	Ignore
	Waive
	Cannot
	Instead
	Before
	MayBefore
	While // contributions to fields of events
	Becomes
	After
	MayAfter
	Stages
)

// Band orders hooks: scenario prevails over card prevails over rulebook.
type Band int

// The bands, strongest first.
const (
	BadBand Band = iota
	ScenarioBand
	CardBand
	RuleBand
)

// Hook is a clause.
type Hook struct {
	ID       int
	Label    string // as written, or its index in the card as text
	Card     int    // -1 for a clause of a kind
	Kind     int    // of a kind's clause, else -1
	At       source.Span
	Band     Band
	Stage    Stage
	Event    int // -1 for Becomes, and While of stats, and Ignore everywhere
	Stat     int // While of a stat: index of the field in Kind StatKind; -1
	StatKind int
	When     *Expr     // nil: always. Sees self, event fields; Becomes: the condition itself
	Each     *EachStat // While each
	Prefer   *Expr     // of an optional clause: an automatic player uses it when this is true or above 0; nil: always
	Tags     []int
	Limits   []*Limit
	Costs    []*Emit // paid before the deed; the clause does nothing while they cannot be
	Texts    Texts
	Do       *Block
	Frame    Frame
	// Ignore and Waive:
	Target HookTarget
	Of     *Expr  // instance whose clauses are ignored; nil: any
	Reads  uint64 // mask of the cells and stats that When reads, see MaskOf
}

// EachStat is `while each m: KIND where C`.
type EachStat struct {
	Kind  int
	Temp  int // temporary that holds m
	Where *Expr
}

// HookTarget is what an ignore or waive names.
type HookTarget struct {
	Card  int    // -1 when by tag
	Label string // of a clause, or of a requirement (waive)
	Tag   int    // -1
}

// Func is a pure function; its body reads parameters as temporaries 0..n-1.
type Func struct {
	ID     int
	Name   string
	At     source.Span
	Params []*Field
	Result Type
	Body   *Expr
	Stubs  bool // a script stubs it
}

// Table is a value table; tables with rows of statements are events.
type Table struct {
	ID     int
	Name   string
	At     source.Span
	Params []*Field
	Result Type
	Rows   []Row
	Texts  Texts
}

// Row is one row: a range for each key.
type Row struct {
	At    source.Span
	Keys  []KeyRange
	Value Value
	Expr  *Expr // instead of Value, when it depends on the keys: key i is temporary i
}

// KeyRange is inclusive.
type KeyRange struct {
	Lo, Hi int64
}

// Bag is a declared shape of groups: a bag value is a flat list of rows (fields, then count).
type Bag struct {
	Name   string
	At     source.Span
	Fields []*Field
}

// ViewedBy says who sees what lies in a zone.
type ViewedBy int

// Who sees.
const (
	BadView ViewedBy = iota
	ByAll
	ByOwner
	ByNobody
)

// Zone is a place that is no point of the table.
type Zone struct {
	Name      string
	At        source.Span
	OfPlayers bool
	Seen      ViewedBy
	Texts     Texts
}

// Option is a named reading of the rules.
type Option struct {
	Name  string
	At    source.Span
	Type  Type
	Value int64
	Texts Texts
	See   []string
}

// ScriptWord is test, odds or scenario.
type ScriptWord int

// The scripts.
const (
	BadScript ScriptWord = iota
	TestScript
	OddsScript
	ScenarioScript
)

// Script is a sequence of steps that runs on the machine like any code.
type Script struct {
	Word         ScriptWord
	Name         string
	At           source.Span
	Covers       []string
	Texts        Texts
	Players      []PlayerName
	Width, Depth int64 // of the table, None when not given
	Card         int   // a scenario's clauses live on this card; -1
	Do           *Block
	Frame        Frame
	Pack         string
}

// PlayerName is a player of a script.
type PlayerName struct {
	Name  string
	Label string // display, may be empty
	Slot  int    // local that holds the player
}
