package laws_test

import (
	"fmt"
	"math/big"
	"slices"
)

// mostWays bounds an enumeration: a question with more ways is not enumerated. Content has few questions,
// and large ones.
func mostWays(g *generated) int {
	if g == nil {
		return 8_000
	}
	return 250
}

// mostWaves are the throws one after the other that odds and enumeration follow; fewer where they would be
// too many ways.
const mostWaves = 3

// Exact odds are what comes of playing every way the dice can fall.
func oddsAreEnumeration(g *generated, p *program) (string, bool) {
	return eachScript(p, func(s script) (string, bool) {
		if s.word != "odds" {
			return "", false
		}
		want, ok, waves := (*distribution)(nil), false, mostWaves+1
		for !ok && waves > 1 {
			waves--
			want, ok = enumerate(p, s, fuelFor(g), mostWays(g), waves)
		}
		if !ok {
			return "", false
		}
		got, left, refused, err := p.odds(s, waves)
		switch {
		case err != nil && want.failed == "":
			return fmt.Sprintf("odds fail (%v), no way does", err), true
		case err == nil && want.failed != "":
			return fmt.Sprintf("odds do not fail, one way does: %s", want.failed), true
		case err != nil:
			return "", true
		case left.Cmp(want.left) != 0:
			return fmt.Sprintf("odds leave out %s, enumeration %s", left, want.left), true
		case refused.Cmp(want.refused) != 0:
			return fmt.Sprintf("refused in odds %s, in enumeration %s", refused, want.refused), true
		}
		for v := range want.p {
			if got[v] == nil || got[v].Cmp(want.p[v]) != 0 {
				return fmt.Sprintf("%d has odds %v, by enumeration %s", v, got[v], want.p[v]), true
			}
		}
		if len(got) != len(want.p) {
			return fmt.Sprintf("odds have %d values, enumeration %d", len(got), len(want.p)), true
		}
		return "", true
	})
}

// distribution is what an enumeration came to.
type distribution struct {
	p             map[int64]*big.Rat
	left, refused *big.Rat
	failed        string
	ways          int // that are left
	waves         int
}

// enumerate plays every way the dice of a question can fall; ok is false when there are too many.
func enumerate(p *program, s script, f fuel, most, waves int) (*distribution, bool) {
	d := &distribution{p: map[int64]*big.Rat{}, left: new(big.Rat), refused: new(big.Rat), ways: most, waves: waves}
	ok := d.follow(p, s, f, nil, big.NewRat(1, 1))
	return d, ok
}

func (d *distribution) follow(p *program, s script, f fuel, faces []int64, chance *big.Rat) bool {
	if d.ways--; d.ways < 0 {
		return false
	}
	o := p.play(s, how{fuel: f, faces: slices.Clone(faces), onlyFaces: true})
	switch {
	case o.limit:
		return false
	case o.end == "measured":
		if d.p[o.value] == nil {
			d.p[o.value] = new(big.Rat)
		}
		d.p[o.value].Add(d.p[o.value], chance)
		if o.refused {
			d.refused.Add(d.refused, chance)
		}
		return true
	case o.end != "stopped: no dice":
		d.failed = o.end
		return true
	case len(o.throws) > d.waves:
		d.left.Add(d.left, chance)
		return true
	}
	c := o.throws[len(o.throws)-1]
	if c.n > 8 || c.faces > 20 {
		return false
	}
	all := int64(1)
	for range c.n {
		all *= c.faces
	}
	ok := true
	falls(c.n, c.faces, func(next []int64, ways int64) {
		if ok {
			one := new(big.Rat).Mul(chance, big.NewRat(ways, all))
			ok = d.follow(p, s, f, append(slices.Clone(faces), next...), one)
		}
	})
	return ok
}

// falls lists how n dice can fall, highest first, and in how many orders.
func falls(n, faces int64, yield func([]int64, int64)) {
	var rec func(dice []int64, top int64)
	rec = func(dice []int64, top int64) {
		if int64(len(dice)) == n {
			ways, run := int64(1), int64(0)
			for i := range dice {
				if i > 0 && dice[i] == dice[i-1] {
					run++
				} else {
					run = 1
				}
				ways = ways * int64(i+1) / run
			}
			yield(dice, ways)
			return
		}
		for f := top; f >= 1; f-- {
			rec(append(slices.Clone(dice), f), f)
		}
	}
	rec(nil, faces)
}

// What is played many times comes as often as the odds say, within five times the deviation.
func simIsNear(g *generated, p *program) (string, bool) {
	return eachScript(p, func(s script) (string, bool) {
		if s.word != "odds" {
			return "", false
		}
		n := int64(200)
		want, left, _, err := p.odds(s, 6)
		if err != nil || left.Cmp(big.NewRat(1, 10)) > 0 {
			return "", false
		}
		got, err := p.simulate(s, n, g.seedOf(), 1)
		if err != nil {
			return fmt.Sprintf("odds do not fail, simulation does: %v", err), true
		}
		for v, k := range got {
			if want[v] == nil && left.Sign() == 0 {
				return fmt.Sprintf("%d came %d times of %d, and cannot come", v, k, n), true
			}
		}
		for v, p := range want {
			low := new(big.Rat).Mul(p, big.NewRat(n, 1)) // and what was left out may be this, too
			high := new(big.Rat).Mul(new(big.Rat).Add(p, left), big.NewRat(n, 1))
			off, came := new(big.Rat), big.NewRat(got[v], 1)
			if came.Cmp(low) < 0 {
				off.Sub(low, came)
			} else if came.Cmp(high) > 0 {
				off.Sub(came, high)
			}
			far := off.Mul(off, off)                       // (k - np)^2
			sigma := new(big.Rat).Sub(big.NewRat(1, 1), p) // 25 np(1-p), and a little for small numbers
			sigma.Mul(sigma, p).Mul(sigma, big.NewRat(25*n, 1))
			if p.Cmp(big.NewRat(1, 1)) != 0 {
				sigma.Add(sigma, big.NewRat(16, 1))
			}
			if far.Cmp(sigma) > 0 {
				return fmt.Sprintf("%d came %d times of %d, its odds are %s", v, got[v], n, p), true
			}
		}
		return "", true
	})
}
