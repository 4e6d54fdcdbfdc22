package check

import (
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Until an event is done, nobody writes what it is about: parameters and answers stand, and what has layers is
// contributed to. Only a clause that stands in place of it may let it go on with others.

// proceed compiles `proceed { FIELD: E, ... }`.
func (c *coder) proceed(s *syntax.ProceedStmt, pl *place) ir.Stmt {
	out := &ir.Proceed{Base: ir.At(s.At)}
	ev := pl.event
	given := map[string]source.Span{}
	for _, a := range s.Fields {
		if a.Name == nil {
			c.errorf("missing-name", a.At, "name the field: `proceed { FIELD: ... }`")
			continue
		}
		i := ir.FieldNamed(ev.Fields, a.Name.Text)
		if i < 0 {
			c.unknown("undefined-argument", a.Name.At, "%s has no field %s", ev.Name, a.Name.Text).
				See(ev.At, "%s is declared here", ev.Name).Suggest(diag.Nearest(a.Name.Text, ir.FieldNames(ev.Fields[:len(ev.Fields)-1])))
			continue
		}
		f := ev.Fields[i]
		c.bind(a.Name.At, f.At)
		if len(f.Layers) > 0 {
			c.layered(f, a.Name.At)
			continue
		}
		if c.givenTwice(given, f.Name, a.At) {
			continue
		}
		if e := c.argument(a.Value, f, pl); e != nil {
			c.unkept = c.unkept || e.Type.Kind == ir.Inst
			out.Args = append(out.Args, ir.EmitArg{Field: i, Value: e})
		}
	}
	return out
}

// layered reports a write to a field with layers before its event is done.
func (c *names) layered(f *ir.Field, at source.Span) *diag.Diagnostic {
	return c.errorf("early-write", at, "%s has layers: until its event is done it is contributed to, as in `add 1 to %s` in `while` or `before`", f.Name, f.Name).
		See(f.At, "%s is declared here", f.Name)
}

// early reports the write of a value to what stands before the deed of its event, where a clause stands before it;
// nil where there is nothing to report.
func (c *coder) early(f *ir.Field, rec *ir.Expr, at source.Span, pl *place, value string) *diag.Diagnostic {
	if rec != nil || pl.mode != hookMode {
		return nil
	}
	switch pl.stage.Moment() {
	case ir.Instead, ir.Before:
	default:
		return nil
	}
	switch {
	case len(f.Layers) > 0:
		return c.layered(f, at)
	case f.Param || f.Chosen:
		what := "was given"
		if f.Chosen {
			what = "was chosen"
		}
		return c.errorf("early-write", at, "%s %s and stands: to let %s go on with another, write `instead %s ... { proceed { %s: %s } }`",
			f.Name, what, pl.event.Name, pl.event.Name, f.Name, value).See(f.At, "%s is declared here", f.Name)
	}
	return nil
}

// proceedsOnce reports a `proceed` that may be the second on a way through a block; it tells whether there is one
// on some way.
func (c *clauses) proceedsOnce(b *ir.Block, before bool) bool {
	if b == nil {
		return before
	}
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.Proceed:
			if before {
				c.errorf("invalid-statement", s.At, "it has gone on already: there is at most one proceed on each way through a clause")
			}
			before = true
		case *ir.If:
			then := c.proceedsOnce(s.Then, before)
			before = c.proceedsOnce(s.Else, before) || then
		default:
			walkStmts(&ir.Block{Stmts: []ir.Stmt{s}}, func(s ir.Stmt) {
				if s, ok := s.(*ir.Proceed); ok {
					c.errorf("invalid-statement", s.At, "proceed stands in no loop, watcher or always: there is at most one on each way through a clause")
				}
			})
		}
	}
	return before
}
