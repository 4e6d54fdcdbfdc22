package eval

import (
	"cmp"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/internal/space"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

func (c *Compiled) body(b *ir.Body) body {
	return body{ok: true, rect: b.Rect, at: b.Width.At, width: c.Int(b.Width), depth: c.Opt(b.Depth), tall: c.Opt(b.Tall)}
}

// shape is the body of instance n wherever it is.
func (v *Env) shape(n int64) (space.Body, bool) {
	if uint64(n) >= uint64(len(v.S.Insts)) || v.S.Insts[n].Where == state.Gone {
		return space.Body{}, false
	}
	in := &v.S.Insts[n]
	b := &v.C.bodies[v.C.P.Cards[in.Card].Kind]
	if !b.ok || v.depth > deepest {
		return space.Body{}, false
	}
	self, base := v.Self, v.base
	v.Self, v.base = int32(n), v.base+frame
	v.depth++
	out := space.Body{At: space.Point{X: in.X, Y: in.Y, Z: in.Z}, Rect: b.rect, Width: max(0, b.width(v)), Facing: in.Facing}
	if b.depth != nil {
		out.Depth = max(0, b.depth(v))
	}
	if b.tall != nil {
		out.Tall = max(0, b.tall(v))
	}
	v.Self, v.base = self, base
	v.depth--
	if max(out.Width, out.Depth, out.Tall) > space.Far {
		v.Fail(b.at, "nothing is so large: more than 1,000,000")
		return space.Body{}, false
	}
	return out, true
}

// Body is the body of instance n, if it stands on the table.
func (v *Env) Body(n int64) (space.Body, bool) {
	if uint64(n) >= uint64(len(v.S.Insts)) || v.S.Insts[n].Where != state.OnTable {
		return space.Body{}, false
	}
	return v.shape(n)
}

// spot is where instance n stands and is measured from: its body, or, of what has none, a point.
func (v *Env) spot(n int64) (space.Body, bool) {
	b, ok := v.Body(n)
	if ok || uint64(n) >= uint64(len(v.S.Insts)) || v.S.Insts[n].Where != state.OnTable {
		return b, ok
	}
	in := &v.S.Insts[n]
	return space.Body{At: space.Point{X: in.X, Y: in.Y, Z: in.Z}, Facing: in.Facing}, true
}

func (v *Env) two(a *args) (x, y space.Body, ok bool) {
	x, ok = v.spot(a.i[0])
	y, also := v.spot(a.i[1])
	if !ok || !also {
		n, name := a.i[0], "it"
		if ok {
			n = a.i[1]
		}
		if n >= 0 {
			name = v.C.P.Cards[v.S.Insts[n].Card].Name
		}
		v.Fail(a.e.At, "%s does not stand on the table", name)
	}
	return x, y, ok && also
}

// standing is the body of the first argument, which must stand on the table.
func (v *Env) standing(a *args) (space.Body, bool) {
	b, ok := v.spot(a.i[0])
	if !ok {
		v.Fail(a.e.At, "it does not stand on the table")
	}
	return b, ok
}

// pieces lists what stands on the table and is seen, of what a test takes, by arrival.
func (v *Env) pieces(take func(n int64, b space.Body) bool) []int64 {
	var out []int64
	v.Fuel -= int64(len(v.S.Insts)) / 2
	for i := range v.S.Insts {
		n := int64(i)
		if b, ok := v.Body(n); ok && v.Seen(n) && take(n, b) {
			out = append(out, n)
		}
	}
	return out
}

// byDistance puts the nearest to a body first; of the equally near, the first stays first.
func byDistance(v *Env, l []int64, from space.Body) []int64 {
	far := make([][2]int64, len(l))
	for i, n := range l {
		b, _ := v.Body(n)
		far[i] = [2]int64{space.Distance(from, b), n}
	}
	slices.SortStableFunc(far, func(a, b [2]int64) int { return cmp.Compare(a[0], b[0]) })
	for i := range far {
		l[i] = far[i][1]
	}
	return l
}

// look draws the lines of sight from a to b and takes into the way what is solid; with among, only
// what is on that list.
func look(v *Env, a *args, among bool) (s space.Sight, ok bool) {
	x, y, ok := v.two(a)
	if !ok {
		return s, false
	}
	s = space.Look(x, y)
	if among {
		for _, n := range a.l[0] {
			bar(v, &s, a, n)
		}
		return s, true
	}
	v.Fuel -= int64(len(v.S.Insts)) / 2
	for i := range v.S.Insts {
		bar(v, &s, a, int64(i))
	}
	return s, true
}

// bar takes one piece into the way of a look from a to b.
func bar(v *Env, s *space.Sight, a *args, n int64) bool {
	if n == a.i[0] || n == a.i[1] || !v.Seen(n) {
		return false
	}
	b, ok := v.Body(n)
	if !ok || b.Tall <= 0 || !s.Meets(b) {
		return false
	}
	v.Fuel -= 4 // of nine lines
	return s.Block(b)
}

func point(l []int64) (p space.Point, ok bool) {
	if len(l) < 3 {
		return p, false
	}
	return space.Point{X: l[0], Y: l[1], Z: l[2]}, true
}

func coordinates(p space.Point) []int64 { return []int64{p.X, p.Y, p.Z} }

// spotted is a place that is worked out, which lies no farther away than something could stand.
func spotted(v *Env, a *args, l ...int64) []int64 {
	if !space.Near(l) {
		v.Fail(a.e.At, "no place is so far away: more than 1,000,000 from the corner of the table")
		return []int64{0, 0, 0}
	}
	return l
}
