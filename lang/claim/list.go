package claim

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Of lists what a card claims: what it prints and carries, and what its clauses and actions say. A card without clauses
// of its own is spoken of elsewhere: then what is said there is its own.
func Of(p *ir.Program, c *ir.Card) []Claim {
	l := &lister{p: p}
	l.printed(c)
	clauses := Clauses(p, c)
	for _, cl := range clauses {
		l.clause(cl)
	}
	for _, cl := range Mentions(p, c) {
		l.open = len(clauses) > 0
		l.clause(cl)
	}
	return l.out
}

// OfClause lists what one clause claims.
func OfClause(p *ir.Program, cl *Clause) []Claim {
	l := &lister{p: p}
	l.clause(cl)
	return l.out
}

// Naming lists what of a program names cards: those of the claims that Of and OfClause list that name one and are not open. Of a whole
// program that takes far less long.
type Naming struct {
	p     *ir.Program
	asked map[int]bool // the cards that are asked for anywhere
}

// NamingIn is what of a program names cards.
func NamingIn(p *ir.Program) *Naming { return &Naming{p, asked(p)} }

// Card lists what of a card names cards.
func (s *Naming) Card(c *ir.Card) []Claim {
	l := &lister{p: s.p, deep: calls, naming: true}
	l.printed(c)
	clauses := Clauses(s.p, c)
	if len(clauses) == 0 && s.asked[c.ID] {
		clauses = Mentions(s.p, c)
	}
	for _, cl := range clauses {
		l.clause(cl)
	}
	return l.out
}

// Event lists what of an event names cards that is nobody's action.
func (s *Naming) Event(e *ir.Event) []Claim {
	l := &lister{p: s.p, deep: calls, naming: true}
	l.clause(OfEvent(s.p, e))
	return l.out
}

// OfKindItself lists what a kind claims of every card of it: a text of such a card may tell it, and need not.
func OfKindItself(p *ir.Program, k *ir.Kind) []Claim {
	l := &lister{p: p, open: true}
	for ; k != nil; k = parent(p, k) {
		for _, cl := range OfKind(p, k) {
			l.clause(cl)
		}
	}
	return l.out
}

func parent(p *ir.Program, k *ir.Kind) *ir.Kind {
	if k.Parent < 0 {
		return nil
	}
	return p.Kinds[k.Parent]
}

// calls is how deep it is followed what is called.
const calls = 2

// lister collects claims.
type lister struct {
	p      *ir.Program
	at     Claim // what all claims of a clause have in common
	on     []int // what the card lies on
	self   []int // the slots of the event that is heard, or called, in which the bearer stands
	open   bool
	deep   int
	naming bool // only what names a card is listed, and how long something lasts
	out    []Claim
}

func (l *lister) say(c Claim) {
	if l.naming && !c.NamesCard() && c.Sort != Duration {
		return
	}
	c.Clause, c.Open = l.at.Clause, c.Open || l.open
	if c.Row == "" {
		c.Row = l.at.Row
	}
	if !c.At.IsValid() {
		c.At = l.at.At
	}
	l.out = append(l.out, c)
}

// printed lists what stands on a card.
func (l *lister) printed(c *ir.Card) {
	kind := l.p.Kinds[c.Kind]
	l.at = Claim{At: c.At}
	for i, f := range kind.Fields {
		switch {
		case f.Class == ir.Carried:
			for _, u := range c.Carry {
				if l.p.IsA(l.p.Cards[u.Card].Kind, f.Type.Ref) {
					l.carries(u)
				}
			}
		case f.Class != ir.Printed && f.Class != ir.Stat:
		case c.FilledBy(i) != nil:
			l.say(Claim{Sort: Figure, Word: "prints", Noun: field(f), Amount: Amount{Var: c.FilledBy(i).Name}})
		default:
			l.figure(f, c.Values[i], !slices.Contains(c.Said, i))
		}
	}
	for _, k := range c.Constants {
		if e := k.Value; e != nil && !e.Type.IsList() {
			l.say(Claim{At: k.At, Sort: Figure, Word: "prints", Noun: Noun{Sort: FieldNoun, Name: k.Name}, Amount: l.amount(e)})
		}
	}
}

func (l *lister) carries(u ir.CardUse) {
	c := Claim{Sort: Keyword, Word: "carries", Role: Bearer, Noun: card(l.p.Cards[u.Card])}
	for i, v := range u.Args {
		if t := l.p.Cards[u.Card].Params[i].Type; !t.IsList() && (t.Kind == ir.Int || t.Kind == ir.Length) {
			c.Amount = Amount{Known: true, Lo: v.N, Hi: v.N, Length: t.Kind == ir.Length}
			break
		}
	}
	l.say(c)
}

