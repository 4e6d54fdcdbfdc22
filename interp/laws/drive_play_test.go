package laws_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

type player struct {
	p      *program
	m      *interp.Machine
	h      how
	run    *interp.Run
	queue  trial.Queue
	rng    *rand.Rand
	dice   *dice.Source
	names  *names
	inputs []interp.Result
	out    *outcome
	muted  bool
}

// take makes a run the one that is played, with whoever listens to it.
func (p *player) take(r *interp.Run) {
	f := p.h.fuel
	r.Budget = interp.Budget{Steps: f.steps, Depth: f.depth, Instances: f.instances, Choices: f.choices}
	r.Auto = p.h.auto
	p.run = r
	if !p.h.told {
		return
	}
	r.Rec = p.hear
	r.Why = func(_ int, _ int32, _ bool, why func() interp.Reason) { _ = why() }
	r.Wrote = func(int32, *code.Write, int64, int64) {}
	r.Folded = func(*ir.Field, int64, int64, []eval.Contribution) {}
}

func (p *player) play() {
	defer p.died()
	o := p.out
	for {
		if o.stops++; o.stops > p.h.fuel.stops {
			o.end, o.limit = "stopped: too many stops", true
			break
		}
		if p.h.auto {
			p.run.Auto = len(p.queue.Answers) == 0
		}
		stop := p.run.Step()
		if stop.Kind != interp.Fail && stop.Kind != interp.Done {
			if p.h.rebase == o.stops {
				b, err := json.Marshal(p.run.S)
				if err != nil {
					panic(err)
				}
				o.saved, o.story, o.marks, p.inputs = b, nil, nil, nil
				p.names = newNames(p.run)
			}
			if p.h.reload != nil && p.h.reload(o.stops) {
				if !p.throughJSON() {
					break
				}
				stop = p.run.Step()
			}
		}
		if p.h.quiet != nil {
			p.h.quiet(p.run, stop)
		}
		if p.on(stop) {
			break
		}
	}
	o.marks = append(o.marks, mark{p.run.S.Clone()})
}

// throughJSON writes the position, reads it again and goes on from there.
func (p *player) throughJSON() bool {
	b, err := json.Marshal(p.run.S)
	s := new(state.State)
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(b))
		d.DisallowUnknownFields()
		err = d.Decode(s)
	}
	if err != nil {
		p.out.end = "stopped: " + err.Error()
		return false
	}
	old := arrivals(p.run)
	p.take(p.m.Resume(s))
	p.names.move(old, arrivals(p.run))
	return true
}

// on does what a stop wants and answers whether the play is over.
func (p *player) on(stop interp.Stop) bool {
	o := p.out
	var err error
	switch stop.Kind {
	case interp.Throw:
		var counts []int64
		if counts, err = p.throw(&stop.Throw); err == nil {
			if counts == nil {
				o.end = "stopped: no dice"
				return true
			}
			p.input(interp.Result{Counts: counts})
			err = p.run.Resume(interp.Result{Counts: counts})
		}
	case interp.Ask:
		for _, a := range stop.Ask.Actions {
			p.tell("offered " + p.m.P.Events[a.Event].Name)
		}
		if p.h.wrong {
			p.givenWrong(&stop.Ask)
		}
		if p.h.probe != nil {
			p.h.probe.at(p, &stop.Ask)
		}
		var a interp.Result
		if a, err = p.answer(&stop.Ask); err == nil {
			p.input(a)
			err = p.run.Resume(a)
		}
	case interp.Step:
		switch stmt := stop.Step.Stmt.(type) {
		case *ir.Measure:
			o.value = stop.Step.Value.Int(p.run.Env())
			if err := p.run.V.Err; err != nil {
				o.end = failure(err)
				return true
			}
			o.end, o.refused = "measured", p.run.StepRefused()
			return true
		case *ir.Expect:
			if stmt.Form == ir.ExpectCond {
				v := p.run.Env()
				holds := stop.Step.Cond(v)
				if v.Err != nil {
					o.end = failure(v.Err)
					return true
				}
				p.tell(fmt.Sprintf("expect %v", holds))
			}
		default:
			p.queue.Prepare(p.run, stop.Step)
		}
		p.input(interp.Result{})
		err = p.run.Resume(interp.Result{})
	case interp.Done:
		o.end = "done"
		return true
	default:
		o.end = failure(stop.Err)
		var limit *interp.LimitError
		o.limit = errors.As(stop.Err, &limit)
		return true
	}
	if err != nil {
		o.end = "stopped: " + err.Error()
		return true
	}
	return false
}

