package check

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Overlays change the collected syntax, before anything is numbered: what follows cannot tell a
// patched card from one that was written so. The trees of the files are never touched; a changed
// declaration is a copy.

// operation is one extend, replace, remove, patch or set.
type operation struct {
	decl syntax.Decl
	pack string
	gone []syntax.Name // what was declared in what it takes away
}

// rank puts the operations of one program into their order: what is replaced may then be
// extended, what is extended may then be patched; removing comes last.
func (o operation) rank() int {
	switch o.decl.(type) {
	case *syntax.ReplaceDecl:
		return 0
	case *syntax.ExtendDecl:
		return 1
	case *syntax.PatchDecl, *syntax.SetDecl:
		return 2
	}
	return 3
}

// touched remembers who changed a part of a declaration.
type touched struct {
	pack string
	at   source.Span
}

func (c *collector) overlay(ops []operation) {
	slices.SortStableFunc(ops, func(a, b operation) int {
		return cmp.Or(a.rank()-b.rank(), strings.Compare(a.pack, b.pack),
			strings.Compare(a.decl.Span().Text(), b.decl.Span().Text())) // what they say, not where they stand
	})
	for i := range ops {
		if c.short {
			return
		}
		op := &ops[i]
		switch d := op.decl.(type) {
		case *syntax.ReplaceDecl:
			c.replace(op, d)
		case *syntax.ExtendDecl:
			c.extend(op, d)
		case *syntax.PatchDecl:
			c.patch(op, d)
		case *syntax.SetDecl:
			c.claim(op, "option "+d.Name.Text, d.Name.At)
			c.set(d)
		case *syntax.RemoveDecl:
			c.remove(op, d)
		}
	}
	c.done = ops
}

// claim reports a second change of one part.
func (c *collector) claim(op *operation, part string, at source.Span) {
	if first, ok := c.changed[part]; ok {
		c.twice(op, part, at, first)
		return
	}
	c.changed[part] = touched{op.pack, at}
}

// claimPart does so for a part of a declaration. A step is a part of what is done, so that who changes the whole of that
// changes it, too.
func (c *collector) claimPart(op *operation, e *entry, sort, name string, at source.Span) bool {
	if e.changed == nil {
		e.changed = map[string]touched{}
	}
	other, part := map[string]string{"step": "do do", "do": "step"}[sort], sort+" "+name
	if first, ok := e.changed[other]; ok {
		c.twice(op, e.name+".do", at, first)
		return false
	}
	if first, ok := e.changed[part]; ok {
		c.twice(op, e.name+"."+name, at, first)
		return false
	}
	e.changed[part], e.changed[sort] = touched{op.pack, at}, touched{op.pack, at}
	return true
}

func (c *collector) twice(op *operation, part string, at source.Span, first touched) {
	c.errorf("conflicting-patch", at, "%s is changed twice: by %s and by %s", part, first.pack, op.pack).See(first.at, "first changed here")
}

