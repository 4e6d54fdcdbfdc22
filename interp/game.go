package interp

import (
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// game is what every part of the machine works on: a state, with what is derived from it. The parts
// stand on each other: game, life (what comes and goes), rules (fields, limits, folds), legal (what may
// happen), asker (questions), flow (the pipeline) and at last Run.
//
// A frame is known by its place on the stack. No part holds a pointer to one while it calls another.
type game struct {
	M      *Machine
	S      *state.State
	X      *eval.Index
	V      *eval.Env
	Budget Budget
	Labels []string // names of instances for the journal, by number
	back   state.Back
	began  int   // how many frames there were when the action under way began
	trying bool  // what happens is only tried, and will be taken back
	random bool  // dice were thrown or something was revealed since the action began
	came   int   // how many throws and answers came from outside, and not from the script
	before int   // how many of them when the action under way began
	denied Why   // what refused the event that was last asked about by `can`
	noted  *Asks // nil: nobody notes them
	ints   [ir.MaxFields]int64
	lists  [ir.MaxFields][]int64 // arguments of the call at hand
}

// frame is the frame at a place. The pointer is good until a frame is pushed.
func (g *game) frame(f int32) *state.Frame { return &g.S.Frames[f] }

// eventAt is the event at a place.
func (g *game) eventAt(f int32) *event { return &g.M.events[g.S.Frames[f].Event] }

// bind moves the environment to the frame on top.
func (g *game) bind() { g.V.Bind(g.S.Top()) }

// to moves an event to a step of its pipeline, past those that come to nothing.
func (g *game) to(f int32, step state.Step) {
	s := g.S
	fr := &s.Frames[f]
	fr.Step, fr.Cursor, fr.Fence = g.M.events[fr.Event].then[step], 0, int32(len(s.Insts))
	if len(s.Rans) > 0 {
		s.ClearRan(f)
	}
}

// push puts a frame that speaks of nothing on the stack, with cleared slots. Beyond the bound of depth it
// fails and answers false.
func (g *game) push(ints, lists int) (int32, bool) {
	if len(g.S.Frames) >= g.Budget.Depth {
		if g.V.Err == nil {
			g.V.Err = &LimitError{What: "nested events", Bound: int64(g.Budget.Depth), At: g.Site(), Ring: g.ring()}
		}
		return -1, false
	}
	return g.S.Push(ints, lists), true
}

// enter pushes the event of a call with its arguments, which are read in the frame that is bound. pc is
// the counter of the call, for the record to come back to. What an `instead` clause calls, and what that
// calls in turn, is of the lineage of the event that was replaced.
func (g *game) enter(c *code.CallTo, pc int32) (int32, bool) {
	g.evaluate(c.Args)
	f, ok := g.event(c.Event, pc)
	if !ok {
		return f, false
	}
	if c.Inner >= 0 {
		g.frame(f).Flags |= state.Outer
	}
	if len(c.Args) > 0 {
		g.put(f, c.Args)
		giving(g, f, c.Given)
	}
	return f, true
}

// giving notes which fields of the event at place f its caller has given, and of an action of a card which instance
// offers it.
func giving(g *game, f int32, fields uint64) {
	fr := g.frame(f)
	fr.Given, fr.Open = fields, fr.Open&^fields
	if ev := g.M.events[fr.Event].ev; ev.Giver >= 0 && len(ev.Fields) > 0 && fields&1 != 0 {
		fr.Self = g.giver(ev.ID, *g.S.Int(f, ev.Fields[0].Slot), fr.Self)
	}
}

// evaluate works out the arguments of a call, in the frame that is bound; put writes them to the fields of the
// event at place f.
func (g *game) evaluate(args []code.Arg) {
	for i := range args {
		if a := &args[i]; a.Value.List != nil {
			g.lists[i] = a.Value.List(g.V)
		} else {
			g.ints[i] = a.Value.Int(g.V)
		}
	}
}

func (g *game) put(f int32, args []code.Arg) {
	fr := g.frame(f)
	ints, lists := g.S.Stack[fr.Ints:], g.S.ListStack[fr.Lists:]
	for i := range args {
		a := &args[i]
		if a.Value.List != nil {
			lists[a.Slot], g.lists[i] = g.lists[i], nil
		} else {
			ints[a.Slot] = held(g.ints[i], a.F)
		}
	}
}

// event pushes an event with nothing in its fields yet.
func (g *game) event(event int, pc int32) (int32, bool) {
	s, m := g.S, &g.M.events[event]
	f, ok := g.push(m.ints, m.lists)
	if !ok {
		return f, false
	}
	in := g.frame(f)
	in.Event, in.Ev, in.Call, in.Open = int32(event), f, pc, m.unknown
	if f > 0 {
		p := g.frame(f - 1)
		if e := p.Ev; e >= 0 && s.Frames[e].Sort == state.Event && (p.Sort == state.Event || s.Frames[e].Flags&state.Replaced != 0) {
			in.Flags = state.Lined
		}
		if m.ev.Giver >= 0 { // whoever calls it
			in.Self = g.V.Self
		}
	}
	return f, true
}

// replaced tells whether a clause of an instance has replaced an event of the lineage of the one at place f.
func (g *game) replaced(f int32, by eval.Entry) bool {
	s := g.S
	for s.Frames[f].Flags&state.Lined != 0 {
		e := s.Frames[f-1].Ev
		if c := &s.Frames[e+1]; s.Frames[e].Flags&state.Replaced != 0 && c.Self == by.Inst && g.M.P.Hooks[c.Hook].At == g.M.P.Hooks[by.Hook].At {
			return true
		}
		f = e
	}
	return false
}

// start pushes an action with its first parameter.
func (g *game) start(event int, who int64, giver int32) (int32, bool) {
	f, ok := g.event(event, -1)
	if !ok {
		return f, false
	}
	ev := g.M.P.Events[event]
	fr := g.frame(f)
	fr.Self = -1
	if ev.Giver >= 0 {
		fr.Self = giver
	}
	if d := ev.Fields; len(d) > 0 && d[0].Param {
		fr.Given = 1
		fr.Open &^= 1
		*g.S.Int(f, d[0].Slot) = who
	}
	return f, true
}

// giver is the instance whose card gives an action that is called by name: the caller's own, the first
// parameter itself, or the first thing that lies on it.
func (g *game) giver(event int, who int64, caller int32) int32 {
	gives := func(n int64) bool { return givesAction(g, n, event) }
	if gives(int64(caller)) {
		return caller
	}
	if gives(who) {
		return int32(who)
	}
	if who >= 0 && who < int64(len(g.S.Insts)) {
		for i := g.S.Insts[who].First; i != 0; i = g.S.Insts[i].Next {
			if !g.S.Insts[i].Dormant() && gives(int64(i)) {
				return i
			}
		}
	}
	return caller
}

// held is a value in the range of its field.
func held(x int64, f *ir.Field) int64 {
	if x == ir.None {
		return x
	}
	return eval.Clamp(x, f)
}

// limit fails because a bound is reached.
func (g *game) limit(what string, bound int64) {
	if g.V.Err == nil {
		g.V.Err = &LimitError{What: what, Bound: bound, At: g.Site()}
	}
}

// burn takes one unit of fuel.
func (g *game) burn() bool { return g.V.Burn() }

// Site is the place of what runs.
func (g *game) Site() source.Span {
	for i := len(g.S.Frames) - 1; i >= 0; i-- {
		f := &g.S.Frames[i]
		if f.Block < 0 {
			continue
		}
		if b := g.M.Blocks[f.Block].Code; int(f.PC) < len(b) && b[f.PC].At.IsValid() {
			return b[f.PC].At
		}
	}
	return source.Span{}
}

// clauseNow names the clause that runs, by the card that it is of where that is known; "" for none.
func clauseNow(g *game) string {
	for i := len(g.S.Frames) - 1; i >= 0; i-- {
		f := &g.S.Frames[i]
		if f.Sort != state.Clause || f.Hook < 0 {
			continue
		}
		if card := g.CardOf(int64(f.Self)); card >= 0 {
			return g.M.P.Cards[card].Name + "." + g.M.P.Hooks[f.Hook].Label
		}
		return g.HookName(int(f.Hook))
	}
	return ""
}

// inAction tells whether an action is under way: what is started inside it belongs to it.
func (g *game) inAction() bool {
	for i := range g.S.Frames {
		if f := &g.S.Frames[i]; f.Sort == state.Event && g.M.P.Events[f.Event].Word == ir.ActionEvent {
			return true
		}
	}
	return false
}

// begin marks the start of an action: what fails from here on goes back to here.
func (g *game) begin() {
	g.S.Keep(&g.back)
	g.began, g.before, g.random = len(g.S.Frames), g.came, false
}

// ended forgets the way back when the action is over: what is done is done.
func (g *game) ended() {
	if g.back.Any() && len(g.S.Frames) <= g.began {
		g.back.Drop()
		g.S.Forget()
	}
}

// restore goes back to where the present action began, if one is under way.
func (g *game) restore() {
	if !g.back.Any() {
		return
	}
	g.S.Return(&g.back)
	g.came = g.before
	g.reindex()
}

// reindex works out what follows from the state.
func (g *game) reindex() {
	g.X = g.M.C.NewIndex(g.S)
	g.V.X = g.X
}

// span is the place of the innermost span of a sort that is under way, -1 when there is none.
// What is asked, paid or done in place of a span comes before it.
func (g *game) span(event int) int32 {
	for i := len(g.S.Frames) - 1; i >= 0; i-- {
		if f := &g.S.Frames[i]; f.Sort == state.Event && int(f.Event) == event && f.Step > state.MayInstead {
			return int32(i)
		}
	}
	return -1
}

// isSpan tells whether the event at a place is a span.
func (g *game) isSpan(f int32) bool { return g.eventAt(f).ev.Word == ir.SpanEvent }

// chooser is who answers for a clause on the event at place f: the owner of its bearer; for a rule, the
// owner of the first thing the event is about; else the active player.
func (g *game) chooser(f int32, e eval.Entry) int32 {
	if o := g.S.Insts[g.V.Bearer(e.Inst)].Owner; o >= 0 {
		return o
	}
	for _, d := range g.eventAt(f).ev.Fields {
		if d.Type.Kind == ir.Inst {
			if n := *g.S.Int(f, d.Slot); n >= 0 && n < int64(len(g.S.Insts)) && g.S.Insts[n].Owner >= 0 {
				return g.S.Insts[n].Owner
			}
		}
	}
	return max(0, g.V.Active())
}

// next is the clause in play with the smallest key after another, for those that arrived before a
// number. The entries stand in the order of their keys as long as nobody is active.
func (g *game) next(entries []eval.Entry, after state.Key, fence, active int32) (eval.Entry, state.Key, bool) {
	var best eval.Entry
	least := ^state.Key(0)
	found := false
	for _, e := range entries {
		if e.Inst >= fence {
			continue
		}
		if k := g.M.C.Key(g.S, e, active); k > after && k < least {
			best, least, found = e, k, true
			if active < 0 {
				break
			}
		}
	}
	return best, least, found
}

const everything = 1<<31 - 1 // a fence that nothing is behind

// Name writes an instance for a reader: its card's id, or what the script calls it.
func (g *game) Name(n int64) string {
	if n == ir.None {
		return "none"
	}
	if n < 0 || n >= int64(len(g.S.Insts)) {
		return fmt.Sprintf("#%d", n)
	}
	if int(n) < len(g.Labels) && g.Labels[n] != "" {
		return g.Labels[n]
	}
	if p := playerNamed(g, n); p != nil {
		return p.Name
	}
	return g.M.P.Cards[g.S.Insts[n].Card].Name
}

// playerNamed is how the script calls a player; nil for what is none.
func playerNamed(g *game, n int64) *ir.PlayerName {
	if n < 0 || n >= int64(g.S.Players) || len(g.S.Frames) == 0 {
		return nil
	}
	if i := slices.Index(g.M.scripts, int(g.S.Frames[0].Block)); i >= 0 {
		return &g.M.P.Scripts[i].Players[n]
	}
	return nil
}

// HookName names a clause as `card.label`.
func (g *game) HookName(h int) string { return g.M.HookName(h) }

// CardOf is the card of an instance, or -1 when there is no such thing.
func (g *game) CardOf(n int64) int {
	if n < 0 || n >= int64(len(g.S.Insts)) {
		return -1
	}
	return int(g.S.Insts[n].Card)
}

// Events that set each other off without end stand inside each other in a pattern that repeats.

// ring names what goes round when events are nested without end, with its places, in the order in which it
// begins: the clauses, or the events where there are none. It is empty when the stack repeats nothing.
func (g *game) ring() []string {
	type link struct{ event, hook int32 }
	var links []link // from the innermost
	for i := len(g.S.Frames) - 1; i >= 0; i-- {
		switch f := &g.S.Frames[i]; f.Sort {
		case state.Event:
			links = append(links, link{f.Event, -1})
		case state.Clause:
			links = append(links, link{-1, f.Hook})
		}
	}
	round := 1
	for ; ; round++ {
		if 3*round > len(links) {
			return nil
		}
		if slices.Equal(links[:2*round], links[round:3*round]) {
			break
		}
	}
	named := func(name string, at source.Span) string {
		if !at.IsValid() { // that of a throw
			return name
		}
		return fmt.Sprintf("%s (%s:%d)", name, at.File.Name, at.Pos().Line)
	}
	var clauses, events []string
	for i := round - 1; i >= 0; i-- {
		if h := links[i].hook; h >= 0 {
			clauses = append(clauses, named(g.HookName(int(h)), g.M.P.Hooks[h].At))
		} else {
			e := g.M.P.Events[links[i].event]
			events = append(events, named(e.Name, e.At))
		}
	}
	if len(clauses) > 0 {
		return clauses
	}
	return events
}

// givesAction tells whether an instance is of a card that gives an action.
func givesAction(g *game, n int64, action int) bool {
	return n >= 0 && n < int64(len(g.S.Insts)) && g.S.Insts[n].Where != state.Gone &&
		slices.Contains(g.M.P.Cards[g.S.Insts[n].Card].Actions, action)
}
