package check

import (
	"github.com/kdsl-lang/kdsl/lang/cond"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// block compiles a block in a scope of its own.
func (c *checker) block(b syntax.Block, pl *place) *ir.Block {
	return c.stmts(b, pl.inner())
}

// stmts compiles a block in the scope of the place: what it declares stays there.
func (c *checker) stmts(b syntax.Block, pl *place) *ir.Block {
	out := &ir.Block{At: b.At}
	for _, s := range b.Stmts {
		if !c.allowed(s, pl) {
			continue
		}
		if n := c.stmt(s, pl); n != nil {
			out.Stmts = append(out.Stmts, n)
		}
	}
	return out
}

// allowed reports a statement that does not belong in this sort of code.
func (c *checker) allowed(s syntax.Stmt, pl *place) bool {
	script := pl.mode == scriptMode || pl.mode == measuringMode
	why := ""
	switch s.(type) {
	case *syntax.PlayersStmt, *syntax.BoardStmt, *syntax.GivenStmt, *syntax.SettingStmt, *syntax.DiceStmt,
		*syntax.AnswerStmt, *syntax.WhenStmt, *syntax.DuringStmt, *syntax.ExpectStmt:
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
	}
	if why == "" && pl.mode == foldMode {
		switch s.(type) {
		case *syntax.ContributeStmt, *syntax.IfStmt:
		default:
			why = "a while only contributes: add, set, multiply, divide, raise, cap, and if around them"
		}
	}
	if why != "" {
		c.errorf("invalid-statement", s.Span(), "%s", why)
		return false
	}
	return true
}

// stmt compiles one statement; nil after an error, or when there is nothing to do.
func (c *checker) stmt(s syntax.Stmt, pl *place) ir.Stmt {
	base := ir.Base{At: s.Span()}
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
	case *syntax.CreateStmt:
		return c.create(s, pl)
	case *syntax.ChangeStmt:
		return c.change(s, pl)
	case *syntax.PushStmt:
		return c.push(s, pl)
	case *syntax.TravelStmt:
		return c.travel(s, pl)
	case *syntax.ActStmt:
		return c.act(s, pl)
	case *syntax.ContributeStmt:
		return c.contribute(s, pl)
	case *syntax.StopStmt:
		if span := c.span(s.SpanName); span >= 0 {
			return &ir.Stop{Base: base, Span: span}
		}
	case *syntax.CancelStmt:
		return &ir.Cancel{Base: base}
	case *syntax.AlwaysStmt:
		return &ir.Always{Base: base, Body: c.block(s.Body, pl)}
	case *syntax.NoteStmt:
		return &ir.Note{Base: base, Texts: c.texts(s.Texts, pl, nameText)}
	case *syntax.ManualStmt:
		return &ir.Manual{Base: base, Text: s.Str.Text}
	default:
		return c.step(s, pl)
	}
	return nil
}

// let binds a name to a value, or to the record of an event that is called.
func (c *checker) let(s *syntax.LetStmt, pl *place) ir.Stmt {
	c.checkName(s.Name)
	if s.Call != nil {
		if i, ok := c.index.events[s.Call.Name.Text]; ok {
			emit := c.emit(*s.Call, pl, s.At)
			ev := c.p.Events[i]
			vars := make([]ir.Var, len(ev.Fields))
			for j, f := range ev.Fields {
				vars[j] = ir.Var{Name: s.Name.Text + "." + f.Name, Type: f.Type}
				vars[j].Slot = take(pl.frame, vars[j].Name, f.Type)
			}
			pl.record(s.Name.Text, vars)
			c.used.declare(pl.frame, s.Name, vars)
			if emit == nil {
				return nil
			}
			emit.Result = &ir.Result{Name: s.Name.Text, Vars: vars}
			return emit
		}
	}
	e := c.expr(s.Value, pl, tAny)
	if e == nil {
		c.forget(s.Name, pl)
		return nil
	}
	if t := e.Type.Kind; t == ir.Record || t == ir.Group || t == ir.TextType {
		c.errorf("invalid-type", s.Value.At, "a %s cannot be kept: keep its fields", c.p.TypeName(e.Type))
		c.forget(s.Name, pl)
		return nil
	}
	known := e.Type.Optional && pl.facts[cond.Key(e)]
	v := pl.local(s.Name.Text, e.Type)
	c.used.declare(pl.frame, s.Name, []ir.Var{v})
	if known {
		pl.knowKey(cond.Key(pl.names[s.Name.Text]))
	}
	return &ir.Let{Base: ir.Base{At: s.At}, Var: v, Value: e}
}

