package claim

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Clause is what one clause or one action of a card says, in plain terms: every event and function in it either has
// words, or could not be looked through.
type Clause struct {
	Card    *ir.Card // nil: of a kind
	Label   string   // of a clause; of an action its id
	At      source.Span
	Texts   []ir.Texts // the sentences that are printed of it
	Moments []Moment   // what a clause hears; none for an action
	Action  *ir.Event
	When    []*ir.Expr // all of them hold
	May     bool       // its owner may leave it
	Costs   []ir.Stmt
	Does    []ir.Stmt
	Limits  []*ir.Limit
	Fields  map[string]*ir.Expr // of an action: what those of its fields are that nobody gives or chooses
	Opaque  []*ir.Event         // what has no words and could not be looked through
}

// Moment is what a clause hears.
type Moment struct {
	Hook  *ir.Hook
	Event *ir.Event        // nil: becomes, a stat, a function, an ignore
	Roles map[int]*ir.Expr // who the head says they are: the fields of the event by their slots, the parameters of a function by their places
	When  []*ir.Expr       // what else the head says
	Does  []ir.Stmt        // what is done then
}

// Clauses are the clauses of a card as they are written, each once, then the actions it gives. Those of its kind are not
// among them.
func Clauses(p *ir.Program, c *ir.Card) []*Clause {
	return of(p, c, c.Hooks, c.Actions, func(h *ir.Hook) bool { return h.Card == c.ID })
}

// OfKind are the clauses and actions of a kind itself.
func OfKind(p *ir.Program, k *ir.Kind) []*Clause {
	return of(p, nil, k.Hooks, k.Actions, func(h *ir.Hook) bool { return h.Kind == k.ID })
}

// OfEvent is what an event does, as an action of nobody's card.
func OfEvent(p *ir.Program, ev *ir.Event) *Clause { return action(p, nil, ev) }

// OfHook is one clause, as that of a card (nil: of none).
func OfHook(p *ir.Program, c *ir.Card, h *ir.Hook) []*Clause { return add(p, nil, c, h) }

func of(p *ir.Program, c *ir.Card, hooks, actions []int, own func(*ir.Hook) bool) []*Clause {
	var out []*Clause
	for _, id := range hooks {
		if h := p.Hooks[id]; own(h) {
			out = add(p, out, c, h)
		}
	}
	slices.SortStableFunc(out, func(a, b *Clause) int { return a.At.Start - b.At.Start })
	for _, id := range actions {
		out = append(out, action(p, c, p.Events[id]))
	}
	return out
}

// add adds a hook. What hears several events is one hook for each, and one clause.
func add(p *ir.Program, list []*Clause, c *ir.Card, h *ir.Hook) []*Clause {
	w := &looker{p: p, card: c}
	m := w.moment(h)
	for _, known := range list {
		if known.At == h.At {
			m.Does = w.block(h.Do)
			known.Moments = append(known.Moments, m)
			known.Does = merged(known.Does, m.Does) // what it does with one stat stands in that one's hook alone
			return list
		}
	}
	out := &Clause{Card: c, Label: h.Label, At: h.At, Moments: []Moment{m}, Limits: h.Limits}
	if h.Texts.En != nil || h.Texts.Fr != nil {
		out.Texts = []ir.Texts{h.Texts}
	}
	out.May = h.Stage.May()
	rest := h.When
	if h.Head != nil && rest != nil && rest.Op == ir.And && rest.Args[0] == h.Head {
		rest = rest.Args[1]
	} else if rest == h.Head {
		rest = nil
	}
	out.When = w.all(rest)
	out.Costs = w.emits(h.Costs)
	out.Does = w.block(h.Do)
	out.Moments[0].Does = slices.Clone(out.Does)
	for _, d := range h.Dice {
		if d.Op == ir.FallDice || !within(out.Does, d) {
			out.Does = append(out.Does, w.stmt(d)...)
		}
	}
	out.Opaque = w.opaque
	return append(list, out)
}

