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

// call is a call of a primitive; its methods are its arguments.
type call struct {
	*env
	x *ir.Expr
}

func (c call) v(i int) val                   { return c.arg(c.x, i) }
func (c call) n(i int) int64                 { return c.v(i)[0] }
func (c call) th(i int) *thing               { return c.thing(c.x.Args[i]) }
func (c call) p(i int) space.Point           { return toPoint(c.v(i)) }
func (c call) base(i int) (space.Body, bool) { return c.body(c.th(i)) }

// on is a base; a failure off the table.
func (c call) on(i int) space.Body {
	b, ok := c.base(i)
	must(ok, c.x.At, "%s has no base on the table", c.th(i).card.Name)
	return b
}

// spot is the centre of a thing on the table, which needs no base.
func (c call) spot(i int) space.Point {
	t := c.th(i)
	must(!t.gone && t.where == onTable, c.x.At, "%s is not on the table", t.card.Name)
	return t.at
}

// laid is the sides of the table, which a script lays.
func (c call) laid() (width, depth int64) {
	must(c.width != ir.None, c.x.At, "no table has been laid")
	return c.width, c.depth
}

// upon is what lies on a thing and fits, in view.
func (c call) upon(fits func(t *thing) bool) val {
	return nums(keep(c.game.on(c.th(0)), func(t *thing) bool { return fits(t) && c.seen(t) }))
}

// borne is what lies on a thing of a card, and is awake.
func (c call) borne() val {
	card := c.n(1)
	return c.upon(func(t *thing) bool { return int64(t.card.ID) == card && !t.asleep() })
}

// body is the base of a thing; ok is false off the table and without a body.
func (g *game) body(t *thing) (b space.Body, ok bool) {
	if t.gone || t.where != onTable {
		return b, false
	}
	return g.shape(t), g.p.Kinds[t.card.Kind].Body != nil
}

// shape is how much room a thing takes up, wherever it is.
func (g *game) shape(t *thing) space.Body {
	s, in := g.p.Kinds[t.card.Kind].Body, g.inner(t.num)
	if s == nil {
		return space.Body{At: t.at}
	}
	side := func(x *ir.Expr) int64 { return max(0, in.or(x, 0)) }
	return space.Body{At: t.at, Facing: t.facing * 1000, Rect: s.Rect, Width: side(s.Width), Depth: side(s.Depth), Tall: side(s.Tall)}
}

// standing is a thing that stands on the table, with its base.
type standing struct {
	*thing
	base space.Body
}

// pieces are the things on the table that take up room and are in view, by arrival.
func (g *game) pieces(not ...int64) (out []standing) {
	for _, t := range g.things {
		if b, ok := g.body(t); ok && g.seen(t) && !slices.Contains(not, t.num) {
			out = append(out, standing{t, b})
		}
	}
	return out
}

func solid(l []standing) []standing { return keep(l, func(p standing) bool { return p.base.Tall > 0 }) }

// near are the pieces whose base fits: from a base, the nearest first, else by arrival.
func near(from *space.Body, l []standing, fits func(space.Body) bool) val {
	l = keep(l, func(p standing) bool { return fits(p.base) })
	slices.SortStableFunc(l, func(a, b standing) int {
		if from == nil {
			return 0
		}
		return cmp.Compare(space.Distance(*from, a.base), space.Distance(*from, b.base))
	})
	return mapped(l, func(p standing) int64 { return p.num })
}

// look looks from one base at another: how many lines are free, and what bars the others. Of the solid pieces only
// those of a list stand in the way, if there is one.
func (c call) look() (free int64, barring val) {
	a, s := c.on(0), space.Look(c.on(0), c.on(1))
	barring = near(&a, keep(solid(c.pieces(c.n(0), c.n(1))), func(p standing) bool {
		return len(c.x.Args) < 3 || slices.Contains(c.v(2), p.num)
	}), s.Block)
	return s.Free(), barring
}
func (c call) lines() int64 { free, _ := c.look(); return free }

func (c call) corridor(width int64) val {
	a, way := c.on(0), space.Between(c.on(0), c.on(1), width)
	return near(&a, c.pieces(c.n(0), c.n(1)), way.Meets)
}

func (c call) ray(through space.Point) val {
	a := c.on(0)
	from, to, ok := space.Beam(a, through, c.n(2))
	return near(&a, c.pieces(c.n(0)), func(b space.Body) bool { return ok && space.InCorridor(from, to, 0, b) })
}

func (c call) direction(to space.Point) int64 {
	d, ok := space.Direction(c.spot(0), to)
	return either(ok, d, c.th(0).facing) // the same place lies ahead
}

