package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// A throw that somebody hears is an event, whose record holds the dice: each as the face that stands for its
// class. What the clauses ask of faces is asked before the dice fall, so that they fall in as few classes as the
// clauses and the thrower tell apart.

// hearing plays the throws that somebody hears.
type hearing struct{ flow }

// fell is what the dice at hand do to the record of a throw.
type fell struct {
	ev    int32       // the place of the throw
	again []int64     // the dice that are thrown again
	on    *code.Instr // what throws them
	op    ir.DiceOp
}

// heard tells whether a clause in play may hear a throw.
func (r *hearing) heard(c *code.CallTo) bool {
	of, known := ir.None, false
	for stage := ir.Waive; stage < ir.Stages; stage++ {
		for _, e := range r.X.At(c.Event, stage) {
			h := r.M.P.Hooks[e.Hook]
			if !subset(h.For, c) {
				continue
			}
			if !known {
				known = true
				for i := range c.Args {
					if c.Args[i].Field == ir.ThrowOf {
						of = c.Args[i].Value.Int(r.V)
					}
				}
			}
			if eval.Concerns(r.V, e, ir.ThrowOf, of) {
				return true
			}
		}
	}
	return false
}

// subset tells whether a throw has all of some tags.
func subset(tags []int, c *code.CallTo) bool {
	for i := range c.Args {
		if a := c.Stmt.Args[i]; a.Value.Type.IsList() {
			return !slices.ContainsFunc(tags, func(t int) bool { return !slices.Contains(a.Value.List, int64(t)) })
		}
	}
	return len(tags) == 0
}

// hears tells whether a clause heard the throw at place f as its dice fell.
func (r *rules) hears(f int32, e eval.Entry) bool {
	h := r.M.P.Hooks[e.Hook]
	if !h.Stage.Late() {
		return true
	}
	for l := *r.S.List(f, ir.ThrowHearers); len(l) > 0; l = l[2:] {
		if l[0] == int64(e.Hook) && l[1] == int64(e.Inst) {
			return true
		}
	}
	return false
}

// sorts is how the caller of the throw at place f sorts its dice.
func (r *hearing) sorts(f int32) *code.Dice {
	return r.thrower(f).With.(*code.CallTo).Dice
}

// sortsByThings tells whether dice are being sorted by numbers of things, in the record of a throw.
func (r *hearing) sortsByThings() bool {
	for f := range r.S.Frames {
		if r.S.Frames[f].Sort == state.Event && r.eventAt(int32(f)).ev == r.M.P.Throw {
			if d := r.sorts(int32(f)); d.By != nil && d.Stmt.ByType.Kind == ir.Inst {
				return true
			}
		}
	}
	return false
}

// origin is the place where the event at place f began: it may have gone on from there.
func (r *hearing) origin(f int32) int32 {
	for r.frame(f).Flags&state.Continued != 0 {
		f = r.frame(f - 1).Ev
	}
	return f
}

// thrower is the instruction that has thrown the dice of the throw at place f.
func (r *hearing) thrower(f int32) *code.Instr {
	f = r.origin(f)
	return &r.M.Blocks[r.frame(f-1).Block].Code[r.frame(f).Call]
}

