package interp

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/internal/space"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// A piece moves along a path up to the next place where somebody watches, and goes on from there when
// the watcher has done.

// shove moves instance n in a straight line until something stops it.
func (r *life) shove(s *ir.Push, n int64, m *code.Move, in *code.Instr) {
	v := r.V
	other := m.From(v)
	b, ok := v.Body(n)
	from, also := v.Body(other)
	if !ok || !also {
		baseless := n
		if ok {
			baseless = other
		}
		v.Fail(in.At, "%s has no base on the table: both must stand there", r.Name(baseless))
		return
	}
	var others []space.Body
	var ids []int64
	for i := range r.S.Insts {
		if o, ok := v.Body(int64(i)); ok && int64(i) != n && b.Meets(o) {
			others, ids = append(others, o), append(ids, int64(i))
		}
	}
	table := space.Rect{MinX: -space.Far, MinY: -space.Far, MaxX: space.Far, MaxY: space.Far}
	if r.S.Width > 0 {
		table = space.Rect{MaxX: r.S.Width, MaxY: r.S.Depth}
	}
	moved, hit, edge := space.Push(b, from.At, m.With(v), others, table)
	to := space.Away(b.At, from.At, moved)
	r.stand(n, to.X, to.Y, r.S.Insts[n].Z, in)
	*v.Slot(s.Moved.Slot) = moved
	*v.Slot(s.Obstacle.Slot) = ir.None
	if hit >= 0 {
		*v.Slot(s.Obstacle.Slot) = ids[hit]
	}
	*v.Slot(s.Edge.Slot) = 0
	if edge {
		*v.Slot(s.Edge.Slot) = 1
	}
}

// travel moves a piece on to the next thing that watches its path, and jumps to what is done there;
// at the path's end it jumps to done. When the piece was moved elsewhere meanwhile, or left the
// table, the journey is over.
func (r *executor) travel(t *code.Walk, in *code.Instr) int32 {
	v, s, done := r.V, t.Stmt, in.A
	n := t.What(v)
	path, mark := *v.ListSlot(s.Path.Slot), *v.ListSlot(s.Mark.Slot)
	come := int64(0) // how far the piece has come
	if len(mark) > 0 {
		come = mark[0]
	}
	b, ok := v.Body(n)
	if !ok && len(mark) == 0 {
		v.Fail(in.At, "%s has no base on the table, and cannot travel", r.Name(n))
		return done
	}
	if !space.Near(path) {
		v.Fail(in.At, "nothing goes so far away: more than 1,000,000 from the corner of the table")
		return done
	}
	if ok && len(path) >= 6 {
		at, _ := space.PointAlong(path, come)
		ok = at == b.At
	}
	if !ok || len(path) < 6 {
		*v.ListSlot(s.Path.Slot), *v.ListSlot(s.Mark.Slot) = nil, nil
		return done
	}
	for {
		first, which, whom := r.ahead(t, b, n, path, mark, come)
		if which < 0 {
			l := len(path)
			*v.ListSlot(s.Path.Slot), *v.ListSlot(s.Mark.Slot) = nil, nil
			r.stand(n, path[l-3], path[l-2], path[l-1], nil)
			return done
		}
		if len(mark) == 0 || first > come {
			mark, come = []int64{first}, first
		}
		mark = append(slices.Clip(mark), int64(which), whom)
		at, _ := space.PointAlong(path, first)
		watch := &t.Watch[which]
		*v.Slot(watch.W.Var.Slot) = whom
		if !r.heeds(watch, n, at) {
			if v.Err != nil {
				return done
			}
			continue
		}
		*v.ListSlot(s.Mark.Slot) = mark
		r.stand(n, at.X, at.Y, at.Z, nil)
		return watch.Body
	}
}

// ahead is the next thing that a watcher of a journey may meet, how far along the path, and which watcher; -1
// for none.
func (r *executor) ahead(t *code.Walk, b space.Body, n int64, path, mark []int64, come int64) (first int64, which int, whom int64) {
	v := r.V
	v.Fuel -= int64(len(v.S.Insts)) / 2
	many := manyMarks(mark)
	first, which, whom = -1, -1, -1
	for w := range t.Watch {
		watch := &t.Watch[w]
		for _, i := range v.All(watch.W.Kind) {
			o, ok := v.Body(i)
			if !ok || i == n {
				continue
			}
			*v.Slot(watch.W.Var.Slot) = i
			reach := int64(0)
			if watch.Within != nil {
				reach = watch.Within(v)
			}
			from := come
			if many[[2]int64{int64(w), i}] || many == nil && marked(mark, int64(w), i) {
				from++
			}
			at, ok := space.Cross(b, path, o, reach, from, watch.Word)
			if ok && (first < 0 || at < first) {
				first, which, whom = at, w, i
			}
		}
	}
	return first, which, whom
}

// heeds tells whether a watcher has something to do when piece n stands at a point.
func (r *executor) heeds(watch *code.Watch, n int64, at space.Point) bool {
	if watch.Where == nil {
		return true
	}
	was := r.S.Insts[n]
	e := r.S.Edit(int32(n))
	e.X, e.Y, e.Z = at.X, at.Y, at.Z
	ok := watch.Where(r.V)
	e = r.S.Edit(int32(n))
	e.X, e.Y, e.Z = was.X, was.Y, was.Z
	return ok && r.V.Err == nil
}

// marked tells whether a watcher has already spoken about i at the point where the piece stands:
// a mark is how far the piece has come, then pairs of watcher and instance.
func marked(mark []int64, w, i int64) bool {
	for k := 1; k+1 < len(mark); k += 2 {
		if mark[k] == w && mark[k+1] == i {
			return true
		}
	}
	return false
}

// manyMarks are the pairs of a mark that has many; nil: it has few, as nearly always.
func manyMarks(mark []int64) map[[2]int64]bool {
	if len(mark) < 64 {
		return nil
	}
	out := make(map[[2]int64]bool, len(mark)/2)
	for k := 1; k+1 < len(mark); k += 2 {
		out[[2]int64{mark[k], mark[k+1]}] = true
	}
	return out
}
