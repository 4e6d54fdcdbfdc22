package space

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

func tall(b Body, z, h int64) Body { b.At.Z, b.Tall = z, h; return b }

func free(a, b Body, others ...Body) int64 {
	s := Look(a, b)
	for _, o := range others {
		s.Block(o)
	}
	return s.Free()
}

func TestSight(t *testing.T) {
	a, b := tall(disc(0, 0, 1000), 0, 1500), tall(disc(10000, 0, 1000), 0, 1500)
	post := func(x, y, w, h int64) Body { return tall(disc(x, y, w), 0, h) }
	for _, c := range []struct {
		name   string
		others []Body
		want   int64
	}{
		{"nothing", nil, 9},
		{"a wall across", []Body{tall(block(5000, 0, 200, 4000, 0), 0, 2000)}, 0},
		{"as high as the eyes", []Body{tall(block(5000, 0, 200, 4000, 0), 0, 1500)}, 0},
		{"a hair lower", []Body{tall(block(5000, 0, 200, 4000, 0), 0, 1499)}, 9},
		{"over the heads", []Body{tall(block(5000, 0, 200, 4000, 0), 1501, 2000)}, 9},
		{"a thin post in the middle", []Body{post(5000, 0, 10, 2000)}, 6}, // the crossing lines and the straight one meet it
		{"a wall on the left half", []Body{tall(block(5000, 1000, 200, 2000, 0), 0, 2000)}, 3},
		{"two walls with a gap", []Body{tall(block(5000, 1300, 200, 2000, 0), 0, 2000), tall(block(5000, -1300, 200, 2000, 0), 0, 2000)}, 7}, // only the two edges, straight across, are barred
		{"two walls, end to end", []Body{tall(block(5000, 1000, 200, 2000, 0), 0, 2000), tall(block(5000, -1000, 200, 2000, 0), 0, 2000)}, 0},
		{"neighbours in rank", []Body{post(0, 1000, 1000, 1500), post(0, -1000, 1000, 1500), post(10000, 1000, 1000, 1500)}, 9},
		{"behind either", []Body{post(-1000, 0, 1000, 1500), post(11000, 0, 1000, 1500)}, 9},
		{"far aside", []Body{post(5000, 4000, 1000, 1500)}, 9},
	} {
		if got := free(a, b, c.others...); got != c.want {
			t.Errorf("%s: %d lines are free, want %d", c.name, got, c.want)
		}
		if got := free(b, a, c.others...); got != c.want {
			t.Errorf("%s, seen back: %d lines are free, want %d", c.name, got, c.want)
		}
	}
	// From a tower over a wall: at the wall the line is 2/5 of the way down from 6500 to 1500.
	up := tall(disc(0, 0, 1000), 5000, 1500)
	if free(up, b, tall(block(4000, 0, 2, 4000, 0), 0, 4000)) != 9 || free(up, b, tall(block(4000, 0, 2, 4000, 0), 0, 4700)) != 0 {
		t.Error("over a wall")
	}
	// The tower's own roof hides what is right below it, not what is far away.
	tower := tall(block(0, 0, 6000, 6000, 0), 0, 5000)
	if free(up, tall(disc(4000, 0, 1000), 0, 1500), tower) != 0 || free(up, tall(disc(60000, 0, 1000), 0, 1500), tower) != 9 {
		t.Error("from a roof")
	}
	// The outermost corners of a turned rectangle.
	c := tall(block(10000, 0, 4000, 200, 90000), 0, 1500)
	if free(a, c, post(8000, 0, 900, 2000)) == 0 || free(a, tall(block(10000, 0, 4000, 200, 0), 0, 1500), post(8000, 0, 1200, 2000)) != 0 {
		t.Error("rectangles")
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b, o := bodies(near).Draw(t, "a"), bodies(near).Draw(t, "b"), bodies(near).Draw(t, "o")
		s := Look(a, b)
		hit := s.Block(o)
		if hit != (s.Free() < Lines) {
			t.Fatal("the answer differs from the count")
		}
		if !hit && Within(Body{At: o.At}, Body{At: a.At}, 0) {
			t.Fatal("a body in the eye")
		}
		if hit && !InCorridor(a.At, b.At, s.wide, o) {
			t.Fatal("barred from afar")
		}
	})
}

