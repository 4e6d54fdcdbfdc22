package eval

import (
	"math"
	"math/bits"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Plus adds; ok is false when the sum is no number of the language (64 bits, without the one that says
// that nothing is there).
func Plus(a, b int64) (_ int64, ok bool) {
	sum := a + b
	return sum, (sum > a) == (b > 0) && sum != ir.None
}

// Minus subtracts; ok as for Plus.
func Minus(a, b int64) (_ int64, ok bool) {
	d := a - b
	return d, (d < a) == (b > 0) && d != ir.None
}

// Times multiplies; ok as for Plus.
func Times(a, b int64) (_ int64, ok bool) {
	hi, lo := bits.Mul64(uint64(abs(a)), uint64(abs(b)))
	return a * b, hi == 0 && lo <= math.MaxInt64
}

// Clamp keeps a value in the declared range of its field.
func Clamp(x int64, f *ir.Field) int64 {
	if f.Lo != ir.None && x < f.Lo {
		return f.Lo
	}
	if f.Hi != ir.None && x > f.Hi {
		return f.Hi
	}
	return x
}

// FloorDiv divides, rounding down; by 0 it gives the largest number.
func FloorDiv(a, b int64) int64 {
	if b == 0 {
		return math.MaxInt64
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// CeilDiv divides, rounding up; by 0 it gives the largest number.
func CeilDiv(a, b int64) int64 {
	if b == 0 {
		return math.MaxInt64
	}
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return q
}

func abs(x int64) int64 {
	if x < 0 {
		return -x
	}
	return x
}