// figure is a value of a card. A field that is a list claims each member.
func (l *lister) figure(f *ir.Field, v ir.Value, untold bool) {
	t, all := f.Type, []int64{v.N}
	if t.IsList() {
		t, all = t.Element(), v.L
	}
	for _, n := range all {
		c := Claim{Sort: Figure, Word: "prints", Noun: field(f), Untold: untold}
		if n == ir.None {
			continue
		}
		c.Amount = l.constant(t, n)
		switch t.Kind {
		case ir.Bool:
			c.Denied, c.Amount = n == 0, Amount{}
		case ir.EnumType:
			l.say(c)
			c = Claim{Sort: Figure, Word: "prints", Noun: l.value(t.Ref, n), Untold: untold}
		case ir.CardOf:
			c = Claim{Sort: Keyword, Word: "names", Noun: card(l.p.Cards[n]), Untold: untold}
		}
		l.say(c)
	}
}

func (l *lister) constant(t ir.Type, n int64) Amount {
	switch t.Kind {
	case ir.Dice:
		return Amount{Dice: n}
	case ir.Int, ir.Length, ir.Target:
		return Amount{Known: true, Lo: n, Hi: n, Length: t.Kind == ir.Length}
	}
	return Amount{}
}

func field(f *ir.Field) Noun   { return Noun{Sort: FieldNoun, Field: f, Name: f.Name} }
func card(c *ir.Card) Noun     { return Noun{Sort: CardNoun, ID: c.ID, Name: c.Name} }
func event(e *ir.Event) Noun   { return Noun{Sort: EventNoun, ID: e.ID, Name: e.Name} }
func function(f *ir.Func) Noun { return Noun{Sort: FuncNoun, ID: f.ID, Name: f.Name} }
func (l *lister) value(enum int, n int64) Noun {
	return Noun{Sort: ValueNoun, ID: enum, Value: int(n), Name: l.p.Enums[enum].Values[n].Name}
}

// clause lists what a clause says.
func (l *lister) clause(cl *Clause) {
	l.at = Claim{Clause: cl.Label, At: cl.At}
	if l.on = nil; cl.Card != nil {
		l.on = cl.Card.On
	}
	l.self = l.bearers(cl)
	for _, m := range cl.Moments {
		l.moment(m)
	}
	if cl.Action != nil {
		l.say(Claim{Sort: Effect, Word: "calls", Role: Bearer, Noun: event(cl.Action)})
	}
	for _, e := range cl.When {
		l.condition(e, false)
	}
	switch {
	case cl.May:
		l.say(Claim{Sort: Freedom, Word: "may"})
	case cl.Action == nil && cl.Moments[0].Hook.Stage == ir.Cannot:
		l.say(Claim{Sort: Freedom, Word: "cannot"})
	default:
		l.say(Claim{Sort: Freedom, Word: "does"})
	}
	for _, x := range cl.Limits {
		l.limit(x)
	}
	for _, s := range cl.Costs {
		l.cost(s)
	}
	l.block(cl.Does)
	for _, e := range cl.Opaque {
		l.say(Claim{Sort: Unreadable, Word: "event", Noun: event(e), Untold: true})
	}
}

// bearers are the slots in which the bearer stands in all that a clause hears; of an action that of who does it.
func (l *lister) bearers(cl *Clause) []int {
	if cl.Action != nil {
		if f := AgentOf(cl.Action); f != nil && l.on != nil {
			return []int{f.Slot}
		}
		return nil
	}
	var out []int
	for i, m := range cl.Moments {
		if m.Event == nil || i > 0 && m.Event != cl.Moments[0].Event {
			return nil
		}
		for slot, is := range m.Roles {
			if role := l.role(is); role == Bearer && !slices.Contains(out, slot) {
				out = append(out, slot)
			}
		}
	}
	return out
}

