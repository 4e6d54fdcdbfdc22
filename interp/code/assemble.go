package code

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/internal/space"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Op is what an instruction does.
type Op uint8

// The instructions.
const (
	End     Op = iota // the block is over
	Jump              // to A
	Unless            // jump to A unless Bool
	SetInt            // slot A := Int
	SetList           // list slot A := List
	Field             // write a field of an event record
	Cell              // write a cell of an instance
	Call              // make an event happen
	Result            // take over the record of the event that was called
	Paid              // jump to A when a cost that was called has not been paid
	Stands            // all costs are paid: the clause stands in place of its event
	Start             // snapshot of an each: list slot A := List, slot B := 0
	Next              // next member of a snapshot, or jump to A
	Again             // count slot B down, or jump to A
	Round             // count slot B down and jump to A
	Heard             // make dice an event that somebody hears, and jump to A
	Throw             // dice
	OnDice            // do something to the dice of a throw
	Draw              // a member of a list, at random
	Put               // into a bag
	Choose            // ask for a field
	Create            // an instance
	Change            // an instance
	Travel            // along a path, up to the next thing that watches
	Act               // let a player act
	Sum               // contribute
	Stop              // unwind to a span
	Cancel            // the event
	Proceed           // let the event go on
	Always            // marks what runs even when the rest does not
	Note              // tell the journal
	Script            // a step of a script: the handler's business
)

// Stays tells whether after an instruction the same frame goes on for certain: it calls nothing, asks
// nothing and takes nothing out of play.
func (o Op) Stays() bool {
	switch o {
	case Jump, Unless, SetInt, SetList, Field, Cell, Result, Start, Next, Again, Round, Put, Sum:
		return true
	}
	return false
}

// Deed tells whether an instruction changes something, asks or throws by itself.
func (o Op) Deed() bool {
	switch o {
	case Field, Cell, Throw, OnDice, Draw, Put, Choose, Create, Change, Travel, Act, Sum, Stop, Cancel, Note:
		return true
	}
	return false
}

// Plain tells whether an instruction works nothing out.
func (o Op) Plain() bool {
	switch o {
	case End, Jump, Result, Paid, Stands, Always, Cancel, Stop, Note:
		return true
	}
	return false
}

// After are the places to which an instruction can lead.
func (b *Block) After(pc int) []int {
	in := &b.Code[pc]
	next := pc + 1
	switch in.Op {
	case End:
		return nil
	case Jump:
		return []int{int(in.A)}
	case Unless, Next, Again, Round, Paid, Act, Heard:
		return []int{next, int(in.A)}
	case Travel:
		out := []int{next, int(in.A)}
		for _, w := range in.With.(*Walk).Watch {
			out = append(out, int(w.Body))
		}
		return out
	}
	return []int{next}
}

// Assembler makes blocks of bodies. Blocks hold all that were made so far.
type Assembler struct {
	C      *eval.Compiled
	Blocks []*Block
	Hides  bool // something in them hides cards
}

// Block assembles a body and returns its number, or -1 for no body.
func (a *Assembler) Block(name string, b *ir.Block, f ir.Frame) int {
	if b == nil {
		return -1
	}
	return a.body(&writer{a: a, b: &Block{Name: name, Ints: f.Ints, Lists: f.Lists}}, b)
}

// Script assembles the steps of a script.
func (a *Assembler) Script(name string, b *ir.Block, f ir.Frame) int {
	return a.body(&writer{a: a, b: &Block{Name: name, Ints: f.Ints, Lists: f.Lists}, script: true}, b)
}

func (a *Assembler) body(w *writer, b *ir.Block) int {
	w.block(b)
	w.add(Instr{Op: End, At: b.At})
	a.Blocks = append(a.Blocks, w.b)
	return len(a.Blocks) - 1
}

// Clause assembles the block of a clause: its costs, then its deed.
func (a *Assembler) Clause(name string, h *ir.Hook) int {
	if h.Do == nil {
		return -1
	}
	w := &writer{a: a, b: &Block{Name: name, Ints: h.Frame.Ints, Lists: h.Frame.Lists}, event: h.Event}
	var unpaid []int
	for _, s := range h.Costs {
		c := a.Call(s)
		c.Cost, w.of = true, s
		w.calls(c, s)
		unpaid = append(unpaid, w.add(Instr{Op: Paid, At: s.At}))
	}
	w.of = nil
	if len(unpaid) > 0 && h.Stage.Moment() == ir.Instead {
		w.add(Instr{Op: Stands, At: h.At})
	}
	w.block(h.Do)
	for _, at := range unpaid {
		w.patch(at)
	}
	w.add(Instr{Op: End, At: h.At})
	a.Blocks = append(a.Blocks, w.b)
	return len(a.Blocks) - 1
}