// merged is what the hooks of one clause do, each once: a statement that stands in several does all that it does there.
func merged(known, more []ir.Stmt) []ir.Stmt {
	for _, s := range more {
		i := slices.IndexFunc(known, func(k ir.Stmt) bool { return k.Site() == s.Site() })
		if i < 0 {
			known = append(known, s)
			continue
		}
		a, ok := known[i].(*ir.If)
		b, also := s.(*ir.If)
		if ok && also {
			known[i] = &ir.If{Base: a.Base, Cond: a.Cond, Then: both(a.Then, b.Then), Else: both(a.Else, b.Else)}
		}
	}
	return known
}

func both(a, b *ir.Block) *ir.Block {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return &ir.Block{At: a.At, Stmts: merged(slices.Clone(a.Stmts), b.Stmts)}
}

func within(list []ir.Stmt, d *ir.OnDice) bool {
	return slices.ContainsFunc(list, func(s ir.Stmt) bool { return s.Site() == d.At })
}

// moment is what a hook hears.
func (w *looker) moment(h *ir.Hook) Moment {
	m := Moment{Hook: h, Roles: map[int]*ir.Expr{}}
	if h.Event >= 0 {
		m.Event = w.p.Events[h.Event]
	}
	for _, e := range w.all(h.Head) {
		if field, is := roleOf(e); field != nil {
			m.Roles[int(field.N)] = is
			continue
		}
		m.When = append(m.When, e)
	}
	return m
}

// roleOf tells that a condition says who somebody is: `who == bearer`.
func roleOf(e *ir.Expr) (field, is *ir.Expr) {
	if e.Op != ir.Eq {
		return nil, nil
	}
	for i, side := range e.Args {
		if other := e.Args[1-i]; (side.Op == ir.EventField || side.Op == ir.Temp) && side.Type.Kind == ir.Inst && whoOf(other) {
			return side, other
		}
	}
	return nil, nil
}

// EitherRole tells that a condition says that somebody has one part or another: which part he has in each case.
func EitherRole(e *ir.Expr) ([]map[int]*ir.Expr, bool) {
	if e.Op == ir.Or {
		a, ok := EitherRole(e.Args[0])
		b, also := EitherRole(e.Args[1])
		return append(a, b...), ok && also
	}
	field, is := roleOf(e)
	if field == nil {
		return nil, false
	}
	return []map[int]*ir.Expr{{int(field.N): is}}, true
}

// whoOf tells whether an expression is the bearer, its owner, or what either of them has.
func whoOf(e *ir.Expr) bool {
	switch e.Op {
	case ir.SelfBearer, ir.Self, ir.SelfOwner:
		return true
	case ir.CellOf, ir.PrintedOf, ir.DerivedOf, ir.OwnerOf, ir.BearerOf:
		return whoOf(e.Args[0])
	}
	return false
}

// action is what an action says.
func action(p *ir.Program, c *ir.Card, ev *ir.Event) *Clause {
	w := &looker{p: p, card: c}
	out := &Clause{Card: c, Label: ev.Name, At: ev.At, Texts: ev.Rules, Action: ev, May: true, Limits: ev.Limits, Fields: map[string]*ir.Expr{}}
	if c != nil && len(ev.Fields) > 0 && ev.Fields[0].Type.Kind == ir.Inst && p.IsA(c.Kind, p.KindAt(ev.Fields[0].Type.Ref)) {
		w.own = ev.Fields[0]
	}
	for _, f := range ev.Named() {
		if !f.Param && !f.Chosen && f.Default != nil && !assigned(ev.Do, f) {
			out.Fields[f.Name] = w.expr(f.Default)
		}
	}
	for _, r := range ev.Requires {
		out.When = append(out.When, w.all(r.Cond)...)
	}
	out.Costs = w.emits(ev.Costs)
	if len(ev.Form) > 0 {
		out.Does = append(out.Does, &ir.Choose{Base: ir.At(ev.At), Form: ev.Form, By: ev.Chooser})
	}
	out.Does = append(out.Does, w.block(ev.Do)...)
	out.Opaque = w.opaque
	return out
}

