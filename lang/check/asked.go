package check

import (
	"maps"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// What the steps of scripts may name: what forms ask for, and what refuses.

// asked are the names of what forms ask for.
func (c *dicing) asked() []string {
	all := keys(c.chosenTypes())
	for file, f := range c.files {
		if c.headless(source.Span{File: file}) {
			all = slices.AppendSeq(all, maps.Keys(f.File.Done.Chosen))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// chosenTypes are the types of what forms ask for, by name.
func (c *names) chosenTypes() map[string][]ir.Type {
	if c.index.chosen != nil {
		return c.index.chosen
	}
	all := map[string][]ir.Type{}
	add := func(name string, t ir.Type) {
		if _, asked := all[name]; !asked {
			all[name] = nil // whatever its type is
		}
		if t.Kind != ir.Bad && !slices.Contains(all[name], t) {
			all[name] = append(all[name], t)
		}
	}
	for _, ev := range c.p.Events {
		for _, f := range ev.Fields {
			switch known := c.index.fields[f]; {
			case f.Chosen && known != nil && known.each != nil:
				add(f.Name, f.Type.Element())
			case f.Chosen:
				add(f.Name, f.Type)
			}
		}
	}
	said := len(c.list)
	for _, s := range c.choices() {
		add(s.Name.Text, c.typeOf(s.Type))
	}
	c.list = c.list[:said] // it is said where they stand
	c.index.chosen = all
	return all
}

// choices are the statements that ask for something, as far as they are known.
func (c *names) choices() []syntax.Choice {
	var all []syntax.Choice
	for _, f := range c.in {
		if f.File == nil || f.Used && c.heads && f.Depth < syntax.Rules {
			continue
		}
		for _, s := range f.File.Chosen {
			if !f.Used || !slices.ContainsFunc(f.File.Decls, func(d syntax.Decl) bool {
				_, script := d.(*syntax.ScriptDecl)
				return script && d.Span().Contains(s.Name.At)
			}) {
				all = append(all, s)
			}
		}
	}
	return all
}

// refusals are the labels that `expect refused` may name, sorted: requirements, cannots, fields of
// forms, and what the machine refuses for by itself.
func (c *names) refusals() []string {
	labels := []string{"limit", "no_choice", "hidden"}
	c.refusing(func(n syntax.Name) { labels = append(labels, n.Text) })
	slices.Sort(labels)
	return slices.Compact(labels)
}

// refusing calls f for each name that something is refused with, where it is declared, if it is.
func (c *names) refusing(f func(syntax.Name)) {
	for i, ev := range c.p.Events {
		if ev.Giver >= 0 {
			f(nameless("not_offered"))
		}
		for _, m := range c.index.events.decls[i].members {
			switch m := m.(type) {
			case *syntax.RequireMember:
				f(m.Label)
			case *syntax.CostMember:
				f(nameless("cost"))
			}
		}
		for _, field := range ev.Fields {
			if field.Chosen && field.Type.Kind != ir.Bad { // a given value that is no legal answer
				f(nameOf(field))
			}
		}
	}
	for _, e := range slices.Concat(c.index.cards.decls, c.index.kinds.decls) {
		for cl := range syntax.Of[*syntax.Clause](e.members) {
			if cl.Label != nil && isCannot(cl.Head) {
				f(*cl.Label)
			}
		}
	}
	for _, s := range c.choices() {
		f(s.Name)
	}
}

// chosenIn goes over the fields of all forms.
func chosenIn(c *names) func(func(syntax.Name)) {
	return func(f func(syntax.Name)) {
		for _, ev := range c.p.Events {
			for _, field := range ev.Fields {
				if field.Chosen {
					f(nameOf(field))
				}
			}
		}
		for _, s := range c.choices() {
			f(s.Name)
		}
	}
}
