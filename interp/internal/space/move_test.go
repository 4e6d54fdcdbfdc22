package space

import (
	"math/rand"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

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
