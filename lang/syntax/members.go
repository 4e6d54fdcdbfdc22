package syntax

// Members need no line end between them where the next begins with a word of members or with
// `NAME:`. In the body of a kind or an event `NAME: X` declares a field, in that of a card it gives
// a value.

// fieldItem is a line of a kind or an event.
type fieldItem interface{ Member }

// valueItem is a line of a card.
type valueItem interface{ Member }

type fieldBody struct {
	Items []fieldItem `parser:"'{' ( @@ (?= EOL | '}' | 'en' | 'fr' | 'tag' | 'stat' | 'cell' | 'derive' | 'carries' | 'body' | 'choose' | 'require' | 'limit' | 'cost' | 'needs' | 'owner' | 'ordered' | 'do' | 'action' | 'cannot' | 'instead' | 'before' | 'while' | 'after' | 'becomes' | 'ignore' | 'waive' | Ident ':') EOL? )* '}'"`
}

type optionalFieldBody struct {
	Items []fieldItem `parser:"( '{' ( @@ (?= EOL | '}' | 'en' | 'fr' | 'tag' | 'stat' | 'cell' | 'derive' | 'carries' | 'body' | 'choose' | 'require' | 'limit' | 'cost' | 'needs' | 'owner' | 'ordered' | 'do' | 'action' | 'cannot' | 'instead' | 'before' | 'while' | 'after' | 'becomes' | 'ignore' | 'waive' | Ident ':') EOL? )* '}' )?"`
}

type valueBody struct {
	Items []valueItem `parser:"'{' ( @@ (?= EOL | '}' | 'en' | 'fr' | 'tag' | 'stat' | 'cell' | 'derive' | 'carries' | 'body' | 'choose' | 'require' | 'limit' | 'cost' | 'needs' | 'owner' | 'ordered' | 'do' | 'action' | 'cannot' | 'instead' | 'before' | 'while' | 'after' | 'becomes' | 'ignore' | 'waive' | Ident ':') EOL? )* '}'"`
}

// TextMember is `en "..."` in a body.
type TextMember struct {
	Node
	Text Text `parser:"@@"`
}

// TagMember is `tag swift, loud`.
type TagMember struct {
	Node
	Names []Name `parser:"'tag' @@ ( ',' @@ )*"`
}

// FieldMember declares a field: `[stat|cell|derive|carries] NAME: TYPE [in R] [= E] [layers ...] [min E] [max E] [{ texts }]`.
// Word is empty for a plain field.
type FieldMember struct {
	Node
	Word    string   `parser:"( (?! Ident ':') @( 'stat' | 'cell' | 'derive' | 'carries' ) )?"`
	Name    Name     `parser:"@@"`
	Type    TypeExpr `parser:"':' @@"`
	Range   *Range   `parser:"( 'in' @@ )?"`
	Default *Slice   `parser:"( '=' @@ )?"`
	Layers  []Name   `parser:"( 'layers' @@ ( ',' @@ )* )?"`
	Min     *Slice   `parser:"( 'min' @@ )?"`
	Max     *Slice   `parser:"( 'max' @@ )?"`
	Texts   []Text   `parser:"( '{' ( @@ EOL? )* '}' )?"`
}

// plainField is a FieldMember that begins with `NAME:`. It is tried before the words of members, which
// may be names of fields too.
type plainField struct {
	Node
	Field *FieldMember `parser:"(?= Ident ':') @@"`
}

// wordField is a FieldMember that begins with its word.
type wordField struct {
	Node
	Field *FieldMember `parser:"(?= 'stat' | 'cell' | 'derive' | 'carries') @@"`
}

// ValueMember is `V: 6` or `gear: [a, b(2)]` in a card: a field's value, as written.
type ValueMember struct {
	Node
	Name  Name `parser:"(?= Ident ':') @@ ':'"`
	Value Slice
	written
}

type written struct {
	Raw *rawSlice `parser:"@@"`
}

