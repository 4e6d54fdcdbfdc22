package check

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// entry is one declaration, as overlays left it.
type entry struct {
	word string // as written: kind, event, span, a card's kind, ...
	name string
	at   source.Span // of the name
	decl syntax.Decl
	pack string
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

// declarationWords begin declarations that are no cards.
var declarationWords = []string{
	"action", "bag", "enum", "event", "extend", "function", "kind", "label", "odds", "option", "pack",
	"patch", "player", "remove", "replace", "rule", "scenario", "set", "span", "table", "test", "use", "zone",
}

// celWords are reserved by CEL.
var celWords = []string{
	"as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in", "let",
	"loop", "namespace", "null", "package", "return", "true", "var", "void", "while",
}

// typeWords are the built-in types.
var typeWords = []string{"bool", "dice", "int", "length", "list", "path", "point", "target", "text"}

// reserved tells whether a name is a word of the language or of CEL.
func reserved(name string) bool {
	_, language := slices.BinarySearch(syntax.Words, name)
	return language || slices.Contains(celWords, name)
}

// checkName reports a reserved word that is declared as a name.
func (c *checker) checkName(n syntax.Name) {
	if reserved(n.Text) {
		c.errorf("reserved-name", n.At, "%q is a word of the language and cannot be a name", n.Text)
	}
}

// collect sorts the declarations into their namespaces and applies the overlays.
func (c *checker) collect(in []Input) {
	c.decls = declarations{
		types: newSpace(), events: newSpace(), values: newSpace(),
		zones: newSpace(), scripts: newSpace(), labels: newSpace(),
		overlaid: map[[2]string]bool{},
	}
	var ops []operation
	for _, f := range in {
		if f.File == nil {
			continue
		}
		for _, d := range f.File.Decls {
			switch d := d.(type) {
			case *syntax.PackDecl:
				for _, n := range d.Overlays {
					c.decls.overlaid[[2]string{f.Pack, n.Text}] = true
				}
				if d.Unit != nil && (c.p.Unit == "" || f.Pack == c.root) {
					c.p.Unit = d.Unit.Text
				}
			case *syntax.UseDecl:
			case *syntax.ExtendDecl, *syntax.ReplaceDecl, *syntax.RemoveDecl, *syntax.PatchDecl, *syntax.SetDecl:
				ops = append(ops, operation{decl: d, pack: f.Pack})
			default:
				c.add(newEntry(d, f))
			}
		}
	}
	c.overlay(ops)
	c.joinPlayers()
	for _, s := range []*space{c.decls.types, c.decls.values} {
		for _, e := range s.sorted() {
			c.collectGiven(e)
		}
	}
	c.checkWords()
}

// newEntry describes a declaration.
func newEntry(d syntax.Decl, f Input) *entry {
	e := &entry{decl: d, pack: f.Pack}
	name := func(word string, n syntax.Name) { e.word, e.name, e.at = word, n.Text, n.At }
	switch d := d.(type) {
	case *syntax.EnumDecl:
		name("enum", d.Name)
	case *syntax.KindDecl:
		name("kind", d.Name)
	case *syntax.CardDecl:
		name(d.Word.Text, d.Name)
	case *syntax.EventDecl:
		name(d.Word.Text, d.Name)
	case *syntax.BagDecl:
		name("bag", d.Name)
	case *syntax.ZoneDecl:
		name("zone", d.Name)
	case *syntax.FuncDecl:
		name("function", d.Name)
	case *syntax.TableDecl:
		name("table", d.Name)
	case *syntax.OptionDecl:
		name("option", d.Name)
	case *syntax.LabelDecl:
		name("label", d.Name)
	case *syntax.ScriptDecl:
		e.word, e.name, e.at = d.Word.Text, d.Name.Text, d.Name.At
	}
	return e
}

// spaceOf is the namespace of a declaration.
func (c *checker) spaceOf(d syntax.Decl) *space {
	switch d.(type) {
	case *syntax.EnumDecl, *syntax.KindDecl, *syntax.BagDecl:
		return c.decls.types
	case *syntax.EventDecl, *syntax.FuncDecl, *syntax.TableDecl:
		return c.decls.events
	case *syntax.ZoneDecl:
		return c.decls.zones
	case *syntax.ScriptDecl:
		return c.decls.scripts
	case *syntax.LabelDecl:
		return c.decls.labels
	}
	return c.decls.values
}

// add enters a declaration, or reports that the name is taken.
func (c *checker) add(e *entry) {
	s := c.spaceOf(e.decl)
	if e.name == "" {
		return
	}
	_, script := e.decl.(*syntax.ScriptDecl)
	player := isPlayer(e)
	if !script && !player {
		c.checkName(syntax.Name{Node: syntax.Node{At: e.at}, Text: e.name})
	}
	if s == c.decls.types && slices.Contains(typeWords, e.name) {
		c.errorf("reserved-name", e.at, "%q is a type of the language and cannot be a name", e.name)
	}
	if player {
		c.addPlayer(e)
		return
	}
	others := []*space{s}
	switch s {
	case c.decls.types: // an event is the type of its records
		others = append(others, c.decls.events)
	case c.decls.events:
		others = append(others, c.decls.types)
	}
	for _, o := range others {
		if first := o.entries[e.name]; first != nil && (o == s || !isCallOnly(first) && !isCallOnly(e)) {
			c.errorf("duplicate-name", e.at, "%s %s is declared twice", e.word, quoted(e)).
				See(first.at, "%s is first declared here", first.name)
			return
		}
	}
	s.entries[e.name] = e
}

// isCallOnly tells whether the declaration is only ever called, and so is no type.
func isCallOnly(e *entry) bool {
	switch d := e.decl.(type) {
	case *syntax.FuncDecl:
		return true
	case *syntax.TableDecl:
		return len(d.On) == 0
	}
	return false
}

func quoted(e *entry) string {
	if _, ok := e.decl.(*syntax.ScriptDecl); ok {
		return `"` + e.name + `"`
	}
	return e.name
}

func isPlayer(e *entry) bool {
	k, ok := e.decl.(*syntax.KindDecl)
	return ok && k.Name.Text == "player"
}

// addPlayer keeps the parts of the built-in kind; several packs may each add cells.
func (c *checker) addPlayer(e *entry) {
	if first := c.decls.types.entries["player"]; first != nil {
		d := *first.decl.(*syntax.KindDecl)
		d.Members = append(slices.Clip(d.Members), e.decl.(*syntax.KindDecl).Members...)
		first.decl = &d
		return
	}
	c.decls.types.entries["player"] = e
}

// joinPlayers makes sure that the built-in kind has an entry, and puts its members into an order
// that does not depend on the files.
func (c *checker) joinPlayers() {
	e := c.decls.types.entries["player"]
	if e == nil {
		return
	}
	d := *e.decl.(*syntax.KindDecl)
	d.Members = slices.Clone(d.Members)
	slices.SortStableFunc(d.Members, func(a, b syntax.Member) int { return strings.Compare(memberKey(a), memberKey(b)) })
	e.decl = &d
}

// collectGiven enters the actions that a card or kind gives: they are events like any other.
func (c *checker) collectGiven(e *entry) {
	for _, m := range members(e.decl) {
		a, ok := m.(*syntax.ActionMember)
		if !ok || a.Action == nil {
			continue
		}
		c.add(&entry{word: "action", name: a.Action.Name.Text, at: a.Action.Name.At, decl: a.Action, pack: e.pack})
	}
}

// checkWords reports cards whose kind nobody declared. The author may have misspelt a word of the
// language instead: both are candidates.
func (c *checker) checkWords() {
	var candidates []string
	for _, e := range c.decls.types.sorted() {
		if e.word == "kind" {
			candidates = append(candidates, e.name)
		}
	}
	candidates = append(candidates, declarationWords...)
	slices.Sort(candidates)
	for _, e := range c.decls.values.sorted() {
		d, ok := e.decl.(*syntax.CardDecl)
		if !ok || d.Word.Text == "rule" {
			continue
		}
		if k := c.decls.types.entries[d.Word.Text]; k == nil || k.word != "kind" {
			c.unknown("undefined-kind", d.Word.At, "there is no kind %s", d.Word.Text).
				Suggest(c.near(d.Word.Text, func() []string { return candidates }))
			delete(c.decls.values.entries, e.name)
		}
	}
}