// moment is what a clause hears, and what part its bearer has in that.
func (l *lister) moment(m Moment) {
	h := m.Hook
	c := Claim{Sort: Trigger, Word: h.Stage.Word()}
	switch {
	case h.Event >= 0:
		c.Noun, c.Role = event(m.Event), l.part(m)
	case h.Func >= 0:
		c.Noun = function(l.p.Funcs[h.Func])
	case h.Stage == ir.Becomes:
		l.say(c)
		return
	case h.Stage == ir.Ignore:
		k := Claim{Sort: Keyword, Word: "ignores", Noun: l.target(h)}
		l.say(k)
		return
	case h.Stat >= 0:
		c.Noun, c.Role = field(l.p.Kinds[h.StatKind].Fields[h.Stat]), Bearer
		if h.Each != nil {
			c.Role = Other
		}
	default: // while true, of any stat: its effects say which
		c.Role = Bearer
	}
	if h.Stage == ir.Waive {
		l.say(Claim{Sort: Keyword, Word: "waives", Noun: event(m.Event)})
	}
	l.say(c)
	for _, e := range m.When {
		if h.Event >= 0 && l.p.Throw != nil && m.Event == l.p.Throw && e.Tagged() && e.Args[0].Op == ir.Const {
			tag := int(e.Args[0].N)
			l.say(Claim{At: e.At, Sort: Condition, Word: "is", Noun: Noun{Sort: TagNoun, ID: tag, Name: l.p.Tags[tag]}, Untold: true})
			continue
		}
		l.condition(e, false)
	}
}

func (l *lister) target(h *ir.Hook) Noun {
	if h.Target.Of < 0 {
		return Noun{Sort: TagNoun, ID: h.Target.Tag, Name: l.p.Tags[max(0, h.Target.Tag)]}
	}
	if c := l.p.CardAt(h.Target.Of); c != nil {
		return card(c)
	}
	return Noun{Sort: KindNoun, ID: h.Target.Of, Name: l.p.Kinds[h.Target.Of].Name}
}

// part is the part that the bearer plays in the event: Agent when it does it, or suffers what the event tells first of
// him, Patient when it is done to it, Other when the clause speaks of no bearer.
func (l *lister) part(m Moment) Role {
	agent, first := AgentOf(m.Event), firstOf(m.Event)
	for _, f := range m.Event.Named() {
		is := m.Roles[f.Slot]
		if f.Type.Kind != ir.Inst || is == nil || is.Op == ir.Self && len(l.on) > 0 {
			continue
		}
		if f == agent || f == first {
			return Agent
		}
		return Patient
	}
	return Other
}

// AgentOf is the field of an event that names who does it: the one with which its line begins, else the first that
// names anybody; nil when none does.
func AgentOf(ev *ir.Event) *ir.Field {
	for _, t := range []*ir.Template{ev.Texts.En, ev.Texts.Fr} {
		if t != nil && len(t.Parts) > 1 && t.Parts[0].Expr != nil {
			if i := ir.FieldNamed(ev.Fields, t.Parts[0].Expr.Name); i >= 0 && ev.Fields[i].Type.Kind == ir.Inst {
				return ev.Fields[i]
			}
		}
	}
	return firstOf(ev)
}

// firstOf is the first field of an event that names anybody; nil when none does.
func firstOf(ev *ir.Event) *ir.Field {
	if i := slices.IndexFunc(ev.Named(), func(f *ir.Field) bool { return f.Type.Kind == ir.Inst }); i >= 0 {
		return ev.Fields[i]
	}
	return nil
}

// limit is how often.
func (l *lister) limit(x *ir.Limit) {
	c := Claim{At: x.At, Sort: Frequency, Word: "times", Amount: l.amount(x.Times)}
	if x.Tries {
		c.Word = "tries"
	}
	if x.Span >= 0 {
		c.Span = event(l.p.Events[x.Span])
	}
	l.say(c)
}

// cost is what is paid: an event, with how much.
func (l *lister) cost(s ir.Stmt) {
	if e, ok := s.(*ir.Emit); ok {
		l.say(Claim{At: e.At, Sort: Cost, Word: "costs", Noun: event(l.p.Events[e.Event]), Amount: l.given(e)})
		for _, a := range e.Args {
			l.worked(a.Value)
		}
		return
	}
	before := len(l.out)
	l.effect(s)
	for i := before; i < len(l.out); i++ {
		if l.out[i].Sort == Effect {
			l.out[i].Sort, l.out[i].Word = Cost, "costs"
		}
	}
}

// given is the first number that a call gives.
func (l *lister) given(e *ir.Emit) Amount {
	for _, a := range e.Args {
		switch a.Value.Type.Kind {
		case ir.Int, ir.Length, ir.Dice, ir.Target:
			return l.amount(a.Value)
		}
	}
	return Amount{}
}

func (l *lister) block(list []ir.Stmt) {
	for _, s := range list {
		l.effect(s)
	}
}

// rows lists what happens under a condition, or in one row of a table.
func (l *lister) row(name string, b *ir.Block) {
	if b == nil {
		return
	}
	before := l.at.Row
	l.at.Row = before + name
	l.block(b.Stmts)
	l.at.Row = before
}

