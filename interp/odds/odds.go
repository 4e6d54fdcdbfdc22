// Package odds answers questions exactly. It runs the same program as play: at each throw the run
// forks, once for every result that the rules can tell apart, with its probability; runs that have
// become equal merge. Work goes in waves, a wave a throw, so that equal states meet.
//
// Dice that explode without end would never finish: beyond the horizon the rest is left out, and
// its exact mass is reported.
package odds

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Options bound the work; the zero value uses the defaults.
type Options struct {
	Waves  int // throws one after the other; default 400
	States int // different states in one wave; default 50,000
	// Least is the smallest probability of a state that is followed, as a power of one half;
	// default 60. What is less likely is left out.
	Least int
}

// Outcome is one value of the measure, with its exact probability.
type Outcome struct {
	Value string
	N     int64 // the value as a number, for sorting
	P     *big.Rat
}

// Answer is the distribution of a question. The probabilities and LeftOut sum to 1.
type Answer struct {
	Name     string
	Outcomes []Outcome
	LeftOut  *big.Rat
	Refused  *big.Rat // how likely it is that an event which the question starts is refused
	Waves    int
	States   int // forks that were followed
}

// node is a position and how likely it is.
type node struct {
	at interp.Position
	p  *big.Rat
}

// Ask works out a question of the program.
func Ask(m *interp.Machine, script int, o Options) (*Answer, error) {
	if o.Waves == 0 {
		o.Waves = 400
	}
	if o.States == 0 {
		o.States = 50_000
	}
	if o.Least == 0 {
		o.Least = 60
	}
	a := &asking{out: &Answer{Name: m.P.Scripts[script].Name, LeftOut: new(big.Rat), Refused: new(big.Rat)}, sums: map[int64]*Outcome{}, ways: map[string][]Counted{}}
	least := new(big.Int).Lsh(big.NewInt(1), uint(o.Least))
	a.least = new(big.Rat).SetFrac(big.NewInt(1), least)
	a.run = m.Start(script)
	wave := &frontier{at: map[uint64][]*node{}}
	if err := a.follow(&node{p: big.NewRat(1, 1)}, wave); err != nil {
		return nil, err
	}
	for len(wave.all) > 0 {
		if a.out.Waves++; a.out.Waves > o.Waves {
			for _, n := range wave.all {
				a.out.LeftOut.Add(a.out.LeftOut, n.p)
			}
			break
		}
		a.out.States += len(wave.all)
		next := &frontier{at: map[uint64][]*node{}}
		for i, n := range wave.all {
			if err := a.fork(n, next); err != nil {
				return nil, err
			}
			if len(next.all) > o.States {
				return nil, &interp.LimitError{What: "states", Bound: int64(o.States), At: m.P.Scripts[script].At}
			}
			wave.all[i] = nil
		}
		wave = next
	}
	for _, x := range a.sums {
		a.out.Outcomes = append(a.out.Outcomes, *x)
	}
	slices.SortFunc(a.out.Outcomes, func(x, y Outcome) int {
		switch {
		case x.N < y.N:
			return -1
		case x.N > y.N:
			return 1
		}
		return 0
	})
	return a.out, nil
}

type asking struct {
	p     *big.Rat    // how likely what is followed is
	run   *interp.Run // goes from node to node
	out   *Answer
	sums  map[int64]*Outcome
	least *big.Rat
	ways  map[string][]Counted // of the throws so far: most are alike
}

// errThrow and errMeasured are why a run that is followed stops.
var errThrow, errMeasured = errors.New("dice are thrown"), errors.New("it is measured")

// follow plays on from where the run stands to the next throw, where equal nodes can meet, or to the
// measure.
func (a *asking) follow(n *node, next *frontier) error {
	a.p = n.p
	switch err := interp.Drive(a.run, a); err {
	case errThrow:
		a.run.Compact() // equal situations are then equal states
		n.at = a.run.Here()
		next.add(n) // copies it when it is new
		return nil
	case errMeasured:
		return nil
	case nil:
		return fmt.Errorf("the question %q measures nothing", a.out.Name)
	default:
		return err
	}
}

// Throw stops the run: all results are followed.
func (a *asking) Throw(*interp.Run, *interp.Chance) ([]int64, error) { return nil, errThrow }

// Answer is that of an automatic player.
func (a *asking) Answer(r *interp.Run, _ *interp.Question) (interp.Result, error) {
	return r.Decide(), nil
}

// Step adds what is measured.
func (a *asking) Step(r *interp.Run, s *code.Step) error {
	m, ok := s.Stmt.(*ir.Measure)
	if !ok {
		return nil
	}
	value := s.Value.Int(r.Env())
	if err := r.V.Err; err != nil {
		return err
	}
	x := a.sums[value]
	if x == nil {
		x = &Outcome{N: value, Value: r.Show(m.Value.Type, value), P: new(big.Rat)}
		a.sums[value] = x
	}
	x.P.Add(x.P, a.p)
	if r.StepRefused() {
		a.out.Refused.Add(a.out.Refused, a.p)
	}
	return errMeasured
}

// fork follows every result of the throw that n has come to: every way to divide the dice among the
// classes.
func (a *asking) fork(n *node, next *frontier) error {
	a.run.Visit(n.at, interp.Stop{})
	stop := a.run.Step()
	for _, r := range a.results(&stop.Throw) {
		p := new(big.Rat).Mul(n.p, r.P)
		if p.Cmp(a.least) < 0 {
			a.out.LeftOut.Add(a.out.LeftOut, p)
			continue
		}
		a.run.Visit(n.at, stop)
		if err := a.run.Resume(interp.Result{Counts: r.Counts}); err != nil {
			return err
		}
		if err := a.follow(&node{p: p}, next); err != nil {
			return err
		}
	}
	return nil
}

// results lists the results of a throw, once for all throws of so many dice with these chances.
func (a *asking) results(c *interp.Chance) []Counted {
	key := fmt.Sprint(c.N, c.Weights)
	all, ok := a.ways[key]
	if !ok {
		all = Results(c)
		a.ways[key] = all
	}
	return all
}

// frontier holds the nodes of a wave at their throws, equal ones merged, in the order of their arrival.
type frontier struct {
	all []*node
	at  map[uint64][]*node
}

func (f *frontier) add(n *node) {
	h := n.at.S.Hash()
	for _, o := range f.at[h] {
		if o.at.S.Equal(n.at.S) {
			o.p.Add(o.p, n.p)
			return
		}
	}
	n.at = n.at.Copy()
	f.at[h] = append(f.at[h], n)
	f.all = append(f.all, n)
}

// Counted is one result of a throw with its probability.
type Counted struct {
	Counts []int64
	P      *big.Rat
}

// Results lists every way the dice of a throw can fall into its classes: the multinomial
// distribution.
func Results(c *interp.Chance) []Counted {
	total := int64(0)
	for _, w := range c.Weights {
		total += w
	}
	all := new(big.Int).Exp(big.NewInt(total), big.NewInt(c.N), nil)
	var out []Counted
	counts := make([]int64, len(c.Classes))
	var fill func(i int, left int64, ways *big.Int)
	fill = func(i int, left int64, ways *big.Int) {
		if i == len(counts)-1 {
			counts[i] = left
			w := new(big.Int).Exp(big.NewInt(c.Weights[i]), big.NewInt(left), nil)
			out = append(out, Counted{slices.Clone(counts), new(big.Rat).SetFrac(w.Mul(w, ways), all)})
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
