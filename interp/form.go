package interp

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/space"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// AskKind says what is asked.
type AskKind int

// The kinds of questions.
const (
	AskForm   AskKind = iota // the open fields of an event
	AskChoice                // the fields of a choose statement
	AskMay                   // whether an optional clause is used
	AskOrder                 // which clause comes first
	AskAct                   // which action to start, or to pass
)

// Question is what players owe an answer to.
type Question struct {
	Kind    AskKind
	Players []int32 // who have not answered yet
	Event   int
	Hook    int   // the clause concerned, -1
	Inst    int32 // of an optional clause
	By      code.Value
	Fields  []*code.FormField
	Default []ir.Value // what an automatic player answers
	Actions []Option
	Order   []eval.Entry
}

// seats are the players by number, so that the one who is asked needs no list of its own.
var seats = func() (all [64]int32) {
	for i := range all {
		all[i] = int32(i)
	}
	return all
}()

func seat(player int32) []int32 {
	if player < 0 || int(player) >= len(seats) {
		return []int32{player}
	}
	return seats[player : player+1 : player+1]
}

// Option is an action that may be started: by whom, and which card gives it.
type Option struct {
	Event int
	Who   int64
	Giver int32
}

// chooserOf is the first player who answers a form.
func (r *Run) chooserOf(by code.Value) int32 {
	if by.List != nil {
		if l := by.List(r.V); len(l) > 0 {
			return int32(l[0])
		}
		return -1
	}
	if by.Int == nil {
		return max(0, r.V.Active())
	}
	return int32(by.Int(r.V))
}

// asked says what came of preparing a question.
type asked int

const (
	noAnswer asked = iota // there is none that would do
	wanted                // somebody has to answer, or something failed
	decided               // the answer of the automatic player stands in the slots
)

// ask prepares a question. Where automatic players answer everything, they do so at once.
func (r *Run) ask(kind AskKind, event, hook int, fields []*code.FormField, by code.Value) asked {
	v := r.V
	r.pend.Ask = Question{Kind: kind, Event: event, Hook: hook, Fields: fields, By: by}
	q := &r.pend.Ask
	r.refusal = ""
	if q.By.List != nil {
		for _, p := range q.By.List(v) {
			if !slices.ContainsFunc(r.S.Replies, func(a state.Reply) bool { return int64(a.Player) == p }) {
				q.Players = append(q.Players, int32(p))
			}
		}
		if len(q.Players) == 0 {
			return noAnswer
		}
		v.Viewer = q.Players[0]
		for _, x := range q.Fields {
			from, to := r.candidates(x, true)
			if from == to {
				v.Viewer = -1
				return noAnswer
			}
			q.Default = append(q.Default, r.pool[from].Value)
			r.pool = r.pool[:from]
		}
		v.Viewer = -1
	} else {
		q.Players = seat(r.chooserOf(q.By))
		v.Viewer = q.Players[0]
		ok := r.search(&searching{fields: q.Fields, prefer: true, m: r.asking(q)})
		v.Viewer = -1
		switch {
		case v.Err != nil:
			r.clearSlots(q.Fields)
			return wanted
		case !ok:
			r.clearSlots(q.Fields)
			return noAnswer
		case r.Auto && r.Rec == nil:
			return decided
		}
		q.Default = make([]ir.Value, len(q.Fields))
		for i, x := range q.Fields {
			q.Default[i] = r.slotValue(x)
		}
		r.best = append(r.best[:0], q.Default...)
		r.clearSlots(q.Fields)
	}
	r.pend.Kind = Ask
	return wanted
}

// isBest tells whether an answer is the one that was found when the question was prepared: it is known
// to be allowed.
func (r *Run) isBest(q *Question, values []ir.Value) bool {
	return q.By.List == nil && slices.EqualFunc(r.best, values, func(a, b ir.Value) bool {
		return a.N == b.N && slices.Equal(a.L, b.L)
	})
}

func (r *Run) clearSlots(fields []*code.FormField) {
	for _, x := range fields {
		r.clearSlot(x)
	}
}

func (r *Run) clearSlot(x *code.FormField) {
	if x.Slot.List {
		r.V.L[x.Slot.N] = nil
	} else if x.F.Type.Optional {
		r.V.I[x.Slot.N] = ir.None
	} else {
		r.V.I[x.Slot.N] = 0
	}
}

func (r *Run) slotValue(x *code.FormField) ir.Value {
	if x.Slot.List {
		return ir.Value{L: r.V.L[x.Slot.N]}
	}
	return ir.Value{N: r.V.I[x.Slot.N]}
}