// effect is what a statement does.
func (l *lister) effect(s ir.Stmt) {
	c := Claim{At: s.Site(), Sort: Effect}
	switch s := s.(type) {
	case *ir.Emit:
		l.call(s)
	case *ir.ContributeField:
		c.Word, c.Noun, c.Amount = operations[s.Op], field(s.Field), l.contributed(s.Op, s.Value)
		l.say(c)
		l.worked(s.Value)
	case *ir.ContributeStat:
		c.Word, c.Noun, c.Amount = operations[s.Op], field(l.p.Kinds[s.Kind].Fields[s.Index]), l.contributed(s.Op, s.Value)
		c.Role = l.role(s.Inst)
		l.say(c)
		l.worked(s.Value)
	case *ir.SetField:
		c.Word, c.Noun, c.Amount = written(s.Op), field(s.Field), signed(s.Op, l.amount(s.Value))
		l.say(c)
		l.worked(s.Value)
	case *ir.SetCell:
		c.Word, c.Noun, c.Amount, c.Role = written(s.Op), field(s.Field), signed(s.Op, l.amount(s.Value)), l.role(s.Inst)
		l.say(c)
		l.worked(s.Value)
	case *ir.If:
		l.condition(s.Cond, false)
		l.row("+", s.Then)
		l.row("-", s.Else)
	case *ir.Each:
		c.Sort, c.Word, c.Noun, c.Amount = Target, "chooses", l.thing(s.Var.Type), Amount{Each: true}
		l.say(c)
		l.worked(s.In)
		l.condition(s.Where, false)
		l.row("", s.Body)
	case *ir.Throw:
		l.throw(s)
	case *ir.OnDice:
		c.Word, c.Noun = dice[s.Op], Noun{Sort: PrimNoun, Name: "dice"}
		if s.Times != nil {
			c.Amount = l.amount(s.Times)
		}
		l.say(c)
		l.condition(s.Where, false)
		if s.Op == ir.TurnDice {
			l.worked(s.To)
		}
		if s.Pick != nil {
			l.say(Claim{At: s.At, Sort: Choice, Word: "decides", Role: l.role(s.Pick.By)})
		}
	case *ir.Choose:
		l.choose(s)
	case *ir.Create:
		l.create(s)
	case *ir.Draw:
		l.say(Claim{At: s.At, Sort: Choice, Word: "random", Noun: l.thing(s.Var.Type)})
		l.worked(s.In)
	case *ir.Put:
		c.Word, c.Amount, c.Noun = "puts", l.amount(s.Count), Noun{Sort: KindNoun, ID: -1, Name: l.p.Bags[s.Bag].Name}
		l.say(c)
		for _, v := range s.Values {
			l.worked(v)
		}
	case *ir.Travel:
		c.Word, c.Role = "travels", l.role(s.What)
		l.say(c)
		for _, w := range s.Watch {
			l.say(Claim{At: w.At, Sort: Area, Word: "within", Noun: Noun{Sort: KindNoun, ID: w.Kind, Name: l.p.Kinds[max(0, w.Kind)].Name}, Amount: l.amount(w.Within)})
			l.condition(w.Where, false)
			l.row("", w.Body)
		}
	case *ir.Act:
		c.Word, c.Role = "acts", l.role(s.Who)
		for _, id := range s.Events {
			c.Noun = event(l.p.Events[id])
			l.say(c)
		}
		if len(s.Events) == 0 {
			l.say(c)
		}
	case *ir.Stop:
		c.Word, c.Noun = "stops", event(l.p.Events[s.Span])
		l.say(c)
	case *ir.Proceed:
		c.Word = "proceeds"
		l.say(c)
		for _, a := range s.Args {
			l.worked(a.Value)
		}
	case ir.Doing:
		l.doing(c, s.Deed())
	case *ir.Manual:
		c.Word, c.Untold = "manual", true
		l.say(c)
	default: // it does nothing but what stands in it
		l.inside(s)
	}
}

// inside is what stands in a statement: what its values are worked out from, and what its blocks do.
func (l *lister) inside(s ir.Stmt) {
	ir.Visit(s, func(x any) bool {
		switch x := x.(type) {
		case *ir.Expr:
			l.worked(x)
		case *ir.Block:
			l.row("", x)
		case *ir.Template: // a note is heard and changes nothing
		default:
			return true
		}
		return false
	})
}

