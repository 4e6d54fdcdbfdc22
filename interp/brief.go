package interp

import (
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
)

// Many clauses and events do nothing but write a few cells. Nobody is asked meanwhile and nothing else happens, so
// that is done where it comes to be; a clause needs no frame for it.

// brief are the steps of a block that only writes cells, on conditions perhaps; nil when it does more.
func brief(b *code.Block) []code.Instr {
	n := len(b.Code) - 1
	if n < 1 || b.Code[n].Op != code.End {
		return nil
	}
	for pc, in := range b.Code[:n] {
		if in.Op != code.Cell && (in.Op != code.Unless && in.Op != code.Jump || int(in.A) <= pc) {
			return nil
		}
	}
	return b.Code[:n]
}

// briefly tells whether there are brief steps, with the fuel for them at hand: they cannot stop on the way, then.
func (r *life) briefly(steps []code.Instr) bool {
	return len(steps) > 0 && r.V.Fuel > int64(len(steps))+1 // what runs them, and their end
}

// write does brief steps, in the frame and with the instance that are bound.
func (r *life) write(steps []code.Instr) {
	v := r.V
	v.Fuel--             // their end
	if len(steps) == 1 { // as mostly
		v.Fuel--
		r.setCell(steps[0].With.(*code.Write), &steps[0])
		return
	}
	for pc := 0; pc < len(steps) && v.Err == nil; pc++ {
		v.Fuel--
		switch in := &steps[pc]; {
		case in.Op == code.Cell:
			r.setCell(in.With.(*code.Write), in)
		case in.Op == code.Jump || !in.Bool(v):
			pc = int(in.A) - 1
		}
	}
}

// runBriefly is run for a clause that can do with no frame of its own. It answers whether it is one.
func (r *flow) runBriefly(e eval.Entry) bool {
	h := &r.M.hooks[e.Hook]
	if h.brief == nil || !r.briefly(h.brief) || len(r.S.Frames) >= r.Budget.Depth {
		return false
	}
	r.V.Fuel--
	r.spendHook(e, true, true, 1)
	r.tellClause(e)
	self := r.V.Self
	r.V.Self = e.Inst
	r.inner++
	r.write(h.brief)
	r.inner--
	r.V.Self = self
	return true
}
