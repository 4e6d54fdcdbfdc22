package laws_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// probe asks the rules on the way what may be done, and holds them to it.
type probe struct {
	rng    *rand.Rand
	asked  int // how much was asked
	left   int // how much more may be asked
	wrongs []string
}

func (b *probe) wrong(format string, args ...any) {
	if len(b.wrongs) < 5 {
		b.wrongs = append(b.wrongs, fmt.Sprintf(format, args...))
	}
}

func (b *probe) at(p *player, q *interp.Question) {
	before := mark{p.run.S}.bytes()
	pure := func(what string) {
		if got := (mark{p.run.S}).bytes(); got != before {
			b.wrong("%s changes the state", what)
			before = got
		}
	}
	p.run.Decide()
	pure("asking the automatic player")
	again := reread(p, before)
	again.Step()
	if got := (mark{again.S}).bytes(); got != before {
		b.wrong("asking once more, in what was read, changes the state")
	}
	switch q.Kind {
	case interp.AskAct:
		for i, o := range q.Actions {
			if b.left--; b.left < 0 {
				return
			}
			b.asked++
			why := b.start(p, before, interp.Result{Player: q.Players[0], Pick: i}, o.Event)
			if why != "" {
				b.wrong("%s is offered and then %s", p.m.P.Events[o.Event].Name, why)
			}
		}
	case interp.AskForm, interp.AskChoice:
		if q.By.List != nil {
			return
		}
		for range 3 {
			if b.left--; b.left < 0 {
				return
			}
			b.asked++
			x := q.Fields[b.rng.IntN(len(q.Fields))]
			v := p.anyValue(x)
			name := x.F.Field.Name
			a, err := p.run.Complete(map[string]ir.Value{name: v})
			pure("completing an answer")
			if err == nil {
				if why := b.start(p, before, a, q.Event); why != "" {
					b.wrong("%s: %v may be answered and then %s", name, v, why)
				}
				continue
			}
			if len(q.Fields) > 1 {
				continue
			}
			got := p.tryWrong(before, interp.Result{Player: q.Players[0], Values: []ir.Value{v}})
			switch {
			case got == nil:
				b.wrong("%s: %v may not be answered (%v) and is taken", name, v, err)
			case got.Error() != err.Error():
				b.wrong("%s: %v may not be answered for one reason (%v) and is refused for another (%v)", name, v, err, got)
			}
		}
	}
}

// reread is a run of the position that was written.
func reread(p *player, saved string) *interp.Run {
	s := new(state.State)
	if err := json.Unmarshal([]byte(saved), s); err != nil {
		panic(err)
	}
	r := p.m.Resume(s)
	r.Budget = p.run.Budget
	return r
}

func (p *player) tryWrong(saved string, a interp.Result) error {
	r := reread(p, saved)
	r.Step()
	return r.Resume(a)
}

// start gives an answer in a copy and says what is wrong when the event that it starts is refused in
// its second step; that a cost is not paid may happen, when the cost asks, throws or is replaced.
func (b *probe) start(p *player, saved string, a interp.Result, event int) string {
	r := reread(p, saved)
	r.Step()
	depth, wrong, over := 0, "", false
	r.Rec = func(e *journal.Entry) {
		if over || event < 0 || e.Event != event || e.Kind == journal.Choice {
			return
		}
		if depth == 0 {
			depth = e.Depth
		}
		switch {
		case e.Kind == journal.Refused && e.Depth == depth:
			over = true
			if !p.costs(event, e.Text) {
				wrong = "refused: " + e.Text
			}
		case e.Kind == journal.Done, e.Kind == journal.Replaced, e.Kind == journal.Cancelled:
			over = true
		}
	}
	if err := r.Resume(a); err != nil {
		return "refused at once: " + err.Error()
	}
	for range 50 {
		if over {
			break
		}
		stop := r.Step()
		var err error
		switch stop.Kind {
		case interp.Ask:
			err = r.Resume(r.Decide())
		case interp.Throw:
			c := &stop.Throw
			err = r.Resume(interp.Result{Counts: p.dice.Counts(c.N, c.Faces, len(c.Classes), c.ByFace)})
		default:
			return wrong
		}
		if err != nil {
			return err.Error()
		}
	}
	return wrong
}

// costs tells whether an event has costs and was refused for want of paying them.
func (p *player) costs(event int, why string) bool {
	return why == "cost" && len(p.m.P.Events[event].Costs) > 0
}
