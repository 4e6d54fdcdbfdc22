package space

// A path is a flat list of places, x, y and z of each, joined by straight pieces. Each piece has a
// length, climbing included, that is rounded once; distances along the path are sums of these. The
// place at a distance is on the grid, so that a model can stand there. What follows asks about these
// places and not about the ideal line: a crossing found is a crossing that can be seen.

// line is one piece of a path, or a ray.
type line struct {
	a, b Point
	l    int64
}

func piece(path []int64, i int) line {
	p := path[3*i:]
	n := line{a: Point{p[0], p[1], p[2]}, b: Point{p[3], p[4], p[5]}}
	n.l = length(n.a, n.b)
	return n
}

func pieces(path []int64) int { return len(path)/3 - 1 }

// length is the straight distance of two places, rounded to the grid, halves up.
func length(a, b Point) int64 {
	n := square(2 * (b.X - a.X)).add(square(2 * (b.Y - a.Y))).add(square(2 * (b.Z - a.Z)))
	return int64(root(n)+1) >> 1
}

// at is the place at distance d, 0 <= d <= l; both ends are exact.
func (n *line) at(d int64) Point {
	if n.l == 0 {
		return n.b
	}
	return Point{
		n.a.X + scale(n.b.X-n.a.X, d, n.l),
		n.a.Y + scale(n.b.Y-n.a.Y, d, n.l),
		n.a.Z + scale(n.b.Z-n.a.Z, d, n.l),
	}
}

// PathLength is the sum of the lengths of the pieces, each rounded to the grid. A path of fewer than
// two places has none.
func PathLength(path []int64) int64 {
	var sum int64
	for i := range pieces(path) {
		n := piece(path, i)
		sum += n.l
	}
	return sum
}

// PointAlong is the place at distance d along the path and the piece it lies on, counted from 0; a
// joint belongs to the piece before it. Before the start it is the start, after the end the end. An
// empty path gives the zero place.
func PointAlong(path []int64, d int64) (at Point, on int) {
	if len(path) < 3 {
		return
	}
	at = Point{path[0], path[1], path[2]}
	if d <= 0 {
		return
	}
	for i := range pieces(path) {
		n := piece(path, i)
		if d <= n.l {
			return n.at(d), i
		}
		d -= n.l
		at, on = n.b, i
	}
	return
}

// Word says which crossing is meant.
type Word uint8

const (
	Enter Word = iota // comes within
	Leave             // is no longer within
	Touch             // comes into contact: Enter with r 0
)

// Cross finds the first distance along the path, from `from` on, at which the mover's base comes
// within r of the other's base, or goes out of it. The mover keeps its facing and its place is the
// path's. After moving to the distance found, Within is true for Enter and Touch, false for Leave;
// one thousandth before, it was not so.
//
// The crossing at d is the change from d-1 to d, so to start inside is not to enter, and to go on
// after a crossing at d one asks from d+1. Exactly at r is within. Along one straight piece a mover
// is within for one stretch at most: that the places on the grid beside a slanting line go in and out
// by a thousandth at its ends counts as being within.
func Cross(mover Body, path []int64, other Body, r, from int64, word Word) (at int64, ok bool) {
	if word == Touch {
		r = 0
	}
	if r < 0 {
		return 0, false
	}
	z := apart(&mover, &other)
	q := z.r + 2*bounded(r)
	var base int64
	for i := range pieces(path) {
		n := piece(path, i)
		if n.l > 0 && base+n.l >= from {
			pos := func(d int64) vec { return between(n.at(d), other.At) }
			// Within at the very start of a piece, it was so before. Within at its end, it is so
			// at the start of the next.
			if word == Leave {
				if d, ok := z.last(q, true, 0, n.l, pos); ok && d < n.l && base+d+1 >= from {
					return base + d + 1, true
				}
			} else if d, ok := z.first(q, true, 0, n.l, pos); ok && d > 0 && base+d >= from {
				return base + d, true
			}
		}
		base += n.l
	}
	return 0, false
}

// Passes reports whether a path comes within r of a base, horizontally and exactly.
func Passes(path []int64, b Body, r int64) bool {
	if r < 0 {
		return false
	}
	if len(path) == 3 {
		return Within(Body{At: Point{path[0], path[1], path[2]}}, b, r)
	}
	for i := range pieces(path) {
		n := piece(path, i)
		if InCorridor(n.a, n.b, 2*bounded(r), b) {
			return true
		}
	}
	return false
}

// LengthIn is how much of a path lies within r of a base: of each piece, from the first to the last
// of its places that do.
func LengthIn(path []int64, b Body, r int64) int64 {
	z := apart(&b, &Body{})
	q := z.r + 2*bounded(r)
	sum := int64(0)
	for i := range pieces(path) {
		n := piece(path, i)
		pos := func(d int64) vec { return between(n.at(d), b.At) }
		if from, ok := z.first(q, true, 0, n.l, pos); ok && r >= 0 {
			to, _ := z.last(q, true, from, n.l, pos)
			sum += to - from
		}
	}
	return sum
}

// Toward is the straight path of a mover towards the base of a target, at its own height: dist long,
// or shorter when it makes contact earlier. In contact the bases may share less than Slack. It has two
// places, the same twice if there is no way to go.
func Toward(mover, target Body, dist int64) []int64 {
	z := apart(&mover, &target)
	p := mover.At
	dist = bounded(dist)
	if w := heading(mover.At, target.At); w != (way{}) && dist > 0 {
		pos := func(d int64) vec { return between(w.from(mover.At, d, true), target.At) }
		d, ok := z.first(z.r, true, 0, dist, pos)
		if !ok {
			d = dist
		}
		for p = w.from(mover.At, d, true); length(mover.At, p) > dist; d-- {
			p = w.from(mover.At, d-1, true)
		}
	}
	return []int64{mover.At.X, mover.At.Y, mover.At.Z, p.X, p.Y, p.Z}
}

// way is a direction, by any vector along it.
type way struct{ x, y, z int64 }

// heading is the horizontal direction from a to b.
func heading(a, b Point) way { return way{b.X - a.X, b.Y - a.Y, 0} }

// from is the place at distance d, nearest on the grid (halves away from the start) or, if not, on
// the near side of it.
func (w way) from(a Point, d int64, nearest bool) Point {
	n := square(w.x).add(square(w.y)).add(square(w.z))
	part := func(v int64) int64 {
		if v == 0 || d == 0 {
			return 0
		}
		// v*d/sqrt(n), in halves.
		h := int64(overRoot(mul(mag(v), 2*mag(d)), n))
		if nearest {
			h++
		}
		if (v < 0) != (d < 0) {
			return -(h >> 1)
		}
		return h >> 1
	}
	return Point{a.X + part(w.x), a.Y + part(w.y), a.Z + part(w.z)}
}
