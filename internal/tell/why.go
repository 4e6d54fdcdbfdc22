package tell

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// An explanation is the tree of what happened, as the journal tells it, with two things more: every
// number of an event with the parts that made it, and the clauses that were considered and did not act.
// It is heard while the game is played, because names and values are only known then.

// WhyStep is one thing that happened, or did not. Kind is event, clause, idle (a clause that did not
// act), let (a local that is worked out from what clauses contribute to), expect (what is expected, of the same), throw, dice, choice, change, enter, leave, renew, move or note.
type WhyStep struct {
	Kind    string       `json:"kind"`
	Event   string       `json:"event,omitempty"`
	Outcome string       `json:"outcome,omitempty"` // of an event: done, refused, cancelled, replaced
	Why     string       `json:"why,omitempty"`     // of what did not happen, or happened although there is a limit
	Fields  []WhyField   `json:"fields,omitempty"`
	Numbers []*WhyNumber `json:"numbers,omitempty"`
	Clause  string       `json:"clause,omitempty"` // card.label
	On      string       `json:"on,omitempty"`     // what the clause lies on
	Text    string       `json:"text,omitempty"`
	Place
	Steps []*WhyStep `json:"steps,omitempty"`

	key    int // depth: even for events, odd for the clauses that run on them
	event  *ir.Event
	idle   map[[2]int32]bool
	number map[string]*WhyNumber
}

// WhyField is a field of an event, as it was in the end.
type WhyField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// WhyNumber is a value and what made it, in the order in which it was done: the first part is what it
// began with. Stats are those that it was worked out from.
type WhyNumber struct {
	Name  string       `json:"name"`
	Of    string       `json:"of,omitempty"` // a stat: whose
	Value string       `json:"value"`
	Parts []WhyPart    `json:"parts"`
	Stats []*WhyNumber `json:"stats,omitempty"`

	field *ir.Field
	is    int64
	plain bool // nothing that its line does not say
}

// WhyPart is one part. Op is begin, set, add, multiply, divide_up, divide_down (how it is rounded),
// raise, cap or hold (in the range).
type WhyPart struct {
	Op     string `json:"op"`
	Value  string `json:"value"`
	Layer  string `json:"layer,omitempty"`
	From   string `json:"from,omitempty"`   // the expression, or `printed`
	Clause string `json:"clause,omitempty"` // card.label
	Place
}

// Place is where something stands.
type Place struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

func placeOf(at source.Span) Place {
	if !at.IsValid() {
		return Place{}
	}
	return Place{at.File.Name, at.Pos().Line}
}

// Why builds an explanation of a run.
type Why struct {
	Top    *WhyStep
	run    *interp.Run
	script *ir.Script
	names  *Names
	open   []*WhyStep
	lang   string // of what notes say
	began  bool
	asleep map[[2]int32]bool // the clauses and cards of which it was told that they rest
	thrown map[[2]int32]bool // the clauses that did not act on the throw at hand, before its dice or after them
	next   interp.Listener
}

// NewWhy makes a listener for a run that is about to begin, in front of another, which may be nil.
func NewWhy(run *interp.Run, s *ir.Script, lang string, l interp.Listener) *Why {
	w := &Why{Top: &WhyStep{key: -1}, run: run, script: s, names: NewNames(run, s, ""), lang: lang, next: l, asleep: map[[2]int32]bool{}}
	w.open = []*WhyStep{w.Top}
	return w
}

