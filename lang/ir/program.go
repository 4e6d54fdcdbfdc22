// Package ir is the checked program: pure data, and the contract between the two halves of kdsl.
// The checker writes it, the machine reads it. Everything is an index into a slice of Program;
// the slices are sorted by id, so that the order of files and declarations means nothing.
package ir

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// Program is everything that was declared.
type Program struct {
	Pack      string // id of the root pack, or the file's name
	Hash      string // SHA-256 of the sources in name order, in hex
	Texts     Texts  // of the root pack
	Unit      string // the unit of length
	UnitTexts Texts
	Complete  []string // the languages in which nothing that a card says lacks words
	Enums     []*Enum
	Kinds     []*Kind // Kinds[PlayerKind], Kinds[RuleKind], Kinds[ScenarioKind] are built in
	Cards     []*Card // one of them is of PlayerKind, whatever is declared
	Events    []*Event
	Bags      []*Bag
	Zones     []*Zone
	Funcs     []*Func
	Tables    []*Table
	Options   []*Option
	Tags      []string
	TagTexts  []Texts // parallel to Tags
	Hooks     []*Hook // of all cards, in the total static order (band, card id, label or index)
	Scripts   []*Script
	Asked     []*Field // what steps of the root pack ask players for, beside the forms of events
	Throw     *Event   // one of Events; nil when no clause speaks of throws
	Faces     bool     // something reads the faces of a throw from elsewhere
}

// Enum is an ordered set of names.
type Enum struct {
	Name   string
	At     source.Span
	Texts  Texts
	Values []EnumValue
}

// EnumValue is one name of an enum; its value is its index.
type EnumValue struct {
	Name  string
	At    source.Span // of the name
	Texts Texts
}

// Kind is a schema for cards.
type Kind struct {
	ID        int
	Name      string
	At        source.Span
	Texts     Texts
	Parent    int         // -1 when it extends nothing
	Root      int         // the topmost ancestor, itself when none
	On        []int       // kinds of what its instances may lie on; none: they lie on nothing
	Fields    []*Field    // own and inherited; a descendant's list begins with its parent's
	Constants []*Constant // constants of the kind itself
	Body      *Body
	One       *One  // of several that are equal, as the kind itself says; nil
	Actions   []int // events that pieces of this kind offer by their first parameter
	Hooks     []int // clauses declared in the kind (and its ancestors), for every card of it
	Inner     bool  // its instances only keep books: that one comes or goes is no news
	Unowned   bool  // it is asked of them whether they have an owner
}

// Body is a piece's shape on the table.
type Body struct {
	Rect         bool
	Width, Depth *Expr // diameter when round; lengths; see self
	Tall         *Expr // nil: flat
}

// Card is a thing that instances are made of: a card proper, a rule, a scenario, a player.
type Card struct {
	ID        int
	Name      string // ASCII id
	Kind      int
	On        []int // as that of its kind, or narrower
	One       *One  // nil: each of several works
	Inner     bool  // it serves tests: it is neither printed nor offered
	At        source.Span
	Texts     Texts       // the name
	Rules     []Texts     // further sentences that stand on the card and belong to no clause
	Constants []*Constant // constants of the card itself
	Params    []*Field    // also cells: Own[:len(Params)] in the same order
	Own       []*Field    // cells that only this card has (parameters first)
	Values    []Value     // by the kind's field index; meaningful for Printed and Stat
	Filled    []*Field    // of these the parameters that give an instance its value; nil when none does
	Said      []int       // which of them the card itself gives
	Ones      []int       // which of them are one die, and written so: 1D6
	Carry     []CardUse   // cards that lie on an instance from the start
	Tags      []int
	Hooks     []int // own clauses, and those of its kind
	Actions   []int // actions this card gives to what it lies on
	Ints      int   // number of int slots an instance needs
	Lists     int   // number of list slots
	Pack      string
}

// FilledBy is the parameter that fills a field of the kind, nil when the card prints it itself.
func (c *Card) FilledBy(field int) *Field {
	if c.Filled == nil {
		return nil
	}
	return c.Filled[field]
}

// Constant is a constant of a kind or card: whoever names it has its value.
type Constant struct {
	Name  string
	At    source.Span
	Value *Expr // nil after an error
}

// ConstantsAt are the constants of what a type names, the nearest first.
func (p *Program) ConstantsAt(ref int) []*Constant {
	var out []*Constant
	for ; ref >= 0; ref = p.Above(ref) {
		if card := p.CardAt(ref); card != nil {
			out = append(out, card.Constants...)
		} else {
			out = append(out, p.Kinds[ref].Constants...)
		}
	}
	return out
}

