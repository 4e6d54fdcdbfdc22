package aloud

import (
	"strconv"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// The longest table whose rows are told.
const longest = 8

// entry is a row of a table with one key: its values from lo to hi have that value.
type entry struct{ lo, hi, value int64 }

// entries are the rows of a table, and by what they go.
func (r *reader) entries(e *ir.Expr) (rows string, key phrase, ok bool) {
	list, of, ok := rowsOf(r.p, e)
	if !ok || len(list) > longest {
		return "", phrase{}, false
	}
	if of.Op == ir.Const {
		n, found := at(list, of.N)
		return r.shown(e.Type, n).text, phrase{}, found
	}
	var all []string
	for i, row := range list {
		if last := i == len(list)-1; last && i > 0 && row.lo <= list[0].lo { // what no row before has
			all = append(all, r.say("{0} (otherwise)", "{0} (sinon)", r.shown(e.Type, row.value)))
			break
		}
		name := r.shown(of.Type, row.lo)
		switch {
		case row.hi == row.lo:
		case of.Type.Kind == ir.EnumType && row.lo != ir.None && row.hi != ir.None:
			name = plain(r.say("{0} to {1}", "{0} à {1}", name, r.shown(of.Type, row.hi)))
		case row.hi == ir.None:
			name = plain(r.say("{0} or more", "{0} ou plus", name))
		case row.lo == ir.None:
			name = plain(r.say("{0} or less", "{0} ou moins", plain(strconv.FormatInt(row.hi, 10))))
		default:
			name = plain(r.say("{0} to {1}", "{0} à {1}", name, plain(strconv.FormatInt(row.hi, 10))))
		}
		all = append(all, r.say("{0} ({1})", "{0} ({1})", r.shown(e.Type, row.value), name))
	}
	return r.lang.Or(all...), r.value(of), true
}

// rowsOf are the rows of a table with one key. Where the key is a value of another table, they are its rows.
func rowsOf(p *ir.Program, e *ir.Expr) (list []entry, key *ir.Expr, ok bool) {
	if len(e.Args) != 1 {
		return nil, nil, false
	}
	for _, row := range p.Tables[e.N].Rows {
		if row.Expr != nil || len(row.Keys) != 1 {
			return nil, nil, false
		}
		list = append(list, entry{row.Keys[0].Lo, row.Keys[0].Hi, row.Value.N})
	}
	if key = e.Args[0]; key.Op != ir.CallTable {
		return list, key, true
	}
	inner, key, ok := rowsOf(p, key)
	for i := range inner {
		value, found := at(list, inner[i].value)
		inner[i].value, ok = value, ok && found
	}
	return inner, key, ok
}

// at is the value of a table for a key.
func at(list []entry, key int64) (int64, bool) {
	for _, row := range list {
		if (row.lo == ir.None || key >= row.lo) && (row.hi == ir.None || key <= row.hi) {
			return row.value, true
		}
	}
	return 0, false
}

// worked is what a sum of numbers that are known comes to.
func worked(p *ir.Program, e *ir.Expr) (int64, bool) {
	switch e.Op {
	case ir.Const:
		return e.N, !e.Type.IsList()
	case ir.OptionVal:
		return p.Options[e.N].Value, true
	case ir.Scale, ir.Folded:
		return worked(p, e.Args[0])
	case ir.Add, ir.Sub, ir.Mul:
		a, ok := worked(p, e.Args[0])
		b, also := worked(p, e.Args[1])
		return map[ir.Op]int64{ir.Add: a + b, ir.Sub: a - b, ir.Mul: a * b}[e.Op], ok && also
	}
	return 0, false
}
