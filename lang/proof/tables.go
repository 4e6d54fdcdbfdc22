package proof

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// A printed table is held against the declared one row by row: its text is cut into rows, each with the keys that stand
// first and the values behind them, whatever signs stand between.

// item is a number of a printed table, a range of them, or a value of an enum by its name.
type item struct {
	lo, hi  int64 // as the table has them
	enum    int   // which the value is of; -1 of a number
	length  bool  // a unit stands behind it
	foreign bool  // and it is not that of the pack
	nothing bool
	at, end int           // in the text, in bytes
	parts   bool          // what stands before it ends a row
	answers bool          // what stands before it stands between keys and values
	asks    bool          // what stands behind it does
	stroke  bool          // what stands before it is a stroke
	with    map[int]int64 // of a value the keys that stand behind it: 3 arrows or 2 bolts
}

// table proof-reads a printed table.
func (x *Proofer) table(t *ir.Table, c *ir.Card, printed string) Result {
	var out Result
	var all []item
	for _, s := range sentences(dots.Replace(printed)) {
		list, said, words, unread := x.lex.read(x.p, c, s)
		out.Claims += len(said)
		out.Words += words
		out.Known += words - len(unread)
		out.Unread = append(out.Unread, unread...)
		all = append(all, x.items(t, list, said, dots.Replace(printed))...)
	}
	if v := x.foreignUnit(t, printed); v != nil {
		out.Verdicts = append(out.Verdicts, *v)
	}
	if g := x.grid(t, c, printed); g != nil {
		g.told(printed, &out)
		return out
	}
	if t.Result.Kind == ir.Length && !slices.ContainsFunc(all, func(it item) bool { return it.length }) { // its heading has the unit
		for i := range all {
			all[i].length = all[i].enum < 0 && t.Params[0].Type.Kind == ir.EnumType
		}
	}
	rows := tableRows(t, all, len(printed))
	ordered := x.ordered(t, rows, printed)
	for _, r := range rows {
		v, known := x.row(t, r, printed)
		if !ordered {
			v, known = nil, false
		}
		if v != nil {
			out.Verdicts = append(out.Verdicts, *v)
		}
		if known {
			out.rows++
		} else {
			out.unread(printed[r.keys[0].at:r.end])
		}
	}
	if out.rows == 0 && len(out.Unread) == 0 {
		out.unread(printed)
	}
	return out
}

// dots are the dots that lead from a key to its value: they end no sentence. What stands for them is as long as they are.
var dots = strings.NewReplacer("…", "  :", "...", "  :", "..", " :")

// foreignUnit is the verdict on a unit of length, beside no number, that is not that of the lengths of a table; nil: there is none.
func (x *Proofer) foreignUnit(t *ir.Table, printed string) *Verdict {
	if t.Result.Kind != ir.Length || x.lex.unit == 0 {
		return nil
	}
	for _, s := range sentences(printed) {
		for i, tok := range s {
			w := x.lex.forms[tok.form]
			if tok.shape == wordShape && w != nil && w.class == "unit" && w.n != x.lex.unit && len(tok.form) > 1 && (i == 0 || s[i-1].shape != numberShape) {
				return &Verdict{Rank: Error, Kind: Differs, Start: tok.at, End: tok.end, Says: tok.raw, Rule: speaker{x.p, x.lang}.unit(), At: t.At, by: ofTable}
			}
		}
	}
	return nil
}

// unread notes that a text of a table was not compared.
func (r *Result) unread(text string) {
	if text = source.OneLine(text); text != "" {
		r.Words++
		r.Unread = append(r.Unread, text)
	}
}

