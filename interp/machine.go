package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Machine plays one program. It is immutable and may be shared by any number of runs.
type Machine struct {
	P       *ir.Program
	C       *eval.Compiled
	Blocks  []*code.Block
	events  []event
	hooks   []hook
	scripts []int
	fields  map[*ir.Field]eval.Int // defaults of cells
	lists   map[*ir.Field]eval.List
	byID    map[int]*ir.Limit
	player  int    // the card of players
	watched uint64 // the cells and stats that a `becomes` clause reads
	plain   bool   // nothing is ever hidden: everybody sees the same
	asks    bool   // some condition asks what could happen
}

// event is what a declared event needs at run time.
type event struct {
	ev       *ir.Event
	block    int
	brief    []code.Instr // its steps, when they are brief
	ints     int
	lists    int
	early    []initial // before the form is asked
	late     []initial // after it, because they read it
	folds    []fold
	form     *code.Form
	asked    []int                      // index of each of the form's fields in the event
	choices  uint64                     // the same as a set, as in Given
	begins   uint64                     // fields that are worked out before or after it
	several  uint64                     // those of which several are chosen
	open     uint64                     // fields that are chosen or read something chosen
	unknown  uint64                     // fields that are not known at once
	sways    uint64                     // fields from which it is worked out what contributes
	slots    []code.Slot                // of all fields
	then     [state.Over + 1]state.Step // the next step that can come to anything, from each one on
	requires []eval.Bool
	limits   []limit
	costs    []*code.CallTo
	follow   []follow // the computed fields that follow others, in order
	looks    bool     // what it requires or costs reads a field with layers, or that it is under way
	inside   bool     // the latter may hold of anything that is asked: it is asked of a complete answer alone
	reads    *horizon // which fields an expression is worked out from
	steps    []asks   // what can be asked as soon as a field of the form is answered
	owner    eval.Int
	prefer   eval.Int // how much an automatic player wants it
}

type initial struct {
	field int
	f     *ir.Field
	slot  int
	value code.Value
}

// follow is a computed field and a mask of the fields it is worked out from, directly or not.
type follow struct {
	initial
	from uint64
}

type fold struct {
	field    int
	f        *ir.Field
	min, max eval.Int
	bounds   uint64 // the fields that these are worked out from
}

type limit struct {
	l     *ir.Limit
	times eval.Int
	keys  []eval.Int
}

type hook struct {
	h      *ir.Hook
	block  int
	limits []limit
	costs  []*code.CallTo
	prefer eval.Bool
	gives  uint64           // fields of the event that it contributes to while it is in play
	reads  uint64           // and those that it is worked out from then
	head   eval.Bool        // of a throw: what the head says
	dice   []*code.OnDiceTo // what it does to the dice of a throw
	brief  []code.Instr     // its steps, when they are brief and need no slots
}

// New makes a machine of a checked program. The program is not changed.
func New(p *ir.Program) *Machine { return Covered(p, nil) }

// Covered makes a machine that reports which ways it goes; it serves one run at a time.
func Covered(p *ir.Program, report eval.Report) *Machine {
	m := &Machine{fields: map[*ir.Field]eval.Int{}, lists: map[*ir.Field]eval.List{}, byID: map[int]*ir.Limit{}}
	m.P = p
	m.player = slices.IndexFunc(p.Cards, func(c *ir.Card) bool { return c.Kind == ir.PlayerKind })
	m.C = eval.New(p, report)
	m.asks = slices.ContainsFunc(p.Events, func(e *ir.Event) bool { return e.Asked })
	a := &code.Assembler{C: m.C}
	m.events = make([]event, len(p.Events))
	for i, e := range p.Events {
		m.events[i] = m.event(a, e)
	}
	m.hooks = make([]hook, len(p.Hooks))
	for i, h := range p.Hooks {
		m.hooks[i] = hook{h: h, block: -1, limits: m.limits(h.Limits), prefer: m.C.Bool(h.Prefer), gives: eval.Gives(h.Do)}
		if h.Head != nil && p.Throw != nil && h.Event == p.Throw.ID {
			m.hooks[i].head = m.C.Bool(h.Head)
		}
		for _, d := range h.Dice {
			m.hooks[i].dice = append(m.hooks[i].dice, a.OnDice(d))
		}
		for _, c := range h.Costs {
			m.hooks[i].costs = append(m.hooks[i].costs, a.Call(c))
		}
		if h.Stage == ir.While && h.Event >= 0 {
			on := &m.events[h.Event]
			m.hooks[i].reads = on.reads.ofClause(h)
			on.sways |= m.hooks[i].reads
		}
		if h.Stage.Acts() {
			m.hooks[i].block = a.Clause(m.HookName(i), h)
		}
	}
	heard := make([][ir.Stages]bool, len(p.Events))
	for _, h := range p.Hooks {
		switch {
		case h.Event >= 0:
			heard[h.Event][h.Stage] = true
		case h.Stage == ir.Becomes:
			m.watched |= h.Reads
		}
	}
	for i := range m.events {
		m.events[i].following(&heard[i])
	}
	for _, c := range p.Cards {
		m.defaults(a, c.Own)
	}
	for _, k := range p.Kinds {
		m.defaults(a, k.Fields)
	}
	m.scripts = make([]int, len(p.Scripts))
	for i, s := range p.Scripts {
		m.scripts[i] = a.Script(s.Name, s.Do, s.Frame)
	}
	m.Blocks = a.Blocks
	for i := range m.hooks {
		if h := &m.hooks[i]; h.h.Stage == ir.Before || h.h.Stage.Late() && !h.h.Stage.May() {
			h.brief = brief(m.Blocks[h.block])
		}
	}
	for i := range m.events {
		if e := &m.events[i]; e.block >= 0 && len(e.ev.Needs) == 0 {
			e.brief = brief(m.Blocks[e.block])
		}
	}
	m.plain = !a.Hides
	for _, z := range p.Zones {
		m.plain = m.plain && z.Seen == ir.ByAll
	}
	return m
}

