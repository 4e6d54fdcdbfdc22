package interp

import (
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// told is a game that tells what happens.
type told struct {
	game
	listener Listener // nil mostly
	inner    int      // frames that what runs now does without
}

// Listen makes l hear the run from now on, in place of whoever did; nil ends it.
func (g *told) Listen(l Listener) { g.listener = l }

// Heard is who listens; nil for nobody.
func (g *told) Heard() Listener { return g.listener }

func (g *told) tellNumbers(to []int32) {
	if l, ok := g.listener.(Renumbered); ok {
		l.Renumbered(to)
	}
}

// hush keeps what is only tried out from being told; the listener is to be put back.
func (g *told) hush() Listener {
	l := g.listener
	g.listener = nil
	return l
}

func (g *told) unhush(l Listener) { g.listener = l }

// record tells whoever listens of what fill says.
func (g *told) record(kind journal.Kind, fill func(e *journal.Entry)) {
	if g.listener != nil {
		g.entry(kind, fill)
	}
}

func (g *told) entry(kind journal.Kind, fill func(e *journal.Entry)) {
	e := &journal.Entry{Kind: kind, Depth: len(g.S.Frames) + g.inner, Event: -1, Hook: -1, Inst: -1, Of: -1}
	fill(e)
	g.listener.Told(e)
}

// What comes often is told in two halves: whether somebody listens, which costs next to nothing where it stands, and what is said.

// tell records something about the event at place f.
func (g *told) tell(f int32, kind journal.Kind, why Why) {
	if g.listener != nil {
		g.toldEvent(f, kind, why)
	}
}

func (g *told) toldEvent(f int32, kind journal.Kind, why Why) {
	m := g.eventAt(f)
	if m.ev == g.M.P.Throw && (kind == journal.Event || kind == journal.Done) { // its dice say it
		return
	}
	g.record(kind, func(e *journal.Entry) {
		e.Event, e.Text, e.Why, e.At = m.ev.ID, why.Label, why, m.ev.At
		fr := g.frame(f)
		open := fr.Flags&state.Asked == 0 && kind == journal.Refused // what was not answered has no value
		g.fields(e, f, func(i int) bool { return open && m.open&^fr.Given&(1<<i) != 0 })
		for i, d := range m.ev.Fields {
			switch {
			case d.Type.Kind == ir.Inst:
				e.Hidden = both(e.Hidden, g.secret(e.Ints[i]))
			case d.Type.Kind == ir.List && d.Type.Elem == ir.Inst:
				for _, x := range e.Lists[i] {
					e.Hidden = both(e.Hidden, g.secret(x))
				}
			}
		}
	})
}

// fields notes the fields of the event at place f, but for those that are open.
func (g *told) fields(e *journal.Entry, f int32, open func(i int) bool) {
	all := g.eventAt(f).ev.Fields
	e.Names, e.Ints, e.Lists = make([]string, 0, len(all)), make([]int64, 0, len(all)), make([][]int64, 0, len(all))
	for i, d := range all {
		x, l := int64(0), []int64(nil)
		switch {
		case d.Type.IsList():
			l = *g.S.List(f, d.Slot)
		case open(i):
			x = ir.None
		default:
			x = *g.S.Int(f, d.Slot)
		}
		e.Ints, e.Lists = append(e.Ints, x), append(e.Lists, l)
		if i < len(all)-1 { // the outcome has no name
			e.Names = append(e.Names, d.Name)
		}
	}
}

func (g *told) tellWhen(event int) {
	g.record(journal.When, func(e *journal.Entry) { e.Event = event })
}

func (g *told) tellClause(c eval.Entry) {
	if g.listener != nil {
		g.toldClause(c)
	}
}

func (g *told) toldClause(c eval.Entry) {
	g.record(journal.Clause, func(e *journal.Entry) {
		e.Hook, e.Inst, e.At, e.Hidden = int(c.Hook), int64(c.Inst), g.M.P.Hooks[c.Hook].At, g.secret(int64(c.Inst))
	})
}

// tellInst records that an instance came, went or is elsewhere; by says what did it, if anything has a
// place.
func (g *told) tellInst(kind journal.Kind, n int64, by *code.Instr) {
	g.record(kind, func(e *journal.Entry) {
		e.Inst, e.Hidden = n, g.secret(n)
		switch x := &g.S.Insts[n]; {
		case kind == journal.Enter:
			e.At = g.M.P.Cards[x.Card].At
		case kind == journal.Move:
			e.Ints = []int64{x.X, x.Y, x.Z}
		}
		if by != nil {
			e.At = by.At
		}
	})
}

func (g *told) tellCell(n int64, f *ir.Field, was, is int64, by *code.Instr) {
	if g.listener != nil {
		g.toldCell(n, f, was, is, by)
	}
}

func (g *told) toldCell(n int64, f *ir.Field, was, is int64, by *code.Instr) {
	g.record(journal.Change, func(e *journal.Entry) {
		e.Inst, e.Names, e.Types, e.Ints, e.At, e.Hidden = n, []string{f.Name}, []ir.Type{f.Type}, []int64{was, is}, by.At, g.secret(n)
	})
}

// tellThrow tells of dice of somebody, or -1, that were thrown by what stands at place at; class is into which each face falls.
func (g *told) tellThrow(at int32, of int64, c *Chance, by *ir.Type, class func(face int) int64, out []int64) {
	f := g.frame(at)
	g.record(journal.Throw, func(e *journal.Entry) {
		e.Hook, e.Inst, e.Lists, e.Ints, e.At = int(f.Hook), int64(f.Self), [][]int64{out}, []int64{c.N, c.Faces}, c.At
		e.Of = max(of, -1)
		if by != nil {
			e.Names, e.Types = []string{"class"}, []ir.Type{*by}
			e.ByFace = byFace(int(c.Faces), class)
		}
	})
}

// whose is whose dice are thrown, where somebody hears of it and it is known; -1.
func (g *told) whose(d *code.Dice) int64 {
	if g.listener == nil || d.Of == nil {
		return -1
	}
	was := g.V.Err
	of := d.Of(g.V)
	g.V.Err = was // whoever listens changes nothing
	return of
}

// byFace lists into which class each face of a die falls.
func byFace(faces int, class func(face int) int64) []int64 {
	if faces > journal.MostFaces {
		return nil
	}
	out := make([]int64, faces)
	for i := range out {
		out[i] = class(i + 1)
	}
	return out
}

// tellDice tells what the clause on top has made of dice: what they were, and what they are. parts are the faces
// and the class of each.
func (g *told) tellDice(op ir.DiceOp, by *ir.Type, parts, was, is []int64, at *code.Instr) {
	f := g.frame(g.S.Top())
	g.record(journal.Dice, func(e *journal.Entry) {
		e.Hook, e.Inst, e.Lists, e.Text, e.At, e.Hidden = int(f.Hook), int64(f.Self), [][]int64{was, is}, ir.DiceOps[op], at.At, g.secret(int64(f.Self))
		if by != nil {
			e.Names, e.Types = []string{"class"}, []ir.Type{*by}
			e.ByFace = byFace(len(parts)/2, func(face int) int64 { return parts[2*face-1] })
		}
	})
}

// tellMay records whether a player uses a clause.
func (g *told) tellMay(player int32, hook int, inst int32, yes bool) {
	g.record(journal.Choice, func(e *journal.Entry) {
		e.Player, e.Text = player, fmt.Sprintf("%s: %s", g.M.HookName(hook), yesNo(yes))
		e.May, e.Of, e.Yes, e.Hidden = g.M.P.Hooks[hook], int64(inst), yes, g.secret(int64(inst))
	})
}

func (g *told) tellChoice(player int32, text string) {
	g.record(journal.Choice, func(e *journal.Entry) { e.Player, e.Text = player, text })
}

// tellNotTaken records an answer of a script that was refused, as it was meant to be.
func (g *told) tellNotTaken(player int32, e *Refusal) {
	g.record(journal.Choice, func(x *journal.Entry) {
		x.Player, x.Text, x.Why = player, fmt.Sprintf("%s, which is refused: %s", e.Why.Label, e.Text), e.Why
	})
}

func (g *told) tellAnswer(a Result, q *Question) {
	if g.listener == nil {
		return
	}
	g.record(journal.Choice, func(e *journal.Entry) {
		e.Event, e.Player, e.Sealed = q.Event, a.Player, q.form.By.List != nil
		for i, x := range q.Fields {
			e.Names = append(e.Names, x.F.Field.Name)
			e.Types = append(e.Types, x.F.Type)
			e.Asked = append(e.Asked, x.F.Field)
			e.Ints = append(e.Ints, a.Values[i].N)
			e.Lists = append(e.Lists, a.Values[i].L)
		}
		e.Text = journal.Answered(e, g)
	})
}

func (g *told) tellNote(in *code.Instr) {
	g.record(journal.Note, func(e *journal.Entry) {
		e.Inst, e.At = int64(g.V.Self), in.At
		switch n := in.With.(type) {
		case *ir.Note:
			e.Say = &n.Texts
		case *ir.Manual:
			e.Kind, e.Say = journal.Manual, &n.Texts
		}
		e.Text = g.TextIn(e.Say.En, "en")
	})
}

// considered tells of a clause that was looked at.
func (g *told) considered(e eval.Entry, ran bool, obstacle string) {
	if g.listener != nil {
		g.toldConsidered(e, ran, obstacle)
	}
}

func (g *told) toldConsidered(e eval.Entry, ran bool, obstacle string) {
	if g.S.Frames[g.S.Top()].Step == state.Propose {
		return
	}
	g.listener.Considered(int(e.Hook), e.Inst, ran, func() Reason {
		switch bearer, owner := g.M.C.Lacks(g.S, e.Hook, e.Inst); {
		case ran || obstacle != "":
			return Reason{Text: obstacle}
		case bearer:
			return Reason{Text: "it lies on nothing of which it speaks"}
		case owner:
			return Reason{Text: "nobody owns it"}
		}
		return g.Reason(g.S.Top(), e.Inst, g.M.P.Hooks[e.Hook].When)
	})
}

// ignored tells of a clause that another switches off, or that rests because another thing counts for both.
func (g *told) ignored(e, by eval.Entry) {
	switch {
	case g.listener == nil:
	case by == e:
		g.considered(e, false, "another one like it counts for both")
	default:
		g.considered(e, false, "it is ignored by "+g.M.HookName(int(by.Hook)))
	}
}

// unasked tells of the clauses on the event that is bound which did not have to be asked, since it concerns
// others.
func (g *told) unasked(event int, stage ir.Stage, asked []eval.Entry) {
	if g.listener != nil {
		g.toldUnasked(event, stage, asked)
	}
}

func (g *told) toldUnasked(event int, stage ir.Stage, asked []eval.Entry) {
	for _, e := range g.X.At(event, stage) {
		if !slices.Contains(asked, e) && e.Inst < g.frame(g.S.Top()).Fence {
			g.considered(e, false, "")
		}
	}
}

// workedOut tells what the local is worked out from that the instruction at pc sets, of the frame at place f.
func (g *told) workedOut(f, pc int32) {
	if g.listener != nil {
		g.toldWorkedOut(f, pc)
	}
}

func (g *told) toldWorkedOut(f, pc int32) {
	if s, ok := g.M.Blocks[g.frame(f).Block].Stmts[pc].(*ir.Let); ok {
		g.listener.WorkedOut(f, s)
	}
}

func (g *told) wroteField(frame int32, w *code.Write, by, is int64) {
	if g.listener != nil {
		g.listener.Wrote(frame, w, by, is)
	}
}

func (g *told) setCellTo(n int64, w *code.Write, was, is int64) {
	if g.listener != nil {
		g.listener.Set(n, w, was, is)
	}
}

// foldedField tells how a field of the event at place f is folded, and what contributes to it.
func (g *told) foldedField(f int32, d *fold, was, is int64, parts []eval.Contribution) {
	if g.listener == nil {
		return
	}
	for _, p := range parts {
		if p.Field != d.field {
			continue
		}
		g.record(journal.Sum, func(e *journal.Entry) {
			e.Event, e.Hook, e.Inst, e.Hidden = int(g.frame(f).Event), int(p.Hook), int64(p.Inst), g.secret(int64(p.Inst))
			e.Names, e.Ints, e.Text, e.At = []string{d.f.Name}, []int64{p.Value}, opNames[p.Op], g.M.P.Hooks[p.Hook].At
		})
	}
	g.listener.Folded(d.f, was, is, parts)
}

var opNames = [...]string{ir.SetOp: "set", ir.AddOp: "add", ir.MulOp: "multiply", ir.DivUp: "divide", ir.DivDown: "divide", ir.RaiseOp: "raise", ir.CapOp: "cap"}

// secret are the players who may hear of instance n; nil when all may.
func (g *told) secret(n int64) []int32 {
	if g.M.plain || n < 0 || n >= int64(len(g.S.Insts)) {
		return nil
	}
	out := []int32{}
	for p := range g.S.Players {
		if g.V.Visible(n, p) {
			out = append(out, p)
		}
	}
	if len(out) == int(g.S.Players) {
		return nil
	}
	return out
}

// tellOver tells with which fields the event at place f, which was done, ends.
func (g *told) tellOver(f int32) {
	if g.listener == nil {
		return
	}
	if fr := g.frame(f); fr.Flags&state.Done == 0 || fr.Step <= state.Edges {
		return
	}
	e := &journal.Entry{}
	g.fields(e, f, func(int) bool { return false })
	g.listener.Over(f, e.Ints, e.Lists)
}

// both are the players who may hear of two things.
func both(a, b []int32) []int32 {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return slices.DeleteFunc(slices.Clone(a), func(p int32) bool { return !slices.Contains(b, p) })
}

// Listener hears what happens, while it happens; it can read the run and changes nothing. Whether there
// is one makes no difference to the play: this file is the only one that knows.
type Listener interface {
	// Told hears the journal.
	Told(e *journal.Entry)
	// Considered hears every clause that was looked at in earnest: it ran, or it did not and why says
	// why not. What is only tried out, as when actions are offered, is not heard.
	Considered(hook int, inst int32, ran bool, why func() Reason)
	// Wrote hears what is written to a field of the event at a frame, with the operand and the result.
	Wrote(frame int32, w *code.Write, by, is int64)
	// Set hears what is about to be written to a cell of an instance, even when it is what stands there already.
	Set(inst int64, w *code.Write, was, is int64)
	// WorkedOut hears what a local of a frame is about to be worked out from.
	WorkedOut(frame int32, s *ir.Let)
	// Folded hears how a field of the event on top is folded.
	Folded(f *ir.Field, was, is int64, parts []eval.Contribution)
	// Over hears with which fields an event that was done ends at a frame, behind the clauses after it.
	Over(frame int32, ints []int64, lists [][]int64)
}

// Recorder is a Listener of the journal alone.
type Recorder func(*journal.Entry)

// Told passes an entry on.
func (r Recorder) Told(e *journal.Entry) { r(e) }

// Considered is not heard.
func (r Recorder) Considered(int, int32, bool, func() Reason) {}

// Wrote is not heard.
func (r Recorder) Wrote(int32, *code.Write, int64, int64) {}

// Set is not heard.
func (r Recorder) Set(int64, *code.Write, int64, int64) {}

// WorkedOut is not heard.
func (r Recorder) WorkedOut(int32, *ir.Let) {}

// Folded is not heard.
func (r Recorder) Folded(*ir.Field, int64, int64, []eval.Contribution) {}

// Over is not heard.
func (r Recorder) Over(int32, []int64, [][]int64) {}

// Renumbered is a Listener that keeps numbers of instances: it hears when they are numbered anew, each
// from its place to the number there, -1 for what nothing speaks of any more.
type Renumbered interface {
	Renumbered(to []int32)
}
