package space

import "slices"

// SegmentDistance is the horizontal distance from c to the straight piece from p to q, rounded to the
// grid.
func SegmentDistance(p, q, c Point) int64 {
	z, m := corridor(p, q, 0, &Body{At: c})
	return z.gap(m)
}

// SegmentWithin reports whether c lies within r of the straight piece from p to q, exactly.
func SegmentWithin(p, q, c Point, r int64) bool {
	z, m := corridor(p, q, 0, &Body{At: c})
	return r >= 0 && z.meets(m, 2*r, true)
}

// InCorridor reports whether some of a base lies in the corridor of a width around the straight piece
// from p to q, its border included. The corridor has round ends, as if a disc were moved along.
func InCorridor(p, q Point, width int64, b Body) bool {
	z, m := corridor(p, q, width, &b)
	return z.meets(m, z.r, true)
}

// LineOfSight reports whether none of the others meets the straight line from p to q, border
// included.
func LineOfSight(p, q Point, others []Body) bool {
	for i := range others {
		if InCorridor(p, q, 0, others[i]) {
			return false
		}
	}
	return true
}

// Ray gives the indices of the others that some part of the corridor from a's centre to b's centre
// meets (see InCorridor), nearest first: by how far along the line their centres lie, then by index.
// It is for the caller to leave a and b themselves out of the others.
func Ray(a, b Body, width int64, others []Body) []int {
	var hits []int
	for i := range others {
		if InCorridor(a.At, b.At, width, others[i]) {
			hits = append(hits, i)
		}
	}
	w := between(a.At, b.At)
	slices.SortStableFunc(hits, func(i, j int) int {
		_, s := dot(w, between(others[j].At, others[i].At))
		return s
	})
	return hits
}

// corridor is the region of a base and a piece that has been made wide, and where the base is in it.
func corridor(p, q Point, width int64, b *Body) (z region, m vec) {
	u, v := b.axes()
	z.span([4]vec{{q.X - p.X, q.Y - p.Y}, u, v})
	z.r = width + b.round()
	return z, vec{2*b.At.X - p.X - q.X, 2*b.At.Y - p.Y - q.Y}
}
