package space

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func disc(x, y, w int64) Body { return Body{At: Point{x, y, 0}, Width: w} }

func block(x, y, w, d, f int64) Body {
	return Body{At: Point{x, y, 0}, Rect: true, Width: w, Depth: d, Facing: f}
}

var (
	coord = rapid.OneOf(rapid.Int64Range(-12, 12), rapid.Int64Range(-6000, 6000),
		rapid.Int64Range(-1<<31+1, 1<<31-1))
	near  = rapid.OneOf(rapid.Int64Range(-12, 12), rapid.Int64Range(-6000, 6000))
	size  = rapid.OneOf(rapid.Int64Range(0, 9), rapid.Int64Range(0, 3000))
	point = rapid.Custom(func(t *rapid.T) Point { return Point{near.Draw(t, "x"), near.Draw(t, "y"), 0} })
)

func bodies(at *rapid.Generator[int64]) *rapid.Generator[Body] {
	return rapid.Custom(func(t *rapid.T) Body {
		b := Body{At: Point{at.Draw(t, "x"), at.Draw(t, "y"), 0}, Width: size.Draw(t, "width")}
		if b.Rect = rapid.Bool().Draw(t, "rect"); b.Rect {
			b.Depth = size.Draw(t, "depth")
			b.Facing = rapid.OneOf(rapid.SampledFrom([]int64{0, 90000, 180000, 270000, 45000, 30000}),
				rapid.Int64Range(0, 359999)).Draw(t, "facing")
		}
		return b
	})
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b Body
		want int64
	}{
		{disc(0, 0, 0), disc(3000, 4000, 0), 5000},
		{disc(0, 0, 1000), disc(3000, 4000, 1000), 4000},
		{disc(0, 0, 1), disc(10, 0, 0), 10}, // 9.5, half up
		{disc(0, 0, 1000), disc(500, 0, 200), 0},
		{disc(0, 0, 0), disc(1, 1, 0), 1},
		{disc(0, 0, 0), disc(1-1<<31, 1-1<<31, 0), 3037000499},
		{disc(1<<31-1, 1<<31-1, 0), disc(1-1<<31, 1-1<<31, 0), 6074000997},
		{block(0, 0, 2000, 1000, 0), disc(4000, 0, 2000), 2000},
		{block(0, 0, 2000, 1000, 90000), disc(4000, 0, 2000), 2500},
		{block(0, 0, 2000, 1000, 0), disc(4000, 4500, 0), 5000},
		{block(0, 0, 2000, 1000, 0), block(4000, 0, 2000, 1000, 0), 2000},
		{block(0, 0, 2000, 1000, 0), block(5000, 5000, 2000, 1000, 180000), 5000},
		{block(0, 0, 2000, 2000, 45000), disc(3000, 0, 0), 1586}, // 3000 - 1000*sqrt(2); half axes rounded
		{block(0, 0, 2000, 2000, 45000), disc(2000, 2000, 0), 1829},
		{block(0, 0, 2000, 0, 0), disc(3000, 0, 0), 2000}, // a line
		{block(0, 0, 2000, 0, 0), disc(300, 700, 0), 700},
		{block(0, 0, 0, 0, 0), disc(30, 40, 0), 50},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%v, %v) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
	if d := DistanceToPoint(disc(0, 0, 2000), Point{3000, 4000, 9000}); d != 4000 {
		t.Errorf("DistanceToPoint = %d", d)
	}
	a, b := disc(0, 0, 0), disc(3000, 4000, 0)
	a.Tall, b.At.Z = 2000, 5000
	if h, v := Gap3(a, b); h != 5000 || v != 3000 {
		t.Errorf("Gap3 = %d %d", h, v)
	}
}

