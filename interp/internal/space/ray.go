package space

// InCorridor reports whether some of a base lies in the corridor of a width around the straight piece
// from p to q, its border included. The corridor has round ends, as if a disc were moved along.
func InCorridor(p, q Point, width int64, b Body) bool {
	z, m := corridor(p, q, width, &b)
	return z.meets(m, z.r, true)
}

// Way is the straight way of a width from one base to another: it begins where the line between the
// centres leaves the one base and ends where it reaches the other, square at both ends. Bases that
// leave nothing between them have no way.
type Way struct {
	mid  vec // doubled
	u, v vec // half axes, doubled
	ok   bool
}

// Between is the way from a to b. Its half axes are rounded like those of a turned base; answers are
// exact for the way that results.
func Between(a, b Body, width int64) Way {
	d := length(flat(a.At), flat(b.At))
	p, ok := leaves(a, b.At, d)
	q, also := leaves(b, a.At, d)
	w := heading(p, q)
	if _, s := dot(between(a.At, b.At), vec{w.x, w.y}); !ok || !also || s <= 0 {
		return Way{}
	}
	side := way{-w.y, w.x, 0}.from(Point{}, bounded(width), true)
	return Way{mid: vec{p.X + q.X, p.Y + q.Y}, u: vec{w.x, w.y}, v: vec{side.X, side.Y}, ok: true}
}

// Meets reports whether some of a base lies in the way, its border included.
func (w *Way) Meets(b Body) bool {
	if !w.ok {
		return false
	}
	u, v := b.axes()
	var z region
	z.span([4]vec{w.u, w.v, u, v})
	z.r = b.round()
	return z.meets(vec{2*b.At.X - w.mid.x, 2*b.At.Y - w.mid.y}, z.r, true)
}

// Beam is the straight line, in the plane, from where it leaves a base in the direction of a place,
// dist long. There is none when the place is the base's centre.
func Beam(a Body, through Point, dist int64) (from, to Point, ok bool) {
	w := heading(a.At, through)
	if w == (way{}) || dist < 0 {
		return from, to, false
	}
	out, _ := leaves(a, w.from(a.At, a.Width+a.Depth, true), a.Width+a.Depth)
	d := length(flat(a.At), flat(out))
	return out, w.from(a.At, d+bounded(dist), true), true
}

func flat(p Point) Point { return Point{p.X, p.Y, 0} }

// leaves is the last place of a base on the line, d long, from its centre to p.
func leaves(a Body, p Point, d int64) (Point, bool) {
	w := heading(a.At, p)
	if w == (way{}) {
		return a.At, false
	}
	z := apart(&a, &Body{})
	pos := func(d int64) vec { return between(w.from(a.At, d, true), a.At) }
	k, ok := z.last(z.r, true, 0, d, pos)
	return w.from(a.At, k, true), ok
}

// corridor is the region of a base and a piece that has been made wide, and where the base is in it.
func corridor(p, q Point, width int64, b *Body) (z region, m vec) {
	u, v := b.axes()
	z.span([4]vec{{q.X - p.X, q.Y - p.Y}, u, v})
	z.r = bounded(width) + b.round()
	return z, vec{2*b.At.X - p.X - q.X, 2*b.At.Y - p.Y - q.Y}
}