func (r *Run) setSlot(x *code.FormField, c ir.Value) {
	if x.Slot.List {
		r.V.L[x.Slot.N] = c.L
	} else {
		r.V.I[x.Slot.N] = c.N
	}
}

// asking is the event whose form a question is about, nil for a choose statement.
func (r *Run) asking(q *Question) *event {
	if q.Kind != AskForm {
		return nil
	}
	return &r.M.events[q.Event]
}

// candidates lists the answers to one field that its own conditions allow, given the fields
// before it. With prefer the best come first, ties in plain order.
//
// They stand in the run's pool from index from to index to, after those of the fields before it;
// whoever asked takes them off again.
func (r *Run) candidates(x *code.FormField, prefer bool) (from, to int) {
	from = len(r.pool)
	if r.given != nil {
		if c, ok := r.fixed(x); ok {
			for _, c := range c {
				r.offer(c)
			}
			return from, len(r.pool)
		}
	}
	r.plain(x)
	v := r.V
	if x.Where != nil {
		keep := r.pool[:from]
		for _, c := range r.pool[from:] {
			if r.fits(x, c.Value) {
				keep = append(keep, c)
			}
		}
		r.pool = keep
	}
	if x.F.Type.Optional {
		r.offer(ir.Value{N: ir.None}) // for a path or point, a list of nothing
	}
	all := r.pool[from:]
	if len(all) > r.Budget.Choices {
		v.Err = &LimitError{What: fmt.Sprintf("%d choices", r.Budget.Choices)}
		r.pool = r.pool[:from]
		return from, from
	}
	if prefer && x.Prefer != nil && len(all) > 1 {
		for i := range all {
			c := &all[i]
			if absent(x, c.Value) {
				continue // nothing scores 0
			}
			r.it(x, c.Value)
			c.score = x.Prefer(v)
		}
		slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	}
	return from, len(r.pool)
}

// candidate is an answer to a field, and how much its player likes it.
type candidate struct {
	ir.Value
	score int64
}

func (r *Run) offer(c ir.Value) { r.pool = append(r.pool, candidate{Value: c}) }

// absent tells whether an answer says that an optional field has no value.
func absent(x *code.FormField, c ir.Value) bool {
	switch t := x.F.Type; {
	case !t.Optional:
		return false
	case t.IsList():
		return len(c.L) == 0
	}
	return c.N == ir.None
}

func (r *Run) it(x *code.FormField, c ir.Value) {
	if x.F.Type.IsList() {
		r.V.TempList(x.F.It, c.L)
	} else {
		r.V.Temp(x.F.It, c.N)
	}
}

// fits asks the `where` of a field.
func (r *Run) fits(x *code.FormField, c ir.Value) bool {
	if x.Where == nil {
		return true
	}
	r.it(x, c)
	return x.Where(r.V)
}

// several is what a field that wants several takes them from, how many, and how often each.
func (r *Run) several(x *code.FormField) (list []int64, lo, hi, repeat int64) {
	v := r.V
	list, lo, hi, repeat = x.In(v), x.CountLo(v), x.CountHi(v), 1
	if x.Repeat != nil {
		repeat = x.Repeat(v)
	}
	return list, lo, hi, repeat
}

// plain offers the candidates of a field before its `where`.
func (r *Run) plain(x *code.FormField) {
	v, f := r.V, x.F
	switch {
	case f.Some:
		r.selections(r.several(x))
	case f.All >= 0 && f.In == nil && f.Lo == nil && !f.Bool && f.Within == nil:
		for _, n := range v.All(f.All) {
			r.offer(ir.Value{N: n})
		}
	case f.In != nil:
		l := x.In(v)
		for i, n := range l {
			if !slices.Contains(l[:i], n) {
				r.offer(ir.Value{N: n})
			}
		}
	case f.Lo != nil:
		lo, hi := x.Lo(v), x.Hi(v)
		step := int64(1)
		if f.Type.Kind == ir.Length {
			step = ir.Unit / 2
		}
		if (hi-lo)/step > int64(r.Budget.Choices) {
			v.Err = &LimitError{What: fmt.Sprintf("%d choices", r.Budget.Choices)}
			return
		}
		for n := lo; n <= hi; n += step {
			r.offer(ir.Value{N: n})
		}
	case f.Bool:
		r.offer(ir.Value{N: 0})
		r.offer(ir.Value{N: 1})
	case f.Within != nil:
		r.reach(x)
	}
}

