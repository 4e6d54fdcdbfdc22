// Package space is the geometry of a table: where bases stand, how far apart they are, what a move
// comes close to and where a push ends. It knows no game, keeps no state and uses no floating point.
//
// Every coordinate and length is a whole number of thousandths of a unit ("the grid"), of a size
// below 2^31. Angles are thousandths of a degree. Horizontal means in x and y.
//
// Predicates are exact. A distance is computed once and rounded to the grid, halves up. Bases are
// closed sets: what lies exactly on the limit is within it.
//
// All questions about two bases come down to one. Take the difference of the bases: a convex polygon
// around the origin (see region) grown by a radius; the bases meet when the vector from the one
// centre to the other lies in it. To have half widths whole, this is done on a grid twice as fine.
package space

import "slices"

// Point is a place: x and y on the table, z above it.
type Point struct{ X, Y, Z int64 }

// Far is how far from the table's corner something may stand, in thousandths: within it geometry is exact.
const Far = 1_000_000_000

// most is a length beyond all that lie in there.
const most = 1 << 33

// bounded is a length that is as good as another, however large, and can be counted with.
func bounded(length int64) int64 { return max(-most, min(length, most)) }

// Near tells whether the points of a path, three numbers each, lie no farther than [Far].
func Near(path []int64) bool {
	return !slices.ContainsFunc(path, func(x int64) bool { return x > Far || x < -Far })
}

// Body is a base with something on it. The base is round, with diameter Width, or a rectangle: at
// facing 0 its Width lies along x and its Depth along y, and facing turns it from x towards y. The
// facing of a round base means nothing here. Lengths are not negative.
//
// The half axes of a turned rectangle are rounded to half the grid; all answers are exact for the
// base that results, which at multiples of 90 degrees is the rectangle itself.
type Body struct {
	At     Point
	Rect   bool
	Width  int64
	Depth  int64
	Facing int64 // thousandths of a degree; any number is taken modulo 360000
	Tall   int64 // from At.Z upwards
}

// Rect is a part of the plane with sides along the axes, edges included.
type Rect struct{ MinX, MinY, MaxX, MaxY int64 }

// vec is a vector on the doubled grid.
type vec struct{ x, y int64 }

func (a vec) add(b vec) vec { return vec{a.x + b.x, a.y + b.y} }
func (a vec) sub(b vec) vec { return vec{a.x - b.x, a.y - b.y} }
func (a vec) len2() u128    { return square(a.x).add(square(a.y)) }

// between is the horizontal way from a to b, doubled.
func between(a, b Point) vec { return vec{2 * (b.X - a.X), 2 * (b.Y - a.Y)} }

// round is the radius on the doubled grid; rectangles have none.
func (b Body) round() int64 {
	if b.Rect {
		return 0
	}
	return b.Width
}

// Narrow is the smaller side of a base, or its diameter.
func (b Body) Narrow() int64 {
	if b.Rect {
		return min(b.Width, b.Depth)
	}
	return b.Width
}

// Meets tells whether another body is solid and at the height of this one, so that it can stand in its way.
func (b Body) Meets(o Body) bool {
	return o.Tall > 0 && o.At.Z+o.Tall > b.At.Z && o.At.Z < b.At.Z+max(1, b.Tall)
}

// axes gives the two half axes of a rectangle, zero for a round base.
func (b Body) axes() (u, v vec) {
	if !b.Rect {
		return
	}
	c, s := turn(b.Facing)
	return vec{fixed(b.Width, c), fixed(b.Width, s)}, vec{-fixed(b.Depth, s), fixed(b.Depth, c)}
}

// corners are the points of which the base is the hull, grown by its radius.
func (b Body) corners() (v [4]vec, n int) {
	p := vec{2 * b.At.X, 2 * b.At.Y}
	if !b.Rect {
		v[0] = p
		return v, 1
	}
	u, w := b.axes()
	return [4]vec{p.add(u).add(w), p.add(u).sub(w), p.sub(u).sub(w), p.sub(u).add(w)}, 4
}

// extent is how far the base goes from its centre along x and y, doubled.
func (b Body) extent() vec {
	if !b.Rect {
		return vec{b.Width, b.Width}
	}
	u, v := b.axes()
	return vec{int64(mag(u.x) + mag(v.x)), int64(mag(u.y) + mag(v.y))}
}

const one = 1 << 62 // 1 in the fixed point of turn

// turn is cosine and sine of an angle in thousandths of a degree, times 2^62. Whole numbers only, so
// that every platform turns alike; the multiples of 90 degrees are exact. Error below 2^-55.
func turn(angle int64) (cos, sin int64) {
	angle %= 360000
	if angle < 0 {
		angle += 360000
	}
	quarter, rest := angle/90000, angle%90000
	if rest <= 45000 {
		cos, sin = series(rest)
	} else {
		sin, cos = series(90000 - rest)
	}
	for ; quarter > 0; quarter-- {
		cos, sin = -sin, cos
	}
	return cos, sin
}

// series sums the power series of cosine and sine for 0 to 45 degrees.
func series(angle int64) (cos, sin int64) {
	const pi = 7244019458077122842 // times 2^61
	x := scale(pi, angle, 90000)   // in radians, times 2^62
	term := int64(one)
	for i := int64(1); ; i++ {
		switch i % 4 { // term is x^(i-1)/(i-1)!
		case 1:
			cos += term
		case 2:
			sin += term
		case 3:
			cos -= term
		case 0:
			sin -= term
		}
		if term == 0 {
			return cos, sin
		}
		term = fixed(term, x) / i
	}
}

// fixed is v times f/2^62, rounded to the nearest, halves away from zero.
func fixed(v, f int64) int64 {
	p := mul(mag(v), mag(f)).add(u128{0, one / 2})
	q := int64(p.hi<<2 | p.lo>>62)
	if (v < 0) != (f < 0) {
		return -q
	}
	return q
}
