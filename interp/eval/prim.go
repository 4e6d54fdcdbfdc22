package eval

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/space"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/value"
)

// primitive is the implementation of one primitive: exactly one of the three is set.
type primitive struct {
	i func(*Env, *args) int64
	b func(*Env, *args) bool
	l func(*Env, *args) []int64
}

// args are the evaluated arguments of a primitive; Ref is the kind that items names.
type args struct {
	i   [4]int64
	l   [2][]int64
	ref int
	e   *ir.Expr
}

var primitives = map[int]primitive{
	ir.PBears:     {b: func(v *Env, a *args) bool { return v.number(a.i[0], a.i[1]) > 0 }},
	ir.PNumber:    {i: func(v *Env, a *args) int64 { return v.number(a.i[0], a.i[1]) }},
	ir.PBorne:     {i: borne},
	ir.PItems:     {l: func(v *Env, a *args) []int64 { return v.items(a.i[0], a.ref) }},
	ir.PIs:        {b: func(v *Env, a *args) bool { in := v.Inst(a.i[0], a.e.At); return in != nil && int64(in.Card) == a.i[1] }},
	ir.POpponent:  {i: opponent},
	ir.PPlayers:   {l: players},
	ir.PActive:    {i: active},
	ir.PHalfUp:    {i: func(_ *Env, a *args) int64 { return CeilDiv(a.i[0], 2) }},
	ir.PHalfDown:  {i: func(_ *Env, a *args) int64 { return FloorDiv(a.i[0], 2) }},
	ir.PCeilDiv:   {i: func(v *Env, a *args) int64 { return v.divide(a, CeilDiv) }},
	ir.PFloorDiv:  {i: func(v *Env, a *args) int64 { return v.divide(a, FloorDiv) }},
	ir.PLength:    {i: func(_ *Env, a *args) int64 { return a.i[0] * ir.Unit }},
	ir.PHalf:      {i: func(_ *Env, a *args) int64 { return a.i[0] * ir.Unit / 2 }},
	ir.PHalves:    {i: func(_ *Env, a *args) int64 { return CeilDiv(a.i[0], 2) }},
	ir.PWholeUp:   {i: func(_ *Env, a *args) int64 { return CeilDiv(a.i[0], ir.Unit) }},
	ir.PWholeDown: {i: func(_ *Env, a *args) int64 { return FloorDiv(a.i[0], ir.Unit) }},
	ir.PAtMost:    {i: func(_ *Env, a *args) int64 { return min(a.i[0], a.i[1]) }},
	ir.PAtLeast:   {i: func(_ *Env, a *args) int64 { return max(a.i[0], a.i[1]) }},
	ir.PAtMostL:   {i: func(_ *Env, a *args) int64 { return min(a.i[0], a.i[1]) }},
	ir.PAtLeastL:  {i: func(_ *Env, a *args) int64 { return max(a.i[0], a.i[1]) }},
	ir.PAbs:       {i: func(_ *Env, a *args) int64 { return abs(a.i[0]) }},
	ir.PHighest:   {i: func(_ *Env, a *args) int64 { return extreme(a.l[0], true) }},
	ir.PLowest:    {i: func(_ *Env, a *args) int64 { return extreme(a.l[0], false) }},
	ir.PWithout:   {l: without},
	ir.PPlus:      {l: plus},
	ir.PTotal:     {i: total},
	ir.PTimes:     {i: times},
	ir.PShares:    {b: shares},
	ir.PSize:      {i: size},
	ir.PChance:    {i: func(v *Env, a *args) int64 { return chance(a.i[0], a.i[1], a.i[2]) }},
	ir.PDiceCount: {i: func(_ *Env, a *args) int64 { x, _, _ := value.Unpack(a.i[0]); return x }},
	ir.PDiceFaces: {i: func(_ *Env, a *args) int64 { _, x, _ := value.Unpack(a.i[0]); return x }},
	ir.PDicePlus:  {i: func(_ *Env, a *args) int64 { _, _, x := value.Unpack(a.i[0]); return x }},
	ir.PDiceAdd:   {i: func(_ *Env, a *args) int64 { return a.i[0] + a.i[1] }},
	ir.PMeets:     {b: func(_ *Env, a *args) bool { return a.i[0] >= a.i[1] }},
	ir.PImprove:   {i: func(_ *Env, a *args) int64 { return a.i[0] - a.i[1] }},
	ir.PWorsen:    {i: func(_ *Env, a *args) int64 { return a.i[0] + a.i[1] }},
	ir.PDistance: {i: func(v *Env, a *args) int64 {
		x, y, ok := v.two(a)
		if !ok {
			return 0
		}
		return space.Distance(x, y)
	}},
	ir.PDistanceTo: {i: func(v *Env, a *args) int64 {
		x, ok := v.Body(a.i[0])
		if !ok || len(a.l[0]) < 3 {
			v.Fail(a.e.At, "it is not on the table")
			return 0
		}
		return space.DistanceToPoint(x, space.Point{X: a.l[0][0], Y: a.l[0][1], Z: a.l[0][2]})
	}},
	ir.PWithin: {b: func(v *Env, a *args) bool {
		x, ok := v.Body(a.i[0])
		y, also := v.Body(a.i[1])
		return ok && also && space.Within(x, y, a.i[2])
	}},
	ir.PInside: {b: func(v *Env, a *args) bool {
		x, ok := v.Body(a.i[0])
		y, also := v.Body(a.i[1])
		return ok && also && space.Inside(x, y)
	}},
	ir.PPosition: {l: func(v *Env, a *args) []int64 {
		in := v.Inst(a.i[0], a.e.At)
		if in == nil || in.Where != state.OnTable {
			v.Fail(a.e.At, "it is not on the table")
			return []int64{0, 0, 0}
		}
		return []int64{in.X, in.Y, in.Z}
	}},
	ir.PElevation: {i: func(v *Env, a *args) int64 {
		if in := v.Inst(a.i[0], a.e.At); in != nil && in.Where == state.OnTable {
			return in.Z
		}
		return 0
	}},
	ir.PTouching: {b: func(v *Env, a *args) bool {
		x, ok := v.Body(a.i[0])
		y, also := v.Body(a.i[1])
		return ok && also && space.Contact(x, y)
	}},
	ir.PPoint: {l: func(_ *Env, a *args) []int64 { return []int64{a.i[0], a.i[1], 0} }},
	ir.PToward: {l: func(v *Env, a *args) []int64 {
		x, y, ok := v.two(a)
		if !ok {
			return nil
		}
		return space.Toward(x, y, a.i[2])
	}},
	ir.PPoint3: {l: func(_ *Env, a *args) []int64 { return []int64{a.i[0], a.i[1], a.i[2]} }},
	ir.PEndOf: {l: func(v *Env, a *args) []int64 {
		if n := len(a.l[0]); n >= 3 {
			return a.l[0][n-3:]
		}
		v.Fail(a.e.At, "the path has no end")
		return []int64{0, 0, 0}
	}},
	ir.PPathLength: {i: func(_ *Env, a *args) int64 { return space.PathLength(a.l[0]) }},
	ir.POnTable: {b: func(v *Env, a *args) bool {
		in := v.Inst(a.i[0], a.e.At)
		return in != nil && in.Where == state.OnTable
	}},
	ir.PTableWidth:  {i: func(v *Env, _ *args) int64 { return v.S.Width }},
	ir.PTableHeight: {i: func(v *Env, _ *args) int64 { return v.S.Depth }},
	ir.PHidden: {b: func(v *Env, a *args) bool {
		in := v.Inst(a.i[0], a.e.At)
		return in != nil && in.Hidden
	}},
	ir.PVisibleTo: {b: func(v *Env, a *args) bool { return v.Visible(a.i[0], int32(a.i[1])) }},
	ir.PInPlay:    {b: func(v *Env, a *args) bool { return inPlay(v.S, a.i[0]) }},
	ir.PWidth: {i: func(v *Env, a *args) int64 {
		x, ok := v.shape(a.i[0])
		if !ok {
			v.Fail(a.e.At, "it has no base")
		}
		return x.Width
	}},
	ir.PDirect: {l: func(v *Env, a *args) []int64 {
		in := v.Inst(a.i[0], a.e.At)
		if in == nil || len(a.l[0]) < 3 {
			return nil
		}
		return append([]int64{in.X, in.Y, in.Z}, a.l[0][:3]...)
	}},
	ir.PIsPlayer: {b: func(v *Env, a *args) bool {
		in := v.Inst(a.i[0], a.e.At)
		return in != nil && int64(in.Owner) == a.i[1]
	}},
}

