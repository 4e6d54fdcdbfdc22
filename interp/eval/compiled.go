package eval

import (
	"sync"

	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// The closures of an expression, by the way its value is kept.
type (
	Int  = func(*Env) int64
	Bool = func(*Env) bool
	List = func(*Env) []int64
)

// Compiled is what is worked out of a program once, before any game.
type Compiled struct {
	P         *ir.Program
	ops       *operations
	isKind    [][]bool // [kind][card]
	statBase  []int    // [root kind], its first stat among the slots of the index
	slots     int
	figures   int         // the slot of what contributes to the first function
	becomes   int         // the slot of what waits for a condition; that of what is ignored follows
	rank      []state.Key // [clause], what of its key is always so
	slotIn    []int       // [clause], its slot
	concern   []*concern  // [clause], nil: none
	waits     []*concern  // [clause], the same for all who ask
	about     [][]concern // [slot], of its clauses
	open      []int       // [slot], where its clauses stand that have no concern
	funcs     []function
	bounds    []bounds // by function, of one with layers
	derived   map[*ir.Field]Int
	bodies    []body // by kind
	stats     []statHook
	bases     []statHook // the same for the first layer alone
	hookConds []hookCond
	during    []giver
	columns   [][]int64    // [field][card], what is printed on the cards
	filled    []bool       // [field], whether parameters of some cards fill it
	heard     map[int]bool // slots of the index for which there are clauses at all
	hushable  []bool       // by clause: a clause of the program may switch it off, or an equal thing
	keys      []Int        // [card], of which several count as one; nil: each counts
	wants     []*wants     // [clause], what its instance has to have for it to work; nil: nothing
	keyWants  []*wants     // [card], what its instances have to have for its key
	nested    int          // how many functions deep what is being compiled stands in the place of a call
	late      late
	report    Report
}

// function is a compiled function: one of the first three, and of a list how long it is, for those who
// ask only that.
type function struct {
	i    Int
	b    Bool
	l    List
	size Int
}

// bounds end the fold of a function; nil where there is none.
type bounds struct{ min, max Int }

// body is a compiled shape of a kind.
type body struct {
	ok                 bool
	rect               bool
	at                 source.Span
	width, depth, tall Int
}

// statHook is a compiled `while` on a stat: it reports what it gives to one subject.
type statHook func(v *Env, subject int64, out *[]Contribution)

type giver func(v *Env, subject int64, out *[]Contribution)

// operation says how an operation becomes a closure, for each way in which its value may be kept; size
// is how long its list is, where that is known without the list.
type operation struct {
	i    func(*Compiled, *ir.Expr) Int
	b    func(*Compiled, *ir.Expr) Bool
	l    func(*Compiled, *ir.Expr) List
	size func(*Compiled, *ir.Expr) Int
}

// operations has a row for every operation of ir.Ops.
type operations [len(ir.Ops)]operation

// Bool compiles a condition. A nil expression is true.
func (c *Compiled) Bool(e *ir.Expr) Bool {
	if e == nil {
		return func(*Env) bool { return true }
	}
	if f := c.ops[e.Op].b; f != nil {
		return f(c, e)
	}
	a := c.Int(e)
	return func(v *Env) bool { return a(v) != 0 }
}

// Int compiles a scalar; a condition gives 0 or 1.
func (c *Compiled) Int(e *ir.Expr) Int {
	o := &c.ops[e.Op]
	switch {
	case o.b != nil && (o.i == nil || e.Type.Kind == ir.Bool):
		b := o.b(c, e)
		return func(v *Env) int64 {
			if b(v) {
				return 1
			}
			return 0
		}
	case o.i != nil:
		return o.i(c, e)
	}
	return func(v *Env) int64 {
		v.Fail(e.At, "%s gives a list, no single value", ir.Ops[e.Op].Name)
		return 0
	}
}

// Opt is Int for an expression that need not be there: nil, then.
func (c *Compiled) Opt(e *ir.Expr) Int {
	if e == nil {
		return nil
	}
	return c.Int(e)
}

// List compiles a list, point, path or bag.
func (c *Compiled) List(e *ir.Expr) List {
	if f := c.ops[e.Op].l; f != nil {
		return f(c, e)
	}
	return func(v *Env) []int64 {
		v.Fail(e.At, "%s gives no list", ir.Ops[e.Op].Name)
		return nil
	}
}

// size is how long a list is. What would only be counted is not collected first.
func (c *Compiled) size(e *ir.Expr) Int {
	if f := c.ops[e.Op].size; f != nil {
		return f(c, e)
	}
	l := c.List(e)
	return func(v *Env) int64 { return int64(len(l(v))) }
}

// late holds what is compiled only when it is wanted: parts of conditions, to explain them, and the values
// in sentences. Runs that share a machine share it.
type late struct {
	mu    sync.Mutex
	ints  map[*ir.Expr]Int
	lists map[*ir.Expr]List
}

// LateInt is Int for an expression that was not compiled with the program.
func (c *Compiled) LateInt(e *ir.Expr) Int { return lately(c, &c.late.ints, e, c.Int) }

// LateList is List for an expression that was not compiled with the program.
func (c *Compiled) LateList(e *ir.Expr) List { return lately(c, &c.late.lists, e, c.List) }

func lately[T any](c *Compiled, have *map[*ir.Expr]func(*Env) T, e *ir.Expr, sort func(*ir.Expr) func(*Env) T) func(*Env) T {
	c.late.mu.Lock()
	defer c.late.mu.Unlock()
	if *have == nil {
		*have = map[*ir.Expr]func(*Env) T{}
	}
	if (*have)[e] == nil {
		(*have)[e] = sort(e)
	}
	return (*have)[e]
}
