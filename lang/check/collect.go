package check

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// collect sorts the declarations into their namespaces and applies the overlays.
func (c *collector) collect(in []Input) {
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
				c.add(newEntry(d, f.Pack))
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

// joinPlayers puts the members of the built-in kind into an order that does not depend on the files.
func (c *collector) joinPlayers() {
	if e := c.decls.types.entries["player"]; e != nil {
		slices.SortStableFunc(e.members, func(a, b syntax.Member) int { return strings.Compare(memberKey(a), memberKey(b)) })
	}
}

// collectGiven enters the actions that a card or kind gives: they are events like any other.
func (c *collector) collectGiven(e *entry) {
	for _, m := range e.members {
		if a, ok := m.(*syntax.ActionMember); ok && a.Action != nil {
			c.add(newEntry(a.Action, e.pack))
		}
	}
}

// checkWords reports cards whose kind nobody declared. The author may have misspelt a word of the
// language instead: both are candidates.
func (c *collector) checkWords() {
	var candidates []string
	for _, e := range c.decls.types.sorted() {
		if e.word == "kind" {
			candidates = append(candidates, e.name)
		}
	}
	candidates = append(candidates, syntax.DeclarationWords...)
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