func TestWithinBoundary(t *testing.T) {
	a, b := disc(0, 0, 1000), disc(3000, 4000, 1000)
	if !Within(a, b, 4000) || Within(a, b, 3999) || Within(a, b, -1) {
		t.Error("4000 is the limit")
	}
	// sqrt(2)*1000 = 1414.2 is not within 1414 though it rounds to it.
	c, d := disc(0, 0, 0), disc(1000, 1000, 0)
	if Distance(c, d) != 1414 || Within(c, d, 1414) || !Within(c, d, 1415) {
		t.Error("within must not round")
	}
	if !Touching(disc(0, 0, 1000), disc(600, 800, 1000)) || Overlap(disc(0, 0, 1000), disc(600, 800, 1000)) {
		t.Error("exact contact")
	}
	r := block(0, 0, 2000, 1000, 0)
	if !Touching(r, block(2000, 1000, 2000, 1000, 0)) || Overlap(r, block(2000, 1000, 2000, 1000, 0)) ||
		Touching(r, block(2001, 1000, 2000, 1000, 0)) || !Overlap(r, block(1999, 999, 2000, 1000, 0)) {
		t.Error("corner to corner")
	}
	// Far apart and hardly apart: the squares do not fit 64 bits.
	const m = 1<<31 - 1
	if !Within(disc(-m, -m, 0), disc(m, -m, 0), 2*m) || Within(disc(-m, -m, 0), disc(m, 1-m, 0), 2*m) {
		t.Error("large")
	}
}

func TestContains(t *testing.T) {
	for _, c := range []struct {
		area, a Body
		want    bool
	}{
		{disc(0, 0, 10000), disc(3000, 0, 4000), true},
		{disc(0, 0, 10000), disc(3001, 0, 4000), false},
		{disc(0, 0, 10000), block(0, 0, 6000, 8000, 0), true},
		{disc(0, 0, 10000), block(0, 0, 6001, 8000, 0), false},
		{block(0, 0, 6000, 8000, 0), disc(0, 0, 6000), true},
		{block(0, 0, 6000, 8000, 0), disc(0, 1001, 6000), false},
		{block(0, 0, 6000, 8000, 0), block(0, 0, 8000, 6000, 90000), true},
		{block(0, 0, 6000, 8000, 0), block(0, 0, 8000, 6000, 0), false},
		{block(0, 0, 6000, 0, 0), disc(3000, 0, 0), true},
		{block(0, 0, 6000, 0, 0), disc(3001, 0, 0), false},
		{disc(0, 0, 10), disc(0, 0, 11), false},
	} {
		if got := Contains(c.area, c.a); got != c.want {
			t.Errorf("Contains(%v, %v) = %v", c.area, c.a, got)
		}
	}
	if !OnTable(disc(500, 500, 1000), 1000, 1000) || OnTable(disc(499, 500, 1000), 1000, 1000) ||
		OnTable(block(500, 500, 1000, 1000, 1000), 1000, 1000) {
		t.Error("OnTable")
	}
}

func TestTurn(t *testing.T) {
	for a := int64(0); a < 360000; a += 37 {
		c, s := turn(a)
		w := float64(a) / 180000 * math.Pi
		if math.Abs(float64(c)/one-math.Cos(w)) > 1e-14 || math.Abs(float64(s)/one-math.Sin(w)) > 1e-14 {
			t.Fatalf("turn(%d) = %d %d", a, c, s)
		}
	}
	for i, w := range [][2]int64{{one, 0}, {0, one}, {-one, 0}, {0, -one}} {
		if c, s := turn(int64(i) * 90000); c != w[0] || s != w[1] {
			t.Errorf("quarter %d: %d %d", i, c, s)
		}
	}
}

func TestRoots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := u128{rapid.Uint64Range(0, 1<<60).Draw(t, "hi") >> rapid.UintRange(0, 63).Draw(t, "by"), rapid.Uint64().Draw(t, "lo")}
		b := new(big.Int).Add(new(big.Int).Lsh(new(big.Int).SetUint64(n.hi), 64), new(big.Int).SetUint64(n.lo))
		if got, want := root(n), new(big.Int).Sqrt(b).Uint64(); got != want {
			t.Fatalf("root(%v) = %d, want %d", b, got, want)
		}
		v := rapid.Uint64Range(0, 1<<34).Draw(t, "v")
		w := rapid.Uint64Range(1, 1<<34).Draw(t, "w") >> rapid.UintRange(0, 33).Draw(t, "wby")
		k := rapid.Uint64Range(1, 1<<34).Draw(t, "k")
		l := mul(v, v).add(mul(w, w))
		if l == (u128{}) {
			t.Skip()
		}
		c := mul(max(v, w), k)
		big2 := func(a u128) *big.Int {
			return new(big.Int).Add(new(big.Int).Lsh(new(big.Int).SetUint64(a.hi), 64), new(big.Int).SetUint64(a.lo))
		}
		q := new(big.Int).Mul(big2(c), big2(c))
		q.Sqrt(q.Quo(q, big2(l)))
		if got := overRoot(c, l); got != q.Uint64() {
			t.Fatalf("overRoot = %d, want %d", got, q)
		}
		if cmpRoot(c, l, q.Uint64()) < 0 || cmpRoot(c, l, q.Uint64()+1) >= 0 {
			t.Fatal("cmpRoot")
		}
	})
}

func TestDistanceProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := coord
		if rapid.Bool().Draw(t, "close") {
			at = near
		}
		g := bodies(at)
		a, b, c := g.Draw(t, "a"), g.Draw(t, "b"), g.Draw(t, "c")
		d := Distance(a, b)
		if d != Distance(b, a) || d < 0 {
			t.Fatalf("not symmetric: %d %d", d, Distance(b, a))
		}
		// The half axes of c, rounded up, are the most that a way through c saves.
		if across := c.Width + c.Depth + 4; d > Distance(a, c)+Distance(c, b)+across {
			t.Fatal("triangle")
		}
		if !Within(a, b, d+1) || d > 0 && Within(a, b, d-1) {
			t.Fatal("within and distance disagree")
		}
		if r := at.Draw(t, "r"); Within(a, b, r) != Within(b, a, r) || Within(a, b, r) && !Within(a, b, max(r, r+1)) {
			t.Fatal("within")
		}
		if Overlap(a, b) && !Touching(a, b) || Contains(a, b) && !Inside(b, a) || Touching(a, b) && d != 0 {
			t.Fatal("overlap, touching, contains")
		}
		m := func(b Body) Body { // mirrored in the line x = y
			b.At.X, b.At.Y = b.At.Y, b.At.X
			return b
		}
		if !a.Rect && !b.Rect && Distance(m(a), m(b)) != d {
			t.Fatal("mirror")
		}
	})
}

// The reference: floating point, edges and corners in the obvious way.
func slow(a, b Body) float64 {
	best := math.Inf(1)
	ac, an := a.corners()
	bc, bn := b.corners()
	side := func(p [4]vec, n int, q vec) bool {
		pos, neg := false, false
		for i := range n {
			_, s := cross(p[(i+1)%n].sub(p[i]), q.sub(p[i]))
			pos, neg = pos || s > 0, neg || s < 0
		}
		return n > 1 && !(pos && neg) && (pos || neg)
	}
	seg := func(p, q, c vec) {
		e, d := q.sub(p), c.sub(p)
		l := float64(e.x)*float64(e.x) + float64(e.y)*float64(e.y)
		u := 0.0
		if l > 0 {
			u = min(1, max(0, (float64(e.x)*float64(d.x)+float64(e.y)*float64(d.y))/l))
		}
		best = min(best, math.Hypot(float64(d.x)-u*float64(e.x), float64(d.y)-u*float64(e.y)))
	}
	for i := range an {
		for j := range bn {
			seg(ac[i], ac[(i+1)%an], bc[j])
			seg(bc[j], bc[(j+1)%bn], ac[i])
			e, f := ac[(i+1)%an].sub(ac[i]), bc[(j+1)%bn].sub(bc[j])
			_, s1 := cross(e, bc[j].sub(ac[i]))
			_, s2 := cross(e, bc[(j+1)%bn].sub(ac[i]))
			_, s3 := cross(f, ac[i].sub(bc[j]))
			_, s4 := cross(f, ac[(i+1)%an].sub(bc[j]))
			if s1*s2 < 0 && s3*s4 < 0 {
				return 0
			}
		}
		if side(bc, bn, ac[i]) {
			return 0
		}
	}
	for j := range bn {
		if side(ac, an, bc[j]) {
			return 0
		}
	}
	return max(0, best-float64(a.round()+b.round())) / 2
}

func TestAgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := bodies(near)
		a, b := g.Draw(t, "a"), g.Draw(t, "b")
		want, got := slow(a, b), Distance(a, b)
		if math.Abs(want-float64(got)) > 0.5+1e-6 {
			t.Fatalf("Distance = %d, want %f", got, want)
		}
		if f := math.Floor(want); want-f > 1e-6 && f+1-want > 1e-6 {
			if Within(a, b, int64(f)) || !Within(a, b, int64(f)+1) {
				t.Fatalf("Within, distance %f", want)
			}
		}
	})
}

func TestCorridor(t *testing.T) {
	p, q := Point{}, Point{10000, 0, 0}
	for i, c := range []struct {
		b    Body
		want bool
	}{
		{disc(8000, 0, 1000), true}, {disc(2000, 1000, 1000), true}, {disc(2000, -1000, 1000), true},
		{disc(5000, 1001, 1000), false}, {block(6000, 3000, 100, 5000, 0), true}, {disc(-3000, 0, 1000), false},
	} {
		if InCorridor(p, q, 1000, c.b) != c.want || InCorridor(q, p, 1000, c.b) != c.want {
			t.Errorf("body %d: want %v", i, c.want)
		}
	}
	// A point beside the piece, exactly on the border, and behind its end.
	q = Point{3000, 4000, 0}
	beside, behind := disc(1500-4000, 2000+3000, 0), disc(6000, 8000, 0)
	for _, b := range []Body{beside, behind} {
		if !InCorridor(p, q, 10000, b) || InCorridor(p, q, 9999, b) {
			t.Error(b)
		}
	}
}

func TestSample(t *testing.T) {
	m := disc(100, 200, 1000)
	s := SampleReach(m, 2500, 1000)
	if len(s) != 1+3*16 || s[0] != m.At || s[1] != (Point{1100, 200, 0}) || s[5] != (Point{100, 1200, 0}) {
		t.Error(len(s), s)
	}
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.Int64Range(-5, 400).Draw(t, "r")
		s := SampleReach(m, r, rapid.Int64Range(0, 50).Draw(t, "step"))
		met := map[Point]bool{}
		for _, p := range s {
			if met[p] || p != m.At && !Within(Body{At: m.At}, Body{At: p}, r) {
				t.Fatal(p)
			}
			met[p] = true
		}
	})
}

func TestNoAllocation(t *testing.T) {
	a, b := block(0, 0, 2000, 1000, 30000), block(4000, 300, 1500, 900, 12345)
	path := []int64{-9000, 0, 0, 9000, 10, 0}
	others := []Body{b, disc(9, 9000, 100)}
	for name, f := range map[string]func(){
		"Distance": func() { Distance(a, b) },
		"Within":   func() { Within(a, b, 3000) },
		"Contains": func() { Contains(a, b) },
		"Cross":    func() { Cross(a, path, b, 500, 0, Enter) },
		"Push":     func() { Push(a, Point{-1, 0, 0}, 5000, others, wide) },
		"Along":    func() { PointAlong(path, 77) },
	} {
		if n := testing.AllocsPerRun(50, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

var sink int64

func BenchmarkDistance(b *testing.B) {
	for _, c := range []struct {
		name string
		a, b Body
	}{
		{"round", disc(0, 0, 1000), disc(30000, 41000, 1000)},
		{"mixed", disc(0, 0, 1000), block(30000, 41000, 3000, 2000, 0)},
		{"turned", block(0, 0, 2000, 1000, 30000), block(30000, 41000, 3000, 2000, 12345)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				sink += Distance(c.a, c.b)
			}
		})
	}
}

func BenchmarkWithin(b *testing.B) {
	for _, c := range []struct {
		name string
		a, b Body
	}{
		{"round", disc(0, 0, 1000), disc(30000, 41000, 1000)},
		{"mixed", disc(0, 0, 1000), block(30000, 41000, 3000, 2000, 0)},
		{"turned", block(0, 0, 2000, 1000, 30000), block(30000, 41000, 3000, 2000, 12345)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if Within(c.a, c.b, 6000) {
					sink++
				}
			}
		})
	}
}

func BenchmarkCross(b *testing.B) {
	m, o := disc(0, 0, 1000), disc(10000, 1700, 4000)
	path := []int64{0, 0, 0, 20000, 300, 0}
	b.ReportAllocs()
	for range b.N {
		at, _ := Cross(m, path, o, 1000, 0, Enter)
		sink += at
	}
}
