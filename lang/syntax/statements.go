package syntax

// Block is a sequence of statements between braces.
type Block struct {
	Node
	Stmts []Stmt `parser:"'{' ( @@ (?= EOL | '}') EOL? )* '}'"`
}

// LetStmt is `let x = EXPR` or `let r = EVENT(ARGS)`. The checker decides which; Call is set when
// the value has the form NAME(...) to the end.
type LetStmt struct {
	Node
	Name  Name  `parser:"'let' @@"`
	Value Slice `parser:"'=' @@"`
	Call  *Call
}

// CallStmt is `EVENT(ARGS)`.
type CallStmt struct {
	Node
	Call Call `parser:"(?= Ident '(') @@"`
}

// AssignStmt is `x.points -= 3`. Op is "=", "+=" or "-=".
type AssignStmt struct {
	Node
	Target Slice  `parser:"(?= @@ ( '=' | '+=' | '-=' )) @@"`
	Op     string `parser:"@( '=' | '+=' | '-=' )"`
	Value  Slice  `parser:"@@"`
}

// IfStmt is `if C { } else if C { } else { }`; a following `else if` is an IfStmt in Else.
type IfStmt struct {
	Node
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
	Node
	Name  Name      `parser:"'each' @@"`
	Type  *TypeExpr `parser:"( ':' @@"`
	In    *Slice    `parser:"| 'in' @@ )"`
	Where *Slice    `parser:"( 'where' @@ )?"`
	Body  Block     `parser:"@@"`
}

// RepeatStmt is `repeat N { }` or `repeat until C { }`.
type RepeatStmt struct {
	Node
	Times *Slice `parser:"'repeat' ( @@"`
	Until *Slice `parser:"| 'until' @@ )"`
	Body  Block  `parser:"@@"`
}

// ThrowStmt is `throw N dF as NAME` or `throw N dF by E as NAME { }`.
type ThrowStmt struct {
	Node
	Count Slice `parser:"'throw' @@"`
	Faces Slice // the text after d: "10" or "(EXPR)"
	thrown
	By   *Slice `parser:"( 'by' @@ )?"`
	Name Name   `parser:"'as' @@"`
	Body *Block `parser:"@@?"`
}

type thrown struct {
	Die *dieText `parser:"@@"`
}

// DrawStmt is `draw x in LIST`.
type DrawStmt struct {
	Node
	Name Name  `parser:"'draw' @@"`
	In   Slice `parser:"'in' @@"`
}

// PutStmt is `put N into BAG { field: E }`. Bag is a local or a field.
type PutStmt struct {
	Node
	Count  Slice `parser:"'put' @@"`
	Bag    Slice `parser:"'into' @@"`
	Fields []Arg `parser:"( '{' ( @@ ','? EOL? )* '}' )?"`
}

// ChooseStmt is `choose FIELD by PLAYER [prefer SCORE]`.
type ChooseStmt struct {
	Node
	Field FormField `parser:"'choose' @@"`
	By    Slice     `parser:"'by' @@"`
	choosePrefer
}

type choosePrefer struct {
	Score *Slice `parser:"( 'prefer' @@ )?"`
}

// CreateStmt is `apply CARD(ARGS) to X [from Y] DURATION [as NAME]` or `create CARD(ARGS) [for P] [at PLACE] [as NAME]`.
type CreateStmt struct {
	Node
	Word     Name      `parser:"(?= 'apply' | 'create') @@"` // apply, create
	Card     Call      `parser:"@@"`
	To       *Slice    `parser:"( 'to' @@"`
	From     *Slice    `parser:"( (?! 'from' 'start' 'of') 'from' @@ )?"`
	Duration *Duration `parser:"@@ )?"`
	For      *Slice    `parser:"( 'for' @@ )?"`
	At       *Place    `parser:"( 'at' @@ )?"`
	As       *Name     `parser:"( 'as' @@ )?"`
}

// Duration is how long an effect lasts.
type Duration struct {
	Node
	Form     string // permanent, source, used, for, until, from
	Times    *Slice // for N SPAN
	Edge     string // until start|end
	Nth      int    // until start|end of second next SPAN: 2; 0 when nothing is written
	Next     bool
	SpanName *Name
	Of       *Slice
	durationForms
}

type durationForms struct {
	Permanent bool   `parser:"( @'permanent'"`
	Source    bool   `parser:"| 'while' @'source'"`
	ForTimes  *Slice `parser:"| 'for' @@"`
	ForSpan   *Name  `parser:"@@"`
	ForOf     *Slice `parser:"( 'of' @@ )?"`
	Used      bool   `parser:"| 'until' ( @'used'"`
	UntilEdge string `parser:"| @( 'start' | 'end' ) 'of'"`
	UntilNth  string `parser:"@( 'second' | 'third' | 'fourth' )?"`
	UntilNext bool   `parser:"@'next'?"`
	UntilSpan *Name  `parser:"@@"`
	UntilOf   *Slice `parser:"( 'of' @@ )? )"`
	FromNext  bool   `parser:"| 'from' 'start' 'of' @'next'?"`
	FromSpan  *Name  `parser:"@@"`
	FromOf    *Slice `parser:"( 'of' @@ )? 'until' 'its' 'end' )"`
}

