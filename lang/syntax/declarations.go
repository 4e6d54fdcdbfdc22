package syntax

import (
	"iter"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// PackDecl is `pack islands { en "..." unit pace uses std overlays base complete en, fr }`.
type PackDecl struct {
	as[Decl]
	Name     Name   `parser:"'pack' @@"`
	Texts    []Text `parser:"( '{' ( ( @@"`
	Units    []Name `parser:"| 'unit' @@"`
	Uses     []Name `parser:"| 'uses' @@ ( ',' @@ )*"`
	Overlays []Name `parser:"| 'overlays' @@ ( ',' @@ )*"`
	Complete []Name `parser:"| 'complete' @@ ( ',' @@ )* ) EOL? )* '}' )?"`
}

// UseDecl is `use islands, other`.
type UseDecl struct {
	as[Decl]
	Names []Name `parser:"'use' @@ ( ',' @@ )*"`
}

// EnumDecl is `enum colour { red green blue }`.
type EnumDecl struct {
	as[Decl]
	Name   Name        `parser:"'enum' @@ '{'"`
	Values []EnumValue `parser:"( ( @@ ','?"`
	Texts  []Text      `parser:"| @@ ) EOL? )* '}'"`
}

// EnumValue is `red { en "Red" }`.
type EnumValue struct {
	Node
	Name  Name   `parser:"(?! ( 'en' | 'fr' ) ( 'noun' | 'moment' | 'name' | 'm' | 'f' | 'h' | 'an' )* String) @@"`
	Texts []Text `parser:"( '{' ( @@ EOL? )* '}' )?"`
}

// KindDecl is `kind charm extends token on piece, cart { ... }`; `player { ... }` has the name player.
type KindDecl struct {
	as[Decl]
	Name    Name        `parser:"(?= 'kind' | 'player') 'kind'? @@"`
	Extends *Name       `parser:"( 'extends' @@ )?"`
	On      []Name      `parser:"( 'on' @@ ( ',' @@ )* )?"` // kinds of what its instances lie on
	Members []fieldItem `parser:"( '{' ( @@ EOL? )* '}' )?"`
}

// CardDecl is `pawn scout(X: int in 1..5) on cart { ... }`. Word is the kind's name, or `rule`.
type CardDecl struct {
	as[Decl]
	Word    Name        `parser:"@@"`
	Name    Name        `parser:"@@"`
	Params  []Param     `parser:"( '(' ( @@ ( ',' @@ )* )? ')' )?"`
	On      []Name      `parser:"( 'on' @@ ( ',' @@ )* )?"` // the narrower kinds of what its instances lie on
	Members []valueItem `parser:"'{' ( @@ EOL? )* '}'"`
}

// EventDecl is `event`, `span` or `action NAME(params) { ... }`.
type EventDecl struct {
	as[Decl]
	Word    Name        `parser:"(?= 'event' | 'span' | 'action') @@"`
	Name    Name        `parser:"@@"`
	Params  []Param     `parser:"( '(' ( @@ ( ',' @@ )* )? ')' )?"`
	Members []fieldItem `parser:"( '{' ( @@ EOL? )* '}' )?"`
}

// BagDecl is `bag drops { large: bool }`.
type BagDecl struct {
	as[Decl]
	Name   Name    `parser:"'bag' @@"`
	Fields []Param `parser:"'{' ( @@ ','? EOL? )* '}'"`
}

// ZoneDecl is `zone hand of player seen by owner`.
type ZoneDecl struct {
	as[Decl]
	Name      Name `parser:"'zone' @@"`
	OfPlayers bool `parser:"( 'of' @'player' )?"`
	SeenBy    Name `parser:"'seen' 'by' @@"` // all, owner, nobody
}

// FuncDecl is `function foe(a: piece, b: piece): bool = a.owner != b.owner`, or, of one that is contributed to,
// `function cover(of: piece): int = 0 layers terrain, skills min 0`.
type FuncDecl struct {
	as[Decl]
	Name   Name     `parser:"'function' @@"`
	Params []Param  `parser:"( '(' ( @@ ( ',' @@ )* )? ')' )?"`
	Result TypeExpr `parser:"':' @@"`
	Body   Slice    `parser:"'=' @@"`
	Layers []Name   `parser:"( 'layers' @@ ( ',' @@ )* )?"`
	Min    *Slice   `parser:"( 'min' @@ )?"`
	Max    *Slice   `parser:"( 'max' @@ )?"`
	Texts  []Text   `parser:"( '{' ( ( @@"`
	Inner  bool     `parser:"| @'inner' ) EOL? )* '}' )?"`
}

// TableDecl is `table shade(depth: int in 0..6, height: int in 1..6): int { 0, 1 => 3 }`,
// or with On, rows of statements.
type TableDecl struct {
	as[Decl]
	Name   Name       `parser:"'table' @@"`
	Params []Param    `parser:"'(' ( @@ ( ',' @@ )* )? ')'"`
	Result *TypeExpr  `parser:"( ':' @@ )?"`
	On     []Name     `parser:"( 'on' @@ ( ',' @@ )* )?"`
	Texts  []Text     `parser:"'{' ( ( @@"`
	Rows   []TableRow `parser:"| @@ ) EOL? )* '}'"`
}

// TableRow is `2, 3..4 => VALUE` or `2 => { STATEMENTS }`.
type TableRow struct {
	Node
	Keys  []TableKey `parser:"@@ ( ',' @@ )* '=>'"`
	Body  *Block     `parser:"( @@"`
	Value *Slice     `parser:"| @@ )"`
}

// TableKey is `*`, `3`, `3..4`, `5..`, `..2`.
type TableKey struct {
	Node
	Any   bool `parser:"( @'*'"`
	Value *Slice
	Range *Range `parser:"| @@ )"`
}

// OptionDecl is `option ties: side = first { en "..." see "BOOK-019" }`.
type OptionDecl struct {
	as[Decl]
	Name    Name     `parser:"'option' @@"`
	Type    TypeExpr `parser:"':' @@"`
	Default Slice    `parser:"'=' @@"`
	Texts   []Text   `parser:"( '{' ( ( @@"`
	See     []Str    `parser:"| 'see' @@ ( ',' @@ )* ) EOL? )* '}' )?"`
}

// LabelDecl is `label AP { en "AP" fr "PA" }`.
type LabelDecl struct {
	as[Decl]
	Name  Name   `parser:"'label' @@"`
	Texts []Text `parser:"'{' ( @@ EOL? )* '}'"`
}

// ScriptDecl is `test "..." in duel covers A, B { }`, `odds "..." { }`, `scenario raid { }` or `setup duel { }`.
type ScriptDecl struct {
	as[Decl]
	Word Name `parser:"(?= 'test' | 'odds' | 'scenario' | 'setup') @@"`
	Name Str  // the id of a scenario or setup stands here too
	scriptHead
	In *Name `parser:"( 'in' @@ )?"` // the setup that it builds on
	scriptCovers
	Covers  []Name   // ids such as BOOK-RULE-004, with their dashes
	Members []Member // texts and clauses, of a scenario
	Body    Block
	scriptBody
}

type scriptHead struct {
	Title *Str  `parser:"( @@"`
	Id    *Name `parser:"| @@ )"`
}

type scriptCovers struct {
	Points []ruleID `parser:"( 'covers' @@ ( ',' @@ )* )?"`
}

type scriptBody struct {
	Items []scriptItem `parser:"'{' ( @@ (?= EOL | '}' | 'en' | 'fr') EOL? )* '}'"`
}

// scriptItem is a member or a statement of a script.
type scriptItem interface{ Span() source.Span }

// ExtendDecl is `extend event roll { ... }` or `extend KIND { ... }`.
type ExtendDecl struct {
	as[Decl]
	Word    Name // kind, event, span, action, enum, rule, or a kind's name for a card
	Name    Name
	Members []Member
	Values  []EnumValue // of an enum
	Texts   []Text      // of an enum
	extendForms
}

// extendForms tells by the word what the body holds.
type extendForms struct {
	Fields *extendFields `parser:"'extend' ( @@"`
	Enum   *extendEnum   `parser:"| @@"`
	Cards  *extendCard   `parser:"| @@ )"`
}

type extendFields struct {
	Node
	Word *Name `parser:"( (?= ( 'kind' | 'event' | 'span' | 'action' ) Ident) @@ )?"`
	Name Name  `parser:"(?= Ident '{') @@"`
	fieldBody
}

type extendEnum struct {
	Node
	Word   Name        `parser:"(?= 'enum') @@"`
	Name   Name        `parser:"@@ '{'"`
	Values []EnumValue `parser:"( ( @@ ','?"`
	Texts  []Text      `parser:"| @@ ) EOL? )* '}'"`
}

type extendCard struct {
	Node
	Word Name `parser:"@@"`
	Name Name `parser:"@@"`
	valueBody
}

// ReplaceDecl is `replace DECLARATION`.
type ReplaceDecl struct {
	as[Decl]
	Decl replaceable `parser:"'replace' @@"`
}

// replaceable is any declaration that may stand after `replace`: not another operation.
type replaceable interface{ Decl }

// RemoveDecl is `remove rule jump` or `remove pawn scout.hold` or `remove test "..."`.
type RemoveDecl struct {
	as[Decl]
	Word  Name // empty in `remove scout.hold`
	Name  Name
	Label *Name
	Str   *Str
	removed
}

type removed struct {
	First  *Name `parser:"'remove' @@"`
	Title  *Str  `parser:"( @@"`
	Second *Name `parser:"| @@ )?"`
	Dot    *Name `parser:"( '.' @@ )?"`
}

// PatchDecl is `patch pawn scout { V: 5  hold: cannot ... }`.
type PatchDecl struct {
	as[Decl]
	Word    Name
	Name    Name
	Members []Member
	patchForms
}

type patchForms struct {
	Fields *patchFields `parser:"'patch' ( @@"`
	Cards  *patchCard   `parser:"| @@ )"`
}

type patchFields struct {
	Node
	Word Name `parser:"(?= 'kind' | 'event' | 'span' | 'action') @@"`
	Name Name `parser:"@@"`
	fieldBody
}

type patchCard struct {
	Node
	Word Name `parser:"@@"`
	Name Name `parser:"@@"`
	valueBody
}

// SetDecl is `set ties = second`.
type SetDecl struct {
	as[Decl]
	Name  Name  `parser:"'set' @@"`
	Value Slice `parser:"'=' @@"`
}

// Members are the lines of a declaration, and whether it is one that has some.
func Members(d Decl) ([]Member, bool) {
	switch d := d.(type) {
	case *KindDecl:
		return members(d.Members), true
	case *CardDecl:
		return members(d.Members), true
	case *EventDecl:
		return members(d.Members), true
	case *ScriptDecl:
		return members(d.Members), true
	}
	return nil, false
}

// members are what a body caught.
func members[T Member](items []T) []Member {
	var out []Member
	for _, item := range items {
		out = append(out, item)
	}
	return out
}

// Scripts goes through the scripts of some files that begin with a word, as test or setup.
func Scripts(word string, files ...*File) iter.Seq[*ScriptDecl] {
	return func(yield func(*ScriptDecl) bool) {
		for _, f := range files {
			for d := range Of[*ScriptDecl](f.Decls) {
				if d.Word.Text == word && !yield(d) {
					return
				}
			}
		}
	}
}

// CardNamed is the card of a file with a name, or nil.
func (f *File) CardNamed(name string) *CardDecl {
	for d := range Of[*CardDecl](f.Decls) {
		if d.Name.Text == name {
			return d
		}
	}
	return nil
}
