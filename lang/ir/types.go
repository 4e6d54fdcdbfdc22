package ir

import (
	"strconv"
	"strings"
)

// None is the value of an absent T? of a scalar type.
const None int64 = -1 << 63

// Unit is how many steps of the grid make one unit of length.
const Unit = 1000

// TypeKind is the sort of a type.
type TypeKind uint8

// The sorts of types. Scalars are one int64 at run time; Point, Path, List and Bag are a []int64.
const (
	Bad TypeKind = iota
	Bool
	Int
	Length // thousandths of the unit
	Dice   // packed: see package value
	Target // 4+
	EnumType
	Inst   // an instance in play, of kind or card Ref (see Program.CardRef), or (-1) a thing of any kind: its index
	CardOf // a card: its index
	Record // an event under way: index of its frame
	Point  // x, y, z
	Path   // x, y, z, x, y, z, ...
	List   // of scalars
	BagType
	TextType // only in templates
	Group    // a group of a bag or a class of a throw: its fields are temporaries or locals
)

// TypeWords are the words for the sorts of types: of some it is the whole name, of others what they are
// called as long as no more is known of them.
var TypeWords = [...]string{Bad: "any type", Bool: "bool", Int: "int", Length: "length", Dice: "dice", Target: "target",
	EnumType: "enum", Inst: "thing", CardOf: "card", Record: "event", Point: "point", Path: "path", List: "list",
	BagType: "bag", TextType: "text", Group: "group"}

// Type is a kdsl type. Ref is the index of the enum, kind, event or bag.
type Type struct {
	Kind     TypeKind
	Ref      int
	Elem     TypeKind // of a List
	ElemRef  int
	Optional bool
}

// IsList tells whether values are kept as []int64.
func (t Type) IsList() bool {
	return t.Kind == Point || t.Kind == Path || t.Kind == List || t.Kind == BagType
}

// Element is the type of a list's elements.
func (t Type) Element() Type { return Type{Kind: t.Elem, Ref: t.ElemRef} }

// ListOf is list<t>.
func ListOf(t Type) Type { return Type{Kind: List, Elem: t.Kind, ElemRef: t.Ref} }

// Required is t without the `?`.
func (t Type) Required() Type { t.Optional = false; return t }

// LengthText writes a length in units: `2`, `2.5`, `-0.125`.
func LengthText(n int64) string {
	s := strconv.FormatUint(magnitude(n)/Unit, 10)
	if n < 0 {
		s = "-" + s
	}
	if part := magnitude(n) % Unit; part != 0 {
		s += "." + strings.TrimRight(strconv.FormatUint(Unit+part, 10)[1:], "0")
	}
	return s
}

// MaskOf is the bit of a field name in a dependency mask. Different names may share a bit: a mask
// may say "perhaps" too often, never too seldom.
func MaskOf(name string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	h ^= h >> 32 // short names differ in their lower half alone
	return 1 << (h * 0x9e3779b97f4a7c15 >> 58)
}

// The built-in kinds.
const (
	PlayerKind = iota
	RuleKind
	ScenarioKind
	BuiltinKinds
)

// Reads says what a value depends on besides its arguments: a set.
type Reads uint8

// What may be read.
const (
	ReadsNothing Reads = 1 << iota // the arguments alone
	ReadsCode                      // the code under way: its slots, its event, whose clause it is
	ReadsPrint                     // which card an instance is, and what is printed on it
	ReadsCells                     // what a field of an instance holds, or is worked out from
	ReadsOptions                   // what was chosen before the game
	ReadsTable                     // what is in play, where it is and whose: anything may change it
	ReadsBody                      // whatever the body of a function or the rows of a table read
)

// ReadsGame is what is known only while a game is under way, wherever the code stands.
const ReadsGame = ReadsCells | ReadsOptions | ReadsTable

// Any tells whether something of another set is read.
func (r Reads) Any(of Reads) bool { return r&of != 0 }

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}
