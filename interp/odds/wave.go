package odds

import (
	"math/big"
	"slices"

	"github.com/kdsl-lang/kdsl/interp"
)

// node is a position and how likely it is.
type node struct {
	at    interp.Position
	mass  mass
	parts parts
	dice  *results // of the throw it stands at
	bytes int64
}

// layer holds the nodes that wait, equal ones merged, in the order of their arrival.
type layer struct {
	all []*node
	at  map[string]*node
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

func newWave(denom *big.Int) *wave {
	return &wave{denom: denom, small: denom.BitLen() <= most, throws: layer{at: map[string]*node{}}, measured: map[int64]mass{}}
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
		if seen[n.dice] {
			continue
		}
		seen[n.dice] = true
		t := n.dice.total
		by = new(big.Int).Mul(by, new(big.Int).Quo(t, new(big.Int).GCD(nil, nil, by, t)))
	}
	return by
}

// fork follows every result of the throw that n has come to.
func (a *asking) fork(n *node) error {
	scaled := n.dice.scale(a.out.Waves, a.by, a.next.small)
	for i, counts := range n.dice.counts {
		if i > 0 && a.run.ToMoment(&a.moment) {
			a.run.Return(&a.moment)
		} else {
			a.visit(n)
			if stop := a.run.Step(); stop.Kind != interp.Throw { // a bound, or the context
				return stop.Err
			}
			a.run.Keep(&a.moment)
		}
		if err := a.run.Resume(interp.Result{Counts: counts}); err != nil {
			return err
		}
		a.out.Forks++
		if err := a.follow(n.mass.times(scaled[i], a.next.small), n.parts, len(a.run.S.Frames)); err != nil {
			return err
		}
	}
	return nil
}

// ends follows what waits where an event has ended, the innermost first: so all that can meet there has
// come before one goes on.
func (a *asking) ends() error {
	for top := len(a.next.between) - 1; top > 0; top-- {
		for _, n := range a.next.between[top].all {
			a.visit(n)
			a.run.Keep(&a.moment)
			if err := a.follow(n.mass, n.parts, top); err != nil {
				return err
			}
			a.free(n)
		}
		a.next.between[top] = layer{}
	}
	return nil
}

func (a *asking) visit(n *node) {
	a.run.Visit(n.at, interp.Stop{})
}

// add puts the run, which stands at the end of an event or, with dice, at a throw, into a layer: into
// the node that goes on in the same way, or a new one. It answers whether it is new.
func (a *asking) add(l *layer, m mass, p parts, stop *interp.Stop) (bool, error) {
	key := a.keys.of(a.run, p, stop)
	if n := l.at[string(key)]; n != nil {
		n.mass = n.mass.plus(m, a.next.small)
		return false, nil
	}
	n := a.make()
	n.mass, n.parts, n.dice = m, p, nil
	if stop != nil {
		var err error
		if n.dice, err = a.ways.of(&stop.Throw); err != nil {
			return false, err
		}
	}
	a.run.Take(&n.at)
	n.bytes = n.at.Size() + int64(len(key)) + 200
	a.memory += n.bytes
	l.at[string(key)] = n
	l.all = append(l.all, n)
	switch {
	case len(l.all) > a.o.States:
		return true, a.limit("states", int64(a.o.States))
	case a.memory > a.o.Memory:
		return true, a.limit("bytes of states", a.o.Memory)
	}
	return true, nil
}

// make is a node that nobody uses, free gives one back.
func (a *asking) make() *node {
	if n := len(a.spare); n > 0 {
		x := a.spare[n-1]
		a.spare = a.spare[:n-1]
		return x
	}
	return &node{}
}

func (a *asking) free(n *node) {
	a.memory -= n.bytes
	a.spare = append(a.spare, n)
}

// between are the nodes of the present wave that wait with so many frames.
func (a *asking) between(frames int) *layer {
	w := a.next
	if frames >= len(w.between) {
		w.between = slices.Grow(w.between, frames+1-len(w.between))[:frames+1]
	}
	l := &w.between[frames]
	if l.at == nil {
		l.at = map[string]*node{}
	}
	return l
}
