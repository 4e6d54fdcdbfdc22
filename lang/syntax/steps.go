package syntax

// The statements of scripts.

// PlayersStmt is `players red "Red", blue "Blue"`.
type PlayersStmt struct {
	Node
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
	At    Place  `parser:"| 'at' @@"`
	Cells []Arg  `parser:"| '{' ( @@ ','? EOL? )* '}' )*"`
}

// OptionStmt is `option NAME = E`.
type OptionStmt struct {
	Node
	Name  Name  `parser:"'option' @@"`
	Value Slice `parser:"'=' @@"`
}

// StubStmt is `stub FUNCTION = E`.
type StubStmt struct {
	Node
	Name  Name  `parser:"'stub' @@"`
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

// ExpectCondStmt is `expect C`.
type ExpectCondStmt struct {
	Node
	Cond Slice
}

// ExpectRefusedStmt is `expect refused [LABEL]`.
type ExpectRefusedStmt struct {
	Node
	Label *Name
}

// ExpectEventStmt is `expect [no] event EVENT [where C]`.
type ExpectEventStmt struct {
	Node
	No    bool
	Event Name
	Where *Slice
}

// ExpectTextStmt is `expect text CARD[.LABEL] en "..."`.
type ExpectTextStmt struct {
	Node
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
		return &ExpectRefusedStmt{e.Node, e.Label}
	case e.Event != nil:
		return &ExpectEventStmt{e.Node, e.No, *e.Event, e.Where}
	case e.Card != nil:
		return &ExpectTextStmt{e.Node, *e.Card, e.Part, *e.Text}
	}
	return &ExpectCondStmt{e.Node, *e.Cond}
}

// MeasureStmt is `measure E`.
type MeasureStmt struct {
	Node
	Value Slice `parser:"'measure' @@"`
}

func (*PlayersStmt) stmt()       {}
func (*BoardStmt) stmt()         {}
func (*GivenStmt) stmt()         {}
func (*OptionStmt) stmt()        {}
func (*StubStmt) stmt()          {}
func (*DiceStmt) stmt()          {}
func (*AnswerStmt) stmt()        {}
func (*WhenStmt) stmt()          {}
func (*DuringStmt) stmt()        {}
func (*ExpectCondStmt) stmt()    {}
func (*ExpectRefusedStmt) stmt() {}
func (*ExpectEventStmt) stmt()   {}
func (*ExpectTextStmt) stmt()    {}
func (*MeasureStmt) stmt()       {}
