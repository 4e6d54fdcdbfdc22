// Package odds answers questions exactly. It runs the same program as play: at each throw the run
// forks, once for every result that the rules can tell apart, with its probability; runs that go on in
// the same way merge. Work goes in waves, a wave a throw, so that what is equal meets.
//
// # What is equal
//
// Positions go on in the same way when they stand at the same place of the rules and agree in all that is
// read from there on; package live says what that is. They meet at throws, and where the event around a
// throw has ended, as long as enough of them do.
//
// A position is taken apart further: into what is at work (a core), what stands below it and is not
// touched until it is over (around), and the cells of the instances. What becomes of a core is played once
// and kept as a lesson; it holds for whatever is around, and for all cells that agree in those that were
// read while it was played.
//
// # The horizon
//
// Rules can throw dice for ever: beyond the horizon the rest is left out, and its exact mass is
// reported. The mass of a wave is the chance that so many throws are needed one after the other. That is
// a property of the program, so where the horizon lies, and with it every digit of an answer, does not
// depend on how well runs merge.
package odds

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/internal/live"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Options bound the work; the zero value uses the defaults.
type Options struct {
	// Waves is how many throws one after the other are followed, whatever their mass. 0: as many as it
	// takes until the mass of a wave is below Least, and no more than Budget.Throws.
	Waves   int
	Least   *big.Rat // the first wave below it is left out; nil: 1/10^12
	Budget  interp.Budget
	Context context.Context // cancels the work; nil: nobody does
}

func (o Options) full() Options {
	o.Budget = o.Budget.Full()
	if o.Least == nil {
		o.Least = big.NewRat(1, 1e12)
	}
	if o.Context == nil {
		o.Context = context.Background()
	}
	return o
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
	LeftOut  *big.Rat // the chance that more than Waves throws are needed; of an answer that was cut short, all that is not known
	Refused  *big.Rat // how likely it is that an event which the question starts is refused
	Waves    int      // throws one after the other that were followed
	States   int      // different positions at a throw
	Forks    int      // results of throws that were followed
	Runs     int      // how often something was played for it: what is known of one position holds for many
}

// Ask works out a question of the program. When the work is cut short, by the context or at a bound, it
// gives the error and the answer so far. When all ways were followed and the question gives an answer that nobody asks for on
// any of them, the error is an [interp.UnaskedError], and the answer is whole.
func Ask(m *interp.Machine, script int, o Options) (*Answer, error) {
	return ask(m, script, o, false)
}

// ask works out a question. A plain answer takes nothing for equal that is not the same in all that a
// position holds, and nothing from one position to another: the long way to the same fractions.
func ask(m *interp.Machine, script int, o Options, plain bool) (*Answer, error) {
	a := &asking{plain: plain, o: o.full(), at: m.P.Scripts[script], run: m.Start(script), sums: map[int64]*Outcome{}, things: map[string]int64{}, like: map[parts]interp.Position{}}
	a.out = &Answer{Name: a.at.Name, Refused: new(big.Rat)}
	a.keys.live, a.keys.plain = live.New(m), plain
	a.asides.arounds = []around{{}}
	a.ways = ways{most: a.o.Budget.Results, all: map[string]*results{}}
	a.run.Cancel(a.o.Context)
	a.run.Within(a.o.Budget)
	var asks interp.Asks
	asks.Hear(a.run)
	err := a.all()
	if err == nil && len(a.wave.throws.all) == 0 { // else it may be asked for in what is left out
		err = asks.Unasked()
	}
	return a.answer(), err
}

// asking is the work on a question.
type asking struct {
	interp.Automatic
	plain  bool
	o      Options
	out    *Answer
	at     *ir.Script
	run    *interp.Run // goes from node to node
	moment interp.Moment
	keys   keys
	cells  cells
	asides asides
	ways   ways
	known  pool // the keys of the cores
	cores  []*core
	room   state.Room // for their positions
	shelf  struct {
		lessons state.Shelf[lesson]
		become  state.Shelf[arrival]
		reads   state.Shelf[write]
	}
	taught  table[*lesson]            // of cores that come back, by core and by what they come back to
	like    map[parts]interp.Position // one with these parts, the last
	wave    wave                      // whose dice are thrown
	next    wave                      // that is being come to
	between []layer                   // nodes on the way to it, where an event has ended, by how many frames stand
	by      *big.Int                  // its denominator is that of the wave before, so many times
	sums    map[int64]*Outcome
	things  map[string]int64 // that were measured: their names, by which they are summed up, for their numbers may change
	value   int64            // that was measured last
	rates   table[*rate]     // by where an event has ended; what falls together there is taken for one place
	written []int32
	parts   mass // of the results of a throw, by what they come to
	part    mass
	read    []int32
	become  []arrival
	many    int   // cells where the run was kept
	steps   int64 // of all runs so far
	memory  int64 // bytes of the cores
}

