package check

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// usage is what was used, and which locals were declared by `let`.
type usage struct {
	funcs, tables, options, events, tags set[int64]
	words                                set[string] // of texts in error, which might have used anything
	slots                                set[slotKey]
	lets                                 []letUse
}

type slotKey struct {
	frame *ir.Frame
	list  bool
	slot  int64
}

type letUse struct {
	name  string
	at    source.Span
	slots []slotKey
}

type set[K comparable] map[K]bool

func (s *set[K]) add(k K) {
	if *s == nil {
		*s = set[K]{}
	}
	(*s)[k] = true
}

// expr notes what one node of an expression uses.
func (u *usage) expr(e *ir.Expr, frame *ir.Frame) {
	switch e.Op {
	case ir.CallFunc:
		u.funcs.add(e.N)
	case ir.CallTable:
		u.tables.add(e.N)
	case ir.OptionVal:
		u.options.add(e.N)
	case ir.Local:
		u.slots.add(slotKey{frame, e.Type.IsList(), e.N})
	}
}

// declare notes a let.
func (u *usage) declare(frame *ir.Frame, n syntax.Name, vars []ir.Var) {
	l := letUse{name: n.Text, at: n.At}
	for _, v := range vars {
		l.slots = append(l.slots, slotKey{frame, v.Type.IsList(), int64(v.Slot)})
	}
	u.lets = append(u.lets, l)
}

// scan notes the words of a text that is in error, so that nothing in it counts as unused.
func (u *usage) scan(text string) {
	for _, w := range identifiers(text) {
		u.words.add(w)
	}
}
