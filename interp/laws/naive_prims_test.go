package laws_test

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/space"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// body is the base of a thing; ok is false off the table and without a body.
func (g *game) body(t *thing) (space.Body, bool) {
	b := space.Body{At: t.at, Facing: t.facing * 1000}
	if s := g.p.Kinds[t.card.Kind].Body; s != nil {
		e := &env{g: g, self: t.num, view: ir.None}
		b.Rect, b.Width = s.Rect, max(0, e.num(s.Width))
		if s.Depth != nil {
			b.Depth = max(0, e.num(s.Depth))
		}
		if s.Tall != nil {
			b.Tall = max(0, e.num(s.Tall))
		}
	}
	return b, t.place == onTable && !t.gone && g.p.Kinds[t.card.Kind].Body != nil
}

// pieces are the things on the table that take up room, by arrival; with solid, only those that are tall.
func (e *env) pieces(solid bool, not ...int64) []int64 {
	out := []int64{}
	for _, t := range e.g.all() {
		b, ok := e.g.body(t)
		if ok && e.seen(t) && !slices.Contains(not, t.num) && (!solid || b.Tall > 0) {
			out = append(out, t.num)
		}
	}
	return out
}

// nearest sorts things by their distance from a base; the equally near keep their order.
func (g *game) nearest(a space.Body, l []int64) []int64 {
	far := func(n int64) int64 { b, _ := g.body(g.things[n]); return space.Distance(a, b) }
	slices.SortStableFunc(l, func(x, y int64) int { return cmp.Compare(far(x), far(y)) })
	return l
}

func (g *game) which(l []int64, ok func(space.Body) bool) []int64 {
	out := []int64{}
	for _, n := range l {
		if b, _ := g.body(g.things[n]); ok(b) {
			out = append(out, n)
		}
	}
	return out
}

func toPoint(v val) space.Point {
	if len(v.L) < 3 {
		fail(source.Span{}, "there is no place")
	}
	return space.Point{X: v.L[0], Y: v.L[1], Z: v.L[2]}
}
func ofPoint(p space.Point) val { return list([]int64{p.X, p.Y, p.Z}) }
func disc(v val) space.Body     { return space.Body{At: toPoint(v)} }

func plusDice(v, k int64, at source.Span) int64 {
	s, ok := value.Add(v, k)
	if !ok {
		fail(at, "too much is added to dice")
	}
	return s
}

func descending(l []int64) []int64 {
	slices.SortFunc(l, func(a, b int64) int { return cmp.Compare(b, a) })
	return l
}