// find gives the declaration that an operation names, or reports that there is none. What belongs to
// another pack may always be extended (may), but changed only by a pack that overlays it.
func (c *collector) find(op *operation, word, name syntax.Name, may bool) (*space, *entry) {
	s := c.space(word.Text)
	code, what := "undefined-"+word.Text, word.Text
	switch {
	case what == "":
		code, what = "undefined-card", "declaration"
		for _, o := range []*space{c.decls.types, c.decls.events, c.decls.scripts} {
			if s.entries[name.Text] == nil && o.entries[name.Text] != nil {
				s = o
			}
		}
	case s == c.decls.scripts:
		code = "undefined-script"
	case s == c.decls.values && what != "option":
		code = "undefined-card"
	}
	if word.Text == "player" || name.Text == "player" {
		s = c.decls.types
		if s.entries["player"] == nil { // it is there, though nobody has added to it yet
			c.addPlayer(newEntry(&syntax.KindDecl{Name: syntax.Name{Node: name.Node, Text: "player"}}, op.pack))
		}
		name.Text = "player"
	}
	e := s.entries[name.Text]
	if e == nil && (s == c.decls.scripts || s == c.decls.setups) && c.onlyUses(op, name.At) {
		return nil, nil
	}
	if e == nil {
		d := c.unknown(code, name.At, "there is no %s %s", what, name.Text).Suggest(c.near(name.Text, s.names))
		if !d.Mended() && s == c.decls.scripts {
			d.Message += few(strconv.Quote(name.Text), diag.Names(s.names(), strconv.Quote))
		}
		return nil, nil
	}
	if word.Text != "" && e.word != word.Text && e.word != "kind" {
		c.unknown("undefined-card", word.At, "there is no %s %s, but there is %s %s", word.Text, name.Text, e.word, e.name).
			See(e.at, "declared here")
		return nil, nil
	}
	c.bind(name.At, e.at)
	if kind := c.decls.types.entries[word.Text]; kind != nil {
		c.bind(word.At, kind.at)
	}
	if !may && e.pack != op.pack && !c.decls.overlaid[[2]string{op.pack, e.pack}] {
		c.errorf("missing-overlay", name.At, "%s belongs to %s, which this pack does not overlay: write `overlays %s` in the pack", e.name, e.pack, e.pack).
			See(e.at, "declared here")
		return nil, nil
	}
	return s, e
}

// onlyUses reports, once, that a pack which overlays none does not see the scripts of those that it uses.
func (c *collector) onlyUses(op *operation, at source.Span) bool {
	used := ""
	for _, f := range c.in {
		if f.File == nil || f.Pack != op.pack {
			continue
		}
		for d := range syntax.Of[*syntax.PackDecl](f.File.Decls) {
			if len(d.Overlays) == 0 && len(d.Uses) > 0 {
				used = d.Uses[0].Text
			}
		}
	}
	if used == "" {
		return false
	}
	if _, said := c.changed["scripts of "+op.pack]; !said {
		c.changed["scripts of "+op.pack] = touched{op.pack, at}
		c.errorf("missing-overlay", at, "the scripts of a pack are not seen by who uses it: to change them, write `overlays %s` in place of `uses %s`", used, used)
	}
	return true
}

func (c *collector) replace(op *operation, d *syntax.ReplaceDecl) {
	if d.Decl == nil {
		return
	}
	n := newEntry(d.Decl, op.pack)
	name := syntax.Name{Node: syntax.Node{At: n.at}, Text: n.name}
	s, old := c.find(op, syntax.Name{Node: syntax.Node{At: n.at}, Text: n.word}, name, false)
	if old == nil {
		return
	}
	c.claim(op, n.word+" "+n.name, n.at)
	op.gone = declares(old.decl)
	n.pack = old.pack // it still belongs to whom it replaces
	s.entries[n.name] = n
}

func (c *collector) extend(op *operation, d *syntax.ExtendDecl) {
	_, e := c.find(op, d.Word, d.Name, true)
	if e == nil {
		for _, v := range d.Values { // they are values of what was meant
			c.unread[v.Name.Text] = true
		}
		return
	}
	if c.foreign(e.at) && !c.foreign(d.At) {
		c.wanting(everyFile)
		c.extends = true
	}
	if enum, ok := e.decl.(*syntax.EnumDecl); ok {
		n := *enum
		n.Values = append(slices.Clip(n.Values), d.Values...)
		e.decl = &n
		return
	}
	switch {
	case e.body:
		e.members = append(e.members, d.Members...)
	case len(d.Members) > 0 && (e.word == "function" || e.word == "table" || e.word == "option"):
		c.errorf("invalid-member", d.Name.At, "a %s cannot be extended: replace it", e.word)
	}
}

func (c *collector) set(d *syntax.SetDecl) {
	e := c.decls.values.entries[d.Name.Text]
	if e == nil || e.word != "option" {
		c.unknown("undefined-option", d.Name.At, "there is no option %s", d.Name.Text).
			Suggest(c.near(d.Name.Text, c.optionNames))
		return
	}
	c.bind(d.Name.At, e.at)
	n := *e.decl.(*syntax.OptionDecl)
	n.Default = d.Value
	e.decl = &n
}

