// Package value is the notation of dice and targets: how `2D6+1` and `4+` are packed into the
// scalars of the machine, read and written. It knows nothing else and is known by everybody.
package value

import (
	"strconv"
	"strings"
)

// A dice value is one scalar: count*1_000_000 + faces*10_000 + (plus + 5_000).
const (
	countStep = 1_000_000
	facesStep = 10_000
	plusBias  = 5_000
)

// MaxFaces and MaxPlus bound what a dice value can hold.
const (
	MaxFaces = countStep/facesStep - 1
	MaxPlus  = plusBias - 1
)

// Pack makes one scalar of `count D faces + plus`. The caller keeps faces within 1..MaxFaces and
// plus within -MaxPlus..MaxPlus.
func Pack(count, faces, plus int64) int64 {
	return count*countStep + faces*facesStep + plus + plusBias
}

// Unpack takes a dice value apart.
func Unpack(v int64) (count, faces, plus int64) {
	count = v / countStep
	faces = v % countStep / facesStep
	plus = v%facesStep - plusBias
	return count, faces, plus
}

// Add is the dice value with k more: D6 plus 1 is D6+1. ok is false when it no longer fits.
func Add(v, k int64) (sum int64, ok bool) {
	n, f, p := Unpack(v)
	if k > MaxPlus-p || k < -MaxPlus-p {
		return v, false
	}
	return Pack(n, f, p+k), true
}

// ParseDice reads `D6`, `2D6`, `D6+1`, `3D3-1`. A plain number is no dice.
func ParseDice(s string) (v int64, ok bool) {
	d := strings.IndexAny(s, "dD")
	if d < 0 {
		return 0, false
	}
	count, plus := int64(1), int64(0)
	if d > 0 {
		if count, ok = number(s[:d]); !ok {
			return 0, false
		}
	}
	rest := s[d+1:]
	if i := strings.IndexAny(rest, "+-"); i >= 0 {
		if plus, ok = number(strings.TrimSpace(rest[i+1:])); !ok {
			return 0, false
		}
		if rest[i] == '-' {
			plus = -plus
		}
		rest = strings.TrimSpace(rest[:i])
	}
	faces, ok := number(rest)
	if !ok || count < 1 || count > 1000 || faces < 1 || faces > MaxFaces || plus > MaxPlus || plus < -MaxPlus {
		return 0, false
	}
	return Pack(count, faces, plus), true
}

// FormatDice writes a dice value as an author does.
func FormatDice(v int64) string {
	n, f, p := Unpack(v)
	s := "D" + strconv.FormatInt(f, 10)
	if n != 1 {
		s = strconv.FormatInt(n, 10) + s
	}
	if p > 0 {
		s += "+"
	}
	if p != 0 {
		s += strconv.FormatInt(p, 10)
	}
	return s
}

// ParseTarget reads `4+`; the value is the least total that meets it.
func ParseTarget(s string) (v int64, ok bool) {
	digits, found := strings.CutSuffix(s, "+")
	if !found {
		return 0, false
	}
	return number(digits)
}

// FormatTarget writes `4+`.
func FormatTarget(v int64) string { return strconv.FormatInt(v, 10) + "+" }

// number reads digits only: no sign, no spaces.
func number(s string) (int64, bool) {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
	}
	v, err := strconv.ParseInt(s, 10, 32)
	return v, err == nil
}