// onDice does something to the dice of a throw; the frame at place f is the throw itself or a clause after it.
func (r *hearing) onDice(f int32, d *code.OnDiceTo, in *code.Instr) bool {
	v, ev := r.V, r.frame(f).Ev
	if d.Stmt.Op == ir.FallDice {
		n, faces := *r.S.Int(f, ir.ThrowNumber), *r.S.Int(f, ir.ThrowSize)
		by := r.thrower(f)
		if !r.possible(n, faces, by) {
			return false
		}
		r.listen(f)
		r.part(f, faces)
		return r.land(f, &fell{ev: f, on: by, op: ir.FallDice}, n)
	}
	var picked []int64 // of those that lie there, lowest first
	for _, face := range *r.S.List(ev, ir.ThrowOnce) {
		if v.Temp(0, face); d.Where == nil || d.Where(v) {
			picked = append(picked, face)
		}
	}
	if d.Picked {
		picked = common(picked, *v.ListSlot(d.Stmt.Pick.Form[0].Field.Slot))
	}
	others := []int64(nil)
	if d.Stmt.Op == ir.DropDice || d.Stmt.Op == ir.TurnDice {
		for _, face := range *r.S.List(ev, ir.ThrowTwice) {
			if v.Temp(0, face); d.Where == nil || d.Where(v) {
				others = append(others, face)
			}
		}
	}
	n := int64(len(picked) + len(others))
	if d.Times != nil {
		n = d.Times(v)
	}
	if v.Err != nil {
		return false
	}
	switch d.Stmt.Op {
	case ir.MoreDice:
		if n > 0 && r.possible(n, *r.S.Int(ev, ir.ThrowSize), in) {
			return r.land(f, &fell{ev: ev, on: in, op: ir.MoreDice}, n)
		}
	case ir.AgainDice:
		n = min(n, int64(len(picked)))
		switch may := n > 0 && (d.Picked || r.mayAgain(ev)); {
		case d.Whether && !may:
			r.frame(f).PC += 2
		case may && !d.Whether:
			return r.land(f, &fell{ev: ev, again: picked[:n], on: in, op: ir.AgainDice}, n)
		}
	case ir.DropDice:
		r.drop(ev, picked, others, n, in)
	case ir.TurnDice:
		r.turn(ev, picked, others, d, in)
	}
	r.frame(f).PC++
	return false
}

// mostFaces is how many faces a die may have.
const mostFaces = 10_000

// possible tells whether so many such dice can be thrown.
func (r *hearing) possible(n, faces int64, in *code.Instr) bool {
	if r.V.Err == nil && n > r.Budget.Dice {
		r.limit("dice of a throw", r.Budget.Dice)
	}
	switch {
	case r.V.Err != nil:
	case faces < 1:
		r.V.Fail(in.At, "a die has at least one face, got %d", faces)
	case faces > mostFaces:
		r.V.Fail(in.At, "a die has at most %d faces, got %d", mostFaces, faces)
	}
	return r.V.Err == nil
}

// listen notes which clauses after the throw at place f hear it: those whose heads fit as the dice fall.
func (r *hearing) listen(f int32) {
	var out []int64
	for stage := ir.BadStage; stage < ir.Stages; stage++ {
		if !stage.Late() {
			continue
		}
		for _, e := range r.X.At(r.M.P.Throw.ID, stage) {
			if eval.Holds(r.V, r.M.hooks[e.Hook].head, e) {
				out = append(out, int64(e.Hook), int64(e.Inst))
			}
		}
	}
	*r.S.List(f, ir.ThrowHearers) = out
}

