package kdsl_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/kdsl-lang/kdsl"
)

// bounded has a scenario for each bound.
const bounded = `
kind thing { }
thing stone { }
event deep(n: int) { do { if n > 0 { deep(n - 1) } } }
event many(n: int) { do { repeat n { create stone } } }
event pick(who: player, n: int) {
  choose by who { x: int in 1..n }
  do { note "{x}" }
}
scenario deep { when deep(n: 20) }
scenario many { when many(n: 20) }
scenario pick { when pick(who: red, n: 20) }
`

// Every bound stops a game that goes one beyond it, and none that does not. The least that will do is
// found by trying; one less is refused by name.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		scenario, what string
		set            func(*kdsl.Budget, int64)
	}{
		{"deep", "steps", func(b *kdsl.Budget, n int64) { b.Steps = n }},
		{"deep", "nested events", func(b *kdsl.Budget, n int64) { b.Depth = int(n) }},
		{"many", "instances", func(b *kdsl.Budget, n int64) { b.Instances = int(n) }},
		{"pick", "choices", func(b *kdsl.Budget, n int64) { b.Choices = int(n) }},
		{"deep", "bytes of the journal", func(b *kdsl.Budget, n int64) { b.Journal = n }},
	} {
		p := load(bounded)
		play := func(n int64) error {
			p.Budget = kdsl.DefaultBudget
			c.set(&p.Budget, n)
			g, err := p.Start(c.scenario, 1)
			if err != nil {
				t.Fatal(err)
			}
			_, err = g.Next(t.Context())
			return err
		}
		low, high := int64(1), int64(100_000) // low stops it, high does not
		if err := play(high); err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		for high-low > 1 {
			if mid := (low + high) / 2; play(mid) == nil {
				high = mid
			} else {
				low = mid
			}
		}
		err := play(high - 1)
		var limit *kdsl.LimitError
		if !errors.As(err, &limit) || limit.What != c.what || limit.Bound != high-1 {
			t.Errorf("%s: below %d got the error %v", c.what, high, err)
		}
		if play(high) != nil || play(high+1) != nil {
			t.Errorf("%s: %d are enough, and are not", c.what, high)
		}
		t.Log(c.what, high, fmt.Sprint(err))
		if c.what != "steps" && c.what != "bytes of the journal" && (high < 20 || high > 25) {
			t.Errorf("%s: the game needs %d", c.what, high)
		}
	}
}
