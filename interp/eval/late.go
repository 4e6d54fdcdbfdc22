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