// BodyMember is `body round 1.25 tall 2.0` or `body rect 1.0 by 2.0`.
type BodyMember struct {
	Node
	Form  Name   `parser:"'body' (?= 'round' | 'rect') @@"` // round, rect
	Width Slice  `parser:"@@"`
	Depth *Slice `parser:"( 'by' @@ )?"`
	Tall  *Slice `parser:"( 'tall' @@ )?"`
}

// ChooseMember is `choose by [each] P { fields }` in an event.
type ChooseMember struct {
	Node
	Each   bool        `parser:"'choose' 'by' @'each'?"` // every player of a list answers for himself
	By     Slice       `parser:"@@"`
	Fields []FormField `parser:"'{' ( @@ (?= EOL | '}' | Ident ':') EOL? )* '}'"`
}

// FormField is one field of a form. What follows the type may stand in any order, and each part may
// begin a line.
type FormField struct {
	Node
	Name   Name     `parser:"@@"`
	Type   TypeExpr `parser:"':' @@"`
	In     *Slice   // in LIST
	Range  *Range   `parser:"( ( (?= EOL ( 'in' | 'count' | 'repeat' | 'within' | 'of' | 'where' | 'prefer' )) EOL )? ( 'in' @@"` // in LO..HI
	Count  *Range   `parser:"| 'count' @@"`                                                                                       // count N (Lo only) or LO..HI
	Repeat *Slice   `parser:"| 'repeat' @@"`                                                                                      // repeat K
	Within *Slice   `parser:"| 'within' @@"`                                                                                      // within LEN
	Of     *Slice   `parser:"| 'of' @@"`                                                                                          // of X
	Where  *Slice   `parser:"| 'where' @@"`                                                                                       // where C
	Prefer *Slice   `parser:"| 'prefer' @@ ) )*"`
	Texts  []Text   `parser:"( '{' ( @@ EOL? )* '}' )?"`
}

// RequireMember is `require LABEL: COND { en "..." }`.
type RequireMember struct {
	Node
	Label Name   `parser:"'require' @@ ':'"`
	Cond  Slice  `parser:"@@"`
	Texts []Text `parser:"( '{' ( @@ EOL? )* '}' )?"`
}

// CostMember is `cost EVENT(ARGS)`.
type CostMember struct {
	Node
	Call Call `parser:"'cost' @@"`
}

// NeedsMember is `needs author, victim`.
type NeedsMember struct {
	Node
	Names []Name `parser:"'needs' @@ ( ',' @@ )*"`
}

// OwnerMember is `owner EXPR` in a span.
type OwnerMember struct {
	Node
	Value Slice `parser:"'owner' @@"`
}

// PreferMember is `prefer SCORE` in an action: how much an automatic player wants to start it.
type PreferMember struct {
	Node
	Value Slice `parser:"'prefer' @@"`
}

// OrderedMember is `ordered by owner`.
type OrderedMember struct {
	Node
	orderedWords
}

type orderedWords struct {
	Said bool `parser:"@'ordered' 'by' 'owner'"`
}

// DoMember is `do { ... }`.
type DoMember struct {
	Node
	Body Block `parser:"'do' @@"`
}

// LimitMember is `limit [tries] once per bearer, victim per round`.
type LimitMember struct {
	Node
	Tries    bool    `parser:"'limit' @'tries'?"`
	Times    Slice   `parser:"@@"` // "once" is written 1 here, "twice" 2
	Keys     []Slice // per KEY, KEY
	SpanName *Name   // per SPAN
	limitPers
}

type limitPers struct {
	Pers []perList `parser:"@@*"`
}

type perList struct {
	Node
	Keys []Slice `parser:"'per' @@ ( ',' @@ )*"`
}

