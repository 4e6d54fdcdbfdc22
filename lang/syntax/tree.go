// Package syntax turns text into the one syntax tree, and the tree back into text.
package syntax

import "github.com/kdsl-lang/kdsl/lang/source"

// File is one parsed file. Decls holds every declaration that could be parsed.
type File struct {
	Source   *source.File
	Decls    []Decl
	Comments []Comment
}

// Comment is `// text`, with the span of the whole comment.
type Comment struct {
	At   source.Span
	Text string
}

// Node is a place in the text; every node of the tree embeds it.
type Node struct {
	At source.Span
}

// Span is where the node stands.
func (n Node) Span() source.Span { return n.At }

// Name is an identifier with its place.
type Name struct {
	Node
	Text string
}

// Slice is a verbatim piece of the text: a condition or a value, in CEL.
type Slice struct {
	Node
	Text string
}

// Str is a string literal; Text is its content without quotes, escapes resolved.
type Str struct {
	Node
	Text string
}

// TypeExpr is `int`, `list<trait>`, `card skill`, `profile?`.
type TypeExpr struct {
	Node
	Card     bool      // card NAME
	Name     Name      // int, bool, length, dice, target, point, path, text, list, or a declared name
	Elem     *TypeExpr // list<Elem>
	Optional bool      // T?
}

// Range is `LO..HI`; either end may be missing (empty Slice).
type Range struct {
	Node
	Lo, Hi *Slice
}

// Text is `en "..."` or `fr "..."`.
type Text struct {
	Node
	Lang Name // en, fr
	Str  Str
}

// Arg is `name: value` or `value` in a call.
type Arg struct {
	Node
	Name  *Name
	Value Slice
}

// Call is `attack(who: a, ap: 1)`.
type Call struct {
	Node
	Name Name
	Args []Arg
}

// Param is `X: int in 1..5`.
type Param struct {
	Node
	Name  Name
	Type  TypeExpr
	Range *Range
}

// Decl is a declaration at the top level.
type Decl interface {
	Span() source.Span
	decl()
}

// Member is a line of a kind, card, event, rule or scenario.
type Member interface {
	Span() source.Span
	member()
}

// Stmt is a statement.
type Stmt interface {
	Span() source.Span
	stmt()
}

// ---- declarations

// PackDecl is `pack kharn_ages { en "..." unit toise uses std overlays base }`.
type PackDecl struct {
	Node
	Name     Name
	Texts    []Text
	Unit     *Name
	Uses     []Name
	Overlays []Name
}

// UseDecl is `use kharn_ages, other`.
type UseDecl struct {
	Node
	Names []Name
}

// EnumDecl is `enum trait { V P A C }`.
type EnumDecl struct {
	Node
	Name   Name
	Values []EnumValue
	Texts  []Text
}

// EnumValue is `V { en "Velocity" }`.
type EnumValue struct {
	Node
	Name  Name
	Texts []Text
}

// KindDecl is `kind profile extends piece { ... }`; `player { ... }` has the name player.
type KindDecl struct {
	Node
	Name    Name
	Extends *Name
	Members []Member
}

// CardDecl is `skill brutality(X: int in 1..5) { ... }`. Word is the kind's name, or `rule`.
type CardDecl struct {
	Node
	Word    Name
	Name    Name
	Params  []Param
	Members []Member
}

// EventDecl is `event`, `span` or `action NAME(params) { ... }`.
type EventDecl struct {
	Node
	Word    Name
	Name    Name
	Params  []Param
	Members []Member
}

// BagDecl is `bag hits { six: bool }`.
type BagDecl struct {
	Node
	Name   Name
	Fields []Param
}

// ZoneDecl is `zone hand of player seen by owner`.
type ZoneDecl struct {
	Node
	Name      Name
	OfPlayers bool
	SeenBy    Name // all, owner, nobody
}

// FuncDecl is `function foe(a: profile, b: profile): bool = a.owner != b.owner`.
type FuncDecl struct {
	Node
	Name   Name
	Params []Param
	Result TypeExpr
	Body   Slice
}

// TableDecl is `table cover(stature: int in 0..6, height: int in 1..6): int { 0, 1 => 3 }`,
// or with On, rows of statements.
type TableDecl struct {
	Node
	Name   Name
	Params []Param
	Result *TypeExpr
	On     []Name
	Rows   []TableRow
	Texts  []Text
}

// TableRow is `2, 3..4 => VALUE` or `2 => { STATEMENTS }`.
type TableRow struct {
	Node
	Keys  []TableKey
	Value *Slice
	Body  *Block
}