type writer struct {
	a  *Assembler
	b  *Block
	of ir.Stmt // that is being written

	event  int  // that a clause is about
	script bool // it is a script's

	among int32 // where the statements begin that it stands among
}

func (w *writer) add(i Instr, uses ...Use) int {
	w.b.Code, w.b.Stmts, w.b.Uses = append(w.b.Code, i), append(w.b.Stmts, w.of), append(w.b.Uses, uses)
	return len(w.b.Code) - 1
}

func (w *writer) here() int32 { return int32(len(w.b.Code)) }

func (w *writer) patch(at int) { w.b.Code[at].A = w.here() }

func (w *writer) value(e *ir.Expr) Value { return w.a.Value(e) }

// Value compiles an expression of either sort; a nil expression gives an empty Value.
func (a *Assembler) Value(e *ir.Expr) Value {
	switch {
	case e == nil:
		return Value{}
	case e.Type.IsList():
		return Value{List: a.C.List(e)}
	}
	return Value{Int: a.C.Int(e)}
}

func (a *Assembler) int(e *ir.Expr) eval.Int { return a.C.Opt(e) }

func (a *Assembler) bool(e *ir.Expr) eval.Bool {
	if e == nil {
		return nil
	}
	return a.C.Bool(e)
}

func (a *Assembler) list(e *ir.Expr) eval.List {
	if e == nil {
		return nil
	}
	return a.C.List(e)
}

func (w *writer) block(b *ir.Block) {
	if b == nil {
		return
	}
	around := w.among
	w.among = w.here()
	for _, s := range b.Stmts {
		w.stmt(s)
	}
	w.among = around
}

