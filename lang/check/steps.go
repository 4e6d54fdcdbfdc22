package check

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

func (c *coder) dice(s *syntax.DiceStmt, pl *place) ir.Stmt {
	out := &ir.GiveDice{Base: ir.At(s.At)}
	for _, f := range s.Faces {
		if e := c.expr(f, pl, tInt); e != nil {
			out.Faces = append(out.Faces, e)
		}
	}
	return out
}

func (c *coder) during(s *syntax.DuringStmt, pl *place) ir.Stmt {
	emit := c.emit(s.Call, pl, s.At)
	body := c.block(s.Body, pl)
	if emit == nil {
		return nil
	}
	if c.p.Events[emit.Event].Word != ir.SpanEvent {
		c.span(s.Call.Name) // says that it is none
		return nil
	}
	return &ir.During{Base: ir.At(s.At), Emit: emit, Body: body}
}

func (c *coder) measure(s *syntax.MeasureStmt, pl *place) ir.Stmt {
	e := c.expr(s.Value, pl, tAny)
	if e == nil {
		return nil
	}
	if e.Type.IsList() {
		c.errorf("wrong-type", s.Value.At, "one value is measured, got %s", c.p.TypeName(e.Type))
		return nil
	}
	if c.measured != nil {
		c.errorf("duplicate-measure", s.At, "a question measures one value").See(c.measured.At, "this is measured already")
		return nil
	}
	c.measured = s
	return &ir.Measure{Base: ir.At(s.At), Value: e}
}

// board sets the size of the table.
func (c *coder) board(s *syntax.BoardStmt, pl *place) {
	w, okW := c.constant(s.Width, tLength)
	d, okD := c.constant(s.Depth, tLength)
	if okW && okD {
		pl.script.Width, pl.script.Depth = w.N, d.N
		if w.N <= 0 || d.N <= 0 {
			c.errorf("out-of-range", s.At, "a table has a width and a depth above zero")
		}
	}
}

func (c *coder) stub(s *syntax.StubStmt, pl *place) ir.Stmt {
	i := c.number(&c.index.funcs, "function", s.Name)
	if i < 0 {
		return nil
	}
	c.p.Funcs[i].Stubs = true
	c.used.funcs.add(int64(i))
	if e := c.expr(s.Value, pl, c.p.Funcs[i].Result); e != nil {
		return &ir.Stub{Base: ir.At(s.At), Func: i, Value: e}
	}
	return nil
}

func (c *coder) option(s *syntax.OptionStmt, pl *place) ir.Stmt {
	i := c.number(&c.index.options, "option", s.Name)
	if i < 0 {
		return nil
	}
	if e := c.expr(s.Value, pl, c.p.Options[i].Type); e != nil {
		return &ir.SetOption{Base: ir.At(s.At), Option: i, Value: e}
	}
	return nil
}