// TableKey is `*`, `3`, `3..4`, `5..`, `..2`.
type TableKey struct {
	Node
	Any   bool
	Value *Slice
	Range *Range
}

// OptionDecl is `option ties: side = defender { en "..." see "KA-DICE-019" }`.
type OptionDecl struct {
	Node
	Name    Name
	Type    TypeExpr
	Default Slice
	Texts   []Text
	See     []Str
}

// LabelDecl is `label AP { en "AP" fr "PA" }`.
type LabelDecl struct {
	Node
	Name  Name
	Texts []Text
}

// ScriptDecl is `test "..." covers A, B { }`, `odds "..." { }` or `scenario duel { }`.
type ScriptDecl struct {
	Node
	Word    Name
	Name    Str      // a scenario's id stands here too
	Covers  []Name   // ids such as KA-MELEE-004, with their dashes
	Members []Member // texts and clauses, of a scenario
	Body    Block
}

// ExtendDecl is `extend event roll { ... }` or `extend KIND { ... }`.
type ExtendDecl struct {
	Node
	Word    Name // kind, event, span, action, enum, rule, or a kind's name for a card
	Name    Name
	Members []Member
	Values  []EnumValue // of an enum
}

// ReplaceDecl is `replace DECLARATION`.
type ReplaceDecl struct {
	Node
	Decl Decl
}

// RemoveDecl is `remove rule jump` or `remove skill stable.hold` or `remove test "..."`.
type RemoveDecl struct {
	Node
	Word  Name
	Name  Name
	Label *Name
	Str   *Str
}

// PatchDecl is `patch profile paladin { V: 5  hold: cannot ... }`.
type PatchDecl struct {
	Node
	Word    Name
	Name    Name
	Members []Member
}

// SetDecl is `set ties = attacker`.
type SetDecl struct {
	Node
	Name  Name
	Value Slice
}

func (*PackDecl) decl()    {}
func (*UseDecl) decl()     {}
func (*EnumDecl) decl()    {}
func (*KindDecl) decl()    {}
func (*CardDecl) decl()    {}
func (*EventDecl) decl()   {}
func (*BagDecl) decl()     {}
func (*ZoneDecl) decl()    {}
func (*FuncDecl) decl()    {}
func (*TableDecl) decl()   {}
func (*OptionDecl) decl()  {}
func (*LabelDecl) decl()   {}
func (*ScriptDecl) decl()  {}
func (*ExtendDecl) decl()  {}
func (*ReplaceDecl) decl() {}
func (*RemoveDecl) decl()  {}
func (*PatchDecl) decl()   {}
func (*SetDecl) decl()     {}

// ---- members

// TextMember is `en "..."` in a body.
type TextMember struct {
	Node
	Text Text
}

// TagMember is `tag melee, brutal`.
type TagMember struct {
	Node
	Names []Name
}

// FieldMember declares a field: `[stat|cell|derive|carries] NAME: TYPE [in R] [= E] [layers ...] [min E] [max E] [{ texts }]`.
// Word is empty for a plain field.
type FieldMember struct {
	Node
	Word    string
	Name    Name
	Type    TypeExpr
	Range   *Range
	Default *Slice
	Layers  []Name
	Min     *Slice
	Max     *Slice
	Texts   []Text
}

// ValueMember is `V: 6` or `skills: [a, b(2)]` in a card: a field's value, as written.
type ValueMember struct {
	Node
	Name  Name
	Value Slice
}

// BodyMember is `body round 1.25 tall 2.0` or `body rect 1.0 by 2.0`.
type BodyMember struct {
	Node
	Form  Name // round, rect
	Width Slice
	Depth *Slice
	Tall  *Slice
}

// ChooseMember is `choose by P { fields }` in an event.
type ChooseMember struct {
	Node
	By     Slice
	Fields []FormField
}

// FormField is one field of a form.
type FormField struct {
	Node
	Name   Name
	Type   TypeExpr
	In     *Slice // in LIST
	Range  *Range // in LO..HI
	Count  *Range // count N (Lo only) or LO..HI
	Repeat *Slice
	Within *Slice // within LEN
	Of     *Slice // of X
	Where  *Slice
	Prefer *Slice
	Texts  []Text
}

// RequireMember is `require LABEL: COND { en "..." }`.
type RequireMember struct {
	Node
	Label Name
	Cond  Slice
	Texts []Text
}

// CostMember is `cost EVENT(ARGS)`.
type CostMember struct {
	Node
	Call Call
}