func (c *collector) optionNames() []string {
	var names []string
	for _, e := range c.decls.values.sorted() {
		if e.word == "option" {
			names = append(names, e.name)
		}
	}
	return names
}

// patch puts parts in the place of those that have the same name or label.
func (c *collector) patch(op *operation, d *syntax.PatchDecl) {
	_, e := c.find(op, d.Word, d.Name, false)
	if e == nil {
		return
	}
	for _, m := range d.Members {
		changes := changesOf(m)
		if memberKey(m) == "" && changes == nil {
			c.errorf("missing-label", m.Span(), "a patch changes what has a name: give the clause the label of the one it replaces")
		}
		for _, to := range changes {
			if c.claimPart(op, e, to.sort, to.name, to.to.Span()) {
				c.change(op, e, to)
			}
		}
	}
}

// change puts one part in its place.
func (c *collector) change(op *operation, e *entry, to change) {
	var names []string
	found := false
	for _, p := range partsOf(e.members) {
		switch {
		case p.sort != to.sort:
		case p.name != to.name:
			names = append(names, p.name)
		case !found || to.sort == "choose": // all forms of an event are answered by one player
			found = true
			c.bind(to.named, p.named)
			c.puts(e, p, patched{to.to.Span(), p.at, op.pack}, to.to)
		}
	}
	m, member := to.to.(syntax.Member)
	_, value := m.(*syntax.ValueMember)
	_, card := e.decl.(*syntax.CardDecl)
	switch {
	case found:
	case member && (value && card || to.sort == "text"): // a field that took its default, a language that was missing
		e.members = append(e.members, m)
	default:
		code := "undefined-label"
		if to.sort == "field" || to.sort == "choice" {
			code = "undefined-field"
		}
		c.lacking(code, to.named, "%s %s has no %s to patch", e.word, e.name, called(to.sort, to.name)).
			See(e.at, "%s is declared here", e.name).Suggest(diag.Nearest(to.name, names))
	}
}

// puts notes what is changed. What only the part used that is no longer there is not unused.
func (c *collector) puts(e *entry, p part, by patched, to syntax.Spanned) {
	e.patched = append(e.patched, by)
	e.members = p.put(e.members, to)
	c.used.scan(p.at.Text())
}

func (c *collector) remove(op *operation, d *syntax.RemoveDecl) {
	name := d.Name
	if d.Str != nil {
		name = syntax.Name{Node: d.Str.Node, Text: d.Str.Text}
	}
	s, e := c.find(op, d.Word, name, false)
	if e == nil {
		return
	}
	if d.Label == nil {
		c.claim(op, e.word+" "+e.name, name.At)
		op.gone = declares(e.decl)
		delete(s.entries, e.name)
		return
	}
	var names []string
	for _, p := range partsOf(e.members) {
		if !slices.Contains(removable, p.sort) {
			continue
		}
		if p.name == d.Label.Text {
			c.bind(d.Label.At, p.named)
			if c.claimPart(op, e, p.sort, p.name, d.Label.At) {
				c.puts(e, p, patched{d.At, p.at, op.pack}, nil)
			}
			return
		}
		names = append(names, p.name)
	}
	c.lacking("undefined-label", d.Label.At, "%s %s has no %s to remove", e.word, e.name, d.Label.Text).
		See(e.at, "%s is declared here", e.name).Suggest(diag.Nearest(d.Label.Text, names))
}

// pointToBase tells, of what is wrong in a part that a patch has put there, in the place of what it stands.
func (c *collector) pointToBase() {
	if len(c.list) == 0 {
		return
	}
	for _, s := range c.decls.all() {
		for _, e := range s.entries {
			for _, p := range e.patched {
				for i := range c.list {
					if d := &c.list[i]; p.at.Contains(d.Span) {
						d.See(p.base, "it stands in the place of this")
					}
				}
			}
		}
	}
}
