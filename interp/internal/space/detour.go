package space

import "math"

// around are places from which a way leads round a base at a distance r: off the corners of a rectangle, eight
// about a round base, a little farther than r.
func around(b Body, r int64) []Point {
	var out []Point
	if b.Rect {
		for _, aside := range [2]int64{-1, 1} {
			side := PointAt(b.At, b.Facing, aside*((b.Width+1)/2+r+2))
			for _, along := range [2]int64{-1, 1} {
				out = append(out, PointAt(side, b.Facing+90_000, along*((b.Depth+1)/2+r+2)))
			}
		}
		return out
	}
	for turn := int64(0); turn < 360_000; turn += 45_000 {
		out = append(out, PointAt(b.At, turn, ((b.Width+1)/2+r+2)*12/11)) // so that the way from one to the next keeps off, too
	}
	return out
}

// Detour is how long the shortest way is from a place to a base that comes within r of none of the others, of those
// that are farther from the place than that: straight on, or by their corners. It is the distance where there is none. Each time
// that it looks whether others are in the way, it spends as much as there are; where there is no more, it is over.
func Detour(p Point, goal Body, others []Body, r int64, spend func(int) bool) int64 {
	p.Z, goal.At.Z, r = 0, 0, bounded(r)
	var barring []Body
	for _, b := range others {
		if DistanceToPoint(b, p) > r {
			barring = append(barring, b)
		}
	}
	spent := false
	open := func(a, b Point) bool {
		if spent = spent || !spend(len(barring)); spent {
			return false
		}
		for _, w := range barring {
			if InCorridor(a, b, 2*r, w) {
				return false
			}
		}
		return true
	}
	arrives := func(a Point) (int64, bool) {
		left := DistanceToPoint(goal, a)
		if left <= r {
			return left, true
		}
		return left, open(a, heading(a, goal.At).from(a, left-r, true))
	}
	straight, free := arrives(p)
	if free {
		return straight
	}
	at, far, done := []Point{p}, []int64{0}, []bool{false}
	for _, w := range barring {
		for _, q := range around(w, r) {
			at, far, done = append(at, q), append(far, math.MaxInt64), append(done, false)
		}
	}
	best := int64(math.MaxInt64)
	for !spent {
		next := -1
		for i, d := range far {
			if !done[i] && d < best && (next < 0 || d < far[next]) {
				next = i
			}
		}
		if next < 0 || far[next] == math.MaxInt64 {
			break
		}
		done[next] = true
		if left, free := arrives(at[next]); free {
			best = min(best, far[next]+left)
		}
		for i, q := range at {
			if d := far[next] + length(at[next], q); !done[i] && d < far[i] && open(at[next], q) {
				far[i] = d
			}
		}
	}
	if best == math.MaxInt64 {
		return straight
	}
	return best
}
