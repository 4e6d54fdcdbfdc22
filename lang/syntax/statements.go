package syntax

import (
	"github.com/alecthomas/participle/v2"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// statementTable is which statement begins with which word.
func statementTable() *table[Stmt] {
	return tableOf(produce(func(s *plainStmt) Stmt { return s.Stmt }, participle.Union[plain](&AssignStmt{}, &CallStmt{})),
		on[LetStmt, Stmt]("let"), on[IfStmt, Stmt]("if"), on[EachStmt, Stmt]("each"), on[RepeatStmt, Stmt]("repeat"),
		on[ThrowStmt, Stmt]("throw"), on[ThrowAgainStmt, Stmt]("throw again"), on[ThrowMoreStmt, Stmt]("throw more"), on[DropStmt, Stmt]("drop"), on[DrawStmt, Stmt]("draw"), on[PutStmt, Stmt]("put"), on[ChooseStmt, Stmt]("choose"),
		on[ApplyStmt, Stmt]("apply"), on[CreateStmt, Stmt]("create"), on[DestroyStmt, Stmt]("destroy"),
		on[MoveStmt, Stmt]("move"), on[GiveStmt, Stmt]("give"), on[HideStmt, Stmt]("hide"), on[RevealStmt, Stmt]("reveal"),
		on[RotateStmt, Stmt]("rotate"), on[PushStmt, Stmt]("push"), on[TravelStmt, Stmt]("travel"),
		on[ActStmt, Stmt]("act"), on[WindowStmt, Stmt]("window"),
		on[AddStmt, Stmt]("add"), on[SetStmt, Stmt]("set"), on[RaiseStmt, Stmt]("raise"), on[CapStmt, Stmt]("cap"),
		on[MultiplyStmt, Stmt]("multiply"), on[DivideStmt, Stmt]("divide"),
		on[StopStmt, Stmt]("stop"), on[CancelStmt, Stmt]("cancel"), on[ProceedStmt, Stmt]("proceed"), on[AlwaysStmt, Stmt]("always"), on[StepStmt, Stmt]("step"),
		on[NoteStmt, Stmt]("note"), on[ManualStmt, Stmt]("manual"),
		on[PlayersStmt, Stmt]("players"), on[BoardStmt, Stmt]("table"), on[GivenStmt, Stmt]("given"),
		on[OptionStmt, Stmt]("option"), on[StubStmt, Stmt]("stub"), on[DiceStmt, Stmt]("dice"),
		on[AnswerStmt, Stmt]("answer"), on[WhenStmt, Stmt]("when"), on[DuringStmt, Stmt]("during"), numbered(on[SeedsStmt, Stmt]("for")),
		form[Stmt]{"expect", produce((*expect).node)}, on[MeasureStmt, Stmt]("measure"))
}

// asker is a statement that asks for something; nil when it does not as it stands there.
type asker interface{ asks() *Choice }

// askedName is the name of what a statement asks for, by the words that it begins with; "" when it asks for nothing.
func askedName(first, second string) string {
	switch {
	case first == "choose":
		return second
	case first == "throw" && second == "again":
		return PickedDice
	}
	return ""
}

// plain is a statement that begins with no word of the language.
type plain interface{ Stmt }

// plainStmt is the production of plain.
type plainStmt struct {
	Node
	Stmt plain `parser:"@@"`
}

// Block is a sequence of statements between braces.
type Block struct {
	Node
	Stmts []Stmt `parser:"'{' ( @@ (?= EOL | '}') EOL? )* '}'"`
}

// LetStmt is `let x = EXPR` or `let r = EVENT(ARGS)`. The checker decides which; Call is set when
// the value has the form NAME(...) to the end.
type LetStmt struct {
	as[Stmt]
	Name  Name  `parser:"'let' @@"`
	Value Slice `parser:"'=' @@"`
	Call  *Call
}

// CallStmt is `EVENT(ARGS)`.
type CallStmt struct {
	as[Stmt]
	Call Call `parser:"(?= Ident '(') @@"`
}

// AssignStmt is `x.points -= 3`. Op is "=", "+=" or "-=".
type AssignStmt struct {
	as[Stmt]
	Target Slice  `parser:"(?= @@ ( '=' | '+=' | '-=' )) @@"`
	Op     string `parser:"@( '=' | '+=' | '-=' )"`
	Value  Slice  `parser:"@@"`
}

// IfStmt is `if C { } else if C { } else { }`; a following `else if` is an IfStmt in Else.
type IfStmt struct {
	as[Stmt]
	Cond Slice `parser:"'if' @@"`
	Then Block `parser:"@@"`
	Else *Block
	elseArms
}

// elseArms keeps a long chain of `else if` from being a deep recursion of the parser.
type elseArms struct {
	Arms []elseArm `parser:"@@*"`
}

type elseArm struct {
	Node
	Cond *Slice `parser:"'else' ( 'if' @@ )?"`
	Body Block  `parser:"@@"`
}

// EachStmt is `each x: KIND where C { }` or `each x in LIST { }`.
type EachStmt struct {
	as[Stmt]
	Name  Name      `parser:"'each' @@"`
	Type  *TypeExpr `parser:"( ':' @@"`
	In    *Slice    `parser:"| 'in' @@ )"`
	Where *Slice    `parser:"( 'where' @@ )?"`
	Body  Block     `parser:"@@"`
}

// RepeatStmt is `repeat N { }` or `repeat until C { }`.
type RepeatStmt struct {
	as[Stmt]
	Times *Slice `parser:"'repeat' ( @@"`
	Until *Slice `parser:"| 'until' @@ )"`
	Body  Block  `parser:"@@"`
}

// ThrowStmt is `throw [N] dF [by E] as NAME [of X] [for TAG, TAG] [{ }]`.
type ThrowStmt struct {
	as[Stmt]
	Count *Slice // nil: one die, which is a number
	Faces Slice  // the text after d: "10" or "(EXPR)"
	thrown
	By   *Slice `parser:"( 'by' @@ )?"`
	Name Name   `parser:"'as' @@"`
	Of   *Slice `parser:"( 'of' @@ )?"`
	For  []Name `parser:"( 'for' @@ ( ',' @@ )* )?"`
	Body *Block `parser:"@@?"`
}

type thrown struct {
	One  *dieText `parser:"'throw' ( @@"`
	Many *Slice   `parser:"| @@"`
	Die  *dieText `parser:"@@ )"`
}

// Thrower is a statement that throws dice.
type Thrower interface {
	Stmt
	throws()
}

func (*ThrowStmt) throws() {}

// ThrowMoreStmt is `throw N more`.
type ThrowMoreStmt struct {
	as[Stmt]
	Times Slice `parser:"'throw' @@ 'more'"`
}

// ThrowAgainStmt is `throw again N|all where C [by PLAYER]`.
type ThrowAgainStmt struct {
	as[Stmt]
	All   bool   `parser:"'throw' 'again' ( (?= 'all' 'where') @'all'"`
	Times *Slice `parser:"| @@ )"`
	Where Slice  `parser:"'where' @@"`
	By    *Slice `parser:"( 'by' @@ )?"`
}

// PickedDice is the name of what a player is asked who picks the dice that are thrown again.
const PickedDice = "which"

func (s *ThrowAgainStmt) asks() *Choice {
	if s.By == nil {
		return nil
	}
	return &Choice{Name{s.Node, PickedDice}, TypeExpr{Name: Name{Text: "list"}, Elem: &TypeExpr{Name: Name{Text: "int"}}}}
}

// DropStmt is `drop N|all where C`.
type DropStmt struct {
	as[Stmt]
	All   bool   `parser:"'drop' ( (?= 'all' 'where') @'all'"`
	Times *Slice `parser:"| @@ )"`
	Where Slice  `parser:"'where' @@"`
}

// DrawStmt is `draw x in LIST`.
type DrawStmt struct {
	as[Stmt]
	Name Name  `parser:"'draw' @@"`
	In   Slice `parser:"'in' @@"`
}

// PutStmt is `put N into BAG { field: E }`. Bag is a local or a field.
type PutStmt struct {
	as[Stmt]
	Count  Slice `parser:"'put' @@"`
	Bag    Slice `parser:"'into' @@"`
	Fields []Arg `parser:"( '{' ( @@ ','? EOL? )* '}' )?"`
}

// ChooseStmt is `choose FIELD by PLAYER [prefer SCORE]`.
type ChooseStmt struct {
	as[Stmt]
	Field FormField `parser:"'choose' @@"`
	By    Slice     `parser:"'by' @@"`
	choosePrefer
}

func (s *ChooseStmt) asks() *Choice { return &Choice{s.Field.Name, s.Field.Type} }

type choosePrefer struct {
	Score *Slice `parser:"( 'prefer' @@ )?"`
}

// FormField is one field of a form. What follows the type may stand in any order, and each part may
// begin a line.
type FormField struct {
	Node
	Name   Name     `parser:"@@"`
	Type   TypeExpr `parser:"':' @@"`
	In     *Slice   // in LIST
	Range  *Range   // in LO..HI
	Count  *Range   // count N (Lo only) or LO..HI
	Repeat *Slice   // repeat K
	Within *Slice   // within LEN
	Of     *Slice   // of X
	Where  *Slice   // where C
	Prefer *Slice   // prefer P
	Again  []Again
	formParts
	Texts []Text `parser:"( '{' ( @@ EOL? )* '}' )?"`
}

type formParts struct {
	Parts []formPart `parser:"@@*"`
}

type formPart struct {
	Node
	In     *Range `parser:"( (?= EOL ( 'in' | 'count' | 'repeat' | 'within' | 'of' | 'where' | 'prefer' ) (?! ':')) EOL )? ( 'in' @@"`
	Count  *Range `parser:"| 'count' @@"`
	Repeat *Slice `parser:"| 'repeat' @@"`
	Within *Slice `parser:"| 'within' @@"`
	Of     *Slice `parser:"| 'of' @@"`
	Where  *Slice `parser:"| 'where' @@"`
	Prefer *Slice `parser:"| 'prefer' @@ )"`
}

// Again is where something is said that is said once, and where it is said again.
type Again struct {
	What      string
	First, At source.Span
}

// ApplyStmt is `apply CARD(ARGS) to X [from Y] DURATION [at PLACE | on X] [as NAME]`.
type ApplyStmt struct {
	as[Stmt]
	Card     Call     `parser:"'apply' @@"`
	To       Slice    `parser:"'to' @@"`
	From     *Slice   `parser:"( (?! 'from' 'start' 'of') 'from' @@ )?"`
	Duration Duration `parser:"@@"`
	For      *Slice   `parser:"( 'for' @@ )?"`
	Place    Place    `parser:"( (?= 'at' | 'on') (?! 'at' 'on' Ident) 'at'? @@ )?"`
	As       *Name    `parser:"( 'as' @@ )?"`
}

// CreateStmt is `create CARD(ARGS) [for P] [at PLACE | on X] [DURATION] [as NAME]`.
type CreateStmt struct {
	as[Stmt]
	Card Call   `parser:"'create' @@"`
	For  *Slice // for P
	createFor
	Place    Place    `parser:"( (?= 'at' | 'on') (?! 'at' 'on' Ident) 'at'? @@ )?"`
	Duration Duration `parser:"@@?"`
	As       *Name    `parser:"( 'as' @@ )?"`
}

type createFor struct {
	Player *forPlayer `parser:"@@?"`
}

// DestroyStmt is `destroy X`.
type DestroyStmt struct {
	as[Stmt]
	What Slice `parser:"'destroy' @@"`
}

// MoveStmt is `move X to PLACE [DURATION]` or `move X on Y [DURATION]`.
type MoveStmt struct {
	as[Stmt]
	What     Slice    `parser:"'move' @@"`
	To       Place    `parser:"(?= 'to' | 'on') (?! 'to' 'on' Ident) 'to'? @@"`
	Duration Duration `parser:"@@?"`
}

// GiveStmt is `give X to PLAYER`.
type GiveStmt struct {
	as[Stmt]
	What Slice `parser:"'give' @@"`
	Whom Slice `parser:"'to' @@"`
}

// HideStmt is `hide X`.
type HideStmt struct {
	as[Stmt]
	What Slice `parser:"'hide' @@"`
}

// RevealStmt is `reveal X`.
type RevealStmt struct {
	as[Stmt]
	What Slice `parser:"'reveal' @@"`
}

// RotateStmt is `rotate X to DEGREES` or `rotate X by DEGREES`.
type RotateStmt struct {
	as[Stmt]
	What Slice `parser:"'rotate' @@"`
	By   bool  `parser:"( 'to' | @'by' )"`
	Turn Slice `parser:"@@"`
}

// PushStmt is `push X from Y by LEN as NAME`.
type PushStmt struct {
	as[Stmt]
	What Slice `parser:"'push' @@"`
	From Slice `parser:"'from' @@"`
	By   Slice `parser:"'by' @@"`
	As   *Name `parser:"( 'as' @@ )?"`
}

// TravelStmt is `travel X along PATH { enter z: KIND within LEN where C { } ... }`.
type TravelStmt struct {
	as[Stmt]
	What  Slice   `parser:"'travel' @@"`
	Along Slice   `parser:"'along' @@"`
	Watch []Watch `parser:"( '{' ( @@ EOL? )* '}' )?"`
}

// Watch is `enter|leave|touch z: KIND [within LEN] [where C] { }`.
type Watch struct {
	Node
	Word   Name     `parser:"(?= 'enter' | 'leave' | 'touch') @@"`
	Name   Name     `parser:"@@"`
	Type   TypeExpr `parser:"':' @@"`
	Within *Slice   `parser:"( 'within' @@ )?"`
	Where  *Slice   `parser:"( 'where' @@ )?"`
	Body   Block    `parser:"@@"`
}

// ActStmt is `act X [among TAG] [once | until pass]`.
type ActStmt struct {
	as[Stmt]
	Who   *Slice `parser:"'act' @@?"`
	Among []Name `parser:"( 'among' @@ ( ',' @@ )* )?"`
	Pass  bool   `parser:"( 'once' | 'until' @'pass' )?"` // until pass
}

// WindowStmt is `window among TAG by LIST once | until pass`.
type WindowStmt struct {
	as[Stmt]
	Among []Name `parser:"'window' ( 'among' @@ ( ',' @@ )* )?"`
	By    *Slice `parser:"( 'by' @@ )?"`
	Pass  bool   `parser:"( 'once' | 'until' @'pass' )?"` // until pass
}

// AddStmt is `add E to F layer L`; in a clause about a function, which has no name there, `add E layer L`.
type AddStmt struct {
	as[Stmt]
	Value  Slice  `parser:"'add' @@"`
	Target *Slice `parser:"( 'to' @@ )?"`
	Layer  *Name  `parser:"( 'layer' @@ )?"`
}

// SetStmt is `set F to E layer L`, without F as above, or, of the dice of a throw, `set face to E where C`.
type SetStmt struct {
	as[Stmt]
	Target *Slice `parser:"'set' ( (?! 'to') @@ )?"`
	Value  Slice  `parser:"'to' @@"`
	Layer  *Name  `parser:"( 'layer' @@"`
	Where  *Slice `parser:"| 'where' @@ )?"`
}

// RaiseStmt is `raise F to E layer L`.
type RaiseStmt struct {
	as[Stmt]
	Target *Slice `parser:"'raise' ( (?! 'to') @@ )?"`
	Value  Slice  `parser:"'to' @@"`
	Layer  *Name  `parser:"( 'layer' @@ )?"`
}

// CapStmt is `cap F at E layer L`.
type CapStmt struct {
	as[Stmt]
	Target *Slice `parser:"'cap' ( (?! 'at') @@ )?"`
	Value  Slice  `parser:"'at' @@"`
	Layer  *Name  `parser:"( 'layer' @@ )?"`
}

// MultiplyStmt is `multiply F by E layer L`.
type MultiplyStmt struct {
	as[Stmt]
	Target *Slice `parser:"'multiply' ( (?! 'by') @@ )?"`
	Value  Slice  `parser:"'by' @@"`
	Layer  *Name  `parser:"( 'layer' @@ )?"`
}

// DivideStmt is `divide F by E rounding up layer L` or `... rounding down ...`.
type DivideStmt struct {
	as[Stmt]
	Target *Slice `parser:"'divide' ( (?! 'by') @@ )?"`
	Value  Slice  `parser:"'by' @@"`
	Round  string `parser:"( 'rounding' @( 'up' | 'down' ) )?"` // never empty
	Layer  *Name  `parser:"( 'layer' @@ )?"`
}

// StopStmt is `stop SPAN`.
type StopStmt struct {
	as[Stmt]
	SpanName Name `parser:"'stop' @@"`
}

// CancelStmt is `cancel`.
type CancelStmt struct {
	as[Stmt]
	cancelWord
}

type cancelWord struct {
	Said bool `parser:"@'cancel'"`
}

// ProceedStmt is `proceed` or `proceed { FIELD: E, ... }`.
type ProceedStmt struct {
	as[Stmt]
	Fields []Arg `parser:"'proceed' ( '{' ( @@ ','? EOL? )* '}' )?"`
}

// AlwaysStmt is `always { }`.
type AlwaysStmt struct {
	as[Stmt]
	Body Block `parser:"'always' @@"`
}

// StepStmt is `step LABEL: { ... }`: a part of a `do` that an overlay may change.
type StepStmt struct {
	as[Stmt]
	Label Name  `parser:"'step' @@ ':'"`
	Body  Block `parser:"@@"`
}

// NoteStmt is `note "..."` or `note { en "..." fr "..." }`.
type NoteStmt struct {
	as[Stmt]
	noteBare
	Texts []Text `parser:"| '{' ( @@ EOL? )* '}' )"` // a bare string is en
}

type noteBare struct {
	Bare *Str `parser:"'note' ( @@"`
}

// ManualStmt is `manual "..."` or `manual { en "..." fr "..." }`.
type ManualStmt struct {
	as[Stmt]
	manualBare
	Texts []Text `parser:"| '{' ( @@ EOL? )* '}' )"` // a bare string is en
}

type manualBare struct {
	Bare *Str `parser:"'manual' ( @@"`
}

// The statements of scripts.

// PlayersStmt is `players red "Red", blue "Blue"`.
type PlayersStmt struct {
	as[Stmt]
	Seats []Seat `parser:"'players' @@ ( ',' @@ )*"`
}

// Seat is `red "Red" fr "Rouge"`, or `horde "Horde" fr f "Horde"` with the grammar of its French word; the texts may be missing.
type Seat struct {
	Node
	Name    Name   `parser:"@@"`
	Text    *Str   `parser:"( @@"`
	Manners []Name `parser:"  ( 'fr' ( (?= 'm' | 'f' | 'h') @@ )*"`
	French  *Str   `parser:"         @@ )? )?"`
}

// BoardStmt is `table W by H`.
type BoardStmt struct {
	as[Stmt]
	Width Slice `parser:"'table' @@"`
	Depth Slice `parser:"'by' @@"`
}

// GivenStmt is `given NAME, NAME = CARD(ARGS) [with CARD, CARD] [for P] [at PLACE, PLACE | on X] [DURATION] [{ cell: E }]`.
// Without a card it changes what the setup gives.
type GivenStmt struct {
	as[Stmt]
	Names    []Name `parser:"'given' @@ ( ',' @@ )*"`
	Card     *Call
	With     []Call
	Duration Duration
	For      *Slice
	At       []Place
	Cells    []Arg
	Again    []Again
	givenParts
}

type givenParts struct {
	Parts []givenPart `parser:"@@+"`
}

// givenPart is the card, which stands first, or else a part in any order.
type givenPart struct {
	Node
	Card     *Call    `parser:"'=' @@"`
	With     []Call   `parser:"| 'with' @@ ( ',' @@ )*"`
	Duration Duration `parser:"| @@"`
	For      *Slice   `parser:"| 'for' @@"`
	At       []Place  `parser:"| (?= 'at' | 'on') (?! 'at' 'on' Ident) 'at'? @@ ( (?! ',' ( Int | Number | Ident '=' ) ) ',' @@ )*"`
	Cells    []Arg    `parser:"| '{' ( @@ ','? EOL? )* '}'"`
}

// OptionStmt is `option NAME = E`.
type OptionStmt struct {
	as[Stmt]
	Name  Name  `parser:"'option' @@"`
	Value Slice `parser:"'=' @@"`
}

// StubStmt is `stub FUNCTION = E`.
type StubStmt struct {
	as[Stmt]
	Name  Name  `parser:"'stub' @@"`
	Value Slice `parser:"'=' @@"`
}

// DiceStmt is `dice 7 3 10`; it may also be written with commas.
type DiceStmt struct {
	as[Stmt]
	Faces []Slice `parser:"'dice' @@ ( ( ',' @@ ) | @@ )*"`
}

// AnswerStmt is `answer name: E, ...`, `answer pass`, `answer yes`, `answer no`, or `answer ACTION` for a window; each may
// end with `by P`.
type AnswerStmt struct {
	as[Stmt]
	Word string `parser:"'answer' ( (?! Ident ':') @Ident"` // pass, yes, no, a name, or ""
	Args []Arg  `parser:"| @@ ( ',' @@ )* )"`
	By   *Slice `parser:"( 'by' @@ )?"` // who answers
}

// WhenStmt is `when EVENT(ARGS)`.
type WhenStmt struct {
	as[Stmt]
	Call Call `parser:"'when' @@"`
}

// DuringStmt is `during SPAN(ARGS) { STEPS }`.
type DuringStmt struct {
	as[Stmt]
	Call Call  `parser:"'during' @@"`
	Body Block `parser:"@@"`
}

// SeedsStmt is `for N seeds { STEPS }`.
type SeedsStmt struct {
	as[Stmt]
	Times Slice `parser:"'for' @@"`
	Body  Block `parser:"'seeds' @@"`
}

// ExpectCondStmt is `expect C`.
type ExpectCondStmt struct {
	as[Stmt]
	Cond Slice
}

// ExpectRefusedStmt is `expect refused [LABEL]`.
type ExpectRefusedStmt struct {
	as[Stmt]
	Label *Name
}

// ExpectEventStmt is `expect [no] event EVENT [once|twice|N times] [where C]`.
type ExpectEventStmt struct {
	as[Stmt]
	No    bool
	Event Name
	Times string // once, twice or a number; empty: once or more
	Where *Slice
}

// ExpectTextStmt is `expect text CARD[.LABEL] en "..."`.
type ExpectTextStmt struct {
	as[Stmt]
	Card Name
	Part *Name
	Text Text
}

// ExpectEndsStmt is `expect ends within N SPAN`.
type ExpectEndsStmt struct {
	as[Stmt]
	Times    Slice
	SpanName Name
}

// expect is the grammar of what begins with this word.
type expect struct {
	Node
	Refused bool   `parser:"'expect' ( @'refused'"`
	Label   *Name  `parser:"@@?"`
	No      bool   `parser:"| (?= 'no'? 'event' Ident) @'no'? 'event'"`
	Event   *Name  `parser:"@@"`
	Often   string `parser:"( @( 'once' | 'twice' ) | @Int 'times' )?"`
	Where   *Slice `parser:"( 'where' @@ )?"`
	Card    *Name  `parser:"| (?= 'text' Ident) 'text' @@"`
	Part    *Name  `parser:"( '.' @@ )?"`
	Text    *Text  `parser:"@@"`
	Times   *Slice `parser:"| (?= 'ends' 'within') 'ends' 'within' @@"`
	Span    *Name  `parser:"@@"`
	Cond    *Slice `parser:"| @@ )"`
}

func (e *expect) node() Stmt {
	switch {
	case e.Refused:
		return &ExpectRefusedStmt{as[Stmt]{e.Node}, e.Label}
	case e.Event != nil:
		return &ExpectEventStmt{as[Stmt]{e.Node}, e.No, *e.Event, e.Often, e.Where}
	case e.Card != nil:
		return &ExpectTextStmt{as[Stmt]{e.Node}, *e.Card, e.Part, *e.Text}
	case e.Times != nil:
		return &ExpectEndsStmt{as[Stmt]{e.Node}, *e.Times, *e.Span}
	}
	return &ExpectCondStmt{as[Stmt]{e.Node}, *e.Cond}
}

// MeasureStmt is `measure E`.
type MeasureStmt struct {
	as[Stmt]
	Value Slice `parser:"'measure' @@"`
}
