package check

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// usage is what was used, and which locals were declared by `let`.
type usage struct {
	funcs, tables, options, events, tags map[int64]bool
	words                                map[string]bool // of texts in error, which might have used anything
	slots                                map[slotKey]bool
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

func mark(m *map[int64]bool, n int64) {
	if *m == nil {
		*m = map[int64]bool{}
	}
	(*m)[n] = true
}

// expr notes what one node of an expression uses.
func (u *usage) expr(e *ir.Expr, frame *ir.Frame) {
	switch e.Op {
	case ir.CallFunc:
		mark(&u.funcs, e.N)
	case ir.CallTable:
		mark(&u.tables, e.N)
	case ir.OptionVal:
		mark(&u.options, e.N)
	case ir.Local:
		if u.slots == nil {
			u.slots = map[slotKey]bool{}
		}
		u.slots[slotKey{frame, e.Type.IsList(), e.N}] = true
	}
}

func (u *usage) function(i int) { mark(&u.funcs, int64(i)) }

func (u *usage) call(ev int) { mark(&u.events, int64(ev)) }

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
	if u.words == nil {
		u.words = map[string]bool{}
	}
	for _, w := range identifiers(text) {
		u.words[w] = true
	}
}
