package eval

import (
	"iter"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// With base it reports only what it gives to the first layer, nil when that is nothing: such a
// clause may itself ask for the base.
func (c *Compiled) statHook(h *ir.Hook, base bool) statHook {
	if base && !givesBase(h, h.Do) {
		return nil
	}
	when := c.Bool(h.When)
	give := c.gives(h, c.contributions(h, h.Do, base))
	if h.Each == nil {
		return func(v *Env, subject int64, out *[]Contribution) {
			if when(v) {
				give(v, subject, out)
			}
		}
	}
	each, where := h.Each, c.Bool(h.Each.Where)
	return func(v *Env, subject int64, out *[]Contribution) {
		v.Temp(each.Temp, subject)
		if v.IsKind(subject, each.Kind) && v.InPlay(subject) && when(v) && where(v) {
			give(v, subject, out)
		}
	}
}

// givesBase tells whether a block has a contribution to the first layer of the clause's stat.
func givesBase(h *ir.Hook, b *ir.Block) bool {
	for s := range Contributions(b) {
		if s, ok := s.(*ir.ContributeStat); ok && s.Index == h.Stat && s.Layer == 0 {
			return true
		}
	}
	return false
}

// contributions compiles a block of contributions, choices between them and locals.
func (c *Compiled) contributions(h *ir.Hook, b *ir.Block, base bool) giver {
	var all []giver
	if b == nil {
		return func(*Env, int64, *[]Contribution) {}
	}
	for _, s := range b.Stmts {
		switch s := s.(type) {
		case *ir.ContributeField:
			value := c.Int(s.Value)
			all = append(all, func(v *Env, field int64, out *[]Contribution) {
				if field != int64(s.Index) {
					return
				}
				*out = append(*out, Contribution{Field: s.Index, Layer: s.Layer, Op: int(s.Op), Value: value(v), Hook: int32(h.ID), Inst: v.Self, Stmt: s})
			})
		case *ir.ContributeStat:
			if s.Index != h.Stat || base && s.Layer != 0 {
				continue
			}
			value, subject := c.Int(s.Value), c.Int(s.Inst)
			all = append(all, func(v *Env, of int64, out *[]Contribution) {
				if subject(v) == of {
					*out = append(*out, Contribution{Field: s.Index, Layer: s.Layer, Op: int(s.Op), Value: value(v), Hook: int32(h.ID), Inst: v.Self, Stmt: s})
				}
			})
		case *ir.If:
			cond, then := c.Branch(s), c.contributions(h, s.Then, base)
			otherwise := c.contributions(h, s.Else, base)
			fields := Gives(s.Then) | Gives(s.Else)
			all = append(all, func(v *Env, of int64, out *[]Contribution) {
				if h.Event >= 0 && fields&(1<<of) == 0 { // it decides about other fields, and may read this one
					return
				}
				if cond(v) {
					then(v, of, out)
				} else {
					otherwise(v, of, out)
				}
			})
		default: // a while holds nothing else
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return func(v *Env, of int64, out *[]Contribution) {
		for _, g := range all {
			g(v, of, out)
		}
	}
}

// stat folds a stat of instance i. tell, when not nil, hears every contribution.
func (c *Compiled) stat(v *Env, i int64, kind, n int, printed int64, firstLayer bool, tell func(Contribution)) int64 {
	if v.depth > deepest {
		v.Fail(c.P.Kinds[kind].Fields[n].At, "%s", ErrTooDeep)
		return printed
	}
	v.depth++
	field := c.P.Kinds[c.P.Cards[v.S.Insts[i].Card].Kind].Fields[n]
	from := len(v.parts)
	self := v.Self
	base := v.base
	v.base += frame
	hooks := c.stats
	if firstLayer {
		hooks = c.bases
	}
	entries, list := v.asked(c.statSlot(kind, n), i)
	for _, e := range entries {
		if hooks[e.Hook] == nil {
			continue
		}
		v.Self = e.Inst
		if v.C.Sleeps(v.S, e.Hook, e.Inst) || v.Ignored(e.Hook, e.Inst, v.Ev) {
			continue
		}
		hooks[e.Hook](v, i, &v.parts)
	}
	v.Done(list)
	v.Self, v.base = self, base
	v.depth--
	parts := v.parts[from:]
	v.parts = v.parts[:from]
	c.sortParts(v, parts)
	if tell != nil {
		for _, p := range parts {
			tell(p)
		}
	}
	layers := len(field.Layers)
	if firstLayer {
		layers = 1
	}
	x := Clamp(v.Fold(field, printed, parts, n, layers), field)
	if v.Read != nil {
		v.Read(StatRead{Inst: i, Field: field, Printed: printed, Value: x, Parts: slices.Clone(parts)})
	}
	return x
}

// folded is what a field with layers comes to: until its event is done, it is folded whenever it is read.
func folded(c *Compiled, e *ir.Expr) Int {
	if e.OfFigure() {
		return figure(c, e)
	}
	x, field := e.Args[0], int(e.N)
	slot := c.Int(x)
	if !c.contributed(e.Ref, field) {
		return slot
	}
	of := func(v *Env) int64 { return int64(v.Ev) }
	if x.Op == ir.RecField {
		of = c.Int(x.Args[0])
	}
	return func(v *Env) int64 {
		f := of(v)
		if uint64(f) >= uint64(len(v.S.Frames)) {
			return slot(v)
		}
		fr := &v.S.Frames[f]
		if fr.Sort != state.Event || fr.Flags&state.Done != 0 {
			return slot(v)
		}
		return apart(v, e, func() int64 { return v.Comes(int32(f), field) })
	}
}

// contributed tells whether anything may make a field of an event more or less than it was given.
func (c *Compiled) contributed(event, field int) bool {
	if f := c.P.Events[event].Fields[field]; f.Min != nil || f.Max != nil {
		return true
	}
	return slices.ContainsFunc(c.P.Hooks, func(h *ir.Hook) bool {
		return h.Event == event && (h.Stage.Moment() == ir.Before || h.Stage == ir.While && Gives(h.Do)&(1<<field) != 0)
	})
}

// apart works something out that is no part of what is worked out now.
func apart(v *Env, e *ir.Expr, work func() int64) int64 {
	if v.depth > deepest {
		v.Fail(e.At, "%s", ErrTooDeep)
		return 0
	}
	at := v.Here()
	v.depth++
	v.base += frame
	x := work()
	v.base -= frame
	v.depth--
	err := v.Err
	v.Back(at)
	v.Err = err
	return x
}

// sortParts puts contributions in the order of their clauses.
func (c *Compiled) sortParts(v *Env, parts []Contribution) {
	if len(parts) < 2 {
		return
	}
	active := v.Active()
	key := func(p Contribution) state.Key { return c.Key(v.S, Entry{p.Hook, p.Inst}, active) }
	for i := 1; i < len(parts); i++ {
		for j := i; j > 0 && key(parts[j]) < key(parts[j-1]); j-- {
			parts[j], parts[j-1] = parts[j-1], parts[j]
		}
	}
}

// InOrder is contributions in the order of their clauses.
func (v *Env) InOrder(parts []Contribution) []Contribution {
	if len(parts) > 1 {
		parts = slices.Clone(parts)
		v.C.sortParts(v, parts)
	}
	return parts
}

// Key is the place of a clause in the total order of a stage.
func (c *Compiled) Key(s *state.State, e Entry, active int32) state.Key {
	key := c.rank[e.Hook] | state.MakeKey(0, 0, e.Inst, 0)
	if active >= 0 {
		in := &s.Insts[e.Inst]
		owner := in.Owner
		if on, ok := in.Bearer(); ok {
			owner = s.Insts[on].Owner
		}
		if owner >= 0 {
			key |= state.MakeKey(0, (owner-active+s.Players)%s.Players, 0, 0)
		}
	}
	return key
}

// Fold applies the contributions to a field f, the field-th of its kind or event. What is too large, or
// a division by 0, fails.
func (v *Env) Fold(f *ir.Field, x int64, parts []Contribution, field, layers int) int64 {
	x, ok := fold(x, parts, field, layers, f.Type.Kind == ir.Dice)
	if !ok {
		v.Fail(f.At, "%s is out of range: what is added, multiplied and divided gives no number", f.Name)
	}
	return x
}

// Ignored tells whether clause h of instance n is switched off, for the event at frame ev
// (-1: whatever happens).
func (v *Env) Ignored(h, n int32, ev int32) bool {
	_, is := v.IgnoredBy(h, n, ev)
	return is
}

// IgnoredBy is the clause that switches another off, or that one itself where another thing like its own counts for
// both.
func (v *Env) IgnoredBy(h, n int32, ev int32) (by Entry, is bool) {
	if !v.C.hushable[h] {
		return Entry{}, false
	}
	if v.C.First(v, n) != n {
		return Entry{Hook: h, Inst: n}, true
	}
	if was := v.Ev; was != ev {
		v.BindEvent(ev)
		defer v.BindEvent(was)
	}
	c := v.C
	hook := c.P.Hooks[h]
	card := int(v.S.Insts[n].Card)
	for _, e := range v.X.Ignores(c) {
		if i := c.P.Hooks[e.Hook]; c.Aims(i, hook, card) && v.ignoring(e, i, n) {
			return e, true
		}
	}
	return Entry{}, false
}

// Aims tells whether an ignore clause means a clause of a card.
func (c *Compiled) Aims(i, hook *ir.Hook, card int) bool {
	if t := i.Target; t.Tag < 0 {
		return isOf(c, t.Of, int32(card)) && (t.Label == "" || t.Label == hook.Label)
	}
	return slices.Contains(hook.Tags, i.Target.Tag) || slices.Contains(c.P.Cards[card].Tags, i.Target.Tag)
}

// hushes finds the clauses that an ignore clause of the program means, and those of which only one works.
func (c *Compiled) hushes() {
	c.hushable = make([]bool, len(c.P.Hooks))
	for _, card := range c.P.Cards {
		for _, h := range card.Hooks {
			c.hushable[h] = c.hushable[h] || card.One != nil
		}
	}
	for _, i := range c.P.Hooks {
		if i.Stage != ir.Ignore {
			continue
		}
		for n, card := range c.P.Cards {
			for _, h := range card.Hooks {
				c.hushable[h] = c.hushable[h] || c.Aims(i, c.P.Hooks[h], n)
			}
		}
	}
}

// ignoring evaluates an ignore clause's condition and subject in its own surroundings.
func (v *Env) ignoring(e Entry, i *ir.Hook, n int32) bool {
	if v.C.First(v, e.Inst) != e.Inst {
		return false
	}
	self := v.Self
	v.Self = e.Inst
	defer func() { v.Self = self }()
	k := v.C.hookConds[e.Hook]
	if !k.when(v) {
		return false
	}
	if i.Of == nil {
		return true
	}
	of := k.of(v)
	hit := of == int64(n) || of == int64(v.Bearer(n))
	if hit && v.C.report != nil {
		v.C.report(i, true)
	}
	return hit
}

// hookCond is the condition of a clause, and of whom an `ignore` clause speaks.
type hookCond struct {
	when  Bool
	of    Int
	plain []plain // the same as when, when that is nothing but plain
}

// When tells whether a clause of instance n is awake and its condition holds, for the event that is bound.
func (v *Env) When(h, n int32) (ok bool) {
	k := &v.C.hookConds[h]
	if k.plain != nil {
		if a := hold(v, k.plain, n); a != unknown {
			return a == yes
		}
	}
	v.Self, n = n, v.Self
	ok = k.when(v)
	v.Self = n
	return
}

// Parts lists the contributions to a stat of instance i, in order: why it is what it is.
func (v *Env) Parts(i int64, kind, field int) (printed, value int64, parts []Contribution) {
	printed = onCard(v, &v.S.Insts[i], field)
	value = v.C.stat(v, i, kind, field, printed, false, func(p Contribution) { parts = append(parts, p) })
	return printed, value, parts
}

// onCard is what stands on an instance in a field: what its card prints, or the parameter that fills it.
func onCard(v *Env, in *state.Inst, field int) int64 {
	card := v.C.P.Cards[in.Card]
	if f := card.FilledBy(field); f != nil {
		return Cell(v, int(in.Ints)+f.Slot)
	}
	return card.Values[field].N
}

// Gives are the fields of its event to which a block contributes.
func Gives(b *ir.Block) (fields uint64) {
	for s := range Contributions(b) {
		if s, ok := s.(*ir.ContributeField); ok {
			fields |= 1 << s.Index
		}
	}
	return fields
}

// During adds the contributions of a `while` clause to a field of the event that is bound.
// It answers whether the clause's condition holds.
func (v *Env) During(h, n int32, field int, out *[]Contribution) bool {
	self := v.Self
	v.Self = n
	holds := v.C.hookConds[h].when(v)
	if holds {
		v.C.during[h](v, int64(field), out)
	}
	v.Self = self
	return holds
}

// Contribution is one part of a folded value: what did what to it.
type Contribution struct {
	Field      int // index of the stat in its kind, or of the field in its event
	Layer, Op  int
	Value      int64
	Hook, Inst int32
	Stmt       ir.Stmt
}

// Contributions are the statements of a block that contribute something, whatever they depend on. A while
// holds nothing else.
func Contributions(b *ir.Block) iter.Seq[ir.Stmt] {
	return func(yield func(ir.Stmt) bool) {
		if b == nil {
			return
		}
		for todo := slices.Clone(b.Stmts); len(todo) > 0; {
			s := todo[0]
			todo = todo[1:]
			if c, ok := s.(*ir.If); !ok && !yield(s) {
				return
			} else if ok {
				for _, part := range []*ir.Block{c.Then, c.Else} {
					if part != nil {
						todo = append(todo, part.Stmts...)
					}
				}
			}
		}
	}
}

// StatRead is a stat, field or function that was read: its field, what is printed, what it is, and why.
type StatRead struct {
	Inst           int64
	Event          *ir.Event // with no Inst: whose field it is
	Call           *ir.Func  // with neither: what was called
	Args           []ir.Value
	Field          *ir.Field
	Printed, Value int64
	Parts          []Contribution
}

// Fold is what the contributions make of a field, for those who look again at a fold that went well.
func Fold(x int64, parts []Contribution, field, layers int) int64 {
	x, _ = fold(x, parts, field, layers, false)
	return x
}

// fold applies contributions layer by layer; within a layer set, add, multiply, divide, raise, cap. Of
// several sets the first in order prevails.
func fold(x int64, parts []Contribution, field, layers int, dice bool) (_ int64, ok bool) {
	ok = true
	if len(parts) < 2 { // as nearly always: there is no order to keep
		for i := range parts {
			if p := &parts[i]; p.Field == field && p.Layer < layers {
				x, ok = apply(ir.ContributeOp(p.Op), x, p.Value, dice)
			}
		}
		return x, ok
	}
	for layer := 0; layer < layers; layer++ {
		for op := ir.SetOp; op <= ir.CapOp; op++ {
			for i := range parts {
				p := &parts[i]
				if op == ir.SetOp {
					p = &parts[len(parts)-1-i]
				}
				if p.Field != field || p.Layer != layer || p.Op != int(op) {
					continue
				}
				if x, ok = apply(op, x, p.Value, dice); !ok {
					return x, false
				}
			}
		}
	}
	return x, true
}

// apply is one contribution; ok is false when there is no such number.
func apply(op ir.ContributeOp, x, k int64, dice bool) (_ int64, ok bool) {
	switch op {
	case ir.SetOp:
		return k, true
	case ir.AddOp:
		if dice {
			return value.Add(x, k)
		}
		return ir.Add.Apply(x, k)
	case ir.MulOp:
		return ir.Mul.Apply(x, k)
	case ir.DivUp:
		return CeilDiv(x, k), k != 0
	case ir.DivDown:
		return FloorDiv(x, k), k != 0
	case ir.RaiseOp:
		return max(x, k), true
	default:
		return min(x, k), true
	}
}