// assigned tells whether a field is written in what its event does.
func assigned(b *ir.Block, f *ir.Field) bool {
	found := false
	ir.Visit(b, func(x any) bool {
		set, ok := x.(*ir.SetField)
		found = found || ok && set.Rec == nil && set.Field == f
		return !found
	})
	return found
}

// The depth to which one looks through what has no words, and how large what is seen there may be.
const (
	deepest = 4
	largest = 60
)

// looker looks through what has no words.
type looker struct {
	p      *ir.Program
	card   *ir.Card
	env    *scope
	own    *ir.Field // of an action: the field that names the card's own thing
	inside []int     // the events that are looked through
	serial int       // temporaries and locals get new numbers
	opaque []*ir.Event
}

// scope is what the slots of a piece of code that is looked through stand for.
type scope struct {
	frame       bool             // it is the frame of an event: fields and locals
	ints, lists map[int]*ir.Expr // slots of that frame
	temps       map[int64]*ir.Expr
	shift       int64 // what is not known gets this added
}

// all are the parts that must all hold.
func (w *looker) all(e *ir.Expr) []*ir.Expr {
	return slices.DeleteFunc(w.expr(e).Conjuncts(), func(e *ir.Expr) bool { return e.Op == ir.Const && e.Type.Kind == ir.Bool && e.N != 0 })
}

// worded tells whether texts name anything.
func worded(t ir.Texts) bool { return t.En != nil || t.Fr != nil }

// Term tells whether an event is a term: it has words for players, a line or a noun.
func Term(e *ir.Event) bool {
	noun := func(w *ir.Word) bool { return w.Use == ir.NounWord }
	return !e.Inner && (worded(e.Texts) || slices.ContainsFunc(e.Texts.Words, noun))
}

// emits are calls, looked through.
func (w *looker) emits(list []*ir.Emit) []ir.Stmt {
	var out []ir.Stmt
	for _, e := range list {
		out = append(out, w.stmt(e)...)
	}
	return out
}

func (w *looker) block(b *ir.Block) []ir.Stmt {
	if b == nil {
		return nil
	}
	var out []ir.Stmt
	for i, s := range b.Stmts {
		if let, ok := s.(*ir.Let); ok && let.Var.Type.Kind != ir.Bool && w.outlives(let, b.Stmts[i+1:]) {
			out = append(out, w.set(let))
			continue
		}
		out = append(out, w.stmt(s)...)
	}
	return out
}

// set is a local that stays one.
func (w *looker) set(let *ir.Let) ir.Stmt {
	out := *let
	out.Value = w.expr(let.Value)
	if w.env != nil {
		w.env.put(let.Var.Type.IsList(), let.Var.Slot, nil)
		if w.env.frame {
			out.Var.Slot += int(w.env.shift)
		}
	}
	return &out
}

// stmt is what a statement does in plain terms: nothing, itself, or several others.
func (w *looker) stmt(s ir.Stmt) []ir.Stmt {
	switch s := s.(type) {
	case *ir.Let:
		w.bind(s.Var, w.expr(s.Value))
		return nil
	case *ir.If:
		return w.branch(s)
	case *ir.Emit:
		return w.call(s)
	case *ir.SetField:
		if s.Rec == nil && w.env != nil && w.env.frame {
			w.assign(s)
			return nil
		}
	case *ir.SetCell:
		if s.Field.Inner && !worded(s.Field.Texts) { // it keeps books
			return nil
		}
		out := w.copy(s).(*ir.SetCell)
		out.Op, out.Value = counted(out)
		return []ir.Stmt{out}
	case *ir.Note:
		return nil
	case *ir.Always:
		return w.block(s.Body)
	default: // the others are what they are
	}
	return []ir.Stmt{w.copy(s)}
}

