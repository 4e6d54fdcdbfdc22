package space

import (
	"math/rand/v2"
	"testing"
)

// A way round keeps off what it goes round, and is no shorter than the straight one.
// freely spends whatever is asked for.
func freely(int) bool { return true }

func TestDetour(t *testing.T) {
	goal := Body{At: Point{10_000, 0, 0}, Width: 1000}
	wall := Body{At: Point{5000, 0, 0}, Rect: true, Width: 500, Depth: 6000, Tall: 1000}
	for _, c := range []struct {
		name   string
		others []Body
		p      Point
		want   [2]int64
	}{
		{"nothing there", nil, Point{}, [2]int64{9500, 9500}},
		{"beside it", []Body{wall}, Point{0, 9000, 0}, [2]int64{12_900, 13_000}},
		{"round a wall", []Body{wall}, Point{}, [2]int64{12_010, 12_020}}, // to (4.248, 3.502), along the wall, and to the base
		{"round a column", []Body{{At: Point{5000, 0, 0}, Width: 4000, Tall: 1000}}, Point{}, [2]int64{10_600, 11_200}},
		{"what one stands in bars nothing", []Body{{At: Point{0, 0, 0}, Width: 4000, Tall: 1000}}, Point{}, [2]int64{9500, 9500}},
		{"walled in", []Body{
			{At: Point{3000, 0, 0}, Rect: true, Width: 200, Depth: 8000}, {At: Point{-3000, 0, 0}, Rect: true, Width: 200, Depth: 8000},
			{At: Point{0, 3000, 0}, Rect: true, Width: 8000, Depth: 200}, {At: Point{0, -3000, 0}, Rect: true, Width: 8000, Depth: 200}}, Point{}, [2]int64{9500, 9500}},
	} {
		if got := Detour(c.p, goal, c.others, 500, freely); got < c.want[0] || got > c.want[1] {
			t.Errorf("%s: got %d, want %v", c.name, got, c.want)
		}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	in := func(n int64) int64 { return rnd.Int64N(2*n) - n }
	rounds := 0
	for range 2000 {
		var others []Body
		for range 3 {
			others = append(others, Body{At: Point{in(9000), in(9000), 0}, Rect: rnd.IntN(2) == 0, Width: 1 + rnd.Int64N(4000), Depth: 1 + rnd.Int64N(4000), Facing: rnd.Int64N(360_000)})
		}
		p := Point{in(12_000), in(12_000), 0}
		got, straight := Detour(p, goal, others, 500, freely), DistanceToPoint(goal, p)
		if got < straight {
			t.Fatalf("%v from %v: %d is shorter than the straight way, %d", others, p, got, straight)
		}
		if more := Detour(p, goal, others[:2], 500, freely); got != straight && more > got {
			t.Fatalf("%v from %v: %d with less in the way, %d with more", others, p, more, got)
		}
		if got > straight {
			rounds++
		}
	}
	if rounds < 100 {
		t.Errorf("only %d of the ways were no straight ones", rounds)
	}
}