// doing is what a statement says of itself.
func (l *lister) doing(c Claim, d ir.Deed) {
	if c.Word, c.Role = d.Word, l.role(d.What); d.What != nil {
		c.Noun = l.thing(d.What.Type)
	}
	if d.With != nil && (d.With.Type.Kind == ir.Int || d.With.Type.Kind == ir.Length) {
		c.Amount = l.amount(d.With)
	}
	l.say(c)
	if d.To != nil {
		l.place(d.To)
	}
	l.lasts(d.Lasts)
}

// operations are the words for contributions.
var operations = [...]string{ir.SetOp: "sets", ir.AddOp: "adds", ir.MulOp: "multiplies", ir.DivUp: "divides", ir.DivDown: "divides",
	ir.RaiseOp: "raises", ir.CapOp: "caps"}

// dice are the words for what is done to dice.
var dice = [...]string{ir.FallDice: "sets dice", ir.AgainDice: "throws again", ir.MoreDice: "adds dice", ir.DropDice: "drops dice", ir.TurnDice: "turns dice"}

func written(op byte) string {
	if op == '=' {
		return "sets"
	}
	return "adds"
}

func signed(op byte, a Amount) Amount {
	switch {
	case op != '-':
	case a.Known:
		a.Lo, a.Hi = -a.Hi, -a.Lo
	default:
		a.Minus = !a.Minus
	}
	return a
}

// contributed is how much is contributed; a division is a part, and says how it is rounded.
func (l *lister) contributed(op ir.ContributeOp, e *ir.Expr) Amount {
	a := l.amount(e)
	if op == ir.DivUp || op == ir.DivDown {
		word := map[bool]string{true: "up", false: "down"}[op == ir.DivUp]
		l.say(Claim{At: e.At, Sort: Rounding, Word: word})
		a.Part, a.Known = a.Lo, false
	}
	return a
}

// call is a call of a term: what it does is open.
func (l *lister) call(s *ir.Emit) {
	ev := l.p.Events[s.Event]
	c := Claim{At: s.At, Sort: Effect, Word: "calls", Noun: event(ev), Amount: l.given(s)}
	for _, a := range s.Args {
		if f := ev.Fields[a.Field]; f.Type.Kind == ir.Inst && c.Role == NoRole {
			c.Role = l.role(a.Value)
		}
	}
	l.say(c)
	for _, a := range s.Args {
		switch {
		case a.Value.Op == ir.Const && a.Value.Type.Kind == ir.Bool && a.Value.N != 0:
			l.say(Claim{At: s.At, Sort: Effect, Word: "sets", Noun: field(ev.Fields[a.Field])})
		default:
			l.worked(a.Value)
		}
	}
	if l.deep < calls && ev.Do != nil {
		w := &looker{p: l.p, inside: []int{s.Event}}
		outer := *l
		l.open, l.deep, l.self = true, l.deep+1, nil
		for _, a := range s.Args {
			if outer.role(a.Value) == Bearer {
				l.self = append(l.self, ev.Fields[a.Field].Slot)
			}
		}
		for _, x := range ev.Limits {
			l.limit(x)
		}
		for _, x := range ev.Costs {
			l.cost(x)
		}
		l.block(w.block(ev.Do))
		l.open, l.at, l.deep, l.self = outer.open, outer.at, outer.deep, outer.self
	}
}

func upTo(a Amount) Amount {
	if a.Known {
		a.Lo = ir.None
	}
	return a
}

// role is who an expression is.
func (l *lister) role(e *ir.Expr) Role {
	if e == nil {
		return NoRole
	}
	switch e.Op {
	case ir.SelfBearer, ir.Self:
		return Bearer
	case ir.SelfOwner:
		return Owner
	case ir.OwnerOf:
		if r := l.role(e.Args[0]); r == Bearer {
			return Owner
		}
		return Other
	case ir.EventField:
		if !e.Lists && slices.Contains(l.self, int(e.N)) {
			return Bearer
		}
		return Patient
	}
	return Other
}

// thing is what a type names.
func (l *lister) thing(t ir.Type) Noun {
	if t.IsList() {
		t = t.Element()
	}
	switch {
	case t.Kind == ir.EnumType:
		return Noun{Sort: ValueNoun, ID: t.Ref, Value: -1, Name: l.p.Enums[t.Ref].Name}
	case t.Kind != ir.Inst && t.Kind != ir.CardOf || t.Ref < 0:
		return Noun{}
	}
	if c := l.p.CardAt(t.Ref); c != nil {
		return card(c)
	}
	return Noun{Sort: KindNoun, ID: t.Ref, Name: l.p.Kinds[t.Ref].Name}
}
