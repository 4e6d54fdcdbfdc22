package syntax

// fieldItem is a line of a kind or an event.
type fieldItem interface{ Member }

// valueItem is a line of a card.
type valueItem interface{ Member }

type fieldBody struct {
	Items []fieldItem `parser:"'{' ( @@ EOL? )* '}'"`
}

type valueBody struct {
	Items []valueItem `parser:"'{' ( @@ EOL? )* '}'"`
}

// TextMember is `en "..."` in a body.
type TextMember struct {
	as[Member]
	Text Text `parser:"@@"`
}

// TagMember is `tag swift, loud`.
type TagMember struct {
	as[Member]
	Names []Name `parser:"'tag' @@ ( ',' @@ )*"`
}

// FieldMember declares a field: `[stat|cell|derive|carries] NAME: TYPE [in R] [= E] [layers ...] [min E] [max E] [{ texts, inner }]`.
// Word is empty for a plain field.
type FieldMember struct {
	as[Member]
	Word    string   `parser:"( (?! Ident ':') @( 'stat' | 'cell' | 'derive' | 'carries' ) )?"`
	Name    Name     `parser:"@@"`
	Type    TypeExpr `parser:"':' @@"`
	Range   *Range   `parser:"( 'in' @@ )?"`
	Default *Slice   `parser:"( '=' @@ )?"`
	Layers  []Name   `parser:"( 'layers' @@ ( ',' @@ )* )?"`
	Min     *Slice   `parser:"( 'min' @@ )?"`
	Max     *Slice   `parser:"( 'max' @@ )?"`
	Texts   []Text   `parser:"( '{' ( ( @@"`
	Inner   bool     `parser:"| @'inner' ) EOL? )* '}' )?"`
}

// ValueMember is `V: 6` or `gear: [a, b(2)]` in a card: a field's value, as written.
type ValueMember struct {
	as[Member]
	Name  Name `parser:"@@ ':'"`
	Value Slice
	written
}

type written struct {
	Raw *rawSlice `parser:"@@"`
}

// BodyMember is `body round 1.25 tall 2.0` or `body rect 1.0 by 2.0`.
type BodyMember struct {
	as[Member]
	Form  Name   `parser:"'body' (?= 'round' | 'rect') @@"` // round, rect
	Width Slice  `parser:"@@"`
	Depth *Slice `parser:"( 'by' @@ )?"`
	Tall  *Slice `parser:"( 'tall' @@ )?"`
}

// ChooseMember is `choose by P { fields }`, or `choose by each NAME in LIST { fields }`, in an event. A patch that
// leaves the player leaves out `by P`.
type ChooseMember struct {
	as[Member]
	Each   *Name       `parser:"'choose' ( 'by' ( 'each' @@ 'in' )?"` // every player of a list answers for himself
	By     Slice       `parser:"@@ )?"`
	Fields []FormField `parser:"'{' ( @@ (?= EOL | '}' | Ident ':') EOL? )* '}'"`
}

// RequireMember is `require LABEL: COND { en "..." }`.
type RequireMember struct {
	as[Member]
	Label Name   `parser:"'require' @@ ':'"`
	Cond  Slice  `parser:"@@"`
	Texts []Text `parser:"( '{' ( @@ EOL? )* '}' )?"`
}

// CostMember is `cost EVENT(ARGS)`.
type CostMember struct {
	as[Member]
	Call Call `parser:"'cost' @@"`
}

// NeedsMember is `needs author, victim`.
type NeedsMember struct {
	as[Member]
	Names []Name `parser:"'needs' @@ ( ',' @@ )*"`
}

// OwnerMember is `owner EXPR` in a span.
type OwnerMember struct {
	as[Member]
	Value Slice `parser:"'owner' @@"`
}

// PreferMember is `prefer SCORE` in an action: how much an automatic player wants to start it; or `prefer C` in
// a clause that may: whether he does it.
type PreferMember struct {
	as[Member]
	Value Slice `parser:"'prefer' @@"`
}

// LetMember is `let NAME [: TYPE] = CONSTANT` on a card or kind.
type LetMember struct {
	as[Member]
	Name  Name      `parser:"'let' @@"`
	Type  *TypeExpr `parser:"( ':' @@ )? '='"`
	Value Slice
	written
}

