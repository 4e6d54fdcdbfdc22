package odds

import (
	"math/big"
	"math/bits"
)

// mass is how likely something is, as a whole number over the denominator of its wave: 128 bits while
// the denominator has no more, then a big number.
type mass struct {
	hi, lo uint64
	big    *big.Int
}

// most is how many bits a denominator may have for masses over it to be small.
const most = 128

// massOf is n, small when it is less than 2^128.
func massOf(n *big.Int) mass {
	if n.BitLen() > most {
		return mass{big: n}
	}
	var b [16]byte
	n.FillBytes(b[:])
	m := mass{}
	for i := range 8 {
		m.hi, m.lo = m.hi<<8|uint64(b[i]), m.lo<<8|uint64(b[8+i])
	}
	return m
}

// wide is m as a big number, which is not to be changed.
func (m mass) wide() *big.Int {
	if m.big != nil {
		return m.big
	}
	n := new(big.Int).SetUint64(m.hi)
	return n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(m.lo))
}

// plus is the sum of two masses over one denominator.
func (m mass) plus(o mass, small bool) mass {
	if !small {
		return mass{big: new(big.Int).Add(m.wide(), o.wide())}
	}
	lo, carry := bits.Add64(m.lo, o.lo, 0)
	hi, _ := bits.Add64(m.hi, o.hi, carry)
	return mass{hi: hi, lo: lo}
}

// times is a product; small says that its denominator is.
func (m mass) times(o mass, small bool) mass {
	if !small {
		return mass{big: new(big.Int).Mul(m.wide(), o.wide())}
	}
	hi, lo := bits.Mul64(m.lo, o.lo)
	return mass{hi: hi + m.hi*o.lo + m.lo*o.hi, lo: lo}
}

// none tells whether m is 0.
func (m mass) none() bool { return m.hi|m.lo == 0 && (m.big == nil || m.big.Sign() == 0) }
