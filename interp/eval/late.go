package eval

import (
	"sync"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// late holds what is compiled only when it is wanted: parts of conditions, to explain them, and the values
// in sentences. Runs that share a machine share it.
type late struct {
	mu    sync.Mutex
	ints  map[*ir.Expr]Int
	lists map[*ir.Expr]List
}

// LateInt is Int for an expression that was not compiled with the program.
func (c *Compiled) LateInt(e *ir.Expr) Int {
	c.late.mu.Lock()
	defer c.late.mu.Unlock()
	f := c.late.ints[e]
	if f == nil {
		if c.late.ints == nil {
			c.late.ints = map[*ir.Expr]Int{}
		}
		f = c.Int(e)
		c.late.ints[e] = f
	}
	return f
}

// LateList is List for an expression that was not compiled with the program.
func (c *Compiled) LateList(e *ir.Expr) List {
	c.late.mu.Lock()
	defer c.late.mu.Unlock()
	f := c.late.lists[e]
	if f == nil {
		if c.late.lists == nil {
			c.late.lists = map[*ir.Expr]List{}
		}
		f = c.List(e)
		c.late.lists[e] = f
	}
	return f
}
