package check

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// allowed reports a statement that does not belong in this sort of code.
func (c *coder) allowed(s syntax.Stmt, pl *place) bool {
	script := pl.mode == scriptMode || pl.mode == measuringMode
	why := ""
	fold := pl.mode == foldMode
	switch s.(type) {
	case *syntax.PlayersStmt, *syntax.BoardStmt, *syntax.GivenStmt, *syntax.OptionStmt, *syntax.StubStmt, *syntax.DiceStmt,
		*syntax.AnswerStmt, *syntax.WhenStmt, *syntax.DuringStmt, *syntax.ExpectCondStmt, *syntax.ExpectRefusedStmt,
		*syntax.ExpectEventStmt, *syntax.ExpectTextStmt:
		if !script {
			why = "this is a step of tests, odds and scenarios"
		}
	case *syntax.MeasureStmt:
		if pl.mode != measuringMode {
			why = "only an odds question measures"
		}
	case *syntax.CancelStmt:
		if pl.mode != hookMode || pl.stage != ir.Before && pl.stage != ir.MayBefore {
			why = "cancel is possible only in before"
		}
	case *syntax.IfStmt, *syntax.AddStmt, *syntax.SetStmt, *syntax.RaiseStmt, *syntax.CapStmt, *syntax.MultiplyStmt, *syntax.DivideStmt:
		fold = false
	case *syntax.LetStmt, *syntax.CallStmt, *syntax.AssignStmt, *syntax.EachStmt, *syntax.RepeatStmt, *syntax.ThrowStmt,
		*syntax.DrawStmt, *syntax.PutStmt, *syntax.ChooseStmt, *syntax.ApplyStmt, *syntax.CreateStmt, *syntax.DestroyStmt,
		*syntax.MoveStmt, *syntax.GiveStmt, *syntax.HideStmt, *syntax.RevealStmt, *syntax.RotateStmt, *syntax.PushStmt,
		*syntax.TravelStmt, *syntax.ActStmt, *syntax.WindowStmt, *syntax.StopStmt, *syntax.AlwaysStmt, *syntax.NoteStmt,
		*syntax.ManualStmt:
	}
	if why == "" && fold {
		why = "a while only contributes: add, set, multiply, divide, raise, cap, and if around them"
	}
	if why != "" {
		c.errorf("invalid-statement", s.Span(), "%s", why)
		return false
	}
	return true
}

