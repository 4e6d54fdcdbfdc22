package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/internal/cond/words"
	"github.com/kdsl-lang/kdsl/lang/internal/inprint"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// coder compiles statements.
type coder struct {
	*dicing
	measured *syntax.MeasureStmt // in the script at hand
	expects  bool                // the script at hand expects something
}

// allowed reports a statement that does not belong in this sort of code.
func (c *coder) allowed(s syntax.Stmt, pl *place) bool {
	script := pl.mode == scriptMode || pl.mode == measuringMode
	why := ""
	fold := pl.mode == foldMode
	switch s.(type) {
	case *syntax.PlayersStmt, *syntax.BoardStmt, *syntax.GivenStmt, *syntax.OptionStmt, *syntax.StubStmt, *syntax.DiceStmt,
		*syntax.AnswerStmt, *syntax.WhenStmt, *syntax.DuringStmt, *syntax.ExpectCondStmt, *syntax.ExpectRefusedStmt,
		*syntax.ExpectEventStmt, *syntax.ExpectTextStmt, *syntax.ExpectEndsStmt, *syntax.SeedsStmt:
		if !script {
			why = "this is a step of tests, odds and scenarios"
		}
	case *syntax.MeasureStmt:
		if pl.mode != measuringMode {
			why = "only an odds question measures"
		}
	case *syntax.CancelStmt:
		if pl.mode != hookMode || pl.stage.Moment() != ir.Before {
			why = "cancel is possible only in before"
		}
	case *syntax.ProceedStmt:
		if pl.mode != hookMode || pl.stage.Moment() != ir.Instead {
			why = "proceed is possible only in instead"
		}
	case *syntax.StepStmt:
		if pl.steps == nil {
			why = "a labelled step stands directly in the `do` of an event"
		}
	case *syntax.IfStmt, *syntax.AddStmt, *syntax.SetStmt, *syntax.RaiseStmt, *syntax.CapStmt, *syntax.MultiplyStmt, *syntax.DivideStmt:
		fold = false
	default: // any code has it
	}
	if why == "" && fold {
		why = "a while only contributes: add, set, multiply, divide, raise, cap, and if around them"
	}
	if why != "" {
		d := c.errorf("invalid-statement", s.Span(), "%s", why)
		if a, ok := s.(*syntax.AssignStmt); ok && fold {
			if by, part := strings.CutPrefix(a.Value.Text, a.Target.Text+" / "); part {
				d.Message = "a part of a number says how it is rounded, as in divide " + a.Target.Text + " by " + by + " rounding up, or rounding down"
			}
			if _, cell := ending(c.p, &a.Target, ir.Cell); cell {
				d.Message = "a while only contributes, and writes nothing: a cell is written with " + a.Op + " in an after"
			} else {
				d.Suggest(contributing(a))
			}
		}
		if n := localOf(s); n != nil && n.Text != "" {
			pl.forget(*n)
		}
		return false
	}
	return true
}

