package space

// A push goes straight until something stops it. Its places are those of the grid nearest to the
// line, so a base that slides along another one can seem to dip into it by less than a thousandth;
// that alone must not stop it. So a push first finds where a base would go deeper into another than
// the grid could make it seem, and from there goes back until nothing overlaps.

// dip is more than the grid can move a base into another, doubled.
const dip = 3

// Away is the place at horizontal distance dist from at, straight away from from, at the same height
// and nearest on the grid. When the two places coincide, it goes along +x.
func Away(at, from Point, dist int64) Point { return flight(at, from).from(at, dist, true) }

func flight(at, from Point) way {
	if w := heading(from, at); w != (way{}) {
		return w
	}
	return way{x: 1}
}

// Push moves a base straight away from `from`, at most dist, until contact with one of the others or
// until going on would take some of it over an edge of the table. It ends at Away(mover.At, from,
// moved), where it overlaps nothing that it did not overlap before, and is within Slack of what it
// hit.
//
// What it touches already stops it (moved 0) if it stands in the way, and does not if it stands
// beside or behind. What it overlaps at the start stops it only if it would go in deeper. Sliding
// past something in contact is no hit, though the push may end a few thousandths early beside it;
// ending in contact with something ahead is a hit. hit is the index of what was hit, the least of
// several, or -1. edge says that the edge ended the push; both can be. Over an edge already, it is
// stopped by that edge only if it would go further out.
func Push(mover Body, from Point, dist int64, others []Body, table Rect) (moved int64, hit int, edge bool) {
	dist = max(0, bounded(dist))
	w := flight(mover.At, from)
	at := func(d int64) Point { return w.from(mover.At, d, true) }
	limit := edgeAhead(&mover, at, dist, table)

	moved = limit
	stopped := false
	for i := range others {
		if d, ok := deep(&mover, &others[i], at, 0, moved); ok {
			moved, stopped = max(0, d-1), true
		}
	}
	for moved > 0 && blocked(&mover, at(moved), others) >= 0 {
		moved--
	}

	hit = -1
	for i := range others {
		o := &others[i]
		z := apart(&mover, o)
		met := z.meets(between(at(moved), o.At), z.r, true) ||
			moved < limit && z.meets(between(at(moved+1), o.At), z.stop(&mover, o), false)
		if !met {
			continue
		}
		through := 2 * (mover.Width + mover.Depth + o.Width + o.Depth)
		if _, ok := deep(&mover, o, at, moved, moved+through); ok {
			hit = i
			break
		}
	}
	if hit < 0 && (stopped || moved+Slack < limit) {
		// What it went back for is too small or too much to one side to go deep into.
		hit = blocked(&mover, at(moved+1), others)
	}
	return moved, hit, limit < dist && moved == limit
}

// deep is the first d in from..to at which the mover is deeper in the other than it may be and than
// the grid could make it seem.
func deep(mover, other *Body, at func(int64) Point, from, to int64) (int64, bool) {
	z := apart(mover, other)
	pos := func(d int64) vec { return between(at(d), other.At) }
	return z.first(z.stop(mover, other)-dip, false, from, to, pos)
}

// stop is how near to the core of z the mover may come: to the border, or as deep as it is now.
func (z *region) stop(mover, other *Body) int64 {
	return min(z.r, z.distance(between(mover.At, other.At)))
}

// blocked is the first of the others that the mover at p would overlap more than it does now, or -1.
func blocked(mover *Body, p Point, others []Body) int {
	for i := range others {
		z := apart(mover, &others[i])
		if z.meets(between(p, others[i].At), z.stop(mover, &others[i]), false) {
			return i
		}
	}
	return -1
}

// edgeAhead is the greatest d up to dist at which the base has not gone over an edge of the table.
// Coordinates along a line only rise or only fall, so halving finds it.
func edgeAhead(mover *Body, at func(int64) Point, dist int64, table Rect) int64 {
	e, a := mover.extent(), mover.At
	minX, maxX := min(2*table.MinX, 2*a.X-e.x), max(2*table.MaxX, 2*a.X+e.x)
	minY, maxY := min(2*table.MinY, 2*a.Y-e.y), max(2*table.MaxY, 2*a.Y+e.y)
	lo, hi := int64(0), dist
	for lo < hi {
		d := lo + (hi-lo+1)/2
		p := at(d)
		if 2*p.X-e.x >= minX && 2*p.X+e.x <= maxX && 2*p.Y-e.y >= minY && 2*p.Y+e.y <= maxY {
			lo = d
		} else {
			hi = d - 1
		}
	}
	return lo
}