// NeedsMember is `needs attacker, target`.
type NeedsMember struct {
	Node
	Names []Name
}

// OwnerMember is `owner EXPR` in a span.
type OwnerMember struct {
	Node
	Value Slice
}

// OrderedMember is `ordered by owner`.
type OrderedMember struct{ Node }

// DoMember is `do { ... }`.
type DoMember struct {
	Node
	Body Block
}

// LimitMember is `limit [tries] once per bearer, victim per round`.
type LimitMember struct {
	Node
	Tries bool
	Times Slice // "once" is written 1 here, "twice" 2
	Keys  []Slice
	Span  *Name
}

// ActionMember is an action that a card or kind gives.
type ActionMember struct {
	Node
	Action *EventDecl
}

// Clause is a hook: `LABEL: after damage may when C { ... }`.
type Clause struct {
	Node
	Label *Name
	Word  Name  // cannot instead before while after becomes ignore waive
	Event *Name // cannot instead before after; waive ... of EVENT; ignore ... during EVENT
	May   bool
	When  *Slice
	Cond  *Slice // while COND or while EVENT (the checker decides), becomes COND
	Each  *EachHead
	What  *Name  // ignore NAME, waive LABEL
	Part  *Name  // ignore CARD.LABEL
	Tag   bool   // ignore #TAG
	Of    *Slice // ignore ... of EXPR
	Body  *ClauseBody
}

// EachHead is `each m: profile [where C]`.
type EachHead struct {
	Node
	Name  Name
	Type  TypeExpr
	Where *Slice
}

// ClauseBody is what stands between the braces of a clause.
type ClauseBody struct {
	Node
	Texts  []Text
	Tags   []Name
	Limits []*LimitMember
	Block  Block
}

func (*TextMember) member()    {}
func (*TagMember) member()     {}
func (*FieldMember) member()   {}
func (*ValueMember) member()   {}
func (*BodyMember) member()    {}
func (*ChooseMember) member()  {}
func (*RequireMember) member() {}
func (*CostMember) member()    {}
func (*NeedsMember) member()   {}
func (*OwnerMember) member()   {}
func (*OrderedMember) member() {}
func (*DoMember) member()      {}
func (*LimitMember) member()   {}
func (*ActionMember) member()  {}
func (*Clause) member()        {}

// ---- statements

// Block is a sequence of statements.
type Block struct {
	Node
	Stmts []Stmt
}

// LetStmt is `let x = EXPR` or `let r = EVENT(ARGS)`. The checker decides which; Call is set when
// the value has the form NAME(...) to the end.
type LetStmt struct {
	Node
	Name  Name
	Value Slice
	Call  *Call
}

// CallStmt is `EVENT(ARGS)`.
type CallStmt struct {
	Node
	Call Call
}

// AssignStmt is `x.HP -= 3`. Op is "=", "+=" or "-=".
type AssignStmt struct {
	Node
	Target Slice
	Op     string
	Value  Slice
}

// IfStmt is `if C { } else if C { } else { }`; a following `else if` is an IfStmt in Else.
type IfStmt struct {
	Node
	Cond Slice
	Then Block
	Else *Block
}

// EachStmt is `each x: KIND where C { }` or `each x in LIST { }`.
type EachStmt struct {
	Node
	Name  Name
	Type  *TypeExpr
	In    *Slice
	Where *Slice
	Body  Block
}

// RepeatStmt is `repeat N { }` or `repeat until C { }`.
type RepeatStmt struct {
	Node
	Times *Slice
	Until *Slice
	Body  Block
}

// ThrowStmt is `throw N dF as NAME` or `throw N dF by E as NAME { }`.
type ThrowStmt struct {
	Node
	Count Slice
	Faces Slice // the text after d: "10" or "(EXPR)"
	By    *Slice
	Name  Name
	Body  *Block
}

// DrawStmt is `draw x in LIST`.
type DrawStmt struct {
	Node
	Name Name
	In   Slice
}

// PutStmt is `put N into BAG { field: E }`. Bag is a local or a field.
type PutStmt struct {
	Node
	Count  Slice
	Bag    Slice
	Fields []Arg
}

// ChooseStmt is `choose FIELD by PLAYER`.
type ChooseStmt struct {
	Node
	Field FormField
	By    Slice
}

// CreateStmt is `apply CARD(ARGS) to X [from Y] DURATION [as NAME]` or `create CARD(ARGS) [for P] [at PLACE] [as NAME]`.
type CreateStmt struct {
	Node
	Word     Name // apply, create
	Card     Call
	To       *Slice
	From     *Slice
	For      *Slice
	At       *Place
	Duration *Duration
	As       *Name
}

