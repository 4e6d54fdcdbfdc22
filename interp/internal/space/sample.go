package space

import "slices"

// SampleReach is a finite choice of places within r of a mover's centre, for choices that have no
// end: the centre, then rings at every step and at r itself, from the inside out, each of 16 places
// from +x towards +y, at the mover's height. No place is farther than r. With a step of 0 or less
// there is only the ring at r, with r 0 or less only the centre. No place occurs twice.
func SampleReach(mover Body, r, step int64) []Point {
	c := mover.At
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
