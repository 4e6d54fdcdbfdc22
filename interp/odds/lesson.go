package odds

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/internal/live"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// core is a position but for its cells. Positions that differ in nothing else go the same way as long as
// they agree in the cells that are read on it: so what one run has found out holds for many.
type core struct {
	like   interp.Position // of the first that came, but for where it stands and for the cells
	at     state.Stand
	parts  parts
	dice   *results // of the throw it stands at; nil where an event has ended
	frames int
	back   bool // it has just come back to what is around
	number uint32
	known  *lesson // of one that does not come back
}

// lessons are those of a core, and of what it comes back to: the first of them.
func (a *asking) lessons(c *core, to *aside) **lesson {
	if to == nil {
		return &c.known
	}
	return a.taught.at(uint64(c.number+1)<<32 | uint64(to.number))
}

// lesson is what comes of a core: with cells like these, so.
type lesson struct {
	next   *lesson
	exact  bool   // it holds for these cells alone
	cells  uint32 // which it was made with
	read   []write
	become []arrival // what different results of the throw come to
	way    []int32   // which of them each result does; nil without a throw
}

// holds tells whether a lesson is one for some cells.
func (l *lesson) holds(n uint32, all []int64) bool {
	if n == l.cells {
		return true
	}
	if l.exact {
		return false
	}
	for _, w := range l.read {
		if all[w.n] != w.v {
			return false
		}
	}
	return true
}

// arrival is where a run comes to: a core, with the cells so changed; or, without a core, the measure.
type arrival struct {
	core    uint32 // its number and one
	aside   uint32 // what is put aside from here on: its number
	change  uint32
	cells   uint32 // of an exact lesson, instead of a change
	value   int64
	refused bool
}

// errThrow and errMeasured are why a run that is followed stops.
var errThrow, errMeasured = errors.New("dice are thrown"), errors.New("it is measured")

// lesson finds what comes of a node, or finds it out.
func (a *asking) lesson(n node) (*lesson, error) {
	c, all := a.cores[n.core], a.cells.content[n.cells]
	var restored *aside
	around := a.asides.arounds[n.around]
	if c.back {
		restored, around = around.layer, a.asides.arounds[around.below]
	}
	for l := *a.lessons(c, restored); l != nil; l = l.next {
		if l.holds(n.cells, all) {
			return l, nil
		}
	}
	l := &a.shelf.lessons.Take(1)[:1][0]
	l.cells = n.cells
	a.many = len(all)
	a.run.V.Looked = eval.Seen{}
	a.written = a.written[:0]
	ways := 1
	a.become = a.become[:0]
	if c.dice != nil {
		ways = len(c.dice.weights)
		l.way = make([]int32, 0, ways)
	}
	for i := range ways {
		if i == 0 || !a.run.Return(&a.moment) {
			a.run.VisitAt(c.like, c.at, all)
			if restored != nil {
				restored.restore(a.run.S)
			}
			if c.dice == nil {
				a.run.Watch(&a.moment)
			} else {
				if stop := a.run.Step(); stop.Kind != interp.Throw { // a bound, or the context
					return nil, stop.Err
				}
				a.run.Keep(&a.moment)
			}
		}
		if c.dice != nil {
			if err := a.run.Resume(interp.Result{Counts: c.dice.of(i)}); err != nil {
				return nil, err
			}
		}
		to, exact, err := a.play(c.parts, len(a.run.S.Frames), around.base())
		if err != nil {
			return nil, err
		}
		l.exact = l.exact || exact
		at := slices.Index(a.become, to)
		if at < 0 {
			at = len(a.become)
			a.become = append(a.become, to)
		}
		if c.dice != nil {
			l.way = append(l.way, int32(at))
		}
	}
	l.become = append(a.shelf.become.Take(len(a.become)), a.become...)
	if !l.exact {
		a.read = a.run.V.Looked.Of(len(all), a.read[:0])
		l.read = a.shelf.reads.Take(len(a.read))
		for _, i := range a.read {
			l.read = append(l.read, write{i, all[i]})
		}
	} else {
		for i := range l.become {
			if x := &l.become[i]; x.core != 0 && x.cells == 0 {
				x.cells = a.cells.after(n.cells, x.change) + 1
			}
		}
	}
	first := a.lessons(c, restored)
	l.next, *first = *first, l
	a.memory += int64(80*len(l.become) + 4*ways + 16*len(l.read))
	return l, nil
}

