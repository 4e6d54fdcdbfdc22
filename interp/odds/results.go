package odds

import (
	"encoding/binary"
	"math/big"
	"math/bits"
	"slices"

	"github.com/kdsl-lang/kdsl/interp"
)

// Count is in how many ways the dice of a throw can fall into its classes.
func Count(c *interp.Chance) *big.Int {
	k := int64(len(c.Weights)) - 1
	return new(big.Int).Binomial(c.N+k, min(k, c.N))
}

// results are the ways in which the dice of a throw can fall into its classes, each with its weight: the
// multinomial distribution.
type results struct {
	counts  [][]int64
	weights []*big.Int
	total   *big.Int // of the weights
	scaled  []mass   // the weights over the denominator of the wave scaled for
	wave    int
}

// resultsOf lists the results of a throw that has few enough.
func resultsOf(c *interp.Chance) *results {
	total := int64(0)
	for _, w := range c.Weights {
		total += w
	}
	out := &results{total: new(big.Int).Exp(big.NewInt(total), big.NewInt(c.N), nil)}
	counts := make([]int64, len(c.Weights))
	var fill func(i int, left int64, ways *big.Int)
	fill = func(i int, left int64, ways *big.Int) {
		if i == len(counts)-1 {
			counts[i] = left
			w := new(big.Int).Exp(big.NewInt(c.Weights[i]), big.NewInt(left), nil)
			out.counts, out.weights = append(out.counts, slices.Clone(counts)), append(out.weights, w.Mul(w, ways))
			return
		}
		for k := int64(0); k <= left; k++ {
			counts[i] = k
			w := new(big.Int).Binomial(left, k)
			w.Mul(w, ways)
			w.Mul(w, new(big.Int).Exp(big.NewInt(c.Weights[i]), big.NewInt(k), nil))
			fill(i+1, left-k, w)
		}
		counts[i] = 0
	}
	fill(0, c.N, big.NewInt(1))
	return out
}

// scale makes the weights those over a denominator that is so many times the one before.
func (r *results) scale(wave int, times *big.Int, small bool) []mass {
	if r.wave != wave {
		r.wave, r.scaled = wave, r.scaled[:0]
		by := new(big.Int).Quo(times, r.total)
		for _, w := range r.weights {
			n := new(big.Int).Mul(w, by)
			if small {
				r.scaled = append(r.scaled, massOf(n))
			} else {
				r.scaled = append(r.scaled, mass{big: n})
			}
		}
	}
	return r.scaled
}

// ways remembers the results of the throws so far: most are alike.
type ways struct {
	most int // results of one throw
	all  map[string]*results
	key  []byte
}

// of lists the results of a throw; when there are too many it fails, without listing them.
func (w *ways) of(c *interp.Chance) (*results, error) {
	w.key = chanceKey(w.key[:0], c)
	if r := w.all[string(w.key)]; r != nil {
		return r, nil
	}
	if Count(c).Cmp(big.NewInt(int64(w.most))) > 0 {
		return nil, &interp.LimitError{What: "results of a throw", Bound: int64(w.most), At: c.At}
	}
	r := resultsOf(c)
	w.all[string(w.key)] = r
	return r, nil
}

func chanceKey(b []byte, c *interp.Chance) []byte {
	b = binary.LittleEndian.AppendUint64(b, uint64(c.N))
	for _, w := range c.Weights {
		b = binary.LittleEndian.AppendUint64(b, uint64(w))
	}
	return b
}

// mass is how likely something is, as a whole number over the denominator of its wave: 128 bits while
// the denominator has no more, then a big number.
type mass struct {
	hi, lo uint64
	big    *big.Int
}

// most is how many bits a denominator may have for masses over it to be small.
const most = 128

// massOf is n, small when it is less than 2^128.
func massOf(n *big.Int) mass {
	if n.BitLen() > most {
		return mass{big: n}
	}
	var b [16]byte
	n.FillBytes(b[:])
	m := mass{}
	for i := range 8 {
		m.hi, m.lo = m.hi<<8|uint64(b[i]), m.lo<<8|uint64(b[8+i])
	}
	return m
}

// wide is m as a big number, which is not to be changed.
func (m mass) wide() *big.Int {
	if m.big != nil {
		return m.big
	}
	n := new(big.Int).SetUint64(m.hi)
	return n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(m.lo))
}

// plus is the sum of two masses over one denominator.
func (m mass) plus(o mass, small bool) mass {
	if !small {
		return mass{big: new(big.Int).Add(m.wide(), o.wide())}
	}
	lo, carry := bits.Add64(m.lo, o.lo, 0)
	hi, _ := bits.Add64(m.hi, o.hi, carry)
	return mass{hi: hi, lo: lo}
}

// times is a product; small says that its denominator is.
func (m mass) times(o mass, small bool) mass {
	if !small {
		return mass{big: new(big.Int).Mul(m.wide(), o.wide())}
	}
	hi, lo := bits.Mul64(m.lo, o.lo)
	return mass{hi: hi + m.hi*o.lo + m.lo*o.hi, lo: lo}
}

// none tells whether m is 0.
func (m mass) none() bool { return m.hi|m.lo == 0 && (m.big == nil || m.big.Sign() == 0) }
