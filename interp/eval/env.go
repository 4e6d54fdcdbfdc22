// Package eval turns the typed expressions of a checked program into closures over the slots of a
// state. Evaluation never suspends, changes nothing and allocates only where a list is made.
package eval

import (
	"errors"
	"fmt"

	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// The closures of an expression, by the way its value is kept.
type (
	Int  func(*Env) int64
	Bool func(*Env) bool
	List func(*Env) []int64
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
	I      []int64   // slots of the own frame
	L      [][]int64 // its list slots
	EI     []int64   // slots of the event
	EL     [][]int64
	Ev     int32          // the event's frame
	Self   int32          // the instance whose clause this is, -1 none
	Viewer int32          // the player on whose view this is evaluated, -1 for all
	Read   func(StatRead) // hears every stat that is folded while a value is explained; nil mostly
	Err    error          // the first error; values computed after it mean nothing
	Fuel   int64          // how many units may be used until Refuel is asked
	Refuel func() error   // puts more into Fuel, or says why there is none; nil: there always is
	Looked Seen           // cells that were read since somebody emptied it
	depth  int
	base   int            // first temporary of the running function
	parts  []Contribution // of stats that are being folded, one after the other
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
}

func (e *LimitError) Error() string {
	s := fmt.Sprintf("the limit of %d %s is reached", e.Bound, e.What)
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

// Bind moves to frame f of the state.
func (v *Env) Bind(f int32) {
	s := v.S
	fr := &s.Frames[f]
	v.I, v.L, v.Self = s.Stack[fr.Ints:], s.ListStack[fr.Lists:], fr.Self
	if fr.Ev == f { // an event sees its own fields
		v.Ev, v.EI, v.EL = fr.Ev, v.I, v.L
		return
	}
	v.BindEvent(fr.Ev)
}

// Surroundings are where an environment looks, to come back to.
type Surroundings struct {
	i, ei  []int64
	l, el  [][]int64
	ev     int32
	self   int32
	viewer int32
	err    error
}

// Here is where v looks now.
func (v *Env) Here() Surroundings {
	return Surroundings{v.I, v.EI, v.L, v.EL, v.Ev, v.Self, v.Viewer, v.Err}
}

// Back makes v look where it did.
func (v *Env) Back(s Surroundings) {
	v.I, v.EI, v.L, v.EL, v.Ev, v.Self, v.Viewer, v.Err = s.i, s.ei, s.l, s.el, s.ev, s.self, s.viewer, s.err
}

// BindEvent makes f the event whose fields are seen; -1 for none.
func (v *Env) BindEvent(f int32) {
	v.Ev = f
	if f < 0 {
		v.EI, v.EL = nil, nil
		return
	}
	fr := &v.S.Frames[f]
	v.EI, v.EL = v.S.Stack[fr.Ints:], v.S.ListStack[fr.Lists:]
}

// Temp sets temporary n, for the roots that see a candidate or a face.
func (v *Env) Temp(n int, x int64) { v.t[v.base+n] = x }

// TempList sets list temporary n.
func (v *Env) TempList(n int, x []int64) { v.tl[v.base+n] = x }

// Inst is the instance n, or nil (with an error) when there is none. What is gone is as it last was.
func (v *Env) Inst(n int64, at source.Span) *state.Inst {
	if n < 0 || n >= int64(len(v.S.Insts)) {
		v.Fail(at, "there is no such thing")
		return nil
	}
	return &v.S.Insts[n]
}

// InPlay tells whether instance n is somewhere where it counts.
func (v *Env) InPlay(n int64) bool { return inPlay(v.S, n) }

func inPlay(s *state.State, n int64) bool {
	for range len(s.Insts) + 1 {
		if n < 0 || n >= int64(len(s.Insts)) {
			return false
		}
		switch in := &s.Insts[n]; in.Where {
		case state.OnTable, state.InZone, state.Aside:
			return true
		case state.OnInst:
			n = int64(in.Ref)
		default:
			return false
		}
	}
	return false
}

// Visible tells whether a player sees instance n; everybody sees what lies openly.
func (v *Env) Visible(n int64, player int32) bool {
	for range len(v.S.Insts) + 1 {
		if n < 0 || n >= int64(len(v.S.Insts)) {
			return false
		}
		in := &v.S.Insts[n]
		if in.Hidden && in.Owner != player {
			return false
		}
		switch in.Where {
		case state.OnInst:
			n = int64(in.Ref)
		case state.InZone:
			switch v.C.P.Zones[in.Ref].Seen {
			case ir.ByAll:
				return true
			case ir.ByOwner:
				return in.Of == player || in.Of < 0 && in.Owner == player
			default:
				return false
			}
		default:
			return true
		}
	}
	return false
}

// Seen tells whether the one who looks sees n.
func (v *Env) Seen(n int64) bool { return v.Viewer < 0 || v.Visible(n, v.Viewer) }

// IsKind tells whether instance n is of the kind, or of one that extends it. Kind -1 is any.
func (v *Env) IsKind(n int64, kind int) bool {
	if n < 0 || n >= int64(len(v.S.Insts)) || v.S.Insts[n].Where == state.Gone {
		return false
	}
	return kind < 0 || v.C.isKind[kind][v.S.Insts[n].Card]
}

// Bearer is what n lies on, or n itself.
func (v *Env) Bearer(n int32) int32 {
	if n >= 0 && int(n) < len(v.S.Insts) {
		if b, ok := v.S.Insts[n].Bearer(); ok {
			return b
		}
	}
	return n
}

// All lists the instances of a kind that are in play and seen, by arrival.
func (v *Env) All(kind int) []int64 {
	var out []int64
	if kind < 0 {
		for i := range v.S.Insts {
			if n := int64(i); inPlay(v.S, n) && v.Seen(n) {
				out = append(out, n)
			}
		}
		return out
	}
	for n := v.first(kind); n >= 0; n = v.after(n) {
		if v.C.isKind[kind][v.S.Insts[n].Card] && inPlay(v.S, n) && v.Seen(n) {
			out = append(out, n)
		}
	}
	return out
}

// first is the first instance of the root kind of a kind, -1 when there is none; after is the next one
// of its root kind.
func (v *Env) first(kind int) int64 {
	root := v.C.P.Kinds[kind].Root
	if root >= len(v.S.Kin) || !v.S.Kin[root].Any {
		return -1
	}
	return int64(v.S.Kin[root].First)
}

func (v *Env) after(n int64) int64 { return thread(v.S.Insts[n].Kin) }

// Active is the owner of the innermost span that has one, -1 for none.
func (v *Env) Active() int32 {
	for i := len(v.S.Frames) - 1; i >= 0; i-- {
		if f := &v.S.Frames[i]; f.Sort == state.Event && f.Owner >= 0 && f.Step >= state.Opening {
			return f.Owner
		}
	}
	return -1
}