// OneMember is `one per KEY [, renewed]`: of several equal things with the same key only the first works.
type OneMember struct {
	as[Member]
	Key     Slice `parser:"'one' 'per' @@"`
	Renewed bool  `parser:"( ',' @'renewed' )?"`
}

// InnerMember is `inner`: what is so only keeps books, and no card or report speaks of it; a card that is so serves tests.
type InnerMember struct {
	as[Member]
	Said bool `parser:"@'inner'"`
}

// OrderedMember is `ordered by owner`.
type OrderedMember struct {
	as[Member]
	orderedWords
}

type orderedWords struct {
	Said bool `parser:"@'ordered' 'by' 'owner'"`
}

// DoMember is `do { ... }`.
type DoMember struct {
	as[Member]
	Body Block `parser:"'do' @@"`
}

// StepMember is `step LABEL: { ... }` in a patch: what is done in place of that step.
type StepMember struct {
	as[Member]
	Step StepStmt `parser:"(?= 'step') @@"`
}

// LimitMember is `limit [tries] once per bearer, victim per round [as NAME]`, or `limit NAME` for one that the card
// or kind declares. Then Times is the name.
type LimitMember struct {
	as[Member]
	Tries    bool    `parser:"'limit' @'tries'?"`
	Times    Slice   `parser:"@@"` // "once" is written 1 here, "twice" 2
	Keys     []Slice // per KEY, KEY
	SpanName *Name   // per SPAN
	limitPers
	As *Name `parser:"( 'as' @@ )?"`
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
	as[Member]
	Label  *Name      `parser:"( (?= Ident ':') @@ ':' )?"`
	Action *EventDecl `parser:"@@"`
}

// Clause is a hook: `LABEL: after EVENT may when C { ... }`, or `replace LABEL: ...` in place of that of the kind.
type Clause struct {
	as[Member]
	Replaces bool        `parser:"( (?= 'replace' Ident ':') @'replace' )?"`
	Label    *Name       `parser:"( (?= Ident ':') @@ ':' )?"`
	Head     ClauseHead  `parser:"@@"`
	When     *Slice      `parser:"( 'when' @@ )?"`
	Body     *ClauseBody `parser:"@@?"`
	hookWord
}

// hookWord is the word with which the head of a clause begins.
type hookWord struct{ word string }

// ClauseHead says of what a clause speaks.
//
//sumtype:decl
type ClauseHead interface {
	Spanned
	of(ClauseHead)
}

// headTable is which head of a clause begins with which word.
func headTable() *table[ClauseHead] {
	return tableOf(nil,
		on[CannotHead, ClauseHead]("cannot"), on[InsteadHead, ClauseHead]("instead"), on[BeforeHead, ClauseHead]("before"),
		on[AfterHead, ClauseHead]("after"), on[BecomesHead, ClauseHead]("becomes"), on[WhileHead, ClauseHead]("while"),
		on[IgnoreHead, ClauseHead]("ignore"), on[WaiveHead, ClauseHead]("waive"))
}

// What is known of a clause by its first word: whether it may end with its head, and whether it holds wherever it
// stands, since it contributes or ignores. The others do or forbid something when the game is played.
var (
	bareHeads = wordSet([]string{"cannot", "ignore", "waive"})
	lawHeads  = wordSet([]string{"ignore", "while"})
)

// headWords go on with the head of a clause, on the next line, too.
var headWords = wordSet([]string{"or", "during", "of", "where", "may", "when"})

// IsLaw tells whether a clause is part of the laws of the whole program, wherever it stands.
func (c *Clause) IsLaw() bool { return lawHeads[c.word] }

// Heads are those of a clause that only does something; nil when it hears no events.
func (c *Clause) Heads() []Head {
	switch head := c.Head.(type) {
	case *CannotHead:
		return head.Heard.Heads
	case *InsteadHead:
		return head.Heard.Heads
	case *BeforeHead:
		return head.Heard.Heads
	case *AfterHead:
		return head.Heard.Heads
	case *WaiveHead:
		return []Head{head.Of}
	case *BecomesHead, *WhileHead, *IgnoreHead:
	}
	return nil
}