// Told hears the journal.
func (w *Why) Told(e *journal.Entry) {
	if w.next != nil {
		w.next.Told(e)
	}
	w.names.Hear(e)
	w.call()
	switch e.Kind {
	case journal.When:
		w.began = true
	case journal.Event:
		w.begin(e)
	case journal.Done:
		n := w.of(e)
		n.Outcome, n.Why = "done", w.unbound(n.event.Limits)
		w.fields(e, n)
		w.numbers(n)
	case journal.Refused, journal.Cancelled, journal.Replaced:
		n := w.of(e)
		n.Outcome = string(e.Kind)
		w.comesTo(n, len(w.run.S.Frames)-1)
		switch e.Kind {
		case journal.Refused:
			n.Why, n.Numbers = w.obstacle(e, n)
		case journal.Replaced:
			n.Why = "by " + e.Text
		}
	case journal.Clause:
		s := w.add(e.Depth, &WhyStep{Kind: "clause", Clause: w.run.HookName(e.Hook), On: w.on(int32(e.Inst)), Why: w.unbound(w.run.M.P.Hooks[e.Hook].Limits), key: 2*e.Depth + 1}, e.At)
		w.open = append(w.open, s)
	case journal.Choice:
		if clause, no := strings.CutSuffix(e.Text, ": no"); no && len(e.Names) == 0 {
			w.add(e.Depth, &WhyStep{Kind: "idle", Clause: clause, Why: w.run.Name(int64(e.Player)) + " declined"}, e.At)
			break
		}
		w.add(e.Depth, &WhyStep{Kind: "choice", Text: w.run.Name(int64(e.Player)) + " chooses " + source.OneLine(e.Text)}, e.At)
	case journal.Throw:
		w.add(e.Depth, &WhyStep{Kind: "throw", Text: w.dice(e)}, e.At)
		w.thrown = nil
	case journal.Dice:
		w.add(e.Depth, &WhyStep{Kind: "dice", Text: e.Text + ": " + w.faces(e, e.Lists[0]) + " -> " + w.faces(e, e.Lists[1])}, e.At)
	case journal.Change:
		was, is := w.run.Show(e.Types[0], e.Ints[0]), w.run.Show(e.Types[0], e.Ints[1])
		w.add(e.Depth, &WhyStep{Kind: "change", Text: fmt.Sprintf("%s.%s %s -> %s", w.run.Name(e.Inst), e.Names[0], was, is), Why: brief(e.At)}, e.At)
	case journal.Enter, journal.Leave, journal.Move, journal.Renew:
		verb := map[journal.Kind]string{journal.Enter: "arrives", journal.Leave: "is gone", journal.Move: "moves", journal.Renew: "begins anew"}[e.Kind]
		w.add(e.Depth, &WhyStep{Kind: string(e.Kind), Text: w.run.Name(e.Inst) + " " + verb}, e.At)
	case journal.Note, journal.Manual:
		w.add(e.Depth, &WhyStep{Kind: "note", Text: cmp.Or(w.run.EventText(e, w.lang), e.Text)}, e.At)
	}
}

// unbound says of what happened that its limit did not bind.
func (w *Why) unbound(limits []*ir.Limit) string {
	if span := w.run.Unlimited(limits); span != "" {
		return "its limit does not bind: it counts within " + span + ", and none lasts"
	}
	return ""
}

// Renumbered keeps the names with their things.
func (w *Why) Renumbered(to []int32) {
	w.names.Renumbered(to)
	if l, ok := w.next.(interp.Renumbered); ok {
		l.Renumbered(to)
	}
}

// call gives things the names that the script gives them.
func (w *Why) call() {
	w.names.Use()
	w.run.Called(w.script)
}

// at closes what is deeper than an entry at a depth.
func (w *Why) at(key int) *WhyStep {
	for w.open[len(w.open)-1].key > key {
		w.open = w.open[:len(w.open)-1]
	}
	return w.open[len(w.open)-1]
}

func (w *Why) add(depth int, s *WhyStep, at source.Span) *WhyStep {
	s.Place = placeOf(at)
	if w.began {
		n := w.at(2 * depth)
		n.Steps = append(n.Steps, s)
	}
	return s
}

// brief is a statement on one line.
func brief(at source.Span) string {
	s := source.OneLine(at.Text())
	if r := []rune(s); len(r) > 240 {
		s = string(r[:240]) + " ..."
	}
	return s
}

// on is what an instance lies on.
func (w *Why) on(inst int32) string {
	if b := w.run.V.Bearer(inst); b != inst {
		return w.run.Name(int64(b))
	}
	return ""
}

func (w *Why) dice(e *journal.Entry) string {
	return fmt.Sprintf("%dd%d: %s", e.Ints[0], e.Ints[1], w.faces(e, e.Lists[0]))
}

// faces writes faces, or classes and their counts.
func (w *Why) faces(e *journal.Entry, list []int64) string {
	if len(e.Types) > 0 {
		return Join(slices.Collect(slices.Chunk(list, 2)), " ", func(c []int64) string {
			faces, ok := e.Fell(c[0])
			if !ok {
				faces = w.run.Show(e.Types[0], c[0])
			}
			return fmt.Sprintf("%d x %s", c[1], faces)
		})
	}
	return Join(list, " ", func(n int64) string { return strconv.FormatInt(n, 10) })
}

// of is the step of the event that an entry is about.
func (w *Why) of(e *journal.Entry) *WhyStep {
	n := w.at(2 * e.Depth)
	if n.key == 2*e.Depth && n.Event == w.run.M.P.Events[e.Event].Name && n.Outcome == "" {
		return n
	}
	return w.begin(e) // it was refused before it was proposed
}

