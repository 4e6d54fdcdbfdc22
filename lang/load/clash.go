package load

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// clashing says once, where the program uses it, that a pack is another game than one that is used besides, where each of
// their common names would be said to be declared twice.
func (a *assembly) clashing(diags diag.List) diag.List {
	packs := map[string]string{} // by the names of their files: these are read anew to another depth
	for _, in := range a.in {
		if in.Used {
			packs[in.File.Source.Name] = in.Pack
		}
	}
	var first, second string
	var names []string
	for _, d := range diags {
		if d.Code != "duplicate-name" || len(d.Related) == 0 {
			continue
		}
		one, other := packs[fileOf(d.Related[0].Span)], packs[fileOf(d.Span)]
		if one == "" || other == "" || one == other || first != "" && (one != first || other != second) {
			continue
		}
		first, second = one, other
		if name := d.Span.Text(); len(names) < 3 && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	at := a.usedAt(first, second)
	if at == nil {
		return diags
	}
	out := slices.DeleteFunc(diags, func(d diag.Diagnostic) bool { return packs[fileOf(d.Span)] != "" })
	if slices.ContainsFunc(a.Diags, func(d diag.Diagnostic) bool { // how it is named is told first
		return d.Span.Contains(at.At)
	}) {
		return out
	}
	out.Errorf("duplicate-name", at.At, "%s and %s cannot be used together: both declare %s; use one of them", first, second, strings.Join(names, ", "))
	out.Sort()
	return out
}

// oneProgram says of the first name that two files of a pack declare why these are one program: another file may say so.
func (a *assembly) oneProgram(diags diag.List) diag.List {
	pack := a.PackAt()
	if !pack.IsValid() {
		return diags
	}
	for i := range diags {
		d := &diags[i]
		if d.Code == "duplicate-name" && len(d.Related) > 0 && fileOf(d.Span) != fileOf(d.Related[0].Span) && path.Dir(fileOf(d.Related[0].Span)) == path.Dir(fileOf(pack)) {
			d.See(pack, "this makes one program of all files of the folder")
			break
		}
	}
	return diags
}

// shadowing says with the first mistake that is found that a pack is not the one of the library, but another of the same id: whoever does
// not know that would look for the mistake in his own file.
func (l *Loader) shadowing(a *assembly) error {
	first := slices.IndexFunc(a.Diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
	if first < 0 {
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(a.uses)) {
		at := a.usedAt(id, id)
		if a.uses[id].system > 0 || at == nil {
			continue
		}
		if err := l.index(); err != nil {
			return err
		}
		if of, there := l.packs[id]; there {
			if same, err := l.same(of, a.uses[id]); err != nil {
				return err
			} else if !same {
				a.Diags[first].See(at.At, "%s is read from %s, in place of the pack of that id which comes with kdsl", id, a.uses[id].name)
			}
		}
	}
	return nil
}

// Located is the folder in which programs of a folder of Local find a pack; "" for one of the library, or none.
func (l *Loader) Located(dir, id string) (string, error) {
	at, _, err := l.locate(place{0, dir}, id)
	if err != nil || at == nowhere || at.system > 0 {
		return "", err
	}
	return at.name, nil
}

// usedAt is where the program itself names the last of two packs; nil where it names none of them.
func (a *assembly) usedAt(first, second string) (at *syntax.Name) {
	for _, f := range a.Own {
		used, overlaid := f.Packs()
		for _, n := range append(used, overlaid...) {
			if n.Text == first || n.Text == second {
				at = &n
			}
		}
	}
	return at
}

// fileOf is the name of the file of a span; "" where it has none.
func fileOf(at source.Span) string {
	if at.File == nil {
		return ""
	}
	return at.File.Name
}