func TestBetween(t *testing.T) {
	a, b := disc(0, 0, 1000), disc(10000, 0, 1000)
	w := Between(a, b, 1000)
	for _, c := range []struct {
		o    Body
		want bool
	}{
		{disc(5000, 0, 100), true},
		{disc(5000, 600, 200), true}, // touches the side
		{disc(5000, 601, 200), false},
		{disc(-600, 0, 200), false}, // behind a
		{disc(0, 600, 200), false},  // beside a
		{disc(10600, 0, 200), false},
		{disc(440, 580, 200), true}, // touches the corner of the way
		{disc(300, 650, 200), false},
		{block(5000, 2000, 200, 3000, 0), true},
		{block(5000, 2000, 200, 2998, 0), false},
	} {
		if got := w.Meets(c.o); got != c.want {
			t.Errorf("%v: %v", c.o, got)
		}
	}
	for _, c := range [][2]Body{{a, a}, {a, disc(1000, 0, 1000)}, {a, disc(400, 0, 1000)}, {disc(0, 0, 9000), disc(1000, 0, 100)}} {
		if w := Between(c[0], c[1], 1000); w.Meets(disc(500, 0, 3000)) {
			t.Errorf("there is no way from %v to %v", c[0], c[1])
		}
	}
}

func TestBeam(t *testing.T) {
	a := disc(0, 0, 1000)
	p, q, ok := Beam(a, Point{3000, 4000, 0}, 5000)
	if !ok || p != (Point{300, 400, 0}) || q != (Point{3300, 4400, 0}) {
		t.Error(p, q, ok)
	}
	p, q, _ = Beam(block(0, 0, 2000, 600, 90000), Point{0, -9, 0}, 10)
	if p != (Point{0, -1000, 0}) || q != (Point{0, -1010, 0}) {
		t.Error(p, q)
	}
	if _, _, ok := Beam(a, a.At, 10); ok {
		t.Error("a beam to nowhere")
	}
	if _, _, ok := Beam(a, Point{1, 0, 0}, -1); ok {
		t.Error("a beam of negative length")
	}
}

func TestDirections(t *testing.T) {
	for _, c := range []struct{ x, y, want int64 }{
		{1, 0, 0}, {1, 1, 45}, {0, 1, 90}, {-1, 1, 135}, {-1, 0, 180}, {-1, -1, 225}, {0, -1, 270}, {1, -1, 315},
		{1000, -1, 0}, {-1, 1000, 90}, {500, 866, 60}, {866, 500, 30}, {-866, -500, 210}, {1 << 32, 1<<32 - 1, 45},
	} {
		if d, ok := Direction(Point{}, Point{c.x, c.y, 7}); !ok || d != c.want {
			t.Errorf("%d,%d: %d, want %d", c.x, c.y, d, c.want)
		}
	}
	if _, ok := Direction(Point{1, 2, 3}, Point{1, 2, 4}); ok {
		t.Error("straight up is no direction")
	}
	for d := range int64(360) {
		p := PointAt(Point{5, -5, 9}, d*1000, 1<<20)
		if got, _ := Direction(Point{5, -5, 9}, p); got != d || p.Z != 9 {
			t.Errorf("%d came back as %d", d, got)
		}
		if l := length(Point{5, -5, 9}, p); l > 1<<20 || l < 1<<20-2 {
			t.Errorf("%d: length %d", d, l)
		}
	}
	if PointAt(Point{}, 90000, -500) != (Point{0, -500, 0}) {
		t.Error("backwards")
	}
	for _, c := range [][3]int64{{0, 350, 10}, {10, 10, 0}, {-90, 90, 180}, {45, 720, 45}, {0, 181, 179}} {
		if Angle(c[0], c[1]) != c[2] {
			t.Errorf("%v: %d", c, Angle(c[0], c[1]))
		}
	}
}