// Implemented lists the primitives that have an implementation.
func Implemented() map[int]bool {
	out := map[int]bool{}
	for n := range primitives {
		out[n] = true
	}
	return out
}

// arguments compiles the evaluation of a primitive's arguments.
func (c *Compiled) arguments(e *ir.Expr) func(*Env, *args) {
	var ints []Int
	var lists []List
	for _, x := range e.Args {
		if x.Type.IsList() {
			lists = append(lists, c.List(x))
		} else if x.Type.Kind != ir.TextType {
			ints = append(ints, c.Int(x))
		}
	}
	switch {
	case len(ints) == 2 && len(lists) == 0:
		f, g := ints[0], ints[1]
		return func(v *Env, a *args) { a.i[0] = f(v); a.i[1] = g(v) }
	case len(ints) == 1 && len(lists) == 0:
		f := ints[0]
		return func(v *Env, a *args) { a.i[0] = f(v) }
	}
	return func(v *Env, a *args) {
		for i, f := range ints {
			a.i[i] = f(v)
		}
		for i, f := range lists {
			a.l[i] = f(v)
		}
	}
}

func (c *Compiled) primInt(e *ir.Expr) Int {
	fill, p := c.arguments(e), primitives[int(e.N)]
	if p.i == nil {
		return func(v *Env) int64 { v.Fail(e.At, "this is no number"); return 0 }
	}
	f, ref := p.i, e.Ref
	if e.N == ir.PAtMost || e.N == ir.PAtMostL || e.N == ir.PAtLeast || e.N == ir.PAtLeastL {
		a, b := c.Int(e.Args[0]), c.Int(e.Args[1])
		if e.N == ir.PAtMost || e.N == ir.PAtMostL {
			return func(v *Env) int64 { return min(a(v), b(v)) }
		}
		return func(v *Env) int64 { return max(a(v), b(v)) }
	}
	return func(v *Env) int64 {
		a := v.args(e, ref)
		fill(v, a)
		x := f(v, a)
		v.argn--
		return x
	}
}

