package odds

// table finds values by numbers that are not 0. It is open: a number stands at its hash, or in the next
// free cell.
type table[V any] struct {
	keys   []uint64 // a power of two, at most half of them in use
	values []V
	n      int
}

// at is the value of a number, at first the zero value. The pointer is good until the next number is asked.
func (t *table[V]) at(key uint64) *V {
	if 2*t.n >= len(t.keys) {
		old := *t
		*t = table[V]{keys: make([]uint64, max(64, 2*len(old.keys))), values: make([]V, max(64, 2*len(old.keys)))}
		for i, k := range old.keys {
			if k != 0 {
				t.values[t.cell(k)] = old.values[i]
			}
		}
	}
	i := t.cell(key)
	return &t.values[i]
}

// cell is where a number stands from now on.
func (t *table[V]) cell(key uint64) uint64 {
	h := key * 0x9E3779B97F4A7C15
	for i := h ^ h>>32; ; i++ {
		i &= uint64(len(t.keys) - 1)
		if t.keys[i] == key {
			return i
		}
		if t.keys[i] == 0 {
			t.keys[i] = key
			t.n++
			return i
		}
	}
}