// Place is `nowhere`, `on X`, a point, `ZONE` or `ZONE of P`.
// Value holds the expression (a point or a bare zone name: the checker decides).
type Place struct {
	Node
	Form  string `parser:"( @'nowhere' | @'on'?"` // nowhere, on, value
	Value *Slice `parser:"@@"`
	Of    *Slice `parser:"( 'of' @@ )? )"`
}

// ChangeStmt is `destroy X`, `move X to PLACE`, `give X to PLAYER`, `hide X`, `reveal X`,
// `rotate X to DEGREES`, `rotate X by DEGREES`.
type ChangeStmt struct {
	Node
	Word Name
	What Slice
	To   *Place // move
	Whom *Slice // give
	Turn *Slice // rotate: degrees
	By   bool   // rotate by
	changeForms
}

type changeForms struct {
	Move   *Name  `parser:"( (?= 'move') @@"`
	Moved  *Slice `parser:"@@"`
	Place  *Place `parser:"'to' @@"`
	Give   *Name  `parser:"| (?= 'give') @@"`
	Given  *Slice `parser:"@@"`
	Player *Slice `parser:"'to' @@"`
	Rotate *Name  `parser:"| (?= 'rotate') @@"`
	Round  *Slice `parser:"@@"`
	ByTurn bool   `parser:"( 'to' | @'by' )"`
	Angle  *Slice `parser:"@@"`
	Plain  *Name  `parser:"| (?= 'destroy' | 'hide' | 'reveal') @@"`
	Object *Slice `parser:"@@ )"`
}

// PushStmt is `push X from Y by LEN as NAME`.
type PushStmt struct {
	Node
	What Slice `parser:"'push' @@"`
	From Slice `parser:"'from' @@"`
	By   Slice `parser:"'by' @@"`
	As   *Name `parser:"( 'as' @@ )?"`
}

// TravelStmt is `travel X along PATH { enter z: KIND within LEN where C { } ... }`.
type TravelStmt struct {
	Node
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

// ActStmt is `act X [among TAG] [once | until pass]` or `window among TAG by LIST once | until pass`.
type ActStmt struct {
	Node
	Word  Name   `parser:"(?= 'act' | 'window') @@"` // act, window
	Who   *Slice `parser:"@@?"`
	Among []Name `parser:"( 'among' @@ ( ',' @@ )* )?"`
	By    *Slice `parser:"( 'by' @@ )?"`
	Pass  bool   `parser:"( 'once' | 'until' @'pass' )?"` // until pass
}

// ContributeStmt is `add E to F layer L` and its siblings.
type ContributeStmt struct {
	Node
	Op     Name // add set multiply divide raise cap
	Value  Slice
	Target Slice
	contributeForms
	Round string `parser:"( 'rounding' @( 'up' | 'down' ) )?"` // up, down, "" for divide
	Layer *Name  `parser:"( 'layer' @@ )?"`
}

type contributeForms struct {
	ToOp  *Name  `parser:"( (?= 'add') @@"`
	ToVal *Slice `parser:"@@"`
	ToFld *Slice `parser:"'to' @@"`
	OfOp  *Name  `parser:"| (?= 'set' | 'raise') @@"`
	OfFld *Slice `parser:"@@"`
	OfVal *Slice `parser:"'to' @@"`
	ByOp  *Name  `parser:"| (?= 'multiply' | 'divide') @@"`
	ByFld *Slice `parser:"@@"`
	ByVal *Slice `parser:"'by' @@"`
	AtOp  *Name  `parser:"| (?= 'cap') @@"`
	AtFld *Slice `parser:"@@"`
	AtVal *Slice `parser:"'at' @@ )"`
}

// StopStmt is `stop SPAN`.
type StopStmt struct {
	Node
	SpanName Name `parser:"'stop' @@"`
}

// CancelStmt is `cancel`.
type CancelStmt struct {
	Node
	cancelWord
}

type cancelWord struct {
	Said bool `parser:"@'cancel'"`
}

// AlwaysStmt is `always { }`.
type AlwaysStmt struct {
	Node
	Body Block `parser:"'always' @@"`
}

// NoteStmt is `note "..."` or `note { en "..." fr "..." }`.
type NoteStmt struct {
	Node
	noteBare
	Texts []Text `parser:"| '{' ( @@ EOL? )* '}' )"` // a bare string is en
}

type noteBare struct {
	Bare *Str `parser:"'note' ( @@"`
}

// ManualStmt is `manual "..."`.
type ManualStmt struct {
	Node
	Str Str `parser:"'manual' @@"`
}

func (*LetStmt) stmt()        {}
func (*CallStmt) stmt()       {}
func (*AssignStmt) stmt()     {}
func (*IfStmt) stmt()         {}
func (*EachStmt) stmt()       {}
func (*RepeatStmt) stmt()     {}
func (*ThrowStmt) stmt()      {}
func (*DrawStmt) stmt()       {}
func (*PutStmt) stmt()        {}
func (*ChooseStmt) stmt()     {}
func (*CreateStmt) stmt()     {}
func (*ChangeStmt) stmt()     {}
func (*PushStmt) stmt()       {}
func (*TravelStmt) stmt()     {}
func (*ActStmt) stmt()        {}
func (*ContributeStmt) stmt() {}
func (*StopStmt) stmt()       {}
func (*CancelStmt) stmt()     {}
func (*AlwaysStmt) stmt()     {}
func (*NoteStmt) stmt()       {}
func (*ManualStmt) stmt()     {}
