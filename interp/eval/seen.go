package eval

import "math/bits"

// Seen is the set of cells that were read, for those who want to know on what a way depended. Of many
// cells some share a place: it may say "perhaps" too often, never too seldom.
type Seen [64]uint64

// Of appends those of the first n cells that may have been read.
func (s *Seen) Of(n int, cells []int32) []int32 {
	for i := 0; i < n; i += 64 {
		for w := s[i/64%64]; w != 0; w &= w - 1 {
			if at := i + bits.TrailingZeros64(w); at < n {
				cells = append(cells, int32(at))
			}
		}
	}
	return cells
}

// Cell reads cell i of the state. All cells are read here.
func Cell(v *Env, i int) int64 {
	v.Looked[uint(i)/64%64] |= 1 << (uint(i) % 64) // unsigned, which divides by a shift
	return v.S.Cells[i]
}