// One says that of several instances of a card whose key is the same only the first one's clauses work.
type One struct {
	At      source.Span
	Key     *Expr // a single value; sees self
	Wants   Wants // what lacks one whom the key names has no key
	Renewed bool  // one that comes to a first gives it its duration, and goes
}

// CardUse is a card with arguments for its parameters, constant.
type CardUse struct {
	Card int
	Args []Value
}

// Value is a scalar or a list of scalars.
type Value struct {
	N int64
	L []int64
}

// Equal tells whether two values are the same.
func (v Value) Equal(o Value) bool { return v.N == o.N && slices.Equal(v.L, o.L) }

// Member is the type of the n-th member of the list that stands in a slot. The third coordinate of a
// path is a length, the last column of a bag's row its count.
func (p *Program) Member(s SlotName, n int) Type {
	if n < len(s.Head) {
		return s.Head[n]
	}
	if len(s.Row) > 0 {
		return s.Row[(n-len(s.Head))%len(s.Row)]
	}
	switch s.Type.Kind {
	case Point, Path:
		return tLength
	case BagType:
		fields := p.Bags[s.Type.Ref].Fields
		if i := n % (len(fields) + 1); i < len(fields) {
			return fields[i].Type
		}
		return tInt
	}
	return s.Type.Element()
}

// Func is a pure function; its body reads parameters as temporaries 0..n-1, and so do the clauses that contribute
// to it.
type Func struct {
	ID     int
	Name   string
	At     source.Span
	Params []*Field
	Result Type
	Body   *Expr
	Figure *Field // what is contributed to, with its layers and bounds; nil: a plain function
	Texts  Texts  // what it is called, or when it holds: "{a} is an enemy of {b}"
	Inner  bool   // it only keeps books
	Stubs  bool   // a script stubs it
}

// Table is a value table; tables with rows of statements are events.
type Table struct {
	ID     int
	Name   string
	At     source.Span
	Params []*Field
	Result Type
	Rows   []Row
	Texts  Texts
}

// Row is one row: a range for each key.
type Row struct {
	At    source.Span
	Keys  []KeyRange
	Value Value
	Expr  *Expr // instead of Value, when it depends on the keys: key i is temporary i
}

// KeyRange is inclusive.
type KeyRange struct {
	Lo, Hi int64
}

// Bag is a declared shape of groups: a bag value is a flat list of rows (fields, then count).
type Bag struct {
	Name   string
	At     source.Span
	Fields []*Field
}

// ViewedBy says who sees what lies in a zone.
type ViewedBy int

// Who sees.
const (
	BadView ViewedBy = iota
	ByAll
	ByOwner
	ByNobody
)

// Zone is a place that is no point of the table.
type Zone struct {
	Name      string
	At        source.Span
	OfPlayers bool
	Seen      ViewedBy
	Texts     Texts
}

// Option is a named reading of the rules.
type Option struct {
	Name  string
	At    source.Span
	Type  Type
	Value int64
	Texts Texts
	See   []string
}

// ScriptWord is test, odds or scenario.
type ScriptWord int

// The scripts.
const (
	BadScript ScriptWord = iota
	TestScript
	OddsScript
	ScenarioScript
)

// Script is a sequence of steps that runs on the machine like any code.
type Script struct {
	Word         ScriptWord
	Name         string
	At           source.Span
	Covers       []string
	Texts        Texts
	Players      []PlayerName
	Width, Depth int64 // of the table, None when not given
	Seeds        int   // of a law: the test is played with the dice of each of so many seeds; 0: with given dice only
	Card         int   // a scenario's clauses live on this card; -1
	Do           *Block
	Frame        Frame
}

// PlayerName is a player of a script.
type PlayerName struct {
	Name   string
	Label  string // display, may be empty
	French string // the same in French, may be empty
	Noun   Noun   // what the French name is as a noun: a name without article, unless its gender is said
	Slot   int    // local that holds the player
}

// Cards and kinds share one space of names, and one of numbers: the type of an instance names a kind, or
// (behind the kinds) the one card that it is of.

// CardRef is the number under which a type names a card.
func (p *Program) CardRef(card int) int { return len(p.Kinds) + card }

// CardAt is the card that a type names; nil when it names a kind, or a thing of any kind.
func (p *Program) CardAt(ref int) *Card {
	if ref < len(p.Kinds) {
		return nil
	}
	return p.Cards[ref-len(p.Kinds)]
}