// With is a machine of the same program with other scripts. Nothing else is made anew: that takes as long as the scripts are.
func (m *Machine) With(scripts ...*ir.Script) *Machine {
	out, p := *m, *m.P
	p.Scripts, out.P = scripts, &p
	a := &code.Assembler{C: m.C, Blocks: slices.Clip(m.Blocks)}
	out.scripts = make([]int, len(scripts))
	for i, s := range scripts {
		out.scripts[i] = a.Script(s.Name, s.Do, s.Frame)
	}
	out.Blocks, out.plain = a.Blocks, m.plain && !a.Hides
	return &out
}

// following works out which steps of an event can come to anything, given the stages at which the
// program has clauses for it: most events go from being proposed to their deed, and from it to their
// end.
func (m *event) following(heard *[ir.Stages]bool) {
	span := m.ev.Word == ir.SpanEvent
	var idle [len(m.then)]bool
	for step := range state.Over {
		stage := step.Stage()
		idle[step] = stage != ir.BadStage && !heard[stage]
	}
	idle[state.Forbid] = m.form == nil && len(m.requires)+len(m.limits)+len(m.costs) == 0 && !heard[ir.Cannot]
	idle[state.Costs] = len(m.costs) == 0
	idle[state.Instead] = idle[state.Instead] && idle[state.MayInstead] // what was replaced ends here
	idle[state.MayBefore] = idle[state.MayBefore] && idle[state.Before] // what was cancelled before ends here
	idle[state.Opening], idle[state.Closing] = !span, !span
	m.then[state.Over] = state.Over
	for s := state.Over; s > state.Propose; s-- {
		m.then[s-1] = s - 1
		if idle[s-1] {
			m.then[s-1] = m.then[s]
		}
	}
}

func (m *Machine) defaults(a *code.Assembler, fields []*ir.Field) {
	for _, f := range fields {
		if f.Class == ir.Cell && f.Default != nil && m.fields[f] == nil && m.lists[f] == nil {
			v := a.Value(f.Default)
			m.fields[f], m.lists[f] = v.Int, v.List
		}
	}
}

// Steps are the statements of an event, those inside of others among them.
func (m *Machine) Steps(event int) []ir.Stmt {
	if b := m.events[event].block; b >= 0 {
		return m.Blocks[b].Stmts
	}
	return nil
}

