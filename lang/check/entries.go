package check

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// collector sorts the declarations into their namespaces.
type collector struct{ *names }

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

// spaceOf is the namespace of a declaration.
func (c *collector) spaceOf(d syntax.Decl) *space {
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
func (c *collector) add(e *entry) {
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

// addPlayer keeps the parts of the built-in kind; several packs may each add cells.
func (c *collector) addPlayer(e *entry) {
	if first := c.decls.types.entries["player"]; first != nil {
		d := *first.decl.(*syntax.KindDecl)
		d.Members = append(slices.Clip(d.Members), e.decl.(*syntax.KindDecl).Members...)
		first.decl = &d
		return
	}
	c.decls.types.entries["player"] = e
}
