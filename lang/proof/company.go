package proof

// company is how many of the facts beside a fact of a text stand beside it in a witness, too, and how many stand beside
// another there, in its place.
func (w *witness) company(u *fact, text *witness) (with, without int) {
	for i := range text.facts {
		o := &text.facts[i]
		if o.in != u.in || o.alike(u) || o.same(u) || o.meets(u) || o.gap(u) > nearby {
			continue
		}
		switch w.together(u, o) {
		case agrees:
			with++
		case differs:
			without++
		case apart:
		}
	}
	return with, without
}

// nearby is how far from a fact others are its company, in bytes.
const nearby = 50

// together is how a witness has a fact beside another: nearest to the other stands the same fact, or always another that
// could stand in its place, or none.
func (w *witness) together(u, o *fact) likeness {
	out := apart
	for i := range w.facts {
		x := &w.facts[i]
		if x.to == 0 || !x.same(o) {
			continue
		}
		var next *fact
		for k := range w.facts {
			y := &w.facts[k]
			if y.to == 0 || y.in != x.in || y.meets(x) || !y.same(u) && !y.alike(u) {
				continue
			}
			if next == nil || y.gap(x) < next.gap(x) || y.gap(x) == next.gap(x) && y.same(u) {
				next = y
			}
		}
		switch {
		case next == nil:
		case next.same(u):
			return agrees
		default:
			out = differs
		}
	}
	return out
}

// meets tells whether two facts of a text have words in common.
func (u *fact) meets(o *fact) bool { return u.from < o.to && o.from < u.to }

// gap is how much stands between two facts of a text, in bytes.
func (u *fact) gap(o *fact) int { return max(u.from-o.to, o.from-u.to) }