func (m *Machine) event(a *code.Assembler, e *ir.Event) event {
	out := event{ev: e, ints: e.Frame.Ints, lists: e.Frame.Lists, inside: e.Around && m.asks}
	reads := newHorizon(e)
	out.reads = reads
	for i, f := range e.Fields {
		out.slots = append(out.slots, code.Slot{N: int32(f.Slot), List: f.Type.IsList()})
		late := reads.field(f) >= 0
		if late {
			out.open |= 1 << i
		}
		if f.Default != nil {
			n := initial{i, f, f.Slot, a.Value(f.Default)}
			if from := reads.from(f.Default); from != 0 {
				out.follow = append(out.follow, follow{n, from})
				reads.masks[i] = from
			}
			switch {
			case late:
				out.late = append(out.late, n)
			case zero(f.Default): // as the fields of a new frame are
			default:
				out.early = append(out.early, n)
			}
		} else if none := unanswered(f.Type); none != 0 && !f.Type.IsList() {
			out.early = append(out.early, initial{i, f, f.Slot, code.Value{Int: func(*eval.Env) int64 { return none }}})
		}
		if f.Chosen || f.Default != nil && !zero(f.Default) {
			out.unknown |= 1 << i
		}
		if len(f.Layers) > 0 || f.Min != nil || f.Max != nil {
			d := fold{i, f, m.C.Opt(f.Min), m.C.Opt(f.Max), reads.from(f.Min) | reads.from(f.Max)}
			out.folds, out.sways = append(out.folds, d), out.sways|d.bounds
		}
	}
	for _, n := range slices.Concat(out.early, out.late) {
		out.begins |= 1 << n.field
	}
	if len(e.Form) > 0 {
		out.form = a.Form(e.Chooser, e.Form)
		for _, x := range e.Form {
			n := slices.Index(e.Fields, x.Field)
			out.asked, out.choices = append(out.asked, n), out.choices|1<<n
			if x.Some {
				out.several |= 1 << n
			}
		}
	}
	for _, q := range e.Requires {
		out.requires = append(out.requires, m.C.Bool(q.Cond))
	}
	out.limits = m.limits(e.Limits)
	for _, c := range e.Costs {
		out.costs = append(out.costs, a.Call(c))
	}
	out.looks = out.inside || e.Around && len(e.Costs) > 0 || out.looksAtFolds()
	out.steps = reads.checks(&out, m.waivable(e))
	out.owner, out.prefer = m.C.Opt(e.Owner), m.C.Opt(e.Prefer)
	out.block = a.Block(e.Name, e.Do, e.Frame)
	return out
}

// zero tells whether an expression is 0, false or the empty list, whatever happens.
func zero(e *ir.Expr) bool {
	return e.Op == ir.Const && e.N == 0 && len(e.List) == 0 || e.Op == ir.MakeList && len(e.Args) == 0
}

// waivable are the labels of an event's requirements that some clause can waive.
func (m *Machine) waivable(e *ir.Event) map[string]bool {
	out := map[string]bool{}
	if len(e.Requires) == 0 {
		return out
	}
	for _, h := range m.P.Hooks {
		if h.Event == e.ID && h.Stage == ir.Waive {
			out[h.Target.Label] = true
		}
	}
	return out
}

// folded tells whether an expression reads what a field of the event with layers comes to.
func (m *event) folded(e *ir.Expr) bool {
	found := false
	e.Walk(func(x *ir.Expr) bool {
		found = found || x.Op == ir.Folded && !x.OfFigure() || x.Op == ir.This
		return !found
	})
	return found && len(m.folds) > 0
}

// waits tells whether an expression is worked out from what is not known while some fields are open: from these, or
// from a field with layers to which a clause contributes that reads them.
func (m *event) waits(open uint64, all ...*ir.Expr) bool {
	return open != 0 && (m.reads.any(open, all...) || m.sways&open != 0 && slices.ContainsFunc(all, m.folded))
}

// hangs tells whether what can be answered to a field of a form that several players answer is worked out from an
// answer above it that is open.
func (m *event) hangs(x *code.FormField, given uint64) bool {
	found := false
	for _, e := range []*ir.Expr{x.F.In, x.F.Lo, x.F.Hi, x.F.Where} {
		e.Walk(func(e *ir.Expr) bool {
			for i, y := range m.form.Fields {
				found = found || e.Op == ir.Temp && y.F.Own >= 0 && e.N == int64(y.F.Own) && given&(1<<m.asked[i]) == 0
			}
			return !found
		})
	}
	return found
}

// looksAtFolds tells whether what an event requires or costs reads fields with layers: then it is asked of a complete
// answer alone.
func (m *event) looksAtFolds() bool {
	return slices.ContainsFunc(m.ev.Requires, func(q *ir.Require) bool { return m.folded(q.Cond) }) ||
		slices.ContainsFunc(m.ev.Costs, func(c *ir.Emit) bool {
			return slices.ContainsFunc(c.Args, func(a ir.EmitArg) bool { return m.folded(a.Value) })
		})
}

func (m *Machine) limits(ls []*ir.Limit) []limit {
	var out []limit
	for _, l := range ls {
		m.byID[l.ID] = l
		n := limit{l: l, times: m.C.Int(l.Times)}
		for _, k := range l.Keys {
			n.keys = append(n.keys, m.C.Int(k))
		}
		out = append(out, n)
	}
	return out
}

// HookName names a clause as `card.label`.
func (m *Machine) HookName(h int) string {
	k := m.P.Hooks[h]
	if k.Card >= 0 {
		return m.P.Cards[k.Card].Name + "." + k.Label
	}
	if k.Kind >= 0 {
		return m.P.Kinds[k.Kind].Name + "." + k.Label
	}
	return k.Label
}

// Script finds a script by name; -1 when there is none.
func (m *Machine) Script(word ir.ScriptWord, name string) int {
	return slices.IndexFunc(m.P.Scripts, func(s *ir.Script) bool { return s.Word == word && s.Name == name })
}
