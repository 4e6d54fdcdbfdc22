// Package eval turns the typed expressions of a checked program into closures over the slots of a
// state. Evaluation never suspends, changes nothing and allocates only where a list is made.
package eval

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Every call, folded stat, derived field and body has a frame of temporaries of its own above its
// caller's, and at most deepest of them stand inside each other; temps is room for all.
const (
	frame   = ir.MaxTemps
	deepest = 60
	temps   = (deepest + 2) * frame
)

// Env is what an expression sees: the state, the frame it runs in, the event around it, and who
// looks. One Env serves one run; Bind moves it from frame to frame.
type Env struct {
	C      *Compiled
	S      *state.State
	X      *Index
	Ev     int32                               // the event's frame
	Self   int32                               // the instance whose clause this is, -1 none
	Viewer int32                               // the player on whose view this is evaluated, -1 for all
	Read   func(StatRead)                      // hears every stat that is folded while a value is explained; nil mostly
	Comes  func(frame int32, field int) int64  // what a field with layers comes to, of an event that is not done
	Could  func(event int, given []Given) bool // whether a call of an event would be permitted now
	Err    error                               // the first error; values computed after it mean nothing
	Fuel   int64                               // how many units may be used until Refuel is asked
	Refuel func() error                        // puts more into Fuel, or says why there is none; nil: there always is
	at     place                               // of the own slots
	event  place                               // of those of the event
	Looked Seen                                // cells that were read since somebody emptied it
	depth  int
	base   int            // first temporary of the running function
	parts  []Contribution // of stats that are being folded, one after the other
	nearby []Entry        // clauses that somebody goes through, one list after the other
	argv   []*args
	argn   int
	t      [temps]int64
	tl     [temps][]int64
}

// Error is a failure of an evaluation: what and where.
type Error struct {
	At  source.Span
	Msg string
}

func (e *Error) Error() string {
	p := e.At.Pos()
	if !e.At.IsValid() {
		return e.Msg
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.At.File.Name, p.Line, p.Column, e.Msg)
}

// Fail records an error; the first one stays.
func (v *Env) Fail(at source.Span, format string, args ...any) {
	if v.Err == nil {
		v.Err = &Error{at, fmt.Sprintf(format, args...)}
	}
}

// LimitError is the failure of content that used up a budget.
type LimitError struct {
	What  string // of what there may be no more: steps, choices ...
	Bound int64
	At    source.Span // what ran
	Ring  []string    // what set each other off without end, by name and place, when that is why
	In    string      // else the clause in which it ran, as the card and its label; "" for none
}

func (e *LimitError) Error() string {
	s := fmt.Sprintf("the limit of %d %s is reached", e.Bound, e.What)
	if len(e.Ring) > 0 {
		s += "; these set each other off: " + strings.Join(append(slices.Clip(e.Ring), e.Ring[0]), ", ") + " ..."
	} else if e.In != "" {
		s += "; it ran in " + e.In
	}
	if !e.At.IsValid() {
		return s
	}
	return fmt.Sprintf("%s:%d: %s", e.At.File.Name, e.At.Pos().Line, s)
}

// Burn takes one unit of fuel: for an event, a clause that runs, a statement or another round of it, a
// member that is visited, a candidate, a function that is called. It answers false after an error, or
// when there is none left.
func (v *Env) Burn() bool {
	v.Fuel--
	if v.Fuel < 0 {
		v.refuel()
	}
	return v.Err == nil
}

// BurnList takes a unit for each member of a list that is written.
func (v *Env) BurnList(l []int64) { v.Fuel -= int64(len(l)) }

func (v *Env) refuel() {
	for v.Fuel < 0 && v.Err == nil {
		if v.Refuel == nil {
			v.Fuel = 1 << 30
		} else if err := v.Refuel(); err != nil {
			v.Err = err
		}
	}
}

// ErrTooDeep is the failure of an evaluation that calls itself without end.
var ErrTooDeep = errors.New("values depend on each other too deeply")

// place is where the slots of a frame begin in the stacks of the state, which may move as they grow.
type place struct{ ints, lists int }

// nowhere is the place of the slots of no event.
var nowhere = place{1 << 30, 1 << 30}

// Slot is int slot n of the own frame. The pointer holds until a frame is pushed.
func (v *Env) Slot(n int) *int64 { return &v.S.Stack[v.at.ints+n] }

// ListSlot is list slot n of the own frame, likewise.
func (v *Env) ListSlot(n int) *[]int64 { return &v.S.ListStack[v.at.lists+n] }

// Field is int slot n of the event, likewise.
func (v *Env) Field(n int) *int64 { return &v.S.Stack[v.event.ints+n] }

// FieldList is list slot n of the event, likewise.
func (v *Env) FieldList(n int) *[]int64 { return &v.S.ListStack[v.event.lists+n] }

// Bind moves to frame f of the state.
func (v *Env) Bind(f int32) {
	all := v.S.Frames
	fr := &all[f]
	v.at, v.Self = place{int(fr.Ints), int(fr.Lists)}, fr.Self
	if v.Ev = fr.Ev; fr.Ev == f { // an event sees its own fields
		v.event = v.at
	} else if fr.Ev >= 0 {
		ev := &all[fr.Ev]
		v.event = place{int(ev.Ints), int(ev.Lists)}
	} else {
		v.event = nowhere
	}
}

// BindEvent makes f the event whose fields are seen; -1 for none.
func (v *Env) BindEvent(f int32) {
	v.Ev, v.event = f, nowhere
	if f >= 0 {
		fr := &v.S.Frames[f]
		v.event = place{int(fr.Ints), int(fr.Lists)}
	}
}

// Surroundings are where an environment looks, to come back to.
type Surroundings struct {
	at, event place
	ev        int32
	self      int32
	viewer    int32
	err       error
}

// Here is where v looks now.
func (v *Env) Here() Surroundings {
	return Surroundings{v.at, v.event, v.Ev, v.Self, v.Viewer, v.Err}
}

// Fail makes an error that came up meanwhile outlast the way back.
func (s *Surroundings) Fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// Back makes v look where it did.
func (v *Env) Back(s Surroundings) {
	v.at, v.event, v.Ev, v.Self, v.Viewer, v.Err = s.at, s.event, s.ev, s.self, s.viewer, s.err
}

// Temp sets temporary n, for the roots that see a candidate or a face.
func (v *Env) Temp(n int, x int64) { v.t[v.base+n] = x }

// TempOf is temporary n.
func TempOf(v *Env, n int) int64 { return v.t[v.base+n] }

// TempList sets list temporary n.
func (v *Env) TempList(n int, x []int64) { v.tl[v.base+n] = x }

// args are the evaluated arguments of a primitive; ref is the kind that items names.
type args struct {
	i   [4]int64
	l   [2][]int64
	ref int
	e   *ir.Expr
}

// args takes a record of arguments from the environment's own small stack, so that calls of
// primitives, nested ones too, allocate nothing.
func (v *Env) args(e *ir.Expr) *args {
	if v.argn == len(v.argv) {
		v.argv = append(v.argv, new(args))
	}
	a := v.argv[v.argn]
	v.argn++
	a.e, a.ref = e, e.Ref
	return a
}