// Duration is how long an effect lasts.
type Duration struct {
	Node
	Form     string // permanent, source, used, for, until, from
	Times    *Slice // for N SPAN
	Edge     string // until start|end
	Next     bool
	SpanName *Name
	Of       *Slice
}

// Place is `nowhere`, `on X`, a point, `ZONE` or `ZONE of P`.
// Value holds the expression (a point or a bare zone name: the checker decides).
type Place struct {
	Node
	Form  string // nowhere, on, value
	Value *Slice
	Of    *Slice
}

// ChangeStmt is `destroy X`, `move X to PLACE`, `give X to PLAYER`, `hide X`, `reveal X`.
type ChangeStmt struct {
	Node
	Word Name
	What Slice
	To   *Place // move
	Whom *Slice // give
}

// PushStmt is `push X from Y by LEN as NAME`.
type PushStmt struct {
	Node
	What, From, By Slice
	As             *Name
}

// TravelStmt is `travel X along PATH { enter z: KIND within LEN where C { } ... }`.
type TravelStmt struct {
	Node
	What  Slice
	Along Slice
	Watch []Watch
}

// Watch is `enter|leave|touch z: KIND [within LEN] [where C] { }`.
type Watch struct {
	Node
	Word   Name
	Name   Name
	Type   TypeExpr
	Within *Slice
	Where  *Slice
	Body   Block
}

// ActStmt is `act X [among TAG] [once | until pass]` or `window among TAG by LIST once | until pass`.
type ActStmt struct {
	Node
	Word  Name // act, window
	Who   *Slice
	Among []Name
	By    *Slice
	Pass  bool // until pass
}

// ContributeStmt is `add E to F layer L` and its siblings.
type ContributeStmt struct {
	Node
	Op     Name // add set multiply divide raise cap
	Value  Slice
	Target Slice
	Round  string // up, down, "" for divide
	Layer  *Name
}

// StopStmt is `stop SPAN`; CancelStmt is `cancel`.
type StopStmt struct {
	Node
	SpanName Name
}

// CancelStmt is `cancel`.
type CancelStmt struct{ Node }

// AlwaysStmt is `always { }`.
type AlwaysStmt struct {
	Node
	Body Block
}

// NoteStmt is `note "..."` or `note { en "..." fr "..." }`.
type NoteStmt struct {
	Node
	Texts []Text // a bare string is en
}

// ManualStmt is `manual "..."`.
type ManualStmt struct {
	Node
	Str Str
}

// ---- steps of scripts

// PlayersStmt is `players red "Red", blue "Blue"`.
type PlayersStmt struct {
	Node
	Names []Name
	Texts []*Str // nil where not given
}

// BoardStmt is `table W by H`.
type BoardStmt struct {
	Node
	Width, Depth Slice
}

// GivenStmt is `given NAME = CARD(ARGS) [for P] [at PLACE] [{ cell: E }]`.
type GivenStmt struct {
	Node
	Name  Name
	Card  Call
	For   *Slice
	At    *Place
	Cells []Arg
}

// SettingStmt is `option NAME = E` or `stub FUNCTION = E`.
type SettingStmt struct {
	Node
	Word  Name
	Name  Name
	Value Slice
}

// DiceStmt is `dice 7 3 10`; it may also be written with commas.
type DiceStmt struct {
	Node
	Faces []Slice
}

// AnswerStmt is `answer name: E, ...`, `answer pass`, `answer yes`, `answer no`, or `answer ACTION` for a window.
type AnswerStmt struct {
	Node
	Word string // pass, yes, no, a name, or ""
	Args []Arg
}

// WhenStmt is `when EVENT(ARGS)`.
type WhenStmt struct {
	Node
	Call Call
}

// DuringStmt is `during SPAN(ARGS) { STEPS }`.
type DuringStmt struct {
	Node
	Call Call
	Body Block
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
}

// MeasureStmt is `measure E`.
type MeasureStmt struct {
	Node
	Value Slice
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
func (*PlayersStmt) stmt()    {}
func (*BoardStmt) stmt()      {}
func (*GivenStmt) stmt()      {}
func (*SettingStmt) stmt()    {}
func (*DiceStmt) stmt()       {}
func (*AnswerStmt) stmt()     {}
func (*WhenStmt) stmt()       {}
func (*DuringStmt) stmt()     {}
func (*ExpectStmt) stmt()     {}
func (*MeasureStmt) stmt()    {}
