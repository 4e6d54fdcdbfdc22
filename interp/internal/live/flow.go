package live

import (
	"maps"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// cell is a slot that a block can name: of its own frame, or, in a clause, of the event around it.
type cell struct {
	n    int
	list bool
	ev   bool
}

type cells map[cell]bool

// add adds what is in o and not in but.
func (s cells) add(o, but cells) {
	for c := range o {
		if !but[c] {
			s[c] = true
		}
	}
}

// flow says of each place of a block which slots may be read from there on before they are written, and
// which reach the end as they are.
type flow struct {
	b     *code.Block
	clear bool // parts of it always run: whatever happens may lead there, so all slots count as read
	in    []cells
	past  []cells
	reads []map[slot]bool // through records, from there on
}

// exprs are the expressions of a statement, without those of the blocks inside it.
func (a *Analysis) exprs(s ir.Stmt) []*ir.Expr {
	if have, ok := a.parts[s]; ok {
		return have
	}
	a.parts[s] = exprsOf(s, false)
	return a.parts[s]
}

// slots notes the slots that an expression reads. In an event's own block a field of the event is a slot
// of the own frame.
func slots(out cells, e *ir.Expr, clause bool) {
	e.Walk(func(x *ir.Expr) bool {
		switch x.Op {
		case ir.Local:
			out[cell{int(x.N), x.Lists, false}] = true
		case ir.EventField:
			out[cell{int(x.N), x.Lists, clause}] = true
		}
		return true
	})
}

// flow works out a block. atEnd lists the expressions that are read when it is over.
func (a *Analysis) flow(block int, clause bool, atEnd func() []*ir.Expr) *flow {
	if f := a.flows[block]; f != nil {
		return f
	}
	b := a.m.Blocks[block]
	f := &flow{b: b, clear: len(b.Always) > 0, in: make([]cells, len(b.Code)), past: make([]cells, len(b.Code)), reads: make([]map[slot]bool, len(b.Code))}
	a.flows[block] = f
	direct := make([]map[slot]bool, len(b.Code))
	gen, wiped := make([]cells, len(b.Code)), make([]cells, len(b.Code))
	for i := range b.Code {
		gen[i], wiped[i] = a.effect(b, i, clause)
		facts := newFacts()
		if s := b.Stmts[i]; s != nil {
			a.part(facts, s, false)
		}
		direct[i] = a.onward(facts)
		if c, ok := b.Code[i].With.(*code.CallTo); ok && c.Inner >= 0 {
			inner := a.flow(c.Inner, clause, func() []*ir.Expr { return nil })
			maps.Copy(gen[i], inner.in[0])
			maps.Copy(direct[i], inner.reads[0])
			f.clear = f.clear || inner.clear
		}
		f.in[i], f.past[i], f.reads[i] = cells{}, cells{}, map[slot]bool{}
	}
	end := len(b.Code) - 1
	for _, e := range atEnd() {
		slots(gen[end], e, clause)
	}
	for again := true; again; { // sets only grow
		again = false
		for i := end; i >= 0; i-- {
			n := len(f.in[i]) + len(f.past[i]) + len(f.reads[i])
			for _, next := range b.After(i) {
				f.in[i].add(f.in[next], wiped[i])
				f.past[i].add(f.past[next], wiped[i])
				maps.Copy(f.reads[i], f.reads[next])
			}
			maps.Copy(f.in[i], gen[i])
			maps.Copy(f.reads[i], direct[i])
			if b.Code[i].Op == code.End {
				for n := range b.Ints {
					f.past[i][cell{n, false, false}] = true
				}
				for n := range b.Lists {
					f.past[i][cell{n, true, false}] = true
				}
			}
			again = again || n != len(f.in[i])+len(f.past[i])+len(f.reads[i])
		}
	}
	return f
}

// effect is what an instruction reads of the slots that it can name, and which it writes for certain.
func (a *Analysis) effect(b *code.Block, pc int, clause bool) (gen, wiped cells) {
	gen, wiped = cells{}, cells{}
	if s := b.Stmts[pc]; s != nil && !b.Code[pc].Op.Plain() {
		for _, e := range a.exprs(s) {
			slots(gen, e, clause)
		}
	}
	for _, u := range b.Uses[pc] {
		to := gen
		if u.Sets {
			to = wiped
		}
		to[cell{int(u.N), u.List, u.Event && clause}] = true
	}
	return gen, wiped
}
