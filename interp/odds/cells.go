package odds

import (
	"encoding/binary"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/state"
)

// cells numbers the contents of the int cells of states, and the changes from one to another: most
// changes are alike and are made to many.
type cells struct {
	number  pool
	content [][]int64
	change  pool
	changes [][]write
	done    table[uint32] // by cells and change: the number of what they become, and one
	key     []byte
	scratch []int64
}

// write is what became of a cell.
type write struct {
	n int32
	v int64
}

// of is the number of some content.
func (c *cells) of(all []int64) uint32 {
	c.key = state.PackInts(c.key[:0], all)
	n, isNew := c.number.number(c.key)
	if isNew {
		c.content = append(c.content, slices.Clone(all))
	}
	return n - 1
}

// changeOf is the number of what cells have become that were written. 0 is no change.
func (c *cells) changeOf(written []int32, now []int64) uint32 {
	if len(written) == 0 {
		return 0
	}
	slices.Sort(written)
	written = slices.Compact(written)
	c.key = c.key[:0]
	for _, n := range written {
		c.key = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(c.key, uint64(n)), uint64(now[n]))
	}
	x, isNew := c.change.number(c.key)
	if isNew {
		var all []write
		for _, n := range written {
			all = append(all, write{n, now[n]})
		}
		c.changes = append(c.changes, all)
	}
	return x
}

// after is the number of some cells after a change.
func (c *cells) after(n, change uint32) uint32 {
	if change == 0 {
		return n
	}
	done := c.done.at(uint64(n)<<32 | uint64(change)) // there is no room for as many of either
	if *done == 0 {
		c.scratch = append(c.scratch[:0], c.content[n]...)
		for _, w := range c.changes[change-1] {
			c.scratch[w.n] = w.v
		}
		*done = c.of(c.scratch) + 1
	}
	return *done - 1
}
