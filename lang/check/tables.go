package check

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// grid is a table that is checked, of values or of statements.
type grid struct {
	name string
	at   source.Span
	keys []*ir.Field
	lo   []int64
	hi   []int64
	rows []tableRow
}

// tableRow is a row while it is checked.
type tableRow struct {
	at   source.Span
	keys []ir.KeyRange
	any  bool // some key is `*`
}

func (r tableRow) covers(borders [][]int64, cell []int) bool {
	for i, k := range r.keys {
		if n := borders[i][cell[i]]; n < k.Lo || n > k.Hi {
			return false
		}
	}
	return true
}

// lowerTables compiles the rows of value tables.
func (c *bodies) lowerTables() {
	c.grids = nil
	for i, e := range c.index.tables.decls {
		d, t := e.decl.(*syntax.TableDecl), c.p.Tables[i]
		t.Rows = nil
		t.Texts = c.texts(d.Texts, nowhere())
		if c.foreign(e.at) {
			continue
		}
		if n := len(t.Params); n > ir.MaxTemps {
			c.errorf("table-too-large", e.at, "table %s has %d keys, at most %d", t.Name, n, ir.MaxTemps)
			continue
		}
		g, pl := c.newGrid(d, t.Params), given(t.Params)
		for _, r := range d.Rows {
			keys, ok := c.rowKeys(g, r)
			if r.Value == nil {
				c.errorf("invalid-row", r.At, "table %s gives values, got statements: write `on KEY` for rows of statements", t.Name)
				continue
			}
			row, fine := c.rowValue(*r.Value, t, pl)
			if ok && fine {
				row.At, row.Keys = r.At, keys
				t.Rows = append(t.Rows, row)
			}
		}
	}
}

// rowValue compiles what a row gives: a constant in any notation, or an expression of the keys.
func (c *deriver) rowValue(s syntax.Slice, t *ir.Table, pl *place) (ir.Row, bool) {
	text := strings.TrimSpace(s.Text)
	_, plain := literal(text, t.Result)
	if plain || text == "-" || t.Result.IsList() || t.Result.Kind == ir.Dice || t.Result.Kind == ir.Target {
		v, ok := c.constant(s, t.Result)
		return ir.Row{Value: v}, ok
	}
	e := c.expr(s, pl, t.Result)
	switch {
	case e == nil || e.Op == ir.BadOp:
		return ir.Row{}, false
	case e.Op == ir.Const:
		return ir.Row{Value: ir.Value{N: e.N}}, true
	}
	return ir.Row{Expr: e}, true
}

// fromTo are two keys with a dash between them.
var fromTo = regexp.MustCompile(`^(\d+\+?)\s*[-–]\s*(\d+\+?)$`)

// newGrid prepares the keys of a table.
func (c *bodies) newGrid(d *syntax.TableDecl, keys []*ir.Field) *grid {
	c.unkept = true
	g := &grid{name: d.Name.Text, at: d.Name.At, keys: keys}
	complete := true
	for _, f := range keys {
		lo, hi := f.Lo, f.Hi
		switch f.Type.Kind {
		case ir.Bool:
			lo, hi = 0, 1
		case ir.EnumType:
			if lo == ir.None {
				lo = 0
			}
			if hi == ir.None {
				hi = int64(len(c.p.Enums[f.Type.Ref].Values)) - 1
			}
		case ir.Int, ir.Target, ir.Length:
			if s := c.index.fields[f]; (lo == ir.None || hi == ir.None) && (s == nil || s.rng == nil || s.rng.Lo == nil || s.rng.Hi == nil) {
				c.errorf("missing-range", f.At, "a key says which values it may have: `%s: %s in LO..HI`", f.Name, c.p.TypeName(f.Type))
			}
		case ir.Bad:
		default:
			c.errorf("invalid-type", f.At, "a table has no key of type %s", c.p.TypeName(f.Type))
			hi = ir.None
		}
		if lo == ir.None || hi == ir.None || lo > hi || f.Type.Optional {
			complete = false
		}
		g.lo, g.hi = append(g.lo, lo), append(g.hi, hi)
	}
	if complete && len(keys) > 0 {
		c.grids = append(c.grids, g)
	}
	return g
}

