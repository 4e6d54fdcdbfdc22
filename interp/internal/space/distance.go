package space

// Distance is the horizontal gap between two bases, rounded to the grid; 0 when they touch or
// overlap, and when they are less than half a thousandth apart.
func Distance(a, b Body) int64 {
	z := apart(&a, &b)
	return z.gap(between(a.At, b.At))
}

// DistanceToPoint is the horizontal gap between a base and a point, rounded to the grid.
func DistanceToPoint(a Body, p Point) int64 { return Distance(a, Body{At: p}) }

// Gap3 gives the gap between two bodies in the plane and the one in height, each 0 when they share
// something there. A body reaches from At.Z to At.Z+Tall.
func Gap3(a, b Body) (horizontal, vertical int64) {
	return Distance(a, b), max(0, a.At.Z-b.At.Z-b.Tall, b.At.Z-a.At.Z-a.Tall)
}

// Within reports whether some of b's base lies within r of a's base, horizontally. Nothing is
// rounded: at exactly r it is within. Nothing is within a negative r.
func Within(a, b Body, r int64) bool {
	if r < 0 {
		return false
	}
	z := apart(&a, &b)
	return z.meets(between(a.At, b.At), z.r+2*bounded(r), true)
}

// Slack is how far apart two bases can be left by a move that ends in contact without overlapping,
// since few contacts fall on the grid exactly.
const Slack = 3

// Contact reports whether two bases touch as well as the grid allows: within Slack.
func Contact(a, b Body) bool { return Within(a, b, Slack) }

// Inside reports whether some of a's base lies in the area. The border belongs to the area, so this
// is what Cross with r 0 enters and leaves.
func Inside(a, area Body) bool { return Within(a, area, 0) }

// Clash reports whether two bases share more than contact on the grid can make them: more than Slack
// from border to border.
func Clash(a, b Body) bool {
	z := apart(&a, &b)
	return z.meets(between(a.At, b.At), z.r-2*Slack, false)
}

// Contains reports whether all of a's base lies in the area, border included.
func Contains(area, a Body) bool {
	p, n := a.corners()
	z := apart(&area, &Body{})
	q := z.r - a.round() // below 0 it asks to be so deep inside
	c := vec{2 * area.At.X, 2 * area.At.Y}
	for _, v := range p[:n] {
		if !z.meets(v.sub(c), q, true) {
			return false
		}
	}
	return true
}

// OnTable reports whether the base lies entirely on a table with corners (0,0) and (width,depth).
func OnTable(b Body, width, depth int64) bool { return Rect{0, 0, width, depth}.holds(&b) }

// EdgeDistance is how far a base is from the nearest edge of such a table, 0 when it reaches over it.
func EdgeDistance(b Body, width, depth int64) int64 {
	e := b.extent()
	x := min(2*b.At.X-e.x, 2*width-2*b.At.X-e.x)
	y := min(2*b.At.Y-e.y, 2*depth-2*b.At.Y-e.y)
	return max(0, (min(x, y)+1)>>1)
}

func (t Rect) holds(b *Body) bool {
	e := b.extent()
	return 2*b.At.X-e.x >= 2*t.MinX && 2*b.At.X+e.x <= 2*t.MaxX &&
		2*b.At.Y-e.y >= 2*t.MinY && 2*b.At.Y+e.y <= 2*t.MaxY
}
