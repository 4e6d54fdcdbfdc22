// Package sim answers questions by playing them many times: Monte Carlo over the same program as
// play. Sample i of a seed is the same whoever plays it, so the result does not depend on the
// number of workers.
package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Options say how much to play.
type Options struct {
	N        int64
	Seed     uint64
	Workers  int             // at least 1; no more than there are blocks of samples, nor than mostWorkers
	Progress func(int64)     // called now and then, by any worker, with how many more samples are done
	Context  context.Context // ends it early, with what was played so far; nil: nothing does
	Budget   interp.Budget   // of each sample
}

// Outcome is one value of the measure and how often it came.
type Outcome struct {
	Value string
	N     int64
	Count int64
}

// Answer is what came of the samples.
type Answer struct {
	Name     string
	Outcomes []Outcome
	N        int64 // samples that were played
}

// block is how many samples a worker takes at a time.
const block = 16

// mostWorkers is more than any machine has processors for, and costs next to nothing.
const mostWorkers = 1024

// Ask plays a question of the program N times. When the context ends, it answers with what was played so
// far and the cause.
func Ask(m *interp.Machine, script int, o Options) (*Answer, error) {
	if o.Context == nil {
		o.Context = context.Background()
	}
	out := &Answer{Name: m.P.Scripts[script].Name}
	start, err := before(m, script, o)
	switch {
	case err != nil && o.Context.Err() != nil:
		return out, err
	case err != nil:
		return nil, err
	}
	var next atomic.Int64 // sample
	var failed atomic.Bool
	var wg sync.WaitGroup
	workers := make([]*worker, max(1, min(int64(o.Workers), (o.N-1)/block+1, mostWorkers)))
	for i := range workers {
		wg.Go(func() {
			w := new(worker) // and what it has, made by who plays: no line of memory is written by two
			workers[i] = w
			defer func() {
				if w.fault = recover(); w.fault != nil || w.err != nil {
					failed.Store(true)
				}
			}()
			w.start, w.run, w.at, w.outcomes = start.Fork(), start.Fork(), m.P.Scripts[script], map[measured]*Outcome{}
			for o.Context.Err() == nil && !failed.Load() {
				from := next.Add(block) - block
				to := min(o.N, from+block)
				if from >= to {
					return
				}
				for i := from; i < to; i++ {
					if err := w.sample(dice.New(dice.Nth(o.Seed, uint64(i)), 0)); err != nil {
						w.err = fmt.Errorf("sample %d of seed %d: %w", i, o.Seed, err)
						return
					}
				}
				if o.Progress != nil {
					o.Progress(to - from)
				}
			}
		})
	}
	wg.Wait()
	all := map[measured]int{}
	for _, w := range workers {
		if w.fault != nil { // a bug of ours belongs to whoever asked
			panic(w.fault)
		}
		if w.err != nil && o.Context.Err() == nil {
			return nil, w.err
		}
		for v, x := range w.outcomes {
			i, there := all[v]
			if !there {
				i = len(out.Outcomes)
				all[v] = i
				out.Outcomes = append(out.Outcomes, Outcome{x.Value, x.N, 0})
			}
			out.Outcomes[i].N = min(out.Outcomes[i].N, x.N)
			out.Outcomes[i].Count += x.Count
			out.N += x.Count
		}
	}
	slices.SortFunc(out.Outcomes, func(x, y Outcome) int {
		return cmp.Or(cmp.Compare(x.N, y.N), cmp.Compare(x.Value, y.Value))
	})
	if out.N < o.N {
		return out, context.Cause(o.Context)
	}
	return out, nil
}

// before plays up to the first throw, which every sample shares.
func before(m *interp.Machine, script int, o Options) (*interp.Run, error) {
	r := m.Start(script)
	r.Cancel(o.Context)
	r.Within(o.Budget)
	err := interp.Drive(r, first{})
	if err == errFirst {
		err = nil
	}
	return r, err
}

// first is a handler that stops before the first thing that is not the same for all.
type first struct{ interp.Automatic }

var errFirst = errors.New("here the samples part")

// Throw stops.
func (first) Throw(*interp.Run, *interp.Chance) ([]int64, error) { return nil, errFirst }

// Step stops before what is measured.
func (first) Step(_ *interp.Run, s *code.Step) error {
	if _, ok := s.Stmt.(*ir.Measure); ok {
		return errFirst
	}
	return nil
}

// measured is a value; of a thing it is the name, for its number may be another in each sample.
type measured struct {
	n    int64
	name string
}

// worker plays samples, one after the other, with memory of its own.
type worker struct {
	interp.Automatic
	start    *interp.Run
	run      *interp.Run
	source   *dice.Source
	at       *ir.Script
	outcomes map[measured]*Outcome
	dice     []int64 // of the throw at hand
	err      error
	fault    any // a panic
}

// errMeasured ends a sample that has come to its measure.
var errMeasured = errors.New("the sample is measured")

func (w *worker) sample(d *dice.Source) error {
	w.run.Reset(w.start)
	w.source = d
	switch err := interp.Drive(w.run, w); err {
	case errMeasured:
		return nil
	case nil:
		return fmt.Errorf("the question measures nothing")
	default:
		return err
	}
}

// Throw throws the dice of the sample.
func (w *worker) Throw(_ *interp.Run, c *interp.Chance) ([]int64, error) {
	w.dice = slices.Grow(w.dice[:0], len(c.Classes))
	return w.source.CountsIn(w.dice[:len(c.Classes)], c.N, c.Faces, c.ByFace), nil
}

// Step counts what is measured.
func (w *worker) Step(r *interp.Run, s *code.Step) error {
	m, ok := s.Stmt.(*ir.Measure)
	if !ok {
		return nil
	}
	v := s.Value.Int(r.Env())
	if err := r.V.Err; err != nil {
		return err
	}
	key := measured{n: v}
	if m.Value.Type.Kind == ir.Inst {
		key = measured{name: interp.Measured(r, w.at, m.Value.Type, v)}
	}
	x := w.outcomes[key]
	if x == nil {
		x = &Outcome{Value: interp.Measured(r, w.at, m.Value.Type, v), N: v}
		w.outcomes[key] = x
	}
	x.N = min(x.N, v)
	x.Count++
	return errMeasured
}
