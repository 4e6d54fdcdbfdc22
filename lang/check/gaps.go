package check

import "slices"

// vetter finds what only the whole program shows.
type vetter struct{ *names }

// A table must answer for every key, once. The keys' ranges are cut at every border that a row
// draws; inside one cell of that grid all rows agree, so that a look at each cell decides gaps,
// overlaps and rows that are never reached. The first row that fits answers. A row with `*` says
// "whatever is left", so it may lie over others; two rows that both name what they want may not.

// maxCells bounds the grid of one table, and maxLooks how often a row is held against a cell: for one
// table, and for all tables of a program.
const (
	maxCells    = 1 << 20
	maxLooks    = 1 << 23
	maxAllLooks = 1 << 25
)

// checkTables looks for gaps, overlaps and rows that are never reached.
func (c *vetter) checkTables(grids []*grid) {
	left := maxAllLooks
	for _, g := range grids {
		left -= c.checkGrid(g, min(left, maxLooks))
	}
}

// checkGrid checks one table and tells how many looks that took: at most as many as it may take, or else
// the table is refused.
func (c *vetter) checkGrid(g *grid, may int) (looks int) {
	borders := make([][]int64, len(g.keys)) // where each cell begins; the last is one past the end
	cells := 1
	for i := range g.keys {
		b := []int64{g.lo[i], g.hi[i] + 1}
		for _, r := range g.rows {
			b = append(b, r.keys[i].Lo, r.keys[i].Hi+1)
		}
		slices.Sort(b)
		borders[i] = slices.Compact(b)
		cells *= len(borders[i]) - 1
		if cells > maxCells || cells*len(g.rows) > may {
			c.errorf("table-too-large", g.at, "table %s has too many rows and keys to be checked", g.name)
			return 0
		}
	}
	reached := make([]bool, len(g.rows))
	overlaps := make([]bool, len(g.rows))
	gap := false
	cell := make([]int, len(g.keys))
	for range cells {
		first := -1
		for n, r := range g.rows {
			if !r.covers(borders, cell) {
				continue
			}
			if first < 0 {
				first = n
				reached[n] = true
				continue
			}
			if !r.any && !g.rows[first].any && !overlaps[n] {
				overlaps[n] = true
				c.errorf("table-overlap", r.at, "this row and another of %s both fit %s", g.name, c.cellName(g, borders, cell)).
					See(g.rows[first].at, "the other row")
			}
		}
		if first < 0 && !gap {
			gap = true
			c.errorf("table-gap", g.at, "table %s has no row for %s", g.name, c.cellName(g, borders, cell))
		}
		for i := len(cell) - 1; i >= 0; i-- { // the next cell
			if cell[i]++; cell[i] < len(borders[i])-1 {
				break
			}
			cell[i] = 0
		}
	}
	for n, r := range g.rows {
		if !reached[n] && !overlaps[n] {
			c.errorf("unreachable-row", r.at, "no key reaches this row of %s: the rows above answer all it could", g.name)
		}
	}
	return cells * len(g.rows)
}

// cellName writes the lowest keys of a cell: `2, 3`.
func (c *vetter) cellName(g *grid, borders [][]int64, cell []int) string {
	s := ""
	for i, f := range g.keys {
		if i > 0 {
			s += ", "
		}
		s += f.Name + " " + c.show(borders[i][cell[i]], f.Type)
	}
	return s
}