// setsUp tells whether a step makes a position and lets nothing happen.
func setsUp(s syntax.Stmt) bool {
	switch s.(type) {
	case *syntax.PlayersStmt, *syntax.BoardStmt, *syntax.OptionStmt, *syntax.StubStmt, *syntax.GivenStmt, *syntax.ApplyStmt,
		*syntax.CreateStmt, *syntax.AssignStmt, *syntax.MoveStmt, *syntax.GiveStmt, *syntax.HideStmt, *syntax.RotateStmt,
		*syntax.PutStmt, *syntax.IfStmt, *syntax.EachStmt, *syntax.RepeatStmt:
		return true
	default:
		return false
	}
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
		what := c.expr(s.What, pl, tInst)
		return whole(&ir.Destroy{Base: base, What: what}, what)
	case *syntax.MoveStmt:
		what, to, lasts := c.expr(s.What, pl, tInst), c.place(s.To, pl), c.duration(s.Duration, pl)
		if on, ok := to.(*ir.OnInstance); ok && what != nil && what.Type.Kind == ir.Inst {
			c.liesOn(what.Type.Ref, nil, on.Inst)
		}
		if what != nil && to != nil {
			return &ir.Move{Base: base, What: what, To: to, Duration: lasts}
		}
	case *syntax.GiveStmt:
		what, whom := c.expr(s.What, pl, tInst), c.expr(s.Whom, pl, tPlayer)
		return whole(&ir.Give{Base: base, What: what, Whom: whom}, what, whom)
	case *syntax.HideStmt:
		what := c.expr(s.What, pl, tInst)
		return whole(&ir.Hide{Base: base, What: what}, what)
	case *syntax.RevealStmt:
		what := c.expr(s.What, pl, tInst)
		return whole(&ir.Reveal{Base: base, What: what}, what)
	case *syntax.RotateStmt:
		what, turn := c.expr(s.What, pl, tInst), c.expr(s.Turn, pl, tInt)
		return whole(&ir.Rotate{Base: base, What: what, Turn: turn, By: s.By}, what, turn)
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
	case *syntax.ThrowAgainStmt:
		return c.onDice(dice{ir.AgainDice, s.At, s.Times, &s.Where, nil, s.By}, pl)
	case *syntax.ThrowMoreStmt:
		return c.onDice(dice{ir.MoreDice, s.At, &s.Times, nil, nil, nil}, pl)
	case *syntax.DropStmt:
		return c.onDice(dice{ir.DropDice, s.At, s.Times, &s.Where, nil, nil}, pl)
	case *syntax.SetStmt:
		if s.Where != nil {
			if s.Target == nil || s.Target.Text != "face" {
				c.errorf("invalid-statement", s.Where.At, "`where` tells dice apart: `set face to E where C` after a throw, and `if C { set ... }` otherwise")
				return nil
			}
			return c.onDice(dice{ir.TurnDice, s.At, nil, s.Where, &s.Value, nil}, pl)
		}
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
	case *syntax.ProceedStmt:
		return c.proceed(s, pl)
	case *syntax.AlwaysStmt:
		return &ir.Always{Base: base, Body: c.block(s.Body, pl)}
	case *syntax.StepStmt: // what is in it stands among the others, see stmts
	case *syntax.NoteStmt:
		return &ir.Note{Base: base, Texts: c.texts(s.Texts, pl)}
	case *syntax.ManualStmt:
		return &ir.Manual{Base: base, Texts: c.texts(s.Texts, pl)}
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
	case *syntax.SeedsStmt:
		c.errorf("invalid-statement", s.At, "`for N seeds` is the last step of a test")
	case *syntax.ExpectEndsStmt:
		return c.expectEnds(s)
	case *syntax.ExpectCondStmt:
		c.expects = true
		e := c.expr(s.Cond, pl, tBool)
		return whole(&ir.ExpectCond{Base: base, Cond: e}, e)
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

// block compiles a block in a scope of its own.
func (c *coder) block(b syntax.Block, pl *place) *ir.Block {
	return c.stmts(b, pl.inner())
}

// stmts compiles a block in the scope of the place: what it declares stays there.
func (c *coder) stmts(b syntax.Block, pl *place) *ir.Block {
	out := &ir.Block{At: b.At}
	for _, s := range singly(c, b.Stmts) {
		if !c.allowed(s, pl) || again(c, s, pl) {
			continue
		}
		if step, ok := s.(*syntax.StepStmt); ok { // which only overlays can tell from what is in it
			c.taken(pl.steps, step.Label, "step")
			pl.event.Steps = append(pl.event.Steps, step.Label.Text)
			out.Stmts = append(out.Stmts, c.block(step.Body, pl).Stmts...)
		} else if n := c.stmt(s, pl); n != nil {
			out.Stmts = append(out.Stmts, n)
		}
		if g, ok := s.(*syntax.GivenStmt); ok {
			out.Stmts = append(out.Stmts, c.lying(g, pl)...)
		}
	}
	markMeant(out.Stmts)
	return out
}

// again reports a statement that declares what the block has declared already. What is said of the name then might
// mean either, so nothing is said of that.
func again(c *coder, s syntax.Stmt, pl *place) bool {
	n := localOf(s)
	if n == nil {
		return false
	}
	if pl.declared == nil {
		pl.declared = map[string]source.Span{}
	}
	if !c.taken(pl.declared, *n, "local") {
		return false
	}
	pl.forget(*n)
	c.used.words.add(n.Text)
	return true
}

// localOf is the name that a statement declares for those behind it; nil mostly.
func localOf(s syntax.Stmt) *syntax.Name {
	switch s := s.(type) {
	case *syntax.LetStmt:
		return &s.Name
	case *syntax.GivenStmt:
		if s.Card != nil {
			return &s.Names[0]
		}
	case *syntax.CreateStmt:
		return s.As
	case *syntax.PushStmt:
		return s.As
	case *syntax.DrawStmt:
		return &s.Name
	case *syntax.ChooseStmt:
		return &s.Field.Name
	case *syntax.ThrowStmt:
		if s.Body == nil {
			return &s.Name
		}
	default:
	}
	return nil
}

// markMeant finds what is meant to be refused: a call that has a name or that `expect refused` follows, and the
// answers in front of it that give a field which is named there, or start an action that is refused for what is hidden.
func markMeant(steps []ir.Stmt) {
	var answers []*ir.Answer
	var call *ir.Emit
	for _, s := range steps {
		switch s := s.(type) {
		case *ir.Answer:
			if call != nil {
				answers, call = nil, nil
			}
			answers = append(answers, s)
		case *ir.Emit:
			if call != nil {
				answers = nil
			}
			call, s.Refusable = s, s.Result != nil
		case *ir.ExpectRefused:
			if call == nil {
				continue
			}
			call.Refusable = true
			for _, a := range answers {
				a.Meant = a.Meant || s.Label == "hidden" || slices.ContainsFunc(a.Args, func(v ir.NamedValue) bool { return v.Name == s.Label })
			}
		default: // neither asked for nor expected
		}
	}
}

// whole is the statement; nil when one of its parts is in error.
func whole(s ir.Stmt, parts ...*ir.Expr) ir.Stmt {
	if slices.Contains(parts, nil) {
		return nil
	}
	return s
}

func (c *coder) dice(s *syntax.DiceStmt, pl *place) ir.Stmt {
	out := &ir.GiveDice{Base: ir.At(s.At)}
	if eachDie(c, s) {
		return nil
	}
	for i, f := range s.Faces {
		if inner := strings.Trim(f.Text, "[]"); len(f.Text) == len(inner)+2 && len(s.Faces) == 1 {
			dice := source.OneLine(strings.ReplaceAll(inner, ",", " "))
			c.errorf("bad-syntax", f.At, "the dice that fall stand one behind the other, without brackets").Rewrite(dice)
			return nil
		}
		if i > 0 && pl.names[f.Text] == nil && slices.Contains([]string{"and", "et", "then", "puis"}, f.Text) {
			d := c.errorf("bad-syntax", f.At, "the dice that fall stand one behind the other, without a word between them")
			d.Span.Start = s.Faces[i-1].At.End
			d.LeaveOut()
			continue
		}
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
		} else if max(w.N, d.N) > 1_000_000*ir.Unit {
			c.errorf("out-of-range", s.At, "a table is at most 1,000,000 wide and deep")
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
	e := c.expr(s.Value, pl, c.p.Funcs[i].Result)
	return whole(&ir.Stub{Base: ir.At(s.At), Func: i, Value: e}, e)
}

func (c *coder) option(s *syntax.OptionStmt, pl *place) ir.Stmt {
	i := c.number(&c.index.options, "option", s.Name)
	if i < 0 {
		return nil
	}
	e := c.expr(s.Value, pl, c.p.Options[i].Type)
	return whole(&ir.SetOption{Base: ir.At(s.At), Option: i, Value: e}, e)
}

// answer compiles the answer to a form to come. Which form is not known: every name must be a field
// of some form, and its value must fit one of the fields of that name.
func (c *coder) answer(s *syntax.AnswerStmt, pl *place) ir.Stmt {
	out := &ir.Answer{Base: ir.At(s.At), Word: s.Word, Event: -1}
	switch s.Word {
	case "", "pass", "yes", "no":
	default:
		i, ok := c.index.events.of[s.Word]
		if !ok || c.p.Events[i].Word != ir.ActionEvent {
			d := c.unknown("undefined-action", wordOf(s), "there is no action %s", s.Word)
			d.See(s.At, "an answer is pass, yes, no, an action, or `field: value`")
			if d.Suggest(replied(s.Word)); !d.Mended() {
				actions := []string{"pass"}
				for _, ev := range c.p.Events {
					if ev.Word == ir.ActionEvent {
						actions = append(actions, ev.Name)
					}
				}
				if d.Suggest(c.near(s.Word, func() []string { return actions })); !d.Mended() && len(actions) > 1 {
					d.Message += few(s.Word, actions)
				}
			}
			return nil
		}
		out.Event = i
		c.bind(wordOf(s), c.p.Events[i].At)
	}
	for _, a := range s.Args {
		if a.Name == nil {
			d := c.errorf("missing-name", a.At, "name the field: `answer FIELD: ...`")
			if word := replied(strings.Trim(a.Value.Text, `"' `)); word != "" {
				d.Message = "yes, no and pass are answered without quotes"
				d.Suggest(word)
			}
			continue
		}
		c.wanting(func(f *syntax.File) bool { return f.Done.Chosen[a.Name.Text] })
		types, asked := c.chosenTypes()[a.Name.Text]
		if len(types) == 0 && asked {
			continue // what is wrong is said where it is asked for
		}
		if len(types) == 0 {
			d := c.lacking("undefined-field", a.Name.At, "no form asks for %s", a.Name.Text)
			if d.Suggest(askedAs(c, a.Name.Text)); pl.names[a.Name.Text] != nil && pl.names[a.Name.Text].Op == ir.ScriptPlayer {
				d.Message += "; who answers stands behind by, as in answer FIELD: " + a.Value.Text + " by " + a.Name.Text
			} else if !d.Mended() {
				d.Message += few(a.Name.Text, c.asked())
			}
			continue
		}
		if e := c.oneOf(a.Value, pl, types...); e != nil {
			c.bindAll(a.Name.At, chosenIn(c.names))
			out.Args = append(out.Args, ir.NamedValue{Name: a.Name.Text, Value: e})
		}
	}
	out.By = c.optionalExpr(s.By, pl, tPlayer)
	return out
}

// replied is the reply that a word of another language, or in capitals, stands for; "" for any other.
func replied(word string) string {
	word = strings.ToLower(word)
	switch yes, said := words.Said[word]; {
	case word == "pass" || word == "passe" || word == "passer" || word == "passes" || word == "none" || word == "nothing" || word == "rien":
		return "pass"
	case said && yes:
		return "yes"
	case said:
		return "no"
	}
	return ""
}

// askedAs is what forms ask for that is nearly called so, or that is printed so somewhere.
func askedAs(c *coder, name string) string {
	asked := c.asked()
	for _, a := range asked {
		if strings.EqualFold(a, name) {
			return a
		}
	}
	printed := printedFields(c.names)
	for _, k := range c.p.Kinds {
		field, _ := inprint.As(printed(k.Fields), name)
		for _, a := range asked {
			if field != "" && strings.EqualFold(a, field) {
				return a
			}
		}
	}
	for _, f := range c.p.Events {
		if field, _ := inprint.As(printed(f.Fields), name); field != "" && slices.Contains(asked, field) {
			return field
		}
	}
	if word := words.French[strings.ToLower(name)]; slices.Contains(asked, word) {
		return word
	}
	for _, other := range tongue.Alike(name) {
		if slices.Contains(asked, other) {
			return other
		}
	}
	return diag.Nearest(name, asked)
}

func (c *coder) expectRefused(s *syntax.ExpectRefusedStmt) ir.Stmt {
	c.expects = true
	out := &ir.ExpectRefused{Base: ir.At(s.At)}
	if s.Label != nil {
		out.Label = s.Label.Text
		c.bindAll(s.Label.At, c.refusing)
		if labels := c.refusals(); !slices.Contains(labels, out.Label) {
			c.lacking("undefined-label", s.Label.At, "nothing refuses with the label %s", out.Label).
				Suggest(diag.Nearest(out.Label, labels))
		}
	}
	return out
}

func (c *coder) expectEnds(s *syntax.ExpectEndsStmt) ir.Stmt {
	c.expects = true
	span := c.span(s.SpanName)
	n, ok := c.constant(s.Times, tInt)
	if span < 0 || !ok {
		return nil
	}
	return &ir.ExpectEnds{Base: ir.At(s.At), Span: span, Times: n.N}
}

func (c *coder) expectEvent(s *syntax.ExpectEventStmt, pl *place) ir.Stmt {
	c.expects = true
	ev := c.event(s.Event)
	if ev == nil {
		return nil
	}
	if ev == c.p.Throw {
		c.errorf("invalid-statement", s.Event.At, "nothing is told of a throw but its dice: expect what has come of it")
		return nil
	}
	at := pl.inner()
	at.done = true
	where := c.condition(s.Where, c.inEvent(at, ev, -1))
	times := int64(-1)
	switch n, err := strconv.ParseInt(s.Times, 10, 32); {
	case s.No && s.Times != "":
		c.errorf("invalid-statement", s.At, "either it happens %s or it does not happen: leave out `no` or the number", s.Times)
	case s.No:
		times = 0
	case s.Times == "once":
		times = 1
	case s.Times == "twice":
		times = 2
	case s.Times == "":
	case err != nil:
		c.errorf("invalid-statement", s.At, "want a number of times below 2147483648, got %s", s.Times)
	default:
		times = n
	}
	return &ir.ExpectEvent{Base: ir.At(s.At), Event: ev.ID, Times: times, Where: where}
}

func (c *coder) expectText(s *syntax.ExpectTextStmt) ir.Stmt {
	c.expects = true
	card := c.cardNamed(s.Card, -1)
	if card == nil {
		return nil
	}
	out := &ir.ExpectText{Base: ir.At(s.At), Card: card.ID, Hook: -1, Lang: s.Text.Lang.Text, Text: s.Text.Str.Text}
	if s.Part == nil {
		return out
	}
	c.bindAll(s.Part.At, labelsOf(c.linesOf(card)))
	for _, h := range card.Hooks {
		if c.p.Hooks[h].Label == s.Part.Text {
			out.Hook = h
			return out
		}
	}
	for cl := range syntax.Of[*syntax.Clause](c.linesOf(card)) {
		if cl.Label != nil && cl.Label.Text == s.Part.Text &&
			(cl.Heads() == nil || slices.ContainsFunc(cl.Heads(), func(h syntax.Head) bool { return !h.Every })) {
			return nil // that there is no such event is said where it stands
		}
	}
	c.lacking("undefined-label", s.Part.At, "%s has no clause %s", card.Name, s.Part.Text).
		See(card.At, "%s is declared here", card.Name).Suggest(diag.Nearest(s.Part.Text, labels(c.linesOf(card))))
	return nil
}
