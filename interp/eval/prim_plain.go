package eval

import (
	"math"
	"math/big"

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

var plainPrimitives = map[int]primitive{
	ir.PBears:      {b: func(v *Env, a *args) bool { return lies(v, a.i[0], a.i[1]) }},
	ir.PNumber:     {i: number},
	ir.PBorne:      {i: func(v *Env, a *args) int64 { return orNone(borne(v, v.lying(a.i[0]), a.i[1])) }},
	ir.PBearsKind:  {b: func(v *Env, a *args) bool { return borneOf(v, v.lying(a.i[0]), a.ref) >= 0 }},
	ir.PNumberKind: {i: numberOf},
	ir.PBorneKind:  {i: func(v *Env, a *args) int64 { return orNone(borneOf(v, v.lying(a.i[0]), a.ref)) }},
	ir.PItems:      {l: items},
	ir.PIs:         {b: thing(func(in *state.Inst, a *args) bool { return int64(in.Card) == a.i[1] })},
	ir.PIsKind: {b: func(v *Env, a *args) bool {
		return v.Inst(a.i[0], a.e.At) != nil && isOf(v.C, a.ref, v.S.Insts[a.i[0]].Card)
	}},
	ir.POpponent:  {i: opponent},
	ir.PPlayers:   {l: func(v *Env, _ *args) []int64 { return seats(v, 0) }},
	ir.PSeats:     {l: func(v *Env, a *args) []int64 { return seats(v, a.i[0]) }},
	ir.PActive:    {i: func(v *Env, _ *args) int64 { return orNone(v.Active()) }},
	ir.PHalfUp:    {i: func(_ *Env, a *args) int64 { return CeilDiv(a.i[0], 2) }},
	ir.PHalfDown:  {i: func(_ *Env, a *args) int64 { return FloorDiv(a.i[0], 2) }},
	ir.PCeilDiv:   {i: func(v *Env, a *args) int64 { return divide(v, a, CeilDiv) }},
	ir.PFloorDiv:  {i: func(v *Env, a *args) int64 { return divide(v, a, FloorDiv) }},
	ir.PLength:    {i: func(v *Env, a *args) int64 { return units(v, a, ir.Unit) }},
	ir.PHalf:      {i: func(v *Env, a *args) int64 { return units(v, a, ir.Unit/2) }},
	ir.PHalves:    {i: func(_ *Env, a *args) int64 { return CeilDiv(a.i[0], 2) }},
	ir.PWholeUp:   {i: func(_ *Env, a *args) int64 { return CeilDiv(a.i[0], ir.Unit) }},
	ir.PWholeDown: {i: func(_ *Env, a *args) int64 { return FloorDiv(a.i[0], ir.Unit) }},
	ir.PAtMost:    {i: func(_ *Env, a *args) int64 { return min(a.i[0], a.i[1]) }},
	ir.PAtLeast:   {i: func(_ *Env, a *args) int64 { return max(a.i[0], a.i[1]) }},
	ir.PAtMostL:   {i: func(_ *Env, a *args) int64 { return min(a.i[0], a.i[1]) }},
	ir.PAtLeastL:  {i: func(_ *Env, a *args) int64 { return max(a.i[0], a.i[1]) }},
	ir.PAbs:       {i: func(_ *Env, a *args) int64 { return abs(a.i[0]) }},
	ir.PChance: {i: func(v *Env, a *args) int64 {
		v.Fuel -= min(64, max(0, a.i[0])) / 8
		return chance(a.i[0], a.i[1], a.i[2])
	}},
	ir.PDiceCount: {i: func(_ *Env, a *args) int64 { x, _, _ := value.Unpack(a.i[0]); return x }},
	ir.PDiceFaces: {i: func(_ *Env, a *args) int64 { _, x, _ := value.Unpack(a.i[0]); return x }},
	ir.PDicePlus:  {i: func(_ *Env, a *args) int64 { _, _, x := value.Unpack(a.i[0]); return x }},
	ir.PDiceAdd:   {i: diceAdd},
	ir.PMeets:     {b: func(_ *Env, a *args) bool { return a.i[0] >= a.i[1] }},
	ir.PImprove:   {i: func(v *Env, a *args) int64 { return add(v, a.i[0], -a.i[1], a.e) }},
	ir.PWorsen:    {i: func(v *Env, a *args) int64 { return add(v, a.i[0], a.i[1], a.e) }},
	ir.PHidden:    {b: thing(func(in *state.Inst, _ *args) bool { return in.Hidden })},
	ir.PVisibleTo: {b: func(v *Env, a *args) bool { return v.Visible(a.i[0], int32(a.i[1])) }},
	ir.PInPlay:    {b: func(v *Env, a *args) bool { return inPlay(v.S, a.i[0]) }},
	ir.PIsPlayer:  {b: thing(func(in *state.Inst, a *args) bool { return int64(in.Owner) == a.i[1] })},
}

// thing is of an instance, wherever it is.
func thing[T any](f func(in *state.Inst, a *args) T) func(*Env, *args) T {
	return func(v *Env, a *args) (none T) {
		in := v.Inst(a.i[0], a.e.At)
		if in == nil {
			return none
		}
		return f(in, a)
	}
}

func number(v *Env, a *args) int64 {
	count := int64(0)
	for i := borne(v, v.lying(a.i[0]), a.i[1]); i >= 0; i = borne(v, thread(v.S.Insts[i].Next), a.i[1]) {
		count++
	}
	return count
}

// lies tells whether an instance of a card lies on n.
func lies(v *Env, n, card int64) bool { return borne(v, v.lying(n), card) >= 0 }

// borne is the first instance of a card on a thread, from i on, that is awake and seen; -1 for none.
func borne(v *Env, i int32, card int64) int32 {
	for ; i >= 0; i = thread(v.S.Insts[i].Next) {
		if in := &v.S.Insts[i]; int64(in.Card) == card && !in.Dormant() && v.Seen(int64(i)) {
			break
		}
	}
	return i
}

func numberOf(v *Env, a *args) int64 {
	count := int64(0)
	for i := borneOf(v, v.lying(a.i[0]), a.ref); i >= 0; i = borneOf(v, thread(v.S.Insts[i].Next), a.ref) {
		count++
	}
	return count
}

// borneOf is the first instance of a kind on a thread, as borne is of a card.
func borneOf(v *Env, i int32, kind int) int32 {
	for ; i >= 0; i = thread(v.S.Insts[i].Next) {
		if n := int64(i); v.IsKind(n, kind) && !v.S.Insts[i].Dormant() && v.Seen(n) {
			break
		}
	}
	return i
}

// orNone is the number of an instance or a player, or that there is none when it is negative.
func orNone(n int32) int64 {
	if n < 0 {
		return ir.None
	}
	return int64(n)
}

func items(v *Env, a *args) []int64 {
	var out []int64
	for i := v.lying(a.i[0]); i >= 0; i = thread(v.S.Insts[i].Next) {
		if n := int64(i); v.IsKind(n, a.ref) && v.Seen(n) {
			out = append(out, n)
		}
	}
	return out
}

// units is a number times so many steps of the grid.
func units(v *Env, a *args, steps int64) int64 {
	if n := a.i[0]; n > math.MaxInt64/steps || n < -math.MaxInt64/steps {
		return tooLarge(v, a.e)
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

// seats are the players in their order, beginning with one of them.
func seats(v *Env, first int64) []int64 {
	out := make([]int64, v.S.Players)
	for i := range out {
		out[i] = (first + int64(i)) % int64(len(out))
	}
	return out
}

func divide(v *Env, a *args, f func(x, y int64) int64) int64 {
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
	if f > 1000 || n > 64 {
		return chanceOfMany(n, f, need)
	}
	const whole = 1_000_000_000_000_000
	miss := int64(whole)
	for range n {
		miss = miss * (need - 1) / f
	}
	return (whole - max(1, miss)) / (whole / 1000) // it may always miss
}

// chanceOfMany is chance, of so many dice or faces that whole numbers do not hold it.
func chanceOfMany(n, f, need int64) int64 {
	number := func(n int64) *big.Float { return new(big.Float).SetPrec(256).SetInt64(n) }
	once := number(need - 1)
	once.Quo(once, number(f))
	miss := number(1000)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			miss.Mul(miss, once)
		}
		once.Mul(once, once)
	}
	up, _ := miss.Sub(miss, new(big.Float).SetMantExp(big.NewFloat(1), -100)).Int64() // what is rounded is no thousandth more
	return 999 - max(0, min(up, 999))
}
