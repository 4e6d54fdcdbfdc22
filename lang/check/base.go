package check

import (
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// A pack that overlays another is checked with the texts of the other. Of these only those declarations are
// compiled that mean something else than they do alone: whose key is another. What is wrong in one of them, and is not
// wrong in the base alone, is told at the operation, or the declaration of the overlay, that touched it.

// base is a pack that the root overlays, as it is without the root.
type base struct {
	name     string
	in       []Input
	sees     map[string]bool // the packs that it is made of
	settled  map[key]bool    // its declarations
	overlaid map[string]bool // it, and what it overlays
}

// followed are the packs that a pack names.
type followed struct{ uses, overlays []syntax.Name }

func follow(in []Input) map[string]*followed {
	out := map[string]*followed{}
	for _, f := range in {
		if f.File == nil {
			continue
		}
		if out[f.Pack] == nil {
			out[f.Pack] = &followed{}
		}
		to := out[f.Pack]
		uses, overlays := f.File.Packs()
		to.uses, to.overlays = append(to.uses, uses...), append(to.overlays, overlays...)
	}
	return out
}

// reach adds a pack to a set, and all that it names, or only what it overlays.
func reach(from map[string]*followed, pack string, to map[string]bool, uses bool) {
	if to[pack] || from[pack] == nil {
		return
	}
	to[pack] = true
	for _, n := range from[pack].overlays {
		reach(from, n.Text, to, uses)
	}
	if uses {
		for _, n := range from[pack].uses {
			reach(from, n.Text, to, uses)
		}
	}
}

// basesOf are the packs that the root overlays.
func basesOf(in []Input, root string) []*base {
	from := follow(in)
	var out []*base
	if from[root] == nil {
		return nil
	}
	for _, n := range from[root].overlays {
		b := &base{name: n.Text, sees: map[string]bool{}, overlaid: map[string]bool{}}
		reach(from, n.Text, b.sees, true)
		reach(from, n.Text, b.overlaid, false)
		for _, f := range in {
			if b.sees[f.Pack] {
				f.Used = !b.overlaid[f.Pack]
				b.in = append(b.in, f)
			}
		}
		out = append(out, b)
	}
	return out
}

// isBase tells whether a text is of a pack that the root overlays.
func isBase(c *names, at source.Span) bool {
	f, ok := c.files[at.File]
	return ok && !f.Used && f.Pack != c.root
}