func (w *writer) stmt(s ir.Stmt) {
	a, at, around := w.a, s.Site(), w.of
	w.of = s
	defer func() { w.of = around }()
	switch s := s.(type) {
	case *ir.Let:
		if s.Var.Type.IsList() {
			w.add(Instr{Op: SetList, A: int32(s.Var.Slot), List: a.C.List(s.Value), At: at}, sets(slot(s.Var)))
		} else {
			w.add(Instr{Op: SetInt, A: int32(s.Var.Slot), Int: a.C.Int(s.Value), At: at}, sets(slot(s.Var)))
		}
	case *ir.SetField:
		to := &Write{Field: s.Field, Of: a.int(s.Rec), Op: s.Op, Value: w.value(s.Value), Expr: s.Value, At: at}
		w.add(Instr{Op: Field, With: to, At: at}, ofEvent(s.Rec, s.Field, s.Op == '=')...)
	case *ir.SetCell:
		w.add(Instr{Op: Cell, With: &Write{Field: s.Field, Of: a.int(s.Inst), Op: s.Op, Value: w.value(s.Value), Mask: ir.MaskOf(s.Field.Name), Card: eval.Owning(a.C.P, s.Ref), At: at}, At: at})
	case *ir.Emit:
		w.call(s, -1)
	case *ir.During:
		inner := a.Script(w.b.Name, s.Body, ir.Frame{Ints: w.b.Ints, Lists: w.b.Lists})
		w.call(s.Emit, inner)
	case *ir.If:
		skip := w.add(Instr{Op: Unless, Bool: a.C.Branch(s), At: at})
		w.block(s.Then)
		if s.Else != nil {
			end := w.add(Instr{Op: Jump, At: at})
			w.patch(skip)
			w.block(s.Else)
			w.patch(end)
		} else {
			w.patch(skip)
		}
	case *ir.Each:
		w.each(s)
	case *ir.Repeat:
		w.repeat(s)
	case *ir.Throw:
		w.throw(s)
	case *ir.OnDice:
		d := a.OnDice(s)
		if s.Pick != nil {
			first := *d
			first.Whether = true
			w.add(Instr{Op: OnDice, With: &first, At: at})
			w.stmt(s.Pick)
			d.Picked = true
		}
		w.add(Instr{Op: OnDice, With: d, At: at})
	case *ir.Draw:
		w.add(Instr{Op: Draw, A: int32(s.Var.Slot), List: a.C.List(s.In), At: at}, sets(slot(s.Var)))
	case *ir.Put:
		b := &Bag{Kind: s.Bag, Count: a.C.Int(s.Count), Of: a.int(s.Rec)}
		for _, v := range s.Values {
			b.Values = append(b.Values, a.C.Int(v))
		}
		if s.Local != nil {
			l := slot(*s.Local)
			b.Local = &l
			w.add(Instr{Op: Put, With: b, At: at}, Use{Slot: l})
		} else {
			b.Slot = int32(s.Field.Slot)
			w.add(Instr{Op: Put, With: b, At: at}, ofEvent(s.Rec, s.Field, false)...)
		}
	case *ir.Choose:
		f := a.Form(s.By, s.Form)
		var answers []Use
		for _, x := range f.Fields {
			answers = append(answers, sets(x.Slot))
		}
		w.add(Instr{Op: Choose, With: f, At: at}, answers...)
	case *ir.Create:
		w.create(s)
	case ir.Change:
		_, hides := s.(*ir.Hide)
		a.Hides = a.Hides || hides
		d := s.Deed()
		w.add(Instr{Op: Change, With: &Move{Stmt: s, What: a.int(d.What), With: a.int(d.With), From: a.int(d.From), Place: a.place(d.To), Lasts: a.lasting(d.Lasts)}, At: at})
	case *ir.Travel:
		w.travel(s)
	case *ir.Act:
		w.add(Instr{Op: SetInt, A: int32(s.Turn.Slot), Int: zero, At: at}, sets(slot(s.Turn)))
		w.add(Instr{Op: SetInt, A: int32(s.Passes.Slot), Int: zero, At: at}, sets(slot(s.Passes)))
		if s.By != nil {
			w.add(Instr{Op: SetList, A: int32(s.Order.Slot), List: a.C.List(s.By), At: at}, sets(slot(s.Order)))
		}
		self := w.here()
		w.add(Instr{Op: Act, A: self + 2, With: &Turns{Stmt: s, Who: a.int(s.Who)}, At: at}, reads(s.Turn, s.Passes, s.Order)...)
		w.add(Instr{Op: Jump, A: self, At: at})
	case *ir.ContributeField:
		w.add(Instr{Op: Sum, Int: a.C.Int(s.Value), With: s, At: at})
	case *ir.ContributeStat: // read with the stat, never run
	case *ir.Stop:
		w.add(Instr{Op: Stop, A: int32(s.Span), At: at})
	case *ir.Cancel:
		w.add(Instr{Op: Cancel, At: at})
	case *ir.Proceed:
		o := &Onward{Stmt: s}
		o.Args, o.Given = a.args(w.event, s.Args)
		w.add(Instr{Op: Proceed, With: o, At: at})
	case *ir.Always:
		n := len(w.b.Always)
		w.b.Always = append(w.b.Always, Kept{At: w.here(), Among: w.among})
		w.add(Instr{Op: Always, At: at})
		w.block(s.Body)
		w.b.Always[n].End = w.here()
		w.add(Instr{Op: Always, A: 1, At: at})
	case *ir.Note, *ir.Manual:
		w.add(Instr{Op: Note, With: s, At: at})
	case *ir.GiveDice:
		step := Step{Stmt: s}
		for _, f := range s.Faces {
			step.Faces = append(step.Faces, a.C.Int(f))
		}
		w.step(step)
	case *ir.Answer:
		step := Step{Stmt: s, Value: Value{Int: a.int(s.By)}}
		for _, x := range s.Args {
			step.Args = append(step.Args, NamedValue{x.Name, a.Value(x.Value)})
		}
		w.step(step)
	case *ir.ExpectCond:
		w.step(Step{Stmt: s, Cond: a.bool(s.Cond)})
	case *ir.ExpectEvent:
		w.step(Step{Stmt: s, Cond: a.bool(s.Where)})
	case *ir.ExpectRefused:
		w.step(Step{Stmt: s})
	case *ir.ExpectEnds:
		w.step(Step{Stmt: s})
	case *ir.ExpectText:
		w.step(Step{Stmt: s})
	case *ir.Measure:
		w.step(Step{Stmt: s, Value: a.Value(s.Value)})
	case *ir.SetOption:
		w.step(Step{Stmt: s, Value: a.Value(s.Value)})
	case *ir.Stub:
		w.step(Step{Stmt: s, Value: a.Value(s.Value)})
	}
}

func zero(*eval.Env) int64 { return 0 }

