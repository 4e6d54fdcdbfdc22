package check

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/internal/inprint"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Bindings are what the names in the texts of a program are bound to. Where one name speaks of several declarations, as that
// of a field in a clause on two events does, these are one: they are called alike, or not at all.
type Bindings struct {
	above  map[site]site // of each name one that is the same, by which all of them are found
	all    map[site][]source.Span
	speaks map[site]bool // of something that stands elsewhere
}

// site is where a name begins. The texts of a program are known by the names of their files.
type site struct {
	file string
	at   int
}

// Bind works out what the names of a program are bound to. Of what cannot be read, or is wrong, nothing is known.
func Bind(ctx context.Context, in []Input, root string) (*Bindings, error) {
	b := &Bindings{above: map[site]site{}, all: map[site][]source.Span{}, speaks: map[site]bool{}}
	of := map[site]source.Span{}
	c, _ := declared(ctx, in, root, nil, func(use, to source.Span) {
		if use.File == nil || to.File == nil || use.Text() != to.Text() {
			return
		}
		for _, at := range []source.Span{use, to} {
			of[siteOf(at)] = at
		}
		if siteOf(use) != siteOf(to) {
			b.speaks[siteOf(use)] = true
		}
		if u, t := b.find(siteOf(use)), b.find(siteOf(to)); u != t {
			b.above[u] = t
		}
	})
	lowered(ctx, c)
	for s, at := range of {
		top := b.find(s)
		b.all[top] = append(b.all[top], at)
	}
	for _, list := range b.all {
		slices.SortFunc(list, func(a, b source.Span) int { return cmp.Or(cmp.Compare(a.File.Name, b.File.Name), a.Start-b.Start) })
	}
	return b, ctx.Err()
}

func siteOf(at source.Span) site { return site{at.File.Name, at.Start} }

func (b *Bindings) find(s site) site {
	for {
		up, ok := b.above[s]
		if !ok {
			return s
		}
		if top, ok := b.above[up]; ok {
			b.above[s] = top
		}
		s = up
	}
}

// Same are the places at which a name stands for what the one at a place stands for, its declaration among them, in the order
// of the texts; none where it is not known what that is.
func (b *Bindings) Same(at source.Span) []source.Span { return b.all[b.find(siteOf(at))] }

// Declared are those of these places that declare it.
func (b *Bindings) Declared(at source.Span) (out []source.Span) {
	for _, s := range b.Same(at) {
		if !b.speaks[siteOf(s)] {
			out = append(out, s)
		}
	}
	return out
}

// binder is told what names are bound to: where each stands, and where that is declared. It is nil where nobody wants to know.
type binder func(use, to source.Span)

func (b binder) bind(use, to source.Span) {
	if b != nil {
		b(use, to)
	}
}

// bindAll binds a name to all of its letters that are gone over.
func (b binder) bindAll(use source.Span, over func(func(syntax.Name))) {
	if b != nil {
		name := use.Text()
		over(func(other syntax.Name) {
			if other.Text == name {
				b(use, other.At)
			}
		})
	}
}

// labelsOf goes over the labels of the clauses and requirements among members.
func labelsOf(list []syntax.Member) func(func(syntax.Name)) {
	return func(f func(syntax.Name)) {
		for _, m := range list {
			switch m := m.(type) {
			case *syntax.Clause:
				if m.Label != nil {
					f(*m.Label)
				}
			case *syntax.RequireMember:
				f(m.Label)
			}
		}
	}
}

// wordOf is where an answer says a word.
func wordOf(s *syntax.AnswerStmt) source.Span {
	at := s.At
	at.Start += len("answer") + strings.Index(at.Text()[len("answer"):], s.Word)
	at.End = at.Start + len(s.Word)
	return at
}

// bindDeclared binds what is declared, be it spoken of or not, and the names to which labels give words.
func bindDeclared(c *names) {
	if c.binder == nil {
		return
	}
	for _, s := range c.decls.all() {
		for _, e := range s.entries {
			c.bind(e.at, e.at) // which nobody else may speak of
			for _, m := range e.members {
				switch m := m.(type) {
				case *syntax.FieldMember:
					c.bind(m.Name.At, m.Name.At)
				case *syntax.LetMember:
					c.bind(m.Name.At, m.Name.At)
				}
			}
			labelsOf(e.members)(func(n syntax.Name) { c.bind(n.At, n.At) })
		}
	}
	labelOf := labelled(c)
	worded(c, func(name string, at source.Span, _ *ir.Texts) {
		if label := labelOf(name, at); label != nil {
			c.bind(label.at, at)
		}
	})
}

// wordings are all labels, by name and pack.
func (d *declarations) wordings() []*entry {
	all := append(d.labels.sorted(), d.relabels...)
	slices.SortStableFunc(all, func(a, b *entry) int { return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.pack, b.pack)) })
	return all
}

// labelled finds the label that gives words to a name: that of the pack in which the name is declared, or else the root's, or else
// the first.
func labelled(c *names) func(name string, at source.Span) *entry {
	of := map[string][]*entry{}
	for _, e := range c.decls.wordings() {
		of[e.name] = append(of[e.name], e)
	}
	return func(name string, at source.Span) *entry {
		all := of[name]
		if len(all) == 0 {
			return nil
		}
		for _, pack := range []string{c.files[at.File].Pack, c.root} {
			if i := slices.IndexFunc(all, func(e *entry) bool { return e.pack == pack }); i >= 0 {
				return all[i]
			}
		}
		return all[0]
	}
}

// printedFields gives fields by what they are called; the words of each stand where it is declared, or in the label of its name.
func printedFields(c *names) func([]*ir.Field) inprint.Named {
	labelOf := labelled(c)
	return func(list []*ir.Field) inprint.Named {
		return func(yield func(string, source.Span) bool) {
			for _, f := range list {
				if label := labelOf(f.Name, f.At); !yield(f.Name, f.At) || label != nil && !yield(f.Name, label.at) {
					return
				}
			}
		}
	}
}

// worded calls f for all that a label may give words to: its name, where it is declared (a tag where it is first written, a unit
// nowhere), and its words.
func worded(c *names, f func(name string, at source.Span, words *ir.Texts)) {
	fields := func(list []*ir.Field) {
		for _, x := range list {
			f(x.Name, x.At, &x.Texts)
		}
	}
	f(c.p.Unit, source.Span{}, &c.p.UnitTexts)
	for _, e := range c.p.Enums {
		for i := range e.Values {
			f(e.Values[i].Name, e.Values[i].At, &e.Values[i].Texts)
		}
	}
	for _, k := range c.p.Kinds {
		f(k.Name, k.At, &k.Texts)
		fields(k.Fields)
	}
	for _, card := range c.p.Cards {
		fields(card.Own)
	}
	for _, b := range c.p.Bags {
		fields(b.Fields)
	}
	for _, z := range c.p.Zones {
		f(z.Name, z.At, &z.Texts)
	}
	for _, ev := range c.p.Events {
		f(ev.Name, ev.At, &ev.Texts)
		fields(ev.Fields)
	}
	for i, tag := range c.p.Tags {
		f(tag, c.index.tagged[tag][0].At, &c.p.TagTexts[i])
	}
}
