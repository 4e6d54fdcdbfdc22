package syntax

// The statements of scripts.

// PlayersStmt is `players red "Red", blue "Blue"`.
type PlayersStmt struct {
	Node
	Names []Name
	Texts []*Str // nil where not given
	playerSeats
}

type playerSeats struct {
	Seats []seat `parser:"'players' @@ ( ',' @@ )*"`
}

type seat struct {
	Node
	Name Name `parser:"@@"`
	Text *Str `parser:"@@?"`
}

// BoardStmt is `table W by H`.
type BoardStmt struct {
	Node
	Width Slice `parser:"'table' @@"`
	Depth Slice `parser:"'by' @@"`
}

// GivenStmt is `given NAME = CARD(ARGS) [for P] [at PLACE] [{ cell: E }]`.
type GivenStmt struct {
	Node
	Name  Name   `parser:"'given' @@"`
	Card  Call   `parser:"'=' @@"`
	For   *Slice `parser:"( 'for' @@"` // for, at and the cells in any order
	At    *Place `parser:"| 'at' @@"`
	Cells []Arg  `parser:"| '{' ( @@ ','? EOL? )* '}' )*"`
}

// SettingStmt is `option NAME = E` or `stub FUNCTION = E`.
type SettingStmt struct {
	Node
	Word  Name  `parser:"(?= 'option' | 'stub') @@"`
	Name  Name  `parser:"@@"`
	Value Slice `parser:"'=' @@"`
}

// DiceStmt is `dice 7 3 10`; it may also be written with commas.
type DiceStmt struct {
	Node
	Faces []Slice `parser:"'dice' @@ ( ( ',' @@ ) | @@ )*"`
}

// AnswerStmt is `answer name: E, ...`, `answer pass`, `answer yes`, `answer no`, or `answer ACTION` for a window.
type AnswerStmt struct {
	Node
	Word string `parser:"'answer' ( (?! Ident ':') @Ident"` // pass, yes, no, a name, or ""
	Args []Arg  `parser:"| @@ ( ',' @@ )* )"`
}

// WhenStmt is `when EVENT(ARGS)`.
type WhenStmt struct {
	Node
	Call Call `parser:"'when' @@"`
}

// DuringStmt is `during SPAN(ARGS) { STEPS }`.
type DuringStmt struct {
	Node
	Call Call  `parser:"'during' @@"`
	Body Block `parser:"@@"`
}

// ExpectStmt is one of the forms of expect.
type ExpectStmt struct {
	Node
	Form  string // cond, refused, event, noevent, text
	Cond  *Slice // cond; event ... where C
	Label *Name  // refused LABEL
	Event *Name
	Card  *Name // text CARD.LABEL
	Part  *Name
	Text  *Text
	expectForms
}

type expectForms struct {
	Refused      bool   `parser:"'expect' ( @'refused'"`
	RefusedLabel *Name  `parser:"@@?"`
	No           bool   `parser:"| (?= 'no'? 'event' Ident) @'no'? 'event'"`
	NamedEvent   *Name  `parser:"@@"`
	EventCond    *Slice `parser:"( 'where' @@ )?"`
	TextCard     *Name  `parser:"| (?= 'text' Ident) 'text' @@"`
	TextPart     *Name  `parser:"( '.' @@ )?"`
	TextIs       *Text  `parser:"@@"`
	Plain        *Slice `parser:"| @@ )"`
}

// MeasureStmt is `measure E`.
type MeasureStmt struct {
	Node
	Value Slice `parser:"'measure' @@"`
}

func (*PlayersStmt) stmt() {}
func (*BoardStmt) stmt()   {}
func (*GivenStmt) stmt()   {}
func (*SettingStmt) stmt() {}
func (*DiceStmt) stmt()    {}
func (*AnswerStmt) stmt()  {}
func (*WhenStmt) stmt()    {}
func (*DuringStmt) stmt()  {}
func (*ExpectStmt) stmt()  {}
func (*MeasureStmt) stmt() {}