// nearest are the members of a list whose bases are nearest to a base.
func (c call) nearest() val {
	to, far := c.on(1), map[int64]int64{}
	l := keep(c.v(0), func(n int64) bool {
		b, ok := c.body(c.known(n, c.x.At))
		far[n] = space.Distance(b, to)
		return ok
	})
	return keep(l, func(n int64) bool { return !slices.ContainsFunc(l, func(o int64) bool { return far[o] < far[n] }) })
}

// size is how many members a list has; of a bag, the sum of its counts.
func (c call) size() int64 {
	l, t := c.v(0), c.x.Args[0].Type
	if t.Kind != ir.BagType {
		return int64(len(l))
	}
	rows := groups(l, len(c.game.p.Bags[t.Ref].Fields)+1)
	return total(mapped(rows, func(g val) int64 { return g[len(g)-1] }), c.x.At)
}

// chance is how many thousandths, rounded down, it is likely that the best of n dice of f faces reaches need.
func (c call) chance(n, f, need int64) int64 {
	if n <= 0 {
		return 0
	}
	must(f > 0, c.x.At, "a die of %d faces", f)
	power := func(b int64) *big.Int { return new(big.Int).Exp(big.NewInt(b), big.NewInt(n), nil) }
	all, hits := power(f), new(big.Int)
	hits.Mul(hits.Sub(all, power(max(0, min(need-1, f)))), big.NewInt(1000))
	return hits.Div(hits, all).Int64()
}

func (c call) opponent() int64 {
	must(len(c.players) == 2, c.x.At, "an opponent among %d players", len(c.players))
	return c.players[1-slices.Index(c.players, c.n(0))]
}

func toPoint(l val) space.Point {
	must(len(l) >= 3, source.Span{}, "there is no place")
	return space.Point{X: l[0], Y: l[1], Z: l[2]}
}

func ofPoint(p space.Point) val       { return val{p.X, p.Y, p.Z} }
func endOf(l val) space.Point         { return toPoint(l[max(0, len(l)-3):]) }
func disc(p space.Point) space.Body   { return space.Body{At: p} }
func joined(l val, more ...int64) val { return append(slices.Clone(l), more...) }
func turned(d int64) int64            { return (d%360 + 360) % 360 }
func descending(l val) val            { slices.Sort(l); slices.Reverse(l); return l }
func without(l val, n int64) val {
	if i := slices.Index(l, n); i >= 0 {
		return joined(l[:i], l[i+1:]...)
	}
	return l
}

// The shapes of primitives: a number, of one and of two numbers, a question, about one base and two, a place.
type prim = func(call) val

func number(f func(c call) int64) prim     { return func(c call) val { return num(f(c)) } }
func ask(f func(c call) bool) prim         { return func(c call) val { return truth(f(c)) } }
func spot(f func(c call) space.Point) prim { return func(c call) val { return ofPoint(f(c)) } }
func ofOne(f func(a, by int64, at source.Span) int64, by int64) prim {
	return func(c call) val { return num(f(c.n(0), by, c.x.At)) }
}
func ofTwo(f func(a, b int64, at source.Span) int64) prim {
	return func(c call) val { return num(f(c.n(0), c.n(1), c.x.At)) }
}
func ofBases(f func(c call, a, b space.Body) bool) prim {
	return ask(func(c call) bool {
		a, ok := c.base(0)
		b, also := c.base(1)
		return ok && also && f(c, a, b)
	})
}
func ofBase(i int, f func(c call, b space.Body) bool) prim {
	return ask(func(c call) bool { b, ok := c.base(i); return ok && f(c, b) })
}
func ofDice(i int) prim {
	return number(func(c call) int64 { n, f, k := value.Unpack(c.n(0)); return val{n, f, k}[i] })
}
func coordinate(i int) prim { return number(func(c call) int64 { return ofPoint(c.p(0))[i] }) }
func around(from func(c call) space.Body, not func(c call) val) prim {
	return func(c call) val {
		a := from(c)
		return near(nil, c.pieces(not(c)...), func(b space.Body) bool { return space.Within(a, b, c.n(1)) })
	}
}

// prims are the primitives; the table of section 3 says what each gives.
var prims map[int64]prim