// counted is how a cell is written where it is written as itself and a number: it goes up or down by that.
func counted(s *ir.SetCell) (byte, *ir.Expr) {
	sign := map[ir.Op]byte{ir.Add: '+', ir.Sub: '-'}[s.Value.Op]
	if s.Op != '=' || sign == 0 || !same(s.Value.Args[0], &ir.Expr{Op: ir.CellOf, Name: s.Field.Name, Args: []*ir.Expr{s.Inst}}) {
		return s.Op, s.Value
	}
	return sign, s.Value.Args[1]
}

// same tells whether two expressions are of the same things.
func same(a, b *ir.Expr) bool {
	return a.Op == b.Op && a.Name == b.Name && (a.Op == ir.CellOf || a.N == b.N) && slices.EqualFunc(a.Args, b.Args, same)
}

// branch is what is left of a choice between two.
func (w *looker) branch(s *ir.If) []ir.Stmt {
	cond := w.expr(s.Cond)
	if cond.Op == ir.Const {
		if cond.N != 0 {
			return w.block(s.Then)
		}
		return w.block(s.Else)
	}
	out := &ir.If{Base: s.Base, Cond: cond}
	then, other := w.apart(s.Then), w.apart(s.Else)
	if len(then)+len(other) == 0 {
		return nil
	}
	if out.Then = (&ir.Block{At: s.At, Stmts: then}); len(other) > 0 {
		out.Else = &ir.Block{At: s.At, Stmts: other}
	}
	return []ir.Stmt{out}
}

// apart is what a block does that may not happen: what it writes is not known afterwards.
func (w *looker) apart(b *ir.Block) []ir.Stmt {
	if w.env == nil {
		return w.block(b)
	}
	before := w.env
	inner := *before
	inner.ints, inner.lists = cloned(before.ints), cloned(before.lists)
	w.env = &inner
	out := w.block(b)
	w.env = before
	for slot, e := range inner.ints {
		if before.ints[slot] != e {
			delete(before.ints, slot)
		}
	}
	for slot, e := range inner.lists {
		if before.lists[slot] != e {
			delete(before.lists, slot)
		}
	}
	return out
}

