package check

import (
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

func (c *coder) each(s *syntax.EachStmt, pl *place) ir.Stmt {
	c.checkName(s.Name)
	out := &ir.Each{Base: ir.At(s.At), Stride: 1}
	in := pl.inner()
	if s.Type != nil {
		t := c.typeOf(*s.Type)
		if t.Kind == ir.EnumType {
			out.In = c.allValues(t, s.Type.At)
			out.Var = in.local(s.Name, t)
		} else if c.mustBeKind(t, s.Type.At) {
			out.In = &ir.Expr{Op: ir.AllOf, Type: ir.ListOf(t), Ref: t.Ref, At: s.Type.At}
			out.Var = in.local(s.Name, t)
		}
	} else if e := c.optionalExpr(s.In, pl, tAny); c.eachVar(s, in, out, e) {
		out.In = e
	}
	if out.In == nil {
		in.forget(s.Name)
		c.stmts(s.Body, in)
		return nil
	}
	out.Snap = in.hidden(out.In.Type)
	out.Pos = in.hidden(tInt)
	out.Where = c.condition(s.Where, in)
	in.know(c.p, out.Where, true)
	out.Body = c.stmts(s.Body, in)
	return out
}

// eachVar declares what stands for each member of a list, bag or path.
func (c *coder) eachVar(s *syntax.EachStmt, in *place, out *ir.Each, list *ir.Expr) bool {
	if list == nil {
		return false
	}
	switch t := list.Type; {
	case t.Optional:
		c.errorf("missing-guard", s.In.At, "%s may be absent: test it with has() first", s.In.Text)
	case t.Kind == ir.BagType:
		for _, f := range c.p.Bags[t.Ref].Fields {
			out.Group = append(out.Group, in.part(s.Name.Text, f.Name, f.Type))
		}
		out.Group = append(out.Group, in.part(s.Name.Text, "count", tInt))
		out.Stride = len(out.Group)
		in.record(s.Name, out.Group, c.p.Bags[t.Ref].Fields)
		return true
	case t.Kind == ir.Path:
		out.Stride = 3
		out.Var = in.local(s.Name, tPoint)
		return true
	case t.Kind == ir.List:
		out.Var = in.local(s.Name, t.Element())
		return true
	case t.Kind != ir.Bad:
		d := c.errorf("wrong-type", s.In.At, "got %s, want a list, a bag or a path", c.p.TypeName(t))
		if list.Op == ir.Const && t.Kind == ir.CardOf {
			d.Rewrite(expr.Instances(s.In.Text))
		}
	}
	return false
}

func (c *coder) repeat(s *syntax.RepeatStmt, pl *place) ir.Stmt {
	out := &ir.Repeat{Base: ir.At(s.At)}
	out.Times = c.optionalExpr(s.Times, pl, tInt)
	out.Until = c.condition(s.Until, pl)
	in := pl.inner()
	in.know(c.p, out.Until, false)
	out.Pos = in.hidden(tInt)
	out.Body = c.stmts(s.Body, in)
	if out.Times == nil && out.Until == nil {
		return nil
	}
	return out
}

// throw compiles all forms: a list of faces, classes of faces, and of one die a number.
func (c *coder) throw(s *syntax.ThrowStmt, pl *place) ir.Stmt {
	c.checkName(s.Name)
	out := &ir.Throw{Base: ir.At(s.At), One: s.Count == nil, Faces: c.expr(s.Faces, pl, tInt)}
	if out.One {
		out.Count = &ir.Expr{Op: ir.Const, Type: tInt, N: 1, At: s.At}
	} else {
		out.Count = c.expr(*s.Count, pl, tInt)
	}
	if out.Faces != nil {
		if v, ok := fold(out.Faces); ok && v.N < 1 {
			c.errorf("out-of-range", s.Faces.At, "a die has at least one face, got %d", v.N)
		}
	}
	c.thrown = append(c.thrown, heardThrow{out, c.whose(s.Of, pl), c.index.tagNumbers(s.For)})
	t := tInt
	if s.By != nil {
		if out.By = c.byFace(*s.By, pl, tAny); out.By == nil {
			pl.forget(s.Name)
			return nil
		}
		t = out.By.Type
		if t.IsList() || t.Optional || t.Kind == ir.Record {
			c.errorf("wrong-type", s.By.At, "got %s, want one value", c.p.TypeName(t))
			pl.forget(s.Name)
			return nil
		}
		out.ByType = t
	}
	switch {
	case s.Body != nil && (out.One || s.By == nil):
		d := c.errorf("missing-value", s.Body.At, "say by what the dice are sorted: `throw N dF by E as g { ... }`")
		if s.By != nil {
			d.Suggest("write `throw 1 d` for a die that is sorted, or use " + s.Name.Text + " as it is")
		}
	case out.One:
		out.Into = pl.local(s.Name, t)
	case s.By == nil:
		out.Into = pl.local(s.Name, ir.ListOf(tInt))
		c.lists[s.Name.Text] = s.Count.At.Join(s.Faces.At)
	default:
		in := pl.inner()
		out.Class, out.Num = in.part(s.Name.Text, "class", t), in.part(s.Name.Text, "count", tInt)
		out.Snap = in.rows(nil, []ir.Type{t, tInt})
		out.Pos = in.hidden(tInt)
		in.record(s.Name, []ir.Var{out.Class, out.Num}, nil)
		out.Body = c.stmts(*s.Body, in)
	}
	return whole(out, out.Count, out.Faces)
}

func (c *coder) draw(s *syntax.DrawStmt, pl *place) ir.Stmt {
	c.checkName(s.Name)
	e := c.expr(s.In, pl, tAny)
	if e == nil {
		pl.forget(s.Name)
		return nil
	}
	if e.Type.Kind != ir.List {
		c.errorf("wrong-type", s.In.At, "got %s, want a list", c.p.TypeName(e.Type))
		pl.forget(s.Name)
		return nil
	}
	return &ir.Draw{Base: ir.At(s.At), In: e, Var: pl.local(s.Name, e.Type.Element())}
}

func (c *coder) put(s *syntax.PutStmt, pl *place) ir.Stmt {
	out := &ir.Put{Base: ir.At(s.At), Count: c.expr(s.Count, pl, tInt)}
	target := c.expr(s.Bag, pl, tAny)
	if target == nil {
		return nil
	}
	if target.Type.Kind != ir.BagType {
		c.errorf("wrong-type", s.Bag.At, "got %s, want a bag", c.p.TypeName(target.Type))
		return nil
	}
	out.Bag = target.Type.Ref
	switch target.Op {
	case ir.Local:
		out.Local = &ir.Var{Name: target.Name, Type: target.Type, Slot: int(target.N)}
	case ir.EventField, ir.RecField:
		if out.Rec, out.Field = c.fieldAt(target, pl); out.Field != nil && c.early(out.Field, out.Rec, s.Bag.At, pl, "...") != nil {
			return nil
		}
	default:
		c.errorf("invalid-target", s.Bag.At, "things are put into a bag of this event or a local one")
		return nil
	}
	fields := c.p.Bags[out.Bag].Fields
	out.Values = make([]*ir.Expr, len(fields))
	given := map[string]source.Span{}
	for _, a := range s.Fields {
		if a.Name == nil {
			c.errorf("missing-name", a.At, "name the field: `%s: ...`", "FIELD")
			continue
		}
		i := ir.FieldNamed(fields, a.Name.Text)
		if i < 0 {
			c.lacking("undefined-field", a.Name.At, "bag %s has no field %s", c.p.Bags[out.Bag].Name, a.Name.Text).
				Suggest(diag.Nearest(a.Name.Text, ir.FieldNames(fields)))
			continue
		}
		c.bind(a.Name.At, fields[i].At)
		if !c.givenTwice(given, a.Name.Text, a.At) {
			out.Values[i] = c.argument(a.Value, fields[i], pl)
		}
	}
	for _, f := range fields {
		if _, ok := given[f.Name]; !ok {
			c.errorf("missing-argument", s.At, "what is put into %s needs %s", c.p.Bags[out.Bag].Name, f.Name).See(f.At, "%s is declared here", f.Name)
		}
	}
	return out
}

// choose compiles a form of one field, whose answer is a local.
func (c *coder) choose(s *syntax.ChooseStmt, pl *place) ir.Stmt {
	c.checkName(s.Field.Name)
	f := &ir.Field{Name: s.Field.Name.Text, At: s.Field.Name.At, Type: c.typeOf(s.Field.Type), Lo: ir.None, Hi: ir.None, Class: ir.Cell, Chosen: true}
	before := pl.inner()
	ff := c.formField(&s.Field, f, before, nil)
	by := c.players(s.By, pl)
	if ff == nil {
		pl.forget(s.Field.Name)
		return nil
	}
	f.Texts = c.texts(s.Field.Texts, pl)
	f.Slot = pl.local(nameOf(f), f.Type).Slot
	if c.files[f.At.File].Pack == c.p.Pack {
		c.p.Asked = append(c.p.Asked, f)
	}
	return &ir.Choose{Base: ir.At(s.At), Form: []*ir.FormField{ff}, By: by}
}