// part sorts the faces of the throw at place f into classes: those that its caller and all who hear it treat
// alike, whatever they are turned into. The lowest stands for its class. Of one die that is sorted the highest counts, of whatever
// several there become: between the faces of a class lies none of another.
func (r *hearing) part(f int32, faces int64) {
	v, d := r.V, r.sorts(f)
	class := make([]int64, faces)
	for i := range class {
		class[i] = int64(i + 1)
	}
	if d.By != nil {
		v.Bind(r.origin(f) - 1)
		for i := range class {
			v.Temp(0, int64(i+1))
			class[i] = d.By(v)
		}
		v.Bind(f)
	}
	hearers := *r.S.List(f, ir.ThrowHearers)
	alone := d.By == nil || r.M.P.Faces
	for i := 0; i < len(hearers); i += 2 {
		alone = alone || r.M.P.Hooks[hearers[i]].Faces
	}
	var like []int64 // by face, the number of its class
	refine := func(of func(face int64) int64) (parts int) {
		seen := map[[2]int64]int64{}
		for i, k := range like {
			key := [2]int64{k, of(int64(i + 1))}
			if _, ok := seen[key]; !ok {
				seen[key] = int64(len(seen))
			}
			like[i] = seen[key]
		}
		return len(seen)
	}
	like = make([]int64, faces)
	itself := func(face int64) int64 { return face }
	if alone {
		refine(itself)
	} else {
		parts := refine(func(face int64) int64 { return class[face-1] })
		for was := 0; was != parts && v.Err == nil; {
			if was = parts; !d.Into.List {
				run, before := int64(0), like[0]
				parts = refine(func(face int64) int64 {
					if k := like[face-1]; k != before {
						run, before = run+1, k
					}
					return run
				})
			}
			for i := 0; i < len(hearers); i += 2 {
				v.Self = int32(hearers[i+1])
				for _, o := range r.M.hooks[hearers[i]].dice {
					parts = refine(func(face int64) int64 {
						v.Temp(0, face)
						switch {
						case o.Where == nil || !o.Where(v):
							return 0
						case o.To != nil:
							return 1 + like[r.turnsTo(o, face, faces)-1]
						case o.Times != nil: // of several the lowest are taken
							return face
						}
						return 1
					})
				}
			}
		}
		v.Bind(f)
	}
	out, first := make([]int64, 2*faces), map[int64]int64{}
	for i, k := range like {
		if _, ok := first[k]; !ok {
			first[k] = int64(i + 1)
		}
		out[2*i], out[2*i+1] = first[k], class[i]
	}
	*r.S.List(f, ir.ThrowParts) = out
}

// turnsTo is the face to which a die is turned.
func (r *hearing) turnsTo(o *code.OnDiceTo, face, faces int64) int64 {
	r.V.Temp(0, face)
	return max(1, min(o.To(r.V), faces))
}

// land throws dice of a throw that somebody hears.
func (r *hearing) land(f int32, to *fell, n int64) bool {
	if r.V.Err != nil {
		return false
	}
	if n <= 0 {
		r.settle(to.ev)
		r.frame(f).PC++
		return false
	}
	parts := *r.S.List(to.ev, ir.ThrowParts)
	faces := int64(len(parts) / 2)
	c := Chance{N: n, Faces: faces, At: to.on.At, ByFace: make([]int, faces)}
	at := map[int64]int{}
	for i := range c.ByFace {
		stands := parts[2*i]
		if _, ok := at[stands]; !ok {
			at[stands] = len(c.Classes)
			c.Classes, c.Weights = append(c.Classes, stands), append(c.Weights, 0)
		}
		c.ByFace[i] = at[stands]
		c.Weights[at[stands]]++
	}
	r.pend = Stop{Kind: Throw, Throw: c, fell: to}
	return true
}

// fell takes the dice that were thrown into the record of the throw.
func (r *hearing) fell(f int32, counts []int64) {
	to, c := r.pend.fell, r.pend.Throw
	var dice []int64
	for i, k := range counts {
		for range k {
			dice = append(dice, c.Classes[i])
		}
	}
	once, twice := r.S.List(to.ev, ir.ThrowOnce), r.S.List(to.ev, ir.ThrowTwice)
	if to.op == ir.AgainDice {
		*once, *twice = without(*once, to.again), sorted(*twice, dice)
	} else {
		*once = sorted(*once, dice)
	}
	r.settle(to.ev)
	if to.op == ir.FallDice {
		out, by := *r.S.List(f, ir.ThrowOut), (*ir.Type)(nil)
		if d := r.sorts(f); d.By != nil {
			by = &d.Stmt.ByType
		}
		parts := *r.S.List(to.ev, ir.ThrowParts)
		r.tellThrow(r.origin(f)-1, *r.S.Int(to.ev, ir.ThrowOf), &c, by, func(face int) int64 { return parts[2*face-1] }, out)
	} else {
		r.changed(to.ev, to.op, to.again, dice, to.on)
	}
	r.V.Bind(f)
	r.frame(f).PC++
}

