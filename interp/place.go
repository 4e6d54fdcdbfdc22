package interp

import (
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/internal/space"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// create makes what a statement puts into play.
func (r *life) create(m *code.Make, in *code.Instr) {
	v, s := r.V, m.Stmt
	card := s.Card
	if m.CardOf != nil {
		card = int(m.CardOf(v))
	}
	n := state.Inst{Owner: -1, Source: -1, Where: state.Aside}
	if v.Self >= 0 {
		n.Source = v.Self
		n.Owner = r.S.Insts[v.Self].Owner
	}
	var args []ir.Value
	for _, a := range m.Args {
		args = append(args, valueOf(v, a))
	}
	if m.To != nil {
		to := m.To(v)
		if v.Inst(to, in.At) == nil {
			return
		}
		n.Where, n.Ref, n.Owner = state.OnInst, int32(to), r.S.Insts[to].Owner
	}
	if m.From != nil {
		n.Source = int32(m.From(v))
	}
	if m.For != nil {
		n.Owner = int32(m.For(v))
	}
	if m.Place != nil {
		r.locate(&n, m.Place, in)
	}
	r.lasting(&n, m.Lasts)
	if v.Err != nil {
		return
	}
	id := r.add(card, n, args...)
	if v.Err != nil {
		return
	}
	if m.As != nil {
		*v.Slot(int(m.As.N)) = int64(id)
	}
	for i, c := range s.Cells { // which may be said by what stands on the card
		r.setRaw(id, c.Field, valueOf(v, m.Cells[i]))
	}
	r.X.Update(r.M.C, r.S, id)
	if s.Given {
		r.settleAll()
	}
}

// locate sets where an instance is that is in no thread of what lies on something.
func (r *life) locate(n *state.Inst, p *code.Place, in *code.Instr) {
	v := r.V
	n.Ref, n.Of = 0, 0
	switch at := p.P.(type) {
	case *ir.Nowhere:
		n.Where = state.Nowhere
	case *ir.OnInstance:
		to := p.At.Int(v)
		if v.Inst(to, in.At) != nil {
			n.Where, n.Ref = state.OnInst, int32(to)
			if n.Owner < 0 {
				n.Owner = r.S.Insts[to].Owner
			}
		}
	case *ir.AtPoint:
		if l := p.At.List(v); len(l) >= 3 && space.Near(l) {
			n.Where, n.X, n.Y, n.Z = state.OnTable, l[0], l[1], l[2]
		} else {
			v.Fail(in.At, "nothing stands so far away: more than 1,000,000 from the corner of the table")
		}
	case *ir.InZone:
		n.Where, n.Ref, n.Of = state.InZone, int32(at.Zone), -1
		if p.Of != nil {
			n.Of = int32(p.Of(v))
		} else if r.M.P.Zones[at.Zone].OfPlayers {
			n.Of = n.Owner
		}
	}
}

// move puts instance n elsewhere; for how long from now on, when that is said.
func (r *life) move(n int32, m *code.Move, in *code.Instr) {
	v := r.V
	x := r.S.Insts[n]
	dormant := x.Dormant()
	r.locate(&x, m.Place, in)
	if m.Lasts != nil {
		r.lasting(&x, m.Lasts)
	}
	if x.Where == state.OnInst {
		for to := x.Ref; ; to = r.S.Insts[to].Ref {
			if to == n || n < r.S.Players {
				v.Fail(in.At, "a thing cannot lie on itself")
			}
			if v.Err != nil || r.S.Insts[to].Where != state.OnInst {
				break
			}
		}
	}
	if v.Err != nil || r.S.Insts[n].Where == state.Gone { // what is gone goes nowhere
		return
	}
	was := v.InPlay(int64(n))
	r.waking(n, func() {
		r.reordered(func() {
			r.S.Lift(n)
			if x.Where == state.OnInst {
				r.S.Lay(n, x.Ref)
			}
			e := r.S.Edit(n)
			e.Where, e.Ref, e.Of, e.Owner, e.X, e.Y, e.Z = x.Where, x.Ref, x.Of, x.Owner, x.X, x.Y, x.Z
			e.Ending, e.Span, e.Subject, e.Left, e.Begun = x.Ending, x.Span, x.Subject, x.Left, x.Begun
		})
		r.X.Update(r.M.C, r.S, n)
		if is := v.InPlay(int64(n)); is != was {
			r.moved(n, is)
		}
	})
	if dormant && !x.Dormant() {
		r.settlePile(n)
	}
	r.tellInst(journal.Move, int64(n), in)
}

// change does to an instance what a statement says.
func (r *life) change(m *code.Move, in *code.Instr) {
	v := r.V
	n := m.What(v)
	x := v.Inst(n, in.At)
	if x == nil {
		return
	}
	r.S.Dirty = ^uint64(0)
	switch s := m.Stmt.(type) {
	case *ir.Destroy:
		r.destroy(int32(n))
	case *ir.Move:
		r.move(int32(n), m, in)
	case *ir.Give:
		r.waking(int32(n), func() { r.reordered(func() { r.give(int32(n), int32(m.With(v))) }) })
	case *ir.Hide:
		r.S.Edit(int32(n)).Hidden = true
	case *ir.Reveal:
		r.S.Edit(int32(n)).Hidden = false
		r.random = true
		r.tellInst(journal.Move, n, in)
	case *ir.Rotate:
		to := m.With(v) % 360
		if s.By {
			to += x.Facing / 1000
		}
		r.S.Edit(int32(n)).Facing = (to%360 + 360) % 360 * 1000
		r.tellInst(journal.Move, n, in)
	case *ir.Push:
		r.shove(s, n, m, in)
	}
}

// stand puts instance n at a point of the table.
func (r *life) stand(n int64, x, y, z int64, in *code.Instr) {
	e := r.S.Edit(int32(n))
	e.X, e.Y, e.Z = x, y, z
	r.S.Dirty = ^uint64(0)
	r.tellInst(journal.Move, n, in)
}

// valueOf evaluates an expression of either sort.
func valueOf(v *eval.Env, x code.Value) ir.Value {
	if x.List != nil {
		return ir.Value{L: x.List(v)}
	}
	return ir.Value{N: x.Int(v)}
}
