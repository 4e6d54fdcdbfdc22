package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// let binds a name to a value, or to the record of an event that is called.
func (c *coder) let(s *syntax.LetStmt, pl *place) ir.Stmt {
	c.checkName(s.Name)
	if s.Call != nil {
		if c.unread[s.Call.Name.Text] {
			pl.forget(s.Name)
			return nil
		}
		if i, ok := c.index.events.of[s.Call.Name.Text]; ok {
			emit := c.emit(*s.Call, pl, s.At)
			ev := c.p.Events[i]
			var vars []ir.Var
			for _, f := range ev.Fields {
				vars = append(vars, pl.part(s.Name.Text, f.Name, f.Type))
			}
			pl.happening(s.Name, vars, ev.Fields)
			c.used.declare(pl.frame, s.Name, vars)
			if emit == nil {
				return nil
			}
			emit.Result = &ir.Result{Vars: vars}
			return emit
		}
	}
	e := c.expr(s.Value, pl, tAny)
	if e == nil {
		pl.forget(s.Name)
		return nil
	}
	if t := e.Type.Kind; t == ir.Record || t == ir.Group || t == ir.TextType {
		c.errorf("invalid-type", s.Value.At, "a %s cannot be kept: keep its fields", c.p.TypeName(e.Type))
		pl.forget(s.Name)
		return nil
	}
	known := pl.facts.Of(expr.Key(e))
	v := pl.local(s.Name, e.Type)
	c.used.declare(pl.frame, s.Name, []ir.Var{v})
	for _, f := range known {
		pl.assume(expr.Fact{Key: expr.Key(pl.names[s.Name.Text]), Ref: f.Ref})
	}
	return &ir.Let{Base: ir.At(s.At), Var: v, Value: e}
}

// dieName is a die as a throw has it, or as other languages throw one.
var dieName = regexp.MustCompile(`^(?:(?:roll|throw|rand|random|jet)\()?([1-9]?d[0-9]+)\)?$`)

// restOf is what stands behind a place in the same declaration: up to the next line that begins in column 1.
func restOf(at source.Span) string {
	rest := at.File.Text[at.End:]
	for i := 0; i+1 < len(rest); i++ {
		if rest[i] == '\n' && (source.IsLetter(rest[i+1]) || rest[i+1] == '}') {
			return rest[:i]
		}
	}
	return rest
}