// selections offers the multisets of lo to hi members of a list. A value occurs at most repeat
// times for each time it is in the list. Members keep the order of the list.
func (r *Run) selections(list []int64, lo, hi, repeat int64) {
	if hi == 0 && lo <= 0 {
		r.offer(ir.Value{L: []int64{}})
		return
	}
	var kinds, most []int64
	for _, n := range list {
		if i := slices.Index(kinds, n); i >= 0 {
			most[i] += repeat
		} else {
			kinds, most = append(kinds, n), append(most, repeat)
		}
	}
	start := len(r.pool)
	var pick []int64
	var fill func(i int, left int64)
	fill = func(i int, left int64) {
		if left == 0 {
			r.offer(ir.Value{L: append([]int64{}, pick...)})
			return
		}
		if i == len(kinds) || len(r.pool)-start > r.Budget.Choices {
			return
		}
		n := len(pick)
		for k := min(most[i], left); k >= 0; k-- {
			pick = pick[:n]
			for range k {
				pick = append(pick, kinds[i])
			}
			fill(i+1, left-k)
		}
		pick = pick[:n]
	}
	for n := max(lo, 0); n <= hi; n++ {
		fill(0, n)
	}
}

// reach offers a finite sample of points or paths: any other that keeps the rules is as good an
// answer, but an automatic player considers these.
func (r *Run) reach(x *code.FormField) {
	v := r.V
	length := x.Within(v)
	mover, body, ok := r.centre(x)
	if !ok || length < 0 {
		return
	}
	step := max(ir.Unit/2, length/3)
	path := x.F.Type.Kind == ir.Path
	add := func(to space.Point) {
		b := body
		b.At = to
		if mover >= 0 && path && !r.room(mover, b) {
			return
		}
		l := []int64{to.X, to.Y, to.Z}
		if path {
			l = []int64{body.At.X, body.At.Y, body.At.Z, to.X, to.Y, to.Z}
			if space.PathLength(l) > length {
				return
			}
		}
		r.offer(ir.Value{L: l})
	}
	for _, p := range space.SampleReach(body, length, step) {
		add(p)
	}
	if body.Facing%22500 != 0 { // else straight on is among the sample
		for d := min(step, length); d > 0; d = min(d+step, length) {
			add(space.PointAt(body.At, body.Facing, d))
			if d == length {
				break
			}
		}
	}
	if mover >= 0 && path {
		for i := range r.S.Insts {
			if other, ok := v.Body(int64(i)); ok && int64(i) != mover && v.Seen(int64(i)) {
				if l := space.Toward(body, other, length); len(l) >= 6 {
					n := len(l)
					add(space.Point{X: l[n-3], Y: l[n-2], Z: l[n-1]})
				}
			}
		}
	}
}

// centre is what a point or path starts from: the instance or point named by `of`, or the first
// thing the event is about.
func (r *Run) centre(x *code.FormField) (mover int64, b space.Body, ok bool) {
	v := r.V
	if x.Of.List != nil {
		if p := x.Of.List(v); len(p) >= 3 {
			return -1, space.Body{At: space.Point{X: p[0], Y: p[1], Z: p[2]}}, true
		}
		return -1, b, false
	}
	n := int64(v.Self)
	if x.Of.Int != nil {
		n = x.Of.Int(v)
	} else if v.Ev >= 0 && r.S.Frames[v.Ev].Sort == state.Event {
		for _, d := range r.M.P.Events[r.S.Frames[v.Ev].Event].Fields {
			if d.Type.Kind == ir.Inst && d.Param {
				n = v.EI[d.Slot]
				break
			}
		}
	}
	b, ok = v.Body(n)
	return n, b, ok
}

// room tells whether a body may end there: on the table, and with no other base at its height in
// the way. A place in contact, as near as the grid allows, will do.
func (r *Run) room(mover int64, b space.Body) bool {
	if r.S.Width > 0 && !space.OnTable(b, r.S.Width, r.S.Depth) {
		return false
	}
	for i := range r.S.Insts {
		if int64(i) == mover {
			continue
		}
		o, ok := r.V.Body(int64(i))
		if !ok || o.Tall == 0 || o.At.Z+o.Tall <= b.At.Z || o.At.Z >= b.At.Z+max(1, b.Tall) {
			continue // nothing solid at its height
		}
		if space.Clash(b, o) {
			return false
		}
	}
	return true
}