// ofEvent is the use of a field of the event at hand; none of one that is reached through a record.
func ofEvent(rec *ir.Expr, f *ir.Field, sets bool) []Use {
	if rec != nil {
		return nil
	}
	return []Use{{Slot{int32(f.Slot), f.Type.IsList()}, true, sets}}
}

func (w *writer) call(s *ir.Emit, inner int) {
	c := w.a.Call(s)
	c.Inner = inner
	w.calls(c, s)
	if w.script {
		w.add(Instr{Op: Result, With: c, At: s.At})
	}
}

func (w *writer) calls(c *CallTo, s *ir.Emit) {
	var results []Use
	for _, r := range c.Result {
		results = append(results, sets(r))
	}
	w.add(Instr{Op: Call, With: c, At: s.At}, results...)
}

// Call compiles a call of an event.
func (a *Assembler) Call(s *ir.Emit) *CallTo {
	c := &CallTo{Stmt: s, Event: s.Event, Inner: -1}
	c.Args, c.Given = a.args(s.Event, s.Args)
	if s.Result != nil {
		for _, v := range s.Result.Vars {
			c.Result = append(c.Result, slot(v))
		}
	}
	return c
}

func (a *Assembler) args(event int, all []ir.EmitArg) (out []Arg, given uint64) {
	for _, x := range all {
		f := a.C.P.Events[event].Fields[x.Field]
		out = append(out, Arg{x.Field, f.Slot, f, a.Value(x.Value)})
		given |= 1 << x.Field
	}
	return out, given
}

// loop ends a loop that begins at top and is left from there.
func (w *writer) loop(top int, body *ir.Block, at source.Span) {
	w.block(body)
	w.add(Instr{Op: Jump, A: int32(top), At: at})
	w.patch(top)
}

func (w *writer) each(s *ir.Each) {
	l := &Loop{Snap: int32(s.Snap.Slot), Pos: int32(s.Pos.Slot), Var: slot(s.Var), Stride: max(1, s.Stride), Where: w.a.bool(s.Where)}
	l.Inst = s.Var.Type.Kind == ir.Inst
	for _, g := range s.Group {
		l.Group = append(l.Group, int32(g.Slot))
	}
	w.add(Instr{Op: Start, A: l.Snap, B: l.Pos, List: w.a.C.List(s.In), At: s.At}, sets(slot(s.Snap)), sets(slot(s.Pos)))
	top := w.add(Instr{Op: Next, With: l, At: s.At}, reads(s.Snap, s.Pos)...)
	w.loop(top, s.Body, s.At)
}

func (w *writer) repeat(s *ir.Repeat) {
	if s.Times != nil {
		w.add(Instr{Op: SetInt, A: int32(s.Pos.Slot), Int: w.a.C.Int(s.Times), At: s.At}, sets(slot(s.Pos)))
		top := w.add(Instr{Op: Again, B: int32(s.Pos.Slot), At: s.At}, reads(s.Pos)...)
		w.block(s.Body)
		w.add(Instr{Op: Round, A: int32(top + 1), B: int32(s.Pos.Slot), At: s.At}, reads(s.Pos)...)
		w.patch(top)
		return
	}
	until := w.a.C.Bool(s.Until)
	top := w.add(Instr{Op: Unless, Bool: func(v *eval.Env) bool { return !until(v) }, At: s.At})
	w.loop(top, s.Body, s.At)
}

func (w *writer) throw(s *ir.Throw) {
	d := &Dice{Stmt: s, Count: w.a.C.Int(s.Count), Faces: w.a.C.Int(s.Faces), By: w.a.int(s.By), Into: slot(s.Into)}
	if s.By != nil && !s.One {
		d.Into = slot(s.Snap)
	}
	heard := -1
	if s.Heard != nil {
		c := w.a.Call(s.Heard)
		c.Dice = d
		for _, a := range c.Args {
			if a.Field == ir.ThrowOf {
				d.Of = a.Value.Int
			}
		}
		heard = w.add(Instr{Op: Heard, With: c, At: s.At})
	}
	bare := *s
	bare.Heard, w.of = nil, &bare
	w.add(Instr{Op: Throw, With: d, At: s.At}, sets(d.Into))
	if w.of = s; heard >= 0 {
		w.patch(heard)
	}
	if s.By == nil || s.One {
		return
	}
	w.add(Instr{Op: SetInt, A: int32(s.Pos.Slot), Int: zero, At: s.At}, sets(slot(s.Pos)))
	top := w.add(Instr{Op: Next, With: &Loop{
		Snap: d.Into.N, Pos: int32(s.Pos.Slot), Group: []int32{int32(s.Class.Slot), int32(s.Num.Slot)}, Stride: 2,
	}, At: s.At}, reads(s.Snap, s.Pos)...)
	w.loop(top, s.Body, s.At)
}