func TestInArc(t *testing.T) {
	a := disc(0, 0, 1000)
	for _, c := range []struct {
		facing, x, y, from, to int64
		want                   bool
	}{
		{0, 5, 20, -90, 90, true}, {0, -1, 20, -90, 90, false}, {0, 0, 20, -90, 90, true}, {0, 0, -20, -90, 90, true},
		{0, 7, 7, -45, 45, true}, {0, 7, 8, -45, 45, false}, {0, 7, -7, -45, 45, true}, {0, -7, 7, -45, 45, false},
		{90000, 0, 5, -45, 45, true}, {90000, 5, 0, -45, 45, false}, {90000, 5, 0, -90, 90, true},
		{0, -5, 0, 135, 225, true}, {0, 5, 0, 135, 225, false}, {45000, -5, -5, 180, 180, true}, {45000, 5, 5, 180, 180, false},
		{0, -5, 1, -135, 135, false}, {0, -5, 5, -135, 135, true}, {0, 5, 0, -135, 135, true}, {0, -9, -8, -135, 135, false},
		{0, -5, 0, 0, 360, true}, {0, 5, 0, 10, -10, false}, {0, 0, 0, 40, 50, true}, {0, 0, 5, 450, 450, true},
	} {
		a.Facing = c.facing
		if got := InArc(a, disc(c.x, c.y, 10), c.from, c.to); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestPathQuestions(t *testing.T) {
	path := []int64{0, 0, 0, 10000, 0, 0, 10000, 5000, 0, 10000, 5000, 2000, 5000, 0, 2000}
	if got := Legs(path); !reflect.DeepEqual(got, []int64{10000, 5000, 2000, 7071}) {
		t.Error(got)
	}
	if got := Headings(path); !reflect.DeepEqual(got, []int64{0, 90, 90, 225}) {
		t.Error(got)
	}
	if got := Sharpest(path); got != 135 {
		t.Error(got)
	}
	if Sharpest([]int64{0, 0, 0, 1, 0, 0}) != 0 || Sharpest([]int64{0, 0, 0, 7, 3, 0, 14, 6, 0}) != 0 ||
		Sharpest([]int64{0, 0, 0, 5, 0, 0, -3, 0, 0}) != 180 {
		t.Error("Sharpest")
	}
	wood := disc(5000, 0, 2000)
	if got := LengthIn(path, wood, 0); got != 3000 { // across, and the end at its centre
		t.Error(got)
	}
	if got := LengthIn(path, block(10000, 2000, 600, 1000, 0), 0); got != 1000 {
		t.Error(got)
	}
	if got := LengthIn(path, disc(7000, 3000, 2000), 0); got < 1413 || got > 1416 { // a chord of 1414.2, its ends on the grid
		t.Error(got)
	}
	if !Passes(path, disc(3000, -1000, 2000), 0) || Passes(path, disc(3000, -1001, 2000), 0) || !Passes(path, disc(3000, -1001, 2000), 1) ||
		Passes(path, wood, -1) || !Passes([]int64{5000, 900, 0}, wood, 0) || Passes([]int64{5000, 1900, 0}, wood, 0) {
		t.Error("Passes")
	}
	if EdgeDistance(disc(3000, 9000, 1000), 20000, 10000) != 500 || EdgeDistance(disc(0, 0, 1000), 9000, 9000) != 0 ||
		EdgeDistance(block(3000, 5000, 1000, 4000, 90000), 20000, 10000) != 1000 {
		t.Error("EdgeDistance")
	}
	if Clash(disc(0, 0, 1000), disc(997, 0, 1000)) || !Clash(disc(0, 0, 1000), disc(996, 0, 1000)) {
		t.Error("Clash")
	}
	rapid.Check(t, func(t *rapid.T) {
		m, o := bodies(near).Draw(t, "mover"), bodies(near).Draw(t, "other")
		if Overlap(m, o) {
			return
		}
		p := Toward(m, o, 1<<20)
		m.At = Point{p[3], p[4], p[5]}
		if Clash(m, o) {
			t.Fatal("a way into contact ends too deep")
		}
		q := rapid.SliceOfN(point, 2, 4).Draw(t, "path")
		var path []int64
		for _, c := range q {
			path = append(path, c.X, c.Y, c.Z)
		}
		in := LengthIn(path, o, 0)
		if in > PathLength(path) || in > 0 && !Passes(path, o, 2) {
			t.Fatalf("%d of %v", in, path)
		}
	})
}

func TestSightAllocatesNothing(t *testing.T) {
	a, b, o := block(0, 0, 2000, 1000, 30000), disc(9000, 300, 900), tall(block(4000, 0, 500, 900, 12345), 0, 99)
	n := testing.AllocsPerRun(50, func() {
		s := Look(a, b)
		s.Block(o)
		w := Between(a, b, 700)
		w.Meets(o)
		InArc(a, b, -90, 90)
		Direction(a.At, b.At)
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}
