package space

import "math/bits"

// Wide integers. A coordinate difference has up to 33 bits on the doubled grid, an edge as many, so
// a cross product needs about 68 bits and its square, which an exact comparison of distances wants,
// about 136. Two sizes do: 128 bits for products and 256 for comparisons. Nothing here allocates.

// u128 is an unsigned number of 128 bits.
type u128 struct{ hi, lo uint64 }

func mul(a, b uint64) u128 {
	hi, lo := bits.Mul64(a, b)
	return u128{hi, lo}
}

func square(x int64) u128 { return mul(mag(x), mag(x)) }

func (a u128) add(b u128) u128 {
	lo, c := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, c)
	return u128{hi, lo}
}

func (a u128) neg() u128 {
	lo, c := bits.Sub64(0, a.lo, 0)
	hi, _ := bits.Sub64(0, a.hi, c)
	return u128{hi, lo}
}

func (a u128) cmp(b u128) int {
	switch {
	case a.hi < b.hi || a.hi == b.hi && a.lo < b.lo:
		return -1
	case a == b:
		return 0
	}
	return 1
}

func (a u128) shl(n uint) u128 {
	return u128{a.hi<<n | a.lo>>(64-n) | a.lo<<(n-64), a.lo << n}
}

func (a u128) len() int {
	if a.hi != 0 {
		return 64 + bits.Len64(a.hi)
	}
	return bits.Len64(a.lo)
}

// mag is the size of x without its sign.
func mag(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// product is a*b in two's complement.
func product(a, b int64) u128 {
	p := mul(mag(a), mag(b))
	if (a < 0) != (b < 0) {
		return p.neg()
	}
	return p
}

// signed takes a two's complement number apart.
func signed(a u128) (size u128, sign int) {
	switch {
	case a.hi>>63 != 0:
		return a.neg(), -1
	case a == u128{}:
		return a, 0
	}
	return a, 1
}

// cross is a x b: positive when b lies to the left of a.
func cross(a, b vec) (size u128, sign int) {
	return signed(product(a.x, b.y).add(product(-a.y, b.x)))
}

func dot(a, b vec) (size u128, sign int) {
	return signed(product(a.x, b.x).add(product(a.y, b.y)))
}

// times is the whole product, lowest word first.
func (a u128) times(b u128) (w [4]uint64) {
	ll, lh, hl, hh := mul(a.lo, b.lo), mul(a.lo, b.hi), mul(a.hi, b.lo), mul(a.hi, b.hi)
	var c1, c2 uint64
	w[0] = ll.lo
	w[1], c1 = bits.Add64(ll.hi, lh.lo, 0)
	w[1], c2 = bits.Add64(w[1], hl.lo, 0)
	w[2], c1 = bits.Add64(hh.lo, lh.hi, c1)
	w[2], c2 = bits.Add64(w[2], hl.hi, c2)
	w[3] = hh.hi + c1 + c2
	return w
}

// cmpRoot compares c/sqrt(n) with q, exactly.
func cmpRoot(c, n u128, q uint64) int {
	if c.hi == 0 && n.hi == 0 && q < 1<<32 {
		return mul(c.lo, c.lo).cmp(mul(n.lo, q*q))
	}
	a, b := c.times(c), n.times(mul(q, q))
	for i := 3; i >= 0; i-- {
		if a[i] != b[i] {
			if a[i] < b[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// root is the integer square root, rounded down; n < 2^126. Newton's method from above.
func root(n u128) uint64 {
	if n == (u128{}) {
		return 0
	}
	x := uint64(1) << ((n.len() + 1) / 2)
	for {
		var q uint64
		if n.hi == 0 {
			q = n.lo / x
		} else {
			q, _ = bits.Div64(n.hi, n.lo, x)
		}
		y := (x + q) / 2
		if y >= x {
			return x
		}
		x = y
	}
}

// overRoot is c/sqrt(n) rounded down, for 0 < n < 2^124 and a result below 2^60. The root of n is
// taken with 62 bits, so that the quotient is off by less than one, and then put right exactly.
func overRoot(c, n u128) uint64 {
	k := uint(124-n.len()) / 2
	t := c.shl(k)
	s, _ := bits.Div64(t.hi, t.lo, root(n.shl(2*k)))
	for cmpRoot(c, n, s) < 0 {
		s--
	}
	for cmpRoot(c, n, s+1) >= 0 {
		s++
	}
	return s
}

// scale is v*num/den rounded to the nearest, halves away from zero; 0 <= num <= den, den > 0.
func scale(v, num, den int64) int64 {
	p := mul(mag(v), uint64(num)).add(u128{0, uint64(den) / 2})
	q, _ := bits.Div64(p.hi, p.lo, uint64(den))
	if v < 0 {
		return -int64(q)
	}
	return int64(q)
}