func init() {
	prims = map[int64]prim{
		ir.PHalfUp: ofOne(ceilDiv, 2), ir.PHalfDown: ofOne(floorDiv, 2), ir.PHalves: ofOne(ceilDiv, 2), ir.PHalf: ofOne(mul, ir.Unit/2),
		ir.PWholeUp: ofOne(ceilDiv, ir.Unit), ir.PWholeDown: ofOne(floorDiv, ir.Unit), ir.PLength: ofOne(mul, ir.Unit),
		ir.PCeilDiv: ofTwo(ceilDiv), ir.PFloorDiv: ofTwo(floorDiv), ir.PImprove: ofTwo(sub), ir.PWorsen: ofTwo(add), ir.PDiceAdd: ofTwo(plusDice),
		ir.PAtMost: ofTwo(smaller), ir.PAtMostL: ofTwo(smaller), ir.PAtLeast: ofTwo(larger), ir.PAtLeastL: ofTwo(larger),
		ir.PAbs:       number(func(c call) int64 { return max(c.n(0), -c.n(0)) }),
		ir.PMeets:     ask(func(c call) bool { return c.n(0) >= c.n(1) }),
		ir.PDiceCount: ofDice(0), ir.PDiceFaces: ofDice(1), ir.PDicePlus: ofDice(2),
		ir.PChance: number(func(c call) int64 { return c.chance(c.n(0), c.n(1), c.n(2)) }),

		ir.PSize:    number(call.size),
		ir.PHighest: number(func(c call) int64 { return best(c.v(0), true) }),
		ir.PLowest:  number(func(c call) int64 { return best(c.v(0), false) }),
		ir.PTotal:   number(func(c call) int64 { return total(c.v(0), c.x.At) }),
		ir.PPlus:    func(c call) val { return descending(joined(c.v(0), c.n(1))) },
		ir.PWithout: func(c call) val { return without(c.v(0), c.n(1)) },
		ir.PTimes:   number(func(c call) int64 { return int64(len(keep(c.v(0), func(m int64) bool { return m == c.n(1) }))) }),
		ir.PShares: ask(func(c call) bool {
			return slices.ContainsFunc(c.v(0), func(m int64) bool { return slices.Contains(c.v(1), m) })
		}),

		ir.PBears:  ask(func(c call) bool { return len(c.borne()) > 0 }),
		ir.PNumber: number(func(c call) int64 { return int64(len(c.borne())) }),
		ir.PBorne:  func(c call) val { return append(c.borne(), ir.None)[:1] },
		ir.PItems:  func(c call) val { return c.upon(func(t *thing) bool { return c.isKind(t.card.Kind, c.x.Ref) }) },
		ir.POnly: func(c call) val {
			return keep(c.v(0), func(n int64) bool { return c.isKind(c.known(n, c.x.At).card.Kind, c.x.Ref) })
		},
		ir.PIs:        ask(func(c call) bool { return int64(c.th(0).card.ID) == c.n(1) }),
		ir.PIsPlayer:  ask(func(c call) bool { return c.th(0).owner == c.n(1) }),
		ir.PHidden:    ask(func(c call) bool { return c.th(0).hidden }),
		ir.PVisibleTo: ask(func(c call) bool { return c.visible(c.th(0), c.n(1)) }),
		ir.PInPlay:    ask(func(c call) bool { return c.n(0) >= 0 && c.inPlay(c.th(0)) }),
		ir.POnTable:   ask(func(c call) bool { return !c.th(0).gone && c.th(0).where == onTable }),
		ir.PPlayers:   func(c call) val { return c.players },
		ir.PActive:    number(func(c call) int64 { return c.active() }),
		ir.POpponent:  number(call.opponent),

		ir.PX: coordinate(0), ir.PY: coordinate(1), ir.PZ: coordinate(2),
		ir.PPoint:       func(c call) val { return val{c.n(0), c.n(1), 0} },
		ir.PPoint3:      func(c call) val { return val{c.n(0), c.n(1), c.n(2)} },
		ir.PPosition:    spot(func(c call) space.Point { return c.spot(0) }),
		ir.PTableWidth:  number(func(c call) int64 { w, _ := c.laid(); return w }),
		ir.PTableHeight: number(func(c call) int64 { _, d := c.laid(); return d }),
		ir.PWidth:       number(func(c call) int64 { return c.shape(c.th(0)).Width }),
		ir.PHeight:      number(func(c call) int64 { return c.shape(c.th(0)).Tall }),
		ir.PElevation:   number(func(c call) int64 { return either(c.th(0).where == onTable, c.th(0).at.Z, 0) }),
		ir.PTop: number(func(c call) int64 {
			return either(c.th(0).where == onTable, add(c.th(0).at.Z, c.shape(c.th(0)).Tall, c.x.At), 0)
		}),
		ir.PDistance:     number(func(c call) int64 { return space.Distance(c.on(0), c.on(1)) }),
		ir.PDistanceTo:   number(func(c call) int64 { return space.DistanceToPoint(c.on(0), c.p(1)) }),
		ir.PVerticalGap:  number(func(c call) int64 { _, gap := space.Gap3(c.on(0), c.on(1)); return gap }),
		ir.PEdgeDistance: number(func(c call) int64 { w, d := c.laid(); return space.EdgeDistance(c.on(0), w, d) }),
		ir.PWithin:       ofBases(func(c call, a, b space.Body) bool { return space.Within(a, b, c.n(2)) }),
		ir.PWithinPoint:  ofBase(0, func(c call, a space.Body) bool { return space.Within(disc(c.p(1)), a, c.n(2)) }),
		ir.PInside:       ofBases(func(_ call, a, b space.Body) bool { return space.Inside(a, b) }),
		ir.PInsidePoint:  ofBase(1, func(c call, b space.Body) bool { return space.Inside(disc(c.p(0)), b) }),
		ir.PWhollyInside: ofBases(func(_ call, a, b space.Body) bool { return space.Contains(b, a) }),
		ir.PTouching:     ofBases(func(_ call, a, b space.Body) bool { return space.Contact(a, b) }),
		ir.PNearestTo:    call.nearest,
		ir.PAround:       around(func(c call) space.Body { return disc(c.p(0)) }, func(call) val { return nil }),
		ir.PAroundPiece:  around(func(c call) space.Body { return c.on(0) }, func(c call) val { return c.v(0) }),

		ir.PSees:         ask(func(c call) bool { return c.lines() > 0 }),
		ir.PSeesPast:     ask(func(c call) bool { return c.lines() > 0 }),
		ir.PLines:        number(call.lines),
		ir.PLinesPast:    number(call.lines),
		ir.PBlockers:     func(c call) val { _, barring := c.look(); return barring },
		ir.PCorridor:     func(c call) val { return c.corridor(min(c.on(0).Narrow(), c.on(1).Narrow())) },
		ir.PCorridorWide: func(c call) val { return c.corridor(max(0, c.n(2))) },
		ir.PRay:          func(c call) val { return c.ray(c.spot(1)) },
		ir.PRayTo:        func(c call) val { return c.ray(c.p(1)) },

		ir.PFacing:      number(func(c call) int64 { return c.th(0).facing }),
		ir.PDirection:   number(func(c call) int64 { return c.direction(c.spot(1)) }),
		ir.PDirectionTo: number(func(c call) int64 { return c.direction(c.p(1)) }),
		ir.PAngle:       number(func(c call) int64 { return space.Angle(c.n(0), c.n(1)) }),
		ir.PInArc:       ofBases(func(c call, a, b space.Body) bool { return space.InArc(a, b, c.n(2), c.n(3)) }),
		ir.PPointAt:     spot(func(c call) space.Point { return space.PointAt(c.spot(0), turned(c.n(1))*1000, c.n(2)) }),
		ir.PPointFrom:   spot(func(c call) space.Point { return space.PointAt(c.p(0), turned(c.n(1))*1000, c.n(2)) }),

		ir.PDirect:     func(c call) val { return joined(ofPoint(c.spot(0)), c.v(1)...) },
		ir.PThen:       func(c call) val { return joined(c.v(0), c.v(1)...) },
		ir.PToward:     func(c call) val { return space.Toward(c.on(0), c.on(1), c.n(2)) },
		ir.PEndOf:      spot(func(c call) space.Point { return endOf(c.v(0)) }),
		ir.PPathLength: number(func(c call) int64 { return space.PathLength(c.v(0)) }),
		ir.PPointAlong: spot(func(c call) space.Point { p, _ := space.PointAlong(c.v(0), c.n(1)); return p }),
		ir.PLegs:       func(c call) val { return space.Legs(c.v(0)) },
		ir.PHeadings:   func(c call) val { return space.Headings(c.v(0)) },
		ir.PSharpest:   number(func(c call) int64 { return space.Sharpest(c.v(0)) }),
		ir.PCrosses:    ofBase(1, func(c call, b space.Body) bool { return space.Passes(c.v(0), b, 0) }),
		ir.PPasses:     ofBase(1, func(c call, b space.Body) bool { return space.Passes(c.v(0), b, c.n(2)) }),
		ir.PLengthIn:   number(func(c call) int64 { b, ok := c.base(1); return either(ok, space.LengthIn(c.v(0), b, 0), 0) }),
	}
}
