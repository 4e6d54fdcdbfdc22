package survey

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// funds are what the players of a program pay with, as its content says: what a cost takes from, itself or by an
// event that it calls, what an event takes from that asks first whether enough is there, and the pieces that a
// cost destroys.
type funds struct {
	names   []string          // of the resources
	cells   map[*ir.Field]int // number of a cell among the names
	kinds   map[int]int       // number of a kind of pieces among the names
	settles []bool            // by event: what it takes is paid
	events  [][]int           // by event: numbers of the cells that are paid from when it is taken as an action
	hooks   [][]int           // by clause: those that its costs are paid from
}

func newFunds(m *interp.Machine) *funds {
	p := m.P
	b := &funds{cells: map[*ir.Field]int{}, kinds: map[int]int{}, settles: make([]bool, len(p.Events))}
	for _, e := range p.Events {
		b.due(m, e.Costs)
	}
	for _, h := range p.Hooks {
		b.due(m, h.Costs)
	}
	for i, e := range p.Events {
		for _, s := range m.Steps(i) {
			if s, ok := s.(*ir.SetCell); ok && s.Op == '-' && (b.settles[i] || asksFor(e, s.Field)) {
				b.settles[i] = true
				b.cell(p, s.Field)
			}
		}
	}
	for i, e := range p.Events {
		b.events = append(b.events, b.costing(m, e.Costs, b.takes(m, i, 2, nil)))
	}
	for _, h := range p.Hooks {
		b.hooks = append(b.hooks, b.costing(m, h.Costs, nil))
	}
	return b
}

// takes appends the cells that are paid from in the steps of an event and of what it calls to pay, so deep.
func (b *funds) takes(m *interp.Machine, event, deep int, cells []int) []int {
	for _, s := range m.Steps(event) {
		if set, ok := s.(*ir.SetCell); ok {
			if n, ok := b.cells[set.Field]; ok && set.Op == '-' && b.settles[event] && !slices.Contains(cells, n) {
				cells = append(cells, n)
			}
		} else if call, ok := s.(*ir.Emit); ok && deep > 0 && b.settles[call.Event] {
			cells = b.takes(m, call.Event, deep-1, cells)
		}
	}
	return cells
}

// costing appends the cells that costs are paid from.
func (b *funds) costing(m *interp.Machine, costs []*ir.Emit, cells []int) []int {
	for _, c := range costs {
		cells = b.takes(m, c.Event, 1, cells)
	}
	return cells
}

// due notes what costs take, themselves or by what they call at once.
func (b *funds) due(m *interp.Machine, costs []*ir.Emit) {
	for _, c := range costs {
		b.settles[c.Event] = true
		for _, s := range m.Steps(c.Event) {
			if call, ok := s.(*ir.Emit); ok {
				b.settles[call.Event] = true
			} else if gone, ok := s.(*ir.Destroy); ok {
				if t := gone.What.Type; t.Kind == ir.Inst && t.Ref < len(m.P.Kinds) {
					b.piece(m.P, t.Ref)
				}
			}
		}
	}
}

// asksFor tells whether a requirement reads a cell, or a range from which is chosen.
func asksFor(e *ir.Event, cell *ir.Field) bool {
	found := false
	look := func(x *ir.Expr) {
		x.Walk(func(x *ir.Expr) bool {
			found = found || x.Op == ir.CellOf && x.Name == cell.Name && x.N == int64(cell.Slot)
			return true
		})
	}
	for _, r := range e.Requires {
		look(r.Cond)
	}
	for _, f := range e.Form {
		for _, x := range []*ir.Expr{f.Lo, f.Hi} {
			look(x)
		}
	}
	return found
}

func (b *funds) piece(p *ir.Program, kind int) {
	if _, ok := b.kinds[kind]; !ok {
		b.kinds[kind] = len(b.names)
		b.names = append(b.names, p.Kinds[kind].Name)
	}
}

func (b *funds) cell(p *ir.Program, f *ir.Field) {
	if _, ok := b.cells[f]; ok {
		return
	}
	b.cells[f] = len(b.names)
	b.names = append(b.names, of(p, f)+f.Name)
}

// of names what has a cell, with a point.
func of(p *ir.Program, f *ir.Field) string {
	for _, k := range p.Kinds {
		if slices.Contains(k.Fields, f) {
			return k.Name + "."
		}
	}
	for _, c := range p.Cards {
		if slices.Contains(c.Own, f) {
			return c.Name + "."
		}
	}
	return ""
}

// fund is a cell that is paid from: of which instance, and its number among the funds.
type fund struct {
	inst int64
	n    int
}

// Set counts what is paid from a cell, and what is left in it when it is filled up anew, be it with as much.
func (l listener) Set(inst int64, w *code.Write, was, is int64) {
	n, ok := l.w.funds.cells[w.Field]
	p := fund{inst, n}
	switch {
	case !ok:
		return
	case l.w.paying > 0:
		l.w.resources[n].Paid += max(0, was-is)
	case w.Op == '=' && is >= was:
		l.w.resources[n].Left += was
		if l.w.idle[p] {
			l.w.resources[n].Idle += was
		}
	default:
		return
	}
	delete(l.w.idle, p)
}

// payable notes that a player can pay from some cells: of an instance, of what it lies on, or his own.
func (w *watch) payable(cells []int, players []int32, insts ...int64) {
	for _, n := range cells {
		for _, p := range players {
			w.idle[fund{int64(p), n}] = true
		}
		for _, i := range insts {
			for on := i >= 0 && i < int64(len(w.run.S.Insts)); on; {
				w.idle[fund{i, n}] = true
				var bearer int32
				bearer, on = w.run.S.Insts[i].Bearer()
				i = int64(bearer)
			}
		}
	}
}

// settling follows whether something is being paid.
func (w *watch) settling(e *entry) {
	if w.paying > 0 && e.Depth <= w.paying && (isEnd(e.Kind) || e.Kind == journal.Event || e.Depth < w.paying) {
		w.paying = 0
	}
	switch e.Kind {
	case journal.Event:
		if w.paying == 0 && w.funds.settles[e.Event] {
			w.paying = e.Depth
		}
	case journal.Enter:
		if n, ok := w.piece(e.Inst); ok {
			w.resources[n].Left++
		}
	case journal.Leave:
		if n, ok := w.piece(e.Inst); ok && w.paying > 0 {
			w.resources[n].Left--
			w.resources[n].Paid++
		}
	}
}

// piece is the resource that an instance is, if it is one.
func (w *watch) piece(inst int64) (int, bool) {
	card := w.run.CardOf(inst)
	if card < 0 {
		return 0, false
	}
	for k, n := range w.funds.kinds {
		if w.m.P.IsA(w.m.P.Cards[card].Kind, k) {
			return n, true
		}
	}
	return 0, false
}
