package eval

import (
	"github.com/kdsl-lang/kdsl/interp/internal/space"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

var spacePrimitives = map[int]primitive{
	ir.PDistance: {i: between(func(_ *Env, _ *args, x, y space.Body) int64 { return space.Distance(x, y) })},
	ir.PDistanceTo: {i: func(v *Env, a *args) int64 {
		x, ok := v.spot(a.i[0])
		p, also := point(a.l[0])
		if !ok || !also {
			v.Fail(a.e.At, "it is not on the table")
			return 0
		}
		return space.DistanceToPoint(x, p)
	}},
	ir.PWithin: {b: both(func(a *args, x, y space.Body) bool { return space.Within(x, y, a.i[2]) })},
	ir.PInside: {b: both(func(_ *args, x, y space.Body) bool { return space.Inside(x, y) })},
	ir.PPosition: {l: func(v *Env, a *args) []int64 {
		in := v.Inst(a.i[0], a.e.At)
		if in == nil || in.Where != state.OnTable {
			v.Fail(a.e.At, "it is not on the table")
			return []int64{0, 0, 0}
		}
		return []int64{in.X, in.Y, in.Z}
	}},
	ir.PElevation: {i: thing(func(in *state.Inst, _ *args) int64 {
		if in.Where != state.OnTable {
			return 0
		}
		return in.Z
	})},
	ir.PTouching: {b: both(func(_ *args, x, y space.Body) bool { return space.Contact(x, y) })},
	ir.PPoint:    {l: func(v *Env, a *args) []int64 { return spotted(v, a, a.i[0], a.i[1], 0) }},
	ir.PToward:   {l: between(func(_ *Env, a *args, x, y space.Body) []int64 { return space.Toward(x, y, a.i[2]) })},
	ir.PPoint3:   {l: func(v *Env, a *args) []int64 { return spotted(v, a, a.i[0], a.i[1], a.i[2]) }},
	ir.PEndOf: {l: func(v *Env, a *args) []int64 {
		if n := len(a.l[0]); n >= 3 {
			return a.l[0][n-3:]
		}
		v.Fail(a.e.At, "the path has no end")
		return []int64{0, 0, 0}
	}},
	ir.PPathLength:  {i: func(_ *Env, a *args) int64 { return space.PathLength(a.l[0]) }},
	ir.POnTable:     {b: thing(func(in *state.Inst, _ *args) bool { return in.Where == state.OnTable })},
	ir.PTableWidth:  {i: func(v *Env, a *args) int64 { return laid(v, v.S.Width, a) }},
	ir.PTableHeight: {i: func(v *Env, a *args) int64 { return laid(v, v.S.Depth, a) }},
	ir.PWidth:       {i: func(v *Env, a *args) int64 { x, _ := v.shape(a.i[0]); return x.Width }},
	ir.PDirect: {l: thing(func(in *state.Inst, a *args) []int64 {
		if len(a.l[0]) < 3 {
			return nil
		}
		return append([]int64{in.X, in.Y, in.Z}, a.l[0][:3]...)
	})},

	ir.PX: {i: func(_ *Env, a *args) int64 { p, _ := point(a.l[0]); return p.X }},
	ir.PY: {i: func(_ *Env, a *args) int64 { p, _ := point(a.l[0]); return p.Y }},
	ir.PZ: {i: func(_ *Env, a *args) int64 { p, _ := point(a.l[0]); return p.Z }},
	ir.PInsidePoint: {b: of(func(a *args, x space.Body) bool {
		p, ok := point(a.l[0])
		return ok && space.Inside(space.Body{At: p}, x)
	})},
	ir.PWhollyInside: {b: both(func(_ *args, x, y space.Body) bool { return space.Contains(y, x) })},
	ir.PWithinPoint: {b: of(func(a *args, x space.Body) bool {
		p, ok := point(a.l[0])
		return ok && space.Within(x, space.Body{At: p}, a.i[1])
	})},
	ir.PAround: {l: func(v *Env, a *args) []int64 {
		p, ok := point(a.l[0])
		if !ok {
			return nil
		}
		return v.pieces(func(_ int64, b space.Body) bool { return space.Within(b, space.Body{At: p}, a.i[0]) })
	}},
	ir.PAroundPiece: {l: standing(func(v *Env, a *args, x space.Body) []int64 {
		return v.pieces(func(n int64, b space.Body) bool { return n != a.i[0] && space.Within(b, x, a.i[1]) })
	})},
	ir.PHeight: {i: func(v *Env, a *args) int64 { x, _ := v.shape(a.i[0]); return x.Tall }},
	ir.PTop:    {i: of(func(_ *args, x space.Body) int64 { return x.At.Z + x.Tall })},
	ir.PVerticalGap: {i: between(func(_ *Env, _ *args, x, y space.Body) int64 {
		_, up := space.Gap3(x, y)
		return up
	})},
	ir.PEdgeDistance: {i: standing(func(v *Env, _ *args, x space.Body) int64 {
		return space.EdgeDistance(x, v.S.Width, v.S.Depth)
	})},
	ir.PDetour: {i: standing(func(v *Env, a *args, x space.Body) int64 {
		p, ok := point(a.l[0])
		if !ok {
			return 0
		}
		var barring []space.Body
		for _, n := range a.l[1] {
			if b, there := v.spot(n); there && n != a.i[0] {
				barring = append(barring, b)
			}
		}
		return space.Detour(p, x, barring, max(0, a.i[1]), func(n int) bool {
			v.Fuel -= int64(n) / 4
			return v.Burn()
		})
	})},

	ir.PSees:      {b: func(v *Env, a *args) bool { s, ok := look(v, a, false); return ok && s.Free() > 0 }},
	ir.PSeesPast:  {b: func(v *Env, a *args) bool { s, ok := look(v, a, true); return ok && s.Free() > 0 }},
	ir.PLines:     {i: func(v *Env, a *args) int64 { s, _ := look(v, a, false); return s.Free() }},
	ir.PLinesPast: {i: func(v *Env, a *args) int64 { s, _ := look(v, a, true); return s.Free() }},
	ir.PBlockers: {l: between(func(v *Env, a *args, x, y space.Body) []int64 {
		s := space.Look(x, y)
		return byDistance(v, v.pieces(func(n int64, _ space.Body) bool { return bar(v, &s, a, n) }), x)
	})},
	ir.PCorridor: {l: between(func(v *Env, a *args, x, y space.Body) []int64 {
		return corridor(v, a, x, y, min(x.Narrow(), y.Narrow()))
	})},
	ir.PCorridorWide: {l: between(func(v *Env, a *args, x, y space.Body) []int64 { return corridor(v, a, x, y, a.i[2]) })},
	ir.PRay:          {l: between(func(v *Env, a *args, x, y space.Body) []int64 { return ray(v, a, x, y.At, a.i[2]) })},
	ir.PRayTo: {l: standing(func(v *Env, a *args, x space.Body) []int64 {
		p, ok := point(a.l[0])
		if !ok {
			return nil
		}
		return ray(v, a, x, p, a.i[1])
	})},

	ir.PFacing:    {i: thing(func(in *state.Inst, _ *args) int64 { return in.Facing / 1000 })},
	ir.PDirection: {i: between(func(_ *Env, _ *args, x, y space.Body) int64 { return direction(x, y.At) })},
	ir.PDirectionTo: {i: standing(func(_ *Env, a *args, x space.Body) int64 {
		p, ok := point(a.l[0])
		if !ok {
			return 0
		}
		return direction(x, p)
	})},
	ir.PAngle: {i: func(_ *Env, a *args) int64 { return space.Angle(a.i[0]%360, a.i[1]%360) }},
	ir.PInArc: {b: both(func(a *args, x, y space.Body) bool { return space.InArc(x, y, a.i[2], a.i[3]) })},
	ir.PPointAt: {l: func(v *Env, a *args) []int64 {
		x, ok := v.standing(a)
		if !ok {
			return []int64{0, 0, 0}
		}
		return spotted(v, a, coordinates(space.PointAt(x.At, a.i[1]%360*1000, a.i[2]))...)
	}},
	ir.PPointFrom: {l: func(v *Env, a *args) []int64 {
		p, _ := point(a.l[0])
		return spotted(v, a, coordinates(space.PointAt(p, a.i[0]%360*1000, a.i[1]))...)
	}},

	ir.PPointAlong: {l: func(_ *Env, a *args) []int64 {
		p, _ := space.PointAlong(a.l[0], a.i[0])
		return coordinates(p)
	}},
	ir.PThen: {l: func(_ *Env, a *args) []int64 {
		return append(a.l[0][:len(a.l[0]):len(a.l[0])], a.l[1][:min(3, len(a.l[1]))]...)
	}},
	ir.PLegs:     {l: func(_ *Env, a *args) []int64 { return space.Legs(a.l[0]) }},
	ir.PHeadings: {l: func(_ *Env, a *args) []int64 { return space.Headings(a.l[0]) }},
	ir.PSharpest: {i: func(_ *Env, a *args) int64 { return space.Sharpest(a.l[0]) }},
	ir.PCrosses:  {b: of(func(a *args, x space.Body) bool { return space.Passes(a.l[0], x, 0) })},
	ir.PPasses:   {b: of(func(a *args, x space.Body) bool { return space.Passes(a.l[0], x, a.i[1]) })},
	ir.PLengthIn: {i: of(func(a *args, x space.Body) int64 { return space.LengthIn(a.l[0], x, 0) })},
}

// between is of two pieces that must both stand on the table.
func between[T any](f func(v *Env, a *args, x, y space.Body) T) func(*Env, *args) T {
	return func(v *Env, a *args) (none T) {
		x, y, ok := v.two(a)
		if !ok {
			return none
		}
		return f(v, a, x, y)
	}
}

// standing is of a piece that must stand on the table.
func standing[T any](f func(v *Env, a *args, x space.Body) T) func(*Env, *args) T {
	return func(v *Env, a *args) (none T) {
		x, ok := v.standing(a)
		if !ok {
			return none
		}
		return f(v, a, x)
	}
}

// of is of what stands on the table; nothing else has anything of the kind.
func of[T any](f func(a *args, x space.Body) T) func(*Env, *args) T {
	return func(v *Env, a *args) (none T) {
		x, ok := v.spot(a.i[0])
		if !ok {
			return none
		}
		return f(a, x)
	}
}

// both is a question about two pieces; where one does not stand on the table, the answer is no.
func both(f func(a *args, x, y space.Body) bool) func(*Env, *args) bool {
	return func(v *Env, a *args) bool {
		x, ok := v.spot(a.i[0])
		y, also := v.spot(a.i[1])
		return ok && also && f(a, x, y)
	}
}

func corridor(v *Env, a *args, x, y space.Body, width int64) []int64 {
	way := space.Between(x, y, width)
	return byDistance(v, v.pieces(func(n int64, b space.Body) bool {
		return n != a.i[0] && n != a.i[1] && way.Meets(b)
	}), x)
}

func ray(v *Env, a *args, x space.Body, through space.Point, dist int64) []int64 {
	from, to, ok := space.Beam(x, through, dist)
	if !ok {
		return nil
	}
	return byDistance(v, v.pieces(func(n int64, b space.Body) bool {
		return n != a.i[0] && space.InCorridor(from, to, 0, b)
	}), x)
}

// direction is where something lies; what stands on the very place lies ahead.
func direction(x space.Body, p space.Point) int64 {
	if d, ok := space.Direction(x.At, p); ok {
		return d
	}
	return x.Facing / 1000
}

// laid is a measure of the table, which fails where none was laid.
func laid(v *Env, n int64, a *args) int64 {
	if n <= 0 {
		v.Fail(a.e.At, "no table has been laid: a script says `table W by H`")
	}
	return n
}
