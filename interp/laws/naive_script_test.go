package laws_test

import (
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// take takes the first answer of the script, if it fits the question.
func (g *game) take(fits func(*answer) bool) *answer {
	if len(g.answers) == 0 || !fits(g.answers[0]) {
		return nil
	}
	a := g.answers[0]
	g.answers = g.answers[1:]
	return a
}

// script does a statement that only scripts have.
func (e *env) script(s ir.Stmt) signal {
	g := e.g
	switch s := s.(type) {
	case *ir.During:
		return e.emit(s.Emit, func(*env) signal { return e.steps(s.Body) })
	case *ir.SetOption:
		g.options[s.Option] = e.num(s.Value)
	case *ir.Stub:
		g.stubs[s.Func] = e.eval(s.Value)
	case *ir.GiveDice:
		for _, f := range s.Faces {
			g.dice = append(g.dice, e.num(f))
		}
	case *ir.Answer:
		a := &answer{s: s, values: map[string]val{}}
		for _, v := range s.Args {
			a.values[v.Name] = e.eval(v.Value)
		}
		g.answers = append(g.answers, a)
	case ir.Expect:
		if g.fixed && !e.expected(s) { // only a test can fail
			fail(s.Site(), "this is not so")
		}
	case *ir.Measure: // whoever asks for the odds works it out
	default:
		fail(s.Site(), "unknown statement %T", s)
	}
	return goOn
}

func (e *env) expected(s ir.Expect) bool {
	g := e.g
	happened := func(event int, where *ir.Expr) bool {
		return slices.ContainsFunc(g.past, func(p past) bool {
			in := *e
			in.ev = &happening{slots: p.slots, ev: p.ev}
			return p.ev.ID == event && (where == nil || in.is(where))
		})
	}
	switch s := s.(type) {
	case *ir.ExpectCond:
		return e.is(s.Cond)
	case *ir.ExpectRefused:
		return s.Label == "" && len(g.refused) > 0 || slices.Contains(g.refused, s.Label)
	case *ir.ExpectEvent:
		return happened(s.Event, s.Where)
	case *ir.ExpectNoEvent:
		return !happened(s.Event, s.Where)
	case *ir.ExpectText:
		c := g.p.Cards[s.Card]
		if s.Hook < 0 {
			return text.Card(g.p, c, s.Lang) == s.Text
		}
		return text.Clause(g.p, c, g.p.Hooks[s.Hook], s.Lang) == s.Text
	}
	return false
}

// play plays a script to its end; what fails is its verdict.
func (g *game) play() (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case mishap:
			err = r
		default:
			panic(r)
		}
	}()
	loc := newSlots(g.s.Frame)
	e := &env{g: g, self: ir.None, loc: &loc, view: ir.None, hook: -1}
	for _, t := range g.all() {
		if t.card.Kind == ir.ScenarioKind {
			e.self = t.num
		}
	}
	for i, p := range g.s.Players {
		loc.ints[p.Slot] = g.players[i]
	}
	e.steps(g.s.Do)
	if g.fixed && len(g.dice) > 0 {
		return fmt.Errorf("dice are left over")
	}
	if g.fixed && len(g.answers) > 0 {
		return fmt.Errorf("answers are left over")
	}
	return nil
}

// steps runs the steps of a script: after each, `becomes` clauses are looked at.
func (e *env) steps(b *ir.Block) signal {
	for _, s := range b.Stmts {
		if sig := e.step(s); sig != goOn {
			return sig
		}
	}
	return goOn
}

func (e *env) step(s ir.Stmt) signal {
	sig := e.stmt(s)
	if c, ok := s.(*ir.Create); ok && !c.Apply { // a position is set up: what it makes true holds already
		for _, t := range e.g.all() {
			e.g.firstLook(t)
		}
	} else {
		e.g.look()
	}
	return sig
}
