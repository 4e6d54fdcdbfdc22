package syntax

// The statements of scripts.

// PlayersStmt is `players red "Red", blue "Blue"`.
type PlayersStmt struct {
	as[Stmt]
	Seats []Seat `parser:"'players' @@ ( ',' @@ )*"`
}

// Seat is `red "Red"`; the text may be missing.
type Seat struct {
	Node
	Name Name `parser:"@@"`
	Text *Str `parser:"@@?"`
}

// BoardStmt is `table W by H`.
type BoardStmt struct {
	as[Stmt]
	Width Slice `parser:"'table' @@"`
	Depth Slice `parser:"'by' @@"`
}

// GivenStmt is `given NAME = CARD(ARGS) [for P] [at PLACE] [{ cell: E }]`.
type GivenStmt struct {
	as[Stmt]
	Name  Name   `parser:"'given' @@"`
	Card  Call   `parser:"'=' @@"`
	For   *Slice `parser:"( 'for' @@"` // for, at and the cells in any order
	At    Place  `parser:"| 'at' @@"`
	Cells []Arg  `parser:"| '{' ( @@ ','? EOL? )* '}' )*"`
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

// AnswerStmt is `answer name: E, ...`, `answer pass`, `answer yes`, `answer no`, or `answer ACTION` for a window.
type AnswerStmt struct {
	as[Stmt]
	Word string `parser:"'answer' ( (?! Ident ':') @Ident"` // pass, yes, no, a name, or ""
	Args []Arg  `parser:"| @@ ( ',' @@ )* )"`
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

// ExpectEventStmt is `expect [no] event EVENT [where C]`.
type ExpectEventStmt struct {
	as[Stmt]
	No    bool
	Event Name
	Where *Slice
}

// ExpectTextStmt is `expect text CARD[.LABEL] en "..."`.
type ExpectTextStmt struct {
	as[Stmt]
	Card Name
	Part *Name
	Text Text
}

// expect is the grammar of what begins with this word.
type expect struct {
	Node
	Refused bool   `parser:"'expect' ( @'refused'"`
	Label   *Name  `parser:"@@?"`
	No      bool   `parser:"| (?= 'no'? 'event' Ident) @'no'? 'event'"`
	Event   *Name  `parser:"@@"`
	Where   *Slice `parser:"( 'where' @@ )?"`
	Card    *Name  `parser:"| (?= 'text' Ident) 'text' @@"`
	Part    *Name  `parser:"( '.' @@ )?"`
	Text    *Text  `parser:"@@"`
	Cond    *Slice `parser:"| @@ )"`
}

func (e *expect) node() Stmt {
	switch {
	case e.Refused:
		return &ExpectRefusedStmt{as[Stmt]{e.Node}, e.Label}
	case e.Event != nil:
		return &ExpectEventStmt{as[Stmt]{e.Node}, e.No, *e.Event, e.Where}
	case e.Card != nil:
		return &ExpectTextStmt{as[Stmt]{e.Node}, *e.Card, e.Part, *e.Text}
	}
	return &ExpectCondStmt{as[Stmt]{e.Node}, *e.Cond}
}

// MeasureStmt is `measure E`.
type MeasureStmt struct {
	as[Stmt]
	Value Slice `parser:"'measure' @@"`
}