// prim is a call of a primitive; the table of section 3 says what each gives.
func (e *env) prim(x *ir.Expr) val {
	g, at := e.g, x.At
	n := func(i int) int64 { return e.num(x.Args[i]) }
	l := func(i int) []int64 { return e.eval(x.Args[i]).L }
	v := func(i int) val { return e.eval(x.Args[i]) }
	th := func(i int) *thing { return e.thing(x.Args[i]) }
	on := func(i int) space.Body { // a failure off the table
		b, ok := g.body(th(i))
		if !ok {
			fail(at, "%s has no base on the table", th(i).card.Name)
		}
		return b
	}
	spot := func(i int) space.Point { // its centre needs no base
		if th(i).place != onTable {
			fail(at, "%s is not on the table", th(i).card.Name)
		}
		return th(i).at
	}
	both := func(ask func(a, b space.Body) bool) val { // nothing holds off the table
		a, ok := g.body(th(0))
		b, also := g.body(th(1))
		return truth(ok && also && ask(a, b))
	}
	upon := func() (out []*thing) { // of a card, on a thing
		for _, t := range g.on(th(0).num) {
			if int64(t.card.ID) == n(1) && g.awake(t) && e.seen(t) {
				out = append(out, t)
			}
		}
		return out
	}
	way := func(width int64) val {
		a, b := on(0), on(1)
		if width < 0 {
			width = min(a.Narrow(), b.Narrow())
		}
		w := space.Between(a, b, width)
		return list(g.nearest(a, g.which(e.pieces(false, n(0), n(1)), w.Meets)))
	}
	look := func(among []int64) (free int64, barring []int64) {
		s := space.Look(on(0), on(1))
		barring = g.nearest(on(0), g.which(among, s.Block))
		return s.Free(), barring
	}
	solid := func() []int64 { return e.pieces(true, n(0), n(1)) }
	among := func() []int64 {
		return slices.DeleteFunc(solid(), func(t int64) bool { return !slices.Contains(l(2), t) })
	}
	ray := func(through space.Point) val {
		from, to, ok := space.Beam(on(0), through, n(2))
		if !ok {
			return list([]int64{})
		}
		return list(g.nearest(on(0), g.which(e.pieces(false, n(0)), func(b space.Body) bool { return space.InCorridor(from, to, 0, b) })))
	}
	direction := func(to space.Point) val {
		d, ok := space.Direction(spot(0), to)
		if !ok {
			d = th(0).facing
		}
		return num(d)
	}
	switch x.N {
	case ir.PBears:
		return truth(len(upon()) > 0)
	case ir.PNumber:
		return num(int64(len(upon())))
	case ir.PBorne:
		for _, t := range upon() {
			return num(t.num)
		}
		return num(ir.None)
	case ir.PItems:
		out := []int64{}
		for _, t := range g.on(th(0).num) {
			if g.isKind(t.card.Kind, x.Ref) && e.seen(t) {
				out = append(out, t.num)
			}
		}
		return list(out)
	case ir.PIs:
		return truth(int64(th(0).card.ID) == n(1))
	case ir.POpponent:
		if len(g.players) != 2 {
			fail(at, "an opponent among %d players", len(g.players))
		}
		return num(g.players[1-slices.Index(g.players, n(0))])
	case ir.PPlayers:
		return list(slices.Clone(g.players))
	case ir.PActive:
		return num(g.active())
	case ir.PHalfUp:
		return num(ceilDiv(n(0), 2, at))
	case ir.PHalfDown:
		return num(floorDiv(n(0), 2, at))
	case ir.PCeilDiv:
		return num(ceilDiv(n(0), n(1), at))
	case ir.PFloorDiv:
		return num(floorDiv(n(0), n(1), at))
	case ir.PLength:
		return num(mul(n(0), ir.Unit, at))
	case ir.PHalf:
		return num(mul(n(0), ir.Unit/2, at))
	case ir.PHalves:
		return num(ceilDiv(n(0), 2, at))
	case ir.PWholeUp:
		return num(ceilDiv(n(0), ir.Unit, at))
	case ir.PWholeDown:
		return num(floorDiv(n(0), ir.Unit, at))
	case ir.PAtMost, ir.PAtMostL:
		return num(min(n(0), n(1)))
	case ir.PAtLeast, ir.PAtLeastL:
		return num(max(n(0), n(1)))
	case ir.PAbs:
		return num(max(n(0), -n(0)))
	case ir.PHighest, ir.PLowest:
		if len(l(0)) == 0 {
			return num(0)
		} else if x.N == ir.PHighest {
			return num(slices.Max(l(0)))
		}
		return num(slices.Min(l(0)))
	case ir.PWithout:
		out := slices.Clone(l(0))
		if i := slices.Index(out, n(1)); i >= 0 {
			out = slices.Delete(out, i, i+1)
		}
		return list(out)
	case ir.PPlus:
		return list(descending(append(slices.Clone(l(0)), n(1))))
	case ir.PTotal:
		s := int64(0)
		for _, m := range l(0) {
			s = add(s, m, at)
		}
		return num(s)
	case ir.PTimes:
		c := int64(0)
		for _, m := range l(0) {
			if m == n(1) {
				c++
			}
		}
		return num(c)
	case ir.PShares:
		return truth(slices.ContainsFunc(l(0), func(m int64) bool { return slices.Contains(l(1), m) }))
	case ir.PSize:
		if t := x.Args[0].Type; t.Kind == ir.BagType {
			s, stride := int64(0), len(g.p.Bags[t.Ref].Fields)+1
			for i := stride - 1; i < len(l(0)); i += stride {
				s = add(s, l(0)[i], at)
			}
			return num(s)
		}
		return num(int64(len(l(0))))
	case ir.PChance:
		return num(chance(n(0), n(1), n(2), at))
	case ir.PDiceCount:
		c, _, _ := value.Unpack(n(0))
		return num(c)
	case ir.PDiceFaces:
		_, f, _ := value.Unpack(n(0))
		return num(f)
	case ir.PDicePlus:
		_, _, k := value.Unpack(n(0))
		return num(k)
	case ir.PDiceAdd:
		return num(plusDice(n(0), n(1), at))
	case ir.PMeets:
		return truth(n(0) >= n(1))
	case ir.PImprove:
		return num(sub(n(0), n(1), at))
	case ir.PWorsen:
		return num(add(n(0), n(1), at))
	case ir.PDistance:
		return num(space.Distance(on(0), on(1)))
	case ir.PDistanceTo:
		return num(space.DistanceToPoint(on(0), toPoint(v(1))))
	case ir.PWithin:
		return both(func(a, b space.Body) bool { return space.Within(a, b, n(2)) })
	case ir.PWithinPoint:
		a, ok := g.body(th(0))
		return truth(ok && space.Within(disc(v(1)), a, n(2)))
	case ir.PInside:
		return both(space.Inside)
	case ir.PWhollyInside:
		return both(func(a, b space.Body) bool { return space.Contains(b, a) })
	case ir.PInsidePoint:
		b, ok := g.body(th(1))
		return truth(ok && space.Inside(disc(v(0)), b))
	case ir.PTouching:
		return both(space.Contact)
	case ir.PPosition:
		return ofPoint(spot(0))
	case ir.PElevation:
		if th(0).place != onTable {
			return num(0)
		}
		return num(th(0).at.Z)
	case ir.PPoint:
		return list([]int64{n(0), n(1), 0})
	case ir.PPoint3:
		return list([]int64{n(0), n(1), n(2)})
	case ir.PToward:
		return list(space.Toward(on(0), on(1), n(2)))
	case ir.PPathLength:
		return num(space.PathLength(l(0)))
	case ir.POnTable:
		return truth(th(0).place == onTable)
	case ir.PTableWidth:
		return num(laid(g.width, at))
	case ir.PTableHeight:
		return num(laid(g.depth, at))
	case ir.PHidden:
		return truth(th(0).hidden)
	case ir.PVisibleTo:
		return truth(g.sees(th(0), n(1)))
	case ir.PInPlay:
		t := g.things[n(0)]
		return truth(t != nil && g.inPlay(t))
	case ir.PWidth:
		b, _ := g.body(th(0))
		return num(b.Width)
	case ir.PHeight:
		b, _ := g.body(th(0))
		return num(b.Tall)
	case ir.PTop:
		if b, _ := g.body(th(0)); th(0).place == onTable {
			return num(add(b.At.Z, b.Tall, at))
		}
		return num(0)
	case ir.PVerticalGap:
		_, gap := space.Gap3(on(0), on(1))
		return num(gap)
	case ir.PEdgeDistance:
		return num(space.EdgeDistance(on(0), laid(g.width, at), laid(g.depth, at)))
	case ir.PDirect:
		p := spot(0)
		return list(append([]int64{p.X, p.Y, p.Z}, l(1)...))
	case ir.PIsPlayer:
		return truth(th(0).owner == n(1))
	case ir.PEndOf:
		if len(l(0)) < 3 {
			fail(at, "a path without places")
		}
		return list(slices.Clone(l(0)[len(l(0))-3:]))
	case ir.POnly:
		return list(slices.DeleteFunc(slices.Clone(l(0)), func(t int64) bool { return !g.isKind(g.thing(t, at).card.Kind, x.Ref) }))
	case ir.PNearestTo:
		to := on(1)
		m := slices.DeleteFunc(slices.Clone(l(0)), func(t int64) bool { _, ok := g.body(g.thing(t, at)); return !ok })
		far := func(t int64) int64 { b, _ := g.body(g.things[t]); return space.Distance(b, to) }
		return list(slices.DeleteFunc(slices.Clone(m), func(t int64) bool {
			return slices.ContainsFunc(m, func(o int64) bool { return far(o) < far(t) })
		}))
	case ir.PX, ir.PY, ir.PZ:
		return num(l(0)[x.N-ir.PX])
	case ir.PAround:
		return list(g.which(e.pieces(false), func(b space.Body) bool { return space.Within(disc(v(0)), b, n(1)) }))
	case ir.PAroundPiece:
		a := on(0)
		return list(g.which(e.pieces(false, n(0)), func(b space.Body) bool { return space.Within(a, b, n(1)) }))
	case ir.PSees, ir.PLines:
		free, _ := look(solid())
		return sight(x.N == ir.PSees, free)
	case ir.PSeesPast, ir.PLinesPast:
		free, _ := look(among())
		return sight(x.N == ir.PSeesPast, free)
	case ir.PBlockers:
		_, barring := look(solid())
		return list(barring)
	case ir.PCorridor:
		return way(-1)
	case ir.PCorridorWide:
		return way(max(0, n(2)))
	case ir.PRay:
		return ray(spot(1))
	case ir.PRayTo:
		return ray(toPoint(v(1)))
	case ir.PFacing:
		return num(th(0).facing)
	case ir.PDirection:
		return direction(spot(1))
	case ir.PDirectionTo:
		return direction(toPoint(v(1)))
	case ir.PAngle:
		return num(space.Angle(n(0), n(1)))
	case ir.PInArc:
		return both(func(a, b space.Body) bool { return space.InArc(a, b, n(2), n(3)) })
	case ir.PPointAt:
		return ofPoint(space.PointAt(spot(0), turned(n(1))*1000, n(2)))
	case ir.PPointFrom:
		return ofPoint(space.PointAt(toPoint(v(0)), turned(n(1))*1000, n(2)))
	case ir.PPointAlong:
		p, _ := space.PointAlong(l(0), n(1))
		return ofPoint(p)
	case ir.PLegs:
		return list(space.Legs(l(0)))
	case ir.PHeadings:
		return list(space.Headings(l(0)))
	case ir.PSharpest:
		return num(space.Sharpest(l(0)))
	case ir.PCrosses, ir.PPasses:
		r := int64(0)
		if x.N == ir.PPasses {
			r = n(2)
		}
		b, ok := g.body(th(1))
		return truth(ok && space.Passes(l(0), b, r))
	case ir.PLengthIn:
		if b, ok := g.body(th(1)); ok {
			return num(space.LengthIn(l(0), b, 0))
		}
		return num(0)
	case ir.PThen:
		return list(append(slices.Clone(l(0)), l(1)...))
	}
	fail(at, "unknown primitive %d", x.N)
	return val{}
}

func sight(any bool, free int64) val {
	if any {
		return truth(free > 0)
	}
	return num(free)
}

// laid is a side of the table, which a script lays.
func laid(n int64, at source.Span) int64 {
	if n == ir.None {
		fail(at, "no table has been laid")
	}
	return n
}

// turned is a direction within 0 to 359 degrees.
func turned(d int64) int64 { return (d%360 + 360) % 360 }

// chance is how many thousandths, rounded down, it is likely that the best of n dice of f faces reaches need.
func chance(n, f, need int64, at source.Span) int64 {
	if n <= 0 {
		return 0
	}
	if f <= 0 {
		fail(at, "a die of %d faces", f)
	}
	miss := big.NewRat(max(0, min(need-1, f)), f)
	all := big.NewRat(1, 1)
	for range n {
		all.Mul(all, miss)
	}
	hit := new(big.Rat).Mul(new(big.Rat).Sub(big.NewRat(1, 1), all), big.NewRat(1000, 1))
	return new(big.Int).Div(hit.Num(), hit.Denom()).Int64()
}
