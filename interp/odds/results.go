package odds

import (
	"encoding/binary"
	"math/big"
	"math/bits"
	"slices"
	"strconv"

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
	counts  [][]int64 // of several dice; one alone falls into the last class first
	alone   []int64   // room for the counts of one die
	weights []*big.Int
	total   *big.Int // of the weights
	scaled  mass     // the weights over the denominator of the wave scaled for, one after the other
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
	if c.N == 1 {
		out.alone = counts
		for i := range counts {
			out.weights = append(out.weights, big.NewInt(c.Weights[len(counts)-1-i]))
		}
		return out
	}
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

// of is the i-th way, until another is asked for.
func (r *results) of(i int) []int64 {
	if r.alone == nil {
		return r.counts[i]
	}
	clear(r.alone)
	r.alone[len(r.alone)-1-i] = 1
	return r.alone
}

// scale makes the weights those over a denominator of so many words that is so many times the one before.
func (r *results) scale(wave int, times *big.Int, words int) mass {
	if r.wave != wave {
		r.wave, r.scaled = wave, r.scaled[:0]
		by := new(big.Int).Quo(times, r.total)
		for _, w := range r.weights {
			r.scaled = append(r.scaled, massOf(new(big.Int).Mul(w, by), words)...)
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

// mass is how likely something is, as a whole number over the denominator of its wave: as many words as the
// denominator has, the least first.
type mass []uint64

// massOf is n in so many words, which are enough.
func massOf(n *big.Int, words int) mass {
	b := n.FillBytes(make([]byte, 8*words))
	m := make(mass, words)
	for i := range m {
		m[i] = binary.BigEndian.Uint64(b[8*(words-1-i):])
	}
	return m
}

// wide is m as a big number.
func (m mass) wide() *big.Int {
	b := make([]byte, 8*len(m))
	for i, w := range m {
		binary.BigEndian.PutUint64(b[8*(len(m)-1-i):], w)
	}
	return new(big.Int).SetBytes(b)
}

// add adds another mass over the same denominator.
func (m mass) add(o mass) {
	carry := uint64(0)
	for i := range m {
		m[i], carry = bits.Add64(m[i], o[i], carry)
	}
}

// product makes m what a is times b, in which there is room for it.
func (m mass) product(a, b mass) {
	clear(m)
	for i, x := range a {
		carry := uint64(0)
		for j := range m[i:] {
			hi, lo := bits.Mul64(x, b[j])
			lo, up := bits.Add64(lo, carry, 0)
			hi += up
			m[i+j], up = bits.Add64(m[i+j], lo, 0)
			carry = hi + up
		}
	}
}

// none tells whether m is 0.
func (m mass) none() bool {
	for _, w := range m {
		if w != 0 {
			return false
		}
	}
	return true
}

// Mean is the mean of what is not left out; ok is false when its values are no numbers.
func (a *Answer) Mean() (mean float64, ok bool) {
	mass := 0.0
	for _, o := range a.Outcomes {
		n, err := strconv.ParseFloat(o.Value, 64)
		if err != nil {
			return 0, false
		}
		p, _ := o.P.Float64()
		mean, mass = mean+n*p, mass+p
	}
	return mean / mass, mass > 0
}