// forget binds a name whose value is in error, so that its uses say nothing more.
func (c *checker) forget(n syntax.Name, pl *place) {
	pl.bind(n.Text, &ir.Expr{Op: ir.BadOp, Name: n.Text})
}

// assign compiles `TARGET = E` and its siblings.
func (c *checker) assign(s *syntax.AssignStmt, pl *place) ir.Stmt {
	target := c.expr(s.Target, pl, tAny)
	if target == nil || target.Op == ir.BadOp {
		return nil
	}
	base := ir.Base{At: s.At}
	op := s.Op[0]
	want := target.Type
	if op != '=' {
		if !numeric(want) || want.Optional {
			c.errorf("wrong-type", s.At, "only numbers go up and down, %s is %s", s.Target.Text, c.p.TypeName(want))
			return nil
		}
		if want.Kind == ir.Dice || want.Kind == ir.Target {
			want = tInt
		}
	}
	var value *ir.Expr
	if s.Value.Text == "-" && want.Optional {
		value = absent(want, s.Value.At)
	} else if value = c.expr(s.Value, pl, want); value == nil {
		return nil
	}
	if want.Optional { // what was known of the old value is no longer
		key := cond.Key(target)
		delete(pl.facts, key)
		if !value.Type.Optional {
			pl.knowKey(key)
		}
	}
	check := func(f *ir.Field) {
		if v, ok := fold(value); ok && op == '=' {
			c.inRange(v, f, s.Value.At)
		}
	}
	switch target.Op {
	case ir.Local:
		v := ir.Var{Name: target.Name, Type: target.Type, Slot: int(target.N)}
		if op != '=' {
			o := ir.Add
			if op == '-' {
				o = ir.Sub
			}
			value = &ir.Expr{Op: o, Type: target.Type, Args: []*ir.Expr{target, value}, At: s.At}
		}
		return &ir.Let{Base: base, Var: v, Value: value}
	case ir.EventField:
		if i := c.fieldAt(pl.event, target); i >= 0 {
			check(pl.event.Fields[i])
			return &ir.SetField{Base: base, Field: pl.event.Fields[i], Op: op, Value: value}
		}
	case ir.RecField:
		if t := target.Args[0].Type; t.Kind == ir.Record {
			ev := c.p.Events[t.Ref]
			if i := c.fieldAt(ev, target); i >= 0 {
				check(ev.Fields[i])
				return &ir.SetField{Base: base, Rec: target.Args[0], Field: ev.Fields[i], Op: op, Value: value}
			}
		}
	case ir.CellOf:
		if f := c.cellAt(target, pl); f != nil {
			check(f)
			return &ir.SetCell{Base: base, Inst: target.Args[0], Field: f, Op: op, Value: value}
		}
	case ir.StatOf, ir.BaseOf, ir.PrintedOf:
		c.errorf("invalid-target", s.Target.At, "%s is printed on the card and does not change: contribute to a stat with `while`, or declare a cell", s.Target.Text)
		return nil
	case ir.DerivedOf:
		c.errorf("invalid-target", s.Target.At, "%s is computed and cannot be set", s.Target.Text)
		return nil
	}
	c.errorf("invalid-target", s.Target.At, "%s cannot be set: want a cell, a field of the event, or a local", s.Target.Text)
	return nil
}

// cellAt is the cell that an expression reads: one of the instance's kind, or the card's own.
func (c *checker) cellAt(e *ir.Expr, pl *place) *ir.Field {
	match := func(list []*ir.Field) *ir.Field {
		for _, f := range list {
			if f.Class == ir.Cell && int64(f.Slot) == e.N && f.Type.IsList() == e.Lists {
				return f
			}
		}
		return nil
	}
	if t := e.Args[0].Type; t.Kind == ir.Inst && t.Ref >= 0 {
		if f := match(c.p.Kinds[t.Ref].Fields); f != nil {
			return f
		}
	}
	if pl.card != nil && e.Args[0].Op == ir.Self {
		return match(pl.card.Own)
	}
	return nil
}

func (c *checker) ifStmt(s *syntax.IfStmt, pl *place) ir.Stmt {
	e := c.expr(s.Cond, pl, tBool)
	then, other := pl.inner(), pl.inner()
	then.know(e, true)
	other.know(e, false)
	out := &ir.If{Base: ir.Base{At: s.At}, Cond: e, Then: c.stmts(s.Then, then)}
	if s.Else != nil {
		out.Else = c.stmts(*s.Else, other)
	}
	if e == nil {
		return nil
	}
	// `if !has(x) { stop ... }`: what follows knows that x is there
	if leaves(out.Then) {
		pl.know(e, false)
	}
	if out.Else != nil && leaves(out.Else) {
		pl.know(e, true)
	}
	return out
}