func (c *Compiled) primBool(e *ir.Expr) Bool {
	fill, p := c.arguments(e), primitives[int(e.N)]
	f, ref := p.b, e.Ref
	if f == nil {
		return func(v *Env) bool { v.Fail(e.At, "this is no condition"); return false }
	}
	return func(v *Env) bool {
		a := v.args(e, ref)
		fill(v, a)
		x := f(v, a)
		v.argn--
		return x
	}
}

func (c *Compiled) primList(e *ir.Expr) List {
	fill, p := c.arguments(e), primitives[int(e.N)]
	f, ref := p.l, e.Ref
	if f == nil {
		return func(v *Env) []int64 { v.Fail(e.At, "this is no list"); return nil }
	}
	return func(v *Env) []int64 {
		a := v.args(e, ref)
		fill(v, a)
		x := f(v, a)
		v.argn--
		return x
	}
}

// args takes a record of arguments from the environment's own small stack, so that calls of
// primitives, nested ones too, allocate nothing.
func (v *Env) args(e *ir.Expr, ref int) *args {
	if v.argn == len(v.argv) {
		v.argv = append(v.argv, new(args))
	}
	a := v.argv[v.argn]
	v.argn++
	a.e, a.ref = e, ref
	return a
}

func (v *Env) number(n, card int64) int64 {
	count := int64(0)
	for i := range v.S.Insts {
		in := &v.S.Insts[i]
		if in.Where == state.OnInst && int64(in.Ref) == n && int64(in.Card) == card && !in.Dormant() && v.Seen(int64(i)) {
			count++
		}
	}
	return count
}

func borne(v *Env, a *args) int64 {
	best := ir.None
	for i := range v.S.Insts {
		in := &v.S.Insts[i]
		if in.Where == state.OnInst && int64(in.Ref) == a.i[0] && int64(in.Card) == a.i[1] && v.Seen(int64(i)) &&
			(best == ir.None || in.Arrival < v.S.Insts[best].Arrival) {
			best = int64(i)
		}
	}
	return best
}

func (v *Env) items(n int64, kind int) []int64 {
	var out []int64
	for i := range v.S.Insts {
		in := &v.S.Insts[i]
		if in.Where == state.OnInst && int64(in.Ref) == n && v.IsKind(int64(i), kind) && v.Seen(int64(i)) {
			out = append(out, int64(i))
		}
	}
	v.byArrival(out)
	return out
}

func opponent(v *Env, a *args) int64 {
	if v.S.Players != 2 || a.i[0] < 0 || a.i[0] > 1 {
		v.Fail(a.e.At, "there is no single opponent among %d players", v.S.Players)
		return 0
	}
	return 1 - a.i[0]
}

func players(v *Env, _ *args) []int64 {
	out := make([]int64, v.S.Players)
	for i := range out {
		out[i] = int64(i)
	}
	return out
}

