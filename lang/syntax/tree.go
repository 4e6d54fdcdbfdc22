// Package syntax turns text into the one syntax tree, and the tree back into text.
//
// The tree is the grammar: participle reads the struct tags of its nodes. Every node embeds Node,
// which says where it stands. Where a form of the language does not fit the shape of its node, an
// embedded, unexported struct holds the grammar and lower.go moves what it caught into the node; in a
// finished tree such helpers hold no tokens, and nobody looks at them. Which node begins with which word
// stands in a table beside the nodes of its sort: a node that is in none is never read.
package syntax

import (
	"iter"
	"reflect"
	"sync"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// File is one parsed file. Decls holds every declaration that could be parsed, Broken the words and
// names of those that could not, as far as they could be read (so that nobody complains that they
// are not declared), For the tags of throws, Slips where a character stands that means nothing. Cut tells that the
// rest of the file was not read: it is too large, nested too deep or has too many mistakes. Words is how many words, signs
// and comments there are in it.
type File struct {
	Source   *source.File
	Decls    []Decl
	Comments []Comment
	Broken   []Name
	Slips    []source.Span
	For      []Name
	Cut      bool
	Words    int
	Chosen   []Choice // what statements ask for, in the order of the text
	Done     Done
	sound    []sound
}

// sound is a declaration that was read without a mistake, with what its statements ask for. What it is depends on
// nothing but its text: where that stands in a later file, it need not be read again.
type sound struct {
	at     source.Span
	decl   Decl
	chosen []Choice
}

// Choice is what a statement asks for.
type Choice struct {
	Name Name
	Type TypeExpr
}

// Done is what is known of the bodies of which heads know nothing: the names of what is chosen in a statement,
// and of the fields that are set in something.
type Done struct{ Chosen, Written map[string]bool }

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

// Text is `en "..."` or `fr "..."`, with the grammar of its words: `fr f "figurine" also m "combattant"`,
// `en noun "die" plural "dice"`, `fr noun m "coup" by "porte" to "reçoit"`.
type Text struct {
	Node
	Lang    Name   `parser:"(?= 'en' | 'fr') @@"` // en, fr
	Manners []Name `parser:"( (?= 'noun' | 'moment' | 'name' | 'm' | 'f' | 'h' | 'an') @@ )*"`
	Str     Str    `parser:"@@"`
	Plural  *Str   `parser:"( (?! 'plural' ':') 'plural' @@ )?"`
	By      *Str   `parser:"( (?! 'by' ':') 'by' @@"`
	To      *Str   `parser:"( 'to' @@ )? )?"`
	Also    []Also `parser:"( (?! 'also' ':') 'also' @@ ( ',' @@ )* )?"`
}

// Also is another name for the same: `m "combattant" plural "..."`.
type Also struct {
	Node
	Manners []Name `parser:"( (?= 'm' | 'f' | 'h' | 'an') @@ )*"`
	Str     Str    `parser:"@@"`
	Plural  *Str   `parser:"( (?! 'plural' ':') 'plural' @@ )?"`
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

// Of goes through those of a list that are of one sort.
func Of[T Spanned, S Spanned](list []S) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, x := range list {
			if t, ok := any(x).(T); ok && !yield(t) {
				return
			}
		}
	}
}

// Spanned is any node of the tree.
type Spanned interface{ Span() source.Span }

// Walk calls visit for the node and, where visit returns true, for the nodes below it, in the order
// of their fields. Nodes arrive as pointers: *Clause, *Name, *Slice. Parts that are absent are skipped.
func Walk(node Spanned, visit func(Spanned) bool) {
	v := reflect.ValueOf(node)
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		walk(v, visit)
	}
}

// walk visits what the pointer points to, a struct that embeds Node.
func walk(p reflect.Value, visit func(Spanned) bool) {
	if !visit(p.Interface().(Spanned)) {
		return
	}
	s := p.Elem()
	for _, i := range below(s.Type()) {
		f := s.Field(i)
		switch f.Kind() {
		case reflect.Struct:
			if !f.IsZero() {
				walk(f.Addr(), visit)
			}
		case reflect.Pointer:
			if !f.IsNil() {
				walk(f, visit)
			}
		case reflect.Interface:
			if !f.IsNil() {
				walk(f.Elem(), visit)
			}
		case reflect.Slice:
			for j := range f.Len() {
				switch e := f.Index(j); e.Kind() {
				case reflect.Struct:
					walk(e.Addr(), visit)
				case reflect.Pointer:
					if !e.IsNil() {
						walk(e, visit)
					}
				case reflect.Interface:
					walk(e.Elem(), visit)
				}
			}
		}
	}
}

var (
	plans       sync.Map // reflect.Type to []int
	spannedType = reflect.TypeFor[Spanned]()
)

// below returns the indices of the fields of a node that hold nodes.
func below(t reflect.Type) []int {
	if plan, ok := plans.Load(t); ok {
		return plan.([]int)
	}
	var plan []int
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			continue
		}
		e := f.Type
		if e.Kind() == reflect.Slice {
			e = e.Elem()
		}
		if e.Implements(spannedType) || reflect.PointerTo(e).Implements(spannedType) {
			plan = append(plan, i)
		}
	}
	plans.Store(t, plan)
	return plan
}
