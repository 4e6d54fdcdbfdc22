package interp

import (
	"errors"
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// A script gives dice and answers before they are wanted. What nobody has used yet is part of the state:
// it decides what happens.

// prepare does a step of the script at place f that sets something up: dice, answers, options and
// stubs. It answers false for a step that is somebody else's business.
func (r *executor) prepare(f int32, s *code.Step) bool {
	v := r.V
	switch stmt := s.Stmt.(type) {
	case *ir.GiveDice:
		r.S.Dice = slices.Clip(r.S.Dice)
		for _, x := range s.Faces {
			r.S.Dice = append(r.S.Dice, x(v))
		}
	case *ir.Answer:
		r.S.Answers = append(slices.Clip(r.S.Answers), state.Given{Block: r.frame(f).Block, PC: r.frame(f).PC})
		if r.noted != nil && !slices.Contains(r.noted.given, stmt) {
			r.noted.given = append(r.noted.given, stmt)
		}
	case *ir.SetOption:
		r.S.Options = slices.Clone(r.S.Options)
		r.S.Options[stmt.Option] = s.Value.Int(v)
	case *ir.Stub:
		r.S.Stubs = append(slices.Clip(r.S.Stubs), state.Stub{Func: int32(stmt.Func), Value: s.Value.Int(v)})
	case *ir.Measure:
		if len(r.S.Dice) > 0 {
			r.V.Fail(r.diceAt(f), "dice are left over: %v", r.S.Dice)
			return true
		}
		return false
	case ir.Expect:
		return false
	}
	return true
}

// Hear hears from now on, whatever way the run goes, what is asked.
func (a *Asks) Hear(r *Run) { r.noted = a }

// Scripted is an answer that a script has given and nobody has used.
func (r *executor) Scripted() []*ir.Answer {
	var out []*ir.Answer
	for n := range r.S.Answers {
		out = append(out, r.answer(n))
	}
	return out
}

// Given is what the script gives to the present stop: dice, or an answer that fits the question; ok is
// false when it gives none. What is given is taken from the script.
func (r *Run) Given() (a Result, ok bool, err error) {
	switch r.pend.Kind {
	case Throw:
		a.Counts, ok, err = r.dice()
		if err != nil {
			c := &r.pend.Throw
			err = fmt.Errorf("%w at %s:%d", err, c.At.File.Name, c.At.Pos().Line)
		}
	case Ask:
		for {
			first := r.Upcoming()
			r.spoken = first
			if a, ok, err = r.scripted(); err == nil {
				break
			}
			var refused *Refusal
			if !errors.As(err, &refused) || !first.Meant {
				break
			}
			r.tellNotTaken(a.Player, refused)
		}
	}
	r.given = ok && err == nil
	return a, ok, err
}

// asMeant tells of an answer of the script that was refused for something unseen. Where it is not meant to be refused
// the script is wrong: nobody is asked again.
func (r *Run) asMeant(a Result, err error) {
	var refused *Refusal
	if !errors.As(err, &refused) {
		return
	}
	if r.spoken.Meant {
		r.tellNotTaken(a.Player, refused)
		return
	}
	if r.S.Banned = r.S.Banned[:len(r.S.Banned)-1]; len(r.S.Banned) == 0 { // the question stands as it was
		r.S.Banned = nil
	}
	refused.Again = false
	refused.Text += "; where that is right, the test says so behind the step: `expect refused hidden`"
}

// Upcoming is the answer of the script that is next for whoever is asked; nil for none.
func (r *executor) Upcoming() *ir.Answer {
	n, _ := r.upcoming()
	if n < 0 {
		return nil
	}
	return r.answer(n)
}

func (r *executor) answer(n int) *ir.Answer {
	a := r.S.Answers[n]
	return r.M.Blocks[a.Block].Code[a.PC].With.(*code.Step).Stmt.(*ir.Answer)
}

// said are the values that an answer of the script has now. All code of a script has the slots of the frame at
// the bottom.
func (r *executor) said(step *code.Step) map[string]ir.Value {
	values := map[string]ir.Value{}
	v := r.V
	was := v.Here()
	v.Bind(0)
	v.Viewer = -1
	for _, x := range step.Args {
		values[x.Name] = valueOf(v, x.Value)
	}
	was.Fail(v.Err)
	v.Back(was)
	return values
}

// whyNot is what keeps an action from being offered, behind a colon; "" where nobody could be asked for it.
func whyNot(r *Run, event int) string {
	for _, o := range r.Acts() {
		if o.Event == event && !o.Verdict.OK {
			return ": " + r.Obstacle(o.Verdict.Why)
		}
	}
	return ""
}

// scripted answers the present question from the script, when its first answer fits.
func (r *Run) scripted() (a Result, ok bool, err error) {
	q := &r.pend.Ask
	if r.noted != nil && len(r.S.Answers) > 0 {
		r.noted.note(r.M, q)
	}
	n, p := r.upcoming()
	if n < 0 {
		return a, false, nil
	}
	given := r.S.Answers[n]
	step := r.M.Blocks[given.Block].Code[given.PC].With.(*code.Step)
	stmt := step.Stmt.(*ir.Answer)
	used := func() {
		r.S.Answers = slices.Delete(slices.Clone(r.S.Answers), n, n+1)
		if r.noted != nil && !slices.Contains(r.noted.used, stmt) {
			r.noted.used = append(r.noted.used, stmt)
		}
	}
	if p != q.Players[0] && wants(q, step.Args) {
		q.Players = append([]int32{p}, slices.DeleteFunc(slices.Clone(q.Players), func(o int32) bool { return o == p })...)
		r.askFirst(r.S.Top(), r.asking(), q)
	}
	a.Player = q.Players[0]
	switch {
	case q.Kind == AskMay && (stmt.Word == "yes" || stmt.Word == "no"):
		a.Yes = stmt.Word == "yes"
	case q.Kind == AskAct && stmt.Word == "pass":
		a.Pick = -1
	case q.Kind == AskAct && stmt.Event >= 0:
		a.Pick = slices.IndexFunc(q.Actions, func(o Option) bool { return o.Event == stmt.Event })
		if a.Pick < 0 {
			return a, false, fmt.Errorf("%s cannot be started now%s", stmt.Word, whyNot(r, stmt.Event))
		}
	case (q.Kind == AskForm || q.Kind == AskChoice) && wants(q, step.Args):
		values := r.said(step)
		if r.V.Err != nil { // the next step says so
			return a, true, nil
		}
		used()
		a, err = r.Complete(values)
		return a, err == nil, err
	default:
		return a, false, nil
	}
	used()
	return a, true, nil
}

// upcoming is the first answer of the script that is not that of somebody who is not asked, -1 for none, and who gives it:
// who it says, or the first who is asked.
func (r *executor) upcoming() (n int, player int32) {
	q := &r.pend.Ask
	for n, given := range r.S.Answers {
		by := r.M.Blocks[given.Block].Code[given.PC].With.(*code.Step).Value.Int
		if by == nil {
			return n, q.Players[0]
		}
		v := r.V
		was := v.Here()
		v.Bind(0)
		v.Viewer = -1
		player = int32(by(v))
		was.Fail(v.Err)
		v.Back(was)
		if slices.Contains(q.Players, player) {
			return n, player
		}
	}
	return -1, -1
}

// wants tells whether a question has all the fields that an answer names.
func wants(q *Question, named []code.NamedValue) bool {
	for _, n := range named {
		if !slices.ContainsFunc(q.Fields, func(x *code.FormField) bool { return x.F.Field.Name == n.Name }) {
			return false
		}
	}
	return len(named) > 0
}

// dice takes the dice of the present throw from the script. ok is false when it has none.
func (r *Run) dice() (counts []int64, ok bool, err error) {
	c := &r.pend.Throw
	if len(r.S.Dice) == 0 {
		return nil, false, nil
	}
	if int64(len(r.S.Dice)) < c.N {
		return nil, false, fmt.Errorf("%d dice are thrown, the script gives %d", c.N, len(r.S.Dice))
	}
	counts = make([]int64, len(c.Classes))
	for _, f := range r.S.Dice[:c.N] {
		if f < 1 || f > c.Faces {
			return nil, false, fmt.Errorf("a d%d cannot show %d", c.Faces, f)
		}
		counts[c.binOf(int(f))]++
	}
	r.S.Dice = r.S.Dice[c.N:]
	return counts, true, nil
}

// StepAt is the place of the step of the script that runs, and the event that it has just begun; nil for none.
func (r *Run) StepAt() (at source.Span, begun *ir.Emit) {
	for i := range r.S.Frames {
		f := &r.S.Frames[i]
		if f.Sort != state.Script && f.Sort != state.Inner || f.Block < 0 {
			continue
		}
		all := r.M.Blocks[f.Block].Code
		pc := int(f.PC)
		if pc > 0 && i+1 < len(r.S.Frames) { // it waits for what it called
			pc--
		}
		if pc < len(all) && all[pc].At.IsValid() {
			at, begun = all[pc].At, nil
			if c, ok := all[pc].With.(*code.CallTo); ok && i+2 == len(r.S.Frames) {
				begun = c.Stmt
			}
		}
	}
	return at, begun
}

// StepRefused tells whether an event that the script itself started was refused.
func (r *Run) StepRefused() bool {
	for i := range r.S.Frames {
		if f := &r.S.Frames[i]; f.Sort >= state.Script && f.Flags&state.Refused != 0 {
			return true
		}
	}
	return false
}

// diceOver fails when dice are left over from the call that the frame at place f has made: they belong to it.
func (r *executor) diceOver(f int32) {
	if len(r.S.Dice) > 0 {
		r.V.Fail(r.diceAt(f), "dice are left over behind %s: %v", r.M.P.Events[r.instr(f).With.(*code.CallTo).Event].Name, r.S.Dice)
	}
}

// diceAt is where the script has given the last dice before what the frame at place f does.
func (r *executor) diceAt(f int32) source.Span {
	at := r.instr(f).At
	for ; f >= 0; f-- {
		fr := r.frame(f)
		if fr.Sort < state.Script {
			continue
		}
		for pc := fr.PC - 1; pc >= 0; pc-- {
			if s, ok := r.M.Blocks[fr.Block].Code[pc].With.(*code.Step); ok {
				if dice, ok := s.Stmt.(*ir.GiveDice); ok {
					return dice.At
				}
			}
		}
	}
	return at
}
