package space

import "slices"

// Directions are whole degrees from x towards y. They come out of comparisons with turned vectors and
// not out of an arc tangent, so that every platform finds the same.

// pointer is a vector of length 2^40 in a direction. The bits that turn cannot promise are left out,
// so that a diagonal is a diagonal.
func pointer(angle int64) vec {
	c, s := turn(angle)
	const cut = 22
	return vec{(c + 1<<(cut-1)) >> cut, (s + 1<<(cut-1)) >> cut}
}

// Direction is the horizontal direction from one place to another, to the nearest degree (halves up),
// 0 to 359. Places that are the same in the plane have none.
func Direction(from, to Point) (degrees int64, ok bool) { return degreesOf(between(from, to)) }

func degreesOf(w vec) (int64, bool) {
	if w == (vec{}) {
		return 0, false
	}
	quarter := int64(0)
	for w.x <= 0 || w.y < 0 {
		w = vec{w.y, -w.x}
		quarter++
	}
	lo, hi := int64(0), int64(179) // the last half degree that is not beyond w
	for lo < hi {
		k := (lo + hi + 1) / 2
		if _, s := cross(pointer(500*k), w); s >= 0 {
			lo = k
		} else {
			hi = k - 1
		}
	}
	return (quarter*90 + (lo+1)/2) % 360, true
}

// Angle is the smaller angle between two directions in degrees, 0 to 180.
func Angle(a, b int64) int64 {
	d := ((a-b)%360 + 360) % 360
	return min(d, 360-d)
}

// InArc reports whether the centre of b, seen from the centre of a, lies in the arc that begins `from`
// degrees off a's facing and goes on to `to` (from x towards y), borders included. An arc of 360 or
// more is everything, one with `to` before `from` nothing. At a's own centre, b lies in every arc.
func InArc(a, b Body, from, to int64) bool {
	w := between(a.At, b.At)
	switch {
	case to < from:
		return false
	case to-from >= 360 || w == (vec{}):
		return true
	}
	first, last := pointer(a.Facing+from%360*1000), pointer(a.Facing+to%360*1000)
	_, left := cross(first, w)
	_, right := cross(w, last)
	if to-from > 180 { // not in the rest
		return left >= 0 || right >= 0
	}
	if _, s := dot(first, w); to == from && s < 0 {
		return false
	}
	return left >= 0 && right >= 0
}

// PointAt is the place so far from another in a direction, in thousandths of a degree, at the same
// height; on the grid, and no farther.
func PointAt(p Point, angle, dist int64) Point {
	if dist = bounded(dist); dist < 0 {
		angle, dist = angle+180000, -dist
	}
	c, s := turn(angle)
	return Point{p.X + inward(dist, c), p.Y + inward(dist, s), p.Z}
}

// Headings are the directions of the pieces of a path. A piece that only climbs goes on in the
// direction before it.
func Headings(path []int64) []int64 {
	var out []int64
	last := int64(0)
	for i := range pieces(path) {
		n := piece(path, i)
		if d, ok := Direction(n.a, n.b); ok {
			last = d
		}
		out = append(out, last)
	}
	return out
}

// Legs are the lengths of the pieces of a path.
func Legs(path []int64) []int64 {
	var out []int64
	for i := range pieces(path) {
		n := piece(path, i)
		out = append(out, n.l)
	}
	return out
}

// Sharpest is the greatest change of direction from one piece of a path to the next, to the nearest
// degree. It is taken from the pieces themselves, not from their rounded headings.
func Sharpest(path []int64) int64 {
	most := int64(0)
	var before vec
	for i := range pieces(path) {
		n := piece(path, i)
		w := between(n.a, n.b)
		if w == (vec{}) {
			continue
		}
		for max(mag(w.x), mag(w.y)) >= 1<<30 { // so that the products below fit
			w = vec{w.x / 2, w.y / 2}
		}
		if before != (vec{}) {
			bend := vec{before.x*w.x + before.y*w.y, before.x*w.y - before.y*w.x}
			d, _ := degreesOf(vec{bend.x, int64(mag(bend.y))})
			most = max(most, d)
		}
		before = w
	}
	return most
}

// SampleReach is a finite choice of places within r of a mover's centre, for choices that have no
// end: the centre, then rings at every step and at r itself, from the inside out, each of 16 places
// from +x towards +y, at the mover's height. No place is farther than r. With a step of 0 or less
// there is only the ring at r, with r 0 or less only the centre. No place occurs twice.
func SampleReach(mover Body, r, step int64) []Point {
	c := mover.At
	r = bounded(r)
	out := []Point{c}
	if r <= 0 {
		return out
	}
	if step <= 0 || step > r {
		step = r
	}
	for d := step; ; d = min(d+step, r) {
		ring := len(out)
		for i := range int64(16) {
			cos, sin := turn(i * 22500)
			p := Point{c.X + inward(d, cos), c.Y + inward(d, sin), c.Z}
			if !slices.Contains(out[max(0, ring-16):], p) {
				out = append(out, p)
			}
		}
		if d == r {
			return out
		}
	}
}

// inward is d times f/2^62, rounded towards 0.
func inward(d, f int64) int64 {
	p := mul(uint64(d), mag(f))
	q := int64(p.hi<<2 | p.lo>>62)
	if f < 0 {
		return -q
	}
	return q
}