// OnDice compiles what is done to dice.
func (a *Assembler) OnDice(s *ir.OnDice) *OnDiceTo {
	return &OnDiceTo{Stmt: s, Times: a.int(s.Times), Where: a.bool(s.Where), To: a.int(s.To)}
}

// Form compiles a form.
func (a *Assembler) Form(by *ir.Expr, fields []*ir.FormField) *Form {
	f := &Form{By: a.Value(by)}
	if f.By.List != nil {
		f.By.List = once(f.By.List)
	}
	for _, x := range fields {
		f.Fields = append(f.Fields, &FormField{
			F: x, Slot: Slot{int32(x.Field.Slot), x.Field.Type.IsList()},
			In: a.list(x.In), Lo: a.int(x.Lo), Hi: a.int(x.Hi),
			CountLo: a.int(x.CountLo), CountHi: a.int(x.CountHi), Repeat: a.int(x.Repeat),
			Within: a.int(x.Within), Of: a.Value(x.Of), Where: a.bool(x.Where), Prefer: a.int(x.Prefer),
		})
	}
	return f
}

// once is a list of players of whom each is asked once, however often he stands in it.
func once(list eval.List) eval.List {
	return func(v *eval.Env) []int64 {
		all := list(v)
		for i := 0; i < len(all); i++ {
			if slices.Contains(all[:i], all[i]) {
				all = slices.Delete(slices.Clone(all), i, i+1)
				i--
			}
		}
		return all
	}
}

func (w *writer) create(s *ir.Create) {
	a := w.a
	m := &Make{Stmt: s, CardOf: a.int(s.CardExpr), For: a.int(s.For), To: a.int(s.To), From: a.int(s.From), Place: a.place(s.Place), Lasts: a.lasting(s.Duration)}
	for _, e := range s.Args {
		m.Args = append(m.Args, a.Value(e))
	}
	if s.As != nil {
		l := slot(*s.As)
		m.As = &l
	}
	for _, c := range s.Cells {
		m.Cells = append(m.Cells, a.Value(c.Value))
	}
	w.add(Instr{Op: Create, With: m, At: s.At})
}

func (a *Assembler) place(p ir.Place) *Place {
	switch s := p.(type) {
	case nil:
		return nil
	case *ir.Nowhere:
	case *ir.OnInstance:
		return &Place{P: p, At: a.Value(s.Inst)}
	case *ir.AtPoint:
		return &Place{P: p, At: a.Value(s.Point)}
	case *ir.InZone:
		return &Place{P: p, Of: a.int(s.Of)}
	}
	return &Place{P: p}
}

var watchWords = [...]space.Word{ir.Enter: space.Enter, ir.Leave: space.Leave, ir.Touch: space.Touch}

func (w *writer) travel(s *ir.Travel) {
	a := w.a
	t := &Walk{Stmt: s, What: a.C.Int(s.What), Along: a.C.List(s.Along)}
	w.add(Instr{Op: SetList, A: int32(s.Path.Slot), List: t.Along, At: s.At}, sets(slot(s.Path)))
	w.add(Instr{Op: SetList, A: int32(s.Mark.Slot), List: func(*eval.Env) []int64 { return nil }, At: s.At}, sets(slot(s.Mark)))
	top := w.add(Instr{Op: Travel, With: t, At: s.At}, reads(s.Path, s.Mark)...)
	for _, x := range s.Watch {
		t.Watch = append(t.Watch, Watch{W: x, Word: watchWords[x.Word], Within: a.int(x.Within), Where: a.bool(x.Where), Body: w.here()})
		w.block(x.Body)
		w.add(Instr{Op: Jump, A: int32(top), At: x.At})
	}
	w.patch(top)
}

// lasting compiles a duration.
func (a *Assembler) lasting(d *ir.Duration) *Lasting {
	if d == nil {
		return nil
	}
	l := &Lasting{Ending: d.Ending, Span: -1, Times: a.int(d.Times), Nth: int32(d.Nth)}
	if d.Span != nil {
		l.Span, l.Of = int32(d.Span.Event), a.int(d.Span.Of)
	}
	return l
}

// step adds a step of a script.
func (w *writer) step(s Step) { w.add(Instr{Op: Script, With: &s, At: s.Stmt.Site()}) }
