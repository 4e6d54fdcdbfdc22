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
func (g *game) body(t *thing) (b space.Body, ok bool) {
	b = space.Body{At: t.at, Facing: t.facing * 1000}
	s := g.p.Kinds[t.card.Kind].Body
	if s == nil {
		return b, false
	}
	e := &env{g: g, self: t.num, view: ir.None}
	side := func(x *ir.Expr) int64 {
		if x == nil {
			return 0
		}
		return max(0, e.num(x))
	}
	b.Rect, b.Width, b.Depth, b.Tall = s.Rect, side(s.Width), side(s.Depth), side(s.Tall)
	return b, t.place == onTable && !t.gone
}

// pieces are the things on the table that take up room, by arrival; with solid, only those that are tall.
func (e *env) pieces(solid bool, not ...int64) []int64 {
	return nums(keep(e.g.all(), func(t *thing) bool {
		b, ok := e.g.body(t)
		return ok && e.seen(t) && !slices.Contains(not, t.num) && (!solid || b.Tall > 0)
	}))
}

// nearest sorts things by their distance from a base; the equally near keep their order.
func (g *game) nearest(a space.Body, l []int64) val {
	far := func(n int64) int64 { b, _ := g.body(g.things[n]); return space.Distance(a, b) }
	slices.SortStableFunc(l, func(x, y int64) int { return cmp.Compare(far(x), far(y)) })
	return list(l)
}

func (g *game) which(l []int64, ok func(space.Body) bool) []int64 {
	return keep(l, func(n int64) bool { b, _ := g.body(g.things[n]); return ok(b) })
}