// KindAt is the kind that a type names, that of the card when it names one; -1 for a thing of any kind.
func (p *Program) KindAt(ref int) int {
	if card := p.CardAt(ref); card != nil {
		return card.Kind
	}
	return ref
}

// Above is what k is besides itself; -1 for nothing but a thing.
func (p *Program) Above(k int) int {
	if kind := p.KindAt(k); kind != k {
		return kind
	}
	return p.Kinds[k].Parent
}

// IsA tells whether k is, or extends, what the other is: kinds, or cards. Everything is a thing (-1).
func (p *Program) IsA(k, of int) bool {
	if of < 0 {
		return true
	}
	for ; k >= 0; k = p.Above(k) {
		if k == of {
			return true
		}
	}
	return false
}

// Declaring are the names of what declares the fields of things of a type: of a card, of its kind, and of those above it. Things of
// any kind have none.
func (p *Program) Declaring(ref int) (names []string) {
	if ref < 0 {
		return nil
	}
	if c := p.CardAt(ref); c != nil {
		names = append(names, c.Name)
	}
	for k := p.KindAt(ref); k >= 0; k = p.Above(k) {
		names = append(names, p.Kinds[k].Name)
	}
	return names
}

// OfOneKind says, behind a message, how what is known to be of a wider kind is taken as one of a kind.
func (p *Program) OfOneKind(kind string) string {
	return "; of a list, LIST.only(" + kind + ") takes those of kind " + kind
}

// Common is the nearest kind that both are; -1 when they are but things.
func (p *Program) Common(a, b int) int {
	for ; a >= 0; a = p.Above(a) {
		if p.IsA(b, a) {
			return a
		}
	}
	return -1
}

// CommonOf is what several kinds have in common; -1 when they are but things, or there are none.
func (p *Program) CommonOf(kinds []int) int {
	if len(kinds) == 0 {
		return -1
	}
	common := kinds[0]
	for _, k := range kinds[1:] {
		common = p.Common(common, k)
	}
	return common
}

// IsOne tells whether kind k is, or extends, one of several.
func (p *Program) IsOne(k int, of []int) bool {
	return slices.ContainsFunc(of, func(o int) bool { return p.IsA(k, o) })
}

// FieldOf is the field that an expression reads of an instance, or of a record; nil when it reads none that is declared.
func (p *Program) FieldOf(e *Expr) *Field {
	if len(e.Args) == 0 {
		return nil
	}
	list, i := []*Field(nil), -1
	switch of := e.Args[0].Type; e.Op {
	case PrintedOf, StatOf, BaseOf, DerivedOf:
		k := e.Ref
		if of.Kind == Inst && of.Ref >= 0 {
			k = p.KindAt(of.Ref)
		}
		if k >= 0 && k < len(p.Kinds) {
			list, i = p.Kinds[k].Fields, int(e.N)
		}
	case CellOf:
		if of.Kind == Inst && of.Ref >= 0 {
			list = p.Kinds[p.KindAt(of.Ref)].Fields
			if i = FieldAt(list, e); i < 0 && p.CardAt(of.Ref) != nil {
				list = p.CardAt(of.Ref).Own
				i = FieldAt(list, e)
			}
		}
	case RecField:
		if of.Kind == Record && of.Ref >= 0 {
			list = p.Events[of.Ref].Fields
			i = FieldAt(list, e)
		}
	}
	if i < 0 || i >= len(list) {
		return nil
	}
	return list[i]
}

// TypeName writes a type as an author does.
func (p *Program) TypeName(t Type) string {
	s := TypeWords[t.Kind]
	switch known := t.Ref >= 0; {
	case t.Kind == Bad && t.Optional:
		return "none"
	case t.Kind == EnumType && known:
		s = p.Enums[t.Ref].Name
	case t.Kind == Inst && p.CardAt(t.Ref) != nil:
		s = p.CardAt(t.Ref).Name
	case t.Kind == Inst && known:
		s = p.Kinds[t.Ref].Name
	case t.Kind == CardOf && known:
		s += " " + p.Kinds[t.Ref].Name
	case t.Kind == Record && known:
		s = p.Events[t.Ref].Name
	case t.Kind == List && t.Elem != Bad:
		s += "<" + p.TypeName(t.Element()) + ">"
	case t.Kind == BagType:
		s = p.Bags[t.Ref].Name
	}
	if t.Optional {
		s += "?"
	}
	return s
}
