package ask

import (
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Renamings are the ways in which the name at a place may become another, the narrowest first: in its own declaration, or
// wherever it stands in the program's own files. Whether one of them leaves the program as it is only a check can say. The
// error, for people, is that the new name cannot be one, or is taken: where nothing bears it yet, nothing can be caught.
func Renamings(own, all []*source.File, at source.Span, to string) ([][]diag.Edit, error) {
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
	elsewhere := false // it stands in what is used
	for _, f := range all {
		if Names(f.Text)[to] || len(Uses(f, to)) > 0 {
			return nil, fmt.Errorf("%s is taken: it stands in %s", to, f.Name)
		}
		elsewhere = elsewhere || !slices.ContainsFunc(own, func(o *source.File) bool { return o.Name == f.Name }) && len(Uses(f, was)) > 0
	}
	var near, far []diag.Edit
	tree, _ := syntax.Parse(at.File)
	for _, d := range tree.Decls {
		if here := d.Span(); here.Start <= at.Start && at.End <= here.End {
			for _, u := range Uses(at.File, was) {
				if here.Start <= u.Start && u.End <= here.End {
					near = append(near, diag.Edit{Span: u, Text: to})
				}
			}
		}
	}
	for _, f := range own {
		for _, u := range Uses(f, was) {
			far = append(far, diag.Edit{Span: u, Text: to})
		}
	}
	out := [][]diag.Edit{near, far}
	if elsewhere { // what bears it there would keep it
		out = out[:1]
	}
	return slices.DeleteFunc(out, func(e []diag.Edit) bool { return len(e) == 0 }), nil
}

// Declared are where a text declares names: what it declares, and the labelled parts of that.
func Declared(f *source.File) (out []source.Span) {
	tree, _ := syntax.Parse(f)
	for _, s := range Symbols(tree) {
		for _, one := range append([]Symbol{s}, s.Parts...) {
			if one.Here.IsValid() && source.IsName(one.Here.Text()) {
				out = append(out, one.Here)
			}
		}
	}
	return out
}