// keep is the members of a list that fit, in a list of its own.
func keep[T any](l []T, ok func(T) bool) []T {
	return slices.DeleteFunc(append([]T{}, l...), func(m T) bool { return !ok(m) })
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

// call is a call of a primitive; its methods are its arguments.
type call struct {
	*env
	x *ir.Expr
}

func (c call) n(i int) int64                 { return c.num(c.x.Args[i]) }
func (c call) v(i int) val                   { return c.eval(c.x.Args[i]) }
func (c call) l(i int) []int64               { return c.v(i).L }
func (c call) th(i int) *thing               { return c.thing(c.x.Args[i]) }
func (c call) p(i int) space.Point           { return toPoint(c.v(i)) }
func (c call) base(i int) (space.Body, bool) { return c.g.body(c.th(i)) }

// on is a base; a failure off the table.
func (c call) on(i int) space.Body {
	b, ok := c.base(i)
	if !ok {
		fail(c.x.At, "%s has no base on the table", c.th(i).card.Name)
	}
	return b
}

// spot is the centre of a thing on the table, which needs no base.
func (c call) spot(i int) space.Point {
	if t := c.th(i); t.gone || t.place != onTable {
		fail(c.x.At, "%s is not on the table", c.th(i).card.Name)
	}
	return c.th(i).at
}

// laid is a side of the table, which a script lays.
func (c call) laid(n int64) int64 {
	if n == ir.None {
		fail(c.x.At, "no table has been laid")
	}
	return n
}

// upon is what lies on a thing of a card.
func (c call) upon() []*thing {
	return keep(c.g.on(c.th(0).num), func(t *thing) bool {
		return int64(t.card.ID) == c.n(1) && (t.lasts == nil || !t.lasts.asleep) && c.seen(t)
	})
}

func (c call) solid() []int64 { return c.pieces(true, c.n(0), c.n(1)) }
func (c call) among() []int64 {
	return keep(c.solid(), func(n int64) bool { return slices.Contains(c.l(2), n) })
}

func (c call) look(l []int64) (free int64, barring val) {
	s := space.Look(c.on(0), c.on(1))
	barring = c.g.nearest(c.on(0), c.g.which(l, s.Block))
	return s.Free(), barring
}

func (c call) corridor(width int64) val {
	w := space.Between(c.on(0), c.on(1), width)
	return c.g.nearest(c.on(0), c.g.which(c.pieces(false, c.n(0), c.n(1)), w.Meets))
}

func (c call) ray(through space.Point) val {
	from, to, ok := space.Beam(c.on(0), through, c.n(2))
	return c.g.nearest(c.on(0), c.g.which(c.pieces(false, c.n(0)), func(b space.Body) bool { return ok && space.InCorridor(from, to, 0, b) }))
}

func (c call) direction(to space.Point) val {
	if d, ok := space.Direction(c.spot(0), to); ok {
		return num(d)
	}
	return num(c.th(0).facing) // the same place lies ahead
}

func (c call) nearestTo() []int64 {
	to := c.on(1)
	l := keep(c.l(0), func(n int64) bool { _, ok := c.g.body(c.g.thing(n, c.x.At)); return ok })
	far := func(n int64) int64 { b, _ := c.g.body(c.g.things[n]); return space.Distance(b, to) }
	return keep(l, func(n int64) bool { return !slices.ContainsFunc(l, func(o int64) bool { return far(o) < far(n) }) })
}

func (c call) size() int64 {
	t, l := c.x.Args[0].Type, c.l(0)
	if t.Kind != ir.BagType {
		return int64(len(l))
	}
	s, stride := int64(0), len(c.g.p.Bags[t.Ref].Fields)+1
	for i := stride - 1; i < len(l); i += stride {
		s = add(s, l[i], c.x.At)
	}
	return s
}

func (c call) total() (s int64) {
	for _, m := range c.l(0) {
		s = add(s, m, c.x.At)
	}
	return s
}

func (c call) without() []int64 {
	out := slices.Clone(c.l(0))
	if i := slices.Index(out, c.n(1)); i >= 0 {
		return slices.Delete(out, i, i+1)
	}
	return out
}

// chance is how many thousandths, rounded down, it is likely that the best of n dice of f faces reaches need.
func (c call) chance(n, f, need int64) int64 {
	if n <= 0 {
		return 0
	} else if f <= 0 {
		fail(c.x.At, "a die of %d faces", f)
	}
	all := big.NewRat(1, 1)
	for range n {
		all.Mul(all, big.NewRat(max(0, min(need-1, f)), f))
	}
	hit := new(big.Rat).Mul(new(big.Rat).Sub(big.NewRat(1, 1), all), big.NewRat(1000, 1))
	return new(big.Int).Div(hit.Num(), hit.Denom()).Int64()
}

// The shapes of primitives: of one and two numbers, a question, a question about two bases, a number, a list.
func ofOne(f func(a int64, at source.Span) int64) func(call) val {
	return func(c call) val { return num(f(c.n(0), c.x.At)) }
}
func ofTwo(f func(a, b int64, at source.Span) int64) func(call) val {
	return func(c call) val { return num(f(c.n(0), c.n(1), c.x.At)) }
}
func ask(f func(call) bool) func(call) val { return func(c call) val { return truth(f(c)) } }
func ofBases(f func(c call, a, b space.Body) bool) func(call) val {
	return func(c call) val {
		a, ok := c.base(0)
		b, also := c.base(1)
		return truth(ok && also && f(c, a, b))
	}
}
func count(f func(call) int64) func(call) val  { return func(c call) val { return num(f(c)) } }
func many(f func(call) []int64) func(call) val { return func(c call) val { return list(f(c)) } }
func place(f func(call) space.Point) func(call) val {
	return func(c call) val { return ofPoint(f(c)) }
}

// turned is a direction within 0 to 359 degrees.
func turned(d int64) int64 { return (d%360 + 360) % 360 }

func smaller(a, b int64, _ source.Span) int64 { return min(a, b) }
func larger(a, b int64, _ source.Span) int64  { return max(a, b) }
func by(n int64) func(a int64, at source.Span) int64 {
	return func(a int64, at source.Span) int64 { return mul(a, n, at) }
}
func up(n int64) func(a int64, at source.Span) int64 {
	return func(a int64, at source.Span) int64 { return ceilDiv(a, n, at) }
}
func down(n int64) func(a int64, at source.Span) int64 {
	return func(a int64, at source.Span) int64 { return floorDiv(a, n, at) }
}

// prims are the primitives; the table of section 3 says what each gives.
var prims map[int64]func(call) val

func init() {
	prims = map[int64]func(call) val{
		ir.PBears:  ask(func(c call) bool { return len(c.upon()) > 0 }),
		ir.PNumber: count(func(c call) int64 { return int64(len(c.upon())) }),
		ir.PBorne: count(func(c call) int64 {
			for _, t := range c.upon() {
				return t.num
			}
			return ir.None
		}),
		ir.PItems: many(func(c call) []int64 {
			return nums(keep(c.g.on(c.th(0).num), func(t *thing) bool { return c.g.isKind(t.card.Kind, c.x.Ref) && c.seen(t) }))
		}),
		ir.PIs: ask(func(c call) bool { return int64(c.th(0).card.ID) == c.n(1) }),
		ir.POpponent: count(func(c call) int64 {
			if len(c.g.players) != 2 {
				fail(c.x.At, "an opponent among %d players", len(c.g.players))
			}
			return c.g.players[1-slices.Index(c.g.players, c.n(0))]
		}),
		ir.PPlayers:   many(func(c call) []int64 { return slices.Clone(c.g.players) }),
		ir.PActive:    count(func(c call) int64 { return c.g.active() }),
		ir.PHalfUp:    ofOne(up(2)),
		ir.PHalfDown:  ofOne(down(2)),
		ir.PCeilDiv:   ofTwo(ceilDiv),
		ir.PFloorDiv:  ofTwo(floorDiv),
		ir.PLength:    ofOne(by(ir.Unit)),
		ir.PHalf:      ofOne(by(ir.Unit / 2)),
		ir.PHalves:    ofOne(up(2)),
		ir.PWholeUp:   ofOne(up(ir.Unit)),
		ir.PWholeDown: ofOne(down(ir.Unit)),
		ir.PAtMost:    ofTwo(smaller),
		ir.PAtLeast:   ofTwo(larger),
		ir.PAtMostL:   ofTwo(smaller),
		ir.PAtLeastL:  ofTwo(larger),
		ir.PAbs:       ofOne(func(a int64, _ source.Span) int64 { return max(a, -a) }),
		ir.PHighest:   count(func(c call) int64 { return slices.Max(append(descending(slices.Clone(c.l(0))), orZero(c.l(0))...)) }),
		ir.PLowest:    count(func(c call) int64 { return slices.Min(append(descending(slices.Clone(c.l(0))), orZero(c.l(0))...)) }),
		ir.PWithout:   many(call.without),
		ir.PPlus:      many(func(c call) []int64 { return descending(append(slices.Clone(c.l(0)), c.n(1))) }),
		ir.PTotal:     count(call.total),
		ir.PTimes:     count(func(c call) int64 { return int64(len(keep(c.l(0), func(m int64) bool { return m == c.n(1) }))) }),
		ir.PShares: ask(func(c call) bool {
			return len(keep(c.l(0), func(m int64) bool { return slices.Contains(c.l(1), m) })) > 0
		}),
		ir.PSize:         count(call.size),
		ir.PChance:       count(func(c call) int64 { return c.chance(c.n(0), c.n(1), c.n(2)) }),
		ir.PDiceCount:    count(func(c call) int64 { n, _, _ := value.Unpack(c.n(0)); return n }),
		ir.PDiceFaces:    count(func(c call) int64 { _, f, _ := value.Unpack(c.n(0)); return f }),
		ir.PDicePlus:     count(func(c call) int64 { _, _, k := value.Unpack(c.n(0)); return k }),
		ir.PDiceAdd:      ofTwo(plusDice),
		ir.PMeets:        ask(func(c call) bool { return c.n(0) >= c.n(1) }),
		ir.PImprove:      ofTwo(sub),
		ir.PWorsen:       ofTwo(add),
		ir.PDistance:     count(func(c call) int64 { return space.Distance(c.on(0), c.on(1)) }),
		ir.PDistanceTo:   count(func(c call) int64 { return space.DistanceToPoint(c.on(0), c.p(1)) }),
		ir.PWithin:       ofBases(func(c call, a, b space.Body) bool { return space.Within(a, b, c.n(2)) }),
		ir.PWithinPoint:  ask(func(c call) bool { a, ok := c.base(0); return ok && space.Within(disc(c.v(1)), a, c.n(2)) }),
		ir.PInside:       ofBases(func(_ call, a, b space.Body) bool { return space.Inside(a, b) }),
		ir.PWhollyInside: ofBases(func(_ call, a, b space.Body) bool { return space.Contains(b, a) }),
		ir.PInsidePoint:  ask(func(c call) bool { b, ok := c.base(1); return ok && space.Inside(disc(c.v(0)), b) }),
		ir.PTouching:     ofBases(func(_ call, a, b space.Body) bool { return space.Contact(a, b) }),
		ir.PPosition:     place(func(c call) space.Point { return c.spot(0) }),
		ir.PElevation: count(func(c call) int64 {
			if c.th(0).place != onTable {
				return 0
			}
			return c.th(0).at.Z
		}),
		ir.PTop: count(func(c call) int64 {
			if b, _ := c.base(0); c.th(0).place == onTable {
				return add(b.At.Z, b.Tall, c.x.At)
			}
			return 0
		}),
		ir.PPoint:        many(func(c call) []int64 { return []int64{c.n(0), c.n(1), 0} }),
		ir.PPoint3:       many(func(c call) []int64 { return []int64{c.n(0), c.n(1), c.n(2)} }),
		ir.PToward:       many(func(c call) []int64 { return space.Toward(c.on(0), c.on(1), c.n(2)) }),
		ir.PPathLength:   count(func(c call) int64 { return space.PathLength(c.l(0)) }),
		ir.POnTable:      ask(func(c call) bool { return !c.th(0).gone && c.th(0).place == onTable }),
		ir.PTableWidth:   count(func(c call) int64 { return c.laid(c.g.width) }),
		ir.PTableHeight:  count(func(c call) int64 { return c.laid(c.g.depth) }),
		ir.PHidden:       ask(func(c call) bool { return c.th(0).hidden }),
		ir.PVisibleTo:    ask(func(c call) bool { return c.g.sees(c.th(0), c.n(1)) }),
		ir.PInPlay:       ask(func(c call) bool { t := c.g.things[c.n(0)]; return t != nil && c.g.inPlay(t) }),
		ir.PWidth:        count(func(c call) int64 { b, _ := c.base(0); return b.Width }),
		ir.PHeight:       count(func(c call) int64 { b, _ := c.base(0); return b.Tall }),
		ir.PVerticalGap:  count(func(c call) int64 { _, gap := space.Gap3(c.on(0), c.on(1)); return gap }),
		ir.PEdgeDistance: count(func(c call) int64 { return space.EdgeDistance(c.on(0), c.laid(c.g.width), c.laid(c.g.depth)) }),
		ir.PDirect:       many(func(c call) []int64 { return append(ofPoint(c.spot(0)).L, c.l(1)...) }),
		ir.PIsPlayer:     ask(func(c call) bool { return c.th(0).owner == c.n(1) }),
		ir.PEndOf:        place(func(c call) space.Point { l := c.l(0); return toPoint(list(l[max(0, len(l)-3):])) }),
		ir.POnly: many(func(c call) []int64 {
			return keep(c.l(0), func(n int64) bool { return c.g.isKind(c.g.thing(n, c.x.At).card.Kind, c.x.Ref) })
		}),
		ir.PNearestTo: many(call.nearestTo),
		ir.PX:         count(func(c call) int64 { return c.p(0).X }),
		ir.PY:         count(func(c call) int64 { return c.p(0).Y }),
		ir.PZ:         count(func(c call) int64 { return c.p(0).Z }),
		ir.PAround: many(func(c call) []int64 {
			return c.g.which(c.pieces(false), func(b space.Body) bool { return space.Within(disc(c.v(0)), b, c.n(1)) })
		}),
		ir.PAroundPiece: many(func(c call) []int64 {
			a := c.on(0)
			return c.g.which(c.pieces(false, c.n(0)), func(b space.Body) bool { return space.Within(a, b, c.n(1)) })
		}),
		ir.PSees:         ask(func(c call) bool { free, _ := c.look(c.solid()); return free > 0 }),
		ir.PSeesPast:     ask(func(c call) bool { free, _ := c.look(c.among()); return free > 0 }),
		ir.PLines:        count(func(c call) int64 { free, _ := c.look(c.solid()); return free }),
		ir.PLinesPast:    count(func(c call) int64 { free, _ := c.look(c.among()); return free }),
		ir.PBlockers:     func(c call) val { _, barring := c.look(c.solid()); return barring },
		ir.PCorridor:     func(c call) val { return c.corridor(min(c.on(0).Narrow(), c.on(1).Narrow())) },
		ir.PCorridorWide: func(c call) val { return c.corridor(max(0, c.n(2))) },
		ir.PRay:          func(c call) val { return c.ray(c.spot(1)) },
		ir.PRayTo:        func(c call) val { return c.ray(c.p(1)) },
		ir.PFacing:       count(func(c call) int64 { return c.th(0).facing }),
		ir.PDirection:    func(c call) val { return c.direction(c.spot(1)) },
		ir.PDirectionTo:  func(c call) val { return c.direction(c.p(1)) },
		ir.PAngle:        count(func(c call) int64 { return space.Angle(c.n(0), c.n(1)) }),
		ir.PInArc:        ofBases(func(c call, a, b space.Body) bool { return space.InArc(a, b, c.n(2), c.n(3)) }),
		ir.PPointAt:      place(func(c call) space.Point { return space.PointAt(c.spot(0), turned(c.n(1))*1000, c.n(2)) }),
		ir.PPointFrom:    place(func(c call) space.Point { return space.PointAt(c.p(0), turned(c.n(1))*1000, c.n(2)) }),
		ir.PPointAlong:   place(func(c call) space.Point { p, _ := space.PointAlong(c.l(0), c.n(1)); return p }),
		ir.PLegs:         many(func(c call) []int64 { return space.Legs(c.l(0)) }),
		ir.PHeadings:     many(func(c call) []int64 { return space.Headings(c.l(0)) }),
		ir.PSharpest:     count(func(c call) int64 { return space.Sharpest(c.l(0)) }),
		ir.PCrosses:      ask(func(c call) bool { b, ok := c.base(1); return ok && space.Passes(c.l(0), b, 0) }),
		ir.PPasses:       ask(func(c call) bool { b, ok := c.base(1); return ok && space.Passes(c.l(0), b, c.n(2)) }),
		ir.PLengthIn: count(func(c call) int64 {
			if b, ok := c.base(1); ok {
				return space.LengthIn(c.l(0), b, 0)
			}
			return 0
		}),
		ir.PThen: many(func(c call) []int64 { return append(slices.Clone(c.l(0)), c.l(1)...) }),
	}
}

// orZero is 0 in place of the members of an empty list.
func orZero(l []int64) []int64 {
	if len(l) == 0 {
		return []int64{0}
	}
	return nil
}
