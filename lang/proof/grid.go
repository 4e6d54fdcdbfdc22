package proof

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// A table of two keys is printed as a grid, where the values of one key stand above its columns and those of the other before its rows;
// or with a line for each value of the one, in which those of the other stand before theirs.

// grid is such a table.
type grid struct {
	rows  int
	cells []crossing
	wrong []Verdict // on values that the table does not have there
}

// crossing is a value where a row and a column of a grid meet, whose keys are ranges.
type crossing struct {
	keys  [2]item
	value item
}

// grid reads a printed table as a grid; nil: it is none. Where it can be read in two ways, as most of its values agree.
func (x *Proofer) grid(t *ir.Table, c *ir.Card, printed string) *grid {
	if len(t.Params) != 2 {
		return nil
	}
	var columned, nested [][][]item // of each line the items of each of its cells
	for from := 0; from < len(printed); {
		line, _, _ := strings.Cut(printed[from:], "\n")
		at := from
		from += len(line) + 1
		if cells := cellsOf(line); len(cells) > 0 {
			columned = append(columned, x.cells(t, c, printed, at, cells))
		}
		if cells := nestedIn(line); len(cells) > 0 {
			nested = append(nested, x.cells(t, c, printed, at, cells))
		}
	}
	var best *grid
	for top := range t.Params {
		for _, g := range []*grid{gridOf(x.p, t, columned, top), nestedOf(t, nested, top)} {
			if g != nil {
				if g.wrong = x.wrong(t, g, printed); best == nil || len(g.wrong) < len(best.wrong) {
					best = g
				}
			}
		}
	}
	return best
}

// gridOf is the grid that lines of cells make, whose columns are of a key; nil: they make none. Where its heading is called otherwise than
// the table calls its keys, as heights are that it counts, its columns are all those keys in order.
func gridOf(p *ir.Program, t *ir.Table, lines [][][]item, top int) *grid {
	if len(lines) < 3 || len(lines[1]) < 3 {
		return nil
	}
	cells := lines[0]
	if len(cells) == len(lines[1]) {
		cells = cells[1:] // what stands in the corner is no key
	}
	var heads []item
	for _, cell := range cells {
		if head, ok := keyIn(cell, t.Params[top].Type); ok {
			heads = append(heads, head)
		}
	}
	if all := keysIn(p, t.Params[top]); len(heads) != len(cells) && len(cells) == len(all) && t.Params[top].Type.Kind == ir.Int {
		heads = nil
		for _, n := range all {
			heads = append(heads, item{lo: n * ir.Unit, hi: n * ir.Unit, enum: -1})
		}
	}
	if len(heads) != len(cells) {
		return nil
	}
	g := &grid{rows: len(lines) - 1}
	for _, line := range lines[1:] {
		side, ok := keyIn(line[0], t.Params[1-top].Type)
		if !ok || len(line) != len(heads)+1 {
			return nil
		}
		for i, cell := range line[1:] {
			if !g.add(t, top, heads[i], side, cell) {
				return nil
			}
		}
	}
	return g
}

// nestedOf is the grid of lines that begin with one key, and then have pairs of another and a value; nil: they make none.
func nestedOf(t *ir.Table, lines [][][]item, top int) *grid {
	if len(lines) < 2 {
		return nil
	}
	g := &grid{rows: len(lines)}
	for _, line := range lines {
		side, ok := keyIn(line[0], t.Params[1-top].Type)
		for i := 1; ok && i+1 < len(line); i += 2 {
			head, is := keyIn(line[i], t.Params[top].Type)
			ok = is && g.add(t, top, head, side, line[i+1])
		}
		if !ok {
			return nil
		}
	}
	return g
}

// add adds what stands in a cell; it tells whether that may be a value.
func (g *grid) add(t *ir.Table, top int, head, side item, cell []item) bool {
	if len(cell) != 1 || !cell[0].nothing && !cell[0].fits(t.Result) {
		return false
	}
	keys := [2]item{side, head}
	if top == 0 {
		keys = [2]item{head, side}
	}
	g.cells = append(g.cells, crossing{keys, cell[0]})
	return true
}

// told adds what is wrong with a grid, where most of its values agree.
func (g *grid) told(printed string, out *Result) {
	if 2*len(g.wrong) > len(g.cells) {
		out.unread(printed)
		return
	}
	out.rows += g.rows
	out.Verdicts = append(out.Verdicts, g.wrong...)
}

// wrong are the verdicts on the values of a grid that the table does not have there.
func (x *Proofer) wrong(t *ir.Table, g *grid, printed string) (out []Verdict) {
	for i := range g.cells {
		if v := x.unequal(t, &g.cells[i]); v != nil {
			v.Says = source.OneLine(printed[v.Start:v.End])
			out = append(out, *v)
		}
	}
	return out
}

