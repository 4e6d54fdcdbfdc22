package interp

import (
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Listener hears what happens, while it happens; it can read the run and changes nothing. Whether there
// is one makes no difference to the play: this file is the only one that knows.
type Listener interface {
	// Told hears the journal.
	Told(e *journal.Entry)
	// Considered hears every clause that was looked at in earnest: it ran, or it did not and why says
	// why not. What is only tried out, as when actions are offered, is not heard.
	Considered(hook int, inst int32, ran bool, why func() Reason)
	// Wrote hears what is written to a field of the event at a frame, with the operand and the result.
	Wrote(frame int32, w *code.Write, by, is int64)
	// Folded hears how a field of the event on top is folded.
	Folded(f *ir.Field, was, is int64, parts []eval.Contribution)
}

// Recorder is a Listener of the journal alone.
type Recorder func(*journal.Entry)

// Told passes an entry on.
func (r Recorder) Told(e *journal.Entry) { r(e) }

// Considered is not heard.
func (r Recorder) Considered(int, int32, bool, func() Reason) {}

// Wrote is not heard.
func (r Recorder) Wrote(int32, *code.Write, int64, int64) {}

// Folded is not heard.
func (r Recorder) Folded(*ir.Field, int64, int64, []eval.Contribution) {}

// Renumbered is a Listener that keeps numbers of instances: it hears when they are numbered anew, each
// from its place to the number there, -1 for what nothing speaks of any more.
type Renumbered interface {
	Renumbered(to []int32)
}
