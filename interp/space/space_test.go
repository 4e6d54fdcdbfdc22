package space

import (
	"math"
	"math/big"
	"math/rand"
	"reflect"
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

func TestPath(t *testing.T) {
	path := []int64{0, 0, 0, 3000, 4000, 0, 3000, 4000, 0, 3000, 10000, 0}
	if l := PathLength(path); l != 11000 {
		t.Errorf("PathLength = %d", l)
	}
	for _, c := range []struct {
		d  int64
		p  Point
		on int
	}{
		{-1, Point{}, 0}, {0, Point{}, 0}, {2500, Point{1500, 2000, 0}, 0}, {5000, Point{3000, 4000, 0}, 0},
		{5001, Point{3000, 4001, 0}, 2}, {11000, Point{3000, 10000, 0}, 2}, {20000, Point{3000, 10000, 0}, 2},
	} {
		if p, on := PointAlong(path, c.d); p != c.p || on != c.on {
			t.Errorf("PointAlong(%d) = %v %d", c.d, p, on)
		}
	}
	if PathLength([]int64{0, 0, 0, 0, 3000, 4000}) != 5000 || PathLength(nil) != 0 || PathLength(path[:3]) != 0 {
		t.Error("climbing, empty")
	}
	if p, on := PointAlong(nil, 5); p != (Point{}) || on != 0 {
		t.Error("empty path")
	}
}

func TestCross(t *testing.T) {
	m, o := disc(0, 0, 1000), disc(10000, 0, 1000)
	path := []int64{0, 0, 0, 20000, 0, 0, 0, 0, 0}
	for _, c := range []struct {
		r, from int64
		word    Word
		at      int64
		ok      bool
	}{
		{0, 0, Touch, 9000, true},
		{9, 0, Touch, 9000, true},
		{2000, 0, Enter, 7000, true},
		{2000, 7000, Enter, 7000, true},
		{2000, 7001, Enter, 27000, true},
		{2000, 27001, Enter, 0, false},
		{2000, 0, Leave, 13001, true},
		{2000, 13002, Leave, 33001, true},
		{9000, 0, Enter, 0, false}, // starts and turns exactly at the limit
		{-1, 0, Enter, 0, false},
		{30000, 0, Leave, 0, false},
	} {
		if at, ok := Cross(m, path, o, c.r, c.from, c.word); at != c.at || ok != c.ok {
			t.Errorf("Cross(%+v) = %d %v", c, at, ok)
		}
	}
	// Grazing exactly at r, and just not.
	graze := []int64{-5000, 3000, 0, 5000, 3000, 0}
	z := disc(0, 0, 2000)
	if at, ok := Cross(disc(0, 0, 0), graze, z, 2000, 0, Enter); !ok || at != 5000 {
		t.Error("graze", at, ok)
	}
	if at, ok := Cross(disc(0, 0, 0), graze, z, 2000, 0, Leave); !ok || at != 5001 {
		t.Error("graze, leave", at, ok)
	}
	if _, ok := Cross(disc(0, 0, 0), graze, z, 1999, 0, Enter); ok {
		t.Error("no graze")
	}
}

func TestCrossProperties(t *testing.T) {
	small := rapid.Int64Range(-60, 60)
	rapid.Check(t, func(t *rapid.T) {
		at := small
		if rapid.Bool().Draw(t, "large") {
			at = near
		}
		m, o := bodies(at).Draw(t, "mover"), bodies(at).Draw(t, "other")
		if at == small {
			m.Width, m.Depth, o.Width, o.Depth = m.Width%30, m.Depth%30, o.Width%30, o.Depth%30
		}
		var path []int64
		for range rapid.IntRange(1, 4).Draw(t, "n") {
			path = append(path, at.Draw(t, "x"), at.Draw(t, "y"), rapid.Int64Range(0, 20).Draw(t, "z"))
		}
		r := rapid.Int64Range(0, 40).Draw(t, "r")
		l := PathLength(path)
		in := func(d int64) bool {
			b := m
			b.At, _ = PointAlong(path, d)
			return Within(b, o, r)
		}
		// Walk along the crossings; they alternate and agree with Within.
		inside, from := in(0), int64(0)
		for {
			word := Enter
			if inside {
				word = Leave
			}
			d, ok := Cross(m, path, o, r, from, word)
			end := l + 1
			if ok {
				if d <= 0 || d > l || d < from || in(d) == inside || in(d-1) != inside {
					t.Fatalf("crossing %v at %d of %d, from %d", word, d, l, from)
				}
				end = d
			}
			if !inside && l < 3000 { // nothing missed
				for k := from; k < end; k++ {
					if in(k) {
						t.Fatalf("missed at %d, enter at %d %v", k, d, ok)
					}
				}
			}
			if !ok {
				if in(l) != inside {
					t.Fatal("no crossing, but the end differs")
				}
				return
			}
			inside, from = !inside, d+1
		}
	})
}

var wide = Rect{-100000, -100000, 100000, 100000}

func TestPush(t *testing.T) {
	m := disc(0, 0, 1000)
	table := Rect{-2000, -2000, 10000, 10000}
	for _, c := range []struct {
		name   string
		from   Point
		dist   int64
		others []Body
		moved  int64
		hit    int
		edge   bool
	}{
		{"free", Point{-1000, 0, 0}, 3000, nil, 3000, -1, false},
		{"contact", Point{-1000, 0, 0}, 3000, []Body{disc(0, 5000, 1), disc(3000, 0, 1000)}, 2000, 1, false},
		{"just in contact", Point{-1000, 0, 0}, 2000, []Body{disc(3000, 0, 1000)}, 2000, 0, false},
		{"just not", Point{-1000, 0, 0}, 1999, []Body{disc(3000, 0, 1000)}, 1999, -1, false},
		{"touching ahead", Point{-1000, 0, 0}, 2000, []Body{disc(1000, 0, 1000)}, 0, 0, false},
		{"touching behind", Point{-1000, 0, 0}, 2000, []Body{disc(-1000, 0, 1000)}, 2000, -1, false},
		{"touching beside", Point{-1000, 0, 0}, 2000, []Body{disc(0, 1000, 1000)}, 2000, -1, false},
		{"overlapping behind", Point{-1000, 0, 0}, 2000, []Body{disc(-998, 0, 1000)}, 2000, -1, false},
		{"overlapping ahead", Point{-1000, 0, 0}, 2000, []Body{disc(998, 0, 1000)}, 0, 0, false},
		{"edge", Point{1000, 0, 0}, 3000, nil, 1500, -1, true},
		{"just at the edge", Point{1000, 0, 0}, 1500, nil, 1500, -1, false},
		{"edge and body", Point{1000, 0, 0}, 3000, []Body{disc(-2500, 0, 1000)}, 1500, 0, true},
		{"same place", Point{}, 1000, nil, 1000, -1, false},
		{"nearer of two", Point{-1000, 0, 0}, 9000, []Body{disc(6000, 0, 1000), disc(3000, 0, 1000)}, 2000, 1, false},
		{"wall", Point{-1000, 0, 0}, 9000, []Body{block(4000, 900, 1000, 6000, 0)}, 3000, 0, false},
		{"touching beside a slanting way", Point{-3, -4, 0}, 2000, []Body{disc(-800, 600, 1000)}, 2000, -1, false},
		{"3-4-5", Point{-3, -4, 0}, 9000, []Body{disc(3000, 4000, 1000)}, 4000, 0, false},
	} {
		moved, hit, edge := Push(m, c.from, c.dist, c.others, table)
		if moved != c.moved || hit != c.hit || edge != c.edge {
			t.Errorf("%s: %d %d %v, want %d %d %v", c.name, moved, hit, edge, c.moved, c.hit, c.edge)
		}
	}
	if p := Away(Point{3000, 4000, 7}, Point{0, 0, 9}, 5000); p != (Point{6000, 8000, 7}) {
		t.Error("Away", p)
	}
}

func TestPushProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, from := bodies(near).Draw(t, "mover"), point.Draw(t, "from")
		others := rapid.SliceOfN(bodies(near), 0, 5).Draw(t, "others")
		dist := rapid.Int64Range(0, 9000).Draw(t, "dist")
		table := Rect{-4000, -4000, 4000, 4000}
		moved, hit, edge := Push(m, from, dist, others, table)
		if moved < 0 || moved > dist || hit < -1 || hit >= len(others) {
			t.Fatal(moved, hit)
		}
		end := m
		end.At = Away(m.At, from, moved)
		for i := range others {
			if !Overlap(m, others[i]) && Overlap(end, others[i]) {
				t.Fatalf("overlaps %d", i)
			}
		}
		if hit >= 0 && !Contact(end, others[hit]) {
			t.Fatalf("hit at a distance of %d", Distance(end, others[hit]))
		}
		if table.holds(&m) && !table.holds(&end) {
			t.Fatal("over the edge")
		}
		if edge && moved == dist {
			t.Fatal("edge did not stop it")
		}
		if moved < dist-Slack && hit < 0 && !edge {
			t.Fatalf("stopped by nothing: %d of %d", moved, dist)
		}
		if l := length(m.At, end.At); l < moved-1 || l > moved+1 {
			t.Fatalf("moved %d, length %d", moved, l)
		}
		// The order of the others does not matter.
		perm := rand.New(rand.NewSource(dist)).Perm(len(others))
		mixed := make([]Body, len(others))
		for i, j := range perm {
			mixed[j] = others[i]
		}
		moved2, hit2, edge2 := Push(m, from, dist, mixed, table)
		if moved2 != moved || edge2 != edge || (hit < 0) != (hit2 < 0) {
			t.Fatalf("order: %d %d %v and %d %d %v", moved, hit, edge, moved2, hit2, edge2)
		}
	})
}

func TestMove(t *testing.T) {
	a, b := disc(0, 0, 1000), disc(3000, 4000, 1000)
	if p := Toward(a, b, 9000); !reflect.DeepEqual(p, []int64{0, 0, 0, 2400, 3200, 0}) {
		t.Error(p)
	}
	if p := Toward(a, b, 1000); !reflect.DeepEqual(p, []int64{0, 0, 0, 600, 800, 0}) {
		t.Error(p)
	}
	rapid.Check(t, func(t *rapid.T) {
		m, o := bodies(near).Draw(t, "mover"), bodies(near).Draw(t, "other")
		dist := rapid.Int64Range(0, 20000).Draw(t, "dist")
		path := Toward(m, o, dist)
		l := PathLength(path)
		if l > dist {
			t.Fatalf("length %d of %d", l, dist)
		}
		end := m
		end.At = Point{path[3], path[4], path[5]}
		if l < dist-3 && !Touching(end, o) {
			t.Fatalf("stopped short: %d of %d, distance %d", l, dist, Distance(end, o))
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
