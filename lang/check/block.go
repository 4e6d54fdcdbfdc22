package check

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// coder compiles statements.
type coder struct {
	*exprs
	measured *syntax.MeasureStmt // in the script at hand
	expects  bool                // the script at hand expects something
}

// block compiles a block in a scope of its own.
func (c *coder) block(b syntax.Block, pl *place) *ir.Block {
	return c.stmts(b, pl.inner())
}

// stmts compiles a block in the scope of the place: what it declares stays there.
func (c *coder) stmts(b syntax.Block, pl *place) *ir.Block {
	out := &ir.Block{At: b.At}
	for _, s := range b.Stmts {
		if !c.allowed(s, pl) {
			continue
		}
		if n := c.stmt(s, pl); n != nil {
			out.Stmts = append(out.Stmts, n)
		}
	}
	return out
}