// settle works out how the dice of the throw at place f lie, and what its caller will take over.
func (r *hearing) settle(f int32) {
	lie, one := sorted(*r.S.List(f, ir.ThrowOnce), *r.S.List(f, ir.ThrowTwice)), int64(0)
	out, by := r.classes(f, lie)
	if len(lie) > 0 {
		if one = lie[0]; by != nil {
			one = (*r.S.List(f, ir.ThrowParts))[2*one-1]
		}
	}
	*r.S.List(f, ir.ThrowFaces), *r.S.List(f, ir.ThrowOut), *r.S.Int(f, ir.ThrowOne) = lie, out, one
}

// classes are dice of the throw at place f, turned highest first, or as its caller sorts them, and by what.
func (r *hearing) classes(f int32, dice []int64) (out []int64, by *ir.Type) {
	slices.Reverse(dice)
	d, parts := r.sorts(f), *r.S.List(f, ir.ThrowParts)
	if d.By == nil {
		return dice, nil
	}
	for _, face := range dice {
		out = addGroup(out, []int64{parts[2*face-1]}, 1)
	}
	return out, &d.Stmt.ByType
}

// changed tells what has become of dice of the throw at place f.
func (r *hearing) changed(f int32, op ir.DiceOp, was, is []int64, at *code.Instr) {
	a, by := r.classes(f, sorted(was, nil))
	b, _ := r.classes(f, sorted(is, nil))
	r.tellDice(op, by, *r.S.List(f, ir.ThrowParts), a, b, at)
}

// mayAgain asks whether dice of the throw at place ev may be thrown again.
func (r *hearing) mayAgain(ev int32) bool {
	here := r.V.Here()
	r.V.BindEvent(ev)
	*r.S.Int(ev, ir.ThrowAgain) = 1
	v := r.unhindered(ev, r.eventAt(ev), 0)
	if !v.OK {
		r.tell(ev, journal.Refused, v.Why)
	}
	*r.S.Int(ev, ir.ThrowAgain) = 0
	r.V.Back(here)
	if !v.OK {
		r.used(v.Why.Inst)
	}
	return v.OK
}

// drop takes dice away, the lowest first.
func (r *hearing) drop(ev int32, once, twice []int64, n int64, in *code.Instr) {
	gone := sorted(once, twice)
	if gone = gone[:max(0, min(n, int64(len(gone))))]; len(gone) == 0 {
		return
	}
	first := without(gone, without(gone, once))
	a, b := r.S.List(ev, ir.ThrowOnce), r.S.List(ev, ir.ThrowTwice)
	*a, *b = without(*a, first), without(*b, without(gone, first))
	r.settle(ev)
	r.changed(ev, ir.DropDice, gone, nil, in)
}

// turn turns dice to another face.
func (r *hearing) turn(ev int32, once, twice []int64, d *code.OnDiceTo, in *code.Instr) {
	faces := *r.S.Int(ev, ir.ThrowSize)
	parts := *r.S.List(ev, ir.ThrowParts)
	to := func(dice []int64) []int64 {
		out := make([]int64, 0, len(dice))
		for _, face := range dice {
			out = append(out, parts[2*r.turnsTo(d, face, faces)-2])
		}
		return out
	}
	was, a, b := sorted(once, twice), to(once), to(twice)
	if r.V.Err != nil || len(was) == 0 {
		return
	}
	x, y := r.S.List(ev, ir.ThrowOnce), r.S.List(ev, ir.ThrowTwice)
	*x, *y = sorted(without(*x, once), a), sorted(without(*y, twice), b)
	r.settle(ev)
	r.changed(ev, ir.TurnDice, was, append(a, b...), in)
}

// common is what stands in two lists, as often as in both, in the order of the first.
func common(list, other []int64) []int64 { return without(list, without(list, other)) }

// sorted is what stands in two lists, lowest first.
func sorted(a, b []int64) []int64 {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return out
}

// without is a list without one of each of some members.
func without(list, gone []int64) []int64 {
	out := slices.Clone(list)
	for _, x := range gone {
		if i := slices.Index(out, x); i >= 0 {
			out = slices.Delete(out, i, i+1)
		}
	}
	return out
}