// items are those of a sentence.
func (x *Proofer) items(t *ir.Table, list []token, said []said, printed string) []item {
	named := map[int]item{}
	for i := range said {
		s := &said[i]
		for _, n := range s.nouns {
			if s.topic == nounTopic && n.Sort == claim.ValueNoun && n.Value >= 0 && tells(t, n.ID) {
				named[s.from] = item{lo: int64(n.Value), hi: int64(n.Value), enum: n.ID, at: list[s.from].at, end: list[s.to-1].end}
				break
			}
		}
	}
	for i := range list {
		if it, ok := x.value(t, &list[i]); ok && named[i].end == 0 {
			named[i] = it
		}
	}
	var out []item
	last := 0         // the end of the item before, in tokens
	answered := false // what stands between keys and values has come in this row
	add := func(from, to int, it item) {
		begins := 0
		if last > 0 {
			begins = list[last-1].end
		} else if len(list) > 0 {
			begins = list[0].at
		}
		gap := printed[min(begins, list[from].at):list[from].at]
		it.parts = last == 0 || strings.ContainsAny(gap, "\n;")
		n := len(out)
		answers := strings.ContainsAny(gap, ":→=>")
		dash := strings.Contains(gap, " – ") || strings.Contains(gap, " - ") || strings.Contains(gap, " — ")
		answered = answered && !it.parts
		it.stroke = strings.TrimSpace(gap) == "/"
		it.answers = answers || dash || !it.parts && !answered && strings.Contains(gap, "|") // behind the first column
		it.at, it.end = list[from].at, list[to-1].end
		if n > 0 && it.answers && !it.parts && (answers || !answered) { // later dashes stand between values
			out[n-1].asks = true
		}
		answered = answered || it.answers
		out = append(out, it)
		last = to
	}
	for i := 0; i < len(list); i++ {
		if it, ok := named[i]; ok {
			to := i + 1
			for to < len(list) && list[to].at < it.end {
				to++
			}
			add(i, to, it)
			i = to - 1
			continue
		}
		tok := &list[i]
		w := x.lex.forms[tok.form]
		switch {
		case tok.shape == numberShape:
			it := item{lo: tok.n, hi: tok.n, enum: -1}
			to := i + 1
			if i > 0 && list[i-1].form == "-" && tok.glued && (i == 1 || list[i-1].at > list[i-2].end) {
				it.lo, it.hi = -tok.n, -tok.n
			}
			if to+1 < len(list) && list[to+1].shape == numberShape && (list[to].form == "-" || x.lex.does(&list[to], "to")) && !strings.Contains(printed[tok.end:list[to+1].at], " – ") {
				it.hi, to = list[to+1].n, to+2
			}
			if to < len(list) && list[to].form == "+" {
				it.hi, to = open, to+1
			} else if b, n := x.lex.find(list[to:]); b != nil && n > 1 && (b.class == "least" || b.class == "most") {
				if to += n; b.class == "least" {
					it.hi = open
				} else {
					it.lo = -open
				}
			}
			if to < len(list) {
				u := x.lex.forms[list[to].form]
				if it.length = x.lex.measures(list[to:]); it.length {
					it.foreign = list[to].shape == wordShape && u != nil && u.n != x.lex.unit || list[to].shape == unitShape && x.lex.unit != 1
					to++
				}
			}
			add(i, to, it)
			i = to - 1
		case tok.shape == wordShape && w != nil && w.class == "number" && !(i+1 < len(list) && list[i+1].shape == numberShape):
			add(i, i+1, item{lo: w.n * ir.Unit, hi: w.n * ir.Unit, enum: -1})
		case x.lex.does(tok, "nothing"):
			add(i, i+1, item{enum: -1, nothing: true})
		}
	}
	return out
}

// value is a value of one of the enums of a table that a word names, which stands in the name of no other.
func (x *Proofer) value(t *ir.Table, tok *token) (item, bool) {
	if tok.shape != wordShape || len(tok.form) < 4 || x.lex.empty(tok.form) {
		return item{}, false
	}
	types := []ir.Type{t.Result}
	for _, f := range t.Params {
		types = append(types, f.Type)
	}
	var out item
	found := 0
	for i, typ := range types {
		if typ.Kind != ir.EnumType || slices.Contains(types[:i], typ) {
			continue
		}
		for n, v := range x.p.Enums[typ.Ref].Values {
			if telling(x.lex, text.Name(x.p, v.Texts, v.Name, x.lang))[stem(tok.form, x.lang)] {
				found++
				out = item{lo: int64(n), hi: int64(n), enum: typ.Ref, at: tok.at, end: tok.end}
			}
		}
	}
	return out, found == 1
}

// open is the end of a range that has none.
const open = int64(1) << 40

// tells tells whether a table speaks of the values of an enum.
func tells(t *ir.Table, enum int) bool {
	is := func(k ir.Type) bool { return k.Kind == ir.EnumType && k.Ref == enum }
	return is(t.Result) || slices.ContainsFunc(t.Params, func(f *ir.Field) bool { return is(f.Type) })
}

// fits tells whether an item may be a value of a type.
func (it *item) fits(t ir.Type) bool {
	switch t.Kind {
	case ir.EnumType:
		return it.enum == t.Ref || it.nothing
	case ir.Length:
		return it.enum < 0 && it.length
	case ir.Int, ir.Target:
		return it.enum < 0 && !it.length
	}
	return false
}

// tableRow is a row of a printed table.
type tableRow struct {
	keys, values []item
	columns      []int64 // of which columns the values are, where the text says so
	answered     bool    // what stands between keys and values has come
	end          int     // in the text, in bytes
}