// unequal is the verdict on a value where keys meet; nil: it is as the table has it.
func (x *Proofer) unequal(t *ir.Table, c *crossing) *Verdict {
	for _, a := range borders(c.keys[0]) {
		for _, b := range borders(c.keys[1]) {
			if v := x.differs(t, []int64{a, b}, &c.value); v != nil {
				return v
			}
		}
	}
	return nil
}

// keyIn is the range of keys of a type that stands in a cell: one, or numbers in a row.
func keyIn(cell []item, t ir.Type) (item, bool) {
	for i, it := range cell {
		if it.nothing || !it.fits(t) || t.Kind == ir.Int && it.lo%ir.Unit != 0 && it.lo != -open || i > 0 && (it.enum >= 0 || it.lo != cell[i-1].hi+ir.Unit) {
			return item{}, false
		}
	}
	if len(cell) == 0 {
		return item{}, false
	}
	out := cell[0]
	out.hi, out.end = cell[len(cell)-1].hi, cell[len(cell)-1].end
	return out, true
}

// cells are the items of the cells of a line, which begins at a place of the text.
func (x *Proofer) cells(t *ir.Table, c *ir.Card, printed string, at int, cells [][2]int) (out [][]item) {
	for _, cell := range cells {
		out = append(out, x.cell(t, c, printed, at+cell[0], at+cell[1]))
	}
	return out
}

// cell are the items that a cell of a printed table has.
func (x *Proofer) cell(t *ir.Table, c *ir.Card, printed string, from, to int) (out []item) {
	text := printed[from:to]
	if strings.Trim(text, "–—-") == "" {
		return []item{{enum: -1, nothing: true, at: from, end: to}}
	}
	if n, err := strconv.ParseInt(strings.TrimPrefix(text, "+"), 10, 32); err == nil { // alone it would be the number of a line
		return []item{{lo: n * ir.Unit, hi: n * ir.Unit, enum: -1, at: from, end: to}}
	}
	for _, s := range sentences(text) {
		list, said, _, _ := x.lex.read(x.p, c, s)
		out = append(out, x.items(t, list, said, text)...)
	}
	for i := range out {
		out[i].at, out[i].end = from, to
	}
	return out
}

// cellsOf are the cells of a line of a printed table, from and to, in bytes; none: it is no line of cells.
func cellsOf(line string) [][2]int {
	bounds := []string{"|", "\t"}
	switch {
	case strings.ContainsAny(line, "|\t"):
	case strings.Contains(strings.TrimSpace(line), "  "): // what stands in columns has blanks between
		bounds = []string{"  "}
	default:
		bounds = []string{" / "}
	}
	out := cut(line, 0, bounds)
	if bounds[0] == "  " {
		out = slices.DeleteFunc(out, func(cell [2]int) bool { return cell[0] == cell[1] })
	}
	if strings.HasPrefix(strings.TrimSpace(line), "|") {
		out = out[1:]
	}
	if n := len(out) - 1; n >= 0 && strings.HasSuffix(strings.TrimSpace(line), "|") {
		out = out[:n]
	}
	if len(out) > 0 { // what stands before the rows
		out = slices.Concat(cut(line[:out[0][1]], out[0][0], []string{":", " – ", " — ", " - "}), out[1:])
	}
	if len(out) < 3 || strings.Trim(line, "|-: \t") == "" {
		return nil
	}
	return out
}

// nestedIn are the parts of a line of a printed table that has a key, and then pairs of another and a value; none: it has not.
func nestedIn(line string) [][2]int {
	out := cut(line, 0, []string{" – ", " — ", " - "})
	if len(out) != 2 {
		return nil
	}
	pairs := cut(line, out[1][0], []string{";"})
	out = out[:1]
	for _, pair := range pairs {
		parts := cut(line[:pair[1]], pair[0], []string{":", "→", "="})
		if len(parts) != 2 {
			return nil
		}
		out = append(out, parts...)
	}
	return out
}

// cut are the parts of a text from a place on, between any of some bounds, without space around them.
func cut(text string, from int, bounds []string) (out [][2]int) {
	for {
		end, next := len(text), len(text)+1
		for _, b := range bounds {
			if i := strings.Index(text[from:], b); i >= 0 && from+i < end {
				end, next = from+i, from+i+len(b)
			}
		}
		part := text[from:end]
		left := len(part) - len(strings.TrimLeft(part, " "))
		out = append(out, [2]int{from + left, max(from+left, from+len(strings.TrimRight(part, " ")))})
		if next > len(text) {
			return out
		}
		from = next
	}
}
