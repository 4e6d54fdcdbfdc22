package odds

import (
	"math/big"
	"slices"
)

// node is a position, and how likely it is.
type node struct {
	core   *core
	around *around
	cells  uint64
	mass   mass
}

// layer holds the nodes that wait, equal ones merged, in the order of their arrival.
type layer struct {
	all []node
	at  map[position]int32
}

// position names a node by numbers.
type position struct {
	core, around uint32
	cells        uint64
}

// add puts a node into a layer: into an equal one, or as a new one. It answers whether it is new.
func (l *layer) add(n node, small bool) bool {
	if l.at == nil {
		l.at = map[position]int32{}
	}
	p := position{n.core.number, n.around.id(), n.cells}
	if i, ok := l.at[p]; ok {
		l.all[i].mass = l.all[i].mass.plus(n.mass, small)
		return false
	}
	l.at[p] = int32(len(l.all))
	l.all = append(l.all, n)
	return true
}

func (l *layer) empty() {
	l.all = l.all[:0]
	clear(l.at)
}

// wave is the way from one throw to the next.
type wave struct {
	denom    *big.Int // of all masses here
	small    bool
	throws   layer
	between  []layer // nodes where an event has ended, by how many frames stand
	measured map[int64]mass
	refused  mass
}

// begin makes w a wave with nothing in it yet.
func (w *wave) begin(denom *big.Int) {
	w.denom, w.small, w.refused = denom, denom.BitLen() <= most, mass{}
	w.throws.empty()
	for i := range w.between {
		w.between[i].empty()
	}
	if w.measured == nil {
		w.measured = map[int64]mass{}
	}
	clear(w.measured)
}

// mass is the chance that the throws of a wave are needed.
func (w *wave) mass() *big.Rat {
	sum := new(big.Int)
	for _, n := range w.throws.all {
		sum.Add(sum, n.mass.wide())
	}
	return new(big.Rat).SetFrac(sum, w.denom)
}

// multiple is by how much the denominator of the next wave is greater: the least common multiple of the
// numbers of ways in which the dice of this one can fall.
func (w *wave) multiple() *big.Int {
	by := big.NewInt(1)
	seen := map[*results]bool{}
	for _, n := range w.throws.all {
		if dice := n.core.dice; !seen[dice] {
			seen[dice] = true
			by = new(big.Int).Mul(by, new(big.Int).Quo(dice.total, new(big.Int).GCD(nil, nil, by, dice.total)))
		}
	}
	return by
}

// waiting are the nodes that wait with so many frames.
func (w *wave) waiting(frames int) *layer {
	if frames >= len(w.between) {
		w.between = slices.Grow(w.between, frames+1-len(w.between))[:frames+1]
	}
	return &w.between[frames]
}
