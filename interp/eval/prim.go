package eval

import (
	"maps"
	"math"

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

// primitives is every primitive by its number.
var primitives = func() map[int]primitive {
	all := maps.Clone(plainPrimitives)
	maps.Copy(all, listPrimitives)
	maps.Copy(all, spacePrimitives)
	return all
}()

var plainPrimitives = map[int]primitive{
	ir.PBears:     {b: func(v *Env, a *args) bool { return v.bears(a.i[0], a.i[1]) }},
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
	ir.PLength:    {i: func(v *Env, a *args) int64 { return v.units(a, ir.Unit) }},
	ir.PHalf:      {i: func(v *Env, a *args) int64 { return v.units(a, ir.Unit/2) }},
	ir.PHalves:    {i: func(_ *Env, a *args) int64 { return CeilDiv(a.i[0], 2) }},
	ir.PWholeUp:   {i: func(_ *Env, a *args) int64 { return CeilDiv(a.i[0], ir.Unit) }},
	ir.PWholeDown: {i: func(_ *Env, a *args) int64 { return FloorDiv(a.i[0], ir.Unit) }},
	ir.PAtMost:    {i: func(_ *Env, a *args) int64 { return min(a.i[0], a.i[1]) }},
	ir.PAtLeast:   {i: func(_ *Env, a *args) int64 { return max(a.i[0], a.i[1]) }},
	ir.PAtMostL:   {i: func(_ *Env, a *args) int64 { return min(a.i[0], a.i[1]) }},
	ir.PAtLeastL:  {i: func(_ *Env, a *args) int64 { return max(a.i[0], a.i[1]) }},
	ir.PAbs:       {i: func(_ *Env, a *args) int64 { return abs(a.i[0]) }},
	ir.PChance:    {i: func(v *Env, a *args) int64 { return chance(a.i[0], a.i[1], a.i[2]) }},
	ir.PDiceCount: {i: func(_ *Env, a *args) int64 { x, _, _ := value.Unpack(a.i[0]); return x }},
	ir.PDiceFaces: {i: func(_ *Env, a *args) int64 { _, x, _ := value.Unpack(a.i[0]); return x }},
	ir.PDicePlus:  {i: func(_ *Env, a *args) int64 { _, _, x := value.Unpack(a.i[0]); return x }},
	ir.PDiceAdd:   {i: diceAdd},
	ir.PMeets:     {b: func(_ *Env, a *args) bool { return a.i[0] >= a.i[1] }},
	ir.PImprove:   {i: func(v *Env, a *args) int64 { return v.sum(a.i[0], -a.i[1], a.e) }},
	ir.PWorsen:    {i: func(v *Env, a *args) int64 { return v.sum(a.i[0], a.i[1], a.e) }},
	ir.PHidden: {b: func(v *Env, a *args) bool {
		in := v.Inst(a.i[0], a.e.At)
		return in != nil && in.Hidden
	}},
	ir.PVisibleTo: {b: func(v *Env, a *args) bool { return v.Visible(a.i[0], int32(a.i[1])) }},
	ir.PInPlay:    {b: func(v *Env, a *args) bool { return inPlay(v.S, a.i[0]) }},
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
	case len(ints) == 3 && len(lists) == 0:
		f, g, h := ints[0], ints[1], ints[2]
		return func(v *Env, a *args) { a.i[0] = f(v); a.i[1] = g(v); a.i[2] = h(v) }
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
	if e.N == ir.PSize && e.Args[0].Type.Kind == ir.List {
		return c.size(e.Args[0])
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
	switch e.N { // what conditions ask most goes without a record of arguments
	case ir.PBears:
		who, card := c.Int(e.Args[0]), c.Int(e.Args[1])
		if k := e.Args[1]; k.Op == ir.Const {
			return func(v *Env) bool { return v.bears(who(v), k.N) }
		}
		return func(v *Env) bool { return v.bears(who(v), card(v)) }
	case ir.PInPlay:
		who := c.Int(e.Args[0])
		return func(v *Env) bool { return inPlay(v.S, who(v)) }
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
	for i := v.lying(n); i >= 0; i = thread(v.S.Insts[i].Next) {
		if v.awake(i, card) {
			count++
		}
	}
	return count
}

func (v *Env) bears(n, card int64) bool {
	for i := v.lying(n); i >= 0; i = thread(v.S.Insts[i].Next) {
		if v.awake(i, card) {
			return true
		}
	}
	return false
}

// awake tells whether instance i is of a card, awake and seen.
func (v *Env) awake(i, card int64) bool {
	in := &v.S.Insts[i]
	return int64(in.Card) == card && !in.Dormant() && v.Seen(i)
}

func borne(v *Env, a *args) int64 {
	for i := v.lying(a.i[0]); i >= 0; i = thread(v.S.Insts[i].Next) {
		if v.awake(i, a.i[1]) {
			return i
		}
	}
	return ir.None
}

func (v *Env) items(n int64, kind int) []int64 {
	var out []int64
	for i := v.lying(n); i >= 0; i = thread(v.S.Insts[i].Next) {
		if v.IsKind(i, kind) && v.Seen(i) {
			out = append(out, i)
		}
	}
	return out
}

// units is a number times so many steps of the grid.
func (v *Env) units(a *args, steps int64) int64 {
	if n := a.i[0]; n > math.MaxInt64/steps || n < -math.MaxInt64/steps {
		v.Fail(a.e.At, "the number is too large")
		return 0
	}
	return a.i[0] * steps
}

func diceAdd(v *Env, a *args) int64 {
	sum, ok := value.Add(a.i[0], a.i[1])
	if !ok {
		v.Fail(a.e.At, "%s with %d more is out of range", value.FormatDice(a.i[0]), a.i[1])
	}
	return sum
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