// rowKeys reads the keys of a row and adds it to the grid.
func (c *bodies) rowKeys(g *grid, r syntax.TableRow) ([]ir.KeyRange, bool) {
	if len(r.Keys) != len(g.keys) {
		c.errorf("invalid-row", r.At, "%s has %s, this row has %d", g.name, diag.Count(len(g.keys), "key"), len(r.Keys))
		c.dropGrid(g)
		return nil, false
	}
	row := tableRow{at: r.At}
	ok := true
	for i, k := range r.Keys {
		f := g.keys[i]
		kr := ir.KeyRange{Lo: g.lo[i], Hi: g.hi[i]}
		end := func(s *syntax.Slice, to *int64) {
			if s == nil {
				return
			}
			if m := fromTo.FindStringSubmatch(strings.TrimSpace(s.Text)); m != nil {
				c.errorf("invalid-row", s.At, "keys from one to another are written with two points").Rewrite(m[1] + ".." + m[2])
				ok = false
				return
			}
			v, fine := c.constant(*s, f.Type)
			if !fine {
				ok = false
				return
			}
			*to = v.N
			if g.lo[i] != ir.None && v.N < g.lo[i] || g.hi[i] != ir.None && v.N > g.hi[i] {
				c.errorf("out-of-range", s.At, "%s is %s, want %s", f.Name, c.show(v.N, f.Type), c.showRange(f)).
					See(f.At, "%s is declared here", f.Name)
				ok = false
			}
		}
		switch {
		case k.Any:
			row.any = true
		case k.Range != nil:
			end(k.Range.Lo, &kr.Lo)
			end(k.Range.Hi, &kr.Hi)
		case k.Value != nil:
			end(k.Value, &kr.Lo)
			kr.Hi = kr.Lo
		}
		if ok && kr.Hi != ir.None && kr.Lo > kr.Hi { // without an end that is said elsewhere
			c.errorf("invalid-range", k.At, "this range is empty")
			ok = false
		}
		row.keys = append(row.keys, kr)
	}
	if !ok {
		c.dropGrid(g) // gaps would only follow from it
		return nil, false
	}
	g.rows = append(g.rows, row)
	return row.keys, true
}

func (c *bodies) dropGrid(g *grid) {
	c.grids = slices.DeleteFunc(c.grids, func(o *grid) bool { return o == g })
}

// rowsProcedure makes the steps of a table with rows of statements: the first row that fits is run.
func (c *bodies) rowsProcedure(ev *ir.Event, d *syntax.TableDecl, pl *place) *ir.Block {
	var keys []*ir.Field
	for _, n := range d.On {
		i := ir.FieldNamed(ev.Fields, n.Text)
		if i < 0 || !ev.Fields[i].Param {
			c.lacking("undefined-field", n.At, "table %s has no parameter %s", d.Name.Text, n.Text)
			return nil
		}
		c.bind(n.At, ev.Fields[i].At)
		keys = append(keys, ev.Fields[i])
	}
	ev.Texts = c.texts(d.Texts, pl)
	g := c.newGrid(d, keys)
	out := &ir.Block{At: d.At}
	at := out
	for _, r := range d.Rows {
		ranges, ok := c.rowKeys(g, r)
		if r.Body == nil {
			c.errorf("invalid-row", r.At, "the rows of %s are statements: `KEY => { ... }`", d.Name.Text)
			continue
		}
		body := c.block(*r.Body, pl)
		if !ok {
			continue
		}
		var cond *ir.Expr
		for i, k := range ranges {
			cond = both(cond, between(keys[i], k, g.lo[i], g.hi[i], r.Keys[i].At))
		}
		if cond == nil { // every key is *
			cond = &ir.Expr{Op: ir.Const, Type: tBool, N: 1, At: r.At}
		}
		next := &ir.If{Base: ir.At(r.At), Cond: cond, Then: body}
		at.Stmts = append(at.Stmts, next)
		next.Else = &ir.Block{At: r.At}
		at = next.Else
	}
	return out
}

// between is the condition that a key lies in a range; nil when it always does.
func between(f *ir.Field, k ir.KeyRange, lo, hi int64, at source.Span) *ir.Expr {
	bound := func(op ir.Op, n int64) *ir.Expr {
		key := eventField(f)
		key.At = at
		return &ir.Expr{Op: op, Type: tBool, At: at, Args: []*ir.Expr{key, {Op: ir.Const, Type: f.Type, N: n, At: at}}}
	}
	if k.Lo == k.Hi {
		return bound(ir.Eq, k.Lo)
	}
	var low, high *ir.Expr
	if k.Lo != lo {
		low = bound(ir.Ge, k.Lo)
	}
	if k.Hi != hi {
		high = bound(ir.Le, k.Hi)
	}
	return both(low, high)
}

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
	borders := make([][]int64, len(g.keys)) // where each cell begins
	cells := 1
	for i := range g.keys {
		b := []int64{g.lo[i]}
		for _, r := range g.rows {
			if b = append(b, r.keys[i].Lo); r.keys[i].Hi < g.hi[i] {
				b = append(b, r.keys[i].Hi+1)
			}
		}
		slices.Sort(b)
		borders[i] = slices.Compact(b)
		cells *= len(borders[i])
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
			if cell[i]++; cell[i] < len(borders[i]) {
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
