package odds

import (
	"bytes"
	"hash/maphash"
	"slices"
)

// pool numbers what is different, from 1 on in the order of arrival. It finds what it has by a hash table of its
// own, a power of two long, of which every cell is a number, or 0; what it has stands in one piece.
type pool struct {
	at   []uint32
	has  []held
	text []byte
}

// held is where something ends in the piece of a pool, which begins where the one before ends.
type held struct {
	hash uint64
	end  int
}

var poolSeed = maphash.MakeSeed() // decides where something stands, not what its number is

// number is the number of what b says, and whether that is new.
func (p *pool) number(b []byte) (n uint32, isNew bool) {
	if 2*len(p.has) >= len(p.at) {
		p.at, p.has = make([]uint32, max(64, 2*len(p.at))), slices.Grow(p.has, max(32, len(p.has)))
		for i, x := range p.has {
			*p.cell(x.hash, nil) = uint32(i + 1)
		}
	}
	h := maphash.Bytes(poolSeed, b)
	at := p.cell(h, b)
	if *at == 0 {
		if cap(p.text)-len(p.text) < len(b) {
			p.text = slices.Grow(p.text, len(p.text)+len(b))
		}
		p.text = append(p.text, b...)
		p.has = append(p.has, held{h, len(p.text)})
		*at, isNew = uint32(len(p.has)), true
	}
	return *at, isNew
}

// cell is where b stands, or would; nil stands nowhere yet.
func (p *pool) cell(hash uint64, b []byte) *uint32 {
	for i := hash ^ hash>>32; ; i++ {
		at := &p.at[i&uint64(len(p.at)-1)]
		if *at == 0 || b != nil && p.has[*at-1].hash == hash && bytes.Equal(p.of(*at), b) {
			return at
		}
	}
}

// of is what has a number.
func (p *pool) of(n uint32) []byte {
	begin := 0
	if n > 1 {
		begin = p.has[n-2].end
	}
	return p.text[begin:p.has[n-1].end]
}