// CannotHead is `cannot EVENT`.
type CannotHead struct {
	as[ClauseHead]
	Heard Heard `parser:"'cannot' @@"`
}

// InsteadHead is `instead EVENT [may]`.
type InsteadHead struct {
	as[ClauseHead]
	Heard Heard `parser:"'instead' @@"`
	May   bool  `parser:"@'may'?"`
}

// BeforeHead is `before EVENT [may]`.
type BeforeHead struct {
	as[ClauseHead]
	Heard Heard `parser:"'before' @@"`
	May   bool  `parser:"@'may'?"`
}

// AfterHead is `after EVENT [may]`.
type AfterHead struct {
	as[ClauseHead]
	Heard Heard `parser:"'after' @@"`
	May   bool  `parser:"@'may'?"`
}

// Heard is the events that a clause hears: `HEAD or HEAD [during HEAD [as n]]`.
type Heard struct {
	Node
	Heads  []Head  `parser:"@@ ( 'or' @@ )*"`
	During *During `parser:"@@?"`
}

// During is `during EVENT(FIELD: VALUE, ...) as n`.
type During struct {
	Node
	Head Head  `parser:"'during' @@"`
	As   *Name `parser:"( 'as' @@ )?"`
}

// Head is a pattern of calls, `EVENT` or `EVENT(FIELD: VALUE, ...)`, or `#TAG` for every event that bears
// the tag.
type Head struct {
	Node
	Every  bool    `parser:"@'#'?"`
	Name   Name    `parser:"@@"`
	Fields []Match `parser:"( '(' @@ ( ',' @@ )* ')' )?"`
}

// Match is `FIELD: VALUE` in a head.
type Match struct {
	Node
	Name  Name  `parser:"@@ ':'"`
	Value Slice `parser:"@@"`
}

// BecomesHead is `becomes COND`.
type BecomesHead struct {
	as[ClauseHead]
	Cond Slice `parser:"'becomes' @@"`
}

// WhileHead is `while HEAD or HEAD [during HEAD]`, `while COND`, or `while each m: KIND where C`. A name alone is a Cond: the
// checker knows whether an event has it.
type WhileHead struct {
	as[ClauseHead]
	Each  *EachHead `parser:"'while' ( @@"`
	Heard *Heard    `parser:"| (?= '#' | Ident ( 'or' | 'during' | '(' Ident ( ':' | '=' ) ) ) @@"`
	Cond  *Slice    `parser:"| @@ )"`
}

// EachHead is `each m: KIND [where C]`.
type EachHead struct {
	Node
	Name  Name     `parser:"'each' @@"`
	Type  TypeExpr `parser:"':' @@"`
	Where *Slice   `parser:"( 'where' @@ )?"`
}

// IgnoreHead is `ignore CARD[.LABEL] [during HEAD] [of EXPR]` or `ignore #TAG ...`.
type IgnoreHead struct {
	as[ClauseHead]
	Tag    bool   `parser:"'ignore' @'#'?"`
	What   Name   `parser:"@@"`
	Part   *Name  `parser:"( '.' @@ )?"`
	During *Head  `parser:"( 'during' @@ )?"`
	Of     *Slice `parser:"( 'of' @@ )?"`
}

// WaiveHead is `waive LABEL of HEAD`.
type WaiveHead struct {
	as[ClauseHead]
	What Name `parser:"'waive' @@"`
	Of   Head `parser:"'of' @@"`
}

// ClauseBody is what stands between the braces of a clause.
type ClauseBody struct {
	Node
	Texts  []Text          `parser:"'{' ( ( @@"`
	Tags   []Name          `parser:"| 'tag' @@ ( ',' @@ )*"`
	Limits []*LimitMember  `parser:"| @@"`
	Costs  []*CostMember   `parser:"| (?= 'cost' Ident) @@"`
	Prefer []*PreferMember `parser:"| @@ ) EOL? )*"`
	Block  Block
	clauseStmts
}

type clauseStmts struct {
	Items []Stmt `parser:"( @@ (?= EOL | '}') EOL? )* '}'"`
}
