package check

import "github.com/kdsl-lang/kdsl/lang/ir"

// walkStmts calls f for every statement of a block and of the blocks inside it.
func walkStmts(b *ir.Block, f func(ir.Stmt)) {
	if b == nil {
		return
	}
	for _, s := range b.Stmts {
		f(s)
		switch s := s.(type) {
		case *ir.If:
			walkStmts(s.Then, f)
			walkStmts(s.Else, f)
		case *ir.Each:
			walkStmts(s.Body, f)
		case *ir.Repeat:
			walkStmts(s.Body, f)
		case *ir.Throw:
			walkStmts(s.Body, f)
		case *ir.Travel:
			for _, w := range s.Watch {
				walkStmts(w.Body, f)
			}
		case *ir.Always:
			walkStmts(s.Body, f)
		case *ir.During:
			walkStmts(s.Body, f)
		}
	}
}
