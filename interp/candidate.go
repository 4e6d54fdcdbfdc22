package interp

import (
	"cmp"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/internal/space"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// picker lists what can be answered to one field of a form, and checks what was answered.
type picker struct {
	rules
	pool []candidate // of the fields that are being searched, one field after the other
}

// candidate is an answer to a field, and how much its player likes it.
type candidate struct {
	ir.Value
	score int64
}

// offer adds an answer to the pool.
func (r *picker) offer(c ir.Value) {
	if r.burn() {
		r.pool = append(r.pool, candidate{Value: c})
	}
}

// candidates lists the answers to one field that its own conditions allow, given the fields
// before it. With prefer the best come first, ties in plain order.
//
// They stand in the pool from index from to index to, after those of the fields before it; whoever
// asked takes them off again.
func (r *picker) candidates(x *code.FormField, prefer bool) (from, to int) {
	from = len(r.pool)
	v := r.V
	r.plain(x)
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
		r.limit("choices", int64(r.Budget.Choices))
	}
	if v.Err != nil {
		r.pool = r.pool[:from]
		return from, from
	}
	if prefer && x.Prefer != nil && len(all) > 1 {
		for i := range all { // what is asked for a score may let the pool grow, and move
			score := r.liking(x, r.pool[from+i].Value)
			r.pool[from+i].score = score
		}
		slices.SortStableFunc(r.pool[from:], func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	}
	return from, len(r.pool)
}

// liking is how much an automatic player prefers an answer: nothing scores 0.
func (r *picker) liking(x *code.FormField, c ir.Value) int64 {
	if x.Prefer == nil || absent(x, c) {
		return 0
	}
	r.it(x, c)
	return asSeen(r.V, x.Prefer)
}

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

// it shows an answer to the conditions of its field.
func (r *picker) it(x *code.FormField, c ir.Value) {
	if x.F.Type.IsList() {
		r.V.TempList(x.F.It, c.L)
	} else {
		r.V.Temp(x.F.It, c.N)
	}
}

// fits asks the `where` of a field.
func (r *picker) fits(x *code.FormField, c ir.Value) bool {
	if x.Where == nil {
		return true
	}
	r.it(x, c)
	return asSeen(r.V, x.Where)
}

// among are the members of the list that a field names from which may be chosen: of things those that are not gone, and that whoever
// answers sees.
func (r *picker) among(x *code.FormField) []int64 {
	l := asSeen(r.V, x.In)
	if t := x.F.Type; t.Kind != ir.Inst && (t.Kind != ir.List || t.Elem != ir.Inst) {
		return l
	}
	absent := func(n int64) bool { return !r.V.IsKind(n, -1) || !r.V.Seen(n) }
	if slices.ContainsFunc(l, absent) {
		l = slices.DeleteFunc(slices.Clone(l), absent)
	}
	return l
}

// several is what a field that wants several takes them from, how many, and how often each.
func (r *picker) several(x *code.FormField) (list []int64, lo, hi, repeat int64) {
	v := r.V
	list, lo, hi, repeat = r.among(x), asSeen(v, x.CountLo), asSeen(v, x.CountHi), 1
	if x.Repeat != nil {
		repeat = asSeen(v, x.Repeat)
	}
	return list, lo, hi, repeat
}

// plain offers the candidates of a field before its `where`.
func (r *picker) plain(x *code.FormField) {
	v, f := r.V, x.F
	switch {
	case f.Some:
		r.selections(r.several(x))
	case f.All >= 0 && f.In == nil && f.Lo == nil && !f.Bool && f.Within == nil:
		for _, n := range v.All(f.All) {
			r.offer(ir.Value{N: n})
		}
	case f.In != nil:
		l := r.among(x)
		for i, n := range l {
			if !slices.Contains(l[:i], n) {
				r.offer(ir.Value{N: n})
			}
		}
	case f.Lo != nil:
		lo, hi := asSeen(v, x.Lo), asSeen(v, x.Hi)
		step := int64(1)
		if f.Type.Kind == ir.Length {
			step = ir.Unit / 2
		}
		if hi >= lo && uint64(hi-lo)/uint64(step) > uint64(r.Budget.Choices) {
			r.limit("choices", int64(r.Budget.Choices))
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
func (r *picker) selections(list []int64, lo, hi, repeat int64) {
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
		if len(r.pool)-start > r.Budget.Choices {
			r.limit("choices", int64(r.Budget.Choices))
		}
		if i == len(kinds) || r.V.Err != nil || !r.burn() {
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
	}
	all := int64(0)
	for _, m := range most {
		all += min(m, 1<<20)
	}
	for n := max(lo, 0); n <= min(hi, all); n++ {
		fill(0, n)
	}
}

// reach offers a finite sample of points or paths: any other that keeps the rules is as good an
// answer, but an automatic player considers these.
func (r *picker) reach(x *code.FormField) {
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
func (r *picker) centre(x *code.FormField) (mover int64, b space.Body, ok bool) {
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
				n = *v.Field(d.Slot)
				break
			}
		}
	}
	b, ok = v.Body(n)
	return n, b, ok
}

// room tells whether a body may end there: on the table, and with no other base at its height in
// the way. A place in contact, as near as the grid allows, will do.
func (r *picker) room(mover int64, b space.Body) bool {
	if r.S.Width > 0 && !space.OnTable(b, r.S.Width, r.S.Depth) {
		return false
	}
	for i := range r.S.Insts {
		if int64(i) == mover {
			continue
		}
		o, ok := r.V.Body(int64(i))
		if ok && b.Meets(o) && space.Clash(b, o) {
			return false
		}
	}
	return true
}