func (w *Why) begin(e *journal.Entry) *WhyStep {
	ev := w.run.M.P.Events[e.Event]
	w.at(2*e.Depth - 1)
	n := w.add(e.Depth, &WhyStep{Kind: "event", Event: ev.Name, key: 2 * e.Depth, event: ev,
		idle: map[[2]int32]bool{}, number: map[string]*WhyNumber{}}, ev.At)
	w.open = append(w.open, n)
	w.fields(e, n)
	frame := len(w.run.S.Frames) - 1
	given := w.given(frame)
	for i, d := range ev.Named() {
		if d.Type.IsList() || d.Type.Kind == ir.Record {
			continue
		}
		num := &WhyNumber{Name: d.Name, field: d, is: e.Ints[i]}
		from, in := d.Default, frame
		for _, a := range given {
			if a.Field == i {
				from, in = a.Value, frame-1
			}
		}
		part := WhyPart{Op: "begin", Value: w.run.Show(d.Type, e.Ints[i])}
		num.plain = true
		if from != nil && !d.Chosen || in < frame {
			w.put(&part, from)
			num.Stats = w.stats(w.run.Stats(int32(in), w.run.S.Frames[in].Self, from), false)
			num.plain = !numeric(d.Type) || len(num.Stats) == 0 && slices.Contains([]ir.Op{ir.Const, ir.Local, ir.EventField, ir.ScriptPlayer}, from.Op)
		}
		num.Parts = []WhyPart{part}
		n.number[d.Name] = num
	}
	w.numbers(n)
	w.resting(e)
	return n
}

// given is what the call gives that made the event at a frame, or what its clause changes that lets it go on.
func (w *Why) given(frame int) []ir.EmitArg {
	call := w.run.S.Frames[frame].Call
	if call < 0 || frame == 0 {
		return nil
	}
	switch c := w.run.M.Blocks[w.run.S.Frames[frame-1].Block].Code[call].With.(type) {
	case *code.CallTo:
		return c.Stmt.Args
	case *code.Onward:
		return c.Stmt.Args
	}
	return nil
}

// numeric tells whether it is worth telling from what a value of a type was worked out; of others only what is
// written later is told.
func numeric(t ir.Type) bool {
	switch t.Kind {
	case ir.Int, ir.Length, ir.Target, ir.Dice, ir.Bool:
		return true
	}
	return false
}

// put says from which expression a part comes.
func (w *Why) put(p *WhyPart, e *ir.Expr) {
	if e.Op != ir.Const {
		p.From = brief(e.At)
	}
	p.Place = placeOf(e.At)
}

// fields notes the fields of an event as they are now.
func (w *Why) fields(e *journal.Entry, n *WhyStep) {
	n.Fields = nil
	for i, d := range n.event.Named() {
		v := ir.Value{N: e.Ints[i], L: e.Lists[i]}
		if d.Type.Kind == ir.Record || !d.Type.IsList() && v.N == ir.None {
			continue
		}
		n.Fields = append(n.Fields, WhyField{d.Name, w.run.ShowValue(d.Type, v)})
	}
}

// numbers lists the numbers that have something to tell, in the order of the fields.
func (w *Why) numbers(n *WhyStep) {
	n.Numbers = nil
	for _, d := range n.event.Fields {
		if x := n.number[d.Name]; x != nil {
			x.Value = w.run.Show(d.Type, x.is)
			if !x.plain || len(x.Parts) > 1 {
				n.Numbers = append(n.Numbers, x)
			}
		}
	}
}

// here is the open step of the event at a frame.
func (w *Why) here(frame int) *WhyStep {
	for _, n := range w.open {
		if n.key == 2*(frame+1) {
			return n
		}
	}
	return nil
}

// Set is told by the journal.
func (w *Why) Set(int64, *code.Write, int64, int64) {}

// Wrote adds what is written to a field.
func (w *Why) Wrote(frame int32, x *code.Write, by, is int64) {
	n := w.here(int(frame))
	if n == nil || n.number[x.Field.Name] == nil {
		return
	}
	num := n.number[x.Field.Name]
	t := x.Field.Type
	if x.Op == '=' && is == num.is {
		return
	}
	p := WhyPart{Op: "set", Value: w.run.Show(t, by)}
	want := by
	switch x.Op {
	case '+':
		p.Op, want = "add", num.is+by
	case '-':
		p.Op, p.Value, want = "add", w.run.Show(t, -by), num.is-by
	}
	w.put(&p, x.Expr)
	at := w.run.S.Top()
	top := w.run.S.Frames[at]
	if top.Sort == state.Clause {
		p.Clause = w.run.HookName(int(top.Hook))
	}
	num.Parts = append(num.Parts, p)
	w.held(num, want, is)
	num.Stats = append(num.Stats, w.stats(w.run.Stats(at, top.Self, x.Expr), false)...)
	w.settle(n)
}

