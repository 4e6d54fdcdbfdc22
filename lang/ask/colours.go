package ask

import (
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Role is what a piece of a text is, as editors tell pieces apart by colour.
type Role int

// The roles.
const (
	NoRole Role = iota // a sign
	Keyword
	Remark
	Quoted    // of a sentence
	Number    // also dice, targets and lengths
	Pack      // of a pack
	Type      // kinds, enums, bags, and what the language knows
	Card      // of a card
	Event     // also spans and actions
	Function  // also tables
	Property  // a field or a cell
	Option    // an option, a zone
	Member    // a value of an enum
	Parameter // also the name of an argument
	Variable  // what a text names for itself
	Clause    // the label of a clause, the id of a rule
	RoleCount // how many there are
)

// Piece is a piece of a text that has a role; Declared tells that it is here that the name is given.
type Piece struct {
	At       source.Span
	Role     Role
	Declared bool
}

// Known are the roles of names in a program, by name.
type Known map[string]Role

// RolesOf lists what the names of a program mean. Where two things share a name, the one that is named by itself goes first.
func RolesOf(p *ir.Program) Known {
	k := Known{}
	if p == nil {
		return k
	}
	fields := func(all []*ir.Field) {
		for _, f := range all {
			k[f.Name] = Property
		}
	}
	for _, x := range p.Kinds {
		fields(x.Fields)
	}
	for _, x := range p.Cards {
		fields(x.Own)
	}
	for _, x := range p.Events {
		fields(x.Fields)
	}
	for _, x := range p.Enums {
		for _, v := range x.Values {
			k[v.Name] = Member
		}
	}
	mean(k, Option, p.Options, func(x *ir.Option) string { return x.Name })
	mean(k, Option, p.Zones, func(x *ir.Zone) string { return x.Name })
	mean(k, Card, p.Cards, func(x *ir.Card) string { return x.Name })
	mean(k, Event, p.Events, func(x *ir.Event) string { return x.Name })
	mean(k, Function, p.Tables, func(x *ir.Table) string { return x.Name })
	mean(k, Function, p.Funcs, func(x *ir.Func) string { return x.Name })
	mean(k, Type, p.Enums, func(x *ir.Enum) string { return x.Name })
	mean(k, Type, p.Bags, func(x *ir.Bag) string { return x.Name })
	mean(k, Type, p.Kinds, func(x *ir.Kind) string { return x.Name })
	return k
}

// mean gives all of a list the same role.
func mean[T any](k Known, role Role, all []T, name func(T) string) {
	for _, x := range all {
		k[name(x)] = role
	}
}

// painter finds the roles of the pieces of a text.
type painter struct {
	file  *source.File
	known Known
	names map[int]Piece // what the tree says of a name, by where it begins
	code  map[int]int   // where a condition or a value begins, and where it ends
	whole map[int]int   // the same of a declaration that was read: its words are those of the tree, or of the language
	sound int           // where the declaration ends that is gone over, if it was read
	out   []Piece
}

// Paint lists the pieces of a text that have a role, in order. What stands in a declaration that cannot be read has the role
// that it would have by itself.
func Paint(f *syntax.File, known Known) []Piece {
	p := &painter{file: f.Source, known: known, names: map[int]Piece{}, code: map[int]int{}, whole: map[int]int{}}
	for _, d := range f.Decls {
		syntax.Walk(d, p.look)
		p.whole[d.Span().Start] = d.Span().End
	}
	p.paint()
	return p.out
}

// look notes what a node says of the names that it holds.
func (p *painter) look(n syntax.Spanned) bool {
	is := func(role Role, declared bool, names ...syntax.Name) {
		for _, n := range names {
			if n.At.File != nil {
				p.names[n.At.Start] = Piece{n.At, role, declared}
			}
		}
	}
	maybe := func(role Role, declared bool, n *syntax.Name) {
		if n != nil {
			is(role, declared, *n)
		}
	}
	switch n := n.(type) {
	case *syntax.Slice:
		p.code[n.At.Start] = n.At.End
	case *syntax.Name:
		if _, told := p.names[n.At.Start]; !told {
			is(p.meaning(n.Text), false, *n)
		}
	case *syntax.Text:
		is(Keyword, false, append(n.Manners, n.Lang)...)
	case *syntax.Also:
		is(Keyword, false, n.Manners...)
	case *syntax.Seat:
		is(Keyword, false, n.Manners...)
	case *syntax.TypeExpr:
		role := Type
		if p.known[n.Name.Text] == Event {
			role = Event
		}
		is(role, false, n.Name)
	case *syntax.Arg:
		maybe(Parameter, false, n.Name)
	case *syntax.Param:
		is(Parameter, true, n.Name)
	case *syntax.PackDecl:
		is(Pack, true, n.Name)
		is(Pack, false, append(n.Uses, n.Overlays...)...)
		is(Keyword, false, n.Complete...)
	case *syntax.UseDecl:
		is(Pack, false, n.Names...)
	case *syntax.EnumDecl:
		is(Type, true, n.Name)
	case *syntax.EnumValue:
		is(Member, true, n.Name)
	case *syntax.KindDecl:
		is(Type, true, n.Name)
	case *syntax.CardDecl:
		is(Type, false, n.Word)
		is(Card, true, n.Name)
	case *syntax.EventDecl:
		is(Keyword, false, n.Word)
		is(Event, true, n.Name)
	case *syntax.BagDecl:
		is(Type, true, n.Name)
	case *syntax.FuncDecl:
		is(Function, true, n.Name)
	case *syntax.TableDecl:
		is(Function, true, n.Name)
	case *syntax.OptionDecl:
		is(Option, true, n.Name)
	case *syntax.ZoneDecl:
		is(Option, true, n.Name)
	case *syntax.ScriptDecl:
		is(Keyword, false, n.Word)
		is(Clause, false, n.Covers...)
		if at := n.Name.At; at.File != nil && source.IsLetter(at.Text()[0]) { // of a setup, a scenario
			p.names[at.Start] = Piece{at, Function, true}
		}
		maybe(Function, false, n.In)
	case *syntax.Match:
		is(Parameter, false, n.Name)
	case *syntax.ValueMember:
		is(Property, false, n.Name)
	case *syntax.LabelDecl:
		is(Clause, true, n.Name)
	case *syntax.FieldMember:
		is(Property, true, n.Name)
	case *syntax.ActionMember:
		maybe(Clause, true, n.Label)
	case *syntax.Clause:
		maybe(Clause, true, n.Label)
	case *syntax.LetStmt:
		is(Variable, true, n.Name)
	case *syntax.EachStmt:
		is(Variable, true, n.Name)
	case *syntax.GivenStmt:
		is(Variable, true, n.Names...)
	}
	return true
}

// meaning is what a name is that stands by itself.
func (p *painter) meaning(name string) Role {
	if role, ok := p.known[name]; ok {
		return role
	}
	return Variable
}

// always are the words of conditions and values.
var always = map[string]bool{"true": true, "false": true, "none": true, "bearer": true, "it": true, "self": true, "this": true, "in": true}

// paint goes over the text.
func (p *painter) paint() {
	text, end := p.file.Text, 0 // of the condition that the place lies in
	for i := 0; i < len(text); {
		if e, ok := p.code[i]; ok {
			end = max(end, e)
		}
		if e, ok := p.whole[i]; ok {
			p.sound = e
		}
		n, c := 1, text[i]
		switch {
		case strings.HasPrefix(text[i:], "//"):
			if n = strings.IndexByte(text[i:], '\n'); n < 0 {
				n = len(text) - i
			}
			p.add(i, len(strings.TrimRight(text[i:i+n], "\r")), Remark)
		case c == '"' && (i == 0 || !source.IsDigit(text[i-1])):
			n = p.sentence(i)
		case c == '"': // of a length
			p.add(i, 1, Number)
		case source.IsDigit(c):
			for n < len(text)-i && (source.IsDigit(text[i+n]) || text[i+n] == 'D' || text[i+n] == '.' && i+n+1 < len(text) && source.IsDigit(text[i+n+1])) {
				n++
			}
			p.add(i, n, Number)
		case source.IsLetter(c):
			n = source.NameLen(text[i:])
			x, ok := p.names[i]
			if die := text[i+1 : i+n]; !ok && (c == 'd' || c == 'D') && die != "" && strings.Trim(die, "0123456789") == "" {
				p.add(i, n, Number)
			} else if ok {
				n = max(n, x.At.End-i) // a rule's id has dashes
				p.out = append(p.out, Piece{source.Span{File: p.file, Start: i, End: i + n}, x.Role, x.Declared})
			} else {
				p.add(i, n, p.word(i, n, i < end))
			}
		}
		i += n
	}
}

// word is the role of a word of which the tree says nothing: in a condition, or among the words of the language.
func (p *painter) word(at, n int, inside bool) Role {
	word := p.file.Text[at : at+n]
	switch {
	case at > 0 && p.file.Text[at-1] == '.':
		if at+n < len(p.file.Text) && p.file.Text[at+n] == '(' {
			return Function
		}
		return Property
	case always[word]:
		return Keyword
	case inside:
		if rest := strings.TrimLeft(p.file.Text[at+n:], " "); strings.HasPrefix(rest, "(") {
			if p.known[word] == Event || p.known[word] == Card {
				return p.known[word]
			}
			return Function
		} else if before := strings.TrimSpace(p.file.Text[:at]); strings.HasPrefix(rest, ":") && !strings.HasSuffix(before, "?") {
			return Parameter
		}
		return p.meaning(word)
	case at < p.sound, Reserved(word):
		return Keyword
	}
	if role, ok := p.known[word]; ok {
		return role
	}
	return NoRole
}

// sentence adds a text in quotes, in which names stand between braces. It answers how long it is.
func (p *painter) sentence(at int) int {
	text, from, i := p.file.Text, at, at+1
	for i < len(text) && text[i] != '\n' && text[i] != '"' {
		switch text[i] {
		case '\\':
			i++
		case '{':
			n := source.NameLen(text[i+1:])
			if n > 0 {
				p.add(from, i+1-from, Quoted)
				p.add(i+1, n, p.meaning(text[i+1:i+1+n]))
				from = i + 1 + n
				i += n
			}
		}
		i++
	}
	if i < len(text) && text[i] == '"' {
		i++
	}
	i = min(i, len(text))
	p.add(from, i-from, Quoted)
	return i - at
}

func (p *painter) add(at, n int, role Role) {
	if n > 0 && role != NoRole {
		p.out = append(p.out, Piece{At: source.Span{File: p.file, Start: at, End: at + n}, Role: role})
	}
}