// tableRows are the rows that items make.
func tableRows(t *ir.Table, all []item, end int) []tableRow {
	var out []tableRow
	var cur tableRow
	var heads []int64 // what the text says of its columns
	flush := func(end int) {
		cur.end = end
		if len(cur.columns) != len(cur.values) {
			cur.columns = heads
		}
		if len(cur.keys) > 0 {
			out = append(out, cur)
		}
		cur = tableRow{}
	}
	key := t.Params[0].Type
	for i := range all {
		it := &all[i]
		if it.parts {
			flush(it.at)
		}
		cur.answered = cur.answered || it.answers && len(cur.keys) > 0
		isKey, isValue := !it.nothing && it.fits(key), it.fits(t.Result)
		if isKey && isValue {
			switch {
			case len(cur.keys) == 0:
				isValue = false
			case len(cur.values) == 0: // of two alike in a line, or where a sign stands between, the second is the value
				isValue = cur.answered || it.stroke && len(cur.keys) == 1 && all[i-1].parts && (i+1 == len(all) || all[i+1].parts)
				isKey = !isValue
			default:
				isKey, isValue = it.asks, !it.asks
			}
		}
		switch {
		case isKey && !isValue:
			if len(cur.values) > 0 {
				flush(it.at)
			}
			cur.keys = append(cur.keys, *it)
		case isValue && len(cur.keys) > 0:
			cur.values = append(cur.values, *it)
		case len(t.Params) > 2 && len(cur.values) > 0 && !it.parts && it.keyOf(t) > 0:
			v := &cur.values[len(cur.values)-1]
			if v.with == nil {
				v.with = map[int]int64{}
			}
			v.with[it.keyOf(t)] = it.lo
		case len(t.Params) == 2 && it.fits(t.Params[1].Type) && !it.nothing:
			if it.parts {
				heads = nil
			}
			if cur.columns = append(cur.columns, it.lo); len(cur.keys) == 0 {
				heads = cur.columns
			}
		}
	}
	flush(end)
	return out
}

// keyOf is the key of a table, by its number, that an item is a value of by its name; 0: none but the first.
func (it *item) keyOf(t *ir.Table) int {
	return max(0, slices.IndexFunc(t.Params, func(f *ir.Field) bool { return it.enum >= 0 && f.Type.Kind == ir.EnumType && f.Type.Ref == it.enum }))
}

// partly holds the values of a row, each with some of its keys behind it, against all rows that have those; nil: one has the value. It
// tells whether they could be compared.
func (x *Proofer) partly(t *ir.Table, r tableRow, printed string) (*Verdict, bool) {
	if len(r.values) == 0 || slices.ContainsFunc(r.values, func(v item) bool { return len(v.with) == 0 }) {
		return nil, false
	}
	for _, k := range r.keys {
		for i := range r.values {
			v := &r.values[i]
			var rule []string
			agrees := false
			for _, row := range t.Rows {
				in := row.Keys[0].Lo <= k.lo && k.lo <= row.Keys[0].Hi
				for p, n := range v.with {
					in = in && row.Keys[p].Lo <= n && n <= row.Keys[p].Hi
				}
				if in {
					agrees = agrees || row.Expr != nil || v.is(t.Result, row.Value.N)
					rule = append(rule, text.Show(x.p, t.Result, row.Value.N, x.lang))
				}
			}
			if !agrees && len(rule) > 0 {
				return &Verdict{Rank: Error, Kind: Differs, Start: v.at, End: v.end, Says: source.OneLine(printed[v.at:v.end]), Rule: strings.Join(slices.Compact(rule), ", "), At: t.At, by: ofTable}, true
			}
		}
	}
	return nil, true
}

// splits tells whether rows differ by a key.
func splits(t *ir.Table, key int) bool {
	return slices.ContainsFunc(t.Rows, func(r ir.Row) bool { return r.Keys[key] != t.Rows[0].Keys[key] })
}

// at is the row of a table for keys; nil: there is none.
func at(t *ir.Table, keys ...int64) *ir.Row {
	for i := range t.Rows {
		r := &t.Rows[i]
		in := true
		for k, n := range keys {
			in = in && r.Keys[k].Lo <= n && n <= r.Keys[k].Hi
		}
		if in {
			return r
		}
	}
	return nil
}