// WorkedOut unfolds what a local is worked out from, when something contributes to that.
func (w *Why) WorkedOut(frame int32, s *ir.Let) {
	if numbers := w.stats(w.run.Stats(frame, w.run.S.Frames[frame].Self, s.Value), false); len(numbers) > 0 {
		w.began = w.began || frame == 0
		w.add(len(w.run.S.Frames), &WhyStep{Kind: "let", Text: brief(s.At), Numbers: numbers}, s.At)
	}
}

// Expected unfolds what a test expects; of what does not hold also the numbers to which nothing contributes.
func (w *Why) Expected(e *ir.ExpectCond, holds bool) {
	w.began = true
	w.call()
	at := w.run.S.Top()
	numbers := w.stats(w.run.Stats(at, w.run.S.Frames[at].Self, e.Cond), !holds)
	if len(numbers) > 0 {
		w.add(len(w.run.S.Frames), &WhyStep{Kind: "expect", Text: brief(e.At), Numbers: numbers}, e.At)
	}
}

// Over takes the fields as they are when an event ends: lists are told in no other way.
func (w *Why) Over(frame int32, ints []int64, lists [][]int64) {
	if n := w.here(int(frame)); n != nil && n.Outcome != string(journal.Replaced) { // what it went on with in its place is told there
		w.call()
		w.fields(&journal.Entry{Ints: ints, Lists: lists}, n)
	}
	if w.next != nil {
		w.next.Over(frame, ints, lists)
	}
}

// settle works the lists of an event out again, when something is written after it is done.
func (w *Why) settle(n *WhyStep) {
	w.numbers(n)
	for i := range n.Fields {
		if x := n.number[n.Fields[i].Name]; x != nil {
			n.Fields[i].Value = x.Value
		}
	}
}

// held says that a value was kept in its range.
func (w *Why) held(num *WhyNumber, want, is int64) {
	if want != is {
		num.Parts = append(num.Parts, WhyPart{Op: "hold", Value: w.run.Show(num.field.Type, is)})
	}
	num.is = is
}

// Folded adds what contributes to a field.
func (w *Why) Folded(f *ir.Field, was, is int64, parts []eval.Contribution) {
	n := w.here(len(w.run.S.Frames) - 1)
	if n == nil || n.number[f.Name] == nil {
		return
	}
	num := n.number[f.Name]
	w.held(num, num.is, was)
	index := slices.Index(n.event.Fields, f)
	num.Parts = append(num.Parts, w.parts(f, index, parts)...)
	w.held(num, eval.Fold(was, parts, index, max(1, len(f.Layers))), is)
	w.settle(n)
}

// comesTo says of the fields with layers of an event that does not come to its deed what they come to all the same: so
// whoever asked read them.
func (w *Why) comesTo(n *WhyStep, frame int) {
	for i, d := range n.event.Fields {
		num := n.number[d.Name]
		if len(d.Layers) == 0 || num == nil || int(w.run.S.Frames[frame].Event) != n.event.ID {
			continue
		}
		field := &ir.Expr{Op: ir.EventField, Type: d.Type, N: int64(d.Slot), Name: d.Name}
		read := &ir.Expr{Op: ir.Folded, Type: d.Type, N: int64(i), Ref: n.event.ID, Args: []*ir.Expr{field}, Name: d.Name}
		for _, s := range w.run.Stats(int32(frame), w.run.S.Frames[frame].Self, read) {
			if s.Event == n.event && s.Field == d {
				num.Parts = append(num.Parts, w.parts(d, i, s.Parts)...)
				w.held(num, eval.Fold(s.Printed, s.Parts, i, len(d.Layers)), s.Value)
			}
		}
	}
	w.settle(n)
}