// play plays on from where the run stands to the next throw, or to the measure, or to where the event
// around it has ended: there, where frames of the rules are over, equal positions can meet. base is the
// frame from which on the rules are at work. exact says that what becomes of the cells cannot be told as a
// change.
func (a *asking) play(was parts, frames, base int) (to arrival, exact bool, err error) {
	a.run.Afresh()
	a.out.Runs++
	for {
		err := interp.DriveOut(a.run, a, frames)
		var stop *interp.Stop
		var met *rate
		switch {
		case err == errMeasured:
			return arrival{value: a.value, refused: a.run.StepRefused()}, false, a.burnt()
		case err == errThrow:
			stop = &interp.Stop{}
		case err != nil:
			return to, false, err
		case len(a.run.S.Frames) == 0:
			return to, false, fmt.Errorf("the question %q measures nothing", a.out.Name)
		default:
			frames = len(a.run.S.Frames)
			if met = a.rate(&a.run.S.Frames[frames-1], frames); frames > base && met.idle() {
				continue
			}
		}
		if base == 0 { // else what is around would have to follow
			a.run.Compact() // equal situations are then equal states
		}
		if stop != nil {
			if *stop = a.run.Step(); stop.Kind != interp.Throw {
				return to, false, stop.Err
			}
		}
		written, lists, insts, known := a.run.Since(&a.moment, a.written[:0])
		a.written, exact = written, !known || len(a.run.S.Cells) != a.many
		if len(a.run.S.Frames) < base {
			return to, false, fmt.Errorf("the question %q has lost an event that is under way", a.out.Name)
		}
		place := a.keys.live.Place(a.run, stop != nil && !stop.Draw)
		from := base
		if !a.plain {
			from = max(base, place.Inner())
		}
		exact = exact || a.plain
		back := base > 0 && len(a.run.S.Frames) == base
		switch {
		case back:
			from = base
		case from > base:
			to.aside = a.asides.layer(place, a.run.S, base, from).number
		}
		to.core, err = a.core(place, a.keys.parts(a.run.S, was, lists, insts), stop, from, back)
		if err != nil {
			return to, false, err
		}
		if exact {
			to.cells = a.cells.of(a.run.S.Cells) + 1
		} else {
			to.change = a.cells.changeOf(a.written, a.run.S.Cells)
		}
		if met != nil {
			met.see(to.core)
		}
		return to, exact, a.burnt()
	}
}

// core finds the number and one of the core of where the run stands, which is a new one perhaps.
func (a *asking) core(place *live.Place, p parts, stop *interp.Stop, from int, back bool) (uint32, error) {
	key := a.keys.of(a.run, place, p, stop, from, back)
	n, isNew := a.known.number(key)
	if !isNew {
		return n, nil
	}
	c := &core{parts: p, frames: len(a.run.S.Frames), back: back, number: uint32(len(a.cores))}
	if stop != nil {
		var err error
		if c.dice, err = a.ways.of(&stop.Throw); err != nil {
			return 0, err
		}
	}
	like, ok := a.like[p]
	if ok {
		like = a.run.But(like)
	} else {
		like = a.run.Save()
		a.memory += like.Size()
	}
	a.like[p] = like
	c.like, c.at = like, a.run.S.Stand(min(from, c.frames-1), &a.room) // of what comes back, too, what it has taken over
	a.cores = append(a.cores, c)
	if a.memory += c.at.Size() + int64(len(key)) + 200; a.memory > a.o.Budget.Memory {
		return 0, a.limit("bytes of states", a.o.Budget.Memory)
	}
	return n, nil
}

// burnt counts the steps of the run that was followed.
func (a *asking) burnt() error {
	if a.steps += a.run.Used(); a.steps > a.o.Budget.AllSteps {
		return a.limit("steps", a.o.Budget.AllSteps)
	}
	return nil
}

// rate is what stopping brings at a place where an event has ended.
type rate struct {
	came int
	met  map[uint32]bool // cores
}

// rate is that of the place where the top frame of so many stands.
func (a *asking) rate(top *state.Frame, frames int) *rate {
	r := a.rates.at(uint64(top.Block+1)<<40 ^ uint64(top.PC)<<16 ^ uint64(frames))
	if *r == nil {
		*r = &rate{met: map[uint32]bool{}}
	}
	return *r
}

// watched is how many arrivals decide whether a place is worth a stop.
const watched = 256

func (r *rate) see(c uint32) {
	if r.came++; r.came <= watched {
		r.met[c] = true
	}
}

// idle tells whether so few positions meet that looking for them costs more than playing on.
func (r *rate) idle() bool { return r.came >= watched && 3*len(r.met) > watched }

// Throw stops the run: all results are followed.
func (a *asking) Throw(*interp.Run, *interp.Chance) ([]int64, error) { return nil, errThrow }

// Step stops the run where something is measured.
func (a *asking) Step(r *interp.Run, s *code.Step) error {
	m, ok := s.Stmt.(*ir.Measure)
	if !ok {
		return nil
	}
	a.value = s.Value.Int(r.Env())
	if err := r.V.Err; err != nil {
		return err
	}
	n := a.value
	if m.Value.Type.Kind == ir.Inst {
		name := interp.Measured(r, a.at, m.Value.Type, n)
		if _, known := a.things[name]; !known {
			a.things[name] = int64(len(a.things))
		}
		a.value = a.things[name]
	}
	if x := a.sums[a.value]; x != nil {
		x.N = min(x.N, n)
	} else {
		a.sums[a.value] = &Outcome{N: n, Value: interp.Measured(r, a.at, m.Value.Type, n), P: new(big.Rat)}
	}
	return errMeasured
}
