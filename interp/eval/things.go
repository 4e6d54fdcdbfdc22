package eval

import (
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Inst is the instance n, or nil (with an error) when there is none. What is gone is as it last was.
func (v *Env) Inst(n int64, at source.Span) *state.Inst {
	if n < 0 || n >= int64(len(v.S.Insts)) {
		v.Fail(at, "there is no such thing")
		return nil
	}
	return &v.S.Insts[n]
}

// InPlay tells whether instance n is somewhere where it counts.
func (v *Env) InPlay(n int64) bool { return inPlay(v.S, n) }

func inPlay(s *state.State, n int64) bool {
	if n >= 0 && n < int64(len(s.Insts)) && s.Insts[n].Where == state.OnTable { // as nearly always
		return true
	}
	for range len(s.Insts) + 1 {
		if n < 0 || n >= int64(len(s.Insts)) {
			return false
		}
		switch in := &s.Insts[n]; in.Where {
		case state.OnTable, state.InZone, state.Aside:
			return true
		case state.OnInst:
			n = int64(in.Ref)
		default:
			return false
		}
	}
	return false
}

// Visible tells whether a player sees instance n; everybody sees what lies openly.
func (v *Env) Visible(n int64, player int32) bool {
	for range len(v.S.Insts) + 1 {
		if n < 0 || n >= int64(len(v.S.Insts)) {
			return false
		}
		in := &v.S.Insts[n]
		if in.Hidden && in.Owner != player {
			return false
		}
		switch in.Where {
		case state.OnInst:
			n = int64(in.Ref)
		case state.InZone:
			switch v.C.P.Zones[in.Ref].Seen {
			case ir.ByAll:
				return true
			case ir.ByOwner:
				return in.Of == player || in.Of < 0 && in.Owner == player
			default:
				return false
			}
		default:
			return true
		}
	}
	return false
}

// Seen tells whether the one who looks sees n.
func (v *Env) Seen(n int64) bool { return v.Viewer < 0 || v.Visible(n, v.Viewer) }

// IsKind tells whether instance n is of the kind, or of one that extends it. Kind -1 is any.
func (v *Env) IsKind(n int64, kind int) bool {
	if n < 0 || n >= int64(len(v.S.Insts)) || v.S.Insts[n].Where == state.Gone {
		return false
	}
	return isOf(v.C, kind, v.S.Insts[n].Card)
}

// isOf tells whether what is of a card is of a kind, or card, that a type names. -1 is any.
func isOf(c *Compiled, ref int, card int32) bool {
	switch {
	case ref < 0:
		return true
	case ref < len(c.isKind):
		return c.isKind[ref][card]
	}
	return ref-len(c.isKind) == int(card)
}

// cardsOf are the cards of what a type names.
func cardsOf(c *Compiled, ref int) []bool {
	if ref < len(c.isKind) {
		return c.isKind[ref]
	}
	only := make([]bool, len(c.P.Cards))
	only[ref-len(c.isKind)] = true
	return only
}

// Bearer is what n lies on, or n itself.
func (v *Env) Bearer(n int32) int32 {
	if n >= 0 && int(n) < len(v.S.Insts) {
		if b, ok := v.S.Insts[n].Bearer(); ok {
			return b
		}
	}
	return n
}

// wants is what an instance has to have where a clause of its names it, or its key.
type wants struct {
	on    []bool // by card, what it has to lie on; nil: on nothing
	owner bool
}

func wantsOf(p *ir.Program, w ir.Wants) *wants {
	if !w.Any() {
		return nil
	}
	n := &wants{owner: w.Owner}
	if len(w.On) > 0 {
		n.on = make([]bool, len(p.Cards))
		for i, card := range p.Cards {
			n.on[i] = p.IsOne(card.Kind, w.On)
		}
	}
	return n
}

// lacks tells what instance n lacks of them.
func (x *wants) lacks(s *state.State, n int32) (bearer, owner bool) {
	if x == nil {
		return false, false
	}
	b, lies := s.Insts[n].Bearer()
	if !lies {
		b = n
	}
	return x.on != nil && !(lies && x.on[s.Insts[b].Card]), x.owner && s.Insts[b].Owner < 0
}

// Lacks tells what clause h names and instance n has not: a bearer, an owner. The clause sleeps then.
func (c *Compiled) Lacks(s *state.State, h, n int32) (bearer, owner bool) {
	return c.wants[h].lacks(s, n)
}

// Sleeps tells whether clause h of instance n names what that has not.
func (c *Compiled) Sleeps(s *state.State, h, n int32) bool {
	if c.wants[h] == nil {
		return false
	}
	bearer, owner := c.wants[h].lacks(s, n)
	return bearer || owner
}

// awake is the condition of clause h, which does not hold while the clause sleeps.
func (c *Compiled) awake(h int32, when Bool) Bool {
	if c.wants[h] == nil {
		return when
	}
	return func(v *Env) bool { return !c.Sleeps(v.S, h, v.Self) && when(v) }
}

// First is the first of the things that count as one with instance n and whose clauses work: n itself,
// mostly.
func (c *Compiled) First(v *Env, n int32) int32 {
	card := v.S.Insts[n].Card
	key := c.keys[card]
	if key == nil {
		return n
	}
	self := v.Self
	of := func(n int32) int64 { v.Self = n; return key(v) }
	keyed := func(n int32) bool {
		bearer, owner := c.keyWants[card].lacks(v.S, n)
		return !bearer && !owner
	}
	first := n
	if keyed(n) {
		mine := of(n)
		for i := v.first(c.P.Cards[card].Kind); i >= 0 && i < n; i = thread(v.S.Insts[i].Kin) {
			if v.S.Insts[i].Card == card && c.Awake(v.S, int64(i)) && keyed(i) && of(i) == mine {
				first = i
				break
			}
		}
	}
	v.Self = self
	return first
}

// bearerOf is what the instance whose clause this is lies on, which must be of a kind.
func bearerOf(v *Env, e *ir.Expr) int64 {
	if v.Self >= 0 && int(v.Self) < len(v.S.Insts) {
		if b, ok := v.S.Insts[v.Self].Bearer(); ok && isOf(v.C, e.Ref, v.S.Insts[b].Card) {
			return int64(b)
		}
	}
	v.Fail(e.At, "it lies on nothing, so there is no bearer")
	return 0
}

// All lists the instances of a kind that are in play and seen, by arrival.
func (v *Env) All(kind int) []int64 {
	var out []int64
	if kind < 0 {
		for i := range v.S.Insts {
			if n := int64(i); inPlay(v.S, n) && v.Seen(n) {
				out = append(out, n)
			}
		}
		return out
	}
	for i := v.first(kind); i >= 0; i = thread(v.S.Insts[i].Kin) {
		if n := int64(i); isOf(v.C, kind, v.S.Insts[i].Card) && inPlay(v.S, n) && v.Seen(n) {
			out = append(out, n)
		}
	}
	return out
}

// first is the first instance of the root kind of a kind, -1 when there is none.
func (v *Env) first(kind int) int32 {
	root := v.C.P.Kinds[v.C.P.KindAt(kind)].Root
	if root >= len(v.S.Kin) || !v.S.Kin[root].Any {
		return -1
	}
	return v.S.Kin[root].First
}

// lying is the first instance that lies on n, -1 for none.
func (v *Env) lying(n int64) int32 {
	if uint64(n) >= uint64(len(v.S.Insts)) {
		return -1
	}
	return thread(v.S.Insts[n].First)
}

// thread is where a thread of instances goes on, -1 at its end.
func thread(n int32) int32 {
	if n == 0 {
		return -1
	}
	return n
}

// Active is the owner of the innermost span that has one, -1 for none.
func (v *Env) Active() int32 {
	for i := len(v.S.Frames) - 1; i >= 0; i-- {
		if f := &v.S.Frames[i]; f.Sort == state.Event && f.Owner >= 0 && f.Step >= state.Opening {
			return f.Owner
		}
	}
	return -1
}
