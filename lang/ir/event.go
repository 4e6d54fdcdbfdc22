package ir

import "github.com/kdsl-lang/kdsl/lang/source"

// EventWord says what was declared.
type EventWord int

// An event, a span or an action.
const (
	BadEvent EventWord = iota
	PlainEvent
	SpanEvent
	ActionEvent
)

// MaxFields is how many fields an event may have, the built-in one included: which of them were given and
// written is kept in one word. MaxKeys is how many keys a limit may have.
const (
	MaxFields = 64
	MaxKeys   = 3
)

// Outcome is what became of an event: what its built-in field holds. Of an event under way, or that a clause
// cancelled, it is 0.
const (
	Refused  = iota + 1
	Replaced // something was done in its place
	FilledIn // the same, and that wrote a field of it
	Done
)

// Outcomes are the words that ask for the outcome of an event. Each holds for a stretch of them.
var Outcomes = [...]struct {
	Name        string
	From, Until int64
}{{"done", Done, Done}, {"replaced", Replaced, FilledIn}, {"refused", Refused, Refused}, {"happened", FilledIn, Done}}

// Event is a declared record and its steps.
type Event struct {
	ID       int
	Name     string
	At       source.Span
	Word     EventWord
	Texts    Texts
	Rules    []Texts // of an action: what stands of it on cards
	Tags     []int
	Inner    bool     // it only keeps books: no card speaks of it
	Ordered  bool     // players order the forced clauses of their own that differ
	Fields   []*Field // parameters, chosen fields, computed fields; then the built-in one of the outcome
	Owner    *Expr    // of a span
	Prefer   *Expr    // of an action: how much an automatic player wants it; nil counts as 1
	Chooser  *Expr    // by whom the form is answered; player or list<player>
	Form     []*FormField
	Requires []*Require
	Limits   []*Limit
	Costs    []*Emit
	Needs    []int // field indexes
	Do       *Block
	Steps    []string // the labels of its steps, which overlays may change
	Hidden   int      // how many of the fields before the last one no text can name
	Outcome  int      // slot of what became of it
	Frame    Frame    // size of the event's own frame (fields, and locals of Do)
	Giver    int      // card that gives this action, or -1
	Around   bool     // something reads, inside of it, whether it is under way
	Asked    bool     // a condition asks whether it could be called
	Pack     string
}

// IsDone, as the N of This, says that the code runs when its event is done: what its fields have come to stands.
const IsDone = 1

// OnlyFirst, as the N of This, says that the code sees n fields of its event, and none below them.
func OnlyFirst(n int) int64 { return int64(-1 - n) }

// Named are the fields that a text can name: all but the outcome, and what a throw hides.
func (e *Event) Named() []*Field { return e.Fields[:len(e.Fields)-1-e.Hidden] }

// Params are the fields that stand first, and that a call gives by their places.
func (e *Event) Params() []*Field {
	n := 0
	for n < len(e.Fields) && e.Fields[n].Param {
		n++
	}
	return e.Fields[:n]
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

// Require is a labelled requirement.
type Require struct {
	Label string
	Cond  *Expr
	Texts Texts
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
	MayInstead
	Before
	MayBefore
	While // contributions to fields of events
	Becomes
	After
	MayAfter
	Stages
)

// stages are what is known of each. One that is left to a player comes right behind that which is not.
var stages = [Stages]struct {
	word string
	acts bool // its clauses do something; those of the others give, forbid, ignore or waive
	may  bool // it is left to a player
	late bool // its event has happened
}{
	Ignore: {word: "while"}, Waive: {word: "while"}, Cannot: {word: "cannot"}, While: {word: "while"},
	Instead: {word: "instead", acts: true}, MayInstead: {word: "instead", acts: true, may: true},
	Before: {word: "before", acts: true}, MayBefore: {word: "before", acts: true, may: true},
	After: {word: "after", acts: true, late: true}, MayAfter: {word: "after", acts: true, may: true, late: true},
	Becomes: {word: "becomes", acts: true},
}

// Word is that with which a text begins what stands at a stage.
func (s Stage) Word() string { return stages[s].word }

// Acts tells whether the clauses of a stage do something.
func (s Stage) Acts() bool { return stages[s].acts }

// May tells whether the clauses of a stage are left to a player.
func (s Stage) May() bool { return stages[s].may }

// Late tells whether the event of a stage has happened.
func (s Stage) Late() bool { return stages[s].late }

// Moment is a stage, whether it is left to a player or not: that which is not.
func (s Stage) Moment() Stage {
	if s.May() {
		return s - 1
	}
	return s
}

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
// Wants are those whom the texts of a clause or of a key name and an instance may lack.
type Wants struct {
	On    []int // the bearer, of one of these kinds; none: it is not named
	Owner bool
}

// Any tells whether one is named.
func (w Wants) Any() bool { return len(w.On) > 0 || w.Owner }

type Hook struct {
	ID       int
	Label    string // as written, or its index in the card as text
	Card     int    // -1 for a clause of a kind
	Kind     int    // of a kind's clause, else -1
	At       source.Span
	Band     Band
	Stage    Stage
	Event    int   // -1 for Becomes, While of stats and functions, and Ignore
	Wants    Wants // whom its texts name: it sleeps while there are none
	Stat     int   // While of a stat: index of the field in Kind StatKind; -1
	StatKind int
	Func     int       // While of a function with layers, whose parameters it sees as temporaries; -1
	When     *Expr     // nil: always. Sees self, event fields; Becomes: the condition itself
	Each     *EachStat // While each
	Prefer   *Expr     // of an optional clause: an automatic player uses it when this holds; nil: always
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
	// Of a throw:
	Head  *Expr     // what the head says of it; nil: nothing
	For   []int     // the tags that it must have
	Dice  []*OnDice // what is done to its dice
	Faces bool      // each face may count
}

// EachStat is `while each m: KIND where C`.
type EachStat struct {
	Kind  int
	Temp  int // temporary that holds m
	Where *Expr
}

// HookTarget is what an ignore or waive names.
type HookTarget struct {
	Of    int    // the card or kind whose clauses are meant, as the type of its instances; -1 when by tag
	Label string // of a clause, or of a requirement (waive)
	Tag   int    // -1
}
