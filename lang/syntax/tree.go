// Package syntax turns text into the one syntax tree, and the tree back into text.
//
// The tree is the grammar: participle reads the struct tags of its nodes. Every node embeds Node,
// which says where it stands. Where a form of the language does not fit the shape of its node, an
// embedded, unexported struct holds the grammar and lower.go moves what it caught into the node; in a
// finished tree such helpers hold no tokens, and nobody looks at them. Which node begins with which word stands in chosen.go: a node
// that is in none of its tables is never read.
package syntax

import (
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// File is one parsed file. Decls holds every declaration that could be parsed, Broken the words and
// names of those that could not, as far as they could be read (so that nobody complains that they
// are not declared). Cut tells that the rest of the file was not read: it is too large, nested too deep
// or has too many mistakes.
type File struct {
	Source   *source.File
	Decls    []Decl
	Comments []Comment
	Broken   []Name
	Cut      bool
}

// Comment is `// text`, with the span of the whole comment.
type Comment struct {
	At   source.Span
	Text string
}

// Node is a place in the text; every node of the tree embeds it.
type Node struct {
	At source.Span
	caught
}

// caught is filled by participle with the tokens of a node, and emptied when At is known.
type caught struct{ Tokens []lexer.Token }

// Span is where the node stands.
func (n Node) Span() source.Span { return n.At }

func (n *Node) base() *Node { return n }

// as is a node of the sum S: what embeds it may stand wherever the sum may.
type as[S any] struct{ Node }

func (as[S]) of(S) {}

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

// TypeExpr is `int`, `list<colour>`, `card piece`, `piece?`.
type TypeExpr struct {
	Node
	Card     bool      `parser:"@'card'?"`        // card NAME
	Name     Name      `parser:"@@"`              // int, bool, length, dice, target, point, path, text, list, or a declared name
	Elem     *TypeExpr `parser:"( '<' @@ '>' )?"` // list<Elem>
	Optional bool      `parser:"@'?'?"`           // T?
}

// Range is `LO..HI`; either end may be missing (nil).
type Range struct {
	Node
	Lo *Slice `parser:"( @@"`
	Hi *Slice `parser:"( '..' @@? )? | '..' @@ )"`
}

// Text is `en "..."` or `fr "..."`.
type Text struct {
	Node
	Lang Name `parser:"(?= 'en' | 'fr') @@"` // en, fr
	Str  Str  `parser:"@@"`
}

// Arg is `name: value` or `value` in a call.
type Arg struct {
	Node
	Name  *Name `parser:"( (?= Ident ':') @@ ':' )?"`
	Value Slice `parser:"@@"`
}

// Call is `strike(who: a, strength: 1)`.
type Call struct {
	Node
	Name Name  `parser:"@@"`
	Args []Arg `parser:"( '(' ( @@ ( ',' @@ )* )? ')' )?"`
}

// Param is `X: int in 1..5`.
type Param struct {
	Node
	Name  Name     `parser:"@@"`
	Type  TypeExpr `parser:"':' @@"`
	Range *Range   `parser:"( 'in' @@ )?"`
}

// Decl is a declaration at the top level.
type Decl interface {
	Span() source.Span
	of(Decl)
}

// Member is a line of a kind, card, event, rule or scenario.
type Member interface {
	Span() source.Span
	of(Member)
}

// Stmt is a statement.
//
//sumtype:decl
type Stmt interface {
	Span() source.Span
	of(Stmt)
}
