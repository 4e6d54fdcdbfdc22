package eval

import (
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// asPrinted tells whether an expression reads what is printed on an instance: because that is what it
// asks, or because no clause contributes to the stat.
func (c *Compiled) asPrinted(e *ir.Expr) bool {
	switch e.Op {
	case ir.PrintedOf:
		return e.Args[0].Type.Kind != ir.CardOf && !e.Type.IsList() && !c.filled[e.N]
	case ir.StatOf, ir.BaseOf:
		return !c.heard[c.statSlot(e.Ref, int(e.N))] && !c.filled[e.N]
	}
	return false
}

// printedOfLeaf is the column of which a leaf names the row.
func (c *Compiled) printedOfLeaf(e *ir.Expr) (o leaf, col []int64, ok bool) {
	if !c.asPrinted(e) {
		return o, nil, false
	}
	o, ok = leafOf(e.Args[0])
	return o, c.columns[e.N], ok
}

// ofInst is what f reads of the instance that the first argument names. It fails when there is no such thing.
func ofInst[T any](c *Compiled, e *ir.Expr, f func(*Env, *state.Inst) T) func(*Env) T {
	a := c.scalar(e.Args[0])
	return func(v *Env) (none T) {
		if n := a.of(v); uint64(n) < uint64(len(v.S.Insts)) {
			return f(v, &v.S.Insts[n])
		}
		v.Fail(e.At, "there is no such thing")
		return none
	}
}

func cell(c *Compiled, e *ir.Expr) Int {
	n := int(e.N)
	if e.Args[0].Op == ir.Self {
		return func(v *Env) int64 {
			if v.Self < 0 {
				v.Fail(e.At, "no card stands behind this, so it has no %s", e.Name)
				return 0
			}
			return Cell(v, int(v.S.Insts[v.Self].Ints)+n)
		}
	}
	if card := Owning(c.P, e.Ref); card >= 0 {
		return ofInst(c, e, func(v *Env, in *state.Inst) int64 {
			if !Owns(v, in, card, e.At) {
				return 0
			}
			return Cell(v, int(in.Ints)+n)
		})
	}
	a := c.scalar(e.Args[0])
	return func(v *Env) int64 {
		if i := a.of(v); uint64(i) < uint64(len(v.S.Insts)) {
			return Cell(v, int(v.S.Insts[i].Ints)+n)
		}
		v.Fail(e.At, "there is no such thing")
		return 0
	}
}

// Owning is the only card that has a cell, when that has to be looked after; -1 for a cell of a kind.
func Owning(p *ir.Program, ref int) int32 {
	if card := p.CardAt(ref); card != nil {
		return int32(card.ID)
	}
	return -1
}

// Owns tells whether an instance is of a card (-1: any), and fails when it is not: something else may stand there since
// that was asked.
func Owns(v *Env, in *state.Inst, card int32, at source.Span) bool {
	if card < 0 || in.Card == card {
		return true
	}
	v.Fail(at, "it is no %s any more", v.C.P.Cards[card].Name)
	return false
}

// narrowed is an instance that was known to be of a kind. What is none is: whoever asks that gets an answer.
func narrowed(c *Compiled, e *ir.Expr) Int {
	a := c.scalar(e.Args[0])
	return func(v *Env) int64 {
		n := a.of(v)
		if n == ir.None {
			return n
		}
		if in := v.Inst(n, e.At); in != nil && !isOf(c, e.Ref, in.Card) {
			v.Fail(e.At, "it is no %s any more", c.P.TypeName(ir.Type{Kind: ir.Inst, Ref: e.Ref}))
		}
		return n
	}
}

// asOnCard reads what is printed on an instance.
func (c *Compiled) asOnCard(e *ir.Expr) Int {
	n := int(e.N)
	if c.filled[n] {
		return ofInst(c, e, func(v *Env, in *state.Inst) int64 { return onCard(v, in, n) })
	}
	a, col := c.scalar(e.Args[0]), c.columns[n]
	return func(v *Env) int64 {
		if i := a.of(v); uint64(i) < uint64(len(v.S.Insts)) {
			return col[v.S.Insts[i].Card]
		}
		v.Fail(e.At, "there is no such thing")
		return 0
	}
}

func printed(c *Compiled, e *ir.Expr) Int {
	if e.Args[0].Type.Kind != ir.CardOf {
		return c.asOnCard(e)
	}
	a, col := c.scalar(e.Args[0]), c.columns[e.N]
	return func(v *Env) int64 { return col[a.of(v)] }
}

func stat(c *Compiled, e *ir.Expr) Int {
	kind, n, base := e.Ref, int(e.N), e.Op == ir.BaseOf
	slot := c.statSlot(kind, n)
	if !c.heard[slot] {
		return c.asOnCard(e)
	}
	a, col := c.scalar(e.Args[0]), c.columns[n]
	return func(v *Env) int64 {
		i := a.of(v)
		if uint64(i) >= uint64(len(v.S.Insts)) {
			v.Fail(e.At, "there is no such thing")
			return 0
		}
		x := col[v.S.Insts[i].Card]
		if c.filled[n] {
			x = onCard(v, &v.S.Insts[i], n)
		}
		if len(v.X.slot(slot)) == 0 && v.Read == nil {
			return x
		}
		return c.stat(v, i, kind, n, x, base, nil)
	}
}

func derived(c *Compiled, e *ir.Expr) Int {
	a, n := c.scalar(e.Args[0]), int(e.N)
	return func(v *Env) int64 {
		i := a.of(v)
		in := v.Inst(i, e.At)
		if in == nil {
			return 0
		}
		f := c.derived[c.P.Kinds[c.P.Cards[in.Card].Kind].Fields[n]]
		if f == nil {
			v.Fail(e.At, "the value has no definition")
			return 0
		}
		if !v.enter(e) {
			return 0
		}
		self := v.Self
		v.Self, v.base = int32(i), v.base+frame
		x := f(v)
		v.Self = self
		v.leave()
		return x
	}
}

func owner(c *Compiled, e *ir.Expr) Int {
	if e.Type.Optional {
		return ofInst(c, e, func(_ *Env, in *state.Inst) int64 { return orNone(in.Owner) })
	}
	return ofInst(c, e, func(v *Env, in *state.Inst) int64 {
		if in.Owner < 0 {
			v.Fail(e.At, "%s has no owner: who owns it is said with `for`", v.C.P.Cards[in.Card].Name)
			return 0
		}
		return int64(in.Owner)
	})
}

// selfOwner is whose the instance is whose clause this is: the owner of what it lies on tells.
func selfOwner(_ *Compiled, e *ir.Expr) Int {
	return func(v *Env) int64 {
		if v.Self >= 0 {
			if o := v.S.Insts[v.Bearer(v.Self)].Owner; o >= 0 {
				return int64(o)
			}
		}
		v.Fail(e.At, "it has no owner")
		return 0
	}
}

func card(c *Compiled, e *ir.Expr) Int {
	return ofInst(c, e, func(_ *Env, in *state.Inst) int64 { return int64(in.Card) })
}

func bearer(c *Compiled, e *ir.Expr) Int {
	kind := e.Type.Ref
	return ofInst(c, e, func(v *Env, in *state.Inst) int64 {
		if b, ok := in.Bearer(); ok && isOf(c, kind, v.S.Insts[b].Card) {
			return int64(b)
		}
		return ir.None
	})
}

func origin(c *Compiled, e *ir.Expr) Int {
	return ofInst(c, e, func(_ *Env, in *state.Inst) int64 { return orNone(in.Source) })
}

func constantList(_ *Compiled, e *ir.Expr) List {
	l := e.List
	if e.N == ir.None {
		l = nil
	}
	return func(*Env) []int64 { return l }
}

func recordList(c *Compiled, e *ir.Expr) List {
	a, n := c.scalar(e.Args[0]), int(e.N)
	return func(v *Env) []int64 {
		f := a.of(v)
		if f < 0 || f >= int64(len(v.S.Frames)) {
			over(v, e)
			return nil
		}
		return v.S.ListStack[int(v.S.Frames[f].Lists)+n]
	}
}

func cellList(c *Compiled, e *ir.Expr) List {
	n, card := int(e.N), Owning(c.P, e.Ref)
	return ofInst(c, e, func(v *Env, in *state.Inst) []int64 {
		if !Owns(v, in, card, e.At) {
			return nil
		}
		return v.S.ListCells[int(in.Lists)+n]
	})
}

func carried(c *Compiled, e *ir.Expr) List {
	a, kind := c.scalar(e.Args[0]), e.Ref
	return func(v *Env) []int64 {
		var out []int64
		for _, u := range c.P.Cards[a.of(v)].Carry {
			if c.isKind[kind][u.Card] {
				out = append(out, int64(u.Card))
			}
		}
		return out
	}
}

func printedList(c *Compiled, e *ir.Expr) List {
	n := int(e.N)
	if e.Args[0].Type.Kind == ir.CardOf {
		a := c.scalar(e.Args[0])
		return func(v *Env) []int64 { return c.P.Cards[a.of(v)].Values[n].L }
	}
	return ofInst(c, e, func(v *Env, in *state.Inst) []int64 {
		if f := c.P.Cards[in.Card].FilledBy(n); f != nil {
			return v.S.ListCells[int(in.Lists)+f.Slot]
		}
		return c.P.Cards[in.Card].Values[n].L
	})
}

func literal(c *Compiled, e *ir.Expr) List {
	if l, ok := constants(e.Args); ok { // lists are never changed in place, so one will do
		return func(*Env) []int64 { return l }
	}
	items := make([]Int, len(e.Args))
	for i, a := range e.Args {
		items[i] = c.Int(a)
	}
	return func(v *Env) []int64 {
		out := make([]int64, len(items))
		for i, f := range items {
			out[i] = f(v)
		}
		return out
	}
}

// constants are the values of expressions that are all known beforehand.
func constants(l []*ir.Expr) ([]int64, bool) {
	out := make([]int64, 0, len(l))
	for _, e := range l {
		if e.Op != ir.Const || e.Type.IsList() {
			return nil, false
		}
		out = append(out, e.N)
	}
	return out, true
}

func everything(_ *Compiled, e *ir.Expr) List {
	kind := e.Ref
	return func(v *Env) []int64 { return v.All(kind) }
}
