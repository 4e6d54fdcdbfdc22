package interp

import "github.com/kdsl-lang/kdsl/interp/code"

// executor runs the code of events, clauses and scripts.
type executor struct {
	hearing
}

// instr is the instruction at which the frame at place f stands.
func (r *executor) instr(f int32) *code.Instr {
	fr := r.frame(f)
	return &r.M.Blocks[fr.Block].Code[fr.PC]
}