// failure is an error without its place, which moves when declarations do.
func failure(err error) string {
	var e *eval.Error
	var l *interp.LimitError
	switch {
	case errors.As(err, &e):
		return "failed: " + e.Msg
	case errors.As(err, &l):
		return "failed: the limit of " + l.What
	}
	return "failed: " + err.Error()
}

func (p *player) input(a interp.Result) { p.inputs = append(p.inputs, a) }

// recorded takes the next of the inputs that were recorded.
func (p *player) recorded() (interp.Result, bool) {
	if p.h.inputs == nil || len(p.inputs) >= len(p.h.inputs) {
		return interp.Result{}, false
	}
	return p.h.inputs[len(p.inputs)], true
}

func (p *player) throw(c *interp.Chance) ([]int64, error) {
	if a, ok := p.recorded(); ok {
		p.out.marks = append(p.out.marks, mark{p.run.S.Clone()})
		return a.Counts, nil
	}
	counts, ok, err := p.queue.Throw(c)
	if err != nil || ok {
		return counts, err
	}
	p.out.marks = append(p.out.marks, mark{p.run.S.Clone()})
	p.out.throws = append(p.out.throws, thrown{c.N, c.Faces, c.ByFace, slices.Clone(c.Weights)})
	if int64(len(p.h.faces)) >= c.N && c.N > 0 {
		counts = make([]int64, len(c.Classes))
		for _, f := range p.h.faces[:c.N] {
			counts[classOf(c.ByFace, f)]++
		}
		p.h.faces = p.h.faces[c.N:]
		return counts, nil
	}
	if p.h.onlyFaces {
		return nil, nil
	}
	return p.dice.Counts(c.N, c.Faces, len(c.Classes), c.ByFace), nil
}

func classOf(byFace []int, face int64) int {
	if byFace == nil {
		return int(face - 1)
	}
	return byFace[face-1]
}

func (p *player) answer(q *interp.Question) (interp.Result, error) {
	if a, ok := p.recorded(); ok {
		return a, nil
	}
	scripted := len(p.queue.Answers)
	a, err := p.queue.Answer(p.run, q)
	if err != nil || !p.h.free || len(p.queue.Answers) < scripted || p.rng.IntN(3) == 0 {
		return a, err
	}
	switch q.Kind {
	case interp.AskAct:
		a.Pick = p.rng.IntN(len(q.Actions)+1) - 1
	case interp.AskMay:
		a.Yes = p.rng.IntN(2) == 0
	case interp.AskOrder:
		a.Pick = p.rng.IntN(len(q.Order))
	default:
		x := q.Fields[p.rng.IntN(len(q.Fields))]
		if b, err := p.run.Complete(map[string]ir.Value{x.F.Field.Name: p.anyValue(x)}); err == nil {
			a = b
		}
	}
	return a, nil
}

// anyValue is a value that may be an answer to a field.
func (p *player) anyValue(x *code.FormField) ir.Value {
	switch {
	case x.F.Type.IsList():
		l := []int64{}
		for range 1 + p.rng.IntN(2) {
			l = append(l, int64(p.rng.IntN(6)))
		}
		return ir.Value{L: l}
	case x.F.Type.Kind == ir.Inst:
		return ir.Value{N: int64(p.rng.IntN(len(p.run.S.Insts)))}
	}
	return ir.Value{N: int64(p.rng.IntN(6)) - 1}
}

// givenWrong gives answers that nobody may give: they are refused and change nothing. It does not
// count on it; what they change the law sees.
func (p *player) givenWrong(q *interp.Question) {
	wrong := interp.Result{Player: 63}
	_ = p.run.Resume(wrong)
	switch q.Kind {
	case interp.AskAct:
		_ = p.run.Resume(interp.Result{Player: q.Players[0], Pick: len(q.Actions)})
	case interp.AskOrder:
		_ = p.run.Resume(interp.Result{Player: q.Players[0], Pick: -1})
	case interp.AskForm, interp.AskChoice:
		_ = p.run.Resume(interp.Result{Player: q.Players[0]})
		bad := slices.Repeat([]ir.Value{{N: -99_999, L: []int64{-99_999}}}, len(q.Fields))
		_ = p.run.Resume(interp.Result{Player: q.Players[0], Values: bad})
	}
}
