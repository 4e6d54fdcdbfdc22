package check

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// What an overlay breaks shows where it reads: in texts of the base, which whoever wrote the overlay has not written. It is
// told where he touched what is read there.

// blame moves what is wrong in the base only because of the overlay to what touched it. In a check, what is wrong
// in the base alone concerns those who check that.
func (c *collector) blame(alone func() diag.List) {
	if !slices.ContainsFunc(c.list, func(d diag.Diagnostic) bool { return isBase(c.names, d.Span) }) {
		return
	}
	touched := c.touched()
	of := map[source.Span][]string{}
	for _, d := range alone() {
		of[d.Span] = append(of[d.Span], d.Code+d.Message)
	}
	var list diag.List
	for _, d := range c.list {
		switch said := of[d.Span]; {
		case !isBase(c.names, d.Span):
		case slices.Contains(said, d.Code+d.Message):
			if c.heads {
				continue
			}
		default:
			at := c.cause(d.Span, touched)
			d.Related = append([]diag.Related{{Span: d.Span, Message: "it goes wrong here"}}, d.Related...)
			d.Span, d.Mends = at, nil
		}
		same := func(o diag.Diagnostic) bool { return o.Code == d.Code && o.Span == d.Span && o.Message == d.Message }
		if i := slices.IndexFunc(list, same); i >= 0 { // one operation, several places
			list[i].Related = append(list[i].Related, d.Related...)
			continue
		}
		list = append(list, d)
	}
	c.list = list
}

// touched are the words that operations and the declarations of others than the bases have touched, and where: the last
// operation counts, and before any declaration.
func (c *collector) touched() map[string]source.Span {
	out := map[string]source.Span{}
	add := func(names []syntax.Name) {
		for _, n := range names {
			out[n.Text] = n.At
		}
	}
	for _, s := range c.decls.all() {
		for _, e := range s.sorted() {
			if e.decl != nil && !isBase(c.names, e.at) {
				add(declares(e.decl))
			}
		}
	}
	for _, o := range c.done {
		if at := o.decl.Span(); !isBase(c.names, at) {
			for _, n := range o.gone {
				out[n.Text] = at
			}
			add(declares(o.decl))
		}
	}
	return out
}

// cause is what touched the text around a place: by its first word that was touched, of the smallest text that has
// one; or else that the root overlays anything.
func (c *collector) cause(at source.Span, touched map[string]source.Span) source.Span {
	texts := []string{at.Text()}
	for _, s := range c.decls.all() {
		for _, e := range s.sorted() {
			if e.decl == nil {
				continue
			}
			for _, m := range e.members {
				if m.Span().Contains(at) {
					texts = append(texts, m.Span().Text())
				}
			}
			if e.decl.Span().Contains(at) {
				texts = append(texts, e.decl.Span().Text())
			}
		}
	}
	slices.SortStableFunc(texts, func(a, b string) int { return len(a) - len(b) })
	for _, t := range texts {
		for _, w := range identifiers(t) {
			if by, ok := touched[w]; ok {
				return by
			}
		}
	}
	for _, f := range c.in {
		if f.File == nil || f.Pack != c.root {
			continue
		}
		if _, overlays := f.File.Packs(); len(overlays) > 0 {
			return overlays[0].At
		}
	}
	return at
}