// row holds a row of a printed table against the table; nil: they agree. It tells whether they could be compared.
func (x *Proofer) row(t *ir.Table, r tableRow, printed string) (*Verdict, bool) {
	columns := [][]int64{nil}
	for p, f := range t.Params[1:] {
		if !splits(t, p+1) {
			for i := range columns {
				columns[i] = append(columns[i], f.Lo)
			}
			continue
		}
		before := columns
		columns = nil
		for _, first := range before {
			for i, k := range keysIn(x.p, f) {
				if len(t.Params) == 2 && i < len(r.columns) {
					k = r.columns[i]
				}
				columns = append(columns, append(slices.Clone(first), k))
			}
		}
	}
	last := r.keys[len(r.keys)-1]
	if len(r.values) == 0 && t.Result.Kind == ir.EnumType {
		v := x.unknownValue(t, r, last, printed)
		return v, v != nil
	}
	if len(columns) != len(r.values) {
		return x.partly(t, r, printed)
	}
	for _, k := range r.keys {
		for _, n := range borders(k) {
			for i := range r.values {
				if out := x.differs(t, append([]int64{n}, columns[i]...), &r.values[i]); out != nil {
					if out.Start = k.at; out.Kind == Differs {
						out.Start = max(last.end, r.values[i].at)
					}
					out.Says = source.OneLine(printed[k.at:r.values[i].end])
					return out, true
				}
			}
		}
	}
	return nil, true
}

// differs is the verdict on a value of a printed table, where another stands for its keys, or none; nil: it is the same.
func (x *Proofer) differs(t *ir.Table, keys []int64, v *item) *Verdict {
	row := at(t, keys...)
	if row != nil && (row.Expr != nil || v.is(t.Result, row.Value.N)) {
		return nil
	}
	out := &Verdict{Rank: Error, Kind: NotInRule, Start: v.at, End: v.end, At: t.At, by: ofTable}
	if row == nil {
		return out
	}
	out.Kind, out.At = Differs, row.At
	var called []string
	for k, n := range keys {
		if k == 0 || splits(t, k) {
			key, f := text.Show(x.p, t.Params[k].Type, n, x.lang), t.Params[k]
			if len(keys) > 1 && f.Type.Kind == ir.Int && (x.lang == "en" || text.Of(f.Texts, x.lang) != nil) { // a number alone does not say which key it is
				key = text.Name(x.p, f.Texts, strings.ReplaceAll(f.Name, "_", " "), x.lang) + " " + key
			}
			called = append(called, key)
		}
	}
	out.Rule = strings.Join(called, ", ") + phrase(x.lang, ": ", " : ") + text.Show(x.p, t.Result, row.Value.N, x.lang)
	return out
}

// ordered tells whether the rows of a printed table can be compared: most have a sign between keys and values, or agree. Of three or more
// keys, where no row says of which its values are, most agree.
func (x *Proofer) ordered(t *ir.Table, rows []tableRow, printed string) bool {
	agree, differ, answered := 0, 0, 0
	for _, r := range rows {
		switch v, known := x.row(t, r, printed); {
		case !known, v != nil && v.Rank == Hint:
			continue
		case v == nil:
			agree++
		default:
			differ++
		}
		if r.answered {
			answered++
		}
	}
	return len(t.Params) < 3 && 2*answered > agree+differ || agree >= differ
}

// unknownValue is the verdict on a row that has words in the place of a value, and they name none.
func (x *Proofer) unknownValue(t *ir.Table, r tableRow, last item, printed string) *Verdict {
	says := source.OneLine(printed[last.end:r.end])
	if says == "" || !strings.ContainsAny(says[:1], ":→–—-") || len(telling(x.lex, says)) == 0 || len(t.Params) != 1 {
		return nil
	}
	row := at(t, borders(last)[0])
	if row == nil || row.Expr != nil {
		return nil
	}
	return &Verdict{Rank: Hint, Kind: Differs, Start: last.end, End: r.end, Says: source.OneLine(printed[last.at:r.end]), At: row.At, by: ofTable,
		Rule: text.Show(x.p, t.Result, row.Value.N, x.lang)}
}

// ofTable is the verdict on a row of a table.
const ofTable = "row of a table differs"

// is tells whether an item is a value of a table.
func (it *item) is(t ir.Type, want int64) bool {
	switch {
	case it.foreign:
		return false
	case it.nothing:
		return want == 0 || want == ir.None
	case t.Kind == ir.EnumType:
		return it.lo == want
	}
	n := scaled(want, t.Kind == ir.Length)
	return it.lo == n || it.lo == -n // lost, or -1
}

// keysIn are the values of a key: of an enum, or of few numbers.
func keysIn(p *ir.Program, f *ir.Field) (out []int64) {
	if f.Type.Kind == ir.EnumType {
		for n := range p.Enums[f.Type.Ref].Values {
			out = append(out, int64(n))
		}
		return out
	}
	for n := f.Lo; n <= f.Hi && n < f.Lo+20; n++ {
		out = append(out, n)
	}
	return out
}

// borders are the ends of a range of keys that are there.
func borders(k item) []int64 {
	if k.enum >= 0 {
		return []int64{k.lo}
	}
	var out []int64
	for _, n := range []int64{k.lo, k.hi} {
		if n != open && n != -open && !slices.Contains(out, n/ir.Unit) {
			out = append(out, n/ir.Unit)
		}
	}
	return out
}
