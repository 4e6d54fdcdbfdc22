// Package odds answers questions exactly. It runs the same program as play: at each throw the run
// forks, once for every result that the rules can tell apart, with its probability; runs that have
// become equal merge. Work goes in waves, a wave a throw, so that equal states meet.
//
// Dice that explode without end would never finish: beyond the horizon the rest is left out, and
// its exact mass is reported.
package odds

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Options bound the work; the zero value uses the defaults.
type Options struct {
	Waves  int // throws one after the other; default 400
	States int // different states in one wave; default 200,000
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
	Waves    int
	States   int // forks that were followed
}

// node is a state and what its script has still to give.
type node struct {
	run   *interp.Run
	queue trial.Queue
	p     *big.Rat
}

// Ask works out a question of the program.
func Ask(m *interp.Machine, script int, o Options) (*Answer, error) {
	if o.Waves == 0 {
		o.Waves = 400
	}
	if o.States == 0 {
		o.States = 200_000
	}
	if o.Least == 0 {
		o.Least = 60
	}
	a := &asking{m: m, o: o, out: &Answer{Name: m.P.Scripts[script].Name, LeftOut: new(big.Rat)}, sums: map[int64]*Outcome{}}
	least := new(big.Int).Lsh(big.NewInt(1), uint(o.Least))
	a.least = new(big.Rat).SetFrac(big.NewInt(1), least)
	wave := []*node{{run: m.Start(script), p: big.NewRat(1, 1)}}
	for len(wave) > 0 {
		if a.out.Waves++; a.out.Waves > o.Waves {
			for _, n := range wave {
				a.out.LeftOut.Add(a.out.LeftOut, n.p)
			}
			break
		}
		met := &frontier{at: map[uint64][]*node{}}
		for _, n := range wave {
			thrown, err := a.follow(n)
			if err != nil {
				return nil, err
			}
			if thrown {
				met.add(n)
			}
		}
		if len(met.all) > o.States {
			return nil, &interp.LimitError{What: fmt.Sprintf("%d states", o.States)}
		}
		a.out.States += len(met.all)
		wave = wave[:0]
		for _, n := range met.all {
			var err error
			if wave, err = a.fork(n, wave); err != nil {
				return nil, err
			}
		}
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
	m     *interp.Machine
	o     Options
	out   *Answer
	sums  map[int64]*Outcome
	least *big.Rat
}

// follow plays a node to its next throw, where equal nodes can meet. It answers false when the node
// came to its measure instead.
func (a *asking) follow(n *node) (thrown bool, err error) {
	for {
		stop := n.run.Step()
		switch stop.Kind {
		case interp.Throw:
			counts, fixed, err := n.queue.Throw(&stop.Throw)
			if err != nil || !fixed {
				return true, err
			}
			if err := n.run.Resume(interp.Result{Counts: counts}); err != nil {
				return false, err
			}
		case interp.Ask:
			r, err := n.queue.Answer(n.run, &stop.Ask)
			if err != nil {
				return false, err
			}
			if err := n.run.Resume(r); err != nil {
				return false, err
			}
		case interp.Step:
			if !n.queue.Prepare(n.run, stop.Step) {
				if m, ok := stop.Step.Stmt.(*ir.Measure); ok {
					return false, a.measured(n, m, stop.Step.Value.Int(n.run.Env()))
				}
			}
			if err := n.run.Resume(interp.Result{}); err != nil {
				return false, err
			}
		case interp.Done:
			return false, fmt.Errorf("the question %q measures nothing", a.out.Name)
		default:
			return false, stop.Err
		}
	}
}

func (a *asking) measured(n *node, m *ir.Measure, value int64) error {
	if err := n.run.V.Err; err != nil {
		return err
	}
	x := a.sums[value]
	if x == nil {
		x = &Outcome{N: value, Value: n.run.Show(m.Value.Type, value), P: new(big.Rat)}
		a.sums[value] = x
	}
	x.P.Add(x.P, n.p)
	return nil
}

// fork appends a node for every result of the throw that n has come to: every way to divide the dice
// among the classes.
func (a *asking) fork(n *node, wave []*node) ([]*node, error) {
	stop := n.run.Step()
	results := Results(&stop.Throw)
	for i, r := range results {
		p := new(big.Rat).Mul(n.p, r.P)
		if p.Cmp(a.least) < 0 {
			a.out.LeftOut.Add(a.out.LeftOut, p)
			continue
		}
		run := n.run
		if i < len(results)-1 {
			run = n.run.Fork()
			run.Step()
		}
		if err := run.Resume(interp.Result{Counts: r.Counts}); err != nil {
			return nil, err
		}
		wave = append(wave, &node{run: run, queue: n.queue, p: p})
	}
	return wave, nil
}

// frontier holds the nodes of a wave at their throws, equal ones merged, in the order of their arrival.
type frontier struct {
	all []*node
	at  map[uint64][]*node
}

func (f *frontier) add(n *node) {
	h := n.run.S.Hash()
	for _, o := range f.at[h] {
		if len(o.queue.Answers) == len(n.queue.Answers) && len(o.queue.Dice) == len(n.queue.Dice) && o.run.S.Equal(n.run.S) {
			o.p.Add(o.p, n.p)
			return
		}
	}
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
