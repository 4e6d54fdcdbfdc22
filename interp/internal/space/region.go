package space

// region is the difference of two bases around the origin: all vectors from a point of the one to a
// point of the other when their centres coincide. Without the radius r it is its core, a polygon
// that is its own mirror image in the origin, spanned by the half axes of both bases: at most eight
// corners, counterclockwise. Doubled grid.
type region struct {
	n    int     // corners; 0 when the core is the origin alone
	flat bool    // the core has no area
	r    int64   // the radii of both
	v    [8]vec  // corners
	e    [8]vec  // edge i runs from corner i to the next
	l    [8]u128 // squared lengths of the edges, above 0
}

// apart is the region of two bases.
func apart(a, b *Body) (z region) {
	z.r = a.round() + b.round()
	if a.Rect || b.Rect {
		var g [4]vec
		g[0], g[1] = a.axes()
		g[2], g[3] = b.axes()
		z.span(g)
	}
	return z
}

// span makes the core from half axes. The lower right chain of corners goes through them by angle;
// the upper left one is its image.
func (z *region) span(half [4]vec) {
	var g [4]vec
	k := 0
	z.flat = true
	for _, h := range half {
		if h == (vec{}) {
			continue
		}
		if h.y < 0 || h.y == 0 && h.x < 0 {
			h = vec{-h.x, -h.y}
		}
		i := k
		for ; i > 0; i-- {
			_, s := cross(h, g[i-1])
			if s != 0 {
				z.flat = false
			}
			if s <= 0 {
				break
			}
			g[i] = g[i-1]
		}
		g[i] = h
		k++
	}
	var p vec
	for _, h := range g[:k] {
		p = p.sub(h)
	}
	for i, h := range g[:k] {
		e := vec{2 * h.x, 2 * h.y}
		z.v[i], z.e[i], z.l[i] = p, e, e.len2()
		z.v[k+i], z.e[k+i], z.l[k+i] = vec{-p.x, -p.y}, vec{-e.x, -e.y}, z.l[i]
		p = p.add(e)
	}
	z.n = 2 * k
}

// meets reports whether the signed distance from p to the core is below q, or at most q when q
// itself counts. Inside, the signed distance is the one to the edge, negative.
func (z *region) meets(p vec, q int64, closed bool) bool {
	limit := 0
	if closed {
		limit = 1
	}
	if q < 0 || q == 0 && !closed {
		if z.flat || z.n == 0 {
			return false
		}
		for i := range z.n {
			c, s := cross(z.e[i], p.sub(z.v[i]))
			if s < 0 || -cmpRoot(c, z.l[i], mag(q)) >= limit {
				return false
			}
		}
		return true
	}
	if z.n == 0 {
		return p.len2().cmp(square(q)) < limit
	}
	inside := !z.flat
	for i := range z.n {
		d := p.sub(z.v[i])
		c, s := cross(z.e[i], d)
		if s >= 0 && !z.flat {
			continue
		}
		inside = false
		if t, u := dot(z.e[i], d); u <= 0 {
			if d.len2().cmp(square(q)) < limit {
				return true
			}
		} else if t.cmp(z.l[i]) >= 0 {
			if d.sub(z.e[i]).len2().cmp(square(q)) < limit {
				return true
			}
		} else if cmpRoot(c, z.l[i], uint64(q)) < limit {
			return true
		}
	}
	return inside
}

// distance is the signed distance from p to the core, rounded down.
func (z *region) distance(p vec) int64 {
	if z.n == 0 {
		return int64(root(p.len2()))
	}
	const far = 1<<63 - 1
	inside, outside := int64(far), int64(far)
	for i := range z.n {
		d := p.sub(z.v[i])
		c, s := cross(z.e[i], d)
		var m int64
		if s >= 0 && !z.flat {
			m = int64(overRoot(c, z.l[i]))
			if cmpRoot(c, z.l[i], uint64(m)) > 0 {
				m++
			}
			inside = min(inside, m)
			continue
		}
		if t, u := dot(z.e[i], d); u <= 0 {
			m = int64(root(d.len2()))
		} else if t.cmp(z.l[i]) >= 0 {
			m = int64(root(d.sub(z.e[i]).len2()))
		} else {
			m = int64(overRoot(c, z.l[i]))
		}
		outside = min(outside, m)
	}
	if outside == far {
		return -inside
	}
	return outside
}

// gap is the distance from p to the region on the grid, halves up, at least 0.
func (z *region) gap(p vec) int64 {
	// With s = floor(x), floor((x-r)/2 + 1/2) = floor((s-r+1)/2).
	return max(0, (z.distance(p)-z.r+1)>>1)
}

// first finds the least d in from..to at which pos(d) meets q; last the greatest. Positions lie on
// the grid, so the answer is about places where something can stand. Between them the steps are
// long: from one d to another the position moves by less than their difference and 2, so as long as
// the distance to q is g nothing can happen within g-2. (Less than 2: each end is off its place by at
// most 0.71, and a line rounded to a length of l is at most 0.5 longer.)
func (z *region) first(q int64, closed bool, from, to int64, pos func(int64) vec) (int64, bool) {
	for d := from; d <= to; {
		p := pos(d)
		if z.meets(p, q, closed) {
			return d, true
		}
		d += max(1, (z.distance(p)-q)>>1-1)
	}
	return 0, false
}

func (z *region) last(q int64, closed bool, from, to int64, pos func(int64) vec) (int64, bool) {
	d, ok := z.first(q, closed, -to, -from, func(d int64) vec { return pos(-d) })
	return -d, ok
}
