package odds

import (
	"math/big"
	"slices"
)

// node is a position, by the numbers of what it is made of.
type node struct{ core, around, cells uint32 }

// layer holds the nodes that wait, equal ones merged, in the order of their arrival. It finds them by a
// hash table of its own, a power of two long, of which every cell is the place of a node and one, or 0.
type layer struct {
	all  []node
	mass mass // how likely each is, one after the other
	at   []int32
}

// of is how likely the i-th node is, in so many words.
func (l *layer) of(i, words int) mass { return l.mass[i*words : (i+1)*words] }

// add puts a node into a layer: into an equal one, or as a new one. It answers whether it is new.
func (l *layer) add(n node, m mass) bool {
	if 2*len(l.all) >= len(l.at) {
		l.at = make([]int32, max(64, 2*len(l.at)))
		l.all, l.mass = slices.Grow(l.all, len(l.at)/2), slices.Grow(l.mass, len(l.at)/2*len(m))
		for i := range l.all {
			*l.place(l.all[i]) = int32(i + 1)
		}
	}
	at := l.place(n)
	if *at > 0 {
		l.of(int(*at-1), len(m)).add(m)
		return false
	}
	l.all, l.mass = append(l.all, n), append(l.mass, m...)
	*at = int32(len(l.all))
	return true
}

// place is the cell of the table in which a node stands, or would.
func (l *layer) place(n node) *int32 {
	h := (uint64(n.core)<<32|uint64(n.around))*0x9E3779B97F4A7C15 ^ uint64(n.cells)*0xD6E8FEB86659FD93
	for i := h ^ h>>32; ; i++ {
		at := &l.at[i&uint64(len(l.at)-1)]
		if *at == 0 {
			return at
		}
		if l.all[*at-1] == n {
			return at
		}
	}
}

func (l *layer) empty() {
	l.all, l.mass = l.all[:0], l.mass[:0]
	clear(l.at)
}

// wave is the way from one throw to the next.
type wave struct {
	denom    *big.Int // of all masses here
	words    int      // that it has
	throws   layer
	measured map[int64]mass
	refused  mass
}

// begin makes w a wave with nothing in it yet.
func (w *wave) begin(denom *big.Int) {
	w.denom, w.words = denom, (denom.BitLen()+63)/64
	w.refused, w.measured = make(mass, w.words), map[int64]mass{}
	w.throws.empty()
}

// mass is the chance that the throws of a wave are needed.
func (w *wave) mass() *big.Rat {
	sum := make(mass, w.words)
	for i := range w.throws.all {
		sum.add(w.throws.of(i, w.words))
	}
	return new(big.Rat).SetFrac(sum.wide(), w.denom)
}

// multiple is by how much the denominator of the next wave is greater: the least common multiple of the
// numbers of ways in which the dice of this one can fall.
func (w *wave) multiple(cores []*core) *big.Int {
	by := big.NewInt(1)
	seen := map[*results]bool{}
	for _, n := range w.throws.all {
		if dice := cores[n.core].dice; !seen[dice] {
			seen[dice] = true
			by = new(big.Int).Mul(by, new(big.Int).Quo(dice.total, new(big.Int).GCD(nil, nil, by, dice.total)))
		}
	}
	return by
}