func active(v *Env, _ *args) int64 {
	if p := v.Active(); p >= 0 {
		return int64(p)
	}
	return ir.None
}

func (v *Env) divide(a *args, f func(x, y int64) int64) int64 {
	if a.i[1] == 0 {
		v.Fail(a.e.At, "division by 0")
		return 0
	}
	return f(a.i[0], a.i[1])
}

func extreme(l []int64, high bool) int64 {
	best := int64(0)
	for i, x := range l {
		if i == 0 || (x > best) == high && x != best {
			best = x
		}
	}
	return best
}

func without(_ *Env, a *args) []int64 {
	if i := slices.Index(a.l[0], a.i[0]); i >= 0 {
		return slices.Delete(slices.Clone(a.l[0]), i, i+1)
	}
	return a.l[0]
}

func plus(_ *Env, a *args) []int64 {
	out := append(slices.Clone(a.l[0]), a.i[0])
	for i := len(out) - 1; i > 0 && out[i] > out[i-1]; i-- {
		out[i], out[i-1] = out[i-1], out[i]
	}
	return out
}

func total(_ *Env, a *args) int64 {
	n := int64(0)
	for _, x := range a.l[0] {
		n += x
	}
	return n
}

func times(_ *Env, a *args) int64 {
	n := int64(0)
	for _, x := range a.l[0] {
		if x == a.i[0] {
			n++
		}
	}
	return n
}

func shares(_ *Env, a *args) bool {
	for _, x := range a.l[0] {
		if slices.Contains(a.l[1], x) {
			return true
		}
	}
	return false
}

func size(v *Env, a *args) int64 {
	t := a.e.Args[0].Type
	if t.Kind != ir.BagType {
		if t.Kind == ir.Path {
			return int64(len(a.l[0]) / 3)
		}
		return int64(len(a.l[0]))
	}
	n, stride := int64(0), len(v.C.P.Bags[t.Ref].Fields)+1
	for i := stride - 1; i < len(a.l[0]); i += stride {
		n += a.l[0][i]
	}
	return n
}

// chance is how many times in a thousand the best of n dice of f faces reaches need, rounded down.
func chance(n, f, need int64) int64 {
	if need <= 1 {
		return 1000
	}
	if n <= 0 || f <= 0 || need > f {
		return 0
	}
	if f > 1000 {
		f, need = 1000, need*1000/f
	}
	miss := int64(1_000_000_000)
	for range min(n, 64) {
		miss = miss * (need - 1) / f
	}
	return (1_000_000_000 - miss) / 1_000_000
}

// body is a compiled shape of a kind.
type body struct {
	ok                 bool
	rect               bool
	width, depth, tall Int
}

func (c *Compiled) body(b *ir.Body) body {
	out := body{ok: true, rect: b.Rect, width: c.Int(b.Width)}
	if b.Depth != nil {
		out.depth = c.Int(b.Depth)
	}
	if b.Tall != nil {
		out.tall = c.Int(b.Tall)
	}
	return out
}

// shape is the body of instance n wherever it is.
func (v *Env) shape(n int64) (space.Body, bool) {
	if n < 0 || n >= int64(len(v.S.Insts)) || v.S.Insts[n].Where <= state.Ghost {
		return space.Body{}, false
	}
	in := &v.S.Insts[n]
	b := &v.C.bodies[v.C.P.Cards[in.Card].Kind]
	if !b.ok || v.depth > 60 {
		return space.Body{}, false
	}
	self, base := v.Self, v.base
	v.Self, v.base = int32(n), v.base+24
	v.depth++
	out := space.Body{At: space.Point{X: in.X, Y: in.Y, Z: in.Z}, Rect: b.rect, Width: b.width(v), Facing: in.Facing}
	if b.depth != nil {
		out.Depth = b.depth(v)
	}
	if b.tall != nil {
		out.Tall = b.tall(v)
	}
	v.Self, v.base = self, base
	v.depth--
	return out, true
}

// Body is the body of instance n, if it stands on the table.
func (v *Env) Body(n int64) (space.Body, bool) {
	if n < 0 || n >= int64(len(v.S.Insts)) || v.S.Insts[n].Where != state.OnTable {
		return space.Body{}, false
	}
	return v.shape(n)
}

func (v *Env) two(a *args) (x, y space.Body, ok bool) {
	x, ok = v.Body(a.i[0])
	y, also := v.Body(a.i[1])
	if !ok || !also {
		v.Fail(a.e.At, "both must stand on the table")
	}
	return x, y, ok && also
}
