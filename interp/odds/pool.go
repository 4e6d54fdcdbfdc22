package odds

import (
	"bytes"
	"hash/maphash"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/state"
)

// pool numbers what is different, from 1 on in the order of arrival. It finds what it has by a hash table of its
// own, a power of two long, of which every cell is a number, or 0.
type pool struct {
	at    []uint32
	has   []held
	shelf state.Shelf[byte]
}

// held is what a pool has, with its hash.
type held struct {
	hash uint64
	b    []byte
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
		p.has = append(p.has, held{h, append(p.shelf.Take(len(b)), b...)})
		*at, isNew = uint32(len(p.has)), true
	}
	return *at, isNew
}

// cell is where b stands, or would; nil stands nowhere yet.
func (p *pool) cell(hash uint64, b []byte) *uint32 {
	for i := hash ^ hash>>32; ; i++ {
		at := &p.at[i&uint64(len(p.at)-1)]
		if *at == 0 || b != nil && p.has[*at-1].hash == hash && bytes.Equal(p.has[*at-1].b, b) {
			return at
		}
	}
}
