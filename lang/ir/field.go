package ir

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// Texts is the display text of a thing, by language, and what else is said of it.
type Texts struct {
	En, Fr *Template
	Words  []*Word
}

// Template is a sentence with typed parameters, or a name.
type Template struct {
	At    source.Span
	Parts []Part
	Noun  Noun // what a name is as a noun
}

// Noun is what the letters of a noun do not tell.
type Noun struct {
	Feminine bool
	Gendered bool   // its gender is said
	Name     bool   // of one alone, which takes no article
	Odd      bool   // h aspiré, or an English letter that is spoken otherwise than it is written: an hour, a unit
	Plural   string // "": by the rules of its language
}

// WordUse is what a further word for a thing is: BadWord, NounWord, MomentWord, AlsoWord.
type WordUse int

// The uses of words.
const (
	BadWord    WordUse = iota
	NounWord           // of an event: what one is ("blow")
	MomentWord         // of an event: when its clauses stand ("the damage of a blow")
	AlsoWord           // another name for the same
)

// Word is a further word for a thing.
type Word struct {
	Use    WordUse
	French bool
	Template
	By, To string // of a NounWord: what who does it does with it, and whom it is done to ("strikes", "takes")
}

// Part is literal text, or a parameter: Expr with a Form ("", "plural", "de", "le") and its choices.
type Part struct {
	Text string // of a number that is written out: how
	Expr *Expr
	Form string
	One  string // plural: the singular
	Many string
}

// FieldClass says where a field's value lives.
type FieldClass int

// The classes of fields.
const (
	BadClass FieldClass = iota
	Printed             // constant of the card: Card.Values
	Stat                // constant of the card, folded with contributions when read
	Cell                // memory of the instance
	Derived             // computed from self each time
	Carried             // list of cards; each becomes an instance
)

// Field of a kind, card (parameters and own cells), event, form or bag.
type Field struct {
	Name     string
	At       source.Span
	Class    FieldClass
	Type     Type
	Lo, Hi   int64 // inclusive range of scalars; None when open
	Default  *Expr // initial value; nil when the card or caller must give one
	Layers   []string
	Min, Max *Expr // of a folded event field, applied at the end of the fold
	Texts    Texts
	Slot     int  // Cell: index among the instance's ints or lists (by Type.IsList); event: slot in the frame
	Param    bool // a card's parameter, or an event's parameter
	Chosen   bool // asked in the event's form
	Inner    bool // Cell: it keeps books, and what becomes of it is no news
}

// Stands tells whether a field of an event is not written before that is done.
func (f *Field) Stands() bool { return f.Param || f.Chosen || len(f.Layers) > 0 }

// FieldNamed is the index of the field of a name; -1 when there is none.
func FieldNamed(list []*Field, name string) int {
	return slices.IndexFunc(list, func(f *Field) bool { return f.Name == name })
}

// FieldAt is the index of the field whose slot an expression reads; -1 when there is none.
func FieldAt(list []*Field, e *Expr) int {
	return slices.IndexFunc(list, func(f *Field) bool { return f.Class == Cell && int64(f.Slot) == e.N && f.Type.IsList() == e.Lists })
}

// FieldNames are the names of the fields, in their order.
func FieldNames(list []*Field) []string {
	var names []string
	for _, f := range list {
		names = append(names, f.Name)
	}
	return names
}

// FormField is a field that somebody chooses.
type FormField struct {
	Field *Field // where the answer goes (slot in the frame)
	Type  Type   // of one answer; the field is a list of them when several players answer
	// exactly one source of candidates:
	All    int   // every instance of this kind; -1 otherwise
	In     *Expr // members of a list
	Lo, Hi *Expr // a range of numbers
	Bool   bool
	Within *Expr // a point or path within this length ...
	Of     *Expr // ... of this instance or point
	// a selection of several:
	Some             bool
	CountLo, CountHi *Expr
	Repeat           *Expr // nil: 1
	Where            *Expr // sees It
	Prefer           *Expr // sees It
	It               int   // slot of the candidate in the expression's temporaries
	Own              int   // where several answer: that of the answer of the one who is asked, else -1
}

// OfAsked is the temporary of the player who is asked, in the form that several players answer.
const OfAsked = 0