// assign compiles `TARGET = E` and its siblings.
func (c *coder) assign(s *syntax.AssignStmt, pl *place) ir.Stmt {
	if die := dieName.FindStringSubmatch(strings.ToLower(s.Value.Text)); s.Op == "=" && die != nil && source.IsName(s.Target.Text) && pl.names[s.Target.Text] == nil {
		text := "throw " + die[1] + " as " + s.Target.Text
		c.errorf("invalid-statement", s.At, "dice are thrown by a step of their own: %s", text).Suggest(text)
		c.unread[s.Target.Text] = true
		return nil
	}
	if name := s.Target.Text; s.Op == "=" && pl.mode == scriptMode && source.IsName(name) && pl.names[name] == nil && strings.Contains(s.Value.Text, "(") {
		c.unknown("undefined-name", s.Target.At, "nothing here is called `%s`: what is new has a let before its name", name).Suggest("let " + name)
		pl.forget(syntax.Name{Node: s.Target.Node, Text: name})
		return nil
	}
	if s.Target.Text == "dice" && pl.mode == scriptMode {
		sign := source.Span{File: s.At.File, Start: s.Target.At.End, End: s.Value.At.Start}
		c.errorf("bad-syntax", sign, "the dice that fall stand behind dice, without a sign").Mend(diag.Replace(sign, " ", "leave it out"))
		return nil
	}
	said := len(c.list)
	target := bare(c.expr(s.Target, pl, tAny))
	if name := s.Target.Text; target == nil && s.Op == "=" && pl.mode != foldMode && source.IsName(name) && pl.names[name] == nil && holds(restOf(s.At), name) {
		call, _, _ := strings.Cut(s.Value.Text, "(")
		_, happens := c.index.events.of[call]
		if news := c.list[said:]; len(news) == 1 && news[0].Code == "undefined-name" && (happens || !news[0].Mended()) {
			news[0].Message = "nothing here is called `" + name + "`: what is new has a let before its name"
			news[0].Suggest("let " + name)
			pl.forget(syntax.Name{Node: s.Target.Node, Text: name})
		}
	}
	if target == nil || target.Op == ir.BadOp || target.Type.Kind == ir.Bad {
		c.used.scan(s.Value.Text)
		return nil
	}
	base := ir.At(s.At)
	op := s.Op[0]
	if key := expr.Key(target); op == '=' && len(pl.facts.Of(key)) > 0 {
		pl.unknow(key) // what is there now does not say what may be put there
		target = bare(c.expr(s.Target, pl, tAny))
	}
	want := target.Type
	if op != '=' {
		if !summed(want) {
			c.errorf("wrong-type", s.At, "only numbers go up and down, %s is %s", s.Target.Text, c.p.TypeName(want))
			return nil
		}
	}
	value := c.exprOrAbsent(s.Value, pl, want)
	if value == nil {
		return nil
	}
	if op == '=' && strings.TrimSpace(s.Value.Text) == strings.TrimSpace(s.Target.Text) {
		d := c.errorf("invalid-statement", s.At, "this writes what stands there already")
		line, _, _ := strings.Cut(s.At.File.Text[s.At.End:], "\n")
		if divided := divides.FindStringSubmatch(line); divided != nil {
			d.Message = "// begins a remark; a part of a number is written with floor_div or ceil_div, as in floor_div(" + strings.TrimSpace(s.Value.Text) + ", " + divided[1] + ")"
		}
		return nil
	}
	if want.Optional { // what was known of the old value is no longer
		key := expr.Key(target)
		pl.unknow(key)
		if !value.Type.Optional {
			pl.assume(expr.Fact{Key: key, Ref: expr.There})
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
	case ir.EventField, ir.RecField:
		if rec, f := c.fieldAt(target, pl); f != nil {
			if c.p.Throw != nil && slices.Contains(c.p.Throw.Fields, f) {
				c.errorf("invalid-target", s.Target.At, "what was thrown is changed by the statements for dice, as `set face to 6` and `throw 1 more`, and not by its fields")
				return nil
			}
			written := s.Value.Text
			if op != '=' {
				written = s.Target.Text + " " + s.Op[:1] + " " + written
			}
			if d := c.early(f, rec, s.Target.At, pl, written); d != nil {
				if text := contributing(s); text != "" && len(f.Layers) > 0 {
					d.Mend(diag.Replace(s.At, text, "write "+text))
				}
				return nil
			}
			if rec == nil && op == '=' && len(f.Layers) > 0 && pl.steps != nil && !reads(value, target) {
				c.warnf("early-write", s.Target.At, "what contributes to %s is lost here: %s += goes on from what it has come to, and a result is a field without layers", f.Name, f.Name).
					See(f.At, "%s is declared here", f.Name)
			}
			check(f)
			c.unkept = c.unkept || rec != nil && value.Type.Kind == ir.Inst
			return &ir.SetField{Base: base, Rec: rec, Field: f, Op: op, Value: value}
		}
	case ir.CellOf:
		if f := c.p.FieldOf(target); f != nil {
			if f.Param {
				c.errorf("invalid-target", s.Target.At, "%s is a parameter of the card and does not change: what changes is remembered by a cell", s.Target.Text)
				return nil
			}
			check(f)
			return &ir.SetCell{Base: base, Inst: target.Args[0], Ref: target.Ref, Field: f, Op: op, Value: value}
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

// fieldAt is the field of an event that an expression reads, and the record it reads it of; the record is
// nil for the event in whose pipeline the code runs.
func (c *coder) fieldAt(e *ir.Expr, pl *place) (rec *ir.Expr, f *ir.Field) {
	ev := pl.event
	if e.Op == ir.RecField && e.Args[0].Type.Kind == ir.Record {
		rec = e.Args[0]
		ev = c.p.Events[rec.Type.Ref]
	}
	if i := fieldAt(ev, e); i >= 0 {
		return rec, ev.Fields[i]
	}
	return nil, nil
}

func (c *coder) ifStmt(s *syntax.IfStmt, pl *place) ir.Stmt {
	e := c.expr(s.Cond, pl, tBool)
	then, other := pl.inner(), pl.inner()
	then.know(c.p, e, true)
	other.know(c.p, e, false)
	out := &ir.If{Base: ir.At(s.At), Cond: e, Then: c.stmts(s.Then, then)}
	if s.Else != nil {
		out.Else = c.stmts(*s.Else, other)
	}
	if e == nil {
		return nil
	}
	// `if !has(x) { stop ... }`: what follows knows that x is there
	if leaves(out.Then) {
		pl.know(c.p, e, false)
	}
	if out.Else != nil && leaves(out.Else) {
		pl.know(c.p, e, true)
	}
	return out
}

// leaves tells whether what follows the block is reached only when the block is not run.
func leaves(b *ir.Block) bool {
	if len(b.Stmts) == 0 {
		return false
	}
	last := b.Stmts[len(b.Stmts)-1]
	_, stops := last.(*ir.Stop)
	_, cancels := last.(*ir.Cancel)
	return stops || cancels
}

// contribution is `add E to F layer L` or one of its siblings.
type contribution struct {
	word   string
	op     ir.ContributeOp
	at     source.Span
	target *syntax.Slice // nil for a function, which has no name in its own clause
	value  syntax.Slice
	layer  *syntax.Name
}

// contribute compiles a contribution to a field of the event, or to a stat.
func (c *coder) contribute(s contribution, pl *place) ir.Stmt {
	if pl.mode != foldMode && (pl.mode != hookMode || pl.stage.Moment() != ir.Before) {
		if _, card := c.index.cards.of[s.value.Text]; card && s.word == "add" {
			c.errorf("invalid-statement", s.at, "a card is put on something with apply CARD to X, and it is said how long it lasts")
			return nil
		}
		d := c.errorf("invalid-statement", s.at, "%s contributes: that is possible only in while and before", s.word)
		if of, stat := ending(c.p, s.target, ir.Stat); stat {
			d.Message += "; a stat is changed by a card that is put there, as in apply CARD to " + of
			return nil
		}
		if sign := map[string]string{"add": "+=", "set": "="}[s.word]; sign != "" && s.target != nil && s.layer == nil {
			d.Message += "; what stands is written with " + sign
			d.Suggest(s.target.Text + " " + sign + " " + s.value.Text)
		}
		return nil
	}
	to := c.contributedTo(s, pl)
	if to == nil {
		return nil
	}
	if pl.each != nil && (to.inst == nil || to.inst.Op != ir.Temp || to.inst.N != pl.each.N) {
		field := s.target.Text[strings.LastIndexByte(s.target.Text, '.')+1:]
		c.errorf("invalid-target", s.target.At, "a clause about each %s contributes to its stats alone, as in %s.%s", pl.each.Name, pl.each.Name, field)
		return nil
	}
	want := to.field.Type
	op := s.op
	if want.Kind != ir.Bad && !contributes(op, want) {
		if want.IsList() {
			c.errorf("wrong-type", s.target.At, "nothing contributes to a list, and %s is %s", to.field.Name, c.p.TypeName(want))
		} else {
			c.errorf("wrong-type", s.target.At, "%s is %s, which is set and not reckoned with: write set %s to VALUE", to.field.Name, c.p.TypeName(want), s.target.Text)
		}
		return nil
	}
	switch {
	case op == ir.MulOp || op == ir.DivUp || op == ir.DivDown:
		want = tInt
	case want.Kind == ir.Dice || want.Kind == ir.Target:
		if op == ir.AddOp { // D6 plus 1 is D6+1
			want = tInt
		}
	}
	value := c.expr(s.value, pl, want)
	if value == nil {
		return nil
	}
	if (op == ir.DivUp || op == ir.DivDown) && value.Op == ir.Const && value.N == 0 {
		c.errorf("invalid-number", value.At, "nothing can be divided by 0")
		return nil
	}
	layer := len(to.field.Layers) - 1
	if s.layer != nil {
		if layer = slices.Index(to.field.Layers, s.layer.Text); layer < 0 {
			c.unknown("undefined-layer", s.layer.At, "%s has no layer %s: it has %v", to.field.Name, s.layer.Text, strings.Join(to.field.Layers, ", ")).
				See(to.field.At, "%s is declared here", to.field.Name).Suggest(diag.Nearest(s.layer.Text, to.field.Layers))
			return nil
		}
	}
	base := ir.At(s.at)
	if to.inst == nil {
		return &ir.ContributeField{Base: base, Op: op, Value: value, Field: to.field, Index: to.index, Layer: layer}
	}
	return &ir.ContributeStat{Base: base, Op: op, Value: value, Inst: to.inst, Kind: to.kind, Index: to.index, Layer: layer}
}

// contributes tells whether a contribution does something to values of a type: only of numbers there are sums and parts; dice and
// targets are made better or worse; all but lists may be set.
func contributes(op ir.ContributeOp, t ir.Type) bool {
	switch {
	case summed(t) || op == ir.SetOp && !t.IsList():
		return true
	case t.Kind == ir.Target && !t.Optional:
		return op == ir.AddOp || op == ir.RaiseOp || op == ir.CapOp
	}
	return t.Kind == ir.Dice && !t.Optional && op == ir.AddOp
}

// ending splits what a target of a thing belongs to off its field, and tells whether all that kinds call so is of a class.
func ending(p *ir.Program, target *syntax.Slice, class ir.FieldClass) (of string, all bool) {
	if target == nil {
		return "", false
	}
	at := strings.LastIndexByte(target.Text, '.')
	for _, k := range p.Kinds {
		if i := ir.FieldNamed(k.Fields, target.Text[at+1:]); at > 0 && i >= 0 {
			if k.Fields[i].Class != class {
				return "", false
			}
			of, all = target.Text[:at], true
		}
	}
	return of, all
}

// foldTarget is what is contributed to: a field of the event, a function, or a stat of an instance.
type foldTarget struct {
	field *ir.Field
	index int
	inst  *ir.Expr // of a stat
	kind  int
}

// contributedTo finds what is contributed to.
func (c *coder) contributedTo(s contribution, pl *place) *foldTarget {
	switch {
	case pl.figure != nil && s.target != nil:
		d := c.errorf("invalid-target", s.target.At, "a clause about %s contributes to nothing else, and so does not say to what: leave out %s", pl.figure.Name, s.target.Text)
		over := d.Span
		if s.value.At.Start < over.Start { // add N to FIELD
			over.Start = s.value.At.End
		} else {
			over.End += len(over.File.Text[over.End:]) - len(strings.TrimLeft(over.File.Text[over.End:], " "))
		}
		d.Mend(diag.Replace(over, "", "leave it out"))
		return nil
	case pl.figure != nil:
		return &foldTarget{field: pl.figure.Figure}
	case s.target == nil:
		c.errorf("missing-value", s.at, "say to what this contributes: only in a clause about a function with layers it is clear")
		return nil
	}
	if root, _, _ := strings.Cut(s.target.Text, "."); pl.event != nil && root == pl.event.Name && pl.names[root] == nil {
		layered := layeredOf(pl.event)
		fields, field := ir.FieldNames(layered), strings.TrimPrefix(s.target.Text, root+".")
		if slices.Contains(fields, field) {
			c.errorf("invalid-target", s.target.At, "a clause about %s calls its fields by their names alone", root).Suggest(field)
			return nil
		}
		if len(fields) > 0 {
			d := c.errorf("invalid-target", s.target.At, "say to which field of %s this contributes: %v", root, strings.Join(fields, ", "))
			if c.meant(d, field, printedFields(c.names)(layered)); len(fields) == 1 && !d.Mended() {
				d.Suggest(fields[0])
			}
			return nil
		}
	}
	target := bare(c.expr(*s.target, pl, tAny))
	if target == nil {
		addedTo(c, s.target.At, pl)
		return nil
	}
	return c.folded(target, *s.target, pl)
}

// layeredOf are the fields of an event to which something may be added.
func layeredOf(ev *ir.Event) []*ir.Field {
	return slices.DeleteFunc(slices.Clone(ev.Fields), func(f *ir.Field) bool { return len(f.Layers) == 0 })
}

// addedTo says what an event adds up, where something was to be added to what nothing is called.
func addedTo(c *coder, at source.Span, pl *place) {
	last := len(c.list) - 1
	if last < 0 || pl.event == nil || c.list[last].Code != "undefined-name" || c.list[last].Span != at {
		return
	}
	layered := layeredOf(pl.event)
	fields := ir.FieldNames(layered)
	if d := &c.list[last]; d.Mended() {
		if slices.Contains(fields, d.Mends[0].Edits[0].Text) {
			return
		}
		d.Mends = nil // to that nothing can be added
	}
	said := "nothing here is called `" + at.Text() + "`; "
	if len(fields) == 0 {
		c.list[last].Message = said + pl.event.Name + " has nothing to which a card may add"
		return
	}
	c.list[last].Message = said + "of " + pl.event.Name + " a card may add to " + strings.Join(fields, ", ")
	if c.meant(&c.list[last], at.Text(), printedFields(c.names)(layered)); len(fields) == 1 && !c.list[last].Mended() {
		c.list[last].Suggest(fields[0])
	}
}

// folded finds the field or stat that is contributed to.
func (c *coder) folded(target *ir.Expr, text syntax.Slice, pl *place) *foldTarget {
	switch target.Op {
	case ir.EventField:
		i := fieldAt(pl.event, target)
		if i < 0 {
			break
		}
		f := pl.event.Fields[i]
		if len(f.Layers) == 0 {
			d := c.unknown("undefined-layer", text.At, "%s of %s has no layers, nothing can be added to it", f.Name, pl.event.Name)
			if fields := ir.FieldNames(layeredOf(pl.event)); c.files[text.At.File].Pack == c.files[f.At.File].Pack {
				d.See(f.At, "declare it with a name for what changes it, such as `%s ... layers cards`", f.Name)
			} else if len(fields) > 0 {
				d.Message += "; of " + pl.event.Name + " a card may add to " + strings.Join(fields, ", ")
			}
			if f.Param {
				d.Message += fmt.Sprintf("; what an event is given is changed in place of it: instead %s and proceed { %s: VALUE }", pl.event.Name, f.Name)
			}
			return nil
		}
		return &foldTarget{field: f, index: i}
	case ir.StatOf:
		if pl.event != nil {
			c.errorf("invalid-target", text.At, "a clause about %s contributes to its fields: to change the stat, write a `while` with a condition", pl.event.Name)
			return nil
		}
		k := target.Ref
		if t := target.Args[0].Type; t.Kind == ir.Inst && t.Ref >= 0 {
			k = c.p.KindAt(t.Ref)
		}
		i := int(target.N)
		k = c.declaring(k, i)
		return &foldTarget{field: c.p.Kinds[k].Fields[i], index: i, inst: bare(target.Args[0]), kind: k}
	}
	d := c.errorf("invalid-target", text.At, "got %s, want a stat or a field with layers", text.Text)
	switch target.Op {
	case ir.CellOf:
		d.Message = text.Text + " is a cell: a step writes it, as in `" + text.Text + " += 1` in an `after`, and nothing is contributed to it; want a stat or a field with layers"
	case ir.PrintedOf:
		d.Message = text.Text + " is printed and the same for ever; where it is declared, write stat before its name"
		if k := target.Args[0].Type; k.Kind == ir.Inst && k.Ref >= 0 {
			c.forgottenStat(d, c.p.Kinds[c.p.KindAt(k.Ref)].Fields[target.N])
		}
	}
	return nil
}

// forgottenStat says of a contribution to a printed field where that is declared. In one's own pack it is the
// declaration that lacks a word, whatever contributes.
func (c *names) forgottenStat(d *diag.Diagnostic, f *ir.Field) {
	at := d.Span
	if d.See(f.At, "declared here"); c.files[at.File].Pack != c.files[f.At.File].Pack {
		return
	}
	d.Message = f.Name + " is printed and the same for ever, and " + at.Text() + " is contributed to: write stat before its name"
	d.Span, d.Related, d.Cause = f.At, nil, "stat "+f.Name
	d.See(at, "this contributes to it")
	d.Mend(diag.Before(f.At, "stat"))
}

// partly is a part of a number, rounded.
var partly = regexp.MustCompile(`^(ceil|floor)_div\(([\w.]+), *([\w.]+)\)$`)

// contributing is a write as a contribution; "" when it is none.
func contributing(s *syntax.AssignStmt) string {
	to, value := s.Target.Text, s.Value.Text
	factor, times := strings.CutPrefix(value, to+" * ")
	less, down := strings.CutPrefix(value, to+" - ")
	more, up := strings.CutPrefix(value, to+" + ")
	switch {
	case s.Op == "+=":
		return "add " + value + " to " + to
	case s.Op == "-=" && strings.Trim(value, "0123456789") == "":
		return "add -" + value + " to " + to
	case s.Op == "=" && up:
		return "add " + more + " to " + to
	case s.Op == "=" && down && strings.Trim(less, "0123456789") == "":
		return "add -" + less + " to " + to
	case s.Op == "=" && times && !strings.ContainsAny(factor, " ("):
		return "multiply " + to + " by " + factor
	case s.Op == "=" && partly.FindStringSubmatch(value) != nil:
		part := partly.FindStringSubmatch(value)
		if part[2] != to {
			return ""
		}
		return "divide " + to + " by " + part[3] + " rounding " + map[string]string{"ceil": "up", "floor": "down"}[part[1]]
	case s.Op == "=" && !strings.Contains(value, to):
		return "set " + to + " to " + value
	}
	return ""
}

// divides is a remark that was meant for a division.
var divides = regexp.MustCompile(`^\s*//\s*(\d+)\s*$`)

// reads tells whether a value is worked out from a field of its own event.
func reads(value, field *ir.Expr) (found bool) {
	value.Walk(func(e *ir.Expr) bool {
		found = found || e.Op == field.Op && e.N == field.N
		return !found
	})
	return found
}