// leaves tells whether what follows the block is reached only when the block is not run.
func leaves(b *ir.Block) bool {
	if len(b.Stmts) == 0 {
		return false
	}
	switch b.Stmts[len(b.Stmts)-1].(type) {
	case *ir.Stop, *ir.Cancel:
		return true
	}
	return false
}

func (c *checker) each(s *syntax.EachStmt, pl *place) ir.Stmt {
	c.checkName(s.Name)
	out := &ir.Each{Base: ir.Base{At: s.At}, Stride: 1}
	in := pl.inner()
	if s.Type != nil {
		t := c.typeOf(*s.Type)
		if t.Kind == ir.EnumType {
			out.In = &ir.Expr{Op: ir.Const, Type: ir.ListOf(t), At: s.Type.At}
			for i := range c.p.Enums[t.Ref].Values {
				out.In.List = append(out.In.List, int64(i))
			}
		} else {
			if t.Kind != ir.Inst {
				if t.Kind != ir.Bad {
					c.errorf("wrong-type", s.Type.At, "got %s, want a kind", c.p.TypeName(t))
				}
				c.forget(s.Name, in)
				c.stmts(s.Body, in)
				return nil
			}
			out.In = &ir.Expr{Op: ir.AllOf, Type: ir.ListOf(t), Ref: t.Ref, At: s.Type.At}
		}
		out.Var = in.local(s.Name.Text, t)
	} else {
		out.In = c.optionalExpr(s.In, pl, tAny)
		if !c.eachVar(s, in, out) {
			c.forget(s.Name, in)
			c.stmts(s.Body, in)
			return nil
		}
	}
	out.Snap = in.hidden(ir.ListOf(tInt))
	out.Pos = in.hidden(tInt)
	out.Where = c.condition(s.Where, in)
	in.know(out.Where, true)
	out.Body = c.stmts(s.Body, in)
	if out.In == nil {
		return nil
	}
	return out
}

// eachVar declares what stands for each member of a list, bag or path.
func (c *checker) eachVar(s *syntax.EachStmt, in *place, out *ir.Each) bool {
	if out.In == nil {
		return false
	}
	switch t := out.In.Type; {
	case t.Optional:
		c.errorf("missing-guard", s.In.At, "%s may be absent: test it with has() first", s.In.Text)
	case t.Kind == ir.BagType:
		bag := c.p.Bags[t.Ref]
		for _, f := range bag.Fields {
			v := ir.Var{Name: s.Name.Text + "." + f.Name, Type: f.Type}
			v.Slot = take(in.frame, v.Name, v.Type)
			out.Group = append(out.Group, v)
		}
		n := ir.Var{Name: s.Name.Text + ".count", Type: tInt}
		n.Slot = take(in.frame, n.Name, tInt)
		out.Group = append(out.Group, n)
		out.Stride = len(out.Group)
		in.record(s.Name.Text, out.Group)
		return true
	case t.Kind == ir.Path:
		out.Stride = 3
		out.Var = in.local(s.Name.Text, tPoint)
		return true
	case t.Kind == ir.List:
		out.Var = in.local(s.Name.Text, t.Element())
		return true
	case t.Kind != ir.Bad:
		c.errorf("wrong-type", s.In.At, "got %s, want a list, a bag or a path", c.p.TypeName(t))
	}
	return false
}

func (c *checker) repeat(s *syntax.RepeatStmt, pl *place) ir.Stmt {
	out := &ir.Repeat{Base: ir.Base{At: s.At}}
	out.Times = c.optionalExpr(s.Times, pl, tInt)
	out.Until = c.condition(s.Until, pl)
	in := pl.inner()
	in.know(out.Until, false)
	out.Pos = in.hidden(tInt)
	out.Body = c.stmts(s.Body, in)
	if out.Times == nil && out.Until == nil {
		return nil
	}
	return out
}