// ActionMember is an action that a card or kind gives: `LABEL: action NAME(...) { ... }`.
type ActionMember struct {
	Node
	Label  *Name      `parser:"(?= 'action' Ident | Ident ':' 'action') ( (?= Ident ':') @@ ':' )?"`
	Action *EventDecl `parser:"@@"`
}

// Clause is a hook: `LABEL: after EVENT may when C { ... }`.
type Clause struct {
	Node
	Label  *Name     `parser:"(?= ( (?= Ident ':') Ident ':' )? ( 'cannot' | 'instead' | 'before' | 'while' | 'after' | 'becomes' | 'ignore' | 'waive' ) (?! ':')) ( (?= Ident ':') @@ ':' )?"`
	Word   Name      // cannot instead before while after becomes ignore waive
	Event  *Name     // cannot instead before after; waive ... of EVENT; ignore ... during EVENT
	Every  bool      // cannot, before, after #TAG: Event names a tag, and every event that bears it is meant
	May    bool      // before, after
	Prefer *Slice    // may prefer SCORE
	Cond   *Slice    // while COND or while EVENT (the checker decides), becomes COND
	Each   *EachHead // while each
	What   *Name     // ignore NAME, waive LABEL
	Part   *Name     // ignore CARD.LABEL
	Tag    bool      // ignore #TAG
	Of     *Slice    // ignore ... of EXPR
	clauseForms
	When *Slice      `parser:"( 'when' @@ )?"`
	Body *ClauseBody `parser:"@@?"`
}

// clauseForms has one place for each form's parts, for participle fills fields in their order.
type clauseForms struct {
	On           *Name     `parser:"( (?= 'cannot' | 'instead' | 'before' | 'after') @@"`
	OnTag        bool      `parser:"@'#'?"`
	OnEvent      *Name     `parser:"@@"`
	OnMay        bool      `parser:"( @'may'"`
	OnPrefer     *Slice    `parser:"( 'prefer' @@ )? )?"`
	Becomes      *Name     `parser:"| (?= 'becomes') @@"`
	BecomesCond  *Slice    `parser:"@@"`
	While        *Name     `parser:"| (?= 'while') @@"`
	WhileEach    *EachHead `parser:"( @@"`
	WhileCond    *Slice    `parser:"| @@ )"`
	Ignore       *Name     `parser:"| (?= 'ignore') @@"`
	IgnoreTag    bool      `parser:"@'#'?"`
	IgnoreWhat   *Name     `parser:"@@"`
	IgnorePart   *Name     `parser:"( '.' @@ )?"`
	IgnoreDuring *Name     `parser:"( 'during' @@ )?"`
	IgnoreOf     *Slice    `parser:"( 'of' @@ )?"`
	Waive        *Name     `parser:"| (?= 'waive') @@"`
	WaiveWhat    *Name     `parser:"@@"`
	WaiveOf      *Name     `parser:"'of' @@ )"`
}

// EachHead is `each m: KIND [where C]`.
type EachHead struct {
	Node
	Name  Name     `parser:"'each' @@"`
	Type  TypeExpr `parser:"':' @@"`
	Where *Slice   `parser:"( 'where' @@ )?"`
}

// ClauseBody is what stands between the braces of a clause.
type ClauseBody struct {
	Node
	Texts  []Text         `parser:"'{' ( ( @@"`
	Tags   []Name         `parser:"| 'tag' @@ ( ',' @@ )*"`
	Limits []*LimitMember `parser:"| @@"`
	Costs  []*CostMember  `parser:"| (?= 'cost' Ident) @@ ) EOL? )*"`
	Block  Block
	clauseStmts
}

type clauseStmts struct {
	Items []Stmt `parser:"( @@ (?= EOL | '}') EOL? )* '}'"`
}

func (*plainField) member()    {}
func (*wordField) member()     {}
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
func (*PreferMember) member()  {}
func (*OrderedMember) member() {}
func (*DoMember) member()      {}
func (*LimitMember) member()   {}
func (*ActionMember) member()  {}
func (*Clause) member()        {}
