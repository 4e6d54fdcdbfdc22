package space

// Lines is how many lines of sight are drawn between two bodies.
const Lines = 9

// Sight is what lies between one body that looks and another that is looked at. Its nine lines go
// from three places of the one to three of the other: the centre and the two edges, left and right,
// as the other's centre sees them (of a rectangle, its outermost corners). The edges are taken Slack
// inside, so that what merely touches one of the two does not hide it. A line starts at the top of
// the one body and ends at the top of the other.
type Sight struct {
	from, to  [3]Point
	low, high int64 // heights of the two ends of every line
	p, q      Point
	wide      int64 // a corridor of this width holds all nine
	barred    uint16
}

// Look prepares the lines from a to b.
func Look(a, b Body) (s Sight) {
	s.from, s.to = outline(&a, b.At), outline(&b, a.At)
	s.low, s.high = a.At.Z+a.Tall, b.At.Z+b.Tall
	s.p, s.q = a.At, b.At
	s.wide = max(spread(&a), spread(&b))
	return s
}

// spread is a width within which the base lies however it is turned.
func spread(b *Body) int64 {
	if b.Rect {
		return b.Width + b.Depth
	}
	return b.Width
}

// outline gives the centre of a base and its outermost places, left and right of the way to p.
func outline(b *Body, p Point) [3]Point {
	w := heading(b.At, p)
	out := [3]Point{b.At, b.At, b.At}
	if w == (way{}) {
		return out
	}
	if !b.Rect {
		r := max(0, b.Width/2-Slack)
		out[1] = way{-w.y, w.x, 0}.from(b.At, r, false)
		out[2] = way{w.y, -w.x, 0}.from(b.At, r, false)
		return out
	}
	u, v := b.axes()
	ahead := vec{w.x, w.y}
	for i, side := range [2]int{1, -1} {
		var best vec
		for k, c := range [4]vec{u.add(v), u.sub(v), v.sub(u), vec{}.sub(u).sub(v)} {
			if k == 0 || farther(ahead, best, c, side) {
				best = c
			}
		}
		corner := Point{b.At.X + best.x/2, b.At.Y + best.y/2, b.At.Z}
		if l := length(b.At, corner); l > Slack {
			out[1+i] = heading(b.At, corner).from(b.At, l-Slack, false)
		}
	}
	return out
}

// farther tells whether c lies more to the side of a direction than best, or as much and more ahead.
func farther(ahead, best, c vec, side int) bool {
	d := c.sub(best)
	if _, s := cross(ahead, d); s != 0 {
		return s == side
	}
	_, s := dot(ahead, d)
	return s > 0
}

// Meets tells whether a body stands where the lines run, as seen from above.
func (s *Sight) Meets(b Body) bool { return InCorridor(s.p, s.q, s.wide, b) }

// Block takes a body that Meets into the way and reports whether it bars a line. A body reaches from At.Z to
// At.Z+Tall and bars a line that meets it, its surface included. Where a line slants, the part of it
// at the body's height begins and ends at places rounded to the grid.
func (s *Sight) Block(b Body) bool {
	hit := false
	for i := range Lines {
		p, q, ok := level(s.from[i/3], s.to[i%3], s.low, s.high, b.At.Z, b.At.Z+b.Tall)
		if ok && InCorridor(p, q, 0, b) {
			s.barred |= 1 << i
			hit = true
		}
	}
	return hit
}

// Free is how many lines nothing bars.
func (s *Sight) Free() int64 {
	n := int64(Lines)
	for m := s.barred; m != 0; m &= m - 1 {
		n--
	}
	return n
}

// level is the part of a line, rising from height low to high, that lies between two heights.
func level(p, q Point, low, high, floor, top int64) (Point, Point, bool) {
	if max(low, high) < floor || min(low, high) > top {
		return p, q, false
	}
	if low == high {
		return p, q, true
	}
	at := func(h int64) Point {
		h = max(min(low, high), min(h, max(low, high)))
		part, whole := int64(mag(h-low)), int64(mag(high-low))
		return Point{p.X + scale(q.X-p.X, part, whole), p.Y + scale(q.Y-p.Y, part, whole), p.Z}
	}
	return at(floor), at(top), true
}