// stmt compiles one statement; nil after an error, or when there is nothing to do.
func (c *coder) stmt(s syntax.Stmt, pl *place) ir.Stmt {
	base := ir.At(s.Span())
	switch s := s.(type) {
	case *syntax.LetStmt:
		return c.let(s, pl)
	case *syntax.CallStmt:
		if e := c.emit(s.Call, pl, s.At); e != nil {
			return e
		}
	case *syntax.AssignStmt:
		return c.assign(s, pl)
	case *syntax.IfStmt:
		return c.ifStmt(s, pl)
	case *syntax.EachStmt:
		return c.each(s, pl)
	case *syntax.RepeatStmt:
		return c.repeat(s, pl)
	case *syntax.ThrowStmt:
		return c.throw(s, pl)
	case *syntax.DrawStmt:
		return c.draw(s, pl)
	case *syntax.PutStmt:
		return c.put(s, pl)
	case *syntax.ChooseStmt:
		return c.choose(s, pl)
	case *syntax.ApplyStmt:
		return c.apply(s, pl)
	case *syntax.CreateStmt:
		return c.create(s, pl)
	case *syntax.DestroyStmt:
		if what := c.expr(s.What, pl, tInst); what != nil {
			return &ir.Destroy{Base: base, What: what}
		}
	case *syntax.MoveStmt:
		what, to := c.expr(s.What, pl, tInst), c.place(s.To, pl)
		if what != nil && to != nil {
			return &ir.Move{Base: base, What: what, To: to}
		}
	case *syntax.GiveStmt:
		what, whom := c.expr(s.What, pl, tInst), c.expr(s.Whom, pl, tPlayer)
		if what != nil && whom != nil {
			return &ir.Give{Base: base, What: what, Whom: whom}
		}
	case *syntax.HideStmt:
		if what := c.expr(s.What, pl, tInst); what != nil {
			return &ir.Hide{Base: base, What: what}
		}
	case *syntax.RevealStmt:
		if what := c.expr(s.What, pl, tInst); what != nil {
			return &ir.Reveal{Base: base, What: what}
		}
	case *syntax.RotateStmt:
		what, turn := c.expr(s.What, pl, tInst), c.expr(s.Turn, pl, tInt)
		if what != nil && turn != nil {
			return &ir.Rotate{Base: base, What: what, Turn: turn, By: s.By}
		}
	case *syntax.PushStmt:
		return c.push(s, pl)
	case *syntax.TravelStmt:
		return c.travel(s, pl)
	case *syntax.ActStmt:
		return c.act(s, pl)
	case *syntax.WindowStmt:
		return c.window(s, pl)
	case *syntax.AddStmt:
		return c.contribute(contribution{"add", ir.AddOp, s.At, s.Target, s.Value, s.Layer}, pl)
	case *syntax.SetStmt:
		return c.contribute(contribution{"set", ir.SetOp, s.At, s.Target, s.Value, s.Layer}, pl)
	case *syntax.RaiseStmt:
		return c.contribute(contribution{"raise", ir.RaiseOp, s.At, s.Target, s.Value, s.Layer}, pl)
	case *syntax.CapStmt:
		return c.contribute(contribution{"cap", ir.CapOp, s.At, s.Target, s.Value, s.Layer}, pl)
	case *syntax.MultiplyStmt:
		return c.contribute(contribution{"multiply", ir.MulOp, s.At, s.Target, s.Value, s.Layer}, pl)
	case *syntax.DivideStmt:
		op := ir.DivDown
		if s.Round == "up" {
			op = ir.DivUp
		}
		return c.contribute(contribution{"divide", op, s.At, s.Target, s.Value, s.Layer}, pl)
	case *syntax.StopStmt:
		if span := c.span(s.SpanName); span >= 0 {
			return &ir.Stop{Base: base, Span: span}
		}
	case *syntax.CancelStmt:
		return &ir.Cancel{Base: base}
	case *syntax.AlwaysStmt:
		return &ir.Always{Base: base, Body: c.block(s.Body, pl)}
	case *syntax.NoteStmt:
		return &ir.Note{Base: base, Texts: c.texts(s.Texts, pl)}
	case *syntax.ManualStmt:
		return &ir.Manual{Base: base, Text: s.Str.Text}
	case *syntax.PlayersStmt: // seated already
	case *syntax.BoardStmt:
		c.board(s, pl)
	case *syntax.GivenStmt:
		return c.givenStmt(s, pl)
	case *syntax.OptionStmt:
		return c.option(s, pl)
	case *syntax.StubStmt:
		return c.stub(s, pl)
	case *syntax.DiceStmt:
		return c.dice(s, pl)
	case *syntax.AnswerStmt:
		return c.answer(s, pl)
	case *syntax.WhenStmt:
		if e := c.emit(s.Call, pl, s.At); e != nil {
			return e
		}
	case *syntax.DuringStmt:
		return c.during(s, pl)
	case *syntax.ExpectCondStmt:
		c.expects = true
		if e := c.expr(s.Cond, pl, tBool); e != nil {
			return &ir.ExpectCond{Base: base, Cond: e}
		}
	case *syntax.ExpectRefusedStmt:
		return c.expectRefused(s)
	case *syntax.ExpectEventStmt:
		return c.expectEvent(s, pl)
	case *syntax.ExpectTextStmt:
		return c.expectText(s)
	case *syntax.MeasureStmt:
		return c.measure(s, pl)
	}
	return nil
}