func cloned(m map[int]*ir.Expr) map[int]*ir.Expr {
	out := make(map[int]*ir.Expr, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

// call is a call of an event: of a term, or what happens in one that has no words.
func (w *looker) call(s *ir.Emit) []ir.Stmt {
	ev := w.p.Events[s.Event]
	if Term(ev) || slices.Contains(w.inside, s.Event) || len(w.inside) >= deepest || ev.Do == nil {
		if !Term(ev) && !ev.Inner && !slices.Contains(w.opaque, ev) {
			w.opaque = append(w.opaque, ev)
		}
		return []ir.Stmt{w.copy(s)}
	}
	w.serial++
	inner := &scope{frame: true, ints: map[int]*ir.Expr{}, lists: map[int]*ir.Expr{}, temps: map[int64]*ir.Expr{},
		shift: int64(w.serial) * 1000}
	given := map[int]*ir.Expr{}
	for _, a := range s.Args {
		given[a.Field] = w.expr(a.Value)
	}
	outer := w.env
	w.env, w.inside = inner, append(w.inside, s.Event)
	for i, f := range ev.Fields {
		e := given[i]
		if e == nil && f.Default != nil && !f.Chosen {
			e = w.expr(f.Default)
		}
		if e != nil {
			inner.put(f.Type.IsList(), f.Slot, e)
		}
	}
	var out []ir.Stmt
	if form := unanswered(ev, given); len(form) > 0 {
		out = append(out, &ir.Choose{Base: s.Base, Form: w.form(form), By: w.expr(ev.Chooser)})
	}
	out = append(out, w.emits(ev.Costs)...)
	out = append(out, w.block(ev.Do)...)
	var must []*ir.Expr
	for _, r := range ev.Requires {
		must = append(must, w.all(r.Cond)...)
	}
	if s.Result != nil && outer != nil {
		for i, v := range s.Result.Vars {
			if i < len(ev.Fields) {
				if e := inner.of(ev.Fields[i].Type.IsList(), ev.Fields[i].Slot); e != nil {
					outer.put(v.Type.IsList(), v.Slot, e)
				}
			}
		}
	}
	w.env, w.inside = outer, w.inside[:len(w.inside)-1]
	if len(must) > 0 && len(out) > 0 {
		cond := must[0]
		for _, m := range must[1:] {
			cond = &ir.Expr{Op: ir.And, Type: ir.Type{Kind: ir.Bool}, Args: []*ir.Expr{cond, m}, At: m.At}
		}
		out = []ir.Stmt{&ir.If{Base: s.Base, Cond: cond, Then: &ir.Block{At: s.At, Stmts: out}}}
	}
	return out
}

// Given is what the fields of an event are at a call, by their numbers: what is given, and what the others are then.
func Given(p *ir.Program, s *ir.Emit) map[int]*ir.Expr {
	ev := p.Events[s.Event]
	out := map[int]*ir.Expr{}
	inner := &scope{frame: true, ints: map[int]*ir.Expr{}, lists: map[int]*ir.Expr{}, temps: map[int64]*ir.Expr{}}
	w := &looker{p: p, env: inner, inside: []int{s.Event}}
	for _, a := range s.Args {
		out[a.Field] = a.Value
		inner.put(ev.Fields[a.Field].Type.IsList(), ev.Fields[a.Field].Slot, a.Value)
	}
	for i, f := range ev.Named() {
		if out[i] == nil && f.Default != nil && !f.Chosen {
			out[i] = w.expr(f.Default)
			inner.put(f.Type.IsList(), f.Slot, out[i])
		}
	}
	return out
}

// unanswered are the fields of a form to which a call gives nothing.
func unanswered(ev *ir.Event, given map[int]*ir.Expr) []*ir.FormField {
	var out []*ir.FormField
	for _, f := range ev.Form {
		if i := slices.Index(ev.Fields, f.Field); given[i] == nil {
			out = append(out, f)
		}
	}
	return out
}

// form is what is asked in an event that is looked through.
func (w *looker) form(list []*ir.FormField) []*ir.FormField {
	var out []*ir.FormField
	for _, f := range list {
		asked := *f
		for _, e := range []**ir.Expr{&asked.In, &asked.Lo, &asked.Hi, &asked.Within, &asked.Of, &asked.CountLo, &asked.CountHi, &asked.Repeat, &asked.Where} {
			if *e != nil {
				*e = w.expr(*e)
			}
		}
		out = append(out, &asked)
	}
	return out
}

func (s *scope) put(list bool, slot int, e *ir.Expr) {
	if list {
		s.lists[slot] = e
	} else {
		s.ints[slot] = e
	}
}

func (s *scope) of(list bool, slot int) *ir.Expr {
	if list {
		return s.lists[slot]
	}
	return s.ints[slot]
}

// bind keeps what a local stands for.
func (w *looker) bind(v ir.Var, e *ir.Expr) {
	if w.env == nil {
		w.env = &scope{ints: map[int]*ir.Expr{}, lists: map[int]*ir.Expr{}, temps: map[int64]*ir.Expr{}}
	}
	w.env.put(v.Type.IsList(), v.Slot, e)
}

// assign writes a field of the event that is looked through.
func (w *looker) assign(s *ir.SetField) {
	e := w.expr(s.Value)
	if op := map[byte]ir.Op{'+': ir.Add, '-': ir.Sub}[s.Op]; op != ir.BadOp {
		before := w.env.of(s.Field.Type.IsList(), s.Field.Slot)
		if before == nil {
			return
		}
		e = fold(&ir.Expr{Op: op, Type: s.Field.Type, Args: []*ir.Expr{before, e}, At: s.At})
	}
	w.env.put(s.Field.Type.IsList(), s.Field.Slot, e)
}
