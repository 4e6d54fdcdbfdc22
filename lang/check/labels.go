package check

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// lowerLabels gives display words to the values, fields and events that have none of their own.
func (c *bodies) lowerLabels() {
	words := map[string]ir.Texts{}
	found := map[string]bool{}
	for _, e := range c.decls.labels.sorted() {
		words[e.name] = c.texts(e.decl.(*syntax.LabelDecl).Texts, nowhere())
	}
	give := func(name string, t *ir.Texts) {
		w, ok := words[name]
		if !ok {
			return
		}
		found[name] = true
		if t.En == nil {
			t.En = w.En
		}
		if t.Fr == nil {
			t.Fr = w.Fr
		}
	}
	fields := func(list []*ir.Field) {
		for _, f := range list {
			give(f.Name, &f.Texts)
		}
	}
	for _, e := range c.p.Enums {
		for i := range e.Values {
			give(e.Values[i].Name, &e.Values[i].Texts)
		}
	}
	for _, k := range c.p.Kinds {
		give(k.Name, &k.Texts)
		fields(k.Fields)
	}
	for _, card := range c.p.Cards {
		fields(card.Own)
	}
	for _, b := range c.p.Bags {
		fields(b.Fields)
	}
	for _, z := range c.p.Zones {
		give(z.Name, &z.Texts)
	}
	for _, ev := range c.p.Events {
		give(ev.Name, &ev.Texts)
		fields(ev.Fields)
	}
	for _, e := range c.decls.labels.sorted() {
		if !found[e.name] {
			c.unknown("undefined-name", e.at, "no value, field, kind, zone or event is called %s", e.name)
		}
	}
}
