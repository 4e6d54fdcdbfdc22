package check

import "github.com/kdsl-lang/kdsl/lang/source"

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
