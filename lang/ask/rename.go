package ask

import (
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Bound are the places at which a name stands for what the one at a place stands for; none where that is not known.
type Bound func(at source.Span) []source.Span

// Same are the places in texts where a name stands for what the one at a place stands for. Where that is not known, as of a
// layer, or in what cannot be read, it is wherever the same letters stand and nothing is known.
func Same(own []*source.File, at source.Span, bound Bound) (out []source.Span) {
	for _, b := range bound(at) {
		if slices.ContainsFunc(own, func(f *source.File) bool { return f.Name == b.File.Name }) {
			out = append(out, b)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, f := range own {
		for _, u := range Uses(f, at.Text()) {
			if len(bound(u)) == 0 {
				out = append(out, u)
			}
		}
	}
	return out
}

// Renamings are the ways in which the name at a place may become another: wherever it stands for the same; where that is not
// known, in its own declaration, or else in all of the program's own files. Whether one of them leaves the program as it is
// only a check can say. The error, for people, is that the new name cannot be one, is taken (where nothing bears it yet,
// nothing can be caught), or that somebody else has given the old one.
func Renamings(own, all []*source.File, at source.Span, to string, bound Bound) ([][]diag.Edit, error) {
	was := at.Text()
	switch {
	case !source.IsName(to):
		return nil, fmt.Errorf("%q is no name: names are written with the letters a to z, digits and _", to)
	case Reserved(to), Reserved(was):
		word := to
		if Reserved(was) {
			word = was
		}
		return nil, fmt.Errorf("%q is a word of the language", word)
	}
	known := bound(at)
	for _, f := range all {
		ours := slices.ContainsFunc(own, func(o *source.File) bool { return o.Name == f.Name })
		if slices.ContainsFunc(Uses(f, to), func(u source.Span) bool { return len(known) == 0 || ours && len(bound(u)) == 0 }) {
			return nil, fmt.Errorf("%s is taken: it stands in %s", to, f.Name)
		}
	}
	for _, b := range known {
		if !slices.ContainsFunc(own, func(f *source.File) bool { return f.Name == b.File.Name }) {
			return nil, fmt.Errorf("%s cannot be renamed here: it stands in %s, too, which is only used", was, b.File.Name)
		}
	}
	var near, far []diag.Edit
	for _, u := range Same(own, at, bound) {
		far = append(far, diag.Edit{Span: u, Text: to})
	}
	tree, _ := syntax.Parse(at.File)
	for _, d := range tree.Decls {
		if here := d.Span(); known == nil && here.Start <= at.Start && at.End <= here.End {
			for _, e := range far {
				if e.Span.File == at.File && here.Start <= e.Span.Start && e.Span.End <= here.End {
					near = append(near, e)
				}
			}
		}
	}
	return slices.DeleteFunc([][]diag.Edit{near, far}, func(e []diag.Edit) bool { return len(e) == 0 }), nil
}

// Apart tells whether, once some edits have given a name another, that stands for the same wherever they have written it, and nowhere
// else. It is bound to what the texts say then.
func Apart(edits []diag.Edit, bound Bound) bool {
	edits = slices.SortedFunc(slices.Values(edits), func(a, b diag.Edit) int { return a.Span.Start - b.Span.Start })
	moved, where := map[string]int{}, map[string]map[int]bool{}
	var first source.Span
	for _, e := range edits {
		name := e.Span.File.Name
		if where[name] == nil {
			where[name] = map[int]bool{}
		}
		first = e.Span
		first.Start += moved[name]
		where[name][first.Start] = true
		moved[name] += len(e.Text) - (e.Span.End - e.Span.Start)
	}
	now := bound(first)
	return len(now) == len(edits) && !slices.ContainsFunc(now, func(s source.Span) bool { return !where[s.File.Name][s.Start] })
}
