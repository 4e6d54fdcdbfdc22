package interp

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
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

// plain offers the candidates of a field before its `where`.
func (r *Run) plain(x *code.FormField) {
	v, f := r.V, x.F
	switch {
	case f.Some:
		l := x.In(v)
		lo, hi := x.CountLo(v), x.CountHi(v)
		repeat := int64(1)
		if x.Repeat != nil {
			repeat = x.Repeat(v)
		}
		r.selections(l, lo, hi, repeat)
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

// valid tells whether a value is an answer to a field, given the fields before it.
func (r *Run) valid(x *code.FormField, c ir.Value) error {
	v, f := r.V, x.F
	name := f.Field.Name
	if absent(x, c) {
		return nil
	}
	switch {
	case f.Some:
		l := x.In(v)
		lo, hi := x.CountLo(v), x.CountHi(v)
		repeat := int64(1)
		if x.Repeat != nil {
			repeat = x.Repeat(v)
		}
		if n := int64(len(c.L)); n < lo || n > hi {
			return fmt.Errorf("%s: got %d, want %d to %d", name, n, lo, hi)
		}
		for i, m := range c.L {
			if i > 0 && m == c.L[i-1] {
				continue
			}
			in, got := int64(0), int64(0)
			for _, k := range l {
				if k == m {
					in++
				}
			}
			for _, k := range c.L {
				if k == m {
					got++
				}
			}
			if in == 0 {
				return fmt.Errorf("%s: %s is not among the choices", name, r.Show(f.Type.Element(), m))
			}
			if got > in*repeat {
				return fmt.Errorf("%s: %s may be taken %d times at most", name, r.Show(f.Type.Element(), m), in*repeat)
			}
		}
		if len(c.L) < 2 {
			break
		}
		slices.SortStableFunc(c.L, func(a, b int64) int { return cmp.Compare(slices.Index(l, a), slices.Index(l, b)) })
	case f.Within != nil:
		if err := r.validReach(x, c); err != nil {
			return err
		}
	case f.In != nil:
		if !slices.Contains(x.In(v), c.N) {
			return fmt.Errorf("%s: %s is not among the choices", name, r.Show(f.Type, c.N))
		}
	case f.Lo != nil:
		if lo, hi := x.Lo(v), x.Hi(v); c.N < lo || c.N > hi {
			return fmt.Errorf("%s: got %s, want %s to %s", name, r.Show(f.Type, c.N), r.Show(f.Type, lo), r.Show(f.Type, hi))
		}
	case f.Bool:
		if c.N != 0 && c.N != 1 {
			return fmt.Errorf("%s: want yes or no", name)
		}
	default:
		if !v.IsKind(c.N, f.All) || !v.InPlay(c.N) || !v.Seen(c.N) {
			return fmt.Errorf("%s: %s is not among the choices", name, r.Show(f.Type, c.N))
		}
	}
	if !r.fits(x, c) {
		return fmt.Errorf("%s: %s does not meet %q", name, r.ShowValue(f.Type, c), f.Where.At.Text())
	}
	return nil
}

func (r *Run) validReach(x *code.FormField, c ir.Value) error {
	name, length := x.F.Field.Name, x.Within(r.V)
	_, body, ok := r.centre(x)
	if !ok {
		return fmt.Errorf("%s: there is nothing to measure from", name)
	}
	if x.F.Type.Kind == ir.Path {
		if len(c.L) < 6 || len(c.L)%3 != 0 || c.L[0] != body.At.X || c.L[1] != body.At.Y {
			return fmt.Errorf("%s: a path starts where the piece stands and has at least one more point", name)
		}
		if n := space.PathLength(c.L); n > length {
			return fmt.Errorf("%s: the path is %s long, want at most %s", name, r.Show(ir.Type{Kind: ir.Length}, n), r.Show(ir.Type{Kind: ir.Length}, length))
		}
		return nil
	}
	if len(c.L) != 3 {
		return fmt.Errorf("%s: want a point", name)
	}
	at := body
	at.Width, at.Depth, at.Rect = 0, 0, false
	if d := space.DistanceToPoint(at, space.Point{X: c.L[0], Y: c.L[1], Z: c.L[2]}); d > length {
		return fmt.Errorf("%s: the point is %s away, want at most %s", name, r.Show(ir.Type{Kind: ir.Length}, d), r.Show(ir.Type{Kind: ir.Length}, length))
	}
	return nil
}

// answered takes an answer to the present question.
func (r *Run) answered(a Result) error {
	q := &r.pend.Ask
	if !slices.Contains(q.Players, a.Player) {
		return fmt.Errorf("player %d is not asked", a.Player)
	}
	top := len(r.S.Frames) - 1
	f := r.S.Top()
	r.V.Bind(top)
	switch q.Kind {
	case AskMay:
		e := eval.Entry{Hook: int32(q.Hook), Inst: q.Inst}
		f.Cursor = r.M.C.Key(r.S, e, r.V.Active())
		r.chose(a.Player, fmt.Sprintf("%s: %s", r.M.HookName(q.Hook), yesNo(a.Yes)))
		if a.Yes {
			r.run(e, int32(top))
		} else {
			self := r.V.Self
			r.V.Self = q.Inst
			r.spendAll(r.M.hooks[q.Hook].limits, true)
			r.V.Self = self
		}
		return nil
	case AskOrder:
		if a.Pick < 0 || a.Pick >= len(q.Order) {
			return fmt.Errorf("got clause %d, want 0 to %d", a.Pick, len(q.Order)-1)
		}
		r.chose(a.Player, "first "+r.M.HookName(int(q.Order[a.Pick].Hook)))
		r.runOrdered(f, q.Order[a.Pick], int32(top))
		return nil
	case AskAct:
		return r.acted(f, a)
	}
	if len(a.Values) != len(q.Fields) {
		return fmt.Errorf("got %d answers, want %d", len(a.Values), len(q.Fields))
	}
	r.V.Viewer = a.Player
	defer func() { r.V.Viewer = -1 }()
	best := r.isBest(q, a.Values)
	for i, x := range q.Fields {
		if best {
			r.setSlot(x, a.Values[i])
			continue
		}
		if err := r.valid(x, a.Values[i]); err != nil {
			r.clearSlots(q.Fields)
			r.V.Err = nil
			return err
		}
		r.setSlot(x, a.Values[i])
	}
	if q.By.List != nil {
		r.clearSlots(q.Fields)
		return r.reply(q, a)
	}
	if m := r.asking(q); m != nil && !best && !r.acceptable(f, m) {
		why, _ := r.permitted(f, m)
		r.clearSlots(q.Fields)
		r.V.Err = nil
		return fmt.Errorf("it may not: %s", why)
	}
	r.tellChoice(a, q)
	if q.Kind == AskForm {
		f.Flags |= state.Asked
	} else {
		f.PC++
	}
	return nil
}

// reply keeps one of several simultaneous answers; with the last one the fields become lists,
// in the order of the players.
func (r *Run) reply(q *Question, a Result) error {
	reply := state.Reply{Player: a.Player}
	for _, c := range a.Values {
		reply.Values = append(reply.Values, []int64{c.N})
	}
	i, _ := slices.BinarySearchFunc(r.S.Replies, reply, func(x, y state.Reply) int { return cmp.Compare(x.Player, y.Player) })
	r.S.Replies = slices.Insert(slices.Clone(r.S.Replies), i, reply)
	if len(q.Players) > 1 {
		return nil
	}
	for i, x := range q.Fields {
		var l []int64
		for _, p := range q.By.List(r.V) {
			for _, y := range r.S.Replies {
				if int64(y.Player) == p {
					l = append(l, y.Values[i][0])
				}
			}
		}
		r.V.L[x.F.Field.Slot] = l
	}
	r.S.Replies = nil
	f := r.S.Top()
	if q.Kind == AskForm {
		f.Flags |= state.Asked
	} else {
		f.PC++
	}
	return nil
}

// acted starts the action that was picked, or passes.
func (r *Run) acted(f *state.Frame, a Result) error {
	q := &r.pend.Ask
	if a.Pick >= len(q.Actions) {
		return fmt.Errorf("got action %d, want 0 to %d, or -1 to pass", a.Pick, len(q.Actions)-1)
	}
	stmt := r.M.Blocks[f.Block].Code[f.PC].With.(*code.Turns).Stmt
	if a.Pick < 0 {
		r.chose(a.Player, "pass")
		r.passed(f, stmt)
		return nil
	}
	o := q.Actions[a.Pick]
	r.chose(a.Player, r.M.P.Events[o.Event].Name)
	r.V.I[stmt.Passes.Slot] = 0
	r.V.I[stmt.Turn.Slot]++
	if !r.inAction() {
		r.begin()
	}
	r.start(o.Event, o.Who, o.Giver)
	return nil
}

func (r *Run) chose(player int32, text string) {
	if r.Rec != nil {
		r.Rec(&journal.Entry{Kind: journal.Choice, Depth: len(r.S.Frames), Event: -1, Hook: -1, Inst: -1, Player: player, Text: text})
	}
}

func (r *Run) tellChoice(a Result, q *Question) {
	if r.Rec == nil {
		return
	}
	e := &journal.Entry{Kind: journal.Choice, Depth: len(r.S.Frames), Event: q.Event, Hook: -1, Inst: -1, Player: a.Player}
	for i, x := range q.Fields {
		e.Names = append(e.Names, x.F.Field.Name)
		e.Types = append(e.Types, x.F.Type)
		e.Ints = append(e.Ints, a.Values[i].N)
		e.Lists = append(e.Lists, a.Values[i].L)
		e.Text += fmt.Sprintf("%s: %s  ", x.F.Field.Name, r.ShowValue(x.F.Type, a.Values[i]))
	}
	r.Rec(e)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
