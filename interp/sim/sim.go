// Package sim answers questions by playing them many times: Monte Carlo over the same program as
// play. Sample i of a seed is the same whoever plays it, so the result does not depend on the
// number of workers.
package sim

import (
	"fmt"
	"slices"
	"sync"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Options say how much to play.
type Options struct {
	N        int64
	Seed     uint64
	Workers  int             // default 1
	Progress func(int64)     // called now and then with how many more samples are done
	Stop     <-chan struct{} // closed to stop early
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
	Samples  int64
}

// block is how many samples a worker takes at a time.
const block = 64

// Ask plays a question of the program N times.
func Ask(m *interp.Machine, script int, o Options) (*Answer, error) {
	start, err := before(m, script)
	if err != nil {
		return nil, err
	}
	if o.Workers < 1 {
		o.Workers = 1
	}
	var mu sync.Mutex
	next, done := int64(0), int64(0)
	counts := map[int64]int64{}
	names := map[int64]string{}
	var failed error
	take := func() (int64, int64, bool) {
		mu.Lock()
		defer mu.Unlock()
		select {
		case <-o.Stop:
			return 0, 0, false
		default:
		}
		if next >= o.N || failed != nil {
			return 0, 0, false
		}
		a := next
		next = min(o.N, a+block)
		return a, next, true
	}
	var wg sync.WaitGroup
	crashes := make(chan any, o.Workers)
	for range o.Workers {
		w := &worker{start: start, run: start.run.Fork(), counts: map[int64]int64{}, names: map[int64]string{}}
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { // a bug of ours belongs to whoever asked
				if p := recover(); p != nil {
					crashes <- p
				}
			}()
			for {
				a, b, ok := take()
				if !ok {
					break
				}
				for i := a; i < b; i++ {
					if err := w.sample(dice.New(o.Seed, uint64(i))); err != nil {
						mu.Lock()
						if failed == nil {
							failed = fmt.Errorf("sample %d of seed %d: %w", i, o.Seed, err)
						}
						mu.Unlock()
						return
					}
				}
				if o.Progress != nil {
					mu.Lock()
					o.Progress(b - a)
					mu.Unlock()
				}
			}
			mu.Lock()
			for v, n := range w.counts {
				counts[v] += n
				names[v] = w.names[v]
				done += n
			}
			mu.Unlock()
		}()
	}
	wg.Wait()
	select {
	case p := <-crashes:
		panic(p)
	default:
	}
	if failed != nil {
		return nil, failed
	}
	out := &Answer{Name: m.P.Scripts[script].Name, Samples: done}
	for v, n := range counts {
		out.Outcomes = append(out.Outcomes, Outcome{names[v], v, n})
	}
	slices.SortFunc(out.Outcomes, func(x, y Outcome) int {
		if x.N < y.N {
			return -1
		}
		return 1
	})
	return out, nil
}

// position is a run before its first throw, and what its script still gives.
type position struct {
	run   *interp.Run
	queue trial.Queue
}

// before plays up to the first throw, which every sample shares.
func before(m *interp.Machine, script int) (*position, error) {
	p := &position{run: m.Start(script)}
	p.run.Bare = true
	for {
		stop := p.run.Step()
		if stop.Kind != interp.Step {
			return p, stop.Err
		}
		if _, ok := stop.Step.Stmt.(*ir.Measure); ok {
			return p, nil
		}
		p.queue.Prepare(p.run, stop.Step)
		if err := p.run.Resume(interp.Result{}); err != nil {
			return nil, err
		}
	}
}

type worker struct {
	start  *position
	run    *interp.Run
	counts map[int64]int64
	names  map[int64]string
	dice   []int64 // of the throw at hand
}

func (w *worker) sample(d *dice.Source) error {
	w.run.Reset(w.start.run)
	queue := w.start.queue
	for {
		w.run.Auto = len(queue.Answers) == 0
		stop := w.run.Step()
		var err error
		switch stop.Kind {
		case interp.Throw:
			counts, ok, e := queue.Throw(&stop.Throw)
			if e != nil {
				return e
			}
			if !ok {
				c := &stop.Throw
				w.dice = slices.Grow(w.dice[:0], len(c.Classes))
				counts = d.CountsIn(w.dice[:len(c.Classes)], c.N, c.Faces, c.ByFace)
			}
			err = w.run.Resume(interp.Result{Counts: counts})
		case interp.Ask:
			var a interp.Result
			if a, err = queue.Answer(w.run, &stop.Ask); err == nil {
				err = w.run.Resume(a)
			}
		case interp.Step:
			if m, ok := stop.Step.Stmt.(*ir.Measure); ok {
				v := stop.Step.Value.Int(w.run.Env())
				if err := w.run.V.Err; err != nil {
					return err
				}
				if w.counts[v]++; w.counts[v] == 1 {
					w.names[v] = w.run.Show(m.Value.Type, v)
				}
				return nil
			}
			queue.Prepare(w.run, stop.Step)
			err = w.run.Resume(interp.Result{})
		case interp.Done:
			return fmt.Errorf("the question measures nothing")
		default:
			return stop.Err
		}
		if err != nil {
			return err
		}
	}
}
