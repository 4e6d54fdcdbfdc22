package check

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Input is one file of the program. Pack is the id of its pack, or the file's name for a loose file.
type Input struct {
	File *syntax.File
	Pack string
}

func (in Input) name() string {
	if in.File == nil || in.File.Source == nil {
		return ""
	}
	return in.File.Source.Name
}

// entry is one declaration, as overlays left it.
type entry struct {
	word string // as written: kind, event, span, a card's kind, ...
	name string
	at   source.Span // of the name
	decl syntax.Decl
	pack string
	// members are the lines of the declaration, those that overlays added among them; body tells whether it
	// has such lines at all.
	members []syntax.Member
	body    bool
}

// space is a namespace. Types may be called like cards, and cards like events; within a space
// names are unique.
type space struct {
	entries map[string]*entry
}

func newSpace() *space { return &space{entries: map[string]*entry{}} }

// sorted gives the entries by name, the order in which they are numbered.
func (s *space) sorted() []*entry {
	list := make([]*entry, 0, len(s.entries))
	for _, e := range s.entries {
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b *entry) int { return strings.Compare(a.name, b.name) })
	return list
}

func (s *space) names() []string {
	var list []string
	for _, e := range s.sorted() {
		list = append(list, e.name)
	}
	return list
}

// declarations are all declarations of the program by namespace.
type declarations struct {
	types    *space // enums, kinds, bags
	events   *space // events, spans, actions, tables of statements; functions and value tables too
	values   *space // cards, options
	zones    *space
	scripts  *space
	labels   *space
	overlaid map[[2]string]bool // (pack, pack that it overlays)
}

// index says which number a name has, and keeps the syntax of what has a number.
type index struct {
	enums, kinds, bags, events, funcs, tables, cards, options, zones numbered

	tags        map[string]int
	fields      map[*ir.Field]*fieldSyntax
	tagged      map[string][]syntax.Name // where each tag is written on something
	frames      []ir.Frame               // of the events, with their fields only
	ints, lists []int                    // slots that the cells of a kind take
	givers      map[int]giver
	bodies      map[int]*syntax.BodyMember // by kind
	chosen      map[string][]ir.Type       // what forms ask for, by name; see scripts.go
}

// numbered are the declarations of one sort, each at its number. Built-in kinds and the card of players
// are declared by an entry without a declaration.
type numbered struct {
	of    map[string]int
	decls []*entry
}

// add gives a declaration the next number, under a name.
func (n *numbered) add(name string, e *entry) int {
	if n.of == nil {
		n.of = map[string]int{}
	}
	n.of[name] = len(n.decls)
	n.decls = append(n.decls, e)
	return n.of[name]
}

func (n *numbered) names() []string { return keys(n.of) }

// giver is who gives an action: a card, or every card of a kind.
type giver struct {
	card, kind int // -1
}

// fieldSyntax is what is compiled of a field once all names are known.
type fieldSyntax struct {
	rng      *syntax.Range
	def      *syntax.Slice
	min, max *syntax.Slice
	texts    []syntax.Text
	form     *syntax.FormField
	each     bool // several players answer, each for himself
}

// scenarioCard is the id of the card on which a scenario's clauses live. No text can name it, so that
// a scenario may have the name of a card.
func scenarioCard(name string) string { return "scenario " + name }