// all follows wave after wave.
func (a *asking) all() error {
	a.next.begin(big.NewInt(1))
	a.run.Keep(&a.moment)
	first, _, err := a.play(a.keys.parts(a.run.S, parts{}, true, true), 1, 0)
	if err != nil {
		return err
	}
	if err := a.arrive(&first, 0, a.cells.of(a.run.S.Cells), mass{1}); err != nil {
		return err
	}
	for {
		if err := a.ends(); err != nil {
			return err
		}
		a.count()
		a.wave, a.next = a.next, a.wave
		a.next.begin(a.wave.denom)
		switch {
		case len(a.wave.throws.all) == 0:
			return nil
		case a.o.Waves > 0 && a.out.Waves == a.o.Waves, a.o.Waves == 0 && a.wave.mass().Cmp(a.o.Least) < 0:
			return nil
		case a.out.Waves == a.o.Budget.Throws && a.o.Waves == 0:
			return a.limit("throws one after the other", int64(a.o.Budget.Throws))
		}
		a.out.Waves++
		a.out.States += len(a.wave.throws.all)
		a.by = a.wave.multiple(a.cores)
		a.next.begin(new(big.Int).Mul(a.wave.denom, a.by))
		for from, n := range a.wave.throws.all {
			l, err := a.lesson(n)
			if err != nil {
				return err
			}
			words := a.next.words
			scaled := a.cores[n.core].dice.scale(a.out.Waves, a.by, words)
			a.parts = append(a.parts[:0], make(mass, len(l.become)*words)...)
			for w, at := range l.way {
				a.parts[int(at)*words:][:words].add(scaled[w*words:][:words])
			}
			for i := range l.become {
				a.part = slices.Grow(a.part[:0], words)[:words]
				a.part.product(a.wave.throws.of(from, a.wave.words), a.parts[i*words:][:words])
				if err := a.learnt(l, i, n, a.part); err != nil {
					return err
				}
			}
			a.out.Forks += len(l.way)
		}
	}
}

// ends follows what waits where an event has ended, the innermost first: so all that can meet there has
// come before one goes on.
func (a *asking) ends() error {
	for top := len(a.between) - 1; top > 0; top-- {
		for i := 0; i < len(a.between[top].all); i++ {
			n := a.between[top].all[i]
			l, err := a.lesson(n)
			if err != nil {
				return err
			}
			if err := a.learnt(l, 0, n, a.between[top].of(i, a.next.words)); err != nil {
				return err
			}
		}
		a.between[top].empty()
	}
	return a.o.Context.Err()
}

// learnt sends a node on as a lesson says, with so much of its mass.
func (a *asking) learnt(l *lesson, i int, n node, m mass) error {
	to, around := &l.become[i], n.around
	if a.cores[n.core].back {
		around = a.asides.arounds[around].below
	}
	if l.exact {
		return a.arrive(to, around, to.cells-1, m)
	}
	return a.arrive(to, around, a.cells.after(n.cells, to.change), m)
}

// arrive puts a node where it waits, or measures it.
func (a *asking) arrive(to *arrival, around, cells uint32, m mass) error {
	w := &a.next
	if to.core == 0 {
		if w.measured[to.value] == nil {
			w.measured[to.value] = make(mass, w.words)
		}
		w.measured[to.value].add(m)
		if to.refused {
			w.refused.add(m)
		}
		return nil
	}
	l, c := &w.throws, a.cores[to.core-1]
	if c.dice == nil {
		if c.frames >= len(a.between) {
			a.between = append(a.between, make([]layer, c.frames+1-len(a.between))...)
		}
		l = &a.between[c.frames]
	}
	if to.aside != 0 {
		around = a.asides.on(around, to.aside)
	}
	if l.add(node{c.number, around, cells}, m) && len(l.all) > a.o.Budget.States {
		return a.limit("states", int64(a.o.Budget.States))
	}
	return nil
}

// count adds what was measured on the way to a wave to the answer.
func (a *asking) count() {
	w := &a.next
	for n, m := range w.measured {
		p := new(big.Rat).SetFrac(m.wide(), w.denom)
		a.sums[n].P.Add(a.sums[n].P, p)
	}
	if !w.refused.none() {
		p := new(big.Rat).SetFrac(w.refused.wide(), w.denom)
		a.out.Refused.Add(a.out.Refused, p)
	}
	clear(w.measured)
	clear(w.refused)
}

// answer is what was found so far.
func (a *asking) answer() *Answer {
	a.count()
	left := big.NewRat(1, 1)
	for _, x := range a.sums {
		if x.P.Sign() > 0 {
			a.out.Outcomes = append(a.out.Outcomes, *x)
			left.Sub(left, x.P)
		}
	}
	slices.SortFunc(a.out.Outcomes, func(x, y Outcome) int {
		return cmp.Or(cmp.Compare(x.N, y.N), cmp.Compare(x.Value, y.Value))
	})
	a.out.LeftOut = left
	return a.out
}

func (a *asking) limit(what string, bound int64) error {
	return &interp.LimitError{What: what, Bound: bound, At: a.at.At}
}