// throw compiles both forms: a list of faces, or classes of faces.
func (c *checker) throw(s *syntax.ThrowStmt, pl *place) ir.Stmt {
	c.checkName(s.Name)
	out := &ir.Throw{Base: ir.Base{At: s.At}, Count: c.expr(s.Count, pl, tInt), Faces: c.expr(s.Faces, pl, tInt)}
	if out.Faces != nil {
		if v, ok := fold(out.Faces); ok && v.N < 1 {
			c.errorf("out-of-range", s.Faces.At, "a die has at least one face, got %d", v.N)
		}
	}
	if s.By == nil {
		out.Into = pl.local(s.Name.Text, ir.ListOf(tInt))
		if s.Body != nil {
			c.errorf("missing-value", s.Body.At, "say by what the dice are sorted: `throw N dF by E as g { ... }`")
		}
	} else {
		sight := pl.inner()
		sight.temps = 0
		sight.temp("face", tInt)
		out.By = c.expr(*s.By, sight, tAny)
		t := tInt
		if out.By != nil {
			t = out.By.Type
		}
		if t.IsList() || t.Optional || t.Kind == ir.Record {
			c.errorf("wrong-type", s.By.At, "got %s, want one value", c.p.TypeName(t))
			return nil
		}
		out.ByType = t
		in := pl.inner()
		out.Class = ir.Var{Name: s.Name.Text + ".class", Type: t}
		out.Class.Slot = take(in.frame, out.Class.Name, t)
		out.Num = ir.Var{Name: s.Name.Text + ".count", Type: tInt}
		out.Num.Slot = take(in.frame, out.Num.Name, tInt)
		out.Snap = in.hidden(ir.ListOf(tInt))
		out.Pos = in.hidden(tInt)
		in.record(s.Name.Text, []ir.Var{out.Class, out.Num})
		if s.Body != nil {
			out.Body = c.stmts(*s.Body, in)
		}
	}
	if out.Count == nil || out.Faces == nil || s.By != nil && out.By == nil {
		return nil
	}
	return out
}

func (c *checker) draw(s *syntax.DrawStmt, pl *place) ir.Stmt {
	c.checkName(s.Name)
	e := c.expr(s.In, pl, tAny)
	if e == nil {
		c.forget(s.Name, pl)
		return nil
	}
	if e.Type.Kind != ir.List {
		c.errorf("wrong-type", s.In.At, "got %s, want a list", c.p.TypeName(e.Type))
		c.forget(s.Name, pl)
		return nil
	}
	return &ir.Draw{Base: ir.Base{At: s.At}, In: e, Var: pl.local(s.Name.Text, e.Type.Element())}
}

func (c *checker) put(s *syntax.PutStmt, pl *place) ir.Stmt {
	out := &ir.Put{Base: ir.Base{At: s.At}, Count: c.expr(s.Count, pl, tInt)}
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
	case ir.EventField:
		out.Field = pl.event.Fields[c.fieldAt(pl.event, target)]
	case ir.RecField:
		ev := c.p.Events[target.Args[0].Type.Ref]
		out.Rec, out.Field = target.Args[0], ev.Fields[c.fieldAt(ev, target)]
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
		i := fieldIndex(fields, a.Name.Text)
		if i < 0 {
			c.errorf("undefined-field", a.Name.At, "bag %s has no field %s", c.p.Bags[out.Bag].Name, a.Name.Text).
				Suggest(diag.Nearest(a.Name.Text, fieldNames(fields)))
			continue
		}
		if first, ok := given[a.Name.Text]; ok {
			c.errorf("duplicate-argument", a.At, "%s is given twice", a.Name.Text).See(first, "first given here")
			continue
		}
		given[a.Name.Text] = a.At
		out.Values[i] = c.argument(a.Value, fields[i], pl)
	}
	for _, f := range fields {
		if _, ok := given[f.Name]; !ok {
			c.errorf("missing-argument", s.At, "what is put into %s needs %s", c.p.Bags[out.Bag].Name, f.Name).See(f.At, "%s is declared here", f.Name)
		}
	}
	return out
}

// choose compiles a form of one field, whose answer is a local.
func (c *checker) choose(s *syntax.ChooseStmt, pl *place) ir.Stmt {
	c.checkName(s.Field.Name)
	f := &ir.Field{Name: s.Field.Name.Text, At: s.Field.Name.At, Type: c.typeOf(s.Field.Type), Lo: ir.None, Hi: ir.None, Class: ir.Cell, Chosen: true}
	before := pl.inner()
	ff := c.formField(&s.Field, f, before, nil)
	by := c.players(s.By, pl)
	if ff == nil {
		c.forget(s.Field.Name, pl)
		return nil
	}
	f.Texts = c.texts(s.Field.Texts, pl, nameText)
	f.Slot = pl.local(f.Name, f.Type).Slot
	return &ir.Choose{Base: ir.Base{At: s.At}, Form: []*ir.FormField{ff}, By: by}
}
