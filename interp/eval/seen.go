package eval

// Seen is the set of cells that were read, for those who want to know on what a way depended. Of many
// cells some share a place: it may say "perhaps" too often, never too seldom.
type Seen [64]uint64

// Has tells whether cell i may have been read.
func (s *Seen) Has(i int) bool { return s[i/64%64]>>(i%64)&1 != 0 }

// Cell reads cell i of the state. All cells are read here.
func Cell(v *Env, i int) int64 {
	v.Looked[i/64%64] |= 1 << (i % 64)
	return v.S.Cells[i]
}
