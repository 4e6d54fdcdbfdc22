package interp

import (
	"fmt"
	"strings"

	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Env is the environment of the frame that runs, for a handler that evaluates a step of a script.
func (r *Run) Env() *eval.Env {
	if n := len(r.S.Frames); n > 0 {
		r.V.Bind(n - 1)
	}
	return r.V
}

// StepAt is the place of the step of the script that runs.
func (r *Run) StepAt() source.Span {
	at := source.Span{}
	for i := range r.S.Frames {
		f := &r.S.Frames[i]
		if f.Sort != state.Script && f.Sort != state.Inner || f.Block < 0 {
			continue
		}
		code := r.M.Blocks[f.Block].Code
		pc := int(f.PC)
		if pc > 0 && i+1 < len(r.S.Frames) { // it waits for what it called
			pc--
		}
		if pc < len(code) && code[pc].At.IsValid() {
			at = code[pc].At
		}
	}
	return at
}

// StepRefused tells whether an event that the script itself started was refused.
func (r *Run) StepRefused() bool {
	for i := range r.S.Frames {
		if f := &r.S.Frames[i]; f.Sort >= state.Script && f.Flags&state.Refused != 0 {
			return true
		}
	}
	return false
}

// OnRecord evaluates a condition on the fields of an event that is over.
func (r *Run) OnRecord(ev *ir.Event, e *journal.Entry, c eval.Bool) bool {
	v := r.Env()
	v.EI, v.EL = make([]int64, ev.Frame.Ints+1), make([][]int64, ev.Frame.Lists+1)
	for i, f := range ev.Fields {
		if f.Type.IsList() {
			v.EL[f.Slot] = e.Lists[i]
		} else {
			v.EI[f.Slot] = e.Ints[i]
		}
	}
	ok := c(v)
	if v.Err != nil { // speaks of something that is gone: it does not match
		v.Err = nil
		ok = false
	}
	return ok
}

// Explain says what the parts of a condition that does not hold are worth: the sub-conditions that
// failed, with the values they compare.
func (r *Run) Explain(e *ir.Expr) string {
	switch e.Op {
	case ir.And:
		for _, a := range e.Args {
			if !r.M.C.Bool(a)(r.V) {
				return r.Explain(a)
			}
		}
	case ir.Or:
		return r.Explain(e.Args[0]) + "; " + r.Explain(e.Args[1])
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		var parts []string
		for _, a := range e.Args {
			if a.Op != ir.Const {
				parts = append(parts, fmt.Sprintf("%s is %s", strings.TrimSpace(a.At.Text()), r.showExpr(a)))
			}
		}
		return strings.Join(parts, " and ")
	}
	return fmt.Sprintf("%s does not hold", strings.TrimSpace(e.At.Text()))
}

func (r *Run) showExpr(e *ir.Expr) string {
	if e.Type.IsList() {
		return r.ShowValue(e.Type, ir.Value{L: r.M.C.List(e)(r.V)})
	}
	return r.Show(e.Type, r.M.C.Int(e)(r.V))
}