// parts puts contributions in the order in which they take effect.
func (w *Why) parts(f *ir.Field, index int, all []eval.Contribution) []WhyPart {
	var out []WhyPart
	for layer := range max(1, len(f.Layers)) {
		for op := ir.SetOp; op <= ir.CapOp; op++ {
			for i := range all {
				c := &all[i]
				if op == ir.SetOp { // the first in order prevails
					c = &all[len(all)-1-i]
				}
				if c.Field != index || c.Layer != layer || c.Op != int(op) {
					continue
				}
				t := f.Type
				if op == ir.MulOp || op == ir.DivUp || op == ir.DivDown {
					t = ir.Type{Kind: ir.Int}
				}
				p := WhyPart{Op: ir.ContributeOps[op], Value: w.run.Show(t, c.Value), Clause: w.run.HookName(int(c.Hook))}
				if layer < len(f.Layers) {
					p.Layer = f.Layers[layer]
				}
				p.Place = placeOf(w.run.M.P.Hooks[c.Hook].At)
				if c.Stmt != nil {
					p.Place = placeOf(c.Stmt.Site())
				}
				out = append(out, p)
			}
		}
	}
	return out
}

// stats unfolds stats that were read: those that something contributes to, or every one.
func (w *Why) stats(all []eval.StatRead, every bool) []*WhyNumber {
	var out []*WhyNumber
	for _, s := range all {
		if len(s.Parts) == 0 && !every {
			continue
		}
		name, of, begins := s.Field.Name, "", "given"
		switch {
		case s.Call != nil:
			name, begins = w.called(s), "worked out"
		case s.Event == nil:
			of, begins = w.run.Name(s.Inst), "printed"
		}
		n := &WhyNumber{Name: name, Of: of, Value: w.run.Show(s.Field.Type, s.Value), field: s.Field}
		index := 0
		if len(s.Parts) > 0 {
			index = s.Parts[0].Field
		}
		n.Parts = append([]WhyPart{{Op: "begin", Value: w.run.Show(s.Field.Type, s.Printed), From: begins}}, w.parts(s.Field, index, s.Parts)...)
		w.held(n, eval.Fold(s.Printed, s.Parts, index, max(1, len(s.Field.Layers))), s.Value)
		out = append(out, n)
	}
	return out
}

// called is a call of a function as one writes it.
func (w *Why) called(s eval.StatRead) string {
	args := make([]string, len(s.Args))
	for i, p := range s.Call.Params {
		args[i] = w.run.ShowValue(p.Type, s.Args[i])
	}
	return s.Call.Name + "(" + strings.Join(args, ", ") + ")"
}

// resting notes the clauses that would hear an event if what they belong to did not lie in a zone, once for each card.
func (w *Why) resting(e *journal.Entry) {
	p := w.run.M.P
	for i := range w.run.S.Insts {
		in := &w.run.S.Insts[i]
		if in.Where != state.InZone {
			continue
		}
		for _, h := range p.Cards[in.Card].Hooks {
			key := [2]int32{int32(h), in.Card}
			if p.Hooks[h].Event != e.Event || w.asleep[key] {
				continue
			}
			w.asleep[key] = true
			w.add(e.Depth+1, &WhyStep{Kind: "idle", Clause: w.run.HookName(h), Why: "it lies in " + p.Zones[in.Ref].Name + ", where clauses rest"}, p.Hooks[h].At)
		}
	}
}

// Considered notes a clause that did not act, once for each event.
func (w *Why) Considered(h int, inst int32, ran bool, why func() interp.Reason) {
	idle := w.idleIn(len(w.run.S.Frames) - 1)
	key := [2]int32{int32(h), inst}
	if ran || idle == nil || idle[key] {
		return
	}
	idle[key] = true
	w.call()
	r := why()
	w.add(len(w.run.S.Frames), &WhyStep{Kind: "idle", Clause: w.run.HookName(h), On: w.on(inst), Why: r.Text, Numbers: w.stats(r.Stats, false)}, w.run.M.P.Hooks[h].At)
}

// idleIn are the clauses that did not act on the event at a frame; nil when that is not told. A throw is told by its
// dice: what did not act on it stands beside them.
func (w *Why) idleIn(frame int) map[[2]int32]bool {
	if n := w.here(frame); n != nil {
		return n.idle
	}
	if f := &w.run.S.Frames[frame]; w.run.M.P.Throw == nil || f.Sort != state.Event || int(f.Event) != w.run.M.P.Throw.ID {
		return nil
	}
	if w.thrown == nil {
		w.thrown = map[[2]int32]bool{}
	}
	return w.thrown
}

// obstacle is why an event was refused.
func (w *Why) obstacle(e *journal.Entry, n *WhyStep) (string, []*WhyNumber) {
	if e.Why.Kind == journal.Requirement && e.Why.Via < 0 {
		frame := w.run.S.Top()
		return w.run.Refused(e.Why), w.stats(w.run.Reason(frame, w.run.S.Frames[frame].Self, e.Why.Expr).Stats, false)
	}
	return w.run.Refused(e.Why), n.Numbers
}
