package pool

import (
	"slices"
	"testing"
)

// Each member is met once, with its place.
func TestEach(t *testing.T) {
	for _, n := range []int{0, 1, 7, 1000} {
		list, met := make([]int, n), make([]int, n)
		for i := range list {
			list[i] = 3 * i
		}
		Each(list, func(i, member int) {
			if member != 3*i {
				t.Errorf("%d of %d is %d", i, n, member)
			}
			met[i]++
		})
		if slices.ContainsFunc(met, func(times int) bool { return times != 1 }) {
			t.Errorf("of %d: %v", n, met)
		}
	}
}
